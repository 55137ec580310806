//! What became of each function, for a report: sizes and estimated time before and after, what was inlined, and for the
//! functions that changed most their [`History`].
//!
//! Which functions these are is decided when all were optimized, from how much passes changed them. To record a
//! function takes longer than to optimize it, so their code is limited to a part of the module's.

use crate::custom::CustomTotals;
use crate::driver::Run;
use crate::driver::choose::Inlining;
use crate::driver::emit::Written;
use crate::driver::function::is_named;
use crate::passes::{Pass, Totals};
use crate::report::{Functions, Remark};
use crate::schedule;
use invar_analysis::cost::{BodyCost, BodyEstimate};
use invar_analysis::drawing::Drawing;
use invar_analysis::snapshot::Snapshot;
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{Body, ContextKind, Func, Function, Locations, Module};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::ops::{Range, RangeInclusive};

pub use crate::history::{History, HistoryStep};

/// The code that is recorded of functions that are not named, in bytes: a part of the module's, within bounds.
const PART: u64 = 24;
/// See [`PART`].
const BOUNDS: RangeInclusive<u64> = (24 << 10)..=(128 << 10);
/// A larger function is recorded only if it is named: nobody reads it.
const LARGE: u64 = 32 << 10;

/// Of which functions a history is recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Of at most so many that changed most. There may be fewer: they are a twenty-fourth of the code of a large
    /// module, at most 128 KiB, and functions of more than 32 KiB are not among them.
    pub functions: usize,
    /// And of those of these names or indices.
    pub named: Vec<String>,
}

impl Default for Wanted {
    fn default() -> Self {
        Wanted { functions: 100, named: Vec::new() }
    }
}

impl Wanted {
    /// No histories: only what became of each function.
    pub const NO_HISTORY: Wanted = Wanted { functions: 0, named: Vec::new() };

    /// Whether a function is named.
    fn names(&self, module: &Module, func: Func) -> bool {
        self.named.iter().any(|name| is_named(module, func, name))
    }
}

/// What became of the functions of a module.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The functions that have a body in the input or in the output of the first round, by index.
    pub functions: Vec<FunctionTrace>,
    /// Where the code of the output came from, and which of these functions it is of. `None` if that is not known.
    pub locations: Option<Locations>,
}

impl Trace {
    /// With where the code of the output came from.
    pub(crate) fn located(self, locations: Option<&Locations>) -> Trace {
        Trace { locations: locations.cloned(), ..self }
    }

    /// Continues with that of a run on the output of this one's. `output` says which functions those of the output are;
    /// without it, they are not known, and nothing changes.
    pub(crate) fn then(&mut self, later: Option<Trace>, output: Option<&Locations>) {
        let Some((later, output)) = later.zip(output) else { return };
        let known = output.functions.iter().filter_map(|it| Some((it.number, it.func?)));
        let known: FxHashMap<u32, Func> = known.collect();
        let of_input = |func: Func| known.get(&func.as_u32()).copied();
        let places = self.functions.iter().zip(0..).map(|(it, place)| (it.func, place));
        let places: FxHashMap<Func, usize> = places.collect();
        for function in later.functions {
            let place = of_input(function.func).and_then(|func| places.get(&func));
            if let Some(&place) = place {
                self.functions[place].then(function, of_input);
            }
        }
    }
}

/// What became of a function.
#[derive(Clone, Debug)]
pub struct FunctionTrace {
    /// The function, as it is numbered in the input.
    pub func: Func,
    /// Its name for people.
    pub name: String,
    /// Whether it was named in [`Wanted::named`].
    pub asked: bool,
    /// Its body in the input, if it was read from WebAssembly.
    pub before: Option<Measure>,
    /// Its body in the output, if it is there.
    pub after: Option<Measure>,
    /// By how many bytes the new body is smaller in the comparison with the original, in which a function that was
    /// inlined, and is gone, counts for those that it was inlined into. 0 if none is compared.
    pub saved: i64,
    /// What became of it.
    pub fate: Fate,
    /// The functions that were inlined into the new body, and at how many calls.
    pub inlined: Vec<(Func, u32)>,
    /// By how much passes changed it: the sum of their counters.
    pub changes: u64,
    /// What each pass changed in it, if that was recorded.
    pub history: Option<History>,
}

impl FunctionTrace {
    /// Continues with what became of the output's function.
    fn then(&mut self, later: FunctionTrace, of_input: impl Fn(Func) -> Option<Func>) {
        self.changes += later.changes;
        match later.fate {
            Fate::Rewritten => self.fate = Fate::Rewritten,
            Fate::Removed => self.fate = Fate::Removed,
            Fate::Merged(into) => self.fate = of_input(into).map_or(Fate::Removed, Fate::Merged),
            // The body of the round before stays.
            Fate::Kept | Fate::Copied(_) | Fate::Large | Fate::Failed(_) => return,
        }
        // What later comparisons say is relative to the output.
        let time = self.after.zip(later.before).zip(later.after);
        let time = time.map(|((so_far, before), after)| {
            if before.time > 0.0 { so_far.time * after.time / before.time } else { after.time }
        });
        self.after = later.after.zip(time).map(|(after, time)| Measure { time, ..after });
        self.saved += later.saved;
        for (callee, calls) in later.inlined {
            let Some(callee) = of_input(callee) else { continue };
            match self.inlined.iter_mut().find(|(known, _)| *known == callee) {
                Some((_, count)) => *count += calls,
                None => self.inlined.push((callee, calls)),
            }
        }
    }
}

/// What a body costs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measure {
    /// Its bytes.
    pub bytes: u64,
    /// Its operators.
    pub operators: u64,
    /// The estimated time of an execution, in additions. That of functions which were inlined into the new body is
    /// included before and after, so that the two can be compared. There are several estimates: where one of them is
    /// the reason for the new body, it is that one.
    pub time: f64,
}

/// What became of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It has a new body.
    Rewritten,
    /// The new body was no better: it keeps its original.
    Kept,
    /// It is copied, for this reason.
    Copied(String),
    /// It is copied: its branches would pass too many arguments.
    Large,
    /// Nothing refers to it.
    Removed,
    /// This function, which is equal, stands for it.
    Merged(Func),
    /// A bug was caught: it keeps its original.
    Failed(String),
}

/// What is known of a function when its passes are done.
pub(crate) struct Traced {
    pub func: Func,
    pub changes: u64,
    pub inlined: Vec<(Func, u32)>,
    /// The fuel that was left before.
    pub fuel: Option<u64>,
}

impl Traced {
    pub fn new(
        func: Func,
        function: &Function,
        totals: &Totals,
        custom: &CustomTotals,
        fuel: Option<u64>,
    ) -> Self {
        let changes = totals.changes() + custom.changes();
        Traced { func, changes, inlined: inlined_calls(function), fuel }
    }
}

/// The functions that were inlined, and at how many calls of this function.
fn inlined_calls(function: &Function) -> Vec<(Func, u32)> {
    let mut calls: FxHashMap<Func, u32> = FxHashMap::default();
    for context in function.contexts.values() {
        let around = context.parent.expand().map(|parent| &function.contexts[parent].kind);
        // What was inlined into the inlined body before is not counted.
        if !matches!(around, Some(ContextKind::Inlined(_)))
            && let ContextKind::Inlined(func) = context.kind
        {
            *calls.entry(func).or_default() += 1;
        }
    }
    let mut calls: Vec<_> = calls.into_iter().collect();
    calls.sort_unstable();
    calls
}

/// Which functions' histories are recorded, in the order in which they were optimized: those that are named, and those
/// that changed most.
pub(crate) fn select<'t>(
    wanted: &Wanted,
    module: &Module,
    traced: &'t [Traced],
) -> Vec<&'t Traced> {
    let code: u64 = module.funcs.keys().map(|func| weight(module, func)).sum();
    let budget = (code / PART).clamp(*BOUNDS.start(), *BOUNDS.end());
    let mut selected = vec![false; traced.len()];
    let mut rest = Vec::new();
    for (n, it) in traced.iter().enumerate() {
        let weight = weight(module, it.func);
        if wanted.names(module, it.func) {
            selected[n] = true;
        } else if it.changes > 0 && weight <= LARGE {
            rest.push((Reverse(it.changes), it.func, weight, n));
        }
    }
    rest.sort_unstable();
    let mut sum = 0;
    for (.., weight, n) in rest.into_iter().take(wanted.functions) {
        if sum >= budget {
            break;
        }
        sum += weight;
        selected[n] = true;
    }
    traced.iter().zip(selected).filter_map(|(it, selected)| selected.then_some(it)).collect()
}

/// The size of a body, in bytes or about as many.
fn weight(module: &Module, func: Func) -> u64 {
    match &module.funcs[func].body {
        Body::Raw(range) => range.len() as u64,
        Body::Ssa(function) => 2 * function.insts.len() as u64,
        Body::Import => 0,
    }
}

/// What a run collects for its trace.
pub(crate) struct Tracing<'a> {
    pub wanted: &'a Wanted,
    /// The bodies of the input.
    originals: SecondaryMap<Func, Option<Range<usize>>>,
    pub traced: Vec<Traced>,
    pub histories: FxHashMap<Func, History>,
    /// What pass `arc`, which runs on the whole module, said of functions.
    pub arc_remarks: FxHashMap<Func, Vec<Remark>>,
    /// What it drew.
    pub arc_drawings: FxHashMap<Func, Vec<Drawing>>,
}

impl<'a> Tracing<'a> {
    /// For a module that was not changed yet.
    pub fn new(wanted: &'a Wanted, module: &Module) -> Self {
        let mut originals = SecondaryMap::new();
        for (func, data) in &module.funcs {
            if let Body::Raw(range) = &data.body {
                originals[func] = Some(range.clone());
            }
        }
        Tracing {
            wanted,
            originals,
            traced: Vec::new(),
            histories: FxHashMap::default(),
            arc_remarks: FxHashMap::default(),
            arc_drawings: FxHashMap::default(),
        }
    }
}

impl Run<'_> {
    /// What became of each function, if that is wanted.
    pub fn trace(&mut self, written: &Written) -> Option<Trace> {
        let mut tracing = self.tracing.take()?;
        self.put_arc_first(&mut tracing);
        let costs = Costs::new(self, written, &tracing);
        let present =
            |func: &Func| tracing.originals[*func].is_some() || costs.written.contains_key(func);
        let funcs: Vec<Func> = self.input.module.funcs.keys().filter(present).collect();
        let measured: Vec<_> = funcs.par_iter().map(|&func| costs.of(func)).collect();
        let fates: Vec<_> =
            funcs.iter().map(|&func| self.fate(func, costs.written.contains_key(&func))).collect();
        let mut traced: FxHashMap<Func, Traced> =
            std::mem::take(&mut tracing.traced).into_iter().map(|it| (it.func, it)).collect();
        let functions = funcs.into_iter().zip(measured).zip(fates);
        let functions = functions.map(|((func, Measured { before, after, saved }), fate)| {
            let (changes, calls) =
                traced.remove(&func).map_or((0, Vec::new()), |it| (it.changes, it.inlined));
            let inlined = self.candidates.provenance(func).inlined.iter().map(|&callee| {
                let known = calls.iter().find(|(known, _)| *known == callee);
                (callee, known.map_or(1, |(_, calls)| *calls))
            });
            let inlined = inlined.collect();
            let history = tracing.histories.remove(&func);
            let name = self.input.module.func_label(func);
            let asked = tracing.wanted.names(&self.input.module, func);
            FunctionTrace {
                func,
                name,
                asked,
                before,
                after,
                saved,
                fate,
                inlined,
                changes,
                history,
            }
        });
        Some(Trace { functions: functions.collect(), locations: None })
    }

    /// Puts what pass `arc` did ahead of all others at the start of histories.
    fn put_arc_first(&mut self, tracing: &mut Tracing<'_>) {
        for (func, history) in &mut tracing.histories {
            if let Some(mut remarks) = tracing.arc_remarks.remove(func) {
                remarks.append(&mut history.remarks);
                history.remarks = remarks;
            }
            let Some(original) = &tracing.originals[*func] else { continue };
            if !self.replaced.contains(func) {
                continue;
            }
            let original = Body::Raw(original.clone());
            let body = std::mem::replace(&mut self.input.module.funcs[*func].body, original);
            let lifted = self.input.source.lift(&self.input.module, *func);
            self.input.module.funcs[*func].body = body;
            let Ok(function) = lifted else { continue };
            let first = Snapshot::new(&self.input.module, &function, Some(&history.first));
            let after = Some(std::mem::replace(&mut history.first, first));
            let drawings = tracing.arc_drawings.remove(func).unwrap_or_default();
            let phase = schedule::MODULE.name;
            let step = HistoryStep {
                pass: Pass::Arc.name(),
                phase,
                counters: Vec::new(),
                after,
                drawings,
            };
            history.steps.insert(0, step);
        }
    }

    /// Counts what became of the functions of the input.
    pub fn count_fates(&mut self, written: &Written) {
        let mut is_written: EntitySet<Func> = EntitySet::new();
        for &(func, _) in &written.bodies {
            is_written.insert(func);
        }
        let mut counts = Functions { total: self.report.functions.total, ..Functions::default() };
        for (func, data) in &self.input.module.funcs {
            if matches!(data.body, Body::Import) {
                continue;
            }
            *match self.fate(func, is_written.contains(func)) {
                Fate::Rewritten => &mut counts.rewritten,
                Fate::Kept => &mut counts.kept,
                Fate::Copied(_) => &mut counts.copied,
                Fate::Large => &mut counts.large,
                Fate::Removed | Fate::Merged(_) => &mut counts.removed,
                Fate::Failed(_) => &mut counts.failed,
            } += 1;
        }
        self.report.functions = counts;
    }

    /// What became of a function that is in the output or not.
    fn fate(&self, func: Func, is_written: bool) -> Fate {
        if self.report.input_kept {
            return Fate::Kept;
        }
        if !is_written {
            return if self.input.merged.is_merged(func) {
                Fate::Merged(self.input.merged.resolve(func))
            } else {
                Fate::Removed
            };
        }
        self.candidates.fate(func)
    }
}

/// The costs of a function's bodies.
struct Measured {
    before: Option<Measure>,
    after: Option<Measure>,
    /// [`FunctionTrace::saved`].
    saved: i64,
}

/// The costs of bodies before and after.
struct Costs<'r, 'o> {
    run: &'r Run<'o>,
    wasm: &'r [u8],
    originals: &'r SecondaryMap<Func, Option<Range<usize>>>,
    inlining: Inlining,
    written: FxHashMap<Func, Range<usize>>,
}

impl<'r, 'o> Costs<'r, 'o> {
    fn new(run: &'r Run<'o>, written: &'r Written, tracing: &'r Tracing<'_>) -> Self {
        let funcs: Vec<Func> = written.bodies.iter().map(|&(func, _)| func).collect();
        let inlining = Inlining::new(&run.input, &run.candidates, &funcs);
        let wasm = &written.wasm;
        let written = written.bodies.iter().cloned().collect();
        Costs { run, wasm, originals: &tracing.originals, inlining, written }
    }

    /// Those of a function.
    fn of(&self, func: Func) -> Measured {
        let measure = |bytes: &[u8], operators: u64, time: f64| Measure {
            bytes: bytes.len() as u64,
            operators,
            time,
        };
        let plain = |bytes: &[u8]| {
            let cost = BodyCost::of(bytes).unwrap_or_default();
            measure(bytes, cost.operators, cost.times()[1] as f64)
        };
        let original =
            self.originals[func].clone().map(|range| &self.run.input.module.bytes[range]);
        if self.run.report.input_kept {
            let before = original.map(plain);
            return Measured { before, after: before, saved: 0 };
        }
        let new = self.written.get(&func).map(|range| &self.wasm[range.clone()]);
        let Some(new) = new.filter(|_| self.run.candidates.is_new(func)) else {
            return Measured { before: original.map(plain), after: new.map(plain), saved: 0 };
        };
        let (cost, cost_before) = {
            let Run { input, candidates, .. } = self.run;
            let original = BodyEstimate::of(original.unwrap_or_default()).unwrap_or_default();
            self.inlining.costs(input, candidates, func, &original)
        };
        let [time, time_before] = cost.times_beside(&cost_before);
        Measured {
            before: original.map(|bytes| measure(bytes, cost_before.operators, time_before)),
            after: Some(measure(new, cost.operators, time)),
            saved: original.map_or(0, |_| cost_before.size as i64 - cost.size as i64),
        }
    }
}

#[cfg(test)]
mod tests;
