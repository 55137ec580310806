//! What passes claim of their results, and what confirms the claims.
//!
//! A pass that is checked keeps a copy of the function ([`PassContext::copy_to_check`]), changes the function, and
//! claims in which way both do the same ([`PassContext::claim`]). A context without a checker makes no copies and
//! confirms nothing, at no cost. The checker is in crate `validate`; tests and builds with debug assertions use it.

use crate::{IntFacts, PassContext};
use invar_ir::{Block, Function, Module, Op, Value};
use std::any::Any;

/// Larger functions are not checked: a checker keeps facts for each block.
const MOST_INSTS: usize = 10_000;

/// In which way the result of a pass does the same as its input.
#[derive(Clone, Copy)]
pub enum Claim<'a> {
    /// Both functions execute the same operators on the same values in the same order.
    Paths(&'a Function, &'a Function),
    /// Each value of the first function that the second one replaced is equal to its replacement.
    Sums(&'a Function, &'a Function),
    /// The same operators access the same effective addresses in the same order.
    Accesses(&'a Function, &'a Function),
    /// What can be observed of both functions is the same.
    Effects(&'a Function, &'a Function),
    /// A vector loop does in each lane what a scalar loop of the same function does.
    Lanes {
        /// The function with both loops.
        function: &'a Function,
        /// What is known of integers from outside of the loops.
        facts: &'a dyn Fn(Value) -> Option<IntFacts>,
        /// The loops.
        vector_loop: &'a VectorLoop<'a>,
    },
    /// A function and its region graph, of which one was made from the other, do the same.
    Graph {
        /// The function.
        function: &'a Function,
        /// The region graph, of a type that this crate does not know: `invar_graph::Graph`.
        graph: &'a dyn Any,
    },
}

/// A vector loop beside the scalar loop that it stands for.
pub struct VectorLoop<'a> {
    /// The arguments with which the scalar loop is entered.
    pub entry: &'a [Value],
    /// The blocks of the scalar loop, in reverse postorder.
    pub scalar: &'a [Block],
    /// Whether the vector loop may be entered: the condition at the end of a block.
    pub checks: (Block, Option<Value>),
    /// The block in front of the vector loop.
    pub setup: Block,
    /// The vector loop.
    pub main: Block,
    /// The block behind the vector loop, which passes what the scalar loop goes on with.
    pub end: Block,
    /// Of a search: where the vector loop goes on, and where it is left early, to execute these iterations again.
    pub search: Option<(Block, Block)>,
    /// The number of vector iterations, computed in `setup`.
    pub count: Value,
    /// How many scalar iterations each vector iteration stands for.
    pub factor: u64,
}

/// What a checker found of a claim that it does not refute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The claim holds for all inputs.
    Proved,
    /// The claim holds for all inputs that were tried.
    Tried,
    /// There is no checker, or the checker supports no claim about this code.
    Unchecked,
}

/// What confirms or refutes claims.
pub trait Checker: Sync {
    /// Checks a claim about functions of a module, whose parameters have these constant values. An error says what
    /// differs.
    fn check(
        &self,
        claim: &Claim<'_>,
        module: &Module,
        constants: &[(u32, Op)],
    ) -> Result<Verdict, String>;
}

impl PassContext<'_> {
    /// A copy of the function for a claim, if there is a checker and the function is not too large.
    pub fn copy_to_check(&self, f: &Function) -> Option<Function> {
        (self.checker.is_some() && f.insts.len() < MOST_INSTS).then(|| f.clone())
    }

    /// Checks a claim. An error says what differs.
    pub fn check(&self, claim: Claim<'_>) -> Result<Verdict, String> {
        match self.checker {
            Some(checker) => checker.check(&claim, self.module, self.constants),
            None => Ok(Verdict::Unchecked),
        }
    }

    /// Checks a claim of a pass. Panics if the claim is refuted.
    #[track_caller]
    pub fn claim(&self, pass: &str, claim: Claim<'_>) -> Verdict {
        self.check(claim).unwrap_or_else(|why| panic!("{pass} is wrong: {why}"))
    }
}
