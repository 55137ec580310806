//! How often a loop goes round, where that can be told before it is entered.
//!
//! A parameter of the header that the latch passes on as itself plus a constant is an *induction
//! variable*: in iteration k (from 0) it is `init + step * k` (mod 2^w). Sums of those and of what
//! does not change in the loop are *affine*. A loop is counted if its one way out is a branch that
//! each iteration passes, on a comparison of an affine value with one that does not change:
//!
//! - `x != n`: the first k with x0 + step * k = n (mod 2^w). For an odd step there is always one,
//!   by the inverse of the step; an even one, times a power of two that must divide n - x0.
//! - `x < n`, `x <= n` with a rising x, and their mirror images, which `guards`
//!   makes the same: floor((n - 1 - y) / step), where y = x0 - step. It holds if x cannot wrap
//!   before it reaches n, and y < n or x0 <= n is known: the test that guards a rotated loop says
//!   the former.
//!
//! What is told is how often the back edge is taken, which is less than 2^w where the number of
//! iterations may be 2^w. Nothing is said of whether an iteration ends: it may trap, or run an
//! inner loop forever.
//!
//! Cost: linear for the ways out of all loops; constant per loop, parameters of its header apart.

use crate::analysis::guards::{Guards, Side, Statement, statement};
use crate::analysis::shape::{Homes, Nest, homes};
use crate::transforms::strength_reduction::{Basic, basics};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Edge, Function, Linear, Loop, MOST_TERMS, Terminator, Value};

/// How many parameters of a header are looked at.
const MOST_PARAMS: usize = 64;

/// A block, and where it leads if it does nothing: ways out of a loop that share a trap each have such
/// a block of their own.
pub(crate) fn passed(f: &Function, block: Block) -> impl Iterator<Item = Block> {
    let next = match &f.blocks[block].term {
        Terminator::Jump(call) if f.blocks[block].insts.is_empty() => Some(call.block),
        _ => None,
    };
    std::iter::once(block).chain(next)
}

/// How often a loop goes round.
#[derive(Clone, Debug)]
pub struct Trips {
    /// The block that ends in the branch that leaves the loop; it dominates the latch.
    pub test: Block,
    /// The one edge out of the loop.
    pub exit: Edge,
    /// Which of the targets of the branch stays in the loop.
    pub stays: usize,
    /// The back edge is taken `dividend / divisor` times, the dividend a number below 2^w, in
    /// terms of values that are defined before the loop.
    pub dividend: Linear,
    /// At least 1.
    pub divisor: u64,
    /// Whether the division is known to leave no remainder.
    pub exact: bool,
}

impl Trips {
    /// How often the back edge is taken, if that is a constant.
    pub fn again(&self) -> Option<u64> {
        self.dividend.terms.is_empty().then(|| self.dividend.constant / self.divisor)
    }

    /// How many iterations there are, if that is a constant: the last one may end at the test.
    pub fn count(&self) -> Option<u64> {
        self.again()?.checked_add(1)
    }
}

/// Why a loop is not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// It is not in shape, has no way out, several, or one that not each iteration passes.
    Exits,
    /// What the test compares does not rise or fall by a constant.
    Test,
    /// It may be that the test is never met, that a sum wraps, or that it is met at once.
    Unproved,
}

/// An induction variable of a loop whose step is a constant: a [`Basic`] one.
#[derive(Clone, Copy, Debug)]
pub struct Induction {
    /// The parameter of the header.
    pub param: Value,
    /// What it is in the first iteration.
    pub init: Value,
    /// What is added to it per iteration, modulo 2^w; not 0.
    pub step: u64,
}

/// A value that is `first + step * k` in iteration k, modulo 2^w.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Affine {
    /// In the first iteration, in terms of values that are defined before the loop.
    pub first: Linear,
    /// Added per iteration.
    pub step: u64,
}

/// Counts loops.
pub struct Counts {
    /// Where each instruction is, when this was made.
    pub home: Homes,
    exits: SecondaryMap<Loop, Exits>,
}

/// Edges out of a loop: none, one, or two of those that leave the most loops.
type Exits = [Option<Edge>; 2];

impl Counts {
    /// Prepares for all loops of a function in shape.
    pub fn new(f: &Function, nest: &Nest) -> Counts {
        Counts { home: homes(f), exits: exits(nest, |_| true) }
    }

    /// The same, where ways out that lead to a trap at once do not count: a loop goes round as often
    /// as is told, or less often, and traps.
    pub fn or_trap(f: &Function, nest: &Nest) -> Counts {
        let traps = |edge| {
            let block = passed(f, nest.cfg.target(edge)).last().expect("the target");
            matches!(f.blocks[block].term, Terminator::Unreachable)
        };
        Counts { home: homes(f), exits: exits(nest, |edge| !traps(edge)) }
    }

    /// The same, where only ways out from latches count: a loop goes round as often as is told, or is
    /// left earlier.
    pub fn at_latches(f: &Function, nest: &Nest) -> Counts {
        let is_latch =
            |block| nest.forest.innermost(block).is_some_and(|id| nest.latch(id) == Some(block));
        Counts { home: homes(f), exits: exits(nest, |edge| is_latch(edge.from)) }
    }

    /// The one edge out of a loop, if there is just one.
    pub fn exit(&self, id: Loop) -> Option<Edge> {
        match self.exits[id] {
            [Some(edge), None] => Some(edge),
            _ => None,
        }
    }

    /// Whether a value is defined before a loop in which it is used, or a constant.
    pub fn is_outside(&self, f: &Function, nest: &Nest, id: Loop, value: Value) -> bool {
        nest.is_invariant(f, &self.home, id, value)
    }

    /// The induction variables of a loop in shape.
    pub fn inductions(&self, f: &Function, nest: &Nest, id: Loop) -> Vec<Induction> {
        let constant = |basic: &Basic| basic.step.terms.is_empty();
        let found = basics(f, nest, &self.home, id).into_iter().filter(constant).take(MOST_PARAMS);
        found
            .map(|Basic { param, start, step }| Induction {
                param,
                init: start,
                step: step.constant,
            })
            .collect()
    }

    /// A value of a loop as an affine one, by the loop's induction variables.
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

    /// The same of a sum.
    pub fn affine_sum(
        &self,
        f: &Function,
        nest: &Nest,
        id: Loop,
        inductions: &[Induction],
        sum: &Linear,
    ) -> Option<Affine> {
        let (mut first, mut step) = (Linear::constant(sum.wide, sum.constant), 0u64);
        for &(value, factor) in &sum.terms {
            let value = f.resolve(value);
            if let Some(found) = inductions.iter().find(|found| found.param == value) {
                first.add(&Linear::of(f, f.resolve(found.init))?, factor);
                step = step.wrapping_add(factor.wrapping_mul(found.step)) & first.mask();
            } else if self.is_outside(f, nest, id, value) {
                first.add_term(value, factor);
            } else {
                return None;
            }
        }
        (first.terms.len() <= 2 * MOST_TERMS).then_some(Affine { first, step })
    }

    /// How often a loop goes round.
    pub fn of(&self, f: &Function, nest: &Nest, id: Loop) -> Result<Trips, Unknown> {
        let (trips, unproved) = self.of_if(f, nest, id)?;
        if unproved.is_empty() { Ok(trips) } else { Err(Unknown::Unproved) }
    }

    /// How often a loop goes round if the first of two sums, of what is known before it, is at most the
    /// second, as numbers without sign, for each of these pairs.
    pub(crate) fn of_if(
        &self,
        f: &Function,
        nest: &Nest,
        id: Loop,
    ) -> Result<(Trips, Vec<(Linear, Linear)>), Unknown> {
        let (Some((preheader, latch)), Some(exit)) = (nest.ends(id), self.exit(id)) else {
            return Err(Unknown::Exits);
        };
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
        let mut unproved = Vec::new();
        let (dividend, divisor, exact) = match goes_on {
            Statement::Nonzero(sum) => until_zero(&affine(&sum)?)?,
            Statement::Zero(sum) => while_zero(&affine(&sum)?)?,
            Statement::Less { left, right, equal } => {
                let (low, high) = (affine(&left.sum)?, affine(&right.sum)?);
                // The side that moves, as the one that rises, and the one that it has to reach.
                let (x, n) = match (low.step, high.step) {
                    (_, 0) => (low, Side { sum: high.first, ..right }),
                    (0, _) => {
                        let n = Side { sum: low.first, ..left }.inverted();
                        let mask = high.first.mask();
                        let first = Side::any(high.first).inverted().sum;
                        (Affine { first, step: high.step.wrapping_neg() & mask }, n)
                    }
                    _ => return Err(Unknown::Test),
                };
                let guards = Guards::of(f, nest, preheader);
                until_reached(&x, &n, equal, &guards, &mut unproved)?
            }
        };
        Ok((Trips { test, exit, stays, dividend, divisor, exact }, unproved))
    }
}

/// The first k with x0 + step * k = 0.
fn until_zero(x: &Affine) -> Result<(Linear, u64, bool), Unknown> {
    if x.step == 0 {
        return Err(Unknown::Test);
    }
    let shift = x.step.trailing_zeros();
    let is_multiple = |number: u64| number.trailing_zeros() >= shift;
    if !invar_ir::mutant!(TripsStepPastZero) && !is_multiple(x.first.constant)
        || !x.first.terms.iter().all(|term| is_multiple(term.1))
    {
        return Err(Unknown::Unproved);
    }
    let mut dividend = Linear::constant(x.first.wide, 0);
    dividend.add(&x.first, inverse(x.step >> shift).wrapping_neg());
    Ok((dividend, 1 << shift, true))
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration: each step doubles the number
/// of bits that are right, of which a number is its own inverse in three.
fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

/// A loop that goes on while x0 + step * k = 0: once again at most.
fn while_zero(x: &Affine) -> Result<(Linear, u64, bool), Unknown> {
    let first = x.first.terms.is_empty().then_some(x.first.constant);
    let again = match (first, x.step) {
        (Some(0), 0) => return Err(Unknown::Unproved),
        (Some(first), _) => u64::from(first == 0),
        _ => return Err(Unknown::Test),
    };
    Ok((Linear::constant(x.first.wide, again), 1, true))
}

/// The first k with x0 + step * k >= n, or > n if `equal`. What that takes and is not known is added to
/// `unproved`: sums of which the first must be at most the second.
fn until_reached(
    x: &Affine,
    n: &Side,
    equal: bool,
    guards: &Guards,
    unproved: &mut Vec<(Linear, Linear)>,
) -> Result<(Linear, u64, bool), Unknown> {
    let (wide, mask) = (x.first.wide, x.first.mask());
    let first = Side::any(x.first.clone());
    // Left at once?
    if n.max < first.min || !equal && n.max == first.min {
        return Ok((Linear::constant(wide, 0), 1, true));
    }
    if x.step == 0 || x.step > mask / 2 {
        return Err(Unknown::Test);
    }
    // The most that x can be where the loop goes on.
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
    let entered = guards.prove(&Side::any(before.clone()), n, equal)
        || guards.prove(&first, n, equal)
        || !equal && guards.prove(&first, n, true);
    if !entered && !invar_ir::mutant!(TripsEnteredUnproved) {
        unproved.push((x.first.clone(), n.sum.clone()));
    }
    let mut dividend = n.sum.clone();
    dividend.add(&before, u64::MAX);
    dividend.constant = dividend.constant.wrapping_sub(u64::from(!equal)) & mask;
    Ok((dividend, x.step, x.step == 1))
}

/// The ways out of each loop, at most two. Of those of an inner loop, two that leave the most loops
/// are enough for what is around it.
fn exits(nest: &Nest, counts: impl Fn(Edge) -> bool) -> SecondaryMap<Loop, Exits> {
    let Nest { cfg, forest, .. } = nest;
    let mut exits: SecondaryMap<Loop, Exits> = SecondaryMap::new();
    // How many loops are around where an edge leads; a loop that it enters does not count.
    let depth = |edge: Edge| {
        let target = cfg.target(edge);
        let enters = |id| !forest.contains(id, edge.from);
        forest.depth(target) - u32::from(forest.innermost(target).is_some_and(enters))
    };
    let add = |exits: &mut Exits, edge: Edge| match exits {
        [None, _] => exits[0] = Some(edge),
        [_, None] => exits[1] = Some(edge),
        [Some(a), Some(b)] => {
            let deeper = if depth(*a) > depth(*b) { a } else { b };
            if depth(*deeper) > depth(edge) {
                *deeper = edge;
            }
        }
    };
    for &block in &cfg.rpo {
        let Some(id) = forest.innermost(block) else { continue };
        for edge in cfg.out_edges(block) {
            if !forest.contains(id, cfg.target(edge)) && counts(edge) {
                add(&mut exits[id], edge);
            }
        }
    }
    for (id, data) in forest.loops.iter().rev() {
        let Some(parent) = data.parent else { continue };
        for edge in exits[id].into_iter().flatten() {
            if !forest.contains(parent, cfg.target(edge)) {
                add(&mut exits[parent], edge);
            }
        }
    }
    exits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often a loop goes on, by going round; `None` after many rounds.
    fn rounds(first: u64, step: u64, mask: u64, goes_on: impl Fn(u64) -> bool) -> Option<u64> {
        let mut x = first;
        (0..5000).find(|_| {
            let ends = !goes_on(x);
            x = x.wrapping_add(step) & mask;
            ends
        })
    }

    fn again(found: Result<(Linear, u64, bool), Unknown>) -> Option<u64> {
        let (dividend, divisor, exact) = found.ok()?;
        assert!(dividend.terms.is_empty());
        assert!(!exact || dividend.constant % divisor == 0);
        Some(dividend.constant / divisor)
    }

    /// Numbers around 0, the signs and the ends.
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
    fn counts_between_constants_are_those_of_going_round() {
        let mut counted = [0; 3];
        for (wide, mask) in [(false, u64::from(u32::MAX)), (true, u64::MAX)] {
            let numbers = numbers(mask);
            let steps = || numbers.iter().copied().filter(|&step| step != 0);
            for &first in &numbers {
                for step in steps() {
                    let x = Affine { first: Linear::constant(wide, first), step };
                    let goes_round = rounds(first, step, mask, |x| x != 0);
                    match again(until_zero(&x)) {
                        Some(found) => {
                            assert!(goes_round == Some(found) || goes_round.is_none());
                            assert!(found < 5000 || goes_round.is_none());
                            counted[0] += 1;
                        }
                        None => assert_eq!(goes_round, None, "{first} {step}"),
                    }
                    let goes_round = rounds(first, step, mask, |x| x == 0);
                    assert_eq!(again(while_zero(&x)), goes_round);
                }
                for &n in &numbers {
                    for step in steps().filter(|step| step % 7 < 3) {
                        for equal in [false, true] {
                            let x = Affine { first: Linear::constant(wide, first), step };
                            let side = Side::any(Linear::constant(wide, n));
                            let mut unproved = Vec::new();
                            let found =
                                until_reached(&x, &side, equal, &Guards::default(), &mut unproved);
                            // What would have to be tested is known of constants.
                            if unproved.iter().any(|(least, most)| least.constant > most.constant) {
                                continue;
                            }
                            let Some(found) = again(found) else { continue };
                            let goes_round =
                                rounds(first, step, mask, |x| x < n || equal && x == n);
                            assert!(
                                goes_round.is_none_or(|rounds| rounds == found),
                                "{first} + {step} to {n}: {found}, not {goes_round:?}"
                            );
                            assert!(found < 5000 || goes_round.is_none());
                            counted[1 + usize::from(equal)] += 1;
                        }
                    }
                }
            }
        }
        assert!(counted.iter().all(|&counted| counted > 1000), "{counted:?}");
    }
}
