//! Ends of scopes: stretches of code that do nothing but destroy.
//!
//! Behind its last use an object may be freed a little earlier, if a program cannot observe when objects are
//! deinitialized and nothing but other destroys and arithmetic comes in between: no call, no copy, no
//! access of memory could refer to a freed object. What a compiler emits at the end of a
//! scope is such a stretch, whose destroys need not protect objects from each other.
//!
//! Constant: looks at [`MOST`] instructions.

use crate::runtimes::patterns::is_arithmetic;
use crate::runtimes::table::Runtime;
use invar_ir::{Block, Function, Op};

/// How long a stretch may be.
const MOST: u32 = 64;
/// How many jumps a straight line of code may lead through.
pub(crate) const MOST_JUMPS: usize = 16;

/// Whether an operator may be part of such a stretch: arithmetic; a destroy, unless the order of
/// deinits is observable.
pub(crate) fn is_idle(op: &Op, runtime: &Runtime) -> bool {
    match op {
        Op::DestroyValue => runtime.unordered_deinits,
        _ => is_arithmetic(op),
    }
}

/// The first position of the stretch that leads to a destroy in the same block: of arithmetic alone if
/// the order of deinits is observable.
pub(crate) fn idle_from(f: &Function, runtime: &Runtime, block: Block, pos: u32) -> u32 {
    let insts = &f.blocks[block].insts;
    let mut from = pos;
    while from > pos.saturating_sub(MOST) && is_idle(&f.insts[insts[from as usize - 1]].op, runtime)
    {
        from -= 1;
    }
    from
}
