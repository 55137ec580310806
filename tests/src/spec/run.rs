//! Runs the steps of a test file on wasmtime.
//!
//! The caller gives the modules to use: those of the file, or what an optimizer made of them. A
//! step whose instance never came to be is [`Verdict::NotRun`]: only the step that failed first
//! needs an explanation.

use super::file::{Call, Encoded, Execute, Module as Index, Step};
use super::value;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use wasmtime::{
    Engine, Extern, Func, Global, GlobalType, Instance, Memory, MemoryType, MemoryTypeBuilder,
    Module, Mutability, Ref, RefType, SharedMemory, Store, Table, TableType, ThrownException, Trap,
    Val, ValType,
};
use wast::{WastArg, WastRet};

/// Seconds that one step may run.
const DEADLINE: u64 = 20;

/// What came of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As the suite asks; the trap, if that is what it asked for.
    Pass(Option<Trap>),
    /// It linked, but only because the optimizer removed imports that nothing used.
    ImportRemoved,
    /// Something it needs failed before.
    NotRun,
    /// Not as the suite asks.
    Fail(String),
}

/// What a module became: its bytes, or the reason why there are none.
pub type Replaced = Result<Vec<u8>, String>;

/// What the host of a file has seen.
#[derive(Debug, Default)]
pub struct State {
    calls: u64,
}

/// Modules compiled for an engine, by their bytes: the settings of the optimizer often agree.
pub struct Compiled {
    engine: &'static Engine,
    modules: HashMap<Vec<u8>, Result<Module, String>>,
}

impl Compiled {
    /// None yet. Steps run on this engine.
    pub fn new(engine: &'static Engine) -> Compiled {
        Compiled { engine, modules: HashMap::new() }
    }

    fn get(&mut self, wasm: &[u8]) -> Result<Module, String> {
        if let Some(known) = self.modules.get(wasm) {
            return known.clone();
        }
        let new = Module::new(self.engine, wasm).map_err(|error| format!("{error:#}"));
        self.modules.insert(wasm.to_vec(), new.clone());
        new
    }
}

/// What came of a run.
pub struct Outcome {
    /// Of each step.
    pub verdicts: Vec<Verdict>,
    /// A hash of the calls that the host received.
    pub calls: u64,
    /// Operators that each step executed, if the engine counts them.
    pub operators: Vec<u64>,
}

/// More operators than any file executes.
const FUEL: u64 = 1 << 50;

/// Runs the steps.
pub fn run(
    steps: &[(usize, Step<'_>)],
    originals: &[(Encoded, bool)],
    modules: &[Replaced],
    compiled: &mut Compiled,
) -> Outcome {
    let mut store = Store::new(compiled.engine, State::default());
    store.set_epoch_deadline(DEADLINE);
    let counts = store.set_fuel(FUEL).is_ok();
    let exports = match spectest(&mut store) {
        Ok(exports) => exports,
        Err(error) => panic!("the host module: {error:#}"),
    };
    let mut runner = Runner {
        store,
        exports,
        instances: HashMap::new(),
        definitions: HashMap::new(),
        originals,
        modules,
        compiled,
    };
    let (mut verdicts, mut operators) = (Vec::new(), Vec::new());
    for (_, step) in steps {
        verdicts.push(runner.step(step));
        if counts {
            let left = runner.store.get_fuel().expect("the engine counts");
            operators.push(FUEL - left);
            runner.store.set_fuel(FUEL).expect("the engine counts");
        }
    }
    Outcome { verdicts, calls: runner.store.data().calls, operators }
}

struct Runner<'a, 'b> {
    store: Store<State>,
    /// What modules can import, by module and name.
    exports: HashMap<(String, String), Extern>,
    /// Instances by name; the current one is `None`. A failed one is absent.
    instances: HashMap<Option<&'a str>, Instance>,
    definitions: HashMap<Option<&'a str>, Index>,
    originals: &'b [(Encoded, bool)],
    modules: &'b [Replaced],
    compiled: &'b mut Compiled,
}

/// Why there is no result.
enum Stop {
    NotRun,
    Wrong(String),
    Raised(wasmtime::Error),
}

impl From<wasmtime::Error> for Stop {
    fn from(error: wasmtime::Error) -> Stop {
        Stop::Raised(error)
    }
}

impl From<String> for Stop {
    fn from(error: String) -> Stop {
        Stop::Wrong(error)
    }
}

impl Stop {
    fn trap(&self) -> Option<Trap> {
        match self {
            Stop::Raised(error) => error.downcast_ref::<Trap>().copied(),
            _ => None,
        }
    }

    fn verdict(self, wanted: &str) -> Verdict {
        match self {
            Stop::NotRun => Verdict::NotRun,
            Stop::Wrong(error) => Verdict::Fail(format!("{wanted}: {error}")),
            Stop::Raised(error) => Verdict::Fail(format!("{wanted}: {error:#}")),
        }
    }
}

impl<'a> Runner<'a, '_> {
    fn step(&mut self, step: &Step<'a>) -> Verdict {
        self.store.set_epoch_deadline(DEADLINE);
        match step {
            Step::Module(name, module) => self.enter(*name, *module),
            Step::Definition(name, module) => {
                self.definitions.insert(*name, *module);
                self.definitions.insert(None, *module);
                pass(self.module(*module).map(drop), "defining the module")
            }
            Step::Instance(instance, module) => match self.definitions.get(module).copied() {
                Some(module) => self.enter(*instance, module),
                None => Verdict::NotRun,
            },
            Step::Register(name, instance) => self.register(name, *instance),
            Step::Invoke(call) => pass(self.call(call).map(drop), "calling"),
            Step::Return(execute, expected) => match self.execute(execute) {
                Ok(values) => self.compare(&values, expected),
                Err(stop) => stop.verdict("it must return"),
            },
            Step::Trap(execute, message) => match self.execute(execute) {
                Ok(_) => Verdict::Fail(format!("it must trap: {message}")),
                Err(stop) => match stop.trap() {
                    Some(trap) if trap != Trap::Interrupt => Verdict::Pass(Some(trap)),
                    _ => stop.verdict("it must trap"),
                },
            },
            Step::Exception(execute) => match self.execute(execute) {
                Ok(_) => Verdict::Fail("it must throw".to_string()),
                Err(Stop::Raised(error)) if error.is::<ThrownException>() => {
                    let _ = self.store.take_pending_exception();
                    Verdict::Pass(None)
                }
                Err(stop) => stop.verdict("it must throw"),
            },
            Step::Exhaustion(call) => match self.call(call) {
                Ok(_) => Verdict::Fail("it must run out of stack".to_string()),
                Err(stop) if stop.trap() == Some(Trap::StackOverflow) => Verdict::Pass(None),
                Err(stop) => stop.verdict("it must run out of stack"),
            },
            Step::Rejected(module) => self.rejected(*module),
            Step::Unlinkable(module) => self.unlinkable(*module),
            Step::Unsupported(what) => Verdict::Fail(format!("{what}: not supported here")),
        }
    }

    fn enter(&mut self, name: Option<&'a str>, module: Index) -> Verdict {
        let instance = self.module(module).and_then(|module| self.instantiate(&module));
        for name in [None, name] {
            match &instance {
                Ok(instance) => self.instances.insert(name, *instance),
                Err(_) => self.instances.remove(&name),
            };
        }
        pass(instance.map(drop), "instantiating")
    }

    fn module(&mut self, module: Index) -> Result<Module, Stop> {
        let wasm = self.modules[module].as_ref().map_err(Clone::clone)?;
        Ok(self.compiled.get(wasm)?)
    }

    fn instantiate(&mut self, module: &Module) -> Result<Instance, Stop> {
        let mut imports = Vec::new();
        for import in module.imports() {
            let key = (import.module().to_string(), import.name().to_string());
            let found = self.exports.get(&key);
            let missing = || format!("unknown import {}.{}", import.module(), import.name());
            imports.push(found.cloned().ok_or_else(missing)?);
        }
        Ok(Instance::new(&mut self.store, module, &imports)?)
    }

    fn register(&mut self, name: &str, instance: Option<&'a str>) -> Verdict {
        let Some(instance) = self.instances.get(&instance) else { return Verdict::NotRun };
        let exports: Vec<_> = instance
            .exports(&mut self.store)
            .map(|export| (export.name().to_string(), export.into_extern()))
            .collect();
        self.exports.retain(|(module, _), _| module != name);
        for (export, item) in exports {
            self.exports.insert((name.to_string(), export), item);
        }
        Verdict::Pass(None)
    }

    fn export(&mut self, instance: Option<&'a str>, name: &str) -> Result<Extern, Stop> {
        let instance = self.instances.get(&instance).ok_or(Stop::NotRun)?;
        let export = instance.get_export(&mut self.store, name);
        export.ok_or_else(|| Stop::Wrong(format!("no export {name:?}")))
    }

    fn call(&mut self, call: &Call<'a>) -> Result<Vec<Val>, Stop> {
        let function = self.export(call.instance, call.name)?;
        let function = function.into_func().ok_or_else(|| "not a function".to_string())?;
        let arguments = |arg: &WastArg<'_>| value::argument(&mut self.store, arg);
        let arguments: Vec<Val> = call.args.iter().map(arguments).collect::<Result<_, _>>()?;
        let mut results = vec![Val::I32(0); function.ty(&self.store).results().len()];
        function.call(&mut self.store, &arguments, &mut results)?;
        Ok(results)
    }

    fn execute(&mut self, execute: &Execute<'a>) -> Result<Vec<Val>, Stop> {
        match execute {
            Execute::Call(call) => self.call(call),
            Execute::Get(instance, name) => {
                let global = self.export(*instance, name)?;
                let global = global.into_global().ok_or_else(|| "not a global".to_string())?;
                Ok(vec![global.get(&mut self.store)])
            }
            Execute::Module(module) => {
                let module = self.module(*module)?;
                self.instantiate(&module).map(|_| Vec::new())
            }
        }
    }

    fn compare(&mut self, values: &[Val], expected: &[WastRet<'_>]) -> Verdict {
        let same = values.len() == expected.len()
            && values.iter().zip(expected).all(|(v, e)| value::matches(&mut self.store, v, e));
        if same {
            return Verdict::Pass(None);
        }
        Verdict::Fail(format!("got {values:?}, expected {expected:?}"))
    }

    /// The engine must refuse the module. (Whether the optimizer does is not asked here.)
    fn rejected(&mut self, module: Index) -> Verdict {
        match &self.originals[module].0 {
            Ok(original) if self.compiled.get(original).is_ok() => {
                Verdict::Fail("the engine accepts it".to_string())
            }
            _ => Verdict::Pass(None),
        }
    }

    fn unlinkable(&mut self, index: Index) -> Verdict {
        let module = match self.module(index) {
            Ok(module) => module,
            Err(stop) => return stop.verdict("it must compile"),
        };
        // Where an import that nothing used is gone, the module may link. Instantiating it would
        // change what later steps see.
        if let Ok(original) = &self.originals[index].0
            && let Ok(original) = self.compiled.get(original)
            && original.imports().len() > module.imports().len()
        {
            return Verdict::ImportRemoved;
        }
        match self.instantiate(&module) {
            Ok(_) => Verdict::Fail("it must not link".to_string()),
            Err(stop) if stop.trap().is_some() => stop.verdict("it must not link"),
            Err(_) => Verdict::Pass(None),
        }
    }
}

fn pass(result: Result<(), Stop>, what: &str) -> Verdict {
    match result {
        Ok(()) => Verdict::Pass(None),
        Err(stop) => stop.verdict(what),
    }
}

/// The module `spectest` that the suite's host provides.
fn spectest(store: &mut Store<State>) -> wasmtime::Result<HashMap<(String, String), Extern>> {
    use ValType::{F32, F64, I32, I64};
    let engine = store.engine().clone();
    let mut items: Vec<(&str, Extern)> = Vec::new();
    let prints: [(&'static str, &[ValType]); 7] = [
        ("print", &[]),
        ("print_i32", &[I32]),
        ("print_i64", &[I64]),
        ("print_f32", &[F32]),
        ("print_f64", &[F64]),
        ("print_i32_f32", &[I32, F32]),
        ("print_f64_f64", &[F64, F64]),
    ];
    for (name, params) in prints {
        let ty = wasmtime::FuncType::new(&engine, params.iter().cloned(), []);
        let print = Func::new(&mut *store, ty, move |mut caller, params, _| {
            let state: &mut State = caller.data_mut();
            let mut hasher = DefaultHasher::new();
            (state.calls, name, format!("{params:?}")).hash(&mut hasher);
            state.calls = hasher.finish();
            Ok(())
        });
        items.push((name, print.into()));
    }
    let globals = [
        ("global_i32", I32, Val::I32(666)),
        ("global_i64", I64, Val::I64(666)),
        ("global_f32", F32, Val::F32(666.6f32.to_bits())),
        ("global_f64", F64, Val::F64(666.6f64.to_bits())),
    ];
    for (name, ty, value) in globals {
        let ty = GlobalType::new(ty, Mutability::Const);
        items.push((name, Global::new(&mut *store, ty, value)?.into()));
    }
    let null = || Ref::Func(None);
    let table = TableType::new(RefType::FUNCREF, 10, Some(20));
    items.push(("table", Table::new(&mut *store, table, null())?.into()));
    let table64 = TableType::new64(RefType::FUNCREF, 10, Some(20));
    items.push(("table64", Table::new(&mut *store, table64, null())?.into()));
    items.push(("memory", Memory::new(&mut *store, MemoryType::new(1, Some(2)))?.into()));
    let shared = MemoryTypeBuilder::new().min(1).max(Some(2)).shared(true).build()?;
    items.push(("shared_memory", SharedMemory::new(&engine, shared)?.into()));
    Ok(items.into_iter().map(|(name, x)| (("spectest".to_string(), name.to_string()), x)).collect())
}
