//! Straight-line operators: all that do not transfer control.

mod memories;
mod numbers;
pub(crate) mod objects;
mod tables;

pub(crate) use numbers::number;

use crate::constants::evaluate_wide;
use crate::machine::Machine;
use crate::stop::Stop;
use crate::value::{Const, Ref, Value};
use invar_ir::{Func, Op};

/// How an operator is executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// On numbers alone, to one number.
    Number,
    /// By [`Machine::operator`].
    State,
    Unsupported,
}

/// How an operator without an address, that is no call, is executed.
pub(crate) fn kind(op: &Op) -> Kind {
    match op.proposal() {
        "mvp" => match op {
            Op::GlobalGet { .. }
            | Op::GlobalSet { .. }
            | Op::MemorySize { .. }
            | Op::MemoryGrow { .. } => Kind::State,
            _ => Kind::Number,
        },
        "sign_extension" | "saturating_float_to_int" | "simd" | "relaxed_simd" => Kind::Number,
        "gc"
        | "bulk_memory"
        | "reference_types"
        | "function_references"
        | "threads"
        | "wide_arithmetic"
        | "acquire_release_atomics"
        | "staging" => Kind::State,
        // Ownership, stack switching, custom descriptors, shared objects, later proposals.
        _ => Kind::Unsupported,
    }
}

/// The results of an operator: none, one, or two.
pub(crate) enum Results {
    None,
    One(Value),
    Two(Value, Value),
}

impl From<Value> for Results {
    fn from(value: Value) -> Results {
        Results::One(value)
    }
}

impl From<Ref> for Results {
    fn from(reference: Ref) -> Results {
        Results::One(Value::Ref(reference))
    }
}

/// A number as an index of 32 or 64 bits.
fn index(wide: bool, value: u64) -> Value {
    if wide { Value::i64(value as i64) } else { Value::i32(value as i32) }
}

fn flag(value: bool) -> Results {
    Value::i32(value.into()).into()
}

impl Machine<'_> {
    /// Executes an operator of [`Kind::State`].
    pub fn operator(&mut self, op: &Op, args: &[Value]) -> Result<Results, Stop> {
        Ok(match *op {
            Op::GlobalGet { global_index } => {
                let global = self.instance().globals[global_index as usize];
                self.store.globals[global].value.into()
            }
            Op::GlobalSet { global_index } => {
                let global = self.instance().globals[global_index as usize];
                self.store.globals[global].value = args[0];
                Results::None
            }

            Op::RefNull { .. } => Ref::Null.into(),
            Op::RefFunc { function_index } => {
                let func = Func::from_u32(function_index);
                Ref::Func(self.instance().funcs[func.as_u32() as usize]).into()
            }
            Op::RefIsNull => flag(args[0] == Value::Ref(Ref::Null)),
            Op::RefEq => flag(args[0] == args[1]),
            // A value of the host stays the same; so does one of ours that the host holds.
            Op::AnyConvertExtern | Op::ExternConvertAny => args[0].into(),

            Op::AtomicFence { .. } | Op::Pause => Results::None,
            Op::IsConst { .. }
            | Op::KeepConst { .. }
            | Op::UnkeepConst
            | Op::Leave
            | Op::PromiseConst { .. }
            | Op::PromiseTransitive { .. }
            | Op::PromisePure
            | Op::Private { .. } => args[0].into(),

            Op::I64Add128 | Op::I64Sub128 | Op::I64MulWideS | Op::I64MulWideU => {
                let numbers: Vec<Const> = args.iter().map(|arg| arg.number()).collect();
                let [low, high] =
                    evaluate_wide(op, &numbers).expect("it is defined for all numbers");
                Results::Two(low.into(), high.into())
            }

            Op::MemorySize { .. }
            | Op::MemoryGrow { .. }
            | Op::MemoryInit { .. }
            | Op::MemoryCopy { .. }
            | Op::MemoryFill { .. }
            | Op::DataDrop { .. } => self.memory_operator(op, args)?,
            Op::TableGet { .. }
            | Op::TableSet { .. }
            | Op::TableSize { .. }
            | Op::TableGrow { .. }
            | Op::TableInit { .. }
            | Op::TableCopy { .. }
            | Op::TableFill { .. }
            | Op::ElemDrop { .. } => self.table_operator(op, args)?,
            _ => self.object_operator(op, args)?,
        })
    }
}
