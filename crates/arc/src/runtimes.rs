//! Reference-counting runtimes: tables of their functions, and calls of them as ownership operators.

pub(crate) mod aborts;
pub(crate) mod deinits;
pub(crate) mod indirect;
pub(crate) mod origins;
pub(crate) mod patterns;
pub mod raise;
pub(crate) mod shapes;
pub mod table;
