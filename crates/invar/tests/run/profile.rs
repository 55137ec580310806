//! What a profile says of programs that run: how often regions are entered, what was found, and what an
//! entry saves; and that a program without a profile has none of what counts.

use crate::common::{Started, Told, program, start, start_with};
use invar::unstable::runtime::online::Settings;
use invar::unstable::runtime::online::profile::{FunctionProfile, Profile};
use invar::unstable::runtime::wasmtime::Trap;

fn profiled() -> Settings {
    Settings { profile: true, ..Settings::default() }
}

fn row(it: &mut Started) -> FunctionProfile {
    let Profile { functions } = it.counted();
    assert_eq!(functions.len(), 1, "{functions:?}");
    functions[0].clone()
}

/// Entries, hits, misses, versions, and timed entries, of generic code and of special code.
fn counts(it: &mut Started) -> (u64, u64, u64, u64, u64, u64) {
    let one = row(it);
    let times = (one.generic.count(), one.special.count());
    (one.entries, one.hits, one.misses, one.versions, times.0, times.1)
}

/// `f(k, x)` is a region for k as a whole.
fn region(annotation: &str) -> String {
    format!(
        r#"(module
        (import "invar" "{annotation}" (func $constant (param i32) (result i32)))
        (memory (export "memory") 1)
        (func $f (export "f") (param $k i32) (param $x i32) (result i32)
            (local.set $k (call $constant (local.get $k)))
            (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1)))
            (i32.div_s (i32.mul (local.get $x) (i32.const 12)) (local.get $k)))
        (func (export "g") (param $k i32) (result i32) (call $f (local.get $k) (i32.const 10))))"#
    )
}

#[test]
fn entries_of_regions_are_counted() {
    for annotation in ["is_const.cache", "keep_const.cache.eager"] {
        let mut it = start_with(&region(annotation), profiled());
        assert_eq!(it.counted(), Profile::default());
        assert_eq!([it.call("f", &[2, 10]), it.call("g", &[2])], [60, 60]);
        assert_eq!(counts(&mut it), (2, 1, 1, 1, 0, 1));
        // The third entry is one of generic code.
        assert_eq!([it.call("f", &[3, 10]), it.call("g", &[3])], [40, 40]);
        assert_eq!(counts(&mut it), (4, 1, 2, 2, 1, 2), "{annotation}");
        for n in 0..1000 {
            assert_eq!(it.call("f", &[2 + (n & 1), n]), 12 * n / (2 + (n & 1)));
        }
        let (entries, hits, misses, versions, generic, special) = counts(&mut it);
        assert_eq!((entries, misses, versions), (1004, 2, 2));
        assert_eq!(hits + misses + generic, entries);
        assert!((1..=32).contains(&generic) && (1..=32).contains(&special), "{generic} {special}");
        let memory = it.memory();
        assert_eq!(memory.data(&it.store)[..2], 1004u16.to_le_bytes(), "each effect once");
    }
}

#[test]
fn each_arrival_is_a_hit_or_a_miss() {
    // Each of two values in turns: what is made again counts as a miss.
    for (annotation, expected) in [
        ("is_const.cache1", (4, 0, 3, 3, 1, 2)),
        ("is_const.unchecked", (4, 2, 1, 1, 1, 2)),
        ("is_const.replicate", (4, 0, 3, 3, 1, 2)),
    ] {
        let mut it = start_with(&region(annotation), profiled());
        for k in [2, 3, 2, 2] {
            it.call("g", &[k]);
        }
        assert_eq!(counts(&mut it), expected, "{annotation}");
    }
}

#[test]
fn a_trap_is_the_same_and_counting_goes_on() {
    let mut it = start_with(&region("is_const.cache"), profiled());
    for n in 0..6 {
        let error = it.try_call("f", &[0, n]).unwrap_err();
        assert_eq!(error.downcast_ref::<Trap>(), Some(&Trap::IntegerDivisionByZero));
    }
    assert_eq!(it.call("g", &[2]), 60);
    let one = row(&mut it);
    assert_eq!((one.entries, one.misses, one.versions), (7, 2, 2));
    assert_eq!(one.hits + one.misses, 7, "no special entry ended before the last");
    assert_eq!((one.generic.count(), one.special.count()), (0, 1));
}

/// `f(k, x)` is one from its annotation on; `f(0, x)` does not get there.
const BEHIND: &str = r#"(module
    (import "invar" "is_const.cache" (func $constant (param i32) (result i32)))
    (memory (export "memory") 1)
    (func (export "f") (param $k i32) (param $x i32) (result i32)
        (i32.store (i32.const 0) (local.get $x))
        (if (i32.eqz (local.get $k)) (then (return (i32.const 0))))
        (i32.mul (local.get $x) (call $constant (local.get $k)))))"#;

#[test]
fn functions_with_regions_behind_their_entries_are_counted() {
    let mut it = start_with(BEHIND, profiled());
    assert_eq!(it.call("f", &[0, 5]), 0);
    assert_eq!(counts(&mut it), (1, 0, 0, 0, 0, 0), "no annotation was met");
    assert_eq!([it.call("f", &[3, 5]), it.call("f", &[4, 5]), it.call("f", &[3, 6])], [15, 20, 18]);
    // The third one was generic.
    assert_eq!(counts(&mut it), (4, 1, 1, 1, 1, 2));
}

/// `ask(n)` requests `power(n, x)`.
const REQUEST: &str = r#"(module
    (import "invar" "specialize" (func $specialize (param i32 i32 i32) (result i32)))
    (import "invar" "keep_const.cache.eager" (func $keep (param i32) (result i32)))
    (type $power (func (param i32 i32) (result i32)))
    (table 1 1 funcref)
    (elem (i32.const 0) func $power)
    (memory (export "memory") 1)
    (func $power (type $power) (param $n i32) (param $x i32) (result i32) (local $y i32)
        (local.set $y (i32.const 1))
        (block $done
            (loop $next
                (local.set $n (call $keep (local.get $n)))
                (br_if $done (i32.eqz (local.get $n)))
                (local.set $y (i32.mul (local.get $y) (local.get $x)))
                (local.set $n (i32.sub (local.get $n) (i32.const 1)))
                (br $next)))
        (local.get $y))
    (func (export "ask") (param $n i32) (result i32)
        (i64.store (i32.const 0) (i64.extend_i32_s (local.get $n)))
        (i64.store (i32.const 8) (i64.const 1))
        (call $specialize (i32.const 0) (i32.const 0) (i32.const 1)))
    (func (export "call") (param $f i32) (param $n i32) (param $x i32) (result i32)
        (call_indirect (type $power) (local.get $n) (local.get $x) (local.get $f))))"#;

#[test]
fn calls_of_what_requests_gave_are_counted() {
    let mut it = start_with(REQUEST, profiled());
    let slots = [it.call("ask", &[3]), it.call("ask", &[3]), it.call("ask", &[4])];
    assert_eq!(slots, [1, 1, 2]);
    assert_eq!(counts(&mut it), (0, 1, 2, 2, 0, 0));
    for n in 0..4 {
        assert_eq!(it.call("call", &[1, 3, n]), n * n * n);
    }
    assert_eq!(it.call("call", &[2, 4, 3]), 81);
    assert_eq!(it.call("call", &[0, 2, 3]), 9, "the function itself is no version");
    let one = row(&mut it);
    assert_eq!((one.entries, one.hits, one.misses, one.versions), (5, 1, 2, 2));
    assert!(one.generic.count() >= 1 && one.special.count() >= 1, "{one:?}");
    // What counts is not in what is counted.
    let mut without = start(REQUEST);
    assert_eq!([without.call("ask", &[3]), without.call("ask", &[4])], [1, 2]);
    let other = row(&mut without);
    assert_eq!((one.bytes, one.insts), (other.bytes, other.insts));
}

#[test]
fn recursion_is_counted() {
    let wat = r#"(module
        (import "invar" "is_const.cache" (func $constant (param i32) (result i32)))
        (func $power (export "f") (param $n i32) (param $x i32) (result i32)
            (local.set $n (call $constant (local.get $n)))
            (if (result i32) (i32.eqz (local.get $n))
                (then (i32.const 1))
                (else (i32.mul (local.get $x)
                    (call $power (i32.sub (local.get $n) (i32.const 1)) (local.get $x)))))))"#;
    let mut it = start_with(wat, profiled());
    for times in 1..5 {
        assert_eq!(it.call("f", &[6, 2]), 64);
        assert_eq!(row(&mut it).entries, 7 * times);
    }
    let one = row(&mut it);
    assert_eq!((one.misses, one.versions), (7, 7));
    assert_eq!(one.hits + one.misses + one.generic_entries, 28);
    // The first call of all is not timed; of the other three, the end of each recursion.
    assert_eq!((one.generic.count(), one.special.count()), (2, 2));
}

/// `f(k)` does what takes long, of which nothing is left where k is known.
const SLOW: &str = r#"(module
    (import "invar" "is_const.cache" (func $constant (param i32) (result i32)))
    (import "invar" "promise_pure" (func $pure (param i32) (result i32)))
    (func $slow (param $n i32) (result i32) (local $y i32)
        (loop $next (result i32)
            (local.set $y (i32.rem_u (i32.add (i32.mul (local.get $y) (i32.const 31)) (local.get $n))
                (i32.const 10007)))
            (local.set $n (i32.sub (local.get $n) (i32.const 1)))
            (br_if $next (local.get $n))
            (local.get $y)))
    (func (export "f") (param $k i32) (result i32)
        (local.set $k (call $constant (local.get $k)))
        (call $pure (call $slow (local.get $k)))))"#;

#[test]
fn what_an_entry_saves_is_measured() {
    let mut it = start_with(SLOW, profiled());
    let results: Vec<i32> = (0..20).map(|_| it.call("f", &[200_000])).collect();
    assert!(results.iter().all(|&result| result == results[0]));
    let one = row(&mut it);
    let (generic, special) = (one.generic.us().unwrap(), one.special.us().unwrap());
    assert!(generic > 2.0 * special, "{generic} {special}: 200,000 rounds and none");
    let even = one.break_even().unwrap();
    let expected = one.time().as_secs_f64() * 1e6 / (generic - special);
    assert!((even - expected).abs() < 1e-6 * expected, "{even} {expected}");
}

#[test]
fn without_a_profile_nothing_counts() {
    let engine = invar::unstable::runtime::engine().unwrap();
    let cells = |wat: &str, settings: Settings| {
        let program = program(&engine, wat, settings, &Told::default());
        let counts = |name: &str| name.ends_with(".entries") || name.ends_with(".count");
        let cells = program.module().exports().filter(|it| counts(it.name())).count();
        let meters =
            program.module().imports().filter(|it| it.name().starts_with("meter.")).count();
        (cells, meters)
    };
    let region = region("is_const.cache");
    for (wat, expected) in [(region.as_str(), (2, 2)), (BEHIND, (2, 2)), (REQUEST, (0, 0))] {
        assert_eq!(cells(wat, profiled()), expected);
        assert_eq!(cells(wat, Settings::default()), (0, 0));
    }
    let mut it = start(&region);
    it.call("g", &[2]);
    it.call("g", &[2]);
    let one = row(&mut it);
    assert_eq!((one.entries, one.hits, one.misses), (0, 0, 1), "a hit in code is not seen");
    assert_eq!(it.counted(), it.profile());
}
