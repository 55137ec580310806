//! How much code copies of loops may take.
//!
//! Where a compiler that knew the source has unrolled some loops of a function, it has decided on the
//! others too. More copies save something all the same, but less, so that they may only take the room
//! that other passes made: the function is to be no larger than it came. What such a compiler leaves
//! is a loop for the rest of the iterations, which goes round at most a few times, `n & 3` of them.
//!
//! Inner loops come first, then those that save most for their bytes, and two iterations are done at a
//! time: that is half of what there is to save, where four would save three quarters in twice the code.
//!
//! Cost: linear in the function; O(n log n) in its loops.

use crate::analysis::clone::innermost;
use crate::analysis::profitability::{operators, saved};
use crate::analysis::shape::Nest;
use crate::analysis::trip_count::Counts;
use crate::versions::partial_unroll::{Config, most};
use invar_ir::{Function, Loop, PassContext, Terminator};
use std::cmp::Reverse;

/// How many iterations at a time are done where room is short.
pub(crate) const FEW: u64 = 2;

/// The bytes that are left for copies; no limit where there is none.
pub(crate) struct Room {
    left: Option<u64>,
}

impl Room {
    /// The room that a function has.
    pub fn of(
        f: &Function,
        cx: &mut PassContext<'_>,
        nest: &Nest,
        counts: &Counts,
        config: &Config,
    ) -> Room {
        let rest = |id: Loop| {
            let Ok(trips) = counts.of(f, nest, id) else { return false };
            let few = most(f, &trips).is_some_and(|again| again < 2 * config.factor);
            few && trips.count().is_none()
        };
        let limited = innermost(nest).into_iter().any(rest);
        let left = if limited { cx.growth_left(f) } else { None };
        Room { left: left.map(u64::from) }
    }

    /// Whether there is a limit.
    pub fn is_limited(&self) -> bool {
        self.left.is_some()
    }

    /// The loops in the order in which they are to be considered.
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

    /// How many iterations a loop may do at a time, of so many.
    pub fn most(&self, factor: u64) -> u64 {
        if self.is_limited() { factor.min(FEW) } else { factor }
    }

    /// Whether there is room for so many copies of a loop.
    pub fn has(&self, f: &Function, nest: &Nest, id: Loop, copies: u64) -> bool {
        self.left.is_none_or(|left| copies * bytes(f, nest, id) <= left)
    }

    /// Takes the room for so many copies.
    pub fn take(&mut self, f: &Function, nest: &Nest, id: Loop, copies: u64) {
        self.left = self.left.map(|left| left.saturating_sub(copies * bytes(f, nest, id)));
    }
}

/// About how many bytes a copy of a loop takes, with its part of the tests before it. Less than two for
/// an operator, since addresses and steps are some that all but the first copy do without.
fn bytes(f: &Function, nest: &Nest, id: Loop) -> u64 {
    let branches: usize = (nest.forest.blocks(id).iter())
        .map(|&block| match &f.blocks[block].term {
            Terminator::Jump(call) => 2 * f.list(&call.args).len(),
            term => term.targets().map(|call| 4 + 2 * f.list(&call.args).len()).sum(),
        })
        .sum();
    operators(f, nest, id) * 3 / 2 + branches as u64
}
