//! A core module whose index spaces can be changed: entities have ids, and the writer chooses numbers.
//!
//! The ids of what the input has are its numbers; what is added has the next ids. Imports come first in each index
//! space of the output, in the order of the input, then those that are new; all else is in the order of ids. Code
//! that is not changed is copied where functions and globals keep their numbers.
//!
//! Custom sections that refer to functions by number or to places in the code (names aside) are left out of modules
//! whose code or numbers change: they would be wrong.
//!
//! Cost: linear in the module.

use crate::Error;
use rustc_hash::{FxHashMap, FxHashSet};
use wasm_encoder::Instruction;
use wasmparser::{
    BinaryReader, CodeSectionReader, CompositeInnerType, DataSectionReader, ElementItems,
    ElementKind, ElementSectionReader, ExternalKind, FuncType, FunctionBody, Global, GlobalType,
    Import, MemorySectionReader, Name, NameSectionReader, Operator, Parser, Payload,
    TableSectionReader, TagSectionReader, TypeRef, TypeSectionReader, ValType,
};

/// The name of an import: its module and its field.
pub(crate) type ImportName = (String, String);

/// A function.
pub(crate) struct Func<'a> {
    /// The number of its type.
    pub ty: u32,
    /// Its name as an import, if it is one.
    pub import: Option<ImportName>,
    /// What it does, if it is no import.
    pub body: FuncBody<'a>,
    /// What the section with names is to call it, if it is new.
    pub name: Option<String>,
}

/// What a function does.
pub(crate) enum FuncBody<'a> {
    /// It is imported.
    Import,
    /// As in the input.
    Read(FunctionBody<'a>),
    /// New code: the types of its locals, and its operators without the last `end`, with ids in place of numbers.
    New(Vec<ValType>, Vec<Instruction<'static>>),
}

/// A global.
pub(crate) struct GlobalData<'a> {
    /// Its type.
    pub ty: GlobalType,
    /// Its name as an import, if it is one.
    pub import: Option<ImportName>,
    /// Its value, if it is no import.
    pub init: Init<'a>,
}

/// The first value of a global.
pub(crate) enum Init<'a> {
    /// It is imported.
    Import,
    /// As in the input.
    Read(Global<'a>),
    /// A constant.
    New(Instruction<'static>),
}

/// Any other import.
pub(crate) struct OtherImport {
    /// Its name.
    pub name: ImportName,
    /// Its type.
    pub ty: TypeRef,
}

/// An export.
pub(crate) struct Export {
    /// Its name.
    pub name: String,
    /// What is exported.
    pub kind: ExternalKind,
    /// The id of a function or a global, the number of anything else.
    pub id: u32,
}

/// An import of the input, for their order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ImportId {
    /// A function's id.
    Func(u32),
    /// A global's id.
    Global(u32),
    /// A position among the others.
    Other(usize),
}

/// What becomes of an operator: operators, with ids in place of numbers, before and behind it or in its place.
#[derive(Default)]
pub(crate) struct Edit {
    /// What is before it, or in its place.
    pub before: Vec<Instruction<'static>>,
    /// Whether it is removed.
    pub removed: bool,
    /// What is behind it.
    pub after: Vec<Instruction<'static>>,
}

impl Edit {
    /// Others in place of an operator.
    pub fn replace(by: impl IntoIterator<Item = Instruction<'static>>) -> Self {
        Edit { before: by.into_iter().collect(), removed: true, after: Vec::new() }
    }
}

/// Edits each operator of the functions of the input, which have ids.
pub(crate) type Rewrite<'r> = &'r mut dyn FnMut(u32, &mut Operator<'_>) -> Edit;

/// A module.
#[derive(Default)]
pub(crate) struct Module<'a> {
    pub(crate) type_section: Option<TypeSectionReader<'a>>,
    /// The function types by number, `None` for other types; new ones behind those of the input.
    pub types: Vec<Option<FuncType>>,
    /// How many types the input has.
    pub(crate) read_types: usize,
    /// The types that stand alone, without supertypes or subtypes: new functions may have these.
    plain: FxHashMap<FuncType, u32>,
    /// The functions by id.
    pub funcs: Vec<Func<'a>>,
    /// The globals by id.
    pub globals: Vec<GlobalData<'a>>,
    /// The imports of other kinds.
    pub others: Vec<OtherImport>,
    /// The imports of the input in order.
    pub(crate) imports: Vec<ImportId>,
    pub(crate) tables: Option<TableSectionReader<'a>>,
    pub(crate) memories: Option<MemorySectionReader<'a>>,
    pub(crate) tags: Option<TagSectionReader<'a>>,
    /// The exports in order.
    pub exports: Vec<Export>,
    /// The function that is called when the module is instantiated.
    pub start: Option<u32>,
    /// The element segments.
    pub elements: Option<ElementSectionReader<'a>>,
    /// How many data segments there are, if the input says so before its code.
    pub data_count: Option<u32>,
    /// The data segments, unless these are left out.
    pub data: Option<DataSectionReader<'a>>,
    /// The custom sections: name, range of the content, whether it is before all others.
    pub(crate) customs: Vec<(&'a str, &'a [u8], bool)>,
    /// Functions that code, elements and the start refer to in place of others.
    pub replaced: FxHashMap<u32, u32>,
    /// The same for elements of tables alone.
    pub replaced_elements: FxHashMap<u32, u32>,
    /// Whether the writer notes where the code of the input is.
    pub records_moves: bool,
    /// Whether addresses have 64 bits, of each memory.
    pub memory64: Vec<bool>,
}

impl<'a> Module<'a> {
    /// Reads a valid module.
    pub fn read(wasm: &'a [u8]) -> Result<Self, Error> {
        let mut module = Module::default();
        let (mut declared, mut bodies) = (Vec::new(), Vec::new());
        let mut is_first = true;
        for payload in Parser::new(0).parse_all(wasm) {
            let payload = payload?;
            let is_custom = matches!(payload, Payload::CustomSection(_) | Payload::Version { .. });
            is_first &= is_custom;
            match payload {
                Payload::TypeSection(section) => {
                    module.type_section = Some(section.clone());
                    module.add_types(section)?;
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        module.add_import(import?);
                    }
                }
                Payload::FunctionSection(section) => {
                    for ty in section {
                        declared.push(ty?);
                    }
                }
                Payload::TableSection(section) => module.tables = Some(section),
                Payload::MemorySection(section) => {
                    module.memories = Some(section.clone());
                    for memory in section {
                        module.memory64.push(memory?.memory64);
                    }
                }
                Payload::TagSection(section) => module.tags = Some(section),
                Payload::GlobalSection(section) => {
                    for global in section {
                        let global = global?;
                        let (ty, init) = (global.ty, Init::Read(global));
                        module.globals.push(GlobalData { ty, import: None, init });
                    }
                }
                Payload::ExportSection(section) => {
                    for export in section {
                        let export = export?;
                        let (name, id) = (export.name.to_owned(), export.index);
                        module.exports.push(Export { name, kind: export.kind, id });
                    }
                }
                Payload::StartSection { func, .. } => module.start = Some(func),
                Payload::ElementSection(section) => module.elements = Some(section),
                Payload::DataCountSection { count, .. } => module.data_count = Some(count),
                Payload::DataSection(section) => module.data = Some(section),
                Payload::CodeSectionStart { unchecked_range: range, .. } => {
                    let range = range.start as usize..range.end as usize;
                    let start = range.start as u64;
                    let code = wasm.get(range).ok_or(Error::new("the code section is cut off"))?;
                    let reader = BinaryReader::new(code, start);
                    for body in CodeSectionReader::new(reader)? {
                        bodies.push(body?);
                    }
                }
                Payload::CustomSection(section) => {
                    module.customs.push((section.name(), section.data(), is_first));
                }
                Payload::Version { encoding: wasmparser::Encoding::Component, .. } => {
                    return Err(Error::new("a component is not changed, only its modules are"));
                }
                _ => {}
            }
        }
        for (ty, body) in declared.into_iter().zip(bodies) {
            module.funcs.push(Func { ty, import: None, body: FuncBody::Read(body), name: None });
        }
        Ok(module)
    }

    fn add_types(&mut self, section: TypeSectionReader<'a>) -> Result<(), Error> {
        for group in section {
            let group = group?;
            let is_single = group.types().len() == 1;
            for ty in group.into_types() {
                let CompositeInnerType::Func(func) = ty.composite_type.inner else {
                    self.types.push(None);
                    continue;
                };
                if is_single && ty.is_final && ty.supertype_idxs.is_empty() {
                    self.plain.entry(func.clone()).or_insert(self.types.len() as u32);
                }
                self.types.push(Some(func));
            }
        }
        self.read_types = self.types.len();
        Ok(())
    }

    fn add_import(&mut self, import: Import<'_>) {
        let name = (import.module.to_owned(), import.name.to_owned());
        self.imports.push(match import.ty {
            TypeRef::Func(ty) => {
                let import = Some(name);
                self.funcs.push(Func { ty, import, body: FuncBody::Import, name: None });
                ImportId::Func(self.funcs.len() as u32 - 1)
            }
            TypeRef::Global(ty) => {
                self.globals.push(GlobalData { ty, import: Some(name), init: Init::Import });
                ImportId::Global(self.globals.len() as u32 - 1)
            }
            ty => {
                if let TypeRef::Memory(memory) = ty {
                    self.memory64.push(memory.memory64);
                }
                self.others.push(OtherImport { name, ty });
                ImportId::Other(self.others.len() - 1)
            }
        });
    }

    /// The number of a function type, which is added if there is none.
    pub fn type_of(&mut self, params: &[ValType], results: &[ValType]) -> u32 {
        let ty = FuncType::new(params.iter().copied(), results.iter().copied());
        *self.plain.entry(ty.clone()).or_insert_with(|| {
            self.types.push(Some(ty));
            self.types.len() as u32 - 1
        })
    }

    /// The parameters and results of a function.
    pub fn signature(&self, func: u32) -> (Vec<ValType>, Vec<ValType>) {
        let ty = self.types[self.funcs[func as usize].ty as usize].as_ref();
        ty.map_or_else(Default::default, |ty| (ty.params().to_vec(), ty.results().to_vec()))
    }

    /// The imported function of a name, which is added if there is none.
    pub fn import_func(
        &mut self,
        module: &str,
        name: &str,
        params: &[ValType],
        results: &[ValType],
    ) -> u32 {
        let is_named =
            |func: &Func<'_>| func.import.as_ref().is_some_and(|it| it.0 == module && it.1 == name);
        if let Some(found) = self.funcs.iter().position(is_named) {
            return found as u32;
        }
        let ty = self.type_of(params, results);
        let import = Some((module.to_owned(), name.to_owned()));
        let name = Some(name.to_owned());
        self.push(Func { ty, import, body: FuncBody::Import, name })
    }

    /// Adds a function with code; ids stand for numbers in it.
    pub fn add_func(
        &mut self,
        name: &str,
        (params, results): (&[ValType], &[ValType]),
        locals: &[ValType],
        code: Vec<Instruction<'static>>,
    ) -> u32 {
        let ty = self.type_of(params, results);
        let body = FuncBody::New(locals.to_vec(), code);
        self.push(Func { ty, import: None, body, name: Some(name.to_owned()) })
    }

    fn push(&mut self, func: Func<'a>) -> u32 {
        self.funcs.push(func);
        self.funcs.len() as u32 - 1
    }

    /// Adds a global that is a constant at first.
    pub fn add_global(&mut self, ty: GlobalType, value: Instruction<'static>) -> u32 {
        self.globals.push(GlobalData { ty, import: None, init: Init::New(value) });
        self.globals.len() as u32 - 1
    }

    /// The exported function of a name.
    pub fn exported_func(&self, name: &str) -> Option<u32> {
        let is_named = |it: &&Export| it.name == name && it.kind == ExternalKind::Func;
        self.exports.iter().find(is_named).map(|export| export.id)
    }

    /// Adds an export of a function.
    pub fn export_func(&mut self, name: &str, id: u32) {
        self.exports.push(Export { name: name.to_owned(), kind: ExternalKind::Func, id });
    }
}

/// Names.
impl Module<'_> {
    /// The name of each function: that in the section with names, else that of an import or export, else its number.
    pub fn func_names(&self) -> Result<Vec<String>, Error> {
        let mut names: Vec<String> = (0..self.funcs.len()).map(|id| id.to_string()).collect();
        for export in self.exports.iter().rev().filter(|it| it.kind == ExternalKind::Func) {
            names[export.id as usize] = export.name.clone();
        }
        for (func, name) in self.funcs.iter().zip(&mut names) {
            name.clone_from(func.import.as_ref().map_or(&name.clone(), |import| &import.1));
        }
        self.add_names(&mut names, |part| match part {
            Name::Function(map) => Some(map),
            _ => None,
        })?;
        Ok(names)
    }

    /// The same for globals.
    pub fn global_names(&self) -> Result<Vec<String>, Error> {
        let mut names: Vec<String> = (0..self.globals.len()).map(|id| id.to_string()).collect();
        for export in self.exports.iter().rev().filter(|it| it.kind == ExternalKind::Global) {
            names[export.id as usize] = export.name.clone();
        }
        for (global, name) in self.globals.iter().zip(&mut names) {
            name.clone_from(global.import.as_ref().map_or(&name.clone(), |import| &import.1));
        }
        self.add_names(&mut names, |part| match part {
            Name::Global(map) => Some(map),
            _ => None,
        })?;
        Ok(names)
    }

    fn add_names<'s>(
        &'s self,
        names: &mut [String],
        map: impl Fn(Name<'s>) -> Option<wasmparser::NameMap<'s>>,
    ) -> Result<(), Error> {
        for (_, data, _) in self.customs.iter().filter(|(name, ..)| *name == "name") {
            for part in NameSectionReader::new(BinaryReader::new(data, 0)) {
                for naming in part.ok().and_then(&map).into_iter().flatten() {
                    let naming = naming?;
                    if let Some(name) = names.get_mut(naming.index as usize) {
                        *name = naming.name.to_owned();
                    }
                }
            }
        }
        Ok(())
    }
}

/// What code and elements refer to.
impl<'a> Module<'a> {
    /// The operators of the functions of the input, with the ids of the functions.
    pub fn operators(&self) -> impl Iterator<Item = Result<(u32, Operator<'a>), Error>> {
        let bodies = self.funcs.iter().enumerate().filter_map(|(id, func)| match &func.body {
            FuncBody::Read(body) => Some((id as u32, body.get_operators_reader())),
            _ => None,
        });
        bodies.flat_map(|(id, reader)| {
            let operators = reader.into_iter().flat_map(wasmparser::OperatorsReader::into_iter);
            operators.map(move |operator| Ok((id, operator?)))
        })
    }

    /// The functions in element segments.
    pub fn elements(&self) -> Result<Vec<u32>, Error> {
        let mut funcs = Vec::new();
        for element in self.elements.clone().into_iter().flatten() {
            funcs.extend(functions(element?.items)?);
        }
        Ok(funcs)
    }

    /// The functions in the first active segment of the first table.
    pub fn first_elements(&self) -> Result<Vec<u32>, Error> {
        for element in self.elements.clone().into_iter().flatten() {
            let element = element?;
            if let ElementKind::Active { table_index: None | Some(0), .. } = element.kind {
                return functions(element.items);
            }
        }
        Ok(Vec::new())
    }

    /// The type of addresses in the first table, if there is one.
    pub fn table_address(&self) -> Result<Option<ValType>, Error> {
        let of = |is_64: bool| if is_64 { ValType::I64 } else { ValType::I32 };
        let imported = self.others.iter().find_map(|other| match other.ty {
            TypeRef::Table(ty) => Some(of(ty.table64)),
            _ => None,
        });
        let mut defined = self.tables.clone().into_iter().flatten();
        match (imported, defined.next()) {
            (None, Some(table)) => Ok(Some(of(table?.ty.table64))),
            (imported, _) => Ok(imported),
        }
    }

    /// The types and tables of calls through tables, each once, in order.
    pub fn indirect_calls(&self) -> Result<Vec<(u32, u32)>, Error> {
        let (mut seen, mut calls) = (FxHashSet::default(), Vec::new());
        for operator in self.operators() {
            if let Operator::CallIndirect { type_index, table_index }
            | Operator::ReturnCallIndirect { type_index, table_index } = operator?.1
                && seen.insert((type_index, table_index))
            {
                calls.push((type_index, table_index));
            }
        }
        Ok(calls)
    }

    /// The functions that a function calls directly, and those that these call, with itself.
    pub fn called_from(&self, func: Option<u32>) -> Result<FxHashSet<u32>, Error> {
        let mut called: FxHashSet<u32> = FxHashSet::default();
        let Some(func) = func else { return Ok(called) };
        let mut callees: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for operator in self.operators() {
            if let (caller, Operator::Call { function_index }) = operator? {
                callees.entry(caller).or_default().push(function_index);
            }
        }
        let mut waiting = vec![func];
        while let Some(func) = waiting.pop() {
            if called.insert(func) {
                waiting.extend(callees.get(&func).into_iter().flatten());
            }
        }
        Ok(called)
    }
}

/// The functions among the items of a segment.
fn functions(items: ElementItems<'_>) -> Result<Vec<u32>, Error> {
    let mut funcs = Vec::new();
    match items {
        ElementItems::Functions(items) => {
            for func in items {
                funcs.push(func?);
            }
        }
        ElementItems::Expressions(_, items) => {
            for expression in items {
                for operator in expression?.get_operators_reader() {
                    if let Operator::RefFunc { function_index } = operator? {
                        funcs.push(function_index);
                    }
                }
            }
        }
    }
    Ok(funcs)
}
