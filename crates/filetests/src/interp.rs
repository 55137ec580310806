//! The interpreter as an engine of the differential executor.
//!
//! WebAssembly is read, and its bodies are executed as they were read; a module in Invar's IR is executed
//! in SSA form. So the two share nothing but the machine.

use crate::differ::values::{self, Field, Heap, Maker, Shape, Trace, value};
use crate::differ::{
    DEPTH, ELEMENTS, End, Engine, FIELDS, Limit, MEMORY, NoSide, Observed, Seen, Side, Signature,
    TABLE, Ty,
};
use invar_generate::Random;
use invar_interp::value::{FuncAddr, InstanceAddr};
use invar_interp::{
    Const, Error, Extern, ExternType, Host, Limits, Program, Ref, Stop, Store, TypeRef, Value,
};
use invar_ir::wasmparser::{
    AbstractHeapType, CompositeInnerType, FieldType, StorageType, UnpackedIndex,
};
use invar_ir::{HeapType, ValType};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// The interpreter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Interpreter;

/// A module that runs on the interpreter.
pub struct Instance {
    store: Store,
    imports: Imports,
    exports: Vec<(String, Extern)>,
}

/// The functions of the host, by number.
#[derive(Default)]
struct Imports {
    names: Vec<String>,
    types: Vec<TypeRef>,
    trace: Trace,
}

impl Imports {
    fn add(&mut self, store: &mut Store, name: &str, ty: TypeRef) -> FuncAddr {
        self.names.push(name.to_owned());
        self.types.push(ty);
        store.new_func(ty, self.names.len() as u32 - 1)
    }
}

impl Host for Imports {
    fn call(&mut self, store: &mut Store, id: u32, args: &[Value]) -> Result<Vec<Value>, Stop> {
        let signature = store.signature(self.types[id as usize]).clone();
        let args = args.iter().zip(signature.params());
        let args: Vec<Seen> = args.map(|(&arg, &ty)| see(store, arg, ty, DEPTH)).collect();
        let name = self.names[id as usize].clone();
        let mut random = self.trace.call(&name, args);
        let mut maker = Values { store, imports: self };
        let mut result = |&ty: &ValType| {
            value(&mut maker, &ty, &mut random, 0)
                .ok_or_else(|| Stop::Host(format!("the host has no value of type {ty}")))
        };
        signature.results().iter().map(&mut result).collect()
    }
}

/// Makes values of a store.
struct Values<'a> {
    store: &'a mut Store,
    imports: &'a mut Imports,
}

/// The type of the store that references of a type lead to, if it is one.
fn concrete(ty: &ValType) -> Option<TypeRef> {
    match ty {
        ValType::Ref(ty) => match ty.heap_type() {
            HeapType::Concrete(index) | HeapType::Exact(index) => type_ref(index),
            HeapType::Abstract { .. } => None,
        },
        _ => None,
    }
}

fn type_ref(index: UnpackedIndex) -> Option<TypeRef> {
    index.as_module_index().map(TypeRef::from_u32)
}

fn field(field: &FieldType) -> Field<ValType> {
    match field.element_type {
        StorageType::Val(ty) => Field::Of(ty),
        StorageType::I8 | StorageType::I16 => Field::Packed,
    }
}

impl Maker for Values<'_> {
    type Ty = ValType;
    type Value = Value;

    fn shape(&mut self, ty: &ValType) -> Shape<ValType> {
        let ValType::Ref(reference) = ty else { return Shape::Number(*ty) };
        let heap = match reference.heap_type() {
            HeapType::Abstract { shared: false, ty } => match ty {
                AbstractHeapType::Extern => Heap::Extern,
                AbstractHeapType::Any | AbstractHeapType::Eq | AbstractHeapType::I31 => Heap::Small,
                AbstractHeapType::Func => Heap::Func,
                _ => Heap::Other,
            },
            HeapType::Abstract { .. } => Heap::Other,
            HeapType::Concrete(_) | HeapType::Exact(_) => {
                let ty = self.store.definition(concrete(ty).expect("a type of the store"));
                match &ty.composite_type.inner {
                    CompositeInnerType::Func(_) => Heap::Func,
                    CompositeInnerType::Struct(ty) => {
                        Heap::Struct(ty.fields.iter().map(field).collect())
                    }
                    CompositeInnerType::Array(ty) => Heap::Array(field(&ty.0)),
                    CompositeInnerType::Cont(_) => Heap::Other,
                }
            }
        };
        Shape::Ref(reference.is_nullable(), heap)
    }

    fn number(&mut self, number: Const) -> Value {
        number.into()
    }

    fn null(&mut self, _: &ValType) -> Value {
        Ref::Null.into()
    }

    fn host(&mut self, number: u32) -> Option<Value> {
        Some(Ref::Host(number).into())
    }

    fn i31(&mut self, bits: u32) -> Option<Value> {
        Some(Ref::I31(bits & (u32::MAX >> 1)).into())
    }

    fn func(&mut self, ty: &ValType) -> Option<Value> {
        let any = || invar_ir::wasmparser::FuncType::new([], []);
        let ty = concrete(ty).unwrap_or_else(|| self.store.new_type(any()));
        Some(Ref::Func(self.imports.add(self.store, "made", ty)).into())
    }

    fn new_struct(&mut self, ty: &ValType, fields: Vec<Value>) -> Option<Value> {
        Some(Ref::Object(self.store.new_object(concrete(ty)?, fields).ok()?).into())
    }

    fn new_array(&mut self, ty: &ValType, element: Value, length: u32) -> Option<Value> {
        self.new_struct(ty, vec![element; length as usize])
    }
}

/// Looks at a value of a type.
fn see(store: &Store, value: Value, ty: ValType, depth: usize) -> Seen {
    let reference = match value {
        Value::Number(number) => return number.into(),
        Value::Ref(reference) => reference,
    };
    let is_extern = matches!(ty, ValType::Ref(ty) if matches!(ty.heap_type(),
        HeapType::Abstract { ty: AbstractHeapType::Extern, .. }));
    match reference {
        Ref::Null => Seen::Null,
        Ref::Func(_) => Seen::Func,
        Ref::Host(number) if is_extern => Seen::Extern(Some(number)),
        _ if is_extern => Seen::Extern(None),
        _ if depth == 0 => Seen::Something,
        Ref::Host(number) => Seen::Extern(Some(number)),
        Ref::I31(bits) => Seen::I31(bits),
        Ref::Object(object) => {
            let object = store.object(object);
            let types = store.fields(object.ty);
            let fields = object.fields.iter().take(FIELDS).enumerate().map(|(n, &field)| {
                let ty = match types[if object.is_array { 0 } else { n }].element_type {
                    StorageType::Val(ty) => ty,
                    StorageType::I8 | StorageType::I16 => ValType::I32,
                };
                see(store, field, ty, depth - 1)
            });
            let seen: Vec<Seen> = fields.collect();
            if object.is_array {
                Seen::Array(object.fields.len() as u32, seen)
            } else {
                Seen::Struct(seen)
            }
        }
        Ref::Exn(exception) => Seen::Exn(payload(store, exception, depth - 1)),
    }
}

/// The values of an exception.
fn payload(store: &Store, exception: invar_interp::value::ExnAddr, depth: usize) -> Vec<Seen> {
    let exception = store.exception(exception);
    let types = store.signature(store.tag_type(exception.tag)).params();
    let values = exception.values.iter().zip(types).take(FIELDS);
    values.map(|(&value, &ty)| see(store, value, ty, depth)).collect()
}

/// The text of a type, with the types that it refers to, to some depth.
fn text(store: &Store, ty: ValType, depth: usize) -> String {
    let ValType::Ref(reference) = ty else { return ty.to_string() };
    let null = if reference.is_nullable() { "null " } else { "" };
    let Some(concrete) = concrete(&ty) else { return format!("(ref {null}{reference})") };
    if depth == 0 {
        return format!("(ref {null}...)");
    }
    let texts = |types: &[ValType]| {
        let texts: Vec<String> = types.iter().map(|&ty| text(store, ty, depth - 1)).collect();
        texts.join(" ")
    };
    let what = match &store.definition(concrete).composite_type.inner {
        CompositeInnerType::Func(ty) => {
            format!("func ({}) -> ({})", texts(ty.params()), texts(ty.results()))
        }
        CompositeInnerType::Cont(_) => "cont".to_owned(),
        CompositeInnerType::Struct(_) | CompositeInnerType::Array(_) => {
            let fields = store.fields(concrete).iter().map(|field| {
                let mutable = if field.mutable { "mut " } else { "" };
                match field.element_type {
                    StorageType::Val(ty) => format!("{mutable}{}", text(store, ty, depth - 1)),
                    packed => format!("{mutable}{packed}"),
                }
            });
            format!("of {}", fields.collect::<Vec<_>>().join(" "))
        }
    };
    format!("(ref {null}{what})")
}

/// Something to import of a type; `None` if the host cannot make it.
fn import(store: &mut Store, imports: &mut Imports, name: &str, ty: ExternType) -> Option<Extern> {
    let mut random = values::of_import(name);
    Some(match ty {
        ExternType::Func(ty, _) => Extern::Func(imports.add(store, name, ty)),
        ExternType::Global(ty) => {
            let mut maker = Values { store, imports };
            let value = value(&mut maker, &ty.content_type, &mut random, values::DEPTH)?;
            Extern::Global(store.new_global(ty, value))
        }
        ExternType::Table(ty) => {
            let mut maker = Values { store, imports };
            let element = value(&mut maker, &ValType::Ref(ty.element_type), &mut random, 0)?;
            Extern::Table(store.new_table(ty, element.reference())?)
        }
        ExternType::Memory(ty) => {
            let memory = store.new_memory(ty)?;
            if !ty.shared {
                values::fill(store.memory_mut(memory), &mut random);
            }
            Extern::Memory(memory)
        }
        ExternType::Tag(ty) => Extern::Tag(store.new_tag(ty)),
    })
}

impl Engine for Interpreter {
    type Module = Arc<Program>;
    type Side = Instance;

    fn module(&self, wasm: &[u8]) -> Result<Arc<Program>, String> {
        let (module, _) = invar_wasm::read(wasm.into()).map_err(|error| error.to_string())?;
        Ok(Program::new(module))
    }

    fn module_of_ir(&self, module: &invar_ir::Module) -> Option<Arc<Program>> {
        Some(Program::new(module.clone()))
    }

    fn instantiate(&self, program: &Arc<Program>, fuel: u64) -> Result<Instance, NoSide<Instance>> {
        let limits = Limits { memory: MEMORY as u64, table: TABLE as u64, ..Limits::default() };
        let mut store = Store::new(limits, fuel);
        let mut imports = Imports::default();
        let mut known: HashMap<(String, ExternType), Extern> = HashMap::new();
        let mut given = Vec::new();
        for wanted in store.imports(program) {
            let name = format!("{} {}", wanted.name.module, wanted.name.name);
            // Two imports of one name and type are one thing, so that aliasing is tested.
            let key = (name.clone(), wanted.ty);
            let item = match known.get(&key) {
                Some(&item) => item,
                None => {
                    let item = import(&mut store, &mut imports, &name, wanted.ty);
                    let refused = || NoSide::NoInstance(format!("the host cannot make {name:?}"));
                    item.ok_or_else(refused)?
                }
            };
            known.insert(key, item);
            given.push(item);
        }
        let made = store.instantiate(&mut imports, program, &given);
        let instance = |store: Store, imports, of: Option<InstanceAddr>| Instance {
            exports: of.map(|instance| store.exports(instance)).unwrap_or_default(),
            store,
            imports,
        };
        match made {
            Ok(address) => Ok(instance(store, imports, Some(address))),
            Err(Error::Stop(stop)) => {
                let side = instance(store, imports, None);
                Err(NoSide::Ended(side.end(Err(stop), &[]), Box::new(side)))
            }
            Err(error) => Err(NoSide::NoInstance(error.to_string())),
        }
    }
}

impl Instance {
    fn export(&self, name: &str) -> Option<Extern> {
        self.exports.iter().find(|(export, _)| export == name).map(|&(_, item)| item)
    }

    fn func(&self, name: &str) -> Option<(FuncAddr, TypeRef)> {
        match self.export(name)? {
            Extern::Func(func) => Some((func, self.store.func_type(func))),
            _ => None,
        }
    }

    fn end(&self, ended: Result<Vec<Value>, Stop>, types: &[ValType]) -> End {
        match ended {
            Ok(values) => {
                let values = values.iter().zip(types);
                End::Values(values.map(|(&v, &ty)| see(&self.store, v, ty, DEPTH)).collect())
            }
            Err(Stop::Trap(trap)) => End::Trap(format!("{trap:?}")),
            Err(Stop::Exception(exception)) => {
                End::Exception(payload(&self.store, exception, DEPTH - 1))
            }
            Err(Stop::Fuel) => End::Limit(Limit::Fuel),
            Err(Stop::Stack) => End::Limit(Limit::Stack),
            Err(Stop::Heap) => End::Limit(Limit::Heap),
            Err(Stop::Host(_)) => End::Host,
            Err(Stop::Unsupported(what)) => End::NotExecuted(what),
        }
    }

    /// Computations of all calls ([`Store::computations`]).
    pub fn computations(&self) -> u64 {
        self.store.computations
    }

    fn run(&mut self, func: FuncAddr, args: &[Value], fuel: u64) -> End {
        self.store.fuel = fuel;
        let ended = self.store.call(&mut self.imports, func, args);
        let results = self.store.signature(self.store.func_type(func)).results().to_vec();
        self.end(ended, &results)
    }
}

impl Side for Instance {
    fn exports(&self) -> Vec<String> {
        self.exports.iter().map(|(name, _)| name.clone()).collect()
    }

    fn signature(&self, name: &str) -> Option<Signature> {
        let (_, ty) = self.func(name)?;
        let signature = self.store.signature(ty);
        let types = |types: &[ValType]| {
            let ty = |&ty: &ValType| match ty {
                ValType::Ref(_) => Ty::Ref(text(&self.store, ty, DEPTH)),
                number => Ty::Number(number),
            };
            types.iter().map(ty).collect()
        };
        Some(Signature { params: types(signature.params()), results: types(signature.results()) })
    }

    fn call(&mut self, name: &str, seed: u64, fuel: u64) -> Option<(End, u64)> {
        let (func, ty) = self.func(name)?;
        let mut random = Random::new(seed);
        let params = self.store.signature(ty).params().to_vec();
        let mut maker = Values { store: &mut self.store, imports: &mut self.imports };
        let args: Option<Vec<Value>> =
            params.iter().map(|ty| value(&mut maker, ty, &mut random, values::DEPTH)).collect();
        let end = self.run(func, &args?, fuel);
        Some((end, fuel - self.store.fuel))
    }

    fn invoke(&mut self, name: &str, args: &[Const], fuel: u64) -> End {
        let Some((func, _)) = self.func(name) else {
            return End::NotExecuted(format!("there is no function {name:?}"));
        };
        let args: Vec<Value> = args.iter().map(|&arg| arg.into()).collect();
        self.run(func, &args, fuel)
    }

    fn observe(&mut self, name: &str) -> Option<Observed<'_>> {
        Some(match self.export(name)? {
            Extern::Func(_) => Observed::Func,
            Extern::Tag(_) => Observed::Tag,
            Extern::Global(global) => {
                let (ty, value) = self.store.global(global);
                Observed::Global(see(&self.store, value, ty.content_type, DEPTH))
            }
            Extern::Memory(memory) => Observed::Memory(Cow::Borrowed(self.store.memory(memory))),
            Extern::Table(table) => {
                let (ty, elements) = self.store.table(table);
                let ty = ValType::Ref(ty.element_type);
                let seen = elements.iter().take(ELEMENTS);
                let seen = seen.map(|&element| see(&self.store, element.into(), ty, DEPTH));
                Observed::Table(elements.len() as u64, seen.collect())
            }
        })
    }

    fn trace(&self) -> (u64, u64) {
        (self.imports.trace.calls, self.imports.trace.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_told_apart() {
        crate::differ::cases::check(&Interpreter);
    }
}
