//! Facts of all integers of a function that hold wherever they exist, in one walk over the blocks in reverse postorder.
//!
//! The facts about a block parameter are the join of those about its arguments, each refined by the branch condition
//! of its edge and by those of a few branches above it. Nothing is known of the parameters of a block with a retreating
//! edge, unless the caller provides facts, as loop passes do for induction variables.
//!
//! Cost: linear.

use super::IntFacts;
use super::condition::Comparison;
use super::params::Assumed;
use crate::transform::edges;
use cranelift_entity::SecondaryMap;
use invar_ir::Cfg;
use invar_ir::{Block, Edge, Function, Op, Terminator, Value};
use invar_rules::{Const, ValueFacts, Width};

/// How many branches are asked for an edge: its own, and those above it.
const MOST_BRANCHES: usize = 4;

/// See the module's documentation.
pub struct FunctionFacts {
    of: SecondaryMap<Value, Option<IntFacts>>,
}

impl FunctionFacts {
    /// Computes the facts of a function. `header` is called for each block before its instructions
    /// are visited; if it returns `true`, it has set all facts about the parameters
    /// ([`FunctionFacts::narrow`]).
    pub fn new(
        f: &Function,
        cfg: &Cfg,
        mut header: impl FnMut(&mut FunctionFacts, Block) -> bool,
    ) -> FunctionFacts {
        let mut facts = FunctionFacts { of: SecondaryMap::with_capacity(f.values.len()) };
        for &block in &cfg.rpo {
            if !header(&mut facts, block) && block != f.entry {
                facts.params(f, cfg, block);
            }
            for &inst in &f.blocks[block].insts {
                if let Some(value) = f.result(inst)
                    && f.results(inst).len() == 1
                    // What stands for something else now has no operator any more.
                    && f.resolve(value) == value
                {
                    facts.of[value] = facts.result(f, value, &f.insts[inst].op);
                }
            }
        }
        facts
    }

    /// The facts about a value; `None` if it is not an integer.
    pub fn get(&self, f: &Function, value: Value) -> Option<IntFacts> {
        let value = f.resolve(value);
        let width = Width::of(f.ty(value))?;
        // A constant may stand in a block that comes later.
        let constant = || f.constant(value).and_then(Const::as_int);
        let otherwise = || constant().map(|number| IntFacts::constant(width, number));
        Some(self.of[value].or_else(otherwise).unwrap_or(IntFacts::any(width)))
    }

    /// Sets the signed range of an integer.
    pub fn narrow(&mut self, f: &Function, value: Value, range: (i64, i64)) {
        self.of[value] = self
            .get(f, value)
            .map(|known| known.meet(IntFacts::between(known.width, None, Some(range))));
    }

    /// Adds facts about an integer to those that are known.
    pub fn refine(&mut self, f: &Function, value: Value, facts: IntFacts) {
        self.of[value] = self.get(f, value).map(|known| known.meet(facts));
    }

    fn params(&mut self, f: &Function, cfg: &Cfg, block: Block) {
        let again = cfg.reachable_preds(block).any(|edge| cfg.is_retreating(edge));
        for (n, &param) in f.blocks[block].params.iter().enumerate().filter(|_| !again) {
            let mut passed = cfg.reachable_preds(block).map(|edge| {
                let arg = edges::args(f, edge).get(n);
                arg.and_then(|&arg| self.on_edge(f, cfg, edge, arg))
            });
            let first = passed.next().flatten();
            self.of[param] = first
                .and_then(|first| passed.try_fold(first, |all, passed| Some(all.join(passed?))));
        }
    }

    /// The facts about a value on an edge: those that hold everywhere, and what the branch of the edge and those right
    /// above it tell.
    fn on_edge(&self, f: &Function, cfg: &Cfg, edge: Edge, value: Value) -> Option<IntFacts> {
        let mut known = self.get(f, value)?;
        let mut next = Some(edge);
        for _ in 0..MOST_BRANCHES {
            let Some(edge) = next else { break };
            if let Terminator::BrIf { cond, .. } = &f.blocks[edge.from].term {
                known = self.refined(f, *cond, edge.nth == 0, value, known);
            }
            next = match cfg.preds(edge.from) {
                [above] if known.as_constant().is_none() => Some(*above),
                _ => None,
            };
        }
        Some(known)
    }

    /// The facts about a value where a condition is not zero, or zero if not `holds`; `None` if it
    /// is not an integer.
    fn where_holds(
        &self,
        f: &Function,
        cond: Value,
        holds: bool,
        value: Value,
    ) -> Option<IntFacts> {
        Some(self.refined(f, cond, holds, value, self.get(f, value)?))
    }

    /// What is known of a value of which something is known, where a condition holds or does not.
    pub(super) fn refined(
        &self,
        f: &Function,
        cond: Value,
        holds: bool,
        value: Value,
        mut known: IntFacts,
    ) -> IntFacts {
        let value = f.resolve(value);
        let Some(told) = Comparison::of(f, f.resolve(cond), holds) else { return known };
        let right = match told.right {
            Some(right) => self.get(f, right),
            None => Some(IntFacts::constant(told.width, 0)),
        };
        if let Some(right) = right.filter(|_| told.left == value) {
            known = known.where_it(told.kind, right);
        }
        if let Some(left) = self.get(f, told.left).filter(|_| told.right == Some(value)) {
            known = known.where_it(told.kind.swapped(), left);
        }
        known
    }

    /// The facts about the result of an operator.
    fn result(&self, f: &Function, value: Value, op: &Op) -> Option<IntFacts> {
        let width = Width::of(f.ty(value))?;
        let assumed = Assumed { function: f, facts: &self.of, bits: |facts| facts.bits };
        // Through one operator: what is known of its operands is here already.
        let own = IntFacts::of_bits(width, assumed.known_bits_within(value, 1));
        let operand = |n| match (op, n) {
            (Op::Select | Op::TypedSelect { .. }, 0 | 1) => {
                self.where_holds(f, f.operand(value, 2), n == 0, f.operand(value, n))
            }
            _ => self.get(f, f.operand(value, n)),
        };
        Some(IntFacts::result(op, width, operand).map_or(own, |computed| own.meet(computed)))
    }
}
