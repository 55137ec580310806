use super::*;
use crate::unstable::OptimizerExt;
use crate::{Level, Optimizer};

/// Functions that change much, little and not at all; one that is inlined, one that is unused, and two that are equal.
const WAT: &str = r#"(module (memory 1)
    (func $sum (export "sum") (param $n i32) (result i32) (local $i i32) (local $s i32)
        (loop $again
            (local.set $s (i32.add (local.get $s)
                (i32.load (i32.shl (i32.add (local.get $i) (i32.const 0)) (i32.const 2)))))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br_if $again (i32.lt_u (local.get $i) (local.get $n))))
        (local.get $s))
    (func $caller (export "caller") (param i32) (result i32)
        (i32.add (call $small (local.get 0)) (call $small (i32.const 7))))
    (func $small (param i32) (result i32)
        (i32.add (i32.mul (local.get 0) (i32.const 1)) (i32.const 5)))
    (func $unused (result i32) (i32.const 3))
    (func $constant (export "constant") (result i64) (i64.const 4))
    (func $same (export "same") (result i64) (i64.const 4)))"#;

fn traced(optimizer: &Optimizer, wanted: &Wanted) -> Trace {
    let wasm = wat::parse_str(WAT).unwrap();
    let (output, mut traces) = optimizer.run_traced(&wasm, wanted).unwrap();
    assert_eq!(output.wasm, optimizer.run(&wasm).unwrap().wasm);
    assert_eq!(traces.len(), 1);
    traces.remove(0)
}

fn function<'a>(trace: &'a Trace, name: &str) -> &'a FunctionTrace {
    trace.functions.iter().find(|function| function.name == name).unwrap()
}

#[test]
fn functions_are_measured_before_and_after() {
    let trace = traced(&Optimizer::new(Level::O3), &Wanted::default());
    assert_eq!(trace.functions.len(), 6);
    let sum = function(&trace, "sum");
    let (before, after) = (sum.before.unwrap(), sum.after.unwrap());
    assert!(sum.fate == Fate::Rewritten && sum.changes > 0);
    assert!(after.time < before.time, "{before:?} {after:?}");
    let caller = function(&trace, "caller");
    assert_eq!(caller.inlined, [(Func::from_u32(2), 2)]);
    assert!(caller.after.unwrap().time < caller.before.unwrap().time);
    let small = function(&trace, "small");
    assert_eq!((&small.fate, small.after), (&Fate::Removed, None));
    assert_eq!(small.before.unwrap().operators, 6);
    assert_eq!(function(&trace, "unused").fate, Fate::Removed);
    let constant = function(&trace, "constant");
    assert_eq!((&constant.fate, constant.after), (&Fate::Kept, constant.before));
    assert_eq!(function(&trace, "same").fate, Fate::Merged(constant.func));
}

#[test]
fn a_history_has_the_passes_that_changed_the_function() {
    let optimizer = Optimizer::new(Level::O3);
    let trace = traced(&optimizer, &Wanted::default());
    let history = function(&trace, "sum").history.as_ref().unwrap();
    let fold = history.steps.iter().find(|step| step.pass == "fold").unwrap();
    assert!(fold.phase == "scalar" && fold.counters.iter().all(|(_, count)| *count > 0));
    let texts: Vec<&Snapshot> =
        history.steps.iter().filter_map(|step| step.after.as_ref()).collect();
    assert_eq!(texts.len(), history.steps.len());
    assert!(*texts[0] != history.first);
    let caller = function(&trace, "caller").history.as_ref().unwrap();
    assert!(caller.steps.iter().any(|step| step.pass == "inline"));
}

#[test]
fn the_choice_is_bounded_and_does_not_depend_on_threads() {
    let described = |threads, wanted: &Wanted| {
        let trace = traced(&Optimizer::new(Level::O3).threads(threads), wanted);
        let shown = trace.functions.iter().filter(|it| it.history.is_some());
        let names: Vec<String> = shown.map(|it| it.name.clone()).collect();
        (names, format!("{trace:?}"))
    };
    let two = Wanted { functions: 2, named: Vec::new() };
    let (names, one_thread) = described(1, &two);
    assert_eq!(names, ["sum", "caller"]);
    assert_eq!(one_thread, described(4, &two).1);
    let asked = Wanted { functions: 1, named: vec!["$constant".to_owned(), "2".to_owned()] };
    assert_eq!(described(4, &asked).0, ["sum", "small", "constant"]);
}

#[test]
fn a_history_is_as_the_function_was_optimized_also_with_little_fuel() {
    for fuel in 0..20 {
        let optimizer = Optimizer::new(Level::O3).fuel(fuel);
        let trace = traced(&optimizer, &Wanted::default());
        let changed = trace.functions.iter().filter(|it| it.changes > 0);
        assert!(changed.clone().all(|it| it.history.is_some()));
    }
}

#[test]
fn a_module_of_reference_counts_begins_with_their_removal() {
    let text = include_str!("../../../../tests/cli/opt-arc.wat");
    let wasm = wat::parse_str(text).unwrap();
    let table = include_str!("../../../../tests/tables/keep.toml");
    let table = crate::ArcTable::parse(table).unwrap();
    let optimizer = Optimizer::new(Level::O2).arc(crate::ArcMode::Table(table));
    let (_, traces) = optimizer.run_traced(&wasm, &Wanted::default()).unwrap();
    let histories = traces[0].functions.iter().filter_map(|it| it.history.as_ref());
    let mut first = histories.filter_map(|history| history.steps.first());
    assert!(first.any(|step| step.pass == "arc" && step.phase == "module"));
}
