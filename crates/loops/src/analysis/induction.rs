//! Basic induction variables: parameters of a header that an invariant is added to in each iteration.
//!
//! Cost: linear in the parameters of a header.

use crate::analysis::shape::{Homes, Nest};
use invar_ir::{Function, Linear, Loop, Op, Terminator, Value};

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
    let Some((preheader, _)) = nest.ends(id) else { return Vec::new() };
    let Terminator::Jump(entry) = &f.blocks[preheader].term else { return Vec::new() };
    let header = nest.forest.loops[id].header;
    let invariant = |value| nest.is_invariant(f, home, id, value);
    let params = f.blocks[header].params.iter().zip(f.list(&entry.args));
    params
        .enumerate()
        .filter_map(|(n, (&param, &start))| {
            let sum = nest.next_sum(f, id, n, |value| !invariant(value))?;
            let (step, factor) = sum.without(param);
            let moves = factor == 1 && (step.constant != 0 || !step.terms.is_empty());
            (moves && step.terms.iter().all(|term| invariant(term.0))).then_some(Basic {
                param,
                start,
                step,
            })
        })
        .collect()
}

/// Whether an operator is one that [`Linear`] looks through.
pub(crate) fn is_linear(op: &Op) -> bool {
    use Op::*;
    matches!(op, I32Add | I32Sub | I32Mul | I32Shl | I64Add | I64Sub | I64Mul | I64Shl)
}
