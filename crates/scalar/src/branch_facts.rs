//! Conditional constant propagation and redundant branch elimination: facts from dominating branches.
//!
//! In a block with a single incoming edge, and in all blocks that it dominates, the condition of that
//! edge is known. So are facts that follow from it: the operands of a conjunction that holds, values
//! that are equal to a constant, comparisons of two values, and, where `ranges` are asked for, intervals and relations
//! of all integers ([`PlaceFacts`]). Branches and comparisons that they decide become constants, and operators simpler
//! ones. At a merge, facts that hold on all incoming edges are known (`merges`). An edge that decides the branch of a
//! merge skips it (`edges`).
//!
//! Cost: one walk over the dominator tree, linear in the function.

mod edges;
mod merges;

use edges::DecidedEdges;
use invar_analysis::{FunctionFacts, IntFacts, PassContext, PlaceFacts};
use invar_ir::{Block, Cfg, Dominators, Function, Inst, Op, Terminator, Value};
use invar_rules::{Compare, Const, IntOp, IntUnary, Width};
use merges::DecidedMerges;

invar_analysis::config! {
    /// What to use.
    pub struct Config {
        /// Intervals and relations of all integers, counters of loops among them, and copies of merges for edges that
        /// decide them. Without: only truth, equality to constants and comparisons of the same two values, which costs
        /// much less.
        ranges: bool = true,
    }
}

invar_analysis::counters! {
    /// What branches decided.
    pub struct Stats {
        /// Branches decided by a branch before them.
        decided,
        /// Uses of values that a branch decided to be a constant.
        values,
        /// Operators that the ranges of their operands simplify or decide.
        ranges,
        /// Edges that got a copy of the merge behind them, whose branch they decide.
        copied,
    }
}

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut pass = Pass { function, cx, stats: Stats::default() };
    pass.run(config.ranges);
    let stats = pass.stats;
    if stats.decided + stats.copied > 0 {
        cx.analyses.clear();
    }
    if stats != Stats::default() {
        function.resolve_aliases();
    }
    stats
}

struct Pass<'a, 'm> {
    function: &'a mut Function,
    cx: &'a mut PassContext<'m>,
    stats: Stats,
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

/// What takes the place of an operator.
enum Simpler {
    /// Another value.
    Value(Value),
    /// Another operator, of the same operands or of none.
    Operator(Op, bool),
}

impl Pass<'_, '_> {
    fn run(&mut self, ranges: bool) {
        let cfg = self.cx.analyses.cfg(self.function);
        let dominators = self.cx.analyses.dominators(self.function);
        let everywhere =
            ranges.then(|| FunctionFacts::with_counters(self.function, &cfg, &dominators));
        let mut edges = ranges.then(|| DecidedEdges::new(self, &cfg));
        let mut merges = DecidedMerges::new(self.function, &cfg, &dominators);
        self.walk(&cfg, &dominators, everywhere, |pass, block, facts| {
            if ranges || !facts.is_empty() {
                pass.use_in_insts(block, facts);
                pass.decide(block, facts);
            }
            if let Some(edges) = &mut edges {
                edges.visit(pass.function, block, facts);
            }
            if let Some(merges) = &mut merges {
                merges.visit(pass.function, block, facts);
            }
        });
        // Copies first: edges are found by their number, which a decided branch changes.
        if let Some(edges) = edges {
            edges.copy(self);
        }
        if let Some(merges) = merges {
            merges.decide(self, &cfg);
        }
    }

    /// Visits all blocks with the facts that hold in them.
    fn walk(
        &mut self,
        cfg: &Cfg,
        dominators: &Dominators,
        everywhere: Option<FunctionFacts>,
        mut visit: impl FnMut(&mut Self, Block, &mut PlaceFacts),
    ) {
        let mut facts = PlaceFacts::new(everywhere);
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
            stack.push((block, facts.mark()));
            let mut edges = cfg.reachable_preds(block);
            if let (Some(edge), None) =
                (edges.next(), edges.next().filter(|_| !invar_ir::mutant!(BranchFactsPassMerges)))
                && let Some(branch) = Branch::of(&self.function.blocks[edge.from].term)
            {
                learn_outcome(&mut facts, self.function, branch, edge.nth as usize);
            }
            visit(self, block, &mut facts);
        }
    }

    fn decide(&mut self, block: Block, facts: &PlaceFacts) {
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
    fn replacement(&self, facts: &PlaceFacts, value: Value) -> Option<Const> {
        let width = Width::of(self.function.ty(value))?;
        // A comparison that was made above the branch which decides it.
        let is_test =
            |op| Compare::of(op).is_some() || matches!(IntUnary::of(op), Some((_, IntUnary::Eqz)));
        let test = || {
            self.function.def_op(value).filter(|&op| is_test(op))?;
            facts.truth(self.function, value).map(i64::from)
        };
        let constant = width.constant(facts.constant(self.function, value).or_else(test)?);
        let is_constant = integer(self.function, value).is_some();
        (!is_constant && self.pays(constant) && self.cx.fuel.take()).then_some(constant)
    }

    fn make_constant(&mut self, block: Block, constant: Const) -> (Inst, Value) {
        let loc = self.function.blocks[block].term_loc;
        let inst = self.function.make_inst(constant.to_op(), &[], &[constant.ty()], loc);
        self.stats.values += 1;
        (inst, self.function.result(inst).expect("one result"))
    }

    fn use_in_insts(&mut self, block: Block, facts: &PlaceFacts) {
        let insts = std::mem::take(&mut self.function.blocks[block].insts);
        // The new list, from the first change on.
        let mut changed: Option<Vec<Inst>> = None;
        for (at, &inst) in insts.iter().enumerate() {
            let before = || insts[..at].to_vec();
            let args = if facts.is_empty() { 0 } else { self.function.args(inst).len() };
            for n in 0..args {
                let arg = self.function.args(inst)[n];
                if let Some(constant) = self.replacement(facts, arg) {
                    let (constant, value) = self.make_constant(block, constant);
                    changed.get_or_insert_with(before).push(constant);
                    self.function.args_mut(inst)[n] = value;
                }
            }
            let simpler = self.simpler(facts, inst).filter(|_| self.cx.fuel.take());
            if let Some(simpler) = simpler {
                self.stats.ranges += 1;
                if self.replace(inst, simpler) {
                    changed.get_or_insert_with(before);
                    continue;
                }
            }
            if let Some(out) = &mut changed {
                out.push(inst);
            }
        }
        self.function.blocks[block].insts = changed.unwrap_or(insts);
    }

    /// What the facts at its place make of an operator.
    fn simpler(&self, facts: &PlaceFacts, inst: Inst) -> Option<Simpler> {
        let f = &*self.function;
        let arg = |n: usize| f.resolve(f.args(inst)[n]);
        let op = &f.insts[inst].op;
        if matches!(op, Op::Select | Op::TypedSelect { .. }) {
            return facts.truth(f, arg(2)).map(|holds| Simpler::Value(arg(usize::from(!holds))));
        }
        if let Some((_, kind)) = Compare::of(op) {
            let holds = facts.compare(f, kind, arg(0), arg(1))?;
            return Some(Simpler::Operator(Const::I32(holds.into()).to_op(), false));
        }
        if let Some((_, IntUnary::Eqz)) = IntUnary::of(op) {
            let holds = facts.truth(f, arg(0))?;
            return Some(Simpler::Operator(Const::I32((!holds).into()).to_op(), false));
        }
        let (width, kind) = IntOp::of(op)?;
        let known = |n: usize| facts.known(f, arg(n));
        match kind {
            // All bits that can be set are kept.
            IntOp::And => {
                let mask = integer(f, arg(1))? as u64 & width.mask();
                (!known(0)?.bits.zeros & !mask == 0).then(|| Simpler::Value(arg(0)))
            }
            IntOp::RemU => {
                let is_less = facts.compare(f, Compare::LtU, arg(0), arg(1)) == Some(true);
                is_less.then(|| Simpler::Value(arg(0)))
            }
            // Of numbers that are not negative.
            IntOp::DivS | IntOp::RemS => {
                let is_positive = |n: usize| Some(known(n)?.signed.0 >= 0);
                let unsigned = match (kind, width) {
                    (IntOp::DivS, Width::W32) => Op::I32DivU,
                    (IntOp::DivS, Width::W64) => Op::I64DivU,
                    (_, Width::W32) => Op::I32RemU,
                    (_, Width::W64) => Op::I64RemU,
                };
                (is_positive(1)? && is_positive(0)?).then_some(Simpler::Operator(unsigned, true))
            }
            IntOp::ShrS => {
                let (least, most) = known(0)?.signed;
                let by = integer(f, arg(1))? as u32 % width.bits();
                let same = (least >> by == most >> by).then_some(least >> by)?;
                Some(Simpler::Operator(width.constant(same).to_op(), false))
            }
            _ => None,
        }
    }

    /// Puts something simpler into the place of an instruction; `true` if the instruction is to be removed.
    fn replace(&mut self, inst: Inst, simpler: Simpler) -> bool {
        match simpler {
            Simpler::Value(value) => {
                let result = self.function.result(inst).expect("one result");
                self.function.alias(result, value);
                true
            }
            Simpler::Operator(op, keeps_operands) => {
                self.function.insts[inst].op = op;
                if !keeps_operands {
                    let mut args = std::mem::take(&mut self.function.insts[inst].args);
                    args.clear(&mut self.function.pool);
                }
                false
            }
        }
    }
}

/// Adds the facts that follow from taking the n-th edge of a branch.
fn learn_outcome(facts: &mut PlaceFacts, f: &Function, branch: Branch, nth: usize) {
    match branch.cases {
        None => facts.learn_truth(f, branch.operand, nth == 0),
        Some(cases) if nth < cases || invar_ir::mutant!(BranchDefaultIsCase) => {
            facts.narrow(f, branch.operand, IntFacts::constant(Width::W32, nth as i64));
        }
        Some(cases) => {
            let others = (cases as u64, Width::W32.mask());
            facts.narrow(f, branch.operand, IntFacts::between(Width::W32, Some(others), None));
        }
    }
}

fn integer(function: &Function, value: Value) -> Option<i64> {
    function.def_op(value).and_then(Const::from_op)?.as_int()
}

#[cfg(test)]
mod tests;
