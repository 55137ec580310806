//! A worker thread, which optimizes and compiles versions while the program runs generic code.
//!
//! The worker gets a version as the specializer's module in SSA form, and returns the engine's compiled
//! module. It accesses neither the program's memory, which changes meanwhile, nor
//! its store, which belongs to one thread. So a version is specialized to the values at its request,
//! as if it had been made on arrival; the thread that runs the program instantiates it.

use super::settings::SharedPipeline;
use crate::Error;
use invar_ir::Module;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use wasmtime::Engine;

/// A version's module after optimization and compilation.
pub(crate) struct Compiled {
    /// The compiled module, or why there is none.
    pub module: Result<wasmtime::Module, Error>,
    /// The time to optimize.
    pub optimize: Duration,
    /// The time to compile.
    pub compile: Duration,
}

/// Optimizes and compiles a version's module.
pub(crate) fn compile(engine: &Engine, pipeline: &SharedPipeline, module: Module) -> Compiled {
    let start = Instant::now();
    let optimize = AssertUnwindSafe(|| pipeline.optimize_quickly(module));
    let wasm = catch_unwind(optimize).unwrap_or_else(|_| Err(Error::new("the optimizer panicked")));
    let optimize = start.elapsed();
    let module = wasm.and_then(|wasm| Ok(wasmtime::Module::new(engine, wasm)?));
    Compiled { module, optimize, compile: start.elapsed() - optimize }
}

/// A thread that compiles versions, one after the other. It ends with its owner, behind the version that
/// it is working on.
pub(crate) struct Worker {
    jobs: Sender<(u64, Box<Module>)>,
    done: Receiver<(u64, Compiled)>,
    is_over: Arc<AtomicBool>,
    next: u64,
}

impl Worker {
    /// Starts a thread; an error if there can be none.
    pub fn new(engine: Engine, pipeline: SharedPipeline) -> std::io::Result<Self> {
        let (jobs, incoming) = channel::<(u64, Box<Module>)>();
        let (outgoing, done) = channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let over = is_over.clone();
        let work = move || {
            for (number, module) in incoming {
                // The owner is gone: the remaining jobs are dropped.
                if over.load(Ordering::Relaxed) {
                    break;
                }
                if outgoing.send((number, compile(&engine, &pipeline, *module))).is_err() {
                    break;
                }
            }
        };
        std::thread::Builder::new().name("invar versions".to_owned()).spawn(work)?;
        Ok(Worker { jobs, done, is_over, next: 0 })
    }

    /// Has a module compiled; gives the number that it will be known by, or the module back if the thread is
    /// gone.
    pub fn submit(&mut self, module: Box<Module>) -> Result<u64, Box<Module>> {
        let number = self.next;
        self.next += 1;
        self.jobs.send((number, module)).map(|()| number).map_err(|unsent| unsent.0.1)
    }

    /// The next one that is ready, if there is one.
    pub fn done(&self) -> Option<(u64, Compiled)> {
        self.done.try_recv().ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}
