//! What takes the bytes of a WebAssembly module, and what changed between two modules.
//!
//! [`ModuleItems::read`] divides a core module into items, which cover all its bytes and refer to each other. The rest
//! looks at these; nothing here knows of the optimizer or changes a module.

pub mod diff;
mod fingerprint;
pub mod graph;
pub mod matching;
pub mod module;
pub mod names;
pub mod operators;
mod read;
pub mod top;

pub use module::{Error, Item, ItemId, ItemKind, ModuleItems};
