//! Writes a difference to a file: a module of the single function if that shows it, else the whole
//! module, with the memory of the input as data, and the input.
//!
//! If the function does not call the host, the file is a filetest with a `;; run:` line: the result of
//! the reference.

use super::explore::{Explorer, Pair};
use super::input::Input;
use super::shape::{self, Shape};
use super::{Optimize, transform};
use std::sync::Arc;
use wasmtime::ValType;

/// The text of the file.
pub fn text(
    shape: &Shape,
    pair: &Pair,
    explorer: &mut Explorer,
    mode: &str,
    defined: usize,
    what: &str,
    input: &Input,
    optimize: Optimize,
) -> String {
    let memory = explorer.memory_of(defined, input);
    let mut module = pair.input.clone();
    if mode == "isolate" {
        let alone = transform::isolate(shape, defined..defined + 1);
        if let Ok(alone) = Pair::new(alone, shape, optimize)
            && differs(&alone, shape, defined, input) == Some(true)
        {
            module = alone.input;
        }
    }
    let mut text = format!(
        ";; Function {defined} does the same after the optimizer.\n;; test: optimize -O3\n\
         ;; {mode}: {what}\n;; input: {input:x?}\n"
    );
    let with_memory = with_data(&module, &memory).unwrap_or(module);
    let run = explorer.expected(defined, input);
    if let Some(run) = run {
        text += &format!(";; run: {run}\n");
    }
    match wasmprinter::print_bytes(&with_memory) {
        Ok(printed) => text + &printed,
        Err(error) => text + &format!(";; {error}"),
    }
}

/// Whether a pair differs on an input.
pub fn differs(pair: &Pair, shape: &Shape, defined: usize, input: &Input) -> Option<bool> {
    let mut explorer = Explorer::new(pair, shape).ok()?;
    let dictionary = Arc::new(explorer.dictionary(defined));
    let name = format!("{}{defined}", transform::FUNCTION);
    explorer.differs(&name, &dictionary, input)
}

/// A value in the syntax of `;; run:` lines.
pub fn number(bits: u128, ty: &ValType) -> Option<String> {
    Some(match ty {
        ValType::I32 => (bits as i32).to_string(),
        ValType::I64 => (bits as i64).to_string(),
        ValType::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        ValType::F64 => format!("{:?}", f64::from_bits(bits as u64)),
        _ => return None,
    })
}

/// The module with more active data.
fn with_data(wasm: &[u8], memory: &[(usize, Vec<u8>)]) -> Option<Vec<u8>> {
    use wasm_encoder::{Encode, Module, RawSection, SectionId};
    let shape = shape::read(wasm).ok()?;
    if memory.is_empty() || shape.memories.first().is_none_or(|memory| memory.memory64) {
        return None;
    }
    let mut module = Module::new();
    let mut more = Vec::new();
    for (at, bytes) in memory {
        more.extend([0, 0x41]);
        (*at as i32).encode(&mut more);
        more.push(0x0b);
        bytes.as_slice().encode(&mut more);
    }
    let mut code = Vec::new();
    (shape.bodies.len() as u32).encode(&mut code);
    for body in &shape.bodies {
        wasm[body.clone()].encode(&mut code);
    }
    let mut data = vec![0];
    for (id, range) in &shape.sections {
        let content = &wasm[range.clone()];
        if *id == SectionId::Data as u8 {
            data = content.to_vec();
        } else if *id == SectionId::DataCount as u8 {
            let mut reader = wasmparser::BinaryReader::new(content, 0);
            let mut count = Vec::new();
            (reader.read_var_u32().ok()? + memory.len() as u32).encode(&mut count);
            module.section(&RawSection { id: *id, data: &count });
        } else {
            module.section(&RawSection { id: *id, data: content });
        }
    }
    module.section(&RawSection { id: SectionId::Code as u8, data: &code });
    let mut reader = wasmparser::BinaryReader::new(&data, 0);
    let mut all = Vec::new();
    (reader.read_var_u32().ok()? + memory.len() as u32).encode(&mut all);
    all.extend_from_slice(&data[reader.original_position() as usize..]);
    all.extend(more);
    module.section(&RawSection { id: SectionId::Data as u8, data: &all });
    Some(module.finish())
}
