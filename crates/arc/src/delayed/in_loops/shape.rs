//! Whether an address will look, one turn of a loop later, like another one does now.
//!
//! A guess, from the shape of the code: what is done with it is right in any case.

use crate::ownership::regions::Regions;
use invar_ir::entities::SecondaryMap;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::transform::edges;
use invar_ir::{Block, Function, Inst, Loop, LoopForest, Op, Value, ValueDef};

/// How deep expressions are looked at.
const DEPTH: u32 = 6;
/// How many values of a block parameter are tried.
const WAYS: usize = 4;

/// One loop.
pub(super) struct Shape<'a> {
    pub f: &'a Function,
    pub regions: &'a Regions,
    pub loops: &'a LoopForest,
    pub id: Loop,
    pub header: Block,
    /// The block of each instruction.
    pub homes: &'a SecondaryMap<Inst, PackedOption<Block>>,
}

impl Shape<'_> {
    /// Whether a load seems to read, one turn later, from where another one does now.
    pub fn next_is(&self, later: Inst, now: Inst) -> bool {
        let (Op::I32Load { memarg: a }, Op::I32Load { memarg: b }) =
            (&self.f.insts[later].op, &self.f.insts[now].op)
        else {
            return false;
        };
        let (later, now) = (self.f.args(later)[0], self.f.args(now)[0]);
        (a.memory, a.offset) == (b.memory, b.offset) && self.same(later, now, true, DEPTH)
    }

    /// Whether a value, one turn later if `next`, seems to be another one.
    fn same(&self, later: Value, now: Value, next: bool, depth: u32) -> bool {
        let (f, regions) = (self.f, self.regions);
        let (later, now) = (regions.root(later), regions.root(now));
        if depth == 0 {
            return false;
        }
        if later == now && (!next || self.is_invariant(later)) {
            return true;
        }
        let param = |value: Value| match f.values[value].def {
            ValueDef::Param(block, n) if self.loops.contains(self.id, block) => Some((block, n)),
            _ => None,
        };
        if let Some((block, n)) = param(later)
            && (block == self.header) == next
        {
            let edges = regions.cfg.reachable_preds(block);
            let mut inner = edges.filter(|edge| self.loops.contains(self.id, edge.from)).take(WAYS);
            return inner
                .any(|edge| self.same(edges::args(f, edge)[n as usize], now, false, depth - 1));
        }
        match (f.def_inst(later), f.def_inst(now)) {
            (Some(a), Some(b)) => {
                let (of_a, of_b) = (f.args(a), f.args(b));
                let calls = f.insts[a].op.opcode().name().contains("call");
                f.insts[a].op == f.insts[b].op
                    && !calls
                    && of_a.len() == of_b.len()
                    && of_a.len() < 4
                    && of_a.iter().zip(of_b).all(|(&a, &b)| self.same(a, b, next, depth - 1))
            }
            _ => false,
        }
    }

    fn is_invariant(&self, value: Value) -> bool {
        match self.f.values[value].def {
            ValueDef::Param(block, _) | ValueDef::Edge(block, _) => {
                !self.loops.contains(self.id, block)
            }
            ValueDef::Result(inst, _) => {
                let constant = matches!(self.f.insts[inst].op, Op::I32Const { .. });
                let home = self.homes[inst].expand();
                constant || !home.is_some_and(|block| self.loops.contains(self.id, block))
            }
            ValueDef::Alias(_) => false,
        }
    }
}
