//! The documents name files that exist.

use std::fs;
use std::path::{Path, PathBuf};

const DOCUMENTS: &[&str] = &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

/// The files and directories below `dir`, without what is built or hidden.
fn collect(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("a directory that can be read") {
        let path = entry.expect("an entry that can be read").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name == "target" || name == "node_modules" || name.starts_with('.') {
            continue;
        }
        found.push(path.clone());
        if path.is_dir() {
            collect(&path, found);
        }
    }
}

/// What stands between backticks in a text and looks like a path of a source file or a directory.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2).filter(|word| {
        let is_path = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
        (word.ends_with(".rs") || word.ends_with('/') || word.ends_with(".md"))
            && word.chars().all(is_path)
    })
}

#[test]
fn files_that_documents_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    collect(&root, &mut files);
    let mut named = 0;
    for document in DOCUMENTS {
        let text = fs::read_to_string(root.join(document)).expect("a document");
        for path in paths(&text) {
            named += 1;
            assert!(
                files.iter().any(|file| file.ends_with(path)),
                "{document} names {path}, which is no file of the repository"
            );
        }
    }
    assert!(named > 80, "only {named} paths were found: are they still in backticks?");
}
