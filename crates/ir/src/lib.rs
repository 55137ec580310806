//! The intermediate representation of Invar: WebAssembly in SSA form, and its shared analyses.
//!
//! A [`Module`] holds what a WebAssembly module holds; a [`Function`] is a control-flow graph of
//! basic blocks with parameters, whose straight-line instructions carry WebAssembly's own
//! operators ([`Op`]).
//!
//! ```
//! use invar_ir::{Body, Cfg, Dominators, Func, LoopForest, parse_verified};
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
//! assert_eq!(LoopForest::new(function, &cfg, &dominators).loops.len(), 1);
//! # Ok::<(), invar_ir::ParseError>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`rules`] | constant folding and algebraic simplification; [`transform::rewrite`] applies the rules |
//! | [`transform`] | changes that several passes make: copies of blocks, edges, SSA repair |
//! | [`claims`] | what passes claim of their results, for a checker |
//! | [`cost`] | estimates of the size and the time of code |
//! | [`drawing`] | what passes draw for a report |
//! | [`limits`] | what engines accept at most |
//! | [`mutants`] | errors on purpose, to test the tests |
//!
//! The analyses (control-flow graph, dominators, loops, frequencies, aliases, known bits), the text format
//! ([`parse_module`], and `Display` of a [`Module`]), the verifier ([`verify_function`]) and the interface of
//! passes ([`PassContext`], [`Fuel`], [`Counters`]) are at the top.

mod analysis;
pub mod bit_set;
pub mod claims;
pub mod cost;
pub mod drawing;
mod entity;
mod function;
mod initial;
pub mod limits;
mod locations;
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
pub use analysis::memory_ssa;
pub use analysis::objects::*;
pub use analysis::postdom::*;
pub use analysis::public_types::*;
pub use analysis::termination::*;
pub use analysis::type_groups::*;
pub use analysis::type_hierarchy::*;
pub use analysis::value_facts::IntFacts;
pub use analysis::value_facts::condition::*;
pub use analysis::value_facts::forward::*;
pub use analysis::value_facts::in_bounds::*;
pub use analysis::value_facts::params::*;
pub use analysis::value_facts::place::PlaceFacts;
pub use analysis::value_facts::references::*;
pub use cranelift_entity as entities;
pub use entity::*;
pub use function::*;
pub use initial::*;
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
