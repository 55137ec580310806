//! Hoists the moves of a back edge above its conditional branch.
//!
//! ```text
//! cond; if; local.set $x ...; br $loop; end        cond; local.set $x ...; br_if $loop
//! ```
//!
//! The moves of a block on a back edge, which holds nothing else, are executed between the condition (which stays
//! on the operand stack) and the conditional branch, if no local that they assign is live on the other edge.
//! Engines then need one jump per iteration instead of two.
//!
//! Cost: linear in the moves, and a search of segments each.

use super::ranges::Ranges;
use super::segments::Segments;
use super::webs::Webs;
use crate::write::code::Item;
use crate::write::treeify::BlockCode;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Dominators, Function, Terminator};
use rustc_hash::FxHashSet;

pub(super) fn hoist(
    f: &Function,
    cfg: &Cfg,
    dominators: &Dominators,
    order: &[Block],
    code: &mut SecondaryMap<Block, BlockCode>,
    ranges: &mut Ranges,
    webs: &mut Webs,
) {
    for &branch in order {
        let Terminator::BrIf { then, els, .. } = &f.blocks[branch].term else { continue };
        let (then, els) = (then.block, els.block);
        for (edge, other) in [(then, els), (els, then)] {
            let Terminator::Jump(back) = &f.blocks[edge].term else { continue };
            let is_back = dominators.dominates(back.block, edge);
            if !is_back || edge == other || cfg.preds(edge).len() != 1 {
                continue;
            }
            // Both edges may be back edges, of different loops: the moves of only one are hoisted.
            if let Some(targets) = moves(&code[edge].items)
                && try_edge(branch, edge, other, &targets, code, ranges, webs)
            {
                break;
            }
        }
    }
}

/// The assignments of a block that holds only moves.
fn moves(items: &[Item]) -> Option<Vec<u32>> {
    let mut targets = Vec::new();
    for item in items {
        match item {
            Item::MoveGet(..) | Item::MoveConst(..) | Item::Nothing => {}
            Item::MoveSet(to) => targets.push(*to),
            _ => return None,
        }
    }
    (!targets.is_empty()).then_some(targets)
}

fn try_edge(
    branch: Block,
    edge: Block,
    other: Block,
    targets: &[u32],
    code: &mut SecondaryMap<Block, BlockCode>,
    ranges: &mut Ranges,
    webs: &mut Webs,
) -> bool {
    // Copies within one local vanish; all others assign a local before the branch now.
    let mut vanishing: FxHashSet<u32> = FxHashSet::default();
    for item in &code[edge].items {
        if let Item::MoveGet(from, param) = *item
            && webs.find(from) == webs.find(param)
        {
            vanishing.insert(param);
        }
    }
    let stay = targets.iter().filter(|to| !vanishing.contains(*to));
    let assigned: Vec<usize> = stay.map(|&to| webs.find(to) as usize).collect();
    let at = |position: u32| Segments::new(&[(position, position + 1)]);
    let (start, end) = (ranges.start[other], ranges.end[branch]);
    // Live at the first position of the other edge's target.
    if !invar_ir::mutant!(WasmEarlySetLive)
        && assigned.iter().any(|&web| ranges.segments[web].overlap(&at(start)))
    {
        return false;
    }
    for &web in &assigned {
        // A source of another move may be in the same local: it is read before any is assigned.
        if !ranges.segments[web].overlap(&at(end - 1)) {
            ranges.segments[web].add(at(end - 1));
        }
    }
    let items = std::mem::take(&mut code[edge].items);
    code[edge].statements = 0;
    code[branch].early = items;
    true
}
