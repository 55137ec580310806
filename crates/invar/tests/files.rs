//! Tracks what the command does with files and streams: where outputs go, and that nothing is lost or half written.
//! Nothing here depends on the rights of the user who runs it, who may have all.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A module with an exported function whose name has control characters in it.
const WAT: &str = "(module (func (export \"\\1b[2Jf\\0a\") (param i32) (result i32)
    (i32.add (local.get 0) (i32.const 0))))";

/// An empty folder with the module in it, as `in.wat`.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("in.wat"), WAT).expect("the module");
    folder
}

fn invar(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_invar"));
    command.args(arguments.split_whitespace()).current_dir(folder).env("NO_COLOR", "1");
    command.stdin(Stdio::null());
    command
}

fn run(folder: &Path, arguments: &str) -> Output {
    invar(folder, arguments).output().expect("it runs")
}

/// What a run says that must end with this code.
fn said(folder: &Path, arguments: &str, code: i32) -> String {
    let output = run(folder, arguments);
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(code), "{arguments}: {said}");
    said
}

fn is_module(path: &Path) -> bool {
    fs::read(path).is_ok_and(|bytes| bytes.starts_with(b"\0asm"))
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_replaced_and_nothing_is_left_beside_it() {
    let folder = folder("replaced");
    fs::write(folder.join("out.wasm"), "old").expect("a file");
    said(&folder, "opt in.wat -o out.wasm", 0);
    assert!(is_module(&folder.join("out.wasm")));
    // In place.
    said(&folder, "opt out.wasm -O3 -o out.wasm", 0);
    assert!(is_module(&folder.join("out.wasm")));
    assert_eq!(names(&folder), ["in.wat", "out.wasm"]);
}

#[test]
fn the_name_of_the_output_says_its_format() {
    let folder = folder("formats");
    for (arguments, begin) in [
        ("-o out.wat", "(module"),
        ("-o out.inv", "module {"),
        ("-o out.wat --emit wasm", "\0asm"),
        ("-o out.wasm --emit wat", "(module"),
        ("-o out.text", "\0asm"),
    ] {
        said(&folder, &format!("opt in.wat -O1 {arguments}"), 0);
        let name = arguments.split_whitespace().nth(1).expect("a name");
        let content = fs::read(folder.join(name)).expect("the output");
        assert!(content.starts_with(begin.as_bytes()), "{arguments}: no {begin:?}");
    }
}

#[test]
fn the_longest_name_is_written() {
    let folder = folder("long");
    let name = format!("{}.wasm", "n".repeat(250));
    said(&folder, &format!("opt in.wat -o {name}"), 0);
    assert!(is_module(&folder.join(&name)));
    let longer = format!("opt in.wat -o x{name}");
    assert!(said(&folder, &longer, 1).contains("cannot write"));
}

#[test]
fn a_folder_and_a_read_only_file_are_not_replaced() {
    let folder = folder("refused");
    fs::create_dir(folder.join("out")).expect("a folder");
    assert!(said(&folder, "opt in.wat -o out", 1).contains("cannot write out"));
    assert!(said(&folder, "opt in.wat -o none/out.wasm", 1).contains("cannot write none/out.wasm"));
    let file = folder.join("old.wasm");
    fs::write(&file, "old").expect("a file");
    let mut permissions = fs::metadata(&file).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).expect("its owner may");
    assert!(said(&folder, "opt in.wat -o old.wasm", 1).contains("read-only"));
    assert_eq!(fs::read(&file).expect("a file"), b"old");
    assert_eq!(names(&folder), ["in.wat", "old.wasm", "out"]);
}

#[test]
fn two_outputs_are_two_files() {
    let folder = folder("distinct");
    for arguments in [
        "opt in.wat -o x --stats-file x",
        "opt in.wat -o x --report ./x",
        "opt in.wat -o x --function-map ./x",
        "opt in.wat --report x --stats-file x",
        "opt in.wat -o x --stats-file in.wat",
        "opt in.wat -o - --stats-file -",
        "report in.wat -o in.wat",
        "print in.wat -o in.wat",
    ] {
        assert!(said(&folder, arguments, 2).contains("are one file"), "{arguments}");
    }
    assert_eq!(names(&folder), ["in.wat"]);
    assert_eq!(fs::read_to_string(folder.join("in.wat")).expect("a file"), WAT);
}

#[test]
fn control_characters_of_names_are_escaped() {
    let folder = folder("names");
    for arguments in [
        "opt in.wat -O1 --stats-by-function -o x",
        "opt in.wat -O1 --remarks --stats -o x",
        "opt in.wat --print-after fold -o x",
        "stats in.wat",
        "top in.wat",
        "diff in.wat in.wat",
    ] {
        let output = run(&folder, arguments);
        for bytes in [&output.stdout, &output.stderr] {
            let controls = bytes.iter().filter(|byte| byte.is_ascii_control() && **byte != b'\n');
            assert_eq!(controls.count(), 0, "{arguments}: {}", String::from_utf8_lossy(bytes));
        }
    }
    let counters = said(&folder, "opt in.wat -O1 --stats-by-function -o x", 0);
    assert!(counters.contains("\\u001b[2Jf\\u000a: "), "{counters}");
}

#[test]
fn a_long_line_is_cut_in_messages() {
    let folder = folder("line");
    let text = format!("(module {} (funk) {})", "(func)".repeat(50), "(func)".repeat(5000));
    fs::write(folder.join("long.wat"), text).expect("a file");
    let said = said(&folder, "opt long.wat -o x", 1);
    assert!(said.len() < 1000 && said.contains("funk"), "{said}");
    let lines: Vec<&str> = said.lines().collect();
    let mark = lines.iter().position(|line| line.ends_with('^')).expect("a mark");
    let at = lines[mark].len() - 1;
    assert_eq!(&lines[mark - 1][at..at + 4], "funk");
    fs::write(folder.join("long.inv"), format!("module {{ {} }}", "x".repeat(5000)))
        .expect("a file");
    assert!(self::said(&folder, "opt long.inv -o x", 1).len() < 1000);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn links_are_followed() {
        let folder = folder("links");
        fs::create_dir(folder.join("inner")).expect("a folder");
        fs::write(folder.join("inner/target.wasm"), "old").expect("a file");
        symlink("inner/target.wasm", folder.join("link.wasm")).expect("a link");
        symlink("inner/new.wasm", folder.join("dangling.wasm")).expect("a link");
        symlink("loop.wasm", folder.join("loop.wasm")).expect("a link");
        for (name, target) in
            [("link.wasm", "inner/target.wasm"), ("dangling.wasm", "inner/new.wasm")]
        {
            said(&folder, &format!("opt in.wat -o {name}"), 0);
            assert!(folder.join(name).is_symlink() && is_module(&folder.join(target)), "{name}");
        }
        said(&folder, "opt in.wat -o loop.wasm", 1);
        assert!(folder.join("loop.wasm").is_symlink());
        let same = said(&folder, "opt in.wat -o link.wasm --stats-file inner/target.wasm", 2);
        assert!(same.contains("are one file"));
    }

    #[test]
    fn permissions_stay() {
        let folder = folder("permissions");
        let file = folder.join("out.wasm");
        fs::write(&file, "old").expect("a file");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("its owner may");
        said(&folder, "opt in.wat -o out.wasm", 0);
        assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn a_path_that_is_no_text_is_a_clear_error() {
        let folder = folder("bytes");
        let mut command = invar(&folder, "opt in.wat -o");
        let output =
            command.arg(std::ffi::OsStr::from_bytes(b"\xff.wasm")).output().expect("it runs");
        let said = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.code() == Some(2) && said.contains("is not UTF-8"), "{said}");
    }

    /// A stream that breaks as soon as something is written to it.
    fn broken() -> Stdio {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        writer.into()
    }

    #[test]
    fn a_standard_error_that_fails_loses_no_output() {
        let folder = folder("stderr");
        let mut streams: Vec<Stdio> = vec![broken()];
        if let Ok(full) = File::options().write(true).open("/dev/full") {
            streams.push(full.into());
        }
        for stream in streams {
            let _ = fs::remove_file(folder.join("x.wasm"));
            let mut command = invar(&folder, "opt in.wat -O3 --stats --remarks -v -o x.wasm");
            let status = command.stderr(stream).status().expect("it runs");
            assert_eq!(status.code(), Some(0));
            assert!(is_module(&folder.join("x.wasm")));
        }
        // Where there is something wrong, the exit code still tells.
        let mut command = invar(&folder, "opt none.wasm -o x.wasm");
        assert_eq!(command.stderr(broken()).status().expect("it runs").code(), Some(1));
    }

    #[test]
    fn a_standard_output_that_fails_is_an_error() {
        let folder = folder("stdout");
        said(&folder, "opt in.wat -o x.wasm", 0);
        for arguments in
            ["opt in.wat -o -", "opt in.wat --emit wat", "stats in.wat", "check in.wat", "--help"]
        {
            let output = invar(&folder, arguments).stdout(broken()).output().expect("it runs");
            assert_eq!(output.status.code(), Some(1), "{arguments}");
            assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
            if let Ok(full) = File::options().write(true).open("/dev/full") {
                let output = invar(&folder, arguments).stdout(full).output().expect("it runs");
                let said = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(1), "{arguments}: {said}");
                assert!(said.contains("standard output"), "{arguments}: {said}");
            }
        }
    }
}
