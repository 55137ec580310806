//! Loops with short trip counts, which passes that copy loops leave alone.
//!
//! *At most `FEW_ITERATIONS`*: a copy of such a loop, and run-time tests in front of it, do not pay. The bound follows from
//! the facts about the trip count (`n & 3`, a loop to the smaller of `n` and 3) or from a test that leads to the loop
//! (`if (n < 4)`).
//!
//! *Short and unpredictable*: inner loops over segments that lie in a row, from `start[i]` to `start[i + 1]`, as in
//! sparse matrices and lists of strings.
//! Branch predictors cannot learn where such a loop exits, and most segments are short. A large unroll factor
//! leaves many iterations to the remainder loop, which costs more than unrolling saves.
//!
//! Cost: constant per loop, and the tests that lead to it.

use crate::analysis::guards::{Guards, Side};
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::Nest;
use crate::analysis::trip_count::{Counts, Trips};
use invar_analysis::{Linear, Loop};
use invar_ir::{Function, Value, memory_access};

/// A loop of at most so many iterations is short.
pub(crate) const FEW_ITERATIONS: u64 = 4;

/// The greatest backedge-taken count that the facts about it allow.
pub(crate) fn most(f: &Function, trips: &Trips, ranges: &Ranges) -> Option<u64> {
    let bounds = [trips.again(), trips.most(f), ranges.most(f, trips)];
    bounds.into_iter().flatten().min()
}

/// Whether a loop has at most `FEW_ITERATIONS`, as far as a trip count above 2^31 is not expected: this is no
/// proof, since it only decides what is worth it.
pub fn is_short(f: &Function, nest: &Nest, id: Loop, trips: &Trips, ranges: &Ranges) -> bool {
    let few = |again: u64| again < FEW_ITERATIONS;
    let dividend = &trips.dividend;
    if most(f, trips, ranges).is_some_and(few) {
        return true;
    }
    // The greatest sum, as a signed number.
    let constant = dividend.signed(dividend.constant);
    let greatest = dividend.terms.iter().try_fold(i128::from(constant), |sum, &(value, factor)| {
        let (low, high) = ranges.facts(f, value)?.signed;
        let by = i128::from(dividend.signed(factor));
        Some(sum + (by * i128::from(low)).max(by * i128::from(high)))
    });
    let greatest = greatest.and_then(|sum| u64::try_from(sum).ok());
    if greatest.is_some_and(|sum| few(sum / trips.divisor)) {
        return true;
    }
    // A test that leads to the loop: of `n`, where the dividend is `n - 1`.
    let Some(preheader) = nest.preheader[id] else { return false };
    let limit = i128::from(FEW_ITERATIONS) * i128::from(trips.divisor) - 1 - i128::from(constant);
    let Ok(limit) = u64::try_from(limit) else { return false };
    let wide = dividend.wide;
    let limit = Side::any(Linear::constant(wide, limit));
    let sum = Side::any(Linear { constant: 0, ..dividend.clone() });
    limit.sum.constant <= sum.sum.mask() / 2
        && Guards::of(f, nest, preheader).prove(&sum, &limit, true)
}

/// Whether the trip count is a difference of two values that vary in the enclosing loop, at least one of them
/// loaded from a varying address.
pub(crate) fn is_irregular(
    f: &Function,
    nest: &Nest,
    id: Loop,
    counts: &Counts,
    trips: &Trips,
) -> bool {
    let Some(around) = nest.forest.loops[id].parent else { return false };
    let changes = |value: Value| !counts.is_outside(f, nest, around, value);
    let is_loaded = |value: Value| {
        let Some(inst) = f.def_inst(value) else { return false };
        memory_access(&f.insts[inst].op)
            .is_some_and(|access| access.is_load() && changes(f.args(inst)[access.address]))
    };
    let ends: Vec<Value> = (trips.dividend.terms.iter())
        .map(|term| f.resolve(term.0))
        .filter(|&value| changes(value))
        .collect();
    ends.len() == 2 && ends.into_iter().any(is_loaded)
}
