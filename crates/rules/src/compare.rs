//! Rules for comparisons of integers and for conditions. Called by `simplify`.

use super::{Answer, Compare, Condition, Const, FloatCompare, IntOp, IntUnary, Rule, Rules, Term};
use super::{ValueFacts, Width, constant, flag, known_bits, value};
use Compare::{Eq, GeS, GeU, GtS, GtU, LeS, LeU, LtS, LtU, Ne};
use invar_ir::{Op, ValType};

impl<F: ValueFacts> Rules<'_, F> {
    pub(super) fn compare(
        &self,
        width: Width,
        kind: Compare,
        a: F::Value,
        b: F::Value,
    ) -> Answer<F> {
        if a == b {
            return self.by(Rule::CompareSame, flag(kind.is_reflexive()));
        }
        if self.int(a).is_some() {
            return self.by(Rule::CompareConstantRight, kind.swapped().of_values(width, b, a));
        }
        self.by_ranges(width, kind, a, b)
            .or_else(|| match self.int(b) {
                Some(c) => self
                    .compare_edge(width, kind, a, c)
                    .or_else(|| self.compare_const(width, kind, a, c)),
                None => self.compare_values(width, kind, a, b),
            })
            .or_else(|| self.narrow_compare(width, kind, a, b))
    }

    // ---- Ranges --------------------------------------------------------------------------------

    pub(super) fn by_ranges(
        &self,
        width: Width,
        kind: Compare,
        a: F::Value,
        b: F::Value,
    ) -> Answer<F> {
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
        let known =
            if always(kind) { Some(true) } else { always(kind.inverted()).then_some(false) };
        self.by(Rule::CompareRanges, known.and_then(flag))
    }

    // ---- With a constant -----------------------------------------------------------------------

    /// With a constant at an end of the range, or next to zero.
    pub(super) fn compare_edge(
        &self,
        width: Width,
        kind: Compare,
        a: F::Value,
        c: i64,
    ) -> Answer<F> {
        let with = |kind: Compare, c| kind.with_const(width, a, c);
        match (kind, c) {
            (Eq | LeU, 0) | (LtU, 1) => {
                self.by(Rule::CompareAsEqz, IntUnary::Eqz.of_value(width, a))
            }
            (GtU, 0) | (GeU, 1) => self.by(Rule::CompareAsNeZero, with(Ne, 0)),
            (LtS, 1) => self.by(Rule::CompareTowardsZero, with(LeS, 0)),
            (LeS, -1) => self.by(Rule::CompareTowardsZero, with(LtS, 0)),
            (GtS, -1) => self.by(Rule::CompareTowardsZero, with(GeS, 0)),
            (GeS, 1) => self.by(Rule::CompareTowardsZero, with(GtS, 0)),
            (LtU, -1) => self.by(Rule::CompareWithExtreme, with(Ne, c)),
            (GeU, -1) => self.by(Rule::CompareWithExtreme, with(Eq, c)),
            (GtS, _) if c == width.min() => self.by(Rule::CompareWithExtreme, with(Ne, c)),
            (LeS, _) if c == width.min() => self.by(Rule::CompareWithExtreme, with(Eq, c)),
            (LtS, _) if c == width.max() => self.by(Rule::CompareWithExtreme, with(Ne, c)),
            (GeS, _) if c == width.max() => self.by(Rule::CompareWithExtreme, with(Eq, c)),
            _ => None,
        }
    }

    /// Equality with a constant, by the operator that computes the other operand.
    pub(super) fn compare_const(
        &self,
        width: Width,
        kind: Compare,
        a: F::Value,
        c: i64,
    ) -> Answer<F> {
        if !matches!(kind, Eq | Ne) {
            return None;
        }
        // The operand has one bit that is not known.
        let possible = known_bits(self.facts, a).max();
        if possible.is_power_of_two() && (c as u64 & width.mask() == possible) {
            let zero = match kind {
                Eq if width == Width::W32 && possible == 1 => value(a),
                Eq => Ne.with_const(width, a, 0),
                _ => IntUnary::Eqz.of_value(width, a),
            };
            return self.by(Rule::CompareOnlyBit, zero);
        }
        if (kind, c) == (Ne, 0) {
            if width == Width::W32 && self.is_bool(a) {
                return self.by(Rule::NeZeroOfBool, value(a));
            }
            let (rule, iff) = self.is_zero_iff(width, a)?;
            let unequal = match iff {
                ZeroIff::Equal(x, y) => Ne.of_values(width, x, y),
                ZeroIff::EqualConst(x, c) => Ne.with_const(width, x, c),
                ZeroIff::Zero(x) => Ne.with_const(self.width(x), x, 0),
                ZeroIff::NoRemainder(x, mask) => {
                    let and = IntOp::And.with_const(width, x, mask)?;
                    Some(Term::Node(ValType::I32, Ne.at(width), vec![and, constant(width, 0)]))
                }
            };
            return self.by(rule, unequal);
        }
        // Constants that can be taken to the other side.
        if self.facts.is_shared(a) {
            return None;
        }
        if let Some((x, d)) = self.offset(a) {
            let difference = kind.with_const(width, x, c.wrapping_sub(d));
            return self.by(Rule::CompareSumWithConstant, difference);
        }
        let other = match self.int_op(a)? {
            (IntOp::Xor, x, y) => kind.with_const(width, x, self.int(y)? ^ c),
            (IntOp::Sub, x, y) => kind.with_const(width, y, self.int(x)?.wrapping_sub(c)),
            _ => None,
        };
        self.by(Rule::CompareSumWithConstant, other)
    }

    // ---- Of two values -------------------------------------------------------------------------

    pub(super) fn compare_values(
        &self,
        width: Width,
        kind: Compare,
        a: F::Value,
        b: F::Value,
    ) -> Answer<F> {
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
        let zero = match kind {
            Eq => IntUnary::Eqz.of_value(width, y),
            _ => Ne.with_const(width, y, 0),
        };
        self.by(Rule::CompareSumWithAddend, zero)
    }

    // ---- In fewer bits -------------------------------------------------------------------------

    /// A comparison of two extensions becomes one of their operands. Sign extension preserves the
    /// unsigned order too; between zero extensions, the signed order is the unsigned one.
    pub(super) fn narrow_compare(
        &self,
        width: Width,
        kind: Compare,
        a: F::Value,
        b: F::Value,
    ) -> Answer<F> {
        if width == Width::W32 {
            return None;
        }
        for (op, extension) in [(Op::I64ExtendI32S, kind), (Op::I64ExtendI32U, kind.unsigned())] {
            let Some(x) = self.through(a, &op) else { continue };
            if let Some(y) = self.through(b, &op) {
                return self.by(Rule::CompareExtended, extension.of_values(Width::W32, x, y));
            }
            let c = self.int(b)?;
            let fits = match op {
                Op::I64ExtendI32S => c == i64::from(c as i32),
                _ => c == i64::from(c as u32),
            };
            let narrow = extension
                .with_const(Width::W32, x, c)
                .filter(|_| fits || invar_ir::mutant!(FoldCompareConstantFits));
            return self.by(Rule::CompareExtendedWithConstant, narrow);
        }
        None
    }

    // ---- The test for zero ---------------------------------------------------------------------

    pub(super) fn eqz(&self, width: Width, a: F::Value) -> Answer<F> {
        let known = known_bits(self.facts, a);
        if known.min() > 0 {
            return self.by(Rule::EqzKnown, flag(false));
        }
        if known.max() == 0 {
            return self.by(Rule::EqzKnown, flag(true));
        }
        // The opposite of a comparison. (Of floats, only equality has one.) One that stays is negated.
        let stays = self.facts.is_shared(a);
        if let Some(op) = self.op(a) {
            if let Some((width, kind)) = Compare::of(op).filter(|_| !stays) {
                let inverted = kind.inverted().of_values(width, self.arg(a, 0), self.arg(a, 1));
                return self.by(Rule::EqzOfCompare, inverted);
            }
            if let Some((width, kind)) = FloatCompare::of(op).filter(|_| !stays) {
                let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                let inverted = super::binary(ValType::I32, kind.inverted()?.at(width), x, y);
                return self.by(Rule::EqzOfFloatCompare, inverted);
            }
            if let Some((inner, IntUnary::Eqz)) = IntUnary::of(op) {
                let x = self.arg(a, 0);
                let nonzero = match inner {
                    Width::W32 if self.is_bool(x) => value(x),
                    _ => Ne.with_const(inner, x, 0),
                };
                return self.by(Rule::EqzOfEqz, nonzero);
            }
        }
        let (rule, iff) = self.is_zero_iff(width, a)?;
        let zero = match iff {
            ZeroIff::Equal(x, y) => Eq.of_values(width, x, y),
            ZeroIff::EqualConst(x, c) => Eq.with_const(width, x, c),
            ZeroIff::Zero(x) => IntUnary::Eqz.of_value(self.width(x), x),
            ZeroIff::NoRemainder(x, mask) => {
                let and = IntOp::And.with_const(width, x, mask)?;
                Some(Term::Node(ValType::I32, IntUnary::Eqz.at(width), vec![and]))
            }
        };
        self.by(rule, zero)
    }

    /// A simpler condition that is equivalent to a value being zero, with the rule.
    fn is_zero_iff(&self, width: Width, a: F::Value) -> Option<(Rule, ZeroIff<F::Value>)> {
        let op = self.op(a)?;
        if self.facts.is_shared(a) {
            return None;
        }
        if let Some((_, kind)) = IntOp::of(op) {
            let (x, y) = (self.arg(a, 0), self.arg(a, 1));
            return Some(match (kind, self.int(x), self.int(y)) {
                (IntOp::Add, _, Some(c)) => {
                    let minus = width.wrap(c.wrapping_neg());
                    (Rule::ZeroSumWithConstant, ZeroIff::EqualConst(x, minus))
                }
                (IntOp::Sub | IntOp::Xor, _, Some(c)) => {
                    (Rule::ZeroSumWithConstant, ZeroIff::EqualConst(x, c))
                }
                (IntOp::Sub, Some(0), _) => (Rule::ZeroNegation, ZeroIff::Zero(y)),
                (IntOp::Sub, Some(c), _) => (Rule::ZeroSumWithConstant, ZeroIff::EqualConst(y, c)),
                (IntOp::Sub | IntOp::Xor, None, None) => {
                    (Rule::ZeroDifference, ZeroIff::Equal(x, y))
                }
                (IntOp::Rotl | IntOp::Rotr, None, _) => (Rule::ZeroRotation, ZeroIff::Zero(x)),
                (IntOp::Mul, _, Some(c)) if c & 1 == 1 || invar_ir::mutant!(FoldEvenFactor) => {
                    (Rule::ZeroOddMultiple, ZeroIff::Zero(x))
                }
                // The sign of a remainder does not matter to whether there is one.
                (IntOp::RemS, None, Some(c @ 2..)) if (c as u64).is_power_of_two() => {
                    (Rule::ZeroRemainder, ZeroIff::NoRemainder(x, c - 1))
                }
                _ => return None,
            });
        }
        let rule = match op {
            Op::I32Popcnt | Op::I64Popcnt => Rule::ZeroPopcnt,
            Op::I64ExtendI32S | Op::I64ExtendI32U => Rule::ZeroExtended,
            _ => return None,
        };
        Some((rule, ZeroIff::Zero(self.arg(a, 0))))
    }

    // ---- Conditions ----------------------------------------------------------------------------

    /// A condition simplified as far as only its being zero matters. Cost: linear in the chain of
    /// operators that it looks through.
    pub(super) fn condition(&self, start: F::Value) -> Option<Condition<F::Value>> {
        let mut found = None;
        let (mut at, mut negated) = (start, false);
        while let Some(simpler) = self.condition_step(at) {
            negated ^= simpler.negated;
            let Term::Value(value) = simpler.value else {
                return Some(Condition { value: simpler.value, negated });
            };
            at = value;
            found = Some(Condition { value: Term::Value(value), negated });
        }
        found
    }

    /// A simpler condition that is equal to `at` or to its negation, found by looking through one operator.
    pub(super) fn condition_step(&self, at: F::Value) -> Option<Condition<F::Value>> {
        if let Some(Const::I32(c)) = self.facts.constant(at) {
            return Some(Condition { value: constant(Width::W32, c.into()), negated: false });
        }
        let through = |n, negated| Condition { value: Term::Value(self.arg(at, n)), negated };
        let simpler = match self.op(at) {
            Some(Op::I32Eqz) => self.by(Rule::ConditionEqz, Some(through(0, true))),
            Some(Op::I32Ne) if self.int(self.arg(at, 1)) == Some(0) => {
                self.by(Rule::ConditionNeZero, Some(through(0, false)))
            }
            Some(Op::Select | Op::TypedSelect { .. }) => {
                // Arms of which one is zero and the other is not.
                let zero = |n| match known_bits(self.facts, self.arg(at, n)) {
                    known if known.max() == 0 => Some(true),
                    known if known.min() > 0 => Some(false),
                    _ => None,
                };
                let chosen = match (zero(0), zero(1)) {
                    (Some(false), Some(true)) => Some(through(2, false)),
                    (Some(true), Some(false)) => Some(through(2, true)),
                    _ => None,
                };
                self.by(Rule::ConditionSelect, chosen)
            }
            Some(_) => self.is_zero_iff(Width::W32, at).and_then(|(rule, iff)| {
                let value = match iff {
                    ZeroIff::Zero(x) => Term::Value(x),
                    ZeroIff::NoRemainder(x, mask) => IntOp::And.with_const(Width::W32, x, mask)?,
                    _ => return None,
                };
                self.by(rule, Some(Condition { value, negated: false }))
            }),
            None => None,
        };
        simpler.or_else(|| {
            let nonzero = known_bits(self.facts, at).min() > 0;
            let value = constant(Width::W32, 1);
            self.by(Rule::ConditionKnown, nonzero.then_some(Condition { value, negated: false }))
        })
    }
}

/// A condition that is equivalent to a value being zero.
enum ZeroIff<V> {
    Equal(V, V),
    EqualConst(V, i64),
    Zero(V),
    NoRemainder(V, i64),
}
