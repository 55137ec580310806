//! The core modules of an input, as bytes.

use super::check::ComponentError;
use super::files::{self, Content};
use anyhow::{Context, Result, bail};
use invar::unstable::{OptimizerExt, text};

/// The core modules of an input: one, or those of a component.
pub struct Modules {
    /// The name of the input, for messages.
    pub name: String,
    /// The modules, in order.
    pub modules: Vec<Vec<u8>>,
}

impl Modules {
    /// Reads an input.
    pub fn read(path: &str) -> Result<Modules> {
        let input = files::read(path)?;
        let modules = core_modules(input.content).with_context(|| input.name.clone())?;
        Ok(Modules { name: input.name, modules })
    }

    /// A line that tells which module of a component the n-th is; nothing in front of the only one.
    pub fn heading(&self, n: usize) -> String {
        match self.modules.len() {
            1 => String::new(),
            _ => format!("module {n} of the component\n"),
        }
    }
}

/// The modules of two inputs that are compared: each with that in its place.
pub fn pairs<'a>(
    before: &'a Modules,
    after: &'a Modules,
) -> Result<impl Iterator<Item = (&'a [u8], &'a [u8])>> {
    let counts = (before.modules.len(), after.modules.len());
    if counts.0 != counts.1 {
        bail!(
            "{} has {} modules, {} has {}: it is unclear which belong together",
            before.name,
            counts.0,
            after.name,
            counts.1
        );
    }
    let slices = |modules: &'a Modules| modules.modules.iter().map(Vec::as_slice);
    Ok(slices(before).zip(slices(after)))
}

fn core_modules(content: Content) -> Result<Vec<Vec<u8>>> {
    let wasm = match content {
        Content::Wasm(wasm) => wasm,
        Content::Inv(text) => {
            let module = text::parse(&text)?;
            invar::Optimizer::new(invar::Level::O0).names(true).run_module(module)?.wasm
        }
    };
    if !wasmparser::Parser::is_component(&wasm) {
        return Ok(vec![wasm]);
    }
    let mut all = Vec::new();
    invar_wasm::component::map_modules(&wasm, |_, module| {
        all.push(module.to_vec());
        Ok::<_, ComponentError>(module.to_vec())
    })
    .map_err(|error| error.0)?;
    Ok(all)
}
