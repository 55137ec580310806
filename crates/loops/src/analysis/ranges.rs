//! Value ranges of the integers of a function whose loops are in simplify form.
//!
//! [`FunctionFacts`], with the ranges of induction variables: one of a loop with its test at the bottom lies
//! between its start and its bound. With a step up, a test `next < bound` for another iteration and a
//! start below the bound, it neither wraps nor reaches the bound. If a loop has a known maximum trip count,
//! it bounds the distance of all its induction variables from their starts. All other
//! parameters of loop headers are unknown.
//!
//! The ranges hold wherever the value exists. From them follows which accesses of memory are in
//! bounds (memories never shrink below their declared minimum) and which are apart.
//!
//! Cost: linear, and the conditions above loops.

use crate::analysis::guards::{Guards, Side};
use crate::analysis::induction::{Basic, basics_and_sums};
use crate::analysis::shape::{Homes, Nest};
use crate::analysis::trip_count::{Counts, Trips};
use invar_analysis::{
    Analyses, Comparison, FunctionFacts, IntFacts, Linear, Loop, dominating_conditions,
    is_in_bounds,
};
use invar_ir::{Block, Function, Inst, Module, Terminator, ValType, Value, memory_access};
use invar_rules::{Compare, ValueFacts, Width};
use std::rc::Rc;

/// An interval of signed numbers, both ends included.
pub type Range = (i64, i64);

/// The facts about the values of a function.
pub struct Ranges(FunctionFacts);

impl Ranges {
    /// The facts of a function whose loops are in simplify form: from the cache, or computed.
    pub fn of(f: &Function, nest: &Nest, analyses: &mut Analyses) -> Rc<Ranges> {
        analyses.of_instructions(f, || Ranges::new(f, nest))
    }

    /// Computes the facts of a function whose loops are in simplify form.
    pub fn new(f: &Function, nest: &Nest) -> Ranges {
        let counts = Counts::at_latches(f, nest);
        Ranges(FunctionFacts::new(f, &nest.cfg, |facts, block| {
            let is_header = |&id: &Loop| nest.forest.loops[id].header == block;
            let header = nest.forest.innermost(block).filter(is_header);
            header.inspect(|&id| Header { f, nest, id, facts }.params(&counts)).is_some()
        }))
    }

    /// The bytes that an access may touch, as the first and the one after the last.
    pub fn span(&self, f: &Function, inst: Inst) -> Option<(u64, u64)> {
        let access = memory_access(&f.insts[inst].op)?;
        let (low, high) = self.0.get(f, f.args(inst)[access.address])?.unsigned;
        let end = high.checked_add(access.memarg.offset)?.checked_add(access.size.into())?;
        Some((low.checked_add(access.memarg.offset)?, end))
    }

    /// The facts about a value; `None` if it is not an integer.
    pub fn facts(&self, f: &Function, value: Value) -> Option<IntFacts> {
        self.0.get(f, value)
    }

    /// Whether an access is in bounds whatever happens.
    pub fn is_in_bounds(&self, f: &Function, module: &Module, inst: Inst) -> bool {
        is_in_bounds(module, &f.insts[inst].op, |n| self.0.get(f, f.args(inst)[n]))
    }

    /// The maximum backedge-taken count of a loop, if it is known.
    pub(crate) fn most(&self, f: &Function, trips: &Trips) -> Option<u64> {
        most(&self.0, f, trips, |_| false)
    }

    /// The maximum backedge-taken count of a loop that is entered: its guard may tell that numbers are positive.
    pub fn most_if_entered(
        &self,
        f: &Function,
        nest: &Nest,
        id: Loop,
        trips: &Trips,
    ) -> Option<u64> {
        most(&self.0, f, trips, |value| is_entered_above_zero(f, nest, id, value))
    }
}

/// The header of a loop whose parameters are analyzed.
struct Header<'a> {
    f: &'a Function,
    nest: &'a Nest,
    id: Loop,
    facts: &'a mut FunctionFacts,
}

impl Header<'_> {
    /// The parameters, as far as they are induction variables.
    fn params(mut self, counts: &Counts) {
        let Header { f, nest, id, .. } = self;
        let basics = basics_and_sums(f, nest, &counts.home, id);
        if basics.is_empty() {
            return;
        }
        for basic in basics.iter().filter(|basic| basic.step.terms.is_empty()) {
            self.low_bits(basic);
        }
        let Header { f, nest, id, .. } = self;
        let is_above_zero = |value| is_entered_above_zero(f, nest, id, value);
        let trips = counts.of(f, nest, id).ok();
        let again = trips.and_then(|trips| most(self.facts, f, &trips, is_above_zero));
        if let Some(again) = again.and_then(|again| i64::try_from(again).ok()) {
            for basic in basics.iter().filter(|basic| basic.step.terms.is_empty()) {
                let reach = basic.step.signed(basic.step.constant).checked_mul(again);
                let (Some((low, high)), Some(reach)) = (self.range(basic.start), reach) else {
                    continue;
                };
                let (low, high) = (low.checked_add(reach.min(0)), high.checked_add(reach.max(0)));
                if let Some(range) = low.zip(high) {
                    self.facts.narrow(f, basic.param, range);
                }
            }
        }
        self.bounded(&counts.home, &basics);
    }

    /// The low bits of a start that the step leaves as they are: a pointer that rises by 8 stays aligned.
    fn low_bits(&mut self, basic: &Basic) {
        let Some(start) = self.facts.get(self.f, basic.start) else { return };
        let low = (1u64 << basic.step.constant.trailing_zeros().min(63)) - 1;
        let mut facts = IntFacts::any(start.width);
        if invar_ir::mutant!(OffsetIgnoresStart) {
            facts.bits.zeros |= low;
        } else {
            facts.bits.zeros |= start.bits.zeros & low;
            facts.bits.ones |= start.bits.ones & low;
        }
        self.facts.refine(self.f, basic.param, facts);
    }

    /// The signed range of an integer.
    fn range(&self, value: Value) -> Option<Range> {
        Some(self.facts.get(self.f, value)?.signed)
    }

    /// The ranges of the induction variables of a loop that repeats while one of them is below a
    /// bound, or above.
    fn bounded(self, home: &Homes, basics: &[Basic]) {
        let Header { f, nest, id, .. } = self;
        let Some((preheader, latch)) = nest.ends(id) else { return };
        let back = nest.forest.back_edges(id)[0];
        let Terminator::BrIf { cond, .. } = &f.blocks[latch].term else { return };
        let Some(again) = self.order(*cond, back.nth == 0) else { return };
        for basic in basics {
            let up = basic.step.signed(basic.step.constant);
            if !basic.step.terms.is_empty() || up == 0 {
                continue;
            }
            let Some(start) = self.range(basic.start) else { continue };
            let next = |value: Value| {
                Linear::of(f, value).is_some_and(|sum| {
                    let (rest, factor) = sum.without(basic.param);
                    factor == 1 && rest == basic.step
                })
            };
            // `next + by <= more` for another iteration, or the other way round.
            let outside = |value| nest.is_invariant(f, home, id, value);
            if up > 0 && next(again.less) && outside(again.more) {
                let Some((_, most)) = self.range(again.more) else { continue };
                let most = most.saturating_sub(again.by);
                // The sum that is tested must not have wrapped on its way past the bound.
                let ends = most.checked_add(up).is_some_and(|sum| fits(f.ty(basic.param), sum));
                let entered =
                    start.1 <= most || self.is_entered_below(preheader, basic.start, &again);
                if (ends || invar_ir::mutant!(RangesStepPastEnd)) && entered {
                    self.facts.narrow(f, basic.param, (start.0, most.max(start.0)));
                }
            } else if up < 0 && next(again.more) && outside(again.less) {
                let Some((least, _)) = self.range(again.less) else { continue };
                let least = least.saturating_add(again.by);
                let ends = least.checked_add(up).is_some_and(|sum| fits(f.ty(basic.param), sum));
                if ends && (start.0 >= least || invar_ir::mutant!(RangesEnteredUnasked)) {
                    self.facts.narrow(f, basic.param, (least, start.1));
                }
            }
        }
    }

    /// Whether the guard of a loop, whose preheader is given, implies the test for the start of the
    /// variable: the guard that rotation leaves has the same condition.
    fn is_entered_below(&self, preheader: Block, start: Value, again: &Order) -> bool {
        let (f, start) = (self.f, self.f.resolve(start));
        dominating_conditions(f, &self.nest.cfg, &self.nest.doms, preheader).any(|(cond, holds)| {
            self.order(cond, holds).is_some_and(|guard| {
                guard.more == again.more
                    && guard.by >= again.by
                    && (guard.less == start
                        || f.constant(guard.less).is_some()
                            && f.constant(guard.less) == f.constant(start))
            })
        })
    }

    /// The facts that hold if a condition is nonzero (or zero).
    fn order(&self, cond: Value, holds: bool) -> Option<Order> {
        let Comparison { kind, left: a, right, .. } =
            Comparison::of(self.f, self.f.resolve(cond), holds)?;
        let b = right?;
        let order = match kind {
            Compare::LtS | Compare::LtU => Order { less: a, more: b, by: 1 },
            Compare::LeS | Compare::LeU => Order { less: a, more: b, by: 0 },
            Compare::GtS | Compare::GtU => Order { less: b, more: a, by: 1 },
            Compare::GeS | Compare::GeU => Order { less: b, more: a, by: 0 },
            Compare::Eq | Compare::Ne => return None,
        };
        // What is below a number that is not negative, as unsigned, is so as signed.
        let sound = invar_ir::mutant!(RangesUnsignedAsSigned)
            || !kind.is_unsigned()
            || self.range(order.more).is_some_and(|(low, _)| low >= 0);
        sound.then_some(order)
    }
}

/// The maximum backedge-taken count of a loop, if it is known, given the numbers that
/// `is_above_zero` says are positive.
fn most(
    facts: &FunctionFacts,
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
        let (mut low, high) = facts.get(f, value)?.signed;
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

/// Whether a loop is only entered if a number is above zero, signed.
fn is_entered_above_zero(f: &Function, nest: &Nest, id: Loop, value: Value) -> bool {
    let Some(preheader) = nest.preheader[id] else { return false };
    let wide = f.ty(value) == ValType::I64;
    let zero = Linear::constant(wide, 1 << if wide { 63 } else { 31 });
    let mut sum = zero.clone();
    sum.add_term(f.resolve(value), 1);
    Guards::of(f, nest, preheader).prove(&Side::any(zero), &Side::any(sum), false)
}

fn fits(ty: ValType, number: i64) -> bool {
    Width::of(ty).is_some_and(|width| (width.min()..=width.max()).contains(&number))
}

/// The inequality of a condition: `less + by <= more`, of signed numbers, without wrapping; `by` is
/// 0 or 1.
#[derive(Clone, Copy)]
struct Order {
    less: Value,
    more: Value,
    by: i64,
}
