//! A host that behaves the same for a module before and after optimization.
//!
//! What it provides for an import depends on the import's module, name and type, never on its
//! index: an optimizer may remove imports that nothing uses. Two imports of one name and type are
//! one thing, so aliasing is tested. Each call of a function goes into a trace, in order, with
//! its arguments.

use super::seen::Seen;
use crate::random::Random;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use wasmtime::{
    AnyRef, ArrayRef, ArrayRefPre, AsContextMut, Engine, Extern, ExternRef, ExternType, FieldType,
    Func, FuncType, Global, HeapType, I31, Memory, Module, Ref, RefType, SharedMemory, StorageType,
    Store, StoreLimits, StoreLimitsBuilder, StructRef, StructRefPre, Table, Tag, Val, ValType,
    format_err,
};

/// Memories do not grow past this. Small: whole memories are compared after each call.
const MEMORY: usize = 2 << 20;
/// Tables do not grow past this.
const TABLE: usize = 20_000;
/// How deep generated objects are nested.
const DEPTH: usize = 2;

/// What the host knows of a run.
pub struct Host {
    limits: StoreLimits,
    /// Calls of imported functions: how many, and a hash of their names and arguments in order.
    pub calls: u64,
    /// See `calls`.
    pub trace: u64,
}

/// A store for a run.
pub fn store(engine: &Engine) -> Store<Host> {
    let limits = StoreLimitsBuilder::new().memory_size(MEMORY).table_elements(TABLE).build();
    let mut store = Store::new(engine, Host { limits, calls: 0, trace: 0 });
    store.limiter(|host| &mut host.limits);
    store
}

/// The imports of a module, or `None` if the host cannot make one of them.
pub fn imports(store: &mut Store<Host>, module: &Module) -> Option<Vec<Extern>> {
    let mut known: HashMap<String, Extern> = HashMap::new();
    let mut imports = Vec::new();
    for import in module.imports() {
        let name = format!("{} {}", import.module(), import.name());
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
    let mut random = Random::named(1, name);
    Some(match ty {
        ExternType::Func(ty) => function(store, name.to_string(), ty).into(),
        ExternType::Global(ty) => {
            let value = value(store, ty.content(), &mut random, DEPTH)?;
            Global::new(store, ty, value).ok()?.into()
        }
        ExternType::Table(ty) => {
            let init = match value(store, &ValType::Ref(ty.element().clone()), &mut random, 0)? {
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
            let data = memory.data_mut(&mut *store);
            let length = data.len().min(1 << 12);
            data[..length].copy_from_slice(&random.bytes(length));
            memory.into()
        }
        ExternType::Tag(ty) => Tag::new(store, &ty).ok()?.into(),
    })
}

/// A function whose results depend on its name, its arguments and the number of calls so far.
pub fn function(mut store: impl AsContextMut<Data = Host>, name: String, ty: FuncType) -> Func {
    let results_ty: Vec<ValType> = ty.results().collect();
    Func::new(store.as_context_mut(), ty, move |mut caller, args, results| {
        let mut hasher = DefaultHasher::new();
        for arg in args {
            format!("{:?}", Seen::of(&mut caller, arg)).hash(&mut hasher);
        }
        let host = caller.data_mut();
        (host.trace, &name).hash(&mut hasher);
        host.trace = hasher.finish();
        host.calls += 1;
        let mut random = Random::new(host.trace);
        for (result, ty) in results.iter_mut().zip(&results_ty) {
            *result = value(&mut caller, ty, &mut random, 0)
                .ok_or_else(|| format_err!("the host has no value of type {ty}"))?;
        }
        Ok(())
    })
}

/// A value of a type, or `None` if the host cannot make one.
pub fn value(
    store: &mut impl AsContextMut<Data = Host>,
    ty: &ValType,
    random: &mut Random,
    depth: usize,
) -> Option<Val> {
    Some(match ty {
        ValType::I32 => Val::I32(integer(random) as i32),
        ValType::I64 => Val::I64(integer(random) as i64),
        ValType::F32 => Val::F32(match random.below(4) {
            0 => random.word() as u32,
            1 => ((random.below(2000) as f32 - 1000.0) / 8.0).to_bits(),
            _ => FLOATS[random.below(FLOATS.len())].to_bits(),
        }),
        ValType::F64 => Val::F64(match random.below(4) {
            0 => random.word(),
            1 => ((random.below(200_000) as f64 - 100_000.0) / 8.0).to_bits(),
            _ => f64::from(FLOATS[random.below(FLOATS.len())]).to_bits(),
        }),
        ValType::V128 => {
            let (low, high) = (integer(random), integer(random));
            Val::V128((u128::from(low) << 64 | u128::from(high)).into())
        }
        ValType::Ref(ty) => reference(store, ty, random, depth)?,
    })
}

/// Floats at which something changes.
const FLOATS: [f32; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    3.25,
    -7.75,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    f32::MAX,
    f32::MIN_POSITIVE,
    2_147_483_648.0,
    -9_223_372_036_854_775_808.0,
];

/// An integer, more often than not one at which something changes.
fn integer(random: &mut Random) -> u64 {
    match random.below(6) {
        0 => random.word(),
        1 => random.below(256) as u64,
        2 => (random.below(256) as u64).wrapping_neg(),
        3 => 1 << random.below(64),
        4 => (1u64 << random.below(64)).wrapping_sub(1),
        _ => random.below(70_000) as u64,
    }
}

fn reference(
    store: &mut impl AsContextMut<Data = Host>,
    ty: &RefType,
    random: &mut Random,
    depth: usize,
) -> Option<Val> {
    let heap = ty.heap_type();
    if ty.is_nullable() && (depth == 0 || random.one_in(3)) {
        return Some(Val::null_ref(heap));
    }
    let made = match heap {
        HeapType::Extern => {
            Some(Val::ExternRef(Some(ExternRef::new(store, random.below(1000) as u32).ok()?)))
        }
        HeapType::Any | HeapType::Eq | HeapType::I31 => {
            let small = I31::wrapping_u32(random.word() as u32);
            Some(Val::AnyRef(Some(AnyRef::from_i31(store, small))))
        }
        HeapType::ConcreteFunc(ty) => {
            Some(Val::FuncRef(Some(function(store, "made".to_string(), ty.clone()))))
        }
        HeapType::Func => {
            let ty = FuncType::new(store.as_context().engine(), [], []);
            Some(Val::FuncRef(Some(function(store, "made".to_string(), ty))))
        }
        HeapType::ConcreteStruct(ty) => {
            let fields: Option<Vec<Val>> =
                ty.fields().map(|field| element(store, &field, random, depth)).collect();
            let allocator = StructRefPre::new(&mut *store, ty.clone());
            fields.and_then(|fields| {
                let object = StructRef::new(&mut *store, &allocator, &fields).ok()?;
                Some(Val::AnyRef(Some(object.to_anyref())))
            })
        }
        HeapType::ConcreteArray(ty) => {
            let length = random.below(5) as u32;
            let element = element(store, &ty.field_type(), random, depth);
            let allocator = ArrayRefPre::new(&mut *store, ty.clone());
            element.and_then(|element| {
                let array = ArrayRef::new(&mut *store, &allocator, &element, length).ok()?;
                Some(Val::AnyRef(Some(array.to_anyref())))
            })
        }
        _ => None,
    };
    made.or_else(|| ty.is_nullable().then(|| Val::null_ref(heap)))
}

fn element(
    store: &mut impl AsContextMut<Data = Host>,
    field: &FieldType,
    random: &mut Random,
    depth: usize,
) -> Option<Val> {
    match field.element_type() {
        StorageType::I8 | StorageType::I16 => Some(Val::I32(random.below(256) as i32)),
        StorageType::ValType(ty) => {
            let nullable = ty.as_ref().is_none_or(RefType::is_nullable);
            if depth == 0 && !nullable {
                return None;
            }
            value(store, ty, random, depth.saturating_sub(1))
        }
    }
}
