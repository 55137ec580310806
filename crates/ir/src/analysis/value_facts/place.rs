//! Facts that hold at a place, learned from the branches that dominate it: intervals of values, and relations
//! between two values (`a < b`, `a <= b + c`).
//!
//! A client walks over the dominator tree, learns the outcome of the branch above each block
//! ([`PlaceFacts::learn_truth`]), and returns to a mark when it leaves the block. An interval of a sum, of masked or
//! extended bits, or of a shift narrows the interval of the operand too. A relation is a bound of a difference:
//! `a <= b + c` in integers, which do not wrap, as signed or as unsigned numbers. A sum with a constant takes part as
//! its operand where the facts exclude that the sum wraps. Questions follow a few relations from value to value, so
//! `a < b` and `b < c` decide `a < c`. Intervals and relations are learned only where the client provides the facts that
//! hold everywhere ([`FunctionFacts`]); else comparisons of the same two values and constants are.
//!
//! Cost: each fact and each question is O(1): depths, relations and operators that are followed are limited.

use super::IntFacts;
use super::condition::implied;
use super::forward::FunctionFacts;
use crate::rules::{Compare, Const, IntOp, IntUnary, KnownBits, ValueFacts, Width, known_bits};
use crate::{Function, Op, Value};
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

/// How integers are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Order {
    Signed,
    Unsigned,
}

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
        let mut next = Some((f.resolve(value), facts));
        for _ in 0..if self.everywhere.is_some() { DEPTH } else { 1 } {
            let Some((value, facts)) = next else { break };
            if integer(f, value).is_some() {
                break;
            }
            let old = self.values.get(&value).copied();
            let known = if self.everywhere.is_some() { self.of(f, value, 0) } else { old };
            let new = known.map_or(facts, |known| known.meet(facts));
            if old == Some(new) {
                break;
            }
            self.values.insert(value, new);
            self.undo.push(Undo::Value(value, old));
            next = operand_where(f, value, new);
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

    /// Adds that `a` is at most `b + distance`.
    fn learn_bound(&mut self, f: &Function, a: Value, b: Value, distance: i128, order: Order) {
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
        let mut visits = 0;
        while let Some((value, so_far, depth)) = work.pop() {
            if value == b && so_far <= goal {
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
                    _ if matches!(op, Op::Select) => {
                        for bound in
                            least_of(f, [arg(0), arg(1)], arg(2), order).into_iter().flatten()
                        {
                            follow(bound, 0);
                        }
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
            let operand = |n| self.of(f, f.operand(value, n), depth - 1);
            if let Some(computed) = IntFacts::result(op, width, operand) {
                known = known.meet(computed);
            }
        }
        Some(known)
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
        if fits || crate::mutant!(PlaceSumsMayWrap) { (inner, plus) } else { (value, 0) }
    }
}

/// The ends of an interval.
fn ends(facts: IntFacts, order: Order) -> (i128, i128) {
    match order {
        Signed => (facts.signed.0.into(), facts.signed.1.into()),
        Unsigned => (facts.unsigned.0.into(), facts.unsigned.1.into()),
    }
}

/// The facts about a number that is at most `other + distance`, or at least `other - distance`.
fn bounded(other: IntFacts, distance: i128, order: Order, above: bool) -> IntFacts {
    let ((least, most), (min, max)) = (ends(other, order), ends(IntFacts::any(other.width), order));
    let (least, most) = if above { (min, most + distance) } else { (least - distance, max) };
    if least > max || most < min {
        return IntFacts::any(other.width);
    }
    let (least, most) = (least.max(min), most.min(max));
    match order {
        Signed => IntFacts::between(other.width, None, Some((least as i64, most as i64))),
        Unsigned => IntFacts::between(other.width, Some((least as u64, most as u64)), None),
    }
}

/// The operand and the constant whose sum a value is.
fn sum(f: &Function, value: Value) -> Option<(Value, i128)> {
    let (inst, op) = f.def_inst(value).zip(f.def_op(value))?;
    let plus: i128 = integer(f, f.resolve(*f.args(inst).get(1)?))?.into();
    let inner = f.resolve(f.args(inst)[0]);
    match IntOp::of(op)? {
        (_, IntOp::Add) => Some((inner, plus)),
        (_, IntOp::Sub) => Some((inner, -plus)),
        _ => None,
    }
}

/// The arms of a `select` that is the least of them.
fn least_of(f: &Function, arms: [Value; 2], condition: Value, order: Order) -> Option<[Value; 2]> {
    let (inst, op) = f.def_inst(condition).zip(f.def_op(condition))?;
    let (_, kind) = Compare::of(op)?;
    let [a, b] = [0, 1].map(|n| f.resolve(f.args(inst)[n]));
    let kind = if [a, b] == arms {
        kind
    } else if [b, a] == arms {
        kind.swapped()
    } else {
        return None;
    };
    let is_least = match order {
        Signed => matches!(kind, Compare::LtS | Compare::LeS),
        Unsigned => matches!(kind, Compare::LtU | Compare::LeU),
    };
    is_least.then_some(arms)
}

/// What follows for an operand from the facts about what is computed of it.
fn operand_where(f: &Function, value: Value, facts: IntFacts) -> Option<(Value, IntFacts)> {
    let (inst, op) = f.def_inst(value).zip(f.def_op(value))?;
    let width = facts.width;
    let operand = f.resolve(*f.args(inst).first()?);
    let constant = |n: usize| integer(f, f.resolve(*f.args(inst).get(n)?));
    let mask = width.mask();
    if let Some((operand, plus)) = sum(f, value) {
        // The interval, moved back; it may begin at the end of the numbers and go on at their start.
        let back = |number: u64| number.wrapping_sub(plus as u64) & mask;
        let (least, most) = (back(facts.unsigned.0), back(facts.unsigned.1));
        let is_one = least <= most || crate::mutant!(PlaceIntervalsWrap);
        let unsigned = is_one.then_some((least.min(most), least.max(most)));
        let back = |number: i64| width.wrap(number.wrapping_sub(plus as i64));
        let (least, most) = (back(facts.signed.0), back(facts.signed.1));
        let signed = (least <= most).then_some((least, most));
        return Some((operand, IntFacts::between(width, unsigned, signed)));
    }
    if let Some((_, kind)) = IntOp::of(op) {
        let number = constant(1)? as u64 & mask;
        return match kind {
            IntOp::And => {
                let bits = facts.bits;
                let bits =
                    KnownBits { zeros: bits.zeros & number | !mask, ones: bits.ones & number };
                Some((operand, IntFacts::of_bits(width, bits)))
            }
            IntOp::ShrU => {
                let by = number as u32 % width.bits();
                if facts.unsigned.1 > mask >> by {
                    return None;
                }
                let most = (facts.unsigned.1 << by) | ((1u64 << by) - 1);
                let unsigned = (facts.unsigned.0 << by, most & mask);
                Some((operand, IntFacts::between(width, Some(unsigned), None)))
            }
            _ => None,
        };
    }
    let narrow = Width::W32;
    match op {
        Op::I64ExtendI32U => {
            let (least, most) = facts.unsigned;
            Some((operand, IntFacts::between(narrow, Some((least, most)), None)))
        }
        Op::I64ExtendI32S => {
            let (least, most) = facts.signed;
            Some((operand, IntFacts::between(narrow, None, Some((least, most)))))
        }
        _ => None,
    }
}

fn integer(f: &Function, value: Value) -> Option<i64> {
    f.def_op(value).and_then(Const::from_op)?.as_int()
}
