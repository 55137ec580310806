//! Programs that run and are specialized meanwhile, by the library and by `invar run`. One binary: linking the
//! engine takes longer than most of these tests.

mod background;
mod command;
mod common;
mod examples;
mod generated;
mod lazy;
mod profile;
mod promote;
mod regions;
mod requests;
mod rust;

// Generators of the tests of the whole, which this crate cannot depend on.
#[path = "../../../../tests/src/random.rs"]
#[allow(dead_code)]
mod random;
#[path = "../../../../tests/src/staged.rs"]
#[allow(dead_code)]
mod staged;
