//! Owned to unowned results (+1 to +0): results that somebody else owns at the return.
//!
//! A function that only ever returns copies, made right before it returns, returns the original instead:
//! somebody else owns that, and nothing can be released between the place of the copy and the return.
//! Each caller makes the copy, directly behind the call, so that no more copies are executed than
//! before; in the caller, it may turn out to be redundant.
//!
//! Linear.

use crate::interprocedural::signature::{Given, Signatures};
use crate::ownership::regions::{Object, Regions};
use crate::runtimes::table::Runtime;
use crate::transform::explain::Log;
use invar_analysis::Fuel;
use invar_analysis::transform::edges;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Function, Inst, Op, Terminator, Value, ValueDef};
use rustc_hash::FxHashSet;

/// Lets a function return the original of a copy, at +0. Returns whether it does now.
pub fn hold(
    f: &mut Function,
    counted: &[bool],
    runtime: &Runtime,
    signatures: &Signatures,
    fuel: &Fuel,
    log: &mut Log,
) -> bool {
    let Some(copies) = returned_copies(f, counted, runtime, signatures) else { return false };
    if copies.is_empty() || !fuel.take() {
        return false;
    }
    let mut gone: SecondaryMap<Inst, bool> = SecondaryMap::new();
    for &copy in &copies {
        gone[copy] = true;
        log.removed(f, copy, "callers retain the result if they need it for longer");
        let (copied, of) = (f.result(copy), f.args(copy)[0]);
        f.alias(copied.expect("a copy has a result"), of);
    }
    for block in f.live_blocks().collect::<Vec<_>>() {
        f.blocks[block].insts.retain(|&inst| !gone[inst]);
    }
    f.resolve_aliases();
    true
}

/// The copies that the function returns, if it returns nothing else that is counted.
fn returned_copies(
    f: &Function,
    counted: &[bool],
    runtime: &Runtime,
    signatures: &Signatures,
) -> Option<Vec<Inst>> {
    let regions = Regions::new(f, runtime, signatures, false);
    let mut copies = Vec::new();
    // Values that are returned, with the block they come from.
    let mut stack: Vec<(Value, Block)> = Vec::new();
    for &block in &regions.cfg.rpo {
        match &f.blocks[block].term {
            Terminator::Return(values) => match f.list(values) {
                &[value] => stack.push((value, block)),
                _ => return None,
            },
            Terminator::TailCall { .. } | Terminator::Throw { .. } => return None,
            _ => {}
        }
    }
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    while let Some((value, block)) = stack.pop() {
        if regions.is_immortal(f, runtime, value) {
            continue;
        }
        if let Some(object) = regions.object(value)
            && let [only] = regions.data(object).events[..]
            && let Some(inst) = regions.event(only).inst.expand()
        {
            // The copy has no use but the return. A new object's count would be zero.
            let of = f.args(inst)[0];
            let counted =
                runtime.allocates_owned || is_counted(f, &regions, of, counted, signatures);
            let copied = f.insts[inst].op == Op::CopyValue;
            if !copied
                || !counted && !invar_ir::mutant!(ArcResultUncounted)
                || !is_clear(&regions, object, block)
            {
                return None;
            }
            if !copies.contains(&inst) {
                copies.push(inst);
            }
            continue;
        }
        match f.values[value].def {
            ValueDef::Param(home, n) if home == block && block != f.entry => {
                let clear = !regions.acts_between(block, -1, i64::MAX);
                if !clear || regions.uses[value] != 1 || !seen.insert(value) {
                    return None;
                }
                for edge in regions.cfg.reachable_preds(block) {
                    stack.push((edges::args(f, edge)[n as usize], edge.from));
                }
            }
            _ => return None,
        }
    }
    Some(copies)
}

/// Whether an object's one copy is available at the end of a block: on each path to it, with nothing released or
/// tested in between.
fn is_clear(regions: &Regions, object: Object, end: Block) -> bool {
    let only = regions.data(object).events[0];
    let (home, pos) = (regions.event(only).block, regions.event(only).pos);
    let (mut stack, mut seen) = (vec![end], FxHashSet::default());
    while let Some(block) = stack.pop() {
        let after = if block == home { i64::from(pos) } else { -1 };
        let traps = regions.cfg.out_edges(block).any(|edge| regions.acts_before_trap(edge));
        if traps || regions.acts_between(block, after, i64::MAX) {
            return false;
        }
        if block != home {
            if block == regions.data(object).home {
                return false;
            }
            let preds = regions.cfg.reachable_preds(block).map(|edge| edge.from);
            stack.extend(preds.filter(|&from| seen.insert(from)));
        }
    }
    true
}

/// Whether somebody else owns a value: it was read from memory, is a parameter for which no caller passes a new
/// object, or is a +0 result.
fn is_counted(
    f: &Function,
    regions: &Regions,
    value: Value,
    counted: &[bool],
    signatures: &Signatures,
) -> bool {
    let root = regions.root(value);
    match f.values[root].def {
        ValueDef::Param(block, n) if block == f.entry => counted.get(n as usize) == Some(&true),
        ValueDef::Result(inst, _) => {
            let op = &f.insts[inst].op;
            crate::ownership::balance::is_read(op)
                || signatures.of_call(op).is_some_and(|(called, _)| called.result == Given::Held)
        }
        _ => false,
    }
}

/// Copies the results of calls that are at +0 now. Returns how many.
pub fn copy_held(f: &mut Function, signatures: &Signatures) -> u64 {
    let mut copies: SecondaryMap<Inst, Option<Inst>> = SecondaryMap::new();
    let mut replaced: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
    let mut copied = 0;
    let blocks: Vec<Block> = f.live_blocks().collect();
    for &block in &blocks {
        for n in 0..f.blocks[block].insts.len() {
            let inst = f.blocks[block].insts[n];
            let called = signatures.of_call(&f.insts[inst].op);
            let held = called.is_some_and(|(called, _)| called.result == Given::Held);
            if let Some(result) = f.result(inst).filter(|_| held) {
                let (ty, loc) = (f.ty(result), f.insts[inst].loc);
                let copy = f.make_inst(Op::CopyValue, &[result], &[ty], loc);
                replaced[result] = f.result(copy);
                copies[inst] = Some(copy);
                copied += 1;
            }
        }
    }
    if copied == 0 {
        return 0;
    }
    for block in blocks {
        // Before the copies are inserted: their operands are the results themselves.
        f.map_uses(block, |_, value| replaced[value].unwrap_or(value));
        let insts = std::mem::take(&mut f.blocks[block].insts);
        let with_copy = |inst| std::iter::once(inst).chain(copies[inst]);
        f.blocks[block].insts = insts.into_iter().flat_map(with_copy).collect();
    }
    copied
}
