//! Modules at the limits: valid, and generated to expose quadratic or recursive algorithms.
//!
//! Each function of a module is exported, so that nothing is removed, and has a result that depends
//! on everything, so that little is folded.

use wasm_encoder::{
    BlockType, CodeSection, CustomSection, DataSection, ExportKind, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, InstructionSink, MemArg, MemArgTarget,
    MemorySection, MemoryType, Module, TypeSection, ValType,
};

const INT: BlockType = BlockType::Result(ValType::I32);
const WORD: MemArg =
    MemArg { offset: 0, align: 2, target: MemArgTarget::Memory(0), ordering: None };

/// A module with one function `f(i32) -> i32`, locals `1..=locals` of type `i32`, and a memory.
pub fn function(locals: u32, body: impl FnOnce(&mut InstructionSink<'_>)) -> Vec<u8> {
    let mut function = Function::new([(locals, ValType::I32)]);
    let mut code = function.instructions();
    body(&mut code);
    code.end();
    functions(1, |_| function.clone())
}

/// A module with functions `f(i32) -> i32` (exported as `f0`, `f1` ... up to a thousand).
pub fn functions(count: u32, mut function: impl FnMut(u32) -> Function) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], [ValType::I32]);
    let mut declared = FunctionSection::new();
    let mut exports = ExportSection::new();
    let mut code = CodeSection::new();
    for index in 0..count {
        declared.function(0);
        // All of them are reachable: each is exported, or called by the one before.
        if index < 1000 {
            exports.export(&format!("f{index}"), ExportKind::Func, index);
        }
        code.function(&function(index));
    }
    let mut memory = MemorySection::new();
    memory.memory(MemoryType {
        minimum: 1,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    exports.export("m", ExportKind::Memory, 0);
    let mut module = Module::new();
    module.section(&types).section(&declared).section(&memory).section(&exports).section(&code);
    module.finish()
}

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

/// Nested exception handlers.
pub fn nested_handlers(depth: u32) -> Vec<u8> {
    function(0, |code| {
        code.block(BlockType::Empty);
        for _ in 0..depth {
            code.try_table(BlockType::Empty, [wasm_encoder::Catch::All { label: 0 }]);
        }
        for _ in 0..=depth {
            code.end();
        }
        code.local_get(0);
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

/// One deep expression: each operator uses the result of the one before.
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

/// A frame on the shadow stack with `loops` variables, each changed in a loop of its own, and all read at
/// the end.
pub fn frames_in_loops(loops: u32) -> Vec<u8> {
    let at = |index: u32| MemArg { offset: u64::from(4 * index), ..WORD };
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
    let at = |index: u32| MemArg { offset: u64::from(4 * index), ..WORD };
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

/// As [`function`], with a stack pointer.
fn with_stack_pointer(locals: u32, body: impl FnOnce(&mut InstructionSink<'_>)) -> Vec<u8> {
    let mut function = Function::new([(locals, ValType::I32)]);
    let mut code = function.instructions();
    body(&mut code);
    code.end();
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], [ValType::I32]);
    let mut declared = FunctionSection::new();
    declared.function(0);
    let mut memory = MemorySection::new();
    memory.memory(MemoryType {
        minimum: 100,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut globals = GlobalSection::new();
    let ty = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
    globals.global(ty, &wasm_encoder::ConstExpr::i32_const(6_000_000));
    let mut exports = ExportSection::new();
    exports.export("f0", ExportKind::Func, 0);
    exports.export("m", ExportKind::Memory, 0);
    let mut code = CodeSection::new();
    code.function(&function);
    let mut module = Module::new();
    module.section(&types).section(&declared).section(&memory).section(&globals);
    module.section(&exports).section(&code);
    module.finish()
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

/// A sequence of loads and stores at unknown addresses.
pub fn loads_and_stores(count: u32) -> Vec<u8> {
    function(1, |code| {
        for index in 0..count {
            let at = MemArg { offset: u64::from(4 * (index.wrapping_mul(37) % 512)), ..WORD };
            let from = MemArg { offset: u64::from(4 * (index.wrapping_mul(61) % 512)), ..WORD };
            code.local_get(index % 2).local_get(1 - index % 2).i32_load(from);
            code.local_get(0).i32_add().i32_store(at);
            if index % 16 == 0 {
                code.local_get(0).i32_load(at).local_set(1);
            }
        }
        code.local_get(1);
    })
}

/// `count` functions, each of which calls the next.
pub fn many_functions(count: u32) -> Vec<u8> {
    functions(count, |index| {
        let mut function = Function::new([]);
        let mut code = function.instructions();
        code.local_get(0).i32_const((index % 100) as i32).i32_add();
        if index + 1 < count {
            code.call(index + 1);
        }
        code.end();
        function
    })
}

/// `count` types, globals, data segments and exports, and no code.
pub fn many_items(count: u32) -> Vec<u8> {
    let mut types = TypeSection::new();
    let mut globals = GlobalSection::new();
    let mut exports = ExportSection::new();
    let mut data = DataSection::new();
    for index in 0..count {
        types.ty().function((0..index % 5).map(|_| ValType::I32), []);
        let ty = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
        globals.global(ty, &wasm_encoder::ConstExpr::i32_const(index as i32));
        exports.export(&format!("g{index}"), ExportKind::Global, index);
        if index < 100_000 {
            data.active(0, &wasm_encoder::ConstExpr::i32_const(0), [1]);
        }
    }
    let mut memory = MemorySection::new();
    memory.memory(MemoryType {
        minimum: 1,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut module = Module::new();
    module.section(&types).section(&memory).section(&globals).section(&exports).section(&data);
    module.finish()
}

/// A relocatable object file.
pub fn relocatable() -> Vec<u8> {
    let mut module = function(0, |code| {
        code.local_get(0);
    });
    // Version 2, no subsections.
    let linking = CustomSection { name: "linking".into(), data: (&[2][..]).into() };
    let mut with = Module::new();
    with.section(&linking);
    module.extend_from_slice(&with.finish()[8..]);
    module
}
