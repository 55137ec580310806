//! Load and store elimination across blocks: redundant loads, and dead stores.
//!
//! A *cell* is a memory location (a root value, a constant added to it, a size) that is accessed by
//! loads and stores of one type. Three facts are computed for each cell at each point, by data flow
//! over the blocks: whether its value is known on all paths to it (*available*), whether it
//! was accessed on all of them (*touched*: memories never shrink, so another access cannot trap), and
//! whether it is written again on all paths from it before it may be observed (*overwritten*).
//!
//! A load of an available cell is replaced by that value, with block parameters where paths merge (`forward`).
//! A store to a touched cell that is overwritten is removed (`dead`).
//! A cell is observed by a load that may alias it, by whatever else reads memory, by a trap, since memory can
//! be read after it, by a call, and by the function's end. Facts about a root end where it is defined again: in
//! a loop it is another value in each iteration. Shared memories are left alone.
//!
//! Interpreters, and code specialized to what they run, profit most: their registers are cells of one base
//! address. Store-to-load forwarding along dominators is done by `gvn` (crate `scalar`) and by the region
//! graph, promotion of cells in loops by `scalar_promotion` (crate `loops`).
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

/// The most cells of a function.
const MOST_CELLS: usize = 512;

/// The most bits of a fact about all cells, over all blocks.
const MOST_BITS: usize = 1 << 24;

/// There are no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config {}

invar_ir::counters! {
    /// What was found.
    pub struct Stats {
        /// Loads whose value was known.
        loads,
        /// Block parameters made for them.
        params,
        /// Loads that would have taken too many parameters.
        refused_params,
        /// Dead stores: overwritten before they may be observed.
        stores,
        /// Stores that are overwritten, but may trap.
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

/// A cell: its location, and the type of its accesses.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Cell {
    place: Place,
    ty: ValType,
}

/// The cells of a function, and the accesses of them.
struct Cells {
    list: Vec<Cell>,
    /// For each cell, the cells that may alias it, itself included; then the same for other locations.
    overlaps: Vec<BitSet>,
    /// By root, the cells that have it.
    rooted: FxHashMap<Value, BitSet>,
    /// The cells of each memory.
    of_memory: Vec<(ClassSet, BitSet)>,
    /// The cell that an instruction accesses.
    of: SecondaryMap<Inst, Option<u32>>,
    /// For accesses of other locations, the index in `overlaps` of the cells that they may alias.
    others: SecondaryMap<Inst, Option<u32>>,
}

/// The effect of an instruction on cells.
enum Event {
    /// Nothing.
    None,
    /// A plain load or store of this cell.
    Access(usize),
    /// A plain load or store of another location, which may alias cells: an index in `overlaps`.
    Other(usize),
    /// Anything else that reads or writes state, or traps.
    Effect(Effects),
}

/// The type of the value that a plain access loads or stores, if the access is as wide as the value.
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
                if !is_unshared(module, place.memory) {
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

    /// Finds which cells the other locations may alias, each location once.
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

    /// The cells that may have a byte in common with a location.
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

    /// Drops the facts about cells whose root is defined here.
    fn define(&self, value: Value, set: &mut BitSet) {
        if let Some(rooted) =
            self.rooted.get(&value).filter(|_| !invar_ir::mutant!(CellsRootRedefined))
        {
            set.subtract(rooted);
        }
    }
}

/// Memory, root, constant added to the root, offset, and type.
type Key = (Memory, Option<Value>, u64, u64, ValType);

/// Whether no other thread accesses a memory.
fn is_unshared(module: &Module, memory: Memory) -> bool {
    module.memories.get(memory).is_some_and(|data| !data.ty.shared)
}

/// Forward data flow over sets: what holds at the start of each block on all paths to it, given what a block
/// does to the set. The greatest fixpoint, from the assumption that all facts hold everywhere.
fn on_all_paths(
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
