//! The vectors of a tree: loads in the place of the last load of each, everything else in front of
//! the last store, which the vector store replaces.
//!
//! Cost: linear in the tree.

use super::code::{Code, Uses};
use super::cost::Fate;
use super::reductions::Reduction;
use super::seeds::Element;
use super::tree::{Amount, Node, Tree};
use crate::lanes;
use invar_ir::{Function, Inst, MemArg, Op, SourceLoc, V128, ValType, Value, memory_access};
use rustc_hash::FxHashMap;

/// What comes of the root of a tree.
pub(super) enum Goal<'a> {
    /// It is stored in the place of these stores, in that of the last of them.
    Stores(&'a [Inst], Inst),
    /// All lanes are the sum of the operands of a reduction that make vectors.
    Reduction(&'a Reduction),
}

impl Goal<'_> {
    /// The instruction in the place of which the result is.
    pub fn last(&self) -> Inst {
        match *self {
            Goal::Stores(_, last) => last,
            Goal::Reduction(reduction) => reduction.insts[0],
        }
    }

    /// The instructions that go in any case.
    pub fn insts(&self) -> &[Inst] {
        match *self {
            Goal::Stores(stores, _) => stores,
            Goal::Reduction(reduction) => &reduction.insts,
        }
    }

    /// Scalars that are used there.
    pub fn rest(&self) -> &[Value] {
        match *self {
            Goal::Stores(..) => &[],
            Goal::Reduction(reduction) => &reduction.rest,
        }
    }
}

struct Emitter<'a, 'b> {
    code: &'a mut Code<'b>,
    f: &'a mut Function,
    uses: &'a mut Uses,
    element: Element,
    loc: SourceLoc,
}

/// Puts the vectors of a tree in the place of its scalars.
pub(super) fn apply(
    code: &mut Code<'_>,
    f: &mut Function,
    uses: &mut Uses,
    tree: &Tree,
    fate: &Fate,
    goal: &Goal<'_>,
) {
    let last = goal.last();
    let loc = f.insts[last].loc;
    let mut emitter = Emitter { code, f, uses, element: tree.element, loc };
    let mut vectors: Vec<Value> = Vec::with_capacity(tree.nodes.len());
    // Where the accesses go that vectors cover.
    let mut covered: FxHashMap<Inst, usize> = FxHashMap::default();
    for node in &tree.nodes {
        let vector = match node {
            Node::Load(loads, at) => {
                let slot = emitter.code.slot(*at).expect("it is in the block");
                covered.extend(loads.iter().map(|&load| (load, slot)));
                emitter.load(loads[0], *at)
            }
            node => emitter.node(node, &vectors, last),
        };
        vectors.push(vector);
    }
    for &(value, node, lane) in &fate.extracted {
        let (ty, op) = extract(tree.element, lane as u8);
        let lane = emitter.op(ty, op, &[vectors[node]], last);
        emitter.rename(value, lane, fate);
    }
    let root = vectors[tree.root];
    match *goal {
        Goal::Stores(seed, _) => {
            let memarg = memarg(emitter.f, seed[0]);
            let address = emitter.f.resolve(emitter.f.args(seed[0])[0]);
            let op = Op::V128Store { memarg };
            let store = emitter.f.make_inst(op, &[address, root], &[], loc);
            emitter.insert(store, last);
        }
        Goal::Reduction(reduction) => {
            let (ty, op) = extract(tree.element, 0);
            let mut sum = emitter.op(ty, op, &[root], last);
            let rest =
                if invar_ir::mutant!(SlpReductionRest) { &[][..] } else { &reduction.rest[..] };
            for &scalar in rest {
                sum = emitter.op(ty, reduction.op.clone(), &[sum, scalar], last);
            }
            let value = emitter.f.result(last).expect("an operator has one");
            emitter.rename(value, sum, fate);
        }
    }

    let place = code.slot(last).expect("it is in the block");
    for &inst in &fate.gone {
        let at = covered.get(&inst).copied().unwrap_or(place);
        code.remove(inst, at);
    }
    for (&value, &by) in &fate.dropped {
        uses[value] -= by.min(uses[value]);
    }
}

/// The immediate of a vector access that starts where this one does.
fn memarg(f: &Function, inst: Inst) -> MemArg {
    let memarg = memory_access(&f.insts[inst].op).expect("an access").memarg;
    MemArg { max_align: 4, ..memarg }
}

fn extract(element: Element, lane: u8) -> (ValType, Op) {
    let op = match element {
        Element::Int(_) => Op::I32x4ExtractLane { lane },
        Element::Wide => Op::I64x2ExtractLane { lane },
        Element::Single => Op::F32x4ExtractLane { lane },
        Element::Double => Op::F64x2ExtractLane { lane },
    };
    (element.ty(), op)
}

impl Emitter<'_, '_> {
    /// The vector load in the place of `at` whose first lane is what `lowest` loads.
    fn load(&mut self, lowest: Inst, at: Inst) -> Value {
        let op = Op::V128Load { memarg: memarg(self.f, lowest) };
        let address = self.f.resolve(self.f.args(lowest)[0]);
        let loc = self.f.insts[at].loc;
        let inst = self.f.make_inst(op, &[address], &[ValType::V128], loc);
        self.insert(inst, at);
        self.f.result(inst).expect("a vector")
    }

    /// Gives a scalar's users that are left another value.
    fn rename(&mut self, value: Value, to: Value, fate: &Fate) {
        let dropped = fate.dropped.get(&value).copied().unwrap_or_default();
        self.uses[to] += self.uses[value] - dropped;
        self.f.alias(value, to);
        self.code.rename(value, to);
    }

    fn insert(&mut self, inst: Inst, before: Inst) {
        for &arg in self.f.args(inst) {
            self.uses[self.f.resolve(arg)] += 1;
        }
        self.code.insert_before(self.f, inst, before);
    }

    fn op(&mut self, ty: ValType, op: Op, args: &[Value], before: Inst) -> Value {
        let inst = self.f.make_inst(op, args, &[ty], self.loc);
        self.insert(inst, before);
        self.f.result(inst).expect("it has one")
    }

    fn vector(&mut self, op: Op, args: &[Value], before: Inst) -> Value {
        self.op(ValType::V128, op, args, before)
    }

    fn constant(&mut self, bits: u128, before: Inst) -> Value {
        self.vector(Op::V128Const { value: V128::from(bits as i128) }, &[], before)
    }

    fn node(&mut self, node: &Node, vectors: &[Value], before: Inst) -> Value {
        match node {
            Node::Constant(bits) => self.constant(*bits, before),
            Node::Splat(value) => self.splat(*value, before),
            Node::Gather(start, lanes) => {
                let (mut vector, rest) = match start {
                    Some(bits) => (self.constant(*bits, before), &lanes[..]),
                    None => (self.splat(lanes[0].1, before), &lanes[1..]),
                };
                for &(lane, value) in rest {
                    let lane = if invar_ir::mutant!(SlpGathersFirstLane) { 0 } else { lane as u8 };
                    vector = self.vector(self.replace(lane), &[vector, value], before);
                }
                vector
            }
            Node::Shuffle([one, other], lanes) => {
                let op = Op::I8x16Shuffle { lanes: *lanes };
                self.vector(op, &[vectors[*one], vectors[*other]], before)
            }
            Node::Op(op, args) => {
                let args: Vec<Value> = args.iter().map(|&arg| vectors[arg]).collect();
                self.vector(op.clone(), &args, before)
            }
            Node::Shift(op, of, amount) => {
                let amount = match *amount {
                    Amount::Value(value) => value,
                    Amount::Constant(by) => {
                        let op = Op::I32Const { value: by as i32 };
                        self.op(ValType::I32, op, &[], before)
                    }
                };
                self.vector(op.clone(), &[vectors[*of], amount], before)
            }
            Node::Load(..) => unreachable!("loads are emitted elsewhere"),
        }
    }

    fn splat(&mut self, value: Value, before: Inst) -> Value {
        let op = match self.element {
            Element::Int(_) | Element::Wide => lanes::splat(self.element.width()),
            Element::Single => Op::F32x4Splat,
            Element::Double => Op::F64x2Splat,
        };
        self.vector(op, &[value], before)
    }

    fn replace(&self, lane: u8) -> Op {
        match self.element {
            Element::Int(8) => Op::I8x16ReplaceLane { lane },
            Element::Int(16) => Op::I16x8ReplaceLane { lane },
            Element::Int(_) => Op::I32x4ReplaceLane { lane },
            Element::Wide => Op::I64x2ReplaceLane { lane },
            Element::Single => Op::F32x4ReplaceLane { lane },
            Element::Double => Op::F64x2ReplaceLane { lane },
        }
    }
}
