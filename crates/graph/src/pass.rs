//! The trip of a function through the graph, as a pass.

use crate::check::same_trace;
use crate::code_motion::dependences::Standard;
use crate::construct::build_with;
use crate::nodes::{common, dead, reduce};
use crate::rvsdg::states::function_effects;
use crate::{Around, BuildError, LowerError, code_motion, lower, redirect, verify};
use invar_ir::cost::Work;
use invar_ir::entities::SecondaryMap;
use invar_ir::rules::{Allow, RuleCounts};
use invar_ir::{
    Analyses, Block, Cfg, Counters, Function, Inst, Op, PassContext, RemarkKind, SourceLoc,
    Summary, Terminator, Value,
};

/// What to do on the trip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Node reduction.
    pub reduce: bool,
    /// Common nodes.
    pub share: common::Config,
    /// Invariant value redirection.
    pub ivr: redirect::Config,
    /// Remove dead nodes.
    pub dead: bool,
    /// Code motion.
    pub motion: code_motion::Config,
    /// Lower also where nothing was found to improve.
    pub always_lower: bool,
    /// Keep the control-flow graph that a function had where the new one costs more.
    pub compare: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            reduce: true,
            share: common::Config::default(),
            ivr: redirect::Config::default(),
            dead: true,
            motion: code_motion::Config::default(),
            always_lower: false,
            compare: true,
        }
    }
}

invar_ir::counters! {
    /// What became of functions.
    pub struct Trips {
        /// Went through the graph.
        functions,
        /// Kept their control-flow graph: it was no worse.
        kept_no_better,
        /// Kept their control-flow graph: nothing was found to improve.
        kept_unchanged,
        /// Kept their control-flow graph: cycles too irreducible.
        kept_irreducible,
        /// Kept their control-flow graph: the graph would be too large.
        kept_large,
        /// Kept their control-flow graph: too many branches cross too many blocks.
        kept_crossing,
        /// Kept their control-flow graph: calls with exception handlers.
        kept_handlers,
        /// Kept their control-flow graph: a control value was not known where it was needed.
        kept_residual,
        /// Kept their control-flow graph: a value was used where only some paths make it.
        kept_undefined,
        /// Kept their control-flow graph: a defect of lowering was noticed.
        kept_environment,
    }
}

/// What a run of the pass did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// What became of the function.
    pub trips: Trips,
    /// Node reduction.
    pub reduced: reduce::Reduced,
    /// The rewrite rules that did it.
    pub rules: RuleCounts,
    /// Common nodes.
    pub shared: common::Shared,
    /// Invariant value redirection.
    pub redirected: redirect::Redirected,
    /// Dead nodes.
    pub removed: dead::Removed,
    /// Code motion.
    pub moved: code_motion::Moved,
}

impl Stats {
    /// Whether something was done that the control-flow graph does not have. Dead nodes are removed
    /// by other passes, too.
    fn is_worth_lowering(&self) -> bool {
        let Stats { trips: _, rules: _, reduced, shared, redirected, removed: _, moved } = self;
        reduced.changed() || shared.changed() || redirected.changed() || moved.changed()
    }
}

impl Counters for Stats {
    fn list(&self) -> Vec<(&'static str, u64)> {
        let Stats { trips, reduced, rules: _, shared, redirected, removed, moved } = self;
        let parts = [
            trips.list(),
            reduced.list(),
            shared.list(),
            redirected.list(),
            removed.list(),
            moved.list(),
        ];
        parts.concat()
    }

    fn add(&mut self, other: &Self) {
        self.trips.add(&other.trips);
        self.reduced.add(&other.reduced);
        self.rules.add(&other.rules);
        self.shared.add(&other.shared);
        self.redirected.add(&other.redirected);
        self.removed.add(&other.removed);
        self.moved.add(&other.moved);
    }

    fn changed(&self) -> bool {
        self.trips.functions > self.trips.kept_no_better
    }

    fn rules(&self) -> Option<&RuleCounts> {
        Some(&self.rules)
    }
}

/// How often redirection and removal alternate, and code motion is repeated: each may make room for
/// the other.
const MOST_ROUNDS: usize = 4;

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let kept = |cx: &mut PassContext<'_>, why: &str| {
        let what = "keeps its control-flow graph";
        cx.remarks.record("graph", RemarkKind::Missed, SourceLoc::default(), what, || why.into());
    };
    let around = Around { module: cx.module, goals: &cx.goals, summaries: cx.summaries };
    let effects = function_effects(function, &cx.analyses.cfg(function), &around);
    if let Some(passes) = straight(function) {
        cx.publish(Summary { result_params: passes, effects });
        return stats;
    }
    if crosses_too_much(&cx.analyses.cfg(function)) {
        stats.trips.kept_crossing += 1;
        kept(cx, "too many branches cross too many blocks");
        cx.publish(Summary { result_params: Vec::new(), effects });
        return stats;
    }
    let mut graph = match build_with(function, &around, &mut cx.analyses) {
        Ok(graph) => graph,
        Err(error) => {
            let (count, why) = match error {
                BuildError::Irreducible => (&mut stats.trips.kept_irreducible, "too irreducible"),
                BuildError::TooLarge => {
                    (&mut stats.trips.kept_large, "the graph would be too large")
                }
                BuildError::Handlers => (&mut stats.trips.kept_handlers, "exception handlers"),
            };
            *count += 1;
            kept(cx, why);
            cx.publish(Summary { result_params: Vec::new(), effects });
            return stats;
        }
    };
    check(&graph, "construction");
    check_trace(function, &graph, "construction");
    let allow = Allow::of(function, &cx.goals);
    for _ in 0..MOST_ROUNDS {
        if config.reduce {
            let rules = &mut stats.rules;
            stats.reduced.add(&reduce::run(&mut graph, cx.module, &allow, cx.fuel, rules));
            check(&graph, "reduction");
        }
        stats.shared.add(&common::run(&mut graph, &around, &config.share, cx.fuel));
        check(&graph, "sharing");
        let redirected = redirect::run(&mut graph, &config.ivr, cx.summaries, cx.fuel);
        check(&graph, "redirection");
        stats.redirected.add(&redirected);
        if !config.dead {
            break;
        }
        let removed = dead::remove_dead(&mut graph, cx.fuel);
        check(&graph, "removal");
        stats.removed.add(&removed);
        if redirected.total() == 0 {
            break;
        }
    }
    if let Some(config) = config.motion.for_goals(&cx.goals) {
        let deps = Standard { around: &around };
        // What follows from a load that went out of a loop can go out, too, once that is there.
        for _ in 0..MOST_ROUNDS {
            let moved = code_motion::run(&mut graph, &deps, &config, cx.fuel);
            check(&graph, "motion");
            stats.moved.add(&moved);
            if moved.hoisted_traps == 0 {
                break;
            }
        }
    }
    cx.publish(redirect::summarize(&graph, effects));
    if !config.always_lower && !stats.is_worth_lowering() {
        stats.trips.kept_unchanged += 1;
        return stats;
    }
    match lower(&graph, &function.results) {
        Ok(lowered) => {
            check_trace(&lowered, &graph, "lowering");
            stats.trips.functions += 1;
            if config.compare && is_worse(&lowered, function, cx) {
                stats.trips.kept_no_better += 1;
                kept(cx, "it has become no better");
            } else {
                *function = lowered;
                cx.analyses.clear();
            }
        }
        Err(LowerError::Residual) => {
            stats.trips.kept_residual += 1;
            kept(cx, "a control value is not known where it is needed");
        }
        Err(LowerError::Undefined) => {
            stats.trips.kept_undefined += 1;
            kept(cx, "a value is used where only some paths make it");
        }
        Err(LowerError::Environment) => {
            stats.trips.kept_environment += 1;
            kept(cx, "a defect of lowering was noticed");
        }
    }
    stats
}

/// For each result of a function of one block without calls, in which there is nothing to redirect,
/// the parameter that it is.
fn straight(function: &Function) -> Option<Vec<Option<u32>>> {
    let is_call = |&inst: &Inst| matches!(function.insts[inst].op, Op::Call { .. });
    let entry = &function.blocks[function.entry];
    if function.live_blocks().nth(1).is_some() || entry.insts.iter().any(is_call) {
        return None;
    }
    let Terminator::Return(results) = &entry.term else { return Some(Vec::new()) };
    let param = |&value: &Value| {
        let at = entry.params.iter().position(|&param| param == function.resolve(value));
        at.map(|at| at as u32)
    };
    Some(function.list(results).iter().map(param).collect())
}

/// What any function may cross, and what each of its edges adds. Real modules stay below two thirds of
/// that: the largest functions of Go's compiler are the nearest.
const MOST_CROSSED: usize = 1 << 23;
const MOST_PER_EDGE: usize = 1 << 10;

/// Whether too many branches cross too many blocks. The way back from the graph looks at all branches
/// that are still on their way at each merge, for each target that they may have. About that is the
/// number of blocks between ends of edges, times the targets of the branch. The one largest table
/// does not count: a machine that dispatches in one place keeps its branches apart.
///
/// Cost: O(m log m).
fn crosses_too_much(cfg: &Cfg) -> bool {
    let mut position: SecondaryMap<Block, usize> = SecondaryMap::new();
    for (n, &block) in cfg.rpo.iter().enumerate() {
        position[block] = n;
    }
    let (mut crossed, mut largest, mut edges) = (0usize, 0, 0);
    for &block in &cfg.rpo {
        // The cases of a table that go to one block are one edge.
        let mut targets = cfg.succs(block).to_vec();
        targets.sort_unstable();
        targets.dedup();
        let spans = targets.iter().map(|&to| position[to].saturating_sub(position[block]));
        let own = targets.len().saturating_mul(spans.sum());
        crossed = crossed.saturating_add(own);
        largest = largest.max(own);
        edges += targets.len();
    }
    crossed - largest > MOST_CROSSED + MOST_PER_EDGE * edges
}

/// Whether what came of a function is more than the function was.
fn is_worse(lowered: &Function, function: &Function, cx: &mut PassContext<'_>) -> bool {
    let work = |function: &Function, analyses: &mut Analyses| {
        let frequencies = (cx.goals.size == 0).then(|| analyses.frequencies(function));
        Work::of(function, &analyses.cfg(function), frequencies.as_deref())
    };
    work(lowered, &mut Analyses::default()).exceeds(work(function, &mut cx.analyses))
}

/// In debug builds, a graph that is wrong is a bug of what was done last.
fn check(graph: &crate::Graph, after: &str) {
    if cfg!(debug_assertions)
        && let Err(error) = verify(graph)
    {
        panic!("the graph is wrong after {after}: {error}\n{graph}");
    }
}

/// How often a function and its graph are executed side by side in debug builds: small ones more
/// often, in which a few inputs of many may go a way of their own.
fn debug_runs(function: &Function) -> u32 {
    (1000 / function.blocks.len().max(1)).clamp(4, 16) as u32
}

/// In debug builds, a graph and a function that do not do the same are a bug of what made one of
/// the other.
fn check_trace(function: &Function, graph: &crate::Graph, after: &str) {
    if cfg!(debug_assertions)
        && let Err(error) = same_trace(function, graph, 0, debug_runs(function))
    {
        panic!("{after} changed what is done: {error}\n{graph}");
    }
}
