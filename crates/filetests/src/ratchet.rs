//! Figures that may not get worse: the format of `benches/ratchet/figures`, and its comparison.
//!
//! `benches/ratchet/figures.py` describes the format. Each system has a section there; a test measures rows of one and
//! compares them here, without Python and without what other sections need. Only `benches/ratchet/run` writes the file.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A section of the file.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// By how much of itself a figure may be worse.
    pub allowed: f64,
    /// The words that name a row.
    pub keys: String,
    /// The titles of the figures. The last character `=` means that a figure may not change, `+` that it may not get
    /// less; all others may not get greater.
    pub columns: Vec<String>,
    /// Figures by row.
    pub rows: BTreeMap<String, Vec<u64>>,
}

impl Section {
    /// A section without rows that allows half a percent.
    pub fn new(keys: &str, columns: &[&str]) -> Section {
        let columns = columns.iter().map(|&title| title.to_owned()).collect();
        Section { allowed: 0.005, keys: keys.to_owned(), columns, rows: BTreeMap::new() }
    }

    /// The section of this name in the text of a file. An error names a line that is malformed, or the section if it
    /// is not there.
    pub fn parse(text: &str, name: &str) -> Result<Section, String> {
        let start = format!("[{name}] ");
        let mut lines = text.lines().skip_while(|line| !line.starts_with(&start));
        let head = lines.next().ok_or_else(|| format!("there is no section [{name}]"))?;
        let allowed =
            head[start.len()..].strip_suffix('%').and_then(|text| text.parse::<f64>().ok());
        let allowed = allowed.ok_or_else(|| format!("no percentage: {head}"))? / 100.0;
        let columns =
            lines.next().and_then(|line| line.strip_prefix("columns: ")?.split_once(" | "));
        let (keys, columns) = columns.ok_or_else(|| format!("[{name}] has no columns"))?;
        let columns: Vec<&str> = columns.split_whitespace().collect();
        let mut section = Section { allowed, ..Section::new(keys, &columns) };
        for line in lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.is_empty())
        {
            let malformed = || format!("no row of [{name}]: {line}");
            let row = line.split(" # ").next().unwrap_or(line);
            let (key, figures) = row.split_once('|').ok_or_else(malformed)?;
            let figures: Result<Vec<u64>, _> = figures.split_whitespace().map(str::parse).collect();
            let figures = figures.map_err(|_| malformed())?;
            if figures.len() != columns.len() {
                return Err(malformed());
            }
            section.rows.insert(key.trim().to_owned(), figures);
        }
        Ok(section)
    }

    /// The section as text.
    pub fn print(&self, name: &str) -> String {
        let mut text = format!("[{name}] {}%\n", self.allowed * 100.0);
        let _ = writeln!(text, "columns: {} | {}", self.keys, self.columns.join(" "));
        for (key, figures) in &self.rows {
            let figures: Vec<String> = figures.iter().map(u64::to_string).collect();
            let _ = writeln!(text, "{key} | {}", figures.join(" "));
        }
        text
    }

    /// What is worse in a new measurement of this section: a line for each figure, and for rows that are new or gone.
    pub fn worse(&self, now: &Section) -> Vec<String> {
        if (&self.keys, &self.columns) != (&now.keys, &now.columns) {
            return vec![format!(
                "the columns are {:?}, and {:?} were measured",
                self.columns, now.columns
            )];
        }
        let mut lines = Vec::new();
        for (key, figures) in &now.rows {
            let Some(held) = self.rows.get(key) else {
                lines.push(format!("{key}: a new row"));
                continue;
            };
            for ((title, &held), &figure) in self.columns.iter().zip(held).zip(figures) {
                let allowed = (held as f64 * self.allowed + 1e-6) as u64;
                let is_worse = match title.chars().last() {
                    Some('=') => held != figure,
                    Some('+') => figure + allowed < held,
                    _ => figure > held + allowed,
                };
                if is_worse {
                    lines.push(format!("{key}, {title}: {held} became {figure}"));
                }
            }
        }
        let gone = self.rows.keys().filter(|&key| !now.rows.contains_key(key));
        lines.extend(gone.map(|key| format!("{key}: not measured any more")));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# About.\n\n[other] 2%\ncolumns: a | b\nx | 1\n\n[some] 0.5%\n\
                        columns: module what | input= O1 kept+\nm operators | 7 1000 1000\nn bytes | 7 9 9   # for speed\n";

    #[test]
    fn what_is_printed_is_parsed() {
        let section = Section::parse(TEXT, "some").expect("a section");
        assert_eq!(
            (section.columns.len(), section.rows["n bytes"].as_slice()),
            (3, &[7, 9, 9][..])
        );
        assert_eq!(Section::parse(&section.print("some"), "some"), Ok(section));
        assert!(Section::parse(TEXT, "none").is_err());
    }

    #[test]
    fn each_column_has_its_direction() {
        let held = Section::parse(TEXT, "some").expect("a section");
        let with = |figures: [u64; 3]| {
            let mut now = held.clone();
            now.rows.insert("m operators".to_owned(), figures.to_vec());
            held.worse(&now)
        };
        assert_eq!(with([7, 1005, 995]), [""; 0], "half a percent is allowed");
        assert_eq!(with([7, 900, 1100]), [""; 0], "better is not worse");
        assert_eq!(with([7, 1006, 1000]), ["m operators, O1: 1000 became 1006"]);
        assert_eq!(with([7, 1000, 994]), ["m operators, kept+: 1000 became 994"]);
        assert_eq!(with([8, 1000, 1000]), ["m operators, input=: 7 became 8"]);
        let mut now = held.clone();
        now.rows.remove("n bytes");
        now.rows.insert("o bytes".to_owned(), vec![1, 1, 1]);
        assert_eq!(held.worse(&now), ["o bytes: a new row", "n bytes: not measured any more"]);
    }
}
