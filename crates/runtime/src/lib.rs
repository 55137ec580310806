//! Runs modules, and specializes their code to values that are constant while they run.
//!
//! Specialization ahead of time ([`mod@ahead`]) stops a program behind its initialization, takes an
//! image of it ([`image`]), and makes the versions that the initialization requested. Specialization at run
//! time ([`online`]) answers the requests of a running program: in a host of its own, or as a command under WASI
//! ([`command`]). The engine is wasmtime; the analysis and the specializer are those of `invar_stage`.
//!
//! This crate does not read, optimize or write modules: the caller provides a [`Pipeline`]. The crate `invar` has
//! one, behind its feature `run`.

pub mod ahead;
mod callees;
pub mod command;
mod engine;
mod error;
pub mod image;
mod making;
pub mod online;
mod requests;
mod snapshot;

pub use ahead::{Ahead, AheadSettings, Made, ahead};
pub use engine::engine;
pub use error::Error;
pub use image::Image;
pub use invar_stage::RequestLimits;
pub use online::{Program, Running};
pub use wasmtime;
pub use wasmtime_wasi;

use invar_ir::{Entity, Function, Module};

/// The pipeline: reads modules into SSA form, optimizes and writes them.
pub trait Pipeline {
    /// Reads a module; functions that cannot be brought into SSA form stay as they are.
    fn read(&self, wasm: &[u8]) -> Result<Module, Error>;

    /// Writes a module as it is.
    fn write(&self, module: Module) -> Result<Vec<u8>, Error>;

    /// Optimizes a module and writes it.
    fn optimize(&self, module: Module) -> Result<Vec<u8>, Error>;

    /// Optimizes a module in bytes.
    fn optimize_bytes(&self, wasm: &[u8]) -> Result<Vec<u8>, Error>;

    /// Optimizes a small module while a program waits for it; names of functions are kept, and
    /// unused imports are removed.
    fn optimize_quickly(&self, module: Module) -> Result<Vec<u8>, Error>;

    /// What a function refers to.
    fn uses(&self, function: &Function) -> Uses;
}

/// What a function refers to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Uses {
    /// Functions, tables, memories, globals and tags, each once.
    pub entities: Vec<Entity>,
    /// Whether there are segments among them.
    pub segments: bool,
}
