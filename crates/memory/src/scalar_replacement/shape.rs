//! What an allocation makes: its type and fields.

use invar_ir::wasmparser::{CompositeInnerType, StorageType, UnpackedIndex};
use invar_ir::{Function, HeapType, Inst, Module, Op, RefType, TypeId, ValType, is_subtype};
use invar_rules::{Const, ValueFacts};

/// The most elements of an array that becomes values, and the most fields of a struct.
const MOST_FIELDS: usize = 32;

/// The objects of one type, and of one length if they are arrays. The fields of an array are its elements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// The type of the objects.
    pub ty: TypeId,
    pub is_array: bool,
    /// What each field holds.
    pub fields: Vec<StorageType>,
}

/// The values of the fields of a new object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Initial {
    /// An operand for each field.
    Operands,
    /// The first operand for all.
    Same,
    /// Zeros and null.
    Default,
}

impl Shape {
    /// What an instruction allocates, if its fields may become values.
    pub fn of(f: &Function, module: &Module, inst: Inst) -> Option<(Shape, Initial)> {
        let length = |n: usize| {
            let length = f.constant(*f.args(inst).get(n)?).and_then(Const::as_int)?;
            usize::try_from(length).ok()
        };
        let (ty, length, initial) = match f.insts[inst].op {
            Op::StructNew { struct_type_index } => (struct_type_index, 0, Initial::Operands),
            Op::StructNewDefault { struct_type_index } => (struct_type_index, 0, Initial::Default),
            Op::ArrayNew { array_type_index } => (array_type_index, length(1)?, Initial::Same),
            Op::ArrayNewDefault { array_type_index } => {
                (array_type_index, length(0)?, Initial::Default)
            }
            Op::ArrayNewFixed { array_type_index, array_size } => {
                (array_type_index, array_size as usize, Initial::Operands)
            }
            _ => return None,
        };
        let ty = TypeId::from_u32(ty);
        let composite = &module.types.get(ty)?.composite_type;
        if composite.shared || length > MOST_FIELDS {
            return None;
        }
        let (is_array, fields) = match &composite.inner {
            CompositeInnerType::Struct(ty) if ty.fields.len() <= MOST_FIELDS => {
                (false, ty.fields.iter().map(|field| field.element_type).collect())
            }
            CompositeInnerType::Array(ty) => (true, vec![ty.0.element_type; length]),
            _ => return None,
        };
        Some((Shape { ty, is_array, fields }, initial))
    }

    /// The type of a reference to such an object.
    pub fn reference(&self) -> ValType {
        let index = UnpackedIndex::Module(self.ty.as_u32());
        let ty = RefType::new(false, HeapType::Concrete(index));
        ValType::Ref(ty.expect("it is the type of an instruction"))
    }

    /// The operator that makes such an object of the values of its fields.
    pub fn allocation(&self) -> Op {
        let index = self.ty.as_u32();
        if self.is_array {
            Op::ArrayNewFixed { array_type_index: index, array_size: self.fields.len() as u32 }
        } else {
            Op::StructNew { struct_type_index: index }
        }
    }

    /// Whether a cast of such an object to a type succeeds; `None` if that is not known.
    ///
    /// A type that is a declared supertype is one. Types that may be equal by their structure are not told apart here.
    pub fn is_instance(&self, module: &Module, of: HeapType) -> Option<bool> {
        let ValType::Ref(own) = self.reference() else { return None };
        let may_be = is_subtype(module, own.into(), RefType::new(false, of)?.into());
        match of {
            HeapType::Abstract { .. } => Some(may_be),
            HeapType::Concrete(UnpackedIndex::Module(of)) => {
                let is = supertypes(module, self.ty).any(|ty| ty.as_u32() == of);
                if is || !may_be || invar_ir::mutant!(ReplaceCastsBySight) {
                    Some(is)
                } else {
                    None
                }
            }
            _ => None,
        }
    }
}

/// A type, and its declared supertypes.
fn supertypes(module: &Module, ty: TypeId) -> impl Iterator<Item = TypeId> + '_ {
    std::iter::successors(Some(ty), |&ty| {
        let above = module.types[ty].supertype_idxs.first()?.as_module_index()?;
        // Supertypes come first in a valid module.
        (above < ty.as_u32()).then_some(TypeId::from_u32(above))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::parse_module;
    use invar_ir::wasmparser::AbstractHeapType;

    #[test]
    fn casts_are_decided_by_declared_supertypes() {
        let module = parse_module(
            "module {
               ty0 = sub struct (i32)
               ty1 = sub ty0 struct (i32, mut i32)
               ty2 = sub ty0 struct (i32, mut i64)
               ty3 = sub ty0 struct (i32, mut i32)
             }",
        )
        .unwrap();
        let of = |ty| Shape { ty: TypeId::from_u32(ty), is_array: false, fields: Vec::new() };
        let to = |ty| HeapType::Concrete(UnpackedIndex::Module(ty));
        let any = |ty| HeapType::Abstract { shared: false, ty };
        assert_eq!(of(1).is_instance(&module, to(0)), Some(true));
        assert_eq!(of(0).is_instance(&module, to(1)), Some(false));
        assert_eq!(of(1).is_instance(&module, to(2)), Some(false));
        // These two may be one type.
        assert_eq!(of(1).is_instance(&module, to(3)), None);
        assert_eq!(of(1).is_instance(&module, any(AbstractHeapType::Struct)), Some(true));
        assert_eq!(of(1).is_instance(&module, any(AbstractHeapType::Array)), Some(false));
    }
}
