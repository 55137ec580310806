//! Canonical types of a store, so that types of different modules can be compared (isorecursive equality).
//!
//! Two types are equal if their recursion groups have the same structure. So groups are hash-consed: each is looked up
//! by its structure, in which references to types of the group are relative, and those to others
//! are their numbers in the store. A new group gets the next numbers. Types are then equal if their numbers are, and
//! one is a subtype of another if that is among its supertypes.
//!
//! Cost: linear in the types of a module; a test of subtypes walks the chain of supertypes.

use crate::value::{Ref, Value};
use invar_ir::wasmparser::{
    AbstractHeapType, ArrayType, CompositeInnerType, FieldType, FuncType, HeapType, PackedIndex,
    StorageType, StructType, SubType, UnpackedIndex,
};
use invar_ir::{Module, RefType, TypeId, ValType};
use rustc_hash::FxHashMap;

/// The number of a type in a store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeRef(pub(crate) u32);

impl TypeRef {
    /// The type of a number, as references to it in types of the store have it.
    pub fn from_u32(number: u32) -> TypeRef {
        TypeRef(number)
    }
}

/// All types of a store. References to types in them are numbers of the store.
#[derive(Debug, Default)]
pub(crate) struct Types {
    all: Vec<SubType>,
    groups: FxHashMap<Vec<SubType>, u32>,
}

/// The numbers of a module's types in a store.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeMap(Vec<TypeRef>);

impl TypeMap {
    /// The type of an index of the module.
    pub fn get(&self, index: u32) -> TypeRef {
        self.0[index as usize]
    }

    fn index(&self, index: UnpackedIndex) -> UnpackedIndex {
        match index {
            UnpackedIndex::Module(index) => UnpackedIndex::Module(self.get(index).0),
            other => panic!("{other} in a module"),
        }
    }

    /// A heap type with the numbers of the store.
    pub fn heap(&self, heap: HeapType) -> HeapType {
        map_heap(heap, &mut |index| self.index(index))
    }

    /// A reference type with the numbers of the store.
    pub fn reference(&self, ty: RefType) -> RefType {
        map_ref(ty, &mut |index| self.index(index))
    }

    /// A value type with the numbers of the store.
    pub fn value(&self, ty: ValType) -> ValType {
        map_value(ty, &mut |index| self.index(index))
    }
}

type Map<'a> = &'a mut dyn FnMut(UnpackedIndex) -> UnpackedIndex;

fn map_heap(heap: HeapType, map: Map<'_>) -> HeapType {
    match heap {
        HeapType::Concrete(index) => HeapType::Concrete(map(index)),
        HeapType::Exact(index) => HeapType::Exact(map(index)),
        HeapType::Abstract { .. } => heap,
    }
}

fn map_ref(ty: RefType, map: Map<'_>) -> RefType {
    RefType::new(ty.is_nullable(), map_heap(ty.heap_type(), map)).expect("few enough types")
}

fn map_value(ty: ValType, map: Map<'_>) -> ValType {
    match ty {
        ValType::Ref(ty) => ValType::Ref(map_ref(ty, map)),
        other => other,
    }
}

fn map_packed(index: PackedIndex, map: Map<'_>) -> PackedIndex {
    map(index.unpack()).pack().expect("few enough types")
}

fn map_field(field: FieldType, map: Map<'_>) -> FieldType {
    let element_type = match field.element_type {
        StorageType::Val(ty) => StorageType::Val(map_value(ty, map)),
        packed => packed,
    };
    FieldType { element_type, ..field }
}

fn map_type(ty: &SubType, map: Map<'_>) -> SubType {
    let mut mapped = ty.clone();
    for index in &mut mapped.supertype_idxs {
        *index = map_packed(*index, map);
    }
    let composite = &mut mapped.composite_type;
    for index in [&mut composite.descriptor_idx, &mut composite.describes_idx] {
        *index = index.map(|index| map_packed(index, map));
    }
    match &mut composite.inner {
        CompositeInnerType::Func(func) => {
            let params: Vec<ValType> = func.params().iter().map(|&ty| map_value(ty, map)).collect();
            let results: Vec<ValType> =
                func.results().iter().map(|&ty| map_value(ty, map)).collect();
            *func = FuncType::new(params, results);
        }
        CompositeInnerType::Array(array) => *array = ArrayType(map_field(array.0, map)),
        CompositeInnerType::Struct(fields) => {
            let fields = fields.fields.iter().map(|&field| map_field(field, map)).collect();
            composite.inner = CompositeInnerType::Struct(StructType { fields });
        }
        CompositeInnerType::Cont(cont) => cont.0 = map_packed(cont.0, map),
    }
    mapped
}

impl Types {
    /// Adds the types of a module.
    pub fn add(&mut self, module: &Module) -> TypeMap {
        let mut map = TypeMap::default();
        let mut start = 0;
        for group in &module.rec_groups {
            let end = start + group.len;
            let key: Vec<SubType> = (start..end)
                .map(|index| {
                    map_type(&module.types[TypeId::from_u32(index)], &mut |index| match index {
                        UnpackedIndex::Module(at) if (start..end).contains(&at) => {
                            UnpackedIndex::RecGroup(at - start)
                        }
                        UnpackedIndex::Module(at) => UnpackedIndex::Module(map.get(at).0),
                        other => panic!("{other} in a module"),
                    })
                })
                .collect();
            let first = self.group(key);
            map.0.extend((0..group.len).map(|n| TypeRef(first + n)));
            start = end;
        }
        map
    }

    /// The number of the first type of a group, whose references to its own types are relative.
    fn group(&mut self, key: Vec<SubType>) -> u32 {
        if let Some(&known) = self.groups.get(&key) {
            return known;
        }
        let first = self.all.len() as u32;
        for ty in &key {
            self.all.push(map_type(ty, &mut |index| match index {
                UnpackedIndex::RecGroup(n) => UnpackedIndex::Module(first + n),
                other => other,
            }));
        }
        self.groups.insert(key, first);
        first
    }

    /// A final function type without supertypes, of types of the store.
    pub fn func(&mut self, ty: FuncType) -> TypeRef {
        TypeRef(self.group(vec![SubType::func(ty, false)]))
    }

    /// The structure of a type.
    pub fn get(&self, ty: TypeRef) -> &SubType {
        &self.all[ty.0 as usize]
    }

    /// The parameters and results of a function type.
    pub fn signature(&self, ty: TypeRef) -> &FuncType {
        match &self.get(ty).composite_type.inner {
            CompositeInnerType::Func(func) => func,
            other => panic!("{other} where a function type must be"),
        }
    }

    /// The types of the fields of a struct, or of the elements of an array.
    pub fn fields(&self, ty: TypeRef) -> &[FieldType] {
        match &self.get(ty).composite_type.inner {
            CompositeInnerType::Struct(fields) => &fields.fields,
            CompositeInnerType::Array(array) => std::slice::from_ref(&array.0),
            other => panic!("{other} where a struct or array type must be"),
        }
    }

    /// Whether a type is another, or below it.
    pub fn is_subtype(&self, ty: TypeRef, of: TypeRef) -> bool {
        let mut at = ty;
        loop {
            if at == of {
                return true;
            }
            match self.get(at).supertype_idxs.first().map(|index| index.unpack()) {
                Some(UnpackedIndex::Module(above)) => at = TypeRef(above),
                _ => return false,
            }
        }
    }

    /// The abstract type right above a type.
    fn kind(&self, ty: TypeRef) -> AbstractHeapType {
        match self.get(ty).composite_type.inner {
            CompositeInnerType::Func(_) => AbstractHeapType::Func,
            CompositeInnerType::Array(_) => AbstractHeapType::Array,
            CompositeInnerType::Struct(_) => AbstractHeapType::Struct,
            CompositeInnerType::Cont(_) => AbstractHeapType::Cont,
        }
    }

    fn is_heap_subtype(&self, a: HeapType, b: HeapType) -> bool {
        let concrete = |index: UnpackedIndex| TypeRef(index.as_module_index().expect("a number"));
        match (a, b) {
            (HeapType::Exact(a), HeapType::Exact(b)) => a == b,
            (HeapType::Concrete(_), HeapType::Exact(_)) => false,
            (HeapType::Concrete(a) | HeapType::Exact(a), HeapType::Concrete(b)) => {
                self.is_subtype(concrete(a), concrete(b))
            }
            (HeapType::Concrete(a) | HeapType::Exact(a), HeapType::Abstract { shared, ty }) => {
                let a = concrete(a);
                self.get(a).composite_type.shared == shared && is_abstract_subtype(self.kind(a), ty)
            }
            (HeapType::Abstract { shared, ty }, HeapType::Concrete(b) | HeapType::Exact(b)) => {
                let b = concrete(b);
                self.get(b).composite_type.shared == shared && ty == bottom(self.kind(b))
            }
            (
                HeapType::Abstract { shared: a_shared, ty: a },
                HeapType::Abstract { shared: b_shared, ty: b },
            ) => a_shared == b_shared && is_abstract_subtype(a, b),
        }
    }

    /// Whether values of one type are values of another; both are of the store.
    pub fn is_value_subtype(&self, a: ValType, b: ValType) -> bool {
        match (a, b) {
            (ValType::Ref(a), ValType::Ref(b)) => {
                (b.is_nullable() || !a.is_nullable())
                    && self.is_heap_subtype(a.heap_type(), b.heap_type())
            }
            (a, b) => a == b,
        }
    }
}

/// The type without values of the hierarchy that a type is in.
fn bottom(ty: AbstractHeapType) -> AbstractHeapType {
    use AbstractHeapType::*;
    match ty {
        Func | NoFunc => NoFunc,
        Extern | NoExtern => NoExtern,
        Exn | NoExn => NoExn,
        Cont | NoCont => NoCont,
        Any | None | Eq | Struct | Array | I31 => None,
    }
}

fn is_abstract_subtype(a: AbstractHeapType, b: AbstractHeapType) -> bool {
    use AbstractHeapType::*;
    a == b || a == bottom(b) || matches!((a, b), (I31 | Struct | Array, Any | Eq) | (Eq, Any))
}

/// Whether a reference that is not null is of a heap type of the store. Its hierarchy is known to be
/// the one of the type.
pub(crate) fn is_of(store: &crate::Store, reference: Ref, heap: HeapType) -> bool {
    let concrete = || match reference {
        Ref::Func(func) => Some(store.func_type(func)),
        Ref::Object(object) => Some(store.object(object).ty),
        _ => None,
    };
    let number = |index: UnpackedIndex| TypeRef(index.as_module_index().expect("a number"));
    match heap {
        HeapType::Concrete(of) => {
            concrete().is_some_and(|ty| store.types.is_subtype(ty, number(of)))
        }
        HeapType::Exact(of) => concrete() == Some(number(of)),
        HeapType::Abstract { ty, .. } => {
            use AbstractHeapType::*;
            let array = || match reference {
                Ref::Object(object) => Some(store.object(object).is_array),
                _ => Option::None,
            };
            match ty {
                Any | Func | Extern | Exn | Cont => true,
                Eq => matches!(reference, Ref::I31(_) | Ref::Object(_)),
                I31 => matches!(reference, Ref::I31(_)),
                Struct => array() == Some(false),
                Array => array() == Some(true),
                None | NoFunc | NoExtern | NoExn | NoCont => false,
            }
        }
    }
}

/// Whether a value is one of a reference type, or number type, of the store.
pub(crate) fn is_value_of(store: &crate::Store, value: Value, ty: ValType) -> bool {
    match (value, ty) {
        (Value::Number(number), ty) => number.ty() == ty,
        (Value::Ref(Ref::Null), ValType::Ref(ty)) => ty.is_nullable(),
        (Value::Ref(reference), ValType::Ref(ty)) => is_of(store, reference, ty.heap_type()),
        (Value::Ref(_), _) => false,
    }
}
