//! Extracts the reason of a failure from the output of a test.

use super::layers::{Command, Layer};
use std::time::Duration;

/// How a process ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// Successfully.
    Passed,
    /// With an error, or a signal.
    Failed(String),
    /// The process took many times longer than without a mutant.
    Endless,
    /// The process took too much memory.
    Memory,
}

/// A process that ran.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// How long it took.
    pub time: Duration,
    /// What it printed.
    pub output: String,
}

/// The detection of a mutant by a layer.
#[derive(Clone, Debug)]
pub struct Notice {
    /// The layer.
    pub layer: Layer,
    /// The test that failed.
    pub test: String,
    /// The first message of the failure.
    pub message: String,
    /// Whether the failure came from a check in the optimizer itself: a verifier, a checker of a pass, an
    /// assertion, or the validation of the output.
    pub checker: bool,
}

/// Messages of the optimizer's own checks, as they appear in the output of tests.
const CHECKS: [&str; 9] = [
    "the graph is wrong",
    "changed what is done",
    "rotation is wrong",
    "strength reduction is wrong",
    "CAUGHT:",
    "PANIC:",
    "INVALID OUTPUT:",
    "bug: ",
    "does not verify",
];

impl Run {
    /// The detection, if the run failed.
    pub fn notice(&self, layer: Layer, command: &Command) -> Option<Notice> {
        let (test, message) = match &self.end {
            End::Passed => return None,
            End::Endless => (None, "it does not end".to_string()),
            End::Memory => (None, "it takes too much memory".to_string()),
            End::Failed(status) => match first_failure(&self.output) {
                (test, Some(message)) => (test, message),
                (test, None) => (test, status.clone()),
            },
        };
        let checker = CHECKS.iter().any(|check| message.contains(check))
            || message.starts_with("panicked at crates/") && layer != Layer::Unit;
        let test = test.map_or(command.name.clone(), |test| format!("{}::{test}", command.name));
        Some(Notice { layer, test, message, checker })
    }
}

/// The first test that failed, and the most informative line of its output.
fn first_failure(output: &str) -> (Option<String>, Option<String>) {
    let test = output.lines().find_map(|line| {
        // The output of another test may precede it on the line.
        let (_, name) = line.strip_suffix(" ... FAILED")?.rsplit_once("test ")?;
        Some(name.trim().to_string())
    });
    let said: Vec<&str> = match &test {
        // `thread 'name' (123) panicked at file:line:column:`, and the message in the lines after
        // it.
        Some(test) => {
            let thread = format!("thread '{test}'");
            output.lines().skip_while(|line| !line.starts_with(&thread)).collect()
        }
        None => output.lines().collect(),
    };
    (test, message(&said))
}

/// The most informative line, with the location of a panic.
fn message(lines: &[&str]) -> Option<String> {
    let worth = |line: &&&str| !line.trim().is_empty();
    // The file of a filetest, and what it tracks.
    if let Some(line) = lines.iter().find(|line| line.starts_with("tests/filetests/")) {
        return Some(shortened(line));
    }
    if let Some(line) = lines.iter().find(|line| CHECKS.iter().any(|check| line.contains(check))) {
        return Some(shortened(line));
    }
    let panic = lines.iter().position(|line| line.contains("panicked at "));
    match panic {
        Some(at) => {
            let place = lines[at].split("panicked at ").nth(1).unwrap_or_default();
            let place = place.trim_end_matches(':');
            let what = lines[at + 1..].iter().find(worth).copied().unwrap_or_default();
            Some(shortened(&format!("panicked at {place}: {what}")))
        }
        None => lines.iter().rev().find(|line| worth(line)).map(|line| shortened(line)),
    }
}

fn shortened(line: &str) -> String {
    let line = line.trim();
    match line.char_indices().nth(160) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_string(),
    }
}
