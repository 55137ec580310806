//! `invar run` as it is used: arguments, the environment, directories, exit codes, traps, options.

use std::path::PathBuf;
use std::process::{Command, Output};

/// A file that a test makes, and removes.
struct File(PathBuf);

impl File {
    fn new(name: &str, content: &str) -> File {
        let path = std::env::temp_dir().join(format!("invar-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        File(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_invar"));
    command.arg("run").args(arguments).env("INVAR_TEST", "inherited").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Prints what is at the addresses that `get` gives and exits with 7: the texts of arguments or of the
/// environment, each ended by a zero byte.
fn printer(sizes: &str, get: &str) -> String {
    format!(
        r#"(module
        (import "wasi_snapshot_preview1" "{sizes}" (func $sizes (param i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "{get}" (func $get (param i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_write"
            (func $write (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
        (memory (export "memory") 1)
        (func (export "_start")
            (drop (call $sizes (i32.const 0) (i32.const 4)))
            (drop (call $get (i32.const 1024) (i32.const 4096)))
            (i32.store (i32.const 0) (i32.const 4096))
            (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
            (call $exit (i32.const 7))))"#
    )
}

#[test]
fn a_program_gets_its_arguments_and_gives_its_exit_code() {
    let file = File::new("args.wat", &printer("args_sizes_get", "args_get"));
    let name = file.0.file_name().unwrap().to_str().unwrap();
    for level in ["-O0", "-O1", "-O3"] {
        let output = run(&[level, file.path(), "-O", "--help", "two words"]);
        assert_eq!(output.status.code(), Some(7), "{}", text(&output.stderr));
        assert_eq!(text(&output.stdout), format!("{name}\0-O\0--help\0two words\0"));
    }
}

#[test]
fn a_program_gets_the_environment_that_it_is_given() {
    let file = File::new("env.wat", &printer("environ_sizes_get", "environ_get"));
    assert_eq!(text(&run(&[file.path()]).stdout), "");
    let output = run(&["--env", "A=b=c", "--env", "INVAR_TEST", "--env", "NO_SUCH", file.path()]);
    assert_eq!(text(&output.stdout), "A=b=c\0INVAR_TEST=inherited\0");
}

#[test]
fn a_program_gets_the_directories_that_it_is_given() {
    // The name of the first directory, which is descriptor 3.
    let wat = r#"(module
        (import "wasi_snapshot_preview1" "fd_prestat_dir_name"
            (func $name (param i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_write"
            (func $write (param i32 i32 i32 i32) (result i32)))
        (memory (export "memory") 1)
        (func (export "_start")
            (if (call $name (i32.const 3) (i32.const 64) (i32.const 5)) (then unreachable))
            (i64.store (i32.const 0) (i64.const 0x500000040))
            (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))"#;
    let file = File::new("dir.wat", wat);
    let host = std::env::temp_dir();
    let output = run(&["--dir", &format!("{}::/work", host.display()), file.path()]);
    assert_eq!((text(&output.stdout).as_str(), output.status.code()), ("/work", Some(0)));
    assert_eq!(run(&[file.path()]).status.code(), Some(134), "there is none");
    let output = run(&["--dir", "/no/such/place", file.path()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("/no/such/place"), "{}", text(&output.stderr));
}

const LIBRARY: &str = r#"(module
    (memory (export "memory") 1)
    (func (export "_initialize") (i32.store (i32.const 0) (i32.const 40)))
    (func (export "more") (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1))))
    (func (export "add") (param i32 i64) (result i64)
        (i64.add (local.get 1) (i64.extend_i32_s (i32.add (i32.load (i32.const 0)) (local.get 0)))))
    (func $deep (export "trap") (result i32) (i32.div_u (i32.const 1) (i32.load (i32.const 64)))))"#;

#[test]
fn exports_are_invoked_behind_the_initialization() {
    let file = File::new("library.wat", LIBRARY);
    let invoke = |arguments: &[&str]| {
        let output = run(arguments);
        (text(&output.stdout), output.status.code())
    };
    let path = file.path();
    assert_eq!(invoke(&["--invoke", "add", path, "-2", "0x10"]), ("54\n".to_owned(), Some(0)));
    let both = ["--invoke", "more", "--invoke", "add", path, "0", "0"];
    assert_eq!(invoke(&both), ("41\n".to_owned(), Some(0)));
    assert_eq!(invoke(&[path]), (String::new(), Some(0)), "a library alone does nothing");
    for wrong in [&["--invoke", "add", path][..], &["--invoke", "none", path]] {
        let output = run(wrong);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).starts_with("invar: "), "{}", text(&output.stderr));
    }
}

#[test]
fn a_trap_is_told_with_a_backtrace() {
    let file = File::new("trap.wat", LIBRARY);
    let output = run(&["--invoke", "trap", file.path()]);
    assert_eq!(output.status.code(), Some(134));
    let error = text(&output.stderr);
    assert!(error.contains("wasm trap: integer divide by zero"), "{error}");
    assert!(error.contains("!deep"), "{error}");
}

/// Requests `scale(f, x)` for f = 6, with what is promised at address 64.
const REQUEST: &str = r#"(module
    (import "invar" "specialize" (func $specialize (param i32 i32 i32) (result i32)))
    (import "invar" "promise_const" (func $promise (param i32 i32) (result i32)))
    (type $scale (func (param i32 i32) (result i32)))
    (table 1 1 funcref)
    (elem (i32.const 0) func $scale)
    (memory (export "memory") 1)
    (global $f (mut i32) (i32.const 0))
    (func $scale (type $scale)
        (i32.mul (local.get 1) (i32.load (call $promise (local.get 0) (i32.const 4)))))
    (func (export "_initialize")
        (i32.store (i32.const 64) (i32.const 6))
        (i64.store (i32.const 0) (i64.const 64))
        (i64.store (i32.const 8) (i64.const 1))
        (global.set $f (call $specialize (i32.const 0) (i32.const 0) (i32.const 1))))
    (func (export "change") (i32.store (i32.const 64) (i32.const 5)))
    (func (export "scaled") (param i32) (result i32)
        (call_indirect (type $scale) (i32.const 64) (local.get 0) (global.get $f))))"#;

#[test]
fn requests_are_answered_explained_and_counted() {
    let file = File::new("request.wat", REQUEST);
    let path = file.path();
    let output = run(&["--explain", "--profile=json", "--invoke", "scaled", path, "7"]);
    let said = text(&output.stderr);
    assert_eq!(text(&output.stdout), "42\n", "{said}");
    assert!(said.starts_with("scale(64)\n"), "{said}");
    let json = said.lines().find(|line| line.starts_with('{')).unwrap();
    let json: serde_json::Value = serde_json::from_str(json).unwrap();
    let row = &json["functions"][0];
    assert_eq!(
        (&row["name"], &row["requests"], &row["versions"]),
        (&"scale".into(), &1.into(), &1.into())
    );
    assert!(row["bytes"].as_u64() > Some(0) && row["compile_ms"].as_f64() > Some(0.0), "{row}");
    assert_eq!((&row["entries"], &row["misses"]), (&1.into(), &1.into()));
    assert!(row["generic_us"].is_null() && row["break_even"].is_null(), "one entry: {row}");

    let output = run(&["--profile", "--invoke", "scaled", path, "7"]);
    let said = text(&output.stderr);
    let lines: Vec<Vec<&str>> = said.lines().map(|it| it.split_whitespace().collect()).collect();
    assert_eq!((lines.len(), lines[0][0], lines[1][0]), (2, "entries", "1"), "{said}");
    assert_eq!(lines[1].last(), Some(&"scale"), "{said}");

    let output = run(&["--no-specialize", "--profile", "--invoke", "scaled", path, "7"]);
    assert_eq!(text(&output.stdout), "42\n");
    assert!(text(&output.stderr).contains("total"), "{}", text(&output.stderr));

    // The program ends before the version is there, or behind that.
    let output = run(&["--background", "--invoke", "scaled", path, "7"]);
    assert_eq!((text(&output.stdout), output.status.code()), ("42\n".to_owned(), Some(0)));

    let output = run(&["--max-versions", "0", "--explain", "--invoke", "scaled", path, "7"]);
    assert_eq!(text(&output.stdout), "42\n");
    let said = text(&output.stderr);
    assert!(said.contains("stays generic") && said.contains("0 different versions"), "{said}");
}

#[test]
fn a_broken_promise_is_named_when_checked() {
    let file = File::new("broken.wat", REQUEST);
    let broken = ["--invoke", "change", "--invoke", "scaled", file.path(), "7"];
    assert_eq!(text(&run(&broken).stdout), "42\n", "what was promised counts");
    let checked: Vec<&str> = ["--checked"].into_iter().chain(broken).collect();
    let output = run(&checked);
    assert_eq!(output.status.code(), Some(134));
    let said = text(&output.stderr);
    assert!(said.contains("broken promise: promise_const at 0x"), "{said}");
}

#[test]
fn bad_input_is_an_error() {
    let file = File::new(
        "bad.wat",
        r#"(module (import "a" "b" (func $f)) (func (export "_start") (call $f)))"#,
    );
    let output = run(&[file.path()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("a::b"), "{}", text(&output.stderr));
    assert_eq!(run(&["/no/such/file.wasm"]).status.code(), Some(1));
    assert_eq!(run(&[]).status.code(), Some(2));
}
