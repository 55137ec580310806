//! The list of what wasmtime does not pass without us: `tests/spec-skips.txt`.
//!
//! A line is `FILE:LINE,LINE reason` or `FILE reason`, where FILE is `folder/name.wast` or
//! `folder/*`; `#` starts a comment. An entry that skips nothing is stale and fails the test: the list never
//! says more than what is true.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The list.
#[derive(Debug)]
pub struct Skips {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    file: String,
    line: Option<usize>,
    used: AtomicUsize,
}

impl Skips {
    /// Reads a list. An entry without a reason is an error.
    pub fn parse(text: &str) -> Result<Skips, String> {
        let mut entries = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let Some((place, _reason)) = line.split_once(' ') else {
                return Err(format!("line {}: no reason: {line}", number + 1));
            };
            let mut add = |file: &str, line| {
                entries.push(Entry { file: file.to_string(), line, used: AtomicUsize::new(0) });
            };
            match place.split_once(':') {
                Some((file, lines)) => {
                    for at in lines.split(',') {
                        let at = at.parse().map_err(|_| format!("line {}: {at}", number + 1))?;
                        add(file, Some(at));
                    }
                }
                None => add(place, None),
            }
        }
        Ok(Skips { entries })
    }

    /// Whether a step that fails without us is on the list.
    pub fn covers(&self, file: &str, line: usize) -> bool {
        let folder = file.split_once('/').map_or("", |(folder, _)| folder);
        let mut found = false;
        for entry in &self.entries {
            let named = entry.file == file
                || entry.file.strip_suffix("/*").is_some_and(|prefix| prefix == folder);
            if named && entry.line.is_none_or(|at| at == line) {
                entry.used.fetch_add(1, Ordering::Relaxed);
                found = true;
            }
        }
        found
    }

    /// The entries that nothing needed.
    pub fn stale(&self) -> Vec<String> {
        let unused = self.entries.iter().filter(|entry| entry.used.load(Ordering::Relaxed) == 0);
        let name = |entry: &Entry| match entry.line {
            Some(line) => format!("{}:{line}", entry.file),
            None => entry.file.clone(),
        };
        unused.map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_covers_its_line_its_file_or_its_folder() {
        let text = "a/b.wast:3,5 why\na/c.wast why\nd/* why # more\n\n# e/* why";
        let skips = Skips::parse(text).unwrap();
        assert!(skips.covers("a/b.wast", 3));
        assert!(!skips.covers("a/b.wast", 4));
        assert!(skips.covers("a/c.wast", 9));
        assert!(!skips.covers("e/f.wast", 1));
        assert_eq!(skips.stale(), ["a/b.wast:5", "d/*"]);
    }

    #[test]
    fn an_entry_needs_a_reason() {
        assert!(Skips::parse("a/b.wast:3").is_err());
    }
}
