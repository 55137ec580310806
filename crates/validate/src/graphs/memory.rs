//! Memory and globals of the interpreter: writes, and reads of them.
//!
//! A state is a token; for that of a store or `global.set`, the token before it and the written value
//! are recorded. A read follows the tokens back. A byte that was not written is a hash of its address
//! and of the tokens where the search ends (the state at the start of the function, or after a call),
//! so that loads of any width agree on it.

use super::answers::{Run, Write, Written};
use crate::held::{Held, bits, hash};
use invar_graph::Ty;
use invar_ir::{MemoryAccess, Op, ValType, memory_access};
use invar_rules::{Const, load};

/// The number of writes that a read follows back.
const MOST_STEPS: u32 = 4000;

/// The access of a plain load or store: its address, if the operand is a number.
fn access(op: &Op, values: &[Held]) -> Option<(MemoryAccess, u64)> {
    let access = memory_access(op).filter(|access| !access.is_atomic() && !is_partial(op))?;
    let base = values[access.address];
    base.constant().and_then(Const::as_int)?;
    Some((access, base.unsigned().wrapping_add(access.memarg.offset)))
}

/// Whether an access is of a part of a vector.
fn is_partial(op: &Op) -> bool {
    op.variant_name().starts_with("V128")
        && !matches!(op, Op::V128Load { .. } | Op::V128Store { .. })
}

impl Run<'_> {
    /// Records the write of an operator, if it is known: `states` are pairs of the tokens before and
    /// after it.
    pub fn write(&mut self, op: &Op, values: &[Held], states: &[(u64, u64)]) {
        let what = match (op, values) {
            (&Op::GlobalSet { global_index }, &[value]) => Written::Global(global_index, value),
            (_, &[_, Held::Value(value)]) => {
                let Some((access, address)) = access(op, values) else { return };
                let (memory, length) = (access.memarg.memory, access.size.into());
                Written::Bytes { memory, address, length, bits: bits(value) }
            }
            _ => return,
        };
        let number = self.writes.len() as u32;
        for &(before, after) in states {
            self.writes.insert(after, Write { before, number, what: what.clone() });
        }
    }

    /// The result of a load or `global.get` of a type in these states, if it is known.
    pub fn read(&mut self, op: &Op, ty: ValType, values: &[Held], states: &[u64]) -> Option<Held> {
        if let (&Op::GlobalGet { global_index }, []) = (op, values) {
            let mut bases = Vec::new();
            let found = self.follow(states, &mut bases, &mut |what| match *what {
                Written::Global(index, held) if index == global_index => Some(held),
                _ => None,
            })?;
            let last = found.into_iter().max_by_key(|(number, _)| *number).map(|(_, held)| held);
            return Some(
                last.unwrap_or_else(|| {
                    self.answer(Ty::Value(ty), &("global", global_index, &bases))
                }),
            );
        }
        let (access, at) = access(op, values).filter(|_| values.len() == 1)?;
        let (memory, length) = (access.memarg.memory, u32::from(access.size));
        let mut bases = Vec::new();
        let mut found = self.follow(states, &mut bases, &mut |what| match *what {
            Written::Bytes { memory: other, address, length: count, bits } => {
                let overlaps = other == memory
                    && address < at.saturating_add(length.into())
                    && at < address.saturating_add(count.into());
                overlaps.then_some((address, count, bits))
            }
            Written::Global(..) => None,
        })?;
        found.sort_by_key(|(number, _)| *number);
        let mut bytes = [0; 16];
        for (n, byte) in bytes[..length as usize].iter_mut().enumerate() {
            let place = at.wrapping_add(n as u64);
            let covers = |&&(_, (address, count, _)): &&(u32, (u64, u32, u128))| {
                (address..address.saturating_add(count.into())).contains(&place)
            };
            *byte = match found.iter().rev().find(covers) {
                Some((_, (address, _, bits))) => (bits >> (8 * (place - address))) as u8,
                None => self.byte(memory, place, &bases),
            };
        }
        load(op, &bytes[..length as usize]).map(Held::Value)
    }

    /// A byte that was not written: of two numbers of four bytes, of which the second is often zero.
    fn byte(&mut self, memory: u32, address: u64, bases: &[u64]) -> u8 {
        let (bits, taste) = self.bits(&("memory", memory, address >> 3, bases));
        let low = self.number(bits, taste) as u32;
        let high = if bits & 128 == 0 { 0 } else { self.number(hash(&bits), taste) as u32 };
        let word = u64::from(high) << 32 | u64::from(low);
        (word >> (8 * (address & 7))) as u8
    }

    /// The earlier writes that `tell` selects, with their numbers, and the tokens where the search ends.
    fn follow<T>(
        &self,
        states: &[u64],
        bases: &mut Vec<u64>,
        tell: &mut dyn FnMut(&Written) -> Option<T>,
    ) -> Option<Vec<(u32, T)>> {
        let mut found = Vec::new();
        let mut steps = MOST_STEPS;
        for &state in states {
            let mut at = state;
            while let Some(write) = self.writes.get(&at) {
                steps = steps.checked_sub(1)?;
                found.extend(tell(&write.what).map(|told| (write.number, told)));
                at = write.before;
            }
            bases.push(at);
        }
        Some(found)
    }
}
