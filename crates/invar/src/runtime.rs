//! Specialization: of programs that ran their initialization ([`ahead()`]), by an engine that comes
//! with the feature `run`.
//!
//! ```no_run
//! use invar::unstable::runtime::{Settings, ahead};
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

use crate::trace::{Trace, Wanted};
use crate::unstable::OptimizerExt;
use crate::{Level, Optimizer, Output, Pass, Report};
use invar_interprocedural::uses::{self, Use};
use invar_ir::{Entity, Function, Module};
use invar_runtime::ahead::BROKEN_PROMISE;
pub use invar_runtime::*;
use std::cell::{Cell, RefCell};

fn error(error: impl std::fmt::Display) -> Error {
    Error::new(error.to_string())
}

thread_local! {
    /// A pool of one thread for versions. Each step of optimizing one function is shorter than waking the threads
    /// of the pool for larger modules, and so is starting a thread for each version.
    static ALONE: Option<rayon::ThreadPool> =
        rayon::ThreadPoolBuilder::new().num_threads(1).build().ok();
}

/// An optimizer for a module: the names of broken promises stay in the stack where it checks them.
fn adapted(optimizer: &Optimizer, module: &Module) -> Optimizer {
    if module.exports.iter().any(|it| it.name.starts_with(BROKEN_PROMISE)) {
        optimizer.clone().without(Pass::Inline).without(Pass::MergeFunctions)
    } else {
        optimizer.clone()
    }
}

/// An output, unless a bug was caught.
fn without_bugs(output: Output) -> Result<Vec<u8>, Error> {
    match output.report.bugs.first() {
        Some(bug) => Err(error(format!("a bug of the optimizer, please report: {bug}"))),
        None => Ok(output.wasm),
    }
}

/// An optimizer that keeps what became of the functions of the last module that it optimized.
pub struct Tracer<'a> {
    optimizer: &'a Optimizer,
    wanted: Wanted,
    /// How many functions the program has.
    known: Cell<usize>,
    traced: RefCell<Option<(Report, Trace)>>,
}

impl<'a> Tracer<'a> {
    /// A tracer of these functions, and of versions of functions that were added to the program.
    pub fn new(optimizer: &'a Optimizer, wanted: Wanted) -> Self {
        Tracer { optimizer, wanted, known: Cell::new(0), traced: RefCell::new(None) }
    }

    /// What became of the functions of the last module that was optimized.
    pub fn into_trace(self) -> Option<(Report, Trace)> {
        self.traced.into_inner()
    }
}

impl Pipeline for Tracer<'_> {
    fn read(&self, wasm: &[u8]) -> Result<Module, Error> {
        let module = Pipeline::read(self.optimizer, wasm)?;
        self.known.set(module.funcs.len());
        Ok(module)
    }

    fn write(&self, module: Module) -> Result<Vec<u8>, Error> {
        Pipeline::write(self.optimizer, module)
    }

    fn optimize(&self, module: Module) -> Result<Vec<u8>, Error> {
        let optimizer = adapted(self.optimizer, &module);
        let mut wanted = self.wanted.clone();
        let added = module.funcs.keys().skip(self.known.get()).take(wanted.functions);
        wanted.named.extend(added.map(|func| func.to_string()));
        let (output, trace) = optimizer.run_module_traced(module, &wanted).map_err(error)?;
        self.traced.replace(Some((output.report.clone(), trace)));
        without_bugs(output)
    }

    fn optimize_bytes(&self, wasm: &[u8]) -> Result<Vec<u8>, Error> {
        Pipeline::optimize_bytes(self.optimizer, wasm)
    }

    fn optimize_quickly(&self, module: Module) -> Result<Vec<u8>, Error> {
        Pipeline::optimize_quickly(self.optimizer, module)
    }

    fn uses(&self, function: &Function) -> Uses {
        Pipeline::uses(self.optimizer, function)
    }
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
        without_bugs(adapted(self, &module).run_module(module).map_err(error)?)
    }

    fn optimize_bytes(&self, wasm: &[u8]) -> Result<Vec<u8>, Error> {
        // What a bug would have spoilt is as it was.
        Ok(self.run(wasm).map_err(error)?.wasm)
    }

    /// Always at level 2: what the program itself is optimized at says how long it may take to start, and a
    /// version is one function, which is there because it is called often.
    fn optimize_quickly(&self, module: Module) -> Result<Vec<u8>, Error> {
        let work = || Pipeline::optimize(&Optimizer::new(Level::O2).names(true), module);
        ALONE.with(|pool| match pool {
            Some(pool) => pool.install(work),
            None => work(),
        })
    }

    fn uses(&self, function: &Function) -> Uses {
        let mut found = Uses::default();
        for used in &uses::of_function(function).uses {
            match *used {
                Use::Func(func) => found.entities.push(Entity::Func(func)),
                Use::Table(table) => found.entities.push(Entity::Table(table)),
                Use::Memory(memory) => found.entities.push(Entity::Memory(memory)),
                Use::Global(global) => found.entities.push(Entity::Global(global)),
                Use::Tag(tag) => found.entities.push(Entity::Tag(tag)),
                Use::Elem(_) | Use::Data(_) => found.segments = true,
                // A function that is referred to is used as well.
                Use::Type(_) | Use::RefFunc(_) => {}
            }
        }
        found
    }
}
