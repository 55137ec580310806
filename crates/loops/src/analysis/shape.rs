//! Loop simplify form, which all loop passes work on: one preheader, one latch, dedicated exits.
//!
//! The *preheader* of a loop is a block outside of it that ends in a jump to the header, and is the only
//! predecessor of the header outside of the loop. The *latch* is the source of its one back edge. An exit
//! block is *dedicated* if all edges into it leave the same loops. Blocks that turn out to be superfluous are
//! merged by simplify-cfg afterwards.
//!
//! Cost: linear, and the analyses twice. Irreducible regions are left alone.

use invar_analysis::transform::edges;
use invar_analysis::{Analyses, Counters, Linear, Loop, LoopForest, PassContext};
use invar_ir::entities::SecondaryMap;
use invar_ir::{
    Block, BlockCall, Cfg, Dominators, Edge, Function, Inst, Terminator, ValType, Value, ValueDef,
};
use invar_rules::is_constant;
use std::rc::Rc;

/// The loops of a function, with the other analyses of its control flow.
pub struct Nest {
    /// Predecessors and successors.
    pub cfg: Rc<Cfg>,
    /// Dominators.
    pub doms: Rc<Dominators>,
    /// The loop forest: outer loops before inner ones.
    pub forest: Rc<LoopForest>,
    /// The preheader of each loop; none before loops are in loop simplify form.
    pub preheader: SecondaryMap<Loop, Option<Block>>,
}

invar_analysis::counters! {
    /// Changes to bring loops into loop simplify form.
    pub struct Shaped {
        /// Preheaders inserted.
        preheaders,
        /// Latches inserted, for loops with several back edges.
        latches,
        /// Dedicated exit blocks inserted.
        exits,
        /// Irreducible regions, which are left as they are.
        irreducible: Observed,
    }
}

/// Counters of a loop pass: of loop simplify form, and its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Done<T> {
    /// Of loop simplify form.
    pub shaped: Shaped,
    /// Of the pass itself.
    pub done: T,
}

impl<T: Counters> Counters for Done<T> {
    fn list(&self) -> Vec<(&'static str, u64)> {
        [self.shaped.list(), self.done.list()].concat()
    }

    fn changes(&self) -> u64 {
        self.shaped.changes() + self.done.changes()
    }

    fn add(&mut self, other: &Self) {
        self.shaped.add(&other.shaped);
        self.done.add(&other.done);
    }

    fn changed(&self) -> bool {
        self.done.changed()
    }

    fn touched(&self) -> bool {
        self.changes() > 0
    }
}

/// The block of each instruction.
pub(crate) type Homes = SecondaryMap<Inst, Option<Block>>;

/// The block of each instruction, as of now.
pub(crate) fn homes(f: &Function) -> Homes {
    let mut homes = SecondaryMap::with_capacity(f.insts.len());
    for (block, data) in &f.blocks {
        for &inst in &data.insts {
            homes[inst] = Some(block);
        }
    }
    homes
}

impl Nest {
    /// The loops as they are, without changing the function.
    pub fn of(f: &Function, analyses: &mut Analyses) -> Nest {
        let (cfg, doms, forest) = (analyses.cfg(f), analyses.dominators(f), analyses.loops(f));
        let mut preheader = SecondaryMap::new();
        for id in forest.loops.keys() {
            let mut entries = forest.entries(id, &cfg);
            let (first, second) = (entries.next(), entries.next());
            preheader[id] = first
                .filter(|edge| {
                    second.is_none() && matches!(f.blocks[edge.from].term, Terminator::Jump(_))
                })
                .map(|edge| edge.from);
        }
        Nest { cfg, doms, forest, preheader }
    }

    /// The latch: the source of the one back edge.
    pub fn latch(&self, id: Loop) -> Option<Block> {
        match self.forest.back_edges(id) {
            [edge] => Some(edge.from),
            _ => None,
        }
    }

    /// Whether a value is loop-invariant: a constant, or defined outside of the loop.
    pub(crate) fn is_invariant(&self, f: &Function, home: &Homes, id: Loop, value: Value) -> bool {
        let outside = |block| !self.forest.contains(id, block);
        match f.values[f.resolve(value)].def {
            ValueDef::Param(block, _) | ValueDef::Edge(block, _) => outside(block),
            ValueDef::Result(inst, _) => {
                is_constant(&f.insts[inst].op) || home[inst].is_some_and(outside)
            }
            ValueDef::Alias(_) => unreachable!("it is resolved"),
        }
    }

    /// Whether a value is defined in a loop, constants included.
    pub(crate) fn is_inside(&self, f: &Function, home: &Homes, id: Loop, value: Value) -> bool {
        let inside = |block| self.forest.contains(id, block);
        match f.values[f.resolve(value)].def {
            ValueDef::Param(block, _) | ValueDef::Edge(block, _) => inside(block),
            ValueDef::Result(inst, _) => home[inst].is_some_and(inside),
            ValueDef::Alias(_) => unreachable!("it is resolved"),
        }
    }

    /// What the latch passes for the `n`-th parameter of the header, as a sum. Where the latch joins several
    /// paths, all of them may pass the same sum. Looks at no edge outside of the loop, since passes that
    /// process one loop after another may have changed those.
    pub(crate) fn next_sum(
        &self,
        f: &Function,
        id: Loop,
        n: usize,
        may_open: impl Fn(Value) -> bool,
    ) -> Option<Linear> {
        let [back] = *self.forest.back_edges(id) else { return None };
        let next = f.resolve(edges::args(f, back)[n]);
        let sum = |value| Linear::of_within(f, f.resolve(value), &may_open);
        match f.values[next].def {
            ValueDef::Param(block, n)
                if block != self.forest.loops[id].header && self.forest.contains(id, block) =>
            {
                let mut passed =
                    self.cfg.preds(block).iter().map(|&edge| sum(edges::args(f, edge)[n as usize]));
                let first = passed.next()??;
                let is_same = passed.all(|other| other.as_ref() == Some(&first));
                if is_same { Some(first) } else { sum(next) }
            }
            _ => sum(next),
        }
    }

    /// The blocks of each loop that are in no inner loop, in reverse postorder.
    pub(crate) fn own_blocks(&self) -> SecondaryMap<Loop, Vec<Block>> {
        let mut own: SecondaryMap<Loop, Vec<Block>> = SecondaryMap::new();
        for &block in &self.cfg.rpo {
            if let Some(id) = self.forest.innermost(block) {
                own[id].push(block);
            }
        }
        own
    }

    /// The blocks of a loop, in reverse postorder.
    pub fn blocks_in_rpo(&self, id: Loop) -> Vec<Block> {
        let mut blocks = self.forest.blocks(id).to_vec();
        blocks.sort_by_key(|&block| self.cfg.rpo_number[block]);
        blocks
    }

    /// Appends the arguments for a new parameter of the header: from the preheader and from the latch.
    pub(crate) fn pass_to_header(&self, f: &mut Function, id: Loop, start: Value, next: Value) {
        let preheader = self.preheader[id].expect("in shape");
        let back = self.forest.back_edges(id)[0];
        push_arg(f, Edge { from: preheader, nth: 0 }, start);
        push_arg(f, back, next);
    }

    /// The preheader and the latch, if the loop has both.
    pub fn ends(&self, id: Loop) -> Option<(Block, Block)> {
        self.preheader[id].zip(self.latch(id))
    }
}

/// The loops of a function, brought into loop simplify form; `None` if there are none.
pub fn shaped_loops(
    f: &mut Function,
    cx: &mut PassContext<'_>,
    shaped: &mut Shaped,
) -> Option<Nest> {
    Some(normalize(f, &mut cx.analyses, shaped)).filter(|nest| !nest.forest.loops.is_empty())
}

/// Brings all loops into loop simplify form. Removes unreachable blocks.
/// Constant time if the analyses are computed already and there are no loops.
pub fn normalize(f: &mut Function, analyses: &mut Analyses, shaped: &mut Shaped) -> Nest {
    let forest = analyses.loops(f);
    if forest.loops.is_empty() {
        shaped.irreducible += forest.region_count() as u64;
        return Nest::of(f, analyses);
    }
    f.resolve_aliases();
    let cfg = analyses.cfg(f);
    for block in f.blocks.keys() {
        if !cfg.is_reachable(block) && block != f.entry {
            f.kill_block(block);
        }
    }
    analyses.keep_if_current(f);
    let nest = Nest::of(f, analyses);
    shaped.irreducible += nest.forest.region_count() as u64;
    let mut changed = false;
    for id in nest.forest.loops.keys() {
        let header = nest.forest.loops[id].header;
        if nest.preheader[id].is_none() {
            let entries: Vec<Edge> = nest.forest.entries(id, &nest.cfg).collect();
            gather(f, &entries, header);
            shaped.preheaders += 1;
            changed = true;
        }
        let latches = nest.forest.back_edges(id);
        if latches.len() > 1 {
            gather(f, latches, header);
            shaped.latches += 1;
            changed = true;
        }
    }
    for &block in &nest.cfg.rpo {
        let Some(id) = nest.forest.innermost(block) else { continue };
        for edge in nest.cfg.out_edges(block) {
            let target = nest.cfg.target(edge);
            let leaves = !nest.forest.contains(id, target);
            // Edges to headers of outer loops have been handled above.
            if leaves && nest.cfg.preds(target).len() > 1 && !nest.forest.is_header(target) {
                gather(f, &[edge], target);
                shaped.exits += 1;
                changed = true;
            }
        }
    }
    if !changed {
        return nest;
    }
    analyses.clear();
    Nest::of(f, analyses)
}

/// Appends an argument to an edge.
pub(crate) fn push_arg(f: &mut Function, edge: Edge, value: Value) {
    let Function { blocks, pool, .. } = f;
    let call = blocks[edge.from].term.target_mut(edge.nth as usize).expect("an edge");
    call.args.push(value, pool);
}

/// Redirects edges to `target` through a new block.
pub(crate) fn gather(f: &mut Function, edges: &[Edge], target: Block) -> Block {
    let new = f.add_block();
    let last = edges[edges.len() - 1].from;
    f.blocks[new].term_loc = f.blocks[last].term_loc;
    // The arguments of a single edge can move, unless the terminator defines them on the edge.
    if let [edge] = edges
        && f.blocks[edge.from].term.edge_values().is_empty()
    {
        let call = f.blocks[edge.from].term.target_mut(edge.nth as usize).expect("an edge");
        let args = std::mem::take(&mut call.args);
        call.block = new;
        f.blocks[new].term = Terminator::Jump(BlockCall { block: target, args, weight: 0 });
        return new;
    }
    let types: Vec<ValType> = f.blocks[target].params.iter().map(|&param| f.ty(param)).collect();
    let params: Vec<Value> = types.into_iter().map(|ty| f.add_param(new, ty)).collect();
    let call = f.call(target, &params);
    f.blocks[new].term = Terminator::Jump(call);
    for edge in edges {
        let call = f.blocks[edge.from].term.target_mut(edge.nth as usize).expect("an edge");
        call.block = new;
    }
    new
}
