//! The recursion group of each type of a module. Linear in the types.

use crate::{Module, TypeId};

/// The recursion groups of a module, by type.
///
/// Whoever follows references between types marks a group as a whole when it meets the first of its types: a work list
/// that is given the group again with each of its types is quadratic in them.
#[derive(Debug, Default)]
pub struct TypeGroups {
    /// For each type, the first type of its group and the one behind the last.
    ends: Vec<(u32, u32)>,
}

impl TypeGroups {
    /// The groups of a module. A type that no group lists is alone in one, as in a module that is built by hand.
    pub fn of(module: &Module) -> TypeGroups {
        let mut ends = Vec::with_capacity(module.types.len());
        for group in &module.rec_groups {
            let start = ends.len() as u32;
            ends.extend((0..group.len).map(|_| (start, start + group.len)));
        }
        let listed = ends.len() as u32;
        ends.extend((listed..module.types.len() as u32).map(|ty| (ty, ty + 1)));
        TypeGroups { ends }
    }

    /// The types of the group of a type, in order.
    pub fn of_type(&self, ty: TypeId) -> impl Iterator<Item = TypeId> + use<> {
        let (start, end) = self.ends[ty.as_u32() as usize];
        (start..end).map(TypeId::from_u32)
    }
}
