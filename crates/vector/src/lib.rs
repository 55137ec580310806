//! Vectorization: scalar code becomes code on vectors of 128 bits, where the output may use SIMD.
//!
//! | module | contents |
//! |---|---|
//! | [`loop_vectorize`] | innermost counted loops: several iterations at a time, the rest by the scalar loop |
//!
//! The results are those of the scalar code, bit for bit, and so are its traps.

pub mod loop_vectorize;
