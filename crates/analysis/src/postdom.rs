//! Post-dominators of blocks and of edges.
//!
//! A node post-dominates another if each path from the other to an exit passes it. Nodes are blocks and
//! edges, so that it can be queried whether a block is certain to be executed once an edge is taken,
//! which run-time specialization uses to decide about laziness. The tree is that of [`DomTree`], on the reversed
//! graph.
//!
//! All terminators without targets are exits. A loop from which none of these can be reached gets a
//! *pseudo-exit*: each strongly connected component without outgoing edges is assumed to exit at its
//! block that comes first in reverse postorder, its head. So the head of an endless loop post-dominates
//! the blocks in the loop and before it, but is not passed *again* from the head itself.
//!
//! Cost: O(m log n); a query is O(1). As usual for post-dominance, a loop that has an exit is
//! assumed to terminate. Unreachable nodes are post-dominated by themselves only.

use cranelift_entity::{EntityRef, EntitySet};
use invar_ir::{Block, DomTree, Function};
use invar_ir::{Cfg, DirectedGraph, Edge, FlowGraph, strongly_connected};

/// The post-dominators of a function's blocks and edges.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: DomTree,
    blocks: u32,
    first_edge: Vec<u32>,
    pseudo_exits: EntitySet<Block>,
}

impl PostDominators {
    /// The post-dominators in a function as it is now.
    pub fn new(function: &Function, cfg: &Cfg) -> Self {
        let pseudo_exits = pseudo_exits(cfg);
        let is_exit = |block: Block| {
            cfg.is_reachable(block) && (cfg.succs(block).is_empty() || pseudo_exits.contains(block))
        };
        let exits = function.blocks.keys().filter(|&block| is_exit(block)).collect();
        let sources = function.blocks.keys().flat_map(|block| cfg.out_edges(block)).collect();
        let graph = Reversed { cfg, exits, edges: sources, pseudo_exits: &pseudo_exits };
        let tree = DomTree::new(&graph, graph.exit());
        let first_edge = function
            .blocks
            .keys()
            .map(|block| cfg.edge_index(Edge { from: block, nth: 0 }) as u32)
            .collect();
        let blocks = cfg.block_count() as u32;
        PostDominators { tree, blocks, first_edge, pseudo_exits }
    }

    fn edge_node(&self, edge: Edge) -> u32 {
        self.blocks + self.first_edge[edge.from.index()] + edge.nth
    }

    /// The closest other block that each path from a block to an exit passes.
    pub fn ipostdom(&self, block: Block) -> Option<Block> {
        // At most one step to the block's only edge, and one to its target.
        let mut node = self.tree.idom(block.as_u32())?;
        while node >= self.blocks {
            node = self.tree.idom(node)?;
        }
        Some(Block::from_u32(node))
    }

    /// Whether each path from `b` to an exit passes `a`; each block post-dominates itself.
    pub fn postdominates(&self, a: Block, b: Block) -> bool {
        self.tree.dominates(a.as_u32(), b.as_u32())
    }

    /// Whether a block is certain to be executed once an edge is taken.
    pub fn block_postdominates_edge(&self, block: Block, edge: Edge) -> bool {
        self.tree.dominates(block.as_u32(), self.edge_node(edge))
    }

    /// Whether `a` is certain to be executed after `b`; if they are the same block, once more.
    pub fn passed_after(&self, cfg: &Cfg, a: Block, b: Block) -> bool {
        if a != b {
            return self.postdominates(a, b);
        }
        !self.is_pseudo_exit(b)
            && !cfg.succs(b).is_empty()
            && cfg.out_edges(b).all(|edge| self.block_postdominates_edge(a, edge))
    }

    /// Whether a block is the pseudo-exit of an endless loop.
    pub fn is_pseudo_exit(&self, block: Block) -> bool {
        self.pseudo_exits.contains(block)
    }
}

/// The heads of the cyclic components without outgoing edges.
fn pseudo_exits(cfg: &Cfg) -> EntitySet<Block> {
    let (component, components) = strongly_connected(cfg);
    let of = |block: Block| component[block.index()];
    let mut left = vec![false; components as usize];
    for &block in &cfg.rpo {
        let succs = cfg.succs(block);
        left[of(block) as usize] |= succs.is_empty() || succs.iter().any(|&to| of(to) != of(block));
    }
    let mut found = EntitySet::new();
    for &block in &cfg.rpo {
        if !std::mem::replace(&mut left[of(block) as usize], true) {
            found.insert(block);
        }
    }
    found
}

/// The reversed graph: nodes are the blocks, then the edges, then one exit.
struct Reversed<'a> {
    cfg: &'a Cfg,
    exits: Vec<Block>,
    edges: Vec<Edge>,
    pseudo_exits: &'a EntitySet<Block>,
}

impl Reversed<'_> {
    fn exit(&self) -> u32 {
        (self.cfg.block_count() + self.edges.len()) as u32
    }

    fn edge_node(&self, edge: Edge) -> u32 {
        (self.cfg.block_count() + self.cfg.edge_index(edge)) as u32
    }

    fn edge(&self, node: u32) -> Option<Edge> {
        self.edges.get((node as usize).checked_sub(self.cfg.block_count())?).copied()
    }
}

impl DirectedGraph for Reversed<'_> {
    fn nodes(&self) -> usize {
        self.exit() as usize + 1
    }

    fn succ(&self, node: u32, nth: u32) -> Option<u32> {
        if let Some(edge) = self.edge(node) {
            (nth == 0).then(|| edge.from.as_u32())
        } else if node == self.exit() {
            self.exits.get(nth as usize).map(|block| block.as_u32())
        } else {
            let edge = self.cfg.preds(Block::from_u32(node)).get(nth as usize)?;
            Some(self.edge_node(*edge))
        }
    }
}

impl FlowGraph for Reversed<'_> {
    fn preds(&self, node: u32) -> impl Iterator<Item = u32> {
        let edge = self.edge(node).map(|edge| self.cfg.target(edge).as_u32());
        let block = (node < self.cfg.block_count() as u32).then(|| Block::from_u32(node));
        let exit = block
            .filter(|&block| self.cfg.succs(block).is_empty() || self.pseudo_exits.contains(block))
            .map(|_| self.exit());
        let edges = block
            .into_iter()
            .flat_map(|block| self.cfg.out_edges(block).map(|edge| self.edge_node(edge)));
        edge.into_iter().chain(exit).chain(edges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::testing::{Rng, chain, fan, function_of, ladder, nest, random_function};

    fn block(n: u32) -> Block {
        Block::from_u32(n)
    }

    fn edge(from: u32, nth: u32) -> Edge {
        Edge { from: block(from), nth }
    }

    /// Whether an exit can be reached from one node without passing another one.
    fn escapes(graph: &Reversed<'_>, from: u32, without: u32) -> bool {
        let mut seen = vec![false; graph.nodes()];
        let mut work = vec![from];
        while let Some(node) = work.pop() {
            if node != without && !std::mem::replace(&mut seen[node as usize], true) {
                work.extend(graph.preds(node));
            }
        }
        seen[graph.exit() as usize]
    }

    #[test]
    fn random_graphs_agree_with_the_definition() {
        for seed in 0..1500 {
            let function = random_function(&mut Rng::new(seed), 25);
            let cfg = Cfg::new(&function);
            let post = PostDominators::new(&function, &cfg);
            let edges: Vec<Edge> = function.blocks.keys().flat_map(|b| cfg.out_edges(b)).collect();
            let graph =
                Reversed { cfg: &cfg, exits: vec![], edges, pseudo_exits: &post.pseudo_exits };
            for &a in &cfg.rpo {
                for &b in &cfg.rpo {
                    let expected = !escapes(&graph, b.as_u32(), a.as_u32());
                    assert_eq!(post.postdominates(a, b), expected, "seed {seed}: {a} {b}");
                    let again =
                        cfg.succs(b).iter().all(|to| !escapes(&graph, to.as_u32(), a.as_u32()))
                            && !cfg.succs(b).is_empty()
                            && !post.is_pseudo_exit(b);
                    assert_eq!(
                        post.passed_after(&cfg, a, b),
                        if a == b { again } else { expected }
                    );
                }
                for &other in &graph.edges {
                    if !cfg.is_reachable(other.from) {
                        continue;
                    }
                    let node = graph.edge_node(other);
                    let certain = !escapes(&graph, node, a.as_u32());
                    assert_eq!(post.block_postdominates_edge(a, other), certain);
                }
                // Every reachable node has a path to an exit, if only to a pseudo-exit.
                assert!(escapes(&graph, a.as_u32(), u32::MAX));
                if let Some(next) = post.ipostdom(a) {
                    assert!(next != a && post.postdominates(next, a));
                }
            }
        }
    }

    #[test]
    fn the_figure_of_the_specification() {
        // 0 is d1, its left edge leads to 1 = d2, the right one to 2 = B1; 3 = B2, 4 = B3, 5 = d3,
        // 6 = M, 7 is another block. M post-dominates both edges of d2 and the left ones of d1 and
        // of d3; the earliest are those of d1 and d3.
        let function = function_of(&[&[1, 2][..], &[3, 4], &[5], &[6], &[6], &[6, 7], &[], &[]]);
        let cfg = Cfg::new(&function);
        let post = PostDominators::new(&function, &cfg);
        let merge = block(6);
        let earliest = |edge: Edge| {
            post.block_postdominates_edge(merge, edge) && !post.passed_after(&cfg, merge, edge.from)
        };
        assert!(earliest(edge(0, 0)) && earliest(edge(5, 0)));
        assert!(!earliest(edge(1, 0)) && !earliest(edge(1, 1)));
        assert!(!earliest(edge(0, 1)) && !earliest(edge(5, 1)) && !earliest(edge(3, 0)));
    }

    #[test]
    fn an_endless_loop_ends_at_its_head() {
        // A dispatch loop: 1 goes to 2, 3 or 4, all of which come back.
        let function = function_of(&[&[1][..], &[2, 3, 4], &[1], &[1], &[1]]);
        let cfg = Cfg::new(&function);
        let post = PostDominators::new(&function, &cfg);
        assert!(post.is_pseudo_exit(block(1)));
        assert!(post.postdominates(block(1), block(0)) && post.postdominates(block(1), block(3)));
        assert!(post.block_postdominates_edge(block(1), edge(1, 2)));
        assert!(!post.passed_after(&cfg, block(1), block(1)));
        assert_eq!(post.ipostdom(block(2)), Some(block(1)));
        assert_eq!(post.ipostdom(block(1)), None);
    }

    #[test]
    fn deep_graphs_are_fast() {
        for function in [chain(200_000), nest(100_000), fan(100_000), ladder(100_000)] {
            let cfg = Cfg::new(&function);
            let post = PostDominators::new(&function, &cfg);
            let last = block(function.blocks.len() as u32 - 1);
            assert!(post.postdominates(last, function.entry));
        }
    }
}
