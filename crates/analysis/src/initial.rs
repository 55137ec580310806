//! The objects that immutable globals refer to.

use invar_ir::{Global, Module, Op, TypeId, signature};
use invar_rules as rules;

/// The object that an immutable global of the module always refers to: its type, and what its fields are initialized
/// with, as far as that is a constant: a number, a null, `ref.func`, or an immutable global. `None` if the global is
/// imported or mutable, or if its initial value does not end with `struct.new`.
///
/// Cost: linear in the initial value.
pub fn object_of_global(module: &Module, global: Global) -> Option<(TypeId, Vec<Option<Op>>)> {
    let data = module.globals.get(global)?;
    if data.import.is_some() || data.ty.mutable {
        return None;
    }
    let (last, before) = data.init.split_last()?;
    let &Op::StructNew { struct_type_index } = last else { return None };
    let mut stack: Vec<Option<Op>> = Vec::new();
    for op in before {
        let signature = signature(op, &[], module).ok()?;
        stack.truncate(stack.len().checked_sub(signature.operands.len())?);
        let is_fixed = rules::is_constant(op) || is_immutable(module, op);
        stack.extend(signature.results.iter().map(|_| is_fixed.then(|| op.clone())));
    }
    let fields = signature(last, &[], module).ok()?.operands.len();
    Some((TypeId::from_u32(struct_type_index), stack.split_off(stack.len().checked_sub(fields)?)))
}

/// Whether an operator reads a global that never changes.
pub fn is_immutable(module: &Module, op: &Op) -> bool {
    match *op {
        Op::GlobalGet { global_index } => {
            let global = module.globals.get(Global::from_u32(global_index));
            global.is_some_and(|global| !global.ty.mutable)
        }
        _ => false,
    }
}
