//! Independent checkers of what the loop passes did, which share no code with the passes.
//!
//! [`same_paths`] confirms that two functions execute the same operators on the same values in the same
//! order, however these are distributed over blocks and parameters: it holds for rotation and loop simplify
//! form. [`same_sums`] derives again what each new induction variable is in terms of the old values, and
//! confirms it by induction over the iterations. Both hold modulo 2^w. [`same_accesses`] compares effective
//! addresses, which do not wrap, by executing both functions on start values near the edges, and
//! [`same_effects`] what can be observed.

mod addresses;
mod paths;
mod sums;
#[cfg(test)]
mod tests;

pub use addresses::{RUNS, Setting, same_accesses, same_effects};
pub use paths::same_paths;
pub use sums::same_sums;

use invar_ir::{Function, PassContext};

/// Larger functions are not checked in passing: the checkers keep facts for each block.
const MOST_INSTS: usize = 10_000;

/// A copy to compare with, in builds that check passes: those with debug assertions.
pub fn before(f: &Function) -> Option<Function> {
    (cfg!(debug_assertions) && f.insts.len() < MOST_INSTS).then(|| f.clone())
}

/// Confirms that a pass kept what can be observed, given the function before it in builds that check.
#[track_caller]
pub fn confirm_effects(before: Option<Function>, f: &Function, cx: &PassContext<'_>, pass: &str) {
    let Some(before) = before else { return };
    let setting = Setting { module: cx.module, constants: cx.constants, runs: RUNS };
    same_effects(&before, f, &setting).unwrap_or_else(|why| panic!("{pass} is wrong: {why}"));
}

/// Confirms that a pass kept all effective addresses, given the function before it in builds that check.
#[track_caller]
pub(crate) fn confirm_accesses(
    before: Option<Function>,
    f: &Function,
    cx: &PassContext<'_>,
    pass: &str,
) {
    let Some(before) = before else { return };
    let setting = Setting { module: cx.module, constants: cx.constants, runs: RUNS };
    same_accesses(&before, f, &setting).unwrap_or_else(|why| panic!("{pass} is wrong: {why}"));
}
