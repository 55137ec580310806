//! `--report`: the page that shows what was done to each function.

use super::files;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use invar::unstable::OptimizerExt;
use invar::unstable::debug::dwarf::lookup::Lines;
use invar::unstable::ir;
use invar::unstable::trace::{self, FunctionTrace, Measure, Trace, Wanted};
use invar::{Optimizer, Output, Pass, PassReport, Remark, Report};
use invar_report::data::{self, BeforeAfter, Page};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

/// A page to write.
#[derive(Clone, Debug)]
pub struct PageRequest {
    /// The file; `-` for standard output.
    pub file: String,
    /// The functions that are shown in detail.
    pub wanted: Wanted,
}

/// The options of a page.
pub fn args() -> [Arg; 3] {
    let value =
        |name: &'static str, value: &'static str| Arg::new(name).long(name).value_name(value);
    [
        value("report", "FILE")
            .help("Write a page (HTML) that shows what was done to each function"),
        value("report-func", "FUNC")
            .action(ArgAction::Append)
            .help("With --report: show this function in detail (name or index); may be repeated"),
        value("report-most", "N")
            .value_parser(value_parser!(usize))
            .help("With --report: show the N functions that changed most in detail [default: 100]"),
    ]
}

/// The subcommand that writes a page and no module, with the options of `opt`.
pub fn command(opt: Command) -> Command {
    opt.name("report")
        .about("Write a page that shows what `opt` does to each function")
        .override_usage("invar report IN -o report.html [OPTIONS]")
        .mut_arg("output", |output| {
            output
                .short(None)
                .long("module")
                .help("Where to write the optimized module, if anywhere")
        })
        .mut_arg("report", |report| {
            let page = report.short('o').long("output").required(true);
            page.help("Where to write the page (HTML); `-` for standard output")
        })
}

impl PageRequest {
    /// The page that options ask for, if they do.
    pub fn of(matches: &ArgMatches) -> Option<PageRequest> {
        let file = matches.get_one::<String>("report").cloned()?;
        let functions = matches.get_one("report-most").copied();
        let functions = functions.unwrap_or(Wanted::default().functions);
        let named = matches.get_many("report-func").unwrap_or_default().cloned().collect();
        Some(PageRequest { file, wanted: Wanted { functions, named } })
    }

    /// Optimizes a module or a component of this name, and writes the page.
    pub fn run(&self, optimizer: &Optimizer, name: &str, wasm: &[u8]) -> anyhow::Result<Output> {
        let (output, traces) = optimizer.run_traced(wasm, &self.wanted)?;
        self.write(name, &output.report, traces, &modules(wasm)?, Vec::new())?;
        Ok(output)
    }

    /// The same for a module in SSA form.
    pub fn run_module(
        &self,
        optimizer: &Optimizer,
        name: &str,
        module: ir::Module,
    ) -> anyhow::Result<Output> {
        let (output, trace) = optimizer.run_module_traced(module, &self.wanted)?;
        self.write(name, &output.report, vec![trace], &[], Vec::new())?;
        Ok(output)
    }

    /// Writes the page about the modules of an input, whose bytes are known if they were read from WebAssembly.
    pub fn write(
        &self,
        name: &str,
        report: &Report,
        traces: Vec<Trace>,
        modules: &[Cow<'_, [u8]>],
        versions: Vec<data::Version>,
    ) -> anyhow::Result<()> {
        let mut page = page(name, report);
        page.versions = versions;
        for (module, trace) in traces.into_iter().enumerate() {
            let lines = Lines::new(modules.get(module).map_or(&[], |bytes| bytes));
            add(&mut page, module as u32, trace, &lines);
        }
        page.lines.sort_unstable();
        page.lines.dedup();
        if modules.len() > 1 {
            // An offset may be in each of several modules.
            page.lines.clear();
        }
        let copied = copied(&page.functions);
        page.notes.extend(copied);
        if page.functions.iter().any(|it| it.history.is_none() && it.changes > 0) {
            let note = "Remarks are those about the functions that are shown in detail: \
                        'invar opt --remarks' prints all.";
            page.notes.push(note.to_owned());
        }
        if page.functions.iter().any(|function| !function.inlined.is_empty()) {
            let note = "The estimated time of a function is without that of the functions it calls: \
                        where calls were inlined, it contains theirs, and grows.";
            page.notes.push(note.to_owned());
        }
        files::write(&self.file, invar_report::render(&page).as_bytes())
    }
}

/// Adds the functions of a module.
fn add(page: &mut Page, module: u32, trace: Trace, lines: &Lines<'_>) {
    let first = page.functions.len() as u32;
    let places = trace.functions.iter().zip(first..).map(|(it, place)| (it.func, place));
    let places: FxHashMap<ir::Func, u32> = places.collect();
    for (function, place) in trace.functions.into_iter().zip(first..) {
        let FunctionTrace { func, name, asked, .. } = function;
        let FunctionTrace { before, after, fate, inlined, changes, history, .. } = function;
        let change = |get: fn(Measure) -> u64| BeforeAfter {
            before: before.map(get),
            after: after.map(get),
        };
        let time = |measure: Measure| measure.time as f64;
        let inlined = inlined.into_iter();
        let history = history.map(|history| {
            let lines = located(&history, lines);
            let found = history.remarks.iter().map(|remark| remark_of(remark, place, &lines));
            page.remarks.extend(found);
            page.lines.extend(lines);
            history_of(history)
        });
        page.functions.push(data::FunctionRecord {
            index: func.as_u32(),
            name,
            module,
            bytes: change(|measure| measure.bytes),
            operators: change(|measure| measure.operators),
            time: BeforeAfter { before: before.map(time), after: after.map(time) },
            fate: fate_of(fate, &places),
            inlined: inlined.filter_map(|(func, n)| Some((*places.get(&func)?, n))).collect(),
            changes,
            history,
            asked,
        });
    }
}

/// The core modules of an input in bytes.
fn modules(wasm: &[u8]) -> anyhow::Result<Vec<Cow<'_, [u8]>>> {
    if !wasmparser::Parser::is_component(wasm) {
        return Ok(vec![Cow::Borrowed(wasm)]);
    }
    let mut modules = Vec::new();
    let add = |_: usize, module: &[u8]| {
        modules.push(Cow::Owned(module.to_vec()));
        Ok::<_, invar_wasm::ReadError>(module.to_vec())
    };
    invar_wasm::component::map_modules(wasm, add).map_err(|error| anyhow::anyhow!("{error}"))?;
    Ok(modules)
}

/// A page with what is known of the whole input.
fn page(name: &str, report: &Report) -> Page {
    let mut command: Vec<String> =
        std::env::args_os().skip(1).map(|it| it.to_string_lossy().into()).collect();
    command.insert(0, "invar".to_owned());
    let title = Path::new(name).file_name().map_or(name.into(), |name| name.to_string_lossy());
    // What a module that was not read from bytes had before is not known.
    let change = |before, after| BeforeAfter {
        before: Some(before).filter(|it| *it > 0),
        after: Some(after),
    };
    let mut notes = Vec::new();
    if report.input_kept {
        notes.push("The output was larger than the input, which is kept.".to_owned());
    }
    notes.extend(report.bugs.iter().map(|bug| format!("Bug, please report: {bug}.")));
    Page {
        title: title.into_owned(),
        command: command.join(" "),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        bytes: change(report.input.bytes, report.output.bytes),
        code_bytes: change(report.input.code_bytes, report.output.code_bytes),
        time_ms: report.time_ms,
        notes,
        passes: report.passes.iter().map(pass_of).collect(),
        ..Page::default()
    }
}

fn pass_of(pass: &PassReport) -> data::PassRecord {
    data::PassRecord {
        name: pass.name.to_owned(),
        doc: pass.name.parse().map_or("", Pass::doc).to_owned(),
        runs: pass.runs,
        time_ms: pass.time_ms,
        counters: named(&pass.counters),
    }
}

fn named(counters: &[(&'static str, u64)]) -> Vec<(String, u64)> {
    counters.iter().map(|&(name, count)| (name.to_owned(), count)).collect()
}

/// Lines about the functions that were copied: how many, and why.
fn copied(functions: &[data::FunctionRecord]) -> Vec<String> {
    let mut reasons: Vec<(&str, u32)> = Vec::new();
    for function in functions {
        let data::FunctionFate::Copied(why) = &function.fate else { continue };
        match reasons.iter_mut().find(|(reason, _)| reason == why) {
            Some((_, count)) => *count += 1,
            None => reasons.push((why, 1)),
        }
    }
    let line = |(why, count)| match count {
        1 => format!("1 function was copied: {why}."),
        count => format!("{count} functions were copied: {why}."),
    };
    reasons.into_iter().map(line).collect()
}

fn fate_of(fate: trace::Fate, places: &FxHashMap<ir::Func, u32>) -> data::FunctionFate {
    match fate {
        trace::Fate::Rewritten => data::FunctionFate::Rewritten,
        trace::Fate::Kept => data::FunctionFate::Kept,
        trace::Fate::Copied(why) => data::FunctionFate::Copied(why),
        trace::Fate::Large => {
            data::FunctionFate::Copied("its branches would pass too many arguments".to_owned())
        }
        trace::Fate::Removed => data::FunctionFate::Removed,
        trace::Fate::Merged(into) => match places.get(&into) {
            Some(&place) => data::FunctionFate::Merged(place),
            None => data::FunctionFate::Removed,
        },
        trace::Fate::Failed(why) => data::FunctionFate::Failed(why),
    }
}

fn history_of(history: trace::History) -> data::HistoryRecord {
    let step = |step: trace::HistoryStep| data::StepRecord {
        pass: step.pass.to_owned(),
        phase: step.phase.to_owned(),
        counters: named(&step.counters),
        after: step.after.unwrap_or_default(),
        drawings: step.drawings,
    };
    data::HistoryRecord {
        first: history.first,
        steps: history.steps.into_iter().map(step).collect(),
    }
}

fn remark_of(remark: &Remark, function: u32, lines: &[(u32, String)]) -> data::RemarkRecord {
    let line = lines.binary_search_by_key(&remark.offset, |(offset, _)| u64::from(*offset));
    data::RemarkRecord {
        function,
        pass: remark.pass.to_owned(),
        applied: remark.applied,
        offset: remark.offset,
        line: line.ok().map(|at| lines[at].1.clone()),
        what: remark.what.to_owned(),
        why: remark.why.clone(),
    }
}

/// The lines of the source of all byte offsets in a history that have one.
fn located(history: &trace::History, lines: &Lines<'_>) -> Vec<(u32, String)> {
    if lines.is_empty() {
        return Vec::new();
    }
    let mut seen: FxHashSet<*const u8> = FxHashSet::default();
    let of_remarks = history.remarks.iter().filter_map(|remark| remark.offset.try_into().ok());
    let mut offsets: FxHashSet<u32> = of_remarks.filter(|offset| *offset > 0).collect();
    let snapshots = history.steps.iter().filter_map(|step| step.after.as_ref());
    for snapshot in std::iter::once(&history.first).chain(snapshots) {
        for block in &snapshot.blocks {
            if seen.insert(Arc::as_ptr(&block.text).cast()) {
                offsets.extend(block.text.lines().filter_map(offset_of));
            }
        }
    }
    let mut offsets: Vec<u32> = offsets.into_iter().collect();
    offsets.sort_unstable();
    offsets.into_iter().filter_map(|offset| Some((offset, lines.of(offset.into())?))).collect()
}

/// The byte offset in the input that a line of a function's text ends with: `@1a3`, or `@1a3:ctx0`.
fn offset_of(line: &str) -> Option<u32> {
    let (_, location) = line.rsplit_once(" @")?;
    u32::from_str_radix(location.split(':').next()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_read_from_lines() {
        assert_eq!(offset_of("  v1 = i32.const 1    @1a3"), Some(0x1a3));
        assert_eq!(offset_of("  v1 = i32.const 1 @1a3:ctx0"), Some(0x1a3));
        assert_eq!(offset_of("  return v1"), None);
    }
}
