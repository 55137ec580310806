//! wasmtime as an engine of the differential executor ([`invar_filetests::differ`]).

pub mod both;
pub mod host;
mod seen;
mod shared;
mod side;

pub use seen::see;
pub use side::Running;

use crate::engine;
use invar_filetests::differ::{Difference, Engine, NoSide, Tally, compare_bytes};
use wasmtime::Module;

/// wasmtime.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wasmtime;

impl Engine for Wasmtime {
    type Module = Module;
    type Side = Running;

    fn module(&self, wasm: &[u8]) -> Result<Module, String> {
        Module::new(engine::fueled(), wasm).map_err(|error| format!("{error:#}"))
    }

    fn module_of_ir(&self, _: &invar_ir::Module) -> Option<Module> {
        None
    }

    fn instantiate(&self, module: &Module, fuel: u64) -> Result<Running, NoSide<Running>> {
        Running::new(module, fuel)
    }
}

/// Runs a module and up to eight variants of it side by side on wasmtime.
pub fn compare(original: &[u8], variants: &[&[u8]], seed: u64) -> Result<Tally, Difference> {
    compare_bytes(&Wasmtime, original, variants, seed)
}
