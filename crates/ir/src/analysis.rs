//! Analyses of functions and modules: snapshots that are not updated when the code changes.
//! [`cache::Analyses`] caches those of one function until it changes.

pub(crate) mod alias;
pub(crate) mod cache;
pub(crate) mod callgraph;
pub(crate) mod cfg;
pub(crate) mod dom;
pub(crate) mod forward;
pub(crate) mod freq;
pub(crate) mod linear;
pub(crate) mod live;
pub(crate) mod location;
pub(crate) mod loops;
pub mod memory_ssa;
pub(crate) mod objects;
pub(crate) mod postdom;
pub(crate) mod public_types;
pub(crate) mod termination;
pub(crate) mod type_groups;
pub(crate) mod type_hierarchy;
pub(crate) mod value_facts;

pub(crate) use cfg::Cfg;
pub(crate) use dom::Dominators;
pub(crate) use freq::Frequencies;
pub(crate) use loops::LoopForest;
