//! The intermediate representation of Invar: WebAssembly in SSA form, and its shared analyses.
//!
//! A [`Module`] holds what a WebAssembly module holds; a [`Function`] is a control-flow graph of
//! basic blocks with parameters, whose straight-line instructions carry WebAssembly's own
//! operators ([`Op`]).

mod analysis;
pub mod bit_set;
pub mod cost;
pub mod drawing;
mod entity;
mod function;
mod module;
pub mod mutants;
mod operators;
mod pass;
mod remark;
pub mod rules;
pub mod snapshot;
mod subtype;
mod summary;
mod text;
pub mod transform;
mod verify;

pub use analysis::alias::*;
pub use analysis::cache::*;
pub use analysis::callgraph::*;
pub use analysis::cfg::*;
pub use analysis::dom::*;
pub use analysis::forward::*;
pub use analysis::freq::*;
pub use analysis::linear::*;
pub use analysis::live::*;
pub use analysis::location::*;
pub use analysis::loops::*;
pub use analysis::postdom::*;
pub use analysis::value_facts::IntFacts;
pub use analysis::value_facts::condition::*;
pub use analysis::value_facts::forward::*;
pub use analysis::value_facts::in_bounds::*;
pub use analysis::value_facts::params::*;
pub use cranelift_entity as entities;
pub use entity::*;
pub use function::*;
pub use module::*;
pub use operators::access::*;
pub use operators::classes::*;
pub use operators::defaults::*;
pub use operators::effects::*;
pub use operators::op::*;
pub use operators::opcode::*;
pub use operators::proposals;
pub use operators::typing::*;
pub use pass::*;
pub use remark::*;
pub use subtype::{TypeText, is_subtype};
pub use summary::*;
pub use text::*;
pub use transform::reducible::*;
pub use transform::ssa_repair::*;
pub use verify::*;
pub use wasmparser;
pub use wasmparser::{HeapType, Ieee32, Ieee64, RefType, V128, ValType};
