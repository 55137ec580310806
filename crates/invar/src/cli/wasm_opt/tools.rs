//! The other tools of Binaryen that toolchains call, by their names: each is the command line of `wasm-opt` with
//! steps of its own.
//!
//! | name | what it does |
//! |---|---|
//! | `wasm-metadce` | removes exports that a graph of the outside does not reach, then what is not needed; prints `unused: NAME` |
//! | `wasm-emscripten-finalize` | checks of the stack, `dynCall_TYPES`, legal interfaces; no metadata, as since version 105 |
//! | `wasm-dis`, `wasm-as` | text of a module, and the module of a text |
//! | `wasm-merge` | several modules as one; its arguments are its own (`merge`) |

use super::{Parsed, Request, Run, transforms};
use crate::cli::Failure;
use crate::cli::job::OutputFormat;
use invar::Pass;
use std::path::Path;

/// The names that the command has, `wasm-opt` first.
pub const NAMES: [&str; 6] =
    ["wasm-opt", "wasm-metadce", "wasm-emscripten-finalize", "wasm-dis", "wasm-as", MERGE];

/// The name of the tool that takes several modules.
pub const MERGE: &str = "wasm-merge";

/// Parses the arguments of the tool of this name.
pub fn parse(tool: &'static str, arguments: &[String]) -> Result<Request, Failure> {
    let mut parsed = Parsed::default();
    parsed.job.program = tool;
    let mut own = Own::default();
    let mut rest = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let (name, value) =
            word.split_once('=').map_or((word.as_str(), None), |it| (it.0, Some(it.1)));
        match (tool, name) {
            ("wasm-metadce", "--graph-file" | "-f") => {
                let value = value.map(str::to_owned).or_else(|| words.next().cloned());
                own.graph =
                    Some(value.ok_or_else(|| Failure::Usage(format!("{name} needs a file")))?);
            }
            ("wasm-emscripten-finalize", "--bigint" | "-bi" | "--no-legalize-javascript-ffi") => {
                own.bigint = true;
            }
            ("wasm-emscripten-finalize", "--no-dyncalls") => own.no_calls = true,
            ("wasm-emscripten-finalize", "--dyncalls-i64") => own.wide_calls = true,
            ("wasm-emscripten-finalize", "--standalone-wasm") => own.standalone = true,
            ("wasm-emscripten-finalize", "--check-stack-overflow") => own.stack = true,
            // DWARF is dropped anyway, and nothing that need not change does.
            (
                "wasm-emscripten-finalize",
                "--side-module" | "--minimize-wasm-changes" | "--dwarf",
            ) => {}
            _ => rest.push(word.clone()),
        }
    }
    match tool {
        "wasm-dis" => {
            // Text says names.
            parsed.job.options.names = true;
            parsed.job.emit = OutputFormat::Wat;
            parsed.job.output = Some("-".to_owned());
        }
        // Its default is known when the input is.
        "wasm-as" => parsed.job.output = Some(String::new()),
        _ => {}
    }
    own.add(tool, &mut parsed)?;
    let mut request = parsed.parse(&rest)?;
    if let Request::Job(parsed) = &mut request
        && let Some(output) = parsed.job.output.as_mut().filter(|output| output.is_empty())
    {
        let beside = Path::new(&parsed.job.input).with_extension("wasm");
        *output = beside.to_string_lossy().into_owned();
    }
    Ok(request)
}

/// The options that only one of the tools has.
#[derive(Default)]
struct Own {
    graph: Option<String>,
    bigint: bool,
    no_calls: bool,
    wide_calls: bool,
    standalone: bool,
    stack: bool,
}

impl Own {
    /// Adds the steps of a tool.
    fn add(self, tool: &str, parsed: &mut Parsed) -> Result<(), Failure> {
        let mut transform = |name| parsed.runs.push(Run::Transform(name, None));
        match tool {
            "wasm-metadce" => {
                let graph =
                    self.graph.ok_or_else(|| Failure::Usage("no --graph-file".to_owned()))?;
                parsed.runs.push(Run::Transform(transforms::GRAPH, Some(graph)));
                parsed.runs.push(Run::Passes(vec![Pass::GlobalDce, Pass::ReorderFunctions]));
            }
            "wasm-emscripten-finalize" => {
                if self.stack {
                    transform("--stack-check");
                }
                if !self.no_calls && !self.standalone {
                    let all = "--generate-dyncalls";
                    transform(if self.wide_calls { "--generate-i64-dyncalls" } else { all });
                }
                if !self.bigint {
                    transform("--legalize-js-interface");
                }
                if self.stack && !self.standalone {
                    let handler = "__handle_stack_overflow".to_owned();
                    parsed.pass_args.insert("stack-check-handler".to_owned(), handler);
                }
            }
            _ => {}
        }
        Ok(())
    }
}
