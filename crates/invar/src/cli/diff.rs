//! `invar diff`: what changed between two modules.

use super::Failure;
use super::figures::{change, group, signed};
use super::function_map::FunctionMap;
use super::modules::{Modules, pairs};
use super::pages::{self, Shown};
use super::terminal::{self, printable};
use anyhow::{Context, Result};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use invar_inspect::ModuleItems;
use invar_inspect::diff::{Diff, FigureChange, Figures, UnmatchedNames};
use std::fmt::Write;
use std::process::ExitCode;

/// The command line.
pub fn command() -> Command {
    let input = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).value_name(value).required(true).help(help)
    };
    Command::new("diff")
        .about("Compare two modules: sections, functions, operators")
        .after_help(
            "Functions are matched by name, export, hash of the body, call graph and constants, in this order. So \
             they are found\nwithout names, in another order, and after optimization. With --map, what `invar opt \
             --function-map` wrote says which\nfunctions are the same.",
        )
        .arg(input("before", "BEFORE", "A .wasm, .wat or .inv file"))
        .arg(input("after", "AFTER", "The file to compare with it"))
        .arg(
            Arg::new("map")
                .long("map")
                .value_name("FILE")
                .help("The map of functions that `invar opt --function-map` wrote with AFTER"),
        )
        .arg(
            Arg::new("count")
                .short('n')
                .value_name("N")
                .value_parser(value_parser!(usize))
                .help("Show N functions [default: 20; with --json, all]"),
        )
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .help("One JSON object per module"),
        )
        .arg(Arg::new("html").long("html").value_name("FILE").help("Write a page to FILE, and nothing else").conflicts_with("json"))
}

/// Runs the command.
pub fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let path = |name| matches.get_one::<String>(name).expect("clap asks for an input");
    let (before, after) = (Modules::read(path("before"))?, Modules::read(path("after"))?);
    let count = matches.get_one::<usize>("count").copied();
    let map = matches.get_one::<String>("map");
    let map =
        map.map(|file| Ok::<_, anyhow::Error>((file, FunctionMap::read(file)?))).transpose()?;
    let mut text = String::new();
    let mut shown = Vec::new();
    for (n, (old, new)) in pairs(&before, &after)?.enumerate() {
        let read = |wasm, name: &str| ModuleItems::read(wasm).with_context(|| name.to_owned());
        let modules = (read(old, &before.name)?, read(new, &after.name)?);
        let sides = ((&modules.0, old), (&modules.1, new));
        let mut diff = match &map {
            None => Diff::of_modules(sides.0, sides.1),
            Some((file, map)) => {
                let pairs =
                    map.pairs(n, &modules.0, &modules.1).with_context(|| (*file).clone())?;
                Diff::of_mapped(sides.0, sides.1, pairs)
            }
        };
        if matches.contains_id("html") {
            shown.push(Shown { heading: before.heading(n), data: diff });
        } else if matches.get_flag("json") {
            diff.functions.truncate(count.unwrap_or(usize::MAX));
            text += &serde_json::to_string(&diff).context("JSON")?;
            text.push('\n');
        } else {
            text += &before.heading(n);
            describe(&diff, count.unwrap_or(20), &mut text)
                .expect("a string takes all that is written to it");
        }
    }
    match matches.get_one::<String>("html") {
        Some(page) => {
            let title = format!("{} compared with {}", after.name, before.name);
            pages::write(page, &title, include_str!("assets/diff.js"), &shown)?;
        }
        None => terminal::print(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(diff: &Diff, count: usize, text: &mut String) -> std::fmt::Result {
    let (before, after) = (&diff.before, &diff.after);
    line(text, "", before.bytes, after.bytes, "bytes")?;
    line(text, "", before.functions, after.functions, "functions")?;
    line(text, "", before.body_bytes, after.body_bytes, "bytes of their bodies")?;
    line(text, "", before.operators, after.operators, "operators")?;
    changes(text, "bytes of sections that changed", &diff.sections)?;
    changes(text, "operators that changed in number", &diff.operators)?;
    let it = &diff.summary;
    writeln!(
        text,
        "\nfunctions: {} same, {} changed at the same size, {} shrank, {} grew, {} removed, {} added",
        group(it.same),
        group(it.changed),
        group(it.shrank),
        group(it.grew),
        group(it.removed),
        group(it.added),
    )?;
    let it = &diff.matched;
    if it.map > 0 {
        writeln!(text, "matched by the map: {}", group(it.map))?;
        functions(diff, count, text)?;
        names(text, "imports", &diff.imports)?;
        return names(text, "exports", &diff.exports);
    }
    writeln!(
        text,
        "matched by: name {}, export {}, hash {}, call graph {}",
        group(it.name),
        group(it.export),
        group(it.hash),
        group(it.call_graph),
    )?;
    functions(diff, count, text)?;
    names(text, "imports", &diff.imports)?;
    names(text, "exports", &diff.exports)
}

/// A figure before and after.
fn line(text: &mut String, indent: &str, before: u64, after: u64, name: &str) -> std::fmt::Result {
    let change = change(before, after);
    let (before, after) = (group(before), group(after));
    writeln!(text, "{indent}{before:>12} -> {after:>12}  {change:>8}  {}", printable(name))
}

fn changes(text: &mut String, title: &str, changes: &[FigureChange]) -> std::fmt::Result {
    let mut changed = changes.iter().filter(|change| change.before != change.after).peekable();
    if changed.peek().is_some() {
        writeln!(text, "\n{title}:")?;
    }
    changed.try_for_each(|change| line(text, "", change.before, change.after, &change.name))
}

fn functions(diff: &Diff, count: usize, text: &mut String) -> std::fmt::Result {
    if diff.functions.is_empty() {
        return Ok(());
    }
    writeln!(text, "\n{:>10}  {:>22}  {:>22}", "change", "bytes", "operators")?;
    let figures = |before: &Option<Figures>, after: &Option<Figures>, of: fn(&Figures) -> u64| {
        let text = |figures: &Option<Figures>| {
            figures.as_ref().map_or_else(|| "-".to_owned(), |figures| group(of(figures)))
        };
        format!("{:>9} -> {:>9}", text(before), text(after))
    };
    for change in diff.functions.iter().take(count) {
        let bytes = figures(&change.before, &change.after, |it| it.bytes);
        let operators = figures(&change.before, &change.after, |it| it.operators);
        let delta = signed(change.delta());
        let way = change.change.name();
        writeln!(text, "{delta:>10}  {bytes}  {operators}  {way:7}  {}", change.name)?;
    }
    if diff.functions.len() > count {
        let rest = &diff.functions[count..];
        let delta = signed(rest.iter().map(|change| change.delta()).sum());
        let count = group(rest.len() as u64);
        writeln!(text, "{delta:>10}  in {count} more (-n N shows more)")?;
    }
    Ok(())
}

fn names(text: &mut String, what: &str, names: &UnmatchedNames) -> std::fmt::Result {
    for (verb, names) in [("added", &names.added), ("removed", &names.removed)] {
        if !names.is_empty() {
            writeln!(text, "\n{what} {verb}: {}", names.join(", "))?;
        }
    }
    Ok(())
}
