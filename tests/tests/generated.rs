//! Tracks that modules nobody wrote behave the same before and after: results, traps, exceptions,
//! memories, globals, tables and calls of the host, at -O1, -O3 and -Oz, and after some passes
//! in any order, without the guard.
//!
//! `INVAR_GENERATED=100000` checks that many modules instead of a few; the long run is
//! `cargo run --release -p invar-tests --bin generated -- --count 100000`.

use invar_tests::generated::{Kind, check, module, report};
use invar_tests::optimize::Setting;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

#[test]
fn generated_modules_behave_as_before() {
    let count = std::env::var("INVAR_GENERATED").ok().and_then(|count| count.parse().ok());
    let count = count.unwrap_or(300);
    let next = AtomicU64::new(0);
    let failures = Mutex::new(Vec::new());
    let ran = Mutex::new([0usize; 2]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= count {
                        break;
                    }
                    let Some(wasm) = module(seed) else { continue };
                    let [a, b, c] = Setting::UNGUARDED;
                    match check(&wasm, &[a, b, c, Setting::shuffled(seed)], seed) {
                        Ok(checked) => {
                            let mut ran = ran.lock().expect("no thread panicked");
                            ran[0] += checked.tally.ran;
                            ran[1] += checked.tally.values;
                        }
                        Err(defect) => {
                            let text = report(&format!("generated-{seed}"), seed, &wasm, &defect);
                            failures.lock().expect("no thread panicked").push(text);
                        }
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no thread panicked");
    assert!(failures.is_empty(), "{} defects:\n{}", failures.len(), failures.join("\n"));
    // A generator that makes only what cannot run would pass the above.
    let [ran, values] = ran.into_inner().expect("no thread panicked");
    assert!(ran as u64 > count / 2, "only {ran} of {count} modules ran");
    assert!(values as u64 > count, "only {values} calls returned");
}

/// The differential executor sees what it must: a check that cannot fail proves nothing.
mod the_executor_sees {
    use invar_tests::differ::compare;

    fn differs(before: &str, after: &str) -> String {
        let [before, after] = [before, after].map(|text| wat::parse_str(text).expect("text"));
        compare(&before, &[&before], 0).expect("a module equals itself");
        compare(&before, &[&after], 0).expect_err("they differ").what
    }

    #[test]
    fn another_result() {
        let what = differs(
            r#"(module (func (export "f") (param i32) (result i32) local.get 0))"#,
            r#"(module (func (export "f") (param i32) (result i32) i32.const 1))"#,
        );
        assert!(what.contains("call \"f\""), "{what}");
    }

    #[test]
    fn the_sign_of_a_nan() {
        let what = differs(
            r#"(module (func (export "f") (result f32) (f32.mul (f32.const nan) (f32.const -1))))"#,
            r#"(module (func (export "f") (result f32) (f32.neg (f32.const nan))))"#,
        );
        assert!(what.contains("call \"f\""), "{what}");
    }

    #[test]
    fn a_lost_trap() {
        let what = differs(
            r#"(module (func (export "f") unreachable))"#,
            r#"(module (func (export "f")))"#,
        );
        assert!(what.contains("was Trap(UnreachableCodeReached), now Values([])"), "{what}");
    }

    #[test]
    fn a_lost_store_of_a_run_that_traps() {
        let what = differs(
            r#"(module (memory (export "m") 1)
                 (func (export "f") (i32.store (i32.const 8) (i32.const 1)) unreachable))"#,
            r#"(module (memory (export "m") 1) (func (export "f") unreachable))"#,
        );
        assert!(what.contains("first difference at Some(8)"), "{what}");
    }

    #[test]
    fn another_byte_of_a_shared_memory() {
        let module = |value| {
            format!(
                r#"(module (memory (export "m") 1 2 shared)
                     (func (export "f") (i32.store (i32.const 8) (i32.const {value}))))"#
            )
        };
        assert!(differs(&module(1), &module(2)).contains("export \"m\""));
    }

    #[test]
    fn another_global() {
        let what = differs(
            r#"(module (global $g (export "g") (mut i64) (i64.const 0))
                 (func (export "f") (global.set $g (i64.const 5))))"#,
            r#"(module (global $g (export "g") (mut i64) (i64.const 0)) (func (export "f")))"#,
        );
        assert!(what.contains("export \"g\""), "{what}");
    }

    #[test]
    fn calls_of_the_host_in_another_order() {
        let module = |first, second| {
            format!(
                r#"(module (import "a" "b" (func $a (param i32)))
                     (func (export "f") (call $a (i32.const {first})) (call $a (i32.const {second}))))"#
            )
        };
        let what = differs(&module(1, 2), &module(2, 1));
        assert!(what.contains("calls of the host"), "{what}");
    }

    #[test]
    fn an_endless_loop() {
        let what = differs(
            r#"(module (func (export "f")))"#,
            r#"(module (func (export "f") (loop br 0)))"#,
        );
        assert!(what.contains("seems not to end"), "{what}");
    }

    /// Traps commute, and what is too large to be allocated takes no time.
    #[test]
    fn no_difference_in_which_trap_is_first() {
        let [before, after] = [
            r#"(module (type $a (array i8)) (func (export "f") (result i32)
                (i32.trunc_f32_s (f32.const nan))
                (drop (array.new $a (i32.const 0) (i32.const -9)))))"#,
            r#"(module (type $a (array i8)) (func (export "f") (result i32)
                (drop (array.new $a (i32.const 0) (i32.const -9)))
                (i32.trunc_f32_s (f32.const nan))))"#,
        ]
        .map(|text| wat::parse_str(text).expect("text"));
        compare(&before, &[&after], 0).expect("they are equal");
    }

    #[test]
    fn a_lost_export_and_another_type() {
        let what = differs(r#"(module (func (export "f")))"#, "(module)");
        assert!(what.contains("now None"), "{what}");
        let what = differs(
            r#"(module (func (export "f")))"#,
            r#"(module (func (export "f") (param i32)))"#,
        );
        assert!(what.contains("(param i32)"), "{what}");
    }

    #[test]
    fn an_exception_with_another_payload() {
        let module = |value| {
            format!(
                r#"(module (tag $t (param i32)) (func (export "f") (throw $t (i32.const {value}))))"#
            )
        };
        let what = differs(&module(1), &module(2));
        assert!(what.contains("Exception([I32(1)])"), "{what}");
    }

    #[test]
    fn a_start_function_that_traps_now() {
        let what = differs(
            r#"(module (func $s) (start $s))"#,
            r#"(module (func $s unreachable) (start $s))"#,
        );
        assert!(what.contains("instantiation"), "{what}");
    }
}

#[test]
fn every_kind_makes_modules() {
    let seeds = 10 * Kind::ALL.len() as u64;
    for kind in Kind::ALL {
        let made = (0..seeds).filter(|seed| Kind::of(*seed) == kind).filter_map(module).count();
        assert!(made >= 5, "{kind:?}: {made} of {seeds} seeds");
    }
}
