//! What the examples tell of themselves. `cargo test` builds the programs, too.

#[allow(dead_code, reason = "an example is a program; its `main` is not called here")]
#[path = "../examples/own_pass.rs"]
mod own_pass;
#[allow(dead_code, reason = "an example is a program; its `main` is not called here")]
#[path = "../examples/own_rule.rs"]
mod own_rule;

#[test]
fn an_own_pass_traces_functions() {
    let text = own_pass::run().unwrap();
    let traced = text.lines().filter(|line| line.contains(": traced, its index is ")).count();
    assert!(traced > 3, "{text}");
    let summary = format!("trace: {traced} runs, [(\"calls\", {traced})]");
    assert!(text.lines().any(|line| line == summary), "{text}");
    assert!(text.contains("call f0 v"), "{text}");
}

#[test]
fn an_own_rule_is_applied() {
    let text = own_rule::run().unwrap();
    assert!(text.contains("(\"rewritten\", 1)"), "{text}");
    let sizes = text.lines().find_map(|line| line.strip_prefix("code: ")).expect("sizes");
    let sizes: Vec<u32> = sizes.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(matches!(sizes[..], [without, with] if with < without), "{text}");
}
