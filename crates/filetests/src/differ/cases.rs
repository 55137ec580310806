//! Modules with an observable difference, which the differential executor must find on each engine:
//! otherwise its verdicts mean nothing.

use super::{Engine, compare_bytes};

/// A difference between two modules that an observer can see.
struct Case {
    name: &'static str,
    before: &'static str,
    after: &'static str,
    /// The executor's report; empty if the two are equal.
    says: Option<&'static str>,
}

const CASES: [Case; 16] = [
    Case {
        name: "another result",
        before: r#"(module (func (export "f") (param i32) (result i32) local.get 0))"#,
        after: r#"(module (func (export "f") (param i32) (result i32) i32.const 1))"#,
        says: Some("call \"f\""),
    },
    Case {
        name: "the sign of a NaN",
        before: r#"(module (func (export "f") (result f32)
            (f32.mul (f32.const nan) (f32.const -1))))"#,
        after: r#"(module (func (export "f") (result f32) (f32.neg (f32.const nan))))"#,
        says: Some("call \"f\""),
    },
    Case {
        name: "a lost trap",
        before: r#"(module (func (export "f") unreachable))"#,
        after: r#"(module (func (export "f")))"#,
        says: Some("was Trap(\"UnreachableCodeReached\"), now Values([])"),
    },
    Case {
        name: "a lost store of a run that traps",
        before: r#"(module (memory (export "m") 1)
            (func (export "f") (i32.store (i32.const 8) (i32.const 1)) unreachable))"#,
        after: r#"(module (memory (export "m") 1) (func (export "f") unreachable))"#,
        says: Some("first difference at Some(8)"),
    },
    Case {
        name: "another byte of a shared memory",
        before: r#"(module (memory (export "m") 1 2 shared)
            (func (export "f") (i32.store (i32.const 8) (i32.const 1))))"#,
        after: r#"(module (memory (export "m") 1 2 shared)
            (func (export "f") (i32.store (i32.const 8) (i32.const 2))))"#,
        says: Some("\"m\""),
    },
    Case {
        name: "another global",
        before: r#"(module (global $g (export "g") (mut i64) (i64.const 0))
            (func (export "f") (global.set $g (i64.const 5))))"#,
        after: r#"(module (global $g (export "g") (mut i64) (i64.const 0)) (func (export "f")))"#,
        says: Some("export \"g\""),
    },
    Case {
        name: "another element of a table",
        before: r#"(module (table $t (export "t") 3 funcref) (func $f (export "f")
            (table.set $t (i32.const 1) (ref.func $f))))"#,
        after: r#"(module (table $t (export "t") 3 funcref) (func $f (export "f")))"#,
        says: Some("export \"t\""),
    },
    Case {
        name: "another field of an object",
        before: r#"(module (type $s (struct (field i8)))
            (func (export "f") (result (ref $s)) (struct.new $s (i32.const 1))))"#,
        after: r#"(module (type $s (struct (field i8)))
            (func (export "f") (result (ref $s)) (struct.new $s (i32.const 2))))"#,
        says: Some("Struct([I32(2)])"),
    },
    Case {
        name: "calls of the host in another order",
        before: r#"(module (import "a" "b" (func $a (param i32)))
            (func (export "f") (call $a (i32.const 1)) (call $a (i32.const 2))))"#,
        after: r#"(module (import "a" "b" (func $a (param i32)))
            (func (export "f") (call $a (i32.const 2)) (call $a (i32.const 1))))"#,
        says: Some("calls of the host"),
    },
    Case {
        name: "an endless loop",
        before: r#"(module (func (export "f")))"#,
        after: r#"(module (func (export "f") (loop br 0)))"#,
        says: Some("seems not to end"),
    },
    Case {
        // Traps commute, and what is too large to be allocated takes no time.
        name: "no difference in which trap is first",
        before: r#"(module (type $a (array i8)) (func (export "f") (result i32)
            (i32.trunc_f32_s (f32.const nan))
            (drop (array.new $a (i32.const 0) (i32.const -9)))))"#,
        after: r#"(module (type $a (array i8)) (func (export "f") (result i32)
            (drop (array.new $a (i32.const 0) (i32.const -9)))
            (i32.trunc_f32_s (f32.const nan))))"#,
        says: None,
    },
    Case {
        name: "a lost export",
        before: r#"(module (func (export "f")))"#,
        after: "(module)",
        says: Some("now gone"),
    },
    Case {
        name: "an export of another type",
        before: r#"(module (func (export "f")))"#,
        after: r#"(module (func (export "f") (param i32)))"#,
        says: Some("was () -> (), now (i32) -> ()"),
    },
    Case {
        name: "an export of another type of references",
        before: r#"(module (type $s (struct (field i8)))
            (func (export "f") (param (ref null $s))))"#,
        after: r#"(module (type $s (struct (field i16)))
            (func (export "f") (param (ref null $s))))"#,
        says: Some("export \"f\": was "),
    },
    Case {
        name: "an exception with another payload",
        before: r#"(module (tag $t (param i32)) (func (export "f") (throw $t (i32.const 1))))"#,
        after: r#"(module (tag $t (param i32)) (func (export "f") (throw $t (i32.const 2))))"#,
        says: Some("Exception([I32(1)])"),
    },
    Case {
        name: "a start function that traps now",
        before: r#"(module (func $s) (start $s))"#,
        after: r#"(module (func $s unreachable) (start $s))"#,
        says: Some("instantiation"),
    },
];

/// Checks that an engine finds the difference of each pair of these modules, and none between a
/// module and itself. Panics otherwise.
pub fn check(engine: &impl Engine) {
    for Case { name, before, after, says } in CASES {
        let [before, after] = [before, after]
            .map(|text| wat::parse_str(text).unwrap_or_else(|error| panic!("{name}: {error}")));
        if let Err(difference) = compare_bytes(engine, &before, &[&before], 0) {
            panic!("{name}: a module is not equal to itself: {}", difference.what);
        }
        match (compare_bytes(engine, &before, &[&after], 0), says) {
            (Ok(_), None) => {}
            (Err(difference), Some(says)) => {
                assert!(difference.what.contains(says), "{name}: {}", difference.what);
            }
            (Ok(_), Some(_)) => panic!("{name}: no difference is seen"),
            (Err(difference), None) => panic!("{name}: {}", difference.what),
        }
    }
}
