//! Parses a module for [`transform`](super::transform): its sections, the types of its functions, its
//! memories, globals and tables, and the constants of each body.
//!
//! Parsing is one pass over the bytes, linear. Bodies are decoded only for their constants, on demand
//! ([`Shape::constants`]).

use std::collections::BTreeSet;
use std::ops::Range;
use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{EntityType, ImportSection};
use wasmparser::{
    BinaryReader, DataKind, ElementItems, ElementKind, FunctionBody, GlobalType, MemoryType,
    Operator, Parser, Payload, TypeRef,
};

/// A module in parts.
pub struct Shape<'a> {
    /// The module.
    pub wasm: &'a [u8],
    /// Sections except code and custom ones: id and content.
    pub sections: Vec<(u8, Range<usize>)>,
    /// The `target_features` section, if there is one.
    pub features: Option<&'a [u8]>,
    /// The number of types.
    pub types: u32,
    /// The type of each function, the imported ones first.
    pub functions: Vec<u32>,
    /// The number of imported functions.
    pub imported: u32,
    /// Imports that are not functions.
    pub others: ImportSection,
    /// Imported functions: module, name, type.
    pub imports: Vec<(&'a str, &'a str, u32)>,
    /// The memories.
    pub memories: Vec<MemoryType>,
    /// The number of imported memories.
    pub imported_memories: usize,
    /// The globals.
    pub globals: Vec<GlobalType>,
    /// The number of tables.
    pub tables: u32,
    /// The bodies of the defined functions.
    pub bodies: Vec<Range<usize>>,
    /// Elements of tables that are known: index in table 0, and the function.
    pub elements: Vec<(u32, u32)>,
    /// Functions that segments, globals or exports refer to.
    pub declared: BTreeSet<u32>,
    /// The ranges of active data in memory 0.
    pub data: Vec<Range<u64>>,
}

/// Parses a module.
pub fn read(wasm: &[u8]) -> Result<Shape<'_>, String> {
    let mut shape = Shape {
        wasm,
        sections: Vec::new(),
        features: None,
        types: 0,
        functions: Vec::new(),
        imported: 0,
        others: ImportSection::new(),
        imports: Vec::new(),
        memories: Vec::new(),
        imported_memories: 0,
        globals: Vec::new(),
        tables: 0,
        bodies: Vec::new(),
        elements: Vec::new(),
        declared: BTreeSet::new(),
        data: Vec::new(),
    };
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload.map_err(|error| error.to_string())?;
        shape.payload(payload).map_err(|error| error.to_string())?;
    }
    Ok(shape)
}

impl<'a> Shape<'a> {
    fn payload(&mut self, payload: Payload<'a>) -> wasmparser::Result<()> {
        let section = payload.as_section();
        if let Payload::CustomSection(section) = &payload {
            if section.name() == "target_features" {
                self.features = Some(section.data());
            }
            return Ok(());
        }
        if let Payload::CodeSectionEntry(body) = &payload {
            let range = body.range();
            self.bodies.push(range.start as usize..range.end as usize);
            return Ok(());
        }
        if let Some((id, range)) = section
            && id != 10
        {
            self.sections.push((id, range.start as usize..range.end as usize));
        }
        match payload {
            Payload::TypeSection(reader) => {
                for group in reader {
                    self.types += group?.types().count() as u32;
                }
            }
            Payload::ImportSection(reader) => {
                for import in reader.into_imports() {
                    let import = import?;
                    match import.ty {
                        TypeRef::Func(ty) | TypeRef::FuncExact(ty) => {
                            self.imports.push((import.module, import.name, ty));
                            self.functions.push(ty);
                            self.imported += 1;
                            continue;
                        }
                        TypeRef::Memory(mut ty) => {
                            self.memories.push(ty);
                            self.imported_memories += 1;
                            // No other agent shares it here: as an unshared memory it can be read and reset.
                            ty.shared = false;
                            let ty = wasm_encoder::MemoryType::from(ty);
                            self.others.import(import.module, import.name, ty);
                            continue;
                        }
                        TypeRef::Global(ty) => self.globals.push(ty),
                        TypeRef::Table(_) => self.tables += 1,
                        TypeRef::Tag(_) => {}
                    }
                    let ty: EntityType =
                        RoundtripReencoder.entity_type(import.ty).expect("it is a valid type");
                    self.others.import(import.module, import.name, ty);
                }
            }
            Payload::FunctionSection(reader) => {
                for ty in reader {
                    self.functions.push(ty?);
                }
            }
            Payload::TableSection(reader) => self.tables += reader.count(),
            Payload::MemorySection(reader) => {
                for ty in reader {
                    self.memories.push(ty?);
                }
            }
            Payload::GlobalSection(reader) => {
                for global in reader {
                    let global = global?;
                    self.globals.push(global.ty);
                    self.mention(global.init_expr.get_operators_reader())?;
                }
            }
            Payload::ElementSection(reader) => {
                for element in reader {
                    let element = element?;
                    let at = match &element.kind {
                        ElementKind::Active { table_index: None | Some(0), offset_expr } => {
                            constant(offset_expr.get_operators_reader())
                        }
                        _ => None,
                    };
                    match element.items {
                        ElementItems::Functions(items) => {
                            for (index, function) in items.into_iter().enumerate() {
                                let function = function?;
                                self.declared.insert(function);
                                if let Some(at) = at {
                                    self.elements.push((at as u32 + index as u32, function));
                                }
                            }
                        }
                        ElementItems::Expressions(_, items) => {
                            for (index, item) in items.into_iter().enumerate() {
                                let function = self.mention(item?.get_operators_reader())?;
                                if let (Some(at), Some(function)) = (at, function) {
                                    self.elements.push((at as u32 + index as u32, function));
                                }
                            }
                        }
                    }
                }
            }
            Payload::DataSection(reader) => {
                for data in reader {
                    let data = data?;
                    if let DataKind::Active { memory_index: 0, offset_expr } = data.kind
                        && let Some(at) = constant(offset_expr.get_operators_reader())
                    {
                        self.data.push(at..at + data.data.len() as u64);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Records the function that a constant expression refers to.
    fn mention(
        &mut self,
        mut operators: wasmparser::OperatorsReader<'_>,
    ) -> wasmparser::Result<Option<u32>> {
        let mut found = None;
        while !operators.eof() {
            if let Operator::RefFunc { function_index } = operators.read()? {
                self.declared.insert(function_index);
                found = Some(function_index);
            }
        }
        Ok(found)
    }

    /// A defined function's body.
    pub fn body(&self, defined: usize) -> FunctionBody<'a> {
        let range = self.bodies[defined].clone();
        FunctionBody::new(BinaryReader::new(&self.wasm[range.clone()], range.start as u64))
    }

    /// The numbers in a body: constants, offsets of accesses, and indices in the table of
    /// functions that its indirect calls may reach.
    pub fn constants(&self, defined: usize) -> Vec<u64> {
        let mut found = BTreeSet::new();
        let Ok(mut operators) = self.body(defined).get_operators_reader() else {
            return Vec::new();
        };
        while let Ok(operator) = operators.read() {
            match operator {
                Operator::I32Const { value } => {
                    found.insert(i64::from(value) as u64);
                }
                Operator::I64Const { value } => {
                    found.insert(value as u64);
                }
                Operator::F32Const { value } => {
                    found.insert(u64::from(value.bits()));
                }
                Operator::F64Const { value } => {
                    found.insert(value.bits());
                }
                Operator::CallIndirect { type_index, .. }
                | Operator::ReturnCallIndirect { type_index, .. } => {
                    found.extend(self.callable(type_index).take(4).map(u64::from));
                }
                _ => {}
            }
            if operators.eof() {
                break;
            }
        }
        found.into_iter().collect()
    }

    /// Indices in table 0 of functions of a type.
    pub fn callable(&self, ty: u32) -> impl Iterator<Item = u32> {
        let fits = move |(_, function): &&(u32, u32)| self.functions[*function as usize] == ty;
        self.elements.iter().filter(fits).map(|(index, _)| *index)
    }
}

/// The value of a constant expression that is one constant.
fn constant(mut operators: wasmparser::OperatorsReader<'_>) -> Option<u64> {
    match operators.read().ok()? {
        Operator::I32Const { value } => Some(u64::from(value as u32)),
        Operator::I64Const { value } => Some(value as u64),
        _ => None,
    }
}
