//! The events of a private region: bytes that are accessed only through the result of an operator `private`, from there
//! to the end of the function.
//!
//! A region differs from a frame. What it holds means something before it begins and after it ends. Any callee may
//! access it, but keeps no address in it after its return. It goes on in the blocks that its beginning dominates:
//! elsewhere all of it is in memory. If it is in the frame of the function, below the stack pointer at its entry,
//! what it holds means nothing after the end.

use super::addresses::{Address, Addresses};
use super::events::{Base, Bytes, Event, Refusal, Root};
use invar_ir::entities::EntitySet;
use invar_ir::{
    Block, Cfg, ClassSet, Dominators, Func, Function, Inst, Op, Terminator, effects, memory_access,
};
use smallvec::SmallVec;

/// The blocks that a block dominates, without itself.
pub(super) fn dominated_by(f: &Function, cfg: &Cfg, block: Block) -> EntitySet<Block> {
    let dominators = Dominators::new(f, cfg);
    let mut inside = EntitySet::new();
    inside.extend(
        cfg.rpo.iter().copied().filter(|&it| it != block && dominators.dominates(block, it)),
    );
    inside
}

impl Addresses<'_> {
    /// Visits an instruction that means something else for a private region than for a frame. `None` if it does not.
    pub(super) fn inst_of_private(&mut self, inst: Inst) -> Option<Address> {
        let (op, args) = (&self.f.insts[inst].op, self.f.args(inst));
        if self.root_inst() == Some(inst) {
            let value = self.f.result(inst).expect("it has a result");
            let (block, index) = (self.block, self.index);
            self.frame.base = Some(Base { block, index, value, offset: 0 });
            self.put_anywhere(Address::Other);
            self.event(Event::Begin);
            return Some(Address::At(0));
        }
        let is_seen = memory_access(op).is_some()
            || matches!(
                op,
                Op::MemoryFill { .. }
                    | Op::MemoryCopy { .. }
                    | Op::MemoryInit { .. }
                    | Op::Private { .. }
            );
        if is_seen {
            return None;
        }
        let effects =
            self.env.callees.call_effects(op).unwrap_or_else(|| effects(op, self.env.module));
        let (reads, writes) = (
            effects.reads.intersects(ClassSet::MEMORIES),
            effects.writes.intersects(ClassSet::MEMORIES),
        );
        let is_call = matches!(op, Op::Call { .. } | Op::CallIndirect { .. } | Op::CallRef { .. });
        if !is_call && !reads && !writes {
            return None;
        }
        if let Op::Call { function_index } = *op
            && let Some(known) = self.call_of_version(inst, Func::from_u32(function_index))
        {
            return Some(known);
        }
        let whole = self.root.bounds();
        let is_passed = args.iter().any(|&arg| self.get(arg).is_frame());
        let may_know = (is_passed || reads && self.holds_addresses(whole))
            && !invar_ir::mutant!(PrivateResultsKnown);
        if writes {
            self.put_anywhere(if may_know { Address::ANYWHERE } else { Address::Other });
        }
        let bytes = |touches: bool| touches.then_some(whole);
        if (reads || writes) && !invar_ir::mutant!(PrivateCallsUnseen) {
            self.touch(inst, bytes(reads), bytes(writes));
        }
        Some(if may_know { Address::ANYWHERE } else { Address::Other })
    }

    /// Visits a call of a version: it accesses the region through what it is passed, as far as that is known. `None` if
    /// it is not a version, or may access all of it.
    fn call_of_version(&mut self, inst: Inst, func: Func) -> Option<Address> {
        let is_generic = !self.env.module.funcs[func].specialized;
        if is_generic && !invar_ir::mutant!(PrivateGenericThroughParams) {
            return None;
        }
        let mut touched: SmallVec<[(Option<Bytes>, Option<Bytes>); 4]> = SmallVec::new();
        for (n, &arg) in self.f.args(inst).iter().enumerate() {
            let Some(offsets) = self.get(arg).offsets() else { continue };
            let access = self
                .env
                .callees
                .param_access(func, n)
                .filter(|it| !it.is_captured || invar_ir::mutant!(PrivateCapturedUnseen))?;
            let bytes = |range: Option<(i64, i64)>| {
                let (start, end) = range?;
                Some(Bytes::of(offsets.plus((start, start)), end.saturating_sub(start)))
            };
            let (reads, writes) = (bytes(access.reads), bytes(access.writes));
            if reads.is_some_and(|bytes| self.holds_addresses(bytes))
                && !invar_ir::mutant!(PrivateHoldsUnseen)
            {
                return None;
            }
            touched.push((reads, writes));
        }
        for (reads, writes) in touched {
            if let Some(bytes) = writes {
                self.put_unknown(bytes);
            }
            if reads.is_some() || writes.is_some() {
                self.touch(inst, reads, writes);
            }
        }
        Some(Address::Other)
    }

    /// Whether what the region holds means nothing behind the function's end, as it is in the function's own frame.
    fn is_dead_at_end(&self) -> bool {
        matches!(self.root, Root::Private { is_in_frame: true, .. })
    }

    fn root_inst(&self) -> Option<Inst> {
        match self.root {
            Root::Private { inst, .. } => Some(inst),
            Root::StackPointer(_) => None,
        }
    }

    /// Visits a terminator: where the function ends, so does the region.
    pub(super) fn end_of_private(&mut self, term: &Terminator) -> Result<(), Refusal> {
        match term {
            Terminator::Invoke { .. } => return Err(Refusal::Form),
            Terminator::Return(_) | Terminator::TailCall { .. } | Terminator::Throw { .. }
                if !self.is_dead_at_end() =>
            {
                let is_call = matches!(term, Terminator::TailCall { .. });
                if !is_call || !invar_ir::mutant!(PrivateTailCallsUnseen) {
                    self.event(Event::End);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// The bytes of a region, if it can be promoted: it is in the first memory, of 32-bit addresses, and its size is a
/// constant. `offset` is its distance from the stack pointer at the function's entry, if that is known.
pub(super) fn root(f: &Function, inst: Inst, offset: Option<i64>) -> Option<Root> {
    let Op::Private { mem: 0 } = f.insts[inst].op else { return None };
    let size = f.def_op(f.resolve(f.args(inst)[1]))?;
    match *size {
        Op::I32Const { value } if value > 0 => {
            let bytes = i64::from(value);
            let is_below = |offset| offset + bytes <= 0 || invar_ir::mutant!(PrivateAboveFrame);
            Some(Root::Private { inst, bytes, is_in_frame: offset.is_some_and(is_below) })
        }
        _ => None,
    }
}
