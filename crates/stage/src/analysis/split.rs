//! Kconst, the variables kept constant at each point, and the split graph: a node for each block and such set.
//!
//! Where predecessors of a merge keep different variables, the merge is split: a copy for each set.
//! No code is copied. A [`Node`] of the split graph is a block together with the set at the ends of its
//! predecessors; the analysis and the specializer visit the block
//! once for each set. The successors of a node are nodes of the block's successors, so paths join again as
//! soon as the sets are equal: splitting is local.
//!
//! Behind `leave` code is generic: the node of a block with such an annotation has no successors.
//!
//! The nodes have the shape of a function without instructions, so that dominators, loops and
//! post-dominators of the split graph are those that `invar_ir` computes for functions.
//!
//! Cost: linear in the nodes and their edges. There are at most as many nodes as blocks times sets,
//! and a budget, past which the function stays generic.

use crate::analysis::config::Config;
use crate::analysis::variables::{Var, Variables};
use crate::error::Refusal;
use invar_analysis::LoopForest;
use invar_ir::bit_set::{BitSet, Sets};
use invar_ir::entities::{EntityRef, PrimaryMap};
use invar_ir::{
    Block, BlockCall, Cfg, Dominators, Edge, Function, Inst, Op, Rows, SourceLoc, Terminator,
    TypeId, ValType, ValueList,
};
use rustc_hash::FxHashMap;

invar_ir::handles! {
    /// A block with the set of variables that are kept constant where it is entered.
    Node = "n";
}

/// `keepConst() :C L: Out = In + {(x1,C,L), .. (xn,C,L)}`. The policies are those of the variable:
/// a variable has one pair of them, or it is a conflict.
pub fn kconst_keep(set: &mut BitSet, var: Var) {
    set.insert(var.index());
}

/// `unkeepConst() :C L: Out = In - {(x1,C,L), .. (xn,C,L)}`.
pub fn kconst_unkeep(set: &mut BitSet, var: Var) {
    set.remove(var.index());
}

/// The effect of an instruction on the set of kept variables; "other: Out = In".
pub fn kconst(f: &Function, vars: &Variables, inst: Inst, set: &mut BitSet) {
    match (&f.insts[inst].op, vars.named(f, inst)) {
        (Op::KeepConst { .. }, Some(var)) => kconst_keep(set, var),
        (Op::UnkeepConst, Some(var)) => kconst_unkeep(set, var),
        (Op::Leave, _) => *set = vars.none(),
        _ => {}
    }
}

/// Whether specialized code is left in a block: what is behind it is generic.
pub fn leaves(f: &Function, block: Block) -> bool {
    let insts = &f.blocks[block].insts;
    insts.iter().any(|&inst| matches!(f.insts[inst].op, Op::Leave))
}

/// A node of the split graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SplitNodeData {
    /// The block that it is a copy of.
    pub block: Block,
    /// Which of the block's copies it is.
    pub copy: u32,
    /// The variables kept constant where it is entered: see [`SplitGraph::kept`].
    pub kept: u32,
}

/// The split graph of a function.
#[derive(Clone, Debug)]
pub struct SplitGraph {
    /// The nodes that the entry reaches: in reverse postorder of their blocks.
    pub nodes: PrimaryMap<Node, SplitNodeData>,
    sets: Sets,
    copies: Rows<Node>,
    /// The nodes as blocks of a function, by the same numbers.
    pub shape: Function,
    /// The edges of `shape`.
    pub cfg: Cfg,
    /// The loops of `shape`.
    pub loops: LoopForest,
    /// The loops of the function.
    pub block_loops: LoopForest,
}

impl SplitGraph {
    /// Follows the kept variables from the entry of a function.
    ///
    /// "define S = {s | s = In(p), p a predecessor of the merge}. Out = In(p) for some predecessor p
    /// iff |S| = 1; otherwise: split the CFG at M into n = |S| copies. In copy i M has exactly those
    /// predecessors p of the original CFG for which Kconst(p) = si."
    pub fn new(
        f: &Function,
        cfg: &Cfg,
        vars: &Variables,
        config: &Config,
    ) -> Result<Self, Refusal> {
        let limit = cfg.rpo.len() * config.split_factor + config.split_more;
        let mut sets = Sets::default();
        let start = (f.entry, sets.number(vars.none()));
        let mut numbers: FxHashMap<(Block, u32), u32> = FxHashMap::default();
        let mut found = vec![start];
        let mut outs: Vec<u32> = Vec::new();
        numbers.insert(start, 0);
        while let Some(&(block, kept)) = found.get(outs.len()) {
            let mut set = sets.get(kept).clone();
            for &inst in &f.blocks[block].insts {
                kconst(f, vars, inst, &mut set);
            }
            let out = sets.number(set);
            outs.push(out);
            if leaves(f, block) {
                continue;
            }
            for &target in cfg.succs(block) {
                numbers.entry((target, out)).or_insert_with(|| {
                    found.push((target, out));
                    found.len() as u32 - 1
                });
            }
            Refusal::unless(found.len() <= limit, "copies of blocks for kept variables", limit)?;
        }
        // Numbers in the order of the blocks, copies of one as they were found.
        let mut order: Vec<u32> = (0..found.len() as u32).collect();
        order.sort_by_key(|&n| (cfg.rpo_number[found[n as usize].0], n));
        let mut node_of = vec![Node::from_u32(0); found.len()];
        let mut nodes: PrimaryMap<Node, SplitNodeData> = PrimaryMap::new();
        for &n in &order {
            let (block, kept) = found[n as usize];
            let copy = match nodes.last() {
                Some((_, last)) if last.block == block => last.copy + 1,
                _ => 0,
            };
            node_of[n as usize] = nodes.push(SplitNodeData { block, copy, kept });
        }
        let rows: Vec<Vec<Node>> = order
            .iter()
            .map(|&n| {
                let (block, out) = (found[n as usize].0, outs[n as usize]);
                let targets = cfg.succs(block).iter().filter(|_| !leaves(f, block));
                targets.map(|&target| node_of[numbers[&(target, out)] as usize]).collect()
            })
            .collect();
        let copies = Rows::new(cfg.block_count(), || {
            nodes.iter().map(|(node, data)| (data.block.index(), node))
        });
        let block_loops = LoopForest::new(f, cfg, &Dominators::new(f, cfg));
        let shape = shape(&rows);
        let cfg = Cfg::new(&shape);
        let loops = LoopForest::new(&shape, &cfg, &Dominators::new(&shape, &cfg));
        Ok(SplitGraph { nodes, sets, copies, shape, cfg, loops, block_loops })
    }

    /// Where the function starts.
    pub fn entry(&self) -> Node {
        Node::from_u32(0)
    }

    /// The variables that are kept constant where a node is entered.
    pub fn kept(&self, node: Node) -> &BitSet {
        self.sets.get(self.nodes[node].kept)
    }

    /// The copies of a block.
    pub fn copies(&self, block: Block) -> &[Node] {
        self.copies.row(block.index())
    }

    /// The successors of a node, in the order of its block's targets; none where specialized code is left.
    pub fn succs(&self, node: Node) -> impl ExactSizeIterator<Item = Node> + '_ {
        self.cfg.succs(as_block(node)).iter().map(|&block| as_node(block))
    }

    /// The edges that arrive at a node: the node that each leaves, and which target it is.
    pub fn preds(&self, node: Node) -> impl ExactSizeIterator<Item = (Node, u32)> + '_ {
        self.cfg.preds(as_block(node)).iter().map(|edge| (as_node(edge.from), edge.nth))
    }

    /// Whether the node is the header of a loop, or one of the entries of an irreducible cycle.
    pub fn is_loop_head(&self, node: Node) -> bool {
        let block = as_block(node);
        let region = self.loops.region(block);
        self.loops.is_header(block)
            || region.is_some_and(|region| self.loops.region_entries(region).contains(&block))
    }

    /// The nodes in reverse postorder.
    pub fn order(&self) -> impl Iterator<Item = Node> + '_ {
        self.cfg.rpo.iter().map(|&block| as_node(block))
    }

    /// The edge of the function that an edge of a node is a copy of.
    pub fn edge(&self, node: Node, nth: u32) -> Edge {
        Edge { from: self.nodes[node].block, nth }
    }

    /// The name of a node in texts: the block, and which copy of it where there are several.
    pub fn name(&self, node: Node) -> String {
        let SplitNodeData { block, copy, .. } = self.nodes[node];
        if self.copies(block).len() > 1 { format!("{block}.{copy}") } else { block.to_string() }
    }
}

/// A node as a block of [`SplitGraph::shape`].
pub(crate) fn as_block(node: Node) -> Block {
    Block::from_u32(node.as_u32())
}

/// A block of [`SplitGraph::shape`] as a node.
pub(crate) fn as_node(block: Block) -> Node {
    Node::from_u32(block.as_u32())
}

/// A function without instructions (but one), whose blocks have these successors.
fn shape(rows: &[Vec<Node>]) -> Function {
    let mut shape = Function::new(TypeId::from_u32(0), &[], &[]);
    for _ in 1..rows.len() {
        shape.add_block();
    }
    let zero = Op::I32Const { value: 0 };
    let inst = shape.append(shape.entry, zero, &[], &[ValType::I32], SourceLoc::default());
    let index = shape.result(inst).expect("a constant has a result");
    let call = |&to: &Node| BlockCall { block: as_block(to), args: ValueList::new(), weight: 0 };
    for (n, row) in rows.iter().enumerate() {
        shape.blocks[Block::from_u32(n as u32)].term = match row.as_slice() {
            [] => Terminator::Return(ValueList::new()),
            [to] => Terminator::Jump(call(to)),
            [targets @ .., default] => Terminator::BrTable {
                index,
                targets: targets.iter().map(call).collect(),
                default: call(default),
            },
        };
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::function;

    /// The nodes by name, each with how many variables are kept at its entry.
    fn nodes(text: &str) -> String {
        let (_, f) = function(text);
        let cfg = Cfg::new(&f);
        let vars = Variables::new(&f, &cfg).expect("no conflict");
        let graph = SplitGraph::new(&f, &cfg, &vars, &Config::default()).expect("a small graph");
        let node = |node: Node| format!("{}:{}", graph.name(node), graph.kept(node).iter().count());
        graph.nodes.keys().map(node).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_merge_of_different_sets_is_split_until_they_are_equal() {
        let text = "(i32, i32) -> (i32) {
          b0(v0: i32, v1: i32):
            br_if v0, b1, b2
          b1:
            v2 = keep_const cache eager v1
            jump b3
          b2:
            jump b3
          b3:
            br_if v0, b4, b5
          b4:
            v3 = unkeep_const v1
            jump b6
          b5:
            jump b6
          b6:
            return v1
          }";
        assert_eq!(
            nodes(text),
            "b0:0 b2:0 b1:0 b3.0:1 b3.1:0 b5.0:1 b5.1:0 b4.0:1 b4.1:0 b6.0:0 b6.1:1"
        );
    }

    #[test]
    fn equal_sets_are_not_split() {
        let text = "(i32, i32) -> (i32) {
          b0(v0: i32, v1: i32):
            br_if v0, b1, b2
          b1:
            v2 = keep_const cache eager v1
            jump b3
          b2:
            v3 = keep_const cache eager v1
            jump b3
          b3:
            return v1
          }";
        assert_eq!(nodes(text), "b0:0 b2:0 b1:0 b3:1");
    }
}
