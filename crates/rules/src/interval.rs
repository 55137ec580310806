//! Two tests of one value against constants, as a test whether it is in an interval. Called by
//! `simplify`, and for tests of branches by [`simplify_tests`](super::simplify_tests).
//!
//! ```text
//! x >= 48 & x <= 57  =>  x - 48 <u 10           x <u 3 | x == 3 | x == 4  =>  x <u 5
//! ```
//!
//! The numbers for which a comparison with a constant holds are an interval of the circle of all
//! numbers of its width: a start, and how many follow. So are those for which it does not hold, and
//! those of `x + c`. If the union of two is an interval, or the intersection, one comparison tests
//! it, of a difference where it begins and ends between the extremes.

use super::{Answer, Compare, IntUnary, Rule, Rules, Term, ValueFacts, Width};
use super::{constant, flag};
use invar_ir::ValType;

/// Consecutive numbers of a width, wrapping around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Interval {
    width: Width,
    start: u64,
    /// How many: at most two to the number of bits.
    length: u128,
}

impl Interval {
    fn all(width: Width) -> u128 {
        u128::from(width.mask()) + 1
    }

    /// The numbers that compare so with a constant.
    fn of(width: Width, kind: Compare, c: i64) -> Interval {
        let (mask, c) = (width.mask(), c as u64 & width.mask());
        let smallest = width.min() as u64 & mask;
        // From the least number of the order up to `c`.
        let below = |least: u64| Interval {
            width,
            start: least,
            length: u128::from(c.wrapping_sub(least) & mask),
        };
        let and_equal = |to: Interval| Interval { length: to.length + 1, ..to };
        match kind {
            Compare::Eq => Interval { width, start: c, length: 1 },
            Compare::LtU => below(0),
            Compare::LeU => and_equal(below(0)),
            Compare::LtS => below(smallest),
            Compare::LeS => and_equal(below(smallest)),
            Compare::Ne | Compare::GeU | Compare::GtU | Compare::GeS | Compare::GtS => {
                Interval::of(width, kind.inverted(), c as i64).complement()
            }
        }
    }

    /// The numbers that are not in it.
    fn complement(self) -> Interval {
        let start = self.start.wrapping_add(self.length as u64) & self.width.mask();
        Interval { start, length: Interval::all(self.width) - self.length, ..self }
    }

    /// The numbers whose sum with `c` is in it.
    fn minus(self, c: i64) -> Interval {
        Interval { start: self.start.wrapping_sub(c as u64) & self.width.mask(), ..self }
    }

    /// The numbers in either of two, if they are an interval.
    fn union(self, other: Interval) -> Option<Interval> {
        let after = |from: Interval, to: Interval| {
            let distance = u128::from(to.start.wrapping_sub(from.start) & self.width.mask());
            let touches = distance <= from.length || invar_ir::mutant!(FoldIntervalsApart);
            let length = from.length.max(distance + to.length).min(Interval::all(self.width));
            touches.then_some(Interval { length, ..from })
        };
        after(self, other).or_else(|| after(other, self))
    }
}

impl<F: ValueFacts> Rules<'_, F> {
    /// What is tested, and for which of its numbers a condition is (or is not) nonzero; also as a
    /// sum with a constant.
    fn tested(&self, condition: F::Value, holds: bool) -> Option<(F::Value, Interval)> {
        let op = self.op(condition)?;
        let (left, interval) = match (Compare::of(op), IntUnary::of(op)) {
            (Some((width, kind)), _) => {
                let c = self.int(self.arg(condition, 1))?;
                (self.arg(condition, 0), Interval::of(width, kind, c))
            }
            (_, Some((width, IntUnary::Eqz))) => {
                (self.arg(condition, 0), Interval::of(width, Compare::Eq, 0))
            }
            _ => return None,
        };
        // A test of a constant is one itself.
        let value = if holds { interval } else { interval.complement() };
        self.int(left).is_none().then_some((left, value))
    }

    /// A test that holds if both of two do, or if `either` does.
    pub(super) fn one_test(
        &self,
        either: bool,
        (a, a_holds): (F::Value, bool),
        (b, b_holds): (F::Value, bool),
    ) -> Answer<F> {
        // Both: not (not a, or not b).
        let (x, of_x) = self.tested(a, a_holds == either)?;
        let (y, of_y) = self.tested(b, b_holds == either)?;
        let base = |value| self.offset(value).unwrap_or((value, 0));
        let ((x_base, x_offset), (y_base, y_offset)) = (base(x), base(y));
        let (value, of_x, of_y) = if x == y {
            (x, of_x, of_y)
        } else if x_base == y_base && of_x.width == of_y.width {
            (x_base, of_x.minus(x_offset), of_y.minus(y_offset))
        } else {
            return None;
        };
        let union = of_x.union(of_y)?;
        let interval = if either { union } else { union.complement() };
        // Two operators in place of the three, or fewer if one of these is used elsewhere.
        let are_used = self.facts.is_shared(a) && self.facts.is_shared(b);
        let test = self.is_in(value, interval);
        let is_difference =
            matches!(&test, Term::Node(_, _, args) if matches!(args[0], Term::Node(..)));
        let rule = if either { Rule::EitherInInterval } else { Rule::BothInInterval };
        self.by(rule, Some(test).filter(|_| !(are_used && is_difference)))
    }

    /// The test whether a value is in an interval.
    fn is_in(&self, value: F::Value, interval: Interval) -> Term<F::Value> {
        let Interval { width, start, length } = interval;
        let number = |n: u64| width.wrap(n as i64);
        let end = start.wrapping_add(length as u64) & width.mask();
        let smallest = width.min() as u64 & width.mask();
        let all = Interval::all(width);
        let with = |kind: Compare, c| kind.with_const(width, value, number(c));
        let found = match (start, end) {
            _ if length == 0 => flag(false),
            _ if length == all => flag(true),
            _ if length == 1 => with(Compare::Eq, start),
            _ if length == all - 1 => with(Compare::Ne, end),
            (0, _) => with(Compare::LtU, end),
            (_, 0) => with(Compare::GeU, start),
            _ if start == smallest => with(Compare::LtS, end),
            _ if end == smallest => with(Compare::GeS, start),
            _ => None,
        };
        found.unwrap_or_else(|| {
            let difference = self.plus(width, value, number(start).wrapping_neg());
            let difference = difference.expect("a sum with a constant is an answer");
            let args = vec![difference, constant(width, number(length as u64))];
            Term::Node(ValType::I32, Compare::LtU.at(width), args)
        })
    }
}
