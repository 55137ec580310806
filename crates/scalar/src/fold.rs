//! Constant folding and algebraic simplification, of operators and of branch conditions.
//!
//! The rules are those of [`invar_rules`]; this pass runs the engine of
//! [`invar_analysis::transform::rewrite`] on each instruction, in reverse postorder. Operands are simplified
//! before what uses them (a use is dominated by its definition, or is the argument of a branch, which
//! no rule looks through), so one walk reaches the fixpoint. A simpler expression takes the place of
//! the instruction, with new instructions for its inner operators before it; what becomes unused is
//! left to `dce`.
//!
//! The known bits of block parameters are those common to the arguments of all edges ([`param_bits`]),
//! so that a byte is known to be one behind a merge or in a loop.
//!
//! A load whose result is only extended extends it itself (`loads`).
//!
//! A branch condition is replaced by any value that is zero in the same cases, with the targets
//! exchanged where it is zero in the opposite cases. Branches on constants are left to
//! `simplify_cfg`.
//!
//! Cost: linear (the rules are O(1), and the number of rules applied to one instruction is limited).
//! Never adds or removes a trap or an effect, never moves an instruction.

mod loads;

use invar_analysis::transform::rewrite::{Rewrite, Rewriter, Rewritten};
use invar_analysis::{Counters, ParamBits, PassContext, param_bits};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Function, Inst, Op, SourceLoc, Terminator, ValType, Value};
use invar_rules::{
    Allow, Const, KnownBits, RuleCounts, Simpler, Term, ValueFacts, evaluate_wide, simplify,
    simplify_operand, simplify_store,
};

invar_analysis::config! {
    /// What to do.
    pub struct Config {
        /// Apply the rules to instructions.
        rules: bool = true,
        /// Simplify the conditions of branches.
        conditions: bool = true,
        /// Simplify the values that narrow stores take.
        stores: bool = true,
        /// Let loads extend their results themselves.
        loads: bool = true,
        /// Write `extend8_s` and its like, also where the function has none yet.
        sign_extension: bool = false,
    }
}

invar_analysis::counters! {
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
        /// Loads that extend their result themselves.
        loads,
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

    fn changes(&self) -> u64 {
        self.folded.changes()
    }

    fn add(&mut self, other: &Self) {
        self.folded.add(&other.folded);
        self.rules.add(&other.rules);
    }

    fn rules(&self) -> Option<&RuleCounts> {
        Some(&self.rules)
    }
}

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut allow = Allow::of(function, cx.goals.size > 0, cx.goals.without);
    allow.sign_extension |= config.sign_extension;
    let cfg = cx.analyses.cfg(function);
    let program = FunctionView::new(function, &cfg);
    let rewriter = Rewriter::new(allow, cx.fuel);
    let mut pass = Pass { program, rewriter, config, folded: Folded::default() };
    for &block in &cfg.rpo {
        pass.block(block);
    }
    let Rewriter { rules, constants, values, operators, .. } = pass.rewriter;
    let mut folded = pass.folded;
    folded.add(&Folded { constants, values, simplified: operators, ..Folded::default() });
    if config.loads {
        folded.loads = loads::run(function, cx.module, &cfg, cx.fuel);
    }
    if folded.values + folded.loads > 0 {
        function.resolve_aliases();
    }
    // A negated condition exchanges the targets of its branch.
    cx.analyses.keep_if_current(function);
    Stats { folded, rules }
}

/// The function, as the rewrite engine and its rules see it.
pub struct FunctionView<'a> {
    pub(crate) function: &'a mut Function,
    /// How often each value was used when the pass started.
    uses: SecondaryMap<Value, u32>,
    bits: ParamBits,
    /// The instructions of the current block, as far as it is done.
    pub(crate) out: Vec<Inst>,
}

impl ValueFacts for FunctionView<'_> {
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

impl Rewrite for FunctionView<'_> {
    type Place = SourceLoc;

    fn insert(&mut self, loc: SourceLoc, ty: ValType, op: Op, args: &[Value]) -> Value {
        let inst = self.function.make_inst(op, args, &[ty], loc);
        self.out.push(inst);
        self.function.result(inst).expect("one result")
    }
}

impl<'a> FunctionView<'a> {
    pub(crate) fn new(function: &'a mut Function, cfg: &Cfg) -> Self {
        let (uses, bits) = (function.use_counts(), param_bits(function, cfg));
        FunctionView { function, uses, bits, out: Vec::new() }
    }

    /// Replaces aliases among the operands of an instruction.
    pub(crate) fn resolve_operands(&mut self, inst: Inst) {
        for n in 0..self.function.args(inst).len() {
            let arg = self.function.args(inst)[n];
            self.function.args_mut(inst)[n] = self.function.resolve(arg);
        }
    }

    /// Puts what the engine answered in the place of an instruction with one result; whether the instruction stays.
    pub(crate) fn rewrite(&mut self, inst: Inst, answer: Option<Rewritten<Value>>) -> bool {
        match answer {
            None => true,
            Some(Rewritten::Operator(_, op, args)) => {
                self.replace(inst, op, &args);
                true
            }
            Some(Rewritten::Value(value)) => {
                let result = self.function.result(inst).expect("one result");
                self.function.alias(result, value);
                false
            }
        }
    }

    fn replace(&mut self, inst: Inst, op: Op, args: &[Value]) {
        let mut list = std::mem::take(&mut self.function.insts[inst].args);
        list.clear(&mut self.function.pool);
        list.extend(args.iter().copied(), &mut self.function.pool);
        let data = &mut self.function.insts[inst];
        (data.op, data.args) = (op, list);
    }
}

struct Pass<'a> {
    program: FunctionView<'a>,
    rewriter: Rewriter<'a>,
    config: &'a Config,
    folded: Folded,
}

impl Pass<'_> {
    fn block(&mut self, block: Block) {
        let insts = std::mem::take(&mut self.program.function.blocks[block].insts);
        self.program.out.reserve(insts.len());
        for inst in insts {
            if self.inst(inst) {
                self.program.out.push(inst);
            }
        }
        if self.config.conditions {
            self.condition(block);
        }
        let out = std::mem::take(&mut self.program.out);
        self.program.function.blocks[block].insts = out;
    }

    /// Simplifies an instruction whose operands are simplified; whether it stays.
    fn inst(&mut self, inst: Inst) -> bool {
        self.program.resolve_operands(inst);
        let results = self.program.function.results(inst).len();
        if self.config.stores {
            self.store(inst);
        }
        match results {
            _ if !self.config.rules => true,
            1 => self.operator(inst),
            2 => self.wide(inst),
            _ => true,
        }
    }

    fn operator(&mut self, inst: Inst) -> bool {
        let function = &*self.program.function;
        let (data, args) = (&function.insts[inst], function.args(inst));
        let (loc, allow) = (data.loc, self.rewriter.allow());
        let answer = simplify(&self.program, allow, &data.op, args);
        let rewritten = self.rewriter.apply(&mut self.program, loc, answer);
        self.program.rewrite(inst, rewritten)
    }

    /// Wide arithmetic on constants: two constants.
    fn wide(&mut self, inst: Inst) -> bool {
        let function = &*self.program.function;
        let constant = |&arg: &Value| Const::from_op(function.def_op(arg)?);
        let args: Option<Vec<Const>> = function.args(inst).iter().map(constant).collect();
        let halves = args.and_then(|args| evaluate_wide(&function.insts[inst].op, &args));
        let halves = halves.map(|to| Simpler { to, by: Default::default() });
        let Some(halves) = self.rewriter.accept(halves) else { return true };
        self.folded.constants += 1;
        self.folded.values += 1;
        let loc = self.program.function.insts[inst].loc;
        for (result, half) in self.program.function.results(inst).zip(halves) {
            let half = self.rewriter.build(&mut self.program, loc, Term::Const(half));
            self.program.function.alias(result, half);
        }
        false
    }

    /// The stored value of a narrow store, of which only the low bits matter, and that of a store of
    /// another type of the same size.
    fn store(&mut self, inst: Inst) {
        loop {
            let (program, allow) = (&self.program, self.rewriter.allow());
            let (op, args) = (&program.function.insts[inst].op, program.function.args(inst));
            let simpler = match (op, args) {
                (Op::RefI31, _) => {
                    let found = simplify_operand(program, allow, op, args, 0);
                    found.map(|Simpler { to, by }| Simpler { to: (op.clone(), vec![to]), by })
                }
                (_, &[address, value]) if program.function.result(inst).is_none() => {
                    let found = simplify_store(program, allow, op, value);
                    let with_address = |(op, value)| (op, vec![address, value]);
                    found.map(|Simpler { to, by }| Simpler { to: with_address(to), by })
                }
                _ => None,
            };
            let Some((op, args)) = self.rewriter.accept(simpler) else { break };
            self.folded.stores += 1;
            self.program.replace(inst, op, &args);
        }
    }

    fn condition(&mut self, block: Block) {
        let Terminator::BrIf { cond, .. } = self.program.function.blocks[block].term else {
            return;
        };
        let cond = self.program.function.resolve(cond);
        let loc = self.program.function.blocks[block].term_loc;
        let (value, negated, steps) = self.rewriter.condition(&mut self.program, loc, cond);
        self.folded.conditions += steps;
        if steps == 0 {
            return;
        }
        debug_assert_eq!(self.program.function.ty(value), ValType::I32);
        if let Terminator::BrIf { cond, then, els } = &mut self.program.function.blocks[block].term
        {
            *cond = value;
            if negated {
                std::mem::swap(then, els);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Config, Folded, Stats, run};
    use invar_analysis::Goals;
    use invar_generate::testing::{
        check, long_block, nest, out_of_fuel, random_extended_loads, same_behaviour,
        same_behaviour_of, with_context,
    };

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
    fn random_extended_loads_do_the_same() {
        let mut loads = 0;
        same_behaviour_of(random_extended_loads, 0..5000, Goals::default(), |function, cx| {
            loads += run(function, cx, &Config::default()).folded.loads;
        });
        assert!(loads > 500, "{loads}");
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
