//! Modules with many entities of a kind.

use super::{Parts, function, functions, word};
use wasm_encoder::{
    BlockType, ConstExpr, CustomSection, Elements, EntityType, ExportKind, GlobalType, HeapType,
    IndirectNameMap, Module, NameMap, NameSection, RefType, TableType, ValType,
};

/// `count` functions, each of which calls the next.
pub fn many_functions(count: u32) -> Vec<u8> {
    functions(count, |code, index| {
        code.local_get(0).i32_const((index % 100) as i32).i32_add();
        if index + 1 < count {
            code.call(index + 1);
        }
    })
}

/// `count` ordinary functions: a loop over memory, branches, arithmetic and two calls each.
pub fn module(count: u32) -> Vec<u8> {
    functions(count, |code, index| {
        code.loop_(BlockType::Empty);
        for step in 0..8 {
            let at = word(4 * (index.wrapping_mul(31) + step) % 4096);
            code.local_get(0).i32_const((step + index % 9) as i32).i32_and();
            code.if_(BlockType::Empty);
            code.local_get(0).local_get(0).i32_load(at).i32_const(index as i32).i32_add();
            code.i32_store(at).else_();
            code.local_get(0).i32_const(step as i32 * 77).i32_xor().local_set(0).end();
        }
        code.local_get(0).i32_const(4).i32_sub().local_tee(0).i32_const(64).i32_gt_s();
        code.br_if(0).end().local_get(0);
        for factor in [2_654_435_761u32, 40_503] {
            // Calls go to functions behind this one, and so end.
            let behind = count - index - 1;
            if behind > 0 {
                code.call(index + 1 + index.wrapping_mul(factor) % behind);
            }
        }
    })
}

/// `count` functions that all may call each other: each calls the next and the one a third of the module away.
pub fn recursive_functions(count: u32) -> Vec<u8> {
    functions(count, |code, index| {
        code.local_get(0).i32_eqz().if_(BlockType::Empty);
        code.i32_const(index as i32).return_().end();
        code.local_get(0).i32_const(1).i32_sub().call((index + 1) % count);
        code.local_get(0).i32_const(2).i32_shr_u();
        code.call((index + count / 3) % count).i32_xor();
    })
}

/// `count` functions, of which each second is equal to the one before.
pub fn equal_functions(count: u32) -> Vec<u8> {
    functions(count, |code, index| {
        code.local_get(0).i32_const((index / 2) as i32).i32_mul();
        if index + 2 < count {
            code.call((index / 2 + 1) * 2);
        }
    })
}

/// `count` functions of one length that differ in a constant.
pub fn similar_functions(count: u32) -> Vec<u8> {
    functions(count, |code, index| {
        for _ in 0..8 {
            code.local_get(0).i32_const(77).i32_xor().i32_const(3).i32_rotl().local_set(0);
        }
        code.local_get(0).i32_const(1_000_000 + index as i32).i32_add();
        if index + 1 < count {
            code.call(index + 1);
        }
    })
}

/// `count` functions of which only the first is exported, and each is called once: by the one before.
pub fn single_calls(count: u32) -> Vec<u8> {
    let mut parts = Parts::default();
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    parts.export("f0", 0);
    for index in 0..count {
        parts.function(0, |code| {
            for _ in 0..8 {
                code.local_get(0).i32_const(77).i32_xor().i32_const(3).i32_rotl().local_set(0);
            }
            code.local_get(0).i32_const(index as i32).i32_mul();
            if index + 1 < count {
                code.call(index + 1);
            }
        });
    }
    parts.finish()
}

/// `count` imported globals, and as many functions.
pub fn globals_and_functions(count: u32) -> Vec<u8> {
    let mut parts = Parts::default();
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    for index in 0..count {
        let ty = GlobalType { val_type: ValType::EXTERNREF, mutable: false, shared: false };
        parts.imports.import("S", &format!("str{index}"), EntityType::Global(ty));
        parts.export(&format!("f{index}"), index);
        parts.function(0, |code| {
            code.local_get(0).i32_const(index as i32).i32_add().local_get(0).i32_mul();
        });
    }
    parts.finish()
}

/// `count` imported functions, each of which is called by a function.
pub fn imports(count: u32) -> Vec<u8> {
    let mut parts = Parts::default();
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    for index in 0..count {
        parts.imports.import("env", &format!("import{index}"), EntityType::Function(0));
    }
    for index in 0..count {
        parts.export(&format!("f{index}"), count + index);
        parts.function(0, |code| {
            code.local_get(0).i32_const(1).i32_add().call(index);
        });
    }
    parts.finish()
}

/// `count` exports of one function, and of a global each.
pub fn exports(count: u32) -> Vec<u8> {
    let mut parts = Parts::default();
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    parts.function(0, |code| {
        code.local_get(0).global_get(0).i32_add();
    });
    for index in 0..count {
        parts.global(index as i32);
        parts.exports.export(&format!("g{index}"), ExportKind::Global, index);
        parts.export(&format!("f{index}"), 0);
    }
    parts.finish()
}

/// Data segments: active ones, and passive ones that a function copies.
pub fn data_segments(count: u32) -> Vec<u8> {
    let count = count.min(100_000);
    let mut parts = Parts::default();
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    parts.memory(100);
    for index in 0..count {
        let bytes = [1, 2, 3, 4, index as u8];
        if index % 2 == 0 {
            let at = ConstExpr::i32_const((index * 16) as i32);
            parts.data.active(0, &at, bytes);
        } else {
            parts.data.passive(bytes);
        }
    }
    for first in (1..count).step_by(200) {
        parts.export(&format!("f{first}"), first / 200);
        parts.function(0, |code| {
            for index in (first..count.min(first + 200)).step_by(2) {
                code.local_get(0).i32_const(0).i32_const(5).memory_init(0, index);
                code.data_drop(index);
            }
            code.local_get(0);
        });
    }
    parts.finish()
}

/// `count` active element segments of one function each, which calls through the table reach.
pub fn element_segments(count: u32) -> Vec<u8> {
    elements(count.min(100_000), true)
}

/// An element segment of `count` functions, which calls through the table reach.
pub fn element_items(count: u32) -> Vec<u8> {
    elements(count, false)
}

fn elements(count: u32, apart: bool) -> Vec<u8> {
    let mut parts = Parts::default();
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    parts.tables.table(TableType {
        element_type: RefType { nullable: true, heap_type: HeapType::FUNC },
        table64: false,
        minimum: count.into(),
        maximum: None,
        shared: false,
    });
    if apart {
        for index in 0..count {
            let at = ConstExpr::i32_const(index as i32);
            parts.elements.active(None, &at, Elements::Functions([index].as_slice().into()));
        }
    } else {
        let all: Vec<u32> = (0..count).collect();
        parts.elements.active(None, &ConstExpr::i32_const(0), Elements::Functions(all.into()));
    }
    parts.export("f0", 0);
    for index in 0..count {
        parts.function(0, |code| {
            code.local_get(0).local_get(0).i32_const(index as i32).i32_add();
            code.i32_const(count as i32).i32_rem_u().call_indirect(0, 0);
        });
    }
    parts.finish()
}

/// `count` functions with names, each with two locals with names.
pub fn names(count: u32) -> Vec<u8> {
    let mut parts = Parts::default();
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    let (mut functions, mut locals) = (NameMap::new(), IndirectNameMap::new());
    for index in 0..count {
        if index == 0 {
            parts.export("f0", 0);
        }
        parts.function_with(0, &[(1, ValType::I32)], |code| {
            code.local_get(0).local_get(1).i32_add().i32_const(index as i32).i32_xor();
            if index + 1 < count {
                code.call(index + 1);
            }
        });
        functions.append(index, &format!("module::part::function{index}"));
        let mut own = NameMap::new();
        own.append(0, "parameter");
        own.append(1, "variable");
        locals.append(index, &own);
    }
    let mut names = NameSection::new();
    names.functions(&functions);
    names.locals(&locals);
    parts.names = Some(names);
    parts.finish()
}

/// `count` types, globals, data segments and exports, and no code.
pub fn many_items(count: u32) -> Vec<u8> {
    let mut parts = Parts::default();
    parts.memory(1);
    for index in 0..count {
        parts.types.ty().function((0..index % 5).map(|_| ValType::I32), []);
        parts.global(index as i32);
        parts.exports.export(&format!("g{index}"), ExportKind::Global, index);
        if index < 100_000 {
            parts.data.active(0, &ConstExpr::i32_const(0), [1]);
        }
    }
    parts.finish()
}

/// A relocatable object file.
pub fn relocatable() -> Vec<u8> {
    let mut module = function(0, |code| {
        code.local_get(0);
    });
    // Version 2, no subsections; no relocations of section 3.
    let mut with = Module::new();
    for (name, data) in [("linking", &[2][..]), ("reloc.CODE", &[3, 0])] {
        with.section(&CustomSection { name: name.into(), data: data.into() });
    }
    module.extend_from_slice(&with.finish()[8..]);
    module
}
