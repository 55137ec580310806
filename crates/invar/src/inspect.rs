//! What a module holds: entities, operators by class, proposals, sections.

use crate::error::Error;
use crate::features::Features;
use crate::sections::Section;
use invar_ir::proposals;
use invar_wasm::Input;
use rustc_hash::FxHashMap;
use wasmparser::{Operator, Parser, Payload, WasmFeatures};

/// The contents of a core module.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ModuleStats {
    /// The whole module.
    pub bytes: u64,
    /// Its sections, in order.
    pub sections: Vec<Section>,
    /// Types, imports, defined functions and so on, by name.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_map"))]
    pub entities: Vec<(&'static str, u64)>,
    /// Bytes of the largest function body.
    pub largest_function: u64,
    /// All operators of function bodies.
    pub operators: u64,
    /// Operators by class, the most frequent first.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_map"))]
    pub classes: Vec<(&'static str, u64)>,
    /// The proposals it uses, by the names of their flags.
    pub features: Vec<&'static str>,
}

#[cfg(feature = "serde")]
use crate::report::as_map;

/// Counts the contents of a core module. Validates only what it reads.
pub fn inspect(wasm: &[u8]) -> Result<ModuleStats, Error> {
    count(wasm).map_err(Error::of_parser)
}

fn count(wasm: &[u8]) -> wasmparser::Result<ModuleStats> {
    let mut stats = ModuleStats { bytes: wasm.len() as u64, ..ModuleStats::default() };
    let mut operators = FxHashMap::<(&'static str, &'static str), u64>::default();
    let mut set = WasmFeatures::empty();
    let mut payloads = Vec::new();
    let mut entity = |name, count: u32| stats.entities.push((name, u64::from(count)));
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload?;
        match &payload {
            Payload::TypeSection(section) => entity("types", section.count()),
            Payload::ImportSection(section) => {
                entity("imports", section.clone().into_imports().count() as u32);
            }
            Payload::FunctionSection(section) => entity("functions", section.count()),
            Payload::TableSection(section) => entity("tables", section.count()),
            Payload::MemorySection(section) => entity("memories", section.count()),
            Payload::GlobalSection(section) => entity("globals", section.count()),
            Payload::TagSection(section) => entity("tags", section.count()),
            Payload::ExportSection(section) => entity("exports", section.count()),
            Payload::ElementSection(section) => entity("element segments", section.count()),
            Payload::DataSection(section) => entity("data segments", section.count()),
            Payload::CodeSectionEntry(body) => {
                let range = body.range();
                stats.largest_function = stats.largest_function.max(range.end - range.start);
                for local in body.get_locals_reader()? {
                    set |= proposals::of_type(local?.1);
                }
                for operator in body.get_operators_reader()? {
                    let operator = operator?;
                    set |= proposals::of_operator(&operator);
                    *operators.entry(name(&operator)).or_default() += 1;
                }
                continue;
            }
            _ => {}
        }
        payloads.push(payload);
    }
    let input = Input::of(&payloads);
    set |= input.features;
    stats.sections = input.sections.into_iter().map(Section::from).collect();
    stats.features = Features::from_bits(set).names();
    stats.operators = operators.values().sum();
    let mut classes = FxHashMap::<&'static str, u64>::default();
    for ((name, proposal), count) in operators {
        *classes.entry(class(name, proposal)).or_default() += count;
    }
    stats.classes = classes.into_iter().collect();
    stats.classes.sort_unstable_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    Ok(stats)
}

macro_rules! define_name {
    ($( @$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*) )*) => {
        /// The name of an operator and that of its proposal.
        fn name(operator: &Operator<'_>) -> (&'static str, &'static str) {
            match operator {
                $( Operator::$op { .. } => (stringify!($op), stringify!($proposal)), )*
                _ => ("unknown", "unknown"),
            }
        }
    };
}
wasmparser::for_each_operator!(define_name);

/// The class of an operator, for people.
fn class(name: &str, proposal: &str) -> &'static str {
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    match proposal {
        "simd" | "relaxed_simd" => return "simd",
        "threads" | "shared_everything_threads" => return "atomic",
        "exceptions" | "legacy_exceptions" => return "exception",
        "bulk_memory" => return "bulk memory",
        "stack_switching" => return "stack switching",
        _ => {}
    }
    match name {
        _ if starts(&["Call", "ReturnCall"]) => "call",
        _ if starts(&["Local"]) => "local",
        _ if starts(&["Global"]) => "global",
        _ if starts(&["Table"]) => "table",
        _ if starts(&["MemoryS", "MemoryG"]) => "memory size",
        "Block" | "Loop" | "If" | "Else" | "End" | "Return" | "Unreachable" | "Nop" => "control",
        _ if starts(&["Br"]) => "control",
        "Drop" => "drop",
        _ if starts(&["Select", "TypedSelect"]) => "select",
        _ if proposal == "gc" || starts(&["Ref"]) => "reference",
        _ if has(&["Load"]) => "load",
        _ if has(&["Store"]) => "store",
        _ if name.ends_with("Const") => "constant",
        _ if has(&["Trunc", "Convert", "Extend", "Wrap", "Demote", "Promote", "Reinterpret"])
            && name != "F32Trunc"
            && name != "F64Trunc" =>
        {
            "conversion"
        }
        _ if ["Eqz", "Eq", "Ne", "Lt", "Gt", "Le", "Ge"].iter().any(|test| {
            let rest = name[3.min(name.len())..].strip_prefix(test);
            rest.is_some_and(|rest| matches!(rest, "" | "S" | "U"))
        }) =>
        {
            "comparison"
        }
        _ if starts(&["I32", "I64"]) => "integer arithmetic",
        _ if starts(&["F32", "F64"]) => "float arithmetic",
        _ => "other",
    }
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
