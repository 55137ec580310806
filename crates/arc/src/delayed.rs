//! Delayed retains: copies that are pending until something may be released.

pub(crate) mod emit;
pub(crate) mod in_functions;
pub(crate) mod in_loops;
