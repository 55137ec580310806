//! Exits of loops: the edges that leave them, and what their blocks use.
//!
//! Cost: linear for all loops of a function.

use crate::analysis::shape::{Homes, Nest};
use invar_analysis::Loop;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Edge, Function, Terminator};

/// Exit edges of a loop: none, one, or two of those that leave the most loops.
pub(crate) type Exits = [Option<Edge>; 2];

/// At most two exit edges of each loop. Of those of an inner loop, the two that leave the most loops are
/// enough for the loops around it.
pub(crate) fn exits(nest: &Nest, counts: impl Fn(Edge) -> bool) -> SecondaryMap<Loop, Exits> {
    let Nest { cfg, forest, .. } = nest;
    let mut exits: SecondaryMap<Loop, Exits> = SecondaryMap::new();
    // The loop depth of the target of an edge; a loop that the edge enters does not count.
    let depth = |edge: Edge| {
        let target = cfg.target(edge);
        let enters = |id| !forest.contains(id, edge.from);
        forest.depth(target) - u32::from(forest.innermost(target).is_some_and(enters))
    };
    let add = |exits: &mut Exits, edge: Edge| match exits {
        [None, _] => exits[0] = Some(edge),
        [_, None] => exits[1] = Some(edge),
        [Some(a), Some(b)] => {
            let deeper = if depth(*a) > depth(*b) { a } else { b };
            if depth(*deeper) > depth(edge) {
                *deeper = edge;
            }
        }
    };
    for &block in &cfg.rpo {
        let Some(id) = forest.innermost(block) else { continue };
        for edge in cfg.out_edges(block) {
            if !forest.contains(id, cfg.target(edge)) && counts(edge) {
                add(&mut exits[id], edge);
            }
        }
    }
    for (id, data) in forest.loops.iter().rev() {
        let Some(parent) = data.parent else { continue };
        for edge in exits[id].into_iter().flatten() {
            if !forest.contains(parent, cfg.target(edge)) {
                add(&mut exits[parent], edge);
            }
        }
    }
    exits
}

/// A block, and its successor if the block is empty: exits that share a trap each have an empty exit block of
/// their own.
pub(crate) fn through_empty(f: &Function, block: Block) -> impl Iterator<Item = Block> {
    let next = match &f.blocks[block].term {
        Terminator::Jump(call) if f.blocks[block].insts.is_empty() => Some(call.block),
        _ => None,
    };
    std::iter::once(block).chain(next)
}

/// Whether an edge leads to a block that ends with a trap, or with an exception that leaves the function, possibly
/// through an empty block: what a failed range check does.
pub(crate) fn fails(f: &Function, nest: &Nest, edge: Edge) -> bool {
    let block = through_empty(f, nest.cfg.target(edge)).last().expect("the target");
    matches!(f.blocks[block].term, Terminator::Unreachable | Terminator::Throw { .. })
}

/// Whether an exit block uses no values of the loop, except for arguments of the edge.
pub(crate) fn uses_no_values_of_loop(
    f: &Function,
    nest: &Nest,
    home: &Homes,
    id: Loop,
    edge: Edge,
) -> bool {
    let mut uses_none = true;
    for block in through_empty(f, nest.cfg.target(edge)) {
        f.for_each_use(block, |value| uses_none &= !nest.is_inside(f, home, id, value));
    }
    uses_none
}
