//! How large a body may be to be inlined at a call: the inliner's heuristics.

use super::{Candidate, Config, Kind};
use invar_analysis::Goals;
use invar_ir::{Function, Op, Value};
use invar_rules::{ValueFacts, is_constant};

/// The bytes of a call.
const CALL_BYTES: u32 = 3;
/// The bytes of a function besides its operators: its type, its size, its locals, its end.
const FUNCTION_BYTES: u32 = 4;
/// Where speed counts, the bytes of a body that is inlined at any call.
const SPEED_SMALL: u32 = 12;
/// The bytes of a body that is inlined at a call behind a condition.
const SPEED_RARE: u32 = 20;
/// The bytes of a body that is inlined at a call that is executed about once.
const SPEED_WARM: u32 = 50;
/// The bytes of a body that is inlined in a loop.
const SPEED_HOT: u32 = 120;
/// How many times as large bodies at calls outside of loops may be under the assumption of a stack ABI: what was passed
/// in frames, or was kept in memory since its address was passed, becomes values.
const FRAMES: u32 = 2;
/// What each constant argument adds to these limits, as a fraction of them, for a body without loops: a constant
/// argument seldom makes a loop shorter.
const PER_CONSTANT: f64 = 0.5;
/// And each address in the caller's frame: its variable may be promoted to a value afterwards.
const PER_FRAME_ADDRESS: f64 = 3.0;
/// How many additions of constants are looked through to find one.
const MOST_SUMS: usize = 4;
/// The fraction of these limits for a body with calls: to save its own call matters little then.
const CALLS: f64 = 0.6;
/// And for a body with loops.
const LOOPS: f64 = 0.8;
/// And where what the module may grow is spent.
const TIGHT: f64 = 0.25;
/// A call that is executed less often than this is cold.
const COLD: f64 = 0.05;
/// A call that is executed less often than this per execution of its caller is conditional.
const RARE: f64 = 0.95;
/// A call that is executed more often than this is hot.
pub(super) const HOT: f64 = 3.0;

/// The bytes of a body that makes its callers no larger, or where speed counts only slightly.
fn small(size: u8, bytes: u32, sites: Option<u32>) -> u32 {
    if size == 0 {
        return SPEED_SMALL;
    }
    // Where all calls are known, and each is inlined, the function itself is removed.
    CALL_BYTES + sites.map_or(0, |sites| (bytes + FUNCTION_BYTES) / sites.max(1))
}

/// The most bytes of a body with several calls, for any of them, with many constant arguments.
pub(crate) fn most(size: u8, bytes: u32, sites: Option<u32>) -> u32 {
    let small = small(size, bytes, sites);
    if size == 0 { small.max(6 * SPEED_HOT) } else { small }
}

/// Whether to inline a call, and why.
pub(crate) fn kind(
    function: &Function,
    goals: &Goals,
    config: &Config,
    candidate: &Candidate<'_>,
) -> Option<Kind> {
    let Candidate { callee, frequency, .. } = *candidate;
    // Engines allocate registers for a function as a whole: values that are live across a dispatch loop are
    // reloaded in each of its branches (measured: an eighth of the time of a small interpreter).
    if goals.size == 0 && callee.has_dispatch_loop && frequency <= HOT {
        return None;
    }
    if config.single && callee.call_sites == Some(1) {
        return Some(Kind::Single);
    }
    if config.small && callee.bytes <= small(goals.size, callee.bytes, callee.call_sites) {
        return Some(Kind::Small);
    }
    if !config.hot || goals.size > 0 || goals.keep_size || frequency < COLD {
        return None;
    }
    let worth = |&arg: &Value| match function.def_op(arg) {
        Some(op) if is_constant(op) && !callee.has_loop => PER_CONSTANT,
        Some(_) if goals.stack_abi && is_frame_address(function, arg) => PER_FRAME_ADDRESS,
        _ => 0.0,
    };
    let worth: f64 = candidate.site.args(function).iter().map(worth).sum();
    let frames = if goals.stack_abi { FRAMES } else { 1 };
    let bytes = match frequency {
        _ if frequency > HOT => SPEED_HOT,
        _ if frequency < RARE => frames * SPEED_RARE,
        _ => frames * SPEED_WARM,
    };
    let bytes = f64::from(bytes) * (1.0 + worth);
    let bytes = if callee.has_calls { bytes * CALLS } else { bytes };
    let bytes = if callee.has_loop { bytes * LOOPS } else { bytes };
    let bytes = if goals.tight { bytes * TIGHT } else { bytes };
    (f64::from(callee.bytes) <= bytes).then_some(Kind::Hot)
}

/// Whether a value is computed from the stack pointer, or another global, by sums of constants.
fn is_frame_address(function: &Function, mut value: Value) -> bool {
    for _ in 0..=MOST_SUMS {
        let Some(inst) = function.def_inst(value) else { return false };
        let args = function.args(inst);
        let constant = |n: usize| function.constant(args[n]).is_some();
        value = match function.insts[inst].op {
            Op::GlobalGet { .. } => return true,
            Op::I32Add if constant(0) => args[1],
            Op::I32Add | Op::I32Sub if constant(1) => args[0],
            _ => return false,
        };
    }
    false
}
