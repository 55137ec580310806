//! Slots of a frame in SSA form.

use super::{Access, Slot};
use invar_ir::entities::SecondaryMap;
use invar_ir::fold::Const;
use invar_ir::{
    Block, Cfg, Function, Inst, MemArg, MemOrdering, MemSpace, Op, SourceLoc, ValType, Value,
};
use rustc_hash::FxHashMap;

/// A set of slots.
type Bits = Vec<u64>;

fn has(bits: &[u64], n: usize) -> bool {
    bits[n / 64] & 1 << (n % 64) != 0
}

fn add(bits: &mut [u64], n: usize) {
    bits[n / 64] |= 1 << (n % 64);
}

fn each(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(word, &bits)| {
        (0..64).filter(move |n| bits & 1 << n != 0).map(move |n| 64 * word + n)
    })
}

/// Makes values of slots: stores define, loads use.
pub(super) fn promote(
    f: &mut Function,
    cfg: &Cfg,
    base: Value,
    slots: &[Slot],
    accesses: &FxHashMap<Inst, Access>,
) {
    let live = live_in(f, cfg, slots.len(), accesses);
    let joins = |block: Block| block != f.entry && cfg.reachable_preds(block).nth(1).is_some();
    let is_join: Vec<bool> = f.blocks.keys().map(joins).collect();
    let mut out: SecondaryMap<Block, Vec<Option<Value>>> = SecondaryMap::new();
    for &block in &cfg.rpo {
        let mut current: Vec<Option<Value>> = vec![None; slots.len()];
        if block == f.entry {
            let unset: Vec<usize> = each(&live[block]).collect();
            for n in unset {
                current[n] = Some(initial(f, base, slots[n]));
            }
        } else if is_join[block.as_u32() as usize] {
            for n in each(&live[block]) {
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
            for n in each(&live[call.block]) {
                let value = out[block][n].expect("it is live");
                call.args.push(value, &mut f.pool);
            }
        }
        f.blocks[block].term = term;
    }
}

/// The slots that are read before they are written, at the start of each block. A worklist: each
/// block is looked at again when a successor's set has grown.
fn live_in(
    f: &Function,
    cfg: &Cfg,
    count: usize,
    accesses: &FxHashMap<Inst, Access>,
) -> SecondaryMap<Block, Bits> {
    let none = vec![0u64; count.div_ceil(64)];
    let mut live: SecondaryMap<Block, Bits> = SecondaryMap::with_default(none.clone());
    let mut written: SecondaryMap<Block, Bits> = SecondaryMap::with_default(none.clone());
    for &block in &cfg.rpo {
        let (mut reads, mut writes) = (none.clone(), none.clone());
        for inst in &f.blocks[block].insts {
            match accesses.get(inst) {
                Some(access) if access.is_store => add(&mut writes, access.slot),
                Some(access) if !has(&writes, access.slot) => add(&mut reads, access.slot),
                _ => {}
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
            let mut grown = false;
            for (n, word) in own.iter().enumerate() {
                let more = word & !written[edge.from][n] & !live[edge.from][n];
                live[edge.from][n] |= more;
                grown |= more != 0;
            }
            if grown && !std::mem::replace(&mut queued[edge.from], true) {
                work.push(edge.from);
            }
        }
    }
    live
}

/// What a slot holds before the function wrote it: nothing that means anything, but it is read.
fn initial(f: &mut Function, base: Value, slot: Slot) -> Value {
    let loc = SourceLoc::default();
    let at = f.def_inst(base).expect("it reads the global");
    let offset = f.make_inst(Op::I32Const { value: slot.start as i32 }, &[], &[ValType::I32], loc);
    let constant = f.result(offset).expect("one result");
    let address = f.make_inst(Op::I32Add, &[base, constant], &[ValType::I32], loc);
    let memarg = MemArg {
        align: 0,
        max_align: slot.size.trailing_zeros() as u8,
        offset: 0,
        memory: 0,
        space: MemSpace::Memory,
        ordering: MemOrdering::Default,
    };
    let op = match (slot.ty, slot.size) {
        (ValType::I32, 1) => Op::I32Load8U { memarg },
        (ValType::I32, 2) => Op::I32Load16U { memarg },
        (ValType::I32, _) => Op::I32Load { memarg },
        (ValType::I64, _) => Op::I64Load { memarg },
        (ValType::F32, _) => Op::F32Load { memarg },
        (ValType::F64, _) => Op::F64Load { memarg },
        _ => Op::V128Load { memarg },
    };
    let address_value = f.result(address).expect("one result");
    let load = f.make_inst(op, &[address_value], &[slot.ty], loc);
    let insts = &mut f.blocks[f.entry].insts;
    let after = insts.iter().position(|&inst| inst == at).expect("it is in the entry") + 1;
    insts.splice(after..after, [offset, address, load]);
    f.result(load).expect("one result")
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
