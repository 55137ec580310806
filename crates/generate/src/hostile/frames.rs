//! Frames on a shadow stack.

use super::{Parts, word};
use wasm_encoder::{BlockType, InstructionSink, ValType};

/// A frame on the shadow stack with `loops` variables, each changed in a loop of its own, and all read at
/// the end.
pub fn frames_in_loops(loops: u32) -> Vec<u8> {
    let at = |index: u32| word(4 * index);
    with_stack_pointer(1, |code| {
        code.global_get(0).i32_const(4 * loops as i32).i32_sub().local_tee(1).global_set(0);
        for index in 0..loops {
            code.local_get(1).local_get(0).i32_store(at(index));
        }
        for index in 0..loops {
            code.loop_(BlockType::Empty);
            code.local_get(1).local_get(1).i32_load(at(index)).i32_const(3).i32_add();
            code.i32_store(at(index));
            code.local_get(1).i32_load(at(index)).i32_const(99).i32_lt_u().br_if(0).end();
        }
        code.i32_const(0);
        for index in 0..loops {
            code.local_get(1).i32_load(at(index)).i32_xor();
        }
        code.local_get(1).i32_const(4 * loops as i32).i32_add().global_set(0);
    })
}

/// A frame whose variables are all changed in one loop, around as many branches.
pub fn frames_at_merges(variables: u32) -> Vec<u8> {
    let at = |index: u32| word(4 * index);
    with_stack_pointer(1, |code| {
        code.global_get(0).i32_const(4 * variables as i32).i32_sub().local_tee(1).global_set(0);
        for index in 0..variables {
            code.local_get(1).local_get(0).i32_store(at(index));
        }
        code.loop_(BlockType::Empty);
        for index in 0..variables {
            code.local_get(1).i32_load(at(index)).i32_const(1).i32_and();
            code.if_(BlockType::Empty);
            code.local_get(1).local_get(1).i32_load(at(index)).i32_const(3).i32_add();
            code.i32_store(at(index)).local_get(1).i32_load(at(variables / 2)).br_if(1).end();
        }
        code.end().i32_const(0);
        for index in 0..variables {
            code.local_get(1).i32_load(at(index)).i32_xor();
        }
        code.local_get(1).i32_const(4 * variables as i32).i32_add().global_set(0);
    })
}

/// As [`function`](super::function), with a stack pointer.
fn with_stack_pointer(locals: u32, body: impl FnOnce(&mut InstructionSink<'_>)) -> Vec<u8> {
    let mut parts = Parts::default();
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    parts.memory(100);
    parts.global(6_000_000);
    parts.export("f0", 0);
    parts.function_with(0, &[(locals, ValType::I32)], body);
    parts.finish()
}
