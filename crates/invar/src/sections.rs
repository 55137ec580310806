//! Sections of a module as bytes: how large each is, and the input without those that the user
//! does not want.

use crate::options::Options;
use invar_wasm::customs::{SectionFate, fate};
use std::ops::Range;
use wasmparser::BinaryReader;

/// A section of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SectionSize {
    /// `code`, `data`, ..., or the name of a custom section.
    pub name: String,
    /// Whether it is a custom section.
    pub custom: bool,
    /// The bytes of its content.
    pub bytes: u64,
}

#[cfg(feature = "inspect")]
impl From<&invar_inspect::module::Section> for SectionSize {
    fn from(section: &invar_inspect::module::Section) -> Self {
        let bytes = section.bytes();
        SectionSize { name: section.name.clone(), custom: section.custom, bytes }
    }
}

/// Whether a custom section is kept as it is in an output with new code.
pub fn is_passed(name: &str, options: &Options) -> bool {
    match name {
        "producers" => !options.strip.producers,
        "target_features" => !options.strip.target_features,
        _ => fate(name) == SectionFate::Passed,
    }
}

/// Whether a custom section is kept in an output with the input's code.
fn is_kept(name: &str, options: &Options) -> bool {
    match fate(name) {
        SectionFate::Rewritten => name != "name" || options.names,
        _ => is_passed(name, options),
    }
}

/// A module without the custom sections that are not kept, otherwise unchanged.
pub(crate) fn without_dropped(wasm: &[u8], options: &Options) -> Vec<u8> {
    without(wasm, |name| !is_kept(name, options))
}

/// A core module without its name section, otherwise unchanged.
pub fn without_names(wasm: &[u8]) -> Vec<u8> {
    without(wasm, |name| name == "name")
}

/// A module without some of its custom sections.
fn without(wasm: &[u8], is_dropped: impl Fn(&str) -> bool) -> Vec<u8> {
    let mut output = Vec::with_capacity(wasm.len());
    let mut copied = 0;
    for (range, _) in custom_sections(wasm).into_iter().filter(|(_, name)| is_dropped(name)) {
        output.extend_from_slice(&wasm[copied..range.start]);
        copied = range.end;
    }
    output.extend_from_slice(&wasm[copied..]);
    output
}

/// The custom sections of a core module, with their headers, and their names. Linear in the number of sections; stops
/// at what is no section.
fn custom_sections(wasm: &[u8]) -> Vec<(Range<usize>, &str)> {
    const HEADER: usize = 8;
    const CUSTOM: u8 = 0;
    let mut reader = BinaryReader::new(wasm.get(HEADER..).unwrap_or_default(), 0);
    let mut found = Vec::new();
    while !reader.eof() {
        let start = HEADER + reader.original_position() as usize;
        let id = reader.read_u8();
        let Ok((id, mut content)) = id.and_then(|id| Ok((id, reader.read_reader()?))) else {
            break;
        };
        if id == CUSTOM {
            let end = HEADER + reader.original_position() as usize;
            found.push((start..end, content.read_string().unwrap_or_default()));
        }
    }
    found
}

/// The bytes of the custom sections of a core module that hold names and debug information.
pub(crate) fn debug_bytes(wasm: &[u8]) -> u64 {
    let is_debug = |name: &str| {
        matches!(name, "name" | "sourceMappingURL" | "external_debug_info")
            || name.starts_with(".debug_")
            || name.starts_with(".zdebug_")
    };
    let sections = custom_sections(wasm).into_iter().filter(|(_, name)| is_debug(name));
    sections.map(|(range, _)| range.len() as u64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::bodies;

    #[test]
    fn names_and_debug_information_are_counted_with_their_headers() {
        let wat = r#"(module (@custom ".debug_info" "abc") (func $f) (@custom "producers" "p"))"#;
        let wasm = wat::parse_str(wat).unwrap();
        let name = 2 + 1 + 4 + (2 + 1 + 1 + 1 + 1);
        assert_eq!(debug_bytes(&wasm), (2 + 1 + 11 + 3) + name);
        let without = without_names(&wasm);
        assert_eq!((wasm.len() - without.len()) as u64, name);
        assert_eq!(debug_bytes(&without), 2 + 1 + 11 + 3);
    }

    #[test]
    fn dropped_sections_are_cut_out() {
        let wat =
            r#"(module (@custom "name" "") (func) (@custom "producers" "p") (@custom "x" "y"))"#;
        let wasm = wat::parse_str(wat).unwrap();
        let mut options = Options::default();
        options.strip.producers = true;
        let cut = without_dropped(&wasm, &options);
        let (_, source) = bodies::read(&cut).unwrap();
        let left = source.input().unwrap();
        let customs: Vec<_> = left.sections.iter().filter(|section| section.custom).collect();
        assert_eq!(customs.len(), 1);
        assert_eq!((customs[0].name.as_str(), customs[0].bytes()), ("x", 1));
        assert_eq!(left.code_bytes(), 4);
    }
}
