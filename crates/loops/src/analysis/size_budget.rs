//! Size budget of partial unrolling in functions that another compiler has unrolled already.
//!
//! Where a compiler that knew the source has unrolled some loops of a function, it has decided about the
//! other loops too. More copies still save something, but less, so they may only use the bytes that other
//! passes have saved: the function is not to become larger than its input. Such input is recognized by its
//! remainder loops, which execute at most a few iterations, for example `n & 3`.
//!
//! Under a budget, inner loops come first, then those with the highest savings per byte, and the unroll
//! factor is [`FEW`]: a factor of two gets half of the savings, where four would get three quarters in twice
//! the code.
//!
//! Cost: linear in the function; O(n log n) in its loops.

use crate::analysis::clone::innermost;
use crate::analysis::profitability::{operators, saved};
use crate::analysis::shape::Nest;
use crate::analysis::trip_count::Counts;
use invar_ir::{Function, Loop, PassContext, Terminator};
use std::cmp::Reverse;

/// The unroll factor under a size budget, and of loops with short, unpredictable trip counts.
pub(crate) const FEW: u64 = 2;

/// The bytes that are left for copies; `None` is no limit.
pub(crate) struct SizeBudget {
    left: Option<u64>,
}

impl SizeBudget {
    /// The budget of a function.
    pub fn of(
        f: &Function,
        cx: &mut PassContext<'_>,
        nest: &Nest,
        counts: &Counts,
        factor: u64,
    ) -> SizeBudget {
        let is_remainder = |id: Loop| {
            let Ok(trips) = counts.of(f, nest, id) else { return false };
            let few = trips.most(f).is_some_and(|again| again < 2 * factor);
            few && trips.count().is_none()
        };
        let limited = innermost(nest).into_iter().any(is_remainder);
        let left = if limited { cx.growth_left(f) } else { None };
        SizeBudget { left: left.map(u64::from) }
    }

    /// Whether the budget is limited.
    pub fn is_limited(&self) -> bool {
        self.left.is_some()
    }

    /// The loops in the order in which they are unrolled.
    pub fn order(
        &self,
        f: &Function,
        nest: &Nest,
        counts: &Counts,
        mut loops: Vec<Loop>,
    ) -> Vec<Loop> {
        if self.is_limited() {
            loops.sort_by_cached_key(|&id| {
                let trips = counts.of(f, nest, id).ok();
                let saved =
                    trips.map_or(0, |trips| 1000 * saved(f, nest, id, counts, &trips) as u64);
                Reverse((nest.forest.loops[id].depth, saved / bytes(f, nest, id).max(1)))
            });
        }
        loops
    }

    /// The greatest unroll factor, at most `factor`.
    pub fn most(&self, factor: u64) -> u64 {
        if self.is_limited() { factor.min(FEW) } else { factor }
    }

    /// Whether the budget allows this number of copies of a loop.
    pub fn has(&self, f: &Function, nest: &Nest, id: Loop, copies: u64) -> bool {
        self.left.is_none_or(|left| copies * bytes(f, nest, id) <= left)
    }

    /// Takes this number of copies of a loop from the budget.
    pub fn take(&mut self, f: &Function, nest: &Nest, id: Loop, copies: u64) {
        self.left = self.left.map(|left| left.saturating_sub(copies * bytes(f, nest, id)));
    }
}

/// An estimate of the bytes of a copy of a loop, with its part of the tests before it. Less than two per
/// operator, since all but the first copy do without address computations and steps.
fn bytes(f: &Function, nest: &Nest, id: Loop) -> u64 {
    let branches: usize = (nest.forest.blocks(id).iter())
        .map(|&block| match &f.blocks[block].term {
            Terminator::Jump(call) => 2 * f.list(&call.args).len(),
            term => term.targets().map(|call| 4 + 2 * f.list(&call.args).len()).sum(),
        })
        .sum();
    operators(f, nest, id) * 3 / 2 + branches as u64
}
