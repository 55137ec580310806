//! What a function does with memory through its parameters, for the frames of its callers.
//!
//! A parameter that is an address is *captured* if a value computed from it may be used in a way
//! that is not seen here: it is stored, handed to an unknown function, returned. One that is not
//! captured only tells the function where to load and store, in a range of bytes around it. A
//! caller that passes the address of a variable in its frame then knows which bytes change, and
//! that nobody has the address afterwards ([`mem2reg`](crate::mem2reg)).
//!
//! An abstract interpretation: for each value, which parameters it is computed from, and how far it
//! is from them, if it is an address. Calls are looked up in the summaries of their callees, so
//! functions are visited from the leaves of the call graph. Cost: linear in each of a bounded
//! number of rounds.

use crate::offsets::{Offsets, Ranges};
use invar_analysis::transform::edges;
use invar_analysis::{ParamAccess, Summaries};
use invar_ir::entities::SecondaryMap;
use invar_ir::{
    Block, Cfg, Func, Function, Inst, Module, Op, Terminator, ValType, Value, effects,
    memory_access,
};
use invar_rules::Compare;
use smallvec::SmallVec;

/// How often the blocks are visited before all is given up.
const MOST_ROUNDS: u32 = 16;
/// After how many rounds ranges that still grow are given up.
const WIDEN_AFTER: u32 = 4;
/// The most parameters that are followed.
const MOST_PARAMS: usize = 64;

/// What is known of a value: the parameters that it is computed from, in order, and how far it is
/// from each, if that one is an address and what was added to it is a number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Derived(SmallVec<[(u32, Offsets); 2]>);

impl Derived {
    fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    fn join(mut self, other: Derived) -> Derived {
        for (param, offsets) in other.0 {
            match self.0.binary_search_by_key(&param, |known| known.0) {
                Ok(at) => self.0[at].1 = self.0[at].1.join(offsets),
                Err(at) => self.0.insert(at, (param, offsets)),
            }
        }
        self
    }

    /// A number that is computed from it.
    fn changed(mut self) -> Derived {
        self.0.iter_mut().for_each(|known| known.1 = Offsets::ANY);
        self
    }

    fn plus(mut self, range: (i64, i64)) -> Derived {
        self.0.iter_mut().for_each(|known| known.1 = known.1.plus(range));
        self
    }
}

struct Finder<'a> {
    f: &'a Function,
    module: &'a Module,
    summaries: &'a Summaries,
    cfg: Cfg,
    ranges: Ranges,
    /// The parameter that each result is, if it always is one.
    result_params: &'a [Option<u32>],
    of: SecondaryMap<Value, Derived>,
    found: Vec<ParamAccess>,
    round: u32,
    changed: bool,
}

/// What a function does through each of its parameters. `result_params` are the parameters that its
/// results always are, as in its summary.
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
    let ranges = Ranges::default();
    let found = vec![ParamAccess::default(); count];
    let (of, round, changed) = (SecondaryMap::new(), 0, true);
    let mut finder =
        Finder { f, module, summaries, cfg, ranges, result_params, of, found, round, changed };
    while std::mem::take(&mut finder.changed) {
        finder.round += 1;
        if finder.round > MOST_ROUNDS {
            return vec![ParamAccess::UNKNOWN; count];
        }
        finder.blocks();
    }
    finder.found
}

/// [`param_accesses`] for functions that call each other, which are given with their bodies: an optimistic fixpoint.
/// Ranges that grow with each call are unlimited. Cost: that of [`param_accesses`], a bounded number of times.
pub fn recursive_param_accesses(
    funcs: &[(Func, Function)],
    module: &Module,
    summaries: &mut Summaries,
) {
    for (func, f) in funcs {
        let count = f.blocks[f.entry].params.len().min(MOST_PARAMS);
        summaries.set_recursive(*func, vec![ParamAccess::default(); count]);
    }
    for round in 0.. {
        let mut changed = false;
        for (func, f) in funcs {
            let found = param_accesses(f, module, summaries, &[]);
            let known = found.iter().enumerate().map(|(n, &found)| {
                let old = summaries.param_access(*func, n).unwrap_or(ParamAccess::UNKNOWN);
                let is_captured = old.is_captured || found.is_captured;
                let join = |old: Option<(i64, i64)>, found: Option<(i64, i64)>| match (old, found) {
                    (Some(old), Some(found)) if found.0 < old.0 || found.1 > old.1 => {
                        Some(if round < WIDEN_AFTER {
                            (old.0.min(found.0), old.1.max(found.1))
                        } else {
                            (Offsets::ANY.least, Offsets::ANY.greatest)
                        })
                    }
                    (old, found) => old.or(found),
                };
                let (reads, writes) =
                    (join(old.reads, found.reads), join(old.writes, found.writes));
                let new = ParamAccess { is_captured, reads, writes };
                changed |= new != old;
                new
            });
            let known: Vec<ParamAccess> = known.collect();
            summaries.set_recursive(*func, known);
        }
        if !changed || invar_ir::mutant!(PrivateRecursionOnce) {
            break;
        }
    }
}

impl Finder<'_> {
    fn blocks(&mut self) {
        let rpo = self.cfg.rpo.clone();
        for block in rpo {
            self.params(block);
            for &inst in &self.f.blocks[block].insts {
                let known = self.inst(block, inst);
                for (n, value) in self.f.results(inst).enumerate() {
                    let passed = self.summaries.passed_through(&self.f.insts[inst].op, n);
                    let passed = passed.and_then(|param| self.f.args(inst).get(param));
                    let known = passed.map_or_else(|| known.clone(), |&arg| self.get(arg));
                    self.learn(value, known);
                }
            }
            self.terminator(block);
        }
    }

    fn params(&mut self, block: Block) {
        for (n, &param) in self.f.blocks[block].params.iter().enumerate() {
            let known = if block == self.f.entry {
                let own = (n < MOST_PARAMS).then_some((n as u32, Offsets::ZERO));
                Derived(own.into_iter().collect())
            } else {
                let preds = self.cfg.reachable_preds(block);
                let args = preds.filter_map(|edge| edges::args(self.f, edge).get(n));
                args.map(|&arg| self.get(arg)).fold(Derived::default(), Derived::join)
            };
            self.learn(param, known);
        }
    }

    fn get(&self, value: Value) -> Derived {
        self.of[self.f.resolve(value)].clone()
    }

    fn learn(&mut self, value: Value, known: Derived) {
        let old = &self.of[value];
        let mut new = old.clone().join(known);
        if new == *old {
            return;
        }
        if self.round > WIDEN_AFTER {
            new = new.changed();
        }
        self.of[value] = new;
        self.changed = true;
    }

    fn capture(&mut self, derived: Derived) {
        for (param, _) in derived.0 {
            self.found[param as usize].is_captured = true;
        }
    }

    fn capture_all(&mut self, values: &[Value]) {
        for &value in values {
            self.capture(self.get(value));
        }
    }

    /// Bytes at an address are read or written.
    fn touch(&mut self, address: &Derived, size: i64, reads: bool, writes: bool) {
        for &(param, offsets) in &address.0 {
            let offsets = if invar_ir::mutant!(ParamsAtStart) { Offsets::ZERO } else { offsets };
            let bytes = (offsets.least, offsets.greatest.saturating_add(size));
            let extend = |known: &mut Option<(i64, i64)>| {
                let (start, end) = known.unwrap_or(bytes);
                *known = Some((start.min(bytes.0), end.max(bytes.1)));
            };
            let access = &mut self.found[param as usize];
            if reads {
                extend(&mut access.reads);
            }
            if writes {
                extend(&mut access.writes);
            }
        }
    }

    /// Visits an instruction, and gives what is known of its results.
    fn inst(&mut self, block: Block, inst: Inst) -> Derived {
        let f = self.f;
        let (op, args) = (&f.insts[inst].op, f.args(inst));
        let all = args.iter().map(|&arg| self.get(arg)).fold(Derived::default(), Derived::join);
        if all.is_none() {
            return all;
        }
        let range = |this: &mut Self, value| this.ranges.signed(f, &this.cfg, block, value);
        match *op {
            Op::Call { function_index } => {
                self.call(Func::from_u32(function_index), args);
                return Derived::default();
            }
            Op::Private { .. } => return self.get(args[0]),
            Op::Select | Op::TypedSelect { .. } => {
                return self.get(args[0]).join(self.get(args[1]));
            }
            Op::I32Add => {
                let (left, right) = (self.get(args[0]), self.get(args[1]));
                let in_both =
                    |known: &(u32, Offsets)| right.0.iter().any(|other| other.0 == known.0);
                if left.0.iter().any(in_both) {
                    return all.changed();
                }
                let (left, right) =
                    (left.plus(range(self, args[1])), right.plus(range(self, args[0])));
                return left.join(right);
            }
            Op::I32Sub => {
                let right = self.get(args[1]);
                let (least, greatest) = range(self, args[1]);
                let negated = (greatest.saturating_neg(), least.saturating_neg());
                // What is subtracted is no address any more, but may become one again.
                return self.get(args[0]).plus(negated).join(right.changed());
            }
            Op::I32Eqz | Op::I64Eqz => return Derived::default(),
            Op::MemoryFill { mem: 0 } | Op::MemoryCopy { dst_mem: 0, src_mem: 0 } => {
                let length = self.ranges.most(f, &self.cfg, args[2]);
                self.touch(&self.get(args[0]), length, false, true);
                match op {
                    Op::MemoryCopy { .. } => self.touch(&self.get(args[1]), length, true, false),
                    _ => self.capture(self.get(args[1])),
                }
                self.capture(self.get(args[2]));
                return Derived::default();
            }
            _ if Compare::of(op).is_some() => return Derived::default(),
            _ => {}
        }
        if let Some(access) = memory_access(op) {
            for (n, &arg) in args.iter().enumerate() {
                if n != access.address && !invar_ir::mutant!(ParamsStoredKept) {
                    self.capture(self.get(arg));
                }
            }
            let offset = i64::try_from(access.memarg.offset).unwrap_or(i64::MAX);
            let address = self.get(args[access.address]).plus((offset, offset));
            if access.memarg.memory == 0 {
                let (reads, writes) = (access.stored.is_none(), !access.is_load());
                self.touch(&address, access.size.into(), reads || access.is_atomic(), writes);
            }
            return Derived::default();
        }
        let effects = effects(op, self.module);
        if effects.reads.is_empty() && effects.writes.is_empty() && !effects.may_not_return {
            return all.changed();
        }
        self.capture_all(args);
        Derived::default()
    }

    fn call(&mut self, func: Func, args: &[Value]) {
        for (n, &arg) in args.iter().enumerate() {
            let derived = self.get(arg);
            match self.summaries.param_access(func, n).filter(|access| !access.is_captured) {
                None => self.capture(derived),
                Some(ParamAccess { reads, writes, .. }) => {
                    if let Some((start, end)) = reads {
                        self.touch(
                            &derived.clone().plus((start, start)),
                            end.saturating_sub(start),
                            true,
                            false,
                        );
                    }
                    if let Some((start, end)) = writes {
                        self.touch(
                            &derived.clone().plus((start, start)),
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
                    let is_known = |param: u32| derived.0[..] == [(param, Offsets::ZERO)];
                    let known = self.result_params.get(n).copied().flatten();
                    if !known.is_some_and(is_known) {
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

#[cfg(test)]
mod tests {
    use super::{param_accesses, recursive_param_accesses};
    use crate::offsets::Offsets;
    use invar_analysis::{ParamAccess, Summaries, Summary};
    use invar_ir::{Body, Func, parse_verified};

    /// What the second function of a module does through its first parameter, if the first one has
    /// this summary.
    fn access_with(summary: Option<Summary>, body: &str) -> ParamAccess {
        let text = format!(
            "module {{ import f0 \"\" \"f\" : (i32) -> (i32)\n memory m0 : i32 1..\n global g0 : mut i32 = i32.const 0\n\
             func f1 : (i32, i32) -> (i32) {{\n b0(v0: i32, v1: i32):\n {body}\n }} }}"
        );
        let module = parse_verified(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let Body::Ssa(function) = &module.funcs[Func::from_u32(1)].body else { panic!("no body") };
        let summaries = Summaries::new(2);
        if let Some(summary) = summary {
            summaries.publish(Func::from_u32(0), summary);
        }
        param_accesses(function, &module, &summaries, &[Some(0)])[0]
    }

    fn access(body: &str) -> ParamAccess {
        access_with(None, body)
    }

    fn bytes(reads: Option<(i64, i64)>, writes: Option<(i64, i64)>) -> ParamAccess {
        ParamAccess { is_captured: false, reads, writes }
    }

    #[test]
    fn ranges_of_bytes() {
        assert_eq!(access("return v1"), ParamAccess::default());
        assert_eq!(access("v2 = i32.load v0 offset=8\n return v2"), bytes(Some((8, 12)), None));
        let second = "v2 = i32.const 4\n v3 = i32.add v0, v2\n i32.store8 v3, v1 offset=1\n v4 = i64.load v0\n return v1";
        assert_eq!(access(second), bytes(Some((0, 8)), Some((5, 6))));
        let indexed = "v2 = i32.const 3\n v3 = i32.and v1, v2\n v4 = i32.add v3, v0\n i32.store8 v4, v1\n return v1";
        assert_eq!(access(indexed), bytes(None, Some((0, 4))));
        let anywhere = access("v2 = i32.add v0, v1\n i32.store v2, v1\n return v1");
        assert_eq!(anywhere.writes, Some((i64::MIN, i64::MAX)));
        let copied = "v2 = i32.const 8\n memory.copy m0 m0 v1, v0, v2\n return v1";
        assert_eq!(access(copied), bytes(Some((0, 8)), None));
    }

    #[test]
    fn a_loop_that_walks_over_memory() {
        let walk = access(
            "jump b1(v0)\n b1(v2: i32):\n v3 = i32.load v2\n v4 = i32.const 4\n v5 = i32.add v2, v4\n br_if v3, b1(v5), b2\n b2:\n return v1",
        );
        assert_eq!(walk, bytes(Some((i64::MIN, i64::MAX)), None));
    }

    #[test]
    fn what_is_captured() {
        for body in [
            "i32.store v1, v0\n return v1",
            "global.set g0 v0\n return v1",
            "v2 = call f0 v0\n return v2",
            // Its result is the parameter, and nothing near it.
            "v2 = i32.const 4\n v3 = i32.add v0, v2\n return v3",
            "v2 = i32.const 4\n v3 = i32.mul v0, v2\n i32.store v1, v3\n return v1",
            "v2 = select v0, v1, v1\n i32.store v1, v2\n return v1",
            "v2 = i32.const 8\n memory.fill m0 v1, v0, v2\n return v1",
        ] {
            assert!(access(body).is_captured, "{body}");
        }
        for body in [
            "return v0",
            "v2 = i32.eq v0, v1\n return v2",
            "v2 = i32.load v0\n i32.store v1, v2\n return v1",
            "br_if v0, b1, b2\n b1:\n return v1\n b2:\n return v1",
        ] {
            assert!(!access(body).is_captured, "{body}");
        }
    }

    #[test]
    fn what_callees_do() {
        let known = |result_params| {
            let params = vec![bytes(Some((0, 4)), Some((4, 8)))];
            Some(Summary { result_params, params, ..Summary::default() })
        };
        let body = "v2 = i32.const 16\n v3 = i32.add v0, v2\n v4 = call f0 v3\n return v1";
        assert_eq!(access_with(known(Vec::new()), body), bytes(Some((16, 20)), Some((20, 24))));
        // The result is the argument.
        let body = "v2 = call f0 v0\n i32.store v1, v2\n return v1";
        assert!(access_with(known(vec![Some(0)]), body).is_captured);
        assert!(!access_with(known(Vec::new()), body).is_captured);
    }

    /// What a function does through its first parameter that calls itself with `again`.
    fn recursive_access(again: &str) -> ParamAccess {
        let text = format!(
            "module {{ memory m0 : i32 1..\n func f0 : (i32, i32) -> (i32) {{\n b0(v0: i32, v1: i32):\n\
             br_if v1, b1, b2\n b1:\n v2 = i32.const 8\n v3 = i32.add v0, v2\n v4 = i32.sub v1, v2\n\
             v5 = i32.load v0\n i32.store v3, v5\n v6 = call f0 {again}\n return v6\n b2:\n return v1\n }} }}"
        );
        let module = parse_verified(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let func = Func::from_u32(0);
        let Body::Ssa(function) = &module.funcs[func].body else { panic!("no body") };
        let mut summaries = Summaries::new(1);
        recursive_param_accesses(&[(func, (**function).clone())], &module, &mut summaries);
        summaries.param_access(func, 0).expect("it was found")
    }

    #[test]
    fn what_a_recursive_function_does_through_its_own_calls() {
        assert_eq!(recursive_access("v0, v4"), bytes(Some((0, 4)), Some((8, 12))));
        // Each call is 8 bytes farther, without a limit.
        let (reads, writes) = (Some((Offsets::ANY.least, Offsets::ANY.greatest)), None);
        let walk = recursive_access("v3, v4");
        assert_eq!(bytes(walk.reads, None), bytes(reads, writes));
        assert_eq!(walk.writes, walk.reads);
        // The function passes something else to itself.
        assert_eq!(recursive_access("v1, v4"), bytes(Some((0, 4)), Some((8, 12))));
    }
}
