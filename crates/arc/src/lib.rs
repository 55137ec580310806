//! Reference counts removed by set operations on ownership regions (specification *topological ARC
//! optimization*).
//!
//! - [`runtime`]: tables of reference-counting runtimes; which functions of a module they mean.
//!   `deinits` tells whether a program notices when a collector of cycles has less to do.
//! - [`raise`]: calls of these functions become ownership operators, and go back; `sink`: destroys that
//!   come later than they stand; `tested`: references that a branch found to be null.
//! - [`regions`], [`balance`]: the objects of a function, what happens to their ownership, and how often
//!   each is owned at each point, kept by [`spans`]; [`verify`]: the rules that follow, as a verifier.
//! - [`plan`] (union, cartesian), [`borrow`] (owned to guaranteed), [`moves`] (intersection, extension):
//!   the operations; [`optimize`]: all of them on one function.
//! - [`birth`]: an allocation and the first retain are one.
//! - `paths`, `defer`: cursors that something else keeps alive, and copies put off in loops.
//! - [`module`]: conventions across functions ([`handover`], [`results`], guaranteed parameters, `indirect`
//!   calls), and the whole of it. [`signature`]: what conventions are.

pub mod balance;
pub mod birth;
mod bits;
pub mod borrow;
mod defer;
mod deinits;
mod emit;
mod extend;
mod fault;
mod guaranteed;
pub mod handover;
mod held;
mod holder;
mod idle;
mod indirect;
mod members;
pub mod module;
pub mod moves;
pub mod optimize;
mod params;
mod paths;
pub mod plan;
pub mod raise;
pub mod regions;
pub mod results;
mod rooted;
pub mod runtime;
pub mod signature;
mod sink;
pub mod spans;
mod stats;
mod summaries;
pub mod sweep;
mod tested;
pub mod verify;
#[cfg(test)]
mod verify_tests;
mod wait;
