//! Comparisons of integers as statements on unsigned sums, and what the branches that lead to a
//! block say of them.
//!
//! A signed comparison is an unsigned one of both sides plus 2^(w-1). `a < b` is `!b < !a`, where
//! `!x` is the sum `-1 - x`. So what a test says is one of three statements ([`Statement`]), and one
//! proof serves all comparisons.
//!
//! A branch speaks of a block if the block has no other way in than one of its edges; so do the
//! branches that dominate the block in this way. Values do not change, so what was true there is
//! true here.
//!
//! Cost: at most [`MOST_STEPS`] dominators are looked at.

use crate::analysis::shape::Nest;
use invar_ir::rules::{Compare, ValueFacts, Width, known_bits};
use invar_ir::{Block, Function, Linear, Op, Terminator, Value};

/// How many dominators are looked at.
const MOST_STEPS: usize = 24;

/// One side of an unsigned comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Side {
    /// What it is.
    pub sum: Linear,
    /// The least that it can be.
    pub min: u64,
    /// The most that it can be.
    pub max: u64,
}

/// What a comparison says.
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
        let width = Width::of(ValueFacts::ty(f, value))?;
        let mut sum = Linear::of(f, value)?;
        let bits = known_bits(f, value);
        let (mut min, mut max) = (bits.min(), bits.max());
        if signed {
            let (least, most) = bits.signed_range(width);
            let bias = 1 << (width.bits() - 1);
            (min, max) = (least as u64, most as u64);
            sum.constant = sum.constant.wrapping_add(bias) & sum.mask();
            min = min.wrapping_add(bias) & sum.mask();
            max = max.wrapping_add(bias) & sum.mask();
        }
        Some(Side { sum, min, max }.exact())
    }

    fn zero(wide: bool, signed: bool) -> Side {
        let bias = u64::from(signed) << if wide { 63 } else { 31 };
        Side { sum: Linear::constant(wide, bias), min: bias, max: bias }
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

/// What it means that a condition is nonzero, or zero if not `truth`.
pub(crate) fn statement(f: &Function, cond: Value, truth: bool) -> Option<Statement> {
    let (mut value, mut truth) = (f.resolve(cond), truth);
    // One test of another one is folded; two are enough.
    for _ in 0..2 {
        if let Some(Op::I32Eqz) = f.op(value) {
            (value, truth) = (f.operand(value, 0), !truth);
        }
    }
    let (compare, left, right) = match f.op(value) {
        Some(Op::I64Eqz) => (Compare::Eq, f.operand(value, 0), None),
        Some(op) if let Some((_, compare)) = Compare::of(op) => {
            (compare, f.operand(value, 0), Some(f.operand(value, 1)))
        }
        _ => (Compare::Ne, value, None),
    };
    let compare = if truth { compare } else { compare.inverted() };
    let signed = !compare.is_unsigned() && !matches!(compare, Compare::Eq | Compare::Ne);
    let left = Side::of(f, left, signed)?;
    let right = match right {
        Some(right) => Side::of(f, right, signed)?,
        None => Side::zero(left.sum.wide, signed),
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

/// What the branches on the way to a block say.
#[derive(Default)]
pub(crate) struct Guards {
    statements: Vec<Statement>,
}

impl Guards {
    /// Those that lead to a block.
    pub fn of(f: &Function, nest: &Nest, block: Block) -> Guards {
        let mut statements = Vec::new();
        let mut at = block;
        for _ in 0..MOST_STEPS {
            if let [edge] = nest.cfg.preds(at)
                && let Terminator::BrIf { cond, .. } = f.blocks[edge.from].term
                // A condition that is still to be made says nothing.
                && f.constant(f.resolve(cond)).is_none()
            {
                statements.extend(statement(f, cond, edge.nth == 0));
            }
            match nest.doms.idom(at) {
                Some(above) => at = above,
                None => break,
            }
        }
        Guards { statements }
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
