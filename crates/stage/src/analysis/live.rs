//! Liveness of candidates for run-time constants.
//!
//! Cost: a bit vector operation per block and visit.

use crate::analysis::derive::Derivations;
use invar_analysis::transform::edges;
use invar_ir::bit_set::BitSet;
use invar_ir::entities::EntityRef;
use invar_ir::{Block, Cfg, Function, Inst, Value};

/// The candidates that are live, by block.
#[derive(Clone, Debug)]
pub struct Live {
    /// At the start of a block; its parameters are live if they are used.
    entry: Vec<BitSet>,
    /// After its last instruction, before the uses of its terminator.
    exit: Vec<BitSet>,
}

impl Live {
    /// Computes them.
    pub fn new(f: &Function, cfg: &Cfg, derived: &Derivations) -> Self {
        let nothing = BitSet::new(derived.candidates().len());
        let mut live = Live {
            entry: vec![nothing.clone(); cfg.block_count()],
            exit: vec![nothing; cfg.block_count()],
        };
        let mut dirty = vec![true; cfg.block_count()];
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &block in cfg.rpo.iter().rev() {
                if !std::mem::take(&mut dirty[block.index()]) {
                    continue;
                }
                let mut set = live.leaving(f, cfg, derived, block);
                live.exit[block.index()] = set.clone();
                let data = &f.blocks[block];
                for &inst in data.insts.iter().rev() {
                    before(f, derived, inst, &mut set);
                }
                if set != live.entry[block.index()] {
                    live.entry[block.index()] = set;
                    cfg.preds(block).iter().for_each(|edge| dirty[edge.from.index()] = true);
                    changed = true;
                }
            }
        }
        live
    }

    /// The candidates that are live after the last instruction of a block.
    fn leaving(&self, f: &Function, cfg: &Cfg, derived: &Derivations, block: Block) -> BitSet {
        let mut set = BitSet::new(derived.candidates().len());
        for edge in cfg.out_edges(block) {
            let target = cfg.target(edge);
            let mut over = self.entry[target.index()].clone();
            for &param in &f.blocks[target].params {
                mark(derived, param, false, &mut over);
            }
            set.union(&over);
        }
        for edge in cfg.out_edges(block) {
            for &arg in edges::args(f, edge) {
                mark(derived, f.resolve(arg), true, &mut set);
            }
        }
        for &value in f.blocks[block].term.operands(&f.pool) {
            mark(derived, f.resolve(value), true, &mut set);
        }
        set
    }

    /// The candidates that are live at the start of a block.
    pub fn entry(&self, block: Block) -> &BitSet {
        &self.entry[block.index()]
    }

    /// The candidates that are live after each instruction of a block, the first one first.
    pub fn after_each(&self, f: &Function, derived: &Derivations, block: Block) -> Vec<BitSet> {
        let mut set = self.exit[block.index()].clone();
        let mut all = Vec::with_capacity(f.blocks[block].insts.len());
        for &inst in f.blocks[block].insts.iter().rev() {
            all.push(set.clone());
            before(f, derived, inst, &mut set);
        }
        all.reverse();
        all
    }
}

fn mark(derived: &Derivations, value: Value, is_live: bool, set: &mut BitSet) {
    if let Some(number) = derived.number(value) {
        set.set(number, is_live);
    }
}

/// The transfer function: from what is live after an instruction to what is live before it.
fn before(f: &Function, derived: &Derivations, inst: Inst, set: &mut BitSet) {
    f.results(inst).for_each(|result| mark(derived, result, false, set));
    f.args(inst).iter().for_each(|&arg| mark(derived, f.resolve(arg), true, set));
}
