//! Reduction trees: a sum of integers becomes sums in the lanes of vectors, which are added last.
//!
//! ```text
//! a[0] + a[1] + a[2] + a[3] + x
//! ->
//! v = a[0..4]; v = v + (v rotated by 2); v = v + (v rotated by 1); v[0] + x
//! ```
//!
//! The operators of a tree (sums, products, `and`, `or`, `xor`) are associative and commutative,
//! modulo 2 to the width. Those of floats are not, and stay as they are. Only the root may have
//! other users. Operands are grouped by their operator and the base of what they load, and sorted,
//! so that consecutive loads become a pack; those that are left over are scalars.
//!
//! Cost: n log n in the operands of a tree.

use super::code::{Code, Spot, Uses};
use super::seeds::Element;
use super::tree::{Builder, Lanes, Node};
use crate::lanes;
use invar_ir::{Function, Inst, Memory, Op, Opcode, Value, memory_access};
use rustc_hash::FxHashSet;

/// How many operands a tree has at most.
const MOST_OPERANDS: usize = 64;
/// The fewest operands that are worth a look.
const FEWEST_OPERANDS: usize = 4;

/// A tree of one operator.
pub(super) struct Reduction {
    pub op: Op,
    /// Its operators, the root first.
    pub insts: Vec<Inst>,
    /// Operands that make full vectors, sorted.
    pub operands: Vec<Value>,
    /// The others.
    pub rest: Vec<Value>,
    pub element: Element,
}

fn element(op: &Op) -> Option<Element> {
    use Op::*;
    match op {
        I32Add | I32Mul | I32And | I32Or | I32Xor => Some(Element::Int(32)),
        I64Add | I64Mul | I64And | I64Or | I64Xor => Some(Element::Wide),
        _ => None,
    }
}

/// The reduction trees of a block as it is now.
pub(super) fn reductions(
    code: &Code<'_>,
    f: &Function,
    uses: &Uses,
    insts: &[Inst],
) -> Vec<Reduction> {
    let op = |inst: Inst| &f.insts[inst].op;
    let is_one = |inst: &Inst| element(op(*inst)).is_some() && code.slot(*inst).is_some();
    // An operand that the same operator makes, for this one only: it goes with the tree.
    let inner = |inst: Inst, value: Value| {
        let def = f.def_inst(value).filter(is_one).filter(|&def| op(def) == op(inst))?;
        is_single(uses, value).then_some(def)
    };
    let resolved = |inst: Inst| f.args(inst).iter().map(|&value| f.resolve(value));
    let all: Vec<Inst> = insts.iter().copied().filter(is_one).collect();
    let mut below: FxHashSet<Inst> = FxHashSet::default();
    for &inst in &all {
        below.extend(resolved(inst).filter_map(|value| inner(inst, value)));
    }
    let mut found = Vec::new();
    for &root in all.iter().filter(|inst| !below.contains(inst)) {
        let mut tree = vec![root];
        let mut operands: Vec<Value> = Vec::new();
        let mut at = 0;
        while at < tree.len() && tree.len() < MOST_OPERANDS {
            for value in resolved(tree[at]) {
                match inner(tree[at], value) {
                    Some(inst) => tree.push(inst),
                    None => operands.push(value),
                }
            }
            at += 1;
        }
        if at < tree.len() || operands.len() < FEWEST_OPERANDS {
            continue;
        }
        let element = element(op(root)).expect("it was selected");
        let (operands, rest) = grouped(f, operands, element.lanes());
        if operands.is_empty() {
            continue;
        }
        found.push(Reduction { op: op(root).clone(), insts: tree, operands, rest, element });
    }
    found
}

/// A quick test whether a block may have a reduction tree of loads.
pub(super) fn may_reduce(f: &Function, insts: &[Inst]) -> bool {
    let count = |is: &dyn Fn(&Op) -> bool| insts.iter().filter(|&&it| is(&f.insts[it].op)).count();
    count(&|op| element(op).is_some()) >= FEWEST_OPERANDS - 1
        && count(&|op| memory_access(op).is_some_and(|it| it.is_load())) >= FEWEST_OPERANDS
}

/// Splits operands into groups of so many alike ones, in the order of what they load, and the
/// others.
fn grouped(f: &Function, operands: Vec<Value>, lanes: usize) -> (Vec<Value>, Vec<Value>) {
    let mut keyed: Vec<(Shape, Value)> =
        operands.into_iter().map(|value| (shape(f, value), value)).collect();
    keyed.sort_by_key(|&(shape, _)| shape);
    let (mut full, mut rest) = (Vec::new(), Vec::new());
    for alike in keyed.chunk_by(|(a, _), (b, _)| (a.0, a.1, a.2) == (b.0, b.1, b.2)) {
        let (in_vectors, others) = alike.split_at(alike.len() / lanes * lanes);
        full.extend(in_vectors.iter().map(|&(_, value)| value));
        rest.extend(others.iter().map(|&(_, value)| value));
    }
    (full, rest)
}

type Shape = (bool, Opcode, Option<(Memory, Option<Value>)>, u64);

/// What alike operands have in common: their operator, and what their first operands load.
fn shape(f: &Function, value: Value) -> Shape {
    let mut at = f.resolve(value);
    let mut first = Opcode::Unreachable;
    for depth in 0..4 {
        let Some(inst) = f.def_inst(at) else { break };
        if depth == 0 {
            first = f.insts[inst].op.opcode();
        }
        if let Some(spot) = Spot::of(f, inst) {
            return (false, first, Some((spot.memory, spot.base)), spot.start);
        }
        let Some(&operand) = f.args(inst).first() else { break };
        at = f.resolve(operand);
    }
    (true, first, None, 0)
}

/// Whether a value has one user only.
fn is_single(uses: &Uses, value: Value) -> bool {
    uses[value] == 1 || invar_ir::mutant!(SlpReductionShared)
}

impl Reduction {
    /// Adapts it to what was vectorized since it was found; `false` if a part of it is gone, or has
    /// other users now.
    pub fn update(&mut self, code: &Code<'_>, f: &Function, uses: &Uses) -> bool {
        for value in self.operands.iter_mut().chain(&mut self.rest) {
            *value = f.resolve(*value);
        }
        let is_there = |&inst: &Inst| code.slot(inst).is_some();
        let inner = self.insts[1..].iter().filter_map(|&inst| f.result(inst));
        self.insts.iter().all(is_there) && inner.into_iter().all(|value| is_single(uses, value))
    }

    /// Adds the packs and the vector whose lanes all are their sum.
    pub fn build(&self, builder: &mut Builder<'_, '_>) -> Option<()> {
        let width = self.element.width();
        let op = lanes::of_low_bits(&self.op, width)?;
        let mut vectors = Vec::new();
        for chunk in self.operands.chunks(self.element.lanes()) {
            vectors.push(builder.root(Lanes::from_slice(chunk)));
        }
        let mut all = *vectors.first()?;
        for &vector in &vectors[1..] {
            all = builder.node(Node::Op(op.clone(), [all, vector].into_iter().collect()));
        }
        let mut distance = 8;
        while distance * 8 >= width {
            let lanes = std::array::from_fn(|n| ((n as u32 + distance) % 16) as u8);
            let other = builder.node(Node::Shuffle([all, all], lanes));
            all = builder.node(Node::Op(op.clone(), [all, other].into_iter().collect()));
            distance /= 2;
        }
        Some(())
    }
}
