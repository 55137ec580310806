//! What the compiler that made a module guarantees, beyond the rules of WebAssembly.
//!
//! clang and rustc keep variables in frames of a shadow stack, below a stack pointer, and no
//! function accesses a frame but its own, or through an address that it was given. A module says
//! which tools made it, in its section
//! [`producers`](https://github.com/WebAssembly/tool-conventions/blob/main/ProducersSection.md);
//! tools for the output of these compilers leave frames as they are. If it names anything else,
//! nothing is assumed: a collector of garbage, for one, may look for pointers in all frames.
//!
//! Cost: linear in the number of sections.

use invar_ir::Module;
use wasmparser::{Parser, Payload, ProducersSectionReader};

/// The tools of which it is known that they keep frames private, or leave them as they are.
const TOOLS: &[&str] = &[
    "clang",
    "rustc",
    "LLVM",
    "lld",
    "walrus",
    "wasm-bindgen",
    "wit-component",
    "wit-bindgen-rust",
];
/// The languages in which such modules are written.
const LANGUAGES: &[&str] = &["C", "C++", "Rust"];

/// Whether frames of the shadow stack of this module are private to their functions, as far as it
/// says who made it.
pub(crate) fn keeps_stack_abi(wasm: &[u8], module: &Module) -> bool {
    module.stack_pointer().is_some() && is_of_llvm(wasm).unwrap_or(false)
}

/// Whether the section `producers` names clang or rustc, and nothing that is not known. `None` if
/// it cannot be read or is not there.
fn is_of_llvm(wasm: &[u8]) -> Option<bool> {
    let mut found = None;
    for payload in Parser::new(0).parse_all(wasm) {
        let Ok(Payload::CustomSection(section)) = payload else { continue };
        if section.name() != "producers" {
            continue;
        }
        let reader = wasmparser::BinaryReader::new(section.data(), section.data_offset());
        for field in ProducersSectionReader::new(reader).ok()? {
            let field = field.ok()?;
            for value in field.values {
                let name = value.ok()?.name;
                let known = match field.name {
                    "language" => LANGUAGES.iter().any(|language| is_language(name, language)),
                    "processed-by" => {
                        TOOLS.iter().any(|tool| name.split(' ').any(|word| word == *tool))
                    }
                    _ => true,
                };
                if !known {
                    return Some(false);
                }
                if field.name == "processed-by" && (name.contains("clang") || name == "rustc") {
                    found = Some(true);
                }
            }
        }
    }
    found
}

/// Whether a name is that of a language, or of a version of it: `C11`, `C_plus_plus_14`.
fn is_language(name: &str, language: &str) -> bool {
    let version = match language {
        "C++" => name.strip_prefix("C_plus_plus").or(name.strip_prefix("C++")),
        _ => name.strip_prefix(language),
    };
    version.is_some_and(|rest| rest.chars().all(|char| char == '_' || char.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::{is_language, keeps_stack_abi};

    /// A module with a stack pointer, and this section `producers`: fields with names.
    fn made_by(fields: &[(&str, &[&str])]) -> bool {
        let text = |bytes: &mut Vec<u8>, text: &str| {
            bytes.push(text.len() as u8);
            bytes.extend(text.as_bytes());
        };
        let mut section = vec![fields.len() as u8];
        for (field, names) in fields {
            text(&mut section, field);
            section.push(names.len() as u8);
            for name in *names {
                text(&mut section, name);
                text(&mut section, "1");
            }
        }
        let escaped: String = section.iter().map(|byte| format!("\\{byte:02x}")).collect();
        let wasm = wat::parse_str(format!(
            "(module (memory 1) (global (mut i32) (i32.const 65536)) (@custom \"producers\" \"{escaped}\"))"
        ));
        let wasm = wasm.expect("it is a module");
        let (module, _) = crate::driver::bodies::read(&wasm).expect("it can be read");
        keeps_stack_abi(&wasm, &module)
    }

    #[test]
    fn compilers_that_keep_frames_private() {
        assert!(made_by(&[("processed-by", &["clang"])]));
        assert!(made_by(&[
            ("language", &["C11", "C_plus_plus_14"]),
            ("processed-by", &["Ubuntu clang"])
        ]));
        assert!(made_by(&[
            ("language", &["Rust"]),
            ("processed-by", &["rustc", "walrus", "wasm-bindgen"])
        ]));
    }

    #[test]
    fn others_and_what_is_not_known() {
        assert!(!made_by(&[]));
        assert!(!made_by(&[("language", &["C11"])]));
        assert!(!made_by(&[("processed-by", &["Go cmd/compile"])]));
        assert!(!made_by(&[("language", &["Swift"]), ("processed-by", &["clang"])]));
        assert!(!made_by(&[("language", &["C11"]), ("processed-by", &["clang", "TinyGo"])]));
    }

    #[test]
    fn versions_of_languages() {
        assert!(is_language("C11", "C") && is_language("C_plus_plus_17", "C++"));
        assert!(!is_language("C_plus_plus_17", "C") && !is_language("CSharp", "C"));
    }

    #[test]
    fn a_module_without_a_stack_pointer() {
        let wasm = wat::parse_str("(module (func))").expect("it is a module");
        let (module, _) = crate::driver::bodies::read(&wasm).expect("it can be read");
        assert!(!keeps_stack_abi(&wasm, &module));
    }
}
