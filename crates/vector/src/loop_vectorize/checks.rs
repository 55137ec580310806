//! The run-time tests before a vector loop: that all its accesses are in bounds, and that the stores of a group touch
//! no byte of another group. (The loads of a group may lie on both sides of another group's stores, as rows of a
//! matrix do.)
//!
//! With `again`, the number of iterations but one, a group whose base starts at `first` and rises by `step` touches
//! the bytes from `first` to `first + step * again + to`; all of that is computed in 64 bits, where it does not wrap.
//! If it is at most the size of memory, no address wraps in 32 bits either. In a memory with addresses of 64 bits, the
//! lowest address must be at most the size of memory, too: then these sums do not wrap, as no memory has 2^63 bytes.
//!
//! Cost: linear in the groups and in the pairs that must be apart.

use super::memory::{Accesses, Group};
use invar_ir::{Op, ValType, Value};
use invar_loops::analysis::trip_count::Trips;
use invar_loops::versions::runtime_checks::{Moving, Tests};

/// How many run-time tests there are.
pub(super) struct Tested {
    /// Of bounds.
    pub bounds: usize,
    /// Of pairs of groups.
    pub pairs: usize,
}

/// Requires that the groups are in bounds and apart. `again` is the number of iterations but one.
pub(super) fn require_memory(
    tests: &mut Tests<'_>,
    accesses: &Accesses,
    trips: &Trips,
    again: Value,
) -> Tested {
    let mut tested = Tested { bounds: 0, pairs: 0 };
    let compared = |n: usize| accesses.apart.iter().any(|&(a, b)| a == n || b == n);
    if trips.dividend.wide {
        // More iterations would leave the memory.
        let most = tests.int64(u64::from(u32::MAX));
        let few = tests.op(ValType::I32, Op::I64LeU, &[again, most]);
        if !accesses.groups.is_empty() {
            tests.require(few);
        }
    }
    let again = tests.long(again);
    let mut bases: Vec<Option<(Value, Value)>> = Vec::new();
    for (n, group) in accesses.groups.iter().enumerate() {
        if group.proven && !compared(n) {
            bases.push(None);
            continue;
        }
        let Group { first, step, memory, to, .. } = group;
        let (low, high) = tests.range(&Moving::by(first.clone(), *step), Some(again));
        if !group.proven && !invar_ir::mutant!(VectorizeBoundsUntested) {
            tested.bounds += 1;
            let size = tests.memory_bytes(*memory, first.wide, 16);
            if first.wide && !invar_ir::mutant!(VectorizeWideBaseUntested) {
                // Sums with addresses of 64 bits do not wrap if the lowest one is in the memory.
                tests.at_most(low, size);
            }
            let end = tests.plus(high, *to as i64);
            tests.at_most(end, size);
        }
        bases.push(Some((low, high)));
    }
    for &(a, b) in &accesses.apart {
        let (Some(of_a), Some(of_b)) = (bases[a], bases[b]) else { continue };
        let (a, b) = (&accesses.groups[a], &accesses.groups[b]);
        let Some((from, to)) = a.stored else { continue };
        tested.pairs += 1;
        let stored = (tests.plus(of_a.0, from as i64), tests.plus(of_a.1, to as i64));
        let other = (tests.plus(of_b.0, b.from as i64), tests.plus(of_b.1, b.to as i64));
        let apart = tests.apart(stored, other);
        if !invar_ir::mutant!(VectorizeOverlapUntested) {
            tests.require(apart);
        }
    }
    tested
}
