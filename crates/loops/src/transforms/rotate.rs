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
//! `while (a && b)` has several tests at the top. What is behind the second one is executed on each entry only if
//! both are at the bottom. So the tests that follow the header are rotated with it, until what is left at the
//! top is no test, if something behind them can be hoisted only then: an operator that may trap, with invariant
//! operands, which is executed in each iteration. Otherwise only the header is, so that the exit test with a known
//! trip count stays in the latch. For the same reason, a loop whose latch exits (its first test was rotated
//! already) is rotated once more.
//!
//! Not rotated: other loops with an exiting latch, and tests of more than [`MOST_INSTS`] instructions. Cost:
//! linear in the function and what is copied, and that of the repair ([`repair_ssa`]).

use crate::analysis::clone::{copy_inst, copy_terminator};
use crate::analysis::exits::through_empty;
use crate::analysis::memory::{LoopEffects, MemoryQueries};
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Homes, Nest, homes, shaped_loops};
use invar_analysis::claims::Claim;
use invar_analysis::{Definitions, Loop, PassContext, RemarkKind, repair_ssa};
use invar_ir::{Block, BlockCall, Edge, Function, Terminator, Value};
use rustc_hash::FxHashMap;

/// How many instructions a header may have: they are copied.
pub const MOST_INSTS: usize = 24;

invar_analysis::config! {
    /// Configuration of rotation.
    pub struct Config {
        /// Rotate the tests that follow the header, too, where that lets something be hoisted.
        further_tests: bool = true,
    }
}

invar_analysis::counters! {
    /// Counters of rotation.
    pub struct Rotated {
        /// Loops rotated.
        rotated,
        /// Tests behind the header that were rotated with it.
        further_tests,
        /// The latch is an exiting block already.
        bottom_tested: Observed = "refused.bottom_tested",
        /// The header is not an exiting block.
        header_not_exiting: Observed = "refused.header_not_exiting",
        /// The header is too large to be copied.
        large_header: Observed = "refused.large_header",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Rotated>;

/// Rotates loops.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    if cx.goals.size > 0 {
        return stats;
    }
    let before = cx.copy_to_check(f);
    let Some(nest) = shaped_loops(f, cx, &mut stats.shaped) else { return stats };
    // The definitions in copies of headers.
    let mut definitions = Definitions::default();
    // Decided before any loop is rotated: the guard of one may be in the header of another.
    let home = homes(f);
    let ranges = Ranges::of(f, &nest, &mut cx.analyses);
    let state = MemoryQueries::of(cx, &ranges);
    let effects = state.loops(f, &nest, &mut cx.analyses);
    let tests = nest.forest.loops.keys().map(|id| {
        let mut tests = leading_tests(f, &nest, &home, id, &state, &effects[id]);
        if !config.further_tests {
            tests.truncate(1);
            tests.iter_mut().for_each(|test| test.gains = false);
        }
        tests
    });
    let tests = tests.collect::<Vec<_>>();
    for ((id, data), tests) in nest.forest.loops.iter().zip(tests).rev() {
        let Some((guard, latch)) = nest.ends(id) else { continue };
        let Some(first) = tests.first() else {
            stats.done.header_not_exiting += 1;
            continue;
        };
        debug_assert_eq!(first.block, data.header);
        let exits = nest.cfg.out_edges(latch).any(|edge| {
            let target = nest.cfg.target(edge);
            !nest.forest.contains(id, target)
        });
        if exits && !tests.iter().any(|test| test.gains) {
            stats.done.bottom_tested += 1;
            continue;
        }
        let size = f.blocks[data.header].insts.len();
        let loc = f.blocks[data.header].term_loc;
        if size > MOST_INSTS {
            stats.done.large_header += 1;
            cx.remarks.record("loop-rotate", RemarkKind::Missed, loc, "loop", || {
                format!("{id} not rotated: its header has {size} instructions")
            });
            continue;
        }
        if !cx.fuel.take() {
            break;
        }
        stats.done.rotated += 1;
        stats.done.further_tests += tests.len() as u64 - 1;
        cx.remarks.record("loop-rotate", RemarkKind::Applied, loc, "loop", || match tests.len() {
            1 => format!("{id} tests its condition at the bottom"),
            count => format!("{id} tests its {count} conditions at the bottom"),
        });
        rotate(f, guard, &tests, &mut definitions);
    }
    repair_ssa(f, definitions);
    if let Some(before) = before {
        cx.claim("rotation", Claim::Paths(&before, f));
    }
    stats
}

/// A test at the top of a loop that leaves it or continues.
struct Test {
    block: Block,
    /// Which target of its branch stays in the loop.
    stays: usize,
    /// Whether something behind the last of the tests can be hoisted if they are at the bottom.
    gains: bool,
}

/// The tests that are rotated: the header, and those that follow it if that lets something be hoisted.
fn leading_tests(
    f: &Function,
    nest: &Nest,
    home: &Homes,
    id: Loop,
    state: &MemoryQueries<'_>,
    effects: &LoopEffects,
) -> Vec<Test> {
    let header = nest.forest.loops[id].header;
    let Some(stays) = staying_target(f, nest, id, header) else { return Vec::new() };
    let mut tests = vec![Test { block: header, stays, gains: false }];
    let Some(latch) = nest.latch(id) else { return tests };
    // A range check that fails does not return: no hoisted trap has to wait for it.
    let is_check = |block: Block, stays: usize| {
        let leaves = Edge { from: block, nth: 1 - stays as u32 };
        let last = through_empty(f, nest.cfg.target(leaves)).last().expect("the target");
        matches!(f.blocks[last].term, Terminator::Unreachable)
    };
    if is_check(header, stays) {
        return tests;
    }
    let mut size = f.blocks[header].insts.len();
    let mut next = next_block(f, header, stays);
    while let Some(stays) = staying_target(f, nest, id, next) {
        let own = nest.forest.innermost(next) == Some(id) && nest.cfg.preds(next).len() == 1;
        size += f.blocks[next].insts.len();
        if !own || is_check(next, stays) || size > MOST_INSTS || next == latch {
            break;
        }
        tests.push(Test { block: next, stays, gains: false });
        next = next_block(f, next, stays);
    }
    let last = tests.last().expect("there is one").block;
    let gains = next != last
        && nest.forest.innermost(next) == Some(id)
        && nest.cfg.preds(next).len() == 1
        && hoists(f, nest, home, id, next, state, effects);
    if gains {
        tests.iter_mut().for_each(|test| test.gains = true);
    } else {
        tests.truncate(1);
    }
    tests
}

/// Whether something in a block can be hoisted if the block is executed on each entry of the loop: it may
/// trap, its operands are invariant, nothing observable precedes it, and nothing in the loop writes what it
/// reads.
fn hoists(
    f: &Function,
    nest: &Nest,
    home: &Homes,
    id: Loop,
    block: Block,
    state: &MemoryQueries<'_>,
    effects: &LoopEffects,
) -> bool {
    let is_invariant = |value| nest.is_invariant(f, home, id, value);
    let insts = f.blocks[block].insts.iter();
    let first = insts.take_while(|&&inst| !state.effects(f, inst).is_observable());
    first.into_iter().any(|&inst| {
        let does = state.effects(f, inst);
        does.traps_if_speculated()
            && does.is_repeatable()
            && f.results(inst).len() == 1
            && f.args(inst).iter().all(|&arg| is_invariant(arg))
            && (does.reads.is_empty()
                || !state.is_shared(&f.insts[inst].op)
                    && !effects.may_write(does.reads, state.bytes(f, inst).as_ref(), is_invariant))
    })
}

fn next_block(f: &Function, block: Block, nth: usize) -> Block {
    f.blocks[block].term.target(nth).expect("a branch").block
}

/// The target of a block's branch that stays in the loop, if the other one leaves it.
fn staying_target(f: &Function, nest: &Nest, id: Loop, block: Block) -> Option<usize> {
    let header = nest.forest.loops[id].header;
    let Terminator::BrIf { then, els, .. } = &f.blocks[block].term else { return None };
    let stays = |call: &BlockCall| nest.forest.contains(id, call.block) && call.block != header;
    match (stays(then), stays(els)) {
        (true, false) if els.block != header => Some(0),
        (false, true) if then.block != header => Some(1),
        _ => None,
    }
}

/// Copies the tests to the end of the preheader and inserts the new header. Records the definitions of the
/// copies.
fn rotate(f: &mut Function, guard: Block, tests: &[Test], definitions: &mut Definitions) {
    let Terminator::Jump(mut entry) = std::mem::take(&mut f.blocks[guard].term) else {
        unreachable!("a preheader jumps")
    };
    let mut map: FxHashMap<Value, Value> = FxHashMap::default();
    let mut guard = guard;
    for (n, &Test { block: bottom, stays, .. }) in tests.iter().enumerate() {
        let params = f.blocks[bottom].params.clone();
        let args: Vec<Value> = f.list(&entry.args).to_vec();
        map.extend(params.into_iter().zip(args));
        for inst in f.blocks[bottom].insts.clone() {
            copy_inst(f, guard, inst, &mut map);
        }
        let data = &f.blocks[bottom];
        let results = data.insts.iter().flat_map(|&inst| f.results(inst));
        for value in data.params.iter().copied().chain(results) {
            if n == 0 || !invar_ir::mutant!(RotateForgetsValues) {
                definitions.add(value, guard, map[&value]);
            }
        }
        f.blocks[guard].term_loc = f.blocks[bottom].term_loc;
        if n + 1 == tests.len() {
            let header = f.add_block();
            f.blocks[header].term_loc = f.blocks[bottom].term_loc;
            let call = f.blocks[bottom].term.target_mut(stays).expect("it has two");
            let args = std::mem::take(&mut call.args);
            let inside = std::mem::replace(&mut call.block, header);
            f.blocks[header].term = Terminator::Jump(BlockCall { block: inside, args, weight: 0 });
            f.blocks[guard].term = copy_terminator(f, bottom, &map);
            return;
        }
        // The copy of the next test follows in a block of its own, where the values of this one are known.
        let mut term = copy_terminator(f, bottom, &map);
        let next = f.add_block();
        let call = term.target_mut(stays).expect("it has two");
        let weight = call.weight;
        entry =
            std::mem::replace(call, BlockCall { block: next, args: Default::default(), weight });
        f.blocks[guard].term = term;
        guard = next;
    }
}
