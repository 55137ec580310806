//! Which proposals a module uses.
//!
//! No flags are needed: what a module uses, and what its `target_features` section claims, is
//! what its output may use. [`detect`] finds the first by letting wasmparser's validator say what
//! it misses in the sections, starting from the first version of WebAssembly, and by looking up
//! each operator of the bodies in wasmparser's table. Linear in the size of the module. Names are in
//! [`features`](crate::features).

use crate::features::Feature;
use invar_ir::proposals::{of_operator, of_type};
use wasmparser::{BinaryReader, FunctionBody, Parser, Payload, Validator, WasmFeatures};

/// The proposals that a `target_features` section claims.
pub fn from_section(bytes: &[u8]) -> WasmFeatures {
    fn read(bytes: &[u8]) -> wasmparser::Result<WasmFeatures> {
        let mut reader = BinaryReader::new(bytes, 0);
        let mut set = WasmFeatures::empty();
        for _ in 0..reader.read_var_u32()? {
            let used = matches!(reader.read_u8()?, b'+' | b'=');
            let name = reader.read_string()?;
            if let Some(known) =
                Feature::ALL.iter().find(|known| used && known.section_name() == name)
            {
                set |= known.bits();
            }
        }
        Ok(set)
    }
    read(bytes).unwrap_or(WasmFeatures::empty())
}

/// The proposals that a valid module uses, outside of its function bodies.
pub fn of_sections(wasm: &[u8]) -> WasmFeatures {
    let mut set = WasmFeatures::MVP;
    while let Err(error) = validate_sections(wasm, set) {
        let missing = error.missing_wasm_feature().or_else(|| {
            // The validator does not say; see which proposal takes it further.
            let further = |feature: &&Feature| {
                // Several faults of one type are reported at the same place.
                validate_sections(wasm, set | feature.bits()).map_or_else(
                    |next| {
                        let same = next.offset() == error.offset();
                        next.offset() > error.offset() || same && next.message() != error.message()
                    },
                    |()| true,
                )
            };
            Feature::ALL.iter().find(further).map(|feature| feature.bits())
        });
        match missing {
            Some(missing) if !set.contains(missing) => set |= missing,
            // Not a matter of proposals: whoever reads the module reports it.
            _ => break,
        }
    }
    set
}

fn validate_sections(wasm: &[u8], set: WasmFeatures) -> wasmparser::Result<()> {
    let mut validator = Validator::new_with_features(set);
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload?;
        if !matches!(payload, Payload::CodeSectionEntry(_) | Payload::End(_)) {
            validator.payload(&payload)?;
        }
    }
    Ok(())
}

/// The proposals that a module uses: [`of_sections`] and [`of_body`] of each body.
pub fn detect(wasm: &[u8]) -> wasmparser::Result<WasmFeatures> {
    let mut set = of_sections(wasm);
    for payload in Parser::new(0).parse_all(wasm) {
        if let Payload::CodeSectionEntry(body) = payload? {
            set |= of_body(&body)?;
        }
    }
    Ok(set)
}

/// The proposals that a function body uses.
pub fn of_body(body: &FunctionBody<'_>) -> wasmparser::Result<WasmFeatures> {
    let mut set = WasmFeatures::empty();
    for local in body.get_locals_reader()? {
        set |= of_type(local?.1);
    }
    for operator in body.get_operators_reader()? {
        set |= of_operator(&operator?);
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Features;

    fn names(set: WasmFeatures) -> Vec<&'static str> {
        Features::from_bits(set).names()
    }

    #[track_caller]
    fn uses(wat: &str, expected: &[&str]) {
        let wasm = wat::parse_str(wat).unwrap();
        let set = detect(&wasm).unwrap();
        assert_eq!(names(set), expected);
        Validator::new_with_features(set).validate_all(&wasm).unwrap();
    }

    #[test]
    fn proposals_are_found_in_sections_and_bodies() {
        uses("(module (func (param i32) (result i32) local.get 0))", &[]);
        uses("(module (func (result i32 i32) i32.const 0 i32.const 1))", &["multivalue"]);
        uses("(module (func block (result f32 f32) unreachable end drop drop))", &["multivalue"]);
        uses("(module (func (local v128)))", &["simd"]);
        uses("(module (func i32.const 0 i32.extend8_s drop))", &["sign-ext"]);
        uses("(module (memory i64 1))", &["memory64"]);
        uses("(module (memory 1 1 shared))", &["threads"]);
        uses("(module (memory 1) (memory 1))", &["multimemory"]);
        uses("(module (global (import \"a\" \"b\") (mut i32)))", &["mutable-globals"]);
        uses("(module (memory 1) (data \"x\"))", &["bulk-memory"]);
        uses(
            "(module (memory 1) (func i32.const 0 i32.const 0 i32.const 0 memory.fill))",
            &["bulk-memory-opt"],
        );
        uses("(module (func (param externref)))", &["reference-types"]);
        uses("(module (tag))", &["exception-handling"]);
        uses(
            "(module (type $t (func (param (ref $t) (ref i31)) (result v128)))
                (type (sub (array (mut i64)))))",
            &["reference-types", "simd", "typed-function-references", "gc"],
        );
    }

    #[test]
    fn a_target_features_section_is_read() {
        let section = b"\x03+\x04simd+\x07simd128-\x08sign-ext";
        assert_eq!(names(from_section(section)), ["simd"]);
        assert_eq!(from_section(b"\xff"), WasmFeatures::empty());
    }
}
