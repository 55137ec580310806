//! Full unrolling: a loop with a small constant trip count is replaced by that many copies of its body.
//!
//! Only innermost loops, for speed, and only as many instructions as the [`Config`] allows; a loop with a
//! single iteration loses its back edge at any level. In each copy but the last, the exit test is decided to
//! stay; in the last one it exits.
//!
//! Cost: linear in the function and in what is copied.

use crate::analysis::clone::{Copied, decide, innermost, normalize_exits, size};
use crate::analysis::shape::{Done, Nest};
use crate::analysis::trip_count::{Counts, Trips};
use invar_analysis::{Definitions, Loop, PassContext, RemarkKind, repair_ssa};
use invar_ir::{Block, Function};

invar_analysis::config! {
    /// Configuration of full unrolling.
    pub struct Config {
        /// The greatest trip count.
        count: u64 = 8,
        /// The greatest size of all copies in instructions.
        insts: usize = 64,
    }
}

invar_analysis::counters! {
    /// Counters of innermost loops with a constant trip count.
    pub struct FullyUnrolled {
        /// Loops unrolled.
        loops,
        /// Loops of a single iteration, which lost their back edge.
        single_iteration,
        /// Copies of loop bodies.
        copies,
        /// The trip count is too large.
        refused_trip_count: Observed = "refused.trip_count",
        /// The copies are too large.
        refused_budget: Observed = "refused.budget",
        /// Not done when optimizing for size.
        refused_size: Observed = "refused.size",
    }
}

/// What a run of the pass did.
pub type Stats = Done<FullyUnrolled>;

/// Unrolls loops fully.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let Some(nest) = normalize_exits(f, cx, &mut stats.shaped) else { return stats };
    let counts = Counts::new(f, &nest);
    let mut definitions = Definitions::default();
    let unrolled = &mut stats.done;
    for id in innermost(&nest) {
        let Ok(trips) = counts.of(f, &nest, id) else { continue };
        let Some(count) = trips.count() else { continue };
        let most = match count {
            1 => usize::MAX,
            _ if cx.goals.size > 0 || cx.goals.keep_size => {
                unrolled.refused_size += 1;
                continue;
            }
            _ if count > config.count => {
                unrolled.refused_trip_count += 1;
                continue;
            }
            _ => config.insts / count as usize,
        };
        let loc = f.blocks[trips.test].term_loc;
        if size(f, &nest, id, most).is_none() {
            unrolled.refused_budget += 1;
            cx.remarks.record("full-unroll", RemarkKind::Missed, loc, "loop", || {
                format!(
                    "{id} not unrolled: {count} copies are more than {} instructions",
                    config.insts
                )
            });
            continue;
        }
        if !cx.fuel.take() {
            break;
        }
        unroll(f, &nest, id, &trips, count, &mut definitions);
        *(if count == 1 { &mut unrolled.single_iteration } else { &mut unrolled.loops }) += 1;
        unrolled.copies += count - 1;
        cx.remarks.record("full-unroll", RemarkKind::Applied, loc, "loop", || {
            format!("{id} unrolled: {count} iterations")
        });
    }
    repair_ssa(f, definitions);
    stats
}

fn unroll(
    f: &mut Function,
    nest: &Nest,
    id: Loop,
    trips: &Trips,
    count: u64,
    definitions: &mut Definitions,
) {
    let header = nest.forest.loops[id].header;
    let back = nest.forest.back_edges(id)[0];
    let blocks = nest.blocks_in_rpo(id);
    // Blocks after the exit test are not executed in the last iteration.
    let last: Vec<Block> = blocks
        .iter()
        .copied()
        .filter(|&block| block == trips.test || !nest.doms.dominates(trips.test, block))
        .collect();
    let mut copies = Vec::new();
    for nth in 1..count {
        let copied = Copied::new(f, if nth + 1 == count { &last } else { &blocks });
        copied.define(f, definitions);
        copies.push(copied.blocks);
    }
    // Each iteration leads to the next one. All copies are of the unchanged loop, so its branches are decided
    // only now.
    for nth in 0..count as usize {
        let block = |of: Block| if nth == 0 { of } else { copies[nth - 1][&of] };
        if nth + 1 == count as usize {
            decide(f, block(trips.test), 1 - trips.stays);
            continue;
        }
        let next = copies[nth][&header];
        let term = &mut f.blocks[block(back.from)].term;
        term.target_mut(back.nth as usize).expect("an edge").block = next;
        decide(f, block(trips.test), trips.stays);
    }
    if count == 1 {
        for block in blocks.into_iter().filter(|block| !last.contains(block)) {
            f.kill_block(block);
        }
    }
}
