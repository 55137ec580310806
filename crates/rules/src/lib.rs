//! Constant folding and algebraic simplification: the one place that knows simpler forms of operators.
//!
//! * [`evaluate`]: an operator on constants, bit for bit.
//! * [`simplify`]: an operator, with facts about its operands, to a constant, to a value
//!   that exists already, or to a smaller expression ([`Term`]).
//! * [`simplify_condition`], [`simplify_operand`], [`simplify_store`]: the same where only a part
//!   of a value matters: whether it is zero, its low bits.
//! * [`known_bits`], [`sign_bits`]: the bits of an integer that follow from how it is computed;
//!   [`never_traps`]: the divisions that cannot trap by them.
//! * [`value_numbering`]: which operators on equal operands give equal values.
//!
//! The rules see a program only through [`ValueFacts`], so that the control-flow graph, the
//! region graph and the specializer share them. They know nothing of effects and need not: each
//! replaces a pure operator by an equal one and never adds a trap. A rule may drop a use of an
//! operand, never the operand itself.
//!
//! Each rule makes the expression smaller, or leaves its size and moves it towards a normal form:
//! constants to the right, comparisons with zero as `eqz`, addition before subtraction of a
//! constant (unless that takes a longer number), no operation in 64 bits that 32 do. So repeating
//! them ends; a caller repeats them by a worklist. A call costs O(1): what looks through operands
//! stops at a fixed depth.
//!
//! Never done: a rule that would change the bits of a NaN, or choose them where the engine does;
//! a reassociation of floats; offsets into memory immediates (they
//! do not wrap, additions do).

mod compare;
mod constant;
mod convert;
mod evaluate;
mod float;
mod integer;
mod interval;
mod known_bits;
mod lanes;
mod load;
mod names;
mod other;
mod shape;
#[cfg(test)]
mod tests;
pub mod value_numbering;

pub use constant::{Const, is_constant, sleb_size, uleb_size};
pub use evaluate::{evaluate, evaluate_wide};
pub use known_bits::{KnownBits, known_bits, sign_bits};
pub use load::load;
pub use names::{Rule, RuleCounts, RuleSet};
pub use shape::{Compare, FloatCompare, FloatOp, IntOp, IntUnary, Width, exchanged};

use invar_ir::{Function, Op, ValType, Value, ValueDef};
use std::cell::Cell;

/// The facts about values that rules may use.
pub trait ValueFacts {
    /// A value of the program.
    type Value: Copy + PartialEq;

    /// The operator that computes a value, if an operator with that single result does.
    fn op(&self, value: Self::Value) -> Option<&Op>;

    /// The `n`-th operand of that operator. Equal values must be given equal names.
    fn operand(&self, value: Self::Value, n: usize) -> Self::Value;

    /// The type of a value.
    fn ty(&self, value: Self::Value) -> ValType;

    /// The constant that a value always is, if that is known.
    fn constant(&self, value: Self::Value) -> Option<Const> {
        self.op(value).and_then(Const::from_op)
    }

    /// Whether a value has other uses, so that it stays if the operator at hand no longer uses it.
    /// A rule that would use the value's operands instead then only extends their live ranges, even
    /// past the value, which costs a copy in a loop. `false` if not known.
    fn is_shared(&self, value: Self::Value) -> bool {
        let _ = value;
        false
    }

    /// Facts about an integer from elsewhere: about its block parameter, or a range.
    fn known_bits(&self, value: Self::Value) -> Option<KnownBits> {
        let _ = value;
        None
    }

    /// The known bits of an integer, from elsewhere and by looking through at most `depth`
    /// operators. Provided; only a proof of the rules, in which any bits may be known, overrides
    /// it.
    fn known_bits_within(&self, value: Self::Value, depth: u32) -> KnownBits
    where
        Self: Sized,
    {
        known_bits::known(self, value, depth)
    }

    /// How many of the upper bits of an integer are copies of its sign, by looking through at most
    /// `depth` operators. Provided, like [`ValueFacts::known_bits_within`].
    fn sign_bits_within(&self, value: Self::Value, depth: u32) -> u32
    where
        Self: Sized,
    {
        known_bits::signs(self, value, depth)
    }
}

impl ValueFacts for Function {
    type Value = Value;

    fn op(&self, value: Value) -> Option<&Op> {
        match self.values[self.resolve(value)].def {
            ValueDef::Result(inst, 0) if self.results(inst).len() == 1 => {
                Some(&self.insts[inst].op)
            }
            _ => None,
        }
    }

    fn operand(&self, value: Value, n: usize) -> Value {
        let inst = self.def_inst(value).expect("a value with an operator");
        self.resolve(self.args(inst)[n])
    }

    fn ty(&self, value: Value) -> ValType {
        Function::ty(self, value)
    }
}

/// Operators that the rules may introduce, and what to optimize for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Allow {
    /// `extend8_s` and its like may be written: the input uses them already.
    pub sign_extension: bool,
    /// Prefer fewer bytes where that costs a little speed.
    pub size: bool,
    /// Rules that are switched off.
    pub without: RuleSet,
}

impl Allow {
    /// What is allowed in a function, if these rules are switched off. Cost: linear, until the first sign extension.
    pub fn of(function: &Function, size: bool, without: RuleSet) -> Allow {
        let mut insts = function.live_blocks().flat_map(|block| &function.blocks[block].insts);
        let is_extension =
            |&inst: &invar_ir::Inst| function.insts[inst].op.proposal() == "sign_extension";
        Allow { sign_extension: insts.any(is_extension), size, without }
    }
}

/// The simplified form of an operator.
#[derive(Clone, PartialEq, Debug)]
pub enum Term<V> {
    /// A value that exists already: an operand, or an operand's operand.
    Value(V),
    /// A constant.
    Const(Const),
    /// A new operator of this result type.
    Node(ValType, Op, Vec<Term<V>>),
}

/// The simplified form of a condition: whether `value` is nonzero, or zero if `negated`.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition<V> {
    /// An `i32`, of which only zero or not counts.
    pub value: Term<V>,
    /// Whether the branches (or arms) are exchanged.
    pub negated: bool,
}

/// A simplification, and the rules that it follows from.
#[derive(Clone, PartialEq, Debug)]
pub struct Simpler<T> {
    /// The replacement.
    pub to: T,
    /// The rules that were applied for it; none where constants were evaluated.
    pub by: RuleSet,
}

/// A simpler way to compute `op` on `args`, if a rule knows one. The result is equal bit for bit,
/// except that an arithmetic operator may pass on the other one of two operands that are NaNs.
pub fn simplify<F: ValueFacts>(
    facts: &F,
    allow: &Allow,
    op: &Op,
    args: &[F::Value],
) -> Option<Simpler<Term<F::Value>>> {
    if args.is_empty() {
        return None;
    }
    let rules = Rules::new(facts, allow);
    let evaluated = rules.evaluate(op, args).map(Term::Const);
    rules.applied(evaluated.or_else(|| rules.simplify(op, args)))
}

/// A simpler value that is zero exactly when `condition` is (or is not).
pub fn simplify_condition<F: ValueFacts>(
    facts: &F,
    allow: &Allow,
    condition: F::Value,
) -> Option<Simpler<Condition<F::Value>>> {
    let rules = Rules::new(facts, allow);
    rules.applied(rules.condition(condition))
}

/// A single test for two, each of a condition that must be nonzero, or zero if its flag is not set: of both, or of
/// `either`. Known for comparisons of one value with constants whose intervals have an interval in common or together.
pub fn simplify_tests<F: ValueFacts>(
    facts: &F,
    allow: &Allow,
    either: bool,
    first: (F::Value, bool),
    second: (F::Value, bool),
) -> Option<Simpler<Term<F::Value>>> {
    let rules = Rules::new(facts, allow);
    rules.applied(rules.one_test(either, first, second))
}

/// A simpler value for the `n`-th operand of an operator that demands only some of its bits: shift
/// amounts, the values of narrow stores and sign extensions. Valid for any operator, also one with
/// effects.
pub fn simplify_operand<F: ValueFacts>(
    facts: &F,
    allow: &Allow,
    op: &Op,
    args: &[F::Value],
    n: usize,
) -> Option<Simpler<F::Value>> {
    let rules = Rules::new(facts, allow);
    rules.applied(rules.narrowed(op, args, n))
}

/// A simpler operator and value for a store to memory of `value`; the address stays.
pub fn simplify_store<F: ValueFacts>(
    facts: &F,
    allow: &Allow,
    op: &Op,
    value: F::Value,
) -> Option<Simpler<(Op, F::Value)>> {
    let rules = Rules::new(facts, allow);
    rules.applied(rules.store(op, value))
}

/// Whether an operator that may trap cannot on these operands, by the facts about them: a division
/// by a value that is never zero, and whose result fits.
pub fn never_traps<F: ValueFacts>(facts: &F, op: &Op, args: &[F::Value]) -> bool {
    let Some((width, kind)) = IntOp::of(op) else { return false };
    let divisor = || known_bits(facts, args[1]);
    match kind {
        IntOp::DivU | IntOp::RemU | IntOp::RemS => divisor().min() > 0,
        IntOp::DivS => {
            let (divisor, dividend) = (divisor(), known_bits(facts, args[0]));
            let (smallest, minus_one) = (width.min() as u64 & width.mask(), width.mask());
            divisor.min() > 0
                && (invar_ir::mutant!(NeverTrapsQuotientFits)
                    || !divisor.allows(minus_one)
                    || !dividend.allows(smallest))
        }
        _ => false,
    }
}

/// `value` as a base plus a constant, through one addition or subtraction of a constant. In the
/// arithmetic of its type, so with wrapping.
pub fn base_and_offset<F: ValueFacts>(facts: &F, value: F::Value) -> Option<(F::Value, i64)> {
    Rules::new(facts, &Allow::default()).offset(value)
}

/// The facts and permissions that the rules, spread over the files of this module, work with.
struct Rules<'a, F: ValueFacts> {
    facts: &'a F,
    allow: &'a Allow,
    /// The rules applied so far for the current answer.
    applied: Cell<RuleSet>,
}

/// The answer of a rule.
type Answer<F> = Option<Term<<F as ValueFacts>::Value>>;

impl<'a, F: ValueFacts> Rules<'a, F> {
    fn new(facts: &'a F, allow: &'a Allow) -> Self {
        Rules { facts, allow, applied: Cell::default() }
    }

    /// The answer of a rule; none if the rule is switched off. Then no other rule of the same match
    /// or function is tried in its place, so that later ones can rely on the order.
    fn by<T>(&self, rule: Rule, answer: Option<T>) -> Option<T> {
        if answer.is_none() || self.allow.without.contains(rule) {
            return None;
        }
        let mut applied = self.applied.get();
        applied.insert(rule);
        self.applied.set(applied);
        answer
    }

    /// An answer with the rules that were applied for it.
    fn applied<T>(&self, answer: Option<T>) -> Option<Simpler<T>> {
        Some(Simpler { to: answer?, by: self.applied.get() })
    }

    fn simplify(&self, op: &Op, args: &[F::Value]) -> Answer<F> {
        match *args {
            [a] => {
                if let Some((width, kind)) = IntUnary::of(op) {
                    return self.int_unary(width, kind, a);
                }
                self.convert(op, a)
                    .or_else(|| self.float_unary(op, a))
                    .or_else(|| self.vector_unary(op, a))
                    .or_else(|| self.reference(op, a))
            }
            [a, b] => {
                if let Some((width, kind)) = IntOp::of(op) {
                    return self.int_binary(width, kind, a, b);
                }
                if let Some((width, kind)) = Compare::of(op) {
                    return self.compare(width, kind, a, b);
                }
                self.float_binary(op, a, b)
                    .or_else(|| self.float_compare(op, a, b))
                    .or_else(|| self.vector_binary(op, a, b))
            }
            [a, b, c] => match op {
                Op::Select | Op::TypedSelect { .. } => self.select(op, a, b, c),
                Op::V128Bitselect => self.bitselect(a, b, c),
                _ => None,
            },
            _ => None,
        }
    }

    fn evaluate(&self, op: &Op, args: &[F::Value]) -> Option<Const> {
        let mut constants = [Const::I32(0); 3];
        let constants = constants.get_mut(..args.len())?;
        for (constant, &arg) in constants.iter_mut().zip(args) {
            *constant = self.facts.constant(arg)?;
        }
        evaluate(op, constants)
    }

    fn op(&self, value: F::Value) -> Option<&Op> {
        self.facts.op(value)
    }

    /// The `n`-th operand of a value's operator.
    fn arg(&self, value: F::Value, n: usize) -> F::Value {
        self.facts.operand(value, n)
    }

    /// An integer constant, sign-extended.
    fn int(&self, value: F::Value) -> Option<i64> {
        self.facts.constant(value)?.as_int()
    }

    fn width(&self, value: F::Value) -> Width {
        Width::of(self.facts.ty(value)).unwrap_or(Width::W32)
    }

    /// The operand of a value that is computed by this operator of one operand.
    fn through(&self, value: F::Value, op: &Op) -> Option<F::Value> {
        (self.op(value)? == op).then(|| self.arg(value, 0))
    }

    fn int_op(&self, value: F::Value) -> Option<(IntOp, F::Value, F::Value)> {
        let (_, kind) = IntOp::of(self.op(value)?)?;
        Some((kind, self.arg(value, 0), self.arg(value, 1)))
    }

    /// An integer operator whose right operand is a constant.
    fn int_op_const(&self, value: F::Value) -> Option<(IntOp, F::Value, i64)> {
        let (kind, left, right) = self.int_op(value)?;
        Some((kind, left, self.int(right)?))
    }

    /// Whether `value` is `kind` of `operand` and another value, which is given.
    fn other_operand(&self, value: F::Value, kind: IntOp, operand: F::Value) -> Option<F::Value> {
        let (found, left, right) = self.int_op(value)?;
        if found != kind {
            None
        } else if right == operand {
            Some(left)
        } else {
            (left == operand && kind.is_commutative()).then_some(right)
        }
    }

    /// `value` is `x + c` or `x - c`.
    fn offset(&self, value: F::Value) -> Option<(F::Value, i64)> {
        match self.int_op_const(value)? {
            (IntOp::Add, x, c) => Some((x, c)),
            (IntOp::Sub, x, c) => Some((x, c.wrapping_neg())),
            _ => None,
        }
    }

    /// Whether a value is 0 or 1.
    fn is_bool(&self, value: F::Value) -> bool {
        known_bits(self.facts, value).max() <= 1
    }

    fn is_nonnegative(&self, value: F::Value) -> bool {
        let width = self.width(value);
        known_bits(self.facts, value).max() <= width.max() as u64
    }
}

// The answers, short enough to stand in tables.

fn value<V>(value: V) -> Option<Term<V>> {
    Some(Term::Value(value))
}

fn flag<V>(value: bool) -> Option<Term<V>> {
    Some(Term::Const(Const::I32(value.into())))
}

fn constant<V>(width: Width, value: i64) -> Term<V> {
    Term::Const(width.constant(value))
}

fn unary<V>(ty: ValType, op: Op, a: V) -> Option<Term<V>> {
    Some(Term::Node(ty, op, vec![Term::Value(a)]))
}

fn binary<V>(ty: ValType, op: Op, a: V, b: V) -> Option<Term<V>> {
    Some(Term::Node(ty, op, vec![Term::Value(a), Term::Value(b)]))
}

impl IntOp {
    fn of_values<V>(self, width: Width, a: V, b: V) -> Option<Term<V>> {
        binary(width.ty(), self.at(width), a, b)
    }

    fn with_const<V>(self, width: Width, a: V, c: i64) -> Option<Term<V>> {
        Some(Term::Node(width.ty(), self.at(width), vec![Term::Value(a), constant(width, c)]))
    }

    fn const_with<V>(self, width: Width, c: i64, b: V) -> Option<Term<V>> {
        Some(Term::Node(width.ty(), self.at(width), vec![constant(width, c), Term::Value(b)]))
    }
}

impl Compare {
    fn of_values<V>(self, width: Width, a: V, b: V) -> Option<Term<V>> {
        binary(ValType::I32, self.at(width), a, b)
    }

    fn with_const<V>(self, width: Width, a: V, c: i64) -> Option<Term<V>> {
        let args = vec![Term::Value(a), constant(width, c)];
        Some(Term::Node(ValType::I32, self.at(width), args))
    }
}

impl IntUnary {
    fn of_value<V>(self, width: Width, a: V) -> Option<Term<V>> {
        let ty = if self == IntUnary::Eqz { ValType::I32 } else { width.ty() };
        unary(ty, self.at(width), a)
    }
}
