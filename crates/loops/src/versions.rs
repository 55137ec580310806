//! Loop passes that copy loops or their bodies: unrolling, unswitching, versioning.

pub mod alias_versioning;
pub mod full_unroll;
pub mod loop_versioning;
pub mod partial_unroll;
pub mod peel;
pub mod runtime_checks;
pub mod unswitch;
#[cfg(test)]
mod version_tests;
