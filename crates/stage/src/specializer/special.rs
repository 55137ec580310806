//! What the specializer makes: residual code, with notes and counters.

use crate::specializer::continuations::Exit;
use invar_ir::{Function, SourceLoc};
use rustc_hash::FxHashMap;

/// A diagnostic about a place in the code.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SpecializerNote {
    /// The byte offset in the input; 0 if unknown.
    pub offset: u32,
    /// The message, a sentence without a period.
    pub what: String,
}

invar_analysis::counters! {
    /// Counters of the specializer.
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
        /// Calls that became calls of versions for their known arguments.
        bound,
        /// Static branches: decided by known values.
        decided,
        /// Instructions that were emitted, constants aside.
        emitted,
        /// Places where a kept variable was not known.
        promotions,
        /// Places where a kept variable was loaded, and is compared with the values that were stored.
        dispatched,
        /// Exits, promotions that are looked up included.
        exits,
    }
}

/// A specialized version of a function: residual code.
#[derive(Clone, Debug)]
pub struct Special {
    /// The version's code: of the function's type, bound parameters being ignored.
    pub function: Function,
    /// Why annotated values were not known, each note with how often it was made.
    pub notes: Vec<(SpecializerNote, usize)>,
    /// Descriptions of the promises that are checked; see [`crate::Request::checks`].
    pub checks: Vec<String>,
    /// Where it is left; see [`crate::Request::exits`].
    pub exits: Vec<Exit>,
    /// Counters.
    pub stats: Stats,
}

/// Notes, each with how often it was made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    times: FxHashMap<SpecializerNote, usize>,
}

impl Notes {
    pub(crate) fn add(&mut self, loc: SourceLoc, what: String) {
        *self.times.entry(SpecializerNote { offset: loc.offset, what }).or_default() += 1;
    }

    /// The notes in the order of the code they are about.
    pub(crate) fn into_list(self) -> Vec<(SpecializerNote, usize)> {
        let mut list: Vec<_> = self.times.into_iter().collect();
        list.sort();
        list
    }
}
