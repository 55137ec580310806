//! Passes over a whole module, and what they ask of function bodies.
//!
//! A module pass never renumbers and leaves no holes: it says what is [kept](Keep) and which
//! function [stands for](Merged) which; the writer does the rest.

pub mod calls;
pub mod merge_functions;
pub mod reorder;
pub mod unused;
pub mod uses;

use invar_ir::Func;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::entities::{EntityRef, EntitySet, SecondaryMap};
pub use invar_wasm::Keep;

/// For each function that was merged away, the one that stands for it.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    into: SecondaryMap<Func, PackedOption<Func>>,
}

impl Merged {
    /// The function that stands for this one: itself, if it was not merged.
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

    /// Lets `into`, which is not itself merged, stand for `func`.
    pub fn merge(&mut self, func: Func, into: Func) {
        debug_assert!(func != into && !self.is_merged(into));
        self.into[func] = into.into();
    }
}

/// A set of all entities below a number.
pub(crate) fn all<K: EntityRef>(len: usize) -> EntitySet<K> {
    let mut set = EntitySet::with_capacity(len);
    for n in 0..len {
        set.insert(K::new(n));
    }
    set
}
