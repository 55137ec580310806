//! Store-to-load forwarding: the value of a load in terms of a value that was stored to or loaded from
//! the same location.

use crate::rules::{Const, Term, ValueFacts, known_bits, sign_bits};
use crate::{Op, Opcode, ValType};

/// Whether an operator is a plain load or store: of one number or vector, or of its low bits.
pub fn is_plain(op: &Op) -> bool {
    use Op::*;
    matches!(
        op,
        I32Load { .. }
            | I64Load { .. }
            | F32Load { .. }
            | F64Load { .. }
            | V128Load { .. }
            | I32Load8S { .. }
            | I32Load8U { .. }
            | I32Load16S { .. }
            | I32Load16U { .. }
            | I64Load8S { .. }
            | I64Load8U { .. }
            | I64Load16S { .. }
            | I64Load16U { .. }
            | I64Load32S { .. }
            | I64Load32U { .. }
            | I32Store { .. }
            | I64Store { .. }
            | F32Store { .. }
            | F64Store { .. }
            | V128Store { .. }
            | I32Store8 { .. }
            | I32Store16 { .. }
            | I64Store8 { .. }
            | I64Store16 { .. }
            | I64Store32 { .. }
    )
}

/// The operator that reads what a write (of a global, table, field or element) has written, and how
/// many of the first operands of the write are its operands; the next operand is the value written.
pub fn read_back(write: &Op) -> Option<(Op, usize)> {
    Some(match *write {
        Op::GlobalSet { global_index } => (Op::GlobalGet { global_index }, 0),
        Op::TableSet { table } => (Op::TableGet { table }, 1),
        Op::StructSet { struct_type_index, field_index } => {
            (Op::StructGet { struct_type_index, field_index }, 1)
        }
        Op::ArraySet { array_type_index } => (Op::ArrayGet { array_type_index }, 2),
        _ => return None,
    })
}

/// The result of a load, given the value that another access of the same bytes, with the operator
/// `from`, has read or written. `None` if it takes more than one operator to compute.
pub fn forwarded<F: ValueFacts>(
    facts: &F,
    value: F::Value,
    from: Opcode,
    load: Opcode,
) -> Option<Term<F::Value>> {
    use Opcode::*;
    let ty = facts.ty(value);
    let same = || Some(Term::Value(value));
    let through = |ty, op| Some(Term::Node(ty, op, vec![Term::Value(value)]));
    let low = |mask: Const| {
        let and = if mask.ty() == ValType::I32 { Op::I32And } else { Op::I64And };
        Some(Term::Node(mask.ty(), and, vec![Term::Value(value), Term::Const(mask)]))
    };
    let fits = |max: u64| {
        crate::mutant!(ForwardWithoutTruncation) || known_bits(facts, value).max() <= max
    };
    // The value, if it is its own sign extension from that many bits.
    let signed = |bits: u32, width: u32| {
        let is_extended = sign_bits(facts, value) > width - bits;
        is_extended.then_some(Term::Value(value))
    };
    if from == load {
        return same();
    }
    match (load, ty) {
        (I32Load, ValType::I32)
        | (I64Load, ValType::I64)
        | (F32Load, ValType::F32)
        | (F64Load, ValType::F64)
        | (V128Load, ValType::V128) => same(),
        (I32Load, ValType::F32) => through(ValType::I32, Op::I32ReinterpretF32),
        (F32Load, ValType::I32) => through(ValType::F32, Op::F32ReinterpretI32),
        (I64Load, ValType::F64) => through(ValType::I64, Op::I64ReinterpretF64),
        (F64Load, ValType::I64) => through(ValType::F64, Op::F64ReinterpretI64),
        (I32Load, ValType::I64) => through(ValType::I32, Op::I32WrapI64),
        (I64Load32U, ValType::I32) => through(ValType::I64, Op::I64ExtendI32U),
        (I64Load32S, ValType::I32) => through(ValType::I64, Op::I64ExtendI32S),
        (I32Load8U, ValType::I32) if fits(0xff) => same(),
        (I64Load8U, ValType::I64) if fits(0xff) => same(),
        (I32Load16U, ValType::I32) if fits(0xffff) => same(),
        (I64Load16U, ValType::I64) if fits(0xffff) => same(),
        (I64Load32U, ValType::I64) if fits(0xffff_ffff) => same(),
        (I32Load8U, ValType::I32) => low(Const::I32(0xff)),
        (I64Load8U, ValType::I64) => low(Const::I64(0xff)),
        (I32Load16U, ValType::I32) => low(Const::I32(0xffff)),
        (I64Load16U, ValType::I64) => low(Const::I64(0xffff)),
        (I64Load32U, ValType::I64) => low(Const::I64(0xffff_ffff)),
        (I32Load8S, ValType::I32) => signed(8, 32),
        (I32Load16S, ValType::I32) => signed(16, 32),
        (I64Load8S, ValType::I64) => signed(8, 64),
        (I64Load16S, ValType::I64) => signed(16, 64),
        (I64Load32S, ValType::I64) => signed(32, 64),
        _ => None,
    }
}
