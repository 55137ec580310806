//! Staging: code is specialized to values that are constant while it runs.
//!
//! A program says which: `is_const` (a variable is constant from here on, until it is no more),
//! `keep_const` (it is kept constant across merges, with a version of the code for each value) and
//! `unkeep_const`, and it may promise that memory keeps its contents and that functions are pure.
//! This crate finds what follows from the annotations, along the lines of DyC (Grant, Mock,
//! Philipose, Chambers, Eggers: *DyC: an expressive annotation-directed dynamic compiler for C*,
//! 2000) and of Auslander, Philipose, Chambers, Eggers, Bershad: *Fast, effective dynamic
//! compilation*, 1996.
//!
//! | module | what it does |
//! |---|---|
//! | [`annotations`] | finds annotations among the imports of a program; makes the program without them |
//! | [`analysis`] | the binding-time analysis of a function; its steps follow in this order: |
//! | [`analysis::choices`] | choices between known values become branches |
//! | [`analysis::variables`] | which values are one variable, its policies, conflicts between annotations |
//! | [`analysis::split`] | the variables kept constant at each point, and the split graph that follows |
//! | [`analysis::derive`] | which values could be run-time constants, and what each is derived from |
//! | [`analysis::conditions`], [`analysis::run_time_constants`] | static branches and merges; the run-time constants |
//! | [`analysis::merges`] | annotations that reach merges; their caching policy and laziness |
//! | [`analysis::lazy`] | lazy edges and branches |
//! | [`analysis::live`], [`analysis::keys`] | cache keys, and when a variable leaves them |
//! | [`mod@print`] | the analysis as text |
//! | [`specializer`] | code for actual values, along the split graph |
//! | [`specializer::continuations`] | where specialized code is entered and left while a program runs |
//! | [`specializer::known`], [`specializer::world`] | actual values, and where they come from |
//!
//! Each rule is a function with the rule in its documentation. Nothing is ever copied: who
//! specializes follows the split graph.
//!
//! Who follows the graph starts at the nodes where a region starts ([`Point::starts`]), with the
//! actual values of what is constant there. A version of a node is told apart by the values of the
//! run-time constants that are live where it is entered ([`analysis::run_time_constants::Rtc::entry`], [`analysis::live::Live::entry`]). The
//! analysis says what is known *if nothing goes wrong*: an operator that would trap, a load outside of
//! all promises, a NaN, a budget make a value unknown after all, and what is derived from it, and the
//! version goes on with it as with any other unknown value. A kept variable whose value is not known
//! is a [`analysis::run_time_constants::Promotion`].
//!
//! In a function whose entry reaches an annotation only on some ways, all others are analyzed too;
//! what is neither kept nor constant there has empty sets.

pub mod analysis;
pub mod annotations;
pub mod error;
pub mod print;
pub mod specializer;

pub use analysis::derive::Bound;
pub use analysis::{Analysis, Config, Point, analyze, analyze_bound, is_annotated};
pub use error::{Conflict, Refusal};
pub use specializer::continuations::{Exit, Leave, Place, Promoted};
pub use specializer::world::World;
pub use specializer::{Limits, Prepared, Request, Special, resume, specialize};

#[cfg(test)]
mod tests;
