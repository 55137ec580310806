//! The stable part of the library, as a program outside of this workspace uses it: `tests/facade` compiles with no
//! dependency but the library, names all of its types, and optimizes a module.

use std::path::Path;
use std::process::Command;

#[test]
fn a_program_outside_uses_only_what_is_stable() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let source = root.join("tests/facade");
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("facade");
    std::fs::create_dir_all(copy.join("src")).unwrap();
    for file in ["src/main.rs", "src/signatures.rs"] {
        std::fs::copy(source.join(file), copy.join(file)).unwrap();
    }
    // A copy, so that the lock file of this workspace tells the versions: those are there without a network.
    let manifest = std::fs::read_to_string(source.join("Cargo.toml")).unwrap();
    let library = root.join("crates/invar").canonicalize().unwrap();
    assert!(manifest.contains("\"../../crates/invar\""));
    let manifest = manifest.replace("\"../../crates/invar\"", &format!("{library:?}"));
    std::fs::write(copy.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(root.join("Cargo.lock"), copy.join("Cargo.lock")).unwrap();

    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--manifest-path"])
        .arg(copy.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", copy.join("target"))
        .output()
        .unwrap();
    let (text, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{errors}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.first(), Some(&"37 bytes -> 34 bytes"), "{text}");
    assert!(lines.iter().any(|line| line.starts_with("fold: [")), "{text}");
    assert!(lines.last().is_some_and(|line| line.starts_with("offset Some(")), "{text}");
}
