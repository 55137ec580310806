//! Tracks limits of engines: inputs that are over one are read, and no output is over one that its input kept.
//!
//! What is made of an input with too many locals or segments is compared, on the interpreter, with a module that has
//! few.

mod growth;
mod many_locals;

use invar::{Level, Optimizer, Output, Pass};
use invar_filetests::Interpreter;
use invar_filetests::differ::compare_bytes;
use invar_generate::Random;
use invar_ir::limits::{Limit, LimitCounts};
use invar_wasm::limits::{of_module, validate_all};

fn run(optimizer: Optimizer, wasm: &[u8]) -> Output {
    let output = optimizer.threads(1).run(wasm).expect("it is read");
    assert!(output.report.bugs.is_empty(), "{:?}", output.report.bugs);
    validate_all(&output.wasm, invar_wasm::accepted_features()).expect("it is valid");
    output
}

fn over(wasm: &[u8]) -> Vec<(Limit, u64)> {
    LimitCounts::over(&of_module(wasm)).collect()
}

fn most(limit: Limit) -> usize {
    limit.most() as usize
}

/// Optimizes a module that is within all limits, and checks that it still is.
fn stays_within(optimizer: Optimizer, wat: &str) {
    let wasm = wat::parse_str(wat).unwrap();
    assert_eq!(over(&wasm), []);
    let output = run(optimizer, &wasm);
    assert_eq!(over(&output.wasm), []);
    assert!(output.report.warnings.is_empty(), "{:?}", output.report.warnings);
}

fn same(reference: &str, variants: &[&[u8]], seed: u64) {
    let reference = wat::parse_str(reference).unwrap();
    let tally = compare_bytes(&Interpreter, &reference, variants, seed);
    let tally = tally.unwrap_or_else(|difference| panic!("seed {seed}: {difference:?}"));
    assert!(tally.not_run == 0 && tally.limits == 0, "seed {seed}: {tally:?}");
}

#[test]
fn locals_that_are_not_used_are_dropped() {
    let locals = "i32 ".repeat(51_000);
    let wat = format!(
        r#"(module (func (export "f") (param i32) (result i32) (local {locals})
            (local.set 50999 (local.get 0)) (i32.add (local.get 50999) (i32.const 5))))"#
    );
    let wasm = wat::parse_str(&wat).unwrap();
    for level in [Level::O0, Level::O1, Level::Oz] {
        let output = run(Optimizer::new(level), &wasm);
        assert!(output.wasm.len() < 60, "{} bytes", output.wasm.len());
        assert!(output.report.warnings.is_empty());
    }
}

#[test]
fn locals_that_are_needed_at_different_times_share_one() {
    for seed in 0..100 {
        let program = many_locals::Program::new(&mut Random::named(seed, "many locals"));
        let large = wat::parse_str(program.large()).unwrap();
        assert!(over(&large).iter().any(|over| over.0 == Limit::Locals));
        let output = run(Optimizer::new(Level::O1), &large);
        assert_eq!(over(&output.wasm), []);
        // The interpreter executes what the reader makes of the bodies.
        same(&program.small(), &[&large, &output.wasm], seed);
    }
}

#[test]
fn locals_that_stay_too_many_are_told() {
    let count = most(Limit::Locals) + 10;
    let uses: String = (0..count).map(|n| format!("(drop (local.get {n}))")).collect();
    let sets: String = (0..count).map(|n| format!("(local.set {n} (i32.const 1))")).collect();
    let wat = format!(
        r#"(module (func $many (export "f") (local {}) {uses} {sets}))"#,
        "i32 ".repeat(count)
    );
    let wasm = wat::parse_str(&wat).unwrap();
    let output = run(Optimizer::new(Level::O1), &wasm);
    let [warning] = &output.report.warnings[..] else { panic!("{:?}", output.report.warnings) };
    assert!(warning.starts_with("function `many` has 50010 locals"), "{warning}");
}

#[test]
fn what_is_live_at_once_is_not_inlined_past_the_limit() {
    // The caller has as many live values as it may have locals, but for five. The callee has ten.
    let many = |count: usize, result: &str| {
        let sets: String = (0..count).map(|n| format!("(local.set {n} (call $get))")).collect();
        let adds: String = (0..count).map(|n| format!("(call $put (local.get {n}))")).collect();
        format!("(local {}) {sets} {result} {adds}", "i32 ".repeat(count))
    };
    let wat = format!(
        r#"(module (import "m" "get" (func $get (result i32))) (import "m" "put" (func $put (param i32)))
            (func $callee {}) (func (export "f") {}))"#,
        many(10, ""),
        many(most(Limit::Locals) - 5, "(call $callee)")
    );
    stays_within(Optimizer::new(Level::O2).guard(false), &wat);
}

#[test]
fn tables_have_no_more_targets_than_engines_accept() {
    for tests in [most(Limit::TableTargets) / 2, most(Limit::TableTargets) / 2 + 5] {
        let chain: String = (0..tests)
            .map(|n| {
                let (test, result) = (2 * n, n % 5);
                format!(
                    "(if (i32.eq (local.get 0) (i32.const {test})) (then (return (i32.const {result}))))"
                )
            })
            .collect();
        let wat = format!(
            r#"(module (func (export "f") (param i32) (result i32) {chain} (i32.const -1)))"#
        );
        let passes = [Pass::SwitchFormation, Pass::Dce, Pass::SimplifyCfg];
        stays_within(Optimizer::new(Level::O1).passes(passes).guard(false), &wat);
    }
}

#[test]
fn handlers_have_no_more_clauses_than_engines_accept() {
    // Two handlers around a call are one list of edges.
    let each = most(Limit::Catches) / 2 + 1;
    let tags = "(tag)".repeat(2 * each);
    let clauses = |first: usize| -> String {
        (first..first + each).map(|tag| format!("(catch {tag} 0)")).collect()
    };
    let (outer, inner) = (clauses(0), clauses(each));
    let wat = format!(
        r#"(module (import "m" "f" (func $f)) {tags} (func (export "g") (result i32)
            (block $a (block $b (try_table {outer} (block (try_table {inner} (call $f)) (br $a)) (br $b)))
                (return (i32.const 1))) (i32.const 2)))"#
    );
    stays_within(Optimizer::new(Level::O1).guard(false), &wat);
}

fn leb(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[test]
fn a_large_body_is_read_and_shrinks() {
    // A body of 8 MB: mostly operators that do nothing.
    let mut body = vec![0];
    body.resize(8_000_000, 0x01);
    body.extend([0x41, 7, 0x0b]);
    let mut code = vec![1];
    code.extend(leb(body.len()));
    code.extend(body);
    let mut wasm = b"\0asm\x01\0\0\0".to_vec();
    let sections: [(u8, &[u8]); 4] =
        [(1, &[1, 0x60, 0, 1, 0x7f]), (3, &[1, 0]), (7, &[1, 1, b'f', 0, 0]), (10, &code)];
    for (id, content) in sections {
        wasm.push(id);
        wasm.extend(leb(content.len()));
        wasm.extend(content);
    }
    assert_eq!(over(&wasm), [(Limit::BodyBytes, 8_000_003)]);
    let output = run(Optimizer::new(Level::O1), &wasm);
    assert!(output.wasm.len() < 50 && output.report.warnings.is_empty());
}

/// A module with data segments at these places, each of its bytes.
fn segments(places: &[(u32, Vec<u8>)], memory: &str) -> String {
    let escaped =
        |bytes: &[u8]| -> String { bytes.iter().map(|it| format!("\\{it:02x}")).collect() };
    let segments: String = places
        .iter()
        .map(|(at, bytes)| format!("(data (i32.const {at}) \"{}\")\n", escaped(bytes)))
        .collect();
    format!(r#"(module {memory} {segments})"#)
}

#[test]
fn segments_are_joined() {
    let count = most(Limit::DataSegments) as u32 + 10;
    for seed in 0..6 {
        let mut random = Random::named(seed, "segments");
        // Many that are next to each other, and some anywhere in front of them, which may overlap.
        let mut places: Vec<(u32, Vec<u8>)> =
            (0..count).map(|n| (4096 + n, vec![n as u8])).collect();
        let gap = random.below(3) as u32;
        for place in &mut places[50_000..] {
            place.0 += gap;
        }
        for n in 0..30 {
            let at = if seed % 2 == 0 { random.below(90) } else { 90 * n + 30 * random.below(3) };
            let bytes = (0..20).map(|_| random.word() as u8).collect();
            let after = random.below(places.len());
            places.insert(after, (at as u32, bytes));
        }
        let mut image = vec![0; 4096 + count as usize + 8];
        for (at, bytes) in &places {
            image[*at as usize..][..bytes.len()].copy_from_slice(bytes);
        }
        let memory = r#"(memory (export "m") 3)"#;
        let wasm = wat::parse_str(segments(&places, memory)).unwrap();
        assert_eq!(over(&wasm), [(Limit::DataSegments, places.len() as u64)]);
        let output = run(Optimizer::new(Level::O1), &wasm);
        assert_eq!(over(&output.wasm), []);
        same(&segments(&[(0, image)], memory), &[&wasm, &output.wasm], seed);
    }
}

#[test]
fn segments_apart_are_refused() {
    let count = most(Limit::DataSegments) as u32 + 10;
    let places: Vec<(u32, Vec<u8>)> = (0..count).map(|n| (2 * n, vec![1])).collect();
    // In memory that is imported, the bytes between them are not known.
    let wat = segments(&places, r#"(import "m" "m" (memory 4))"#);
    let error = Optimizer::default().run(&wat::parse_str(&wat).unwrap()).unwrap_err();
    assert!(error.message().starts_with("there are 100010 data segments when"), "{error}");
}

#[test]
fn code_gets_the_new_numbers_of_segments() {
    let count = most(Limit::DataSegments) as u32;
    let places: Vec<(u32, Vec<u8>)> = (0..count).map(|n| (64 + n, vec![1])).collect();
    let text = segments(&places, r#"(memory (export "m") 3)"#);
    let text = text.strip_suffix(')').unwrap();
    let code = |number: u32| {
        format!(
            r#"(func (export "f") (memory.init {number} (i32.const 0) (i32.const 0) (i32.const 2))
                (data.drop {number}))"#
        )
    };
    let passive = r#"(data "\05\06")"#;
    let wasm = wat::parse_str(format!("{text} {passive} {})", code(count))).unwrap();
    let one = segments(&[(64, vec![1; count as usize])], r#"(memory (export "m") 3)"#);
    let reference = format!("{} {passive} {})", one.strip_suffix(')').unwrap(), code(1));
    let output = run(Optimizer::new(Level::O1), &wasm);
    assert_eq!(over(&output.wasm), []);
    same(&reference, &[&wasm, &output.wasm], 0);
}
