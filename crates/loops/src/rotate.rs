//! Rotation: a loop that tests at its top is entered under the test, and tests at its bottom.
//!
//! ```text
//! head: if t() goto body else exit         guard: if t() goto body else exit
//! body: ...; goto head                     body: ...
//!                                          head: if t() goto body else exit
//! ```
//!
//! The header, which ends in a branch out of the loop, is copied to the preheader, where it guards
//! the loop; the header itself is the bottom then. The same operators are executed in the same
//! order, whatever they do. What the header computes has two definitions after that: uses get the
//! one that reaches them through parameters of the new header and of the blocks where ways out of
//! the loop meet.
//!
//! Not rotated: loops that test at their bottom already, and headers of more than
//! [`MOST_INSTS`] instructions. Cost: linear in the function and what is copied, times the
//! logarithm of the branching of the dominator tree.

use crate::check;
use crate::shape::{Done, Nest, normalize};
use invar_ir::{
    Block, BlockCall, Function, Inst, PassContext, RemarkKind, Terminator, ValType, Value,
};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// How many instructions a header may have: they are copied.
pub const MOST_INSTS: usize = 24;

/// No switches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config;

invar_ir::counters! {
    /// What became of loops.
    pub struct Rotated {
        /// Rotated.
        rotated,
        /// They test at the bottom already.
        bottom_tested = "refused.bottom_tested",
        /// Their header does not end in a branch out of the loop.
        no_test = "refused.no_test",
        /// Their header is too large to be copied.
        large = "refused.large",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Rotated>;

/// A loop that has been rotated.
struct Turned {
    /// The old header, which is the bottom now.
    bottom: Block,
    /// The old preheader, which holds the copy.
    guard: Block,
    /// The new header.
    header: Block,
}

/// Rotates loops.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    if cx.goals.size > 0 {
        return stats;
    }
    let before = check::before(f);
    let nest = normalize(f, &mut stats.shaped);
    let mut turned = Vec::new();
    // The value of the copy, and the loop, for what the headers define.
    let mut copies: FxHashMap<Value, (Value, usize)> = FxHashMap::default();
    // What the loops are like before any is rotated: the guard of one may be in another's header.
    let ways = nest.forest.loops.keys().map(|id| way_in(f, &nest, id)).collect::<Vec<_>>();
    for ((id, data), way) in nest.forest.loops.iter().zip(ways).rev() {
        let Some((guard, latch)) = nest.ends(id) else { continue };
        let bottom = data.header;
        let Some(stays) = way else {
            stats.done.no_test += 1;
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
            stats.done.large += 1;
            cx.remarks.record(
                "rotate",
                RemarkKind::Missed,
                f.blocks[bottom].term_loc,
                "loop",
                || format!("its header has {} instructions", f.blocks[bottom].insts.len()),
            );
            continue;
        }
        if !cx.fuel.take() {
            break;
        }
        stats.done.rotated += 1;
        let header = turn(f, guard, bottom, stays, turned.len(), &mut copies);
        turned.push(Turned { bottom, guard, header });
    }
    if !turned.is_empty() {
        repair(f, &turned, &copies);
    }
    if let Some(before) = before {
        check::same_paths(&before, f).unwrap_or_else(|why| panic!("rotation is wrong: {why}"));
    }
    stats
}

/// Which target of the header's branch stays in the loop, if the other one leaves it.
fn way_in(f: &Function, nest: &Nest, id: invar_ir::Loop) -> Option<usize> {
    let header = nest.forest.loops[id].header;
    let Terminator::BrIf { then, els, .. } = &f.blocks[header].term else { return None };
    let stays = |call: &BlockCall| nest.forest.contains(id, call.block) && call.block != header;
    match (stays(then), stays(els)) {
        (true, false) if els.block != header => Some(0),
        (false, true) if then.block != header => Some(1),
        _ => None,
    }
}

/// Copies the header to the end of the preheader and makes a block the new header. Says what was
/// copied.
fn turn(
    f: &mut Function,
    guard: Block,
    bottom: Block,
    stays: usize,
    number: usize,
    copies: &mut FxHashMap<Value, (Value, usize)>,
) -> Block {
    let Terminator::Jump(entry) = std::mem::take(&mut f.blocks[guard].term) else {
        unreachable!("a preheader jumps")
    };
    let mut map: FxHashMap<Value, Value> = FxHashMap::default();
    let params = f.blocks[bottom].params.clone();
    map.extend(params.into_iter().zip(f.list(&entry.args).to_vec()));
    for inst in f.blocks[bottom].insts.clone() {
        copy(f, guard, inst, &mut map);
    }
    copies.extend(map.iter().map(|(&from, &to)| (from, (to, number))));

    let header = f.add_block();
    f.blocks[header].term_loc = f.blocks[bottom].term_loc;
    let call = f.blocks[bottom].term.target_mut(stays).expect("it has two");
    let args = std::mem::take(&mut call.args);
    let inside = std::mem::replace(&mut call.block, header);
    f.blocks[header].term = Terminator::Jump(BlockCall { block: inside, args, weight: 0 });

    f.blocks[guard].term_loc = f.blocks[bottom].term_loc;
    f.blocks[guard].term = copy_of_terminator(f, bottom, &map);
    header
}

/// A copy of an instruction at the end of a block, of mapped operands.
pub(crate) fn copy(f: &mut Function, to: Block, inst: Inst, map: &mut FxHashMap<Value, Value>) {
    let mapped = |&arg: &Value| {
        let arg = f.resolve(arg);
        map.get(&arg).copied().unwrap_or(arg)
    };
    let args: Vec<Value> = f.args(inst).iter().map(mapped).collect();
    let types: Vec<ValType> = f.results(inst).map(|result| f.ty(result)).collect();
    let (op, loc) = (f.insts[inst].op.clone(), f.insts[inst].loc);
    let new = f.append(to, op, &args, &types, loc);
    map.extend(f.results(inst).zip(f.results(new)));
}

/// A copy of a block's branch, of mapped operands and arguments.
fn copy_of_terminator(f: &mut Function, block: Block, map: &FxHashMap<Value, Value>) -> Terminator {
    let mut term = f.blocks[block].term.clone();
    for call in term.targets_mut() {
        // A list of arguments belongs to one edge.
        call.args = call.args.deep_clone(&mut f.pool);
    }
    term.for_each_use_mut(&mut f.pool, |value| *value = map.get(value).copied().unwrap_or(*value));
    term
}

/// Gives each use of what the headers defined the definition that reaches it.
fn repair(f: &mut Function, turned: &[Turned], copies: &FxHashMap<Value, (Value, usize)>) {
    let nest = Nest::of(f);
    let mut repair = Repair {
        nest: &nest,
        turned,
        copies,
        params: FxHashMap::default(),
        queue: VecDeque::new(),
    };
    let mut uses: FxHashMap<(Block, Value), Value> = FxHashMap::default();
    for &block in &nest.cfg.rpo {
        let mut found = Vec::new();
        f.for_each_use(block, |value| {
            if copies.get(&value).is_some_and(|&(_, n)| turned[n].bottom != block) {
                found.push(value);
            }
        });
        for value in found {
            uses.entry((block, value)).or_insert_with(|| repair.at(f, block, value));
        }
    }
    for &block in &nest.cfg.rpo {
        f.map_uses(block, |_, value| uses.get(&(block, value)).copied().unwrap_or(value));
    }
    // In the order in which the parameters were made, which is that of the arguments.
    while let Some((block, value)) = repair.queue.pop_front() {
        for &edge in nest.cfg.preds(block) {
            let arg = repair.at(f, edge.from, value);
            let Function { blocks, pool, .. } = &mut *f;
            let call = blocks[edge.from].term.target_mut(edge.nth as usize).expect("an edge");
            call.args.push(arg, pool);
        }
    }
}

struct Repair<'a> {
    nest: &'a Nest,
    turned: &'a [Turned],
    copies: &'a FxHashMap<Value, (Value, usize)>,
    /// What holds a value at the start of a block.
    params: FxHashMap<(Block, Value), Value>,
    /// Those whose arguments are yet to be passed.
    queue: VecDeque<(Block, Value)>,
}

impl Repair<'_> {
    /// What a value of an old header is at the end of a block.
    fn at(&mut self, f: &mut Function, block: Block, mut value: Value) -> Value {
        let doms = &self.nest.doms;
        let (guard, header) = loop {
            // What was passed to one loop may have been defined by the header of another.
            let Some(&(copy, n)) = self.copies.get(&value) else { return value };
            let Turned { bottom, guard, header } = self.turned[n];
            if doms.dominates(bottom, block) {
                return value;
            }
            if block != guard {
                break (guard, header);
            }
            value = copy;
        };
        // Else the value comes through the new header, or meets the copy on the way out of the
        // loop: in the first block below the guard that is common to all ways to here.
        let join = match doms.dominates(header, block) {
            true => header,
            false => doms.child_towards(guard, block),
        };
        if let Some(&param) = self.params.get(&(join, value)) {
            return param;
        }
        let ty = f.ty(value);
        let param = f.add_param(join, ty);
        self.params.insert((join, value), param);
        self.queue.push_back((join, value));
        param
    }
}
