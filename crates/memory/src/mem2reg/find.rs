//! Finds what a function does with its stack frame: accesses, and where the stack pointer is.

use invar_ir::entities::SecondaryMap;
use invar_ir::rules::{Const, ValueFacts};
use invar_ir::{Block, Cfg, Function, Global, Inst, Op, Terminator, ValType, Value, memory_access};
use rustc_hash::{FxHashMap, FxHashSet};

/// Why a frame is left as it is.
pub(super) enum Refusal {
    /// There is none.
    None,
    /// One of its addresses escapes.
    Escape,
    /// The stack pointer is not known at each point.
    Form,
}

/// A load or a store of a frame.
pub(super) struct FrameAccess {
    pub inst: Inst,
    /// Its offset from the stack pointer at the function's entry.
    pub start: i64,
    /// How many bytes.
    pub size: u8,
    /// The type of a slot that is accessed so, if it can be promoted.
    pub ty: Option<ValType>,
    pub is_store: bool,
}

/// What a function does with its frame. Offsets are from the stack pointer at its entry.
#[derive(Default)]
pub(super) struct Frame {
    pub accesses: Vec<FrameAccess>,
    /// Assignments of the stack pointer.
    pub moves: FxHashSet<Inst>,
    /// Calls, with the offset of the stack pointer there.
    pub calls: FxHashMap<Inst, i64>,
}

/// The state of the walk over the blocks.
struct Finder<'a> {
    f: &'a Function,
    pointer: u32,
    /// The offsets of values that are addresses in the frame.
    offsets: SecondaryMap<Value, Option<i64>>,
    /// The offset of the stack pointer.
    at: i64,
    /// Whether the stack pointer is read.
    is_used: bool,
    frame: Frame,
}

impl Frame {
    /// Finds the frame of a function. Fails if the offset of the stack pointer is not constant, differs on two
    /// paths to one block, or is not 0 when the function returns.
    pub(super) fn find(f: &Function, cfg: &Cfg, pointer: Global) -> Result<Frame, Refusal> {
        let mut finder = Finder {
            f,
            pointer: pointer.as_u32(),
            offsets: SecondaryMap::new(),
            at: 0,
            is_used: false,
            frame: Frame::default(),
        };
        let mut starts: SecondaryMap<Block, Option<i64>> = SecondaryMap::new();
        starts[f.entry] = Some(0);
        for &block in &cfg.rpo {
            finder.at = starts[block].expect("a predecessor was visited before");
            finder.block(block)?;
            for &succ in cfg.succs(block) {
                if *starts[succ].get_or_insert(finder.at) != finder.at {
                    return Err(Refusal::Form);
                }
            }
        }
        if finder.is_used { Ok(finder.frame) } else { Err(Refusal::None) }
    }
}

impl Finder<'_> {
    fn block(&mut self, block: Block) -> Result<(), Refusal> {
        let f = self.f;
        for &inst in &f.blocks[block].insts {
            self.inst(inst)?;
        }
        let term = &f.blocks[block].term;
        match term {
            Terminator::Invoke { .. } | Terminator::TailCall { .. } => return Err(Refusal::Form),
            Terminator::Return { .. } if self.at != 0 => return Err(Refusal::Form),
            _ => {}
        }
        let mut escapes = false;
        term.for_each_use(&f.pool, |value| escapes |= self.offsets[value].is_some());
        if escapes { Err(Refusal::Escape) } else { Ok(()) }
    }

    fn inst(&mut self, inst: Inst) -> Result<(), Refusal> {
        let f = self.f;
        let (op, args) = (&f.insts[inst].op, f.args(inst));
        let offset = |n: usize| args.get(n).and_then(|&arg| self.offsets[arg]);
        let constant = |n: usize| match f.constant(args[n]) {
            Some(Const::I32(value)) => Some(i64::from(value)),
            _ => None,
        };
        let sum = match *op {
            Op::GlobalGet { global_index } if global_index == self.pointer => {
                self.is_used = true;
                Some(self.at)
            }
            Op::GlobalSet { global_index } if global_index == self.pointer => {
                self.at = offset(0).ok_or(Refusal::Form)?;
                self.frame.moves.insert(inst);
                return Ok(());
            }
            Op::Call { .. } | Op::CallIndirect { .. } | Op::CallRef { .. } => {
                self.frame.calls.insert(inst, self.at);
                None
            }
            Op::I32Add => match (offset(0), offset(1)) {
                (Some(offset), None) => constant(1).map(|value| offset + value),
                (None, Some(offset)) => constant(0).map(|value| offset + value),
                _ => None,
            },
            Op::I32Sub if offset(1).is_none() => {
                offset(0).and_then(|offset| Some(offset - constant(1)?))
            }
            _ => None,
        };
        if sum.is_some() {
            self.offsets[f.result(inst).expect("one result")] = sum;
            return Ok(());
        }
        if !args.iter().any(|&arg| self.offsets[arg].is_some()) {
            return Ok(());
        }
        let access = memory_access(op).ok_or(Refusal::Escape)?;
        let address = offset(0).ok_or(Refusal::Escape)?;
        if offset(1).is_some() && !invar_ir::mutant!(FramesAddressStored)
            || access.address != 0
            || access.memarg.memory != 0
        {
            return Err(Refusal::Escape);
        }
        self.frame.accesses.push(FrameAccess {
            inst,
            start: address + access.memarg.offset as i64,
            size: access.size,
            ty: slot_type(op),
            is_store: access.stored.is_some(),
        });
        Ok(())
    }
}

/// The type of the slot that an operator accesses, if it can be promoted.
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
