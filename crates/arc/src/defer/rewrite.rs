//! Carries what is pending through a loop.
//!
//! Blocks that several edges lead to get a parameter for it; null is nothing. Between a copy and the destroy
//! behind it two may be pending: that of the turn before, which the destroy is to meet, and the new one.

use super::{Found, may_wait};
use crate::runtime::Runtime;
use invar_ir::entities::SecondaryMap;
use invar_ir::{
    Block, BlockCall, Cfg, Edge, Function, Inst, MemArg, MemOrdering, MemSpace, Module, Op,
    SourceLoc, Terminator, ValType, Value,
};

/// A word of memory.
const WORD: MemArg = MemArg {
    offset: 0,
    memory: 0,
    align: 2,
    max_align: 2,
    space: MemSpace::Memory,
    ordering: MemOrdering::Default,
};

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
    f: &'a mut Function,
    cfg: &'a Cfg,
    runtime: &'a Runtime,
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
    ) -> Self {
        let (ends, tails) = (SecondaryMap::new(), SecondaryMap::new());
        Rewrite { f, cfg, runtime, module, found, blocks, ends, tails }
    }

    /// Does it.
    pub fn run(mut self) {
        let blocks = self.blocks.clone();
        let mut params: SecondaryMap<Block, Option<Value>> = SecondaryMap::new();
        for &block in &blocks {
            if self.joins(block) {
                params[block] = Some(self.f.add_param(block, ValType::I32));
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
            let null = self.null(edge.from);
            self.pass(edge.from, edge.nth, null);
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

    fn null(&mut self, block: Block) -> Value {
        let loc = self.f.blocks[block].term_loc;
        let inst = self.f.append(block, Op::I32Const { value: 0 }, &[], &[ValType::I32], loc);
        self.f.result(inst).expect("a constant has a result")
    }

    fn value(&mut self, block: Block, op: Op, args: &[Value], loc: SourceLoc) -> Value {
        let inst = self.f.append(block, op, args, &[ValType::I32], loc);
        self.f.result(inst).expect("it has a result")
    }

    fn copy(&mut self, block: Block, value: Value, loc: SourceLoc) {
        self.f.append(block, Op::CopyValue, &[value], &[ValType::I32], loc);
    }

    /// Makes the copies that are pending.
    fn settle(&mut self, block: Block, pending: &mut Pending, loc: SourceLoc) {
        let Pending { old, new } = std::mem::take(pending);
        for value in old.into_iter().chain(new) {
            self.copy(block, value, loc);
        }
    }

    /// Goes through the instructions of a block.
    fn through(&mut self, block: Block, mut pending: Pending) {
        let mut at = block;
        for inst in std::mem::take(&mut self.f.blocks[block].insts) {
            let loc = self.f.insts[inst].loc;
            let is_destroy = self.found.destroys.contains(inst);
            if self.found.copies.contains(inst) {
                let (copied, of) = (self.f.result(inst), self.f.args(inst)[0]);
                self.f.alias(copied.expect("a copy has a result"), of);
                if let Some(new) = pending.new.replace(of) {
                    // There is room for two.
                    self.copy(at, pending.old.expect("it comes first"), loc);
                    pending.old = Some(new);
                } else if pending.old.is_none() {
                    pending = Pending { old: Some(of), new: None };
                }
            } else if is_destroy && pending.old.is_some() {
                at = self.meet(at, inst, &mut pending);
            } else {
                if !may_wait(&self.f.insts[inst].op, self.runtime, self.module) {
                    self.settle(at, &mut pending, loc);
                }
                self.f.blocks[at].insts.push(inst);
            }
        }
        let loc = self.f.blocks[at].term_loc;
        let next = self.cfg.succs(block);
        let straight = matches!(next, &[next] if self.is_inside(next) && !self.joins(next));
        if let (Some(new), false) = (pending.new, straight) {
            self.copy(at, pending.old.expect("it comes first"), loc);
            pending = Pending { old: Some(new), new: None };
        }
        self.ends[block] = pending;
        self.tails[block] = Some(at);
    }

    /// A destroy that may be of what is pending. Where the rest of the block goes on.
    fn meet(&mut self, at: Block, destroy: Inst, pending: &mut Pending) -> Block {
        let (destroyed, loc) = (self.f.args(destroy)[0], self.f.insts[destroy].loc);
        let old = pending.old.expect("something is pending");
        let other = self.value(at, Op::I32Ne, &[old, destroyed], loc);
        let term = std::mem::take(&mut self.f.blocks[at].term);
        let (apart, rest) = (self.f.add_block(), self.f.add_block());
        let term_loc = self.f.blocks[at].term_loc;
        self.f.blocks[rest].term = term;
        self.f.blocks[rest].term_loc = term_loc;
        let left: Vec<Value> = pending.new.into_iter().collect();
        let branch = Terminator::BrIf {
            cond: other,
            then: self.f.call(apart, &[]),
            els: self.f.call(rest, &left),
        };
        self.f.blocks[at].term = branch;
        self.f.blocks[at].term_loc = loc;
        self.copy(apart, old, loc);
        match pending.new {
            None => {
                self.f.append(apart, Op::DestroyValue, &[destroyed], &[], loc);
                self.jump(apart, rest, &[], loc);
                *pending = Pending::default();
            }
            Some(new) => {
                self.destroy_before(apart, rest, destroyed, new, loc);
                let param = self.f.add_param(rest, ValType::I32);
                *pending = Pending { old: Some(param), new: None };
            }
        }
        rest
    }

    fn jump(&mut self, from: Block, to: Block, args: &[Value], loc: SourceLoc) {
        self.f.blocks[from].term = Terminator::Jump(self.f.call(to, args));
        self.f.blocks[from].term_loc = loc;
    }

    fn branch(&mut self, from: Block, cond: Value, then: Block, els: BlockCall, loc: SourceLoc) {
        let then = self.f.call(then, &[]);
        self.f.blocks[from].term = Terminator::BrIf { cond, then, els };
        self.f.blocks[from].term_loc = loc;
    }

    /// Destroys something while the copy of `new` is pending: it stays so if nothing is released, and is made
    /// before that otherwise.
    fn destroy_before(
        &mut self,
        block: Block,
        rest: Block,
        destroyed: Value,
        new: Value,
        loc: SourceLoc,
    ) {
        // What lies too low to have a count before it is no object, whatever the table says is immortal.
        let lowest = self.runtime.count.map_or(0, |count| count.word.saturating_neg().max(1) - 1);
        let bound = self.runtime.immortal.max(lowest as u32) as i32;
        let bound = self.value(block, Op::I32Const { value: bound }, &[], loc);
        let counted = self.value(block, Op::I32GtU, &[destroyed, bound], loc);
        let last = self.f.add_block();
        let test = match self.runtime.count {
            Some(count) => {
                let (test, live) = (self.f.add_block(), self.f.add_block());
                let word = self.value(test, Op::I32Const { value: count.word }, &[], loc);
                let place = self.value(test, Op::I32Add, &[destroyed, word], loc);
                let word = self.value(test, Op::I32Load { memarg: WORD }, &[place], loc);
                let mask = self.value(test, Op::I32Const { value: count.mask as i32 }, &[], loc);
                let number = self.value(test, Op::I32And, &[word, mask], loc);
                let two = self.value(test, Op::I32Const { value: 2 }, &[], loc);
                let one = self.value(test, Op::I32LtU, &[number, two], loc);
                let els = self.f.call(live, &[]);
                self.branch(test, one, last, els, loc);
                self.f.append(live, Op::DestroyValue, &[destroyed], &[], loc);
                self.jump(live, rest, &[new], loc);
                test
            }
            None => last,
        };
        let els = self.f.call(rest, &[new]);
        self.branch(block, counted, test, els, loc);
        self.copy(last, new, loc);
        self.f.append(last, Op::DestroyValue, &[destroyed], &[], loc);
        let null = self.value(last, Op::I32Const { value: 0 }, &[], loc);
        self.jump(last, rest, &[null], loc);
    }

    /// Passes something on along an edge.
    fn pass(&mut self, from: Block, nth: u32, value: Value) {
        let mut term = std::mem::take(&mut self.f.blocks[from].term);
        let call = term.target_mut(nth as usize).expect("an edge of the terminator");
        let (block, weight) = (call.block, call.weight);
        let mut args = self.f.list(&call.args).to_vec();
        args.push(value);
        *call = BlockCall { weight, ..self.f.call(block, &args) };
        self.f.blocks[from].term = term;
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
                        None => *null.get_or_insert_with(|| self.null(from)),
                    };
                    self.pass(from, edge.nth, value);
                }
            } else if let Some(value) = pending.old {
                let middle = self.f.add_block();
                let loc = self.f.blocks[from].term_loc;
                let mut term = std::mem::take(&mut self.f.blocks[from].term);
                let call = term.target_mut(edge.nth as usize).expect("an edge of the terminator");
                let weight = call.weight;
                let mut inner = std::mem::replace(call, self.f.call(middle, &[]));
                call.weight = weight;
                inner.weight = 0;
                self.f.blocks[from].term = term;
                self.f.blocks[middle].term = Terminator::Jump(inner);
                self.f.blocks[middle].term_loc = loc;
                self.copy(middle, value, loc);
            }
        }
    }
}
