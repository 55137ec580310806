//! If-conversion: the instructions of an iteration in a row, although its blocks branch.
//!
//! ```text
//! if a < b { x = a; s = s + 1 } else { x = b }; c[i] = x
//! ->
//! m = a < b; x = select(a, b, m); s = s + m; c[i] = x
//! ```
//!
//! The scalar loop stays as it is. What the vector loop has instead of branches is made in a block that nothing enters
//! and that is removed again: a `select` for each parameter of a block that several edges enter, and the conditions
//! under which edges are taken. [`VectorSite::resolve`] leads from a parameter to what was made for it.
//!
//! *Conditions.* That of a block is a conjunction of branches. It is that of its immediate dominator where all paths
//! from there lead to the block, which is decided by a flow: a unit enters the header, each branch halves it, and
//! a block gets as much as its dominator if no path passes it by. Other blocks that several edges enter are executed
//! if one of these is taken. (The exit is never taken in the vector loop.)
//!
//! *Legality.* All blocks are executed in each iteration. They must be free of traps and of effects (`body`), but for
//! accesses of memory: the addresses of all iterations are tested before the loop, whether they execute the access or not,
//! and nothing that is known of addresses where the branch is taken counts. A store that some iterations do not execute
//! is a load of what is there, a choice, and a store. Such an iteration writes the byte that it has read just before, which
//! nobody can tell from no store: the memory is not shared, the access is in bounds, and its order with all other
//! accesses of the loop is that of a store in each iteration (`memory`).
//!
//! *Searches.* Conditions under which an iteration leaves the loop other than by its trip count are collected. All
//! accesses are then such that only some iterations execute: an earlier lane may have left.
//!
//! *Sums.* `select(s + x, s, c)` becomes `s + select(x, 0, c)`, so that a sum of some iterations is one of all.
//!
//! After J. R. Allen, K. Kennedy, C. Porterfield, J. Warren, *Conversion of control dependence to data dependence*, 1983.
//! Cost: linear in the loop, times the depth of its branches.

use super::body::natural;
use super::{Config, Reason};
use crate::lanes;
use invar_analysis::Loop;
use invar_analysis::transform::edges;
use invar_ir::{Block, Edge, Function, Inst, Op, SourceLoc, Terminator, ValType, Value};
use invar_loops::analysis::final_values::Emit;
use invar_loops::analysis::shape::Nest;
use invar_rules::ValueFacts;
use rustc_hash::{FxHashMap, FxHashSet};

/// What enters the header.
const FLOW: u64 = 1 << 40;
/// How many values a condition is made of, at most, to be known as 0 or 1.
const MOST_STEPS: usize = 16;

/// The instructions of an iteration in a row.
#[derive(Clone, Debug, Default)]
pub(super) struct Flat {
    pub insts: Vec<Inst>,
    /// The block of those that were made.
    made: Option<Block>,
    /// What stands for a value.
    instead: FxHashMap<Value, Value>,
    /// For values that were made, one whose range includes theirs (but for zero).
    pub ranges: FxHashMap<Value, Value>,
    /// How many branches there were.
    pub branches: usize,
    /// The accesses that only some iterations execute.
    pub some: FxHashSet<Inst>,
    /// The conditions of stores among them.
    pub conditions: FxHashMap<Inst, Value>,
    /// The conditions under which the loop is left early: 0 or 1.
    pub early_exits: Vec<Value>,
}

/// Whether a branch is taken: its condition, and whether that holds.
type Taken = (Value, bool);

struct Flattening<'a> {
    f: &'a mut Function,
    nest: &'a Nest,
    id: Loop,
    /// The block of the exit test that the trip count is of.
    counted: Block,
    loc: SourceLoc,
    flat: Flat,
    flow: FxHashMap<Block, u64>,
    /// Under which conditions a block is executed.
    paths: FxHashMap<Block, Vec<Taken>>,
    /// Conditions as values that are 0 or 1.
    tests: FxHashMap<Taken, Value>,
}

impl Flat {
    /// The instructions of an iteration of a loop with a known trip count, by the exit test in this block.
    pub fn of(
        f: &mut Function,
        nest: &Nest,
        id: Loop,
        counted: Block,
        config: &Config,
    ) -> Result<Flat, Reason> {
        let blocks = nest.blocks_in_rpo(id);
        let insts: usize = blocks.iter().map(|&block| f.blocks[block].insts.len()).sum();
        if insts > config.insts {
            return Err(Reason::Budget);
        }
        let loc = f.blocks[blocks[0]].term_loc;
        let mut flattening = Flattening {
            f,
            nest,
            id,
            counted,
            loc,
            flat: Flat::default(),
            flow: FxHashMap::default(),
            paths: FxHashMap::default(),
            tests: FxHashMap::default(),
        };
        let done = flattening.blocks(&blocks);
        let Flattening { flat, .. } = flattening;
        match done {
            Ok(()) if flat.insts.len() > config.insts => {
                flat.discard(f);
                Err(Reason::Budget)
            }
            Ok(()) => Ok(flat),
            Err(reason) => {
                flat.discard(f);
                Err(reason)
            }
        }
    }

    /// What stands for a value in the vector loop.
    pub fn resolve(&self, f: &Function, value: Value) -> Value {
        let mut value = f.resolve(value);
        while let Some(&instead) = self.instead.get(&value) {
            value = f.resolve(instead);
        }
        value
    }

    /// Removes what was made.
    pub fn discard(&self, f: &mut Function) {
        if let Some(made) = self.made {
            f.kill_block(made);
        }
    }
}

impl Flattening<'_> {
    fn blocks(&mut self, blocks: &[Block]) -> Result<(), Reason> {
        let header = blocks[0];
        self.flow.insert(header, FLOW);
        self.paths.insert(header, Vec::new());
        for &block in blocks {
            if block != header {
                self.enter(block)?;
            }
            let always = self.flow[&block] == FLOW;
            for inst in self.f.blocks[block].insts.clone() {
                if let Some(access) = invar_ir::memory_access(&self.f.insts[inst].op)
                    && !always
                {
                    self.flat.some.insert(inst);
                    if !access.is_load() {
                        let path = self.paths[&block].clone();
                        let inner = path.len().saturating_sub(1);
                        let only = invar_ir::mutant!(VectorizeInnerConditionOnly);
                        let condition = self.all(&path[if only { inner } else { 0 }..]);
                        self.flat.conditions.insert(inst, condition);
                    }
                }
                self.flat.insts.push(inst);
            }
            self.leave(block)?;
        }
        if !self.flat.early_exits.is_empty() && !invar_ir::mutant!(VectorizeSearchAlways) {
            let accesses = self.flat.insts.iter().copied();
            let is_access =
                |&inst: &Inst| invar_ir::memory_access(&self.f.insts[inst].op).is_some();
            self.flat.some.extend(accesses.filter(is_access));
        }
        self.sums(header);
        Ok(())
    }

    /// Passes the flow of a block on to its successors in the loop.
    fn leave(&mut self, block: Block) -> Result<(), Reason> {
        let nest = self.nest;
        if !matches!(self.f.blocks[block].term, Terminator::Jump(_) | Terminator::BrIf { .. }) {
            return Err(Reason::ControlFlow);
        }
        let header = nest.forest.loops[self.id].header;
        let own = self.flow[&block];
        let stays: Vec<Block> = self.stays(block).map(|edge| nest.cfg.target(edge)).collect();
        let exits = nest.cfg.out_edges(block).len() > stays.len();
        let flow = own / stays.len().max(1) as u64;
        if stays.is_empty() || (exits && own != FLOW) || flow * stays.len() as u64 != own {
            return Err(Reason::ControlFlow);
        }
        if exits && block != self.counted {
            let Terminator::BrIf { cond, .. } = self.f.blocks[block].term else {
                return Err(Reason::ControlFlow);
            };
            let stays_by = self.stays(block).next().map(|edge| edge.nth);
            let cond = self.flat.resolve(self.f, cond);
            let test = self.test((cond, stays_by == Some(1)));
            self.flat.early_exits.push(test);
        }
        self.flat.branches += stays.len() - 1;
        for target in stays {
            if target == header {
                // All paths lead to the latch.
                if own != FLOW {
                    return Err(Reason::ControlFlow);
                }
            } else if nest.cfg.rpo_number[target] <= nest.cfg.rpo_number[block] {
                // An irreducible region.
                return Err(Reason::ControlFlow);
            } else {
                *self.flow.entry(target).or_default() += flow;
            }
        }
        Ok(())
    }

    /// The edges of a block that stay in the loop.
    fn stays(&self, block: Block) -> impl Iterator<Item = Edge> + use<'_> {
        let (nest, id) = (self.nest, self.id);
        nest.cfg
            .out_edges(block)
            .filter(move |&edge| nest.forest.contains(id, nest.cfg.target(edge)))
    }

    /// The conditions under which an edge is taken.
    fn path(&self, edge: Edge) -> Vec<Taken> {
        let mut path = self.paths[&edge.from].clone();
        if let Terminator::BrIf { cond, .. } = self.f.blocks[edge.from].term
            && self.stays(edge.from).count() > 1
        {
            path.push((self.flat.resolve(self.f, cond), edge.nth == 0));
        }
        path
    }

    /// The condition and the parameters of a block.
    fn enter(&mut self, block: Block) -> Result<(), Reason> {
        let above = self.nest.doms.idom(block).ok_or(Reason::ControlFlow)?;
        let base = self.paths.get(&above).cloned().ok_or(Reason::ControlFlow)?;
        let entries: Vec<Edge> = self.nest.cfg.reachable_preds(block).collect();
        // Of each edge the conditions below the dominator.
        let mut below = Vec::new();
        for &edge in &entries {
            let path = self.path(edge);
            below.push(path.strip_prefix(&base[..]).ok_or(Reason::ControlFlow)?.to_vec());
        }
        let mut path = base;
        let always = self.flow[&block] == self.flow[&above]
            || (entries.len() > 1 && invar_ir::mutant!(VectorizeJoinAlways));
        if !always {
            match &below[..] {
                [only] => path.extend(only),
                several => {
                    let tests: Vec<Value> = several.iter().map(|path| self.all(path)).collect();
                    let (&first, others) = tests.split_first().ok_or(Reason::ControlFlow)?;
                    let any =
                        (others.iter()).fold(first, |any, &test| self.int(Op::I32Or, &[any, test]));
                    path.push((any, true));
                }
            }
        }
        self.paths.insert(block, path);
        self.params(block, &entries, &below)
    }

    fn params(
        &mut self,
        block: Block,
        entries: &[Edge],
        below: &[Vec<Taken>],
    ) -> Result<(), Reason> {
        // The edge of the longest path is the one that is taken if no other one is.
        let mut order: Vec<usize> = (0..entries.len()).collect();
        let negations = |path: &[Taken]| path.iter().filter(|taken| !taken.1).count();
        order.sort_by_key(|&n| (below[n].len(), negations(&below[n])));
        for (n, param) in self.f.blocks[block].params.clone().into_iter().enumerate() {
            if natural(self.f.ty(param)).is_none() {
                return Err(Reason::Type);
            }
            let passed: Vec<Value> = (order.iter())
                .map(|&at| self.flat.resolve(self.f, edges::args(self.f, entries[at])[n]))
                .collect();
            let (&last, others) = passed.split_last().ok_or(Reason::ControlFlow)?;
            let mut value = last;
            for (at, &other) in others.iter().enumerate().rev() {
                if other != value {
                    let test = self.all(&below[order[at]]);
                    value = self.choice(other, value, test);
                    if at == 0 && matches!(self.f.def_op(value), Some(Op::Select)) {
                        self.flat.ranges.entry(value).or_insert(param);
                    }
                }
            }
            self.flat.instead.insert(param, value);
        }
        Ok(())
    }

    /// Appends an instruction to the iteration.
    fn op(&mut self, ty: ValType, op: Op, args: &[Value]) -> Value {
        let made = match self.flat.made {
            Some(made) => made,
            None => {
                let made = self.f.add_block();
                self.f.blocks[made].term_loc = self.loc;
                self.flat.made = Some(made);
                made
            }
        };
        let value = Emit { f: &mut *self.f, block: made, loc: self.loc }.op(ty, op, args);
        self.flat.insts.extend(self.f.def_inst(value));
        value
    }

    fn int(&mut self, op: Op, args: &[Value]) -> Value {
        self.op(ValType::I32, op, args)
    }

    /// Whether a value is 0 or 1: a comparison, or a combination of such.
    fn is_bit(&self, value: Value) -> bool {
        let mut work = vec![value];
        for _ in 0..MOST_STEPS {
            let Some(value) = work.pop() else { return true };
            let Some(inst) = self.f.def_inst(value) else { return false };
            match &self.f.insts[inst].op {
                Op::I32Eqz | Op::I64Eqz => {}
                Op::I32And | Op::I32Or | Op::I32Xor => {
                    let args = self.f.args(inst).iter();
                    work.extend(args.map(|&arg| self.flat.resolve(self.f, arg)));
                }
                op if lanes::sense(op).is_some() => {}
                _ => return false,
            }
        }
        false
    }

    /// A condition as a value that is 0 or 1.
    fn test(&mut self, taken: Taken) -> Value {
        if let Some(&test) = self.tests.get(&taken) {
            return test;
        }
        let (value, holds) = taken;
        let test = if !holds {
            self.int(Op::I32Eqz, &[value])
        } else if self.is_bit(value) || invar_ir::mutant!(VectorizeNumberAsCondition) {
            value
        } else {
            let zero = self.int(Op::I32Const { value: 0 }, &[]);
            self.int(Op::I32Ne, &[value, zero])
        };
        self.tests.insert(taken, test);
        test
    }

    /// The conjunction of conditions, of which there is at least one.
    fn all(&mut self, path: &[Taken]) -> Value {
        let mut all = None;
        for &taken in path {
            let test = self.test(taken);
            all = Some(all.map_or(test, |all| self.int(Op::I32And, &[all, test])));
        }
        all.unwrap_or_else(|| self.int(Op::I32Const { value: 1 }, &[]))
    }

    /// `select(then, els, test)`; as a combination of conditions, if it is one.
    fn choice(&mut self, then: Value, els: Value, test: Value) -> Value {
        let ty = self.f.ty(then);
        let number = |f: &Function, value| f.constant(value).and_then(|number| number.as_int());
        if ty == ValType::I32 {
            let (of_then, of_els) = (number(self.f, then), number(self.f, els));
            match (of_then, of_els) {
                (Some(1), Some(0)) => return test,
                (Some(0), Some(1)) => return self.test((test, false)),
                (_, Some(0)) if self.is_bit(then) => return self.int(Op::I32And, &[then, test]),
                (Some(1), _) if self.is_bit(els) => return self.int(Op::I32Or, &[els, test]),
                _ => {}
            }
        }
        self.op(ty, Op::Select, &[then, els, test])
    }

    /// Rewrites sums that only some iterations add to.
    fn sums(&mut self, header: Block) {
        // What was made further below is not there yet.
        self.tests.clear();
        let mut sums: FxHashSet<Value> = self.f.blocks[header].params.iter().copied().collect();
        for inst in std::mem::take(&mut self.flat.insts) {
            let Some(result) = self.f.result(inst) else {
                self.flat.insts.push(inst);
                continue;
            };
            let args: Vec<Value> =
                self.f.args(inst).iter().map(|&arg| self.flat.resolve(self.f, arg)).collect();
            match self.f.insts[inst].op {
                Op::Select if natural(self.f.ty(result)).is_some() => {
                    if let Some(sum) = self.sum(&sums, args[0], args[1], args[2]) {
                        self.flat.instead.insert(result, sum);
                        sums.insert(sum);
                        continue;
                    }
                }
                Op::I32Add | Op::I64Add | Op::I32Sub | Op::I64Sub
                    if args.iter().any(|arg| sums.contains(arg)) =>
                {
                    sums.insert(result);
                }
                _ => {}
            }
            self.flat.insts.push(inst);
        }
    }

    /// `s + select(x, 0, test)` for `select(s + x, s, test)`.
    fn sum(
        &mut self,
        sums: &FxHashSet<Value>,
        then: Value,
        els: Value,
        test: Value,
    ) -> Option<Value> {
        for (longer, old, holds) in [(then, els, true), (els, then, false)] {
            if !sums.contains(&old) {
                continue;
            }
            let Some(inst) = self.f.def_inst(longer) else { continue };
            let op = self.f.insts[inst].op.clone();
            let commutes = matches!(op, Op::I32Add | Op::I64Add);
            if !commutes && !matches!(op, Op::I32Sub | Op::I64Sub) {
                continue;
            }
            let [left, right] = [0, 1].map(|n| self.flat.resolve(self.f, self.f.args(inst)[n]));
            let added = match (left == old, right == old) {
                (true, _) => right,
                (_, true) if commutes => left,
                _ => continue,
            };
            let ty = self.f.ty(added);
            let test = self.test((test, holds));
            let number = self.f.constant(added).and_then(|number| number.as_int());
            let part = match (number, ty) {
                (Some(1), ValType::I32) => test,
                (Some(1), _) => self.op(ty, Op::I64ExtendI32U, &[test]),
                _ => {
                    let zero = match ty {
                        ValType::I64 => Op::I64Const { value: 0 },
                        _ => Op::I32Const { value: 0 },
                    };
                    let zero = self.op(ty, zero, &[]);
                    let part = self.op(ty, Op::Select, &[added, zero, test]);
                    self.flat.ranges.insert(part, added);
                    part
                }
            };
            return Some(self.op(ty, op, &[old, part]));
        }
        None
    }
}
