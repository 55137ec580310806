//! Runs modules, and specializes their code to values that are constant while they run.
//!
//! Specialization ahead of time ([`mod@ahead`]) stops a program behind its initialization, takes an
//! image of it ([`image`]), and makes the functions that the initialization asked for. The engine is
//! wasmtime; the analysis and the specializer are those of `invar_stage`.
//!
//! This crate reads and writes no modules: who uses it brings a [`Pipeline`]. The crate `invar` has
//! one, behind its feature `run`.

pub mod ahead;
mod engine;
mod error;
pub mod image;
mod requests;
mod snapshot;

pub use ahead::{Ahead, Made, Settings, ahead};
pub use error::Error;
pub use image::Image;

use invar_ir::Module;

/// What reads modules into SSA form, and writes and optimizes them.
pub trait Pipeline {
    /// Reads a module; functions that cannot be brought into SSA form stay as they are.
    fn read(&self, wasm: &[u8]) -> Result<Module, Error>;

    /// Writes a module as it is.
    fn write(&self, module: Module) -> Result<Vec<u8>, Error>;

    /// Optimizes a module and writes it.
    fn optimize(&self, module: Module) -> Result<Vec<u8>, Error>;
}
