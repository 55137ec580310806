//! Run-time disambiguation: a loop that keeps its variables in memory gets a copy that holds them in
//! values, entered where a test before it says that nothing else of the loop touches their places.
//!
//! What a compiler leaves unoptimized, or passes by address, is loaded and stored in each iteration,
//! counters and limits among it, since a store to an array may be a store to them, for all that
//! WebAssembly says. [`scalar_promotion`](crate::transforms::scalar_promotion) must leave them alone, and as long as they are in memory,
//! nobody can tell where the array is stored to. So the copy is made first, as if they were apart. In
//! it the counters are induction variables, and the loop is counted; then it can be told before
//! it is entered which bytes each of its accesses goes through: the copy is entered if these lie in memory,
//! so that nothing traps while the variables are not where others would look for them, and apart from the
//! variables.
//!
//! ```text
//! loop { a[p->i] = x; p->i += 1; if p->i < p->n }     // a may be where p->i is
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
//! The places must be constants away from one base that does not change. A copy of which that cannot be
//! told is dropped again. (Nicolau, *Run-time disambiguation: coping with statically unpredictable
//! dependencies*, 1989; promotion as in Sastry and Ju, *A new algorithm for scalar register promotion
//! based on SSA form*, 1998.)
//!
//! Only innermost loops without calls, for speed. Cost: linear in the function, and in what is copied times
//! the variables of a loop, at most `MOST_CELLS`.

mod cells;
mod checks;
mod copy;

use crate::analysis::clone::{innermost, normalize_exits};
use crate::analysis::memory::State;
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Nest};
use crate::analysis::trip_count::Counts;
use invar_ir::{
    Block, Definitions, Function, Loop, Memory, PassContext, RemarkKind, Terminator, repair_ssa,
};
use rustc_hash::FxHashSet;

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// The most instructions of a loop.
    pub insts: usize,
    /// The most accesses that are tested before one.
    pub streams: usize,
    /// In how many iterations the tests must have paid for themselves.
    pub iterations: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { insts: 160, streams: 8, iterations: 16 }
    }
}

invar_ir::counters! {
    /// What became of innermost loops that load and store at places that do not change.
    pub struct Disambiguated {
        /// Loops that have a copy with these in values.
        loops,
        /// The places that it holds in values.
        cells,
        /// The accesses of them that it does without.
        accesses,
        /// They do something else, or may trap for something else, than accesses of memory.
        refused_effects = "refused.effects",
        /// A way out that nothing tells about is used behind the loop.
        refused_exit = "refused.exit",
        /// It is not known how often they go round even if the variables are values.
        refused_uncounted = "refused.uncounted",
        /// They have few iterations.
        refused_count = "refused.count",
        /// They access places that nothing tells about.
        refused_address = "refused.address",
        /// They are large, or would need many tests.
        refused_budget = "refused.budget",
        /// The tests would cost more than some iterations save.
        refused_cost = "refused.cost",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Disambiguated>;

/// A loop, and what is known of it.
struct Site<'a> {
    nest: &'a Nest,
    id: Loop,
    counts: &'a Counts,
    state: State<'a>,
}

/// Makes copies of loops.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let memory = cx.module.memories.get(Memory::from_u32(0));
    let is_usual = memory.is_some_and(|memory| {
        memory.ty.page_size_log2.is_none() && !memory.ty.shared && !memory.ty.memory64
    });
    if cx.goals.size > 0 || cx.goals.keep_size || !is_usual {
        return stats;
    }
    let nest = normalize_exits(f, &mut cx.analyses, &mut stats.shaped);
    if nest.forest.loops.is_empty() {
        return stats;
    }
    let made = copies(f, cx, config, &nest, &mut stats.done);
    if made.is_empty() {
        return stats;
    }
    cx.analyses.clear();
    let nest = Nest::of(f, &mut cx.analyses);
    let counts = Counts::at_latches(f, &nest);
    let ranges = Ranges::new(f, &nest);
    let state = State::of(cx, &ranges);
    for mut copy in made {
        let id = nest.forest.innermost(copy.header).expect("the copy is a loop");
        let site = Site { nest: &nest, id, counts: &counts, state };
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
            format!("{} has a copy with {} places in values", copy.slow, copy.cells.len())
        });
        checks::make(f, &copy, &plan);
    }
    f.resolve_aliases();
    stats
}

/// Copies of all loops that may be worth one, each behind a condition that never holds.
fn copies(
    f: &mut Function,
    cx: &mut PassContext<'_>,
    config: &Config,
    nest: &Nest,
    stats: &mut Disambiguated,
) -> Vec<copy::Copy> {
    let counts = Counts::at_latches(f, nest);
    let ranges = Ranges::new(f, nest);
    let state = State::of(cx, &ranges);
    let mut made = Vec::new();
    let mut definitions = Definitions::default();
    // Blocks behind loops that have two versions now: the nest does not know the ways there.
    let mut joined: FxHashSet<Block> = FxHashSet::default();
    for id in innermost(nest) {
        let site = Site { nest, id, counts: &counts, state };
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

/// Removes a copy that turned out to be of no use.
fn drop_copy(f: &mut Function, copy: &copy::Copy) {
    let mut term = std::mem::replace(&mut f.blocks[copy.before].term, Terminator::None);
    let slow = term.target_mut(1).expect("it branches").clone();
    f.blocks[copy.before].term = Terminator::Jump(slow);
    for &block in &copy.blocks {
        f.kill_block(block);
    }
}
