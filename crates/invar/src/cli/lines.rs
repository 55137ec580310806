//! Lines of source code, by DWARF in the custom sections of a module.

use addr2line::Context;
use addr2line::gimli::{Dwarf, EndianSlice, LittleEndian, SectionId};
use wasmparser::{Parser, Payload};

type Reader<'a> = EndianSlice<'a, LittleEndian>;

/// The source lines of a module's code.
pub struct Lines<'a> {
    context: Option<Context<Reader<'a>>>,
    /// Where the contents of the code section start: DWARF counts from there.
    code: u64,
}

impl<'a> Lines<'a> {
    /// Reads the DWARF of a module. Without any, or if it cannot be read, no lines are known.
    pub fn new(wasm: &'a [u8]) -> Self {
        let mut code = 0;
        let mut sections: Vec<(&str, &'a [u8])> = Vec::new();
        for payload in Parser::new(0).parse_all(wasm).flatten() {
            match payload {
                Payload::CodeSectionStart { unchecked_range, .. } => code = unchecked_range.start,
                Payload::CustomSection(section) if section.name().starts_with(".debug_") => {
                    sections.push((section.name(), section.data()));
                }
                _ => {}
            }
        }
        if sections.is_empty() {
            return Lines { context: None, code };
        }
        let load = |id: SectionId| -> Result<Reader<'a>, addr2line::gimli::Error> {
            let found = sections.iter().find(|(name, _)| *name == id.name());
            let bytes: &'a [u8] = found.map_or(&[], |(_, bytes)| bytes);
            Ok(EndianSlice::new(bytes, LittleEndian))
        };
        let context = Dwarf::load(load).and_then(Context::from_dwarf).ok();
        Lines { context, code }
    }

    /// Whether no lines are known.
    pub fn is_empty(&self) -> bool {
        self.context.is_none()
    }

    /// The line of an offset in the module: `file.c:12`.
    pub fn of(&self, offset: u64) -> Option<String> {
        let at = offset.checked_sub(self.code)?;
        let found = self.context.as_ref()?.find_location(at).ok()??;
        let file = found.file?;
        let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
        Some(format!("{file}:{}", found.line?))
    }
}
