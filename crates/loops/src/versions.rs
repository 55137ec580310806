//! Loop passes that make copies of loops or of their bodies.

pub mod alias_versioning;
pub mod full_unroll;
pub mod loop_versioning;
pub mod partial_unroll;
pub mod unswitch;
