//! Facts that hold at a place, learned from the branches that dominate it: intervals of values, and relations
//! between two values (`a < b`, `a <= b + c`).
//!
//! A client walks over the dominator tree, learns the outcome of the branch above each block
//! ([`PlaceFacts::learn_truth`]), and returns to a mark when it leaves the block. An interval of a sum, of masked or
//! extended bits, or of a shift narrows the interval of the operand too. A relation is a bound of a difference: `a <=
//! b + c` in integers, which do not wrap, as signed or as unsigned numbers. A sum with a constant takes part as its
//! operand where the facts exclude that the sum wraps. Questions follow a few relations from value to value, so `a <
//! b` and `b < c` decide `a < c`. Intervals and relations are learned only where the client provides the facts that
//! hold everywhere ([`FunctionFacts`]); else comparisons of the same two values and constants are.
//!
//! Cost: each fact and each question is O(1): depths, relations and operators that are followed are limited.

use super::IntFacts;
use super::condition::{Comparison, implied};
use super::forward::FunctionFacts;
use super::operands::{Extreme, Order, below, bounded, ends, integer, operands_where, sum};
use invar_ir::{Function, Op, Value};
use invar_rules::{Compare, IntOp, IntUnary, ValueFacts, Width, known_bits};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// How many operators a condition is decomposed into.
const MOST_OPERATORS: usize = 8;
/// How many operators a question looks through, and a fact is carried back over.
const DEPTH: u32 = 2;
/// How many relations a question follows from value to value.
const MOST_STEPS: u32 = 4;
/// How many relations a question visits.
const MOST_VISITS: usize = 24;
/// How many relations of a value narrow its interval.
const MOST_NEIGHBOURS: usize = 4;

use Order::{Signed, Unsigned};

/// An upper bound of a value: it is at most `other + distance`; or a lower one: at least `other - distance`.
#[derive(Clone, Copy, Debug)]
struct Relation {
    other: Value,
    distance: i128,
    next: Option<u32>,
}

/// Where the relations of a value start: those that bound it from above, or from below.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Bounds {
    value: Value,
    order: Order,
    above: bool,
}

/// A value and the constant that is added to it, as numbers that do not wrap.
type Sum = (Value, i128);

enum Undo {
    Value(Value, Option<IntFacts>),
    Pair((Value, Value), Option<(Compare, bool)>),
    Bound(Bounds, Option<u32>),
}

/// See the module's documentation.
#[derive(Default)]
pub struct PlaceFacts {
    /// Facts that hold wherever a value exists.
    everywhere: Option<FunctionFacts>,
    values: FxHashMap<Value, IntFacts>,
    /// Comparisons of two values, each of which holds or does not.
    pairs: FxHashMap<(Value, Value), (Compare, bool)>,
    first: FxHashMap<Bounds, u32>,
    relations: Vec<Relation>,
    undo: Vec<Undo>,
}

impl PlaceFacts {
    /// No facts of branches yet; besides them, facts that hold everywhere. Without these, only comparisons of the same
    /// two values, truth and equality to a constant are learned, which costs much less.
    pub fn new(everywhere: Option<FunctionFacts>) -> PlaceFacts {
        PlaceFacts { everywhere, ..PlaceFacts::default() }
    }

    /// Whether no branch told anything.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The current place, for [`PlaceFacts::go_back`].
    pub fn mark(&self) -> usize {
        self.undo.len()
    }

    /// Forgets what was learned since a mark.
    pub fn go_back(&mut self, mark: usize) {
        for undo in self.undo.drain(mark..).rev() {
            match undo {
                Undo::Value(value, Some(facts)) => {
                    self.values.insert(value, facts);
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
                Undo::Bound(bounds, first) => {
                    self.relations.pop();
                    match first {
                        Some(first) => self.first.insert(bounds, first),
                        None => self.first.remove(&bounds),
                    };
                }
            }
        }
    }

    // ---- Adding facts --------------------------------------------------------------------------

    /// Adds the facts that follow from a condition that is not zero, or is zero if not `holds`.
    pub fn learn_truth(&mut self, f: &Function, condition: Value, holds: bool) {
        let mut work: SmallVec<[(Value, bool); 4]> = smallvec![(f.resolve(condition), holds)];
        for _ in 0..MOST_OPERATORS {
            let Some((value, holds)) = work.pop() else { break };
            let Some(width) = Width::of(f.ty(value)) else { continue };
            let zero = IntFacts::constant(width, 0);
            let known = match &self.everywhere {
                Some(facts) => facts.get(f, value).unwrap_or(IntFacts::any(width)),
                None => IntFacts::of_bits(width, known_bits(f, value)),
            };
            let kind = if holds { Compare::Ne } else { Compare::Eq };
            self.narrow(f, value, known.where_it(kind, zero));
            let (Some(inst), Some(op)) = (f.def_inst(value), f.def_op(value)) else { continue };
            let arg = |n: usize| f.resolve(f.args(inst)[n]);
            if let Some((_, kind)) = Compare::of(op) {
                self.learn_compare(f, (arg(0), arg(1)), kind, holds);
            } else if let Some((_, IntUnary::Eqz)) = IntUnary::of(op) {
                work.push((arg(0), !holds));
            } else {
                let is = |n: usize, wanted: fn(i64) -> bool| integer(f, arg(n)).is_some_and(wanted);
                match (IntOp::of(op), op, holds) {
                    // Both are not zero; both are zero.
                    (Some((_, IntOp::And)), _, true) | (Some((_, IntOp::Or)), _, false) => {
                        work.extend([(arg(0), holds), (arg(1), holds)]);
                    }
                    // `a ? b : 0` holds, `a ? 1 : b` does not.
                    (_, Op::Select, true) if is(1, |c| c == 0) => {
                        work.extend([(arg(2), true), (arg(0), true)]);
                    }
                    (_, Op::Select, false) if is(0, |c| c != 0) => {
                        work.extend([(arg(2), false), (arg(1), false)]);
                    }
                    // Two values differ, or are equal.
                    (Some((_, IntOp::Sub | IntOp::Xor)), ..) => {
                        self.learn_compare(f, (arg(0), arg(1)), Compare::Eq, !holds);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Adds facts about an integer to those that are known here, and what follows from them for the operands
    /// that it is computed of.
    pub fn narrow(&mut self, f: &Function, value: Value, facts: IntFacts) {
        let depth = if self.everywhere.is_some() { DEPTH } else { 1 };
        let mut work: SmallVec<[_; 4]> = smallvec![(f.resolve(value), facts, depth)];
        while let Some((value, facts, depth)) = work.pop() {
            if integer(f, value).is_some() {
                continue;
            }
            let old = self.values.get(&value).copied();
            let known = if self.everywhere.is_some() { self.of(f, value, 0) } else { old };
            let new = known.map_or(facts, |known| known.meet(facts));
            if old == Some(new) {
                continue;
            }
            self.values.insert(value, new);
            self.undo.push(Undo::Value(value, old));
            if depth > 1 {
                let operands = operands_where(f, value, new).into_iter();
                work.extend(operands.map(|(value, facts)| (value, facts, depth - 1)));
            }
        }
    }

    fn learn_compare(&mut self, f: &Function, pair: (Value, Value), kind: Compare, holds: bool) {
        let old = self.pairs.insert(pair, (kind, holds));
        self.undo.push(Undo::Pair(pair, old));
        let (a, b) = pair;
        let kind = if holds { kind } else { kind.inverted() };
        if self.everywhere.is_none() {
            if kind == Compare::Eq
                && let Some(known) = self.of(f, b, 0)
            {
                self.narrow(f, a, known);
            }
            return;
        }
        let (Some(of_a), Some(of_b)) = (self.of(f, a, DEPTH), self.of(f, b, DEPTH)) else { return };
        self.narrow(f, a, of_a.where_it(kind, of_b));
        self.narrow(f, b, of_b.where_it(kind.swapped(), of_a));
        match kind {
            Compare::LtU => self.learn_bound(f, a, b, -1, Unsigned),
            Compare::LeU => self.learn_bound(f, a, b, 0, Unsigned),
            Compare::GtU => self.learn_bound(f, b, a, -1, Unsigned),
            Compare::GeU => self.learn_bound(f, b, a, 0, Unsigned),
            Compare::LtS => self.learn_bound(f, a, b, -1, Signed),
            Compare::LeS => self.learn_bound(f, a, b, 0, Signed),
            Compare::GtS => self.learn_bound(f, b, a, -1, Signed),
            Compare::GeS => self.learn_bound(f, b, a, 0, Signed),
            Compare::Eq => {
                for order in [Signed, Unsigned] {
                    self.learn_bound(f, a, b, 0, order);
                    self.learn_bound(f, b, a, 0, order);
                }
            }
            // At most, and not equal: less.
            Compare::Ne => {
                for order in [Signed, Unsigned] {
                    let bases = [self.base(f, a, order), self.base(f, b, order)];
                    for ([a, b], [base, other]) in [([a, b], bases), ([b, a], [bases[1], bases[0]])]
                    {
                        if self.is_bounded(f, base, other, 0, order) {
                            self.learn_bound(f, a, b, -1, order);
                        }
                    }
                }
            }
        }
    }

    /// Adds that `a` is at most `b + distance`, and so are the values that are at most `a`.
    fn learn_bound(&mut self, f: &Function, a: Value, b: Value, distance: i128, order: Order) {
        for below in below(f, a, order) {
            self.add_bound(f, below, b, distance, order);
        }
        self.add_bound(f, a, b, distance, order);
    }

    fn add_bound(&mut self, f: &Function, a: Value, b: Value, distance: i128, order: Order) {
        let ((a, plus), (b, other_plus)) = (self.base(f, a, order), self.base(f, b, order));
        let distance = distance + other_plus - plus;
        // What intervals tell is not worth a relation.
        if a == b || integer(f, a).is_some() || integer(f, b).is_some() {
            return;
        }
        for (value, other, above) in [(a, b, true), (b, a, false)] {
            let bounds = Bounds { value, order, above };
            let next = self.first.insert(bounds, self.relations.len() as u32);
            self.relations.push(Relation { other, distance, next });
            self.undo.push(Undo::Bound(bounds, next));
        }
    }

    // ---- Questions -----------------------------------------------------------------------------

    /// What is known here of an integer; `None` if it is none.
    pub fn known(&self, f: &Function, value: Value) -> Option<IntFacts> {
        let value = f.resolve(value);
        if self.everywhere.is_none() {
            return self.of(f, value, 0);
        }
        let mut known = self.of(f, value, DEPTH)?;
        if self.relations.is_empty() {
            return Some(known);
        }
        for order in [Signed, Unsigned] {
            for above in [true, false] {
                for relation in self.bounds(Bounds { value, order, above }).take(MOST_NEIGHBOURS) {
                    let Some(other) = self.of(f, relation.other, 1) else { continue };
                    known = known.meet(bounded(other, relation.distance, order, above));
                }
            }
        }
        Some(known)
    }

    /// The constant that a value is known to be here.
    pub fn constant(&self, f: &Function, value: Value) -> Option<i64> {
        self.values.get(&f.resolve(value))?.as_constant()
    }

    /// Whether a value is known not to be zero, or to be.
    pub fn truth(&self, f: &Function, value: Value) -> Option<bool> {
        let mut value = f.resolve(value);
        let mut negated = false;
        for _ in 0..MOST_OPERATORS {
            let Some((inst, op)) = f.def_inst(value).zip(f.def_op(value)) else { break };
            let arg = |n: usize| f.resolve(f.args(inst)[n]);
            if let Some((_, IntUnary::Eqz)) = IntUnary::of(op) {
                (value, negated) = (arg(0), !negated);
                continue;
            }
            if let Some((_, kind)) = Compare::of(op)
                && let Some(holds) = self.compare(f, kind, arg(0), arg(1))
            {
                return Some(holds != negated);
            }
            break;
        }
        let known = self.known(f, value)?;
        let nonzero = known.compare(Compare::Ne, IntFacts::constant(known.width, 0))?;
        Some(nonzero != negated)
    }

    /// Whether a comparison of two values is known to hold, or not to.
    pub fn compare(&self, f: &Function, kind: Compare, a: Value, b: Value) -> Option<bool> {
        let (a, b) = (f.resolve(a), f.resolve(b));
        if let Some(&(known, holds)) = self.pairs.get(&(a, b))
            && let Some(told) = implied(known, holds, kind)
        {
            return Some(told);
        }
        if let Some(&(known, holds)) = self.pairs.get(&(b, a))
            && let Some(told) = implied(known, holds, kind.swapped())
        {
            return Some(told);
        }
        let (of_a, of_b) = (self.known(f, a)?, self.known(f, b)?);
        if let Some(told) = of_a.compare(kind, of_b) {
            return Some(told);
        }
        self.everywhere.as_ref()?;
        // Where both are not negative, the orders agree.
        let agree = of_a.signed.0 >= 0 && of_b.signed.0 >= 0;
        let pair = |order| [self.base(f, a, order), self.base(f, b, order)];
        let less = |[a, b]: [Sum; 2], order| {
            if self.is_bounded(f, a, b, -1, order) {
                Some(true)
            } else {
                self.is_bounded(f, b, a, 0, order).then_some(false)
            }
        };
        let (order, [a_first, holds]) = match kind {
            Compare::LtU => (Unsigned, [true, true]),
            Compare::GtU => (Unsigned, [false, true]),
            Compare::LeU => (Unsigned, [false, false]),
            Compare::GeU => (Unsigned, [true, false]),
            Compare::LtS => (Signed, [true, true]),
            Compare::GtS => (Signed, [false, true]),
            Compare::LeS => (Signed, [false, false]),
            Compare::GeS => (Signed, [true, false]),
            Compare::Eq | Compare::Ne => {
                let differ = [Signed, Unsigned].into_iter().any(|order| {
                    let [a, b] = pair(order);
                    self.is_bounded(f, a, b, -1, order) || self.is_bounded(f, b, a, -1, order)
                });
                return differ.then_some(kind == Compare::Ne);
            }
        };
        let other = if order == Signed { Unsigned } else { Signed };
        let orders = [Some(order), agree.then_some(other)];
        let told = orders.into_iter().flatten().find_map(|order| {
            let [a, b] = pair(order);
            less(if a_first { [a, b] } else { [b, a] }, order)
        });
        told.map(|less| less == holds)
    }

    /// Whether a sum is known to be at most another one plus a distance.
    fn is_bounded(&self, f: &Function, a: Sum, b: Sum, distance: i128, order: Order) -> bool {
        let ((a, plus), (b, other_plus)) = (a, b);
        let goal = distance + other_plus - plus;
        let mut work: SmallVec<[(Value, i128, u32); 4]> = smallvec![(a, 0, 0)];
        let below = below(f, b, order);
        let mut visits = 0;
        while let Some((value, so_far, depth)) = work.pop() {
            if (value == b || below.contains(&value)) && so_far <= goal {
                return true;
            }
            if depth == MOST_STEPS {
                continue;
            }
            let mut follow = |value: Value, by: i128| {
                visits += 1;
                if visits <= MOST_VISITS {
                    let (value, plus) = self.base(f, value, order);
                    work.push((value, so_far + by + plus, depth + 1));
                }
            };
            let above = self.bounds(Bounds { value, order, above: true });
            // A value may have as many relations as there are branches above.
            for relation in above.take(MOST_VISITS) {
                follow(relation.other, relation.distance);
            }
            if let Some((inst, op)) = f.def_inst(value).zip(f.def_op(value)) {
                let arg = |n: usize| f.resolve(f.args(inst)[n]);
                match (IntOp::of(op), order) {
                    (Some((_, IntOp::RemU)), Unsigned) => {
                        follow(arg(1), -1);
                        follow(arg(0), 0);
                    }
                    (Some((_, IntOp::And)), Unsigned) => {
                        follow(arg(0), 0);
                        follow(arg(1), 0);
                    }
                    (Some((_, IntOp::ShrU | IntOp::DivU)), Unsigned) => follow(arg(0), 0),
                    _ if Extreme::of(f, value) == Some(Extreme { order, least: true }) => {
                        follow(arg(0), 0);
                        follow(arg(1), 0);
                    }
                    _ => {}
                }
            }
        }
        false
    }

    fn bounds(&self, bounds: Bounds) -> impl Iterator<Item = Relation> + '_ {
        let mut next = self.first.get(&bounds).copied();
        std::iter::from_fn(move || {
            let relation = self.relations[next? as usize];
            next = relation.next;
            Some(relation)
        })
    }

    /// What is known of an integer from its own interval and those of its operands; of a depth of operators.
    fn of(&self, f: &Function, value: Value, depth: u32) -> Option<IntFacts> {
        let value = f.resolve(value);
        let width = Width::of(f.ty(value))?;
        if let Some(number) = integer(f, value) {
            return Some(IntFacts::constant(width, number));
        }
        let mut known = match &self.everywhere {
            Some(facts) => facts.get(f, value)?,
            None => IntFacts::any(width),
        };
        // What operators tell without a branch is in the facts that hold everywhere.
        let depth = if self.everywhere.is_some() && self.values.is_empty() { 0 } else { depth };
        if let Some(&here) = self.values.get(&value) {
            known = known.meet(here);
        }
        if let Some(op) = f.def_op(value).filter(|_| depth > 0) {
            let is_select = matches!(op, Op::Select);
            let operand = |n| {
                let operand = f.resolve(f.operand(value, n));
                let known = self.of(f, operand, depth - 1)?;
                Some(if is_select && n < 2 {
                    self.arm(f, operand, known, f.operand(value, 2), n == 0, depth - 1)
                } else {
                    known
                })
            };
            if let Some(computed) = IntFacts::result(op, width, operand) {
                known = known.meet(computed);
            }
        }
        Some(known)
    }

    /// What is known of an arm of a `select` where it is chosen.
    fn arm(
        &self,
        f: &Function,
        arm: Value,
        known: IntFacts,
        condition: Value,
        holds: bool,
        depth: u32,
    ) -> IntFacts {
        let Some(told) = Comparison::of(f, f.resolve(condition), holds) else { return known };
        let (left, zero) = (f.resolve(told.left), IntFacts::constant(told.width, 0));
        let right = told.right.map(|right| f.resolve(right));
        if left == arm {
            let right = right.map_or(Some(zero), |right| self.of(f, right, depth));
            right.map_or(known, |right| known.where_it(told.kind, right))
        } else if right == Some(arm) {
            let left = self.of(f, left, depth);
            left.map_or(known, |left| known.where_it(told.kind.swapped(), left))
        } else {
            known
        }
    }

    /// The value and the constant that a value is the sum of, as numbers that do not wrap.
    fn base(&self, f: &Function, value: Value, order: Order) -> Sum {
        let value = f.resolve(value);
        let Some((inner, plus)) = sum(f, value) else { return (value, 0) };
        let Some(known) = self.of(f, inner, 1) else { return (value, 0) };
        let (least, most) = ends(known, order);
        let (min, max) = ends(IntFacts::any(known.width), order);
        // Read as unsigned, a negative constant is subtracted.
        let fits = least + plus >= min && most + plus <= max;
        if fits || invar_ir::mutant!(PlaceSumsMayWrap) { (inner, plus) } else { (value, 0) }
    }
}
