//! What is to be changed, from what code does.

use super::groups::{self, Groups};
use super::scan::{Facts, Join, bottom_of, fields, index, is_object};
use super::{Config, Stats};
use invar_analysis::Fuel;
use invar_ir::{Func, Module, RefType, TypeId, ValType};
use rustc_hash::{FxHashMap, FxHashSet};
use wasmparser::{CompositeInnerType, FieldType, HeapType, StorageType, SubType, UnpackedIndex};

/// The changes. Types are numbered as in the input, and those that are added behind them.
pub(super) struct RetypePlan {
    /// The types as they are to be, with references to types of the input.
    pub types: Vec<SubType>,
    /// For each type the type that is written in its place: itself, unless it was merged into another.
    pub representative: Vec<u32>,
    /// Fields that are removed.
    pub removed: FxHashSet<(u32, u32)>,
    /// The new numbers of fields, of types of which some are removed; `None` for these.
    pub field_numbers: FxHashMap<u32, Vec<Option<u32>>>,
    /// The recursion groups of the output.
    pub groups: Groups,
    /// Other types of functions.
    pub func_types: FxHashMap<Func, u32>,
    /// Which parameters are removed, of functions with another type.
    pub removed_params: FxHashMap<Func, Vec<bool>>,
    /// Functions whose result is removed.
    pub removed_results: FxHashSet<Func>,
    /// Other types of globals.
    pub globals: FxHashMap<u32, RefType>,
    /// Other targets of casts.
    pub casts: FxHashMap<u32, HeapType>,
}

impl RetypePlan {
    /// The fields of a type that stay, and their numbers in the input.
    pub fn fields(&self, ty: u32) -> impl Iterator<Item = (u32, FieldType)> {
        let all = fields_of(&self.types[ty as usize]);
        (0..).zip(all.iter().copied()).filter(move |&(n, _)| !self.removed.contains(&(ty, n)))
    }

    /// The new number of a field, `None` if it is removed.
    pub fn field(&self, ty: u32, field: u32) -> Option<u32> {
        match self.field_numbers.get(&ty) {
            Some(numbers) => numbers[field as usize],
            None => Some(field),
        }
    }

    fn number_fields(&mut self) {
        let types: FxHashSet<u32> = self.removed.iter().map(|&(ty, _)| ty).collect();
        for ty in types {
            let mut numbers = vec![None; fields_of(&self.types[ty as usize]).len()];
            for (new, (old, _)) in (0..).zip(self.fields(ty)) {
                numbers[old as usize] = Some(new);
            }
            self.field_numbers.insert(ty, numbers);
        }
    }
}

/// Makes the plan. `None` if types would become equal that are not.
pub(super) fn plan(
    module: &Module,
    facts: &Facts,
    config: Config,
    fuel: &Fuel,
) -> Option<(RetypePlan, Stats)> {
    let count = module.types.len() as u32;
    let mut making = Making {
        module,
        facts,
        fuel,
        plan: RetypePlan {
            types: module.types.values().cloned().collect(),
            representative: (0..count).map(|ty| facts.canonical(ty)).collect(),
            removed: FxHashSet::default(),
            field_numbers: FxHashMap::default(),
            groups: Groups::default(),
            func_types: FxHashMap::default(),
            removed_params: FxHashMap::default(),
            removed_results: FxHashSet::default(),
            globals: FxHashMap::default(),
            casts: FxHashMap::default(),
        },
        stats: Stats::default(),
        cast: facts.cast.clone(),
    };
    if config.closed_world {
        making.fields();
        making.casts();
    }
    making.globals();
    making.signatures();
    if config.closed_world && config.merge {
        making.merge();
    }
    let Making { mut plan, mut stats, .. } = making;
    plan.number_fields();
    let divided = groups::divide(module, facts, config.closed_world, &mut plan, &mut stats);
    divided.then_some((plan, stats))
}

/// The fields of a struct, or the element of an array.
pub(super) fn fields_of(ty: &SubType) -> &[FieldType] {
    match &ty.composite_type.inner {
        CompositeInnerType::Struct(ty) => &ty.fields,
        CompositeInnerType::Array(ty) => std::slice::from_ref(&ty.0),
        _ => &[],
    }
}

struct Making<'a> {
    module: &'a Module,
    facts: &'a Facts,
    fuel: &'a Fuel,
    plan: RetypePlan,
    stats: Stats,
    /// The types to which something is cast.
    cast: FxHashSet<u32>,
}

/// A field with those of the same number in subtypes.
struct Class {
    field: u32,
    /// The types that have it, supertypes first.
    members: Vec<u32>,
}

impl Making<'_> {
    /// The types of objects, supertypes first.
    fn objects(&self) -> impl Iterator<Item = u32> {
        let all = 0..self.module.types.len() as u32;
        all.filter(|&ty| self.facts.canonical(ty) == ty && is_object(self.module, ty))
    }

    /// The fields that may change.
    fn classes(&self) -> Vec<Class> {
        let mut classes: Vec<Class> = Vec::new();
        let mut class_of: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        for ty in self.objects() {
            let above = self.facts.above(ty);
            for field in 0..fields(self.module, ty).len() as u32 {
                let class = match above.and_then(|above| class_of.get(&(above, field))) {
                    Some(&class) => class,
                    None => {
                        classes.push(Class { field, members: Vec::new() });
                        classes.len() - 1
                    }
                };
                classes[class].members.push(ty);
                class_of.insert((ty, field), class);
            }
        }
        let public = |class: &Class| {
            !invar_ir::mutant!(TypesPublicUnseen)
                && class.members.iter().any(|ty| self.facts.public.contains(ty))
        };
        let is_used =
            |class: &Class| class.members.iter().any(|ty| self.facts.mentioned.contains(ty));
        classes.retain(|class| !public(class) && is_used(class));
        classes
    }

    fn change(&mut self, ty: u32, field: u32, change: impl FnOnce(&mut FieldType)) {
        match &mut self.plan.types[ty as usize].composite_type.inner {
            CompositeInnerType::Struct(fields) => {
                change(&mut fields.fields[field as usize]);
            }
            CompositeInnerType::Array(array) => change(&mut array.0),
            _ => {}
        }
    }

    fn fields(&mut self) {
        for class in self.classes() {
            let (root, field) = (class.members[0], class.field);
            let among = |set: &FxHashSet<(u32, u32)>| {
                let mut members = class.members.iter();
                members.any(|&ty| set.contains(&(ty, field)))
            };
            let inner = &self.module.types[TypeId::from_u32(root)].composite_type.inner;
            let is_struct = matches!(inner, CompositeInnerType::Struct(_));
            let is_read = if invar_ir::mutant!(TypesReadOfRootOnly) {
                self.facts.read.contains(&(root, field))
            } else {
                among(&self.facts.read)
            };
            if is_struct && !is_read && self.fuel.take() {
                self.plan.removed.extend(class.members.iter().map(|&ty| (ty, field)));
                self.stats.fields += 1;
                continue;
            }
            let declared = fields(self.module, root)[field as usize];
            let mut mutable = declared.mutable;
            let is_set = if invar_ir::mutant!(TypesSetOfRootOnly) {
                self.facts.set.contains(&(root, field))
            } else {
                among(&self.facts.set)
            };
            if mutable && !is_set && self.fuel.take() {
                mutable = false;
                for &ty in &class.members {
                    self.change(ty, field, |field| field.mutable = false);
                }
                self.stats.immutable += 1;
            }
            if let StorageType::Val(ValType::Ref(_)) = declared.element_type {
                self.refine(&class, mutable);
            }
        }
    }

    fn reference(&self, ty: u32, field: u32) -> RefType {
        match fields(self.module, ty)[field as usize].element_type {
            StorageType::Val(ValType::Ref(ty)) => ty,
            _ => unreachable!("fields of one class are references together"),
        }
    }

    fn is_subtype(&self, a: RefType, b: RefType) -> bool {
        self.facts.types.is_ref_subtype(a, b)
    }

    /// Gives a field the least type of what is stored there.
    fn refine(&mut self, class: &Class, mutable: bool) {
        let field = class.field;
        let mut least: FxHashMap<u32, RefType> = FxHashMap::default();
        for &ty in class.members.iter().rev() {
            let mut join: Join = least.get(&ty).copied();
            if let Some(&Some(own)) = self.facts.written.get(&(ty, field)) {
                self.facts.join(&mut join, own);
            }
            let Some(own) = join else { continue };
            least.insert(ty, own);
            let above = self.facts.above(ty).filter(|_| ty != class.members[0]);
            let drop = invar_ir::mutant!(TypesRefinedPerType);
            if let Some(above) = above.filter(|_| !drop) {
                let mut join: Join = least.get(&above).copied();
                self.facts.join(&mut join, own);
                least.extend(join.map(|join| (above, join)));
            }
        }
        let root = class.members[0];
        let Some(&of_root) = least.get(&root) else { return };
        let mut new: FxHashMap<u32, RefType> = FxHashMap::default();
        for &ty in &class.members {
            let old = self.reference(ty, field);
            let chosen = if mutable {
                of_root
            } else if let Some(&own) = least.get(&ty) {
                own
            } else {
                // No object has it: a type that is below both.
                let above = self.facts.above(ty).and_then(|above| new.get(&above)).copied();
                let above = above.expect("supertypes come first");
                if self.is_subtype(old, above) {
                    old
                } else if self.is_subtype(above, old) {
                    above
                } else {
                    let bottom = bottom_of(&self.facts.types, old.heap_type());
                    let nullable = old.is_nullable() && above.is_nullable();
                    RefType::new(nullable, bottom).expect("an abstract type fits")
                }
            };
            if !self.is_subtype(chosen, old) {
                return;
            }
            new.insert(ty, chosen);
        }
        let changes = |&ty: &u32| !self.is_subtype(self.reference(ty, field), new[&ty]);
        if !class.members.iter().any(changes) || !self.fuel.take() {
            return;
        }
        self.stats.refined_fields += 1;
        for (ty, chosen) in new {
            self.change(ty, field, |field| {
                field.element_type = StorageType::Val(ValType::Ref(chosen));
            });
        }
    }

    /// Casts and tests to types of which no object is made.
    fn casts(&mut self) {
        let objects: Vec<u32> = self.objects().collect();
        // The least type of the objects that are of a type.
        let mut least: FxHashMap<u32, HeapType> = FxHashMap::default();
        for &ty in objects.iter().rev() {
            if self.facts.instances.contains(&ty) {
                least.insert(ty, HeapType::Concrete(UnpackedIndex::Module(ty)));
            }
            let above = self.facts.above(ty);
            let own =
                least.get(&ty).copied().filter(|_| !invar_ir::mutant!(TypesBelowHaveNoObjects));
            if let (Some(above), Some(own)) = (above, own) {
                let join = match least.get(&above) {
                    Some(&other) => self.facts.types.join(other, own),
                    None => own,
                };
                least.insert(above, join);
            }
        }
        for ty in objects {
            if !self.facts.cast.contains(&ty)
                || self.facts.instances.contains(&ty)
                || self.facts.public.contains(&ty)
            {
                continue;
            }
            let declared = HeapType::Concrete(UnpackedIndex::Module(ty));
            let target = match least.get(&ty) {
                None => bottom_of(&self.facts.types, declared),
                Some(&target) => target,
            };
            let target = match index(target) {
                Some(at) => HeapType::Concrete(UnpackedIndex::Module(self.facts.canonical(at))),
                None => target,
            };
            if target != declared && self.fuel.take() {
                self.plan.casts.insert(ty, target);
                self.stats.casts += 1;
                self.cast.remove(&ty);
                self.cast.extend(index(target));
            }
        }
    }

    fn globals(&mut self) {
        let exported: FxHashSet<u32> = self
            .module
            .exports
            .iter()
            .filter_map(|export| match export.entity {
                invar_ir::Entity::Global(global) => Some(global.as_u32()),
                _ => None,
            })
            .collect();
        for (global, data) in &self.module.globals {
            let ValType::Ref(declared) = data.ty.content_type else { continue };
            let global = global.as_u32();
            if data.import.is_some()
                || exported.contains(&global) && !invar_ir::mutant!(TypesOfExportedGlobals)
            {
                continue;
            }
            let Some(&Some(least)) = self.facts.globals.get(&global) else { continue };
            if self.is_subtype(least, declared)
                && !self.is_subtype(declared, least)
                && self.fuel.take()
            {
                self.plan.globals.insert(global, least);
                self.stats.refined_globals += 1;
            }
        }
    }

    /// Parameters and results of functions that are only called directly.
    fn signatures(&mut self) {
        let mut known: FxHashMap<(Vec<ValType>, Vec<ValType>), u32> = FxHashMap::default();
        for (ty, declared) in &self.module.types {
            if let CompositeInnerType::Func(func) = &declared.composite_type.inner
                && declared.is_final
                && declared.supertype_idxs.is_empty()
                && self.facts.canonical(ty.as_u32()) == ty.as_u32()
            {
                let key = (func.params().to_vec(), func.results().to_vec());
                known.entry(key).or_insert(ty.as_u32());
            }
        }
        for (func, data) in &self.module.funcs {
            if data.import.is_some() || self.facts.escape.contains(&func) {
                continue;
            }
            let (params, results) = self.module.func_signature(func);
            let mut removed = vec![false; params.len()];
            let mut new: Vec<ValType> = Vec::new();
            for (n, &param) in (0..).zip(params) {
                let mut ty = param;
                if !self.facts.used_params.contains(&(func, n)) {
                    if self.fuel.take() {
                        removed[n as usize] = true;
                        self.stats.params += 1;
                        continue;
                    }
                } else if let Some(least) = self.least(param, self.facts.params.get(&(func, n))) {
                    ty = least;
                    self.stats.refined_params += 1;
                }
                new.push(ty);
            }
            let mut returned = results.to_vec();
            if results.len() == 1 && !self.facts.used_results.contains(&func) && self.fuel.take() {
                returned.clear();
                self.plan.removed_results.insert(func);
                self.stats.results += 1;
            }
            for (n, ty) in (0..).zip(&mut returned) {
                if let Some(least) = self.least(*ty, self.facts.results.get(&(func, n))) {
                    *ty = least;
                    self.stats.refined_results += 1;
                }
            }
            if new == params && returned == results {
                continue;
            }
            let key = (new, returned);
            let ty = *known.entry(key).or_insert_with_key(|(params, results)| {
                let (params, results) = (params.iter().copied(), results.iter().copied());
                let ty = wasmparser::FuncType::new(params, results);
                let ty = SubType::func(ty, false);
                let at = self.plan.types.len() as u32;
                self.plan.types.push(ty);
                self.plan.representative.push(at);
                at
            });
            self.plan.func_types.insert(func, ty);
            if removed.contains(&true) {
                self.plan.removed_params.insert(func, removed);
            }
        }
    }

    /// The type of all values that a parameter or result has, if that is less than the declared one.
    fn least(&self, declared: ValType, seen: Option<&Join>) -> Option<ValType> {
        let (ValType::Ref(declared), Some(&Some(least))) = (declared, seen) else { return None };
        let is_less = self.is_subtype(least, declared) && !self.is_subtype(declared, least);
        (is_less && self.fuel.take()).then_some(ValType::Ref(least))
    }

    /// Types of one shape that nothing tells apart.
    fn merge(&mut self) {
        let objects: Vec<u32> = self.objects().collect();
        for _ in 0..ROUNDS {
            let before = self.stats.merged;
            let mut first: FxHashMap<(u32, bool, Vec<u64>), u32> = FxHashMap::default();
            for &ty in &objects {
                let stays = self.facts.public.contains(&ty)
                    || self.cast.contains(&ty) && !invar_ir::mutant!(TypesMergedThoughCast);
                if self.plan.representative[ty as usize] != ty || stays {
                    continue;
                }
                let above =
                    self.facts.above(ty).map(|above| self.plan.representative[above as usize]);
                let shape = self.shape(ty);
                let into = match above {
                    Some(above)
                        if !self.facts.public.contains(&above) && self.shape(above) == shape =>
                    {
                        Some(above)
                    }
                    _ => {
                        let is_final = self.plan.types[ty as usize].is_final;
                        let key = (above.unwrap_or(u32::MAX), is_final, shape);
                        let first = *first.entry(key).or_insert(ty);
                        (first != ty).then_some(first)
                    }
                };
                if let Some(into) = into
                    && self.fuel.take()
                {
                    self.plan.representative[ty as usize] = into;
                    self.stats.merged += 1;
                }
            }
            // A chain of merged types has one end.
            for ty in 0..self.plan.representative.len() {
                let mut end = self.plan.representative[ty];
                while self.plan.representative[end as usize] != end {
                    end = self.plan.representative[end as usize];
                }
                self.plan.representative[ty] = end;
            }
            if self.stats.merged == before {
                break;
            }
        }
    }

    /// The fields of a type as numbers, with itself as a number of its own.
    fn shape(&self, own: u32) -> Vec<u64> {
        let inner = &self.plan.types[own as usize].composite_type.inner;
        let mut shape = vec![u64::from(matches!(inner, CompositeInnerType::Array(_)))];
        for (_, field) in self.plan.fields(own) {
            shape.push(u64::from(field.mutable));
            shape.push(match field.element_type {
                StorageType::I8 => 1,
                StorageType::I16 => 2,
                StorageType::Val(ValType::I32) => 3,
                StorageType::Val(ValType::I64) => 4,
                StorageType::Val(ValType::F32) => 5,
                StorageType::Val(ValType::F64) => 6,
                StorageType::Val(ValType::V128) => 7,
                StorageType::Val(ValType::Ref(ty)) => {
                    let heap = match (index(ty.heap_type()), ty.heap_type()) {
                        (Some(at), _) => {
                            let at = self.plan.representative[at as usize];
                            if at == own { 1 << 40 } else { 1 << 41 | u64::from(at) }
                        }
                        (None, HeapType::Abstract { ty, .. }) => 1 << 42 | ty as u64,
                        (None, _) => unreachable!("a declared type has an index"),
                    };
                    heap << 8 | 8 | u64::from(ty.is_nullable())
                }
            });
        }
        shape
    }
}

/// How often types are compared: merging makes others equal.
const ROUNDS: usize = 4;
