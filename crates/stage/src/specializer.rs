//! The specializer: a function for the actual values of what is constant in it.
//!
//! [`Prepared`] is a function with annotations, analyzed once for the parameters that are bound.
//! [`specialize`] follows its split graph from the entry, with actual values (`follow`):
//! each *version* of a node is told apart by the values of the run-time constants that are live where
//! it is entered, so there are as many copies of a block as there are such values ("polyvariant"),
//! merges with the same values meet again, and code that no values lead to is never made. What is
//! known is evaluated, what is not is emitted, known operands being constants in it.
//!
//! The analysis says what is known if nothing goes wrong. Where a kept variable turns out not to be
//! known, code for a program that is running is left, and the value is looked up ([`crate::specializer::continuations`]);
//! ahead of time the *generic* code goes on: a copy of the rest of the function, made at most once, in
//! which annotations do nothing. Past a budget the same happens, with a note. Nothing here fails.
//!
//! Policies: a merge that is to be replicated is not looked up, each arrival makes its own copy
//! (until the budget). The other caching policies differ in what a lookup costs while the program
//! runs; here all versions are kept and found by all their values. Ahead of time lazy branches are made
//! after all others, so that a budget is spent on what is certain to be reached; while a program runs
//! the code is left there.
//!
//! Cost: linear in the code that is made, and in what is live where versions are entered.

pub mod continuations;
pub(crate) mod emit;
pub(crate) mod exits;
pub(crate) mod follow;
pub mod known;
pub mod world;

use crate::analysis::choices::branch_on_choices;
use crate::analysis::derive::Bound;
use crate::analysis::{Analysis, Config, analyze_bound};
use crate::annotations::raise;
use crate::error::Refusal;
use crate::specializer::continuations::{Exit, Leave, Place};
use crate::specializer::world::World;
use invar_ir::rules::{Const, is_constant};
use invar_ir::{Cfg, Func, Function, Liveness, Module, Terminator, Value};

/// How much code may be made from one request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many versions of blocks.
    pub versions: usize,
    /// How many instructions.
    pub insts: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { versions: 20_000, insts: 250_000 }
    }
}

/// A function that special versions are made of.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The function in the module.
    pub func: Func,
    /// The code that is followed: annotations are operators, choices are branches.
    pub code: Function,
    /// What follows from the annotations.
    pub analysis: Analysis,
    /// The values, constants aside, that are live into blocks.
    pub live: Liveness,
}

impl Prepared {
    /// Prepares a function for requests that bind these parameters.
    pub fn new(
        module: &Module,
        func: Func,
        function: &Function,
        bound: &Bound,
        config: &Config,
    ) -> Result<Self, Refusal> {
        let mut code = function.clone();
        raise(&mut code, module);
        code.resolve_aliases();
        branch_on_choices(&mut code, module, bound);
        code.resolve_aliases();
        let has_handlers = |block| matches!(code.blocks[block].term, Terminator::Invoke { .. });
        let handlers = code.live_blocks().filter(|&block| has_handlers(block)).count();
        Refusal::unless(handlers == 0, "calls with exception handlers", 0)?;
        let analysis = analyze_bound(&code, module, bound, config)?;
        let varies = |value| !code.def_op(value).is_some_and(is_constant);
        let live = Liveness::new(&code, &Cfg::new(&code), varies);
        Ok(Prepared { func, code, analysis, live })
    }
}

/// What happened at a place, for people.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Note {
    /// The byte offset in the input; 0 if unknown.
    pub offset: u32,
    /// What, as a sentence without a period.
    pub what: String,
}

invar_ir::counters! {
    /// What was made.
    pub struct Stats {
        /// Versions of blocks.
        versions,
        /// Of these, generic ones.
        generic,
        /// Instructions that were evaluated.
        evaluated,
        /// Of these, loads of promised memory.
        loads,
        /// Of these, calls of pure functions.
        calls,
        /// Branches that known values decided.
        decided,
        /// Instructions that were emitted, constants aside.
        emitted,
        /// Places where a kept variable was not known.
        promotions,
        /// Exits, promotions that are looked up included.
        exits,
    }
}

/// A special version of a function.
#[derive(Clone, Debug)]
pub struct Special {
    /// Its code: of the function's type, bound parameters being ignored.
    pub function: Function,
    /// Why what is annotated was not known, each with how often it was met.
    pub notes: Vec<(Note, usize)>,
    /// The promises that are checked, for people; see [`Request::checks`].
    pub checks: Vec<String>,
    /// Where it is left; see [`Request::leave`].
    pub exits: Vec<Exit>,
    /// What was made.
    pub stats: Stats,
}

/// What a function is specialized to.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The values of the parameters that are bound.
    pub values: &'a [Option<Const>],
    /// How much code may be made.
    pub limits: Limits,
    /// If set, each promise that was relied on is checked while the code runs. A broken one calls a
    /// function that takes and gives nothing and does not return: the n-th of [`Special::checks`] the
    /// n-th from this number on. Who asks makes these functions.
    pub checks: Option<u32>,
    /// How code is left that is made while the program runs. If not set, lazy branches are made with all
    /// others, and the code is generic where a value would be looked up.
    pub leave: Option<Leave<'a>>,
}

/// Makes a special version of a function. The values must have the types of the parameters, and
/// those that are bound must be the ones that the function was prepared for.
pub fn specialize(
    module: &Module,
    prepared: &Prepared,
    request: &Request<'_>,
    world: &mut dyn World,
) -> Special {
    follow::follow(module, prepared, None, request, world)
}

/// Makes the code from a place on. It takes these values, of which those of [`Prepared::params`] are used;
/// its results are those of the function, and its type is for who asks to set. Bound values are not looked
/// at.
pub fn resume(
    module: &Module,
    prepared: &Prepared,
    (place, takes): (&Place, &[Value]),
    request: &Request<'_>,
    world: &mut dyn World,
) -> Special {
    follow::follow(module, prepared, Some((place, takes)), request, world)
}
