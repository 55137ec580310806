//! Where slots are values, and where values go to memory and come back.
//!
//! A slot is *exposed* from where its address has escaped until its frame is given back. There it
//! stays in memory. Elsewhere it is a value, and *dirty* if memory may not hold that value. What
//! follows from the events of a block is a list of actions: dirty slots are stored before something
//! reads or overwrites them that is no access at a known place, and before they become exposed,
//! also on edges; slots are loaded again after something may have overwritten them.
//!
//! Exposure and dirtiness are forward problems, whether a value is needed is a backward problem.
//! Cost: linear in events and edges, each times the number of slots in bits, for each round.

use super::events::{Bytes, Event, Frame};
use super::slots::Slots;
use invar_ir::bit_set::BitSet;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Edge, Inst};
use rustc_hash::FxHashMap;

/// What becomes of an event.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Action {
    /// A load or store of slots that are values is removed.
    Access(Inst),
    /// Values are stored before the instruction. `at` is where the stack pointer is.
    Spill { slots: BitSet, at: i64 },
    /// Values are loaded after the instruction.
    Reload { slots: BitSet, at: i64 },
    /// Slots that were exposed become values, undefined ones.
    Undefine(BitSet),
}

/// The slots that are read before they are written, at the start of each block.
type Live = SecondaryMap<Block, BitSet>;

/// Which reads of slots count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reads {
    /// The reads of accesses at known places.
    Known,
    /// The reads of all accesses of the frame.
    All,
}

/// Calls `visit` for each event, in reverse order in each block, with the slots that are read after
/// it and before they are written.
pub(super) fn backwards(
    cfg: &Cfg,
    frame: &Frame,
    slots: &Slots,
    reads: Reads,
    mut visit: impl FnMut(Block, usize, &Event, &BitSet),
) {
    let step = |event: &Event, live: &mut BitSet| match *event {
        Event::Access { inst, is_store, .. } => {
            if let Some(access) = slots.accesses.get(&inst) {
                access.slots().for_each(|n| live.set(n, !is_store));
            }
        }
        Event::Touch { reads: Some(bytes), .. } if reads == Reads::All => {
            slots.within(bytes).for_each(|n| live.set(n, true));
        }
        Event::End if reads == Reads::All => (0..slots.list.len()).for_each(|n| live.set(n, true)),
        _ => {}
    };
    let live_in = solve_backwards(cfg, slots.list.len(), |block, live| {
        frame.events[block].iter().rev().for_each(|(_, event)| step(event, live));
    });
    for &block in cfg.rpo.iter().filter(|&&block| !frame.events[block].is_empty()) {
        let mut live = live_out(cfg, block, &live_in, slots.list.len());
        for (n, (_, event)) in frame.events[block].iter().enumerate().rev() {
            visit(block, n, event, &live);
            step(event, &mut live);
        }
    }
}

/// Solves a backward problem: `step` turns the set at the end of a block into that at its start. A
/// worklist: each block is looked at again when a successor's set has grown.
fn solve_backwards(cfg: &Cfg, count: usize, mut step: impl FnMut(Block, &mut BitSet)) -> Live {
    let mut live: Live = SecondaryMap::with_default(BitSet::new(count));
    let mut queued: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut work: Vec<Block> = cfg.rpo.clone();
    work.iter().for_each(|&block| queued[block] = true);
    while let Some(block) = work.pop() {
        queued[block] = false;
        let mut set = live_out(cfg, block, &live, count);
        step(block, &mut set);
        if live[block].union(&set) {
            for edge in cfg.reachable_preds(block) {
                if !std::mem::replace(&mut queued[edge.from], true) {
                    work.push(edge.from);
                }
            }
        }
    }
    live
}

/// The union of the sets at the start of a block's successors.
fn live_out(cfg: &Cfg, block: Block, live_in: &Live, count: usize) -> BitSet {
    let mut live = BitSet::new(count);
    cfg.succs(block).iter().for_each(|&succ| {
        live.union(&live_in[succ]);
    });
    live
}

/// The state at a point.
#[derive(Clone, PartialEq, Debug, Default)]
struct State {
    exposed: BitSet,
    dirty: BitSet,
}

/// Where values go to memory and come back.
pub(super) struct Flow {
    /// The actions of each block in order, each with the number of its instruction.
    pub actions: SecondaryMap<Block, Vec<(usize, Action)>>,
    /// Slots that are stored on an edge, before they are exposed.
    pub on_edges: Vec<(Edge, BitSet)>,
    /// The values that are needed at the start of each block.
    pub live_in: Live,
    count: usize,
}

impl Flow {
    /// Finds the actions.
    pub fn find(cfg: &Cfg, frame: &Frame, slots: &Slots) -> Flow {
        let solver = Solver::new(cfg, frame, slots);
        let (states, ends) = solver.solve();
        let needed = solver.needed();
        let count = slots.list.len();
        let mut actions: SecondaryMap<Block, Vec<(usize, Action)>> = SecondaryMap::new();
        let mut on_edges = Vec::new();
        for &block in &cfg.rpo {
            solver.block(block, &mut states[block].clone(), Some(&mut actions[block]));
            for edge in cfg.out_edges(block) {
                let target = cfg.target(edge);
                let mut stored = ends[block].dirty.clone();
                if !frame.ends_before(target) {
                    stored.intersect(&states[target].exposed);
                    stored.intersect(&needed[target]);
                }
                if !stored.is_empty() && !invar_ir::mutant!(FramesEdgesUnseen) {
                    on_edges.push((edge, stored));
                }
            }
        }
        Flow { actions, on_edges, live_in: SecondaryMap::new(), count }
    }

    /// Drops what concerns slots that stay in memory, and loads of values that nobody needs.
    pub fn prune(&mut self, cfg: &Cfg, slots: &Slots, stays: &BitSet) {
        for &block in &cfg.rpo {
            for (_, action) in &mut self.actions[block] {
                match action {
                    Action::Spill { slots, .. } | Action::Reload { slots, .. } => {
                        slots.subtract(stays);
                    }
                    Action::Undefine(slots) => {
                        slots.subtract(stays);
                    }
                    Action::Access(_) => {}
                }
            }
            self.actions[block].retain(|(_, action)| match action {
                Action::Access(inst) => slots.accesses.contains_key(inst),
                _ => true,
            });
        }
        for (_, stored) in &mut self.on_edges {
            stored.subtract(stays);
        }
        self.on_edges.retain(|(_, stored)| !stored.is_empty());
        let mut at_ends: SecondaryMap<Block, Option<BitSet>> = SecondaryMap::new();
        for (edge, stored) in &self.on_edges {
            at_ends[edge.from].get_or_insert_with(|| BitSet::new(self.count)).union(stored);
        }
        self.live_in = solve_backwards(cfg, self.count, |block, live| {
            at_ends[block].iter().for_each(|stored| {
                live.union(stored);
            });
            self.actions[block].iter().rev().for_each(|(_, action)| step(action, slots, live));
        });
        for &block in &cfg.rpo {
            let mut live = live_out(cfg, block, &self.live_in, self.count);
            at_ends[block].iter().for_each(|stored| {
                live.union(stored);
            });
            for (_, action) in self.actions[block].iter_mut().rev() {
                if let Action::Reload { slots, .. } = action {
                    slots.intersect(&live);
                }
                step(action, slots, &mut live);
            }
            self.actions[block].retain(|(_, action)| match action {
                Action::Access(_) => true,
                Action::Spill { slots, .. } | Action::Reload { slots, .. } => !slots.is_empty(),
                Action::Undefine(slots) => !slots.is_empty(),
            });
        }
    }
}

/// The values that are needed before an action, from those that are needed after it.
fn step(action: &Action, slots: &Slots, live: &mut BitSet) {
    match action {
        Action::Access(inst) => {
            if let Some(access) = slots.accesses.get(inst) {
                access.slots().for_each(|n| live.set(n, !access.is_store));
            }
        }
        Action::Spill { slots, .. } => {
            live.union(slots);
        }
        Action::Reload { slots, .. } | Action::Undefine(slots) => {
            live.subtract(slots);
        }
    }
}

struct Solver<'a> {
    cfg: &'a Cfg,
    frame: &'a Frame,
    slots: &'a Slots,
    /// For each assignment of the stack pointer, by block and event: the slots whose frames end
    /// there. They are below the new value, and no access of the frame reads what they hold.
    ///
    /// Slots between both values of a frame that begins are not among them, and addresses that
    /// escape are not taken to be those above the stack pointer: an assignment that nobody reads
    /// before the next one may have been removed, so a frame can be in use below the stack pointer.
    /// Stores and assignments keep their order, so after one, nothing below the new value is in
    /// use.
    given_back: FxHashMap<(Block, usize), BitSet>,
    all: BitSet,
}

impl<'a> Solver<'a> {
    fn new(cfg: &'a Cfg, frame: &'a Frame, slots: &'a Slots) -> Self {
        let count = slots.list.len();
        let with = |is_member: &dyn Fn(usize) -> bool| {
            let mut set = BitSet::new(count);
            (0..count).filter(|&n| is_member(n)).for_each(|n| {
                set.insert(n);
            });
            set
        };
        let mut below = FxHashMap::default();
        let mut given_back = FxHashMap::default();
        backwards(cfg, frame, slots, Reads::All, |block, n, event, live| {
            if let Event::Move { to, .. } = *event {
                let below = below.entry(to).or_insert_with(|| with(&|n| slots.list[n].end() <= to));
                let mut dead = below.clone();
                if !invar_ir::mutant!(FramesMovesEndAll) {
                    dead.subtract(live);
                }
                given_back.insert((block, n), dead);
            }
        });
        let all = with(&|_| true);
        Solver { cfg, frame, slots, given_back, all }
    }

    /// The slots that may be read in memory, at the start of each block, before they are written or
    /// their frame is given back, on a way on which their addresses have not escaped: nobody else
    /// can read them before they do.
    fn needed(&self) -> Live {
        solve_backwards(self.cfg, self.slots.list.len(), |block, live| {
            for (n, (_, event)) in self.frame.events[block].iter().enumerate().rev() {
                match *event {
                    Event::Escape { .. } | Event::Access { holds: true, .. } => {
                        live.union(&self.all);
                    }
                    Event::Call { .. } => {}
                    Event::Touch { reads, .. } => {
                        reads.iter().flat_map(|&bytes| self.slots.within(bytes)).for_each(|n| {
                            live.insert(n);
                        });
                    }
                    Event::Access { inst, is_store, .. } => {
                        if let Some(access) = self.slots.accesses.get(&inst) {
                            access.slots().for_each(|n| live.set(n, !is_store));
                        }
                    }
                    Event::Move { .. } => {
                        live.subtract(&self.given_back[&(block, n)]);
                    }
                    Event::Begin => {}
                    Event::End => {
                        live.union(&self.all);
                    }
                }
            }
        })
    }

    /// The states at the start and at the end of each block.
    fn solve(&self) -> (SecondaryMap<Block, State>, SecondaryMap<Block, State>) {
        let count = self.slots.list.len();
        let none = State { exposed: BitSet::new(count), dirty: BitSet::new(count) };
        let mut starts = SecondaryMap::with_default(none.clone());
        let mut ends = SecondaryMap::with_default(none);
        // Exposure first: it does not depend on dirtiness, and a slot that only seems to be dirty
        // must not be stored.
        for is_exposure in [true, false] {
            let mut changed = true;
            while std::mem::take(&mut changed) {
                for &block in &self.cfg.rpo {
                    let mut state = starts[block].clone();
                    self.block(block, &mut state, None);
                    for &succ in self.cfg.succs(block) {
                        if self.frame.ends_before(succ) {
                            // All of it is stored on the edge.
                        } else if is_exposure {
                            changed |= starts[succ].exposed.union(&state.exposed);
                        } else {
                            let mut dirty = state.dirty.clone();
                            dirty.subtract(&starts[succ].exposed);
                            changed |= starts[succ].dirty.union(&dirty);
                        }
                    }
                    ends[block] = state;
                }
            }
        }
        (starts, ends)
    }

    /// The state after a block, from that before it; `actions` gets its actions.
    fn block(
        &self,
        block: Block,
        state: &mut State,
        mut actions: Option<&mut Vec<(usize, Action)>>,
    ) {
        let mut pointer = self.frame.starts[block];
        for (n, &(index, event)) in self.frame.events[block].iter().enumerate() {
            let mut act = |action| {
                if let Some(actions) = &mut actions {
                    actions.push((index, action));
                }
            };
            match event {
                Event::Access { inst, is_store, holds, start, size } => {
                    let access = self.slots.accesses.get(&inst);
                    let bytes = Bytes { start, end: start + i64::from(size) };
                    let is_exposed = |state: &State| match access {
                        Some(access) => access.slots().any(|n| state.exposed.contains(n)),
                        None => true,
                    };
                    if holds && is_exposed(state) {
                        // What is exposed may be read by others.
                        self.expose(pointer, state, &mut act);
                    }
                    let Some(access) = access else { continue };
                    let memory: Vec<usize> =
                        access.slots().filter(|&n| state.exposed.contains(n)).collect();
                    if memory.is_empty() {
                        act(Action::Access(inst));
                        if is_store {
                            access.slots().for_each(|n| {
                                state.dirty.insert(n);
                            });
                        }
                    } else if memory.len() < access.count {
                        // Some of its slots are exposed, and some are not.
                        let (reads, writes) =
                            if is_store { (None, Some(bytes)) } else { (Some(bytes), None) };
                        self.touch(reads, writes, pointer, state, &mut act);
                    }
                }
                Event::Touch { reads, writes, at, .. } => {
                    self.touch(reads, writes, at, state, &mut act)
                }
                Event::Escape { at, .. } => self.expose(at, state, &mut act),
                Event::Move { to, .. } => {
                    pointer = to;
                    let set = &self.given_back[&(block, n)];
                    state.exposed.subtract(set);
                    state.dirty.subtract(set);
                    act(Action::Undefine(set.clone()));
                }
                Event::Call { .. } => {}
                Event::End => {
                    let stored = std::mem::take(&mut state.dirty);
                    state.dirty = BitSet::new(self.slots.list.len());
                    if !invar_ir::mutant!(PrivateEndsUnseen) {
                        act(Action::Spill { slots: stored, at: pointer });
                    }
                }
                Event::Begin => {
                    let none = BitSet::new(self.slots.list.len());
                    *state = State { exposed: none.clone(), dirty: none };
                    if !invar_ir::mutant!(PrivateBeginsUndefined) {
                        act(Action::Reload { slots: self.all.clone(), at: 0 });
                    }
                }
            }
        }
    }

    /// Addresses of the frame become known: what is computed from one may be that of any other
    /// slot.
    fn expose(&self, at: i64, state: &mut State, act: &mut impl FnMut(Action)) {
        let stored = std::mem::replace(&mut state.dirty, BitSet::new(self.slots.list.len()));
        state.exposed.union(&self.all);
        if !invar_ir::mutant!(FramesEscapesUnseen) {
            act(Action::Spill { slots: stored, at });
        }
    }

    fn touch(
        &self,
        reads: Option<Bytes>,
        writes: Option<Bytes>,
        at: i64,
        state: &mut State,
        act: &mut impl FnMut(Action),
    ) {
        let count = self.slots.list.len();
        let set = |bytes: Option<Bytes>| {
            let mut set = BitSet::new(count);
            bytes.iter().flat_map(|&bytes| self.slots.within(bytes)).for_each(|n| {
                set.insert(n);
            });
            set.subtract(&state.exposed);
            set
        };
        let (mut stored, written) = (set(reads), set(writes));
        stored.union(&written);
        stored.intersect(&state.dirty);
        state.dirty.subtract(&stored);
        if !invar_ir::mutant!(FramesReadsUnseen) {
            act(Action::Spill { slots: stored, at });
        }
        if !invar_ir::mutant!(FramesWritesUnseen) {
            act(Action::Reload { slots: written, at });
        }
    }
}
