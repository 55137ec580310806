//! Facts that follow from the conditions of branches, and the branches that control a block.

use invar_ir::{Block, Function, Op, Terminator, Value};
use invar_ir::{Cfg, Dominators};
use invar_rules::{Compare, Const, IntUnary, ValueFacts, Width};

/// How many tests of a test are looked through: one is folded.
const MOST_TESTS: usize = 4;
/// How many dominators are looked at for conditions.
const MOST_DOMINATORS: usize = 24;

/// A condition: how two integers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison<V = Value> {
    /// The width of both.
    pub width: Width,
    /// How they compare.
    pub kind: Compare,
    /// The first.
    pub left: V,
    /// The second; `None` is zero.
    pub right: Option<V>,
}

impl<V: Copy + PartialEq> Comparison<V> {
    /// The comparison that holds if a condition is nonzero, or zero if not `holds`. `None` if it
    /// compares no integers.
    pub fn of<F: ValueFacts<Value = V>>(facts: &F, cond: V, mut holds: bool) -> Option<Self> {
        let mut left = cond;
        let mut width = Width::of(facts.ty(cond))?;
        for _ in 0..MOST_TESTS {
            let Some(op) = facts.op(left) else { break };
            if let Some((width, kind)) = Compare::of(op) {
                let kind = if holds { kind } else { kind.inverted() };
                let right = Some(facts.operand(left, 1));
                return Some(Comparison { width, kind, left: facts.operand(left, 0), right });
            }
            // Unoptimized code masks what is 0 or 1 anyway.
            if matches!(op, Op::I32And)
                && facts.constant(facts.operand(left, 1)) == Some(Const::I32(1))
            {
                let masked = facts.operand(left, 0);
                let is_bit =
                    |op| Compare::of(op).is_some() || matches!(op, Op::I32Eqz | Op::I64Eqz);
                if facts.op(masked).is_some_and(is_bit) {
                    left = masked;
                    continue;
                }
            }
            let Some((of, IntUnary::Eqz)) = IntUnary::of(op) else { break };
            (left, width, holds) = (facts.operand(left, 0), of, !holds);
        }
        let kind = if holds { Compare::Ne } else { Compare::Eq };
        Some(Comparison { width, kind, left, right: None })
    }
}

/// The conditions of branches that control the execution of a block, and whether they hold there,
/// the nearest first. If the only edge into a block is one edge of a branch, the block and all that
/// it dominates are executed only when that edge is taken. Values do not change in SSA form, so the
/// condition still holds there. A bounded number of dominators is visited.
pub fn dominating_conditions<'a>(
    f: &'a Function,
    cfg: &'a Cfg,
    dominators: &'a Dominators,
    block: Block,
) -> impl Iterator<Item = (Value, bool)> + 'a {
    let above = std::iter::successors(Some(block), |&at| dominators.idom(at));
    above.take(MOST_DOMINATORS).filter_map(|at| {
        let [edge] = cfg.preds(at) else { return None };
        match f.blocks[edge.from].term {
            Terminator::BrIf { cond, .. } => Some((f.resolve(cond), edge.nth == 0)),
            _ => None,
        }
    })
}

/// Whether `asked` holds, or does not, of two integers for which `known` holds.
pub fn implied(known: Compare, holds: bool, asked: Compare) -> Option<bool> {
    const LESS: u8 = 1;
    const EQUAL: u8 = 2;
    const GREATER: u8 = 4;
    let outcomes = |kind| match kind {
        Compare::Eq => EQUAL,
        Compare::Ne => LESS | GREATER,
        Compare::LtS | Compare::LtU => LESS,
        Compare::GtS | Compare::GtU => GREATER,
        Compare::LeS | Compare::LeU => LESS | EQUAL,
        Compare::GeS | Compare::GeU => GREATER | EQUAL,
    };
    let mut possible = outcomes(known);
    if !holds {
        possible ^= LESS | EQUAL | GREATER;
    }
    // The other order tells only whether they are equal.
    if !invar_ir::mutant!(BranchSignednessIgnored)
        && known.is_unsigned() != asked.is_unsigned()
        && possible & (LESS | GREATER) != 0
    {
        possible |= LESS | GREATER;
    }
    let asked = outcomes(asked);
    if possible & !asked == 0 { Some(true) } else { (possible & asked == 0).then_some(false) }
}
