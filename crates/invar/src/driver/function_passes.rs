//! The passes over functions: callees before callers, in waves, each wave in parallel.

use super::Progress;
use super::function::{Batch, Worker};
use super::growth::Growth;
use super::input::Input;
use super::tasks::{in_parallel, tasks};
use crate::trace::{self, Traced, Wanted};
use invar_analysis::{CallGraph, Goals, Summaries};
use invar_graph::module_graph::{Omega, OmegaNode, last_called};
use invar_interprocedural::call_facts::CallFacts;
use invar_interprocedural::inline;
use invar_ir::entities::EntitySet;
use invar_ir::{Body, Func};
use invar_memory::recursive_param_accesses;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// The most functions that call each other of which accesses through parameters are known.
const MOST_RECURSIVE: usize = 512;

/// What passes over functions are given besides the input.
pub(crate) struct FunctionPassInputs {
    /// The functions that are optimized.
    pub funcs: Vec<Func>,
    /// Facts about the arguments and targets of calls.
    pub calls: CallFacts,
    /// The module as a graph, if a pass looks at callees.
    pub omega: Option<Omega>,
    /// What callees published, with small bodies once passes have run.
    pub summaries: Summaries,
    /// The functions that were optimized when what the module may grow was spent.
    pub tight: EntitySet<Func>,
    /// By how many bytes the module may grow, if that is limited.
    growth: Option<usize>,
}

impl FunctionPassInputs {
    pub fn new(
        input: &Input<'_>,
        funcs: Vec<Func>,
        calls: CallFacts,
        graph: Option<CallGraph>,
        growth: Option<usize>,
    ) -> Self {
        let omega = graph.map(|graph| Omega::from_calls(&input.module, graph));
        let summaries = omega.as_ref().map_or_else(Summaries::default, |omega| {
            let functions = input.module.funcs.keys().map(|func| input.merged.resolve(func));
            let mut summaries = Summaries::resolved(functions.collect());
            recursive_params(input, omega, &mut summaries);
            summaries
        });
        FunctionPassInputs { funcs, calls, omega, summaries, tight: EntitySet::new(), growth }
    }

    /// Leaves only these functions, and what was inlined into them of which the bodies are gone.
    pub fn retain_with_inlined<'p>(
        &mut self,
        mut funcs: Vec<Func>,
        inlined: impl Fn(Func) -> &'p [Func],
    ) {
        let mut again: EntitySet<Func> = EntitySet::new();
        again.extend(funcs.iter().copied());
        while let Some(func) = funcs.pop() {
            let inlined = inlined(func).iter().copied();
            let gone = inlined.filter(|&callee| self.summaries.body(callee).is_none());
            funcs.extend(gone.filter(|&callee| again.insert(callee)));
        }
        self.funcs.retain(|&func| again.contains(func));
    }

    /// Takes the functions through their passes, and records the histories that are wanted.
    pub fn run_passes(
        &mut self,
        input: &Input<'_>,
        goals: Goals,
        wanted: Option<&Wanted>,
        to_wasm: bool,
        progress: Progress<'_>,
    ) -> Batch {
        let (waves, last_called) = match &self.omega {
            Some(omega) => {
                let waves = omega.waves(self.funcs.clone());
                let last_called = last_called(omega, &waves);
                (waves, last_called)
            }
            None => (vec![self.funcs.clone()], vec![Vec::new()]),
        };
        let weight = |func: Func| match &input.module.funcs[func].body {
            Body::Raw(range) => range.len() as u64,
            Body::Ssa(function) => function.insts.len() as u64,
            Body::Import => 0,
        };
        let total = waves.iter().flatten().copied().map(weight).sum();
        let done = AtomicU64::new(0);
        let mut batch = Batch::default();
        let calls = self.omega.as_ref().map(Omega::calls).filter(|_| input.schedule.inlines());
        let mut growth = Growth::new(input, calls, &self.funcs, self.growth);
        let mut held = Held { funcs: Vec::new(), most: LEAST_HELD };
        for (funcs, last_called) in waves.iter().zip(last_called) {
            if growth.is_tight() {
                self.tight.extend(funcs.iter().copied());
            }
            let first = batch.outcomes.len();
            let worker = self.worker(input, goals, wanted.is_some());
            let work = |mut batch: Batch, &func: &Func| {
                worker.run(func, to_wasm, &mut batch);
                let weight = weight(func);
                progress(done.fetch_add(weight, Ordering::Relaxed) + weight, total);
                batch
            };
            batch = match input.options.fuel {
                Some(_) => funcs.iter().fold(batch, work),
                None => in_parallel(batch, tasks(funcs, weight), work),
            };
            growth.add(&batch.outcomes[first..]);
            for func in last_called {
                if self.summaries.body(func).is_none_or(|body| body.bytes <= inline::KEPT_BYTES) {
                    continue;
                }
                if wanted.is_some() {
                    held.funcs.push(func);
                } else {
                    self.summaries.forget_body(func);
                }
            }
            if let Some(wanted) = wanted
                && held.funcs.len() > held.most
            {
                let selected = trace::select(wanted, &input.module, &batch.traced);
                let gone = held.release(&selected, calls);
                gone.into_iter().for_each(|func| self.summaries.forget_body(func));
                held.most = 2 * held.funcs.len() + LEAST_HELD.max(batch.traced.len() / 8);
            }
        }
        if let Some(wanted) = wanted {
            let start = Instant::now();
            // What a function sees of its callees was published before it was optimized, or never is.
            let worker = self.worker(input, goals, true);
            let selected = trace::select(wanted, &input.module, &batch.traced);
            let record = |traced: &&Traced| Some((traced.func, worker.record(traced)?));
            let recorded = selected.par_iter().with_max_len(1).filter_map(record).collect();
            batch.histories = recorded;
            batch.times.record += start.elapsed();
        }
        batch
    }

    fn worker<'w>(&'w self, input: &'w Input<'w>, goals: Goals, traced: bool) -> Worker<'w> {
        Worker { input, given: self, goals, fuel: &input.fuel, traced }
    }
}

/// Callees of which all callers are done, with their bodies, while histories are wanted: functions that are recorded
/// are optimized once more, and inline the same bodies again. A function that is not among those that changed most so
/// far will not be among them later.
struct Held {
    funcs: Vec<Func>,
    /// With more of them, those that no selected function calls are forgotten.
    most: usize,
}

/// See [`Held::most`].
const LEAST_HELD: usize = 1024;

impl Held {
    /// Takes out the callees that none of the functions that are selected calls.
    fn release(&mut self, selected: &[&Traced], calls: Option<&CallGraph>) -> Vec<Func> {
        let mut called: EntitySet<Func> = EntitySet::new();
        for traced in selected {
            let callees = calls.map_or(&[][..], |calls| calls.callees(traced.func));
            called.extend(callees.iter().copied().chain(traced.inlined.iter().map(|it| it.0)));
        }
        self.funcs.extract_if(.., |func| !called.contains(*func)).collect()
    }
}

/// Finds what recursive functions do through their parameters, where that is used: for frames that are taken to be
/// private, and for private memory of versions.
fn recursive_params(input: &Input<'_>, omega: &Omega, summaries: &mut Summaries) {
    let Input { module, source, goals, .. } = input;
    let is_version = |func: &Func| module.funcs[*func].specialized;
    let versions: Vec<Func> = module.funcs.keys().filter(is_version).collect();
    let phis = omega.items().iter().filter_map(|item| match item {
        OmegaNode::Phi(members) if goals.stack_abi => Some(members),
        _ => None,
    });
    for members in phis.chain([&versions]) {
        if members.is_empty() || members.len() > MOST_RECURSIVE {
            continue;
        }
        let lift = |&func: &Func| Some((func, source.lift(module, func).ok()?));
        if let Some(funcs) = members.iter().map(lift).collect::<Option<Vec<_>>>() {
            recursive_param_accesses(&funcs, module, summaries);
        }
    }
}
