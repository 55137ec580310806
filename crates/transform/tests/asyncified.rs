//! Asyncified modules on the interpreter: calls of imports that each unwind the stack and are answered after a
//! rewind, and what a program does if they answer at once.

use invar_interp::{Const, Extern, ExternType, Host, Limits, Program, Stop, Store, Value};
use invar_ir::ValType;
use invar_transform::{Asyncify, Transform};
use std::fmt::Write;

/// Where the data of asyncify is, and its stack.
const DATA: i32 = 4096;

/// A host whose functions answer with numbers, at once or after a rewind.
#[derive(Default)]
struct Sleeping {
    /// The functions of the interface, if calls are to unwind.
    interface: Option<[invar_interp::value::FuncAddr; 2]>,
    /// Whether the stack is being rewound for an answer.
    rewinds: bool,
    /// Name of each import, and its result.
    imports: Vec<(String, Option<ValType>)>,
    /// The calls that were answered.
    calls: Vec<(String, Vec<Const>)>,
    /// The call that is to be made again.
    pending: Option<(String, Vec<Const>)>,
}

fn number(ty: ValType, n: i32) -> Value {
    match ty {
        ValType::I64 => Value::i64(i64::from(n) * 0x1_0000_0001),
        _ => Value::i32(n),
    }
}

impl Host for Sleeping {
    fn call(&mut self, store: &mut Store, id: u32, args: &[Value]) -> Result<Vec<Value>, Stop> {
        let (name, result) = self.imports[id as usize].clone();
        let call = (name, args.iter().map(|value| value.number()).collect::<Vec<_>>());
        if let Some([unwind, stop]) = self.interface {
            if !self.rewinds {
                self.pending = Some(call);
                store.call(self, unwind, &[Value::i32(DATA)])?;
                return Ok(result.map(|ty| number(ty, 0)).into_iter().collect());
            }
            self.rewinds = false;
            store.call(self, stop, &[])?;
            assert_eq!(self.pending.take(), Some(call.clone()), "the call is made again");
        }
        self.calls.push(call);
        let n = self.calls.len() as i32 * 3;
        Ok(result.map(|ty| number(ty, n)).into_iter().collect())
    }
}

/// What a run of `run` gives: its results or none for a trap, the calls of imports, the memory below the data.
type Outcome = (Option<Vec<Const>>, Vec<(String, Vec<Const>)>, Vec<Option<Vec<Const>>>);

fn outcome(wasm: &[u8], argument: i32, suspends: bool) -> Outcome {
    let (module, _) = invar_wasm::read(wasm.into()).expect("the module is valid");
    let results: Vec<Option<ValType>> = (module.funcs.values())
        .filter(|func| func.import.is_some())
        .map(|func| module.signature(func.ty).1.first().copied())
        .collect();
    let program = Program::new(module);
    let (mut store, mut host) = (Store::new(Limits::default(), 10_000_000), Sleeping::default());
    let mut imports = Vec::new();
    for (import, result) in store.imports(&program).into_iter().zip(results) {
        let ExternType::Func(ty, _) = import.ty else { panic!("{import:?}") };
        imports.push(Extern::Func(store.new_func(ty, host.imports.len() as u32)));
        host.imports.push((import.name.name, result));
    }
    let instance = store.instantiate(&mut host, &program, &imports).expect("an instance");
    let func = |store: &mut Store, name: &str| match store.export(instance, name) {
        Some(Extern::Func(func)) => func,
        _ => panic!("there is no export `{name}`"),
    };
    let run = func(&mut store, "run");
    let call = |host: &mut Sleeping, store: &mut Store, func, args: &[Value]| match store
        .call(host, func, args)
    {
        Ok(results) => Some(results.iter().map(|value| value.number()).collect::<Vec<_>>()),
        Err(Stop::Trap(_)) => None,
        Err(stop) => panic!("{stop:?}"),
    };
    let interface = suspends.then(|| {
        ["start_unwind", "stop_unwind", "start_rewind", "stop_rewind", "get_state"]
            .map(|name| func(&mut store, &format!("asyncify_{name}")))
    });
    let (poke, peek) = (func(&mut store, "poke"), func(&mut store, "peek"));
    if let Some([start_unwind, .., stop_rewind, _]) = interface {
        host.interface = Some([start_unwind, stop_rewind]);
        call(&mut host, &mut store, poke, &[Value::i32(DATA), Value::i32(DATA + 16)]);
        call(&mut host, &mut store, poke, &[Value::i32(DATA + 4), Value::i32(65536)]);
    }
    let args = [Value::i32(argument)];
    let mut result = call(&mut host, &mut store, run, &args);
    if let Some([_, stop_unwind, start_rewind, _, state]) = interface {
        while result.is_some()
            && call(&mut host, &mut store, state, &[]) == Some(vec![Const::I32(1)])
        {
            call(&mut host, &mut store, stop_unwind, &[]);
            call(&mut host, &mut store, start_rewind, &[Value::i32(DATA)]);
            host.rewinds = true;
            result = call(&mut host, &mut store, run, &args);
        }
        if result.is_some() {
            let position = call(&mut host, &mut store, peek, &[Value::i32(DATA)]);
            assert_eq!(position, Some(vec![Const::I32(DATA + 16)]), "the stack is empty");
        }
    }
    let held = (0..16).map(|at| call(&mut host, &mut store, peek, &[Value::i32(at * 4)])).collect();
    (result, host.calls, held)
}

/// Asserts that a program does the same if each call of an import unwinds, and if none does.
fn same(wat: &str, how: Asyncify) {
    let wasm = wat::parse_str(wat).unwrap_or_else(|error| panic!("{error}\n{wat}"));
    let changed = Transform::Asyncify(Box::new(how)).run(&wasm, false);
    let changed = changed.unwrap_or_else(|error| panic!("{error}\n{wat}")).wasm;
    for argument in [0, 1, 5] {
        let expected = outcome(&wasm, argument, false);
        assert_eq!(outcome(&changed, argument, false), expected, "not suspended\n{wat}");
        assert_eq!(outcome(&changed, argument, true), expected, "suspended\n{wat}");
    }
}

const START: &str = r#"(module
  (import "env" "sleep" (func $sleep (param i32) (result i32)))
  (import "env" "wait" (func $wait (result i64)))
  (memory 1)
  (func (export "poke") (param i32 i32) (i32.store (local.get 0) (local.get 1)))
  (func (export "peek") (param i32) (result i32) (i32.load (local.get 0)))
"#;

#[test]
fn values_of_each_type_are_kept() {
    same(
        &format!(
            r#"{START}
  (func (export "run") (param i32) (result i32) (local i32 i64 f32 f64 v128)
    (local.set 1 (i32.add (local.get 0) (i32.const 1)))
    (local.set 2 (i64.extend_i32_s (local.get 1)))
    (local.set 3 (f32.convert_i32_s (local.get 1)))
    (local.set 4 (f64.convert_i32_s (local.get 1)))
    (local.set 5 (i32x4.splat (local.get 1)))
    (i32.store (i32.const 8) (call $sleep (local.get 1)))
    (i32.add (local.get 1) (i32.add (i32.wrap_i64 (i64.add (local.get 2) (call $wait)))
      (i32.add (i32.trunc_f32_s (local.get 3)) (i32.add (i32.trunc_f64_s (local.get 4))
        (i32x4.extract_lane 2 (local.get 5))))))))"#
        ),
        Asyncify::default(),
    );
}

#[test]
fn loops_in_loops_and_recursion() {
    same(
        &format!(
            r#"{START}
  (type $t (func (param i32) (result i32)))
  (table 2 funcref) (elem (i32.const 0) $down $run)
  (func $down (param i32) (result i32)
    (if (result i32) (local.get 0)
      (then (i32.add (call $sleep (local.get 0))
        (call_indirect (type $t) (i32.sub (local.get 0) (i32.const 1)) (i32.const 0))))
      (else (i32.const 7))))
  (func $run (export "run") (param i32) (result i32) (local i32 i32 i32)
    (block $out (loop $outer
      (br_if $out (i32.gt_u (local.get 1) (local.get 0)))
      (local.set 2 (i32.const 0))
      (loop $inner
        (local.set 3 (i32.add (local.get 3) (call $down (local.get 2))))
        (if (i32.and (local.get 2) (i32.const 1)) (then
          (local.set 3 (i32.xor (local.get 3) (i32.wrap_i64 (call $wait))))))
        (br_if $inner (i32.lt_u (local.tee 2 (i32.add (local.get 2) (i32.const 1))) (local.get 1))))
      (local.set 1 (i32.add (local.get 1) (i32.const 1)))
      (br $outer)))
    (local.get 3)))"#
        ),
        Asyncify::default(),
    );
}

#[test]
fn tail_calls_and_handlers() {
    same(
        &format!(
            r#"{START}
  (tag $e (param i32))
  (func $throws (param i32) (result i32)
    (drop (call $sleep (local.get 0)))
    (throw $e (i32.add (local.get 0) (call $sleep (i32.const 2)))))
  (func $tail (param i32) (result i32) (return_call $sleep (local.get 0)))
  (func (export "run") (param i32) (result i32) (local i32)
    (loop $again
      (local.set 1 (i32.add (local.get 1)
        (block $caught (result i32)
          (try_table (catch $e $caught)
            (br_if $caught (call $tail (local.get 0)) (i32.eqz (local.get 0)))
            (drop)
            (br $caught (call $throws (local.get 1))))
          (unreachable))))
      (local.set 1 (i32.add (local.get 1) (call $sleep (local.get 1))))
      (br_if $again (i32.gt_s (local.tee 0 (i32.sub (local.get 0) (i32.const 1))) (i32.const 0))))
    (local.get 1)))"#
        ),
        Asyncify::default(),
    );
}

#[test]
fn lists_and_asserts() {
    let wat = format!(
        r#"{START}
  (func $plain (param i32) (result i32) (i32.mul (local.get 0) (i32.const 3)))
  (func $calls (param i32) (result i32) (call $plain (call $sleep (local.get 0))))
  (func (export "run") (param i32) (result i32)
    (i32.add (call $calls (local.get 0)) (call $plain (i32.const 2)))))"#
    );
    let list = |name: &str| vec![name.to_owned()];
    same(&wat, Asyncify { asserts: true, ..Asyncify::default() });
    same(&wat, Asyncify { imports: Some(list("env.*")), ..Asyncify::default() });
    same(
        &wat,
        Asyncify { only: vec!["calls".to_owned(), "run".to_owned()], ..Asyncify::default() },
    );
    same(&wat, Asyncify { add: list("plain"), propagate_add: true, ..Asyncify::default() });
    let wasm = wat::parse_str(&wat).expect("it is valid");
    // A function that is not changed, and in which the state changes, traps.
    let how = Asyncify { remove: list("calls"), asserts: true, ..Asyncify::default() };
    let changed = Transform::Asyncify(Box::new(how)).run(&wasm, false).expect("it is changed");
    assert_eq!(outcome(&changed.wasm, 1, true).0, None);
    let how = Asyncify { only: list("none"), ..Asyncify::default() };
    let warned = Transform::Asyncify(Box::new(how)).run(&wasm, false).expect("it is changed");
    assert_eq!(warned.warnings.len(), 1);
}

/// A scheduler in the module, as TinyGo has one: tasks pause by unwinding to `resume`, which is called for each in
/// turn. Its functions are imported from `asyncify`; none of those that call these is changed.
#[test]
fn a_scheduler_in_the_module() {
    let wat = r#"(module
  (import "asyncify" "start_unwind" (func $start_unwind (param i32)))
  (import "asyncify" "stop_unwind" (func $stop_unwind))
  (import "asyncify" "start_rewind" (func $start_rewind (param i32)))
  (import "asyncify" "stop_rewind" (func $stop_rewind))
  (import "env" "log" (func $log (param i32)))
  (memory 1)
  (type $task (func (param i32)))
  (table 1 funcref) (elem (i32.const 0) $task)
  (global $rewinds (mut i32) (i32.const 0))
  (global $current (mut i32) (i32.const 0))
  (func (export "poke") (param i32 i32) (i32.store (local.get 0) (local.get 1)))
  (func (export "peek") (param i32) (result i32) (i32.load (local.get 0)))
  (func $pause
    (if (global.get $rewinds)
      (then (call $stop_rewind) (global.set $rewinds (i32.const 0)))
      (else (i32.store offset=8 (global.get $current) (i32.const 1))
        (call $start_unwind (global.get $current)))))
  (func $deep (param i32 i32) (result i32)
    (if (i32.eqz (local.get 0)) (then (call $pause) (return (local.get 1))))
    (i32.add (local.get 1) (call $deep (i32.sub (local.get 0) (i32.const 1)) (i32.mul (local.get 1) (i32.const 3)))))
  (func $task (param i32) (local i32)
    (loop $again
      (call $log (call $deep (local.get 1) (local.get 0)))
      (br_if $again (i32.lt_u (local.tee 1 (i32.add (local.get 1) (i32.const 1))) (i32.const 4))))
    (call $log (i32.sub (i32.const 0) (local.get 0))))
  (func $resume (param i32 i32)
    (global.set $current (local.get 0))
    (if (i32.load offset=8 (local.get 0))
      (then (global.set $rewinds (i32.const 1)) (i32.store offset=8 (local.get 0) (i32.const 0))
        (call $start_rewind (local.get 0))))
    (call_indirect (type $task) (local.get 1) (i32.const 0))
    (call $stop_unwind))
  (func (export "run") (param i32) (result i32) (local i32)
    (i32.store (i32.const 1024) (i32.const 2048)) (i32.store (i32.const 1028) (i32.const 3072))
    (i32.store (i32.const 1040) (i32.const 3072)) (i32.store (i32.const 1044) (i32.const 4096))
    (loop $again
      (call $resume (i32.const 1024) (i32.const 1))
      (call $resume (i32.const 1040) (i32.const 1000))
      (br_if $again (i32.or (i32.load (i32.const 1032)) (i32.load (i32.const 1048)))))
    (i32.load (i32.const 1024))))"#;
    let wasm = wat::parse_str(wat).expect("it is valid");
    let how = Asyncify { imports: Some(Vec::new()), ..Asyncify::default() };
    let changed = Transform::Asyncify(Box::new(how)).run(&wasm, false).expect("it is changed");
    let (result, calls, _) = outcome(&changed.wasm, 0, false);
    assert_eq!(result, Some(vec![Const::I32(2048)]), "the stacks are empty");
    let logged: Vec<i32> = (calls.iter())
        .map(|(_, args)| if let [Const::I32(n)] = args[..] { n } else { panic!("{args:?}") })
        .collect();
    // Each sum is made of 1, 3, 9 and 27, in turn for both tasks.
    assert_eq!(logged, [1, 1000, 4, 4000, 13, 13000, 40, -1, 40000, -1000]);
}

/// The next number of a generator (Numerical Recipes).
fn next(state: &mut u32) -> u32 {
    *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    *state >> 16
}

/// Straight-line code, loops and conditionals with calls, from a seed.
fn block(state: &mut u32, depth: u32, labels: &mut u32, text: &mut String) {
    for _ in 0..1 + next(state) % 3 {
        let local = next(state) % 4 + 1;
        let other = next(state) % 5;
        let _ = match next(state) % if depth == 0 { 4 } else { 7 } {
            0 => write!(
                text,
                "(local.set {local} (i32.add (local.get {other}) (call $sleep (local.get {local}))))"
            ),
            1 => write!(
                text,
                "(local.set {local} (i32.xor (local.get {other}) (i32.wrap_i64 (call $wait))))"
            ),
            2 => write!(text, "(local.set {local} (i32.mul (local.get {other}) (i32.const 5)))"),
            3 => write!(text, "(local.set {local} (call $f (local.get {other})))"),
            4 | 5 => {
                *labels += 1;
                let label = *labels;
                let _ = write!(text, "(local.set $n{label} (i32.const 3)) (loop $l{label} ");
                block(state, depth - 1, labels, text);
                write!(
                    text,
                    "(br_if $l{label} (local.tee $n{label} (i32.sub (local.get $n{label}) (i32.const 1)))))"
                )
            }
            _ => {
                let _ = write!(text, "(if (i32.and (local.get {other}) (i32.const 1)) (then ");
                block(state, depth - 1, labels, text);
                text.push_str(") (else ");
                block(state, depth - 1, labels, text);
                write!(text, "))")
            }
        };
    }
}

#[test]
fn generated_call_trees() {
    for seed in 0..150 {
        let (mut state, mut text) = (seed, START.to_owned());
        for (name, callee) in [
            (
                "$g",
                "(func $f (param i32) (result i32) (i32.add (local.get 0) (call $sleep (i32.const 1))))",
            ),
            ("$run", ""),
        ] {
            text.push_str(callee);
            let (mut labels, mut code) = (0, String::new());
            block(&mut state, 3, &mut labels, &mut code);
            let export = if name == "$run" { "(export \"run\")" } else { "" };
            let _ = write!(
                text,
                "(func {name} {export} (param i32) (result i32) (local i32 i32 i32 i32)"
            );
            (1..=labels).for_each(|n| {
                let _ = write!(text, "(local $n{n} i32)");
            });
            let sum = "(i32.add (local.get 1) (i32.add (local.get 2) (i32.add (local.get 3) (local.get 4)))))";
            let _ = writeln!(text, "{code} {sum}");
        }
        text.push(')');
        same(&text, Asyncify::default());
    }
}
