//! The blocks that a sweep over the control-flow graph has still to visit, in order.

use invar_ir::{Block, Cfg};

/// A set of reachable blocks from which the first or the last in reverse postorder is taken.
///
/// Bits by [`Cfg::rpo_number`], with a bit for each word of the level below. Each operation takes as
/// many steps as there are levels, the logarithm of the number of blocks to the base of 64: four for
/// any function that fits into memory. (A binary heap takes as many for a dozen blocks.)
#[derive(Default)]
pub struct Sweep {
    /// From the bits of single blocks to one word.
    levels: Vec<Vec<u64>>,
}

impl Sweep {
    /// An empty set of the blocks of a function.
    pub fn new(cfg: &Cfg) -> Self {
        let mut levels = Vec::new();
        let mut words = cfg.rpo.len();
        loop {
            words = words.div_ceil(64);
            levels.push(vec![0; words]);
            if words <= 1 {
                return Sweep { levels };
            }
        }
    }

    /// Adds a reachable block, unless it is there.
    pub fn insert(&mut self, cfg: &Cfg, block: Block) {
        let mut n = cfg.rpo_number[block] as usize;
        for level in &mut self.levels {
            let word = &mut level[n / 64];
            let was = std::mem::replace(word, *word | 1 << (n % 64));
            if was != 0 {
                return;
            }
            n /= 64;
        }
    }

    /// Takes out the first block.
    pub fn pop_first(&mut self, cfg: &Cfg) -> Option<Block> {
        self.pop(cfg, |word| word.trailing_zeros() as usize)
    }

    /// Takes out the last block.
    pub fn pop_last(&mut self, cfg: &Cfg) -> Option<Block> {
        self.pop(cfg, |word| word.ilog2() as usize)
    }

    /// Takes out all blocks, in the time that it takes to take them out one by one.
    pub fn clear(&mut self, cfg: &Cfg) {
        while self.pop_first(cfg).is_some() {}
    }

    /// `of` gives the bit to take of a word that is not zero.
    fn pop(&mut self, cfg: &Cfg, of: impl Fn(u64) -> usize) -> Option<Block> {
        let mut n = 0;
        for level in self.levels.iter().rev() {
            let word = *level.get(n)?;
            if word == 0 {
                return None;
            }
            n = n * 64 + of(word);
        }
        let mut bit = n;
        for level in &mut self.levels {
            level[bit / 64] &= !(1 << (bit % 64));
            if level[bit / 64] != 0 {
                break;
            }
            bit /= 64;
        }
        Some(cfg.rpo[n])
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
