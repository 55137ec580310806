//! Functions in the text format, for the unit tests of the analysis.

use invar_ir::{Body, Func, Function, Module, parse_verified};

/// The function `f0` with this signature and body, in a module with a memory.
pub fn function(text: &str) -> (Module, Function) {
    let text = format!("module {{\n memory m0 : i32 1..\n func f0 : {text}\n}}\n");
    let module = parse_verified(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let Body::Ssa(f) = &module.funcs[Func::from_u32(0)].body else { panic!("it is in SSA form") };
    let f = (**f).clone();
    (module, f)
}
