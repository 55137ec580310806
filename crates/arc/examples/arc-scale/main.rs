//! How the time of the ownership passes grows with the function.
//!
//! `cargo run --release -p invar-arc --example arc-scale` prints two tables. The first is of the operations on
//! regions alone, on functions that were raised; the second of the whole pass on a module that has one such
//! function beside the runtime, raising, delayed retains and lowering included. For each shape and size: the
//! instructions, milliseconds, what was done and refused for want of budget, and the exponent of the time against
//! that of the size before, and against the first one (1 is linear). A word after the command takes only the
//! shapes whose name has it; `--json FILE` writes the growth of both.
//!
//! Shapes: copies nested in copies; ladders of diamonds, a copy before each and a destroy in both arms;
//! references carried round one loop, each exchanged for the next of a list; the same with a call in
//! the loop, so that each must be owned; copies of one object, region after region; and, for the whole pass,
//! loops that append to a list, and copies that wait for a destroy.
//!
//! All sizes of a shape take turns, [`ROUNDS`] times; a turn is at least [`ROUND`] long, and its time the mean of
//! the runs in it. The middle turn counts, so that what else the machine does meets all sizes alike: the least time
//! of many short runs would be better luck than that of few long ones.

#[path = "../../../../tests/src/json_result.rs"]
mod json_result;
mod shapes;

use invar_analysis::Fuel;
use invar_arc::interprocedural::signature::Signatures;
use invar_arc::module::{Callbacks, WantedDetails, run};
use invar_arc::runtimes::raise::{Raised, lower};
use invar_arc::runtimes::table::Table;
use invar_arc::transform::explain::Log;
use invar_arc::transform::function::{Config, Counted, FunctionSetting, Params, analyze, optimize};
use invar_ir::{Func, Function};
use json_result::{Cell, Measured};
use std::time::{Duration, Instant};

/// The command's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often all sizes of a shape are gone through.
const ROUNDS: usize = 5;
/// How long a function is optimized in a round.
const ROUND: Duration = Duration::from_millis(500);
/// The instructions of a function, about.
const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// A function of about so many instructions.
type Shape = (&'static str, fn(usize) -> Function);

const SHAPES: [Shape; 5] = [
    ("nested copies", shapes::nested),
    ("ladder of diamonds", shapes::ladder),
    ("carried round a loop", |size| shapes::carried(size, false)),
    ("carried, with a call", |size| shapes::carried(size, true)),
    ("regions in a row", shapes::regions),
];

/// A shape in text, with its instructions.
type Text = (&'static str, &'static str, usize);

/// What the whole pass has to put off: the body of a loop that appends to a list, and one of a destroy between a
/// copy and its destroy.
const TEXTS: [Text; 2] = [
    (
        "loops that append",
        r#"(local.set $x (call $retain (local.get $h)))
           (local.set $a (call $retain (i32.load offset=12 (local.get $h))))
           (block $out (loop $l
             (br_if $out (i32.eqz (local.get $a)))
             (local.set $z (i32.load offset=4 (local.get $x)))
             (i32.store offset=4 (local.get $x) (call $retain (local.get $a)))
             (call $release (local.get $z))
             (local.set $n (local.get $x))
             (local.set $x (call $retain (local.get $a)))
             (call $release (local.get $n))
             (local.set $n (call $retain (i32.load offset=4 (local.get $a))))
             (call $release (local.get $a))
             (local.set $a (local.get $n))
             (br $l)))
           (call $release (local.get $x))
           (call $release (local.get $a))"#,
        20,
    ),
    (
        "copies that wait",
        r#"(local.set $x (call $retain (i32.load (local.get $h))))
           (local.set $z (i32.load offset=4 (local.get $h)))
           (i32.store offset=4 (local.get $h) (i32.const 0))
           (call $release (local.get $z))
           (if (local.get $c) (then (local.set $a (i32.load offset=16 (local.get $x)))))
           (call $release (local.get $x))"#,
        9,
    ),
];

/// The middle time of each size, with what was returned.
fn time<T>(
    functions: &[Function],
    work: impl Fn(&Function) -> (f64, f64, T),
) -> Vec<(f64, f64, T)> {
    let mut rounds: Vec<Vec<(f64, f64, T)>> = functions.iter().map(|_| Vec::new()).collect();
    for _ in 0..ROUNDS {
        for (function, rounds) in functions.iter().zip(&mut rounds) {
            let start = Instant::now();
            let (mut runs, mut sum) = (0.0, (0.0, 0.0));
            let found = loop {
                let (analyzed, rewritten, found) = work(function);
                runs += 1.0;
                sum = (sum.0 + analyzed, sum.1 + rewritten);
                if start.elapsed() >= ROUND {
                    break found;
                }
            };
            rounds.push((sum.0 / runs, sum.1 / runs, found));
        }
    }
    let middle = |mut rounds: Vec<(f64, f64, T)>| {
        rounds.sort_by(|a, b| (a.0 + a.1).total_cmp(&(b.0 + b.1)));
        rounds.swap_remove(ROUNDS / 2)
    };
    rounds.into_iter().map(middle).collect()
}

/// Exponents of times against the size before, and against the first one, which has none.
fn exponents(sizes: &[f64], times: &[f64], n: usize) -> Option<[f64; 2]> {
    let to = |other: usize| (times[n] / times[other]).ln() / (sizes[n] / sizes[other]).ln();
    (n > 0).then(|| [to(n - 1), to(0)])
}

/// Exponents as cells of a line.
fn exponents_text(exponents: Option<[f64; 2]>) -> String {
    exponents.map_or(" | ".to_owned(), |[step, all]| format!("{step:.2} | {all:.2}"))
}

/// Adds a size of a shape.
fn note(measured: &mut Measured, what: &str, shape: &str, size: f64, exponents: Option<[f64; 2]>) {
    measured.row([
        what.into(),
        shape.into(),
        (size as u64).into(),
        exponents.map(|exponents| exponents[0]).into(),
        exponents.map(|exponents| exponents[1]).into(),
    ]);
}

fn operations(only: &str, measured: &mut Measured) {
    let wat = "(module (memory 1) (func $unknown) (func $arc_retain (param i32))
        (func $arc_release (param i32)) (type (func (param i32 i32))))";
    let (module, _) =
        invar_wasm::read(wat::parse_str(wat).expect("it is text").into()).expect("it is a module");
    let runtime = Table::built_in().iter().find_map(|table| table.find(&module));
    let runtime = runtime.expect("it has a runtime");
    let signatures = Signatures::new(module.funcs.len(), false);
    let (config, fuel, params) = (Config::default(), Fuel::unlimited(), Params::default());
    println!(
        "| shape | instructions | analysis | rewriting | visits | copies gone | over budget | exponent | from the first |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (name, shape) in SHAPES.into_iter().filter(|(name, _)| name.contains(only)) {
        let functions = SIZES.map(shape);
        let work = |function: &Function| -> (f64, f64, Counted) {
            let mut f = function.clone();
            let start = Instant::now();
            let analysis = analyze(&f, &runtime, &signatures, &config);
            let analyzed = start.elapsed().as_secs_f64() * 1e3;
            let setting = FunctionSetting {
                params: &params,
                runtime: &runtime,
                signatures: &signatures,
                config: &config,
            };
            let counted = optimize(&mut f, &analysis, &setting, &fuel, &mut Log::default());
            (analyzed, start.elapsed().as_secs_f64() * 1e3 - analyzed, counted)
        };
        let least = time(&functions, work);
        let sizes: Vec<f64> = functions.iter().map(|f| f.insts.len() as f64).collect();
        let times: Vec<f64> = least.iter().map(|least| least.0 + least.1).collect();
        for (n, (analyzed, rewritten, counted)) in least.iter().enumerate() {
            let exponents = exponents(&sizes, &times, n);
            note(measured, "operations", name, sizes[n], exponents);
            println!(
                "| {name} | {} | {analyzed:.2} | {rewritten:.2} | {} | {} | {} | {} |",
                sizes[n],
                counted.visits,
                counted.copies,
                counted.refused_budget,
                exponents_text(exponents),
            );
        }
    }
}

fn whole(only: &str, measured: &mut Measured) {
    let table = Table::built_in().into_iter().find(|table| table.runtime.cycles);
    let mut table = table.expect("it is built in");
    (table.runtime.silent_deinits, table.runtime.unordered_deinits) = (true, true);
    let tables = [table];
    println!(
        "| shape | instructions | whole pass | copies gone | put off | over budget | exponent | from the first |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    let read = |it: &str| {
        let text = include_str!("runtime.wat").replace("IT", it);
        let text = text.replace("$retain", r#"$"~lib/rt/pure/__retain""#);
        let text = text.replace("$release", r#"$"~lib/rt/pure/__release""#);
        let wasm = wat::parse_str(text).expect("it is text");
        invar_wasm::read(wasm.into()).expect("it is a module")
    };
    let (module, lifter) = read("(func $it (param i32 i32))");
    let it = Func::from_u32(module.funcs.len() as u32 - 1);
    let runtime = tables[0].find(&module).expect("it has a runtime");
    let of_shape = |shape: fn(usize) -> Function| {
        SIZES.map(|size| {
            let mut f = shape(size);
            lower(&mut f, &runtime, Raised::default());
            f
        })
    };
    let of_text = |text: &str, insts: usize| {
        SIZES.map(|size| {
            let body = text.repeat(size / insts);
            let locals = "(local $a i32) (local $n i32) (local $x i32) (local $z i32)";
            let (module, lifter) =
                read(&format!("(func $it (param $h i32) (param $c i32) {locals} {body})"));
            lifter.lift(&module, it).expect("it can be lifted")
        })
    };
    let shapes = SHAPES.into_iter().filter(|shape| shape.0.contains(only));
    let texts = TEXTS.into_iter().filter(|text| text.0.contains(only));
    let shapes = shapes.map(|(name, shape)| (name, of_shape(shape)));
    for (name, functions) in
        shapes.chain(texts.map(|(name, text, insts)| (name, of_text(text, insts))))
    {
        let work = |function: &Function| {
            let lift = |func| {
                if func == it { Some(function.clone()) } else { lifter.lift(&module, func).ok() }
            };
            let source = Callbacks { lift: &lift, share: &|_| (), inlining: None };
            let start = Instant::now();
            let out = run(
                &module,
                &tables,
                &source,
                &Config::default(),
                &Fuel::unlimited(),
                WantedDetails::default(),
            );
            (start.elapsed().as_secs_f64() * 1e3, 0.0, out.stats)
        };
        let least = time(&functions, work);
        let sizes: Vec<f64> = functions.iter().map(|f| f.insts.len() as f64).collect();
        let times: Vec<f64> = least.iter().map(|least| least.0).collect();
        for (n, (time, _, stats)) in least.iter().enumerate() {
            let exponents = exponents(&sizes, &times, n);
            note(measured, "whole pass", name, sizes[n], exponents);
            println!(
                "| {name} | {} | {time:.2} | {} | {} | {} | {} |",
                sizes[n],
                stats.removed_copies,
                stats.delayed,
                stats.refused_budget.0,
                exponents_text(exponents),
            );
        }
    }
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let json = words.iter().position(|word| word == "--json").map(|at| {
        assert!(at + 1 < words.len(), "--json: no value");
        words.drain(at..at + 2).nth(1).expect("two are drained")
    });
    let only = words.first().map_or("", String::as_str);
    let mut measured = Measured::new(&[
        ("what", None),
        ("shape", None),
        ("instructions", None),
        ("exponent", Some(2)),
        ("from the first", Some(2)),
    ]);
    operations(only, &mut measured);
    println!();
    whole(only, &mut measured);
    let from_first = measured.rows.iter().filter_map(|row| match row[4] {
        Cell::Float(exponent) => Some(exponent),
        _ => None,
    });
    measured.quote("from_first_most", from_first.fold(0.0, f64::max));
    if let Some(file) = json {
        let program = "cargo run --release -p invar-arc --example arc-scale";
        measured.write(file, program).unwrap_or_else(|error| panic!("{error}"));
    }
}
