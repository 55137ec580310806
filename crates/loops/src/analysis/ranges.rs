//! Between which numbers the integers of a function lie.
//!
//! One interval per value, of the signed number that it is, found in one walk over the blocks in
//! reverse postorder. A parameter of a block lies in the union of what its edges pass, as far as
//! the condition of the branch at the other end of an edge allows. An induction variable of a loop
//! that tests at its bottom lies between its start and its bound: with a step up, a test
//! `next < bound` for another iteration and a start below the bound, it neither wraps nor gets
//! there. If it is known how often a loop goes round at most, all of its induction variables are as
//! far from their starts as that takes them. All other parameters of loop headers are unknown.
//!
//! The intervals hold wherever the value exists. From them follows which accesses of memory are in
//! bounds (memories never shrink below their declared minimum) and which are apart.
//!
//! Cost: linear, and the conditions above loops.

use crate::analysis::guards::{Guards, Side};
use crate::analysis::shape::{Homes, Nest};
use crate::analysis::trip_count::{Counts, Trips};
use crate::transforms::strength_reduction::{Basic, basics};
use invar_ir::entities::SecondaryMap;
use invar_ir::rules::{Compare, Const, ValueFacts, Width};
use invar_ir::transform::edges;
use invar_ir::{
    Block, Edge, Function, Inst, Linear, Loop, Memory, Module, Op, Terminator, ValType, Value,
    memory_access,
};

/// How many blocks above a loop are looked at for the condition under which it is entered.
const MOST_ABOVE: usize = 4;

/// An interval of signed numbers, both ends included.
pub type Range = (i64, i64);

/// What is known of the values of a function.
pub struct Ranges {
    of: SecondaryMap<Value, Option<Range>>,
}

impl Ranges {
    /// Of a function whose loops are in shape.
    pub fn new(f: &Function, nest: &Nest) -> Ranges {
        let mut ranges = Ranges { of: SecondaryMap::with_capacity(f.values.len()) };
        let counts = Counts::at_latches(f, nest);
        for &block in &nest.cfg.rpo {
            let header =
                nest.forest.innermost(block).filter(|&id| nest.forest.loops[id].header == block);
            match header {
                Some(id) => ranges.header(f, nest, &counts, id),
                None => ranges.params(f, nest, block),
            }
            for &inst in &f.blocks[block].insts {
                if let Some(value) = f.result(inst)
                    && matches!(f.ty(value), ValType::I32 | ValType::I64)
                    && f.results(inst).len() == 1
                    // What stands for something else now has no operator any more.
                    && f.resolve(value) == value
                {
                    ranges.of[value] = ranges.result(f, value, &f.insts[inst].op);
                }
            }
        }
        ranges
    }

    /// The interval of a value.
    pub fn get(&self, f: &Function, value: Value) -> Option<Range> {
        // A constant may stand in a block that comes later.
        let constant = || f.constant(f.resolve(value)).and_then(Const::as_int).map(|n| (n, n));
        self.of[f.resolve(value)].or_else(constant)
    }

    /// The bytes that an access may touch, as the first and the one after the last.
    pub fn span(&self, f: &Function, inst: Inst) -> Option<(u64, u64)> {
        let access = memory_access(&f.insts[inst].op)?;
        let (low, high) = self.get(f, f.args(inst)[access.address])?;
        let low = u64::try_from(low).ok()?.checked_add(access.memarg.offset)?;
        let end = u64::try_from(high).ok()?.checked_add(access.memarg.offset)?;
        Some((low, end.checked_add(u64::from(access.size))?))
    }

    /// Whether an access is in bounds whatever happens.
    pub fn is_in_bounds(&self, f: &Function, module: &Module, inst: Inst) -> bool {
        let Some(access) = memory_access(&f.insts[inst].op) else { return false };
        let ty = &module.memories[Memory::from_u32(access.memarg.memory)].ty;
        let page = 1u64 << ty.page_size_log2.unwrap_or(16);
        let least = ty.initial.saturating_mul(page);
        !access.is_atomic() && self.span(f, inst).is_some_and(|(_, end)| end <= least)
    }

    /// The most often that the back edge of a loop is taken, if that is known, where besides numbers
    /// `is_above_zero` holds of are above zero.
    pub(crate) fn most(
        &self,
        f: &Function,
        trips: &Trips,
        is_above_zero: impl Fn(Value) -> bool,
    ) -> Option<u64> {
        let dividend = &trips.dividend;
        if let Some(again) = trips.again() {
            return Some(again);
        }
        let mut least = i128::from(dividend.signed(dividend.constant));
        let mut most = least;
        for &(value, factor) in &dividend.terms {
            let (mut low, high) = self.get(f, value)?;
            if low <= 0 && is_above_zero(value) {
                low = 1;
            }
            let by = i128::from(dividend.signed(factor));
            let (a, b) = (by * i128::from(low), by * i128::from(high));
            (least, most) = (least + a.min(b), most + a.max(b));
        }
        // A sum that cannot wrap is what it is.
        let fits = least >= 0 && most <= i128::from(i32::MAX);
        fits.then(|| most as u64 / trips.divisor)
    }

    /// The parameters of a block that is no header of a loop.
    fn params(&mut self, f: &Function, nest: &Nest, block: Block) {
        if block == f.entry {
            return;
        }
        for (n, &param) in f.blocks[block].params.iter().enumerate() {
            let mut union: Option<Range> = None;
            for edge in nest.cfg.reachable_preds(block) {
                let Some(&arg) = edges::args(f, edge).get(n) else { return };
                // An edge from a block that comes later is part of an irreducible cycle.
                let known = !nest.cfg.is_retreating(edge);
                let Some(range) = self.on_edge(f, edge, arg).filter(|_| known) else {
                    union = None;
                    break;
                };
                union = Some(union.map_or(range, |(a, b)| (a.min(range.0), b.max(range.1))));
            }
            self.of[param] = union;
        }
    }

    /// What a value is if an edge is taken.
    fn on_edge(&self, f: &Function, edge: Edge, value: Value) -> Option<Range> {
        match &f.blocks[edge.from].term {
            Terminator::BrIf { cond, .. } => self.where_holds(f, *cond, edge.nth == 0, value),
            _ => self.where_holds(f, value, true, value),
        }
    }

    /// What a value is where a condition holds, or does not.
    fn where_holds(&self, f: &Function, cond: Value, holds: bool, value: Value) -> Option<Range> {
        let (mut low, mut high) = self.get(f, value).or(everything(f.ty(value)))?;
        if let Some(Fact { less, more, by }) = self.fact(f, cond, holds) {
            let value = f.resolve(value);
            if less == value
                && let Some((_, most)) = self.get(f, more)
            {
                high = high.min(most.saturating_sub(by));
            }
            if more == value
                && let Some((least, _)) = self.get(f, less)
            {
                low = low.max(least.saturating_add(by));
            }
        }
        Some((low, high))
    }

    /// What holds where a condition is nonzero (or zero).
    fn fact(&self, f: &Function, cond: Value, holds: bool) -> Option<Fact> {
        let (mut value, mut holds) = (f.resolve(cond), holds);
        while matches!(f.op(value), Some(Op::I32Eqz)) {
            (value, holds) = (f.operand(value, 0), !holds);
        }
        let (_, mut kind): (Width, Compare) = Compare::of(f.op(value)?)?;
        if !holds {
            kind = kind.inverted();
        }
        let (a, b) = (f.operand(value, 0), f.operand(value, 1));
        let fact = match kind {
            Compare::LtS | Compare::LtU => Fact { less: a, more: b, by: 1 },
            Compare::LeS | Compare::LeU => Fact { less: a, more: b, by: 0 },
            Compare::GtS | Compare::GtU => Fact { less: b, more: a, by: 1 },
            Compare::GeS | Compare::GeU => Fact { less: b, more: a, by: 0 },
            _ => return None,
        };
        // What is below a number that is not negative, as unsigned, is so as signed.
        let sound = invar_ir::mutant!(RangesUnsignedAsSigned)
            || !kind.is_unsigned()
            || self.get(f, fact.more).is_some_and(|(low, _)| low >= 0);
        sound.then_some(fact)
    }

    /// The parameters of the header of a loop.
    fn header(&mut self, f: &Function, nest: &Nest, counts: &Counts, id: Loop) {
        let basics = basics(f, nest, &counts.home, id);
        if basics.is_empty() {
            return;
        }
        let is_above_zero = |value| is_entered_above_zero(f, nest, id, value);
        let most = counts.of(f, nest, id).ok();
        let most = most.and_then(|trips| self.most(f, &trips, is_above_zero));
        if let Some(again) = most.and_then(|again| i64::try_from(again).ok()) {
            for basic in basics.iter().filter(|basic| basic.step.terms.is_empty()) {
                let step = basic.step.signed(basic.step.constant);
                let fits = |number: &i64| fits(f.ty(basic.param), *number);
                self.of[basic.param] = self.get(f, basic.start).and_then(|(low, high)| {
                    let reach = step.checked_mul(again)?;
                    let low = low.checked_add(reach.min(0)).filter(fits)?;
                    Some((low, high.checked_add(reach.max(0)).filter(fits)?))
                });
            }
        }
        self.bounded(f, nest, &counts.home, id, &basics);
    }

    /// Induction variables of a loop that goes on while one of them is below a bound, or above.
    fn bounded(&mut self, f: &Function, nest: &Nest, home: &Homes, id: Loop, basics: &[Basic]) {
        let Some((preheader, latch)) = nest.ends(id) else { return };
        let back = nest.forest.back_edges(id)[0];
        let Terminator::BrIf { cond, .. } = &f.blocks[latch].term else { return };
        let Some(again) = self.fact(f, *cond, back.nth == 0) else { return };
        for basic in basics {
            let up = basic.step.signed(basic.step.constant);
            if !basic.step.terms.is_empty() || up == 0 {
                continue;
            }
            let Some(start) = self.get(f, basic.start) else { continue };
            let next = |value: Value| {
                Linear::of(f, value).is_some_and(|sum| {
                    let (rest, factor) = sum.without(basic.param);
                    factor == 1 && rest == basic.step
                })
            };
            // `next + by <= more` for another iteration, or the other way round.
            let outside = |value| nest.is_invariant(f, home, id, value);
            if up > 0 && next(again.less) && outside(again.more) {
                let Some((_, most)) = self.get(f, again.more) else { continue };
                let most = most.saturating_sub(again.by);
                // The sum that is tested must not have wrapped on its way past the bound.
                let ends = most.checked_add(up).is_some_and(|sum| fits(f.ty(basic.param), sum));
                let entered = start.1 <= most
                    || self.is_entered_below(f, nest, preheader, basic.start, &again);
                if (ends || invar_ir::mutant!(RangesStepPastEnd)) && entered {
                    self.of[basic.param] = Some((start.0, most.max(start.0)));
                }
            } else if up < 0 && next(again.more) && outside(again.less) {
                let Some((least, _)) = self.get(f, again.less) else { continue };
                let least = least.saturating_add(again.by);
                let ends = least.checked_add(up).is_some_and(|sum| fits(f.ty(basic.param), sum));
                if ends && (start.0 >= least || invar_ir::mutant!(RangesEnteredUnasked)) {
                    self.of[basic.param] = Some((least, start.1));
                }
            }
        }
    }

    /// Whether the loop behind a preheader is only entered with its variable where the test wants
    /// it: the guard that rotation leaves says the same of the start.
    fn is_entered_below(
        &self,
        f: &Function,
        nest: &Nest,
        preheader: Block,
        start: Value,
        again: &Fact,
    ) -> bool {
        let mut block = preheader;
        let start = f.resolve(start);
        for _ in 0..MOST_ABOVE {
            let mut preds = nest.cfg.reachable_preds(block);
            let (Some(edge), None) = (preds.next(), preds.next()) else { return false };
            if let Terminator::BrIf { cond, .. } = &f.blocks[edge.from].term
                && let Some(guard) = self.fact(f, *cond, edge.nth == 0)
                && guard.more == again.more
                && guard.by >= again.by
                && (guard.less == start
                    || f.constant(guard.less).is_some()
                        && f.constant(guard.less) == f.constant(start))
            {
                return true;
            }
            block = edge.from;
        }
        false
    }

    /// What an operator gives.
    fn result(&self, f: &Function, value: Value, op: &Op) -> Option<Range> {
        use Op::*;
        let ty = f.ty(value);
        if let Some(constant) = Const::from_op(op).and_then(Const::as_int) {
            return Some((constant, constant));
        }
        let arg = |n| self.get(f, f.operand(value, n));
        let constant = |n| f.constant(f.operand(value, n)).and_then(Const::as_int);
        let range = match op {
            I32Add | I64Add => {
                let ((a, b), (c, d)) = (arg(0)?, arg(1)?);
                (a.checked_add(c)?, b.checked_add(d)?)
            }
            I32Sub | I64Sub => {
                let ((a, b), (c, d)) = (arg(0)?, arg(1)?);
                (a.checked_sub(d)?, b.checked_sub(c)?)
            }
            I32Mul | I64Mul => {
                let ((a, b), by) = (arg(0)?, constant(1).filter(|&by| by >= 0)?);
                (a.checked_mul(by)?, b.checked_mul(by)?)
            }
            I32Shl | I64Shl => {
                let ((a, b), by) = (arg(0)?, constant(1).filter(|by| (0..31).contains(by))?);
                (a.checked_mul(1 << by)?, b.checked_mul(1 << by)?)
            }
            I32ShrU | I64ShrU | I32ShrS | I64ShrS => {
                let ((a, b), by) = (arg(0)?, constant(1).filter(|by| (0..31).contains(by))?);
                if a < 0 {
                    return None;
                }
                (a >> by, b >> by)
            }
            I32And | I64And => {
                let mask = constant(1).filter(|&mask| mask >= 0)?;
                (0, arg(0).filter(|range| range.0 >= 0).map_or(mask, |(_, high)| mask.min(high)))
            }
            I32RemU | I64RemU => (0, constant(1).filter(|&by| by > 0)? - 1),
            I32Load8U { .. } | I64Load8U { .. } => (0, 0xff),
            I32Load16U { .. } | I64Load16U { .. } => (0, 0xffff),
            I64Load32U { .. } => (0, 0xffff_ffff),
            I64ExtendI32S => arg(0).unwrap_or((i64::from(i32::MIN), i64::from(i32::MAX))),
            I64ExtendI32U => arg(0).filter(|range| range.0 >= 0).unwrap_or((0, 0xffff_ffff)),
            Select => {
                let (then, els, cond) =
                    (f.operand(value, 0), f.operand(value, 1), f.operand(value, 2));
                let (a, b) = self.where_holds(f, cond, true, then)?;
                let (c, d) = self.where_holds(f, cond, false, els)?;
                (a.min(c), b.max(d))
            }
            _ if Compare::of(op).is_some() => (0, 1),
            _ => return None,
        };
        (fits(ty, range.0) && fits(ty, range.1)).then_some(range)
    }
}

/// All numbers of a type.
fn everything(ty: ValType) -> Option<Range> {
    match ty {
        ValType::I32 => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
        ValType::I64 => Some((i64::MIN, i64::MAX)),
        _ => None,
    }
}

/// Whether a loop is only entered where a number is above zero, signed.
fn is_entered_above_zero(f: &Function, nest: &Nest, id: Loop, value: Value) -> bool {
    let Some(preheader) = nest.preheader[id] else { return false };
    let wide = f.ty(value) == ValType::I64;
    let zero = Linear::constant(wide, 1 << if wide { 63 } else { 31 });
    let mut sum = zero.clone();
    sum.add_term(f.resolve(value), 1);
    Guards::of(f, nest, preheader).prove(&Side::any(zero), &Side::any(sum), false)
}

fn fits(ty: ValType, number: i64) -> bool {
    everything(ty).is_some_and(|(low, high)| (low..=high).contains(&number))
}

/// What a condition says: `less + by <= more`, of signed numbers, without wrapping; `by` is 0 or 1.
#[derive(Clone, Copy)]
struct Fact {
    less: Value,
    more: Value,
    by: i64,
}
