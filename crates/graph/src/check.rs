//! A checker of redirections that knows nothing of how they are found, and shares nothing with the
//! passes: it executes a graph on random arguments and looks at both origins of each edge that was
//! redirected.
//!
//! Handles are never reused, so the edges whose origin differs between a graph and what a pass
//! made of it are its redirections ([`redirects`]). [`confirm`] executes the graph as it was
//! *before*. Whenever an edge is used that was redirected, what the old origin holds is compared
//! with what the new one holds at that moment: values, control, state and order alike. Undefined
//! agrees with anything. An origin that is not there at that moment (made later, or in a region
//! that is not being executed) disagrees. If no edge ever disagrees, then by induction over an
//! execution the graph after does what the graph before does.
//!
//! One thing alone is asked of the graph *after*: what is used there. The post value of a loop
//! variable counts only if the variable is used in the next iteration, where the loop repeats, or
//! after the loop, where it is left. What the pass gave no use to need not be right.
//!
//! The executor is in `check/machine.rs`; what memory holds in `check/memory.rs`; what is made up in
//! `check/answers.rs`. [`same`] compares what is seen from outside of two whole graphs, for passes
//! that do more than redirect; [`same_trace`] a graph with the function that it was built from, or
//! that it was lowered to.
//!
//! Cost: bounded by [`Setting::runs`], and by nodes and iterations of each run. Never proves: an
//! edge that no run came to has no answer, which [`Checked::times`] tells.

mod answers;
mod machine;
mod memory;
mod trace;

use crate::rvsdg::graph::{Def, Graph, Input, Kind, Node, Output, Region, User};
use answers::{Held, Run, Script, hash, words};
use cranelift_entity::EntityRef;
use invar_ir::Func;
use invar_ir::rules::{Const, evaluate};
use machine::{Activation, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

pub use trace::same_trace;

/// The graph of a callee, as it was before any redirection, if it is one that is executed. Must be
/// `None` for functions that reach themselves: what is made up for their results is as good.
pub type Callees<'a> = &'a (dyn Fn(Func) -> Option<&'a Graph> + 'a);

/// How a graph is executed.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// What is known of callees.
    pub callees: Callees<'a>,
    /// What all random numbers follow from.
    pub seed: u64,
    /// How many runs that come to nothing new are made at most, one after the other.
    pub runs: u32,
}

/// After how many comparisons of each edge no more runs are made.
const ENOUGH: u32 = 16;

/// What an edge was redirected around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// From an exit variable of a gamma.
    Gamma,
    /// From a loop variable, in the loop or after it.
    Theta,
    /// From a result of a call.
    Call,
    /// A post value of which only what repeats, or only what leaves, is used.
    Post,
    /// A post value of a loop variable that nothing uses any more: there is nothing to compare.
    Unused,
}

/// A redirected edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Redirect {
    /// The edge.
    pub input: Input,
    /// Its origin before.
    pub from: Output,
    /// Its origin after.
    pub to: Output,
    /// What lies between the two.
    pub way: Way,
}

/// What came of the comparisons for a redirected edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The edge.
    pub redirect: Redirect,
    /// How often both origins held something, and it was the same.
    pub times: u32,
    /// How often one of them was undefined, which agrees with anything.
    pub undefined: u32,
    /// What they held, and in which run, where it was not.
    pub disagrees: Option<String>,
}

impl Checked {
    /// Whether another run would tell nothing new.
    fn is_settled(&self) -> bool {
        let is_unused = self.redirect.way == Way::Unused;
        is_unused || self.times >= ENOUGH || self.disagrees.is_some()
    }
}

/// The edges that a pass redirected. Cost: linear.
pub fn redirects(before: &Graph, after: &Graph) -> Vec<Redirect> {
    let edges = before.inputs.iter().map(|(input, data)| (input, data.origin));
    let changed = edges.map(|(input, from)| (input, from, after.inputs[input].origin));
    let changed = changed.filter(|&(_, from, to)| from != to);
    changed
        .map(|(input, from, to)| Redirect { input, from, to, way: way(after, input, from) })
        .collect()
}

fn way(after: &Graph, input: Input, from: Output) -> Way {
    let is_used = |(arg, output)| (!after.is_unused(arg), !after.is_unused(output));
    match (after.kind_of(from), post_value(after, input).map(is_used)) {
        (_, Some((false, false))) => Way::Unused,
        (Some(Kind::Gamma(_)), Some((false, true) | (true, false))) => Way::Post,
        (Some(Kind::Gamma(_)), _) => Way::Gamma,
        (Some(Kind::Op(_)), _) => Way::Call,
        _ => Way::Theta,
    }
}

/// The argument and the output of the loop variable that an edge is the post value of.
fn post_value(graph: &Graph, input: Input) -> Option<(Output, Output)> {
    let User::Result(body, n) = graph.inputs[input].user else { return None };
    let theta = graph.regions[body].parent.expand()?;
    let n = (n as usize).checked_sub(1)?;
    matches!(graph.nodes[theta].kind, Kind::Theta(_))
        .then(|| (graph.args(body)[n], graph.outputs(theta)[n]))
}

/// Compares both origins of each edge that differs between a graph and what a pass made of it. The
/// error says why the graph before cannot be executed.
pub fn confirm<'a>(
    before: &'a Graph,
    after: &'a Graph,
    setting: &Setting<'a>,
) -> Result<Vec<Checked>, String> {
    let mut checks = Checks::new(before, after);
    let words = words(before);
    // Runs that came to something new, and how many questions they asked. Most runs are as one of
    // those up to a question, and go another way from there.
    let mut known: Vec<(Script, u32)> = Vec::new();
    let mut last_new = 0;
    for n in 0.. {
        if n - last_new > setting.runs || checks.list.iter().all(Checked::is_settled) {
            break;
        }
        let random = |what: u32| hash(&(setting.seed, n, what));
        let script = match known.get(known_at(random(0), known.len())) {
            Some((script, asked)) if n % 4 != 0 => {
                let back = random(1) as u32 % (asked + 1);
                let at = if n % 4 == 1 { back } else { asked.saturating_sub(back % 16) };
                script.fork(at, random(2), random(3) & 3 == 0)
            }
            _ => Script::new(random(2)),
        };
        (checks.run, checks.is_new) = (n, false);
        let mut run = Run::new(setting.callees, script.clone(), &words);
        let params = run.params(before);
        match Activation::new(before, 0, Some(&mut checks)).execute(&mut run, &params) {
            Err(Stop::Broken(why)) => return Err(format!("run {n}: {why}")),
            Ok(_) | Err(Stop::Trap(_) | Stop::Spent | Stop::Left(_)) => {}
        }
        if checks.is_new {
            last_new = n;
            known.push((script, run.asked));
        }
    }
    Ok(checks.list)
}

/// One of so many, the last ones more often.
fn known_at(bits: u64, count: usize) -> usize {
    let of = |bits: u64| (bits % count.max(1) as u64) as usize;
    of(bits >> 32).max(of(bits & 0xffff_ffff))
}

/// Whether two graphs of one function do the same: they end in the same way, with the same results,
/// state and order. A run of the graph before that does not end within its bounds tells nothing.
pub fn same<'a>(before: &'a Graph, after: &'a Graph, setting: &Setting<'a>) -> Result<(), String> {
    let words = words(before);
    for n in 0..setting.runs {
        let script = Script::new(hash(&(setting.seed, n)));
        let seen = |graph: &'a Graph| {
            let mut run = Run::new(setting.callees, script.clone(), &words);
            let params = run.params(graph);
            match Activation::new(graph, 0, None).execute(&mut run, &params) {
                Ok(results) => Ok(Some(("ends", results))),
                Err(Stop::Left(results)) => Ok(Some(("calls", results))),
                Err(Stop::Trap(token)) => Ok(Some(("traps", vec![Held::Token(token)]))),
                Err(Stop::Spent) => Ok(None),
                Err(Stop::Broken(why)) => Err(format!("run {n}: {why}")),
            }
        };
        let Some(old) = seen(before)? else { continue };
        let new = seen(after)?;
        let agree = |pair: (&Held, &Held)| *pair.0 == Held::Undef || pair.0 == pair.1;
        if !new.as_ref().is_some_and(|new| old.0 == new.0 && old.1.iter().zip(&new.1).all(agree)) {
            return Err(format!("run {n}: {old:?} became {new:?}"));
        }
    }
    Ok(())
}

/// The comparisons that are made in one graph.
struct Checks<'a> {
    before: &'a Graph,
    after: &'a Graph,
    list: Vec<Checked>,
    at: FxHashMap<Input, usize>,
    /// The nodes that edges were redirected around: calls of which the callee must be executed.
    nodes: FxHashSet<Node>,
    /// The regions that some run came to.
    entered: FxHashSet<Region>,
    run: u32,
    /// Whether this run came to something new.
    is_new: bool,
}

/// How many new nodes are evaluated one in the other.
const DEEPEST_NEW: u32 = 64;

impl<'a> Checks<'a> {
    fn new(before: &'a Graph, after: &'a Graph) -> Self {
        let list: Vec<Checked> = (redirects(before, after).into_iter())
            .map(|redirect| Checked { redirect, times: 0, undefined: 0, disagrees: None })
            .collect();
        let edges = list.iter().enumerate();
        let at = edges.map(|(n, checked)| (checked.redirect.input, n)).collect();
        let nodes = list.iter().filter_map(|checked| before.node_of(checked.redirect.from));
        let (nodes, entered) = (nodes.collect(), FxHashSet::default());
        Checks { before, after, at, nodes, list, entered, run: 0, is_new: false }
    }

    fn enter(&mut self, region: Region) {
        self.is_new |= self.entered.insert(region);
    }

    /// Compares what the origins of an edge hold, now that it is used. `repeats` tells of a post
    /// value whether the loop does.
    fn compare(
        &mut self,
        input: Input,
        repeats: Option<bool>,
        old: Held,
        get: &dyn Fn(Output) -> Option<Held>,
    ) {
        let Some(&n) = self.at.get(&input) else { return };
        if let Some((repeats, (arg, output))) = repeats.zip(post_value(self.after, input))
            && self.after.is_unused(if repeats { arg } else { output })
        {
            return;
        }
        let new = self.new_origin(self.list[n].redirect.to, get, DEEPEST_NEW);
        let checked = &mut self.list[n];
        match new {
            Some(new) if new == Held::Undef || old == Held::Undef => checked.undefined += 1,
            Some(new) if new == old => {
                self.is_new |= checked.times == 0;
                checked.times += 1;
            }
            new => {
                let new = new.map_or("nothing".to_owned(), |new| format!("{new:?}"));
                let text = || format!("run {}: held {old:?}, now {new}", self.run);
                checked.disagrees.get_or_insert_with(text);
            }
        }
    }

    /// What an output of the graph after holds. One that is there before holds the same; else it
    /// is one of a new node, on constants.
    fn new_origin(
        &self,
        output: Output,
        get: &dyn Fn(Output) -> Option<Held>,
        depth: u32,
    ) -> Option<Held> {
        if output.index() < self.before.outputs.len() {
            return get(output);
        }
        let Def::Node(node, 0) = self.after.outputs[output].def else { return None };
        let Kind::Op(op) = &self.after.nodes[node].kind else { return None };
        let depth = depth.checked_sub(1)?;
        let mut args: Vec<Const> = Vec::new();
        for origin in self.after.origins(node) {
            match self.new_origin(origin, get, depth)? {
                Held::Value(value) => args.push(value),
                Held::Undef => return Some(Held::Undef),
                _ => return None,
            }
        }
        evaluate(op, &args).map(Held::Value)
    }
}
