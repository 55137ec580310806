//! Saturating sums and differences, and rounded averages, of numbers of 8 or 16 bits: WebAssembly computes them with 32
//! bits, compares and selects; vectors have an operator for each.
//!
//! | scalar | vector |
//! |---|---|
//! | `min(a + b, 255)` | `i8x16.add_sat_u` |
//! | `max(a - b, 0)`, `a > b ? a - b : 0` | `i8x16.sub_sat_u` |
//! | `max(min(a + b, 127), -128)` | `i8x16.add_sat_s`; `sub_sat_s` alike |
//! | `(a + b + 1) >> 1` | `i8x16.avgr_u` |
//!
//! and the same of 16 bits. The facts about ranges must show that `a` and `b` have so few bits: then the scalar sum
//! does not wrap.
//!
//! Cost: constant.

use super::VectorSite;
use super::minmax::{self, Order};
use invar_ir::{Function, Inst, Op, Value};
use invar_rules::{Compare, ValueFacts};
use smallvec::{SmallVec, smallvec};

/// Sums, comparisons and inner limits.
type Replaced = SmallVec<[Value; 4]>;

/// An operator on lanes of 8 or 16 bits that does what several scalar ones do.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Saturating {
    pub op: Op,
    pub operands: [Value; 2],
    /// The bits of a lane.
    pub width: u32,
    /// The values that it replaces besides the last one, where nothing else uses them.
    pub replaced: Replaced,
}

/// What an instruction computes, if its result is needed in lanes of at most `width` bits. `fits` tells whether so many
/// bits hold a value, signed or not.
pub(super) fn of(
    f: &Function,
    site: &VectorSite<'_>,
    inst: Inst,
    width: u32,
    fits: impl Fn(Value, u32, bool) -> bool,
) -> Option<Saturating> {
    let find = Find { f, site };
    let (kind, operands, replaced) = find.kind(inst)?;
    let (op, width) = [8, 16].into_iter().filter(|&lanes| lanes >= width).find_map(|lanes| {
        let (op, signed) = kind.lanes(lanes)?;
        let fits = operands.iter().all(|&value| fits(value, lanes, signed))
            || invar_ir::mutant!(VectorizeSaturatesAny);
        fits.then_some((op, lanes))
    })?;
    Some(Saturating { op, operands, width, replaced })
}

/// What is computed of two numbers that are small enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SaturatingOp {
    /// `(a + b + 1) >> 1`.
    Average,
    /// A sum, or else a difference, that is at least and at most so much. A sum of unsigned numbers needs no lower
    /// limit, a difference of them no upper one.
    Clamped { is_sum: bool, least: Option<i64>, most: Option<i64> },
}

impl SaturatingOp {
    /// The operator in lanes of this width, and whether the operands are signed.
    fn lanes(self, width: u32) -> Option<(Op, bool)> {
        use Op::*;
        let [unsigned_most, signed_most] = [(1 << width) - 1, (1 << (width - 1)) - 1];
        Some(match (self, width) {
            (SaturatingOp::Average, 8) => (I8x16AvgrU, false),
            (SaturatingOp::Average, _) => (I16x8AvgrU, false),
            (
                SaturatingOp::Clamped { is_sum: true, least: None | Some(..=0), most: Some(most) },
                _,
            ) if most == unsigned_most => {
                (if width == 8 { I8x16AddSatU } else { I16x8AddSatU }, false)
            }
            (SaturatingOp::Clamped { is_sum: false, least: Some(0), most }, _)
                if most.is_none_or(|most| most >= unsigned_most) =>
            {
                (if width == 8 { I8x16SubSatU } else { I16x8SubSatU }, false)
            }
            (SaturatingOp::Clamped { is_sum, least: Some(least), most: Some(most) }, _)
                if (least, most) == (-signed_most - 1, signed_most) =>
            {
                let op = match (is_sum, width) {
                    (true, 8) => I8x16AddSatS,
                    (true, _) => I16x8AddSatS,
                    (false, 8) => I8x16SubSatS,
                    (false, _) => I16x8SubSatS,
                };
                (op, true)
            }
            _ => return None,
        })
    }
}

struct Find<'a> {
    f: &'a Function,
    site: &'a VectorSite<'a>,
}

impl Find<'_> {
    fn arg(&self, inst: Inst, n: usize) -> Value {
        self.site.resolve(self.f, self.f.args(inst)[n])
    }

    /// The constant, signed.
    fn number(&self, value: Value) -> Option<i64> {
        self.f.constant(value)?.as_int()
    }

    /// Operands of a sum, or else of a difference.
    fn terms(&self, value: Value) -> Option<(bool, [Value; 2])> {
        let inst = self.f.def_inst(value)?;
        let is_sum = match self.f.insts[inst].op {
            Op::I32Add | Op::I64Add => true,
            Op::I32Sub | Op::I64Sub => false,
            _ => return None,
        };
        Some((is_sum, [0, 1].map(|n| self.arg(inst, n))))
    }

    fn kind(&self, inst: Inst) -> Option<(SaturatingOp, [Value; 2], Replaced)> {
        match self.f.insts[inst].op {
            Op::I32ShrU | Op::I32ShrS | Op::I64ShrU | Op::I64ShrS => {
                let is_half = self.number(self.arg(inst, 1)) == Some(1);
                let sum = self.arg(inst, 0);
                let (operands, inner) = is_half.then(|| self.rounded(sum))??;
                Some((SaturatingOp::Average, operands, smallvec![sum, inner]))
            }
            _ => self.clamped(inst).or_else(|| self.difference(inst)),
        }
    }

    /// The two numbers of a sum of them and one, and the sum of two of these three.
    fn rounded(&self, sum: Value) -> Option<([Value; 2], Value)> {
        let (true, [a, b]) = self.terms(sum)? else { return None };
        for (inner, other) in [(a, b), (b, a)] {
            let Some((true, [c, d])) = self.terms(inner) else { continue };
            for [one, x, y] in [[other, c, d], [c, other, d], [d, other, c]] {
                if self.number(one) == Some(1) {
                    return Some(([x, y], inner));
                }
            }
        }
        None
    }

    /// A sum or difference between limits.
    fn clamped(&self, inst: Inst) -> Option<(SaturatingOp, [Value; 2], Replaced)> {
        let (mut least, mut most, mut replaced) = (None, None, Replaced::new());
        let mut inst = inst;
        let (is_sum, operands) = loop {
            let choice = minmax::of(self.f, self.site, inst)?;
            let (value, limit) = match (self.number(choice.left), self.number(choice.right)) {
                (None, Some(limit)) => (choice.left, limit),
                (Some(limit), None) => (choice.right, limit),
                _ => return None,
            };
            let Order { greatest, signed } = choice.order;
            // As unsigned, what is below zero is a large number.
            let bound = if greatest { &mut least } else { &mut most };
            if bound.replace(limit).is_some() || !signed && greatest {
                return None;
            }
            replaced.extend([self.arg(inst, 2), value]);
            if let Some(terms) = self.terms(value) {
                // An unsigned limit of a difference, or of a sum of signed numbers, is another one.
                if !signed && (!terms.0 || least.is_some()) {
                    return None;
                }
                break terms;
            }
            if !signed {
                return None;
            }
            inst = self.f.def_inst(value)?;
        };
        Some((SaturatingOp::Clamped { is_sum, least, most }, operands, replaced))
    }

    /// `a > b ? a - b : 0`.
    fn difference(&self, inst: Inst) -> Option<(SaturatingOp, [Value; 2], Replaced)> {
        if !matches!(self.f.insts[inst].op, Op::Select | Op::TypedSelect { .. }) {
            return None;
        }
        let (then, els) = (self.arg(inst, 0), self.arg(inst, 1));
        let test = self.f.def_inst(self.arg(inst, 2))?;
        let (_, kind) = Compare::of(&self.f.insts[test].op)?;
        let (left, right) = (self.arg(test, 0), self.arg(test, 1));
        for (left, right, kind) in [(left, right, kind), (right, left, kind.swapped())] {
            for (one, other, kind) in [(then, els, kind), (els, then, kind.inverted())] {
                let is_greater =
                    matches!(kind, Compare::GtU | Compare::GtS | Compare::GeU | Compare::GeS);
                if is_greater
                    && self.number(other) == Some(0)
                    && self.terms(one) == Some((false, [left, right]))
                {
                    let kind = SaturatingOp::Clamped { is_sum: false, least: Some(0), most: None };
                    return Some((kind, [left, right], smallvec![self.arg(inst, 2), one]));
                }
            }
        }
        None
    }
}
