//! Evaluation of vector operators: the scalar meaning, lane by lane. Called by `evaluate`.

use super::Const::{self, F32, F64, I32, I64, V128};
use super::evaluate::{arith32, arith64, max32, max64, min32, min64};
use invar_ir::Op;

/// What a vector can be made of. Lane 0 is in the low bits.
trait Lane: Copy {
    const BITS: u32;
    fn from_bits(bits: u128) -> Self;
    fn bits(self) -> u128;
}

macro_rules! lane {
    ($($ty:ident $uint:ident;)*) => {$(
        impl Lane for $ty {
            const BITS: u32 = size_of::<$ty>() as u32 * 8;
            fn from_bits(bits: u128) -> Self { bits as $uint as $ty }
            fn bits(self) -> u128 { u128::from(self as $uint) }
        }
    )*};
}
lane! { i8 u8; u8 u8; i16 u16; u16 u16; i32 u32; u32 u32; i64 u64; u64 u64; }

macro_rules! float_lane {
    ($($ty:ident $uint:ident;)*) => {$(
        impl Lane for $ty {
            const BITS: u32 = $uint::BITS;
            fn from_bits(bits: u128) -> Self { $ty::from_bits(bits as $uint) }
            fn bits(self) -> u128 { self.to_bits().into() }
        }
    )*};
}
float_lane! { f32 u32; f64 u64; }

fn lanes<T: Lane>() -> usize {
    (128 / T::BITS) as usize
}

fn get<T: Lane>(vector: u128, lane: usize) -> T {
    T::from_bits(vector >> (lane as u32 * T::BITS))
}

fn put<T: Lane>(lane: usize, value: T) -> u128 {
    value.bits() << (lane as u32 * T::BITS)
}

/// A vector whose lane `i` is `f(i)`, as far as `f` is certain of it.
fn try_build<T: Lane>(f: impl Fn(usize) -> Option<T>) -> Option<Const> {
    (0..lanes::<T>()).try_fold(0, |vector, i| Some(vector | put(i, f(i)?))).map(V128)
}

fn build<T: Lane>(f: impl Fn(usize) -> T) -> Option<Const> {
    try_build(|i| Some(f(i)))
}

fn map<T: Lane, R: Lane>(a: u128, f: impl Fn(T) -> R) -> Option<Const> {
    build(|i| f(get(a, i)))
}

fn zip<T: Lane, R: Lane>(a: u128, b: u128, f: impl Fn(T, T) -> R) -> Option<Const> {
    build(|i| f(get(a, i), get(b, i)))
}

/// Lanes of ones where a comparison holds.
fn compare<T: Lane>(a: u128, b: u128, holds: impl Fn(&T, &T) -> bool) -> Option<Const> {
    let ones = u128::MAX >> (128 - T::BITS);
    build(|i| if holds(&get(a, i), &get(b, i)) { T::from_bits(ones) } else { T::from_bits(0) })
}

fn arith<T: FloatLane>(a: u128, f: impl Fn(T) -> T) -> Option<Const> {
    try_build(|i| f(get(a, i)).number())
}

fn arith2<T: FloatLane>(a: u128, b: u128, f: impl Fn(T, T) -> T) -> Option<Const> {
    try_build(|i| f(get(a, i), get(b, i)).number())
}

trait FloatLane: Lane {
    /// The value, unless it is a NaN.
    fn number(self) -> Option<Self>;
}

impl FloatLane for f32 {
    fn number(self) -> Option<f32> {
        arith32(self).map(|_| self)
    }
}

impl FloatLane for f64 {
    fn number(self) -> Option<f64> {
        arith64(self).map(|_| self)
    }
}

fn flag(value: bool) -> Option<Const> {
    Some(I32(value.into()))
}

fn all_true<T: Lane>(a: u128) -> Option<Const> {
    flag((0..lanes::<T>()).all(|i| get::<T>(a, i).bits() != 0))
}

/// The top bits of the lanes.
fn bitmask<T: Lane>(a: u128) -> Option<Const> {
    let top = |i| get::<T>(a, i).bits() >> (T::BITS - 1);
    Some(I32((0..lanes::<T>()).fold(0, |mask, i| mask | (top(i) as i32) << i)))
}

/// The lanes of `a`, then of `b`, clamped into narrower ones.
fn narrow<W: Lane + Into<i64>, N: Lane>(a: u128, b: u128, clamp: fn(i64) -> N) -> Option<Const> {
    let half = lanes::<W>();
    build(|i| clamp(if i < half { get::<W>(a, i) } else { get::<W>(b, i - half) }.into()))
}

/// The lanes from `first` on, widened.
fn extend<N: Lane + Into<W>, W: Lane>(a: u128, first: usize) -> Option<Const> {
    build(|i| get::<N>(a, first + i).into())
}

/// The products of the lanes from `first` on, in wider lanes, where they fit.
fn extmul<N: Lane + Into<W>, W: Lane>(
    a: u128,
    b: u128,
    first: usize,
    mul: fn(W, W) -> W,
) -> Option<Const> {
    build(|i| mul(get::<N>(a, first + i).into(), get::<N>(b, first + i).into()))
}

/// The sums of neighbours, in wider lanes, where they fit.
fn pairwise<N: Lane + Into<W>, W: Lane>(a: u128, add: fn(W, W) -> W) -> Option<Const> {
    build(|i| add(get::<N>(a, 2 * i).into(), get::<N>(a, 2 * i + 1).into()))
}

/// The value of a vector operator on constant operands, where it is certain.
pub(super) fn evaluate(op: &Op, args: &[Const]) -> Option<Const> {
    match *args {
        [V128(a)] => unary(op, a),
        [V128(a), V128(b)] => binary(op, a, b),
        [V128(a), I32(by)] => shift(op, a, by as u32).or_else(|| replace_lane(op, a, args[1])),
        [V128(a), scalar] => replace_lane(op, a, scalar),
        [V128(a), V128(b), V128(mask)] if matches!(op, Op::V128Bitselect) => {
            Some(V128(a & mask | b & !mask))
        }
        [scalar] => splat(op, scalar),
        _ => None,
    }
}

fn splat(op: &Op, scalar: Const) -> Option<Const> {
    match (op, scalar) {
        (Op::I8x16Splat, I32(x)) => build(|_| x as i8),
        (Op::I16x8Splat, I32(x)) => build(|_| x as i16),
        (Op::I32x4Splat, I32(x)) => build(|_| x),
        (Op::I64x2Splat, I64(x)) => build(|_| x),
        (Op::F32x4Splat, F32(x)) => build(|_| x),
        (Op::F64x2Splat, F64(x)) => build(|_| x),
        _ => None,
    }
}

fn replace_lane(op: &Op, a: u128, scalar: Const) -> Option<Const> {
    fn replace<T: Lane>(a: u128, lane: u8, value: T) -> Option<Const> {
        build(|i| if i == lane.into() { value } else { get(a, i) })
    }
    match (op, scalar) {
        (&Op::I8x16ReplaceLane { lane }, I32(x)) => replace(a, lane, x as i8),
        (&Op::I16x8ReplaceLane { lane }, I32(x)) => replace(a, lane, x as i16),
        (&Op::I32x4ReplaceLane { lane }, I32(x)) => replace(a, lane, x),
        (&Op::I64x2ReplaceLane { lane }, I64(x)) => replace(a, lane, x),
        (&Op::F32x4ReplaceLane { lane }, F32(x)) => replace(a, lane, x),
        (&Op::F64x2ReplaceLane { lane }, F64(x)) => replace(a, lane, x),
        _ => None,
    }
}

fn shift(op: &Op, a: u128, by: u32) -> Option<Const> {
    match op {
        Op::I8x16Shl => map(a, |x: i8| x.wrapping_shl(by)),
        Op::I8x16ShrS => map(a, |x: i8| x.wrapping_shr(by)),
        Op::I8x16ShrU => map(a, |x: u8| x.wrapping_shr(by)),
        Op::I16x8Shl => map(a, |x: i16| x.wrapping_shl(by)),
        Op::I16x8ShrS => map(a, |x: i16| x.wrapping_shr(by)),
        Op::I16x8ShrU => map(a, |x: u16| x.wrapping_shr(by)),
        Op::I32x4Shl => map(a, |x: i32| x.wrapping_shl(by)),
        Op::I32x4ShrS => map(a, |x: i32| x.wrapping_shr(by)),
        Op::I32x4ShrU => map(a, |x: u32| x.wrapping_shr(by)),
        Op::I64x2Shl => map(a, |x: i64| x.wrapping_shl(by)),
        Op::I64x2ShrS => map(a, |x: i64| x.wrapping_shr(by)),
        Op::I64x2ShrU => map(a, |x: u64| x.wrapping_shr(by)),
        _ => None,
    }
}

fn unary(op: &Op, a: u128) -> Option<Const> {
    match *op {
        // Lanes out.
        Op::I8x16ExtractLaneS { lane } => Some(I32(get::<i8>(a, lane.into()).into())),
        Op::I8x16ExtractLaneU { lane } => Some(I32(get::<u8>(a, lane.into()).into())),
        Op::I16x8ExtractLaneS { lane } => Some(I32(get::<i16>(a, lane.into()).into())),
        Op::I16x8ExtractLaneU { lane } => Some(I32(get::<u16>(a, lane.into()).into())),
        Op::I32x4ExtractLane { lane } => Some(I32(get(a, lane.into()))),
        Op::I64x2ExtractLane { lane } => Some(I64(get(a, lane.into()))),
        Op::F32x4ExtractLane { lane } => Some(F32(get(a, lane.into()))),
        Op::F64x2ExtractLane { lane } => Some(F64(get(a, lane.into()))),
        // Bits.
        Op::V128Not => Some(V128(!a)),
        Op::V128AnyTrue => flag(a != 0),
        Op::I8x16AllTrue => all_true::<u8>(a),
        Op::I16x8AllTrue => all_true::<u16>(a),
        Op::I32x4AllTrue => all_true::<u32>(a),
        Op::I64x2AllTrue => all_true::<u64>(a),
        Op::I8x16Bitmask => bitmask::<u8>(a),
        Op::I16x8Bitmask => bitmask::<u16>(a),
        Op::I32x4Bitmask => bitmask::<u32>(a),
        Op::I64x2Bitmask => bitmask::<u64>(a),
        Op::I8x16Popcnt => map(a, |x: u8| x.count_ones() as u8),
        // Integers.
        Op::I8x16Abs => map(a, i8::wrapping_abs),
        Op::I16x8Abs => map(a, i16::wrapping_abs),
        Op::I32x4Abs => map(a, i32::wrapping_abs),
        Op::I64x2Abs => map(a, i64::wrapping_abs),
        Op::I8x16Neg => map(a, i8::wrapping_neg),
        Op::I16x8Neg => map(a, i16::wrapping_neg),
        Op::I32x4Neg => map(a, i32::wrapping_neg),
        Op::I64x2Neg => map(a, i64::wrapping_neg),
        Op::I16x8ExtAddPairwiseI8x16S => pairwise::<i8, i16>(a, |x, y| x + y),
        Op::I16x8ExtAddPairwiseI8x16U => pairwise::<u8, u16>(a, |x, y| x + y),
        Op::I32x4ExtAddPairwiseI16x8S => pairwise::<i16, i32>(a, |x, y| x + y),
        Op::I32x4ExtAddPairwiseI16x8U => pairwise::<u16, u32>(a, |x, y| x + y),
        Op::I16x8ExtendLowI8x16S => extend::<i8, i16>(a, 0),
        Op::I16x8ExtendHighI8x16S => extend::<i8, i16>(a, 8),
        Op::I16x8ExtendLowI8x16U => extend::<u8, u16>(a, 0),
        Op::I16x8ExtendHighI8x16U => extend::<u8, u16>(a, 8),
        Op::I32x4ExtendLowI16x8S => extend::<i16, i32>(a, 0),
        Op::I32x4ExtendHighI16x8S => extend::<i16, i32>(a, 4),
        Op::I32x4ExtendLowI16x8U => extend::<u16, u32>(a, 0),
        Op::I32x4ExtendHighI16x8U => extend::<u16, u32>(a, 4),
        Op::I64x2ExtendLowI32x4S => extend::<i32, i64>(a, 0),
        Op::I64x2ExtendHighI32x4S => extend::<i32, i64>(a, 2),
        Op::I64x2ExtendLowI32x4U => extend::<u32, u64>(a, 0),
        Op::I64x2ExtendHighI32x4U => extend::<u32, u64>(a, 2),
        // Floats. The sign is a bit, whatever the rest is; arithmetic is not done on NaNs.
        Op::F32x4Abs => map(a, |x: u32| x & i32::MAX as u32),
        Op::F64x2Abs => map(a, |x: u64| x & i64::MAX as u64),
        Op::F32x4Neg => map(a, |x: u32| x ^ (1 << 31)),
        Op::F64x2Neg => map(a, |x: u64| x ^ (1 << 63)),
        Op::F32x4Ceil => arith(a, f32::ceil),
        Op::F32x4Floor => arith(a, f32::floor),
        Op::F32x4Trunc => arith(a, f32::trunc),
        Op::F32x4Nearest => arith(a, f32::round_ties_even),
        Op::F32x4Sqrt => arith(a, f32::sqrt),
        Op::F64x2Ceil => arith(a, f64::ceil),
        Op::F64x2Floor => arith(a, f64::floor),
        Op::F64x2Trunc => arith(a, f64::trunc),
        Op::F64x2Nearest => arith(a, f64::round_ties_even),
        Op::F64x2Sqrt => arith(a, f64::sqrt),
        // Conversions.
        Op::I32x4TruncSatF32x4S => build(|i| get::<f32>(a, i) as i32),
        Op::I32x4TruncSatF32x4U => build(|i| get::<f32>(a, i) as u32),
        Op::I32x4TruncSatF64x2SZero => build(|i| if i < 2 { get::<f64>(a, i) as i32 } else { 0 }),
        Op::I32x4TruncSatF64x2UZero => build(|i| if i < 2 { get::<f64>(a, i) as u32 } else { 0 }),
        Op::F32x4ConvertI32x4S => build(|i| get::<i32>(a, i) as f32),
        Op::F32x4ConvertI32x4U => build(|i| get::<u32>(a, i) as f32),
        Op::F64x2ConvertLowI32x4S => build(|i| f64::from(get::<i32>(a, i))),
        Op::F64x2ConvertLowI32x4U => build(|i| f64::from(get::<u32>(a, i))),
        Op::F32x4DemoteF64x2Zero => {
            try_build(|i| if i < 2 { (get::<f64>(a, i) as f32).number() } else { Some(0.0) })
        }
        Op::F64x2PromoteLowF32x4 => try_build(|i| f64::from(get::<f32>(a, i)).number()),
        _ => None,
    }
}

fn binary(op: &Op, a: u128, b: u128) -> Option<Const> {
    match *op {
        // Bits and lanes.
        Op::V128And => Some(V128(a & b)),
        Op::V128AndNot => Some(V128(a & !b)),
        Op::V128Or => Some(V128(a | b)),
        Op::V128Xor => Some(V128(a ^ b)),
        Op::I8x16Shuffle { lanes } => build(|i| match lanes[i] {
            n @ 0..16 => get::<u8>(a, n.into()),
            n => get(b, usize::from(n) - 16),
        }),
        Op::I8x16Swizzle => build(|i| match get::<u8>(b, i) {
            n @ 0..16 => get::<u8>(a, n.into()),
            _ => 0,
        }),
        // Comparisons.
        Op::I8x16Eq => compare(a, b, u8::eq),
        Op::I8x16Ne => compare(a, b, u8::ne),
        Op::I8x16LtS => compare(a, b, i8::lt),
        Op::I8x16LtU => compare(a, b, u8::lt),
        Op::I8x16GtS => compare(a, b, i8::gt),
        Op::I8x16GtU => compare(a, b, u8::gt),
        Op::I8x16LeS => compare(a, b, i8::le),
        Op::I8x16LeU => compare(a, b, u8::le),
        Op::I8x16GeS => compare(a, b, i8::ge),
        Op::I8x16GeU => compare(a, b, u8::ge),
        Op::I16x8Eq => compare(a, b, u16::eq),
        Op::I16x8Ne => compare(a, b, u16::ne),
        Op::I16x8LtS => compare(a, b, i16::lt),
        Op::I16x8LtU => compare(a, b, u16::lt),
        Op::I16x8GtS => compare(a, b, i16::gt),
        Op::I16x8GtU => compare(a, b, u16::gt),
        Op::I16x8LeS => compare(a, b, i16::le),
        Op::I16x8LeU => compare(a, b, u16::le),
        Op::I16x8GeS => compare(a, b, i16::ge),
        Op::I16x8GeU => compare(a, b, u16::ge),
        Op::I32x4Eq => compare(a, b, u32::eq),
        Op::I32x4Ne => compare(a, b, u32::ne),
        Op::I32x4LtS => compare(a, b, i32::lt),
        Op::I32x4LtU => compare(a, b, u32::lt),
        Op::I32x4GtS => compare(a, b, i32::gt),
        Op::I32x4GtU => compare(a, b, u32::gt),
        Op::I32x4LeS => compare(a, b, i32::le),
        Op::I32x4LeU => compare(a, b, u32::le),
        Op::I32x4GeS => compare(a, b, i32::ge),
        Op::I32x4GeU => compare(a, b, u32::ge),
        Op::I64x2Eq => compare(a, b, u64::eq),
        Op::I64x2Ne => compare(a, b, u64::ne),
        Op::I64x2LtS => compare(a, b, i64::lt),
        Op::I64x2GtS => compare(a, b, i64::gt),
        Op::I64x2LeS => compare(a, b, i64::le),
        Op::I64x2GeS => compare(a, b, i64::ge),
        Op::F32x4Eq => compare_floats(a, b, f32::eq),
        Op::F32x4Ne => compare_floats(a, b, f32::ne),
        Op::F32x4Lt => compare_floats(a, b, f32::lt),
        Op::F32x4Gt => compare_floats(a, b, f32::gt),
        Op::F32x4Le => compare_floats(a, b, f32::le),
        Op::F32x4Ge => compare_floats(a, b, f32::ge),
        Op::F64x2Eq => compare_doubles(a, b, f64::eq),
        Op::F64x2Ne => compare_doubles(a, b, f64::ne),
        Op::F64x2Lt => compare_doubles(a, b, f64::lt),
        Op::F64x2Gt => compare_doubles(a, b, f64::gt),
        Op::F64x2Le => compare_doubles(a, b, f64::le),
        Op::F64x2Ge => compare_doubles(a, b, f64::ge),
        // Integers.
        Op::I8x16NarrowI16x8S => narrow::<i16, i8>(a, b, |x| x.clamp(-128, 127) as i8),
        Op::I8x16NarrowI16x8U => narrow::<i16, u8>(a, b, |x| x.clamp(0, 255) as u8),
        Op::I16x8NarrowI32x4S => narrow::<i32, i16>(a, b, |x| x.clamp(-32768, 32767) as i16),
        Op::I16x8NarrowI32x4U => narrow::<i32, u16>(a, b, |x| x.clamp(0, 65535) as u16),
        Op::I8x16Add => zip(a, b, i8::wrapping_add),
        Op::I8x16AddSatS => zip(a, b, i8::saturating_add),
        Op::I8x16AddSatU => zip(a, b, u8::saturating_add),
        Op::I8x16Sub => zip(a, b, i8::wrapping_sub),
        Op::I8x16SubSatS => zip(a, b, i8::saturating_sub),
        Op::I8x16SubSatU => zip(a, b, u8::saturating_sub),
        Op::I8x16MinS => zip(a, b, i8::min),
        Op::I8x16MinU => zip(a, b, u8::min),
        Op::I8x16MaxS => zip(a, b, i8::max),
        Op::I8x16MaxU => zip(a, b, u8::max),
        Op::I8x16AvgrU => zip(a, b, |x: u8, y: u8| (u16::from(x) + u16::from(y)).div_ceil(2) as u8),
        Op::I16x8Add => zip(a, b, i16::wrapping_add),
        Op::I16x8AddSatS => zip(a, b, i16::saturating_add),
        Op::I16x8AddSatU => zip(a, b, u16::saturating_add),
        Op::I16x8Sub => zip(a, b, i16::wrapping_sub),
        Op::I16x8SubSatS => zip(a, b, i16::saturating_sub),
        Op::I16x8SubSatU => zip(a, b, u16::saturating_sub),
        Op::I16x8Mul => zip(a, b, i16::wrapping_mul),
        Op::I16x8MinS => zip(a, b, i16::min),
        Op::I16x8MinU => zip(a, b, u16::min),
        Op::I16x8MaxS => zip(a, b, i16::max),
        Op::I16x8MaxU => zip(a, b, u16::max),
        Op::I16x8AvgrU => {
            zip(a, b, |x: u16, y: u16| (u32::from(x) + u32::from(y)).div_ceil(2) as u16)
        }
        Op::I16x8Q15MulrSatS => zip(a, b, |x: i16, y: i16| {
            let product = (i32::from(x) * i32::from(y) + 0x4000) >> 15;
            product.min(i16::MAX.into()) as i16
        }),
        Op::I32x4Add => zip(a, b, i32::wrapping_add),
        Op::I32x4Sub => zip(a, b, i32::wrapping_sub),
        Op::I32x4Mul => zip(a, b, i32::wrapping_mul),
        Op::I32x4MinS => zip(a, b, i32::min),
        Op::I32x4MinU => zip(a, b, u32::min),
        Op::I32x4MaxS => zip(a, b, i32::max),
        Op::I32x4MaxU => zip(a, b, u32::max),
        Op::I32x4DotI16x8S => build(|i| {
            let product = |i| i32::from(get::<i16>(a, i)) * i32::from(get::<i16>(b, i));
            product(2 * i).wrapping_add(product(2 * i + 1))
        }),
        Op::I64x2Add => zip(a, b, i64::wrapping_add),
        Op::I64x2Sub => zip(a, b, i64::wrapping_sub),
        Op::I64x2Mul => zip(a, b, i64::wrapping_mul),
        Op::I16x8ExtMulLowI8x16S => extmul::<i8, i16>(a, b, 0, |x, y| x * y),
        Op::I16x8ExtMulHighI8x16S => extmul::<i8, i16>(a, b, 8, |x, y| x * y),
        Op::I16x8ExtMulLowI8x16U => extmul::<u8, u16>(a, b, 0, |x, y| x * y),
        Op::I16x8ExtMulHighI8x16U => extmul::<u8, u16>(a, b, 8, |x, y| x * y),
        Op::I32x4ExtMulLowI16x8S => extmul::<i16, i32>(a, b, 0, |x, y| x * y),
        Op::I32x4ExtMulHighI16x8S => extmul::<i16, i32>(a, b, 4, |x, y| x * y),
        Op::I32x4ExtMulLowI16x8U => extmul::<u16, u32>(a, b, 0, |x, y| x * y),
        Op::I32x4ExtMulHighI16x8U => extmul::<u16, u32>(a, b, 4, |x, y| x * y),
        Op::I64x2ExtMulLowI32x4S => extmul::<i32, i64>(a, b, 0, |x, y| x * y),
        Op::I64x2ExtMulHighI32x4S => extmul::<i32, i64>(a, b, 2, |x, y| x * y),
        Op::I64x2ExtMulLowI32x4U => extmul::<u32, u64>(a, b, 0, |x, y| x * y),
        Op::I64x2ExtMulHighI32x4U => extmul::<u32, u64>(a, b, 2, |x, y| x * y),
        // Floats. `pmin` and `pmax` choose one operand as it is, NaN or not.
        Op::F32x4Add => arith2(a, b, |x: f32, y| x + y),
        Op::F32x4Sub => arith2(a, b, |x: f32, y| x - y),
        Op::F32x4Mul => arith2(a, b, |x: f32, y| x * y),
        Op::F32x4Div => arith2(a, b, |x: f32, y| x / y),
        Op::F32x4Min => arith2(a, b, min32),
        Op::F32x4Max => arith2(a, b, max32),
        Op::F32x4PMin => zip(a, b, |x: u32, y: u32| if less32(y, x) { y } else { x }),
        Op::F32x4PMax => zip(a, b, |x: u32, y: u32| if less32(x, y) { y } else { x }),
        Op::F64x2Add => arith2(a, b, |x: f64, y| x + y),
        Op::F64x2Sub => arith2(a, b, |x: f64, y| x - y),
        Op::F64x2Mul => arith2(a, b, |x: f64, y| x * y),
        Op::F64x2Div => arith2(a, b, |x: f64, y| x / y),
        Op::F64x2Min => arith2(a, b, min64),
        Op::F64x2Max => arith2(a, b, max64),
        Op::F64x2PMin => zip(a, b, |x: u64, y: u64| if less64(y, x) { y } else { x }),
        Op::F64x2PMax => zip(a, b, |x: u64, y: u64| if less64(x, y) { y } else { x }),
        _ => None,
    }
}

fn compare_floats(a: u128, b: u128, holds: fn(&f32, &f32) -> bool) -> Option<Const> {
    compare(a, b, |&x: &u32, &y: &u32| holds(&f32::from_bits(x), &f32::from_bits(y)))
}

fn compare_doubles(a: u128, b: u128, holds: fn(&f64, &f64) -> bool) -> Option<Const> {
    compare(a, b, |&x: &u64, &y: &u64| holds(&f64::from_bits(x), &f64::from_bits(y)))
}

fn less32(a: u32, b: u32) -> bool {
    f32::from_bits(a) < f32::from_bits(b)
}

fn less64(a: u64, b: u64) -> bool {
    f64::from_bits(a) < f64::from_bits(b)
}
