//! `invar top`: what takes the bytes of a module, and what keeps it there.

use super::figures::{group, share};
use super::modules::Modules;
use super::pages::{self, Shown};
use super::terminal::{self, printable};
use super::{Failure, symbolize};
use anyhow::{Context, Result, anyhow, bail};
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, value_parser};
use invar::unstable::debug::ModuleInfo;
use invar::unstable::debug::dwarf::lookup::Lines;
use invar::unstable::debug::dwarf::sections::Sections;
use invar::unstable::debug::files::{SourceFile, SourceLines, source_files};
use invar_inspect::graph::Retention;
use invar_inspect::top::{Group, Top, TopEntry};
use invar_inspect::{ItemId, ModuleItems};
use std::fmt::Write;
use std::process::ExitCode;

/// The command line.
pub fn command() -> Command {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).help(help).action(ArgAction::SetTrue)
    };
    Command::new("top")
        .about("Show what takes the bytes of a module: functions, data, names, and what they retain")
        .after_help(
            "An item retains what the module would not need without it: what is reached from exports, the start \
             function, and\nimported memories and tables only through that item. A table keeps the functions of its \
             segments, a memory its data.",
        )
        .arg(Arg::new("input").value_name("IN").required(true).help(
            "A .wasm, .wat or .inv file; `-` for standard input",
        ))
        .arg(
            Arg::new("count")
                .short('n')
                .value_name("N")
                .value_parser(value_parser!(usize))
                .help("Show N items [default: 20; with --json, all]"),
        )
        .arg(flag("retained", "Order by what items retain; each is below what retains it"))
        .arg(flag("exports", "Show what only one export needs"))
        .arg(flag("garbage", "Show what nothing needs"))
        .arg(flag("namespaces", "Show sums of functions by crate, namespace, package or folder"))
        .arg(Arg::new("why").long("why").value_name("ITEM").help(
            "Show a shortest path from a root to an item: a name, or the index of a function",
        ))
        .arg(flag("files", "Show sums of code by source file, by a source map or DWARF"))
        .args(symbolize::debug_arguments().map(|it| it.requires("files")))
        .group(ArgGroup::new("view").args(["retained", "exports", "garbage", "namespaces", "files", "why"]))
        .arg(flag("json", "One JSON object per module"))
        .arg(Arg::new("html").long("html").value_name("FILE").help("Write a page to FILE, and nothing else").conflicts_with("json"))
}

/// Runs the command.
pub fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let path = matches.get_one::<String>("input").expect("clap asks for an input");
    let input = Modules::read(path)?;
    let mut text = String::new();
    let mut shown = Vec::new();
    for (n, wasm) in input.modules.iter().enumerate() {
        let module = ModuleItems::read(wasm).with_context(|| input.name.clone())?;
        let mut view = View::of(&module, matches);
        if matches.get_flag("files") {
            view.files = files_of(path, wasm, matches)?;
        }
        let heading = input.heading(n);
        if matches.contains_id("html") {
            shown.push(Shown { heading, data: view.top });
        } else if matches.get_flag("json") {
            text += &view.json(matches)?;
            text.push('\n');
        } else {
            text += &heading;
            view.text(matches, &mut text).with_context(|| input.name.clone())?;
        }
    }
    match matches.get_one::<String>("html") {
        Some(page) => {
            let title = format!("What takes the bytes of {}", input.name);
            pages::write(page, &title, include_str!("assets/top.js"), &shown)?;
        }
        None => terminal::print(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The source files of a module's code. An error if neither a source map nor DWARF is found.
fn files_of(path: &str, wasm: &[u8], matches: &ArgMatches) -> Result<Vec<Group>> {
    let (map, debug) = symbolize::debug_information(path, wasm, matches)?;
    let with_dwarf = debug.as_deref().unwrap_or(wasm);
    let lines = Lines::of_sections(&Sections::read(with_dwarf), Sections::read(wasm).code);
    if lines.is_empty() && map.segments.is_empty() {
        bail!("{path}: no source map and no DWARF is found: see --source-map and --debug-file");
    }
    let info = ModuleInfo::read(wasm);
    let files = source_files(&info, &SourceLines::of(&info, &map, &lines));
    let group = |SourceFile { name, functions, bytes }| Group {
        name: name.unwrap_or_else(|| "no line is known".to_owned()),
        count: functions,
        bytes,
    };
    Ok(files.into_iter().map(group).collect())
}

/// A module as JSON: the fields of [`Top`], with the items that were asked for.
#[derive(serde::Serialize)]
struct Json<'a> {
    bytes: u64,
    kinds: &'a [Group],
    namespaces: &'a [Group],
    /// With `--files`, the source files of the code; one of them is the code of which no line is known.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    files: &'a [Group],
    items: Vec<&'a TopEntry>,
    /// With `--why`, the `id`s of the items from a root to the one that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<u32>>,
}

/// A module, and what is shown of it.
struct View<'a> {
    module: &'a ModuleItems,
    retention: Retention<'a>,
    top: Top,
    /// With `--files`, the source files of the code.
    files: Vec<Group>,
    /// How many items are shown.
    count: Option<usize>,
}

impl<'a> View<'a> {
    fn of(module: &'a ModuleItems, matches: &ArgMatches) -> Self {
        let retention = Retention::new(module);
        let top = Top::of(module, &retention);
        View { module, retention, top, files: Vec::new(), count: matches.get_one("count").copied() }
    }

    /// The items that are asked for, and all of which they are the first.
    fn chosen(&self, matches: &ArgMatches) -> Vec<&TopEntry> {
        if matches.get_flag("exports") {
            self.top.exports()
        } else if matches.get_flag("garbage") {
            self.top.garbage()
        } else if matches.get_flag("retained") {
            self.top.by_retained()
        } else {
            self.top.items.iter().collect()
        }
    }

    fn path(&self, name: &str) -> Result<Vec<ItemId>> {
        let item = Top::find(self.module, name)
            .ok_or_else(|| anyhow!("there is no function, export or other item {name:?}"))?;
        Ok(self.retention.path(item))
    }

    fn json(&self, matches: &ArgMatches) -> Result<String> {
        let mut items = self.chosen(matches);
        items.truncate(self.count.unwrap_or(usize::MAX));
        let path = match matches.get_one::<String>("why") {
            Some(name) => Some(self.path(name)?.into_iter().map(ItemId::as_u32).collect()),
            None => None,
        };
        let Top { bytes, kinds, namespaces, .. } = &self.top;
        let json = Json { bytes: *bytes, kinds, namespaces, files: &self.files, items, path };
        serde_json::to_string(&json).context("JSON")
    }

    fn text(&self, matches: &ArgMatches, text: &mut String) -> Result<()> {
        if let Some(name) = matches.get_one::<String>("why") {
            return self.why(name, text);
        }
        let count = self.count.unwrap_or(20);
        if matches.get_flag("namespaces") {
            return Ok(self.groups(&self.top.namespaces, "functions", count, text)?);
        }
        if matches.get_flag("files") {
            return Ok(self.groups(&self.files, "functions", count, text)?);
        }
        let narrow = ["exports", "garbage", "retained"].iter().any(|name| matches.get_flag(name));
        if !narrow {
            writeln!(text, "{} bytes\n", group(self.top.bytes))?;
            self.groups(&self.top.kinds, "items", usize::MAX, text)?;
            writeln!(text)?;
        }
        let all = self.chosen(matches);
        let (shown, rest) = all.split_at(count.min(all.len()));
        let shown = if matches.get_flag("retained") {
            tree(shown)
        } else {
            shown.iter().map(|entry| (0, *entry)).collect()
        };
        self.entries(&shown, text)?;
        if !rest.is_empty() {
            let bytes = rest.iter().map(|entry| entry.bytes).sum();
            let (count, bytes) = (group(rest.len() as u64), group(bytes));
            writeln!(text, "{bytes:>12}  in {count} more (-n N shows more)")?;
        }
        if matches.get_flag("garbage") {
            let bytes = all.iter().map(|entry| entry.bytes).sum();
            let part = share(bytes, self.top.bytes);
            writeln!(text, "{:>12}  {part:>6}  in all", group(bytes))?;
        }
        Ok(())
    }

    fn groups(
        &self,
        groups: &[Group],
        counted: &str,
        count: usize,
        text: &mut String,
    ) -> std::fmt::Result {
        writeln!(text, "{:>12}  {:>6}  {counted:>9}", "bytes", "")?;
        for entry in groups.iter().take(count) {
            let part = share(entry.bytes, self.top.bytes);
            let (bytes, count) = (group(entry.bytes), group(entry.count));
            writeln!(text, "{bytes:>12}  {part:>6}  {count:>9}  {}", printable(&entry.name))?;
        }
        Ok(())
    }

    /// Items, each with the depth by which it is indented.
    fn entries(&self, entries: &[(usize, &TopEntry)], text: &mut String) -> std::fmt::Result {
        writeln!(text, "{:>12}  {:>6}  {:>12}  {:>6}  item", "bytes", "", "retained", "")?;
        for (depth, entry) in entries {
            let parts = [entry.bytes, entry.retained].map(|bytes| share(bytes, self.top.bytes));
            let (bytes, retained) = (group(entry.bytes), group(entry.retained));
            let indent = 2 * depth;
            writeln!(
                text,
                "{bytes:>12}  {:>6}  {retained:>12}  {:>6}  {:indent$}{}",
                parts[0],
                parts[1],
                "",
                printable(&entry.name)
            )?;
        }
        Ok(())
    }

    fn why(&self, name: &str, text: &mut String) -> Result<()> {
        let path = self.path(name)?;
        if path.is_empty() {
            writeln!(text, "nothing needs {name}")?;
            return Ok(());
        }
        for (n, item) in path.into_iter().enumerate() {
            let bytes = group(self.module.items[item].bytes());
            let arrow = if n == 0 { "" } else { "-> " };
            writeln!(text, "{bytes:>12}  {arrow}{}", self.module.items[item])?;
        }
        Ok(())
    }
}

/// Items as the tree of what retains what: depth-first, with their depths. With an item, what retains it has to be
/// there too, before it.
fn tree<'a>(entries: &[&'a TopEntry]) -> Vec<(usize, &'a TopEntry)> {
    let mut below: std::collections::HashMap<Option<u32>, Vec<&TopEntry>> = Default::default();
    for entry in entries {
        below.entry(entry.dominator).or_default().push(entry);
    }
    let mut ordered = Vec::new();
    let mut stack: Vec<(usize, &TopEntry)> = Vec::new();
    let mut push = |stack: &mut Vec<_>, depth: usize, of: Option<u32>| {
        let entries = below.remove(&of).unwrap_or_default();
        stack.extend(entries.into_iter().rev().map(|entry| (depth, entry)));
    };
    push(&mut stack, 0, None);
    while let Some((depth, entry)) = stack.pop() {
        ordered.push((depth, entry));
        push(&mut stack, depth + 1, Some(entry.id));
    }
    ordered
}
