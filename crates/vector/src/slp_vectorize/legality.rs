//! What may be moved: the stores of a seed down to the last of them, and the loads of a pack down
//! to the last of these.
//!
//! *Memory.* What is moved across another access must touch none of its bytes, unless both are
//! loads.
//!
//! *Traps.* Memory can be observed after a trap. A vector store does nothing if it traps, where of
//! the scalar stores those ahead of the one that traps are done. So all are known to be in bounds,
//! or the first one that is executed reaches farthest: if it does not trap, none does. And nothing
//! between the stores may trap, since what they stored before is missing then. What else can be
//! observed (a store to elsewhere, a global) may be between them only if the stores are known to be
//! in bounds; and between loads, if these are.
//!
//! Loads of a pack cover the bytes of its vector exactly. So the vector traps if one of them does.
//!
//! The stores of the seed end up behind all loads of its tree, so these may be moved across them:
//! if a load comes after one of the stores, both were compared already when the store was moved
//! down.
//!
//! Cost: linear in the instructions in between, which [`Config::window`](super::Config) bounds.

use super::Reason;
use super::code::{Code, Spot};
use invar_analysis::inst_effects;
use invar_analysis::{Overlap, Place, is_plain};
use invar_ir::{ClassSet, Effects, Function, Inst, Memory, Module, Op, memory_access};
use smallvec::SmallVec;

/// Whether an instruction ends what may become vectors: a call, an atomic access, an effect other
/// than a store to memory or to a global.
pub(super) fn is_barrier(f: &Function, module: &Module, inst: Inst) -> bool {
    barrier(f, inst, inst_effects(f, inst, module)).is_some() && !invar_ir::mutant!(SlpCallBetween)
}

fn barrier(f: &Function, inst: Inst, does: Effects) -> Option<Reason> {
    let op = &f.insts[inst].op;
    if does.may_not_return {
        return Some(Reason::Call(op.opcode()));
    }
    let is_store = memory_access(op).is_some_and(|access| !access.is_atomic());
    let is_known = is_store || matches!(op, Op::GlobalSet { .. });
    (does.is_effect() && !is_known).then(|| Reason::Effect(op.opcode()))
}

/// The memory, if vectors may access it.
pub(super) fn check_memory(module: &Module, memory: Memory) -> Result<(), Reason> {
    let ty = &module.memories[memory].ty;
    let is_plain = !ty.shared && ty.page_size_log2.is_none();
    if is_plain { Ok(()) } else { Err(Reason::Memory) }
}

/// A lane that others have moved past so far.
struct Moved {
    inst: Inst,
    place: Place,
}

fn moved(code: &Code<'_>, f: &Function, inst: Inst) -> Result<Moved, Reason> {
    let place = Place::of(f, code.setting.module, inst).ok_or(Reason::Memory)?;
    Ok(Moved { inst, place })
}

/// Whether an instruction may touch bytes that one of these does, by what it does to their memory.
fn meets(code: &Code<'_>, f: &Function, inst: Inst, classes: ClassSet, moved: &[Moved]) -> bool {
    let [first, ..] = moved else { return false };
    let module = code.setting.module;
    if !classes.intersects(ClassSet::memory(module, first.place.memory.as_u32())) {
        return false;
    }
    let is_access = memory_access(&f.insts[inst].op).is_some_and(|access| !access.is_atomic());
    match Place::of(f, module, inst).filter(|_| is_access) {
        Some(place) => moved.iter().any(|lane| lane.place.overlap(&place) != Overlap::Disjoint),
        None => true,
    }
}

fn ends(code: &Code<'_>, insts: &[Inst]) -> (Inst, Inst) {
    let slot = |inst: &&Inst| code.slot(**inst);
    let first = insts.iter().min_by_key(slot).expect("there are lanes");
    let last = insts.iter().max_by_key(slot).expect("there are lanes");
    (*first, *last)
}

/// The instructions from the first of these up to the last, which are counted as looked at.
fn span(
    code: &mut Code<'_>,
    insts: &[Inst],
    window: usize,
) -> Result<SmallVec<[Inst; 32]>, Reason> {
    let (first, last) = ends(code, insts);
    let distance = code.slot(last).zip(code.slot(first)).map_or(0, |(to, from)| to - from);
    if distance > window {
        return Err(Reason::Budget);
    }
    let all: SmallVec<[Inst; 32]> = code.between(first, last).collect();
    code.budget = code.budget.checked_sub(all.len()).ok_or(Reason::Budget)?;
    Ok(all)
}

/// Whether stores in address order may become one in the place of the last of them, which is
/// returned.
pub(super) fn check_stores(
    code: &mut Code<'_>,
    f: &Function,
    stores: &[Inst],
    window: usize,
) -> Result<Inst, Reason> {
    let all = span(code, stores, window)?;
    let (first, last) = ends(code, stores);
    let highest = stores[stores.len() - 1];
    let at = code.slot(first).expect("it is in the block");
    let proved = code.setting.traps_never_happen
        || !inst_effects(f, highest, code.setting.module).traps_if_speculated()
        || code.is_in_bounds(f, highest, at);
    if !proved && first != highest && !invar_ir::mutant!(SlpStoresMayTrap) {
        return Err(Reason::Bounds);
    }
    let mut above: Vec<Moved> = Vec::with_capacity(stores.len());
    for inst in all {
        if stores.contains(&inst) {
            above.push(moved(code, f, inst)?);
            continue;
        }
        let does = code.effects(f, inst);
        if does.is_pure_total() {
            continue;
        }
        if let Some(reason) = barrier(f, inst, does) {
            if invar_ir::mutant!(SlpCallBetween) {
                continue;
            }
            return Err(reason);
        }
        let op = f.insts[inst].op.opcode();
        if does.traps_where_executed() && !invar_ir::mutant!(SlpTrapBetweenStores) {
            return Err(Reason::Trap(op));
        }
        if does.is_effect() && !proved && !invar_ir::mutant!(SlpEffectBeforeTrap) {
            return Err(Reason::Bounds);
        }
        let classes = does.reads.union(does.writes);
        let classes = if invar_ir::mutant!(SlpLoadBetweenStores) { does.writes } else { classes };
        if meets(code, f, inst, classes, &above) && !invar_ir::mutant!(SlpStoreBetweenStores) {
            return Err(Reason::Dependence);
        }
    }
    Ok(last)
}

/// Whether loads of consecutive bytes may become one in the place of the last of them, which is
/// returned. The stores of the seed come behind it.
pub(super) fn check_loads(
    code: &mut Code<'_>,
    f: &Function,
    loads: &[Inst],
    seed: &[Inst],
    window: usize,
) -> Result<Inst, Reason> {
    let all = span(code, loads, window)?;
    let (_, last) = ends(code, loads);
    let mut above: Vec<Moved> = Vec::with_capacity(loads.len());
    let mut may_trap = false;
    for inst in all {
        if loads.contains(&inst) {
            above.push(moved(code, f, inst)?);
            may_trap |= code.effects(f, inst).traps_where_executed();
            continue;
        }
        if seed.contains(&inst) {
            continue;
        }
        let does = code.effects(f, inst);
        if !does.is_effect() {
            continue;
        }
        if let Some(reason) = barrier(f, inst, does) {
            return Err(reason);
        }
        if may_trap && !invar_ir::mutant!(SlpEffectBetweenLoads) {
            return Err(Reason::Trap(f.insts[above[0].inst].op.opcode()));
        }
        if meets(code, f, inst, does.writes, &above) && !invar_ir::mutant!(SlpStoreBetweenLoads) {
            return Err(Reason::Dependence);
        }
    }
    Ok(last)
}

/// Whether these are plain accesses of consecutive bytes in this order, from one base.
pub(super) fn are_consecutive(f: &Function, insts: &[Inst]) -> bool {
    let mut last: Option<Spot> = None;
    insts.iter().all(|&inst| {
        if !is_plain(&f.insts[inst].op) {
            return false;
        }
        let Some(spot) = Spot::of(f, inst) else { return false };
        let fits = last.is_none_or(|last| {
            (last.memory, last.size) == (spot.memory, spot.size)
                && (last.base == spot.base || invar_ir::mutant!(SlpBasesEqual))
                && last.start.checked_add(last.size) == Some(spot.start)
        });
        last = Some(spot);
        fits
    })
}
