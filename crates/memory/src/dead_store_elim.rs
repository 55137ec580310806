//! Dead store elimination (DSE): removes writes to locations that are written again on all paths before they may be
//! observed. Locations are of any kind that an operator writes: bytes of a memory, globals, elements of tables,
//! fields of objects ([`Location`]). Compilers that keep a stack pointer in a global leave many dead assignments of
//! it, where one frame is left and the next one entered.
//!
//! From a store, the blocks below are searched until each path ends at a write of the same bytes, or of more. A path
//! on which the location may be observed before that keeps the store: at a read that may touch it, at an instruction
//! that may trap, throw or not return (whoever calls the instance again sees its state), at a call or terminator that
//! reads state of its class, at the end of the function, at the header of a loop that is not proved finite, since who
//! interrupts it sees the state ([`Termination::is_observed`]), and where the root of the address is computed again:
//! from there on, the same value is another number (see [`memory_ssa`](invar_analysis::memory_ssa)).
//!
//! A store is removed only if it cannot trap itself: it is proved in bounds, or an access of the same bytes is on all
//! paths to it ([`Accesses`]). Otherwise a trap would come later than before. What traps after it is told by the same
//! proofs. They may rest on the store itself; since it does not trap, what it proves is true without it.
//!
//! A private object, whose reference the function does not give away ([`private_objects`]), is observed by reads
//! through that reference only: not by calls, and not where the function ends, traps or is interrupted.
//!
//! Memories are shared with other threads where their type says so; these are left alone.
//!
//! Cost: linear; for each store a bounded number of instructions and blocks is looked at.

use invar_analysis::inst_effects;
use invar_analysis::{
    Accesses, Location, LocationKey, ObjectPlace, Overlap, PassContext, Place, RemarkKind,
    Termination, base_reference, private_objects,
};
use invar_ir::entities::SecondaryMap;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::{
    Block, Dominators, Effects, Function, Inst, Memory, Module, Value, ValueDef, memory_access,
    terminator_effects, terminator_op,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::rc::Rc;

/// There are no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config;

invar_analysis::counters! {
    /// What was found.
    pub struct Stats {
        /// Dead stores: overwritten before they may be observed.
        stores,
        /// Stores that are overwritten, but may trap.
        refused_trap: Observed = "refused.trap",
    }
}

/// How many instructions that touch state, and blocks, are looked at for one store.
const MOST_STEPS: usize = 128;

/// An instruction that touches state or may trap.
#[derive(Clone)]
struct Event {
    inst: Inst,
    position: usize,
    effects: Effects,
    /// The location that it writes, if that is all it does.
    writes: Option<Location<Value>>,
}

/// A store that may be dead.
struct Store {
    inst: Inst,
    block: Block,
    position: usize,
    location: Location<Value>,
}

struct Dead<'a, 'm> {
    f: &'a Function,
    cx: &'a PassContext<'m>,
    dominators: &'a Dominators,
    termination: Rc<Termination>,
    /// Where instructions are.
    blocks: SecondaryMap<Inst, PackedOption<Block>>,
    /// What has been asked for.
    events: SecondaryMap<Block, Option<Vec<Event>>>,
    accesses: OnceCell<Accesses>,
    seen: FxHashSet<Block>,
    /// The allocations whose objects are private.
    private: SecondaryMap<Value, bool>,
}

/// Runs the pass.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    let private = private_objects(f, &cx.analyses.cfg(f));
    let stores = candidates(f, cx.module, &private);
    if stores.is_empty() {
        return stats;
    }
    let (dominators, termination) = (cx.analyses.dominators(f), cx.analyses.termination(f));
    let mut blocks = SecondaryMap::with_capacity(f.insts.len());
    for block in dominators.preorder() {
        f.blocks[block].insts.iter().for_each(|&inst| blocks[inst] = block.into());
    }
    let mut dead = Dead {
        f,
        cx,
        dominators: &dominators,
        termination,
        blocks,
        events: SecondaryMap::with_capacity(f.blocks.len()),
        accesses: OnceCell::new(),
        seen: FxHashSet::default(),
        private,
    };
    let found: Vec<Inst> = stores
        .iter()
        .filter(|store| dead.is_dead(store, &mut stats) && dead.cx.fuel.take())
        .map(|store| store.inst)
        .collect();
    let mut gone: SecondaryMap<Inst, bool> = SecondaryMap::new();
    for inst in found {
        stats.stores += 1;
        gone[inst] = true;
        let data = &f.insts[inst];
        cx.remarks.record("dead-store-elim", RemarkKind::Applied, data.loc, "store", || {
            format!("{} is overwritten before it is read", data.op.opcode().name())
        });
    }
    if stats.stores > 0 {
        for block in dominators.preorder() {
            f.blocks[block].insts.retain(|&inst| !gone[inst]);
        }
    }
    stats
}

/// The stores that another write of the function may overwrite: it starts at the same place, or is wider and has the
/// same base. And those to private objects.
fn candidates(f: &Function, module: &Module, private: &SecondaryMap<Value, bool>) -> Vec<Store> {
    let mut stores = Vec::new();
    // How many writes have this key, and the widest at this base.
    let mut counts: FxHashMap<LocationKey<Value>, u32> = FxHashMap::default();
    let mut widest: FxHashMap<(Memory, Option<Value>), u64> = FxHashMap::default();
    for block in f.live_blocks() {
        for (position, &inst) in f.blocks[block].insts.iter().enumerate() {
            let op = &f.insts[inst].op;
            let location = match Location::of_write(f, module, op, f.args(inst)) {
                Some((location, _)) if is_shared(module, &location) => continue,
                Some((location, _)) => Some(location),
                None if memory_access(op).is_some() => continue,
                None => None,
            };
            let place = match &location {
                Some(location) => location.place().copied(),
                None => Place::written(f, module, inst),
            };
            if let Some(place) = place {
                let width = widest.entry((place.memory, place.root)).or_default();
                *width = place.size.max(*width);
            }
            if let Some(location) = location {
                *counts.entry(location.key()).or_default() += 1;
                stores.push(Store { inst, block, position, location });
            }
        }
    }
    stores.retain(|Store { location, .. }| {
        let is_wider = |place: &Place| widest[&(place.memory, place.root)] > place.size;
        counts[&location.key()] > 1
            || location.place().is_some_and(is_wider)
            || location.object().is_some_and(|object| private[object.object])
    });
    stores
}

impl Dead<'_, '_> {
    /// What touches state or may trap in a block.
    fn events(&mut self, block: Block) -> Vec<Event> {
        if let Some(known) = self.events[block].take() {
            return known;
        }
        let (f, module) = (self.f, self.cx.module);
        let mut events = Vec::new();
        for (position, &inst) in f.blocks[block].insts.iter().enumerate() {
            let op = &f.insts[inst].op;
            let known = self.cx.summaries.call_effects(op);
            let effects = known.unwrap_or_else(|| inst_effects(f, inst, module));
            if effects.is_pure_total() {
                continue;
            }
            let writes = Location::of_write(f, module, op, f.args(inst)).map(|write| write.0);
            events.push(Event { inst, position, effects, writes });
        }
        events
    }

    /// Whether an access may trap where it is, as far as effects tell.
    fn is_in_bounds(&self, inst: Inst, at: (Block, usize)) -> bool {
        let (f, module) = (self.f, self.cx.module);
        let accesses = || Accesses::new(f, module, self.dominators);
        self.cx.goals.traps_never_happen
            || memory_access(&f.insts[inst].op).is_some()
                && self.accesses.get_or_init(accesses).reach(f, module, self.dominators, inst, at)
    }

    /// Whether a location is a part of a private object.
    fn is_private(&self, location: &Location<Value>) -> bool {
        location.object().is_some_and(|object| self.private[object.object])
    }

    fn is_dead(&mut self, store: &Store, stats: &mut Stats) -> bool {
        let is_private = self.is_private(&store.location);
        let Some(roots) = self.roots(&store.location) else { return false };
        self.seen.clear();
        let mut left = MOST_STEPS;
        let mut work = vec![(store.block, store.position + 1)];
        let mut is_overwritten = false;
        while let Some((block, first)) = work.pop() {
            if left == 0 {
                return false;
            }
            left -= 1;
            let events = self.events(block);
            let fate = self.block(store, block, first, &events, &mut left);
            self.events[block] = Some(events);
            match fate {
                Some(true) if invar_ir::mutant!(DeadOneWay) => return true,
                Some(true) => is_overwritten = true,
                Some(false) => {
                    let mut targets = self.f.blocks[block].term.targets().peekable();
                    if targets.peek().is_none() && !invar_ir::mutant!(DeadAtEnd) {
                        if !is_private {
                            return false;
                        }
                        is_overwritten = true;
                    }
                    for call in targets {
                        let is_below =
                            |&root: &Block| self.dominators.strictly_dominates(root, call.block);
                        // The first root is the object: nothing refers to it there.
                        if is_private && !is_below(&roots[0]) {
                            is_overwritten = true;
                            continue;
                        }
                        if !roots.iter().all(is_below) && !invar_ir::mutant!(MemoryRootRedefined) {
                            return false;
                        }
                        if !is_private && self.termination.is_observed(call.block) {
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
        let may_trap = || {
            let effects = inst_effects(self.f, store.inst, self.cx.module);
            effects.traps_if_speculated()
                && !self.is_in_bounds(store.inst, (store.block, store.position))
        };
        if is_overwritten && may_trap() && !invar_ir::mutant!(DeadThoughTraps) {
            stats.refused_trap += 1;
            return false;
        }
        is_overwritten
    }

    /// The blocks that define the roots of a location; `None` if that is not known.
    fn roots(&self, location: &Location<Value>) -> Option<SmallVec<[Block; 2]>> {
        let defined = |root: Value| match self.f.values[root].def {
            ValueDef::Param(block, _) | ValueDef::Edge(block, _) => Some(block),
            ValueDef::Result(inst, _) => self.blocks[inst].expand(),
            ValueDef::Alias(_) => None,
        };
        location.roots().map(defined).collect()
    }

    /// What becomes of a stored value in a block, from an event on: whether it is overwritten; `None` if it may be
    /// observed.
    fn block(
        &self,
        store: &Store,
        block: Block,
        first: usize,
        events: &[Event],
        left: &mut usize,
    ) -> Option<bool> {
        let location = &store.location;
        let is_private = self.is_private(location);
        let first = events.partition_point(|event| event.position < first);
        for event in &events[first..] {
            *left = left.checked_sub(1)?;
            if event.inst == store.inst {
                // Around a loop, it is overwritten by itself.
                return Some(true);
            }
            let effects = event.effects;
            if effects.traps_if_speculated()
                && !is_private
                && !self.is_in_bounds(event.inst, (block, event.position))
                && !invar_ir::mutant!(DeadBeforeTrap)
            {
                // A store of the same bytes does not trap if this store has not, which is tested in the end.
                let is_same = |again: &Location<Value>| again.is_same_as_done(location);
                return event.writes.as_ref().is_some_and(is_same).then_some(true);
            }
            if effects.may_not_return && !is_private {
                return None;
            }
            if location.classes().intersects(effects.reads) && !self.is_apart(event, location) {
                return None;
            }
            if location.classes().intersects(effects.writes) && self.overwrites(event, location) {
                return Some(true);
            }
        }
        if is_private {
            return Some(false);
        }
        let term = &self.f.blocks[block].term;
        let effects = terminator_op(term)
            .and_then(|op| self.cx.summaries.call_effects(op))
            .unwrap_or_else(|| terminator_effects(term, self.cx.module));
        let is_observed = effects.traps_if_speculated()
            || effects.may_not_return
            || location.classes().intersects(effects.reads);
        (!is_observed).then_some(false)
    }

    /// Whether an instruction reads other bytes of memory.
    fn is_apart(&self, event: &Event, location: &Location<Value>) -> bool {
        let (f, module, inst) = (self.f, self.cx.module, event.inst);
        if memory_access(&f.insts[inst].op).is_some_and(|access| access.is_atomic()) {
            return false;
        }
        if let Some(object) = location.object() {
            let is_private = |value| self.private[value];
            let is_this =
                |&arg: &Value| base_reference(f, arg).is_none_or(|arg| arg == object.object);
            return match ObjectPlace::of(f, inst) {
                Some(read) => {
                    object.overlap(&read, f, module, is_private) == Overlap::Disjoint
                        || invar_ir::mutant!(DeadReadsApart) && read.object != object.object
                }
                // Operators on whole arrays, and calls.
                None => self.is_private(location) && !f.args(inst).iter().any(is_this),
            };
        }
        let read = location.place().zip(Place::read(f, module, inst));
        read.is_some_and(|(place, read)| {
            read.overlap(place) == Overlap::Disjoint
                || invar_ir::mutant!(DeadReadsApart) && read.root != place.root
        })
    }

    /// Whether an instruction that does not trap writes all of a location.
    fn overwrites(&self, event: &Event, location: &Location<Value>) -> bool {
        let (f, module, inst) = (self.f, self.cx.module, event.inst);
        if event.writes.as_ref().is_some_and(|again| location.is_same_as_done(again)) {
            return true;
        }
        if memory_access(&f.insts[inst].op).is_some_and(|access| access.is_atomic()) {
            return false;
        }
        let written = location.place().zip(Place::written(f, module, inst));
        written.is_some_and(|(part, all)| {
            if invar_ir::mutant!(DeadInPart) {
                all.start_within(part).is_some()
            } else {
                part.start_within(&all).is_some()
            }
        })
    }
}

fn is_shared(module: &Module, location: &Location<Value>) -> bool {
    location.place().is_some_and(|place| module.memories[place.memory].ty.shared)
        && !invar_ir::mutant!(DeadShared)
}

#[cfg(test)]
mod tests {
    use super::run;
    use invar_analysis::Goals;
    use invar_generate::testing::{
        long_block, nest, out_of_fuel, random_accesses, same_behaviour, same_behaviour_of,
        with_context,
    };

    #[test]
    fn random_functions_do_the_same() {
        for size in [0, 1] {
            same_behaviour(0..2000, Goals { size, ..Goals::default() }, |function, cx| {
                run(function, cx, &Default::default());
            });
        }
    }

    #[test]
    fn random_accesses_do_the_same() {
        let mut count = 0;
        same_behaviour_of(random_accesses, 0..20_000, Goals::default(), |function, cx| {
            count += run(function, cx, &Default::default()).stores;
        });
        assert!(count > 1000, "{count}");
        let goals = Goals { traps_never_happen: true, ..Goals::default() };
        same_behaviour_of(random_accesses, 0..3000, goals, |function, cx| {
            run(function, cx, &Default::default());
        });
    }

    #[test]
    fn fuel_runs_out_anywhere() {
        out_of_fuel(|function, cx| {
            run(function, cx, &Default::default());
        });
    }

    #[test]
    fn large_functions() {
        for (module, mut function) in [long_block(100_000), nest(20_000)] {
            with_context(&module, |cx| run(&mut function, cx, &Default::default()));
        }
    }
}
