//! Sections of a module as bytes: how large each is, and the input without those that the user
//! does not want.

use crate::error::Error;
use crate::options::Options;
use invar_wasm::customs::{Fate, fate};
use wasmparser::{Parser, Payload};

/// A section of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Section {
    /// `code`, `data`, ..., or the name of a custom section.
    pub name: String,
    /// Whether it is a custom section.
    pub custom: bool,
    /// The bytes of its content.
    pub bytes: u64,
}

const NAMES: [&str; 14] = [
    "custom",
    "type",
    "import",
    "function",
    "table",
    "memory",
    "global",
    "export",
    "start",
    "element",
    "code",
    "data",
    "data count",
    "tag",
];

/// The sections of a core module, in order.
pub fn sections(wasm: &[u8]) -> wasmparser::Result<Vec<Section>> {
    let mut sections = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::CustomSection(custom) => sections.push(Section {
                name: custom.name().to_owned(),
                custom: true,
                bytes: custom.data().len() as u64,
            }),
            payload => {
                if let Some((id, range)) = payload.as_section() {
                    let name = NAMES.get(usize::from(id)).unwrap_or(&"unknown").to_string();
                    sections.push(Section { name, custom: false, bytes: range.end - range.start });
                }
            }
        }
    }
    Ok(sections)
}

/// The bytes of the code section of a module, 0 if it cannot be read.
pub fn code_bytes(wasm: &[u8]) -> u64 {
    let sections = sections(wasm).unwrap_or_default();
    sections.iter().filter(|section| section.name == "code").map(|section| section.bytes).sum()
}

/// Whether a custom section stays as it is in an output whose code is another than the input's.
pub fn is_passed(name: &str, options: &Options) -> bool {
    match name {
        "producers" => !options.strip.producers,
        "target_features" => !options.strip.target_features,
        _ => fate(name) == Fate::Passed,
    }
}

/// Whether a custom section stays in an output whose code is the input's.
fn is_kept(name: &str, options: &Options) -> bool {
    match fate(name) {
        Fate::Rewritten => name != "name" || options.names,
        _ => is_passed(name, options),
    }
}

/// A module without the custom sections that an output does not have, else byte for byte.
pub fn without_dropped(wasm: &[u8], options: &Options) -> Result<Vec<u8>, Error> {
    cut(wasm, options).map_err(Error::of_parser)
}

fn cut(wasm: &[u8], options: &Options) -> wasmparser::Result<Vec<u8>> {
    let mut output = Vec::with_capacity(wasm.len());
    let mut copied = 0;
    // A section starts where the one before it (or the header) ends.
    let mut start = 8;
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload?;
        let Some((_, range)) = payload.as_section() else { continue };
        if let Payload::CustomSection(custom) = &payload
            && !is_kept(custom.name(), options)
        {
            output.extend_from_slice(&wasm[copied..start]);
            copied = range.end as usize;
        }
        start = range.end as usize;
    }
    output.extend_from_slice(&wasm[copied..]);
    Ok(output)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropped_sections_are_cut_out() {
        let wat =
            r#"(module (@custom "name" "") (func) (@custom "producers" "p") (@custom "x" "y"))"#;
        let wasm = wat::parse_str(wat).unwrap();
        let mut options = Options::default();
        options.strip.producers = true;
        let cut = without_dropped(&wasm, &options).unwrap();
        let left = sections(&cut).unwrap();
        let customs: Vec<_> = left.iter().filter(|section| section.custom).collect();
        assert_eq!(customs.len(), 1);
        assert_eq!((customs[0].name.as_str(), customs[0].bytes), ("x", 1));
        assert_eq!(left.iter().find(|section| section.name == "code").unwrap().bytes, 4);
    }
}
