//! Why a run ends without results.

use crate::value::ExnAddr;
use std::fmt;

/// A trap. The names are those of wasmtime, so that the kinds can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Trap {
    /// `unreachable`.
    UnreachableCodeReached,
    /// A division, or remainder, by zero.
    IntegerDivisionByZero,
    /// A division, or a conversion of a float, whose result does not fit.
    IntegerOverflow,
    /// A conversion of a NaN to an integer.
    BadConversionToInteger,
    /// An access past the end of a memory or a data segment.
    MemoryOutOfBounds,
    /// An access past the end of a table or an element segment.
    TableOutOfBounds,
    /// A call of a null element of a table.
    IndirectCallToNull,
    /// A call of an element of a table that is a function of another type.
    BadSignature,
    /// A use of a null reference.
    NullReference,
    /// An access past the end of an array.
    ArrayOutOfBounds,
    /// A cast to a type that the reference does not have.
    CastFailure,
    /// An atomic access of an address that is not a multiple of its size.
    HeapMisaligned,
    /// Waiting on a memory that is not shared.
    AtomicWaitNonSharedMemory,
}

/// Why a call, or an instantiation, gives no results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A trap.
    Trap(Trap),
    /// An exception that nothing caught.
    Exception(ExnAddr),
    /// The fuel is used up.
    Fuel,
    /// Calls are nested too deep, or need too many registers.
    Stack,
    /// The objects take too much.
    Heap,
    /// Something that this interpreter does not execute: an operator, or a sentence fragment.
    Unsupported(String),
    /// The host refused: why.
    Host(String),
}

impl From<Trap> for Stop {
    fn from(trap: Trap) -> Stop {
        Stop::Trap(trap)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Trap(trap) => write!(f, "trap: {trap:?}"),
            Stop::Exception(_) => f.write_str("an exception that nothing caught"),
            Stop::Fuel => f.write_str("out of fuel"),
            Stop::Stack => f.write_str("calls are nested too deep"),
            Stop::Heap => f.write_str("too many objects"),
            Stop::Unsupported(what) => write!(f, "not executed: {what}"),
            Stop::Host(why) => write!(f, "the host refused: {why}"),
        }
    }
}

impl std::error::Error for Stop {}
