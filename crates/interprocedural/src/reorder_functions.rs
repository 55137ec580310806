//! Function reordering: those that are mentioned most get the smallest indices: an index below 128 takes one byte where
//! others take two or three.
//!
//! Imports always come first; defined functions follow by how often bodies mention them,
//! ties in the order of the input. The writer counts, since it knows the final bodies.

use invar_analysis::counters;
use invar_ir::Func;
use invar_ir::entities::SecondaryMap;
use invar_rules::uleb_size;
use std::cmp::Reverse;

counters! {
    /// What the reordering of functions did.
    pub struct Stats {
        /// Functions whose position changed.
        moved,
    }
}

/// Sorts defined functions by how often they are mentioned, if that makes indices shorter;
/// otherwise neighbours, which are often alike, stay neighbours, and compress better. `imported`
/// functions come before them.
pub fn run(funcs: &mut [Func], mentions: &SecondaryMap<Func, u32>, imported: usize) -> Stats {
    let before = funcs.to_vec();
    funcs.sort_by_key(|&func| Reverse(mentions[func]));
    let bytes = |funcs: &[Func]| -> u64 {
        let all = (imported..).zip(funcs);
        all.map(|(index, &func)| u64::from(mentions[func]) * u64::from(uleb_size(index as u64)))
            .sum()
    };
    if bytes(funcs) >= bytes(&before) {
        funcs.copy_from_slice(&before);
    }
    let moved = before.iter().zip(&*funcs).filter(|(before, after)| before != after).count();
    Stats { moved: moved as u64 }
}
