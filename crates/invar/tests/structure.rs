//! The structure of the code: which crate may use which.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates that exist for tests only. No published crate depends on one, but for its tests.
const TEST_CRATES: &[&str] = &["interp", "generate", "filetests"];

/// The crates of the project that the tests of a crate use besides its dependencies.
const FOR_TESTS: &[(&str, &[&str])] = &[
    ("arc", &["wasm"]),
    ("graph", &["generate", "scalar", "wasm"]),
    ("interp", &["wasm"]),
    ("interprocedural", &["wasm"]),
    ("invar", &["generate"]),
    ("loops", &["generate", "wasm"]),
    ("memory", &["generate"]),
    ("scalar", &["generate", "memory"]),
    ("vector", &["generate"]),
    ("wasm", &["generate"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The crates of the project that a manifest names in sections of this kind: `dependencies`, `dev-dependencies`.
fn named_in(manifest: &str, kind: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut is_in = false;
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            is_in = section == kind || section.ends_with(&format!(".{kind}"));
            continue;
        }
        let name = line.split([' ', '.', '=']).next().unwrap_or_default();
        let name = if name == "invar" { Some(name) } else { name.strip_prefix("invar-") };
        found.extend(name.filter(|_| is_in).map(str::to_owned));
    }
    found
}

/// The packages of the project in the code map of ARCHITECTURE.md, each with what it may depend on.
fn code_map() -> BTreeMap<String, BTreeSet<String>> {
    let text = read(&root().join("ARCHITECTURE.md"));
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split(" | ").collect();
        let [name, _, depends] = cells.as_slice() else { return None };
        let folder = name.strip_prefix("| `")?.strip_suffix('`')?;
        let is_package = root().join(folder).join("Cargo.toml").exists();
        let depends = depends.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        is_package.then(|| (folder.to_owned(), depends))
    });
    rows.collect()
}

/// The directories in `dir`, and its files of Rust code.
fn entries(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).expect("a directory that can be read");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort_unstable();
    paths
}

#[test]
fn crates_depend_on_what_the_code_map_allows() {
    let map = code_map();
    for (folder, allowed) in &map {
        let manifest = read(&root().join(folder).join("Cargo.toml"));
        assert_eq!(&named_in(&manifest, "dependencies"), allowed, "{folder} depends on");
        let name = folder.trim_start_matches("crates/");
        let for_tests = FOR_TESTS.iter().find(|(of, _)| *of == name).map_or(&[][..], |row| row.1);
        let for_tests = for_tests.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
        assert_eq!(named_in(&manifest, "dev-dependencies"), for_tests, "the tests of {folder} use");
        let is_published = !manifest.contains("publish = false");
        let of_tests = allowed.iter().find(|name| TEST_CRATES.contains(&name.as_str()));
        assert!(!is_published || of_tests.is_none(), "{folder} depends on {of_tests:?}");
    }
    for path in entries(&root().join("crates")) {
        let name = path.file_name().expect("a name").to_string_lossy();
        let is_listed = map.contains_key(&format!("crates/{name}"));
        assert_eq!(path.join("Cargo.toml").exists(), is_listed, "crates/{name} in the code map");
    }
}
