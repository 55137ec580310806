//! Reads WebAssembly into Invar's IR and writes it back.
//!
//! [`read`] gives the module with its bodies as they were; [`Lifter::lift`] brings a body into
//! SSA form; [`lower`] structures a function in SSA form into WebAssembly code; [`write()`] encodes
//! a module.

pub mod component;
pub mod customs;
mod read;
mod validate;
mod write;

pub use read::*;
pub use validate::{Invalid, validate};
pub use write::*;
