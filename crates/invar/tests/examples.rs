//! The examples run, and print what they did. `cargo test` has built them before; `cargo test --test examples` alone
//! does not: add `--examples`.

use std::path::Path;
use std::process::Command;

/// What an example prints.
fn output(name: &str) -> String {
    // The examples are beside the directory of this program.
    let me = std::env::current_exe().unwrap();
    let built = me.parent().and_then(Path::parent).unwrap().join("examples").join(name);
    let output = Command::new(built.with_extension(std::env::consts::EXE_EXTENSION)).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}", built.display()));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn an_own_pass_traces_functions() {
    let text = output("own_pass");
    let traced = text.lines().filter(|line| line.contains(": traced, its index is ")).count();
    assert!(traced > 3, "{text}");
    let summary = format!("trace: {traced} runs, [(\"calls\", {traced})]");
    assert!(text.lines().any(|line| line == summary), "{text}");
    assert!(text.contains("call f0 v"), "{text}");
}

#[test]
fn an_own_rule_is_applied() {
    let text = output("own_rule");
    assert!(text.contains("(\"rewritten\", 1)"), "{text}");
    let sizes = text.lines().find_map(|line| line.strip_prefix("code: ")).expect("sizes");
    let sizes: Vec<u32> = sizes.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(matches!(sizes[..], [without, with] if with < without), "{text}");
}
