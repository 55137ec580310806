//! Reference counts removed by set operations on ownership regions (specification *topological ARC
//! optimization*).
//!
//! - [`runtime`]: tables of reference-counting runtimes; which functions of a module they mean.
//! - [`raise`]: calls of these functions become ownership operators, and go back.

pub mod balance;
pub mod borrow;
pub mod handover;
pub mod module;
pub mod moves;
pub mod optimize;
mod params;
pub mod plan;
pub mod raise;
pub mod regions;
pub mod results;
pub mod runtime;
pub mod signature;
pub mod verify;
#[cfg(test)]
mod verify_tests;
