//! What runs on a module before the last optimization: levels in a row, and changes that are no optimizations.

use super::files;
use anyhow::Context;
use invar::unstable::OptimizerExt;
use invar::{Optimizer, Options, Output};
use invar_transform::Transform;
use std::borrow::Cow;

/// A step before the optimization of a job.
#[derive(Debug)]
pub enum Step {
    /// Another optimization.
    Optimize(Box<Options>),
    /// A change by the option of this name, and the file for data that it takes out of the module.
    Transform(&'static str, Transform, Option<String>),
}

/// Runs `steps` on a module, then `last`: optimizations in a row are one run, whose output may be as large as the last
/// allows. What changes print goes to standard output.
pub fn run(steps: &[Step], wasm: &[u8], last: &Optimizer) -> anyhow::Result<Output> {
    let mut input = Cow::Borrowed(wasm);
    let mut done: Option<Output> = None;
    let after = |done: Option<Output>, optimizer: &Optimizer, input: &[u8]| match done {
        Some(earlier) => optimizer.run_after(earlier, input),
        None => optimizer.run(input),
    };
    for step in steps {
        match step {
            Step::Optimize(options) => {
                let optimizer = Optimizer::with_options((**options).clone());
                done = Some(after(done, &optimizer, &input)?);
            }
            Step::Transform(name, transform, file) => {
                let current = done.as_ref().map_or(&*input, |done| &done.wasm);
                let new = transform.run(current).context(*name)?;
                if !new.text.is_empty() {
                    files::write("-", new.text.as_bytes())?;
                }
                if let Some((file, data)) = file.as_ref().zip(new.data) {
                    files::write(file, &data)?;
                }
                if let Some(done) = &mut done {
                    done.wasm.clone_from(&new.wasm);
                }
                input = Cow::Owned(new.wasm);
            }
        }
    }
    Ok(after(done, last, &input)?)
}

/// The first change among steps, by the name of its option.
pub fn change(steps: &[Step]) -> Option<&'static str> {
    steps.iter().find_map(|step| match step {
        Step::Transform(name, ..) => Some(*name),
        Step::Optimize(_) => None,
    })
}
