//! The whole pipeline: read, passes over the module, then each function in parallel (lift,
//! passes, verify, lower, compare with the original), write, validate.
//!
//! *Never wrong*: a function whose result does not verify or validate, or in which a pass fails, keeps its
//! original body, and the bug is counted, even where the original would have been kept anyway, so that
//! no bug is hidden. *Guard*: a function keeps its original body where
//! the result is no better by the cost model, and the input is kept where the output is larger. *Same bytes*
//! for any number of threads: functions are independent and results are collected in order.
//! At most as many functions are in SSA form at a time as there are threads.

mod module_passes;

use crate::bodies::{self, Code, Source};
use crate::custom::CustomTotals;
use crate::error::Error;
use crate::features::Features;
use crate::function::{Batch, NewBody, Outcome, Smaller, Worker};
use crate::locate;
use crate::options::{ArcMode, Level, Options};
use crate::output::Written;
use crate::passes::Totals;
use crate::report::*;
use crate::schedule::Schedule;
use crate::sections;
use crate::tasks::{in_parallel, tasks};
use crate::toolchain;
use crate::trace::{self, Fate, Trace, Traced, Tracing, Wanted};
use invar_arc::runtimes::table::Table;
use invar_graph::module_graph::{Item, Omega, last_called};
use invar_interprocedural::Merged;
use invar_interprocedural::call_facts::CallFacts;
use invar_interprocedural::uses::BodyUses;
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{Body, Counters, Fuel, Func, Goals, Module, Provenance, Summaries};
use invar_memory::recursive_param_accesses;
use module_passes::ModuleFacts;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
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

/// Optimizes a core module.
pub(crate) fn optimize(
    task: Task<'_>,
    options: &Options,
    wanted: Option<&Wanted>,
    progress: Progress<'_>,
) -> Result<(Output, Option<Trace>), Error> {
    let Task { input, mut read, most, only } = task;
    let input = &*input;
    let start = Instant::now();
    let (mut goals, mut bugs) = (options.goals(), Vec::new());
    let mut arc = options.arc.tables();
    loop {
        let reading = Instant::now();
        let (module, source) = match read.take() {
            Some(read) => read,
            None => bodies::read(input).map_err(|error| locate::in_function(input, error))?,
        };
        let mut run = Run::new(options, module, source);
        goals.stack_abi |=
            options.assumes_by_toolchain() && toolchain::keeps_stack_abi(input, &run.module);
        run.goals = goals;
        run.most = most;
        run.only.clone_from(&only);
        run.tracing = wanted.map(|wanted| Tracing::new(wanted, &run.module));
        run.tables = arc.clone();
        run.report.bugs = std::mem::take(&mut bugs);
        run.phase("read", reading.elapsed());
        let known = run.source.input().expect("it was read from bytes");
        run.report.input = Sizes {
            bytes: input.len() as u64,
            code_bytes: known.code_bytes(),
            debug_bytes: sections::debug_bytes(input),
        };
        run.features |= known.features;
        run.used |= known.features;
        let is_linked = known.linking().is_some();
        run.simd |= known.features.simd();
        run.schedule = Schedule::of_options(options, run.simd);
        run.check_annotations()?;
        if let ArcMode::Off = options.arc {
            run.report.hints.extend(counts_references(&run.module));
        }
        if is_linked {
            run.report.hints.push(LINKING.to_owned());
        }
        let for_vectors = matches!(options.level, Level::O3 | Level::O4)
            && options.vectorize
            && options.passes.is_none();
        if options.remarks && for_vectors && !run.simd {
            run.report.hints.push(WITHOUT_SIMD.to_owned());
        }
        run.functions(true, progress)?;
        let written = run.write()?;
        if run.arc_is_broken() {
            // Functions that changed their conventions together cannot be reverted one by one.
            arc.clear();
            bugs = run.report.bugs;
            continue;
        }
        let output = match written {
            Some(written) => written,
            None => {
                run.report.input_kept = true;
                run.input_without_dropped().expect("it was read from bytes")
            }
        };
        let for_speed = options.level != Level::O0 && options.level.size() == 0;
        let is_too_large = run.report.input_kept && run.report.bugs.is_empty();
        if is_too_large && for_speed && options.custom.is_empty() {
            // What grew for speed was given back, and with it what is smaller and faster.
            let options = Options { level: Level::Os, ..options.clone() };
            let task = Task { most, only, ..Task::new(input) };
            let (mut smaller, trace) = optimize(task, &options, wanted, progress)?;
            if !smaller.report.input_kept {
                smaller.report.hints.push(FOR_SIZE.to_owned());
                return Ok((smaller, trace));
            }
        }
        return Ok(run.finish(output, start));
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
    run.tracing = wanted.map(|wanted| Tracing::new(wanted, &run.module));
    run.features = WasmFeatures::all();
    run.check_annotations()?;
    run.functions(true, progress)?;
    run.lower_rest()?;
    let written = run.write()?;
    let broken = || Error::new(format!("cannot be written: {}", run.report.bugs[0]));
    let written = written.ok_or_else(broken)?;
    Ok(run.finish(written, start))
}

/// Runs the passes and leaves the functions in SSA form, all of them in memory.
pub(crate) fn to_ir(
    (module, source): (Module, Source),
    options: &Options,
) -> Result<(Module, Report), Error> {
    let mut run = Run::new(options, module, source);
    run.functions(false, &|_, _| ())?;
    run.report_passes();
    Ok((run.module, run.report))
}

/// What passes over functions are given.
struct Known {
    funcs: Vec<Func>,
    calls: CallFacts,
    omega: Option<Omega>,
    /// Those that were published, with small bodies, once passes have run.
    summaries: Summaries,
}

/// The most functions that call each other of which accesses through parameters are known.
const MOST_RECURSIVE: usize = 512;

/// The most bytes of a body that is kept for [`Run::make_smaller`].
const SMALL_BODY: u32 = 64;

/// One module in the pipeline.
pub(crate) struct Run<'a> {
    pub options: &'a Options,
    pub module: Module,
    pub source: Source,
    pub schedule: Schedule,
    pub goals: Goals,
    /// How large the output may be, if that does not follow from the input.
    pub most: Option<usize>,
    /// The functions that are taken through their passes, if these are not all.
    only: Option<EntitySet<Func>>,
    fuel: Fuel,
    /// What each body refers to: the new one where there is one.
    pub uses: SecondaryMap<Func, BodyUses>,
    pub merged: Merged,
    /// The new bodies.
    pub codes: SecondaryMap<Func, Option<Code>>,
    /// Bodies with fewer copies than the new ones, the one with the fewest first.
    pub smaller: FxHashMap<Func, Vec<Smaller>>,
    /// What function passes were given, to make all of those.
    known: Option<Known>,
    /// What each new body contains that its original does not.
    pub provenance: SecondaryMap<Func, Provenance>,
    /// The reference-counting runtimes to look for.
    pub tables: Vec<Table>,
    /// The functions from which reference counts were removed. They are kept or reverted together.
    pub counted: Vec<Func>,
    /// What the output may use.
    pub features: WasmFeatures,
    /// What the section `target_features` allows.
    stated: WasmFeatures,
    /// What the code and the sections of the input use.
    pub used: WasmFeatures,
    /// Whether scalar code may become vectors: the options or the module allow SIMD. (`features` allows
    /// all for a module in SSA form, which says nothing of that.)
    pub simd: bool,
    pub totals: Totals,
    pub custom: CustomTotals,
    pub report: Report,
    /// The functions that keep their originals, but for those that the guard reverts, and why.
    pub fates: FxHashMap<Func, Fate>,
    /// What is collected for a report, if one is wanted.
    pub tracing: Option<Tracing<'a>>,
}

impl<'a> Run<'a> {
    pub fn new(options: &'a Options, mut module: Module, source: Source) -> Self {
        let mut stated = WasmFeatures::empty();
        for custom in module.customs.iter().filter(|custom| custom.name == "target_features") {
            stated |= Features::of_section(&custom.bytes).bits() - options.disabled_features.bits();
        }
        let features = WasmFeatures::MVP | options.enabled.bits() | stated;
        module.customs.retain(|custom| sections::is_passed(&custom.name, options));
        Run {
            options,
            module,
            source,
            simd: features.simd(),
            schedule: Schedule::of_options(options, features.simd()),
            goals: options.goals(),
            most: None,
            only: None,
            fuel: options.fuel.map_or_else(Fuel::unlimited, Fuel::limited),
            uses: SecondaryMap::new(),
            merged: Merged::default(),
            codes: SecondaryMap::new(),
            smaller: FxHashMap::default(),
            known: None,
            provenance: SecondaryMap::new(),
            tables: options.arc.tables(),
            counted: Vec::new(),
            features,
            stated,
            used: WasmFeatures::MVP,
            totals: Totals::default(),
            custom: CustomTotals::default(),
            report: Report::default(),
            fates: FxHashMap::default(),
            tracing: None,
        }
    }

    /// Finds what recursive functions do through their parameters, where that is used: for frames that are taken to be
    /// private, and for private memory of versions.
    fn recursive_params(&self, omega: &Omega, summaries: &mut Summaries) {
        let is_version = |func: &Func| self.module.funcs[*func].specialized;
        let versions: Vec<Func> = self.module.funcs.keys().filter(is_version).collect();
        let phis = omega.items().iter().filter_map(|item| match item {
            Item::Phi(members) if self.goals.stack_abi => Some(members),
            _ => None,
        });
        for members in phis.chain([&versions]) {
            if members.is_empty() || members.len() > MOST_RECURSIVE {
                continue;
            }
            let lift = |&func: &Func| Some((func, self.source.lift(&self.module, func).ok()?));
            if let Some(funcs) = members.iter().map(lift).collect::<Option<Vec<_>>>() {
                recursive_param_accesses(&funcs, &self.module, summaries);
            }
        }
    }

    pub fn phase(&mut self, name: &'static str, time: Duration) {
        self.report.add_phase(name, millis(time));
    }

    /// Passes over the module, then those over the functions that stay.
    pub fn functions(&mut self, to_wasm: bool, progress: Progress<'_>) -> Result<(), Error> {
        let start = Instant::now();
        self.scan();
        self.phase("scan", start.elapsed());
        let ModuleFacts { keep, calls, graph } = self.module_passes();
        let defined = |func: &Func| !matches!(self.module.funcs[*func].body, Body::Import);
        let mut funcs: Vec<Func> = self.module.funcs.keys().filter(defined).collect();
        self.report.functions.total = funcs.len() as u64;
        funcs.retain(|&func| keep.funcs.contains(func));
        self.report.functions.removed = self.report.functions.total - funcs.len() as u64;
        if let Some(only) = &self.only {
            funcs.retain(|&func| only.contains(func));
        }
        let omega = self.schedule.looks_at_callees().then(|| {
            let graph = graph.unwrap_or_else(|| self.call_graph(&keep, &calls));
            Omega::from_calls(&self.module, graph)
        });
        let summaries = match &omega {
            Some(omega) => {
                let functions = self.module.funcs.keys().map(|func| self.merged.resolve(func));
                let mut summaries = Summaries::resolved(functions.collect());
                self.recursive_params(omega, &mut summaries);
                summaries
            }
            None => Summaries::default(),
        };
        let mut known = Known { funcs, calls, omega, summaries };
        let wanted = self.tracing.as_ref().map(|tracing| tracing.wanted);
        let batch = self.function_passes(&mut known, self.goals, wanted, to_wasm, progress);
        self.known = Some(known);
        self.collect(batch)
    }

    /// Optimizes the functions that have become larger once more, without passes that copy code for speed:
    /// [`Run::smaller`]. Of their callees they see what the first run published; callees that were inlined
    /// and whose bodies are gone are made again, too.
    pub fn make_smaller(&mut self) -> Result<(), Error> {
        let Some(mut known) = self.known.take().filter(|_| self.totals.copied_for_speed()) else {
            return Ok(());
        };
        let is_grown = |func: Func| match (&self.module.funcs[func].body, &self.codes[func]) {
            (Body::Raw(original), Some(code)) => {
                bodies::bytes(&self.module, func, Some(code)).len() > original.len()
            }
            (_, code) => code.is_some(),
        };
        let grown = known.funcs.iter().copied().filter(|&func| is_grown(func));
        let mut stack: Vec<Func> = grown.collect();
        let mut again: EntitySet<Func> = EntitySet::new();
        again.extend(stack.iter().copied());
        while let Some(func) = stack.pop() {
            let inlined = self.provenance[func].inlined.iter().copied();
            let gone = inlined.filter(|&callee| known.summaries.body(callee).is_none());
            stack.extend(gone.filter(|&callee| again.insert(callee)));
        }
        known.funcs.retain(|&func| again.contains(func));
        let goals = Goals { keep_size: true, ..self.goals };
        let batch = self.function_passes(&mut known, goals, None, true, &|_, _| ());
        let mut provenance: FxHashMap<Func, Provenance> = batch.provenance.into_iter().collect();
        for (func, outcome) in batch.outcomes {
            if let Outcome::New(new) = outcome
                && self.codes[func].is_some()
            {
                let NewBody { code, uses, .. } = *new;
                let provenance = provenance.remove(&func).unwrap_or_default();
                let smaller = self.smaller.entry(func).or_default();
                smaller.insert(0, Smaller { code, uses, provenance });
            }
        }
        self.report.bugs.extend(batch.bugs);
        self.phase("lift", batch.lift);
        self.phase("lower", batch.lower);
        self.check_strict()
    }

    /// Takes functions through their passes, callees before callers, in waves, where a pass looks at callees.
    fn function_passes(
        &self,
        known: &mut Known,
        goals: Goals,
        wanted: Option<&Wanted>,
        to_wasm: bool,
        progress: Progress<'_>,
    ) -> Batch {
        let funcs = known.funcs.clone();
        let (waves, last_called) = match &known.omega {
            Some(omega) => {
                let waves = omega.waves(funcs);
                let last_called = last_called(omega, &waves);
                (waves, last_called)
            }
            None => (vec![funcs], vec![Vec::new()]),
        };
        let weight = |func: Func| match &self.module.funcs[func].body {
            Body::Raw(range) => range.len() as u64,
            Body::Ssa(function) => function.insts.len() as u64,
            Body::Import => 0,
        };
        let total = waves.iter().flatten().copied().map(weight).sum();
        let done = AtomicU64::new(0);
        let mut batch = Batch::default();
        for (funcs, last_called) in waves.iter().zip(last_called) {
            let worker = self.worker(known, goals);
            let work = |mut batch: Batch, &func: &Func| {
                worker.run(func, to_wasm, &mut batch);
                let weight = weight(func);
                progress(done.fetch_add(weight, Ordering::Relaxed) + weight, total);
                batch
            };
            batch = match self.options.fuel {
                Some(_) => funcs.iter().fold(batch, work),
                None => in_parallel(batch, tasks(funcs, weight), work),
            };
            // Functions that are recorded are optimized once more, and inline the same bodies again.
            if wanted.is_none() {
                for func in last_called {
                    if known.summaries.body(func).is_some_and(|body| body.bytes > SMALL_BODY) {
                        known.summaries.forget_body(func);
                    }
                }
            }
        }
        if let Some(wanted) = wanted {
            let start = Instant::now();
            // What a function sees of its callees was published before it was optimized, or never is.
            let worker = self.worker(known, goals);
            let selected = trace::select(wanted, &self.module, &batch.traced);
            let record = |traced: &&Traced| Some((traced.func, worker.record(traced)?));
            let recorded = selected.par_iter().with_max_len(1).filter_map(record).collect();
            batch.histories = recorded;
            batch.record += start.elapsed();
        }
        batch
    }

    /// What takes functions through their passes.
    fn worker<'w>(&'w self, known: &'w Known, goals: Goals) -> Worker<'w> {
        Worker {
            module: &self.module,
            source: &self.source,
            options: self.options,
            goals,
            schedule: &self.schedule,
            fuel: &self.fuel,
            summaries: &known.summaries,
            omega: known.omega.as_ref(),
            known: &known.calls,
            features: self.features,
            traced: self.tracing.is_some(),
        }
    }

    /// Lowers the functions in SSA form that got no new body, since the writer refuses
    /// them or a pass failed, as they were: they have no original bytes to copy.
    fn lower_rest(&mut self) -> Result<(), Error> {
        let keep = self.live();
        for (func, data) in &self.module.funcs {
            if let Body::Ssa(function) = &data.body
                && keep.funcs.contains(func)
                && self.codes[func].is_none()
            {
                let (module, function) = (&self.module, (**function).clone());
                let code = bodies::lower(module, function, self.options, self.features);
                let label = || self.module.func_label(func);
                self.codes[func] = Some(code.map_err(|reason| {
                    Error::new(format!("`{}` cannot be written as WebAssembly: {reason}", label()))
                })?);
            }
        }
        Ok(())
    }

    /// Takes over the results of the functions.
    fn collect(&mut self, batch: Batch) -> Result<(), Error> {
        let functions = &mut self.report.functions;
        for (func, provenance) in batch.provenance {
            self.provenance[func] = provenance;
        }
        self.report.analyses = batch.analyses.list();
        for (func, outcome) in batch.outcomes {
            match outcome {
                Outcome::New(new) => {
                    let NewBody { code, uses, smaller } = *new;
                    self.codes[func] = Some(code);
                    self.uses[func] = uses;
                    if !smaller.is_empty() {
                        self.smaller.insert(func, smaller);
                    }
                    functions.rewritten += 1;
                }
                Outcome::Ssa(function) => {
                    self.module.funcs[func].body = Body::Ssa(function);
                    functions.rewritten += 1;
                }
                Outcome::Copied(why) => {
                    self.fates.insert(func, Fate::Copied(why));
                    functions.copied += 1;
                }
                Outcome::Large => {
                    self.fates.insert(func, Fate::Large);
                    functions.large += 1;
                }
                Outcome::Failed(message) => {
                    self.fates.insert(func, Fate::Failed(message));
                    functions.failed += 1;
                }
            }
        }
        self.totals.add(&batch.totals);
        self.custom.add(&batch.custom);
        self.report.remarks.extend(batch.remarks);
        self.report.by_function = batch.by_function;
        self.report.dumps = batch.dumps;
        self.report.bugs.extend(batch.bugs);
        self.phase("lift", batch.lift);
        self.phase("verify", batch.verify);
        self.phase("lower", batch.lower);
        if let Some(tracing) = &mut self.tracing {
            (tracing.traced, tracing.histories) = (batch.traced, batch.histories);
            self.phase("record", batch.record);
        }
        self.check_strict()
    }

    pub fn check_strict(&self) -> Result<(), Error> {
        match self.report.bugs.first() {
            Some(bug) if self.options.strict => Err(Error::new(format!("bug: {bug}"))),
            _ => Ok(()),
        }
    }

    /// Puts what passes did into the report.
    fn report_passes(&mut self) {
        self.report.set_passes(&self.totals);
        let custom = std::mem::take(&mut self.custom);
        self.report.passes.extend(custom.reports(&self.options.custom));
    }

    /// A hint for proposals that new bodies use, that the input's code does not, and that were not asked for: its
    /// section `target_features` names them.
    fn added_proposals(&self) -> Option<String> {
        let new = self.module.funcs.keys().filter(|&func| self.codes[func].is_some());
        let of_new = new.map(|func| self.uses[func].features.0);
        let output = of_new.fold(WasmFeatures::empty(), |all, features| all | features);
        let known = self.used | self.options.enabled.bits();
        let names = Features::from_bits((output - known) & self.stated).names();
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

    fn finish(mut self, written: Written, start: Instant) -> (Output, Option<Trace>) {
        self.count_fates(&written);
        let trace = self.trace(&written);
        self.report_passes();
        let hint = self.added_proposals();
        self.report.hints.extend(hint);
        self.report.fuel_left = self.fuel.left();
        self.report.assumptions = self.goals.assumptions();
        let Written { wasm, code_bytes, over, .. } = written;
        self.report.warnings.extend(over);
        self.report.output = Sizes {
            bytes: wasm.len() as u64,
            code_bytes,
            debug_bytes: sections::debug_bytes(&wasm),
        };
        self.report.time_ms = millis(start.elapsed());
        (Output { wasm, report: self.report }, trace)
    }
}
