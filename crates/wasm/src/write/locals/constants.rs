//! Hoists constants that edges pass to a block parameter.
//!
//! Where several edges, or one edge of a conditional branch, pass the same constant to a parameter, its local is
//! assigned once, at the nearest common dominator of the edges. Conditions: nothing else is live in the local from
//! there to the edges, and the dominator is in no loop that all of the edges leave. The edges then need no
//! code, and a conditional branch no construct around the assignment. An engine that constructs SSA form compiles
//! both alike.
//!
//! Cost: the blocks between dominator and edges, bounded per constant.

use super::ranges::Ranges;
use super::segments::{Segments, normalize};
use super::webs::Webs;
use crate::write::code::Item;
use crate::write::treeify::BlockCode;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Dominators, Function, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// Blocks looked at for one constant, and steps up the dominator tree.
const BUDGET: usize = 1000;

/// An edge that passes a constant: the block whose code assigns it, and the branch to that block.
#[derive(Clone, Copy)]
struct Pass {
    block: Block,
    /// The branch, if `block` stands on one of its edges and holds only moves.
    branch: Option<Block>,
}

impl Pass {
    /// The block that the assignment must come before the end of.
    fn place(&self) -> Block {
        self.branch.unwrap_or(self.block)
    }
}

pub(super) fn hoist(
    f: &Function,
    cfg: &Cfg,
    dominators: &Dominators,
    order: &[Block],
    code: &mut SecondaryMap<Block, BlockCode>,
    weights: &SecondaryMap<Block, u32>,
    ranges: &mut Ranges,
    webs: &mut Webs,
) {
    let mut groups: FxHashMap<(u32, Op), Vec<Pass>> = FxHashMap::default();
    let mut keys: Vec<(u32, Op)> = Vec::new();
    for &block in order {
        let items = &code[block].items;
        let only_moves = items
            .iter()
            .all(|item| matches!(item, Item::MoveGet(..) | Item::MoveConst(..) | Item::MoveSet(_)));
        let mut preds = cfg.reachable_preds(block);
        let branch = match (preds.next(), preds.next()) {
            (Some(edge), None) if only_moves && block != f.entry => Some(edge.from),
            _ => None,
        };
        for item in items {
            if let Item::MoveConst(op, param) = item {
                let key = (*param, op.clone());
                let group = groups.entry(key.clone()).or_default();
                if group.is_empty() {
                    keys.push(key);
                }
                group.push(Pass { block, branch });
            }
        }
    }
    let mut hoist = Hoist { cfg, dominators, code, weights, ranges, webs };
    for key in keys {
        let group = &groups[&key];
        if group.len() > 1 && hoist.try_group(&key, group) {
            continue;
        }
        for pass in group {
            if pass.branch.is_some() {
                hoist.try_group(&key, &[*pass]);
            }
        }
    }
}

struct Hoist<'a> {
    cfg: &'a Cfg,
    dominators: &'a Dominators,
    code: &'a mut SecondaryMap<Block, BlockCode>,
    weights: &'a SecondaryMap<Block, u32>,
    ranges: &'a mut Ranges,
    webs: &'a mut Webs,
}

impl Hoist<'_> {
    /// Sets the constant once for all edges of a group, if the local is free.
    fn try_group(&mut self, (param, op): &(u32, Op), group: &[Pass]) -> bool {
        let Some(place) = self.common_dominator(group) else { return false };
        // Not into a loop that the edges leave.
        if group.iter().all(|pass| self.weights[pass.block] < self.weights[place]) {
            return false;
        }
        let at = self.ranges.start[place] + 2 * self.code[place].statements as u32 + 1;
        let Some(segments) = self.between(place, at, *param, group) else { return false };
        let web = self.webs.find(*param) as usize;
        if !invar_ir::mutant!(WasmConstantSetLive) && segments.overlap(&self.ranges.segments[web]) {
            return false;
        }
        self.ranges.segments[web].add(segments);
        for pass in group {
            for item in &mut self.code[pass.block].items {
                if matches!(item, Item::MoveConst(_, to) | Item::MoveSet(to) if to == param) {
                    *item = Item::Nothing;
                }
            }
        }
        self.code[place].hoisted.push((op.clone(), *param));
        true
    }

    fn common_dominator(&self, group: &[Pass]) -> Option<Block> {
        let mut common = group[0].place();
        let mut steps = 0;
        for pass in &group[1..] {
            while !self.dominators.dominates(common, pass.place()) {
                common = self.dominators.idom(common)?;
                steps += 1;
                if steps > BUDGET {
                    return None;
                }
            }
        }
        Some(common)
    }

    /// The positions from the new assignment to those that it replaces.
    fn between(&self, place: Block, at: u32, param: u32, group: &[Pass]) -> Option<Segments> {
        let mut segments = vec![(at, at + 1)];
        let mut visited: FxHashSet<Block> = FxHashSet::default();
        let mut stack: Vec<Block> = Vec::new();
        for pass in group {
            let items = &self.code[pass.block].items;
            let set = items.iter().position(|item| *item == Item::MoveSet(param))?;
            let end = self.ranges.start[pass.block] + 2 * (set as u32 + 1);
            if pass.block == place {
                segments.push((at, end));
            } else {
                segments.push((self.ranges.start[pass.block], end));
                if visited.insert(pass.block) {
                    stack.push(pass.block);
                }
            }
        }
        while let Some(block) = stack.pop() {
            if visited.len() > BUDGET {
                return None;
            }
            for edge in self.cfg.reachable_preds(block) {
                let from = edge.from;
                if from == place {
                    segments.push((at, self.ranges.end[from]));
                } else {
                    segments.push((self.ranges.start[from], self.ranges.end[from]));
                    if visited.insert(from) {
                        stack.push(from);
                    }
                }
            }
        }
        normalize(&mut segments);
        Some(Segments::new(&segments))
    }
}
