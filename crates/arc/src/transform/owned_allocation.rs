//! Allocations at +1: an allocation and the first retain become one.
//!
//! A runtime whose allocator gives a count of zero counts up at once: `retain(new(size))` loads,
//! compares, adds and stores, to change a zero that was just written. Where the code shows that, calls
//! of the allocator whose result is copied in the same block are calls of a second allocator that writes the one, and
//! the copies are removed. The first one stays for all other callers (hosts among them).
//!
//! What the code must show: `retain` adds one to a word at a fixed distance from the object, on each path that
//! returns, but where the object is not on the heap ([`counted_word`]); the allocator writes zero to
//! that word in the block that returns, with nothing but arithmetic and other stores from there on
//! (`zeroed_at`). That a new object is on the heap, and passes the checks that the
//! runtime makes of objects it counts, is what `[allocate]` in a table promises.
//!
//! Linear in the module.

use crate::interprocedural::signature::Signatures;
use crate::runtimes::patterns::{above_heap, is_arithmetic, minus};
use crate::runtimes::raise::counting_body;
use crate::runtimes::table::Runtime;
use crate::transform::explain::Log;
use crate::transform::release_sinking::straight_on;
use invar_analysis::Fuel;
use invar_ir::entities::EntitySet;
use invar_ir::{
    Block, Cfg, Func, Function, Inst, MemArg, MemOrdering, MemSpace, Op, Terminator, Value,
};
use rustc_hash::FxHashMap;

/// The word that `retain` increments, in bytes from the object. `body` gives a function in SSA
/// form. `None` if it does more with its argument than that, or cannot be analyzed.
pub fn counted_word(runtime: &Runtime, body: impl Fn(Func) -> Option<Function>) -> Option<i32> {
    let retain = body(runtime.retain)?;
    if let Some(call) = counting_body(&retain) {
        let counts = body(call.count)?;
        return i32::try_from(incremented(&counts)? - i64::from(call.header)).ok();
    }
    i32::try_from(incremented(&retain)?).ok()
}

/// The word that a function increments, in bytes from its only parameter, on the path from its
/// entry for a parameter above the start of the heap, dead ends left out. It may test other things,
/// but writes nothing else on that path and calls nothing.
fn incremented(f: &Function) -> Option<i64> {
    let &[param] = &f.blocks[f.entry].params[..] else { return None };
    let cfg = Cfg::new(f);
    let returns = returning(f, &cfg);
    let (mut block, mut found, mut seen) = (f.entry, None, EntitySet::new());
    loop {
        if !returns.contains(block) || !seen.insert(block) {
            return None;
        }
        for &inst in &f.blocks[block].insts {
            let op = &f.insts[inst].op;
            if let Op::I32Store { memarg } = op {
                let &[address, value] = f.args(inst) else { return None };
                let at = at(f, address, memarg).filter(|at| at.0 == param)?.1;
                if found.replace(at).is_some() || !is_one_more(f, value, param, at) {
                    return None;
                }
            } else if !(is_arithmetic(op)
                || matches!(op, Op::I32Load { .. } | Op::GlobalGet { .. }))
            {
                return None;
            }
        }
        block = match &f.blocks[block].term {
            Terminator::Return(_) => return found,
            Terminator::Jump(to) => to.block,
            Terminator::BrIf { cond, then, els } => {
                match (returns.contains(then.block), returns.contains(els.block)) {
                    (true, true) if above_heap(f, *cond).is_some_and(|of| of.0 == param) => {
                        then.block
                    }
                    (true, false) => then.block,
                    (false, true) => els.block,
                    _ => return None,
                }
            }
            _ => return None,
        };
    }
}

/// The blocks from which a return can be reached.
fn returning(f: &Function, cfg: &Cfg) -> EntitySet<Block> {
    let ends = |&block: &Block| matches!(f.blocks[block].term, Terminator::Return(_));
    let mut stack: Vec<Block> = cfg.rpo.iter().copied().filter(ends).collect();
    let mut found = EntitySet::new();
    found.extend(stack.iter().copied());
    while let Some(block) = stack.pop() {
        for edge in cfg.reachable_preds(block) {
            if found.insert(edge.from) {
                stack.push(edge.from);
            }
        }
    }
    found
}

/// Whether a value is one more than the value loaded from a place.
fn is_one_more(f: &Function, value: Value, param: Value, place: i64) -> bool {
    let Some((loaded, -1)) = minus(f, value) else { return false };
    let Some(load) = f.def_inst(loaded) else { return false };
    match (&f.insts[load].op, f.args(load)) {
        (Op::I32Load { memarg }, &[address]) => at(f, address, memarg) == Some((param, place)),
        _ => false,
    }
}

/// The place of an access to plain memory: a value and bytes from there.
fn at(f: &Function, address: Value, memarg: &MemArg) -> Option<(Value, i64)> {
    let plain = memarg.space == MemSpace::Memory && memarg.ordering == MemOrdering::Default;
    let (base, more) = based(f, address);
    let offset = i64::try_from(memarg.offset).ok()?;
    (plain && memarg.memory == 0).then_some((base, more + offset))
}

/// A value as a base plus a constant. Sums wrap and offsets do not, but two accesses with equal
/// distances that did not trap are at the same place.
fn based(f: &Function, value: Value) -> (Value, i64) {
    const MOST: usize = 8;
    let (mut base, mut more) = (f.resolve(value), 0);
    for _ in 0..MOST {
        let Some((of, less)) = minus(f, base) else { break };
        (base, more) = (of, more - i64::from(less));
    }
    (base, more)
}

/// The instruction by which an allocator writes zero to the word of a new object, at a distance from the
/// result: in the only block that returns, with nothing behind it that may write or read there.
fn zeroed_at(f: &Function, word: i32) -> Option<Inst> {
    let returns = |&block: &Block| matches!(f.blocks[block].term, Terminator::Return(_));
    let mut blocks = f.live_blocks().filter(returns);
    let (Some(block), None) = (blocks.next(), blocks.next()) else { return None };
    let Terminator::Return(results) = &f.blocks[block].term else { return None };
    let &[result] = f.list(results) else { return None };
    let (base, more) = based(f, result);
    let counted = (base, more + i64::from(word));
    for &inst in f.blocks[block].insts.iter().rev() {
        let op = &f.insts[inst].op;
        if is_arithmetic(op) {
            continue;
        }
        let Op::I32Store { memarg } = op else { return None };
        let &[address, value] = f.args(inst) else { return None };
        let place = at(f, address, memarg)?;
        if place == counted {
            let zero = matches!(f.def_op(value), Some(Op::I32Const { value: 0 }));
            return zero.then_some(inst);
        }
        // An address with another base may alias.
        if place.0 != counted.0 || (place.1 - counted.1).abs() < 4 {
            return None;
        }
    }
    None
}

/// The allocators that have a form which makes objects with a count of one, and that form: `word` is where
/// the count is, from the object. `body` gives a function in SSA form.
pub fn allocators(
    runtime: &Runtime,
    word: i32,
    body: impl Fn(Func) -> Option<Function>,
) -> Vec<(Func, Function)> {
    if runtime.allocates_owned {
        return Vec::new();
    }
    runtime.allocate.iter().filter_map(|func| Some((func, owning(&body(func)?, word)?))).collect()
}

/// The form of an allocator that writes a count of one instead of zero. `None` if it cannot be seen
/// where the count is written.
fn owning(allocator: &Function, word: i32) -> Option<Function> {
    let store = zeroed_at(allocator, word)?;
    let mut f = allocator.clone();
    let (ty, loc) = (invar_ir::ValType::I32, f.insts[store].loc);
    let one = f.make_inst(Op::I32Const { value: 1 }, &[], &[ty], loc);
    let value = f.result(one).expect("a constant is a value");
    f.args_mut(store)[1] = value;
    let block = f.live_blocks().find(|&block| f.blocks[block].insts.contains(&store))?;
    let place = f.blocks[block].insts.iter().position(|&inst| inst == store)?;
    f.blocks[block].insts.insert(place, one);
    Some(f)
}

/// Replaces calls of allocators whose results are copied in the same block, or in one that it leads to by jumps
/// alone, by calls of those that `owning` names, and removes the copies. How many.
///
/// In between nothing may release or test a count. Other copies may come: sums do not depend on their order.
pub fn own(
    f: &mut Function,
    owning: impl Fn(Func) -> Option<Func>,
    signatures: &Signatures,
    fuel: &Fuel,
    log: &mut Log,
) -> u64 {
    let cfg = Cfg::new(f);
    let mut born = 0;
    let mut seen: EntitySet<Block> = EntitySet::new();
    for &start in &cfg.rpo {
        // New objects without barriers behind them, and the allocation of each.
        let mut fresh: FxHashMap<Value, (Inst, Func)> = FxHashMap::default();
        let mut next = Some(start);
        while let Some(block) = next.filter(|&block| seen.insert(block)) {
            next = straight_on(f, &cfg, block);
            let mut gone: Vec<Inst> = Vec::new();
            for n in 0..f.blocks[block].insts.len() {
                let inst = f.blocks[block].insts[n];
                let op = &f.insts[inst].op;
                if *op == Op::DestroyValue {
                    fresh.clear();
                } else if *op == Op::CopyValue {
                    let object = f.resolve(f.args(inst)[0]);
                    let Some((call, instead)) = fresh.remove(&object) else { continue };
                    if !fuel.take() {
                        continue;
                    }
                    log.removed(f, inst, "it is allocated with a count of one");
                    f.insts[call].op = Op::Call { function_index: instead.as_u32() };
                    f.alias(f.result(inst).expect("a copy has a result"), object);
                    gone.push(inst);
                } else if let Some((called, callee)) = signatures.of_call(op) {
                    if (called.may_release || called.may_test)
                        && !invar_ir::mutant!(ArcBornAfterRelease)
                    {
                        fresh.clear();
                    }
                    let instead = callee.and_then(&owning).zip(f.result(inst));
                    if let Some((instead, object)) = instead {
                        fresh.insert(object, (inst, instead));
                    }
                }
            }
            born += gone.len() as u64;
            // Both are sorted.
            let mut gone = gone.into_iter().peekable();
            f.blocks[block].insts.retain(|inst| gone.next_if_eq(inst).is_none());
        }
    }
    if born > 0 {
        f.resolve_aliases();
    }
    born
}
