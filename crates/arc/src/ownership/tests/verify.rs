//! The ownership verifier: on each path that does not dead-end, each owned value is consumed
//! exactly once, and it is not used afterwards.
//!
//! | rule | what holds |
//! |---|---|
//! | consumed | nothing is consumed (destroyed, passed as an owned argument, returned as owned, passed on through a block parameter) that is not owned there |
//! | leaked | nothing is owned where the function returns, or where a loop defines the value again |
//! | joined | what is owned where paths join is owned at the same level on all of them |
//! | used | an owned result or a copy is not used once it was consumed; nothing is used as borrowed behind the end of its borrow scope |
//!
//! Conventions are those of [`Module::ownership`]: for the function itself and its callees.
//! A store takes if the other rules hold only then. Null, and what is known to be
//! null on a path, may be at any level.
//!
//! The verifier recomputes everything that it checks. Cost: that of [`balance`](crate::ownership::balance), and
//! linear in the function. Raised input is verified by the same rules but for *used*: a compiler may use a reference
//! behind a store that took it.

use crate::interprocedural::signature::{Signatures, Taken};
use crate::ownership::balance::{Balance, Fault, Wrong, balance};
use crate::ownership::regions::{Event, EventKind, Object, Regions};
use crate::runtimes::table::Runtime;
use invar_ir::{Block, Func, Function, Module, Op, ValType, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The ownership errors in a function of a module, in the order of the code where they have a position;
/// each object is reported once. References are of type `ty`.
pub(super) fn verify(f: &Function, module: &Module, func: Option<Func>, ty: ValType) -> Vec<Fault> {
    let runtime = Runtime::of_operators(ty);
    let signatures = Signatures::of_module(module);
    let own = func.and_then(|func| module.ownership.get(&func)).cloned().unwrap_or_default();
    let regions = Regions::new(f, &runtime, &signatures, own.owned_result);
    let balance = balance(f, &regions, &runtime, &signatures, u64::MAX);
    let mut faults: Vec<Fault> = balance.faults.iter().flatten().cloned().collect();
    // A web is refused with one fault.
    let mut seen = FxHashSet::default();
    faults.retain(|fault| seen.insert((fault.value, fault.block, fault.pos)));
    let taken = func.map(|func| signatures.get(func).clone()).unwrap_or_default();
    for (n, &param) in f.blocks[f.entry].params.iter().enumerate() {
        let owned = taken.taken(n) == Taken::Owned;
        let object = regions.object(param);
        let start = object.map_or(0, |object| balance.start[object.as_u32() as usize]);
        let refused = object.is_some_and(|object| balance.is_refused(object));
        let wrong = match (owned, start) {
            (true, 0) => Wrong::Leaked,
            (false, 1..) => Wrong::Consumed,
            _ => continue,
        };
        if !refused && f.ty(param) == ty {
            faults.push(Fault { value: param, wrong, block: f.entry, pos: 0, path: vec![f.entry] });
        }
    }
    used(f, &regions, &balance, &mut faults);
    faults
}

/// Uses after the consuming use.
fn used(f: &Function, regions: &Regions, balance: &Balance, faults: &mut Vec<Fault>) {
    let mut reported: FxHashSet<Value> = FxHashSet::default();
    let mut events: FxHashMap<(Block, u32), Vec<Event>> = FxHashMap::default();
    for (n, data) in regions.events.iter().enumerate() {
        events.entry((data.block, data.pos)).or_default().push(Event::from_u32(n as u32));
    }
    for &block in regions.cfg.rpo.iter().filter(|&&block| !regions.dead_end[block]) {
        let mut levels: FxHashMap<Object, u32> = FxHashMap::default();
        let mut ended: FxHashSet<Value> = FxHashSet::default();
        let is_consumed = |value: Value, levels: &FxHashMap<Object, u32>| {
            regions.object(value).is_some_and(|object| {
                let born = balance.start[object.as_u32() as usize] > 0;
                let copied = matches!(f.def_op(value), Some(Op::CopyValue));
                let level = levels.get(&object).copied();
                let level = level.unwrap_or_else(|| balance.entry(regions, object, block));
                !balance.is_refused(object) && (born || copied) && level == 0
            })
        };
        let mut report = |value: Value, pos: u32| {
            if reported.insert(value) {
                let path = vec![block];
                faults.push(Fault { value, wrong: Wrong::Used, block, pos, path });
            }
        };
        for (pos, &inst) in f.blocks[block].insts.iter().enumerate() {
            let pos = pos as u32;
            for &arg in f.args(inst) {
                if is_consumed(arg, &levels) || ended.contains(&arg) {
                    report(arg, pos);
                }
            }
            if f.insts[inst].op == Op::EndBorrow {
                ended.insert(f.args(inst)[0]);
            }
            for event in events.remove(&(block, pos)).unwrap_or_default() {
                step(regions, balance, event, block, &mut levels);
            }
        }
        for &value in f.blocks[block].term.operands(&f.pool) {
            if is_consumed(value, &levels) {
                report(value, u32::MAX);
            }
        }
    }
}

fn step(
    regions: &Regions,
    balance: &Balance,
    event: Event,
    block: Block,
    levels: &mut FxHashMap<Object, u32>,
) {
    let data = regions.event(event);
    let entry = balance.entry(regions, data.object, block);
    let level = levels.entry(data.object).or_insert(entry);
    match data.kind {
        EventKind::Copy => *level += 1,
        _ if balance.takes[event.as_u32() as usize] => *level = level.saturating_sub(1),
        _ => {}
    }
}
