//! Locations: the parts of state that operators read and write, for redundant loads and stores.
//!
//! A location is a range of bytes of a linear memory, or anything else that an operator reads back: a
//! global, an element of a table, a field of an object. Value numbering asks whether a write may
//! change a location, and what a read gives where a location is known to hold a value, since that was
//! stored there or loaded from there. The order of reads and writes is the caller's concern: memory SSA follows the
//! definitions of a memory, common node elimination the state edges, `mem2reg` the blocks of a frame.
//!
//! Cost: O(1).

use crate::forward::{low_bits, part, repeated};
use crate::objects::{field_type, is_declared_subtype, packed_bits};
use crate::{ObjectPlace, Overlap, Part, Place, forwarded, is_plain, read_back};
use invar_ir::entities::packed_option::{PackedOption, ReservedValue};
use invar_ir::{ClassSet, Memory, Module, Op, Opcode, ValType, effects, memory_access};
use invar_rules::value_numbering::Expression;
use invar_rules::{Const, Term, ValueFacts};

/// A location, by how it is read or written.
#[derive(Clone, PartialEq, Debug)]
pub struct Location<V: ReservedValue> {
    access: Access<V>,
    /// The bytes of linear memory that are touched.
    place: Option<Place<V>>,
    /// The classes of state that it belongs to.
    classes: ClassSet,
}

#[derive(Clone, PartialEq, Debug)]
enum Access<V: ReservedValue> {
    /// A load or store of plain bytes.
    Bytes(Opcode),
    /// A part of an object: the operator, the type that a read of it has, and how many bits it has if it is packed.
    Object(ObjectPlace<V>, Opcode, ValType, Option<u32>),
    /// The location that this operator reads.
    Read(Expression<V>),
}

/// A key for hash tables: locations that are the same have the same key. Others may have it, too: of bytes it has
/// the start only, modulo 2 to the width of addresses.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LocationKey<V: ReservedValue> {
    /// Bytes of a memory: the root of the address, and the distance from there.
    Bytes(Memory, PackedOption<V>, u64),
    /// A part of an object.
    Object(PackedOption<V>, Part<PackedOption<V>>),
    /// What an operator reads.
    Read(Expression<V>),
}

/// The bytes of linear memory that an operator reads or writes, if it touches nothing else: atomic
/// operators also make the writes of other threads visible.
pub fn place_of<F: ValueFacts>(
    facts: &F,
    module: &Module,
    op: &Op,
    operands: &[F::Value],
) -> Option<Place<F::Value>> {
    memory_access(op).filter(|access| !access.is_atomic())?;
    Place::of_op(facts, module, op, |n| operands.get(n).copied())
}

impl<V: Copy + Ord + ReservedValue> Location<V> {
    /// The location that an operator reads, which reads these classes of state.
    pub fn of_read<F: ValueFacts<Value = V>>(
        facts: &F,
        module: &Module,
        op: &Op,
        operands: &[V],
        classes: ClassSet,
    ) -> Option<Self> {
        let place = place_of(facts, module, op, operands);
        let access = match (&place, object_access(facts, module, op, operands)) {
            (Some(_), _) if is_plain(op) => Access::Bytes(op.opcode()),
            (_, Some(access)) => access,
            _ => Access::Read(Expression::new(op, operands.iter().copied())?),
        };
        Some(Location { access, place, classes })
    }

    /// The location that an operator writes, and its value afterwards, if the value of a read is
    /// known.
    pub fn of_write<F: ValueFacts<Value = V>>(
        facts: &F,
        module: &Module,
        op: &Op,
        operands: &[V],
    ) -> Option<(Self, V)> {
        if is_plain(op) {
            let stored = memory_access(op)?.stored?;
            let place = Some(place_of(facts, module, op, operands)?);
            let (access, classes) = (Access::Bytes(op.opcode()), effects(op, module).writes);
            return Some((Location { access, place, classes }, operands[stored]));
        }
        let (read, count) = read_back(op)?;
        if let Some(access) = object_access(facts, module, op, operands) {
            let location = Location { access, place: None, classes: effects(op, module).writes };
            return Some((location, *operands.last()?));
        }
        let access = Access::Read(Expression::new(&read, operands[..count].iter().copied())?);
        let classes = effects(&read, module).reads;
        Some((Location { access, place: None, classes }, operands[count]))
    }

    /// The part of an object, if it is one.
    pub fn object(&self) -> Option<&ObjectPlace<V>> {
        match &self.access {
            Access::Object(object, ..) => Some(object),
            _ => None,
        }
    }

    /// The bytes of linear memory, if it is some.
    pub fn place(&self) -> Option<&Place<V>> {
        self.place.as_ref()
    }

    /// What two locations have in common that may be the same.
    pub fn key(&self) -> LocationKey<V> {
        match (&self.access, &self.place) {
            (Access::Bytes(_), Some(place)) => {
                let start = place.added.wrapping_add(place.offset);
                let start = if place.wide { start } else { start & u64::from(u32::MAX) };
                LocationKey::Bytes(place.memory, place.root.into(), start)
            }
            (Access::Object(object, ..), _) => {
                let part = match object.part {
                    Part::Field(n) => Part::Field(n),
                    Part::Element(n) => Part::Element(n),
                    Part::At(index) => Part::At(index.into()),
                };
                LocationKey::Object(object.object.into(), part)
            }
            (Access::Read(read), _) => LocationKey::Read(read.clone()),
            (Access::Bytes(_), None) => unreachable!("accesses of bytes have a place"),
        }
    }

    /// The classes of state that it belongs to.
    pub fn classes(&self) -> ClassSet {
        self.classes
    }

    /// The values that determine which part of the state it is: where one of them is computed again, it may be
    /// another part.
    pub fn roots(&self) -> impl Iterator<Item = V> + '_ {
        let (root, index, operands) = match &self.access {
            Access::Bytes(_) => (self.place.as_ref().and_then(|place| place.root), None, None),
            Access::Object(object, ..) => (Some(object.object), object.index(), None),
            Access::Read(read) => (None, None, Some(read.operands())),
        };
        root.into_iter().chain(index).chain(operands.into_iter().flatten())
    }

    /// Whether a write of these classes, to these bytes if they are known, may change this
    /// location.
    pub fn may_be_changed(&self, written: ClassSet, bytes: Option<&Place<V>>) -> bool {
        let is_apart = match (&self.place, bytes) {
            (Some(place), Some(bytes)) => {
                invar_ir::mutant!(GvnStoresApart) || place.overlap(bytes) == Overlap::Disjoint
            }
            _ => false,
        };
        self.classes.intersects(written) && !is_apart
    }

    /// Whether this is the location of an executed read or write, which did not trap.
    pub fn is_same_as_done(&self, done: &Self) -> bool {
        match (&self.access, &done.access) {
            (Access::Bytes(_), Access::Bytes(_)) => {
                let (place, done) = (self.place.as_ref(), done.place.as_ref());
                let is_same = |(place, done): (&Place<V>, _)| place.is_same_as_done(done);
                place.zip(done).is_some_and(is_same) || invar_ir::mutant!(GraphForwardsOverlap)
            }
            (Access::Object(object, ..), Access::Object(done, ..)) => {
                (object.object, object.part) == (done.object, done.part)
            }
            (access, done) => access == done,
        }
    }

    /// The value of a read of this location if `known`, read or written before, has the value
    /// `value`.
    pub fn forwarded<F: ValueFacts<Value = V>>(
        &self,
        facts: &F,
        module: &Module,
        known: &Self,
        value: V,
    ) -> Option<Term<V>> {
        if !self.is_same_as_done(known) {
            return None;
        }
        match (&known.access, &self.access) {
            (&Access::Bytes(from), &Access::Bytes(load)) => forwarded(facts, value, from, load),
            (&Access::Object(_, from, ..), &Access::Object(_, read, _, Some(_)))
                if from == read =>
            {
                Some(Term::Value(value))
            }
            (_, Access::Object(..)) => self.holding(facts, module, value),
            _ => Some(Term::Value(value)),
        }
    }

    /// The value of a read of this part of an object if what was written there is a value, of which a packed field
    /// takes the low bits. `None` if the value is not of the type that the read has: then it was written through
    /// another one.
    pub fn holding<F: ValueFacts<Value = V>>(
        &self,
        facts: &F,
        module: &Module,
        value: V,
    ) -> Option<Term<V>> {
        let Access::Object(_, read, ty, bits) = self.access else { return None };
        match bits {
            // Behind a cast that fails, types contradict each other.
            Some(_) if facts.ty(value) != ValType::I32 => None,
            Some(bits) => {
                let is_signed = matches!(read, Opcode::StructGetS | Opcode::ArrayGetS);
                Some(low_bits(facts, value, bits, is_signed))
            }
            None => is_declared_subtype(module, facts.ty(value), ty).then_some(Term::Value(value)),
        }
    }

    /// The type that a read of this part of an object has.
    pub fn object_type(&self) -> Option<ValType> {
        match self.access {
            Access::Object(_, _, ty, _) => Some(ty),
            _ => None,
        }
    }

    /// The value of a read of this location if `done`, written before and not the same, has the value `value` and
    /// all of these bytes.
    pub fn part<F: ValueFacts<Value = V>>(
        &self,
        facts: &F,
        done: &Self,
        value: V,
    ) -> Option<Term<V>> {
        let (Access::Bytes(from), Access::Bytes(load)) = (&done.access, &self.access) else {
            return None;
        };
        let start = self.place.as_ref()?.start_within(done.place.as_ref()?)?;
        part(facts, value, *from, start, *load)
    }

    /// The value of a read of this location if each of its bytes is this one.
    pub fn repeated(&self, byte: u8) -> Option<Const> {
        let Access::Bytes(load) = self.access else { return None };
        repeated(byte, load)
    }

    /// What is read like this location, but from byte `start` of these bytes, in a memory of this class.
    pub fn moved_to(&self, place: Place<V>, start: u64, class: ClassSet) -> Self {
        let added = place.added.wrapping_add(start);
        let added = if place.wide { added } else { added & u64::from(u32::MAX) };
        let size = self.place.as_ref().map_or(place.size, |of| of.size);
        let place = Some(Place { added, size, ..place });
        Location { access: self.access.clone(), place, classes: class }
    }
}

/// The part of an object that an operator reads or writes.
fn object_access<F: ValueFacts>(
    facts: &F,
    module: &Module,
    op: &Op,
    operands: &[F::Value],
) -> Option<Access<F::Value>>
where
    F::Value: ReservedValue,
{
    let place = ObjectPlace::of_op(facts, op, operands)?;
    let storage = field_type(module, place.ty, place.part)?.element_type;
    Some(Access::Object(place, op.opcode(), storage.unpack(), packed_bits(storage)))
}
