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
