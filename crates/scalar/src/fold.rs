//! Folds constants and simplifies operators and conditions.
//!
//! The rules are those of [`invar_ir::rules`]; this pass applies them to each instruction, until
//! none applies, in reverse postorder. Operands are simplified before what uses them (a use is
//! dominated by its definition, or is the argument of a branch, which no rule looks through), so
//! one walk reaches the fixpoint. A simpler expression takes the place of the instruction, with
//! new instructions for its inner operators before it; what is unused then is left to `dce`.
//!
//! The rules ask what is known of an integer's bits. Of block parameters that is what all edges pass
//! ([`param_bits`]), so that a byte is still one behind a merge or in a loop.
//!
//! Branch conditions become what is nonzero when they are, with the targets exchanged if it is
//! zero instead. Whether a branch is decided is decided by `simplify_cfg`.
//!
//! Cost: linear (the rules are O(1), and how often they apply to one instruction is bounded).
//! Never adds or removes a trap or an effect, never moves an instruction.

use invar_ir::entities::SecondaryMap;
use invar_ir::rules::{
    Allow, Const, KnownBits, RuleCounts, Simpler, Term, ValueFacts, evaluate_wide, simplify,
    simplify_condition, simplify_operand, simplify_store,
};
use invar_ir::{
    Block, Counters, Function, Inst, Op, ParamBits, PassContext, SourceLoc, Terminator, ValType,
    Value, param_bits,
};

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Apply the rules to instructions.
    pub rules: bool,
    /// Simplify the conditions of branches.
    pub conditions: bool,
    /// Simplify the values that narrow stores take.
    pub stores: bool,
    /// Write `extend8_s` and its like, also where the function has none yet.
    pub sign_extension: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config { rules: true, conditions: true, stores: true, sign_extension: false }
    }
}

invar_ir::counters! {
    /// What was simplified.
    pub struct Folded {
        /// Instructions whose result is a constant.
        constants,
        /// Instructions whose result is a value that exists already.
        values,
        /// Instructions replaced by simpler ones.
        simplified,
        /// Conditions of branches.
        conditions,
        /// Stores.
        stores,
    }
}

/// What a run of the pass did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// What was simplified.
    pub folded: Folded,
    /// By which rules.
    pub rules: RuleCounts,
}

impl Counters for Stats {
    fn list(&self) -> Vec<(&'static str, u64)> {
        self.folded.list()
    }

    fn add(&mut self, other: &Self) {
        self.folded.add(&other.folded);
        self.rules.add(&other.rules);
    }

    fn rules(&self) -> Option<&RuleCounts> {
        Some(&self.rules)
    }
}

/// How many rules may apply one after another to one instruction. They come to an end by
/// themselves; this is in case they do not.
const MOST_STEPS: usize = 32;

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut allow = Allow::of(function, &cx.goals);
    allow.sign_extension |= config.sign_extension;
    let uses = function.use_counts();
    let cfg = cx.analyses.cfg(function);
    let bits = param_bits(function, &cfg);
    let mut pass =
        Pass { function, uses, bits, cx, config, allow, stats: Stats::default(), out: Vec::new() };
    for &block in &cfg.rpo {
        pass.block(block);
    }
    let stats = pass.stats;
    if stats.folded.values > 0 {
        function.resolve_aliases();
    }
    // A condition that was negated exchanged the targets of its branch.
    cx.analyses.keep_if_current(function);
    stats
}

struct Pass<'a, 'm> {
    function: &'a mut Function,
    /// How often each value was used when the pass started.
    uses: SecondaryMap<Value, u32>,
    bits: ParamBits,
    cx: &'a mut PassContext<'m>,
    config: &'a Config,
    allow: Allow,
    stats: Stats,
    /// The instructions of the block at hand, as far as it is done.
    out: Vec<Inst>,
}

/// What the rules may ask: the function, which values are used more than once, and what is known of
/// parameters.
struct Facts<'a> {
    function: &'a Function,
    uses: &'a SecondaryMap<Value, u32>,
    bits: &'a ParamBits,
}

impl ValueFacts for Facts<'_> {
    type Value = Value;

    fn op(&self, value: Value) -> Option<&Op> {
        ValueFacts::op(self.function, value)
    }

    fn operand(&self, value: Value, n: usize) -> Value {
        self.function.operand(value, n)
    }

    fn ty(&self, value: Value) -> ValType {
        self.function.ty(value)
    }

    fn is_shared(&self, value: Value) -> bool {
        self.uses[value] > 1
    }

    fn known_bits(&self, value: Value) -> Option<KnownBits> {
        self.bits[value]
    }
}

impl Pass<'_, '_> {
    fn facts(&self) -> Facts<'_> {
        Facts { function: self.function, uses: &self.uses, bits: &self.bits }
    }

    fn block(&mut self, block: Block) {
        let insts = std::mem::take(&mut self.function.blocks[block].insts);
        self.out.reserve(insts.len());
        for inst in insts {
            if self.inst(inst) {
                self.out.push(inst);
            }
        }
        if self.config.conditions {
            self.condition(block);
        }
        self.function.blocks[block].insts = std::mem::take(&mut self.out);
    }

    /// Simplifies an instruction whose operands are; whether it stays.
    fn inst(&mut self, inst: Inst) -> bool {
        for n in 0..self.function.args(inst).len() {
            let arg = self.function.args(inst)[n];
            self.function.args_mut(inst)[n] = self.function.resolve(arg);
        }
        if self.config.stores {
            self.store(inst);
        }
        if !self.config.rules {
            return true;
        }
        match self.function.results(inst).len() {
            1 => self.rules(inst),
            2 => self.wide(inst),
            _ => true,
        }
    }

    fn rules(&mut self, inst: Inst) -> bool {
        for _ in 0..MOST_STEPS {
            let (op, args) = (&self.function.insts[inst].op, self.function.args(inst));
            let Some(simpler) = simplify(&self.facts(), &self.allow, op, args) else { break };
            if !self.cx.fuel.take() {
                break;
            }
            self.stats.rules.count(simpler.by);
            match simpler.to {
                Term::Const(constant) => {
                    self.stats.folded.constants += 1;
                    self.replace(inst, constant.to_op(), &[]);
                    break;
                }
                Term::Value(value) => {
                    self.stats.folded.values += 1;
                    let result = self.function.result(inst).expect("one result");
                    self.function.alias(result, value);
                    return false;
                }
                Term::Node(_, op, terms) => {
                    self.stats.folded.simplified += 1;
                    let loc = self.function.insts[inst].loc;
                    let args: Vec<Value> =
                        terms.into_iter().map(|term| self.build(term, loc)).collect();
                    self.replace(inst, op, &args);
                }
            }
        }
        true
    }

    fn replace(&mut self, inst: Inst, op: Op, args: &[Value]) {
        let mut list = std::mem::take(&mut self.function.insts[inst].args);
        list.clear(&mut self.function.pool);
        list.extend(args.iter().copied(), &mut self.function.pool);
        let data = &mut self.function.insts[inst];
        (data.op, data.args) = (op, list);
    }

    /// The value of an expression, computed before what comes next. Expressions are a few
    /// operators deep.
    fn build(&mut self, term: Term<Value>, loc: SourceLoc) -> Value {
        let (ty, op, args) = match term {
            Term::Value(value) => return value,
            Term::Const(constant) => (constant.ty(), constant.to_op(), Vec::new()),
            Term::Node(ty, op, terms) => {
                let args = terms.into_iter().map(|term| self.build(term, loc)).collect();
                (ty, op, args)
            }
        };
        let inst = self.function.make_inst(op, &args, &[ty], loc);
        let value = self.function.result(inst).expect("one result");
        if self.rules(inst) {
            self.out.push(inst);
        }
        self.function.resolve(value)
    }

    /// Wide arithmetic on constants: two constants.
    fn wide(&mut self, inst: Inst) -> bool {
        let function = &*self.function;
        let constant = |&arg: &Value| Const::from_op(function.def_op(arg)?);
        let args: Option<Vec<Const>> = function.args(inst).iter().map(constant).collect();
        let Some(halves) = args.and_then(|args| evaluate_wide(&function.insts[inst].op, &args))
        else {
            return true;
        };
        if !self.cx.fuel.take() {
            return true;
        }
        self.stats.folded.constants += 1;
        self.stats.folded.values += 1;
        let loc = self.function.insts[inst].loc;
        for (result, half) in self.function.results(inst).zip(halves) {
            let half = self.build(Term::Const(half), loc);
            self.function.alias(result, half);
        }
        false
    }

    /// What a store takes: only some bits, or those of another type.
    fn store(&mut self, inst: Inst) {
        for _ in 0..MOST_STEPS {
            let (op, args) = (&self.function.insts[inst].op, self.function.args(inst));
            let simpler = match (op, args) {
                (Op::RefI31, _) => {
                    let found = simplify_operand(&*self.function, &self.allow, op, args, 0);
                    found.map(|Simpler { to, by }| (op.clone(), vec![to], by))
                }
                (_, &[address, value]) if self.function.result(inst).is_none() => {
                    let found = simplify_store(&*self.function, &self.allow, op, value);
                    found.map(|Simpler { to: (op, value), by }| (op, vec![address, value], by))
                }
                _ => None,
            };
            let Some((op, args, by)) = simpler.filter(|_| self.cx.fuel.take()) else { break };
            self.stats.folded.stores += 1;
            self.stats.rules.count(by);
            self.replace(inst, op, &args);
        }
    }

    fn condition(&mut self, block: Block) {
        let Terminator::BrIf { cond, .. } = self.function.blocks[block].term else { return };
        let cond = self.function.resolve(cond);
        let Some(Simpler { to: found, by }) = simplify_condition(&self.facts(), &self.allow, cond)
        else {
            return;
        };
        // A constant stays as it is: `simplify_cfg` decides.
        let known = self.function.def_op(cond).and_then(Const::from_op).is_some();
        if known || !self.cx.fuel.take() {
            return;
        }
        self.stats.folded.conditions += 1;
        self.stats.rules.count(by);
        let loc = self.function.blocks[block].term_loc;
        let value = self.build(found.value, loc);
        debug_assert_eq!(self.function.ty(value), ValType::I32);
        if let Terminator::BrIf { cond, then, els } = &mut self.function.blocks[block].term {
            *cond = value;
            if found.negated {
                std::mem::swap(then, els);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Config, Folded, Stats, run};
    use crate::testing::{check, long_block, nest, out_of_fuel, same_behaviour, with_context};
    use invar_ir::Goals;

    fn check_all(before: &str, after: &str, expected: Folded) {
        check(
            |function, cx| {
                assert_eq!(run(function, cx, &Config::default()).folded, expected);
                0
            },
            0,
            before,
            after,
        );
    }

    #[test]
    fn constants_run_through() {
        check_all(
            "func f1 : () -> (i32) {
             b0:
               v0 = i32.const 6
               v1 = i32.const 7
               v2 = i32.mul v0, v1
               v3 = i32.eqz v2
               v4 = select v2, v3, v3
               return v4
             }",
            "func f1 : () -> (i32) {
             b0:
               v0 = i32.const 6
               v1 = i32.const 7
               v2 = i32.const 42
               v3 = i32.const 0
               v4 = i32.const 0
               return v4
             }",
            Folded { constants: 3, ..Folded::default() },
        );
    }

    #[test]
    fn new_operators_stand_before_what_they_replace() {
        check_all(
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               v1 = i32.const 8
               v2 = i32.rem_s v0, v1
               v3 = i32.eqz v2
               v4 = i32.add v3, v0
               v5 = i32.sub v4, v0
               return v5
             }",
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               v1 = i32.const 8
               v2 = i32.rem_s v0, v1
               v6 = i32.const 7
               v7 = i32.and v0, v6
               v3 = i32.eqz v7
               v4 = i32.add v3, v0
               return v3
             }",
            Folded { values: 1, simplified: 1, ..Folded::default() },
        );
    }

    #[test]
    fn conditions_lose_what_does_not_matter() {
        check_all(
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               v1 = i32.eqz v0
               br_if v1, b1(v0), b2 !weights 9 1
             b1(v2: i32):
               return v2
             b2:
               v3 = i32.const 4
               v4 = i32.or v0, v3
               br_if v4, b1(v4), b2
             }",
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               v1 = i32.eqz v0
               br_if v0, b2, b1(v0) !weights 1 9
             b1(v2: i32):
               return v2
             b2:
               v3 = i32.const 4
               v4 = i32.or v0, v3
               v5 = i32.const 1
               br_if v5, b1(v4), b2
             }",
            Folded { conditions: 2, ..Folded::default() },
        );
    }

    #[test]
    fn stores_take_the_bits_they_need() {
        check_all(
            "func f1 : (i32, i64) -> () {
             b0(v0: i32, v1: i64):
               v2 = i32.const 255
               v3 = i32.and v0, v2
               i32.store8 v0, v3 offset=4
               v4 = i32.wrap_i64 v1
               i32.store v0, v4
               return
             }",
            "func f1 : (i32, i64) -> () {
             b0(v0: i32, v1: i64):
               v2 = i32.const 255
               v3 = i32.and v0, v2
               i32.store8 v0, v0 offset=4
               v4 = i32.wrap_i64 v1
               i64.store32 v0, v1
               return
             }",
            Folded { stores: 2, ..Folded::default() },
        );
    }

    #[test]
    fn wide_arithmetic() {
        check_all(
            "func f1 : () -> (i64, i64) {
             b0:
               v0 = i64.const -1
               v1, v2 = i64.mul_wide_u v0, v0
               return v1, v2
             }",
            "func f1 : () -> (i64, i64) {
             b0:
               v0 = i64.const -1
               v3 = i64.const 1
               v4 = i64.const -2
               return v3, v4
             }",
            Folded { constants: 1, values: 1, ..Folded::default() },
        );
    }

    #[test]
    fn sign_extensions_where_the_function_has_some() {
        let shifts = "v1 = i32.const 24\n v2 = i32.shl v0, v1\n v3 = i32.shr_s v2, v1";
        check_all(
            &format!("func f1 : (i32) -> (i32) {{\n b0(v0: i32):\n {shifts}\n return v3\n }}"),
            &format!("func f1 : (i32) -> (i32) {{\n b0(v0: i32):\n {shifts}\n return v3\n }}"),
            Folded::default(),
        );
        let extend = "v4 = i32.extend16_s v0";
        check_all(
            &format!(
                "func f1 : (i32) -> (i32) {{\n b0(v0: i32):\n {shifts}\n {extend}\n return v3\n }}"
            ),
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               v1 = i32.const 24
               v2 = i32.shl v0, v1
               v3 = i32.extend8_s v0
               v4 = i32.extend16_s v0
               return v3
             }",
            Folded { simplified: 1, ..Folded::default() },
        );
    }

    #[test]
    fn random_functions_do_the_same() {
        for size in [0, 2] {
            let goals = Goals { size, ..Goals::default() };
            same_behaviour(0..3000, goals, |function, cx| {
                // What a round leaves unused lets the next one reach through more values.
                let mut rounds = 0;
                while run(function, cx, &Config::default()) != Stats::default() {
                    rounds += 1;
                    assert!(rounds < 8, "it comes to an end");
                }
            });
        }
    }

    #[test]
    fn fuel_runs_out_anywhere() {
        out_of_fuel(|function, cx| {
            run(function, cx, &Config::default());
        });
    }

    #[test]
    fn large_functions() {
        for (module, mut function) in [long_block(100_000), nest(20_000)] {
            with_context(&module, |cx| run(&mut function, cx, &Config::default()));
        }
    }
}
