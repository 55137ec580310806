//! Promotion: a global or a memory cell that a loop reads and writes is a value in the loop.
//!
//! ```text
//! loop: g = g + x; ...        v0 = g; loop(v): v' = v + x; ...; behind each way out: g = v'
//! ```
//!
//! The conditions for moving a definition of something that is not in SSA form, for a cell: all
//! accesses of it in the loop are known, nothing else in the loop may touch it, and what it holds
//! at each way out is one value. And nothing in the loop may trap, call, or be seen by others: the
//! cell is there for whoever comes after a trap. So a loop whose accesses of memory are not proved
//! in bounds is left alone.
//!
//! Only blocks that each iteration executes may hold accesses of the cell. Cost: linear, and cells
//! times accesses, at most `MOST_CELLS` per loop.

use crate::analysis::memory::{LoopEffects, State};
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Homes, Nest, homes, normalize};
use crate::transforms::licm::own_blocks;
use invar_ir::{
    Block, Bytes, Edge, Function, Global, Inst, Loop, Op, Overlap, PassContext, RemarkKind,
    SourceLoc, Value, ValueDef, memory_access,
};

/// How many cells of a loop are looked at.
const MOST_CELLS: usize = 8;
/// How many ways out a loop may have: each gets a store.
const MOST_EXITS: usize = 4;

/// No switches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config;

invar_ir::counters! {
    /// What was promoted.
    pub struct Promoted {
        /// Globals.
        globals,
        /// Cells of memory.
        cells,
        /// Cells of loops that may trap, call, or be seen while they run.
        refused_trap = "refused.trap",
        /// Something else in the loop may touch the cell.
        refused_alias = "refused.alias",
        /// Too many ways out, or one that shares its block with others.
        refused_exits = "refused.exits",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Promoted>;

/// Something that holds a value.
enum Cell {
    Global(u32),
    /// By a load or store of it.
    Memory(Bytes, Inst),
}

/// Promotes cells of innermost loops.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    let nest = normalize(f, &mut cx.analyses, &mut stats.shaped);
    if nest.forest.loops.is_empty() || cx.goals.size > 0 {
        return stats;
    }
    let ranges = Ranges::new(f, &nest);
    let state = State::of(cx, &ranges);
    let effects = state.loops(f, &nest);
    let own = own_blocks(&nest);
    let home = homes(f);
    for id in nest.forest.loops.keys().rev() {
        // What a loop inside stores behind itself now is not in `effects`.
        let innermost = own[id].len() == nest.forest.blocks(id).len();
        if !innermost || effects[id].effects.writes.is_empty() {
            continue;
        }
        let pass = Pass { nest: &nest, state, home: &home, id, effects: &effects[id] };
        pass.one(f, cx, &own[id], &mut stats.done);
    }
    f.resolve_aliases();
    stats
}

struct Pass<'a> {
    nest: &'a Nest,
    state: State<'a>,
    home: &'a Homes,
    id: Loop,
    effects: &'a LoopEffects,
}

impl Pass<'_> {
    fn one(
        &self,
        f: &mut Function,
        cx: &mut PassContext<'_>,
        own: &[Block],
        promoted: &mut Promoted,
    ) {
        let Some((preheader, latch)) = self.nest.ends(self.id) else { return };
        // Those that dominate the latch dominate each other, in reverse postorder.
        let chain: Vec<Block> =
            own.iter().copied().filter(|&block| self.nest.doms.dominates(block, latch)).collect();
        let cells = self.cells(f, &chain);
        if cells.is_empty() {
            return;
        }
        if self.effects.effects.may_trap && !invar_ir::mutant!(PromoteInTrappingLoop)
            || self.effects.effects.may_not_return
        {
            promoted.refused_trap += cells.len() as u64;
            return;
        }
        let exits: Vec<Edge> = self.nest.forest.exits(self.id, &self.nest.cfg).collect();
        let alone = |edge: &Edge| self.nest.cfg.preds(self.nest.cfg.target(*edge)).len() == 1;
        if exits.len() > MOST_EXITS || !exits.iter().all(alone) {
            promoted.refused_exits += cells.len() as u64;
            return;
        }
        for cell in cells {
            let Some(accesses) = self.accesses(f, own, &chain, &cell) else {
                promoted.refused_alias += 1;
                continue;
            };
            if !cx.fuel.take() {
                return;
            }
            match cell {
                Cell::Global(_) => promoted.globals += 1,
                Cell::Memory(..) => promoted.cells += 1,
            }
            let loc = f.insts[accesses[0]].loc;
            cx.remarks.record("scalar-promotion", RemarkKind::Applied, loc, "cell", || {
                format!("{} holds it in a value", self.id)
            });
            self.replace(f, preheader, latch, &chain, &exits, &cell, &accesses);
        }
    }

    fn is_fixed(&self, f: &Function, value: Value) -> bool {
        self.nest.is_invariant(f, self.home, self.id, value)
    }

    /// What is written in each iteration, in one place.
    fn cells(&self, f: &Function, chain: &[Block]) -> Vec<Cell> {
        let mut cells: Vec<Cell> = Vec::new();
        for &inst in chain.iter().flat_map(|&block| &f.blocks[block].insts) {
            match &f.insts[inst].op {
                Op::GlobalSet { global_index } => {
                    let known = cells
                        .iter()
                        .any(|cell| matches!(cell, Cell::Global(n) if n == global_index));
                    let global = &self.state.module.globals[Global::from_u32(*global_index)];
                    if !known && global.import.is_none() && !global.ty.shared {
                        cells.push(Cell::Global(*global_index));
                    }
                }
                op if whole(op).is_some()
                    && memory_access(op).is_some_and(|access| access.stored.is_some()) =>
                {
                    let Some(bytes) = self.state.bytes(f, inst) else { continue };
                    let fixed = bytes.address.terms.iter().all(|term| self.is_fixed(f, term.0));
                    // The address operand itself must be there in front of the loop.
                    let there = self.is_fixed(f, f.args(inst)[0]);
                    let known = cells
                        .iter()
                        .any(|cell| matches!(cell, Cell::Memory(other, _) if *other == bytes));
                    if fixed && there && !known && !self.state.is_shared(op) {
                        cells.push(Cell::Memory(bytes, inst));
                    }
                }
                _ => {}
            }
            if cells.len() == MOST_CELLS {
                break;
            }
        }
        cells
    }

    /// All accesses of a cell, if they are all in the chain and nothing else touches it.
    fn accesses(
        &self,
        f: &Function,
        own: &[Block],
        chain: &[Block],
        cell: &Cell,
    ) -> Option<Vec<Inst>> {
        let mut found = Vec::new();
        for &block in own {
            for &inst in &f.blocks[block].insts {
                let op = &f.insts[inst].op;
                let is_it = match cell {
                    Cell::Global(index) => match op {
                        Op::GlobalGet { global_index } | Op::GlobalSet { global_index } => {
                            global_index == index
                        }
                        _ => false,
                    },
                    Cell::Memory(bytes, like) => {
                        let does = self.state.effects(f, inst);
                        let touches = does.reads.union(does.writes);
                        let of_cell = self.state.effects(f, *like).writes;
                        match self.state.bytes(f, inst) {
                            _ if !touches.intersects(of_cell) => false,
                            None => return None,
                            Some(other) if other == *bytes => {
                                if whole(op) != whole(&f.insts[*like].op)
                                    && !invar_ir::mutant!(PromoteOtherType)
                                {
                                    return None;
                                }
                                true
                            }
                            Some(other) => {
                                // Sums of what changes cannot be compared across iterations.
                                let fixed = |value| self.is_fixed(f, value);
                                let known = other.address.terms.iter().all(|term| fixed(term.0));
                                let apart = match (known, other.span, bytes.span) {
                                    (true, ..) => other.overlap(bytes) == Overlap::Disjoint,
                                    (_, Some(a), Some(b)) => a.1 <= b.0 || b.1 <= a.0,
                                    _ => false,
                                };
                                if !apart {
                                    return None;
                                }
                                false
                            }
                        }
                    }
                };
                if is_it {
                    if !chain.contains(&block) && !invar_ir::mutant!(PromoteConditionalStore) {
                        return None;
                    }
                    found.push(inst);
                }
            }
        }
        Some(found)
    }

    fn replace(
        &self,
        f: &mut Function,
        preheader: Block,
        latch: Block,
        chain: &[Block],
        exits: &[Edge],
        cell: &Cell,
        accesses: &[Inst],
    ) {
        let loc = f.insts[accesses[0]].loc;
        let (read, write, address, ty) = match cell {
            Cell::Global(index) => {
                let ty = self.state.module.globals[Global::from_u32(*index)].ty.content_type;
                let (read, write) = (
                    Op::GlobalGet { global_index: *index },
                    Op::GlobalSet { global_index: *index },
                );
                (read, write, None, ty)
            }
            Cell::Memory(_, like) => {
                let write = f.insts[*like].op.clone();
                let (read, address) = (whole(&write).expect("it is one"), f.args(*like)[0]);
                (read, write, Some(address), f.ty(f.args(*like)[1]))
            }
        };
        let address = address.map(|address| self.at(f, preheader, address));
        let args: Vec<Value> = address.into_iter().collect();
        let first = f.append(preheader, read, &args, &[ty], loc);
        let first = f.result(first).expect("a read has a result");
        let header = self.nest.forest.loops[self.id].header;
        let param = f.add_param(header, ty);
        // The value of the cell at the end of each block of the chain.
        let mut now = param;
        let mut ends: Vec<(Block, Value)> = Vec::new();
        for &block in chain {
            for inst in
                f.blocks[block].insts.clone().into_iter().filter(|inst| accesses.contains(inst))
            {
                match f.result(inst) {
                    Some(result) => f.alias(result, now),
                    None => now = f.resolve(*f.args(inst).last().expect("what is written")),
                }
            }
            f.blocks[block].insts.retain(|inst| !accesses.contains(inst));
            ends.push((block, now));
        }
        let back = self.nest.forest.back_edges(self.id)[0];
        for (from, nth, value) in [(preheader, 0, first), (latch, back.nth as usize, now)] {
            let Function { blocks, pool, .. } = &mut *f;
            let call = blocks[from].term.target_mut(nth).expect("an edge to the header");
            call.args.push(value, pool);
        }
        for edge in exits {
            // The last block of the chain on the way there.
            let dominates =
                |&&(block, _): &&(Block, Value)| self.nest.doms.dominates(block, edge.from);
            let (_, value) = ends.iter().rev().find(dominates).expect("the header is in the chain");
            let mut args = args.clone();
            args.push(*value);
            let inst = f.make_inst(write.clone(), &args, &[], loc);
            f.blocks[self.nest.cfg.target(*edge)].insts.insert(0, inst);
        }
    }

    /// An address in front of the loop: a constant may stand in the loop.
    fn at(&self, f: &mut Function, preheader: Block, value: Value) -> Value {
        let inside = |block| self.nest.forest.contains(self.id, block);
        match f.values[value].def {
            ValueDef::Result(inst, _) if self.home[inst].is_some_and(inside) => {
                let (op, ty) = (f.insts[inst].op.clone(), f.ty(value));
                let copy = f.append(preheader, op, &[], &[ty], SourceLoc::default());
                f.result(copy).expect("a constant")
            }
            _ => value,
        }
    }
}

/// The load that gives back all that a store stores, by either of them.
pub(crate) fn whole(op: &Op) -> Option<Op> {
    Some(match *op {
        Op::I32Store { memarg } | Op::I32Load { memarg } => Op::I32Load { memarg },
        Op::I64Store { memarg } | Op::I64Load { memarg } => Op::I64Load { memarg },
        Op::F32Store { memarg } | Op::F32Load { memarg } => Op::F32Load { memarg },
        Op::F64Store { memarg } | Op::F64Load { memarg } => Op::F64Load { memarg },
        Op::V128Store { memarg } | Op::V128Load { memarg } => Op::V128Load { memarg },
        _ => return None,
    })
}
