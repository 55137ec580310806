//! The sections of the input with their sizes, and the proposals that they use.
//!
//! No flags are needed: what a module uses is what its output may use. [`section_features`] lets
//! wasmparser's validator say what it misses in the sections, starting from the first version of
//! WebAssembly; operators of bodies are looked up in its table (`invar_ir::proposals`). Linear in the size of
//! the sections, once for each proposal that is used.

use std::ops::Range;
use wasmparser::{Payload, Validator, WasmFeatures};

/// A section of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputSection {
    /// `code`, `data`, ..., or the name of a custom section.
    pub name: String,
    /// Whether it is a custom section.
    pub custom: bool,
    /// Where its content is, without the name of a custom section. The section ends there, too.
    pub content: Range<usize>,
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

impl InputSection {
    /// The section that a payload begins, if it begins one.
    pub fn of(payload: &Payload<'_>) -> Option<InputSection> {
        let (id, range) = payload.as_section()?;
        let (name, start) = match payload {
            Payload::CustomSection(custom) => (custom.name(), custom.data_offset()),
            _ => (*NAMES.get(usize::from(id)).unwrap_or(&"unknown"), range.start),
        };
        let custom = matches!(payload, Payload::CustomSection(_));
        Some(InputSection {
            name: name.to_owned(),
            custom,
            content: start as usize..range.end as usize,
        })
    }

    /// How many bytes its content has.
    pub fn bytes(&self) -> u64 {
        self.content.len() as u64
    }
}

/// The bytes that a module was read from.
#[derive(Clone, Debug)]
pub struct InputBytes {
    /// The sections, in order.
    pub sections: Vec<InputSection>,
    /// The proposals that a valid module uses, outside of its function bodies.
    pub features: WasmFeatures,
}

/// No bytes.
impl Default for InputBytes {
    fn default() -> Self {
        InputBytes { sections: Vec::new(), features: WasmFeatures::empty() }
    }
}

impl InputBytes {
    /// The contents of the payloads of a module, without function bodies.
    pub fn of(payloads: &[Payload<'_>]) -> InputBytes {
        InputBytes {
            sections: payloads.iter().filter_map(InputSection::of).collect(),
            features: section_features(payloads),
        }
    }

    /// The section `linking`, which object files have, and which some linkers leave over.
    pub fn linking(&self) -> Option<&InputSection> {
        self.sections.iter().find(|section| section.custom && section.name == "linking")
    }

    /// How many bytes the code section has; 0 without one.
    pub fn code_bytes(&self) -> u64 {
        let code = |section: &&InputSection| !section.custom && section.name == "code";
        self.sections.iter().filter(code).map(InputSection::bytes).sum()
    }
}

/// The proposals that the sections of a valid module use.
fn section_features(payloads: &[Payload<'_>]) -> WasmFeatures {
    let mut set = WasmFeatures::MVP;
    while let Err(error) = validate_sections(payloads, set) {
        let missing = error.missing_wasm_feature().or_else(|| {
            // The validator does not say; see which proposal takes it further.
            let further = |feature: &WasmFeatures| {
                // Several faults of one type are reported at the same place.
                validate_sections(payloads, set | *feature).map_or_else(
                    |next| {
                        let same = next.offset() == error.offset();
                        next.offset() > error.offset() || same && next.message() != error.message()
                    },
                    |()| true,
                )
            };
            WasmFeatures::all().iter().find(further)
        });
        match missing {
            Some(missing) if !set.contains(missing) => set |= missing,
            // Not a matter of proposals: whoever reads the module reports it.
            _ => break,
        }
    }
    set
}

fn validate_sections(payloads: &[Payload<'_>], set: WasmFeatures) -> wasmparser::Result<()> {
    let mut validator = Validator::new_with_features(set);
    for payload in payloads {
        if !matches!(payload, Payload::CodeSectionEntry(_) | Payload::End(_)) {
            validator.payload(payload)?;
        }
    }
    Ok(())
}
