//! Filetests, and what runs modules before and after an optimizer, without an engine.
//!
//! | module | what it gives |
//! |---|---|
//! | [`filetest`] | the parser of filetests: a module, the test, the exact expected output |
//! | [`mod@run`], [`run_line`] | runs the test, and executes the module |
//! | [`special`] | special versions of functions, as such a file asks for |
//! | [`bless`] | expected outputs in files |
//! | [`differ`] | runs a module and what became of it side by side; says where they differ |
//! | [`Interpreter`] | the engine that needs minutes neither to build nor to start: `invar-interp` |
//! | [`ratchet`] | figures that may not get worse: their file, and how they compare |
//! | [`generated`] | modules made from a seed |
//! | [`fuzz`] | what the fuzz targets check, as functions of bytes |
//! | [`optimize`] | the one place that calls the library: a setting, a module, what came out |
//! | [`spec`] | the WebAssembly test suite: files, steps, and what executes them |
//!
//! [`differ`], [`mod@run`] and [`spec`] take any [`Engine`](differ::Engine). Here it is the interpreter; crate
//! `tests` runs the same on wasmtime. This crate never depends on one that takes long to build.

pub mod bless;
pub mod differ;
pub mod filetest;
pub mod fuzz;
pub mod generated;
mod interp;
pub mod optimize;
pub mod ratchet;
pub mod run;
pub mod run_line;
pub mod spec;
pub mod special;

pub use interp::Interpreter;
