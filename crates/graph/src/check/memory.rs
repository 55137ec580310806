//! Memory and globals of the interpreter: writes, and reads of them.
//!
//! A state is a token; for that of a store or `global.set`, the token before it and the written value
//! are recorded. A read follows the tokens back. A byte that was not written is a hash of its address
//! and of the tokens where the search ends (the state at the start of the function, or after a call),
//! so that loads of any width agree on it.

use super::answers::{Held, Run, Write, Written, hash};
use invar_ir::rules::Const;
use invar_ir::{MemArg, Op, ValType};

/// The number of writes that a read follows back.
const MOST_STEPS: u32 = 4000;

/// The length of a plain access in bytes, and whether a load extends by the sign.
fn access(op: &Op) -> Option<(&MemArg, u32, bool)> {
    use Op::*;
    Some(match op {
        I32Load8U { memarg } | I64Load8U { memarg } => (memarg, 1, false),
        I32Store8 { memarg } | I64Store8 { memarg } => (memarg, 1, false),
        I32Load8S { memarg } | I64Load8S { memarg } => (memarg, 1, true),
        I32Load16U { memarg } | I64Load16U { memarg } => (memarg, 2, false),
        I32Store16 { memarg } | I64Store16 { memarg } => (memarg, 2, false),
        I32Load16S { memarg } | I64Load16S { memarg } => (memarg, 2, true),
        I32Load { memarg } | F32Load { memarg } | I64Load32U { memarg } => (memarg, 4, false),
        I32Store { memarg } | F32Store { memarg } | I64Store32 { memarg } => (memarg, 4, false),
        I64Load32S { memarg } => (memarg, 4, true),
        I64Load { memarg } | F64Load { memarg } => (memarg, 8, false),
        I64Store { memarg } | F64Store { memarg } => (memarg, 8, false),
        V128Load { memarg } | V128Store { memarg } => (memarg, 16, false),
        _ => return None,
    })
}

fn address(memarg: &MemArg, held: Held) -> Option<u64> {
    let base = match held {
        Held::Value(Const::I32(base)) => u64::from(base as u32),
        Held::Value(Const::I64(base)) => base as u64,
        _ => return None,
    };
    Some(base.wrapping_add(memarg.offset))
}

fn bits(held: Held) -> Option<u128> {
    let Held::Value(value) = held else { return None };
    Some(match value {
        Const::I32(value) => (value as u32).into(),
        Const::I64(value) => (value as u64).into(),
        Const::F32(bits) => bits.into(),
        Const::F64(bits) => bits.into(),
        Const::V128(bits) => bits,
    })
}

impl Run<'_> {
    /// Records the write of an operator, if it is known: `states` are pairs of the tokens before and
    /// after it.
    pub fn write(&mut self, op: &Op, values: &[Held], states: &[(u64, u64)]) {
        let what = match (op, values) {
            (&Op::GlobalSet { global_index }, &[value]) => Written::Global(global_index, value),
            (_, &[at, value]) => {
                let Some((memarg, length, _)) = access(op) else { return };
                let (Some(address), Some(bits)) = (address(memarg, at), bits(value)) else {
                    return;
                };
                Written::Bytes { memory: memarg.memory, address, length, bits }
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
            return Some(last.unwrap_or_else(|| {
                self.answer(crate::Ty::Value(ty), &("global", global_index, &bases))
            }));
        }
        let (&[at], Some((memarg, length, signed))) = (values, access(op)) else { return None };
        let (memory, at) = (memarg.memory, address(memarg, at)?);
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
        let unused = 128 - 8 * length;
        let number = u128::from_le_bytes(bytes) << unused;
        let number = if signed { (number as i128 >> unused) as u128 } else { number >> unused };
        Some(Held::Value(match ty {
            ValType::I32 => Const::I32(number as i32),
            ValType::I64 => Const::I64(number as i64),
            ValType::F32 => Const::F32(number as u32),
            ValType::F64 => Const::F64(number as u64),
            ValType::V128 => Const::V128(number),
            ValType::Ref(_) => return None,
        }))
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
