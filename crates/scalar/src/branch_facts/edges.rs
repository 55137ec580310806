//! Edges that decide the branch of the merge that they lead to.
//!
//! A merge may branch on a test of its parameters, or of other values, whose outcome is known on some of the edges
//! into it: from the arguments of the edge, which may be constants, and from the branches that dominate the edge.
//! Such an edge gets a copy of the merge, which ends in a jump (jump threading with tail duplication). So a loop that
//! leaves by `state == 9`, where one arm sets 5 and the other one 9, has no test of the state any more, and a test
//! behind the arms of its inverse is gone. Values of the merge that are used elsewhere have several definitions then
//! ([`repair_ssa`]).
//!
//! Only merges are copied that do little: a few operators without effects. Where size counts, nothing of the copy may
//! remain. No merge is copied that is the header of a loop, which would give the loop a second entry.
//!
//! Cost: linear; at most `MOST_COPIES` edges in a run, each of `MOST_OPERATORS` operators.

use super::{Branch, Pass, integer, learn_outcome};
use invar_analysis::transform::edges;
use invar_analysis::{Definitions, PlaceFacts, repair_ssa};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Edge, Function, Inst, Terminator, Value, ValueDef, effects};
use invar_rules::{Compare, Const, IntUnary, evaluate};
use rustc_hash::FxHashMap;

/// How many operators a copied block holds.
const MOST_OPERATORS: usize = 6;
/// How many targets the branch of a copied block has.
const MOST_TARGETS: usize = 64;
/// How many edges lead to a block that is copied.
const MOST_EDGES: usize = 16;
/// How many copies one run makes.
const MOST_COPIES: usize = 64;
/// How many operators of a merge a question looks through.
const DEPTH: u32 = 4;

/// Merges whose branch edges may decide, and what was found of the edges into them.
pub(super) struct DecidedEdges {
    is_candidate: SecondaryMap<Block, bool>,
    /// Edges, and which edge of their target is taken.
    found: Vec<(Edge, usize)>,
}

impl DecidedEdges {
    /// The merges of a function that may be copied.
    pub(super) fn new(pass: &Pass<'_, '_>, cfg: &Cfg) -> DecidedEdges {
        let f = &*pass.function;
        let mut uses: Option<SecondaryMap<Value, u32>> = None;
        let mut is_candidate = SecondaryMap::new();
        for &block in &cfg.rpo {
            let data = &f.blocks[block];
            let meet = cfg.reachable_preds(block).take(MOST_EDGES + 1).count();
            is_candidate[block] = Branch::of(&data.term).is_some()
                && (2..=MOST_EDGES).contains(&meet)
                && !cfg.reachable_preds(block).any(|edge| cfg.is_retreating(edge))
                && data.term.targets().count() <= MOST_TARGETS
                && data.insts.iter().filter(|&&inst| !is_constant(f, inst)).count()
                    <= MOST_OPERATORS
                && data.insts.iter().all(|&inst| pass.may_be_copied(inst))
                && (pass.cx.goals.size == 0
                    || is_only_tested(f, block, uses.get_or_insert_with(|| f.use_counts())));
        }
        DecidedEdges { is_candidate, found: Vec::new() }
    }

    /// Looks at the edges that leave a block, with the facts that hold at its end.
    pub(super) fn visit(&mut self, f: &Function, block: Block, facts: &mut PlaceFacts) {
        let term = &f.blocks[block].term;
        if !matches!(
            term,
            Terminator::Jump(_) | Terminator::BrIf { .. } | Terminator::BrTable { .. }
        ) {
            return;
        }
        for (nth, call) in term.targets().enumerate() {
            if !self.is_candidate[call.block] || self.found.len() == MOST_COPIES {
                continue;
            }
            let edge = Edge { from: block, nth: nth as u32 };
            let mark = facts.mark();
            if let Some(branch) = Branch::of(term) {
                learn_outcome(facts, f, branch, nth);
            }
            let question = Question { f, facts, merge: call.block, args: edges::args(f, edge) };
            self.found.extend(question.outcome().map(|taken| (edge, taken)));
            facts.go_back(mark);
        }
    }

    /// Copies the merges that edges decide.
    pub(super) fn copy(self, pass: &mut Pass<'_, '_>) {
        let mut definitions = Definitions::default();
        for (edge, taken) in self.found {
            let f = &*pass.function;
            let call = f.blocks[edge.from].term.target(edge.nth as usize);
            let Some(call) = call.filter(|call| self.is_candidate[call.block]).cloned() else {
                continue;
            };
            let term = &f.blocks[call.block].term;
            let Some(next) = Branch::of(term).and_then(|_| term.target(taken)).cloned() else {
                continue;
            };
            if !pass.cx.fuel.take() {
                break;
            }
            pass.stats.copied += 1;
            let f = &mut *pass.function;
            let copy = f.add_block();
            let params = f.blocks[call.block].params.clone();
            let args = f.list(&call.args).to_vec();
            let mut copies: FxHashMap<Value, Value> = params.into_iter().zip(args).collect();
            for inst in f.blocks[call.block].insts.clone() {
                let args: Vec<Value> =
                    f.args(inst).iter().map(|&arg| mapped(f, &copies, arg)).collect();
                let types: Vec<_> = f.results(inst).map(|result| f.ty(result)).collect();
                let (op, loc) = (f.insts[inst].op.clone(), f.insts[inst].loc);
                let new = f.append(copy, op, &args, &types, loc);
                copies.extend(f.results(inst).zip(f.results(new)));
            }
            let args: Vec<Value> =
                f.list(&next.args).iter().map(|&arg| mapped(f, &copies, arg)).collect();
            let jump = f.call(next.block, &args);
            f.blocks[copy].term = Terminator::Jump(jump);
            f.blocks[copy].term_loc = f.blocks[call.block].term_loc;
            let mut redirected = f.call(copy, &[]);
            redirected.weight = call.weight;
            *f.blocks[edge.from].term.target_mut(edge.nth as usize).expect("the edge") = redirected;
            let mut copies: Vec<(Value, Value)> = copies.into_iter().collect();
            copies.sort_unstable();
            for (original, value) in copies {
                if f.resolve(original) == original {
                    definitions.add(original, copy, value);
                }
            }
        }
        if !definitions.is_empty() {
            pass.cx.analyses.clear();
            repair_ssa(pass.function, definitions);
        }
    }
}

impl Pass<'_, '_> {
    /// Whether an operator may be executed by copies in place of the original.
    fn may_be_copied(&self, inst: Inst) -> bool {
        let op = &self.function.insts[inst].op;
        let does = effects(op, self.cx.module);
        !does.may_not_return && !does.allocates && does.writes.is_empty()
    }
}

/// Whether nothing of a copy of a block would remain but moves of values: its operators serve its branch only.
fn is_only_tested(f: &Function, block: Block, uses: &SecondaryMap<Value, u32>) -> bool {
    let mut here: FxHashMap<Value, u32> = FxHashMap::default();
    let data = &f.blocks[block];
    for &inst in &data.insts {
        for &arg in f.args(inst) {
            *here.entry(f.resolve(arg)).or_default() += 1;
        }
    }
    if let Some(branch) = Branch::of(&data.term) {
        *here.entry(f.resolve(branch.operand)).or_default() += 1;
    }
    let results =
        data.insts.iter().filter(|&&inst| !is_constant(f, inst)).flat_map(|&inst| f.results(inst));
    let mut all = data.params.iter().copied().chain(results);
    all.all(|value| here.get(&value).copied().unwrap_or(0) == uses[value])
}

fn is_constant(f: &Function, inst: Inst) -> bool {
    invar_rules::is_constant(&f.insts[inst].op)
}

fn mapped(f: &Function, copies: &FxHashMap<Value, Value>, value: Value) -> Value {
    let value = f.resolve(value);
    copies.get(&value).copied().unwrap_or(value)
}

/// What a merge branches on, with the arguments of an edge into it.
struct Question<'a> {
    f: &'a Function,
    facts: &'a PlaceFacts,
    merge: Block,
    args: &'a [Value],
}

impl Question<'_> {
    /// Which edge of the merge is taken, if that is known.
    fn outcome(&self) -> Option<usize> {
        let term = &self.f.blocks[self.merge].term;
        let branch = Branch::of(term)?;
        if let Some(Const::I32(number)) = self.constant(branch.operand, DEPTH) {
            return term.decided(number);
        }
        match term {
            Terminator::BrIf { cond, .. } => self.truth(*cond).map(|holds| usize::from(!holds)),
            _ => None,
        }
    }

    /// Whether a condition holds.
    fn truth(&self, condition: Value) -> Option<bool> {
        let f = self.f;
        let (mut value, mut negated) = (f.resolve(condition), false);
        for _ in 0..DEPTH {
            let Some(inst) = self.computed_here(value) else { break };
            let arg = |n: usize| f.resolve(f.args(inst)[n]);
            let op = &f.insts[inst].op;
            if let Some((_, IntUnary::Eqz)) = IntUnary::of(op) {
                (value, negated) = (arg(0), !negated);
                continue;
            }
            let (_, kind) = Compare::of(op)?;
            let holds = self.facts.compare(f, kind, self.passed(arg(0))?, self.passed(arg(1))?)?;
            return Some(holds != negated);
        }
        Some(self.facts.truth(f, self.passed(value)?)? != negated)
    }

    /// A value of the merge as a value at the edge; `None` if the merge computes it.
    fn passed(&self, value: Value) -> Option<Value> {
        let value = self.f.resolve(value);
        match self.f.values[value].def {
            ValueDef::Param(block, n) if block == self.merge => {
                Some(self.f.resolve(self.args[n as usize]))
            }
            _ if integer(self.f, value).is_some() => Some(value),
            _ => self.computed_here(value).is_none().then_some(value),
        }
    }

    /// The instruction of the merge that computes a value.
    fn computed_here(&self, value: Value) -> Option<Inst> {
        let inst = self.f.def_inst(value)?;
        self.f.blocks[self.merge].insts.contains(&inst).then_some(inst)
    }

    /// The constant that a value of the merge has, if it follows from constants.
    fn constant(&self, value: Value, depth: u32) -> Option<Const> {
        let f = self.f;
        let value = f.resolve(value);
        if let Some(constant) = f.def_op(value).and_then(Const::from_op) {
            return Some(constant);
        }
        if let Some(inst) = self.computed_here(value).filter(|_| depth > 0) {
            let args: Option<Vec<Const>> =
                f.args(inst).iter().map(|&arg| self.constant(arg, depth - 1)).collect();
            return evaluate(&f.insts[inst].op, &args?);
        }
        let passed = self.passed(value)?;
        let known = f.def_op(passed).and_then(Const::from_op);
        known.or_else(|| {
            let width = invar_rules::Width::of(f.ty(passed))?;
            Some(width.constant(self.facts.constant(f, passed)?))
        })
    }
}
