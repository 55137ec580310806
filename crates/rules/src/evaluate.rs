//! Evaluation of operators on constants, bit for bit as WebAssembly defines them.
//!
//! Never evaluated: an operator that would trap on these operands; float *arithmetic* whose
//! result is a NaN (its bits are the engine's choice); relaxed SIMD; anything that reads or
//! writes state. Operators on the sign bit and reinterpretations are exact on NaNs too.

use super::lanes;
use invar_ir::Op;

use super::Const::{self, F32, F64, I32, I64};

/// The value of a one-result operator on constant operands, where it is certain.
pub fn evaluate(op: &Op, args: &[Const]) -> Option<Const> {
    match *args {
        [I32(a)] => unary_i32(op, a),
        [I64(a)] => unary_i64(op, a),
        [F32(a)] => unary_f32(op, a),
        [F64(a)] => unary_f64(op, a),
        [I32(a), I32(b)] => binary_i32(op, a, b),
        [I64(a), I64(b)] => binary_i64(op, a, b),
        [F32(a), F32(b)] => binary_f32(op, a, b),
        [F64(a), F64(b)] => binary_f64(op, a, b),
        [a, b, I32(cond)] if matches!(op, Op::Select | Op::TypedSelect { .. }) => {
            Some(if cond != 0 { a } else { b })
        }
        [] => Const::from_op(op),
        _ => None,
    }
    .or_else(|| lanes::evaluate(op, args))
}

/// The results of a two-result operator (wide arithmetic): low half, high half.
pub fn evaluate_wide(op: &Op, args: &[Const]) -> Option<[Const; 2]> {
    let wide = |low: i64, high: i64| u128::from(high as u64) << 64 | u128::from(low as u64);
    let result = match (op, args) {
        (Op::I64Add128, &[I64(a), I64(b), I64(c), I64(d)]) => wide(a, b).wrapping_add(wide(c, d)),
        (Op::I64Sub128, &[I64(a), I64(b), I64(c), I64(d)]) => wide(a, b).wrapping_sub(wide(c, d)),
        (Op::I64MulWideS, &[I64(a), I64(b)]) => (i128::from(a) * i128::from(b)) as u128,
        (Op::I64MulWideU, &[I64(a), I64(b)]) => u128::from(a as u64) * u128::from(b as u64),
        _ => return None,
    };
    Some([I64(result as i64), I64((result >> 64) as i64)])
}

fn flag(value: bool) -> Option<Const> {
    Some(I32(value.into()))
}

/// The result of float arithmetic, unless it is a NaN.
pub(super) fn arith32(value: f32) -> Option<Const> {
    (!value.is_nan()).then(|| F32(value.to_bits()))
}

/// The result of float arithmetic, unless it is a NaN.
pub(super) fn arith64(value: f64) -> Option<Const> {
    (!value.is_nan()).then(|| F64(value.to_bits()))
}

fn unary_i32(op: &Op, a: i32) -> Option<Const> {
    Some(match op {
        Op::I32Eqz => I32((a == 0).into()),
        Op::I32Clz => I32(a.leading_zeros() as i32),
        Op::I32Ctz => I32(a.trailing_zeros() as i32),
        Op::I32Popcnt => I32(a.count_ones() as i32),
        Op::I32Extend8S => I32((a as i8).into()),
        Op::I32Extend16S => I32((a as i16).into()),
        Op::I64ExtendI32S => I64(a.into()),
        Op::I64ExtendI32U => I64((a as u32).into()),
        Op::F32ConvertI32S => F32((a as f32).to_bits()),
        Op::F32ConvertI32U => F32((a as u32 as f32).to_bits()),
        Op::F64ConvertI32S => F64(f64::from(a).to_bits()),
        Op::F64ConvertI32U => F64(f64::from(a as u32).to_bits()),
        Op::F32ReinterpretI32 => F32(a as u32),
        _ => return None,
    })
}

fn unary_i64(op: &Op, a: i64) -> Option<Const> {
    Some(match op {
        Op::I64Eqz => I32((a == 0).into()),
        Op::I64Clz => I64(a.leading_zeros().into()),
        Op::I64Ctz => I64(a.trailing_zeros().into()),
        Op::I64Popcnt => I64(a.count_ones().into()),
        Op::I64Extend8S => I64((a as i8).into()),
        Op::I64Extend16S => I64((a as i16).into()),
        Op::I64Extend32S => I64((a as i32).into()),
        Op::I32WrapI64 => I32(a as i32),
        Op::F32ConvertI64S => F32((a as f32).to_bits()),
        Op::F32ConvertI64U => F32((a as u64 as f32).to_bits()),
        Op::F64ConvertI64S => F64((a as f64).to_bits()),
        Op::F64ConvertI64U => F64((a as u64 as f64).to_bits()),
        Op::F64ReinterpretI64 => F64(a as u64),
        _ => return None,
    })
}

fn unary_f32(op: &Op, bits: u32) -> Option<Const> {
    let a = f32::from_bits(bits);
    match op {
        Op::F32Abs => Some(F32(bits & !SIGN32)),
        Op::F32Neg => Some(F32(bits ^ SIGN32)),
        Op::I32ReinterpretF32 => Some(I32(bits as i32)),
        Op::F32Ceil => arith32(a.ceil()),
        Op::F32Floor => arith32(a.floor()),
        Op::F32Trunc => arith32(a.trunc()),
        Op::F32Nearest => arith32(a.round_ties_even()),
        Op::F32Sqrt => arith32(a.sqrt()),
        Op::F64PromoteF32 => arith64(f64::from(a)),
        // A promotion is exact and keeps the order, so the ranges are those of `f64`.
        Op::I32TruncF32S | Op::I32TruncF32U | Op::I64TruncF32S | Op::I64TruncF32U => {
            truncate(op, f64::from(a))
        }
        Op::I32TruncSatF32S => Some(I32(a as i32)),
        Op::I32TruncSatF32U => Some(I32(a as u32 as i32)),
        Op::I64TruncSatF32S => Some(I64(a as i64)),
        Op::I64TruncSatF32U => Some(I64(a as u64 as i64)),
        _ => None,
    }
}

fn unary_f64(op: &Op, bits: u64) -> Option<Const> {
    let a = f64::from_bits(bits);
    match op {
        Op::F64Abs => Some(F64(bits & !SIGN64)),
        Op::F64Neg => Some(F64(bits ^ SIGN64)),
        Op::I64ReinterpretF64 => Some(I64(bits as i64)),
        Op::F64Ceil => arith64(a.ceil()),
        Op::F64Floor => arith64(a.floor()),
        Op::F64Trunc => arith64(a.trunc()),
        Op::F64Nearest => arith64(a.round_ties_even()),
        Op::F64Sqrt => arith64(a.sqrt()),
        Op::F32DemoteF64 => arith32(a as f32),
        Op::I32TruncF64S | Op::I32TruncF64U | Op::I64TruncF64S | Op::I64TruncF64U => {
            truncate(op, a)
        }
        Op::I32TruncSatF64S => Some(I32(a as i32)),
        Op::I32TruncSatF64U => Some(I32(a as u32 as i32)),
        Op::I64TruncSatF64S => Some(I64(a as i64)),
        Op::I64TruncSatF64U => Some(I64(a as u64 as i64)),
        _ => None,
    }
}

/// The truncations that trap out of range and on NaN (for which all comparisons are false).
fn truncate(op: &Op, a: f64) -> Option<Const> {
    const TWO_31: f64 = 2147483648.0;
    const TWO_32: f64 = 4294967296.0;
    const TWO_63: f64 = 9223372036854775808.0;
    const TWO_64: f64 = 18446744073709551616.0;
    let a = a.trunc();
    match op {
        Op::I32TruncF32S | Op::I32TruncF64S => {
            (-TWO_31..TWO_31).contains(&a).then_some(I32(a as i32))
        }
        Op::I32TruncF32U | Op::I32TruncF64U => {
            (0.0..TWO_32).contains(&a).then_some(I32(a as u32 as i32))
        }
        Op::I64TruncF32S | Op::I64TruncF64S => {
            (-TWO_63..TWO_63).contains(&a).then_some(I64(a as i64))
        }
        Op::I64TruncF32U | Op::I64TruncF64U => {
            (0.0..TWO_64).contains(&a).then_some(I64(a as u64 as i64))
        }
        _ => None,
    }
}

macro_rules! binary_int {
    ($name:ident, $int:ident, $uint:ident, $con:ident, [
        $eq:ident $ne:ident $lt_s:ident $lt_u:ident $gt_s:ident $gt_u:ident
        $le_s:ident $le_u:ident $ge_s:ident $ge_u:ident
        $add:ident $sub:ident $mul:ident $div_s:ident $div_u:ident $rem_s:ident $rem_u:ident
        $and:ident $or:ident $xor:ident $shl:ident $shr_s:ident $shr_u:ident
        $rotl:ident $rotr:ident
    ]) => {
        fn $name(op: &Op, a: $int, b: $int) -> Option<Const> {
            let (ua, ub) = (a as $uint, b as $uint);
            Some($con(match op {
                Op::$eq => return flag(a == b),
                Op::$ne => return flag(a != b),
                Op::$lt_s => return flag(a < b),
                Op::$lt_u => return flag(ua < ub),
                Op::$gt_s => return flag(a > b),
                Op::$gt_u => return flag(ua > ub),
                Op::$le_s => return flag(a <= b),
                Op::$le_u => return flag(ua <= ub),
                Op::$ge_s => return flag(a >= b),
                Op::$ge_u => return flag(ua >= ub),
                Op::$add => a.wrapping_add(b),
                Op::$sub => a.wrapping_sub(b),
                Op::$mul => a.wrapping_mul(b),
                Op::$div_s => a.checked_div(b)?,
                Op::$div_u => ua.checked_div(ub)? as $int,
                // The remainder of the smallest number by -1 is 0, without a trap.
                Op::$rem_s => (b != 0).then(|| a.wrapping_rem(b))?,
                Op::$rem_u => ua.checked_rem(ub)? as $int,
                Op::$and => a & b,
                Op::$or => a | b,
                Op::$xor => a ^ b,
                Op::$shl => a.wrapping_shl(b as u32),
                Op::$shr_s => a.wrapping_shr(b as u32),
                Op::$shr_u => ua.wrapping_shr(b as u32) as $int,
                Op::$rotl => a.rotate_left(b as u32 % $int::BITS),
                Op::$rotr => a.rotate_right(b as u32 % $int::BITS),
                _ => return None,
            }))
        }
    };
}

binary_int!(binary_i32, i32, u32, I32, [
    I32Eq I32Ne I32LtS I32LtU I32GtS I32GtU I32LeS I32LeU I32GeS I32GeU
    I32Add I32Sub I32Mul I32DivS I32DivU I32RemS I32RemU
    I32And I32Or I32Xor I32Shl I32ShrS I32ShrU I32Rotl I32Rotr
]);
binary_int!(binary_i64, i64, u64, I64, [
    I64Eq I64Ne I64LtS I64LtU I64GtS I64GtU I64LeS I64LeU I64GeS I64GeU
    I64Add I64Sub I64Mul I64DivS I64DivU I64RemS I64RemU
    I64And I64Or I64Xor I64Shl I64ShrS I64ShrU I64Rotl I64Rotr
]);

const SIGN32: u32 = 1 << 31;
const SIGN64: u64 = 1 << 63;

macro_rules! binary_float {
    ($name:ident, $float:ident, $bits:ident, $arith:ident, $con:ident, $sign:ident,
     $min_fn:ident, $max_fn:ident, [
        $eq:ident $ne:ident $lt:ident $gt:ident $le:ident $ge:ident $add:ident $sub:ident
        $mul:ident $div:ident $min:ident $max:ident $copysign:ident
    ]) => {
        fn $name(op: &Op, a_bits: $bits, b_bits: $bits) -> Option<Const> {
            let (a, b) = ($float::from_bits(a_bits), $float::from_bits(b_bits));
            match op {
                Op::$eq => flag(a == b),
                Op::$ne => flag(a != b),
                Op::$lt => flag(a < b),
                Op::$gt => flag(a > b),
                Op::$le => flag(a <= b),
                Op::$ge => flag(a >= b),
                Op::$add => $arith(a + b),
                Op::$sub => $arith(a - b),
                Op::$mul => $arith(a * b),
                Op::$div => $arith(a / b),
                Op::$min => $arith($min_fn(a, b)),
                Op::$max => $arith($max_fn(a, b)),
                Op::$copysign => Some($con(a_bits & !$sign | b_bits & $sign)),
                _ => None,
            }
        }

        /// The smaller, of which a NaN is one; the negative zero is smaller than the positive.
        pub(super) fn $min_fn(a: $float, b: $float) -> $float {
            if a.is_nan() || b.is_nan() {
                $float::NAN
            } else if a == b {
                $float::from_bits(a.to_bits() | b.to_bits())
            } else if a < b {
                a
            } else {
                b
            }
        }

        /// The larger, of which a NaN is one; the positive zero is larger than the negative.
        pub(super) fn $max_fn(a: $float, b: $float) -> $float {
            if a.is_nan() || b.is_nan() {
                $float::NAN
            } else if a == b {
                $float::from_bits(a.to_bits() & b.to_bits())
            } else if a > b {
                a
            } else {
                b
            }
        }
    };
}

binary_float!(binary_f32, f32, u32, arith32, F32, SIGN32, min32, max32, [
    F32Eq F32Ne F32Lt F32Gt F32Le F32Ge F32Add F32Sub F32Mul F32Div F32Min F32Max F32Copysign
]);
binary_float!(binary_f64, f64, u64, arith64, F64, SIGN64, min64, max64, [
    F64Eq F64Ne F64Lt F64Gt F64Le F64Ge F64Add F64Sub F64Mul F64Div F64Min F64Max F64Copysign
]);
