//! The recursion groups of the output: strongly connected components of types that mention each other.
//!
//! Two types of different groups are one if the groups have the same structure, so a smaller group may make types equal
//! that were not. Then groups that are equal are put into one, in which types have different places; and if that does not
//! help, all types that are not public are in one group.

use super::Stats;
use super::plan::{Plan, fields_of};
use super::scan::{Facts, index};

use invar_ir::{Graph, Module, RecGroup, TypeHierarchy, TypeId, ValType, strongly_connected};
use rustc_hash::{FxHashMap, FxHashSet};
use wasmparser::{
    CompositeInnerType, FieldType, FuncType, HeapType, PackedIndex, RefType, StorageType,
    StructType, SubType, UnpackedIndex,
};

/// The types of the output.
#[derive(Default)]
pub(super) struct Groups {
    /// The groups, as types of the input.
    pub groups: Vec<(Vec<u32>, bool)>,
    /// The number of each type in the output.
    pub numbers: Vec<u32>,
}

impl Groups {
    const NONE: u32 = u32::MAX;

    fn number(&mut self, count: usize) {
        self.numbers = vec![Self::NONE; count];
        let types = self.groups.iter().flat_map(|(types, _)| types);
        for (number, &ty) in (0..).zip(types) {
            self.numbers[ty as usize] = number;
        }
    }

    /// The number of a type in the output, if it is there.
    pub fn get(&self, ty: u32) -> Option<u32> {
        self.numbers.get(ty as usize).copied().filter(|&number| number != Self::NONE)
    }
}

/// Chooses the groups. Whether there are any in which types that were different stay so.
pub(super) fn divide(
    module: &Module,
    facts: &Facts,
    closed: bool,
    plan: &mut Plan,
    stats: &mut Stats,
) -> bool {
    let mut old: Vec<(Vec<u32>, bool)> = Vec::new();
    let mut start = 0;
    for group in &module.rec_groups {
        old.push(((start..start + group.len).collect(), group.explicit));
        start += group.len;
    }
    let added: Vec<u32> = (start..plan.types.len() as u32).collect();
    // A group that may not be divided is there as a whole.
    let is_whole = |types: &[u32]| !closed || types.iter().any(|ty| facts.public.contains(ty));
    let mut with: FxHashMap<u32, &[u32]> = FxHashMap::default();
    for (types, _) in old.iter().filter(|(types, _)| is_whole(types)) {
        with.extend(types.iter().map(|&ty| (ty, types.as_slice())));
    }
    let used = used(module, facts, plan, &with);
    let is_used = |ty: &u32| used.contains(ty);
    let is_first = |ty: &u32| plan.stands[*ty as usize] == *ty;
    let mut whole: Vec<(Vec<u32>, bool)> = Vec::new();
    let mut private: Vec<u32> = Vec::new();
    for (types, explicit) in &old {
        let is_equal_to_earlier = types.iter().any(|&ty| facts.canonical(ty) != ty);
        if is_equal_to_earlier || !types.iter().any(is_used) {
            continue;
        }
        match !is_whole(types) {
            true => private.extend(types.iter().copied().filter(|ty| is_used(ty) && is_first(ty))),
            false => whole.push((types.clone(), *explicit)),
        }
    }
    let mut chosen = None;
    if !private.is_empty() {
        for mut division in [components(plan, &private), vec![private.clone()]] {
            for _ in 0..ROUNDS {
                let spelled = division.iter().map(|group| (group.clone(), group.len() > 1));
                let mut groups = whole.clone();
                groups.extend(spelled);
                match equal_groups(plan, &groups, &added) {
                    None => {
                        chosen = Some(groups);
                        break;
                    }
                    Some((first, second)) if first >= whole.len() => {
                        let second = division.remove(second - whole.len());
                        division[first - whole.len()].extend(second);
                        division[first - whole.len()].sort_unstable();
                    }
                    Some(_) => break,
                }
            }
            if chosen.is_some() {
                break;
            }
        }
    }
    let mut groups = match chosen {
        Some(chosen) => chosen,
        None if private.is_empty() => whole,
        None => return false,
    };
    let written = |groups: &[(Vec<u32>, bool)]| groups.iter().map(|(types, _)| types.len()).sum();
    let (before, after): (usize, usize) = (written(&old), written(&groups));
    stats.types = (before - after) as u64;
    stats.groups = divided(&old, &groups);
    groups.extend(added.into_iter().map(|ty| (vec![ty], false)));
    plan.groups.groups = groups;
    plan.groups.number(plan.types.len());
    true
}

/// How many groups have types that are in different groups now.
fn divided(old: &[(Vec<u32>, bool)], new: &[(Vec<u32>, bool)]) -> u64 {
    let mut group_of: FxHashMap<u32, usize> = FxHashMap::default();
    for (n, (types, _)) in new.iter().enumerate() {
        group_of.extend(types.iter().map(|&ty| (ty, n)));
    }
    let is_divided = |(types, _): &&(Vec<u32>, bool)| {
        let mut found = types.iter().filter_map(|ty| group_of.get(ty));
        let first = found.next();
        found.any(|group| Some(group) != first)
    };
    old.iter().filter(is_divided).count() as u64
}

/// How often groups that are equal are put together before that is given up.
const ROUNDS: usize = 64;

/// The types that a type mentions, as those that stand for them.
fn mentions(plan: &Plan, ty: u32, mut visit: impl FnMut(u32)) {
    let declared = &plan.types[ty as usize];
    let mut mention = |at: Option<u32>| {
        if let Some(at) = at {
            visit(plan.stands[at as usize]);
        }
    };
    declared.supertype_idxs.iter().for_each(|at| mention(at.as_module_index()));
    let reference = |ty: ValType| match ty {
        ValType::Ref(ty) => index(ty.heap_type()),
        _ => None,
    };
    match &declared.composite_type.inner {
        CompositeInnerType::Func(func) => {
            let all = func.params().iter().chain(func.results());
            all.for_each(|&ty| mention(reference(ty)));
        }
        _ => {
            for (_, field) in plan.fields(ty) {
                if let StorageType::Val(ty) = field.element_type {
                    mention(reference(ty));
                }
            }
        }
    }
}

/// The types that are in the output, as those that stand for them.
fn used(
    module: &Module,
    facts: &Facts,
    plan: &Plan,
    with: &FxHashMap<u32, &[u32]>,
) -> FxHashSet<u32> {
    let mut work: Vec<u32> = facts.mentioned.iter().copied().collect();
    for (func, data) in &module.funcs {
        work.push(plan.func_types.get(&func).copied().unwrap_or(data.ty.as_u32()));
    }
    let references = plan.globals.values().map(|ty| ty.heap_type());
    work.extend(references.chain(plan.casts.values().copied()).filter_map(index));
    let mut used = FxHashSet::default();
    while let Some(ty) = work.pop() {
        let ty = plan.stands[ty as usize];
        if used.insert(ty) {
            mentions(plan, ty, |at| work.push(at));
            work.extend(with.get(&ty).into_iter().copied().flatten());
        }
    }
    used
}

/// The types of a division, by their place in it, and which of these each mentions.
struct Mentioned(Vec<Vec<u32>>);

impl Graph for Mentioned {
    fn nodes(&self) -> usize {
        self.0.len()
    }

    fn succ(&self, node: u32, nth: u32) -> Option<u32> {
        self.0[node as usize].get(nth as usize).copied()
    }
}

/// The strongly connected components of types, those first that others mention; in each of them supertypes first.
fn components(plan: &Plan, types: &[u32]) -> Vec<Vec<u32>> {
    let place: FxHashMap<u32, u32> = types.iter().copied().zip(0..).collect();
    let edges = types.iter().map(|&ty| {
        let mut found = Vec::new();
        mentions(plan, ty, |at| found.extend(place.get(&at)));
        found
    });
    let (component, count) = strongly_connected(&Mentioned(edges.collect()));
    let mut components = vec![Vec::new(); count as usize];
    for (&ty, component) in types.iter().zip(component) {
        components[component as usize].push(ty);
    }
    components
}

/// Two groups, in their order, of which one type of each would be the same type.
fn equal_groups(plan: &Plan, groups: &[(Vec<u32>, bool)], added: &[u32]) -> Option<(usize, usize)> {
    if invar_ir::mutant!(TypesBecomeEqual) {
        return None;
    }
    let mut numbers = Groups { groups: groups.to_vec(), numbers: Vec::new() };
    numbers.groups.extend(added.iter().map(|&ty| (vec![ty], false)));
    numbers.number(plan.types.len());
    let mut module = Module::default();
    for (types, explicit) in groups {
        module.rec_groups.push(RecGroup { len: types.len() as u32, explicit: *explicit });
        for &ty in types {
            module.types.push(renumbered(plan, &numbers, ty));
        }
    }
    let hierarchy = TypeHierarchy::new(&module);
    let mut start = 0;
    let mut group_of: Vec<usize> = Vec::new();
    for (n, (types, _)) in groups.iter().enumerate() {
        group_of.extend(types.iter().map(|_| n));
        let first = hierarchy.canonical(TypeId::from_u32(start)).as_u32();
        if first != start {
            return Some((group_of[first as usize], n));
        }
        start += types.len() as u32;
    }
    None
}

/// A type as it is in the output.
pub(super) fn renumbered(plan: &Plan, numbers: &Groups, ty: u32) -> SubType {
    let mut new = plan.types[ty as usize].clone();
    let number = |at: u32| {
        numbers.get(plan.stands[at as usize]).expect("what is mentioned is in the output")
    };
    let value = |ty: ValType| {
        let ValType::Ref(reference) = ty else { return ty };
        let Some(at) = index(reference.heap_type()) else { return ty };
        let heap = HeapType::Concrete(UnpackedIndex::Module(number(at)));
        ValType::Ref(RefType::new(reference.is_nullable(), heap).expect("types are not more"))
    };
    let field = |field: FieldType| FieldType {
        element_type: match field.element_type {
            StorageType::Val(ty) => StorageType::Val(value(ty)),
            packed => packed,
        },
        ..field
    };
    let supertypes = new.supertype_idxs.iter().filter_map(|at| at.as_module_index());
    let supertypes = supertypes.filter_map(|at| PackedIndex::from_module_index(number(at)));
    new.supertype_idxs = supertypes.collect();
    new.composite_type.inner = match &plan.types[ty as usize].composite_type.inner {
        CompositeInnerType::Func(func) => CompositeInnerType::Func(FuncType::new(
            func.params().iter().map(|&ty| value(ty)),
            func.results().iter().map(|&ty| value(ty)),
        )),
        CompositeInnerType::Array(_) => {
            let element = field(fields_of(&plan.types[ty as usize])[0]);
            CompositeInnerType::Array(wasmparser::ArrayType(element))
        }
        CompositeInnerType::Struct(_) => CompositeInnerType::Struct(StructType {
            fields: plan.fields(ty).map(|(_, it)| field(it)).collect(),
        }),
        other => other.clone(),
    };
    new
}
