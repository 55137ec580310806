//! The intermediate representation of Invar: WebAssembly in SSA form, and its shared analyses.
//!
//! A [`Module`] holds what a WebAssembly module holds; a [`Function`] is a control-flow graph of
//! basic blocks with parameters, whose straight-line instructions carry WebAssembly's own
//! operators ([`Op`]).

mod access;
mod alias;
mod annotations;
pub mod bits;
mod builder;
mod callgraph;
mod cfg;
mod classes;
mod defaults;
mod dom;
pub mod edges;
mod effects;
mod entity;
pub mod fold;
mod forward;
mod freq;
mod function;
mod hash;
mod linear;
mod live;
mod loops;
mod module;
pub mod mutants;
mod op;
mod opcode;
mod pass;
mod postdom;
mod reducible;
mod remark;
mod ssa_repair;
mod subtype;
mod summary;
mod text;
mod typing;
mod verify;

pub use access::*;
pub use alias::*;
pub use builder::*;
pub use callgraph::*;
pub use cfg::*;
pub use classes::*;
pub use cranelift_entity as entities;
pub use defaults::*;
pub use dom::*;
pub use effects::*;
pub use entity::*;
pub use forward::*;
pub use freq::*;
pub use function::*;
pub use hash::*;
pub use linear::*;
pub use live::*;
pub use loops::*;
pub use module::*;
pub use op::*;
pub use opcode::*;
pub use pass::*;
pub use postdom::*;
pub use reducible::*;
pub use remark::*;
pub use ssa_repair::*;
pub use subtype::{TypeText, is_subtype};
pub use summary::*;
pub use text::*;
pub use typing::*;
pub use verify::*;
pub use wasmparser;
pub use wasmparser::{HeapType, Ieee32, Ieee64, RefType, V128, ValType};
