//! Values and memory: many locals, deep expressions, many loads and stores.

use super::{WORD, function, word};
use wasm_encoder::BlockType;

/// `count` locals, all live across `count` branches, each of which changes one.
pub fn locals(count: u32) -> Vec<u8> {
    function(count, |code| {
        for index in 1..=count {
            code.local_get(0).i32_const(index as i32).i32_xor().local_set(index);
        }
        for index in 1..=count {
            code.local_get(index).i32_const(1).i32_and().if_(BlockType::Empty);
            code.i32_const(3).local_set(index).end();
        }
        code.local_get(0);
        for index in 1..=count {
            code.local_get(index).i32_add();
        }
    })
}

/// All locals change in the innermost of nested loops: block parameters for each local in each header
/// number locals times depth.
pub fn locals_in_loops(locals: u32, depth: u32) -> Vec<u8> {
    function(locals, |code| {
        for _ in 0..depth {
            code.loop_(BlockType::Empty);
        }
        for index in 1..=locals {
            code.local_get(index).local_get(index - 1).i32_add().local_set(index);
        }
        for _ in 0..depth {
            code.local_get(locals).i32_const(99).i32_eq().br_if(0).end();
        }
        code.local_get(0);
        for index in 1..=locals {
            code.local_get(index).i32_xor();
        }
    })
}

/// `depth` values on the operand stack, then as many additions.
pub fn deep_stack(depth: u32) -> Vec<u8> {
    function(0, |code| {
        for index in 0..=depth {
            code.local_get(0).i32_const(index as i32).i32_xor();
        }
        for _ in 0..depth {
            code.i32_add();
        }
    })
}

/// A deep expression: each operator uses the result of the one before.
pub fn deep_expression(depth: u32) -> Vec<u8> {
    function(0, |code| {
        code.local_get(0);
        for index in 0..depth {
            code.i32_const(index as i32).i32_xor().i32_const(3).i32_rotl();
        }
    })
}

/// Each load uses the result of the one before as its address; each may trap, so their order matters.
pub fn deep_loads(depth: u32) -> Vec<u8> {
    function(0, |code| {
        code.local_get(0);
        for _ in 0..depth {
            code.i32_const(0xfffc).i32_and().i32_load(WORD);
        }
    })
}

/// A sequence of stores to the same few addresses.
pub fn many_stores(count: u32) -> Vec<u8> {
    function(0, |code| {
        for index in 0..count {
            code.i32_const((index * 4 % 4096) as i32);
            code.local_get(0).i32_const(index as i32).i32_add().i32_store(WORD);
        }
        code.i32_const(128).i32_load(WORD);
    })
}

/// A function whose body has nearly `bytes` bytes.
pub fn long_body(bytes: usize) -> Vec<u8> {
    function(1, |code| {
        // 9 bytes each.
        for index in 0..(bytes - 32) / 9 {
            code.local_get(1).local_get(0).i32_add();
            code.local_tee(1).local_set(if index % 2 == 0 { 0 } else { 1 });
        }
        code.local_get(1);
    })
}

/// A sequence of loads and stores at unknown addresses.
pub fn loads_and_stores(count: u32) -> Vec<u8> {
    function(1, |code| {
        for index in 0..count {
            let at = word(4 * (index.wrapping_mul(37) % 512));
            let from = word(4 * (index.wrapping_mul(61) % 512));
            code.local_get(index % 2).local_get(1 - index % 2).i32_load(from);
            code.local_get(0).i32_add().i32_store(at);
            if index % 16 == 0 {
                code.local_get(0).i32_load(at).local_set(1);
            }
        }
        code.local_get(1);
    })
}

/// Alternatives that store to one of two addresses, and a load of both behind each.
pub fn stores_at_merges(count: u32) -> Vec<u8> {
    function(1, |code| {
        for index in 0..count {
            let at = word(4 * (index % 64));
            code.local_get(0).i32_const(index as i32).i32_and().if_(BlockType::Empty);
            code.local_get(0).local_get(1).i32_store(at).else_();
            code.local_get(1).i32_const(0xffc).i32_and().local_get(0).i32_store(at).end();
            code.local_get(0).i32_load(at).local_get(1).i32_add().local_set(1);
        }
        code.local_get(1);
    })
}

/// Loops, one after the other, each of which stores to a cell and loads the one of the loop before.
pub fn stores_in_loops(count: u32) -> Vec<u8> {
    function(2, |code| {
        for index in 0..count {
            code.local_get(0).i32_const(15).i32_and().local_set(2).loop_(BlockType::Empty);
            code.local_get(0).local_get(1).local_get(0).i32_load(word(4 * (index % 999)));
            code.i32_add().local_tee(1).i32_store(word(4 * ((index + 1) % 999)));
            code.local_get(2).i32_const(1).i32_sub().local_tee(2).i32_const(0).i32_gt_s();
            code.br_if(0).end();
        }
        code.local_get(1);
    })
}
