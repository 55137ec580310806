//! The intermediate representation of Invar: WebAssembly in SSA form.
//!
//! A [`Module`] holds what a WebAssembly module holds; a [`Function`] is a control-flow graph of
//! basic blocks with parameters, whose straight-line instructions carry WebAssembly's own
//! operators ([`Op`]).
//!
//! ```
//! use invar_ir::{Body, Cfg, Dominators, Func, parse_verified};
//!
//! let module = parse_verified(
//!     "module {
//!        func f0 : (i32) -> (i32) {
//!        b0(v0: i32):
//!          v1 = i32.const 1
//!          jump b1(v0)
//!        b1(v2: i32):
//!          v3 = i32.sub v2, v1
//!          br_if v3, b1(v3), b2
//!        b2:
//!          return v3
//!        }
//!      }",
//! )?;
//! let Body::Ssa(function) = &module.funcs[Func::from_u32(0)].body else { panic!("it has a body") };
//! let cfg = Cfg::new(function);
//! let dominators = Dominators::new(function, &cfg);
//! assert_eq!(cfg.rpo.len(), 3);
//! # Ok::<(), invar_ir::ParseError>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`limits`] | what engines accept at most |
//! | [`mutants`] | errors on purpose, to test the tests |
//!
//! The text format ([`parse_module`], and `Display` of a [`Module`]), the verifier ([`verify_function`]) and what it
//! needs of control flow ([`Cfg`], [`Dominators`]) are at the top. Crate `rules` has simpler forms of operators,
//! crate `analysis` the other analyses and the interface of passes.

mod annotations;
pub mod bit_set;
mod cfg;
mod dom;
mod entity;
mod function;
pub mod limits;
mod locations;
mod module;
pub mod mutants;
mod operators;
mod subtype;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod text;
mod type_groups;
mod type_hierarchy;
mod union_find;
mod verify;
mod zeros;

pub use cfg::*;
pub use cranelift_entity as entities;
pub use dom::*;
pub use entity::*;
pub use function::*;
pub use locations::*;
pub use module::*;
pub use operators::access::*;
pub use operators::classes::*;
pub use operators::defaults::*;
pub use operators::effects::*;
pub use operators::op::*;
pub use operators::opcode::*;
pub use operators::proposals;
pub use operators::typing::*;
pub use subtype::{TypeText, is_subtype};
pub use text::*;
pub use type_groups::*;
pub use type_hierarchy::*;
pub use union_find::UnionFind;
pub use verify::*;
pub use wasmparser;
pub use wasmparser::{HeapType, Ieee32, Ieee64, RefType, V128, ValType};
pub use zeros::*;
