//! Passes on single nodes: node reduction, common node elimination, dead node elimination.

pub mod common;
pub mod dead;
pub(crate) mod facts;
pub mod reduce;
