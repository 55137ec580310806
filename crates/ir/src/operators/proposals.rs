//! Which proposals of WebAssembly an operator or a type belongs to, by wasmparser's table of operators.

use crate::{Module, TypeId};
use wasmparser::{
    BlockType, CompositeInnerType, HeapType, Operator, RefType, UnpackedIndex, ValType,
    WasmFeatures,
};

/// The proposals that a value type needs.
pub fn of_type(ty: ValType) -> WasmFeatures {
    match ty {
        ValType::V128 => WasmFeatures::SIMD,
        ValType::Ref(ty) if ty.is_nullable() => of_heap_type(ty.heap_type()),
        ValType::Ref(ty) => WasmFeatures::FUNCTION_REFERENCES | of_heap_type(ty.heap_type()),
        _ => WasmFeatures::empty(),
    }
}

fn of_heap_type(ty: HeapType) -> WasmFeatures {
    use wasmparser::AbstractHeapType::*;
    WasmFeatures::REFERENCE_TYPES
        | match ty {
            HeapType::Abstract { shared: true, .. } => WasmFeatures::SHARED_EVERYTHING_THREADS,
            HeapType::Abstract { ty: Func | Extern, .. } => WasmFeatures::empty(),
            HeapType::Abstract { ty: Exn | NoExn, .. } => WasmFeatures::EXCEPTIONS,
            HeapType::Abstract { ty: Cont | NoCont, .. } => WasmFeatures::STACK_SWITCHING,
            HeapType::Abstract { .. } => WasmFeatures::GC,
            HeapType::Concrete(_) => WasmFeatures::FUNCTION_REFERENCES,
            HeapType::Exact(_) => WasmFeatures::CUSTOM_DESCRIPTORS,
        }
}

/// Whether code that may use these proposals may use all types of references: the proposal of garbage-collected objects
/// builds on that of typed references.
pub fn has_typed_references(features: WasmFeatures) -> bool {
    features.intersects(WasmFeatures::FUNCTION_REFERENCES | WasmFeatures::GC)
}

/// The type that stands for another one in code that may use these proposals only: without typed references there are
/// just the nullable types `funcref`, `externref`, `exnref` and `nullexnref`, and no operator asks for less. Any other
/// type stays.
pub fn expressible(narrow: RefType, features: WasmFeatures, module: &Module) -> RefType {
    use wasmparser::AbstractHeapType::*;
    if has_typed_references(features) {
        return narrow;
    }
    let is_function = |at: UnpackedIndex| {
        let declared = at.as_module_index().and_then(|at| module.types.get(TypeId::from_u32(at)));
        let inner = declared.map(|ty| &ty.composite_type.inner);
        matches!(inner, Some(CompositeInnerType::Func(_)))
    };
    match narrow.heap_type() {
        HeapType::Abstract { shared: false, ty: Func | NoFunc } => RefType::FUNCREF,
        HeapType::Abstract { shared: false, ty: Extern | NoExtern } => RefType::EXTERNREF,
        HeapType::Abstract { shared: false, ty: Exn } => RefType::EXNREF,
        HeapType::Concrete(at) if is_function(at) => RefType::FUNCREF,
        _ => narrow,
    }
}

/// The proposals that an operator needs, its block type and its indices included.
pub fn of_operator(operator: &Operator<'_>) -> WasmFeatures {
    let set = proposal(operator);
    match operator {
        Operator::Block { blockty }
        | Operator::Loop { blockty }
        | Operator::If { blockty }
        | Operator::Try { blockty } => set | of_block_type(*blockty),
        Operator::TryTable { try_table } => set | of_block_type(try_table.ty),
        Operator::CallIndirect { table_index: 1.., .. } => set | WasmFeatures::REFERENCE_TYPES,
        // Typed references have this operator only together with the proposal of tail calls.
        Operator::ReturnCallRef { .. } => set | WasmFeatures::TAIL_CALL,
        Operator::RefNull { hty } => set | of_heap_type(*hty),
        Operator::TypedSelect { ty } => set | of_type(*ty),
        Operator::TypedSelectMulti { .. } => set | WasmFeatures::MULTI_VALUE,
        Operator::MemorySize { mem: 1.. } | Operator::MemoryGrow { mem: 1.. } => {
            set | WasmFeatures::MULTI_MEMORY
        }
        Operator::MemoryCopy { .. } | Operator::MemoryFill { .. } => WasmFeatures::BULK_MEMORY_OPT,
        _ => set,
    }
}

fn of_block_type(ty: BlockType) -> WasmFeatures {
    match ty {
        BlockType::Empty => WasmFeatures::empty(),
        BlockType::Type(ty) => of_type(ty),
        BlockType::FuncType(_) => WasmFeatures::MULTI_VALUE,
    }
}

macro_rules! proposal_bits {
    (mvp) => {
        WasmFeatures::empty()
    };
    (sign_extension) => {
        WasmFeatures::SIGN_EXTENSION
    };
    (saturating_float_to_int) => {
        WasmFeatures::SATURATING_FLOAT_TO_INT
    };
    (bulk_memory) => {
        WasmFeatures::BULK_MEMORY
    };
    (reference_types) => {
        WasmFeatures::REFERENCE_TYPES
    };
    (tail_call) => {
        WasmFeatures::TAIL_CALL
    };
    (memory_control) => {
        WasmFeatures::MEMORY_CONTROL
    };
    (threads) => {
        WasmFeatures::THREADS
    };
    (simd) => {
        WasmFeatures::SIMD
    };
    (relaxed_simd) => {
        WasmFeatures::RELAXED_SIMD
    };
    (exceptions) => {
        WasmFeatures::EXCEPTIONS
    };
    (legacy_exceptions) => {
        WasmFeatures::LEGACY_EXCEPTIONS
    };
    (shared_everything_threads) => {
        WasmFeatures::SHARED_EVERYTHING_THREADS
    };
    (function_references) => {
        WasmFeatures::FUNCTION_REFERENCES
    };
    (gc) => {
        // Its operators speak of non-nullable references.
        WasmFeatures::GC.union(WasmFeatures::FUNCTION_REFERENCES)
    };
    (stack_switching) => {
        WasmFeatures::STACK_SWITCHING
    };
    (wide_arithmetic) => {
        WasmFeatures::WIDE_ARITHMETIC
    };
    (custom_descriptors) => {
        WasmFeatures::CUSTOM_DESCRIPTORS
    };
    (acquire_release_atomics) => {
        WasmFeatures::ACQUIRE_RELEASE_ATOMICS
    };
}

macro_rules! define_proposal {
    ($( @$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*) )*) => {
        fn proposal(operator: &Operator<'_>) -> WasmFeatures {
            match operator {
                $( Operator::$op { .. } => proposal_bits!($proposal), )*
                _ => WasmFeatures::empty(),
            }
        }
    };
}
wasmparser::for_each_operator!(define_proposal);
