//! What a function does with memory through its parameters, for the frames of its callers.
//!
//! A parameter that is an address is *captured* if a value computed from it may be used in a way that is not seen here: it is
//! stored, handed to an unknown function, returned. One that is not captured only tells the function
//! where to load and store, in a range of bytes around it. A caller that passes the address of a variable in its frame
//! then knows which bytes change, and that nobody has the address afterwards ([`mem2reg`](crate::mem2reg)).
//!
//! An abstract interpretation: for each value, which parameters it is computed from, and how far it is from
//! them, if it is an address. Calls are looked up in the summaries of their callees, so functions are visited
//! from the leaves of the call graph. Cost: linear in each of a bounded number of rounds.

use crate::offsets::Offsets;
use invar_ir::entities::SecondaryMap;
use invar_ir::rules::Compare;
use invar_ir::transform::edges;
use invar_ir::{
    Block, Cfg, Dominators, Func, Function, FunctionFacts, Inst, Module, Op, ParamAccess,
    Summaries, Terminator, ValType, Value, effects, memory_access,
};

/// How often the blocks are visited before all is given up.
const MOST_ROUNDS: u32 = 16;
/// After how many rounds ranges that still grow are given up.
const WIDEN_AFTER: u32 = 4;
/// The most parameters that are followed.
const MOST_PARAMS: usize = 64;

/// What is known of a value: the parameters that it is computed from, as bits, and its distance from them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Derived {
    params: u64,
    offsets: Offsets,
}

impl Derived {
    const NONE: Derived = Derived { params: 0, offsets: Offsets::ZERO };

    fn join(self, other: Derived) -> Derived {
        let params = self.params | other.params;
        let offsets = match (self.params, other.params) {
            (0, _) => other.offsets,
            (_, 0) => self.offsets,
            _ => self.offsets.join(other.offsets),
        };
        Derived { params, offsets }
    }

    /// A number that is computed from it.
    fn changed(self) -> Derived {
        if self.params == 0 { self } else { Derived { offsets: Offsets::ANY, ..self } }
    }

    fn plus(self, range: (i64, i64)) -> Derived {
        Derived { offsets: self.offsets.plus(range), ..self }
    }
}

struct Finder<'a> {
    f: &'a Function,
    module: &'a Module,
    summaries: &'a Summaries,
    cfg: Cfg,
    dominators: Dominators,
    facts: FunctionFacts,
    /// The parameter that each result is, if it always is one.
    result_params: &'a [Option<u32>],
    of: SecondaryMap<Value, Option<Derived>>,
    found: Vec<ParamAccess>,
    round: u32,
    changed: bool,
}

/// What a function does through each of its parameters. `result_params` are the parameters that its results
/// always are, as in its summary.
pub fn param_accesses(
    f: &Function,
    module: &Module,
    summaries: &Summaries,
    result_params: &[Option<u32>],
) -> Vec<ParamAccess> {
    let params = &f.blocks[f.entry].params;
    let count = params.len().min(MOST_PARAMS);
    if !params.iter().any(|&param| f.ty(param) == ValType::I32) {
        return vec![ParamAccess::UNKNOWN; count];
    }
    let cfg = Cfg::new(f);
    let dominators = Dominators::new(f, &cfg);
    let facts = FunctionFacts::with_counters(f, &cfg, &dominators);
    let found = vec![ParamAccess::default(); count];
    let (of, round, changed) = (SecondaryMap::new(), 0, true);
    let mut finder = Finder {
        f,
        module,
        summaries,
        cfg,
        dominators,
        facts,
        result_params,
        of,
        found,
        round,
        changed,
    };
    while std::mem::take(&mut finder.changed) {
        finder.round += 1;
        if finder.round > MOST_ROUNDS {
            return vec![ParamAccess::UNKNOWN; count];
        }
        finder.blocks();
    }
    finder.found
}

impl Finder<'_> {
    fn blocks(&mut self) {
        let rpo = self.cfg.rpo.clone();
        for block in rpo {
            self.params(block);
            for &inst in &self.f.blocks[block].insts {
                let known = self.inst(block, inst);
                for (n, value) in self.f.results(inst).enumerate() {
                    let known = self.passed_through(inst, n).unwrap_or(known);
                    self.learn(value, known);
                }
            }
            self.terminator(block);
        }
    }

    fn params(&mut self, block: Block) {
        for (n, &param) in self.f.blocks[block].params.iter().enumerate() {
            let known = if block == self.f.entry {
                match n < MOST_PARAMS {
                    true => Derived { params: 1 << n, offsets: Offsets::ZERO },
                    false => Derived::NONE,
                }
            } else {
                let preds = self.cfg.reachable_preds(block);
                let args = preds.filter_map(|edge| edges::args(self.f, edge).get(n));
                args.filter_map(|&arg| self.of[self.f.resolve(arg)])
                    .fold(Derived::NONE, Derived::join)
            };
            self.learn(param, known);
        }
    }

    fn get(&self, value: Value) -> Derived {
        self.of[self.f.resolve(value)].unwrap_or(Derived::NONE)
    }

    fn learn(&mut self, value: Value, known: Derived) {
        let old = self.of[value];
        let mut new = old.map_or(known, |old| old.join(known));
        if Some(new) == old {
            return;
        }
        if self.round > WIDEN_AFTER {
            new = new.changed();
        }
        self.of[value] = Some(new);
        self.changed = true;
    }

    fn capture(&mut self, derived: Derived) {
        for (n, access) in self.found.iter_mut().enumerate() {
            if derived.params >> n & 1 != 0 {
                access.is_captured = true;
            }
        }
    }

    fn capture_all(&mut self, values: &[Value]) {
        for &value in values {
            self.capture(self.get(value));
        }
    }

    /// Bytes at an address are read or written.
    fn touch(&mut self, address: Derived, size: i64, reads: bool, writes: bool) {
        let bytes = (address.offsets.least, address.offsets.greatest.saturating_add(size));
        for (n, access) in self.found.iter_mut().enumerate() {
            if derived_from(address, n) {
                let extend = |known: &mut Option<(i64, i64)>| {
                    let (start, end) = known.unwrap_or(bytes);
                    *known = Some((start.min(bytes.0), end.max(bytes.1)));
                };
                if reads {
                    extend(&mut access.reads);
                }
                if writes {
                    extend(&mut access.writes);
                }
            }
        }
    }

    /// What a result of a call is if it always is one of the arguments.
    fn passed_through(&self, inst: Inst, n: usize) -> Option<Derived> {
        let Op::Call { function_index } = self.f.insts[inst].op else { return None };
        let summary = self.summaries.get(Func::from_u32(function_index))?;
        let param = (*summary.result_params.get(n)?)?;
        Some(self.get(*self.f.args(inst).get(param as usize)?))
    }

    /// Visits an instruction, and gives what is known of its results.
    fn inst(&mut self, block: Block, inst: Inst) -> Derived {
        let f = self.f;
        let (op, args) = (&f.insts[inst].op, f.args(inst));
        let all = args.iter().map(|&arg| self.get(arg)).fold(Derived::NONE, Derived::join);
        if all.params == 0 {
            return Derived::NONE;
        }
        let range = |this: &Self, value: Value| {
            let known = this.facts.at(f, &this.cfg, &this.dominators, block, value);
            known.map_or((i64::MIN, i64::MAX), |known| known.signed)
        };
        match *op {
            Op::Call { function_index } => {
                self.call(Func::from_u32(function_index), args);
                return Derived::NONE;
            }
            Op::Select | Op::TypedSelect { .. } => {
                return self.get(args[0]).join(self.get(args[1]));
            }
            Op::I32Add => {
                return match (self.get(args[0]), self.get(args[1])) {
                    (base, Derived { params: 0, .. }) => base.plus(range(self, args[1])),
                    (Derived { params: 0, .. }, base) => base.plus(range(self, args[0])),
                    _ => all.changed(),
                };
            }
            Op::I32Sub if self.get(args[1]).params == 0 => {
                let (least, greatest) = range(self, args[1]);
                return all.plus((greatest.saturating_neg(), least.saturating_neg()));
            }
            Op::I32Eqz | Op::I64Eqz => return Derived::NONE,
            Op::MemoryFill { mem: 0 } | Op::MemoryCopy { dst_mem: 0, src_mem: 0 } => {
                let length = self
                    .facts
                    .get(f, args[2])
                    .map_or(i64::MAX, |known| i64::try_from(known.unsigned.1).unwrap_or(i64::MAX));
                self.touch(self.get(args[0]), length, false, true);
                match op {
                    Op::MemoryCopy { .. } => self.touch(self.get(args[1]), length, true, false),
                    _ => self.capture(self.get(args[1])),
                }
                self.capture(self.get(args[2]));
                return Derived::NONE;
            }
            _ if Compare::of(op).is_some() => return Derived::NONE,
            _ => {}
        }
        if let Some(access) = memory_access(op) {
            for (n, &arg) in args.iter().enumerate() {
                if n != access.address {
                    self.capture(self.get(arg));
                }
            }
            let offset = i64::try_from(access.memarg.offset).unwrap_or(i64::MAX);
            let address = self.get(args[access.address]).plus((offset, offset));
            if access.memarg.memory == 0 {
                let (reads, writes) = (access.stored.is_none(), !access.is_load());
                self.touch(address, access.size.into(), reads || access.is_atomic(), writes);
            }
            return Derived::NONE;
        }
        let effects = effects(op, self.module);
        if effects.reads.is_empty() && effects.writes.is_empty() && !effects.may_not_return {
            return all.changed();
        }
        self.capture_all(args);
        Derived::NONE
    }

    fn call(&mut self, func: Func, args: &[Value]) {
        let summary = self.summaries.get(func);
        for (n, &arg) in args.iter().enumerate() {
            let derived = self.get(arg);
            let known = summary.and_then(|summary| summary.params.get(n));
            match known.copied().filter(|access| !access.is_captured) {
                None => self.capture(derived),
                Some(ParamAccess { reads, writes, .. }) => {
                    if let Some((start, end)) = reads {
                        self.touch(
                            derived.plus((start, start)),
                            end.saturating_sub(start),
                            true,
                            false,
                        );
                    }
                    if let Some((start, end)) = writes {
                        self.touch(
                            derived.plus((start, start)),
                            end.saturating_sub(start),
                            false,
                            true,
                        );
                    }
                }
            }
        }
    }

    fn terminator(&mut self, block: Block) {
        let f = self.f;
        match &f.blocks[block].term {
            Terminator::Return(values) => {
                for (n, &value) in f.list(values).iter().enumerate() {
                    let derived = self.get(value);
                    let is_known = |param: u32| {
                        derived == Derived { params: 1 << param, offsets: Offsets::ZERO }
                    };
                    let known = self.result_params.get(n).copied().flatten();
                    if !known.is_some_and(|param| param < 64 && is_known(param)) {
                        self.capture(derived);
                    }
                }
            }
            Terminator::Jump(_) | Terminator::BrIf { .. } | Terminator::BrTable { .. } => {}
            term => {
                let mut used = Vec::new();
                term.for_each_use(&f.pool, |value| used.push(value));
                self.capture_all(&used);
            }
        }
    }
}

fn derived_from(derived: Derived, param: usize) -> bool {
    derived.params >> param & 1 != 0
}
