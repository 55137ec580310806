//! Confirms each redirection of invariant values in real modules, by executing both origins of each
//! redirected edge on random arguments (`invar_validate::graphs`).
//!
//! `cargo run --release -p invar-graph --example confirm -- [OPTIONS] MODULE.wasm...`
//!
//! Functions go as the pass takes them: callees before callers, redirection and removal of dead
//! nodes in turns. Each round's redirections are checked against the graph that the round began
//! with. The callees of calls that were redirected around are executed too, in graphs that were
//! never redirected.
//!
//! Prints a line for each module: edges that were redirected, those of them that some run came to,
//! those that disagreed. Exits with 1 if one disagreed, or if a graph could not be executed.

#[path = "../../../tests/src/json_result.rs"]
mod json_result;

use invar_analysis::{Analyses, Counters, Fuel, Goals, PassContext, Remarks, Summaries};
use invar_graph::module_graph::Omega;
use invar_graph::nodes::{common, dead, reduce};
use invar_graph::{FunctionEnv, Graph, Output, build, function_effects, redirect};
use invar_ir::{Body, Func, Function, Module};
use invar_rules::Allow;
use invar_validate::graphs::{Callees, Checked, GraphSetting, Redirect, Way, confirm, redirects};
use invar_wasm::Lifter;
use json_result::{Cell, Measured};
use std::ops::AddAssign;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

const USAGE: &str = "usage: confirm [OPTIONS] MODULE.wasm...
  --runs N            give up on a function after N runs that came to nothing new (default 400)
  --seed N            what all random numbers follow from (default 1)
  --most-functions N  check N functions of a module at most, evenly spread
  --params            remove redundant block parameters before the graph is built
  --as-pass           reduce and share nodes before each round, as the pass does
  --wrong             also divert one edge of each function wrongly, and count what is noticed
  --show              print each edge that no run came to
  --json FILE         write the counts";

/// How often redirection and removal alternate, as in the pass.
const MOST_ROUNDS: usize = 4;
const THREADS: usize = 2;

struct Options {
    runs: u32,
    seed: u64,
    most_functions: usize,
    params: bool,
    as_pass: bool,
    wrong: bool,
    show: bool,
    json: Option<String>,
    modules: Vec<String>,
}

fn options() -> Option<Options> {
    let mut options = Options {
        runs: 400,
        seed: 1,
        most_functions: usize::MAX,
        params: false,
        as_pass: false,
        wrong: false,
        show: false,
        json: None,
        modules: Vec::new(),
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--runs" => options.runs = args.next()?.parse().ok()?,
            "--seed" => options.seed = args.next()?.parse().ok()?,
            "--most-functions" => options.most_functions = args.next()?.parse().ok()?,
            "--params" => options.params = true,
            "--as-pass" => options.as_pass = true,
            "--wrong" => options.wrong = true,
            "--show" => options.show = true,
            "--json" => options.json = Some(args.next()?),
            _ if arg.starts_with('-') => return None,
            _ => options.modules.push(arg),
        }
    }
    (!options.modules.is_empty()).then_some(options)
}

/// What edges were redirected around, in the order of the counts.
const WAYS: [(Way, &str); 4] =
    [(Way::Gamma, "gamma"), (Way::Theta, "theta"), (Way::Call, "call"), (Way::Post, "post")];

#[derive(Clone, Copy, Default)]
struct Counts {
    functions: u64,
    /// Could not be lifted, or have no graph.
    left_out: u64,
    redirected: redirect::Redirected,
    /// Of each way: edges, and those that some run came to.
    edges: [[u64; 2]; WAYS.len()],
    unused: u64,
    /// Used in some run, but nothing was ever handed on.
    undefined: u64,
    comparisons: u64,
    disagree: u64,
    broken: u64,
    /// Edges that were diverted wrongly: all, those that some run came to, those that disagreed.
    wrong: [u64; 3],
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        self.functions += other.functions;
        self.left_out += other.left_out;
        self.redirected.add(&other.redirected);
        for (sum, of) in self.edges.iter_mut().flatten().zip(other.edges.iter().flatten()) {
            *sum += of;
        }
        self.unused += other.unused;
        self.undefined += other.undefined;
        self.comparisons += other.comparisons;
        self.disagree += other.disagree;
        self.broken += other.broken;
        for (sum, of) in self.wrong.iter_mut().zip(other.wrong) {
            *sum += of;
        }
    }
}

impl Counts {
    fn print(&self, name: &str, seconds: f64) {
        let total = |n: usize| self.edges.iter().map(|of| of[n]).sum::<u64>();
        let ways = WAYS.iter().zip(&self.edges);
        let ways: String =
            ways.map(|((_, way), of)| format!("  {way} {}/{}", of[1], of[0])).collect();
        let found = self.redirected.list().into_iter().filter(|(_, count)| *count > 0);
        let found: Vec<String> = found.map(|(what, count)| format!("{what} {count}")).collect();
        println!(
            "{name}: functions {}, left out {}; {}; edges {}, exercised {} ({:.1} %){ways}, undefined {}, \
             unused {}, comparisons {}; disagree {}, broken {}; {seconds:.1} s",
            self.functions,
            self.left_out,
            found.join(", "),
            total(0),
            total(1),
            100.0 * total(1) as f64 / total(0).max(1) as f64,
            self.undefined,
            self.unused,
            self.comparisons,
            self.disagree,
            self.broken,
        );
        let [made, used, noticed] = self.wrong;
        if made > 0 {
            println!("{name}: wrong edges {made}, exercised {used}, noticed {noticed}");
        }
    }
}

const COLUMNS: [(&str, Option<usize>); 6] = [
    ("module", None),
    ("functions", None),
    ("redirected edges", None),
    ("exercised", None),
    ("disagree", None),
    ("broken", None),
];

/// The counts of a module as a row of what is written.
fn cells(name: &str, counts: &Counts) -> [Cell; COLUMNS.len()] {
    let total = |n: usize| counts.edges.iter().map(|of| of[n]).sum::<u64>();
    [
        name.into(),
        (counts.functions - counts.left_out).into(),
        total(0).into(),
        total(1).into(),
        counts.disagree.into(),
        counts.broken.into(),
    ]
}

struct Job<'a> {
    name: &'a str,
    options: &'a Options,
    module: &'a Module,
    lifter: &'a Lifter,
    omega: &'a Omega,
    summaries: &'a Summaries,
    /// Graphs of callees that are executed.
    callees: Vec<OnceLock<Option<Graph>>>,
    counts: Mutex<Counts>,
}

impl Job<'_> {
    fn lift(&self, func: Func) -> Option<Function> {
        let mut function = self.lifter.lift(self.module, func).ok()?;
        if self.options.params {
            let fuel = Fuel::unlimited();
            let mut cx = PassContext::new(self.module, Goals::default(), &fuel, self.summaries);
            invar_scalar::unreachable::run(&mut function, &mut cx, &Default::default());
            cx.analyses.clear();
            invar_scalar::ssa_cleanup::run(&mut function, &mut cx, &Default::default());
        }
        Some(function)
    }

    fn env<'b>(&'b self, goals: &'b Goals) -> FunctionEnv<'b> {
        FunctionEnv { module: self.module, goals, summaries: self.summaries }
    }

    /// The graph of a callee, never redirected. Functions that reach themselves have none: nothing
    /// is known of them that could be used.
    fn callee(&self, func: Func) -> Option<&Graph> {
        let make = || {
            let is_ours = matches!(self.module.funcs[func].body, Body::Raw(_));
            let function =
                (is_ours && !self.omega.is_recursive(func)).then(|| self.lift(func))??;
            build(&function, &self.env(&Goals::default())).ok()
        };
        self.callees[func.as_u32() as usize].get_or_init(make).as_ref()
    }

    fn function(&self, func: Func, is_checked: bool) -> Option<Counts> {
        let mut counts = Counts { functions: 1, ..Counts::default() };
        let function = self.lift(func)?;
        let (goals, fuel) = (Goals::default(), Fuel::unlimited());
        let env = self.env(&goals);
        let mut graph = build(&function, &env).ok()?;
        let effects = function_effects(&function, &mut Analyses::default(), &env);
        let (allow, remarks) =
            (Allow::of(&function, goals.size > 0, goals.without), &mut Remarks::default());
        for round in 0..MOST_ROUNDS {
            if self.options.as_pass {
                reduce::run(&mut graph, self.module, &allow, &fuel, &mut Default::default());
                common::run(&mut graph, &env, &Default::default(), &fuel, remarks);
            }
            let before = graph.clone();
            let done =
                redirect::run(&mut graph, &Default::default(), self.summaries, &fuel, remarks);
            if done.total() > 0 && is_checked {
                let place = || {
                    format!("{}: {} {func}, round {round}", self.name, {
                        self.module.func_label(func)
                    })
                };
                match self.confirm(func, &before, &graph) {
                    Ok(list) => {
                        list.iter().for_each(|checked| self.count(&mut counts, checked, &place))
                    }
                    Err(why) => {
                        counts.broken += 1;
                        println!("{}: cannot be executed: {why}", place());
                    }
                }
                counts.redirected.add(&done);
                if self.options.wrong {
                    self.wrong(func, &mut counts, &before, graph.clone());
                }
            }
            dead::remove_dead(&mut graph, &fuel);
            if done.total() == 0 {
                break;
            }
        }
        if !self.omega.is_recursive(func) {
            self.summaries.publish(func, redirect::summarize(&graph, effects, self.summaries));
        }
        Some(counts)
    }

    fn confirm(&self, func: Func, before: &Graph, after: &Graph) -> Result<Vec<Checked>, String> {
        let seed = self.options.seed.wrapping_add(u64::from(func.as_u32()) << 8);
        let callee = |func: Func| self.callee(func);
        let callees: Callees<'_> = &callee;
        confirm(before, after, &GraphSetting { callees, seed, runs: self.options.runs })
    }

    /// Diverts an edge that was redirected to a parameter that it has nothing to do with.
    fn wrong(&self, func: Func, counts: &mut Counts, before: &Graph, mut after: Graph) {
        let all = redirects(before, &after);
        let params = &after.args(after.root)[..after.params as usize];
        let other = |redirect: &Redirect| {
            let fits = |param: &Output| {
                after.ty(*param) == after.ty(redirect.to)
                    && *param != redirect.to
                    && *param != redirect.from
            };
            Some((redirect.input, params.iter().copied().find(fits)?))
        };
        let from_middle = all[all.len() / 2..].iter().chain(&all);
        let found = from_middle.filter(|redirect| redirect.way != Way::Unused).find_map(other);
        let Some((input, param)) = found else { return };
        after.divert(input, param);
        let list = self.confirm(func, before, &after).unwrap_or_default();
        let checked = list.iter().find(|checked| checked.redirect.input == input);
        let noticed = checked.is_some_and(|checked| checked.disagrees.is_some());
        let used = noticed || checked.is_some_and(|checked| checked.times > 0);
        for (sum, of) in counts.wrong.iter_mut().zip([true, used, noticed]) {
            *sum += u64::from(of);
        }
    }

    fn count(&self, counts: &mut Counts, checked: &Checked, place: &dyn Fn() -> String) {
        let redirect = checked.redirect;
        let edge = || format!("{} {redirect:?}", place());
        if let Some(text) = &checked.disagrees {
            counts.disagree += 1;
            println!("DISAGREES {}: {text}", edge());
        }
        let Some(at) = WAYS.iter().position(|(way, _)| *way == redirect.way) else {
            counts.unused += 1;
            return;
        };
        let exercised = checked.times > 0 || checked.disagrees.is_some();
        counts.edges[at][0] += 1;
        counts.edges[at][1] += u64::from(exercised);
        counts.undefined += u64::from(!exercised && checked.undefined > 0);
        counts.comparisons += u64::from(checked.times);
        if self.options.show && !exercised {
            println!("not exercised: {} undefined {}", edge(), checked.undefined);
        }
    }

    /// Functions that call only what earlier waves hold.
    fn wave(&self, funcs: &[Func], is_checked: impl Fn(Func) -> bool + Sync) {
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(&func) = funcs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let counts = self.function(func, is_checked(func));
                let left_out = Counts { functions: 1, left_out: 1, ..Counts::default() };
                *self.counts.lock().expect("no thread panicked") += &counts.unwrap_or(left_out);
            }
        };
        std::thread::scope(|scope| (0..THREADS).for_each(|_| drop(scope.spawn(work))));
    }
}

fn module(path: &str, options: &Options) -> Result<Counts, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let (module, lifter) = invar_wasm::read(bytes.into()).map_err(|error| error.to_string())?;
    let funcs: Vec<Func> = module.funcs.keys().collect();
    let funcs: Vec<Func> =
        funcs.into_iter().filter(|&func| matches!(module.funcs[func].body, Body::Raw(_))).collect();
    let step = funcs.len().div_ceil(options.most_functions.max(1)).max(1) as u32;
    let omega = Omega::new(&module);
    let job = Job {
        name: path.rsplit('/').next().unwrap_or(path),
        options,
        module: &module,
        lifter: &lifter,
        omega: &omega,
        summaries: &Summaries::new(module.funcs.len()),
        callees: module.funcs.keys().map(|_| OnceLock::new()).collect(),
        counts: Mutex::default(),
    };
    for wave in omega.waves(funcs) {
        job.wave(&wave, |func| func.as_u32().is_multiple_of(step));
    }
    Ok(job.counts.into_inner().expect("no thread panicked"))
}

fn main() {
    let Some(options) = options() else {
        eprintln!("{USAGE}");
        std::process::exit(2);
    };
    let (mut all, mut measured) = (Counts::default(), Measured::new(&COLUMNS));
    let start = Instant::now();
    for path in &options.modules {
        let start = Instant::now();
        match module(path, &options) {
            Ok(counts) => {
                let name = path.rsplit('/').next().unwrap_or(path);
                counts.print(name, start.elapsed().as_secs_f64());
                measured.row(cells(name, &counts));
                all += &counts;
            }
            Err(why) => {
                eprintln!("{path}: {why}");
                std::process::exit(2);
            }
        }
    }
    all.print("all", start.elapsed().as_secs_f64());
    if let Some(file) = &options.json {
        measured.row(cells("all", &all));
        for ((title, _), cell) in COLUMNS[1..].iter().zip(&cells("all", &all)[1..]) {
            measured.quote(&title.replace(' ', "_"), cell.clone());
        }
        for (what, count) in ["made", "exercised", "noticed"].into_iter().zip(all.wrong) {
            measured.quote(&format!("wrong_{what}"), count);
        }
        let program = "cargo run --release -p invar-graph --example confirm";
        if let Err(error) = measured.write(file, program) {
            eprintln!("confirm: {error}");
            std::process::exit(2);
        }
    }
    if all.disagree + all.broken > 0 {
        std::process::exit(1);
    }
}
