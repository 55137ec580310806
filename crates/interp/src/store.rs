//! The store: functions, tables, memories, globals, tags and objects of all instances, by address.
//!
//! An address is a number in one store. With the functions here a host makes the imports of modules, and accesses their
//! exports. A wrong address or type is an error of the host, and panics.

use crate::code::Code;
use crate::instantiate::{Instance, Program};
use crate::stop::Stop;
use crate::types::{TypeRef, Types, is_value_of};
use crate::value::{
    Exception, ExnAddr, FuncAddr, GlobalAddr, InstanceAddr, MemoryAddr, Object, ObjectAddr, Ref,
    TableAddr, TagAddr, Value,
};
use invar_ir::entities::PrimaryMap;
use invar_ir::wasmparser::{
    CompositeInnerType, FieldType, FuncType, GlobalType, MemoryType, SubType, TableType,
};
use invar_ir::{Entity, Func, ImportName, ValType};
use std::sync::Arc;

/// Limits of a store. A program that exceeds one ends with a [`Stop`] that is not a trap, or its allocation fails.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of each memory.
    pub memory: u64,
    /// Elements of each table.
    pub table: u64,
    /// Fields and elements of all objects together (and one for each object).
    pub heap: u64,
    /// Calls that have not returned.
    pub frames: usize,
    /// Registers of these (a value each).
    pub registers: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: 64 << 20,
            table: 1 << 20,
            heap: 4 << 20,
            frames: 20_000,
            registers: 2 << 20,
        }
    }
}

/// Something that can be imported and exported.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extern {
    /// A function.
    Func(FuncAddr),
    /// A table.
    Table(TableAddr),
    /// A memory.
    Memory(MemoryAddr),
    /// A global.
    Global(GlobalAddr),
    /// A tag.
    Tag(TagAddr),
}

/// The type of something that can be imported, in types of a store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExternType {
    /// A function, and whether it must have exactly this type.
    Func(TypeRef, bool),
    /// A table.
    Table(TableType),
    /// A memory.
    Memory(MemoryType),
    /// A global.
    Global(GlobalType),
    /// A tag, of this type of functions.
    Tag(TypeRef),
}

/// An import of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// The import's name.
    pub name: ImportName,
    /// What it must be.
    pub ty: ExternType,
}

pub(crate) struct FuncInst {
    pub ty: TypeRef,
    pub body: FuncBody,
}

#[derive(Clone, Copy)]
pub(crate) enum FuncBody {
    Defined(InstanceAddr, Func),
    Host(u32),
}

pub(crate) struct TableInst {
    pub ty: TableType,
    pub elements: Vec<Ref>,
}

pub(crate) struct MemoryInst {
    pub ty: MemoryType,
    pub bytes: Vec<u8>,
}

impl MemoryInst {
    /// The size of a page, as a power of two.
    pub fn page(&self) -> u32 {
        page(&self.ty)
    }
}

pub(crate) fn page(ty: &MemoryType) -> u32 {
    ty.page_size_log2.unwrap_or(16)
}

pub(crate) struct GlobalInst {
    pub ty: GlobalType,
    pub value: Value,
}

/// Instances and all that they are made of.
#[derive(Default)]
pub struct Store {
    pub(crate) limits: Limits,
    /// Instructions that may still be executed, in all calls together.
    pub fuel: u64,
    /// Executed instructions without what costs a machine next to nothing: constants, copies and jumps. A `br_table`
    /// is two.
    pub computations: u64,
    pub(crate) heap: u64,
    pub(crate) types: Types,
    pub(crate) instances: PrimaryMap<InstanceAddr, Instance>,
    pub(crate) funcs: PrimaryMap<FuncAddr, FuncInst>,
    pub(crate) tables: PrimaryMap<TableAddr, TableInst>,
    pub(crate) memories: PrimaryMap<MemoryAddr, MemoryInst>,
    pub(crate) globals: PrimaryMap<GlobalAddr, GlobalInst>,
    pub(crate) tags: PrimaryMap<TagAddr, TypeRef>,
    pub(crate) objects: PrimaryMap<ObjectAddr, Object>,
    pub(crate) exceptions: PrimaryMap<ExnAddr, Exception>,
}

impl Store {
    /// An empty store, with this much fuel.
    pub fn new(limits: Limits, fuel: u64) -> Store {
        Store { limits, fuel, ..Store::default() }
    }

    // ---- Made by the host ----------------------------------------------------------------------

    /// A type of functions.
    pub fn new_type(&mut self, ty: FuncType) -> TypeRef {
        self.types.func(ty)
    }

    /// A function of the host, which is told `id` when it is called.
    pub fn new_func(&mut self, ty: TypeRef, id: u32) -> FuncAddr {
        self.funcs.push(FuncInst { ty, body: FuncBody::Host(id) })
    }

    /// A global.
    pub fn new_global(&mut self, ty: GlobalType, value: Value) -> GlobalAddr {
        assert!(is_value_of(self, value, ty.content_type), "{value:?} is no {}", ty.content_type);
        self.globals.push(GlobalInst { ty, value })
    }

    /// A memory of zeros; `None` if it is larger than the limit.
    pub fn new_memory(&mut self, ty: MemoryType) -> Option<MemoryAddr> {
        let size = ty.initial.checked_shl(page(&ty)).filter(|size| size >> page(&ty) == ty.initial);
        let size = size.filter(|&size| size <= self.limits.memory)?;
        Some(self.memories.push(MemoryInst { ty, bytes: vec![0; size as usize] }))
    }

    /// A table whose elements are all the same; `None` if it is larger than the limit.
    pub fn new_table(&mut self, ty: TableType, element: Ref) -> Option<TableAddr> {
        let size = Some(ty.initial).filter(|&size| size <= self.limits.table)?;
        Some(self.tables.push(TableInst { ty, elements: vec![element; size as usize] }))
    }

    /// A tag.
    pub fn new_tag(&mut self, ty: TypeRef) -> TagAddr {
        self.tags.push(ty)
    }

    /// A struct or an array. Fields of packed types are wrapped.
    pub fn new_object(&mut self, ty: TypeRef, mut fields: Vec<Value>) -> Result<ObjectAddr, Stop> {
        let composite = &self.types.get(ty).composite_type.inner;
        let is_array = matches!(composite, CompositeInnerType::Array(_));
        let types = self.types.fields(ty);
        for (n, field) in fields.iter_mut().enumerate() {
            *field = crate::ops::objects::packed(types[if is_array { 0 } else { n }], *field);
        }
        self.heap += 1 + fields.len() as u64;
        if self.heap > self.limits.heap {
            return Err(Stop::Heap);
        }
        Ok(self.objects.push(Object { ty, is_array, fields }))
    }

    // ---- Accessed by the host ------------------------------------------------------------------

    /// The imports that a program needs, in their order.
    pub fn imports(&mut self, program: &Program) -> Vec<Import> {
        let types = self.types.add(&program.module);
        let module = &program.module;
        let entities = module.imports.iter();
        entities
            .map(|&entity| {
                let ty = match entity {
                    Entity::Func(func) => {
                        let func = &module.funcs[func];
                        ExternType::Func(types.get(func.ty.as_u32()), func.exact)
                    }
                    Entity::Table(table) => {
                        let ty = module.tables[table].ty;
                        let element_type = types.reference(ty.element_type);
                        ExternType::Table(TableType { element_type, ..ty })
                    }
                    Entity::Memory(memory) => ExternType::Memory(module.memories[memory].ty),
                    Entity::Global(global) => {
                        let ty = module.globals[global].ty;
                        let content_type = types.value(ty.content_type);
                        ExternType::Global(GlobalType { content_type, ..ty })
                    }
                    Entity::Tag(tag) => ExternType::Tag(types.get(module.tags[tag].ty.as_u32())),
                };
                let name = match entity {
                    Entity::Func(func) => &module.funcs[func].import,
                    Entity::Table(table) => &module.tables[table].import,
                    Entity::Memory(memory) => &module.memories[memory].import,
                    Entity::Global(global) => &module.globals[global].import,
                    Entity::Tag(tag) => &module.tags[tag].import,
                };
                Import { name: name.clone().expect("it is imported"), ty }
            })
            .collect()
    }

    /// The entity of an instance for an entity of its module.
    pub fn entity(&self, instance: InstanceAddr, entity: Entity) -> Extern {
        self.instances[instance].entity(entity)
    }

    /// The exports of an instance, in order.
    pub fn exports(&self, instance: InstanceAddr) -> Vec<(String, Extern)> {
        let instance = &self.instances[instance];
        let exports = instance.program.module.exports.iter();
        exports.map(|export| (export.name.clone(), instance.entity(export.entity))).collect()
    }

    /// An export of an instance. Linear in their number.
    pub fn export(&self, instance: InstanceAddr, name: &str) -> Option<Extern> {
        let instance = &self.instances[instance];
        let export = instance.program.module.exports.iter().find(|export| export.name == name)?;
        Some(instance.entity(export.entity))
    }

    /// The parameters and results of a type of functions, in types of the store.
    pub fn signature(&self, ty: TypeRef) -> &FuncType {
        self.types.signature(ty)
    }

    /// The types of the fields of a struct, or the one of the elements of an array.
    pub fn fields(&self, ty: TypeRef) -> &[FieldType] {
        self.types.fields(ty)
    }

    /// The structure of a type, its references numbered as in the store.
    pub fn definition(&self, ty: TypeRef) -> &SubType {
        self.types.get(ty)
    }

    /// The type of a function.
    pub fn func_type(&self, func: FuncAddr) -> TypeRef {
        self.funcs[func].ty
    }

    /// The type of a global, and its value.
    pub fn global(&self, global: GlobalAddr) -> (GlobalType, Value) {
        let global = &self.globals[global];
        (global.ty, global.value)
    }

    /// Assigns to a global, whether it is mutable or not.
    pub fn set_global(&mut self, global: GlobalAddr, value: Value) {
        self.globals[global].value = value;
    }

    /// The bytes of a memory.
    pub fn memory(&self, memory: MemoryAddr) -> &[u8] {
        &self.memories[memory].bytes
    }

    /// The bytes of a memory, to change.
    pub fn memory_mut(&mut self, memory: MemoryAddr) -> &mut Vec<u8> {
        &mut self.memories[memory].bytes
    }

    /// The type of a table, and its elements.
    pub fn table(&self, table: TableAddr) -> (TableType, &[Ref]) {
        let table = &self.tables[table];
        (table.ty, &table.elements)
    }

    /// The type of a tag, one of functions whose parameters are its payload.
    pub fn tag_type(&self, tag: TagAddr) -> TypeRef {
        self.tags[tag]
    }

    /// A struct or array.
    pub fn object(&self, object: ObjectAddr) -> &Object {
        &self.objects[object]
    }

    /// An exception.
    pub fn exception(&self, exception: ExnAddr) -> &Exception {
        &self.exceptions[exception]
    }

    /// Whether a value is of a type of the store.
    pub fn is_of(&self, value: Value, ty: ValType) -> bool {
        is_value_of(self, value, ty)
    }

    /// The code of a function that is not the host's.
    pub(crate) fn code(&self, instance: InstanceAddr, func: Func) -> Arc<Code> {
        self.instances[instance].program.code(func)
    }
}
