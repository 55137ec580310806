//! One of the modules that run in lockstep: its store, its instance, and what its calls give.

use super::host::{self, Host};
use super::seen::Seen;
use super::shared;
use crate::engine;
use crate::random::Random;
use wasmtime::{
    Extern, Func, GcHeapOutOfMemory, Global, Instance, Memory, Module, SharedMemory, Store, Table,
    ThrownException, Trap, Val,
};

/// Elements of a table that are compared.
const ELEMENTS: u64 = 256;

/// How a call, or the instantiation, ended.
#[derive(Clone, Debug)]
pub enum End {
    /// With results.
    Values(Vec<Seen>),
    /// With a trap.
    Trap(Trap),
    /// With an exception that nothing caught.
    Exception(Vec<Seen>),
    /// In the host: it had no value to return.
    Host,
    /// It has no say: the limits of this machine decided.
    Limit(Limit),
}

/// A limit that a program may reach sooner or later without being another program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Executed operators.
    Fuel,
    /// Stack.
    Stack,
    /// The garbage collector's heap, or an allocation's size.
    Heap,
}

impl End {
    /// Whether two ends are equal to an observer. Traps are one event, of whatever kind.
    pub fn same(&self, other: &End) -> bool {
        match (self, other) {
            (End::Values(a), End::Values(b)) | (End::Exception(a), End::Exception(b)) => a == b,
            // The host's refusal to return ends a program as a trap does.
            (End::Trap(_) | End::Host, End::Trap(_) | End::Host) => true,
            _ => false,
        }
    }
}

/// Why a module does not run.
pub enum NoSide {
    /// The host cannot provide an import, or the module does not fit the host's limits.
    NoInstance(String),
    /// Its start function, or a segment, ended the instantiation.
    Ended(End, Box<Side>),
}

/// A module that runs.
pub struct Side {
    store: Store<Host>,
    exports: Vec<(String, Extern)>,
}

impl Side {
    /// Instantiates a module.
    pub fn new(module: &Module, fuel: u64) -> Result<Side, NoSide> {
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
                Ok(Side { store, exports })
            }
            Err(error) => {
                let mut side = Side { store, exports: Vec::new() };
                let text = format!("{error:#}");
                match side.end_of(error) {
                    Some(end) => Err(NoSide::Ended(end, Box::new(side))),
                    None => Err(NoSide::NoInstance(text)),
                }
            }
        }
    }

    /// The names of the exported functions, in order.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        let functions = self.exports.iter().filter(|(_, item)| matches!(item, Extern::Func(_)));
        functions.map(|(name, _)| name.as_str())
    }

    fn function(&self, name: &str) -> Option<Func> {
        let export = self.exports.iter().find(|(export, _)| export == name);
        export.and_then(|(_, item)| item.clone().into_func())
    }

    /// The type of an exported function, as text.
    pub fn signature(&self, name: &str) -> Option<String> {
        self.function(name).map(|function| function.ty(&self.store).to_string())
    }

    /// Calls an exported function with arguments that the seed decides. Gives the end and the
    /// executed operators, or `None` if the host cannot make the arguments.
    pub fn call(&mut self, name: &str, seed: u64, fuel: u64) -> Option<(End, u64)> {
        let function = self.function(name)?;
        let ty = function.ty(&self.store);
        let mut random = Random::new(seed);
        let arguments: Option<Vec<Val>> =
            ty.params().map(|ty| host::value(&mut self.store, &ty, &mut random, 2)).collect();
        let mut results = vec![Val::I32(0); ty.results().len()];
        self.store.set_fuel(fuel).expect("the engine has fuel");
        let called = function.call(&mut self.store, &arguments?, &mut results);
        let used = fuel - self.store.get_fuel().expect("the engine has fuel").min(fuel);
        let end = match called {
            Ok(()) => {
                End::Values(results.iter().map(|value| Seen::of(&mut self.store, value)).collect())
            }
            Err(error) => self.end_of(error)?,
        };
        Some((end, used))
    }

    /// What an error of a run means, or `None` if it is not one of the program's.
    fn end_of(&mut self, error: wasmtime::Error) -> Option<End> {
        if let Some(trap) = error.downcast_ref::<Trap>() {
            return Some(match trap {
                Trap::OutOfFuel => End::Limit(Limit::Fuel),
                Trap::StackOverflow => End::Limit(Limit::Stack),
                Trap::AllocationTooLarge => End::Limit(Limit::Heap),
                trap => End::Trap(*trap),
            });
        }
        if error.is::<ThrownException>() {
            let exception = self.store.take_pending_exception()?;
            return match Seen::of(&mut self.store, &Val::ExnRef(Some(exception))) {
                Seen::Exn(values) => Some(End::Exception(values)),
                _ => None,
            };
        }
        if error.is::<GcHeapOutOfMemory<()>>() {
            return Some(End::Limit(Limit::Heap));
        }
        error.to_string().contains("the host has no value").then_some(End::Host)
    }

    /// Compares what the world sees of two runs: exported globals, memories and tables, and the
    /// calls that the host received. Gives the place where they differ.
    pub fn compare(&mut self, other: &mut Side) -> Result<(), String> {
        let (mine, theirs) = (self.store.data(), other.store.data());
        if (mine.calls, mine.trace) != (theirs.calls, theirs.trace) {
            return Err(format!("calls of the host: {} and {}", mine.calls, theirs.calls));
        }
        let exports = self.exports.clone();
        for (name, item) in exports {
            let twin = other.exports.iter().find(|(twin, _)| *twin == name);
            let Some((_, twin)) = twin.cloned() else { return Err(format!("no export {name:?}")) };
            let same = match (item, twin) {
                (Extern::Func(_), Extern::Func(_)) | (Extern::Tag(_), Extern::Tag(_)) => true,
                (Extern::Global(a), Extern::Global(b)) => self.global(a, other, b),
                (Extern::Memory(a), Extern::Memory(b)) => self.memory(a, other, b, &name)?,
                (Extern::SharedMemory(a), Extern::SharedMemory(b)) => shared_memory(&a, &b),
                (Extern::Table(a), Extern::Table(b)) => self.table(a, other, b),
                _ => false,
            };
            if !same {
                return Err(format!("export {name:?}"));
            }
        }
        Ok(())
    }

    fn global(&mut self, mine: Global, other: &mut Side, theirs: Global) -> bool {
        let (a, b) = (mine.get(&mut self.store), theirs.get(&mut other.store));
        Seen::of(&mut self.store, &a) == Seen::of(&mut other.store, &b)
    }

    fn memory(
        &self,
        mine: Memory,
        other: &Side,
        theirs: Memory,
        name: &str,
    ) -> Result<bool, String> {
        let (a, b) = (mine.data(&self.store), theirs.data(&other.store));
        if a == b {
            return Ok(true);
        }
        let at = a.iter().zip(b).position(|(a, b)| a != b);
        Err(format!(
            "memory {name:?}: {} and {} bytes, first difference at {at:?}",
            a.len(),
            b.len()
        ))
    }

    fn table(&mut self, mine: Table, other: &mut Side, theirs: Table) -> bool {
        let size = mine.size(&self.store);
        if size != theirs.size(&other.store) {
            return false;
        }
        for index in 0..size.min(ELEMENTS) {
            let a = mine.get(&mut self.store, index).map(Val::from);
            let b = theirs.get(&mut other.store, index).map(Val::from);
            if let (Some(a), Some(b)) = (a, b)
                && Seen::of(&mut self.store, &a) != Seen::of(&mut other.store, &b)
            {
                return false;
            }
        }
        true
    }
}

fn shared_memory(mine: &SharedMemory, theirs: &SharedMemory) -> bool {
    matches!((shared::hash(mine), shared::hash(theirs)), (Ok(a), Ok(b)) if a == b)
}
