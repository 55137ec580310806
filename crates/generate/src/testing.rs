//! What the tests of all passes share: passes on text, random functions before and after, and large
//! functions.
//!
//! [`check`] runs a pass on a function in the text format and compares with the exact result.
//! [`same_behaviour`] runs a pass on many random functions and compares what they *do*: results,
//! traps, the sequence of calls, memory and globals.

#[cfg(test)]
mod copies;

use crate::Random;
use crate::functions::random_function;
pub use crate::functions::{memarg, parse, random_accesses, random_extended_loads};
use invar_analysis::claims::Checker;
use invar_analysis::{Fuel, Goals, PassContext, Summaries};
use invar_interp::value::{GlobalAddr, MemoryAddr};
use invar_interp::{Extern, ExternType, Host, Limits, Program, Stop, Store, Value};
use invar_ir::{
    Block, Body, Entity, Func, Function, Global, Memory, Module, Op, SourceLoc, Terminator,
    ValType, verify_function,
};

/// Instructions that a random function may execute.
const FUEL: u64 = 1000;

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
    run(&mut context(module, goals, &fuel, &summaries))
}

/// A context whose passes are checked.
fn context<'a>(
    module: &'a Module,
    goals: Goals,
    fuel: &'a Fuel,
    summaries: &'a Summaries,
) -> PassContext<'a> {
    let checker: Option<&dyn Checker> = Some(&invar_validate::Machines);
    PassContext { checker, ..PassContext::new(module, goals, fuel, summaries) }
}

fn lines(text: &str) -> Vec<String> {
    let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(line).filter(|line| !line.is_empty()).collect()
}

/// Runs a pass on a function and compares its counter and the resulting text.
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

/// A block of many instructions: sums and loads, each of the one before.
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

// ---- What a function does --------------------------------------------------------------------

/// How a run ends.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// With these results.
    Returns(Vec<Value>),
    /// By a trap.
    Trap,
    /// Not with the fuel it had.
    Unknown,
}

/// The observable behaviour of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Behaviour {
    /// How it ends.
    pub end: End,
    /// The arguments of all calls.
    pub calls: Vec<Value>,
    /// The globals.
    pub globals: Vec<Value>,
    /// The memory.
    pub memory: Vec<u8>,
}

/// The host of random functions.
struct Log {
    calls: Vec<Value>,
    memory: MemoryAddr,
    global: GlobalAddr,
}

impl Host for Log {
    /// The callee may do anything.
    fn call(&mut self, store: &mut Store, _: u32, args: &[Value]) -> Result<Vec<Value>, Stop> {
        self.calls.push(args[0]);
        let n = self.calls.len() as u32;
        store.memory_mut(self.memory)[4 * (n as usize % 4)] ^= n as u8;
        if n.is_multiple_of(2) {
            store.set_global(self.global, Value::i32(n as i32));
        }
        Ok(vec![Value::i32((args[0].as_u32().wrapping_mul(3) ^ n) as i32)])
    }
}

/// Runs a function of the kind that [`random_function`] makes, in the module that it makes.
pub fn interpret(module: &Module, function: &Function, args: &[i32], fuel: u64) -> Behaviour {
    let mut module = module.clone();
    module.funcs[Func::from_u32(1)].body = Body::Ssa(Box::new(function.clone()));
    let program = Program::new(module);
    let mut store = Store::new(Limits::default(), fuel);
    let ExternType::Func(ty, _) = store.imports(&program)[0].ty else { panic!("a function") };
    let log = store.new_func(ty, 0);
    let instance = store.instantiate(&mut (), &program, &[Extern::Func(log)]);
    let instance = instance.expect("there is nothing to fail");
    let entity = |store: &Store, entity| store.entity(instance, entity);
    let Extern::Func(f1) = entity(&store, Entity::Func(Func::from_u32(1))) else { panic!("f1") };
    let memory = entity(&store, Entity::Memory(Memory::from_u32(0)));
    let Extern::Memory(memory) = memory else { panic!("m0") };
    let globals = [0, 1, 2].map(|n| match entity(&store, Entity::Global(Global::from_u32(n))) {
        Extern::Global(global) => global,
        other => panic!("{other:?}"),
    });
    for (n, byte) in store.memory_mut(memory).iter_mut().enumerate() {
        *byte = n as u8;
    }
    let mut log = Log { calls: Vec::new(), memory, global: globals[0] };
    let args: Vec<Value> = args.iter().map(|&arg| Value::i32(arg)).collect();
    let end = match store.call(&mut log, f1, &args) {
        Ok(results) => End::Returns(results),
        Err(Stop::Trap(_)) => End::Trap,
        Err(Stop::Fuel) => End::Unknown,
        Err(stop) => panic!("{stop}"),
    };
    let globals = globals.map(|global| store.global(global).1).to_vec();
    Behaviour { end, calls: log.calls, globals, memory: store.memory(memory).to_vec() }
}

/// Runs a pass on random functions and compares what they do before and after. With
/// `INVAR_TEST_TIMES=n`, on n times as many.
pub fn same_behaviour(
    seeds: std::ops::Range<u64>,
    goals: Goals,
    run: impl FnMut(&mut Function, &mut PassContext<'_>),
) {
    same_behaviour_of(random_function, seeds, goals, run);
}

/// As [`same_behaviour`], on the functions of this generator.
pub fn same_behaviour_of(
    generator: impl Fn(&mut Random) -> (Module, Function),
    seeds: std::ops::Range<u64>,
    goals: Goals,
    mut run: impl FnMut(&mut Function, &mut PassContext<'_>),
) {
    let times: u64 = match std::env::var("INVAR_TEST_TIMES") {
        Ok(times) => times.parse().expect("a number"),
        Err(_) => 1,
    };
    for seed in seeds.start..seeds.start + times * (seeds.end - seeds.start) {
        let mut random = Random::new(seed);
        let (module, before) = generator(&mut random);
        verify(&module, &before);
        let mut after = before.clone();
        with_goals(&module, goals, |cx| run(&mut after, cx));
        verify(&module, &after);
        for _ in 0..6 {
            let args = [(); 2].map(|()| random.pick(&[0, 1, 2, 3, 4, 8, 60, 255, -1, 1000]));
            if let Err(difference) = compare(&module, &before, &after, goals, &args) {
                panic!("seed {seed}, {difference}");
            }
        }
    }
}

/// Runs a function of the kind that [`random_function`] makes, before and after passes with these goals. Returns
/// whether anything was compared, which it is not where the function before does not end with the fuel it has, or traps
/// although it was promised not to. An error is a text: the arguments, how both ended, and both functions.
pub fn compare(
    module: &Module,
    before: &Function,
    after: &Function,
    goals: Goals,
    args: &[i32],
) -> Result<bool, String> {
    let expected = interpret(module, before, args, FUEL);
    if expected.end == End::Unknown || goals.traps_never_happen && expected.end == End::Trap {
        return Ok(false);
    }
    let found = interpret(module, after, args, 4 * FUEL);
    if found == expected {
        return Ok(true);
    }
    Err(format!(
        "on {args:?}: {:?} {:?}, was {:?} {:?}\nbefore:\n{}\nafter:\n{}",
        found.end,
        found.calls,
        expected.end,
        expected.calls,
        before.display(module),
        after.display(module)
    ))
}

/// Runs a pass on random functions with little fuel: wherever it ends, the function must be
/// valid and do the same, and no more may have been taken than there was.
pub fn out_of_fuel(mut run: impl FnMut(&mut Function, &mut PassContext<'_>)) {
    for limit in 0..12 {
        same_behaviour(0..100, Goals::default(), |function, cx| {
            let (module, goals, fuel) = (cx.module, cx.goals, Fuel::limited(limit));
            let before = (limit == 0).then(|| function.display(module).to_string());
            let summaries = Summaries::default();
            let mut cx = context(module, goals, &fuel, &summaries);
            run(function, &mut cx);
            if let Some(before) = before {
                assert_eq!(function.display(module).to_string(), before, "without fuel");
            }
        });
    }
}
