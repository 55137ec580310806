//! How many of the calls of `retain` and `release` that a program executes are removed, where a collector of cycles is
//! exported and called: with the runtime's names, and without.
//!
//! The runtime is that of the generated programs ([`invar_generate::shapes`]), in the form of AssemblyScript's. A
//! runtime that is no longer recognized loses all that ARC optimization gains, and every program is right as before.

use invar::Level;
use invar_filetests::Interpreter;
use invar_filetests::differ::{End, Engine, Observed, Seen, Side};
use invar_filetests::optimize::{Setting, optimize};
use invar_generate::shapes;
use invar_interp::Const;
use std::fmt::Write as _;

/// The programs: an export, and its argument.
const PROGRAMS: [(&str, i32); 3] = [("lists", 100), ("trees", 200), ("rings", 400)];

/// A module whose exported global `calls` counts the calls of its exports `__retain` and `__release` by itself.
fn counting(wasm: &[u8]) -> Vec<u8> {
    let text = wasmprinter::print_bytes(wasm).expect("a module");
    let mut out = text.trim_end().strip_suffix(')').expect("a module").to_string();
    out += "(global $calls (export \"calls\") (mut i32) (i32.const 0))\n";
    for (name, result) in [("__retain", "(result i32)"), ("__release", "")] {
        let export = format!("(export \"{name}\" (func ");
        let func = text.split(&export).nth(1).and_then(|rest| rest.split(')').next());
        let func = func.expect("it is exported");
        out = out.replace(&format!(" call {func}\n"), &format!(" call $counted{name}\n"));
        let _ = writeln!(
            out,
            "(func $counted{name} (param i32) {result}
  (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
  (call {func} (local.get 0)))"
        );
    }
    wat::parse_str(out + ")").expect("the module with its counters")
}

/// The result of a program, and how many calls it executes.
fn run(wasm: &[u8], program: (&str, i32)) -> (Vec<Seen>, i32) {
    let module = Interpreter.module(&counting(wasm)).expect("it is executed");
    let Ok(mut side) = Interpreter.instantiate(&module, 10_000) else { panic!("no start") };
    let End::Values(values) = side.invoke(program.0, &[Const::I32(program.1)], 10_000_000) else {
        panic!("{} does not return", program.0)
    };
    match side.observe("calls") {
        Some(Observed::Global(Seen::I32(calls))) => (values, calls),
        _ => panic!("no counter"),
    }
}

/// Checks the programs, of which at least so many percent of the calls are removed.
fn check(wasm: &[u8], least: f64) {
    // Each call that is left is seen: none is inlined.
    let setting = Setting::new(Level::O3, false).counting().without_inlining();
    let output = optimize(setting, wasm).expect("it is optimized").wasm;
    let mut sums = [0, 0];
    for program in PROGRAMS {
        let ((expected, before), (values, after)) = (run(wasm, program), run(&output, program));
        assert_eq!(format!("{expected:?}"), format!("{values:?}"), "{}", program.0);
        let removed = 100.0 * (1.0 - f64::from(after) / f64::from(before));
        println!("{}: {before} calls, {after} after, {removed:.1}% removed", program.0);
        sums = [sums[0] + before, sums[1] + after];
    }
    let removed = 100.0 * (1.0 - f64::from(sums[1]) / f64::from(sums[0]));
    assert!(removed >= least, "{removed:.1}% of the calls are removed, less than {least}%");
}

fn programs() -> Vec<u8> {
    wat::parse_str(shapes::runtime_with(include_str!("arc_counts.wat"))).expect("the programs")
}

#[test]
fn counts_are_removed_with_names() {
    check(&programs(), 90.0);
}

#[test]
fn counts_are_removed_without_names() {
    check(&shapes::without_names(&programs()), 85.0);
}
