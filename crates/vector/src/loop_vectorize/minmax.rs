//! Minima and maxima of integers, which WebAssembly writes as a comparison and a `select`.
//!
//! `select(a < b, a, b)` is the minimum, `select(a > b, a, b)` the maximum; whether the comparison is strict does not
//! matter, since equal integers are the same. With constants, `select(a < 256, a, 255)` is one, too. Floats are left
//! out: a comparison with a NaN is false, and zeros of both signs are equal.
//!
//! Cost: constant.

use super::VectorSite;
use invar_ir::{Function, Inst, Op, Value};
use invar_rules::{Compare, ValueFacts, Width};

/// The lesser or the greater of two integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MinMax {
    pub left: Value,
    pub right: Value,
    pub order: Order,
}

/// Which of two integers is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Order {
    /// Whether the greater integer is chosen.
    pub greatest: bool,
    /// Whether the integers are read as signed.
    pub signed: bool,
}

impl Order {
    /// The operator in lanes of this width. There is none of 64 bits.
    pub fn lanes(self, width: u32) -> Option<Op> {
        use Op::*;
        Some(match (width, self.greatest, self.signed) {
            (8, false, true) => I8x16MinS,
            (8, false, false) => I8x16MinU,
            (8, true, true) => I8x16MaxS,
            (8, true, false) => I8x16MaxU,
            (16, false, true) => I16x8MinS,
            (16, false, false) => I16x8MinU,
            (16, true, true) => I16x8MaxS,
            (16, true, false) => I16x8MaxU,
            (32, false, true) => I32x4MinS,
            (32, false, false) => I32x4MinU,
            (32, true, true) => I32x4MaxS,
            (32, true, false) => I32x4MaxU,
            _ => return None,
        })
    }

    /// The comparison of two scalars that chooses the first.
    pub fn compare(self, wide: bool) -> Op {
        use Op::*;
        match (wide, self.greatest, self.signed) {
            (false, false, true) => I32LtS,
            (false, false, false) => I32LtU,
            (false, true, true) => I32GtS,
            (false, true, false) => I32GtU,
            (true, false, true) => I64LtS,
            (true, false, false) => I64LtU,
            (true, true, true) => I64GtS,
            (true, true, false) => I64GtU,
        }
    }

    /// The number that is chosen over no other one, in lanes of this width.
    pub fn identity(self, width: u32) -> u64 {
        let ones = u64::MAX >> (64 - width);
        let sign = 1 << (width - 1);
        match (self.greatest, self.signed) {
            (false, false) => ones,
            (true, false) => 0,
            (false, true) => ones ^ sign,
            (true, true) => sign,
        }
    }
}

/// The minimum or maximum that an instruction computes.
pub(super) fn of(f: &Function, site: &VectorSite<'_>, inst: Inst) -> Option<MinMax> {
    if !matches!(f.insts[inst].op, Op::Select | Op::TypedSelect { .. }) {
        return None;
    }
    let arg = |inst: Inst, n: usize| site.resolve(f, f.args(inst)[n]);
    let (then, els) = (arg(inst, 0), arg(inst, 1));
    let test = f.def_inst(arg(inst, 2))?;
    let (width, kind) = Compare::of(&f.insts[test].op)?;
    if Width::of(f.ty(then)) != Some(width) {
        return None;
    }
    let (left, right) = (arg(test, 0), arg(test, 1));
    for (left, right, kind) in [(left, right, kind), (right, left, kind.swapped())] {
        for (one, other, kind) in [(then, els, kind), (els, then, kind.inverted())] {
            // `one` where `one kind right`, else `other`.
            if one == left && decides(f, kind, width, right, other) {
                use Compare::{GeS, GeU, GtS, GtU, LeS, LtS};
                let greatest = matches!(kind, GtS | GeS | GtU | GeU);
                let signed = matches!(kind, LtS | LeS | GtS | GeS);
                return Some(MinMax { left: one, right: other, order: Order { greatest, signed } });
            }
        }
    }
    None
}

/// Whether a comparison with `bound` tells, of any number but `other`, how it compares with `other`.
fn decides(f: &Function, kind: Compare, width: Width, bound: Value, other: Value) -> bool {
    if matches!(kind, Compare::Eq | Compare::Ne) {
        return false;
    }
    if bound == other || invar_ir::mutant!(VectorizeAnyBound) {
        return true;
    }
    let number = |value| f.constant(value).and_then(|constant| constant.as_int());
    let (Some(bound), Some(other)) = (number(bound), number(other)) else { return false };
    // As numbers that do not wrap, in the sense of the comparison.
    let read = |number: i64| match (width, kind.is_unsigned()) {
        (Width::W32, true) => i128::from(number as u32),
        (Width::W32, false) => i128::from(number as i32),
        (_, true) => i128::from(number as u64),
        (_, false) => i128::from(number),
    };
    let (bound, other) = (read(bound), read(other));
    match kind {
        Compare::LtS | Compare::LtU => bound == other || bound == other + 1,
        Compare::LeS | Compare::LeU => bound == other || bound == other - 1,
        Compare::GtS | Compare::GtU => bound == other || bound == other - 1,
        Compare::GeS | Compare::GeU => bound == other || bound == other + 1,
        Compare::Eq | Compare::Ne => false,
    }
}
