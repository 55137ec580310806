//! Tracks that the WebAssembly test suite passes on optimized modules exactly as it passes on the
//! originals, at each level, with the guard and without.
//!
//! First each file runs unoptimized: the steps that the engine itself fails must be listed in
//! `spec-skips.txt`, with a reason, and no others. Then each module of the file is optimized with each
//! setting and the file runs again: every step that passed must pass. Only functions with
//! stack switching may be copied; without the guard, none may be kept.
//!
//! - `INVAR_SPEC=simd/` runs only the files whose name contains that text (then unneeded entries of the
//!   skip list are allowed);
//! - the table of results is printed while the test runs, captured or not.

use invar_filetests::optimize::{
    Failure, Functions, Setting, not_lifted, optimize, validate, validate_accepted,
};
use invar_filetests::spec::file::{self, Encoded, File, Step};
use invar_filetests::spec::run::{Outcome, Replaced, Verdict, run};
use invar_filetests::spec::skips::Skips;
use invar_tests::engine;
use invar_tests::spec::{Compiled, Running};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What is counted per setting.
#[derive(Clone, Copy, Default)]
struct Counts {
    modules: usize,
    /// Modules that wasmparser's default features reject, run unoptimized.
    foreign: usize,
    passed: usize,
    skipped: usize,
    /// Modules that link only after optimization, because an unused import was removed.
    import_removed: usize,
    /// Traps of another kind than before: not a defect, but reported.
    other_trap: usize,
    functions: Functions,
    bytes: usize,
    time: Duration,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.modules += other.modules;
        self.foreign += other.foreign;
        self.passed += other.passed;
        self.skipped += other.skipped;
        self.import_removed += other.import_removed;
        self.other_trap += other.other_trap;
        self.functions += other.functions;
        self.bytes += other.bytes;
        self.time += other.time;
    }
}

/// The results of one file.
#[derive(Default)]
struct Report {
    failures: Vec<String>,
    baseline: Counts,
    settings: [Counts; Setting::ALL.len()],
}

#[test]
fn the_test_suite_passes_as_it_does_without_us() {
    let skips = Skips::parse(include_str!("../spec-skips.txt")).expect("the skip list reads");
    let filter = std::env::var("INVAR_SPEC").unwrap_or_default();
    let files: Vec<File> =
        file::all().into_iter().filter(|file| file.name.contains(&filter)).collect();
    let next = AtomicUsize::new(0);
    let total = Mutex::new(Report::default());
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let begin = Instant::now();
                    let report = run_file(file, &skips);
                    if begin.elapsed() > Duration::from_secs(30) {
                        say(&format!("{}: {:.0?}", file.name, begin.elapsed()));
                    }
                    let mut total = total.lock().expect("no thread panicked");
                    total.failures.extend(report.failures);
                    total.baseline.add(&report.baseline);
                    for (sum, one) in total.settings.iter_mut().zip(&report.settings) {
                        sum.add(one);
                    }
                }
            });
        }
    });
    let mut report = total.into_inner().expect("no thread panicked");
    say(&table(&report, files.len(), start.elapsed()));
    if filter.is_empty() {
        let stale = skips.stale().into_iter();
        report.failures.extend(stale.map(|entry| format!("spec-skips.txt: stale: {entry}")));
    }
    report.failures.sort();
    let count = report.failures.len();
    let shown = report.failures[..count.min(100)].join("\n");
    assert!(count == 0, "{count} failures, the first 100 are:\n{shown}");
}

fn run_file(file: &File, skips: &Skips) -> Report {
    let mut report = Report::default();
    let tokens = match file::tokens(file) {
        Ok(tokens) => tokens,
        Err(error) => {
            unless_skipped(&mut report, file, skips, 1, error);
            return report;
        }
    };
    let parsed = match file::parse(file, &tokens) {
        Ok(parsed) => parsed,
        Err(error) => {
            unless_skipped(&mut report, file, skips, 1, error);
            return report;
        }
    };
    let mut compiled = Compiled::new(engine::plain());

    let start = Instant::now();
    let originals: Vec<Replaced> = parsed.modules.iter().map(|(wasm, _)| wasm.clone()).collect();
    let Outcome { verdicts: baseline, calls, .. } =
        run(&parsed.steps, &parsed.modules, &originals, Running::new(&mut compiled));
    for ((line, step), verdict) in parsed.steps.iter().zip(&baseline) {
        let assertion = usize::from(step.is_assertion());
        match verdict {
            Verdict::Pass(_) | Verdict::ImportRemoved => report.baseline.passed += assertion,
            Verdict::NotRun => report.baseline.skipped += assertion,
            Verdict::Fail(why) | Verdict::NotExecuted(why) => {
                report.baseline.skipped += assertion;
                unless_skipped(&mut report, file, skips, *line, format!("baseline: {why}"));
            }
        }
    }
    report.baseline.modules =
        parsed.modules.iter().filter(|(wasm, valid)| *valid && wasm.is_ok()).count();
    report.baseline.bytes = size(&parsed.modules, &originals);
    report.baseline.time = start.elapsed();

    // Settings that give the same modules give the same results.
    let mut known: Vec<(Vec<Replaced>, Vec<Verdict>, u64)> = Vec::new();
    for (index, setting) in Setting::ALL.into_iter().enumerate() {
        let start = Instant::now();
        let mut counts = Counts::default();
        let mut modules = Vec::new();
        for (wasm, valid) in &parsed.modules {
            let module = match wasm {
                Ok(wasm) => replace(setting, wasm, *valid, &mut counts),
                Err(why) => Ok(Err(why.clone())),
            };
            modules.push(module.unwrap_or_else(|why| {
                report.failures.push(format!("{}: {setting}: {why}", file.name));
                Err(why)
            }));
        }
        counts.bytes = size(&parsed.modules, &modules);
        let seen = known.iter().position(|(same, ..)| *same == modules);
        let seen = seen.unwrap_or_else(|| {
            let outcome =
                run(&parsed.steps, &parsed.modules, &modules, Running::new(&mut compiled));
            known.push((modules, outcome.verdicts, outcome.calls));
            known.len() - 1
        });
        let (_, verdicts, calls_now) = &known[seen];
        let name = &file.name;
        for (((line, step), before), now) in parsed.steps.iter().zip(&baseline).zip(verdicts) {
            let assertion = usize::from(step.is_assertion());
            match (before, now) {
                (Verdict::Fail(_) | Verdict::NotExecuted(_) | Verdict::NotRun, _) => {
                    counts.skipped += assertion;
                }
                (Verdict::ImportRemoved, Verdict::Pass(_)) => counts.passed += assertion,
                (Verdict::Pass(was), Verdict::Pass(is)) => {
                    counts.passed += assertion;
                    counts.other_trap += usize::from(was != is);
                }
                (_, Verdict::ImportRemoved) => {
                    counts.passed += assertion;
                    counts.import_removed += 1;
                }
                (_, Verdict::NotRun) => {}
                (_, Verdict::Fail(why) | Verdict::NotExecuted(why)) => {
                    report.failures.push(format!("{name}:{line}: {setting}: {why}"));
                }
            }
        }
        if calls != *calls_now {
            report.failures.push(format!("{name}: {setting}: the calls of the host differ"));
        }
        counts.time = start.elapsed();
        report.settings[index] = counts;
    }
    report
}

/// The module that replaces the original: its optimized version, or the original if the optimizer
/// rightly rejects it. An error is a defect.
fn replace(
    setting: Setting,
    wasm: &[u8],
    valid: bool,
    counts: &mut Counts,
) -> Result<Replaced, String> {
    if !valid && let Err(why) = validate_accepted(wasm) {
        return match optimize(setting, wasm) {
            Ok(_) => Err(format!("optimized an invalid module: {why}")),
            Err(Failure::Refused(_)) => Ok(Ok(wasm.to_vec())),
            Err(failure) => Err(failure.to_string()),
        };
    }
    match (optimize(setting, wasm), validate(wasm)) {
        (Ok(output), _) => {
            let functions = output.functions;
            if functions.copied > not_lifted(wasm) || !setting.guard && functions.kept > 0 {
                return Err(format!("not the writer's own output: {functions:?}"));
            }
            counts.modules += usize::from(valid);
            counts.functions += output.functions;
            Ok(Ok(output.wasm))
        }
        (Err(Failure::Refused(_)), Err(_)) => {
            counts.foreign += usize::from(valid);
            Ok(Ok(wasm.to_vec()))
        }
        (Err(failure), _) => Err(failure.to_string()),
    }
}

/// Bytes of the modules that the suite says are valid.
fn size(originals: &[(Encoded, bool)], modules: &[Replaced]) -> usize {
    let valid = originals.iter().zip(modules).filter(|((_, valid), _)| *valid);
    valid.filter_map(|(_, module)| module.as_ref().ok()).map(Vec::len).sum()
}

fn unless_skipped(report: &mut Report, file: &File, skips: &Skips, line: usize, why: String) {
    if !skips.covers(&file.name, line) {
        report.failures.push(format!("{}:{line}: {why}", file.name));
    }
}

fn table(report: &Report, files: usize, time: Duration) -> String {
    let mut text = format!(
        "\nWebAssembly test suite: {files} files in {time:.0?}\n{:<16}{:>8}{:>9}{:>8}{:>9}{:>9}{:>7}{:>9}{:>8}{:>8}{:>10}{:>8}\n",
        "",
        "modules",
        "passed",
        "skipped",
        "foreign",
        "unlinked",
        "traps",
        "lifted",
        "kept",
        "copied",
        "bytes",
        "CPU s"
    );
    let rows = Setting::ALL.iter().map(Setting::to_string).zip(&report.settings);
    for (name, c) in std::iter::once(("without us".to_string(), &report.baseline)).chain(rows) {
        text += &format!(
            "{name:<16}{:>8}{:>9}{:>8}{:>9}{:>9}{:>7}{:>9}{:>8}{:>8}{:>10}{:>8.1}\n",
            c.modules,
            c.passed,
            c.skipped,
            c.foreign,
            c.import_removed,
            c.other_trap,
            c.functions.rewritten,
            c.functions.kept,
            c.functions.copied,
            c.bytes,
            c.time.as_secs_f64()
        );
    }
    text
}

/// Prints in spite of the test harness's capture.
fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// The suite has every kind of step that the harness implements.
#[test]
fn the_suite_has_what_we_think_it_has() {
    let files = file::all();
    assert!(files.len() > 400, "{} files", files.len());
    let mut kinds = [0usize; 4];
    for file in files.iter().filter(|file| file.name.starts_with("wasm-latest/")) {
        let tokens = file::tokens(file).expect("tokens");
        for (_, step) in file::parse(file, &tokens).expect("steps").steps {
            match step {
                Step::Return(..) => kinds[0] += 1,
                Step::Trap(..) => kinds[1] += 1,
                Step::Rejected(_) => kinds[2] += 1,
                Step::Unlinkable(_) => kinds[3] += 1,
                _ => {}
            }
        }
    }
    assert!(kinds.iter().all(|count| *count > 80), "{kinds:?}");
}
