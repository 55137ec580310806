//! The sections of a module other than code, read into a [`Module`].

use super::{InputBytes, ReadError};
use crate::customs::{SectionFate, fate};
use invar_ir::{
    Body, ConstExpr, CustomSection, Data, DataData, Elem, ElemData, ElemItems, Entity, Export,
    Func, FuncData, Global, GlobalData, ImportName, Memory, MemoryData, Module, Names, Op,
    RecGroup, SegmentBytes, SegmentMode, Table, TableData, Tag, TagData, TypeId,
};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use wasmparser::{
    CustomSectionReader, DataKind, ElementItems, ElementKind, ExternalKind, KnownCustom, Name,
    NameMap, Operator, Payload, TableInit, TypeRef,
};

type Result<T> = std::result::Result<T, ReadError>;

/// Adds what a payload (validated, and not of the code section) holds. `sections` counts the
/// non-custom sections so far.
pub(super) fn read_section(
    module: &mut Module,
    sections: &mut usize,
    payload: &Payload<'_>,
) -> Result<()> {
    if let Payload::CustomSection(reader) = payload {
        return custom_section(module, *sections, reader);
    }
    if payload.as_section().is_some() {
        *sections += 1;
    }
    match payload {
        Payload::TypeSection(reader) => {
            for group in reader.clone() {
                add_types(module, group?);
            }
        }
        Payload::ImportSection(reader) => {
            for import in reader.clone().into_imports() {
                let import = import?;
                let name =
                    ImportName { module: import.module.to_string(), name: import.name.to_string() };
                add_import(module, import.ty, name);
            }
        }
        Payload::FunctionSection(reader) => {
            for ty in reader.clone() {
                let ty = TypeId::from_u32(ty?);
                module.funcs.push(FuncData::new(ty, None, Body::Import));
            }
        }
        Payload::TableSection(reader) => {
            for table in reader.clone() {
                let table = table?;
                let init = match table.init {
                    TableInit::RefNull => None,
                    TableInit::Expr(expr) => Some(const_expr(&expr)?),
                };
                module.tables.push(TableData { ty: table.ty, import: None, init });
            }
        }
        Payload::MemorySection(reader) => {
            for ty in reader.clone() {
                module.memories.push(MemoryData { ty: ty?, import: None });
            }
        }
        Payload::TagSection(reader) => {
            for tag in reader.clone() {
                let ty = TypeId::from_u32(tag?.func_type_idx);
                module.tags.push(TagData { ty, import: None });
            }
        }
        Payload::GlobalSection(reader) => {
            for global in reader.clone() {
                let global = global?;
                let init = const_expr(&global.init_expr)?;
                module.globals.push(GlobalData { ty: global.ty, import: None, init });
            }
        }
        Payload::ExportSection(reader) => {
            for export in reader.clone() {
                module.exports.push(read_export(&export?));
            }
        }
        Payload::StartSection { func, .. } => module.start = Some(Func::from_u32(*func)),
        Payload::ElementSection(reader) => {
            for element in reader.clone() {
                module.elems.push(read_element(element?)?);
            }
        }
        Payload::DataSection(reader) => {
            for data in reader.clone() {
                module.datas.push(read_data(&data?)?);
            }
        }
        // The version, the start of the code and the number of data segments, which the writer
        // finds out whether code needs: nothing to keep.
        _ => {}
    }
    Ok(())
}

/// Adds the types of a recursion group.
fn add_types(module: &mut Module, group: wasmparser::RecGroup) {
    let explicit = group.is_explicit_rec_group();
    let before = module.types.len();
    for ty in group.into_types() {
        module.types.push(ty);
    }
    let len = (module.types.len() - before) as u32;
    module.rec_groups.push(RecGroup { len, explicit });
}

fn read_export(export: &wasmparser::Export<'_>) -> Export {
    let index = export.index;
    let entity = match export.kind {
        ExternalKind::Func | ExternalKind::FuncExact => Entity::Func(Func::from_u32(index)),
        ExternalKind::Table => Entity::Table(Table::from_u32(index)),
        ExternalKind::Memory => Entity::Memory(Memory::from_u32(index)),
        ExternalKind::Global => Entity::Global(Global::from_u32(index)),
        ExternalKind::Tag => Entity::Tag(Tag::from_u32(index)),
    };
    let exact = matches!(export.kind, ExternalKind::FuncExact);
    Export { name: export.name.to_string(), entity, exact }
}

fn read_element(element: wasmparser::Element<'_>) -> Result<ElemData> {
    let mode = match element.kind {
        ElementKind::Passive => SegmentMode::Passive,
        ElementKind::Declared => SegmentMode::Declared,
        ElementKind::Active { table_index, offset_expr } => {
            let table = Table::from_u32(table_index.unwrap_or(0));
            SegmentMode::Active(table, const_expr(&offset_expr)?)
        }
    };
    let items = match element.items {
        ElementItems::Functions(funcs) => {
            let funcs = funcs.into_iter().map(|func| Ok(Func::from_u32(func?)));
            ElemItems::Funcs(funcs.collect::<Result<_>>()?)
        }
        ElementItems::Expressions(ty, exprs) => {
            let exprs = exprs.into_iter().map(|expr| const_expr(&expr?));
            ElemItems::Exprs(ty, exprs.collect::<Result<_>>()?)
        }
    };
    Ok(ElemData { mode, items })
}

fn read_data(data: &wasmparser::Data<'_>) -> Result<DataData> {
    let mode = match &data.kind {
        DataKind::Passive => SegmentMode::Passive,
        DataKind::Active { memory_index, offset_expr } => {
            SegmentMode::Active(Memory::from_u32(*memory_index), const_expr(offset_expr)?)
        }
    };
    let end = data.range.end as usize;
    Ok(DataData { mode, bytes: SegmentBytes::Input(end - data.data.len()..end) })
}

fn add_import(module: &mut Module, ty: TypeRef, name: ImportName) {
    let import = Some(name);
    let entity = match ty {
        TypeRef::Func(index) | TypeRef::FuncExact(index) => {
            Entity::Func(module.funcs.push(FuncData {
                ty: TypeId::from_u32(index),
                exact: matches!(ty, TypeRef::FuncExact(_)),
                specialized: false,
                import,
                body: Body::Import,
            }))
        }
        TypeRef::Table(ty) => {
            Entity::Table(module.tables.push(TableData { ty, import, init: None }))
        }
        TypeRef::Memory(ty) => Entity::Memory(module.memories.push(MemoryData { ty, import })),
        TypeRef::Global(ty) => {
            Entity::Global(module.globals.push(GlobalData { ty, import, init: Vec::new() }))
        }
        TypeRef::Tag(tag) => Entity::Tag(
            module.tags.push(TagData { ty: TypeId::from_u32(tag.func_type_idx), import }),
        ),
    };
    module.imports.push(entity);
}

/// The operators of a constant expression, without its `end`.
fn const_expr(expr: &wasmparser::ConstExpr<'_>) -> Result<ConstExpr> {
    let mut ops = Vec::new();
    for operator in expr.get_operators_reader() {
        match operator? {
            Operator::End => {}
            operator => {
                ops.push(Op::from_operator(operator).expect("validated: a constant operator"));
            }
        }
    }
    Ok(ops)
}

fn custom_section(
    module: &mut Module,
    after: usize,
    reader: &CustomSectionReader<'_>,
) -> Result<()> {
    match reader.as_known() {
        // A malformed name section is ignored, as engines do.
        KnownCustom::Name(names) => {
            let mut known = Names::default();
            if names
                .into_iter()
                .all(|name| name.and_then(|name| add_names(&mut known, name)).is_ok())
            {
                module.names = known;
            }
        }
        // So are malformed hints.
        KnownCustom::BranchHints(hints) => {
            let functions = hints.into_iter().map(|function| {
                let function = function?;
                let hints = function.hints.into_iter();
                let list = hints.map(|hint| hint.map(|hint| (hint.func_offset, hint.taken)));
                Ok((Func::from_u32(function.func), list.collect::<wasmparser::Result<_>>()?))
            });
            if let Ok(known) = functions.collect::<wasmparser::Result<Vec<_>>>() {
                module.branch_hints.extend(known);
            }
        }
        _ => {}
    }
    match fate(reader.name()) {
        SectionFate::Passed => module.customs.push(CustomSection {
            name: reader.name().to_string(),
            bytes: reader.data().into(),
            after,
        }),
        SectionFate::Refused => return Err(object(reader.range().start, reader.name())),
        SectionFate::Rewritten | SectionFate::Dropped => {}
    }
    Ok(())
}

/// The error for an object file, which has a section of this name at an offset.
fn object(offset: u64, section: &str) -> ReadError {
    let reason = format!(
        "this is a relocatable object (it has a `{section}` section): link it first, \
         then optimize the result"
    );
    ReadError::new(offset, reason)
}

/// An error for an object file without sections of relocations: its section `linking` is not one that a linker left
/// over if the module still imports the memory or the table that all objects share.
pub(super) fn refuse_object(module: &Module, input: &InputBytes) -> Result<()> {
    let Some(linking) = input.linking() else { return Ok(()) };
    let shared = module.imports.iter().any(|&entity| {
        let import = match entity {
            Entity::Memory(memory) => &module.memories[memory].import,
            Entity::Table(table) => &module.tables[table].import,
            _ => &None,
        };
        let names = ["__linear_memory", "__indirect_function_table"];
        import.as_ref().is_some_and(|it| it.module == "env" && names.contains(&&*it.name))
    });
    if shared { Err(object(linking.content.start as u64, &linking.name)) } else { Ok(()) }
}

fn add_names(names: &mut Names, name: Name<'_>) -> wasmparser::Result<()> {
    fn all<E: Hash + Eq>(
        to: &mut FxHashMap<E, String>,
        from: NameMap<'_>,
        entity: impl Fn(u32) -> E,
    ) -> wasmparser::Result<()> {
        for naming in from {
            let naming = naming?;
            to.insert(entity(naming.index), naming.name.to_string());
        }
        Ok(())
    }
    match name {
        Name::Module { name, .. } => names.module = Some(name.to_string()),
        Name::Function(map) => all(&mut names.funcs, map, Func::from_u32)?,
        Name::Type(map) => all(&mut names.types, map, TypeId::from_u32)?,
        Name::Table(map) => all(&mut names.tables, map, Table::from_u32)?,
        Name::Memory(map) => all(&mut names.memories, map, Memory::from_u32)?,
        Name::Global(map) => all(&mut names.globals, map, Global::from_u32)?,
        Name::Element(map) => all(&mut names.elems, map, Elem::from_u32)?,
        Name::Data(map) => all(&mut names.datas, map, Data::from_u32)?,
        Name::Tag(map) => all(&mut names.tags, map, Tag::from_u32)?,
        Name::Field(map) => {
            for fields in map {
                let fields = fields?;
                let list = fields
                    .names
                    .map(|naming| naming.map(|naming| (naming.index, naming.name.to_string())))
                    .collect::<wasmparser::Result<_>>()?;
                names.fields.insert(TypeId::from_u32(fields.index), list);
            }
        }
        // Whether they are well formed is seen when they are written.
        Name::Local(_) => names.unread_locals = true,
        // Labels of new code are others.
        _ => {}
    }
    Ok(())
}
