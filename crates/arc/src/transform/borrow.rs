//! Owned to guaranteed: ownership that is not needed, since another owner keeps the object alive.
//!
//! What is copied is alive, so somebody owns it (unless it is new, with a count of zero). Until
//! something may be released, that owner keeps it alive, and the copy is not needed. So a region of an
//! object that is not owned by its definition starts *clean*, without ownership, and becomes *dirty* at the first
//! barrier that may release something: it is copied there, and not before. A destroy that is reached
//! clean is removed; a take that is reached clean gets a copy. This is a forward dataflow: where paths join, dirty
//! wins, and the clean ones get copies on their edges. A block parameter that receives ownership is clean if all
//! incoming objects are, or stay owned themselves, so that a traversal `while (p) p = p.next` needs no counts at
//! all, whatever follows it.
//!
//! A destroy is a release only if it is reached dirty. So the dataflow is optimistic: all are clean at first, and each
//! place becomes dirty at most once. The result is consistent: while something is clean, nothing is
//! released in the new program, and in the old one none of the releases there was an object's last,
//! for its other owner was there throughout.
//!
//! A load is *not* taken for a borrow across anything that may release: `x = h.f; clobber(h); use x`
//! has its copy before `clobber`.
//!
//! Cost: regions times the logarithm of releases; a block is visited again, with all objects in
//! it, when something in it became dirty, within the budget of visits. Past it, nothing is clean.

use crate::interprocedural::signature::Signatures;
use crate::ownership::balance::Balance;
use crate::ownership::bit_set::HierarchicalBitSet;
use crate::ownership::proofs::Held;
use crate::ownership::regions::{Event, EventKind, Object, Regions};
use crate::ownership::sweep::Sweep;
use crate::runtimes::table::Runtime;
use crate::transform::explain::Refused;
use invar_analysis::{Fuel, Observed};
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::{Block, Edge, Function, ValueDef};

invar_analysis::counters! {
    /// Webs that need less ownership, and why others do.
    pub struct Borrowed {
        /// Webs with a destroy that is removed.
        webs,
        /// Visits of blocks.
        visits: Observed,
        /// An object of the web is an owned result.
        refused_born: Observed = "refused.born",
        /// The owner of the copied object is not known.
        refused_source: Observed = "refused.source",
        /// A release may happen while the object lives.
        refused_release: Observed = "refused.release",
    }
}

/// The solution: where ownership is not needed.
#[derive(Default)]
pub struct BorrowedRegions {
    /// For each event, whether it is reached clean; for a copy that starts a region, whether the
    /// region starts so.
    pub event: Vec<bool>,
    /// For each object, whether it is passed no ownership.
    pub start: Vec<bool>,
    /// For each span, whether the object is owned at the end of the block, and clean.
    pub exit: Vec<bool>,
    /// Copies before releases: object, block, position.
    pub copies: Vec<(Object, Block, u32)>,
    /// Copies on edges to where the object is dirty.
    pub edges: Vec<(Object, Edge)>,
}

impl BorrowedRegions {
    /// Nothing is clean.
    pub fn none(regions: &Regions, balance: &Balance) -> Self {
        BorrowedRegions {
            event: vec![false; regions.events.len()],
            start: vec![false; regions.objects.len()],
            exit: vec![false; balance.spans.len()],
            ..BorrowedRegions::default()
        }
    }
}

/// Why an object is dirty throughout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    Born,
    Source,
    Refused,
}

/// The input of the dataflow.
pub struct BorrowSearch<'a> {
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
    /// Objects that another owner keeps alive throughout the function.
    pub is_guaranteed: &'a [bool],
    /// Parameters for which no caller passes a new object whose count is zero.
    pub counted: &'a [bool],
    /// Objects to leave alone.
    pub skip: &'a [bool],
    /// The most blocks to look at.
    pub budget: u64,
}

impl BorrowSearch<'_> {
    /// Finds where ownership is not needed. Why it is needed by other destroys goes to `refused`.
    pub(crate) fn run(&self, fuel: &Fuel, refused: &mut Refused) -> (BorrowedRegions, Borrowed) {
        let BorrowSearch { regions, balance, .. } = *self;
        let objects = regions.objects.len();
        let mut state = State::new(self);
        state.settle();
        let mut stats = Borrowed { visits: Observed(state.visits), ..Borrowed::default() };
        if state.visits > self.budget {
            return (BorrowedRegions::none(regions, balance), stats);
        }
        let mut borrowed = state.result();
        // A web in which no destroy is removed stays as it was.
        let web = |object: Object| balance.web(object).as_u32() as usize;
        let mut worth = vec![false; objects];
        for n in 0..objects {
            let object = Object::from_u32(n as u32);
            for &event in &regions.data(object).events {
                if !state.ends_region(event) {
                    continue;
                }
                if borrowed.event[event.as_u32() as usize] {
                    worth[web(object)] = true;
                } else {
                    let (count, text) = match state.why[n] {
                        Some(Why::Born) => (&mut stats.refused_born, "nothing else owns it"),
                        Some(Why::Source) => {
                            (&mut stats.refused_source, "it is not known who else owns it")
                        }
                        Some(Why::Refused) => continue,
                        None => (
                            &mut stats.refused_release,
                            "something may be released before it, and free the object",
                        ),
                    };
                    *count += 1;
                    refused.push((event, text));
                }
            }
        }
        for _ in worth.iter().filter(|&&worth| worth) {
            // A destroy that stays for want of fuel may be a release that the solution counts on to be gone.
            if !fuel.take() {
                return (BorrowedRegions::none(regions, balance), stats);
            }
            stats.webs += 1;
        }
        let of = |object: &Object| worth[web(*object)];
        for (n, event) in borrowed.event.iter_mut().enumerate() {
            *event &= of(&regions.events[n].object);
        }
        for (n, start) in borrowed.start.iter_mut().enumerate() {
            *start &= of(&Object::from_u32(n as u32));
        }
        for object in (0..objects).map(Object::new).filter(|object| !of(object)) {
            borrowed.exit[balance.spans.numbers(object)].fill(false);
        }
        borrowed.copies.retain(|(object, ..)| of(object));
        borrowed.edges.retain(|(object, _)| of(object));
        (borrowed, stats)
    }

    /// Whether an object has no ownership from its definition, other than what is passed to it.
    fn is_unborn(&self, object: Object) -> bool {
        let root = self.regions.data(object).root;
        let passed = matches!(self.f.values[root].def, ValueDef::Param(block, _)
            if block != self.f.entry);
        let n = object.as_u32() as usize;
        passed || self.balance.start[n] == 0 && !self.balance.late[n]
    }

    fn sources_held(&self, object: Object, held: &mut Held<'_>) -> bool {
        let data = self.regions.data(object);
        let first = |&&event: &&Event| {
            self.regions.event(event).kind == EventKind::Copy
                && self.balance.level[event.as_u32() as usize] == 0
        };
        invar_ir::mutant!(ArcBorrowsUnheld)
            || self.is_guaranteed[object.as_u32() as usize]
            || data.events.iter().find(first).is_none()
            || held.is_held(data.root)
    }
}

/// The state of the dataflow: the dirty places so far.
struct State<'a> {
    search: &'a BorrowSearch<'a>,
    why: Vec<Option<Why>>,
    /// The releases of all blocks, by the numbers of places.
    releases: HierarchicalBitSet,
    /// The number of the first place of each block: one for each position, that of its end included.
    places: SecondaryMap<Block, u32>,
    /// For each span, whether the object is dirty when the block is entered.
    dirty: Vec<bool>,
    /// For each object, whether it is dirty at its definition.
    dirty_start: Vec<bool>,
    queue: Sweep,
    visits: u64,
}

/// The transfer function of a block for an object.
#[derive(Default)]
struct Passage {
    /// Whether each event is reached clean.
    events: Vec<(Event, bool)>,
    /// Releases before which the object is copied.
    copies: Vec<u32>,
    /// Whether it is owned at the end, and whether that is clean.
    exit: Option<bool>,
    /// How often it is owned at the end.
    level: u32,
}

impl<'a> State<'a> {
    fn new(search: &'a BorrowSearch<'a>) -> Self {
        let BorrowSearch { regions, balance, .. } = *search;
        let count = regions.objects.len();
        let mut held =
            Held::new(search.f, search.regions, search.runtime, search.signatures, search.counted);
        let why = (0..count).map(|n| {
            let object = Object::from_u32(n as u32);
            if balance.is_refused(object) || search.skip[n] {
                Some(Why::Refused)
            } else if search.is_guaranteed[n] {
                None
            } else if !search.is_unborn(object) {
                Some(Why::Born)
            } else if !search.sources_held(object, &mut held) {
                Some(Why::Source)
            } else {
                None
            }
        });
        let why: Vec<Option<Why>> = why.collect();
        let (mut places, mut count_places) = (SecondaryMap::new(), 0);
        places.resize(search.f.blocks.len());
        for &block in &regions.cfg.rpo {
            places[block] = count_places;
            count_places += search.f.blocks[block].insts.len() as u32 + 1;
        }
        let mut state = State {
            search,
            why,
            releases: HierarchicalBitSet::new(count_places as usize),
            places,
            dirty: vec![false; balance.spans.len()],
            dirty_start: vec![false; count],
            queue: Sweep::new(&regions.cfg),
            visits: 0,
        };
        for n in 0..count {
            let object = Object::new(n);
            if state.why[n] == Some(Why::Refused) {
                for &(_, target) in &balance.targets[n] {
                    state.dirty_start[target.index()] = true;
                }
            }
            if state.is_present(object) {
                for span in balance.spans.of(object) {
                    state.queue.insert(&regions.cfg, span.block);
                }
            }
        }
        for &block in &regions.cfg.rpo {
            if regions.dead_end[block] {
                continue;
            }
            for barrier in regions.barriers_in(block).iter().filter(|barrier| barrier.releases) {
                let stays = barrier.destroy.expand().is_none_or(|event| {
                    let object = regions.event(event).object;
                    state.why[object.as_u32() as usize] == Some(Why::Refused)
                });
                if stays {
                    state.release_at(block, barrier.pos);
                }
            }
        }
        state
    }

    /// Whether an event is a destroy that ends a region.
    fn ends_region(&self, event: Event) -> bool {
        let BorrowSearch { regions, balance, .. } = *self.search;
        let data = regions.event(event);
        data.kind == EventKind::Destroy
            && balance.level[event.as_u32() as usize] == 1
            && !balance.is_refused(data.object)
            && !self.search.is_guaranteed[data.object.as_u32() as usize]
    }

    /// Whether an object takes part in the dataflow.
    fn is_present(&self, object: Object) -> bool {
        let n = object.index();
        self.why[n] != Some(Why::Refused) && !self.search.is_guaranteed[n]
    }

    /// Notes a release before a position of a block. Returns whether it is new.
    fn release_at(&mut self, block: Block, pos: u32) -> bool {
        self.releases.insert((self.places[block] + pos) as usize)
    }

    /// The first release of a block from a position on, and before another.
    fn release_between(&self, block: Block, from: u32, before: u32) -> Option<u32> {
        let first = self.places[block];
        let end = self.search.f.blocks[block].insts.len() as u32;
        let found = self.releases.next((first + from) as usize)? as u32 - first;
        (found < before.min(end + 1)).then_some(found)
    }

    /// The number of an object's span in a block, unless it is defined there.
    fn span_below(&self, object: Object, block: Block) -> Option<usize> {
        let BorrowSearch { regions, balance, .. } = *self.search;
        let below = block != regions.data(object).home;
        below.then(|| balance.spans.find(regions, object, block)).flatten()
    }

    /// Iterates until nothing more becomes dirty.
    fn settle(&mut self) {
        let BorrowSearch { regions, balance, .. } = *self.search;
        while let Some(block) = self.queue.pop_first(&regions.cfg) {
            loop {
                let mut new = false;
                for &(object, span) in balance.spans.in_block(block) {
                    if self.is_present(object) {
                        self.visits += 1;
                        new |= self.go_through(object, block, span as usize);
                    }
                }
                if !new || self.visits > self.search.budget {
                    break;
                }
            }
            if self.visits > self.search.budget {
                return;
            }
        }
    }

    /// Whether there is a release in the block that is new.
    fn go_through(&mut self, object: Object, block: Block, span: usize) -> bool {
        let BorrowSearch { regions, balance, .. } = *self.search;
        let passage = self.passage(object, block, span);
        let mut new = false;
        for &(event, clean) in &passage.events {
            if !clean && self.ends_region(event) {
                new |= self.release_at(block, regions.event(event).pos);
            }
        }
        if passage.exit != Some(false) {
            return new;
        }
        for edge in regions.cfg.out_edges(block) {
            let to = regions.cfg.target(edge);
            if regions.dead_end[to] || regions.is_null_on(object, edge) {
                continue;
            }
            let there = self.span_below(object, to);
            let there = there.filter(|&span| balance.spans.get(span).level > 0);
            if let Some(span) = there
                && !std::mem::replace(&mut self.dirty[span], true)
            {
                self.queue.insert(&regions.cfg, to);
            }
            // An object that the function still owns keeps the parameter alive that receives it.
            let goes_on = there.is_some_and(|span| self.dirty[span]);
            if goes_on && passage.level > balance.passed(object, edge) {
                continue;
            }
            for &(_, target) in balance.targets_on(object, edge) {
                if !std::mem::replace(&mut self.dirty_start[target.index()], true) {
                    self.queue.insert(&regions.cfg, to);
                }
            }
        }
        new
    }

    /// Applies a block to an object that has a span there.
    fn passage(&self, object: Object, block: Block, span: usize) -> Passage {
        let BorrowSearch { regions, balance, .. } = *self.search;
        let always = self.why[object.index()].is_some();
        let mut level = balance.spans.get(span).level;
        let is_dirty = if block == regions.data(object).home {
            self.dirty_start[object.index()]
        } else {
            self.dirty[span]
        };
        let mut clean = !always && !is_dirty;
        let (mut passage, mut at) = (Passage::default(), 0);
        let release_before = |passage: &mut Passage, clean: &mut bool, level, at: u32, to: u32| {
            if *clean
                && !invar_ir::mutant!(ArcBorrowsOverRelease)
                && level > 0
                && at < to
                && let Some(release) = self.release_between(block, at, to)
            {
                *clean = false;
                passage.copies.push(release);
            }
        };
        for &event in regions.events_in(object, block) {
            let event_data = regions.event(event);
            // A call that consumes one of several may release it while the others are still owned.
            let within = event_data.kind == EventKind::Call && level > 1;
            let to = event_data.pos + u32::from(within);
            release_before(&mut passage, &mut clean, level, at, to);
            at = event_data.pos + 1;
            if event_data.kind == EventKind::Copy {
                if level == 0 {
                    clean = !always;
                }
                level += 1;
            } else if balance.takes[event.as_u32() as usize] {
                level -= 1;
            }
            passage.events.push((event, clean));
        }
        release_before(&mut passage, &mut clean, level, at, u32::MAX);
        (passage.exit, passage.level) = ((level > 0).then_some(clean), level);
        passage
    }

    fn result(&self) -> BorrowedRegions {
        let BorrowSearch { regions, balance, .. } = *self.search;
        let mut borrowed = BorrowedRegions::none(regions, balance);
        for (n, why) in self.why.iter().enumerate() {
            let object = Object::new(n);
            if !self.is_present(object) {
                continue;
            }
            borrowed.start[n] = why.is_none() && !self.dirty_start[n];
            for number in balance.spans.numbers(object) {
                let block = balance.spans.get(number).block;
                let passage = self.passage(object, block, number);
                for (event, is_clean) in passage.events {
                    borrowed.event[event.index()] = is_clean;
                }
                borrowed.copies.extend(passage.copies.into_iter().map(|pos| (object, block, pos)));
                if passage.exit != Some(true) {
                    continue;
                }
                borrowed.exit[number] = true;
                for edge in regions.cfg.out_edges(block) {
                    let to = regions.cfg.target(edge);
                    let is_dirty =
                        |span: usize| balance.spans.get(span).level > 0 && self.dirty[span];
                    let dirty =
                        !regions.dead_end[to] && self.span_below(object, to).is_some_and(is_dirty);
                    // What is copied on the way to a trap leaks there.
                    let dirty = dirty || regions.acts_before_trap(edge);
                    if dirty && !regions.is_null_on(object, edge) {
                        borrowed.edges.push((object, edge));
                    }
                }
            }
        }
        borrowed
    }
}
