//! Prints the lines of stdin that match a regular expression.
//!
//!     grep [-i] [-v] [-c | -o] PATTERN
//!
//! Each line is printed with its number and, when the pattern has groups, what they captured.
//! -i ignores case, -v selects the lines that do not match, -c prints only their count,
//! -o prints every match instead of the lines.

use regex::{Captures, Regex, RegexBuilder};
use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;

#[derive(Default)]
struct Options {
    ignore_case: bool,
    invert: bool,
    count: bool,
    only_matches: bool,
    pattern: String,
}

impl Options {
    fn parse(args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Options::default();
        let mut patterns = Vec::new();
        for arg in args {
            match arg.as_str() {
                "-i" => options.ignore_case = true,
                "-v" => options.invert = true,
                "-c" => options.count = true,
                "-o" => options.only_matches = true,
                _ => patterns.push(arg),
            }
        }
        match <[String; 1]>::try_from(patterns) {
            Ok([pattern]) => Ok(Options { pattern, ..options }),
            Err(_) => Err("usage: grep [-i] [-v] [-c | -o] PATTERN".to_string()),
        }
    }
}

/// ` [1=abc name=def]`: the groups that took part in a match, nothing when there are none.
fn groups(regex: &Regex, captures: &Captures) -> String {
    let shown: Vec<String> = regex
        .capture_names()
        .enumerate()
        .skip(1)
        .filter_map(|(index, name)| {
            let text = captures.get(index)?.as_str();
            Some(match name {
                Some(name) => format!("{name}={text}"),
                None => format!("{index}={text}"),
            })
        })
        .collect();
    if shown.is_empty() {
        String::new()
    } else {
        format!(" [{}]", shown.join(" "))
    }
}

fn run() -> Result<bool, String> {
    let options = Options::parse(std::env::args().skip(1))?;
    let regex = RegexBuilder::new(&options.pattern)
        .case_insensitive(options.ignore_case)
        .build()
        .map_err(|e| e.to_string())?;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut selected = 0;
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let (number, line) = (number + 1, line.map_err(|e| e.to_string())?);
        let captures = regex.captures(&line);
        if captures.is_some() == options.invert {
            continue;
        }
        selected += 1;
        let written = match captures {
            _ if options.count => Ok(()),
            Some(_) if options.only_matches => regex.captures_iter(&line).try_for_each(|found| {
                let at = found.get(0).map_or(0, |whole| whole.start());
                writeln!(out, "{number}:{at}:{}{}", &found[0], groups(&regex, &found))
            }),
            Some(found) => writeln!(out, "{number}:{line}{}", groups(&regex, &found)),
            None => writeln!(out, "{number}:{line}"),
        };
        written.map_err(|e| e.to_string())?;
    }
    if options.count {
        writeln!(out, "{selected}").map_err(|e| e.to_string())?;
    }
    out.flush().map_err(|e| e.to_string())?;
    Ok(selected > 0)
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("grep: {message}");
            ExitCode::from(2)
        }
    }
}
