//! Functions for partial inlining: a test, behind which much is done before the function throws or traps, and little
//! where it returns. What comes before the test is often something that may not be done twice.

use crate::Random;
use std::fmt::Write;

/// How many of them a program has: `$at0`, `$at1`, ... take two numbers and return one.
pub(super) const COLD: usize = 3;

/// What is executed before the test. The second half has effects that a caller sees if they happen twice.
const BEFORE: [&str; 10] = [
    "(local.set $v (i32.load8_u (i32.and (local.get $x) (i32.const 255))))",
    "(local.set $v (i32.add (local.get $v) (global.get $g)))",
    "(local.set $v (i32.mul (local.get $y) (i32.const 3)))",
    "(global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))",
    "(loop $l (local.set $v (i32.add (local.get $v) (local.get $x))) \
     (br_if $l (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (i32.const 3))))",
    "(global.set $g (i32.add (global.get $g) (i32.const 1)))",
    "(i32.store8 (i32.const 90) (i32.add (i32.load8_u (i32.const 90)) (i32.const 1)))",
    "(call $log (local.get $x))",
    "(local.set $x (call $may (local.get $x) (local.get $y)))",
    "(local.set $v (i32.div_s (local.get $x) (i32.and (local.get $y) (i32.const 7))))",
];

/// What is executed where the function does not return.
const COLD_PART: [&str; 5] = [
    "(call $log (i32.add (local.get $x) (local.get $v)))",
    "(i32.store8 (i32.const 91) (i32.add (i32.load8_u (i32.const 91)) (local.get $v)))",
    "(global.set $g (i32.xor (global.get $g) (local.get $v)))",
    "(local.set $v (call $never (i32.add (local.get $v) (local.get $y))))",
    "(i64.store (i32.and (local.get $v) (i32.const 248)) (i64.extend_i32_u (local.get $x)))",
];

const TESTS: [&str; 4] = [
    "(i32.eq (i32.and (local.get $x) (i32.const 7)) (i32.const 3))",
    "(i32.gt_u (i32.and (local.get $v) (i32.const 15)) (i32.const 11))",
    "(i32.lt_s (local.get $y) (i32.const -1))",
    "(i32.eqz (i32.and (i32.xor (local.get $x) (local.get $v)) (i32.const 7)))",
];

const ENDS: [&str; 6] = [
    "(throw $one (local.get $v))",
    "(throw $two (local.get $x) (i64.extend_i32_s (global.get $sp)))",
    "(throw $none)",
    "(unreachable)",
    "(drop (call $never (local.get $v))) (unreachable)",
    // The block returns after all.
    "(return (local.get $x))",
];

/// A function that has cold blocks.
pub(super) fn cold(random: &mut Random, number: usize) -> String {
    let mut text = format!(
        "  (func $at{number} (param $x i32) (param $y i32) (result i32)
    (local $f i32) (local $v i32) (local $n i32)\n"
    );
    let tests = 1 + random.below(2);
    for _ in 0..tests {
        for _ in 0..random.below(3) {
            // Effects seldom, so that most functions have a part that can be repeated.
            let among = if random.one_in(4) { &BEFORE[..] } else { &BEFORE[..5] };
            _ = writeln!(text, "    {}", random.pick(among));
        }
        _ = writeln!(text, "    (if {} (then", random.pick(&TESTS));
        for _ in 0..2 + random.below(5) {
            _ = writeln!(text, "      {}", random.pick(&COLD_PART));
        }
        let end = if random.one_in(6) { ENDS[5] } else { random.pick(&ENDS[..5]) };
        _ = writeln!(text, "      {end}))");
    }
    _ = writeln!(
        text,
        "    (if (local.get $f) (then (global.set $sp (i32.add (local.get $f) (i32.const 16)))))
    (i32.add (local.get $v) (i32.load8_u (i32.and (local.get $y) (i32.const 255)))))"
    );
    text
}
