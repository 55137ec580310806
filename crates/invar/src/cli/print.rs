//! `invar print`: a module, or one function of it, in Invar's text format; of a component, its
//! core modules, each after a comment with its offset. With `--stage`, the analysis of functions
//! with annotations in place of their text.

use super::Failure;
use super::check::ComponentError;
use super::files::{self, Content};
use anyhow::{Context, Result, bail};
use clap::ArgMatches;
use invar::unstable::ir::{Body, Func, Module};
use invar::unstable::{OptimizerExt, is_named, text};
use invar::{Level, Optimizer};
use invar_wasm::component::map_modules;
use std::process::ExitCode;

/// Prints a module, a function, or the analysis of annotations.
pub fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let given = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let path = given("input").expect("clap asks for an input");
    if path != "-" {
        let output = given("output").map(|output| ("the output", output));
        let both: Vec<_> = [("the input", path)].into_iter().chain(output).collect();
        files::check_distinct(&both)?;
    }
    let input = files::read(path)?;
    let printed = printed(input.content, given("func"), matches.get_flag("stage"))
        .with_context(|| input.name.clone())?;
    files::write(given("output").unwrap_or("-"), printed.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn printed(content: Content, func: Option<&str>, staged: bool) -> Result<String> {
    let lift = |wasm: &[u8]| Optimizer::new(Level::O0).names(true).run_to_ir(wasm);
    let mut printed = Vec::new();
    match content {
        Content::Inv(text) => printed.extend(print(text::parse(&text)?, func, staged)?),
        Content::Wasm(wasm) if wasmparser::Parser::is_component(&wasm) => {
            map_modules(&wasm, |offset, wasm| {
                let place = || format!("the module at offset 0x{offset:x}");
                let module = lift(wasm).with_context(place)?.0;
                let text = print(module, func, staged).with_context(place)?;
                printed.extend(text.map(|text| format!("; {}\n{text}", place())));
                Ok::<_, ComponentError>(wasm.to_vec())
            })
            .map_err(|error| error.0)?;
        }
        Content::Wasm(wasm) => printed.extend(print(lift(&wasm)?.0, func, staged)?),
    }
    match func {
        Some(name) if printed.is_empty() => bail!("there is no function `{name}`"),
        _ => Ok(printed.join("\n")),
    }
}

/// A module, or the function of that name if it has one.
fn print(parsed: Module, func: Option<&str>, staged: bool) -> Result<Option<String>> {
    let named = |name| parsed.funcs.keys().find(|&func| is_named(&parsed, func, name));
    match (func, func.and_then(named)) {
        (Some(_), None) => Ok(None),
        (_, found) if staged => stage(parsed, found).map(Some),
        (_, Some(found)) => function(&parsed, found).map(Some),
        (None, None) => Ok(Some(text::print_module(&parsed))),
    }
}

/// The analysis of annotations, of all functions that have some or of one.
fn stage(mut parsed: Module, func: Option<Func>) -> Result<String> {
    if let Some(error) = invar_stage::annotations::check_imports(&parsed).first() {
        bail!("{error}");
    }
    invar_stage::annotations::raise_all(&mut parsed);
    invar_stage::analysis::choices::branch_on_all_choices(&mut parsed);
    let text = invar_stage::print::module_text(&parsed, func, &invar_stage::Config::default());
    if text.is_empty() {
        bail!("there is no function with annotations");
    }
    Ok(text)
}

/// One function in the text format.
fn function(module: &Module, func: Func) -> Result<String> {
    match &module.funcs[func].body {
        Body::Ssa(function) => Ok(text::print_function(module, function)),
        Body::Import => bail!("`{}` is imported", module.func_label(func)),
        Body::Raw(_) => bail!(
            "`{}` uses control flow that is not brought into SSA form yet",
            module.func_label(func)
        ),
    }
}
