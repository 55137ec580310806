//! A runtime without names, recognized by what its functions do: that deinits are its own, and
//! which functions free.
//!
//! The table's exports give `retain`, `release` and the allocator; the rest follows from the code.
//! What a release leads to consists of the *allocator's* functions, which `[allocate]` leads to as
//! well, and of those that *count*: they decrement, visit members, collect. The last may run code
//! of the program (a `__finalize` that a compiler has inlined, or a visitor of its own). They do
//! not if nothing that they do can be seen by the program:
//!
//! | what the counting functions do | must be |
//! |---|---|
//! | calls | direct, of each other or of the allocator; of imports only right before `unreachable` |
//! | globals they use | private: not exported, and used by the runtime's functions only |
//! | values of these globals | numbers, or addresses of the runtime's own data; never both |
//! | stores | to the count word of a reference, or the allocator's word before it; or to the runtime's own data, not far in front of it |
//! | whether they abort | decided by the words in front of a reference, or by the runtime's own data ([`aborts`]) |
//! | what they pass to the allocator | the block of a reference, a number, or the runtime's own data |
//!
//! The runtime's own data is what its private globals point to, and what its allocator takes from its own lists and
//! returns. The sum of several parameters is an address if one of them is: a copy from the end to the start writes to
//! the sum of the address and what is left.
//! A number is no address: nothing is written through it, and no function of the allocator that
//! writes through a parameter gets it there.
//!
//! Where an address comes from is found by [`origins`]; a function that writes relative to a
//! parameter passes the condition on to its callers, up to `release`.
//!
//! Whatever frees an object needs the allocator's data, which only functions with access to the
//! private globals have. So functions outside of the runtime free nothing but by calling such
//! functions.
//!
//! Linear in the functions of the module, a few times; nothing is guessed: a runtime with another
//! shape is refused, with the place.
//!
//! [`aborts`]: crate::runtimes::aborts

mod needs;

use crate::runtimes::deinits::{Refusal, mutable_globals};
use crate::runtimes::origins::{Bases, Calls, Origin, OriginEnv, STATIC, base_globals, origins};
use crate::runtimes::patterns::constant;
use crate::runtimes::table::{Freeing, Runtime};
use invar_analysis::CallGraph;
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{
    Body, Cfg, Effects, Entity, Func, Function, Global, Inst, Module, Op, SourceLoc, Terminator,
    Value, effects,
};
use needs::Need;

struct Recognizer<'a> {
    module: &'a Module,
    calls: &'a CallGraph,
    runtime: &'a Runtime,
    /// The count, in bytes from a reference.
    word: i64,
    /// What the table's functions lead to.
    members: EntitySet<Func>,
    allocator: EntitySet<Func>,
    private: EntitySet<Global>,
    /// The private globals that hold addresses.
    bases: Bases,
    bodies: SecondaryMap<Func, Option<Function>>,
    results: SecondaryMap<Func, Option<Origin>>,
    needs: SecondaryMap<Func, Vec<Need>>,
    /// Sets of parameters, whose sum is an address in the runtime's own data that a function writes to.
    sums: SecondaryMap<Func, Vec<u64>>,
    /// For functions of the allocator: sets of parameters, one of which is an address it writes.
    written: SecondaryMap<Func, Vec<u64>>,
}

/// Shows that deinits are the runtime's own, and which functions free. `word` is where counts are,
/// from the object.
pub(crate) fn recognize(
    module: &Module,
    calls: &CallGraph,
    runtime: &Runtime,
    word: Option<i32>,
    lift: impl Fn(Func) -> Option<Function>,
) -> Result<Freeing, Refusal> {
    let at = |func, why: &str| Refusal { func, loc: SourceLoc::default(), why: why.to_owned() };
    let Some(word) = word else {
        return Err(at(runtime.retain, "retain does not increment one word of its argument"));
    };
    if runtime.allocate.iter().next().is_none() {
        return Err(at(runtime.release, "there is no allocator, by name or export"));
    }
    let is_import = |func: Func| matches!(module.funcs[func].body, Body::Import);
    let closure = |from: &mut dyn Iterator<Item = Func>| {
        let (mut stack, mut set): (Vec<Func>, EntitySet<Func>) = (from.collect(), EntitySet::new());
        while let Some(func) = stack.pop() {
            if !is_import(func) && set.insert(func) {
                stack.extend(calls.callees(func));
            }
        }
        set
    };
    let Runtime { retain, release, allocate, frees, reallocates, .. } = runtime;
    let allocator = closure(&mut allocate.iter());
    let named = [allocate, frees, reallocates].into_iter().flat_map(|set| set.iter());
    let members = closure(&mut named.chain([*retain, *release]));
    if let Some(func) = allocator.iter().find(|&func| func == *release || func == *retain) {
        return Err(at(func, "the allocator counts references"));
    }
    let counts = calls.callees(*release).iter().find(|&&func| allocator.contains(func));
    if let Some(&func) = counts.filter(|&&func| calls.is_recursive(func)) {
        return Err(at(func, "the allocator may release"));
    }
    let mut work = Recognizer {
        module,
        calls,
        runtime,
        word: i64::from(word),
        members,
        allocator,
        private: EntitySet::new(),
        bases: Bases::default(),
        bodies: SecondaryMap::new(),
        results: SecondaryMap::new(),
        needs: SecondaryMap::new(),
        sums: SecondaryMap::new(),
        written: SecondaryMap::new(),
    };
    work.run(lift)
}

impl Recognizer<'_> {
    fn run(&mut self, lift: impl Fn(Func) -> Option<Function>) -> Result<Freeing, Refusal> {
        let counting: Vec<Func> = self.calls.bottom_up().filter(|&f| self.counts(f)).collect();
        for func in self.module.funcs.keys().filter(|&func| self.members.contains(func)) {
            if self.calls.calls_indirectly(func) {
                return Err(self.refuse(func, None, "calls indirectly"));
            }
            let body = lift(func);
            if body.is_none() {
                return Err(self.refuse(func, None, "cannot be analyzed"));
            }
            self.bodies[func] = body;
        }
        if let Some(func) = counting.iter().find(|&&func| self.runtime.allocate.contains(func)) {
            return Err(self.refuse(*func, None, "is called by a release, and allocates"));
        }
        self.find_private();
        self.globals_are_private(&lift)?;
        for &func in &counting {
            self.ops_are_known(func)?;
        }
        let writers: Vec<(Func, &Function)> = self.lifted().collect();
        self.bases = base_globals(
            self.module,
            &self.private,
            &self.allocator,
            &self.bodies,
            self.runtime.immortal,
            &writers,
        );
        for &func in counting.iter().filter(|&&func| self.calls.is_recursive(func)) {
            self.results[func] = Some(Origin::OTHER);
        }
        for &func in counting.iter().filter(|&&func| !self.calls.is_recursive(func)) {
            self.results[func] = Some(self.result(func));
        }
        self.globals_hold_own_data()?;
        self.allocator_has_globals()?;
        self.find_written();
        self.needs_of_all(&counting)?;
        Ok(self.freeing())
    }

    /// Whether a release leads to a function that is not the allocator's.
    fn counts(&self, func: Func) -> bool {
        self.runtime.own.contains(func)
            && self.members.contains(func)
            && !self.allocator.contains(func)
    }

    fn refuse(&self, func: Func, inst: Option<Inst>, what: &str) -> Refusal {
        let loc = inst.zip(self.bodies[func].as_ref()).map(|(inst, f)| f.insts[inst].loc);
        let why = format!("{} {what}", self.module.func_label(func));
        Refusal { func, loc: loc.unwrap_or_default(), why }
    }

    /// The mutable globals that a release uses.
    fn find_private(&mut self) {
        let mut private = EntitySet::new();
        for (func, f) in self.lifted() {
            if self.runtime.own.contains(func) {
                private.extend(mutable_globals(self.module, f));
            }
        }
        self.private = private;
    }

    fn lifted(&self) -> impl Iterator<Item = (Func, &Function)> {
        let funcs = self.module.funcs.keys();
        funcs.filter_map(|func| Some((func, self.bodies[func].as_ref()?)))
    }

    /// Neither the host nor the program uses the runtime's globals.
    fn globals_are_private(&self, lift: &impl Fn(Func) -> Option<Function>) -> Result<(), Refusal> {
        let release = self.runtime.release;
        for export in &self.module.exports {
            if let Entity::Global(global) = export.entity
                && self.private.contains(global)
            {
                return Err(self.refuse(release, None, "uses a global that is exported"));
            }
        }
        for global in self.private.iter() {
            let data = &self.module.globals[global];
            let fits = |value: i32| value == 0 || i64::from(value) > self.last_static();
            if data.import.is_some()
                || !matches!(data.init[..], [Op::I32Const { value }] if fits(value))
            {
                return Err(self.refuse(release, None, "uses a global that may be the program's"));
            }
        }
        for (func, data) in &self.module.funcs {
            if self.members.contains(func) || matches!(data.body, Body::Import) {
                continue;
            }
            let shares = |f: &Function| {
                mutable_globals(self.module, f).any(|global| self.private.contains(global))
            };
            if lift(func).is_none_or(|f| shares(&f)) && !invar_ir::mutant!(ArcShapeSharesGlobals) {
                return Err(self.refuse(func, None, "shares globals with the runtime"));
            }
        }
        Ok(())
    }

    /// Whether a constant may be the address of static data.
    fn is_static(&self, constant: i64) -> bool {
        !invar_ir::mutant!(ArcShapeStaticOffset)
            && (STATIC..=self.last_static()).contains(&constant)
    }

    fn last_static(&self) -> i64 {
        i64::from(self.runtime.immortal)
    }

    /// A counting function writes by stores and to private globals only, and calls its own kind.
    fn ops_are_known(&self, func: Func) -> Result<(), Refusal> {
        let f = self.bodies[func].as_ref().expect("it was lifted");
        for block in f.live_blocks() {
            if matches!(
                f.blocks[block].term,
                Terminator::TailCall { .. } | Terminator::Throw { .. }
            ) {
                return Err(self.refuse(func, None, "ends in a tail call or throws"));
            }
            let traps = matches!(f.blocks[block].term, Terminator::Unreachable);
            for &inst in &f.blocks[block].insts {
                let op = &f.insts[inst].op;
                let known = match *op {
                    Op::Call { function_index } => {
                        self.members.contains(Func::from_u32(function_index)) || traps
                    }
                    Op::GlobalSet { global_index } => {
                        self.private.contains(Global::from_u32(global_index))
                    }
                    Op::I32Store { .. } | Op::I64Store { .. } | Op::I32Store8 { .. } => true,
                    Op::I32Store16 { .. } | Op::MemoryCopy { .. } | Op::MemoryFill { .. } => true,
                    _ => effects(op, self.module).writes == Effects::PURE.writes,
                };
                if !known {
                    let what = match op {
                        Op::Call { .. } => "calls a function that is not the runtime's",
                        _ => "has an effect that a runtime's function does not have",
                    };
                    return Err(self.refuse(func, Some(inst), what));
                }
            }
        }
        Ok(())
    }

    fn env(&self) -> OriginEnv<'_> {
        OriginEnv {
            module: self.module,
            private: &self.private,
            bases: &self.bases,
            allocator: &self.allocator,
            bodies: &self.bodies,
            results: &self.results,
            immortal: self.runtime.immortal,
            calls: Calls::default(),
        }
    }

    /// The allocator's data is found through a private global, so that a function which frees uses
    /// one.
    fn allocator_has_globals(&self) -> Result<(), Refusal> {
        let mut any = false;
        for (func, f) in self.lifted().filter(|&(func, _)| self.allocator.contains(func)) {
            any |= mutable_globals(self.module, f).any(|global| self.bases.all.contains(global));
            if mutable_globals(self.module, f).next().is_some() {
                continue;
            }
            let mut insts = f.live_blocks().flat_map(|block| f.blocks[block].insts.iter().copied());
            let fixed = insts.find(|&inst| {
                let address = f.args(inst).first();
                self.writes_memory(&f.insts[inst].op)
                    && address.is_some_and(|&at| constant(f, f.resolve(at)).is_some())
            });
            if fixed.is_some() {
                return Err(self.refuse(func, fixed, "allocates, with data at a constant address"));
            }
        }
        if any {
            Ok(())
        } else {
            Err(self.refuse(
                self.runtime.release,
                None,
                "belongs to an allocator without a global of its own",
            ))
        }
    }

    fn writes_memory(&self, op: &Op) -> bool {
        let other = matches!(op, Op::GlobalSet { .. } | Op::MemoryGrow { .. } | Op::Call { .. });
        !other && effects(op, self.module).writes != Effects::PURE.writes
    }

    /// Through which parameters the functions of the allocator write.
    fn find_written(&mut self) {
        let mut found = Vec::new();
        for (func, f) in self.lifted().filter(|&(func, _)| self.allocator.contains(func)) {
            found.push((func, origins(f, &Cfg::new(f), &self.env())));
        }
        // The sets are unions of the sets of callees; past the limit, every parameter counts.
        let limit = 8 * found.len();
        for round in 0.. {
            let mut changed = false;
            for (func, of) in &found {
                let f = self.bodies[*func].as_ref().expect("it was lifted");
                let params = f.blocks[f.entry].params.len().min(64);
                let all: Vec<u64> = match of {
                    Some(of) if round < limit => self.written_in(f, of),
                    _ => (0..params).map(|n| 1 << n).collect(),
                };
                for set in all {
                    if !self.written[*func].contains(&set) {
                        self.written[*func].push(set);
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn written_in(&self, f: &Function, of: &SecondaryMap<Value, Option<Origin>>) -> Vec<u64> {
        let mut all = Vec::new();
        let origin = |value: Value| of[f.resolve(value)].unwrap_or(Origin::OTHER);
        for inst in f.live_blocks().flat_map(|block| f.blocks[block].insts.iter().copied()) {
            let (op, args) = (&f.insts[inst].op, f.args(inst));
            let sets: Vec<u64> = match op {
                Op::Call { function_index } => {
                    self.written[Func::from_u32(*function_index)].clone()
                }
                _ if self.writes_memory(op) => vec![1],
                _ => continue,
            };
            for set in sets {
                let passed = args.iter().enumerate().filter(|(n, _)| *n < 64 && set >> n & 1 != 0);
                let passed: Vec<Origin> = passed.map(|(_, &arg)| origin(arg)).collect();
                let params = passed.iter().fold(0, |all, of| all | of.params);
                if params != 0 && !passed.iter().any(|of| of.own || of.loaded) {
                    all.push(params);
                }
            }
        }
        all
    }

    /// The origin of a function's result, from its parameters.
    fn result(&self, func: Func) -> Origin {
        let unknown = Origin { other: true, ..Origin::default() };
        let f = self.bodies[func].as_ref().expect("it was lifted");
        if self.module.func_signature(func).1.is_empty() {
            return Origin::default();
        }
        let Some(found) = origins(f, &Cfg::new(f), &self.env()) else { return unknown };
        let mut all: Option<Origin> = None;
        for block in f.live_blocks() {
            if let Terminator::Return(values) = &f.blocks[block].term {
                let one = f.list(values).first().and_then(|&value| found[f.resolve(value)]);
                let Some(one) = one else { return unknown };
                if all.is_some_and(|all| all != one) {
                    return unknown;
                }
                all = Some(one);
            }
        }
        all.unwrap_or(unknown)
    }

    /// What the runtime's functions, other than the allocator's, assign to private globals.
    fn globals_hold_own_data(&self) -> Result<(), Refusal> {
        for (func, f) in self.lifted() {
            if self.allocator.contains(func) {
                continue;
            }
            let sets = |inst: Inst| match f.insts[inst].op {
                Op::GlobalSet { global_index } => {
                    self.private.contains(Global::from_u32(global_index))
                }
                _ => false,
            };
            let insts = f.live_blocks().flat_map(|block| f.blocks[block].insts.iter().copied());
            let sets: Vec<Inst> = insts.filter(|&inst| sets(inst)).collect();
            if sets.is_empty() {
                continue;
            }
            let found = origins(f, &Cfg::new(f), &self.env());
            for inst in sets {
                let value = f.resolve(f.args(inst)[0]);
                let own = found
                    .as_ref()
                    .and_then(|found| found[value])
                    .is_some_and(|of| of.params == 0 && !of.loaded && !of.is_elsewhere());
                if !own {
                    let what = "assigns to a global what may be the program's";
                    return Err(self.refuse(func, Some(inst), what));
                }
            }
        }
        Ok(())
    }

    /// The functions that free: those that use the allocator's data.
    fn freeing(&mut self) -> Freeing {
        let mut frees = EntitySet::new();
        let mut stack: Vec<Func> = Vec::new();
        for func in self.module.funcs.keys().filter(|&func| self.members.contains(func)) {
            let f = self.bodies[func].as_ref().expect("it was lifted");
            if mutable_globals(self.module, f).next().is_some() {
                stack.push(func);
            }
        }
        while let Some(func) = stack.pop() {
            if self.members.contains(func) && frees.insert(func) {
                stack.extend(self.calls.callers(func));
            }
        }
        Freeing::Shown { members: std::mem::take(&mut self.members), frees }
    }
}
