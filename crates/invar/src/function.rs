//! One function on its way through the pipeline: lift, passes, verify, lower.

use crate::bodies::{self, Code, NotLifted, Source};
use crate::custom::CustomTotals;
use crate::history::{History, Recorder};
use crate::options::Options;
use crate::passes::{self, Needs, Pass, Totals};
use crate::report::{Bug, FuncCounters, Remark};
use crate::schedule::{Schedule, Step, When};
use crate::text;
use crate::trace::Traced;
use invar_graph::module_graph::Omega;
use invar_interprocedural::call_facts::CallFacts;
use invar_interprocedural::inline;
use invar_interprocedural::uses::{self, BodyUses};
use invar_ir::cost::BodyCost;
use invar_ir::drawing::Drawings;
use invar_ir::{
    AnalysisCounts, Body, Counters, Fuel, Func, Function, Goals, Module, PassContext, Provenance,
    Remarks, Summaries,
};
use invar_memory::param_accesses;
use rustc_hash::FxHashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use wasmparser::WasmFeatures;

/// A body of more bytes gets no copies of code for speed.
const HUGE_BODY: usize = 128 << 10;

/// The data shared by the processing of all functions.
#[derive(Clone, Copy)]
pub(crate) struct Worker<'a> {
    pub module: &'a Module,
    pub source: &'a Source,
    pub options: &'a Options,
    pub goals: Goals,
    /// What runs on functions.
    pub schedule: &'a Schedule,
    pub fuel: &'a Fuel,
    /// Summaries of callees.
    pub summaries: &'a Summaries,
    /// The module as a graph, if a pass needs it.
    pub omega: Option<&'a Omega>,
    /// Facts about the arguments and targets of calls.
    pub known: &'a CallFacts,
    /// The proposals that the output may use.
    pub features: WasmFeatures,
    /// Whether it is noted how much each function changed.
    pub traced: bool,
}

/// A new body.
pub(crate) struct NewBody {
    pub code: Code,
    pub uses: BodyUses,
    /// The same with fewer copies, the one with the fewest first.
    pub smaller: Vec<Smaller>,
}

/// A body without all or some of the copies of code that were made for the sake of speed.
pub(crate) struct Smaller {
    pub code: Code,
    pub uses: BodyUses,
    pub provenance: Provenance,
}

/// What passes left besides the function.
struct Ran {
    /// Whether one of them copied code for the sake of speed.
    copied: bool,
    /// The function before loops were copied whose copies callers do not inline, if any were.
    before_copies: Option<(Function, Provenance)>,
}

/// A body in WebAssembly's form and what it uses, or which limit is in the way.
type Lowered = Result<(Code, BodyUses), String>;

/// The new state of a function's body.
pub(crate) enum Outcome {
    /// A new one.
    New(Box<NewBody>),
    /// The function in SSA form, where that was asked for.
    Ssa(Box<Function>),
    /// The original, since it cannot be lifted or lowered, for this reason.
    Copied(String),
    /// The original, since its SSA form would be too large.
    Large,
    /// The original, since something went wrong.
    Failed(String),
}

/// The results of some functions, in order.
#[derive(Default)]
pub(crate) struct Batch {
    pub outcomes: Vec<(Func, Outcome)>,
    /// The new entities that bodies contain and their originals do not, if there are any.
    pub provenance: Vec<(Func, Provenance)>,
    /// How often analyses were computed.
    pub analyses: AnalysisCounts,
    pub totals: Totals,
    pub custom: CustomTotals,
    pub remarks: Vec<Remark>,
    pub by_function: Vec<FuncCounters>,
    pub dumps: Vec<String>,
    pub bugs: Vec<Bug>,
    /// How much functions changed, if that is to be noted.
    pub traced: Vec<Traced>,
    /// The functions whose histories were recorded.
    pub histories: FxHashMap<Func, History>,
    pub lift: Duration,
    pub verify: Duration,
    pub lower: Duration,
    /// The time that recording took.
    pub record: Duration,
}

impl Batch {
    /// Appends the batch of the functions that follow.
    pub fn append(mut self, mut next: Batch) -> Batch {
        self.outcomes.append(&mut next.outcomes);
        self.provenance.append(&mut next.provenance);
        self.analyses.add(&next.analyses);
        self.totals.add(&next.totals);
        self.custom.add(&next.custom);
        self.remarks.append(&mut next.remarks);
        self.by_function.append(&mut next.by_function);
        self.dumps.append(&mut next.dumps);
        self.bugs.append(&mut next.bugs);
        self.traced.append(&mut next.traced);
        self.lift += next.lift;
        self.verify += next.verify;
        self.lower += next.lower;
        self
    }

    /// Replaces what is known of the function that is being processed: if there is an entry for it, it is the last one.
    fn set_provenance(&mut self, func: Func, provenance: Provenance) {
        self.provenance.pop_if(|(of, _)| *of == func);
        if provenance != Provenance::default() {
            self.provenance.push((func, provenance));
        }
    }
}

impl Worker<'_> {
    /// Takes a function through all stages. A panic is a bug that costs only this function its optimization.
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
        batch.bugs.push(Bug { func, stage, message: message.clone() });
        Outcome::Failed(message)
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
            Err(NotLifted::Control(what)) => return Ok(Outcome::Copied(format!("it uses {what}"))),
            Err(NotLifted::Invalid(why)) => return Ok(Outcome::Copied(why)),
        };
        self.known.apply(self.module, func, &mut function);
        let Ran { copied, before_copies } =
            self.passes(func, &mut function, stage, batch, &mut None)?;
        if !to_wasm {
            return Ok(Outcome::Ssa(Box::new(function)));
        }
        let (code, uses) = match self.lower(function, stage, batch)? {
            Ok(new) => new,
            // A limit of WebAssembly or of the writer, not a mistake.
            Err(limit) => return self.simpler(func, limit, stage, batch),
        };
        let grew = self.original(func).is_some_and(|original| {
            bodies::bytes(self.module, func, Some(&code)).len() > original.len()
        });
        let mut smaller = Vec::new();
        if let Some((function, provenance)) = before_copies.filter(|_| grew) {
            let lowered = self.lower(function, stage, batch)?.ok();
            smaller.extend(lowered.map(|(code, uses)| Smaller { code, uses, provenance }));
        }
        let none = Provenance::default();
        let whole =
            batch.provenance.last().filter(|(of, _)| *of == func).map_or(&none, |(_, it)| it);
        let (best, provenance) =
            smaller.first().map_or((&code, whole), |smaller| (&smaller.code, &smaller.provenance));
        if copied && whole.inlined.is_empty() && self.wants_smaller(func, best, provenance) {
            let without = self.without_copies(func, stage, batch)?;
            smaller.splice(..0, without);
        }
        Ok(Outcome::New(Box::new(NewBody { code, uses, smaller })))
    }

    /// What becomes of a function that cannot be written, for this reason: a body with fewer passes, or its original.
    fn simpler(
        &self,
        func: Func,
        limit: String,
        stage: &mut &'static str,
        batch: &mut Batch,
    ) -> Result<Outcome, String> {
        let simpler = match self.without_copies(func, stage, batch)? {
            Some(simpler) => Some(simpler),
            None => self.without_passes(func, stage, batch)?,
        };
        let Some(Smaller { code, uses, provenance }) = simpler else {
            return Ok(Outcome::Copied(limit));
        };
        batch.set_provenance(func, provenance);
        Ok(Outcome::New(Box::new(NewBody { code, uses, smaller: Vec::new() })))
    }

    /// The body as it was read.
    fn without_passes(
        &self,
        func: Func,
        stage: &mut &'static str,
        batch: &mut Batch,
    ) -> Result<Option<Smaller>, String> {
        let Ok(mut function) = self.source.lift(self.module, func) else { return Ok(None) };
        self.known.apply(self.module, func, &mut function);
        let lowered = self.lower(function, stage, batch)?.ok();
        Ok(lowered.map(|(code, uses)| Smaller { code, uses, provenance: Provenance::default() }))
    }

    /// The body that the function came with.
    fn original(&self, func: Func) -> Option<&[u8]> {
        match &self.module.funcs[func].body {
            Body::Raw(range) => Some(&self.module.bytes[range.clone()]),
            _ => None,
        }
    }

    /// Whether a function is so large that copies of its loops would take too much time, of the optimizer and of engines.
    fn is_huge(&self, func: Func) -> bool {
        self.original(func).is_some_and(|body| body.len() > HUGE_BODY)
    }

    /// Whether bodies with copies may be given back for smaller ones.
    fn gives_back(&self) -> bool {
        self.options.guard && self.goals.size == 0 && !self.goals.keep_size
    }

    /// Brings a function into WebAssembly's form, or tells which limit is in the way.
    fn lower(
        &self,
        function: Function,
        stage: &mut &'static str,
        batch: &mut Batch,
    ) -> Result<Lowered, String> {
        *stage = "verify";
        // The writer does not check its input: the code of a broken function may well be valid.
        let start = Instant::now();
        text::verify_function(self.module, &function)?;
        batch.verify += start.elapsed();
        *stage = "lower";
        let start = Instant::now();
        let uses = uses::of_function(&function);
        let code = bodies::lower(self.module, function, self.options, self.features);
        batch.lower += start.elapsed();
        Ok(code.map(|code| (code, uses)))
    }

    /// Whether a body with copies may be given back for one without: it is larger than the original,
    /// and no faster by the cost model.
    fn wants_smaller(&self, func: Func, code: &Code, provenance: &Provenance) -> bool {
        let Some(original) = self.original(func) else { return false };
        let new = bodies::bytes(self.module, func, Some(code));
        if !self.gives_back() || new.len() <= original.len() {
            return false;
        }
        let cost = |bytes| BodyCost::of(bytes).unwrap_or_default();
        !cost(&new).with_unrolled(&provenance.unrolled).is_faster_than(&cost(original))
    }

    /// The body without what copies code for speed. What passes did to it is not counted.
    fn without_copies(
        &self,
        func: Func,
        stage: &mut &'static str,
        batch: &mut Batch,
    ) -> Result<Option<Smaller>, String> {
        let worker = Worker { goals: Goals { keep_size: true, ..self.goals }, ..*self };
        let Ok(mut function) = self.source.lift(self.module, func) else { return Ok(None) };
        self.known.apply(self.module, func, &mut function);
        let mut unseen = Batch::default();
        worker.passes(func, &mut function, stage, &mut unseen, &mut None)?;
        let lowered = worker.lower(function, stage, &mut unseen)?;
        batch.verify += unseen.verify;
        batch.lower += unseen.lower;
        let provenance = unseen.provenance.pop().map(|it| it.1).unwrap_or_default();
        Ok(lowered.ok().map(|(code, uses)| Smaller { code, uses, provenance }))
    }

    /// Runs the passes.
    fn passes(
        &self,
        func: Func,
        function: &mut Function,
        stage: &mut &'static str,
        batch: &mut Batch,
        recorder: &mut Option<Recorder<'_>>,
    ) -> Result<Ran, String> {
        let fuel = self.fuel.left();
        if self.options.verify {
            text::verify_function(self.module, function)?;
        }
        let recursive = self.omega.is_some_and(|omega| omega.is_recursive(func));
        let keep_size = self.goals.keep_size || self.is_huge(func);
        let goals = Goals { keep_size, ..self.goals };
        let mut cx = PassContext::new(self.module, goals, self.fuel, self.summaries);
        cx.func = Some(func);
        cx.recursive = recursive;
        cx.constants = &self.known.arguments[func];
        cx.remarks = Remarks::new(self.options.remarks || recorder.is_some());
        cx.drawings = Drawings::new(recorder.is_some());
        let exact = self.schedule.exact;
        let setting = self.options.setting(self.features, false);
        let mut totals = Totals::default();
        let mut custom = CustomTotals::default();
        let mut offered = false;
        let mut before_copies = None;
        // What the function contains; computed for the first pass that asks.
        let mut met: Option<Needs> = None;
        // The passes that ran since the function was last changed: another run of them has no effect.
        let mut settled: Vec<Pass> = Vec::new();
        for phase in &self.schedule.phases {
            if phase.after_offer {
                self.offer(func, function);
                offered = true;
            }
            let mut changed = false;
            for &step in &phase.steps {
                let (pass, when) = match step {
                    Step::Pass(pass, when) => (pass, when),
                    Step::Custom(number) => {
                        let touched = self.custom(number, function, &mut cx, stage, &mut custom)?;
                        if touched {
                            (changed, met) = (true, None);
                            settled.clear();
                        }
                        if let Some(recorder) = recorder {
                            let name = self.options.custom[number].1.name();
                            let drawings = cx.drawings.take();
                            let ran = (name, phase.name);
                            recorder.ran(ran, function, touched, custom.of_pass(name), drawings);
                        }
                        continue;
                    }
                };
                let idle = (when == When::AfterChange && !changed) || settled.contains(&pass);
                let needs = passes::needs(pass);
                let mut missing = || {
                    needs != Needs::NOTHING
                        && !met.get_or_insert_with(|| Needs::met_by(function)).covers(needs)
                };
                if !exact && (idle || missing()) {
                    continue;
                }
                if offered
                    && passes::copies_loops(pass)
                    && before_copies.is_none()
                    && self.gives_back()
                    && recorder.is_none()
                {
                    let copies = totals.copied_loops();
                    before_copies = Some((function.clone(), cx.provenance.clone(), copies));
                }
                *stage = pass.name();
                let effect = passes::run(pass, function, &mut cx, &setting, &mut totals);
                if effect.touched {
                    settled.clear();
                }
                if let Some(recorder) = recorder {
                    let (ran, drawings) = ((pass.name(), phase.name), cx.drawings.take());
                    let touched = effect.touched || effect.changed;
                    recorder.ran(ran, function, touched, totals.counters(pass), drawings);
                }
                if effect.changed && passes::adds_operators(pass) {
                    met = None;
                }
                changed |= effect.changed;
                settled.push(pass);
                if self.options.verify {
                    text::verify_function(self.module, function)?;
                }
                self.print_after(func, pass, function, batch);
            }
        }
        if !offered {
            self.offer(func, function);
        }
        // Callers of a recursive function may come before it.
        if let Some(mut summary) = cx.summary.take().filter(|_| self.omega.is_some() && !recursive)
        {
            // Only frames that are taken to be private, and private memory, depend on it.
            if self.goals.stack_abi || self.module.funcs[func].specialized {
                let (module, known) = (self.module, self.summaries);
                let passes = &summary.result_params;
                summary.params = param_accesses(function, module, known, passes);
            }
            self.summaries.publish(func, summary);
        }
        if self.traced {
            batch.traced.push(Traced::new(func, function, &totals, &custom, fuel));
        }
        let copied = totals.copied_for_speed();
        let before_copies = before_copies
            .filter(|(.., copies)| totals.copied_loops() > *copies)
            .map(|(function, provenance, _)| (function, provenance));
        self.account(func, (&totals, &custom), cx, batch);
        Ok(Ran { copied, before_copies })
    }

    /// Adds what was done to a function to a batch.
    fn account(
        &self,
        func: Func,
        (totals, custom): (&Totals, &CustomTotals),
        cx: PassContext<'_>,
        batch: &mut Batch,
    ) {
        batch.totals.add(totals);
        batch.custom.add(custom);
        batch.analyses.add(&cx.analyses.counts());
        if self.options.stats_by_function {
            let counters = totals.list().into_iter().flat_map(|(pass, tally)| {
                let counted = tally.stats.into_iter().filter(|counter| counter.1 > 0);
                counted.map(move |(name, count)| (format!("{pass}.{name}"), count))
            });
            let counters = counters.chain(custom.counters()).collect();
            batch.by_function.push(FuncCounters { func: self.module.func_label(func), counters });
        }
        batch.set_provenance(func, cx.provenance);
        if !cx.remarks.list().is_empty() {
            let func = self.module.func_label(func);
            let remarks = cx.remarks.into_list().into_iter();
            let named = remarks.map(|remark| Remark::of(&func, remark));
            batch.remarks.extend(named);
        }
    }

    /// Optimizes a function once more, to record its history. `None` if it cannot be lifted or a pass fails.
    pub fn record(&self, traced: &Traced) -> Option<History> {
        let func = traced.func;
        let fuel = traced.fuel.map_or_else(Fuel::unlimited, Fuel::limited);
        let worker = Worker { fuel: &fuel, ..*self };
        let mut batch = Batch::default();
        let work = AssertUnwindSafe(|| {
            let mut function = self.source.lift(self.module, func).ok()?;
            self.known.apply(self.module, func, &mut function);
            let mut recorder = Some(Recorder::new(self.module, &function));
            worker.passes(func, &mut function, &mut "", &mut batch, &mut recorder).ok()?;
            debug_assert!(
                batch.traced[0].changes == traced.changes,
                "{func} was optimized otherwise"
            );
            Some(recorder?.finish(&function, std::mem::take(&mut batch.remarks)))
        });
        catch_unwind(work).ok().flatten()
    }

    /// Runs a custom pass, and verifies what it leaves. Returns whether it changed the function.
    fn custom(
        &self,
        number: usize,
        function: &mut Function,
        cx: &mut PassContext<'_>,
        stage: &mut &'static str,
        totals: &mut CustomTotals,
    ) -> Result<bool, String> {
        let (_, pass) = &self.options.custom[number];
        *stage = pass.name();
        let text = |function: &Function| text::print_function(self.module, function);
        let before = self.options.verify.then(|| text(function));
        let start = Instant::now();
        let (counts, changed) = pass.run(function, cx);
        totals.record(pass.name(), start.elapsed(), &counts);
        function.resolve_aliases();
        text::verify_function(self.module, function)?;
        if changed {
            cx.analyses.clear();
            cx.summary = None;
        } else if before.is_some_and(|before| before != text(function)) {
            return Err("it changed the function, and its counters say that it did not".to_owned());
        }
        Ok(changed)
    }

    /// Offers a body to the callers of its function.
    fn offer(&self, func: Func, function: &Function) {
        let Some(omega) = self.omega.filter(|_| self.schedule.inlines()) else {
            return;
        };
        let calls = omega.calls();
        let count = calls.call_sites(func);
        if count == 0 || !omega.is_before_callers(func) {
            return;
        }
        let sites = calls.is_private(func).then_some(count);
        if let Some(callee) = inline::offer(self.module, &self.goals, func, function, sites) {
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

/// Whether a function is meant by a name or an index: `malloc`, `$malloc`, `f12`, `12`.
pub fn is_named(module: &Module, func: Func, name: &str) -> bool {
    let index = name.strip_prefix('f').unwrap_or(name).parse::<u32>();
    index.is_ok_and(|index| index == func.as_u32())
        || name.strip_prefix('$').unwrap_or(name) == module.func_label(func)
}
