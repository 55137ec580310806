//! The command line: subcommands, the name `wasm-opt`, and exit codes.
//!
//! Exit codes: 0 when all went well, 1 when an input is at fault (or a file cannot be read or
//! written), 2 when the command line is. Errors go to standard error as
//! `invar: FILE: offset 0x1a3: reason`.

mod args;
mod check;
mod files;
mod job;
mod lines;
mod passes;
mod print;
mod progress;
mod report;
mod rules;
#[cfg(feature = "run")]
mod run;
#[cfg(feature = "run")]
mod specialize;
mod stats;
mod wasm_opt;

use std::ffi::OsString;
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
    let (name, result) = if name.is_some_and(|name| name == "wasm-opt") {
        arguments.remove(0);
        ("wasm-opt", wasm_opt::run(arguments))
    } else {
        ("invar", invar(arguments))
    };
    match result {
        Ok(code) => code,
        Err(Failure::Usage(message)) => {
            eprintln!("{name}: {message}\n\nTry `{name} --help`.");
            ExitCode::from(2)
        }
        Err(Failure::Other(error)) if is_broken_pipe(&error) => ExitCode::from(1),
        Err(Failure::Other(error)) => {
            eprintln!("{name}: {error:#}");
            ExitCode::from(1)
        }
    }
}

fn invar(arguments: Vec<OsString>) -> Result<ExitCode, Failure> {
    let matches = match args::command().try_get_matches_from(args::normalize_all(arguments)) {
        Ok(matches) => matches,
        Err(message) => {
            // Help and version go to standard output, and are no error.
            let _ = message.print();
            return Ok(ExitCode::from(message.exit_code() as u8));
        }
    };
    match matches.subcommand() {
        Some(("opt" | "report", matches)) => args::job(matches)?.run(),
        Some(("print", matches)) => print::run(matches),
        Some(("check", matches)) => check::run(matches),
        Some(("stats", matches)) => stats::run(matches),
        Some(("passes", _)) => passes::run(),
        Some(("rules", _)) => rules::run(),
        #[cfg(feature = "run")]
        Some(("specialize", matches)) => specialize::run(matches),
        #[cfg(feature = "run")]
        Some(("run", matches)) => run::run(matches),
        _ => unreachable!("clap asks for a subcommand"),
    }
}

/// Whether the reader of the output closed the pipe, which is not reported.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<std::io::Error>();
        io.is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
