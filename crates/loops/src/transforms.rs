//! Loop passes that change a loop in place.

pub mod deletion;
pub mod idiom;
pub mod licm;
pub mod narrow_counters;
pub mod offset_folding;
pub mod predictive_commoning;
pub mod rotate;
pub mod scalar_promotion;
pub mod strength_reduction;
pub(crate) mod test_replacement;
#[cfg(test)]
mod transform_tests;
