//! Instantiation of programs: imports, initial values, segments, the start function.

use crate::code::Code;
use crate::machine::{Host, Machine};
use crate::stop::{Stop, Trap};
use crate::store::{Extern, ExternType, FuncBody, FuncInst, GlobalInst, Store, page};
use crate::types::TypeMap;
use crate::value::{
    FuncAddr, GlobalAddr, InstanceAddr, MemoryAddr, Ref, TableAddr, TagAddr, Value,
};
use invar_ir::wasmparser::{GlobalType, TableType};
use invar_ir::{Body, ConstExpr, ElemItems, Entity, Func, Module, Op, SegmentMode};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A module that is to be executed, with the code of its functions, each made when it is first called.
/// Instances of any stores share it.
pub struct Program {
    /// The module.
    pub module: Module,
    codes: Vec<OnceLock<Arc<Code>>>,
}

impl Program {
    /// A module to execute. It must be verified, or validated where its bodies are as they were read.
    pub fn new(module: Module) -> Arc<Program> {
        let codes = module.funcs.keys().map(|_| OnceLock::new()).collect();
        Arc::new(Program { module, codes })
    }

    pub(crate) fn code(&self, func: Func) -> Arc<Code> {
        let code = &self.codes[func.as_u32() as usize];
        code.get_or_init(|| Arc::new(Code::new(&self.module, func))).clone()
    }
}

/// A program in a store.
pub(crate) struct Instance {
    pub program: Arc<Program>,
    pub types: TypeMap,
    pub funcs: Vec<FuncAddr>,
    pub tables: Vec<TableAddr>,
    pub memories: Vec<MemoryAddr>,
    pub globals: Vec<GlobalAddr>,
    pub tags: Vec<TagAddr>,
    /// The contents of element segments: none once they are dropped.
    pub elems: Vec<Vec<Ref>>,
    pub dropped_datas: Vec<bool>,
}

impl Instance {
    pub fn entity(&self, entity: Entity) -> Extern {
        match entity {
            Entity::Func(func) => Extern::Func(self.funcs[func.as_u32() as usize]),
            Entity::Table(table) => Extern::Table(self.tables[table.as_u32() as usize]),
            Entity::Memory(memory) => Extern::Memory(self.memories[memory.as_u32() as usize]),
            Entity::Global(global) => Extern::Global(self.globals[global.as_u32() as usize]),
            Entity::Tag(tag) => Extern::Tag(self.tags[tag.as_u32() as usize]),
        }
    }
}

/// Why there is no instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// An import does not fit: which, and why.
    Link(String),
    /// A memory or a table is larger than the limit.
    TooLarge,
    /// A segment, an initial value or the start function ended it.
    Stop(Stop),
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Error {
        Error::Stop(stop)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Link(why) => f.write_str(why),
            Error::TooLarge => f.write_str("a memory or a table is too large"),
            Error::Stop(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl Store {
    /// Makes an instance of a program, with its imports in their order, and runs its start function.
    pub fn instantiate(
        &mut self,
        host: &mut dyn Host,
        program: &Arc<Program>,
        imports: &[Extern],
    ) -> Result<InstanceAddr, Error> {
        let wanted = self.imports(program);
        if wanted.len() != imports.len() {
            return Err(Error::Link(format!("{} imports, not {}", imports.len(), wanted.len())));
        }
        for (import, &given) in wanted.iter().zip(imports) {
            if !self.fits(given, import.ty) {
                let name = format!("{}.{}", import.name.module, import.name.name);
                let what = format!("incompatible import type for {name}: {:?}", import.ty);
                return Err(Error::Link(what));
            }
        }
        let address = self.allocate(program, imports)?;
        self.initialize(host, address)?;
        Ok(address)
    }

    /// Whether something may be imported as something.
    fn fits(&self, given: Extern, wanted: ExternType) -> bool {
        match (given, wanted) {
            (Extern::Func(func), ExternType::Func(ty, exact)) => {
                let of = self.func_type(func);
                of == ty || !exact && self.types.is_subtype(of, ty)
            }
            (Extern::Tag(tag), ExternType::Tag(ty)) => self.tags[tag] == ty,
            (Extern::Global(global), ExternType::Global(ty)) => {
                let GlobalType { content_type, mutable, shared } = self.globals[global].ty;
                let same = (mutable, shared) == (ty.mutable, ty.shared);
                same && if mutable {
                    content_type == ty.content_type
                } else {
                    self.types.is_value_subtype(content_type, ty.content_type)
                }
            }
            (Extern::Memory(memory), ExternType::Memory(ty)) => {
                let memory = &self.memories[memory];
                let of = memory.ty;
                let pages = memory.bytes.len() as u64 >> memory.page();
                (of.memory64, of.shared, memory.page()) == (ty.memory64, ty.shared, page(&ty))
                    && within(pages, of.maximum, ty.initial, ty.maximum)
            }
            (Extern::Table(table), ExternType::Table(ty)) => {
                let table = &self.tables[table];
                let TableType { element_type, table64, maximum, shared, .. } = table.ty;
                (element_type, table64, shared) == (ty.element_type, ty.table64, ty.shared)
                    && within(table.elements.len() as u64, maximum, ty.initial, ty.maximum)
            }
            _ => false,
        }
    }

    /// An instance whose own globals, tables and segments hold nothing yet.
    fn allocate(
        &mut self,
        program: &Arc<Program>,
        imports: &[Extern],
    ) -> Result<InstanceAddr, Error> {
        let module = &program.module;
        let address = self.instances.next_key();
        let types = self.types.add(module);
        let mut instance = Instance {
            program: program.clone(),
            types,
            funcs: Vec::new(),
            tables: Vec::new(),
            memories: Vec::new(),
            globals: Vec::new(),
            tags: Vec::new(),
            elems: vec![Vec::new(); module.elems.len()],
            dropped_datas: vec![false; module.datas.len()],
        };
        for &import in imports {
            match import {
                Extern::Func(func) => instance.funcs.push(func),
                Extern::Table(table) => instance.tables.push(table),
                Extern::Memory(memory) => instance.memories.push(memory),
                Extern::Global(global) => instance.globals.push(global),
                Extern::Tag(tag) => instance.tags.push(tag),
            }
        }
        for (func, data) in module.funcs.iter().skip(instance.funcs.len()) {
            assert!(!matches!(data.body, Body::Import), "imports come first");
            let ty = instance.types.get(data.ty.as_u32());
            let body = FuncBody::Defined(address, func);
            instance.funcs.push(self.funcs.push(FuncInst { ty, body }));
        }
        for table in module.tables.values().skip(instance.tables.len()) {
            let element_type = instance.types.reference(table.ty.element_type);
            let ty = TableType { element_type, ..table.ty };
            instance.tables.push(self.new_table(ty, Ref::Null).ok_or(Error::TooLarge)?);
        }
        for memory in module.memories.values().skip(instance.memories.len()) {
            instance.memories.push(self.new_memory(memory.ty).ok_or(Error::TooLarge)?);
        }
        for tag in module.tags.values().skip(instance.tags.len()) {
            instance.tags.push(self.new_tag(instance.types.get(tag.ty.as_u32())));
        }
        for global in module.globals.values().skip(instance.globals.len()) {
            let content_type = instance.types.value(global.ty.content_type);
            let ty = GlobalType { content_type, ..global.ty };
            let value = Value::zero(content_type);
            instance.globals.push(self.globals.push(GlobalInst { ty, value }));
        }
        self.instances.push(instance);
        Ok(address)
    }

    fn initialize(&mut self, host: &mut dyn Host, address: InstanceAddr) -> Result<(), Error> {
        let program = self.instances[address].program.clone();
        let module = &program.module;
        for (n, global) in module.globals.values().enumerate() {
            if global.import.is_none() {
                let value = self.constant(host, address, &global.init)?;
                let global = self.instances[address].globals[n];
                self.globals[global].value = value;
            }
        }
        for (n, table) in module.tables.values().enumerate() {
            if let (None, Some(init)) = (&table.import, &table.init) {
                let element = self.constant(host, address, init)?.reference();
                let table = self.instances[address].tables[n];
                self.tables[table].elements.fill(element);
            }
        }
        for (elem, data) in &module.elems {
            let items = match &data.items {
                ElemItems::Funcs(funcs) => {
                    let all = &self.instances[address].funcs;
                    funcs.iter().map(|func| Ref::Func(all[func.as_u32() as usize])).collect()
                }
                ElemItems::Exprs(_, exprs) => {
                    let mut items = Vec::with_capacity(exprs.len());
                    for expr in exprs {
                        items.push(self.constant(host, address, expr)?.reference());
                    }
                    items
                }
            };
            self.instances[address].elems[elem.as_u32() as usize] = items;
        }
        for (elem, data) in &module.elems {
            let number = elem.as_u32();
            if let SegmentMode::Active(table, offset) = &data.mode {
                let to = self.constant(host, address, offset)?.as_index();
                let count = self.instances[address].elems[number as usize].len() as u64;
                let mut machine = Machine::new(self, host, address);
                machine.init_table(table.as_u32(), number, to, 0, count)?;
            }
            if !matches!(data.mode, SegmentMode::Passive) {
                self.instances[address].elems[number as usize] = Vec::new();
            }
        }
        for (data, segment) in &module.datas {
            if let SegmentMode::Active(memory, offset) = &segment.mode {
                let number = data.as_u32();
                let to = self.constant(host, address, offset)?.as_index();
                let count = module.data_bytes(data).len() as u64;
                let mut machine = Machine::new(self, host, address);
                machine.init_memory(memory.as_u32(), number, to, 0, count)?;
                self.instances[address].dropped_datas[number as usize] = true;
            }
        }
        if let Some(start) = module.start {
            let start = self.instances[address].funcs[start.as_u32() as usize];
            self.call(host, start, &[])?;
        }
        Ok(())
    }

    /// The value of a constant expression in an instance.
    fn constant(
        &mut self,
        host: &mut dyn Host,
        address: InstanceAddr,
        expr: &ConstExpr,
    ) -> Result<Value, Stop> {
        // Most are one operator; there may be as many as functions.
        match expr[..] {
            [Op::RefFunc { function_index }] => {
                return Ok(Ref::Func(self.instances[address].funcs[function_index as usize]).into());
            }
            [Op::RefNull { .. }] => return Ok(Ref::Null.into()),
            _ => {}
        }
        let program = self.instances[address].program.clone();
        let code = Arc::new(Code::of_expression(&program.module, expr));
        let results = Machine::new(self, host, address).execute(code)?;
        Ok(results[0])
    }
}

/// Whether a size and a maximum are within the required limits.
fn within(size: u64, maximum: Option<u64>, least: u64, most: Option<u64>) -> bool {
    size >= least && most.is_none_or(|most| maximum.is_some_and(|maximum| maximum <= most))
}

impl From<Trap> for Error {
    fn from(trap: Trap) -> Error {
        Error::Stop(trap.into())
    }
}
