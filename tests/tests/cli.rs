//! Tracks the command line as it is used: arguments, output, errors, exit codes.
//!
//! A test is a file in `tests/cli/` with a line
//!
//! ```text
//! ;; RUN: invar opt % -O3 --emit wat -o -          must succeed
//! ;; FAIL(1): invar check %                        must exit with this code
//! ```
//!
//! in its first lines. `%` is the file, `%t` a folder for files that the test makes; `|` pipes one command into the
//! next; the commands `wasm-opt`, `wasm-metadce` ... are `invar` under these names. Expected standard output and
//! error are in `FILE.stdout` and `FILE.stderr` (absent if empty); `INVAR_BLESS=1` writes them. Times in the output
//! are replaced by `[time]`, `%t` by itself.
//!
//! The command is built with its default features in the profile of the test, or is that of the environment
//! variable `INVAR` (an absolute path).

use invar_filetests::bless::{blessing, difference, files, filtered_out};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The extensions of tests; all other files must belong to a test.
const TESTS: [&str; 4] = ["wat", "wasm", "inv", "txt"];

#[test]
fn cli() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cli");
    let programs = Programs::get();
    let mut failures = Vec::new();
    let all = files(&folder);
    for file in &all {
        if filtered_out(file) {
            continue;
        }
        let extension = file.extension().unwrap_or_default().to_string_lossy();
        let result = match extension.as_ref() {
            "stdout" | "stderr" => {
                if all.contains(&file.with_extension("")) {
                    Ok(())
                } else {
                    Err("stale: it does not belong to a test".to_string())
                }
            }
            other if TESTS.contains(&other) => run(&folder, file, programs),
            _ => Err("not a test, and belongs to none".to_string()),
        };
        if let Err(error) = result {
            failures.push(format!("tests/cli/{}: {error}", file.display()));
        }
    }
    assert!(all.len() > 1, "there are tests");
    assert!(
        failures.is_empty(),
        "{} failures (INVAR_BLESS=1 updates expectations):\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// The names of other tools that the command has.
const TOOLS: [&str; 6] =
    ["wasm-opt", "wasm-metadce", "wasm-emscripten-finalize", "wasm-dis", "wasm-as", "wasm-merge"];

/// The programs under test.
struct Programs {
    invar: PathBuf,
    /// `invar` under the names of other tools.
    tools: Vec<PathBuf>,
    /// A new folder per run of the tests.
    scratch: PathBuf,
}

impl Programs {
    /// Builds the programs once for all tests.
    fn get() -> &'static Programs {
        static PROGRAMS: OnceLock<Programs> = OnceLock::new();
        PROGRAMS.get_or_init(Programs::build)
    }

    /// Builds the programs, but for the command that the environment names.
    fn build() -> Programs {
        let invar = std::env::var_os("INVAR").map_or_else(Programs::build_invar, PathBuf::from);
        let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli");
        let _ = std::fs::remove_dir_all(&scratch);
        let programs = scratch.join("programs");
        std::fs::create_dir_all(&programs).expect("a folder");
        let tool = |name: &&str| {
            let tool = programs.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
            if std::fs::hard_link(&invar, &tool).is_err() {
                std::fs::copy(&invar, &tool).expect("a copy");
            }
            tool
        };
        let tools = TOOLS.iter().map(tool).collect();
        Programs { invar, tools, scratch }
    }

    /// Builds the command, as cargo would, and asks cargo where it is.
    fn build_invar() -> PathBuf {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.args(["build", "-p", "invar-opt", "--bin", "invar", "--message-format=json"]);
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        cargo.current_dir(env!("CARGO_MANIFEST_DIR")).stderr(Stdio::inherit());
        let output = cargo.output().expect("cargo runs");
        assert!(output.status.success(), "the command does not build");
        let messages = String::from_utf8(output.stdout).expect("cargo speaks UTF-8");
        let invar = messages.lines().rev().find_map(|line| {
            let (_, rest) = line.split_once("\"executable\":\"")?;
            rest.split_once('"').map(|(path, _)| PathBuf::from(path.replace("\\\\", "\\")))
        });
        invar.expect("cargo names the program")
    }

    fn find(&self, name: &str) -> Result<&Path, String> {
        match TOOLS.iter().position(|&tool| tool == name) {
            Some(at) => Ok(&self.tools[at]),
            None if name == "invar" => Ok(&self.invar),
            None => Err(format!("unknown program {name:?}")),
        }
    }
}

fn run(folder: &Path, file: &Path, programs: &Programs) -> Result<(), String> {
    let bytes = std::fs::read(folder.join(file)).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let (code, line) = text.lines().take(10).find_map(command).ok_or("no `;; RUN:` line")?;
    let code = code?;
    let scratch = programs.scratch.join(file.file_stem().unwrap_or_default());
    std::fs::create_dir_all(&scratch).map_err(|error| error.to_string())?;

    let mut input = Vec::new();
    let mut errors = Vec::new();
    let mut ended = None;
    for command in line.split(" | ") {
        if ended.is_some_and(|code| code != 0) {
            return Err(format!("a command before the last failed: {}", lossy(&errors)));
        }
        let mut words = command.split_whitespace();
        let program = programs.find(words.next().unwrap_or_default())?;
        let words = words.map(|word| {
            let word = word.replace("%t", &scratch.to_string_lossy());
            word.replace('%', &file.to_string_lossy())
        });
        let mut child = Command::new(program)
            .args(words)
            .current_dir(folder)
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let mut stdin = child.stdin.take().expect("a pipe");
        let output = std::thread::scope(|scope| {
            // An error is ignored: a program need not read its input.
            scope.spawn(move || stdin.write_all(&input));
            child.wait_with_output()
        });
        let output = output.map_err(|error| error.to_string())?;
        input = output.stdout;
        errors.extend(output.stderr);
        ended = Some(output.status.code().unwrap_or(-1));
    }

    let mut wrong = Vec::new();
    if ended != Some(code) {
        wrong.push(format!("exit code {ended:?}, expected {code}\n{}", lossy(&errors)));
    }
    for (suffix, got) in [("stdout", &input), ("stderr", &errors)] {
        let got = normalized(&lossy(got), &scratch);
        let path = folder.join(format!("{}.{suffix}", file.display()));
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        if got == expected {
            continue;
        }
        if blessing() {
            let write = if got.is_empty() { std::fs::remove_file } else { |_: &Path| Ok(()) };
            write(&path).map_err(|error| error.to_string())?;
            if !got.is_empty() {
                std::fs::write(&path, got).map_err(|error| error.to_string())?;
            }
        } else {
            wrong.push(format!("{suffix}:\n{}", difference(&expected, &got)));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// The expected exit code and the command of a line that has one.
fn command(line: &str) -> Option<(Result<i32, String>, String)> {
    let line = line.trim_start_matches([';', '#']).trim();
    if let Some(command) = line.strip_prefix("RUN:") {
        return Some((Ok(0), command.trim().to_string()));
    }
    let (code, command) = line.strip_prefix("FAIL(")?.split_once("):")?;
    let code = code.parse().map_err(|_| format!("not an exit code: {code}"));
    Some((code, command.trim().to_string()))
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Replaces what differs from run to run: times, the folder for made files, and how often analyses were asked for,
/// which checks in debug builds do, too.
fn normalized(text: &str, scratch: &Path) -> String {
    let mut out = String::new();
    for line in text.replace(&*scratch.to_string_lossy(), "%t").lines() {
        let mut rest = line;
        while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
            let (before, from) = rest.split_at(at);
            let digits = |c: char| !(c.is_ascii_digit() || c == '.');
            let (number, after) = from.split_at(from.find(digits).unwrap_or(from.len()));
            let unit = [" ms", "ms", " s", "µs", " µs", "s"].into_iter().find(|unit| {
                let tail = after.strip_prefix(unit);
                tail.is_some_and(|tail| !tail.starts_with(|c: char| c.is_alphanumeric()))
            });
            let json = before.ends_with("time_ms\":") || before.ends_with("time_ms\": ");
            if before.ends_with("cache_hits ") || before.ends_with("\"cache_hits\":") {
                out.push_str(before);
                out.push_str("[count]");
            } else if json || unit.is_some() {
                out.push_str(before.trim_end_matches(' '));
                out.push_str(if before.ends_with(' ') { " [time]" } else { "[time]" });
            } else {
                out.push_str(before);
                out.push_str(number);
            }
            rest = after;
        }
        out.push_str(rest);
        out.push('\n');
    }
    out
}

/// Checked here and not by a file, which would change with every pass.
#[test]
fn every_pass_is_listed_with_what_it_does() {
    let output = Command::new(&Programs::get().invar).arg("passes").output().expect("it runs");
    assert!(output.status.success());
    let text = lossy(&output.stdout);
    for pass in invar::Pass::ALL {
        let listed = |line: &str| {
            let words = line.trim_start().strip_prefix(pass.name());
            words.is_some_and(|rest| rest.trim() == pass.doc())
        };
        assert!(text.lines().any(listed), "{pass}:\n{text}");
    }
}

#[test]
fn what_differs_is_replaced_and_nothing_else() {
    let path = Path::new("/tmp/x");
    assert_eq!(normalized("fold   12.3 ms  17 x", path), "fold [time] ms  17 x\n");
    assert_eq!(normalized("{\"time_ms\":0.25,\"n\":3}", path), "{\"time_ms\":[time],\"n\":3}\n");
    assert_eq!(normalized("wrote /tmp/x/a.wasm, 30 bytes", path), "wrote %t/a.wasm, 30 bytes\n");
    assert_eq!(normalized("12 modules s1", path), "12 modules s1\n");
    assert_eq!(normalized("loops 2, cache_hits 64", path), "loops 2, cache_hits [count]\n");
}
