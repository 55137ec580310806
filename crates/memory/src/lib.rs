//! Memory optimization on the control-flow graph: memory, globals and stack frames become values.
//!
//! | pass | what it does |
//! |---|---|
//! | [`load_store_elim`] | eliminates redundant loads and dead stores across blocks |
//! | [`redundant_traps`] | removes loads done only for their traps |
//! | [`mem2reg`] | promotes shadow-stack slots to values |
//! | [`globals`] | constant globals, dead stores to globals |
//!
//! Each pass takes a function in SSA form and leaves one, with no uses of aliases left; each is near
//! linear in the function's size, uses no recursion on its depth, and gives the same result for
//! the same input. None adds a trap or drops an effect that can be observed. Alias queries are
//! answered by `invar_ir`; forwarding along dominators is part of value numbering (`gvn` of crate `scalar`).

pub mod globals;
pub mod load_store_elim;
pub mod mem2reg;
pub mod redundant_traps;
