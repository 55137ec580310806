//! Transforms of one function: operations on ownership regions.

pub mod borrow;
mod draw;
pub mod explain;
pub mod function;
pub mod intersection;
pub(crate) mod lifetime_extension;
pub mod owned_allocation;
pub(crate) mod ownership_paths;
pub mod plan;
pub(crate) mod release_sinking;
pub(crate) mod scope_end;
pub(crate) mod split_destroys;
