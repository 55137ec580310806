//! Puts slots of a frame into SSA form.

use super::events::{Base, Frame};
use super::flow::{Action, Flow};
use super::slots::Slots;
use super::{Access, Slot, convert};
use invar_ir::bit_set::BitSet;
use invar_ir::entities::SecondaryMap;
use invar_ir::{
    Block, BlockCall, Cfg, Edge, Function, Global, Inst, Op, SourceLoc, Terminator, ValType, Value,
    memory_access, zero_op,
};
use invar_rules::Const;
use rustc_hash::FxHashMap;

/// The value of a slot, and the number of the stored value that it is a part of, or [`NO_PART`].
#[derive(Clone, Copy)]
struct Held {
    value: Value,
    whole: u32,
}

const NO_PART: u32 = u32::MAX;

/// A stored value of several slots.
#[derive(Clone, Copy)]
struct Whole {
    value: Value,
    start: i64,
    size: u8,
}

impl From<Value> for Held {
    fn from(value: Value) -> Held {
        Held { value, whole: NO_PART }
    }
}

/// Whether a block has several predecessors.
pub(super) fn is_join(f: &Function, cfg: &Cfg, block: Block) -> bool {
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

/// Replaces slots by values, as the actions say.
pub(super) fn promote(
    f: &mut Function,
    cfg: &Cfg,
    frame: &Frame,
    slots: &Slots,
    flow: &Flow,
    pointer: Option<Global>,
) {
    let joins: Vec<bool> = f.blocks.keys().map(|block| is_join(f, cfg, block)).collect();
    let is_join = |block: Block| joins[block.as_u32() as usize];
    let mut promotion = Promotion {
        f,
        frame,
        slots,
        pointer,
        zeros: Vec::new(),
        out: Vec::new(),
        current: Vec::new(),
        wholes: Vec::new(),
        block: Block::from_u32(0),
        loc: SourceLoc::default(),
    };
    let mut ends: SecondaryMap<Block, Vec<Option<Held>>> = SecondaryMap::new();
    for &block in &cfg.rpo {
        promotion.current = match cfg.reachable_preds(block).next() {
            Some(edge) if block != promotion.f.entry && !is_join(block) => ends[edge.from].clone(),
            _ => vec![None; slots.list.len()],
        };
        if is_join(block) {
            for n in flow.live_in[block].iter() {
                let param = promotion.f.add_param(block, slots.list[n].ty);
                promotion.current[n] = Some(param.into());
            }
        }
        promotion.rename(block, &flow.actions[block]);
        ends[block] = std::mem::take(&mut promotion.current);
    }
    let stored: FxHashMap<Edge, &BitSet> =
        flow.on_edges.iter().map(|(edge, stored)| (*edge, stored)).collect();
    for &block in &cfg.rpo {
        promotion.current = std::mem::take(&mut ends[block]);
        let mut term = std::mem::take(&mut promotion.f.blocks[block].term);
        let is_only = term.targets().count() == 1;
        let mut between: FxHashMap<(Block, Vec<Value>), Block> = FxHashMap::default();
        for (nth, call) in term.targets_mut().enumerate() {
            let target = call.block;
            if is_join(target) {
                for n in flow.live_in[target].iter() {
                    let value = promotion.value(n);
                    call.args.push(value, &mut promotion.f.pool);
                }
            }
            let Some(set) = stored.get(&Edge { from: block, nth: nth as u32 }) else { continue };
            let at = frame.starts[target];
            promotion.loc = promotion.f.blocks[block].term_loc;
            promotion.block = block;
            if is_only {
                promotion.spill(set, at, usize::MAX);
                let insts = std::mem::take(&mut promotion.out);
                promotion.f.blocks[block].insts.extend(insts);
            } else {
                let args = promotion.f.list(&call.args).to_vec();
                let made = between.entry((target, args.clone())).or_insert_with(|| {
                    promotion.spill(set, at, usize::MAX);
                    promotion.split(target, &args)
                });
                let (weight, args) = (call.weight, call.args);
                *call = BlockCall { block: *made, args, weight };
            }
        }
        promotion.f.blocks[block].term = term;
    }
    let zeros = promotion.zeros;
    f.blocks[f.entry].insts.splice(0..0, zeros.iter().map(|&(_, inst)| inst));
}

struct Promotion<'a> {
    f: &'a mut Function,
    frame: &'a Frame,
    slots: &'a Slots,
    /// The stack pointer.
    pointer: Option<Global>,
    /// Undefined values.
    zeros: Vec<(ValType, Inst)>,
    /// The new instructions of the block.
    out: Vec<Inst>,
    /// The value of each slot; `None` if it is undefined or in memory.
    current: Vec<Option<Held>>,
    /// The stored values of several slots.
    wholes: Vec<Whole>,
    block: Block,
    loc: SourceLoc,
}

impl Promotion<'_> {
    /// Replaces the accesses of a block.
    fn rename(&mut self, block: Block, actions: &[(usize, Action)]) {
        self.block = block;
        let insts = std::mem::take(&mut self.f.blocks[block].insts);
        let mut rest = actions;
        for (index, &inst) in insts.iter().enumerate() {
            let count = rest.iter().take_while(|action| action.0 == index).count();
            let (here, later) = rest.split_at(count);
            rest = later;
            self.loc = self.f.insts[inst].loc;
            let mut stays = true;
            for (_, action) in here {
                match action {
                    Action::Spill { slots, at } => self.spill(slots, *at, index),
                    Action::Undefine(slots) => slots.iter().for_each(|n| self.current[n] = None),
                    Action::Access(inst) => {
                        stays = false;
                        self.access(*inst, self.slots.accesses[inst]);
                    }
                    Action::Reload { .. } => {}
                }
            }
            if stays {
                self.out.push(inst);
            }
            for (_, action) in here {
                if let Action::Reload { slots, at } = action {
                    self.reload(slots, *at, index);
                }
            }
        }
        self.loc = self.f.blocks[block].term_loc;
        for (_, action) in rest {
            if let Action::Spill { slots, at } = action {
                self.spill(slots, *at, insts.len());
            }
        }
        self.f.blocks[block].insts = std::mem::take(&mut self.out);
    }

    /// A new block on an edge, with the new instructions.
    fn split(&mut self, target: Block, args: &[Value]) -> Block {
        let between = self.f.add_block();
        let types: Vec<ValType> = args.iter().map(|&arg| self.f.ty(arg)).collect();
        let params: Vec<Value> = types.iter().map(|&ty| self.f.add_param(between, ty)).collect();
        let call = self.f.call(target, &params);
        self.f.blocks[between].insts = std::mem::take(&mut self.out);
        self.f.blocks[between].term = Terminator::Jump(call);
        self.f.blocks[between].term_loc = self.loc;
        between
    }

    /// The value of a slot, which is undefined if it was never written: zero is one of those.
    fn value(&mut self, n: usize) -> Value {
        if let Some(held) = self.current[n] {
            return held.value;
        }
        let ty = self.slots.list[n].ty;
        let known = self.zeros.iter().find(|(of, _)| *of == ty).map(|&(_, inst)| inst);
        let inst = known.unwrap_or_else(|| {
            let zero = zero_op(ty).expect("a slot holds numbers");
            let inst = self.f.make_inst(zero, &[], &[ty], SourceLoc::default());
            self.zeros.push((ty, inst));
            inst
        });
        self.f.result(inst).expect("one result")
    }

    fn maker(&mut self) -> convert::Maker<'_> {
        convert::Maker { f: self.f, out: &mut self.out, loc: self.loc }
    }

    fn make(&mut self, op: Op, args: &[Value], ty: ValType) -> Value {
        self.maker().make(op, args, ty)
    }

    /// An address, and the constant added to it, of each slot of a set; `at` is where the stack
    /// pointer is.
    fn addresses(&mut self, set: &BitSet, at: i64, index: usize) -> Vec<(usize, Value, u64)> {
        let is_known = |base: &Base| self.block != base.block || index > base.index;
        let (base, offset) = match (self.frame.base.filter(is_known), self.pointer) {
            (Some(base), _) => (self.f.resolve(base.value), base.offset),
            _ if set.is_empty() => return Vec::new(),
            (None, Some(pointer)) => {
                let get = Op::GlobalGet { global_index: pointer.as_u32() };
                (self.make(get, &[], ValType::I32), at)
            }
            (None, None) => unreachable!("a private region goes on where its start is known"),
        };
        let mut addresses = Vec::new();
        for n in set.iter() {
            let more = self.slots.list[n].start - offset;
            if let Ok(more) = u64::try_from(more) {
                addresses.push((n, base, more));
                continue;
            }
            let more = self.make(Const::I32(more as i32).to_op(), &[], ValType::I32);
            let sum = self.make(Op::I32Add, &[base, more], ValType::I32);
            addresses.push((n, sum, 0));
        }
        addresses
    }

    fn spill(&mut self, set: &BitSet, at: i64, index: usize) {
        let mut stored = None;
        for (n, address, offset) in self.addresses(set, at, index) {
            let whole = self.whole_in(n, set);
            if whole.is_some() && stored == whole {
                // A part of what was stored just before.
                continue;
            }
            stored = whole;
            let (slot, value) = match whole.map(|whole| self.wholes[whole as usize]) {
                Some(Whole { value, start, size }) => {
                    let value = self.f.resolve(value);
                    (Slot { start, size, ty: self.f.ty(value) }, value)
                }
                None => (self.slots.list[n], self.value(n)),
            };
            let store = convert::store_op(slot, offset);
            let inst = self.f.make_inst(store, &[address, value], &[], self.loc);
            self.out.push(inst);
        }
    }

    fn reload(&mut self, set: &BitSet, at: i64, index: usize) {
        // After the instruction: its own result may be the base.
        for (n, address, offset) in self.addresses(set, at, index + 1) {
            let slot = self.slots.list[n];
            let value = self.make(convert::load_op(slot, offset), &[address], slot.ty);
            self.current[n] = Some(value.into());
        }
    }

    /// The stored value that a slot was taken from, if all of its slots hold parts of it and are in a set.
    fn whole_in(&self, n: usize, set: &BitSet) -> Option<u32> {
        let number = self.current[n]?.whole;
        let whole = self.wholes.get(number as usize)?;
        let end = whole.start + i64::from(whole.size);
        let first = self.slots.list.partition_point(|slot| slot.start < whole.start);
        let after = self.slots.list.partition_point(|slot| slot.start < end);
        let is_part =
            |n: usize| set.contains(n) && self.current[n].is_some_and(|held| held.whole == number);
        let bytes: u8 =
            (first..after).filter(|&n| is_part(n)).map(|n| self.slots.list[n].size).sum();
        (bytes == whole.size || invar_ir::mutant!(FramesPartsStoredWhole)).then_some(number)
    }

    /// The stored value that all slots of an access were taken from, as one slot with the access's bytes.
    fn part_of_whole(&mut self, access: Access, size: u8) -> Option<(Slot, Value)> {
        let number = self.current[access.first]?.whole;
        let whole = *self.wholes.get(number as usize)?;
        let is_part = |n: usize| self.current[n].is_some_and(|held| held.whole == number);
        if access.count == 1
            || !access.slots().all(is_part) && !invar_ir::mutant!(FramesPartsUnchanged)
        {
            return None;
        }
        let value = self.f.resolve(whole.value);
        let slot = Slot { start: whole.start, size: whole.size, ty: self.f.ty(value) };
        let skip = self.slots.list[access.first].start - whole.start;
        if skip == 0 && size == whole.size {
            return Some((slot, value));
        }
        (size <= 4).then(|| convert::part(&mut self.maker(), (slot, value), skip as u8, size))
    }

    /// Replaces a load by the values of its slots; remembers what a store writes.
    fn access(&mut self, inst: Inst, access: Access) {
        let parts: Vec<(usize, Slot)> = access.slots().map(|n| (n, self.slots.list[n])).collect();
        if access.is_store {
            let stored = self.f.resolve(self.f.args(inst)[1]);
            let slots: Vec<Slot> = parts.iter().map(|part| part.1).collect();
            let values = convert::take_apart(&mut self.maker(), stored, &slots);
            let start = slots[0].start;
            let size = memory_access(&self.f.insts[inst].op).expect("a store").size;
            // Of a narrow store, the value has more bytes.
            let is_all = match self.f.ty(stored) {
                ValType::I64 | ValType::F64 => size == 8,
                _ => size <= 4,
            };
            let mut whole = NO_PART;
            if access.count > 1 && is_all {
                whole = self.wholes.len() as u32;
                self.wholes.push(Whole { value: stored, start, size });
            }
            for (part, value) in parts.iter().zip(values) {
                self.current[part.0] = Some(Held { value, whole });
            }
            return;
        }
        let size = memory_access(&self.f.insts[inst].op).expect("a load").size;
        let mut values: Vec<(Slot, Value)> = match self.part_of_whole(access, size) {
            Some(part) => vec![part],
            None => parts.iter().map(|&(n, slot)| (slot, self.value(n))).collect(),
        };
        if let [whole] = &mut values[..]
            && size < whole.0.size
        {
            *whole = convert::part(&mut self.maker(), *whole, access.skip, size);
        }
        let value = convert::put_together(&mut self.maker(), inst, &values);
        let result = self.f.result(inst).expect("a load has a result");
        self.f.alias(result, value);
    }
}
