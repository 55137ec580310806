//! Errors of the analysis: annotations contradict each other, or a budget is exceeded.

use invar_ir::{Block, Function, Inst, Module};
use std::fmt;

/// Two annotations of one variable that ask for different policies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The annotation that comes first.
    pub first: (Block, Inst),
    /// The annotation that conflicts with `first`.
    pub second: (Block, Inst),
}

/// Why a function is not analyzed. A conflict is an error of the program; past a budget the
/// function stays generic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Annotations contradict each other.
    Conflict(Conflict),
    /// A budget is exceeded.
    Budget {
        /// The items of which there would be too many.
        what: &'static str,
        /// How many there may be.
        limit: usize,
    },
}

impl Refusal {
    /// A refusal unless the budget suffices.
    pub(crate) fn unless(fits: bool, what: &'static str, limit: usize) -> Result<(), Refusal> {
        if fits { Ok(()) } else { Err(Refusal::Budget { what, limit }) }
    }

    /// The refusal as a sentence.
    pub fn display<'a>(&'a self, f: &'a Function, module: &'a Module) -> impl fmt::Display + 'a {
        fmt::from_fn(move |out| match *self {
            Refusal::Budget { what, limit } => {
                write!(out, "there are more {what} than {limit}: the code stays generic")
            }
            Refusal::Conflict(Conflict { first, second }) => {
                write!(out, "two annotations of one variable differ: ")?;
                for (n, (block, inst)) in [first, second].into_iter().enumerate() {
                    let and = if n == 0 { "" } else { ", and " };
                    write!(out, "{and}`{}` in {block}", f.display_inst(module, inst))?;
                    match f.insts[inst].loc.offset {
                        0 => {}
                        offset => write!(out, " (offset 0x{offset:x})")?,
                    }
                }
                Ok(())
            }
        })
    }
}

impl From<Conflict> for Refusal {
    fn from(conflict: Conflict) -> Self {
        Refusal::Conflict(conflict)
    }
}
