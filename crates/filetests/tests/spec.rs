//! Tracks that the interpreter executes the WebAssembly test suite, and passes what it executes: function
//! bodies as they were read, and in SSA form.
//!
//! The interpreter is trustworthy by this test, and so are the other tests that run on it. Which modules must be
//! refused is the validator's business and left out. `INVAR_SPEC=simd/` runs only the files whose name holds that
//! text.

use invar_filetests::spec::file::{self, File, Step};
use invar_filetests::spec::run::{Replaced, Verdict, run};
use invar_filetests::spec::skips::Skips;
use invar_filetests::spec::{Form, Interpreted};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the files gave.
#[derive(Default)]
struct Sum {
    passed: usize,
    /// On the list of what engines do not pass.
    skipped: usize,
    /// What they need is not there.
    not_run: usize,
    /// What is not executed, and how many steps that is.
    not_executed: BTreeMap<String, usize>,
    failures: Vec<String>,
}

#[test]
fn what_is_executed_passes() {
    let skips = Skips::parse(include_str!("../../../tests/spec-skips.txt")).expect("it reads");
    let filter = std::env::var("INVAR_SPEC").unwrap_or_default();
    let files: Vec<File> =
        file::all().into_iter().filter(|file| file.name.contains(&filter)).collect();
    for form in [Form::Raw, Form::Ssa] {
        let (next, sum) = (AtomicUsize::new(0), Mutex::new(Sum::default()));
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                        run_file(file, form, &skips, &sum);
                    }
                });
            }
        });
        let sum = sum.into_inner().expect("no thread panicked");
        let not_executed: usize = sum.not_executed.values().sum();
        let all = sum.passed + not_executed + sum.not_run;
        let share = 100.0 * sum.passed as f64 / all as f64;
        // Past the capture of the test harness.
        let _ = writeln!(
            std::io::stdout(),
            "\n{form:?}: {} assertions pass ({share:.2} %), {not_executed} are not executed, {} not \
             run, {} skipped\n  {:?}",
            sum.passed,
            sum.not_run,
            sum.skipped,
            sum.not_executed
        );
        let count = sum.failures.len();
        let shown = sum.failures[..count.min(100)].join("\n");
        assert!(count == 0, "{form:?}: {count} failures, the first 100 are:\n{shown}");
        assert!(share > 99.9 || !filter.is_empty(), "{share} % is executed");
    }
}

fn run_file(file: &File, form: Form, skips: &Skips, sum: &Mutex<Sum>) {
    // What is not read here, and why, is tested where modules are optimized.
    let Ok(tokens) = file::tokens(file) else { return };
    let Ok(parsed) = file::parse(file, &tokens) else { return };
    let modules: Vec<Replaced> = parsed.modules.iter().map(|(wasm, _)| wasm.clone()).collect();
    let outcome = run(&parsed.steps, &parsed.modules, &modules, Interpreted::new(form));
    let mut sum = sum.lock().expect("no thread panicked");
    for ((line, step), verdict) in parsed.steps.iter().zip(outcome.verdicts) {
        if let Step::Rejected(_) = step {
            continue;
        }
        let assertion = usize::from(step.is_assertion());
        match verdict {
            Verdict::Pass(_) | Verdict::ImportRemoved => sum.passed += assertion,
            _ if skips.covers(&file.name, *line) => sum.skipped += assertion,
            Verdict::NotRun => sum.not_run += assertion,
            Verdict::NotExecuted(what) => *sum.not_executed.entry(what).or_default() += 1,
            Verdict::Fail(why) => {
                sum.failures.push(format!("{}:{line}: {why}", file.name));
            }
        }
    }
}
