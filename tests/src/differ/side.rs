//! An instance on wasmtime: its store and the results of its calls.

use super::host::{self, Host, Values};
use super::seen::see;
use super::shared;
use crate::engine;
use invar_filetests::differ::values::{self, value};
use invar_filetests::differ::{ELEMENTS, End, Limit, NoSide, Observed, Seen, Side, Signature, Ty};
use invar_generate::Random;
use invar_interp::Const;
use std::borrow::Cow;
use wasmtime::{
    Extern, Func, GcHeapOutOfMemory, Instance, Module, Store, ThrownException, Trap, Val, ValType,
};

/// An instance of a module.
pub struct Running {
    store: Store<Host>,
    exports: Vec<(String, Extern)>,
}

impl Running {
    /// Instantiates a module.
    pub fn new(module: &Module, fuel: u64) -> Result<Running, NoSide<Running>> {
        let mut store = host::store(engine::fueled());
        store.set_fuel(fuel).expect("the engine has fuel");
        let Some(imports) = host::imports(&mut store, module) else {
            return Err(NoSide::NoInstance("the host cannot make an import".to_string()));
        };
        match Instance::new(&mut store, module, &imports) {
            Ok(instance) => {
                let exports = instance.exports(&mut store);
                let exports =
                    exports.map(|export| (export.name().to_string(), export.into_extern()));
                let exports = exports.collect();
                Ok(Running { store, exports })
            }
            Err(error) => {
                let mut side = Running { store, exports: Vec::new() };
                let text = format!("{error:#}");
                match side.end_of(error) {
                    Some(end) => Err(NoSide::Ended(end, Box::new(side))),
                    None => Err(NoSide::NoInstance(text)),
                }
            }
        }
    }

    fn export(&self, name: &str) -> Option<&Extern> {
        self.exports.iter().find(|(export, _)| export == name).map(|(_, item)| item)
    }

    fn function(&self, name: &str) -> Option<Func> {
        self.export(name)?.clone().into_func()
    }

    fn run(&mut self, function: Func, args: &[Val], fuel: u64) -> Option<(End, u64)> {
        let mut results = vec![Val::I32(0); function.ty(&self.store).results().len()];
        self.store.set_fuel(fuel).expect("the engine has fuel");
        let called = function.call(&mut self.store, args, &mut results);
        let used = fuel - self.store.get_fuel().expect("the engine has fuel").min(fuel);
        let end = match called {
            Ok(()) => {
                End::Values(results.iter().map(|value| see(&mut self.store, value)).collect())
            }
            Err(error) => self.end_of(error)?,
        };
        Some((end, used))
    }

    /// Classifies an error of a run; `None` if it is not an error of the program.
    fn end_of(&mut self, error: wasmtime::Error) -> Option<End> {
        if let Some(trap) = error.downcast_ref::<Trap>() {
            return Some(match trap {
                Trap::OutOfFuel => End::Limit(Limit::Fuel),
                Trap::StackOverflow => End::Limit(Limit::Stack),
                Trap::AllocationTooLarge => End::Limit(Limit::Heap),
                trap => End::Trap(format!("{trap:?}")),
            });
        }
        if error.is::<ThrownException>() {
            let exception = self.store.take_pending_exception()?;
            return match see(&mut self.store, &Val::ExnRef(Some(exception))) {
                Seen::Exn(values) => Some(End::Exception(values)),
                _ => None,
            };
        }
        if error.is::<GcHeapOutOfMemory<()>>() {
            return Some(End::Limit(Limit::Heap));
        }
        error.to_string().contains("the host has no value").then_some(End::Host)
    }
}

fn ty(ty: ValType) -> Ty {
    match ty {
        ValType::I32 => Ty::Number(invar_ir::ValType::I32),
        ValType::I64 => Ty::Number(invar_ir::ValType::I64),
        ValType::F32 => Ty::Number(invar_ir::ValType::F32),
        ValType::F64 => Ty::Number(invar_ir::ValType::F64),
        ValType::V128 => Ty::Number(invar_ir::ValType::V128),
        ValType::Ref(reference) => Ty::Ref(reference.to_string()),
    }
}

impl Side for Running {
    fn exports(&self) -> Vec<String> {
        self.exports.iter().map(|(name, _)| name.clone()).collect()
    }

    fn signature(&self, name: &str) -> Option<Signature> {
        let of = self.function(name)?.ty(&self.store);
        Some(Signature {
            params: of.params().map(ty).collect(),
            results: of.results().map(ty).collect(),
        })
    }

    fn call(&mut self, name: &str, seed: u64, fuel: u64) -> Option<(End, u64)> {
        let function = self.function(name)?;
        let mut random = Random::new(seed);
        let params: Vec<ValType> = function.ty(&self.store).params().collect();
        let mut maker = Values(&mut self.store);
        let args: Option<Vec<Val>> =
            params.iter().map(|ty| value(&mut maker, ty, &mut random, values::DEPTH)).collect();
        self.run(function, &args?, fuel)
    }

    fn invoke(&mut self, name: &str, args: &[Const], fuel: u64) -> End {
        let Some(function) = self.function(name) else {
            return End::NotExecuted(format!("there is no function {name:?}"));
        };
        let args: Vec<Val> = args.iter().map(|&arg| host::val(arg)).collect();
        let ended = self.run(function, &args, fuel);
        ended.map_or(End::NotExecuted("it ended in the engine".to_string()), |(end, _)| end)
    }

    fn observe(&mut self, name: &str) -> Option<Observed<'_>> {
        let item = self.export(name)?.clone();
        let store = &mut self.store;
        Some(match item {
            Extern::Func(_) => Observed::Func,
            Extern::Tag(_) => Observed::Tag,
            Extern::Global(global) => {
                let value = global.get(&mut *store);
                Observed::Global(see(&mut *store, &value))
            }
            Extern::Memory(memory) => Observed::Memory(Cow::Borrowed(memory.data(&*store))),
            Extern::SharedMemory(memory) => Observed::Shared(shared::hash(&memory).ok()?),
            Extern::Table(table) => {
                let size = table.size(&*store);
                let mut seen = Vec::new();
                for index in 0..size.min(ELEMENTS as u64) {
                    let value = Val::from(table.get(&mut *store, index)?);
                    seen.push(see(&mut *store, &value));
                }
                Observed::Table(size, seen)
            }
        })
    }

    fn trace(&self) -> (u64, u64) {
        let trace = self.store.data().trace;
        (trace.calls, trace.hash)
    }
}
