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
//! | module | what it finds |
//! |---|---|
//! | [`raise`] | annotations in the imports of a program; the program without them |
//! | [`choices`] | choices between known values, which become branches |
//! | [`vars`] | which values are one variable, and its policies; conflicts |
//! | [`split`] | the variables kept at each point, and the split graph that follows |
//! | [`mod@derive`] | what could be known at all, and from what |
//! | [`conditions`], [`rtc`] | static branches and merges, and the run-time constants |
//! | [`merges`] | annotations that reach merges, their caching and laziness |
//! | [`lazy`] | which edges and branches are lazy |
//! | [`live`], [`keys`] | cache keys, and when a variable leaves them |
//! | [`analysis`], [`mod@print`] | all of it, in order; as text |
//! | [`mod@specialize`] | code for actual values, along the split graph |
//! | [`place`] | where code starts and is left while a program runs |
//! | [`known`], [`world`] | actual values, and where they come from |
//!
//! Each rule is a function with the rule in its documentation. Nothing is ever copied: who
//! specializes follows the split graph.
//!
//! Who follows the graph starts at the nodes where a region starts ([`Point::starts`]), with the
//! actual values of what is constant there. A version of a node is told apart by the values of the
//! run-time constants that are live where it is entered ([`rtc::Rtc::entry`], [`live::Live::entry`]). The
//! analysis says what is known *if nothing goes wrong*: an operator that would trap, a load outside of
//! all promises, a NaN, a budget make a value unknown after all, and what is derived from it, and the
//! version goes on with it as with any other unknown value. A kept variable whose value is not known
//! is a [`rtc::Promotion`].
//!
//! In a function whose entry reaches an annotation only on some ways, all others are analyzed too;
//! what is neither kept nor constant there has empty sets.

pub mod analysis;
pub mod choices;
pub mod conditions;
pub mod derive;
mod emit;
pub mod error;
mod follow;
pub mod keys;
pub mod known;
pub mod lazy;
mod leave;
pub mod live;
pub mod merges;
mod notes;
pub mod place;
pub mod print;
pub mod raise;
pub mod rtc;
pub mod specialize;
pub mod split;
pub mod vars;
pub mod world;

pub use analysis::{Analysis, Config, Point, analyze, analyze_bound, is_annotated};
pub use derive::Bound;
pub use error::{Conflict, Refusal};
pub use place::{Exit, Leave, Place, Promoted};
pub use specialize::{Limits, Prepared, Request, Special, resume, specialize};
pub use world::World;

#[cfg(test)]
mod tests;
