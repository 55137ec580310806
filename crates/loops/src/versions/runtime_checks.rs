//! Run-time checks before a version of a loop: ranges of recurrences over all iterations, computed in 64
//! bits, and branches to the original loop where a check fails.
//!
//! Cost: linear in the terms of the sums.

use crate::analysis::final_values::Emit;
use crate::analysis::induction::Basic;
use crate::analysis::shape::Nest;
use crate::analysis::trip_count::Trips;
use invar_analysis::{Linear, MOST_TERMS};
use invar_ir::{Block, BlockCall, Function, Op, SourceLoc, Terminator, ValType, Value};
use rustc_hash::FxHashMap;

/// The branch weight of entering a version, against 1 for the original loop.
pub const LIKELY: u32 = 1000;

/// A value that in iteration k is `first + step * k + factor * x` modulo 2^w, x being any number up to `most`. Only
/// one that moves by a constant may have 64 bits, or be spread.
#[derive(Clone, Debug)]
pub struct Moving {
    /// A sum of invariant values, some of which are defined in the loop and hoisted.
    pub first: Linear,
    /// Such a sum too. A constant is a signed number; any other sum is taken for an unsigned one, by which the value
    /// rises.
    pub step: Linear,
    /// The part that is in no order.
    pub spread: Option<Spread>,
}

/// A multiple of a number that may be different in each iteration.
#[derive(Clone, Debug)]
pub struct Spread {
    /// What the number is at most, unsigned.
    pub most: Linear,
    /// At most 2^16.
    pub factor: u64,
    /// The condition under which it is at most that.
    pub under: Option<Rising>,
}

/// The condition under which a parameter of the header, which rises by an invariant and is below a bound whenever the
/// loop repeats, is at most the bound: it starts there, and the bound plus the step is at most `limit`, unsigned,
/// without wrapping.
#[derive(Clone, Debug)]
pub struct Rising {
    /// The argument from the preheader.
    pub start: Linear,
    /// An unsigned number.
    pub step: Linear,
    /// The greatest number that the parameter's type has in the order of the test.
    pub limit: u64,
}

/// The greatest factor of a [`Spread`]: the ends of its range are computed in 64 bits.
pub(crate) const MOST_FACTOR: u64 = 1 << 16;

impl Moving {
    /// An invariant.
    pub fn fixed(first: Linear) -> Moving {
        Moving::by(first, 0)
    }

    /// A value that a constant is added to in each iteration.
    pub fn by(first: Linear, step: i64) -> Moving {
        let step = Linear::constant(first.wide, step as u64);
        Moving { first, step, spread: None }
    }

    /// The step if it is known, as a signed number.
    pub fn constant_step(&self) -> Option<i64> {
        self.step.terms.is_empty().then(|| self.step.signed(self.step.constant))
    }

    /// Whether it is another value in each iteration of which only k is known.
    pub fn moves(&self) -> bool {
        self.constant_step() != Some(0)
    }

    /// The values before the loop of which it is computed.
    pub fn terms(&self) -> impl Iterator<Item = Value> {
        let spread = self.spread.iter();
        let under = spread.clone().filter_map(|spread| spread.under.as_ref());
        let sums = [&self.first, &self.step].into_iter();
        let sums = sums.chain(spread.map(|spread| &spread.most));
        let sums = sums.chain(under.flat_map(|rising| [&rising.start, &rising.step]));
        sums.flat_map(|sum| sum.terms.iter().map(|term| term.0))
    }
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

    /// The least and the greatest value in 64 bits, `again` being the backedge-taken count, which is asked for by
    /// values that move. Requires that a falling value does not wrap; a rising one may, and is then greater than
    /// 2^32.
    pub fn range(&mut self, moving: &Moving, again: Option<Value>) -> (Value, Value) {
        let first = self.sum(&moving.first);
        let first = self.long(first);
        let (mut low, mut high) = (first, first);
        if moving.moves() {
            let again = again.expect("a value moves in a counted loop only");
            let by = match moving.constant_step() {
                Some(step) => self.int64(step.unsigned_abs()),
                None => {
                    let step = self.sum(&moving.step);
                    self.long(step)
                }
            };
            // Below 2^64, also after `first` is added.
            let way = self.op(ValType::I64, Op::I64Mul, &[again, by]);
            if moving.constant_step().is_some_and(|step| step < 0) {
                if !invar_ir::mutant!(VersionFallsBelowZero) {
                    self.at_most(way, first);
                }
                low = self.op(ValType::I64, Op::I64Sub, &[first, way]);
            } else {
                high = self.op(ValType::I64, Op::I64Add, &[first, way]);
            }
        }
        if let Some(Spread { most, factor, under }) = &moving.spread {
            if let Some(rising) = under {
                self.rises(rising, most);
            }
            let most = self.sum(most);
            let most = self.long(most);
            let factor = self.int64(*factor);
            let by = self.op(ValType::I64, Op::I64Mul, &[most, factor]);
            high = self.op(ValType::I64, Op::I64Add, &[high, by]);
        }
        (low, high)
    }

    /// Requires that a parameter of the header stays between its start and a bound.
    fn rises(&mut self, Rising { start, step, limit }: &Rising, most: &Linear) {
        let starts = self.precondition(&(start.clone(), most.clone()));
        self.require(starts);
        let [most, step] = [most, step].map(|sum| {
            let sum = self.sum(sum);
            self.long(sum)
        });
        let next = self.op(ValType::I64, Op::I64Add, &[most, step]);
        let limit = self.int64(*limit);
        if !invar_ir::mutant!(VersionRisingMayWrap) {
            self.at_most(next, limit);
        }
    }

    /// Requires that a value does not wrap in 32 bits, `high` being the greatest.
    pub(crate) fn fits(&mut self, moving: &Moving, high: Value) {
        let rises = moving.constant_step().is_none_or(|step| step > 0);
        if (rises || moving.spread.is_some()) && !invar_ir::mutant!(VersionWraps) {
            let limit = self.int64(u64::from(u32::MAX));
            self.at_most(high, limit);
        }
    }
}

/// A sum by the induction variables of a loop, `is_fixed` telling which values are invariant: it moves, and nothing
/// of it is spread. An induction variable may be multiplied by an invariant, if it starts at a constant.
pub(crate) fn moving(
    f: &Function,
    basics: &[Basic],
    sum: &Linear,
    is_fixed: impl Fn(Value) -> bool,
) -> Option<Moving> {
    let mut found = Moving::fixed(Linear::constant(sum.wide, sum.constant));
    if sum.wide {
        return None;
    }
    for &(value, factor) in &sum.terms {
        let value = f.resolve(value);
        if !is_fixed(value) {
            let term = recurrence(f, basics, value, &is_fixed)?;
            found.first.add(&term.first, factor);
            found.step.add(&term.step, factor);
        } else {
            found.first.add_term(value, factor);
        }
    }
    let few = |sum: &Linear| sum.terms.len() <= 2 * MOST_TERMS;
    (few(&found.first) && few(&found.step)).then_some(found)
}

/// An induction variable, or one that an invariant is multiplied by, in iteration k.
pub(crate) fn recurrence(
    f: &Function,
    basics: &[Basic],
    value: Value,
    is_fixed: impl Fn(Value) -> bool,
) -> Option<Moving> {
    let basic = |value: Value| basics.iter().find(|basic| basic.param == value);
    if let Some(basic) = basic(value) {
        let first = Linear::of(f, f.resolve(basic.start))?;
        return Some(Moving { first, step: basic.step.clone(), spread: None });
    }
    let product = f.def_inst(value).filter(|&inst| f.insts[inst].op == Op::I32Mul)?;
    let [left, right] = [0, 1].map(|n| f.resolve(f.args(product)[n]));
    let (sum, by) = match (is_fixed(left), is_fixed(right)) {
        (false, true) => (Linear::of(f, left)?, right),
        (true, false) => (Linear::of(f, right)?, left),
        _ => return None,
    };
    let [(counter, factor)] = sum.terms[..] else { return None };
    let counter = basic(counter)?;
    let mut first = Linear::of(f, f.resolve(counter.start))?;
    if !first.terms.is_empty() || !counter.step.terms.is_empty() {
        return None;
    }
    first = Linear::constant(false, first.constant.wrapping_mul(factor).wrapping_add(sum.constant));
    let of = |number: u64| {
        let mut product = Linear::constant(false, 0);
        product.add_term(by, number);
        product
    };
    let step = of(counter.step.constant.wrapping_mul(factor));
    Some(Moving { first: of(first.constant), step, spread: None })
}
