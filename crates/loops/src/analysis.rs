//! Analyses of loops: their shape, induction variables, trip counts, value ranges, effects on memory, cost
//! models.

pub mod clone;
pub(crate) mod components;
pub(crate) mod evolution;
pub(crate) mod exits;
pub mod final_values;
pub(crate) mod first_iteration;
pub(crate) mod guaranteed_execution;
pub(crate) mod guards;
pub mod induction;
pub(crate) mod memory;
pub(crate) mod profitability;
pub mod ranges;
pub mod shape;
#[cfg(test)]
mod shape_tests;
pub mod short_trips;
pub mod trip_count;
#[cfg(test)]
mod trip_count_tests;
