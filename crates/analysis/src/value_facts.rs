//! Facts about integers: one lattice ([`IntFacts`]: known bits, an unsigned and a signed range), and the analyses
//! that compute its elements. Facts about references are a lattice of their own ([`RefFacts`]).
//!
//! | client | facts | source |
//! |---|---|---|
//! | rewrite rules ([`known_bits`]) | bits | operators, a few of them looked through |
//! | folding ([`ParamBits`]) | bits of block parameters | all edges into the block, loops included ([`params`]) |
//! | loop passes ([`FunctionFacts`]) | ranges of all integers | one walk forwards, refined on edges; induction variables ([`forward`]) |
//! | promotion of frames | ranges of indices | the same walk, counters of loops in any form, and the branches that dominate the place ([`counters`]) |
//! | branch simplification ([`PlaceFacts`]) | ranges of integers, and differences of two, at a place | the branches that dominate the place ([`place`]) |
//! | trip counts | whether one sum is less than another at a place | the same branches ([`dominating_conditions`]), on linear sums |
//! | cast elimination ([`ReferenceFlow`]) | types and null of references ([`RefFacts`]) | all edges into a block, loops included; the branches, casts and accesses that dominate the place ([`references`]) |
//! | effects ([`never_traps`]) | whether an access or a division can trap | operators ([`in_bounds`]) |
//! | passes that remove or move accesses ([`Accesses`]) | whether an access can trap at a place | the accesses that dominate the place |
//!
//! Two kinds of facts must not be confused. Facts that follow from how a value is computed hold *wherever the value
//! exists*, so what they prove may be relied on when code moves: [`IntFacts::of`], [`ParamBits`], [`FunctionFacts`].
//! Facts that follow from a branch or from an earlier access hold *at a place* and at what it dominates.
//!
//! Facts at an unreachable place may contradict one another. Then some of them are ignored: an element of the
//! lattice always allows at least one number.
//!
//! Cost: each operation on the lattice is O(1).

pub(crate) mod condition;
pub(crate) mod counters;
pub(crate) mod forward;
pub(crate) mod in_bounds;
mod operands;
pub(crate) mod params;
pub(crate) mod place;
pub(crate) mod references;

use invar_ir::Op;
use invar_rules::{Compare, IntOp, IntUnary, KnownBits, ValueFacts, Width, known_bits};

/// The facts about an integer. An `i32` is treated as a 64-bit number whose upper half is zero. The fact that a
/// number is not zero is in its unsigned range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntFacts {
    /// The width of its type.
    pub width: Width,
    /// Bits that are always the same.
    pub bits: KnownBits,
    /// The least and the greatest number that it can be, unsigned.
    pub unsigned: (u64, u64),
    /// The least and the greatest number that it can be, signed.
    pub signed: (i64, i64),
}

/// How many operators [`IntFacts::of`] looks through for ranges.
const DEPTH: u32 = 2;

impl IntFacts {
    /// Any number of a width.
    pub fn any(width: Width) -> Self {
        IntFacts {
            width,
            bits: KnownBits::any(width),
            unsigned: (0, width.mask()),
            signed: (width.min(), width.max()),
        }
    }

    /// The facts about `number`, of which the bits of the width count.
    pub fn constant(width: Width, number: i64) -> Self {
        Self::of_bits(width, KnownBits::constant(width, number))
    }

    /// A number with these bits.
    pub fn of_bits(width: Width, bits: KnownBits) -> Self {
        IntFacts { bits, ..Self::any(width) }.tightened().unwrap_or(Self::any(width))
    }

    /// A number that is not zero.
    pub fn nonzero(width: Width) -> Self {
        Self::between(width, Some((1, width.mask())), None)
    }

    /// A number in these ranges. A number that does not fit the width is unknown.
    pub fn between(width: Width, unsigned: Option<(u64, u64)>, signed: Option<(i64, i64)>) -> Self {
        let any = Self::any(width);
        let unsigned = unsigned.filter(|range| range.1 <= width.mask()).unwrap_or(any.unsigned);
        let signed = signed.filter(|range| any.signed.0 <= range.0 && range.1 <= any.signed.1);
        let signed = signed.unwrap_or(any.signed);
        IntFacts { unsigned, signed, ..any }.tightened().unwrap_or(any)
    }

    /// The facts about a value that follow from the operators that compute it, a few of which are
    /// looked through; `None` if it is not an integer. They hold wherever the value exists.
    pub fn of<F: ValueFacts>(facts: &F, value: F::Value) -> Option<Self> {
        Self::within(facts, value, DEPTH)
    }

    fn within<F: ValueFacts>(facts: &F, value: F::Value, depth: u32) -> Option<Self> {
        let width = Width::of(facts.ty(value))?;
        let own = Self::of_bits(width, known_bits(facts, value));
        let Some(op) = facts.op(value).filter(|_| depth > 0) else { return Some(own) };
        let operand = |n| Self::within(facts, facts.operand(value, n), depth - 1);
        Some(Self::result(op, width, operand).map_or(own, |computed| own.meet(computed)))
    }

    /// The number, if it is known.
    pub fn as_constant(self) -> Option<i64> {
        (self.unsigned.0 == self.unsigned.1).then_some(self.signed.0)
    }

    /// Whether it is never zero.
    pub fn is_nonzero(self) -> bool {
        self.unsigned.0 > 0
    }

    /// The join: the facts about a number that is one of two.
    pub fn join(self, other: Self) -> Self {
        IntFacts {
            width: self.width,
            bits: self.bits.either(other.bits),
            unsigned: (
                self.unsigned.0.min(other.unsigned.0),
                self.unsigned.1.max(other.unsigned.1),
            ),
            signed: (self.signed.0.min(other.signed.0), self.signed.1.max(other.signed.1)),
        }
    }

    /// The meet: the facts about a number for which both hold. If they contradict each other, the
    /// first is returned.
    pub fn meet(self, other: Self) -> Self {
        let both = IntFacts {
            width: self.width,
            bits: self.bits.both(other.bits),
            unsigned: (
                self.unsigned.0.max(other.unsigned.0),
                self.unsigned.1.min(other.unsigned.1),
            ),
            signed: (self.signed.0.max(other.signed.0), self.signed.1.min(other.signed.1)),
        };
        both.tightened().unwrap_or(self)
    }

    /// These facts, each refined by the others; `None` if no number satisfies them.
    fn tightened(mut self) -> Option<Self> {
        // What is learned of the bits in the first round may narrow a range in the second.
        for _ in 0..2 {
            let bits = self.bits;
            let (least, most) = self.bits.signed_range(self.width);
            self.signed = (self.signed.0.max(least), self.signed.1.min(most));
            let (low, high) = self.signed;
            // Of one sign, numbers have the same order both ways.
            let mut unsigned = (self.bits.min(), self.bits.max());
            if low >= 0 || high < 0 {
                let mask = self.width.mask();
                unsigned = (unsigned.0.max(low as u64 & mask), unsigned.1.min(high as u64 & mask));
            }
            self.unsigned = (self.unsigned.0.max(unsigned.0), self.unsigned.1.min(unsigned.1));
            let (low, high) = self.unsigned;
            if high <= self.width.max() as u64 || low > self.width.max() as u64 {
                let (low, high) = (self.width.wrap(low as i64), self.width.wrap(high as i64));
                self.signed = (self.signed.0.max(low), self.signed.1.min(high));
            }
            // The bits above the first one in which the ends differ.
            let common = !(u64::MAX.checked_shr((low ^ high).leading_zeros()).unwrap_or(0));
            self.bits = self.bits.both(KnownBits { zeros: !low & common, ones: low & common });
            let is_possible = self.signed.0 <= self.signed.1
                && self.unsigned.0 <= self.unsigned.1
                && self.bits.zeros & self.bits.ones == 0;
            if !is_possible {
                return None;
            }
            if self.bits == bits {
                break;
            }
        }
        Some(self)
    }

    /// The range of an operator's result, from the facts about its operands; `None` if nothing is
    /// known of them. The bits of results are computed by [`known_bits`].
    pub(crate) fn result(
        op: &Op,
        width: Width,
        operand: impl Fn(usize) -> Option<Self>,
    ) -> Option<Self> {
        let between = |unsigned, signed| Some(Self::between(width, unsigned, signed));
        if let Some((_, kind)) = IntOp::of(op) {
            let (a, b) = (operand(0)?, operand(1)?);
            let ((low, high), (other_low, other_high)) = (a.unsigned, b.unsigned);
            let amount = b.as_constant().map(|by| by as u32 % width.bits());
            return match kind {
                IntOp::Add => between(
                    both(low.checked_add(other_low), high.checked_add(other_high)),
                    both(a.signed.0.checked_add(b.signed.0), a.signed.1.checked_add(b.signed.1)),
                ),
                IntOp::Sub => between(
                    both(low.checked_sub(other_high), high.checked_sub(other_low)),
                    both(a.signed.0.checked_sub(b.signed.1), a.signed.1.checked_sub(b.signed.0)),
                ),
                IntOp::Mul => between(
                    both(low.checked_mul(other_low), high.checked_mul(other_high)),
                    b.as_constant().filter(|&by| by >= 0).and_then(|by| {
                        both(a.signed.0.checked_mul(by), a.signed.1.checked_mul(by))
                    }),
                ),
                IntOp::Shl => {
                    let Some(by) = amount.filter(|&by| by < 63) else {
                        let (least, most) = amounts(b).filter(|&(_, most)| most < 63)?;
                        let ends = both(low.checked_mul(1 << least), high.checked_mul(1 << most));
                        return between(ends, None);
                    };
                    between(
                        both(low.checked_mul(1 << by), high.checked_mul(1 << by)),
                        both(a.signed.0.checked_mul(1 << by), a.signed.1.checked_mul(1 << by)),
                    )
                }
                IntOp::ShrU => {
                    let (least, most) = amounts(b).unwrap_or((0, width.bits() - 1));
                    between(Some((low >> most, high >> least)), None)
                }
                IntOp::ShrS => {
                    let (least, most) = amounts(b).unwrap_or((0, width.bits() - 1));
                    let (low, high) = a.signed;
                    let by = |number: i64, negative, other| {
                        number >> if number < 0 { negative } else { other }
                    };
                    between(None, Some((by(low, least, most), by(high, most, least))))
                }
                IntOp::And => between(Some((0, high.min(other_high))), None),
                IntOp::Or => between(Some((low.max(other_low), width.mask())), None),
                IntOp::DivU => {
                    between(Some((low / other_high.max(1), high / other_low.max(1))), None)
                }
                IntOp::RemU => between(Some((0, high.min(other_high.saturating_sub(1)))), None),
                IntOp::DivS => {
                    let by = b.as_constant().filter(|&by| by > 0)?;
                    between(None, Some((a.signed.0 / by, a.signed.1 / by)))
                }
                IntOp::RemS => {
                    let most = b.as_constant().filter(|&by| by > 0)? - 1;
                    let (low, high) = (a.signed.0.min(0), a.signed.1.max(0));
                    between(None, Some((low.max(-most), high.min(most))))
                }
                _ => None,
            };
        }
        match op {
            Op::I32WrapI64 | Op::I64ExtendI32U | Op::I64ExtendI32S => {
                let a = operand(0)?;
                let unsigned = (*op != Op::I64ExtendI32S).then_some(a.unsigned);
                between(unsigned, (*op != Op::I64ExtendI32U).then_some(a.signed))
            }
            Op::I32Extend8S | Op::I64Extend8S | Op::I32Load8S { .. } | Op::I64Load8S { .. } => {
                between(None, Some((i8::MIN.into(), i8::MAX.into())))
            }
            Op::I32Extend16S | Op::I64Extend16S | Op::I32Load16S { .. } | Op::I64Load16S { .. } => {
                between(None, Some((i16::MIN.into(), i16::MAX.into())))
            }
            Op::I64Extend32S | Op::I64Load32S { .. } => {
                between(None, Some((i32::MIN.into(), i32::MAX.into())))
            }
            Op::Select | Op::TypedSelect { .. } => Some(operand(0)?.join(operand(1)?)),
            _ => {
                let (_, kind) = IntUnary::of(op)?;
                let a = operand(0)?;
                let bits = width.bits();
                // The bits that numbers up to this one have.
                let length = |number: u64| u64::BITS - number.leading_zeros();
                let (least, most) = match kind {
                    IntUnary::Clz => (bits - length(a.unsigned.1), bits - length(a.unsigned.0)),
                    IntUnary::Ctz => {
                        let least = (!a.bits.zeros).trailing_zeros().min(bits);
                        let highest = length(a.unsigned.1).saturating_sub(1);
                        let most = a.bits.ones.trailing_zeros().min(highest);
                        (least, if a.is_nonzero() { most } else { bits })
                    }
                    IntUnary::Popcnt => {
                        let most = (!a.bits.zeros & width.mask()).count_ones();
                        let least = a.bits.ones.count_ones().max(u32::from(a.is_nonzero()));
                        (least, most.min(length(a.unsigned.1)))
                    }
                    _ => return None,
                };
                between(Some((least.into(), most.into())), None)
            }
        }
    }

    /// Whether it compares so with another number, if that is known.
    pub fn compare(self, kind: Compare, other: Self) -> Option<bool> {
        fn less<T: Ord>(a: (T, T), b: (T, T)) -> Option<bool> {
            if a.1 < b.0 { Some(true) } else { (a.0 >= b.1).then_some(false) }
        }
        match kind {
            Compare::LtU => less(self.unsigned, other.unsigned),
            Compare::LtS => less(self.signed, other.signed),
            Compare::GtU | Compare::GtS => other.compare(kind.swapped(), self),
            Compare::Eq => {
                let is_known =
                    self.as_constant().is_some() && self.as_constant() == other.as_constant();
                if is_known { Some(true) } else { (!self.intersects(other)).then_some(false) }
            }
            Compare::Ne | Compare::LeU | Compare::LeS | Compare::GeU | Compare::GeS => {
                self.compare(kind.inverted(), other).map(|holds| !holds)
            }
        }
    }

    fn intersects(self, other: Self) -> bool {
        let (a, b) = (self.bits, other.bits);
        self.unsigned.0.max(other.unsigned.0) <= self.unsigned.1.min(other.unsigned.1)
            && self.signed.0.max(other.signed.0) <= self.signed.1.min(other.signed.1)
            && a.zeros & b.ones | a.ones & b.zeros == 0
    }

    /// The facts about it under the condition that it compares so with another number.
    pub fn where_it(self, kind: Compare, other: Self) -> Self {
        let width = self.width;
        let ((least, most), (low, high)) = (other.unsigned, other.signed);
        let (max, min_signed, max_signed) = (width.mask(), width.min(), width.max());
        let unsigned = |low, high| self.meet(Self::between(width, both(low, high), None));
        let signed = |low, high| self.meet(Self::between(width, None, both(low, high)));
        match kind {
            Compare::Eq => self.meet(other),
            Compare::Ne => match other.as_constant() {
                None => self,
                Some(number) => {
                    let (mut narrowed, bits) = (self, number as u64 & max);
                    if self.unsigned.0 == bits {
                        narrowed = narrowed.where_it(Compare::GtU, other);
                    } else if self.unsigned.1 == bits {
                        narrowed = narrowed.where_it(Compare::LtU, other);
                    }
                    if self.signed.0 == number {
                        narrowed = narrowed.where_it(Compare::GtS, other);
                    } else if self.signed.1 == number {
                        narrowed = narrowed.where_it(Compare::LtS, other);
                    }
                    narrowed
                }
            },
            Compare::LtU if invar_ir::mutant!(RangesUnsignedAsSigned) => {
                self.where_it(Compare::LtS, other)
            }
            Compare::LtU => unsigned(Some(0), most.checked_sub(1)),
            Compare::LeU => unsigned(Some(0), Some(most)),
            Compare::GtU => unsigned(least.checked_add(1), Some(max)),
            Compare::GeU => unsigned(Some(least), Some(max)),
            Compare::LtS => signed(Some(min_signed), high.checked_sub(1)),
            Compare::LeS => signed(Some(min_signed), Some(high)),
            Compare::GtS => signed(low.checked_add(1), Some(max_signed)),
            Compare::GeS => signed(Some(low), Some(max_signed)),
        }
    }
}

/// The least and the most bits that a number shifts by, if none of its numbers is beyond the width.
fn amounts(by: IntFacts) -> Option<(u32, u32)> {
    let bits = by.width.bits();
    let (least, most) = by.unsigned;
    match by.as_constant() {
        Some(by) => Some((by as u32 % bits, by as u32 % bits)),
        None => (most < bits.into()).then_some((least as u32, most as u32)),
    }
}

/// A range, if both ends are known.
fn both<T>(low: Option<T>, high: Option<T>) -> Option<(T, T)> {
    low.zip(high)
}

#[cfg(test)]
mod tests;
