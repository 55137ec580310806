//! The structure of the code: which crate may use which, and one name for each public type of the product.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates that exist for tests only. No published crate depends on one, but for its tests.
const TEST_CRATES: &[&str] = &["interp", "generate", "filetests"];

/// The crates of the project that the tests of a crate use besides its dependencies.
const FOR_TESTS: &[(&str, &[&str])] = &[
    ("analysis", &["ir"]),
    ("arc", &["wasm"]),
    ("graph", &["generate", "scalar", "validate", "wasm"]),
    ("interp", &["wasm"]),
    ("interprocedural", &["wasm"]),
    ("invar", &["generate"]),
    ("loops", &["generate", "validate", "wasm"]),
    ("memory", &["generate"]),
    ("scalar", &["generate", "memory"]),
    ("transform", &["generate", "interp"]),
    ("validate", &["generate"]),
    ("vector", &["generate", "validate"]),
    ("wasm", &["generate"]),
];

/// The names that several public types have, and why.
const SHARED_NAMES: &[(&str, &str)] = &[
    ("Config", "the switches of a pass, in the pass's module; the table of passes names it so"),
    ("Stats", "the counters of a pass, in the pass's module; the table of passes names it so"),
    ("Error", "why the work of a crate failed, at the crate's boundary"),
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

/// Adds the public types that the code in `dir` declares, each with its file and line. Tests are left out.
fn public_types(dir: &Path, found: &mut BTreeMap<String, Vec<String>>) {
    for path in entries(dir) {
        let name = path.file_name().expect("a name").to_string_lossy();
        if path.is_dir() && name != "tests" {
            public_types(&path, found);
        }
        if !name.ends_with(".rs") || name == "tests.rs" || name.ends_with("_tests.rs") {
            continue;
        }
        let text = read(&path);
        for (n, line) in text.lines().take_while(|line| *line != "mod tests {").enumerate() {
            let mut words = line.split_whitespace();
            let is_type = words.next() == Some("pub")
                && words
                    .next()
                    .is_some_and(|word| ["struct", "enum", "trait", "type"].contains(&word));
            let Some(declared) = words.next().filter(|_| is_type) else { continue };
            let declared = declared.split(['<', '(', ';', ':', '{']).next().unwrap_or_default();
            // A macro's parameter.
            if declared.starts_with('$') {
                continue;
            }
            let place = format!("{}:{}", path.display(), n + 1);
            found.entry(declared.to_owned()).or_default().push(place);
        }
    }
}

#[test]
fn a_public_type_has_a_name_of_its_own() {
    let mut found = BTreeMap::new();
    for path in entries(&root().join("crates")) {
        let name = path.file_name().expect("a name").to_string_lossy();
        if !TEST_CRATES.contains(&&*name) && path.join("src").exists() {
            public_types(&path.join("src"), &mut found);
        }
    }
    assert!(found.len() > 400, "only {} public types were found", found.len());
    for (name, places) in &found {
        let is_shared = SHARED_NAMES.iter().any(|(shared, _)| shared == name);
        assert!(
            is_shared || places.len() == 1,
            "public types of the name `{name}`: {places:#?}; rename one to what it is"
        );
    }
    for (name, why) in SHARED_NAMES {
        let count = found.get(*name).map_or(0, Vec::len);
        assert!(count > 1, "{count} public types have the name `{name}`, listed as {why}");
    }
}
