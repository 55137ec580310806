//! Alias analysis of garbage-collected objects: whether two accesses may touch the same field of the same object.
//!
//! Two accesses are told apart by
//!
//! - their *types*: an object is of one type, and accessed through its supertypes. Types have one supertype each, so
//!   two accesses of one object are through types of which one is a subtype of the other, or the same. A type that may
//!   be equal by its structure counts as a subtype ([`is_subtype`]);
//! - their *parts*: fields have the same number in all subtypes; elements at different constant indices;
//! - their *objects*: the same value is the same object, seen through copies of the reference (casts). Two
//!   allocations give two objects. A *private* object, one that is allocated by the function and whose reference is only
//!   used for accesses and comparisons, is no other value's, and calls do not know it.
//!
//! As with addresses ([`Place`](crate::Place)), a value that is defined in a loop is another object in each iteration:
//! answers hold for two accesses that see the same values. That two allocations, or a private object and any other
//! value, are two objects, is true whenever they are executed.
//!
//! Cost: O(1), but for the length of a chain of supertypes.

use crate::Overlap;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Cfg, Function, Inst, Module, Op, Terminator, TypeId, Value, allocated, is_subtype};
use invar_rules::{Const, ValueFacts};
use wasmparser::{
    CompositeInnerType, FieldType, HeapType, RefType, StorageType, UnpackedIndex, ValType,
};

/// How many copies of a reference are looked through.
const MOST_COPIES: usize = 16;

/// A part of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part<V = Value> {
    /// A field of a struct.
    Field(u32),
    /// An element of an array, at a constant index.
    Element(u32),
    /// An element of an array at an index.
    At(V),
}

/// A part of an object, and how it is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ObjectPlace<V = Value> {
    /// The reference that copies of it were made from, resolved.
    pub object: V,
    /// The type through which the object is accessed.
    pub ty: TypeId,
    /// The part.
    pub part: Part<V>,
}

impl<V: Copy + PartialEq> ObjectPlace<V> {
    /// The part that an operator reads or writes, if it is an access of one.
    pub fn of_op<F: ValueFacts<Value = V>>(facts: &F, op: &Op, operands: &[V]) -> Option<Self> {
        let (ty, part) = match *op {
            Op::StructGet { struct_type_index, field_index }
            | Op::StructGetS { struct_type_index, field_index }
            | Op::StructGetU { struct_type_index, field_index }
            | Op::StructSet { struct_type_index, field_index } => {
                (struct_type_index, Part::Field(field_index))
            }
            Op::ArrayGet { array_type_index }
            | Op::ArrayGetS { array_type_index }
            | Op::ArrayGetU { array_type_index }
            | Op::ArraySet { array_type_index } => {
                let index = *operands.get(1)?;
                let part = match facts.constant(index).and_then(Const::as_int) {
                    Some(index) => Part::Element(index as u32),
                    None => Part::At(index),
                };
                (array_type_index, part)
            }
            _ => return None,
        };
        let object = base_reference(facts, *operands.first()?)?;
        Some(ObjectPlace { object, ty: TypeId::from_u32(ty), part })
    }

    /// Whether two accesses touch the same part of the same object, where both see the same values. `is_private` tells
    /// of an allocation whether its object is private.
    pub fn overlap<F: ValueFacts<Value = V>>(
        &self,
        other: &Self,
        facts: &F,
        module: &Module,
        is_private: impl Fn(V) -> bool,
    ) -> Overlap {
        let same_part = match (self.part, other.part) {
            (Part::Field(a), Part::Field(b)) | (Part::Element(a), Part::Element(b)) => {
                if a != b {
                    return Overlap::Disjoint;
                }
                true
            }
            (Part::Field(_), _) | (_, Part::Field(_)) => return Overlap::Disjoint,
            (Part::At(a), Part::At(b)) => a == b,
            _ => false,
        };
        if self.object == other.object {
            return if same_part { Overlap::Equal } else { Overlap::Maybe };
        }
        let new = |place: &Self| facts.op(place.object).and_then(allocated);
        let (a, b) = (new(self), new(other));
        let apart = match (a, b) {
            (Some(_), Some(_)) => true,
            (Some(_), None) => is_private(self.object),
            (None, Some(_)) => is_private(other.object),
            (None, None) => false,
        };
        let may_be = |sub, above| may_be_subtype(module, sub, above);
        let types_apart = match (a, b) {
            // The type of an allocation is exact, others may be those of supertypes.
            (Some(a), _) => !may_be(a, other.ty),
            (_, Some(b)) => !may_be(b, self.ty),
            (None, None) => {
                let is_below = may_be(self.ty, other.ty);
                !is_below
                    && (invar_ir::mutant!(ObjectsSupertypesApart) || !may_be(other.ty, self.ty))
            }
        };
        if apart || types_apart { Overlap::Disjoint } else { Overlap::Maybe }
    }

    /// The highest supertype that has the part.
    pub fn declared_in(&self, module: &Module) -> TypeId {
        let above = |&ty: &TypeId| {
            let above = module.types.get(ty)?.supertype_idxs.first()?.as_module_index()?;
            // Supertypes come first in a valid module.
            let above = (above < ty.as_u32()).then_some(TypeId::from_u32(above))?;
            field_type(module, above, self.part).map(|_| above)
        };
        std::iter::successors(Some(self.ty), above).last().expect("there is one at least")
    }

    /// The value that identifies the part, if there is one.
    pub fn index(&self) -> Option<V> {
        match self.part {
            Part::At(index) => Some(index),
            _ => None,
        }
    }
}

impl ObjectPlace<Value> {
    /// The part that an instruction reads or writes, and nothing else.
    pub fn of(f: &Function, inst: Inst) -> Option<Self> {
        let args: Vec<Value> = f.args(inst).iter().map(|&arg| f.resolve(arg)).collect();
        ObjectPlace::of_op(f, &f.insts[inst].op, &args)
    }

    /// This part, named by other values if these have become aliases; `None` if it is not known any more.
    pub fn resolved(self, f: &Function) -> Option<Self> {
        let object = base_reference(f, f.resolve(self.object))?;
        let part = match self.part {
            Part::At(index) => {
                let index = f.resolve(index);
                match f.constant(index).and_then(Const::as_int) {
                    Some(index) => Part::Element(index as u32),
                    None => Part::At(index),
                }
            }
            part => part,
        };
        Some(ObjectPlace { object, part, ..self })
    }
}

/// The reference that a value is a copy of: the operand of casts. `None` if there are too many.
pub fn base_reference<F: ValueFacts>(facts: &F, value: F::Value) -> Option<F::Value> {
    let mut at = value;
    for _ in 0..MOST_COPIES {
        match facts.op(at) {
            Some(op) if is_copy(op) => at = facts.operand(at, 0),
            _ => return Some(at),
        }
    }
    None
}

/// Whether the result of an operator is its operand, or it traps.
pub fn is_copy(op: &Op) -> bool {
    matches!(op, Op::RefAsNonNull | Op::RefCastNonNull { .. } | Op::RefCastNullable { .. })
}

/// Whether an object of type `a` may be accessed through type `b`.
fn may_be_subtype(module: &Module, a: TypeId, b: TypeId) -> bool {
    let reference = |ty: TypeId| {
        let heap = HeapType::Concrete(UnpackedIndex::Module(ty.as_u32()));
        RefType::new(false, heap).map(ValType::Ref)
    };
    match (reference(a), reference(b)) {
        (Some(a), Some(b)) => a == b || is_subtype(module, a, b),
        _ => true,
    }
}

/// The field that an access touches, or the element type of its array.
pub fn field_type(module: &Module, ty: TypeId, part: Part<impl Copy>) -> Option<FieldType> {
    match (&module.types.get(ty)?.composite_type.inner, part) {
        (CompositeInnerType::Struct(ty), Part::Field(n)) => ty.fields.get(n as usize).copied(),
        (CompositeInnerType::Array(ty), Part::Element(_) | Part::At(_)) => Some(ty.0),
        _ => None,
    }
}

/// The bits of a packed field.
pub fn packed_bits(storage: StorageType) -> Option<u32> {
    match storage {
        StorageType::I8 => Some(8),
        StorageType::I16 => Some(16),
        StorageType::Val(_) => None,
    }
}

/// What a new object holds in a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Initial<V> {
    /// A value, of which a packed field takes the low bits.
    Value(V),
    /// Zero or null.
    Default,
}

/// What an allocation puts into a part of its object, if that exists.
pub fn initial<F: ValueFacts>(
    facts: &F,
    module: &Module,
    allocation: F::Value,
    part: Part<F::Value>,
) -> Option<Initial<F::Value>> {
    // Behind a cast that fails, the access may be to a part that the object does not have.
    let op = facts.op(allocation)?;
    field_type(module, allocated(op)?, part)?;
    let operand = |n| Some(Initial::Value(facts.operand(allocation, n)));
    let has = |n: u32, length: usize| {
        let length = facts.constant(facts.operand(allocation, length)).and_then(Const::as_int);
        length.is_some_and(|length| n < length as u32) || invar_ir::mutant!(ObjectsInitialPastEnd)
    };
    match (op, part) {
        (Op::StructNew { .. }, Part::Field(n)) => operand(n as usize),
        (Op::StructNewDefault { .. }, Part::Field(_)) => Some(Initial::Default),
        (Op::ArrayNewFixed { array_size, .. }, Part::Element(n)) if n < *array_size => {
            operand(n as usize)
        }
        (Op::ArrayNew { .. }, Part::Element(n)) if has(n, 1) => operand(0),
        (Op::ArrayNewDefault { .. }, Part::Element(n)) if has(n, 0) => Some(Initial::Default),
        _ => None,
    }
}

/// The allocations of a function whose objects are private: references to them are only used to access them, to
/// compare and test them. Linear.
pub fn private_objects(f: &Function, cfg: &Cfg) -> SecondaryMap<Value, bool> {
    let mut private: SecondaryMap<Value, bool> = SecondaryMap::new();
    // What each value is a copy of, and whether that is an allocation.
    let mut copy_of: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
    let mut any = false;
    for &block in &cfg.rpo {
        for &inst in &f.blocks[block].insts {
            if allocated(&f.insts[inst].op).is_some()
                && let Some(value) = f.result(inst)
            {
                (private[value], copy_of[value], any) = (true, Some(value), true);
            }
        }
    }
    if !any {
        return private;
    }
    // A copy comes after what it copies, in this order.
    for &block in &cfg.rpo {
        for &inst in &f.blocks[block].insts {
            let op = &f.insts[inst].op;
            if is_copy(op)
                && let Some(result) = f.result(inst)
            {
                copy_of[result] = copy_of[f.resolve(f.args(inst)[0])];
            }
        }
    }
    let mut lose = |value: Value| {
        if let Some(object) = copy_of[f.resolve(value)] {
            private[object] = false;
        }
    };
    for &block in &cfg.rpo {
        for &inst in &f.blocks[block].insts {
            let op = &f.insts[inst].op;
            let args = f.args(inst);
            (0..args.len()).filter(|&n| !keeps_private(op, n)).for_each(|n| lose(args[n]));
        }
        let term = &f.blocks[block].term;
        let is_test = matches!(term, Terminator::BrOn { taken_value, fallthrough_value, .. }
            if taken_value.is_none() && fallthrough_value.is_none());
        if !is_test {
            term.operands(&f.pool).iter().for_each(|&value| lose(value));
        }
        for call in term.targets() {
            f.list(&call.args).iter().for_each(|&value| lose(value));
        }
    }
    private
}

/// Whether an operator only accesses or tests the object that is its n-th operand, or gives a copy of the reference.
fn keeps_private(op: &Op, n: usize) -> bool {
    match op {
        Op::StructGet { .. }
        | Op::StructGetS { .. }
        | Op::StructGetU { .. }
        | Op::StructSet { .. }
        | Op::ArrayGet { .. }
        | Op::ArrayGetS { .. }
        | Op::ArrayGetU { .. }
        | Op::ArraySet { .. }
        | Op::ArrayLen
        | Op::ArrayFill { .. }
        | Op::ArrayInitData { .. }
        | Op::RefIsNull
        | Op::RefTestNonNull { .. }
        | Op::RefTestNullable { .. } => n == 0 || invar_ir::mutant!(ObjectsStoredPrivate),
        // Both arrays, but not what they hold.
        Op::ArrayCopy { .. } => true,
        Op::RefEq => true,
        op => is_copy(op),
    }
}

/// Whether a type is a subtype of another by declaration, so that a value may take the place of one of that type. Types
/// that are equal by their structure only are not seen to be.
pub fn is_declared_subtype(module: &Module, a: ValType, b: ValType) -> bool {
    let (ValType::Ref(x), ValType::Ref(y)) = (a, b) else { return a == b };
    let chain = || match (x.heap_type(), y.heap_type()) {
        (HeapType::Concrete(from), HeapType::Concrete(to)) => {
            let (from, to) = (from.as_module_index(), to.as_module_index());
            let above = |&at: &u32| {
                let ty = module.types.get(TypeId::from_u32(at))?;
                let above = ty.supertype_idxs.first()?.as_module_index()?;
                // Supertypes come first in a valid module.
                (above < at).then_some(above)
            };
            to.is_some() && std::iter::successors(from, above).any(|at| Some(at) == to)
        }
        (HeapType::Exact(_), _) | (_, HeapType::Exact(_)) => false,
        _ => is_subtype(module, a, b),
    };
    a == b || (y.is_nullable() || !x.is_nullable()) && (x.heap_type() == y.heap_type() || chain())
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::{Body, Func, parse_module};

    /// The accesses of a function.
    fn places(body: &str) -> (Module, Function, Vec<ObjectPlace>) {
        let text = format!(
            "module {{
               ty0 = sub struct (mut i32, mut i32)
               ty1 = sub ty0 struct (mut i32, mut i32, mut i32)
               ty2 = sub ty0 struct (mut i32, mut i32, mut i64)
               ty3 = array (mut i32)
               ty4 = func ((ref null ty0), (ref null ty1), (ref null ty2), (ref null ty3), i32) -> ()
               global g0 : mut (ref null ty0) = ref.null ty0
               func f0 : ty4 {{
               b0(v0: (ref null ty0), v1: (ref null ty1), v2: (ref null ty2), v3: (ref null ty3), v4: i32):
                 {body}
                 return
               }}
             }}"
        );
        let module = parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let Body::Ssa(f) = &module.funcs[Func::from_u32(0)].body else { panic!("no body") };
        let f = (**f).clone();
        let insts = f.blocks[f.entry].insts.iter();
        let places = insts.filter_map(|&inst| ObjectPlace::of(&f, inst)).collect();
        (module, f, places)
    }

    fn overlap(body: &str) -> Overlap {
        let (module, f, places) = places(body);
        let private = private_objects(&f, &Cfg::new(&f));
        let of = |a: &ObjectPlace, b| a.overlap(b, &f, &module, |value| private[value]);
        assert_eq!(of(&places[0], &places[1]), of(&places[1], &places[0]));
        of(&places[0], &places[1])
    }

    #[test]
    fn types_tell_objects_apart() {
        let of = |a: &str, b: &str| overlap(&format!("v5 = struct.get {a}\n v6 = struct.get {b}"));
        assert_eq!(of("ty1 0 v1", "ty2 0 v2"), Overlap::Disjoint);
        assert_eq!(of("ty0 0 v0", "ty2 0 v2"), Overlap::Maybe);
        assert_eq!(of("ty0 1 v0", "ty2 0 v2"), Overlap::Disjoint);
        assert_eq!(of("ty0 0 v1", "ty1 0 v1"), Overlap::Equal);
        // The declared type of the access counts.
        assert_eq!(of("ty0 0 v1", "ty0 0 v2"), Overlap::Maybe);
    }

    #[test]
    fn elements_are_told_apart_by_constant_indices() {
        let of = |a: &str, b: &str| {
            overlap(&format!(
                "v5 = i32.const 1\n v6 = i32.const 2\n v7 = array.get ty3 {a}\n v8 = array.get ty3 {b}"
            ))
        };
        assert_eq!(of("v3, v5", "v3, v6"), Overlap::Disjoint);
        assert_eq!(of("v3, v5", "v3, v5"), Overlap::Equal);
        assert_eq!(of("v3, v5", "v3, v4"), Overlap::Maybe);
        assert_eq!(of("v3, v4", "v3, v4"), Overlap::Equal);
    }

    #[test]
    fn new_objects_are_told_apart() {
        let of = |body: &str, a: &str, b: &str| {
            overlap(&format!(
                "v5 = struct.new_default ty1\n v6 = struct.new_default ty1\n {body}
                 v8 = struct.get {a}\n v9 = struct.get {b}"
            ))
        };
        assert_eq!(of("", "ty1 0 v5", "ty1 0 v6"), Overlap::Disjoint);
        assert_eq!(of("", "ty1 0 v5", "ty0 0 v0"), Overlap::Disjoint);
        // The loaded reference may be the object that was put into a global.
        assert_eq!(of("global.set g0 v5", "ty1 0 v5", "ty0 0 v0"), Overlap::Maybe);
        assert_eq!(of("global.set g0 v5", "ty1 0 v5", "ty2 0 v2"), Overlap::Disjoint);
        assert_eq!(of("v7 = ref.as_non_null v5", "ty1 0 v5", "ty1 0 v7"), Overlap::Equal);
        assert_eq!(of("", "ty1 0 v5", "ty2 0 v2"), Overlap::Disjoint);
    }
}
