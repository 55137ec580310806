//! Dead store elimination: stores to cells that are overwritten before they may be observed.
//!
//! A store is removed only if it cannot trap: its cell was accessed before on all paths, or it is proved in bounds.
//! Nothing between it and the store that overwrites it may trap either.

use super::{Cells, Event, Stats, is_store, on_all_paths};
use invar_ir::bit_set::BitSet;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Function, Inst, PassContext, RemarkKind, Terminator, inst_effects};

pub(super) fn run(
    f: &mut Function,
    cx: &mut PassContext<'_>,
    cfg: &Cfg,
    cells: &Cells,
    stats: &mut Stats,
) {
    let touch = |inst: Inst, set: &mut BitSet| {
        f.results(inst).for_each(|value| cells.define(value, set));
        if let Some(n) = cells.of[inst] {
            set.insert(n as usize);
        }
    };
    let touched = on_all_paths(cells, cfg, |block, set| {
        f.blocks[block].params.iter().for_each(|&param| cells.define(param, set));
        f.blocks[block].insts.iter().for_each(|&inst| touch(inst, set));
    });
    // Which accesses cannot trap.
    let mut safe: SecondaryMap<Inst, bool> = SecondaryMap::new();
    for &block in &cfg.rpo {
        let mut set = touched[block].clone();
        f.blocks[block].params.iter().for_each(|&param| cells.define(param, &mut set));
        for &inst in &f.blocks[block].insts {
            if let Some(n) = cells.of[inst] {
                safe[inst] = set.contains(n as usize) || !may_trap(f, cx, inst);
            } else if cells.others[inst].is_some() {
                safe[inst] = !may_trap(f, cx, inst);
            }
            touch(inst, &mut set);
        }
    }
    let overwritten = overwritten(f, cx, cfg, cells, &safe);
    for &block in &cfg.rpo {
        let mut set = overwritten[block].clone();
        let mut gone: Vec<Inst> = Vec::new();
        for at in (0..f.blocks[block].insts.len()).rev() {
            let inst = f.blocks[block].insts[at];
            if let Some(n) = cells.of[inst]
                && is_store(f, inst)
                && set.contains(n as usize)
            {
                if !safe[inst] && !invar_ir::mutant!(CellsDeadThoughTraps) {
                    stats.refused_trap += 1;
                } else if cx.fuel.take() {
                    stats.stores += 1;
                    let data = &f.insts[inst];
                    cx.remarks.record(
                        "load-store-elim",
                        RemarkKind::Applied,
                        data.loc,
                        "store",
                        || format!("{} is overwritten before it is read", data.op.opcode().name()),
                    );
                    gone.push(inst);
                    continue;
                }
            }
            back(f, cx, cells, &safe, inst, &mut set);
        }
        if !gone.is_empty() {
            // They were found from the end of the block.
            f.blocks[block].insts.retain(|inst| match gone.last() == Some(inst) {
                true => gone.pop().is_none(),
                false => true,
            });
        }
    }
}

/// Whether an access may trap, by facts that hold wherever its address exists.
fn may_trap(f: &Function, cx: &PassContext<'_>, inst: Inst) -> bool {
    !cx.goals.traps_never_happen && inst_effects(f, inst, cx.module).may_trap
}

/// The backward transfer function: from the cells that are overwritten after an instruction to those before it.
fn back(
    f: &Function,
    cx: &PassContext<'_>,
    cells: &Cells,
    safe: &SecondaryMap<Inst, bool>,
    inst: Inst,
    set: &mut BitSet,
) {
    match cells.event(f, cx, inst) {
        Event::None => {}
        Event::Access(n) => {
            if !safe[inst] {
                *set = cells.none();
            }
            match is_store(f, inst) {
                true => _ = set.insert(n),
                false => _ = set.subtract(&cells.overlaps[n]),
            }
        }
        Event::Other(n) => {
            if !safe[inst] {
                *set = cells.none();
            } else if !is_store(f, inst) {
                set.subtract(&cells.overlaps[n]);
            }
        }
        Event::Effect(effects) => {
            let traps = !invar_ir::mutant!(CellsDeadBeforeTrap)
                && effects.may_trap
                && !cx.goals.traps_never_happen;
            if traps || effects.may_not_return {
                *set = cells.none();
            } else {
                cells.forget(effects.reads, set);
            }
        }
    }
    f.results(inst).for_each(|value| cells.define(value, set));
}

/// Backward data flow: the cells that are overwritten on all paths from the end of each block before they may be
/// observed.
fn overwritten(
    f: &Function,
    cx: &PassContext<'_>,
    cfg: &Cfg,
    cells: &Cells,
    safe: &SecondaryMap<Inst, bool>,
) -> SecondaryMap<Block, BitSet> {
    let mut at: SecondaryMap<Block, BitSet> = SecondaryMap::with_default(cells.all());
    for &block in &cfg.rpo {
        let ends = f.blocks[block].term.targets().next().is_none();
        let looks = matches!(f.blocks[block].term, Terminator::Invoke { .. });
        if ends && !invar_ir::mutant!(CellsDeadAtEnd) || looks {
            at[block] = cells.none();
        }
    }
    let mut dirty: SecondaryMap<Block, bool> = SecondaryMap::with_default(true);
    let mut again = true;
    while std::mem::take(&mut again) {
        for (n, &block) in cfg.rpo.iter().enumerate().rev() {
            if !std::mem::take(&mut dirty[block]) {
                continue;
            }
            let mut set = at[block].clone();
            for &inst in f.blocks[block].insts.iter().rev() {
                back(f, cx, cells, safe, inst, &mut set);
            }
            f.blocks[block].params.iter().for_each(|&param| cells.define(param, &mut set));
            for edge in cfg.reachable_preds(block) {
                if at[edge.from].intersect(&set) {
                    dirty[edge.from] = true;
                    again |= cfg.rpo_number[edge.from] as usize >= n;
                }
            }
        }
    }
    at
}
