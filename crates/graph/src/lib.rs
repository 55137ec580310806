//! The region graph (RVSDG) of a function and the passes on it.
//!
//! | module | what it does |
//! |---|---|
//! | [`construct`] | builds the region graph from the control-flow graph |
//! | [`mod@lower`] | builds the control-flow graph from the region graph |
//! | [`redirect`] | invariant value redirection |
//! | [`nodes`] | [`reduce`](nodes::reduce) (algebraic rules on nodes), [`common`](nodes::common) (common node elimination, load forwarding), [`dead`](nodes::dead) (dead node elimination) |
//! | [`code_motion`] | moves each node to the least frequently executed region |
//! | [`module_graph`] | the module's graph (omega, lambda, delta, phi): summaries of callees before callers |
//! | [`rvsdg`] | the data structure: nodes, regions, traversals, transformers, verifier, text form |
//! | [`check`] | checks redirections and translations by executing graphs; used by no pass |
//! | [`mod@pass`] | the passes on the graph of one function, as one function pass |
//! | [`round_trip`] | construction and lowering alone, to measure them |

pub mod check;
pub mod code_motion;
pub mod construct;
mod describe;
pub mod lower;
#[cfg(test)]
mod lower_tests;
pub mod module_graph;
pub mod nodes;
pub mod pass;
pub mod redirect;
pub mod round_trip;
pub mod rvsdg;
#[cfg(test)]
mod tests;

pub use construct::{BuildError, build};
pub use lower::{LowerError, lower};
pub use rvsdg::graph::*;
pub use rvsdg::states::{Around, function_effects};
pub use rvsdg::verify::verify;
