//! Comparisons of integers as statements on unsigned sums, and the statements that hold in a block
//! because of the branches that lead to it.
//!
//! A signed comparison is an unsigned one of both sides plus 2^(w-1). `a < b` is `!b < !a`, where
//! `!x` is the sum `-1 - x`. So what a test says is one of three statements ([`Statement`]), and one
//! proof serves all comparisons.
//!
//! Cost: that of [`dominating_conditions`].

use crate::analysis::shape::Nest;
use invar_analysis::{Comparison, IntFacts, Linear, dominating_conditions};
use invar_ir::{Block, Function, Value};
use invar_rules::{Compare, ValueFacts};

/// A side of an unsigned comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Side {
    /// The value of the side.
    pub sum: Linear,
    /// The least that it can be.
    pub min: u64,
    /// The most that it can be.
    pub max: u64,
}

/// The statement of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Statement {
    /// The sum is zero.
    Zero(Linear),
    /// The sum is not zero.
    Nonzero(Linear),
    /// The first is less than the second, or they are equal if `equal` allows it.
    Less { left: Side, right: Side, equal: bool },
}

impl Side {
    /// An integer as one side, as a signed comparison sees it or as an unsigned one does.
    fn of(f: &Function, value: Value, signed: bool) -> Option<Side> {
        let mut sum = Linear::of(f, value)?;
        let facts = IntFacts::of(f, value)?;
        let (mut min, mut max) = facts.unsigned;
        if signed {
            let bias = 1 << (facts.width.bits() - 1);
            let biased = |number: u64| number.wrapping_add(bias) & facts.width.mask();
            sum.constant = biased(sum.constant);
            (min, max) = (biased(facts.signed.0 as u64), biased(facts.signed.1 as u64));
        }
        Some(Side { sum, min, max }.exact())
    }

    fn zero(wide: bool) -> Side {
        Side::any(Linear::constant(wide, 0))
    }

    /// A sum of which nothing else is known.
    pub fn any(sum: Linear) -> Side {
        Side { min: 0, max: sum.mask(), sum }.exact()
    }

    fn exact(mut self) -> Side {
        if self.sum.terms.is_empty() {
            (self.min, self.max) = (self.sum.constant, self.sum.constant);
        }
        self
    }

    /// All bits inverted, which turns the order round.
    pub fn inverted(&self) -> Side {
        let mask = self.sum.mask();
        let mut sum = Linear::constant(self.sum.wide, u64::MAX);
        sum.add(&self.sum, u64::MAX);
        Side { sum, min: !self.max & mask, max: !self.min & mask }
    }
}

/// The statement that holds if a condition is nonzero, or zero if not `truth`.
pub(crate) fn statement(f: &Function, cond: Value, truth: bool) -> Option<Statement> {
    let Comparison { kind: compare, left, right, .. } = Comparison::of(f, f.resolve(cond), truth)?;
    let signed = !compare.is_unsigned() && !matches!(compare, Compare::Eq | Compare::Ne);
    let left = Side::of(f, left, signed)?;
    let right = match right {
        Some(right) => Side::of(f, right, signed)?,
        None => Side::zero(left.sum.wide),
    };
    let less = |left, right, equal| Some(Statement::Less { left, right, equal });
    match compare.unsigned() {
        Compare::LtU => less(left, right, false),
        Compare::LeU => less(left, right, true),
        Compare::GtU => less(right, left, false),
        Compare::GeU => less(right, left, true),
        other => {
            let mut sum = left.sum;
            sum.add(&right.sum, u64::MAX);
            Some(if other == Compare::Eq { Statement::Zero(sum) } else { Statement::Nonzero(sum) })
        }
    }
}

/// An upper bound of a sum, by one condition.
pub(crate) struct AtMost {
    /// The bound.
    pub sum: Linear,
    /// Whether the condition compares signed numbers.
    pub signed: bool,
}

/// Conditions that hold in a block, from the branches that dominate it.
#[derive(Default)]
pub(crate) struct Guards {
    statements: Vec<Statement>,
}

impl Guards {
    /// Conditions that dominate `block`.
    pub fn of(f: &Function, nest: &Nest, block: Block) -> Guards {
        let conditions = dominating_conditions(f, &nest.cfg, &nest.doms, block);
        // A condition that is still to be made says nothing.
        let made = conditions.filter(|&(cond, _)| f.constant(cond).is_none());
        let statements = made.filter_map(|(cond, holds)| statement(f, cond, holds)).collect();
        Guards { statements }
    }

    /// Adds that a condition is nonzero, or zero if not `truth`.
    pub fn assume(&mut self, f: &Function, cond: Value, truth: bool) {
        if f.constant(f.resolve(cond)).is_none() {
            self.statements.extend(statement(f, cond, truth));
        }
    }

    /// What a sum of 32 bits is at most, unsigned, by each condition that compares it with another sum. One that
    /// compares signed numbers is used only if the sum is not negative.
    pub fn at_most(&self, sum: &Linear, is_positive: bool) -> impl Iterator<Item = AtMost> {
        const BIAS: u64 = 1 << 31;
        self.statements.iter().filter_map(move |statement| {
            let Statement::Less { left, right, equal } = statement else { return None };
            let signed = match left.sum.minus(sum)? {
                0 => false,
                BIAS if is_positive && !sum.wide => true,
                _ => return None,
            };
            let mut most = right.sum.clone();
            // Where this wraps, the condition is never true.
            let less = u64::from(!equal) + if signed { BIAS } else { 0 };
            most.constant = most.constant.wrapping_sub(less) & most.mask();
            Some(AtMost { sum: most, signed })
        })
    }

    /// Whether `left < right`, or `left <= right` if `equal` allows it, is proved.
    pub fn prove(&self, left: &Side, right: &Side, equal: bool) -> bool {
        let follows = |low: &Side, high: &Side, both: bool| {
            // From low < high, or low <= high if `both`: left <= low and high <= right, one of
            // the three being strict or `equal`.
            let below = |a: &Side, b: &Side| match a.sum.minus(&b.sum) {
                Some(0) => Some(false),
                _ if a.max < b.min => Some(true),
                _ if a.max == b.min => Some(false),
                _ => None,
            };
            match (below(left, low), below(high, right)) {
                (Some(a), Some(b)) => equal || a || b || !both,
                _ => false,
            }
        };
        let by_range = left.max < right.min || equal && left.max == right.min;
        by_range
            || self.statements.iter().any(|statement| match statement {
                Statement::Less { left: low, right: high, equal: both } => {
                    follows(low, high, *both) || follows(&high.inverted(), &low.inverted(), *both)
                }
                Statement::Nonzero(sum) => {
                    let mut negative = Linear::constant(sum.wide, 0);
                    negative.add(sum, u64::MAX);
                    left.max == 0 && (*sum == right.sum || negative == right.sum)
                }
                Statement::Zero(_) => false,
            })
    }

    /// Whether a sum is proved to be less than the largest number.
    pub fn below_max(&self, side: &Side) -> bool {
        let mask = side.sum.mask();
        let max = Side::any(Linear::constant(side.sum.wide, mask));
        side.max < mask
            || self.prove(side, &max, false)
            || self.statements.iter().any(|statement| match statement {
                Statement::Less { left, right, equal: false } => {
                    left.sum == side.sum || right.inverted().sum == side.sum
                }
                _ => false,
            })
    }
}
