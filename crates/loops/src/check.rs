//! Checkers of what the loop passes did, which share no code with them.
//!
//! [`same_paths`] confirms that two functions execute the same operators on the same values in the
//! same order, whatever blocks and parameters they are spread over: it holds for rotation and for
//! what brings loops into shape. [`same_sums`] derives again what each new variable of a loop is in
//! terms of the old ones, and confirms it by induction over the iterations.

mod paths;
mod sums;
#[cfg(test)]
mod tests;

pub use paths::same_paths;
pub use sums::same_sums;

use invar_ir::Function;

/// Functions of more instructions are not checked on the way: all that is known of each block is
/// kept.
const MOST_INSTS: usize = 10_000;

/// A copy to compare with, where passes are to be checked: in debug builds.
pub(crate) fn before(f: &Function) -> Option<Function> {
    (cfg!(debug_assertions) && f.insts.len() < MOST_INSTS).then(|| f.clone())
}
