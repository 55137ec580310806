//! Tracks that the differential testing of single functions covers all edges and detects a wrong operator.

use invar_filetests::optimize::{Setting, optimize};
use invar_tests::twins::{Plan, Report, run};

const PLAN: Plan = Plan { isolate: true, whole: true, budget: 600, seed: 0, jobs: 1, sample: None };

/// A module whose branches depend on arguments, memory, results of the host, and a call through a table.
const MODULE: &str = r#"(module
  (type $t (func (param i32) (result i32)))
  (import "env" "next" (func $next (result i32)))
  (memory 2)
  (table funcref (elem $callee $callee))
  (global $sp (mut i32) (i32.const 65536))
  (func $callee (param i32) (result i32)
    (i32.add (local.get 0) (i32.load (i32.const 64))))
  (func (export "f") (param $p i32) (param $n i64) (result i32)
    (if (i64.eq (local.get $n) (i64.const 123456789012))
      (then (return (i32.const 1))))
    (if (i32.eq (i32.load offset=12 (local.get $p)) (i32.const 0xcafe))
      (then (i32.store offset=16 (local.get $p) (i32.const 7)) (return (i32.const 2))))
    (if (i32.gt_s (call $next) (i32.const 1000)) (then (return (i32.const 3))))
    (if (i32.eq (call_indirect (type $t) (i32.const 5) (i32.load8_u (local.get $p)))
                (i32.const 6))
      (then (return (i32.const 4))))
    (block $a (block $b (block $c
      (br_table $a $b $c $a (i32.load16_u offset=40 (local.get $p))))
      (global.set $sp (i32.const 5)))
      (return (i32.const 6)))
    (i32.const 8)))"#;

fn module() -> Vec<u8> {
    wat::parse_str(MODULE).expect("text")
}

fn optimized(wasm: &[u8]) -> Result<Vec<u8>, String> {
    let setting = Setting::new(invar::Level::O3, false);
    optimize(setting, wasm).map(|output| output.wasm).map_err(|failure| failure.to_string())
}

/// Makes the other module of a pair.
type Optimize<'a> = &'a (dyn Fn(&[u8]) -> Result<Vec<u8>, String> + Sync);

fn twins(plan: &Plan, optimize: Optimize<'_>) -> Report {
    run(&module(), plan, optimize).expect("the module is valid")
}

#[test]
fn a_module_that_is_optimized_well_is_clean_and_all_its_edges_are_reached() {
    let report = twins(&Plan { whole: false, ..PLAN }, &optimized);
    assert!(report.differences.is_empty(), "{:?}", report.differences);
    let (run, edges, reached) = report.coverage();
    assert_eq!((run, reached), (2, edges), "{report:?}");
    let report = twins(&Plan { isolate: false, ..PLAN }, &optimized);
    assert!(report.differences.is_empty(), "{:?}", report.differences);
    assert_eq!(report.coverage().0, 2, "{report:?}");
}

#[test]
fn a_wrong_operator_is_noticed() {
    // A constant that goes to a result, to memory, or to a global.
    for (right, wrong) in [
        ("(return (i32.const 6))", "(return (i32.const 9))"),
        ("(local.get $p) (i32.const 7)", "(local.get $p) (i32.const 3)"),
        ("(global.set $sp (i32.const 5))", "(global.set $sp (i32.const 6))"),
        ("i32.gt_s", "i32.gt_u"),
        ("(call_indirect (type $t) (i32.const 5)", "(call_indirect (type $t) (i32.const 4)"),
    ] {
        assert!(MODULE.contains(right));
        let other = wat::parse_str(MODULE.replacen(right, wrong, 1)).expect("text");
        let wrong_output = |wasm: &[u8]| {
            // The parts of the wrong module, made as those of the right one.
            let shape = invar_tests::twins::shape::read(&other)?;
            let whole = invar_tests::twins::transform::whole(&shape);
            let isolated = invar_tests::twins::transform::isolate(&shape, 0..2);
            let alone = invar_tests::twins::transform::isolate(&shape, 1..2);
            let fits = [whole, isolated, alone].into_iter().find(|made| made.len() == wasm.len());
            fits.ok_or_else(|| "no such part".to_string())
        };
        for plan in [Plan { whole: false, ..PLAN }, Plan { isolate: false, ..PLAN }] {
            let report = twins(&plan, &wrong_output);
            let found = &report.differences;
            assert!(
                found.len() == 1 && found[0].function == 1 && found[0].text.contains("(module"),
                "{wrong}: {found:?}"
            );
        }
    }
}
