//! Loops with short, unpredictable trip counts: inner loops over segments that lie in a row, from `start[i]`
//! to `start[i + 1]`, as in sparse matrices and lists of strings.
//!
//! Branch predictors cannot learn where such a loop exits, and most segments are short. A large unroll factor
//! leaves many iterations to the remainder loop, which costs more than unrolling saves.
//!
//! Cost: constant per loop.

use crate::analysis::shape::Nest;
use crate::analysis::trip_count::{Counts, Trips};
use invar_ir::{Function, Loop, Value, memory_access};

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
