//! Ownership analysis: regions and levels of ownership, their verifier, and proofs of ownership.

pub mod balance;
pub(crate) mod bit_set;
pub(crate) mod cycle_roots;
pub(crate) mod fault;
pub(crate) mod holder;
pub(crate) mod proofs;
pub mod regions;
pub mod spans;
pub mod sweep;
pub(crate) mod tested;
pub mod verify;
#[cfg(test)]
pub(crate) mod verify_tests;
