//! Basic induction variables: parameters of a header that an invariant is added to in each iteration.
//!
//! Cost: linear in the parameters of a header.

use crate::analysis::shape::{Homes, Nest};
use invar_analysis::{Linear, Loop, MOST_TERMS};
use invar_ir::{Function, Op, Terminator, Value};
use rustc_hash::FxHashMap;

/// A basic induction variable: a parameter of a header with an invariant step.
#[derive(Clone, Debug)]
pub struct Basic {
    /// The parameter.
    pub param: Value,
    /// The argument from the preheader.
    pub start: Value,
    /// The step, a sum of invariants.
    pub step: Linear,
}

/// The basic induction variables of a loop in loop simplify form.
pub(crate) fn basics(f: &Function, nest: &Nest, home: &Homes, id: Loop) -> Vec<Basic> {
    steps_and_sums(f, nest, home, id).0
}

/// The basic induction variables, and behind them the parameters that are sums of those.
///
/// A rotated loop keeps what its test computed of a counter: `x = 2 * i + 1` becomes a parameter for which the latch
/// passes `2 * (i + 1) + 1`. If `x` starts as 2 * i + 1 too, it rises by 2. The latch does not add 2 to it: passes
/// that replace what it passes need [`basics`].
pub(crate) fn basics_and_sums(f: &Function, nest: &Nest, home: &Homes, id: Loop) -> Vec<Basic> {
    let invariant = |value| nest.is_invariant(f, home, id, value);
    let (mut found, sums) = steps_and_sums(f, nest, home, id);
    if !sums.is_empty() {
        let own: FxHashMap<Value, Basic> =
            found.iter().map(|basic| (basic.param, basic.clone())).collect();
        let others = sums.into_iter().filter_map(|(param, start, sum)| {
            sum_of_others(f, &own, param, start, &sum, invariant)
        });
        found.extend(others);
    }
    found
}

/// Parameters to which an invariant is added, and others with their starts and what the latch passes.
fn steps_and_sums(
    f: &Function,
    nest: &Nest,
    home: &Homes,
    id: Loop,
) -> (Vec<Basic>, Vec<(Value, Value, Linear)>) {
    let (mut found, mut sums) = (Vec::new(), Vec::new());
    let Some((preheader, _)) = nest.ends(id) else { return (found, sums) };
    let Terminator::Jump(entry) = &f.blocks[preheader].term else { return (found, sums) };
    let header = nest.forest.loops[id].header;
    let invariant = |value| nest.is_invariant(f, home, id, value);
    let params = f.blocks[header].params.iter().zip(f.list(&entry.args));
    for (n, (&param, &start)) in params.enumerate() {
        let Some(sum) = nest.next_sum(f, id, n, |value| !invariant(value)) else { continue };
        let (step, factor) = sum.without(param);
        if !step.terms.iter().all(|term| invariant(term.0)) {
            if factor == 0 {
                sums.push((param, start, sum));
            }
        } else if factor == 1 && (step.constant != 0 || !step.terms.is_empty()) {
            found.push(Basic { param, start, step });
        }
    }
    (found, sums)
}

/// A parameter for which the latch passes a sum of basic induction variables, if it is that sum from the start: in the
/// iteration before, each of them was less by its step.
fn sum_of_others(
    f: &Function,
    basics: &FxHashMap<Value, Basic>,
    param: Value,
    start: Value,
    next: &Linear,
    invariant: impl Fn(Value) -> bool,
) -> Option<Basic> {
    let mut first = Linear::constant(next.wide, next.constant);
    let mut step = Linear::constant(next.wide, 0);
    for &(value, factor) in &next.terms {
        match basics.get(&value) {
            Some(basic) => {
                first.add(&Linear::of(f, f.resolve(basic.start))?, factor);
                step.add(&basic.step, factor);
            }
            None if invariant(value) => first.add(&Linear::of(f, value)?, factor),
            None => return None,
        }
    }
    first.add(&step, u64::MAX);
    let is_start = Linear::of(f, f.resolve(start))? == first;
    let moves = step.constant != 0 || !step.terms.is_empty();
    (moves
        && (is_start || invar_ir::mutant!(InductionIgnoresStart))
        && step.terms.len() <= MOST_TERMS)
        .then_some(Basic { param, start, step })
}

/// Whether an operator is one that [`Linear`] looks through.
pub(crate) fn is_linear(op: &Op) -> bool {
    use Op::*;
    matches!(op, I32Add | I32Sub | I32Mul | I32Shl | I64Add | I64Sub | I64Mul | I64Shl)
}
