//! An interpreter of modules, for tests: a reference semantics that is independent of the optimizer.
//!
//! The interpreter executes a whole [`Module`](invar_ir::Module): functions in SSA form, and raw bodies, in any mix.
//! Both are translated into register code, a list of instructions on virtual registers, which one machine executes:
//!
//! | module | what it does |
//! |---|---|
//! | [`mod@value`] | values and references |
//! | `types` | canonical types, comparable between modules |
//! | `code`, `code/ssa`, `code/raw` | register code; translated from SSA form, from a raw body |
//! | `access` | what loads, stores and atomic operators access |
//! | `machine` | frames, calls, branches, exceptions |
//! | `ops` | numeric operators, memories, tables, objects |
//! | [`mod@store`] | the store: functions, tables, memories, globals, tags, objects; limits |
//! | `instantiate` | imports, initial values, segments, the start function |
//!
//! # What is executed
//!
//! WebAssembly 3.0 (SIMD, tail calls, exceptions, typed references, garbage-collected objects,
//! several memories, 64-bit addresses), relaxed SIMD, wide arithmetic, atomics with one thread,
//! custom page sizes, and legacy exceptions. Annotations of
//! staging do nothing. Operators that are not supported (stack switching, custom descriptors, atomic access to
//! objects, ownership operators, waiting without a timeout) end the run with [`Stop::Unsupported`]
//! when they are reached, never with a wrong result.
//!
//! Results are those of WebAssembly, bit for bit. Where the specification is nondeterministic, the interpreter follows
//! its deterministic profile: a NaN that arithmetic makes is the canonical one, and relaxed operators
//! are the exact ones.
//!
//! # Cost
//!
//! A run takes time linear in the *fuel* it uses: one unit per instruction, and more for bulk operations. Calls and
//! nested constructs do not recurse on the host's stack; their depth is limited by [`Limits`]. Objects are never
//! collected. A function is translated when it is first called, in time linear in its size.
//!
//! Operators on numbers are evaluated by the same functions as in constant folding (`invar_ir`); the
//! test suite of the specification, run on this interpreter, checks them. Nothing else is shared with
//! the code under test: not effects, alias analysis, subtyping, the reader's SSA construction or any pass.

mod access;
mod code;
mod instantiate;
mod machine;
mod ops;
mod stop;
pub mod store;
mod types;
pub mod value;

pub use instantiate::{Error, Program};
pub use machine::Host;
pub use stop::{Stop, Trap};
pub use store::{Extern, ExternType, Import, Limits, Store};
pub use types::TypeRef;
pub use value::{Const, Object, Ref, Value};

/// The operators on constants.
mod constants {
    pub use invar_rules::{Const, evaluate, evaluate_wide};
}
