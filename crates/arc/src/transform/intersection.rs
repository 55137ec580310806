//! Retain/release pairing: intersection and lifetime extension of ownership regions.
//!
//! *Intersection.* A take consumes one ownership while another is kept, until a destroy. If the
//! object cannot be freed in between, or that is not observable, the take consumes the one that is kept: the
//! region ends at the take, and its copy and the destroys behind it are removed. Takes and destroys must jointly
//! dominate and post-dominate each other: the destroys are reached
//! through such takes only, and only such destroys follow a take. In between no
//! release at all may happen: so whoever took the ownership has it still, and the destroy was not the
//! last one.
//!
//! *Consuming calls.* A call that takes the object may release it at once, so that it is freed
//! earlier than before: there, and not at the destroy. That cannot be observed if nothing comes in
//! between: the callee does nothing behind its release (`interprocedural::consumers`), and there is
//! only arithmetic from the call to the destroys: no use of the object, no access of memory, no
//! trap, no other effect.
//!
//! *Mixed paths.* A destroy where paths join, with a take on some of them only, is split: it is
//! removed where the path has a take, and comes at the end of each other path
//! (`split_destroys`).
//!
//! With a collector of cycles by trial deletion there is one more condition: an object that is moved
//! into another one, which nothing else keeps alive, is a garbage cycle that no release has
//! ever registered. So the holder must be rooted elsewhere: a parameter, something that the function
//! owns apart from the object, a constant address, or what is reached from there.
//!
//! *Extension.* Each destroy is followed by a copy of the object on all paths, and each copy is
//! preceded by such a destroy. The object is alive at the copy, so the destroy was never the last, and
//! both are removed. Only a test of the count in between prevents it.
//!
//! Cost: each search is bounded by [`STEPS`] blocks, and the whole by the budget of visits.

use crate::interprocedural::signature::{Root, Signatures};
use crate::ownership::balance::Balance;
use crate::ownership::holder::{Holder, root_of};
use crate::ownership::regions::{Barrier, Event, EventKind, Object, Regions};
use crate::runtimes::table::Runtime;
use crate::transform::explain::{Reason, Refused};
use crate::transform::plan::OwnershipPlan;
use crate::transform::scope_end::{idle_from, is_idle};
use invar_analysis::Fuel;
use invar_ir::{Block, Edge, Function, Op, Value};
use rustc_hash::FxHashSet;

/// How many blocks one search may look at.
pub const STEPS: u32 = 256;

invar_analysis::counters! {
    /// Counters of what was paired, and why the rest was not.
    pub struct PairedTakes {
        /// Destroys that were removed, since takes consume the ownership that was kept.
        intersection,
        /// Of these takes, calls that may release the object.
        consumed,
        /// Destroys that were split over the edges of a merge.
        split,
        /// Destroys that were removed with the copies behind them.
        extension,
        /// Blocks that were looked at.
        visits: Observed,
        /// Something may be released between take and destroy.
        refused_between: Observed = "refused.between",
        /// A test of the count lies in between.
        refused_test: Observed = "refused.test",
        /// The holder may be kept alive only by the object that would be moved into it.
        refused_cycle: Observed = "refused.cycle",
        /// Takes and destroys do not jointly dominate and post-dominate each other.
        refused_paths: Observed = "refused.paths",
        /// The call that consumes it may release it at once.
        refused_call: Observed = "refused.call",
    }
}

/// The inputs of the searches.
pub struct IntersectionSearch<'a> {
    /// The function, raised.
    pub f: &'a Function,
    /// The function's objects and events.
    pub regions: &'a Regions,
    /// The levels of the events.
    pub balance: &'a Balance,
    /// The runtime.
    pub runtime: &'a Runtime,
    /// Conventions of callees.
    pub signatures: &'a Signatures,
    /// Objects to leave alone.
    pub skip: &'a [bool],
    /// The most blocks to look at.
    pub budget: u64,
}

/// The state of the condition on cycles.
#[derive(Default)]
pub(crate) struct Roots {
    /// Objects whose last ownership was moved into memory.
    moved: FxHashSet<Object>,
    /// Objects that the function owns and that others were moved into.
    relied: FxHashSet<Object>,
}

/// Why a pair of a take and a destroy is not removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    Between,
    Test,
    Cycle,
    Paths,
    Call,
}

impl Refusal {
    /// The reason in a sentence.
    pub fn text(self) -> &'static str {
        match self {
            Refusal::Between => "something may be released between the use that takes it and here",
            Refusal::Test => "its count may be tested in between",
            Refusal::Cycle => "it might become part of a garbage cycle that no release registers",
            Refusal::Paths => "it is not taken, or retained again, on each path, and only there",
            Refusal::Call => "the call that takes it may free it, which could be observed",
        }
    }
}

/// A take: an event, or an edge that passes the object on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Take {
    Event(Event),
    Edge(Edge),
}

/// The state of a search.
#[derive(Default)]
pub(crate) struct Set {
    pub ends: Vec<Event>,
    pub takes: Vec<Take>,
    pub steps: u32,
    /// Whether there is more than arithmetic between takes and destroys.
    pub busy: bool,
    /// The edge that stands for the destroy behind it, where that is split.
    pub edge: Option<(Edge, Event)>,
}

impl IntersectionSearch<'_> {
    /// Intersects, then extends. What was refused goes to `refused`.
    pub(crate) fn run(
        &self,
        plan: &mut OwnershipPlan,
        fuel: &Fuel,
        refused: &mut Refused,
    ) -> PairedTakes {
        let (mut moved, mut roots) = (PairedTakes::default(), Roots::default());
        let on_edges: FxHashSet<Object> = plan.edge_copies.keys().map(|key| key.0).collect();
        for n in 0..self.regions.objects.len() {
            let object = Object::from_u32(n as u32);
            let events = &self.regions.data(object).events;
            let is = |kind| events.iter().any(|&e| self.regions.event(e).kind == kind);
            if self.balance.is_refused(object) || self.skip[n] || !is(EventKind::Destroy) {
                continue;
            }
            let gives = events.iter().any(|&event| plan.gives(event)) || on_edges.contains(&object);
            if gives {
                self.each_end(plan, object, &mut moved, refused, |plan, end, moved| {
                    match self.intersect(plan, object, end, fuel, &mut roots, moved) {
                        Err(Refusal::Paths) => {
                            self.split(plan, object, end, fuel, &mut roots, moved)
                        }
                        done => done,
                    }
                });
            }
            if is(EventKind::Copy) {
                self.each_end(plan, object, &mut moved, refused, |plan, end, moved| {
                    self.extend(plan, object, end, fuel, moved)
                });
            }
        }
        moved
    }

    fn each_end(
        &self,
        plan: &mut OwnershipPlan,
        object: Object,
        moved: &mut PairedTakes,
        refused: &mut Refused,
        mut search: impl FnMut(&mut OwnershipPlan, Event, &mut PairedTakes) -> Result<(), Refusal>,
    ) {
        for &event in &self.regions.data(object).events {
            if !self.is_end(plan, event) || moved.visits.0 > self.budget {
                continue;
            }
            let Err(refusal) = search(plan, event, moved) else { continue };
            refused.push((event, refusal.text()));
            match refusal {
                Refusal::Between => moved.refused_between += 1,
                Refusal::Test => moved.refused_test += 1,
                Refusal::Cycle => moved.refused_cycle += 1,
                Refusal::Paths => moved.refused_paths += 1,
                Refusal::Call => moved.refused_call += 1,
            }
        }
    }

    /// Whether an event is a destroy that stays and ends a region.
    pub(crate) fn is_end(&self, plan: &OwnershipPlan, event: Event) -> bool {
        let at = event.as_u32() as usize;
        self.regions.event(event).kind == EventKind::Destroy
            && !plan.deleted[at]
            && self.balance.level[at] == 1
    }

    pub(crate) fn is_start(&self, plan: &OwnershipPlan, event: Event) -> bool {
        let at = event.as_u32() as usize;
        self.regions.event(event).kind == EventKind::Copy
            && !plan.deleted[at]
            && self.balance.level[at] == 0
    }

    pub(crate) fn step(&self, set: &mut Set, moved: &mut PairedTakes) -> Result<(), Refusal> {
        set.steps += 1;
        moved.visits += 1;
        if set.steps > STEPS { Err(Refusal::Paths) } else { Ok(()) }
    }

    /// Nothing that releases and no test of a count between two positions of a block.
    fn is_clear(
        &self,
        plan: &OwnershipPlan,
        block: Block,
        after: i64,
        before: i64,
    ) -> Result<(), Refusal> {
        if self.regions.tests_between(block, after, before) {
            return Err(Refusal::Test);
        }
        let stays = |barrier: &Barrier| {
            barrier.releases
                && barrier.destroy.expand().is_none_or(|destroy| {
                    let object = self.regions.event(destroy).object;
                    // A destroy that is removed, and one of an inner region, releases nothing. One that
                    // is split is executed on the edges into its block.
                    let is_split = plan.split.contains(&destroy)
                        && !invar_ir::mutant!(ArcSplitReleasesNothing);
                    (!plan.deleted[destroy.as_u32() as usize] || is_split)
                        && (self.balance.is_refused(object)
                            || self.balance.level[destroy.as_u32() as usize] < 2)
                })
        };
        if self.regions.releases_between(block, after, before, stays)
            && !invar_ir::mutant!(ArcIntersectsOverRelease)
        {
            return Err(Refusal::Between);
        }
        Ok(())
    }

    fn intersect(
        &self,
        plan: &mut OwnershipPlan,
        object: Object,
        end: Event,
        fuel: &Fuel,
        roots: &mut Roots,
        moved: &mut PairedTakes,
    ) -> Result<(), Refusal> {
        let set = self.close(plan, object, Set { ends: vec![end], ..Set::default() }, moved)?;
        let relies = self.may_give_all(plan, object, &set, roots)?;
        if !fuel.take() {
            return Ok(());
        }
        moved.intersection += set.ends.len() as u64;
        for &end in &set.ends {
            plan.delete(end, Reason::Intersection);
        }
        self.give_all(plan, object, set.takes, relies, roots, moved);
        Ok(())
    }

    /// Adds the takes that reach the destroys of a set, the destroys that these takes reach, and so
    /// on.
    pub(crate) fn close(
        &self,
        plan: &OwnershipPlan,
        object: Object,
        mut set: Set,
        moved: &mut PairedTakes,
    ) -> Result<Set, Refusal> {
        let (mut ends, mut takes) = (0, 0);
        let mut backwards: FxHashSet<Block> = FxHashSet::default();
        let mut forwards: FxHashSet<Block> = FxHashSet::default();
        if let Some((edge, _)) = set.edge {
            let from = (edge.from, i64::MAX, i64::MAX);
            self.takes_before(plan, object, from, &mut set, &mut backwards, moved)?;
        }
        while ends < set.ends.len() || takes < set.takes.len() {
            if let Some(&end) = set.ends.get(ends) {
                ends += 1;
                // The block of the destroy can be reached again, over a back edge.
                let data = self.regions.event(end);
                let from = (data.block, i64::from(data.pos), self.used_until(end));
                self.takes_before(plan, object, from, &mut set, &mut backwards, moved)?;
            } else {
                let take = set.takes[takes];
                takes += 1;
                self.ends_after(plan, object, take, &mut set, &mut forwards, moved)?;
            }
        }
        if set.takes.is_empty() { Err(Refusal::Paths) } else { Ok(set) }
    }

    /// Whether all takes of a set may consume the ownership that is kept; the objects that must
    /// stay owned for that.
    pub(crate) fn may_give_all(
        &self,
        plan: &OwnershipPlan,
        object: Object,
        set: &Set,
        roots: &Roots,
    ) -> Result<Vec<Object>, Refusal> {
        let mut relies = Vec::new();
        for &take in &set.takes {
            relies.extend(self.may_give(plan, object, take, set.busy, roots)?);
        }
        Ok(relies)
    }

    /// Lets takes consume the ownership that is kept, in place of copies.
    pub(crate) fn give_all(
        &self,
        plan: &mut OwnershipPlan,
        object: Object,
        takes: Vec<Take>,
        relies: Vec<Object>,
        roots: &mut Roots,
        moved: &mut PairedTakes,
    ) {
        if takes.iter().any(|take| matches!(take, Take::Event(_))) {
            roots.moved.insert(object);
            roots.relied.extend(relies);
        }
        for take in takes {
            match take {
                Take::Event(event) => {
                    moved.consumed += u64::from(self.may_free(event));
                    plan.give_held(event);
                }
                Take::Edge(edge) => {
                    let copies = plan.edge_copies.get_mut(&(object, edge)).expect("it was found");
                    *copies -= 1;
                    if *copies == 0 {
                        plan.edge_copies.remove(&(object, edge));
                    }
                }
            }
        }
        plan.changed[object.as_u32() as usize] = true;
    }

    /// Whether a take is a call that may release the object, and does not store it.
    fn may_free(&self, take: Event) -> bool {
        let data = self.regions.event(take);
        let call = data.inst.expand().filter(|_| data.kind == EventKind::Call);
        let called = call.and_then(|inst| self.signatures.of_call(&self.f.insts[inst].op));
        called.is_some_and(|(called, _)| {
            called.may_release && called.stored_into(data.operand as usize).is_none()
        })
    }

    /// The takes that reach a point: its block, its position, and up to where the object must be
    /// alive.
    fn takes_before(
        &self,
        plan: &OwnershipPlan,
        object: Object,
        from: (Block, i64, i64),
        set: &mut Set,
        seen: &mut FxHashSet<Block>,
        moved: &mut PairedTakes,
    ) -> Result<(), Refusal> {
        let regions = self.regions;
        let mut stack = vec![from];
        while let Some((block, before, used)) = stack.pop() {
            self.step(set, moved)?;
            let events = self.regions.events_in(object, block);
            let earlier = events.partition_point(|&e| i64::from(regions.event(e).pos) < before);
            // Stores that do not take are uses.
            let last = events[..earlier].iter().rev().find(|&&e| self.counts(e));
            if let Some(&event) = last {
                if !plan.gives(event) {
                    return Err(Refusal::Paths);
                }
                let after = i64::from(regions.event(event).pos);
                self.is_clear(plan, block, after, used)?;
                set.busy |= self.is_busy(block, after, before);
                add(&mut set.takes, Take::Event(event));
                continue;
            }
            self.is_clear(plan, block, -1, used)?;
            set.busy |= self.is_busy(block, -1, before);
            if block == regions.data(object).home {
                return Err(Refusal::Paths);
            }
            for edge in regions.cfg.reachable_preds(block) {
                if regions.is_null_on(object, edge) {
                    continue;
                }
                if self.balance.passed(object, edge) > 0 {
                    if plan.edge_copies.get(&(object, edge)) != Some(&1) {
                        return Err(Refusal::Paths);
                    }
                    add(&mut set.takes, Take::Edge(edge));
                } else if seen.insert(edge.from) {
                    stack.push((edge.from, i64::MAX, i64::MAX));
                }
            }
        }
        Ok(())
    }

    /// The position in its block up to which the object of a destroy must be alive.
    fn used_until(&self, end: Event) -> i64 {
        let data = self.regions.event(end);
        i64::from(idle_from(self.f, self.runtime, data.block, data.pos))
    }

    pub(crate) fn counts(&self, event: Event) -> bool {
        self.regions.event(event).kind == EventKind::Copy
            || self.balance.takes[event.as_u32() as usize]
    }

    /// The destroys that a take reaches.
    fn ends_after(
        &self,
        plan: &OwnershipPlan,
        object: Object,
        take: Take,
        set: &mut Set,
        seen: &mut FxHashSet<Block>,
        moved: &mut PairedTakes,
    ) -> Result<(), Refusal> {
        let regions = self.regions;
        let mut stack = Vec::new();
        match take {
            Take::Event(event) => {
                let data = regions.event(event);
                stack.push((data.block, i64::from(data.pos)));
            }
            Take::Edge(edge) => {
                let to = regions.cfg.target(edge);
                if seen.insert(to) {
                    stack.push((to, -1));
                }
            }
        }
        while let Some((block, after)) = stack.pop() {
            self.step(set, moved)?;
            let events = self.regions.events_in(object, block);
            let later = events.partition_point(|&e| i64::from(regions.event(e).pos) <= after);
            if let Some(&next) = events[later..].iter().find(|&&e| self.counts(e)) {
                if !self.is_end(plan, next) || set.edge.is_some() {
                    return Err(Refusal::Paths);
                }
                self.is_clear(plan, block, after, self.used_until(next))?;
                set.busy |= self.is_busy(block, after, i64::from(regions.event(next).pos));
                if !set.ends.contains(&next) {
                    set.ends.push(next);
                }
                continue;
            }
            self.is_clear(plan, block, after, i64::MAX)?;
            set.busy |= self.is_busy(block, after, i64::MAX);
            for edge in regions.cfg.out_edges(block) {
                let to = regions.cfg.target(edge);
                if regions.is_null_on(object, edge) || set.edge.is_some_and(|of| of.0 == edge) {
                    continue;
                }
                // What is freed earlier must not be freed before a trap, nor before what may not
                // end.
                set.busy |= regions.dead_end[to] || regions.cfg.is_retreating(edge);
                if regions.acts_before_trap(edge) {
                    return Err(Refusal::Between);
                }
                if regions.dead_end[to] {
                    continue;
                }
                if self.balance.passed(object, edge) > 0 {
                    return Err(Refusal::Paths);
                }
                if seen.insert(to) {
                    stack.push((to, -1));
                }
            }
        }
        Ok(())
    }

    /// Whether a take may consume the last ownership that the function has; the object that must stay owned for
    /// that.
    fn may_give(
        &self,
        plan: &OwnershipPlan,
        object: Object,
        take: Take,
        busy: bool,
        roots: &Roots,
    ) -> Result<Option<Object>, Refusal> {
        let Take::Event(event) = take else { return Ok(None) };
        let data = self.regions.event(event);
        let inst = data.inst.expand().ok_or(Refusal::Paths)?;
        let op = &self.f.insts[inst].op;
        if self.runtime.cycles && roots.relied.contains(&object) {
            return Err(Refusal::Cycle);
        }
        match data.kind {
            EventKind::Call => {
                let (called, _) = self.signatures.of_call(op).ok_or(Refusal::Call)?;
                if called.is_late(data.operand as usize) && !self.ends_next(plan, object, event) {
                    return Err(Refusal::Call);
                }
                match called.stored_into(data.operand as usize) {
                    // The callee stores it, and releases nothing behind that.
                    Some(Root::Param(n)) if self.runtime.cycles => {
                        let holder = self.f.args(inst)[n as usize];
                        self.rooted(object, holder, event, roots).ok_or(Refusal::Cycle)
                    }
                    Some(_) => Ok(None),
                    None if called.may_test => Err(Refusal::Call),
                    None if called.may_release => {
                        let last = called.consumes_last(data.operand as usize)
                            || invar_ir::mutant!(ArcConsumesBeforeEnd);
                        let idle = !busy || invar_ir::mutant!(ArcConsumesBeforeUse);
                        if last && idle { Ok(None) } else { Err(Refusal::Call) }
                    }
                    None if self.runtime.cycles => Err(Refusal::Cycle),
                    None => Ok(None),
                }
            }
            EventKind::Store if matches!(op, Op::GlobalSet { .. } | Op::TableSet { .. }) => {
                Ok(None)
            }
            EventKind::Store if self.runtime.cycles && !invar_ir::mutant!(ArcGivesToUnrooted) => {
                self.rooted(object, self.f.args(inst)[0], event, roots).ok_or(Refusal::Cycle)
            }
            EventKind::Store => Ok(None),
            _ => Err(Refusal::Paths),
        }
    }

    /// Whether more than arithmetic comes between two positions of a block, both excluded.
    fn is_busy(&self, block: Block, after: i64, before: i64) -> bool {
        let insts = self.f.blocks[block].insts.iter().enumerate();
        let from = usize::try_from(after + 1).unwrap_or(0);
        let between = insts.skip(from).take_while(|(n, _)| (*n as i64) < before);
        let mut ops = between.map(|(_, &inst)| &self.f.insts[inst].op);
        ops.any(|op| !is_idle(op, self.runtime))
    }

    /// Whether an object is not used between a take and a destroy in the same block.
    fn ends_next(&self, plan: &OwnershipPlan, object: Object, take: Event) -> bool {
        let data = self.regions.event(take);
        let mut events = self.regions.events_in(object, data.block).iter().copied();
        let next = events.find(|&event| {
            self.regions.event(event).pos > data.pos && !plan.deleted[event.as_u32() as usize]
        });
        next.is_some_and(|next| {
            self.is_end(plan, next) && self.used_until(next) <= i64::from(data.pos) + 1
        })
    }

    /// Whether something else than `object` keeps alive the memory that an address points into; the object that
    /// does, if the function owns it.
    fn rooted(
        &self,
        object: Object,
        address: Value,
        at: Event,
        roots: &Roots,
    ) -> Option<Option<Object>> {
        let unmoved = |holder: &Object| !roots.moved.contains(holder);
        match root_of(self.f, self.regions, self.balance, object, address, at, unmoved)? {
            Holder::Object(holder) => Some(Some(holder)),
            Holder::Param(_) | Holder::Elsewhere => Some(None),
        }
    }
}

fn add(takes: &mut Vec<Take>, take: Take) {
    if !takes.contains(&take) {
        takes.push(take);
    }
}
