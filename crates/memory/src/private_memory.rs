//! Promotion of private memory: bytes that a program promises to access through one pointer only become values.
//!
//! `invar_private(p, size)` promises that from there to the end of the function the bytes at p are accessed only through
//! the result, in this function and in those to which such addresses are passed, or else in functions that are not
//! specialized. Registers, operand stacks and variables of an interpreter's frame are such memory. Where the versions of
//! a function access them at constant offsets, each is a variable, which is promoted like one in a stack frame
//! ([`mem2reg`]): loaded where the region begins, if that value is needed; stored where the function ends and before
//! calls, if it changed; and loaded again behind calls that may write memory.
//!
//! The bytes are taken to be within the memory. After a trap they may hold older values.
//!
//! Runs behind inlining, so that bodies of callees are part of it, and removes the operators.

use crate::mem2reg;
use invar_ir::{Function, PassContext};

/// There are no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config;

invar_ir::counters! {
    /// What was promoted, and what was not.
    pub struct Stats {
        /// Private regions, each an operator that is removed.
        regions,
        /// Variables that became values.
        slots,
        /// Loads and stores removed.
        accesses,
        /// Stores before calls and where regions end.
        spills,
        /// Loads where regions begin and behind calls.
        reloads,
        /// Loads removed where variables stay in memory.
        loads,
        /// Stores removed there: overwritten before they are read.
        stores,
        /// Variables left in memory: values would need as many loads and stores.
        refused_gain = "refused.gain",
        /// Groups of overlapping variables left in memory: they cannot be divided, or are not all in the region.
        refused_slot = "refused.slot",
        /// Regions left in memory: too many variables for so many blocks.
        refused_large = "refused.large",
    }
}

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let (regions, done, left) = mem2reg::promote_private(function, cx);
    Stats {
        regions,
        slots: done.slots,
        accesses: done.accesses,
        spills: done.spills,
        reloads: done.reloads,
        loads: left.loads,
        stores: left.stores,
        refused_gain: done.refused_escape,
        refused_slot: done.refused_slot,
        refused_large: done.refused_large + done.refused_form,
    }
}
