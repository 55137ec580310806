//! Trip counts: how many iterations a loop executes, as a value that is known before it is entered (scalar
//! evolution of its exit test).
//!
//! A parameter of the header for which the latch passes the parameter plus a constant is an *induction
//! variable*: in iteration k (from 0) it is the recurrence `init + step * k` (mod 2^w). Sums of those and of
//! loop invariants are *affine*. A trip count is known if the loop has a single exiting block, which is
//! executed in each iteration, and its branch compares an affine value with an invariant one:
//!
//! - `x != n`: the first k with x0 + step * k = n (mod 2^w). For an odd step it always exists, by the modular
//!   inverse of the step. For an even step, the power of two in it must divide n - x0, by the factors of the sum
//!   and by the known bits of its values: the bound of a loop that was unrolled by four is like `n & -4`.
//! - `x < y` of two that move towards each other: as if one moved by both steps.
//! - `x < n`, `x <= n` with a positive step, and their mirror images, which `guards` brings to the same form:
//!   floor((n - 1 - y) / step), where y = x0 - step. That is right if x cannot wrap before it reaches n, and
//!   y < n or x0 <= n is known; the guard of a rotated loop implies the former.
//!
//! A test of anything else may be executed, if it depends on constants only (`evolution`).
//!
//! The result is the *backedge-taken count*, which is less than 2^w where the trip count may be 2^w. It does
//! not imply that an iteration terminates: it may trap, or contain an infinite inner loop.
//!
//! Cost: linear for the exits of all loops; constant per loop, apart from the parameters of its header.

use crate::analysis::evolution;
use crate::analysis::exits::{Exits, exits, fails};
use crate::analysis::guards::{Guards, Side, Statement, statement};
use crate::analysis::induction::{Basic, basics_and_sums};
use crate::analysis::shape::{Homes, Nest, homes};
use invar_analysis::{Linear, Loop, MOST_TERMS};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Edge, Function, Terminator, Value};
use invar_rules::known_bits;

/// How many induction variables of a loop are considered.
const MOST_PARAMS: usize = 64;

/// The trip count of a loop.
#[derive(Clone, Debug)]
pub struct Trips {
    /// The exiting block; it dominates the latch.
    pub test: Block,
    /// The exit edge.
    pub exit: Edge,
    /// Which of the targets of the branch stays in the loop.
    pub stays: usize,
    /// The backedge-taken count is `dividend / divisor`, unsigned; the dividend is a sum of values that are
    /// defined before the loop, modulo 2^w.
    pub dividend: Linear,
    /// At least 1.
    pub divisor: u64,
    /// Whether the division is known to be exact.
    pub exact: bool,
    /// If this is given, the backedge-taken count is only that if the first sum is at most the second one, unsigned;
    /// else it is 0.
    pub entered: Option<(Linear, Linear)>,
}

impl Trips {
    /// The backedge-taken count, if it is a constant.
    pub fn again(&self) -> Option<u64> {
        let is_known = self.dividend.terms.is_empty() && self.entered.is_none();
        is_known.then(|| self.dividend.constant / self.divisor)
    }

    /// The trip count, if it is a constant; the last iteration may end at the exit test.
    pub fn count(&self) -> Option<u64> {
        self.again()?.checked_add(1)
    }

    /// An upper bound of the backedge-taken count by known bits: the remainder loop of another compiler's
    /// unrolling has a trip count like `n & 3`.
    pub(crate) fn most(&self, f: &Function) -> Option<u64> {
        let Linear { constant, ref terms, .. } = self.dividend;
        let most = match terms[..] {
            [] => 0,
            [(value, 1)] => known_bits(f, value).max(),
            _ => return None,
        };
        // The dividend is below 2^w, so a negative constant cannot wrap it below zero.
        let most = most.checked_add_signed(self.dividend.signed(constant))?;
        (most <= self.dividend.mask()).then_some(most / self.divisor)
    }
}

/// Why a trip count is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// The loop is not in loop simplify form, or has no single exiting block that each iteration executes.
    Exits,
    /// The exit test does not compare an affine value with an invariant one.
    Test,
    /// The induction variable may wrap or step over the bound, or the bound may be passed on entry already.
    Unproved,
}

/// A [`Basic`] induction variable with a constant step.
#[derive(Clone, Copy, Debug)]
pub struct Induction {
    /// The parameter of the header.
    pub param: Value,
    /// The variable's value in the first iteration.
    pub init: Value,
    /// The step per iteration, modulo 2^w; not 0.
    pub step: u64,
}

/// An add recurrence: a value that is `first + step * k` in iteration k, modulo 2^w.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Affine {
    /// The value in the first iteration, a sum of values that are defined before the loop.
    pub first: Linear,
    /// The step per iteration.
    pub step: u64,
}

/// Computes trip counts.
pub struct Counts {
    /// The block of each instruction, when this was made.
    pub home: Homes,
    exits: SecondaryMap<Loop, Exits>,
}

impl Counts {
    /// Exact trip counts of the loops of a function in loop simplify form: all exits count.
    pub fn new(f: &Function, nest: &Nest) -> Counts {
        Counts { home: homes(f), exits: exits(nest, |_| true) }
    }

    /// Trip counts without exits to blocks that end with a trap or an exception: a loop executes that many
    /// iterations, or fewer and then fails.
    pub fn or_fail(f: &Function, nest: &Nest) -> Counts {
        Counts { home: homes(f), exits: exits(nest, |edge| !fails(f, nest, edge)) }
    }

    /// Trip counts with exits from latches only: upper bounds, since a loop may be left earlier by another exit.
    pub fn at_latches(f: &Function, nest: &Nest) -> Counts {
        let is_latch =
            |block| nest.forest.innermost(block).is_some_and(|id| nest.latch(id) == Some(block));
        Counts { home: homes(f), exits: exits(nest, |edge| is_latch(edge.from)) }
    }

    /// The exit edges of a loop that count: if there are more than two, two of them.
    pub fn exits(&self, id: Loop) -> impl Iterator<Item = Edge> {
        self.exits[id].into_iter().flatten()
    }

    /// The exit edge of a loop, if there is exactly one.
    pub fn exit(&self, id: Loop) -> Option<Edge> {
        match self.exits[id] {
            [Some(edge), None] => Some(edge),
            _ => None,
        }
    }

    /// Whether a value is invariant in a loop: defined outside of it, or a constant.
    pub fn is_outside(&self, f: &Function, nest: &Nest, id: Loop, value: Value) -> bool {
        nest.is_invariant(f, &self.home, id, value)
    }

    /// The basic induction variables of a loop in loop simplify form, up to a number.
    pub fn basics(&self, f: &Function, nest: &Nest, id: Loop) -> Vec<Basic> {
        let mut found = basics_and_sums(f, nest, &self.home, id);
        found.truncate(MOST_PARAMS);
        found
    }

    /// The induction variables with constant steps of a loop in loop simplify form.
    pub fn inductions(&self, f: &Function, nest: &Nest, id: Loop) -> Vec<Induction> {
        let constant = |basic: &Basic| basic.step.terms.is_empty();
        let found =
            basics_and_sums(f, nest, &self.home, id).into_iter().filter(constant).take(MOST_PARAMS);
        found
            .map(|Basic { param, start, step }| Induction {
                param,
                init: start,
                step: step.constant,
            })
            .collect()
    }

    /// A value of a loop as an add recurrence, by the loop's induction variables.
    pub fn affine(
        &self,
        f: &Function,
        nest: &Nest,
        id: Loop,
        inductions: &[Induction],
        value: Value,
    ) -> Option<Affine> {
        self.affine_sum(f, nest, id, inductions, &Linear::of(f, f.resolve(value))?)
    }

    /// A sum of values of a loop as an add recurrence, by the loop's induction variables.
    pub fn affine_sum(
        &self,
        f: &Function,
        nest: &Nest,
        id: Loop,
        inductions: &[Induction],
        sum: &Linear,
    ) -> Option<Affine> {
        affine(f, inductions, sum, |value| self.is_outside(f, nest, id, value))
    }

    /// The trip count of a loop.
    pub fn of(&self, f: &Function, nest: &Nest, id: Loop) -> Result<Trips, Unknown> {
        let (trips, unproved) = self.of_assuming(f, nest, id)?;
        if unproved.is_empty() { Ok(trips) } else { Err(Unknown::Unproved) }
    }

    /// The trip count of a loop that need not be entered by a test: if its bound is passed on entry already, it
    /// executes once ([`Trips::entered`]).
    pub fn of_or_once(&self, f: &Function, nest: &Nest, id: Loop) -> Result<Trips, Unknown> {
        let exit = self.exit(id).ok_or(Unknown::Exits)?;
        let (trips, unproved) = self.count(f, nest, id, exit)?;
        if unproved.is_empty() { Ok(trips) } else { Err(Unknown::Unproved) }
    }

    /// The trip count under assumptions that can be tested before the loop: it holds if for each of the
    /// returned pairs of invariant sums the first is at most the second, unsigned.
    pub fn of_assuming(
        &self,
        f: &Function,
        nest: &Nest,
        id: Loop,
    ) -> Result<(Trips, Vec<(Linear, Linear)>), Unknown> {
        self.of_exit(f, nest, id, self.exit(id).ok_or(Unknown::Exits)?)
    }

    /// The trip count that one exit alone allows, under assumptions as those of [`Counts::of_assuming`].
    pub fn of_exit(
        &self,
        f: &Function,
        nest: &Nest,
        id: Loop,
        exit: Edge,
    ) -> Result<(Trips, Vec<(Linear, Linear)>), Unknown> {
        let (mut trips, mut unproved) = self.count(f, nest, id, exit)?;
        unproved.extend(trips.entered.take());
        Ok((trips, unproved))
    }

    /// The trip count by an exit, and what else is unproved: by the test of a recurrence, or else by execution.
    fn count(
        &self,
        f: &Function,
        nest: &Nest,
        id: Loop,
        exit: Edge,
    ) -> Result<(Trips, Vec<(Linear, Linear)>), Unknown> {
        let found = self.recurrence(f, nest, id, exit);
        match &found {
            Ok((trips, unproved)) if unproved.is_empty() && trips.entered.is_none() => found,
            Err(Unknown::Exits) => found,
            _ => evolution::taken(f, nest, &self.home, id, exit).map_or(found, |again| {
                let (test, stays) = (exit.from, 1 - exit.nth as usize);
                let dividend = Linear::constant(false, again);
                let trips =
                    Trips { test, exit, stays, dividend, divisor: 1, exact: true, entered: None };
                Ok((trips, vec![]))
            }),
        }
    }

    /// The trip count by an exit whose test compares recurrences, and what else is unproved.
    fn recurrence(
        &self,
        f: &Function,
        nest: &Nest,
        id: Loop,
        exit: Edge,
    ) -> Result<(Trips, Vec<(Linear, Linear)>), Unknown> {
        let (preheader, latch) = nest.ends(id).ok_or(Unknown::Exits)?;
        let test = exit.from;
        let Terminator::BrIf { cond, .. } = f.blocks[test].term else { return Err(Unknown::Exits) };
        if nest.forest.innermost(test) != Some(id) || !nest.doms.dominates(test, latch) {
            return Err(Unknown::Exits);
        }
        let stays = 1 - exit.nth as usize;
        let goes_on = statement(f, cond, stays == 0).ok_or(Unknown::Test)?;
        let inductions = self.inductions(f, nest, id);
        let affine =
            |sum: &Linear| self.affine_sum(f, nest, id, &inductions, sum).ok_or(Unknown::Test);
        let (mut unproved, mut entered) = (Vec::new(), None);
        let (dividend, divisor, exact) = match goes_on {
            Statement::Nonzero(sum) => {
                until_zero(&affine(&sum)?, |value| known_bits(f, value).zeros.trailing_ones())?
            }
            Statement::Zero(sum) => while_zero(&affine(&sum)?)?,
            Statement::Less { left, right, equal } => {
                let (low, high) = (affine(&left.sum)?, affine(&right.sum)?);
                // The varying side, as one with a positive step, and the bound.
                let (x, n) = match (low.step, high.step) {
                    (_, 0) => (low, Side { sum: high.first, ..right }),
                    (0, _) => {
                        let n = Side { sum: low.first, ..left }.inverted();
                        let mask = high.first.mask();
                        let first = Side::any(high.first).inverted().sum;
                        (Affine { first, step: high.step.wrapping_neg() & mask }, n)
                    }
                    _ => approaching(low, high, &mut unproved).ok_or(Unknown::Test)?,
                };
                let guards = Guards::of(f, nest, preheader);
                until_reached(&x, &n, equal, &guards, &mut unproved, &mut entered)?
            }
        };
        Ok((Trips { test, exit, stays, dividend, divisor, exact, entered }, unproved))
    }
}

/// A sum as an add recurrence, by these induction variables and the values that `is_invariant` holds of.
pub(crate) fn affine(
    f: &Function,
    inductions: &[Induction],
    sum: &Linear,
    is_invariant: impl Fn(Value) -> bool,
) -> Option<Affine> {
    let (mut first, mut step) = (Linear::constant(sum.wide, sum.constant), 0u64);
    for &(value, factor) in &sum.terms {
        let value = f.resolve(value);
        if let Some(found) = inductions.iter().find(|found| found.param == value) {
            first.add(&Linear::of(f, f.resolve(found.init))?, factor);
            step = step.wrapping_add(factor.wrapping_mul(found.step)) & first.mask();
        } else if is_invariant(value) {
            first.add_term(value, factor);
        } else {
            return None;
        }
    }
    (first.terms.len() <= 2 * MOST_TERMS).then_some(Affine { first, step })
}

/// The first k with x0 + step * k = 0.
fn until_zero(
    x: &Affine,
    low_zeros: impl Fn(Value) -> u32,
) -> Result<(Linear, u64, bool), Unknown> {
    if x.step == 0 {
        return Err(Unknown::Test);
    }
    let shift = x.step.trailing_zeros();
    let is_multiple = |number: u64| number.trailing_zeros() >= shift;
    if !invar_ir::mutant!(TripsStepPastZero) && !is_multiple(x.first.constant)
        || !x.first.terms.iter().all(|&(value, factor)| {
            is_multiple(factor) || factor.trailing_zeros() + low_zeros(value) >= shift
        })
    {
        return Err(Unknown::Unproved);
    }
    let mut dividend = Linear::constant(x.first.wide, 0);
    dividend.add(&x.first, inverse(x.step >> shift).wrapping_neg());
    Ok((dividend, 1 << shift, true))
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration: each step doubles the number of correct
/// bits, and the number itself is its inverse in the lowest three.
fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

/// A loop that continues while x0 + step * k = 0: the back edge is taken at most once.
fn while_zero(x: &Affine) -> Result<(Linear, u64, bool), Unknown> {
    let first = x.first.terms.is_empty().then_some(x.first.constant);
    let again = match (first, x.step) {
        (Some(0), 0) => return Err(Unknown::Unproved),
        (Some(first), _) => u64::from(first == 0),
        _ => return Err(Unknown::Test),
    };
    Ok((Linear::constant(x.first.wide, again), 1, true))
}

/// Two values, of which the lower one rises and the higher one falls: as one that rises by both steps towards an
/// invariant. The condition that the falling one does not wrap is added to `unproved`; that the rising one does not
/// follows from what [`until_reached`] demands of the sum of the steps.
fn approaching(
    low: Affine,
    high: Affine,
    unproved: &mut Vec<(Linear, Linear)>,
) -> Option<(Affine, Side)> {
    let mask = low.first.mask();
    let (up, down) = (low.step, high.step.wrapping_neg() & mask);
    if up > mask / 4 || down > mask / 4 {
        return None;
    }
    let is_above = low.first.terms.is_empty() && low.first.constant >= down;
    if !is_above && !invar_ir::mutant!(TripsFallingMayWrap) {
        unproved.push((Linear::constant(low.first.wide, down), low.first.clone()));
    }
    Some((Affine { first: low.first, step: up + down }, Side::any(high.first)))
}

/// The first k with x0 + step * k >= n, or > n if `equal`. Preconditions that are not proved are added to `unproved`:
/// pairs of sums of which the first must be at most the second. So is `entered`; if that does not hold, k is 0.
fn until_reached(
    x: &Affine,
    n: &Side,
    equal: bool,
    guards: &Guards,
    unproved: &mut Vec<(Linear, Linear)>,
    entered: &mut Option<(Linear, Linear)>,
) -> Result<(Linear, u64, bool), Unknown> {
    let (wide, mask) = (x.first.wide, x.first.mask());
    let first = Side::any(x.first.clone());
    // Left in the first iteration.
    if n.max < first.min || !equal && n.max == first.min {
        return Ok((Linear::constant(wide, 0), 1, true));
    }
    if x.step == 0 || x.step > mask / 2 {
        return Err(Unknown::Test);
    }
    // The greatest x with which the loop continues.
    let mut most = if equal { n.max } else { n.max.saturating_sub(1) };
    if most == mask && guards.below_max(n) {
        most -= 1;
    }
    if most > mask - x.step && !invar_ir::mutant!(TripsMayWrap) {
        let most = mask - x.step + u64::from(!equal);
        unproved.push((n.sum.clone(), Linear::constant(wide, most)));
    }
    let mut before = x.first.clone();
    before.constant = before.constant.wrapping_sub(x.step) & mask;
    let is_entered = guards.prove(&Side::any(before.clone()), n, equal)
        || guards.prove(&first, n, equal)
        || !equal && guards.prove(&first, n, true);
    if !is_entered && !invar_ir::mutant!(TripsEnteredUnproved) {
        *entered = Some((x.first.clone(), n.sum.clone()));
    }
    let mut dividend = n.sum.clone();
    dividend.add(&before, u64::MAX);
    dividend.constant = dividend.constant.wrapping_sub(u64::from(!equal)) & mask;
    Ok((dividend, x.step, x.step == 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The backedge-taken count by simulation; `None` after many iterations.
    fn simulate(
        first: u64,
        step: u64,
        mask: u64,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Option<u64> {
        let mut x = first;
        (0..5000).find(|_| {
            let ends = !goes_on(x);
            x = x.wrapping_add(step) & mask;
            ends
        })
    }

    fn reached(
        x: &Affine,
        n: &Side,
        equal: bool,
        unproved: &mut Vec<(Linear, Linear)>,
    ) -> Result<(Linear, u64, bool), Unknown> {
        let mut entered = None;
        let found = until_reached(x, n, equal, &Guards::default(), unproved, &mut entered);
        unproved.extend(entered);
        found
    }

    fn again(found: Result<(Linear, u64, bool), Unknown>) -> Option<u64> {
        let (dividend, divisor, exact) = found.ok()?;
        assert!(dividend.terms.is_empty());
        assert!(!exact || dividend.constant % divisor == 0);
        Some(dividend.constant / divisor)
    }

    /// Numbers near 0, near the sign bit and near the ends.
    fn numbers(mask: u64) -> Vec<u64> {
        let near = [0, 1, 2, 3, 5, 8, 16, 100, 4096];
        let around = [0, mask / 2, mask / 2 + 1, mask / 4 + 1, mask / 3];
        let all = around.iter().flat_map(|&base| {
            near.iter()
                .flat_map(move |&by| [base.wrapping_add(by) & mask, base.wrapping_sub(by) & mask])
        });
        all.collect()
    }

    #[test]
    fn trip_counts_between_constants_match_simulation() {
        let mut counted = [0; 3];
        for (wide, mask) in [(false, u64::from(u32::MAX)), (true, u64::MAX)] {
            let numbers = numbers(mask);
            let steps = || numbers.iter().copied().filter(|&step| step != 0);
            for &first in &numbers {
                for step in steps() {
                    let x = Affine { first: Linear::constant(wide, first), step };
                    let simulated = simulate(first, step, mask, |x| x != 0);
                    match again(until_zero(&x, |_| 0)) {
                        Some(found) => {
                            assert!(simulated == Some(found) || simulated.is_none());
                            assert!(found < 5000 || simulated.is_none());
                            counted[0] += 1;
                        }
                        None => assert_eq!(simulated, None, "{first} {step}"),
                    }
                    let simulated = simulate(first, step, mask, |x| x == 0);
                    assert_eq!(again(while_zero(&x)), simulated);
                }
                for &n in &numbers {
                    for step in steps().filter(|step| step % 7 < 3) {
                        for equal in [false, true] {
                            let x = Affine { first: Linear::constant(wide, first), step };
                            let side = Side::any(Linear::constant(wide, n));
                            let mut unproved = Vec::new();
                            let found = reached(&x, &side, equal, &mut unproved);
                            // Preconditions on constants are decided here.
                            if unproved.iter().any(|(least, most)| least.constant > most.constant) {
                                continue;
                            }
                            let Some(found) = again(found) else { continue };
                            let simulated =
                                simulate(first, step, mask, |x| x < n || equal && x == n);
                            let expected = (found < 5000).then_some(found);
                            assert_eq!(simulated, expected, "{first} + {step} to {n}");
                            counted[1 + usize::from(equal)] += 1;
                        }
                    }
                }
            }
        }
        assert!(counted.iter().all(|&counted| counted > 1000), "{counted:?}");
    }

    #[test]
    fn trip_counts_of_two_counters_match_simulation() {
        let mut counted = 0;
        for (wide, mask) in [(false, u64::from(u32::MAX)), (true, u64::MAX)] {
            let numbers = numbers(mask);
            let cases =
                numbers.iter().flat_map(|&low| numbers.iter().map(move |&high| (low, high)));
            for (low, high) in cases {
                for (up, down, equal) in
                    [(1, 1, false), (1, 1, true), (3, 5, false), (7, 2, true), (1, 100, false)]
                {
                    let of = |first, step| Affine { first: Linear::constant(wide, first), step };
                    let mut unproved = Vec::new();
                    let falls = of(high, mask - down + 1);
                    let (x, n) = approaching(of(low, up), falls, &mut unproved).unwrap();
                    let found = reached(&x, &n, equal, &mut unproved);
                    if unproved.iter().any(|(least, most)| least.constant > most.constant) {
                        continue;
                    }
                    let Some(found) = again(found) else { continue };
                    let mut y = high;
                    let simulated = simulate(low, up, mask, |x| {
                        let goes_on = x < y || equal && x == y;
                        y = y.wrapping_sub(down) & mask;
                        goes_on
                    });
                    let expected = (found < 5000).then_some(found);
                    assert_eq!(simulated, expected, "{low} + {up}, {high} - {down}");
                    counted += 1;
                }
            }
        }
        assert!(counted > 1000, "{counted}");
    }
}
