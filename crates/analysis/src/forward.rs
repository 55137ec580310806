//! Store-to-load forwarding: the value of a load in terms of a value that was stored to or loaded from
//! the same location.

use invar_ir::{Op, Opcode, ValType};
use invar_rules::{Const, Term, ValueFacts, known_bits, sign_bits};

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
        invar_ir::mutant!(ForwardWithoutTruncation) || known_bits(facts, value).max() <= max
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

/// The result of a load of the bytes from `start` of what another access, with the operator `from`, has written as
/// `value`. `None` if it takes more than two operators to compute, or more than one for a float: to shift or wrap an
/// integer and to move it to a register of floats takes longer than a load.
///
/// The bits are shifted down, and what is above them is masked, wrapped, or was not there.
pub(crate) fn part<F: ValueFacts>(
    facts: &F,
    value: F::Value,
    from: Opcode,
    start: u64,
    load: Opcode,
) -> Option<Term<F::Value>> {
    use Opcode::*;
    let (ty, width) = match from {
        I32Store | I32Load => (ValType::I32, 32),
        I64Store | I64Load => (ValType::I64, 64),
        F32Store | F32Load => (ValType::F32, 32),
        F64Store | F64Load => (ValType::F64, 64),
        _ => return None,
    };
    let (signed, bits, to) = match load {
        I32Load8S => (true, 8, ValType::I32),
        I32Load8U => (false, 8, ValType::I32),
        I32Load16S => (true, 16, ValType::I32),
        I32Load16U => (false, 16, ValType::I32),
        I32Load => (false, 32, ValType::I32),
        F32Load => (false, 32, ValType::F32),
        I64Load8S => (true, 8, ValType::I64),
        I64Load8U => (false, 8, ValType::I64),
        I64Load16S => (true, 16, ValType::I64),
        I64Load16U => (false, 16, ValType::I64),
        I64Load32S => (true, 32, ValType::I64),
        I64Load32U => (false, 32, ValType::I64),
        _ => return None,
    };
    let shift = 8 * u32::try_from(start).ok()?;
    if shift + bits > width {
        return None;
    }
    if let Some(constant) = facts.constant(value) {
        let all = match constant {
            Const::I32(value) => u64::from(value as u32),
            Const::F32(value) => u64::from(value),
            Const::I64(value) => value as u64,
            Const::F64(value) => value,
            Const::V128(_) => return None,
        };
        let unused = 64 - bits;
        let moved = (all >> shift) << unused;
        let part = if signed { (moved as i64 >> unused) as u64 } else { moved >> unused };
        return Some(Term::Const(match to {
            ValType::I32 => Const::I32(part as i32),
            ValType::F32 => Const::F32(part as u32),
            _ => Const::I64(part as i64),
        }));
    }
    let is_top = shift + bits == width;
    if signed && !is_top {
        return None;
    }
    // As integers, from here on.
    let mut count = 0;
    let mut node = |ty, op, operands| {
        count += 1;
        Term::Node(ty, op, operands)
    };
    let int = if width == 32 { ValType::I32 } else { ValType::I64 };
    let number = |ty, number: u32| match ty {
        ValType::I32 => Term::Const(Const::I32(number as i32)),
        _ => Term::Const(Const::I64(i64::from(number))),
    };
    let mut term = Term::Value(value);
    if ty == ValType::F32 {
        term = node(int, Op::I32ReinterpretF32, vec![term]);
    } else if ty == ValType::F64 {
        term = node(int, Op::I64ReinterpretF64, vec![term]);
    }
    if shift > 0 {
        let op = match (int, signed) {
            (ValType::I32, false) => Op::I32ShrU,
            (ValType::I32, true) => Op::I32ShrS,
            (_, false) => Op::I64ShrU,
            (_, true) => Op::I64ShrS,
        };
        term = node(int, op, vec![term, number(int, shift)]);
    }
    let wraps = int == ValType::I64 && to != ValType::I64;
    let int = if wraps { ValType::I32 } else { int };
    if wraps {
        term = node(int, Op::I32WrapI64, vec![term]);
    }
    let is_all = is_top || wraps && bits == 32 || invar_ir::mutant!(ReadsPartUnmasked);
    if !is_all {
        let and = if int == ValType::I32 { Op::I32And } else { Op::I64And };
        term = node(int, and, vec![term, number(int, u32::MAX >> (32 - bits))]);
    }
    term = match (int, to) {
        (_, ValType::F32) => node(ValType::F32, Op::F32ReinterpretI32, vec![term]),
        (ValType::I32, ValType::I64) if signed => node(ValType::I64, Op::I64ExtendI32S, vec![term]),
        (ValType::I32, ValType::I64) => node(ValType::I64, Op::I64ExtendI32U, vec![term]),
        _ => term,
    };
    let most = if to == ValType::F32 { 1 } else { 2 };
    (count <= most).then_some(term)
}

/// The low bits of an `i32`, extended with or without sign: what a packed field gives.
pub(crate) fn low_bits<F: ValueFacts>(
    facts: &F,
    value: F::Value,
    bits: u32,
    is_signed: bool,
) -> Term<F::Value> {
    let mask = u32::MAX >> (32 - bits);
    let int = |value: u32| Term::Const(Const::I32(value as i32));
    let node = |op, a, b| Term::Node(ValType::I32, op, vec![a, b]);
    if invar_ir::mutant!(ForwardPackedWhole) {
        return Term::Value(value);
    }
    let fits = if is_signed {
        sign_bits(facts, value) > 32 - bits
    } else {
        known_bits(facts, value).max() <= u64::from(mask)
    };
    if fits {
        Term::Value(value)
    } else if is_signed {
        let top = node(Op::I32Shl, Term::Value(value), int(32 - bits));
        node(Op::I32ShrS, top, int(32 - bits))
    } else {
        node(Op::I32And, Term::Value(value), int(mask))
    }
}

/// What a load of bytes gives that are all the same.
pub(crate) fn repeated(byte: u8, load: Opcode) -> Option<Const> {
    use Opcode::*;
    let all = u64::from_le_bytes([byte; 8]);
    Some(match load {
        I32Load8S => Const::I32(i32::from(byte as i8)),
        I32Load8U => Const::I32(i32::from(byte)),
        I32Load16S => Const::I32(i32::from(all as i16)),
        I32Load16U => Const::I32(i32::from(all as u16)),
        I32Load => Const::I32(all as i32),
        I64Load8S => Const::I64(i64::from(byte as i8)),
        I64Load8U => Const::I64(i64::from(byte)),
        I64Load16S => Const::I64(i64::from(all as i16)),
        I64Load16U => Const::I64(i64::from(all as u16)),
        I64Load32S => Const::I64(i64::from(all as i32)),
        I64Load32U => Const::I64(i64::from(all as u32)),
        I64Load => Const::I64(all as i64),
        F32Load => Const::F32(all as u32),
        F64Load => Const::F64(all),
        _ => return None,
    })
}
