//! The policy: a copy may be pending over whatever neither releases nor reads a count.

use crate::runtimes::table::Runtime;
use invar_ir::effects;
use invar_ir::entities::EntitySet;
use invar_ir::{Func, Function, Inst, Module, Op, Terminator, Value};

/// The policy: which instructions and edges a copy may be pending over.
pub(crate) struct DelayPolicy<'a> {
    pub runtime: &'a Runtime,
    pub module: &'a Module,
    /// Functions that release nothing, look at no count, and return if they do not trap in an access of memory or
    /// an allocation.
    pub quiet: EntitySet<Func>,
}

impl DelayPolicy<'_> {
    /// Whether copies can be pending while an instruction is executed, if a division does not trap.
    /// If an access of memory traps, the count is one too low for the next call into the instance:
    /// so only where there is none.
    pub fn allows(&self, f: &Function, inst: Inst) -> bool {
        let op = &f.insts[inst].op;
        match *op {
            Op::Call { function_index } => self.quiet.contains(Func::from_u32(function_index)),
            _ if is_access(op) && !self.runtime.ends_at_traps => false,
            _ => is_quiet(op, self.module) || trapping_divisors(op).is_some(),
        }
    }

    /// Whether copies can be pending while a function is executed.
    pub fn allows_all(&self, f: &Function) -> bool {
        let quiet = |&inst: &Inst| self.allows(f, inst) && divisor(f, inst).is_none();
        f.live_blocks().all(|block| {
            let term = &f.blocks[block].term;
            (goes_on(term) || matches!(term, Terminator::Return(_)))
                && f.blocks[block].insts.iter().all(quiet)
        })
    }
}

/// Whether copies can be pending on an edge from one block to another.
pub(super) fn goes_on(term: &Terminator) -> bool {
    matches!(term, Terminator::Jump(_) | Terminator::BrIf { .. } | Terminator::BrTable { .. })
}

/// Whether an instruction neither releases, nor calls, nor reads a count, nor ends the function.
pub(crate) fn is_quiet(op: &Op, module: &Module) -> bool {
    match op {
        Op::CopyValue | Op::BeginBorrow | Op::EndBorrow => true,
        Op::DestroyValue => false,
        Op::GlobalGet { .. } | Op::GlobalSet { .. } => true,
        _ if is_access(op) => !op.opcode().name().contains("atomic"),
        _ => effects(op, module).is_pure_total(),
    }
}

fn is_access(op: &Op) -> bool {
    let name = op.opcode().name();
    name.contains(".load") || name.contains(".store")
}

/// The divisors at which a division traps.
fn trapping_divisors(op: &Op) -> Option<&'static [i64]> {
    match op {
        Op::I32DivS | Op::I64DivS => Some(&[0, -1]),
        Op::I32DivU | Op::I32RemS | Op::I32RemU => Some(&[0]),
        Op::I64DivU | Op::I64RemS | Op::I64RemU => Some(&[0]),
        _ => None,
    }
}

/// The divisor of an instruction that may trap, and the values of it for which it may.
pub(super) fn divisor(f: &Function, inst: Inst) -> Option<(Value, &'static [i64])> {
    let numbers = trapping_divisors(&f.insts[inst].op)?;
    let by = f.args(inst)[1];
    let known = match f.def_op(by) {
        Some(&Op::I32Const { value }) => Some(i64::from(value)),
        Some(&Op::I64Const { value }) => Some(value),
        _ => None,
    };
    known.is_none_or(|known| numbers.contains(&known)).then_some((by, numbers))
}
