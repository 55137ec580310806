//! The types that the outside of a module sees, if the world is closed: those that imports and exports mention, all
//! that these mention, and the recursion groups that these are declared in. Linear in the declarations.

use invar_ir::{Entity, Module, TypeGroups, TypeHierarchy, TypeId, ValType};
use rustc_hash::FxHashSet;
use wasmparser::{CompositeInnerType, StorageType, SubType};

/// The types that are public, as the first types that are equal to them. `more` are taken to be public, too.
pub fn public_types(module: &Module, types: &TypeHierarchy, more: &[u32]) -> FxHashSet<u32> {
    let mut work: Vec<u32> = Vec::new();
    let entities = module.imports.iter().copied();
    for entity in entities.chain(module.exports.iter().map(|export| export.entity)) {
        match entity {
            Entity::Func(func) => work.push(module.funcs[func].ty.as_u32()),
            Entity::Tag(tag) => work.push(module.tags[tag].ty.as_u32()),
            Entity::Global(global) => value(module.globals[global].ty.content_type, &mut work),
            Entity::Table(table) => {
                value(ValType::Ref(module.tables[table].ty.element_type), &mut work);
            }
            Entity::Memory(_) => {}
        }
    }
    if invar_ir::mutant!(FieldsOutsideUnseen) {
        work.clear();
    }
    work.extend(more);
    let groups = TypeGroups::of(module);
    let mut found: FxHashSet<u32> = FxHashSet::default();
    let mut seen: FxHashSet<TypeId> = FxHashSet::default();
    while let Some(ty) = work.pop() {
        let ty = TypeId::from_u32(ty);
        if seen.contains(&ty) {
            continue;
        }
        for ty in groups.of_type(ty) {
            seen.insert(ty);
            let canonical = types.canonical(ty).as_u32();
            found.insert(canonical);
            work.push(canonical);
            mentioned(&module.types[ty], &mut work);
        }
    }
    found
}

/// Adds the types that a type mentions.
fn mentioned(declared: &SubType, work: &mut Vec<u32>) {
    work.extend(declared.supertype_idxs.iter().filter_map(|index| index.as_module_index()));
    match &declared.composite_type.inner {
        CompositeInnerType::Func(func) => {
            func.params().iter().chain(func.results()).for_each(|&ty| value(ty, work));
        }
        CompositeInnerType::Struct(fields) => {
            fields.fields.iter().for_each(|field| storage(field.element_type, work));
        }
        CompositeInnerType::Array(array) => storage(array.0.element_type, work),
        CompositeInnerType::Cont(cont) => work.extend(cont.0.as_module_index()),
    }
}

fn storage(ty: StorageType, work: &mut Vec<u32>) {
    if let StorageType::Val(ty) = ty {
        value(ty, work);
    }
}

fn value(ty: ValType, work: &mut Vec<u32>) {
    if let ValType::Ref(ty) = ty
        && let Some(index) = ty.type_index()
    {
        work.extend(index.as_module_index());
    }
}
