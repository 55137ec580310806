//! Conventions between functions: who owns parameters and results.

pub(crate) mod consumers;
pub(crate) mod guaranteed;
pub mod handover;
pub(crate) mod params;
pub mod results;
pub mod signature;
pub(crate) mod summaries;
