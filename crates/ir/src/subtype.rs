//! Subtyping of value types within a module, and the text of types.
//!
//! Types of different recursion groups are the same type when their groups have the same
//! structure. That is not computed here: where two types of the module look alike one level
//! deep, [`is_subtype`] returns true. So it is true for every pair that validation accepts, and also
//! for some that validation refuses. The cost is the length of a chain of supertypes.

use crate::{Module, TypeId};
use std::fmt;
use wasmparser::{
    AbstractHeapType, CompositeInnerType, CompositeType, HeapType, PackedIndex, RefType,
    StorageType, SubType, UnpackedIndex, ValType,
};

/// Whether a value of type `a` may be used where type `b` is expected; true if unknown.
pub fn is_subtype(module: &Module, a: ValType, b: ValType) -> bool {
    match (a, b) {
        (ValType::Ref(a), ValType::Ref(b)) => {
            a == b
                || (b.is_nullable() || !a.is_nullable())
                    && is_heap_subtype(module, a.heap_type(), b.heap_type())
        }
        (a, b) => a == b,
    }
}

fn is_heap_subtype(module: &Module, a: HeapType, b: HeapType) -> bool {
    use AbstractHeapType::*;
    match (a, b) {
        (
            HeapType::Abstract { shared: a_shared, ty: a },
            HeapType::Abstract { shared: b_shared, ty: b },
        ) => {
            a_shared == b_shared
                && (a == b
                    || match a {
                        None => matches!(b, Any | Eq | I31 | Struct | Array),
                        I31 | Struct | Array => matches!(b, Any | Eq),
                        Eq => b == Any,
                        NoExtern => b == Extern,
                        NoFunc => b == Func,
                        NoExn => b == Exn,
                        NoCont => b == Cont,
                        Func | Extern | Any | Exn | Cont => false,
                    })
        }
        (HeapType::Concrete(a) | HeapType::Exact(a), HeapType::Abstract { .. }) => {
            let Some(composite) = composite(module, a) else { return true };
            let above = HeapType::Abstract { shared: composite.shared, ty: kind(composite) };
            is_heap_subtype(module, above, b)
        }
        (HeapType::Abstract { shared, ty }, HeapType::Concrete(b) | HeapType::Exact(b)) => {
            let Some(composite) = composite(module, b) else { return true };
            shared == composite.shared
                && match kind(composite) {
                    Func => ty == NoFunc,
                    Cont => ty == NoCont,
                    _ => ty == None,
                }
        }
        (
            HeapType::Concrete(a) | HeapType::Exact(a),
            HeapType::Concrete(b) | HeapType::Exact(b),
        ) => is_concrete_subtype(module, a, b),
    }
}

/// Follows the supertypes of `a` until one is, or looks like, `b`.
fn is_concrete_subtype(module: &Module, a: UnpackedIndex, b: UnpackedIndex) -> bool {
    let (Some(a), Some(b)) = (a.as_module_index(), b.as_module_index()) else { return true };
    let Some(target) = module.types.get(TypeId::from_u32(b)) else { return true };
    let mut at = a;
    loop {
        let Some(ty) = module.types.get(TypeId::from_u32(at)) else { return true };
        if at == b || looks_like(ty, target) {
            return true;
        }
        // Supertypes come first in a valid module; others are not followed, so this ends.
        match ty.supertype_idxs.first().and_then(|index| index.as_module_index()) {
            Some(above) if above < at => at = above,
            _ => return false,
        }
    }
}

/// Whether two types could be the same type, judged by their first level only.
fn looks_like(a: &SubType, b: &SubType) -> bool {
    fn all<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
    }
    let value = |a: &ValType, b: &ValType| match (a, b) {
        (ValType::Ref(a), ValType::Ref(b)) => {
            a == b
                || a.is_nullable() == b.is_nullable()
                    && a.is_concrete_type_ref()
                    && b.is_concrete_type_ref()
        }
        (a, b) => a == b,
    };
    let field = |a: &wasmparser::FieldType, b: &wasmparser::FieldType| {
        a.mutable == b.mutable
            && match (&a.element_type, &b.element_type) {
                (StorageType::Val(a), StorageType::Val(b)) => value(a, b),
                (a, b) => a == b,
            }
    };
    a.is_final == b.is_final
        && a.supertype_idxs.len() == b.supertype_idxs.len()
        && a.composite_type.shared == b.composite_type.shared
        && match (&a.composite_type.inner, &b.composite_type.inner) {
            (CompositeInnerType::Func(a), CompositeInnerType::Func(b)) => {
                all(a.params(), b.params(), value) && all(a.results(), b.results(), value)
            }
            (CompositeInnerType::Struct(a), CompositeInnerType::Struct(b)) => {
                all(&a.fields, &b.fields, field)
            }
            (CompositeInnerType::Array(a), CompositeInnerType::Array(b)) => field(&a.0, &b.0),
            (CompositeInnerType::Cont(_), CompositeInnerType::Cont(_)) => true,
            _ => false,
        }
}

fn composite(module: &Module, index: UnpackedIndex) -> Option<&CompositeType> {
    let ty = module.types.get(TypeId::from_u32(index.as_module_index()?))?;
    Some(&ty.composite_type)
}

/// The abstract supertype of a concrete type.
fn kind(composite: &CompositeType) -> AbstractHeapType {
    match composite.inner {
        CompositeInnerType::Func(_) => AbstractHeapType::Func,
        CompositeInnerType::Array(_) => AbstractHeapType::Array,
        CompositeInnerType::Struct(_) => AbstractHeapType::Struct,
        CompositeInnerType::Cont(_) => AbstractHeapType::Cont,
    }
}

/// The top of a heap type's hierarchy; `None` if the type does not exist.
pub(crate) fn top_of(module: &Module, hty: HeapType) -> Option<HeapType> {
    use AbstractHeapType::*;
    let (shared, ty) = match hty {
        HeapType::Abstract { shared, ty } => (shared, ty),
        HeapType::Concrete(index) | HeapType::Exact(index) => {
            let composite = composite(module, index)?;
            (composite.shared, kind(composite))
        }
    };
    let ty = match ty {
        Func | NoFunc => Func,
        Extern | NoExtern => Extern,
        Exn | NoExn => Exn,
        Cont | NoCont => Cont,
        Any | None | Eq | Struct | Array | I31 => Any,
    };
    Some(HeapType::Abstract { shared, ty })
}

/// Whether a reference type is of the shared kind.
pub(crate) fn is_shared(module: &Module, ty: RefType) -> bool {
    match ty.heap_type() {
        HeapType::Abstract { shared, .. } => shared,
        HeapType::Concrete(index) | HeapType::Exact(index) => {
            composite(module, index).is_some_and(|composite| composite.shared)
        }
    }
}

/// The names of the abstract heap types, and of nullable references to them.
pub(crate) const HEAP_TYPES: [(AbstractHeapType, &str, &str); 14] = [
    (AbstractHeapType::Func, "func", "funcref"),
    (AbstractHeapType::Extern, "extern", "externref"),
    (AbstractHeapType::Any, "any", "anyref"),
    (AbstractHeapType::None, "none", "nullref"),
    (AbstractHeapType::NoExtern, "noextern", "nullexternref"),
    (AbstractHeapType::NoFunc, "nofunc", "nullfuncref"),
    (AbstractHeapType::Eq, "eq", "eqref"),
    (AbstractHeapType::Struct, "struct", "structref"),
    (AbstractHeapType::Array, "array", "arrayref"),
    (AbstractHeapType::I31, "i31", "i31ref"),
    (AbstractHeapType::Exn, "exn", "exnref"),
    (AbstractHeapType::NoExn, "noexn", "nullexnref"),
    (AbstractHeapType::Cont, "cont", "contref"),
    (AbstractHeapType::NoCont, "nocont", "nullcontref"),
];

/// The text of a type: `i32`, `funcref`, `(ref null ty3)`.
#[derive(Clone, Copy, Debug)]
pub struct TypeText<T>(pub T);

impl fmt::Display for TypeText<ValType> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ValType::Ref(ty) => TypeText(ty).fmt(f),
            ty => ty.fmt(f),
        }
    }
}

impl fmt::Display for TypeText<RefType> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ty = self.0;
        match ty.heap_type() {
            HeapType::Abstract { shared: false, ty: name } if ty.is_nullable() => {
                let short = HEAP_TYPES.iter().find(|(ty, ..)| *ty == name);
                f.write_str(short.map_or("", |(.., short)| short))
            }
            heap => {
                let null = if ty.is_nullable() { "null " } else { "" };
                write!(f, "(ref {null}{})", TypeText(heap))
            }
        }
    }
}

impl fmt::Display for TypeText<HeapType> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            HeapType::Abstract { shared, ty } => {
                let name = HEAP_TYPES.iter().find(|(name, ..)| *name == ty);
                let name = name.map_or("", |(_, name, _)| name);
                if shared { write!(f, "(shared {name})") } else { f.write_str(name) }
            }
            HeapType::Concrete(index) => TypeText(index).fmt(f),
            HeapType::Exact(index) => write!(f, "(exact {})", TypeText(index)),
        }
    }
}

impl fmt::Display for TypeText<UnpackedIndex> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            UnpackedIndex::Module(index) => write!(f, "ty{index}"),
            // Only a validator makes these; they have no text.
            other => write!(f, "{other}"),
        }
    }
}

impl fmt::Display for TypeText<PackedIndex> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        TypeText(self.0.unpack()).fmt(f)
    }
}
