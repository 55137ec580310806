//! The environment of the specializer: contents of promised memory, and results of promised calls.
//!
//! The environment is an instance that runs, or the image of one that was stopped.

use invar_ir::{Func, Memory, Table};
use invar_rules::Const;

/// A program that is running, or the image of one.
pub trait World {
    /// Reads the bytes of a memory from an address on. False, and nothing is read, if not all of
    /// them are in it.
    fn read(&mut self, memory: Memory, address: u64, bytes: &mut [u8]) -> bool;

    /// The result of a function that was promised to be pure. `None` if it traps, or if it cannot
    /// be called.
    fn call(&mut self, func: Func, args: &[Const]) -> Option<Const>;

    /// The function in a slot of a table, if it is one of the module's.
    fn function_at(&mut self, table: Table, slot: u64) -> Option<Func>;
}

/// An environment without memory and functions: only bound parameters are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nothing;

impl World for Nothing {
    fn read(&mut self, _: Memory, _: u64, _: &mut [u8]) -> bool {
        false
    }

    fn call(&mut self, _: Func, _: &[Const]) -> Option<Const> {
        None
    }

    fn function_at(&mut self, _: Table, _: u64) -> Option<Func> {
        None
    }
}
