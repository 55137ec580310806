//! Scalar optimization on the control-flow graph.
//!
//! | pass | what it does |
//! |---|---|
//! | [`mod@unreachable`] | removes blocks that the entry does not reach |
//! | [`fold`] | constant folding, algebraic simplification |
//! | [`simplify_cfg`] | folds branches, threads jumps, joins blocks |
//! | [`ssa_cleanup`] | removes redundant block parameters (redundant phis) |
//! | [`gvn`] | global value numbering along the dominator tree |
//! | [`switch_formation`] | turns chains of comparisons into jump tables |
//! | [`tail_merging`] | merges equal blocks (tail merging) |
//! | [`dce`] | dead code elimination |
//! | [`custom_rule`] | applies a rewrite rule of the library's user |
//!
//! Each pass takes a function in SSA form and leaves one, with no uses of aliases left; each is near
//! linear in the function's size, uses no recursion on its depth, and gives the same result for
//! the same input. None adds a trap, drops an effect, or duplicates work beyond a tiny block.

pub mod custom_rule;
pub mod dce;
pub mod fold;
pub mod gvn;
pub mod simplify_cfg;
pub mod ssa_cleanup;
pub mod switch_formation;
pub mod tail_merging;
pub mod unreachable;
