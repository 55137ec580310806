//! Unrolling, unswitching and versioning of small loops, where they are legal and where they are not. What the
//! loops do is compared before and after.

use crate::testing::{check, counted, counted_to_n};
use crate::versions::{alias_versioning, full_unroll, loop_versioning, partial_unroll, unswitch};

const LOAD: &str = "v10 = i32.const 4
    v11 = i32.mul v5, v10
    v12 = i32.add v1, v11
    v13 = i32.load v12
    global.set g0 v13\n";

fn fully(bound: i32) -> full_unroll::FullyUnrolled {
    let text = counted(false, "i32.const 0", 1, "lt_s", &format!("i32.const {bound}"), LOAD);
    check(&text, |f, cx| full_unroll::run(f, cx, &Default::default()).done)
}

#[test]
fn short_constant_loops_are_unrolled_fully() {
    let done = fully(4);
    assert_eq!((done.loops, done.copies), (1, 3));
    let done = fully(1);
    assert_eq!((done.single_iteration, done.copies), (1, 0));
    assert_eq!(fully(9).refused_trip_count, 1);
}

fn partially(text: &str) -> partial_unroll::PartiallyUnrolled {
    check(text, |f, cx| partial_unroll::run(f, cx, &Default::default()).done)
}

/// All remainders are among the arguments, and trip counts below the factor.
#[test]
fn the_remainder_loop_executes_the_rest() {
    let done = partially(&counted_to_n(LOAD));
    assert_eq!((done.loops, done.copies), (1, 4));
    for (step, compare) in [(1, "lt_u"), (1, "ne"), (-1, "gt_s"), (-1, "ne")] {
        let text = counted(true, "i32.or v1, v1", step, compare, "i32.or v0, v0", LOAD);
        assert_eq!(partially(&text).loops, 1, "{step} {compare}");
    }
    // What the trip count takes for granted is tested: that the counter does not pass the greatest number.
    for (step, compare) in [(1, "le_s"), (1, "le_u"), (2, "lt_s"), (-1, "ge_s")] {
        let text = counted(true, "i32.const 0", step, compare, "i32.or v0, v0", LOAD);
        assert_eq!(partially(&text).loops, 1, "{step} {compare}");
    }
}

#[test]
fn loops_that_are_short_or_not_counted_are_not_unrolled() {
    let text = counted(true, "i32.const 0", 1, "lt_s", "i32.const 7", LOAD);
    assert_eq!(partially(&text).refused_trip_count, 1);
    let text = counted(true, "i32.const 0", 2, "ne", "i32.or v0, v0", LOAD);
    assert_eq!(partially(&text).refused_unknown_trip_count, 1);
    let text = counted_to_n(&format!("{LOAD} v14 = call f0 v13"));
    assert_eq!(partially(&text).refused_call, 1);
}

/// A branch on a condition in a loop.
fn branch(cond: &str) -> String {
    counted_to_n(&format!(
        "v10 = i32.const 1
           br_if {cond}, b4, b5
         b4:
           global.set g0 v5
           jump b5
         b5:"
    ))
}

#[test]
fn invariant_conditions_are_unswitched() {
    let run = |text: &str| check(text, |f, cx| unswitch::run(f, cx, &Default::default()).done);
    let done = run(&branch("v1"));
    assert_eq!((done.loops, done.branches), (1, 1));
    assert_eq!(run(&branch("v5")).loops, 0);
}

/// A counter in memory at `v0`, an array at `v1`: they may overlap.
const IN_MEMORY: &str = "func f1 : (i32, i32) -> (i32) {
    b0(v0: i32, v1: i32):
      v2 = i32.const 0
      i32.store v0, v2
      jump b1
    b1:
      v3 = i32.load v0
      v4 = i32.add v1, v3
      i32.store8 v4, v3
      v5 = i32.load v0
      v6 = i32.const 1
      v7 = i32.add v5, v6
      i32.store v0, v7
      v8 = i32.load v0
      v9 = i32.load v0 offset=4
      v10 = i32.const 63
      v11 = i32.and v9, v10
      v12 = i32.lt_u v8, v11
      br_if v12, b1, b2
    b2:
      return v2
    }";

#[test]
fn variables_in_memory_are_versioned_under_an_alias_check() {
    let run =
        |text: &str| check(text, |f, cx| alias_versioning::run(f, cx, &Default::default()).done);
    let done = run(IN_MEMORY);
    assert_eq!((done.loops, done.cells), (1, 2));
    // After a division that traps, the counter must be in memory.
    let traps = IN_MEMORY.replace("v5 = i32.load v0", "v13 = i32.div_u v1, v3\n v5 = i32.load v0");
    let done = run(&traps);
    assert_eq!((done.loops, done.refused_effects.0), (0, 1));
    // The step is no constant, so that the trip count is unknown.
    let unknown = IN_MEMORY.replace("i32.add v5, v6", "i32.add v5, v1");
    assert_eq!(run(&unknown).loops, 0);
}

/// An index that is checked against a length in memory, in each iteration.
fn checked(body: &str) -> String {
    counted_to_n(&format!(
        "v10 = i32.const 8
           v11 = i32.load v10
           v12 = i32.lt_u v5, v11
           br_if v12, b4, b5
         b5:
           unreachable
         b4:
           {body}"
    ))
}

#[test]
fn range_checks_are_removed_under_runtime_checks() {
    let run =
        |text: &str| check(text, |f, cx| loop_versioning::run(f, cx, &Default::default()).done);
    let done = run(&checked("v13 = i32.add v1, v5\n i32.store8 v13, v5 offset=64"));
    assert_eq!((done.loops, done.checks, done.loads), (1, 1, 1));
    // A store to a loaded address may change the length.
    let done = run(&checked(
        "v13 = i32.load v1\n v14 = i32.add v13, v5\n v15 = i32.load v14\n i32.store8 v15, v5",
    ));
    assert_eq!((done.loops, done.refused_store.0), (0, 1));
}
