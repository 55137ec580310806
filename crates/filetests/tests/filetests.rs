//! Tracks each pass on small modules that say what they are about, with exact outputs, executed before and
//! after on the interpreter.
//!
//! A test is a file `tests/filetests/FOLDER/NAME.wat` (or `.inv`); [`invar_filetests::filetest`]
//! says how to write one. `INVAR_BLESS=1` renews expectations, `INVAR_FILTER=text` runs only the
//! files whose path holds the text. `cargo test -p invar-tests --test filetests` executes the same files
//! on wasmtime.

use invar_filetests::Interpreter;
use invar_filetests::bless::{blessing, difference, filetests, filtered_out};
use invar_filetests::filetest::FileTest;
use invar_filetests::run::{Report, run};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Files of which the interpreter does not execute all. An entry that is not needed fails.
const NOT_EXECUTED: [&str; 0] = [];

/// What all files gave.
#[derive(Default)]
struct Sum {
    failures: Vec<String>,
    not_executed: Vec<(String, String)>,
    files: usize,
    executed: usize,
    /// Of these: nothing in it can be executed.
    without_calls: usize,
    /// Of these: each call reached a limit, as endless loops do.
    endless: usize,
    calls: usize,
}

#[test]
fn filetests_do_what_they_expect() {
    let (folder, all) = filetests();
    let all: Vec<_> = all.into_iter().filter(|file| !filtered_out(file)).collect();
    let (sum, next) = (Mutex::new(Sum::default()), AtomicUsize::new(0));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(file) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let done = do_file(&folder, file);
                    let mut sum = sum.lock().expect("no thread panicked");
                    sum.add(file.display().to_string(), done);
                }
            });
        }
    });
    let mut sum = sum.into_inner().expect("no thread panicked");
    sum.failures.sort();
    sum.not_executed.sort();
    // Past the capture of the test harness.
    let _ = writeln!(
        std::io::stdout(),
        "\n{} filetests: {} executed with {} calls before and after ({} have nothing to call, {} end \
         at a limit), {} not",
        sum.files,
        sum.executed,
        sum.calls,
        sum.without_calls,
        sum.endless,
        sum.not_executed.len()
    );
    for (file, why) in &sum.not_executed {
        let _ = writeln!(std::io::stdout(), "  not executed: tests/filetests/{file}: {why}");
    }
    assert!(
        sum.failures.is_empty(),
        "{} failures (INVAR_BLESS=1 renews expectations):\n{}",
        sum.failures.len(),
        sum.failures.join("\n")
    );
    let known = NOT_EXECUTED.iter().filter(|file| !filtered_out(Path::new(file)));
    let not: Vec<&str> = sum.not_executed.iter().map(|(file, _)| file.as_str()).collect();
    assert_eq!(not, known.copied().collect::<Vec<_>>(), "files that are not executed");
}

impl Sum {
    fn add(&mut self, file: String, done: Result<Report, String>) {
        self.files += 1;
        match done {
            Err(error) => self.failures.push(format!("tests/filetests/{file}: {error}")),
            Ok(report) if report.is_executed() => {
                self.executed += 1;
                self.calls += report.calls();
                self.without_calls += usize::from(report.nothing_to_execute);
                self.endless += usize::from(!report.nothing_to_execute && report.calls() == 0);
            }
            Ok(report) => {
                let why = report.reasons.first().map_or("no call was made", String::as_str);
                self.not_executed.push((file, why.to_owned()));
            }
        }
    }
}

fn do_file(folder: &Path, file: &Path) -> Result<Report, String> {
    let extension = file.extension().unwrap_or_default().to_string_lossy();
    if file.components().count() != 2 {
        return Err("a filetest is in a folder that says what it is about".to_string());
    }
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let test = FileTest::parse(&text, &extension)?;
    let report = run(&test, &Interpreter)?;
    if blessing() {
        let renewed = test.with(&report.output);
        if renewed != text {
            std::fs::write(&path, renewed).map_err(|error| error.to_string())?;
        }
        return Ok(report);
    }
    let output: String =
        report.output.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    if test.expected() == output {
        return Ok(report);
    }
    Err(format!("{}\n{}", test.sentence, difference(test.expected(), &output)))
}
