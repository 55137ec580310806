//! The types that the outside of a module sees, if the world is closed: those that imports and exports mention, all that
//! these mention, and the recursion groups that these are declared in. Linear in the declarations.

use crate::{Entity, Module, TypeHierarchy, TypeId, ValType};
use rustc_hash::FxHashSet;
use wasmparser::{CompositeInnerType, StorageType};

/// The types that are public, as the first types that are equal to them. `more` are taken to be public, too.
pub fn public_types(module: &Module, types: &TypeHierarchy, more: &[u32]) -> FxHashSet<u32> {
    let mut work: Vec<u32> = Vec::new();
    let value = |ty: ValType, work: &mut Vec<u32>| {
        if let ValType::Ref(ty) = ty
            && let Some(index) = ty.type_index()
        {
            work.extend(index.as_module_index());
        }
    };
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
    let mut group_of: Vec<(u32, u32)> = Vec::new();
    for group in &module.rec_groups {
        let start = group_of.len() as u32;
        group_of.extend((0..group.len).map(|_| (start, start + group.len)));
    }
    if crate::mutant!(FieldsOutsideUnseen) {
        work.clear();
    }
    work.extend(more);
    let mut found: FxHashSet<u32> = FxHashSet::default();
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    while let Some(ty) = work.pop() {
        if !seen.insert(ty) {
            continue;
        }
        let canonical = types.canonical(TypeId::from_u32(ty)).as_u32();
        found.insert(canonical);
        work.push(canonical);
        let (start, end) = group_of.get(ty as usize).copied().unwrap_or((ty, ty + 1));
        work.extend(start..end);
        let declared = &module.types[TypeId::from_u32(ty)];
        work.extend(declared.supertype_idxs.iter().filter_map(|index| index.as_module_index()));
        match &declared.composite_type.inner {
            CompositeInnerType::Func(func) => {
                let all = func.params().iter().chain(func.results());
                all.for_each(|&ty| value(ty, &mut work));
            }
            CompositeInnerType::Struct(fields) => {
                for field in &fields.fields {
                    if let StorageType::Val(ty) = field.element_type {
                        value(ty, &mut work);
                    }
                }
            }
            CompositeInnerType::Array(array) => {
                if let StorageType::Val(ty) = array.0.element_type {
                    value(ty, &mut work);
                }
            }
            CompositeInnerType::Cont(cont) => work.extend(cont.0.as_module_index()),
        }
    }
    found
}
