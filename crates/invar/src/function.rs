//! One function on its way through the pipeline: lift, passes, verify, lower.

use crate::bodies::{self, Code, NotLifted, Source};
use crate::module::calls::Known;
use crate::module::uses::{self, BodyUses};
use crate::options::Options;
use crate::passes::{Pass, Totals};
use crate::report::{Bug, FuncCounters, FuncRemark};
use crate::schedule;
use crate::text;
use invar_graph::module_graph::Omega;
use invar_ir::{
    Body, Cfg, CopiedLoop, Fuel, Func, Function, Goals, Module, PassContext, Remarks, Summaries,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use wasmparser::WasmFeatures;

/// What functions share on their way.
#[derive(Clone, Copy)]
pub(crate) struct Worker<'a> {
    pub module: &'a Module,
    pub source: &'a Source,
    pub options: &'a Options,
    pub goals: Goals,
    /// The function passes, in order.
    pub passes: &'a [Pass],
    pub fuel: &'a Fuel,
    /// What is known of callees.
    pub summaries: &'a Summaries,
    /// The module as a graph, where a pass asks.
    pub omega: Option<&'a Omega>,
    /// What all calls of functions have in common.
    pub known: &'a Known,
    /// The proposals that the output may use.
    pub features: WasmFeatures,
}

/// The body that a function gets.
pub(crate) enum Outcome {
    /// A new one.
    New(Box<Code>, BodyUses),
    /// The function in SSA form, where that was asked for.
    Ssa(Box<Function>),
    /// The original, since it cannot be lifted.
    Copied,
    /// The original, since what would be made of it is too large.
    Large,
    /// The original, since something went wrong.
    Failed,
}

/// What came of some functions, in order.
#[derive(Default)]
pub(crate) struct Batch {
    pub outcomes: Vec<(Func, Outcome)>,
    /// The functions whose bodies are part of others.
    pub inlined: Vec<(Func, Box<[Func]>)>,
    /// The loops that do several iterations at a time.
    pub copied: Vec<(Func, Box<[CopiedLoop]>)>,
    pub totals: Totals,
    pub remarks: Vec<FuncRemark>,
    pub by_function: Vec<FuncCounters>,
    pub dumps: Vec<String>,
    pub bugs: Vec<Bug>,
    pub lift: Duration,
    pub verify: Duration,
    pub lower: Duration,
}

impl Batch {
    /// Appends the batch of the functions that follow.
    pub fn append(mut self, mut next: Batch) -> Batch {
        self.outcomes.append(&mut next.outcomes);
        self.inlined.append(&mut next.inlined);
        self.copied.append(&mut next.copied);
        self.totals.add(&next.totals);
        self.remarks.append(&mut next.remarks);
        self.by_function.append(&mut next.by_function);
        self.dumps.append(&mut next.dumps);
        self.bugs.append(&mut next.bugs);
        self.lift += next.lift;
        self.verify += next.verify;
        self.lower += next.lower;
        self
    }
}

impl Worker<'_> {
    /// Takes a function all the way. A panic on the way is a bug that costs only its result.
    pub fn run(&self, func: Func, to_wasm: bool, batch: &mut Batch) {
        let mut stage = "lift";
        let work = AssertUnwindSafe(|| self.stages(func, to_wasm, &mut stage, batch));
        let outcome = match catch_unwind(work) {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(message)) => self.failed(func, stage, message, batch),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked");
                self.failed(func, stage, text.to_owned(), batch)
            }
        };
        batch.outcomes.push((func, outcome));
    }

    fn failed(
        &self,
        func: Func,
        stage: &'static str,
        message: String,
        batch: &mut Batch,
    ) -> Outcome {
        let func = self.module.func_label(func);
        batch.bugs.push(Bug { func, stage, message });
        Outcome::Failed
    }

    /// The stages. An error is a bug of the stage last entered.
    fn stages(
        &self,
        func: Func,
        to_wasm: bool,
        stage: &mut &'static str,
        batch: &mut Batch,
    ) -> Result<Outcome, String> {
        let start = Instant::now();
        let lifted = self.source.lift(self.module, func);
        batch.lift += start.elapsed();
        let mut function = match lifted {
            Ok(function) => function,
            Err(NotLifted::Large) => return Ok(Outcome::Large),
            Err(_) => return Ok(Outcome::Copied),
        };
        self.known.apply(self.module, func, &mut function);
        self.passes(func, &mut function, stage, batch)?;
        if !to_wasm {
            return Ok(Outcome::Ssa(Box::new(function)));
        }
        *stage = "verify";
        // The writer takes a function at its word, and what comes of a broken one may well be valid.
        let start = Instant::now();
        text::verify_function(self.module, &function)?;
        batch.verify += start.elapsed();
        *stage = "lower";
        let start = Instant::now();
        let uses = uses::of_function(&function);
        let Ok(code) = bodies::lower(self.module, function, self.options) else {
            // A limit of WebAssembly or of the writer, not a mistake.
            return Ok(Outcome::Copied);
        };
        batch.lower += start.elapsed();
        Ok(Outcome::New(Box::new(code), uses))
    }

    fn passes(
        &self,
        func: Func,
        function: &mut Function,
        stage: &mut &'static str,
        batch: &mut Batch,
    ) -> Result<(), String> {
        if self.options.verify {
            text::verify_function(self.module, function)?;
        }
        let mut remarks = Remarks::new(self.options.remarks);
        let (mut inlined, mut copied) = (Vec::new(), Vec::new());
        let mut offered = false;
        let mut totals = Totals::default();
        // Whether the function goes in circles, from the first pass on to which that matters: none of
        // those that come later makes a loop where there is none.
        let mut loops = None;
        // The passes that ran since the function last changed: they find nothing if they run again.
        let mut settled: Vec<Pass> = Vec::new();
        let recursive = self.omega.is_some_and(|omega| omega.is_recursive(func));
        let of_level = self.options.passes.is_none();
        for &pass in self.passes {
            *stage = pass.name();
            if of_level && !offered && schedule::makes_copies(pass) {
                // A caller takes the body in as it is before: copies are made in the caller, last.
                self.offer(func, function);
                offered = true;
            }
            let copies = totals.alias_versioning.stats.done.loops
                + totals.loop_versioning.stats.done.loops
                + totals.partial_unroll.stats.done.loops;
            let follows_up = !schedule::makes_copies(pass) && pass != Pass::BaseRematerialization;
            if offered && copies == 0 && follows_up {
                continue;
            }
            if of_level
                && schedule::is_for_loops(pass)
                && !*loops.get_or_insert_with(|| goes_in_circles(function))
            {
                continue;
            }
            if of_level && settled.contains(&pass) {
                continue;
            }
            let room = if pass == Pass::PartialUnroll && of_level {
                self.room(func, function, &inlined)
            } else {
                None
            };
            let mut cx = PassContext {
                module: self.module,
                goals: Goals { room, ..self.goals },
                fuel: self.fuel,
                remarks: &mut remarks,
                func: self.omega.and((!recursive).then_some(func)),
                recursive,
                constants: &self.known.arguments[func],
                summaries: self.summaries,
                inlined: &mut inlined,
                copied: &mut copied,
            };
            if pass.run(function, &mut cx, self.features, &mut totals) {
                settled.clear();
            }
            settled.push(pass);
            if self.options.verify {
                text::verify_function(self.module, function)?;
            }
            self.print_after(func, pass, function, batch);
        }
        batch.totals.add(&totals);
        if self.options.stats_by_function {
            let counters = totals.list().into_iter().flat_map(|(pass, tally)| {
                let counted = tally.stats.into_iter().filter(|counter| counter.1 > 0);
                counted.map(move |(name, count)| (format!("{pass}.{name}"), count))
            });
            let counters = counters.collect();
            batch.by_function.push(FuncCounters { func: self.module.func_label(func), counters });
        }
        if !inlined.is_empty() {
            batch.inlined.push((func, inlined.into()));
        }
        if !copied.is_empty() {
            batch.copied.push((func, copied.into()));
        }
        if !offered {
            self.offer(func, function);
        }
        if !remarks.list().is_empty() {
            let func = self.module.func_label(func);
            let remarks = remarks.into_list().into_iter();
            let named = remarks.map(|remark| FuncRemark { func: func.clone(), remark });
            batch.remarks.extend(named);
        }
        Ok(())
    }

    /// By how many bytes a function could grow and be no larger than it came, with those functions
    /// that are only part of it now.
    fn room(&self, func: Func, function: &Function, inlined: &[Func]) -> Option<u32> {
        let came = |func: Func| match &self.module.funcs[func].body {
            Body::Raw(range) => Some(range.len() as u32),
            _ => None,
        };
        let only_here = |&&callee: &&Func| {
            self.summaries.body(callee).is_some_and(|callee| callee.sites == Some(1))
        };
        let taken: u32 = inlined.iter().filter(only_here).filter_map(|&callee| came(callee)).sum();
        Some((came(func)? + taken).saturating_sub(invar_inline::bytes(function)))
    }

    /// Offers a body to the callers of its function.
    fn offer(&self, func: Func, function: &Function) {
        let Some(omega) = self.omega.filter(|_| self.passes.contains(&Pass::Inline)) else {
            return;
        };
        let calls = omega.calls();
        let count = calls.call_sites(func);
        if count == 0 || calls.is_recursive(func) {
            return;
        }
        let sites = calls.is_private(func).then_some(count);
        if let Some(callee) = invar_inline::offer(self.module, &self.goals, function, sites) {
            self.summaries.publish_body(func, callee);
        }
    }

    fn print_after(&self, func: Func, pass: Pass, function: &Function, batch: &mut Batch) {
        let Some(wanted) = &self.options.print_after else { return };
        let named = |name: &str| is_named(self.module, func, name);
        if wanted.pass == pass && wanted.func.as_deref().is_none_or(named) {
            let text = text::print_function(self.module, function);
            let label = self.module.func_label(func);
            batch.dumps.push(format!("; {func} \"{label}\" after {pass}\n{text}"));
        }
    }
}

/// Whether a block of a function can be come to from itself.
fn goes_in_circles(function: &Function) -> bool {
    // The most common function of all has one block.
    if function.blocks[function.entry].term.targets().next().is_none() {
        return false;
    }
    Cfg::new(function).has_cycle()
}

/// Whether a function is meant by a name or an index: `malloc`, `$malloc`, `f12`, `12`.
pub fn is_named(module: &Module, func: Func, name: &str) -> bool {
    let index = name.strip_prefix('f').unwrap_or(name).parse::<u32>();
    index.is_ok_and(|index| index == func.as_u32())
        || name.strip_prefix('$').unwrap_or(name) == module.func_label(func)
}
