//! Expressions: `(I32Add x 5)`. Atoms: the inputs `x y z` (i32), `X Y Z` (i64), `f g` (f32),
//! `F G` (f64), `v w` (v128); constants `5` (i32), `5L` (i64), `0.5f` (f32), `0.5` (f64),
//! `nan:7fa00000` (bits; 16 digits for f64), `v:ff` (v128, hexadecimal).

use crate::{Const, Term, ValueFacts, evaluate};
use invar_ir::{MemArg, MemOrdering, MemSpace, Op, ValType};
use std::fmt::Write;

pub const INPUTS: [(char, ValType); 12] = [
    ('x', ValType::I32),
    ('y', ValType::I32),
    ('z', ValType::I32),
    ('X', ValType::I64),
    ('Y', ValType::I64),
    ('Z', ValType::I64),
    ('f', ValType::F32),
    ('g', ValType::F32),
    ('F', ValType::F64),
    ('G', ValType::F64),
    ('v', ValType::V128),
    ('w', ValType::V128),
];

/// A node of an expression; its operands come before it. An input has no operator.
pub struct Node {
    pub op: Option<Op>,
    pub args: Vec<usize>,
    pub ty: ValType,
}

/// Expressions that share nodes. The first nodes are the inputs.
pub struct Nodes {
    pub list: Vec<Node>,
}

/// What evaluation says of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Outcome {
    Is(Const),
    /// Some quiet NaN, of bits that the engine chooses.
    SomeNan(ValType),
    Trap,
    /// Depends on the bits that the engine chooses.
    Unknown,
}

/// How the bits of a NaN that arithmetic gives are chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Nans {
    /// In any way that WebAssembly allows.
    Any,
    /// The first operand that is a NaN, made quiet; a negative one if there is none.
    Passed,
    /// Always the same.
    Canonical,
}

impl Nodes {
    pub fn new() -> Self {
        let list = INPUTS.map(|(_, ty)| Node { op: None, args: Vec::new(), ty }).into();
        Nodes { list }
    }

    pub fn add(&mut self, op: Op, args: &[usize], ty: ValType) -> usize {
        let same = |node: &Node| node.op.as_ref() == Some(&op) && node.args == args;
        if let Some(found) = self.list.iter().position(same) {
            return found;
        }
        self.list.push(Node { op: Some(op), args: args.to_vec(), ty });
        self.list.len() - 1
    }

    pub fn add_const(&mut self, constant: Const) -> usize {
        self.add(constant.to_op(), &[], constant.ty())
    }

    pub fn add_term(&mut self, term: &Term<usize>) -> usize {
        match term {
            Term::Value(value) => *value,
            Term::Const(constant) => self.add_const(*constant),
            Term::Node(ty, op, args) => {
                let args: Vec<usize> = args.iter().map(|arg| self.add_term(arg)).collect();
                self.add(op.clone(), &args, *ty)
            }
        }
    }

    /// What each node evaluates to, in order.
    pub fn evaluate(&self, inputs: &[Const]) -> Vec<Outcome> {
        self.evaluate_on(Nans::Any, inputs)
    }

    /// What each node evaluates to on an engine that chooses NaNs so.
    pub fn evaluate_on(&self, nans: Nans, inputs: &[Const]) -> Vec<Outcome> {
        let mut outcomes: Vec<Outcome> = Vec::new();
        for (n, node) in self.list.iter().enumerate() {
            let outcome = match &node.op {
                None => Outcome::Is(inputs[n]),
                Some(op) => {
                    let args: Vec<Outcome> = node.args.iter().map(|&arg| outcomes[arg]).collect();
                    apply(op, &args, node.ty, nans)
                }
            };
            outcomes.push(outcome);
        }
        outcomes
    }

    // ---- The text form -------------------------------------------------------------------------

    pub fn parse(&mut self, text: &str, ops: &[Signature]) -> usize {
        let text = text.replace('(', " ( ").replace(')', " ) ");
        let mut stack: Vec<(&str, Vec<usize>)> = vec![("", Vec::new())];
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let node = match word {
                "(" => {
                    stack.push((words.next().expect("an operator"), Vec::new()));
                    continue;
                }
                ")" => {
                    let (name, args) = stack.pop().expect("an open parenthesis");
                    let types: Vec<ValType> = args.iter().map(|&arg| self.list[arg].ty).collect();
                    let found =
                        ops.iter().find(|sig| spell(&sig.op) == name && sig.params == types);
                    let sig = found.unwrap_or_else(|| panic!("no operator {name} on {types:?}"));
                    self.add(sig.op.clone(), &args, sig.result)
                }
                atom => self.parse_atom(atom),
            };
            stack.last_mut().expect("a caller").1.push(node);
        }
        stack[0].1[0]
    }

    fn parse_atom(&mut self, atom: &str) -> usize {
        if let Some(input) = INPUTS.iter().position(|(name, _)| atom == name.to_string()) {
            return input;
        }
        let constant = if let Some(bits) = atom.strip_prefix("nan:") {
            let number = u64::from_str_radix(bits, 16).expect("bits");
            if bits.len() == 8 { Const::F32(number as u32) } else { Const::F64(number) }
        } else if let Some(bits) = atom.strip_prefix("v:") {
            Const::V128(u128::from_str_radix(bits, 16).expect("bits"))
        } else if let Some(long) = atom.strip_suffix('L') {
            Const::I64(long.parse().expect("an i64"))
        } else if let Some(float) = atom.strip_suffix('f').filter(|text| text.contains('.')) {
            Const::F32(float.parse::<f32>().expect("an f32").to_bits())
        } else if atom.contains('.') {
            Const::F64(atom.parse::<f64>().expect("an f64").to_bits())
        } else {
            Const::I32(atom.parse().expect("an i32"))
        };
        self.add_const(constant)
    }

    pub fn print(&self, node: usize) -> String {
        let Node { op, args, .. } = &self.list[node];
        let Some(op) = op else { return INPUTS[node].0.to_string() };
        match Const::from_op(op) {
            Some(Const::I32(value)) => value.to_string(),
            Some(Const::I64(value)) => format!("{value}L"),
            Some(Const::F32(bits)) if f32::from_bits(bits).is_nan() => format!("nan:{bits:08x}"),
            Some(Const::F64(bits)) if f64::from_bits(bits).is_nan() => format!("nan:{bits:016x}"),
            Some(Const::F32(bits)) => format!("{:?}f", f32::from_bits(bits)),
            Some(Const::F64(bits)) => format!("{:?}", f64::from_bits(bits)),
            Some(Const::V128(bits)) => format!("v:{bits:x}"),
            None => {
                let mut text = format!("({}", spell(op));
                for &arg in args {
                    write!(text, " {}", self.print(arg)).expect("a string");
                }
                text + ")"
            }
        }
    }
}

impl ValueFacts for Nodes {
    type Value = usize;

    fn op(&self, value: usize) -> Option<&Op> {
        self.list[value].op.as_ref()
    }

    fn operand(&self, value: usize, n: usize) -> usize {
        self.list[value].args[n]
    }

    fn ty(&self, value: usize) -> ValType {
        self.list[value].ty
    }
}

/// An operator's name, with its lane if it has one.
fn spell(op: &Op) -> String {
    use Op::*;
    match op {
        I8x16ExtractLaneS { lane }
        | I8x16ExtractLaneU { lane }
        | I8x16ReplaceLane { lane }
        | I16x8ExtractLaneS { lane }
        | I16x8ExtractLaneU { lane }
        | I16x8ReplaceLane { lane }
        | I32x4ExtractLane { lane }
        | I32x4ReplaceLane { lane }
        | I64x2ExtractLane { lane }
        | I64x2ReplaceLane { lane }
        | F32x4ExtractLane { lane }
        | F32x4ReplaceLane { lane }
        | F64x2ExtractLane { lane }
        | F64x2ReplaceLane { lane } => format!("{}:{lane}", op.variant_name()),
        I8x16Shuffle { lanes } => format!("{}:{}", op.variant_name(), lanes[0]),
        _ => op.variant_name().to_string(),
    }
}

// ---- Evaluation ------------------------------------------------------------------------------

/// Whether a result of this operator that is a NaN is one of the engine's choice.
fn is_arithmetic(op: &Op) -> bool {
    let name = op.variant_name();
    let float = name.starts_with('F');
    let exact = ["Abs", "Neg", "Copysign", "Reinterpret", "PMin", "PMax", "Splat", "Lane"];
    float && !exact.iter().any(|part| name.contains(part))
}

fn apply(op: &Op, args: &[Outcome], ty: ValType, nans: Nans) -> Outcome {
    if args.contains(&Outcome::Trap) {
        return Outcome::Trap;
    }
    if matches!(op, Op::Select | Op::TypedSelect { .. }) {
        return match args[2] {
            Outcome::Is(Const::I32(0)) => args[1],
            Outcome::Is(_) => args[0],
            _ => Outcome::Unknown,
        };
    }
    if args.contains(&Outcome::Unknown) {
        return Outcome::Unknown;
    }
    let some_nan = args.iter().any(|arg| matches!(arg, Outcome::SomeNan(_)));
    if some_nan {
        use Op::*;
        match op {
            F32Abs | F32Neg | F64Abs | F64Neg => return args[0],
            F32Copysign | F64Copysign => {
                return if matches!(args[1], Outcome::Is(_)) { args[0] } else { Outcome::Unknown };
            }
            I32ReinterpretF32 | I64ReinterpretF64 => return Outcome::Unknown,
            _ if ty == ValType::V128 => return Outcome::Unknown,
            _ => {}
        }
    }
    let representatives: Vec<Const> = args
        .iter()
        .map(|arg| match arg {
            Outcome::Is(constant) => *constant,
            Outcome::SomeNan(ValType::F32) => Const::F32(0x7fc0_0000),
            _ => Const::F64(0x7ff8_0000_0000_0000),
        })
        .collect();
    match evaluate(op, &representatives) {
        Some(constant) => Outcome::Is(constant),
        None if representatives.is_empty() => Outcome::Unknown,
        None if is_arithmetic(op) && ty == ValType::V128 => Outcome::Unknown,
        None if is_arithmetic(op) => chosen_nan(nans, &representatives, ty),
        None => Outcome::Trap,
    }
}

/// The NaN that arithmetic of a scalar type gives.
fn chosen_nan(nans: Nans, args: &[Const], ty: ValType) -> Outcome {
    // The sign, and what the widths have in common of the rest, as if of `f64`.
    let parts: Vec<(bool, u64)> = args
        .iter()
        .filter(|arg| arg.is_nan())
        .map(|arg| match *arg {
            Const::F32(bits) => (bits >> 31 != 0, u64::from(bits) << 29 & PAYLOAD | QUIET),
            Const::F64(bits) => (bits >> 63 != 0, bits & PAYLOAD | QUIET),
            _ => unreachable!("a NaN is a float"),
        })
        .collect();
    const QUIET: u64 = 1 << 51;
    const PAYLOAD: u64 = (1 << 52) - 1;
    let (negative, payload) = match (nans, &parts[..]) {
        (Nans::Any, _) => return Outcome::SomeNan(ty),
        (Nans::Canonical, _) => (false, QUIET),
        (Nans::Passed, []) => (true, QUIET),
        (Nans::Passed, [first, rest @ ..]) if rest.iter().all(|part| part == first) => *first,
        (Nans::Passed, _) => return Outcome::Unknown,
    };
    Outcome::Is(match ty {
        ValType::F32 => {
            Const::F32(u32::from(negative) << 31 | 0x7f80_0000 | (payload >> 29) as u32)
        }
        _ => Const::F64(u64::from(negative) << 63 | 0x7ff0 << 48 | payload),
    })
}

impl Outcome {
    /// Whether a program that gives this may be replaced by one that gives `new`.
    pub fn allows(self, new: Outcome) -> bool {
        match (self, new) {
            (Outcome::Unknown, _) => true,
            (Outcome::SomeNan(_), Outcome::Is(Const::F32(bits))) => {
                f32::from_bits(bits).is_nan() && bits & 1 << 22 != 0
            }
            (Outcome::SomeNan(_), Outcome::Is(Const::F64(bits))) => {
                f64::from_bits(bits).is_nan() && bits & 1 << 51 != 0
            }
            _ => self == new,
        }
    }
}

// ---- The operators ---------------------------------------------------------------------------

/// An operator with its types.
pub struct Signature {
    pub op: Op,
    pub params: Vec<ValType>,
    pub result: ValType,
}

macro_rules! list {
    ($( @$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*) )*) => {{
        let mut list: Vec<Op> = Vec::with_capacity(700);
        $( list!(@one list $proposal $op $({ $($arg)* })?); )*
        list
    }};
    (@one $list:ident relaxed_simd $op:ident) => {};
    (@one $list:ident $proposal:ident $op:ident) => { $list.push(Op::$op); };
    (@one $list:ident $proposal:ident $op:ident { lane }) => {
        for lane in 0..2 { $list.push(Op::$op { lane }); }
    };
    (@one $list:ident $proposal:ident $op:ident { lanes }) => {
        $list.push(Op::$op { lanes: std::array::from_fn(|n| n as u8) });
        $list.push(Op::$op { lanes: std::array::from_fn(|n| n as u8 + 16) });
        $list.push(Op::$op { lanes: std::array::from_fn(|n| (n as u8 * 7 + 3) % 32) });
    };
    (@one $list:ident $proposal:ident $op:ident $args:tt) => {};
}

/// All operators that [`evaluate`] knows, found by trying each on operands of each type.
pub fn all_ops() -> Vec<Signature> {
    let candidates: Vec<Op> = wasmparser::for_each_operator!(list);
    let samples = [
        Const::I32(1),
        Const::I64(1),
        Const::F32(1f32.to_bits()),
        Const::F64(1f64.to_bits()),
        // A 1 in each lane, whatever the lanes are: small, never a NaN.
        Const::V128(0x0101_0101_0101_0101_0101_0101_0101_0101),
    ];
    let mut found = Vec::new();
    for op in candidates {
        for n in 0..samples.len() + samples.len().pow(2) + samples.len().pow(3) {
            let mut args = vec![samples[n % 5]];
            if n >= 5 {
                args.push(samples[(n - 5) / 5 % 5]);
            }
            if n >= 30 {
                args =
                    vec![samples[(n - 30) % 5], samples[(n - 30) / 5 % 5], samples[(n - 30) / 25]];
            }
            if matches!(op, Op::Select) && args.len() == 3 && args[0].ty() != args[1].ty() {
                continue;
            }
            if let Some(result) = evaluate(&op, &args) {
                let params = args.iter().map(|arg| arg.ty()).collect();
                found.push(Signature { op: op.clone(), params, result: result.ty() });
            }
        }
    }
    found
}

/// An immediate for the stores of a test.
pub fn memarg() -> MemArg {
    MemArg {
        offset: 0,
        memory: 0,
        align: 0,
        max_align: 0,
        space: MemSpace::Memory,
        ordering: MemOrdering::Default,
    }
}
