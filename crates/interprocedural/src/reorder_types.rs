//! Type reordering: those that are mentioned most get the smallest indices: an index below 64 takes
//! one byte where others take two.
//!
//! A recursion group stays as it is, and comes behind the groups that its types refer to. Of the
//! groups that may come next, the one that is most worth it does: by how often its types are
//! mentioned, and in part by how often those are that have to come after it. Several parts are
//! tried, and the order with the fewest bytes is taken. The writer counts, since it knows the final
//! bodies.
//!
//! Cost: O(n log n) in the types and the references between them.

use crate::uses::{Recorder, Use};
use invar_analysis::counters;
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{Module, TypeId};
use invar_rules::sleb_size;
use std::collections::BinaryHeap;

counters! {
    /// What the reordering of types did.
    pub struct Stats {
        /// Recursion groups whose position changed.
        moved,
    }
}

/// The number of types whose index takes one byte in each use.
pub const ONE_BYTE: usize = 64;

/// What a group counts of those that have to come after it, in several orders that are tried.
const PARTS: [f64; 5] = [0.0, 0.1, 0.25, 0.5, 1.0];

/// A recursion group that is written.
struct Group {
    /// Its number in the module.
    number: u32,
    /// How often each of its types is mentioned.
    mentions: Vec<u32>,
    /// The groups that it refers to, by their places among those that are written.
    needs: Vec<usize>,
}

/// The order of the recursion groups that are written, by their numbers in the module, given the
/// types that are kept and how often each is mentioned. Empty: as in the module.
pub fn run(
    module: &Module,
    kept: &EntitySet<TypeId>,
    mentions: &SecondaryMap<TypeId, u32>,
) -> (Vec<u32>, Stats) {
    let groups = groups(module, kept, mentions);
    let first: Vec<usize> = (0..groups.len()).collect();
    let orders = PARTS.iter().map(|&part| order(&groups, part));
    let all = std::iter::once(first).chain(orders);
    let best = all.min_by_key(|order| bytes(&groups, order)).unwrap_or_default();
    let moved = best.iter().enumerate().filter(|&(to, &from)| to != from).count();
    let order = best.into_iter().map(|at| groups[at].number).collect();
    (order, Stats { moved: moved as u64 })
}

fn groups(
    module: &Module,
    kept: &EntitySet<TypeId>,
    mentions: &SecondaryMap<TypeId, u32>,
) -> Vec<Group> {
    let hierarchy = module.hierarchy();
    // Of equal types, only the first may be written: then it stands for the others.
    let written = |ty: TypeId| if kept.contains(ty) { ty } else { hierarchy.canonical(ty) };
    let mut counted: SecondaryMap<TypeId, u32> = SecondaryMap::with_capacity(module.types.len());
    for ty in module.types.keys() {
        counted[written(ty)] += mentions[ty];
    }
    let mut place_of: SecondaryMap<TypeId, u32> = SecondaryMap::with_capacity(module.types.len());
    let mut recorder = Recorder::default();
    let (mut groups, mut next) = (Vec::new(), 0);
    for (number, group) in module.rec_groups.iter().enumerate() {
        let start = next;
        next += group.len;
        let types: Vec<TypeId> =
            (start..next).map(TypeId::from_u32).filter(|ty| kept.contains(*ty)).collect();
        if types.is_empty() && group.len > 0 {
            continue;
        }
        let here = groups.len();
        types.iter().for_each(|&ty| place_of[ty] = here as u32);
        types.iter().for_each(|&ty| recorder.type_definition(&module.types[ty]));
        let mut needs: Vec<usize> = recorder
            .drain()
            .filter_map(|used| match used {
                Use::Type(ty) => Some(place_of[written(ty)] as usize),
                _ => None,
            })
            .filter(|&place| place != here)
            .collect();
        needs.sort_unstable();
        needs.dedup();
        let mentions = types.iter().map(|&ty| counted[ty]).collect();
        groups.push(Group { number: number as u32, mentions, needs });
    }
    groups
}

/// The places of groups in an order in which those come first that are mentioned most, counting
/// that part of what comes after them.
fn order(groups: &[Group], part: f64) -> Vec<usize> {
    let own = |group: &Group| group.mentions.iter().map(|&n| f64::from(n)).sum::<f64>();
    let mut worth: Vec<f64> = groups.iter().map(own).collect();
    let mut left: Vec<usize> = groups.iter().map(|group| group.needs.len()).collect();
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); groups.len()];
    // A group refers to groups before it.
    for (at, group) in groups.iter().enumerate().rev() {
        let passed_on = part * worth[at] / group.needs.len().max(1) as f64;
        for &need in &group.needs {
            worth[need] += passed_on;
            after[need].push(at);
        }
    }
    let rank = |at: usize| {
        let each = worth[at] / groups[at].mentions.len().max(1) as f64;
        // Of finite numbers that are not negative, the bits have the order of the numbers.
        (each.to_bits(), std::cmp::Reverse(at))
    };
    let mut ready: BinaryHeap<_> =
        left.iter().enumerate().filter(|it| *it.1 == 0).map(|(at, _)| rank(at)).collect();
    let mut order = Vec::with_capacity(groups.len());
    while let Some((_, std::cmp::Reverse(at))) = ready.pop() {
        order.push(at);
        for &next in &after[at] {
            left[next] -= 1;
            if left[next] == 0 {
                ready.push(rank(next));
            }
        }
    }
    order
}

/// The bytes of all mentions of types, where groups are in that order.
fn bytes(groups: &[Group], order: &[usize]) -> u64 {
    let numbers = order.iter().flat_map(|&at| &groups[at].mentions).enumerate();
    numbers.map(|(index, &n)| u64::from(n) * u64::from(sleb_size(index as i64))).sum()
}
