//! Code that is made where it is first reached: lazy branches, and values that are looked up in running
//! code, under each caching policy and each laziness, with versions, lookups and stubs counted by hand.

use crate::common::{Counts, Started, generic, start, start_with};
use invar::unstable::runtime::online::{Limits, Settings};

/// `f(k, x)` keeps `k` through a merge `J` behind two branches `d2` and `d3`, either of which may return:
///
/// ```text
///        d1: x & 1
///       /         \
///   d2: x & 2   d3: x & 4      whose other sides return 7 and 8
///       \         /
///        J: y + 10 k
/// ```
///
/// This is the figure of the specification: if `J` is lazy, so are d2 and d3, and d1 is eager.
fn diamond(policy: &str) -> String {
    format!(
        r#"(module
        (import "invar" "is_const.cache" (func $constant (param i32) (result i32)))
        (import "invar" "keep_const.{policy}" (func $keep (param i32) (result i32)))
        (func $f (export "f") (param $k i32) (param $x i32) (result i32) (local $y i32)
            (local.set $k (call $keep (call $constant (local.get $k))))
            (block $j
                (if (i32.and (local.get $x) (i32.const 1))
                    (then
                        (local.set $y (i32.mul (local.get $x) (i32.const 3)))
                        (br_if $j (i32.eqz (i32.and (local.get $x) (i32.const 2))))
                        (return (i32.const 7)))
                    (else
                        (local.set $y (i32.mul (local.get $x) (i32.const 5)))
                        (br_if $j (i32.eqz (i32.and (local.get $x) (i32.const 4))))
                        (return (i32.const 8)))))
            (i32.add (local.get $y) (i32.mul (local.get $k) (i32.const 10)))))"#
    )
}

fn diamond_result(k: i32, x: i32) -> i32 {
    match (x & 1 != 0, x & 2 != 0, x & 4 != 0) {
        (true, true, _) => 7,
        (false, _, true) => 8,
        (true, ..) => 3 * x + 10 * k,
        (false, ..) => 5 * x + 10 * k,
    }
}

/// What is counted after each of some steps; a step is a call by `(k, x)`, or several.
fn steps(it: &mut Started, steps: &[(&[(i32, i32)], Counts)], what: &str) {
    for (n, (calls, counts)) in steps.iter().enumerate() {
        for &(k, x) in *calls {
            assert_eq!(it.call("f", &[k, x]), diamond_result(k, x), "{what}: {k}, {x}");
        }
        assert_eq!(it.counts(), *counts, "{what}: step {n}: (misses, hits, versions, stubs)");
    }
}

#[test]
fn an_eager_merge_is_made_with_its_version() {
    // A merge that is no loop's head is eager if it is looplazy.
    for caching in ["cache", "cache1", "unchecked", "replicate"] {
        for laziness in ["eager", "looplazy"] {
            // The region's policy is the weakest of its two annotations.
            let (again, other): (Counts, Counts) = match caching {
                "replicate" => ((3, 0, 3, 0), (4, 0, 4, 0)),
                _ => ((1, 0, 1, 0), (2, 0, 2, 0)),
            };
            let policy = format!("{caching}.{laziness}");
            let mut it = start(&diamond(&policy));
            steps(
                &mut it,
                &[(&[(1, 0)], (1, 0, 1, 0)), (&[(1, 1), (1, 7)], again), (&[(2, 4)], other)],
                &policy,
            );
        }
    }
}

#[test]
fn a_lazy_branch_is_made_where_it_is_first_taken() {
    for caching in ["cache", "cache1", "unchecked"] {
        let policy = format!("{caching}.lazy");
        let mut it = start(&diamond(&policy));
        steps(
            &mut it,
            &[
                // The version up to d2 and d3, whose sides are stubs: J, which is one place for both, and
                // the two returns. J is made when it is reached.
                (&[(1, 0)], (2, 0, 2, 3)),
                // The slot was patched: no lookup.
                (&[(1, 0), (1, 8)], (2, 0, 2, 3)),
                // J by way of d2 is the same slot.
                (&[(1, 1)], (2, 0, 2, 3)),
                (&[(1, 3)], (3, 0, 3, 3)),
                (&[(1, 4), (1, 3), (1, 4)], (4, 0, 4, 3)),
                // Another k has all of it for itself; the returns know nothing of k, so they are found.
                (&[(2, 0)], (6, 0, 6, 4)),
                (&[(2, 3), (2, 4), (1, 3), (1, 4)], (6, 0, 6, 4)),
            ],
            &policy,
        );
    }
}

#[test]
fn a_lazy_branch_to_a_replicated_merge_makes_copies() {
    let policy = "replicate.lazy";
    let mut it = start(&diamond(policy));
    steps(
        &mut it,
        &[
            // Nothing is looked up: J is another place for each of d2 and d3.
            (&[(1, 0)], (2, 0, 2, 4)),
            // And so is the version of `f` of each call.
            (&[(1, 0)], (4, 0, 4, 8)),
            (&[(1, 1)], (6, 0, 6, 12)),
        ],
        policy,
    );
}

/// `f(k, x)` goes round a loop whose kept variable has the values 0, 1, 2, 3 in turns, from `k` on, until
/// `x` is 0.
fn cycle(policy: &str) -> String {
    format!(
        r#"(module
        (import "invar" "is_const.cache" (func $constant (param i32) (result i32)))
        (import "invar" "keep_const.{policy}" (func $keep (param i32) (result i32)))
        (import "invar" "unkeep_const" (func $unkeep (param i32) (result i32)))
        (func (export "f") (param $k i32) (param $x i32) (result i32) (local $i i32) (local $y i32)
            (local.set $k (call $constant (local.get $k)))
            (local.set $i (call $keep (i32.and (local.get $k) (i32.const 3))))
            ;; Merges are of the weakest policy that is in force, and that of k is not to be.
            (local.set $k (call $unkeep (local.get $k)))
            (local.set $y (local.get $x))
            (loop $next (result i32)
                (local.set $y (i32.add (i32.mul (local.get $y) (i32.const 3)) (local.get $i)))
                (local.set $x (i32.sub (local.get $x) (i32.const 1)))
                (if (result i32) (i32.eqz (local.get $x))
                    (then (local.get $y))
                    (else
                        (local.set $i (i32.and (i32.add (local.get $i) (i32.const 1)) (i32.const 3)))
                        (br $next))))))"#
    )
}

fn cycle_result(k: i32, x: i32) -> i32 {
    (0..x).fold(x, |y: i32, n| y.wrapping_mul(3).wrapping_add((k + n) & 3))
}

fn cycles(policy: &str, settings: Settings, steps: &[(&[(i32, i32)], Counts)]) {
    let mut it = start_with(&cycle(policy), settings);
    for (n, (calls, counts)) in steps.iter().enumerate() {
        for &(k, x) in *calls {
            assert_eq!(it.call("f", &[k, x]), cycle_result(k, x), "{policy}: {k}, {x}");
        }
        let found = it.counts();
        let names = it.names();
        assert_eq!(
            found, *counts,
            "{policy}: step {n}: (misses, hits, versions, stubs): {names:#?}"
        );
    }
}

#[test]
fn an_eager_loop_is_in_one_version() {
    for caching in ["cache", "cache1", "unchecked"] {
        cycles(
            &format!("{caching}.eager"),
            Settings::default(),
            &[
                (&[(0, 1)], (1, 0, 1, 0)),
                (&[(0, 9), (0, 100)], (1, 0, 1, 0)),
                (&[(1, 5), (0, 5)], (2, 0, 2, 0)),
            ],
        );
    }
}

#[test]
fn an_eager_replicated_merge_is_copied_for_each_edge_that_arrives() {
    let versions = |policy: &str| {
        let mut it = start(&cycle(policy));
        for x in [1, 9, 200] {
            assert_eq!(it.call("f", &[0, x]), cycle_result(0, x), "{policy}");
        }
        assert_eq!(it.counts(), (1, 0, 1, 0), "the function's own policy is `cache`");
        let stats = it.told.lock().unwrap()[0].stats;
        stats.versions
    };
    // The head for i = 0 is arrived at from the entry and from i = 3: one copy more, and no more, since
    // what follows the head is found.
    assert_eq!(versions("replicate.eager"), versions("cache.eager") + 1);
}

#[test]
fn a_lazy_loop_is_made_as_far_as_it_is_run() {
    // The loop's head is a merge of a loop, so `looplazy` is lazy there.
    for policy in ["cache.lazy", "cache.looplazy", "unchecked.lazy", "unchecked.looplazy"] {
        cycles(
            policy,
            Settings::default(),
            &[
                // The version for k = 0, and the way out; behind the branch there are two stubs.
                (&[(0, 1)], (2, 0, 2, 2)),
                // i = 1. The way out is there; that to i = 2 is a stub.
                (&[(0, 2), (0, 1), (0, 2)], (3, 0, 3, 3)),
                // i = 2, 3, 0; from there i = 1 is there.
                (&[(0, 9)], (6, 0, 6, 5)),
                (&[(0, 100), (0, 3)], (6, 0, 6, 5)),
                // Another k is another version, which goes on in what there is.
                (&[(1, 5), (1, 50)], (7, 0, 7, 5)),
            ],
        );
    }
}

#[test]
fn cache1_keeps_the_newest_continuation() {
    for policy in ["cache1.lazy", "cache1.looplazy"] {
        cycles(
            policy,
            Settings::default(),
            &[
                (&[(0, 1)], (2, 0, 2, 2)),
                (&[(0, 2)], (3, 0, 3, 3)),
                // Eight times on: i = 1 is there, seven are made, since none is the newest when it is reached.
                (&[(0, 9)], (10, 0, 10, 10)),
                // Where a branch was patched, it goes there without asking.
                (&[(0, 9), (0, 4)], (10, 0, 10, 10)),
                (&[(0, 11)], (12, 0, 12, 12)),
            ],
        );
    }
}

#[test]
fn replicated_continuations_are_never_found() {
    for policy in ["replicate.lazy", "replicate.looplazy"] {
        cycles(
            policy,
            Settings::default(),
            &[
                (&[(0, 1)], (2, 0, 2, 2)),
                // A copy for i = 1, and a way out of it of its own.
                (&[(0, 2)], (4, 0, 4, 4)),
                // Seven more, with a way out of the last.
                (&[(0, 9)], (12, 0, 12, 18)),
                (&[(0, 9)], (12, 0, 12, 18)),
            ],
        );
    }
}

#[test]
fn continuations_are_bounded_and_the_rest_is_generic() {
    for policy in ["cache.lazy", "cache1.lazy", "replicate.lazy"] {
        let limits = Limits { continuations: 2, ..Limits::default() };
        let settings = Settings { limits, ..Settings::default() };
        let mut it = start_with(&cycle(policy), settings);
        for x in [1, 2, 9, 100, 3, 1] {
            assert_eq!(it.call("f", &[0, x]), cycle_result(0, x), "{policy}, {x}");
        }
        let said: Vec<String> = it.said();
        let told = said.iter().filter(|what| *what == "it was asked for 2 continuations").count();
        assert_eq!(told, 1, "{said:?}");
        // The version of `f`, two continuations, and generic ones.
        let names = it.names();
        let generic = names.iter().filter(|name| name.contains("generic")).count();
        assert!(generic >= 1 && it.counts().2 == 3 + generic as u64, "{names:?}");
    }
}

#[test]
fn without_specialization_nothing_is_lazy() {
    let mut it = start_with(&cycle("cache.lazy"), generic());
    assert_eq!(it.call("f", &[3, 50]), cycle_result(3, 50));
    assert_eq!(it.counts(), (0, 0, 0, 0));
}

/// A sum along a list, which is unrolled; it ends early where it is more than a limit, which is not known.
fn list(laziness: &str) -> String {
    format!(
        r#"(module
        (import "invar" "is_const.cache" (func $constant (param i32) (result i32)))
        (import "invar" "keep_const.cache.{laziness}" (func $keep (param i32) (result i32)))
        (import "invar" "promise_transitive" (func $promise (param i32 i32) (result i32)))
        (memory (export "memory") 1)
        (func (export "f") (param $p i32) (param $most i32) (result i32) (local $y i32)
            (local.set $p (call $promise (call $constant (local.get $p)) (i32.const 8)))
            (local.set $p (call $keep (local.get $p)))
            (block $done
                (loop $next
                    (br_if $done (i32.eqz (local.get $p)))
                    (local.set $y (i32.add (local.get $y) (i32.load (local.get $p))))
                    (br_if $done (i32.gt_s (local.get $y) (local.get $most)))
                    (local.set $p (i32.load offset=4 (local.get $p)))
                    (br $next)))
            (local.get $y)))"#
    )
}

/// Builds a list in memory, of cells in no order; gives its address.
fn build(it: &mut Started, values: &[i32], at: usize) -> i32 {
    let memory = it.memory();
    let address = |n: usize| at + 8 * ((n * 5) % 16);
    for (n, value) in values.iter().enumerate() {
        let next = if n + 1 < values.len() { address(n + 1) as i32 } else { 0 };
        memory.write(&mut it.store, address(n), &value.to_le_bytes()).unwrap();
        memory.write(&mut it.store, address(n) + 4, &next.to_le_bytes()).unwrap();
    }
    address(0) as i32
}

#[test]
fn a_loop_is_unrolled_along_a_list_that_was_built_at_run_time() {
    let values = [3, 1, 4, 1, 5, 9, 2, 6];
    let mut eager = start(&list("eager"));
    let p = build(&mut eager, &values, 64);
    assert_eq!(
        [eager.call("f", &[p, 1000]), eager.call("f", &[p, 8]), eager.call("f", &[p, 3])],
        [31, 9, 4]
    );
    assert_eq!(eager.counts(), (1, 0, 1, 0));
    let stats = eager.told.lock().unwrap()[0].stats;
    assert_eq!(stats.loads, 2 * 8, "each cell is read while it is specialized: {stats:?}");
    // Another list is another version.
    let q = build(&mut eager, &[10, 20], 512);
    assert_eq!(eager.call("f", &[q, 1000]), 30);
    assert_eq!(eager.counts(), (2, 0, 2, 0));

    let mut lazy = start(&list("lazy"));
    let p = build(&mut lazy, &values, 64);
    // The first cell, and the way out.
    assert_eq!(lazy.call("f", &[p, 2]), 3);
    assert_eq!(lazy.counts(), (2, 0, 2, 2));
    // As far as is needed, cell by cell: 1, 4; out of the last one there is a way.
    assert_eq!(lazy.call("f", &[p, 7]), 8);
    assert_eq!(lazy.counts(), (4, 0, 4, 4));
    assert_eq!(lazy.call("f", &[p, 1000]), 31);
    let counts = lazy.counts();
    assert_eq!(lazy.call("f", &[p, 1000]), 31);
    assert_eq!(lazy.counts(), counts, "all of it is there");
    // The eighth cell goes out of the loop at its end, in a continuation of its own.
    assert_eq!(counts.2, 1 + 8 + 1, "{:?}", lazy.names());
}

/// An interpreter that is unrolled along `pc`; its jumps depend on the input, both ways. It reads its
/// program behind an effect, so its region starts in the middle.
const INTERPRETER: &str = r#"(module
    (import "invar" "is_const.cache" (func $constant (param i32) (result i32)))
    (import "invar" "keep_const.cache.lazy" (func $keep (param i32) (result i32)))
    (import "invar" "promise_const" (func $promise (param i32 i32) (result i32)))
    (memory (export "memory") 1)
    (func (export "f") (param $code i32) (param $x i32) (result i32) (local $pc i32) (local $y i32)
        (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1)))
        (local.set $code (call $promise (call $constant (local.get $code)) (i32.const 64)))
        (loop $next (result i32)
            (local.set $pc (call $keep (local.get $pc)))
            (block $halt (block $odd (block $half (block $triple
                (br_table $triple $half $odd $halt
                    (i32.load8_u (i32.add (local.get $code) (local.get $pc)))))
                (local.set $x (i32.add (i32.mul (local.get $x) (i32.const 3)) (i32.const 1)))
                (local.set $pc (i32.add (local.get $pc) (i32.const 1)))
                (br $next))
                (local.set $x (i32.shr_u (local.get $x) (i32.const 1)))
                (local.set $pc (i32.add (local.get $pc) (i32.const 1)))
                (br $next))
                ;; 2, a, b, c: to a if it is 1, to b if it is odd, else to c
                (local.set $y (i32.add (local.get $y) (i32.const 1)))
                (local.set $pc
                    (if (result i32) (i32.eq (local.get $x) (i32.const 1))
                        (then (i32.load8_u offset=1 (i32.add (local.get $code) (local.get $pc))))
                        (else (if (result i32) (i32.and (local.get $x) (i32.const 1))
                            (then (i32.load8_u offset=2 (i32.add (local.get $code) (local.get $pc))))
                            (else (i32.load8_u offset=3 (i32.add (local.get $code) (local.get $pc))))))))
                (br $next))
            (local.get $y))))"#;

#[test]
fn an_interpreter_is_unrolled_along_its_program_where_that_goes() {
    // Collatz: 0: test; 4: triple, 5: half, to 0 by a test; 9: half, 10: test; 14: halt.
    let code: &[u8] = &[2, 14, 4, 9, 0, 1, 2, 14, 4, 9, /* 10 */ 2, 14, 4, 9, 3];
    // 4: triple (0), 5: half (1), 6: test; 9 would be in the middle of that test.
    let mut code = code.to_vec();
    code[3] = 10;
    code[9] = 10;
    // 10: half, then a test; 15: halt.
    code.splice(10.., [1, 2, 16, 4, 10, 3, 3]);
    for test in [0usize, 6] {
        (code[test + 1], code[test + 2], code[test + 3]) = (16, 4, 10);
    }
    let tests = |mut x: u32| {
        // The test at each step, a step being a half or a triple and a half.
        let mut y = 1;
        while x != 1 {
            x = if x % 2 == 1 { 3 * x + 1 } else { x } / 2;
            y += 1;
        }
        y
    };
    let mut it = start(INTERPRETER);
    let memory = it.memory();
    memory.write(&mut it.store, 128, &code).unwrap();
    assert_eq!(it.call("f", &[128, 1]), 1);
    let first = it.counts();
    // The region's version up to the test at 0, and the halt behind it.
    assert_eq!((first.0, first.2), (2, 2), "{:?}", it.names());
    for x in 1..60 {
        assert_eq!(it.call("f", &[128, x as i32]), tests(x), "{x}");
    }
    let counts = it.counts();
    for x in 1..200 {
        assert_eq!(it.call("f", &[128, x as i32]), tests(x), "{x}");
    }
    assert_eq!(it.counts(), counts, "all that the program can reach was made: {:?}", it.names());
    // Behind each of three tests there are three ways, of which several lead to one place.
    assert!(counts.2 <= 2 + 9, "{:?}", it.names());
    assert_eq!(memory.data(&it.store)[..2], [3, 1], "each effect once: 1 + 59 + 199 calls");
}

/// `f(x)` counts its kept variable from 0 to 5, and leaves where `x` says so: there it adds 100 for each turn that is
/// left.
const LEAVES: &str = r#"(module
    (import "invar" "keep_const.cache.eager" (func $keep (param i32) (result i32)))
    (import "invar" "is_const.cache" (func $constant (param i32) (result i32)))
    (import "invar" "leave" (func $leave (param i32) (result i32)))
    (func (export "f") (param $k i32) (param $x i32) (result i32) (local $pc i32) (local $sum i32)
        (local.set $k (call $constant (local.get $k)))
        (loop $next
            (local.set $pc (call $keep (local.get $pc)))
            (if (i32.eq (local.get $pc) (local.get $x)) (then
                (local.set $pc (call $leave (local.get $pc)))
                (local.set $sum (i32.mul (local.get $sum) (i32.const 10)))))
            (local.set $sum (i32.add (local.get $sum) (i32.mul (local.get $pc) (local.get $k))))
            (local.set $pc (i32.add (local.get $pc) (i32.const 1)))
            (br_if $next (i32.lt_s (local.get $pc) (i32.const 6))))
        (local.get $sum)))"#;

#[test]
fn paths_that_leave_share_one_generic_continuation() {
    let plain =
        |k: i32, x: i32| (0..6).fold(0, |sum, pc| if pc == x { sum * 10 } else { sum } + pc * k);
    let mut it = start(LEAVES);
    for (k, x) in [(3, 9), (3, 2), (3, 5), (3, 0), (4, 1), (4, 7), (3, 4)] {
        assert_eq!(it.call("f", &[k, x]), plain(k, x), "f({k}, {x})");
    }
    let names = it.names();
    let generic: Vec<&String> = names.iter().filter(|name| name.contains("generic")).collect();
    // Nothing is looked up behind it, and `k` is passed.
    assert_eq!(generic.len(), 1, "{names:?}");
    assert_eq!(names.len(), 3, "and a version for each `k`: {names:?}");
}
