//! A single walk over a function: RC identities, and what happens to their ownership where.

use crate::interprocedural::signature::{Given, Signatures, Taken};
use crate::ownership::tested::tested;
use crate::runtimes::patterns::{constant, minus};
use crate::runtimes::table::Runtime;
use invar_analysis::transform::edges;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::{Block, Cfg, Edge, Function, Inst, Op, Rows, Terminator, Value, ValueDef};

invar_ir::handles! {
    /// An object of a function: values that are the same reference.
    Object = "object";
    /// An event that changes the ownership of an object.
    Event = "event";
}

/// What an event does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// Adds one ownership.
    Copy,
    /// Ends one.
    Destroy,
    /// A store takes one ownership or none, since a stored reference may be weak. It is assumed to
    /// take what nothing else consumes.
    Store,
    /// A call consumes an owned argument.
    Call,
    /// The caller takes one: an owned result.
    Return,
}

/// An event.
#[derive(Clone, Copy, Debug)]
pub struct EventData {
    /// Whose ownership it is.
    pub object: Object,
    /// Where it is.
    pub block: Block,
    /// The position of its instruction in the block; that of a terminator is the block's length.
    pub pos: u32,
    /// What it does.
    pub kind: EventKind,
    /// The instruction; none for a terminator.
    pub inst: PackedOption<Inst>,
    /// The operand number.
    pub operand: u32,
}

/// An object.
#[derive(Clone, Debug)]
pub struct ObjectData {
    /// The object's RC identity root.
    pub root: Value,
    /// The object's events, in order, those of dead ends left out.
    pub events: Vec<Event>,
    /// The object's events in dead ends, which lead to traps only.
    pub cold: Vec<Event>,
    /// Where it is defined.
    pub home: Block,
}

/// The events of one object in one block: a run of [`ObjectData::events`].
#[derive(Clone, Copy, Debug)]
struct Run {
    object: Object,
    first: u32,
    len: u32,
}

/// A place where a release may happen.
#[derive(Clone, Copy, Debug)]
pub struct Barrier {
    /// The barrier's position in the block.
    pub pos: u32,
    /// The destroy that it is; a call otherwise.
    pub destroy: PackedOption<Event>,
    /// Whether a release may happen.
    pub releases: bool,
}

/// The results of one walk.
pub struct Regions {
    /// The control-flow graph.
    pub cfg: Cfg,
    /// For each value, its RC identity root, if it is another value.
    roots: SecondaryMap<Value, PackedOption<Value>>,
    /// The objects that have events, or pass ownership on.
    pub objects: Vec<ObjectData>,
    by_root: SecondaryMap<Value, PackedOption<Object>>,
    /// The events.
    pub events: Vec<EventData>,
    /// For each block, where the events of objects in it are, by object.
    runs: Rows<Run>,
    /// The barriers, those of a block in a row.
    barriers: Vec<Barrier>,
    /// Where those of each block are.
    barrier_runs: SecondaryMap<Block, (u32, u32)>,
    /// The positions in each block where a count may be tested.
    pub tests: SecondaryMap<Block, Vec<u32>>,
    /// Blocks that only lead to traps.
    pub dead_end: SecondaryMap<Block, bool>,
    /// Dead ends where something may be released, or a count be tested, before the trap.
    pub dead_acts: SecondaryMap<Block, bool>,
    /// Objects that are passed to a function with an unreliable convention, and where.
    pub unreliable: Vec<(Object, Block, u32)>,
    /// For each edge (by [`Cfg::edge_index`]), the object that is null on it, or another immortal constant.
    null: Vec<PackedOption<Value>>,
    /// For edges out of blocks that only an edge with a null object leads to: that object.
    null_behind: Vec<PackedOption<Value>>,
    /// How often each value is used.
    pub uses: SecondaryMap<Value, u32>,
}

impl Regions {
    /// Walks a function.
    pub fn new(f: &Function, runtime: &Runtime, signatures: &Signatures, returns: bool) -> Self {
        let cfg = Cfg::new(f);
        let roots = roots(f, &cfg);
        let dead_end = dead_ends(f, &cfg);
        let mut regions = Regions {
            objects: Vec::new(),
            by_root: SecondaryMap::with_capacity(f.values.len()),
            tests: SecondaryMap::new(),
            events: Vec::new(),
            runs: Rows::default(),
            barriers: Vec::new(),
            barrier_runs: SecondaryMap::with_capacity(f.blocks.len()),
            null: Vec::new(),
            null_behind: Vec::new(),
            dead_acts: SecondaryMap::new(),
            unreliable: Vec::new(),
            uses: f.use_counts(),
            roots,
            dead_end,
            cfg,
        };
        regions.nulls(f, runtime);
        regions.find_objects(f, runtime, signatures, returns);
        if !regions.objects.is_empty() {
            regions.find_events(f, runtime, signatures, returns);
        }
        regions
    }

    /// The RC identity root of a value.
    pub fn root(&self, mut value: Value) -> Value {
        while let Some(next) = self.roots[value].expand() {
            value = next;
        }
        value
    }

    /// The object of a value, if it is one of interest.
    pub fn object(&self, value: Value) -> Option<Object> {
        self.by_root[self.root(value)].expand()
    }

    /// The data of an event.
    pub fn event(&self, event: Event) -> &EventData {
        &self.events[event.as_u32() as usize]
    }

    /// The data of an object.
    pub fn data(&self, object: Object) -> &ObjectData {
        &self.objects[object.as_u32() as usize]
    }

    /// The events of an object in a block, in order.
    pub fn events_in(&self, object: Object, block: Block) -> &[Event] {
        let (events, runs) = (&self.data(object).events, self.runs.row(block.index()));
        // The shorter of the two orders is searched: each step of a search misses the cache.
        let (first, len) = if events.len() < runs.len() {
            let numbers = &self.cfg.rpo_number;
            let of = |event: &Event| numbers[self.event(*event).block];
            let first = events.partition_point(|event| of(event) < numbers[block]);
            (first, events[first..].partition_point(|event| of(event) == numbers[block]))
        } else {
            let Ok(n) = runs.binary_search_by_key(&object, |run| run.object) else { return &[] };
            (runs[n].first as usize, runs[n].len as usize)
        };
        &events[first..first + len]
    }

    /// The barriers of a block, in order.
    pub fn barriers_in(&self, block: Block) -> &[Barrier] {
        let (first, end) = self.barrier_runs[block];
        &self.barriers[first as usize..end as usize]
    }

    /// Whether an object is null, or another constant that is immortal, on an edge.
    pub fn is_null_on(&self, object: Object, edge: Edge) -> bool {
        let root = self.data(object).root;
        self.null.get(self.cfg.edge_index(edge)).is_some_and(|null| null.expand() == Some(root))
    }

    /// Whether an object is null on an edge, or on the only edge that leads to the block before,
    /// and so on.
    pub fn is_null_behind(&self, object: Object, edge: Edge) -> bool {
        let root = self.data(object).root;
        let index = self.cfg.edge_index(edge);
        self.null_behind.get(index).is_some_and(|null| null.expand() == Some(root))
    }

    /// Whether a value is an immortal constant.
    pub fn is_immortal(&self, f: &Function, runtime: &Runtime, value: Value) -> bool {
        constant(f, self.root(value)).is_some_and(|value| runtime.is_immortal(value))
    }

    /// Edges behind which a reference is known to be immortal.
    fn nulls(&mut self, f: &Function, runtime: &Runtime) {
        self.null = vec![None.into(); self.cfg.edge_count()];
        for &block in &self.cfg.rpo {
            if let Some((value, nth)) = tested(f, runtime, block) {
                let index = self.cfg.edge_index(Edge { from: block, nth });
                self.null[index] = self.root(value).into();
            }
        }
        self.null_behind = self.null.clone();
        for &block in self.cfg.rpo.iter().filter(|&&block| block != f.entry) {
            let mut preds = self.cfg.reachable_preds(block);
            let (Some(only), None) = (preds.next(), preds.next()) else { continue };
            let known = self.null_behind[self.cfg.edge_index(only)];
            for edge in self.cfg.out_edges(block) {
                let behind = &mut self.null_behind[self.cfg.edge_index(edge)];
                *behind = behind.expand().or(known.expand()).into();
            }
        }
    }

    fn add(&mut self, f: &Function, value: Value) -> bool {
        let root = self.root(value);
        if constant(f, root).is_some() || self.by_root[root].is_some() {
            return false;
        }
        self.by_root[root] = Object::from_u32(self.objects.len() as u32).into();
        let (events, cold) = (Vec::new(), Vec::new());
        self.objects.push(ObjectData { root, events, cold, home: f.entry });
        true
    }

    /// The objects that are copied, destroyed or consumed, and those that flow into them or that
    /// they flow into.
    fn find_objects(
        &mut self,
        f: &Function,
        runtime: &Runtime,
        signatures: &Signatures,
        returns: bool,
    ) {
        let rpo = self.cfg.rpo.clone();
        for &block in &rpo {
            for &inst in &f.blocks[block].insts {
                match f.insts[inst].op {
                    Op::CopyValue | Op::DestroyValue => {
                        self.add(f, f.args(inst)[0]);
                    }
                    Op::Call { .. } | Op::CallIndirect { .. } => {
                        let (signature, _) = signatures.of_call(&f.insts[inst].op).expect("a call");
                        for (n, &arg) in f.args(inst).iter().enumerate() {
                            if signature.taken(n) == Taken::Owned {
                                self.add(f, arg);
                            }
                        }
                        if signature.result == Given::Owned
                            && let Some(result) = f.result(inst)
                        {
                            self.add(f, result);
                        }
                    }
                    _ => {}
                }
            }
            if let Terminator::Return(values) = &f.blocks[block].term
                && returns
                && let &[value] = f.list(values)
                && f.ty(value) == runtime.ty
            {
                self.add(f, value);
            }
        }
        // Parameters that an object flows into, and objects that flow into a parameter.
        let mut feeds: Vec<(Value, Value)> = Vec::new();
        for &block in &rpo {
            let params = &f.blocks[block].params;
            for edge in self.cfg.reachable_preds(block) {
                for (&arg, &param) in edges::args(f, edge).iter().zip(params) {
                    let (arg, param) = (self.root(arg), self.root(param));
                    if arg != param && f.ty(param) == runtime.ty {
                        feeds.push((arg, param));
                        feeds.push((param, arg));
                    }
                }
            }
        }
        let feeds = Rows::new(f.values.len(), || feeds.iter().map(|&(of, to)| (of.index(), to)));
        let mut n = 0;
        while n < self.objects.len() {
            let root = self.objects[n].root;
            for &value in feeds.row(root.index()) {
                self.add(f, value);
            }
            n += 1;
        }
        // Homes.
        let home = f.inst_blocks();
        for object in &mut self.objects {
            object.home = match f.values[object.root].def {
                ValueDef::Param(block, _) | ValueDef::Edge(block, _) => block,
                ValueDef::Result(inst, _) => home[inst].expand().unwrap_or(f.entry),
                ValueDef::Alias(_) => f.entry,
            };
        }
    }

    /// The events of all objects, the barriers and tests of all blocks, and what is unreliable.
    fn find_events(
        &mut self,
        f: &Function,
        runtime: &Runtime,
        signatures: &Signatures,
        returns: bool,
    ) {
        let mut counts = None;
        for block in self.cfg.rpo.clone() {
            let first_barrier = self.barriers.len() as u32;
            for (n, &inst) in f.blocks[block].insts.iter().enumerate() {
                if self.events_of(f, runtime, signatures, block, n as u32, inst) {
                    counts = Some((block, n as u32));
                }
            }
            self.events_of_end(f, signatures, returns, block);
            self.barrier_runs[block] = (first_barrier, self.barriers.len() as u32);
        }
        self.index_events(f.blocks.len());
        // Code of the runtime that a compiler inlined changes counts of unknown objects.
        if let Some((block, pos)) = counts {
            let all = (0..self.objects.len()).map(|n| Object::from_u32(n as u32));
            self.unreliable.extend(all.map(|object| (object, block, pos)));
        }
        // No cycle is among them.
        for &block in self.cfg.rpo.iter().rev().filter(|&&block| self.dead_end[block]) {
            let here = !self.tests[block].is_empty()
                || self.barriers_in(block).iter().any(|barrier| barrier.releases);
            self.dead_acts[block] =
                here || self.cfg.succs(block).iter().any(|&next| self.dead_acts[next]);
        }
    }

    /// The events of an instruction. Returns whether it changes counts in a way that is not
    /// followed.
    fn events_of(
        &mut self,
        f: &Function,
        runtime: &Runtime,
        signatures: &Signatures,
        block: Block,
        pos: u32,
        inst: Inst,
    ) -> bool {
        let (op, args) = (&f.insts[inst].op, f.args(inst));
        let event = |object, kind, operand| {
            let inst = inst.into();
            EventData { object, block, pos, kind, inst, operand }
        };
        match op {
            Op::CopyValue => {
                if let Some(object) = self.object(args[0]) {
                    self.push(event(object, EventKind::Copy, 0));
                }
            }
            Op::DestroyValue => {
                let destroyed = self.object(args[0]);
                let destroy =
                    destroyed.map(|object| self.push(event(object, EventKind::Destroy, 0)));
                let releases = !self.is_immortal(f, runtime, args[0]);
                self.barriers.push(Barrier { pos, destroy: destroy.into(), releases });
            }
            _ => {
                if let Some((signature, func)) = signatures.of_call(op) {
                    for (operand, &arg) in args.iter().enumerate() {
                        let taken = signature.taken(operand);
                        match self.object(arg) {
                            Some(object) if taken == Taken::Owned => {
                                self.push(event(object, EventKind::Call, operand as u32));
                            }
                            Some(object) if taken == Taken::Unreliable => {
                                self.unreliable.push((object, block, pos));
                            }
                            _ => {}
                        }
                    }
                    if signature.may_test || func.is_some_and(|func| runtime.unique.contains(func))
                    {
                        self.tests[block].push(pos);
                    }
                    if signature.may_release {
                        let destroy = None.into();
                        self.barriers.push(Barrier { pos, destroy, releases: true });
                    }
                    return func.is_some_and(|func| runtime.counting.contains(func));
                }
                if is_header_store(f, op, args) {
                    return true;
                }
                if let Some(operand) = stored(op, args.len())
                    && let Some(object) = self.object(args[operand])
                {
                    self.push(event(object, EventKind::Store, operand as u32));
                }
            }
        }
        false
    }

    /// The events of a terminator.
    fn events_of_end(
        &mut self,
        f: &Function,
        signatures: &Signatures,
        returns: bool,
        block: Block,
    ) {
        let pos = f.blocks[block].insts.len() as u32;
        let consume = |regions: &mut Self, value, kind, operand| {
            if let Some(object) = regions.object(value) {
                let inst = None.into();
                regions.push(EventData { object, block, pos, kind, inst, operand });
            }
        };
        match &f.blocks[block].term {
            Terminator::Return(values) if returns => {
                if let &[value] = f.list(values) {
                    consume(self, value, EventKind::Return, 0);
                }
            }
            Terminator::TailCall { op, args } => {
                let Some((signature, _)) = signatures.of_call(op) else { return };
                for (n, &arg) in f.list(args).iter().enumerate() {
                    match signature.taken(n) {
                        Taken::Owned => consume(self, arg, EventKind::Call, n as u32),
                        Taken::Unreliable => {
                            let object = self.object(arg);
                            self.unreliable.extend(object.map(|object| (object, block, pos)));
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// Makes the events of an object in a block known by both.
    fn index_events(&mut self, blocks: usize) {
        self.runs = Rows::new(blocks, || {
            self.objects.iter().enumerate().flat_map(|(n, data)| {
                let object = Object::from_u32(n as u32);
                let block = |event: &Event| self.events[event.index()].block;
                let mut first = 0;
                data.events.chunk_by(move |a, b| block(a) == block(b)).map(move |run| {
                    let (start, len) = (first, run.len() as u32);
                    first += len;
                    (block(&run[0]).index(), Run { object, first: start, len })
                })
            })
        });
    }

    /// Whether something may be released, or a count be tested, in the dead end that an edge leads to.
    pub fn acts_before_trap(&self, edge: Edge) -> bool {
        self.dead_acts[self.cfg.target(edge)]
    }

    fn push(&mut self, data: EventData) -> Event {
        let event = Event::from_u32(self.events.len() as u32);
        let object = &mut self.objects[data.object.as_u32() as usize];
        if self.dead_end[data.block] { &mut object.cold } else { &mut object.events }.push(event);
        self.events.push(data);
        event
    }

    /// Whether something may be released, or a count be tested, between two positions of a block, both
    /// excluded.
    pub fn acts_between(&self, block: Block, after: i64, before: i64) -> bool {
        self.tests_between(block, after, before)
            || self.releases_between(block, after, before, |barrier| barrier.releases)
    }

    /// Whether a count may be tested between two positions of a block, both excluded.
    pub fn tests_between(&self, block: Block, after: i64, before: i64) -> bool {
        let tests = &self.tests[block];
        let first = tests.partition_point(|&pos| i64::from(pos) <= after);
        !self.dead_end[block] && tests.get(first).is_some_and(|&pos| i64::from(pos) < before)
    }

    /// Whether there is a barrier of a kind between two positions of a block, both excluded; assumed after so many
    /// others.
    pub fn releases_between(
        &self,
        block: Block,
        after: i64,
        before: i64,
        is: impl Fn(&Barrier) -> bool,
    ) -> bool {
        const MOST: usize = 256;
        if self.dead_end[block] {
            return false;
        }
        let barriers = self.barriers_in(block);
        let first = barriers.partition_point(|barrier| i64::from(barrier.pos) <= after);
        let between =
            barriers[first..].iter().take_while(|barrier| i64::from(barrier.pos) < before);
        between.enumerate().any(|(n, barrier)| n > MOST || is(barrier))
    }
}

/// Whether something is stored below the address that a reference points to, where headers are.
pub(crate) fn is_header_store(f: &Function, op: &Op, args: &[Value]) -> bool {
    match op {
        Op::I32Store { .. } => minus(f, args[0]).is_some_and(|(_, before)| before > 0),
        _ => false,
    }
}

/// The operand that an operator stores somewhere.
pub(crate) fn stored(op: &Op, operands: usize) -> Option<usize> {
    let stores = matches!(
        op,
        Op::I32Store { .. }
            | Op::I64Store { .. }
            | Op::GlobalSet { .. }
            | Op::TableSet { .. }
            | Op::StructSet { .. }
            | Op::ArraySet { .. }
    );
    (stores && operands > 0).then(|| operands - 1)
}

/// RC identity: the root of each value. Three sweeps, since one does not see through back edges.
fn roots(f: &Function, cfg: &Cfg) -> SecondaryMap<Value, PackedOption<Value>> {
    let mut roots: SecondaryMap<Value, PackedOption<Value>> =
        SecondaryMap::with_capacity(f.values.len());
    let root = |roots: &SecondaryMap<Value, PackedOption<Value>>, mut value: Value| {
        value = f.resolve(value);
        while let Some(next) = roots[value].expand() {
            value = next;
        }
        value
    };
    for sweep in 0..3 {
        let mut changed = false;
        for &block in &cfg.rpo {
            if block != f.entry {
                for (n, &param) in f.blocks[block].params.iter().enumerate() {
                    if roots[param].is_some() {
                        continue;
                    }
                    let mut one = None;
                    let same = cfg.reachable_preds(block).all(|edge| {
                        let arg = root(&roots, edges::args(f, edge)[n]);
                        // Arguments of back edges are not known in the first sweep.
                        arg == param
                            || ((sweep > 0 || !cfg.is_retreating(edge))
                                && *one.get_or_insert(arg) == arg)
                    });
                    if let (true, Some(one)) = (same, one) {
                        roots[param] = one.into();
                        changed = true;
                    }
                }
            }
            for &inst in &f.blocks[block].insts {
                if matches!(f.insts[inst].op, Op::CopyValue | Op::BeginBorrow) {
                    let result = f.result(inst).expect("a copy has a result");
                    let of = root(&roots, f.args(inst)[0]);
                    if roots[result].expand() != Some(of) {
                        roots[result] = of.into();
                    }
                }
            }
        }
        if !changed && sweep > 0 {
            break;
        }
    }
    roots
}

/// The blocks from which neither a return nor a cycle can be reached.
fn dead_ends(f: &Function, cfg: &Cfg) -> SecondaryMap<Block, bool> {
    let mut dead: SecondaryMap<Block, bool> = SecondaryMap::with_capacity(f.blocks.len());
    let mut stack: Vec<Block> = Vec::new();
    cfg.rpo.iter().for_each(|&block| dead[block] = true);
    for &block in &cfg.rpo {
        let ends = match &f.blocks[block].term {
            Terminator::Unreachable => false,
            term => term.targets().next().is_none(),
        };
        // A cycle may go on forever.
        if ends || cfg.out_edges(block).any(|edge| cfg.is_retreating(edge)) {
            stack.push(block);
        }
    }
    while let Some(block) = stack.pop() {
        if std::mem::replace(&mut dead[block], false) {
            stack.extend(cfg.reachable_preds(block).map(|edge| edge.from));
        }
    }
    dead
}
