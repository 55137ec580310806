//! The one place that knows how bodies come from and go back to WebAssembly (crate `wasm`).

use crate::error::Error;
use crate::module::{Keep, Merged};
use crate::options::Options;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Body, Func, Function, Module};
use invar_wasm::WriteOptions;
use std::sync::Arc;

/// Where bodies come from: the reader's lifter, or a module that is in SSA form already.
pub struct Source {
    lifter: Option<invar_wasm::Lifter>,
}

/// A body in WebAssembly's form.
pub type Code = invar_wasm::Code;

/// Reads and validates a core module.
pub fn read(wasm: &[u8]) -> Result<(Module, Source), Error> {
    let (module, lifter) = invar_wasm::read(Arc::from(wasm))?;
    Ok((module, Source { lifter: Some(lifter) }))
}

impl Source {
    /// The bodies of a module that was not read from WebAssembly.
    pub fn ssa() -> Self {
        Source { lifter: None }
    }

    /// A function in SSA form, or why it is not.
    pub fn lift(&self, module: &Module, func: Func) -> Result<Function, String> {
        match (&module.funcs[func].body, &self.lifter) {
            (Body::Ssa(function), _) => Ok((**function).clone()),
            (Body::Raw(_), Some(lifter)) => {
                lifter.lift(module, func).map_err(|reason| match reason {
                    invar_wasm::NotLifted::Control(proposal) => format!("it uses {proposal}"),
                    invar_wasm::NotLifted::Invalid(message) => message,
                })
            }
            _ => Err("it has no body".to_owned()),
        }
    }
}

/// Brings a function into WebAssembly's form, or tells which limit is in the way.
pub fn lower(module: &Module, function: Function, _: &Options) -> Result<Code, String> {
    invar_wasm::lower(module, function).map_err(|error| error.to_string())
}

/// A module in bytes, and which function each index of its index space is.
pub fn write(
    module: &Module,
    codes: &SecondaryMap<Func, Option<Code>>,
    keep: &Keep,
    merged: &Merged,
    options: &Options,
) -> (Vec<u8>, Vec<Func>) {
    let kept = module.funcs.keys().filter(|&func| keep.funcs.contains(func));
    let imported = |func: &Func| module.funcs[*func].import.is_some();
    let (mut funcs, mut order): (Vec<Func>, Vec<Func>) = kept.partition(imported);
    let away = module.funcs.keys().filter(|&func| merged.is_merged(func));
    let replace = away.map(|func| (func, merged.resolve(func))).collect();
    if options.goals().size > 0 {
        invar_wasm::sort_by_use(module, codes, &replace, &mut order);
    }
    let write = WriteOptions {
        keep: Some(keep.clone()),
        replace,
        order: order.clone(),
        names: options.names,
    };
    let wasm = invar_wasm::write(module, codes, &write);
    funcs.extend(order);
    (wasm, funcs)
}
