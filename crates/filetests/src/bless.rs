//! Expected outputs that are kept in files, and how they are renewed.
//!
//! With `INVAR_BLESS=1` a test writes what it got in place of what was expected; without, a
//! difference is a failure that shows both, line by line.

use std::fmt::Write as _;
use std::path::Path;

/// Whether expected outputs are to be renewed.
pub fn blessing() -> bool {
    std::env::var_os("INVAR_BLESS").is_some_and(|value| value != "0")
}

/// Whether only the files whose path holds the text of `INVAR_FILTER` are to be run.
pub fn filtered_out(path: &Path) -> bool {
    std::env::var("INVAR_FILTER").is_ok_and(|text| !path.to_string_lossy().contains(&text))
}

/// The files below a folder, sorted, with their paths relative to it.
pub fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        let entries = std::fs::read_dir(&next);
        for entry in entries.unwrap_or_else(|error| panic!("{}: {error}", next.display())) {
            let path = entry.expect("a folder's entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(folder).expect("below").to_path_buf());
            }
        }
    }
    found.sort();
    found
}

/// The folder of filetests, and the files in it, with their paths relative to it.
pub fn filetests() -> (std::path::PathBuf, Vec<std::path::PathBuf>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/filetests");
    let files = files(&folder);
    assert!(!files.is_empty(), "there are tests");
    (folder, files)
}

/// The lines of both, `-` before what is only expected, `+` before what is only there, and a few
/// equal lines around (a shortest edit script, for files of hundreds of lines).
pub fn difference(expected: &str, actual: &str) -> String {
    let a: Vec<&str> = expected.lines().collect();
    let b: Vec<&str> = actual.lines().collect();
    let start = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[start..], &b[start..]);
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
    let mut text = String::new();
    if start > 0 {
        let _ = writeln!(text, "  ... {start} equal lines");
    }
    // Longest common subsequence; where that is too large, everything is replaced.
    let size = if a.len() * b.len() < 4_000_000 { b.len() + 1 } else { 0 };
    let mut longest = vec![0u32; (a.len() + 1) * size];
    if size > 0 {
        for i in (0..a.len()).rev() {
            for j in (0..b.len()).rev() {
                longest[i * size + j] = if a[i] == b[j] {
                    longest[(i + 1) * size + j + 1] + 1
                } else {
                    longest[(i + 1) * size + j].max(longest[i * size + j + 1])
                };
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && size > 0 && a[i] == b[j] {
            let _ = writeln!(text, "  {}", a[i]);
            (i, j) = (i + 1, j + 1);
        } else if i < a.len()
            && (j == b.len()
                || size == 0
                || longest[(i + 1) * size + j] >= longest[i * size + j + 1])
        {
            let _ = writeln!(text, "- {}", a[i]);
            i += 1;
        } else {
            let _ = writeln!(text, "+ {}", b[j]);
            j += 1;
        }
    }
    if end > 0 {
        let _ = writeln!(text, "  ... {end} equal lines");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_shows_both_sides() {
        let text = difference("a\nb\nc\nd\n", "a\nx\nc\nd\n");
        assert_eq!(text, "  ... 1 equal lines\n- b\n+ x\n  ... 2 equal lines\n");
        assert_eq!(difference("", "a"), "+ a\n");
        assert_eq!(difference("a\nb\nc", "b\nc\nd"), "- a\n  b\n  c\n+ d\n");
    }
}
