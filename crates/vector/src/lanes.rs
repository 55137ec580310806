//! Which vector operator does in each lane what a scalar operator does: bit for bit, without traps.
//!
//! An integer is kept in lanes of 8, 16, 32 or 64 bits: its low bits, as many as something demands. Floats
//! have lanes of their own size. `f32x4.min` is `f32.min` in each lane; `pmin` is not, and is not used.
//!
//! Cost: constant.

use invar_ir::{Op, ValType};

/// Lanes of one vector, by their bits.
pub(crate) const VECTOR_BITS: u64 = 128;

/// The operator on vectors with lanes of this width, by that of 8 bits first.
fn by_width(width: u32, ops: [Option<Op>; 4]) -> Option<Op> {
    ops.into_iter().nth(width.trailing_zeros().checked_sub(3)? as usize)?
}

/// What an operator that works on the low bits of integers does in narrower lanes: the low bits of its result depend
/// on the low bits of its operands only.
pub(crate) fn of_low_bits(op: &Op, width: u32) -> Option<Op> {
    use Op::*;
    match op {
        I32Add | I64Add => {
            by_width(width, [Some(I8x16Add), Some(I16x8Add), Some(I32x4Add), Some(I64x2Add)])
        }
        I32Sub | I64Sub => {
            by_width(width, [Some(I8x16Sub), Some(I16x8Sub), Some(I32x4Sub), Some(I64x2Sub)])
        }
        I32Mul | I64Mul => by_width(width, [None, Some(I16x8Mul), Some(I32x4Mul), Some(I64x2Mul)]),
        I32And | I64And => Some(V128And),
        I32Or | I64Or => Some(V128Or),
        I32Xor | I64Xor => Some(V128Xor),
        _ => None,
    }
}

/// The operator on floats that does the same in each lane, and the bits of a lane.
pub(crate) fn of_floats(op: &Op) -> Option<(u32, Op)> {
    use Op::*;
    Some(match op {
        F32Add => (32, F32x4Add),
        F32Sub => (32, F32x4Sub),
        F32Mul => (32, F32x4Mul),
        F32Div => (32, F32x4Div),
        F32Min => (32, F32x4Min),
        F32Max => (32, F32x4Max),
        F32Abs => (32, F32x4Abs),
        F32Neg => (32, F32x4Neg),
        F32Sqrt => (32, F32x4Sqrt),
        F32Ceil => (32, F32x4Ceil),
        F32Floor => (32, F32x4Floor),
        F32Trunc => (32, F32x4Trunc),
        F32Nearest => (32, F32x4Nearest),
        F64Add => (64, F64x2Add),
        F64Sub => (64, F64x2Sub),
        F64Mul => (64, F64x2Mul),
        F64Div => (64, F64x2Div),
        F64Min => (64, F64x2Min),
        F64Max => (64, F64x2Max),
        F64Abs => (64, F64x2Abs),
        F64Neg => (64, F64x2Neg),
        F64Sqrt => (64, F64x2Sqrt),
        F64Ceil => (64, F64x2Ceil),
        F64Floor => (64, F64x2Floor),
        F64Trunc => (64, F64x2Trunc),
        F64Nearest => (64, F64x2Nearest),
        _ => return None,
    })
}

/// A shift in lanes of this width; the amount is a scalar, taken modulo the width.
pub(crate) fn of_shift(op: &Op, width: u32) -> Option<Op> {
    use Op::*;
    match op {
        I32Shl | I64Shl => {
            by_width(width, [Some(I8x16Shl), Some(I16x8Shl), Some(I32x4Shl), Some(I64x2Shl)])
        }
        I32ShrS | I64ShrS => {
            by_width(width, [Some(I8x16ShrS), Some(I16x8ShrS), Some(I32x4ShrS), Some(I64x2ShrS)])
        }
        I32ShrU | I64ShrU => {
            by_width(width, [Some(I8x16ShrU), Some(I16x8ShrU), Some(I32x4ShrU), Some(I64x2ShrU)])
        }
        _ => None,
    }
}

/// How a comparison looks at its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sense {
    /// As floats.
    Float,
    /// As signed integers.
    Signed,
    /// As unsigned integers.
    Unsigned,
    /// Only whether they are equal.
    Equality,
}

/// How a comparison looks at its operands, and their natural width.
pub(crate) fn sense(op: &Op) -> Option<(Sense, u32)> {
    use Op::*;
    Some(match op {
        F32Eq | F32Ne | F32Lt | F32Gt | F32Le | F32Ge => (Sense::Float, 32),
        F64Eq | F64Ne | F64Lt | F64Gt | F64Le | F64Ge => (Sense::Float, 64),
        I32Eq | I32Ne => (Sense::Equality, 32),
        I64Eq | I64Ne => (Sense::Equality, 64),
        I32LtS | I32GtS | I32LeS | I32GeS => (Sense::Signed, 32),
        I64LtS | I64GtS | I64LeS | I64GeS => (Sense::Signed, 64),
        I32LtU | I32GtU | I32LeU | I32GeU => (Sense::Unsigned, 32),
        I64LtU | I64GtU | I64LeU | I64GeU => (Sense::Unsigned, 64),
        _ => return None,
    })
}

/// A comparison in lanes of this width: all ones where it holds. There is no unsigned one of 64 bits.
pub(crate) fn of_compare(op: &Op, width: u32) -> Option<Op> {
    use Op::*;
    Some(match (op, width) {
        (F32Eq, 32) => F32x4Eq,
        (F32Ne, 32) => F32x4Ne,
        (F32Lt, 32) => F32x4Lt,
        (F32Gt, 32) => F32x4Gt,
        (F32Le, 32) => F32x4Le,
        (F32Ge, 32) => F32x4Ge,
        (F64Eq, 64) => F64x2Eq,
        (F64Ne, 64) => F64x2Ne,
        (F64Lt, 64) => F64x2Lt,
        (F64Gt, 64) => F64x2Gt,
        (F64Le, 64) => F64x2Le,
        (F64Ge, 64) => F64x2Ge,
        (I32Eq | I64Eq, 8) => I8x16Eq,
        (I32Eq | I64Eq, 16) => I16x8Eq,
        (I32Eq | I64Eq, 32) => I32x4Eq,
        (I64Eq, 64) => I64x2Eq,
        (I32Ne | I64Ne, 8) => I8x16Ne,
        (I32Ne | I64Ne, 16) => I16x8Ne,
        (I32Ne | I64Ne, 32) => I32x4Ne,
        (I64Ne, 64) => I64x2Ne,
        (I32LtS | I64LtS, 8) => I8x16LtS,
        (I32LtS | I64LtS, 16) => I16x8LtS,
        (I32LtS | I64LtS, 32) => I32x4LtS,
        (I64LtS, 64) => I64x2LtS,
        (I32GtS | I64GtS, 8) => I8x16GtS,
        (I32GtS | I64GtS, 16) => I16x8GtS,
        (I32GtS | I64GtS, 32) => I32x4GtS,
        (I64GtS, 64) => I64x2GtS,
        (I32LeS | I64LeS, 8) => I8x16LeS,
        (I32LeS | I64LeS, 16) => I16x8LeS,
        (I32LeS | I64LeS, 32) => I32x4LeS,
        (I64LeS, 64) => I64x2LeS,
        (I32GeS | I64GeS, 8) => I8x16GeS,
        (I32GeS | I64GeS, 16) => I16x8GeS,
        (I32GeS | I64GeS, 32) => I32x4GeS,
        (I64GeS, 64) => I64x2GeS,
        (I32LtU | I64LtU, 8) => I8x16LtU,
        (I32LtU | I64LtU, 16) => I16x8LtU,
        (I32LtU | I64LtU, 32) => I32x4LtU,
        (I32GtU | I64GtU, 8) => I8x16GtU,
        (I32GtU | I64GtU, 16) => I16x8GtU,
        (I32GtU | I64GtU, 32) => I32x4GtU,
        (I32LeU | I64LeU, 8) => I8x16LeU,
        (I32LeU | I64LeU, 16) => I16x8LeU,
        (I32LeU | I64LeU, 32) => I32x4LeU,
        (I32GeU | I64GeU, 8) => I8x16GeU,
        (I32GeU | I64GeU, 16) => I16x8GeU,
        (I32GeU | I64GeU, 32) => I32x4GeU,
        _ => return None,
    })
}

/// The comparison with another value for being different.
pub(crate) fn differs(width: u32) -> Op {
    match width {
        8 => Op::I8x16Ne,
        16 => Op::I16x8Ne,
        32 => Op::I32x4Ne,
        _ => Op::I64x2Ne,
    }
}

/// The comparison for being equal.
pub(crate) fn equals(width: u32) -> Op {
    match width {
        8 => Op::I8x16Eq,
        16 => Op::I16x8Eq,
        32 => Op::I32x4Eq,
        _ => Op::I64x2Eq,
    }
}

/// The operators that extend the low and the high lanes of this width to twice of it.
pub(crate) fn extends(width: u32, signed: bool) -> [Op; 2] {
    use Op::*;
    match (width, signed) {
        (8, true) => [I16x8ExtendLowI8x16S, I16x8ExtendHighI8x16S],
        (8, false) => [I16x8ExtendLowI8x16U, I16x8ExtendHighI8x16U],
        (16, true) => [I32x4ExtendLowI16x8S, I32x4ExtendHighI16x8S],
        (16, false) => [I32x4ExtendLowI16x8U, I32x4ExtendHighI16x8U],
        (_, true) => [I64x2ExtendLowI32x4S, I64x2ExtendHighI32x4S],
        (_, false) => [I64x2ExtendLowI32x4U, I64x2ExtendHighI32x4U],
    }
}

/// The operator that adds pairs of neighbours in lanes of twice the width.
pub(super) fn pairwise(width: u32, signed: bool) -> Op {
    match (width, signed) {
        (8, true) => Op::I16x8ExtAddPairwiseI8x16S,
        (8, false) => Op::I16x8ExtAddPairwiseI8x16U,
        (_, true) => Op::I32x4ExtAddPairwiseI16x8S,
        (_, false) => Op::I32x4ExtAddPairwiseI16x8U,
    }
}

/// The operator that broadcasts an integer to lanes of this width, of which it takes the low bits.
pub(crate) fn splat(width: u32) -> Op {
    match width {
        8 => Op::I8x16Splat,
        16 => Op::I16x8Splat,
        32 => Op::I32x4Splat,
        _ => Op::I64x2Splat,
    }
}

/// The operator that broadcasts a number of this type to lanes of this width.
pub(crate) fn splat_of(ty: ValType, width: u32) -> Op {
    match ty {
        ValType::F32 => Op::F32x4Splat,
        ValType::F64 => Op::F64x2Splat,
        _ => splat(width),
    }
}

/// The operator that takes a number of this type from a lane of its width.
pub(crate) fn extract(ty: ValType, lane: u8) -> Op {
    match ty {
        ValType::F32 => Op::F32x4ExtractLane { lane },
        ValType::F64 => Op::F64x2ExtractLane { lane },
        ValType::I64 => Op::I64x2ExtractLane { lane },
        _ => Op::I32x4ExtractLane { lane },
    }
}

/// The addition in lanes of this width.
pub(crate) fn add(width: u32) -> Op {
    of_low_bits(&Op::I64Add, width).expect("there is one of each width")
}

/// The shuffle of every second lane of two vectors, from the first on.
pub(crate) fn even(width: u32) -> [u8; 16] {
    let bytes = (width / 8) as usize;
    std::array::from_fn(|n| (n / bytes * 2 * bytes + n % bytes) as u8)
}

/// The shuffle of every second lane of two vectors, from the second on.
pub(crate) fn odd(width: u32) -> [u8; 16] {
    even(width).map(|byte| byte + (width / 8) as u8)
}

/// The shuffle of the lanes of two vectors in turn: those of their lower halves, or of their upper ones.
pub(crate) fn zip(width: u32, upper: bool) -> [u8; 16] {
    let bytes = (width / 8) as usize;
    let first = if upper { 8 } else { 0 };
    std::array::from_fn(|n| {
        let (lane, byte) = (n / bytes, n % bytes);
        (lane % 2 * 16 + first + lane / 2 * bytes + byte) as u8
    })
}

/// The shuffle that reverses the lanes of a vector.
pub(crate) fn reversed(width: u32) -> [u8; 16] {
    let bytes = (width / 8) as usize;
    std::array::from_fn(|n| ((16 / bytes - 1 - n / bytes) * bytes + n % bytes) as u8)
}

/// A constant whose lanes are these numbers, as many as fit, repeated.
pub(crate) fn constant(width: u32, lane: impl Fn(u64) -> u64) -> u128 {
    let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    (0..VECTOR_BITS / u64::from(width))
        .fold(0, |bits, n| bits | u128::from(lane(n) & mask) << (n as u32 * width))
}
