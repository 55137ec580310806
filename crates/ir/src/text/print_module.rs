//! Printing of modules. Linear in what is printed.

use super::Quoted;
use super::print::{DisplayFunction, list, operator};
use crate::{
    Body, ConstExpr, ElemItems, Entity, ImportName, Module, Passing, RecGroup, SegmentMode,
    TypeText,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::{self, Display, Formatter};
use wasmparser::{
    CompositeInnerType, FieldType, GlobalType, MemoryType, StorageType, SubType, TableType,
};

impl Display for Entity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Entity::Func(func) => func.fmt(f),
            Entity::Table(table) => table.fmt(f),
            Entity::Memory(memory) => memory.fmt(f),
            Entity::Global(global) => global.fmt(f),
            Entity::Tag(tag) => tag.fmt(f),
        }
    }
}

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "module ")?;
        if let Some(name) = &self.names.module {
            write!(f, "{} ", Quoted(name.as_bytes()))?;
        }
        writeln!(f, "{{")?;
        self.print_types(f)?;
        self.print_imports(f)?;
        self.print_definitions(f)?;
        self.print_exports(f)?;
        self.print_elems(f)?;
        self.print_funcs(f)?;
        self.print_datas(f)?;
        self.print_customs(f)?;
        writeln!(f, "}}")
    }
}

impl Module {
    fn print_types(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut types = self.types.iter();
        let mut print = |f: &mut Formatter<'_>, indent: &str| match types.next() {
            Some((id, ty)) => {
                writeln!(f, "{indent}{id}{} = {}", label(&self.names.types, id), sub_type(ty))
            }
            None => Ok(()),
        };
        for &RecGroup { len, explicit } in &self.rec_groups {
            if !explicit && len == 1 {
                print(f, "  ")?;
                continue;
            }
            writeln!(f, "  rec {{")?;
            // The length of a group may exceed the number of types in a broken module.
            for _ in 0..len.min(self.types.len() as u32) {
                print(f, "    ")?;
            }
            writeln!(f, "  }}")?;
        }
        // Types outside of all groups: only in a broken module.
        for _ in 0..self.types.len() {
            print(f, "  ")?;
        }
        Ok(())
    }

    fn import_of(&self, entity: Entity) -> Option<&ImportName> {
        match entity {
            Entity::Func(func) => self.funcs.get(func)?.import.as_ref(),
            Entity::Table(table) => self.tables.get(table)?.import.as_ref(),
            Entity::Memory(memory) => self.memories.get(memory)?.import.as_ref(),
            Entity::Global(global) => self.globals.get(global)?.import.as_ref(),
            Entity::Tag(tag) => self.tags.get(tag)?.import.as_ref(),
        }
    }

    fn print_imports(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut listed = FxHashSet::default();
        let mut print = |f: &mut Formatter<'_>, entity: Entity, word: &str| {
            let Some(import) = self.import_of(entity) else { return Ok(()) };
            if !listed.insert(entity) {
                return Ok(());
            }
            let module = Quoted(import.module.as_bytes());
            let name = Quoted(import.name.as_bytes());
            writeln!(f, "  import {word}{entity} {module} {name} : {}", self.entity_type(entity))
        };
        for &entity in &self.imports {
            print(f, entity, "")?;
        }
        // Imports that a pass removed from the list keep their numbers.
        let all = self.funcs.keys().map(Entity::Func);
        let all = all.chain(self.tables.keys().map(Entity::Table));
        let all = all.chain(self.memories.keys().map(Entity::Memory));
        let all = all.chain(self.globals.keys().map(Entity::Global));
        for entity in all.chain(self.tags.keys().map(Entity::Tag)) {
            print(f, entity, "unlisted ")?;
        }
        Ok(())
    }

    /// What follows the colon after an entity: its type and its label.
    fn entity_type(&self, entity: Entity) -> impl Display + '_ {
        fmt::from_fn(move |f| match entity {
            Entity::Func(func) => {
                let data = &self.funcs[func];
                write!(f, "{}{}{}", data.words(), data.ty, label(&self.names.funcs, func))
            }
            Entity::Table(table) => {
                let label = label(&self.names.tables, table);
                write!(f, "{}{label}", table_type(&self.tables[table].ty))
            }
            Entity::Memory(memory) => {
                let label = label(&self.names.memories, memory);
                write!(f, "{}{label}", memory_type(&self.memories[memory].ty))
            }
            Entity::Global(global) => {
                let label = label(&self.names.globals, global);
                write!(f, "{}{label}", global_type(&self.globals[global].ty))
            }
            Entity::Tag(tag) => {
                write!(f, "{}{}", self.tags[tag].ty, label(&self.names.tags, tag))
            }
        })
    }

    fn print_definitions(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (table, data) in self.tables.iter().filter(|(_, data)| data.import.is_none()) {
            write!(f, "  table {table} : {}", self.entity_type(Entity::Table(table)))?;
            if let Some(init) = &data.init {
                write!(f, " = ({})", const_expr(init))?;
            }
            writeln!(f)?;
        }
        for (memory, _) in self.memories.iter().filter(|(_, data)| data.import.is_none()) {
            writeln!(f, "  memory {memory} : {}", self.entity_type(Entity::Memory(memory)))?;
        }
        for (tag, _) in self.tags.iter().filter(|(_, data)| data.import.is_none()) {
            writeln!(f, "  tag {tag} : {}", self.entity_type(Entity::Tag(tag)))?;
        }
        for (global, data) in self.globals.iter().filter(|(_, data)| data.import.is_none()) {
            write!(f, "  global {global} : {}", self.entity_type(Entity::Global(global)))?;
            if !data.init.is_empty() {
                write!(f, " = {}", const_expr(&data.init))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn print_exports(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for export in &self.exports {
            let exact = if export.exact { " exact" } else { "" };
            writeln!(f, "  export {} {}{exact}", Quoted(export.name.as_bytes()), export.entity)?;
        }
        self.start.map_or(Ok(()), |start| writeln!(f, "  start {start}"))
    }

    fn print_elems(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (elem, data) in &self.elems {
            write!(f, "  elem {elem}{} {} ", label(&self.names.elems, elem), mode(&data.mode))?;
            match &data.items {
                ElemItems::Funcs(funcs) if funcs.is_empty() => writeln!(f, "funcs")?,
                ElemItems::Funcs(funcs) => writeln!(f, "funcs {}", list(funcs))?,
                ElemItems::Exprs(ty, exprs) => {
                    let exprs = exprs.iter().map(|expr| format!(" ({})", const_expr(expr)));
                    let exprs = exprs.collect::<Vec<_>>().join(",");
                    writeln!(f, "exprs {}{exprs}", TypeText(*ty))?;
                }
            }
        }
        Ok(())
    }

    fn print_funcs(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (func, data) in self.funcs.iter().filter(|(_, data)| data.import.is_none()) {
            let head = |f: &mut Formatter<'_>| {
                write!(f, "  func {func} : {}", self.entity_type(Entity::Func(func)))
            };
            match &data.body {
                Body::Import => {
                    head(f)?;
                    writeln!(f, " none")?;
                }
                Body::Raw(range) => {
                    head(f)?;
                    let bytes = self.bytes.get(range.clone()).unwrap_or_default();
                    writeln!(f, " raw {}", Quoted(bytes))?;
                }
                Body::Ssa(function) => {
                    let indent = "  ";
                    DisplayFunction { function, module: self, indent, name: Some(func) }.fmt(f)?;
                }
            }
        }
        Ok(())
    }

    fn print_datas(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (data, segment) in &self.datas {
            let label = label(&self.names.datas, data);
            let bytes = Quoted(self.data_bytes(data));
            writeln!(f, "  data {data}{label} {} {bytes}", mode(&segment.mode))?;
        }
        Ok(())
    }

    fn print_customs(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for custom in &self.customs {
            let (name, bytes) = (Quoted(custom.name.as_bytes()), Quoted(&custom.bytes));
            writeln!(f, "  custom {name} after {} {bytes}", custom.after)?;
        }
        for (func, hints) in in_order(&self.branch_hints) {
            let hint = |&(offset, likely): &(u32, bool)| {
                format!(" {offset} {}", if likely { "likely" } else { "unlikely" })
            };
            let hints = hints.iter().map(hint).collect::<Vec<_>>().join(",");
            writeln!(f, "  hints {func}{hints}")?;
        }
        let named = |names: &Vec<(u32, String)>| {
            let named = names.iter().map(|(n, name)| format!(" {n} {}", Quoted(name.as_bytes())));
            named.collect::<Vec<_>>().join(",")
        };
        for (func, names) in in_order(&self.names.locals) {
            writeln!(f, "  locals {func}{}", named(names))?;
        }
        for (func, ownership) in in_order(&self.ownership) {
            let result = if ownership.owned_result { " result" } else { "" };
            let params = ownership.params.iter().enumerate();
            let params = params.filter_map(|(n, passing)| match passing {
                Passing::Borrowed => None,
                Passing::Guaranteed => Some(format!(" {n} guaranteed")),
                Passing::Owned => Some(format!(" {n} owned")),
            });
            let params = params.collect::<Vec<_>>().join(",");
            writeln!(f, "  ownership {func}{result}{params}")?;
        }
        for (ty, names) in in_order(&self.names.fields) {
            writeln!(f, "  fields {ty}{}", named(names))?;
        }
        Ok(())
    }
}

/// The entries of a map in the order of its keys.
fn in_order<K: Ord + Copy, V>(map: &FxHashMap<K, V>) -> Vec<(K, &V)> {
    let mut entries: Vec<_> = map.iter().map(|(&key, value)| (key, value)).collect();
    entries.sort_by_key(|&(key, _)| key);
    entries
}

/// A label with a space before, or nothing.
fn label<K: Copy + Eq + std::hash::Hash>(names: &FxHashMap<K, String>, key: K) -> String {
    names.get(&key).map_or(String::new(), |name| format!(" {}", Quoted(name.as_bytes())))
}

fn mode<T: Display>(mode: &SegmentMode<T>) -> impl Display + '_ {
    fmt::from_fn(move |f| match mode {
        SegmentMode::Active(place, offset) => {
            write!(f, "active {place} ({})", const_expr(offset))
        }
        SegmentMode::Passive => f.write_str("passive"),
        SegmentMode::Declared => f.write_str("declared"),
    })
}

fn const_expr(expr: &ConstExpr) -> impl Display + '_ {
    list(expr.iter().map(|op| fmt::from_fn(move |f| operator(f, op))))
}

fn limits(initial: u64, maximum: Option<u64>) -> String {
    maximum.map_or(format!("{initial}.."), |maximum| format!("{initial}..{maximum}"))
}

fn table_type(ty: &TableType) -> impl Display + '_ {
    let shared = if ty.shared { "shared " } else { "" };
    let index = if ty.table64 { "i64 " } else { "" };
    let element = TypeText(ty.element_type);
    fmt::from_fn(move |f| write!(f, "{shared}{index}{} {element}", limits(ty.initial, ty.maximum)))
}

fn memory_type(ty: &MemoryType) -> impl Display + '_ {
    let shared = if ty.shared { "shared " } else { "" };
    fmt::from_fn(move |f| {
        write!(f, "{shared}{} {}", ty.index_type(), limits(ty.initial, ty.maximum))?;
        ty.page_size_log2.map_or(Ok(()), |log| write!(f, " page {log}"))
    })
}

fn global_type(ty: &GlobalType) -> impl Display + '_ {
    let shared = if ty.shared { "shared " } else { "" };
    let mutable = if ty.mutable { "mut " } else { "" };
    fmt::from_fn(move |f| write!(f, "{shared}{mutable}{}", TypeText(ty.content_type)))
}

fn field(field: &FieldType) -> impl Display + '_ {
    fmt::from_fn(move |f| {
        write!(f, "{}", if field.mutable { "mut " } else { "" })?;
        match field.element_type {
            StorageType::I8 => f.write_str("i8"),
            StorageType::I16 => f.write_str("i16"),
            StorageType::Val(ty) => TypeText(ty).fmt(f),
        }
    })
}

fn sub_type(ty: &SubType) -> impl Display + '_ {
    fmt::from_fn(move |f| {
        if !ty.is_final || !ty.supertype_idxs.is_empty() {
            write!(f, "sub {}", if ty.is_final { "final " } else { "" })?;
            for &above in &ty.supertype_idxs {
                write!(f, "{} ", TypeText(above))?;
            }
        }
        let composite = &ty.composite_type;
        write!(f, "{}", if composite.shared { "shared " } else { "" })?;
        for (word, index) in
            [("describes", composite.describes_idx), ("descriptor", composite.descriptor_idx)]
        {
            if let Some(index) = index {
                write!(f, "{word} {} ", TypeText(index))?;
            }
        }
        match &composite.inner {
            CompositeInnerType::Func(func) => {
                let params = list(func.params().iter().copied().map(TypeText));
                let results = list(func.results().iter().copied().map(TypeText));
                write!(f, "func ({params}) -> ({results})")
            }
            CompositeInnerType::Struct(fields) => {
                write!(f, "struct ({})", list(fields.fields.iter().map(field)))
            }
            CompositeInnerType::Array(array) => write!(f, "array ({})", field(&array.0)),
            CompositeInnerType::Cont(cont) => write!(f, "cont {}", TypeText(cont.0)),
        }
    })
}
