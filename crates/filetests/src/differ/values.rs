//! A host that behaves the same for a module before and after optimization, on any engine.
//!
//! What it provides for an import depends on the import's module, name and type, never on its
//! index: an optimizer may remove imports that nothing uses. Each call of a function goes into a trace,
//! in order, with its arguments; what the function gives depends on the trace so far. Values are made by
//! [`value`] out of random numbers, with the few things that a [`Maker`] of an engine can make.

use super::Seen;
use invar_generate::Random;
use invar_interp::Const;
use invar_ir::ValType;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How deep generated objects are nested, of arguments and of imported globals. What functions return,
/// and what tables start with, is not nested.
pub const DEPTH: usize = 2;

/// Makes the values of an engine's store.
pub trait Maker {
    /// A type of values.
    type Ty: Clone;
    /// A value.
    type Value;

    /// The part of a type that matters here.
    fn shape(&mut self, ty: &Self::Ty) -> Shape<Self::Ty>;
    /// A number.
    fn number(&mut self, number: Const) -> Self::Value;
    /// A null of a type of references.
    fn null(&mut self, ty: &Self::Ty) -> Self::Value;
    /// A value of the host that is told from others by a number.
    fn host(&mut self, number: u32) -> Option<Self::Value>;
    /// An `i31` of the low bits.
    fn i31(&mut self, bits: u32) -> Option<Self::Value>;
    /// A function of the host, named `made`, of a type of references to functions.
    fn func(&mut self, ty: &Self::Ty) -> Option<Self::Value>;
    /// A struct of the type that a type of references leads to.
    fn new_struct(&mut self, ty: &Self::Ty, fields: Vec<Self::Value>) -> Option<Self::Value>;
    /// An array of the type that a type of references leads to.
    fn new_array(
        &mut self,
        ty: &Self::Ty,
        element: Self::Value,
        length: u32,
    ) -> Option<Self::Value>;
}

/// The part of a type that matters here.
#[derive(Clone, Debug)]
pub enum Shape<T> {
    /// Numbers or vectors.
    Number(ValType),
    /// References.
    Ref(bool, Heap<T>),
}

/// The kind of object that references of a type refer to.
#[derive(Clone, Debug)]
pub enum Heap<T> {
    /// Values of the host.
    Extern,
    /// Small integers, among others.
    Small,
    /// Functions, of any type or of one.
    Func,
    /// Structs with these fields.
    Struct(Vec<Field<T>>),
    /// Arrays of these elements.
    Array(Field<T>),
    /// Anything else.
    Other,
}

/// A field, or an element.
#[derive(Clone, Debug)]
pub enum Field<T> {
    /// Eight or sixteen bits.
    Packed,
    /// A value.
    Of(T),
}

/// A value of a type, or `None` if the host cannot make one.
pub fn value<M: Maker>(
    maker: &mut M,
    ty: &M::Ty,
    random: &mut Random,
    depth: usize,
) -> Option<M::Value> {
    let (nullable, heap) = match maker.shape(ty) {
        Shape::Number(ty) => return Some(maker.number(number(ty, random))),
        Shape::Ref(nullable, heap) => (nullable, heap),
    };
    if nullable && (depth == 0 || random.one_in(3)) {
        return Some(maker.null(ty));
    }
    let made = match heap {
        Heap::Extern => maker.host(random.below(1000) as u32),
        Heap::Small => maker.i31(random.word() as u32),
        Heap::Func => maker.func(ty),
        Heap::Struct(fields) => {
            let fields: Option<Vec<M::Value>> =
                fields.iter().map(|field| element(maker, field, random, depth)).collect();
            fields.and_then(|fields| maker.new_struct(ty, fields))
        }
        Heap::Array(field) => {
            let length = random.below(5) as u32;
            let element = element(maker, &field, random, depth);
            element.and_then(|element| maker.new_array(ty, element, length))
        }
        Heap::Other => None,
    };
    made.or_else(|| nullable.then(|| maker.null(ty)))
}

fn element<M: Maker>(
    maker: &mut M,
    field: &Field<M::Ty>,
    random: &mut Random,
    depth: usize,
) -> Option<M::Value> {
    match field {
        Field::Packed => Some(maker.number(Const::I32(random.below(256) as i32))),
        Field::Of(ty) => {
            let nullable = !matches!(maker.shape(ty), Shape::Ref(false, _));
            if depth == 0 && !nullable {
                return None;
            }
            value(maker, ty, random, depth.saturating_sub(1))
        }
    }
}

/// A number, more often than not one at which something changes. Panics for a type of references.
fn number(ty: ValType, random: &mut Random) -> Const {
    match ty {
        ValType::I32 => Const::I32(integer(random) as i32),
        ValType::I64 => Const::I64(integer(random) as i64),
        ValType::F32 => Const::F32(match random.below(4) {
            0 => random.word() as u32,
            1 => ((random.below(2000) as f32 - 1000.0) / 8.0).to_bits(),
            _ => FLOATS[random.below(FLOATS.len())].to_bits(),
        }),
        ValType::F64 => Const::F64(match random.below(4) {
            0 => random.word(),
            1 => ((random.below(200_000) as f64 - 100_000.0) / 8.0).to_bits(),
            _ => f64::from(FLOATS[random.below(FLOATS.len())]).to_bits(),
        }),
        ValType::V128 => {
            let (low, high) = (integer(random), integer(random));
            Const::V128(u128::from(low) << 64 | u128::from(high))
        }
        ValType::Ref(_) => panic!("a reference is no number"),
    }
}

/// Floats at which something changes.
const FLOATS: [f32; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    3.25,
    -7.75,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    f32::MAX,
    f32::MIN_POSITIVE,
    2_147_483_648.0,
    -9_223_372_036_854_775_808.0,
];

fn integer(random: &mut Random) -> u64 {
    match random.below(6) {
        0 => random.word(),
        1 => random.below(256) as u64,
        2 => (random.below(256) as u64).wrapping_neg(),
        3 => 1 << random.below(64),
        4 => (1u64 << random.below(64)).wrapping_sub(1),
        _ => random.below(70_000) as u64,
    }
}

/// The random numbers of an import of this name, `MODULE NAME`.
pub fn of_import(name: &str) -> Random {
    Random::named(1, name)
}

/// The initial contents of an imported memory.
pub fn fill(memory: &mut [u8], random: &mut Random) {
    let length = memory.len().min(1 << 12);
    memory[..length].copy_from_slice(&random.bytes(length));
}

/// The calls that a host received.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trace {
    /// How many.
    pub calls: u64,
    /// A hash of their names and arguments, in order.
    pub hash: u64,
}

impl Trace {
    /// Notes a call. Gives the random numbers that its results are made of.
    pub fn call(&mut self, name: &str, args: impl IntoIterator<Item = Seen>) -> Random {
        let mut hasher = DefaultHasher::new();
        for arg in args {
            format!("{arg:?}").hash(&mut hasher);
        }
        (self.hash, name).hash(&mut hasher);
        self.hash = hasher.finish();
        self.calls += 1;
        Random::new(self.hash)
    }
}
