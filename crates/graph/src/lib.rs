//! The region graph (RVSDG) of a function and the passes on it.
//!
//! | module | what it does |
//! |---|---|
//! | [`mod@build`] | from the control-flow graph to the region graph |
//! | [`mod@lower`] | and back |
//! | [`ivr`] | invariant value redirection |
//! | [`reduce`] | constants, and the algebraic rules on nodes |
//! | [`share`] | common nodes, and reads of what is known |
//! | [`motion`] | code motion: where each node is computed |
//! | [`deps`] | what code motion asks of nodes |
//! | [`traverse`] | going through a graph as a tree: [`traverse::Traversal`] |
//! | [`transform`] | building it anew on the way: [`transform::Transformer`] |
//! | [`dead`] | dead nodes and variables |
//! | [`omega`] | the module around the functions: what is known of callees comes first |
//! | [`mod@verify`] | the invariants of a graph, checked |
//! | [`check`] | redirections, confirmed by executing a graph; used by no pass |
//! | [`pass`] | the trip of a function through the graph |
//! | [`trip`] | the same with nothing in between, to measure it |

pub mod build;
pub mod check;
pub mod dead;
pub mod deps;
mod facts;
mod graph;
pub mod ivr;
pub mod lower;
#[cfg(test)]
mod lower_tests;
pub mod motion;
pub mod omega;
pub mod pass;
mod print;
pub mod reduce;
pub mod share;
mod states;
#[cfg(test)]
mod tests;
pub mod transform;
pub mod traverse;
mod tree;
pub mod trip;
pub mod verify;

pub use build::{BuildError, build};
pub use graph::*;
pub use lower::{LowerError, lower};
pub use states::{Around, function_effects};
pub use verify::verify;
