//! Numbers the functions that are mentioned most first: an index below 128 takes one byte where
//! others take two or three.
//!
//! Imports come first whatever is done; defined functions follow by how often bodies mention them,
//! equals in the order of the input. The counting is the writer's, which knows the final bodies.

use crate::bodies::{self, Code};
use crate::module::{Keep, Merged};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Func, Module, counters};

counters! {
    /// What the numbering of functions did.
    pub struct Stats {
        /// Functions that are not in the place they had.
        moved,
    }
}

/// The kept defined functions in their new order.
pub(crate) fn run(
    module: &Module,
    codes: &SecondaryMap<Func, Option<Code>>,
    keep: &Keep,
    merged: &Merged,
) -> (Vec<Func>, Stats) {
    let order = bodies::order(module, codes, keep, merged, true);
    let before = bodies::order(module, codes, keep, merged, false);
    let moved = before.iter().zip(&order).filter(|(before, after)| before != after).count();
    (order, Stats { moved: moved as u64 })
}
