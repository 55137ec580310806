//! Versions that are compiled on another thread: what the program does meanwhile, when it gets them, and what
//! happens when it ends, forgets, or reaches a limit before. The compiler waits here until it is told to go.

use crate::common::{Started, Told, generic, start_with};
use invar::unstable::ir;
use invar::unstable::runtime::online::{Limits, Settings};
use invar::unstable::runtime::wasmtime::{Linker, Ref, Store, Trap};
use invar::unstable::runtime::{Error, Pipeline, Program, Uses, engine};
use invar::{Level, Optimizer};
use std::sync::{Arc, Condvar, Mutex, Weak};
use std::time::{Duration, Instant};

/// An optimizer whose versions wait behind a gate, and fail if that is wanted.
struct Gated {
    optimizer: Optimizer,
    /// How many may pass.
    passes: Mutex<usize>,
    opened: Condvar,
    fails: bool,
}

impl Gated {
    fn new(fails: bool) -> Arc<Self> {
        let optimizer = Optimizer::new(Level::O2);
        let (passes, opened) = (Mutex::new(0), Condvar::new());
        Arc::new(Gated { optimizer, passes, opened, fails })
    }

    fn open(&self, passes: usize) {
        *self.passes.lock().unwrap() += passes;
        self.opened.notify_all();
    }
}

impl Pipeline for Gated {
    fn read(&self, wasm: &[u8]) -> Result<ir::Module, Error> {
        Pipeline::read(&self.optimizer, wasm)
    }
    fn write(&self, module: ir::Module) -> Result<Vec<u8>, Error> {
        Pipeline::write(&self.optimizer, module)
    }
    fn optimize(&self, module: ir::Module) -> Result<Vec<u8>, Error> {
        Pipeline::optimize(&self.optimizer, module)
    }
    fn optimize_bytes(&self, wasm: &[u8]) -> Result<Vec<u8>, Error> {
        Pipeline::optimize_bytes(&self.optimizer, wasm)
    }
    fn optimize_quickly(&self, module: ir::Module) -> Result<Vec<u8>, Error> {
        let mut passes =
            self.opened.wait_while(self.passes.lock().unwrap(), |it| *it == 0).unwrap();
        *passes -= 1;
        drop(passes);
        assert!(!self.fails, "a bug");
        Pipeline::optimize_quickly(&self.optimizer, module)
    }
    fn uses(&self, function: &ir::Function) -> Uses {
        Pipeline::uses(&self.optimizer, function)
    }
}

fn background() -> Settings {
    Settings { background: true, ..Settings::default() }
}

fn start_gated(wat: &str, mut settings: Settings, gate: &Arc<Gated>) -> Started {
    let told = Told::default();
    let listener = told.clone();
    settings.listener = Some(Arc::new(move |made| listener.lock().unwrap().push(made.clone())));
    let engine = engine().unwrap();
    let wasm = wat::parse_str(wat).unwrap();
    let program = Program::new(&engine, &wasm, &settings, gate.clone()).unwrap();
    let mut store = Store::new(&engine, ());
    let running = program.instantiate(&mut store, &Linker::new(&engine)).unwrap();
    Started { store, running, told }
}

/// Misses, waits, versions.
fn counts(it: &Started) -> (u64, u64, u64) {
    let total = it.profile().total();
    (total.misses, total.waits, total.versions)
}

/// Calls until so many versions were told of, made or not.
fn until(it: &mut Started, told: usize, mut call: impl FnMut(&mut Started)) {
    let start = Instant::now();
    while it.told.lock().unwrap().len() < told {
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", it.told);
        std::thread::sleep(Duration::from_millis(1));
        call(it);
    }
}

/// `f(k, x)` is a region for k; what it reads at 64 is promised, and `set` changes it.
fn region(annotation: &str) -> String {
    format!(
        r#"(module
        (import "invar" "{annotation}" (func $constant (param i32) (result i32)))
        (import "invar" "promise_const" (func $promise (param i32 i32) (result i32)))
        (import "invar" "forget" (func $forget (param i32)))
        (table 1 1 funcref)
        (elem (i32.const 0) func $f)
        (memory (export "memory") 1)
        (data (i32.const 64) "\05")
        (func $f (export "f") (param $k i32) (param $x i32) (result i32)
            (local.set $k (call $constant (local.get $k)))
            (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1)))
            (i32.add (i32.mul (local.get $x) (local.get $k))
                (i32.load (call $promise (i32.const 64) (i32.const 4)))))
        (func (export "set") (param i32) (i32.store (i32.const 64) (local.get 0)))
        (func (export "forget") (call $forget (i32.const 0))))"#
    )
}

#[test]
fn a_region_is_generic_until_its_version_is_there() {
    for annotation in ["is_const.cache", "is_const.cache1", "is_const.unchecked"] {
        let gate = Gated::new(false);
        let mut it = start_gated(&region(annotation), background(), &gate);
        for x in 0..10 {
            assert_eq!(it.call("f", &[3, x]), 3 * x + 5);
        }
        assert_eq!(counts(&it), (1, 9, 0), "{annotation}");
        gate.open(1);
        until(&mut it, 1, |it| assert_eq!(it.call("f", &[3, 7]), 26));
        let (misses, waits, versions) = counts(&it);
        assert_eq!((misses, versions), (1, 1));
        // The version is used from now on, and knows what was there when it was asked for.
        it.call("set", &[1]);
        assert_eq!([it.call("f", &[3, 7]), it.call("f", &[3, 1])], [26, 8]);
        assert_eq!(counts(&it), (1, waits, 1), "found without the host");
        let memory = it.memory();
        let calls = u32::from_le_bytes(memory.data(&it.store)[..4].try_into().unwrap());
        assert_eq!(u64::from(calls), 10 + (waits - 9) + 3, "each effect once");
    }
}

#[test]
fn a_version_is_of_the_memory_at_its_arrival() {
    let gate = Gated::new(false);
    let mut it = start_gated(&region("is_const.cache"), background(), &gate);
    assert_eq!(it.call("f", &[2, 1]), 7);
    it.call("set", &[100]);
    assert_eq!(it.call("f", &[2, 1]), 102, "generic code promises nothing");
    gate.open(1);
    let mut last = 0;
    until(&mut it, 1, |it| last = it.call("f", &[2, 1]));
    assert_eq!((last, it.call("f", &[2, 1])), (7, 7));
}

#[test]
fn other_values_are_begun_and_too_many_wait() {
    let gate = Gated::new(false);
    let mut it = start_gated(&region("is_const.cache"), background(), &gate);
    for k in 0..20 {
        assert_eq!(it.call("f", &[k, 2]), 2 * k + 5);
    }
    assert_eq!(counts(&it), (16, 4, 0), "sixteen at most");
    gate.open(100);
    until(&mut it, 20, |it| {
        for k in 0..20 {
            assert_eq!(it.call("f", &[k, 2]), 2 * k + 5);
        }
    });
    assert_eq!((counts(&it).0, counts(&it).2), (20, 20));
}

#[test]
fn what_is_replicated_is_made_on_arrival() {
    let gate = Gated::new(false);
    gate.open(2);
    let mut it = start_gated(&region("is_const.replicate"), background(), &gate);
    assert_eq!([it.call("f", &[1, 1]), it.call("f", &[1, 1])], [6, 6]);
    assert_eq!(counts(&it), (2, 0, 2));
}

/// `ask(n)` requests `scale(n, x)`, whose addend at 64 is promised.
const REQUEST: &str = r#"(module
    (import "invar" "specialize" (func $specialize (param i32 i32 i32) (result i32)))
    (import "invar" "promise_const" (func $promise (param i32 i32) (result i32)))
    (type $scale (func (param i32 i32) (result i32)))
    (table (export "table") 1 1 funcref)
    (elem (i32.const 0) func $scale)
    (memory (export "memory") 1)
    (data (i32.const 64) "\05")
    (func $scale (export "scale") (type $scale)
        (i32.div_s
            (i32.add (i32.const 100) (i32.load (call $promise (i32.const 64) (i32.const 4))))
            (i32.mul (local.get 0) (local.get 1))))
    (func (export "ask") (param $n i32) (result i32)
        (i64.store (i32.const 0) (i64.extend_i32_s (local.get $n)))
        (i64.store (i32.const 8) (i64.const 1))
        (call $specialize (i32.const 0) (i32.const 0) (i32.const 1)))
    (func (export "set") (param i32) (i32.store (i32.const 64) (local.get 0)))
    (func (export "copy") (table.set (i32.const 0) (table.get (i32.const 1))))
    (func (export "call") (param $f i32) (param $n i32) (param $x i32) (result i32)
        (call_indirect (type $scale) (local.get $n) (local.get $x) (local.get $f))))"#;

#[test]
fn a_request_is_answered_at_once() {
    let gate = Gated::new(false);
    let mut it = start_gated(REQUEST, background(), &gate);
    assert_eq!([it.call("ask", &[3]), it.call("ask", &[3])], [1, 1]);
    assert_eq!(it.call("call", &[1, 3, 5]), 7);
    let error = it.try_call("call", &[1, 3, 0]).unwrap_err();
    assert_eq!(error.downcast_ref::<Trap>(), Some(&Trap::IntegerDivisionByZero));
    assert_eq!(counts(&it), (1, 2, 0));
    it.call("set", &[200]);
    assert_eq!(it.call("call", &[1, 3, 5]), 20, "still generic");
    gate.open(1);
    until(&mut it, 1, |it| {
        it.call("call", &[1, 3, 5]);
    });
    assert_eq!(it.call("call", &[1, 3, 5]), 7, "as it was at the request");
    let (_, waits, versions) = counts(&it);
    it.call("call", &[1, 3, 5]);
    assert_eq!((versions, counts(&it)), (1, (1, waits, 1)));
    // In its slot is the version, no longer what stood in for it.
    let running = it.running.clone();
    let table = running.instance().get_table(&mut it.store, "table").unwrap();
    let Some(Ref::Func(Some(function))) = table.get(&mut it.store, 1) else { panic!() };
    let exported = running.instance().get_func(&mut it.store, "scale").unwrap();
    let raw = [function.to_raw(&mut it.store), exported.to_raw(&mut it.store)];
    assert_ne!(raw[0], raw[1]);
}

#[test]
fn a_copy_of_what_stands_in_leads_to_the_version() {
    let gate = Gated::new(false);
    let mut it = start_gated(REQUEST, background(), &gate);
    assert_eq!(it.call("ask", &[3]), 1);
    it.values("copy", &[]).unwrap();
    it.call("set", &[200]);
    assert_eq!(it.call("call", &[0, 3, 5]), 20);
    gate.open(1);
    until(&mut it, 1, |it| {
        it.call("call", &[0, 3, 5]);
    });
    assert_eq!([it.call("call", &[0, 3, 5]), it.call("call", &[1, 3, 5])], [7, 7]);
}

#[test]
fn what_fails_leaves_generic_code_and_is_told_once() {
    let gate = Gated::new(true);
    gate.open(2);
    let mut it = start_gated(&region("is_const.cache"), background(), &gate);
    it.call("set", &[6]);
    until(&mut it, 1, |it| assert_eq!(it.call("f", &[3, 1]), 9));
    it.call("set", &[7]);
    assert_eq!(it.call("f", &[3, 1]), 10);
    assert_eq!((it.said(), counts(&it).0), (vec!["the optimizer panicked".to_owned()], 1));

    let gate = Gated::new(true);
    gate.open(1);
    let mut it = start_gated(REQUEST, background(), &gate);
    assert_eq!(it.call("ask", &[3]), 1);
    until(&mut it, 1, |it| assert_eq!(it.call("call", &[1, 3, 5]), 7));
    it.call("set", &[200]);
    assert_eq!(it.call("call", &[1, 3, 5]), 20);
    assert_eq!(it.said(), ["the optimizer panicked"]);
}

#[test]
fn what_is_forgotten_meanwhile_does_not_come() {
    let gate = Gated::new(false);
    let mut it = start_gated(&region("is_const.cache"), background(), &gate);
    assert_eq!(it.call("f", &[2, 1]), 7);
    it.call("set", &[100]);
    it.call("forget", &[]);
    // Begun anew, behind the one that nobody waits for.
    assert_eq!(it.call("f", &[2, 1]), 102);
    gate.open(2);
    until(&mut it, 1, |it| assert_eq!(it.call("f", &[2, 1]), 102));
    assert_eq!(it.call("f", &[2, 1]), 102);
    assert_eq!((counts(&it).0, counts(&it).2), (2, 1));
}

#[test]
fn limits_hold_for_what_is_under_way() {
    let gate = Gated::new(false);
    let limits = Limits { versions: 2, ..Limits::default() };
    let mut it = start_gated(&region("is_const.cache"), Settings { limits, ..background() }, &gate);
    for k in 0..8 {
        assert_eq!(it.call("f", &[k, 2]), 2 * k + 5);
    }
    gate.open(100);
    until(&mut it, 3, |it| assert_eq!([it.call("f", &[0, 2]), it.call("f", &[1, 2])], [5, 7]));
    assert_eq!(counts(&it).2, 2);
    assert_eq!(it.said()[0], "it was asked for 2 different versions");

    // The second was begun before the first was there.
    let gate = Gated::new(false);
    let limits = Limits { bytes: 1, ..Limits::default() };
    let mut it = start_gated(&region("is_const.cache"), Settings { limits, ..background() }, &gate);
    assert_eq!([it.call("f", &[1, 2]), it.call("f", &[2, 2])], [7, 9]);
    gate.open(2);
    until(&mut it, 2, |it| assert_eq!([it.call("f", &[1, 2]), it.call("f", &[2, 2])], [7, 9]));
    assert_eq!(counts(&it).2, 1);
    assert!(it.said()[0].contains("bytes of code were made"), "{:?}", it.said());
}

#[test]
fn a_program_may_end_while_versions_are_compiled() {
    let gate = Gated::new(false);
    let weak: Weak<Gated> = Arc::downgrade(&gate);
    let mut it = start_gated(&region("is_const.cache"), background(), &gate);
    for k in 0..5 {
        it.call("f", &[k, 1]);
    }
    drop(it);
    // The thread is behind the gate with the first; the others it leaves alone.
    gate.open(1);
    drop(gate);
    let start = Instant::now();
    while weak.upgrade().is_some() {
        assert!(start.elapsed() < Duration::from_secs(60), "the thread does not end");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn results_are_those_without() {
    // A function that calls itself: each depth has a version.
    let wat = r#"(module
        (import "invar" "is_const.cache" (func $constant (param i32) (result i32)))
        (memory (export "memory") 1)
        (func $power (export "f") (param $n i32) (param $x i32) (result i32)
            (local.set $n (call $constant (local.get $n)))
            (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (local.get $n)))
            (if (result i32) (i32.eqz (local.get $n))
                (then (i32.const 1))
                (else (i32.mul (local.get $x)
                    (call $power (i32.sub (local.get $n) (i32.const 1)) (local.get $x)))))))"#;
    let mut both = [start_with(wat, background()), start_with(wat, generic())];
    let mut round = |x: i32| {
        let results = both.each_mut().map(|it| {
            let result = it.call("f", &[9, x]);
            let memory = it.memory();
            (result, memory.data(&it.store)[..4].to_vec())
        });
        assert_eq!(results[0], results[1], "{x}");
        both[0].profile().total().versions
    };
    let start = Instant::now();
    let mut x = 0;
    while round(x) < 10 {
        assert!(start.elapsed() < Duration::from_secs(60), "not all are used");
        x += 1;
    }
    for x in 0..10 {
        round(x);
    }
}
