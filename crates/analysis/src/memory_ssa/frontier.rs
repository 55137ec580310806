//! Iterated dominance frontiers, after Sreedhar and Gao (*A Linear Time Algorithm for Placing φ-nodes*, POPL 1995).
//!
//! Blocks are taken from the lowest level of the dominator tree to the highest. From each, its subtree is
//! searched for edges to blocks of the same level or a higher one: these are in its frontier. A subtree that was
//! searched from below is not searched again, since what its edges reach at this level or above was found then.
//!
//! Cost: O(blocks + edges) for a set of blocks.

use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Dominators};

/// The levels of the dominator tree, and space for the search.
#[derive(Debug)]
pub struct Frontier<'a> {
    cfg: &'a Cfg,
    dominators: &'a Dominators,
    level: SecondaryMap<Block, u32>,
    /// The blocks that wait, by level.
    waiting: Vec<Vec<Block>>,
}

impl<'a> Frontier<'a> {
    /// A search in a graph.
    pub fn new(cfg: &'a Cfg, dominators: &'a Dominators) -> Self {
        let mut level: SecondaryMap<Block, u32> = SecondaryMap::with_capacity(cfg.block_count());
        let mut most = 0;
        for block in dominators.preorder() {
            if let Some(above) = dominators.idom(block) {
                level[block] = level[above] + 1;
                most = most.max(level[block]);
            }
        }
        Frontier { cfg, dominators, level, waiting: vec![Vec::new(); most as usize + 1] }
    }

    /// The iterated dominance frontier of these reachable blocks.
    pub fn of(&mut self, blocks: impl IntoIterator<Item = Block>) -> Vec<Block> {
        let mut found = Vec::new();
        let mut is_found: SecondaryMap<Block, bool> = SecondaryMap::new();
        let mut is_seed: SecondaryMap<Block, bool> = SecondaryMap::new();
        let mut is_searched: SecondaryMap<Block, bool> = SecondaryMap::new();
        for block in blocks {
            if !std::mem::replace(&mut is_seed[block], true) {
                self.waiting[self.level[block] as usize].push(block);
            }
        }
        let mut subtree = Vec::new();
        for level in (0..self.waiting.len()).rev() {
            while let Some(root) = self.waiting[level].pop() {
                if std::mem::replace(&mut is_searched[root], true) {
                    continue;
                }
                subtree.push(root);
                while let Some(block) = subtree.pop() {
                    for &to in self.cfg.succs(block) {
                        if self.level[to] as usize > level
                            || std::mem::replace(&mut is_found[to], true)
                        {
                            continue;
                        }
                        found.push(to);
                        if !is_seed[to] {
                            self.waiting[self.level[to] as usize].push(to);
                        }
                    }
                    for child in self.dominators.children(block) {
                        if !std::mem::replace(&mut is_searched[child], true) {
                            subtree.push(child);
                        }
                    }
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::testing::{Rng, fan, ladder, nest, random_function};

    /// By definition: b is in the frontier of a if a dominates a predecessor of b, but not b strictly.
    fn naive(cfg: &Cfg, dominators: &Dominators, seeds: &[Block]) -> Vec<Block> {
        let mut found: Vec<Block> = Vec::new();
        loop {
            let before = found.len();
            for &to in &cfg.rpo {
                let all: Vec<Block> = seeds.iter().chain(&found).copied().collect();
                let is_in = |a: Block| {
                    !dominators.strictly_dominates(a, to)
                        && cfg.reachable_preds(to).any(|edge| dominators.dominates(a, edge.from))
                };
                if !found.contains(&to) && all.iter().any(|&a| is_in(a)) {
                    found.push(to);
                }
            }
            if found.len() == before {
                found.sort();
                return found;
            }
        }
    }

    #[test]
    fn random_frontiers_agree_with_the_definition() {
        for seed in 0..1500 {
            let rng = &mut Rng::new(seed);
            let function = random_function(rng, 20);
            let cfg = Cfg::new(&function);
            let dominators = Dominators::new(&function, &cfg);
            let mut frontier = Frontier::new(&cfg, &dominators);
            for _ in 0..3 {
                let seeds: Vec<Block> =
                    cfg.rpo.iter().copied().filter(|_| rng.below(4) == 0).collect();
                let mut found = frontier.of(seeds.iter().copied());
                found.sort();
                assert_eq!(found, naive(&cfg, &dominators, &seeds), "seed {seed}: {seeds:?}");
            }
        }
    }

    #[test]
    fn deep_graphs_are_fast() {
        for function in [nest(50_000), fan(50_000), ladder(50_000)] {
            let cfg = Cfg::new(&function);
            let dominators = Dominators::new(&function, &cfg);
            assert!(!Frontier::new(&cfg, &dominators).of(cfg.rpo.iter().copied()).is_empty());
        }
    }
}
