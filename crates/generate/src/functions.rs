//! Random functions in SSA form: any control flow, with arithmetic, memory, globals and calls.
//!
//! The control-flow graph comes first, with irreducible and endless loops among its cycles; then each block is filled
//! with instructions on values that dominate it. Constants are small and addresses few, so that equal values, aliasing
//! accesses and common subexpressions are frequent. All functions are accepted by the verifier.

use crate::Random;
use invar_ir::{
    Block, Body, Cfg, Dominators, Func, Function, MemArg, MemOrdering, MemSpace, Module, Op,
    SourceLoc, Terminator, ValType, Value, parse_module,
};

/// A module with this function, `f1`, and what it may use: a function of the host `f0`, a memory of one
/// page, a table, globals, a type of structs. Its body in the module is gone, since the tests put others
/// there. Panics if the text is not a function.
pub fn parse(function: &str) -> (Module, Function) {
    parse_with("1..", function)
}

fn parse_with(memory: &str, function: &str) -> (Module, Function) {
    let text = format!(
        "module \"test\" {{
    ty0 = struct (mut i32, i32, mut i64)
    import f0 \"env\" \"log\" : (i32) -> (i32)
    memory m0 : i32 {memory}
    table t0 : 4.. funcref
    global g0 : mut i32 = i32.const 7
    global g1 : i32 = i32.const 9
    global g2 : mut i64 = i64.const 3
 {function}
 }}"
    );
    let mut module = parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let body = &mut module.funcs[Func::from_u32(1)].body;
    let Body::Ssa(function) = std::mem::replace(body, Body::Import) else { panic!("no body") };
    (module, *function)
}

/// The immediate of an access with this natural alignment.
pub fn memarg(max_align: u8) -> MemArg {
    let (space, ordering) = (MemSpace::Memory, MemOrdering::Default);
    MemArg { offset: 0, memory: 0, align: 0, max_align, space, ordering }
}

/// The size of the memory of random functions, in bytes: small, so that few addresses are in bounds.
pub const MEMORY: usize = 320;

/// A random function from two `i32` to one, in a module as [`parse`] makes it, but for the memory: that has
/// [`MEMORY`] bytes.
pub fn random_function(random: &mut Random) -> (Module, Function) {
    random_function_with(random, random_inst)
}

/// As [`random_function`], but most instructions are accesses of memory: of all widths and types, with addresses that
/// overlap in part, differ by constants, or change in loops, and `memory.fill` and `memory.copy` among them.
pub fn random_accesses(random: &mut Random) -> (Module, Function) {
    random_function_with(random, |function, random, block, values| match random.below(4) {
        0 => random_inst(function, random, block, values),
        _ => random_access(function, random, block, values),
    })
}

/// As [`random_function`], with narrow loads whose results are extended, by one operator or two shifts, once, twice or
/// not at all; what becomes of that is stored, used otherwise, or dead.
pub fn random_extended_loads(random: &mut Random) -> (Module, Function) {
    random_function_with(random, |function, random, block, values| match random.below(3) {
        0 => random_inst(function, random, block, values),
        _ => random_extended_load(function, random, block, values),
    })
}

fn random_function_with(
    random: &mut Random,
    inst: impl Fn(&mut Function, &mut Random, Block, &mut Vec<Value>),
) -> (Module, Function) {
    random_function_of(random, any_shape, inst)
}

/// Any control flow between a few blocks.
fn any_shape(function: &mut Function, random: &mut Random) {
    let blocks = 1 + random.below(9);
    for _ in 0..blocks {
        let block = function.add_block();
        for _ in 0..random.below(3) {
            let ty = if random.below(5) == 0 { ValType::I64 } else { ValType::I32 };
            function.add_param(block, ty);
        }
    }
    for block in function.blocks.keys() {
        let mut target = || Block::from_u32(1 + random.below(blocks) as u32);
        let targets: Vec<Block> = (0..5).map(|_| target()).collect();
        let call =
            |block: Block| invar_ir::BlockCall { block, args: Default::default(), weight: 0 };
        let cond = Value::from_u32(0);
        function.blocks[block].term = match random.below(9) {
            0 | 1 => Terminator::Return(Default::default()),
            2 if random.below(3) == 0 => Terminator::Unreachable,
            2 | 3 => Terminator::Jump(call(targets[0])),
            4 => Terminator::BrTable {
                index: cond,
                targets: targets[..random.below(4)].iter().map(|&block| call(block)).collect(),
                default: call(targets[4]),
            },
            _ => Terminator::BrIf { cond, then: call(targets[0]), els: call(targets[1]) },
        };
    }
}

/// A random function with the blocks, parameters and branches that `shape` makes. The shape is first, so that
/// the dominators are known; operands and arguments come after it.
pub(crate) fn random_function_of(
    random: &mut Random,
    shape: impl Fn(&mut Function, &mut Random),
    inst: impl Fn(&mut Function, &mut Random, Block, &mut Vec<Value>),
) -> (Module, Function) {
    let (module, mut function) = parse_with(
        &format!("{MEMORY}.. page 0"),
        "func f1 : (i32, i32) -> (i32) {\n b0(v0: i32, v1: i32):\n return v0\n }",
    );
    shape(&mut function, random);
    let cfg = Cfg::new(&function);
    let dominators = Dominators::new(&function, &cfg);
    // Some have little but control flow.
    let most_insts = if random.below(3) == 0 { 2 } else { 10 };
    for block in function.blocks.keys().collect::<Vec<_>>() {
        // What may be used here: of the dominators, all; of an unreachable block, its own.
        let mut values = function.blocks[block].params.clone();
        let mut above = dominators.idom(block);
        while let Some(dominator) = above {
            values.extend(&function.blocks[dominator].params);
            let insts = function.blocks[dominator].insts.clone();
            values.extend(insts.iter().filter_map(|&inst| function.result(inst)));
            above = dominators.idom(dominator);
        }
        // In numbers, definitions of a dominator may still come later.
        for _ in 0..random.below(most_insts) {
            inst(&mut function, random, block, &mut values);
        }
        fill_terminator(&mut function, random, block, &mut values);
    }
    (module, function)
}

fn value_of(
    function: &mut Function,
    random: &mut Random,
    block: Block,
    values: &mut Vec<Value>,
    ty: ValType,
) -> Value {
    let fitting: Vec<Value> =
        values.iter().copied().filter(|&value| function.ty(value) == ty).collect();
    if !fitting.is_empty() && random.below(4) != 0 {
        return random.pick(&fitting);
    }
    let number = random.pick(&[0, 0, 1, 1, 2, 3, 4, 8, 255, -1, 31, 16]);
    let op = match ty {
        ValType::I32 => Op::I32Const { value: number },
        ValType::F32 => Op::F32Const { value: (number as f32).into() },
        ValType::F64 => Op::F64Const { value: f64::from(number).into() },
        _ => Op::I64Const { value: number.into() },
    };
    let inst = function.append(block, op, &[], &[ty], SourceLoc::default());
    let value = function.result(inst).unwrap();
    values.push(value);
    value
}

pub(crate) fn random_inst(
    function: &mut Function,
    random: &mut Random,
    block: Block,
    values: &mut Vec<Value>,
) {
    use Op::*;
    use ValType::{I32, I64};
    let (narrow, half, word, long) = (memarg(0), memarg(1), memarg(2), memarg(3));
    let with_offset =
        |memarg: MemArg, random: &mut Random| MemArg { offset: random.pick(&[0, 0, 4]), ..memarg };
    let word = with_offset(word, random);
    let (op, params, results): (Op, &[ValType], &[ValType]) = match random.below(57) {
        0..=2 => (I32Add, &[I32, I32], &[I32]),
        3 => (I32Sub, &[I32, I32], &[I32]),
        4 => (I32Mul, &[I32, I32], &[I32]),
        5 | 6 => (I32And, &[I32, I32], &[I32]),
        7 => (I32Or, &[I32, I32], &[I32]),
        8 => (I32Xor, &[I32, I32], &[I32]),
        9 => (I32Shl, &[I32, I32], &[I32]),
        10 => (I32ShrU, &[I32, I32], &[I32]),
        11 | 12 => (I32Eqz, &[I32], &[I32]),
        13 => (I32Eq, &[I32, I32], &[I32]),
        14 => (I32LtU, &[I32, I32], &[I32]),
        15 => (I32DivU, &[I32, I32], &[I32]),
        16 => (I32RemS, &[I32, I32], &[I32]),
        17 | 18 => (Select, &[I32, I32, I32], &[I32]),
        19 => (I64ExtendI32U, &[I32], &[I64]),
        20 => (I64ExtendI32S, &[I32], &[I64]),
        21 => (I32WrapI64, &[I64], &[I32]),
        22 => (I64Add, &[I64, I64], &[I64]),
        23 => (I64Eq, &[I64, I64], &[I32]),
        24..=26 => (I32Load { memarg: word }, &[I32], &[I32]),
        27 => (I32Load8U { memarg: narrow }, &[I32], &[I32]),
        28 => (I32Load16S { memarg: half }, &[I32], &[I32]),
        29 => (I64Load { memarg: long }, &[I32], &[I64]),
        30 | 31 => (I32Store { memarg: word }, &[I32, I32], &[]),
        32 => (I32Store8 { memarg: narrow }, &[I32, I32], &[]),
        33 => (I64Store { memarg: long }, &[I32, I64], &[]),
        34 => (I64Store32 { memarg: word }, &[I32, I64], &[]),
        35 | 36 => (GlobalGet { global_index: 0 }, &[], &[I32]),
        37 => (GlobalGet { global_index: 1 }, &[], &[I32]),
        38 => (GlobalGet { global_index: 2 }, &[], &[I64]),
        39 | 40 => (GlobalSet { global_index: 0 }, &[I32], &[]),
        41 => (GlobalSet { global_index: 2 }, &[I64], &[]),
        42 => (MemorySize { mem: 0 }, &[], &[I32]),
        51 => (I32Ne, &[I32, I32], &[I32]),
        52 => (I32LtS, &[I32, I32], &[I32]),
        53 => (I32GeS, &[I32, I32], &[I32]),
        54 => (I32GtU, &[I32, I32], &[I32]),
        55 => (I32LeU, &[I32, I32], &[I32]),
        43..=45 => (GlobalGet { global_index: 0 }, &[], &[I32]),
        46..=47 => (GlobalSet { global_index: 0 }, &[I32], &[]),
        48 | 49 => (I32Load { memarg: word }, &[I32], &[I32]),
        50 => (I32Store { memarg: word }, &[I32, I32], &[]),
        _ => (Call { function_index: 0 }, &[I32], &[I32]),
    };
    let mut args: Vec<Value> =
        params.iter().map(|&ty| value_of(function, random, block, values, ty)).collect();
    if op.memarg().is_some() && random.below(16) != 0 {
        args[0] = address(function, random, block, args[0]);
    }
    let inst = function.append(block, op, &args, results, SourceLoc::default());
    values.extend(function.result(inst));
}

/// A load, a store, a bulk operator, or a pointer a few bytes further.
fn random_access(
    function: &mut Function,
    random: &mut Random,
    block: Block,
    values: &mut Vec<Value>,
) {
    use Op::*;
    use ValType::{F32, F64, I32, I64};
    let loc = SourceLoc::default();
    let int = |function: &mut Function, value| {
        let inst = function.append(block, I32Const { value }, &[], &[I32], loc);
        function.result(inst).unwrap()
    };
    let base = value_of(function, random, block, values, I32);
    if random.below(6) == 0 {
        let step = random.pick(&[-4, 1, 2, 4, 8]);
        let step = int(function, step);
        let sum = function.append(block, I32Add, &[base, step], &[I32], loc);
        values.extend(function.result(sum));
        return;
    }
    if random.below(8) == 0 {
        // A sign is extended by two shifts.
        let bits = random.pick(&[24, 24, 16]);
        let bits = int(function, bits);
        let shifted = function.append(block, I32Shl, &[base, bits], &[I32], loc);
        let shifted = function.result(shifted).unwrap();
        let extended = function.append(block, I32ShrS, &[shifted, bits], &[I32], loc);
        values.extend(function.result(extended));
        let wide = if random.below(2) == 0 { I64ExtendI32S } else { I64ExtendI32U };
        let wide = function.append(block, wide, &[values[values.len() - 1]], &[I64], loc);
        values.extend(function.result(wide));
        return;
    }
    // Mostly few bytes, so that accesses overlap; sometimes what may trap.
    let low = random.pick(&[0x1c, 0x3f, 0xfc]);
    let address = match random.below(8) {
        0..=2 => {
            let start = random.pick(&[0, 4, 8, 11, 12, 16]);
            int(function, start)
        }
        3..=5 => {
            let mask = int(function, low);
            let inst = function.append(block, I32And, &[base, mask], &[I32], loc);
            values.extend(function.result(inst));
            function.result(inst).unwrap()
        }
        _ => base,
    };
    let memarg = |align| MemArg { offset: random.pick(&[0, 0, 1, 2, 4, 6, 7]), ..memarg(align) };
    let [bytes, halves, words, longs] = [0, 1, 2, 3].map(memarg);
    let memarg = words;
    let (op, stored, result) = match random.below(28) {
        0..=3 => (I32Load { memarg }, None, Some(I32)),
        4 => (I32Load8U { memarg: bytes }, None, Some(I32)),
        5 => (I32Load8S { memarg: bytes }, None, Some(I32)),
        6 => (I32Load16U { memarg: halves }, None, Some(I32)),
        7 => (I32Load16S { memarg: halves }, None, Some(I32)),
        8 | 9 => (I64Load { memarg: longs }, None, Some(I64)),
        10 => (I64Load32S { memarg }, None, Some(I64)),
        11 => (I64Load16S { memarg: halves }, None, Some(I64)),
        12 => (I64Load8U { memarg: bytes }, None, Some(I64)),
        13 => (F32Load { memarg }, None, Some(F32)),
        14 => (F64Load { memarg: longs }, None, Some(F64)),
        15..=18 => (I32Store { memarg }, Some(I32), None),
        19 => (I32Store8 { memarg: bytes }, Some(I32), None),
        20 => (I32Store16 { memarg: halves }, Some(I32), None),
        21 | 22 => (I64Store { memarg: longs }, Some(I64), None),
        23 => (I64Store32 { memarg }, Some(I64), None),
        24 => (F32Store { memarg }, Some(F32), None),
        25 => (F64Store { memarg: longs }, Some(F64), None),
        26 => {
            let (byte, size) = (random.pick(&[0, 7, 0x80]), random.pick(&[0, 3, 4, 8, 16]));
            let args = [address, int(function, byte), int(function, size)];
            function.append(block, MemoryFill { mem: 0 }, &args, &[], loc);
            return;
        }
        _ => {
            let (from, size) = (random.pick(&[0, 8, 12, 20]), random.pick(&[4, 8, 16]));
            let args = [address, int(function, from), int(function, size)];
            function.append(block, MemoryCopy { dst_mem: 0, src_mem: 0 }, &args, &[], loc);
            return;
        }
    };
    let mut args = vec![address];
    args.extend(stored.map(|ty| value_of(function, random, block, values, ty)));
    let results: Vec<ValType> = result.into_iter().collect();
    let inst = function.append(block, op, &args, &results, loc);
    values.extend(function.result(inst));
}

/// A store, a load of some of its bytes, and up to two extensions of what was loaded.
fn random_extended_load(
    function: &mut Function,
    random: &mut Random,
    block: Block,
    values: &mut Vec<Value>,
) {
    use Op::*;
    use ValType::{I32, I64};
    let loc = SourceLoc::default();
    let base = value_of(function, random, block, values, I32);
    let address = address(function, random, block, base);
    let [bytes, halves, words, longs] = [0, 1, 2, 3].map(memarg);
    let stored = value_of(function, random, block, values, I64);
    function.append(block, I64Store { memarg: longs }, &[address, stored], &[], loc);
    let loads = [
        (I32Load8U { memarg: bytes }, I32),
        (I32Load8S { memarg: bytes }, I32),
        (I32Load16U { memarg: halves }, I32),
        (I32Load { memarg: words }, I32),
        (I64Load8U { memarg: bytes }, I64),
        (I64Load32U { memarg: words }, I64),
    ];
    let (load, ty) = loads[random.below(loads.len())].clone();
    let loaded = function.append(block, load, &[address], &[ty], loc);
    let loaded = function.result(loaded).unwrap();
    let mut results = Vec::new();
    for _ in 0..random.below(3) {
        let shifts = ty == I32 && random.below(3) == 0;
        let (op, result) = if shifts {
            let bits = random.pick(&[16, 24]);
            let bits = function.append(block, I32Const { value: bits }, &[], &[I32], loc);
            let bits = function.result(bits).unwrap();
            let shifted = function.append(block, I32Shl, &[loaded, bits], &[I32], loc);
            let shifted = function.result(shifted).unwrap();
            let extended = function.append(block, I32ShrS, &[shifted, bits], &[I32], loc);
            results.extend(function.result(extended));
            continue;
        } else if ty == I32 {
            match random.below(4) {
                0 => (I32Extend8S, I32),
                1 => (I32Extend16S, I32),
                2 => (I64ExtendI32S, I64),
                _ => (I64ExtendI32U, I64),
            }
        } else {
            let op = match random.below(3) {
                0 => I64Extend8S,
                1 => I64Extend16S,
                _ => I64Extend32S,
            };
            (op, I64)
        };
        let extended = function.append(block, op, &[loaded], &[result], loc);
        results.extend(function.result(extended));
    }
    // Often the value is also used as it was loaded.
    if random.below(2) == 0 {
        results.push(loaded);
    }
    for value in results {
        match random.below(4) {
            0 => {}
            1 => values.push(value),
            _ => {
                let op = match function.ty(value) {
                    I32 => I32Store { memarg: words },
                    _ => I64Store { memarg: longs },
                };
                function.append(block, op, &[address, value], &[], loc);
            }
        }
    }
}

/// An address in bounds: a constant, or the low bits of a value.
fn address(function: &mut Function, random: &mut Random, block: Block, value: Value) -> Value {
    let (loc, known) = (SourceLoc::default(), random.below(2) == 0);
    let number = random.pick(if known { &[0, 4, 8, 64] } else { &[0xc, 0xff] });
    let number = function.append(block, Op::I32Const { value: number }, &[], &[ValType::I32], loc);
    let number = function.result(number).unwrap();
    if known {
        return number;
    }
    let low = function.append(block, Op::I32And, &[value, number], &[ValType::I32], loc);
    function.result(low).unwrap()
}

fn fill_terminator(
    function: &mut Function,
    random: &mut Random,
    block: Block,
    values: &mut Vec<Value>,
) {
    let mut term = std::mem::take(&mut function.blocks[block].term);
    match &mut term {
        Terminator::BrIf { cond: operand, .. } | Terminator::BrTable { index: operand, .. } => {
            *operand = value_of(function, random, block, values, ValType::I32);
        }
        Terminator::Return(list) => {
            // Some of what was computed is seen outside.
            for _ in 0..3 {
                let value = value_of(function, random, block, values, ValType::I32);
                let (log, loc) = (Op::Call { function_index: 0 }, SourceLoc::default());
                function.append(block, log, &[value], &[ValType::I32], loc);
                *list = function.make_list(&[value]);
            }
        }
        _ => {}
    }
    for call in term.targets_mut() {
        let params = function.blocks[call.block].params.clone();
        let args: Vec<Value> = params
            .iter()
            .map(|&param| value_of(function, random, block, values, function.ty(param)))
            .collect();
        call.args = function.make_list(&args);
    }
    function.blocks[block].term = term;
}
