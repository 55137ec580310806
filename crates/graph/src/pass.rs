//! The pass `graph`: construction of the region graph, the passes on it, and lowering.
//!
//! Reduction, common node elimination, redirection and dead node elimination run in rounds, at most `MOST_ROUNDS`,
//! until redirection finds nothing. Code motion follows. A function keeps its control-flow graph if the region graph
//! would be too large, nothing changed, lowering gives up, or the result costs more; a counter `kept_*` has the reason.

use crate::code_motion::dependences::Standard;
use crate::construct::build_with;
use crate::nodes::{common, dead, reduce};
use crate::rvsdg::draw;
use crate::rvsdg::states::function_effects;
use crate::{
    BuildError, FunctionEnv, Graph, GraphLowerError, Kind, code_motion, lower, redirect, verify,
};
use invar_analysis::claims::Claim;
use invar_analysis::cost::Work;
use invar_analysis::drawing::Drawings;
use invar_analysis::{
    Analyses, Counters, Fuel, Observed, PassContext, RemarkKind, Remarks, Summary, function_throws,
};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Function, Inst, Op, SourceLoc, Terminator, Value};
use invar_rules::{Allow, RuleCounts};
use smallvec::SmallVec;

invar_analysis::config! {
    /// The passes to run.
    pub struct Config {
        /// Node reduction.
        reduce: bool = true,
        /// Common node elimination.
        common: common::Config = common::Config::default(),
        /// Invariant value redirection.
        redirect: redirect::Config = redirect::Config::default(),
        /// Dead node elimination.
        dead: bool = true,
        /// Code motion.
        motion: code_motion::Config = code_motion::Config::default(),
        /// Lower the graph even if no pass has changed it.
        always_lower: bool = false,
        /// Keep the function as it was if the lowered graph costs more.
        compare: bool = true,
    }
}

invar_analysis::counters! {
    /// The functions that were lowered, and those that kept their control-flow graph.
    pub struct RoundTrips {
        /// Went through the graph and were lowered.
        functions,
        /// Irreducible cycles in functions that have a graph: they stayed as they were.
        cycles: Observed = "found.irreducible_cycles",
        /// Kept their control-flow graph: it was no worse.
        kept_no_better: Observed,
        /// Kept their control-flow graph: no pass changed the graph.
        kept_unchanged: Observed,
        /// Kept their control-flow graph: the graph would be too large.
        kept_large: Observed,
        /// Kept their control-flow graph: too many branches cross too many blocks.
        kept_crossing: Observed,
        /// Kept their control-flow graph: a branch enters the middle of the function in many places.
        kept_resumable: Observed,
        /// Kept their control-flow graph: a control value was not known where it was needed.
        kept_residual: Observed,
        /// Kept their control-flow graph: a value was used where only some paths define it.
        kept_undefined: Observed,
        /// Kept their control-flow graph: a defect of lowering was noticed.
        kept_environment: Observed,
    }
}

/// What a run of the pass did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Whether the function was lowered.
    pub trips: RoundTrips,
    /// Node reduction.
    pub reduced: reduce::ReducedNodes,
    /// The rewrite rules that node reduction applied.
    pub rules: RuleCounts,
    /// Common node elimination.
    pub merged: common::MergedNodes,
    /// Invariant value redirection.
    pub redirected: redirect::Redirected,
    /// Dead node elimination.
    pub removed: dead::RemovedNodes,
    /// Code motion.
    pub moved: code_motion::MovedNodes,
}

impl Stats {
    /// Whether the graph was improved. Dead nodes do not count: other passes remove dead code, too.
    fn is_worth_lowering(&self) -> bool {
        let Stats { trips: _, rules: _, reduced, merged, redirected, removed: _, moved } = self;
        reduced.changed() || merged.changed() || redirected.changed() || moved.changed()
    }
}

impl Counters for Stats {
    fn list(&self) -> Vec<(&'static str, u64)> {
        let Stats { trips, reduced, rules: _, merged, redirected, removed, moved } = self;
        let parts = [
            trips.list(),
            reduced.list(),
            merged.list(),
            redirected.list(),
            removed.list(),
            moved.list(),
        ];
        parts.concat()
    }

    fn changes(&self) -> u64 {
        let Stats { trips, reduced, rules: _, merged, redirected, removed, moved } = self;
        let graph = [merged.changes(), redirected.changes(), removed.changes(), moved.changes()];
        trips.changes() + reduced.changes() + graph.iter().sum::<u64>()
    }

    fn add(&mut self, other: &Self) {
        self.trips.add(&other.trips);
        self.reduced.add(&other.reduced);
        self.rules.add(&other.rules);
        self.merged.add(&other.merged);
        self.redirected.add(&other.redirected);
        self.removed.add(&other.removed);
        self.moved.add(&other.moved);
    }

    fn changed(&self) -> bool {
        self.trips.functions > self.trips.kept_no_better.0
    }

    fn rules(&self) -> Option<&RuleCounts> {
        Some(&self.rules)
    }
}

/// The number of rounds of the passes, and of code motion: each may enable others.
const MOST_ROUNDS: usize = 4;

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let goals = cx.goals;
    let env = FunctionEnv { module: cx.module, goals: &goals, summaries: cx.summaries };
    let effects = function_effects(function, &mut cx.analyses, &env);
    let throws = function_throws(function, cx.summaries);
    if let Some(passes) = straight(function) {
        cx.summarize(Summary { result_params: passes, effects, throws, ..Summary::default() });
        return stats;
    }
    let Some(mut graph) = construct(function, cx, &env, &mut stats.trips) else {
        cx.summarize(Summary { effects, throws, ..Summary::default() });
        return stats;
    };
    let mut log = Log { remarks: cx.remarks.draft(), drawings: cx.drawings.draft() };
    let allow = Allow::of(function, goals.size > 0, goals.without);
    optimize(&mut graph, &allow, &env, cx.fuel, config, &mut stats, &mut log);
    let summary = redirect::summarize(&graph, effects, cx.summaries);
    cx.summarize(Summary { throws, ..summary });
    let lower = config.always_lower || stats.is_worth_lowering();
    if !lower {
        stats.trips.kept_unchanged += 1;
    }
    // If the function stays as it was, nothing was changed after all.
    if !lower || write_back(function, &graph, cx, config, &mut stats.trips) {
        cx.remarks.append(log.remarks);
        cx.drawings.append(log.drawings);
    }
    stats
}

/// What the passes on a graph tell about their changes.
struct Log {
    remarks: Remarks,
    drawings: Drawings,
}

/// Records that a function keeps its control-flow graph.
fn kept(cx: &mut PassContext<'_>, count: &mut Observed, why: &str) {
    *count += 1;
    let what = "keeps its control-flow graph";
    cx.remarks.record("graph", RemarkKind::Missed, SourceLoc::default(), what, || why.into());
}

/// The graph of a function, if one can be built and is not too large.
fn construct(
    function: &Function,
    cx: &mut PassContext<'_>,
    env: &FunctionEnv<'_>,
    trips: &mut RoundTrips,
) -> Option<Graph> {
    let cfg = cx.analyses.cfg(function);
    if crosses_too_much(&cfg) {
        kept(cx, &mut trips.kept_crossing, "too many branches cross too many blocks");
        return None;
    }
    if is_resumable(&cfg) {
        kept(cx, &mut trips.kept_resumable, "a branch enters the function in many places");
        return None;
    }
    let (count, why) = match build_with(function, env, &mut cx.analyses) {
        Ok(graph) => {
            for node in graph.nodes.values() {
                let Kind::Cycle(cycle) = &node.kind else { continue };
                if cycle.is_call() {
                    continue;
                }
                trips.cycles += 1;
                let what = "keeps an irreducible cycle as it is";
                cx.remarks.record("graph", RemarkKind::Missed, node.loc, what, || {
                    format!("it has {} entries", cycle.entries.len())
                });
            }
            check(&graph, "construction");
            check_trace(function, &graph, cx, "construction");
            return Some(graph);
        }
        Err(BuildError::TooLarge) => (&mut trips.kept_large, "the graph would be too large"),
    };
    kept(cx, count, why);
    None
}

/// The passes on the graph.
fn optimize(
    graph: &mut Graph,
    allow: &Allow,
    env: &FunctionEnv<'_>,
    fuel: &Fuel,
    config: &Config,
    stats: &mut Stats,
    log: &mut Log,
) {
    let Log { remarks, drawings } = log;
    if drawings.enabled() {
        drawings.extend(draw::graph(graph, None, "the region graph as constructed"));
    }
    for round in 1..=MOST_ROUNDS {
        if config.reduce {
            let rules = &mut stats.rules;
            stats.reduced.add(&reduce::run(graph, env.module, allow, fuel, rules));
            check(graph, "reduction");
        }
        stats.merged.add(&common::run(graph, env, &config.common, fuel, remarks));
        check(graph, "common node elimination");
        let before = drawings.enabled().then(|| graph.clone());
        let redirected = redirect::run(graph, &config.redirect, env.summaries, fuel, remarks);
        check(graph, "redirection");
        if let Some(before) = before.filter(|_| redirected.total() > 0) {
            let title = format!("redirected edges, round {round}");
            drawings.extend(draw::graph(graph, Some(&before), &title));
        }
        stats.redirected.add(&redirected);
        if !config.dead {
            break;
        }
        let removed = dead::remove_dead(graph, fuel);
        check(graph, "dead node elimination");
        stats.removed.add(&removed);
        if redirected.total() == 0 {
            break;
        }
    }
    let Some(config) = config.motion.for_goals(env.goals) else { return };
    let deps = Standard { env };
    let before = drawings.enabled().then(|| graph.clone());
    // Once a load, a loop or a call has moved, what depends on it can move, too.
    for _ in 0..MOST_ROUNDS {
        let moved = code_motion::run(graph, &deps, &config, fuel, remarks);
        check(graph, "code motion");
        stats.moved.add(&moved);
        if !moved.enables_more() {
            break;
        }
    }
    if let Some(before) = before.filter(|_| stats.moved.changed()) {
        drawings.extend(draw::graph(graph, Some(&before), "moved nodes"));
    }
}

/// Lowers the graph, and puts the result in the place of the function unless that is worse. Whether it did.
fn write_back(
    function: &mut Function,
    graph: &Graph,
    cx: &mut PassContext<'_>,
    config: &Config,
    trips: &mut RoundTrips,
) -> bool {
    let (count, why) = match lower(graph, &function.results) {
        Ok(lowered) => {
            check_trace(&lowered, graph, cx, "lowering");
            trips.functions += 1;
            let mut analyses = Analyses::default();
            if !config.compare || !is_worse(&lowered, &mut analyses, function, cx) {
                *function = lowered;
                cx.analyses.replace(analyses);
                return true;
            }
            (&mut trips.kept_no_better, "the result would cost more")
        }
        Err(GraphLowerError::Residual) => {
            (&mut trips.kept_residual, "a control value is not known where it is needed")
        }
        Err(GraphLowerError::Undefined) => {
            (&mut trips.kept_undefined, "a value is used where only some paths define it")
        }
        Err(GraphLowerError::Environment) => {
            (&mut trips.kept_environment, "a defect of lowering was noticed")
        }
    };
    kept(cx, count, why);
    false
}

/// For each result of a function that is one block without calls, and so needs no graph, the parameter
/// that it always is.
fn straight(function: &Function) -> Option<Vec<Option<u32>>> {
    let is_call = |&inst: &Inst| matches!(function.insts[inst].op, Op::Call { .. });
    let entry = &function.blocks[function.entry];
    let is_tail_call = matches!(entry.term, Terminator::TailCall { op: Op::ReturnCall { .. }, .. });
    let has_call = is_tail_call || entry.insts.iter().any(is_call);
    if function.live_blocks().nth(1).is_some() || has_call {
        return None;
    }
    let Terminator::Return(results) = &entry.term else { return Some(Vec::new()) };
    let param = |&value: &Value| {
        let at = entry.params.iter().position(|&param| param == function.resolve(value));
        at.map(|at| at as u32)
    };
    Some(function.list(results).iter().map(param).collect())
}

/// The limit of [`crosses_too_much`]: a constant, and an allowance for each edge. Real modules stay
/// below two thirds of it; the largest functions of Go's compiler come closest.
const MOST_CROSSED: usize = 1 << 23;
const MOST_PER_EDGE: usize = 1 << 10;

/// Whether too many branches cross too many blocks. At each merge, lowering visits all pending
/// branches, for each of their possible targets. An estimate of that is the number of blocks between
/// the ends of edges, times the targets of the branch. The largest jump table is not counted: a state
/// machine with one dispatch keeps its branches apart.
///
/// Cost: O(m log m) in the edges.
fn crosses_too_much(cfg: &Cfg) -> bool {
    let mut position: SecondaryMap<Block, usize> = SecondaryMap::new();
    for (n, &block) in cfg.rpo.iter().enumerate() {
        position[block] = n;
    }
    let (mut crossed, mut largest, mut edges) = (0usize, 0, 0);
    for &block in &cfg.rpo {
        let targets = distinct_targets(cfg, block);
        let spans = targets.iter().map(|&to| position[to].saturating_sub(position[block]));
        let own = targets.len().saturating_mul(spans.sum());
        crossed = crossed.saturating_add(own);
        largest = largest.max(own);
        edges += targets.len();
    }
    crossed - largest > MOST_CROSSED + MOST_PER_EDGE * edges
}

/// The fewest entries of a resumable function, and which part of its blocks they are at least.
const FEWEST_ENTRIES: usize = 5;
const ENTRIES_OF_BLOCKS: usize = 4;

/// Whether a branch enters the function in many places that are also reached in another way: the dispatch of
/// a function that is suspended and resumed at its calls, as Go's compiler writes all of them. Each entry
/// would become an alternative of every conditional ahead of it, with a copy of all variables, and as each
/// variable is reloaded there, there is nothing to gain: on a module of 14 MB, 340 bytes for two fifths of the
/// processor time. In code of C, C++ and Rust that is rare: it takes a function that is little more than a
/// switch whose cases fall through.
///
/// Cost: O(m log m) in the edges.
fn is_resumable(cfg: &Cfg) -> bool {
    let least = FEWEST_ENTRIES.max(cfg.rpo.len() / ENTRIES_OF_BLOCKS);
    cfg.rpo.iter().filter(|&&block| cfg.succs(block).len() >= least).any(|&block| {
        let is_entry = |&to: &Block| cfg.reachable_preds(to).any(|edge| edge.from != block);
        distinct_targets(cfg, block).iter().filter(|&to| is_entry(to)).count() >= least
    })
}

/// The targets of a block, each once: the cases of a table that go to one block are one edge.
fn distinct_targets(cfg: &Cfg, block: Block) -> SmallVec<[Block; 4]> {
    let mut targets = SmallVec::from_slice(cfg.succs(block));
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// Whether the lowered function costs more than the original.
fn is_worse(
    lowered: &Function,
    of_lowered: &mut Analyses,
    function: &Function,
    cx: &mut PassContext<'_>,
) -> bool {
    let speed = cx.goals.size == 0;
    let work = |function: &Function, analyses: &mut Analyses| {
        let frequencies = speed.then(|| analyses.frequencies(function));
        Work::of(function, &analyses.cfg(function), frequencies.as_deref())
    };
    work(lowered, of_lowered).exceeds(work(function, &mut cx.analyses))
}

/// Verifies the graph after a step, in debug builds.
fn check(graph: &Graph, after: &str) {
    if cfg!(debug_assertions)
        && let Err(error) = verify(graph)
    {
        panic!("the graph is wrong after {after}: {error}\n{graph}");
    }
}

/// Claims after a step that made a function or a graph from the other that both do the same.
fn check_trace(function: &Function, graph: &Graph, cx: &PassContext<'_>, after: &str) {
    if let Err(error) = cx.check(Claim::Graph { function, graph }) {
        panic!("{after} changed the behaviour: {error}\n{graph}");
    }
}
