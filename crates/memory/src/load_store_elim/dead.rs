//! Dead store elimination: writes to locations that are written again on all paths before they may be observed.
//!
//! From a store, the blocks below are searched until each path ends at a write of the same bytes, or of more. A path on
//! which the location may be observed before that keeps the store: at a read that may touch it, at an instruction that
//! may trap, throw or not return (whoever calls the instance again sees its state), at a call or terminator that reads
//! state of its class, at the end of the function, and where the root of the address is computed again: from there on,
//! the same value is another number (see [`memory_ssa`](invar_ir::memory_ssa)). A path that goes around forever ends
//! nowhere and observes nothing.
//!
//! A store is removed only if it cannot trap itself: it is proved in bounds, or an access of the same bytes is on all
//! paths to it ([`Accesses`]). Otherwise a trap would come later than before. What traps after it is told by the same
//! proofs. They may rest on the store itself; since it does not trap, what it proves is true without it.
//!
//! Memories are shared with other threads where their type says so; these are left alone.
//!
//! Cost: linear; for each store a bounded number of instructions and blocks is looked at.

use super::Stats;
use invar_ir::entities::SecondaryMap;
use invar_ir::memory_ssa::{MemorySsa, Point};
use invar_ir::{
    Accesses, Block, Dominators, Effects, Function, Inst, Location, Module, Overlap, PassContext,
    Place, RemarkKind, Value, inst_effects, memory_access, terminator_effects, terminator_op,
};
use rustc_hash::FxHashSet;

/// How many instructions that touch state, and blocks, are looked at for one store.
const MOST_STEPS: usize = 128;

/// An instruction that touches state or may trap.
#[derive(Clone)]
struct Event {
    inst: Inst,
    effects: Effects,
    /// The location that it writes, if that is all it does.
    writes: Option<Location<Value>>,
    /// The bytes of memory that it writes, all of them, and those that it may read, if these are known.
    written: Option<Place>,
    read: Option<Place>,
}

/// A store that may be dead.
struct Store {
    inst: Inst,
    block: Block,
    /// The index of its event.
    event: usize,
    location: Location<Value>,
}

struct Dead<'a, 'm> {
    f: &'a Function,
    cx: &'a PassContext<'m>,
    dominators: &'a Dominators,
    ssa: &'a MemorySsa,
    events: SecondaryMap<Block, Vec<Event>>,
    seen: FxHashSet<Block>,
}

pub(super) fn run(f: &mut Function, cx: &mut PassContext<'_>, stats: &mut Stats) {
    let dominators = cx.analyses.dominators(f);
    let ssa = cx.analyses.memory_ssa(f, cx.module, cx.summaries);
    let mut dead = Dead {
        f,
        cx,
        dominators: &dominators,
        ssa: &ssa,
        events: SecondaryMap::with_capacity(f.blocks.len()),
        seen: FxHashSet::default(),
    };
    let stores = dead.find();
    if stores.is_empty() {
        return;
    }
    let found: Vec<Inst> = stores
        .iter()
        .filter(|store| dead.is_dead(store, stats) && dead.cx.fuel.take())
        .map(|store| store.inst)
        .collect();
    let mut gone: SecondaryMap<Inst, bool> = SecondaryMap::new();
    for inst in found {
        stats.stores += 1;
        gone[inst] = true;
        let data = &f.insts[inst];
        cx.remarks.record("load-store-elim", RemarkKind::Applied, data.loc, "store", || {
            format!("{} is overwritten before it is read", data.op.opcode().name())
        });
    }
    if stats.stores > 0 {
        for block in dominators.preorder() {
            f.blocks[block].insts.retain(|&inst| !gone[inst]);
        }
    }
}

impl Dead<'_, '_> {
    /// Finds what touches state or may trap, and the stores.
    fn find(&mut self) -> Vec<Store> {
        let (f, module) = (self.f, self.cx.module);
        let accesses = Accesses::new(f, module, self.dominators);
        let mut stores = Vec::new();
        for block in self.dominators.preorder() {
            for (position, &inst) in f.blocks[block].insts.iter().enumerate() {
                let op = &f.insts[inst].op;
                let known = self.cx.summaries.call_effects(op);
                let mut effects = known.unwrap_or_else(|| inst_effects(f, inst, module));
                if effects.is_pure_total() {
                    continue;
                }
                let is_excluded = || {
                    self.cx.goals.traps_never_happen
                        || memory_access(op).is_some()
                            && accesses.reach(f, module, self.dominators, inst, (block, position))
                };
                if effects.may_trap && is_excluded() {
                    effects = effects.without_traps();
                }
                let list = &mut self.events[block];
                let writes = Location::of_write(f, module, op, f.args(inst)).map(|write| write.0);
                if let Some(location) = writes.clone().filter(|of| !is_shared(module, of)) {
                    stores.push(Store { inst, block, event: list.len(), location });
                }
                let is_atomic = memory_access(op).is_some_and(|access| access.is_atomic());
                let [written, read] = match is_atomic {
                    true => [None; 2],
                    false => [Place::written(f, module, inst), Place::read(f, module, inst)],
                };
                list.push(Event { inst, effects, writes, written, read });
            }
        }
        stores
    }

    fn is_dead(&mut self, store: &Store, stats: &mut Stats) -> bool {
        let Some(root) = self.root(&store.location) else { return false };
        self.seen.clear();
        let mut left = MOST_STEPS;
        let mut work = vec![(store.block, store.event + 1)];
        let mut is_overwritten = false;
        while let Some((block, first)) = work.pop() {
            if left == 0 {
                return false;
            }
            left -= 1;
            match self.block(store, block, first, &mut left) {
                Some(true) if invar_ir::mutant!(DeadOneWay) => return true,
                Some(true) => is_overwritten = true,
                Some(false) => {
                    let mut targets = self.f.blocks[block].term.targets().peekable();
                    if targets.peek().is_none() && !invar_ir::mutant!(DeadAtEnd) {
                        return false;
                    }
                    for call in targets {
                        let start = Point::start(call.block);
                        let is_below = root.is_none_or(|root| {
                            root.strictly_dominates(start, self.dominators)
                                || invar_ir::mutant!(MemoryRootRedefined)
                        });
                        if !is_below {
                            return false;
                        }
                        if self.seen.insert(call.block) {
                            work.push((call.block, 0));
                        }
                    }
                }
                None => return false,
            }
        }
        let may_trap = self.events[store.block][store.event].effects.may_trap;
        if is_overwritten && may_trap && !invar_ir::mutant!(DeadThoughTraps) {
            stats.refused_trap += 1;
            return false;
        }
        is_overwritten
    }

    /// Where the lowest root of a location is defined; `None` if that is not known.
    fn root(&self, location: &Location<Value>) -> Option<Option<Point>> {
        let mut lowest: Option<Point> = None;
        for root in location.roots() {
            let point = self.ssa.home(root)?;
            if lowest.is_none_or(|lowest| lowest.strictly_dominates(point, self.dominators)) {
                lowest = Some(point);
            }
        }
        Some(lowest)
    }

    /// What becomes of a stored value in a block, from an event on: whether it is overwritten; `None` if it may be
    /// observed.
    fn block(&self, store: &Store, block: Block, first: usize, left: &mut usize) -> Option<bool> {
        let location = &store.location;
        for event in &self.events[block][first..] {
            *left = left.checked_sub(1)?;
            if event.inst == store.inst {
                // Around a loop, it is overwritten by itself.
                return Some(true);
            }
            let effects = event.effects;
            if effects.may_trap && !invar_ir::mutant!(DeadBeforeTrap) {
                // The same bytes do not trap if the store has not, which is tested in the end.
                let is_same = |again: &Location<Value>| again.is_same_as_done(location);
                return event.writes.as_ref().is_some_and(is_same).then_some(true);
            }
            if effects.may_not_return {
                return None;
            }
            let is_apart = |bytes: Option<Place>| match (&bytes, location.place()) {
                (Some(bytes), Some(place)) => {
                    bytes.overlap(place) == Overlap::Disjoint
                        || invar_ir::mutant!(DeadReadsApart) && bytes.root != place.root
                }
                _ => false,
            };
            if location.classes().intersects(effects.reads) && !is_apart(event.read) {
                return None;
            }
            if location.classes().intersects(effects.writes) && overwrites(event, location) {
                return Some(true);
            }
        }
        let term = &self.f.blocks[block].term;
        let effects = terminator_op(term)
            .and_then(|op| self.cx.summaries.call_effects(op))
            .unwrap_or_else(|| terminator_effects(term, self.cx.module));
        let is_observed = effects.may_trap
            || effects.may_not_return
            || location.classes().intersects(effects.reads);
        (!is_observed).then_some(false)
    }
}

/// Whether an instruction that does not trap writes all of a location.
fn overwrites(event: &Event, location: &Location<Value>) -> bool {
    let is_same = event.writes.as_ref().is_some_and(|again| location.is_same_as_done(again));
    let is_part = || match (location.place()?, event.written?) {
        (part, all) if invar_ir::mutant!(DeadInPart) => all.start_within(part),
        (part, all) => part.start_within(&all),
    };
    is_same || is_part().is_some()
}

fn is_shared(module: &Module, location: &Location<Value>) -> bool {
    location.place().is_some_and(|place| module.memories[place.memory].ty.shared)
        && !invar_ir::mutant!(DeadShared)
}
