//! Which expressions stay right in an output.

use super::DwarfError;
use super::locals::Held;
use super::sections::{self, Bytes, signed, unsigned};
use gimli::{Dwarf, Encoding, EndianSlice, Expression, Format, LittleEndian, Operation, Unit};

/// An expression as it is in the output. `None` if it may mean something else there: it refers to entries or to
/// globals of WebAssembly, which have new numbers, or to locals that do not hold the same. `frame` is the frame base
/// of the input less that of the output, where that is known.
pub(crate) fn translate<'a>(
    expression: Expression<Bytes<'a>>,
    dwarf: &Dwarf<Bytes<'a>>,
    unit: &Unit<Bytes<'a>>,
    is_copied: bool,
    is_same: &mut dyn FnMut(u32) -> bool,
    frame: Option<i64>,
) -> Result<Option<Vec<u8>>, DwarfError> {
    let all = expression.0.slice();
    let mut rest = expression.0;
    let mut out = Vec::with_capacity(all.len());
    while !rest.is_empty() {
        let start = all.len() - rest.len();
        let Ok(operation) = Operation::parse(&mut rest, unit.encoding()) else { return Ok(None) };
        let bytes = &all[start..all.len() - rest.len()];
        use Operation::*;
        match operation {
            AddressIndex { index } => {
                let Ok(at) = u32::try_from(dwarf.address(unit, index)?) else { return Ok(None) };
                out.push(gimli::DW_OP_addr.0);
                sections::address(at, unit.address_size(), &mut out);
                continue;
            }
            FrameOffset { .. } | WasmStack { .. } if is_copied => {}
            FrameOffset { offset } if frame.is_some_and(|by| offset.checked_add(by).is_some()) => {
                out.push(gimli::DW_OP_fbreg.0);
                sections::signed(offset + frame.unwrap_or(0), &mut out);
                continue;
            }
            WasmLocal { index } if is_same(index) => {}
            // Branches would need new distances if addresses before them have other sizes.
            Bra { .. } | Skip { .. } | Call { .. } | VariableValue { .. } | TLS | CallFrameCFA => {
                return Ok(None);
            }
            Register { .. }
            | RegisterOffset { .. }
            | ImplicitPointer { .. }
            | EntryValue { .. } => {
                return Ok(None);
            }
            ParameterRef { .. } | ConstantIndex { .. } | TypedLiteral { .. } | Convert { .. } => {
                return Ok(None);
            }
            Reinterpret { .. } | WasmLocal { .. } | WasmGlobal { .. } | WasmStack { .. } => {
                return Ok(None);
            }
            FrameOffset { .. } | PushObjectAddress => return Ok(None),
            Deref { base_type, .. } if base_type.0 != 0 => return Ok(None),
            _ => {}
        }
        out.extend(bytes);
    }
    Ok(Some(out))
}

/// The operations of an expression that was translated, each with its bytes.
fn operations(all: &[u8]) -> impl Iterator<Item = (Operation<Bytes<'_>>, &[u8])> {
    // Only addresses depend on it, and expressions with these are not used.
    let encoding = Encoding { address_size: 4, format: Format::Dwarf32, version: 5 };
    let mut rest = EndianSlice::new(all, LittleEndian);
    std::iter::from_fn(move || {
        let start = all.len() - rest.len();
        let operation = Operation::parse(&mut rest, encoding).ok()?;
        Some((operation, &all[start..all.len() - rest.len()]))
    })
}

/// The locals that an expression reads.
pub(crate) fn locals(expression: &[u8]) -> Vec<u32> {
    let locals = operations(expression).filter_map(|(operation, _)| match operation {
        Operation::WasmLocal { index } => Some(index),
        _ => None,
    });
    locals.collect()
}

/// An expression with what holds each local in its place. `None` if one is not held, or a constant would be taken for
/// an address. Expressions with addresses are left to others.
pub(crate) fn with_locals(
    expression: &[u8],
    held: &dyn Fn(u32) -> Option<Held>,
) -> Option<Vec<u8>> {
    let is_value = || operations(expression).any(|it| matches!(it.0, Operation::StackValue));
    let mut out = Vec::with_capacity(expression.len());
    for (operation, bytes) in operations(expression) {
        let held = match operation {
            Operation::WasmLocal { index } => held(index)?,
            Operation::Address { .. } => return None,
            _ => {
                out.extend(bytes);
                continue;
            }
        };
        match held {
            Held::Local(local) => {
                out.extend([gimli::DW_OP_WASM_location.0, 0]);
                unsigned(local.into(), &mut out);
            }
            Held::Constant(constant) if is_value() => {
                out.push(gimli::DW_OP_consts.0);
                signed(constant, &mut out);
            }
            Held::Constant(_) => return None,
        }
    }
    Some(out)
}
