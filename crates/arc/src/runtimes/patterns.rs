//! Shapes of code that compilers and runtimes write around references: constants, addresses at a distance from a
//! reference, tests against the start of the heap, edges through empty blocks, arithmetic.

use invar_ir::{Block, BlockCall, Function, Op, Terminator, Value, ValueDef};

/// The start of the heap, where counted objects begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heap {
    /// Behind this address.
    Const(i32),
    /// Behind the address in this global.
    Global(u32),
}

/// A comparison `value > HEAP`, unsigned.
pub(crate) fn above_heap(f: &Function, cond: Value) -> Option<(Value, Heap)> {
    let inst = f.def_inst(cond)?;
    let (value, bound) = match (&f.insts[inst].op, f.args(inst)) {
        (Op::I32GtU, &[value, bound]) => (value, bound),
        (Op::I32LtU, &[bound, value]) => (value, bound),
        _ => return None,
    };
    let heap = match *f.def_op(bound)? {
        Op::I32Const { value } => Heap::Const(value),
        Op::GlobalGet { global_index } => Heap::Global(global_index),
        _ => return None,
    };
    Some((f.resolve(value), heap))
}

/// `value - n`, as a subtraction or an addition.
pub(crate) fn minus(f: &Function, value: Value) -> Option<(Value, i32)> {
    let inst = f.def_inst(value)?;
    let constant = |value| match f.def_op(value)? {
        Op::I32Const { value } => Some(*value),
        _ => None,
    };
    match (&f.insts[inst].op, f.args(inst)) {
        (Op::I32Sub, &[value, n]) => Some((f.resolve(value), constant(n)?)),
        (Op::I32Add, &[value, n]) => Some((f.resolve(value), constant(n)?.wrapping_neg())),
        _ => None,
    }
}

/// The target and arguments of an edge, through empty blocks.
pub(crate) fn through<'a>(f: &'a Function, mut call: &'a BlockCall) -> (Block, &'a [Value]) {
    for _ in 0..4 {
        let data = &f.blocks[call.block];
        match &data.term {
            Terminator::Jump(next) if data.insts.is_empty() && data.params.is_empty() => {
                call = next
            }
            _ => break,
        }
    }
    (call.block, f.list(&call.args))
}

/// The constant that a value is, if it is one.
pub(crate) fn constant(f: &Function, value: Value) -> Option<u64> {
    match f.values[value].def {
        ValueDef::Result(inst, _) => match f.insts[inst].op {
            Op::I32Const { value } => Some(u64::from(value as u32)),
            Op::I64Const { value } => Some(value as u64),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an operator is arithmetic that neither traps nor reads memory.
pub(crate) fn is_arithmetic(op: &Op) -> bool {
    matches!(
        op,
        Op::I32Const { .. }
            | Op::I64Const { .. }
            | Op::F32Const { .. }
            | Op::F64Const { .. }
            | Op::I32Add
            | Op::I32Sub
            | Op::I32Mul
            | Op::I32And
            | Op::I32Or
            | Op::I32Xor
            | Op::I32Shl
            | Op::I32ShrS
            | Op::I32ShrU
            | Op::I32Eqz
            | Op::I32Eq
            | Op::I32Ne
            | Op::I32LtS
            | Op::I32LtU
            | Op::I32GtS
            | Op::I32GtU
            | Op::I32LeS
            | Op::I32LeU
            | Op::I32GeS
            | Op::I32GeU
            | Op::I64Add
            | Op::I64Sub
            | Op::I64Mul
            | Op::I64ExtendI32S
            | Op::I64ExtendI32U
            | Op::I32WrapI64
    )
}
