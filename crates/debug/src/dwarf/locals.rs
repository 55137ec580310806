//! Which locals of an output hold at its calls what locals of the input hold there.
//!
//! A walk over the operators of both gives each local a symbol (`symbols`): equal symbols are equal values. The
//! location of a call of the output says which calls of the input it stands for, in the function and in each one that
//! was inlined around it. The symbol that a local of the input has there is looked for among the symbols of the
//! output's locals; a parameter of an inlined function is the argument of its call. So nothing has to be known of what
//! passes did:
//!
//! | symbol | why it is the same value in both |
//! |---|---|
//! | a parameter | both are called with the same arguments; not if the output never reads it: then callers may pass anything |
//! | the stack pointer when the function is called | the same global |
//! | what a call or load gave | it is at the same place, and no other operator of the output is |
//! | what integer operators compute | of equal values |
//!
//! *What a call or load gave* is what it gave when it was executed last. In one iteration of the input's loops around
//! it and around the call, it is executed once: a local that a loop assigns has no symbol where the loop begins. If the
//! output has a loop's iterations one after the other (unrolled, peeled), it may have executed that place in an
//! iteration before. Then something of the loop is in the output several times, and the places in such a loop have no
//! symbol.
//!
//! Values that loops pass from one iteration to the next have no symbol, and those of several branches neither.
//!
//! Cost: linear in the operators of a function and of those that were inlined into it, times the number of locals;
//! bounded by budgets, past which nothing is known.

mod find;
mod functions;
pub(crate) mod symbols;
#[cfg(test)]
mod tests;
pub(crate) mod variables;
mod walk;

use super::frames::NewVariable;
use super::variables::{Located, Values};
use super::{Input, expression};
use functions::Functions;
use invar_ir::{Context, Func};
use symbols::Symbols;

/// With more symbols what is known of the input is forgotten before the next function.
const MOST_SYMBOLS: usize = 1 << 18;
/// So many locals are looked at in a function.
const MOST_WORK: usize = 1 << 22;

/// What holds in the output what a local holds in the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Held {
    Local(u32),
    Constant(i64),
}

/// What is known of functions of the input, with the symbols for it.
#[derive(Default)]
pub(crate) struct InputLocals {
    symbols: Symbols,
    functions: Functions,
}

/// A call of the output, as part of one of the functions that are executed there.
pub(crate) struct LocalsAtCall {
    /// Which inlined call the function is, or the function of the output itself.
    context: Option<Context>,
    /// The address of the call in the input.
    place: u32,
    /// The address of the operator in the output, and the address behind it.
    at: (u32, u32),
    /// Locals of the input.
    held: Box<[(u32, Held)]>,
}

/// Those calls, of one function, whose places are from one address up to another one.
fn between(calls: &[LocalsAtCall], start: u64, end: u64) -> &[LocalsAtCall] {
    let at = |address: u64| calls.partition_point(|call| u64::from(call.place) < address);
    &calls[at(start)..at(end).max(at(start))]
}

impl LocalsAtCall {
    /// An expression that reads locals of the input, for this call.
    pub fn expression(&self, expression: &[u8]) -> Option<Located> {
        Some((self.at, expression::with_locals(expression, &|local| self.held(local))?))
    }

    /// What holds what a local of the input holds.
    fn held(&self, local: u32) -> Option<Held> {
        let at = self.held.binary_search_by_key(&local, |held| held.0);
        at.ok().map(|at| self.held[at].1)
    }
}

/// The calls of a function of the output at which locals are known: those of inlined calls last.
#[derive(Default)]
pub(crate) struct OutputLocals {
    calls: Vec<LocalsAtCall>,
    /// The function of each context.
    functions: Vec<Option<Func>>,
}

impl OutputLocals {
    /// The calls at places of the function itself from one address up to another one.
    pub fn own(&self, start: u64, end: u64) -> &[LocalsAtCall] {
        let own = self.calls.partition_point(|call| call.context.is_none());
        between(&self.calls[..own], start, end)
    }

    /// Gives the variables of inlined calls with the block that each of them is in. Linear in what is given.
    pub fn inlined(
        &self,
        input: &Input,
        values: &mut Values,
        found: &mut dyn FnMut(Context, Option<u32>, NewVariable),
    ) {
        for calls in self.calls.chunk_by(|one, other| one.context == other.context) {
            let Some(context) = calls[0].context else { continue };
            let Some(func) = self.functions[context.as_u32() as usize] else { continue };
            let variables = &input.scopes.in_locals;
            for variable in variables.of(func.as_u32()) {
                let mut list: Vec<Located> = Vec::new();
                for (start, end, expression) in variables.places(variable) {
                    let calls = between(calls, start.into(), end.into());
                    if !values.spend(1 + calls.len()) {
                        return;
                    }
                    let new = calls.iter().filter_map(|call| call.expression(expression));
                    list.extend(new);
                }
                if !list.is_empty() {
                    let (origin, is_parameter) = (variable.origin, variable.is_parameter);
                    found(context, variable.scope, NewVariable { origin, is_parameter, list });
                }
            }
        }
    }
}
