//! Applies one rewrite rule from outside: a pass that a user of the library builds from a rule.
//!
//! The walk and the engine are those of [`fold`](crate::fold): instructions in reverse postorder, operands first;
//! inner operators are inserted before the instruction; what becomes unused is left to `dce`. The built-in rules
//! apply to what the rule made, not to other instructions; the rule does not apply again to what it made, so it
//! need not make expressions smaller.
//!
//! Nothing about the rule is proved, in contrast to the built-in ones (`scripts/prove-rules`). The verifier, which
//! runs later, checks types and dominance. It does not check that both sides of the rule are equal for all inputs
//! or that they trap alike.
//!
//! Cost: linear, if the rule is O(1).

use crate::fold::FunctionView;
use invar_analysis::PassContext;
use invar_analysis::inst_effects;
use invar_analysis::transform::rewrite::Rewriter;
use invar_ir::{Block, Function, Inst, Module, Op, Value};
use invar_rules::{Allow, RuleSet, Simpler, Term};

invar_analysis::counters! {
    /// What the rule rewrote.
    pub struct Stats {
        /// Instructions that the rule was applied to.
        rewritten,
    }
}

/// A rule: an equal and better way to compute an operator on these operands, if it knows one. It sees the program
/// through [`ValueFacts`](invar_rules::ValueFacts), as the built-in rules do. The operator has one result, and no
/// effect but that it may trap.
pub type CustomRule<'a> = &'a dyn Fn(&FunctionView<'_>, &Op, &[Value]) -> Option<Term<Value>>;

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, rule: CustomRule<'_>) -> Stats {
    let allow = Allow::of(function, cx.goals.size > 0, cx.goals.without);
    let cfg = cx.analyses.cfg(function);
    let mut pass = Pass {
        module: cx.module,
        program: FunctionView::new(function, &cfg),
        rewriter: Rewriter::new(allow, cx.fuel),
        rule,
        stats: Stats::default(),
    };
    for &block in &cfg.rpo {
        pass.block(block);
    }
    let stats = pass.stats;
    function.resolve_aliases();
    stats
}

struct Pass<'a> {
    module: &'a Module,
    program: FunctionView<'a>,
    rewriter: Rewriter<'a>,
    rule: CustomRule<'a>,
    stats: Stats,
}

impl Pass<'_> {
    fn block(&mut self, block: Block) {
        let insts = std::mem::take(&mut self.program.function.blocks[block].insts);
        for inst in insts {
            if self.inst(inst) {
                self.program.out.push(inst);
            }
        }
        let out = std::mem::take(&mut self.program.out);
        self.program.function.blocks[block].insts = out;
    }

    /// Applies the rule to an instruction whose operands are done; whether it stays.
    fn inst(&mut self, inst: Inst) -> bool {
        self.program.resolve_operands(inst);
        let function = &*self.program.function;
        let effects = inst_effects(function, inst, self.module);
        if function.results(inst).len() != 1 || !effects.without_traps().may_be_deleted() {
            return true;
        }
        let (data, args) = (&function.insts[inst], function.args(inst));
        let loc = data.loc;
        let answer = (self.rule)(&self.program, &data.op, args);
        let answer = answer.map(|to| Simpler { to, by: RuleSet::default() });
        let rewritten = self.rewriter.apply(&mut self.program, loc, answer);
        self.stats.rewritten += u64::from(rewritten.is_some());
        self.program.rewrite(inst, rewritten)
    }
}

#[cfg(test)]
mod tests {
    use invar_analysis::PassContext;
    use invar_generate::testing::check;
    use invar_ir::{Op, Value};
    use invar_rules::{IntOp, Term, ValueFacts};

    /// `(x & y) + (x | y) => x + y`.
    fn sum_of_and_and_or(
        program: &super::FunctionView<'_>,
        op: &Op,
        args: &[Value],
    ) -> Option<Term<Value>> {
        let (width, IntOp::Add) = IntOp::of(op)? else { return None };
        let operands = |value, kind| {
            let (_, found) = IntOp::of(program.op(value)?)?;
            (found == kind).then(|| [0, 1].map(|n| program.operand(value, n)))
        };
        let (and, or) = (operands(args[0], IntOp::And)?, operands(args[1], IntOp::Or)?);
        let [x, y] = and;
        let sum = Term::Node(width.ty(), op.clone(), vec![Term::Value(x), Term::Value(y)]);
        (and == or).then_some(sum)
    }

    #[test]
    fn a_rule_sees_operands_that_were_rewritten_and_built_in_rules_its_result() {
        let run = |function: &mut invar_ir::Function, cx: &mut PassContext<'_>| {
            super::run(function, cx, &sum_of_and_and_or).rewritten
        };
        check(
            run,
            2,
            "func f1 : (i32, i32) -> (i32, i32) {
             b0(v0: i32, v1: i32):
               v2 = i32.and v0, v1
               v3 = i32.or v0, v1
               v4 = i32.add v2, v3
               v5 = i32.const 0
               v6 = i32.and v4, v5
               v7 = i32.or v4, v5
               v8 = i32.add v6, v7
               v9 = i32.xor v0, v0
               return v8, v9
             }",
            "func f1 : (i32, i32) -> (i32, i32) {
             b0(v0: i32, v1: i32):
               v2 = i32.and v0, v1
               v3 = i32.or v0, v1
               v4 = i32.add v0, v1
               v5 = i32.const 0
               v6 = i32.and v4, v5
               v7 = i32.or v4, v5
               v9 = i32.xor v0, v0
               return v4, v9
             }",
        );
    }
}
