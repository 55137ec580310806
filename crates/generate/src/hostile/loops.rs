//! Loops with many variables, and loops for vectorizers.

use super::{Parts, function, word};
use wasm_encoder::{BlockType, InstructionSink, ValType};

/// Engines allow 50,000 locals.
const MOST_LOCALS: u32 = 49_000;

/// A loop with `count` variables, each of which is the one before plus a constant.
pub fn carried_values(count: u32) -> Vec<u8> {
    let count = count.min(MOST_LOCALS);
    function(count + 1, |code| {
        let counter = count + 1;
        code.loop_(BlockType::Empty);
        for index in 1..=count {
            code.local_get(index).i32_const(index as i32).i32_add().local_set(index);
        }
        count_to(code, counter, 0);
        code.end().local_get(0);
        for index in 1..=count {
            code.local_get(index).i32_xor();
        }
    })
}

/// A small loop in which `count` variables each become the next.
pub fn rotated_values(count: u32) -> Vec<u8> {
    let count = count.min(MOST_LOCALS);
    function(count + 2, |code| {
        let (counter, first) = (count + 1, count + 2);
        for index in 1..=count {
            code.local_get(0).i32_const(index as i32).i32_mul().local_set(index);
        }
        code.loop_(BlockType::Empty).local_get(1).local_set(first);
        for index in 1..count {
            code.local_get(index + 1).local_set(index);
        }
        code.local_get(first).local_set(count);
        count_to(code, counter, 0);
        code.end().local_get(0);
        for index in 1..=count {
            code.local_get(index).i32_const(3).i32_rotl().i32_xor();
        }
    })
}

/// Adds one to a counter, and branches to the loop while it is less than a limit.
fn count_to(code: &mut InstructionSink<'_>, counter: u32, limit: u32) {
    code.local_get(counter).i32_const(1).i32_add().local_tee(counter);
    code.local_get(limit).i32_lt_u().br_if(0);
}

/// The address of an element of an array at a base, in local 1 the index.
fn element(code: &mut InstructionSink<'_>, base: u32) {
    code.local_get(1).i32_const(2).i32_shl().i32_const((base * 4) as i32).i32_add();
}

/// Loops over arrays, one after the other.
pub fn vector_loops(count: u32) -> Vec<u8> {
    arrays(|code| {
        for index in 0..count {
            code.i32_const(0).local_set(1).loop_(BlockType::Empty);
            element(code, 1024 * (1 + index % 7));
            element(code, 0);
            code.i32_load(word(0)).i32_const(index as i32).i32_xor().i32_store(word(0));
            count_to(code, 1, 0);
            code.end();
        }
        code.i32_const(0).i32_load(word(4096));
    })
}

/// A loop with many accesses of arrays.
pub fn vector_body(count: u32) -> Vec<u8> {
    arrays(|code| {
        code.loop_(BlockType::Empty);
        for index in 0..count {
            element(code, 1024 * (1 + index % 200));
            element(code, 0);
            code.i32_load(word(0)).i32_const(index as i32).i32_xor().i32_store(word(0));
        }
        count_to(code, 1, 0);
        code.end().i32_const(0).i32_load(word(4096));
    })
}

/// Stores of adjacent words.
pub fn adjacent_stores(count: u32) -> Vec<u8> {
    arrays(|code| {
        for index in 0..count {
            let at = 4 * (index % 4096);
            code.local_get(0).local_get(1).i32_load(word(at)).i32_const(5).i32_add();
            code.i32_store(word(at));
        }
        code.local_get(0).i32_load(word(64));
    })
}

/// A function with an index and a sum, and a memory of 100 pages.
fn arrays(body: impl FnOnce(&mut InstructionSink<'_>)) -> Vec<u8> {
    let mut parts = Parts::default();
    parts.types.ty().function([ValType::I32], [ValType::I32]);
    parts.memory(100);
    parts.export("f0", 0);
    parts.function_with(0, &[(2, ValType::I32)], body);
    parts.finish()
}
