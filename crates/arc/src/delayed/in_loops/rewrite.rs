//! Carries what is pending through a loop.
//!
//! Blocks that several edges lead to get a parameter for it; null is nothing. Between a copy and the destroy
//! behind it two may be pending: that of the turn before, which the destroy is to meet, and the new one.

use super::Found;
use crate::delayed::emit::{Emit, Waits, may_wait};
use crate::runtimes::table::Runtime;
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{Block, Cfg, Edge, Function, Inst, Module, Op, SourceLoc, ValType, Value};

/// What is pending at a point.
#[derive(Clone, Copy, Default)]
struct Pending {
    /// Of the turn before, or null; none if it is certain that there is nothing.
    old: Option<Value>,
    /// Copied behind that.
    new: Option<Value>,
}

/// The change of one loop.
pub(super) struct Rewrite<'a> {
    emit: Emit<'a>,
    cfg: &'a Cfg,
    module: &'a Module,
    found: &'a Found,
    /// The blocks of the loop in reverse postorder.
    blocks: Vec<Block>,
    /// What is pending at the end of each block.
    ends: SecondaryMap<Block, Pending>,
    /// The block in which what was at the end of a block is now.
    tails: SecondaryMap<Block, Option<Block>>,
}

impl<'a> Rewrite<'a> {
    /// Of a loop, whose blocks are given in reverse postorder.
    pub fn new(
        f: &'a mut Function,
        cfg: &'a Cfg,
        runtime: &'a Runtime,
        module: &'a Module,
        found: &'a Found,
        blocks: Vec<Block>,
        not_last: &'a mut EntitySet<Inst>,
    ) -> Self {
        let (ends, tails) = (SecondaryMap::new(), SecondaryMap::new());
        let emit = Emit { f, runtime, not_last };
        Rewrite { emit, cfg, module, found, blocks, ends, tails }
    }

    /// Does it.
    pub fn run(mut self) {
        let blocks = self.blocks.clone();
        let mut params: SecondaryMap<Block, Option<Value>> = SecondaryMap::new();
        for &block in &blocks {
            if self.joins(block) {
                params[block] = Some(self.emit.f.add_param(block, ValType::I32));
            }
        }
        for &block in &blocks {
            let pending = match params[block] {
                Some(param) => Pending { old: Some(param), new: None },
                None => {
                    let pred = self.cfg.reachable_preds(block).next().expect("it is reachable");
                    self.ends[pred.from]
                }
            };
            self.through(block, pending);
        }
        let entries: Vec<Edge> = (blocks.iter())
            .flat_map(|&block| self.cfg.reachable_preds(block))
            .filter(|edge| !self.is_inside(edge.from))
            .collect();
        for edge in entries {
            let null = self.emit.null(edge.from);
            self.emit.pass(edge.from, edge.nth, null);
        }
        for &block in &blocks {
            self.leave(block);
        }
    }

    fn is_inside(&self, block: Block) -> bool {
        self.found.blocks.contains(&block)
    }

    /// Whether a block of the loop needs a parameter for what is pending.
    fn joins(&self, block: Block) -> bool {
        self.cfg.reachable_preds(block).count() > 1
    }

    /// Makes the copies that are pending.
    fn settle(&mut self, block: Block, pending: &mut Pending, loc: SourceLoc) {
        let Pending { old, new } = std::mem::take(pending);
        for value in old.into_iter().chain(new) {
            self.emit.copy(block, value, loc);
        }
    }

    /// Goes through the instructions of a block.
    fn through(&mut self, block: Block, mut pending: Pending) {
        let mut at = block;
        for inst in std::mem::take(&mut self.emit.f.blocks[block].insts) {
            let loc = self.emit.f.insts[inst].loc;
            let is_destroy = self.found.destroys.contains(inst);
            if self.found.copies.contains(inst) {
                let (copied, of) = (self.emit.f.result(inst), self.emit.f.args(inst)[0]);
                self.emit.f.alias(copied.expect("a copy has a result"), of);
                if let Some(new) = pending.new.replace(of) {
                    // There is room for two.
                    self.emit.copy(at, pending.old.expect("it comes first"), loc);
                    pending.old = Some(new);
                } else if pending.old.is_none() {
                    pending = Pending { old: Some(of), new: None };
                }
            } else if is_destroy && pending.old.is_some() {
                at = self.meet(at, inst, &mut pending);
            } else {
                if !may_wait(&self.emit.f.insts[inst].op, self.emit.runtime, self.module) {
                    self.settle(at, &mut pending, loc);
                }
                self.emit.f.blocks[at].insts.push(inst);
            }
        }
        let loc = self.emit.f.blocks[at].term_loc;
        let next = self.cfg.succs(block);
        let straight = matches!(next, &[next] if self.is_inside(next) && !self.joins(next));
        if let (Some(new), false) = (pending.new, straight) {
            self.emit.copy(at, pending.old.expect("it comes first"), loc);
            pending = Pending { old: Some(new), new: None };
        }
        self.ends[block] = pending;
        self.tails[block] = Some(at);
    }

    /// A destroy that may be of what is pending. Where the rest of the block goes on.
    fn meet(&mut self, at: Block, destroy: Inst, pending: &mut Pending) -> Block {
        let (destroyed, loc) = (self.emit.f.args(destroy)[0], self.emit.f.insts[destroy].loc);
        let old = pending.old.expect("something is pending");
        let other = self.emit.value(at, Op::I32Ne, &[old, destroyed], loc);
        let (rest, apart) = (self.emit.split(at), self.emit.f.add_block());
        let left: Vec<Value> = pending.new.into_iter().collect();
        let els = self.emit.f.call(rest, &left);
        self.emit.branch(at, other, apart, els, loc);
        self.emit.copy(apart, old, loc);
        match pending.new {
            None => {
                self.emit.f.append(apart, Op::DestroyValue, &[destroyed], &[], loc);
                self.emit.jump(apart, rest, &[], loc);
                *pending = Pending::default();
            }
            Some(new) => {
                let new = Waits { value: new, stays: true, field: None };
                self.emit.destroy(apart, rest, destroyed, &[new], loc);
                let param = self.emit.f.add_param(rest, ValType::I32);
                *pending = Pending { old: Some(param), new: None };
            }
        }
        rest
    }

    /// What is pending at the end of a block goes on, or is made on the way out of the loop.
    fn leave(&mut self, block: Block) {
        let from = self.tails[block].expect("it was gone through");
        let pending = self.ends[block];
        let mut null = None;
        for edge in self.cfg.out_edges(block) {
            let to = self.cfg.target(edge);
            if self.is_inside(to) {
                if self.joins(to) {
                    let value = match pending.old {
                        Some(value) => value,
                        None => *null.get_or_insert_with(|| self.emit.null(from)),
                    };
                    self.emit.pass(from, edge.nth, value);
                }
            } else if let Some(value) = pending.old {
                self.emit.copy_on(from, edge.nth, &[value]);
            }
        }
    }
}
