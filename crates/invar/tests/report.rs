//! A report as JSON: the schema that `Report` documents, field by field, and that nothing is lost.

use invar::{Level, Optimizer};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The schema. A field that is missing here, or there, is an error.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Report {
    schema: u32,
    passes: Vec<Pass>,
    rules: BTreeMap<String, u64>,
    phases: Vec<Phase>,
    functions: BTreeMap<String, u64>,
    input: Sizes,
    output: Sizes,
    input_kept: bool,
    time_ms: f64,
    remarks: Vec<Remark>,
    by_function: Vec<FuncCounters>,
    analyses: BTreeMap<String, u64>,
    assumptions: Vec<String>,
    #[serde(default)]
    hints: Vec<String>,
    bugs: Vec<Bug>,
    #[serde(default)]
    dumps: Vec<String>,
    fuel_left: Option<u64>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Pass {
    name: String,
    runs: u64,
    time_ms: f64,
    counters: BTreeMap<String, u64>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Phase {
    name: String,
    time_ms: f64,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Sizes {
    bytes: u64,
    code_bytes: u64,
    debug_bytes: u64,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Remark {
    func: String,
    pass: String,
    applied: bool,
    offset: u64,
    what: String,
    why: String,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct FuncCounters {
    func: String,
    counters: BTreeMap<String, u64>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Bug {
    func: String,
    stage: String,
    message: String,
}

fn map<N: AsRef<str>>(pairs: &[(N, u64)]) -> BTreeMap<String, u64> {
    pairs.iter().map(|(name, count)| (name.as_ref().to_owned(), *count)).collect()
}

fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

/// Writes a report as JSON, reads it, and compares each field.
fn round_trip(report: &invar::Report) -> Report {
    let text = serde_json::to_string(report).unwrap();
    assert!(text.starts_with(r#"{"schema":1,"#), "{text}");
    let read: Report = serde_json::from_str(&text).unwrap();
    assert_eq!(read.schema, invar::Report::SCHEMA);
    assert_eq!(read.passes.len(), report.passes.len());
    for (read, pass) in read.passes.iter().zip(&report.passes) {
        assert_eq!((&*read.name, read.runs), (pass.name, pass.runs));
        assert_eq!(read.counters, map(&pass.counters));
        assert!(is_close(read.time_ms, pass.time_ms));
    }
    assert_eq!(read.rules, map(&report.rules));
    assert_eq!(read.phases.len(), report.phases.len());
    for (read, phase) in read.phases.iter().zip(&report.phases) {
        assert!(read.name == phase.name && is_close(read.time_ms, phase.time_ms));
    }
    let functions = &report.functions;
    let counts = [functions.total, functions.rewritten, functions.kept, functions.copied];
    let read_counts = ["total", "rewritten", "kept", "copied"].map(|name| read.functions[name]);
    assert_eq!(read_counts, counts);
    let counts = [functions.large, functions.removed, functions.failed];
    assert_eq!(["large", "removed", "failed"].map(|name| read.functions[name]), counts);
    for (read, sizes) in [(&read.input, report.input), (&read.output, report.output)] {
        let read = (read.bytes, read.code_bytes, read.debug_bytes);
        assert_eq!(read, (sizes.bytes, sizes.code_bytes, sizes.debug_bytes));
    }
    assert_eq!((read.input_kept, read.fuel_left), (report.input_kept, report.fuel_left));
    assert!(is_close(read.time_ms, report.time_ms));
    assert_eq!(read.remarks.len(), report.remarks.len());
    for (read, remark) in read.remarks.iter().zip(&report.remarks) {
        assert_eq!((&*read.func, &*read.pass), (&*remark.func, remark.pass));
        assert_eq!((read.applied, read.offset), (remark.applied, remark.offset));
        assert_eq!((&*read.what, &read.why), (remark.what, &remark.why));
    }
    let of = read.by_function.iter().map(|of| (of.func.clone(), of.counters.clone()));
    let expected = report.by_function.iter().map(|of| (of.func.clone(), map(&of.counters)));
    assert!(of.eq(expected));
    assert_eq!(read.analyses, map(&report.analyses));
    assert_eq!(read.assumptions, report.assumptions);
    assert_eq!(read.hints, report.hints);
    let bugs = read.bugs.iter().map(|bug| (&*bug.func, &*bug.stage, &*bug.message));
    assert!(bugs.eq(report.bugs.iter().map(|bug| (&*bug.func, bug.stage, &*bug.message))));
    assert_eq!(read.dumps, report.dumps);
    read
}

#[test]
fn a_report_survives_json() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/sha256.wat");
    let wasm = wat::parse_file(path).unwrap();
    let optimizer = Optimizer::new(Level::O3)
        .remarks(true)
        .stats_by_function(true)
        .print_after("dce:0".parse().unwrap());
    let read = round_trip(&optimizer.run(&wasm).unwrap().report);
    assert!(!read.passes.is_empty() && !read.rules.is_empty() && !read.analyses.is_empty());
    assert!(!read.remarks.is_empty() && !read.by_function.is_empty());
}

#[test]
fn bugs_dumps_and_fuel_survive_json() {
    use invar::unstable::OptimizerExt;
    use invar::unstable::custom::{CustomPass, Point};
    invar::unstable::analysis::counters! {
        /// Nothing is counted.
        pub struct Nothing {}
    }
    let wasm = wat::parse_str(r#"(module (func (export "f")))"#).unwrap();
    let optimizer = Optimizer::new(Level::O1).strict(false).fuel(3);
    let optimizer = optimizer.print_after("dce".parse().unwrap());
    let read = round_trip(&optimizer.run(&wasm).unwrap().report);
    assert!(!read.dumps.is_empty() && read.fuel_left == Some(3));
    let fail = CustomPass::new("fail", |_, _| -> Nothing { panic!("on purpose") });
    let optimizer = optimizer.with_pass(Point::Last, fail);
    let read = round_trip(&optimizer.run(&wasm).unwrap().report);
    assert_eq!((&*read.bugs[0].stage, &*read.bugs[0].message), ("fail", "on purpose"));
}
