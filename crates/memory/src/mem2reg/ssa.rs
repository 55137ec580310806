//! Puts slots of a frame into SSA form.

use super::{Access, Slot};
use invar_ir::bit_set::BitSet;
use invar_ir::entities::SecondaryMap;
use invar_ir::rules::Const;
use invar_ir::{Block, Cfg, Function, Inst, Op, SourceLoc, ValType, Value, zero_op};
use rustc_hash::FxHashMap;

/// Whether a block has several predecessors.
fn is_join(f: &Function, cfg: &Cfg, block: Block) -> bool {
    block != f.entry && cfg.reachable_preds(block).nth(1).is_some()
}

/// How many arguments [`promote`] gives to branches.
pub(super) fn count_arguments(
    f: &Function,
    cfg: &Cfg,
    live: &SecondaryMap<Block, BitSet>,
) -> usize {
    let joins = cfg.rpo.iter().filter(|&&block| is_join(f, cfg, block));
    joins.map(|&block| live[block].iter().count() * cfg.reachable_preds(block).count()).sum()
}

/// Replaces slots by values: a store is a definition, a load a use. `live` is what [`live_in`] found.
pub(super) fn promote(
    f: &mut Function,
    cfg: &Cfg,
    slots: &[Slot],
    accesses: &FxHashMap<Inst, Access>,
    live: &SecondaryMap<Block, BitSet>,
) {
    let is_join: Vec<bool> = f.blocks.keys().map(|block| is_join(f, cfg, block)).collect();
    let mut out: SecondaryMap<Block, Vec<Option<Value>>> = SecondaryMap::new();
    for &block in &cfg.rpo {
        let mut current: Vec<Option<Value>> = vec![None; slots.len()];
        if block == f.entry {
            for n in live[block].iter() {
                current[n] = Some(initial(f, slots[n]));
            }
        } else if is_join[block.as_u32() as usize] {
            for n in live[block].iter() {
                current[n] = Some(f.add_param(block, slots[n].ty));
            }
        } else if let Some(edge) = cfg.reachable_preds(block).next() {
            current.clone_from(&out[edge.from]);
        }
        rename(f, block, slots, accesses, &mut current);
        out[block] = current;
    }
    for &block in &cfg.rpo {
        let mut term = std::mem::take(&mut f.blocks[block].term);
        for call in term.targets_mut().filter(|call| is_join[call.block.as_u32() as usize]) {
            for n in live[call.block].iter() {
                let value = out[block][n].expect("it is live");
                call.args.push(value, &mut f.pool);
            }
        }
        f.blocks[block].term = term;
    }
}

/// The slots that are read before they are written, at the start of each block. A worklist: each
/// block is looked at again when a successor's set has grown.
pub(super) fn live_in(
    f: &Function,
    cfg: &Cfg,
    count: usize,
    accesses: &FxHashMap<Inst, Access>,
) -> SecondaryMap<Block, BitSet> {
    let none = BitSet::new(count);
    let mut live: SecondaryMap<Block, BitSet> = SecondaryMap::with_default(none.clone());
    let mut written: SecondaryMap<Block, BitSet> = SecondaryMap::with_default(none.clone());
    for &block in &cfg.rpo {
        let (mut reads, mut writes) = (none.clone(), none.clone());
        for inst in &f.blocks[block].insts {
            let Some(access) = accesses.get(inst) else { continue };
            if access.is_store {
                writes.insert(access.slot);
            } else if !writes.contains(access.slot) {
                reads.insert(access.slot);
            }
        }
        (live[block], written[block]) = (reads, writes);
    }
    let mut queued: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut work: Vec<Block> = cfg.rpo.clone();
    work.iter().for_each(|&block| queued[block] = true);
    while let Some(block) = work.pop() {
        queued[block] = false;
        let own = live[block].clone();
        for edge in cfg.reachable_preds(block) {
            let mut more = own.clone();
            more.subtract(&written[edge.from]);
            if live[edge.from].union(&more) && !std::mem::replace(&mut queued[edge.from], true) {
                work.push(edge.from);
            }
        }
    }
    live
}

/// The slots that are read before they are written, at the end of a block.
pub(super) fn live_out(
    cfg: &Cfg,
    block: Block,
    live_in: &SecondaryMap<Block, BitSet>,
    count: usize,
) -> BitSet {
    let mut live = BitSet::new(count);
    for &succ in cfg.succs(block) {
        live.union(&live_in[succ]);
    }
    live
}

/// What a slot holds before the function wrote it: an undefined value, of which zero is one.
fn initial(f: &mut Function, slot: Slot) -> Value {
    let zero = zero_op(slot.ty).expect("a slot holds numbers");
    let inst = f.make_inst(zero, &[], &[slot.ty], SourceLoc::default());
    f.blocks[f.entry].insts.insert(0, inst);
    f.result(inst).expect("one result")
}

/// Replaces the accesses of a block.
fn rename(
    f: &mut Function,
    block: Block,
    slots: &[Slot],
    accesses: &FxHashMap<Inst, Access>,
    current: &mut [Option<Value>],
) {
    let insts = std::mem::take(&mut f.blocks[block].insts);
    let mut left = Vec::with_capacity(insts.len());
    for inst in insts {
        let Some(access) = accesses.get(&inst) else {
            left.push(inst);
            continue;
        };
        if access.is_store {
            current[access.slot] = Some(f.resolve(f.args(inst)[1]));
            continue;
        }
        let value = current[access.slot].expect("a slot that is read has a value");
        let result = f.result(inst).expect("a load has a result");
        let bits = 8 * u32::from(slots[access.slot].size);
        let op = match f.insts[inst].op {
            Op::I32Load8U { .. } | Op::I32Load16U { .. } => Op::I32And,
            Op::I32Load8S { .. } | Op::I32Load16S { .. } => Op::I32ShrS,
            _ => {
                f.alias(result, value);
                continue;
            }
        };
        let loc = f.insts[inst].loc;
        let mut constant = |f: &mut Function, value: i32| {
            let made = f.make_inst(Const::I32(value).to_op(), &[], &[ValType::I32], loc);
            left.push(made);
            f.result(made).expect("one result")
        };
        let args = if op == Op::I32And {
            let mask = constant(f, ((1u64 << bits) - 1) as i32);
            [value, mask]
        } else {
            let amount = constant(f, 32 - bits as i32);
            let shl = f.make_inst(Op::I32Shl, &[value, amount], &[ValType::I32], loc);
            left.push(shl);
            [f.result(shl).expect("one result"), amount]
        };
        let list = f.make_list(&args);
        let data = &mut f.insts[inst];
        (data.op, data.args) = (op, list);
        left.push(inst);
    }
    f.blocks[block].insts = left;
}
