//! The sections of a module that hold DWARF, and small things of its encoding.

use gimli::{Dwarf, EndianSlice, LittleEndian, SectionId};
use invar_ir::wasmparser::{BinaryReader, Parser, Payload};

pub(crate) type Bytes<'a> = EndianSlice<'a, LittleEndian>;

/// What a module, or a file of debug sections, holds.
#[derive(Clone, Debug, Default)]
pub struct Sections<'a> {
    /// Where the contents of the code section start: addresses count from there.
    pub code: u32,
    /// The custom sections by name.
    customs: Vec<(&'a str, &'a [u8])>,
}

impl<'a> Sections<'a> {
    /// Reads a module, up to what is not well formed. Linear in the number of sections and functions.
    pub fn read(wasm: &'a [u8]) -> Self {
        let mut sections = Sections::default();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload {
                Ok(Payload::CodeSectionStart { unchecked_range, .. }) => {
                    sections.code = unchecked_range.start as u32;
                }
                Ok(Payload::CustomSection(section)) => {
                    sections.customs.push((section.name(), section.data()));
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
        sections
    }

    /// The contents of a section; nothing if there is none.
    pub fn get(&self, name: &str) -> &'a [u8] {
        self.customs.iter().find(|(found, _)| *found == name).map_or(&[], |(_, data)| data)
    }

    /// Whether there is any DWARF.
    pub fn has_dwarf(&self) -> bool {
        self.names().next().is_some()
    }

    /// The names of the sections of DWARF.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        let names = self.customs.iter().map(|&(name, _)| name);
        names.filter(|name| name.starts_with(".debug_") || name.starts_with(".zdebug_"))
    }

    pub(crate) fn dwarf(&self) -> Dwarf<Bytes<'a>> {
        let load = |id: SectionId| {
            Ok::<_, gimli::Error>(EndianSlice::new(self.get(id.name()), LittleEndian))
        };
        Dwarf::load(load).expect("loading cannot fail")
    }
}

/// Appends a number in LEB128.
pub(crate) fn unsigned(mut number: u64, out: &mut Vec<u8>) {
    loop {
        let byte = (number & 0x7f) as u8;
        number >>= 7;
        out.push(if number > 0 { byte | 0x80 } else { byte });
        if number == 0 {
            return;
        }
    }
}

/// Appends a number in signed LEB128.
pub(crate) fn signed(mut number: i64, out: &mut Vec<u8>) {
    loop {
        let byte = (number & 0x7f) as u8;
        number >>= 7;
        let is_last = number == if byte & 0x40 == 0 { 0 } else { -1 };
        out.push(if is_last { byte } else { byte | 0x80 });
        if is_last {
            return;
        }
    }
}

/// Appends a number of 32 bits.
pub(crate) fn word(number: u32, out: &mut Vec<u8>) {
    out.extend(number.to_le_bytes());
}

/// Appends an address of so many bytes.
pub(crate) fn address(at: u32, size: u8, out: &mut Vec<u8>) {
    out.extend(&u64::from(at).to_le_bytes()[..usize::from(size)]);
}

/// Writes the length of what follows a word into that word.
pub(crate) fn close_length(at: usize, out: &mut [u8]) {
    let length = (out.len() - at - 4) as u32;
    out[at..at + 4].copy_from_slice(&length.to_le_bytes());
}

/// Appends a custom section to a module.
pub fn append(wasm: &mut Vec<u8>, name: &str, data: &[u8]) {
    let mut header = Vec::new();
    unsigned(name.len() as u64, &mut header);
    header.extend(name.as_bytes());
    wasm.push(0);
    unsigned((header.len() + data.len()) as u64, wasm);
    wasm.extend(header);
    wasm.extend(data);
}

/// A text with its length, as the section `external_debug_info` has the name of a file.
pub fn text(text: &str) -> Vec<u8> {
    let mut data = Vec::new();
    unsigned(text.len() as u64, &mut data);
    data.extend(text.bytes());
    data
}

/// The text in such a section.
pub fn read_text(data: &[u8]) -> Option<&str> {
    let mut reader = BinaryReader::new(data, 0);
    reader.read_string().ok()
}

/// What the section `build_id` of a module says: 16 bytes that depend on all of it, by the hash FNV-1a.
pub fn build_id(wasm: &[u8]) -> Vec<u8> {
    const PRIME: u128 = 0x0000000001000000000000000000013B;
    let step = |hash: u128, byte: &u8| (hash ^ u128::from(*byte)).wrapping_mul(PRIME);
    let hash = wasm.iter().fold(0x6c62272e07bb014262b821756295c58d, step);
    let mut data = vec![16];
    data.extend(hash.to_le_bytes());
    data
}
