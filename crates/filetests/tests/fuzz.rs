//! Tracks that the inputs that are kept for the fuzz targets (`fuzz/seeds`) pass what the targets check, without
//! cargo-fuzz; and chooses these inputs, if it is asked to (`scripts/fuzz-seeds`).

mod seeds;

use invar_filetests::Interpreter;
use invar_filetests::fuzz::{bytes, differential, passes};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

/// The fuzz targets.
const TARGETS: [&str; 3] = ["bytes", "differential", "passes"];
/// The most bytes that all kept inputs may have.
const MOST: u64 = 200_000;

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// The kept inputs of a target, with their names.
fn kept(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = fuzz().join("seeds").join(target);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut inputs: Vec<_> = files
        .map(|file| {
            let path = file.expect("a folder").path();
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            (name, std::fs::read(&path).expect("a file"))
        })
        .collect();
    inputs.sort();
    inputs
}

/// Runs a check on all kept inputs of a target. Gives how many there are, and the results of those on which something
/// was checked.
fn check<T>(
    target: &str,
    check: impl Fn(&[u8]) -> Result<T, String> + std::panic::RefUnwindSafe,
) -> Vec<T> {
    let mut results = Vec::new();
    let mut defects = Vec::new();
    for (name, input) in kept(target) {
        match catch_unwind(|| check(&input)) {
            Ok(Ok(result)) => results.push(result),
            Ok(Err(defect)) => defects.push(format!("{target}/{name}: {defect}")),
            Err(_) => defects.push(format!("{target}/{name}: a panic, see above")),
        }
    }
    assert!(defects.is_empty(), "{} defects:\n{}", defects.len(), defects.join("\n"));
    results
}

#[test]
fn bytes_of_the_seeds_are_refused_or_optimized() {
    let results = check("bytes", bytes);
    let refused = results.iter().flatten().count();
    assert!(refused >= 10 && results.len() - refused >= 30, "{refused} of {}", results.len());
}

#[test]
fn modules_of_the_seeds_behave_as_before() {
    let results = check("differential", |input| differential(&Interpreter, input));
    let ran = results.iter().filter(|tally| tally.ran > 0).count();
    assert!(ran * 10 >= results.len() * 9, "{ran} of {} ran", results.len());
    let reasons = results.iter().flat_map(|tally| &tally.reasons).count();
    assert_eq!(reasons, 0, "the interpreter executes all of them");
}

#[test]
fn functions_of_the_seeds_do_the_same_after_passes() {
    let results = check("passes", passes);
    let compared = results.iter().filter(|passed| passed.compared > 0).count();
    assert!(compared * 10 >= results.len() * 7, "{compared} of {} ended", results.len());
}

/// Any decisions are a case, so that a fuzzer wastes no input.
#[test]
fn every_input_is_a_function() {
    let random = |seed, length| invar_generate::Random::new(seed).bytes(length);
    passes(&[]).unwrap();
    for (seed, length) in [(1, 1), (2, 20), (3, 90), (4, 400), (5, 2000)] {
        for seed in (0..100).map(|n| 1000 * seed + n) {
            let passed = catch_unwind(|| passes(&random(seed, length)));
            let passed = passed.unwrap_or_else(|_| panic!("seed {seed}, {length} bytes"));
            passed.unwrap_or_else(|defect| panic!("seed {seed}, {length} bytes: {defect}"));
        }
    }
}

#[test]
fn every_target_has_seeds_and_all_are_small() {
    let manifest = std::fs::read_to_string(fuzz().join("Cargo.toml")).expect("a manifest");
    let (_, programs) = manifest.split_once("[[bin]]").expect("targets");
    let names = programs.lines().filter_map(|line| line.strip_prefix("name = "));
    let mut names: Vec<&str> = names.map(|name| name.trim_matches('"')).collect();
    names.sort_unstable();
    assert_eq!(names, TARGETS);
    let folders = std::fs::read_dir(fuzz().join("seeds")).expect("a folder");
    assert_eq!(folders.count(), TARGETS.len());
    let inputs = TARGETS.iter().flat_map(|target| kept(target));
    let bytes: u64 = inputs.map(|(_, input)| input.len() as u64).sum();
    assert!(bytes <= MOST, "{bytes} bytes of seeds");
}

/// `scripts/fuzz-seeds` runs it.
#[test]
#[ignore = "writes fuzz/seeds"]
fn choose_seeds() {
    seeds::choose(&fuzz().join("seeds"));
}
