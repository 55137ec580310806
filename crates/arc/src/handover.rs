//! Parameters that a function puts somewhere: it takes them over from its callers.
//!
//! A function that only ever copies a parameter to put the copy somewhere, once on each path, and
//! releases nothing after that, takes the parameter in place of the copy. Each caller copies what it
//! passes first, so that no more copies are executed than before; where it was about to destroy it
//! anyway, intersection gives it away ([`moves`](crate::moves)). Until it is put where it goes, the
//! function owns it, and afterwards what holds it does; so nobody can tell.
//!
//! Linear.

use crate::holder::{Holder, root_of};
use crate::optimize::Analysis;
use crate::regions::{EventData, Kind, Regions};
use crate::signature::{Root, Signatures};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Function, Inst, Op, Terminator, Value};
use rustc_hash::FxHashSet;

/// A parameter that may be taken over.
pub struct Found {
    /// Its number.
    pub param: u32,
    /// The copy of it.
    pub copy: Inst,
    /// What keeps alive the place where it is put.
    pub root: Root,
}

/// The parameters that a function may take over.
pub fn find(f: &Function, analysis: &Analysis, signatures: &Signatures) -> Vec<Found> {
    let params = f.blocks[f.entry].params.iter().enumerate();
    params.filter_map(|(n, &param)| one(f, analysis, signatures, n as u32, param)).collect()
}

fn one(
    f: &Function,
    analysis: &Analysis,
    signatures: &Signatures,
    param: u32,
    value: Value,
) -> Option<Found> {
    let Analysis { regions, balance, .. } = analysis;
    let object = regions.object(value)?;
    let n = object.as_u32() as usize;
    let data = regions.data(object);
    let plain = !balance.is_refused(object)
        && balance.start[n] == 0
        && balance.passes[n].is_empty()
        && data.cold.is_empty();
    let &[copy, take] = &data.events[..] else { return None };
    let (copied, taken) = (regions.event(copy), regions.event(take));
    let pair = copied.kind == Kind::Copy && balance.takes[take.as_u32() as usize];
    let inst = taken.inst.expand()?;
    if !plain || !pair || !is_once(f, regions, taken) {
        return None;
    }
    let holder = |address| root_of(f, regions, balance, object, address, take, |_| true);
    let root = match (taken.kind, &f.insts[inst].op) {
        (Kind::Store, Op::GlobalSet { .. } | Op::TableSet { .. }) => Root::Elsewhere,
        (Kind::Store, _) => match holder(f.args(inst)[0])? {
            Holder::Param(n) => Root::Param(n),
            _ => Root::Elsewhere,
        },
        (Kind::Call, op) => match signatures.of_call(op)?.0.moved(taken.operand as usize)? {
            Root::Param(n) => match holder(f.args(inst)[n as usize])? {
                Holder::Param(n) => Root::Param(n),
                _ => Root::Elsewhere,
            },
            Root::Elsewhere => Root::Elsewhere,
        },
        _ => return None,
    };
    Some(Found { param, copy: copied.inst.expand()?, root })
}

/// Whether a take is executed once on each path to a return, and nothing may be released behind it.
fn is_once(f: &Function, regions: &Regions, take: &EventData) -> bool {
    if regions.acts_between(take.block, i64::from(take.pos), i64::MAX) {
        return false;
    }
    let returns = |block: Block| regions.cfg.succs(block).is_empty() && !regions.dead_end[block];
    if matches!(f.blocks[take.block].term, Terminator::TailCall { .. }) {
        return false;
    }
    // Behind it, nothing may happen, nor it again.
    let (mut stack, mut seen) = (vec![take.block], FxHashSet::default());
    while let Some(block) = stack.pop() {
        for &next in regions.cfg.succs(block) {
            if next == take.block || regions.dead_acts[next] {
                return false;
            }
            if !regions.dead_end[next] && seen.insert(next) {
                let calls = matches!(f.blocks[next].term, Terminator::TailCall { .. });
                if calls || regions.acts_between(next, -1, i64::MAX) {
                    return false;
                }
                stack.push(next);
            }
        }
    }
    // No way to a return leads past it.
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

/// Copies the arguments of calls that take them over. How many.
pub fn copy_arguments(f: &mut Function, signatures: &Signatures) -> u64 {
    let mut copied = 0;
    let mut before: SecondaryMap<Inst, Vec<Inst>> = SecondaryMap::new();
    for block in f.live_blocks().collect::<Vec<_>>() {
        for at in 0..f.blocks[block].insts.len() {
            let inst = f.blocks[block].insts[at];
            let Some((called, _)) = signatures.of_call(&f.insts[inst].op) else { continue };
            let moved: Vec<usize> =
                (0..f.args(inst).len()).filter(|&n| called.moved(n).is_some()).collect();
            for n in moved {
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
