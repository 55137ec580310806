//! Makes functions of a module callable one by one. This is done to the input of the optimizer, so that
//! the optimizer and the engine see the same program.
//!
//! | | [`isolate`] | [`whole`] |
//! |---|---|---|
//! | calls of defined functions | calls of an import of the same type | stay |
//! | elements of tables | these imports | stay |
//! | functions that can be called | a range of the defined ones | all defined ones |
//!
//! In both, all memories, mutable globals and tables are exported and the start function is removed, so
//! that all effects of a function are observable. Function indices do not change; a range of functions
//! follows the imports. Linear; bodies are copied except for function indices.

use super::shape::Shape;
use std::collections::BTreeSet;
use std::ops::Range;
use wasm_encoder::{
    CodeSection, CustomSection, Encode, EntityType, ExportKind, ExportSection, FunctionSection,
    ImportSection, MemorySection, Module, RawSection, SectionId,
};
use wasmparser::Operator;

/// The prefix of the names of added exports, followed by a number.
pub const FUNCTION: &str = "twin:f";
/// See [`FUNCTION`].
pub const MEMORY: &str = "twin:m";
/// See [`FUNCTION`].
pub const GLOBAL: &str = "twin:g";
/// See [`FUNCTION`].
pub const TABLE: &str = "twin:t";
/// The name of the imported module that replaces the callees.
pub const CALLEES: &str = "twin";

/// A module of some defined functions in which all other functions are imports.
pub fn isolate(shape: &Shape, range: Range<usize>) -> Vec<u8> {
    let mut imports = ImportSection::new();
    for (index, ty) in shape.functions.iter().enumerate() {
        imports.import(CALLEES, &format!("f{index}"), EntityType::Function(*ty));
    }
    let mut functions = FunctionSection::new();
    let mut code = CodeSection::new();
    let mut mentioned = shape.declared.clone();
    let mut exports = ExportSection::new();
    for (position, defined) in range.enumerate() {
        functions.function(shape.functions[shape.imported as usize + defined]);
        code.raw(&shape.wasm[shape.bodies[defined].clone()]);
        mention(shape, defined, &mut mentioned);
        let index = shape.functions.len() + position;
        exports.export(&format!("{FUNCTION}{defined}"), ExportKind::Func, index as u32);
    }
    assemble(shape, imports, functions, code, exports, &mentioned)
}

/// The module with each of its functions exported.
pub fn whole(shape: &Shape) -> Vec<u8> {
    let mut imports = ImportSection::new();
    for (module, name, ty) in &shape.imports {
        imports.import(module, name, EntityType::Function(*ty));
    }
    let mut functions = FunctionSection::new();
    let mut code = CodeSection::new();
    let mut mentioned = shape.declared.clone();
    let mut exports = ExportSection::new();
    for defined in 0..shape.bodies.len() {
        let index = shape.imported as usize + defined;
        functions.function(shape.functions[index]);
        code.raw(&shape.wasm[shape.bodies[defined].clone()]);
        mention(shape, defined, &mut mentioned);
        exports.export(&format!("{FUNCTION}{defined}"), ExportKind::Func, index as u32);
    }
    assemble(shape, imports, functions, code, exports, &mentioned)
}

/// Functions that a body takes references of.
fn mention(shape: &Shape, defined: usize, mentioned: &mut BTreeSet<u32>) {
    let Ok(mut operators) = shape.body(defined).get_operators_reader() else { return };
    while !operators.eof() {
        match operators.read() {
            Ok(Operator::RefFunc { function_index }) => {
                mentioned.insert(function_index);
            }
            Ok(_) => {}
            Err(_) => break,
        }
    }
}

fn assemble(
    shape: &Shape,
    imports: ImportSection,
    functions: FunctionSection,
    code: CodeSection,
    mut exports: ExportSection,
    mentioned: &BTreeSet<u32>,
) -> Vec<u8> {
    for index in 0..shape.memories.len() as u32 {
        exports.export(&format!("{MEMORY}{index}"), ExportKind::Memory, index);
    }
    for (index, global) in shape.globals.iter().enumerate() {
        if global.mutable {
            exports.export(&format!("{GLOBAL}{index}"), ExportKind::Global, index as u32);
        }
    }
    for index in 0..shape.tables {
        exports.export(&format!("{TABLE}{index}"), ExportKind::Table, index);
    }
    let mut module = Module::new();
    if let Some(data) = shape.features {
        module.section(&CustomSection { name: "target_features".into(), data: data.into() });
    }
    let mut raw = Raw { shape, module };
    raw.copy(SectionId::Type);
    raw.module.section(&joined(&[&imports, &shape.others]));
    raw.module.section(&functions);
    raw.copy(SectionId::Table);
    let defined = &shape.memories[shape.imported_memories..];
    if defined.iter().any(|memory| memory.shared) {
        let mut memories = MemorySection::new();
        for memory in defined {
            let mut memory = *memory;
            memory.shared = false;
            memories.memory(memory.into());
        }
        raw.module.section(&memories);
    } else {
        raw.copy(SectionId::Memory);
    }
    raw.copy(SectionId::Tag);
    raw.copy(SectionId::Global);
    raw.module.section(&exports);
    raw.elements(mentioned);
    raw.copy(SectionId::DataCount);
    raw.module.section(&code);
    raw.copy(SectionId::Data);
    raw.module.finish()
}

/// Imported functions and the other imports, as one section.
fn joined(parts: &[&ImportSection]) -> RawImports {
    let (mut bytes, mut count) = (Vec::new(), 0);
    for part in parts {
        let mut encoded = Vec::new();
        part.encode(&mut encoded);
        // Its size, then its count.
        let mut reader = wasmparser::BinaryReader::new(&encoded, 0);
        reader.read_var_u32().expect("we wrote it");
        count += reader.read_var_u32().expect("we wrote it");
        bytes.extend_from_slice(&encoded[reader.original_position() as usize..]);
    }
    let mut content = Vec::new();
    count.encode(&mut content);
    content.extend(bytes);
    RawImports(content)
}

struct RawImports(Vec<u8>);

impl wasm_encoder::Encode for RawImports {
    fn encode(&self, sink: &mut Vec<u8>) {
        self.0.encode(sink);
    }
}

impl wasm_encoder::Section for RawImports {
    fn id(&self) -> u8 {
        SectionId::Import as u8
    }
}

struct Raw<'a> {
    shape: &'a Shape<'a>,
    module: Module,
}

impl<'a> Raw<'a> {
    fn content(&self, id: SectionId) -> Option<&'a [u8]> {
        let found = self.shape.sections.iter().find(|(section, _)| *section == id as u8);
        found.map(|(_, range)| &self.shape.wasm[range.clone()])
    }

    fn copy(&mut self, id: SectionId) {
        if let Some(data) = self.content(id) {
            self.module.section(&RawSection { id: id as u8, data });
        }
    }

    /// The segments, and one more that declares the functions that bodies take references of.
    fn elements(&mut self, mentioned: &BTreeSet<u32>) {
        let content = self.content(SectionId::Element).unwrap_or(&[0]);
        let mut reader = wasmparser::BinaryReader::new(content, 0);
        let count = reader.read_var_u32().expect("it was parsed") + 1;
        let mut bytes = Vec::new();
        count.encode(&mut bytes);
        bytes.extend_from_slice(&content[reader.original_position() as usize..]);
        bytes.extend([3, 0]);
        mentioned.iter().copied().collect::<Vec<u32>>().encode(&mut bytes);
        self.module.section(&RawSection { id: SectionId::Element as u8, data: &bytes });
    }
}
