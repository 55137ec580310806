//! Modules in SSA form: as text, and their verification.

use crate::driver::bodies;
use crate::error::Error;
use invar_ir::{Function, Module};

/// A function in the text format.
pub fn print_function(module: &Module, function: &Function) -> String {
    function.display(module).to_string()
}

/// A module in the text format.
pub fn print_module(module: &Module) -> String {
    module.to_string()
}

/// A module from the text format, verified; what no pass changes, validated. The error names line
/// and column, or the function.
pub fn parse(text: &str) -> Result<Module, Error> {
    let module = invar_ir::parse_verified(text).map_err(|error| Error::new(error.to_string()))?;
    bodies::validate(&module)?;
    Ok(module)
}

/// Checks the invariants of a function.
pub fn verify_function(module: &Module, function: &Function) -> Result<(), String> {
    invar_ir::verify_function(module, function).map_err(|errors| first(&errors))
}

/// Checks the invariants of a module and of its functions in SSA form.
pub fn verify(module: &Module) -> Result<(), String> {
    invar_ir::verify_module(module).map_err(|errors| first(&errors))
}

/// The first error, and how many more there are.
fn first(errors: &[invar_ir::VerifyError]) -> String {
    match errors {
        [] => "it is not as it should be".to_owned(),
        [error] => error.to_string(),
        [error, rest @ ..] => format!("{error} (and {} more)", rest.len()),
    }
}
