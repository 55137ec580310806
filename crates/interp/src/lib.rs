//! An interpreter of modules, for tests: what a program means, told apart from how it is optimized.
//!
//! Executed is a whole [`Module`](invar_ir::Module): functions in SSA form, and bodies as they were
//! read, in any mix. Both are brought into one list of instructions on registers, a *code*, and one
//! machine runs that:
//!
//! | module | what it does |
//! |---|---|
//! | [`mod@value`] | values and references |
//! | `types` | types of different modules, made comparable |
//! | `code`, `code/ssa`, `code/raw` | instructions; made of SSA form, of a body as it was read |
//! | `access` | what loads, stores and atomic operators access |
//! | `machine` | frames, calls, branches, exceptions |
//! | `ops` | numeric operators, memories, tables, objects |
//! | [`mod@store`] | what instances are made of; limits |
//! | `instantiate` | imports, initial values, segments, the start function |
//!
//! # What is executed
//!
//! WebAssembly 3.0 (SIMD, tail calls, exceptions, typed references, garbage-collected objects,
//! several memories, 64-bit addresses), relaxed SIMD, wide arithmetic, atomics with one thread,
//! custom page sizes, and the exceptions that compilers wrote before their standard. Annotations of
//! staging do nothing. What is not executed (stack switching, custom descriptors, atomic access to
//! objects, ownership operators, waiting without an end) ends the run with [`Stop::Unsupported`]
//! when it is reached: there is never a wrong answer in its place.
//!
//! Results are those of WebAssembly, bit for bit. What it leaves open is decided in one way, the one of
//! its deterministic profile: a NaN that arithmetic makes is the canonical one, and relaxed operators
//! are the exact ones.
//!
//! # What it takes
//!
//! A run takes time linear in the *fuel* it uses: one unit per instruction, and more for bulk operations. Calls and
//! nested constructs take no stack of the host; their depth is limited by [`Limits`]. Objects are never
//! collected. Code is made when a function is first called, in time linear in its size.
//!
//! Operators on numbers are evaluated by the same functions as in constant folding (`invar_ir`); the
//! test suite of the specification, run on this interpreter, checks them. Nothing else is shared with
//! what is tested: not effects, aliases, subtyping, the reader's SSA construction or any pass.

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
    pub use invar_ir::rules::{Const, evaluate, evaluate_wide};
}
