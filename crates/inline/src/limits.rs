//! How large a body may be to be inlined at a call.

use crate::{Config, Kind, Site};
use invar_ir::fold::is_constant;
use invar_ir::{Function, Goals};

/// The bytes of a call.
const CALL_BYTES: u32 = 3;
/// The bytes of a function besides its operators: its type, its size, its locals, its end.
const FUNCTION_BYTES: u32 = 4;
/// Where speed counts, the bytes of a body that is inlined at any call.
const SPEED_SMALL: u32 = 12;
/// The bytes of a body that is inlined at a call that is executed about once.
const SPEED_WARM: u32 = 60;
/// The bytes of a body that is inlined in a loop.
const SPEED_HOT: u32 = 200;
/// What each argument that is a constant adds, as a part of these.
const PER_CONSTANT: f64 = 0.5;
/// What is left of these for a body that calls: its own call is little beside those.
const CALLS: f64 = 0.6;
/// And for one with loops.
const LOOPS: f64 = 0.8;
/// A call that is executed less often than this is cold.
const COLD: f64 = 0.05;
/// A call that is executed more often than this is hot.
const HOT: f64 = 3.0;

/// What a body may be at any call and make its callers no larger, or where speed counts only a bit.
fn small(size: u8, bytes: u32, sites: Option<u32>) -> u32 {
    if size == 0 {
        return SPEED_SMALL;
    }
    // Where all calls are known, and each is inlined, the function itself goes away.
    CALL_BYTES + sites.map_or(0, |sites| (bytes + FUNCTION_BYTES) / sites.max(1))
}

/// The most that a body of several calls may be for any call of it, with so many constants that a
/// few more would make no difference.
pub(crate) fn most(size: u8, bytes: u32, sites: Option<u32>) -> u32 {
    let small = small(size, bytes, sites);
    if size == 0 { small.max(4 * SPEED_HOT) } else { small }
}

/// Whether a call is to be inlined, and why.
pub(crate) fn kind(
    function: &Function,
    goals: &Goals,
    config: &Config,
    site: &Site<'_>,
) -> Option<Kind> {
    let Site { callee, frequency, .. } = *site;
    if config.single && callee.sites == Some(1) {
        return Some(Kind::Single);
    }
    if config.small && callee.bytes <= small(goals.size, callee.bytes, callee.sites) {
        return Some(Kind::Small);
    }
    if !config.hot || goals.size > 0 || goals.keep_size || frequency < COLD {
        return None;
    }
    let constant = |&&arg: &&_| function.def_op(arg).is_some_and(is_constant);
    let constants = function.args(site.call).iter().filter(constant).count();
    let bytes = if frequency > HOT { SPEED_HOT } else { SPEED_WARM };
    let bytes = f64::from(bytes) * (1.0 + PER_CONSTANT * constants as f64);
    let bytes = if callee.calls { bytes * CALLS } else { bytes };
    let bytes = if callee.loops { bytes * LOOPS } else { bytes };
    (f64::from(callee.bytes) <= bytes).then_some(Kind::Hot)
}
