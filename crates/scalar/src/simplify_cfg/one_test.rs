//! Two branches on tests of one value, with a target in common, as one branch on a test of an
//! interval.
//!
//! ```text
//! b0: br_if (x < 48), b3, b1                    b0: br_if (x - 48 <u 10), b2, b3
//! b1: br_if (x > 57), b3, b2
//! ```
//!
//! Conditions: the second block is entered from the first alone, holds a few operators that neither
//! trap nor have effects, and passes the same arguments to the common target. Its operators go to
//! the first block; the rules ([`simplify_tests`]) say whether there is one test. Where that takes
//! a difference, and branch weights say that the second block is seldom entered, the branches stay,
//! unless size counts.
//!
//! Cost: linear.

use super::Pass;
use invar_analysis::transform::rewrite::insert_term;
use invar_ir::{Block, BlockCall, Cfg, Terminator, Value, effects};
use invar_rules::{Allow, Term, ValueFacts, is_constant, simplify_tests};

/// The most operators of a second block, with those that a chain left unused.
const MOST_OPERATORS: usize = 12;

/// A branch to be made in place of two.
struct OneTest {
    second: Block,
    test: Term<Value>,
    common: BlockCall,
    other: BlockCall,
}

impl Pass<'_, '_> {
    pub(super) fn one_tests(&mut self) {
        let cfg = self.cfg();
        let allow = Allow {
            sign_extension: false,
            size: self.cx.goals.size > 0,
            without: self.cx.goals.without,
        };
        // A chain from its end: the number of edges into a block never grows by a change.
        for &first in cfg.rpo.iter().rev() {
            let is_branch = matches!(self.function.blocks[first].term, Terminator::BrIf { .. });
            let found = if is_branch {
                [0, 1].into_iter().find_map(|nth| self.one_test(first, nth, &cfg, &allow))
            } else {
                None
            };
            if let Some(found) = found
                && self.cx.fuel.take()
            {
                self.stats.tests += 1;
                self.branch_once(first, found);
            }
        }
    }

    /// Whether the `nth` edge of a block's branch leads to a block whose branch is one with it.
    fn one_test(&self, first: Block, nth: usize, cfg: &Cfg, allow: &Allow) -> Option<OneTest> {
        let branch = |block: Block| match &self.function.blocks[block].term {
            Terminator::BrIf { cond, then, els } => Some((*cond, [then, els])),
            _ => None,
        };
        let (first_test, first_calls) = branch(first)?;
        let (to_second, to_common) = (first_calls[nth], first_calls[1 - nth]);
        let second = to_second.block;
        let (second_test, second_calls) = branch(second)?;
        let is_entered =
            cfg.reachable_preds(second).nth(1).is_some() || second == self.function.entry;
        if second == to_common.block || is_entered && !invar_ir::mutant!(OneTestEntered) {
            return None;
        }
        let is_common = |call: &BlockCall| {
            self.same(call, to_common)
                || self.exits_alike(call, to_common)
                || invar_ir::mutant!(OneTestArguments) && call.block == to_common.block
        };
        let common = (0..2).find(|&n| is_common(second_calls[n]))?;
        let data = &self.function.blocks[second];
        let is_pure = data.params.is_empty()
            && data.insts.len() <= MOST_OPERATORS
            && data.insts.iter().all(|&inst| {
                effects(&self.function.insts[inst].op, self.cx.module).is_pure_total()
                    || invar_ir::mutant!(OneTestEffects)
            });
        if !is_pure {
            return None;
        }
        // The common target is where either test leads, the first by its other edge.
        let first_holds = nth == 1;
        let tests = ((first_test, first_holds), (second_test, common == 0));
        let test = simplify_tests(&*self.function, allow, true, tests.0, tests.1)?.to;
        let weight = |call: &BlockCall| f64::from(call.weight);
        let share = |to: &BlockCall, other: &BlockCall| match weight(to) + weight(other) {
            0.0 => None,
            all => Some(weight(to) / all),
        };
        let reached = share(to_second, to_common);
        let is_difference =
            matches!(&test, Term::Node(_, _, args) if matches!(args[0], Term::Node(..)));
        if is_difference && !allow.size && reached.is_some_and(|share| share < 0.5) {
            return None;
        }
        let (mut to, mut other) = (to_common.clone(), second_calls[1 - common].clone());
        const WHOLE: f64 = 1000.0;
        let continues = share(&other, second_calls[common]);
        (to.weight, other.weight) = match (reached, continues) {
            (None, None) => (0, 0),
            (reached, continues) => {
                let both = reached.unwrap_or(0.5) * continues.unwrap_or(0.5);
                let other = (WHOLE * both).round().clamp(1.0, WHOLE - 1.0) as u32;
                (WHOLE as u32 - other, other)
            }
        };
        Some(OneTest { second, test, common: to, other })
    }

    /// Whether two edges lead to blocks that only return, the same values or equal constants.
    fn exits_alike(&self, a: &BlockCall, b: &BlockCall) -> bool {
        let f = &*self.function;
        let exit = |call: &BlockCall| {
            let data = &f.blocks[call.block];
            let constants = data.insts.iter().all(|&inst| is_constant(&f.insts[inst].op))
                && data.insts.len() <= 1;
            match &data.term {
                Terminator::Return(values) if data.params.is_empty() && constants => {
                    Some(f.list(values))
                }
                _ => None,
            }
        };
        let is_same = |x: Value, y: Value| {
            let (x, y) = (f.resolve(x), f.resolve(y));
            x == y || f.constant(x).is_some_and(|c| f.constant(y) == Some(c))
        };
        exit(a).zip(exit(b)).is_some_and(|(a, b)| {
            a.len() == b.len() && a.iter().zip(b).all(|(&x, &y)| is_same(x, y))
        })
    }

    fn branch_once(&mut self, first: Block, found: OneTest) {
        let OneTest { second, test, common, other } = found;
        let moved = std::mem::take(&mut self.function.blocks[second].insts);
        self.function.blocks[first].insts.extend(moved);
        self.function.blocks[second].term = Terminator::Unreachable;
        let loc = self.function.blocks[first].term_loc;
        let mut made = Vec::new();
        let cond = insert_term(self.function, test, loc, &mut made);
        self.function.blocks[first].insts.extend(made);
        self.function.blocks[first].term = Terminator::BrIf { cond, then: common, els: other };
    }
}
