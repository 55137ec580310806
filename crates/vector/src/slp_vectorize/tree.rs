//! Packs: values that become the lanes of a vector, from the stored values up to loads, constants
//! and scalars.
//!
//! A pack is built once for each list of values, operands first. It is
//!
//! - a constant, or a splat of one value;
//! - loads of consecutive bytes, or a shuffle of these if the lanes are in another order;
//! - one operator in all lanes that vectors have ([`lanes`]), bit for bit; or sums and differences,
//!   which are both computed and shuffled;
//! - or else a *gather* of scalars, lane by lane.
//!
//! Operands of integer operators that commute are exchanged where that makes lanes alike; of floats
//! they stay, since the first operand may decide which NaN comes out.
//!
//! In narrow lanes integers are their low bits, so there are no shifts to the right. The amount of
//! a shift to the left is less than the width of the lanes.
//!
//! Cost: linear in the packs, of which there are few ([`Config::packs`](super::Config)). The
//! recursion is bounded by [`Config::depth`](super::Config).

use super::Config;
use super::code::{Code, Spot};
use super::legality;
use super::seeds::Element;
use crate::lanes;
use invar_ir::{Function, Inst, Op, Opcode, Value, ValueDef};
use invar_rules::{Const, ValueFacts};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// One value for each lane.
pub(super) type Lanes = SmallVec<[Value; 4]>;

/// How a vector is made; operands are numbers of nodes.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Constant(u128),
    Splat(Value),
    /// The lanes of a constant or of a splat of the first one, of which some are replaced.
    Gather(Option<u128>, Vec<(usize, Value)>),
    /// The bytes of these loads in address order, in the place of the last one.
    Load(Vec<Inst>, Inst),
    Shuffle([usize; 2], [u8; 16]),
    Op(Op, SmallVec<[usize; 2]>),
    /// A shift of all lanes by the same scalar.
    Shift(Op, usize, Amount),
}

/// How far lanes are shifted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Amount {
    Value(Value),
    Constant(u32),
}

/// The packs of a seed, operands before operators.
pub(super) struct Tree {
    pub element: Element,
    pub nodes: Vec<Node>,
    /// The scalar instructions whose results are lanes, with node and lane.
    pub members: Vec<(Inst, usize, usize)>,
    /// The node that is stored or reduced.
    pub root: usize,
}

pub(super) struct Builder<'a, 'b> {
    pub code: &'a mut Code<'b>,
    pub f: &'a Function,
    pub config: &'a Config,
    /// The stores of the seed.
    pub seed: &'a [Inst],
    tree: Tree,
    known: FxHashMap<Lanes, usize>,
}

impl<'a, 'b> Builder<'a, 'b> {
    pub fn new(
        code: &'a mut Code<'b>,
        f: &'a Function,
        config: &'a Config,
        element: Element,
        seed: &'a [Inst],
    ) -> Builder<'a, 'b> {
        let tree = Tree { element, nodes: Vec::new(), members: Vec::new(), root: 0 };
        Builder { code, f, config, seed, tree, known: FxHashMap::default() }
    }

    /// The tree of the values that the seed stores.
    pub fn build(mut self) -> Tree {
        let stored = |&store: &Inst| self.f.resolve(self.f.args(store)[1]);
        let values: Lanes = self.seed.iter().map(stored).collect();
        self.tree.root = self.root(values);
        self.tree
    }

    /// A pack with all that it is made from.
    pub fn root(&mut self, values: Lanes) -> usize {
        self.pack(values, self.config.depth)
    }

    /// The tree up to the last node.
    pub fn finish(mut self) -> Tree {
        self.tree.root = self.tree.nodes.len().saturating_sub(1);
        self.tree
    }

    /// A node whose operands were added before.
    pub fn node(&mut self, node: Node) -> usize {
        self.tree.nodes.push(node);
        self.tree.nodes.len() - 1
    }

    fn pack(&mut self, values: Lanes, depth: usize) -> usize {
        if let Some(&known) = self.known.get(&values) {
            return known;
        }
        let node = self.make(&values, depth);
        self.known.insert(values, node);
        node
    }

    fn make(&mut self, values: &Lanes, depth: usize) -> usize {
        self.code.budget = self.code.budget.saturating_sub(values.len());
        if let Some(bits) = self.constant(values) {
            return self.node(Node::Constant(bits));
        }
        let first = values[0];
        let is_splat = |lanes: &[Value]| lanes.iter().all(|&value| value == first);
        let compared = if invar_ir::mutant!(SlpSplatOfFirst) { 2 } else { values.len() };
        if is_splat(&values[..compared]) {
            return self.node(Node::Splat(first));
        }
        if depth > 0
            && self.tree.nodes.len() < self.config.packs
            && self.code.budget > 0
            && let Some(insts) = self.insts(values)
        {
            let made = self
                .loads(values, &insts)
                .or_else(|| self.operators(&insts, depth))
                .or_else(|| self.alternating(&insts, depth));
            if let Some(node) = made {
                self.members(&insts, node);
                return node;
            }
        }
        self.gather(values)
    }

    fn members(&mut self, insts: &[Inst], node: usize) {
        self.tree.members.extend(insts.iter().enumerate().map(|(lane, &inst)| (inst, node, lane)));
    }

    /// The instructions that give these values, if all are in the block.
    fn insts(&self, values: &Lanes) -> Option<SmallVec<[Inst; 4]>> {
        let inst = |&value: &Value| match self.f.values[value].def {
            ValueDef::Result(inst, 0) if self.f.results(inst).len() == 1 => {
                self.code.slot(inst).map(|_| inst)
            }
            _ => None,
        };
        values.iter().map(inst).collect()
    }

    /// The bits of a lane, if the value is a constant.
    fn bits(&self, value: Value) -> Option<u64> {
        Some(match self.f.constant(value)? {
            Const::I32(number) => u64::from(number as u32),
            Const::I64(number) => number as u64,
            Const::F32(bits) => u64::from(bits),
            Const::F64(bits) => bits,
            Const::V128(_) => return None,
        })
    }

    fn constant(&self, values: &Lanes) -> Option<u128> {
        let bits: Vec<u64> = values.iter().map(|&value| self.bits(value)).collect::<Option<_>>()?;
        Some(lanes::constant(self.tree.element.width(), |lane| bits[lane as usize]))
    }

    /// A vector of scalars. Constants come first, all at once.
    fn gather(&mut self, values: &Lanes) -> usize {
        let bits: Vec<Option<u64>> = values.iter().map(|&value| self.bits(value)).collect();
        let width = self.tree.element.width();
        let has_constants = bits.iter().any(Option::is_some);
        let start = has_constants
            .then(|| lanes::constant(width, |lane| bits[lane as usize].unwrap_or_default()));
        let replaced = (0..values.len()).filter(|&lane| bits[lane].is_none());
        let replaced = replaced.map(|lane| (lane, values[lane])).collect();
        self.node(Node::Gather(start, replaced))
    }

    /// Loads of consecutive bytes in any order.
    fn loads(&mut self, values: &Lanes, insts: &[Inst]) -> Option<usize> {
        let (f, element) = (self.f, self.tree.element);
        let mut lanes: Vec<(Spot, usize)> = Vec::with_capacity(insts.len());
        for (lane, &inst) in insts.iter().enumerate() {
            if !element.is_loaded_by(&f.insts[inst].op) {
                return None;
            }
            lanes.push((Spot::of(f, inst)?, lane));
        }
        lanes.sort_by_key(|&(spot, lane)| (spot.start, lane));
        let sorted: Vec<Inst> = lanes.iter().map(|&(_, lane)| insts[lane]).collect();
        let is_in_order = lanes.iter().enumerate().all(|(n, &(_, lane))| n == lane);
        if !is_in_order {
            let in_order: Lanes = lanes.iter().map(|&(_, lane)| values[lane]).collect();
            let known = self.known.get(&in_order).copied();
            let of = match known.filter(|&known| matches!(self.tree.nodes[known], Node::Load(..))) {
                Some(known) => known,
                None => {
                    let node = self.load(sorted)?;
                    self.known.insert(in_order, node);
                    node
                }
            };
            let mut from = vec![0; lanes.len()];
            for (n, &(_, lane)) in lanes.iter().enumerate() {
                from[lane] = if invar_ir::mutant!(SlpLanesInOrder) { lane } else { n };
            }
            let shuffle = shuffle(element.width(), |lane| from[lane]);
            return Some(self.node(Node::Shuffle([of, of], shuffle)));
        }
        self.load(sorted)
    }

    fn load(&mut self, sorted: Vec<Inst>) -> Option<usize> {
        if !legality::are_consecutive(self.f, &sorted) {
            return None;
        }
        let memory = Spot::of(self.f, sorted[0])?.memory;
        legality::check_memory(self.code.setting.module, memory).ok()?;
        let (f, seed, window) = (self.f, self.seed, self.config.window);
        let last = legality::check_loads(self.code, f, &sorted, seed, window).ok()?;
        Some(self.node(Node::Load(sorted, last)))
    }

    fn op(&self, inst: Inst) -> &'a Op {
        &self.f.insts[inst].op
    }

    /// The operator of all these, if it is one.
    fn common(&self, insts: &[Inst]) -> Option<&'a Op> {
        let first = self.op(insts[0]);
        insts.iter().all(|&inst| self.op(inst) == first).then_some(first)
    }

    /// One operator in all lanes.
    fn operators(&mut self, insts: &[Inst], depth: usize) -> Option<usize> {
        let op = self.common(insts)?;
        let width = self.tree.element.width();
        if let Some(shift) = lanes::of_shift(op, width) {
            return self.shift(op, shift, insts, depth);
        }
        let is_extension = match width {
            8 => matches!(op, Op::I32Extend8S | Op::I32Extend16S),
            16 => matches!(op, Op::I32Extend16S),
            _ => false,
        };
        if is_extension {
            // The low bits are those of the operand.
            let operands = self.operand(insts, 0);
            return Some(self.pack(operands, depth - 1));
        }
        let vector = vector_op(op, self.tree.element)?;
        let arity = self.f.args(insts[0]).len();
        let mut operands: SmallVec<[Lanes; 2]> =
            (0..arity).map(|n| self.operand(insts, n)).collect();
        if arity == 2 && commutes(op) {
            self.align(&mut operands);
        }
        let args = operands.into_iter().map(|lanes| self.pack(lanes, depth - 1)).collect();
        Some(self.node(Node::Op(vector, args)))
    }

    /// The operands of this number of all lanes.
    fn operand(&self, insts: &[Inst], n: usize) -> Lanes {
        insts.iter().map(|&inst| self.f.resolve(self.f.args(inst)[n])).collect()
    }

    /// Exchanges operands of a lane where they are more like those of the first lane then.
    fn align(&self, operands: &mut [Lanes]) {
        let [left, right] = operands else { return };
        for lane in 1..left.len() {
            let like = |a: Value, b: Value| self.likeness(a, b, lane as u64);
            let kept = like(left[0], left[lane]) + like(right[0], right[lane]);
            let swapped = like(left[0], right[lane]) + like(right[0], left[lane]);
            if swapped > kept {
                std::mem::swap(&mut left[lane], &mut right[lane]);
            }
        }
    }

    /// How well a value goes with that of the first lane.
    fn likeness(&self, first: Value, value: Value, lane: u64) -> u32 {
        if first == value || self.bits(first).is_some() && self.bits(value).is_some() {
            return 3;
        }
        let (Some(a), Some(b)) = (self.f.def_inst(first), self.f.def_inst(value)) else { return 0 };
        match (Spot::of(self.f, a), Spot::of(self.f, b)) {
            (Some(a), Some(b)) if a.base == b.base && a.memory == b.memory => {
                if a.start.checked_add(lane * a.size) == Some(b.start) { 3 } else { 2 }
            }
            (Some(_), Some(_)) => 1,
            (None, None) if self.op(a) == self.op(b) => 2,
            _ => 0,
        }
    }

    fn shift(&mut self, op: &Op, shift: Op, insts: &[Inst], depth: usize) -> Option<usize> {
        let width = self.tree.element.width();
        let amounts = self.operand(insts, 1);
        let natural = if matches!(self.tree.element, Element::Wide) { 64 } else { 32 };
        let bits = self.bits(amounts[0]).map(|bits| bits as u32 & (natural - 1));
        let is_common = amounts.iter().all(|&amount| {
            amount == amounts[0]
                || bits.is_some() && self.bits(amount).map(|it| it as u32 & (natural - 1)) == bits
                || invar_ir::mutant!(SlpShiftsAlike)
        });
        let is_left = matches!(op, Op::I32Shl | Op::I64Shl);
        let fits = width == natural
            || is_left && (bits.is_some_and(|by| by < width) || invar_ir::mutant!(SlpShiftWraps));
        if !is_common || !fits {
            return None;
        }
        let amount = match bits {
            Some(by) => Amount::Constant(by),
            // An amount of 64 bits would have to be made shorter.
            None if natural == 64 => return None,
            None => Amount::Value(amounts[0]),
        };
        let operands = self.operand(insts, 0);
        let of = self.pack(operands, depth - 1);
        Some(self.node(Node::Shift(shift, of, amount)))
    }

    /// Sums in some lanes and differences in the others.
    fn alternating(&mut self, insts: &[Inst], depth: usize) -> Option<usize> {
        let of = |opcode: Opcode| match opcode {
            Opcode::I32Add => Some(Op::I32Sub),
            Opcode::I32Sub => Some(Op::I32Add),
            Opcode::I64Add => Some(Op::I64Sub),
            Opcode::I64Sub => Some(Op::I64Add),
            Opcode::F32Add => Some(Op::F32Sub),
            Opcode::F32Sub => Some(Op::F32Add),
            Opcode::F64Add => Some(Op::F64Sub),
            Opcode::F64Sub => Some(Op::F64Add),
            _ => None,
        };
        let element = self.tree.element;
        let one = self.op(insts[0]);
        let other = of(one.opcode())?;
        if !insts.iter().all(|&inst| *self.op(inst) == *one || *self.op(inst) == other) {
            return None;
        }
        let is_other: Vec<bool> = insts.iter().map(|&inst| *self.op(inst) == other).collect();
        let (first, second) = (vector_op(one, element)?, vector_op(&other, element)?);
        let args: SmallVec<[usize; 2]> = [0, 1]
            .map(|n| {
                let operands = self.operand(insts, n);
                self.pack(operands, depth - 1)
            })
            .into_iter()
            .collect();
        let first = self.node(Node::Op(first, args.clone()));
        let second = self.node(Node::Op(second, args));
        let count = insts.len();
        let lanes = shuffle(element.width(), |lane| lane + count * usize::from(is_other[lane]));
        Some(self.node(Node::Shuffle([first, second], lanes)))
    }
}

/// What does in each lane what the operator does.
fn vector_op(op: &Op, element: Element) -> Option<Op> {
    match element {
        Element::Single | Element::Double => {
            lanes::of_floats(op).filter(|found| found.0 == element.width()).map(|found| found.1)
        }
        Element::Int(_) | Element::Wide => lanes::of_low_bits(op, element.width()),
    }
}

/// Whether operands may be exchanged, bit for bit.
fn commutes(op: &Op) -> bool {
    use Op::*;
    matches!(
        op,
        I32Add | I64Add | I32Mul | I64Mul | I32And | I64And | I32Or | I64Or | I32Xor | I64Xor
    ) || invar_ir::mutant!(SlpSwapsAny)
}

/// The shuffle that takes these lanes of two vectors.
fn shuffle(width: u32, from: impl Fn(usize) -> usize) -> [u8; 16] {
    let bytes = (width / 8) as usize;
    std::array::from_fn(|n| (from(n / bytes) * bytes + n % bytes) as u8)
}
