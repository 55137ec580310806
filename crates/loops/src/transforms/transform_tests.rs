//! Each transformation on small loops, where it is legal and where it is not. What the loops do is compared
//! before and after.

use crate::testing::{check, counted, counted_to_n};
use crate::transforms::{
    deletion, idiom, licm, predictive_commoning, rotate, scalar_promotion, strength_reduction,
};

const TOP_TESTED: &str = "func f1 : (i32, i32) -> (i32) {
    b0(v0: i32, v1: i32):
      v2 = i32.const 0
      jump b1(v2, v2)
    b1(v3: i32, v4: i32):
      v5 = i32.lt_s v3, v0
      br_if v5, b2, b3
    b2:
      v6 = i32.const 1
      v7 = i32.add v3, v6
      v8 = i32.add v4, v3
      jump b1(v7, v8)
    b3:
      return v4
    }";

#[test]
fn a_top_tested_loop_is_rotated_once() {
    let (first, second) = check(TOP_TESTED, |f, cx| {
        let first = rotate::run(f, cx, &Default::default()).done;
        cx.analyses.keep_if_current(f);
        (first, rotate::run(f, cx, &Default::default()).done)
    });
    assert_eq!((first.rotated, second.rotated, second.header_not_exiting.0), (1, 0, 1));
}

#[test]
fn a_header_that_does_not_exit_is_not_rotated() {
    let text = TOP_TESTED.replace("b1(v3: i32, v4: i32):", "b1(v3: i32, v4: i32):\n jump b4\n b4:");
    let done = check(&text, |f, cx| rotate::run(f, cx, &Default::default()).done);
    assert_eq!((done.rotated, done.header_not_exiting.0), (0, 1));
}

fn hoisted(body: &str) -> licm::Hoisted {
    check(&counted_to_n(body), |f, cx| licm::run(f, cx, &Default::default()).done)
}

#[test]
fn licm_hoists_loads_only_before_effects_and_stores() {
    let done = hoisted("v10 = i32.load v1\n v11 = i32.mul v0, v1\n global.set g0 v10");
    assert_eq!((done.loads, done.pure), (1, 1));
    let done = hoisted("v10 = i32.load v1\n i32.store v5, v10");
    assert_eq!((done.loads, done.refused_alias.0), (0, 1));
    let done = hoisted("global.set g0 v5\n v10 = i32.load v1\n global.set g0 v10");
    assert_eq!((done.loads, done.refused_trap.0), (0, 1));
    let done = hoisted("v10 = i32.div_u v0, v1\n global.set g0 v10");
    assert_eq!(done.traps, 1);
    let done = hoisted("global.set g0 v5\n v10 = i32.div_u v0, v1\n global.set g0 v10");
    assert_eq!((done.traps, done.refused_trap.0), (0, 1));
}

fn promoted(body: &str) -> scalar_promotion::PromotedScalars {
    let config = scalar_promotion::Config;
    check(&counted_to_n(body), |f, cx| scalar_promotion::run(f, cx, &config).done)
}

#[test]
fn promotion_needs_a_loop_that_cannot_trap() {
    let global = "v10 = global.get g0\n v11 = i32.add v10, v5\n global.set g0 v11\n";
    assert_eq!(promoted(global).globals, 1);
    let done = promoted(&format!("{global} v12 = i32.load v1"));
    assert_eq!((done.globals, done.refused_trap.0), (0, 1));
}

#[test]
fn promotion_of_memory_needs_accesses_of_one_kind() {
    let cell = "v10 = i32.const 16
        v11 = i32.load v10
        v12 = i32.add v11, v5
        i32.store v10, v12\n";
    assert_eq!(promoted(cell).cells, 1);
    let done = promoted(&format!("{cell} v13 = i32.load8_u v10 offset=1"));
    assert_eq!((done.cells, done.refused_alias.0), (0, 1));
    assert_eq!(promoted(&format!("{cell} i32.store v10, v12 offset=4")).cells, 2);
}

fn commoned(body: &str) -> predictive_commoning::Commoned {
    let body = format!(
        "v10 = i32.const 4
         v11 = i32.mul v5, v10
         v12 = i32.add v1, v11
         {body}"
    );
    let config = predictive_commoning::Config::default();
    check(&counted_to_n(&body), |f, cx| predictive_commoning::run(f, cx, &config).done)
}

#[test]
fn loads_are_available_from_the_previous_iteration() {
    let stored = "v13 = i32.load v12\n v14 = i32.add v13, v5\n i32.store v12, v14 offset=4\n";
    assert_eq!(commoned(stored).from_stores, 1);
    let loaded = "v13 = i32.load v12\n v14 = i32.load v12 offset=4\n v15 = i32.sub v13, v14
        global.set g0 v15";
    assert_eq!(commoned(loaded).from_loads, 1);
    let done = commoned(&format!("{stored} i32.store8 v0, v5"));
    assert_eq!((done.from_stores, done.refused_alias.0), (0, 1));
    // The initial load may trap, and an effect comes before it.
    assert_eq!(commoned(&format!("global.set g0 v5\n {stored}")).from_stores, 0);
    // Two iterations lie between.
    assert_eq!(commoned(&stored.replace("offset=4", "offset=8")).from_stores, 0);
}

fn deleted(text: &str) -> deletion::Deleted {
    check(text, |f, cx| deletion::run(f, cx, &Default::default()).done)
}

#[test]
fn only_loops_that_end_without_effect_are_deleted() {
    let to_n = |step, compare: &str, body: &str| {
        deleted(&counted(true, "i32.const 0", step, compare, "i32.or v0, v0", body))
    };
    assert_eq!(to_n(1, "lt_s", "").loops, 1);
    let done = to_n(2, "ne", "");
    assert_eq!((done.loops, done.refused_may_be_infinite.0), (0, 1));
    let done = to_n(1, "le_u", "");
    assert_eq!((done.loops, done.refused_may_be_infinite.0), (0, 1));
    let done = to_n(1, "lt_s", "v10 = i32.load v1");
    assert_eq!((done.loops, done.refused_trap.0), (0, 1));
    let done = to_n(1, "lt_s", "global.set g0 v5");
    assert_eq!((done.loops, done.refused_effect.0), (0, 1));
}

#[test]
fn final_values_are_closed_forms() {
    for (start, step, compare, bound) in
        [(0, 1, "lt_s", 10), (7, 3, "lt_u", 40), (10, -2, "gt_s", 1), (3, 1, "ne", 9)]
    {
        let (start, bound) = (format!("i32.const {start}"), format!("i32.const {bound}"));
        assert_eq!(deleted(&counted(false, &start, step, compare, &bound, "")).loops, 1);
    }
    // A sum of the counters is, their exclusive or is not.
    let of_op = |op: &str| {
        let body = format!("v10 = {op} v20, v5");
        let text = counted(true, "i32.const 0", 1, "lt_s", "i32.or v0, v0", &body);
        let text =
            text.replace("b2(v2)", "b2(v2, v2)").replace("b2(v5: i32)", "b2(v5: i32, v20: i32)");
        let done = deleted(&text.replace("b2(v7), b3(v7)", "b2(v7, v10), b3(v10)"));
        (done.loops, done.refused_live_out.0)
    };
    assert_eq!([of_op("i32.add"), of_op("i32.xor")], [(1, 0), (0, 1)]);
}

fn idioms(step: i32, bound: &str, body: &str) -> idiom::RecognizedIdioms {
    let text = counted(true, "i32.const 0", step, "lt_s", bound, body);
    check(&text, |f, cx| idiom::run(f, cx, &Default::default()).done)
}

#[test]
fn a_fill_stores_one_byte_without_gaps() {
    let zero = "v10 = i32.add v1, v5\n v11 = i32.const 0\n i32.store8 v10, v11";
    let done = idioms(1, "i32.or v0, v0", zero);
    assert_eq!((done.fill, done.versioned), (1, 1));
    assert_eq!(idioms(2, "i32.const 64", zero).refused_stride, 1);
    assert_eq!(idioms(1, "i32.const 4", zero).refused_short_trip_count, 1);
    let counter = zero.replace("v10, v11", "v10, v5");
    assert_eq!(idioms(1, "i32.const 64", &counter).refused_value, 1);
    let in_bounds = "v11 = i32.const 0\n i32.store8 v5, v11";
    let done = idioms(1, "i32.const 64", in_bounds);
    assert_eq!((done.fill, done.versioned), (1, 0));
}

fn reduced(text: &str) -> strength_reduction::StrengthReduced {
    check(text, |f, cx| strength_reduction::run(f, cx, &Default::default()).done)
}

#[test]
fn addresses_are_reduced_and_the_exit_test_replaced() {
    let body = "v10 = i32.const 12
        v11 = i32.mul v5, v10
        v12 = i32.add v1, v11
        v13 = i32.load v12
        global.set g0 v13";
    let done = reduced(&counted_to_n(body));
    assert_eq!((done.derived, done.exit_tests, done.down_counters), (1, 0, 1));
    // With a constant trip count the pointer cannot wrap around to its end.
    let constant = counted_to_n(body).replace("i32.or v0, v0", "i32.const 100");
    let done = reduced(&constant);
    assert_eq!((done.derived, done.exit_tests, done.down_counters), (1, 1, 0));
    // The counter is live after the loop, so its test stays.
    let live = counted(true, "i32.const 0", 1, "lt_s", "i32.or v0, v0", body);
    let done = reduced(&live);
    assert_eq!((done.exit_tests, done.down_counters), (0, 0));
    // Without a guard the trip count is unknown.
    let unguarded =
        constant.replace("i32.const 100", "i32.or v0, v0").replace("br_if v4, b1, b3", "jump b1");
    let done = reduced(&unguarded);
    assert_eq!((done.exit_tests, done.down_counters), (0, 0));
}

#[test]
fn what_saves_nothing_is_not_reduced() {
    let done =
        reduced(&counted_to_n("v10 = i32.const 1\n v11 = i32.shl v5, v10\n global.set g0 v11"));
    assert_eq!((done.derived, done.refused_cost.0), (0, 1));
}
