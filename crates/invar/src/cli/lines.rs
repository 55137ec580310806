//! Lines of source code, by DWARF in the custom sections of a module.

use addr2line::Context;
use addr2line::gimli::{Dwarf, EndianRcSlice, LittleEndian, SectionId};
use std::rc::Rc;
use wasmparser::{Parser, Payload};

type Reader = EndianRcSlice<LittleEndian>;

/// Where the code of a module comes from.
pub struct Lines {
    context: Option<Context<Reader>>,
    /// Where the contents of the code section start: DWARF counts from there.
    code: u64,
}

impl Lines {
    /// Reads what a module has of DWARF. Without any, or with some that cannot be read, nothing is
    /// known.
    pub fn new(wasm: &[u8]) -> Lines {
        let mut code = 0;
        let mut sections: Vec<(String, Rc<[u8]>)> = Vec::new();
        for payload in Parser::new(0).parse_all(wasm).flatten() {
            match payload {
                Payload::CodeSectionStart { range, .. } => code = range.start as u64,
                Payload::CustomSection(section) if section.name().starts_with(".debug_") => {
                    sections.push((section.name().to_owned(), Rc::from(section.data())));
                }
                _ => {}
            }
        }
        if sections.is_empty() {
            return Lines { context: None, code };
        }
        let load = |id: SectionId| -> Result<Reader, addr2line::gimli::Error> {
            let found = sections.iter().find(|(name, _)| name == id.name());
            let bytes = found.map_or_else(|| Rc::from([]), |(_, bytes)| bytes.clone());
            Ok(EndianRcSlice::new(bytes, LittleEndian))
        };
        let context = Dwarf::load(load).and_then(Context::from_dwarf).ok();
        Lines { context, code }
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
