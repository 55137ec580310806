//! What values are and what operators do: the part of an execution that a [`Machine`](crate::machine::Machine) leaves
//! open.
//!
//! | domain | values | memory |
//! |---|---|---|
//! | [`Numbers`](crate::numbers::Numbers) | numbers | bytes; what is not written is random |
//! | [`Circuits`](crate::circuits::Circuits) | bits, each a constant, unknown, or computed from unknown ones | bytes of such bits |
//! | [`Traced`](crate::graphs::trace::Traced) | numbers | none: each operator on it is an event with a random result |

use invar_ir::{Function, Op, ValType, Value};
use std::fmt::Debug;

/// Why an execution ends, other than by a return.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// By a trap.
    Trap,
    /// By a tail call or an exception, which the domain has noted.
    Leaves,
    /// Without an answer: at a bound of the run, or at an operator that the domain does not support. Says which.
    Open(&'static str),
    /// Without an answer: values that must be numbers are none yet, or other numbers are needed.
    Again,
    /// The function or the graph is not valid. Says why.
    Broken(String),
}

/// The bound of a run.
pub(crate) const LONG: &str = "long runs";

/// How an execution ends: with results, or otherwise.
pub type Executed<V> = Result<Vec<V>, Stop>;

/// What values are, and what operators do.
pub(crate) trait Domain {
    /// A value.
    type Value: Clone + PartialEq + Debug;

    /// Counts an operator or a terminator, if the bounds of the run allow it.
    fn step(&mut self) -> Result<(), Stop>;

    /// Executes an operator behind which execution continues. Gives as many results as there are `types`.
    fn op(
        &mut self,
        op: &Op,
        args: &[Self::Value],
        types: &[ValType],
    ) -> Result<Vec<Self::Value>, Stop>;

    /// The number that a branch tests.
    fn decide(&mut self, value: &Self::Value) -> Result<u64, Stop>;

    /// Whether a test of a reference branches.
    fn test(&mut self, op: &Op, args: &[Self::Value]) -> Result<bool, Stop>;

    /// Executes a call with exception handlers, or a `throw` with some: gives the edge on which it leaves, by its
    /// number, and the values that are made for that edge. `edges` has the types of these, the normal edge first.
    fn invoke(
        &mut self,
        op: &Op,
        args: &[Self::Value],
        edges: &[Vec<ValType>],
    ) -> Result<(usize, Vec<Self::Value>), Stop>;

    /// Executes an operator that ends the function. Gives the results of a tail call that is executed.
    fn leave(&mut self, op: &Op, args: &[Self::Value]) -> Executed<Self::Value>;

    /// A value that is defined outside of the blocks that are executed.
    fn outside(&mut self, _: &Function, value: Value) -> Result<Self::Value, Stop> {
        Err(Stop::Broken(format!("{value} is not defined")))
    }
}
