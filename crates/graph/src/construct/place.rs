//! The position of each block: in the gamma of its dominator, or after a gamma or theta.

use super::outline::Stub;
use crate::rvsdg::states::{FunctionEnv, Touches, classes, effects_of};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use invar_analysis::{Accesses, Analyses, Frequencies, Loop, LoopForest, Termination};
use invar_ir::{Block, Cfg, ClassSet, Dominators, Edge, Function, Inst, memory_access};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The construct that a merge follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    /// After the gamma of the branch of this block.
    Branch(Block),
    /// After the theta of the loop with this header.
    Loop(Block),
}

/// Analyses of the blocks of a function, and which merges are ready.
pub(super) struct Places {
    pub cfg: Rc<Cfg>,
    pub states: Vec<ClassSet>,
    doms: Rc<Dominators>,
    loops: Rc<LoopForest>,
    /// The number of incoming forward edges.
    edges: SecondaryMap<Block, u32>,
    /// The number of those from blocks that are not built yet.
    missing: SecondaryMap<Block, u32>,
    /// The merges of a branch, or of a loop, whose predecessors are all built.
    after_branch: SecondaryMap<Block, Vec<Block>>,
    after_loop: SecondaryMap<Block, Vec<Block>>,
    written: SecondaryMap<Loop, u16>,
    /// Loops with irreducible cycles in them, which may not end.
    endless: SecondaryMap<Loop, bool>,
    frequencies: Rc<Frequencies>,
    termination: Rc<Termination>,
    /// For each load that an access on all paths to it proves in bounds, that access.
    proofs: SecondaryMap<Inst, PackedOption<Inst>>,
}

impl Places {
    pub fn new(
        f: &Function,
        env: &FunctionEnv<'_>,
        stubs: &BTreeMap<Block, Stub>,
        analyses: &mut Analyses,
    ) -> Self {
        let (cfg, doms) = (analyses.cfg(f), analyses.dominators(f));
        let (loops, frequencies) = (analyses.loops(f), analyses.frequencies(f));
        let termination = analyses.termination(f);
        let states = classes(f, stubs.values().map(|stub| stub.cycle.effects), env);
        let mut edges = SecondaryMap::with_capacity(f.blocks.len());
        let mut written = SecondaryMap::new();
        let mut endless = SecondaryMap::new();
        for &block in &cfg.rpo {
            let forward =
                cfg.reachable_preds(block).filter(|edge| !doms.dominates(block, edge.from));
            edges[block] = forward.count() as u32;
            let Some(id) = loops.innermost(block) else { continue };
            for &inst in &f.blocks[block].insts {
                written[id] |= Touches::of(&states, effects_of(f, env, inst)).writes;
            }
            if let Some(stub) = stubs.get(&block) {
                written[id] |= Touches::of(&states, stub.cycle.effects).writes;
                endless[id] = !invar_ir::mutant!(GraphCycleInFiniteLoop);
            }
        }
        for id in loops.loops.keys().rev() {
            if let Some(parent) = loops.loops[id].parent {
                written[parent] |= written[id];
                endless[parent] |= endless[id];
            }
        }
        Places {
            states,
            missing: edges.clone(),
            edges,
            after_branch: SecondaryMap::new(),
            after_loop: SecondaryMap::new(),
            written,
            endless,
            frequencies,
            termination,
            proofs: proofs(f, env, &cfg, &doms),
            cfg,
            doms,
            loops,
        }
    }

    /// The execution frequency of a block.
    pub fn frequency(&self, block: Block) -> f64 {
        self.frequencies.block(block)
    }

    /// The frequency of a block, without the back edges of the loop whose header it is.
    pub fn entry_frequency(&self, block: Block) -> f64 {
        let forward =
            self.cfg.reachable_preds(block).filter(|edge| !self.doms.dominates(block, edge.from));
        forward.map(|edge| self.frequencies.edge(edge)).sum()
    }

    /// The frequency of the n-th edge of a block.
    pub fn edge_frequency(&self, from: Block, nth: u32) -> f64 {
        self.frequencies.edge(Edge { from, nth })
    }

    pub fn is_header(&self, block: Block) -> bool {
        self.loops.is_header(block)
    }

    /// The classes of state that the loop of a header writes.
    pub fn written(&self, header: Block) -> u16 {
        self.loops.innermost(header).map_or(0, |id| self.written[id])
    }

    /// Whether the loop of a header ends after finitely many iterations, unless it traps.
    pub fn is_finite(&self, header: Block) -> bool {
        let is_finite = |id| self.termination.is_finite(id) && !self.endless[id];
        self.loops.innermost(header).is_some_and(is_finite)
    }

    /// The access that proves a load in bounds, if there is one on all paths to it.
    pub fn proof(&self, load: Inst) -> Option<Inst> {
        self.proofs[load].expand()
    }

    /// Whether `to` has no predecessors but `count` edges from `from`, within one loop: it is an
    /// alternative of the branch, or follows the jump.
    pub fn is_arm(&self, from: Block, to: Block, count: u32) -> bool {
        self.edges[to] == count
            && self.doms.idom(to) == Some(from)
            && self.loops.innermost(from).is_none_or(|id| self.loops.contains(id, to))
    }

    /// Notes that an edge to `to` is built. The block is ready once all are.
    pub fn edge_done(&mut self, from: Block, to: Block) {
        if self.doms.dominates(to, from) {
            return;
        }
        self.missing[to] -= 1;
        if self.missing[to] > 0 {
            return;
        }
        let idom = self.doms.idom(to).expect("the entry has no predecessors");
        match self.left(idom, to) {
            Some(header) => self.after_loop[header].push(to),
            None => self.after_branch[idom].push(to),
        }
    }

    /// Whether a block comes after the branch or loop of an owner.
    pub fn comes_after(&self, owner: Owner, block: Block) -> bool {
        match (owner, self.doms.idom(block)) {
            (Owner::Branch(from), Some(idom)) => idom == from && self.left(idom, block).is_none(),
            (Owner::Loop(header), Some(idom)) => self.left(idom, block) == Some(header),
            (_, None) => false,
        }
    }

    /// The header of the outermost loop that `from` is in and `to` is not.
    fn left(&self, from: Block, to: Block) -> Option<Block> {
        let mut left = None;
        let mut at = self.loops.innermost(from);
        while let Some(id) = at.filter(|&id| !self.loops.contains(id, to)) {
            left = Some(self.loops.loops[id].header);
            at = self.loops.loops[id].parent;
        }
        left
    }

    /// The merges that are ready after a gamma or theta, in reverse postorder.
    pub fn take_ready(&mut self, owner: Owner) -> Vec<Block> {
        let ready = match owner {
            Owner::Branch(block) => &mut self.after_branch[block],
            Owner::Loop(header) => &mut self.after_loop[header],
        };
        let mut ready = std::mem::take(ready);
        ready.sort_by_key(|&block| self.cfg.rpo_number[block]);
        ready
    }
}

/// For each load that an access on all paths to it proves in bounds, that access. Cost: linear.
fn proofs(
    f: &Function,
    env: &FunctionEnv<'_>,
    cfg: &Cfg,
    doms: &Dominators,
) -> SecondaryMap<Inst, PackedOption<Inst>> {
    let mut proofs = SecondaryMap::new();
    let accesses = Accesses::new(f, env.module, doms);
    for &block in &cfg.rpo {
        for (position, &inst) in f.blocks[block].insts.iter().enumerate() {
            let is_load = memory_access(&f.insts[inst].op).is_some_and(|access| access.is_load());
            if is_load {
                let at = (block, position);
                proofs[inst] = accesses.proof(f, env.module, doms, inst, at).into();
            }
        }
    }
    proofs
}
