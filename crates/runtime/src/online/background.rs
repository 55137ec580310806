//! Versions that are optimized and compiled on another thread, while the program goes on in generic code.
//!
//! The worker gets a version as a module in SSA form, as the specializer left it, and gives back what the
//! engine compiled. It sees nothing of the program that runs: not its memory, which changes meanwhile, nor
//! its store, which belongs to one thread. So a version is of the values at the moment that it was asked
//! for, as if it had been made on arrival; and it is instantiated by the thread that runs the program.

use crate::Error;
use crate::online::SharedPipeline;
use invar_ir::Module;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use wasmtime::Engine;

/// What became of a version's module.
pub(crate) struct Compiled {
    /// What it takes to be instantiated, or why there is nothing.
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
                // Nobody waits for what is left.
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
