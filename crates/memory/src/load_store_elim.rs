//! Cells of memory: loads whose value is known on all ways, and stores that nobody sees.
//!
//! A *cell* is a place of memory (a root value, what is added to it, a size) that is accessed by
//! loads and stores of one type. Three facts are computed for each cell at each place, by data flow
//! over the blocks: whether its value is known on all ways that lead there (*available*), whether it
//! was accessed on all of them (*touched*: memories never shrink, so another access cannot trap), and
//! whether it is written again on all ways that lead on, before anybody looks (*overwritten*).
//!
//! A load of an available cell is that value, with parameters of merges where ways differ (`forward`).
//! A store into a touched cell that is overwritten goes (`dead`).
//! Somebody looks: a load that may be of the cell; whatever else reads memory; a trap, for memory can
//! be seen after it; a call; the function's end. Facts about a root end where it is defined again: in
//! a loop it is another value in each iteration. Memories that threads share are left alone.
//!
//! What makes these cells is, above all, interpreters and their like: registers in memory that one
//! base leads to, and code specialized to what they do. Store-to-load forwarding along dominators is
//! the affair of `gvn` (crate `scalar`) and of the graph; memory that a loop keeps is that of `invar_loops`.
//!
//! Cost: a few bit vector operations per access and visit of a block; at most 512 cells,
//! those that are accessed most, and fewer where there are many blocks.

mod dead;
mod forward;

use invar_ir::bit_set::BitSet;
use invar_ir::entities::SecondaryMap;
use invar_ir::{
    Block, Cfg, ClassSet, Effects, Function, Inst, Memory, Module, Overlap, PassContext, Place,
    ValType, Value, inst_effects, is_plain, memory_access,
};
use rustc_hash::FxHashMap;

/// How many cells of a function are looked at.
const MOST_CELLS: usize = 512;

/// How many bits a fact about all cells may take, over all blocks.
const MOST_BITS: usize = 1 << 24;

/// Nothing can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config {}

invar_ir::counters! {
    /// What was found.
    pub struct Stats {
        /// Loads whose value was known.
        loads,
        /// Parameters that merges got for them.
        params,
        /// Loads that would have taken too many parameters.
        refused_params,
        /// Stores that are overwritten before anybody looks.
        stores,
        /// Stores that are overwritten, and may trap.
        refused_trap,
    }
}

/// Runs the pass.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    let cfg = cx.analyses.cfg(f);
    let Some(cells) = Cells::find(f, cx, &cfg) else { return stats };
    forward::run(f, cx, &cfg, &cells, &mut stats);
    dead::run(f, cx, &cfg, &cells, &mut stats);
    f.resolve_aliases();
    stats
}

/// A cell: where it is, and the type of its accesses.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Cell {
    place: Place,
    ty: ValType,
}

/// The cells of a function, and what accesses them.
struct Cells {
    list: Vec<Cell>,
    /// For each, the cells that a write to it may change, itself included; then for other places.
    overlaps: Vec<BitSet>,
    /// By root, the cells that have it.
    rooted: FxHashMap<Value, BitSet>,
    /// By memory.
    of_memory: Vec<(ClassSet, BitSet)>,
    of: SecondaryMap<Inst, Option<u32>>,
    /// For accesses of other places, the cells that they may be of, in `overlaps` as well.
    others: SecondaryMap<Inst, Option<u32>>,
}

/// What an instruction does to cells.
enum Event {
    /// Nothing.
    None,
    /// A plain load or store of this cell.
    Access(usize),
    /// A plain load or store of another place, which may be of cells: a number in `overlaps`.
    Other(usize),
    /// Anything else that reads or writes state, or traps.
    Effect(Effects),
}

/// The type of value that a plain access moves, if it moves all of it.
fn whole(f: &Function, inst: Inst) -> Option<ValType> {
    let access = memory_access(&f.insts[inst].op)?;
    let value = match access.stored {
        Some(n) => *f.args(inst).get(n)?,
        None => f.result(inst)?,
    };
    let ty = f.ty(value);
    let size = match ty {
        ValType::I32 | ValType::F32 => 4,
        ValType::I64 | ValType::F64 => 8,
        ValType::V128 => 16,
        ValType::Ref(_) => return None,
    };
    (size == access.size && is_plain(&f.insts[inst].op)).then_some(ty)
}

fn is_store(f: &Function, inst: Inst) -> bool {
    memory_access(&f.insts[inst].op).is_some_and(|access| access.stored.is_some())
}

impl Cells {
    /// The cells of a function that are accessed more than once; none if there is no such cell.
    fn find(f: &Function, cx: &PassContext<'_>, cfg: &Cfg) -> Option<Cells> {
        let module = cx.module;
        let mut numbers: FxHashMap<Key, usize> = FxHashMap::default();
        let mut found: Vec<(Cell, Vec<Inst>)> = Vec::new();
        for &block in &cfg.rpo {
            for &inst in &f.blocks[block].insts {
                let Some(ty) = whole(f, inst) else { continue };
                let Some(place) = Place::of(f, module, inst) else { continue };
                if !is_ours(module, place.memory) {
                    continue;
                }
                let key = (place.memory, place.root, place.added, place.offset, ty);
                let n = *numbers.entry(key).or_insert_with(|| {
                    found.push((Cell { place, ty }, Vec::new()));
                    found.len() - 1
                });
                found[n].1.push(inst);
            }
        }
        found.retain(|(_, accesses)| accesses.len() > 1);
        // Those that are accessed most, and of these the first ones.
        found.sort_by_key(|(_, accesses)| std::cmp::Reverse(accesses.len()));
        found.truncate(MOST_CELLS.min(MOST_BITS / cfg.rpo.len().max(1)));
        if found.is_empty() {
            return None;
        }
        let mut of = SecondaryMap::with_capacity(f.insts.len());
        for (n, (_, accesses)) in found.iter().enumerate() {
            accesses.iter().for_each(|&inst| of[inst] = Some(n as u32));
        }
        let list: Vec<Cell> = found.into_iter().map(|(cell, _)| cell).collect();
        let mut cells = Cells {
            list,
            overlaps: Vec::new(),
            rooted: FxHashMap::default(),
            of_memory: Vec::new(),
            of,
            others: SecondaryMap::new(),
        };
        for n in 0..cells.list.len() {
            let overlap = cells.overlapping(&cells.list[n].place);
            cells.overlaps.push(overlap);
            if let Some(root) = cells.list[n].place.root {
                let none = cells.none();
                cells.rooted.entry(root).or_insert(none).insert(n);
            }
        }
        for memory in module.memories.keys() {
            let mut set = cells.none();
            for (n, cell) in cells.list.iter().enumerate() {
                set.set(n, cell.place.memory == memory);
            }
            cells.of_memory.push((ClassSet::memory(module, memory.as_u32()), set));
        }
        cells.find_others(f, module, cfg);
        Some(cells)
    }

    /// Compares the places that are no cells with those that are, each once.
    fn find_others(&mut self, f: &Function, module: &Module, cfg: &Cfg) {
        let mut known: FxHashMap<(Key, u64), u32> = FxHashMap::default();
        for &block in &cfg.rpo {
            for &inst in &f.blocks[block].insts {
                if self.of[inst].is_some() || !is_plain(&f.insts[inst].op) {
                    continue;
                }
                let Some(place) = Place::of(f, module, inst) else { continue };
                let key = (place.memory, place.root, place.added, place.offset, ValType::I32);
                let n = *known.entry((key, place.size)).or_insert_with(|| {
                    let set = self.overlapping(&place);
                    self.overlaps.push(set);
                    self.overlaps.len() as u32 - 1
                });
                self.others[inst] = Some(n);
            }
        }
    }

    fn none(&self) -> BitSet {
        BitSet::new(self.list.len())
    }

    fn all(&self) -> BitSet {
        let mut all = self.none();
        (0..self.list.len()).for_each(|n| _ = all.insert(n));
        all
    }

    /// The cells that may have a byte in common with a place.
    fn overlapping(&self, place: &Place) -> BitSet {
        let mut set = self.none();
        for (n, cell) in self.list.iter().enumerate() {
            set.set(n, cell.place.overlap(place) != Overlap::Disjoint);
        }
        set
    }

    /// Removes the cells of memories among these classes.
    fn forget(&self, classes: ClassSet, set: &mut BitSet) {
        for (memory, cells) in &self.of_memory {
            if memory.intersects(classes) {
                set.subtract(cells);
            }
        }
    }

    fn event(&self, f: &Function, cx: &PassContext<'_>, inst: Inst) -> Event {
        if let Some(n) = self.of[inst] {
            return Event::Access(n as usize);
        }
        if let Some(n) = self.others[inst] {
            return Event::Other(n as usize);
        }
        let op = &f.insts[inst].op;
        let effects = match cx.summaries.call_effects(op) {
            Some(effects) => effects,
            None => inst_effects(f, inst, cx.module),
        };
        match effects.is_pure_total() {
            true => Event::None,
            false => Event::Effect(effects),
        }
    }

    /// Forgets what is known of cells whose root gets a value here.
    fn define(&self, value: Value, set: &mut BitSet) {
        if let Some(rooted) =
            self.rooted.get(&value).filter(|_| !invar_ir::mutant!(CellsRootRedefined))
        {
            set.subtract(rooted);
        }
    }
}

/// Memory, root, what is added, offset, and type.
type Key = (Memory, Option<Value>, u64, u64, ValType);

/// Whether a memory belongs to this instance alone.
fn is_ours(module: &Module, memory: Memory) -> bool {
    module.memories.get(memory).is_some_and(|data| !data.ty.shared)
}

/// Facts that hold at the start of each block on all ways to it, by what a block does to them. From
/// the assumption that all hold everywhere, downwards.
fn on_all_ways(
    cells: &Cells,
    cfg: &Cfg,
    mut through: impl FnMut(Block, &mut BitSet),
) -> SecondaryMap<Block, BitSet> {
    let mut at: SecondaryMap<Block, BitSet> = SecondaryMap::with_default(cells.all());
    let mut dirty: SecondaryMap<Block, bool> = SecondaryMap::with_default(true);
    at[cfg.rpo[0]] = cells.none();
    let mut again = true;
    while std::mem::take(&mut again) {
        for (n, &block) in cfg.rpo.iter().enumerate() {
            if !std::mem::take(&mut dirty[block]) {
                continue;
            }
            let mut set = at[block].clone();
            through(block, &mut set);
            for &next in cfg.succs(block) {
                if at[next].intersect(&set) {
                    dirty[next] = true;
                    again |= cfg.rpo_number[next] as usize <= n;
                }
            }
        }
    }
    at
}
