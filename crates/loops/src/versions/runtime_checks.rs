//! Run-time checks before a version of a loop: ranges of recurrences over all iterations, computed in 64
//! bits, and branches to the original loop where a check fails.
//!
//! Cost: linear in the terms of the sums.

use crate::analysis::final_values::Emit;
use crate::analysis::shape::Nest;
use crate::analysis::trip_count::{Affine, Induction, Trips, affine};
use invar_ir::{Block, BlockCall, Function, Linear, Op, SourceLoc, Terminator, ValType, Value};
use rustc_hash::FxHashMap;

/// The branch weight of entering a version, against 1 for the original loop.
pub const LIKELY: u32 = 1000;

/// A 32-bit add recurrence: `first + step * k` in iteration k.
#[derive(Clone, Debug)]
pub(crate) struct Moving {
    /// A sum of invariant values, some of which are defined in the loop and hoisted.
    pub first: Linear,
    pub step: i64,
}

/// Bytes from `at + from` up to `at + to`.
#[derive(Debug)]
pub(crate) struct Range {
    pub at: Moving,
    pub from: u64,
    pub to: u64,
}

/// A branch to a version that is nearly always taken.
pub(crate) fn branch(cond: Value, mut then: BlockCall, slow: Block) -> Terminator {
    then.weight = LIKELY;
    Terminator::BrIf { cond, then, els: BlockCall { weight: 1, ..enter(slow) } }
}

pub(crate) fn enter(block: Block) -> BlockCall {
    BlockCall { block, args: Default::default(), weight: 0 }
}

/// Whether a block is only reached where a run-time check fails.
pub(crate) fn is_unlikely(f: &Function, nest: &Nest, block: Block) -> bool {
    let preds = nest.cfg.preds(block);
    !preds.is_empty()
        && preds.iter().all(|edge| {
            let weight = |call: &BlockCall| u64::from(call.weight);
            let term = &f.blocks[edge.from].term;
            let all: u64 = term.targets().map(weight).sum();
            let own = term.target(edge.nth as usize).map_or(0, weight);
            own > 0 && own * u64::from(LIKELY) <= all
        })
}

/// Emits the run-time checks before a loop, or before another form of a loop.
pub struct Tests<'a> {
    /// The function.
    pub f: &'a mut Function,
    /// The block at the end of which code is emitted.
    pub at: Block,
    /// The location of what is emitted.
    pub loc: SourceLoc,
    /// The conjunction of the checks that have not been branched on yet.
    pub cond: Option<Value>,
    /// The hoisted copies of values of the loop.
    pub(crate) map: FxHashMap<Value, Value>,
    /// The sizes in bytes of memories that were asked for.
    sizes: Vec<(u32, Value)>,
}

impl<'a> Tests<'a> {
    /// Nothing is checked yet.
    pub fn new(f: &'a mut Function, at: Block, loc: SourceLoc) -> Self {
        Tests { f, at, loc, cond: None, map: FxHashMap::default(), sizes: Vec::new() }
    }

    /// For code that is no check.
    pub fn emit(&mut self) -> Emit<'_> {
        Emit { f: &mut *self.f, block: self.at, loc: self.loc }
    }

    /// An operator.
    pub fn op(&mut self, ty: ValType, op: Op, args: &[Value]) -> Value {
        self.emit().op(ty, op, args)
    }

    /// A constant of 64 bits.
    pub fn int64(&mut self, number: u64) -> Value {
        self.emit().int(true, number)
    }

    /// An integer in 64 bits, as an unsigned number.
    pub fn long(&mut self, value: Value) -> Value {
        self.emit().resized(value, true)
    }

    /// A 64-bit value plus a constant.
    pub fn plus(&mut self, value: Value, number: i64) -> Value {
        if number == 0 {
            return value;
        }
        let number = self.int64(number as u64);
        self.op(ValType::I64, Op::I64Add, &[value, number])
    }

    /// The backedge-taken count in 64 bits.
    pub fn again(&mut self, trips: &Trips) -> Value {
        let again = self.emit().again(trips);
        self.long(again)
    }

    /// A sum, of the hoisted copies of its terms.
    pub fn sum(&mut self, sum: &Linear) -> Value {
        let mut here = Linear::constant(sum.wide, sum.constant);
        for &(value, factor) in &sum.terms {
            here.add_term(self.map.get(&value).copied().unwrap_or(value), factor);
        }
        self.emit().sum(&here)
    }

    /// The size of a memory in bytes. The largest one of 32 bits has 2^32; of 64 bits, none has 2^63.
    pub fn memory_bytes(&mut self, mem: u32, wide: bool, page_log2: u32) -> Value {
        if let Some(&(_, size)) = self.sizes.iter().find(|known| known.0 == mem) {
            return size;
        }
        let pages = self.emit().pages(mem, wide);
        let pages = self.long(pages);
        let by = self.int64(page_log2.into());
        let size = self.op(ValType::I64, Op::I64Shl, &[pages, by]);
        self.sizes.push((mem, size));
        size
    }

    /// Requires a condition.
    pub fn require(&mut self, test: Value) {
        self.cond = Some(match self.cond {
            None => test,
            Some(cond) => self.op(ValType::I32, Op::I32And, &[cond, test]),
        });
    }

    /// Requires that one number of 64 bits is at most another one, unsigned.
    pub fn at_most(&mut self, low: Value, high: Value) {
        let holds = self.op(ValType::I32, Op::I64LeU, &[low, high]);
        self.require(holds);
    }

    /// Whether two ranges of bytes have no byte in common. Each is given by its first byte and the one behind its last.
    pub fn apart(&mut self, one: (Value, Value), other: (Value, Value)) -> Value {
        let below = self.op(ValType::I32, Op::I64LeU, &[one.1, other.0]);
        let above = self.op(ValType::I32, Op::I64LeU, &[other.1, one.0]);
        self.op(ValType::I32, Op::I32Or, &[below, above])
    }

    /// A precondition of a trip count: the first sum is at most the second, unsigned.
    pub fn precondition(&mut self, (least, most): &(Linear, Linear)) -> Value {
        let le = if least.wide { Op::I64LeU } else { Op::I32LeU };
        let (least, most) = (self.sum(least), self.sum(most));
        self.op(ValType::I32, le, &[least, most])
    }

    /// Requires the preconditions of a trip count.
    pub fn preconditions(&mut self, counted: &[(Linear, Linear)]) {
        if invar_ir::mutant!(VersionUncounted) {
            return;
        }
        for pair in counted {
            let holds = self.precondition(pair);
            self.require(holds);
        }
    }

    /// Branches on the checks so far: to a given block where one fails.
    pub(crate) fn branch(&mut self, slow: Block) {
        let Some(cond) = self.cond.take() else { return };
        let next = self.f.add_block();
        self.f.blocks[self.at].term = branch(cond, enter(next), slow);
        self.f.blocks[self.at].term_loc = self.loc;
        self.at = next;
    }

    /// The first and last value of a recurrence in 64 bits, the lower one first. Requires that a falling one
    /// does not wrap. A rising one of 64 bits may.
    pub fn range(&mut self, first: &Linear, step: i64, again: Value) -> (Value, Value) {
        let first = self.sum(first);
        let first = self.long(first);
        if step == 0 {
            return (first, first);
        }
        let by = self.int64(step.unsigned_abs());
        let way = self.op(ValType::I64, Op::I64Mul, &[again, by]);
        if step < 0 {
            if !invar_ir::mutant!(VersionFallsBelowZero) {
                self.at_most(way, first);
            }
            let last = self.op(ValType::I64, Op::I64Sub, &[first, way]);
            return (last, first);
        }
        let last = self.op(ValType::I64, Op::I64Add, &[first, way]);
        (first, last)
    }

    /// Requires that a rising recurrence does not wrap in 32 bits.
    pub(crate) fn fits(&mut self, moving: &Moving, last: Value) {
        if moving.step > 0 && !invar_ir::mutant!(VersionWraps) {
            let limit = self.int64(u64::from(u32::MAX));
            self.at_most(last, limit);
        }
    }
}

/// A sum as an add recurrence, `is_fixed` telling which values are invariant.
pub(crate) fn moving(
    f: &Function,
    inductions: &[Induction],
    sum: &Linear,
    is_fixed: impl Fn(Value) -> bool,
) -> Option<Moving> {
    let Affine { first, step } = affine(f, inductions, sum, is_fixed).filter(|_| !sum.wide)?;
    Some(Moving { step: first.signed(step), first })
}
