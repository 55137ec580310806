//! Loops over pieces of different lengths, where the pieces lie in a row: `start[i]` up to `start[i + 1]`,
//! as in sparse matrices and in lists of strings.
//!
//! Where such a loop ends is in nobody's hands: no branch predictor learns it, and most pieces are
//! short. Many iterations at a time leave many for an end of its own, which costs more than it saves.
//!
//! Cost: constant for a loop.

use crate::analysis::shape::Nest;
use crate::analysis::trip_count::{Counts, Trips};
use invar_ir::{Function, Loop, Value, memory_access};

/// Whether how often a loop goes round is a difference of two values that change from one iteration of
/// the loop around it to the next, one of which is loaded from another place each time.
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
