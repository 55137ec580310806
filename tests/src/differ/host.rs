//! The host of the differential executor, on wasmtime.

use super::seen::see;
use invar_filetests::differ::values::{self, Field, Heap, Maker, Shape, Trace, value};
use invar_filetests::differ::{MEMORY, TABLE};
use invar_interp::Const;
use std::collections::HashMap;
use wasmtime::{
    AnyRef, ArrayRef, ArrayRefPre, AsContextMut, Engine, Extern, ExternRef, ExternType, FieldType,
    Func, FuncType, Global, HeapType, I31, Memory, Module, Ref, SharedMemory, StorageType, Store,
    StoreLimits, StoreLimitsBuilder, StructRef, StructRefPre, Table, Tag, Val, ValType, format_err,
};

/// The state of the host during a run.
pub struct Host {
    limits: StoreLimits,
    /// Calls of imported functions.
    pub trace: Trace,
}

/// A store for a run.
pub fn store(engine: &Engine) -> Store<Host> {
    let limits = StoreLimitsBuilder::new().memory_size(MEMORY).table_elements(TABLE).build();
    let mut store = Store::new(engine, Host { limits, trace: Trace::default() });
    store.limiter(|host| &mut host.limits);
    store
}

/// The imports of a module, or `None` if the host cannot make one of them.
pub fn imports(store: &mut Store<Host>, module: &Module) -> Option<Vec<Extern>> {
    let mut known: HashMap<String, Extern> = HashMap::new();
    let mut imports = Vec::new();
    for import in module.imports() {
        let name = format!("{} {}", import.module(), import.name());
        // Two imports of the same name and type are the same entity, so that aliasing is tested.
        let key = format!("{name} {:?}", import.ty());
        let item = match known.get(&key) {
            Some(item) => item.clone(),
            None => item(store, &name, import.ty())?,
        };
        known.insert(key, item.clone());
        imports.push(item);
    }
    Some(imports)
}

fn item(store: &mut Store<Host>, name: &str, ty: ExternType) -> Option<Extern> {
    let mut random = values::of_import(name);
    Some(match ty {
        ExternType::Func(ty) => function(store, name.to_string(), ty).into(),
        ExternType::Global(ty) => {
            let value = value(&mut Values(&mut *store), ty.content(), &mut random, values::DEPTH)?;
            Global::new(store, ty, value).ok()?.into()
        }
        ExternType::Table(ty) => {
            let element = ValType::Ref(ty.element().clone());
            let init = match value(&mut Values(&mut *store), &element, &mut random, 0)? {
                Val::FuncRef(func) => Ref::Func(func),
                Val::ExternRef(host) => Ref::Extern(host),
                Val::AnyRef(any) => Ref::Any(any),
                Val::ExnRef(exception) => Ref::Exn(exception),
                _ => return None,
            };
            Table::new(store, ty, init).ok()?.into()
        }
        ExternType::Memory(ty) if ty.is_shared() => {
            SharedMemory::new(store.engine(), ty).ok()?.into()
        }
        ExternType::Memory(ty) => {
            let memory = Memory::new(&mut *store, ty).ok()?;
            values::fill(memory.data_mut(&mut *store), &mut random);
            memory.into()
        }
        ExternType::Tag(ty) => Tag::new(store, &ty).ok()?.into(),
    })
}

/// A function whose results depend on its name, its arguments and the calls so far.
fn function(mut store: impl AsContextMut<Data = Host>, name: String, ty: FuncType) -> Func {
    let results_ty: Vec<ValType> = ty.results().collect();
    Func::new(store.as_context_mut(), ty, move |mut caller, args, results| {
        let seen: Vec<_> = args.iter().map(|arg| see(&mut caller, arg)).collect();
        let mut random = caller.data_mut().trace.call(&name, seen);
        for (result, ty) in results.iter_mut().zip(&results_ty) {
            *result = value(&mut Values(&mut caller), ty, &mut random, 0)
                .ok_or_else(|| format_err!("the host has no value of type {ty}"))?;
        }
        Ok(())
    })
}

/// Makes values of a store.
pub struct Values<'a, S>(pub &'a mut S);

fn field(field: &FieldType) -> Field<ValType> {
    match field.element_type() {
        StorageType::I8 | StorageType::I16 => Field::Packed,
        StorageType::ValType(ty) => Field::Of(ty.clone()),
    }
}

fn heap(ty: &ValType) -> Option<&HeapType> {
    ty.as_ref().map(|ty| ty.heap_type())
}

impl<S: AsContextMut<Data = Host>> Maker for Values<'_, S> {
    type Ty = ValType;
    type Value = Val;

    fn shape(&mut self, ty: &ValType) -> Shape<ValType> {
        let number = |ty| Shape::Number(ty);
        let reference = match ty {
            ValType::I32 => return number(invar_ir::ValType::I32),
            ValType::I64 => return number(invar_ir::ValType::I64),
            ValType::F32 => return number(invar_ir::ValType::F32),
            ValType::F64 => return number(invar_ir::ValType::F64),
            ValType::V128 => return number(invar_ir::ValType::V128),
            ValType::Ref(reference) => reference,
        };
        let heap = match reference.heap_type() {
            HeapType::Extern => Heap::Extern,
            HeapType::Any | HeapType::Eq | HeapType::I31 => Heap::Small,
            HeapType::Func | HeapType::ConcreteFunc(_) => Heap::Func,
            HeapType::ConcreteStruct(ty) => {
                Heap::Struct(ty.fields().map(|of| field(&of)).collect())
            }
            HeapType::ConcreteArray(ty) => Heap::Array(field(&ty.field_type())),
            _ => Heap::Other,
        };
        Shape::Ref(reference.is_nullable(), heap)
    }

    fn number(&mut self, number: Const) -> Val {
        val(number)
    }

    fn null(&mut self, ty: &ValType) -> Val {
        Val::null_ref(heap(ty).expect("a type of references"))
    }

    fn host(&mut self, number: u32) -> Option<Val> {
        Some(Val::ExternRef(Some(ExternRef::new(&mut *self.0, number).ok()?)))
    }

    fn i31(&mut self, bits: u32) -> Option<Val> {
        let small = I31::wrapping_u32(bits);
        Some(Val::AnyRef(Some(AnyRef::from_i31(&mut *self.0, small))))
    }

    fn func(&mut self, ty: &ValType) -> Option<Val> {
        let ty = match heap(ty)? {
            HeapType::ConcreteFunc(ty) => ty.clone(),
            _ => FuncType::new(self.0.as_context().engine(), [], []),
        };
        Some(Val::FuncRef(Some(function(&mut *self.0, "made".to_string(), ty))))
    }

    fn new_struct(&mut self, ty: &ValType, fields: Vec<Val>) -> Option<Val> {
        let HeapType::ConcreteStruct(ty) = heap(ty)? else { return None };
        let allocator = StructRefPre::new(&mut *self.0, ty.clone());
        let object = StructRef::new(&mut *self.0, &allocator, &fields).ok()?;
        Some(Val::AnyRef(Some(object.to_anyref())))
    }

    fn new_array(&mut self, ty: &ValType, element: Val, length: u32) -> Option<Val> {
        let HeapType::ConcreteArray(ty) = heap(ty)? else { return None };
        let allocator = ArrayRefPre::new(&mut *self.0, ty.clone());
        let array = ArrayRef::new(&mut *self.0, &allocator, &element, length).ok()?;
        Some(Val::AnyRef(Some(array.to_anyref())))
    }
}

/// A number of wasmtime.
pub fn val(number: Const) -> Val {
    match number {
        Const::I32(value) => Val::I32(value),
        Const::I64(value) => Val::I64(value),
        Const::F32(bits) => Val::F32(bits),
        Const::F64(bits) => Val::F64(bits),
        Const::V128(bits) => Val::V128(bits.into()),
    }
}

/// The number that a value of wasmtime is; `None` for references.
pub fn number(value: &Val) -> Option<Const> {
    Some(match value {
        Val::I32(value) => Const::I32(*value),
        Val::I64(value) => Const::I64(*value),
        Val::F32(bits) => Const::F32(*bits),
        Val::F64(bits) => Const::F64(*bits),
        Val::V128(bits) => Const::V128(bits.as_u128()),
        _ => return None,
    })
}
