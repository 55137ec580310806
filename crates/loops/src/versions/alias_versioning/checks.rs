//! The preconditions of a copy, and the run-time check of them.

use super::cells::Place;
use super::copy::Copy;
use super::{AliasVersioned, Config, Site};
use crate::analysis::short_trips::is_short;
use crate::analysis::trip_count::Trips;
use crate::versions::runtime_checks::{Range, Tests, branch, enter, moving};
use invar_analysis::{Linear, Observed};
use invar_ir::{Block, Function, Op, Terminator, ValType, Value, memory_access};

/// How far apart accesses may be that are checked as one range, in bytes.
const NEAR: i64 = 1 << 14;

/// A range of bytes that a copy accesses over all iterations.
#[derive(Debug)]
struct Stream {
    bytes: Range,
    /// Whether it is at a constant offset from the variables, and so known to be disjoint from them.
    is_disjoint: bool,
}

impl Stream {
    /// Widens it by another one at a small constant distance. Nothing wraps between them, since the check
    /// requires the widened range to be in bounds.
    fn take_in(&mut self, other: &Range) -> bool {
        let known = &mut self.bytes;
        let away = other.at.first.minus(&known.at.first).map(|by| known.at.first.signed(by));
        let Some(away) = away.filter(|by| by.abs() <= NEAR && other.at.step == known.at.step)
        else {
            return false;
        };
        let by = away.unsigned_abs();
        let (mut from, mut to) = (other.from, other.to);
        if away < 0 {
            known.at = other.at.clone();
            (known.from, known.to) = (known.from + by, known.to + by);
        } else {
            (from, to) = (from + by, to + by);
        }
        (known.from, known.to) = (known.from.min(from), known.to.max(to));
        true
    }
}

/// What the check before a copy must test.
#[derive(Debug)]
pub(super) struct Plan {
    trips: Trips,
    /// Preconditions of the trip count: the first sum must be at most the second, unsigned.
    counted: Vec<(Linear, Linear)>,
    streams: Vec<Stream>,
}

impl Site<'_> {
    /// The check of a copy. `None` if it cannot be made, or the copy is not worth it.
    pub fn plan(
        &self,
        f: &Function,
        config: &Config,
        copy: &Copy,
        stats: &mut AliasVersioned,
    ) -> Option<Plan> {
        let Site { nest, id, counts, .. } = *self;
        let refuse = |counter: &mut Observed| {
            *counter += 1;
            None
        };
        let found = counts.of_assuming(f, nest, id).ok();
        let Some((trips, counted)) =
            found.filter(|(trips, _)| !trips.dividend.wide && trips.divisor.is_power_of_two())
        else {
            return refuse(&mut stats.refused_unknown_trip_count);
        };
        if is_short(f, nest, id, &trips, self.state.ranges) {
            return refuse(&mut stats.refused_short_trip_count);
        }
        let blocks = nest.blocks_in_rpo(id);
        let basics = counts.basics(f, nest, id);
        let is_fixed = |value| counts.is_outside(f, nest, id, value);
        let base = copy.cells[0].place.base;
        let mut streams: Vec<Stream> = Vec::new();
        for &inst in blocks.iter().flat_map(|&block| &f.blocks[block].insts) {
            let Some(access) = memory_access(&f.insts[inst].op) else { continue };
            let at = Linear::of(f, f.resolve(f.args(inst)[access.address]))
                .and_then(|sum| moving(f, &basics, &sum, is_fixed));
            let Some(at) = at else { return refuse(&mut stats.refused_address) };
            let from = access.memarg.offset;
            let to = from + u64::from(access.size);
            let place = Place::of(f, inst).filter(|place| place.base == base);
            // A pointer in memory may have turned out to be the base.
            if place
                .is_some_and(|place| !copy.cells.iter().all(|cell| place.is_disjoint(&cell.place)))
            {
                return refuse(&mut stats.refused_address);
            }
            let is_disjoint = place.is_some();
            let bytes = Range { at, from, to };
            let near =
                |stream: &mut Stream| stream.is_disjoint == is_disjoint && stream.take_in(&bytes);
            if !streams.iter_mut().any(near) {
                streams.push(Stream { bytes, is_disjoint });
            }
        }
        if streams.len() > config.streams {
            return refuse(&mut stats.refused_budget);
        }
        let cost = 10 + streams.len() * (9 + 5 * copy.spans.len());
        if cost > config.iterations * 2 * copy.accesses {
            return refuse(&mut stats.refused_cost);
        }
        Some(Plan { trips, counted, streams })
    }
}

/// Emits the check.
pub(super) fn make(f: &mut Function, of: &Copy, plan: &Plan) {
    let loc = f.blocks[of.before].term_loc;
    let slow = f.blocks[of.before].term.target(1).expect("a branch").block;
    let mut tests = Tests::new(f, of.before, loc);
    // The variables are in bounds, and no address of them wraps.
    let base = match of.cells[0].place.base {
        Some(base) => tests.long(base),
        None => tests.int64(0),
    };
    let least =
        of.spans.iter().map(|span| span.0).min().expect("there are variables").min(of.least);
    let most = of.spans.iter().map(|span| span.1).max().expect("there are variables");
    if least < 0 {
        let by = tests.int64(least.unsigned_abs());
        let above = tests.op(ValType::I32, Op::I64GeU, &[base, by]);
        tests.require(above);
    }
    let memory = tests.memory_bytes(0, false, 16);
    let end = tests.plus(base, most);
    tests.at_most(end, memory);
    let cond = tests.cond.take().expect("required");
    tests.f.blocks[of.before].term = branch(cond, enter(of.fast), slow);

    // The values of the variables are available from here.
    let Terminator::Jump(call) = std::mem::take(&mut tests.f.blocks[of.fast].term) else {
        unreachable!("a jump to the copy")
    };
    tests.at = of.fast;
    for &equal in &of.equal {
        tests.require(equal);
    }
    tests.preconditions(&plan.counted);
    let again = tests.again(&plan.trips);
    for Stream { bytes, is_disjoint } in &plan.streams {
        let Range { at, from, to } = bytes;
        let (low, high) = tests.range(at, Some(again));
        let end = tests.plus(high, *to as i64);
        tests.at_most(end, memory);
        if *is_disjoint {
            continue;
        }
        let start = tests.plus(low, *from as i64);
        for &(first, last) in &of.spans {
            let variables = (tests.plus(base, first), tests.plus(base, last));
            let apart = tests.apart((start, end), variables);
            if !invar_ir::mutant!(DisambiguateUntested) {
                tests.require(apart);
            }
        }
    }
    let (cond, last): (Option<Value>, Block) = (tests.cond.take(), tests.at);
    f.blocks[last].term = match cond {
        Some(cond) => branch(cond, call, slow),
        None => Terminator::Jump(call),
    };
    f.blocks[last].term_loc = loc;
}
