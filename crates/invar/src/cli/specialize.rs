//! `invar specialize`: runs a program's initialization, and makes a module that starts behind it with
//! the special versions of functions that it asked for.

use super::Failure;
use super::files::{self, Content};
use super::report;
use super::terminal;
use anyhow::{Context, anyhow, bail};
use clap::ArgMatches;
use invar::unstable::analysis::Counters;
use invar::unstable::debug::dwarf::lookup::Lines;
use invar::unstable::runtime::{Ahead, AheadSettings, Made, Tracer, ahead};
use invar::unstable::trace::{Trace, Wanted};
use invar::unstable::{OptimizerExt, text};
use invar::{Level, Optimizer, Pass, Remark};
use invar_report::data;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Runs the command.
pub fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    let input = files::read(&text("input").expect("clap asks for an input"))?;
    let mut settings = AheadSettings::default();
    if let Some(init) = text("init-func") {
        settings.init = init;
    }
    settings.checked = matches.get_flag("checked");
    if let Some(&insts) = matches.get_one::<usize>("max-insts") {
        settings.limits.insts = insts;
    }
    let level = matches.get_one("level").copied().unwrap_or(Level::O3);
    // A trap in the check of a promise is told by its name.
    let names = matches.get_flag("debuginfo") || settings.checked;
    let explains = matches.get_flag("explain");
    let optimizer = Optimizer::new(level)
        .names(names)
        .remarks(explains)
        .traps_never_happen(matches.get_flag("traps-never-happen"))
        .assume_stack_abi(matches.get_flag("assume-stack-abi"));
    let wasm = wasm_of(input.content).with_context(|| input.name.clone())?;
    let report = report::PageRequest::of(matches);
    settings.drawings = report.is_some();
    let made = match &report {
        Some(report) => with_page(report, &input.name, &wasm, &settings, &optimizer),
        None if explains => with_remarks(&wasm, &settings, &optimizer),
        None => ahead(&wasm, &settings, &optimizer)
            .map(|output| (output, Vec::new()))
            .map_err(|error| anyhow!("{error}")),
    };
    let (output, remarks) = made.with_context(|| input.name.clone())?;
    if explains {
        let lines = Lines::new(&wasm);
        output.made.iter().for_each(|made| explain(made, Some(&lines)));
        explain_private(&output, &remarks, &lines);
    } else {
        for made in output.made.iter().filter(|made| made.func.is_none()) {
            let reason = made.notes.first().map_or("", |(note, _)| note.what.as_str());
            terminal::say(format_args!(
                "invar: {}: `{}` stays generic: {reason}",
                input.name, made.name
            ));
        }
    }
    files::write(&text("output").unwrap_or("-".to_owned()), &output.wasm)?;
    Ok(ExitCode::SUCCESS)
}

/// Specializes a program, and writes a page about its functions and their versions.
fn with_page(
    request: &report::PageRequest,
    name: &str,
    wasm: &[u8],
    settings: &AheadSettings,
    optimizer: &Optimizer,
) -> anyhow::Result<(Ahead, Vec<Remark>)> {
    let tracer = Tracer::new(optimizer, request.wanted.clone());
    let output = ahead(wasm, settings, &tracer).map_err(|error| anyhow!("{error}"))?;
    let (mut report, trace) = tracer.into_trace().unwrap_or_default();
    report.input.bytes = wasm.len() as u64;
    let lines = Lines::new(wasm);
    let versions = output.made.iter().map(|made| version_of(made, &trace, &lines)).collect();
    request.write(report::Optimized {
        name,
        report: &report,
        traces: vec![trace],
        before: report::Side::read(Some(wasm))?,
        after: report::Side::default(),
        source_map: None,
        versions,
    })?;
    Ok((output, report.remarks))
}

/// Specializes a program, and keeps what passes said.
fn with_remarks(
    wasm: &[u8],
    settings: &AheadSettings,
    optimizer: &Optimizer,
) -> anyhow::Result<(Ahead, Vec<Remark>)> {
    let tracer = Tracer::new(optimizer, Wanted::NO_HISTORY);
    let output = ahead(wasm, settings, &tracer).map_err(|error| anyhow!("{error}"))?;
    let (report, _) = tracer.into_trace().unwrap_or_default();
    Ok((output, report.remarks))
}

/// A version as a page shows it.
fn version_of(made: &Made, trace: &Trace, lines: &Lines<'_>) -> data::Version {
    let Made { name, func, notes, stats, generic_insts, insts, time, callees, drawing } = made;
    let place = |func| trace.functions.iter().position(|traced| traced.func == func);
    let counters = stats.list().into_iter().filter(|(_, count)| *count > 0);
    let callees =
        callees.iter().map(|(name, count)| (format!("versions of {name}"), *count as u64));
    let notes = notes.iter().map(|(note, times)| data::NoteRecord {
        offset: note.offset.into(),
        line: lines.of(note.offset.into()).filter(|_| note.offset > 0),
        what: note.what.clone(),
        times: *times as u64,
    });
    data::Version {
        name: name.clone(),
        made: func.is_some(),
        function: func.and_then(place).map(|place| place as u32),
        insts: data::BeforeAfter {
            before: Some(*generic_insts as u64),
            after: func.map(|_| *insts as u64),
        },
        time_ms: time.as_secs_f64() * 1e3,
        counters: counters.map(|(name, count)| (name.to_owned(), count)).chain(callees).collect(),
        notes: notes.collect(),
        drawing: drawing.clone(),
    }
}

/// The bytes of a core module.
pub fn wasm_of(content: Content) -> anyhow::Result<Vec<u8>> {
    match content {
        Content::Wasm(wasm) if wasmparser::Parser::is_component(&wasm) => {
            bail!("a component cannot be specialized: give one of its modules")
        }
        Content::Wasm(wasm) => Ok(wasm),
        Content::Inv(text) => {
            let module = text::parse(&text)?;
            Ok(Optimizer::new(Level::O0).names(true).run_module(module)?.wasm)
        }
    }
}

/// Prints the version made for a request, and where values stopped being constant: by lines of
/// source, where these are known.
pub fn explain(made: &Made, lines: Option<&Lines<'_>>) {
    let Made { name, func, notes, stats, generic_insts, insts, time, callees, .. } = made;
    let generic = if func.is_some() { "" } else { ": stays generic" };
    terminal::say(format_args!("{name}{generic}"));
    if func.is_some() {
        let growth = *insts as f64 / (*generic_insts).max(1) as f64;
        terminal::say(format_args!(
            "  {insts} instructions, {growth:.1} times the generic function's, in {:.1} ms",
            time.as_secs_f64() * 1e3
        ));
        terminal::say(format_args!(
            "  {} versions of blocks ({} generic), {} instructions evaluated ({} loads, {} calls), \
             {} branches decided",
            stats.versions, stats.generic, stats.evaluated, stats.loads, stats.calls, stats.decided
        ));
    }
    for (name, count) in callees {
        terminal::say(format_args!(
            "  {count} versions of `{name}`, for calls with known arguments"
        ));
    }
    notes
        .iter()
        .for_each(|(note, times)| explain_note(&note.what, note.offset.into(), *times, lines));
}

/// Prints a note with its place.
fn explain_note(what: &str, offset: u64, times: usize, lines: Option<&Lines<'_>>) {
    let place = match offset {
        0 => String::new(),
        offset => match lines.and_then(|lines| lines.of(offset)) {
            Some(line) => format!("{line} (0x{offset:x}): "),
            None => format!("0x{offset:x}: "),
        },
    };
    let times = if times > 1 { format!(" ({times} times)") } else { String::new() };
    terminal::say(format_args!("  {place}{what}{times}"));
}

/// Prints why private memory stays in memory, in all versions together.
fn explain_private(output: &Ahead, remarks: &[Remark], lines: &Lines<'_>) {
    let mut found: BTreeMap<(u64, String), usize> = BTreeMap::new();
    let refused = remarks.iter().filter(|it| it.pass == Pass::PrivateMemory.name() && !it.applied);
    for remark in refused {
        let what = format!("{}: {}", remark.what, remark.why);
        *found.entry((remark.offset, what)).or_default() += 1;
    }
    if found.is_empty() && output.notes.is_empty() {
        return;
    }
    terminal::say(format_args!("private memory"));
    for (note, times) in &output.notes {
        explain_note(&note.what, note.offset.into(), *times, Some(lines));
    }
    for ((offset, what), times) in &found {
        explain_note(what, *offset, *times, Some(lines));
    }
}
