//! Calls with known arguments become calls of versions of their callees.
//!
//! The specializer asks for a version ([`SpecializedCallees`]) wherever residual code calls a function of the module,
//! or a slot of a table that is known, and some arguments are known. Who makes the versions decides which of the
//! known arguments are worth it, finds versions that it made before, recursive calls included, and keeps the limits.
//! The version takes the other arguments.

use crate::specializer::known::{Known, function_at};
use crate::specializer::state::Specializer;
use invar_ir::{Func, Inst, Op, ValType, Value};

/// A version of a function for known arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallVersion {
    /// The function.
    pub func: Func,
    /// The positions of the arguments that it takes, in order.
    pub takes: Vec<u32>,
}

/// Makes versions of callees.
pub trait SpecializedCallees {
    /// The version of a function for the arguments that are known. `None` if there is to be none: the call stays as
    /// it is.
    fn version(&self, func: Func, known: &[Option<Known>]) -> Option<CallVersion>;

    /// Whether a slot of a table holds the same function for as long as the code is used.
    fn is_fixed(&self, table: u32) -> bool;
}

impl std::fmt::Debug for dyn SpecializedCallees + '_ {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("SpecializedCallees")
    }
}

impl Specializer<'_> {
    /// Emits an instruction; a call with known arguments as a call of a version of its callee.
    pub(crate) fn emit_or_call_version(&mut self, inst: Inst) {
        let code = &self.prepared.code;
        let Some((op, args)) = self.call_of_version(&code.insts[inst].op, code.args(inst)) else {
            return self.emit(inst);
        };
        let types: Vec<ValType> = code.results(inst).map(|result| code.ty(result)).collect();
        let args = self.values(&args);
        let loc = self.loc(code.insts[inst].loc);
        let copy = self.residual.out.append(self.residual.at, op, &args, &types, loc);
        self.bind_results(inst, copy);
        self.record.stats.emitted += 1;
    }

    /// What a call with known arguments becomes: the operator, and the arguments that it still takes.
    pub(crate) fn call_of_version(&mut self, op: &Op, args: &[Value]) -> Option<(Op, Vec<Value>)> {
        let callees = self.request.callees.filter(|_| !self.is_plain())?;
        let (func, args, is_tail) = match *op {
            Op::Call { function_index } => (Func::from_u32(function_index), args, false),
            Op::ReturnCall { function_index } => (Func::from_u32(function_index), args, true),
            Op::CallIndirect { type_index, table_index }
            | Op::ReturnCallIndirect { type_index, table_index } => {
                let (&slot, args) = args.split_last()?;
                let slot = self.known(slot)?;
                let func = function_at(table_index, slot, self.world)?;
                let has_type = self.module.funcs[func].ty.as_u32() == type_index;
                if !has_type || !callees.is_fixed(table_index) {
                    return None;
                }
                (func, args, matches!(op, Op::ReturnCallIndirect { .. }))
            }
            _ => return None,
        };
        let known: Vec<Option<Known>> = args.iter().map(|&arg| self.known(arg)).collect();
        let version = callees.version(func, &known);
        if version.is_none() && matches!(op, Op::Call { .. } | Op::ReturnCall { .. }) {
            return None;
        }
        let (func, args) = match version {
            Some(version) => {
                self.record.stats.bound += 1;
                let taken = version.takes.iter().map(|&n| args[n as usize]);
                (version.func, taken.collect())
            }
            None => (func, args.to_vec()),
        };
        let function_index = func.as_u32();
        let op =
            if is_tail { Op::ReturnCall { function_index } } else { Op::Call { function_index } };
        Some((op, args))
    }
}
