//! Redundant cast elimination: what the types of references, and null, decide.
//!
//! The facts are those of [`ReferenceFlow`]: of which type a reference is, exactly or at least, and whether it is null,
//! by allocations, casts, tests, accesses that trap on null, and what edges pass to block parameters.
//!
//! - *Tests* that are decided become constants, and tests that ask for null only become `ref.is_null`. References are
//!   known not to be equal by their types, or since one is to an object that was allocated later.
//! - *Casts* that cannot fail give their operand, or another value that is the same reference and has the type that is
//!   needed. If there is none, the type of a block parameter is narrowed, provided that all its arguments have that
//!   type; or the cast is removed if all that uses it takes the wider type (`uses`); or a branch on a test becomes one
//!   that gives the reference the type (`refined`). A cast of which only the test for null is left is
//!   `ref.as_non_null`, which goes if an access traps on null before anything can be observed.
//! - *Traps*: a cast that always fails, and an access through null, end their block.
//! - *Branches* on tests and on references that are decided become jumps; those that ask for null only become
//!   `br_on_null` and `br_on_non_null`.
//! - *Values*: the length of an array from its allocation, the number from an `i31` that was just made.
//! - *Types* of block parameters are narrowed to what all edges pass (`narrow`).
//!
//! A cast is a fact of types, which the validator checks: where only a fact of a place proves it, it stays.
//!
//! Nothing is assumed about the world outside of the module. Cost: near linear; the rounds of the analysis and the
//! search for arguments are bounded. Never adds a trap, never moves an effect over one.

mod branches;
mod casts;
mod narrow;
mod refined;
mod uses;

use invar_analysis::{End, Observed, PassContext, RefFacts, ReferenceFlow, Tested, tested};
use invar_ir::{Block, Cfg, Dominators, Edge, Function, Inst, Op, Terminator, ValType, Value};
use invar_rules::{known_bits, sign_bits};
use rustc_hash::FxHashMap;
use std::rc::Rc;

invar_analysis::config! {
    /// What to do.
    pub struct Config {
        /// Decide tests of references.
        tests: bool = true,
        /// Remove casts.
        casts: bool = true,
        /// Decide branches.
        branches: bool = true,
        /// End blocks where they trap in any case.
        traps: bool = true,
        /// Replace lengths of arrays and numbers of `i31` by what they were made of.
        values: bool = true,
        /// Narrow the types of block parameters.
        types: bool = true,
        /// Turn a branch on a test into one that refines the type, where a cast needs it.
        refine: bool = true,
    }
}

invar_analysis::counters! {
    /// What was changed.
    pub struct Stats {
        /// Tests of references that are decided.
        tests,
        /// Tests that only ask for null now.
        null_tests,
        /// Casts that were removed.
        casts,
        /// Casts that take less now.
        cheaper,
        /// Casts and accesses that always trap.
        traps,
        /// Branches that are decided.
        branches,
        /// Branches on types that only ask for null now.
        null_branches,
        /// Lengths of arrays, and numbers of `i31`.
        values,
        /// Block parameters of narrower types.
        types,
        /// Branches on tests that give the reference its type now.
        refined,
        /// Blocks that have become unreachable.
        unreachable,
        /// Casts that cannot fail and stay, as nothing else gives their type.
        kept: Observed,
    }
}

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let cfg = cx.analyses.cfg(function);
    let dominators = cx.analyses.dominators(function);
    let mut stats = Stats::default();
    if config.types {
        stats.types = narrow::all(function, &cfg, cx);
    }
    let flow = ReferenceFlow::new(function, &cfg, &dominators, cx.module);
    let mut pass = Pass {
        function,
        cx,
        config,
        stats,
        flow,
        cfg,
        dominators: dominators.clone(),
        out: Vec::new(),
        decided: FxHashMap::default(),
        left: Vec::new(),
    };
    for block in dominators.preorder() {
        pass.block(block);
    }
    pass.finish()
}

/// No edge is left of a branch.
const NO_EDGE: u32 = u32::MAX;

struct Pass<'a, 'm> {
    function: &'a mut Function,
    cx: &'a mut PassContext<'m>,
    config: &'a Config,
    stats: Stats,
    flow: ReferenceFlow<'m>,
    cfg: Rc<Cfg>,
    dominators: Rc<Dominators>,
    /// The instructions of the current block, as far as it is done.
    out: Vec<Inst>,
    /// The only edge that is left of a branch; [`NO_EDGE`] behind a trap.
    decided: FxHashMap<Block, u32>,
    /// Casts for whose type there was no other value.
    left: Vec<Left>,
}

/// A cast that is not needed but for its type.
#[derive(Clone, Copy)]
struct Left {
    cast: Inst,
    /// The branch that proves that it cannot fail, if one does.
    edge: Option<Edge>,
    /// Null fails, but an access that comes next would trap on it as well.
    may_fail: bool,
}

impl Pass<'_, '_> {
    fn block(&mut self, block: Block) {
        let (cfg, dominators) = (self.cfg.clone(), self.dominators.clone());
        if !self.flow.enter(self.function, &cfg, &dominators, block) {
            return;
        }
        let insts = std::mem::take(&mut self.function.blocks[block].insts);
        self.out.reserve(insts.len());
        let mut traps = None;
        for (at, &inst) in insts.iter().enumerate() {
            for n in 0..self.function.args(inst).len() {
                let arg = self.function.args(inst)[n];
                self.function.args_mut(inst)[n] = self.function.resolve(arg);
            }
            if !self.inst(inst, &insts[at + 1..]) {
                continue;
            }
            if self.flow.inst(self.function, inst) == End::Traps
                && self.config.traps
                && self.cx.fuel.take()
            {
                traps = Some(inst);
                break;
            }
            self.out.push(inst);
        }
        if let Some(inst) = traps {
            self.stats.traps += 1;
            self.decided.insert(block, NO_EDGE);
            let loc = self.function.insts[inst].loc;
            let data = &mut self.function.blocks[block];
            (data.term, data.term_loc) = (Terminator::Unreachable, loc);
        } else {
            self.terminator(block);
        }
        // Constants for narrowed parameters may have been put there.
        let mut constants = std::mem::take(&mut self.function.blocks[block].insts);
        self.out.append(&mut constants);
        self.function.blocks[block].insts = std::mem::take(&mut self.out);
    }

    /// Simplifies an instruction, which others follow; whether it stays.
    fn inst(&mut self, inst: Inst, rest: &[Inst]) -> bool {
        match self.function.insts[inst].op {
            Op::RefIsNull | Op::RefTestNonNull { .. } | Op::RefTestNullable { .. } | Op::RefEq
                if self.config.tests =>
            {
                self.test(inst);
                true
            }
            Op::RefCastNonNull { .. } | Op::RefCastNullable { .. } | Op::RefAsNonNull
                if self.config.casts =>
            {
                self.cast(inst, rest)
            }
            Op::ArrayLen | Op::I31GetS | Op::I31GetU if self.config.values => {
                self.known_value(inst)
            }
            _ => true,
        }
    }

    // ---- Tests -------------------------------------------------------------------------------------

    fn test(&mut self, inst: Inst) {
        let result = self.function.result(inst).expect("a test has a result");
        let Some(test) = tested(self.function, result) else { return };
        if let Some(holds) = self.flow.holds(self.function, test) {
            if self.cx.fuel.take() {
                self.stats.tests += 1;
                self.replace(inst, Op::I32Const { value: holds.into() }, &[]);
            }
            return;
        }
        match test {
            Tested::Null(_) => {}
            Tested::Equal(a, b) => {
                let is_null = |value| self.flow.facts(self.function, value).is_null();
                let other = if is_null(a) { Some(b) } else { is_null(b).then_some(a) };
                if let Some(other) = other.filter(|_| self.cx.fuel.take()) {
                    self.stats.null_tests += 1;
                    self.replace(inst, Op::RefIsNull, &[other]);
                }
            }
            Tested::Type(value, ty) => match self.only_null(value, ty) {
                // Not of the type only if it is null.
                Some(true) if self.cx.fuel.take() => {
                    let is_null = self.insert(inst, Op::RefIsNull, &[value], ValType::I32);
                    self.replace(inst, Op::I32Eqz, &[is_null]);
                    self.stats.null_tests += 1;
                }
                Some(false) if self.cx.fuel.take() => {
                    self.replace(inst, Op::RefIsNull, &[value]);
                    self.stats.null_tests += 1;
                }
                _ => {}
            },
        }
    }

    /// Whether a test for a type, which is not decided, only asks for null: `true` if all else is of the type,
    /// `false` if nothing else is.
    fn only_null(&self, value: Value, ty: invar_ir::RefType) -> Option<bool> {
        let types = self.flow.types();
        let facts = self.flow.facts(self.function, value);
        let target = RefFacts::of_type(types, ty);
        if !facts.nullable || facts.object.is_none() {
            return None;
        }
        if facts.non_null().is_within(types, target.non_null()) {
            return (!target.nullable).then_some(true);
        }
        let apart = facts.meet(types, target).object.is_none();
        (apart && target.nullable).then_some(false)
    }

    // ---- Values ------------------------------------------------------------------------------------

    /// The length of an array, or the number of an `i31`, that was made here; whether the operator stays.
    fn known_value(&mut self, inst: Inst) -> bool {
        let f = &*self.function;
        let root = self.flow.root(f, f.args(inst)[0]);
        let Some(made) = f.def_inst(root) else { return true };
        let args = f.args(made);
        let result = f.result(inst).expect("one result");
        let (known, constant) = match (&f.insts[inst].op, &f.insts[made].op) {
            (Op::ArrayLen, &Op::ArrayNewFixed { array_size, .. }) => {
                (None, Some(array_size as i32))
            }
            (Op::ArrayLen, Op::ArrayNewDefault { .. }) => (Some(args[0]), None),
            (
                Op::ArrayLen,
                Op::ArrayNew { .. } | Op::ArrayNewData { .. } | Op::ArrayNewElem { .. },
            ) => (Some(args[1]), None),
            (Op::I31GetU | Op::I31GetS, Op::RefI31) => return self.number(inst, args[0]),
            _ => return true,
        };
        if !self.cx.fuel.take() {
            return true;
        }
        self.stats.values += 1;
        match (known, constant) {
            (Some(value), _) => {
                let value = self.function.resolve(value);
                self.function.alias(result, value);
                false
            }
            (_, Some(value)) => {
                self.replace(inst, Op::I32Const { value }, &[]);
                true
            }
            _ => true,
        }
    }

    /// The number of an `i31` that was made of `number`: its lower 31 bits.
    fn number(&mut self, inst: Inst, number: Value) -> bool {
        let number = self.function.resolve(number);
        let signed = self.function.insts[inst].op == Op::I31GetS;
        let fits = if signed {
            sign_bits(&*self.function, number) >= 2
        } else {
            known_bits(&*self.function, number).max() <= i32::MAX as u64
        };
        let fits = fits || invar_ir::mutant!(SmallIntegersFit);
        if !fits && self.cx.goals.size > 0 || !self.cx.fuel.take() {
            return true;
        }
        self.stats.values += 1;
        if fits {
            let result = self.function.result(inst).expect("one result");
            self.function.alias(result, number);
            return false;
        }
        let constant =
            |pass: &mut Self, value| pass.insert(inst, Op::I32Const { value }, &[], ValType::I32);
        if signed {
            let one = constant(self, 1);
            let shifted = self.insert(inst, Op::I32Shl, &[number, one], ValType::I32);
            self.replace(inst, Op::I32ShrS, &[shifted, one]);
        } else {
            let mask = constant(self, i32::MAX);
            self.replace(inst, Op::I32And, &[number, mask]);
        }
        true
    }

    // ---- Changes -----------------------------------------------------------------------------------

    /// A new instruction in front of another.
    fn insert(&mut self, before: Inst, op: Op, args: &[Value], ty: ValType) -> Value {
        let loc = self.function.insts[before].loc;
        let inst = self.function.make_inst(op, args, &[ty], loc);
        self.out.push(inst);
        self.function.result(inst).expect("one result")
    }

    /// Replaces the operator of an instruction, which keeps its result.
    fn replace(&mut self, inst: Inst, op: Op, args: &[Value]) {
        let args = self.function.make_list(args);
        let data = &mut self.function.insts[inst];
        (data.op, data.args) = (op, args);
    }

    fn finish(mut self) -> Stats {
        self.flow.leave_all();
        if !self.decided.is_empty() {
            let cfg = Cfg::new(self.function);
            let is_dead = |&block: &Block| !cfg.is_reachable(block);
            let dead: Vec<Block> = self.function.live_blocks().filter(is_dead).collect();
            self.stats.unreachable = dead.len() as u64;
            dead.into_iter().for_each(|block| self.function.kill_block(block));
            self.cx.analyses.clear();
        }
        self.function.resolve_aliases();
        self.unused_types();
        if self.config.refine {
            self.refine_branches();
        }
        self.stats.kept = Observed(self.left.iter().filter(|left| !left.may_fail).count() as u64);
        self.function.resolve_aliases();
        self.stats
    }
}

#[cfg(test)]
mod tests;
