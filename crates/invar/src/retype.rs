//! Modules with objects: types are changed for the whole module (`refine-types`), before the passes and again behind them,
//! since passes remove reads, casts and arguments. If that may help passes, they run once more on their own output.
//!
//! What a module may grow by is counted from the input of the first run, without the custom sections that are dropped.
//! Custom passes run once only.

use crate::bodies;
use crate::error::Error;
use crate::features::Feature;
use crate::options::Options;
use crate::passes::{Pass, Tally, Totals};
use crate::pipeline::{self, Progress};
use crate::report::{Bug, Output, Report, millis};
use crate::schedule::Schedule;
use crate::sections;
use crate::trace::{Trace, Wanted};
use invar_ir::Fuel;
use invar_wasm::types::{self, Config, Stats};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;
use wasmparser::{CompositeInnerType, Parser, Payload};

/// How often the passes run again.
const ROUNDS: usize = 2;

/// Optimizes a core module in bytes.
pub(crate) fn optimize(
    input: &[u8],
    options: &Options,
    wanted: Option<&Wanted>,
    progress: Progress<'_>,
) -> Result<(Output, Option<Trace>), Error> {
    // A module that says itself that it uses SIMD may grow less than others that are vectorized.
    let simd = options.enabled.contains(Feature::Simd);
    let schedule = Schedule::of_options(options, simd);
    if !schedule.contains(Pass::RefineTypes) || !declares_objects(input) {
        return pipeline::optimize(input, options, None, wanted, progress);
    }
    let start = Instant::now();
    let mut rounds = Rounds { options: options.clone(), tally: Tally::default(), bugs: Vec::new() };
    // An input that cannot be read is reported by the pipeline.
    let before = rounds.types(input, false)?;
    let kept = sections::without_dropped(input, options).len();
    let most = kept + options.level.growth(kept, simd && options.vectorize);
    let first = before.as_ref().map_or(input, |(wasm, _)| wasm);
    let (mut output, mut trace) =
        pipeline::optimize(first, &rounds.options, Some(most), wanted, progress)?;
    let input_sizes = crate::report::Sizes { bytes: input.len() as u64, ..output.report.input };
    let again = if options.custom.is_empty() { ROUNDS } else { 0 };
    for _ in 0..again {
        rounds.options.fuel = output.report.fuel_left;
        let Some((wasm, stats)) = rounds.types(&output.wasm, false)? else { break };
        if !stats.helps_passes() {
            break;
        }
        let (next, next_trace) =
            pipeline::optimize(&wasm, &rounds.options, Some(most), wanted, progress)?;
        trace = next_trace;
        output = after(output.report, next);
    }
    rounds.options.fuel = output.report.fuel_left;
    if let Some((wasm, _)) = rounds.types(&output.wasm, options.closed_world)?
        && wasm.len() <= output.wasm.len()
    {
        output.wasm = wasm;
    }
    if options.guard && output.wasm.len() > most {
        // What goes through locals since it is removed may take more than it did.
        return pipeline::optimize(input, options, None, wanted, progress);
    }
    let report = &mut output.report;
    report.fuel_left = rounds.options.fuel;
    let mut totals = Totals { refine_types: rounds.tally, ..Totals::default() };
    totals.refine_types.runs = totals.refine_types.runs.max(1);
    let mut own = Report::default();
    own.set_passes(&totals);
    report.passes.extend(own.passes);
    report.passes.sort_by_key(|pass| pass.name.parse::<Pass>().ok());
    report.bugs.extend(rounds.bugs);
    report.input = input_sizes;
    report.output.bytes = output.wasm.len() as u64;
    report.output.debug_bytes = sections::debug_bytes(&output.wasm);
    report.time_ms = millis(start.elapsed());
    if let (true, Some(bug)) = (options.strict, report.bugs.first()) {
        return Err(Error::new(format!("bug: {bug}")));
    }
    Ok((output, trace))
}

/// The output of a run on the output of another one, with the reports of both.
fn after(first: Report, mut second: Output) -> Output {
    let functions = crate::report::Functions {
        removed: first.functions.removed + second.report.functions.removed,
        ..first.functions
    };
    let (input, output, kept) = (first.input, second.report.output, first.input_kept);
    let mut report = first;
    report.warnings.clear();
    second.report.input_kept &= kept;
    let input_kept = second.report.input_kept;
    report.merge(second.report);
    (report.functions, report.input, report.output) = (functions, input, output);
    report.input_kept = input_kept;
    Output { report, ..second }
}

/// What the runs share.
struct Rounds {
    /// The options, with the fuel that is left.
    options: Options,
    tally: Tally<Stats>,
    bugs: Vec<Bug>,
}

impl Rounds {
    /// A module with other types. `None` if it stays as it is, or cannot be read.
    fn types(&mut self, wasm: &[u8], merge: bool) -> Result<Option<(Vec<u8>, Stats)>, Error> {
        let start = Instant::now();
        let Ok((module, source)) = bodies::read(wasm) else { return Ok(None) };
        let config = Config {
            closed_world: self.options.closed_world,
            traps_never_happen: self.options.traps_never_happen,
            merge,
        };
        let fuel = self.options.fuel.map_or_else(Fuel::unlimited, Fuel::limited);
        let run = || source.with_other_types(&module, config, &fuel);
        let found =
            catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err("it panicked".to_owned()));
        self.options.fuel = fuel.left();
        match found {
            Ok(Some((wasm, stats))) => {
                self.tally.record(start.elapsed(), &stats);
                Ok(Some((wasm, stats)))
            }
            Ok(None) => Ok(None),
            Err(message) => {
                let func = "module".to_owned();
                self.bugs.push(Bug { func, stage: types::STAGE, message });
                Ok(None)
            }
        }
    }
}

/// Whether a module declares structs or arrays.
fn declares_objects(wasm: &[u8]) -> bool {
    for payload in Parser::new(0).parse_all(wasm) {
        match payload {
            Ok(Payload::TypeSection(groups)) => {
                let types = groups.into_iter().flatten().flat_map(|group| group.into_types());
                return types.into_iter().any(|ty| {
                    let inner = &ty.composite_type.inner;
                    matches!(inner, CompositeInnerType::Struct(_) | CompositeInnerType::Array(_))
                });
            }
            Ok(Payload::CodeSectionStart { .. }) | Err(_) => return false,
            Ok(_) => {}
        }
    }
    false
}
