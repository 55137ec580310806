//! The trip of a function through the graph, as a pass.

use crate::ivr::Redirected;
use crate::{BuildError, LowerError, build, dead, ivr, lower, verify};
use invar_ir::{
    Function, Inst, Op, PassContext, RemarkKind, SourceLoc, Summary, Terminator, Value,
};

/// What to do on the trip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Invariant value redirection.
    pub ivr: ivr::Config,
    /// Remove dead nodes.
    pub dead: bool,
    /// Keep the control-flow graph that a function had where the new one costs more.
    pub compare: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config { ivr: ivr::Config::default(), dead: true, compare: true }
    }
}

invar_ir::counters! {
    /// What became of functions.
    pub struct Stats {
        /// Went through the graph.
        functions,
        /// Exit variables of gammas redirected.
        ivr_gamma = "ivr.gamma",
        /// Loop variables redirected.
        ivr_theta = "ivr.theta",
        /// Results of calls redirected.
        ivr_call = "ivr.call",
        /// Post values redirected, the value after the loop being dead.
        ivr_dead_output = "ivr.theta_gamma.dead_output",
        /// Post values redirected, the pre value being dead.
        ivr_dead_pre = "ivr.theta_gamma.dead_pre",
        /// Nodes removed.
        dead_nodes = "dead.nodes",
        /// Exit and loop variables removed.
        dead_vars = "dead.vars",
        /// Kept their control-flow graph: it was no worse.
        kept_no_better,
        /// Kept their control-flow graph: cycles too irreducible.
        kept_irreducible,
        /// Kept their control-flow graph: the graph would be too large.
        kept_large,
        /// Kept their control-flow graph: calls with exception handlers.
        kept_handlers,
        /// Kept their control-flow graph: a control value was not known where it was needed.
        kept_residual,
        /// Kept their control-flow graph: a value was used where only some paths make it.
        kept_undefined,
    }
}

/// How often redirection and removal alternate: each may make room for the other.
const MOST_ROUNDS: usize = 4;

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let kept = |cx: &mut PassContext<'_>, why: &str| {
        let what = "keeps its control-flow graph";
        cx.remarks.record("graph", RemarkKind::Missed, SourceLoc::default(), what, || why.into());
    };
    if let Some(summary) = straight(function) {
        if let Some(func) = cx.func {
            cx.summaries.publish(func, summary);
        }
        return stats;
    }
    let mut graph = match build(function, cx.module, &cx.goals) {
        Ok(graph) => graph,
        Err(error) => {
            let (count, why) = match error {
                BuildError::Irreducible => (&mut stats.kept_irreducible, "too irreducible"),
                BuildError::TooLarge => (&mut stats.kept_large, "the graph would be too large"),
                BuildError::Handlers => (&mut stats.kept_handlers, "exception handlers"),
            };
            *count += 1;
            kept(cx, why);
            return stats;
        }
    };
    check(&graph, "construction");
    for _ in 0..MOST_ROUNDS {
        let redirected = ivr::run(&mut graph, &config.ivr, cx.summaries, cx.fuel);
        check(&graph, "redirection");
        stats.add_redirected(redirected);
        if !config.dead {
            break;
        }
        let removed = dead::remove_dead(&mut graph, cx.fuel);
        check(&graph, "removal");
        stats.dead_nodes += removed.nodes;
        stats.dead_vars += removed.vars;
        if redirected.total() == 0 {
            break;
        }
    }
    if let Some(func) = cx.func {
        cx.summaries.publish(func, ivr::summarize(&graph));
    }
    match lower(&graph, &function.results) {
        Ok(lowered) => {
            stats.functions += 1;
            if config.compare && cost(&lowered) > cost(function) {
                stats.kept_no_better += 1;
                kept(cx, "it has become no better");
            } else {
                *function = lowered;
            }
        }
        Err(LowerError::Residual) => {
            stats.kept_residual += 1;
            kept(cx, "a control value is not known where it is needed");
        }
        Err(LowerError::Undefined) => {
            stats.kept_undefined += 1;
            kept(cx, "a value is used where only some paths make it");
        }
    }
    stats
}

/// What callers may know of a function of one block without calls, in which there is nothing to
/// redirect.
fn straight(function: &Function) -> Option<Summary> {
    let is_call = |&inst: &Inst| matches!(function.insts[inst].op, Op::Call { .. });
    let entry = &function.blocks[function.entry];
    if function.live_blocks().nth(1).is_some() || entry.insts.iter().any(is_call) {
        return None;
    }
    let Terminator::Return(results) = &entry.term else { return Some(Summary::default()) };
    let param = |&value: &Value| {
        let at = entry.params.iter().position(|&param| param == function.resolve(value));
        at.map(|at| at as u32)
    };
    Some(Summary { passes: function.list(results).iter().map(param).collect() })
}

/// What a function costs, as far as the trip could change it: instructions, and branches of which
/// more than one way is left.
fn cost(function: &Function) -> usize {
    let of = |block| {
        let data = &function.blocks[block];
        let branches = usize::from(data.term.targets().nth(1).is_some());
        data.insts.len() + branches
    };
    function.live_blocks().map(of).sum()
}

impl Stats {
    fn add_redirected(&mut self, redirected: Redirected) {
        self.ivr_gamma += redirected.gamma;
        self.ivr_theta += redirected.theta;
        self.ivr_call += redirected.call;
        self.ivr_dead_output += redirected.dead_output;
        self.ivr_dead_pre += redirected.dead_pre;
    }
}

/// In debug builds, a graph that is wrong is a bug of what was done last.
fn check(graph: &crate::Graph, after: &str) {
    if cfg!(debug_assertions)
        && let Err(error) = verify(graph)
    {
        panic!("the graph is wrong after {after}: {error}\n{graph}");
    }
}
