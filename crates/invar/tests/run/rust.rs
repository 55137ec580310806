//! A program in Rust, with the annotations of the crate `invar-annotate`, that forgets what was made for it.
//! Left out where rustc has no wasm32-wasip1 (`scripts/setup-peers rust-wasm`).

use crate::common::{Started, instance, program_of};
use invar::unstable::runtime::online::Settings;
use invar::unstable::runtime::wasmtime::Val;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The tests' own folder, below the build's.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("run_rust");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn rustc(arguments: &[&str]) {
    let mut command = Command::new("rustc");
    command.args(["--edition", "2024", "--target", "wasm32-wasip1", "-C", "opt-level=2"]);
    let done = command.args(["-C", "panic=abort"]).args(arguments).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// The module, if it can be made.
fn compiled() -> Option<Vec<u8>> {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?.stdout;
    let sysroot = PathBuf::from(String::from_utf8(sysroot).ok()?.trim());
    if !sysroot.join("lib/rustlib/wasm32-wasip1/lib").is_dir() {
        return None;
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = |path: PathBuf| path.to_str().unwrap().to_owned();
    let annotate = path(folder().join("libinvar_annotate.rlib"));
    let source = path(here.join("../annotate/src/lib.rs"));
    rustc(&["--crate-type", "rlib", "--crate-name", "invar_annotate", &source, "-o", &annotate]);
    let wasm = path(folder().join("forget.wasm"));
    let source = path(here.join("tests/programs/forget.rs"));
    let annotate = format!("invar_annotate={annotate}");
    rustc(&["--crate-type", "cdylib", "--extern", &annotate, &source, "-o", &wasm]);
    Some(std::fs::read(wasm).unwrap())
}

#[test]
fn what_was_forgotten_is_made_anew() {
    let Some(wasm) = compiled() else {
        eprintln!("left out: rustc has no wasm32-wasip1");
        return;
    };
    let engine = invar::unstable::runtime::engine().unwrap();
    let told = crate::common::Told::default();
    let mut it = instance(&program_of(&engine, &wasm, Settings::default(), &told), told);
    let do_it = |it: &mut Started, name: &str| assert!(it.values(name, &[]).unwrap().is_empty());
    let counts = |it: &Started| (it.counts().0, it.counts().1, it.counts().2);
    do_it(&mut it, "request");
    assert_eq!((it.call("call", &[21]), counts(&it)), (42, (1, 0, 1)), "{:?}", it.said());
    it.values("change", &[Val::I32(3)]).unwrap();
    do_it(&mut it, "request");
    assert_eq!((it.call("call", &[21]), counts(&it)), (42, (1, 1, 1)), "what was promised counts");
    do_it(&mut it, "forget_it");
    assert_eq!(it.call("call", &[21]), 42, "what was handed out stays");
    do_it(&mut it, "request");
    assert_eq!((it.call("call", &[21]), counts(&it)), (63, (2, 1, 2)));
}
