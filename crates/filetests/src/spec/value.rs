//! What the suite's steps expect of numbers.
//!
//! A float result is compared bit for bit, except where the step says `nan:canonical` (the
//! payload's top bit and nothing else) or `nan:arithmetic` (at least the top bit).

use invar_interp::Const;
use wast::core::{NanPattern, V128Pattern, WastRetCore};
use wast::token::{F32, F64};

/// Whether a number is what a step expects; `None` if the step expects a reference.
pub fn number_matches(number: Const, expected: &WastRetCore<'_>) -> Option<bool> {
    use WastRetCore as E;
    Some(match (number, expected) {
        (Const::I32(value), E::I32(expected)) => value == *expected,
        (Const::I64(value), E::I64(expected)) => value == *expected,
        (Const::F32(bits), E::F32(expected)) => f32_matches(bits, expected),
        (Const::F64(bits), E::F64(expected)) => f64_matches(bits, expected),
        (Const::V128(value), E::V128(expected)) => v128_matches(value, expected),
        (_, E::I32(_) | E::I64(_) | E::F32(_) | E::F64(_) | E::V128(_)) => false,
        _ => return None,
    })
}

fn f32_matches(bits: u32, expected: &NanPattern<F32>) -> bool {
    match expected {
        NanPattern::CanonicalNan => bits & 0x7fff_ffff == 0x7fc0_0000,
        NanPattern::ArithmeticNan => bits & 0x7fc0_0000 == 0x7fc0_0000,
        NanPattern::Value(value) => bits == value.bits,
    }
}

fn f64_matches(bits: u64, expected: &NanPattern<F64>) -> bool {
    match expected {
        NanPattern::CanonicalNan => bits & (u64::MAX >> 1) == 0x7ff8_0000_0000_0000,
        NanPattern::ArithmeticNan => bits & 0x7ff8_0000_0000_0000 == 0x7ff8_0000_0000_0000,
        NanPattern::Value(value) => bits == value.bits,
    }
}

fn v128_matches(value: u128, expected: &V128Pattern) -> bool {
    let bytes = value.to_le_bytes();
    fn all<const N: usize, T>(
        bytes: &[u8; 16],
        lanes: &[T],
        same: impl Fn([u8; N], &T) -> bool,
    ) -> bool {
        let mut chunks =
            bytes.chunks_exact(N).map(|lane| <[u8; N]>::try_from(lane).expect("N bytes"));
        lanes.iter().all(|lane| same(chunks.next().expect("16 bytes of lanes"), lane))
    }
    match expected {
        V128Pattern::I8x16(lanes) => all(&bytes, lanes, |b, lane| i8::from_le_bytes(b) == *lane),
        V128Pattern::I16x8(lanes) => all(&bytes, lanes, |b, lane| i16::from_le_bytes(b) == *lane),
        V128Pattern::I32x4(lanes) => all(&bytes, lanes, |b, lane| i32::from_le_bytes(b) == *lane),
        V128Pattern::I64x2(lanes) => all(&bytes, lanes, |b, lane| i64::from_le_bytes(b) == *lane),
        V128Pattern::F32x4(lanes) => {
            all(&bytes, lanes, |b, lane| f32_matches(u32::from_le_bytes(b), lane))
        }
        V128Pattern::F64x2(lanes) => {
            all(&bytes, lanes, |b, lane| f64_matches(u64::from_le_bytes(b), lane))
        }
    }
}
