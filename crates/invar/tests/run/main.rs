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
