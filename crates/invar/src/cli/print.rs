//! `invar print`: a module, or one function of it, in Invar's text format.

use super::Failure;
use super::files::{self, Content};
use anyhow::{Context, Result, bail};
use clap::ArgMatches;
use invar::ir::{Body, Func, Module};
use invar::{Level, Optimizer};
use std::process::ExitCode;

/// Prints what the arguments ask for.
pub fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let input = files::read(text("input").expect("clap asks for an input"))?;
    let printed = printed(input.content, text("func")).with_context(|| input.name.clone())?;
    files::write(text("output").unwrap_or("-"), printed.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn printed(content: Content, func: Option<&str>) -> Result<String> {
    let parsed = match content {
        Content::Wasm(wasm) => Optimizer::new(Level::O0).names(true).run_to_ir(&wasm)?.0,
        Content::Inv(text) => parse(&text)?,
    };
    let Some(name) = func else {
        return Ok(module(&parsed));
    };
    let found = parsed.funcs.keys().find(|&func| invar::is_named(&parsed, func, name));
    let Some(found) = found else { bail!("there is no function `{name}`") };
    function(&parsed, found)
}

/// A module in the text format.
pub fn module(module: &Module) -> String {
    invar::text::print_module(module)
}

/// One function in the text format.
fn function(module: &Module, func: Func) -> Result<String> {
    match &module.funcs[func].body {
        Body::Ssa(function) => Ok(invar::text::print_function(module, function)),
        Body::Import => bail!("`{}` is imported", module.func_label(func)),
        Body::Raw(_) => bail!(
            "`{}` uses control flow that is not brought into SSA form yet",
            module.func_label(func)
        ),
    }
}

/// A module from the text format.
pub fn parse(text: &str) -> Result<Module> {
    Ok(invar::text::parse(text)?)
}
