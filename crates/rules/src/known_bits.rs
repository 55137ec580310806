//! What is known of the bits of an integer from the operators that compute it.

use super::{IntOp, IntUnary, Rule, Rules, ValueFacts, Width};
use invar_ir::Op;

/// How many operators the analyses look through.
const DEPTH: u32 = 4;

/// Bits of an integer that are the same whenever it is computed. An `i32` counts as 64 bits of
/// which the upper half is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBits {
    /// The bits that are always zero.
    pub zeros: u64,
    /// The bits that are always one.
    pub ones: u64,
}

impl KnownBits {
    /// Any number of a width.
    pub fn any(width: Width) -> Self {
        KnownBits { zeros: !width.mask(), ones: 0 }
    }

    /// The bits of `value`, of which those of the width count.
    pub fn constant(width: Width, value: i64) -> Self {
        let value = value as u64 & width.mask();
        KnownBits { zeros: !value, ones: value }
    }

    /// Any number from 0 to `max`.
    pub fn up_to(max: u64) -> Self {
        KnownBits { zeros: !low_bits(64 - max.leading_zeros()), ones: 0 }
    }

    /// The smallest number it can be, unsigned.
    pub fn min(self) -> u64 {
        self.ones
    }

    /// The largest number it can be, unsigned.
    pub fn max(self) -> u64 {
        !self.zeros
    }

    /// The smallest and the largest number it can be, signed.
    pub fn signed_range(self, width: Width) -> (i64, i64) {
        let sign = width.min() as u64 & width.mask();
        let unknown = sign & !self.zeros & !self.ones;
        let (min, max) = (self.ones | unknown, !self.zeros & !unknown);
        (width.wrap(min as i64), width.wrap(max as i64))
    }

    /// The number, if all its bits are known.
    pub fn as_constant(self) -> Option<u64> {
        (self.zeros | self.ones == u64::MAX).then_some(self.ones)
    }

    /// Whether it can be this number (of which the bits of the width count).
    pub fn allows(self, number: u64) -> bool {
        number & self.zeros == 0 && !number & self.ones == 0
    }

    /// The bits known of a number that is one of two.
    pub fn either(self, other: Self) -> Self {
        KnownBits { zeros: self.zeros & other.zeros, ones: self.ones & other.ones }
    }

    /// The bits known of a number for which both hold.
    pub fn both(self, other: Self) -> Self {
        KnownBits { zeros: self.zeros | other.zeros, ones: self.ones | other.ones }
    }

    fn inverted(self) -> Self {
        KnownBits { zeros: self.ones, ones: self.zeros }
    }

    /// Keeps the bits of a width; the others are zero.
    fn wrapped(self, width: Width) -> Self {
        KnownBits { zeros: self.zeros | !width.mask(), ones: self.ones & width.mask() }
    }

    /// The low `from` bits, sign-extended to a width.
    fn sign_extended(self, from: u32, width: Width) -> Self {
        let extend = |bits: u64| (((bits << (64 - from)) as i64) >> (64 - from)) as u64;
        KnownBits { zeros: extend(self.zeros), ones: extend(self.ones) }.wrapped(width)
    }

    /// The sum with another number and a known carry into the lowest bit: a bit of the sum is
    /// known where both bits and the carry into it are.
    fn sum(self, other: Self, carry: u64) -> Self {
        let most = (!self.zeros).wrapping_add(!other.zeros).wrapping_add(carry);
        let least = self.ones.wrapping_add(other.ones).wrapping_add(carry);
        let carry_zero = !(most ^ self.zeros ^ other.zeros);
        let carry_one = least ^ self.ones ^ other.ones;
        let known =
            (self.zeros | self.ones) & (other.zeros | other.ones) & (carry_zero | carry_one);
        KnownBits { zeros: !most & known, ones: least & known }
    }

    fn product(self, other: Self, width: Width) -> Self {
        let trailing = (self.zeros.trailing_ones() + other.zeros.trailing_ones()).min(64);
        let large = match self.max().checked_mul(other.max()) {
            Some(max) if max <= width.mask() => KnownBits::up_to(max),
            _ => KnownBits::any(width),
        };
        KnownBits { zeros: large.zeros | low_bits(trailing), ones: 0 }
    }

    fn shifted(self, kind: IntOp, by: u32, width: Width) -> Self {
        let bits = width.bits();
        let KnownBits { zeros, ones } = self;
        match kind {
            IntOp::Shl => KnownBits { zeros: zeros << by | low_bits(by), ones: ones << by },
            IntOp::ShrU => KnownBits { zeros: zeros >> by | !(u64::MAX >> by), ones: ones >> by },
            IntOp::ShrS => {
                let shift = |x: u64| ((((x << (64 - bits)) as i64) >> (64 - bits)) >> by) as u64;
                KnownBits { zeros: shift(zeros), ones: shift(ones) }
            }
            IntOp::Rotl | IntOp::Rotr => {
                let by = if kind == IntOp::Rotl { by } else { (bits - by) % bits };
                let rotate = |x: u64| match width {
                    Width::W32 => (x as u32).rotate_left(by).into(),
                    Width::W64 => x.rotate_left(by),
                };
                KnownBits { zeros: rotate(zeros), ones: rotate(ones) }
            }
            _ => KnownBits::any(width),
        }
        .wrapped(width)
    }
}

fn low_bits(n: u32) -> u64 {
    u64::MAX.checked_shr(64 - n).unwrap_or(0)
}

/// The known bits of an integer value; none of any other value.
pub fn known_bits<F: ValueFacts>(facts: &F, value: F::Value) -> KnownBits {
    facts.known_bits_within(value, DEPTH)
}

/// The known bits of an integer value, found by looking through at most `depth` operators.
pub(super) fn known<F: ValueFacts>(facts: &F, value: F::Value, depth: u32) -> KnownBits {
    let Some(width) = Width::of(facts.ty(value)) else {
        return KnownBits { zeros: 0, ones: 0 };
    };
    if let Some(constant) = facts.constant(value).and_then(|constant| constant.as_int()) {
        return KnownBits::constant(width, constant);
    }
    let given = facts.known_bits(value).unwrap_or(KnownBits::any(width));
    match facts.op(value) {
        Some(op) => given.both(of_op(facts, value, op, width, depth)),
        None => given,
    }
}

fn of_op<F: ValueFacts>(
    facts: &F,
    value: F::Value,
    op: &Op,
    width: Width,
    depth: u32,
) -> KnownBits {
    let any = KnownBits::any(width);
    if let Some(max) = bounded(op) {
        return KnownBits::up_to(max);
    }
    if depth == 0 {
        return any;
    }
    let operand = |n| facts.known_bits_within(facts.operand(value, n), depth - 1);
    if let Some((_, kind)) = IntOp::of(op) {
        let a = operand(0);
        // Most addresses are sums of which one part may be anything.
        if a == any && matches!(kind, IntOp::Add | IntOp::Sub | IntOp::Xor) {
            return any;
        }
        let b = operand(1);
        return match kind {
            IntOp::And => KnownBits { zeros: a.zeros | b.zeros, ones: a.ones & b.ones },
            IntOp::Or => KnownBits { zeros: a.zeros & b.zeros, ones: a.ones | b.ones },
            IntOp::Xor => KnownBits {
                zeros: a.zeros & b.zeros | a.ones & b.ones,
                ones: a.zeros & b.ones | a.ones & b.zeros,
            },
            IntOp::Add => a.sum(b, 0).wrapped(width),
            IntOp::Sub => a.sum(b.inverted(), 1).wrapped(width),
            IntOp::Mul => a.product(b, width),
            IntOp::DivU => KnownBits::up_to(a.max() / b.min().max(1)),
            IntOp::RemU => KnownBits::up_to(a.max().min(b.max().saturating_sub(1))),
            // Of nonnegative numbers, both are at most the dividend.
            IntOp::DivS if a.max().max(b.max()) <= width.max() as u64 => KnownBits::up_to(a.max()),
            IntOp::RemS if a.max() <= width.max() as u64 => KnownBits::up_to(a.max()),
            IntOp::DivS | IntOp::RemS => any,
            _ => match b.as_constant() {
                Some(by) => a.shifted(kind, by as u32 % width.bits(), width),
                None if kind == IntOp::ShrU => KnownBits::up_to(a.max()),
                None => any,
            },
        };
    }
    match op {
        Op::I32WrapI64 => operand(0).wrapped(width),
        Op::I64ExtendI32U => operand(0),
        Op::I64ExtendI32S | Op::I64Extend32S => operand(0).sign_extended(32, width),
        Op::I32Extend8S | Op::I64Extend8S => operand(0).sign_extended(8, width),
        Op::I32Extend16S | Op::I64Extend16S => operand(0).sign_extended(16, width),
        Op::Select | Op::TypedSelect { .. } if invar_ir::mutant!(FoldBitsOfOneArm) => operand(0),
        Op::Select | Op::TypedSelect { .. } => operand(0).either(operand(1)),
        _ => any,
    }
}

/// The largest result of an operator, unsigned, whatever its operands are.
fn bounded(op: &Op) -> Option<u64> {
    use Op::*;
    if super::Compare::of(op).is_some() {
        return Some(1);
    }
    if let Some((width, kind)) = IntUnary::of(op) {
        return match kind {
            IntUnary::Eqz => Some(1),
            IntUnary::Clz | IntUnary::Ctz | IntUnary::Popcnt => Some(width.bits().into()),
            IntUnary::Extend8S | IntUnary::Extend16S => None,
        };
    }
    Some(match op {
        F32Eq | F32Ne | F32Lt | F32Gt | F32Le | F32Ge => 1,
        F64Eq | F64Ne | F64Lt | F64Gt | F64Le | F64Ge => 1,
        RefIsNull | RefEq | RefTestNonNull { .. } | RefTestNullable { .. } => 1,
        V128AnyTrue | I8x16AllTrue | I16x8AllTrue | I32x4AllTrue | I64x2AllTrue => 1,
        I64x2Bitmask => 0x3,
        I32x4Bitmask => 0xf,
        I16x8Bitmask => 0xff,
        I8x16Bitmask => 0xffff,
        I32Load8U { .. } | I64Load8U { .. } | I8x16ExtractLaneU { .. } => 0xff,
        I32AtomicLoad8U { .. } | I64AtomicLoad8U { .. } => 0xff,
        I32Load16U { .. } | I64Load16U { .. } | I16x8ExtractLaneU { .. } => 0xffff,
        I32AtomicLoad16U { .. } | I64AtomicLoad16U { .. } => 0xffff,
        I64Load32U { .. } | I64AtomicLoad32U { .. } => 0xffff_ffff,
        I31GetU => 0x7fff_ffff,
        _ => return None,
    })
}

/// How many of the upper bits of an integer value are copies of its sign, the sign included.
pub fn sign_bits<F: ValueFacts>(facts: &F, value: F::Value) -> u32 {
    facts.sign_bits_within(value, DEPTH)
}

/// How many of the upper bits are copies of the sign, found by looking through at most `depth` operators.
pub(super) fn signs<F: ValueFacts>(facts: &F, value: F::Value, depth: u32) -> u32 {
    let Some(width) = Width::of(facts.ty(value)) else { return 1 };
    let bits = width.bits();
    let known = facts.known_bits_within(value, depth);
    let top = |bits_known: u64| (bits_known << (64 - bits)).leading_ones().min(bits);
    let from_known = top(known.zeros).max(top(known.ones)).max(1);
    let Some(op) = facts.op(value) else { return from_known };
    let fixed = match op {
        Op::I32Load8S { .. } | Op::I64Load8S { .. } | Op::I8x16ExtractLaneS { .. } => bits - 7,
        Op::I32Load16S { .. } | Op::I64Load16S { .. } | Op::I16x8ExtractLaneS { .. } => bits - 15,
        Op::I64Load32S { .. } => bits - 31,
        Op::I31GetS => 2,
        _ => 1,
    };
    if depth == 0 {
        return from_known.max(fixed);
    }
    let operand = |n| facts.sign_bits_within(facts.operand(value, n), depth - 1);
    let amount = || facts.constant(facts.operand(value, 1))?.as_int();
    let computed = match op {
        Op::I32Extend8S | Op::I64Extend8S => operand(0).max(bits - 7),
        Op::I32Extend16S | Op::I64Extend16S => operand(0).max(bits - 15),
        Op::I64Extend32S => operand(0).max(bits - 31),
        Op::I64ExtendI32S => operand(0) + 32,
        Op::I32WrapI64 => operand(0).saturating_sub(32),
        Op::Select | Op::TypedSelect { .. } => operand(0).min(operand(1)),
        _ => match IntOp::of(op) {
            Some((_, IntOp::And | IntOp::Or | IntOp::Xor)) => operand(0).min(operand(1)),
            Some((_, IntOp::Add | IntOp::Sub)) => {
                operand(0).min(operand(1)) - u32::from(!invar_ir::mutant!(FoldSumKeepsSignBits))
            }
            Some((_, IntOp::ShrS)) => match amount() {
                Some(by) => (operand(0) + by as u32 % bits).min(bits),
                None => operand(0),
            },
            Some((_, IntOp::Shl)) => match amount() {
                Some(by) => operand(0).saturating_sub(by as u32 % bits),
                None => 1,
            },
            _ => 1,
        },
    };
    from_known.max(fixed).max(computed)
}

// ---- Bits that are not demanded ----------------------------------------------------------------

impl<F: ValueFacts> Rules<'_, F> {
    /// A simpler value with the same bits where `demanded` has ones.
    fn strip(&self, start: F::Value, demanded: u64) -> Option<F::Value> {
        let mut value = start;
        for _ in 0..2 * DEPTH {
            let Some(inner) = self.strip_once(value, demanded) else { break };
            value = inner;
        }
        (value != start).then_some(value)
    }

    pub(super) fn strip_once(&self, value: F::Value, demanded: u64) -> Option<F::Value> {
        let used = 64 - demanded.leading_zeros();
        if let Some((kind, x, c)) = self.int_op_const(value) {
            let (width, c) = (self.width(value), c as u64);
            let (rule, equal) = match kind {
                IntOp::And => (Rule::DemandedAnd, c & demanded == demanded),
                IntOp::Or | IntOp::Xor => (Rule::DemandedOr, c & demanded == 0),
                // A carry only goes up.
                IntOp::Add | IntOp::Sub if invar_ir::mutant!(FoldCarryNotDemanded) => {
                    (Rule::DemandedSum, c & demanded == 0)
                }
                IntOp::Add | IntOp::Sub => (Rule::DemandedSum, c & low_bits(used) == 0),
                IntOp::ShrU | IntOp::ShrS => match self.int_op_const(x)? {
                    // The bits that a shift up and down again leaves in place.
                    (IntOp::Shl, y, up) if up as u64 == c && c < width.bits().into() => {
                        let kept = used <= width.bits() - c as u32;
                        return self.by(Rule::DemandedShifts, kept.then_some(y));
                    }
                    _ => return None,
                },
                _ => return None,
            };
            return self.by(rule, equal.then_some(x));
        }
        let copied = match self.op(value)? {
            Op::I32Extend8S | Op::I64Extend8S => 8,
            Op::I32Extend16S | Op::I64Extend16S => 16,
            Op::I64Extend32S => 32,
            _ => return None,
        };
        self.by(Rule::DemandedExtension, (used <= copied).then(|| self.arg(value, 0)))
    }

    /// The demanded bits of the `n`-th operand of an operator, if not all are.
    pub(super) fn demanded(&self, op: &Op, args: &[F::Value], n: usize) -> Option<u64> {
        if let Some((width, kind)) = IntOp::of(op) {
            let mask = width.mask();
            let right = self.int(args[1]).map(|c| c as u64 & mask);
            return match (kind, n) {
                (IntOp::And, 0) => right,
                (IntOp::Or, 0) => right.map(|c| mask & !c),
                (_, 1) if kind.is_shift() => Some((width.bits() - 1).into()),
                (IntOp::Shl, 0) => right.map(|c| mask >> (c as u32 % width.bits())),
                (IntOp::ShrU, 0) => right.map(|c| mask << (c as u32 % width.bits()) & mask),
                _ => None,
            };
        }
        use Op::*;
        Some(match (op, n) {
            (I32Extend8S | I64Extend8S | I8x16Splat, 0) | (I8x16ReplaceLane { .. }, 1) => 0xff,
            (I32Extend16S | I64Extend16S | I16x8Splat, 0) | (I16x8ReplaceLane { .. }, 1) => 0xffff,
            (I64Extend32S | I32WrapI64, 0) => 0xffff_ffff,
            (I32Store8 { .. } | I64Store8 { .. }, 1) => 0xff,
            (I32Store16 { .. } | I64Store16 { .. }, 1) => 0xffff,
            (I64Store32 { .. }, 1) => 0xffff_ffff,
            (RefI31, 0) => 0x7fff_ffff,
            (I8x16Shl | I8x16ShrS | I8x16ShrU, 1) => 7,
            (I16x8Shl | I16x8ShrS | I16x8ShrU, 1) => 15,
            (I32x4Shl | I32x4ShrS | I32x4ShrU, 1) => 31,
            (I64x2Shl | I64x2ShrS | I64x2ShrU, 1) => 63,
            _ => return None,
        })
    }

    /// A simpler value for the `n`-th operand of an operator that does not demand all of its bits.
    pub(super) fn narrowed(&self, op: &Op, args: &[F::Value], n: usize) -> Option<F::Value> {
        self.strip(args[n], self.demanded(op, args, n)?)
    }
}
