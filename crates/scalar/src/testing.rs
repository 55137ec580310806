//! What the tests of all passes share: passes on text, a small interpreter, random functions, and
//! large ones.
//!
//! [`check`] runs a pass on a function in the text format and compares with the exact result.
//! [`same_behaviour`] runs a pass on many random functions and compares what they *do*: results,
//! traps, the sequence of calls, memory and globals.

mod copies;

use invar_ir::rules::{Const, evaluate};
use invar_ir::{
    Block, Body, Cfg, Dominators, Fuel, Func, Function, Goals, Inst, MemArg, MemOrdering, MemSpace,
    Module, Op, PassContext, SourceLoc, Summaries, Terminator, ValType, Value, parse_module,
    verify_function,
};

/// The module around the functions of the tests.
const AROUND: &str = "
    ty0 = struct (mut i32, i32, mut i64)
    import f0 \"env\" \"log\" : (i32) -> (i32)
    memory m0 : i32 1..
    table t0 : 4.. funcref
    global g0 : mut i32 = i32.const 7
    global g1 : i32 = i32.const 9
    global g2 : mut i64 = i64.const 3";

/// A module with this function, `f1`: `f0` is imported.
pub fn parse(function: &str) -> (Module, Function) {
    let text = format!("module \"test\" {{ {AROUND} \n {function} \n }}");
    let mut module = parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let body = &mut module.funcs[Func::from_u32(1)].body;
    let Body::Ssa(function) = std::mem::replace(body, Body::Import) else { panic!("no body") };
    (module, *function)
}

/// Calls `run` with a context of unlimited fuel.
pub fn with_context<T>(module: &Module, run: impl FnOnce(&mut PassContext<'_>) -> T) -> T {
    with_goals(module, Goals::default(), run)
}

/// Calls `run` with a context of unlimited fuel and these goals.
pub fn with_goals<T>(
    module: &Module,
    goals: Goals,
    run: impl FnOnce(&mut PassContext<'_>) -> T,
) -> T {
    let (fuel, summaries) = (Fuel::unlimited(), Summaries::default());
    run(&mut PassContext::new(module, goals, &fuel, &summaries))
}

fn lines(text: &str) -> Vec<String> {
    let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(line).filter(|line| !line.is_empty()).collect()
}

/// Runs a pass on a function and compares what it counts and what it leaves.
#[track_caller]
pub fn check(
    run: impl FnOnce(&mut Function, &mut PassContext<'_>) -> u64,
    count: u64,
    before: &str,
    after: &str,
) {
    let (module, mut function) = parse(before);
    let counted = with_context(&module, |cx| run(&mut function, cx));
    verify(&module, &function);
    let (expected_module, expected) = parse(after);
    let found = lines(&function.display(&module).to_string());
    let expected = lines(&expected.display(&expected_module).to_string());
    assert_eq!(found[1..], expected[1..], "found:\n{}", found.join("\n"));
    assert_eq!(counted, count);
}

/// Checks the invariants of the IR.
#[track_caller]
pub fn verify(module: &Module, function: &Function) {
    if let Err(errors) = verify_function(module, function) {
        panic!("{}\nin {}", errors[0], function.display(module));
    }
}

// ---- Large functions -------------------------------------------------------------------------

/// A chain of blocks without instructions.
pub fn chain(blocks: usize) -> (Module, Function) {
    let (module, mut function) = parse("func f1 : () -> () {\n b0:\n return\n }");
    let mut at = function.entry;
    for _ in 1..blocks {
        let next = function.add_block();
        let call = function.call(next, &[]);
        function.blocks[at].term = Terminator::Jump(call);
        at = next;
    }
    function.blocks[at].term = Terminator::Return(Default::default());
    (module, function)
}

/// One block of many instructions: sums and loads, each of the one before.
pub fn long_block(insts: usize) -> (Module, Function) {
    let (module, mut function) = parse("func f1 : (i32) -> (i32) {\n b0(v0: i32):\n return v0\n }");
    let (entry, loc) = (function.entry, SourceLoc::default());
    let mut at = function.blocks[entry].params[0];
    for n in 0..insts {
        let (op, args) = match n % 4 {
            0 => (Op::I32Const { value: n as i32 }, vec![]),
            1 => (Op::I32Load { memarg: memarg(2) }, vec![at]),
            2 => (Op::I32Mul, vec![at, at]),
            _ => (Op::I32Add, vec![at, function.blocks[entry].params[0]]),
        };
        let inst = function.append(entry, op, &args, &[ValType::I32], loc);
        at = function.result(inst).unwrap();
    }
    let list = function.make_list(&[at]);
    function.blocks[entry].term = Terminator::Return(list);
    (module, function)
}

/// Loops one in another. Each has a header with a parameter, and an exit to the one around.
pub fn nest(depth: usize) -> (Module, Function) {
    let (module, mut function) = parse("func f1 : (i32) -> (i32) {\n b0(v0: i32):\n return v0\n }");
    let (entry, loc) = (function.entry, SourceLoc::default());
    let headers: Vec<Block> = (0..depth).map(|_| function.add_block()).collect();
    let latches: Vec<Block> = (0..depth).map(|_| function.add_block()).collect();
    let exit = function.add_block();
    let first = function.blocks[entry].params[0];
    let mut value = first;
    let mut at = entry;
    for &header in &headers {
        let call = function.call(header, &[value]);
        function.blocks[at].term = Terminator::Jump(call);
        value = function.add_param(header, ValType::I32);
        at = header;
    }
    let call = function.call(latches[depth - 1], &[]);
    function.blocks[at].term = Terminator::Jump(call);
    for n in (0..depth).rev() {
        let param = function.blocks[headers[n]].params[0];
        let sum = function.append(latches[n], Op::I32Add, &[param, first], &[ValType::I32], loc);
        let sum = function.result(sum).unwrap();
        let then = function.call(headers[n], &[sum]);
        let els = function.call(if n == 0 { exit } else { latches[n - 1] }, &[]);
        function.blocks[latches[n]].term = Terminator::BrIf { cond: sum, then, els };
    }
    let list = function.make_list(&[first]);
    function.blocks[exit].term = Terminator::Return(list);
    (module, function)
}

/// The immediate of an access with this natural alignment.
pub fn memarg(max_align: u8) -> MemArg {
    let (space, ordering) = (MemSpace::Memory, MemOrdering::Default);
    MemArg { offset: 0, memory: 0, align: 0, max_align, space, ordering }
}

// ---- Random functions ------------------------------------------------------------------------

/// A small generator (xorshift).
pub struct Random(u64);

impl Random {
    /// A generator that always gives the same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        random.next();
        random
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 16) as usize % n
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// A random function from two `i32` to one: any control flow, also endless and irreducible, with
/// arithmetic, memory, globals and calls. Small numbers and few addresses, so that things meet.
pub fn random_function(random: &mut Random) -> (Module, Function) {
    let (module, mut function) =
        parse("func f1 : (i32, i32) -> (i32) {\n b0(v0: i32, v1: i32):\n return v0\n }");
    let blocks = 1 + random.below(9);
    for _ in 0..blocks {
        let block = function.add_block();
        for _ in 0..random.below(3) {
            let ty = if random.below(5) == 0 { ValType::I64 } else { ValType::I32 };
            function.add_param(block, ty);
        }
    }
    // The shape first, so that the dominators are known; operands and arguments after it.
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
            random_inst(&mut function, random, block, &mut values);
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
        _ => Op::I64Const { value: number.into() },
    };
    let inst = function.append(block, op, &[], &[ty], SourceLoc::default());
    let value = function.result(inst).unwrap();
    values.push(value);
    value
}

fn random_inst(
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

// ---- The interpreter -------------------------------------------------------------------------

/// How a run ends.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// With these results.
    Returns(Vec<Const>),
    /// By a trap.
    Trap,
    /// Not within the steps it had.
    Unknown,
}

/// All that someone outside can see of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Behaviour {
    /// How it ends.
    pub end: End,
    /// The arguments of all calls.
    pub calls: Vec<Const>,
    /// The globals.
    pub globals: [Const; 3],
    /// The start of memory.
    pub memory: Vec<u8>,
}

const MEMORY: usize = 320;

/// Runs a function of the kind that [`random_function`] makes. Accesses of memory past a small
/// limit trap, so that few addresses do not.
pub fn interpret(function: &Function, args: &[Const], mut steps: usize) -> Behaviour {
    let mut values: Vec<Option<Const>> = vec![None; function.values.len()];
    let mut run = Behaviour {
        end: End::Unknown,
        calls: Vec::new(),
        globals: [Const::I32(7), Const::I32(9), Const::I64(3)],
        memory: (0..MEMORY).map(|n| n as u8).collect(),
    };
    let mut block = function.entry;
    for (&param, &arg) in function.blocks[block].params.iter().zip(args) {
        values[param.as_u32() as usize] = Some(arg);
    }
    loop {
        for &inst in &function.blocks[block].insts {
            let operands: Vec<Const> =
                function.args(inst).iter().map(|&arg| get(&values, arg)).collect();
            let Some(result) = execute(function, inst, &operands, &mut run) else {
                run.end = End::Trap;
                return run;
            };
            for (value, constant) in function.results(inst).zip(result) {
                values[value.as_u32() as usize] = Some(constant);
            }
        }
        let int = |value: Value| get(&values, value).as_int().expect("an integer");
        let call = match &function.blocks[block].term {
            Terminator::Jump(call) => call,
            Terminator::BrIf { cond, then, els } => {
                if int(*cond) != 0 {
                    then
                } else {
                    els
                }
            }
            Terminator::BrTable { index, targets, default } => {
                targets.get(int(*index) as u32 as usize).unwrap_or(default)
            }
            Terminator::Return(list) => {
                let results = function.list(list).iter().map(|&value| get(&values, value));
                run.end = End::Returns(results.collect());
                return run;
            }
            Terminator::Unreachable => {
                run.end = End::Trap;
                return run;
            }
            other => panic!("{other:?} is not interpreted"),
        };
        if steps == 0 {
            return run;
        }
        steps -= 1;
        let args: Vec<Const> =
            function.list(&call.args).iter().map(|&arg| get(&values, arg)).collect();
        block = call.block;
        for (&param, arg) in function.blocks[block].params.iter().zip(args) {
            values[param.as_u32() as usize] = Some(arg);
        }
    }
}

fn get(values: &[Option<Const>], value: Value) -> Const {
    values[value.as_u32() as usize].unwrap_or_else(|| panic!("{value} is not defined yet"))
}

/// The results of an instruction; `None` for a trap.
fn execute(
    function: &Function,
    inst: Inst,
    args: &[Const],
    run: &mut Behaviour,
) -> Option<Vec<Const>> {
    let op = &function.insts[inst].op;
    let place = |memarg: &MemArg, size: usize| {
        let start = args[0].as_int().expect("an address") as u32 as u64 + memarg.offset;
        (start + size as u64 <= MEMORY as u64).then_some(start as usize)
    };
    let int = |n: usize| args[n].as_int().expect("an integer");
    let read = |memory: &[u8], start: usize, size: usize| {
        memory[start..start + size].iter().rev().fold(0i64, |all, &byte| all << 8 | i64::from(byte))
    };
    Some(match op {
        Op::I32Load { memarg } => {
            vec![Const::I32(read(&run.memory, place(memarg, 4)?, 4) as i32)]
        }
        Op::I32Load8U { memarg } => {
            vec![Const::I32(read(&run.memory, place(memarg, 1)?, 1) as i32)]
        }
        Op::I32Load16S { memarg } => {
            vec![Const::I32((read(&run.memory, place(memarg, 2)?, 2) as i16).into())]
        }
        Op::I64Load { memarg } => vec![Const::I64(read(&run.memory, place(memarg, 8)?, 8))],
        Op::I32Store { memarg } | Op::I64Store32 { memarg } => {
            let start = place(memarg, 4)?;
            run.memory[start..start + 4].copy_from_slice(&(int(1) as u32).to_le_bytes());
            vec![]
        }
        Op::I32Store8 { memarg } | Op::I64Store8 { memarg } => {
            let start = place(memarg, 1)?;
            run.memory[start] = int(1) as u8;
            vec![]
        }
        Op::I64Store { memarg } => {
            let start = place(memarg, 8)?;
            run.memory[start..start + 8].copy_from_slice(&int(1).to_le_bytes());
            vec![]
        }
        Op::GlobalGet { global_index } => vec![run.globals[*global_index as usize]],
        Op::GlobalSet { global_index } => {
            run.globals[*global_index as usize] = args[0];
            vec![]
        }
        Op::MemorySize { .. } => vec![Const::I32(1)],
        Op::Call { .. } => {
            run.calls.push(args[0]);
            // The callee may do anything.
            let n = run.calls.len() as i32;
            run.memory[4 * (n as usize % 4)] ^= n as u8;
            if n % 2 == 0 {
                run.globals[0] = Const::I32(n);
            }
            vec![Const::I32((int(0) as i32).wrapping_mul(3) ^ n)]
        }
        _ => vec![evaluate(op, args)?],
    })
}

/// Runs a pass on random functions and compares what they do before and after. With
/// `CLEAN_TEST_TIMES=n`, on n times as many.
pub fn same_behaviour(
    seeds: std::ops::Range<u64>,
    goals: Goals,
    mut run: impl FnMut(&mut Function, &mut PassContext<'_>),
) {
    let times: u64 = match std::env::var("CLEAN_TEST_TIMES") {
        Ok(times) => times.parse().expect("a number"),
        Err(_) => 1,
    };
    for seed in seeds.start..seeds.start + times * (seeds.end - seeds.start) {
        let mut random = Random::new(seed);
        let (module, before) = random_function(&mut random);
        verify(&module, &before);
        let mut after = before.clone();
        with_goals(&module, goals, |cx| run(&mut after, cx));
        verify(&module, &after);
        for _ in 0..6 {
            let args: Vec<Const> = (0..2)
                .map(|_| Const::I32(random.pick(&[0, 1, 2, 3, 4, 8, 60, 255, -1, 1000])))
                .collect();
            let expected = interpret(&before, &args, 200);
            if expected.end == End::Unknown || goals.traps_never_happen && expected.end == End::Trap
            {
                continue;
            }
            let found = interpret(&after, &args, 400);
            assert!(
                found == expected,
                "seed {seed}, on {args:?}: {:?} {:?}, was {:?} {:?}\nbefore:\n{}\nafter:\n{}",
                found.end,
                found.calls,
                expected.end,
                expected.calls,
                before.display(&module),
                after.display(&module)
            );
        }
    }
}

/// Runs a pass on random functions with little fuel: wherever it ends, the function must be
/// valid and do the same, and no more may have been taken than there was.
pub fn out_of_fuel(mut run: impl FnMut(&mut Function, &mut PassContext<'_>)) {
    for limit in 0..12 {
        same_behaviour(0..100, Goals::default(), |function, cx| {
            let (module, goals, fuel) = (cx.module, cx.goals, Fuel::limited(limit));
            let before = (limit == 0).then(|| function.display(module).to_string());
            let summaries = Summaries::default();
            let mut cx = PassContext::new(module, goals, &fuel, &summaries);
            run(function, &mut cx);
            if let Some(before) = before {
                assert_eq!(function.display(module).to_string(), before, "without fuel");
            }
        });
    }
}
