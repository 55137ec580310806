//! Independent checkers of what the loop passes did, which share no code with the passes.
//!
//! [`same_paths`] confirms that two functions execute the same operators on the same values in the same
//! order, however these are distributed over blocks and parameters: it holds for rotation and loop simplify
//! form. [`same_sums`] derives again what each new induction variable is in terms of the old values, and
//! confirms it by induction over the iterations.

mod paths;
mod sums;
#[cfg(test)]
mod tests;

pub use paths::same_paths;
pub use sums::same_sums;

use invar_ir::Function;

/// Larger functions are not checked in passing: the checkers keep facts for each block.
const MOST_INSTS: usize = 10_000;

/// A copy to compare with, in builds that check passes: those with debug assertions.
pub(crate) fn before(f: &Function) -> Option<Function> {
    (cfg!(debug_assertions) && f.insts.len() < MOST_INSTS).then(|| f.clone())
}
