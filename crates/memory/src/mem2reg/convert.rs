//! Values of slots from what is stored, and results of loads from values of slots.
//!
//! The value of a slot of one or two bytes is an `i32` whose other bits are arbitrary.

use super::Slot;
use invar_ir::{
    Function, Inst, MemArg, MemOrdering, MemSpace, Op, SourceLoc, ValType, Value, memory_access,
};
use invar_rules::Const;

/// Where new instructions go.
pub(super) struct Maker<'a> {
    pub f: &'a mut Function,
    pub out: &'a mut Vec<Inst>,
    pub loc: SourceLoc,
}

impl Maker<'_> {
    /// A new instruction with one result.
    pub fn make(&mut self, op: Op, args: &[Value], ty: ValType) -> Value {
        let inst = self.f.make_inst(op, args, &[ty], self.loc);
        self.out.push(inst);
        self.f.result(inst).expect("one result")
    }

    /// An operator on a value and a constant, of 32 or 64 bits.
    fn with(&mut self, [narrow, wide]: [Op; 2], value: Value, number: i64) -> Value {
        let ty = self.f.ty(value);
        let (op, constant) = match ty {
            ValType::I64 => (wide, Const::I64(number)),
            _ => (narrow, Const::I32(number as i32)),
        };
        let constant = self.make(constant.to_op(), &[], ty);
        self.make(op, &[value, constant], ty)
    }

    /// A number as an integer of the same size.
    fn integer(&mut self, value: Value) -> Value {
        match self.f.ty(value) {
            ValType::F32 => self.make(Op::I32ReinterpretF32, &[value], ValType::I32),
            ValType::F64 => self.make(Op::I64ReinterpretF64, &[value], ValType::I64),
            _ => value,
        }
    }

    /// An integer as a number of a type of the same size.
    fn reinterpret(&mut self, value: Value, ty: ValType) -> Value {
        match ty {
            ValType::F32 => self.make(Op::F32ReinterpretI32, &[value], ty),
            ValType::F64 => self.make(Op::F64ReinterpretI64, &[value], ty),
            _ => value,
        }
    }
}

/// The values of the slots that a stored value is divided into.
pub(super) fn take_apart(maker: &mut Maker<'_>, stored: Value, slots: &[Slot]) -> Vec<Value> {
    let ty = maker.f.ty(stored);
    if let [slot] = slots
        && slot.ty == ty
    {
        return vec![stored];
    }
    let number = maker.integer(stored);
    let start = slots[0].start;
    let part = |slot: &Slot| {
        let bits = 8 * (slot.start - start);
        let mut part = number;
        if bits != 0 {
            part = maker.with([Op::I32ShrU, Op::I64ShrU], part, bits);
        }
        if maker.f.ty(part) == ValType::I64 && slot.size < 8 {
            part = maker.make(Op::I32WrapI64, &[part], ValType::I32);
        }
        maker.reinterpret(part, slot.ty)
    };
    slots.iter().map(part).collect()
}

/// The value of a part of a slot: an integer, of which only the part's bits count.
pub(super) fn part(
    maker: &mut Maker<'_>,
    (slot, value): (Slot, Value),
    skip: u8,
    size: u8,
) -> (Slot, Value) {
    let mut part = maker.integer(value);
    if skip > 0 {
        part = maker.with([Op::I32ShrU, Op::I64ShrU], part, 8 * i64::from(skip));
    }
    if maker.f.ty(part) == ValType::I64 {
        part = maker.make(Op::I32WrapI64, &[part], ValType::I32);
    }
    (Slot { start: slot.start + i64::from(skip), size, ty: ValType::I32 }, part)
}

/// The result of a load from the values of its slots.
pub(super) fn put_together(maker: &mut Maker<'_>, load: Inst, values: &[(Slot, Value)]) -> Value {
    let op = &maker.f.insts[load].op;
    let ty = maker.f.ty(maker.f.result(load).expect("a load has a result"));
    let size = memory_access(op).expect("a load").size;
    let is_signed = matches!(
        op,
        Op::I32Load8S { .. }
            | Op::I32Load16S { .. }
            | Op::I64Load8S { .. }
            | Op::I64Load16S { .. }
            | Op::I64Load32S { .. }
    );
    if let [(slot, value)] = *values
        && slot.ty == ty
        && (size >= 4)
    {
        return value;
    }
    let is_wide = size == 8;
    let start = values[0].0.start;
    // All bytes in an integer of 32 or 64 bits; what is above them is arbitrary for a single slot,
    // or else zero.
    let mut whole = None;
    for &(slot, value) in values {
        let mut part = maker.integer(value);
        if slot.size < 4 && values.len() > 1 {
            part = maker.with([Op::I32And, Op::I64And], part, (1 << (8 * slot.size)) - 1);
        }
        if is_wide && maker.f.ty(part) == ValType::I32 {
            part = maker.make(Op::I64ExtendI32U, &[part], ValType::I64);
        }
        if slot.start != start {
            part = maker.with([Op::I32Shl, Op::I64Shl], part, 8 * (slot.start - start));
        }
        whole = Some(match whole {
            None => part,
            Some(whole) => {
                let of =
                    if is_wide { (Op::I64Or, ValType::I64) } else { (Op::I32Or, ValType::I32) };
                maker.make(of.0, &[whole, part], of.1)
            }
        });
    }
    let mut whole = whole.expect("a load has a slot");
    if size < 4 && is_signed {
        let amount = 32 - 8 * i64::from(size);
        whole = maker.with([Op::I32Shl, Op::I64Shl], whole, amount);
        whole = maker.with([Op::I32ShrS, Op::I64ShrS], whole, amount);
    } else if size < 4 && values.len() == 1 {
        whole = maker.with([Op::I32And, Op::I64And], whole, (1 << (8 * size)) - 1);
    }
    if ty == ValType::I64 && !is_wide {
        let extend = if is_signed { Op::I64ExtendI32S } else { Op::I64ExtendI32U };
        return maker.make(extend, &[whole], ty);
    }
    maker.reinterpret(whole, ty)
}

/// The immediate of an access of a slot.
fn memarg(slot: Slot, offset: u64) -> MemArg {
    let max_align = slot.size.trailing_zeros() as u8;
    // The stack pointer is a multiple of 16.
    let align = max_align.min(slot.start.trailing_zeros() as u8);
    MemArg {
        offset,
        memory: 0,
        align,
        max_align,
        space: MemSpace::Memory,
        ordering: MemOrdering::Default,
    }
}

/// The operator that stores the value of a slot.
pub(super) fn store_op(slot: Slot, offset: u64) -> Op {
    let memarg = memarg(slot, offset);
    match (slot.ty, slot.size) {
        (ValType::I32, 1) => Op::I32Store8 { memarg },
        (ValType::I32, 2) => Op::I32Store16 { memarg },
        (ValType::I64, _) => Op::I64Store { memarg },
        (ValType::F32, _) => Op::F32Store { memarg },
        (ValType::F64, _) => Op::F64Store { memarg },
        (ValType::V128, _) => Op::V128Store { memarg },
        _ => Op::I32Store { memarg },
    }
}

/// The operator that loads the value of a slot.
pub(super) fn load_op(slot: Slot, offset: u64) -> Op {
    let memarg = memarg(slot, offset);
    match (slot.ty, slot.size) {
        (ValType::I32, 1) => Op::I32Load8U { memarg },
        (ValType::I32, 2) => Op::I32Load16U { memarg },
        (ValType::I64, _) => Op::I64Load { memarg },
        (ValType::F32, _) => Op::F32Load { memarg },
        (ValType::F64, _) => Op::F64Load { memarg },
        (ValType::V128, _) => Op::V128Load { memarg },
        _ => Op::I32Load { memarg },
    }
}
