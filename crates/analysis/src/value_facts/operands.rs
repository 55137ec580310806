//! What the operator that computes an integer tells of its operands, from what is known of the result, and how the two
//! compare: for facts that hold at a place ([`super::PlaceFacts`]).
//!
//! Cost: constant.

use super::IntFacts;
use invar_ir::{Function, Op, Value};
use invar_rules::{Compare, Const, IntOp, KnownBits, ValueFacts, Width};
use smallvec::{SmallVec, smallvec};

/// How integers are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Order {
    Signed,
    Unsigned,
}

use Order::{Signed, Unsigned};

/// The ends of an interval.
pub(super) fn ends(facts: IntFacts, order: Order) -> (i128, i128) {
    match order {
        Signed => (facts.signed.0.into(), facts.signed.1.into()),
        Unsigned => (facts.unsigned.0.into(), facts.unsigned.1.into()),
    }
}

/// The facts about a number that is at most `other + distance`, or at least `other - distance`.
pub(super) fn bounded(other: IntFacts, distance: i128, order: Order, above: bool) -> IntFacts {
    let ((least, most), (min, max)) = (ends(other, order), ends(IntFacts::any(other.width), order));
    let (least, most) = if above { (min, most + distance) } else { (least - distance, max) };
    if least > max || most < min {
        return IntFacts::any(other.width);
    }
    let (least, most) = (least.max(min), most.min(max));
    match order {
        Signed => IntFacts::between(other.width, None, Some((least as i64, most as i64))),
        Unsigned => IntFacts::between(other.width, Some((least as u64, most as u64)), None),
    }
}

/// The operand and the constant whose sum a value is.
pub(super) fn sum(f: &Function, value: Value) -> Option<(Value, i128)> {
    let (inst, op) = f.def_inst(value).zip(f.def_op(value))?;
    let plus: i128 = integer(f, f.resolve(*f.args(inst).get(1)?))?.into();
    let inner = f.resolve(f.args(inst)[0]);
    match IntOp::of(op)? {
        (_, IntOp::Add) => Some((inner, plus)),
        (_, IntOp::Sub) => Some((inner, -plus)),
        _ => None,
    }
}

/// What a `select` gives: the least of its arms, or the greatest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extreme {
    pub order: Order,
    pub least: bool,
}

impl Extreme {
    /// Of a `select` between the two values that its condition compares. One of them may be a constant, which a
    /// comparison may write as one more or one less: `x < 11 ? x : 10`.
    pub fn of(f: &Function, value: Value) -> Option<Extreme> {
        let op = f.def_op(value)?;
        if !matches!(op, Op::Select) {
            return None;
        }
        let [first, second, condition] = [0, 1, 2].map(|n| f.resolve(f.operand(value, n)));
        let (_, kind) = Compare::of(f.def_op(condition)?)?;
        let [a, b] = [0, 1].map(|n| f.resolve(f.operand(condition, n)));
        let (kind, other) = if a == first {
            (kind, second)
        } else if a == second {
            (kind.inverted(), first)
        } else {
            return None;
        };
        let order = if kind.is_unsigned() { Unsigned } else { Signed };
        // From which difference to which one the compared constant may be off.
        let (least, off) = match kind {
            Compare::LtS | Compare::LtU => (true, 0..=1),
            Compare::LeS | Compare::LeU => (true, -1..=0),
            Compare::GtS | Compare::GtU => (false, -1..=0),
            Compare::GeS | Compare::GeU => (false, 0..=1),
            Compare::Eq | Compare::Ne => return None,
        };
        let number = |value| {
            let width = Width::of(f.ty(value))?;
            Some(ends(IntFacts::constant(width, integer(f, value)?), order).0)
        };
        let is_near = match (number(b), number(other)) {
            (Some(compared), Some(other)) => off.contains(&(compared - other)),
            _ => b == other,
        };
        (is_near || invar_ir::mutant!(PlaceExtremeIsAny)).then_some(Extreme { order, least })
    }
}

/// Values that are at most this one, by the operator that computes it.
pub(super) fn below(f: &Function, value: Value, order: Order) -> SmallVec<[Value; 2]> {
    let is_or = |op| matches!(IntOp::of(op), Some((_, IntOp::Or))) && order == Unsigned;
    if f.def_op(value).is_some_and(is_or)
        || Extreme::of(f, value) == Some(Extreme { order, least: false })
    {
        return [0, 1].map(|n| f.resolve(f.operand(value, n))).into();
    }
    SmallVec::new()
}

/// What follows for the operands from the facts about what is computed of them.
pub(super) fn operands_where(
    f: &Function,
    value: Value,
    facts: IntFacts,
) -> SmallVec<[(Value, IntFacts); 2]> {
    let width = facts.width;
    let (least, most) = facts.unsigned;
    let both = |facts| [0, 1].map(|n| (f.resolve(f.operand(value, n)), facts)).into();
    let op = f.def_op(value).and_then(IntOp::of);
    match op {
        // Neither has a bit that the result has not.
        Some((_, IntOp::Or)) => {
            let ones = if invar_ir::mutant!(PlaceOrHasAllBits) { facts.bits.ones } else { 0 };
            let bits = KnownBits { ones, ..facts.bits };
            both(
                IntFacts::between(width, Some((0, most)), None)
                    .meet(IntFacts::of_bits(width, bits)),
            )
        }
        // Both have the bits that the result has.
        Some((_, IntOp::And)) if integer(f, f.resolve(f.operand(value, 1))).is_none() => {
            let bits = KnownBits { zeros: !width.mask(), ..facts.bits };
            let above = IntFacts::between(width, Some((least, width.mask())), None);
            both(above.meet(IntFacts::of_bits(width, bits)))
        }
        // A remainder is at most the dividend, and less than the divisor.
        Some((_, IntOp::RemU)) => {
            let above = |least| IntFacts::between(width, Some((least, width.mask())), None);
            let [dividend, divisor] = [0, 1].map(|n| f.resolve(f.operand(value, n)));
            let more = least.saturating_add(1).min(width.mask());
            smallvec![(dividend, above(least)), (divisor, above(more))]
        }
        _ => match Extreme::of(f, value) {
            Some(Extreme { least: true, .. }) => SmallVec::new(),
            Some(Extreme { order, least }) => {
                let (low, high) = ends(facts, order);
                let (min, max) = ends(IntFacts::any(width), order);
                let (low, high) = if least { (low, max) } else { (min, high) };
                both(match order {
                    Signed => IntFacts::between(width, None, Some((low as i64, high as i64))),
                    Unsigned => IntFacts::between(width, Some((low as u64, high as u64)), None),
                })
            }
            None => operand_where(f, value, facts).into_iter().collect(),
        },
    }
}

/// What follows for an operand from the facts about what is computed of it.
fn operand_where(f: &Function, value: Value, facts: IntFacts) -> Option<(Value, IntFacts)> {
    let (inst, op) = f.def_inst(value).zip(f.def_op(value))?;
    let width = facts.width;
    let operand = f.resolve(*f.args(inst).first()?);
    let constant = |n: usize| integer(f, f.resolve(*f.args(inst).get(n)?));
    let mask = width.mask();
    if let Some((operand, plus)) = sum(f, value) {
        // The interval, moved back; it may begin at the end of the numbers and go on at their start.
        let back = |number: u64| number.wrapping_sub(plus as u64) & mask;
        let (least, most) = (back(facts.unsigned.0), back(facts.unsigned.1));
        let is_one = least <= most || invar_ir::mutant!(PlaceIntervalsWrap);
        let unsigned = is_one.then_some((least.min(most), least.max(most)));
        let back = |number: i64| width.wrap(number.wrapping_sub(plus as i64));
        let (least, most) = (back(facts.signed.0), back(facts.signed.1));
        let signed = (least <= most).then_some((least, most));
        return Some((operand, IntFacts::between(width, unsigned, signed)));
    }
    if let Some((_, kind)) = IntOp::of(op) {
        let number = constant(1)? as u64 & mask;
        return match kind {
            IntOp::And => {
                let bits = facts.bits;
                let bits =
                    KnownBits { zeros: bits.zeros & number | !mask, ones: bits.ones & number };
                // What is not zero has the lowest bit of the mask, or a higher one.
                let lowest = if facts.is_nonzero() { number & number.wrapping_neg() } else { 0 };
                let above = (facts.unsigned.0.max(lowest), mask);
                let above = IntFacts::between(width, Some(above), None);
                Some((operand, IntFacts::of_bits(width, bits).meet(above)))
            }
            IntOp::ShrS => {
                let by = number as u32 % width.bits();
                let (least, most) = ends(facts, Signed);
                let (min, max) = ends(IntFacts::any(width), Signed);
                let most = ((most << by) + ((1 << by) - 1)).min(max);
                let signed = ((least << by).max(min) as i64, most as i64);
                Some((operand, IntFacts::between(width, None, Some(signed))))
            }
            IntOp::DivU if number > 0 => {
                let (least, most) = ends(facts, Unsigned);
                let by = i128::from(number);
                let most = (most * by + by - 1).min(mask.into());
                let unsigned = ((least * by).min(most) as u64, most as u64);
                Some((operand, IntFacts::between(width, Some(unsigned), None)))
            }
            IntOp::ShrU => {
                let by = number as u32 % width.bits();
                if facts.unsigned.1 > mask >> by {
                    return None;
                }
                let most = (facts.unsigned.1 << by) | ((1u64 << by) - 1);
                let unsigned = (facts.unsigned.0 << by, most & mask);
                Some((operand, IntFacts::between(width, Some(unsigned), None)))
            }
            _ => None,
        };
    }
    let narrow = Width::W32;
    let low_bits = |bits: u32| {
        let (zeros, ones) = (facts.bits.zeros, facts.bits.ones);
        let low = (1u64 << bits) - 1;
        let bits = KnownBits { zeros: zeros & low | !mask, ones: ones & low };
        Some((operand, IntFacts::of_bits(width, bits)))
    };
    match op {
        Op::I32Extend8S | Op::I64Extend8S => low_bits(8),
        Op::I32Extend16S | Op::I64Extend16S => low_bits(16),
        Op::I64Extend32S => low_bits(32),
        Op::I64ExtendI32U => {
            let (least, most) = facts.unsigned;
            Some((operand, IntFacts::between(narrow, Some((least, most)), None)))
        }
        Op::I64ExtendI32S => {
            let (least, most) = facts.signed;
            Some((operand, IntFacts::between(narrow, None, Some((least, most)))))
        }
        _ => None,
    }
}

pub(super) fn integer(f: &Function, value: Value) -> Option<i64> {
    f.def_op(value).and_then(Const::from_op)?.as_int()
}
