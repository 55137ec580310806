//! Programs as text, started with the optimizer, and what is asked of them.

use invar::unstable::runtime::online::Settings;
use invar::unstable::runtime::online::profile::{FunctionProfile, Profile};
use invar::unstable::runtime::wasmtime::{Engine, Error, Linker, Memory, Store, Val};
use invar::unstable::runtime::{Made, Program, Running, engine};
use invar::{Level, Optimizer};
use std::sync::{Arc, Mutex};

/// What a program was told to be made.
pub type Told = Arc<Mutex<Vec<Made>>>;

pub struct Started {
    pub store: Store<()>,
    pub running: Running,
    pub told: Told,
}

pub fn program(engine: &Engine, wat: &str, settings: Settings, told: &Told) -> Program {
    let wasm = wat::parse_str(wat).unwrap_or_else(|error| panic!("{error}\n{wat}"));
    program_of(engine, &wasm, settings, told)
}

pub fn program_of(engine: &Engine, wasm: &[u8], mut settings: Settings, told: &Told) -> Program {
    let told = told.clone();
    settings.listener = Some(Arc::new(move |made: &Made| told.lock().unwrap().push(made.clone())));
    Program::new(engine, wasm, &settings, Arc::new(Optimizer::new(Level::O2))).unwrap()
}

pub fn start_with(wat: &str, settings: Settings) -> Started {
    let engine = engine().unwrap();
    let told = Told::default();
    instance(&program(&engine, wat, settings, &told), told)
}

pub fn instance(program: &Program, told: Told) -> Started {
    let mut store = Store::new(program.module().engine(), ());
    let linker = Linker::new(program.module().engine());
    let running = program.instantiate(&mut store, &linker).unwrap();
    Started { store, running, told }
}

pub fn start(wat: &str) -> Started {
    start_with(wat, Settings::default())
}

pub fn generic() -> Settings {
    Settings { generic: true, ..Settings::default() }
}

/// Misses, hits, versions, stubs.
pub type Counts = (u64, u64, u64, u64);

impl Started {
    pub fn values(&mut self, name: &str, args: &[Val]) -> Result<Vec<Val>, Error> {
        let function = self.running.instance().get_func(&mut self.store, name).unwrap();
        let mut results = vec![Val::I32(0); function.ty(&self.store).results().len()];
        function.call(&mut self.store, args, &mut results)?;
        Ok(results)
    }

    pub fn try_call(&mut self, name: &str, args: &[i32]) -> Result<i32, Error> {
        let args: Vec<Val> = args.iter().map(|&arg| Val::I32(arg)).collect();
        Ok(self.values(name, &args)?.first().map_or(0, Val::unwrap_i32))
    }

    pub fn call(&mut self, name: &str, args: &[i32]) -> i32 {
        self.try_call(name, args).unwrap_or_else(|error| panic!("{name}{args:?}: {error:?}"))
    }

    pub fn memory(&mut self) -> Memory {
        self.running.instance().get_memory(&mut self.store, "memory").unwrap()
    }

    pub fn profile(&self) -> Profile {
        self.running.profile()
    }

    /// What was counted and timed in running code.
    pub fn counted(&mut self) -> Profile {
        self.running.counted(&mut self.store)
    }

    /// Misses and hits that the host saw, versions, and stubs.
    pub fn counts(&self) -> Counts {
        let FunctionProfile { hits, misses, versions, stubs, .. } = self.profile().total();
        (misses, hits, versions, stubs)
    }

    /// What was said, of all that was made or not, in order.
    pub fn said(&self) -> Vec<String> {
        let told = self.told.lock().unwrap();
        told.iter().flat_map(|made| made.notes.iter().map(|(note, _)| note.what.clone())).collect()
    }

    pub fn names(&self) -> Vec<String> {
        self.told.lock().unwrap().iter().map(|made| made.name.clone()).collect()
    }
}
