//! Requests to the specializer: values of parameters, limits, and how the residual code is left.

use crate::specializer::calls::SpecializedCallees;
use crate::specializer::continuations::KnownPoint;
use crate::specializer::known::Known;
use invar_ir::Caching;

invar_analysis::config! {
    /// How much code may be made from one request.
    pub struct RequestLimits {
        /// How many versions of blocks.
        versions: usize = 20_000,
        /// How many instructions; ahead of time those of versions of callees included.
        insts: usize = 250_000,
        /// How many versions of a function calls with known arguments make.
        callees: usize = 10_000,
        /// How many values of a kept variable that were stored are dispatched on where it is loaded.
        returns: usize = 64,
    }
}

/// A request to specialize a function.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The values of the parameters that are bound.
    pub values: &'a [Option<Known>],
    /// How much code may be made.
    pub limits: RequestLimits,
    /// If set, each promise that was relied on is checked at run time. Code that finds a promise broken calls a
    /// function without parameters and results, which does not return: for the n-th of
    /// [`crate::Special::checks`] the n-th from this number on. The caller provides these functions.
    pub checks: Option<u32>,
    /// Exits of code that is made while the program runs. Without exits, code behind lazy branches is made like
    /// all other, and the code is generic from where a value would be looked up.
    pub exits: Option<Exits<'a>>,
    /// Whether the residual code takes only the parameters that are not bound; see [`crate::Special::function`].
    pub drops_bound: bool,
    /// If set, calls with known arguments become calls of versions of their callees.
    pub callees: Option<&'a dyn SpecializedCallees>,
}

impl<'a> Request<'a> {
    /// A request for these values: ahead of time, without checks, and without versions of callees.
    pub fn new(values: &'a [Option<Known>], limits: RequestLimits) -> Self {
        Request { values, limits, checks: None, exits: None, drops_bound: false, callees: None }
    }
}

/// How code that is made while the program runs is left.
#[derive(Clone, Copy)]
pub struct Exits<'a> {
    /// The n-th of [`crate::Special::exits`] is a tail call of the n-th function from this number on,
    /// which takes the exit's parameters and gives the function's results. The caller provides these functions.
    pub first: u32,
    /// Whether the code is what runs until a specialized region starts: nothing is evaluated, and each `is_const`
    /// and `keep_const` is an exit.
    pub entering: bool,
    /// Whether the code cache has a continuation from a merge with this policy: control goes there, and the code
    /// is not made again.
    pub has_continuation: &'a dyn Fn(&KnownPoint, Caching) -> bool,
}

impl std::fmt::Debug for Exits<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (first, entering) = (self.first, self.entering);
        out.debug_struct("Exits").field("first", &first).field("entering", &entering).finish()
    }
}
