//! Analyses of functions and modules: snapshots that never follow a change.

pub(crate) mod alias;
pub(crate) mod callgraph;
pub(crate) mod cfg;
pub(crate) mod dom;
pub(crate) mod forward;
pub(crate) mod freq;
pub(crate) mod linear;
pub(crate) mod live;
pub(crate) mod loops;
pub(crate) mod postdom;
