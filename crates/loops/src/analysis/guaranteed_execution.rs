//! Guaranteed execution: which blocks are executed whenever a loop is entered, and before which of them an
//! effect may come. An instruction that may trap can be hoisted only if it is guaranteed to be executed
//! before any effect.
//!
//! Guaranteed are blocks that dominate the latch and every exiting block. Exits that only trap do not count:
//! a hoisted trap happens instead. An inner loop counts as an effect, since it may be infinite.
//!
//! Cost: linear, and walks up the dominator tree.

use crate::analysis::exits::through_empty;
use crate::analysis::memory::MemoryQueries;
use crate::analysis::shape::Nest;
use invar_analysis::{Analyses, Loop};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Function, Terminator};
use std::rc::Rc;

/// Whether a block only traps.
fn traps_at_once(f: &Function, state: &MemoryQueries<'_>, block: Block) -> bool {
    let data = &f.blocks[through_empty(f, block).last().expect("the block")];
    matches!(data.term, Terminator::Unreachable)
        && data.insts.iter().all(|&inst| !state.effects(f, inst).is_observable())
}

/// See the module's documentation.
pub(crate) struct GuaranteedExecution {
    /// For each block, whether it is executed in each iteration of its innermost loop that does not trap.
    pub executed: SecondaryMap<Block, bool>,
    /// For each block, whether an effect or an inner loop may precede it in an iteration.
    pub dirty: SecondaryMap<Block, bool>,
    /// For each block, whether something that may not return may precede it in an iteration: a call or an inner
    /// loop.
    pub may_be_left: SecondaryMap<Block, bool>,
}

impl GuaranteedExecution {
    /// Of all loops of a function: from the cache, or computed.
    pub fn of(
        f: &Function,
        nest: &Nest,
        state: &MemoryQueries<'_>,
        analyses: &mut Analyses,
    ) -> Rc<GuaranteedExecution> {
        analyses.of_instructions(f, || GuaranteedExecution::new(f, nest, state))
    }

    fn new(f: &Function, nest: &Nest, state: &MemoryQueries<'_>) -> GuaranteedExecution {
        let Nest { cfg, doms, forest, .. } = nest;
        // The common dominator of the latch and all exiting blocks of each loop, and the least loop depth
        // of its exits.
        let mut common: SecondaryMap<Loop, Option<Block>> = SecondaryMap::new();
        let mut reaches: SecondaryMap<Loop, u32> = SecondaryMap::with_default(u32::MAX);
        let meet = |a: Option<Block>, b: Block| {
            let mut a = a.unwrap_or(b);
            while !doms.dominates(a, b) {
                a = doms.idom(a).expect("the entry dominates all");
            }
            Some(a)
        };
        for (id, data) in &forest.loops {
            for edge in forest.back_edges(id) {
                common[id] = meet(common[id], edge.from);
            }
            reaches[id] = data.depth;
        }
        for &block in &cfg.rpo {
            let Some(id) = forest.innermost(block) else { continue };
            let targets = cfg.succs(block);
            // Exits that only trap do not count: a hoisted trap happens instead. Returns leave all loops.
            let counted = targets.iter().filter(|&&to| !traps_at_once(f, state, to));
            let outermost = counted.map(|&to| forest.depth(to)).min();
            let outermost = outermost.or(targets.is_empty().then_some(0)).unwrap_or(u32::MAX);
            if outermost < forest.loops[id].depth {
                common[id] = meet(common[id], block);
                reaches[id] = reaches[id].min(outermost);
            }
        }
        for (id, data) in forest.loops.iter().rev() {
            let Some(parent) = data.parent else { continue };
            if reaches[id] < forest.loops[parent].depth {
                common[parent] = meet(common[parent], data.header);
                reaches[parent] = reaches[parent].min(reaches[id]);
            }
        }
        let mut executed = SecondaryMap::new();
        // Of effects, and of what may not return: before each block, and behind it.
        let mut before: SecondaryMap<Block, [bool; 2]> = SecondaryMap::new();
        let mut behind: SecondaryMap<Block, [bool; 2]> = SecondaryMap::new();
        for &block in &cfg.rpo {
            let Some(id) = forest.innermost(block) else { continue };
            executed[block] = common[id].is_some_and(|common| doms.dominates(block, common));
            let header = forest.loops[id].header == block;
            let mut at = [false; 2];
            for edge in cfg.reachable_preds(block).filter(|_| !header) {
                // An exit of an inner loop.
                let inner = forest.innermost(edge.from) != Some(id);
                at = [0, 1].map(|n| at[n] || inner || behind[edge.from][n]);
            }
            before[block] = at;
            for &inst in &f.blocks[block].insts {
                let does = state.effects(f, inst);
                at = [at[0] || does.is_observable(), at[1] || does.may_not_return];
            }
            behind[block] = at;
        }
        let [mut dirty, mut may_be_left] = [SecondaryMap::new(), SecondaryMap::new()];
        for &block in &cfg.rpo {
            [dirty[block], may_be_left[block]] = before[block];
        }
        GuaranteedExecution { executed, dirty, may_be_left }
    }
}
