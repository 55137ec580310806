//! Rounds for facts about the module that only optimized bodies give: an argument that is a constant at every call
//! that is left, a call through a table whose index became a constant, a global that nothing writes any more, a
//! function of which one call is left.
//!
//! The output of a run is looked at as an input would be ([`call_facts`]). If facts change functions of it, these are
//! taken through their passes once more, with the functions that they call directly now; the others stay as they are.
//! So facts always rest on the bodies of one module, in which no body will be reverted. A run whose output is too
//! large is not taken.
//!
//! Last, a small module, and any at `-O4`, is optimized again as a whole, without growing: what passes leave behind
//! that come late, others find that come early.
//!
//! Not at `-O1`, not with a list of passes or with custom passes, which run once only.
//!
//! Cost: three walks over the code of the output, if nothing changes.

use super::bodies::{self, Source};
use super::{Done, Progress, Task, retype};
use crate::driver;
use crate::error::Error;
use crate::features::Feature;
use crate::options::{ArcMode, Level, Options};
use crate::passes::{LOOP_COPIES, Pass};
use crate::report::{Output, millis};
use crate::schedule::Schedule;
use crate::trace::{Trace, Wanted};
use invar_analysis::{CallGraph, Fuel};
use invar_interprocedural::{Merged, call_facts, constant_fields, merge_similar};
use invar_ir::entities::{EntityRef, EntitySet};
use invar_ir::{Body, Func, Keep, Module};
use std::time::Instant;

/// How often functions are optimized again.
const ROUNDS: usize = 2;

/// A callee of a call that is direct now is optimized again, to be inlined, if it has at most so many bytes.
const MOST_CALLEE: usize = 2 << 10;

/// A module with more bytes of code is optimized again only where the affected functions are at least one of so many
/// bytes of it: a run takes a few hundredths of the time of the first one, whatever it changes.
const LARGE: usize = 64 << 10;
/// See [`LARGE`].
const SHARE: usize = 32;

/// A module with at most so many bytes of code is optimized again as a whole, which takes some hundredths of a second.
const SMALL: u64 = 32 << 10;

/// Optimizes a core module in bytes.
pub(crate) fn optimize(
    input: &[u8],
    options: &Options,
    wanted: Option<&Wanted>,
    progress: Progress<'_>,
) -> Result<(Output, Option<Trace>), Error> {
    let start = Instant::now();
    if !is_repeated(options) {
        let Done { output, trace, .. } = retype::optimize(input, options, wanted, progress)?;
        return Ok((output, trace));
    }
    let mut first = options.clone();
    first.disabled.push(Pass::MergeSimilar);
    let done = retype::optimize(input, &first, wanted, progress)?;
    // Reference counts were removed, and loops were copied, in the first run.
    let mut again = Options { arc: ArcMode::Off, print_after: None, ..first };
    again.disabled.extend(LOOP_COPIES);
    let most = retype::most(input, options, options.enabled.contains(Feature::Simd));
    let mut repeated = Repeated { done, wanted };
    for round in 0..=ROUNDS {
        let looking = Instant::now();
        let Some(read) = repeated.read()? else { break };
        let mut only = EntitySet::new();
        if round < ROUNDS {
            only = affected(&read, &again, &repeated.done.tried);
        }
        let output = &mut repeated.done.output;
        let is_whole = only.is_empty();
        if is_whole && (output.report.output.code_bytes <= SMALL || options.level == Level::O4) {
            only.extend(read.0.funcs.keys());
            // Loops for the iterations that vectors leave are not vectorized. What was refused would be said twice.
            again.disabled.push(Pass::LoopVectorize);
            again.remarks = false;
        }
        output.report.add_phase("facts", millis(looking.elapsed()));
        let bytes = output.wasm.len();
        let most = if is_whole { bytes } else { most.max(bytes) };
        if only.is_empty() || !repeated.run(read, only, most, &mut again)? || is_whole {
            break;
        }
    }
    if Schedule::of_options(options, false).contains(Pass::MergeSimilar)
        && let Some(read) = repeated.read()?
        && merge_similar::any(&read.0)
    {
        again.disabled.retain(|&pass| pass != Pass::MergeSimilar);
        let less = repeated.done.output.wasm.len().saturating_sub(1);
        // It adds the functions that it changes.
        repeated.run(read, EntitySet::new(), less, &mut again)?;
    }
    let Done { mut output, trace, .. } = repeated.done;
    output.report.time_ms = millis(start.elapsed());
    Ok((output, trace))
}

/// What runs on a module gave so far.
struct Repeated<'a> {
    done: Done,
    wanted: Option<&'a Wanted>,
}

impl Repeated<'_> {
    /// The output, as the input of a further run. `None` if there is nothing to do for one.
    fn read(&self) -> Result<Option<(Module, Source)>, Error> {
        let Output { wasm, report, .. } = &self.done.output;
        let is_over = report.input_kept || report.fuel_left == Some(0);
        (!is_over).then(|| bodies::read_validated(wasm, self.done.features)).transpose()
    }

    /// Takes these functions through their passes. Returns whether the output is taken: not if it has more bytes than
    /// this.
    fn run(
        &mut self,
        read: (Module, Source),
        only: EntitySet<Func>,
        most: usize,
        options: &mut Options,
    ) -> Result<bool, Error> {
        let Done { output, trace, tried, .. } = &mut self.done;
        options.fuel = output.report.fuel_left;
        let (input, input_bytes) = (output.wasm.clone(), output.report.input.bytes);
        let task =
            Task { input: input.into(), read: Some(read), most: Some(most), only: Some(only) };
        let nothing = Wanted::NO_HISTORY;
        let traced = self.wanted.map(|_| &nothing);
        let next = driver::optimize(task, options, traced, &|_, _| ())?;
        if next.output.wasm.len() > most || next.output.report.input_kept {
            return Ok(false);
        }
        *tried = next.tried;
        if let Some(trace) = trace {
            trace.then(next.trace, output.locations.as_ref());
        }
        let next = next.output.located_by(output.locations.as_ref());
        let before = std::mem::take(&mut output.report);
        *output = retype::after(before, next);
        output.report.input.bytes = input_bytes;
        Ok(true)
    }
}

/// Whether options ask for more than one round.
fn is_repeated(options: &Options) -> bool {
    let schedule = Schedule::of_options(options, false);
    options.level > Level::O1
        && !schedule.exact
        && options.custom.is_empty()
        && schedule.contains(Pass::CallFacts)
}

/// The functions of an output that are optimized again: those that facts change, what they call directly now, and
/// functions of which one call is left, with the caller. None if they are too few of a large module.
fn affected((module, _): &(Module, Source), options: &Options, tried: &[usize]) -> EntitySet<Func> {
    let keep = Keep::everything(module).funcs;
    let (merged, fuel) = (Merged::default(), Fuel::unlimited());
    let graph = CallGraph::new(module);
    let closed = options.closed_world;
    let (fields, _) = constant_fields::run(module, &keep, &merged, closed, &fuel);
    let is_private = |func| graph.is_private(func);
    let (facts, _) = call_facts::run(module, &keep, &merged, is_private, fields, &fuel);
    let imported = module.funcs.values().filter(|data| data.import.is_some()).count();
    let mut affected = facts.changed.clone();
    let defined = module.funcs.keys().filter(|&func| module.funcs[func].import.is_none());
    let single: Vec<Func> = defined.filter(|&func| graph.is_only_call(func)).collect();
    affected.extend(single);
    for position in tried {
        affected.remove(Func::new(imported + position));
    }
    // The caller may inline a function with one call.
    let is_single = |func: &Func| affected.contains(*func) && graph.is_only_call(*func);
    let single: Vec<Func> = module.funcs.keys().filter(is_single).collect();
    affected.extend(single.iter().flat_map(|&func| graph.callers(func)).copied());
    let is_small = |func: &Func| match &module.funcs[*func].body {
        Body::Raw(range) => range.len() <= MOST_CALLEE,
        _ => false,
    };
    let changed = module.funcs.keys().filter(|&func| affected.contains(func));
    let callees: Vec<Func> =
        changed.flat_map(|func| facts.callees(func)).filter(is_small).collect();
    affected.extend(callees);
    let bytes = |func: Func| match &module.funcs[func].body {
        Body::Raw(range) => range.len(),
        _ => 0,
    };
    let code: usize = module.funcs.keys().map(bytes).sum();
    let again =
        module.funcs.keys().filter(|&func| affected.contains(func)).map(bytes).sum::<usize>();
    if options.goals().size == 0 && code > LARGE && again * SHARE < code {
        return EntitySet::new();
    }
    affected
}
