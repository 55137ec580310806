//! Trip counts of loops as text: exact, symbolic, and those that must stay unknown.

use crate::analysis::shape::{Shaped, normalize};
use crate::analysis::trip_count::{Counts, Unknown};
use crate::testing::{counted, parse};
use invar_analysis::Analyses;

/// The trip count of the first loop; `None` if it is known, but no constant.
fn trips(text: &str) -> Result<Option<u64>, Unknown> {
    let (_, mut f) = parse(text);
    let nest = normalize(&mut f, &mut Analyses::default(), &mut Shaped::default());
    let id = nest.forest.loops.keys().next().expect("a loop");
    Counts::new(&f, &nest).of(&f, &nest, id).map(|trips| trips.count())
}

/// Of a loop without a guard, between constants.
fn between(start: i32, step: i32, compare: &str, bound: i32) -> Result<Option<u64>, Unknown> {
    let (start, bound) = (format!("i32.const {start}"), format!("i32.const {bound}"));
    trips(&counted(false, &start, step, compare, &bound, ""))
}

/// Of a loop to a parameter.
fn to_param(guarded: bool, step: i32, compare: &str) -> Result<Option<u64>, Unknown> {
    trips(&counted(guarded, "i32.const 0", step, compare, "i32.or v0, v0", ""))
}

const UNPROVED: Result<Option<u64>, Unknown> = Err(Unknown::Unproved);

#[test]
fn counts_between_constants_are_exact() {
    assert_eq!(between(0, 1, "lt_s", 10), Ok(Some(10)));
    assert_eq!(between(0, 1, "le_s", 10), Ok(Some(11)));
    assert_eq!(between(-5, 1, "lt_s", 5), Ok(Some(10)));
    assert_eq!(between(10, -1, "gt_s", 0), Ok(Some(10)));
    assert_eq!(between(10, -1, "ne", 0), Ok(Some(10)));
    assert_eq!(between(-1, 1, "eq", 0), Ok(Some(2)));
}

#[test]
fn a_step_that_does_not_divide_is_rounded_up_or_never_equal() {
    assert_eq!(between(0, 3, "lt_u", 10), Ok(Some(4)));
    assert_eq!(between(0, 3, "ne", 9), Ok(Some(3)));
    assert_eq!(between(0, 2, "ne", 10), Ok(Some(5)));
    assert_eq!(between(0, 2, "ne", 9), UNPROVED);
    // An odd step meets each number, after wrapping.
    assert!(matches!(between(0, 3, "ne", 10), Ok(Some(count)) if count > 1 << 30));
}

#[test]
fn a_bottom_tested_loop_executes_once_where_its_test_fails_at_once() {
    assert_eq!(between(20, 1, "lt_s", 10), Ok(Some(1)));
    // As unsigned, -1 is above.
    assert_eq!(between(-2, 1, "lt_u", 10), Ok(Some(1)));
}

#[test]
fn a_variable_that_may_wrap_has_no_count() {
    assert_eq!(between(10, -1, "ge_u", 0), UNPROVED);
    assert_eq!(between(0, 1, "le_s", i32::MAX), UNPROVED);
    assert_eq!(to_param(true, 1, "le_s"), UNPROVED);
    assert_eq!(to_param(true, 3, "lt_s"), UNPROVED);
}

#[test]
fn symbolic_counts_need_a_guard() {
    assert_eq!(to_param(true, 1, "lt_s"), Ok(None));
    assert_eq!(to_param(true, 1, "lt_u"), Ok(None));
    assert_eq!(to_param(false, 1, "lt_s"), UNPROVED);
    assert_eq!(to_param(false, 1, "ne"), Ok(None));
    assert_eq!(to_param(false, 2, "ne"), UNPROVED);
}

#[test]
fn a_test_of_no_induction_variable_is_executed_if_it_depends_on_constants() {
    let squares = |start: &str, bound: &str, op: &str| {
        let text = counted(false, start, 1, "lt_s", bound, &format!("v10 = {op} v5, v5"));
        trips(&text.replace("i32.lt_s v7", "i32.lt_s v10"))
    };
    assert_eq!(squares("i32.const 1", "i32.const 9", "i32.mul"), Ok(Some(3)));
    assert_eq!(squares("i32.const 1", "i32.const 1", "i32.mul"), Ok(Some(1)));
    // So many iterations are executed, and no more.
    assert_eq!(squares("i32.const 0", "i32.const 1046529", "i32.mul"), Ok(Some(1024)));
    assert_eq!(squares("i32.const 0", "i32.const 1046530", "i32.mul"), Err(Unknown::Test));
    // Something that is not constant: the start, the bound. An operator that traps.
    assert_eq!(squares("i32.or v0, v0", "i32.const 9", "i32.mul"), Err(Unknown::Test));
    assert_eq!(squares("i32.const 1", "i32.or v0, v0", "i32.mul"), Err(Unknown::Test));
    assert_eq!(squares("i32.const 0", "i32.const 9", "i32.div_u"), Err(Unknown::Test));
}
