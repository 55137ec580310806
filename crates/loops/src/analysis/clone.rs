//! Copies of blocks of a loop. The caller records what they define (`Copied::define`) and repairs SSA form
//! once, when all copies are made.
//!
//! Cost: linear in what is copied.

use crate::analysis::shape::{Nest, Shaped, gather, shaped_loops};
use invar_analysis::{Definitions, Loop, PassContext};
use invar_ir::entities::EntitySet;
use invar_ir::{Block, Edge, Function, Inst, Terminator, ValType, Value};
use rustc_hash::FxHashMap;

/// Brings loops into loop simplify form, and splits exit edges that are also back edges of an outer loop,
/// so that all exits are dedicated. `None` if there are no loops.
pub(crate) fn normalize_exits(
    f: &mut Function,
    cx: &mut PassContext<'_>,
    shaped: &mut Shaped,
) -> Option<Nest> {
    let nest = shaped_loops(f, cx, shaped)?;
    let mut found: Vec<Edge> = Vec::new();
    for &block in &nest.cfg.rpo {
        let Some(id) = nest.forest.innermost(block) else { continue };
        found.extend(nest.cfg.out_edges(block).filter(|&edge| {
            let target = nest.cfg.target(edge);
            !nest.forest.contains(id, target) && nest.cfg.preds(target).len() > 1
        }));
    }
    if found.is_empty() {
        return Some(nest);
    }
    shaped.exits += found.len() as u64;
    for edge in found {
        let target = nest.cfg.target(edge);
        gather(f, &[edge], target);
    }
    cx.analyses.clear();
    Some(Nest::of(f, &mut cx.analyses))
}

/// The innermost loops.
pub fn innermost(nest: &Nest) -> Vec<Loop> {
    let mut parents: EntitySet<Loop> = EntitySet::new();
    for parent in nest.forest.loops.values().filter_map(|data| data.parent) {
        parents.insert(parent);
    }
    nest.forest.loops.keys().filter(|&id| !parents.contains(id)).collect()
}

/// The number of instructions of a loop, branches included; `None` if it is greater than `most`, or if a
/// terminator defines values on an edge.
pub(crate) fn size(f: &Function, nest: &Nest, id: Loop, most: usize) -> Option<usize> {
    let mut size = 0;
    for &block in nest.forest.blocks(id) {
        let data = &f.blocks[block];
        let branches = match data.term {
            Terminator::Jump(_) => 0,
            Terminator::BrIf { .. } => 1,
            Terminator::BrTable { ref targets, .. } => 1 + targets.len(),
            _ => return None,
        };
        size += data.insts.len() + branches;
        if size > most {
            return None;
        }
    }
    Some(size)
}

/// A copy of blocks.
#[derive(Default)]
pub(crate) struct Copied {
    /// The blocks that were copied.
    of: Vec<Block>,
    /// The copy of each block.
    pub blocks: FxHashMap<Block, Block>,
    /// The copy of each value.
    pub values: FxHashMap<Value, Value>,
}

impl Copied {
    /// Copies blocks, given in an order in which definitions precede uses (arguments of edges apart). Edges
    /// between them lead to the copies, all other edges where they led.
    pub fn new(f: &mut Function, blocks: &[Block]) -> Copied {
        let mut copied = Copied { of: blocks.to_vec(), ..Copied::default() };
        for &block in blocks {
            let new = f.add_block();
            copied.blocks.insert(block, new);
            for param in f.blocks[block].params.clone() {
                let ty = f.ty(param);
                let param_of_copy = f.add_param(new, ty);
                copied.values.insert(param, param_of_copy);
            }
        }
        for &block in blocks {
            let new = copied.blocks[&block];
            for inst in f.blocks[block].insts.clone() {
                copy_inst(f, new, inst, &mut copied.values);
            }
            f.blocks[new].term_loc = f.blocks[block].term_loc;
        }
        for &block in blocks {
            let mut term = copy_terminator(f, block, &copied.values);
            f.own_edge_values(copied.blocks[&block], &mut term);
            for call in term.targets_mut() {
                call.block = copied.blocks.get(&call.block).copied().unwrap_or(call.block);
            }
            f.blocks[copied.blocks[&block]].term = term;
        }
        copied
    }

    /// Records the definitions of the copy: each value of the blocks has one more definition.
    pub fn define(&self, f: &Function, definitions: &mut Definitions) {
        for &block in &self.of {
            let data = &f.blocks[block];
            let results = data.insts.iter().flat_map(|&inst| f.results(inst));
            for value in data.params.iter().copied().chain(results) {
                definitions.add(value, self.blocks[&block], self.values[&value]);
            }
        }
    }
}

/// Appends a copy of an instruction with mapped operands to a block.
pub(crate) fn copy_inst(
    f: &mut Function,
    to: Block,
    inst: Inst,
    map: &mut FxHashMap<Value, Value>,
) {
    let mapped = |&arg: &Value| {
        let arg = f.resolve(arg);
        map.get(&arg).copied().unwrap_or(arg)
    };
    let args: Vec<Value> = f.args(inst).iter().map(mapped).collect();
    let types: Vec<ValType> = f.results(inst).map(|result| f.ty(result)).collect();
    let (op, loc) = (f.insts[inst].op.clone(), f.insts[inst].loc);
    let new = f.append(to, op, &args, &types, loc);
    map.extend(f.results(inst).zip(f.results(new)));
}

/// A copy of a block's terminator with mapped operands and arguments.
pub(crate) fn copy_terminator(
    f: &mut Function,
    block: Block,
    map: &FxHashMap<Value, Value>,
) -> Terminator {
    let mut term = f.blocks[block].term.clone();
    for call in term.targets_mut() {
        // A list of arguments belongs to one edge.
        call.args = call.args.deep_clone(&mut f.pool);
    }
    term.for_each_use_mut(&mut f.pool, |value| *value = map.get(value).copied().unwrap_or(*value));
    term
}

/// Replaces a branch by a jump to its n-th target.
pub(crate) fn decide(f: &mut Function, block: Block, nth: usize) {
    let mut term = std::mem::take(&mut f.blocks[block].term);
    let call = term.target_mut(nth).expect("a target");
    let mut kept = call.clone();
    call.args = Default::default();
    kept.weight = 0;
    f.blocks[block].term = Terminator::Jump(kept);
}
