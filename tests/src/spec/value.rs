//! Arguments and expected results of the suite's steps.
//!
//! A float result is compared bit for bit, except where the step says `nan:canonical` (the
//! payload's top bit and nothing else) or `nan:arithmetic` (at least the top bit).

use super::run::State;
use wasmtime::{AnyRef, ExternRef, Ref, Store, Val};
use wast::core::{
    AbstractHeapType as H, HeapType, NanPattern, V128Pattern, WastArgCore, WastRetCore,
};
use wast::token::{F32, F64};
use wast::{WastArg, WastRet};

/// The value of an argument.
pub fn argument(store: &mut Store<State>, arg: &WastArg<'_>) -> Result<Val, String> {
    let WastArg::Core(core) = arg else { return Err(format!("argument {arg:?}")) };
    Ok(match core {
        WastArgCore::I32(value) => Val::I32(*value),
        WastArgCore::I64(value) => Val::I64(*value),
        WastArgCore::F32(value) => Val::F32(value.bits),
        WastArgCore::F64(value) => Val::F64(value.bits),
        WastArgCore::V128(value) => Val::V128(u128::from_le_bytes(value.to_le_bytes()).into()),
        WastArgCore::RefNull(heap) => null(heap)?,
        WastArgCore::RefExtern(value) => {
            Val::ExternRef(Some(ExternRef::new(&mut *store, *value).map_err(text)?))
        }
        WastArgCore::RefHost(value) => {
            let host = ExternRef::new(&mut *store, *value).map_err(text)?;
            Val::AnyRef(Some(AnyRef::convert_extern(&mut *store, host).map_err(text)?))
        }
    })
}

fn text(error: wasmtime::Error) -> String {
    error.to_string()
}

fn null(heap: &HeapType<'_>) -> Result<Val, String> {
    let HeapType::Abstract { shared: false, ty } = heap else {
        return Err(format!("null of {heap:?}"));
    };
    Ok(match ty {
        H::Func | H::NoFunc => Val::FuncRef(None),
        H::Extern | H::NoExtern => Val::ExternRef(None),
        H::Any | H::Eq | H::Struct | H::Array | H::I31 | H::None => Val::AnyRef(None),
        H::Exn | H::NoExn => Val::ExnRef(None),
        H::Cont | H::NoCont => return Err(format!("null of {heap:?}")),
    })
}

/// Whether a result is what the step expects.
pub fn matches(store: &mut Store<State>, value: &Val, expected: &WastRet<'_>) -> bool {
    match expected {
        WastRet::Core(core) => matches_core(store, value, core),
        #[allow(unreachable_patterns, reason = "depends on wast's features, which unify")]
        _ => false,
    }
}

fn matches_core(store: &mut Store<State>, value: &Val, expected: &WastRetCore<'_>) -> bool {
    use WastRetCore as E;
    match (value, expected) {
        (_, E::Either(options)) => options.iter().any(|one| matches_core(store, value, one)),
        (Val::I32(value), E::I32(expected)) => value == expected,
        (Val::I64(value), E::I64(expected)) => value == expected,
        (Val::F32(bits), E::F32(expected)) => f32_matches(*bits, expected),
        (Val::F64(bits), E::F64(expected)) => f64_matches(*bits, expected),
        (Val::V128(value), E::V128(expected)) => v128_matches(value.as_u128(), expected),
        (_, E::RefNull(Some(heap))) => match null(heap) {
            Ok(Val::FuncRef(_)) => matches!(value, Val::FuncRef(None)),
            Ok(Val::ExternRef(_)) => matches!(value, Val::ExternRef(None)),
            Ok(Val::ExnRef(_)) => matches!(value, Val::ExnRef(None)),
            Ok(_) => matches!(value, Val::AnyRef(None)),
            Err(_) => is_null(value),
        },
        (_, E::RefNull(None)) => is_null(value),
        (Val::ExternRef(Some(_)), E::RefExtern(None)) => true,
        (Val::ExternRef(Some(host)), E::RefExtern(Some(expected))) => {
            host_number(store, host) == Some(*expected)
        }
        (Val::AnyRef(Some(any)), E::RefHost(expected)) => {
            match ExternRef::convert_any(&mut *store, *any) {
                Ok(host) => host_number(store, &host) == Some(*expected),
                Err(_) => false,
            }
        }
        (Val::FuncRef(Some(_)), E::RefFunc(None)) => true,
        (Val::AnyRef(Some(_)), E::RefAny) => true,
        (Val::AnyRef(Some(any)), E::RefEq) => any.is_eqref(&*store).unwrap_or(false),
        (Val::AnyRef(Some(any)), E::RefI31) => any.is_i31(&*store).unwrap_or(false),
        (Val::AnyRef(Some(any)), E::RefStruct) => any.is_struct(&*store).unwrap_or(false),
        (Val::AnyRef(Some(any)), E::RefArray) => any.is_array(&*store).unwrap_or(false),
        _ => false,
    }
}

fn is_null(value: &Val) -> bool {
    value.ref_().as_ref().is_some_and(Ref::is_null)
}

fn host_number(store: &Store<State>, host: &wasmtime::Rooted<ExternRef>) -> Option<u32> {
    host.data(store).ok()??.downcast_ref::<u32>().copied()
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
