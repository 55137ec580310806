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

/// Emits the run-time checks before a loop.
pub(crate) struct Tests<'a> {
    pub f: &'a mut Function,
    /// The block at the end of which code is emitted.
    pub at: Block,
    /// The entry of the original loop.
    pub slow: Block,
    pub loc: SourceLoc,
    /// The conjunction of the checks that have not been branched on yet.
    pub cond: Option<Value>,
    /// The hoisted copies of values of the loop.
    pub map: FxHashMap<Value, Value>,
}

impl Tests<'_> {
    pub fn op(&mut self, ty: ValType, op: Op, args: &[Value]) -> Value {
        Emit { f: &mut *self.f, block: self.at, loc: self.loc }.op(ty, op, args)
    }

    pub fn int64(&mut self, number: u64) -> Value {
        Emit { f: &mut *self.f, block: self.at, loc: self.loc }.int(true, number)
    }

    pub fn long(&mut self, value: Value) -> Value {
        self.op(ValType::I64, Op::I64ExtendI32U, &[value])
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
        let again = Emit { f: &mut *self.f, block: self.at, loc: self.loc }.again(trips);
        self.long(again)
    }

    /// A 32-bit sum, of the hoisted copies of its terms.
    pub fn sum(&mut self, sum: &Linear) -> Value {
        let mut here = Linear::constant(sum.wide, sum.constant);
        for &(value, factor) in &sum.terms {
            here.add_term(self.map.get(&value).copied().unwrap_or(value), factor);
        }
        Emit { f: &mut *self.f, block: self.at, loc: self.loc }.sum(&here)
    }

    pub fn require(&mut self, test: Value) {
        self.cond = Some(match self.cond {
            None => test,
            Some(cond) => self.op(ValType::I32, Op::I32And, &[cond, test]),
        });
    }

    /// Requires the preconditions of a trip count: of each pair, the first sum is at most the second, unsigned.
    pub fn preconditions(&mut self, counted: &[(Linear, Linear)]) {
        if invar_ir::mutant!(VersionUncounted) {
            return;
        }
        for (least, most) in counted {
            let (least, most) = (self.sum(least), self.sum(most));
            let holds = self.op(ValType::I32, Op::I32LeU, &[least, most]);
            self.require(holds);
        }
    }

    /// Branches on the checks so far.
    pub fn branch(&mut self) {
        let Some(cond) = self.cond.take() else { return };
        let next = self.f.add_block();
        self.f.blocks[self.at].term = branch(cond, enter(next), self.slow);
        self.f.blocks[self.at].term_loc = self.loc;
        self.at = next;
    }

    /// The first and last value of a recurrence in 64 bits, the lower one first. Requires that a falling one
    /// does not wrap.
    pub fn range(&mut self, moving: &Moving, again: Value) -> (Value, Value) {
        let first = self.sum(&moving.first);
        let first = self.long(first);
        if moving.step == 0 {
            return (first, first);
        }
        let by = self.int64(moving.step.unsigned_abs());
        let way = self.op(ValType::I64, Op::I64Mul, &[again, by]);
        if moving.step < 0 {
            let no_wrap = self.op(ValType::I32, Op::I64LeU, &[way, first]);
            self.require(no_wrap);
            let last = self.op(ValType::I64, Op::I64Sub, &[first, way]);
            return (last, first);
        }
        let last = self.op(ValType::I64, Op::I64Add, &[first, way]);
        (first, last)
    }

    /// Requires that a rising recurrence does not wrap in 32 bits.
    pub fn fits(&mut self, moving: &Moving, last: Value) {
        if moving.step > 0 && !invar_ir::mutant!(VersionWraps) {
            let limit = self.int64(u64::from(u32::MAX));
            let fits = self.op(ValType::I32, Op::I64LeU, &[last, limit]);
            self.require(fits);
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
