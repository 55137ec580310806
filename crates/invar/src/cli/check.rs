//! `invar check`: validates modules, and verifies their functions in SSA form.

use super::Failure;
use super::files::{self, Content};
use super::terminal;
use anyhow::{Context, Result, anyhow};
use clap::ArgMatches;
use invar::Optimizer;
use invar::unstable::ir::{Body, Module};
use invar::unstable::{OptimizerExt, text};
use std::process::ExitCode;

/// Checks each input; the exit code tells whether all are valid.
pub fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let inputs = matches.get_many::<String>("input").into_iter().flatten();
    let mut code = ExitCode::SUCCESS;
    for path in inputs {
        let checked = files::read(path).and_then(|input| {
            let blame = |error| files::blame(&input.name, input.text.as_deref(), error);
            check(input.content).map_err(blame)
        });
        match checked {
            Ok(summary) => terminal::print(&format!("{path}: {summary}\n"))?,
            Err(error) => {
                terminal::say_text(&format!("invar: {error:#}\n"));
                code = ExitCode::from(1);
            }
        }
    }
    Ok(code)
}

fn check(content: Content) -> Result<String> {
    let mut summary = Summary::default();
    match content {
        Content::Inv(text) => summary.module(&text::parse(&text)?)?,
        Content::Wasm(wasm) if wasmparser::Parser::is_component(&wasm) => {
            invar_wasm::component::map_modules(&wasm, |offset, module| {
                summary
                    .wasm(module)
                    .with_context(|| format!("the module at offset 0x{offset:x}"))?;
                Ok::<_, ComponentError>(module.to_vec())
            })
            .map_err(|error| error.0)?;
            let features = invar_wasm::accepted_features();
            invar_wasm::limits::validate_all(&wasm, features)
                .map_err(|error| anyhow!("offset 0x{:x}: {}", error.offset(), error.message()))?;
        }
        Content::Wasm(wasm) => summary.wasm(&wasm)?,
    }
    let Summary { modules, functions, verified } = summary;
    let component = if modules == 1 { String::new() } else { format!("{modules} modules, ") };
    let rest = match functions - verified {
        0 => String::new(),
        rest => format!(" ({rest} use control flow that is not brought into SSA form yet)"),
    };
    Ok(format!("valid: {component}{functions} functions, {verified} verified in SSA form{rest}"))
}

/// An error of either kind, for the walk over a component.
pub struct ComponentError(pub anyhow::Error);

impl From<invar_wasm::ReadError> for ComponentError {
    fn from(error: invar_wasm::ReadError) -> Self {
        ComponentError(error.into())
    }
}

impl From<anyhow::Error> for ComponentError {
    fn from(error: anyhow::Error) -> Self {
        ComponentError(error)
    }
}

#[derive(Default)]
struct Summary {
    modules: usize,
    functions: usize,
    verified: usize,
}

impl Summary {
    fn wasm(&mut self, wasm: &[u8]) -> Result<()> {
        let optimizer = Optimizer::new(invar::Level::O0).names(true).strict(true);
        self.module(&optimizer.run_to_ir(wasm)?.0)
    }

    fn module(&mut self, module: &Module) -> Result<()> {
        text::verify(module).map_err(|message| anyhow!(message))?;
        if let Some(conflict) = invar_stage::conflicts(module).into_iter().next() {
            return Err(anyhow!(conflict));
        }
        self.modules += 1;
        for data in module.funcs.values() {
            self.functions += usize::from(!matches!(data.body, Body::Import));
            self.verified += usize::from(matches!(data.body, Body::Ssa(_)));
        }
        Ok(())
    }
}
