//! Branches that are decided by all incoming edges of a merge.
//!
//! A condition may depend on a parameter of a merge: it is the parameter, or its comparison with a
//! constant, with another parameter of that block, or with a dominating value. If the facts on each
//! incoming edge decide the condition for the argument of that edge, with the same outcome, then the
//! condition is decided in the block and below. A back edge that passes the parameter itself agrees
//! with any outcome. So a loop that repeats while `n + 1 < count`, and is only entered if `count` is
//! not 0, need not test whether `n < count`.
//!
//! Cost: linear; a block has at most `MOST_QUESTIONS` questions, each asked on `MOST_EDGES` edges.

use super::super::Pass;
use super::{Branch, integer, learn_outcome};
use invar_ir::entities::SecondaryMap;
use invar_ir::rules::{Compare, IntUnary};
use invar_ir::transform::edges;
use invar_ir::{
    Block, Cfg, Dominators, Edge, Function, Inst, PlaceFacts, Terminator, Value, ValueDef,
};

/// The number of conditions on parameters of one block that are considered.
const MOST_QUESTIONS: usize = 8;
/// The number of incoming edges that the block may have.
const MOST_EDGES: usize = 16;

/// The condition that a branch tests, on operands.
#[derive(Clone, Copy)]
enum Condition {
    /// A value is not zero, or is zero if the flag is not set.
    NotZero(Value, bool),
    /// A comparison of two values holds.
    Compare(Compare, [Value; 2]),
}

impl Condition {
    fn of(f: &Function, value: Value) -> Condition {
        let arg = |inst: Inst, n: usize| f.resolve(f.args(inst)[n]);
        match f.def_inst(value).zip(f.def_op(value)) {
            Some((inst, op)) => match (Compare::of(op), IntUnary::of(op)) {
                (Some((_, kind)), _) => Condition::Compare(kind, [arg(inst, 0), arg(inst, 1)]),
                (_, Some((_, IntUnary::Eqz))) => Condition::NotZero(arg(inst, 0), false),
                _ => Condition::NotZero(value, true),
            },
            None => Condition::NotZero(value, true),
        }
    }

    fn operands(&self) -> &[Value] {
        match self {
            Condition::NotZero(value, _) => std::slice::from_ref(value),
            Condition::Compare(_, both) => both,
        }
    }
}

/// Whether the branch at the end of a block is decided by the arguments of the edges into another one.
#[derive(Clone)]
struct Question {
    branch: Block,
    condition: Condition,
    /// The outcome on the edges so far; `None` if it is unknown on one, or they disagree.
    answer: Option<Answer>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Unasked,
    Is(bool),
}

impl Pass<'_, '_> {
    /// Decides branches on parameters of blocks.
    pub(super) fn decide_at_merges(&mut self, cfg: &Cfg, dominators: &Dominators) {
        let mut questions = self.questions(cfg, dominators);
        if questions.is_empty() {
            return;
        }
        self.walk(cfg, dominators, None, |pass, block, facts| {
            for edge in cfg.out_edges(block) {
                let asked = &mut questions[cfg.target(edge)];
                if !asked.is_empty() {
                    pass.ask(facts, edge, asked);
                }
            }
        });
        for &block in &cfg.rpo {
            for question in std::mem::take(&mut questions[block]) {
                if let Some(Answer::Is(holds)) = question.answer {
                    self.take_branch(question.branch, i64::from(holds));
                }
            }
        }
    }

    /// Conditions on parameters of blocks, by these blocks. Empty if there are none.
    fn questions(&self, cfg: &Cfg, dominators: &Dominators) -> SecondaryMap<Block, Vec<Question>> {
        let f = &*self.function;
        let mut questions: SecondaryMap<Block, Vec<Question>> = SecondaryMap::new();
        let mut home: Option<SecondaryMap<Inst, Option<Block>>> = None;
        for &branch in &cfg.rpo {
            let Terminator::BrIf { cond, .. } = f.blocks[branch].term else { continue };
            let condition = Condition::of(f, f.resolve(cond));
            let merges =
                condition.operands().iter().filter_map(|&value| match f.values[value].def {
                    ValueDef::Param(block, _) if block != f.entry => Some(block),
                    _ => None,
                });
            for merge in merges {
                let meet = cfg.reachable_preds(merge).take(MOST_EDGES + 1).count();
                if !(2..=MOST_EDGES).contains(&meet) || questions[merge].len() >= MOST_QUESTIONS {
                    continue;
                }
                let is_above = |block| block != merge && dominators.dominates(block, merge);
                let fits = condition.operands().iter().all(|&value| match f.values[value].def {
                    ValueDef::Param(block, _) => block == merge || is_above(block),
                    ValueDef::Result(..) if integer(f, value).is_some() => true,
                    ValueDef::Result(inst, _) => {
                        home.get_or_insert_with(|| homes(f))[inst].is_some_and(is_above)
                    }
                    _ => false,
                });
                if fits {
                    let answer = Some(Answer::Unasked);
                    questions[merge].push(Question { branch, condition, answer });
                    break;
                }
            }
        }
        questions
    }

    /// Answers the questions for the arguments of an edge.
    fn ask(&self, facts: &mut PlaceFacts, edge: Edge, questions: &mut [Question]) {
        let f = &*self.function;
        let Some(call) = f.blocks[edge.from].term.target(edge.nth as usize) else { return };
        let mark = facts.mark();
        if let Some(branch) = Branch::of(&f.blocks[edge.from].term) {
            learn_outcome(facts, f, branch, edge.nth as usize);
        }
        let args = edges::args(f, edge);
        let passed = |value: Value| match f.values[value].def {
            ValueDef::Param(block, n) if block == call.block => f.resolve(args[n as usize]),
            _ => value,
        };
        for question in questions.iter_mut().filter(|question| question.answer.is_some()) {
            let operands = question.condition.operands();
            if operands.iter().all(|&value| passed(value) == value) {
                continue;
            }
            let told = match question.condition {
                Condition::NotZero(value, holds) => {
                    facts.truth(f, passed(value)).map(|truth| truth == holds)
                }
                Condition::Compare(kind, [a, b]) => facts.compare(f, kind, passed(a), passed(b)),
            };
            question.answer = match (question.answer, told.map(Answer::Is)) {
                (Some(Answer::Unasked), told) => told,
                (before, told) => {
                    before.filter(|_| before == told || invar_ir::mutant!(BranchMergesDisagree))
                }
            };
        }
        facts.go_back(mark);
    }
}

fn homes(f: &Function) -> SecondaryMap<Inst, Option<Block>> {
    let mut home = SecondaryMap::with_capacity(f.insts.len());
    for (block, data) in &f.blocks {
        for &inst in &data.insts {
            home[inst] = Some(block);
        }
    }
    home
}
