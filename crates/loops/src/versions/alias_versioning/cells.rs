//! The variables of a loop that are in memory.

use super::{AliasVersioned, Config, Site};
use crate::analysis::exits::uses_no_values_of_loop;
use crate::analysis::memory::whole_load;
use invar_analysis::{Linear, is_plain};
use invar_ir::{Edge, Function, Inst, Op, Terminator, Value, memory_access};
use rustc_hash::FxHashMap;

/// How many variables of a loop are held in values.
const MOST_CELLS: usize = 16;
/// Offsets from a base must be less than this, so that they cannot wrap to each other.
const FAR: i64 = 1 << 30;
/// How many other bytes may lie between variables that are checked as one range.
const GAP: i64 = 8;

/// `size` bytes at a constant offset `at` from a base; no base is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub base: Option<Value>,
    pub at: i64,
    pub size: i64,
}

impl Place {
    /// The place of a plain access of memory whose address is a value plus a constant.
    pub fn of(f: &Function, inst: Inst) -> Option<Place> {
        let op = &f.insts[inst].op;
        let access = memory_access(op).filter(|_| is_plain(op))?;
        let address = Linear::of(f, f.resolve(f.args(inst)[access.address]))?;
        if address.wide || access.memarg.memory != 0 {
            return None;
        }
        let offset = i64::try_from(access.memarg.offset).ok()?;
        let size = i64::from(access.size);
        let (base, at) = match address.terms[..] {
            [] => (None, address.constant as i64),
            [(base, 1)] => (Some(f.resolve(base)), address.signed(address.constant)),
            _ => return None,
        };
        let at = at.checked_add(offset)?;
        (at.abs() < FAR).then_some(Place { base, at, size })
    }

    /// Whether two places of one base are disjoint, if nothing wraps.
    pub fn is_disjoint(&self, other: &Place) -> bool {
        self.at + self.size <= other.at || other.at + other.size <= self.at
    }
}

/// A variable: a place on which all accesses agree.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub place: Place,
    /// The operator that loads the whole variable.
    pub load: Op,
    /// An access of the variable, a store if there is one: the accesses that a copy gets have its operator and address.
    pub template_access: Inst,
    pub is_stored: bool,
}

/// The variables that a copy of a loop would hold in values.
#[derive(Debug)]
pub(super) struct Cells {
    /// Sorted by place.
    pub cells: Vec<Cell>,
    /// The variable of each access.
    pub of: FxHashMap<Inst, usize>,
    /// The byte ranges that they cover, relative to the base.
    pub spans: Vec<(i64, i64)>,
    /// The least constant that is added to the base before an immediate offset. If it is negative, the sum
    /// must not wrap, since immediate offsets are added to the wrapped sum.
    pub least: i64,
}

impl Site<'_> {
    fn is_fixed(&self, f: &Function, value: Value) -> bool {
        self.counts.is_outside(f, self.nest, self.id, value)
    }

    /// The variables that a copy would hold in values. `None` if it is not legal or not worth it.
    pub fn cells(
        &self,
        f: &Function,
        config: &Config,
        stats: &mut AliasVersioned,
    ) -> Option<Cells> {
        let Site { nest, id, counts, state, .. } = *self;
        let blocks = nest.blocks_in_rpo(id);
        let mut accesses: Vec<(Inst, Option<Place>)> = Vec::new();
        let (mut insts, mut others) = (0, 0u64);
        for &block in &blocks {
            let data = &f.blocks[block];
            insts += data.insts.len() + 1;
            others +=
                u64::from(!matches!(data.term, Terminator::Jump(_) | Terminator::BrIf { .. }));
            for &inst in &data.insts {
                let op = &f.insts[inst].op;
                let does = state.effects(f, inst);
                if is_plain(op) && memory_access(op).is_some_and(|access| access.memarg.memory == 0)
                {
                    let fixed =
                        |place: &Place| place.base.is_none_or(|base| self.is_fixed(f, base));
                    accesses.push((inst, Place::of(f, inst).filter(fixed)));
                } else if does.traps_where_executed()
                    || does.may_not_return
                    || !does.writes.is_empty() && !matches!(op, Op::GlobalSet { .. })
                {
                    others += 1;
                }
            }
        }
        let cells = choose(f, &accesses)?;
        if insts > config.insts {
            stats.refused_budget += 1;
            return None;
        }
        if !self.is_accessed_often(&cells) {
            stats.refused_cost += 1;
            return None;
        }
        if others > 0 {
            stats.refused_effects += 1;
            return None;
        }
        let exit = counts.exit(id).filter(|_| nest.ends(id).is_some());
        let Some(exit) = exit else {
            stats.refused_unknown_trip_count += 1;
            return None;
        };
        let mut exits = nest.forest.exits(id, &nest.cfg);
        if !exits.all(|edge: Edge| {
            edge == exit || uses_no_values_of_loop(f, nest, &counts.home, id, edge)
        }) {
            stats.refused_exit += 1;
            return None;
        }
        Some(cells)
    }

    /// Whether an iteration executes at least one of the accesses in the mean.
    fn is_accessed_often(&self, cells: &Cells) -> bool {
        let Some(latch) = self.nest.latch(self.id) else { return true };
        let all = self.frequencies.block(latch);
        let share = |&inst: &Inst| match self.counts.home[inst] {
            Some(block) if self.nest.doms.dominates(block, latch) => 1.0,
            Some(block) => (self.frequencies.block(block) / all).min(1.0),
            None => 0.0,
        };
        cells.of.keys().map(share).sum::<f64>() >= 1.0
    }
}

/// The variables of the base with the most accesses, of those with a variable that is stored to.
fn choose(f: &Function, accesses: &[(Inst, Option<Place>)]) -> Option<Cells> {
    let mut bases: Vec<(Option<Value>, usize)> = Vec::new();
    for (_, place) in accesses {
        let Some(Place { base, .. }) = *place else { continue };
        match bases.iter_mut().find(|known| known.0 == base) {
            Some(known) => known.1 += 1,
            None => bases.push((base, 1)),
        }
    }
    bases.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    bases.into_iter().find_map(|(base, _)| cells_of(f, accesses, base))
}

/// The variables of one base, if one of them is stored to.
fn cells_of(
    f: &Function,
    accesses: &[(Inst, Option<Place>)],
    base: Option<Value>,
) -> Option<Cells> {
    let mut sorted: Vec<(Place, Inst)> = accesses
        .iter()
        .filter_map(|&(inst, place)| place.filter(|place| place.base == base).map(|at| (at, inst)))
        .collect();
    sorted.sort_by_key(|(place, _)| (place.at, place.size));
    // Each run of overlapping accesses is one variable, or none.
    let mut cells =
        Cells { cells: Vec::new(), of: FxHashMap::default(), spans: Vec::new(), least: 0 };
    let (mut n, mut is_stored, mut behind) = (0, false, true);
    while n < sorted.len() {
        let (place, first) = sorted[n];
        let mut end = place.at + place.size;
        let mut next = n + 1;
        while next < sorted.len() && sorted[next].0.at < end {
            end = end.max(sorted[next].0.at + sorted[next].0.size);
            next += 1;
        }
        let run = &sorted[n..next];
        n = next;
        let load = whole_load(&f.insts[first].op);
        let agrees = |&(other, inst): &(Place, Inst)| {
            let other_load = whole_load(&f.insts[inst].op);
            other == place && same_kind(load.as_ref(), other_load.as_ref())
        };
        if load.is_none() || !run.iter().all(agrees) || cells.cells.len() == MOST_CELLS {
            // The run must not become part of a checked range.
            behind = true;
            continue;
        }
        let is_store =
            |inst: Inst| memory_access(&f.insts[inst].op).is_some_and(|access| !access.is_load());
        let store = run.iter().map(|at| at.1).find(|&inst| is_store(inst));
        is_stored |= store.is_some();
        let least = run.iter().map(|&(_, inst)| constant(f, inst)).min().expect("not empty");
        cells.least = cells.least.min(least);
        cells.of.extend(run.iter().map(|&(_, inst)| (inst, cells.cells.len())));
        let template_access = store.unwrap_or(first);
        let load = whole_load(&f.insts[template_access].op).expect("as the others");
        cells.cells.push(Cell { place, load, template_access, is_stored: store.is_some() });
        match cells.spans.last_mut() {
            Some(span) if !behind && place.at - span.1 <= GAP => span.1 = end,
            _ => cells.spans.push((place.at, end)),
        }
        behind = false;
    }
    is_stored.then_some(cells)
}

/// The constant that is added to the base of a place before the immediate offset.
fn constant(f: &Function, inst: Inst) -> i64 {
    let access = memory_access(&f.insts[inst].op).expect("an access");
    let sum = Linear::of(f, f.resolve(f.args(inst)[access.address])).expect("a place");
    if sum.terms.is_empty() { 0 } else { sum.signed(sum.constant) }
}

/// Whether two accesses are of one type.
fn same_kind(one: Option<&Op>, other: Option<&Op>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one.opcode() == other.opcode())
}
