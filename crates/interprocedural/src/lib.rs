//! Interprocedural optimization: inlining, and passes over a whole module.
//!
//! | pass | what it does |
//! |---|---|
//! | [`inline`] | inlining of direct calls |
//! | [`merge_functions`] | merges functions whose bodies are equal |
//! | [`call_facts`] | interprocedural constant propagation; devirtualization of calls through tables |
//! | [`global_dce`] | removes functions and other entities of the module without use |
//! | [`reorder_functions`] | gives the functions that are mentioned most the smallest numbers |
//!
//! A pass over a module does not renumber: it says what is kept ([`invar_ir::Keep`]) and which functions were
//! [merged](Merged), and the writer renumbers. [`uses`] finds what function bodies refer to.

pub mod call_facts;
pub mod global_dce;
pub mod inline;
pub mod merge_functions;
pub mod reorder_functions;
pub mod uses;

use invar_ir::Func;
use invar_ir::entities::SecondaryMap;
use invar_ir::entities::packed_option::PackedOption;

/// For each function that was merged into another, that other one.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    into: SecondaryMap<Func, PackedOption<Func>>,
}

impl Merged {
    /// The function that replaces this one: itself, if it was not merged.
    pub fn resolve(&self, mut func: Func) -> Func {
        // One step for each round of merging at most.
        while let Some(into) = self.into[func].expand() {
            func = into;
        }
        func
    }

    /// Whether a function was merged into another.
    pub fn is_merged(&self, func: Func) -> bool {
        self.into[func].is_some()
    }

    /// Replaces `func` by `into`, which is not itself merged.
    pub fn merge(&mut self, func: Func, into: Func) {
        debug_assert!(func != into && !self.is_merged(into));
        self.into[func] = into.into();
    }
}
