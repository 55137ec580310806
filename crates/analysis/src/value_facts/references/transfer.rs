//! What operators say about references: about their results, about their operands behind them, and what a test says
//! about the reference that it tests.

use super::RefFacts;
use invar_ir::TypeHierarchy;
use invar_ir::{Body, Func, Function, Global, Module, Op, RefType, TypeId, Value};
use invar_rules::{Const, ValueFacts};
use wasmparser::{AbstractHeapType, HeapType, UnpackedIndex};

/// How many globals that are initialized by others are followed.
const MOST_GLOBALS: u32 = 4;
/// How many operators a condition is decomposed into.
const MOST_OPERATORS: usize = 8;

/// The type that an operator allocates an object of.
fn allocated(op: &Op) -> Option<u32> {
    match *op {
        Op::StructNewDesc { struct_type_index }
        | Op::StructNewDefaultDesc { struct_type_index } => Some(struct_type_index),
        _ => invar_ir::allocated(op).map(TypeId::as_u32),
    }
}

/// Whether an operator makes a new object.
pub(super) fn is_allocation(op: &Op) -> bool {
    allocated(op).is_some()
}

/// What is known of the result of an operator besides its type, which is not the same reference as an operand.
/// `operand` gives the facts about operands.
pub(super) fn result(
    types: &TypeHierarchy,
    module: &Module,
    op: &Op,
    operand: impl Fn(usize) -> Option<RefFacts>,
) -> Option<RefFacts> {
    if let Some(ty) = allocated(op) {
        return Some(RefFacts::exactly(types, HeapType::Concrete(UnpackedIndex::Module(ty))));
    }
    match *op {
        Op::RefNull { .. } => Some(RefFacts::NULL),
        Op::RefFunc { function_index } => {
            let func = module.funcs.get(Func::from_u32(function_index))?;
            let ty = HeapType::Concrete(UnpackedIndex::Module(func.ty.as_u32()));
            // What is imported may be of a subtype.
            let is_exact = !matches!(func.body, Body::Import)
                || func.exact
                || invar_ir::mutant!(ImportedFunctionIsExact);
            Some(if is_exact {
                RefFacts::exactly(types, ty)
            } else {
                RefFacts::of_type(types, RefType::new(false, ty)?)
            })
        }
        Op::GlobalGet { global_index } => global(types, module, global_index, MOST_GLOBALS),
        Op::Select | Op::TypedSelect { .. } => Some(operand(0)?.join(types, operand(1)?)),
        Op::AnyConvertExtern | Op::ExternConvertAny => {
            let kind = match op {
                Op::AnyConvertExtern => AbstractHeapType::Any,
                _ => AbstractHeapType::Extern,
            };
            let from = operand(0)?;
            let shared = match from.object {
                Some(HeapType::Abstract { shared, .. }) => shared,
                None => return Some(from),
                // Whether a concrete type is shared is not looked up.
                Some(_) => return None,
            };
            let object = Some(HeapType::Abstract { shared, ty: kind });
            Some(RefFacts { nullable: from.nullable, object })
        }
        _ => None,
    }
}

/// What is known of an immutable global by its initializer.
fn global(types: &TypeHierarchy, module: &Module, index: u32, depth: u32) -> Option<RefFacts> {
    let data = module.globals.get(Global::from_u32(index))?;
    let is_fixed = !data.ty.mutable || invar_ir::mutant!(MutableGlobalKeepsItsType);
    let last = data.init.last().filter(|_| is_fixed && depth > 0)?;
    match *last {
        Op::GlobalGet { global_index } => global(types, module, global_index, depth - 1),
        Op::RefI31 => RefFacts::of_value_type(types, RefType::I31.into()),
        Op::AnyConvertExtern | Op::ExternConvertAny => None,
        _ => result(types, module, last, |_| None),
    }
}

/// The operands of an operator that are not null if it does not trap.
pub(super) fn dereferenced(op: &Op) -> &'static [usize] {
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
        | Op::ArrayInitElem { .. }
        | Op::I31GetS
        | Op::I31GetU
        | Op::RefAsNonNull => &[0],
        Op::ArrayCopy { .. } => &[0, 2],
        _ => &[],
    }
}

/// The type that a cast tests for.
pub(super) fn cast_target(op: &Op) -> Option<RefType> {
    match *op {
        Op::RefCastNonNull { hty } => RefType::new(false, hty),
        Op::RefCastNullable { hty } => RefType::new(true, hty),
        _ => None,
    }
}

/// What a condition tests of references.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tested {
    /// Whether one is null.
    Null(Value),
    /// Whether one is a value of a type.
    Type(Value, RefType),
    /// Whether two are the same.
    Equal(Value, Value),
}

/// What the operator of a condition tests of references, if it does.
pub fn tested(f: &Function, condition: Value) -> Option<Tested> {
    let op = ValueFacts::op(f, condition)?;
    let operand = |n| f.operand(condition, n);
    match *op {
        Op::RefIsNull => Some(Tested::Null(operand(0))),
        Op::RefTestNonNull { hty } => Some(Tested::Type(operand(0), RefType::new(false, hty)?)),
        Op::RefTestNullable { hty } => Some(Tested::Type(operand(0), RefType::new(true, hty)?)),
        Op::RefEq => Some(Tested::Equal(operand(0), operand(1))),
        _ => None,
    }
}

/// Calls `learn` for each test that holds, or does not, where a condition is not zero, or is zero if not `holds`.
pub(super) fn decompose(
    f: &Function,
    condition: Value,
    holds: bool,
    mut learn: impl FnMut(Tested, bool),
) {
    let mut work = vec![(f.resolve(condition), holds)];
    for _ in 0..MOST_OPERATORS {
        let Some((value, holds)) = work.pop() else { break };
        if let Some(test) = tested(f, value) {
            learn(test, holds);
            continue;
        }
        let operand = |n| f.operand(value, n);
        match ValueFacts::op(f, value) {
            Some(Op::I32Eqz) => work.push((operand(0), !holds)),
            Some(Op::I32And) if holds || invar_ir::mutant!(EachPartOfAConjunctionFails) => {
                work.extend([(operand(0), holds), (operand(1), holds)]);
            }
            Some(Op::I32Or) if !holds => {
                work.extend([(operand(0), holds), (operand(1), holds)]);
            }
            _ => {}
        }
    }
}

/// The truth of a condition that consists of tests, if it is known; `of_test` knows that of a test.
pub(super) fn truth(
    f: &Function,
    condition: Value,
    of_test: impl Fn(Tested) -> Option<bool>,
) -> Option<bool> {
    let (mut value, mut negated) = (f.resolve(condition), false);
    for _ in 0..MOST_OPERATORS {
        if let Some(Const::I32(number)) = ValueFacts::constant(f, value) {
            return Some((number != 0) != negated);
        }
        if let Some(test) = tested(f, value) {
            return of_test(test).map(|holds| holds != negated);
        }
        match ValueFacts::op(f, value) {
            Some(Op::I32Eqz) => (value, negated) = (f.operand(value, 0), !negated),
            _ => break,
        }
    }
    None
}
