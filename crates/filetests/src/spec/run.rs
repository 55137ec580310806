//! Runs the steps of a test file on an engine.
//!
//! The caller gives the modules to use: those of the file, or what an optimizer made of them. A
//! step whose instance never came to be is [`Verdict::NotRun`]: only the step that failed first
//! needs an explanation.

use super::file::{Call, Encoded, Execute, Module as Index, Step};
use invar_interp::Const;
use invar_ir::ValType;
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use wast::core::{WastArgCore, WastRetCore};
use wast::{WastArg, WastRet};

/// The verdict on a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As the suite asks; the kind of trap, if that is what it asked for.
    Pass(Option<String>),
    /// The module linked, but only because the optimizer removed imports that nothing used.
    ImportRemoved,
    /// Something it needs failed before.
    NotRun,
    /// The engine does not execute something, and says so.
    NotExecuted(String),
    /// Not as the suite asks.
    Fail(String),
}

/// A module to use: its bytes, or the reason why there are none.
pub type Replaced = Result<Vec<u8>, String>;

/// Executes the steps of a file, in one store.
pub trait Executor {
    /// A module that was read.
    type Module: Clone;
    /// An instance.
    type Instance: Copy;
    /// Something that is exported.
    type Item: Clone;
    /// A value.
    type Value: Debug;

    /// A step begins.
    fn begin(&mut self) {}
    /// Instructions that were executed since this was asked last; 0 if they are not counted.
    fn executed(&mut self) -> u64;
    /// Reads a module.
    fn module(&mut self, wasm: &[u8]) -> Result<Self::Module, Raised>;
    /// The imports of a module.
    fn imports(&self, module: &Self::Module) -> Vec<(String, String)>;
    /// Makes an instance.
    fn instantiate(
        &mut self,
        module: &Self::Module,
        imports: &[Self::Item],
    ) -> Result<Self::Instance, Raised>;
    /// The exports of an instance.
    fn exports(&mut self, instance: Self::Instance) -> Vec<(String, Self::Item)>;
    /// Calls a function.
    fn call(
        &mut self,
        item: &Self::Item,
        args: &[&WastArgCore<'_>],
    ) -> Result<Vec<Self::Value>, Raised>;
    /// The value of a global; `None` for anything else.
    fn global(&mut self, item: &Self::Item) -> Option<Self::Value>;
    /// Whether a value is what a step expects.
    fn matches(&mut self, value: &Self::Value, expected: &WastRetCore<'_>) -> bool;
    /// Whether a kind of trap is what a step asks for, by its message.
    fn is_trap(&self, kind: &str, message: &str) -> bool;
    /// Makes something of the module `spectest`.
    fn host(&mut self, item: HostItem) -> Self::Item;
    /// A hash of the calls that the host received.
    fn calls(&self) -> u64;
}

/// Why a call gave no results.
#[derive(Clone, Debug)]
pub enum Raised {
    /// A trap of a kind.
    Trap(String),
    /// An exception that nothing caught.
    Exception,
    /// The call ran out of stack.
    Exhausted,
    /// The engine does not execute something.
    NotExecuted(String),
    /// Anything else.
    Other(String),
}

/// The results of a run.
pub struct Outcome {
    /// Of each step.
    pub verdicts: Vec<Verdict>,
    /// A hash of the calls that the host received.
    pub calls: u64,
    /// Operators that each step executed, if the engine counts them.
    pub operators: Vec<u64>,
}

/// Runs the steps.
pub fn run<E: Executor>(
    steps: &[(usize, Step<'_>)],
    originals: &[(Encoded, bool)],
    modules: &[Replaced],
    mut executor: E,
) -> Outcome {
    let exports = spectest(&mut executor);
    let mut runner = Runner {
        executor,
        exports,
        instances: HashMap::new(),
        definitions: HashMap::new(),
        originals,
        modules,
    };
    let (mut verdicts, mut operators) = (Vec::new(), Vec::new());
    for (_, step) in steps {
        verdicts.push(runner.step(step));
        operators.push(runner.executor.executed());
    }
    Outcome { verdicts, calls: runner.executor.calls(), operators }
}

struct Runner<'a, 'b, E: Executor> {
    executor: E,
    /// What modules can import, by module and name.
    exports: HashMap<(String, String), E::Item>,
    /// Instances by name; the current one is `None`. A failed one is absent.
    instances: HashMap<Option<&'a str>, E::Instance>,
    definitions: HashMap<Option<&'a str>, Index>,
    originals: &'b [(Encoded, bool)],
    modules: &'b [Replaced],
}

/// Why there is no result.
enum Stop {
    NotRun,
    Wrong(String),
    Raised(Raised),
}

impl From<Raised> for Stop {
    fn from(raised: Raised) -> Stop {
        Stop::Raised(raised)
    }
}

impl From<String> for Stop {
    fn from(error: String) -> Stop {
        Stop::Wrong(error)
    }
}

impl Stop {
    fn verdict(self, wanted: &str) -> Verdict {
        match self {
            Stop::NotRun => Verdict::NotRun,
            Stop::Wrong(error) | Stop::Raised(Raised::Other(error)) => {
                Verdict::Fail(format!("{wanted}: {error}"))
            }
            Stop::Raised(Raised::NotExecuted(why)) => Verdict::NotExecuted(why),
            Stop::Raised(raised) => Verdict::Fail(format!("{wanted}: {raised:?}")),
        }
    }
}

impl<'a, E: Executor> Runner<'a, '_, E> {
    fn step(&mut self, step: &Step<'a>) -> Verdict {
        self.executor.begin();
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
                Err(Stop::Raised(Raised::Trap(kind))) if self.executor.is_trap(&kind, message) => {
                    Verdict::Pass(Some(kind))
                }
                Err(stop) => stop.verdict(&format!("it must trap: {message}")),
            },
            Step::Exception(execute) => match self.execute(execute) {
                Ok(_) => Verdict::Fail("it must throw".to_string()),
                Err(Stop::Raised(Raised::Exception)) => Verdict::Pass(None),
                Err(stop) => stop.verdict("it must throw"),
            },
            Step::Exhaustion(call) => match self.call(call) {
                Ok(_) => Verdict::Fail("it must run out of stack".to_string()),
                Err(Stop::Raised(Raised::Exhausted)) => Verdict::Pass(None),
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

    fn module(&mut self, module: Index) -> Result<E::Module, Stop> {
        let wasm = self.modules[module].as_ref().map_err(Clone::clone)?;
        Ok(self.executor.module(wasm)?)
    }

    fn instantiate(&mut self, module: &E::Module) -> Result<E::Instance, Stop> {
        let mut imports = Vec::new();
        for key in self.executor.imports(module) {
            let found = self.exports.get(&key);
            let missing = || format!("unknown import {}.{}", key.0, key.1);
            imports.push(found.cloned().ok_or_else(missing)?);
        }
        Ok(self.executor.instantiate(module, &imports)?)
    }

    fn register(&mut self, name: &str, instance: Option<&'a str>) -> Verdict {
        let Some(instance) = self.instances.get(&instance) else { return Verdict::NotRun };
        let exports = self.executor.exports(*instance);
        self.exports.retain(|(module, _), _| module != name);
        for (export, item) in exports {
            self.exports.insert((name.to_string(), export), item);
        }
        Verdict::Pass(None)
    }

    fn export(&mut self, instance: Option<&'a str>, name: &str) -> Result<E::Item, Stop> {
        let instance = self.instances.get(&instance).ok_or(Stop::NotRun)?;
        let exports = self.executor.exports(*instance);
        let export = exports.into_iter().find(|(export, _)| export == name);
        let export = export.map(|(_, item)| item);
        export.ok_or_else(|| Stop::Wrong(format!("no export {name:?}")))
    }

    fn call(&mut self, call: &Call<'a>) -> Result<Vec<E::Value>, Stop> {
        let function = self.export(call.instance, call.name)?;
        let mut args: Vec<&WastArgCore<'_>> = Vec::new();
        for arg in &call.args {
            match arg {
                WastArg::Core(core) => args.push(core),
                #[allow(unreachable_patterns, reason = "depends on wast's features, which unify")]
                other => return Err(format!("argument {other:?}").into()),
            }
        }
        Ok(self.executor.call(&function, &args)?)
    }

    fn execute(&mut self, execute: &Execute<'a>) -> Result<Vec<E::Value>, Stop> {
        match execute {
            Execute::Call(call) => self.call(call),
            Execute::Get(instance, name) => {
                let global = self.export(*instance, name)?;
                let value = self.executor.global(&global);
                Ok(vec![value.ok_or_else(|| "not a global".to_string())?])
            }
            Execute::Module(module) => {
                let module = self.module(*module)?;
                self.instantiate(&module).map(|_| Vec::new())
            }
        }
    }

    fn compare(&mut self, values: &[E::Value], expected: &[WastRet<'_>]) -> Verdict {
        let same = values.len() == expected.len()
            && values.iter().zip(expected).all(|(value, expected)| match expected {
                WastRet::Core(expected) => self.executor.matches(value, expected),
                #[allow(unreachable_patterns, reason = "depends on wast's features, which unify")]
                _ => false,
            });
        if same {
            return Verdict::Pass(None);
        }
        Verdict::Fail(format!("got {values:?}, expected {expected:?}"))
    }

    /// The engine must refuse the module. (Whether the optimizer does is not asked here.)
    fn rejected(&mut self, module: Index) -> Verdict {
        match &self.originals[module].0 {
            Ok(original) if self.executor.module(original).is_ok() => {
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
            && let Ok(original) = self.executor.module(original)
            && self.executor.imports(&original).len() > self.executor.imports(&module).len()
        {
            return Verdict::ImportRemoved;
        }
        match self.instantiate(&module) {
            Ok(_) => Verdict::Fail("it must not link".to_string()),
            Err(stop @ Stop::Raised(Raised::Trap(_))) => stop.verdict("it must not link"),
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

/// The contents of the module `spectest`.
#[derive(Clone, Copy, Debug)]
pub enum HostItem {
    /// A function without results that notes its arguments.
    Print(&'static str, &'static [ValType]),
    /// A global that is not mutable.
    Global(Const),
    /// A table of 10 to 20 functions, all null; whether its indices have 64 bits.
    Table(bool),
    /// A memory of one to two pages; whether it is shared.
    Memory(bool),
}

/// A hash of the calls that the host received: of those before, and one more.
pub fn called(before: u64, name: &str, args: &[Const]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (before, name, format!("{args:?}")).hash(&mut hasher);
    hasher.finish()
}

/// The module `spectest` that the suite's host provides.
fn spectest<E: Executor>(executor: &mut E) -> HashMap<(String, String), E::Item> {
    use HostItem::{Global, Memory, Print, Table};
    use ValType::{F32, F64, I32, I64};
    let print = |name, params| (name, Print(name, params));
    let items = [
        print("print", &[]),
        print("print_i32", &[I32]),
        print("print_i64", &[I64]),
        print("print_f32", &[F32]),
        print("print_f64", &[F64]),
        print("print_i32_f32", &[I32, F32]),
        print("print_f64_f64", &[F64, F64]),
        ("global_i32", Global(Const::I32(666))),
        ("global_i64", Global(Const::I64(666))),
        ("global_f32", Global(Const::F32(666.6f32.to_bits()))),
        ("global_f64", Global(Const::F64(666.6f64.to_bits()))),
        ("table", Table(false)),
        ("table64", Table(true)),
        ("memory", Memory(false)),
        ("shared_memory", Memory(true)),
    ];
    let named = |(name, item)| (("spectest".to_owned(), str::to_owned(name)), executor.host(item));
    items.map(named).into_iter().collect()
}
