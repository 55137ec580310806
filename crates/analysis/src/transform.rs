//! Transforms that several crates need: the rewrite engine, value numbering, SSA repair, reducible
//! control flow, edges.

pub mod edges;
pub(crate) mod reducible;
pub mod rewrite;
pub(crate) mod ssa_repair;
