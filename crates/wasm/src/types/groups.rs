//! The recursion groups of the output: those that the outside sees as they are, and of all other types the strongly
//! connected components of types that mention each other, as far as these differ ([`distinct`]).

mod distinct;

use super::Stats;
use super::plan::{RetypePlan, fields_of};
use super::scan::{Facts, index};

use invar_ir::{Module, RecGroup, TypeHierarchy, ValType};
use rustc_hash::{FxHashMap, FxHashSet};
use wasmparser::{
    CompositeInnerType, FieldType, FuncType, HeapType, RefType, StorageType, StructType, SubType,
    UnpackedIndex,
};

/// A recursion group, as types of the input, and whether it is spelled as a group even if of one type.
type Group = (Vec<u32>, bool);

/// The types of the output.
#[derive(Default)]
pub(super) struct Groups {
    /// The groups, as types of the input.
    pub groups: Vec<Group>,
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
    plan: &mut RetypePlan,
    stats: &mut Stats,
) -> bool {
    let mut old: Vec<Group> = Vec::new();
    let mut start = 0;
    for group in &module.rec_groups {
        old.push(((start..start + group.len).collect(), group.explicit));
        start += group.len;
    }
    let added: Vec<u32> = (start..plan.types.len() as u32).collect();
    // A group that may not be divided is there as a whole.
    let is_whole = |types: &[u32]| !closed || types.iter().any(|ty| facts.public.contains(ty));
    let whole = old.iter().map(|(types, _)| types.as_slice()).filter(|types| is_whole(types));
    let used = used(module, facts, plan, whole);
    let is_used = |ty: &u32| used.contains(ty);
    let is_first = |ty: &u32| plan.representative[*ty as usize] == *ty;
    let mut whole: Vec<Group> = Vec::new();
    let mut private: Vec<u32> = Vec::new();
    for (types, explicit) in &old {
        let is_equal_to_earlier = types.iter().any(|&ty| facts.canonical(ty) != ty);
        if is_equal_to_earlier || !types.iter().any(is_used) {
            continue;
        }
        if is_whole(types) {
            whole.push((types.clone(), *explicit));
        } else {
            private.extend(types.iter().copied().filter(|ty| is_used(ty) && is_first(ty)));
        }
    }
    let mut groups = whole;
    if !private.is_empty() {
        distinct::add(plan, &mut groups, &private);
        if !all_differ(plan, &groups) {
            return false;
        }
    }
    let written = |groups: &[Group]| groups.iter().map(|(types, _)| types.len()).sum();
    let (before, after): (usize, usize) = (written(&old), written(&groups));
    stats.types = (before as u64).saturating_sub(after as u64);
    stats.groups = divided(&old, &groups);
    groups.extend(added.into_iter().map(|ty| (vec![ty], false)));
    plan.groups.groups = groups;
    plan.groups.number(plan.types.len());
    true
}

/// How many groups have types that are in different groups now.
fn divided(old: &[Group], new: &[Group]) -> u64 {
    let mut group_of: FxHashMap<u32, usize> = FxHashMap::default();
    for (n, (types, _)) in new.iter().enumerate() {
        group_of.extend(types.iter().map(|&ty| (ty, n)));
    }
    let is_divided = |(types, _): &&Group| {
        let mut found = types.iter().filter_map(|ty| group_of.get(ty));
        let first = found.next();
        found.any(|group| Some(group) != first)
    };
    old.iter().filter(is_divided).count() as u64
}

/// The types that a type mentions, as those that stand for them.
fn mentions(plan: &RetypePlan, ty: u32, mut visit: impl FnMut(u32)) {
    let declared = &plan.types[ty as usize];
    let mut mention = |at: Option<u32>| {
        if let Some(at) = at {
            visit(plan.representative[at as usize]);
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

/// The types that are in the output, as those that stand for them. `whole` are groups that are there as a whole, once
/// one of their types is.
fn used<'a>(
    module: &Module,
    facts: &Facts,
    plan: &RetypePlan,
    whole: impl Iterator<Item = &'a [u32]>,
) -> FxHashSet<u32> {
    let mut work: Vec<u32> = facts.mentioned.iter().copied().collect();
    for (func, data) in &module.funcs {
        work.push(plan.func_types.get(&func).copied().unwrap_or(data.ty.as_u32()));
    }
    let references = plan.globals.values().map(|ty| ty.heap_type());
    work.extend(references.chain(plan.casts.values().copied()).filter_map(index));
    let mut with: FxHashMap<u32, usize> = FxHashMap::default();
    let mut rest: Vec<Option<&[u32]>> = whole.map(Some).collect();
    for (group, types) in rest.iter().flatten().enumerate() {
        with.extend(types.iter().map(|&ty| (ty, group)));
    }
    let mut used = FxHashSet::default();
    while let Some(ty) = work.pop() {
        let ty = plan.representative[ty as usize];
        if used.insert(ty) {
            mentions(plan, ty, |at| work.push(at));
            // Once: with each of its types it would be quadratic in them.
            if let Some(types) = with.get(&ty).and_then(|&group| rest[group].take()) {
                work.extend(types);
            }
        }
    }
    used
}

/// Whether no type of a group is one of another group: found from scratch, on the types as they are written.
fn all_differ(plan: &RetypePlan, groups: &[Group]) -> bool {
    let mut numbers = Groups { groups: groups.to_vec(), numbers: Vec::new() };
    numbers.number(plan.types.len());
    let number = |at| UnpackedIndex::Module(numbers.get(at).expect("it is in the output"));
    let mut module = Module::default();
    for (types, explicit) in groups {
        module.rec_groups.push(RecGroup { len: types.len() as u32, explicit: *explicit });
        for &ty in types {
            module.types.push(renumbered(plan, number, ty));
        }
    }
    let hierarchy = TypeHierarchy::new(&module);
    invar_ir::mutant!(TypesBecomeEqual)
        || module.types.keys().all(|ty| hierarchy.canonical(ty) == ty)
}

/// A type with the types that it mentions by other indices, as `number` gives them for their representatives.
pub(super) fn renumbered(
    plan: &RetypePlan,
    number: impl Fn(u32) -> UnpackedIndex,
    ty: u32,
) -> SubType {
    let mut new = plan.types[ty as usize].clone();
    let number = |at: u32| number(plan.representative[at as usize]);
    let value = |ty: ValType| {
        let ValType::Ref(reference) = ty else { return ty };
        let Some(at) = index(reference.heap_type()) else { return ty };
        let heap = HeapType::Concrete(number(at));
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
    let supertypes = supertypes.filter_map(|at| number(at).pack());
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
