//! Vectorization: scalar code becomes code on vectors of 128 bits, where the output may use SIMD.
//!
//! | module | contents |
//! |---|---|
//! | [`loop_vectorize`] | innermost counted loops: several iterations at a time, the rest by the scalar loop |
//! | [`slp_vectorize`] | straight-line code: adjacent stores, and the isomorphic expressions that they store |
//!
//! The results are those of the scalar code, bit for bit, and so are its traps.

mod lanes;
#[cfg(test)]
mod lanes_tests;
pub mod loop_vectorize;
pub mod slp_vectorize;
mod weight;
