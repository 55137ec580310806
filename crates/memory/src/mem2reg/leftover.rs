//! Redundant loads and dead stores of private memory that stays in memory, since where it is accessed is not known: an
//! operand stack whose top is not the same on all ways, an element at an index.
//!
//! Accesses at equal distances from one value, such as a block parameter, are the same bytes, wherever these are.
//! Private memory helps where the passes for all memory give up:
//!
//! - an access through another address is of other bytes;
//! - the bytes are within the memory: an access does not trap;
//! - after a trap they may hold older values.
//!
//! An address computed from the region's is in the region if its distance is unknown; at a known distance, it may be
//! beside the region. A value that may be such an address or another one, such as one that is loaded from the region,
//! is taken to be either.
//!
//! Values are forwarded along blocks with one predecessor. From a store, the blocks below are searched, as in
//! [`dead_store_elim`](crate::dead_store_elim), until each path writes the same bytes again. Calls read and write all.
//!
//! Cost: linear; a bounded number of values is known at a time, and for each store a bounded number of instructions and
//! blocks is looked at.

use super::Env;
use super::addresses::{Address, Addresses};
use super::events::{Event, Root};
use invar_analysis::transform::edges;
use invar_analysis::{Location, Overlap, PassContext, Place, is_plain};
use invar_ir::entities::SecondaryMap;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::{
    Block, Cfg, Dominators, Function, Inst, Module, Op, Terminator, Value, ValueDef, memory_access,
};
use invar_rules::Term;
use rustc_hash::FxHashSet;

/// The most values that are known at a time.
const MOST_KNOWN: usize = 32;
/// How many accesses, and blocks, are looked at for one store.
const MOST_STEPS: usize = 128;
/// How often all values are looked at to find what is computed from the region's address.
const MOST_ROUNDS: usize = 16;

/// How an instruction accesses a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Touch {
    /// Not at all.
    #[default]
    None,
    /// A load or store in it, at a place that is not known.
    Inside,
    /// A load or store that may be in it, or is at a known place.
    Maybe,
    /// Anything.
    Unknown,
}

/// The accesses of a region, and where it goes on.
struct Region {
    touches: SecondaryMap<Inst, Touch>,
    /// Whether what it holds means nothing behind the function's end.
    is_dead_at_end: bool,
}

/// What was removed.
#[derive(Clone, Copy, Default)]
pub(crate) struct Removed {
    pub loads: u64,
    pub stores: u64,
}

/// Removes redundant loads, then dead stores, of a region.
pub(super) fn run(function: &mut Function, cx: &mut PassContext<'_>, root: Root) -> Removed {
    let cfg = cx.analyses.cfg(function);
    let mut removed = Removed::default();
    let Some(region) = Region::find(function, Env::of(cx), &cfg, root) else {
        return removed;
    };
    removed.loads = forward(function, cx, &cfg, &region);
    let dominators = cx.analyses.dominators(function);
    let dead = Search::new(function, cx.module, &dominators, &region).dead(&cfg);
    let dead: FxHashSet<Inst> = dead.into_iter().filter(|_| cx.fuel.take()).collect();
    removed.stores = dead.len() as u64;
    if !dead.is_empty() {
        for &block in &cfg.rpo {
            function.blocks[block].insts.retain(|inst| !dead.contains(inst));
        }
    }
    removed
}

impl Region {
    /// The accesses of a region. `None` if that is not known, or there is nothing to gain.
    fn find(f: &Function, env: Env<'_>, cfg: &Cfg, root: Root) -> Option<Region> {
        let Root::Private { inst: begin, is_in_frame, .. } = root else { return None };
        let state = Addresses::of(f, env, cfg, root)?;
        let sure = surely_of(f, cfg, &state, begin)?;
        let mut touches: SecondaryMap<Inst, Touch> = SecondaryMap::new();
        let unknown =
            if invar_ir::mutant!(PrivateLeftoverCalls) { Touch::None } else { Touch::Unknown };
        let mut inside = 0;
        for &block in &cfg.rpo {
            for &(index, event) in &state.frame.events[block] {
                let inst = f.blocks[block].insts.get(index).copied();
                if let (Some(inst), false) = (inst, matches!(event, Event::Access { .. })) {
                    touches[inst] = unknown;
                }
            }
            for &inst in &f.blocks[block].insts {
                let op = &f.insts[inst].op;
                // Also where it accesses no memory: it may throw.
                if matches!(op, Op::Call { .. } | Op::CallIndirect { .. } | Op::CallRef { .. }) {
                    touches[inst] = unknown;
                }
                let Some(access) = memory_access(op).filter(|_| is_plain(op)) else { continue };
                let address = f.resolve(f.args(inst)[access.address]);
                let is_sure = sure[address] || invar_ir::mutant!(PrivateLeftoverUnsure);
                touches[inst] = match state.get(address) {
                    _ if access.memarg.memory != 0 => Touch::None,
                    Address::Other => Touch::None,
                    Address::Within(_) if is_sure => Touch::Inside,
                    _ => Touch::Maybe,
                };
                inside += usize::from(touches[inst] == Touch::Inside);
            }
        }
        (inside > 0).then_some(Region { touches, is_dead_at_end: is_in_frame })
    }
}

/// The values that are computed from the region's address on all ways. An optimistic fixpoint; `None` if it takes too
/// long.
fn surely_of(
    f: &Function,
    cfg: &Cfg,
    state: &Addresses<'_>,
    begin: Inst,
) -> Option<SecondaryMap<Value, bool>> {
    let mut sure: SecondaryMap<Value, bool> = SecondaryMap::new();
    let values = || f.values.keys().filter(|&value| state.get(value).is_frame());
    values().for_each(|value| sure[value] = true);
    for _ in 0..MOST_ROUNDS {
        let mut changed = false;
        for &block in &cfg.rpo {
            for (n, &param) in f.blocks[block].params.iter().enumerate() {
                let is_sure = block != f.entry
                    && cfg.reachable_preds(block).all(|edge| {
                        let arg = edges::args(f, edge).get(n);
                        arg.is_some_and(|&arg| sure[f.resolve(arg)])
                    });
                changed |= !is_sure && std::mem::replace(&mut sure[param], false);
            }
            for &inst in &f.blocks[block].insts {
                let args = f.args(inst);
                let is_sure = |n: usize| sure[f.resolve(args[n])];
                let is_other = |n: usize| state.get(args[n]) == Address::Other;
                let is_sure = match f.insts[inst].op {
                    Op::Private { .. } => inst == begin || is_sure(0),
                    Op::I32Add => is_sure(0) && is_other(1) || is_sure(1) && is_other(0),
                    Op::I32Sub => is_sure(0) && is_other(1),
                    Op::Select | Op::TypedSelect { .. } => is_sure(0) && is_sure(1),
                    _ => false,
                };
                for value in f.results(inst) {
                    changed |= !is_sure && std::mem::replace(&mut sure[value], false);
                }
            }
            for value in f.blocks[block].term.edge_values() {
                changed |= std::mem::replace(&mut sure[value], false);
            }
        }
        if !changed {
            return Some(sure);
        }
    }
    None
}

/// Replaces loads of values that are known, and removes those that nobody uses. Returns how many.
fn forward(f: &mut Function, cx: &mut PassContext<'_>, cfg: &Cfg, region: &Region) -> u64 {
    type Known = Vec<(Location<Value>, Value)>;
    let mut ends: SecondaryMap<Block, Known> = SecondaryMap::new();
    let mut gone: FxHashSet<Inst> = FxHashSet::default();
    for &block in &cfg.rpo {
        let mut preds = cfg.reachable_preds(block);
        let mut known: Known = match (preds.next(), preds.next()) {
            (Some(edge), None) if block != f.entry => ends[edge.from].clone(),
            _ => Vec::new(),
        };
        for n in 0..f.blocks[block].insts.len() {
            let inst = f.blocks[block].insts[n];
            let touch = region.touches[inst];
            match touch {
                Touch::None => continue,
                Touch::Unknown => {
                    known.clear();
                    continue;
                }
                Touch::Inside | Touch::Maybe => {}
            }
            let args: Vec<Value> = f.args(inst).iter().map(|&arg| f.resolve(arg)).collect();
            let op = &f.insts[inst].op;
            let (location, value) = match f.result(inst) {
                None => {
                    let Some(written) = Location::of_write(&*f, cx.module, op, &args) else {
                        known.clear();
                        continue;
                    };
                    let is_apart = |known: &Location<Value>| {
                        let places = known.place().zip(written.0.place());
                        places.is_some_and(|(a, b)| a.overlap(b) == Overlap::Disjoint)
                    };
                    known.retain(|(known, _)| {
                        is_apart(known) || invar_ir::mutant!(PrivateLeftoverStores)
                    });
                    written
                }
                Some(result) => {
                    let classes = invar_ir::effects(op, cx.module).reads;
                    let read = Location::of_read(&*f, cx.module, op, &args, classes);
                    let Some(read) = read else { continue };
                    let found = known.iter().rev().find_map(|(done, value)| {
                        match read.forwarded(&*f, cx.module, done, f.resolve(*value)) {
                            Some(Term::Value(value)) if f.ty(value) == f.ty(result) => Some(value),
                            _ => None,
                        }
                    });
                    if let Some(value) = found
                        && touch == Touch::Inside
                        && cx.fuel.take()
                    {
                        f.alias(result, value);
                        gone.insert(inst);
                        continue;
                    }
                    (read, result)
                }
            };
            // What may be other memory may be changed through other addresses.
            if touch == Touch::Maybe {
                continue;
            }
            if known.len() == MOST_KNOWN {
                known.remove(0);
            }
            known.push((location, value));
        }
        ends[block] = known;
    }
    remove_unused(f, cx, cfg, region, &mut gone);
    if !gone.is_empty() {
        for &block in &cfg.rpo {
            f.blocks[block].insts.retain(|inst| !gone.contains(inst));
        }
        f.resolve_aliases();
    }
    gone.len() as u64
}

/// Finds the loads in a region that nobody uses: they do not trap.
fn remove_unused(
    f: &Function,
    cx: &mut PassContext<'_>,
    cfg: &Cfg,
    region: &Region,
    gone: &mut FxHashSet<Inst>,
) {
    let mut used: SecondaryMap<Value, bool> = SecondaryMap::new();
    for &block in &cfg.rpo {
        let insts = f.blocks[block].insts.iter().filter(|inst| !gone.contains(inst));
        for &arg in insts.flat_map(|&inst| f.args(inst)) {
            used[f.resolve(arg)] = true;
        }
        f.blocks[block].term.for_each_use(&f.pool, |value| used[f.resolve(value)] = true);
    }
    for &inst in cfg.rpo.iter().flat_map(|&block| &f.blocks[block].insts) {
        let is_load = region.touches[inst] == Touch::Inside;
        if let Some(result) = f.result(inst)
            && is_load
            && !used[result]
            && !gone.contains(&inst)
            && cx.fuel.take()
        {
            gone.insert(inst);
        }
    }
}

/// Finds dead stores.
struct Search<'a> {
    f: &'a Function,
    module: &'a Module,
    dominators: &'a Dominators,
    region: &'a Region,
    /// Where instructions are.
    blocks: SecondaryMap<Inst, PackedOption<Block>>,
    /// The accesses of each block that may be in the region.
    accesses: SecondaryMap<Block, Vec<Inst>>,
}

impl<'a> Search<'a> {
    fn new(
        f: &'a Function,
        module: &'a Module,
        dominators: &'a Dominators,
        region: &'a Region,
    ) -> Self {
        let mut search = Search {
            f,
            module,
            dominators,
            region,
            blocks: SecondaryMap::new(),
            accesses: SecondaryMap::new(),
        };
        for block in dominators.preorder() {
            for &inst in &f.blocks[block].insts {
                search.blocks[inst] = block.into();
                if region.touches[inst] != Touch::None {
                    search.accesses[block].push(inst);
                }
            }
        }
        search
    }

    fn dead(&self, cfg: &Cfg) -> Vec<Inst> {
        let mut dead = Vec::new();
        for &block in &cfg.rpo {
            for (n, &inst) in self.accesses[block].iter().enumerate() {
                if self.region.touches[inst] == Touch::Inside
                    && let Some(place) = Place::written(self.f, self.module, inst)
                    && self.is_dead(block, n, &place)
                {
                    dead.push(inst);
                }
            }
        }
        dead
    }

    /// Whether the `n`-th access of a block, a store, is overwritten on all ways before what it wrote is read.
    fn is_dead(&self, block: Block, n: usize, place: &Place) -> bool {
        let store = self.accesses[block][n];
        // The value that the address is computed from is another one where it is computed again.
        let Some(root) = place.root else { return false };
        let defined = match self.f.values[root].def {
            ValueDef::Param(block, _) | ValueDef::Edge(block, _) => Some(block),
            ValueDef::Result(inst, _) => self.blocks[inst].expand(),
            ValueDef::Alias(_) => None,
        };
        let Some(defined) = defined else { return false };
        let mut seen: FxHashSet<Block> = FxHashSet::default();
        let mut left = MOST_STEPS;
        let mut work = vec![(block, n + 1)];
        while let Some((block, first)) = work.pop() {
            let accesses = &self.accesses[block][first..];
            let steps = accesses.len() + 1;
            if left < steps {
                return false;
            }
            left -= steps;
            match self.fate(store, place, accesses) {
                Some(true) => continue,
                Some(false) => {}
                None => return false,
            }
            let term = &self.f.blocks[block].term;
            match term {
                Terminator::Return(_) if self.region.is_dead_at_end => continue,
                // After a trap, the region may hold older values.
                Terminator::Unreachable => continue,
                Terminator::Return(_)
                | Terminator::TailCall { .. }
                | Terminator::Throw { .. }
                | Terminator::Invoke { .. }
                    if !invar_ir::mutant!(PrivateLeftoverAtEnd) =>
                {
                    return false;
                }
                _ => {}
            }
            for call in term.targets() {
                let is_below = self.dominators.strictly_dominates(defined, call.block);
                if !is_below && !invar_ir::mutant!(PrivateLeftoverRoot) {
                    return false;
                }
                if seen.insert(call.block) {
                    work.push((call.block, 0));
                }
            }
        }
        true
    }

    /// What becomes of stored bytes at these accesses: whether they are overwritten; `None` if they may be read.
    fn fate(&self, store: Inst, place: &Place, accesses: &[Inst]) -> Option<bool> {
        for &inst in accesses {
            if inst == store {
                return Some(true);
            }
            let touch = self.region.touches[inst];
            if touch == Touch::Unknown {
                return None;
            }
            if let Some(read) = Place::read(self.f, self.module, inst) {
                if read.overlap(place) != Overlap::Disjoint
                    && !invar_ir::mutant!(PrivateLeftoverReads)
                {
                    return None;
                }
                continue;
            }
            let written = Place::written(self.f, self.module, inst)?;
            // Neither traps: from the same value, both are in the region.
            let is_all = written.is_same_as_done(place)
                || place.is_same_as_done(&written)
                || place.start_within(&written).is_some()
                || written.start_within(place).is_some() && invar_ir::mutant!(PrivateLeftoverPart);
            if is_all {
                return Some(true);
            }
        }
        Some(false)
    }
}
