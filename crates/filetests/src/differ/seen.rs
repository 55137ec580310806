//! The observable part of a value.
//!
//! Two runs are in different stores, so references cannot be compared. Observable is whether one is
//! null, its kind, and the numbers reachable from it in a few steps.

/// How deep fields of objects are looked into.
pub const DEPTH: usize = 3;
/// How many fields, or elements, of each object are looked at.
pub const FIELDS: usize = 8;

/// The observable part of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// A number.
    I32(i32),
    /// A number.
    I64(i64),
    /// The bits of a float.
    F32(u32),
    /// The bits of a float.
    F64(u64),
    /// A vector.
    V128(u128),
    /// A null of any type.
    Null,
    /// A function.
    Func,
    /// A host value: the number in it, if it came from us.
    Extern(Option<u32>),
    /// An `i31`.
    I31(u32),
    /// A struct and its fields.
    Struct(Vec<Seen>),
    /// An array: its length and its first elements.
    Array(u32, Vec<Seen>),
    /// An exception's payload.
    Exn(Vec<Seen>),
    /// An object too deep to look into, or of a kind that cannot be asked.
    Something,
}

impl From<invar_interp::Const> for Seen {
    fn from(number: invar_interp::Const) -> Seen {
        use invar_interp::Const::*;
        match number {
            I32(value) => Seen::I32(value),
            I64(value) => Seen::I64(value),
            F32(bits) => Seen::F32(bits),
            F64(bits) => Seen::F64(bits),
            V128(bits) => Seen::V128(bits),
        }
    }
}
