//! What the loop passes ask: the shape of loops, what they do to memory, trip counts, ranges, profit.

pub(crate) mod clone;
pub(crate) mod final_values;
pub(crate) mod first_iteration;
pub(crate) mod guards;
pub(crate) mod memory;
pub(crate) mod profitability;
pub mod ranges;
pub mod shape;
pub(crate) mod short_trips;
pub(crate) mod size_budget;
pub mod trip_count;
