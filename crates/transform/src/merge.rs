//! Several modules as one: what one imports from another is bound to what that exports.
//!
//! A module is known by a name. An import of another one, by that name and by the name of an export of its kind, is
//! bound, also through exports of what is imported itself; other imports stay. The index spaces follow one another in
//! the order of the modules: first the imports that stay, then what is defined. Globals alone are ordered anew, since
//! the first value of one may read another. The segments of all modules are copied before the first start function is
//! called; these are called in the order of the modules.
//!
//! Where two modules export a name, that is an error, unless the second one is skipped or gets another name. Names of
//! the section `name` are kept if they are asked for. Other custom sections are those of the first module, but for
//! `target_features`, which has the features of all, and what refers to places in the code, which is left out.
//!
//! Cost: linear in the modules.

mod bind;
mod names;

use crate::Error;
use bind::{Bound, Entity};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::convert::Infallible;
use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{
    CodeSection, CustomSection, DataCountSection, DataSection, ElementSection, Elements,
    ExportSection, Function, FunctionSection, GlobalSection, ImportSection, Instruction,
    MemorySection, StartSection, TableSection, TagSection, TypeSection,
};
use wasmparser::{
    BinaryReader, CompositeInnerType, DataSectionReader, ElementSectionReader, Export,
    ExternalKind, FuncType, FunctionBody, Global, Import, MemorySectionReader, MemoryType,
    Operator, Parser, Payload, TableSectionReader, TableType, TagSectionReader, TypeRef,
    TypeSectionReader,
};

/// A module to merge.
#[derive(Clone, Copy, Debug)]
pub struct MergeInput<'a> {
    /// The name by which other modules import from it.
    pub name: &'a str,
    /// The module, which is valid.
    pub wasm: &'a [u8],
}

/// What becomes of an export whose name a module before exports, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExportConflict {
    /// It is an error.
    #[default]
    Refuse,
    /// It gets another name: `NAME_1`, and so on.
    Rename,
    /// It is no export.
    Skip,
}

/// Merges modules. An error names two modules that have one name, an import whose type is not that of the export, two
/// equal exports, or a global whose first value reads itself.
pub fn merge(
    inputs: &[MergeInput<'_>],
    conflict: ExportConflict,
    names: bool,
) -> Result<Vec<u8>, Error> {
    let mut parts = Vec::with_capacity(inputs.len());
    for input in inputs {
        let part = Part::read(input);
        parts.push(part.map_err(|error| Error::new(format!("{}: {error}", input.name)))?);
    }
    let bound = Bound::new(&parts)?;
    let mut numbers = Numbers { bound: &bound, part: 0 };
    write(&parts, &mut numbers, conflict, names)
}

/// The kinds of entities that can be imported, by the number of their index space.
const KINDS: usize = 5;
const FUNC: usize = 0;
const TABLE: usize = 1;
const MEMORY: usize = 2;
const GLOBAL: usize = 3;
const TAG: usize = 4;

fn kind(of: ExternalKind) -> usize {
    match of {
        ExternalKind::Func | ExternalKind::FuncExact => FUNC,
        ExternalKind::Table => TABLE,
        ExternalKind::Memory => MEMORY,
        ExternalKind::Global => GLOBAL,
        ExternalKind::Tag => TAG,
    }
}

fn kind_of_import(ty: TypeRef) -> usize {
    match ty {
        TypeRef::Func(_) | TypeRef::FuncExact(_) => FUNC,
        TypeRef::Table(_) => TABLE,
        TypeRef::Memory(_) => MEMORY,
        TypeRef::Global(_) => GLOBAL,
        TypeRef::Tag(_) => TAG,
    }
}

/// A module as it was read.
#[derive(Default)]
struct Part<'a> {
    name: &'a str,
    types: Option<TypeSectionReader<'a>>,
    /// The function types by number, `None` for other types.
    func_types: Vec<Option<FuncType>>,
    imports: Vec<Import<'a>>,
    /// The imports of each kind, in order, by their place in `imports`.
    imported: [Vec<usize>; KINDS],
    /// How many entities of each kind are defined.
    defined: [u32; KINDS],
    /// The types of defined functions.
    funcs: Vec<u32>,
    tables: Option<TableSectionReader<'a>>,
    table_types: Vec<TableType>,
    memories: Option<MemorySectionReader<'a>>,
    memory_types: Vec<MemoryType>,
    tags: Option<TagSectionReader<'a>>,
    tag_types: Vec<u32>,
    globals: Vec<Global<'a>>,
    exports: Vec<Export<'a>>,
    start: Option<u32>,
    elements: Option<ElementSectionReader<'a>>,
    data: Option<DataSectionReader<'a>>,
    /// Whether the number of data segments is said before the code.
    counts_data: bool,
    bodies: Vec<FunctionBody<'a>>,
    customs: Vec<(&'a str, &'a [u8])>,
}

impl<'a> Part<'a> {
    fn read(input: &MergeInput<'a>) -> Result<Self, Error> {
        let mut part = Part { name: input.name, ..Part::default() };
        for payload in Parser::new(0).parse_all(input.wasm) {
            match payload? {
                Payload::TypeSection(section) => {
                    part.types = Some(section.clone());
                    for group in section {
                        part.func_types.extend(group?.into_types().map(|ty| {
                            match ty.composite_type.inner {
                                CompositeInnerType::Func(func) => Some(func),
                                _ => None,
                            }
                        }));
                    }
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let import = import?;
                        part.imported[kind_of_import(import.ty)].push(part.imports.len());
                        part.imports.push(import);
                    }
                }
                Payload::FunctionSection(section) => {
                    part.funcs = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::TableSection(section) => {
                    part.tables = Some(section.clone());
                    for table in section {
                        part.table_types.push(table?.ty);
                    }
                }
                Payload::MemorySection(section) => {
                    part.memories = Some(section.clone());
                    part.memory_types = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::TagSection(section) => {
                    part.tags = Some(section.clone());
                    for tag in section {
                        part.tag_types.push(tag?.func_type_idx);
                    }
                }
                Payload::GlobalSection(section) => {
                    part.globals = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::ExportSection(section) => {
                    part.exports = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::StartSection { func, .. } => part.start = Some(func),
                Payload::ElementSection(section) => part.elements = Some(section),
                Payload::DataCountSection { .. } => part.counts_data = true,
                Payload::DataSection(section) => part.data = Some(section),
                Payload::CodeSectionEntry(body) => part.bodies.push(body),
                Payload::CustomSection(section) => {
                    part.customs.push((section.name(), section.data()));
                }
                Payload::Version { encoding: wasmparser::Encoding::Component, .. } => {
                    return Err(Error::new("components are not merged"));
                }
                _ => {}
            }
        }
        // In the order of the index spaces' numbers.
        part.defined = [
            part.funcs.len(),
            part.table_types.len(),
            part.memory_types.len(),
            part.globals.len(),
            part.tag_types.len(),
        ]
        .map(|count| count as u32);
        Ok(part)
    }

    fn custom(&self, name: &str) -> Option<&'a [u8]> {
        self.customs.iter().find(|custom| custom.0 == name).map(|custom| custom.1)
    }
}

/// The numbers of the output, for what is encoded of one of the modules.
struct Numbers<'m> {
    bound: &'m Bound,
    /// The module.
    part: usize,
}

impl Reencode for Numbers<'_> {
    type Error = Infallible;

    fn type_index(&mut self, ty: u32) -> Result<u32, reencode::Error> {
        Ok(self.bound.types[self.part] + ty)
    }
    fn function_index(&mut self, func: u32) -> Result<u32, reencode::Error> {
        Ok(self.bound.number(self.part, FUNC, func))
    }
    fn table_index(&mut self, table: u32) -> Result<u32, reencode::Error> {
        Ok(self.bound.number(self.part, TABLE, table))
    }
    fn memory_index(&mut self, memory: u32) -> Result<u32, reencode::Error> {
        Ok(self.bound.number(self.part, MEMORY, memory))
    }
    fn global_index(&mut self, global: u32) -> Result<u32, reencode::Error> {
        Ok(self.bound.number(self.part, GLOBAL, global))
    }
    fn tag_index(&mut self, tag: u32) -> Result<u32, reencode::Error> {
        Ok(self.bound.number(self.part, TAG, tag))
    }
    fn element_index(&mut self, segment: u32) -> Result<u32, reencode::Error> {
        Ok(self.bound.elements[self.part] + segment)
    }
    fn data_index(&mut self, segment: u32) -> Result<u32, reencode::Error> {
        Ok(self.bound.data[self.part] + segment)
    }
}

/// Writes all modules as one.
fn write(
    parts: &[Part<'_>],
    numbers: &mut Numbers<'_>,
    conflict: ExportConflict,
    with_names: bool,
) -> Result<Vec<u8>, Error> {
    let bound = numbers.bound;
    let mut out = wasm_encoder::Module::new();
    let (mut types, mut imports) = (TypeSection::new(), ImportSection::new());
    let (mut functions, mut tables) = (FunctionSection::new(), TableSection::new());
    let (mut memories, mut tags) = (MemorySection::new(), TagSection::new());
    let (mut elements, mut code) = (ElementSection::new(), CodeSection::new());
    let (mut data, mut counts_data) = (DataSection::new(), false);
    let mut starts = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        numbers.part = at;
        if let Some(section) = &part.types {
            numbers.parse_type_section(&mut types, section.clone())?;
        }
        for &import in &bound.kept[at] {
            let Import { module, name, ty } = part.imports[import];
            imports.import(module, name, numbers.entity_type(ty)?);
        }
        for &ty in &part.funcs {
            functions.function(numbers.type_index(ty)?);
        }
        if let Some(section) = &part.tables {
            numbers.parse_table_section(&mut tables, section.clone())?;
        }
        if let Some(section) = &part.memories {
            numbers.parse_memory_section(&mut memories, section.clone())?;
        }
        if let Some(section) = &part.tags {
            numbers.parse_tag_section(&mut tags, section.clone())?;
        }
        if let Some(start) = part.start {
            starts.push(numbers.function_index(start)?);
        }
        if let Some(section) = &part.elements {
            numbers.parse_element_section(&mut elements, section.clone())?;
        }
        for body in &part.bodies {
            numbers.parse_function_body(&mut code, body.clone())?;
        }
        if let Some(section) = &part.data {
            numbers.parse_data_section(&mut data, section.clone())?;
        }
        counts_data |= part.counts_data;
    }
    if starts.len() > 1 {
        // A function that calls all of them.
        types.ty().function([], []);
        functions.function(bound.type_count);
        let mut function = Function::new([]);
        for &start in &starts {
            function.instruction(&Instruction::Call(start));
        }
        function.instruction(&Instruction::End);
        code.function(&function);
        starts = vec![bound.count(FUNC)];
    }
    let mut globals = GlobalSection::new();
    for &Entity { part, index, .. } in &bound.globals {
        numbers.part = part;
        let imported = parts[part].imported[GLOBAL].len();
        numbers
            .parse_global(&mut globals, parts[part].globals[index as usize - imported].clone())?;
    }
    let (exports, skipped) = exports(parts, numbers, conflict)?;
    if !skipped.is_empty() {
        // Their exports were what allowed code to refer to them.
        elements.declared(Elements::Functions(skipped.into()));
    }

    let features = features(parts);
    let is_custom = |name: &str| {
        !name.starts_with(".debug_")
            && !name.starts_with("metadata.code.")
            && !["name", "target_features", "sourceMappingURL", "external_debug_info"]
                .contains(&name)
    };
    macro_rules! section {
        ($($section:ident)*) => {$(
            if !$section.is_empty() {
                out.section(&$section);
            }
        )*};
    }
    section!(types imports functions tables memories tags globals exports);
    if let [start] = starts[..] {
        out.section(&StartSection { function_index: start });
    }
    section!(elements);
    if counts_data {
        out.section(&DataCountSection { count: data.len() });
    }
    section!(code data);
    if with_names {
        out.section(&names::merged(parts, numbers)?);
    }
    for &(name, content) in parts.iter().take(1).flat_map(|part| &part.customs) {
        if is_custom(name) {
            out.section(&CustomSection { name: name.into(), data: content.into() });
        }
    }
    if let Some(features) = features {
        out.section(&CustomSection { name: "target_features".into(), data: features.into() });
    }
    Ok(out.finish())
}

/// The exports of all modules, and the functions whose exports are skipped.
fn exports(
    parts: &[Part<'_>],
    numbers: &mut Numbers<'_>,
    conflict: ExportConflict,
) -> Result<(ExportSection, Vec<u32>), Error> {
    let (mut exports, mut skipped) = (ExportSection::new(), Vec::new());
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut next: FxHashMap<&str, u32> = FxHashMap::default();
    for (at, part) in parts.iter().enumerate() {
        numbers.part = at;
        for export in &part.exports {
            let mut name = export.name.to_owned();
            while taken.contains(&name) && conflict == ExportConflict::Rename {
                let number = next.entry(export.name).or_default();
                *number += 1;
                name = format!("{}_{number}", export.name);
            }
            let number = numbers.bound.number(at, kind(export.kind), export.index);
            if !taken.insert(name.clone()) {
                if conflict == ExportConflict::Skip {
                    skipped.extend((kind(export.kind) == FUNC).then_some(number));
                    continue;
                }
                return Err(Error::new(format!(
                    "{} exports `{name}`, and so does a module before it (--rename-export-conflicts gives it another \
                     name, --skip-export-conflicts leaves it out)",
                    part.name
                )));
            }
            exports.export(&name, numbers.export_kind(export.kind)?, number);
        }
    }
    Ok((exports, skipped))
}

/// The section `target_features` with those of all modules, if one has it.
fn features(parts: &[Part<'_>]) -> Option<Vec<u8>> {
    let mut found: BTreeSet<(u8, &str)> = BTreeSet::new();
    let mut any = false;
    for content in parts.iter().filter_map(|part| part.custom("target_features")) {
        any = true;
        let mut reader = BinaryReader::new(content, 0);
        let count = reader.read_var_u32().unwrap_or(0);
        for _ in 0..count {
            let (Ok(prefix), Ok(name)) = (reader.read_u8(), reader.read_string()) else { break };
            found.insert((prefix, name));
        }
    }
    let mut content = Vec::new();
    wasm_encoder::Encode::encode(&(found.len() as u32), &mut content);
    for (prefix, name) in found {
        content.push(prefix);
        wasm_encoder::Encode::encode(name, &mut content);
    }
    any.then_some(content)
}

/// The globals that the first value of a global reads.
fn reads(global: &Global<'_>) -> Result<Vec<u32>, Error> {
    let mut found = Vec::new();
    for operator in global.init_expr.get_operators_reader() {
        if let Operator::GlobalGet { global_index } = operator? {
            found.push(global_index);
        }
    }
    Ok(found)
}
