//! Writing a changed module: numbers of functions and globals, then the sections in order.

use crate::Error;
use crate::module::{Edit, Func, FuncBody, GlobalData, ImportId, Init, Module, Rewrite};
use rustc_hash::{FxHashMap, FxHashSet};
use std::convert::Infallible;
use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{
    CodeSection, ConstExpr, CustomSection, DataCountSection, DataSection, ElementSection,
    ExportSection, Function, FunctionSection, GlobalSection, ImportSection, Instruction,
    MemorySection, NameMap, NameSection, StartSection, TableSection, TagSection, TypeSection,
};
use wasmparser::{
    BinaryReader, ExternalKind, Name, NameSectionReader, Operator, Parser, Payload, TypeRef,
};

/// A module that was written.
pub(crate) struct Written {
    /// The module.
    pub wasm: Vec<u8>,
    /// Where offsets of the input's code are in it, if that was asked for.
    pub moved: Moved,
}

/// From which offset of the input on code is from which offset of the output on, or gone. In order.
pub(crate) type Moved = Vec<(u32, Option<u32>)>;

/// Writes a module; `rewrite` replaces operators of functions of the input.
pub(crate) fn write(
    module: &Module<'_>,
    mut rewrite: Option<Rewrite<'_>>,
) -> Result<Written, Error> {
    let imports = imports(module);
    let (funcs, globals) = (funcs(module, &imports), globals(module, &imports));
    let none = FxHashMap::default();
    let renumbers = !is_identity(&funcs) || !is_identity(&globals);
    let replaces = !module.replaced.is_empty();
    let mut writer = Writer {
        funcs,
        globals,
        replaced: &module.replaced,
        places: module.records_moves.then(Vec::new),
    };
    let mut keep = |_: u32, _: &mut Operator<'_>| Edit::default();
    let mut out = wasm_encoder::Module::new();
    let changes = renumbers || replaces || rewrite.is_some();
    let is_stale =
        |name: &str| changes && (name.starts_with(".debug_") || name.starts_with("metadata.code."));
    let customs = |out: &mut wasm_encoder::Module, first: bool| {
        for (name, data, is_first) in &module.customs {
            if *is_first == first && *name != "name" && !is_stale(name) {
                out.section(&CustomSection { name: (*name).into(), data: (*data).into() });
            }
        }
    };
    customs(&mut out, true);
    if !module.types.is_empty() {
        let mut types = TypeSection::new();
        if let Some(section) = &module.type_section {
            writer.parse_type_section(&mut types, section.clone())?;
        }
        for ty in module.types[module.read_types..].iter().flatten() {
            types.ty().func_type(&writer.func_type(ty.clone())?);
        }
        out.section(&types);
    }
    if !imports.is_empty() {
        let mut section = ImportSection::new();
        for &import in &imports {
            let (name, ty) = match import {
                ImportId::Func(id) => {
                    let func = &module.funcs[id as usize];
                    (func.import.as_ref(), TypeRef::Func(func.ty))
                }
                ImportId::Global(id) => {
                    let global = &module.globals[id as usize];
                    (global.import.as_ref(), TypeRef::Global(global.ty))
                }
                ImportId::Other(at) => (Some(&module.others[at].name), module.others[at].ty),
            };
            if let Some((from, name)) = name {
                section.import(from, name, writer.entity_type(ty)?);
            }
        }
        out.section(&section);
    }
    let defined = || module.funcs.iter().enumerate().filter(|(_, func)| func.import.is_none());
    if defined().next().is_some() {
        let mut section = FunctionSection::new();
        defined().for_each(|(_, func)| {
            section.function(func.ty);
        });
        out.section(&section);
    }
    if let Some(tables) = &module.tables {
        let mut section = TableSection::new();
        writer.parse_table_section(&mut section, tables.clone())?;
        out.section(&section);
    }
    if let Some(memories) = &module.memories {
        let mut section = MemorySection::new();
        writer.parse_memory_section(&mut section, memories.clone())?;
        out.section(&section);
    }
    if let Some(tags) = &module.tags {
        let mut section = TagSection::new();
        writer.parse_tag_section(&mut section, tags.clone())?;
        out.section(&section);
    }
    if module.globals.iter().any(|global| global.import.is_none()) {
        let mut section = GlobalSection::new();
        for global in &module.globals {
            writer.global(&mut section, global)?;
        }
        out.section(&section);
    }
    if !module.exports.is_empty() {
        let mut section = ExportSection::new();
        for export in &module.exports {
            let number = match export.kind {
                ExternalKind::Func | ExternalKind::FuncExact => writer.funcs[export.id as usize],
                ExternalKind::Global => writer.globals[export.id as usize],
                _ => export.id,
            };
            section.export(&export.name, writer.export_kind(export.kind)?, number);
        }
        out.section(&section);
    }
    if let Some(start) = module.start {
        out.section(&StartSection { function_index: writer.function_index(start)? });
    }
    if let Some(elements) = &module.elements {
        let mut section = ElementSection::new();
        if !module.replaced_elements.is_empty() {
            writer.replaced = &module.replaced_elements;
        }
        writer.parse_element_section(&mut section, elements.clone())?;
        writer.replaced = &module.replaced;
        out.section(&section);
    }
    if let Some(count) = module.data_count {
        out.section(&DataCountSection { count });
    }
    if defined().next().is_some() {
        let mut code = CodeSection::new();
        for (number, (id, func)) in defined().enumerate() {
            let (number, id) = (number as u32, id as u32);
            match &func.body {
                FuncBody::Import => {}
                FuncBody::Read(body) => {
                    let range = body.range();
                    writer.note(range.start, number, 0);
                    match &mut rewrite {
                        Some(rewrite) => {
                            writer.rewritten(&mut code, (number, id), body, rewrite)?;
                        }
                        None if renumbers || replaces => {
                            writer.rewritten(
                                &mut code,
                                (number, id),
                                body,
                                &mut (&mut keep as _),
                            )?;
                        }
                        None => {
                            code.raw(body.as_bytes());
                        }
                    }
                    writer.places.iter_mut().for_each(|it| it.push((range.end as u32, None)));
                }
                FuncBody::New(locals, instructions) => {
                    // What was added calls what it names.
                    writer.replaced = &none;
                    let locals = writer.val_types(locals.clone())?;
                    let mut function = Function::new_with_locals_types(locals);
                    for instruction in instructions {
                        function.instruction(&writer.numbered(instruction));
                    }
                    function.instruction(&Instruction::End);
                    code.function(&function);
                    writer.replaced = &module.replaced;
                }
            }
        }
        out.section(&code);
    }
    if let Some(data) = &module.data {
        let mut section = DataSection::new();
        writer.parse_data_section(&mut section, data.clone())?;
        out.section(&section);
    }
    writer.replaced = &none;
    for (_, data, _) in module.customs.iter().filter(|(name, ..)| *name == "name") {
        out.section(&writer.names(module, data)?);
    }
    customs(&mut out, false);
    let wasm = out.finish();
    let moved = moved(&wasm, writer.places.unwrap_or_default())?;
    Ok(Written { wasm, moved })
}

/// A place of the input's code: the number of its body among those of the output, and the offset in it.
type Place = (u32, Option<(u32, u32)>);

/// Where places are in a module.
fn moved(wasm: &[u8], places: Vec<Place>) -> Result<Moved, Error> {
    let mut starts = Vec::new();
    for payload in Parser::new(0).parse_all(if places.is_empty() { &[] } else { wasm }) {
        match payload {
            Ok(Payload::CodeSectionEntry(body)) => starts.push(body.range().start as u32),
            Err(error) if !places.is_empty() => return Err(error.into()),
            _ => {}
        }
    }
    let of = |(old, place): Place| (old, place.map(|(body, at)| starts[body as usize] + at));
    Ok(places.into_iter().map(of).collect())
}

/// The imports in the order of the output.
fn imports(module: &Module<'_>) -> Vec<ImportId> {
    let is_import = |import: &ImportId| match *import {
        ImportId::Func(id) => module.funcs[id as usize].import.is_some(),
        ImportId::Global(id) => module.globals[id as usize].import.is_some(),
        ImportId::Other(_) => true,
    };
    let mut all = module.imports.clone();
    let known: FxHashSet<ImportId> = all.iter().copied().collect();
    let new = (0..module.funcs.len() as u32).map(ImportId::Func);
    let new = new.chain((0..module.globals.len() as u32).map(ImportId::Global));
    all.extend(new.filter(|import| !known.contains(import)));
    all.retain(is_import);
    all
}

/// The number of each function.
fn funcs(module: &Module<'_>, imports: &[ImportId]) -> Vec<u32> {
    let imported = imports.iter().filter_map(|import| match import {
        ImportId::Func(id) => Some(*id as usize),
        _ => None,
    });
    let is_defined = |func: &Func<'_>| func.import.is_none();
    let ids = 0..module.funcs.len();
    let defined = ids.filter(|&id| is_defined(&module.funcs[id]));
    numbers(module.funcs.len(), imported.chain(defined))
}

/// The number of each global.
fn globals(module: &Module<'_>, imports: &[ImportId]) -> Vec<u32> {
    let imported = imports.iter().filter_map(|import| match import {
        ImportId::Global(id) => Some(*id as usize),
        _ => None,
    });
    let ids = 0..module.globals.len();
    let defined = ids.filter(|&id| module.globals[id].import.is_none());
    numbers(module.globals.len(), imported.chain(defined))
}

fn numbers(count: usize, order: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut numbers = vec![0; count];
    order.enumerate().for_each(|(number, id)| numbers[id] = number as u32);
    numbers
}

fn is_identity(numbers: &[u32]) -> bool {
    numbers.iter().enumerate().all(|(id, &number)| id as u32 == number)
}

/// Gives entities their numbers.
struct Writer<'m> {
    /// The number of each function and global.
    funcs: Vec<u32>,
    globals: Vec<u32>,
    /// Functions that are referred to in place of others.
    replaced: &'m FxHashMap<u32, u32>,
    /// Where the code of the input is, if that is wanted.
    places: Option<Vec<Place>>,
}

impl Reencode for Writer<'_> {
    type Error = Infallible;

    fn function_index(&mut self, func: u32) -> Result<u32, reencode::Error> {
        let func = self.replaced.get(&func).copied().unwrap_or(func);
        Ok(self.funcs[func as usize])
    }

    fn global_index(&mut self, global: u32) -> Result<u32, reencode::Error> {
        Ok(self.globals[global as usize])
    }
}

impl Writer<'_> {
    /// An operator with ids, with numbers in their place.
    fn numbered(&mut self, instruction: &Instruction<'static>) -> Instruction<'static> {
        let func = |writer: &Self, id: u32| {
            writer.funcs[writer.replaced.get(&id).copied().unwrap_or(id) as usize]
        };
        match instruction {
            Instruction::Call(id) => Instruction::Call(func(self, *id)),
            Instruction::ReturnCall(id) => Instruction::ReturnCall(func(self, *id)),
            Instruction::RefFunc(id) => Instruction::RefFunc(func(self, *id)),
            Instruction::GlobalGet(id) => Instruction::GlobalGet(self.globals[*id as usize]),
            Instruction::GlobalSet(id) => Instruction::GlobalSet(self.globals[*id as usize]),
            other => other.clone(),
        }
    }

    fn global(
        &mut self,
        section: &mut GlobalSection,
        global: &GlobalData<'_>,
    ) -> Result<(), Error> {
        match &global.init {
            Init::Import => {}
            Init::Read(read) => self.parse_global(section, read.clone())?,
            Init::New(value) => {
                let mut bytes = Vec::new();
                wasm_encoder::Encode::encode(value, &mut bytes);
                section.global(self.global_type(global.ty)?, &ConstExpr::raw(bytes));
            }
        }
        Ok(())
    }

    /// Notes where an offset of the input is.
    fn note(&mut self, old: u64, body: u32, at: usize) {
        self.places.iter_mut().for_each(|it| it.push((old as u32, Some((body, at as u32)))));
    }

    /// Writes a function with some operators replaced.
    fn rewritten(
        &mut self,
        code: &mut CodeSection,
        (number, id): (u32, u32),
        body: &wasmparser::FunctionBody<'_>,
        rewrite: &mut Rewrite<'_>,
    ) -> Result<(), Error> {
        let mut function = self.new_function_with_parsed_locals(body)?;
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            let (mut operator, offset) = reader.read_with_offset()?;
            self.note(offset, number, function.byte_len());
            let edit = rewrite(id, &mut operator);
            for instruction in &edit.before {
                function.instruction(&self.numbered(instruction));
            }
            if !edit.removed {
                function.instruction(&self.instruction(operator)?);
            }
            for instruction in &edit.after {
                function.instruction(&self.numbered(instruction));
            }
        }
        code.function(&function);
        Ok(())
    }

    /// The section with names: those of functions under their new numbers, and those of new functions.
    fn names(&mut self, module: &Module<'_>, data: &[u8]) -> Result<NameSection, Error> {
        let mut section = NameSection::new();
        let keeps_order = self.funcs.is_sorted();
        for part in NameSectionReader::new(BinaryReader::new(data, 0)) {
            match part? {
                Name::Function(map) => {
                    let mut names = Vec::new();
                    for naming in map {
                        let naming = naming?;
                        if let Some(&number) = self.funcs.get(naming.index as usize) {
                            names.push((number, naming.name));
                        }
                    }
                    let new = module.funcs.iter().zip(&self.funcs);
                    names.extend(
                        new.filter_map(|(func, &number)| Some((number, func.name.as_deref()?))),
                    );
                    names.sort_unstable();
                    let mut map = NameMap::new();
                    names.iter().for_each(|(number, name)| map.append(*number, name));
                    section.functions(&map);
                }
                // They are in the order of functions.
                Name::Local(_) | Name::Label(_) if !keeps_order => {}
                Name::Global(_) if !self.globals.is_sorted() => {}
                Name::Unknown { .. } => {}
                other => self.parse_custom_name_subsection(&mut section, other)?,
            }
        }
        Ok(section)
    }
}

impl From<reencode::Error> for Error {
    fn from(error: reencode::Error) -> Self {
        match error {
            reencode::Error::ParseError(error) => error.into(),
            other => Error::new(other.to_string()),
        }
    }
}
