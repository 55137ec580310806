//! Checks many generated modules, and prints what was covered.
//!
//! ```text
//! cargo run --release -p invar-tests --bin generated -- --count 100000
//! cargo run --release -p invar-tests --bin generated -- --seed 17 --count 1     # a single seed
//! ```
//!
//! Options: `--count N` (1000), `--seed N` (0: the first seed), `--guard on|off` (off),
//! `--kind NAME` (all: of these seeds, those of one kind only), `-j N` (all processors), `--print` (write
//! the module of the first seed to standard output, as text, and stop), `--turns` (each module at one
//! setting, in turn; programs that count references with the pass `arc` alone as well), `--alone`
//! (programs that count references with the pass `arc` alone), `--reduce` (reduce each defective module),
//! `--updates` (how many updates of reference counts the programs that count references execute), `--json
//! FILE` (the sums). Exits with 1 if there was a defect; the modules are in `target/failures`.

use invar::Pass;
use invar_filetests::differ::Tally;
use invar_filetests::optimize::{Functions, Setting, optimize};
use invar_generate::ownership::HEAP_FUNCTIONS;
use invar_tests::generated::{
    Checked, Defect, Kind, check, counting_module, failures, module, report,
};
use invar_tests::json_result::{Cell, Measured};
use invar_tests::recorded::record;
use invar_tests::reduce::reduce;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use wasmparser::{Parser, Payload};

struct Options {
    count: u64,
    seed: u64,
    guard: bool,
    kind: Option<Kind>,
    threads: usize,
    print: bool,
    turns: bool,
    alone: bool,
    reduce: bool,
    updates: bool,
    json: Option<String>,
}

fn options() -> Result<Options, String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut options = Options {
        count: 1000,
        seed: 0,
        guard: false,
        kind: None,
        threads,
        print: false,
        turns: false,
        alone: false,
        reduce: false,
        updates: false,
        json: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument}: no value"));
        let number = |text: String| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
        match argument.as_str() {
            "--count" => options.count = number(value()?)?,
            "--seed" => options.seed = number(value()?)?,
            "-j" => options.threads = number(value()?)?.max(1) as usize,
            "--guard" => {
                options.guard = match value()?.as_str() {
                    "on" => true,
                    "off" => false,
                    other => return Err(format!("--guard {other}")),
                }
            }
            "--kind" => {
                let name = value()?;
                let kind = Kind::ALL.into_iter().find(|kind| format!("{kind:?}") == name);
                options.kind = Some(kind.ok_or(format!("--kind {name}"))?);
            }
            "--print" => options.print = true,
            "--turns" => options.turns = true,
            "--alone" => options.alone = true,
            "--reduce" => options.reduce = true,
            "--updates" => options.updates = true,
            "--json" => options.json = Some(value()?),
            other => return Err(format!("unknown option {other}")),
        }
    }
    Ok(options)
}

/// The sums of one kind.
#[derive(Clone, Default)]
struct Sum {
    modules: usize,
    tally: Tally,
    functions: [Functions; 8],
    bytes: [usize; 9],
    /// Executed updates of reference counts: before, and after each setting.
    updates: [i64; 9],
}

impl Sum {
    fn add(&mut self, checked: &Checked) {
        self.modules += 1;
        self.tally += checked.tally.clone();
        for (sum, one) in self.functions.iter_mut().zip(checked.functions) {
            *sum += one;
        }
        for (sum, one) in self.bytes.iter_mut().zip(checked.bytes) {
            *sum += one;
        }
    }
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(error) => {
            eprintln!("generated: {error}");
            return ExitCode::from(2);
        }
    };
    if options.print {
        let text = module(options.seed).map(wasmprinter::print_bytes);
        return match text {
            Some(Ok(text)) => {
                print!("{text}");
                ExitCode::SUCCESS
            }
            _ => ExitCode::FAILURE,
        };
    }
    let settings = |seed| {
        // `arc` is enabled for the kind that tests it.
        let arc = options.kind == Some(Kind::Ownership);
        let all = Kind::of(seed).settings(seed);
        let mut settings = if options.alone {
            Vec::new()
        } else if options.turns {
            vec![all[(seed / Kind::ALL.len() as u64) as usize % all.len()]]
        } else {
            all.to_vec()
        };
        if options.alone || (options.turns && arc) {
            settings.push(Setting::passes(&[Pass::Arc]));
        }
        settings.iter_mut().for_each(|setting| {
            (setting.guard, setting.arc) = (options.guard, arc);
        });
        settings
    };
    let next = AtomicU64::new(options.seed);
    let end = options.seed + options.count;
    let sums = Mutex::new(vec![Sum::default(); Kind::COUNT]);
    let defects = AtomicU64::new(0);
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..options.threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= end {
                        break;
                    }
                    if options.kind.is_some_and(|kind| kind != Kind::of(seed)) {
                        continue;
                    }
                    let Some(wasm) = module(seed) else { continue };
                    match check(&wasm, &settings(seed), seed) {
                        Ok(checked) => {
                            let updates = if options.updates {
                                updates(seed, &settings(seed))
                            } else {
                                [0; 9]
                            };
                            let mut sums = sums.lock().expect("no thread panicked");
                            let sum = &mut sums[Kind::of(seed) as usize];
                            sum.add(&checked);
                            for (sum, one) in sum.updates.iter_mut().zip(updates) {
                                *sum += one;
                            }
                        }
                        Err(defect) => {
                            defects.fetch_add(1, Ordering::Relaxed);
                            let (wasm, defect) = if options.reduce {
                                reduced(wasm, defect, seed)
                            } else {
                                (wasm, defect)
                            };
                            println!(
                                "{}",
                                report(&format!("generated-{seed}"), seed, &wasm, &defect)
                            );
                        }
                    }
                    let done = seed + 1 - options.seed;
                    if done.is_multiple_of(5000) {
                        eprintln!("{done} of {} after {:.0?}", options.count, start.elapsed());
                    }
                }
            });
        }
    });
    let sums = sums.into_inner().expect("no thread panicked");
    print!("{}", table(&sums, &settings(0)));
    let defects = defects.into_inner();
    let (count, time) = (options.count, start.elapsed());
    println!("{count} seeds from {}: {defects} defects, {time:.0?}", options.seed);
    if let Some(file) = &options.json
        && let Err(error) = measured(&sums, count, defects)
            .write(file, "cargo run --release -p invar-tests --bin generated")
    {
        eprintln!("generated: {error}");
        return ExitCode::from(2);
    }
    if defects > 0 {
        println!("the modules are in {}", failures().display());
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Executed updates of reference counts in the program of a seed, before and after each setting.
fn updates(seed: u64, settings: &[Setting]) -> [i64; 9] {
    let mut updates = [0; 9];
    let Some(wasm) = counting_module(seed) else { return updates };
    updates[0] = record(&wasm).map_or(0, |recorded| recorded.updates);
    for (updates, setting) in updates[1..].iter_mut().zip(settings) {
        let output = optimize(*setting, &wasm).map(|output| output.wasm);
        *updates = output.map_or(0, |wasm| record(&wasm).map_or(0, |recorded| recorded.updates));
    }
    updates
}

/// The smallest module with the same kind of defect, and its defect.
fn reduced(wasm: Vec<u8>, defect: Defect, seed: u64) -> (Vec<u8>, Defect) {
    let find = |wasm: &[u8]| check(wasm, &[defect.setting], seed).err();
    // The message without names and numbers.
    let kind = |defect: &Defect| -> String {
        defect.what.chars().filter(|c| c.is_alphabetic()).take(24).collect()
    };
    // A program on a checking heap must stay balanced, and keep that heap.
    let heap = match Kind::of(seed) {
        Kind::Ownership => HEAP_FUNCTIONS,
        _ => 0,
    };
    let original = bodies(&wasm, heap);
    let fair = |now: &[u8]| {
        heap == 0
            || bodies(now, heap) == original && record(now).is_ok_and(|found| found.errors == 0)
    };
    let same = |wasm: &[u8]| find(wasm).is_some_and(|now| kind(&now) == kind(&defect));
    let small = reduce(&wasm, &|wasm| fair(wasm) && same(wasm));
    match find(&small) {
        Some(defect) => (small, defect),
        None => (wasm, defect),
    }
}

/// The first bodies of a module.
fn bodies(wasm: &[u8], count: usize) -> Vec<Vec<u8>> {
    let bodies = Parser::new(0).parse_all(wasm).filter_map(|payload| match payload {
        Ok(Payload::CodeSectionEntry(body)) => Some(body.as_bytes().to_vec()),
        _ => None,
    });
    bodies.take(count).collect()
}

/// The sums by kind, all settings together.
fn measured(sums: &[Sum], seeds: u64, defects: u64) -> Measured {
    let titles = ["kind", "modules", "not run", "returned", "trapped", "thrown", "limits"];
    let functions = ["lifted", "kept", "copied"];
    let titles: Vec<_> = titles.into_iter().chain(functions).map(|title| (title, None)).collect();
    let mut measured = Measured::new(&titles);
    let mut all = [0; 9];
    for (index, sum) in sums.iter().enumerate().filter(|(_, sum)| sum.modules > 0) {
        let kind = Kind::ALL.iter().find(|kind| **kind as usize == index).expect("a kind");
        let of = |count: fn(&Functions) -> usize| sum.functions.iter().map(count).sum::<usize>();
        let Tally { not_run, values, traps, exceptions, limits, .. } = sum.tally;
        let of = [of(|f| f.rewritten), of(|f| f.kept), of(|f| f.copied)];
        let counts = [sum.modules, not_run, values, traps, exceptions, limits, of[0], of[1], of[2]];
        all.iter_mut().zip(counts).for_each(|(all, one)| *all += one);
        let name = Cell::Text(format!("{kind:?}"));
        measured.row(std::iter::once(name).chain(counts.map(Cell::from)));
    }
    measured.quote("seeds", seeds);
    measured.quote("defects", defects);
    for ((title, _), count) in titles[1..].iter().zip(all) {
        measured.quote(&title.replace(' ', "_"), count);
    }
    measured
}

fn table(sums: &[Sum], settings: &[Setting]) -> String {
    let mut text = format!(
        "{:<12}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>7}\n",
        "", "modules", "not run", "returned", "trapped", "thrown", "limits", "KB", "traps"
    );
    let mut all = Sum::default();
    let mut row = |name: &str, sum: &Sum| {
        let tally = &sum.tally;
        text += &format!(
            "{name:<12}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>7}\n",
            sum.modules,
            tally.not_run,
            tally.values,
            tally.traps,
            tally.exceptions,
            tally.limits,
            sum.bytes[0] / 1000,
            tally.other_trap
        );
    };
    for (index, sum) in sums.iter().enumerate() {
        let kind = Kind::ALL.iter().find(|kind| **kind as usize == index).expect("a kind");
        row(&format!("{kind:?}"), sum);
        all.modules += sum.modules;
        all.tally += sum.tally.clone();
        for (sum, one) in all.functions.iter_mut().zip(sum.functions) {
            *sum += one;
        }
        for (sum, one) in all.bytes.iter_mut().zip(sum.bytes) {
            *sum += one;
        }
    }
    row("all", &all);
    let updates = sums.iter().fold([0; 9], |mut all, sum| {
        all.iter_mut().zip(sum.updates).for_each(|(all, one)| *all += one);
        all
    });
    text += &format!(
        "\n{:<16}{:>9}{:>9}{:>9}{:>12}{:>12}\n",
        "", "lifted", "kept", "copied", "bytes", "operators"
    );
    for (index, setting) in settings.iter().enumerate() {
        let functions = all.functions[index];
        let ratio = |now: f64, was: f64| if was == 0.0 { 1.0 } else { now / was };
        text += &format!(
            "{:<16}{:>9}{:>9}{:>9}{:>11.3}x{:>11.3}x\n",
            if settings.len() < 3 && setting.passes.is_none() {
                "in turn".to_string()
            } else if setting.shuffle.is_some() {
                "random passes".to_string()
            } else {
                setting.to_string()
            },
            functions.rewritten,
            functions.kept,
            functions.copied,
            ratio(all.bytes[index + 1] as f64, all.bytes[0] as f64),
            ratio(all.tally.operators[index + 1] as f64, all.tally.operators[0] as f64)
        );
    }
    if updates[0] > 0 {
        text += &format!("\nupdates of reference counts: {}, then", updates[0]);
        for (now, setting) in updates[1..].iter().zip(settings) {
            let name =
                if setting.shuffle.is_some() { "random passes" } else { &setting.to_string() };
            let removed = 100.0 * (1.0 - *now as f64 / updates[0] as f64);
            text += &format!("  {now} ({name}: {removed:.1}% removed)");
        }
        text += "\n";
    }
    text
}
