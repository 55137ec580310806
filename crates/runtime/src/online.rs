//! Specialization while a program runs: at its requests.
//!
//! A [`Program`] is a module that is ready to be instantiated in a host's own store, with its own
//! linker. If it imports `invar.specialize`, the module that runs exports what special versions refer
//! to, under reserved names, and each [`Running`] instance answers requests:
//!
//! 1. the function and the values that are bound to its parameters are looked up (`session`);
//! 2. if there is no such version, the specializer makes one with the actual values and the memory of
//!    the instance as it is (`live`), the pipeline optimizes it as a module of its own that imports
//!    what it refers to (`unit`), and the engine compiles it and instantiates it in the same store;
//! 3. the function takes a new slot of table 0, which is the answer.
//!
//! Where running code reaches an annotation (`region`), where a version looks a value up, and behind its
//! lazy edges, the code for the values at hand is looked up and made in the same way, without being asked
//! for by the program: at *sites* (`site`), through dispatchers (`dispatch`). `make` makes it.
//!
//! Whatever fails on the way leaves the program generic: the answer is the function that was asked
//! for, at the same price as a hit from then on. Annotations themselves are removed from the module
//! that runs. A module without requests is optimized and run as it is; nothing of this is paid for.
//!
//! The engine frees code only with its store, so [`Limits`] count all that was ever made.
//!
//! What is made is there on arrival, or, if that is asked for, some time later (`pending`): a thread of its own
//! optimizes and compiles (`background`).

mod background;
mod dispatch;
mod imports;
mod live;
mod make;
mod meter;
mod pending;
pub mod profile;
mod region;
mod session;
mod site;
mod unit;

use crate::Made;
use crate::Pipeline;
use crate::error::Error;
use crate::making::Preparer;
use invar_ir::wasmparser::{Parser, Payload};
use invar_ir::{Body, Entity, Func, ImportName, Module};
use invar_stage::annotations::{
    FORGET, IMPORT_MODULE, REQUEST, annotation_of, check_imports, is_forget, is_request, strip_all,
};
use profile::Profile;
use region::Sites;
use rustc_hash::FxHashSet;
use session::{Session, Shared};
use site::What;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wasmtime::{AsContextMut, Engine, ExternType, Instance, Linker};

/// The pipeline of a program, which makes code from whatever thread runs it.
pub type SharedPipeline = Arc<dyn Pipeline + Send + Sync>;

/// Is told of each version that was made or refused, and why.
pub type Listener = Arc<dyn Fn(&crate::Made) + Send + Sync>;

/// The module that the import of requests is moved to in the code that runs, so that the optimizer
/// does not take it for one that may be removed.
const RUNNING: &str = "invar:run";

/// The export of the function that ran when the module was instantiated.
const START: &str = "invar:start";

/// How much may be made by one instance, over all of its life. Past a limit, functions stay generic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many versions of one function.
    pub versions: usize,
    /// How many continuations inside of one: code for lazy branches, and for values that are looked up.
    pub continuations: usize,
    /// How many bytes of machine code, in whole pages, as the engine keeps it.
    pub bytes: usize,
    /// How much time to specialize, to optimize and to compile.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            versions: 256,
            continuations: 4096,
            bytes: 64 << 20,
            time: Duration::from_secs(60),
        }
    }
}

/// What is asked of specialization while a program runs.
#[derive(Clone, Default)]
pub struct Settings {
    /// Whether requests are answered with the functions that they ask for, as without Invar.
    pub generic: bool,
    /// Whether each promise that is relied on is checked; see [`broken_promise`].
    pub checked: bool,
    /// How much code may be made for a request.
    pub request: crate::RequestLimits,
    /// How much may be made at all.
    pub limits: Limits,
    /// Whether versions of regions and for requests are optimized and compiled on another thread, while the
    /// program goes on in generic code.
    pub background: bool,
    /// Whether entries are counted and timed, for [`Running::counted`]. Needs tail calls.
    pub profile: bool,
    /// Who is told what is made.
    pub listener: Option<Listener>,
    /// A fail point, for tests: called where a version is specialized, and told whether that is generic
    /// code; its panics are those of a specializer with a bug.
    pub fault: Option<Arc<dyn Fn(bool) + Send + Sync>>,
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Settings")
            .field("generic", &self.generic)
            .field("checked", &self.checked)
            .field("request", &self.request)
            .field("limits", &self.limits)
            .field("background", &self.background)
            .field("profile", &self.profile)
            .finish_non_exhaustive()
    }
}

/// What is asked for, as the modules of this one see it.
pub(crate) use Settings as Staging;

/// A module that makes requests, or has regions.
pub(crate) struct Staged {
    /// With its annotations, in SSA form.
    module: Module,
    /// What a version's module starts from.
    skeleton: Module,
    pipeline: SharedPipeline,
    staging: Staging,
    preparer: Preparer,
    /// What is exported under reserved names.
    exported: FxHashSet<Entity>,
    /// The functions among that, in order.
    funcs: Vec<Func>,
    sites: Sites,
}

impl Staged {
    /// Whether a function has annotations.
    fn is_annotated(&self, func: Func) -> bool {
        let Body::Ssa(function) = &self.module.funcs[func].body else { return false };
        self.pipeline.uses(function).entities.iter().any(|entity| {
            matches!(*entity, Entity::Func(func) if annotation_of(&self.module, func).is_some())
        })
    }
}

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

/// What a module imports of annotations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Imports {
    /// Nothing; so it is if the module cannot be read.
    Nothing,
    /// Something.
    Some,
    /// What code is made for: requests, or annotations of what is constant.
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
    /// The engine's settings are the host's; [`crate::engine`] has all proposals on that it and Invar
    /// know; functions that are specialized where they are called need tail calls. Errors: the module is invalid, exports reserved names, imports annotations that there
    /// are not, or is not taken by the engine.
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
            unit::reserve(&mut main, START.to_owned(), Entity::Func(func));
        }
        let skeleton = unit::skeleton(&main, &exported);
        let funcs = exported.iter().filter_map(|entity| match entity {
            Entity::Func(func) => Some(*func),
            _ => None,
        });
        let funcs = funcs.collect();
        let exported = exported.iter().copied().collect();
        let compiled = wasmtime::Module::new(engine, pipeline.optimize(main)?)?;
        let staging = settings.clone();
        let staged =
            Staged { module, skeleton, pipeline, staging, preparer, exported, funcs, sites };
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
            let host = imports::host(&session, &mut store, (module, name), ty.clone(), &generic);
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

    /// What was asked for and made so far, as the host saw it: what code finds by itself, it does not. Empty
    /// for a program that makes no requests and has no regions.
    pub fn profile(&self) -> Profile {
        let session = self.session.lock().expect("nothing panics that holds it");
        session.as_ref().map(|session| session.profile.clone()).unwrap_or_default()
    }

    /// The same with what was counted and timed in running code, if [`Settings::profile`] asked for that.
    pub fn counted(&self, store: impl AsContextMut) -> Profile {
        let session = self.session.lock().expect("nothing panics that holds it");
        session.as_ref().map(|session| session.counted(store)).unwrap_or_default()
    }
}

/// A promise that was relied on and is broken: `promise_const at 0x1a3`, with the annotation's byte
/// offset in the input. It is in the error of the trap; see [`broken_promise`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenPromise(pub String);

impl std::fmt::Display for BrokenPromise {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "broken promise: {}", self.0)
    }
}

impl std::error::Error for BrokenPromise {}

/// The promise that was broken, if that is what an error of the engine is. It is a trap, too.
pub fn broken_promise(error: &wasmtime::Error) -> Option<&BrokenPromise> {
    error.downcast_ref::<BrokenPromise>()
}
