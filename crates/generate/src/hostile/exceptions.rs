//! Exception handlers, in both forms.

use super::Parts;
use wasm_encoder::{BlockType, Catch, InstructionSink, TagKind, TagType, ValType};

/// A module with a tag, a function that may throw (0), and `f0(i32) -> i32` with a local (1).
fn throwing(body: impl FnOnce(&mut InstructionSink<'_>)) -> Vec<u8> {
    let mut parts = Parts::default();
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    parts.types.ty().function([ValType::I32], []);
    parts.tags.tag(TagType { kind: TagKind::Exception, func_type_idx: 1 });
    parts.memory(1);
    parts.function(0, |code| {
        code.local_get(0).i32_const(3).i32_rem_u().if_(BlockType::Empty);
        code.local_get(0).throw(0).end().local_get(0).i32_const(5).i32_mul();
    });
    parts.export("f0", 1);
    parts.function_with(0, &[(1, ValType::I32)], body);
    parts.export("thrower", 0);
    parts.finish()
}

/// Nested exception handlers.
pub fn nested_handlers(depth: u32) -> Vec<u8> {
    throwing(|code| {
        code.block(BlockType::Empty);
        for _ in 0..depth {
            code.try_table(BlockType::Empty, [Catch::All { label: 0 }]);
        }
        for _ in 0..=depth {
            code.end();
        }
        code.local_get(0);
    })
}

/// Handlers, one after the other, each around one call.
pub fn handlers(count: u32) -> Vec<u8> {
    throwing(|code| {
        for index in 0..count {
            code.block(BlockType::Result(ValType::I32));
            code.try_table(BlockType::Empty, [Catch::One { tag: 0, label: 0 }]);
            code.local_get(1).i32_const(index as i32).i32_xor().call(0).local_set(1).end();
            code.local_get(1).end().i32_const(1).i32_add().local_set(1);
        }
        code.local_get(1);
    })
}

/// Calls in one handler, each of which may throw.
pub fn calls_in_handler(count: u32) -> Vec<u8> {
    throwing(|code| {
        code.block(BlockType::Empty);
        code.try_table(BlockType::Empty, [Catch::All { label: 0 }]);
        for index in 0..count {
            code.local_get(0).i32_const(index as i32).i32_xor().call(0);
            code.local_get(1).i32_add().local_set(1);
        }
        code.end().end().local_get(1);
    })
}

/// Legacy handlers, one after the other, each around one call.
pub fn legacy_handlers(count: u32) -> Vec<u8> {
    throwing(|code| {
        for index in 0..count {
            code.try_(BlockType::Empty);
            code.local_get(1).i32_const(index as i32).i32_xor().call(0).local_set(1);
            code.catch(0).local_get(1).i32_add().local_set(1);
            code.catch_all().i32_const(index as i32).local_set(1).end();
        }
        code.local_get(1);
    })
}

/// Nested legacy handlers, each of which delegates to the one around the next.
pub fn nested_delegates(depth: u32) -> Vec<u8> {
    throwing(|code| {
        for _ in 0..=depth {
            code.try_(BlockType::Empty);
        }
        for level in 0..depth {
            code.local_get(1).i32_const(level as i32).i32_xor().call(0).local_set(1);
            code.delegate(u32::from(level + 1 < depth));
        }
        code.catch_all().local_get(0).local_set(1).end().local_get(1);
    })
}

/// Legacy handlers, one after the other, each of which delegates to the one around all.
pub fn delegates(count: u32) -> Vec<u8> {
    throwing(|code| {
        code.try_(BlockType::Empty);
        for index in 0..count {
            code.try_(BlockType::Empty);
            code.local_get(1).i32_const(index as i32).i32_xor().call(0).local_set(1);
            code.delegate(0);
        }
        code.catch_all().local_get(0).local_set(1).end().local_get(1);
    })
}
