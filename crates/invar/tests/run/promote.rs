//! Values that are looked up in the middle of code, by policy; what is told of what stays generic; and what
//! happens when something is in the way there.

use crate::common::{Started, generic, instance, program, start, start_with};
use invar::unstable::runtime::online::{Limits, Settings, broken_promise};
use invar::unstable::runtime::wasmtime::{Trap, Val};
use invar::unstable::runtime::{Program, engine};
use invar::{Level, Optimizer};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// `f(k, x)` counts its calls in memory, then has `k` for a constant.
fn module(annotation: &str, ty: &str) -> String {
    format!(
        r#"(module
        (import "invar" "{annotation}" (func $constant (param {ty}) (result {ty})))
        (memory (export "memory") 1)
        (func (export "f") (param $k {ty}) (param $x {ty}) (result {ty})
            (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1)))
            (local.set $k (call $constant (local.get $k)))
            ({ty}.mul (local.get $x) ({ty}.add (local.get $k) ({ty}.const 1)))))"#
    )
}

fn calls(it: &mut Started, keys: &[i32]) {
    for &k in keys {
        assert_eq!(it.call("f", &[k, 10]), 10 * (k + 1), "{k} of {keys:?}");
    }
}

/// Hits and misses that the host saw, and versions.
fn counts(it: &Started) -> (u64, u64, u64) {
    let (misses, hits, versions, _) = it.counts();
    (hits, misses, versions)
}

#[test]
fn cache_finds_all_values() {
    for annotation in ["is_const.cache", "keep_const.cache.lazy", "keep_const.cache.eager"] {
        let mut it = start(&module(annotation, "i32"));
        calls(&mut it, &[0, 2, 0, 2, 3, 4, 4, 3, 2, 0]);
        assert_eq!(counts(&it), (0, 4, 4), "four keys are found without the host, 0 among them");
        calls(&mut it, &[5]);
        assert_eq!(counts(&it), (0, 5, 5));
        calls(&mut it, &[0, 0, 3, 4, 5]);
        assert_eq!(counts(&it), (1, 5, 5), "the fifth took the place of the first");
        let memory = it.memory();
        assert_eq!(memory.data(&it.store)[0], 16, "each effect once");
    }
}

#[test]
fn cache1_has_the_newest_value() {
    for annotation in ["is_const.cache1", "keep_const.cache1.looplazy"] {
        let mut it = start(&module(annotation, "i32"));
        calls(&mut it, &[0, 0, 0]);
        assert_eq!(counts(&it), (0, 1, 1));
        calls(&mut it, &[8, 8, 0, 0]);
        assert_eq!(counts(&it), (0, 3, 3), "that for 0 was made again");
        calls(&mut it, &[8, 0, 8, 0]);
        assert_eq!(counts(&it), (0, 7, 7), "two keys in turns");
    }
}

#[test]
fn unchecked_goes_on_with_what_was_promised() {
    for annotation in ["is_const.unchecked", "keep_const.unchecked.lazy"] {
        let mut it = start(&module(annotation, "i32"));
        calls(&mut it, &[3, 3]);
        assert_eq!(it.call("f", &[4, 10]), 40, "the old value");
        assert_eq!(counts(&it), (0, 1, 1));

        let settings = Settings { checked: true, ..Settings::default() };
        let mut it = start_with(&module(annotation, "i32"), settings);
        calls(&mut it, &[3, 3]);
        let error = it.try_call("f", &[4, 10]).unwrap_err();
        assert_eq!(error.downcast_ref::<Trap>(), Some(&Trap::UnreachableCodeReached));
        assert_eq!(broken_promise(&error).unwrap().0, "a value that is unchecked in `f`");
        calls(&mut it, &[3]);
    }
}

#[test]
fn replicate_makes_one_each_time() {
    for annotation in ["is_const.replicate", "keep_const.replicate.eager"] {
        let limits = Limits { continuations: 3, ..Limits::default() };
        let settings = Settings { limits, ..Settings::default() };
        let mut it = start_with(&module(annotation, "i32"), settings);
        calls(&mut it, &[1, 1]);
        assert_eq!(counts(&it), (0, 2, 2), "the same key, and no lookup");
        calls(&mut it, &[2, 2, 1, 3, 1]);
        // The fourth is generic, and one such continuation is made; the host is not asked again.
        assert_eq!(counts(&it), (0, 4, 4));
    }
}

#[test]
fn values_are_bounded_under_each_policy() {
    for (policy, expected) in [("is_const.cache", (0, 20, 3)), ("is_const.cache1", (0, 3, 3))] {
        let limits = Limits { continuations: 2, ..Limits::default() };
        let settings = Settings { limits, ..Settings::default() };
        let mut it = start_with(&module(policy, "i32"), settings);
        calls(&mut it, &(0..20).collect::<Vec<i32>>());
        assert_eq!(counts(&it), expected, "{policy}");
        let said = it.said();
        assert_eq!(said, ["it was asked for 2 continuations"], "said once");
    }
}

#[test]
fn values_of_all_types_are_compared_by_their_bits() {
    let mut it = start(&module("is_const.cache", "f64"));
    let mut scaled = |k: f64| {
        let args = [Val::F64(k.to_bits()), Val::F64(2f64.to_bits())];
        let value = it.values("f", &args).unwrap()[0].unwrap_f64();
        (value, it.counts().2)
    };
    assert_eq!([scaled(0.0), scaled(-0.0), scaled(0.0)], [(2.0, 1), (2.0, 2), (2.0, 2)]);
    assert!(scaled(f64::NAN).0.is_nan() && scaled(f64::NAN).0.is_nan());
    assert_eq!(scaled(1.5), (5.0, 4));
    let mut it = start(&module("is_const.cache1", "i64"));
    for (k, versions) in [(1 << 40, 1), (1 << 40, 1), (0, 2)] {
        let result = it.values("f", &[Val::I64(k), Val::I64(3)]).unwrap()[0].unwrap_i64();
        assert_eq!((result, it.counts().2), (3 * (k + 1), versions));
    }
}

/// `f(a, b, x)` announces two values together, and assigns one that is not known to a kept variable.
const TOGETHER: &str = r#"(module
    (import "invar" "is_const.cache" (func $is (param i32) (result i32)))
    (import "invar" "keep_const.cache.eager" (func $keep (param i32) (result i32)))
    (memory (export "memory") 1)
    (func (export "f") (param $a i32) (param $b i32) (param $x i32) (result i32)
        (i32.store (i32.const 0) (local.get $x))
        (local.set $a (call $is (local.get $a)))
        (local.set $b (call $keep (local.get $b)))
        (local.set $x (i32.mul (local.get $x) (i32.add (local.get $a) (local.get $b))))
        ;; What it is then is not known: looked up.
        (if (i32.and (local.get $x) (i32.const 1))
            (then (local.set $b (i32.load offset=4 (local.get $b)))))
        (i32.add (local.get $x) (i32.mul (local.get $b) (i32.const 1000)))))"#;

#[test]
fn what_is_announced_together_is_looked_up_at_once_and_assignments_where_they_are() {
    let mut it = start(TOGETHER);
    let memory = it.memory();
    memory.write(&mut it.store, 4, &7i32.to_le_bytes()).unwrap();
    assert_eq!(it.call("f", &[1, 0, 4]), 4);
    assert_eq!(counts(&it), (0, 1, 1), "one for (1, 0)");
    assert_eq!([it.call("f", &[1, 0, 5]), it.call("f", &[1, 0, 3])], [7005, 7003]);
    assert_eq!(counts(&it), (0, 2, 2), "one for the 7 that was loaded");
    memory.write(&mut it.store, 4, &9i32.to_le_bytes()).unwrap();
    assert_eq!([it.call("f", &[1, 0, 5]), it.call("f", &[1, 0, 4])], [9005, 4]);
    assert_eq!(counts(&it), (0, 3, 3));
    assert_eq!(it.call("f", &[3, 0, 1]), 9003);
    // Another version for (3, 0), which goes on where (1, 0) did: there nothing of a is known.
    assert_eq!(counts(&it), (1, 4, 4), "{:?}", it.names());
}

/// Everything that can go wrong behind an exit: a trap, growing memory, a call back into the region.
const WORK: &str = r#"(module
    (import "invar" "is_const.cache" (func $is (param i32) (result i32)))
    (memory (export "memory") 1)
    (global $calls (mut i32) (i32.const 0))
    (func $f (export "f") (param $n i32) (param $x i32) (result i32)
        (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
        (local.set $n (call $is (local.get $n)))
        (drop (memory.grow (i32.const 1)))
        (i32.store (i32.mul (global.get $calls) (i32.const 65536)) (local.get $n))
        (if (result i32) (i32.eqz (local.get $n))
            (then (i32.div_s (i32.const 100) (local.get $x)))
            (else (i32.add (i32.mul (local.get $n) (i32.const 1000))
                (call $f (i32.sub (local.get $n) (i32.const 1)) (local.get $x))))))
    (func (export "calls") (result i32) (global.get $calls)))"#;

#[test]
fn recursion_growth_and_traps_are_those_of_the_generic_code() {
    let mut special = start(WORK);
    let mut same = start_with(WORK, generic());
    for (n, x) in [(3, 5), (3, 7), (2, 0), (0, 0), (4, 1)] {
        let [a, b] = [&mut special, &mut same].map(|it| {
            let result = it.try_call("f", &[n, x]);
            let trap = result.map_err(|error| *error.downcast_ref::<Trap>().unwrap());
            let memory = it.memory();
            (trap, it.call("calls", &[]), memory.data(&it.store).to_vec())
        });
        assert!(a == b, "f({n}, {x}): {:?} and {:?}", (&a.0, a.1), (&b.0, b.1));
    }
    assert_eq!(special.counts().2, 5, "one for each n");
}

#[test]
fn a_bug_of_the_specializer_leaves_the_program_generic() {
    // In all code, or only after the first version.
    for after in [0, 1] {
        let made = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let fault = {
            let made = made.clone();
            move |is_generic: bool| {
                if !is_generic && made.fetch_add(1, Ordering::Relaxed) >= after {
                    panic!("a bug");
                }
            }
        };
        let settings = Settings { fault: Some(Arc::new(fault)), ..Settings::default() };
        let mut it = start_with(&module("is_const.cache", "i32"), settings);
        calls(&mut it, &[1, 1, 2, 3, 2, 1]);
        let said = it.said();
        assert_eq!(
            said.iter().filter(|what| *what == "the specializer panicked").count(),
            3 - after
        );
        assert_eq!(it.counts().2, 1 + after as u64, "a generic continuation, and {after}");
    }
}

#[test]
fn what_cannot_go_on_at_all_traps() {
    // A bug in generic code, too: then there is no code to go on in, and the program is not to be wrong.
    let broken = Arc::new(AtomicBool::new(true));
    let fault = {
        let broken = broken.clone();
        move |_: bool| assert!(!broken.load(Ordering::Relaxed), "a bug")
    };
    let settings = Settings { fault: Some(Arc::new(fault)), ..Settings::default() };
    let mut it = start_with(&module("is_const.cache", "i32"), settings);
    let error = it.try_call("f", &[1, 10]).unwrap_err();
    assert!(
        format!("{error:?}").contains("no generic code could be made for an exit"),
        "{error:?}"
    );
    broken.store(false, Ordering::Relaxed);
    calls(&mut it, &[1, 2, 1]);
}

#[test]
fn instances_and_threads_have_versions_of_their_own() {
    let engine = invar::unstable::runtime::engine().unwrap();
    let told = Default::default();
    let program = program(&engine, &module("is_const.cache", "i32"), Settings::default(), &told);
    let threads = [5, 9].map(|n| {
        let mut it = instance(&program, told.clone());
        std::thread::spawn(move || {
            calls(&mut it, &[n, n + 1, n]);
            assert_eq!(counts(&it), (0, 2, 2));
        })
    });
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    // Two in one store.
    let one = instance(&program, told.clone());
    let mut store = one.store;
    let linker = invar::unstable::runtime::wasmtime::Linker::new(&engine);
    let running = program.instantiate(&mut store, &linker).unwrap();
    let mut two = Started { store, running, told };
    calls(&mut two, &[1, 2]);
    assert_eq!(counts(&two), (0, 2, 2));
    assert_eq!(one.running.profile().total().versions, 0);
}

/// `f(p)` is specialized to what is at `p`; `change` writes there, and has versions forgotten.
const CHANGING: &str = r#"(module
    (import "invar" "is_const.cache" (func $is (param i32) (result i32)))
    (import "invar" "promise_const" (func $promise (param i32 i32) (result i32)))
    (import "invar" "forget" (func $forget (param i32)))
    (memory (export "memory") 1)
    (table 3 3 funcref)
    (elem (i32.const 2) func $f)
    (func $f (export "f") (param $p i32) (param $x i32) (result i32)
        (local.set $p (call $promise (call $is (local.get $p)) (i32.const 4)))
        (i32.mul (i32.load (local.get $p)) (local.get $x)))
    (func (export "late") (param $p i32) (param $x i32) (result i32)
        (i32.store (i32.const 0) (i32.const 0))
        (local.set $p (call $promise (call $is (local.get $p)) (i32.const 4)))
        (i32.mul (i32.load (local.get $p)) (local.get $x)))
    (func (export "write") (param $p i32) (param $x i32) (i32.store (local.get $p) (local.get $x)))
    (func (export "forget") (call $forget (i32.const 2))))"#;

#[test]
fn what_changed_is_forgotten_if_the_program_says_so() {
    let mut it = start(CHANGING);
    it.call("write", &[64, 5]);
    assert_eq!([it.call("f", &[64, 2]), it.call("late", &[64, 2])], [10, 10]);
    it.call("write", &[64, 7]);
    assert_eq!([it.call("f", &[64, 2]), it.call("late", &[64, 2])], [10, 10], "as was promised");
    it.call("forget", &[]);
    assert_eq!([it.call("f", &[64, 2]), it.call("late", &[64, 2])], [14, 10], "that of `f` alone");
    assert_eq!(it.counts().2, 3);
    it.call("forget", &[]);
    it.call("forget", &[]);
    assert_eq!(it.call("f", &[64, 3]), 21);
    let mut it = start_with(CHANGING, generic());
    it.call("write", &[64, 5]);
    it.call("forget", &[]);
    assert_eq!(it.call("f", &[64, 2]), 10);
}

/// A pure function with a region of its own: while code is specialized no code is made for it.
const NESTED: &str = r#"(module
    (import "invar" "is_const.cache" (func $is (param i32) (result i32)))
    (import "invar" "promise_pure" (func $pure (param i32) (result i32)))
    (global $stack (mut i32) (i32.const 4096))
    (memory (export "memory") 1)
    (func $g (param $n i32) (result i32)
        (global.set $stack (i32.sub (global.get $stack) (i32.const 16)))
        (i32.store (global.get $stack) (local.get $n))
        (local.set $n (call $is (local.get $n)))
        (global.set $stack (i32.add (global.get $stack) (i32.const 16)))
        (i32.mul (local.get $n) (local.get $n)))
    (func (export "f") (param $n i32) (param $x i32) (result i32)
        (local.set $n (call $is (local.get $n)))
        (i32.add (local.get $x) (call $pure (call $g (local.get $n)))))
    (func (export "stack") (result i32) (global.get $stack)))"#;

#[test]
fn a_pure_function_that_would_need_code_is_called_later() {
    let mut it = start(NESTED);
    assert_eq!([it.call("f", &[7, 1]), it.call("f", &[7, 2])], [50, 51]);
    assert_eq!(it.call("stack", &[]), 4096, "a call that failed left no trace");
    assert!(it.said().iter().any(|what| what.contains("the promised call could not be made")));
    // A version of f, and one of g inside.
    assert_eq!(it.counts().2, 2);
}

#[test]
fn what_stays_generic_is_said_once() {
    let shared = r#"(module
        (import "invar" "is_const.cache" (func $is (param i32) (result i32)))
        (memory (export "memory") 1 1 shared)
        (func (export "f") (param $n i32) (param $x i32) (result i32)
            (i32.mul (call $is (local.get $n)) (local.get $x))))"#;
    let mut config = invar::unstable::runtime::wasmtime::Config::new();
    config.wasm_threads(true).shared_memory(true).wasm_tail_call(true);
    let engine = invar::unstable::runtime::wasmtime::Engine::new(&config).unwrap();
    let told = Default::default();
    let shared = program(&engine, shared, Settings::default(), &told);
    let mut it = instance(&shared, told);
    assert_eq!([it.call("f", &[3, 4]), it.call("f", &[3, 5])], [12, 15]);
    let said = it.said();
    assert_eq!(said.iter().filter(|what| what.contains("memory 0 is shared")).count(), 1);

    let by_code = r#"(module
        (import "invar" "specialize" (func $specialize (param i32 i32 i32) (result i32)))
        (table $t 4 4 funcref)
        (memory (export "memory") 1)
        (func $g (export "g") (param i32) (result i32) (i32.add (local.get 0) (i32.const 1)))
        (func (export "put") (table.set $t (i32.const 2) (ref.func $g)))
        (func (export "ask") (result i32)
            (i64.store (i32.const 8) (i64.const 1))
            (call $specialize (i32.const 2) (i32.const 0) (i32.const 1))))"#;
    let mut it = start(by_code);
    it.call("put", &[]);
    assert_eq!([it.call("ask", &[]), it.call("ask", &[])], [2, 2]);
    assert_eq!(it.said(), ["only functions that segments put into tables are specialized"]);
}

#[test]
fn annotations_that_contradict_each_other_are_an_error() {
    let conflict = r#"(module
        (import "invar" "is_const.cache" (func $is (param i32) (result i32)))
        (import "invar" "is_const.cache1" (func $other (param i32) (result i32)))
        (memory (export "memory") 1)
        (func (export "f") (param $n i32) (param $x i32) (result i32)
            (i32.store (i32.const 0) (local.get $x))
            (local.set $n (call $is (local.get $n)))
            (i32.mul (call $other (local.get $n)) (local.get $x))))"#;
    let wasm = wat::parse_str(conflict).unwrap();
    let made = Program::new(
        &engine().unwrap(),
        &wasm,
        &Settings::default(),
        Arc::new(Optimizer::new(Level::O2)),
    );
    let Err(error) = made else { panic!("the annotations contradict each other") };
    assert!(error.to_string().contains("two annotations of one variable differ"), "{error}");
}
