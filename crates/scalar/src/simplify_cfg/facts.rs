//! Conditional constant propagation and redundant branch elimination: facts from dominating branches.
//!
//! In a block with a single incoming edge, and in all blocks that it dominates, the condition of that
//! edge is known. So are facts that follow from it: the operands of a conjunction that holds, values
//! that are equal to a constant, and comparisons of two values. At a merge, facts that hold on all
//! incoming edges are known (`merges`).

mod merges;

use super::Pass;
use invar_ir::rules::{Compare, Const, IntOp, IntUnary, Width, known_bits};
use invar_ir::{Block, Cfg, Dominators, Function, Inst, IntFacts, Op, Terminator, Value, implied};
use rustc_hash::FxHashMap;

/// The facts that hold at the current place, and how to return to those of the dominating blocks.
#[derive(Default)]
struct Facts {
    values: FxHashMap<Value, IntFacts>,
    /// Comparisons of two values, each of which holds or does not.
    pairs: FxHashMap<(Value, Value), (Compare, bool)>,
    undo: Vec<Undo>,
}

enum Undo {
    Value(Value, Option<IntFacts>),
    Pair((Value, Value), Option<(Compare, bool)>),
}

/// A branch on an integer: its operand, and the number of cases if it is a jump table.
#[derive(Clone, Copy)]
struct Branch {
    operand: Value,
    cases: Option<usize>,
}

impl Branch {
    fn of(term: &Terminator) -> Option<Branch> {
        match term {
            Terminator::BrIf { cond, .. } => Some(Branch { operand: *cond, cases: None }),
            Terminator::BrTable { index, targets, .. } => {
                Some(Branch { operand: *index, cases: Some(targets.len()) })
            }
            _ => None,
        }
    }
}

/// The number of operators that a condition is decomposed into.
const MOST_OPERATORS: usize = 8;

impl Pass<'_, '_> {
    pub(super) fn facts(&mut self) {
        let cfg = self.cfg();
        let dominators = self.cx.analyses.dominators(self.function);
        self.decide_at_merges(&cfg, &dominators);
        self.walk(&cfg, &dominators, |pass, block, facts| {
            if !facts.values.is_empty() {
                pass.use_in_insts(block, facts);
                pass.decide(block, facts);
            }
            if pass.config.arguments {
                pass.use_in_arguments(block, facts);
            }
        });
    }

    /// Visits all blocks with the facts that hold in them.
    fn walk(
        &mut self,
        cfg: &Cfg,
        dominators: &Dominators,
        mut visit: impl FnMut(&mut Self, Block, &mut Facts),
    ) {
        let mut facts = Facts::default();
        let mut stack: Vec<(Block, usize)> = Vec::new();
        for block in dominators.preorder() {
            // Leave the blocks that do not dominate this one.
            while let Some(&(above, mark)) = stack.last() {
                if dominators.dominates(above, block) {
                    break;
                }
                facts.go_back(mark);
                stack.pop();
            }
            stack.push((block, facts.undo.len()));
            let mut edges = cfg.reachable_preds(block);
            if let (Some(edge), None) =
                (edges.next(), edges.next().filter(|_| !invar_ir::mutant!(BranchFactsPassMerges)))
                && let Some(branch) = Branch::of(&self.function.blocks[edge.from].term)
            {
                facts.learn_outcome(self.function, branch, edge.nth as usize);
            }
            visit(self, block, &mut facts);
        }
    }

    fn decide(&mut self, block: Block, facts: &Facts) {
        let known = match &self.function.blocks[block].term {
            Terminator::BrIf { cond, .. } => facts.truth(self.function, *cond).map(i64::from),
            Terminator::BrTable { index, .. } => facts.constant(self.function, *index),
            _ => None,
        };
        if let Some(known) = known {
            self.take_branch(block, known);
        }
    }

    /// Folds a branch on a known integer.
    fn take_branch(&mut self, block: Block, known: i64) {
        if !self.cx.fuel.take() {
            return;
        }
        self.stats.decided += 1;
        let term = std::mem::take(&mut self.function.blocks[block].term);
        let taken = term.decided(known as i32).and_then(|nth| term.target(nth));
        let mut call = taken.expect("a branch").clone();
        call.weight = 0;
        self.function.blocks[block].term = Terminator::Jump(call);
    }

    /// Whether it pays to write a constant instead of a value.
    fn pays(&self, constant: Const) -> bool {
        self.cx.goals.size == 0 || constant.encoded_size() <= 3
    }

    /// The constant that a value is known to be, if a use of it should be that.
    fn replacement(&self, facts: &Facts, value: Value) -> Option<Const> {
        let width = Width::of(self.function.ty(value))?;
        let constant = width.constant(facts.constant(self.function, value)?);
        let is_constant = integer(self.function, value).is_some();
        (!is_constant && self.pays(constant) && self.cx.fuel.take()).then_some(constant)
    }

    fn make_constant(&mut self, block: Block, constant: Const) -> (Inst, Value) {
        let loc = self.function.blocks[block].term_loc;
        let inst = self.function.make_inst(constant.to_op(), &[], &[constant.ty()], loc);
        self.stats.values += 1;
        (inst, self.function.result(inst).expect("one result"))
    }

    fn use_in_insts(&mut self, block: Block, facts: &Facts) {
        let insts = std::mem::take(&mut self.function.blocks[block].insts);
        let mut out = Vec::with_capacity(insts.len());
        for inst in insts {
            for n in 0..self.function.args(inst).len() {
                let arg = self.function.args(inst)[n];
                if let Some(constant) = self.replacement(facts, arg) {
                    let (constant, value) = self.make_constant(block, constant);
                    out.push(constant);
                    self.function.args_mut(inst)[n] = value;
                }
            }
            out.push(inst);
        }
        self.function.blocks[block].insts = out;
    }

    /// Replaces arguments of an edge that are constant by the edge itself or by dominating branches.
    fn use_in_arguments(&mut self, block: Block, facts: &mut Facts) {
        let Some(branch) = Branch::of(&self.function.blocks[block].term) else { return };
        let mut term = std::mem::take(&mut self.function.blocks[block].term);
        for (nth, call) in term.targets_mut().enumerate() {
            if call.args.is_empty() {
                continue;
            }
            let mark = facts.undo.len();
            facts.learn_outcome(self.function, branch, nth);
            for n in 0..call.args.len(&self.function.pool) {
                let arg = self.function.list(&call.args)[n];
                if let Some(constant) = self.replacement(facts, arg) {
                    let (constant, value) = self.make_constant(block, constant);
                    self.function.blocks[block].insts.push(constant);
                    call.args.as_mut_slice(&mut self.function.pool)[n] = value;
                }
            }
            facts.go_back(mark);
        }
        self.function.blocks[block].term = term;
    }
}

impl Facts {
    // ---- Adding facts --------------------------------------------------------------------------

    /// Adds the facts that follow from taking the n-th edge of a branch.
    fn learn_outcome(&mut self, function: &Function, branch: Branch, nth: usize) {
        let operand = function.resolve(branch.operand);
        match branch.cases {
            None => self.learn_truth(function, operand, nth == 0),
            Some(cases) if nth < cases || invar_ir::mutant!(BranchDefaultIsCase) => {
                self.learn(operand, IntFacts::constant(Width::W32, nth as i64))
            }
            Some(_) => {}
        }
    }

    fn learn_truth(&mut self, function: &Function, condition: Value, holds: bool) {
        let mut work = vec![(condition, holds)];
        for _ in 0..MOST_OPERATORS {
            let Some((value, holds)) = work.pop() else { break };
            let Some(width) = Width::of(function.ty(value)) else { continue };
            let zero = IntFacts::constant(width, 0);
            let any = IntFacts::of_bits(width, known_bits(function, value));
            self.learn(value, any.where_it(if holds { Compare::Ne } else { Compare::Eq }, zero));
            let (Some(inst), Some(op)) = (function.def_inst(value), function.def_op(value)) else {
                continue;
            };
            let arg = |n: usize| function.resolve(function.args(inst)[n]);
            if let Some((width, kind)) = Compare::of(op) {
                self.learn_pair((arg(0), arg(1)), (kind, holds));
                if let Some(c) = integer(function, arg(1))
                    && matches!((kind, holds), (Compare::Eq, true) | (Compare::Ne, false))
                {
                    self.learn(arg(0), IntFacts::constant(width, c));
                }
            } else if let Some((_, IntUnary::Eqz)) = IntUnary::of(op) {
                work.push((arg(0), !holds));
            } else {
                match (IntOp::of(op), op, holds) {
                    // Both are not zero; both are zero.
                    (Some((_, IntOp::And)), _, true) | (Some((_, IntOp::Or)), _, false) => {
                        work.extend([(arg(0), holds), (arg(1), holds)]);
                    }
                    // `a ? b : 0` holds, `a ? 1 : b` does not.
                    (_, Op::Select, true) if integer(function, arg(1)) == Some(0) => {
                        work.extend([(arg(2), true), (arg(0), true)]);
                    }
                    (_, Op::Select, false) if integer(function, arg(0)).is_some_and(|c| c != 0) => {
                        work.extend([(arg(2), false), (arg(1), false)]);
                    }
                    _ => {}
                }
            }
        }
    }

    fn learn(&mut self, value: Value, fact: IntFacts) {
        let old = self.values.insert(value, fact);
        self.undo.push(Undo::Value(value, old));
    }

    fn learn_pair(&mut self, pair: (Value, Value), fact: (Compare, bool)) {
        let old = self.pairs.insert(pair, fact);
        self.undo.push(Undo::Pair(pair, old));
    }

    fn go_back(&mut self, mark: usize) {
        for undo in self.undo.drain(mark..).rev() {
            match undo {
                Undo::Value(value, Some(fact)) => {
                    self.values.insert(value, fact);
                }
                Undo::Value(value, None) => {
                    self.values.remove(&value);
                }
                Undo::Pair(pair, Some(fact)) => {
                    self.pairs.insert(pair, fact);
                }
                Undo::Pair(pair, None) => {
                    self.pairs.remove(&pair);
                }
            }
        }
    }

    // ---- Queries -------------------------------------------------------------------------------

    fn constant(&self, function: &Function, value: Value) -> Option<i64> {
        self.values.get(&function.resolve(value))?.as_constant()
    }

    /// The known facts of an integer here.
    fn known(&self, function: &Function, width: Width, value: Value) -> IntFacts {
        match (integer(function, value), self.values.get(&value)) {
            (Some(constant), _) => IntFacts::constant(width, constant),
            (None, Some(known)) => *known,
            (None, None) => IntFacts::any(width),
        }
    }

    /// Whether a value is known not to be zero, or to be.
    fn truth(&self, function: &Function, value: Value) -> Option<bool> {
        let value = function.resolve(value);
        let nonzero = |width, value| {
            let zero = IntFacts::constant(width, 0);
            self.known(function, width, value).compare(Compare::Ne, zero)
        };
        if let Some(known) = nonzero(Width::of(function.ty(value))?, value) {
            return Some(known);
        }
        let (inst, op) = (function.def_inst(value)?, function.def_op(value)?);
        let arg = |n: usize| function.resolve(function.args(inst)[n]);
        if let Some((width, IntUnary::Eqz)) = IntUnary::of(op) {
            return nonzero(width, arg(0)).map(|nonzero| !nonzero);
        }
        let (width, kind) = Compare::of(op)?;
        self.compare(function, width, kind, arg(0), arg(1))
    }

    /// Whether a comparison of two values is known to hold, or not to.
    fn compare(
        &self,
        function: &Function,
        width: Width,
        kind: Compare,
        a: Value,
        b: Value,
    ) -> Option<bool> {
        if let Some(&(known, holds)) = self.pairs.get(&(a, b)) {
            return implied(known, holds, kind);
        }
        if let Some(&(known, holds)) = self.pairs.get(&(b, a)) {
            return implied(known, holds, kind.swapped());
        }
        self.known(function, width, a).compare(kind, self.known(function, width, b))
    }
}

fn integer(function: &Function, value: Value) -> Option<i64> {
    function.def_op(value).and_then(Const::from_op)?.as_int()
}
