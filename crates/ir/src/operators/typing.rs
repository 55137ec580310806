//! The types of operands and results of each operator, without a validator.
//!
//! Numeric, vector and memory operators follow one rule on their names (`I32Add`, `F32ConvertI64U`,
//! `I8x16Splat`), compiled into a table on first use; the others look their types up in the
//! module, or refine the types of their operands. An answer costs a table look-up and, for
//! most operators, no allocation.
//!
//! Limits: the exactness of references (custom descriptors) is not inferred: `struct.new` and
//! `ref.func` give `(ref $t)` where a validator may know `(ref (exact $t))`.

mod numeric;

use crate::subtype::{is_shared, top_of};
use crate::{Memory, Module, Op, Opcode, Table, TypeText, is_subtype};
use numeric::{Rule, rule};
use smallvec::{SmallVec, smallvec};
use std::fmt;
use wasmparser::{
    AbstractHeapType, CompositeInnerType, FieldType, HeapType, PackedIndex, RefType, ValType,
};

/// A short list of types.
pub type Types = SmallVec<[ValType; 4]>;

/// The types of the operands and of the results of an operator.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    /// What each operand must be a subtype of.
    pub operands: Types,
    /// The results.
    pub results: Types,
}

/// Why an operator has no valid types in a module: a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeError(Box<str>);

impl TypeError {
    fn new<T>(message: impl Into<Box<str>>) -> Result<T, TypeError> {
        Err(TypeError(message.into()))
    }
}

impl fmt::Display for TypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TypeError {}

/// Where an operator may occur.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpPlace {
    /// In a block, as an instruction.
    Instruction,
    /// At the end of a block, in a terminator: tail calls, `throw*`, `br_on_*`.
    Terminator,
    /// Nowhere: it is expressed by terminators and values (`block`, `br`, `local.get`), or not
    /// lifted (`try_table`, `resume`).
    Nowhere,
}

impl Opcode {
    /// Where the operator may occur.
    pub fn place(self) -> OpPlace {
        use Opcode::*;
        match self {
            ReturnCall | ReturnCallIndirect | ReturnCallRef | Throw | ThrowRef | BrOnNull
            | BrOnNonNull | BrOnCast | BrOnCastFail | BrOnCastDescEq | BrOnCastDescEqFail => {
                OpPlace::Terminator
            }
            Unreachable | Block | Loop | If | Else | End | Br | BrIf | BrTable | Return
            | LocalGet | LocalSet | LocalTee | TryTable | Try | Catch | Rethrow | Delegate
            | CatchAll | Resume | ResumeThrow | ResumeThrowRef | TypedSelectMulti => {
                OpPlace::Nowhere
            }
            _ => OpPlace::Instruction,
        }
    }

    /// The natural alignment of a memory access, as a power of two.
    pub fn natural_align(self) -> Option<u8> {
        match rule(self) {
            Rule::Access(_, align) => Some(*align),
            _ => None,
        }
    }
}

/// The types of the results of an operator.
pub fn result_types(op: &Op, args: &[ValType], module: &Module) -> Result<Types, TypeError> {
    signature(op, args, module).map(|signature| signature.results)
}

/// The type of a constant that is to replace a value of type `place`: its own type, which may be a
/// subtype. A constant has the same type everywhere, since passes take equal operators for one value.
/// `None` if it is not known to be a subtype of `place`.
pub fn constant_type(op: &Op, place: ValType, module: &Module) -> Option<ValType> {
    let types = result_types(op, &[], module).ok()?;
    types.first().copied().filter(|&own| is_subtype(module, own, place))
}

/// What the operands of an operator must be subtypes of.
pub fn operand_types(op: &Op, args: &[ValType], module: &Module) -> Result<Types, TypeError> {
    signature(op, args, module).map(|signature| signature.operands)
}

/// The types of operands and results of an operator in an instruction or terminator.
///
/// `args` are the types of the operands it is given; only operators that work on several types
/// look at them (`select`, `ref.as_non_null`, ...). They are not checked: see [`check_operands`].
pub fn signature(op: &Op, args: &[ValType], module: &Module) -> Result<Signature, TypeError> {
    match rule(op.opcode()) {
        Rule::Fixed(signature) => Ok(signature.clone()),
        Rule::Access(data, _) => {
            let mut operands = match op.memarg() {
                Some(memarg) if memarg.space == crate::MemSpace::Array => {
                    element(module, memarg.memory)?;
                    smallvec![reference(true, memarg.memory)?, ValType::I32]
                }
                Some(memarg) => smallvec![address(module, memarg.memory)?],
                None => Types::new(),
            };
            operands.extend_from_slice(&data.operands);
            Ok(Signature { operands, results: data.results.clone() })
        }
        Rule::Lookup => lookup(op, args, module),
    }
}

/// The signature of an operator whose operands have the types `args`, or what is wrong with them.
pub fn check_operands(op: &Op, args: &[ValType], module: &Module) -> Result<Signature, TypeError> {
    let signature = signature(op, args, module)?;
    let (want, name) = (&signature.operands, op.opcode());
    if want.len() != args.len() {
        let (want, have) = (want.len(), args.len());
        return TypeError::new(format!("`{name}` takes {want} operands and has {have}"));
    }
    for (n, (&have, &want)) in args.iter().zip(want).enumerate() {
        if !is_subtype(module, have, want) {
            let (have, want) = (TypeText(have), TypeText(want));
            return TypeError::new(format!(
                "operand {n} of `{name}` must be of type {want} and is of type {have}"
            ));
        }
    }
    Ok(signature)
}

/// Whether the types of results depend on those of the operands.
pub(crate) fn needs_operand_types(op: &Op) -> bool {
    matches!(
        op,
        Op::Drop
            | Op::Select
            | Op::CopyValue
            | Op::DestroyValue
            | Op::BeginBorrow
            | Op::EndBorrow
            | Op::IsConst { .. }
            | Op::KeepConst { .. }
            | Op::UnkeepConst
            | Op::Leave
            | Op::PromisePure
            | Op::RefIsNull
            | Op::RefAsNonNull
            | Op::RefEq
            | Op::RefGetDesc { .. }
            | Op::I31GetS
            | Op::I31GetU
            | Op::AnyConvertExtern
            | Op::ExternConvertAny
            | Op::ArrayLen
            | Op::BrOnNull { .. }
            | Op::BrOnNonNull { .. }
    )
}

/// The types of the references that the two edges of a `br_on_*` may receive, the taken edge
/// first; `None` for an edge that receives none.
pub fn br_on_types(
    op: &Op,
    args: &[ValType],
) -> Result<(Option<ValType>, Option<ValType>), TypeError> {
    let refine = |from: RefType, to| Some(ValType::Ref(RefType::difference(from, to)));
    Ok(match *op {
        Op::BrOnNull { .. } => (None, Some(ref_operand(op, args)?.as_non_null().into())),
        Op::BrOnNonNull { .. } => (Some(ref_operand(op, args)?.as_non_null().into()), None),
        Op::BrOnCast { from_ref_type: from, to_ref_type: to, .. }
        | Op::BrOnCastDescEq { from_ref_type: from, to_ref_type: to, .. } => {
            (Some(to.into()), refine(from, to))
        }
        Op::BrOnCastFail { from_ref_type: from, to_ref_type: to, .. }
        | Op::BrOnCastDescEqFail { from_ref_type: from, to_ref_type: to, .. } => {
            (refine(from, to), Some(to.into()))
        }
        _ => return TypeError::new(format!("`{}` is not a branch on a reference", op.opcode())),
    })
}

/// The signature of an operator whose types the module or its operands decide.
fn lookup(op: &Op, args: &[ValType], module: &Module) -> Result<Signature, TypeError> {
    use ValType::I32;
    let (operands, results): (Types, Types) = match *op {
        Op::Call { function_index } | Op::ReturnCall { function_index } => {
            let func = entity(&module.funcs, function_index, "function")?;
            let (params, results) = func_type(module, func.ty.as_u32())?;
            (params.into(), results.into())
        }
        Op::CallIndirect { type_index, table_index }
        | Op::ReturnCallIndirect { type_index, table_index } => {
            let (params, results) = func_type(module, type_index)?;
            let mut operands = Types::from(params);
            operands.push(table(module, table_index)?.0);
            (operands, results.into())
        }
        Op::CallRef { type_index } | Op::ReturnCallRef { type_index } => {
            let (params, results) = func_type(module, type_index)?;
            let mut operands = Types::from(params);
            operands.push(reference(true, type_index)?);
            (operands, results.into())
        }
        Op::Throw { tag_index } => (tag(module, tag_index)?.0.into(), smallvec![]),
        Op::Suspend { tag_index } => {
            let (params, results) = tag(module, tag_index)?;
            (params.into(), results.into())
        }

        Op::Drop => (smallvec![arg(op, args, 0)?], smallvec![]),
        Op::Select => {
            let ty = arg(op, args, 0)?;
            (smallvec![ty, ty, I32], smallvec![ty])
        }
        Op::TypedSelect { ty } => (smallvec![ty, ty, I32], smallvec![ty]),
        Op::CopyValue
        | Op::BeginBorrow
        | Op::IsConst { .. }
        | Op::KeepConst { .. }
        | Op::UnkeepConst
        | Op::Leave
        | Op::PromisePure => {
            let ty = arg(op, args, 0)?;
            (smallvec![ty], smallvec![ty])
        }
        Op::PromiseConst { mem } | Op::PromiseTransitive { mem } | Op::Private { mem } => {
            let ty = address(module, mem)?;
            (smallvec![ty, ty], smallvec![ty])
        }
        Op::DestroyValue | Op::EndBorrow => (smallvec![arg(op, args, 0)?], smallvec![]),

        Op::GlobalGet { global_index } | Op::GlobalAtomicGet { global_index, .. } => {
            (smallvec![], smallvec![global(module, global_index)?])
        }
        Op::GlobalSet { global_index } | Op::GlobalAtomicSet { global_index, .. } => {
            (smallvec![global(module, global_index)?], smallvec![])
        }
        Op::GlobalAtomicRmwAdd { global_index, .. }
        | Op::GlobalAtomicRmwSub { global_index, .. }
        | Op::GlobalAtomicRmwAnd { global_index, .. }
        | Op::GlobalAtomicRmwOr { global_index, .. }
        | Op::GlobalAtomicRmwXor { global_index, .. }
        | Op::GlobalAtomicRmwXchg { global_index, .. } => {
            let ty = global(module, global_index)?;
            (smallvec![ty], smallvec![ty])
        }
        Op::GlobalAtomicRmwCmpxchg { global_index, .. } => {
            let ty = global(module, global_index)?;
            (smallvec![ty, ty], smallvec![ty])
        }

        Op::MemorySize { mem } => (smallvec![], smallvec![address(module, mem)?]),
        Op::MemoryGrow { mem } => {
            let index = address(module, mem)?;
            (smallvec![index], smallvec![index])
        }
        Op::MemoryInit { mem, .. } => (smallvec![address(module, mem)?, I32, I32], smallvec![]),
        Op::MemoryCopy { dst_mem, src_mem } => {
            let (dst, src) = (address(module, dst_mem)?, address(module, src_mem)?);
            (smallvec![dst, src, if src == I32 { I32 } else { dst }], smallvec![])
        }
        Op::MemoryFill { mem } => {
            let index = address(module, mem)?;
            (smallvec![index, I32, index], smallvec![])
        }
        Op::MemoryDiscard { mem } => {
            let index = address(module, mem)?;
            (smallvec![index, index], smallvec![])
        }

        Op::TableSize { table: t } => (smallvec![], smallvec![table(module, t)?.0]),
        Op::TableGet { table: t } | Op::TableAtomicGet { table_index: t, .. } => {
            let (index, ty) = table(module, t)?;
            (smallvec![index], smallvec![ty])
        }
        Op::TableSet { table: t } | Op::TableAtomicSet { table_index: t, .. } => {
            let (index, ty) = table(module, t)?;
            (smallvec![index, ty], smallvec![])
        }
        Op::TableAtomicRmwXchg { table_index, .. } => {
            let (index, ty) = table(module, table_index)?;
            (smallvec![index, ty], smallvec![ty])
        }
        Op::TableAtomicRmwCmpxchg { table_index, .. } => {
            let (index, ty) = table(module, table_index)?;
            (smallvec![index, ty, ty], smallvec![ty])
        }
        Op::TableGrow { table: t } => {
            let (index, ty) = table(module, t)?;
            (smallvec![ty, index], smallvec![index])
        }
        Op::TableFill { table: t } => {
            let (index, ty) = table(module, t)?;
            (smallvec![index, ty, index], smallvec![])
        }
        Op::TableInit { table: t, .. } => (smallvec![table(module, t)?.0, I32, I32], smallvec![]),
        Op::TableCopy { dst_table, src_table } => {
            let (dst, src) = (table(module, dst_table)?.0, table(module, src_table)?.0);
            (smallvec![dst, src, if src == I32 { I32 } else { dst }], smallvec![])
        }
        _ => return lookup_reference(op, args, module),
    };
    Ok(Signature { operands, results })
}

/// [`lookup`] for operators on references and objects.
fn lookup_reference(op: &Op, args: &[ValType], module: &Module) -> Result<Signature, TypeError> {
    use ValType::I32;
    let (operands, results): (Types, Types) = match *op {
        Op::RefNull { hty } => (smallvec![], smallvec![ref_to(true, hty)?]),
        Op::RefFunc { function_index } => {
            let func = entity(&module.funcs, function_index, "function")?;
            (smallvec![], smallvec![reference(false, func.ty.as_u32())?])
        }
        Op::RefIsNull => (smallvec![ref_operand(op, args)?.into()], smallvec![I32]),
        Op::RefAsNonNull => {
            let ty = ref_operand(op, args)?;
            (smallvec![ty.into()], smallvec![ty.as_non_null().into()])
        }
        Op::RefEq => {
            let eq = top(module, op, args, AbstractHeapType::Eq)?;
            (smallvec![eq.into(), eq.into()], smallvec![I32])
        }
        Op::RefTestNonNull { hty } | Op::RefTestNullable { hty } => {
            (smallvec![top_of_cast(module, hty)?], smallvec![I32])
        }
        Op::RefCastNonNull { hty } => {
            (smallvec![top_of_cast(module, hty)?], smallvec![ref_to(false, hty)?])
        }
        Op::RefCastNullable { hty } => {
            (smallvec![top_of_cast(module, hty)?], smallvec![ref_to(true, hty)?])
        }
        Op::RefCastDescEqNonNull { hty } => (
            smallvec![top_of_cast(module, hty)?, descriptor_of(module, hty)?],
            smallvec![ref_to(false, hty)?],
        ),
        Op::RefCastDescEqNullable { hty } => (
            smallvec![top_of_cast(module, hty)?, descriptor_of(module, hty)?],
            smallvec![ref_to(true, hty)?],
        ),
        Op::RefGetDesc { type_index } => {
            let ty = ref_operand(op, args)?;
            let descriptor = descriptor(module, type_index)?;
            let result = if ty.is_exact_type_ref() {
                RefType::exact(false, descriptor)
            } else {
                RefType::concrete(false, descriptor)
            };
            (smallvec![reference(true, type_index)?], smallvec![result.into()])
        }
        Op::RefI31Shared => {
            let ty = RefType::I31.shared().unwrap_or(RefType::I31);
            (smallvec![I32], smallvec![ty.into()])
        }
        Op::I31GetS | Op::I31GetU => {
            let ty = top(module, op, args, AbstractHeapType::I31)?;
            (smallvec![ty.into()], smallvec![I32])
        }
        Op::AnyConvertExtern => convert(module, op, args, AbstractHeapType::Any)?,
        Op::ExternConvertAny => convert(module, op, args, AbstractHeapType::Extern)?,

        Op::StructNew { struct_type_index: ty } | Op::StructNewDesc { struct_type_index: ty } => {
            let fields = fields(module, ty)?;
            let mut operands: Types =
                fields.iter().map(|field| field.element_type.unpack()).collect();
            if let Op::StructNewDesc { .. } = op {
                operands.push(RefType::exact(true, descriptor(module, ty)?).into());
            }
            (operands, smallvec![reference(false, ty)?])
        }
        Op::StructNewDefault { struct_type_index: ty } => {
            fields(module, ty)?;
            (smallvec![], smallvec![reference(false, ty)?])
        }
        Op::StructNewDefaultDesc { struct_type_index: ty } => {
            let descriptor = RefType::exact(true, descriptor(module, ty)?);
            (smallvec![descriptor.into()], smallvec![reference(false, ty)?])
        }
        Op::StructGet { struct_type_index: ty, field_index }
        | Op::StructGetS { struct_type_index: ty, field_index }
        | Op::StructGetU { struct_type_index: ty, field_index }
        | Op::StructAtomicGet { struct_type_index: ty, field_index, .. }
        | Op::StructAtomicGetS { struct_type_index: ty, field_index, .. }
        | Op::StructAtomicGetU { struct_type_index: ty, field_index, .. } => {
            (smallvec![reference(true, ty)?], smallvec![field(module, ty, field_index)?])
        }
        Op::StructSet { struct_type_index: ty, field_index }
        | Op::StructAtomicSet { struct_type_index: ty, field_index, .. } => {
            (smallvec![reference(true, ty)?, field(module, ty, field_index)?], smallvec![])
        }
        Op::StructAtomicRmwAdd { struct_type_index: ty, field_index, .. }
        | Op::StructAtomicRmwSub { struct_type_index: ty, field_index, .. }
        | Op::StructAtomicRmwAnd { struct_type_index: ty, field_index, .. }
        | Op::StructAtomicRmwOr { struct_type_index: ty, field_index, .. }
        | Op::StructAtomicRmwXor { struct_type_index: ty, field_index, .. }
        | Op::StructAtomicRmwXchg { struct_type_index: ty, field_index, .. } => {
            let field = field(module, ty, field_index)?;
            (smallvec![reference(true, ty)?, field], smallvec![field])
        }
        Op::StructAtomicRmwCmpxchg { struct_type_index: ty, field_index, .. } => {
            let field = field(module, ty, field_index)?;
            (smallvec![reference(true, ty)?, field, field], smallvec![field])
        }

        Op::ArrayNew { array_type_index: ty } => {
            (smallvec![element(module, ty)?, I32], smallvec![reference(false, ty)?])
        }
        Op::ArrayNewDefault { array_type_index: ty } => {
            element(module, ty)?;
            (smallvec![I32], smallvec![reference(false, ty)?])
        }
        Op::ArrayNewFixed { array_type_index: ty, array_size } => {
            if args.len() != array_size as usize {
                return TypeError::new(format!(
                    "`{}` takes {array_size} operands and has {}",
                    op.opcode(),
                    args.len()
                ));
            }
            (smallvec![element(module, ty)?; args.len()], smallvec![reference(false, ty)?])
        }
        Op::ArrayNewData { array_type_index: ty, .. }
        | Op::ArrayNewElem { array_type_index: ty, .. } => {
            element(module, ty)?;
            (smallvec![I32, I32], smallvec![reference(false, ty)?])
        }
        Op::ArrayGet { array_type_index: ty }
        | Op::ArrayGetS { array_type_index: ty }
        | Op::ArrayGetU { array_type_index: ty }
        | Op::ArrayAtomicGet { array_type_index: ty, .. }
        | Op::ArrayAtomicGetS { array_type_index: ty, .. }
        | Op::ArrayAtomicGetU { array_type_index: ty, .. } => {
            (smallvec![reference(true, ty)?, I32], smallvec![element(module, ty)?])
        }
        Op::ArraySet { array_type_index: ty } | Op::ArrayAtomicSet { array_type_index: ty, .. } => {
            (smallvec![reference(true, ty)?, I32, element(module, ty)?], smallvec![])
        }
        Op::ArrayAtomicRmwAdd { array_type_index: ty, .. }
        | Op::ArrayAtomicRmwSub { array_type_index: ty, .. }
        | Op::ArrayAtomicRmwAnd { array_type_index: ty, .. }
        | Op::ArrayAtomicRmwOr { array_type_index: ty, .. }
        | Op::ArrayAtomicRmwXor { array_type_index: ty, .. }
        | Op::ArrayAtomicRmwXchg { array_type_index: ty, .. } => {
            let element = element(module, ty)?;
            (smallvec![reference(true, ty)?, I32, element], smallvec![element])
        }
        Op::ArrayAtomicRmwCmpxchg { array_type_index: ty, .. } => {
            let element = element(module, ty)?;
            (smallvec![reference(true, ty)?, I32, element, element], smallvec![element])
        }
        Op::ArrayLen => {
            let ty = top(module, op, args, AbstractHeapType::Array)?;
            (smallvec![ty.into()], smallvec![I32])
        }
        Op::ArrayFill { array_type_index: ty } => {
            (smallvec![reference(true, ty)?, I32, element(module, ty)?, I32], smallvec![])
        }
        Op::ArrayCopy { array_type_index_dst: dst, array_type_index_src: src } => {
            (smallvec![reference(true, dst)?, I32, reference(true, src)?, I32, I32], smallvec![])
        }
        Op::ArrayInitData { array_type_index: ty, .. }
        | Op::ArrayInitElem { array_type_index: ty, .. } => {
            (smallvec![reference(true, ty)?, I32, I32, I32], smallvec![])
        }

        Op::BrOnNull { .. } | Op::BrOnNonNull { .. } => {
            (smallvec![ref_operand(op, args)?.into()], smallvec![])
        }
        Op::BrOnCast { from_ref_type, .. } | Op::BrOnCastFail { from_ref_type, .. } => {
            (smallvec![from_ref_type.into()], smallvec![])
        }
        Op::BrOnCastDescEq { from_ref_type, to_ref_type, .. }
        | Op::BrOnCastDescEqFail { from_ref_type, to_ref_type, .. } => {
            let descriptor = descriptor_of(module, to_ref_type.heap_type())?;
            (smallvec![from_ref_type.into(), descriptor], smallvec![])
        }

        Op::ContNew { cont_type_index } => {
            let func = cont(module, cont_type_index)?;
            (smallvec![reference(true, func)?], smallvec![reference(false, cont_type_index)?])
        }
        Op::ContBind { argument_index, result_index } => {
            let (all, _) = func_type(module, cont(module, argument_index)?)?;
            let (rest, _) = func_type(module, cont(module, result_index)?)?;
            let mut operands = Types::from(&all[..all.len().saturating_sub(rest.len())]);
            operands.push(reference(true, argument_index)?);
            (operands, smallvec![reference(false, result_index)?])
        }
        Op::Switch { cont_type_index, .. } => {
            let (params, _) = func_type(module, cont(module, cont_type_index)?)?;
            let other = params.last().and_then(|ty| ty.as_reference_type()?.type_index());
            let (Some(other), Some((_, passed))) =
                (other.and_then(|index| index.as_module_index()), params.split_last())
            else {
                return TypeError::new("`switch` needs a type whose last parameter continues");
            };
            let mut operands = Types::from(passed);
            operands.push(reference(true, cont_type_index)?);
            (operands, func_type(module, cont(module, other)?)?.0.into())
        }
        _ => return TypeError::new(format!("`{}` is not an instruction", op.opcode())),
    };
    Ok(Signature { operands, results })
}

fn entity<'a, K: cranelift_entity::EntityRef, V>(
    map: &'a cranelift_entity::PrimaryMap<K, V>,
    index: u32,
    what: &str,
) -> Result<&'a V, TypeError> {
    // u32::MAX is not a valid handle, so index the slice.
    match map.values().as_slice().get(index as usize) {
        Some(data) => Ok(data),
        None => TypeError::new(format!("{what} {index} does not exist")),
    }
}

fn composite(module: &Module, ty: u32) -> Result<&wasmparser::CompositeType, TypeError> {
    entity(&module.types, ty, "type").map(|ty| &ty.composite_type)
}

fn func_type(module: &Module, ty: u32) -> Result<(&[ValType], &[ValType]), TypeError> {
    match &composite(module, ty)?.inner {
        CompositeInnerType::Func(func) => Ok((func.params(), func.results())),
        _ => TypeError::new(format!("type {ty} is not a function type")),
    }
}

fn fields(module: &Module, ty: u32) -> Result<&[FieldType], TypeError> {
    match &composite(module, ty)?.inner {
        CompositeInnerType::Struct(fields) => Ok(&fields.fields),
        _ => TypeError::new(format!("type {ty} is not a struct type")),
    }
}

fn field(module: &Module, ty: u32, field: u32) -> Result<ValType, TypeError> {
    match fields(module, ty)?.get(field as usize) {
        Some(field) => Ok(field.element_type.unpack()),
        None => TypeError::new(format!("type {ty} has no field {field}")),
    }
}

fn element(module: &Module, ty: u32) -> Result<ValType, TypeError> {
    match &composite(module, ty)?.inner {
        CompositeInnerType::Array(array) => Ok(array.0.element_type.unpack()),
        _ => TypeError::new(format!("type {ty} is not an array type")),
    }
}

/// The function type of a continuation type.
fn cont(module: &Module, ty: u32) -> Result<u32, TypeError> {
    match &composite(module, ty)?.inner {
        CompositeInnerType::Cont(cont) if cont.0.as_module_index().is_some() => {
            Ok(cont.0.as_module_index().unwrap_or_default())
        }
        _ => TypeError::new(format!("type {ty} is not a continuation type")),
    }
}

fn descriptor(module: &Module, ty: u32) -> Result<PackedIndex, TypeError> {
    match composite(module, ty)?.descriptor_idx {
        Some(descriptor) => Ok(descriptor),
        None => TypeError::new(format!("type {ty} has no descriptor")),
    }
}

/// The type of descriptors of a heap type.
fn descriptor_of(module: &Module, hty: HeapType) -> Result<ValType, TypeError> {
    match hty {
        HeapType::Concrete(wasmparser::UnpackedIndex::Module(ty)) => {
            Ok(RefType::concrete(true, descriptor(module, ty)?).into())
        }
        HeapType::Exact(wasmparser::UnpackedIndex::Module(ty)) => {
            Ok(RefType::exact(true, descriptor(module, ty)?).into())
        }
        _ => TypeError::new("the type of a descriptor cast must be a type of the module"),
    }
}

/// The type of addresses of a memory.
fn address(module: &Module, memory: u32) -> Result<ValType, TypeError> {
    entity::<Memory, _>(&module.memories, memory, "memory").map(|memory| memory.ty.index_type())
}

/// The types of indices and of elements of a table.
fn table(module: &Module, table: u32) -> Result<(ValType, ValType), TypeError> {
    let table = entity::<Table, _>(&module.tables, table, "table")?;
    Ok((table.ty.index_type(), table.ty.element_type.into()))
}

fn global(module: &Module, global: u32) -> Result<ValType, TypeError> {
    entity(&module.globals, global, "global").map(|global| global.ty.content_type)
}

fn tag(module: &Module, tag: u32) -> Result<(&[ValType], &[ValType]), TypeError> {
    func_type(module, entity(&module.tags, tag, "tag")?.ty.as_u32())
}

fn reference(nullable: bool, ty: u32) -> Result<ValType, TypeError> {
    match PackedIndex::from_module_index(ty) {
        Some(index) => Ok(RefType::concrete(nullable, index).into()),
        None => TypeError::new(format!("type {ty} is beyond the limits")),
    }
}

fn ref_to(nullable: bool, hty: HeapType) -> Result<ValType, TypeError> {
    match RefType::new(nullable, hty) {
        Some(ty) => Ok(ty.into()),
        None => TypeError::new("a type index is beyond the limits"),
    }
}

fn arg(op: &Op, args: &[ValType], n: usize) -> Result<ValType, TypeError> {
    match args.get(n) {
        Some(&ty) => Ok(ty),
        None => TypeError::new(format!("`{}` has too few operands", op.opcode())),
    }
}

/// The first operand, a reference of any type.
fn ref_operand(op: &Op, args: &[ValType]) -> Result<RefType, TypeError> {
    match arg(op, args, 0)? {
        ValType::Ref(ty) => Ok(ty),
        ty => TypeError::new(format!(
            "operand 0 of `{}` must be a reference and is of type {ty}",
            op.opcode()
        )),
    }
}

/// A nullable abstract type, shared if the first operand is.
fn top(
    module: &Module,
    op: &Op,
    args: &[ValType],
    ty: AbstractHeapType,
) -> Result<RefType, TypeError> {
    let shared = is_shared(module, ref_operand(op, args)?);
    Ok(RefType::new(true, HeapType::Abstract { shared, ty }).unwrap_or(RefType::ANYREF))
}

/// `any.convert_extern` and its inverse: nullable if the operand is, shared if it is.
fn convert(
    module: &Module,
    op: &Op,
    args: &[ValType],
    to: AbstractHeapType,
) -> Result<(Types, Types), TypeError> {
    let from = match to {
        AbstractHeapType::Any => AbstractHeapType::Extern,
        _ => AbstractHeapType::Any,
    };
    let (operand, result) = (top(module, op, args, from)?, top(module, op, args, to)?);
    let nullable = ref_operand(op, args)?.is_nullable();
    let result = if nullable { result } else { result.as_non_null() };
    Ok((smallvec![operand.into()], smallvec![result.into()]))
}

/// The nullable reference to the top of a heap type's hierarchy.
fn top_of_cast(module: &Module, hty: HeapType) -> Result<ValType, TypeError> {
    match top_of(module, hty) {
        Some(top) => ref_to(true, top),
        None => TypeError::new("a cast to a type that does not exist"),
    }
}

#[cfg(test)]
mod tests;
