//! References that a branch compares with an immortal constant: null, or a static object.
//!
//! Behind `if (x == 0)` and `if (x == STATIC)`, copies and destroys of `x` do nothing. A compiler knows that
//! too, and omits them on one side of the branch: ownership is balanced only if that is taken into
//! account.

use crate::runtimes::patterns::constant;
use crate::runtimes::table::Runtime;
use invar_ir::{Block, Function, Op, Terminator, Value};

/// What the branch at the end of a block compares with a constant that is never counted, and which target is reached
/// if they are equal.
pub(crate) fn tested(f: &Function, runtime: &Runtime, block: Block) -> Option<(Value, u32)> {
    let Terminator::BrIf { cond, .. } = f.blocks[block].term else { return None };
    // Whether a value is zero tells whether the one that it was made of is zero, and so on.
    let (mut value, mut nth) = (f.resolve(cond), 1);
    let number = |value| constant(f, f.resolve(value));
    while let Some(inst) = f.def_inst(value) {
        let (of, other, equal) = match (&f.insts[inst].op, f.args(inst)) {
            (Op::I32Eqz | Op::I64Eqz, &[of]) => (of, Some(0), true),
            (Op::I32Eq | Op::I64Eq, &[of, other]) => (of, number(other), true),
            (Op::I32Ne | Op::I64Ne, &[of, other]) => (of, number(other), false),
            _ => break,
        };
        let Some(constant) = other else { break };
        nth = if equal { 1 - nth } else { nth };
        value = f.resolve(of);
        if constant != 0 {
            return runtime.is_immortal(constant).then_some((value, nth));
        }
    }
    runtime.null.then_some((value, nth))
}
