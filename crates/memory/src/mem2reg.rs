//! Promotes variables in stack frames to values (mem2reg), under the assumption of a stack ABI.
//!
//! C, C++ and Rust compilers for WebAssembly keep local variables whose address may be taken, and
//! without optimization all of them, in linear memory, in a frame below the *stack pointer*, a
//! mutable global. WebAssembly itself does not guarantee that frames are private. The option
//! `--assume-stack-abi` promises it ([`Goals::stack_abi`](invar_ir::Goals)):
//!
//! - a frame is accessed only through addresses computed from the stack pointer of its function;
//! - its contents mean nothing before the function wrote them, or after it returned;
//! - a call leaves the stack pointer, and frames above it, as they were.
//!
//! The stack pointer's distance from where it was at the function's entry is known at each point
//! (`find.rs`), so frames of inlined bodies are parts of the frame around them. A frame is looked
//! at if none of its addresses escape: they are only operands of additions of constants, addresses of loads and
//! stores, and assigned to the stack pointer. A *slot* is a location,
//! a size and a type of accesses; it becomes a value in SSA form, unless it is live across
//! a store to an overlapping slot, or across a call whose frame may overlap it (`slots.rs`; bodies that were
//! inlined one after the other have different slots at one location). Joins get block parameters where a slot is
//! live (pruned SSA form: Cytron et al., *Efficiently computing static single assignment form*, 1991;
//! `ssa_cleanup` removes redundant ones). If no access to the frame is left, the stack pointer need not be
//! moved.
//!
//! Cost: linear in code, and in blocks times slots (bits). Both that product and the number of
//! arguments that branches get are limited. Never touches
//! frames with atomics or bulk operations, or memories other than the first.

mod find;
mod slots;
mod ssa;
#[cfg(test)]
mod tests;

use find::{Frame, Refusal};
use invar_ir::{Function, Global, Module, PassContext, RemarkKind, ValType};

/// There are no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config;

invar_ir::counters! {
    /// What was promoted, and what was not.
    pub struct Stats {
        /// Functions with slots that became values.
        frames,
        /// Slots that became values.
        slots,
        /// Loads and stores removed.
        accesses,
        /// Assignments of the stack pointer removed.
        moves,
        /// Functions left as they are: an address of the frame escapes.
        refused_escape = "refused.escape",
        /// Functions left as they are: the stack pointer is not known at each point.
        refused_form = "refused.form",
        /// Groups of overlapping slots left in memory: one is live where another one is
        /// written, or across a call whose frame may overlap it.
        refused_slot = "refused.slot",
        /// Functions left as they are: too many slots for so many blocks.
        refused_large = "refused.large",
    }
}

/// The most blocks times slots.
const MOST_BITS: usize = 1 << 24;

/// The most branch arguments for the slots of a function.
const MOST_ARGUMENTS: usize = 1 << 16;
/// How many more each access of the frame allows.
const MOST_PER_ACCESS: usize = 16;

/// A variable of the frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Slot {
    /// Its offset from the stack pointer at the function's entry.
    pub start: i64,
    pub size: u8,
    pub ty: ValType,
}

/// An access of a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub slot: usize,
    pub is_store: bool,
}

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    let Some(pointer) = stack_pointer(cx.module).filter(|_| cx.goals.stack_abi) else {
        return stats;
    };
    function.resolve_aliases();
    let cfg = cx.analyses.cfg(function);
    let frame = match Frame::find(function, &cfg, pointer) {
        Ok(frame) => frame,
        Err(Refusal::None) => return stats,
        Err(Refusal::Escape) => {
            stats.refused_escape += 1;
            return stats;
        }
        Err(Refusal::Form) => {
            stats.refused_form += 1;
            return stats;
        }
    };
    let Some((slots, accesses, kept)) = slots::find(function, &cfg, &frame) else {
        stats.refused_large += 1;
        return stats;
    };
    stats.refused_slot += kept;
    if slots.is_empty() {
        return stats;
    }
    let live = ssa::live_in(function, &cfg, slots.len(), &accesses);
    let most = MOST_ARGUMENTS + MOST_PER_ACCESS * accesses.len();
    if ssa::count_arguments(function, &cfg, &live) > most {
        stats.refused_large += 1;
        return stats;
    }
    if !cx.fuel.take() {
        return stats;
    }
    stats.frames += 1;
    stats.slots += slots.len() as u64;
    stats.accesses += accesses.len() as u64;
    let loc = function.blocks[function.entry].term_loc;
    cx.remarks.record("mem2reg", RemarkKind::Applied, loc, "frame", || {
        let (slots, accesses) = (slots.len(), accesses.len());
        format!("{slots} of its slots are values, and {accesses} accesses are gone")
    });
    ssa::promote(function, &cfg, &slots, &accesses, &live);
    if accesses.len() == frame.accesses.len() {
        for &block in &cfg.rpo {
            let before = function.blocks[block].insts.len();
            function.blocks[block].insts.retain(|inst| !frame.moves.contains(inst));
            stats.moves += (before - function.blocks[block].insts.len()) as u64;
        }
    }
    function.resolve_aliases();
    stats
}

/// The global that is the stack pointer: an import of that name, or else the first global, where compilers
/// put it, if the module defines it as a mutable `i32`.
fn stack_pointer(module: &Module) -> Option<Global> {
    let is_pointer = |global: &Global| {
        let data = &module.globals[*global];
        data.ty.mutable && data.ty.content_type == ValType::I32
    };
    let named = module.globals.iter().find(|(_, data)| {
        data.import.as_ref().is_some_and(|import| import.name == "__stack_pointer")
    });
    let named = named.map(|(global, _)| global);
    let first = module.globals.keys().next().filter(|&first| {
        let data = &module.globals[first];
        data.import.is_none()
            && !matches!(module.memories.iter().next(), Some((_, memory)) if memory.ty.memory64)
    });
    named.or(first).filter(is_pointer)
}
