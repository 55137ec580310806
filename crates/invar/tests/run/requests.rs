//! Programs that are specialized while they run: what requests give, what they cost, and what happens
//! when something is in the way.

use invar::unstable::ir;
use invar::unstable::runtime::online::profile::Profile;
use invar::unstable::runtime::online::{Limits, Settings, broken_promise};
use invar::unstable::runtime::wasmtime::{self, Engine, Instance, Linker, Store, Trap, Val};
use invar::unstable::runtime::{Error, Made, Pipeline, Program, Running, Uses, engine};
use invar::{Level, Optimizer};
use std::sync::{Arc, Mutex};

/// A function `power(n, x)`, in slot 1; `ask(n)` requests it for `n`, with the key at address 0.
const POWER: &str = r#"
    (import "invar" "specialize" (func $specialize (param i32 i32 i32) (result i32)))
    (import "invar" "keep_const.cache.eager" (func $keep (param i32) (result i32)))
    (type $power (func (param i32 i32) (result i32)))
    (table $table 2 2 funcref)
    (elem (i32.const 1) func $power)
    (memory (export "memory") 1)
    (func $power (export "power") (param $n i32) (param $x i32) (result i32) (local $y i32)
        (local.set $y (i32.const 1))
        (block $done
            (loop $next
                (local.set $n (call $keep (local.get $n)))
                (br_if $done (i32.eqz (local.get $n)))
                (local.set $y (i32.mul (local.get $y) (local.get $x)))
                (local.set $n (i32.sub (local.get $n) (i32.const 1)))
                (br $next)))
        (local.get $y))
    (func $key (param $at i32) (param $bits i32)
        (i64.store (local.get $at) (i64.extend_i32_s (local.get $bits)))
        (i64.store offset=8 (local.get $at) (i64.const 1)))
    (func $ask (export "ask") (param $n i32) (result i32)
        (call $key (i32.const 0) (local.get $n))
        (call $specialize (i32.const 1) (i32.const 0) (i32.const 1)))
    (func (export "call") (param $f i32) (param $n i32) (param $x i32) (result i32)
        (call_indirect (type $power) (local.get $n) (local.get $x) (local.get $f)))
    (func (export "size") (result i32) (table.size $table))
"#;

struct Started {
    store: Store<i32>,
    running: Running,
    instance: Instance,
    told: Arc<Mutex<Vec<Made>>>,
}

fn program(
    engine: &Engine,
    wat: &str,
    mut settings: Settings,
    told: &Arc<Mutex<Vec<Made>>>,
    pipeline: Arc<dyn Pipeline + Send + Sync>,
) -> Result<Program, Error> {
    let told = told.clone();
    settings.listener = Some(Arc::new(move |made: &Made| told.lock().unwrap().push(made.clone())));
    Program::new(engine, &wat::parse_str(wat).unwrap(), &settings, pipeline)
}

fn start_with(wat: &str, settings: Settings, pipeline: Arc<dyn Pipeline + Send + Sync>) -> Started {
    let engine = engine().unwrap();
    let told = Arc::default();
    let program = program(&engine, wat, settings, &told, pipeline).unwrap();
    let mut store = Store::new(&engine, 0);
    let mut linker = Linker::new(&engine);
    // What the host counts is its own state.
    linker
        .func_wrap("host", "count", |mut caller: wasmtime::Caller<'_, i32>, by: i32| {
            *caller.data_mut() += by;
        })
        .unwrap();
    let running = program.instantiate(&mut store, &linker).unwrap();
    let instance = running.instance();
    Started { store, running, instance, told }
}

fn start(wat: &str) -> Started {
    start_with(wat, Settings::default(), Arc::new(Optimizer::new(Level::O2)))
}

fn generic() -> Settings {
    Settings { generic: true, ..Settings::default() }
}

fn module(more: &str) -> String {
    format!("(module {POWER} {more})")
}

impl Started {
    fn try_call(&mut self, name: &str, args: &[i32]) -> Result<i32, wasmtime::Error> {
        let args: Vec<Val> = args.iter().map(|&arg| Val::I32(arg)).collect();
        let function = self.instance.get_func(&mut self.store, name).unwrap();
        let mut results = vec![Val::I32(0); function.ty(&self.store).results().len()];
        function.call(&mut self.store, &args, &mut results)?;
        Ok(results.first().map_or(0, Val::unwrap_i32))
    }

    fn call(&mut self, name: &str, args: &[i32]) -> i32 {
        self.try_call(name, args).unwrap()
    }

    fn profile(&self) -> Profile {
        self.running.profile()
    }

    /// The first thing that was said of the n-th thing that was told.
    fn reason(&self, n: usize) -> String {
        let told = self.told.lock().unwrap();
        assert!(told[n].func.is_none(), "{:?}", told[n]);
        told[n].notes[0].0.what.clone()
    }
}

#[test]
fn a_request_is_answered_with_a_version_and_found_again() {
    let mut it = start(&module(""));
    let cube = it.call("ask", &[3]);
    assert_eq!(cube, 2, "the first new slot");
    assert_eq!(it.call("ask", &[3]), cube);
    let fifth = it.call("ask", &[5]);
    assert_eq!(fifth, 3);
    assert_eq!(it.call("call", &[cube, 3, 7]), 343);
    assert_eq!(it.call("call", &[fifth, 5, 2]), 32);
    assert_eq!(it.call("call", &[cube, 99, 2]), 8, "what is bound is bound");
    assert_eq!(it.call("call", &[1, 4, 2]), 16, "the generic function stays");
    let profile = it.profile();
    let one = &profile.functions[0];
    assert_eq!((one.name.as_str(), one.hits, one.misses, one.versions), ("power", 1, 2, 2));
    assert!(one.bytes > 0 && one.insts > 0 && one.time().as_nanos() > 0);
    // Nothing but multiplications is left, of which there is one less than the exponent at least.
    let told = it.told.lock().unwrap();
    assert_eq!(told.len(), 2);
    assert!(told[0].stats.emitted <= 3, "{:?}", told[0].stats);
}

#[test]
fn a_version_of_a_version_is_itself() {
    let mut it = start(&module(
        r#"(func (export "again") (param $f i32) (result i32)
            (call $specialize (local.get $f) (i32.const 0) (i32.const 1)))"#,
    ));
    let cube = it.call("ask", &[3]);
    assert_eq!(it.call("again", &[cube]), cube);
    assert_eq!(it.call("again", &[0]), 0, "an empty slot");
    assert_eq!(it.call("again", &[77]), 77, "no slot");
}

#[test]
fn without_specialization_requests_give_the_function() {
    for level in [Level::O0, Level::O2] {
        let mut it = start_with(&module(""), generic(), Arc::new(Optimizer::new(level)));
        assert_eq!(it.call("ask", &[3]), 1);
        assert_eq!(it.call("call", &[1, 3, 7]), 343);
        assert_eq!(it.profile(), Profile::default());
        assert_eq!(it.call("size", &[]), 2);
    }
}

#[test]
fn all_levels_give_the_same() {
    for &level in Level::ALL {
        let settings = Settings::default();
        let mut it = start_with(&module(""), settings, Arc::new(Optimizer::new(level)));
        let f = it.call("ask", &[6]);
        assert_eq!((f, it.call("call", &[f, 6, 3])), (2, 729), "{level}");
    }
}

#[test]
fn versions_are_bounded_when_the_key_changes_at_each_request() {
    let limits = Limits { versions: 3, ..Limits::default() };
    let settings = Settings { limits, ..Settings::default() };
    let mut it = start_with(&module(""), settings, Arc::new(Optimizer::new(Level::O1)));
    let slots: Vec<i32> = (0..20).map(|n| it.call("ask", &[n])).collect();
    assert_eq!(&slots[..5], [2, 3, 4, 1, 1]);
    assert_eq!(it.call("ask", &[1]), 3, "what was made is still found");
    let one = &it.profile().functions[0];
    assert_eq!((one.hits, one.misses, one.versions), (1, 20, 3));
    assert_eq!(it.told.lock().unwrap().len(), 4, "that there are no more is said once");
    assert_eq!(it.reason(3), "it was asked for 3 different versions");
    assert_eq!(it.call("size", &[]), 5);
}

#[test]
fn bytes_and_time_are_bounded() {
    let bytes = Limits { bytes: 1, ..Limits::default() };
    let time = Limits { time: std::time::Duration::from_nanos(1), ..Limits::default() };
    for (limits, reason) in [(bytes, "bytes of code were made"), (time, "s were spent on versions")]
    {
        let settings = Settings { limits, ..Settings::default() };
        let mut it = start_with(&module(""), settings, Arc::new(Optimizer::new(Level::O1)));
        assert_eq!([it.call("ask", &[1]), it.call("ask", &[2])], [2, 1]);
        assert!(it.reason(1).contains(reason), "{}", it.reason(1));
    }
}

#[test]
fn a_full_table_leaves_the_program_generic() {
    // The table may grow to 2^32 - 1 slots as far as its type goes: its owner is the host.
    let wat = module("").replace(
        "(table $table 2 2 funcref)",
        r#"(import "host" "table" (table $table 2 2 funcref))"#,
    );
    let engine = engine().unwrap();
    let told = Arc::default();
    let optimizer = Arc::new(Optimizer::new(Level::O2));
    let program = program(&engine, &wat, Settings::default(), &told, optimizer).unwrap();
    let mut store = Store::new(&engine, 0);
    let ty = wasmtime::TableType::new(wasmtime::RefType::FUNCREF, 2, Some(2));
    let table = wasmtime::Table::new(&mut store, ty, wasmtime::Ref::Func(None)).unwrap();
    let mut linker = Linker::new(&engine);
    linker.define(&store, "host", "table", table).unwrap();
    let running = program.instantiate(&mut store, &linker).unwrap();
    let mut it = Started { instance: running.instance(), store, running, told };
    assert_eq!(it.call("ask", &[3]), 1);
    assert_eq!(it.call("call", &[1, 3, 7]), 343);
    assert_eq!(it.reason(0), "the table is full");
    assert_eq!(it.profile().functions[0].versions, 0);
}

/// An optimizer with a fault.
struct Faulty(fn(&Optimizer, ir::Module) -> Result<Vec<u8>, Error>);

impl Pipeline for Faulty {
    fn read(&self, wasm: &[u8]) -> Result<ir::Module, Error> {
        Pipeline::read(&Optimizer::new(Level::O1), wasm)
    }
    fn write(&self, module: ir::Module) -> Result<Vec<u8>, Error> {
        Pipeline::write(&Optimizer::new(Level::O1), module)
    }
    fn optimize(&self, module: ir::Module) -> Result<Vec<u8>, Error> {
        Pipeline::optimize(&Optimizer::new(Level::O1), module)
    }
    fn optimize_bytes(&self, wasm: &[u8]) -> Result<Vec<u8>, Error> {
        Pipeline::optimize_bytes(&Optimizer::new(Level::O1), wasm)
    }
    fn optimize_quickly(&self, module: ir::Module) -> Result<Vec<u8>, Error> {
        self.0(&Optimizer::new(Level::O1), module)
    }
    fn uses(&self, function: &ir::Function) -> Uses {
        Pipeline::uses(&Optimizer::new(Level::O1), function)
    }
}

#[test]
fn faults_of_what_makes_code_leave_the_program_generic() {
    let garbage = |_: &Optimizer, _| Ok(b"\0asm\x01\0\0\0\x0c".to_vec());
    let wrong = |_: &Optimizer, _| {
        Ok(wat::parse_str(r#"(module (func (export "invar:version") (result f32) (f32.const 1)))"#)
            .unwrap())
    };
    let missing = |_: &Optimizer, _| {
        Ok(wat::parse_str(r#"(module (import "invar:main" "invar:f99" (func)))"#).unwrap())
    };
    let fails = |_: &Optimizer, _| Err(Error::new("out of ideas"));
    let panics = |_: &Optimizer, _| panic!("a bug");
    type Fault = fn(&Optimizer, ir::Module) -> Result<Vec<u8>, Error>;
    let faults: [(Fault, &str); 5] = [
        (garbage, ""),
        (wrong, ""),
        (missing, "there is no `invar:f99`"),
        (fails, "out of ideas"),
        (panics, "the optimizer panicked"),
    ];
    for (fault, reason) in faults {
        let mut it = start_with(&module(""), Settings::default(), Arc::new(Faulty(fault)));
        assert_eq!(it.call("ask", &[3]), 1, "{reason}");
        assert_eq!(it.call("ask", &[3]), 1, "{reason}");
        assert_eq!(it.call("call", &[1, 3, 7]), 343);
        assert!(it.reason(0).contains(reason), "{}", it.reason(0));
        assert_eq!(it.told.lock().unwrap().len(), 1, "said once");
        let one = &it.profile().functions[0];
        assert_eq!((one.hits, one.misses, one.versions), (1, 1, 0));
    }
}

/// A version that grows the memory and writes there, counts by the host and by a global, and divides.
const WORK: &str = r#"
    (import "host" "count" (func $count (param i32)))
    (global $calls (mut i32) (i32.const 0))
    (type $work (func (param i32 i32) (result i32)))
    (elem (i32.const 0) func $work)
    (func $work (type $work)
        (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
        (call $count (local.get 0))
        (drop (memory.grow (i32.const 1)))
        (i32.store (i32.const 65536) (i32.add (local.get 0) (local.get 1)))
        (i32.store offset=4 (i32.const 65536) (global.get $calls))
        (i32.div_s (i32.load (i32.const 65536)) (local.get 1)))
    (func (export "ask_work") (param $n i32) (result i32)
        (call $key (i32.const 32) (local.get $n))
        (call $specialize (i32.const 0) (i32.const 32) (i32.const 1)))
    (func (export "calls") (result i32) (global.get $calls))
    (func (export "work") (param $f i32) (param $n i32) (param $x i32) (result i32)
        (call_indirect (type $work) (local.get $n) (local.get $x) (local.get $f)))
    (func (export "load") (param i32) (result i32) (i32.load (local.get 0)))
"#;

#[test]
fn versions_share_memory_that_grows_and_globals_and_the_host() {
    let wat = imports_first(&format!("(module {WORK} {POWER})"));
    let mut special = start(&wat);
    let mut same = start_with(&wat, generic(), Arc::new(Optimizer::new(Level::O2)));
    let f = special.call("ask_work", &[40]);
    assert_eq!(f, 2);
    assert_eq!(same.call("ask_work", &[40]), 0);
    assert_eq!(special.call("work", &[f, 40, 2]), 21);
    assert_eq!(same.call("work", &[0, 40, 2]), 21);
    for it in [&mut special, &mut same] {
        assert_eq!(it.call("load", &[65536]), 42);
        assert_eq!(it.call("load", &[65540]), 1);
        assert_eq!(it.call("calls", &[]), 1);
        assert_eq!(*it.store.data(), 40);
    }
}

#[test]
fn traps_in_versions_are_those_of_the_generic_function() {
    let wat = imports_first(&format!("(module {WORK} {POWER})"));
    let mut special = start(&wat);
    let mut same = start_with(&wat, generic(), Arc::new(Optimizer::new(Level::O2)));
    let f = special.call("ask_work", &[40]);
    assert_eq!(f, 2);
    let trap = |it: &mut Started, f| {
        let error = it.try_call("work", &[f, 40, 0]).unwrap_err();
        let state = (it.call("load", &[65536]), it.call("calls", &[]), *it.store.data());
        (*error.downcast_ref::<Trap>().unwrap(), state)
    };
    let (of_version, of_function) = (trap(&mut special, f), trap(&mut same, 0));
    assert_eq!(of_version, of_function);
    assert_eq!(of_version, (Trap::IntegerDivisionByZero, (40, 1, 40)));
}

/// Imports go before everything else.
fn imports_first(wat: &str) -> String {
    let (imports, rest): (Vec<&str>, Vec<&str>) =
        wat.lines().partition(|line| line.trim_start().starts_with("(import"));
    let rest = rest.join("\n");
    let rest = rest.strip_prefix("(module").expect("a module on a line of its own");
    format!("(module {} {rest}", imports.join("\n"))
}

#[test]
fn recursion_goes_through_versions() {
    // Factorials: each call asks for the version of the next one.
    let wat = module(
        r#"(func $step (export "step") (param $n i32) (param $x i32) (result i32)
            (if (result i32) (i32.eqz (local.get $n))
                (then (local.get $x))
                (else (call_indirect (type $power)
                    (i32.sub (local.get $n) (i32.const 1))
                    (i32.mul (local.get $x) (local.get $n))
                    (call $next (i32.sub (local.get $n) (i32.const 1)))))))
        (func $next (param $n i32) (result i32)
            (call $key (i32.const 16) (local.get $n))
            (call $specialize (i32.const 0) (i32.const 16) (i32.const 1)))
        (func (export "first") (param $n i32) (result i32) (call $next (local.get $n)))
        (elem (i32.const 0) func $step)"#,
    );
    let mut it = start(&wat);
    let f = it.call("first", &[6]);
    for times in 0..2 {
        assert_eq!(it.call("call", &[f, 6, 1]), 720);
        let one = &it.profile().functions[0];
        // Requests for 6 to 0; the second time all versions are there.
        assert_eq!((one.hits, one.versions), (6 * times, 7));
    }
}

#[test]
fn two_instances_have_versions_of_their_own() {
    let engine = engine().unwrap();
    let told = Arc::default();
    let optimizer = Arc::new(Optimizer::new(Level::O2));
    let program = program(&engine, &module(""), Settings::default(), &told, optimizer).unwrap();
    let linker = Linker::new(&engine);
    let start = |store: Store<i32>| {
        let mut store = store;
        let running = program.instantiate(&mut store, &linker).unwrap();
        Started { instance: running.instance(), store, running, told: told.clone() }
    };
    let (mut one, mut two) = (start(Store::new(&engine, 0)), start(Store::new(&engine, 0)));
    assert_eq!([one.call("ask", &[3]), one.call("ask", &[4])], [2, 3]);
    assert_eq!(two.call("ask", &[4]), 2);
    assert_eq!(one.call("call", &[3, 4, 3]), 81);
    assert_eq!(two.call("call", &[2, 4, 3]), 81);
    assert_eq!((one.profile().total().versions, two.profile().total().versions), (2, 1));
    // And two in one store.
    let other = program.instantiate(&mut one.store, &linker).unwrap();
    let mut three = Started { instance: other.instance(), running: other, ..one };
    assert_eq!(three.call("ask", &[7]), 2);
    assert_eq!(three.call("call", &[2, 7, 2]), 128);
    // Two threads, each with a store.
    let threads = [5, 9].map(|n| {
        let mut it = start(Store::new(&engine, 0));
        std::thread::spawn(move || {
            let f = it.call("ask", &[n]);
            assert_eq!((f, it.call("call", &[f, n, 2])), (2, 1 << n));
        })
    });
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

/// A sum over a promised array, of a promised pure function of its elements.
const SUM: &str = r#"(module
    (import "invar" "specialize" (func $specialize (param i32 i32 i32) (result i32)))
    (import "invar" "keep_const.cache.lazy" (func $keep (param i32) (result i32)))
    (import "invar" "promise_const" (func $promise (param i32 i32) (result i32)))
    (import "invar" "promise_pure" (func $pure (param i32) (result i32)))
    (type $sum (func (param i32 i32) (result i32)))
    (table 1 1 funcref)
    (elem (i32.const 0) func $sum)
    (memory 1)
    (data (i32.const 64) "\05\00\00\00\00\00\00\00\07\00\00\00")
    (func $square (param i32) (result i32) (i32.mul (local.get 0) (local.get 0)))
    (func $sum (type $sum) (local $i i32) (local $y i32)
        (local.set 0 (call $promise (local.get 0) (i32.const 12)))
        (block $done
            (loop $next
                (local.set $i (call $keep (local.get $i)))
                (br_if $done (i32.eq (local.get $i) (i32.const 12)))
                (local.set $y (i32.add (local.get $y) (i32.mul (local.get 1)
                    (call $pure (call $square
                        (i32.load (i32.add (local.get 0) (local.get $i))))))))
                (local.set $i (i32.add (local.get $i) (i32.const 4)))
                (br $next)))
        (local.get $y))
    (func (export "ask") (result i32)
        (i64.store (i32.const 0) (i64.const 64))
        (i64.store (i32.const 8) (i64.const 1))
        (call $specialize (i32.const 0) (i32.const 0) (i32.const 1)))
    (func (export "set") (param i32 i32) (i32.store (local.get 0) (local.get 1)))
    (func (export "call") (param $f i32) (param $x i32) (result i32)
        (call_indirect (type $sum) (i32.const 64) (local.get $x) (local.get $f))))"#;

#[test]
fn versions_are_made_of_the_memory_at_the_request() {
    let mut it = start(SUM);
    it.call("set", &[68, 1]);
    let f = it.call("ask", &[]);
    assert_eq!((f, it.call("call", &[f, 2])), (1, 150));
    let stats = it.told.lock().unwrap()[0].stats;
    assert_eq!((stats.loads, stats.calls), (3, 3));
    // What was promised not to change did: what was promised counts.
    it.call("set", &[68, 3]);
    assert_eq!(it.call("call", &[f, 2]), 150);
    assert_eq!(it.call("call", &[0, 2]), 166);
}

#[test]
fn a_broken_promise_traps_by_its_name_when_checked() {
    let settings = Settings { checked: true, ..Settings::default() };
    let mut it = start_with(SUM, settings, Arc::new(Optimizer::new(Level::O2)));
    let f = it.call("ask", &[]);
    assert_eq!((f, it.call("call", &[f, 2])), (1, 148));
    it.call("set", &[68, 3]);
    let error = it.try_call("call", &[f, 2]).unwrap_err();
    assert_eq!(error.downcast_ref::<Trap>(), Some(&Trap::UnreachableCodeReached));
    let promise = broken_promise(&error).unwrap().0.clone();
    assert!(promise.starts_with("promise_const at 0x"), "{promise}");
    assert_eq!(it.call("call", &[0, 2]), 166, "the generic function promises nothing");
}

#[test]
fn segments_are_not_within_reach_of_versions() {
    let wat = module(
        r#"(data $text "hello")
        (func $fill (param $n i32) (param $x i32) (result i32)
            (memory.init $text (i32.const 100) (i32.const 0) (local.get $n))
            (i32.load8_u (i32.add (i32.const 99) (local.get $n))))
        (func (export "ask_fill") (param $n i32) (result i32)
            (call $key (i32.const 16) (local.get $n))
            (call $specialize (i32.const 0) (i32.const 16) (i32.const 1)))
        (elem (i32.const 0) func $fill)"#,
    );
    let mut it = start(&wat);
    assert_eq!(it.call("ask_fill", &[5]), 0);
    assert_eq!(it.call("call", &[0, 5, 0]), i32::from(b'o'));
    assert!(it.reason(0).contains("segment"), "{}", it.reason(0));
}

#[test]
fn the_start_function_can_make_requests() {
    let wat = module(
        r#"(global $f (mut i32) (i32.const 0))
        (func $init (global.set $f (call $ask (i32.const 2))))
        (start $init)
        (func (export "squared") (param i32) (result i32)
            (call_indirect (type $power) (i32.const 2) (local.get 0) (global.get $f)))"#,
    );
    let mut it = start(&wat);
    assert_eq!(it.call("squared", &[12]), 144);
    assert_eq!(it.profile().total().versions, 1);
}

#[test]
fn what_is_wrong_with_a_module_is_told() {
    let engine = engine().unwrap();
    let told = Arc::default();
    let optimizer: Arc<Optimizer> = Arc::new(Optimizer::new(Level::O1));
    let error = |wat: &str| {
        let made = program(&engine, wat, Settings::default(), &told, optimizer.clone());
        made.unwrap_err().to_string()
    };
    let reserved = module(r#"(export "invar:m0" (memory 0))"#);
    assert_eq!(error(&reserved), "the export `invar:m0` has a reserved name");
    let unknown = module("").replace("keep_const.cache.eager", "keep_const.often");
    assert!(error(&unknown).contains("no annotation `keep_const.often`"), "{}", error(&unknown));
    let wrong = Program::new(&engine, b"\0asm\x01\0\0\0\x0c", &Settings::default(), optimizer);
    assert!(wrong.is_err());
}

/// An interpreter of two bytes per instruction, whose program is promised; `pc` is kept. The program
/// jumps on what depends on the input, back and forth.
const INTERPRETER: &str = r#"(module
    (import "invar" "specialize" (func $specialize (param i32 i32 i32) (result i32)))
    (import "invar" "keep_const.cache.lazy" (func $keep (param i32) (result i32)))
    (import "invar" "promise_const" (func $promise (param i32 i32) (result i32)))
    (type $run (func (param i32 i32) (result i32)))
    (table 1 1 funcref)
    (elem (i32.const 0) func $run)
    (memory (export "memory") 2)
    (func $run (type $run)
        (local $pc i32) (local $acc i32) (local $fuel i32) (local $arg i32) (local $code i32)
        (local.set $code (call $promise (local.get 0) (i32.const 32)))
        (local.set $fuel (i32.const 100))
        (local.set $acc (local.get 1))
        (loop $next
            (local.set $pc (call $keep (local.get $pc)))
            (if (i32.eqz (local.get $fuel)) (then (return (local.get $acc))))
            (local.set $fuel (i32.sub (local.get $fuel) (i32.const 1)))
            (local.set $arg (i32.load8_s offset=1 (i32.add (local.get $code) (local.get $pc))))
            (block $halt (block $div (block $jump (block $xor (block $mul (block $add
                (br_table $add $mul $xor $jump $div $halt
                    (i32.load8_u (i32.add (local.get $code) (local.get $pc)))))
                (local.set $acc (i32.add (local.get $acc) (local.get $arg)))
                (local.set $pc (i32.add (local.get $pc) (i32.const 2)))
                (br $next))
                (local.set $acc (i32.mul (local.get $acc) (local.get $arg)))
                (local.set $pc (i32.add (local.get $pc) (i32.const 2)))
                (br $next))
                (local.set $acc (i32.xor (local.get $acc) (local.get 1)))
                (local.set $pc (i32.add (local.get $pc) (i32.const 2)))
                (br $next))
                (if (i32.and (local.get $acc) (i32.const 3))
                    (then (local.set $pc (i32.and (local.get $arg) (i32.const 30))))
                    (else (local.set $pc (i32.add (local.get $pc) (i32.const 2)))))
                (br $next))
                (local.set $acc (i32.div_s (local.get $arg) (local.get $acc)))
                (local.set $pc (i32.add (local.get $pc) (i32.const 2)))
                (br $next)))
        (local.get $acc))
    (func (export "ask") (param $code i32) (result i32)
        (i64.store (i32.const 0) (i64.extend_i32_u (local.get $code)))
        (i64.store (i32.const 8) (i64.const 1))
        (call $specialize (i32.const 0) (i32.const 0) (i32.const 1)))
    (func (export "call") (param $f i32) (param $code i32) (param $x i32) (result i32)
        (call_indirect (type $run) (local.get $code) (local.get $x) (local.get $f))))"#;

#[test]
fn programs_that_are_read_at_run_time_do_as_they_are_interpreted() {
    let limits = Limits { versions: 1000, ..Limits::default() };
    let settings = Settings { limits, ..Settings::default() };
    let mut it = start_with(INTERPRETER, settings, Arc::new(Optimizer::new(Level::O2)));
    let memory = it.instance.get_memory(&mut it.store, "memory").unwrap();
    let mut state = 1u64;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let (mut results, mut traps) = (0, 0);
    for n in 0..80 {
        let at = 64 + 32 * n;
        let mut code = [0u8; 32];
        for instruction in code.chunks_exact_mut(2) {
            let ops = [0, 0, 1, 2, 2, 3, 3, 4];
            instruction.copy_from_slice(&[ops[random(8) as usize], random(256) as u8]);
        }
        code[30] = 5;
        memory.write(&mut it.store, at as usize, &code).unwrap();
        let f = it.call("ask", &[at]);
        assert_eq!(f, n + 1, "program {n}: {:?}", it.told.lock().unwrap().last());
        for _ in 0..8 {
            let x = random(40) as i32 - 4;
            let outcome = [f, 0].map(|f| {
                let result = it.try_call("call", &[f, at, x]);
                result.map_err(|error| *error.downcast_ref::<Trap>().unwrap())
            });
            assert_eq!(outcome[0], outcome[1], "program {n}, {code:?}, {x}");
            *(if outcome[0].is_ok() { &mut results } else { &mut traps }) += 1;
        }
    }
    assert!(results > 200 && traps > 10, "{results} results, {traps} traps");
}
