//! Loop versioning: a counted loop gets a copy without range checks and without loads that are invariant but
//! for possible aliases, entered under run-time checks.
//!
//! In languages with bounds checks an inner loop has exits for indexes out of range, and loads the length and
//! the address of an array anew in each iteration, since a store in the loop may alias them. Both can be
//! decided before the loop, for all of its iterations:
//!
//! - *Range checks.* In iteration k an affine value is `first + step * k`, k being at most the backedge-taken
//!   count of [`trip_count`](crate::analysis::trip_count). So `x < n` holds in all iterations if it holds at
//!   the end to which x moves; computed in 64 bits, nothing wraps. (Inductive range check elimination, after
//!   Gupta, *Optimizing array bound checks using flow analysis*, 1993.) Other values have a bound by a test or a
//!   constant; then the trip count need not be known, nor the loop have one exit.
//! - *Loads* of invariant addresses are invariant if the range that each store covers does not overlap them
//!   (run-time alias checks). They are hoisted: those that are executed first in the loop anyway, or after a
//!   check that they are in bounds. Instructions that depend on them only (addresses of other loads, starts
//!   of stores) are hoisted too.
//!
//! Each check precedes what relies on it; where one fails, the original loop is entered. Only innermost loops
//! without calls, for speed. Cost: linear in the function and in what is copied.

mod bounds;
mod plan;

use crate::analysis::clone::{Copied, copy_inst, decide, innermost, normalize_exits};
use crate::analysis::guaranteed_execution::GuaranteedExecution;
use crate::analysis::memory::MemoryQueries;
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Nest};
use crate::analysis::trip_count::Counts;
use crate::versions::runtime_checks::{Range, Tests, branch};
use invar_analysis::{Definitions, Loop, PassContext, RemarkKind, repair_ssa};
use invar_ir::{Block, Function, Inst, Op, Terminator, ValType, Value, memory_access};
use plan::{Check, VersionPlan};
use rustc_hash::FxHashSet;

invar_analysis::config! {
    /// Configuration of loop versioning.
    pub struct Config {
        /// The greatest size of a loop in instructions.
        insts: usize = 160,
        /// The greatest number of run-time checks.
        tests: usize = 24,
        /// In how many iterations the run-time checks must have paid for themselves.
        iterations: usize = 8,
        /// The same for a loop that may end in any iteration.
        search_iterations: usize = 4,
    }
}

invar_analysis::counters! {
    /// Counters of innermost loops with range checks, or with loads that are invariant but for aliases.
    pub struct Versioned {
        /// Loops versioned.
        loops,
        /// Range checks removed from the copies.
        checks,
        /// Loads hoisted out of the copies.
        loads,
        /// The trip count is unknown.
        refused_unknown_trip_count: Observed = "refused.unknown_trip_count",
        /// The trip count is small.
        refused_short_trip_count: Observed = "refused.short_trip_count",
        /// The address of a store is not affine.
        refused_store: Observed = "refused.store",
        /// The loop is too large, or needs too many run-time checks.
        refused_budget: Observed = "refused.budget",
        /// The run-time checks would cost more than some iterations save.
        refused_cost: Observed = "refused.cost",
        /// Loops with calls.
        refused_call: Observed = "refused.call",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Versioned>;

/// Versions loops.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    if cx.goals.size > 0 || cx.goals.keep_size {
        return stats;
    }
    let Some(nest) = normalize_exits(f, cx, &mut stats.shaped) else { return stats };
    let counts = Counts::or_fail(f, &nest);
    let ranges = Ranges::of(f, &nest, &mut cx.analyses);
    let state = MemoryQueries::of(cx, &ranges);
    let always = GuaranteedExecution::of(f, &nest, &state, &mut cx.analyses);
    let mut definitions = Definitions::default();
    for id in innermost(&nest) {
        if cx.provenance.vectorized.contains(&nest.forest.loops[id].header) {
            continue;
        }
        let site = VersionSite { nest: &nest, id, counts: &counts, state, always: &always };
        let Some(plan) = site.plan(f, config, &mut stats.done) else { continue };
        if !cx.fuel.take() {
            break;
        }
        let loc = f.blocks[nest.ends(id).expect("in shape").1].term_loc;
        let (checks, loads) = (plan.checks.len(), plan.loads.len());
        make(f, &site, &plan, &mut definitions);
        stats.done.loops += 1;
        stats.done.checks += checks as u64;
        stats.done.loads += loads as u64;
        cx.remarks.record("loop-versioning", RemarkKind::Applied, loc, "loop", || {
            format!("{id} versioned: {checks} range checks and {loads} loads removed")
        });
    }
    repair_ssa(f, definitions);
    stats
}

/// A loop with the analyses that versioning needs.
struct VersionSite<'a> {
    nest: &'a Nest,
    id: Loop,
    counts: &'a Counts,
    state: MemoryQueries<'a>,
    always: &'a GuaranteedExecution,
}

/// Makes the copy and the run-time checks before it. Records the definitions of the copy.
fn make(
    f: &mut Function,
    site: &VersionSite<'_>,
    plan: &VersionPlan,
    definitions: &mut Definitions,
) {
    let VersionSite { nest, id, .. } = *site;
    let (preheader, latch) = nest.ends(id).expect("in shape");
    let header = nest.forest.loops[id].header;
    let Terminator::Jump(entry) = std::mem::take(&mut f.blocks[preheader].term) else {
        unreachable!("a preheader jumps")
    };
    let loc = f.blocks[latch].term_loc;
    let slow = f.add_block();
    f.blocks[slow].term_loc = loc;
    let args = f.list(&entry.args).to_vec();
    f.blocks[slow].term = Terminator::Jump(entry);

    let mut tests = Tests::new(f, preheader, loc);
    tests.preconditions(&plan.counted);
    let again = plan.trips.as_ref().map(|trips| tests.again(trips));
    tests.loads(plan, slow);
    for check in &plan.checks {
        tests.check(check, again);
    }
    if !plan.loads.is_empty() {
        tests.stores_apart(plan, again);
    }
    let Tests { at: last, cond, map, .. } = tests;

    let blocks = nest.blocks_in_rpo(id);
    let copied = Copied::new(f, &blocks);
    copied.define(f, definitions);
    for check in &plan.checks {
        decide(f, copied.blocks[&check.block], check.stays);
    }
    // Hoisted instructions are replaced.
    let mut gone: FxHashSet<Inst> = FxHashSet::default();
    for &inst in &plan.fixed {
        let result = f.result(inst).expect("it is a value");
        let copy = copied.values[&result];
        gone.extend(f.def_inst(copy));
        f.alias(copy, map[&result]);
    }
    for block in blocks {
        f.blocks[copied.blocks[&block]].insts.retain(|inst| !gone.contains(inst));
    }
    let call = f.call(copied.blocks[&header], &args);
    f.blocks[last].term = match cond {
        None => Terminator::Jump(call),
        Some(cond) => branch(cond, call, slow),
    };
    f.blocks[last].term_loc = loc;
}

impl Tests<'_> {
    /// Emits the hoisted instructions; loads that the loop might not execute are checked to be in bounds, and `slow` is
    /// entered if they are not.
    fn loads(&mut self, plan: &VersionPlan, slow: Block) {
        let unsafe_loads: FxHashSet<Inst> = plan.unsafe_loads.iter().copied().collect();
        for &inst in &plan.fixed {
            if unsafe_loads.contains(&inst) {
                let access = memory_access(&self.f.insts[inst].op).expect("a load");
                let address = self.f.resolve(self.f.args(inst)[access.address]);
                let address = self.map.get(&address).copied().unwrap_or(address);
                let address = self.long(address);
                let size = access.memarg.offset + u64::from(access.size);
                let end = self.plus(address, size as i64);
                let bytes = self.memory_bytes(0, false, 16);
                self.at_most(end, bytes);
                self.branch(slow);
            }
            copy_inst(self.f, self.at, inst, &mut self.map);
        }
    }

    fn check(&mut self, check: &Check, again: Option<Value>) {
        let (left, right) = (&check.left, &check.right);
        let low = self.range(left, again);
        let high = self.range(right, again);
        // The lower end of the right side is its minimum only if the upper end does not wrap.
        self.fits(right, high.1);
        let op = if check.equal { Op::I64LeU } else { Op::I64LtU };
        let holds = self.op(ValType::I32, op, &[low.1, high.0]);
        self.require(holds);
    }

    /// Requires that no store of the loop overlaps what was loaded.
    fn stores_apart(&mut self, plan: &VersionPlan, again: Option<Value>) {
        let stores: Vec<(Value, Value, &Range)> = plan
            .stores
            .iter()
            .map(|store| {
                let (low, high) = self.range(&store.at, again);
                self.fits(&store.at, high);
                (low, high, store)
            })
            .collect();
        for loaded in &plan.loaded {
            let at = self.sum(&loaded.at.first);
            let at = self.long(at);
            for &(low, high, store) in &stores {
                // [at + a, at + b) and [low + c, high + d) overlap if, without wrapping, 0 < at + b -
                // low - c < high - low + d - c + b - a.
                let (a, b) = (loaded.from, loaded.to);
                let (c, d) = (store.from, store.to);
                let left = self.op(ValType::I64, Op::I64Sub, &[at, low]);
                let by = self.int64(b.wrapping_sub(c).wrapping_sub(1));
                let left = self.op(ValType::I64, Op::I64Add, &[left, by]);
                let right = self.op(ValType::I64, Op::I64Sub, &[high, low]);
                let by = self.int64(d - c + (b - a) - 1);
                let right = self.op(ValType::I64, Op::I64Add, &[right, by]);
                let apart = self.op(ValType::I32, Op::I64GeU, &[left, right]);
                if !invar_ir::mutant!(VersionStoresApart) {
                    self.require(apart);
                }
            }
        }
    }
}
