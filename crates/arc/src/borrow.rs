//! Webs that need no ownership at all: owned to guaranteed.
//!
//! What is copied is alive, so somebody owns it (unless it is new, with a count of zero). A web that is
//! not itself born owned needs its copies only if that owner may let go while the web's regions last,
//! and if no release can happen in them, none can. A traversal `while (p) p = p.next` is one such web, joined
//! by the loop's parameter.
//!
//! A release in the regions of a web may itself belong to a web that needs none. So all webs that
//! qualify are assumed to need none; one whose regions hold a release that stays is struck off, and
//! its own releases stay then, and may strike off others. Each web is struck off once. What remains
//! is consistent: in these regions of the new program there is no release at all, and in the old
//! one none of the releases there was an object's last, for its other owner was there throughout.
//!
//! A load is *not* taken for a borrow across anything that may release: `x = h.f; clobber(h); use x`
//! keeps its copy.
//!
//! Cost: O(n log n). The releases of a block are leaves of a tree of intervals, so that a region in a
//! block costs O(log n), not a look at each.

use crate::balance::{Balance, is_read};
use crate::regions::{Event, Kind, Object, Regions};
use crate::runtime::Runtime;
use crate::signature::{Given, Signatures};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Fuel, Function, Op, Value, ValueDef, edges};
use rustc_hash::FxHashMap;

invar_ir::counters! {
    /// Webs that need no ownership, and why others do.
    pub struct Borrowed {
        /// Webs that were found to need none.
        webs,
        /// An object of the web is born owned.
        refused_born = "refused.born",
        /// It is not known who owns what is copied.
        refused_source = "refused.source",
        /// A release may happen while the web lives.
        refused_release = "refused.release",
    }
}

/// What the search needs to know.
pub struct Search<'a> {
    /// The function, raised.
    pub f: &'a Function,
    /// Its objects and events.
    pub regions: &'a Regions,
    /// Their levels.
    pub balance: &'a Balance,
    /// The runtime.
    pub runtime: &'a Runtime,
    /// Conventions of callees.
    pub signatures: &'a Signatures,
    /// Objects that somebody else keeps alive for all of the function.
    pub kept: &'a [bool],
    /// Parameters for which no caller passes a new object whose count is zero.
    pub counted: &'a [bool],
    /// Objects to leave alone.
    pub skip: &'a [bool],
}

impl Search<'_> {
    /// For each object, whether its web needs no ownership.
    pub fn run(&self, fuel: &Fuel) -> (Vec<bool>, Borrowed) {
        let Search { regions, balance, .. } = *self;
        let count = regions.objects.len();
        let mut stats = Borrowed::default();
        // 0: may be borrowed; 1: born; 2: source; 3: not of interest; 4: release.
        let mut struck = vec![3u8; count];
        let web = |object: Object| balance.web(object).as_u32() as usize;
        for n in 0..count {
            let object = Object::from_u32(n as u32);
            let events = &regions.data(object).events;
            let shrinks = events.iter().any(|&e| regions.event(e).kind == Kind::Destroy);
            if shrinks && struck[web(object)] == 3 {
                struck[web(object)] = 0;
            }
        }
        let mut held = Held { search: self, known: FxHashMap::default() };
        for n in 0..count {
            let object = Object::from_u32(n as u32);
            let state = &mut struck[web(object)];
            if *state != 0 {
                continue;
            }
            if balance.is_refused(object) || self.skip[n] {
                *state = 3;
            } else if !self.is_unborn(object) {
                *state = 1;
            } else if !self.sources_held(object, &mut held) {
                *state = 2;
            }
        }
        self.strike(&mut struck);
        let mut chosen = vec![false; count];
        for n in 0..count {
            match struck[n] {
                0 if web(Object::from_u32(n as u32)) == n => {
                    chosen[n] = fuel.take();
                    stats.webs += u64::from(chosen[n]);
                }
                1 => stats.refused_born += 1,
                2 => stats.refused_source += 1,
                4 => stats.refused_release += 1,
                _ => {}
            }
        }
        if (0..count).any(|n| struck[n] == 0 && web(Object::from_u32(n as u32)) == n && !chosen[n])
        {
            // Without fuel for one, what rests on it does not hold either.
            chosen.fill(false);
        }
        let borrowed = (0..count).map(|n| chosen[web(Object::from_u32(n as u32))]).collect();
        (borrowed, stats)
    }

    /// Whether an object has no ownership from its definition, other than what is passed to it.
    fn is_unborn(&self, object: Object) -> bool {
        let root = self.regions.data(object).root;
        let passed = matches!(self.f.values[root].def, ValueDef::Param(block, _)
            if block != self.f.entry);
        passed || self.balance.start[object.as_u32() as usize] == 0
    }

    fn sources_held(&self, object: Object, held: &mut Held<'_>) -> bool {
        let data = self.regions.data(object);
        let first = |&&event: &&Event| {
            self.regions.event(event).kind == Kind::Copy
                && self.balance.level[event.as_u32() as usize] == 0
        };
        self.kept[object.as_u32() as usize]
            || data.events.iter().find(first).is_none()
            || held.is_held(data.root)
    }

    /// Strikes off webs in whose regions a release stays.
    fn strike(&self, struck: &mut [u8]) {
        let trees = Trees::new(self);
        let count = self.regions.objects.len();
        // Which webs rest on which nodes of the trees.
        let mut rests: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for n in 0..count {
            let object = Object::from_u32(n as u32);
            let web = self.balance.web(object).as_u32();
            if struck[web as usize] == 0 {
                self.each_region(object, |block, after, before| {
                    trees.cover(self.regions, block, after, before, |node| {
                        rests.entry(node).or_default().push(web);
                    });
                });
            }
        }
        // The releases that stay, and those of each web.
        let mut stay = Vec::new();
        let mut of_web: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for &block in &self.regions.cfg.rpo {
            for (n, barrier) in self.regions.barriers[block].iter().enumerate() {
                if !barrier.releases || self.regions.dead_end[block] {
                    continue;
                }
                let leaf = trees.leaf(block, n);
                let Some(event) = barrier.destroy.expand() else {
                    stay.push(leaf);
                    continue;
                };
                let object = self.regions.event(event).object;
                let level = self.balance.level[event.as_u32() as usize];
                let refused =
                    self.balance.is_refused(object) || self.skip[object.as_u32() as usize];
                let web = self.balance.web(object).as_u32();
                if refused {
                    stay.push(leaf);
                } else if level >= 2 || self.kept[object.as_u32() as usize] {
                    // The end of an inner region, which goes in any case.
                } else if struck[web as usize] == 0 {
                    of_web.entry(web).or_default().push(leaf);
                } else {
                    stay.push(leaf);
                }
            }
        }
        while let Some(mut node) = stay.pop() {
            loop {
                for web in rests.remove(&node).unwrap_or_default() {
                    if std::mem::replace(&mut struck[web as usize], 4) == 0 {
                        stay.extend(of_web.remove(&web).unwrap_or_default());
                    }
                }
                match trees.parent(node) {
                    Some(parent) => node = parent,
                    None => break,
                }
            }
        }
    }

    /// The stretches of blocks, both ends excluded, where an object is owned.
    fn each_region(&self, object: Object, mut visit: impl FnMut(Block, i64, i64)) {
        let Search { regions, balance, .. } = *self;
        let data = regions.data(object);
        let mut events = data.events.iter().copied().peekable();
        for &block in &balance.blocks[object.as_u32() as usize] {
            let mut level = match block == data.home {
                true => balance.start[object.as_u32() as usize],
                false => balance.entry.get(&(object, block)).copied().unwrap_or(0),
            };
            let mut open = (level > 0).then_some(-1);
            let number = |block| regions.cfg.rpo_number[block];
            while let Some(&event) = events.peek() {
                let event_data = regions.event(event);
                if number(event_data.block) > number(block) {
                    break;
                }
                events.next();
                if event_data.block != block {
                    continue;
                }
                let pos = i64::from(event_data.pos);
                match event_data.kind {
                    Kind::Copy => level += 1,
                    _ if balance.takes[event.as_u32() as usize] => level -= 1,
                    _ => {}
                }
                match (open, level) {
                    (None, 1..) => open = Some(pos),
                    (Some(after), 0) => {
                        visit(block, after, pos);
                        open = None;
                    }
                    _ => {}
                }
            }
            if let Some(after) = open {
                visit(block, after, i64::MAX);
            }
        }
    }
}

/// Whether a value may not be a new object, whose count is zero still. Optimistic round loops.
struct Held<'a> {
    search: &'a Search<'a>,
    known: FxHashMap<Value, bool>,
}

impl Held<'_> {
    fn is_held(&mut self, value: Value) -> bool {
        let Search { f, regions, runtime, signatures, .. } = *self.search;
        if runtime.allocates_owned {
            // There are no objects whose count is zero.
            return true;
        }
        let value = regions.root(value);
        if let Some(&known) = self.known.get(&value) {
            return known;
        }
        // All that the value may be, through parameters and selections.
        let (mut stack, mut seen, mut held) = (vec![value], vec![value], true);
        while let Some(at) = stack.pop() {
            if let Some(false) = self.known.get(&at) {
                held = false;
            }
            let mut more = Vec::new();
            match f.values[at].def {
                ValueDef::Param(block, nth) if block == f.entry => {
                    held &= self.search.counted.get(nth as usize).is_some_and(|&counted| counted);
                }
                ValueDef::Param(block, nth) => {
                    let sources = regions.cfg.reachable_preds(block);
                    more.extend(sources.map(|edge| edges::args(f, edge)[nth as usize]));
                }
                ValueDef::Result(inst, _) => match (&f.insts[inst].op, f.args(inst)) {
                    (Op::Select | Op::TypedSelect { .. }, &[a, b, _]) => more.extend([a, b]),
                    (op, _) if is_read(op) => {}
                    (op, _) => {
                        let called = signatures.of_call(op);
                        held &= called.is_some_and(|(called, _)| called.result == Given::Held);
                    }
                },
                _ => held = false,
            }
            for value in more {
                let value = regions.root(value);
                if !regions.is_immortal(f, runtime, value) && !seen.contains(&value) {
                    seen.push(value);
                    stack.push(value);
                }
            }
            // Not worth more: a value of so many sources is refused.
            if !held || seen.len() > 32 {
                held = false;
                break;
            }
        }
        self.known.insert(value, held);
        held
    }
}

/// A tree over the barriers of each block: nodes `base..base + 2 * len`, leaves last.
struct Trees {
    base: SecondaryMap<Block, u32>,
    len: SecondaryMap<Block, u32>,
    starts: Vec<(u32, u32)>,
}

impl Trees {
    fn new(search: &Search<'_>) -> Trees {
        let mut trees =
            Trees { base: SecondaryMap::new(), len: SecondaryMap::new(), starts: Vec::new() };
        let mut next = 0;
        for &block in &search.regions.cfg.rpo {
            let len = search.regions.barriers[block].len() as u32;
            trees.base[block] = next;
            trees.len[block] = len;
            if len > 0 {
                trees.starts.push((next, len));
            }
            next += 2 * len;
        }
        trees
    }

    fn leaf(&self, block: Block, nth: usize) -> u32 {
        self.base[block] + self.len[block] + nth as u32
    }

    fn parent(&self, node: u32) -> Option<u32> {
        let at = self.starts.partition_point(|start| start.0 <= node) - 1;
        let base = self.starts[at].0;
        let up = (node - base) / 2;
        (up > 0).then_some(base + up)
    }

    /// The nodes that together are the barriers between two positions.
    fn cover(
        &self,
        regions: &Regions,
        block: Block,
        after: i64,
        before: i64,
        mut visit: impl FnMut(u32),
    ) {
        let barriers = &regions.barriers[block];
        let (base, len) = (self.base[block], self.len[block]);
        let first = barriers.partition_point(|barrier| i64::from(barrier.pos) <= after) as u32;
        let end = barriers.partition_point(|barrier| i64::from(barrier.pos) < before) as u32;
        let (mut low, mut high) = (first + len, end + len);
        while low < high {
            if low & 1 == 1 {
                visit(base + low);
                low += 1;
            }
            if high & 1 == 1 {
                high -= 1;
                visit(base + high);
            }
            low /= 2;
            high /= 2;
        }
    }
}
