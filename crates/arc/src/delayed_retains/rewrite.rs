//! Propagates pending copies through a function.
//!
//! Where paths with different pending copies join, a block gets a parameter; null means that none is pending. Behind a
//! copy in a loop two may be pending, up to the next join: that of the previous iteration, which a destroy is to meet,
//! and the new one.

use super::candidates::{Delayed, MOST_STEPS};
use super::emit::Emit;
use super::policy::{DelayPolicy, divisor, goes_on};
use crate::ownership::regions::Regions;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Function, Inst, Op, SourceLoc, ValType, Value};
use rustc_hash::FxHashMap;

/// How many comparisons a destroy may get.
const MOST_COMPARED: usize = 2;
/// How many destroys in a row are looked at for one that comes first.
const MOST_IN_A_ROW: usize = 16;

/// The copies that are pending, by number, with the object to be copied: null at run time if none
/// is pending on the path taken.
type Pending = Vec<(u32, Value)>;

/// The change of one function.
pub(super) struct Rewrite<'a> {
    emit: Emit<'a>,
    regions: &'a Regions,
    policy: &'a DelayPolicy<'a>,
    found: &'a [Delayed],
    by_copy: FxHashMap<Inst, u32>,
    /// Blocks that have been rewritten, with the pending copies at their ends, and the blocks that
    /// these ends are in now.
    ends: SecondaryMap<Block, Option<(Pending, Block)>>,
    /// The parameters that were added.
    params: Vec<(Block, u32)>,
}

impl<'a> Rewrite<'a> {
    /// A rewrite of a function, with the copies that are to be delayed.
    pub fn new(
        f: &'a mut Function,
        regions: &'a Regions,
        policy: &'a DelayPolicy<'a>,
        found: &'a [Delayed],
    ) -> Self {
        let numbered = found.iter().enumerate();
        Rewrite {
            emit: Emit { f, runtime: policy.runtime },
            regions,
            policy,
            found,
            by_copy: numbered.map(|(n, delayed)| (delayed.copy, n as u32)).collect(),
            ends: SecondaryMap::new(),
            params: Vec::new(),
        }
    }

    /// Does it.
    pub fn run(mut self) {
        for &block in &self.regions.cfg.rpo {
            let pending = self.start(block);
            self.through(block, pending);
        }
        for (block, n) in std::mem::take(&mut self.params) {
            for edge in self.regions.cfg.reachable_preds(block) {
                let (pending, from) = self.ends[edge.from].clone().expect("it was gone through");
                let value = pending.iter().find(|entry| entry.0 == n).map(|entry| entry.1);
                let value = value.unwrap_or_else(|| self.emit.null(from));
                self.emit.pass(from, edge.nth, value);
            }
        }
        for &block in &self.regions.cfg.rpo {
            self.leave(block);
        }
    }

    /// The pending copies at the beginning of a block.
    fn start(&mut self, block: Block) -> Pending {
        let mut pending = Pending::new();
        if let Some(pred) = self.only_pred(block) {
            let (before, _) = self.ends[pred].as_ref().expect("it comes before");
            pending.extend(before);
            pending.retain(|&(n, _)| self.found[n as usize].blocks.contains(block));
            return pending;
        }
        for (n, delayed) in self.found.iter().enumerate() {
            if !delayed.blocks.contains(block) {
                continue;
            }
            let n = n as u32;
            let mut given = self.regions.cfg.reachable_preds(block).map(|edge| {
                let (pending, _) = self.ends[edge.from].as_ref()?;
                Some(pending.iter().find(|entry| entry.0 == n).map(|entry| entry.1))
            });
            let first = given.next().expect("it is reachable");
            match first {
                Some(same) if given.all(|other| other == Some(same)) => {
                    pending.extend(same.map(|value| (n, value)));
                }
                _ => {
                    pending.push((n, self.emit.f.add_param(block, ValType::I32)));
                    self.params.push((block, n));
                }
            }
        }
        pending
    }

    /// The only predecessor of a block, if it has no other one.
    fn only_pred(&self, block: Block) -> Option<Block> {
        let mut preds = self.regions.cfg.reachable_preds(block);
        preds.next().map(|edge| edge.from).filter(|_| preds.next().is_none())
    }

    /// Rewrites the instructions of a block.
    fn through(&mut self, block: Block, mut pending: Pending) {
        let mut at = block;
        let insts = std::mem::take(&mut self.emit.f.blocks[block].insts);
        let mut rest: &[Inst] = &insts;
        // Destroys that came first.
        let mut gone: Vec<Inst> = Vec::new();
        while let Some((&inst, behind)) = rest.split_first() {
            let loc = self.emit.f.insts[inst].loc;
            if self.emit.f.insts[inst].op == Op::DestroyValue {
                self.meet_certain(rest, &mut pending, &mut gone);
                if !gone.contains(&inst) {
                    self.forget(block, behind, inst, at, &mut pending, loc);
                    at = self.destroy(at, block, inst, behind, &mut pending);
                }
            } else if let Some(&n) = self.by_copy.get(&inst) {
                let (copied, of) = (self.emit.f.result(inst), self.emit.f.args(inst)[0]);
                self.emit.f.alias(copied.expect("a copy has a result"), of);
                // The retain of the iteration before may meet a destroy behind this one; there is room for two.
                if pending.iter().filter(|entry| entry.0 == n).count() == 2 {
                    self.settle_older(at, n, &mut pending, loc);
                }
                pending.push((n, of));
            } else {
                if !pending.is_empty() && !self.policy.allows(self.emit.f, inst) {
                    self.settle(at, &mut pending, loc);
                }
                if let (false, Some((by, numbers))) =
                    (pending.is_empty(), divisor(self.emit.f, inst))
                {
                    at = self.divide(at, by, numbers, &mut pending, loc);
                }
                self.emit.f.blocks[at].insts.push(inst);
            }
            rest = behind;
        }
        // Where the function returns, or where delaying is not worth it.
        let (f, cfg) = (&self.emit.f, &self.regions.cfg);
        let loc = f.blocks[at].term_loc;
        let branches = goes_on(&f.blocks[at].term);
        let next = |n: u32| {
            let blocks = &self.found[n as usize].blocks;
            cfg.succs(block).iter().filter(move |&&next| branches && blocks.contains(next))
        };
        let (mut stays, ends): (Pending, Pending) =
            pending.iter().partition(|entry| next(entry.0).next().is_some());
        // Of two, where a block has a parameter for one.
        let joins = |n: u32| next(n).any(|&next| self.only_pred(next).is_none());
        let mut older: Vec<u32> = stays.iter().map(|entry| entry.0).filter(|&n| joins(n)).collect();
        older.retain(|&n| stays.iter().filter(|entry| entry.0 == n).count() == 2);
        older.sort_unstable();
        older.dedup();
        ends.iter().for_each(|&(_, value)| self.emit.copy(at, value, loc));
        older.iter().for_each(|&n| self.settle_older(at, n, &mut stays, loc));
        self.ends[block] = Some((stays, at));
    }

    /// Makes the copies that are pending.
    fn settle(&mut self, at: Block, pending: &mut Pending, loc: SourceLoc) {
        for (_, value) in std::mem::take(pending) {
            self.emit.copy(at, value, loc);
        }
    }

    /// Makes the older one of several pending copies of a number.
    fn settle_older(&mut self, at: Block, n: u32, pending: &mut Pending, loc: SourceLoc) {
        let older = pending.iter().position(|entry| entry.0 == n).expect("there are several");
        let (_, value) = pending.remove(older);
        self.emit.copy(at, value, loc);
    }

    /// Removes the destroys at the start of a list that certainly meet a pending copy: the first
    /// one, and all of them if the order of deinits does not matter.
    fn meet_certain(&mut self, insts: &[Inst], pending: &mut Pending, gone: &mut Vec<Inst>) {
        let many = if self.emit.runtime.unordered_deinits { MOST_IN_A_ROW } else { 1 };
        for &inst in insts.iter().take(many) {
            if pending.is_empty() || self.emit.f.insts[inst].op != Op::DestroyValue {
                return;
            }
            if gone.contains(&inst) {
                continue;
            }
            let destroyed = self.regions.root(self.emit.f.args(inst)[0]);
            let regions = self.regions;
            let same = |entry: &(u32, Value)| regions.root(entry.1) == destroyed;
            if let Some(n) = pending.iter().position(same) {
                pending.remove(n);
                gone.push(inst);
            }
        }
    }

    /// Makes the copies that no later destroy can meet, before a destroy that they are not compared
    /// with.
    fn forget(
        &mut self,
        block: Block,
        behind: &[Inst],
        inst: Inst,
        at: Block,
        pending: &mut Pending,
        loc: SourceLoc,
    ) {
        let mut n = 0;
        while let Some(&(slot, value)) = pending.get(n) {
            if self.is_compared(slot, value, inst) || self.may_meet(slot, value, block, behind) {
                n += 1;
                continue;
            }
            pending.remove(n);
            self.emit.copy(at, value, loc);
        }
    }

    /// Whether a pending copy may meet a destroy in the rest of a block or behind it.
    fn may_meet(&self, slot: u32, value: Value, block: Block, behind: &[Inst]) -> bool {
        let (f, delayed) = (&self.emit.f, &self.found[slot as usize]);
        let value = self.regions.root(value);
        for (n, &inst) in behind.iter().enumerate() {
            if n == MOST_STEPS {
                return false;
            }
            if f.insts[inst].op == Op::DestroyValue {
                let destroyed = self.regions.root(f.args(inst)[0]);
                if destroyed == value || self.is_compared(slot, value, inst) {
                    return true;
                }
            } else if !self.policy.allows(f, inst) {
                return false;
            }
        }
        let next = self.regions.cfg.succs(block);
        next.iter().any(|&next| delayed.blocks.contains(next))
    }

    /// Whether a pending copy is compared with the object of a destroy: one of another iteration
    /// only if it is likely to be the same object.
    fn is_compared(&self, slot: u32, value: Value, destroy: Inst) -> bool {
        let (f, delayed) = (&self.emit.f, &self.found[slot as usize]);
        let object = |inst| self.regions.root(f.args(inst)[0]);
        let is_new = || self.regions.root(value) == object(delayed.copy);
        delayed.compared.contains(destroy)
            || object(delayed.copy) == object(destroy)
            || (delayed.compared_next.contains(destroy) && !is_new())
    }

    /// Rewrites a destroy while copies are pending. Returns the block where the rest continues.
    fn destroy(
        &mut self,
        at: Block,
        block: Block,
        inst: Inst,
        behind: &[Inst],
        pending: &mut Pending,
    ) -> Block {
        let destroyed = self.emit.f.args(inst)[0];
        let loc = self.emit.f.insts[inst].loc;
        let all = pending.clone();
        let is_compared: Vec<usize> = (0..all.len())
            .filter(|&n| self.is_compared(all[n].0, all[n].1, inst))
            .take(MOST_COMPARED)
            .collect();
        if all.is_empty() {
            self.emit.f.blocks[at].insts.push(inst);
            return at;
        }
        let (kept, ends): (Vec<usize>, Vec<usize>) =
            (0..all.len()).partition(|&n| self.may_meet(all[n].0, all[n].1, block, behind));
        let rest = self.emit.split(at);
        let values: Vec<Value> = kept.iter().map(|&n| all[n].1).collect();
        let mut here = at;
        for &n in &is_compared {
            let apart = self.emit.value(here, Op::I32Ne, &[all[n].1, destroyed], loc);
            let (met, other) = (self.emit.f.add_block(), self.emit.f.add_block());
            let els = self.emit.f.call(met, &[]);
            self.emit.branch(here, apart, other, els, loc);
            ends.iter().filter(|&&m| m != n).for_each(|&m| self.emit.copy(met, all[m].1, loc));
            let mut left = values.clone();
            if let Some(nth) = kept.iter().position(|&m| m == n) {
                left[nth] = self.emit.null(met);
            }
            self.emit.jump(met, rest, &left, loc);
            here = other;
        }
        ends.iter().for_each(|&n| self.emit.copy(here, all[n].1, loc));
        if values.is_empty() {
            self.emit.f.blocks[here].insts.push(inst);
            self.emit.jump(here, rest, &values, loc);
        } else {
            self.emit.destroy(here, rest, destroyed, &values, loc);
        }
        *pending =
            kept.iter().map(|&n| (all[n].0, self.emit.f.add_param(rest, ValType::I32))).collect();
        rest
    }

    /// Makes the pending copies before a division that traps. Returns the block where the rest
    /// continues.
    fn divide(
        &mut self,
        at: Block,
        by: Value,
        numbers: &[i64],
        pending: &mut Pending,
        loc: SourceLoc,
    ) -> Block {
        let (rest, traps) = (self.emit.split(at), self.emit.f.add_block());
        let values: Vec<Value> = pending.iter().map(|entry| entry.1).collect();
        let wide = self.emit.f.ty(by) == ValType::I64;
        let mut here = at;
        for &number in numbers {
            let (op, same, ty) = if wide {
                (Op::I64Const { value: number }, Op::I64Eq, ValType::I64)
            } else {
                (Op::I32Const { value: number as i32 }, Op::I32Eq, ValType::I32)
            };
            let inst = self.emit.f.append(here, op, &[], &[ty], loc);
            let number = self.emit.f.result(inst).expect("a constant has a result");
            let same = self.emit.value(here, same, &[by, number], loc);
            let next = self.emit.f.add_block();
            let els = self.emit.f.call(next, &[]);
            self.emit.branch(here, same, traps, els, loc);
            here = next;
        }
        self.emit.jump(here, rest, &values, loc);
        let null = self.emit.null(traps);
        values.iter().for_each(|&value| self.emit.copy(traps, value, loc));
        self.emit.jump(traps, rest, &vec![null; values.len()], loc);
        for entry in pending {
            entry.1 = self.emit.f.add_param(rest, ValType::I32);
        }
        rest
    }

    /// Makes the copies that are pending at the end of a block on the edges to blocks where they
    /// are not pending.
    fn leave(&mut self, block: Block) {
        let (pending, from) = self.ends[block].take().expect("it was gone through");
        for edge in self.regions.cfg.out_edges(block) {
            let to = self.regions.cfg.target(edge);
            let ended =
                pending.iter().filter(|&&(n, _)| !self.found[n as usize].blocks.contains(to));
            let values: Vec<Value> = ended.map(|entry| entry.1).collect();
            if !values.is_empty() {
                self.emit.copy_on(from, edge.nth, &values);
            }
        }
    }
}
