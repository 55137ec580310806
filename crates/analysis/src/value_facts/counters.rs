//! Ranges of values at a place, and of counters of loops that need no particular form.
//!
//! A parameter of a loop header that each further iteration adds a constant to is a counter. It
//! starts in a known range. Where the loop goes on, a branch has compared the counter, or the next
//! one, with a bound. If the sum with the step cannot wrap up to there, the counter lies between
//! its start and that bound, plus a step.
//!
//! Loop passes know more of loops in simplify form, from trip counts. This is for passes that
//! run before loops have that form.
//!
//! Cost: for each counter, a bounded number of dominating branches.

use super::IntFacts;
use super::condition::dominating_conditions;
use super::forward::FunctionFacts;
use crate::Linear;
use crate::transform::edges;
use invar_ir::{Block, Cfg, Dominators, Edge, Function, Terminator, Value};
use invar_rules::{ValueFacts, Width};

/// How many operators [`FunctionFacts::at`] looks through.
const DEPTH: u32 = 4;

impl FunctionFacts {
    /// The facts of a function, with those about counters of loops.
    pub fn with_counters(f: &Function, cfg: &Cfg, dominators: &Dominators) -> FunctionFacts {
        FunctionFacts::new(f, cfg, |facts, block| {
            if cfg.reachable_preds(block).any(|edge| cfg.is_retreating(edge)) {
                for n in 0..f.blocks[block].params.len() {
                    if let Some(range) = facts.counter(f, cfg, dominators, block, n) {
                        facts.narrow(f, f.blocks[block].params[n], range);
                    }
                }
            }
            false
        })
    }

    /// The facts about an integer where a block is executed: those that hold everywhere, and what
    /// branches that dominate the block tell of it and of its operands. `None` if it is not an
    /// integer.
    pub fn at(
        &self,
        f: &Function,
        cfg: &Cfg,
        dominators: &Dominators,
        block: Block,
        value: Value,
    ) -> Option<IntFacts> {
        self.get(f, value)?;
        let conditions: Vec<(Value, bool)> =
            dominating_conditions(f, cfg, dominators, block).collect();
        self.where_all_hold(f, &conditions, value, DEPTH)
    }

    fn where_all_hold(
        &self,
        f: &Function,
        conditions: &[(Value, bool)],
        value: Value,
        depth: u32,
    ) -> Option<IntFacts> {
        let value = f.resolve(value);
        let mut known = self.get(f, value)?;
        if let Some(op) = f.def_op(value).filter(|_| depth > 0) {
            let operand = |n| self.where_all_hold(f, conditions, f.operand(value, n), depth - 1);
            if let Some(computed) = IntFacts::result(op, known.width, operand) {
                known = known.meet(computed);
            }
        }
        let refine =
            |known, &(cond, holds): &(Value, bool)| self.refined(f, cond, holds, value, known);
        Some(conditions.iter().fold(known, refine))
    }

    /// The signed range of a parameter of a loop header, if it is a counter.
    fn counter(
        &self,
        f: &Function,
        cfg: &Cfg,
        dominators: &Dominators,
        block: Block,
        n: usize,
    ) -> Option<(i64, i64)> {
        let param = f.blocks[block].params[n];
        let width = Width::of(f.ty(param))?;
        let is_again = |edge: &Edge| cfg.is_retreating(*edge);
        let entered = cfg.reachable_preds(block).filter(|edge| !is_again(edge));
        let mut starts = entered.map(|edge| self.get(f, edges::args(f, edge)[n]));
        let first = starts.next()??;
        let (low, high) = starts.try_fold(first, |all, start| Some(all.join(start?)))?.signed;
        let (mut least, mut greatest) = (low, high);
        // The largest steps of edges whose bound is one of the next number, which must not have
        // wrapped.
        let (mut up, mut down) = (0, 0);
        let (mut goes_up, mut goes_down) = (false, false);
        for edge in cfg.reachable_preds(block).filter(is_again) {
            let next = f.resolve(edges::args(f, edge)[n]);
            if next == param {
                continue;
            }
            let (step, factor) = Linear::of(f, next)?.without(param);
            let step =
                (factor == 1 && step.terms.is_empty()).then(|| step.signed(step.constant))?;
            let is_up = step > 0;
            // A counter that goes up is never below its start; one that goes down, never above it.
            let so_far = if is_up { (low, width.max()) } else { (width.min(), high) };
            let mut conditions: Vec<(Value, bool)> =
                dominating_conditions(f, cfg, dominators, edge.from).collect();
            if let Terminator::BrIf { cond, .. } = &f.blocks[edge.from].term {
                conditions.push((f.resolve(*cond), edge.nth == 0));
            }
            let told = |value, range| {
                let known = IntFacts::between(width, None, Some(range));
                let refine = |known, &(cond, holds): &(Value, bool)| {
                    self.refined(f, cond, holds, value, known)
                };
                conditions.iter().fold(known, refine).signed
            };
            // Of the counter before the step, and after it.
            let (before, after) = (told(param, so_far), told(next, (width.min(), width.max())));
            let fits = |sum: &i64| (width.min()..=width.max()).contains(sum);
            if is_up {
                goes_up = true;
                match before.1.checked_add(step).filter(fits) {
                    Some(most) => greatest = greatest.max(most),
                    None => (greatest, up) = (greatest.max(after.1), up.max(step)),
                }
            } else {
                goes_down = true;
                match before.0.checked_add(step).filter(fits) {
                    Some(most) => least = least.min(most),
                    None => (least, down) = (least.min(after.0), down.min(step)),
                }
            }
        }
        let no_wrap = greatest.checked_add(up).is_some_and(|sum| sum <= width.max())
            && least.checked_add(down).is_some_and(|sum| sum >= width.min());
        let as_assumed = (!goes_up || least == low) && (!goes_down || greatest == high);
        ((no_wrap || invar_ir::mutant!(CountersMayWrap)) && as_assumed).then_some((least, greatest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::{Body, Func, parse_verified};

    /// The signed range of parameter `v2` of block `b1`, and that of `v2` in block `b2`.
    fn ranges(blocks: &str) -> [(i64, i64); 2] {
        let text = format!(
            "module {{ func f0 : (i32, i32) -> (i32) {{\n b0(v0: i32, v1: i32):\n {blocks}\n }} }}"
        );
        let module = parse_verified(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let Body::Ssa(f) = &module.funcs[Func::from_u32(0)].body else { panic!("no body") };
        let cfg = Cfg::new(f);
        let dominators = Dominators::new(f, &cfg);
        let facts = FunctionFacts::with_counters(f, &cfg, &dominators);
        let [first, second] = [1, 2].map(Block::from_u32);
        let param = f.blocks[first].params[0];
        let here = facts.get(f, param).expect("an integer").signed;
        [here, facts.at(f, &cfg, &dominators, second, param).expect("an integer").signed]
    }

    /// `for (i = START; i TEST bound; i += STEP)`, with the test at the top.
    fn top(start: i32, test: &str, bound: &str, step: i32) -> [(i64, i64); 2] {
        ranges(&format!(
            "v10 = i32.const {start}\n v11 = {bound}\n jump b1(v10)\n\
             b1(v2: i32):\n v3 = i32.{test} v2, v11\n br_if v3, b2, b3\n\
             b2:\n v4 = i32.const {step}\n v5 = i32.add v2, v4\n jump b1(v5)\n b3:\n return v2"
        ))
    }

    /// `do { i += STEP } while (i TEST bound)`: the test of the next number is at the bottom.
    fn bottom(start: i32, test: &str, bound: &str, step: i32) -> (i64, i64) {
        ranges(&format!(
            "v10 = i32.const {start}\n v11 = {bound}\n jump b1(v10)\n\
             b1(v2: i32):\n v4 = i32.const {step}\n v5 = i32.add v2, v4\n v3 = i32.{test} v5, v11\n br_if v3, b1(v5), b2\n\
             b2:\n return v2"
        ))[0]
    }

    const ANY: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

    #[test]
    fn counters_with_the_test_at_the_top() {
        assert_eq!(top(0, "lt_s", "i32.const 10", 1), [(0, 10), (0, 9)]);
        assert_eq!(top(0, "le_s", "i32.const 10", 4), [(0, 14), (0, 10)]);
        assert_eq!(top(0, "lt_u", "i32.const 10", 1), [(0, 10), (0, 9)]);
        assert_eq!(top(9, "gt_s", "i32.const 0", -1), [(0, 9), (1, 9)]);
        assert_eq!(top(9, "ge_s", "i32.const -3", -2), [(-5, 9), (-3, 9)]);
        // The start is beyond the bound: there is no iteration, of which nothing is known.
        assert_eq!(top(20, "lt_s", "i32.const 10", 1)[0], ANY);
        assert_eq!(top(-1, "lt_u", "i32.const 10", 1)[0], (-1, 10));
    }

    #[test]
    fn counters_with_the_test_at_the_bottom() {
        assert_eq!(bottom(0, "lt_s", "i32.const 10", 1), (0, 9));
        assert_eq!(bottom(0, "le_s", "i32.const 10", 4), (0, 10));
        assert_eq!(bottom(9, "gt_s", "i32.const 0", -1), (1, 9));
        assert_eq!(bottom(5, "lt_s", "i32.const 3", 1), (5, 5));
    }

    #[test]
    fn sums_that_may_wrap() {
        // What is not above the largest number may be followed by the smallest one.
        assert_eq!(top(0, "le_s", "i32.const 2147483647", 1)[0], ANY);
        assert_eq!(bottom(0, "le_s", "i32.const 2147483647", 1), ANY);
        assert_eq!(bottom(0, "lt_s", "i32.const 2147483647", 2), ANY);
        assert_eq!(top(0, "ge_s", "i32.const -2147483648", -1)[0], ANY);
        assert_eq!(top(0, "ne", "i32.const 10", 3)[0], ANY);
        assert_eq!(top(0, "lt_s", "i32.add v0, v1", 2)[0], ANY);
    }

    #[test]
    fn steps_of_both_signs() {
        let both = ranges(
            "v10 = i32.const 0\n v11 = i32.const 10\n v12 = i32.const -1\n v13 = i32.const 1\n jump b1(v10)\n\
             b1(v2: i32):\n v3 = i32.lt_s v2, v11\n br_if v3, b2, b3\n\
             b2:\n v4 = i32.add v2, v13\n jump b1(v4)\n\
             b3:\n br_if v0, b4, b5\n b4:\n v5 = i32.add v2, v12\n jump b1(v5)\n b5:\n return v2",
        );
        assert_eq!(both[0], ANY);
    }
}
