//! The accesses of the vector loop to consecutive elements: whole vectors, and halves of them.
//!
//! Cost: linear in the accesses.

use super::emit::Vectors;
use super::memory::{Access, Stride};
use crate::lanes::{self, VECTOR_BITS};
use invar_ir::{MemArg, Op, ValType, Value};
use invar_loops::analysis::final_values::Emit;

impl Vectors<'_> {
    /// The address of the first byte that an access touches in a vector iteration, without its offset.
    pub(super) fn base(&mut self, access: &Access) -> Value {
        if let Some(&base) = self.bases.get(&access.group) {
            return base;
        }
        let mut base = self.accesses.groups[access.group].base.clone();
        if access.stride == Stride::Backward {
            let back = (self.factor - 1) * access.size();
            base.constant = base.constant.wrapping_sub(back) & base.mask();
        }
        let block = if access.stride == Stride::Invariant { self.setup } else { self.main };
        let base = self.scalar(&base, block);
        self.bases.insert(access.group, base);
        base
    }

    pub(super) fn memarg(&self, access: &Access, behind: u64, bytes: u64) -> MemArg {
        let max_align = bytes.trailing_zeros() as u8;
        let scalar = access.access.memarg;
        let align = scalar.align.min(max_align);
        MemArg { offset: access.delta + behind, align, max_align, ..scalar }
    }

    /// How many bytes in a row the lanes of an access take.
    pub(super) fn bytes(&self, access: &Access) -> u64 {
        self.factor * access.size()
    }

    pub(super) fn store(&mut self, access: &Access) {
        let width = 8 * access.size() as u32;
        let stored = access.access.stored.expect("a store");
        let value = self.f.args(access.inst)[stored];
        let mut parts = self.number(value, width);
        if access.stride == Stride::Backward {
            parts = self.reversed(parts, width);
        }
        let base = self.base(access);
        if let Some(&condition) = self.site.flat.conditions.get(&access.inst)
            && !invar_ir::mutant!(VectorizeStoresAlways)
        {
            let mut mask = self.mask(condition, width);
            if access.stride == Stride::Backward {
                mask = self.reversed(mask, width);
            }
            let old = self.load_row(access, base);
            parts = (parts.into_iter().zip(old).zip(mask))
                .map(|((new, old), mask)| self.op(Op::V128Bitselect, &[new, old, mask]))
                .collect();
        }
        if self.bytes(access) < 16 {
            let memarg = self.memarg(access, 0, 8);
            let op = Op::V128Store64Lane { memarg, lane: 0 };
            self.f.append(self.main, op, &[base, parts[0]], &[], self.loc);
            return;
        }
        for (n, part) in parts.into_iter().enumerate() {
            let memarg = self.memarg(access, 16 * n as u64, 16);
            self.f.append(self.main, Op::V128Store { memarg }, &[base, part], &[], self.loc);
        }
    }

    fn reversed(&mut self, parts: Vec<Value>, width: u32) -> Vec<Value> {
        let mut lanes = lanes::reversed(width);
        if self.factor * u64::from(width) < VECTOR_BITS {
            // The lower half only.
            lanes.rotate_left(8);
            lanes.iter_mut().for_each(|lane| *lane %= 8);
        }
        let op = Op::I8x16Shuffle { lanes };
        parts.into_iter().rev().map(|part| self.op(op.clone(), &[part, part])).collect()
    }

    pub(super) fn load(&mut self, access: &Access) {
        let result = self.f.result(access.inst).expect("a load");
        let from = 8 * access.size() as u32;
        let Some(&width) = self.body.widths.get(&result) else { return };
        let signed = matches!(
            self.f.insts[access.inst].op,
            Op::I32Load8S { .. }
                | Op::I32Load16S { .. }
                | Op::I64Load8S { .. }
                | Op::I64Load16S { .. }
                | Op::I64Load32S { .. }
        );
        let base = self.base(access);
        if access.stride == Stride::Invariant {
            let part = self.load_invariant(access, base, width);
            let parts = vec![part; self.parts(width)];
            self.numbers.insert((result, width), parts);
            return;
        }
        if width == 2 * from && access.stride == Stride::Forward(1) {
            let parts = self.load_extended(access, base, signed);
            self.numbers.insert((result, width), parts);
            return;
        }
        let mut parts = match access.stride {
            Stride::Forward(stride) if stride > 1 => self.load_interleaved(access, base, stride),
            _ => self.load_row(access, base),
        };
        if access.stride == Stride::Backward {
            parts = self.reversed(parts, from);
        }
        self.numbers.insert((result, from), parts.clone());
        if width != from {
            let parts = self.extended(parts, from, width, signed);
            self.numbers.insert((result, width), parts);
        }
    }

    /// A load whose address does not change is executed before the loop: no store overlaps it.
    fn load_invariant(&mut self, access: &Access, base: Value, width: u32) -> Value {
        let (op, result) =
            (self.f.insts[access.inst].op.clone(), self.f.result(access.inst).expect("a load"));
        let mut op = op;
        op.for_each_immediate_mut(|immediate| {
            if let invar_ir::ImmediateMut::MemArg(memarg) = immediate {
                memarg.offset = access.delta;
            }
        });
        let ty = self.f.ty(result);
        let mut emit = Emit { f: &mut *self.f, block: self.setup, loc: self.loc };
        let value = emit.op(ty, op, &[base]);
        let splat = lanes::splat_of(ty, width);
        let value = if ty == ValType::I64 { emit.resized(value, width == 64) } else { value };
        emit.op(ValType::V128, splat, &[value])
    }

    fn load_row(&mut self, access: &Access, base: Value) -> Vec<Value> {
        self.load_bytes(access, base, self.bytes(access))
    }

    /// So many bytes in a row: whole vectors, and half of one.
    fn load_bytes(&mut self, access: &Access, base: Value, bytes: u64) -> Vec<Value> {
        let mut parts = Vec::new();
        let mut at = 0;
        while at < bytes {
            let op = if bytes - at < 16 {
                Op::V128Load64Zero { memarg: self.memarg(access, at, 8) }
            } else {
                Op::V128Load { memarg: self.memarg(access, at, 16) }
            };
            parts.push(self.op(op, &[base]));
            at += 16;
        }
        parts
    }

    /// Loads that extend to lanes of twice the width.
    fn load_extended(&mut self, access: &Access, base: Value, signed: bool) -> Vec<Value> {
        let parts = self.parts(16 * access.size() as u32);
        (0..parts as u64)
            .map(|n| {
                let memarg = self.memarg(access, 8 * n, 8);
                let op = match (access.size(), signed) {
                    (1, true) => Op::V128Load8x8S { memarg },
                    (1, false) => Op::V128Load8x8U { memarg },
                    (2, true) => Op::V128Load16x4S { memarg },
                    (2, false) => Op::V128Load16x4U { memarg },
                    (_, true) => Op::V128Load32x2S { memarg },
                    (_, false) => Op::V128Load32x2U { memarg },
                };
                self.op(op, &[base])
            })
            .collect()
    }
}
