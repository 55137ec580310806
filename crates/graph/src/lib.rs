//! The region graph (RVSDG) of a function and the passes on it.
//!
//! | module | what it does |
//! |---|---|
//! | [`construct`] | builds the region graph from the control-flow graph |
//! | [`mod@lower`] | builds the control-flow graph from the region graph |
//! | [`cycle`](Cycle) | irreducible cycles, which stay outside of the graph as one node each |
//! | [`redirect`] | invariant value redirection |
//! | [`nodes`] | [`reduce`](nodes::reduce) (algebraic rules on nodes), [`common`](nodes::common) (common node elimination, load forwarding), [`dead`](nodes::dead) (dead node elimination) |
//! | [`code_motion`] | moves each node to the least frequently executed region |
//! | [`module_graph`] | the module's graph (omega, lambda, delta, phi): summaries of callees before callers |
//! | [`rvsdg`] | the data structure: nodes, regions, traversals, verifier, text form |
//! | [`mod@pass`] | the passes on the graph of one function, as one function pass |
//! | [`round_trip`] | construction and lowering alone, to measure them |
//!
//! Terms, as in the literature on RVSDGs (`rvsdg/graph.rs` describes the graph):
//!
//! | term | meaning |
//! |---|---|
//! | gamma, theta | *compound* nodes, which hold regions: a conditional; a loop that tests at its end |
//! | origin | what an input of a node refers to: an output of a node, or an argument of a region |
//! | exit variable | an output of a gamma; each alternative has a result for it |
//! | loop variable | a value that a theta passes to the next iteration; its last value is an output of the theta |
//! | match | a node that maps an integer to a *control value*, the number of an alternative |
//! | control constant | a control value that is known |
//! | dispatch | a branch on a control value, behind a construct with several exits or in front of several entries |
//! | order edge | what effects, traps and loops that may not end consume and produce, to keep their order |
//! | lambda, phi, delta, omega | a function, functions that call each other, a global entity, the module |
//!
//! ```
//! use invar_analysis::{Fuel, Goals, PassContext, Summaries};
//! use invar_ir::{Body, Func, parse_verified};
//! use invar_graph::pass::{self, Config};
//!
//! let module = parse_verified(
//!     "module {
//!        func f0 : (i32, i32) -> (i32) {
//!        b0(v0: i32, v1: i32):
//!          br_if v1, b1, b2
//!        b1:
//!          jump b3(v0)
//!        b2:
//!          jump b3(v0)
//!        b3(v2: i32):
//!          v3 = i32.add v2, v1
//!          return v3
//!        }
//!      }",
//! )?;
//! let Body::Ssa(function) = &module.funcs[Func::from_u32(0)].body else { panic!("it has a body") };
//! let mut function = function.clone();
//! let (fuel, summaries) = (Fuel::unlimited(), Summaries::default());
//! let mut cx = PassContext::new(&module, Goals::default(), &fuel, &summaries);
//! pass::run(&mut function, &mut cx, &Config::default());
//! // Both branches pass `v0` on, so its user gets it directly.
//! assert!(function.display(&module).to_string().contains("i32.add v0, v1"));
//! # Ok::<(), invar_ir::ParseError>(())
//! ```

pub mod code_motion;
pub mod construct;
mod cycle;
mod describe;
pub mod lower;
pub mod module_graph;
pub mod nodes;
pub mod pass;
pub mod redirect;
pub mod round_trip;
pub mod rvsdg;

pub use construct::{BuildError, build};
pub use cycle::{Cycle, CycleExit, LiveOut};
pub use lower::{GraphLowerError, lower};
pub use rvsdg::graph::*;
pub use rvsdg::states::{FunctionEnv, function_effects};
pub use rvsdg::verify::verify;
