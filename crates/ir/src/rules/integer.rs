//! Rules for integer arithmetic: `kind(a, b)` at a width. Called by `simplify`.

use super::{Answer, IntOp, IntUnary, Rules, Term, ValueFacts, Width};
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
                .or_else(|| self.by_known_bits(width, kind, a, b))
                .or_else(|| self.narrow_operands(width, kind, a, b))
        };
        match (self.int(a), self.int(b)) {
            (Some(_), None) if kind.is_commutative() => kind.of_values(width, b, a),
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

    fn right_const(&self, width: Width, kind: IntOp, a: F::Value, c: i64) -> Answer<F> {
        let bits = i64::from(width.bits());
        if kind.is_shift() && c & (bits - 1) != c {
            return kind.with_const(width, a, c & (bits - 1));
        }
        let unsigned = c as u64 & width.mask();
        let log2 = unsigned.is_power_of_two().then(|| i64::from(unsigned.trailing_zeros()));
        match (kind, c) {
            // The operator does nothing.
            (Add | Sub | Or | Xor | Shl | ShrS | ShrU | Rotl | Rotr, 0) => value(a),
            (Mul | DivS | DivU, 1) | (And, -1) => value(a),
            // The operand does not matter.
            (Mul | And, 0) | (RemS | RemU, 1) | (RemS, -1) => Some(constant(width, 0)),
            (Or, -1) => Some(constant(width, -1)),
            // Powers of two.
            (Mul, -1) => Sub.const_with(width, 0, a),
            (Mul, _) => Shl.with_const(width, a, log2?),
            (DivU, _) => ShrU.with_const(width, a, log2?),
            (RemU, _) => And.with_const(width, a, log2.map(|_| c.wrapping_sub(1))?),
            (DivS, 2..) if crate::mutant!(FoldSignedDivisionShifts) || self.is_nonnegative(a) => {
                ShrU.with_const(width, a, log2?)
            }
            (RemS, 2..) if self.is_nonnegative(a) => {
                And.with_const(width, a, log2.map(|_| c.wrapping_sub(1))?)
            }
            (Xor, 1) if width == Width::W32 && self.is_bool(a) => IntUnary::Eqz.of_value(width, a),
            _ => None,
        }
    }

    /// The shorter of `x + c` and `x - -c`; the addition if they are equal.
    fn shorter_sum(&self, width: Width, kind: IntOp, a: F::Value, c: i64) -> Answer<F> {
        let minus = width.wrap(c.wrapping_neg());
        match kind {
            Sub if sleb_size(minus) <= sleb_size(c) => Add.with_const(width, a, minus),
            Add if sleb_size(minus) < sleb_size(c) => Sub.with_const(width, a, minus),
            _ => None,
        }
    }

    fn plus(&self, width: Width, a: F::Value, c: i64) -> Answer<F> {
        match width.wrap(c) {
            0 => value(a),
            c => self.shorter_sum(width, Add, a, c).or_else(|| Add.with_const(width, a, c)),
        }
    }

    /// `(x inner d) kind c`.
    fn const_of_const(&self, width: Width, kind: IntOp, a: F::Value, c: i64) -> Answer<F> {
        let bits = i64::from(width.bits());
        if let Add | Sub = kind {
            let delta = if kind == Add { c } else { c.wrapping_neg() };
            if let Some((x, d)) = self.offset(a) {
                return self.plus(width, x, d.wrapping_add(delta));
            }
            // (d - x) + c
            let (Sub, left, x) = self.int_op(a)? else { return None };
            return Sub.const_with(width, self.int(left)?.wrapping_add(delta), x);
        }
        let (inner, x, d) = self.int_op_const(a)?;
        let amount = d & (bits - 1);
        match (kind, inner) {
            (And, And) if c & d == 0 => Some(constant(width, 0)),
            (And, And) => And.with_const(width, x, c & d),
            (Or, Or) => Or.with_const(width, x, c | d),
            (Xor, Xor) => Xor.with_const(width, x, c ^ d),
            (Or, And) if width.wrap(c | d) == -1 => Or.with_const(width, x, c),
            (Mul, Mul) => Mul.with_const(width, x, c.wrapping_mul(d)),
            (Mul, Shl) => Mul.with_const(width, x, c << amount),
            (Shl, Mul) => Mul.with_const(width, x, d << c),
            // Two shifts the same way.
            (Shl, Shl) | (ShrU, ShrU) if c + amount >= bits => Some(constant(width, 0)),
            (Shl, Shl) | (ShrU, ShrU) => kind.with_const(width, x, c + amount),
            (ShrS, ShrS) => ShrS.with_const(width, x, (c + amount).min(bits - 1)),
            (Rotl, Rotl) | (Rotr, Rotr) => kind.with_const(width, x, (c + amount) & (bits - 1)),
            (Rotl, Rotr) | (Rotr, Rotl) => kind.with_const(width, x, (c - amount) & (bits - 1)),
            // There and back.
            (Shl, ShrS | ShrU) if c == amount => And.with_const(width, x, -1 << c),
            (ShrU, Shl) if c == amount => {
                let mask = (width.mask() >> c) as i64;
                let pays = !self.allow.size || sleb_size(mask) <= 4;
                And.with_const(width, x, mask).filter(|_| pays)
            }
            (ShrS, Shl) if c == amount => self.sign_extension(width, x, bits - c),
            _ => None,
        }
    }

    /// The low `from` bits of `x`, sign-extended by shifts.
    fn sign_extension(&self, width: Width, x: F::Value, from: i64) -> Answer<F> {
        if i64::from(sign_bits(self.facts, x)) > i64::from(width.bits()) - from {
            return value(x);
        }
        if !self.allow.sign_extension {
            return None;
        }
        match (from, width) {
            (8, _) => IntUnary::Extend8S.of_value(width, x),
            (16, _) => IntUnary::Extend16S.of_value(width, x),
            (32, Width::W64) => super::unary(width.ty(), crate::Op::I64Extend32S, x),
            _ => None,
        }
    }

    // ---- A constant on the left ----------------------------------------------------------------

    fn left_const(&self, width: Width, kind: IntOp, c: i64, b: F::Value) -> Answer<F> {
        match (kind, c) {
            (Shl | ShrU | ShrS | Rotl | Rotr, 0) | (ShrS | Rotl | Rotr, -1) => {
                Some(constant(width, c))
            }
            (DivS | DivU | RemS | RemU, 0)
                if crate::mutant!(FoldZeroByAnything) || self.is_nonzero(b) =>
            {
                Some(constant(width, 0))
            }
            (Sub, _) => {
                // c - (x + d)
                if let Some((x, d)) = self.offset(b) {
                    return Sub.const_with(width, c.wrapping_sub(d), x);
                }
                let (Sub, x, y) = self.int_op(b)? else { return None };
                match self.int(x) {
                    // c - (d - y)
                    Some(d) => self.plus(width, y, c.wrapping_sub(d)),
                    None if c == 0 => Sub.of_values(width, y, x),
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

    fn same_operand(&self, width: Width, kind: IntOp, a: F::Value, b: F::Value) -> Answer<F> {
        if a == b {
            return match kind {
                And | Or => value(a),
                Sub | Xor => Some(constant(width, 0)),
                DivS | DivU if self.is_nonzero(a) => Some(constant(width, 1)),
                RemS | RemU if self.is_nonzero(a) => Some(constant(width, 0)),
                _ => None,
            };
        }
        // `y` stands for the operand of `outer` that is not repeated inside.
        let inside = |outer, inner, y| self.other_operand(outer, inner, y);
        match kind {
            // x & (x | y), x | (x & y): x;  x & (x & y), x | (x | y): the inner one.
            And if inside(b, Or, a).is_some() => value(a),
            And if inside(a, Or, b).is_some() => value(b),
            Or if inside(b, And, a).is_some() => value(a),
            Or if inside(a, And, b).is_some() => value(b),
            And | Or if inside(b, kind, a).is_some() => value(b),
            And | Or if inside(a, kind, b).is_some() => value(a),
            // x ^ (x ^ y): y
            Xor => inside(b, Xor, a).or_else(|| inside(a, Xor, b)).map(Term::Value),
            // (x + y) - y: x;  (x - y) + y: x
            Sub if let Some(x) = inside(a, Add, b) => value(x),
            Add if let Some(x) = inside(a, Sub, b).or_else(|| inside(b, Sub, a)) => value(x),
            // x - (x + y): 0 - y;  x - (x - y): y;  (x - y) - x: 0 - y
            Sub if let Some(y) = inside(b, Add, a) => Sub.const_with(width, 0, y),
            Sub if let Some((Sub, x, y)) = self.int_op(b).filter(|&(_, x, _)| x == a) => {
                debug_assert!(x == a);
                value(y)
            }
            Sub if let Some((Sub, x, y)) = self.int_op(a).filter(|&(_, x, _)| x == b) => {
                debug_assert!(x == b);
                Sub.const_with(width, 0, y)
            }
            _ => None,
        }
    }

    // ---- Negations and complements -------------------------------------------------------------

    fn inverse(&self, width: Width, kind: IntOp, a: F::Value, b: F::Value) -> Answer<F> {
        match kind {
            Add if let Some(y) = self.negated(b) => Sub.of_values(width, a, y),
            Add if let Some(x) = self.negated(a) => Sub.of_values(width, b, x),
            Sub if let Some(y) = self.negated(b) => Add.of_values(width, a, y),
            Mul if let (Some(x), Some(y)) = (self.negated(a), self.negated(b)) => {
                Mul.of_values(width, x, y)
            }
            And if self.are_complements(a, b) => Some(constant(width, 0)),
            Or | Xor if self.are_complements(a, b) => Some(constant(width, -1)),
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

    fn rotation(&self, width: Width, kind: IntOp, a: F::Value, b: F::Value) -> Answer<F> {
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
                Rotl.with_const(width, x, up & mask).filter(|_| whole)
            }
            // An amount and its negative, modulo the width; `x | x` where it is zero.
            _ if self.is_negative_of(down, up, mask) => Rotl.of_values(width, x, up),
            _ if self.is_negative_of(up, down, mask) => Rotr.of_values(width, x, down),
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

    fn by_known_bits(&self, width: Width, kind: IntOp, a: F::Value, b: F::Value) -> Answer<F> {
        let (x, y) = (known_bits(self.facts, a), known_bits(self.facts, b));
        let all = |bits: u64| bits & width.mask() == width.mask();
        match kind {
            // Each bit is kept by one side, or absent from the other.
            And if all(x.zeros | y.ones) => value(a),
            And if all(y.zeros | x.ones) => value(b),
            Or if all(x.ones | y.zeros) => value(a),
            Or if all(y.ones | x.zeros) => value(b),
            And if all(x.zeros | y.zeros) => Some(constant(width, 0)),
            And if all(x.zeros | y.zeros | (x.ones & y.ones)) => {
                Some(constant(width, (x.ones & y.ones) as i64))
            }
            Or if all(x.ones | y.ones | (x.zeros & y.zeros)) => {
                Some(constant(width, (x.ones | y.ones) as i64))
            }
            // A dividend below the divisor.
            DivU if x.max() < y.min() => Some(constant(width, 0)),
            RemU if x.max() < y.min() => value(a),
            // All bits shifted out, or only copies of the sign left.
            ShrU | Shl if let Some(by) = y.as_constant() => {
                let by = by as u32 % width.bits();
                let kept = if kind == ShrU { x.max() >> by } else { x.max() << by & width.mask() };
                (kept == 0).then(|| constant(width, 0))
            }
            ShrS if sign_bits(self.facts, a) == width.bits() => value(a),
            _ => None,
        }
    }

    fn narrow_operands(&self, width: Width, kind: IntOp, a: F::Value, b: F::Value) -> Answer<F> {
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
                    (Rotl | Rotr, x, _) => kind.of_value(width, x),
                    _ => None,
                };
            }
            IntUnary::Clz | IntUnary::Ctz => return None,
            IntUnary::Extend8S => 8,
            IntUnary::Extend16S => 16,
        };
        if sign_bits(self.facts, a) > width.bits() - from {
            return value(a);
        }
        kind.of_value(width, self.narrowed(&kind.at(width), &[a], 0)?)
    }
}
