//! Scalar optimization on the control-flow graph.
//!
//! | pass | what it does |
//! |---|---|
//! | [`mod@unreachable`] | removes blocks that the entry does not reach |
//! | [`fold`] | constant folding, algebraic simplification |
//! | [`simplify_cfg`] | folds decided branches, threads jumps, joins blocks |
//! | [`ssa_cleanup`] | removes redundant block parameters (redundant phis) |
//! | [`gvn`] | global value numbering along the dominator tree |
//! | [`load_store_elim`] | eliminates redundant loads and dead stores |
//! | [`redundant_traps`] | removes loads done only for their traps |
//! | [`mem2reg`] | promotes shadow-stack slots to values |
//! | [`globals`] | constant globals, dead stores to globals |
//! | [`switch_formation`] | makes jump tables of chains of tests |
//! | [`tail_merging`] | merges equal blocks |
//! | [`dce`] | dead code elimination |
//!
//! Each pass takes a function in SSA form and leaves one, with no uses of aliases left; each is near
//! linear in the function's size, uses no recursion on its depth, and gives the same result for
//! the same input. None adds a trap, drops an effect, or duplicates work beyond a tiny block.

pub mod dce;
pub mod fold;
pub mod globals;
pub mod gvn;
pub mod load_store_elim;
pub mod mem2reg;
pub mod redundant_traps;
pub mod simplify_cfg;
pub mod ssa_cleanup;
pub mod switch_formation;
pub mod tail_merging;
#[cfg(test)]
mod testing;
pub mod unreachable;
