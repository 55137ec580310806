//! The control-flow graph (predecessors, successors, reverse postorder), and the graph traversals that
//! the other analyses are built on.
//!
//! [`Cfg`] is two arrays of edges in compressed sparse rows, and the reverse postorder of the reachable
//! blocks. Edges are entities: the n-th target of a block's terminator, in the order of
//! [`Terminator::targets`](crate::Terminator::targets), even if two of them lead to the same
//! block. [`Cfg::edge_index`] numbers them densely, for side tables.
//!
//! [`depth_first`] and [`strongly_connected`] (Tarjan, *Depth-first search and linear graph
//! algorithms*, 1972) work on any [`DirectedGraph`] of numbered nodes, without recursion.
//!
//! Cost: linear in blocks and edges. A `Cfg` is a snapshot: it is not updated when the function changes.

use crate::{Block, Function};
use cranelift_entity::{EntityRef, SecondaryMap};

/// The absence of a node.
pub(crate) const NONE: u32 = u32::MAX;

/// A graph of nodes `0..nodes()`, for the shared graph algorithms.
pub trait DirectedGraph {
    /// The number of nodes.
    fn nodes(&self) -> usize;
    /// The n-th successor of a node, `None` past the last.
    fn succ(&self, node: u32, nth: u32) -> Option<u32>;
}

/// A [`DirectedGraph`] with predecessors.
pub trait FlowGraph: DirectedGraph {
    /// The predecessors of a node, once per edge.
    fn preds(&self, node: u32) -> impl Iterator<Item = u32>;
}

/// The result of a depth-first search from one node.
#[derive(Clone, Debug, Default)]
pub struct DepthFirst {
    /// The reached nodes in preorder.
    pub preorder: Vec<u32>,
    /// For each of `preorder`, the position in it of the node it was reached from; the root: 0.
    pub parent: Vec<u32>,
    /// The reached nodes in postorder.
    pub postorder: Vec<u32>,
}

/// Searches a graph depth first from `root`, successors in their order.
pub fn depth_first(graph: &impl DirectedGraph, root: u32) -> DepthFirst {
    let mut seen = vec![false; graph.nodes()];
    let mut walk = DepthFirst::default();
    // (node, its position in preorder, the next successor to look at)
    let mut stack = vec![(root, 0u32, 0u32)];
    seen[root as usize] = true;
    walk.preorder.push(root);
    walk.parent.push(0);
    while let Some((node, position, nth)) = stack.last_mut() {
        let Some(next) = graph.succ(*node, *nth) else {
            walk.postorder.push(*node);
            stack.pop();
            continue;
        };
        *nth += 1;
        if !std::mem::replace(&mut seen[next as usize], true) {
            let parent = *position;
            stack.push((next, walk.preorder.len() as u32, 0));
            walk.preorder.push(next);
            walk.parent.push(parent);
        }
    }
    walk
}

/// The strongly connected components of a graph: for each node its component, and the number of
/// components. A component has a smaller number than its predecessors.
pub fn strongly_connected(graph: &impl DirectedGraph) -> (Vec<u32>, u32) {
    let nodes = graph.nodes();
    let mut component = vec![NONE; nodes];
    let mut low = vec![NONE; nodes];
    let (mut next_number, mut components) = (0u32, 0u32);
    let mut open: Vec<u32> = Vec::new();
    // (node, its number, the next successor to look at)
    let mut stack: Vec<(u32, u32, u32)> = Vec::new();
    for root in 0..nodes as u32 {
        if low[root as usize] != NONE {
            continue;
        }
        stack.push((root, next_number, 0));
        while let Some((node, number, nth)) = stack.last_mut() {
            let (at, number) = (*node as usize, *number);
            if *nth == 0 {
                low[at] = number;
                next_number += 1;
                open.push(*node);
            }
            if let Some(next) = graph.succ(*node, *nth) {
                *nth += 1;
                if low[next as usize] == NONE {
                    stack.push((next, next_number, 0));
                } else if component[next as usize] == NONE {
                    low[at] = low[at].min(low[next as usize]);
                }
                continue;
            }
            stack.pop();
            if low[at] == number {
                while let Some(member) = open.pop() {
                    component[member as usize] = components;
                    if member as usize == at {
                        break;
                    }
                }
                components += 1;
            }
            if let Some((parent, ..)) = stack.last() {
                let parent = *parent as usize;
                low[parent] = low[parent].min(low[at]);
            }
        }
    }
    (component, components)
}

/// Rows of different lengths in one array (compressed sparse rows).
#[derive(Clone, Debug)]
pub struct Rows<T> {
    start: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Rows { start: Vec::new(), items: Vec::new() }
    }
}

impl<T: Copy> Rows<T> {
    /// Distributes items to `rows` rows; within a row they keep their order. `items` is iterated twice.
    pub fn new<I: Iterator<Item = (usize, T)>>(rows: usize, items: impl Fn() -> I) -> Self {
        let mut start = vec![0u32; rows + 1];
        let mut sample = None;
        // `for_each` is much faster on nested iterators than a `for` loop.
        items().for_each(|(row, item)| {
            start[row + 1] += 1;
            sample.get_or_insert(item);
        });
        for row in 0..rows {
            start[row + 1] += start[row];
        }
        let mut next = start.clone();
        let mut out = match sample {
            Some(item) => vec![item; start[rows] as usize],
            None => Vec::new(),
        };
        items().for_each(|(row, item)| {
            out[next[row] as usize] = item;
            next[row] += 1;
        });
        Rows { start, items: out }
    }

    /// The items of a row; none for a row that does not exist.
    pub fn row(&self, row: usize) -> &[T] {
        if row + 1 >= self.start.len() {
            return &[];
        }
        &self.items[self.start[row] as usize..self.start[row + 1] as usize]
    }

    /// The position of the first item of a row among all items.
    pub fn start(&self, row: usize) -> usize {
        self.start[row] as usize
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.start.len().saturating_sub(1)
    }

    /// The number of items in all rows.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether all rows are empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

/// An edge of the control-flow graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// The block it leaves.
    pub from: Block,
    /// Which of its terminator's targets it is.
    pub nth: u32,
}

/// The edges of a function's control-flow graph and the reverse postorder of its blocks.
///
/// Edges from unreachable blocks are included; see [`Cfg::is_reachable`] and
/// [`Cfg::reachable_preds`].
#[derive(Clone, Debug)]
pub struct Cfg {
    succs: Rows<Block>,
    preds: Rows<Edge>,
    /// The reachable blocks in reverse postorder: a block comes before its successors, except along
    /// retreating edges.
    pub rpo: Vec<Block>,
    /// The position of each block in `rpo`; `u32::MAX` for unreachable ones.
    pub rpo_number: SecondaryMap<Block, u32>,
}

impl Cfg {
    /// The graph of a function as it is now.
    pub fn new(function: &Function) -> Self {
        let blocks = function.blocks.len();
        let mut succs = Rows { start: Vec::with_capacity(blocks + 1), items: Vec::new() };
        succs.start.push(0);
        for data in function.blocks.values() {
            data.term.targets().for_each(|call| succs.items.push(call.block));
            succs.start.push(succs.items.len() as u32);
        }
        let preds = Rows::new(blocks, || {
            function.blocks.keys().flat_map(|from| {
                let row = succs.row(from.index()).iter().enumerate();
                row.map(move |(nth, to)| (to.index(), Edge { from, nth: nth as u32 }))
            })
        });
        let mut cfg =
            Cfg { succs, preds, rpo: Vec::new(), rpo_number: SecondaryMap::with_default(NONE) };
        let walk = depth_first(&cfg, function.entry.as_u32());
        cfg.rpo = walk.postorder.iter().rev().map(|&node| Block::from_u32(node)).collect();
        cfg.rpo_number.resize(blocks);
        for (number, &block) in cfg.rpo.iter().enumerate() {
            cfg.rpo_number[block] = number as u32;
        }
        cfg
    }

    /// Whether this is the graph of a function as it is now. Cost: linear.
    pub fn is_of(&self, function: &Function) -> bool {
        self.succs.rows() == function.blocks.len()
            && self.rpo.first() == Some(&function.entry)
            && function.blocks.iter().all(|(block, data)| {
                let targets = data.term.targets().map(|call| &call.block);
                targets.eq(self.succs(block))
            })
    }

    /// The blocks that a block branches to, one per edge, in the order of its targets.
    pub fn succs(&self, block: Block) -> &[Block] {
        self.succs.row(block.index())
    }

    /// The edges into a block, ordered by their source.
    pub fn preds(&self, block: Block) -> &[Edge] {
        self.preds.row(block.index())
    }

    /// The edges into a block from reachable blocks.
    pub fn reachable_preds(&self, block: Block) -> impl Iterator<Item = Edge> + '_ {
        self.preds(block).iter().copied().filter(|edge| self.is_reachable(edge.from))
    }

    /// The edges that leave a block.
    pub fn out_edges(&self, block: Block) -> impl ExactSizeIterator<Item = Edge> + use<> {
        (0..self.succs(block).len() as u32).map(move |nth| Edge { from: block, nth })
    }

    /// The target of an edge.
    pub fn target(&self, edge: Edge) -> Block {
        self.succs(edge.from)[edge.nth as usize]
    }

    /// A dense number of an edge, below [`Cfg::edge_count`].
    pub fn edge_index(&self, edge: Edge) -> usize {
        self.succs.start(edge.from.index()) + edge.nth as usize
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.succs.len()
    }

    /// The number of blocks, unreachable and dead ones included.
    pub fn block_count(&self) -> usize {
        self.succs.rows()
    }

    /// Whether the entry reaches a block.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.rpo_number[block] != NONE
    }

    /// Whether the target of an edge does not come later in `rpo` than its source. Each cycle has such an
    /// edge.
    pub fn is_retreating(&self, edge: Edge) -> bool {
        self.rpo_number[self.target(edge)] <= self.rpo_number[edge.from]
    }

    /// Whether there is a cycle of reachable blocks. Linear.
    pub fn has_cycle(&self) -> bool {
        self.rpo.iter().any(|&block| self.out_edges(block).any(|edge| self.is_retreating(edge)))
    }
}

impl DirectedGraph for Cfg {
    fn nodes(&self) -> usize {
        self.succs.rows()
    }
    fn succ(&self, node: u32, nth: u32) -> Option<u32> {
        self.succs.row(node as usize).get(nth as usize).map(|block| block.as_u32())
    }
}

impl FlowGraph for Cfg {
    fn preds(&self, node: u32) -> impl Iterator<Item = u32> {
        self.preds.row(node as usize).iter().map(|edge| edge.from.as_u32())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn edges_are_counted_once_each() {
        let function = function_of(&[&[1, 1, 2][..], &[2], &[], &[2]]);
        let cfg = Cfg::new(&function);
        let block = Block::from_u32;
        assert_eq!(cfg.succs(block(0)), [block(1), block(1), block(2)]);
        let edge = |from, nth| Edge { from: block(from), nth };
        assert_eq!(cfg.preds(block(1)), [edge(0, 0), edge(0, 1)]);
        assert_eq!(cfg.preds(block(2)), [edge(0, 2), edge(1, 0), edge(3, 0)]);
        assert_eq!(cfg.reachable_preds(block(2)).count(), 2);
        assert_eq!(cfg.rpo, [block(0), block(1), block(2)]);
        assert!(!cfg.is_reachable(block(3)));
        assert_eq!(cfg.edge_count(), 5);
        assert_eq!(cfg.edge_index(edge(1, 0)), 3);
    }

    #[test]
    fn components_agree_with_reachability() {
        for seed in 0..2000 {
            let cfg = Cfg::new(&random_function(&mut Rng::new(seed), 30));
            let nodes = cfg.nodes();
            let reach: Vec<Vec<bool>> = (0..nodes as u32)
                .map(|root| {
                    let mut row = vec![false; nodes];
                    for node in depth_first(&cfg, root).preorder {
                        row[node as usize] = true;
                    }
                    row
                })
                .collect();
            let (component, _) = strongly_connected(&cfg);
            for a in 0..nodes {
                for b in 0..nodes {
                    assert_eq!(component[a] == component[b], reach[a][b] && reach[b][a]);
                    assert!(!reach[a][b] || component[b] <= component[a], "successors first");
                }
            }
        }
    }

    #[test]
    fn deep_graphs_are_fast() {
        assert_eq!(Cfg::new(&chain(200_000)).rpo.len(), 200_000);
        let cfg = Cfg::new(&ladder(100_000));
        assert_eq!(strongly_connected(&cfg).1, 100_002);
    }
}
