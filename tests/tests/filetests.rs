//! Tracks each pass on small modules that say what they are about, with exact outputs.
//!
//! A test is a file `tests/filetests/FOLDER/NAME.wat` (or `.inv`); [`invar_tests::filetest`]
//! says how to write one. `INVAR_BLESS=1` renews expectations, `INVAR_FILTER=text` runs only the
//! files whose path holds the text.

use invar_tests::bless::{blessing, difference, files, filtered_out};
use invar_tests::filetest::FileTest;
use std::path::Path;

#[test]
fn filetests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("filetests");
    let mut failures = Vec::new();
    let all = files(&folder);
    assert!(!all.is_empty(), "there are tests");
    for file in all.iter().filter(|file| !filtered_out(file)) {
        if let Err(error) = run(&folder, file) {
            failures.push(format!("tests/filetests/{}: {error}", file.display()));
        }
    }
    assert!(
        failures.is_empty(),
        "{} failures (INVAR_BLESS=1 renews expectations):\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn run(folder: &Path, file: &Path) -> Result<(), String> {
    let extension = file.extension().unwrap_or_default().to_string_lossy();
    if file.components().count() != 2 {
        return Err("a filetest is in a folder that says what it is about".to_string());
    }
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let test = FileTest::parse(&text, &extension)?;
    let output = test.run()?;
    if blessing() {
        let renewed = test.with(&output);
        if renewed != text {
            std::fs::write(&path, renewed).map_err(|error| error.to_string())?;
        }
        return Ok(());
    }
    let output: String = output.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    if test.expected() == output {
        return Ok(());
    }
    Err(format!("{}\n{}", test.sentence, difference(test.expected(), &output)))
}
