//! The engine, and values on their way into it and out.

use crate::error::Error;
use invar_ir::ValType;
use invar_rules::Const;
use wasmtime::{Config, Engine, Val};

/// An engine for all proposals that it has and that `invar` reads.
pub fn engine() -> Result<Engine, Error> {
    let mut config = Config::new();
    config
        .wasm_tail_call(true)
        .wasm_multi_memory(true)
        .wasm_memory64(true)
        .wasm_relaxed_simd(true)
        .wasm_threads(true)
        .wasm_extended_const(true)
        .wasm_function_references(true)
        .wasm_gc(true)
        .wasm_exceptions(true)
        .wasm_wide_arithmetic(true);
    Ok(Engine::new(&config)?)
}

/// A number or vector as the engine's value.
pub fn to_val(value: Const) -> Val {
    match value {
        Const::I32(value) => Val::I32(value),
        Const::I64(value) => Val::I64(value),
        Const::F32(bits) => Val::F32(bits),
        Const::F64(bits) => Val::F64(bits),
        Const::V128(bits) => Val::V128(bits.into()),
    }
}

/// A value of the engine, if it is a number or a vector.
pub fn from_val(value: &Val) -> Option<Const> {
    Some(match value {
        Val::I32(value) => Const::I32(*value),
        Val::I64(value) => Const::I64(*value),
        Val::F32(bits) => Const::F32(*bits),
        Val::F64(bits) => Const::F64(*bits),
        Val::V128(bits) => Const::V128(bits.as_u128()),
        _ => return None,
    })
}

/// The 64 bits of a key argument as a value of a parameter's type.
pub fn of_bits(bits: u64, ty: ValType) -> Option<Const> {
    Some(match ty {
        ValType::I32 => Const::I32(bits as i32),
        ValType::I64 => Const::I64(bits as i64),
        ValType::F32 => Const::F32(bits as u32),
        ValType::F64 => Const::F64(bits),
        ValType::V128 | ValType::Ref(_) => return None,
    })
}
