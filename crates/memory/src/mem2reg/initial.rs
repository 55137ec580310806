//! Dead stores before a private region begins, in the frame of its own function: an array that is cleared, and then
//! made private, of which some elements are never read.
//!
//! All accesses of the region from its beginning on are known, and at the end of the function its contents are dead.
//! Stores in the block where the region begins are removed if no such access reads them, nor anything between them and
//! the beginning.
//!
//! Cost: linear in the block for each region; for each store a bounded number of events and blocks is looked at.

use super::Env;
use super::addresses::{Address, Addresses};
use super::events::{Bytes, Event, Frame, Root};
use invar_analysis::{PassContext, is_plain};
use invar_ir::{
    Block, Cfg, ClassSet, Function, Global, Inst, Op, Terminator, effects, memory_access,
};
use rustc_hash::FxHashSet;

/// How many events, and blocks, are looked at for one store.
const MOST_STEPS: usize = 256;

/// Removes dead stores of a region at this offset from the stack pointer at the function's entry. Returns how many.
pub(super) fn run(
    function: &mut Function,
    cx: &mut PassContext<'_>,
    root: Root,
    pointer: Global,
    offset: i64,
) -> u64 {
    let cfg = cx.analyses.cfg(function);
    let env = Env::of(cx);
    let Some(state) = Addresses::of(function, env, &cfg, Root::StackPointer(pointer)) else {
        return 0;
    };
    let Ok(frame) = Addresses::find(function, env, &cfg, root) else { return 0 };
    let stores = stored_before(function, cx, &state, &frame, offset);
    let dead = |&(_, bytes): &(Inst, Bytes)| is_dead(function, cx, &cfg, &frame, bytes);
    let dead: FxHashSet<Inst> = stores.into_iter().filter(dead).map(|store| store.0).collect();
    drop(state);
    let dead: FxHashSet<Inst> = dead.into_iter().filter(|_| cx.fuel.take()).collect();
    if let Some(base) = frame.base {
        function.blocks[base.block].insts.retain(|inst| !dead.contains(inst));
    }
    dead.len() as u64
}

/// The stores of bytes of the region in the block where it begins, which nothing reads before that.
fn stored_before(
    f: &Function,
    cx: &PassContext<'_>,
    state: &Addresses<'_>,
    frame: &Frame,
    offset: i64,
) -> Vec<(Inst, Bytes)> {
    let Some(base) = frame.base else { return Vec::new() };
    let mut stores = Vec::new();
    let mut read: Vec<Bytes> = Vec::new();
    for &inst in f.blocks[base.block].insts[..base.index].iter().rev() {
        let op = &f.insts[inst].op;
        let access = memory_access(op).filter(|access| is_plain(op) && access.memarg.memory == 0);
        let bytes = access.and_then(|access| match state.get(f.args(inst)[access.address]) {
            Address::At(at) => {
                let start = at + access.memarg.offset as i64 - offset;
                Some(Bytes { start, end: start + i64::from(access.size) })
            }
            _ => None,
        });
        match (access, bytes) {
            (Some(access), Some(bytes)) if access.stored.is_some() => {
                let is_within = bytes.start >= frame.bounds.start && bytes.end <= frame.bounds.end;
                let is_read = read.iter().any(|read| read.meet(bytes));
                if is_within && (!is_read || invar_ir::mutant!(PrivateInitialRead)) {
                    stores.push((inst, bytes));
                }
            }
            // A store elsewhere.
            (Some(access), None) if access.stored.is_some() => {}
            (Some(_), Some(bytes)) => read.push(bytes),
            _ if may_read(f, cx, inst) => break,
            _ => {}
        }
    }
    stores
}

/// Whether the region's bytes are not read on any way from its begin, before they are written again.
fn is_dead(f: &Function, cx: &PassContext<'_>, cfg: &Cfg, frame: &Frame, bytes: Bytes) -> bool {
    let (Some(base), Some(inside)) = (frame.base, &frame.inside) else { return false };
    let mut left = MOST_STEPS;
    let mut seen: FxHashSet<Block> = FxHashSet::default();
    let mut work: Vec<(Block, usize)> = vec![(base.block, base.index + 1)];
    while let Some((block, first)) = work.pop() {
        let events = frame.events[block].iter().filter(|event| event.0 >= first);
        let steps = frame.events[block].len() + 1;
        if left < steps {
            return false;
        }
        left -= steps;
        let mut is_written = false;
        for (_, event) in events {
            match *event {
                Event::Access { start, size, is_store, .. } => {
                    let accessed = Bytes { start, end: start + i64::from(size) };
                    if !is_store && accessed.meet(bytes) {
                        return false;
                    }
                    is_written = is_store && start <= bytes.start && bytes.end <= accessed.end;
                }
                Event::Touch { reads, .. } => {
                    if reads.is_some_and(|reads| reads.meet(bytes))
                        && !invar_ir::mutant!(PrivateInitialTouched)
                    {
                        return false;
                    }
                }
                Event::Move { .. } | Event::Call { .. } => {}
                Event::Escape { .. } | Event::Begin | Event::End => return false,
            }
            if is_written {
                break;
            }
        }
        if is_written {
            continue;
        }
        match f.blocks[block].term {
            Terminator::TailCall { .. } | Terminator::Throw { .. } | Terminator::Invoke { .. } => {
                return false;
            }
            _ => {}
        }
        for &succ in cfg.succs(block) {
            // Where control leaves what the begin dominates, other addresses may be used.
            if !inside.contains(succ) && !invar_ir::mutant!(PrivateInitialBeyond) {
                let insts = &f.blocks[succ].insts;
                if left < insts.len() || insts.iter().any(|&inst| may_read(f, cx, inst)) {
                    return false;
                }
                left -= insts.len();
            }
            if seen.insert(succ) {
                work.push((succ, 0));
            }
        }
    }
    true
}

/// Whether an instruction may read memory.
fn may_read(f: &Function, cx: &PassContext<'_>, inst: Inst) -> bool {
    let op = &f.insts[inst].op;
    matches!(op, Op::Call { .. } | Op::CallIndirect { .. } | Op::CallRef { .. })
        || effects(op, cx.module).reads.intersects(ClassSet::MEMORIES)
}
