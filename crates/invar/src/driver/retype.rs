//! Modules with objects: types are changed for the whole module (`refine-types`), before the passes and again behind
//! them, since passes remove reads, casts and arguments. The functions that refer to what has another type are then
//! taken through their passes once more, the others keep their bodies in modules of more than 256 KiB of code. A run
//! whose output is too large is not taken.
//!
//! What a module may grow by is counted from the input of the first run, without the custom sections that are dropped.
//! Custom passes run once only.

use super::bodies::{self, Source};
use super::{Done, Progress, Task, growth, locations};
use crate::driver;
use crate::error::Error;
use crate::features::Feature;
use crate::locate;
use crate::options::Options;
use crate::passes::{Pass, Tally, Totals};
use crate::report::{Bug, Output, Report, millis};
use crate::schedule::Schedule;
use crate::sections;
use crate::trace::Wanted;
use invar_analysis::Fuel;
use invar_ir::entities::EntitySet;
use invar_ir::{Func, Locations, Module};
use invar_wasm::types::{self, Config, Stats};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;
use wasmparser::{CompositeInnerType, Parser, Payload};

/// How often the passes run again.
const ROUNDS: usize = 2;

/// Where the code of a module has at most so many bytes, the passes run again on all functions: callees that became
/// smaller may be inlined then. In larger modules they run on the functions that refer to what has another type.
const SMALL: u64 = 256 << 10;

/// Optimizes a core module in bytes.
pub(crate) fn optimize(
    input: &[u8],
    options: &Options,
    wanted: Option<&Wanted>,
    progress: Progress<'_>,
) -> Result<Done, Error> {
    // A module that says itself that it uses SIMD may grow less than others that are vectorized.
    let simd = options.enabled.contains(Feature::Simd);
    let schedule = Schedule::of_options(options, simd);
    if !schedule.contains(Pass::RefineTypes) || !declares_objects(input) {
        return driver::optimize(Task::new(input), options, wanted, progress);
    }
    let start = Instant::now();
    let mut rounds = Rounds::new(input, options, simd);
    let read = bodies::read(input).map_err(|error| locate::in_function(input, error))?;
    let features = read.1.features();
    let Done { mut output, mut trace, mut tried, .. } = match rounds.types(&read, false)? {
        Some(mut retyped) => {
            let locations = retyped.locations.take();
            let mut done = rounds.passes(retyped.task(None), wanted, progress)?;
            done.output = done.output.located_by(locations.as_ref());
            done
        }
        None => rounds.passes(Task { read: Some(read), ..Task::new(input) }, wanted, progress)?,
    };
    let input_sizes = crate::report::Sizes { bytes: input.len() as u64, ..output.report.input };
    let mut left = if options.custom.is_empty() { ROUNDS } else { 0 };
    let retyped = loop {
        let read = bodies::read_validated(&output.wasm, features)?;
        // Merged types are of no use to passes.
        let merge = options.closed_world && left == 0;
        match rounds.types(&read, merge)? {
            Some(mut retyped) if left > 0 && retyped.stats.helps_passes() => {
                let affected = std::mem::take(&mut retyped.affected);
                let only = (output.report.output.code_bytes > SMALL).then_some(affected);
                let locations = before(retyped.locations.take(), &output);
                let nothing = Wanted::NO_HISTORY;
                let traced = wanted.map(|_| &nothing);
                let next = rounds.passes(retyped.task(only), traced, progress)?;
                if next.output.wasm.len() > rounds.most {
                    break None;
                }
                if let Some(trace) = &mut trace {
                    trace.then(next.trace, locations.as_ref());
                }
                output = after(output.report, next.output.located_by(locations.as_ref()));
                tried = next.tried;
                left -= 1;
            }
            _ if options.closed_world && !merge => left = 0,
            retyped => break retyped,
        }
    };
    if let Some(retyped) = retyped.filter(|retyped| retyped.wasm.len() <= output.wasm.len()) {
        output.locations = before(retyped.locations, &output);
        output.wasm = retyped.wasm;
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
    Ok(Done { output, trace, tried, features })
}

/// The output of a run on the output of another one, with the reports of both.
pub(crate) fn after(first: Report, mut second: Output) -> Output {
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

/// The locations of a module that was made of an output, in the input of that one.
fn before(later: Option<Locations>, output: &Output) -> Option<Locations> {
    Some(later?.of_input_of(output.locations.as_ref()?))
}

/// A module with other types, as it was read.
struct Retyped {
    wasm: Vec<u8>,
    read: (Module, Source),
    stats: Stats,
    affected: Vec<Func>,
    /// Where its code was, if that is wanted.
    locations: Option<Locations>,
}

impl Retyped {
    /// Takes all or some functions through their passes.
    fn task(self, only: Option<Vec<Func>>) -> Task<'static> {
        let only = only.map(|funcs| {
            let mut set = EntitySet::new();
            set.extend(funcs);
            set
        });
        Task { input: self.wasm.into(), read: Some(self.read), only, ..Task::default() }
    }
}

/// How large the output of further runs may be.
pub(crate) fn most(input: &[u8], options: &Options, simd: bool) -> usize {
    if !options.guard {
        return usize::MAX;
    }
    let (bytes, growth) = growth::limit(input, options, simd);
    bytes + growth
}

/// What the runs share.
struct Rounds {
    /// The options, with the fuel that is left.
    options: Options,
    /// How large the output may be.
    most: usize,
    tally: Tally<Stats>,
    bugs: Vec<Bug>,
}

impl Rounds {
    fn new(input: &[u8], options: &Options, simd: bool) -> Self {
        let most = most(input, options, simd);
        Rounds { options: options.clone(), most, tally: Tally::default(), bugs: Vec::new() }
    }

    /// Runs the passes.
    fn passes(
        &mut self,
        task: Task<'_>,
        wanted: Option<&Wanted>,
        progress: Progress<'_>,
    ) -> Result<Done, Error> {
        let task = Task { most: Some(self.most), ..task };
        let done = driver::optimize(task, &self.options, wanted, progress)?;
        self.options.fuel = done.output.report.fuel_left;
        Ok(done)
    }

    /// A module with other types. `None` if it stays as it is, or would be larger than the output may be.
    fn types(
        &mut self,
        (module, source): &(Module, Source),
        merge: bool,
    ) -> Result<Option<Retyped>, Error> {
        let start = Instant::now();
        let config = Config {
            closed_world: self.options.closed_world,
            traps_never_happen: self.options.traps_never_happen,
            merge,
            locate: self.options.locations,
        };
        let fuel = self.options.fuel.map_or_else(Fuel::unlimited, Fuel::limited);
        let run = || source.with_other_types(module, config, &fuel);
        let found =
            catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err("it panicked".to_owned()));
        self.options.fuel = fuel.left();
        let found = found.and_then(|found| {
            let Some(found) = found else { return Ok(None) };
            let types::Retyped { wasm, stats, affected, locations } = found;
            // This validates it.
            let read = bodies::read(&wasm).map_err(|error| error.to_string())?;
            let locates = source.locates(&self.options);
            let locations = locates.then(|| locations::of_retyped(module, &read.0, locations));
            Ok(Some(Retyped { wasm, read, stats, affected, locations }))
        });
        match found {
            Ok(Some(retyped)) if retyped.wasm.len() <= self.most => {
                self.tally.record(start.elapsed(), &retyped.stats);
                Ok(Some(retyped))
            }
            Ok(_) => Ok(None),
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
