//! Facts about references: of which type a reference is if it is not null, and whether it may be null.
//!
//! [`RefFacts`] is the lattice; [`ReferenceFlow`] (`flow`) computes its elements for all references of a function.
//! `transfer` knows what follows from operators, `roots` which values are the same reference.
//!
//! Nothing is assumed about the world outside of the module: an object of a type may be of any subtype that this module
//! does not declare, unless the type is final or the object was allocated as one of this type.
//!
//! Cost: an operation on the lattice walks a chain of supertypes, which validation bounds.

mod flow;
mod roots;
#[cfg(test)]
mod tests;
mod transfer;

pub use flow::{End, ReferenceFlow};
pub use transfer::{Tested, tested};

use invar_ir::{RefType, ValType};
use invar_ir::{TypeHierarchy, is_bottom};
use wasmparser::HeapType;

/// The facts about a reference: a set of values that it is one of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefFacts {
    /// Whether it may be null.
    pub nullable: bool,
    /// The type of the object that the reference refers to: [`HeapType::Exact`] if no subtype is possible. `None`:
    /// the reference is null, or there is no such value.
    pub object: Option<HeapType>,
}

impl RefFacts {
    /// Null.
    pub const NULL: RefFacts = RefFacts { nullable: true, object: None };
    /// No value at all: the place is not reached.
    pub const NOTHING: RefFacts = RefFacts { nullable: false, object: None };

    /// The facts that a type states.
    pub fn of_type(types: &TypeHierarchy, ty: RefType) -> RefFacts {
        RefFacts { nullable: ty.is_nullable(), object: object(types, ty.heap_type()) }
    }

    /// The facts that the type of a value states, if it is a reference.
    pub fn of_value_type(types: &TypeHierarchy, ty: ValType) -> Option<RefFacts> {
        ty.as_reference_type().map(|ty| Self::of_type(types, ty))
    }

    /// An object that was allocated as one of a type.
    pub fn exactly(types: &TypeHierarchy, ty: HeapType) -> RefFacts {
        let exact = match ty {
            HeapType::Concrete(at) => HeapType::Exact(at),
            ty => ty,
        };
        RefFacts { nullable: false, object: object(types, exact) }
    }

    /// Whether no value satisfies them.
    pub fn is_nothing(self) -> bool {
        self == Self::NOTHING
    }

    /// Whether it is always null.
    pub fn is_null(self) -> bool {
        self == Self::NULL
    }

    /// Whether it is never null.
    pub fn is_non_null(self) -> bool {
        !self.nullable
    }

    /// The facts about this reference, where it is not null.
    pub fn non_null(self) -> RefFacts {
        RefFacts { nullable: false, ..self }
    }

    /// The facts about a reference for which both hold.
    pub fn meet(self, types: &TypeHierarchy, other: RefFacts) -> RefFacts {
        let object = match (self.object, other.object) {
            (Some(a), Some(b)) if types.is_heap_subtype(a, b) => Some(a),
            (Some(a), Some(b)) if types.is_heap_subtype(b, a) => Some(b),
            // A type has one supertype, so no value is of both.
            _ => None,
        };
        RefFacts { nullable: self.nullable && other.nullable, object }
    }

    /// The facts about a reference that is one of two.
    pub fn join(self, types: &TypeHierarchy, other: RefFacts) -> RefFacts {
        let object = match (self.object, other.object) {
            (Some(a), Some(b)) => Some(types.join(a, b)),
            (a, b) => a.or(b),
        };
        RefFacts { nullable: self.nullable || other.nullable, object }
    }

    /// Whether all values that satisfy these facts satisfy others.
    pub fn is_within(self, types: &TypeHierarchy, other: RefFacts) -> bool {
        (other.nullable || !self.nullable)
            && match (self.object, other.object) {
                (None, _) => true,
                (Some(a), Some(b)) => types.is_heap_subtype(a, b),
                (Some(_), None) => false,
            }
    }

    /// The facts about a reference that is not a value of a type.
    pub fn without(self, types: &TypeHierarchy, ty: RefType) -> RefFacts {
        let target = Self::of_type(types, ty);
        let is_excluded = match (self.object, target.object) {
            (Some(a), Some(b)) => types.is_heap_subtype(a, b),
            _ => false,
        };
        RefFacts {
            nullable: self.nullable && !target.nullable,
            object: self.object.filter(|_| !is_excluded),
        }
    }

    /// Whether it is a value of a type, if that is known.
    pub fn is_of(self, types: &TypeHierarchy, ty: RefType) -> Option<bool> {
        let target = Self::of_type(types, ty);
        if self.is_within(types, target) {
            Some(true)
        } else {
            self.meet(types, target).is_nothing().then_some(false)
        }
    }
}

/// The possible objects of a heap type: none of a bottom type, none of subtypes of a final type.
fn object(types: &TypeHierarchy, ty: HeapType) -> Option<HeapType> {
    match ty {
        HeapType::Abstract { ty, .. } if is_bottom(ty) => None,
        HeapType::Concrete(at) if types.is_final(ty) || invar_ir::mutant!(SubtypesAreDeclared) => {
            Some(HeapType::Exact(at))
        }
        ty => Some(ty),
    }
}
