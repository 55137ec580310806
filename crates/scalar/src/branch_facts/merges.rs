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

use super::{Branch, Pass, integer, learn_outcome};
use invar_analysis::PlaceFacts;
use invar_analysis::transform::edges;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Dominators, Edge, Function, Inst, Terminator, Value, ValueDef};
use invar_rules::{Compare, IntUnary};

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

/// Conditions on parameters of merges, and what the edges into these tell.
pub(super) struct DecidedMerges {
    questions: SecondaryMap<Block, Vec<Question>>,
}

impl DecidedMerges {
    /// The conditions of a function on parameters of merges; `None` if there are none.
    pub(super) fn new(f: &Function, cfg: &Cfg, dominators: &Dominators) -> Option<DecidedMerges> {
        let mut questions: SecondaryMap<Block, Vec<Question>> = SecondaryMap::new();
        let mut found = false;
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
                    found = true;
                    break;
                }
            }
        }
        found.then_some(DecidedMerges { questions })
    }

    /// Answers the questions for the arguments of the edges that leave a block, with the facts that hold at its end.
    pub(super) fn visit(&mut self, f: &Function, block: Block, facts: &mut PlaceFacts) {
        let term = &f.blocks[block].term;
        for (nth, call) in term.targets().enumerate() {
            let questions = &mut self.questions[call.block];
            if questions.is_empty() {
                continue;
            }
            let mark = facts.mark();
            if let Some(branch) = Branch::of(term) {
                learn_outcome(facts, f, branch, nth);
            }
            let edge = Edge { from: block, nth: nth as u32 };
            for question in questions {
                question.ask(f, facts, call.block, edges::args(f, edge));
            }
            facts.go_back(mark);
        }
    }

    /// Decides the branches whose condition has the same outcome on all edges.
    pub(super) fn decide(mut self, pass: &mut Pass<'_, '_>, cfg: &Cfg) {
        for &block in &cfg.rpo {
            for question in std::mem::take(&mut self.questions[block]) {
                let is_branch =
                    matches!(pass.function.blocks[question.branch].term, Terminator::BrIf { .. });
                if let Some(Answer::Is(holds)) = question.answer.filter(|_| is_branch) {
                    pass.take_branch(question.branch, i64::from(holds));
                }
            }
        }
    }
}

impl Question {
    /// Answers the question for the arguments of an edge into the merge.
    fn ask(&mut self, f: &Function, facts: &PlaceFacts, merge: Block, args: &[Value]) {
        let Some(before) = self.answer else { return };
        let passed = |value: Value| match f.values[value].def {
            ValueDef::Param(block, n) if block == merge => f.resolve(args[n as usize]),
            _ => value,
        };
        if self.condition.operands().iter().all(|&value| passed(value) == value) {
            return;
        }
        let told = match self.condition {
            Condition::NotZero(value, holds) => {
                facts.truth(f, passed(value)).map(|truth| truth == holds)
            }
            Condition::Compare(kind, [a, b]) => facts.compare(f, kind, passed(a), passed(b)),
        };
        self.answer = match (before, told.map(Answer::Is)) {
            (Answer::Unasked, told) => told,
            (Answer::Is(_), told) => {
                let agrees = told == Some(before) || invar_ir::mutant!(BranchMergesDisagree);
                agrees.then_some(before)
            }
        };
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
