//! Values, references, objects and exceptions.

pub use crate::constants::Const;
use crate::types::TypeRef;
use invar_ir::{ValType, handles};

handles! {
    /// A function of a store.
    FuncAddr = "func";
    /// A table of a store.
    TableAddr = "table";
    /// A memory of a store.
    MemoryAddr = "memory";
    /// A global of a store.
    GlobalAddr = "global";
    /// A tag of a store.
    TagAddr = "tag";
    /// A struct or array of a store.
    ObjectAddr = "object";
    /// An exception of a store.
    ExnAddr = "exn";
    /// An instance of a store.
    InstanceAddr = "instance";
}

/// A value of any type. Floats and vectors are bits, so that equality is identity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A number or a vector.
    Number(Const),
    /// A reference.
    Ref(Ref),
}

/// A reference. Equal ones are the same to `ref.eq`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ref {
    /// A null of any type.
    Null,
    /// A function.
    Func(FuncAddr),
    /// A value of the host, known by a number: of type `extern`, and of `any` once it was converted.
    Host(u32),
    /// The low 31 bits.
    I31(u32),
    /// A struct or an array.
    Object(ObjectAddr),
    /// An exception.
    Exn(ExnAddr),
}

/// A struct or array, which [`Ref::Object`] refers to. Fields and elements of packed types are `i32`s whose upper
/// bits are zero.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// The object's type in the store.
    pub ty: TypeRef,
    /// Whether it is an array.
    pub is_array: bool,
    /// The fields of a struct, the elements of an array.
    pub fields: Vec<Value>,
}

/// An exception, which [`Ref::Exn`] refers to.
#[derive(Clone, PartialEq, Debug)]
pub struct Exception {
    /// The exception's tag.
    pub tag: TagAddr,
    /// The exception's payload.
    pub values: Vec<Value>,
}

impl Value {
    /// An `i32`.
    pub fn i32(value: i32) -> Value {
        Value::Number(Const::I32(value))
    }

    /// An `i64`.
    pub fn i64(value: i64) -> Value {
        Value::Number(Const::I64(value))
    }

    /// The initial value of a local of this type; null also for non-nullable references.
    pub fn zero(ty: ValType) -> Value {
        Const::zero(ty).map_or(Value::Ref(Ref::Null), Value::Number)
    }

    /// The number. Panics for a reference: a verified module never takes one for a number.
    pub fn number(self) -> Const {
        match self {
            Value::Number(number) => number,
            Value::Ref(reference) => panic!("{reference:?} where a number must be"),
        }
    }

    /// The reference. Panics for a number.
    pub fn reference(self) -> Ref {
        match self {
            Value::Ref(reference) => reference,
            Value::Number(number) => panic!("{number:?} where a reference must be"),
        }
    }

    /// The bits of an `i32`. Panics for any other value.
    pub fn as_u32(self) -> u32 {
        match self {
            Value::Number(Const::I32(value)) => value as u32,
            other => panic!("{other:?} where an i32 must be"),
        }
    }

    /// An index or an address, of 32 bits or 64, unsigned. Panics for any other value.
    pub fn as_index(self) -> u64 {
        match self {
            Value::Number(Const::I32(value)) => u64::from(value as u32),
            Value::Number(Const::I64(value)) => value as u64,
            other => panic!("{other:?} where an index must be"),
        }
    }
}

impl From<Ref> for Value {
    fn from(reference: Ref) -> Value {
        Value::Ref(reference)
    }
}

impl From<Const> for Value {
    fn from(number: Const) -> Value {
        Value::Number(number)
    }
}
