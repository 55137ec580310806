//! Tests of the whole system: what the parts of `tests/tests/` share.
//!
//! | module | what it gives |
//! |---|---|
//! | [`arrays`] | programs with loops over arrays |
//! | [`checked`] | the same with headers in memory and checks of indexes |
//! | [`mutants`] | runs the tests with seeded bugs: which layer notices each |
//! | [`optimize`] | the one place that calls the library: a setting, a module, what came out |
//! | [`engine`] | the wasmtime configurations that run modules before and after |
//! | [`bless`] | expected outputs in files |
//! | [`differ`] | runs a module and what became of it side by side; says where they differ |
//! | [`filetest`] | a module, a pass, and exactly what must come of it |
//! | [`frames`] | programs with variables in frames of a shadow stack |
//! | [`generated`] | modules made from a seed, and the check that fuzzing and tests share |
//! | [`hostile`] | modules at the limits |
//! | [`ownership`] | programs that count references, on a heap that notices mistakes |
//! | [`program`] | programs with loops, invariants and calls |
//! | [`random`] | numbers that a seed decides |
//! | [`reduce`] | makes a module smaller while it shows a defect |
//! | [`variables`] | loops with variables in memory beside arrays that may lie over them |
//! | [`special`], [`staged`] | filetests of the specializer, and programs for it |
//! | [`twins`] | functions of real modules beside what became of them, without a driver |
//! | [`spec`] | the WebAssembly test suite: files, directives, expected values, the skip list |
//!
//! Nothing here knows a pass or looks into the IR: these tests see what a user sees.

/// The allocator of the command, so that times are those of the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub mod arrays;
pub mod bless;
pub mod checked;
pub mod differ;
pub mod engine;
pub mod filetest;
pub mod frames;
pub mod generated;
pub mod hostile;
pub mod json_result;
pub mod mutants;
pub mod optimize;
pub mod ownership;
pub mod program;
pub mod random;
pub mod reduce;
pub mod spec;
pub mod special;
pub mod staged;
pub mod twins;
pub mod variables;
