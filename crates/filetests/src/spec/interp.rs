//! The interpreter as what executes the suite's steps.

use super::run::{Executor, HostItem, Raised, called};
use super::value::number_matches;
use invar_interp::value::InstanceAddr;
use invar_interp::{Const, Error, Extern, Host, Limits, Program, Ref, Stop, Store, Trap, Value};
use invar_ir::wasmparser::{FuncType, GlobalType, MemoryType, TableType};
use invar_ir::{Body, RefType, ValType};
use std::sync::Arc;
use wast::core::{WastArgCore, WastRetCore};

/// In which form bodies are executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// As they were read.
    Raw,
    /// In SSA form, but for those that are not lifted.
    Ssa,
}

/// Instructions that a step may execute: more than any does.
const FUEL: u64 = 1 << 32;

/// A store for the steps of a file.
pub struct Interpreted {
    form: Form,
    store: Store,
    prints: Prints,
}

/// The functions of the host.
#[derive(Default)]
struct Prints {
    names: Vec<&'static str>,
    calls: u64,
}

impl Host for Prints {
    fn call(&mut self, _: &mut Store, id: u32, args: &[Value]) -> Result<Vec<Value>, Stop> {
        let args: Vec<Const> = args.iter().map(|arg| arg.number()).collect();
        self.calls = called(self.calls, self.names[id as usize], &args);
        Ok(Vec::new())
    }
}

impl Interpreted {
    /// An empty store.
    pub fn new(form: Form) -> Interpreted {
        let limits = Limits { memory: 1 << 30, table: 1 << 24, ..Limits::default() };
        Interpreted { form, store: Store::new(limits, FUEL), prints: Prints::default() }
    }
}

fn raised(stop: Stop) -> Raised {
    match stop {
        Stop::Trap(trap) => Raised::Trap(format!("{trap:?}")),
        Stop::Exception(_) => Raised::Exception,
        Stop::Stack => Raised::Exhausted,
        Stop::Unsupported(what) => Raised::NotExecuted(what),
        other => Raised::Other(other.to_string()),
    }
}

impl Executor for Interpreted {
    type Module = Arc<Program>;
    type Instance = InstanceAddr;
    type Item = Extern;
    type Value = Value;

    fn executed(&mut self) -> u64 {
        FUEL - std::mem::replace(&mut self.store.fuel, FUEL)
    }

    fn module(&mut self, wasm: &[u8]) -> Result<Arc<Program>, Raised> {
        // Some valid modules use proposals that are not read.
        let read = invar_wasm::read(wasm.into());
        let (mut module, lifter) = read.map_err(|error| Raised::NotExecuted(error.message))?;
        if self.form == Form::Ssa {
            for func in module.funcs.keys().collect::<Vec<_>>() {
                if let Body::Raw(_) = module.funcs[func].body
                    && let Ok(function) = lifter.lift(&module, func)
                {
                    module.funcs[func].body = Body::Ssa(Box::new(function));
                }
            }
        }
        Ok(Program::new(module))
    }

    fn imports(&self, program: &Arc<Program>) -> Vec<(String, String)> {
        // The types are of no store that stays.
        let imports = Store::default().imports(program).into_iter();
        imports.map(|import| (import.name.module, import.name.name)).collect()
    }

    fn instantiate(
        &mut self,
        program: &Arc<Program>,
        imports: &[Extern],
    ) -> Result<InstanceAddr, Raised> {
        let instance = self.store.instantiate(&mut self.prints, program, imports);
        instance.map_err(|error| match error {
            Error::Stop(stop) => raised(stop),
            other => Raised::Other(other.to_string()),
        })
    }

    fn exports(&mut self, instance: InstanceAddr) -> Vec<(String, Extern)> {
        self.store.exports(instance)
    }

    fn call(&mut self, item: &Extern, args: &[&WastArgCore<'_>]) -> Result<Vec<Value>, Raised> {
        let &Extern::Func(func) = item else {
            return Err(Raised::Other("not a function".to_owned()));
        };
        let args: Vec<Value> = args.iter().map(|arg| argument(arg)).collect();
        self.store.call(&mut self.prints, func, &args).map_err(raised)
    }

    fn global(&mut self, item: &Extern) -> Option<Value> {
        match item {
            &Extern::Global(global) => Some(self.store.global(global).1),
            _ => None,
        }
    }

    fn matches(&mut self, value: &Value, expected: &WastRetCore<'_>) -> bool {
        use WastRetCore as E;
        match (*value, expected) {
            (_, E::Either(options)) => options.iter().any(|option| self.matches(value, option)),
            (Value::Number(number), expected) => number_matches(number, expected) == Some(true),
            (Value::Ref(reference), expected) => {
                let array = match reference {
                    Ref::Object(object) => Some(self.store.object(object).is_array),
                    _ => None,
                };
                match expected {
                    E::RefNull(_) => reference == Ref::Null,
                    E::RefExtern(Some(number)) | E::RefHost(number) => {
                        reference == Ref::Host(*number)
                    }
                    E::RefExtern(None) | E::RefAny => reference != Ref::Null,
                    E::RefFunc(None) => matches!(reference, Ref::Func(_)),
                    E::RefEq => matches!(reference, Ref::I31(_) | Ref::Object(_)),
                    E::RefI31 => matches!(reference, Ref::I31(_)),
                    E::RefStruct => array == Some(false),
                    E::RefArray => array == Some(true),
                    _ => false,
                }
            }
        }
    }

    fn is_trap(&self, kind: &str, message: &str) -> bool {
        let is = |trap: Trap| kind == format!("{trap:?}");
        match message {
            "unreachable" => is(Trap::UnreachableCodeReached),
            "integer divide by zero" => is(Trap::IntegerDivisionByZero),
            "integer overflow" => is(Trap::IntegerOverflow),
            "invalid conversion to integer" => is(Trap::BadConversionToInteger),
            "out of bounds memory access" => is(Trap::MemoryOutOfBounds),
            "out of bounds table access" => is(Trap::TableOutOfBounds),
            "out of bounds array access" => is(Trap::ArrayOutOfBounds),
            "indirect call type mismatch" | "indirect call" => is(Trap::BadSignature),
            "cast failure" => is(Trap::CastFailure),
            "unaligned atomic" => is(Trap::HeapMisaligned),
            "expected shared memory" => is(Trap::AtomicWaitNonSharedMemory),
            "out of bounds" => is(Trap::MemoryOutOfBounds) || is(Trap::TableOutOfBounds),
            _ if message.starts_with("undefined") => is(Trap::TableOutOfBounds),
            _ if message.starts_with("uninitialized") => is(Trap::IndirectCallToNull),
            _ if message.starts_with("null") => is(Trap::NullReference),
            _ => false,
        }
    }

    fn host(&mut self, item: HostItem) -> Extern {
        let store = &mut self.store;
        let small = "it is small";
        match item {
            HostItem::Print(name, params) => {
                self.prints.names.push(name);
                let ty = store.new_type(FuncType::new(params.iter().copied(), []));
                Extern::Func(store.new_func(ty, self.prints.names.len() as u32 - 1))
            }
            HostItem::Global(number) => {
                let content_type: ValType = number.ty();
                let ty = GlobalType { content_type, mutable: false, shared: false };
                Extern::Global(store.new_global(ty, number.into()))
            }
            HostItem::Table(table64) => {
                let (initial, maximum) = (10, Some(20));
                let element_type = RefType::FUNCREF;
                let ty = TableType { element_type, table64, initial, maximum, shared: false };
                Extern::Table(store.new_table(ty, Ref::Null).expect(small))
            }
            HostItem::Memory(shared) => {
                let (initial, maximum, page_size_log2) = (1, Some(2), None);
                let ty = MemoryType { memory64: false, shared, initial, maximum, page_size_log2 };
                Extern::Memory(store.new_memory(ty).expect(small))
            }
        }
    }

    fn calls(&self) -> u64 {
        self.prints.calls
    }
}

fn argument(arg: &WastArgCore<'_>) -> Value {
    match arg {
        WastArgCore::I32(value) => Value::i32(*value),
        WastArgCore::I64(value) => Value::i64(*value),
        WastArgCore::F32(value) => Const::F32(value.bits).into(),
        WastArgCore::F64(value) => Const::F64(value.bits).into(),
        WastArgCore::V128(value) => Const::V128(u128::from_le_bytes(value.to_le_bytes())).into(),
        WastArgCore::RefNull(_) => Ref::Null.into(),
        WastArgCore::RefExtern(number) | WastArgCore::RefHost(number) => Ref::Host(*number).into(),
    }
}
