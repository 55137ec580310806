//! The driver: from a module in bytes to a better one.
//!
//! ```text
//! bytes ── read ──> Input ── module passes ──> functions, in waves, each in parallel: lift, passes, verify, lower
//!                                                  │
//! bytes <── emit <── choose <── Candidates <───────┘
//! ```
//!
//! [`input`]: what does not change while functions are optimized. [`function`]: one function on its way.
//! [`candidates`]: the bodies of each function. [`choose`]: which are taken. [`emit`]: the output, valid and within
//! its size. [`execute`]: new bodies beside their originals. [`retype`]: rounds for modules with objects. [`rounds`]:
//! rounds for facts that optimized bodies give.
//!
//! *Never wrong*: a function whose result does not verify or validate, or in which a pass fails, keeps its
//! original body, and the bug is counted, even where the original would have been kept anyway, so that
//! no bug is hidden. *Guard*: a function keeps its original body where
//! the result is no better by the cost model. A module that is larger than its level allows gives copies back, then becomes
//! that of `-Os`, and at last the input. *Same bytes*
//! for any number of threads: functions are independent and results are collected in order.
//! At most as many functions are in SSA form at a time as there are threads.

pub(crate) mod bodies;
pub(crate) mod candidates;
pub(crate) mod choose;
pub(crate) mod emit;
mod execute;
pub(crate) mod function;
mod function_passes;
mod growth;
pub(crate) mod input;
mod locations;
mod module_passes;
pub(crate) mod retype;
pub(crate) mod rounds;
mod tasks;
mod validate;

use crate::custom::CustomTotals;
use crate::error::Error;
use crate::features::Features;
use crate::locate;
use crate::options::{ArcMode, Level, Options};
use crate::passes::Totals;
use crate::report::*;
use crate::schedule::Schedule;
use crate::sections;
use crate::toolchain;
use crate::trace::{Fate, Trace, Tracing, Wanted};
use bodies::Source;
use candidates::{Candidates, NewBody};
use choose::FEW;
use emit::Written;
use function::{Batch, Outcome};
use function_passes::FunctionPassInputs;
use input::Input;
use invar_analysis::{Counters, Goals, Provenance};
use invar_arc::runtimes::table::Table;
use invar_graph::module_graph::Omega;
use invar_ir::entities::EntitySet;
use invar_ir::{Body, Func, Module};
use module_passes::{ModuleFacts, REPLACING};
use std::borrow::Cow;
use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};
use wasmparser::WasmFeatures;

/// A callback for progress: how many bytes of function bodies are done, and how many there are.
pub(crate) type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// A core module that is to be optimized.
#[derive(Default)]
pub(crate) struct Task<'a> {
    pub input: Cow<'a, [u8]>,
    /// The module as it was read, if it was.
    pub read: Option<(Module, Source)>,
    /// How large the output may be, if that does not follow from the input.
    pub most: Option<usize>,
    /// The functions that are taken through their passes, if these are not all.
    pub only: Option<EntitySet<Func>>,
}

impl<'a> Task<'a> {
    /// All functions of a module in bytes.
    pub fn new(input: &'a [u8]) -> Self {
        Task { input: input.into(), ..Task::default() }
    }
}

/// What a run on a core module gives.
pub(crate) struct Done {
    pub output: Output,
    pub trace: Option<Trace>,
    /// Of the functions that the output defines, by position: those on which facts have had their effect. They keep
    /// their originals though facts changed their new bodies, or they had one call only before.
    pub tried: Vec<usize>,
    /// The proposals that the input was read with.
    pub features: WasmFeatures,
}

/// Optimizes a core module.
pub(crate) fn optimize(
    mut task: Task<'_>,
    options: &Options,
    wanted: Option<&Wanted>,
    progress: Progress<'_>,
) -> Result<Done, Error> {
    let start = Instant::now();
    let (mut replaces, mut bugs) = (true, Vec::new());
    loop {
        let reading = Instant::now();
        let (module, source) = match task.read.take() {
            Some(read) => read,
            None => bodies::read(&task.input)
                .map_err(|error| locate::in_function(&task.input, error))?,
        };
        let mut run = Run::of_bytes(&task, options, module, source);
        run.tracing = wanted.map(|wanted| Tracing::new(wanted, &run.input.module));
        run.report.bugs = std::mem::take(&mut bugs);
        if !replaces {
            run.input.tables.clear();
            run.input.schedule.module.retain(|pass| !REPLACING.contains(pass));
        }
        run.phase("read", reading.elapsed());
        run.check_annotations()?;
        run.functions(true, progress)?;
        let written = run.write()?;
        if run.is_replacement_broken() {
            // Functions that changed together cannot be reverted one by one.
            (replaces, bugs) = (false, run.report.bugs);
            continue;
        }
        let written = match written {
            Some(written) => written,
            None => {
                run.report.input_kept = true;
                run.input_without_dropped().expect("it was read from bytes")
            }
        };
        if run.report.input_kept && run.report.bugs.is_empty() && run.may_be_for_size() {
            // What grew for speed was given back, and with it what is smaller and faster.
            let options = Options { level: Level::Os, ..options.clone() };
            let Task { input, most, only, .. } = &task;
            let task = Task { most: *most, only: only.clone(), ..Task::new(input) };
            let mut smaller = optimize(task, &options, wanted, progress)?;
            if !smaller.output.report.input_kept {
                smaller.output.report.hints.push(FOR_SIZE.to_owned());
                return Ok(smaller);
            }
        }
        return Ok(run.finish(written, start));
    }
}

/// The hint for a module that has the section of object files and no relocations.
const LINKING: &str = "the section `linking` is left out: its symbols would be wrong, and without sections \
    `reloc.*` the module is linked already";

/// The hint, beside remarks, for a module whose loops are not looked at for vectors.
const WITHOUT_SIMD: &str = "the output may not use SIMD: no loop is vectorized (--enable-simd)";

/// The hint of an output that was optimized for size.
const FOR_SIZE: &str =
    "optimized for speed, the output was larger than allowed: it was optimized for size";

/// A hint for a module with a runtime that is known, whose counts are left alone.
fn counts_references(module: &Module) -> Option<String> {
    static TABLES: LazyLock<Vec<Table>> = LazyLock::new(Table::built_in);
    let found = TABLES.iter().find(|table| table.find(module).is_some())?;
    let name = &found.runtime.name;
    Some(format!("the module has the runtime `{name}`: --arc auto removes redundant counts"))
}

/// Why the table of a runtime that was asked for does not match a module, if it does not.
pub(crate) fn table_mismatch(input: &[u8], options: &Options) -> Result<Option<String>, Error> {
    let ArcMode::Table(table) = &options.arc else { return Ok(None) };
    Ok(table.0.mismatch(&bodies::read(input)?.0))
}

/// Optimizes a module that is in SSA form.
pub(crate) fn optimize_module(
    module: Module,
    options: &Options,
    wanted: Option<&Wanted>,
    progress: Progress<'_>,
) -> Result<(Output, Option<Trace>), Error> {
    let start = Instant::now();
    let mut run = Run::new(options, module, Source::ssa());
    run.tracing = wanted.map(|wanted| Tracing::new(wanted, &run.input.module));
    run.input.proposals.allowed = WasmFeatures::all();
    run.check_annotations()?;
    run.functions(true, progress)?;
    run.lower_rest()?;
    let written = run.write()?;
    let broken = || Error::new(format!("cannot be written: {}", run.report.bugs[0]));
    let written = written.ok_or_else(broken)?;
    let Done { output, trace, .. } = run.finish(written, start);
    Ok((output, trace))
}

/// Runs the passes and leaves the functions in SSA form, all of them in memory.
pub(crate) fn to_ir(
    (module, source): (Module, Source),
    options: &Options,
) -> Result<(Module, Report), Error> {
    let mut run = Run::new(options, module, source);
    run.functions(false, &|_, _| ())?;
    run.report_passes();
    run.report.remarks.extend(run.candidates.take_remarks());
    Ok((run.input.module, run.report))
}

/// How many times as many bytes as are to be given back functions grew by of which bodies without copies are made, to
/// the power of the round: such a body is seldom as small as the original.
const SMALLER_BY: u64 = 2;

/// One module in the driver.
pub(crate) struct Run<'a> {
    pub input: Input<'a>,
    /// How large the output may be, if that does not follow from the input.
    pub most: Option<usize>,
    /// The functions that are taken through their passes, if these are not all.
    only: Option<EntitySet<Func>>,
    pub candidates: Candidates,
    /// What function passes were given, to run them once more.
    given: Option<FunctionPassInputs>,
    /// The functions that passes over the module replaced, or added. They are kept or reverted together.
    pub replaced: Vec<Func>,
    pub totals: Totals,
    custom: CustomTotals,
    pub report: Report,
    /// What is collected for a report, if one is wanted.
    pub tracing: Option<Tracing<'a>>,
}

impl<'a> Run<'a> {
    pub fn new(options: &'a Options, module: Module, source: Source) -> Self {
        let candidates = Candidates::new(module.funcs.len());
        Run {
            input: Input::new(options, module, source),
            most: None,
            only: None,
            candidates,
            given: None,
            replaced: Vec::new(),
            totals: Totals::default(),
            custom: CustomTotals::default(),
            report: Report::default(),
            tracing: None,
        }
    }

    /// A module that was read from the bytes of a task.
    fn of_bytes(task: &Task<'_>, options: &'a Options, module: Module, source: Source) -> Self {
        let mut run = Run::new(options, module, source);
        (run.most, run.only) = (task.most, task.only.clone());
        let Input { module, source, goals, proposals, schedule, .. } = &mut run.input;
        goals.stack_abi |=
            options.assumes_by_toolchain() && toolchain::keeps_stack_abi(&task.input, module);
        let known = source.input().expect("it was read from bytes");
        run.report.input = Sizes {
            bytes: task.input.len() as u64,
            code_bytes: known.code_bytes(),
            debug_bytes: sections::debug_bytes(&task.input),
        };
        proposals.add_used(known.features);
        proposals.simd |= known.features.simd();
        *schedule = Schedule::of_options(options, proposals.simd);
        let hints = &mut run.report.hints;
        if let ArcMode::Off = options.arc {
            hints.extend(counts_references(module));
        }
        if known.linking().is_some() {
            hints.push(LINKING.to_owned());
        }
        let for_vectors = matches!(options.level, Level::O3 | Level::O4)
            && options.vectorize
            && options.passes.is_none();
        if options.remarks && for_vectors && !proposals.simd {
            hints.push(WITHOUT_SIMD.to_owned());
        }
        run
    }

    pub fn phase(&mut self, name: &'static str, time: Duration) {
        self.report.add_phase(name, millis(time));
    }

    /// Whether a module whose output is too large is optimized for size.
    fn may_be_for_size(&self) -> bool {
        let Options { level, custom, .. } = self.input.options;
        *level != Level::O0 && level.size() == 0 && custom.is_empty()
    }

    /// Passes over the module, then those over the functions that stay.
    pub fn functions(&mut self, to_wasm: bool, progress: Progress<'_>) -> Result<(), Error> {
        let start = Instant::now();
        for (func, uses) in self.input.scan() {
            self.input.proposals.add_used(uses.features.0);
            self.candidates.set_original(func, uses);
        }
        self.phase("scan", start.elapsed());
        let ModuleFacts { keep, calls, graph } = self.module_passes();
        let module = &self.input.module;
        let defined = |func: &Func| !matches!(module.funcs[*func].body, Body::Import);
        let mut funcs: Vec<Func> = module.funcs.keys().filter(defined).collect();
        self.report.functions.total = funcs.len() as u64;
        funcs.retain(|&func| keep.funcs.contains(func));
        self.report.functions.removed = self.report.functions.total - funcs.len() as u64;
        if let Some(only) = &self.only {
            funcs.retain(|&func| only.contains(func));
        }
        let graph = self
            .input
            .schedule
            .looks_at_callees()
            .then(|| graph.unwrap_or_else(|| self.input.call_graph(&keep, &calls)));
        let growth = self.input.options.guard.then(|| self.size_and_growth().1);
        let mut given = FunctionPassInputs::new(&self.input, funcs, calls, graph, growth);
        let goals = self.input.goals;
        let wanted = self.tracing.as_ref().map(|tracing| tracing.wanted);
        let batch = given.run_passes(&self.input, goals, wanted, to_wasm, progress);
        self.given = Some(given);
        self.collect(batch)
    }

    /// Makes bodies without copies of code for speed, of functions that have become larger: of those that save the
    /// least time for each byte, as many as may give back `over` bytes; with each round (from 1 on), more. Of their
    /// callees these functions see what the first run published; callees that were inlined and whose bodies are gone
    /// are made again, too. `made` are the functions that were made again. Returns whether there were any.
    fn make_smaller(
        &mut self,
        funcs: &[Func],
        over: usize,
        made: &mut EntitySet<Func>,
        round: u32,
    ) -> Result<bool, Error> {
        if !self.totals.copied_for_speed() {
            return Ok(false);
        }
        let mut grown = self.candidates.least_useful(&self.input, funcs);
        grown.retain(|growth| !made.contains(growth.func));
        if grown.len() > FEW {
            let most = SMALLER_BY.saturating_pow(round).saturating_mul(over as u64);
            let mut bytes = 0;
            let enough = grown.iter().position(|growth| {
                bytes += growth.bytes;
                bytes > most
            });
            grown.truncate(enough.map_or(grown.len(), |last| last + 1).max(FEW));
        }
        if grown.is_empty() {
            return Ok(false);
        }
        let Some(mut given) = self.given.take() else { return Ok(false) };
        made.extend(grown.iter().map(|growth| growth.func));
        let all = given.funcs.clone();
        let inlined = |func| &self.candidates.provenance(func).inlined[..];
        given.retain_with_inlined(grown.iter().map(|growth| growth.func).collect(), inlined);
        let goals = Goals { keep_size: true, ..self.input.goals };
        let batch = given.run_passes(&self.input, goals, None, true, &|_, _| ());
        given.funcs = all;
        self.given = Some(given);
        for (func, outcome) in batch.outcomes {
            if let Outcome::New(body, _) = outcome
                && self.candidates.is_new(func)
            {
                self.candidates.add_fewer_copies(func, vec![*body]);
            }
        }
        self.report.bugs.extend(batch.bugs);
        self.phase("lift", batch.times.lift);
        self.phase("lower", batch.times.lower);
        self.check_strict()?;
        Ok(true)
    }

    /// Lowers the functions in SSA form that got no new body, since the writer refuses
    /// them or a pass failed, as they were: they have no original bytes to copy.
    fn lower_rest(&mut self) -> Result<(), Error> {
        let keep = self.live();
        let Input { module, options, proposals, .. } = &self.input;
        for (func, data) in &module.funcs {
            if let Body::Ssa(function) = &data.body
                && keep.funcs.contains(func)
                && !self.candidates.is_new(func)
            {
                let uses = self.candidates.uses()[func].clone();
                let code = bodies::lower(module, (**function).clone(), options, proposals.allowed);
                let code = code.map_err(|reason| {
                    let label = module.func_label(func);
                    Error::new(format!("`{label}` cannot be written as WebAssembly: {reason}"))
                })?;
                let provenance = Provenance::default();
                let bytes = self.input.bytes(func, Some(&code)).len() as u32;
                let remarks = Vec::new();
                let estimate = OnceLock::new();
                let body = NewBody { code, bytes, uses, provenance, remarks, estimate };
                self.candidates.take(func, body);
            }
        }
        Ok(())
    }

    /// Takes over the results of the functions.
    fn collect(&mut self, batch: Batch) -> Result<(), Error> {
        let functions = &mut self.report.functions;
        self.report.analyses = batch.analyses.list();
        for (func, outcome) in batch.outcomes {
            match outcome {
                Outcome::New(body, fewer_copies) => {
                    self.candidates.take(func, *body);
                    self.candidates.add_fewer_copies(func, fewer_copies);
                    functions.rewritten += 1;
                }
                Outcome::Ssa(function, remarks) => {
                    self.candidates.set_remarks(func, remarks);
                    self.input.module.funcs[func].body = Body::Ssa(function);
                    functions.rewritten += 1;
                }
                Outcome::Copied(why) => {
                    self.candidates.set_fate(func, Fate::Copied(why));
                    functions.copied += 1;
                }
                Outcome::Large => {
                    self.candidates.set_fate(func, Fate::Large);
                    functions.large += 1;
                }
                Outcome::Failed(message) => {
                    self.candidates.set_fate(func, Fate::Failed(message));
                    functions.failed += 1;
                }
            }
        }
        self.totals.add(&batch.totals);
        self.custom.add(&batch.custom);
        self.report.by_function = batch.by_function;
        self.report.dumps = batch.dumps;
        self.report.bugs.extend(batch.bugs);
        self.phase("lift", batch.times.lift);
        self.phase("verify", batch.times.verify);
        self.phase("lower", batch.times.lower);
        if let Some(tracing) = &mut self.tracing {
            (tracing.traced, tracing.histories) = (batch.traced, batch.histories);
            self.phase("record", batch.times.record);
        }
        self.check_strict()
    }

    pub fn check_strict(&self) -> Result<(), Error> {
        match self.report.bugs.first() {
            Some(bug) if self.input.options.strict => Err(Error::new(format!("bug: {bug}"))),
            _ => Ok(()),
        }
    }

    /// Puts what passes did into the report.
    fn report_passes(&mut self) {
        self.report.set_passes(&self.totals);
        let custom = std::mem::take(&mut self.custom);
        self.report.passes.extend(custom.reports(&self.input.options.custom));
    }

    /// A hint for proposals that new bodies use, that the input's code does not, and that were not asked for: its
    /// section `target_features` names them.
    fn added_proposals(&self) -> Option<String> {
        let Input { module, options, proposals, .. } = &self.input;
        let new = module.funcs.keys().filter(|&func| self.candidates.is_new(func));
        let of_new = new.map(|func| self.candidates.uses()[func].features.0);
        let output = of_new.fold(WasmFeatures::empty(), |all, features| all | features);
        let known = proposals.used | options.enabled.bits();
        let names = Features::from_bits((output - known) & proposals.stated).names();
        (!names.is_empty()).then(|| {
            let off: Vec<String> = names.iter().map(|name| format!("--disable-{name}")).collect();
            format!(
                "the output uses {}, which the code of the input does not: its section target_features allows \
                 it ({})",
                names.join(", "),
                off.join(" ")
            )
        })
    }

    /// The functions of an output on which facts have had their effect ([`Done::tried`]).
    fn tried(&self, written: &Written) -> Vec<usize> {
        let Some(given) = &self.given else { return Vec::new() };
        let mut ran: EntitySet<Func> = EntitySet::new();
        ran.extend(given.funcs.iter().copied());
        let is_single = |func: Func| {
            let is_single = |omega: &Omega| {
                let calls = omega.calls();
                calls.is_only_call(func) && calls.callers(func).iter().all(|it| ran.contains(*it))
            };
            given.omega.as_ref().is_some_and(is_single)
        };
        let is_tried = |func: Func| {
            let is_refused = given.calls.changed.contains(func) && !self.candidates.is_new(func);
            ran.contains(func) && (is_refused || is_single(func))
        };
        let bodies = written.bodies.iter().enumerate();
        bodies.filter(|(_, (func, _))| is_tried(*func)).map(|(n, _)| n).collect()
    }

    fn finish(mut self, written: Written, start: Instant) -> Done {
        let tried = self.tried(&written);
        self.count_fates(&written);
        if self.report.input_kept {
            self.input.module.funcs.keys().for_each(|func| self.candidates.undo_remarks(func));
        }
        self.report.remarks.extend(self.candidates.take_remarks());
        let trace = self.trace(&written);
        self.report_passes();
        let hint = self.added_proposals();
        self.report.hints.extend(hint);
        self.report.fuel_left = self.input.fuel.left();
        self.report.assumptions = self.input.goals.assumptions();
        let Written { wasm, code_bytes, over, mut locations, .. } = written;
        if let Some(locations) = &mut locations {
            let is_specialized = self.input.module.funcs.values().any(|func| func.specialized);
            locations.private_frames = self.input.goals.stack_abi || is_specialized;
        }
        self.report.warnings.extend(over);
        self.report.output = Sizes {
            bytes: wasm.len() as u64,
            code_bytes,
            debug_bytes: sections::debug_bytes(&wasm),
        };
        self.report.time_ms = millis(start.elapsed());
        let output = Output { wasm, report: self.report, locations };
        Done { output, trace, tried, features: self.input.source.features() }
    }
}
