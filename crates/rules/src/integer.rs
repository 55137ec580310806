//! Rules for integer arithmetic: `kind(a, b)` at a width. Called by `simplify`.

use super::{Answer, IntOp, IntUnary, Rule, Rules, Term, ValueFacts, Width};
use super::{constant, known_bits, sign_bits, sleb_size, value};
use IntOp::{Add, And, DivS, DivU, Mul, Or, RemS, RemU, Rotl, Rotr, Shl, ShrS, ShrU, Sub, Xor};

impl<F: ValueFacts> Rules<'_, F> {
    pub(super) fn int_binary(
        &self,
        width: Width,
        kind: IntOp,
        a: F::Value,
        b: F::Value,
    ) -> Answer<F> {
        let rest = || {
            self.same_operand(width, kind, a, b)
                .or_else(|| self.inverse(width, kind, a, b))
                .or_else(|| self.rotation(width, kind, a, b))
                .or_else(|| self.intervals(width, kind, a, b))
                .or_else(|| self.by_known_bits(width, kind, a, b))
                .or_else(|| self.narrow_operands(width, kind, a, b))
        };
        match (self.int(a), self.int(b)) {
            (Some(_), None) if kind.is_commutative() => {
                self.by(Rule::ConstantRight, kind.of_values(width, b, a))
            }
            (_, Some(c)) => self
                .right_const(width, kind, a, c)
                .or_else(|| self.const_of_const(width, kind, a, c))
                .or_else(|| self.shorter_sum(width, kind, a, c))
                .or_else(rest),
            (Some(c), _) => self.left_const(width, kind, c, b).or_else(rest),
            _ => rest(),
        }
    }

    // ---- A constant on the right ---------------------------------------------------------------

    pub(super) fn right_const(&self, width: Width, kind: IntOp, a: F::Value, c: i64) -> Answer<F> {
        let bits = i64::from(width.bits());
        if kind.is_shift() && c & (bits - 1) != c {
            return self.by(Rule::ShiftModulo, kind.with_const(width, a, c & (bits - 1)));
        }
        let unsigned = c as u64 & width.mask();
        let log2 = unsigned.is_power_of_two().then(|| i64::from(unsigned.trailing_zeros()));
        match (kind, c) {
            // The operator does nothing.
            (Add | Sub | Or | Xor, 0) => self.by(Rule::AddZero, value(a)),
            (Shl | ShrS | ShrU | Rotl | Rotr, 0) => self.by(Rule::ShiftByZero, value(a)),
            (Mul | DivS | DivU, 1) => self.by(Rule::MulOne, value(a)),
            (And, -1) => self.by(Rule::AndAllOnes, value(a)),
            // The operand does not matter.
            (Mul | And, 0) => self.by(Rule::MulZero, Some(constant(width, 0))),
            (RemS | RemU, 1) | (RemS, -1) => self.by(Rule::RemOne, Some(constant(width, 0))),
            (Or, -1) => self.by(Rule::OrAllOnes, Some(constant(width, -1))),
            (Mul, -1) => self.by(Rule::MulMinusOne, Sub.const_with(width, 0, a)),
            // Powers of two.
            (Mul, _) => self.by(Rule::MulByPowerOfTwo, Shl.with_const(width, a, log2?)),
            (DivU, _) => self.by(Rule::DivUByPowerOfTwo, ShrU.with_const(width, a, log2?)),
            (RemU, _) if log2.is_some() => {
                self.by(Rule::RemUByPowerOfTwo, And.with_const(width, a, c.wrapping_sub(1)))
            }
            (DivS, 2..)
                if invar_ir::mutant!(FoldSignedDivisionShifts) || self.is_nonnegative(a) =>
            {
                self.by(Rule::DivSByPowerOfTwo, ShrU.with_const(width, a, log2?))
            }
            (RemS, 2..) if log2.is_some() && self.is_nonnegative(a) => {
                self.by(Rule::RemSByPowerOfTwo, And.with_const(width, a, c.wrapping_sub(1)))
            }
            (Xor, 1) if width == Width::W32 && self.is_bool(a) => {
                self.by(Rule::XorBoolOne, IntUnary::Eqz.of_value(width, a))
            }
            _ => None,
        }
    }

    /// The shorter of `x + c` and `x - -c`; the addition if they are equal.
    pub(super) fn shorter_sum(&self, width: Width, kind: IntOp, a: F::Value, c: i64) -> Answer<F> {
        let minus = width.wrap(c.wrapping_neg());
        let shorter = match kind {
            Sub if sleb_size(minus) <= sleb_size(c) => Add.with_const(width, a, minus),
            Add if sleb_size(minus) < sleb_size(c) => Sub.with_const(width, a, minus),
            _ => None,
        };
        self.by(Rule::ShorterSum, shorter)
    }

    pub(super) fn plus(&self, width: Width, a: F::Value, c: i64) -> Answer<F> {
        match width.wrap(c) {
            0 => value(a),
            c => self.shorter_sum(width, Add, a, c).or_else(|| Add.with_const(width, a, c)),
        }
    }

    /// `(x inner d) kind c`.
    pub(super) fn const_of_const(
        &self,
        width: Width,
        kind: IntOp,
        a: F::Value,
        c: i64,
    ) -> Answer<F> {
        let bits = i64::from(width.bits());
        if let Add | Sub = kind {
            let delta = if kind == Add { c } else { c.wrapping_neg() };
            if let Some((x, d)) = self.offset(a) {
                return self.by(Rule::SumOfSum, self.plus(width, x, d.wrapping_add(delta)));
            }
            // (d - x) + c
            let (Sub, left, x) = self.int_op(a)? else { return None };
            let difference = Sub.const_with(width, self.int(left)?.wrapping_add(delta), x);
            return self.by(Rule::SumOfDifference, difference);
        }
        let (inner, x, d) = self.int_op_const(a)?;
        let (c, amount) = (if kind.is_shift() { c & (bits - 1) } else { c }, d & (bits - 1));
        match (kind, inner) {
            (And, And) if c & d == 0 => self.by(Rule::AndOfAnd, Some(constant(width, 0))),
            (And, And) => self.by(Rule::AndOfAnd, And.with_const(width, x, c & d)),
            (And, Xor)
                if known_bits(self.facts, x).zeros | c as u64 | !width.mask() == u64::MAX =>
            {
                self.by(Rule::AndOfXor, Xor.with_const(width, x, d & c))
            }
            (Or, Or) => self.by(Rule::OrOfOr, Or.with_const(width, x, c | d)),
            (Xor, Xor) => self.by(Rule::XorOfXor, Xor.with_const(width, x, c ^ d)),
            (Or, And) if width.wrap(c | d) == -1 => {
                self.by(Rule::OrOfAnd, Or.with_const(width, x, c))
            }
            (Mul, Mul) => self.by(Rule::MulOfMul, Mul.with_const(width, x, c.wrapping_mul(d))),
            (Mul, Shl) => self.by(Rule::MulOfShl, Mul.with_const(width, x, c << amount)),
            (Shl, Mul) => self.by(Rule::ShlOfMul, Mul.with_const(width, x, d << c)),
            // Two shifts the same way.
            (Shl, Shl) | (ShrU, ShrU) if c + amount >= bits => {
                self.by(Rule::ShiftOfShift, Some(constant(width, 0)))
            }
            (Shl, Shl) | (ShrU, ShrU) => {
                self.by(Rule::ShiftOfShift, kind.with_const(width, x, c + amount))
            }
            (ShrS, ShrS) => {
                let sum = (c + amount).min(bits - 1);
                self.by(Rule::ShiftOfShift, ShrS.with_const(width, x, sum))
            }
            (Rotl | Rotr, Rotl | Rotr) => {
                let sum = if kind == inner { c + amount } else { c - amount };
                self.by(Rule::RotationOfRotation, kind.with_const(width, x, sum & (bits - 1)))
            }
            // There and back.
            (Shl, ShrS | ShrU) if c == amount => {
                self.by(Rule::ShlOfShr, And.with_const(width, x, -1 << c))
            }
            (ShrU, Shl) if c == amount => {
                let mask = (width.mask() >> c) as i64;
                let pays = !self.allow.size || sleb_size(mask) <= 4;
                self.by(Rule::ShrUOfShl, And.with_const(width, x, mask).filter(|_| pays))
            }
            (ShrS, Shl) if c == amount => self.sign_extension(width, x, bits - c),
            _ => None,
        }
    }

    /// The low `from` bits of `x`, sign-extended by shifts.
    fn sign_extension(&self, width: Width, x: F::Value, from: i64) -> Answer<F> {
        if i64::from(sign_bits(self.facts, x)) > i64::from(width.bits()) - from {
            return self.by(Rule::ExtendOfExtended, value(x));
        }
        if !self.allow.sign_extension {
            return None;
        }
        let extension = match (from, width) {
            (8, _) => IntUnary::Extend8S.of_value(width, x),
            (16, _) => IntUnary::Extend16S.of_value(width, x),
            (32, Width::W64) => super::unary(width.ty(), invar_ir::Op::I64Extend32S, x),
            _ => None,
        };
        self.by(Rule::ShiftsAsExtension, extension)
    }

    // ---- A constant on the left ----------------------------------------------------------------

    pub(super) fn left_const(&self, width: Width, kind: IntOp, c: i64, b: F::Value) -> Answer<F> {
        match (kind, c) {
            (Shl | ShrU | ShrS | Rotl | Rotr, 0) | (ShrS | Rotl | Rotr, -1) => {
                self.by(Rule::ShiftOfEqualBits, Some(constant(width, c)))
            }
            (DivS | DivU | RemS | RemU, 0)
                if invar_ir::mutant!(FoldZeroByAnything) || self.is_nonzero(b) =>
            {
                self.by(Rule::ZeroDivided, Some(constant(width, 0)))
            }
            (Sub, _) => {
                // c - (x + d)
                if let Some((x, d)) = self.offset(b) {
                    let difference = Sub.const_with(width, c.wrapping_sub(d), x);
                    return self.by(Rule::ConstantMinusSum, difference);
                }
                let (Sub, x, y) = self.int_op(b)? else { return None };
                match self.int(x) {
                    // c - (d - y)
                    Some(d) => {
                        let sum = self.plus(width, y, c.wrapping_sub(d));
                        self.by(Rule::ConstantMinusDifference, sum)
                    }
                    None if c == 0 => self.by(Rule::NegatedDifference, Sub.of_values(width, y, x)),
                    None => None,
                }
            }
            _ => None,
        }
    }

    fn is_nonzero(&self, value: F::Value) -> bool {
        known_bits(self.facts, value).min() > 0
    }

    // ---- The same value twice ------------------------------------------------------------------

    pub(super) fn same_operand(
        &self,
        width: Width,
        kind: IntOp,
        a: F::Value,
        b: F::Value,
    ) -> Answer<F> {
        if a == b {
            return match kind {
                And | Or => self.by(Rule::AndSame, value(a)),
                Sub | Xor => self.by(Rule::SubSame, Some(constant(width, 0))),
                DivS | DivU if self.is_nonzero(a) => {
                    self.by(Rule::DivSame, Some(constant(width, 1)))
                }
                RemS | RemU if self.is_nonzero(a) => {
                    self.by(Rule::RemSame, Some(constant(width, 0)))
                }
                _ => None,
            };
        }
        // `y` stands for the operand of `outer` that is not repeated inside.
        let inside = |outer, inner, y| self.other_operand(outer, inner, y);
        match kind {
            // x & (x | y), x | (x & y): x;  x & (x & y), x | (x | y): the inner one.
            And if inside(b, Or, a).is_some() => self.by(Rule::Absorption, value(a)),
            And if inside(a, Or, b).is_some() => self.by(Rule::Absorption, value(b)),
            Or if inside(b, And, a).is_some() => self.by(Rule::Absorption, value(a)),
            Or if inside(a, And, b).is_some() => self.by(Rule::Absorption, value(b)),
            And | Or if inside(b, kind, a).is_some() => self.by(Rule::AndOfAndSame, value(b)),
            And | Or if inside(a, kind, b).is_some() => self.by(Rule::AndOfAndSame, value(a)),
            // x ^ (x ^ y): y
            Xor => {
                let y = inside(b, Xor, a).or_else(|| inside(a, Xor, b));
                self.by(Rule::XorOfXorSame, y.map(Term::Value))
            }
            // (x + y) - y: x;  (x - y) + y: x
            Sub if let Some(x) = inside(a, Add, b) => self.by(Rule::SumMinusAddend, value(x)),
            Add if let Some(x) = inside(a, Sub, b).or_else(|| inside(b, Sub, a)) => {
                self.by(Rule::DifferencePlusSame, value(x))
            }
            // x - (x + y): 0 - y;  x - (x - y): y;  (x - y) - x: 0 - y
            Sub if let Some(y) = inside(b, Add, a) => {
                self.by(Rule::AddendMinusSum, Sub.const_with(width, 0, y))
            }
            Sub if let Some((Sub, x, y)) = self.int_op(b)
                && x == a =>
            {
                self.by(Rule::MinusDifferenceSame, value(y))
            }
            Sub if let Some((Sub, x, y)) = self.int_op(a)
                && x == b =>
            {
                self.by(Rule::DifferenceMinusSame, Sub.const_with(width, 0, y))
            }
            _ => None,
        }
    }

    // ---- Of comparisons ------------------------------------------------------------------------

    /// Comparisons of one value with constants, both or either of which hold.
    pub(super) fn intervals(
        &self,
        width: Width,
        kind: IntOp,
        a: F::Value,
        b: F::Value,
    ) -> Answer<F> {
        if width != Width::W32 || !matches!(kind, And | Or) {
            return None;
        }
        self.one_test(kind == Or, (a, true), (b, true))
    }

    // ---- Negations and complements -------------------------------------------------------------

    pub(super) fn inverse(&self, width: Width, kind: IntOp, a: F::Value, b: F::Value) -> Answer<F> {
        match kind {
            Add if let Some(y) = self.negated(b) => {
                self.by(Rule::AddNegated, Sub.of_values(width, a, y))
            }
            Add if let Some(x) = self.negated(a) => {
                self.by(Rule::AddNegated, Sub.of_values(width, b, x))
            }
            Sub if let Some(y) = self.negated(b) => {
                self.by(Rule::SubNegated, Add.of_values(width, a, y))
            }
            Mul if let (Some(x), Some(y)) = (self.negated(a), self.negated(b)) => {
                self.by(Rule::MulOfNegated, Mul.of_values(width, x, y))
            }
            And if self.are_complements(a, b) => {
                self.by(Rule::AndOfComplements, Some(constant(width, 0)))
            }
            Or | Xor if self.are_complements(a, b) => {
                self.by(Rule::OrOfComplements, Some(constant(width, -1)))
            }
            _ => None,
        }
    }

    /// The `x` of `0 - x`.
    fn negated(&self, value: F::Value) -> Option<F::Value> {
        match self.int_op(value)? {
            (Sub, zero, x) if self.int(zero) == Some(0) => Some(x),
            _ => None,
        }
    }

    fn are_complements(&self, a: F::Value, b: F::Value) -> bool {
        let complement = |value| match self.int_op_const(value) {
            Some((Xor, x, -1)) => Some(x),
            _ => None,
        };
        complement(a) == Some(b) || complement(b) == Some(a)
    }

    // ---- Rotations written as two shifts -------------------------------------------------------

    pub(super) fn rotation(
        &self,
        width: Width,
        kind: IntOp,
        a: F::Value,
        b: F::Value,
    ) -> Answer<F> {
        if kind != Or {
            return None;
        }
        let (left, right) = (self.int_op(a)?, self.int_op(b)?);
        let ((Shl, x, up), (ShrU, y, down)) =
            (if left.0 == Shl { (left, right) } else { (right, left) })
        else {
            return None;
        };
        if x != y {
            return None;
        }
        let mask = i64::from(width.bits()) - 1;
        match (self.int(up), self.int(down)) {
            (Some(up), Some(down)) => {
                let whole = (up & mask) + (down & mask) == mask + 1;
                let rotl = Rotl.with_const(width, x, up & mask).filter(|_| whole);
                self.by(Rule::ShiftsAsRotation, rotl)
            }
            // An amount and its negative, modulo the width; `x | x` where it is zero.
            _ if self.is_negative_of(down, up, mask) => {
                self.by(Rule::ShiftsAsRotationBy, Rotl.of_values(width, x, up))
            }
            _ if self.is_negative_of(up, down, mask) => {
                self.by(Rule::ShiftsAsRotationBy, Rotr.of_values(width, x, down))
            }
            _ => None,
        }
    }

    /// Whether `a` is `c - b` for a constant that is zero modulo the width.
    fn is_negative_of(&self, a: F::Value, b: F::Value, mask: i64) -> bool {
        match self.int_op(a) {
            Some((Sub, c, x)) => x == b && self.int(c).is_some_and(|c| c & mask == 0),
            _ => false,
        }
    }

    // ---- Known bits ----------------------------------------------------------------------------

    pub(super) fn by_known_bits(
        &self,
        width: Width,
        kind: IntOp,
        a: F::Value,
        b: F::Value,
    ) -> Answer<F> {
        let (x, y) = (known_bits(self.facts, a), known_bits(self.facts, b));
        let all = |bits: u64| bits & width.mask() == width.mask();
        match kind {
            // Each bit is kept by one side, or absent from the other.
            And if all(x.zeros | y.ones) => self.by(Rule::AndKeepsAll, value(a)),
            And if all(y.zeros | x.ones) => self.by(Rule::AndKeepsAll, value(b)),
            Or if all(x.ones | y.zeros) => self.by(Rule::OrAddsNothing, value(a)),
            Or if all(y.ones | x.zeros) => self.by(Rule::OrAddsNothing, value(b)),
            And if all(x.zeros | y.zeros | (x.ones & y.ones)) => {
                self.by(Rule::AndOfKnownBits, Some(constant(width, (x.ones & y.ones) as i64)))
            }
            Or if all(x.ones | y.ones | (x.zeros & y.zeros)) => {
                self.by(Rule::OrOfKnownBits, Some(constant(width, (x.ones | y.ones) as i64)))
            }
            // A dividend below the divisor.
            DivU if x.max() < y.min() => self.by(Rule::DivUBelow, Some(constant(width, 0))),
            RemU if x.max() < y.min() => self.by(Rule::RemUBelow, value(a)),
            // All bits shifted out, or only copies of the sign left.
            ShrU | Shl if let Some(by) = y.as_constant() => {
                let by = by as u32 % width.bits();
                let kept = if kind == ShrU { x.max() >> by } else { x.max() << by & width.mask() };
                self.by(Rule::ShiftedOut, (kept == 0).then(|| constant(width, 0)))
            }
            ShrS if sign_bits(self.facts, a) == width.bits() => self.by(Rule::ShrSOfSign, value(a)),
            _ => None,
        }
    }

    pub(super) fn narrow_operands(
        &self,
        width: Width,
        kind: IntOp,
        a: F::Value,
        b: F::Value,
    ) -> Answer<F> {
        let op = kind.at(width);
        if let Some(a) = self.narrowed(&op, &[a, b], 0) {
            return kind.of_values(width, a, b);
        }
        kind.of_values(width, a, self.narrowed(&op, &[a, b], 1)?)
    }

    // ---- One operand ---------------------------------------------------------------------------

    pub(super) fn int_unary(&self, width: Width, kind: IntUnary, a: F::Value) -> Answer<F> {
        let from = match kind {
            IntUnary::Eqz => return self.eqz(width, a),
            IntUnary::Popcnt => {
                // A rotation moves the bits only.
                return match self.int_op(a)? {
                    (Rotl | Rotr, x, _) => self.by(Rule::PopcntOfRotation, kind.of_value(width, x)),
                    _ => None,
                };
            }
            IntUnary::Clz | IntUnary::Ctz => return None,
            IntUnary::Extend8S => 8,
            IntUnary::Extend16S => 16,
        };
        if sign_bits(self.facts, a) > width.bits() - from {
            return self.by(Rule::ExtendOfExtended, value(a));
        }
        kind.of_value(width, self.narrowed(&kind.at(width), &[a], 0)?)
    }
}
