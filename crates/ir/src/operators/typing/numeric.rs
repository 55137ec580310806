//! The table of typing rules: numeric, vector and memory operators by their names.
//!
//! A name is a type and an operation (`I32Add`, `I8x16ExtractLaneS`): the type gives operands and
//! results, the operation the few exceptions (comparisons give `i32`, conversions name their
//! source). The table is built once, on first use.

use super::Signature;
use crate::Opcode;
use std::sync::OnceLock;
use wasmparser::{RefType, ValType};

/// How the types of an operator are found.
pub(super) enum Rule {
    Fixed(Signature),
    /// A memory access: the address, then the operands of this signature.
    Access(Signature, u8),
    /// Computed from the module and the types of the operands.
    Lookup,
}

/// The rule for an operator.
pub(super) fn rule(opcode: Opcode) -> &'static Rule {
    static RULES: OnceLock<Vec<Rule>> = OnceLock::new();
    &RULES.get_or_init(|| Opcode::ALL.iter().map(|&opcode| rule_of(opcode)).collect())
        [opcode as usize]
}

/// The rule for an operator, by its name.
fn rule_of(opcode: Opcode) -> Rule {
    use ValType::{F32, F64, I32, I64, V128};
    const TYPES: [(&str, ValType, Option<ValType>); 11] = [
        // Prefix, type of operands and results, type of a lane.
        ("I8x16", V128, Some(I32)),
        ("I16x8", V128, Some(I32)),
        ("I32x4", V128, Some(I32)),
        ("I64x2", V128, Some(I64)),
        ("F32x4", V128, Some(F32)),
        ("F64x2", V128, Some(F64)),
        ("V128", V128, Some(I32)),
        ("I32", I32, None),
        ("I64", I64, None),
        ("F32", F32, None),
        ("F64", F64, None),
    ];
    let fixed = |operands: &[ValType], results: &[ValType]| {
        Rule::Fixed(Signature { operands: operands.into(), results: results.into() })
    };
    let name = opcode.variant_name();
    let found = TYPES.iter().find_map(|&(prefix, ty, lane)| {
        name.strip_prefix(prefix).map(|operation| (operation, ty, lane))
    });
    if opcode.zeroed().memarg().is_some() {
        let (operation, ty, _) = found.unwrap_or((name, I32, None));
        return access_rule(operation, ty);
    }
    let (Some((operation, ty, lane)), Some((operands, results))) = (found, opcode.arity()) else {
        return match opcode {
            Opcode::Nop | Opcode::DataDrop | Opcode::ElemDrop => fixed(&[], &[]),
            Opcode::AtomicFence | Opcode::Pause => fixed(&[], &[]),
            Opcode::RefI31 => fixed(&[I32], &[RefType::I31.into()]),
            Opcode::ThrowRef => fixed(&[ValType::EXNREF], &[]),
            _ => Rule::Lookup,
        };
    };
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| operation.starts_with(prefix));
    if let Some(lane) = lane {
        return match operation {
            "Splat" => fixed(&[lane], &[V128]),
            "Shl" | "ShrS" | "ShrU" => fixed(&[V128, I32], &[V128]),
            "AllTrue" | "AnyTrue" | "Bitmask" => fixed(&[V128], &[I32]),
            "ReplaceLane" => fixed(&[V128, lane], &[V128]),
            _ if starts(&["ExtractLane"]) => fixed(&[V128], &[lane]),
            _ => fixed(&vec![V128; operands], &[V128]),
        };
    }
    let from = [("I32", I32), ("I64", I64), ("F32", F32), ("F64", F64)]
        .iter()
        .find_map(|&(name, ty)| operation.contains(name).then_some(ty));
    if let Some(from) = from {
        fixed(&[from], &[ty])
    } else if operation == "Eqz" || (operands == 2 && starts(&["Eq", "Ne", "Lt", "Gt", "Le", "Ge"]))
    {
        fixed(&vec![ty; operands], &[I32])
    } else {
        fixed(&vec![ty; operands], &vec![ty; results])
    }
}

/// The rule for a memory access; `operation` is the name without the type.
fn access_rule(operation: &str, ty: ValType) -> Rule {
    use ValType::{I32, I64, V128};
    let (operands, results): (&[ValType], &[ValType]) = match operation {
        "MemoryAtomicNotify" => (&[I32], &[I32]),
        "MemoryAtomicWait32" => (&[I32, I64], &[I32]),
        "MemoryAtomicWait64" => (&[I64, I64], &[I32]),
        _ if operation.contains("Cmpxchg") => (&[ty, ty], &[ty]),
        _ if operation.contains("Rmw") => (&[ty], &[ty]),
        _ if operation.contains("Store") => (&[ty], &[]),
        _ if operation.ends_with("Lane") => (&[V128], &[V128]),
        _ => (&[], &[ty]),
    };
    let after = ["Load", "Store", "Rmw", "Wait"]
        .iter()
        .find_map(|word| operation.split_once(word).map(|(_, after)| after))
        .unwrap_or("");
    let after_digits = after.trim_start_matches(|c: char| c.is_ascii_digit());
    let align = match &after[..after.len() - after_digits.len()] {
        // `load8x8_s` and its like read eight bytes.
        _ if after_digits.starts_with('x') => 3,
        "8" => 0,
        "16" => 1,
        "32" => 2,
        "64" => 3,
        _ => match ty {
            ValType::I64 | ValType::F64 => 3,
            ValType::V128 => 4,
            _ => 2,
        },
    };
    Rule::Access(Signature { operands: operands.into(), results: results.into() }, align)
}
