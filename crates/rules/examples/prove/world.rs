//! Expressions that are generated lazily, as the rules inspect them.

use crate::operators::{self, Operators, Signature};
use crate::random::Random;
use invar_ir::{Op, ValType};
use invar_rules::{Const, KnownBits, Term, ValueFacts, Width};
use std::cell::RefCell;
use std::fmt::Write;

/// What a value is.
#[derive(Clone)]
pub enum Kind {
    /// Nobody has asked.
    Unasked,
    /// Nothing is known of it.
    Opaque,
    Constant(Const),
    /// An operator; operands are made when they are asked for.
    Operator(&'static Signature, Vec<Option<usize>>),
}

#[derive(Clone)]
struct Node {
    ty: ValType,
    kind: Kind,
    known: Option<KnownBits>,
    signs: Option<u32>,
    /// Whether somebody wanted to know the operator.
    asked: bool,
}

#[derive(Clone)]
struct State {
    nodes: Vec<Node>,
    random: Random,
    /// What is not decided yet is an opaque value of which nothing is known.
    frozen: bool,
}

/// Some expressions, and what is known of them.
pub struct World<'a> {
    state: RefCell<State>,
    operators: &'a Operators,
}

impl<'a> World<'a> {
    pub fn new(operators: &'a Operators, random: Random) -> Self {
        let state = State { nodes: Vec::new(), random, frozen: false };
        World { state: RefCell::new(state), operators }
    }

    pub fn random(&self) -> Random {
        self.state.borrow().random.clone()
    }

    /// A new value of a type.
    pub fn add(&self, ty: ValType) -> usize {
        self.state.borrow_mut().add(ty)
    }

    /// Another value of the type, or at times one that is there already.
    pub fn operand_of_type(&self, ty: ValType, user: Option<usize>) -> usize {
        let mut state = self.state.borrow_mut();
        if !state.frozen && state.random.chance(30) {
            let fits = |&n: &usize| {
                state.nodes[n].ty == ty && user.is_none_or(|user| !state.reaches(n, user))
            };
            let candidates: Vec<usize> = (0..state.nodes.len()).filter(fits).collect();
            if !candidates.is_empty() {
                let n = state.random.below(candidates.len());
                return candidates[n];
            }
        }
        state.add(ty)
    }

    pub fn set(&self, value: usize, kind: Kind) {
        self.state.borrow_mut().nodes[value].kind = kind;
    }

    pub fn was_asked(&self, value: usize) -> bool {
        self.state.borrow().nodes[value].asked
    }

    pub fn operator(signature: &'static Signature) -> Kind {
        Kind::Operator(signature, vec![None; signature.params.len()])
    }

    /// A copy in which nothing new is made up.
    pub fn frozen(&self) -> World<'a> {
        let mut state = self.state.borrow().clone();
        state.frozen = true;
        World { state: RefCell::new(state), operators: self.operators }
    }

    pub fn len(&self) -> usize {
        self.state.borrow().nodes.len()
    }

    /// The `step`-th way to say less of a value, if there is something to be left out.
    pub fn forget(&self, value: usize, step: usize) -> Option<World<'a>> {
        let less = self.frozen();
        {
            let node = &mut less.state.borrow_mut().nodes[value];
            match step {
                0 if !matches!(node.kind, Kind::Opaque | Kind::Unasked) => node.kind = Kind::Opaque,
                1 if node.known.is_some() => node.known = None,
                2 if node.signs.is_some() => node.signs = None,
                _ => return None,
            }
        }
        Some(less)
    }

    fn decide(&self, value: usize) {
        let mut state = self.state.borrow_mut();
        if !matches!(state.nodes[value].kind, Kind::Unasked) {
            return;
        }
        let ty = state.nodes[value].ty;
        let is_ref = matches!(ty, ValType::Ref(_));
        let choice = if state.frozen { 0 } else { state.random.below(100) };
        state.nodes[value].kind = if choice < 30 || is_ref && choice < 65 {
            Kind::Opaque
        } else if choice < 65 {
            Kind::Constant(state.constant(ty))
        } else {
            let fitting: Vec<_> =
                self.operators.inner.iter().filter(|signature| signature.result == ty).collect();
            match fitting.len() {
                0 => Kind::Opaque,
                n => World::operator(fitting[state.random.below(n)]),
            }
        };
    }

    // ---- Text ----------------------------------------------------------------------------------

    pub fn print(&self, text: &mut String, value: usize) {
        let node = self.state.borrow().nodes[value].clone();
        let write = match node.kind {
            Kind::Unasked | Kind::Opaque => write!(text, "x{value}:{}", type_name(node.ty)),
            Kind::Constant(constant) => write!(text, "c{value}:{}", spell(constant)),
            Kind::Operator(signature, args) => {
                write!(text, "(n{value} {}", operators::name(&signature.op)).expect("a string");
                for n in 0..args.len() {
                    text.push(' ');
                    self.print(text, self.operand(value, n));
                }
                write!(text, "{})", lanes(&signature.op))
            }
        };
        write.expect("a string");
    }

    pub fn print_term(&self, text: &mut String, term: &Term<usize>) {
        match term {
            Term::Value(value) => self.print(text, *value),
            Term::Const(constant) => write!(text, "c:{}", spell(*constant)).expect("a string"),
            Term::Node(_, op, args) => {
                write!(text, "(n {}", operators::name(op)).expect("a string");
                for arg in args {
                    text.push(' ');
                    self.print_term(text, arg);
                }
                write!(text, "{})", lanes(op)).expect("a string");
            }
        }
    }

    /// What was told of the bits of values: `known=3:zeros:ones`, `signs=3:number`.
    pub fn print_facts(&self, text: &mut String) {
        for (n, node) in self.state.borrow().nodes.iter().enumerate() {
            if let Some(known) = node.known {
                write!(text, " known={n}:{}:{}", known.zeros, known.ones).expect("a string");
            }
            if let Some(signs) = node.signs {
                write!(text, " signs={n}:{signs}").expect("a string");
            }
        }
    }
}

impl State {
    fn add(&mut self, ty: ValType) -> usize {
        self.nodes.push(Node { ty, kind: Kind::Unasked, known: None, signs: None, asked: false });
        self.nodes.len() - 1
    }

    fn constant(&mut self, ty: ValType) -> Const {
        let others: Vec<Const> = self.nodes.iter().filter_map(Node::constant).collect();
        self.random.constant(ty, &others)
    }

    /// Whether `value` is computed from `from`, or is it.
    fn reaches(&self, value: usize, from: usize) -> bool {
        value == from
            || match &self.nodes[value].kind {
                Kind::Operator(_, args) => {
                    args.iter().flatten().any(|&arg| self.reaches(arg, from))
                }
                _ => false,
            }
    }

    fn known(&mut self, width: Width) -> KnownBits {
        let others: Vec<Const> = self.nodes.iter().filter_map(Node::constant).collect();
        self.random.known_bits(width, &others)
    }
}

impl Node {
    fn constant(&self) -> Option<Const> {
        match self.kind {
            Kind::Constant(constant) => Some(constant),
            _ => None,
        }
    }
}

impl ValueFacts for World<'_> {
    type Value = usize;

    fn op(&self, value: usize) -> Option<&Op> {
        self.decide(value);
        self.state.borrow_mut().nodes[value].asked = true;
        match self.state.borrow().nodes[value].kind {
            Kind::Operator(signature, _) => Some(&signature.op),
            _ => None,
        }
    }

    fn operand(&self, value: usize, n: usize) -> usize {
        let (ty, found) = match &self.state.borrow().nodes[value].kind {
            Kind::Operator(signature, args) => (signature.params[n], args[n]),
            _ => panic!("an operand of what is no operator"),
        };
        found.unwrap_or_else(|| {
            let operand = self.operand_of_type(ty, Some(value));
            if let Kind::Operator(_, args) = &mut self.state.borrow_mut().nodes[value].kind {
                args[n] = Some(operand);
            }
            operand
        })
    }

    fn ty(&self, value: usize) -> ValType {
        self.state.borrow().nodes[value].ty
    }

    fn constant(&self, value: usize) -> Option<Const> {
        self.decide(value);
        self.state.borrow().nodes[value].constant()
    }

    fn known_bits_within(&self, value: usize, _: u32) -> KnownBits {
        self.decide(value);
        let mut state = self.state.borrow_mut();
        let node = &state.nodes[value];
        let Some(width) = Width::of(node.ty) else { return KnownBits { zeros: 0, ones: 0 } };
        if let Some(constant) = node.constant().and_then(Const::as_int) {
            return KnownBits::constant(width, constant);
        }
        match node.known {
            Some(known) => known,
            None if state.frozen => KnownBits::any(width),
            None => {
                let known = state.known(width);
                state.nodes[value].known = Some(known);
                known
            }
        }
    }

    fn sign_bits_within(&self, value: usize, _: u32) -> u32 {
        self.decide(value);
        let mut state = self.state.borrow_mut();
        let node = &state.nodes[value];
        let Some(width) = Width::of(node.ty) else { return 1 };
        if let Some(constant) = node.constant().and_then(Const::as_int) {
            let copies = constant << (64 - width.bits());
            return copies.leading_zeros().max(copies.leading_ones()).min(width.bits());
        }
        match node.signs {
            Some(signs) => signs,
            None if state.frozen => 1,
            None => {
                let signs = if state.random.chance(40) {
                    1
                } else {
                    1 + state.random.below(width.bits() as usize) as u32
                };
                state.nodes[value].signs = Some(signs);
                signs
            }
        }
    }
}

/// A type, with `!` where a reference is not null.
fn type_name(ty: ValType) -> String {
    match ty {
        ValType::Ref(ty) if ty.is_nullable() => "ref".into(),
        ValType::Ref(_) => "ref!".into(),
        ty => ty.to_string(),
    }
}

/// `i32=17`: the bits of a constant as an unsigned number.
pub fn spell(constant: Const) -> String {
    let bits: u128 = match constant {
        Const::I32(value) => (value as u32).into(),
        Const::I64(value) => (value as u64).into(),
        Const::F32(bits) => bits.into(),
        Const::F64(bits) => bits.into(),
        Const::V128(bits) => bits,
    };
    format!("{}={bits}", constant.ty())
}

/// The lanes of a shuffle as one more operand, a constant.
fn lanes(op: &Op) -> String {
    match op {
        Op::I8x16Shuffle { lanes } => {
            format!(" c:{}", spell(Const::V128(u128::from_le_bytes(*lanes))))
        }
        _ => String::new(),
    }
}
