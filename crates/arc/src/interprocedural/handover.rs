//! Guaranteed to owned: parameters whose ownership a function takes over from its callers.
//!
//! A function that copies a parameter only to consume the copies, the last of them once on each path, and that
//! releases nothing behind that, consumes the parameter itself in place of the last copy. Each caller copies what it
//! passes first, so that no more copies are executed than before; where the caller was about to destroy its own
//! ownership anyway, intersection removes both ([`intersection`](crate::transform::intersection)). Until the
//! consuming use the function owns the object, and afterwards whatever holds it does.
//!
//! If the order of deinits is not observable, the function may release something behind the consuming use, such as
//! what was in that field before, if it does nothing else until it returns, and returns nothing. The object may be
//! freed by that; so a caller hands over only what it was about to destroy next ([`Handover::late`]).
//!
//! Linear.

use crate::interprocedural::signature::{Root, Signatures};
use crate::ownership::holder::{Holder, root_of};
use crate::ownership::regions::{EventData, EventKind, Object, Regions};
use crate::runtimes::patterns::is_arithmetic;
use crate::runtimes::table::Runtime;
use crate::transform::function::OwnershipAnalysis;
use crate::transform::scope_end::MOST_JUMPS;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Function, Inst, Op, Terminator, Value};
use rustc_hash::FxHashSet;

/// A parameter whose ownership the function may take over.
pub struct Handover {
    /// The parameter's number.
    pub param: u32,
    /// The copy of it.
    pub copy: Inst,
    /// The holder: what keeps alive the object or global that the parameter is stored in.
    pub root: Root,
    /// Whether something may be released behind that.
    pub late: bool,
}

/// The parameters that a function may take over.
pub fn find(
    f: &Function,
    analysis: &OwnershipAnalysis,
    runtime: &Runtime,
    signatures: &Signatures,
) -> Vec<Handover> {
    let params = f.blocks[f.entry].params.iter().enumerate();
    params
        .filter_map(|(n, &param)| one(f, analysis, runtime, signatures, n as u32, param))
        .collect()
}

fn one(
    f: &Function,
    analysis: &OwnershipAnalysis,
    runtime: &Runtime,
    signatures: &Signatures,
    param: u32,
    value: Value,
) -> Option<Handover> {
    let OwnershipAnalysis { regions, balance, .. } = analysis;
    let object = regions.object(value)?;
    let n = object.as_u32() as usize;
    let data = regions.data(object);
    let plain = !balance.is_refused(object)
        && balance.start[n] == 0
        && balance.targets[n].is_empty()
        && data.cold.is_empty();
    let &[.., copy, take] = &data.events[..] else { return None };
    let (copied, taken) = (regions.event(copy), regions.event(take));
    // Takes before that have copies of their own, and so has the last one: a copy that also leads elsewhere, round a
    // loop, is in another block.
    let pairs = data.events.chunks(2).all(|pair| match *pair {
        [copy, take] => {
            regions.event(copy).kind == EventKind::Copy
                && balance.takes[take.as_u32() as usize]
                && balance.level[copy.as_u32() as usize] == 0
                && matches!(regions.event(take).kind, EventKind::Store | EventKind::Call)
        }
        _ => false,
    });
    let alone = data.events.len() == 2 || copied.block == taken.block;
    let inst = taken.inst.expand()?;
    if !plain
        || !pairs
        || !alone
        || !invar_ir::mutant!(ArcHandsOverEarly) && !is_last(f, regions, object, taken)
    {
        return None;
    }
    // The callee that takes it may be such a function itself.
    let within = match (taken.kind, signatures.of_call(&f.insts[inst].op)) {
        (EventKind::Call, Some((called, _))) => called.is_late(taken.operand as usize),
        _ => false,
    };
    let late = if !(within || releases_behind(regions, taken)) {
        false
    } else if runtime.unordered_deinits && returns_at_once(f, regions, taken) {
        true
    } else {
        return None;
    };
    let holder = |address| root_of(f, regions, balance, object, address, take, |_| true);
    let root = match (taken.kind, &f.insts[inst].op) {
        (EventKind::Store, Op::GlobalSet { .. } | Op::TableSet { .. }) => Root::Elsewhere,
        (EventKind::Store, _) => match holder(f.args(inst)[0])? {
            Holder::Param(n) => Root::Param(n),
            _ => Root::Elsewhere,
        },
        (EventKind::Call, op) => {
            match signatures.of_call(op)?.0.stored_into(taken.operand as usize)? {
                Root::Param(n) => match holder(f.args(inst)[n as usize])? {
                    Holder::Param(n) => Root::Param(n),
                    _ => Root::Elsewhere,
                },
                Root::Elsewhere => Root::Elsewhere,
            }
        }
        _ => return None,
    };
    Some(Handover { param, copy: copied.inst.expand()?, root, late })
}

/// Whether a take is executed once on each path to a return (it post-dominates the entry, dead ends left out), and
/// is the last event of its object.
fn is_last(f: &Function, regions: &Regions, object: Object, take: &EventData) -> bool {
    let returns = |block: Block| regions.cfg.succs(block).is_empty() && !regions.dead_end[block];
    if matches!(f.blocks[take.block].term, Terminator::TailCall { .. }) {
        return false;
    }
    let here = regions.events_in(object, take.block);
    if here.last().is_some_and(|&last| regions.event(last).pos != take.pos) {
        return false;
    }
    // Behind it, neither it nor another event may follow, not in dead ends either.
    let behind = blocks_behind(regions, take.block);
    let quiet = |&block: &Block| {
        block != take.block
            && !regions.dead_acts[block]
            && regions.events_in(object, block).is_empty()
            && !matches!(f.blocks[block].term, Terminator::TailCall { .. })
    };
    if !behind.iter().all(quiet) {
        return false;
    }
    // No path to a return avoids it.
    let (mut stack, mut seen) = (vec![f.entry], FxHashSet::default());
    while let Some(block) = stack.pop() {
        if block == take.block {
            continue;
        }
        if returns(block) {
            return false;
        }
        stack.extend(regions.cfg.succs(block).iter().filter(|&&next| seen.insert(next)));
    }
    true
}

/// The blocks that can be reached from a block.
fn blocks_behind(regions: &Regions, block: Block) -> Vec<Block> {
    let (mut stack, mut seen) = (vec![block], FxHashSet::default());
    let mut behind = Vec::new();
    while let Some(block) = stack.pop() {
        for &next in regions.cfg.succs(block) {
            if seen.insert(next) {
                behind.push(next);
                if !regions.dead_end[next] {
                    stack.push(next);
                }
            }
        }
    }
    behind
}

/// Whether something may be released, or a count tested, behind a take.
fn releases_behind(regions: &Regions, take: &EventData) -> bool {
    regions.acts_between(take.block, i64::from(take.pos), i64::MAX)
        || blocks_behind(regions, take.block)
            .iter()
            .any(|&block| regions.acts_between(block, -1, i64::MAX))
}

/// Whether the function only releases behind a take, and returns no value.
fn returns_at_once(f: &Function, regions: &Regions, take: &EventData) -> bool {
    let mut block = take.block;
    let mut from = take.pos as usize + 1;
    for _ in 0..MOST_JUMPS {
        let idle = |&inst: &Inst| {
            let op = &f.insts[inst].op;
            *op == Op::DestroyValue || is_arithmetic(op)
        };
        if !f.blocks[block].insts[from..].iter().all(idle) {
            return false;
        }
        match &f.blocks[block].term {
            Terminator::Return(values) => return f.list(values).is_empty(),
            Terminator::Jump(_) => (block, from) = (regions.cfg.succs(block)[0], 0),
            _ => return false,
        }
    }
    false
}

/// Copies the arguments of calls that take them over. Returns how many.
pub fn copy_arguments(f: &mut Function, signatures: &Signatures) -> u64 {
    let mut copied = 0;
    let mut before: SecondaryMap<Inst, Vec<Inst>> = SecondaryMap::new();
    for block in f.live_blocks().collect::<Vec<_>>() {
        for at in 0..f.blocks[block].insts.len() {
            let inst = f.blocks[block].insts[at];
            let Some((called, _)) = signatures.of_call(&f.insts[inst].op) else { continue };
            let stored: Vec<usize> =
                (0..f.args(inst).len()).filter(|&n| called.stored_into(n).is_some()).collect();
            for n in stored {
                let (value, loc) = (f.args(inst)[n], f.insts[inst].loc);
                let ty = f.ty(value);
                let copy = f.make_inst(Op::CopyValue, &[value], &[ty], loc);
                f.args_mut(inst)[n] = f.result(copy).expect("a copy has a result");
                before[inst].push(copy);
                copied += 1;
            }
        }
        let insts = std::mem::take(&mut f.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            kept.append(&mut before[inst]);
            kept.push(inst);
        }
        f.blocks[block].insts = kept;
    }
    copied
}
