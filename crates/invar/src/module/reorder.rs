//! Numbers the functions that are referred to most first: an index below 128 takes one byte where
//! others take two or three.
//!
//! Imports come first whatever is done; defined functions follow by how often bodies and element
//! segments mention them, equals in the order of the input. Linear, but for the sorting.

use super::{Keep, Merged};
use crate::module::uses::BodyUses;
use invar_ir::entities::SecondaryMap;
use invar_ir::{ElemItems, Entity, Func, Module, counters};
use std::cmp::Reverse;

counters! {
    /// What the numbering of functions did.
    pub struct Stats {
        /// Functions that are not in the place they had.
        moved,
    }
}

/// The kept defined functions in their new order.
pub fn run(
    module: &Module,
    uses: &SecondaryMap<Func, BodyUses>,
    keep: &Keep,
    merged: &Merged,
) -> (Vec<Func>, Stats) {
    let mut count: SecondaryMap<Func, u64> = SecondaryMap::with_capacity(module.funcs.len());
    let kept = || module.funcs.keys().filter(|&func| keep.funcs.contains(func));
    for func in kept() {
        for place in &uses[func].func_refs {
            count[merged.resolve(place.func)] += 1;
        }
    }
    for elem in module.elems.keys().filter(|&elem| keep.elems.contains(elem)) {
        if let ElemItems::Funcs(funcs) = &module.elems[elem].items {
            funcs.iter().for_each(|&func| count[merged.resolve(func)] += 1);
        }
    }
    for export in &module.exports {
        if let Entity::Func(func) = export.entity {
            count[merged.resolve(func)] += 1;
        }
    }
    let before: Vec<Func> = kept().filter(|&func| module.funcs[func].import.is_none()).collect();
    let mut order = before.clone();
    order.sort_by_key(|&func| Reverse(count[func]));
    let moved = before.iter().zip(&order).filter(|(before, after)| before != after).count();
    (order, Stats { moved: moved as u64 })
}
