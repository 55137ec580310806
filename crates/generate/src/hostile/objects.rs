//! Garbage-collected objects: groups of types, hierarchies, fields, casts, allocations.

use super::Parts;
use wasm_encoder::{
    BlockType, CompositeInnerType, CompositeType, FieldType, FuncType, HeapType, RefType,
    StorageType, StructType, SubType, ValType,
};

fn reference(ty: u32) -> ValType {
    ValType::Ref(RefType { nullable: true, heap_type: HeapType::Concrete(ty) })
}

fn field(ty: ValType) -> FieldType {
    FieldType { element_type: StorageType::Val(ty), mutable: true }
}

fn structure(above: Option<u32>, fields: impl IntoIterator<Item = ValType>) -> SubType {
    let fields = fields.into_iter().map(field).collect();
    let inner = CompositeInnerType::Struct(StructType { fields });
    let composite_type = CompositeType { inner, shared: false, descriptor: None, describes: None };
    SubType { is_final: false, supertype_idxs: above.into_iter().collect(), composite_type }
}

/// Many objects of many types are made by many functions, so that none is large: at most so many of each.
const AT_ONCE: u32 = 100;

/// A module with types in one group, and behind them functions `(i32) -> (i32)` that use each of these: `one` gets
/// the number of a type.
fn using(
    types: Vec<SubType>,
    mut one: impl FnMut(&mut wasm_encoder::InstructionSink<'_>, u32),
) -> Vec<u8> {
    let count = types.len() as u32;
    let mut parts = Parts::default();
    parts.types.ty().rec(types);
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    for first in (0..count).step_by(AT_ONCE as usize) {
        let function = first / AT_ONCE;
        parts.export(&format!("f{function}"), function);
        parts.function(count, |code| {
            for ty in first..count.min(first + AT_ONCE) {
                one(code, ty);
            }
            code.local_get(0);
        });
    }
    parts.finish()
}

/// A recursion group of types each of which refers to the next.
pub fn type_group(count: u32) -> Vec<u8> {
    let ty = |n: u32| structure(None, [reference((n + 1) % count), ValType::I32]);
    using((0..count).map(ty).collect(), |code, ty| {
        code.struct_new_default(ty).struct_get(ty, 1).local_set(0);
    })
}

/// Types of one structure, that tests tell apart, each used by a type with more fields.
pub fn equal_types(count: u32) -> Vec<u8> {
    let ty = |n: u32| match n {
        0 => structure(None, [ValType::I32]),
        n if n % 2 == 1 => structure(Some(0), [ValType::I32, ValType::I32]),
        n => structure(Some(0), [ValType::I32, reference(n - 1)]),
    };
    using((0..count).map(ty).collect(), |code, ty| {
        code.struct_new_default(ty).ref_test_non_null(HeapType::Concrete(ty ^ 1));
        code.local_get(0).i32_add().local_set(0);
        if ty > 0 && ty % 2 == 0 {
            code.struct_new_default(ty).struct_get(ty, 1).struct_get(ty - 1, 1).local_set(0);
        }
    })
}

/// Hierarchies as deep as they may be.
pub fn deep_subtypes(count: u32) -> Vec<u8> {
    let ty = |n: u32| {
        let depth = n % 60;
        let fields = (0..depth / 4 + 1).map(|_| ValType::I32);
        structure((depth > 0).then(|| n - 1), fields)
    };
    using((0..count).map(ty).collect(), |code, ty| {
        code.struct_new_default(ty).struct_get(ty - ty % 60, 0).local_set(0);
        code.struct_new_default(ty).ref_test_non_null(HeapType::Concrete(ty / 2 * 2)).local_set(0);
    })
}

/// A type with all others below it.
pub fn wide_subtypes(count: u32) -> Vec<u8> {
    let ty = |n: u32| structure((n > 0).then_some(0), [ValType::I32, reference(0)]);
    using((0..count).map(ty).collect(), |code, ty| {
        code.struct_new_default(ty).struct_get(0, 1).ref_test_non_null(HeapType::Concrete(ty));
        code.local_get(0).i32_add().local_set(0);
    })
}

/// Types with a thousand fields, all of which are written and read.
pub fn fields(count: u32) -> Vec<u8> {
    let types = count.div_ceil(1000);
    let ty = |_: u32| structure(None, (0..1000).map(|_| ValType::I32));
    let mut parts = Parts::default();
    parts.types.ty().rec((0..types).map(ty).collect::<Vec<_>>());
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    for ty in 0..types {
        parts.export(&format!("f{ty}"), ty);
        parts.function_with(types, &[(1, reference(ty))], |code| {
            code.struct_new_default(ty).local_set(1);
            for n in 0..1000 {
                code.local_get(1).local_get(0).struct_set(ty, n);
                code.local_get(1).struct_get(ty, 999 - n).i32_const(n as i32).i32_add();
                code.local_set(0);
            }
            code.local_get(0);
        });
    }
    parts.finish()
}

/// Casts and branches on casts of one reference, in one function.
pub fn casts(count: u32) -> Vec<u8> {
    const TYPES: u32 = 50;
    let ty = |n: u32| structure((n > 0).then(|| (n - 1) / 2), [ValType::I32]);
    let mut parts = Parts::default();
    parts.types.ty().rec((0..TYPES).map(ty).collect::<Vec<_>>());
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    parts.export("f0", 0);
    parts.function_with(TYPES, &[(1, reference(0))], |code| {
        for ty in 0..TYPES {
            code.local_get(0).i32_const(ty as i32).i32_eq().if_(BlockType::Empty);
            code.struct_new_default(ty).local_set(1).end();
        }
        for index in 0..count {
            let ty = index.wrapping_mul(7) % TYPES;
            code.local_get(1).ref_test_nullable(HeapType::Concrete(ty)).if_(BlockType::Empty);
            code.local_get(1).ref_cast_nullable(HeapType::Concrete(ty)).struct_get(ty, 0);
            code.local_get(0).i32_add().local_set(0).end();
        }
        code.local_get(0);
    });
    parts.finish()
}

/// A list of `count` objects, made from the last to the first in one expression.
pub fn nested_allocations(count: u32) -> Vec<u8> {
    let mut parts = Parts::default();
    parts.types.ty().rec([structure(None, [reference(0), ValType::I32])]);
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    parts.export("f0", 0);
    parts.function_with(1, &[(1, reference(0))], |code| {
        code.ref_null(HeapType::Concrete(0));
        for _ in 0..count {
            code.local_get(0).struct_new(0);
        }
        code.local_set(1);
        for _ in 0..count / 2 {
            code.local_get(1).struct_get(0, 0).local_set(1);
        }
        code.local_get(1).struct_get(0, 1);
    });
    parts.finish()
}

/// Objects that are made in one of two alternatives and read behind them.
pub fn allocations_at_merges(count: u32) -> Vec<u8> {
    let mut parts = Parts::default();
    parts.types.ty().rec([structure(None, [reference(0), ValType::I32])]);
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    parts.export("f0", 0);
    parts.function_with(1, &[(1, reference(0))], |code| {
        for index in 0..count {
            code.local_get(0).i32_const(index as i32).i32_and().if_(BlockType::Empty);
            code.local_get(1).local_get(0).struct_new(0).local_set(1).else_();
            code.ref_null(HeapType::Concrete(0)).i32_const(index as i32).struct_new(0);
            code.local_set(1).end();
            code.local_get(1).struct_get(0, 1).local_get(0).i32_add().local_set(0);
        }
        code.local_get(0);
    });
    parts.finish()
}

/// Arrays of a thousand elements that are given one by one.
pub fn fixed_array(count: u32) -> Vec<u8> {
    let mut parts = Parts::default();
    parts.types.ty().array(&StorageType::Val(ValType::I32), true);
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    parts.export("f0", 0);
    parts.function_with(1, &[(1, reference(0))], |code| {
        for first in (0..count).step_by(1000) {
            for index in first..first + 1000 {
                code.local_get(0).i32_const(index as i32).i32_xor();
            }
            code.array_new_fixed(0, 1000).local_tee(1).local_get(0).i32_const(999).i32_and();
            code.array_get(0).local_set(0);
        }
        code.local_get(0);
    });
    parts.finish()
}

/// Types of functions, and a function of each, called through a table.
pub fn function_types(count: u32) -> Vec<u8> {
    const ALL: [ValType; 4] = [ValType::I32, ValType::I64, ValType::F32, ValType::F64];
    let mut parts = Parts::default();
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    for n in 0..count {
        let params = (0..9).map(|nth| ALL[(n >> (2 * nth) & 3) as usize]);
        parts.types.ty().func_type(&FuncType::new(params.collect::<Vec<_>>(), [ValType::I32]));
    }
    for n in 0..count {
        parts.function(n + 1, |code| {
            code.i32_const(n as i32);
        });
        parts.export(&format!("f{n}"), n);
    }
    parts.finish()
}
