//! Alias versioning (run-time alias checks): a loop that keeps its variables in memory gets a copy that holds
//! them in SSA values, entered under a run-time check that nothing else in the loop aliases them.
//!
//! Variables that a compiler leaves unoptimized, or passes by address, are loaded and stored in each
//! iteration, counters and bounds among them, since a store to an array may alias them.
//! [`scalar_promotion`](crate::transforms::scalar_promotion) must leave them alone, and as long as they are
//! in memory, the addresses of the array are unknown. So the copy is made first, as if nothing aliased. In
//! the copy the counters are induction variables and the trip count is known; from these follow the bytes
//! that each of its accesses covers over all iterations. The copy is entered if these are in bounds, so that
//! nothing traps while the variables are not in memory, and disjoint from the variables.
//!
//! ```text
//! loop { a[p->i] = x; p->i += 1; if p->i < p->n }     // a may alias p->i
//! ->
//! if 0 <= p, p + 8 <= memory {
//!   i = p->i; n = p->n;
//!   if i <= n, a + n <= memory, a + n <= p or p + 8 <= a + i {
//!     loop { a[i] = x; i += 1; if i < n }; p->i = i; goto out
//!   }
//! }
//! loop { ... }
//! ```
//!
//! The variables must be at constant offsets from one invariant base. A copy for which no check can be made
//! is dropped again. (Nicolau, *Run-time disambiguation: coping with statically unpredictable dependencies*,
//! 1989; promotion as in Sastry and Ju, *A new algorithm for scalar register promotion based on SSA form*,
//! 1998.)
//!
//! Only innermost loops without calls, for speed. Cost: linear in the function, and in what is copied times
//! the variables of a loop, at most `MOST_CELLS`.

mod cells;
mod checks;
mod copy;

use crate::analysis::clone::{innermost, normalize_exits};
use crate::analysis::memory::MemoryQueries;
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Nest};
use crate::analysis::trip_count::Counts;
use invar_analysis::{Definitions, Frequencies, Loop, PassContext, RemarkKind, repair_ssa};
use invar_ir::{Block, Function, Memory, Terminator};
use rustc_hash::FxHashSet;

invar_analysis::config! {
    /// Configuration of alias versioning.
    pub struct Config {
        /// The greatest size of a loop in instructions.
        insts: usize = 160,
        /// The greatest number of access ranges that a check compares.
        streams: usize = 8,
        /// In how many iterations the check must have paid for itself.
        iterations: usize = 20,
    }
}

invar_analysis::counters! {
    /// Counters of innermost loops that load and store at invariant addresses.
    pub struct AliasVersioned {
        /// Loops versioned.
        loops,
        /// Variables that the copies hold in values.
        cells,
        /// Accesses of these variables, which the copies do without.
        accesses,
        /// Loops with effects or traps other than accesses of memory.
        refused_effects: Observed = "refused.effects",
        /// An unpredictable exit uses values of the loop.
        refused_exit: Observed = "refused.exit",
        /// The trip count is unknown even with variables in values.
        refused_unknown_trip_count: Observed = "refused.unknown_trip_count",
        /// The trip count is small.
        refused_short_trip_count: Observed = "refused.short_trip_count",
        /// An address is neither invariant nor affine.
        refused_address: Observed = "refused.address",
        /// The loop is too large, or the check would be.
        refused_budget: Observed = "refused.budget",
        /// The check would cost more than some iterations save, or the accesses are executed in few iterations: a value
        /// for each is passed on in all.
        refused_cost: Observed = "refused.cost",
    }
}

/// What a run of the pass did.
pub type Stats = Done<AliasVersioned>;

/// A loop with the analyses that versioning needs.
struct Site<'a> {
    nest: &'a Nest,
    id: Loop,
    counts: &'a Counts,
    state: MemoryQueries<'a>,
    frequencies: &'a Frequencies,
}

/// Versions loops.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let memory = cx.module.memories.get(Memory::from_u32(0));
    let is_usual = memory.is_some_and(|memory| {
        memory.ty.page_size_log2.is_none() && !memory.ty.shared && !memory.ty.memory64
    });
    if cx.goals.size > 0 || cx.goals.keep_size || !is_usual {
        return stats;
    }
    let Some(nest) = normalize_exits(f, cx, &mut stats.shaped) else { return stats };
    let made = copies(f, cx, config, &nest, &mut stats.done);
    if made.is_empty() {
        return stats;
    }
    cx.analyses.clear();
    let nest = Nest::of(f, &mut cx.analyses);
    let counts = Counts::at_latches(f, &nest);
    let ranges = Ranges::of(f, &nest, &mut cx.analyses);
    let frequencies = cx.analyses.frequencies(f);
    let state = MemoryQueries::of(cx, &ranges);
    for mut copy in made {
        let id = nest.forest.innermost(copy.header).expect("the copy is a loop");
        let site = Site { nest: &nest, id, counts: &counts, state, frequencies: &frequencies };
        let plan = if copy.refresh(f) {
            site.plan(f, config, &copy, &mut stats.done)
        } else {
            stats.done.refused_address += 1;
            None
        };
        let Some(plan) = plan else {
            drop_copy(f, &copy);
            continue;
        };
        stats.done.loops += 1;
        stats.done.cells += copy.cells.len() as u64;
        stats.done.accesses += copy.accesses as u64;
        let loc = f.blocks[copy.before].term_loc;
        cx.remarks.record("alias-versioning", RemarkKind::Applied, loc, "loop", || {
            format!(
                "{} versioned: {} variables in values under an alias check",
                copy.slow,
                copy.cells.len()
            )
        });
        checks::make(f, &copy, &plan);
    }
    f.resolve_aliases();
    stats
}

/// Copies of all candidate loops, each under a condition that is false until the check is made.
fn copies(
    f: &mut Function,
    cx: &mut PassContext<'_>,
    config: &Config,
    nest: &Nest,
    stats: &mut AliasVersioned,
) -> Vec<copy::Copy> {
    let counts = Counts::at_latches(f, nest);
    let ranges = Ranges::of(f, nest, &mut cx.analyses);
    let frequencies = cx.analyses.frequencies(f);
    let state = MemoryQueries::of(cx, &ranges);
    let mut made = Vec::new();
    let mut definitions = Definitions::default();
    // Exit blocks of versioned loops: they have new predecessors, which `nest` does not know.
    let mut joined: FxHashSet<Block> = FxHashSet::default();
    for id in innermost(nest) {
        if cx.provenance.vectorized.contains(&nest.forest.loops[id].header) {
            continue;
        }
        let site = Site { nest, id, counts: &counts, state, frequencies: &frequencies };
        let Some(cells) = site.cells(f, config, stats) else { continue };
        if !cx.fuel.take() {
            break;
        }
        made.push(site.copy(f, cells, &joined, &mut definitions));
        joined.extend(nest.forest.exits(id, &nest.cfg).map(|edge| nest.cfg.target(edge)));
    }
    repair_ssa(f, definitions);
    made
}

/// Removes a copy that is not worth it or has no check.
fn drop_copy(f: &mut Function, copy: &copy::Copy) {
    let mut term = std::mem::replace(&mut f.blocks[copy.before].term, Terminator::None);
    let slow = term.target_mut(1).expect("a branch").clone();
    f.blocks[copy.before].term = Terminator::Jump(slow);
    for &block in &copy.blocks {
        f.kill_block(block);
    }
}
