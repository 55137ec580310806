//! Specialization: of programs that ran their initialization ([`ahead`]), by an engine that comes
//! with the feature `run`.
//!
//! ```no_run
//! use invar::runtime::{Settings, ahead};
//! use invar::{Level, Optimizer};
//!
//! let wasm = std::fs::read("app.wasm")?;
//! let settings = Settings { init: "init".to_owned(), ..Settings::default() };
//! let output = ahead(&wasm, &settings, &Optimizer::new(Level::O3))?;
//! for made in &output.made {
//!     println!("{}: {} instructions", made.name, made.insts);
//! }
//! std::fs::write("specialized.wasm", output.wasm)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{Level, Optimizer};
use invar_ir::Module;
pub use invar_runtime::*;

fn error(error: impl std::fmt::Display) -> Error {
    Error::new(error.to_string())
}

/// The optimizer's own options are for [`Pipeline::optimize`].
impl Pipeline for Optimizer {
    fn read(&self, wasm: &[u8]) -> Result<Module, Error> {
        let (module, _) = Optimizer::new(Level::O0).names(true).run_to_ir(wasm).map_err(error)?;
        Ok(module)
    }

    fn write(&self, module: Module) -> Result<Vec<u8>, Error> {
        Ok(Optimizer::new(Level::O0).names(true).run_module(module).map_err(error)?.wasm)
    }

    fn optimize(&self, module: Module) -> Result<Vec<u8>, Error> {
        let output = self.run_module(module).map_err(error)?;
        match output.report.bugs.first() {
            Some(bug) => Err(error(format!("a bug of the optimizer, please report: {bug}"))),
            None => Ok(output.wasm),
        }
    }
}
