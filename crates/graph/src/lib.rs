//! The region graph (RVSDG) of a function and the passes on it.
//!
//! | module | what it does |
//! |---|---|
//! | [`mod@build`] | from the control-flow graph to the region graph |
//! | [`mod@lower`] | and back |
//! | [`ivr`] | invariant value redirection |
//! | [`dead`] | dead nodes and variables |
//! | [`mod@verify`] | the invariants of a graph, checked |
//! | [`pass`] | the trip of a function through the graph |
//! | [`trip`] | the same with nothing in between, to measure it |

pub mod build;
#[cfg(test)]
mod check;
pub mod dead;
mod graph;
pub mod ivr;
pub mod lower;
pub mod pass;
mod print;
mod states;
#[cfg(test)]
mod tests;
pub mod trip;
pub mod verify;

pub use build::{BuildError, build};
pub use graph::*;
pub use lower::{LowerError, lower};
pub use verify::verify;
