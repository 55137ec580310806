//! The table of mutants: which layer detected each.

use super::notice::Notice;
use crate::json_result::Measured;
use invar_ir::mutants::Seeded;
use std::fmt::Write;

/// The result for one mutant.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The mutant.
    pub seeded: &'static Seeded,
    /// The detections by layers.
    pub noticed: Vec<Notice>,
}

/// The results of all mutants.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// In the order of the list.
    pub outcomes: Vec<Outcome>,
}

impl Outcome {
    /// The outcome as a line for a terminal.
    pub fn line(&self) -> String {
        let Seeded { name, krate, kind, .. } = self.seeded;
        let mut line = format!("{name:<30} {krate:<7} {:<9}", kind.name());
        match &self.noticed[..] {
            [] => line.push_str("UNNOTICED"),
            noticed => {
                let layers: Vec<String> = noticed.iter().map(Notice::layer_text).collect();
                let first = &noticed[0];
                _ = write!(line, "{}: {}: {}", layers.join(", "), first.test, first.message);
            }
        }
        line
    }
}

impl Notice {
    fn layer_text(&self) -> String {
        format!("{}{}", self.layer.name(), if self.checker { " (checker)" } else { "" })
    }
}

impl Table {
    /// How many were detected.
    pub fn noticed(&self) -> usize {
        self.outcomes.iter().filter(|outcome| !outcome.noticed.is_empty()).count()
    }

    /// The share that was detected, in percent.
    pub fn percent(&self) -> f64 {
        100.0 * self.noticed() as f64 / self.outcomes.len().max(1) as f64
    }

    fn unnoticed(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(|outcome| outcome.noticed.is_empty())
    }

    /// A summary in one line.
    pub fn summary(&self) -> String {
        let names: Vec<&str> = self.unnoticed().map(|outcome| outcome.seeded.name).collect();
        let names = if names.is_empty() { "none".to_string() } else { names.join(", ") };
        let (all, noticed) = (self.outcomes.len(), self.noticed());
        format!("{all} mutants, {noticed} noticed ({:.1}%), unnoticed: {names}", self.percent())
    }

    /// How many each layer detected first, and how many were detected by a checker.
    fn by_layer(&self) -> Vec<(&'static str, usize)> {
        let mut rows: Vec<(&'static str, usize)> = Vec::new();
        for layer in super::Layer::ALL {
            let first = |outcome: &&Outcome| {
                outcome.noticed.first().is_some_and(|notice| notice.layer == layer)
            };
            let count = self.outcomes.iter().filter(first).count();
            if count > 0 {
                rows.push((layer.name(), count));
            }
        }
        let checked = |outcome: &&Outcome| outcome.noticed.iter().any(|notice| notice.checker);
        rows.push(("a checker, in any layer", self.outcomes.iter().filter(checked).count()));
        rows
    }

    /// The results as data: for each mutant the first layer that detected it.
    pub fn measured(&self) -> Measured {
        let mut measured = Measured::new(&[
            ("mutant", None),
            ("crate", None),
            ("kind", None),
            ("assumes", None),
            ("layers", None),
            ("first test", None),
            ("message", None),
        ]);
        for outcome in &self.outcomes {
            let Seeded { name, krate, kind, assumes, .. } = *outcome.seeded;
            let layers: Vec<String> = outcome.noticed.iter().map(Notice::layer_text).collect();
            let first = outcome.noticed.first();
            measured.row([
                name.into(),
                krate.into(),
                kind.name().into(),
                assumes.into(),
                layers.join(", ").as_str().into(),
                first.map(|notice| notice.test.as_str()).into(),
                first.map(|notice| notice.message.as_str()).into(),
            ]);
        }
        measured.quote("mutants", self.outcomes.len());
        measured.quote("noticed", self.noticed());
        measured.quote("percent", self.percent());
        measured
    }

    /// The results as a page of documentation.
    pub fn markdown(&self) -> String {
        let mut text = String::from(HEADER);
        _ = writeln!(text, "{}.\n", self.summary());
        for outcome in self.unnoticed() {
            let why = OPEN.iter().find(|(name, _)| *name == outcome.seeded.name);
            let why = why.map_or("not known why", |(_, why)| why);
            _ = writeln!(text, "- `{}`: {why}.", outcome.seeded.name);
        }
        if self.unnoticed().next().is_some() {
            text.push('\n');
        }
        text.push_str("| noticed first by | mutants |\n|---|---:|\n");
        for (layer, count) in self.by_layer() {
            _ = writeln!(text, "| {layer} | {count} |");
        }
        text.push_str("\n| mutant | crate | kind | without the condition | noticed by |\n");
        text.push_str("|---|---|---|---|---|\n");
        for outcome in &self.outcomes {
            let Seeded { name, krate, kind, assumes, .. } = outcome.seeded;
            let noticed = match outcome.noticed.first() {
                Some(notice) => format!("{}: `{}`", notice.layer_text(), notice.short_test()),
                None => "**nothing**".to_string(),
            };
            _ = writeln!(
                text,
                "| `{name}` | {krate} | {} | {} | {noticed} |",
                kind.name(),
                assumes.replace('|', "\\|")
            );
        }
        text
    }
}

impl Notice {
    /// The file of a filetest, or the test.
    fn short_test(&self) -> &str {
        let file = self.message.strip_prefix("tests/filetests/");
        file.and_then(|file| file.split_once(':')).map_or(&self.test, |(file, _)| file)
    }
}

/// Mutants that no test detected when the page was made, and why.
const OPEN: [(&str, &str); 2] = [
    (
        "graph-places-before-ready",
        "no test has a node whose anchor comes before what it depends on; the condition may follow from how \
         users are numbered",
    ),
    (
        "arc-extends-over-test",
        "in `arc/no-extension-unique.wat` borrowing seems to remove both pairs before extension sees them; no test \
         has a gap with a test that only extension would close",
    ),
];

const HEADER: &str = "\
# Seeded bugs

Do the tests notice a condition of legality that somebody forgot? Each *mutant* drops one, in builds with
the feature `mutants` of `invar-ir` (`crates/ir/src/mutants.rs`); the environment variable `INVAR_MUTANT`
turns it on. The command runs the tests with each of them:

```
cargo run --release -p invar-tests --features mutants --bin mutants
                                                    ... -- --only NAME,... --layers unit,filetests
                                                    ... -- --all --markdown target/mutants.md
```

A mutant is noticed by a layer of tests that passes without it and fails, or does not end, with it. Layers are
tried in the order of their cost, and the first one that notices is in the table. *(checker)* says that
the failure came from a check that the product makes of itself: a verifier, a checker of a pass, an
assertion, or the validation of the output.

";
