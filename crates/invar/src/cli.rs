//! The command line: subcommands, the name `wasm-opt`, and exit codes.
//!
//! Exit codes: 0 when all went well, 1 when an input is at fault (or a file cannot be read or
//! written), 2 when the command line is. Errors go to standard error as
//! `invar: FILE: offset 0x1a3: reason`.

mod args;
mod check;
mod complete;
mod diff;
mod dwarf;
mod figures;
mod files;
mod function_map;
mod job;
mod modules;
mod pages;
mod passes;
mod print;
mod profile;
mod progress;
mod remarks;
mod report;
mod rules;
#[cfg(feature = "run")]
mod run;
mod source_maps;
#[cfg(feature = "run")]
mod specialize;
mod stats;
mod steps;
mod symbolize;
mod terminal;
mod text_place;
mod top;
mod wasm_opt;
mod why;

use anyhow::Context;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Why a command failed.
enum Failure {
    /// The command line is at fault.
    Usage(String),
    /// Anything else.
    Other(anyhow::Error),
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Failure::Other(error)
    }
}

/// Runs the command that the process was started for.
pub fn main() -> ExitCode {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let name = arguments.first().map(|name| Path::new(name).file_stem().unwrap_or_default());
    let mut help = "invar --help".to_owned();
    let tool = wasm_opt::NAMES.into_iter().find(|tool| name.is_some_and(|name| name == *tool));
    let (name, result) = if let Some(tool) = tool {
        arguments.remove(0);
        help = format!("{tool} --help");
        (tool, wasm_opt::run(tool, arguments))
    } else {
        let subcommand = arguments.get(1).and_then(|name| name.to_str());
        if let Some(name) =
            subcommand.filter(|name| args::command().find_subcommand(name).is_some())
        {
            help = format!("invar {name} --help");
        }
        ("invar", invar(arguments))
    };
    match result {
        Ok(code) => code,
        Err(Failure::Usage(message)) => {
            terminal::say_text(&format!("{name}: {message}\n\nTry `{help}`.\n"));
            ExitCode::from(2)
        }
        Err(Failure::Other(error)) if is_broken_pipe(&error) => ExitCode::from(1),
        Err(Failure::Other(error)) => {
            terminal::say_text(&format!("{name}: {error:#}\n"));
            ExitCode::from(1)
        }
    }
}

/// An error that names the first argument that is not UTF-8, as names of files need not be.
fn check_text(arguments: &[OsString]) -> Result<(), Failure> {
    match arguments.iter().find(|argument| argument.to_str().is_none()) {
        None => Ok(()),
        Some(argument) => {
            let shown = argument.to_string_lossy();
            Err(Failure::Usage(format!("`{shown}` is not UTF-8: give the file another name")))
        }
    }
}

fn invar(arguments: Vec<OsString>) -> Result<ExitCode, Failure> {
    check_text(&arguments)?;
    let arguments = args::normalize_all(arguments);
    let matches = match args::command().try_get_matches_from(&arguments) {
        Ok(matches) => matches,
        Err(error) => return rejected(&error, &arguments),
    };
    match matches.subcommand() {
        Some(("opt" | "report", matches)) if matches.get_flag("help-passes") => passes::names(),
        Some(("opt" | "report", matches)) => args::job(matches)?.run(),
        Some(("print", matches)) => print::run(matches),
        Some(("check", matches)) => check::run(matches),
        Some(("stats", matches)) => stats::run(matches),
        Some(("top", matches)) => top::run(matches),
        Some(("diff", matches)) => diff::run(matches),
        Some(("symbolize", matches)) => symbolize::run(matches),
        Some(("why", matches)) => why::run(matches),
        Some(("passes", _)) => passes::run(),
        Some(("rules", _)) => rules::run(),
        Some(("completions", matches)) => complete::completions(matches),
        Some(("man", matches)) => complete::man(matches),
        #[cfg(feature = "run")]
        Some(("specialize", matches)) => specialize::run(matches),
        #[cfg(feature = "run")]
        Some(("run", matches)) => run::run(matches),
        #[cfg(not(feature = "run"))]
        Some((name @ ("specialize" | "run"), _)) => {
            Err(anyhow::anyhow!("`{name}`: this is a build {}", args::NO_ENGINE).into())
        }
        _ => unreachable!("clap asks for a subcommand"),
    }
}

/// What clap answers in place of arguments: help and version, which are no errors, or what is wrong.
fn rejected(error: &clap::Error, arguments: &[OsString]) -> Result<ExitCode, Failure> {
    use clap::error::ErrorKind;
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let printed = error.print().and_then(|()| std::io::stdout().flush());
            if !error.use_stderr() {
                printed.context("standard output")?;
            }
            return Ok(ExitCode::from(error.exit_code() as u8));
        }
        ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument => {
            if let Some(message) = opt_was_meant(arguments)
                .or_else(|| output_was_meant(error, arguments))
                .or_else(|| level_was_meant(error))
            {
                return Err(Failure::Usage(message));
            }
        }
        _ => {}
    }
    // The usage follows in clap's message; ours says where it is described.
    let text = error.to_string();
    let (message, _) = text.split_once("\n\nUsage:").unwrap_or((&text, ""));
    let message = message.split("\n\nFor more information").next().unwrap_or(message);
    Err(Failure::Usage(message.strip_prefix("error: ").unwrap_or(message).trim_end().to_owned()))
}

/// The message for a second file in place of an output.
fn output_was_meant(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    use clap::error::{ContextKind, ContextValue};
    let subcommand = arguments.get(1).and_then(|name| name.to_str())?;
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else { return None };
    let takes_output = matches!(subcommand, "opt" | "report" | "print");
    (takes_output && !word.starts_with('-'))
        .then(|| format!("`{word}` is a second input; the output is given as `-o {word}`"))
}

/// The message for a level with two dashes.
fn level_was_meant(error: &clap::Error) -> Option<String> {
    use clap::error::{ContextKind, ContextValue};
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else { return None };
    let level = word.strip_prefix("--O").or_else(|| word.strip_prefix("--o"))?;
    let is_level = level.is_empty() || level.parse::<invar::Level>().is_ok();
    is_level.then(|| format!("`{word}`: levels have one dash: `-O{level}`"))
}

/// The message for a file in place of a subcommand.
fn opt_was_meant(arguments: &[OsString]) -> Option<String> {
    let words = || arguments.iter().skip(1).map(|word| word.to_string_lossy());
    let is_option = |word: &str| word.starts_with('-');
    if !words()
        .next()
        .is_some_and(|word| is_option(&word) || args::command().find_subcommand(&*word).is_none())
    {
        return None;
    }
    let first = words().find(|word| !is_option(word))?;
    let is_file = [".wasm", ".wat", ".inv"].iter().any(|end| first.ends_with(end));
    (is_file || Path::new(&*first).is_file()).then(|| {
        let rest = words().collect::<Vec<_>>().join(" ");
        format!("`{first}` is a file and no subcommand; to optimize it: `invar opt {rest}`")
    })
}

/// Whether the reader of the output closed the pipe, which is not reported.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<std::io::Error>();
        io.is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
