//! Analyses of functions and modules, and the interface of the passes that use them.
//!
//! Analyses are snapshots, which are not updated when the code changes; [`Analyses`] caches those of one function until
//! it changes. A pass gets a [`PassContext`].
//!
//! | module | contents |
//! |---|---|
//! | [`transform`] | changes that several passes make: copies of blocks, edges, SSA repair |
//! | [`claims`] | what passes claim of their results, for a checker |
//! | [`cost`] | estimates of the size and the time of code |
//! | [`drawing`] | what passes draw for a report |
//! | [`memory_ssa`] | which write a load may see |
//! | [`snapshot`] | a function at some time, as text, for a report |
//!
//! The other analyses (loops, frequencies, aliases, value facts, termination, call graph), and the interface of passes
//! ([`PassContext`], [`Fuel`], [`Counters`], [`Summaries`], [`Remarks`]), are at the top.

mod alias;
mod cache;
mod callgraph;
pub mod claims;
pub mod cost;
pub mod drawing;
mod effects;
mod forward;
mod freq;
mod initial;
mod linear;
mod live;
mod location;
mod loops;
pub mod memory_ssa;
mod objects;
mod pass;
mod postdom;
mod public_types;
mod remark;
pub mod snapshot;
mod summary;
mod termination;
pub mod transform;
mod value_facts;

pub use alias::*;
pub use cache::*;
pub use callgraph::*;
pub use effects::*;
pub use forward::*;
pub use freq::*;
pub use initial::*;
pub use linear::*;
pub use live::*;
pub use location::*;
pub use loops::*;
pub use objects::*;
pub use pass::*;
pub use postdom::*;
pub use public_types::*;
pub use remark::*;
pub use summary::*;
pub use termination::*;
pub use transform::reducible::*;
pub use transform::ssa_repair::*;
pub use value_facts::IntFacts;
pub use value_facts::condition::*;
pub use value_facts::forward::*;
pub use value_facts::in_bounds::*;
pub use value_facts::params::*;
pub use value_facts::place::PlaceFacts;
pub use value_facts::references::*;
