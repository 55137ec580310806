//! Control flow: nesting, sequences, branch tables, state machines.

use super::{INT, function};
use wasm_encoder::BlockType;

/// Nested blocks; the innermost branches out of one of them.
pub fn nested_blocks(depth: u32) -> Vec<u8> {
    function(0, |code| {
        for _ in 0..depth {
            code.block(BlockType::Empty);
        }
        code.local_get(0).br_if(depth / 2).i32_const(7).return_();
        for _ in 0..depth {
            code.end();
        }
        code.local_get(0);
    })
}

/// Nested blocks, each with a result.
pub fn nested_results(depth: u32) -> Vec<u8> {
    function(0, |code| {
        for _ in 0..depth {
            code.block(INT);
        }
        code.local_get(0).local_get(0).br_if(depth / 2);
        for _ in 0..depth {
            code.i32_const(1).i32_add().end();
        }
    })
}

/// Nested ifs, with an else on each level.
pub fn nested_ifs(depth: u32) -> Vec<u8> {
    function(1, |code| {
        for _ in 0..depth {
            code.local_get(0).if_(BlockType::Empty);
        }
        code.i32_const(5).local_set(1);
        for level in 0..depth {
            code.else_().local_get(1).i32_const(level as i32).i32_add().local_set(1).end();
        }
        code.local_get(1);
    })
}

/// Nested loops, each with a conditional back edge.
pub fn nested_loops(depth: u32) -> Vec<u8> {
    function(1, |code| {
        for _ in 0..depth {
            code.loop_(BlockType::Empty);
        }
        code.local_get(1).i32_const(1).i32_add().local_tee(1);
        code.local_get(0).i32_gt_u().if_(BlockType::Empty).local_get(1).return_().end();
        for _ in 0..depth {
            code.local_get(0).local_get(1).i32_gt_u().br_if(0).end();
        }
        code.local_get(1);
    })
}

/// A sequence of blocks.
pub fn sequential_blocks(count: u32) -> Vec<u8> {
    function(1, |code| {
        for index in 0..count {
            code.block(BlockType::Empty);
            code.local_get(0).i32_const(index as i32).i32_eq().br_if(0);
            code.local_get(1).i32_const(3).i32_add().local_set(1).end();
        }
        code.local_get(1);
    })
}

/// A sequence of loops.
pub fn sequential_loops(count: u32) -> Vec<u8> {
    function(2, |code| {
        for _ in 0..count {
            code.local_get(0).i32_const(3).i32_and().local_set(2).loop_(BlockType::Empty);
            code.local_get(1).i32_const(1).i32_add().local_set(1);
            code.local_get(2).i32_const(1).i32_sub().local_tee(2).i32_const(0).i32_gt_s();
            code.br_if(0).end();
        }
        code.local_get(1);
    })
}

/// A `br_table` with many entries and few targets.
pub fn wide_table(entries: u32) -> Vec<u8> {
    function(1, |code| {
        for _ in 0..5 {
            code.block(BlockType::Empty);
        }
        code.local_get(0).br_table((0..entries).map(|entry| entry.wrapping_mul(7) % 5), 4).end();
        for value in 0..4 {
            code.i32_const(value * 11).local_set(1).br(3 - value as u32).end();
        }
        code.local_get(1);
    })
}

/// Many `br_table`s with many targets each: the number of edges is their product.
pub fn many_tables(targets: u32, tables: u32) -> Vec<u8> {
    function(1, |code| {
        for _ in 0..targets {
            code.block(BlockType::Empty);
        }
        for table in 0..tables {
            code.local_get(0).i32_const(table as i32).i32_add().local_tee(0);
            code.i32_const(1).i32_and().if_(BlockType::Empty);
            code.local_get(0).br_table(1..targets + 1, 1).end();
        }
        for target in 0..targets {
            code.end().local_get(1).i32_const(target as i32).i32_add().local_set(1);
        }
        code.local_get(1);
    })
}

/// A state machine of `states` states over as many locals: a loop around a `br_table`, as parser
/// generators write it. Each state reads two locals, changes one and selects the next state.
pub fn state_machine(states: u32) -> Vec<u8> {
    let state = states + 1;
    function(states + 1, |code| {
        code.loop_(BlockType::Empty);
        for _ in 0..=states {
            code.block(BlockType::Empty);
        }
        code.local_get(state).br_table(0..states, states).end();
        for index in 0..states {
            let other = |factor: u32| 1 + index.wrapping_mul(factor) % states;
            code.local_get(other(7)).local_get(other(13)).i32_add().local_get(0).i32_xor();
            code.local_tee(1 + index).i32_const(states as i32).i32_rem_u().local_set(state);
            // The innermost remaining block is that of this state.
            code.br(states - index).end();
        }
        code.end();
        code.local_get(1);
        for index in 1..states {
            code.local_get(1 + index).i32_xor();
        }
    })
}

/// Nested blocks; each level has a branch to a block far out.
pub fn far_branches(depth: u32) -> Vec<u8> {
    function(1, |code| {
        for _ in 0..depth {
            code.block(BlockType::Empty);
        }
        for level in 0..depth {
            let left = depth - level;
            code.local_get(0).i32_const(level as i32).i32_eq();
            code.br_if(level.wrapping_mul(2_654_435_761) % left);
            code.local_get(1).i32_const(3).i32_add().local_set(1).end();
        }
        code.local_get(1);
    })
}

/// Blocks each of which branches to all others by a `br_table`, to earlier ones through a loop.
pub fn full_tables(blocks: u32) -> Vec<u8> {
    function(1, |code| {
        code.loop_(BlockType::Empty);
        for _ in 0..blocks {
            code.block(BlockType::Empty);
        }
        for index in 0..blocks {
            let left = blocks - index;
            code.local_get(0).i32_const(index as i32).i32_add().local_tee(0);
            code.local_get(1).i32_xor().local_tee(1).br_table(0..left, left).end();
        }
        code.end().local_get(1);
    })
}

/// A sequence of ifs, each with two arms that change the same local.
pub fn diamonds(count: u32) -> Vec<u8> {
    function(1, |code| {
        for index in 0..count {
            code.local_get(0).i32_const(index as i32).i32_lt_u().if_(BlockType::Empty);
            code.local_get(1).i32_const(3).i32_add().local_set(1).else_();
            code.local_get(1).local_get(0).i32_xor().local_set(1).end();
        }
        code.local_get(1);
    })
}

/// Nested blocks; each level leaves one of the innermost ones by a test.
pub fn nested_tests(depth: u32) -> Vec<u8> {
    function(1, |code| {
        for _ in 0..depth {
            code.block(BlockType::Empty);
        }
        for level in 0..depth {
            code.local_get(0).i32_const(level as i32).i32_eq().br_if((depth - 1 - level).min(3));
            code.local_get(1).i32_const(level as i32).i32_xor().local_set(1);
            code.local_get(0).i32_const(7).i32_rem_u().br_if(depth - 1 - level).end();
        }
        code.local_get(1);
    })
}

/// A chain of comparisons of one value with constants, as a `switch` without a table.
pub fn constant_tests(count: u32) -> Vec<u8> {
    function(1, |code| {
        for index in 0..count {
            code.local_get(0).i32_const(index as i32 * 3).i32_eq().if_(BlockType::Empty);
            code.local_get(1).i32_const(index as i32 ^ 5).i32_add().return_().end();
        }
        code.local_get(1);
    })
}
