//! What a module holds: entities, operators by class, proposals, sections, the largest functions.

use crate::error::Error;
use crate::features::Features;
use crate::sections::SectionSize;
use invar_inspect::ModuleItems;
use invar_inspect::operators::CLASSES;
use invar_ir::proposals;
use invar_wasm::InputBytes;
use std::cmp::Reverse;
use wasmparser::{Parser, Payload, WasmFeatures};

/// The contents of a core module.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ModuleStats {
    /// The whole module.
    pub bytes: u64,
    /// Its sections, in order.
    pub sections: Vec<SectionSize>,
    /// Types, imports, defined functions and so on, by name.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_map"))]
    pub entities: Vec<(&'static str, u64)>,
    /// Bytes of the largest function body.
    pub largest_function: u64,
    /// The ten functions with the largest bodies, the largest first.
    pub largest_functions: Vec<LargeFunction>,
    /// All operators of function bodies.
    pub operators: u64,
    /// Operators by class, the most frequent first.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_map"))]
    pub classes: Vec<(&'static str, u64)>,
    /// The proposals it uses, by the names of their flags.
    pub features: Vec<&'static str>,
}

/// One of the largest functions.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LargeFunction {
    /// Its index.
    pub index: u32,
    /// Its name, demangled, or that of its export; `func[7]` without one.
    pub name: String,
    /// Bytes of its body.
    pub bytes: u64,
    /// Operators of its body.
    pub operators: u64,
}

#[cfg(feature = "serde")]
use crate::report::as_map;

/// How many functions are listed.
const LARGEST: usize = 10;

/// Counts the contents of a core module. Validates only what it reads.
pub fn inspect(wasm: &[u8]) -> Result<ModuleStats, Error> {
    let module = ModuleItems::read(wasm).map_err(|error| Error::at(error.offset, error.message))?;
    let features = features(wasm).map_err(Error::of_parser)?;
    let mut functions: Vec<_> = module.defined().collect();
    functions.sort_by_key(|(index, function)| (Reverse(function.bytes()), *index));
    functions.truncate(LARGEST);
    let large = |&(index, function): &(u32, &invar_inspect::module::FunctionItem)| LargeFunction {
        index,
        name: module.item_of(index).label(),
        bytes: function.bytes(),
        operators: function.operators,
    };
    let classes = CLASSES.into_iter().zip(module.classes);
    let mut classes: Vec<_> = classes.filter(|(_, count)| *count > 0).collect();
    classes.sort_unstable_by_key(|&(name, count)| (Reverse(count), name));
    Ok(ModuleStats {
        bytes: module.bytes,
        sections: module.sections.iter().map(SectionSize::from).collect(),
        entities: module.entities.clone(),
        largest_function: functions.first().map_or(0, |(_, function)| function.bytes()),
        largest_functions: functions.iter().map(large).collect(),
        operators: module.operators(),
        classes,
        features: Features::from_bits(features).names(),
    })
}

/// The proposals that a module uses.
fn features(wasm: &[u8]) -> wasmparser::Result<WasmFeatures> {
    let mut set = WasmFeatures::empty();
    let mut payloads = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload?;
        if let Payload::CodeSectionEntry(body) = payload {
            for local in body.get_locals_reader()? {
                set |= proposals::of_type(local?.1);
            }
            for operator in body.get_operators_reader()? {
                set |= proposals::of_operator(&operator?);
            }
        } else {
            payloads.push(payload);
        }
    }
    Ok(set | InputBytes::of(&payloads).features)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasmparser::Validator;

    #[test]
    fn operators_are_counted_by_class() {
        let wat = "(module (memory 1) (func (export \"f\") (param i32) (result i32)
            local.get 0 i32.load local.get 0 i32.add i32.const 8 i32.shr_s i32.eqz))";
        let stats = inspect(&wat::parse_str(wat).unwrap()).unwrap();
        let expected = [
            ("integer arithmetic", 2),
            ("local", 2),
            ("comparison", 1),
            ("constant", 1),
            ("control", 1),
            ("load", 1),
        ];
        assert_eq!(stats.classes, expected);
        assert_eq!(stats.operators, 8);
        assert_eq!(stats.features, [""; 0]);
        assert!(stats.entities.contains(&("functions", 1)));
        let [largest] = &stats.largest_functions[..] else { panic!("there is one function") };
        assert_eq!((largest.name.as_str(), largest.index, largest.operators), ("f", 0, 8));
        assert_eq!(largest.bytes, stats.largest_function);
    }

    #[track_caller]
    fn uses(wat: &str, expected: &[&str]) {
        let wasm = wat::parse_str(wat).unwrap();
        let names = inspect(&wasm).unwrap().features;
        assert_eq!(names, expected);
        let set = names.join(",").parse::<Features>().unwrap().bits() | WasmFeatures::MVP;
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
}
