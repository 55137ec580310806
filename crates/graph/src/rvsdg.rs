//! The region graph itself: nodes, regions, traversals, verifier, text form.

pub(crate) mod dispatch;
pub(crate) mod draw;
pub(crate) mod graph;
pub(crate) mod print;
pub(crate) mod states;
pub mod traverse;
pub(crate) mod tree;
pub mod verify;
