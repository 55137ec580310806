//! Loop unswitching: a branch on a loop-invariant condition is taken before the loop, of which there are two
//! copies then, one for each successor.
//!
//! *Partial unswitching*: the condition may also be one side of an `and` or an `or` that decides branches, or that of a
//! `select`. It is 0 in one copy, and in the other one it is 1, if it is 0 or 1 or if only whether it is 0 matters; what
//! follows from that is left to other passes.
//!
//! Only innermost loops, for speed, of at most [`Config::insts`] instructions, and each at most `MOST_ROUNDS`
//! times, its copies included. All branches on the condition are decided in both copies.
//!
//! Cost: linear in the function and what is copied, per round.

mod operands;

use crate::analysis::clone::{Copied, decide, innermost, normalize_exits, size};
use crate::analysis::final_values::Emit;
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Nest};
use crate::analysis::short_trips::is_short;
use crate::analysis::trip_count::Counts;
use invar_analysis::{Counters, Definitions, Loop, PassContext, RemarkKind, repair_ssa};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, BlockCall, Function, Terminator, Value};
use operands::{Operand, Operands};

/// How often a loop is unswitched, its copies included.
const MOST_ROUNDS: usize = 2;
/// How many exits a loop may have.
const MOST_EXITS: usize = 8;

invar_analysis::config! {
    /// Configuration of unswitching.
    pub struct Config {
        /// The greatest size of a loop in instructions.
        insts: usize = 40,
    }
}

invar_analysis::counters! {
    /// Counters of innermost loops with a branch on an invariant condition.
    pub struct Unswitched {
        /// Loops unswitched.
        loops,
        /// Branches decided in the copies.
        branches,
        /// Operands of `and`, `or` and `select` that are constants in the copies.
        operands,
        /// Loops that are too large.
        refused_budget: Observed = "refused.budget",
        /// The trip count is small.
        refused_short_trip_count: Observed = "refused.short_trip_count",
        /// Loops with too many exits.
        refused_exits: Observed = "refused.exits",
        /// Not done when optimizing for size.
        refused_size: Observed = "refused.size",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Unswitched>;

/// Unswitches loops.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    for _ in 0..MOST_ROUNDS {
        let Some(nest) = normalize_exits(f, cx, &mut stats.shaped) else { break };
        let counts = Counts::new(f, &nest);
        let ranges = Ranges::of(f, &nest, &mut cx.analyses);
        let all_uses = f.use_counts();
        let mut found = Unswitched::default();
        let mut definitions = Definitions::default();
        for id in innermost(&nest) {
            let cond = invariant_condition(f, cx, &nest, id, &counts, &all_uses, config.insts);
            let Some(cond) = cond else { continue };
            if cx.goals.size > 0 || cx.goals.keep_size {
                found.refused_size += 1;
                continue;
            }
            let loc = f.blocks[nest.forest.loops[id].header].term_loc;
            if size(f, &nest, id, config.insts).is_none() {
                found.refused_budget += 1;
                cx.remarks.record("unswitch", RemarkKind::Missed, loc, "loop", || {
                    format!("{id} not unswitched: more than {} instructions", config.insts)
                });
                continue;
            }
            let trips = counts.of(f, &nest, id);
            if trips.is_ok_and(|trips| is_short(f, &nest, id, &trips, &ranges)) {
                found.refused_short_trip_count += 1;
                continue;
            }
            if nest.forest.exits(id, &nest.cfg).count() > MOST_EXITS {
                found.refused_exits += 1;
                continue;
            }
            if !cx.fuel.take() {
                break;
            }
            found.loops += 1;
            let blocks = nest.blocks_in_rpo(id);
            let operands = Operands::new(f, cx.module, &blocks, &all_uses).of(cond);
            let (branches, operands) = unswitch(f, &nest, id, cond, &operands, &mut definitions);
            found.branches += branches;
            found.operands += operands;
            cx.remarks.record("unswitch", RemarkKind::Applied, loc, "loop", || {
                format!("{id} unswitched on {cond}")
            });
        }
        let again = found.loops > 0;
        stats.done.add(&found);
        if !again {
            break;
        }
        // Blocks that the decided branches made unreachable.
        cx.analyses.clear();
        let cfg = cx.analyses.cfg(f);
        let dead: Vec<Block> = f.live_blocks().filter(|&block| !cfg.is_reachable(block)).collect();
        dead.into_iter().for_each(|block| f.kill_block(block));
        repair_ssa(f, definitions);
        cx.analyses.keep_if_current(f);
    }
    stats
}

/// An invariant condition of a branch in a loop that is no constant; or else, if the loop has at most so many
/// instructions, one of an operator that decides something.
fn invariant_condition(
    f: &Function,
    cx: &PassContext<'_>,
    nest: &Nest,
    id: Loop,
    counts: &Counts,
    all_uses: &SecondaryMap<Value, u32>,
    most: usize,
) -> Option<Value> {
    nest.ends(id)?;
    let is_invariant = |value: Value| {
        let constant = f.def_op(value).is_some_and(invar_rules::is_constant);
        !constant
            && (invar_ir::mutant!(UnswitchChangingCondition)
                || counts.is_outside(f, nest, id, value))
    };
    let blocks = nest.blocks_in_rpo(id);
    let branch = blocks.iter().find_map(|&block| match f.blocks[block].term {
        Terminator::BrIf { cond, ref then, ref els } if then.block != els.block => {
            is_invariant(cond).then_some(cond)
        }
        _ => None,
    });
    branch.or_else(|| {
        size(f, nest, id, most)?;
        Operands::new(f, cx.module, &blocks, all_uses).condition(&is_invariant)
    })
}

/// Copies a loop and branches to one of the two on a condition, which operands depend on. Records the definitions of
/// the copy. Returns how many branches were decided, and in how many operands it became a constant.
fn unswitch(
    f: &mut Function,
    nest: &Nest,
    id: Loop,
    cond: Value,
    operands: &[Operand],
    definitions: &mut Definitions,
) -> (u64, u64) {
    let blocks = nest.blocks_in_rpo(id);
    let copied = Copied::new(f, &blocks);
    copied.define(f, definitions);
    let (preheader, _) = nest.ends(id).expect("in shape");
    if !operands.is_empty() {
        let loc = f.blocks[preheader].term_loc;
        let [zero, one] = [0, 1].map(|n| Emit { f: &mut *f, block: preheader, loc }.int(false, n));
        for &Operand { inst, nth, is_one } in operands {
            if is_one {
                f.args_mut(inst)[nth] = one;
            }
            let result = f.result(inst).expect("a number");
            if let Some(copy) = f.def_inst(copied.values[&result]) {
                f.args_mut(copy)[nth] = zero;
            }
        }
    }
    let Terminator::Jump(entry) = std::mem::take(&mut f.blocks[preheader].term) else {
        unreachable!("a preheader jumps")
    };
    let args = entry.args.deep_clone(&mut f.pool);
    let els = BlockCall { block: copied.blocks[&entry.block], args, weight: 0 };
    f.blocks[preheader].term = Terminator::BrIf { cond, then: entry, els };
    let mut decided = 0;
    for block in blocks {
        match f.blocks[block].term {
            Terminator::BrIf { cond: same, .. } if same == cond => {}
            _ => continue,
        }
        decide(f, block, 0);
        decide(f, copied.blocks[&block], 1);
        decided += 1;
    }
    (decided, operands.len() as u64)
}
