//! Tests of the whole system: what the parts of `tests/tests/` share.
//!
//! | module | what it gives |
//! |---|---|
//! | [`mutants`] | runs the tests with seeded bugs: which layer notices each |
//! | [`engine`] | the wasmtime configurations that run modules before and after |
//! | [`differ`] | wasmtime as an engine of the differential executor |
//! | [`generated`] | modules made from a seed, and the check that fuzzing and tests share |
//! | [`hostile`] | modules at the limits |
//! | [`recorded`] | what the heap of programs that count references recorded |
//! | [`reduce`] | makes a module smaller while it shows a defect |
//! | [`twins`] | functions of real modules beside what became of them, without a driver |
//! | [`spec`] | wasmtime as what executes the WebAssembly test suite |
//!
//! What needs no engine is in crate `filetests`, and what is made from seeds in crate `generate`. These tests
//! see what a user sees, but for [`differ::both`], which tests the interpreter.

/// The allocator of the command, so that times are those of the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub mod differ;
pub mod engine;
pub mod generated;
pub mod hostile;
pub mod json_result;
pub mod mutants;
pub mod recorded;
pub mod reduce;
pub mod spec;
pub mod twins;
