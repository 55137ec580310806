//! Constants, bit for bit.

use invar_ir::{Ieee32, Ieee64, Op, V128, ValType};

/// A constant of a number or vector type. Floats are bits, so that equality is identity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    /// An `i32`.
    I32(i32),
    /// An `i64`.
    I64(i64),
    /// The bits of an `f32`.
    F32(u32),
    /// The bits of an `f64`.
    F64(u64),
    /// A `v128`, its first byte the lowest.
    V128(u128),
}

impl Const {
    /// The constant that an operator of the `const` family gives.
    pub fn from_op(op: &Op) -> Option<Const> {
        Some(match *op {
            Op::I32Const { value } => Const::I32(value),
            Op::I64Const { value } => Const::I64(value),
            Op::F32Const { value } => Const::F32(value.bits()),
            Op::F64Const { value } => Const::F64(value.bits()),
            Op::V128Const { value } => Const::V128(value.i128() as u128),
            _ => return None,
        })
    }

    /// The operator that gives this constant.
    pub fn to_op(self) -> Op {
        match self {
            Const::I32(value) => Op::I32Const { value },
            Const::I64(value) => Op::I64Const { value },
            Const::F32(bits) => Op::F32Const { value: Ieee32::from(f32::from_bits(bits)) },
            Const::F64(bits) => Op::F64Const { value: Ieee64::from(f64::from_bits(bits)) },
            Const::V128(bits) => Op::V128Const { value: V128::from(bits as i128) },
        }
    }

    /// The constant's type.
    pub fn ty(self) -> ValType {
        match self {
            Const::I32(_) => ValType::I32,
            Const::I64(_) => ValType::I64,
            Const::F32(_) => ValType::F32,
            Const::F64(_) => ValType::F64,
            Const::V128(_) => ValType::V128,
        }
    }

    /// All bits zero: what a local of that type starts as. `None` for references.
    pub fn zero(ty: ValType) -> Option<Const> {
        Some(match ty {
            ValType::I32 => Const::I32(0),
            ValType::I64 => Const::I64(0),
            ValType::F32 => Const::F32(0),
            ValType::F64 => Const::F64(0),
            ValType::V128 => Const::V128(0),
            ValType::Ref(_) => return None,
        })
    }

    /// An integer constant of either width, sign-extended.
    pub fn as_int(self) -> Option<i64> {
        match self {
            Const::I32(value) => Some(value.into()),
            Const::I64(value) => Some(value),
            _ => None,
        }
    }

    /// Whether it is a float that is not a number.
    pub fn is_nan(self) -> bool {
        match self {
            Const::F32(bits) => f32::from_bits(bits).is_nan(),
            Const::F64(bits) => f64::from_bits(bits).is_nan(),
            _ => false,
        }
    }

    /// The size in bytes of its instruction in a module.
    pub fn encoded_size(self) -> u32 {
        match self {
            Const::I32(value) => 1 + sleb_size(value.into()),
            Const::I64(value) => 1 + sleb_size(value),
            Const::F32(_) => 5,
            Const::F64(_) => 9,
            Const::V128(_) => 18,
        }
    }
}

/// Whether an operator gives the same value whenever and wherever it runs, and costs nothing to
/// repeat: numbers, vectors, null and function references.
pub fn is_constant(op: &Op) -> bool {
    Const::from_op(op).is_some() || matches!(op, Op::RefNull { .. } | Op::RefFunc { .. })
}

/// The size in bytes of an unsigned LEB128 number.
pub fn uleb_size(value: u64) -> u32 {
    (64 - (value | 1).leading_zeros()).div_ceil(7)
}

/// The size in bytes of a signed LEB128 number.
pub fn sleb_size(value: i64) -> u32 {
    let significant = 64 - (if value < 0 { !value } else { value }).leading_zeros();
    significant / 7 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_round_trip_through_operators() {
        for constant in [
            Const::I32(i32::MIN),
            Const::I64(-1),
            Const::F32(0x7fa0_0001),
            Const::F64(0xfff0_0000_0000_0001),
            Const::V128(0x0123_4567_89ab_cdef_0011_2233_4455_6677),
        ] {
            assert_eq!(Const::from_op(&constant.to_op()), Some(constant));
            assert_eq!(Const::zero(constant.ty()).map(Const::ty), Some(constant.ty()));
        }
    }

    #[test]
    fn sizes_of_signed_numbers() {
        for (value, size) in [
            (0, 1),
            (63, 1),
            (64, 2),
            (-64, 1),
            (-65, 2),
            (8191, 2),
            (8192, 3),
            (i64::from(i32::MIN), 5),
            (i64::MIN, 10),
            (i64::MAX, 10),
        ] {
            assert_eq!(sleb_size(value), size, "{value}");
        }
    }
}
