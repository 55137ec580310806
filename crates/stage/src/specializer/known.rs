//! Actual values during specialization, and the evaluation of operators on them.
//!
//! A value is known bit for bit. An address that was computed by additions from a promised one also carries the
//! extent of the promise. A load is evaluated if its bytes lie within the extent; an address that is loaded from
//! transitively promised memory has an unlimited extent. The
//! analysis says which loads may be evaluated at all ([`crate::analysis::derive`]); here the actual addresses decide.

use crate::analysis::derive::{How, Reach};
use crate::specializer::world::World;
use invar_ir::{Func, Function, Inst, Memory, Op, Table, memory_access};
use invar_rules as rules;
use invar_rules::Const;

/// The extent of a promise of constant memory, with actual addresses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Extent {
    /// The memory.
    pub memory: u32,
    /// The first address.
    pub start: u64,
    /// The address behind the last byte.
    pub end: u64,
    /// Whether memory at addresses loaded from these bytes is promised, too.
    pub transitive: bool,
    /// The byte offset of the annotation in the input; 0 if unknown.
    pub offset: u32,
}

impl Extent {
    /// The name of the annotation.
    pub fn name(&self) -> &'static str {
        if self.transitive { "promise_transitive" } else { "promise_const" }
    }

    /// Whether bytes lie within it.
    pub fn covers(&self, address: u64, size: u64) -> bool {
        address >= self.start && address.checked_add(size).is_some_and(|end| end <= self.end)
    }
}

/// A known value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Known {
    /// The value's bits.
    pub value: Const,
    /// The promise that it was derived from as an address.
    pub promise: Option<Extent>,
}

impl Known {
    /// How far the promise of memory at this address reaches.
    pub fn reach(&self) -> Reach {
        match self.promise {
            None => Reach::None,
            Some(extent) if extent.transitive => Reach::Transitive,
            Some(_) => Reach::Direct,
        }
    }

    /// A value under no promise.
    pub fn plain(value: Const) -> Self {
        Known { value, promise: None }
    }

    /// The value as an address.
    pub fn address(&self) -> Option<u64> {
        match self.value {
            Const::I32(value) => Some(u64::from(value as u32)),
            Const::I64(value) => Some(value as u64),
            _ => None,
        }
    }
}

/// Why an operator on known values was not evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Failure {
    /// The operator would trap.
    Traps,
    /// The operator would give a NaN, whose bits are the engine's choice, or cannot be evaluated.
    NotCertain,
    /// A load of bytes that no promise covers.
    NotPromised,
    /// A load past the end of the memory.
    OutOfBounds,
    /// A promised function that could not be called, or trapped.
    CallFailed,
}

impl Failure {
    /// The reason as a phrase.
    pub fn text(self) -> &'static str {
        match self {
            Failure::Traps => "it would trap",
            Failure::NotCertain => {
                "its result is not certain (a NaN, or an operator that cannot be evaluated)"
            }
            Failure::NotPromised => "its address lies outside of what was promised",
            Failure::OutOfBounds => "its address lies outside of the memory",
            Failure::CallFailed => "the promised call could not be made",
        }
    }
}

/// Whether an operator was not evaluated because it traps on these operands.
fn traps(op: &Op) -> bool {
    use Op::*;
    matches!(op, I32DivS | I32DivU | I32RemS | I32RemU | I64DivS | I64DivU | I64RemS | I64RemU)
        || op.opcode().name().contains(".trunc_f")
}

/// The results of an instruction whose operands are all known.
pub fn evaluate(
    f: &Function,
    inst: Inst,
    how: How,
    args: &[Known],
    world: &mut dyn World,
) -> Result<[Option<Known>; 2], Failure> {
    let op = &f.insts[inst].op;
    let values: Vec<Const> = args.iter().map(|arg| arg.value).collect();
    let one = |value: Const| Ok([Some(Known::plain(value)), None]);
    match how {
        How::Never => Err(Failure::NotCertain),
        How::Constant => Const::from_op(op).map_or(Err(Failure::NotCertain), one),
        How::Copy => Ok([Some(promised(f, inst, args)), None]),
        How::Load => load(op, args[0], world),
        How::Call => call(op, &values, world).map_or(Err(Failure::CallFailed), one),
        How::Compute if f.results(inst).len() == 2 => match rules::evaluate_wide(op, &values) {
            Some([low, high]) => Ok([Some(Known::plain(low)), Some(Known::plain(high))]),
            None => Err(Failure::NotCertain),
        },
        How::Compute => match rules::evaluate(op, &values) {
            Some(value) => {
                Ok([Some(Known { value, promise: derived_promise(op, args, value) }), None])
            }
            None if traps(op) => Err(Failure::Traps),
            None => Err(Failure::NotCertain),
        },
    }
}

/// The result of an annotation: its operand, with the extent of the promise if it is one and its length is known.
fn promised(f: &Function, inst: Inst, args: &[Known]) -> Known {
    let (memory, transitive) = match f.insts[inst].op {
        Op::PromiseConst { mem } => (mem, false),
        Op::PromiseTransitive { mem } => (mem, true),
        _ => return args[0],
    };
    let length = args.get(1).and_then(Known::address);
    let Some((start, length)) = args[0].address().zip(length) else { return args[0] };
    let end = start.saturating_add(length);
    let extent = Extent { memory, start, end, transitive, offset: f.insts[inst].loc.offset };
    Known { value: args[0].value, promise: Some(extent) }
}

/// The promise of a sum, a difference or a `select`: that of the operand whose promise covers it.
fn derived_promise(op: &Op, args: &[Known], value: Const) -> Option<Extent> {
    let address = Known::plain(value).address()?;
    match op {
        Op::I32Add | Op::I64Add => {
            let promises = || args.iter().filter_map(|arg| arg.promise);
            promises().find(|extent| extent.covers(address, 1)).or_else(|| promises().next())
        }
        Op::I32Sub | Op::I64Sub => args[0].promise,
        Op::Select => {
            let chosen = if args[2].value == Const::I32(0) { &args[1] } else { &args[0] };
            chosen.promise
        }
        _ => None,
    }
}

fn load(op: &Op, address: Known, world: &mut dyn World) -> Result<[Option<Known>; 2], Failure> {
    let (Some(access), Some(base)) = (memory_access(op), address.address()) else {
        return Err(Failure::NotCertain);
    };
    let size = usize::from(access.size);
    let extent = address.promise.ok_or(Failure::NotPromised)?;
    let from = base.checked_add(access.memarg.offset).ok_or(Failure::OutOfBounds)?;
    if extent.memory != access.memarg.memory
        || !invar_ir::mutant!(StageReadsPastPromise) && !extent.covers(from, size as u64)
    {
        return Err(Failure::NotPromised);
    }
    let mut bytes = [0; 16];
    if !world.read(Memory::from_u32(extent.memory), from, &mut bytes[..size]) {
        return Err(Failure::OutOfBounds);
    }
    let value = rules::load(op, &bytes[..size]).ok_or(Failure::NotCertain)?;
    let leads_on = (extent.transitive || invar_ir::mutant!(StagePromiseLeadsOn))
        && matches!(op, Op::I32Load { .. } | Op::I64Load { .. });
    let promise = leads_on.then_some(Extent { start: 0, end: u64::MAX, ..extent });
    Ok([Some(Known { value, promise }), None])
}

fn call(op: &Op, args: &[Const], world: &mut dyn World) -> Option<Const> {
    match *op {
        Op::Call { function_index } => world.call(Func::from_u32(function_index), args),
        Op::CallIndirect { table_index, .. } => {
            let (slot, args) = args.split_last()?;
            let func = function_at(table_index, Known::plain(*slot), world)?;
            world.call(func, args)
        }
        _ => None,
    }
}

/// The function of the module in a slot of a table.
pub(crate) fn function_at(table: u32, slot: Known, world: &mut dyn World) -> Option<Func> {
    world.function_at(Table::from_u32(table), slot.address()?)
}
