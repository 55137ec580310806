//! The plan of a version of a loop: what is removed from it, the run-time checks for it, and the cost model.

use super::bounds::Bounds;
use super::{Config, VersionSite, Versioned};
use crate::analysis::exits::fails;
use crate::analysis::guards::{Statement, statement};
use crate::analysis::short_trips::is_short;
use crate::analysis::trip_count::Trips;
use crate::versions::runtime_checks::{Moving, Range};
use invar_analysis::{Bytes, Linear, Observed, Overlap, is_plain};
use invar_ir::{
    Block, ClassSet, Edge, Function, Inst, Memory, Op, Terminator, ValType, Value, memory_access,
};
use rustc_hash::FxHashSet;

/// A range check: a branch that stays in the loop if `left < right`, or `left <= right` if `equal`, unsigned.
#[derive(Debug)]
pub(super) struct Check {
    pub block: Block,
    /// The target that stays in the loop.
    pub stays: usize,
    pub left: Moving,
    pub right: Moving,
    pub equal: bool,
}

#[derive(Debug)]
pub(super) struct VersionPlan {
    /// At least how often the loop repeats; `None` if it is not known before the loop.
    pub trips: Option<Trips>,
    /// Preconditions of the trip count: the first sum must be at most the second, unsigned.
    pub counted: Vec<(Linear, Linear)>,
    pub checks: Vec<Check>,
    /// Loads that are hoisted, with their blocks.
    pub loads: Vec<(Block, Inst)>,
    /// The hoisted loads that are not guaranteed to be executed.
    pub unsafe_loads: Vec<Inst>,
    /// All instructions that are hoisted, those loads included, in order.
    pub fixed: Vec<Inst>,
    /// The bytes that the loads read.
    pub loaded: Vec<Range>,
    /// The bytes that the loop writes.
    pub stores: Vec<Range>,
}

impl VersionPlan {
    /// An estimate of the operators of the run-time checks.
    fn tests_cost(&self) -> usize {
        let pairs = self.loaded.len() * self.stores.len();
        10 * self.checks.len()
            + 4 * self.counted.len()
            + 5 * self.stores.len()
            + 8 * pairs
            + self.fixed.len()
    }

    /// An estimate of the operators that an iteration saves.
    fn saved(&self) -> usize {
        4 * self.checks.len() + 2 * self.loads.len()
    }
}

/// Whether a load is likely to alias a store, so that a run-time check would fail: their addresses
/// have a pointer in common, or a row where one has no pointer, or neither has a pointer. What lies
/// before the stored array is its header.
fn is_likely(load: &Bytes, store: &Bytes) -> bool {
    let (here, there) = (&load.address, &store.address);
    let has_pointer = |sum: &Linear| sum.terms.iter().any(|term| term.1 == 1);
    let both = has_pointer(here) && has_pointer(there);
    let mut shared = here.terms.iter().filter(|term| there.factor(term.0) == term.1);
    let shares = shared.any(|term| !both || term.1 == 1);
    let is_static = here.terms.is_empty() && !has_pointer(there);
    let start = |bytes: &Bytes| {
        i128::from(bytes.address.signed(bytes.address.constant)) + i128::from(bytes.offset)
    };
    (shares || is_static) && start(load) >= start(store)
}

fn is_call(op: &Op) -> bool {
    matches!(op, Op::Call { .. } | Op::CallIndirect { .. } | Op::CallRef { .. })
}

impl VersionSite<'_> {
    /// The plan for a loop. `None` if a version is not possible or not worth it.
    pub fn plan(
        &self,
        f: &Function,
        config: &Config,
        stats: &mut Versioned,
    ) -> Option<VersionPlan> {
        let refuse = |counter: &mut Observed| {
            *counter += 1;
            None
        };
        let VersionSite { nest, id, counts, .. } = *self;
        let blocks = nest.blocks_in_rpo(id);
        let insts: usize = blocks.iter().map(|&block| f.blocks[block].insts.len() + 1).sum();
        let plain = |&block: &Block| {
            matches!(f.blocks[block].term, Terminator::Jump(_) | Terminator::BrIf { .. })
        };
        if insts > config.insts || !blocks.iter().all(plain) {
            return refuse(&mut stats.refused_budget);
        }
        let all = || blocks.iter().flat_map(|&block| &f.blocks[block].insts);
        if all().any(|&inst| is_call(&f.insts[inst].op)) {
            return refuse(&mut stats.refused_call);
        }
        let (fixed, loads) = self.fixed(f, &blocks);
        let counted = counts.exits(id).find_map(|exit| {
            let found = counts.of_exit(f, nest, id, exit).ok();
            found.filter(|(trips, _)| !trips.dividend.wide && trips.divisor.is_power_of_two())
        });
        let (trips, counted) = counted.unzip();
        let exit = trips.as_ref().map(|trips| trips.exit);
        let leaves: Vec<Edge> = blocks
            .iter()
            .flat_map(|&block| nest.cfg.out_edges(block))
            .filter(|&edge| Some(edge) != exit && !nest.forest.contains(id, nest.cfg.target(edge)))
            .collect();
        if leaves.is_empty() && loads.is_empty() {
            return None;
        }
        if trips.as_ref().is_some_and(|trips| is_short(f, nest, id, trips, self.state.ranges)) {
            return refuse(&mut stats.refused_short_trip_count);
        }

        let basics = counts.basics(f, nest, id);
        let known: FxHashSet<Value> =
            fixed.iter().filter_map(|&inst| f.result(inst)).map(|value| f.resolve(value)).collect();
        let is_fixed = |value| known.contains(&value) || self.is_outside(f, value);
        let bounds =
            Bounds { site: self, basics: &basics, trips: trips.as_ref(), is_fixed: &is_fixed };
        let is_check = |&edge: &Edge| fails(f, nest, edge);
        // A loop with several other exits often ends soon. What it ends by is no check.
        let others = leaves.iter().filter(|edge| !is_check(edge)).count();
        let is_search = others + usize::from(trips.is_some()) > 1;
        if is_search && trips.is_none() {
            return refuse(&mut stats.refused_unknown_trip_count);
        }
        let checked = leaves.iter().copied().filter(is_check);
        let checks: Vec<Check> = checked.filter_map(|edge| self.check(f, edge, &bounds)).collect();
        let mut plan = VersionPlan {
            trips: trips.clone(),
            counted: counted.unwrap_or_default(),
            checks,
            loads: Vec::new(),
            unsafe_loads: Vec::new(),
            fixed: Vec::new(),
            loaded: Vec::new(),
            stores: Vec::new(),
        };
        self.loads(f, &blocks, &loads, &bounds, &mut plan, stats)?;
        // Loads alone are worth it where many iterations are expected.
        let is_long = trips.is_some() && !is_search;
        if plan.checks.is_empty() && (plan.loads.is_empty() || !is_long) {
            stats.refused_unknown_trip_count += u64::from(trips.is_none());
            return None;
        }
        if plan.checks.len() + plan.loaded.len() * plan.stores.len() > config.tests {
            return refuse(&mut stats.refused_budget);
        }
        plan.fixed = self.needed(f, &plan, &fixed);
        let iterations = if is_search { config.search_iterations } else { config.iterations };
        if plan.tests_cost() > iterations * plan.saved() {
            return refuse(&mut stats.refused_cost);
        }
        Some(plan)
    }

    /// The range check whose failure is an exit edge.
    fn check(&self, f: &Function, edge: Edge, bounds: &Bounds<'_>) -> Option<Check> {
        let Terminator::BrIf { cond, .. } = f.blocks[edge.from].term else { return None };
        let stays = 1 - edge.nth as usize;
        let zero = || Some(Moving::fixed(Linear::constant(false, 0)));
        let moving = |sum: &Linear| bounds.moving(f, sum, edge.from);
        let (left, right, equal) = match statement(f, cond, stays == 0)? {
            Statement::Less { left, right, equal } => {
                (moving(&left.sum), moving(&right.sum), equal)
            }
            Statement::Nonzero(sum) => (zero(), moving(&sum), false),
            Statement::Zero(sum) => (moving(&sum), zero(), true),
        };
        // Nothing but a constant is less than all that a spread number may be.
        let right = right.filter(|right| right.spread.is_none());
        Some(Check { block: edge.from, stays, left: left?, right: right?, equal })
    }

    /// Instructions that are invariant if loads of invariant addresses are, in order, and the loads among
    /// them, with their blocks.
    fn fixed(&self, f: &Function, blocks: &[Block]) -> (Vec<Inst>, Vec<(Block, Inst)>) {
        let VersionSite { nest, id, counts, state, .. } = *self;
        let mut fixed: FxHashSet<Value> = FxHashSet::default();
        let (mut insts, mut loads) = (Vec::new(), Vec::new());
        let all = blocks.iter().flat_map(|&block| &f.blocks[block].insts);
        let stores: Vec<Bytes> = all
            .filter(|&&inst| !state.effects(f, inst).writes.is_empty())
            .filter_map(|&inst| state.bytes(f, inst))
            .collect();
        let is_written = |load: Inst| {
            state.bytes(f, load).is_some_and(|load| {
                let may = |store: &&Bytes| load.overlap(store) != Overlap::Disjoint;
                stores.iter().filter(may).any(|store| is_likely(&load, store))
            })
        };
        for &block in blocks {
            for &inst in &f.blocks[block].insts {
                let is_fixed = |value: Value| {
                    let value = f.resolve(value);
                    fixed.contains(&value) || counts.is_outside(f, nest, id, value)
                };
                let Some(result) = f.result(inst) else { continue };
                if !f.args(inst).iter().all(|&arg| is_fixed(arg)) {
                    continue;
                }
                let (op, does) = (&f.insts[inst].op, state.effects(f, inst));
                if does.is_pure_total()
                    || invar_ir::mutant!(VersionSpeculatesTraps)
                        && does.without_traps().is_pure_total()
                    || does.allocates && invar_ir::mutant!(VersionHoistsAllocations)
                {
                    fixed.insert(result);
                    insts.push(inst);
                } else if is_plain(op)
                    && memory_access(op).is_some_and(|access| {
                        access.is_load()
                            && access.memarg.memory == 0
                            && f.ty(f.args(inst)[0]) == ValType::I32
                    })
                    && !state.is_shared(op)
                    && !is_written(inst)
                {
                    fixed.insert(result);
                    insts.push(inst);
                    loads.push((block, inst));
                }
            }
        }
        (insts, loads)
    }

    /// Adds loads to a plan, if the addresses of all stores of the loop are affine.
    fn loads(
        &self,
        f: &Function,
        blocks: &[Block],
        loads: &[(Block, Inst)],
        bounds: &Bounds<'_>,
        plan: &mut VersionPlan,
        stats: &mut Versioned,
    ) -> Option<()> {
        let VersionSite { state, always, .. } = *self;
        let page = state.module.memories.get(Memory::from_u32(0));
        let usual = page.is_some_and(|memory| memory.ty.page_size_log2.is_none());
        let mut dirty_here: FxHashSet<Inst> = FxHashSet::default();
        for &block in blocks {
            let mut dirty = always.dirty[block] || !always.executed[block];
            for &inst in &f.blocks[block].insts {
                let op = &f.insts[inst].op;
                if dirty {
                    dirty_here.insert(inst);
                }
                let does = state.effects(f, inst);
                dirty |= does.is_observable();
                if !does.writes.intersects(ClassSet::MEMORIES) || loads.is_empty() {
                    continue;
                }
                let store = memory_access(op).filter(|access| {
                    is_plain(op) && access.stored.is_some() && access.memarg.memory == 0
                });
                let range = store.and_then(|access| {
                    let address = f.resolve(f.args(inst)[access.address]);
                    let at = bounds.moving(f, &Linear::of(f, address)?, block)?;
                    let from = access.memarg.offset;
                    Some(Range { at, from, to: from + u64::from(access.size) })
                });
                match range {
                    Some(range) => plan.stores.push(range),
                    // The range checks alone may be worth it.
                    None => {
                        stats.refused_store += 1;
                        let uses =
                            |moving: &Moving| moving.terms().any(|value| self.is_inside(f, value));
                        let alone = plan
                            .checks
                            .iter()
                            .all(|check| !uses(&check.left) && !uses(&check.right));
                        plan.stores.clear();
                        return alone.then_some(());
                    }
                }
            }
        }
        for &(block, load) in loads {
            let access = memory_access(&f.insts[load].op).expect("a load");
            let address = Linear::of(f, f.resolve(f.args(load)[access.address]))?;
            let at = bounds.moving(f, &address, block)?;
            let from = access.memarg.offset;
            let to = from + u64::from(access.size);
            plan.loads.push((block, load));
            if dirty_here.contains(&load) {
                if !usual {
                    return None;
                }
                plan.unsafe_loads.push(load);
            }
            let same = plan
                .loaded
                .iter_mut()
                .find(|loaded| loaded.at.first == at.first && from.abs_diff(loaded.from) <= 64);
            match same {
                Some(loaded) => {
                    loaded.from = loaded.from.min(from);
                    loaded.to = loaded.to.max(to);
                }
                None => plan.loaded.push(Range { at, from, to }),
            }
        }
        Some(())
    }

    fn is_outside(&self, f: &Function, value: Value) -> bool {
        self.counts.is_outside(f, self.nest, self.id, value)
    }

    fn is_inside(&self, f: &Function, value: Value) -> bool {
        !self.is_outside(f, f.resolve(value))
    }

    /// The invariant instructions that a plan needs, in order.
    fn needed(&self, f: &Function, plan: &VersionPlan, fixed: &[Inst]) -> Vec<Inst> {
        let mut needed: FxHashSet<Value> = FxHashSet::default();
        let ranges = plan.loaded.iter().chain(&plan.stores).map(|range| &range.at);
        let checks = plan.checks.iter().flat_map(|check| [&check.left, &check.right]);
        for moving in ranges.chain(checks) {
            needed.extend(moving.terms());
        }
        let loads: FxHashSet<Inst> = plan.loads.iter().map(|&(_, load)| load).collect();
        let mut insts: Vec<Inst> = Vec::new();
        for &inst in fixed.iter().rev() {
            let result = f.result(inst).expect("it is a value");
            if needed.contains(&result) || loads.contains(&inst) {
                needed.extend(f.args(inst).iter().map(|&arg| f.resolve(arg)));
                insts.push(inst);
            }
        }
        insts.reverse();
        insts
    }
}
