//! Small clean-up passes on the control-flow graph.
//!
//! | pass | what it does |
//! |---|---|
//! | [`mod@unreachable`] | removes blocks that the entry does not reach |
//! | [`fold`] | folds constants, simplifies operators and conditions |
//! | [`branches`] | folds decided branches, threads jumps, joins blocks |
//! | [`params`] | removes redundant block parameters |
//! | [`gvn`] | shares equal computations along the dominator tree |
//! | [`cells`] | answers loads whose value is known on all ways, removes stores that nobody sees |
//! | [`globals`] | removes assignments of globals that nobody sees |
//! | [`switch`] | makes jump tables of chains of tests |
//! | [`unify`] | lets equal blocks be one |
//! | [`probes`] | removes loads for whose traps others stand |
//! | [`dce`] | removes what is computed and never used |
//!
//! Each takes a function in SSA form and leaves one, with no uses of aliases left; each is near
//! linear in the function's size, uses no recursion on its depth, and gives the same result for
//! the same input. None adds a trap, drops an effect, or duplicates work beyond a tiny block.

pub mod branches;
pub mod cells;
pub mod dce;
pub mod fold;
pub mod frames;
pub mod globals;
pub mod gvn;
pub mod params;
pub mod probes;
pub mod switch;
#[cfg(test)]
mod testing;
pub mod unify;
pub mod unreachable;
