//! Whether it pays that slots become values.
//!
//! Loads and stores that are removed are compared with those that are added, by how often they are executed. An
//! access of several slots of a private region also counts for what it takes to put their values together: nothing
//! for constants, which are folded, and nothing if one store has written them all, whose value the load gives. A load
//! of one slot of these gains nothing: it takes the part from the stored value.
//!
//! What slots hold is followed along blocks with one predecessor, as values are in `ssa.rs`. Cost: linear in actions,
//! and in blocks times slots.

use super::flow::{Action, Flow};
use super::slots::Slots;
use super::ssa::is_join;
use invar_analysis::PassContext;
use invar_ir::bit_set::BitSet;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Function, Inst, memory_access};
use invar_rules::is_constant;
use smallvec::SmallVec;

/// What a slot holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Content {
    /// A constant, or nothing.
    #[default]
    Constant,
    /// A part of what this store of several slots has written.
    Part(Inst),
    /// A value of its own.
    Value,
}

/// The units for which values cost as many loads and stores as they save.
pub(super) fn without(
    function: &Function,
    cx: &mut PassContext<'_>,
    slots: &Slots,
    flow: &Flow,
    is_region: bool,
) -> BitSet {
    let cfg = cx.analyses.cfg(function);
    let frequencies = cx.analyses.frequencies(function);
    let is_small = cx.goals.size > 0;
    let often = |block: Block| if is_small { 1.0 } else { frequencies.block(block) };
    // Loops may get versions in which no store overwrites a variable in memory (`alias-versioning`). Of a value that
    // each iteration stores and loads again, that pass does not know what it is.
    let has_versions = !is_region && !is_small && !cx.goals.keep_size;
    let loops = cx.analyses.loops(function);
    let is_store = |block: Block, n: usize| {
        let inst = function.blocks[block].insts.get(n);
        inst.is_some_and(|&inst| memory_access(&function.insts[inst].op).is_some())
    };
    let mut gain = vec![0.0f64; slots.list.len()];
    let mut ends: SecondaryMap<Block, Vec<Content>> = SecondaryMap::new();
    for &block in &cfg.rpo {
        let joins = is_join(function, &cfg, block);
        let mut held = match cfg.reachable_preds(block).next() {
            Some(edge) if block != function.entry && !joins => ends[edge.from].clone(),
            _ => vec![Content::Constant; slots.list.len()],
        };
        if joins {
            flow.live_in[block].iter().for_each(|n| held[n] = Content::Value);
        }
        let in_loop = has_versions && loops.depth(block) > 0;
        for (number, action) in &flow.actions[block] {
            match action {
                Action::Spill { slots: set, .. } => {
                    spill(slots, &held, set, &mut gain, often(block));
                }
                Action::Reload { slots: set, .. } => set.iter().for_each(|n| {
                    let is_lost = in_loop && is_store(block, *number);
                    gain[slots.unit_of[n]] -= if is_lost { f64::INFINITY } else { often(block) };
                    held[n] = Content::Value;
                }),
                Action::Undefine(set) => set.iter().for_each(|n| held[n] = Content::Constant),
                Action::Access(inst) => {
                    let access = slots.accesses[inst];
                    // Several values are put together and taken apart by other operators. In a frame that may be
                    // the last use of its memory.
                    let is_part = !access.is_store
                        && is_region
                        && matches!(held[access.first], Content::Part(_));
                    let gained = match access.count {
                        // The part has to be taken from the stored value.
                        1 if is_part => 0.0,
                        1 => 1.0,
                        _ if !is_region => 0.0,
                        _ if access.is_store => 1.0,
                        _ => 2.0 - parts(&held[access.slots()]) as f64,
                    };
                    gain[slots.unit_of[access.first]] += gained * often(block);
                    if access.is_store {
                        let stored = function.resolve(function.args(*inst)[1]);
                        let content = match access.count {
                            _ if function.def_op(stored).is_some_and(is_constant) => {
                                Content::Constant
                            }
                            1 => Content::Value,
                            _ => Content::Part(*inst),
                        };
                        access.slots().for_each(|n| held[n] = content);
                    }
                }
            }
        }
        for edge in cfg.out_edges(block).filter(|_| is_region) {
            let target = cfg.target(edge);
            if is_join(function, &cfg, target) {
                // Each parameter gets a part.
                let apart = flow.live_in[target].iter();
                for n in apart.filter(|&n| matches!(held[n], Content::Part(_))) {
                    gain[slots.unit_of[n]] -= if is_small { 1.0 } else { frequencies.edge(edge) };
                }
            }
        }
        ends[block] = held;
    }
    for (edge, stored) in &flow.on_edges {
        let often = if is_small { 1.0 } else { frequencies.edge(*edge) };
        spill(slots, &ends[edge.from], stored, &mut gain, often);
    }
    let mut stays = BitSet::new(slots.list.len());
    for (n, &unit) in slots.unit_of.iter().enumerate() {
        stays.set(n, gain[unit] <= 0.0);
    }
    stays
}

/// What it takes to put slots together: one for each value, for all constants together, and for what one store wrote.
fn parts(held: &[Content]) -> usize {
    if let Some(&Content::Part(_)) = held.first()
        && held.iter().all(|content| *content == held[0])
    {
        return 1;
    }
    let constants = held.iter().filter(|&&content| content == Content::Constant).count();
    held.len() - constants + constants.min(1)
}

/// Subtracts the stores of slots. One is enough for all that a store has written.
fn spill(slots: &Slots, held: &[Content], set: &BitSet, gain: &mut [f64], often: f64) {
    let mut whole: SmallVec<[Inst; 4]> = SmallVec::new();
    for n in set.iter() {
        if let Content::Part(inst) = held[n] {
            let mut all = slots.accesses[&inst].slots();
            if all.all(|other| set.contains(other) && held[other] == held[n]) {
                if whole.contains(&inst) {
                    continue;
                }
                whole.push(inst);
            }
        }
        gain[slots.unit_of[n]] -= often;
    }
}
