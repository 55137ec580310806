//! Redundant load elimination: loads of cells whose value is available on all paths.
//!
//! A block where paths with different values merge gets a parameter. One load may take only a few: a value
//! that is passed through many blocks costs more than the load.

use super::{Cells, Event, Stats, is_store, on_all_paths};
use invar_ir::bit_set::BitSet;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Function, Inst, PassContext, RemarkKind, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most new block parameters for one load.
const MOST_PARAMS: usize = 4;

/// The forward transfer function: what an instruction does to the available cells; the cell whose value it makes
/// known.
fn step(
    cells: &Cells,
    f: &Function,
    cx: &PassContext<'_>,
    inst: Inst,
    set: &mut BitSet,
) -> Option<usize> {
    let known = match cells.event(f, cx, inst) {
        Event::None => None,
        Event::Access(n) => {
            if is_store(f, inst) {
                set.subtract(&cells.overlaps[n]);
            }
            Some(n)
        }
        Event::Other(n) => {
            if is_store(f, inst) && !invar_ir::mutant!(CellsIgnoreNarrowStores) {
                set.subtract(&cells.overlaps[n]);
            }
            None
        }
        Event::Effect(effects) => {
            cells.forget(effects.writes, set);
            None
        }
    };
    f.results(inst).for_each(|value| cells.define(value, set));
    if let Some(n) = known {
        set.insert(n);
    }
    known
}

struct Forward<'a> {
    cells: &'a Cells,
    cfg: &'a Cfg,
    /// The values of cells at the ends of the blocks that load or store them.
    exit: FxHashMap<(Block, usize), Value>,
    /// The values at the starts of blocks, computed on demand.
    entry: FxHashMap<(Block, usize), Value>,
    /// New block parameters that still need arguments, in the order in which they were made.
    params: Vec<(Block, usize)>,
}

pub(super) fn run(
    f: &mut Function,
    cx: &mut PassContext<'_>,
    cfg: &Cfg,
    cells: &Cells,
    stats: &mut Stats,
) {
    let available = on_all_paths(cells, cfg, |block, set| {
        f.blocks[block].params.iter().for_each(|&param| cells.define(param, set));
        for &inst in &f.blocks[block].insts {
            step(cells, f, cx, inst, set);
        }
    });
    let (exit, entry) = (FxHashMap::default(), FxHashMap::default());
    let mut forward = Forward { cells, cfg, exit, entry, params: Vec::new() };
    for &block in &cfg.rpo {
        forward.exits(f, cx, block);
    }
    let mut gone: SecondaryMap<Inst, bool> = SecondaryMap::new();
    for &block in &cfg.rpo {
        let mut set = available[block].clone();
        let mut values: FxHashMap<usize, Value> = FxHashMap::default();
        f.blocks[block].params.iter().for_each(|&param| cells.define(param, &mut set));
        for at in 0..f.blocks[block].insts.len() {
            let inst = f.blocks[block].insts[at];
            let before = set.clone();
            let Some(n) = step(cells, f, cx, inst, &mut set) else { continue };
            if is_store(f, inst) {
                values.insert(n, f.args(inst)[1]);
                continue;
            }
            let result = f.result(inst).expect("a load has a result");
            if !before.contains(n) {
                values.insert(n, result);
                continue;
            }
            // The value from this block, or else the one at its start.
            let known = match values.get(&n) {
                Some(&value) => Some(value),
                None if !forward.is_cheap(block, n) => {
                    stats.refused_params += 1;
                    values.insert(n, result);
                    None
                }
                None if cx.fuel.take() => Some(forward.at_entry(f, block, n, stats)),
                None => None,
            };
            if let Some(known) = known
                && f.resolve(known) != result
            {
                values.insert(n, known);
                f.alias(result, known);
                gone[inst] = true;
                stats.loads += 1;
                let data = &f.insts[inst];
                cx.remarks.record("load-store-elim", RemarkKind::Applied, data.loc, "load", || {
                    format!("{} gives {known}, which is there already", data.op.opcode().name())
                });
            }
        }
    }
    forward.pass_arguments(f, stats);
    if stats.loads > 0 {
        for &block in &cfg.rpo {
            f.blocks[block].insts.retain(|&inst| !gone[inst]);
        }
    }
}

impl Forward<'_> {
    /// Records the values of the cells that a block loads or stores, at its end.
    fn exits(&mut self, f: &Function, cx: &PassContext<'_>, block: Block) {
        let mut set = self.cells.none();
        let mut values: FxHashMap<usize, Value> = FxHashMap::default();
        for &inst in &f.blocks[block].insts {
            let known = step(self.cells, f, cx, inst, &mut set);
            if let Some(n) = known {
                let value =
                    if is_store(f, inst) { f.args(inst)[1] } else { f.result(inst).unwrap() };
                values.insert(n, value);
            }
        }
        for n in set.iter() {
            self.exit.insert((block, n), values[&n]);
        }
    }

    /// The only predecessor of a block.
    fn above(&self, block: Block) -> Option<Block> {
        let mut preds = self.cfg.reachable_preds(block);
        let first = preds.next()?.from;
        preds.all(|edge| edge.from == first).then_some(first)
    }

    /// Whether the value at the start of a block takes only a few new parameters.
    fn is_cheap(&self, block: Block, n: usize) -> bool {
        let mut seen: FxHashSet<Block> = FxHashSet::default();
        let (mut work, mut merges) = (vec![block], 0);
        while let Some(block) = work.pop() {
            if self.entry.contains_key(&(block, n)) || !seen.insert(block) {
                continue;
            }
            merges += usize::from(self.above(block).is_none());
            if merges > MOST_PARAMS || seen.len() > 64 * MOST_PARAMS {
                return false;
            }
            let preds = self.cfg.reachable_preds(block).map(|edge| edge.from);
            work.extend(preds.filter(|&from| !self.exit.contains_key(&(from, n))));
        }
        true
    }

    /// The value of a cell at the start of a block where it is available.
    fn at_entry(&mut self, f: &mut Function, block: Block, n: usize, stats: &mut Stats) -> Value {
        let mut chain = Vec::new();
        let mut at = block;
        let value = loop {
            if let Some(&value) = self.entry.get(&(at, n)) {
                break value;
            }
            chain.push(at);
            match self.above(at) {
                None => {
                    stats.params += 1;
                    self.params.push((at, n));
                    break f.add_param(at, self.cells.list[n].ty);
                }
                Some(above) => match self.exit.get(&(above, n)) {
                    Some(&value) => break value,
                    None => at = above,
                },
            }
        };
        for block in chain {
            self.entry.insert((block, n), value);
        }
        value
    }

    /// Gives all new parameters their arguments, which may take further parameters.
    fn pass_arguments(&mut self, f: &mut Function, stats: &mut Stats) {
        let mut at = 0;
        while let Some(&(block, n)) = self.params.get(at) {
            at += 1;
            let mut preds: Vec<Block> =
                self.cfg.reachable_preds(block).map(|edge| edge.from).collect();
            preds.dedup();
            let mut done: FxHashSet<Block> = FxHashSet::default();
            for from in preds {
                if !done.insert(from) {
                    continue;
                }
                let value = match self.exit.get(&(from, n)) {
                    Some(&value) => value,
                    None => self.at_entry(f, from, n, stats),
                };
                let mut term = std::mem::take(&mut f.blocks[from].term);
                for call in term.targets_mut().filter(|call| call.block == block) {
                    call.args.push(value, &mut f.pool);
                }
                f.blocks[from].term = term;
            }
        }
    }
}
