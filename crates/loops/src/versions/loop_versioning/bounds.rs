//! Bounds of values of a loop that are no add recurrences: by a test that a block depends on, by the test of the back
//! edge, or by a constant.
//!
//! - A branch `x < n` bounds `x` in the blocks that it dominates. If it compares signed numbers, `x` must not be negative.
//! - A parameter of the header that rises by an invariant, the back edge being taken only if its next value is below `n`, is
//!   at most `n - 1`, if it starts there and if `n - 1` plus the step does not wrap; both are tested before the loop. The step
//!   need not be known, and the loop may have other exits.
//! - `x & 255` is at most 255.
//!
//! Cost: for each value that is asked for, the tests that its block depends on, of which a bounded number is visited.

use super::VersionSite;
use crate::analysis::guards::Guards;
use crate::analysis::induction::Basic;
use crate::analysis::trip_count::Trips;
use crate::versions::runtime_checks::{MOST_FACTOR, Moving, Rising, Spread, moving, recurrence};
use invar_analysis::Linear;
use invar_analysis::transform::edges;
use invar_ir::{Block, Function, Terminator, Value, ValueDef};

/// A greater constant is no bound: hardly an array has that many elements.
const MOST_CONSTANT: u64 = 1 << 20;

/// Values of a loop as numbers whose range over all iterations is known before the loop.
pub(super) struct Bounds<'a> {
    pub site: &'a VersionSite<'a>,
    pub basics: &'a [Basic],
    pub trips: Option<&'a Trips>,
    /// Whether a value is defined before the loop, or hoisted.
    pub is_fixed: &'a dyn Fn(Value) -> bool,
}

impl Bounds<'_> {
    /// A sum in a block.
    pub fn moving(&self, f: &Function, sum: &Linear, block: Block) -> Option<Moving> {
        let moves = moving(f, self.basics, sum, self.is_fixed);
        if let Some(moves) = moves.filter(|it| self.trips.is_some() || !it.moves()) {
            return Some(moves);
        }
        if sum.wide {
            return None;
        }
        let mut found = Moving::fixed(Linear::constant(false, sum.constant));
        for &(value, factor) in &sum.terms {
            let value = f.resolve(value);
            if (self.is_fixed)(value) {
                found.first.add_term(value, factor);
                continue;
            }
            let recurrence = || recurrence(f, self.basics, value, self.is_fixed);
            if let Some(term) = self.trips.and_then(|_| recurrence()) {
                found.first.add(&term.first, factor);
                found.step.add(&term.step, factor);
                continue;
            }
            if found.spread.is_some() || factor > MOST_FACTOR {
                return None;
            }
            let (least, mut spread) = self.bound(f, value, block)?;
            found.first.add(&Linear::constant(false, least), factor);
            spread.factor = factor;
            found.spread = Some(spread);
        }
        // What starts below zero would never pass the test.
        let starts = !found.first.terms.is_empty() || found.first.signed(found.first.constant) >= 0;
        (starts && found.constant_step().is_some()).then_some(found)
    }

    /// What a value is at least in a block, and by how much it may be greater.
    fn bound(&self, f: &Function, value: Value, block: Block) -> Option<(u64, Spread)> {
        let facts = self.site.state.ranges.facts(f, value)?;
        let (least, greatest) = facts.unsigned;
        let sum = Linear::of_within(f, value, |_| false)?;
        let is_positive = facts.signed.0 >= 0 || invar_ir::mutant!(VersionIgnoresSign);
        let is_known = |most: &Linear| most.terms.iter().all(|term| (self.is_fixed)(term.0));
        let guards = Guards::of(f, self.site.nest, block);
        let above_least = |mut most: Linear| {
            most.add(&Linear::constant(false, least), u64::MAX);
            Spread { most, factor: 1, under: None }
        };
        if let Some(bound) = guards.at_most(&sum, is_positive).find(|bound| is_known(&bound.sum)) {
            return Some((least, above_least(bound.sum)));
        }
        if let Some(spread) = self.rising(f, value, is_known) {
            return Some((0, spread));
        }
        (greatest <= MOST_CONSTANT).then(|| (least, above_least(Linear::constant(false, greatest))))
    }

    /// A parameter of the header that rises to a bound.
    fn rising(
        &self,
        f: &Function,
        value: Value,
        is_known: impl Fn(&Linear) -> bool,
    ) -> Option<Spread> {
        let VersionSite { nest, id, .. } = *self.site;
        let basic = self.basics.iter().find(|basic| basic.param == value)?;
        let ValueDef::Param(_, n) = f.values[value].def else { return None };
        let [back] = *nest.forest.back_edges(id) else { return None };
        let next = Linear::of(f, f.resolve(edges::args(f, back)[n as usize]))?;
        let mut guards = Guards::of(f, nest, back.from);
        if let Terminator::BrIf { cond, .. } = f.blocks[back.from].term {
            guards.assume(f, cond, back.nth == 0);
        }
        let start = Linear::of(f, f.resolve(basic.start))?;
        let bound = guards.at_most(&next, true).find(|bound| is_known(&bound.sum))?;
        let limit = if bound.signed { i32::MAX as u64 } else { u64::from(u32::MAX) };
        let rising = Rising { start, step: basic.step.clone(), limit };
        Some(Spread { most: bound.sum, factor: 1, under: Some(rising) })
    }
}
