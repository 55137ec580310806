//! What is printed for people: messages on standard error, which never fail, and text on standard output.
//!
//! Names come from the input. A control character in one would be an instruction to the terminal, so all but
//! the ends of lines are written as escapes: `\u001b`, which is right in the strings of JSON, too. Modules,
//! and what goes to files, are written as they are ([`files`](super::files)).

use super::files;
use anyhow::Result;
use std::io::Write;

/// Prints a message of one line on standard error. A standard error that is closed, full or broken loses it,
/// and nothing else.
pub fn say(message: impl std::fmt::Display) {
    complain(&(printable(&message.to_string()) + "\n"));
}

/// Prints a text of several lines on standard error, as [`say`] does.
pub fn say_text(text: &str) {
    complain(&printable_text(text));
}

fn complain(text: &str) {
    // There is nobody left to tell.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Prints a text of several lines on standard output.
pub fn print(text: &str) -> Result<()> {
    files::write("-", printable_text(text).as_bytes())
}

/// A name or another text of one line, with its control characters as escapes.
pub fn printable(text: &str) -> String {
    escaped(text, |_| false)
}

fn printable_text(text: &str) -> String {
    escaped(text, |c| matches!(c, '\n' | '\t'))
}

fn escaped(text: &str, stays: fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_control(c) && !stays(c) {
            out.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a character controls the terminal, or the direction in which the text around it is shown.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The most characters of a line of a message about the text of an input.
const MOST: usize = 120;

/// A message about the text of an input, in which long lines are cut: to what is around the place that the line below
/// marks with `^`, or else at their end. Linear in the message.
pub fn with_short_lines(message: &str) -> String {
    let lines: Vec<&str> = message.lines().collect();
    let mut out = Vec::with_capacity(lines.len());
    let mut lines = lines.into_iter().peekable();
    while let Some(line) = lines.next() {
        let marker = lines.next_if(|next| line.chars().count() > MOST && marks(next));
        match marker {
            Some(marker) => out.extend(around(line, marker.trim_end().chars().count() - 1)),
            None => out.push(part(line, 0)),
        }
    }
    out.join("\n")
}

/// Whether a line has nothing but the margin and a mark.
fn marks(line: &str) -> bool {
    let rest = line.trim_start_matches([' ', '|']);
    rest.trim_end() == "^"
}

/// The part of a line around a column, and the line that marks the column. The margin, which ends with `| `, stays.
fn around(line: &str, column: usize) -> [String; 2] {
    let (margin, source) = line.split_once("| ").unwrap_or(("", line));
    let margin = if margin.is_empty() { String::new() } else { format!("{margin}| ") };
    let width = margin.chars().count();
    let column = column.saturating_sub(width);
    let first = column.saturating_sub(MOST / 2);
    let shown = part(source, first);
    let before = column - first + if first > 0 { CUT.len() } else { 0 };
    let blank: String = margin.chars().map(|c| if c == '|' { '|' } else { ' ' }).collect();
    [format!("{margin}{shown}"), format!("{blank}{}^", " ".repeat(before))]
}

/// What stands for the part of a line that is not shown.
const CUT: &str = "...";

/// The part of a line from a character on.
fn part(line: &str, first: usize) -> String {
    let mut rest = line.chars().skip(first);
    let shown: String = rest.by_ref().take(MOST).collect();
    let before = if first > 0 { CUT } else { "" };
    let after = if rest.next().is_some() { CUT } else { "" };
    format!("{before}{shown}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(printable("a\u{1b}[2Jb\nc\u{7f}\u{9b}"), "a\\u001b[2Jb\\u000ac\\u007f\\u009b");
        assert_eq!(printable("\u{202e}evil"), "\\u202eevil");
        assert_eq!(printable_text("a\tb\nc\rd"), "a\tb\nc\\u000dd");
        assert_eq!(printable("größer → `ok`"), "größer → `ok`");
    }

    #[test]
    fn long_lines_are_cut_around_the_mark() {
        let source = format!("{}?{}", "a".repeat(500), "b".repeat(500));
        let message = format!(
            "bad\n     --> x:1:501\n      |\n    1 | {source}\n      | {}^",
            " ".repeat(500)
        );
        let cut = with_short_lines(&message);
        let lines: Vec<&str> = cut.lines().collect();
        assert_eq!(lines[..3], ["bad", "     --> x:1:501", "      |"]);
        assert_eq!(lines[3].chars().count(), 8 + 3 + MOST + 3);
        assert_eq!(lines[3].chars().nth(lines[4].chars().count() - 1), Some('?'));
        assert!(lines[4].starts_with("      | "));
    }

    #[test]
    fn lines_without_a_mark_are_cut_at_their_end() {
        assert_eq!(with_short_lines("short\nlines"), "short\nlines");
        let cut = with_short_lines(&"x".repeat(1000));
        assert_eq!(cut, format!("{}...", "x".repeat(MOST)));
        let near = format!("1 | {}\n  | ^", "y".repeat(300));
        assert_eq!(with_short_lines(&near), format!("1 | {}...\n  | ^", "y".repeat(MOST)));
    }
}
