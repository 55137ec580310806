//! The events of a private region: bytes that are accessed only through the result of an operator `private`, from there
//! to the end of the function.
//!
//! A region differs from a frame. What it holds means something before it begins and after it ends. Any callee may
//! access it, but keeps no address in it after its return. It goes on in the blocks that its beginning dominates:
//! elsewhere all of it is in memory.

use super::addresses::{Address, Addresses};
use super::events::{Base, Event, Refusal, Root};
use invar_ir::entities::EntitySet;
use invar_ir::{
    Block, Cfg, ClassSet, Dominators, Function, Inst, Op, Terminator, effects, memory_access,
};

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
        let effects = self.summaries.call_effects(op).unwrap_or_else(|| effects(op, self.module));
        let (reads, writes) = (
            effects.reads.intersects(ClassSet::MEMORIES),
            effects.writes.intersects(ClassSet::MEMORIES),
        );
        let is_call = matches!(op, Op::Call { .. } | Op::CallIndirect { .. } | Op::CallRef { .. });
        if !is_call && !reads && !writes {
            return None;
        }
        let whole = self.root.bounds();
        let is_passed = args.iter().any(|&arg| self.get(arg).is_frame());
        let may_know = is_passed || reads && self.holds_addresses(whole);
        if writes {
            self.put_anywhere(if may_know { Address::ANYWHERE } else { Address::Other });
        }
        let bytes = |touches: bool| touches.then_some(whole);
        if (reads || writes) && !invar_ir::mutant!(PrivateCallsUnseen) {
            self.touch(inst, bytes(reads), bytes(writes));
        }
        Some(if may_know { Address::ANYWHERE } else { Address::Other })
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
            Terminator::Return(_) | Terminator::TailCall { .. } | Terminator::Throw { .. } => {
                self.event(Event::End);
            }
            _ => {}
        }
        Ok(())
    }
}

/// The bytes of a region, if it can be promoted: it is in the first memory, of 32-bit addresses, and its size is a
/// constant.
pub(super) fn root(f: &Function, inst: Inst) -> Option<Root> {
    let Op::Private { mem: 0 } = f.insts[inst].op else { return None };
    let size = f.def_op(f.resolve(f.args(inst)[1]))?;
    match *size {
        Op::I32Const { value } if value > 0 => Some(Root::Private { inst, bytes: value.into() }),
        _ => None,
    }
}
