//! `invar stats`, and how `--stats` prints the report of an optimization for people.

use super::Failure;
use super::check::ComponentError;
use super::files::{self, Content};
use anyhow::{Context, Result};
use clap::ArgMatches;
use invar::unstable::inspect::{ModuleStats, inspect};
use invar::unstable::{OptimizerExt, text};
use invar::{Report, Sizes};
use std::fmt::Write;
use std::process::ExitCode;

/// Prints the contents of an input.
pub fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let path = matches.get_one::<String>("input").expect("clap asks for an input");
    let input = files::read(path)?;
    let modules = modules(input.content).with_context(|| input.name.clone())?;
    let mut text = String::new();
    for (n, module) in modules.iter().enumerate() {
        if matches.get_flag("json") {
            text += &serde_json::to_string(module).context("JSON")?;
            text.push('\n');
        } else {
            if modules.len() > 1 {
                text += &format!("module {n} of the component\n");
            }
            describe(module, &mut text).expect("a string takes all that is written to it");
        }
    }
    files::write("-", text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn modules(content: Content) -> Result<Vec<ModuleStats>> {
    let wasm = match content {
        Content::Wasm(wasm) => wasm,
        Content::Inv(text) => {
            let module = text::parse(&text)?;
            invar::Optimizer::new(invar::Level::O0).names(true).run_module(module)?.wasm
        }
    };
    if !wasmparser::Parser::is_component(&wasm) {
        return Ok(vec![inspect(&wasm)?]);
    }
    let mut all = Vec::new();
    invar_wasm::component::map_modules(&wasm, |_, module| {
        all.push(inspect(module).map_err(anyhow::Error::from)?);
        Ok::<_, ComponentError>(module.to_vec())
    })
    .map_err(|error| error.0)?;
    Ok(all)
}

fn describe(stats: &ModuleStats, text: &mut String) -> std::fmt::Result {
    writeln!(text, "{} bytes", group(stats.bytes))?;
    writeln!(text, "\nsections:")?;
    for section in &stats.sections {
        let name = if section.custom {
            format!("custom \"{}\"", section.name)
        } else {
            section.name.clone()
        };
        let share = percent(section.bytes as f64 / stats.bytes.max(1) as f64);
        writeln!(text, "  {:>12}  {share:>6}  {name}", group(section.bytes))?;
    }
    writeln!(text, "\nentities:")?;
    for (name, count) in &stats.entities {
        writeln!(text, "  {:>12}  {name}", group(*count))?;
    }
    writeln!(text, "  {:>12}  bytes in the largest function", group(stats.largest_function))?;
    writeln!(text, "\noperators:")?;
    writeln!(text, "  {:>12}          all", group(stats.operators))?;
    for (name, count) in &stats.classes {
        let share = percent(*count as f64 / stats.operators.max(1) as f64);
        writeln!(text, "  {:>12}  {share:>6}  {name}", group(*count))?;
    }
    let features = if stats.features.is_empty() {
        "none beyond the first version of WebAssembly".to_owned()
    } else {
        stats.features.join(", ")
    };
    writeln!(text, "\nproposals: {features}")
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
        "  functions: {}, of which {} rewritten, {} kept (no improvement), {} copied (not lifted), \
         {} removed, {} failed",
        group(functions.total),
        group(functions.lifted),
        group(functions.kept),
        group(functions.copied),
        group(functions.removed),
        group(functions.invalid),
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
    if let Some(left) = report.fuel_left {
        writeln!(text, "  fuel left: {left}")?;
    }
    writeln!(text, "  total: {:.1} ms", report.time_ms)
}

/// A number with its digits in groups of three.
fn group(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

#[cfg(test)]
mod tests {
    #[test]
    fn digits_are_grouped() {
        let grouped = [0, 12, 999, 1000, 1234567].map(super::group);
        assert_eq!(grouped, ["0", "12", "999", "1,000", "1,234,567"]);
    }
}
