//! Transforms that several crates need: SSA repair, reducible control flow, edges.

pub(crate) mod annotations;
pub mod edges;
pub(crate) mod reducible;
pub(crate) mod ssa_repair;
