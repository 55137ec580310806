//! Programs in other languages that use the library: the example in C, and that in Python of the readme. The header
//! declares what the library exports.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Where cargo put the shared library: beside this program, or one directory above.
#[cfg(unix)]
fn library() -> PathBuf {
    let name = format!("{}invar_opt{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let me = std::env::current_exe().unwrap();
    let found = me.ancestors().skip(1).map(|dir| dir.join(&name)).find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("{name} is not above {}", me.display()))
}

/// A directory for the files of a test, with the example module in it, and its path.
#[cfg(unix)]
fn module_in(name: &str) -> (PathBuf, PathBuf, Vec<u8>) {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&dir).unwrap();
    let wasm = wat::parse_file(repository().join("examples/sha256.wat")).unwrap();
    let path = dir.join("sha256.wasm");
    fs::write(&path, &wasm).unwrap();
    (dir, path, wasm)
}

#[cfg(unix)]
fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let Output { status, stdout, stderr } = output;
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

#[test]
#[cfg(unix)]
fn the_example_in_c_optimizes_a_module() {
    let (dir, input, wasm) = module_in("c");
    let (library, program) = (library(), dir.join("optimize"));
    let libraries = library.parent().unwrap();
    let compiled = run(Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I"])
        .arg(repository().join("include"))
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/optimize.c"))
        .arg("-o")
        .arg(&program)
        .arg("-L")
        .arg(libraries)
        .arg("-linvar_opt")
        .arg(format!("-Wl,-rpath,{}", libraries.display())));
    assert_eq!(compiled, (Some(0), String::new(), String::new()));

    let output = dir.join("out.wasm");
    let optimize = |input: &Path, options: &[&str]| {
        run(Command::new(&program).arg(input).arg(&output).args(options))
    };
    let (code, report, errors) = optimize(&input, &["level=Oz", "threads=1", "names", "no-gvn"]);
    assert_eq!((code, &*errors), (Some(0), ""));
    let written = fs::read(&output).unwrap();
    wasmparser::validate(&written).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["schema"], 1);
    assert_eq!(report["input"]["bytes"], wasm.len());
    assert_eq!(report["output"]["bytes"], written.len());
    assert!(written.len() < wasm.len());
    let passes = report["passes"].as_array().unwrap();
    assert!(passes.iter().all(|pass| pass["name"] != "gvn"));

    let (code, _, errors) = optimize(&input, &["level=O9"]);
    assert_eq!(code, Some(2));
    assert!(errors.starts_with("option `level`: `O9` is no level"), "{errors}");

    let cut = dir.join("cut.wasm");
    fs::write(&cut, &wasm[..100]).unwrap();
    let (code, _, errors) = optimize(&cut, &[]);
    assert_eq!(code, Some(1));
    assert!(errors.contains("offset 0x") && errors.contains("the place is byte "), "{errors}");
}

#[test]
#[cfg(unix)]
fn the_program_in_python_optimizes_a_module() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("there is no python3 here: not tested");
        return;
    }
    let (dir, input, wasm) = module_in("python");
    let readme = include_str!("../README.md");
    let program = readme.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    let path = dir.join("optimize.py");
    fs::write(&path, program).unwrap();
    let run = run(Command::new("python3").arg(&path).arg(library()).arg(&input));
    let (code, text, errors) = run;
    assert_eq!((code, &*errors), (Some(0), ""));
    assert!(text.starts_with(&format!("{} bytes -> ", wasm.len())), "{text}");
    assert!(text.ends_with(" runs of passes\n"), "{text}");
}

/// The names that start with `invar_`, and that `after` follows.
fn names(text: &str, before: &str, after: char) -> BTreeSet<String> {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = format!("{before}invar_");
    let rest = text.match_indices(&start).map(|(at, _)| &text[at + before.len()..]);
    let ends = rest.filter_map(|rest| Some(rest.split_at(rest.find(|c| !is_of_name(c))?)));
    ends.filter(|(_, rest)| rest.starts_with(after)).map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn the_header_declares_what_is_exported() {
    let header = fs::read_to_string(repository().join("include/invar_opt.h")).unwrap();
    // Without comments, which call functions.
    let pieces = header.split("/*").map(|piece| piece.split_once("*/").map_or(piece, |it| it.1));
    let declared = names(&pieces.collect::<String>(), "", '(');
    let exported = names(include_str!("../src/lib.rs"), "extern \"C\" fn ", '(');
    assert!(exported.len() > 10);
    assert_eq!(declared, exported);
}
