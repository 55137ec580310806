//! `invar stats`, and how `--stats` prints the report of an optimization for people.

use super::Failure;
use super::figures::{change, group, share};
use super::modules::{Modules, pairs};
use super::terminal::{self, printable};
use anyhow::{Context, Result};
use clap::ArgMatches;
use invar::unstable::inspect::{ModuleStats, inspect};
use invar::unstable::sections::SectionSize;
use invar::{Report, Sizes};
use std::collections::HashMap;
use std::fmt::Write;
use std::process::ExitCode;

/// Prints the contents of an input, or those of two side by side.
pub fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let paths = matches.get_many::<String>("input").expect("clap asks for an input");
    let inputs = paths.map(|path| Modules::read(path)).collect::<Result<Vec<_>>>()?;
    let inspect = |wasm: &[u8], input: &Modules| inspect(wasm).with_context(|| input.name.clone());
    let mut text = String::new();
    match &inputs[..] {
        [before, after] if !matches.get_flag("json") => {
            for (n, (old, new)) in pairs(before, after)?.enumerate() {
                text += &before.heading(n);
                let (old, new) = (inspect(old, before)?, inspect(new, after)?);
                compare(&old, &new, &mut text).expect("a string takes all that is written to it");
            }
        }
        inputs => {
            let modules = inputs.iter().flat_map(|input| {
                input.modules.iter().enumerate().map(move |(n, wasm)| (input, n, wasm))
            });
            for (input, n, wasm) in modules {
                let stats = inspect(wasm, input)?;
                if matches.get_flag("json") {
                    text += &serde_json::to_string(&stats).context("JSON")?;
                    text.push('\n');
                } else {
                    text += &input.heading(n);
                    describe(&stats, &mut text).expect("a string takes all that is written to it");
                }
            }
        }
    }
    terminal::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The name of a section, for people.
fn name(section: &SectionSize) -> String {
    if section.custom {
        format!("custom \"{}\"", printable(&section.name))
    } else {
        section.name.clone()
    }
}

fn describe(stats: &ModuleStats, text: &mut String) -> std::fmt::Result {
    writeln!(text, "{} bytes", group(stats.bytes))?;
    writeln!(text, "\nsections:")?;
    for section in &stats.sections {
        let share = share(section.bytes, stats.bytes);
        writeln!(text, "  {:>12}  {share:>6}  {}", group(section.bytes), name(section))?;
    }
    writeln!(text, "\nentities:")?;
    for (name, count) in &stats.entities {
        writeln!(text, "  {:>12}  {name}", group(*count))?;
    }
    largest(stats, "largest functions", text)?;
    writeln!(text, "\noperators:")?;
    writeln!(text, "  {:>12}          all", group(stats.operators))?;
    for (name, count) in &stats.classes {
        let share = share(*count, stats.operators);
        writeln!(text, "  {:>12}  {share:>6}  {name}", group(*count))?;
    }
    writeln!(text, "\nproposals: {}", proposals(stats))
}

fn largest(stats: &ModuleStats, title: &str, text: &mut String) -> std::fmt::Result {
    if !stats.largest_functions.is_empty() {
        writeln!(text, "\n{title}:\n  {:>12}  {:>6}  {:>9}", "bytes", "", "operators")?;
    }
    for function in &stats.largest_functions {
        let share = share(function.bytes, stats.bytes);
        let (bytes, operators) = (group(function.bytes), group(function.operators));
        let name = printable(&function.name);
        writeln!(text, "  {bytes:>12}  {share:>6}  {operators:>9}  {name}")?;
    }
    Ok(())
}

fn proposals(stats: &ModuleStats) -> String {
    if stats.features.is_empty() {
        "none beyond the first version of WebAssembly".to_owned()
    } else {
        stats.features.join(", ")
    }
}

/// The figures of two modules side by side. What only one has is 0 in the other.
fn compare(before: &ModuleStats, after: &ModuleStats, text: &mut String) -> std::fmt::Result {
    let sections = |stats: &ModuleStats| -> Vec<(String, u64)> {
        stats.sections.iter().map(|section| (name(section), section.bytes)).collect()
    };
    let owned = |figures: &[(&'static str, u64)]| -> Vec<(String, u64)> {
        figures.iter().map(|&(name, figure)| (name.to_owned(), figure)).collect()
    };
    columns(text, &[("bytes".to_owned(), before.bytes)], &[("bytes".to_owned(), after.bytes)])?;
    writeln!(text, "\nsections:")?;
    columns(text, &sections(before), &sections(after))?;
    writeln!(text, "\nentities:")?;
    columns(text, &owned(&before.entities), &owned(&after.entities))?;
    writeln!(text, "\noperators:")?;
    let all = |stats: &ModuleStats| ("all".to_owned(), stats.operators);
    columns(text, &[all(before)], &[all(after)])?;
    columns(text, &owned(&before.classes), &owned(&after.classes))?;
    largest(before, "largest functions before", text)?;
    largest(after, "largest functions after (`invar diff` compares functions)", text)?;
    writeln!(text, "\nproposals before: {}", proposals(before))?;
    writeln!(text, "proposals after:  {}", proposals(after))
}

/// Figures with the same name in one line, in the order of the first list; then what only the second has.
fn columns(
    text: &mut String,
    before: &[(String, u64)],
    after: &[(String, u64)],
) -> std::fmt::Result {
    let mut rows: Vec<(&str, u64, u64)> = Vec::new();
    let mut places = HashMap::new();
    for (second, figures) in [before, after].into_iter().enumerate() {
        for (name, figure) in figures {
            let place = *places.entry(name).or_insert_with(|| {
                rows.push((name, 0, 0));
                rows.len() - 1
            });
            let row = &mut rows[place];
            let sum = if second == 1 { &mut row.2 } else { &mut row.1 };
            *sum += figure;
        }
    }
    for (name, before, after) in rows {
        let change = change(before, after);
        writeln!(text, "  {:>12}  {:>12}  {change:>8}  {name}", group(before), group(after))?;
    }
    Ok(())
}

/// The report of an optimization, for people.
pub fn report(name: &str, report: &Report) -> String {
    let mut text = String::new();
    write_report(name, report, &mut text).expect("a string takes all that is written to it");
    text
}

/// The sizes before and after: the code by itself, since names and debug information that are dropped would
/// hide how it changed.
pub fn sizes(name: &str, report: &Report) -> String {
    let change = |before: u64, after: u64| {
        let change = (after as f64 - before as f64) / before.max(1) as f64;
        format!("{} -> {} bytes ({:+.1}%)", group(before), group(after), change * 100.0)
    };
    let (Sizes { bytes, code_bytes, debug_bytes, .. }, output) = (report.input, report.output);
    let mut text = format!("{name}: code {}\n", change(code_bytes, output.code_bytes));
    let rest = |sizes: Sizes| sizes.bytes - sizes.code_bytes - sizes.debug_bytes;
    let rest = (rest(report.input), rest(output));
    text += &format!("  everything else {}\n", change(rest.0, rest.1));
    if debug_bytes + output.debug_bytes > 0 {
        let change = change(debug_bytes, output.debug_bytes);
        text += &format!("  names and debug information {change}\n");
    }
    text += &format!("  file {}\n", change(bytes, output.bytes));
    text
}

fn write_report(name: &str, report: &Report, text: &mut String) -> std::fmt::Result {
    text.push_str(&sizes(name, report));
    if report.input_kept {
        writeln!(text, "  the output was larger than the input, which is kept")?;
    }
    let functions = &report.functions;
    writeln!(
        text,
        "  functions: {}, of which {} rewritten, {} kept (no improvement), {} copied \
         (unsupported), {} removed, {} failed",
        group(functions.total),
        group(functions.rewritten),
        group(functions.kept),
        group(functions.copied),
        group(functions.removed),
        group(functions.failed),
    )?;
    if functions.large > 0 {
        let large = group(functions.large);
        writeln!(text, "  {large} functions copied: their branches would pass too many arguments")?;
    }
    if !report.passes.is_empty() {
        writeln!(text, "  {:23} {:>8} {:>12}  counters", "pass", "runs", "time")?;
    }
    for pass in &report.passes {
        let counters = pass.counters.iter().filter(|(_, count)| *count > 0);
        let counters: Vec<_> =
            counters.map(|(name, count)| format!("{name} {}", group(*count))).collect();
        let time = format!("{:.1} ms", pass.time_ms);
        let did = if counters.is_empty() { "no changes".to_owned() } else { counters.join(", ") };
        writeln!(text, "  {:23} {:>8} {time:>12}  {did}", pass.name, group(pass.runs))?;
    }
    let rules: Vec<_> =
        report.rules.iter().map(|(rule, count)| format!("{rule} {}", group(*count))).collect();
    if !rules.is_empty() {
        writeln!(text, "  rules: {}", rules.join(", "))?;
    }
    let phases: Vec<_> = report
        .phases
        .iter()
        .map(|phase| format!("{} {:.1} ms", phase.name, phase.time_ms))
        .collect();
    writeln!(text, "  stages: {}", phases.join(", "))?;
    let computed = report.analyses.iter().filter(|(_, count)| *count > 0);
    let computed: Vec<_> =
        computed.map(|(name, count)| format!("{name} {}", group(*count))).collect();
    if !computed.is_empty() {
        writeln!(text, "  analyses: {}", computed.join(", "))?;
    }
    if !report.assumptions.is_empty() {
        writeln!(text, "  assumed: {}", report.assumptions.join(", "))?;
    }
    for hint in &report.hints {
        writeln!(text, "  hint: {hint}")?;
    }
    if let Some(left) = report.fuel_left {
        writeln!(text, "  fuel left: {left}")?;
    }
    writeln!(text, "  total: {:.1} ms", report.time_ms)
}
