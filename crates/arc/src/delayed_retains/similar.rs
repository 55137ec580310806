//! A heuristic: which destroys are likely to be of the copied object, by how the addresses that the references were
//! loaded from are computed.
//!
//! A wrong guess costs a comparison; it never affects correctness.

use crate::ownership::regions::Regions;
use invar_analysis::transform::edges;
use invar_analysis::{Loop, LoopForest};
use invar_ir::entities::SecondaryMap;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::{Block, Dominators, Function, Inst, MemArg, Op, Value, ValueDef};
use std::cell::Cell;

/// How deep expressions are compared.
const DEPTH: u32 = 6;
/// How many pairs of addresses of a function are compared between iterations of a loop.
const MOST_PAIRS: u32 = 2048;
/// How many values of a block parameter are tried.
const WAYS: usize = 4;

/// Compares the addresses that values were loaded from.
pub(super) struct Similar<'a> {
    f: &'a Function,
    regions: &'a Regions,
    loops: Option<Loops>,
    /// How many pairs were compared between iterations.
    pairs: Cell<u32>,
}

/// The loops of the function, if it has any.
struct Loops {
    forest: LoopForest,
    /// The block of each instruction.
    homes: SecondaryMap<Inst, PackedOption<Block>>,
}

impl<'a> Similar<'a> {
    /// Of a function.
    pub fn new(f: &'a Function, regions: &'a Regions) -> Self {
        let cfg = &regions.cfg;
        let loops = cfg.has_cycle().then(|| Loops {
            forest: LoopForest::new(f, cfg, &Dominators::new(f, cfg)),
            homes: f.inst_blocks(),
        });
        Similar { f, regions, loops, pairs: Cell::new(0) }
    }

    /// Whether the destroyed object is likely to be the copied one.
    pub fn may_be(&self, destroyed: Value, copied: Value) -> bool {
        let refers_back = || {
            let (_, address) = self.load(destroyed)?;
            let (_, from) = self.load(self.regions.root(address))?;
            Some(self.regions.root(from) == copied)
        };
        self.same_place(destroyed, copied, |a, b| self.same(a, b, None, DEPTH))
            || refers_back() == Some(true)
            || self.is_given(destroyed, copied, 2)
    }

    /// Whether the object destroyed in an iteration of a loop, in a block, is likely to be the one
    /// copied in the previous iteration.
    pub fn may_be_previous(&self, destroyed: Value, copied: Value, home: Block) -> bool {
        let Some(Loops { forest, .. }) = &self.loops else { return false };
        if self.pairs.get() > MOST_PAIRS {
            return false;
        }
        let around = std::iter::successors(forest.innermost(home), |&id| forest.loops[id].parent);
        around.into_iter().any(|id| {
            self.pairs.set(self.pairs.get() + 1);
            let next = Some((id, true));
            self.pairs.get() <= MOST_PAIRS
                && self.same_place(destroyed, copied, |a, b| self.same(a, b, next, DEPTH))
        })
    }

    /// Whether two values were loaded from similar addresses.
    fn same_place(&self, a: Value, b: Value, alike: impl Fn(Value, Value) -> bool) -> bool {
        match (self.load(a), self.load(b)) {
            (Some((of_a, a)), Some((of_b, b))) => {
                (of_a.memory, of_a.offset) == (of_b.memory, of_b.offset) && alike(a, b)
            }
            _ => false,
        }
    }

    /// Where a value was loaded.
    fn load(&self, value: Value) -> Option<(MemArg, Value)> {
        let inst = self.f.def_inst(value)?;
        match self.f.insts[inst].op {
            Op::I32Load { memarg } => Some((memarg, self.f.args(inst)[0])),
            _ => None,
        }
    }

    /// Whether a value is a block parameter that receives another one.
    fn is_given(&self, value: Value, given: Value, depth: u32) -> bool {
        let (f, regions) = (self.f, self.regions);
        let ValueDef::Param(block, nth) = f.values[value].def else { return false };
        depth > 0
            && block != f.entry
            && regions.cfg.reachable_preds(block).take(WAYS).any(|edge| {
                let arg = regions.root(edges::args(f, edge)[nth as usize]);
                arg == given || self.is_given(arg, given, depth - 1)
            })
    }

    /// Whether two values are computed by similar expressions; the first one in the next iteration
    /// of a loop, if so requested.
    fn same(&self, a: Value, b: Value, turn: Option<(Loop, bool)>, depth: u32) -> bool {
        let (f, regions) = (self.f, self.regions);
        let (a, b) = (regions.root(a), regions.root(b));
        if depth == 0 {
            return false;
        }
        let next = turn.is_some_and(|(_, next)| next);
        if a == b && turn.is_none_or(|(id, next)| !next || self.is_invariant(a, id)) {
            return true;
        }
        if let (Some((id, _)), Some(Loops { forest, .. })) = (turn, &self.loops)
            && let ValueDef::Param(block, nth) = f.values[a].def
            && forest.contains(id, block)
            && (block == forest.loops[id].header) == next
        {
            let edges = regions.cfg.reachable_preds(block);
            let mut inner = edges.filter(|edge| forest.contains(id, edge.from)).take(WAYS);
            return inner.any(|edge| {
                let given = edges::args(f, edge)[nth as usize];
                self.same(given, b, Some((id, false)), depth - 1)
            });
        }
        let (Some(of_a), Some(of_b)) = (f.def_inst(a), f.def_inst(b)) else { return false };
        let (args_a, args_b) = (f.args(of_a), f.args(of_b));
        f.insts[of_a].op == f.insts[of_b].op
            && !f.insts[of_a].op.opcode().name().contains("call")
            && args_a.len() == args_b.len()
            && args_a.len() < 4
            && args_a.iter().zip(args_b).all(|(&a, &b)| self.same(a, b, turn, depth - 1))
    }

    fn is_invariant(&self, value: Value, id: Loop) -> bool {
        let Some(Loops { forest, homes }) = &self.loops else { return true };
        match self.f.values[value].def {
            ValueDef::Param(block, _) | ValueDef::Edge(block, _) => !forest.contains(id, block),
            ValueDef::Result(inst, _) => {
                let constant = matches!(self.f.insts[inst].op, Op::I32Const { .. });
                let home = homes[inst].expand();
                constant || !home.is_some_and(|block| forest.contains(id, block))
            }
            ValueDef::Alias(_) => false,
        }
    }
}
