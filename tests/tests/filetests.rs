//! Executes the filetests on wasmtime, before and after optimization: an independent engine on the written
//! WebAssembly.
//!
//! The expected output of each file is tested by `cargo test -p invar-filetests`, which also updates
//! expectations. `INVAR_FILTER=text` runs only the files whose path contains the text.

use invar_filetests::bless::{filetests, filtered_out};
use invar_filetests::filetest::FileTest;
use invar_filetests::run::{Report, run};
use invar_tests::differ::Wasmtime;
use std::path::Path;

/// Files that wasmtime does not execute: legacy exceptions. An entry that is not needed fails.
const NOT_EXECUTED: [&str; 12] = [
    "read/delegates.wat",
    "read/legacy-branches.wat",
    "read/legacy.wat",
    "read/rethrow.wat",
    "write/legacy-and-new.wat",
    "write/legacy-around.wat",
    "write/legacy-loop.wat",
    "write/legacy-operands.wat",
    "write/legacy-other-reference.wat",
    "write/legacy-refused.wat",
    "write/legacy-zero-in-catch.wat",
    "write/legacy.wat",
];

#[test]
fn filetests_behave_the_same_on_wasmtime() {
    let (folder, all) = filetests();
    let (mut failures, mut not_executed) = (Vec::new(), Vec::new());
    let (mut calls, mut files) = (0, 0);
    for file in all.iter().filter(|file| !filtered_out(file)) {
        files += 1;
        match do_file(&folder.join(file)) {
            Ok(report) if report.is_executed() => calls += report.calls(),
            Ok(report) => {
                println!("{}: not executed: {}", file.display(), report.reasons.join(", "));
                not_executed.push(file.display().to_string());
            }
            Err(error) => failures.push(format!("tests/filetests/{}: {error}", file.display())),
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    let known = NOT_EXECUTED.iter().filter(|file| !filtered_out(Path::new(file)));
    assert_eq!(not_executed, known.copied().collect::<Vec<_>>(), "files that are not executed");
    println!("{files} files, {calls} calls before and after");
}

fn do_file(path: &Path) -> Result<Report, String> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    run(&FileTest::parse(&text, &extension)?, &Wasmtime)
}
