//! Frames whose variables are aligned to more than the stack pointer.
//!
//! Their function rounds the stack pointer down: `sp = (sp - size) & -64`. How far it goes down is
//! not known, so offsets from the rounded pointer say nothing of offsets from the stack pointer at
//! entry. They are kept apart by [`BASE`], which is added to the former only. That is enough where
//! all accesses are relative to the rounded pointer, and to bytes that were between it and the
//! pointer at entry, and the stack pointer moves between it and the pointer at entry: [`is_apart`].
//! A function with both kinds of accesses, as after inlining, or with two rounded pointers, is left
//! alone.

use super::events::{Bytes, Event, Frame};
use invar_ir::{Cfg, Function, Value};
use invar_rules::{Const, ValueFacts};

/// What the rounded pointer's offset is taken to be, plus that of the address that is rounded. It
/// is within what `Offsets` can express, and no frame is so large.
const BASE: i64 = -(1 << 29);

/// A stack pointer that is rounded down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Aligned {
    /// The offset, from the stack pointer at entry, of the address that is rounded.
    from: i64,
    mask: i32,
}

impl Aligned {
    /// An address of the frame and a mask whose `and` rounds it down to a power of two.
    pub fn new(f: &Function, from: i64, mask: Value) -> Option<Aligned> {
        let Some(Const::I32(mask)) = f.constant(mask) else { return None };
        let rounds = mask < 0 && mask.wrapping_neg().unsigned_abs().is_power_of_two();
        (rounds && from > BASE / 2).then_some(Aligned { from, mask })
    }

    /// What the offset of the rounded address is taken to be.
    pub fn offset(self) -> i64 {
        BASE + self.from
    }

    /// Whether all accesses are of bytes below the pointer at entry, and relative to the rounded
    /// pointer, and the stack pointer, where it is below that at entry, is relative to it too.
    pub fn is_apart(self, cfg: &Cfg, frame: &Frame) -> bool {
        if invar_ir::mutant!(FramesAlignedMixed) {
            return true;
        }
        // The rounded address, plus at least as much as was subtracted from the pointer at entry.
        let is_apart = |bytes: Bytes| bytes.end <= BASE || bytes.is_anywhere();
        cfg.rpo.iter().flat_map(|&block| &frame.events[block]).all(|(_, event)| match *event {
            Event::Access { start, size, .. } => {
                is_apart(Bytes { start, end: start + i64::from(size) })
            }
            Event::Touch { reads, writes, .. } => reads.into_iter().chain(writes).all(is_apart),
            // What is given back is what is below the new stack pointer.
            Event::Move { to, .. } => {
                to >= 0 || to <= BASE || invar_ir::mutant!(FramesAlignedMoves)
            }
            Event::Escape { .. } | Event::Call { .. } | Event::Begin | Event::End => true,
        })
    }
}
