//! How many ownerships of each object a function holds at each event: regions, nested and joined.
//!
//! The *level* of a point is the number of ownerships of an object that the function holds there. The
//! points at level one and above are an ownership region of the object; those at level two and above
//! are regions inside of it, and so on: this is the hierarchy of regions. That levels agree where
//! paths join is what makes producers and consumers jointly dominate and post-dominate each other; and it is the
//! ownership rule, that each ownership is consumed exactly once on each path that does not dead-end.
//! So one computation gives both the regions and the verdict on the input.
//!
//! 1. *Demand*, a backward dataflow from uses only: how many ownerships at least and at most an object needs at
//!    a point. It determines which block parameters pass ownership on (each bit is set once), whether
//!    parameters, results of calls and loads are owned, and which stores take. Destroys, calls that
//!    consume and owned results consume *for certain*: in any solution that many ownerships are
//!    there. A store may take or not, since a reference that is stored may be weak; so may a block
//!    parameter that only stores consume. What the function itself has copied and has certainly not
//!    consumed yet is owned as well. But a parameter, a result or a load is assumed to bring ownership
//!    along only if something that consumes for certain requires it.
//!    A place that was read before a branch may be overwritten in one arm only: there its old
//!    object is owned from then on, and not in the other arm (`late`).
//! 2. *Webs*: objects that pass ownership to each other through block parameters, by union-find.
//! 3. *Levels*, a forward dataflow in reverse postorder, from producers on. An object whose levels do not
//!    agree is refused with its whole web, and reported ([`Fault`]).
//!
//! Cost: each object costs the blocks that its regions span, and a budget of visits for the whole
//! function bounds the sum: past it, objects are refused. A block is visited at most [`ROUNDS`] times
//! for an object while demand iterates over loops.

mod hints;
mod levels;
#[cfg(test)]
mod tests;

use crate::interprocedural::signature::{Given, Signatures};
pub use crate::ownership::fault::{Fault, Wrong};
use crate::ownership::regions::{Event, EventKind, Object, Regions};
use crate::ownership::spans::Spans;
use crate::ownership::sweep::Sweep;
use crate::runtimes::table::Runtime;
use invar_analysis::LoopForest;
use invar_analysis::transform::edges;
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::{Block, Dominators, Edge, Function, Op, UnionFind, Value, ValueDef};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::VecDeque;

/// How often demand may visit a block for one object.
pub const ROUNDS: u32 = 4;
const MANY: u32 = u32::MAX / 4;

/// The levels of a function's objects.
pub struct Balance {
    /// The level before each event; meaningless for objects that were refused.
    pub level: Vec<u32>,
    /// Whether each event consumes: true but for some stores.
    pub takes: Vec<bool>,
    /// The ownerships of each object at its definition.
    pub start: Vec<u32>,
    /// Whether an object that was read from memory is owned only from later on, on some of the
    /// paths: where the place that it was read from is overwritten.
    pub late: Vec<bool>,
    /// The error for which an object was refused.
    pub faults: Vec<Option<Fault>>,
    /// The blocks of each object in which its level is not always zero.
    pub spans: Spans,
    /// For each object, the objects of owned block parameters that its ownership is passed to, with
    /// the edge, in their order.
    pub targets: Vec<Vec<(Edge, Object)>>,
    webs: UnionFind<Object>,
    /// Visits of blocks.
    pub visits: u64,
    /// Webs that were joined.
    pub unions: u64,
    /// Places where paths joined and levels were compared.
    pub joins: u64,
}

impl Balance {
    /// Whether the ownership of an object, or of its web, is unbalanced.
    pub fn is_refused(&self, object: Object) -> bool {
        self.faults[object.as_u32() as usize].is_some()
    }

    /// The level of an object at the start of a block, or at its definition, if it is there.
    pub fn entry(&self, regions: &Regions, object: Object, block: Block) -> u32 {
        let n = object.as_u32() as usize;
        if regions.data(object).home == block {
            return self.start[n];
        }
        self.spans.find(regions, object, block).map_or(0, |span| self.spans.get(span).level)
    }

    /// How many ownerships of an object are passed to a block parameter on an edge.
    pub fn passed(&self, object: Object, edge: Edge) -> u32 {
        self.targets_on(object, edge).len() as u32
    }

    /// The objects of owned block parameters that an object's ownership is passed to on an edge.
    pub fn targets_on(&self, object: Object, edge: Edge) -> &[(Edge, Object)] {
        let targets = &self.targets[object.as_u32() as usize];
        let first = targets.partition_point(|target| target.0 < edge);
        let len = targets[first..].partition_point(|target| target.0 == edge);
        &targets[first..first + len]
    }

    /// The representative of the web of an object.
    pub fn web(&self, object: Object) -> Object {
        self.webs.peek(object)
    }

    fn union(&mut self, a: Object, b: Object) {
        let (a, b) = (self.webs.find(a), self.webs.find(b));
        // The smaller number is the representative.
        self.unions += u64::from(self.webs.unite(a.min(b), a.max(b)));
    }
}

/// Computes the levels of all objects.
pub fn balance(
    f: &Function,
    regions: &Regions,
    runtime: &Runtime,
    signatures: &Signatures,
    budget: u64,
) -> Balance {
    let objects = regions.objects.len();
    let balance = Balance {
        level: vec![0; regions.events.len()],
        takes: vec![true; regions.events.len()],
        start: vec![0; objects],
        late: vec![false; objects],
        faults: vec![None; objects],
        spans: Spans::default(),
        targets: vec![Vec::new(); objects],
        webs: UnionFind::new(objects),
        visits: 0,
        unions: 0,
        joins: 0,
    };
    let loops = (regions.cfg.has_cycle())
        .then(|| LoopForest::new(f, &regions.cfg, &Dominators::new(f, &regions.cfg)));
    let mut work = Work {
        f,
        regions,
        loops,
        runtime,
        signatures,
        budget,
        balance,
        flow: Flow {
            owned: SecondaryMap::new(),
            sources: vec![Vec::new(); objects],
            unsorted: vec![false; objects],
            queue: VecDeque::new(),
            queued: vec![true; objects],
        },
        demanded: Demanded {
            firm: vec![0; objects],
            leaks: vec![false; objects],
            lenient: true,
            uneven: Cell::new(false),
        },
        walk: Walk {
            sweep: Sweep::new(&regions.cfg),
            epoch: 0,
            seen: SecondaryMap::with_capacity(f.blocks.len()),
            range: SecondaryMap::with_capacity(f.blocks.len()),
            forward: SecondaryMap::with_capacity(f.blocks.len()),
            done: Vec::new(),
        },
    };
    work.unreliable();
    let mut order: Vec<u32> = (0..objects as u32).collect();
    order.sort_by_key(|&n| Reverse(regions.cfg.rpo_number[regions.objects[n as usize].home]));
    work.flow.queue.extend(order.into_iter().map(Object::from_u32));
    // First by certain consumers alone, then by possible ones too.
    work.pass_on();
    work.demanded.lenient = false;
    work.hints();
    work.pass_on();
    let mut faults = work.all_levels();
    if work.hints_of_faults(&faults) {
        work.pass_on();
        faults = work.all_levels();
    }
    for (n, fault) in faults {
        work.balance.faults[n] = Some(fault);
    }
    for n in 0..objects {
        work.sort_targets(Object::new(n));
        work.balance.webs.find(Object::new(n));
    }
    work.balance.spans.finish(f.blocks.len());
    work.refuse_webs();
    work.balance
}

struct Work<'a> {
    f: &'a Function,
    regions: &'a Regions,
    /// If there are any.
    loops: Option<LoopForest>,
    runtime: &'a Runtime,
    signatures: &'a Signatures,
    budget: u64,
    balance: Balance,
    flow: Flow,
    demanded: Demanded,
    walk: Walk,
}

/// Ownership that is passed to block parameters.
struct Flow {
    /// Block parameters that are owned.
    owned: SecondaryMap<Value, bool>,
    /// Blocks on an edge of which an object's ownership is passed on.
    sources: Vec<Vec<Block>>,
    /// Whether an object's targets are out of order since some were added.
    unsorted: Vec<bool>,
    /// Objects whose demand is to be computed, again if more is passed on.
    queue: VecDeque<Object>,
    queued: Vec<bool>,
}

/// The demand for objects found so far.
struct Demanded {
    /// The demand at the definition of each object of certain consumers alone.
    firm: Vec<u32>,
    /// Whether ownership of an object would leak on a path unless a parameter takes it.
    leaks: Vec<bool>,
    /// While only certain consumers are considered: too many copies are no error yet.
    lenient: bool,
    /// Whether the last demand was for less than was copied, or for more on one path than on
    /// another.
    uneven: Cell<bool>,
}

/// The state of the dataflow of one object: valid where it is of this epoch.
struct Walk {
    /// The blocks still to visit.
    sweep: Sweep,
    epoch: u32,
    /// The epoch and how often a block was visited in it, backwards.
    seen: SecondaryMap<Block, (u32, u32)>,
    /// The demand at the start of each block.
    range: SecondaryMap<Block, (u32, u32)>,
    forward: SecondaryMap<Block, Forward>,
    /// The blocks that levels were found in.
    done: Vec<Block>,
}

#[derive(Clone, Copy, Default)]
struct Forward {
    epoch: u32,
    entry: u32,
    exit: u32,
    done: bool,
    from: Option<Block>,
}

type Ranged = Result<(u32, u32), Fault>;

impl Work<'_> {
    fn fault(&self, object: Object, wrong: Wrong, block: Block, pos: u32) -> Fault {
        let value = self.regions.data(object).root;
        Fault { value, wrong, block, pos, path: Vec::new() }
    }

    fn visit(&mut self, object: Object, block: Block) -> Result<(), Fault> {
        self.balance.visits += 1;
        if self.balance.visits <= self.budget {
            Ok(())
        } else {
            Err(self.fault(object, Wrong::Budget, block, 0))
        }
    }

    /// Refuses objects that are passed to a function with an unreliable convention.
    fn unreliable(&mut self) {
        for &(object, block, pos) in &self.regions.unreliable {
            let fault = self.fault(object, Wrong::Source, block, pos);
            self.balance.faults[object.as_u32() as usize].get_or_insert(fault);
        }
    }

    /// Makes block parameters owned that are consumed, until nothing changes.
    fn pass_on(&mut self) {
        while let Some(object) = self.flow.queue.pop_front() {
            let n = object.as_u32() as usize;
            self.flow.queued[n] = false;
            // Errors are reported by the levels, once all owned parameters are known.
            if let Ok((low, high)) = self.demand(object) {
                if self.demanded.lenient {
                    self.demanded.firm[n] = low;
                    self.demanded.leaks[n] =
                        self.demanded.uneven.get() || (high == 0 && self.is_born_owned(object));
                }
                if low > 0 && !self.demanded.uneven.get() {
                    self.own(object);
                }
            }
        }
    }

    /// Makes a block parameter owned: each edge passes ownership to it.
    fn own(&mut self, object: Object) {
        let (f, regions) = (self.f, self.regions);
        let root = regions.data(object).root;
        let ValueDef::Param(block, nth) = f.values[root].def else { return };
        if block == f.entry {
            return;
        }
        if std::mem::replace(&mut self.flow.owned[root], true) {
            return;
        }
        for edge in regions.cfg.reachable_preds(block) {
            let arg = edges::args(f, edge)[nth as usize];
            if regions.is_immortal(f, self.runtime, arg) {
                continue;
            }
            match regions.object(arg) {
                Some(source) if regions.is_null_on(source, edge) => {}
                Some(source) => {
                    let n = source.as_u32() as usize;
                    self.flow.sources[n].push(edge.from);
                    self.balance.targets[n].push((edge, object));
                    self.flow.unsorted[n] = true;
                    self.balance.union(object, source);
                    if !std::mem::replace(&mut self.flow.queued[source.as_u32() as usize], true) {
                        self.flow.queue.push_back(source);
                    }
                }
                None => {
                    let fault = self.fault(object, Wrong::Consumed, edge.from, u32::MAX);
                    self.balance.faults[object.as_u32() as usize] = Some(fault);
                }
            }
        }
    }

    /// The level at an object's definition, by the demand there.
    fn settle(&mut self, object: Object, (low, high): (u32, u32)) -> Result<(), Fault> {
        let data = self.regions.data(object);
        let too_much = self.fault(object, Wrong::Consumed, data.home, 0);
        let root = data.root;
        let owned = low >= 1;
        // A parameter that may or may not take does not prove that the definition brings ownership along.
        let firm = low <= self.demanded.firm[object.as_u32() as usize];
        let doubtful = || Err(self.fault(object, Wrong::Source, data.home, 0));
        let start = match self.f.values[root].def {
            ValueDef::Param(block, _) if block == self.f.entry && owned && !firm => {
                return doubtful();
            }
            ValueDef::Param(block, _) if block == self.f.entry => owned,
            ValueDef::Param(..) => self.flow.owned[root],
            ValueDef::Result(inst, _) => {
                let op = &self.f.insts[inst].op;
                match self.signatures.of_call(op).map(|(called, _)| called.result) {
                    Some(Given::Owned) => true,
                    Some(Given::Unknown) if owned && !firm => return doubtful(),
                    Some(Given::Unknown) => owned,
                    Some(Given::Unreliable) => return doubtful(),
                    Some(_) if owned => return Err(too_much),
                    Some(_) => false,
                    // A load is owned if the field or global it was read from no longer owns it.
                    None if is_read(op) => {
                        if owned && !firm {
                            return doubtful();
                        }
                        owned
                    }
                    None if owned => return Err(too_much),
                    None => false,
                }
            }
            _ if owned => return Err(too_much),
            _ => false,
        };
        let start = u32::from(start);
        if low > start {
            return Err(too_much);
        }
        if high < start {
            return Err(self.fault(object, Wrong::Leaked, data.home, 0));
        }
        self.balance.start[object.as_u32() as usize] = start;
        Ok(())
    }

    /// The demand at the end of a block.
    fn demanded_after(&self, object: Object, block: Block) -> Option<(u32, u32)> {
        let Regions { cfg, dead_end, .. } = self.regions;
        if dead_end[block] {
            return Some((0, MANY));
        }
        let home = self.regions.data(object).home;
        let (mut all, mut unknown): (Option<(u32, u32)>, bool) = (None, false);
        for edge in cfg.out_edges(block) {
            let to = cfg.target(edge);
            let passed = self.balance.passed(object, edge);
            let (low, high) = if self.regions.is_null_on(object, edge) || dead_end[to] {
                (0, MANY)
            } else if to == home || self.walk.seen[to].0 == self.walk.epoch {
                let (low, high) = if to == home { (0, 0) } else { self.walk.range[to] };
                (low + passed, (high + passed).min(MANY))
            } else if passed > 0 {
                (passed, passed)
            } else if self.lives_around_loop(home, to) {
                // The demand of the next iteration is not known yet.
                (0, MANY)
            } else {
                // There is no demand there, or it is not known yet, in a loop. The levels decide.
                unknown = true;
                continue;
            };
            let (least, most) = all.unwrap_or((0, MANY));
            all = Some((least.max(low), most.min(high)));
        }
        let (low, high) = match all {
            Some((0, MANY)) if unknown => (0, 0),
            Some(range) => range,
            None => (0, 0),
        };
        if (low > high || unknown) && self.may_be_late(object) {
            // Where more is needed, the ownership comes later.
            let most = if unknown { 0 } else { high };
            return Some((most, most));
        }
        if low > high {
            self.demanded.uneven.set(true);
            return self.demanded.lenient.then_some((low, low));
        }
        Some((low, high))
    }

    /// Whether an object was read from memory, and something that consumes for certain needs an
    /// ownership of it.
    fn may_be_late(&self, object: Object) -> bool {
        let read = self.f.def_op(self.regions.data(object).root).is_some_and(is_read);
        read && !self.demanded.lenient && self.demanded.firm[object.as_u32() as usize] > 0
    }

    /// Whether ownership of an object may begin at a block: the place that it was read from is
    /// overwritten behind that, on each path, and the block is in no deeper loop, where it would
    /// begin in each iteration.
    fn may_begin_at(&self, object: Object, block: Block) -> bool {
        const MOST: usize = 32;
        let (f, regions) = (self.f, self.regions);
        let (home, root) = (regions.data(object).home, regions.data(object).root);
        let depth = |block| self.loops.as_ref().and_then(|loops| loops.innermost(block));
        if !self.may_be_late(object) || block == home || depth(block) != depth(home) {
            return false;
        }
        if invar_ir::mutant!(ArcLateUnread) {
            return true;
        }
        let load = f.def_inst(root).expect("it was read");
        let Op::I32Load { memarg: from } = &f.insts[load].op else { return false };
        let base = regions.root(f.args(load)[0]);
        let overwrites = |op: &Op, args: &[Value]| match op {
            Op::I32Store { memarg: to } => {
                (to.memory, to.offset) == (from.memory, from.offset)
                    && regions.root(args[0]) == base
                    && regions.root(args[1]) != root
            }
            _ => false,
        };
        let (mut stack, mut seen) = (vec![block], vec![block]);
        while let Some(block) = stack.pop() {
            let mut insts = f.blocks[block].insts.iter();
            if insts.any(|&inst| overwrites(&f.insts[inst].op, f.args(inst))) {
                continue;
            }
            let succs = regions.cfg.succs(block);
            for &to in succs.iter().filter(|&&to| !regions.dead_end[to]) {
                if !seen.contains(&to) {
                    seen.push(to);
                    stack.push(to);
                }
            }
            if succs.is_empty() || seen.len() > MOST {
                return false;
            }
        }
        true
    }

    /// Whether a block is in a loop that objects defined in another block outlive.
    fn lives_around_loop(&self, home: Block, block: Block) -> bool {
        let numbers = &self.regions.cfg.rpo_number;
        let Some(loops) = &self.loops else { return false };
        let header = loops.innermost(block).map(|of| loops.loops[of].header);
        header.is_some_and(|header| numbers[home] < numbers[header])
    }

    /// The demand before an event, by that after it.
    fn before(&self, event: Event, (low, high): (u32, u32)) -> Option<(u32, u32)> {
        let data = self.regions.event(event);
        match data.kind {
            EventKind::Copy if high == 0 => {
                self.demanded.uneven.set(true);
                self.demanded.lenient.then_some((low.saturating_sub(1), 0))
            }
            EventKind::Copy if high >= MANY => Some((low.saturating_sub(1), MANY)),
            EventKind::Copy => Some((low.saturating_sub(1), high - 1)),
            EventKind::Store => Some((low, (high + 1).min(MANY))),
            _ => Some((low + 1, (high + 1).min(MANY))),
        }
    }

    /// A sweep over the blocks that have events of an object, or pass it on.
    fn begin(&mut self, object: Object) {
        let Regions { cfg, events, .. } = self.regions;
        self.sort_targets(object);
        self.walk.sweep.clear(cfg);
        for &event in &self.regions.data(object).events {
            self.walk.sweep.insert(cfg, events[event.index()].block);
        }
        for &block in &self.flow.sources[object.index()] {
            self.walk.sweep.insert(cfg, block);
        }
    }

    fn sort_targets(&mut self, object: Object) {
        if std::mem::replace(&mut self.flow.unsorted[object.index()], false) {
            self.balance.targets[object.index()].sort_by_key(|target| target.0);
        }
    }

    /// The demand at an object's definition; leaves the demand at the starts of blocks in `range`.
    fn demand(&mut self, object: Object) -> Ranged {
        self.walk.epoch += 1;
        self.demanded.uneven.set(false);
        let regions = self.regions;
        let home = regions.data(object).home;
        self.begin(object);
        let mut at_home = (0, 0);
        while let Some(block) = self.walk.sweep.pop_last(&regions.cfg) {
            self.visit(object, block)?;
            let (epoch, rounds) = self.walk.seen[block];
            let rounds = if epoch == self.walk.epoch { rounds + 1 } else { 1 };
            if rounds > ROUNDS {
                return Err(self.fault(object, Wrong::Joined, block, 0));
            }
            let mut range = self
                .demanded_after(object, block)
                .ok_or_else(|| self.fault(object, Wrong::Joined, block, u32::MAX))?;
            for &event in self.regions.events_in(object, block).iter().rev() {
                let pos = regions.event(event).pos;
                range = self
                    .before(event, range)
                    .ok_or_else(|| self.fault(object, Wrong::Leaked, block, pos))?;
            }
            let before = if rounds > 1 { self.walk.range[block] } else { (0, 0) };
            self.walk.seen[block] = (self.walk.epoch, rounds);
            self.walk.range[block] = range;
            if block == home {
                at_home = range;
            } else if before != range {
                for edge in regions.cfg.reachable_preds(block) {
                    if !regions.is_null_on(object, edge) {
                        self.walk.sweep.insert(&regions.cfg, edge.from);
                    }
                }
            }
        }
        Ok(at_home)
    }

    /// A web is refused as a whole.
    fn refuse_webs(&mut self) {
        let objects = self.regions.objects.len();
        let mut of_web: FxHashMap<Object, Fault> = FxHashMap::default();
        for n in 0..objects {
            if let Some(fault) = &self.balance.faults[n] {
                let web = self.balance.web(Object::from_u32(n as u32));
                of_web.entry(web).or_insert_with(|| fault.clone());
            }
        }
        for n in 0..objects {
            let web = self.balance.web(Object::from_u32(n as u32));
            if let (None, Some(fault)) = (&self.balance.faults[n], of_web.get(&web)) {
                self.balance.faults[n] = Some(fault.clone());
            }
        }
    }
}

/// Whether an operator reads a reference from somewhere, which may give its ownership away.
pub(crate) fn is_read(op: &Op) -> bool {
    matches!(
        op,
        Op::I32Load { .. }
            | Op::I64Load { .. }
            | Op::GlobalGet { .. }
            | Op::TableGet { .. }
            | Op::StructGet { .. }
            | Op::ArrayGet { .. }
    )
}
