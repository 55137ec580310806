//! Function reordering: those that are mentioned most get the smallest indices: an index below 128 takes one byte where
//! others take two or three.
//!
//! Imports always come first; defined functions follow by how often bodies mention them,
//! ties in the order of the input. The writer counts, since it knows the final bodies.

use invar_analysis::counters;
use invar_ir::Func;
use invar_ir::entities::SecondaryMap;
use std::cmp::Reverse;

counters! {
    /// What the reordering of functions did.
    pub struct Stats {
        /// Functions whose position changed.
        moved,
    }
}

/// Sorts defined functions by how often they are mentioned.
pub fn run(funcs: &mut [Func], mentions: &SecondaryMap<Func, u32>) -> Stats {
    let before = funcs.to_vec();
    funcs.sort_by_key(|&func| Reverse(mentions[func]));
    let moved = before.iter().zip(&*funcs).filter(|(before, after)| before != after).count();
    Stats { moved: moved as u64 }
}
