//! The types that a module declares, with equal ones identified, and subtyping that is exact in both directions.
//!
//! Two types are equal if their recursion groups have the same structure and they have the same place in it
//! (isorecursive equality). Groups are hash-consed: a group is looked up by its structure, in which references to types
//! of the group are relative, and those to earlier types are the first types equal to them.
//!
//! [`is_subtype`](crate::is_subtype) answers from the module alone and may accept too much, which is good enough for a
//! verifier. This one may be relied on for "is never": for casts that always fail, and for objects that are not the
//! same.
//!
//! Cost: linear in the declarations; an answer walks a chain of supertypes, which validation bounds by 63.

use crate::{Module, RefType, TypeId, ValType};
use rustc_hash::FxHashMap;
use wasmparser::{
    AbstractHeapType, CompositeInnerType, FieldType, HeapType, StorageType, UnpackedIndex,
};

const NONE: u32 = u32::MAX;

/// See the module's documentation.
#[derive(Debug, Default)]
pub struct TypeHierarchy {
    types: Vec<Declared>,
}

/// What is known of a declared type.
#[derive(Clone, Copy, Debug)]
struct Declared {
    /// The first type that is equal to it.
    canonical: u32,
    /// The declared supertype.
    above: u32,
    /// How many types are above it.
    depth: u32,
    kind: AbstractHeapType,
    shared: bool,
    is_final: bool,
}

impl TypeHierarchy {
    /// The types of a module.
    pub fn new(module: &Module) -> TypeHierarchy {
        let mut hierarchy = TypeHierarchy { types: Vec::with_capacity(module.types.len()) };
        let mut groups: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut start = 0;
        // A module that is built by hand may not list the groups of its types.
        let listed: u32 = module.rec_groups.iter().map(|group| group.len).sum();
        let alone = (module.types.len() as u32).saturating_sub(listed);
        let lens = module.rec_groups.iter().map(|group| group.len);
        for len in lens.chain(std::iter::repeat_n(1, alone as usize)) {
            let end = start + len;
            let key = hierarchy.key(module, start, end);
            let first = *groups.entry(key).or_insert(start);
            for n in 0..len {
                let declared = hierarchy.declared(module, start + n, first + n);
                hierarchy.types.push(declared);
            }
            start = end;
        }
        hierarchy
    }

    /// The number of declared types.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether no type is declared.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// The first type of the module that is equal to a declared one.
    pub fn canonical(&self, ty: TypeId) -> TypeId {
        TypeId::from_u32(self.types[ty.as_u32() as usize].canonical)
    }

    /// The declared supertype of a type.
    pub fn supertype(&self, ty: TypeId) -> Option<TypeId> {
        let above = self.types[ty.as_u32() as usize].above;
        (above != NONE).then(|| TypeId::from_u32(above))
    }

    fn declared(&self, module: &Module, index: u32, canonical: u32) -> Declared {
        let ty = &module.types[TypeId::from_u32(index)];
        let above = ty.supertype_idxs.first().and_then(|index| index.as_module_index());
        // Supertypes come first in a valid module.
        let above = above.filter(|&above| above < index).unwrap_or(NONE);
        let composite = &ty.composite_type;
        Declared {
            canonical: if crate::mutant!(TypesOfTwoGroupsDiffer) { index } else { canonical },
            above,
            depth: self.types.get(above as usize).map_or(0, |above| above.depth + 1),
            kind: match composite.inner {
                CompositeInnerType::Func(_) => AbstractHeapType::Func,
                CompositeInnerType::Array(_) => AbstractHeapType::Array,
                CompositeInnerType::Struct(_) => AbstractHeapType::Struct,
                CompositeInnerType::Cont(_) => AbstractHeapType::Cont,
            },
            shared: composite.shared,
            is_final: ty.is_final,
        }
    }

    /// The structure of a group.
    fn key(&self, module: &Module, start: u32, end: u32) -> Vec<u32> {
        let mut key = vec![end - start];
        for index in start..end {
            let ty = &module.types[TypeId::from_u32(index)];
            let composite = &ty.composite_type;
            key.extend([u32::from(ty.is_final), u32::from(composite.shared)]);
            let named = [composite.descriptor_idx, composite.describes_idx];
            key.push(ty.supertype_idxs.len() as u32);
            ty.supertype_idxs.iter().for_each(|at| self.index(&mut key, start, at.unpack()));
            for at in named {
                match at {
                    Some(at) => self.index(&mut key, start, at.unpack()),
                    None => key.push(NONE),
                }
            }
            match &composite.inner {
                CompositeInnerType::Func(func) => {
                    key.extend([0, func.params().len() as u32, func.results().len() as u32]);
                    let values = func.params().iter().chain(func.results());
                    values.for_each(|&ty| self.value(&mut key, start, ty));
                }
                CompositeInnerType::Array(array) => {
                    key.push(1);
                    self.field(&mut key, start, array.0);
                }
                CompositeInnerType::Struct(fields) => {
                    key.extend([2, fields.fields.len() as u32]);
                    fields.fields.iter().for_each(|&field| self.field(&mut key, start, field));
                }
                CompositeInnerType::Cont(cont) => {
                    key.push(3);
                    self.index(&mut key, start, cont.0.unpack());
                }
            }
        }
        key
    }

    fn field(&self, key: &mut Vec<u32>, start: u32, field: FieldType) {
        key.push(field.mutable.into());
        match field.element_type {
            StorageType::I8 => key.push(0),
            StorageType::I16 => key.push(1),
            StorageType::Val(ty) => self.value(key, start, ty),
        }
    }

    fn value(&self, key: &mut Vec<u32>, start: u32, ty: ValType) {
        match ty {
            ValType::I32 => key.push(2),
            ValType::I64 => key.push(3),
            ValType::F32 => key.push(4),
            ValType::F64 => key.push(5),
            ValType::V128 => key.push(6),
            ValType::Ref(ty) => {
                key.push(7 + u32::from(ty.is_nullable()));
                match ty.heap_type() {
                    HeapType::Abstract { shared, ty } => {
                        key.extend([0, u32::from(shared), ty as u32]);
                    }
                    HeapType::Concrete(at) => {
                        key.push(1);
                        self.index(key, start, at);
                    }
                    HeapType::Exact(at) => {
                        key.push(2);
                        self.index(key, start, at);
                    }
                }
            }
        }
    }

    /// A type that is mentioned in a group: by its place in the group, or the first type that is equal to it.
    fn index(&self, key: &mut Vec<u32>, start: u32, at: UnpackedIndex) {
        match at.as_module_index() {
            Some(at) if at >= start => key.extend([0, at - start]),
            Some(at) => key.extend([1, self.types[at as usize].canonical]),
            None => key.push(NONE),
        }
    }

    fn declared_at(&self, at: UnpackedIndex) -> Option<&Declared> {
        self.types.get(at.as_module_index()? as usize)
    }

    /// Whether two indices name one type.
    fn same(&self, a: UnpackedIndex, b: UnpackedIndex) -> bool {
        match (self.declared_at(a), self.declared_at(b)) {
            (Some(a), Some(b)) => {
                a.canonical == b.canonical
                    || crate::mutant!(TypesLookAlike) && (a.kind, a.depth) == (b.kind, b.depth)
            }
            _ => false,
        }
    }

    /// Whether a type has no subtypes, in this module or another one.
    pub fn is_final(&self, heap: HeapType) -> bool {
        match heap {
            HeapType::Concrete(at) => self.declared_at(at).is_some_and(|ty| ty.is_final),
            HeapType::Exact(_) => true,
            HeapType::Abstract { ty, .. } => ty == AbstractHeapType::I31,
        }
    }

    /// The chain of an index and its declared supertypes.
    fn chain(&self, at: UnpackedIndex) -> impl Iterator<Item = (u32, &Declared)> {
        let first = at.as_module_index().filter(|&at| (at as usize) < self.types.len());
        std::iter::successors(first, |&at| {
            Some(self.types[at as usize].above).filter(|&above| above != NONE)
        })
        .map(|at| (at, &self.types[at as usize]))
    }

    /// The abstract type right above a type; itself if it is abstract.
    fn kind(&self, heap: HeapType) -> Option<(bool, AbstractHeapType)> {
        match heap {
            HeapType::Abstract { shared, ty } => Some((shared, ty)),
            HeapType::Concrete(at) | HeapType::Exact(at) => {
                self.declared_at(at).map(|ty| (ty.shared, ty.kind))
            }
        }
    }

    /// Whether each value of heap type `a` is one of `b`.
    pub fn is_heap_subtype(&self, a: HeapType, b: HeapType) -> bool {
        use HeapType::{Abstract, Concrete, Exact};
        match (a, b) {
            (Exact(a), Exact(b)) => self.same(a, b),
            (Concrete(at), Exact(b)) => self.is_final(a) && self.same(at, b),
            (Concrete(a) | Exact(a), Concrete(b)) => {
                self.chain(a).any(|(at, _)| self.same(UnpackedIndex::Module(at), b))
            }
            (Concrete(_) | Exact(_), Abstract { shared, ty }) => self
                .kind(a)
                .is_some_and(|(own, kind)| own == shared && is_abstract_subtype(kind, ty)),
            (Abstract { shared, ty }, Concrete(_) | Exact(_)) => {
                self.kind(b).is_some_and(|(own, kind)| own == shared && ty == bottom(kind))
            }
            (Abstract { shared: a_shared, ty: a }, Abstract { shared: b_shared, ty: b }) => {
                a_shared == b_shared && is_abstract_subtype(a, b)
            }
        }
    }

    /// Whether a value of type `a` may be used where one of type `b` is expected.
    pub fn is_subtype(&self, a: ValType, b: ValType) -> bool {
        match (a, b) {
            (ValType::Ref(a), ValType::Ref(b)) => self.is_ref_subtype(a, b),
            (a, b) => a == b,
        }
    }

    /// Whether a reference of type `a` may be used where one of type `b` is expected.
    pub fn is_ref_subtype(&self, a: RefType, b: RefType) -> bool {
        (b.is_nullable() || !a.is_nullable()) && self.is_heap_subtype(a.heap_type(), b.heap_type())
    }

    /// The least type of which values of two types are: they are of one hierarchy, or the answer is the top of that
    /// of the first.
    pub fn join(&self, a: HeapType, b: HeapType) -> HeapType {
        if self.is_heap_subtype(b, a) {
            return a;
        }
        if self.is_heap_subtype(a, b) {
            return b;
        }
        if let (
            HeapType::Concrete(a) | HeapType::Exact(a),
            HeapType::Concrete(b) | HeapType::Exact(b),
        ) = (a, b)
        {
            // The longer chain is cut, then both are followed together.
            let depth = |at| self.declared_at(at).map_or(0, |ty| ty.depth);
            let least = depth(a).min(depth(b));
            let cut = |at| self.chain(at).skip_while(move |(_, ty)| ty.depth > least);
            let common = cut(a).zip(cut(b)).find(|((_, a), (_, b))| a.canonical == b.canonical);
            if let Some(((at, _), _)) = common {
                return HeapType::Concrete(UnpackedIndex::Module(at));
            }
        }
        let (Some((shared, a_kind)), Some((_, b_kind))) = (self.kind(a), self.kind(b)) else {
            return a;
        };
        use AbstractHeapType::*;
        let ty = match (top(a_kind), a_kind, b_kind) {
            (Any, Eq | Struct | Array | I31, Eq | Struct | Array | I31) => Eq,
            (top, ..) => top,
        };
        HeapType::Abstract { shared, ty }
    }
}

/// The type without values of the hierarchy that a type is in.
fn bottom(ty: AbstractHeapType) -> AbstractHeapType {
    use AbstractHeapType::*;
    match top(ty) {
        Func => NoFunc,
        Extern => NoExtern,
        Exn => NoExn,
        Cont => NoCont,
        _ => None,
    }
}

/// The type of all values of a hierarchy.
fn top(ty: AbstractHeapType) -> AbstractHeapType {
    use AbstractHeapType::*;
    match ty {
        Func | NoFunc => Func,
        Extern | NoExtern => Extern,
        Exn | NoExn => Exn,
        Cont | NoCont => Cont,
        Any | None | Eq | Struct | Array | I31 => Any,
    }
}

/// Whether an abstract type has no values.
pub fn is_bottom(ty: AbstractHeapType) -> bool {
    ty == bottom(ty)
}

fn is_abstract_subtype(a: AbstractHeapType, b: AbstractHeapType) -> bool {
    use AbstractHeapType::*;
    a == b
        || is_bottom(a) && top(a) == top(b)
        || matches!((a, b), (I31 | Struct | Array, Any | Eq) | (Eq, Any))
}

#[cfg(test)]
mod tests;
