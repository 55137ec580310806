//! Reads a module into items.
//!
//! An item is recorded where it starts, in the order of the file, and ends where the next one starts. So the items
//! cover the file whatever it holds. What an item refers to is an index first, and an item when all items are known.

use crate::module::{Error, FunctionItem, Item, ItemId, ItemKind, ModuleItems, Section, Spaces};
use crate::names::Name;
use crate::operators::{self, Immediates, Space};
use cranelift_entity::PrimaryMap;
use std::ops::Range;
use wasmparser::{
    BinaryReader, CompositeInnerType, ConstExpr, Data, DataKind, Element, ElementItems,
    ElementKind, Encoding, ExternalKind, FromReader, FunctionBody, Import, NameMap,
    NameSectionReader, Operator, Parser, Payload, RecGroup, RefType, SectionLimited, StorageType,
    SubType, TableInit, TypeRef, ValType,
};

const SECTIONS: [&str; 14] = [
    "custom",
    "type",
    "import",
    "function",
    "table",
    "memory",
    "global",
    "export",
    "start",
    "element",
    "code",
    "data",
    "data count",
    "tag",
];

const SUBSECTIONS: [&str; 12] = [
    "module name",
    "function names",
    "local names",
    "label names",
    "type names",
    "table names",
    "memory names",
    "global names",
    "element segment names",
    "data segment names",
    "field names",
    "tag names",
];

/// Where a slot of a table is whose segment starts at an offset that the host gives.
const UNKNOWN_BASE: u64 = 1 << 40;

pub fn read(wasm: &[u8]) -> Result<ModuleItems, Error> {
    let mut reader = Reader::new(wasm);
    for payload in Parser::new(0).parse_all(wasm) {
        reader.payload(payload?)?;
    }
    Ok(reader.finish())
}

/// What an item refers to, by index.
#[derive(Default)]
struct Uses(Vec<(Space, u32)>);

impl Immediates for Uses {
    fn index(&mut self, space: Space, index: u32) {
        // Most repetitions follow each other: the memory of an access. The rest is removed in the end.
        if self.0.last() != Some(&(space, index)) {
            self.0.push((space, index));
        }
    }

    fn value(&mut self, _: u64) {}
}

impl Uses {
    fn expression(&mut self, expression: &ConstExpr<'_>) -> wasmparser::Result<()> {
        for operator in expression.get_operators_reader() {
            operators::immediates(&operator?, self);
        }
        Ok(())
    }

    fn val_type(&mut self, ty: ValType) {
        if let ValType::Ref(ty) = ty {
            self.ref_type(ty);
        }
    }

    fn ref_type(&mut self, ty: RefType) {
        if let Some(index) = ty.type_index().and_then(|index| index.as_module_index()) {
            self.index(Space::Type, index);
        }
    }

    fn sub_type(&mut self, ty: &SubType) {
        let composite = &ty.composite_type;
        let others = [composite.descriptor_idx, composite.describes_idx];
        for index in ty.supertype_idxs.iter().chain(others.iter().flatten()) {
            self.0.extend(index.as_module_index().map(|index| (Space::Type, index)));
        }
        let mut storage = |ty: StorageType| {
            if let StorageType::Val(ty) = ty {
                self.val_type(ty);
            }
        };
        match &composite.inner {
            CompositeInnerType::Func(ty) => {
                let all = ty.params().iter().chain(ty.results());
                all.for_each(|&ty| storage(StorageType::Val(ty)));
            }
            CompositeInnerType::Array(ty) => storage(ty.0.element_type),
            CompositeInnerType::Struct(ty) => {
                ty.fields.iter().for_each(|field| storage(field.element_type));
            }
            CompositeInnerType::Cont(ty) => {
                self.0.extend(ty.0.as_module_index().map(|index| (Space::Type, index)));
            }
        }
    }
}

struct Reader<'a> {
    wasm: &'a [u8],
    module: ModuleItems,
    /// What items refer to, by index.
    uses: Vec<(ItemId, Uses)>,
    /// Where the last section or entry ended.
    at: u64,
    /// The types of the defined functions, from the function section.
    types: Vec<u32>,
    /// The next entry of the code section.
    body: usize,
    /// The name section, which is read last.
    names: Option<NameSectionReader<'a>>,
}

impl<'a> Reader<'a> {
    fn new(wasm: &'a [u8]) -> Self {
        let module = ModuleItems {
            items: PrimaryMap::new(),
            references: PrimaryMap::new(),
            functions: Vec::new(),
            roots: Vec::new(),
            bytes: wasm.len() as u64,
            sections: Vec::new(),
            entities: Vec::new(),
            classes: [0; operators::CLASSES.len()],
            spaces: Spaces::default(),
            exports: Vec::new(),
            start: None,
            slots: Vec::new(),
        };
        Reader { wasm, module, uses: Vec::new(), at: 0, types: Vec::new(), body: 0, names: None }
    }

    /// Records an item that starts at an offset.
    fn item(&mut self, kind: ItemKind, index: usize, name: Option<Name>, start: u64) -> ItemId {
        let range = start..start;
        self.module.items.push(Item { kind, index: index as u32, name, range })
    }

    /// Records an item of an index space.
    fn entity(&mut self, kind: ItemKind, space: Space, start: u64) -> ItemId {
        let item = self.item(kind, self.module.spaces.of(space).len(), None, start);
        self.module.spaces.push(space, item);
        item
    }

    fn uses(&mut self, item: ItemId, gather: impl FnOnce(&mut Uses)) {
        let mut uses = Uses::default();
        gather(&mut uses);
        self.uses.push((item, uses));
    }

    /// Starts a section, whose items follow if it has any.
    fn section(&mut self, payload: &Payload<'_>) {
        let Some((id, range)) = payload.as_section() else { return };
        let start = std::mem::replace(&mut self.at, range.end);
        let (name, content, custom) = match payload {
            Payload::CustomSection(section) => (section.name(), section.data_range(), true),
            _ => (*SECTIONS.get(usize::from(id)).unwrap_or(&"unknown"), range, false),
        };
        self.module.sections.push(Section { name: name.to_owned(), custom, content });
        let (kind, name) = match payload {
            Payload::CustomSection(_) => (ItemKind::Custom, name.to_owned()),
            Payload::StartSection { .. } => (ItemKind::Start, name.to_owned()),
            Payload::FunctionSection(_) | Payload::DataCountSection { .. } => {
                (ItemKind::Section, format!("{name} section"))
            }
            _ => (ItemKind::Section, format!("{name} section header")),
        };
        self.item(kind, 0, Some(Name::plain(name)), start);
    }

    fn payload(&mut self, payload: Payload<'a>) -> Result<(), Error> {
        self.section(&payload);
        match payload {
            Payload::Version { encoding: Encoding::Component, .. } => {
                return Err(Error { offset: 0, message: "this is a component".to_owned() });
            }
            Payload::Version { range, .. } => {
                self.at = range.end;
                self.item(ItemKind::Section, 0, Some(Name::plain("module header")), 0);
            }
            Payload::TypeSection(section) => self.entries("types", section, Self::types)?,
            Payload::ImportSection(section) => {
                let mut count = 0;
                for (n, import) in section.into_imports_with_offsets().enumerate() {
                    let (start, import) = import?;
                    self.import(n, start, &import);
                    count += 1;
                }
                self.module.entities.push(("imports", count));
            }
            Payload::FunctionSection(section) => {
                self.module.entities.push(("functions", u64::from(section.count())));
                self.types = section.into_iter().collect::<wasmparser::Result<_>>()?;
            }
            Payload::TableSection(section) => {
                self.entries("tables", section, |this, start, table| {
                    let item = this.entity(ItemKind::Table, Space::Table, start);
                    let mut uses = Uses::default();
                    uses.ref_type(table.ty.element_type);
                    if let TableInit::Expr(expression) = &table.init {
                        uses.expression(expression)?;
                    }
                    this.uses.push((item, uses));
                    Ok(())
                })?
            }
            Payload::MemorySection(section) => {
                self.entries("memories", section, |this, start, _| {
                    this.entity(ItemKind::Memory, Space::Memory, start);
                    Ok(())
                })?;
            }
            Payload::TagSection(section) => self.entries("tags", section, |this, start, tag| {
                let item = this.entity(ItemKind::Tag, Space::Tag, start);
                this.uses(item, |uses| uses.index(Space::Type, tag.func_type_idx));
                Ok(())
            })?,
            Payload::GlobalSection(section) => {
                self.entries("globals", section, |this, start, global| {
                    let item = this.entity(ItemKind::Global, Space::Global, start);
                    let mut uses = Uses::default();
                    uses.val_type(global.ty.content_type);
                    uses.expression(&global.init_expr)?;
                    this.uses.push((item, uses));
                    Ok(())
                })?;
            }
            Payload::ExportSection(section) => {
                self.entries("exports", section, |this, start, export| {
                    let name = Name::plain(export.name);
                    let item =
                        this.item(ItemKind::Export, this.module.exports.len(), Some(name), start);
                    let space = space_of(export.kind);
                    this.uses(item, |uses| uses.index(space, export.index));
                    this.module.roots.push(item);
                    this.module.exports.push((item, space, export.index));
                    Ok(())
                })?;
            }
            Payload::StartSection { func, .. } => {
                let item = self.module.items.last().expect("the section was recorded").0;
                self.uses(item, |uses| uses.index(Space::Function, func));
                self.module.roots.push(item);
                self.module.start = Some(func);
            }
            Payload::ElementSection(section) => {
                self.entries("element segments", section, Self::element)?;
            }
            Payload::DataSection(section) => self.entries("data segments", section, Self::data)?,
            Payload::CodeSectionStart { unchecked_range, .. } => {
                // The first entry follows the number of entries.
                let content = &self.wasm[unchecked_range.start as usize..];
                let mut count = BinaryReader::new(content, unchecked_range.start);
                count.read_var_u32()?;
                self.at = count.original_position();
            }
            Payload::CodeSectionEntry(body) => self.body(&body)?,
            Payload::CustomSection(section) => {
                if let wasmparser::KnownCustom::Name(names) = section.as_known() {
                    self.name_section(section.data_range());
                    self.names = Some(names);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Records each entry of a section.
    fn entries<T: FromReader<'a>>(
        &mut self,
        plural: &'static str,
        section: SectionLimited<'a, T>,
        mut record: impl FnMut(&mut Self, u64, T) -> wasmparser::Result<()>,
    ) -> wasmparser::Result<()> {
        self.module.entities.push((plural, u64::from(section.count())));
        for entry in section.into_iter_with_offsets() {
            let (start, entry) = entry?;
            record(self, start, entry)?;
        }
        Ok(())
    }

    fn types(&mut self, start: u64, group: RecGroup) -> wasmparser::Result<()> {
        let item = self.item(ItemKind::Type, self.module.spaces.of(Space::Type).len(), None, start);
        let mut uses = Uses::default();
        for ty in group.types() {
            self.module.spaces.push(Space::Type, item);
            uses.sub_type(ty);
        }
        self.uses.push((item, uses));
        Ok(())
    }

    fn import(&mut self, n: usize, start: u64, import: &Import<'_>) {
        let name = Name::plain(format!("{}.{}", import.module, import.name));
        let item = self.item(ItemKind::Import, n, Some(name), start);
        let mut uses = Uses::default();
        let space = match import.ty {
            TypeRef::Func(ty) | TypeRef::FuncExact(ty) => {
                uses.index(Space::Type, ty);
                self.module.functions.push(FunctionItem {
                    item,
                    ty,
                    body: None,
                    operators: 0,
                    name: None,
                });
                Space::Function
            }
            TypeRef::Table(ty) => {
                uses.ref_type(ty.element_type);
                Space::Table
            }
            TypeRef::Memory(_) => Space::Memory,
            TypeRef::Global(ty) => {
                uses.val_type(ty.content_type);
                Space::Global
            }
            TypeRef::Tag(ty) => {
                uses.index(Space::Type, ty.func_type_idx);
                Space::Tag
            }
        };
        if matches!(space, Space::Table | Space::Memory) {
            self.module.roots.push(item);
        }
        self.module.spaces.push(space, item);
        self.uses.push((item, uses));
    }

    fn element(&mut self, start: u64, segment: Element<'a>) -> wasmparser::Result<()> {
        let item = self.entity(ItemKind::Element, Space::Element, start);
        let mut uses = Uses::default();
        let mut functions: Vec<Option<u32>> = Vec::new();
        match segment.items {
            ElementItems::Functions(items) => {
                for function in items {
                    functions.push(Some(function?));
                }
                functions.iter().flatten().for_each(|&f| uses.index(Space::Function, f));
            }
            ElementItems::Expressions(ty, items) => {
                uses.ref_type(ty);
                for expression in items {
                    let expression = expression?;
                    uses.expression(&expression)?;
                    functions.push(match expression.get_operators_reader().read()? {
                        Operator::RefFunc { function_index } => Some(function_index),
                        _ => None,
                    });
                }
            }
        }
        match segment.kind {
            ElementKind::Active { table_index, offset_expr } => {
                let table = table_index.unwrap_or(0);
                uses.expression(&offset_expr)?;
                let base = match offset_expr.get_operators_reader().read()? {
                    Operator::I32Const { value } => u64::from(value as u32),
                    Operator::I64Const { value } => value as u64,
                    _ => UNKNOWN_BASE,
                };
                let slots = (base..).zip(functions);
                self.module.slots.extend(
                    slots.filter_map(|(slot, function)| function.map(|f| (table, slot, f))),
                );
                self.used_by(Space::Table, table, item);
            }
            // A declared segment only allows that functions refer to others, and keeps nothing.
            ElementKind::Declared => {
                uses.0.clear();
                self.module.roots.push(item);
            }
            ElementKind::Passive => {}
        }
        self.uses.push((item, uses));
        Ok(())
    }

    fn data(&mut self, start: u64, segment: Data<'a>) -> wasmparser::Result<()> {
        let item = self.entity(ItemKind::Data, Space::Data, start);
        if let DataKind::Active { memory_index, offset_expr } = segment.kind {
            let mut uses = Uses::default();
            uses.expression(&offset_expr)?;
            self.uses.push((item, uses));
            self.used_by(Space::Memory, memory_index, item);
        }
        Ok(())
    }

    /// An active segment is needed if the table or memory is that it fills.
    fn used_by(&mut self, space: Space, index: u32, segment: ItemId) {
        let segment = (
            match space {
                Space::Table => Space::Element,
                _ => Space::Data,
            },
            self.module.items[segment].index,
        );
        if let Some(filled) = self.module.spaces.get(space, index) {
            self.uses.push((filled, Uses(vec![segment])));
        }
    }

    fn body(&mut self, body: &FunctionBody<'a>) -> Result<(), Error> {
        let range = body.range();
        // An item starts with the field of its size.
        let start = std::mem::replace(&mut self.at, range.end);
        let item = self.entity(ItemKind::Function, Space::Function, start);
        let ty = self.types.get(self.body).copied().unwrap_or(u32::MAX);
        self.body += 1;
        let mut uses = Uses(vec![(Space::Type, ty)]);
        for local in body.get_locals_reader()? {
            uses.val_type(local?.1);
        }
        let mut operators = 0;
        for operator in body.get_operators_reader()? {
            let operator = operator?;
            operators += 1;
            self.module.classes[operators::class(&operator)] += 1;
            operators::immediates(&operator, &mut uses);
        }
        uses.0.sort_unstable();
        uses.0.dedup();
        self.uses.push((item, uses));
        let function = FunctionItem { item, ty, body: Some(range), operators, name: None };
        self.module.functions.push(function);
        Ok(())
    }

    /// Divides the name section into subsections, if it has no error.
    fn name_section(&mut self, data: Range<u64>) {
        let mut found = Vec::new();
        let content = &self.wasm[data.start as usize..data.end as usize];
        let mut reader = BinaryReader::new(content, data.start);
        while !reader.eof() {
            let start = reader.original_position();
            let Ok(id) = reader.read_u8() else { return };
            if reader.read_reader().is_err() {
                return;
            }
            found.push((id, start));
        }
        let header = self.module.items.last().expect("the section was recorded").0;
        self.module.items[header].kind = ItemKind::Section;
        self.module.items[header].name = Some(Name::plain("name section header"));
        for (id, start) in found {
            let name = SUBSECTIONS.get(usize::from(id)).unwrap_or(&"names of unknown kind");
            self.item(ItemKind::Names, usize::from(id), Some(Name::plain(*name)), start);
        }
    }

    fn finish(mut self) -> ModuleItems {
        self.end_items();
        self.name_items();
        let module = &mut self.module;
        let mut found = vec![Vec::new(); module.items.len()];
        for (item, uses) in self.uses {
            let items = uses.0.into_iter().filter_map(|(space, n)| module.spaces.get(space, n));
            found[item.as_u32() as usize].extend(items.filter(|other| *other != item));
        }
        for mut references in found {
            references.sort_unstable();
            references.dedup();
            module.references.push(references);
        }
        self.module
    }

    /// Each item ends where the next one starts.
    fn end_items(&mut self) {
        let mut end = self.module.bytes;
        for item in self.module.items.values_mut().rev() {
            item.range.end = end;
            end = item.range.start;
        }
    }

    /// Gives items the names of the name section, and functions without one that of an export.
    fn name_items(&mut self) {
        for subsection in self.names.take().into_iter().flatten() {
            // Names are for people: what comes after an error is left out.
            let Ok(subsection) = subsection else { break };
            let (space, map) = match subsection {
                wasmparser::Name::Function(map) => {
                    self.name_functions(map);
                    continue;
                }
                wasmparser::Name::Type(map) => (Space::Type, map),
                wasmparser::Name::Table(map) => (Space::Table, map),
                wasmparser::Name::Memory(map) => (Space::Memory, map),
                wasmparser::Name::Global(map) => (Space::Global, map),
                wasmparser::Name::Element(map) => (Space::Element, map),
                wasmparser::Name::Data(map) => (Space::Data, map),
                wasmparser::Name::Tag(map) => (Space::Tag, map),
                _ => continue,
            };
            for naming in map.map_while(Result::ok) {
                if let Some(item) = self.module.spaces.get(space, naming.index) {
                    let item = &mut self.module.items[item];
                    item.name.get_or_insert_with(|| Name::plain(naming.name));
                }
            }
        }
        for &(export, space, index) in &self.module.exports {
            if let Some(item) = self.module.spaces.get(space, index) {
                let name = self.module.items[export].name.clone();
                let item = &mut self.module.items[item];
                item.name = item.name.take().or(name);
            }
        }
    }

    fn name_functions(&mut self, map: NameMap<'_>) {
        for naming in map.map_while(Result::ok) {
            let Some(function) = self.module.functions.get_mut(naming.index as usize) else {
                break;
            };
            let name = Name::of_function(naming.name);
            if function.body.is_some() {
                self.module.items[function.item].name = Some(name.clone());
            }
            function.name = Some(name);
        }
    }
}

/// The index space of an export.
fn space_of(kind: ExternalKind) -> Space {
    match kind {
        ExternalKind::Func | ExternalKind::FuncExact => Space::Function,
        ExternalKind::Table => Space::Table,
        ExternalKind::Memory => Space::Memory,
        ExternalKind::Global => Space::Global,
        ExternalKind::Tag => Space::Tag,
    }
}
