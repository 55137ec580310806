//! Initial values of immutable globals that only the initial value of one other global mentions,
//! once, are computed there: a compiler of a language with objects makes a global of each constant
//! object, and most are only parts of others.
//!
//! Both are computed once, when the module is instantiated, so an object is made once as before;
//! and nothing else can tell in what order, since constant expressions have no effects. Not where
//! the global is exported, or where a body, a table or a segment mentions it.
//!
//! The module itself is not changed: the new initial values are given to the writer, and belong to
//! the bodies that are written. Linear in the module.

use crate::global_dce::Facts;
use crate::uses::{Recorder, Use};
use invar_analysis::{Fuel, counters};
use invar_ir::entities::SecondaryMap;
use invar_ir::{ConstExpr, ElemItems, Entity, Global, Keep, Module, Op, SegmentMode};
use rustc_hash::FxHashMap;

counters! {
    /// What the nesting of globals did.
    pub struct Stats {
        /// Globals whose initial values are part of that of another one.
        globals,
    }
}

/// The most operators of an initial value with others in it: validators and engines need no more
/// than a small stack.
const MOST_OPS: usize = 200;
/// How often a global is mentioned at least where it has to stay.
const OFTEN: u32 = 2;

/// The new initial values of globals. What is part of another global is no longer kept.
pub fn run(
    module: &Module,
    keep: &mut Keep,
    facts: Facts<'_>,
    fuel: &Fuel,
) -> (FxHashMap<Global, ConstExpr>, Stats) {
    let mentions = mentions(module, keep, facts);
    let (mut inits, mut stats) = (FxHashMap::default(), Stats::default());
    for (global, data) in module.globals.iter().filter(|(_, data)| data.import.is_none()) {
        let is_part = |op: &Op| match op {
            Op::GlobalGet { global_index } => {
                let part = Global::from_u32(*global_index);
                let data = &module.globals[part];
                let is_alone = mentions[part] < OFTEN || invar_ir::mutant!(NestGlobalsTwice);
                let moves = is_alone && data.import.is_none() && !data.ty.mutable;
                moves.then_some(part)
            }
            _ => None,
        };
        if !keep.globals.contains(global) || !data.init.iter().any(|op| is_part(op).is_some()) {
            continue;
        }
        let mut init: ConstExpr = Vec::new();
        for op in &data.init {
            let part = is_part(op).map(|part| {
                // A global is mentioned behind its definition.
                (part, inits.get(&part).unwrap_or(&module.globals[part].init))
            });
            match part {
                Some((part, expr)) if init.len() + expr.len() <= MOST_OPS && fuel.take() => {
                    init.extend(expr.iter().cloned());
                    keep.globals.remove(part);
                    inits.remove(&part);
                    stats.globals += 1;
                }
                _ => init.push(op.clone()),
            }
        }
        inits.insert(global, init);
    }
    (inits, stats)
}

/// How often each global is mentioned: once, or [`OFTEN`] where it is by more than initial values
/// of globals.
fn mentions(module: &Module, keep: &Keep, facts: Facts<'_>) -> SecondaryMap<Global, u32> {
    let mut mentions: SecondaryMap<Global, u32> = SecondaryMap::with_capacity(module.globals.len());
    for (_, data) in module.globals.iter().filter(|(global, _)| keep.globals.contains(*global)) {
        for op in &data.init {
            if let Op::GlobalGet { global_index } = *op {
                mentions[Global::from_u32(global_index)] += 1;
            }
        }
    }
    let mut stays = |global: Global| mentions[global] = OFTEN;
    for export in &module.exports {
        if let Entity::Global(global) = export.entity {
            stays(global);
        }
    }
    let bodies = module.funcs.keys().flat_map(|func| facts.uses[func].uses.iter().copied());
    let mut others = Recorder::default();
    module.tables.values().flat_map(|table| &table.init).for_each(|init| others.const_expr(init));
    for elem in module.elems.values() {
        if let SegmentMode::Active(_, offset) = &elem.mode {
            others.const_expr(offset);
        }
        if let ElemItems::Exprs(_, exprs) = &elem.items {
            exprs.iter().for_each(|expr| others.const_expr(expr));
        }
    }
    for data in module.datas.values() {
        if let SegmentMode::Active(_, offset) = &data.mode {
            others.const_expr(offset);
        }
    }
    for entity in bodies.chain(others.drain()) {
        if let Use::Global(global) = entity {
            stays(global);
        }
    }
    mentions
}
