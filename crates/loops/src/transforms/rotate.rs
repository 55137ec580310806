//! Loop rotation (loop inversion): a loop with its exit test at the top becomes a loop with the test at the
//! bottom, entered under a guard.
//!
//! ```text
//! head: if t() goto body else exit         guard: if t() goto body else exit
//! body: ...; goto head                     body: ...
//!                                          head: if t() goto body else exit
//! ```
//!
//! The header, which ends in an exiting branch, is copied to the preheader, where it guards the loop; the
//! header itself becomes the bottom of the loop. The same operators are executed in the same order, whatever
//! their effects. Values of the header have two definitions after that: SSA form is repaired, for all loops
//! at once.
//!
//! Not rotated: loops with an exiting latch, and headers of more than [`MOST_INSTS`] instructions. Cost:
//! linear in the function and what is copied, and that of the repair ([`repair_ssa`]).

use crate::analysis::clone::{copy_inst, copy_terminator};
use crate::analysis::shape::{Done, Nest, shaped_loops};
use crate::check;
use invar_ir::{
    Block, BlockCall, Definitions, Function, Loop, PassContext, RemarkKind, Terminator, Value,
    repair_ssa,
};
use rustc_hash::FxHashMap;

/// How many instructions a header may have: they are copied.
pub const MOST_INSTS: usize = 24;

/// Rotation has no configuration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config;

invar_ir::counters! {
    /// Counters of rotation.
    pub struct Rotated {
        /// Loops rotated.
        rotated,
        /// The latch is an exiting block already.
        bottom_tested = "refused.bottom_tested",
        /// The header is not an exiting block.
        header_not_exiting = "refused.header_not_exiting",
        /// The header is too large to be copied.
        large_header = "refused.large_header",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Rotated>;

/// Rotates loops.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    if cx.goals.size > 0 {
        return stats;
    }
    let before = check::before(f);
    let Some(nest) = shaped_loops(f, cx, &mut stats.shaped) else { return stats };
    // The definitions in copies of headers.
    let mut definitions = Definitions::default();
    // Decided before any loop is rotated: the guard of one may be in the header of another.
    let stays_in =
        nest.forest.loops.keys().map(|id| staying_target(f, &nest, id)).collect::<Vec<_>>();
    for ((id, data), stays) in nest.forest.loops.iter().zip(stays_in).rev() {
        let Some((guard, latch)) = nest.ends(id) else { continue };
        let bottom = data.header;
        let Some(stays) = stays else {
            stats.done.header_not_exiting += 1;
            continue;
        };
        let exits = nest.cfg.out_edges(latch).any(|edge| {
            let target = nest.cfg.target(edge);
            !nest.forest.contains(id, target)
        });
        if exits {
            stats.done.bottom_tested += 1;
            continue;
        }
        if f.blocks[bottom].insts.len() > MOST_INSTS {
            stats.done.large_header += 1;
            cx.remarks.record(
                "loop-rotate",
                RemarkKind::Missed,
                f.blocks[bottom].term_loc,
                "loop",
                || {
                    format!(
                        "{id} not rotated: its header has {} instructions",
                        f.blocks[bottom].insts.len()
                    )
                },
            );
            continue;
        }
        if !cx.fuel.take() {
            break;
        }
        stats.done.rotated += 1;
        let loc = f.blocks[bottom].term_loc;
        cx.remarks.record("loop-rotate", RemarkKind::Applied, loc, "loop", || {
            format!("{id} tests its condition at the bottom")
        });
        rotate(f, guard, bottom, stays, &mut definitions);
    }
    repair_ssa(f, definitions);
    if let Some(before) = before {
        check::same_paths(&before, f).unwrap_or_else(|why| panic!("rotation is wrong: {why}"));
    }
    stats
}

/// The target of the header's branch that stays in the loop, if the other one leaves it.
fn staying_target(f: &Function, nest: &Nest, id: Loop) -> Option<usize> {
    let header = nest.forest.loops[id].header;
    let Terminator::BrIf { then, els, .. } = &f.blocks[header].term else { return None };
    let stays = |call: &BlockCall| nest.forest.contains(id, call.block) && call.block != header;
    match (stays(then), stays(els)) {
        (true, false) if els.block != header => Some(0),
        (false, true) if then.block != header => Some(1),
        _ => None,
    }
}

/// Copies the header to the end of the preheader and inserts the new header. Records the definitions of the
/// copy.
fn rotate(
    f: &mut Function,
    guard: Block,
    bottom: Block,
    stays: usize,
    definitions: &mut Definitions,
) {
    let Terminator::Jump(entry) = std::mem::take(&mut f.blocks[guard].term) else {
        unreachable!("a preheader jumps")
    };
    let mut map: FxHashMap<Value, Value> = FxHashMap::default();
    let params = f.blocks[bottom].params.clone();
    map.extend(params.into_iter().zip(f.list(&entry.args).to_vec()));
    for inst in f.blocks[bottom].insts.clone() {
        copy_inst(f, guard, inst, &mut map);
    }
    let data = &f.blocks[bottom];
    let results = data.insts.iter().flat_map(|&inst| f.results(inst));
    for value in data.params.iter().copied().chain(results) {
        definitions.add(value, guard, map[&value]);
    }

    let header = f.add_block();
    f.blocks[header].term_loc = f.blocks[bottom].term_loc;
    let call = f.blocks[bottom].term.target_mut(stays).expect("it has two");
    let args = std::mem::take(&mut call.args);
    let inside = std::mem::replace(&mut call.block, header);
    f.blocks[header].term = Terminator::Jump(BlockCall { block: inside, args, weight: 0 });

    f.blocks[guard].term_loc = f.blocks[bottom].term_loc;
    f.blocks[guard].term = copy_terminator(f, bottom, &map);
}
