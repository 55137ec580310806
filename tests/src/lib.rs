//! Tests of the whole system: what the parts of `tests/tests/` share.
//!
//! | module | what it gives |
//! |---|---|
//! | [`mutants`] | mutation testing: which layer of tests detects each seeded bug |
//! | [`engine`] | the wasmtime configurations that run modules before and after |
//! | [`differ`] | wasmtime as an engine of the differential executor |
//! | [`generated`] | modules generated from a seed, and the check that fuzzing and tests share |
//! | [`recorded`] | runs programs on a heap that records errors of reference counting |
//! | [`reduce`] | test-case reduction |
//! | [`twins`] | differential testing of single functions of real modules, without a driver |
//! | [`spec`] | execution of the WebAssembly test suite on wasmtime |
//!
//! Helpers that need no engine are in crate `filetests`, generators of programs in crate `generate`. These
//! tests use the public interface only, except [`differ::both`], which tests the interpreter.

/// The allocator of the command, so that times are those of the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub mod differ;
pub mod engine;
pub mod generated;
pub mod json_result;
pub mod mutants;
pub mod recorded;
pub mod reduce;
pub mod spec;
pub mod twins;
