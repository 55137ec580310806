//! `invar symbolize`: which functions and lines offsets in a module stand for, and stack traces of engines.

use super::files::{self, Content};
use super::{Failure, dwarf, source_maps, terminal};
use anyhow::{Context, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Command};
use invar::unstable::debug::dwarf::lookup::Lines;
use invar::unstable::debug::dwarf::sections::Sections;
use invar::unstable::debug::trace::{self, TraceFrame};
use invar::unstable::debug::{Frame, ModuleInfo, SourceMap, Symbolizer};
use invar_inspect::names::Name;
use std::fmt::Write;
use std::io::{BufRead, IsTerminal};
use std::process::ExitCode;

/// The command line.
pub fn command() -> Command {
    Command::new("symbolize")
        .about("Show the functions and lines of offsets in a module, or of a stack trace on standard input")
        .override_usage("invar symbolize MODULE [OFFSET]... [--source-map FILE | --debug-file FILE]")
        .after_help(
            "Without an offset, a stack trace is read from standard input, of V8, SpiderMonkey, JavaScriptCore, wasmtime or\n\
             wasmer; behind each frame that is in the module come its functions and lines, inlined ones first.\n\
             Without --source-map, the map is where the module's section `sourceMappingURL` says: in the module itself, or\n\
             in a file of that name beside the module. If there is none, lines are those of DWARF: in the module, or in the\n\
             file that its section `external_debug_info` names (see `opt --split-debug`).",
        )
        .arg(Arg::new("module").value_name("MODULE").required(true).help("A .wasm file"))
        .arg(
            Arg::new("offset")
                .value_name("OFFSET")
                .num_args(0..)
                .help("Offsets in bytes from the start of the module: 0x1a3, or 419"),
        )
        .args(debug_arguments())
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .help("One JSON object per offset or frame"),
        )
}

/// Runs the command.
pub fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let path = matches.get_one::<String>("module").expect("clap asks for a module");
    let offsets: Vec<u32> = matches
        .get_many::<String>("offset")
        .into_iter()
        .flatten()
        .map(|text| offset(text))
        .collect::<Result<_, _>>()?;
    let file = files::read(path)?;
    let Content::Wasm(wasm) = file.content else {
        return Err(anyhow!("{path}: this is not WebAssembly").into());
    };
    if wasmparser::Parser::is_component(&wasm) {
        return Err(anyhow!("{path}: this is a component: give one of its modules").into());
    }
    let (map, debug) = debug_information(path, &wasm, matches)?;
    let with_dwarf = debug.as_deref().unwrap_or(&wasm);
    let lines = Lines::of_sections(&Sections::read(with_dwarf), Sections::read(&wasm).code);
    let uses_map = !map.segments.is_empty();
    let mut info = ModuleInfo::read(&wasm);
    if info.names.is_empty() {
        info.names = ModuleInfo::read(with_dwarf).names;
    }
    let symbolizer = Symbolizer::new(info, map);
    // By DWARF if there is no map, with the number of the function.
    let frames_of = |offset: u32| {
        let by_map = symbolizer.frames(offset);
        let mut frames = if uses_map { Vec::new() } else { lines.frames(offset) };
        let (Some(last), Some(outermost)) = (frames.last_mut(), by_map.last()) else {
            return by_map;
        };
        last.number = outermost.number;
        last.function = last.function.take().or_else(|| outermost.function.clone());
        frames
    };
    let json = matches.get_flag("json");
    if !offsets.is_empty() {
        let mut text = String::new();
        for offset in offsets {
            let frames = frames_of(offset);
            if json {
                text += &(as_json(Some(offset), &frames).to_string() + "\n");
                continue;
            }
            let what = if frames.is_empty() { ": in no function" } else { "" };
            _ = writeln!(text, "0x{offset:x}{what}");
            frames.iter().for_each(|frame| _ = writeln!(text, "  {}", shown(frame)));
        }
        terminal::print(&text)?;
        return Ok(ExitCode::SUCCESS);
    }
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        let message = "give an offset, or a stack trace on standard input".to_owned();
        return Err(Failure::Usage(message));
    }
    for line in stdin.lock().lines() {
        let line = line.context("standard input")?;
        let (offset, frames) = match trace::frame(&line) {
            Some(TraceFrame::Offset(offset)) => (Some(offset), frames_of(offset)),
            Some(TraceFrame::Function(number)) => (None, vec![symbolizer.function(number)]),
            None => (None, Vec::new()),
        };
        let mut text = String::new();
        if json {
            if frames.is_empty() {
                continue;
            }
            text += &(as_json(offset, &frames).to_string() + "\n");
        } else {
            let indent = line.len() - line.trim_start().len() + 4;
            text += &format!("{line}\n");
            for frame in &frames {
                _ = writeln!(text, "{:indent$}{}", "", shown(frame));
            }
        }
        terminal::print(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The options that say where lines are.
pub fn debug_arguments() -> [Arg; 2] {
    [
        Arg::new("source-map")
            .long("source-map")
            .value_name("FILE")
            .help("The source map of the module"),
        Arg::new("debug-file")
            .long("debug-file")
            .value_name("FILE")
            .conflicts_with("source-map")
            .help("A module with the DWARF of this one"),
    ]
}

/// The source map of a module, empty if there is none, and the file with its DWARF, if that is another one: by the
/// options, or where the module says.
pub fn debug_information(
    path: &str,
    wasm: &[u8],
    matches: &ArgMatches,
) -> anyhow::Result<(SourceMap, Option<Vec<u8>>)> {
    let map = match matches.get_one::<String>("source-map") {
        Some(file) => source_maps::parse(file)?,
        None => source_maps::beside(path, wasm)?.unwrap_or_default(),
    };
    let debug = dwarf::debug_file(path, wasm, matches.get_one::<String>("debug-file"))?;
    Ok((map, debug))
}

fn offset(text: &str) -> Result<u32, Failure> {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| Failure::Usage(format!("`{text}` is no offset: 0x1a3, or 419")))
}

/// The name of a frame's function.
fn name(frame: &Frame) -> String {
    match (&frame.function, frame.number) {
        (Some(name), _) => Name::of_function(name).shown().to_owned(),
        (None, Some(number)) => format!("func[{number}]"),
        (None, None) => "?".to_owned(),
    }
}

/// `f at a.c:12:5 (inlined)`.
fn shown(frame: &Frame) -> String {
    let place = match &frame.place {
        Some((file, line, column)) => format!(" at {file}:{line}:{column}"),
        None => String::new(),
    };
    let inlined = if frame.is_inlined { " (inlined)" } else { "" };
    format!("{}{place}{inlined}", name(frame))
}

fn as_json(offset: Option<u32>, frames: &[Frame]) -> serde_json::Value {
    let frames = frames.iter().map(|frame| {
        let place = frame.place.as_ref();
        serde_json::json!({
            "function": name(frame),
            "inlined": frame.is_inlined,
            "source": place.map(|place| &place.0),
            "line": place.map(|place| place.1),
            "column": place.map(|place| place.2),
        })
    });
    serde_json::json!({ "offset": offset, "frames": frames.collect::<Vec<_>>() })
}
