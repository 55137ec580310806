//! What a module in bytes says about its code: where bodies are, what functions are called, where its source map is.

use invar_ir::wasmparser::{ExternalKind, KnownCustom, Name, Parser, Payload, TypeRef};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The custom section that says where the source map is.
pub const URL_SECTION: &str = "sourceMappingURL";

/// What is read of a core module.
#[derive(Clone, Debug, Default)]
pub struct ModuleInfo {
    /// How many functions are imported.
    pub imported: u32,
    /// Where the bodies of functions are, without their sizes. In order.
    pub bodies: Vec<Range<u32>>,
    /// The names of functions by number, of the section `name`.
    pub names: FxHashMap<u32, String>,
    /// The names by which functions are exported.
    pub exports: FxHashMap<u32, String>,
    /// Where the source map is.
    pub map_url: Option<String>,
}

impl ModuleInfo {
    /// Reads a module, up to what is not well formed. Linear.
    pub fn read(wasm: &[u8]) -> ModuleInfo {
        let mut info = ModuleInfo::default();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload {
                Ok(Payload::ImportSection(section)) => {
                    let imports = section.into_imports().filter_map(Result::ok);
                    let is_func =
                        |ty: &TypeRef| matches!(ty, TypeRef::Func(_) | TypeRef::FuncExact(_));
                    info.imported += imports.filter(|import| is_func(&import.ty)).count() as u32;
                }
                Ok(Payload::ExportSection(section)) => {
                    let is_func =
                        |kind| matches!(kind, ExternalKind::Func | ExternalKind::FuncExact);
                    for export in section.into_iter().flatten().filter(|it| is_func(it.kind)) {
                        info.exports.entry(export.index).or_insert_with(|| export.name.to_owned());
                    }
                }
                Ok(Payload::CodeSectionEntry(body)) => {
                    let range = body.range();
                    info.bodies.push(range.start as u32..range.end as u32);
                }
                Ok(Payload::CustomSection(section)) => match section.as_known() {
                    KnownCustom::Name(names) => {
                        for name in names.into_iter().map_while(Result::ok) {
                            let Name::Function(functions) = name else { continue };
                            let functions = functions.into_iter().map_while(Result::ok);
                            let named = functions.map(|it| (it.index, it.name.to_owned()));
                            info.names.extend(named);
                        }
                    }
                    _ if section.name() == URL_SECTION => {
                        info.map_url = url(section.data());
                    }
                    _ => {}
                },
                Ok(_) => {}
                Err(_) => break,
            }
        }
        info
    }

    /// The number of the function whose code contains an offset, the size before the body included; and the first
    /// offset of that.
    pub fn function(&self, offset: u32) -> Option<(u32, u32)> {
        let n = self.bodies.partition_point(|body| body.end <= offset);
        let body = self.bodies.get(n)?;
        // The size has at most five bytes.
        let first = n.checked_sub(1).map_or(0, |before| self.bodies[before].end);
        let first = first.max(body.start.saturating_sub(5));
        (first <= offset).then_some((self.imported + n as u32, first))
    }
}

/// The text of the section.
fn url(mut data: &[u8]) -> Option<String> {
    let (mut length, mut shift) = (0usize, 0);
    loop {
        let (&byte, rest) = data.split_first()?;
        data = rest;
        length |= usize::from(byte & 0x7f).checked_shl(shift)?;
        shift += 7;
        if byte & 0x80 == 0 {
            break;
        }
        if shift > 28 {
            return None;
        }
    }
    String::from_utf8(data.get(..length)?.to_vec()).ok()
}

/// A module with a section that says where its source map is, behind all others.
pub fn with_map_url(mut wasm: Vec<u8>, url: &str) -> Vec<u8> {
    let leb = |mut number: usize, out: &mut Vec<u8>| {
        loop {
            let byte = (number & 0x7f) as u8;
            number >>= 7;
            out.push(if number > 0 { byte | 0x80 } else { byte });
            if number == 0 {
                return;
            }
        }
    };
    let mut content = Vec::new();
    for text in [URL_SECTION, url] {
        leb(text.len(), &mut content);
        content.extend_from_slice(text.as_bytes());
    }
    wasm.push(0);
    leb(content.len(), &mut wasm);
    wasm.extend(content);
    wasm
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_url_is_read_as_it_was_written() {
        let wat = r#"(module (import "m" "f" (func)) (func (export "e")) (func $named nop))"#;
        let wasm = wat::parse_str(wat).unwrap();
        let url = format!("https://example.com/{}.map", "a".repeat(200));
        let wasm = with_map_url(wasm, &url);
        invar_ir::wasmparser::validate(&wasm).unwrap();
        let info = ModuleInfo::read(&wasm);
        assert_eq!(info.map_url, Some(url));
        assert_eq!((info.imported, info.bodies.len()), (1, 2));
        assert_eq!((info.exports[&1].as_str(), info.names[&2].as_str()), ("e", "named"));
        let second = info.bodies[1].clone();
        assert_eq!(info.function(second.start), Some((2, second.start - 1)));
        assert_eq!(info.function(second.end), None);
    }
}
