//! The region graph (RVSDG) of a function and the passes on it.

mod build;
mod graph;
mod lower;
pub mod pass;
mod states;

pub use build::*;
pub use graph::*;
pub use lower::*;
