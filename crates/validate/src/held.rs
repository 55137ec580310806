//! Values that are numbers, and what operators on numbers come to: shared by the domains that execute on numbers.

use invar_ir::{Global, Module, Op, ValType};
use invar_rules::{Const, evaluate, evaluate_wide};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A value during execution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Held {
    /// A number or vector.
    Value(Const),
    /// A reference, known by its identity only.
    Reference(u64),
    /// A control value of a region graph.
    Control(u32),
    /// A state of memory, or the order of effects, of a region graph: known by its identity only.
    Token(u64),
    /// Undefined in a region graph: agrees with anything.
    Undef,
}

impl Held {
    /// The number, if this value is one.
    pub fn constant(self) -> Option<Const> {
        match self {
            Held::Value(value) => Some(value),
            _ => None,
        }
    }

    /// An integer as an unsigned number; 0 for any other value.
    pub fn unsigned(self) -> u64 {
        match self {
            Held::Value(Const::I32(value)) => (value as u32).into(),
            Held::Value(Const::I64(value)) => value as u64,
            _ => 0,
        }
    }

    /// An integer of a type.
    pub fn integer(ty: ValType, number: u64) -> Held {
        Held::Value(match ty {
            ValType::I64 => Const::I64(number as i64),
            _ => Const::I32(number as i32),
        })
    }
}

/// The bits of a number or vector.
pub(crate) fn bits(value: Const) -> u128 {
    match value {
        Const::I32(value) => (value as u32).into(),
        Const::I64(value) => (value as u64).into(),
        Const::F32(bits) => bits.into(),
        Const::F64(bits) => bits.into(),
        Const::V128(bits) => bits,
    }
}

/// A hash all of whose bits depend on all of the question (splitmix64).
pub(crate) fn hash(question: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    question.hash(&mut hasher);
    let mut bits = hasher.finish().wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// The number that an immutable global of a module holds, if it is initialized with one.
pub(crate) fn constant_global(module: &Module, global: u32) -> Option<Const> {
    let data = module.globals.get(Global::from_u32(global))?;
    match &data.init[..] {
        [op] if !data.ty.mutable => Const::from_op(op),
        _ => None,
    }
}

/// What an operator on numbers comes to.
pub(crate) enum Evaluated {
    /// It has these results.
    Results(Vec<Held>),
    /// It traps.
    Trap,
    /// That depends on more than numbers, or on the bits of a NaN.
    Unknown,
}

/// Evaluates an operator, as constant folding does.
pub(crate) fn evaluated(op: &Op, args: &[Held]) -> Evaluated {
    if let (Op::Select | Op::TypedSelect { .. }, &[a, b, cond]) = (op, args) {
        return Evaluated::Results(vec![match cond {
            Held::Value(Const::I32(0)) => b,
            Held::Value(_) => a,
            _ => Held::Undef,
        }]);
    }
    let Some(numbers) = args.iter().map(|held| held.constant()).collect::<Option<Vec<Const>>>()
    else {
        return Evaluated::Unknown;
    };
    if let Some(value) = evaluate(op, &numbers) {
        Evaluated::Results(vec![Held::Value(value)])
    } else if let Some(both) = evaluate_wide(op, &numbers) {
        Evaluated::Results(both.map(Held::Value).to_vec())
    } else if traps_on_numbers(op) {
        Evaluated::Trap
    } else {
        Evaluated::Unknown
    }
}

/// Whether an operator that is evaluated traps on numbers for which it has no result: a division, or a conversion to an
/// integer.
pub(crate) fn traps_on_numbers(op: &Op) -> bool {
    use Op::*;
    matches!(op, I32DivS | I32DivU | I32RemS | I32RemU | I64DivS | I64DivU | I64RemS | I64RemU)
        || matches!(op, I32TruncF32S | I32TruncF32U | I32TruncF64S | I32TruncF64U)
        || matches!(op, I64TruncF32S | I64TruncF32U | I64TruncF64S | I64TruncF64U)
}
