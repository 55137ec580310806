//! Ownership analysis: regions and levels of ownership, and proofs of ownership. Unit tests verify the ownership of
//! whole functions (`tests/verify.rs`).

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
#[cfg(test)]
pub(crate) mod tests;
