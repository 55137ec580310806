//! Changed modules on the interpreter: what a program does with a change, and without.

use invar_interp::{Const, Extern, ExternType, Host, Limits, Program, Stop, Store, Value};
use invar_transform::{Legalize, Transform};

/// A host whose functions note their names and arguments, and return what their names stand for.
#[derive(Default)]
struct Noting {
    names: Vec<String>,
    calls: Vec<(String, Vec<Const>)>,
}

impl Host for Noting {
    fn call(&mut self, _: &mut Store, id: u32, args: &[Value]) -> Result<Vec<Value>, Stop> {
        let name = self.names[id as usize].clone();
        let result = match name.as_str() {
            "emscripten_get_sbrk_ptr" => vec![Value::i32(2048)],
            "getTempRet0" => vec![Value::i32(3)],
            "seek" => vec![Value::i32(-1)],
            _ => Vec::new(),
        };
        self.calls.push((name, args.iter().map(|value| value.number()).collect()));
        Ok(result)
    }
}

/// An instance of a module.
struct Instance {
    store: Store,
    instance: invar_interp::value::InstanceAddr,
    host: Noting,
}

impl Instance {
    fn new(wasm: &[u8]) -> Instance {
        let (module, _) = invar_wasm::read(wasm.into()).expect("the change is valid");
        let program = Program::new(module);
        let (mut store, mut host) = (Store::new(Limits::default(), 1_000_000), Noting::default());
        let mut imports = Vec::new();
        for import in store.imports(&program) {
            let ExternType::Func(ty, _) = import.ty else { panic!("{import:?}") };
            imports.push(Extern::Func(store.new_func(ty, host.names.len() as u32)));
            host.names.push(import.name.name);
        }
        let instance = store.instantiate(&mut host, &program, &imports).expect("an instance");
        Instance { store, instance, host }
    }

    /// The results of a call, or `None` for a trap.
    fn call(&mut self, name: &str, args: &[Value]) -> Option<Vec<Const>> {
        let Some(Extern::Func(func)) = self.store.export(self.instance, name) else {
            panic!("there is no export `{name}`")
        };
        match self.store.call(&mut self.host, func, args) {
            Ok(results) => Some(results.iter().map(|value| value.number()).collect()),
            Err(Stop::Trap(_)) => None,
            Err(stop) => panic!("{stop:?}"),
        }
    }

    /// The names of the functions of the host that were called since the last time.
    fn called(&mut self) -> Vec<String> {
        self.host.calls.drain(..).map(|call| call.0).collect()
    }
}

fn changed(text: &str, change: &Transform) -> Instance {
    let wasm = wat::parse_str(text).expect("a module");
    Instance::new(&change.run(&wasm, false).expect("it is changed").wasm)
}

#[test]
fn shifts_extend_signs() {
    let text = r#"(module (func (export "f") (param i64) (result i32 i32 i64 i64 i64)
        (i32.extend8_s (i32.wrap_i64 (local.get 0))) (i32.extend16_s (i32.wrap_i64 (local.get 0)))
        (i64.extend8_s (local.get 0)) (i64.extend16_s (local.get 0)) (i64.extend32_s (local.get 0))))"#;
    let mut before = Instance::new(&wat::parse_str(text).unwrap());
    let mut after = changed(text, &Transform::LowerSignExtensions);
    for value in [0, 1, -1, 0x7f, 0x80, 0xff80, 0x1234_8000, 0x8000_0000, i64::MIN + 0x80] {
        let args = [Value::i64(value)];
        assert_eq!(before.call("f", &args), after.call("f", &args), "{value:x}");
    }
}

#[test]
fn halves_are_joined_and_split() {
    let text = r#"(module
        (import "env" "seek" (func $seek (param i32 i64) (result i64)))
        (export "seek" (func $seek))
        (func (export "f") (param i64) (result i64) (call $seek (i32.const 7) (local.get 0))))"#;
    let mut after = changed(text, &Transform::Legalize(Legalize::default()));
    // The host returns 3 * 2^32 + 0xffff_ffff in halves.
    let results = after.call("f", &[Value::i32(-2), Value::i32(5)]);
    assert_eq!(results, Some(vec![Const::I32(-1)]));
    let number = |value| Const::I32(value);
    let calls = [
        ("seek".to_owned(), vec![number(7), number(-2), number(5)]),
        ("getTempRet0".to_owned(), vec![]),
        ("setTempRet0".to_owned(), vec![number(3)]),
    ];
    assert_eq!(after.host.calls, calls);
    // An import that is exported.
    after.host.calls.clear();
    let args = [Value::i32(7), Value::i32(-2), Value::i32(5)];
    assert_eq!(after.call("seek", &args), Some(vec![Const::I32(-1)]));
    assert_eq!(after.host.calls, calls);
}

#[test]
fn wrong_accesses_are_reported() {
    // Memory is given out up to 4096.
    let text = r#"(module (memory 1) (data (i32.const 2048) "\00\10\00\00")
        (func (export "load") (param i32) (result i32) (i32.load16_u offset=2 (local.get 0)))
        (func (export "store") (param i32) (i64.store (local.get 0) (i64.const 1))))"#;
    let mut after = changed(text, &Transform::CheckAccesses { low_memory_unused: false });
    let good = "emscripten_get_sbrk_ptr";
    for (name, address, trap, calls) in [
        ("load", 2046, false, vec![good]),
        ("load", 2047, false, vec![good, "alignfault"]),
        ("load", 4092, false, vec![good]),
        ("load", 4094, true, vec![good, "segfault"]),
        ("load", -2, true, vec![good, "segfault"]),
        ("store", 4088, false, vec![good]),
        ("store", 0, true, vec![good, "segfault"]),
        ("store", 12, false, vec![good, "alignfault"]),
    ] {
        assert_eq!(after.call(name, &[Value::i32(address)]).is_none(), trap, "{name} {address}");
        assert_eq!(after.called(), calls, "{name} {address}");
    }
}

#[test]
fn the_stack_pointer_stays_within_limits() {
    let text = r#"(module (global $__stack_pointer (mut i32) (i32.const 100))
        (func (export "f") (param i32) (result i32)
          (global.set $__stack_pointer (local.get 0)) (global.get $__stack_pointer)))"#;
    let mut after = changed(text, &Transform::CheckStack { handler: None });
    after.call("__set_stack_limits", &[Value::i32(100), Value::i32(10)]);
    for (pointer, is_good) in [(100, true), (10, true), (101, false), (9, false), (-1, false)] {
        let results = after.call("f", &[Value::i32(pointer)]);
        assert_eq!(results.is_some(), is_good, "{pointer}");
    }
}

#[test]
fn functions_are_called_with_other_types() {
    let text = r#"(module (table 1 funcref) (elem (i32.const 0) $f)
        (type $wide (func (param f32 i64) (result f64)))
        (func $f (param f32) (result i32) (i32.reinterpret_f32 (local.get 0)))
        (func (export "f") (param f32) (result i64)
          (i64.reinterpret_f64
            (call_indirect (type $wide) (local.get 0) (i64.const 9) (i32.const 0)))))"#;
    let number = [Value::Number(Const::F32(1.5f32.to_bits()))];
    let mut before = Instance::new(&wat::parse_str(text).unwrap());
    assert_eq!(before.call("f", &number), None);
    let mut after = changed(text, &Transform::EmulateCasts { params: 3 });
    assert_eq!(after.call("f", &number), Some(vec![Const::I64(i64::from(1.5f32.to_bits()))]));
}

#[test]
fn code_is_found_where_it_was_moved_to() {
    let text = r#"(module
        (import "env" "seek" (func $seek (param i32 i64) (result i64)))
        (func (export "g") (result i64) (call $seek (i32.const 1) (i64.const 2)))
        (func (export "f") (param i64) (result i64) (i64.add (local.get 0) (i64.const 77))))"#;
    let wasm = wat::parse_str(text).unwrap();
    let done = Transform::Legalize(Legalize::default()).run(&wasm, true).unwrap();
    // `i64.const 77` is an operator of both.
    let constant = [0x42, 77 | 0x80, 0];
    let find = |wasm: &[u8]| wasm.windows(3).position(|bytes| bytes == constant).unwrap() as u32;
    let (old, new) = (find(&wasm), find(&done.wasm));
    assert!(old != new && done.moved.contains(&(old, Some(new))), "{:?}", done.moved);
    assert!(done.moved.is_sorted_by_key(|moved| moved.0));
}
