//! Variables in the frame of the shadow stack become values, under the assumption of a stack ABI.
//!
//! C, C++ and Rust compilers for WebAssembly keep local variables whose address may be taken, and
//! without optimization all of them, in linear memory, in a frame below the *stack pointer*, a
//! mutable global. WebAssembly itself does not say that nobody else reads or writes there. Who
//! passes `--assume-stack-abi` does ([`Goals::stack_abi`](invar_ir::Goals)):
//!
//! - a frame is accessed only through addresses computed from the stack pointer of its function;
//! - its contents mean nothing before the function wrote them, or after it returned;
//! - a call leaves the stack pointer, and frames above it, as they were.
//!
//! A function's frame is looked at if none of its addresses escape: they are operands of additions
//! of constants, of loads and stores as the address, and of assignments of the stack pointer,
//! nothing else. A *slot* is a group of overlapping accesses; one whose accesses all have one place,
//! size and type becomes a value in SSA form: block parameters at joins where it is live (Cytron et
//! al., *Efficiently computing static single assignment form*, 1991, pruned; `params` removes those
//! that are redundant). If no access to the frame is left, the stack pointer need not be moved.
//!
//! Cost: linear in code, and in blocks times slots (bits). The product is limited. Never touches
//! frames with atomics or bulk operations, or memories other than the first.

mod ssa;
#[cfg(test)]
mod tests;

use invar_ir::entities::SecondaryMap;
use invar_ir::fold::{Const, ValueFacts};
use invar_ir::{
    Block, Cfg, Function, Global, Inst, Module, Op, PassContext, Terminator, ValType, Value,
    memory_access,
};
use rustc_hash::FxHashMap;

/// There is nothing to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config;

invar_ir::counters! {
    /// What became of frames.
    pub struct Stats {
        /// Functions of whose frames slots became values.
        frames,
        /// Slots that became values.
        slots,
        /// Loads and stores that are gone.
        accesses,
        /// Assignments of the stack pointer that are gone.
        moves,
        /// Functions left as they are: an address of the frame escapes.
        refused_escape = "refused.escape",
        /// Functions left as they are: the frame is not of the usual form.
        refused_form = "refused.form",
        /// Slots left in memory: accesses of several sizes, types or places.
        refused_slot = "refused.slot",
    }
}

/// The most blocks times slots.
const MOST_BITS: usize = 1 << 24;

/// A variable of the frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    /// Where it is, from the stack pointer that the function finds.
    pub start: i64,
    pub size: u8,
    pub ty: ValType,
}

/// An access of a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub slot: usize,
    pub is_store: bool,
}

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    let Some(pointer) = stack_pointer(cx.module).filter(|_| cx.goals.stack_abi) else {
        return stats;
    };
    function.resolve_aliases();
    let cfg = Cfg::new(function);
    let frame = match Frame::find(function, &cfg, pointer) {
        Ok(frame) => frame,
        Err(Refusal::None) => return stats,
        Err(Refusal::Escape) => {
            stats.refused_escape += 1;
            return stats;
        }
        Err(Refusal::Form) => {
            stats.refused_form += 1;
            return stats;
        }
    };
    let (slots, accesses, kept) = frame.slots();
    stats.refused_slot += kept;
    if slots.is_empty() || slots.len() * cfg.rpo.len() > MOST_BITS || !cx.fuel.take() {
        return stats;
    }
    stats.frames += 1;
    stats.slots += slots.len() as u64;
    stats.accesses += accesses.len() as u64;
    ssa::promote(function, &cfg, frame.base, &slots, &accesses);
    if accesses.len() == frame.accesses.len() {
        for &block in &cfg.rpo {
            let before = function.blocks[block].insts.len();
            let moves = |inst: &Inst| frame.moves.contains_key(inst);
            function.blocks[block].insts.retain(|inst| !moves(inst));
            stats.moves += (before - function.blocks[block].insts.len()) as u64;
        }
    }
    function.resolve_aliases();
    stats
}

/// The global that is the stack pointer: the one of that name, else the first one, where compilers
/// put it, if it is a mutable `i32` of the module's own.
fn stack_pointer(module: &Module) -> Option<Global> {
    let is_pointer = |global: &Global| {
        let data = &module.globals[*global];
        data.ty.mutable && data.ty.content_type == ValType::I32
    };
    let named = module.globals.iter().find(|(_, data)| {
        data.import.as_ref().is_some_and(|import| import.name == "__stack_pointer")
    });
    let named = named.map(|(global, _)| global);
    let first = module.globals.keys().next().filter(|&first| {
        let data = &module.globals[first];
        data.import.is_none()
            && !matches!(module.memories.iter().next(), Some((_, memory)) if memory.ty.memory64)
    });
    named.or(first).filter(is_pointer)
}

enum Refusal {
    /// There is no frame.
    None,
    Escape,
    Form,
}

/// What a function does with its frame.
struct Frame {
    /// The stack pointer that it finds.
    base: Value,
    /// Loads and stores: where, and what.
    accesses: Vec<(Inst, i64, u8, Option<ValType>, bool)>,
    /// Assignments of the stack pointer.
    moves: FxHashMap<Inst, i64>,
    /// Whether it calls.
    calls: bool,
    /// Where the stack pointer is for callees.
    lowest: Option<i64>,
}

impl Frame {
    fn find(f: &Function, cfg: &Cfg, pointer: Global) -> Result<Frame, Refusal> {
        let index = pointer.as_u32();
        let mut base = None;
        for &block in &cfg.rpo {
            for &inst in &f.blocks[block].insts {
                if f.insts[inst].op == (Op::GlobalGet { global_index: index }) {
                    if base.is_some() || block != f.entry {
                        return Err(Refusal::Form);
                    }
                    base = f.result(inst);
                }
            }
        }
        let base = base.ok_or(Refusal::None)?;
        let mut frame = Frame {
            base,
            accesses: Vec::new(),
            moves: FxHashMap::default(),
            calls: false,
            lowest: None,
        };
        let mut offsets: SecondaryMap<Value, Option<i64>> = SecondaryMap::new();
        offsets[base] = Some(0);
        for &block in &cfg.rpo {
            frame.block(f, block, index, &mut offsets)?;
        }
        // What a callee may use for its own frame is no slot.
        match (frame.calls, frame.lowest) {
            (true, None) => Err(Refusal::Form),
            _ => Ok(frame),
        }
    }

    fn block(
        &mut self,
        f: &Function,
        block: Block,
        pointer: u32,
        offsets: &mut SecondaryMap<Value, Option<i64>>,
    ) -> Result<(), Refusal> {
        let mut started = block != f.entry;
        for &inst in &f.blocks[block].insts {
            let (op, args) = (&f.insts[inst].op, f.args(inst));
            started |= f.result(inst) == Some(self.base);
            let constant = |n: usize| match f.constant(args[n]) {
                Some(Const::I32(value)) => Some(i64::from(value)),
                _ => None,
            };
            match *op {
                Op::Call { .. } | Op::CallIndirect { .. } | Op::CallRef { .. } => {
                    // The frame must be set up by then.
                    if !started || self.lowest.is_none() {
                        return Err(Refusal::Form);
                    }
                    self.calls = true;
                }
                Op::GlobalSet { global_index } if global_index == pointer => {
                    let Some(offset) = offsets[args[0]] else { return Err(Refusal::Form) };
                    if block == f.entry && self.lowest.is_none() && !self.calls {
                        self.lowest = Some(offset);
                    } else if Some(offset) != self.lowest && offset != 0 {
                        return Err(Refusal::Form);
                    }
                    self.moves.insert(inst, offset);
                    continue;
                }
                Op::I32Add => {
                    let sum = match (offsets[args[0]], offsets[args[1]]) {
                        (Some(offset), None) => constant(1).map(|value| offset + value),
                        (None, Some(offset)) => constant(0).map(|value| offset + value),
                        (None, None) => continue,
                        _ => None,
                    };
                    let sum = sum.ok_or(Refusal::Escape)?;
                    offsets[f.result(inst).expect("one result")] = Some(sum);
                    continue;
                }
                Op::I32Sub if offsets[args[0]].is_some() && offsets[args[1]].is_none() => {
                    let value = constant(1).ok_or(Refusal::Escape)?;
                    let offset = offsets[args[0]].expect("just seen") - value;
                    offsets[f.result(inst).expect("one result")] = Some(offset);
                    continue;
                }
                _ => {}
            }
            if !args.iter().any(|&arg| offsets[arg].is_some()) {
                continue;
            }
            let access = memory_access(op).ok_or(Refusal::Escape)?;
            let offset = offsets[args[0]].ok_or(Refusal::Escape)?;
            let stored = args.get(1).is_some_and(|&arg| offsets[arg].is_some());
            if stored || access.address != 0 || access.memarg.memory != 0 {
                return Err(Refusal::Escape);
            }
            let is_store = access.stored.is_some();
            let start = offset + access.memarg.offset as i64;
            self.accesses.push((inst, start, access.size, slot_type(op), is_store));
        }
        let term = &f.blocks[block].term;
        if matches!(term, Terminator::Invoke { .. } | Terminator::TailCall { .. }) {
            return Err(Refusal::Form);
        }
        let mut escapes = false;
        term.for_each_use(&f.pool, |value| escapes |= offsets[value].is_some());
        if escapes { Err(Refusal::Escape) } else { Ok(()) }
    }

    /// The slots that can become values, their accesses, and how many slots cannot.
    fn slots(&self) -> (Vec<Slot>, FxHashMap<Inst, Access>, u64) {
        let mut order: Vec<usize> = (0..self.accesses.len()).collect();
        order.sort_by_key(|&n| (self.accesses[n].1, n));
        let (mut slots, mut accesses, mut kept) = (Vec::new(), FxHashMap::default(), 0);
        let mut at = 0;
        while at < order.len() {
            let (_, start, size, ty, _) = self.accesses[order[at]];
            let (mut end, mut next) = (start + i64::from(size), at + 1);
            let mut uniform = ty.is_some();
            while let Some(&n) = order.get(next) {
                let other = self.accesses[n];
                if other.1 >= end {
                    break;
                }
                uniform &= (other.1, other.2, other.3) == (start, size, ty);
                end = end.max(other.1 + i64::from(other.2));
                next += 1;
            }
            let is_own = end <= 0 && (!self.calls || self.lowest.is_some_and(|low| start >= low));
            match ty.filter(|_| uniform && is_own) {
                Some(ty) => {
                    for &n in &order[at..next] {
                        let (inst, .., is_store) = self.accesses[n];
                        accesses.insert(inst, Access { slot: slots.len(), is_store });
                    }
                    slots.push(Slot { start, size, ty });
                }
                None => kept += 1,
            }
            at = next;
        }
        (slots, accesses, kept)
    }
}

/// The type of the value in a slot that an operator accesses, if it is one that can be.
fn slot_type(op: &Op) -> Option<ValType> {
    Some(match op {
        Op::I32Load { .. } | Op::I32Store { .. } => ValType::I32,
        Op::I32Load8U { .. } | Op::I32Load8S { .. } | Op::I32Store8 { .. } => ValType::I32,
        Op::I32Load16U { .. } | Op::I32Load16S { .. } | Op::I32Store16 { .. } => ValType::I32,
        Op::I64Load { .. } | Op::I64Store { .. } => ValType::I64,
        Op::F32Load { .. } | Op::F32Store { .. } => ValType::F32,
        Op::F64Load { .. } | Op::F64Store { .. } => ValType::F64,
        Op::V128Load { .. } | Op::V128Store { .. } => ValType::V128,
        _ => return None,
    })
}
