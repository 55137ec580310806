//! The trip of a function through the graph, as a pass.

use crate::{BuildError, LowerError, build, lower};
use invar_ir::{Function, PassContext};

/// What to do on the trip.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config {}

invar_ir::counters! {
    /// What became of functions.
    pub struct Stats {
        /// Went through the graph.
        functions,
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

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, _config: &Config) -> Stats {
    let mut stats = Stats::default();
    let graph = match build(function, cx.module, &cx.goals) {
        Ok(graph) => graph,
        Err(error) => {
            *match error {
                BuildError::Irreducible => &mut stats.kept_irreducible,
                BuildError::TooLarge => &mut stats.kept_large,
                BuildError::Handlers => &mut stats.kept_handlers,
            } += 1;
            return stats;
        }
    };
    match lower(&graph, &function.results) {
        Ok(lowered) => {
            *function = lowered;
            stats.functions += 1;
        }
        Err(LowerError::Residual) => stats.kept_residual += 1,
        Err(LowerError::Undefined) => stats.kept_undefined += 1,
    }
    stats
}
