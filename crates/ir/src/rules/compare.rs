//! Rules for comparisons of integers and for conditions. Called by `simplify`.

use super::{Answer, Compare, Condition, Const, FloatCompare, IntOp, IntUnary, Rules, Term};
use super::{ValueFacts, Width, constant, flag, known_bits, value};
use crate::{Op, ValType};
use Compare::{Eq, GeS, GeU, GtS, GtU, LeS, LeU, LtS, LtU, Ne};

impl<F: ValueFacts> Rules<'_, F> {
    pub(super) fn compare(
        &self,
        width: Width,
        kind: Compare,
        a: F::Value,
        b: F::Value,
    ) -> Answer<F> {
        if a == b {
            return flag(kind.is_reflexive());
        }
        if self.int(a).is_some() {
            return kind.swapped().of_values(width, b, a);
        }
        if let Some(known) = self.by_ranges(width, kind, a, b) {
            return flag(known);
        }
        match self.int(b) {
            Some(c) => self.compare_const(width, kind, a, c),
            None => self.compare_values(width, kind, a, b),
        }
        .or_else(|| self.narrow_compare(width, kind, a, b))
    }

    // ---- Ranges --------------------------------------------------------------------------------

    fn by_ranges(&self, width: Width, kind: Compare, a: F::Value, b: F::Value) -> Option<bool> {
        let (x, y) = (known_bits(self.facts, a), known_bits(self.facts, b));
        let always = |kind| match kind {
            LtU => x.max() < y.min(),
            LeU => x.max() <= y.min(),
            GtU => x.min() > y.max(),
            GeU => x.min() >= y.max(),
            Eq => x.as_constant().is_some() && x == y,
            Ne => x.ones & y.zeros != 0 || x.zeros & y.ones != 0,
            LtS | LeS | GtS | GeS => {
                let ((x_min, x_max), (y_min, y_max)) =
                    (x.signed_range(width), y.signed_range(width));
                match kind {
                    LtS => x_max < y_min,
                    LeS => x_max <= y_min,
                    GtS => x_min > y_max,
                    _ => x_min >= y_max,
                }
            }
        };
        if always(kind) { Some(true) } else { always(kind.inverted()).then_some(false) }
    }

    // ---- With a constant -----------------------------------------------------------------------

    fn compare_const(&self, width: Width, kind: Compare, a: F::Value, c: i64) -> Answer<F> {
        match (kind, c) {
            // Towards a comparison with zero.
            (Eq | LeU, 0) | (LtU, 1) => return IntUnary::Eqz.of_value(width, a),
            (GtU, 0) | (GeU, 1) => return Ne.with_const(width, a, 0),
            (LtS, 1) => return LeS.with_const(width, a, 0),
            (LeS, -1) => return LtS.with_const(width, a, 0),
            (GtS, -1) => return GeS.with_const(width, a, 0),
            (GeS, 1) => return GtS.with_const(width, a, 0),
            // At the ends of the range.
            (LtU, -1) => return Ne.with_const(width, a, c),
            (GeU, -1) => return Eq.with_const(width, a, c),
            (GtS, _) if c == width.min() => return Ne.with_const(width, a, c),
            (LeS, _) if c == width.min() => return Eq.with_const(width, a, c),
            (LtS, _) if c == width.max() => return Ne.with_const(width, a, c),
            (GeS, _) if c == width.max() => return Eq.with_const(width, a, c),
            (Eq | Ne, _) => {}
            _ => return None,
        }
        // The operand has one bit that is not known.
        let possible = known_bits(self.facts, a).max();
        if possible.is_power_of_two() && (c as u64 & width.mask() == possible) {
            return match kind {
                Eq if width == Width::W32 && possible == 1 => value(a),
                Eq => Ne.with_const(width, a, 0),
                _ => IntUnary::Eqz.of_value(width, a),
            };
        }
        if (kind, c) == (Ne, 0) {
            return match self.is_zero_iff(width, a) {
                _ if width == Width::W32 && self.is_bool(a) => value(a),
                Some(ZeroIff::Equal(x, y)) => Ne.of_values(width, x, y),
                Some(ZeroIff::EqualConst(x, c)) => Ne.with_const(width, x, c),
                Some(ZeroIff::Zero(x)) => Ne.with_const(self.width(x), x, 0),
                Some(ZeroIff::NoRemainder(x, mask)) => {
                    let and = IntOp::And.with_const(width, x, mask)?;
                    Some(Term::Node(ValType::I32, Ne.at(width), vec![and, constant(width, 0)]))
                }
                None => None,
            };
        }
        // Constants that can be taken to the other side.
        if self.facts.is_shared(a) {
            return None;
        }
        if let Some((x, d)) = self.offset(a) {
            return kind.with_const(width, x, c.wrapping_sub(d));
        }
        match self.int_op(a)? {
            (IntOp::Xor, x, y) => kind.with_const(width, x, self.int(y)? ^ c),
            (IntOp::Sub, x, y) => kind.with_const(width, y, self.int(x)?.wrapping_sub(c)),
            _ => None,
        }
    }

    // ---- Of two values -------------------------------------------------------------------------

    fn compare_values(&self, width: Width, kind: Compare, a: F::Value, b: F::Value) -> Answer<F> {
        if !matches!(kind, Eq | Ne) {
            return None;
        }
        // x + y == x, x ^ y == x, x - y == x: y == 0
        let rest = |sum, x| {
            if self.facts.is_shared(sum) {
                return None;
            }
            let minus = |&(kind, left, _): &(IntOp, _, _)| kind == IntOp::Sub && left == x;
            self.other_operand(sum, IntOp::Add, x)
                .or_else(|| self.other_operand(sum, IntOp::Xor, x))
                .or_else(|| self.int_op(sum).filter(minus).map(|(_, _, y)| y))
        };
        let y = rest(a, b).or_else(|| rest(b, a))?;
        match kind {
            Eq => IntUnary::Eqz.of_value(width, y),
            _ => Ne.with_const(width, y, 0),
        }
    }

    // ---- In fewer bits -------------------------------------------------------------------------

    /// A comparison of extensions, of what is extended. Sign extension keeps the unsigned order
    /// too; between zero extensions, the signed order is the unsigned one.
    fn narrow_compare(&self, width: Width, kind: Compare, a: F::Value, b: F::Value) -> Answer<F> {
        if width == Width::W32 {
            return None;
        }
        for (op, extension) in [(Op::I64ExtendI32S, kind), (Op::I64ExtendI32U, kind.unsigned())] {
            let Some(x) = self.through(a, &op) else { continue };
            if let Some(y) = self.through(b, &op) {
                return extension.of_values(Width::W32, x, y);
            }
            let c = self.int(b)?;
            let fits = match op {
                Op::I64ExtendI32S => c == i64::from(c as i32),
                _ => c == i64::from(c as u32),
            };
            return extension
                .with_const(Width::W32, x, c)
                .filter(|_| fits || crate::mutant!(FoldCompareConstantFits));
        }
        None
    }

    // ---- The test for zero ---------------------------------------------------------------------

    pub(super) fn eqz(&self, width: Width, a: F::Value) -> Answer<F> {
        let known = known_bits(self.facts, a);
        if known.min() > 0 {
            return flag(false);
        }
        if known.max() == 0 {
            return flag(true);
        }
        // The opposite of a comparison. (Of floats, only equality has one.)
        if let Some(op) = self.op(a) {
            if let Some((width, kind)) = Compare::of(op) {
                return kind.inverted().of_values(width, self.arg(a, 0), self.arg(a, 1));
            }
            if let Some((width, kind)) = FloatCompare::of(op) {
                let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                return super::binary(ValType::I32, kind.inverted()?.at(width), x, y);
            }
            if let Some((inner, IntUnary::Eqz)) = IntUnary::of(op) {
                let x = self.arg(a, 0);
                return match inner {
                    Width::W32 if self.is_bool(x) => value(x),
                    _ => Ne.with_const(inner, x, 0),
                };
            }
        }
        match self.is_zero_iff(width, a)? {
            ZeroIff::Equal(x, y) => Eq.of_values(width, x, y),
            ZeroIff::EqualConst(x, c) => Eq.with_const(width, x, c),
            ZeroIff::Zero(x) => IntUnary::Eqz.of_value(self.width(x), x),
            ZeroIff::NoRemainder(x, mask) => {
                let and = IntOp::And.with_const(width, x, mask)?;
                Some(Term::Node(ValType::I32, IntUnary::Eqz.at(width), vec![and]))
            }
        }
    }

    /// Something simpler that holds exactly when a value is zero.
    fn is_zero_iff(&self, width: Width, a: F::Value) -> Option<ZeroIff<F::Value>> {
        let op = self.op(a)?;
        if self.facts.is_shared(a) {
            return None;
        }
        if let Some((_, kind)) = IntOp::of(op) {
            let (x, y) = (self.arg(a, 0), self.arg(a, 1));
            return match (kind, self.int(x), self.int(y)) {
                (IntOp::Add, _, Some(c)) => {
                    Some(ZeroIff::EqualConst(x, width.wrap(c.wrapping_neg())))
                }
                (IntOp::Sub | IntOp::Xor, _, Some(c)) => Some(ZeroIff::EqualConst(x, c)),
                (IntOp::Sub, Some(0), _) => Some(ZeroIff::Zero(y)),
                (IntOp::Sub, Some(c), _) => Some(ZeroIff::EqualConst(y, c)),
                (IntOp::Sub | IntOp::Xor, None, None) => Some(ZeroIff::Equal(x, y)),
                (IntOp::Rotl | IntOp::Rotr, None, _) => Some(ZeroIff::Zero(x)),
                (IntOp::Mul, _, Some(c)) if c & 1 == 1 || crate::mutant!(FoldEvenFactor) => {
                    Some(ZeroIff::Zero(x))
                }
                // The sign of a remainder does not matter to whether there is one.
                (IntOp::RemS, None, Some(c @ 2..)) if (c as u64).is_power_of_two() => {
                    Some(ZeroIff::NoRemainder(x, c - 1))
                }
                _ => None,
            };
        }
        match op {
            Op::I32Popcnt | Op::I64Popcnt | Op::I64ExtendI32S | Op::I64ExtendI32U => {
                Some(ZeroIff::Zero(self.arg(a, 0)))
            }
            _ => None,
        }
    }

    // ---- Conditions ----------------------------------------------------------------------------

    /// What is left of a condition when only zero or not matters.
    pub(super) fn condition(&self, start: F::Value) -> Option<Condition<F::Value>> {
        let (mut at, mut negated) = (start, false);
        loop {
            if let Some(Const::I32(c)) = self.facts.constant(at) {
                return Some(Condition { value: constant(Width::W32, c.into()), negated });
            }
            let Some(op) = self.op(at) else { break };
            match op {
                Op::I32Eqz => {
                    at = self.arg(at, 0);
                    negated = !negated;
                }
                Op::I32Ne if self.int(self.arg(at, 1)) == Some(0) => at = self.arg(at, 0),
                Op::Select | Op::TypedSelect { .. } => {
                    // Arms of which one is zero and the other is not.
                    let zero = |n| match known_bits(self.facts, self.arg(at, n)) {
                        known if known.max() == 0 => Some(true),
                        known if known.min() > 0 => Some(false),
                        _ => None,
                    };
                    match (zero(0), zero(1)) {
                        (Some(false), Some(true)) => at = self.arg(at, 2),
                        (Some(true), Some(false)) => {
                            at = self.arg(at, 2);
                            negated = !negated;
                        }
                        _ => break,
                    }
                }
                _ => match self.is_zero_iff(Width::W32, at) {
                    Some(ZeroIff::Zero(x)) => at = x,
                    Some(ZeroIff::NoRemainder(x, mask)) => {
                        let value = IntOp::And.with_const(Width::W32, x, mask)?;
                        return Some(Condition { value, negated });
                    }
                    _ => break,
                },
            }
        }
        if known_bits(self.facts, at).min() > 0 {
            return Some(Condition { value: constant(Width::W32, 1), negated });
        }
        (at != start).then_some(Condition { value: Term::Value(at), negated })
    }
}

/// What is equivalent to a value being zero.
enum ZeroIff<V> {
    Equal(V, V),
    EqualConst(V, i64),
    Zero(V),
    NoRemainder(V, i64),
}
