//! Execution of the WebAssembly test suite on wasmtime ([`invar_filetests::spec`]).

use crate::differ::host;
use invar_filetests::spec::run::{Executor, HostItem, Raised, called};
use invar_filetests::spec::value::number_matches;
use invar_interp::Const;
use std::collections::HashMap;
use wasmtime::{
    AnyRef, Engine, Extern, ExternRef, Func, Global, GlobalType, Instance, Memory, MemoryType,
    MemoryTypeBuilder, Module, Mutability, Ref, RefType, SharedMemory, Store, Table, TableType,
    ThrownException, Trap, Val, ValType,
};
use wast::core::{AbstractHeapType as H, HeapType, WastArgCore, WastRetCore};

/// Seconds that one step may run.
const DEADLINE: u64 = 20;
/// More operators than any file executes.
const FUEL: u64 = 1 << 50;

/// The state of the host of a file.
#[derive(Debug, Default)]
struct State {
    calls: u64,
}

/// A cache of compiled modules by their bytes: different settings often give the same module.
pub struct Compiled {
    engine: &'static Engine,
    modules: HashMap<Vec<u8>, Result<Module, String>>,
}

impl Compiled {
    /// An empty cache for an engine.
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

/// A store for the steps of a file.
pub struct Running<'a> {
    compiled: &'a mut Compiled,
    store: Store<State>,
    /// Whether the engine counts operators.
    counts: bool,
}

impl<'a> Running<'a> {
    /// An empty store.
    pub fn new(compiled: &'a mut Compiled) -> Running<'a> {
        let mut store = Store::new(compiled.engine, State::default());
        store.set_epoch_deadline(DEADLINE);
        let counts = store.set_fuel(FUEL).is_ok();
        Running { compiled, store, counts }
    }

    fn raised(&mut self, error: wasmtime::Error) -> Raised {
        match error.downcast_ref::<Trap>() {
            Some(Trap::StackOverflow) => Raised::Exhausted,
            Some(Trap::Interrupt) => Raised::Other("it takes too long".to_string()),
            Some(trap) => Raised::Trap(format!("{trap:?}")),
            None if error.is::<ThrownException>() => {
                let _ = self.store.take_pending_exception();
                Raised::Exception
            }
            None => Raised::Other(format!("{error:#}")),
        }
    }
}

impl Executor for Running<'_> {
    type Module = Module;
    type Instance = Instance;
    type Item = Extern;
    type Value = Val;

    fn begin(&mut self) {
        self.store.set_epoch_deadline(DEADLINE);
    }

    fn executed(&mut self) -> u64 {
        if !self.counts {
            return 0;
        }
        let left = self.store.get_fuel().expect("the engine counts");
        self.store.set_fuel(FUEL).expect("the engine counts");
        FUEL - left
    }

    fn module(&mut self, wasm: &[u8]) -> Result<Module, Raised> {
        self.compiled.get(wasm).map_err(Raised::Other)
    }

    fn imports(&self, module: &Module) -> Vec<(String, String)> {
        let name = |import: wasmtime::ImportType<'_>| {
            (import.module().to_string(), import.name().to_string())
        };
        module.imports().map(name).collect()
    }

    fn instantiate(&mut self, module: &Module, imports: &[Extern]) -> Result<Instance, Raised> {
        let instance = Instance::new(&mut self.store, module, imports);
        instance.map_err(|error| self.raised(error))
    }

    fn exports(&mut self, instance: Instance) -> Vec<(String, Extern)> {
        let exports = instance.exports(&mut self.store);
        exports.map(|export| (export.name().to_string(), export.into_extern())).collect()
    }

    fn call(&mut self, item: &Extern, args: &[&WastArgCore<'_>]) -> Result<Vec<Val>, Raised> {
        let function = item.clone().into_func();
        let function = function.ok_or_else(|| Raised::Other("not a function".to_string()))?;
        let args = args.iter().map(|arg| argument(&mut self.store, arg));
        let args: Vec<Val> = args.collect::<Result<_, _>>().map_err(Raised::Other)?;
        let mut results = vec![Val::I32(0); function.ty(&self.store).results().len()];
        match function.call(&mut self.store, &args, &mut results) {
            Ok(()) => Ok(results),
            Err(error) => Err(self.raised(error)),
        }
    }

    fn global(&mut self, item: &Extern) -> Option<Val> {
        Some(item.clone().into_global()?.get(&mut self.store))
    }

    fn matches(&mut self, value: &Val, expected: &WastRetCore<'_>) -> bool {
        matches(&mut self.store, value, expected)
    }

    fn is_trap(&self, _: &str, _: &str) -> bool {
        // The engine tests by itself that kinds of traps match messages.
        true
    }

    fn host(&mut self, item: HostItem) -> Extern {
        let store = &mut self.store;
        let engine = store.engine().clone();
        let made = match item {
            HostItem::Print(name, params) => {
                let params = params.iter().map(|ty| match ty {
                    invar_ir::ValType::I32 => ValType::I32,
                    invar_ir::ValType::I64 => ValType::I64,
                    invar_ir::ValType::F32 => ValType::F32,
                    _ => ValType::F64,
                });
                let ty = wasmtime::FuncType::new(&engine, params, []);
                let print = Func::new(store, ty, move |mut caller, params, _| {
                    let args: Vec<Const> = params.iter().filter_map(host::number).collect();
                    let state: &mut State = caller.data_mut();
                    state.calls = called(state.calls, name, &args);
                    Ok(())
                });
                Ok(print.into())
            }
            HostItem::Global(number) => {
                let value = host::val(number);
                let ty = value.ty(&*store).expect("a number has a type");
                let ty = GlobalType::new(ty, Mutability::Const);
                Global::new(store, ty, value).map(Extern::from)
            }
            HostItem::Table(wide) => {
                let ty = if wide {
                    TableType::new64(RefType::FUNCREF, 10, Some(20))
                } else {
                    TableType::new(RefType::FUNCREF, 10, Some(20))
                };
                Table::new(store, ty, Ref::Func(None)).map(Extern::from)
            }
            HostItem::Memory(false) => {
                Memory::new(store, MemoryType::new(1, Some(2))).map(Extern::from)
            }
            HostItem::Memory(true) => {
                let ty = MemoryTypeBuilder::new().min(1).max(Some(2)).shared(true).build();
                ty.and_then(|ty| SharedMemory::new(&engine, ty)).map(Extern::from)
            }
        };
        made.unwrap_or_else(|error| panic!("the host module: {error:#}"))
    }

    fn calls(&self) -> u64 {
        self.store.data().calls
    }
}

/// The value of an argument.
fn argument(store: &mut Store<State>, arg: &WastArgCore<'_>) -> Result<Val, String> {
    Ok(match arg {
        WastArgCore::I32(value) => Val::I32(*value),
        WastArgCore::I64(value) => Val::I64(*value),
        WastArgCore::F32(value) => Val::F32(value.bits),
        WastArgCore::F64(value) => Val::F64(value.bits),
        WastArgCore::V128(value) => Val::V128(u128::from_le_bytes(value.to_le_bytes()).into()),
        WastArgCore::RefNull(heap) => null(heap)?,
        WastArgCore::RefExtern(value) => {
            Val::ExternRef(Some(ExternRef::new(&mut *store, *value).map_err(text)?))
        }
        WastArgCore::RefHost(value) => {
            let host = ExternRef::new(&mut *store, *value).map_err(text)?;
            Val::AnyRef(Some(AnyRef::convert_extern(&mut *store, host).map_err(text)?))
        }
    })
}

fn text(error: wasmtime::Error) -> String {
    error.to_string()
}

fn null(heap: &HeapType<'_>) -> Result<Val, String> {
    let HeapType::Abstract { shared: false, ty } = heap else {
        return Err(format!("null of {heap:?}"));
    };
    Ok(match ty {
        H::Func | H::NoFunc => Val::FuncRef(None),
        H::Extern | H::NoExtern => Val::ExternRef(None),
        H::Any | H::Eq | H::Struct | H::Array | H::I31 | H::None => Val::AnyRef(None),
        H::Exn | H::NoExn => Val::ExnRef(None),
        H::Cont | H::NoCont => return Err(format!("null of {heap:?}")),
    })
}

/// Whether a result is what the step expects.
fn matches(store: &mut Store<State>, value: &Val, expected: &WastRetCore<'_>) -> bool {
    use WastRetCore as E;
    match (value, expected) {
        (_, E::Either(options)) => options.iter().any(|one| matches(store, value, one)),
        (value, expected) if let Some(number) = host::number(value) => {
            number_matches(number, expected) == Some(true)
        }
        (_, E::RefNull(Some(heap))) => match null(heap) {
            Ok(Val::FuncRef(_)) => matches!(value, Val::FuncRef(None)),
            Ok(Val::ExternRef(_)) => matches!(value, Val::ExternRef(None)),
            Ok(Val::ExnRef(_)) => matches!(value, Val::ExnRef(None)),
            Ok(_) => matches!(value, Val::AnyRef(None)),
            Err(_) => is_null(value),
        },
        (_, E::RefNull(None)) => is_null(value),
        (Val::ExternRef(Some(_)), E::RefExtern(None)) => true,
        (Val::ExternRef(Some(host)), E::RefExtern(Some(expected))) => {
            host_number(store, host) == Some(*expected)
        }
        (Val::AnyRef(Some(any)), E::RefHost(expected)) => {
            match ExternRef::convert_any(&mut *store, *any) {
                Ok(host) => host_number(store, &host) == Some(*expected),
                Err(_) => false,
            }
        }
        (Val::FuncRef(Some(_)), E::RefFunc(None)) => true,
        (Val::AnyRef(Some(_)), E::RefAny) => true,
        (Val::AnyRef(Some(any)), E::RefEq) => any.is_eqref(&*store).unwrap_or(false),
        (Val::AnyRef(Some(any)), E::RefI31) => any.is_i31(&*store).unwrap_or(false),
        (Val::AnyRef(Some(any)), E::RefStruct) => any.is_struct(&*store).unwrap_or(false),
        (Val::AnyRef(Some(any)), E::RefArray) => any.is_array(&*store).unwrap_or(false),
        _ => false,
    }
}

fn is_null(value: &Val) -> bool {
    value.ref_().as_ref().is_some_and(Ref::is_null)
}

fn host_number(store: &Store<State>, host: &wasmtime::Rooted<ExternRef>) -> Option<u32> {
    host.data(store).ok()??.downcast_ref::<u32>().copied()
}
