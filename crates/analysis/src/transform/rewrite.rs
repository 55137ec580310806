//! The rewrite engine: applies the rules of [`invar_rules`] to an operator until none applies.
//!
//! Constant folding and algebraic simplification are the same on every program representation; what
//! differs is how operands are looked up ([`ValueFacts`]) and how an operator is inserted
//! ([`Rewrite`]). The control-flow graph (`fold`) and the region graph (node reduction) both run this
//! engine. An operator is rewritten before it is made: intermediate results are never part of the
//! program, only their operands are.
//!
//! Cost: O(1) per operator; the number of rules applied one after another is limited.

use crate::Fuel;
use invar_ir::{Function, Inst, Op, SourceLoc, ValType, Value};
use invar_rules::{
    Allow, Const, RuleCounts, Simpler, Term, ValueFacts, simplify, simplify_condition,
};

/// The number of rules applied one after another to one operator. The rules terminate by themselves;
/// this is a safeguard.
const MAX_STEPS: usize = 32;

/// A program in which the engine may insert operators.
pub trait Rewrite: ValueFacts {
    /// Where an operator is inserted, and its source location.
    type Place: Copy;

    /// Inserts a pure operator with one result at a place; its result.
    fn insert(
        &mut self,
        place: Self::Place,
        ty: ValType,
        op: Op,
        args: &[Self::Value],
    ) -> Self::Value;

    /// Inserts the operators of a term at a place, as they are. Recursion is bounded: terms are a few
    /// operators deep.
    fn insert_term(&mut self, place: Self::Place, term: Term<Self::Value>) -> Self::Value {
        let (ty, op, args) = match term {
            Term::Value(value) => return value,
            Term::Const(constant) => (constant.ty(), constant.to_op(), Vec::new()),
            Term::Node(ty, op, terms) => {
                let args = terms.into_iter().map(|term| self.insert_term(place, term));
                (ty, op, args.collect())
            }
        };
        self.insert(place, ty, op, &args)
    }
}

/// Makes the operators of a term in a function, as they are, and lists them in `out`. Gives the value. Recursion is
/// bounded: terms are a few operators deep.
pub fn insert_term(
    f: &mut Function,
    term: Term<Value>,
    loc: SourceLoc,
    out: &mut Vec<Inst>,
) -> Value {
    let (ty, op, args) = match term {
        Term::Value(value) => return value,
        Term::Const(constant) => (constant.ty(), constant.to_op(), Vec::new()),
        Term::Node(ty, op, terms) => {
            let args = terms.into_iter().map(|term| insert_term(f, term, loc, out)).collect();
            (ty, op, args)
        }
    };
    let made = f.make_inst(op, &args, &[ty], loc);
    out.push(made);
    f.result(made).expect("a term has one result")
}

/// What an operator was rewritten to.
#[derive(Clone, PartialEq, Debug)]
pub enum Rewritten<V> {
    /// An existing value.
    Value(V),
    /// Another operator of this result type; a constant is one without operands.
    Operator(ValType, Op, Vec<V>),
}

impl<V> From<Const> for Rewritten<V> {
    fn from(constant: Const) -> Self {
        Rewritten::Operator(constant.ty(), constant.to_op(), Vec::new())
    }
}

/// The state of the engine: what it may do, and what it has done.
pub struct Rewriter<'a> {
    allow: Allow,
    fuel: &'a Fuel,
    /// The rules that were applied.
    pub rules: RuleCounts,
    /// Rewrites to a constant.
    pub constants: u64,
    /// Rewrites to an existing value.
    pub values: u64,
    /// Rewrites to another operator.
    pub operators: u64,
}

impl<'a> Rewriter<'a> {
    /// An engine that has done nothing yet.
    pub fn new(allow: Allow, fuel: &'a Fuel) -> Self {
        let rules = RuleCounts::default();
        Rewriter { allow, fuel, rules, constants: 0, values: 0, operators: 0 }
    }

    /// What the rules may use.
    pub fn allow(&self) -> &Allow {
        &self.allow
    }

    /// The answer of the rules, if there is fuel for it; counts the rules.
    pub fn accept<T>(&mut self, answer: Option<Simpler<T>>) -> Option<T> {
        let Simpler { to, by } = answer.filter(|_| self.fuel.take())?;
        self.rules.count(by);
        Some(to)
    }

    /// What an operator is rewritten to, by what [`simplify`] answers for it and then by the rules
    /// that apply to the result. New operands are inserted at `place`.
    pub fn apply<P: Rewrite>(
        &mut self,
        program: &mut P,
        place: P::Place,
        mut answer: Option<Simpler<Term<P::Value>>>,
    ) -> Option<Rewritten<P::Value>> {
        let mut rewritten = None;
        for _ in 0..MAX_STEPS {
            let Some(term) = self.accept(answer) else { break };
            let (ty, op, terms) = match term {
                Term::Value(value) => {
                    self.values += 1;
                    return Some(Rewritten::Value(value));
                }
                Term::Const(constant) => {
                    self.constants += 1;
                    return Some(Rewritten::from(constant));
                }
                Term::Node(ty, op, terms) => (ty, op, terms),
            };
            self.operators += 1;
            let args = self.build_all(program, place, terms);
            answer = simplify(program, &self.allow, &op, &args);
            rewritten = Some(Rewritten::Operator(ty, op, args));
        }
        rewritten
    }

    /// The value of a term, computed by operators that are inserted at `place`, each rewritten in
    /// turn. Recursion is bounded by the rules: terms are a few operators deep.
    pub fn build<P: Rewrite>(
        &mut self,
        program: &mut P,
        place: P::Place,
        term: Term<P::Value>,
    ) -> P::Value {
        let made = match term {
            Term::Value(value) => Rewritten::Value(value),
            Term::Const(constant) => Rewritten::from(constant),
            Term::Node(ty, op, terms) => {
                let args = self.build_all(program, place, terms);
                let answer = simplify(program, &self.allow, &op, &args);
                let rewritten = self.apply(program, place, answer);
                rewritten.unwrap_or(Rewritten::Operator(ty, op, args))
            }
        };
        match made {
            Rewritten::Value(value) => value,
            Rewritten::Operator(ty, op, args) => program.insert(place, ty, op, &args),
        }
    }

    fn build_all<P: Rewrite>(
        &mut self,
        program: &mut P,
        place: P::Place,
        terms: Vec<Term<P::Value>>,
    ) -> Vec<P::Value> {
        terms.into_iter().map(|term| self.build(program, place, term)).collect()
    }

    /// A simpler value that is zero exactly when `condition` is, or exactly when it is not: that is
    /// the second part of the answer. The third is the number of rewrites. A constant is left as it is.
    pub fn condition<P: Rewrite>(
        &mut self,
        program: &mut P,
        place: P::Place,
        condition: P::Value,
    ) -> (P::Value, bool, u64) {
        let (mut value, mut negated, mut steps) = (condition, false, 0);
        while steps < MAX_STEPS as u64 && program.constant(value).is_none() {
            let answer = simplify_condition(program, &self.allow, value);
            let Some(simpler) = self.accept(answer) else { break };
            value = self.build(program, place, simpler.value);
            negated ^= simpler.negated;
            steps += 1;
        }
        (value, negated, steps)
    }
}
