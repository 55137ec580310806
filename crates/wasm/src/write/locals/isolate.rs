//! Splits the live range of block parameters whose arguments cannot share their local.
//!
//! Where a loop's parameter is still read after its value for the next iteration is computed, the two interfere, and
//! each back edge copies the latter. A fresh parameter that only lives across the edges, copied to the old one where
//! the block starts, can be coalesced with the arguments: one copy in place of many. This is the isolation of phi
//! functions of Sreedhar et al. ("Translating Out of Static Single Assignment Form", SAS 1999), done only where
//! coalescing alone left several copies. Cost: linear in the edges of the parameter's block.

use crate::write::code::Item;
use crate::write::treeify::BlockCode;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Function, Value, ValueData, ValueDef};
use rustc_hash::FxHashMap;

/// For each parameter, how many copies to it could not be coalesced.
pub(super) type Remaining = FxHashMap<u32, u32>;

/// Items that go in front of a block for each of its parameters that is isolated.
pub(super) const AT_START: u32 = 2;

/// The parameters to which several copies remain, in order.
pub(super) fn candidates(remaining: &Remaining) -> Vec<Value> {
    let mut list: Vec<Value> = remaining
        .iter()
        .filter(|(_, count)| **count > 1)
        .map(|(v, _)| Value::from_u32(*v))
        .collect();
    list.sort();
    list
}

/// Isolates parameters; gives each with its fresh one.
pub(super) fn isolate(
    f: &mut Function,
    cfg: &Cfg,
    code: &mut SecondaryMap<Block, BlockCode>,
    params: &[Value],
) -> Vec<(Value, Value)> {
    let mut isolated = Vec::new();
    for &param in params {
        let ValueDef::Param(block, n) = f.values[param].def else { continue };
        let ty = f.ty(param);
        let fresh = f.values.push(ValueData { ty, def: ValueDef::Param(block, n) });
        let (old, new) = (param.as_u32(), fresh.as_u32());
        let mut sources: Vec<Block> = cfg.reachable_preds(block).map(|edge| edge.from).collect();
        sources.sort();
        sources.dedup();
        for from in sources {
            let items = &mut code[from].items;
            let mut assigned = false;
            for item in items.iter_mut() {
                match item {
                    Item::MoveGet(_, to) | Item::MoveConst(_, to) if *to == old => *to = new,
                    Item::MoveSet(to) if *to == old => {
                        *to = new;
                        assigned = true;
                    }
                    _ => {}
                }
            }
            if !assigned {
                // The parameter was passed on unchanged.
                items.extend([Item::MoveGet(old, new), Item::MoveSet(new)]);
            }
        }
        let start = &mut code[block];
        start.items.splice(0..0, [Item::MoveGet(new, old), Item::MoveSet(old)]);
        start.statements += AT_START as usize;
        isolated.push((param, fresh));
    }
    isolated
}
