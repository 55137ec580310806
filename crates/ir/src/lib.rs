//! The intermediate representation of Invar: WebAssembly in SSA form, and its shared analyses.
//!
//! A [`Module`] holds what a WebAssembly module holds; a [`Function`] is a control-flow graph of
//! basic blocks with parameters, whose straight-line instructions carry WebAssembly's own
//! operators ([`Op`]).

mod entity;
mod function;
mod module;
mod op;
mod pass;
mod remark;

pub use cranelift_entity as entities;
pub use entity::*;
pub use function::*;
pub use module::*;
pub use op::*;
pub use pass::*;
pub use remark::*;
pub use wasmparser;
pub use wasmparser::{HeapType, Ieee32, Ieee64, RefType, V128, ValType};
