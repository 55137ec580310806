//! The values that locals start with, and the types that have one.

use crate::{Op, RefType, ValType};

/// The operator for the zero that a local of the type starts with; `None` where it must be set
/// first.
pub fn zero_op(ty: ValType) -> Option<Op> {
    Some(match ty {
        ValType::I32 => Op::I32Const { value: 0 },
        ValType::I64 => Op::I64Const { value: 0 },
        ValType::F32 => Op::F32Const { value: 0.0f32.into() },
        ValType::F64 => Op::F64Const { value: 0.0f64.into() },
        ValType::V128 => Op::V128Const { value: 0i128.into() },
        ValType::Ref(ty) if ty.is_nullable() => Op::RefNull { hty: ty.heap_type() },
        ValType::Ref(_) => return None,
    })
}

/// Whether locals of the type start with a value.
pub fn is_defaultable(ty: ValType) -> bool {
    !matches!(ty, ValType::Ref(reference) if !reference.is_nullable())
}

/// The nullable type that holds the values of a non-nullable one; any other type as it is.
pub fn nullable(ty: ValType) -> ValType {
    match ty {
        ValType::Ref(reference) => ValType::Ref(
            RefType::new(true, reference.heap_type()).expect("the heap type was in a type before"),
        ),
        other => other,
    }
}
