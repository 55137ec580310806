//! Reductions: parameters of the header that combine a number of each iteration, in any order.
//!
//! The *web* of a parameter is the parameter and what is computed of it: by one operator that commutes and is
//! associative, with an operand outside of the web, or by a choice between two values of the web. So each value of
//! the web is the parameter combined with what the iterations so far have contributed, and each lane of a vector may
//! have a web of its own, which starts with the identity of the operator. Nothing else uses values of the web. (A
//! lane does not hold what the parameter holds in the original: facts about the web's ranges are not facts about
//! lanes.)
//!
//! In a sum without choices the lanes do not matter: what is added is a list of *terms*, and narrow numbers are added
//! to their neighbours while they are extended. The number of conditions that hold is such a sum.
//!
//! Cost: linear in the loop for each parameter of the header, of which there are few.

use super::body::natural;
use super::minmax::{self, Order};
use super::{Floats, VectorSite};
use crate::lanes;
use invar_ir::{Function, Inst, Op, Value};
use rustc_hash::FxHashSet;

/// How a reduction combines numbers.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Combine {
    /// By an operator on integers, or on floats where they may be combined in any order.
    Op(Op),
    /// By a choice of one of two integers.
    Choose(Order),
}

/// A sum, product, bitwise combination, minimum or maximum over all iterations.
#[derive(Clone, Debug)]
pub(super) struct Reduction {
    /// The number of the header's parameter.
    pub param: usize,
    pub combine: Combine,
    pub width: u32,
    /// The parameter and what is computed of it.
    pub web: FxHashSet<Value>,
    /// What a sum adds, if all iterations add to it.
    pub terms: Option<Vec<Term>>,
}

/// A number that each iteration adds to a sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub value: Value,
    /// Whether the number is subtracted.
    pub minus: bool,
    pub shape: Shape,
}

/// How a term is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Lane by lane.
    Lanes,
    /// A condition, as a mask in lanes of this width.
    Mask(Value, u32),
    /// A number that fits in narrow lanes.
    Narrow { signed: bool },
    /// The product of two numbers that fit in 16 bits, signed.
    Dot(Value, Value),
}

impl Combine {
    /// The number that changes no other one, in lanes of this width.
    pub fn identity(&self, width: u32) -> u64 {
        match self {
            Combine::Op(Op::I32Mul | Op::I64Mul) => 1,
            Combine::Op(Op::I32And | Op::I64And) => u64::MAX,
            // Minus zero: plus zero would change it.
            Combine::Op(Op::F32Add) => (-0f32).to_bits().into(),
            Combine::Op(Op::F64Add) => (-0f64).to_bits(),
            Combine::Op(Op::F32Mul) => 1f32.to_bits().into(),
            Combine::Op(Op::F64Mul) => 1f64.to_bits(),
            Combine::Op(_) => 0,
            Combine::Choose(_) if invar_ir::mutant!(VectorizeMinimumOfZero) => 0,
            Combine::Choose(order) => order.identity(width),
        }
    }
}

/// The operators whose operands may be combined in any order.
fn commutes(op: &Op, floats: Floats) -> bool {
    use Op::*;
    matches!(op, I32Add | I32And | I32Or | I32Xor | I32Mul)
        || matches!(op, I64Add | I64And | I64Or | I64Xor | I64Mul)
        || matches!(op, F32Add | F32Mul | F64Add | F64Mul) && floats != Floats::Exact
}

/// Whether a value is a sum, difference or product of floats.
pub(super) fn is_float_sum(f: &Function, value: Value) -> bool {
    use Op::*;
    let op = f.def_inst(value).map(|inst| &f.insts[inst].op);
    matches!(op, Some(F32Add | F32Sub | F32Mul | F64Add | F64Sub | F64Mul))
}

/// A reduction by a parameter of the header; `insts` are the instructions of an iteration.
pub(super) fn find(
    f: &Function,
    site: &VectorSite<'_>,
    insts: &[Inst],
    n: usize,
) -> Option<Reduction> {
    let header = site.nest.forest.loops[site.id].header;
    let param = f.blocks[header].params[n];
    let next = site.next(f, n);
    let width = natural(f.ty(param))?;
    let mut web = FxHashSet::from_iter([param]);
    let mut combine = None;
    // Comparisons of a minimum or maximum that is still to come, and choices between values of the web.
    let (mut tests, mut choices) = (Vec::new(), false);
    for &inst in insts {
        let args: Vec<Value> = f.args(inst).iter().map(|&arg| site.resolve(f, arg)).collect();
        let of_tests = args.iter().any(|arg| tests.contains(arg));
        let inside = args.iter().filter(|arg| web.contains(arg)).count();
        if inside == 0 && !of_tests {
            continue;
        }
        let op = &f.insts[inst].op;
        let result = f.result(inst)?;
        let step = if let Some(choice) = minmax::of(f, site, inst).filter(|_| of_tests) {
            if [0, 1].iter().any(|&n| tests.contains(&args[n])) {
                return None;
            }
            if web.contains(&choice.left) == web.contains(&choice.right) {
                return None;
            }
            Combine::Choose(choice.order)
        } else if of_tests {
            return None;
        } else if lanes::sense(op).is_some() {
            tests.push(result);
            continue;
        } else if matches!(op, Op::Select | Op::TypedSelect { .. }) {
            if inside != 2 || web.contains(&args[2]) {
                return None;
            }
            choices = true;
            web.insert(result);
            continue;
        } else if inside == 1 && commutes(op, site.floats) {
            Combine::Op(op.clone())
        } else if inside == 1 && web.contains(&args[0]) {
            match op {
                Op::I32Sub => Combine::Op(Op::I32Add),
                Op::I64Sub => Combine::Op(Op::I64Add),
                Op::F32Sub if site.floats != Floats::Exact => Combine::Op(Op::F32Add),
                Op::F64Sub if site.floats != Floats::Exact => Combine::Op(Op::F64Add),
                _ => return None,
            }
        } else {
            return None;
        };
        if combine.get_or_insert_with(|| step.clone()) != &step
            && !invar_ir::mutant!(VectorizeMixedReduction)
        {
            return None;
        }
        web.insert(result);
    }
    // Nothing else is computed of the web, and neither the exit nor a store depends on it. (Other branches within the
    // loop have become choices, which are among the instructions.)
    let passed = site.passed(f).into_iter().filter(|value| web.contains(value)).count();
    let exits = site.nest.forest.exits(site.id, &site.nest.cfg).any(|edge| {
        f.blocks[edge.from].term.operands(&f.pool).iter().any(|&value| {
            let value = site.resolve(f, value);
            web.contains(&value) || tests.contains(&value)
        })
    });
    // Whether a store is executed is decided iteration by iteration.
    let decides = site.flat.conditions.values().any(|&condition| {
        let condition = site.resolve(f, condition);
        web.contains(&condition) || tests.contains(&condition)
    });
    let decides = decides && !invar_ir::mutant!(VectorizePartialDecides);
    if !web.contains(&next) || passed != 1 || exits || decides {
        return None;
    }
    let combine = combine?;
    let wide_choice = match combine {
        Combine::Choose(order) => order.lanes(width).is_none() && !order.signed,
        Combine::Op(_) => false,
    };
    if wide_choice {
        return None;
    }
    let is_sum = matches!(combine, Combine::Op(Op::I32Add | Op::I64Add)) && !choices;
    let terms = is_sum.then(|| terms(f, site, &web, param, next));
    Some(Reduction { param: n, combine, width, web, terms })
}

/// What a chain of sums adds.
fn terms(
    f: &Function,
    site: &VectorSite<'_>,
    web: &FxHashSet<Value>,
    param: Value,
    next: Value,
) -> Vec<Term> {
    let mut terms = Vec::new();
    let mut at = next;
    while at != param {
        let inst = f.def_inst(at).expect("it is of the web");
        let [left, right] = [0, 1].map(|n| site.resolve(f, f.args(inst)[n]));
        let minus = matches!(f.insts[inst].op, Op::I32Sub | Op::I64Sub);
        let (rest, value) = if web.contains(&left) { (left, right) } else { (right, left) };
        terms.push(Term { value, minus, shape: Shape::Lanes });
        at = rest;
    }
    terms
}
