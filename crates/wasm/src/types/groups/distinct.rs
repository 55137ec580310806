//! Strongly connected components of types as recursion groups, no two of them equal.
//!
//! Two types of different groups are one type if the groups have the same structure (isorecursive equality), so small
//! groups may make types equal that were not. Components of equal structure are put together, so many into each group
//! that the groups differ in length: of `k` equal components one is alone, two are in the next group, three in the
//! one after that, so that the largest has about the square root of `2k`. In one group types differ by their places.
//! A group that would still equal one that the outside sees gets empty structs behind its types.
//!
//! Components are placed by levels: above all that they mention. Those of equal structure are on one level, since
//! what they mention is equal, too; so none of them mentions another, and together they are in no cycle. All groups
//! of lower levels differ already, and so the structure of a group is its types with the numbers of the types that it
//! mentions.
//!
//! Cost: linear in the declarations, and square roots as above.

use super::super::plan::RetypePlan;
use super::{Group, Groups, mentions, renumbered};
use invar_ir::{DirectedGraph, strongly_connected};
use rustc_hash::{FxHashMap, FxHashSet};
use wasmparser::{CompositeInnerType, CompositeType, StructType, SubType, UnpackedIndex};

/// The structure of a group: types of it are mentioned by their places, others by their numbers in the output.
type Structure = Vec<SubType>;

/// Adds the components of types to groups that are there as they are. May add types to the plan, which fill groups.
pub(super) fn add(plan: &mut RetypePlan, groups: &mut Vec<Group>, types: &[u32]) {
    let mut placing = Placing { groups: std::mem::take(groups), ..Placing::default() };
    placing.numbers.numbers = vec![Groups::NONE; plan.types.len()];
    for at in 0..placing.groups.len() {
        let whole = placing.groups[at].0.clone();
        let structure = placing.structure(plan, &[&whole]);
        placing.known.insert(structure);
        placing.number(&whole);
    }
    for level in levels(plan, types) {
        let mut classes: Vec<Vec<Vec<u32>>> = Vec::new();
        let mut class_of: FxHashMap<Structure, usize> = FxHashMap::default();
        for component in level {
            let structure = placing.structure(plan, &[&component]);
            let class = *class_of.entry(structure).or_insert_with(|| {
                classes.push(Vec::new());
                classes.len() - 1
            });
            classes[class].push(component);
        }
        classes.iter().for_each(|class| placing.place(plan, class));
    }
    *groups = placing.groups;
}

#[derive(Default)]
struct Placing {
    groups: Vec<Group>,
    /// The numbers of the types that are in groups.
    numbers: Groups,
    count: u32,
    /// The structures of the groups.
    known: FxHashSet<Structure>,
}

impl Placing {
    /// Places components of equal structure.
    fn place(&mut self, plan: &mut RetypePlan, class: &[Vec<u32>]) {
        let mut rest = class;
        let mut len = 1;
        while !rest.is_empty() {
            // A remainder that is too small for the next group goes into this one.
            let many = match rest.len() {
                _ if invar_ir::mutant!(TypesBecomeEqual) => 1,
                all if all < 2 * len + 1 => all,
                _ => len,
            };
            let (these, others) = rest.split_at(many);
            let these: Vec<&[u32]> = these.iter().map(Vec::as_slice).collect();
            let mut structure = self.structure(plan, &these);
            let mut types = these.concat();
            while self.known.contains(&structure) && !invar_ir::mutant!(TypesBecomeEqual) {
                types.push(filler(plan));
                structure.push(empty_struct());
            }
            self.known.insert(structure);
            self.numbers.numbers.resize(plan.types.len(), Groups::NONE);
            self.number(&types);
            let explicit = types.len() > 1;
            self.groups.push((types, explicit));
            (rest, len) = (others, len + 1);
        }
    }

    /// The structure of a group of components.
    fn structure(&self, plan: &RetypePlan, components: &[&[u32]]) -> Structure {
        let places: FxHashMap<u32, u32> =
            components.iter().copied().flatten().copied().zip(0..).collect();
        let number = |at: u32| match places.get(&at) {
            Some(&place) => UnpackedIndex::RecGroup(place),
            None => {
                let number = self.numbers.get(at);
                UnpackedIndex::Module(number.expect("what is mentioned is on a lower level"))
            }
        };
        places_in_order(components).map(|ty| renumbered(plan, number, ty)).collect()
    }

    fn number(&mut self, types: &[u32]) {
        for &ty in types {
            self.numbers.numbers[ty as usize] = self.count;
            self.count += 1;
        }
    }
}

fn places_in_order<'a>(components: &'a [&[u32]]) -> impl Iterator<Item = u32> + 'a {
    components.iter().flat_map(|types| types.iter().copied())
}

/// A type that makes a group longer.
fn filler(plan: &mut RetypePlan) -> u32 {
    let ty = plan.types.len() as u32;
    plan.types.push(empty_struct());
    plan.representative.push(ty);
    ty
}

fn empty_struct() -> SubType {
    let inner = CompositeInnerType::Struct(StructType { fields: Box::default() });
    let (descriptor_idx, describes_idx) = (None, None);
    let composite_type = CompositeType { inner, shared: false, descriptor_idx, describes_idx };
    SubType { is_final: true, supertype_idxs: Default::default(), composite_type }
}

/// The types of a division, by their place in it, and which of these each mentions.
struct Mentioned(Vec<Vec<u32>>);

impl DirectedGraph for Mentioned {
    fn nodes(&self) -> usize {
        self.0.len()
    }

    fn succ(&self, node: u32, nth: u32) -> Option<u32> {
        self.0[node as usize].get(nth as usize).copied()
    }
}

/// The strongly connected components of types, supertypes first in each. Those of a level mention components of lower
/// levels only.
fn levels(plan: &RetypePlan, types: &[u32]) -> Vec<Vec<Vec<u32>>> {
    let place: FxHashMap<u32, u32> = types.iter().copied().zip(0..).collect();
    let edges = types.iter().map(|&ty| {
        let mut found = Vec::new();
        mentions(plan, ty, |at| found.extend(place.get(&at)));
        found
    });
    let graph = Mentioned(edges.collect());
    let (component_of, count) = strongly_connected(&graph);
    let mut components = vec![Vec::new(); count as usize];
    for (place, &component) in component_of.iter().enumerate() {
        components[component as usize].push(place);
    }
    let mut levels: Vec<Vec<&[usize]>> = Vec::new();
    let mut level_of: Vec<usize> = Vec::new();
    // A component comes behind those that it mentions.
    for (component, places) in components.iter().enumerate() {
        let mentioned = places.iter().flat_map(|&place| &graph.0[place]);
        let others = mentioned.map(|&at| component_of[at as usize] as usize);
        let others = others.filter(|&other| other != component);
        let level = others.map(|other| level_of[other] + 1).max().unwrap_or(0);
        level_of.push(level);
        if levels.len() == level {
            levels.push(Vec::new());
        }
        levels[level].push(places.as_slice());
    }
    // In the order of the input, so that groups that were made here are made once more as they are.
    let listed = |mut level: Vec<&[usize]>| {
        level.sort_unstable();
        let types = |places: &[usize]| places.iter().map(|&place| types[place]).collect();
        level.into_iter().map(types).collect()
    };
    levels.into_iter().map(listed).collect()
}
