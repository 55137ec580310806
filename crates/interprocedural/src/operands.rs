//! Operands that are constants, or the function's own parameters, at each operator of a body: for passes that look at
//! all functions before any is optimized.
//!
//! A body in bytes is walked with its operand stack, which is known from the last begin or end of a construct on; one
//! in SSA form by its definitions. Cost: linear in the body.

use invar_analysis::is_immutable;
use invar_ir::{Body, Func, Function, Module, Op, Terminator, TypeId, Value, ValueDef};
use invar_rules::is_constant;
use wasmparser::{
    BinaryReader, ContType, FrameKind, FuncType, FunctionBody, ModuleArity, Operator,
};

/// The lattice value of an operand.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Operand {
    /// Anything.
    Unknown,
    /// What this operator gives.
    Constant(Op),
    /// A parameter of the function, which is never assigned.
    Param(u32),
}

/// The operands of an operator with so many, from the top of the operand stack as far as it is known.
pub(crate) fn last(stack: &[Operand], count: usize) -> Box<[Operand]> {
    let known = stack.len().min(count);
    let mut operands = vec![Operand::Unknown; count];
    operands[count - known..].clone_from_slice(&stack[stack.len() - known..]);
    operands.into()
}

/// Calls `visit` for each operator of a function, with the operands that are on the stack as far as these are known,
/// the last on top; it may know the operator's result. Nothing for an import. Fails if the body cannot be read.
pub(crate) fn walk(
    module: &Module,
    func: Func,
    visit: impl FnMut(&Operator<'_>, &[Operand]) -> Option<Operand>,
) -> wasmparser::Result<()> {
    match &module.funcs[func].body {
        Body::Import => Ok(()),
        Body::Ssa(function) => {
            walk_function(module, function, visit);
            Ok(())
        }
        Body::Raw(range) => walk_bytes(module, func, &module.bytes[range.clone()], visit),
    }
}

/// Calls `visit` for each operator of a constant expression, in the same way.
pub(crate) fn walk_constant(
    module: &Module,
    expr: &[Op],
    mut visit: impl FnMut(&Operator<'_>, &[Operand]),
) {
    let mut stack: Vec<Operand> = Vec::new();
    for op in expr {
        let operator = op.to_operator();
        visit(&operator, &stack);
        step(module, operator, None, &mut stack);
    }
}

/// Whether an operator always gives the same value.
fn is_fixed(module: &Module, op: &Op) -> bool {
    is_constant(op) || is_immutable(module, op)
}

fn walk_function(
    module: &Module,
    function: &Function,
    mut visit: impl FnMut(&Operator<'_>, &[Operand]) -> Option<Operand>,
) {
    let operand = |&value: &Value| {
        let value = function.resolve(value);
        match function.values[value].def {
            ValueDef::Param(block, n) if block == function.entry => Operand::Param(n),
            _ => match function.def_op(value).filter(|op| is_fixed(module, op)) {
                Some(op) => Operand::Constant(op.clone()),
                None => Operand::Unknown,
            },
        }
    };
    let mut visit = |op: &Op, args: &[Value]| {
        if op.is_webassembly() {
            let stack: Vec<Operand> = args.iter().map(operand).collect();
            visit(&op.to_operator(), &stack);
        }
    };
    for block in function.live_blocks() {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            visit(&function.insts[inst].op, function.args(inst));
        }
        match &data.term {
            Terminator::TailCall { op, args, .. } | Terminator::Invoke { op, args, .. } => {
                visit(op, function.list(args));
            }
            _ => {}
        }
    }
}

fn walk_bytes(
    module: &Module,
    func: Func,
    bytes: &[u8],
    mut visit: impl FnMut(&Operator<'_>, &[Operand]) -> Option<Operand>,
) -> wasmparser::Result<()> {
    let body = FunctionBody::new(BinaryReader::new(bytes, 0));
    let mut fixed = vec![true; module.func_signature(func).0.len()];
    let mut operators = body.get_operators_reader()?;
    while !operators.eof() {
        if let Some(local) = assigned(&operators.read()?)
            && let Some(fixed) = fixed.get_mut(local as usize)
        {
            *fixed = false;
        }
    }
    let mut stack: Vec<Operand> = Vec::new();
    let mut operators = body.get_operators_reader()?;
    while !operators.eof() {
        let operator = operators.read()?;
        let known = visit(&operator, &stack);
        match operator {
            Operator::LocalGet { local_index } => {
                let is_fixed = fixed.get(local_index as usize).copied().unwrap_or(false);
                stack.push(if is_fixed { Operand::Param(local_index) } else { Operand::Unknown });
            }
            operator => step(module, operator, known, &mut stack),
        }
    }
    Ok(())
}

/// The operand stack after an operator, whose result may be known.
fn step(module: &Module, operator: Operator<'_>, known: Option<Operand>, stack: &mut Vec<Operand>) {
    match operator.operator_arity(&Arity(module)) {
        // Control flow has no arity without its frames.
        Some((takes, gives)) if !is_control(&operator) => {
            stack.truncate(stack.len().saturating_sub(takes as usize));
            let op = (gives == 1).then(|| Op::from_operator(operator)).flatten();
            match (known, op.filter(|op| is_fixed(module, op))) {
                (Some(known), _) => stack.push(known),
                (None, Some(op)) => stack.push(Operand::Constant(op)),
                (None, None) => stack.extend((0..gives).map(|_| Operand::Unknown)),
            }
        }
        _ => stack.clear(),
    }
}

/// The local that an operator assigns.
fn assigned(operator: &Operator<'_>) -> Option<u32> {
    match *operator {
        Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => {
            Some(local_index)
        }
        _ => None,
    }
}

/// The inputs from which the arity of operators follows.
struct Arity<'a>(&'a Module);

impl ModuleArity for Arity<'_> {
    fn sub_type_at(&self, index: u32) -> Option<&wasmparser::SubType> {
        Some(&self.0.types[TypeId::from_u32(index)])
    }
    fn tag_type_arity(&self, _: u32) -> Option<(u32, u32)> {
        None
    }
    fn type_index_of_function(&self, func: u32) -> Option<u32> {
        Some(self.0.funcs.get(Func::from_u32(func))?.ty.as_u32())
    }
    fn func_type_of_cont_type(&self, _: &ContType) -> Option<&FuncType> {
        None
    }
    fn sub_type_of_ref_type(&self, _: &wasmparser::RefType) -> Option<&wasmparser::SubType> {
        None
    }
    fn control_stack_height(&self) -> u32 {
        0
    }
    fn label_block(&self, _: u32) -> Option<(wasmparser::BlockType, FrameKind)> {
        None
    }
}

/// Whether an operator is control flow: the stack behind it depends on the construct that it begins or ends.
fn is_control(operator: &Operator<'_>) -> bool {
    use Operator::*;
    matches!(
        operator,
        Block { .. }
            | Loop { .. }
            | If { .. }
            | Else
            | End
            | Br { .. }
            | BrIf { .. }
            | BrTable { .. }
            | Return
            | ReturnCall { .. }
            | ReturnCallIndirect { .. }
            | ReturnCallRef { .. }
            | Unreachable
            | Throw { .. }
            | ThrowRef
            | Rethrow { .. }
            | Try { .. }
            | TryTable { .. }
            | Catch { .. }
            | CatchAll
            | Delegate { .. }
            | BrOnNull { .. }
            | BrOnNonNull { .. }
            | BrOnCast { .. }
            | BrOnCastFail { .. }
    )
}
