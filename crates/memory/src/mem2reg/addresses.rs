//! Which values are addresses of the frame, and what a function does with them.
//!
//! An abstract interpretation over all blocks, repeated until nothing changes. It starts
//! optimistically, so that a block parameter which is the same address on all edges is known. What
//! stores put into the frame is part of it, without regard to the order of execution: a pointer to
//! one slot that is kept in another is seen when it is loaded. Undefined contents count as whatever
//! else is there.
//!
//! Cost: linear in each round. A value changes its kind at most three times, and intervals
//! are given up after a few rounds; functions that need too many are left alone.

use super::Env;
use super::aligned::Aligned;
use super::events::{Base, Bytes, Event, Frame, Refusal, Root};
use super::private::dominated_by;
use super::speculate::{self, Merged};
use crate::offsets::{Offsets, Ranges};
use invar_analysis::is_plain;
use invar_analysis::transform::edges;
use invar_ir::entities::SecondaryMap;
use invar_ir::{
    Block, Cfg, Func, Function, Global, Inst, MemoryAccess, Op, Terminator, Value, effects,
    memory_access,
};
use invar_rules::Compare;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// How often the blocks are visited.
const MOST_ROUNDS: u32 = 24;
/// After how many rounds intervals that still grow are given up.
const WIDEN_AFTER: u32 = 6;
/// The most places that calls may write are known by themselves.
const MOST_UNKNOWN: usize = 32;
/// The most bytes that one access touches.
const MOST_BYTES: i64 = 16;

/// What is known of a value, or of what a part of the frame holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Address {
    /// Nothing is known yet, or the value is undefined.
    #[default]
    Unvisited,
    /// The value is computed without any address of the frame.
    Other,
    /// The address at this offset from the stack pointer at entry.
    At(i64),
    /// The value depends on an address of the frame. If it is such an address, its offset is in this range.
    Within(Offsets),
}

impl Address {
    pub const ANYWHERE: Address = Address::Within(Offsets::ANY);

    /// The offsets, if it may be an address of the frame.
    pub fn offsets(self) -> Option<Offsets> {
        match self {
            Address::At(offset) => Some(Offsets::one(offset)),
            Address::Within(offsets) => Some(offsets),
            _ => None,
        }
    }

    pub fn is_frame(self) -> bool {
        self.offsets().is_some()
    }

    fn join(self, other: Address) -> Address {
        match (self, other) {
            (Address::Unvisited, known) | (known, Address::Unvisited) => known,
            (a, b) if a == b => a,
            (a, b) => match (a.offsets(), b.offsets()) {
                (Some(a), Some(b)) => Address::Within(a.join(b)),
                (Some(one), None) | (None, Some(one)) => Address::Within(one),
                (None, None) => Address::Other,
            },
        }
    }

    /// What is known of a part of it, or of a number computed from it.
    fn changed(self) -> Address {
        if self.is_frame() { Address::ANYWHERE } else { self }
    }
}

/// The state of the interpretation.
pub(super) struct Addresses<'a> {
    pub f: &'a Function,
    pub env: Env<'a>,
    cfg: &'a Cfg,
    ranges: Ranges,
    /// The stack pointer, where the root is one.
    pointer: Option<u32>,
    pub root: Root,
    of: SecondaryMap<Value, Address>,
    /// Whether an address that is rounded down may be a stack pointer.
    rounds: bool,
    /// The rounded stack pointer, if there is one.
    aligned: Option<Aligned>,
    /// Where the stack pointer is at the start of each block.
    starts: SecondaryMap<Block, Option<i64>>,
    /// What stores put at known places, by offset and size.
    contents: BTreeMap<(i64, u8), Address>,
    /// Where calls may have put something.
    unknown: Vec<Bytes>,
    /// What may have been put anywhere.
    everywhere: Address,
    /// Where the stack pointer is.
    at: i64,
    round: u32,
    changed: bool,
    /// Whether an address that is still unvisited is undefined, rather than not computed yet.
    unreached_is_undef: bool,
    /// Where events go, in the last round.
    events: Option<Vec<(usize, Event)>>,
    /// The block that is visited, and which of its instructions.
    pub block: Block,
    pub index: usize,
    pub frame: Frame,
}

impl<'a> Addresses<'a> {
    /// Finds what a function does with its frame. Fails if the offset of the stack pointer is not
    /// constant or rounded down, differs on two paths to one block, or is not 0 when the function
    /// returns.
    pub fn find(f: &'a Function, env: Env<'a>, cfg: &'a Cfg, root: Root) -> Result<Frame, Refusal> {
        // Where a private region is in memory is not known to be a multiple of anything.
        let rounds = matches!(root, Root::StackPointer(_));
        let found = Self::interpret(f, env, cfg, root, rounds)?;
        match found.aligned {
            // What is rounded is another address, such as that of a buffer.
            Some(aligned) if !aligned.is_apart(cfg, &found.frame) => {
                Ok(Self::interpret(f, env, cfg, root, false)?.frame)
            }
            _ => Ok(found.frame),
        }
    }

    /// The offsets of private regions from the stack pointer at the function's entry, where they are in its frame.
    pub fn private_in_frame(
        f: &'a Function,
        env: Env<'a>,
        cfg: &'a Cfg,
        pointer: Global,
    ) -> FxHashMap<Inst, i64> {
        let root = Root::StackPointer(pointer);
        let Ok(state) = Self::interpret(f, env, cfg, root, false) else {
            return FxHashMap::default();
        };
        let insts = cfg.rpo.iter().flat_map(|&block| &f.blocks[block].insts).copied();
        let privates = insts.filter(|&inst| matches!(f.insts[inst].op, Op::Private { .. }));
        let offset = |inst: Inst| match state.get(f.args(inst)[0]) {
            Address::At(offset) => Some((inst, offset)),
            _ => None,
        };
        privates.filter_map(offset).collect()
    }

    /// The addresses that are computed from a root; `None` if they are not known.
    pub fn of(f: &'a Function, env: Env<'a>, cfg: &'a Cfg, root: Root) -> Option<Self> {
        Self::interpret(f, env, cfg, root, false).ok()
    }

    fn interpret(
        f: &'a Function,
        env: Env<'a>,
        cfg: &'a Cfg,
        root: Root,
        rounds: bool,
    ) -> Result<Self, Refusal> {
        let mut insts = cfg.rpo.iter().flat_map(|&block| &f.blocks[block].insts);
        let pointer = match root {
            Root::StackPointer(global) => Some(global.as_u32()),
            Root::Private { .. } => None,
        };
        let is_root = |&inst: &Inst| match (root, &f.insts[inst].op) {
            (Root::StackPointer(global), Op::GlobalGet { global_index }) => {
                *global_index == global.as_u32()
            }
            (Root::Private { inst: begin, .. }, _) => inst == begin,
            _ => false,
        };
        if !insts.any(is_root) {
            return Err(Refusal::None);
        }
        let mut starts = SecondaryMap::new();
        starts[f.entry] = Some(0);
        let mut state = Addresses {
            f,
            env,
            cfg,
            ranges: Ranges::default(),
            pointer,
            root,
            of: SecondaryMap::new(),
            rounds,
            aligned: None,
            starts,
            contents: BTreeMap::new(),
            unknown: Vec::new(),
            everywhere: Address::Unvisited,
            at: 0,
            round: 0,
            changed: false,
            unreached_is_undef: false,
            events: None,
            block: f.entry,
            index: 0,
            frame: Frame::new(root),
        };
        for unreached_is_undef in [false, true] {
            state.unreached_is_undef = unreached_is_undef;
            state.changed = true;
            while std::mem::take(&mut state.changed) {
                state.round += 1;
                if state.round > MOST_ROUNDS {
                    return Err(Refusal::Form);
                }
                state.blocks()?;
            }
        }
        state.events = Some(Vec::new());
        state.blocks()?;
        match root {
            Root::StackPointer(_) => state.frame.base = state.base(),
            Root::Private { .. } => {
                state.frame.inside = state.frame.base.map(|base| dominated_by(f, cfg, base.block));
            }
        }
        state.frame.is_aligned = state.aligned.is_some();
        Ok(state)
    }

    /// The lowest address of the frame that the entry block computes, and by which of its
    /// instructions.
    fn base(&self) -> Option<Base> {
        let insts = self.f.blocks[self.f.entry].insts.iter().enumerate();
        let known = insts.filter_map(|(n, &inst)| {
            let value = self.f.result(inst)?;
            match self.of[value] {
                Address::At(offset) => Some(Base { block: self.f.entry, index: n, value, offset }),
                _ => None,
            }
        });
        known.min_by_key(|base| (base.offset, base.index))
    }

    fn blocks(&mut self) -> Result<(), Refusal> {
        let cfg = self.cfg;
        for &block in &cfg.rpo {
            self.block = block;
            self.at = self.starts[block].expect("a predecessor was visited before");
            self.params(block);
            for (n, &inst) in self.f.blocks[block].insts.iter().enumerate() {
                self.index = n;
                let known = self.inst(inst)?;
                for (n, value) in self.f.results(inst).enumerate() {
                    let passed = self.env.callees.passed_through(&self.f.insts[inst].op, n);
                    let passed = passed.and_then(|param| self.f.args(inst).get(param));
                    let known = passed.map_or(known, |&arg| self.get(arg));
                    self.learn(value, known);
                }
            }
            self.index = self.f.blocks[block].insts.len();
            self.terminator(block)?;
            for &succ in cfg.succs(block) {
                if *self.starts[succ].get_or_insert(self.at) != self.at {
                    return Err(Refusal::Form);
                }
            }
            if let Some(events) = &mut self.events {
                self.frame.events[block] = std::mem::take(events);
                self.frame.starts[block] = self.starts[block].unwrap_or_default();
            }
        }
        Ok(())
    }

    fn params(&mut self, block: Block) {
        if block == self.f.entry {
            for &param in &self.f.blocks[block].params {
                self.learn(param, Address::Other);
            }
            return;
        }
        for (n, &param) in self.f.blocks[block].params.iter().enumerate() {
            let passed = self.cfg.reachable_preds(block).map(|edge| {
                let arg = edges::args(self.f, edge).get(n);
                arg.map_or(Address::Other, |&arg| self.get(arg))
            });
            let known = passed.fold(Address::Unvisited, Address::join);
            self.learn(param, known);
        }
    }

    fn terminator(&mut self, block: Block) -> Result<(), Refusal> {
        let term = &self.f.blocks[block].term;
        if let Root::Private { .. } = self.root {
            return self.end_of_private(term);
        }
        match term {
            Terminator::Invoke { .. } | Terminator::TailCall { .. } => Err(Refusal::Form),
            Terminator::Return { .. } if self.at != 0 => Err(Refusal::Form),
            Terminator::Throw { .. } => {
                let mut escapes = false;
                term.for_each_use(&self.f.pool, |value| escapes |= self.get(value).is_frame());
                if escapes {
                    self.escape();
                }
                Ok(())
            }
            // The values of a terminator's edges are references.
            _ => Ok(()),
        }
    }

    pub fn get(&self, value: Value) -> Address {
        self.of[self.f.resolve(value)]
    }

    fn learn(&mut self, value: Value, known: Address) {
        let old = self.of[value];
        let new = self.widened(old, known);
        if new != old {
            self.of[value] = new;
            self.changed = true;
        }
    }

    /// The join of what was known and what is known now; an interval does not grow forever.
    fn widened(&self, old: Address, new: Address) -> Address {
        let joined = old.join(new);
        match joined {
            Address::Within(_) if joined != old && self.round > WIDEN_AFTER => Address::ANYWHERE,
            _ => joined,
        }
    }

    pub fn event(&mut self, event: Event) {
        if let Some(events) = &mut self.events {
            events.push((self.index, event));
        }
    }

    pub fn touch(&mut self, inst: Inst, reads: Option<Bytes>, writes: Option<Bytes>) {
        self.event(Event::Touch { inst, reads, writes, at: self.at });
    }

    /// An address of the frame becomes known to code that is not seen here, which may store there
    /// what it has.
    fn escape(&mut self) {
        self.put_anywhere(Address::Other);
        let inst = self.f.blocks[self.block].insts.get(self.index).copied();
        self.event(Event::Escape { inst, at: self.at });
    }

    /// A value is stored at an unknown place of the frame.
    pub fn put_anywhere(&mut self, known: Address) {
        let new = self.widened(self.everywhere, known.changed());
        self.changed |= new != self.everywhere;
        self.everywhere = new;
    }

    /// A value that is no address of the frame may be stored in these bytes.
    pub fn put_unknown(&mut self, bytes: Bytes) {
        if self.unknown.iter().any(|known| known.start <= bytes.start && bytes.end <= known.end) {
            return;
        }
        if bytes.is_anywhere() || self.unknown.len() == MOST_UNKNOWN {
            return self.put_anywhere(Address::Other);
        }
        self.unknown.push(bytes);
        self.changed = true;
    }

    /// A value is stored at a known place.
    fn put(&mut self, start: i64, size: u8, known: Address) {
        let known = if size == 4 { known } else { known.changed() };
        let old = self.contents.get(&(start, size)).copied().unwrap_or_default();
        let new = self.widened(old, known);
        if new != old {
            self.contents.insert((start, size), new);
            self.changed = true;
        }
    }

    /// What is loaded from a known place.
    fn content(&self, start: i64, size: u8) -> Address {
        if invar_ir::mutant!(FramesContentsUnseen) {
            return Address::Other;
        }
        let end = start + i64::from(size);
        let mut all = self.everywhere;
        if self.unknown.iter().any(|bytes| bytes.meet(Bytes { start, end })) {
            all = all.join(Address::Other);
        }
        let near = self.contents.range((start - MOST_BYTES, 0)..(end, 0));
        for (&place, &known) in near.filter(|(place, _)| place.0 + i64::from(place.1) > start) {
            all = all.join(if place == (start, size) { known } else { known.changed() });
        }
        all
    }

    /// Whether these bytes may hold addresses of the frame.
    pub fn holds_addresses(&self, bytes: Bytes) -> bool {
        let from = (bytes.start.saturating_sub(MOST_BYTES), 0);
        let mut near = self.contents.range(from..(bytes.end.max(from.0), 0));
        self.everywhere.is_frame()
            || near.any(|(place, known)| {
                place.0 + i64::from(place.1) > bytes.start && known.is_frame()
            })
    }

    /// Visits an instruction, and gives what is known of its results.
    fn inst(&mut self, inst: Inst) -> Result<Address, Refusal> {
        let f = self.f;
        let (op, args) = (&f.insts[inst].op, f.args(inst));
        if let Root::Private { .. } = self.root
            && let Some(known) = self.inst_of_private(inst)
        {
            return Ok(known);
        }
        let arg = |n: usize| args.get(n).map_or(Address::Other, |&arg| self.get(arg));
        match *op {
            Op::GlobalGet { global_index } if self.pointer == Some(global_index) => {
                return Ok(Address::At(self.at));
            }
            Op::GlobalSet { global_index } if self.pointer == Some(global_index) => {
                let Address::At(to) = arg(0) else { return Err(Refusal::Form) };
                self.event(Event::Move { inst, to });
                self.at = to;
                return Ok(Address::Other);
            }
            Op::Call { function_index } => {
                return Ok(self.call(inst, Func::from_u32(function_index)));
            }
            Op::CallIndirect { .. } | Op::CallRef { .. } => {
                if args.iter().any(|&arg| self.get(arg).is_frame()) {
                    self.escape();
                }
                self.event(Event::Call { at: self.at });
                return Ok(Address::Other);
            }
            Op::Select | Op::TypedSelect { .. } => return Ok(arg(0).join(arg(1))),
            Op::Private { .. } => {
                let known = arg(0);
                if self.events.is_some() && known.is_frame() {
                    self.frame.nested.push(inst);
                }
                return Ok(known);
            }
            Op::I32Add => return Ok(self.sum(args[0], args[1], false)),
            Op::I32Sub => return Ok(self.sum(args[0], args[1], true)),
            Op::I32And => {
                if let Some(rounded) = self.rounded(args[0], args[1]) {
                    return Ok(rounded);
                }
            }
            Op::I32Eqz | Op::I64Eqz => return Ok(Address::Other),
            Op::MemoryFill { .. } | Op::MemoryCopy { .. } | Op::MemoryInit { .. } => {
                return Ok(self.bulk(inst));
            }
            _ if Compare::of(op).is_some() => return Ok(Address::Other),
            _ => {}
        }
        if let Some(access) = memory_access(op) {
            return Ok(self.access(inst, &access));
        }
        if !args.iter().any(|&arg| self.get(arg).is_frame()) {
            return Ok(Address::Other);
        }
        let effects = effects(op, self.env.module);
        if effects.writes.is_empty() && effects.reads.is_empty() && !effects.may_not_return {
            return Ok(Address::ANYWHERE);
        }
        self.escape();
        Ok(Address::Other)
    }

    /// A call of a function whose summary may say what it does through its parameters.
    fn call(&mut self, inst: Inst, func: Func) -> Address {
        let args = self.f.args(inst);
        let mut touched: SmallVec<[(Option<Bytes>, Option<Bytes>); 4]> = SmallVec::new();
        let mut escapes = false;
        for (n, &arg) in args.iter().enumerate() {
            let Some(offsets) = self.get(arg).offsets() else { continue };
            let known = self.env.callees.param_access(func, n);
            let Some(access) = known.filter(|access| !access.is_captured) else {
                escapes = true;
                continue;
            };
            let bytes = |range: Option<(i64, i64)>| {
                let (start, end) = range?;
                Some(Bytes::of(offsets.plus((start, start)), end.saturating_sub(start)))
            };
            let (reads, writes) = (bytes(access.reads), bytes(access.writes));
            // The callee may do anything with an address that it finds there.
            escapes |= reads.is_some_and(|bytes| self.holds_addresses(bytes));
            touched.push((reads, writes));
        }
        if escapes {
            self.escape();
        }
        for (reads, writes) in touched {
            if let Some(bytes) = writes {
                self.put_unknown(bytes);
            }
            if reads.is_some() || writes.is_some() {
                self.touch(inst, reads, writes);
            }
        }
        self.event(Event::Call { at: self.at });
        Address::Other
    }

    /// The stack pointer, rounded down. The entry block does that, so that the rounded pointer is
    /// known wherever a slot is stored or loaded.
    fn rounded(&mut self, address: Value, mask: Value) -> Option<Address> {
        let Address::At(from) = self.get(address) else { return None };
        if !self.rounds {
            return None;
        }
        let aligned = Aligned::new(self.f, from, mask).filter(|_| self.block == self.f.entry)?;
        let is_only = *self.aligned.get_or_insert(aligned) == aligned;
        is_only.then(|| Address::At(aligned.offset()))
    }

    fn sum(&mut self, left: Value, right: Value, is_difference: bool) -> Address {
        let (f, cfg, block) = (self.f, self.cfg, self.block);
        let (base_of, other_of) = (self.get(left), self.get(right));
        let mut number = |value| self.ranges.signed(f, cfg, block, value);
        let negated = |(least, greatest): (i64, i64)| (-greatest, -least);
        let (base, added) = match (base_of, other_of) {
            (Address::Unvisited, _) | (_, Address::Unvisited) => return Address::Unvisited,
            (Address::Other, Address::Other) => return Address::Other,
            (Address::At(_), Address::At(_)) if is_difference => return Address::Other,
            (base, Address::Other) if is_difference => (base, negated(number(right))),
            (base, Address::Other) => (base, number(right)),
            (Address::Other, base) if !is_difference => (base, number(left)),
            _ => return Address::ANYWHERE,
        };
        match base {
            Address::At(offset) if added.0 == added.1 => Address::At(offset + added.0),
            base => base.offsets().map_or(Address::Other, |base| Address::Within(base.plus(added))),
        }
    }

    fn access(&mut self, inst: Inst, access: &MemoryAccess) -> Address {
        let (f, args) = (self.f, self.f.args(inst));
        let stored = access.stored.map_or(Address::Other, |n| self.get(args[n]));
        let others = (0..args.len()).filter(|&n| n != access.address && Some(n) != access.stored);
        let mut escapes = others.into_iter().any(|n| self.get(args[n]).is_frame());
        let address = self.get(args[access.address]);
        if address == Address::Unvisited && !self.unreached_is_undef {
            return Address::Unvisited;
        }
        let size = access.size;
        let Some(offsets) = address.offsets().filter(|_| access.memarg.memory == 0) else {
            escapes |= stored.is_frame() && !invar_ir::mutant!(FramesAddressStored);
            if escapes {
                self.escape();
            }
            return Address::Other;
        };
        let memarg = access.memarg.offset as i64;
        let place = offsets.plus((memarg, memarg));
        let bytes = Bytes::of(place, i64::from(size));
        if escapes {
            self.escape();
        }
        if !is_plain(&f.insts[inst].op) {
            // Lanes, and atomic accesses, which are both loads and stores.
            if stored.is_frame() {
                self.escape();
            }
            self.touch(inst, Some(bytes), Some(bytes));
            self.put_anywhere(Address::Other);
            return if self.holds_addresses(bytes) { Address::ANYWHERE } else { Address::Other };
        }
        let exact = matches!(address, Address::At(_)) && place.least == place.greatest;
        if access.stored.is_some() {
            if exact {
                self.put(place.least, size, stored);
                let holds = stored.is_frame();
                self.event(Event::Access { inst, start: place.least, size, is_store: true, holds });
            } else {
                if stored.is_frame() {
                    self.escape();
                }
                self.put_anywhere(stored);
                self.touch(inst, None, Some(bytes));
            }
            return Address::Other;
        }
        if exact {
            let start = place.least;
            self.event(Event::Access { inst, start, size, is_store: false, holds: false });
            let known = self.content(start, size);
            return if size == 4 { known } else { known.changed() };
        }
        self.touch(inst, Some(bytes), None);
        self.merged(inst, args[access.address]);
        if self.holds_addresses(bytes) { Address::ANYWHERE } else { Address::Other }
    }

    /// Remembers a load whose address is one of several known places.
    fn merged(&mut self, inst: Inst, address: Value) {
        if self.events.is_none() {
            return;
        }
        let (block, address) = (self.block, self.f.resolve(address));
        let merged = speculate::addresses(self.f, self.cfg, block, address);
        let is_known = |&of: &Value| matches!(self.get(of), Address::At(_));
        if !merged.is_empty() && merged.iter().all(is_known) {
            self.frame.merged.push(Merged { block, inst });
        }
    }

    /// `memory.fill`, `memory.copy` and `memory.init`.
    fn bulk(&mut self, inst: Inst) -> Address {
        let (op, args) = (&self.f.insts[inst].op, self.f.args(inst));
        let length = self.ranges.most(self.f, self.cfg, args[2]);
        let bytes = |n: usize, memory: u32| {
            let offsets = self.get(args[n]).offsets().filter(|_| memory == 0);
            offsets.map(|offsets| Bytes::of(offsets, length))
        };
        let (writes, reads) = match *op {
            Op::MemoryCopy { dst_mem, src_mem } => (bytes(0, dst_mem), bytes(1, src_mem)),
            Op::MemoryFill { mem } | Op::MemoryInit { mem, .. } => (bytes(0, mem), None),
            _ => (None, None),
        };
        let is_copy = matches!(op, Op::MemoryCopy { .. });
        let by_value = |n: usize| self.get(args[n]).is_frame();
        let copied = reads.is_some_and(|bytes| self.holds_addresses(bytes));
        if copied || by_value(2) || (!is_copy && by_value(1)) {
            self.escape();
        }
        if writes.is_some() {
            self.put_anywhere(if copied { Address::ANYWHERE } else { Address::Other });
        }
        if reads.is_some() || writes.is_some() {
            self.touch(inst, reads, writes);
        }
        Address::Other
    }
}
