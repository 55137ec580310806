//! Which object or root keeps alive the memory that an address points into.
//!
//! Follows additions of constants and loads back to something that is alive by itself, at most eight
//! steps. Where cycles are collected by trial deletion, an object may be moved only into something
//! that is kept alive by other means than that object.

use crate::ownership::balance::{Balance, is_read};
use crate::ownership::regions::{Event, EventKind, Object, Regions};
use crate::runtimes::patterns::constant;
use invar_ir::{Block, Function, Op, Value, ValueDef};

/// What keeps alive the memory that an address points into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Holder {
    /// An object that the function owns there.
    Object(Object),
    /// A parameter that it does not own.
    Param(u32),
    /// A global or a constant address.
    Elsewhere,
}

/// What keeps alive the memory that an address points into, other than `object`, if that is known.
pub(crate) fn root_of(
    f: &Function,
    regions: &Regions,
    balance: &Balance,
    object: Object,
    address: Value,
    at: Event,
    unmoved: impl Fn(&Object) -> bool,
) -> Option<Holder> {
    let mut address = regions.root(address);
    for _ in 0..8 {
        let holder = regions.object(address);
        if holder == Some(object) {
            return None;
        }
        if let Some(holder) = holder.filter(&unmoved)
            && is_owned_at(regions, balance, holder, at)
        {
            return Some(Holder::Object(holder));
        }
        match f.values[address].def {
            ValueDef::Param(block, n) if block == f.entry => {
                // An owned one is like any other that the function owns.
                let owned =
                    holder.is_some_and(|holder| balance.start[holder.as_u32() as usize] > 0);
                return (!owned).then_some(Holder::Param(n));
            }
            ValueDef::Result(inst, _) => match (&f.insts[inst].op, f.args(inst)) {
                (Op::I32Const { .. } | Op::GlobalGet { .. }, _) => return Some(Holder::Elsewhere),
                (Op::I32Add | Op::I32Sub, &[a, b]) => {
                    // The operand that is no index: the other one is a constant or scaled.
                    let number = |value| {
                        let op = f.def_op(regions.root(value));
                        constant(f, regions.root(value)).is_some()
                            || matches!(op, Some(Op::I32Shl | Op::I32Mul))
                    };
                    address = match (number(a), number(b)) {
                        (_, true) => regions.root(a),
                        (true, _) => regions.root(b),
                        _ => return None,
                    };
                }
                (op, &[from]) if is_read(op) => address = regions.root(from),
                _ => return None,
            },
            _ => return None,
        }
    }
    None
}

/// Whether the function owns an object at an event of another one.
fn is_owned_at(regions: &Regions, balance: &Balance, object: Object, at: Event) -> bool {
    let data = regions.event(at);
    level_at(regions, balance, object, data.block, data.pos) > 0
}

/// The level of an object before a position of a block: zero, if its ownership is unbalanced.
pub(crate) fn level_at(
    regions: &Regions,
    balance: &Balance,
    object: Object,
    block: Block,
    pos: u32,
) -> u32 {
    if balance.is_refused(object) {
        return 0;
    }
    let mut level = balance.entry(regions, object, block);
    for &event in regions.events_in(object, block) {
        if regions.event(event).pos >= pos {
            break;
        }
        let takes = balance.takes[event.as_u32() as usize];
        match regions.event(event).kind {
            EventKind::Copy => level += 1,
            _ if takes => level -= 1,
            _ => {}
        }
    }
    level
}
