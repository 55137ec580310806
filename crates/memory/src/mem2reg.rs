//! Variables in the frame of the shadow stack become values, under the assumption of a stack ABI.
//!
//! C, C++ and Rust compilers for WebAssembly keep local variables whose address may be taken, and
//! without optimization all of them, in linear memory, in a frame below the *stack pointer*, a
//! mutable global. WebAssembly itself does not say that nobody else reads or writes there. Who
//! passes `--assume-stack-abi` does ([`Goals::stack_abi`](invar_ir::Goals)):
//!
//! - a frame is accessed only through addresses computed from the stack pointer of its function;
//! - its contents mean nothing before the function wrote them, or after it returned;
//! - a call leaves the stack pointer, and frames above it, as they were.
//!
//! Where the stack pointer is, as a distance from where the function finds it, is known at each place
//! (`find.rs`): so frames of bodies that were inlined are parts of the frame around them. It is looked
//! at if none of its addresses escape: they are operands of additions of constants, of loads and
//! stores as the address, and of assignments of the stack pointer, nothing else. A *slot* is a place,
//! a size and a type of accesses; it becomes a value in SSA form, unless what it holds is needed behind
//! a store to an overlapping slot, or a call that may use its place (`slots.rs`; bodies that were inlined
//! one after the other have different slots at one place). Joins get block parameters where a slot is
//! live (Cytron et al., *Efficiently computing static single assignment form*, 1991, pruned; `ssa_cleanup`
//! removes those that are redundant). If no access to the frame is left, the stack pointer need not be
//! moved.
//!
//! Cost: linear in code, and in blocks times slots (bits). The product is limited, and so is the number of
//! arguments that branches get. Never touches
//! frames with atomics or bulk operations, or memories other than the first.

mod find;
mod slots;
mod ssa;
#[cfg(test)]
mod tests;

use find::{Frame, Refusal};
use invar_ir::{Function, Global, Module, PassContext, ValType};

/// There is nothing to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config;

invar_ir::counters! {
    /// What became of frames.
    pub struct Stats {
        /// Functions of whose frames slots became values.
        frames,
        /// Slots that became values.
        slots,
        /// Loads and stores that are gone.
        accesses,
        /// Assignments of the stack pointer that are gone.
        moves,
        /// Functions left as they are: an address of the frame escapes.
        refused_escape = "refused.escape",
        /// Functions left as they are: the frame is not of the usual form.
        refused_form = "refused.form",
        /// Groups of overlapping slots left in memory: what one holds is needed when another one is
        /// written, or a callee's frame may be there.
        refused_slot = "refused.slot",
        /// Functions left as they are: too many variables would be handed to too many blocks.
        refused_large = "refused.large",
    }
}

/// The most blocks times slots.
const MOST_BITS: usize = 1 << 24;

/// The most arguments of branches that the slots of a function may take, and what each of its accesses
/// of the frame adds to that.
const MOST_ARGUMENTS: usize = 1 << 16;
const MOST_PER_ACCESS: usize = 16;

/// A variable of the frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Slot {
    /// Where it is, from the stack pointer that the function finds.
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

/// The global that is the stack pointer: the one of that name, else the first one, where compilers
/// put it, if it is a mutable `i32` of the module's own.
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
