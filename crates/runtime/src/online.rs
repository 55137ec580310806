//! Specialization at run time.
//!
//! A [`Program`] is a module that is ready to be instantiated in a host's own store, with its own
//! linker. If it imports `invar.specialize`, the module that runs exports what special versions refer
//! to, under reserved names, and each [`Running`] instance answers requests:
//!
//! 1. the function and the values that are bound to its parameters are looked up (`lookup`);
//! 2. if there is no such version, the specializer makes one with the actual values and the memory of
//!    the instance as it is (`live`), the pipeline optimizes it as a module of its own that imports
//!    what it refers to (`unit`), and the engine compiles it and instantiates it in the same store;
//! 3. the function takes a new slot of table 0, which is the answer.
//!
//! At annotations in running code (`region`), and at promotions and lazy edges of versions (`exits`), code for
//! the actual values is looked up and made in the same way, without requests of the program: at *sites* (`site`),
//! by dispatchers (`dispatch`). `lookup` searches the code cache (`cache`), within limits (`budget`); `make` makes
//! versions.
//!
//! If any step fails, the program stays generic: the answer is the requested function
//! itself, and is cached like a version. Annotations are removed from the module
//! that runs. A module without annotations is optimized and run as it is, without overhead.
//!
//! The engine frees code only with its store, so [`Limits`] are for all code that was ever made.
//!
//! Versions are made on arrival, or in the background (`pending`): a thread of its own
//! optimizes and compiles them (`background`).

mod background;
mod budget;
mod build;
mod cache;
mod counts;
mod dispatch;
mod exits;
mod imports;
mod jobs;
mod live;
mod lookup;
mod make;
mod meter;
mod pending;
pub mod profile;
mod promise;
mod region;
mod session;
mod settings;
mod site;
mod staged;
mod unit;

pub use promise::{BrokenPromise, broken_promise};
pub use settings::{Limits, Listener, Settings, SharedPipeline};

use crate::Made;
use crate::error::Error;
use crate::making::Preparer;
use invar_ir::wasmparser::{Parser, Payload};
use invar_ir::{Entity, Func, ImportName};
use invar_stage::annotations::{
    FORGET, IMPORT_MODULE, REQUEST, check_imports, is_forget, is_request, strip_all,
};
use profile::Profile;
use session::{Session, Shared};
use settings::RUNNING;
use site::What;
use staged::Staged;
use std::sync::{Arc, Mutex};
use wasmtime::{AsContextMut, Engine, ExternType, Instance, Linker};

/// The export of the function that ran when the module was instantiated.
const START: &str = "invar:start";

/// A program that is compiled, to be instantiated any number of times.
#[derive(Clone)]
pub struct Program {
    compiled: wasmtime::Module,
    staged: Option<Arc<Staged>>,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let staged = self.staged.is_some();
        out.debug_struct("Program").field("staged", &staged).finish_non_exhaustive()
    }
}

/// The imports of annotations of a module.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Imports {
    /// None, or the module cannot be read.
    Nothing,
    /// Only ones for which no code is made.
    Some,
    /// Requests, or annotations of run-time constants.
    Staged,
}

fn imports(wasm: &[u8]) -> Imports {
    let mut found = Imports::Nothing;
    for payload in Parser::new(0).parse_all(wasm) {
        match payload {
            Ok(Payload::ImportSection(imports)) => {
                for import in imports.into_imports().flatten() {
                    let asks = ["is_const.", "keep_const."];
                    if import.module != IMPORT_MODULE {
                        continue;
                    }
                    if import.name == REQUEST || asks.iter().any(|it| import.name.starts_with(it)) {
                        return Imports::Staged;
                    }
                    found = Imports::Some;
                }
                break;
            }
            Ok(Payload::FunctionSection(_) | Payload::CodeSectionStart { .. }) | Err(_) => break,
            Ok(_) => {}
        }
    }
    found
}

impl Program {
    /// Optimizes a module with the pipeline and compiles it.
    ///
    /// The engine's settings are the host's; [`crate::engine`] has all proposals on that it and Invar know; functions
    /// that are specialized where they are called need tail calls. Errors: the module is invalid, exports reserved
    /// names, imports annotations that there are not, or is not taken by the engine.
    pub fn new(
        engine: &Engine,
        wasm: &[u8],
        settings: &Settings,
        pipeline: SharedPipeline,
    ) -> Result<Program, Error> {
        let plain = |wasm: Vec<u8>| -> Result<Program, Error> {
            Ok(Program { compiled: wasmtime::Module::new(engine, wasm)?, staged: None })
        };
        let found = imports(wasm);
        if found == Imports::Nothing {
            return plain(pipeline.optimize_bytes(wasm)?);
        }
        let module = pipeline.read(wasm)?;
        if let Some(error) = check_imports(&module).first() {
            return Err(Error::new(error.clone()));
        }
        if let Some(conflict) = invar_stage::conflicts(&module).into_iter().next() {
            return Err(Error::new(conflict));
        }
        let mut main = module.clone();
        if settings.generic || found == Imports::Some {
            strip_all(&mut main);
            return plain(pipeline.optimize(main)?);
        }
        let requests: Vec<Func> =
            main.funcs.keys().filter(|&func| is_request(&main, func)).collect();
        for &func in &requests {
            let name = REQUEST.to_owned();
            main.funcs[func].import = Some(ImportName { module: RUNNING.to_owned(), name });
        }
        for func in module.funcs.keys().filter(|&func| is_forget(&module, func)) {
            let name = FORGET.to_owned();
            main.funcs[func].import = Some(ImportName { module: RUNNING.to_owned(), name });
        }
        strip_all(&mut main);
        let regions = region::find(&module);
        let mut preparer = Preparer::new(true);
        let (entering, refused) =
            region::entering(&module, &regions, !requests.is_empty(), &mut preparer, settings);
        let tell = |made: &Made| settings.listener.iter().for_each(|listener| listener(made));
        refused.iter().for_each(tell);
        if requests.is_empty() && regions.is_empty() && entering.is_empty() {
            return plain(pipeline.optimize(main)?);
        }
        if module.memories.values().next().is_some_and(|memory| memory.ty.shared) {
            let what = "memory 0 is shared: requests are not answered, and no load is promised";
            tell(&Made::refused("the program".to_owned(), what));
        }
        unit::check_names(&main)?;
        let sites = region::install(&mut main, regions, entering, settings);
        let exported = unit::export(&mut main, &module, &sites, &*pipeline);
        if let Some(func) = main.start.take() {
            build::reserve(&mut main, START.to_owned(), Entity::Func(func));
        }
        let skeleton = unit::skeleton(&main, &exported);
        let funcs = exported.iter().filter_map(|entity| match entity {
            Entity::Func(func) => Some(*func),
            _ => None,
        });
        let funcs = funcs.collect();
        let exported = exported.iter().copied().collect();
        let compiled = wasmtime::Module::new(engine, pipeline.optimize(main)?)?;
        let settings = settings.clone();
        let staged =
            Staged { module, skeleton, pipeline, settings, preparer, exported, funcs, sites };
        Ok(Program { compiled, staged: Some(Arc::new(staged)) })
    }

    /// The module that runs. Its imports are those of the input, but for annotations and requests; its
    /// exports are those of the input, and reserved ones that start with `invar:`.
    pub fn module(&self) -> &wasmtime::Module {
        &self.compiled
    }

    /// Instantiates the program, with the host's imports, and runs its start function.
    ///
    /// Any number of instances may be in a store; each has its own versions. Errors: an import that
    /// the linker does not have, and traps.
    pub fn instantiate<T: 'static>(
        &self,
        mut store: impl AsContextMut<Data = T>,
        linker: &Linker<T>,
    ) -> wasmtime::Result<Running> {
        let mut linker = linker.clone();
        linker.allow_shadowing(true);
        let session: Shared = Arc::new(Mutex::new(None));
        let generic = |n: usize| match &self.staged.as_ref()?.sites.list[n].what {
            What::Region { generic } => Some(*generic),
            What::Exit { .. } => None,
        };
        for import in self.compiled.imports() {
            let (module, name) = (import.module(), import.name());
            let ExternType::Func(ty) = import.ty() else { continue };
            let host = imports::host(&session, &mut store, module, name, ty.clone(), &generic);
            if let Some(function) = host {
                linker.define(&store, module, name, function)?;
            } else if module == IMPORT_MODULE {
                linker.func_new(module, name, ty, |_, params, results| {
                    if let (Some(result), Some(param)) = (results.first_mut(), params.first()) {
                        *result = *param;
                    }
                    Ok(())
                })?;
            }
        }
        let instance = linker.instantiate(&mut store, &self.compiled)?;
        if let Some(staged) = &self.staged {
            let new = Session::new(staged.clone(), &session, instance, &mut store);
            *session.lock().expect("nothing panics that holds it") = Some(Box::new(new));
        }
        if let Some(start) = instance.get_func(&mut store, START) {
            start.call(&mut store, &[], &mut [])?;
        }
        Ok(Running { instance, session })
    }
}

/// An instance of a program.
#[derive(Clone)]
pub struct Running {
    instance: Instance,
    session: Shared,
}

impl std::fmt::Debug for Running {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Running").field("instance", &self.instance).finish_non_exhaustive()
    }
}

impl Running {
    /// The instance, with the exports of the program.
    pub fn instance(&self) -> Instance {
        self.instance
    }

    /// The profile so far, without lookups that dispatchers answered without the host. Empty
    /// for a program that makes no requests and has no regions.
    pub fn profile(&self) -> Profile {
        let session = self.session.lock().expect("nothing panics that holds it");
        session.as_ref().map(|session| session.counts.profile.clone()).unwrap_or_default()
    }

    /// The profile so far, with the counts and times of running code, if [`Settings::profile`] asked for that.
    pub fn counted(&self, store: impl AsContextMut) -> Profile {
        let session = self.session.lock().expect("nothing panics that holds it");
        session.as_ref().map(|session| session.counted(store)).unwrap_or_default()
    }
}
