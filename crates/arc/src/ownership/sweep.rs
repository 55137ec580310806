//! The worklist of a dataflow: the blocks still to visit, in reverse postorder.

use crate::ownership::bit_set::HierarchicalBitSet;
use invar_ir::{Block, Cfg};

/// A set of reachable blocks from which the first or the last in reverse postorder is taken: bits by
/// [`Cfg::rpo_number`]. (A binary heap takes as many steps even for a dozen blocks.)
#[derive(Default)]
pub struct Sweep(HierarchicalBitSet);

impl Sweep {
    /// An empty set of the blocks of a function.
    pub fn new(cfg: &Cfg) -> Self {
        Sweep(HierarchicalBitSet::new(cfg.rpo.len()))
    }

    /// Adds a reachable block, unless it is there.
    pub fn insert(&mut self, cfg: &Cfg, block: Block) {
        self.0.insert(cfg.rpo_number[block] as usize);
    }

    /// Takes out the first block.
    pub fn pop_first(&mut self, cfg: &Cfg) -> Option<Block> {
        let first = self.0.first()?;
        self.0.remove(first);
        Some(cfg.rpo[first])
    }

    /// Takes out the last block.
    pub fn pop_last(&mut self, cfg: &Cfg) -> Option<Block> {
        let last = self.0.last()?;
        self.0.remove(last);
        Some(cfg.rpo[last])
    }

    /// Removes all blocks, in the time that it takes to remove them one by one.
    pub fn clear(&mut self, cfg: &Cfg) {
        while self.pop_first(cfg).is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::{Function, Terminator, TypeId};

    /// A chain of blocks.
    fn chain(len: usize) -> Cfg {
        let mut f = Function::new(TypeId::from_u32(0), &[], &[]);
        let mut block = f.entry;
        for _ in 1..len {
            let next = f.add_block();
            let call = f.call(next, &[]);
            f.blocks[block].term = Terminator::Jump(call);
            block = next;
        }
        f.blocks[block].term = Terminator::Return(Default::default());
        Cfg::new(&f)
    }

    #[test]
    fn takes_out_in_order() {
        for len in [1, 64, 65, 5000] {
            let cfg = chain(len);
            let mut sweep = Sweep::new(&cfg);
            assert_eq!(sweep.pop_first(&cfg), None);
            let some: Vec<Block> = cfg.rpo.iter().copied().step_by(7).collect();
            for &block in some.iter().rev().chain(&some) {
                sweep.insert(&cfg, block);
            }
            let mut out: Vec<Block> = std::iter::from_fn(|| sweep.pop_first(&cfg)).collect();
            assert_eq!(out, some);
            some.iter().for_each(|&block| sweep.insert(&cfg, block));
            out = std::iter::from_fn(|| sweep.pop_last(&cfg)).collect();
            out.reverse();
            assert_eq!(out, some);
            some.iter().for_each(|&block| sweep.insert(&cfg, block));
            sweep.clear(&cfg);
            assert_eq!(sweep.pop_last(&cfg), None);
        }
    }
}
