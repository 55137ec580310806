//! Operators on numbers and vectors.
//!
//! [`evaluate`] computes them, except for nondeterministic results and traps. Here a
//! NaN that arithmetic makes is the canonical one, lane by lane in vectors, and relaxed operators are
//! those of the deterministic profile.

use crate::constants::{Const, evaluate};
use crate::stop::{Stop, Trap};
use Const::{F32, F64, I32, I64, V128};
use invar_ir::Op;

const NAN32: u32 = 0x7fc0_0000;
const NAN64: u64 = 0x7ff8_0000_0000_0000;

/// The result of an operator on numbers.
pub(crate) fn number(op: &Op, args: &[Const]) -> Result<Const, Stop> {
    match evaluate(op, args) {
        Some(result) => Ok(result),
        None => uncertain(op, args),
    }
}

/// The result of an operator that constant folding does not evaluate.
#[cold]
fn uncertain(op: &Op, args: &[Const]) -> Result<Const, Stop> {
    use Op::*;
    match op {
        I32DivS | I32DivU | I32RemS | I32RemU | I64DivS | I64DivU | I64RemS | I64RemU => {
            return Err(match args[1] {
                I32(0) | I64(0) => Trap::IntegerDivisionByZero.into(),
                _ => Trap::IntegerOverflow.into(),
            });
        }
        I32TruncF32S | I32TruncF32U | I32TruncF64S | I32TruncF64U | I64TruncF32S | I64TruncF32U
        | I64TruncF64S | I64TruncF64U => {
            return Err(if args[0].is_nan() {
                Trap::BadConversionToInteger.into()
            } else {
                Trap::IntegerOverflow.into()
            });
        }
        F32Ceil | F32Floor | F32Trunc | F32Nearest | F32Sqrt | F32Add | F32Sub | F32Mul
        | F32Div | F32Min | F32Max | F32DemoteF64 => return Ok(F32(NAN32)),
        F64Ceil | F64Floor | F64Trunc | F64Nearest | F64Sqrt | F64Add | F64Sub | F64Mul
        | F64Div | F64Min | F64Max | F64PromoteF32 => return Ok(F64(NAN64)),
        _ => {}
    }
    if let Some(exact) = exact(op) {
        return number(&exact, args);
    }
    let result = match *args {
        [V128(a)] => match op {
            F32x4DemoteF64x2Zero => {
                let demoted = lanes64(|n| demote(lane64(a, n)).map(u64::from))?;
                Some(
                    demoted & u128::from(u32::MAX) | (demoted >> 32) & (u128::from(u32::MAX) << 32),
                )
            }
            F64x2PromoteLowF32x4 => {
                Some(lanes64(|n| bits64(number(&F64PromoteF32, &[F32(lane32(a, n))])?))?)
            }
            _ => by_lane(op, &[a])?,
        },
        [V128(a), V128(b)] => match op {
            I16x8RelaxedDotI8x16I7x16S => Some(dot(a, b)),
            _ => by_lane(op, &[a, b])?,
        },
        [V128(a), V128(b), V128(c)] => match op {
            F32x4RelaxedMadd => Some(fused32(a, b, c, 1.0)),
            F32x4RelaxedNmadd => Some(fused32(a, b, c, -1.0)),
            F64x2RelaxedMadd => Some(fused64(a, b, c, 1.0)),
            F64x2RelaxedNmadd => Some(fused64(a, b, c, -1.0)),
            I32x4RelaxedDotI8x16I7x16AddS => {
                let sums = number(&I32x4ExtAddPairwiseI16x8S, &[V128(dot(a, b))])?;
                return number(&I32x4Add, &[sums, V128(c)]);
            }
            _ => None,
        },
        _ => None,
    };
    result.map(V128).ok_or_else(|| Stop::Unsupported(op.opcode().name().to_owned()))
}

/// The deterministic operator that a relaxed one is executed as, if there is one.
fn exact(op: &Op) -> Option<Op> {
    use Op::*;
    Some(match op {
        I8x16RelaxedSwizzle => I8x16Swizzle,
        I32x4RelaxedTruncF32x4S => I32x4TruncSatF32x4S,
        I32x4RelaxedTruncF32x4U => I32x4TruncSatF32x4U,
        I32x4RelaxedTruncF64x2SZero => I32x4TruncSatF64x2SZero,
        I32x4RelaxedTruncF64x2UZero => I32x4TruncSatF64x2UZero,
        I8x16RelaxedLaneselect
        | I16x8RelaxedLaneselect
        | I32x4RelaxedLaneselect
        | I64x2RelaxedLaneselect => V128Bitselect,
        F32x4RelaxedMin => F32x4Min,
        F32x4RelaxedMax => F32x4Max,
        F64x2RelaxedMin => F64x2Min,
        F64x2RelaxedMax => F64x2Max,
        I16x8RelaxedQ15mulrS => I16x8Q15MulrSatS,
        _ => return None,
    })
}

/// The scalar operator of float arithmetic on vectors, and the number of lanes.
fn scalar(op: &Op) -> Option<(Op, usize)> {
    use Op::*;
    Some(match op {
        F32x4Ceil => (F32Ceil, 4),
        F32x4Floor => (F32Floor, 4),
        F32x4Trunc => (F32Trunc, 4),
        F32x4Nearest => (F32Nearest, 4),
        F32x4Sqrt => (F32Sqrt, 4),
        F32x4Add => (F32Add, 4),
        F32x4Sub => (F32Sub, 4),
        F32x4Mul => (F32Mul, 4),
        F32x4Div => (F32Div, 4),
        F32x4Min => (F32Min, 4),
        F32x4Max => (F32Max, 4),
        F64x2Ceil => (F64Ceil, 2),
        F64x2Floor => (F64Floor, 2),
        F64x2Trunc => (F64Trunc, 2),
        F64x2Nearest => (F64Nearest, 2),
        F64x2Sqrt => (F64Sqrt, 2),
        F64x2Add => (F64Add, 2),
        F64x2Sub => (F64Sub, 2),
        F64x2Mul => (F64Mul, 2),
        F64x2Div => (F64Div, 2),
        F64x2Min => (F64Min, 2),
        F64x2Max => (F64Max, 2),
        _ => return None,
    })
}

/// Float arithmetic on vectors.
fn by_lane(op: &Op, vectors: &[u128]) -> Result<Option<u128>, Stop> {
    let Some((scalar, count)) = scalar(op) else { return Ok(None) };
    let mut result = 0;
    for n in 0..count {
        let lane = |vector: &u128| match count {
            4 => F32(lane32(*vector, n)),
            _ => F64(lane64(*vector, n)),
        };
        let args: Vec<Const> = vectors.iter().map(lane).collect();
        result |= match number(&scalar, &args)? {
            F32(bits) => u128::from(bits) << (32 * n),
            F64(bits) => u128::from(bits) << (64 * n),
            other => panic!("{other:?} is no float"),
        };
    }
    Ok(Some(result))
}

fn lane32(vector: u128, n: usize) -> u32 {
    (vector >> (32 * n)) as u32
}

fn lane64(vector: u128, n: usize) -> u64 {
    (vector >> (64 * n)) as u64
}

fn lanes64(lane: impl Fn(usize) -> Result<u64, Stop>) -> Result<u128, Stop> {
    Ok(u128::from(lane(0)?) | u128::from(lane(1)?) << 64)
}

fn bits64(number: Const) -> Result<u64, Stop> {
    match number {
        F64(bits) => Ok(bits),
        other => panic!("{other:?} is no f64"),
    }
}

fn demote(bits: u64) -> Result<u32, Stop> {
    match number(&Op::F32DemoteF64, &[F64(bits)])? {
        F32(bits) => Ok(bits),
        other => panic!("{other:?} is no f32"),
    }
}

/// `sign * a * b + c`, rounded once.
fn fused32(a: u128, b: u128, c: u128, sign: f32) -> u128 {
    (0..4).fold(0, |result, n| {
        let [a, b, c] = [a, b, c].map(|vector| f32::from_bits(lane32(vector, n)));
        let value = (sign * a).mul_add(b, c);
        let bits = if value.is_nan() { NAN32 } else { value.to_bits() };
        result | u128::from(bits) << (32 * n)
    })
}

/// `sign * a * b + c`, rounded once.
fn fused64(a: u128, b: u128, c: u128, sign: f64) -> u128 {
    (0..2).fold(0, |result, n| {
        let [a, b, c] = [a, b, c].map(|vector| f64::from_bits(lane64(vector, n)));
        let value = (sign * a).mul_add(b, c);
        let bits = if value.is_nan() { NAN64 } else { value.to_bits() };
        result | u128::from(bits) << (64 * n)
    })
}

/// The sums of the products of two neighbours, of signed bytes each. They wrap.
fn dot(a: u128, b: u128) -> u128 {
    let product = |n: usize| {
        let byte = |vector: u128| i16::from((vector >> (8 * n)) as i8);
        byte(a) * byte(b)
    };
    (0..8).fold(0, |result, n| {
        let sum = product(2 * n).wrapping_add(product(2 * n + 1));
        result | u128::from(sum as u16) << (16 * n)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(lanes: [f32; 4]) -> Const {
        let bits = lanes.iter().rev().fold(0, |all, lane| all << 32 | u128::from(lane.to_bits()));
        V128(bits)
    }

    #[test]
    fn a_nan_of_arithmetic_is_the_canonical_one() {
        let other = 0xffc0_1234;
        for (op, args, result) in [
            (Op::F32Add, vec![F32(other), F32(0)], F32(NAN32)),
            (Op::F32Sqrt, vec![F32((-1f32).to_bits())], F32(NAN32)),
            (Op::F64Div, vec![F64(0), F64(0)], F64(NAN64)),
            (Op::F64PromoteF32, vec![F32(other)], F64(NAN64)),
            (Op::F32DemoteF64, vec![F64(u64::MAX)], F32(NAN32)),
            // No arithmetic: the bits stay, but for the sign.
            (Op::F32Neg, vec![F32(other)], F32(other ^ 1 << 31)),
            (Op::F32Copysign, vec![F32(other), F32(0)], F32(other & !(1 << 31))),
        ] {
            assert_eq!(number(&op, &args), Ok(result), "{op:?}");
        }
    }

    #[test]
    fn each_lane_has_a_nan_of_its_own() {
        let a = floats([1.0, f32::INFINITY, -0.0, 3.5]);
        let b = floats([2.0, f32::NEG_INFINITY, 0.0, 0.25]);
        let sum = floats([3.0, f32::from_bits(NAN32), 0.0, 3.75]);
        assert_eq!(number(&Op::F32x4Add, &[a, b]), Ok(sum));
        let wide = V128(u128::from(1.5f64.to_bits()) << 64 | u128::from(f64::NAN.to_bits() | 1));
        let narrow = V128(u128::from(1.5f32.to_bits()) << 32 | u128::from(NAN32));
        assert_eq!(number(&Op::F32x4DemoteF64x2Zero, &[wide]), Ok(narrow));
        let wide = V128(u128::from(1.5f64.to_bits()) << 64 | u128::from(NAN64));
        assert_eq!(number(&Op::F64x2PromoteLowF32x4, &[narrow]), Ok(wide));
    }

    #[test]
    fn what_has_no_result_traps_by_its_reason() {
        let trap = |op: Op, args: &[Const]| match number(&op, args) {
            Err(Stop::Trap(trap)) => trap,
            other => panic!("{other:?}"),
        };
        assert_eq!(trap(Op::I32DivU, &[I32(1), I32(0)]), Trap::IntegerDivisionByZero);
        assert_eq!(trap(Op::I64RemS, &[I64(1), I64(0)]), Trap::IntegerDivisionByZero);
        assert_eq!(trap(Op::I32DivS, &[I32(i32::MIN), I32(-1)]), Trap::IntegerOverflow);
        assert_eq!(trap(Op::I32TruncF32S, &[F32(NAN32)]), Trap::BadConversionToInteger);
        assert_eq!(trap(Op::I64TruncF64U, &[F64((-1f64).to_bits())]), Trap::IntegerOverflow);
        assert_eq!(number(&Op::I32RemS, &[I32(i32::MIN), I32(-1)]), Ok(I32(0)));
    }

    #[test]
    fn relaxed_operators_are_the_exact_ones() {
        let tiny = 2f32.powi(-12);
        let a = floats([1.0 + tiny, 2.0, f32::NAN, 0.0]);
        let result = number(&Op::F32x4RelaxedMadd, &[a, a, floats([-1.0, 1.0, 0.0, 1.0])]);
        // Rounded once: what is lost by rounding the product stays.
        let once = (1.0 + tiny).mul_add(1.0 + tiny, -1.0);
        assert_eq!(result, Ok(floats([once, 5.0, f32::from_bits(NAN32), 1.0])));
        assert_ne!(once, (1.0 + tiny) * (1.0 + tiny) - 1.0);
        let bytes = |byte: u8| V128(u128::from_le_bytes([byte; 16]));
        let halves = |half: u16| V128((0..8).fold(0, |all, n| all | u128::from(half) << (16 * n)));
        let dot = Op::I16x8RelaxedDotI8x16I7x16S;
        assert_eq!(number(&dot, &[bytes(0xff), bytes(3)]), Ok(halves(-6i16 as u16)));
        let add = Op::I32x4RelaxedDotI8x16I7x16AddS;
        let words = |word: i32| floats([f32::from_bits(word as u32); 4]);
        assert_eq!(number(&add, &[bytes(0xff), bytes(3), words(100)]), Ok(words(88)));
    }
}
