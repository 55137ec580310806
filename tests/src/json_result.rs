//! Writes the results of a measurement in the format that `benches/make-results` reads, which
//! `benches/json_result.py` describes.
//!
//! Binaries use it from this crate; examples of other crates include the file as a module (`#[path]`), so
//! it depends on the standard library only. Linear in the size of the table. It does not measure.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// A cell of a table, or a figure of the summary.
#[derive(Clone, Debug)]
pub enum Cell {
    /// Nothing was measured.
    Null,
    /// A name.
    Text(String),
    /// A count.
    Int(i64),
    /// A ratio or a time: its column gives the number of digits.
    Float(f64),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<f64> for Cell {
    fn from(value: f64) -> Cell {
        Cell::Float(value)
    }
}

impl From<usize> for Cell {
    fn from(value: usize) -> Cell {
        Cell::Int(value as i64)
    }
}

impl From<u64> for Cell {
    fn from(value: u64) -> Cell {
        Cell::Int(value as i64)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Null, T::into)
    }
}

impl Cell {
    fn text(&self, digits: usize) -> String {
        match self {
            Cell::Text(text) => quoted(text),
            Cell::Int(value) => value.to_string(),
            Cell::Float(value) if value.is_finite() => format!("{value:.digits$}"),
            Cell::Float(_) | Cell::Null => "null".to_owned(),
        }
    }
}

/// The results of a measurement.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Titles, and the number of digits of fractions.
    pub columns: Vec<(String, Option<usize>)>,
    /// A cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// Figures for the documentation, by name; fractions are written with six digits.
    pub summary: Vec<(String, Cell)>,
}

impl Measured {
    /// An empty table with these columns.
    pub fn new(columns: &[(&str, Option<usize>)]) -> Measured {
        let columns = columns.iter().map(|&(title, digits)| (title.to_owned(), digits));
        Measured { columns: columns.collect(), ..Measured::default() }
    }

    /// Adds a row, which must have a cell for each column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let row: Vec<Cell> = cells.into_iter().collect();
        assert_eq!(row.len(), self.columns.len(), "a cell for each column");
        self.rows.push(row);
    }

    /// Adds a figure to the summary.
    pub fn quote(&mut self, name: &str, value: impl Into<Cell>) {
        self.summary.push((name.to_owned(), value.into()));
    }

    /// Writes the table to a file. `program` is the cargo command without the program's own arguments,
    /// which are added. The error names the file.
    pub fn write(&self, file: impl AsRef<Path>, program: &str) -> Result<(), String> {
        let file = file.as_ref();
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        std::fs::write(file, self.text(&name, &command_line(program)))
            .map_err(|error| format!("{}: {error}", file.display()))
    }

    fn text(&self, name: &str, command: &str) -> String {
        let columns = self.columns.iter().map(|(title, digits)| match digits {
            Some(digits) => format!("{{\"title\": {}, \"digits\": {digits}}}", quoted(title)),
            None => format!("{{\"title\": {}}}", quoted(title)),
        });
        let rows = self.rows.iter().map(|row| {
            let cells = row.iter().zip(&self.columns);
            let cells: Vec<_> =
                cells.map(|(cell, column)| cell.text(column.1.unwrap_or(6))).collect();
            format!("[{}]", cells.join(", "))
        });
        let summary =
            self.summary.iter().map(|(name, cell)| format!("{}: {}", quoted(name), cell.text(6)));
        let named = std::env::var("INVAR_COMMIT").ok().filter(|named| !named.is_empty());
        let commit =
            named.or_else(|| said("git", &["describe", "--always", "--dirty", "--exclude=*"]));
        let date = said("date", &["-u", "+%F"]);
        let mut text = String::from("{\n");
        for (key, value) in [
            ("name", name),
            ("command", command),
            ("commit", commit.as_deref().unwrap_or("unknown")),
            ("date", date.as_deref().unwrap_or("unknown")),
        ] {
            _ = writeln!(text, "  \"{key}\": {},", quoted(value));
        }
        _ = writeln!(text, "  \"settings\": {{}},");
        _ = writeln!(text, "  \"columns\": {},", lines('[', columns.collect(), ']'));
        _ = writeln!(text, "  \"rows\": {},", lines('[', rows.collect(), ']'));
        _ = writeln!(text, "  \"summary\": {}", lines('{', summary.collect(), '}'));
        text.push_str("}\n");
        text
    }
}

fn lines(opening: char, parts: Vec<String>, closing: char) -> String {
    if parts.is_empty() {
        format!("{opening}{closing}")
    } else {
        format!("{opening}\n    {}\n  {closing}", parts.join(",\n    "))
    }
}

/// The command, without `--json FILE`.
fn command_line(program: &str) -> String {
    let mut words = vec![program.to_owned()];
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        if word == "--json" {
            arguments.next();
        } else {
            if words.len() == 1 {
                words.push("--".to_owned());
            }
            words.push(word);
        }
    }
    words.join(" ")
}

fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c < ' ' => _ = write!(quoted, "\\u{:04x}", c as u32),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_table_is_written_with_a_line_for_each_row() {
        // Not at the top of the module: a bench without a test harness includes this file, and drops tests.
        use super::{Cell, Measured};

        let mut measured =
            Measured::new(&[("shape", None), ("ms", Some(2)), ("exponent", Some(2))]);
        measured.row(["a \"b\"\n".into(), 1.005.into(), Cell::Null]);
        measured.row(["c".into(), f64::NAN.into(), Some(1.0).into()]);
        measured.quote("rows", 2usize);
        let text = measured.text("scale", "cargo run");
        let body = text.split("\"settings\": {},\n").nth(1).expect("settings are written");
        assert_eq!(
            body,
            "  \"columns\": [\n    {\"title\": \"shape\"},\n    {\"title\": \"ms\", \"digits\": 2},\n    \
             {\"title\": \"exponent\", \"digits\": 2}\n  ],\n  \"rows\": [\n    \
             [\"a \\\"b\\\"\\n\", 1.00, null],\n    [\"c\", null, 1.00]\n  ],\n  \"summary\": {\n    \
             \"rows\": 2\n  }\n}\n"
        );
        assert!(text.starts_with("{\n  \"name\": \"scale\",\n  \"command\": \"cargo run\",\n"));
    }
}
