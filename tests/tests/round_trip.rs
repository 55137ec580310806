//! Tracks the cost of the round trip through the region graph alone: the WebAssembly test suite executes no
//! more operators, and its modules have no more bytes, with a round trip without passes than without
//! one. The fallback to the original control-flow graph is off.
//!
//! Both sides go through the same reader, clean-ups and writer. Executed operators are fuel of
//! wasmtime, per step of a test file; steps that overflow the stack are left out, since where
//! they end depends on the size of frames. `INVAR_SPEC=simd/` runs only the files whose name contains
//! that text.

use invar::Pass;
use invar_filetests::optimize::{Setting, optimize};
use invar_filetests::spec::file::{self, File, Step};
use invar_filetests::spec::run::{Replaced, Verdict, run};
use invar_tests::engine;
use invar_tests::spec::{Compiled, Running};
use std::io::Write;

const WITHOUT: Setting = Setting::passes(&[Pass::Unreachable, Pass::SsaCleanup, Pass::Dce]);
const WITH: Setting =
    Setting::passes(&[Pass::Unreachable, Pass::GraphRoundTrip, Pass::SsaCleanup, Pass::Dce]);

/// Bytes of modules and executed operators: without the round trip, and with it.
#[derive(Default)]
struct Sums {
    bytes: [u64; 2],
    operators: [u64; 2],
    steps: usize,
    /// Steps whose number of executed operators differs: fewer, and more.
    fewer: usize,
    more: usize,
}

#[test]
fn the_trip_through_the_graph_is_free() {
    let filter = std::env::var("INVAR_SPEC").unwrap_or_default();
    let mut sums = Sums::default();
    let mut dear = Vec::new();
    for file in file::all().into_iter().filter(|file| file.name.contains(&filter)) {
        measure(&file, &mut sums, &mut dear);
    }
    let Sums { bytes, operators, steps, fewer, more } = &sums;
    let ratio = |pair: &[u64; 2]| pair[1] as f64 / pair[0] as f64;
    let text = format!(
        "\nround trip through the graph: {steps} steps\n\
         operators {} to {}: {:.6}x ({fewer} steps fewer, {more} more)\n\
         bytes     {} to {}: {:.6}x\n{}\n",
        operators[0],
        operators[1],
        ratio(operators),
        bytes[0],
        bytes[1],
        ratio(bytes),
        dear.join("\n")
    );
    // In spite of the test harness's capture.
    std::io::stderr().write_all(text.as_bytes()).expect("standard error is open");
    assert!(filter.is_empty() == (*steps > 40_000), "{steps} steps ran");
    assert!(operators[1] <= operators[0], "more operators are executed");
    assert!(bytes[1] <= bytes[0], "more bytes");
}

fn measure(file: &File, sums: &mut Sums, dear: &mut Vec<String>) {
    let Ok(tokens) = file::tokens(file) else { return };
    let Ok(parsed) = file::parse(file, &tokens) else { return };
    let mut compiled = Compiled::new(engine::fueled());
    let outcomes = [WITHOUT, WITH].map(|setting| {
        let made = parsed.modules.iter().map(|(wasm, valid)| match (wasm, valid) {
            (Ok(wasm), true) => Ok(optimize(setting, wasm).map_or(wasm.clone(), |made| made.wasm)),
            (other, _) => other.clone(),
        });
        let modules: Vec<Replaced> = made.collect();
        let outcome = run(&parsed.steps, &parsed.modules, &modules, Running::new(&mut compiled));
        (modules, outcome)
    });
    let [(plain, before), (trip, after)] = &outcomes;
    for (a, b) in plain.iter().zip(trip) {
        if let (Ok(a), Ok(b)) = (a, b) {
            sums.bytes[0] += a.len() as u64;
            sums.bytes[1] += b.len() as u64;
        }
    }
    let mut change = 0;
    for (n, (line, step)) in parsed.steps.iter().enumerate() {
        let passed = |verdict: &Verdict| matches!(verdict, Verdict::Pass(_));
        assert_eq!(
            passed(&before.verdicts[n]),
            passed(&after.verdicts[n]),
            "{}:{line}: the round trip changed the result of a step",
            file.name
        );
        if matches!(step, Step::Exhaustion(_)) || !passed(&before.verdicts[n]) {
            continue;
        }
        let (a, b) = (before.operators[n], after.operators[n]);
        sums.steps += 1;
        sums.operators[0] += a;
        sums.operators[1] += b;
        sums.fewer += usize::from(b < a);
        sums.more += usize::from(b > a);
        change += b as i64 - a as i64;
    }
    if change > 0 {
        dear.push(format!("  {} executes {change} more", file.name));
    }
}
