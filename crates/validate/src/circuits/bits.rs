//! Bits as a graph of conjunctions: equal bits are one node, however they were computed.
//!
//! Each bit is a constant, an input, a conjunction of two bits, or a bit of the result of an operator whose circuit is
//! not modelled (floats, products). Any bit may be negated. Nodes are hash-consed and folded, so that the low bits of
//! a wide sum are the bits of a narrow one, and what is masked away is gone. Two bits that are the same node
//! are equal for all inputs; others are compared on many inputs ([`Bits::evaluate`]).
//!
//! Cost: constant for a node; a round of evaluation is linear in the nodes.

use invar_analysis::claims::Verdict;
use invar_ir::Op;
use invar_rules::{Const, evaluate};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A bit: the number of a node, and whether it is negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Bit(u32);

/// Bits of a number, the lowest first.
pub(crate) type Word = Vec<Bit>;

pub(crate) const ZERO: Bit = Bit(0);
pub(crate) const ONE: Bit = Bit(1);

impl std::ops::Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

impl Bit {
    pub fn of(bit: bool) -> Bit {
        if bit { ONE } else { ZERO }
    }

    /// The bit's value, if it is constant.
    pub fn constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self == ONE)
    }

    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }
}

/// The bits of a constant.
pub(crate) fn constant(width: usize, number: u128) -> Word {
    (0..width).map(|n| Bit::of(n < 128 && number >> n & 1 == 1)).collect()
}

/// The number that bits are, if all are constant.
pub(crate) fn number(word: &[Bit]) -> Option<u64> {
    word.iter().rev().try_fold(0u64, |sum, bit| Some(sum << 1 | u64::from(bit.constant()?)))
}

/// What a function node computes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Function {
    /// The low bits of a product, as many as its operands have.
    Product,
    /// The number of ones.
    Ones,
    /// A scalar operator.
    Op(Op),
}

#[derive(Clone, Copy)]
enum Node {
    /// Never set.
    Zero,
    /// A bit of an input: its number and place.
    Input(u32, u32),
    And(Bit, Bit),
    /// A bit of the result of a function.
    Result(u32, u32),
}

/// How many times 64 inputs bits are compared on that are not the same node.
const ROUNDS: u64 = 4;

/// More nodes than this are not made.
pub(crate) const MOST_NODES: usize = 400_000;

/// A product with a constant of so many ones is a sum.
const MOST_ONES: u32 = 4;

/// The graph.
pub(crate) struct Bits {
    nodes: Vec<Node>,
    ands: FxHashMap<(Bit, Bit), Bit>,
    /// The bits of each input.
    inputs: Vec<u32>,
    functions: Vec<(Function, Vec<Word>)>,
    results: FxHashMap<(Function, Vec<Word>), Word>,
}

impl Bits {
    pub fn new() -> Bits {
        Bits {
            nodes: vec![Node::Zero],
            ands: FxHashMap::default(),
            inputs: Vec::new(),
            functions: Vec::new(),
            results: FxHashMap::default(),
        }
    }

    /// Whether so many nodes were made that no more should be.
    pub fn is_full(&self) -> bool {
        self.nodes.len() > MOST_NODES
    }

    fn push(&mut self, node: Node) -> Bit {
        self.nodes.push(node);
        Bit((self.nodes.len() as u32 - 1) << 1)
    }

    /// A number that may be anything.
    pub fn input(&mut self, width: usize) -> Word {
        let number = self.inputs.len() as u32;
        self.inputs.push(width as u32);
        (0..width as u32).map(|n| self.push(Node::Input(number, n))).collect()
    }

    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = (a.min(b), a.max(b));
        match a {
            ZERO => return ZERO,
            ONE => return b,
            _ if a == b => return a,
            _ if a == !b => return ZERO,
            _ => {}
        }
        // A conjunction with one of its own bits.
        for (of, with) in [(a, b), (b, a)] {
            if of.0 & 1 == 0
                && let Node::And(left, right) = self.nodes[of.node()]
            {
                if with == left || with == right {
                    return of;
                }
                if with == !left || with == !right {
                    return ZERO;
                }
            }
        }
        if let Some(&known) = self.ands.get(&(a, b)) {
            return known;
        }
        let new = self.push(Node::And(a, b));
        self.ands.insert((a, b), new);
        new
    }

    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        // Bits that differ in sign only share a node.
        let negated = (a.0 ^ b.0) & 1 == 1;
        let (a, b) = (Bit(a.0 & !1), Bit(b.0 & !1));
        let (left, right) = (self.and(a, !b), self.and(!a, b));
        let differ = self.or(left, right);
        if negated { !differ } else { differ }
    }

    /// `a` if the condition holds, else `b`.
    pub fn choose(&mut self, cond: Bit, a: Bit, b: Bit) -> Bit {
        if a == b {
            return a;
        }
        if a == !b {
            return !self.xor(cond, a);
        }
        let (left, right) = (self.and(cond, a), self.and(!cond, b));
        self.or(left, right)
    }

    /// The result of an operator on scalars that has no circuit here.
    pub fn op(&mut self, op: &Op, args: Vec<Word>, width: usize) -> Word {
        self.function(Function::Op(op.clone()), args, width)
    }

    /// The low bits of a product. Each depends on as many low bits of the operands: a product of narrow numbers is
    /// the low part of that of wide ones.
    pub fn product(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        for (word, by) in [(a, number(b)), (b, number(a))] {
            if let Some(by) = by.filter(|by| by.count_ones() <= MOST_ONES) {
                let places = (0..a.len()).filter(|place| by >> place & 1 == 1);
                return places.fold(constant(a.len(), 0), |sum, place| {
                    let part = [&vec![ZERO; place][..], &word[..word.len() - place]].concat();
                    self.add(&sum, &part)
                });
            }
        }
        let mut product = Word::new();
        let mut width = 8;
        while product.len() < a.len() {
            let (a, b) = (a[..width].to_vec(), b[..width].to_vec());
            let (a, b) = (a.clone().min(b.clone()), a.max(b));
            let all = match (number(&a), number(&b)) {
                (Some(a), Some(b)) => constant(width, a.wrapping_mul(b).into()),
                _ => self.function(Function::Product, vec![a, b], width),
            };
            product.extend(&all[product.len()..]);
            width *= 2;
        }
        product
    }

    /// The number of ones in a byte: a number of 4 bits.
    pub fn ones(&mut self, byte: &[Bit]) -> Word {
        match number(byte) {
            Some(byte) => constant(4, byte.count_ones().into()),
            None => self.function(Function::Ones, vec![byte.to_vec()], 4),
        }
    }

    fn function(&mut self, function: Function, args: Vec<Word>, width: usize) -> Word {
        let key = (function, args);
        if let Some(known) = self.results.get(&key) {
            return known.clone();
        }
        let numbers: Option<Vec<u64>> = key.1.iter().map(|arg| number(arg)).collect();
        let word = match numbers {
            Some(numbers) => {
                let widths: Vec<usize> = key.1.iter().map(Vec::len).collect();
                constant(width, key.0.evaluate(&numbers, &widths).into())
            }
            None => {
                let at = self.functions.len() as u32;
                self.functions.push(key.clone());
                (0..width as u32).map(|n| self.push(Node::Result(at, n))).collect()
            }
        };
        self.results.insert(key, word.clone());
        word
    }

    /// The inputs that bits depend on.
    pub fn support(&self, word: &[Bit]) -> Vec<u32> {
        let (mut seen, mut found) = (vec![false; self.nodes.len()], Vec::new());
        let mut stack: Vec<usize> = word.iter().map(|bit| bit.node()).collect();
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            match self.nodes[node] {
                Node::Zero => {}
                Node::Input(input, _) => found.push(input),
                Node::And(a, b) => stack.extend([a.node(), b.node()]),
                Node::Result(function, _) => {
                    let args = self.functions[function as usize].1.iter().flatten();
                    stack.extend(args.map(|bit| bit.node()));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Compares pairs of words, each with a name. Bits that are the same node are proved to be equal, others are
    /// compared on many inputs. The error is the name of a pair that differs.
    pub fn compare(&self, mut pairs: Vec<(String, Word, Word)>) -> Result<Verdict, String> {
        pairs.retain(|(_, one, other)| one != other);
        if pairs.is_empty() {
            return Ok(Verdict::Proved);
        }
        for round in 0..ROUNDS {
            let values = self.evaluate(round);
            for (name, one, other) in &pairs {
                let mut bits = one.iter().zip(other);
                if one.len() != other.len()
                    || bits.any(|(&one, &other)| values.get(one) != values.get(other))
                {
                    return Err(name.clone());
                }
            }
        }
        Ok(Verdict::Tried)
    }

    /// All nodes on 64 inputs at once; `round` decides which.
    fn evaluate(&self, round: u64) -> Values {
        let mut values: Vec<u64> = Vec::with_capacity(self.nodes.len());
        let inputs: Vec<Vec<u64>> = (self.inputs.iter().enumerate())
            .map(|(n, &width)| (0..64).map(|at| sample(n as u64, width, at, round)).collect())
            .collect();
        let mut results: FxHashMap<u32, Vec<u64>> = FxHashMap::default();
        let get =
            |values: &[u64], bit: Bit| values[bit.node()] ^ 0u64.wrapping_sub((bit.0 & 1).into());
        for node in &self.nodes {
            let value = match *node {
                Node::Zero => 0,
                Node::Input(input, place) => {
                    let numbers = inputs[input as usize].iter().enumerate();
                    numbers.fold(0, |bits, (at, number)| bits | (number >> place & 1) << at)
                }
                Node::And(a, b) => get(&values, a) & get(&values, b),
                Node::Result(function, place) => {
                    let all = results.entry(function).or_insert_with(|| {
                        let (function, args) = &self.functions[function as usize];
                        let widths: Vec<usize> = args.iter().map(Vec::len).collect();
                        (0..64)
                            .map(|at| {
                                let of = |word: &Word| {
                                    let bits = word.iter().enumerate();
                                    bits.fold(0, |sum, (n, &bit)| {
                                        sum | (get(&values, bit) >> at & 1) << n
                                    })
                                };
                                let args: Vec<u64> = args.iter().map(of).collect();
                                function.evaluate(&args, &widths)
                            })
                            .collect()
                    });
                    let numbers = all.iter().enumerate();
                    numbers.fold(0, |bits, (at, number)| bits | (number >> place & 1) << at)
                }
            };
            values.push(value);
        }
        Values(values)
    }
}

/// What all nodes are on 64 inputs.
struct Values(Vec<u64>);

impl Values {
    /// A bit on each of the inputs.
    fn get(&self, bit: Bit) -> u64 {
        self.0[bit.node()] ^ 0u64.wrapping_sub((bit.0 & 1).into())
    }
}

/// An input on one of 64 samples: often a number at an edge.
fn sample(input: u64, width: u32, at: u64, round: u64) -> u64 {
    let mut hasher = FxHasher::default();
    (input, at, round).hash(&mut hasher);
    let random = hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
    mask & match random >> 59 {
        0 => 0,
        1 => u64::MAX,
        2 => 1 << (width - 1),
        3 => (1 << (width - 1)) - 1,
        4 => random & 3,
        5 => (random & 3).wrapping_neg(),
        // Floats: one, and a half.
        6 if width == 32 => 0x3f80_0000,
        7 if width == 64 => 0x3fe0_0000_0000_0000,
        _ => random.wrapping_mul(0xd129_0d3b_32b2_2f29).rotate_right(17),
    }
}

impl Function {
    fn evaluate(&self, args: &[u64], widths: &[usize]) -> u64 {
        match self {
            Function::Product => args[0].wrapping_mul(args[1]),
            Function::Ones => args[0].count_ones().into(),
            Function::Op(op) => {
                let name = op.variant_name();
                let from = ["ConvertI", "PromoteF32", "DemoteF64", "TruncSatF", "TruncF"];
                let is_float = match from.iter().position(|part| name.contains(part)) {
                    Some(0) => false,
                    Some(_) => true,
                    None => name.starts_with('F'),
                };
                let constants =
                    args.iter().zip(widths).map(|(&arg, width)| match (is_float, width) {
                        (false, 64) => Const::I64(arg as i64),
                        (true, 64) => Const::F64(arg),
                        (false, _) => Const::I32(arg as i32),
                        (true, _) => Const::F32(arg as u32),
                    });
                let constants: Vec<Const> = constants.collect();
                match evaluate(op, &constants) {
                    Some(Const::I32(value)) => (value as u32).into(),
                    Some(Const::I64(value)) => value as u64,
                    Some(Const::F32(bits)) => bits.into(),
                    Some(Const::F64(bits)) => bits,
                    // A NaN whose bits are not known: the same for the same operands.
                    _ => {
                        let mut hasher = FxHasher::default();
                        (op, args).hash(&mut hasher);
                        hasher.finish()
                    }
                }
            }
        }
    }
}
