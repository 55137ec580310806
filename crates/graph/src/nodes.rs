//! Rewrites of single nodes: algebraic rules, common node elimination, dead nodes.

pub mod common;
pub mod dead;
pub(crate) mod facts;
pub mod reduce;
