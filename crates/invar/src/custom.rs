//! Custom passes: passes over functions that a user of the library adds to the pipeline.
//!
//! A custom pass runs at a [`Point`] of the schedule, on each function that is brought into SSA form, and is
//! treated as the built-in passes are: it is timed and counted, draws on the fuel, and can make remarks. It is
//! trusted less. The function is verified after each run; a function that does not verify, or in which the pass
//! panics, keeps its original body, which the report lists as a bug of the pass. What the library had concluded
//! about the function (analyses, the summary for its callers) is dropped where the pass says that it changed
//! something; whether it says so is checked if functions are verified after each pass
//! ([`Options::verify`](crate::Options::verify)).

use crate::error::Error;
use crate::options::Level;
use crate::passes::{Pass, Tally};
use crate::report::{PassReport, millis};
use crate::schedule::{self, SchedulePhase, Scope};
use invar_analysis::{Counters, PassContext};
use invar_ir::{Function, Op, Value};
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

pub use invar_scalar::fold::FunctionView;

/// A place in the schedule of the passes over functions; `invar passes` lists these by level and phase.
///
/// A point that the schedule of the options does not have is never reached: a phase of another level, a pass
/// that is switched off, a pass over the module. The report then lists the custom pass with 0 runs.
///
/// ```
/// use invar::Pass;
/// use invar::unstable::custom::Point;
/// use invar::unstable::schedule;
///
/// assert_eq!("last".parse::<Point>()?, Point::Last);
/// assert_eq!("after gvn".parse::<Point>()?, Point::AfterPass(Pass::Gvn));
/// let loops = Point::BeforePhase(schedule::LOOPS);
/// assert_eq!("before phase loops".parse::<Point>()?, loops);
/// assert_eq!(loops.to_string(), "before phase loops");
/// assert!("after phase lunch".parse::<Point>().is_err());
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// Before all other passes, at each level.
    First,
    /// At each place of a pass in the schedule, before it.
    BeforePass(Pass),
    /// At each place of a pass in the schedule, after it, whether or not there was anything to do for it.
    AfterPass(Pass),
    /// At the start of a phase.
    BeforePhase(SchedulePhase),
    /// At the end of a phase.
    AfterPhase(SchedulePhase),
    /// After all other passes, at each level.
    Last,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Point::First => f.write_str("first"),
            Point::BeforePass(pass) => write!(f, "before {pass}"),
            Point::AfterPass(pass) => write!(f, "after {pass}"),
            Point::BeforePhase(phase) => write!(f, "before phase {}", phase.name),
            Point::AfterPhase(phase) => write!(f, "after phase {}", phase.name),
            Point::Last => f.write_str("last"),
        }
    }
}

impl FromStr for Point {
    type Err = Error;

    /// Reads `first`, `last`, `before PASS`, `after PASS`, `before phase PHASE` or `after phase PHASE`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let pass = |name: &str| match name.parse::<Pass>()? {
            pass if pass.is_module_pass() => {
                Err(Error::new(format!("`{pass}` is a pass over the module, not over functions")))
            }
            pass => Ok(pass),
        };
        let phase = |name: &str| {
            let all = Level::ALL.iter().copied().flat_map(schedule::phases_of);
            let mut over_functions = all.filter(|phase| phase.scope == Scope::Function);
            let found = over_functions.find(|phase| phase.name == name);
            found.ok_or_else(|| Error::new(format!("there is no phase `{name}` of functions")))
        };
        Ok(match *text.split(' ').collect::<Vec<_>>() {
            ["first"] => Point::First,
            ["before", name] => Point::BeforePass(pass(name)?),
            ["after", name] => Point::AfterPass(pass(name)?),
            ["before", "phase", name] => Point::BeforePhase(phase(name)?),
            ["after", "phase", name] => Point::AfterPhase(phase(name)?),
            ["last"] => Point::Last,
            _ => return Err(Error::new(format!("`{text}` is no point of the schedule"))),
        })
    }
}

type Run = dyn Fn(&mut Function, &mut PassContext<'_>) -> (Counts, bool) + Send + Sync;

/// A pass over functions that a user of the library adds with [`with_pass`](crate::unstable::OptimizerExt::with_pass).
///
/// It is timed, counted and listed in the report as built-in passes are, draws on the fuel, and can make remarks. The
/// function is verified after each run. A function that does not verify, or in which the pass panics, keeps its
/// original body, which the report lists as a bug of the pass.
///
/// What is not checked, and what a pass therefore has to know:
///
/// - That the function means the same. The verifier checks types and dominance.
/// - What was concluded about the module before its functions. A pass that adds calls of functions that the module
///   defines, or references to them, needs [`Pass::CallFacts`] and [`Pass::MergeFunctions`] switched off. Calls of
///   imports need not.
/// - The guard. A pass that adds code, as one that instruments functions does, needs it switched off
///   ([`Options::guard`](crate::Options::guard)): it reverts functions that did not improve.
/// - Inlining. What is inlined has been through the pass already, if the point comes before it is offered to
///   callers: that is after all passes, and at -O3 and -O4 before phase `late`.
/// - That a function may take the same way twice: where the output became too large, and where its history is
///   recorded for a report. A pass has to do the same then.
///
/// ```
/// use invar::unstable::OptimizerExt;
/// use invar::unstable::analysis::{Observed, counters};
/// use invar::unstable::custom::{CustomPass, Point};
/// use invar::{Level, Optimizer};
///
/// counters! {
///     /// What the pass counted.
///     pub struct Stats {
///         /// Instructions. They are observed, not changed.
///         found_instructions: Observed,
///     }
/// }
/// let count = CustomPass::new("count", |function, _| {
///     let insts = function.live_blocks().map(|block| function.blocks[block].insts.len() as u64);
///     Stats { found_instructions: Observed(insts.sum()) }
/// });
/// // A function that adds 1 and 2.
/// # let add = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x09\x01\x07\0\x41\x01\x41\x02\x6a\x0b";
/// let optimizer = Optimizer::new(Level::O2);
/// let optimizer = optimizer.with_pass(Point::First, count.clone()).with_pass(Point::Last, count);
/// let report = optimizer.run(add)?.report;
/// let count = report.passes.iter().find(|pass| pass.name == "count").expect("it ran");
/// // Two constants and their sum, then one constant.
/// assert_eq!((count.runs, &*count.counters), (2, &[("found_instructions", 4)][..]));
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone)]
pub struct CustomPass {
    name: &'static str,
    run: Arc<Run>,
}

// A panic in it costs the function that it worked on, nothing else. So `Options` are as safe as without it.
impl UnwindSafe for CustomPass {}
impl RefUnwindSafe for CustomPass {}

impl CustomPass {
    /// A pass of this name, by which the report lists it. The function is that of a built-in pass; it returns its
    /// counters, which say whether it changed anything ([`Counters::touched`]). Calls of it run in parallel.
    ///
    /// Panics if a built-in pass has that name.
    pub fn new<S: Counters>(
        name: &'static str,
        run: impl Fn(&mut Function, &mut PassContext<'_>) -> S + Send + Sync + 'static,
    ) -> CustomPass {
        assert!(name.parse::<Pass>().is_err(), "`{name}` is the name of a built-in pass");
        let run = move |function: &mut Function, cx: &mut PassContext<'_>| {
            let stats = run(function, cx);
            (Counts { list: stats.list(), changes: stats.changes() }, stats.touched())
        };
        CustomPass { name, run: Arc::new(run) }
    }

    /// A pass that applies a rewrite rule to each operator with one result and no effect (it may trap): given the
    /// operator and its operands, the rule answers with an equal and better way to compute the result, if it knows
    /// one. The built-in rules are applied to the answer. Rules see the program through
    /// [`ValueFacts`](invar_rules::ValueFacts).
    ///
    /// Nothing about the rule is proved: whether both sides are equal for all inputs, and trap for the same, is up to
    /// its author.
    ///
    /// Panics if a built-in pass has that name.
    pub fn from_rule(
        name: &'static str,
        rule: impl Fn(&FunctionView<'_>, &Op, &[Value]) -> Option<invar_rules::Term<Value>>
        + Send
        + Sync
        + 'static,
    ) -> CustomPass {
        CustomPass::new(name, move |function, cx| {
            invar_scalar::custom_rule::run(function, cx, &rule)
        })
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Runs it. Returns what it counted, and whether that tells of a change.
    pub(crate) fn run(&self, function: &mut Function, cx: &mut PassContext<'_>) -> (Counts, bool) {
        (self.run)(function, cx)
    }
}

impl fmt::Debug for CustomPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CustomPass").field(&self.name).finish()
    }
}

/// The counters of a custom pass.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    list: Vec<(&'static str, u64)>,
    changes: u64,
}

impl Counters for Counts {
    fn list(&self) -> Vec<(&'static str, u64)> {
        self.list.clone()
    }

    fn changes(&self) -> u64 {
        self.changes
    }

    fn add(&mut self, other: &Self) {
        for &(name, count) in &other.list {
            match self.list.iter_mut().find(|mine| mine.0 == name) {
                Some(mine) => mine.1 += count,
                None => self.list.push((name, count)),
            }
        }
        self.changes += other.changes;
    }
}

/// What custom passes did, by name: one that runs at several points is counted once.
#[derive(Clone, Debug, Default)]
pub(crate) struct CustomTotals(Vec<(&'static str, Tally<Counts>)>);

impl CustomTotals {
    /// Adds those of another run.
    pub fn add(&mut self, other: &Self) {
        other.0.iter().for_each(|(name, tally)| self.of(name).add(tally));
    }

    /// Adds what one run of a pass did.
    pub fn record(&mut self, name: &'static str, time: Duration, counts: &Counts) {
        self.of(name).record(time, counts);
    }

    fn of(&mut self, name: &'static str) -> &mut Tally<Counts> {
        let at = self.0.iter().position(|of| of.0 == name).unwrap_or_else(|| {
            self.0.push((name, Tally::default()));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }

    /// The counters of a pass.
    pub fn of_pass(&mut self, name: &'static str) -> Vec<(&'static str, u64)> {
        self.of(name).stats.list()
    }

    /// The sum of all counters that count changes.
    pub fn changes(&self) -> u64 {
        self.0.iter().map(|(_, tally)| tally.stats.changes).sum()
    }

    /// The counters that are not 0, by `pass.name`.
    pub fn counters(&self) -> impl Iterator<Item = (String, u64)> {
        self.0.iter().flat_map(|(pass, tally)| {
            let counted = tally.stats.list().into_iter().filter(|counter| counter.1 > 0);
            counted.map(move |(name, count)| (format!("{pass}.{name}"), count))
        })
    }

    /// The reports of these passes, in the order in which they were added; also of those that never ran.
    pub fn reports(mut self, passes: &[(Point, CustomPass)]) -> Vec<PassReport> {
        let mut order = CustomTotals::default();
        passes.iter().for_each(|(_, pass)| *order.of(pass.name) = Tally::default());
        for (name, tally) in &mut order.0 {
            *tally = std::mem::take(self.of(name));
        }
        let report = |(name, tally): (&'static str, Tally<Counts>)| PassReport {
            name,
            runs: tally.runs,
            time_ms: millis(tally.time),
            counters: tally.stats.list,
        };
        order.0.into_iter().map(report).collect()
    }
}

#[cfg(test)]
mod tests;
