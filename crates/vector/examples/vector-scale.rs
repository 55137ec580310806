//! How the time of the vectorizers grows with the function.
//!
//! `cargo run --release -p invar-vector --example vector-scale -- [--json FILE]` prints a table: for each shape and
//! size, the instructions, the milliseconds of each pass, the least of three runs, what became vectors, and the
//! exponent of the time against the size before (1 is linear).

#[path = "../../../tests/src/json_result.rs"]
mod json_result;

use invar_generate::functions::parse;
use invar_generate::testing::with_context;
use invar_vector::{loop_vectorize, slp_vectorize};
use json_result::{Cell, Measured};
use std::fmt::Write;
use std::time::Instant;

/// The least of so many runs counts.
const RUNS: usize = 3;
/// How many loops or groups of stores the largest function has.
const LARGEST: usize = 30_000;

/// The text of a function of two `i32`, in which the last block returns.
#[derive(Default)]
struct Text {
    text: String,
    values: usize,
}

impl Text {
    fn new() -> Text {
        Text { text: " b0(v0: i32, v1: i32):\n".into(), values: 2 }
    }

    fn op(&mut self, op: &str) -> String {
        let value = format!("v{}", self.values);
        self.values += 1;
        self.line(&format!("{value} = {op}"));
        value
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, " {line}").expect("a string takes it");
    }

    fn finish(self, last: usize) -> String {
        format!(
            "func f1 : (i32, i32) -> (i32) {{\n{} jump b{last}\n b{last}:\n return v0\n }}",
            self.text
        )
    }
}

/// Loops `for (i = 0; i < n; i++) a[i] = a[i + 1024] * 3 + i`, one after the other, with so many such arrays in each.
fn loops(count: usize, arrays: usize) -> String {
    let mut t = Text::new();
    for n in 0..count {
        let body = 2 * n + 2;
        let zero = t.op("i32.const 0");
        let i = format!("v{}", t.values);
        t.values += 1;
        t.line(&format!("jump b{body}({zero})"));
        t.line(&format!("b{body}({i}: i32):"));
        let two = t.op("i32.const 2");
        let bytes = t.op(&format!("i32.shl {i}, {two}"));
        let at = t.op(&format!("i32.add v1, {bytes}"));
        for array in 0..arrays {
            let offset = 65536 * array;
            let load = t.op(&format!("i32.load {at} offset={}", offset + 4096));
            let three = t.op("i32.const 3");
            let product = t.op(&format!("i32.mul {load}, {three}"));
            let sum = t.op(&format!("i32.add {product}, {i}"));
            t.line(&format!("i32.store {at}, {sum} offset={offset}"));
        }
        let one = t.op("i32.const 1");
        let next = t.op(&format!("i32.add {i}, {one}"));
        let less = t.op(&format!("i32.lt_s {next}, v0"));
        t.line(&format!("br_if {less}, b{body}({next}), b{}", body + 1));
        t.line(&format!("b{}:", body + 1));
    }
    t.finish(2 * count + 2)
}

/// A block of stores of sums of loads, in groups of four that are `step` bytes apart.
fn stores(count: usize, step: usize) -> String {
    let mut t = Text::new();
    // All are in bounds.
    t.op(&format!("i32.load v0 offset={}", 64 * count + 256));
    for group in 0..count {
        for lane in 0..4 {
            let at = 16 * group + step * lane;
            let load = t.op(&format!("i32.load v0 offset={}", 32 * count + 128 + at));
            let sum = t.op(&format!("i32.add {load}, v1"));
            t.line(&format!("i32.store v0, {sum} offset={at}"));
        }
    }
    t.finish(1)
}

fn main() {
    let json = std::env::args().skip_while(|word| word != "--json").nth(1);
    println!("| shape | instructions | loop-vectorize | slp-vectorize | vectorized | exponent |");
    println!("|---|--:|--:|--:|--:|--:|");
    let mut measured = Measured::new(&[
        ("shape", None),
        ("instructions", None),
        ("loop-vectorize", Some(2)),
        ("slp-vectorize", Some(2)),
        ("vectorized", None),
        ("exponent", Some(2)),
    ]);
    let mut steepest = 0.0f64;
    let shapes: [(&str, &dyn Fn(usize) -> String); 4] = [
        ("loops", &|size| loops(size, 1)),
        ("loops over twelve arrays", &|size| loops(size.div_ceil(8), 12)),
        ("adjacent stores", &|size| stores(size, 4)),
        ("stores 20 bytes apart", &|size| stores(size, 20)),
    ];
    for (name, make) in shapes {
        let mut before: Option<(f64, f64)> = None;
        let mut first: Option<(f64, f64)> = None;
        for size in [30, 300, 3_000, LARGEST] {
            let (module, function) = parse(&make(size));
            let insts = function.insts.len();
            let mut least: Option<[f64; 2]> = None;
            let mut vectorized = 0;
            for _ in 0..RUNS {
                let mut f = function.clone();
                let times = with_context(&module, |cx| {
                    let start = Instant::now();
                    let loops = loop_vectorize::run(&mut f, cx, &Default::default()).done.loops;
                    cx.analyses.keep_if_current(&f);
                    let middle = Instant::now();
                    let stores = slp_vectorize::run(&mut f, cx, &Default::default()).stores;
                    vectorized = loops + stores;
                    [middle - start, middle.elapsed()].map(|time| time.as_secs_f64() * 1e3)
                });
                let total = |times: &[f64; 2]| times.iter().sum::<f64>();
                if least.as_ref().is_none_or(|least| total(&times) < total(least)) {
                    least = Some(times);
                }
            }
            let [of_loops, of_stores] = least.expect("there were runs");
            let total = of_loops + of_stores;
            let since = |(was, time): (f64, f64)| (total / time).ln() / (insts as f64 / was).ln();
            let exponent = before.map(since);
            if size == LARGEST {
                steepest = steepest.max(first.map(since).unwrap_or_default());
            }
            let shown = exponent.map_or(String::new(), |exponent| format!("{exponent:.2}"));
            println!(
                "| {name} | {insts} | {of_loops:.2} | {of_stores:.2} | {vectorized} | {shown} |"
            );
            measured.row([
                Cell::from(name),
                insts.into(),
                of_loops.into(),
                of_stores.into(),
                vectorized.into(),
                exponent.into(),
            ]);
            before = Some((insts as f64, total));
            first = first.or(before);
        }
    }
    measured.quote("from_first_most", steepest);
    if let Some(file) = json {
        let program = "cargo run --release -p invar-vector --example vector-scale";
        measured.write(file, program).unwrap_or_else(|error| panic!("{error}"));
    }
}
