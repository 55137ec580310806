//! One function on its way through the driver: lift, passes, verify, lower. It gives one new body, or several with
//! fewer copies of code ([`candidates`](super::candidates)).

use super::FunctionPassInputs;
use super::bodies::{self, NotLifted};
use super::candidates::NewBody;
use super::input::Input;
use crate::custom::CustomTotals;
use crate::history::{History, Recorder};
use crate::passes::{self, Needs, Pass, Totals};
use crate::report::{Bug, FuncCounters, Remark};
use crate::schedule::{Step, When};
use crate::text;
use crate::trace::Traced;
use invar_analysis::AnalysisCounts;
use invar_analysis::cost::BodyCost;
use invar_analysis::drawing::Drawings;
use invar_analysis::{Counters, Fuel, Goals, PassContext, Provenance, Remarks};
use invar_interprocedural::inline;
use invar_interprocedural::uses;
use invar_ir::{Func, Function, Module};
use invar_memory::param_accesses;
use rustc_hash::FxHashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A body of more bytes gets no copies of code for speed.
const HUGE_BODY: usize = 128 << 10;

/// Takes functions through their passes.
#[derive(Clone, Copy)]
pub(crate) struct Worker<'a> {
    pub input: &'a Input<'a>,
    /// What other functions say.
    pub given: &'a FunctionPassInputs,
    pub goals: Goals,
    pub fuel: &'a Fuel,
    /// Whether it is noted how much each function changed.
    pub traced: bool,
}

/// What passes left besides the function.
struct Ran {
    /// What the function contains that its original does not, and what was said of it.
    origin: Origin,
    /// Whether a pass copied code for the sake of speed.
    copied: bool,
    /// The function before loops were copied, and before they were unrolled, if that was done: the one with the fewest
    /// copies first.
    fewer_copies: Vec<(Function, Origin)>,
}

/// How a body was made.
type Origin = (Provenance, Vec<Remark>);

/// A body in WebAssembly's form, or which limit is in the way.
type Lowered = Result<NewBody, String>;

/// The new state of a function's body.
pub(crate) enum Outcome {
    /// A new one, and others with fewer copies, the one with the fewest first.
    New(Box<NewBody>, Vec<NewBody>),
    /// The function in SSA form, where that was asked for, and what passes said of it.
    Ssa(Box<Function>, Vec<Remark>),
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
    /// How often analyses were computed.
    pub analyses: AnalysisCounts,
    pub totals: Totals,
    pub custom: CustomTotals,
    pub by_function: Vec<FuncCounters>,
    pub dumps: Vec<String>,
    pub bugs: Vec<Bug>,
    /// How much functions changed, if that is to be noted.
    pub traced: Vec<Traced>,
    /// The functions whose histories were recorded.
    pub histories: FxHashMap<Func, History>,
    pub times: Times,
}

/// How long stages besides the passes took, summed over functions.
#[derive(Clone, Copy, Default)]
pub(crate) struct Times {
    pub lift: Duration,
    pub verify: Duration,
    pub lower: Duration,
    /// Recording of histories.
    pub record: Duration,
}

impl Batch {
    /// Appends the batch of the functions that follow.
    pub fn append(mut self, mut next: Batch) -> Batch {
        self.outcomes.append(&mut next.outcomes);
        self.analyses.add(&next.analyses);
        self.totals.add(&next.totals);
        self.custom.add(&next.custom);
        self.by_function.append(&mut next.by_function);
        self.dumps.append(&mut next.dumps);
        self.bugs.append(&mut next.bugs);
        self.traced.append(&mut next.traced);
        self.times.lift += next.times.lift;
        self.times.verify += next.times.verify;
        self.times.lower += next.times.lower;
        self
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
        let func = self.input.module.func_label(func);
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
        let lifted = self.lift(func);
        batch.times.lift += start.elapsed();
        let mut function = match lifted {
            Ok(function) => function,
            Err(NotLifted::Large) => return Ok(Outcome::Large),
            Err(NotLifted::Control(what)) => return Ok(Outcome::Copied(format!("it uses {what}"))),
            Err(NotLifted::Invalid(why)) => return Ok(Outcome::Copied(why)),
        };
        let Ran { origin, copied, fewer_copies } =
            self.passes(func, &mut function, stage, batch, &mut None)?;
        if !to_wasm {
            return Ok(Outcome::Ssa(Box::new(function), origin.1));
        }
        let body = match self.lower(func, function, origin, stage, batch)? {
            Ok(body) => body,
            // A limit of WebAssembly or of the writer, not a mistake.
            Err(limit) => return self.simpler(func, limit, stage, batch),
        };
        let original = self.input.original(func);
        let grew = original.is_some_and(|original| body.bytes as usize > original.len());
        let mut others = Vec::new();
        for (function, origin) in fewer_copies.into_iter().filter(|_| grew) {
            others.extend(self.lower(func, function, origin, stage, batch)?.ok());
        }
        let best = others.first().unwrap_or(&body);
        if copied && body.provenance.inlined.is_empty() && self.wants_smaller(func, best) {
            let without = self.remade(func, Some(self.without_copies()), stage, batch)?;
            others.splice(..0, without);
        }
        Ok(Outcome::New(Box::new(body), others))
    }

    /// The function as it was read, with what is known of its arguments and calls.
    fn lift(&self, func: Func) -> Result<Function, NotLifted> {
        let Input { module, source, .. } = self.input;
        let mut function = source.lift(module, func)?;
        self.given.calls.apply(module, func, &mut function);
        Ok(function)
    }

    /// What becomes of a function that cannot be written, for this reason: a body with fewer passes, or its original.
    fn simpler(
        &self,
        func: Func,
        limit: String,
        stage: &mut &'static str,
        batch: &mut Batch,
    ) -> Result<Outcome, String> {
        for goals in [Some(self.without_copies()), None] {
            if let Some(body) = self.remade(func, goals, stage, batch)? {
                return Ok(Outcome::New(Box::new(body), Vec::new()));
            }
        }
        Ok(Outcome::Copied(limit))
    }

    /// Goals for a body without what copies code for speed.
    fn without_copies(&self) -> Goals {
        Goals { keep_size: true, ..self.goals }
    }

    /// The body, made again from the original by passes with these goals, or by none. What passes did to it is not
    /// counted.
    fn remade(
        &self,
        func: Func,
        goals: Option<Goals>,
        stage: &mut &'static str,
        batch: &mut Batch,
    ) -> Result<Option<NewBody>, String> {
        let Ok(mut function) = self.lift(func) else { return Ok(None) };
        let mut origin = Origin::default();
        if let Some(goals) = goals {
            let worker = Worker { goals, ..*self };
            let mut unseen = Batch::default();
            origin = worker.passes(func, &mut function, stage, &mut unseen, &mut None)?.origin;
        }
        Ok(self.lower(func, function, origin, stage, batch)?.ok())
    }

    /// Whether a function is so large that copies of its loops would take too much time, of the optimizer and of
    /// engines.
    fn is_huge(&self, func: Func) -> bool {
        self.input.original(func).is_some_and(|body| body.len() > HUGE_BODY)
    }

    /// Whether bodies with copies may be given back for smaller ones.
    fn gives_back(&self) -> bool {
        self.input.options.guard && self.goals.size == 0 && !self.goals.keep_size
    }

    /// Brings a function into WebAssembly's form, or tells which limit is in the way.
    fn lower(
        &self,
        func: Func,
        function: Function,
        (provenance, remarks): Origin,
        stage: &mut &'static str,
        batch: &mut Batch,
    ) -> Result<Lowered, String> {
        let Input { module, options, proposals, .. } = self.input;
        *stage = "verify";
        // The writer does not check its input: the code of a broken function may well be valid.
        let start = Instant::now();
        text::verify_function(module, &function)?;
        batch.times.verify += start.elapsed();
        *stage = "lower";
        let start = Instant::now();
        let uses = uses::of_function(&function);
        let code = bodies::lower(module, function, options, proposals.allowed);
        batch.times.lower += start.elapsed();
        Ok(code.map(|code| {
            let bytes = self.input.bytes(func, Some(&code)).len() as u32;
            NewBody { code, bytes, uses, provenance, remarks, estimate: OnceLock::new() }
        }))
    }

    /// Whether a body with copies may be given back for one without: it is larger than the original,
    /// and no faster by the cost model.
    fn wants_smaller(&self, func: Func, body: &NewBody) -> bool {
        let Some(original) = self.input.original(func) else { return false };
        if !self.gives_back() || body.bytes as usize <= original.len() {
            return false;
        }
        let new = body.estimate(self.input, func).own.with_unrolled(&body.provenance.unrolled);
        !new.is_faster_than(&BodyCost::of(original).unwrap_or_default())
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
        if self.input.options.verify {
            self.verify(func, function)?;
        }
        let recursive = self.given.omega.as_ref().is_some_and(|omega| omega.is_recursive(func));
        let keep_size = self.goals.keep_size || self.is_huge(func);
        let tight = !keep_size && self.given.tight.contains(func);
        let goals = Goals { keep_size, tight, ..self.goals };
        let mut cx = PassContext::new(&self.input.module, goals, self.fuel, &self.given.summaries);
        cx.func = Some(func);
        cx.recursive = recursive;
        cx.checker = self.input.checker();
        cx.constants = &self.given.calls.arguments[func];
        cx.remarks = Remarks::new(self.input.options.remarks || recorder.is_some());
        cx.drawings = Drawings::new(recorder.is_some());
        let exact = self.input.schedule.exact;
        let setting = self.input.options.setting(self.input.proposals.allowed, false);
        let mut totals = Totals::default();
        let mut custom = CustomTotals::default();
        let mut offered = false;
        // Copies of the function before loops were copied, with the number of loops that were copied until then.
        let mut stages: Vec<(Function, Provenance, usize, u64)> = Vec::new();
        // What the function contains; computed for the first pass that asks.
        let mut met: Option<Needs> = None;
        // The passes that ran since the function was last changed: another run of them has no effect.
        let mut settled: Vec<Pass> = Vec::new();
        for phase in &self.input.schedule.phases {
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
                            let name = self.input.options.custom[number].1.name();
                            let drawings = cx.drawings.take();
                            let ran = (name, phase.name);
                            recorder.ran(ran, function, touched, custom.of_pass(name), drawings);
                        }
                        continue;
                    }
                };
                let is_due = match when {
                    When::Always => true,
                    When::AfterChange => changed,
                    When::AfterCopies => totals.copied_loops() > 0,
                };
                let idle = !is_due || settled.contains(&pass);
                let needs = passes::needs(pass);
                let mut missing = || {
                    needs != Needs::NOTHING
                        && !met.get_or_insert_with(|| Needs::met_by(function)).covers(needs)
                };
                if !exact && (idle || missing()) {
                    continue;
                }
                if offered
                    && passes::LOOP_COPIES.contains(&pass)
                    && self.gives_back()
                    && recorder.is_none()
                {
                    let copies = totals.copied_loops();
                    // Unrolling gains less for each byte than what is done to loops before it.
                    let is_stage = stages
                        .last()
                        .is_none_or(|last| pass == Pass::PartialUnroll && copies > last.3);
                    if is_stage {
                        let said = cx.remarks.list().len();
                        stages.push((function.clone(), cx.provenance.clone(), said, copies));
                    }
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
                if self.input.options.verify {
                    self.verify(func, function)?;
                }
                self.print_after(func, pass, function, batch);
            }
        }
        if !offered {
            self.offer(func, function);
        }
        // Callers of a recursive function may come before it.
        if let Some(mut summary) =
            cx.summary.take().filter(|_| self.given.omega.is_some() && !recursive)
        {
            // Only frames that are taken to be private, and private memory, depend on it.
            if self.goals.stack_abi || self.input.module.funcs[func].specialized {
                let (module, known) = (&self.input.module, &self.given.summaries);
                let passes = &summary.result_params;
                summary.params = param_accesses(function, module, known, passes);
            }
            self.given.summaries.publish(func, summary);
        }
        if self.traced {
            batch.traced.push(Traced::new(func, function, &totals, &custom, fuel));
        }
        let copied = totals.copied_for_speed();
        let remarks = self.named(func, std::mem::take(&mut cx.remarks));
        let stages = stages.into_iter().filter(|(.., copies)| totals.copied_loops() > *copies);
        let fewer_copies = stages.map(|(function, provenance, said, _)| {
            (function, (provenance, remarks[..said].to_vec()))
        });
        let fewer_copies = fewer_copies.collect();
        self.account(func, (&totals, &custom), &cx, batch);
        Ok(Ran { origin: (cx.provenance, remarks), copied, fewer_copies })
    }

    /// Checks a function between passes: its invariants, and, if they are wanted, its locations.
    fn verify(&self, func: Func, function: &Function) -> Result<(), String> {
        let Input { module, source, options, .. } = self.input;
        text::verify_function(module, function)?;
        if options.locations && source.input().is_some() && options.custom.is_empty() {
            invar_ir::check_locations(module, func, function)?;
        }
        Ok(())
    }

    /// Remarks with the name of their function.
    fn named(&self, func: Func, remarks: Remarks) -> Vec<Remark> {
        if remarks.list().is_empty() {
            return Vec::new();
        }
        let label = self.input.module.func_label(func);
        remarks.into_list().into_iter().map(|remark| Remark::of(&label, remark)).collect()
    }

    /// Adds what was done to a function to a batch.
    fn account(
        &self,
        func: Func,
        (totals, custom): (&Totals, &CustomTotals),
        cx: &PassContext<'_>,
        batch: &mut Batch,
    ) {
        batch.totals.add(totals);
        batch.custom.add(custom);
        batch.analyses.add(&cx.analyses.counts());
        if self.input.options.stats_by_function {
            let counters = totals.list().into_iter().flat_map(|(pass, tally)| {
                let counted = tally.stats.into_iter().filter(|counter| counter.1 > 0);
                counted.map(move |(name, count)| (format!("{pass}.{name}"), count))
            });
            let counters = counters.chain(custom.counters()).collect();
            batch
                .by_function
                .push(FuncCounters { func: self.input.module.func_label(func), counters });
        }
    }

    /// Optimizes a function once more, to record its history. `None` if it cannot be lifted or a pass fails.
    pub fn record(&self, traced: &Traced) -> Option<History> {
        let func = traced.func;
        let fuel = traced.fuel.map_or_else(Fuel::unlimited, Fuel::limited);
        let worker = Worker { fuel: &fuel, ..*self };
        let mut batch = Batch::default();
        let work = AssertUnwindSafe(|| {
            let mut function = self.lift(func).ok()?;
            let mut recorder = Some(Recorder::new(&self.input.module, &function));
            let ran =
                worker.passes(func, &mut function, &mut "", &mut batch, &mut recorder).ok()?;
            debug_assert!(
                batch.traced[0].changes == traced.changes,
                "{func} was optimized otherwise"
            );
            Some(recorder?.finish(&function, ran.origin.1))
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
        let (_, pass) = &self.input.options.custom[number];
        *stage = pass.name();
        let text = |function: &Function| text::print_function(&self.input.module, function);
        let before = self.input.options.verify.then(|| text(function));
        let start = Instant::now();
        let (counts, changed) = pass.run(function, cx);
        totals.record(pass.name(), start.elapsed(), &counts);
        function.resolve_aliases();
        text::verify_function(&self.input.module, function)?;
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
        let Some(omega) = self.given.omega.as_ref().filter(|_| self.input.schedule.inlines())
        else {
            return;
        };
        let calls = omega.calls();
        let count = calls.call_sites(func);
        if count == 0 || !omega.is_before_callers(func) {
            return;
        }
        let sites = calls.is_private(func).then_some(count);
        if let Some(callee) = inline::offer(&self.input.module, &self.goals, func, function, sites)
        {
            self.given.summaries.publish_body(func, callee);
        }
    }

    fn print_after(&self, func: Func, pass: Pass, function: &Function, batch: &mut Batch) {
        let Some(wanted) = &self.input.options.print_after else { return };
        let named = |name: &str| is_named(&self.input.module, func, name);
        if wanted.pass == pass && wanted.func.as_deref().is_none_or(named) {
            let text = text::print_function(&self.input.module, function);
            let label = self.input.module.func_label(func);
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
