//! The copy of a loop that holds variables in values.

use super::Site;
use super::cells::{Cell, Cells, Place};
use crate::analysis::clone::Copied;
use crate::analysis::final_values::Emit;
use crate::analysis::memory::whole_load;
use crate::analysis::shape::{gather, push_arg};
use invar_analysis::transform::edges;
use invar_analysis::{Definitions, Linear, Loop};
use invar_ir::{
    Block, BlockCall, ClassSet, Edge, Function, Inst, Op, Terminator, ValType, Value, memory_access,
};
use invar_rules::is_constant;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many instructions before a loop are searched for the value of a variable.
const MOST_BEFORE: usize = 64;

/// A copy of a loop, under a check that is still to be made.
#[derive(Debug)]
pub(super) struct Copy {
    /// The original loop, the fallback.
    pub slow: Loop,
    /// The block that branches to `fast` or to the original loop.
    pub before: Block,
    /// The preheader of the copy, which loads the variables.
    pub fast: Block,
    /// The header of the copy.
    pub header: Block,
    /// All new blocks.
    pub blocks: Vec<Block>,
    pub cells: Vec<Cell>,
    pub spans: Vec<(i64, i64)>,
    pub least: i64,
    /// Comparisons in `fast` that must hold. They are emitted before SSA repair, which updates their
    /// operands.
    pub equal: Vec<Value>,
    /// How many accesses became values.
    pub accesses: usize,
}

impl Site<'_> {
    /// Copies the loop, and records the definitions of the copy. Blocks in `joined` have predecessors that
    /// the nest does not know.
    pub fn copy(
        &self,
        f: &mut Function,
        cells: Cells,
        joined: &FxHashSet<Block>,
        definitions: &mut Definitions,
    ) -> Copy {
        let Site { nest, id, .. } = *self;
        let (before, latch) = nest.ends(id).expect("in shape");
        let header = nest.forest.loops[id].header;
        let loc = f.blocks[latch].term_loc;
        let Terminator::Jump(entry) = std::mem::take(&mut f.blocks[before].term) else {
            unreachable!("a preheader jumps")
        };
        let mut args = f.list(&entry.args).to_vec();
        let (slow, fast) = (f.add_block(), f.add_block());
        for block in [slow, fast] {
            f.blocks[block].term_loc = loc;
        }
        f.blocks[slow].term = Terminator::Jump(entry);

        let blocks = nest.blocks_in_rpo(id);
        let copied = Copied::new(f, &blocks);
        copied.define(f, definitions);
        let mut made: Vec<Block> = blocks.iter().map(|block| copied.blocks[block]).collect();
        made.push(fast);
        let exits: Vec<Edge> = nest.forest.exits(id, &nest.cfg).collect();
        let behind: Vec<(Edge, Block)> = exits
            .into_iter()
            .map(|edge| {
                let of_copy = Edge { from: copied.blocks[&edge.from], ..edge };
                (edge, gather(f, &[of_copy], nest.cfg.target(edge)))
            })
            .collect();
        made.extend(behind.iter().map(|exit| exit.1));

        // The values of the variables on entry of the copy.
        let first: Vec<(Value, Value)> = cells
            .cells
            .iter()
            .map(|cell| {
                let address = address(f, fast, cell);
                let known = self.known_before(f, before, cell, joined);
                let value = known.unwrap_or_else(|| {
                    let ty = f.ty(value_of(f, cell.template_access));
                    let loc = f.insts[cell.template_access].loc;
                    let load = f.append(fast, cell.load.clone(), &[address], &[ty], loc);
                    f.result(load).expect("a load has a result")
                });
                (address, value)
            })
            .collect();
        let values = first.iter().map(|first| first.1).collect();
        let ends = self.values(f, &blocks, &copied, &cells, values, &mut args);
        for &(edge, block) in &behind {
            for (n, cell) in cells.cells.iter().enumerate().filter(|(_, cell)| cell.is_stored) {
                let value = f.resolve(ends[&edge.from][n]);
                let template = &f.insts[cell.template_access];
                let (store, loc) = (template.op.clone(), template.loc);
                f.append(block, store, &[first[n].0, value], &[], loc);
            }
        }
        let inside: Vec<Block> = blocks.iter().map(|block| copied.blocks[block]).collect();
        self.move_out(f, &inside, fast);
        let new_header = copied.blocks[&header];
        let call = f.call(new_header, &args);
        f.blocks[fast].term = Terminator::Jump(call);
        let never = Emit { f, block: before, loc }.int(false, 0);
        let to = |block| BlockCall { block, args: Default::default(), weight: 0 };
        f.blocks[before].term = Terminator::BrIf { cond: never, then: to(fast), els: to(slow) };
        let own = f.blocks[header].params.len();
        let equal: Vec<Value> = same_params(f, fast, new_header, copied.blocks[&latch], own, &made)
            .into_iter()
            .map(|(one, other)| {
                Emit { f: &mut *f, block: fast, loc }.op(ValType::I32, Op::I32Eq, &[one, other])
            })
            .collect();
        let accesses = cells.of.len();
        let Cells { cells, spans, least, .. } = cells;
        Copy {
            slow: id,
            before,
            fast,
            header: new_header,
            blocks: made,
            cells,
            spans,
            least,
            equal,
            accesses,
        }
    }

    /// Replaces the accesses of a copy by values. Takes the values on entry and returns those at the end of
    /// each block. Variables that are stored to get parameters, and arguments of the entry.
    fn values(
        &self,
        f: &mut Function,
        blocks: &[Block],
        copied: &Copied,
        cells: &Cells,
        first: Vec<Value>,
        args: &mut Vec<Value>,
    ) -> FxHashMap<Block, Vec<Value>> {
        let Site { nest, id, .. } = *self;
        let mut ends: FxHashMap<Block, Vec<Value>> = FxHashMap::default();
        for &block in blocks {
            let copy = copied.blocks[&block];
            let mut now = first.clone();
            for (n, cell) in cells.cells.iter().enumerate().filter(|(_, cell)| cell.is_stored) {
                let ty = f.ty(value_of(f, cell.template_access));
                if block == blocks[0] {
                    args.push(first[n]);
                    now[n] = f.add_param(copy, ty);
                    continue;
                }
                // All predecessors of a block other than the header precede it in reverse postorder.
                let ways = nest.cfg.preds(block).to_vec();
                let passed: Vec<Value> =
                    ways.iter().map(|edge| f.resolve(ends[&edge.from][n])).collect();
                now[n] = passed[0];
                if passed.iter().any(|&value| value != passed[0]) {
                    now[n] = f.add_param(copy, ty);
                    for (edge, &value) in ways.iter().zip(&passed) {
                        push_arg(f, Edge { from: copied.blocks[&edge.from], ..*edge }, value);
                    }
                }
            }
            let (old, insts) = (f.blocks[block].insts.clone(), f.blocks[copy].insts.clone());
            let mut kept = Vec::with_capacity(insts.len());
            for (old, inst) in old.into_iter().zip(insts) {
                let Some(&n) = cells.of.get(&old) else {
                    kept.push(inst);
                    continue;
                };
                match f.result(inst) {
                    Some(result) => f.alias(result, now[n]),
                    None => now[n] = f.resolve(value_of(f, inst)),
                }
            }
            f.blocks[copy].insts = kept;
            ends.insert(block, now);
        }
        let back = nest.forest.back_edges(id)[0];
        for (n, _) in cells.cells.iter().enumerate().filter(|(_, cell)| cell.is_stored) {
            let value = f.resolve(ends[&back.from][n]);
            push_arg(f, Edge { from: copied.blocks[&back.from], ..back }, value);
        }
        ends
    }

    /// Hoists invariant instructions without effects and traps out of a copy.
    fn move_out(&self, f: &mut Function, blocks: &[Block], before: Block) {
        let mut inside: FxHashSet<Value> = FxHashSet::default();
        for &block in blocks {
            inside.extend(&f.blocks[block].params);
            let mut kept = Vec::new();
            for inst in std::mem::take(&mut f.blocks[block].insts) {
                let changes = f.args(inst).iter().any(|&arg| inside.contains(&f.resolve(arg)));
                let does = self.state.effects(f, inst);
                let may_move = does.is_pure_total()
                    || invar_ir::mutant!(CopySpeculatesTraps)
                        && does.without_traps().is_pure_total()
                    || does.allocates && invar_ir::mutant!(AliasHoistsAllocations);
                if changes || !may_move {
                    inside.extend(f.results(inst));
                    kept.push(inst);
                } else {
                    f.blocks[before].insts.push(inst);
                }
            }
            f.blocks[block].insts = kept;
        }
    }

    /// The available value of a variable at the end of a block: last stored or loaded, and not overwritten
    /// since.
    fn known_before(
        &self,
        f: &Function,
        mut block: Block,
        cell: &Cell,
        joined: &FxHashSet<Block>,
    ) -> Option<Value> {
        let Site { nest, state, .. } = *self;
        let mut left = MOST_BEFORE;
        loop {
            for &inst in f.blocks[block].insts.iter().rev() {
                left = left.checked_sub(1)?;
                let place = Place::of(f, inst).filter(|place| place.base == cell.place.base);
                match place {
                    Some(place) if place == cell.place => {
                        let same = whole_load(&f.insts[inst].op)
                            .is_some_and(|load| load.opcode() == cell.load.opcode());
                        return same.then(|| f.resolve(value_of(f, inst)));
                    }
                    Some(place) if place.is_disjoint(&cell.place) => {}
                    _ if state.effects(f, inst).writes.intersects(ClassSet::MEMORIES) => {
                        return None;
                    }
                    _ => {}
                }
            }
            let &[edge] = nest.cfg.preds(block) else { return None };
            if joined.contains(&block) {
                return None;
            }
            block = edge.from;
        }
    }
}

impl Copy {
    /// Updates the bases of the places, which SSA repair may have replaced. Returns whether the offsets are
    /// still the same.
    pub fn refresh(&mut self, f: &Function) -> bool {
        self.cells.iter_mut().all(|cell| {
            let now = Place::of(f, cell.template_access);
            let same = now.filter(|now| (now.at, now.size) == (cell.place.at, cell.place.size));
            same.inspect(|&now| cell.place = now).is_some()
        }) && self.cells.iter().all(|cell| cell.place.base == self.cells[0].place.base)
    }
}

/// What an access loads or stores.
fn value_of(f: &Function, inst: Inst) -> Value {
    f.result(inst).unwrap_or_else(|| *f.args(inst).last().expect("what is stored"))
}

/// Recomputes the address operand of a variable at the end of a block.
fn address(f: &mut Function, block: Block, cell: &Cell) -> Value {
    let access = memory_access(&f.insts[cell.template_access].op).expect("an access");
    let address = f.resolve(f.args(cell.template_access)[access.address]);
    let sum = Linear::of(f, address).expect("a place");
    let loc = f.insts[cell.template_access].loc;
    Emit { f, block, loc }.sum(&sum)
}

/// Merges pairs of header parameters that have the same next value and the same start: a compiler may have
/// kept a variable both in a local and in memory. The parameters from `own` on are variables. A start that is
/// loaded is assumed to be equal to the other one; the pairs that must be compared at run time are returned.
fn same_params(
    f: &mut Function,
    fast: Block,
    header: Block,
    latch: Block,
    own: usize,
    made: &[Block],
) -> Vec<(Value, Value)> {
    let params = f.blocks[header].params.clone();
    let loads: FxHashSet<Inst> = f.blocks[fast]
        .insts
        .iter()
        .copied()
        .filter(|&inst| memory_access(&f.insts[inst].op).is_some())
        .collect();
    let to_header = |f: &Function, from: Block| -> Vec<Value> {
        let edges = (0..).map_while(|nth| f.blocks[from].term.target(nth).map(|call| (nth, call)));
        let (nth, _) = edges.clone().find(|(_, call)| call.block == header).expect("an edge there");
        let args = edges::args(f, Edge { from, nth: nth as u32 });
        args.iter().map(|&value| f.resolve(value)).collect()
    };
    let (first, next) = (to_header(f, fast), to_header(f, latch));
    let constant = |value| f.def_op(value).filter(|op| is_constant(op));
    let is_known = |one: Value, other: Value| {
        one == other || constant(one).is_some() && constant(one) == constant(other)
    };
    let is_loaded = |value: Value| f.def_inst(value).is_some_and(|inst| loads.contains(&inst));
    let (mut map, mut equal): (FxHashMap<Value, Value>, Vec<(Value, Value)>) = Default::default();
    for value in 0..own {
        let mut same = (own..params.len()).filter(|&variable| next[variable] == next[value]);
        let (one, two) = (same.next(), same.next());
        let known =
            one.into_iter().chain(two).chain(same).find(|&n| is_known(first[value], first[n]));
        let (stands, begins) = match (known, one, two) {
            (Some(n), ..) => (params[n], first[value]),
            (None, Some(n), None) if is_loaded(first[n]) => (params[n], first[n]),
            // A variable that is only loaded.
            (None, None, _) if is_loaded(next[value]) => (next[value], next[value]),
            _ => continue,
        };
        if first[value] != begins {
            if f.ty(begins) != ValType::I32 {
                continue;
            }
            equal.push((first[value], begins));
        }
        map.insert(params[value], stands);
    }
    for &block in made.iter().filter(|_| !map.is_empty()) {
        f.map_uses(block, |_, value| map.get(&value).copied().unwrap_or(value));
    }
    equal
}
