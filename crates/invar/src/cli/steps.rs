//! What runs on a module before the last optimization: levels in a row, and changes that are no optimizations.

use super::{files, terminal};
use anyhow::Context;
use invar::unstable::OptimizerExt;
use invar::{Optimizer, Options, Output};
use invar_transform::{Transform, Transformed};
use std::borrow::Cow;

/// A step before the optimization of a job.
#[derive(Debug)]
pub enum ModuleStep {
    /// Another optimization.
    Optimize(Box<Options>),
    /// A change by the option of this name, and the file for data that it takes out of the module.
    Transform(&'static str, Transform, Option<String>),
}

/// What the changes before the first optimization leave.
pub(crate) struct Led<'s> {
    /// The module.
    pub wasm: Vec<u8>,
    /// The steps behind them.
    pub rest: &'s [ModuleStep],
    /// Where each change moved code ([`invar_transform::Transformed::moved`]).
    pub moved: Vec<Vec<(u32, Option<u32>)>>,
}

/// Makes the changes before the first optimization, and tells where code is now if `moves` asks for it.
pub fn lead(steps: &[ModuleStep], mut wasm: Vec<u8>, moves: bool) -> anyhow::Result<Led<'_>> {
    let (mut rest, mut moved) = (steps, Vec::new());
    while let [ModuleStep::Transform(name, transform, file), behind @ ..] = rest {
        let new = transformed(name, transform, file.as_deref(), &wasm, moves)?;
        wasm = new.wasm;
        moved.push(new.moved);
        rest = behind;
    }
    Ok(Led { wasm, rest, moved })
}

/// Runs `steps` on a module, then `last`: optimizations in a row are one run, whose output may be as large as the last
/// allows.
pub fn run(steps: &[ModuleStep], wasm: &[u8], last: &Optimizer) -> anyhow::Result<Output> {
    let mut input = Cow::Borrowed(wasm);
    let mut done: Option<Output> = None;
    let after = |done: Option<Output>, optimizer: &Optimizer, input: &[u8]| match done {
        Some(earlier) => optimizer.run_after(earlier, input),
        None => optimizer.run(input),
    };
    for step in steps {
        match step {
            ModuleStep::Optimize(options) => {
                let options = (**options).clone().locations(last.options().locations);
                done = Some(after(done, &Optimizer::with_options(options), &input)?);
            }
            ModuleStep::Transform(name, transform, file) => {
                let current = done.as_ref().map_or(&*input, |done| &done.wasm);
                let new = transformed(name, transform, file.as_deref(), current, false)?;
                if let Some(done) = &mut done {
                    done.wasm.clone_from(&new.wasm);
                }
                input = Cow::Owned(new.wasm);
            }
        }
    }
    Ok(after(done, last, &input)?)
}

/// A changed module. What the change prints goes to standard output.
fn transformed(
    name: &str,
    transform: &Transform,
    file: Option<&str>,
    wasm: &[u8],
    moves: bool,
) -> anyhow::Result<Transformed> {
    let mut new = transform.run(wasm, moves).with_context(|| name.to_owned())?;
    for warning in &new.warnings {
        terminal::say(format_args!("warning: {warning}"));
    }
    if !new.text.is_empty() {
        files::write("-", new.text.as_bytes())?;
    }
    if let Some((file, data)) = file.zip(new.data.take()) {
        files::write(file, &data)?;
    }
    Ok(new)
}

/// The first change among steps, by the name of its option.
pub fn change(steps: &[ModuleStep]) -> Option<&'static str> {
    steps.iter().find_map(|step| match step {
        ModuleStep::Transform(name, ..) => Some(*name),
        ModuleStep::Optimize(_) => None,
    })
}
