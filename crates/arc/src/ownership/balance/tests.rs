//! Levels of small functions, and the webs that block parameters make.

use super::{Balance, balance};
use crate::interprocedural::signature::Signatures;
use crate::ownership::regions::{Object, Regions};
use crate::ownership::tests::{function_of, module_of};
use crate::runtimes::table::Runtime;
use invar_ir::{ValType, Value};

fn analyzed(body: &str, budget: u64) -> (Regions, Balance) {
    let module = module_of("", body);
    let (f, runtime) = (function_of(&module), Runtime::of_operators(ValType::I32));
    let signatures = Signatures::of_module(&module);
    let regions = Regions::new(f, &runtime, &signatures, false);
    let balance = balance(f, &regions, &runtime, &signatures, budget);
    (regions, balance)
}

/// The levels before the events of a value's object, in order.
fn levels(body: &str, value: u32) -> Vec<u32> {
    let (regions, balance) = analyzed(body, u64::MAX);
    let object = object(&regions, value);
    assert!(!balance.is_refused(object));
    let events = &regions.data(object).events;
    events.iter().map(|event| balance.level[event.as_u32() as usize]).collect()
}

fn object(regions: &Regions, value: u32) -> Object {
    regions.object(Value::from_u32(value)).expect("it is an object")
}

#[test]
fn regions_are_nested() {
    let body = "b0(v0: i32, v1: i32, v2: i32):\n v3 = copy_value v0\n v4 = copy_value v3\n \
        destroy_value v4\n destroy_value v3\n return";
    assert_eq!(levels(body, 0), [0, 1, 2, 1]);
}

#[test]
fn levels_agree_where_paths_join() {
    let body = "b0(v0: i32, v1: i32, v2: i32):\n v3 = copy_value v0\n br_if v2, b1, b2\n\
        b1:\n v4 = copy_value v0\n destroy_value v4\n jump b3\n\
        b2:\n jump b3\nb3:\n destroy_value v3\n return";
    assert_eq!(levels(body, 0), [0, 1, 2, 1]);
}

#[test]
fn levels_that_differ_where_paths_join_are_refused() {
    let body = "b0(v0: i32, v1: i32, v2: i32):\n br_if v2, b1, b2\n\
        b1:\n v3 = copy_value v0\n jump b3\n\
        b2:\n jump b3\nb3:\n destroy_value v0\n return";
    let (regions, balance) = analyzed(body, u64::MAX);
    assert!(balance.is_refused(object(&regions, 0)));
}

#[test]
fn objects_that_a_parameter_joins_are_one_web() {
    let body = "b0(v0: i32, v1: i32, v2: i32):\n v3 = copy_value v0\n v4 = copy_value v1\n \
        br_if v2, b1, b2\n\
        b1:\n destroy_value v4\n jump b3(v3)\n\
        b2:\n destroy_value v3\n jump b3(v4)\n\
        b3(v5: i32):\n destroy_value v5\n return";
    let (regions, balance) = analyzed(body, u64::MAX);
    let [a, b, joined] = [0, 1, 5].map(|value| object(&regions, value));
    assert!(![a, b, joined].iter().any(|&object| balance.is_refused(object)));
    assert_eq!([a, b].map(|object| balance.web(object)), [balance.web(joined); 2]);
    assert_eq!((balance.unions, balance.start[joined.as_u32() as usize]), (2, 1));
    // Each is consumed once on each path: by the edge on one, by a destroy on the other.
    assert_eq!([a, b].map(|of| balance.targets[of.as_u32() as usize].len()), [1, 1]);
}

#[test]
fn a_web_is_refused_as_a_whole() {
    let body = "b0(v0: i32, v1: i32, v2: i32):\n v3 = copy_value v0\n br_if v2, b1, b2\n\
        b1:\n jump b3(v3)\n\
        b2:\n jump b3(v1)\n\
        b3(v4: i32):\n destroy_value v4\n return";
    let (regions, balance) = analyzed(body, u64::MAX);
    assert!([0, 4].iter().all(|&value| balance.is_refused(object(&regions, value))));
}

#[test]
fn past_the_budget_objects_are_refused() {
    let body = "b0(v0: i32, v1: i32, v2: i32):\n v3 = copy_value v0\n destroy_value v3\n return";
    let (regions, balance) = analyzed(body, 0);
    assert!(balance.is_refused(object(&regions, 0)));
}
