//! Structs, arrays, small integers and casts.

use super::memories::range;
use super::{Results, flag};
use crate::machine::Machine;
use crate::stop::{Stop, Trap};
use crate::types::{TypeRef, is_of};
use crate::value::{Const, ObjectAddr, Ref, Value};
use invar_ir::wasmparser::{FieldType, StorageType};
use invar_ir::{Data, HeapType, Op, ValType};

/// The value as a field of this type stores it: packed types are wrapped.
pub(crate) fn packed(ty: FieldType, value: Value) -> Value {
    match (ty.element_type, value) {
        (StorageType::I8, Value::Number(Const::I32(value))) => Value::i32(value & 0xff),
        (StorageType::I16, Value::Number(Const::I32(value))) => Value::i32(value & 0xffff),
        _ => value,
    }
}

/// The value of a field of a packed type, sign-extended.
fn signed(ty: FieldType, value: Value) -> Value {
    let bits = value.as_u32();
    match ty.element_type {
        StorageType::I8 => Value::i32((bits as i8).into()),
        StorageType::I16 => Value::i32((bits as i16).into()),
        StorageType::Val(_) => value,
    }
}

/// The initial value of a field.
fn zero(ty: FieldType) -> Value {
    match ty.element_type {
        StorageType::I8 | StorageType::I16 => Value::i32(0),
        StorageType::Val(ty) => Value::zero(ty),
    }
}

/// How many bytes of a data segment an element takes, and its value.
fn element_size(ty: FieldType) -> usize {
    match ty.element_type {
        StorageType::I8 => 1,
        StorageType::I16 => 2,
        StorageType::Val(ValType::I32 | ValType::F32) => 4,
        StorageType::Val(ValType::I64 | ValType::F64) => 8,
        StorageType::Val(ValType::V128) => 16,
        StorageType::Val(ValType::Ref(_)) => panic!("no data is a reference"),
    }
}

fn element(ty: FieldType, bytes: &[u8]) -> Value {
    let bits = bytes.iter().rev().fold(0u128, |all, &byte| all << 8 | u128::from(byte));
    Value::Number(match ty.element_type {
        StorageType::I8 | StorageType::I16 | StorageType::Val(ValType::I32) => {
            Const::I32(bits as i32)
        }
        StorageType::Val(ValType::I64) => Const::I64(bits as i64),
        StorageType::Val(ValType::F32) => Const::F32(bits as u32),
        StorageType::Val(ValType::F64) => Const::F64(bits as u64),
        StorageType::Val(_) => Const::V128(bits),
    })
}

/// The struct or array that a reference leads to.
fn object(reference: Value) -> Result<ObjectAddr, Trap> {
    match reference.reference() {
        Ref::Object(object) => Ok(object),
        Ref::Null => Err(Trap::NullReference),
        other => panic!("{other:?} where a struct or an array must be"),
    }
}

impl Machine<'_> {
    fn ty(&self, index: u32) -> TypeRef {
        self.instance().types.get(index)
    }

    fn field_type(&self, ty: u32, field: u32) -> FieldType {
        self.store.types.fields(self.ty(ty))[field as usize]
    }

    /// Whether a reference is of a type of the module.
    pub fn is_of(&self, reference: Ref, nullable: bool, heap: HeapType) -> bool {
        match reference {
            Ref::Null => nullable,
            reference => is_of(self.store, reference, self.instance().types.heap(heap)),
        }
    }

    fn field(&self, reference: Value, field: u32) -> Result<Value, Trap> {
        Ok(self.store.objects[object(reference)?].fields[field as usize])
    }

    /// The place of an element.
    fn place(&self, array: Value, at: Value) -> Result<(ObjectAddr, usize), Trap> {
        let (array, at) = (object(array)?, at.as_u32() as usize);
        if at < self.store.objects[array].fields.len() {
            Ok((array, at))
        } else {
            Err(Trap::ArrayOutOfBounds)
        }
    }

    /// A range of elements.
    fn places(
        &self,
        array: Value,
        start: Value,
        count: Value,
    ) -> Result<(ObjectAddr, std::ops::Range<usize>), Trap> {
        let array = object(array)?;
        let length = self.store.objects[array].fields.len();
        let places = range(start.as_u32().into(), count.as_u32().into(), length);
        Ok((array, places.ok_or(Trap::ArrayOutOfBounds)?))
    }

    fn new_object(&mut self, ty: u32, fields: Vec<Value>) -> Result<Results, Stop> {
        let ty = self.ty(ty);
        Ok(Ref::Object(self.store.new_object(ty, fields)?).into())
    }

    /// Fails before an array is made that is larger than all objects may be.
    fn room(&mut self, count: u32) -> Result<(), Stop> {
        if self.store.heap + u64::from(count) > self.store.limits.heap {
            Err(Stop::Heap)
        } else {
            self.bulk(count.into())
        }
    }

    /// Elements out of a data segment.
    fn data_elements(
        &self,
        ty: u32,
        data: u32,
        start: Value,
        count: Value,
    ) -> Result<Vec<Value>, Trap> {
        let instance = self.instance();
        let bytes = if instance.dropped_datas[data as usize] {
            &[]
        } else {
            instance.program.module.data_bytes(Data::from_u32(data))
        };
        let ty = self.field_type(ty, 0);
        let size = element_size(ty);
        let length = u64::from(count.as_u32()) * size as u64;
        let range = range(start.as_u32().into(), length, bytes.len());
        let bytes = &bytes[range.ok_or(Trap::MemoryOutOfBounds)?];
        Ok(bytes.chunks(size).map(|bytes| element(ty, bytes)).collect())
    }

    /// Elements out of an element segment.
    fn elem_elements(&self, elem: u32, start: Value, count: Value) -> Result<Vec<Value>, Trap> {
        let elements = &self.instance().elems[elem as usize];
        let range = range(start.as_u32().into(), count.as_u32().into(), elements.len());
        let range = range.ok_or(Trap::TableOutOfBounds)?;
        Ok(elements[range].iter().map(|&element| element.into()).collect())
    }

    pub(super) fn object_operator(&mut self, op: &Op, args: &[Value]) -> Result<Results, Stop> {
        Ok(match *op {
            Op::StructNew { struct_type_index } => {
                self.new_object(struct_type_index, args.to_vec())?
            }
            Op::StructNewDefault { struct_type_index } => {
                let fields = self.store.types.fields(self.ty(struct_type_index));
                let fields = fields.iter().map(|&field| zero(field)).collect();
                self.new_object(struct_type_index, fields)?
            }
            Op::StructGet { field_index, .. } | Op::StructGetU { field_index, .. } => {
                self.field(args[0], field_index)?.into()
            }
            Op::StructGetS { struct_type_index, field_index } => {
                let ty = self.field_type(struct_type_index, field_index);
                signed(ty, self.field(args[0], field_index)?).into()
            }
            Op::StructSet { struct_type_index, field_index } => {
                let ty = self.field_type(struct_type_index, field_index);
                let object = object(args[0])?;
                self.store.objects[object].fields[field_index as usize] = packed(ty, args[1]);
                Results::None
            }

            Op::ArrayNew { array_type_index } => {
                let count = args[1].as_u32();
                self.room(count)?;
                self.new_object(array_type_index, vec![args[0]; count as usize])?
            }
            Op::ArrayNewDefault { array_type_index } => {
                let count = args[0].as_u32();
                self.room(count)?;
                let element = zero(self.field_type(array_type_index, 0));
                self.new_object(array_type_index, vec![element; count as usize])?
            }
            Op::ArrayNewFixed { array_type_index, .. } => {
                self.new_object(array_type_index, args.to_vec())?
            }
            Op::ArrayNewData { array_type_index, array_data_index } => {
                let elements =
                    self.data_elements(array_type_index, array_data_index, args[0], args[1])?;
                self.bulk(elements.len() as u64)?;
                self.new_object(array_type_index, elements)?
            }
            Op::ArrayNewElem { array_type_index, array_elem_index } => {
                let elements = self.elem_elements(array_elem_index, args[0], args[1])?;
                self.bulk(elements.len() as u64)?;
                self.new_object(array_type_index, elements)?
            }
            Op::ArrayGet { .. } | Op::ArrayGetU { .. } => {
                let (array, at) = self.place(args[0], args[1])?;
                self.store.objects[array].fields[at].into()
            }
            Op::ArrayGetS { array_type_index } => {
                let (array, at) = self.place(args[0], args[1])?;
                let ty = self.field_type(array_type_index, 0);
                signed(ty, self.store.objects[array].fields[at]).into()
            }
            Op::ArraySet { array_type_index } => {
                let (array, at) = self.place(args[0], args[1])?;
                let value = packed(self.field_type(array_type_index, 0), args[2]);
                self.store.objects[array].fields[at] = value;
                Results::None
            }
            Op::ArrayLen => {
                let length = self.store.objects[object(args[0])?].fields.len();
                Value::i32(length as i32).into()
            }
            Op::ArrayFill { array_type_index } => {
                let (array, places) = self.places(args[0], args[1], args[3])?;
                let value = packed(self.field_type(array_type_index, 0), args[2]);
                self.bulk(args[3].as_u32().into())?;
                self.store.objects[array].fields[places].fill(value);
                Results::None
            }
            Op::ArrayCopy { .. } => {
                let (to, places) = self.places(args[0], args[1], args[4])?;
                let (from, origins) = self.places(args[2], args[3], args[4])?;
                let values = self.store.objects[from].fields[origins].to_vec();
                self.bulk(args[4].as_u32().into())?;
                self.store.objects[to].fields[places].copy_from_slice(&values);
                Results::None
            }
            Op::ArrayInitData { array_type_index, array_data_index } => {
                let (array, places) = self.places(args[0], args[1], args[3])?;
                let values =
                    self.data_elements(array_type_index, array_data_index, args[2], args[3])?;
                self.bulk(args[3].as_u32().into())?;
                self.store.objects[array].fields[places].copy_from_slice(&values);
                Results::None
            }
            Op::ArrayInitElem { array_elem_index, .. } => {
                let (array, places) = self.places(args[0], args[1], args[3])?;
                let values = self.elem_elements(array_elem_index, args[2], args[3])?;
                self.bulk(args[3].as_u32().into())?;
                self.store.objects[array].fields[places].copy_from_slice(&values);
                Results::None
            }

            Op::RefI31 => Ref::I31(args[0].as_u32() & (u32::MAX >> 1)).into(),
            Op::I31GetS | Op::I31GetU => {
                let bits = match args[0].reference() {
                    Ref::I31(bits) => bits,
                    Ref::Null => return Err(Trap::NullReference.into()),
                    other => panic!("{other:?} where an i31 must be"),
                };
                match op {
                    Op::I31GetS => Value::i32((bits << 1) as i32 >> 1).into(),
                    _ => Value::i32(bits as i32).into(),
                }
            }

            Op::RefAsNonNull => match args[0].reference() {
                Ref::Null => return Err(Trap::NullReference.into()),
                reference => reference.into(),
            },
            Op::RefTestNonNull { hty } => flag(self.is_of(args[0].reference(), false, hty)),
            Op::RefTestNullable { hty } => flag(self.is_of(args[0].reference(), true, hty)),
            Op::RefCastNonNull { hty } | Op::RefCastNullable { hty } => {
                let nullable = matches!(op, Op::RefCastNullable { .. });
                let reference = args[0].reference();
                if !self.is_of(reference, nullable, hty) {
                    return Err(Trap::CastFailure.into());
                }
                reference.into()
            }
            _ => return Err(Stop::Unsupported(op.opcode().name().to_owned())),
        })
    }
}
