//! Which accesses of linear memory are in bounds, and so do not trap.
//!
//! An access touches `size` bytes from its effective address, which is its unsigned operand plus `offset`: a sum
//! that does not wrap. It is in bounds
//!
//! - *wherever its address exists*, if the greatest effective address plus the size is at most the declared minimum of
//!   the memory ([`is_in_bounds`]): memories never shrink, and an imported one has at least that size. Code that relies
//!   on this may move. Likewise for the ranges of `memory.fill` and `memory.copy`, by their greatest length.
//! - *at a place*, if another access, which has not trapped, dominates that place and covers at least its bytes from the
//!   same base ([`Accesses::reach`]). Here the base is that of [`Place`], so sums may wrap: if this access starts `more`
//!   bytes (modulo 2^w) behind the other one and `more + offset + size` is at most the end of the other one, then
//!   the address of the other one plus `more` is below that end, which is at most 2^w, and did not wrap.
//!
//! Atomic accesses also trap on unaligned addresses: they prove others in bounds, but are not proved themselves.
//!
//! Cost: [`is_in_bounds`] and [`never_traps`] are O(1). [`Accesses`] takes linear time; of the accesses to one base,
//! [`MOST_COMPARED`] are looked at for a question.

use super::IntFacts;
use crate::{ObjectPlace, Place, initial};
use invar_ir::Dominators;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Function, Inst, Memory, Module, Op, Value, memory_access};
use invar_rules::{IntOp, ValueFacts};
use rustc_hash::FxHashMap;

/// How many accesses to one base are compared with another one.
const MOST_COMPARED: usize = 16;

/// The least size of a memory in bytes; none if there is no such memory.
pub fn least_bytes(module: &Module, memory: Memory) -> u128 {
    module
        .memories
        .get(memory)
        .map_or(0, |data| u128::from(data.ty.initial) << data.ty.page_size_log2.unwrap_or(16))
}

/// Whether an operator is a load or store that is in bounds by the facts about its address, the
/// operand of this number.
pub fn is_in_bounds(
    module: &Module,
    op: &Op,
    address: impl FnOnce(usize) -> Option<IntFacts>,
) -> bool {
    let Some(access) = memory_access(op).filter(|access| !access.is_atomic()) else { return false };
    let memory = if invar_ir::mutant!(InBoundsOtherMemory) {
        Memory::from_u32(0)
    } else {
        Memory::from_u32(access.memarg.memory)
    };
    let offset = if invar_ir::mutant!(InBoundsOffsetIgnored) { 0 } else { access.memarg.offset };
    let size = if invar_ir::mutant!(InBoundsSizeIgnored) { 1 } else { access.size };
    let (least, end) = (least_bytes(module, memory), u128::from(offset) + u128::from(size));
    // Most accesses are told by this alone.
    end <= least
        && address(access.address)
            .is_some_and(|address| u128::from(address.unsigned.1) + end <= least)
}

/// Whether an operator cannot trap on these operands, wherever they exist: a division by a value
/// that is never zero, an access in bounds.
pub fn never_traps<F: ValueFacts>(facts: &F, module: &Module, op: &Op, args: &[F::Value]) -> bool {
    let known = |n| IntFacts::of(facts, *args.get(n)?);
    match IntOp::of(op) {
        Some((_, IntOp::DivU | IntOp::RemU | IntOp::RemS)) => {
            known(1).is_some_and(IntFacts::is_nonzero)
        }
        Some(_) => invar_rules::never_traps(facts, op, args),
        None => match *op {
            Op::MemoryFill { mem } => is_bulk_in_bounds(module, mem, known(0), known(2)),
            Op::MemoryCopy { dst_mem, src_mem } => {
                is_bulk_in_bounds(module, dst_mem, known(0), known(2))
                    && is_bulk_in_bounds(module, src_mem, known(1), known(2))
            }
            Op::ArrayGet { .. }
            | Op::ArrayGetS { .. }
            | Op::ArrayGetU { .. }
            | Op::ArraySet { .. } => {
                // Of an array that is allocated here.
                let place = ObjectPlace::of_op(facts, op, args);
                place
                    .is_some_and(|place| initial(facts, module, place.object, place.part).is_some())
            }
            _ => is_in_bounds(module, op, |n| {
                let address = *args.get(n)?;
                if has_no_bound(facts, address, DEPTH) {
                    None
                } else {
                    IntFacts::of(facts, address)
                }
            }),
        },
    }
}

/// Whether a range of bytes is in bounds, by the facts about its start and its length.
fn is_bulk_in_bounds(
    module: &Module,
    memory: u32,
    start: Option<IntFacts>,
    length: Option<IntFacts>,
) -> bool {
    start.zip(length).is_some_and(|(start, length)| {
        let end = u128::from(start.unsigned.1) + u128::from(length.unsigned.1);
        end <= least_bytes(module, Memory::from_u32(memory))
    })
}

/// How many operators [`has_no_bound`] looks through.
const DEPTH: u32 = 4;

/// A quick test whether an integer may be any number up to at least half of its type's range, so
/// that further analysis is not worth it: most addresses are a parameter or a loaded pointer plus a
/// distance. `false` says nothing.
fn has_no_bound<F: ValueFacts>(facts: &F, value: F::Value, depth: u32) -> bool {
    if depth == 0 || facts.known_bits(value).is_some() {
        return false;
    }
    let Some(op) = facts.op(value) else { return true };
    let operand = |n| has_no_bound(facts, facts.operand(value, n), depth - 1);
    if let Some((_, kind)) = IntOp::of(op) {
        return match kind {
            IntOp::Add | IntOp::Sub | IntOp::Mul | IntOp::Or | IntOp::Xor => {
                operand(0) || operand(1)
            }
            IntOp::Shl | IntOp::ShrS => operand(0),
            _ => false,
        };
    }
    match op {
        Op::I32Load { .. } | Op::I64Load { .. } | Op::GlobalGet { .. } => true,
        Op::Call { .. } | Op::CallIndirect { .. } | Op::CallRef { .. } => true,
        Op::Select | Op::TypedSelect { .. } => operand(0) || operand(1),
        Op::I32WrapI64 => operand(0),
        _ => false,
    }
}

/// The place of an access, and its end relative to the base.
struct Access {
    inst: Inst,
    block: Block,
    /// The access's position in the block.
    position: usize,
    place: Place,
}

/// The accesses of linear memory in a function, by the bases of their addresses.
pub struct Accesses {
    by_base: FxHashMap<(Memory, Option<Value>), Vec<Access>>,
}

impl Accesses {
    /// The accesses of a function. They stay valid while accesses only move to where they are
    /// executed earlier.
    pub fn new(f: &Function, module: &Module, dominators: &Dominators) -> Accesses {
        let mut by_base: FxHashMap<_, Vec<Access>> = FxHashMap::default();
        for block in dominators.preorder() {
            for (position, &inst) in f.blocks[block].insts.iter().enumerate() {
                if let Some(place) = Place::of(f, module, inst) {
                    let list = by_base.entry((place.memory, place.root)).or_default();
                    list.push(Access { inst, block, position, place });
                }
            }
        }
        Accesses { by_base }
    }

    /// The accesses that are in bounds where they are, because of others on all paths to them. Cost: linear.
    pub fn proved(
        f: &Function,
        module: &Module,
        dominators: &Dominators,
    ) -> SecondaryMap<Inst, bool> {
        let accesses = Accesses::new(f, module, dominators);
        let mut proved = SecondaryMap::with_capacity(f.insts.len());
        for block in dominators.preorder() {
            for (position, &inst) in f.blocks[block].insts.iter().enumerate() {
                if accesses.reach(f, module, dominators, inst, (block, position)) {
                    proved[inst] = true;
                }
            }
        }
        proved
    }

    /// Whether an access before the instruction at a position in a block would be in bounds,
    /// because of accesses on all paths to it.
    pub fn reach(
        &self,
        f: &Function,
        module: &Module,
        dominators: &Dominators,
        inst: Inst,
        at: (Block, usize),
    ) -> bool {
        self.proof(f, module, dominators, inst, at).is_some()
    }

    /// The first access that proves this: it is on all paths to that position.
    pub fn proof(
        &self,
        f: &Function,
        module: &Module,
        dominators: &Dominators,
        inst: Inst,
        (block, position): (Block, usize),
    ) -> Option<Inst> {
        let access = memory_access(&f.insts[inst].op)?;
        let place = Place::of(f, module, inst).filter(|_| !access.is_atomic())?;
        let made = self.by_base.get(&(place.memory, place.root))?;
        let proves = |made: &&Access| {
            let is_before = if made.block == block {
                made.position < position
            } else {
                dominators.dominates(made.block, block)
            };
            is_before && reaches(&made.place, &place)
        };
        made.iter().take(MOST_COMPARED).find(proves).map(|made| made.inst)
    }
}

/// Whether an access at one place, if it has not trapped, reaches at least as far as one at another
/// place of the same memory and base.
pub(super) fn reaches(made: &Place, asked: &Place) -> bool {
    let end = |added: u64, place: &Place| {
        let size = if invar_ir::mutant!(InBoundsReachIgnored) { 0 } else { place.size };
        u128::from(added) + u128::from(place.offset) + u128::from(size)
    };
    if made.root.is_none() {
        return end(asked.added, asked) <= end(made.added, made);
    }
    let mask = if made.wide { u64::MAX } else { u64::from(u32::MAX) };
    let more = asked.added.wrapping_sub(made.added) & mask;
    end(more, asked) <= end(0, made)
}
