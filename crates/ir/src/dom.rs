//! Dominators.
//!
//! A node dominates another if each path from the root to the other passes it. The tree is
//! computed with the algorithm of Lengauer and Tarjan (*A fast algorithm for finding dominators in
//! a flowgraph*, 1979) in its simple form, path compression without balanced linking, the walk up
//! for compression on an explicit stack. It was preferred to Semi-NCA (Georgiadis, 2005), which
//! differs in its last step only, and to iteration (Cooper, Harvey and Kennedy), since both are
//! quadratic in the worst case.
//!
//! [`DomTree`] works on any [`FlowGraph`]; post-dominators use it on the reversed graph.
//! [`Dominators`] is the tree of a function's blocks.
//!
//! Cost: O(m log n) for n nodes and m edges; a query is O(1). A snapshot: it is not updated when the
//! function changes.

use crate::cfg::{Cfg, FlowGraph, NONE, Rows, depth_first};
use crate::{Block, Function};

/// The dominator tree of a graph of numbered nodes.
#[derive(Clone, Debug)]
pub struct DomTree {
    idom: Vec<u32>,
    /// Position of a node in `preorder`; `NONE` if the root does not reach it.
    number: Vec<u32>,
    /// The position of the last node below a node, plus one.
    end: Vec<u32>,
    preorder: Vec<u32>,
    children: Rows<u32>,
}

impl DomTree {
    /// Computes the dominators of all nodes that `root` reaches.
    pub fn new(graph: &impl FlowGraph, root: u32) -> Self {
        let walk = depth_first(graph, root);
        let nodes = graph.nodes();
        let reached = walk.preorder.len();
        let mut position = vec![NONE; nodes];
        for (at, &node) in walk.preorder.iter().enumerate() {
            position[node as usize] = at as u32;
        }
        let by_position = immediate_dominators(graph, &walk.preorder, &walk.parent, &position);
        let mut idom = vec![NONE; nodes];
        for at in 1..reached {
            idom[walk.preorder[at] as usize] = walk.preorder[by_position[at] as usize];
        }

        // Subtree sizes, children before parents; a dominator precedes in any preorder.
        let mut end = vec![0u32; nodes];
        for &node in walk.preorder.iter().rev() {
            end[node as usize] += 1;
            if node != root {
                end[idom[node as usize] as usize] += end[node as usize];
            }
        }
        // Positions in the tree, parents before children, children in reverse postorder.
        let order = || walk.postorder.iter().rev().copied();
        let mut number = vec![NONE; nodes];
        let mut next = vec![0u32; nodes];
        let mut preorder = vec![root; reached];
        for node in order() {
            let at = node as usize;
            if node == root {
                number[at] = 0;
            } else {
                let parent = idom[at] as usize;
                number[at] = next[parent];
                next[parent] += end[at];
            }
            next[at] = number[at] + 1;
            end[at] += number[at];
            preorder[number[at] as usize] = node;
        }
        let children = Rows::new(nodes, || {
            order().filter(|&node| node != root).map(|node| (idom[node as usize] as usize, node))
        });
        DomTree { idom, number, end, preorder, children }
    }

    /// The immediate dominator of a node; `None` for the root and for unreachable nodes.
    pub fn idom(&self, node: u32) -> Option<u32> {
        let idom = self.idom[node as usize];
        (idom != NONE).then_some(idom)
    }

    /// Whether `a` dominates `b`; each node dominates itself. False if the root does not reach
    /// one of them, and `a` is not `b`.
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        let number = self.number[b as usize];
        a == b
            || (number != NONE
                && self.number[a as usize] <= number
                && number < self.end[a as usize])
    }

    /// The nodes that a node dominates immediately, in reverse postorder.
    pub fn children(&self, node: u32) -> &[u32] {
        self.children.row(node as usize)
    }

    /// The child of `node` that is or dominates `below`, which `node` strictly dominates.
    /// Cost: O(log children).
    pub fn child_towards(&self, node: u32, below: u32) -> u32 {
        debug_assert!(node != below && self.dominates(node, below));
        let children = self.children(node);
        let number = self.number[below as usize];
        // Numbers of children are ascending.
        let after = children.partition_point(|&child| self.number[child as usize] <= number);
        children[after - 1]
    }

    /// The nodes, parents before children; the nodes below one follow it directly.
    pub fn preorder(&self) -> &[u32] {
        &self.preorder
    }
}

/// The algorithm of Lengauer and Tarjan. All numbers, also those of the result, are positions in
/// `preorder`; the root's entry is 0.
fn immediate_dominators(
    graph: &impl FlowGraph,
    preorder: &[u32],
    parent: &[u32],
    position: &[u32],
) -> Vec<u32> {
    let reached = preorder.len();
    let mut semi: Vec<u32> = (0..reached as u32).collect();
    let mut label = semi.clone();
    let mut idom = vec![0u32; reached];
    // The forest: nodes at `linked` and above hang below `ancestor`, initially their parent.
    let mut ancestor = parent.to_vec();
    // Lists of the nodes that have the same semidominator.
    let mut bucket = vec![NONE; reached];
    let mut bucket_next = vec![NONE; reached];
    let mut path = Vec::new();

    // The node of least semidominator on the way from `node` up to below its tree's root.
    let mut eval = |node: u32, linked: u32, label: &mut [u32], semi: &[u32]| -> u32 {
        let mut at = node;
        while ancestor[at as usize] >= linked {
            path.push(at);
            at = ancestor[at as usize];
        }
        let root = ancestor[at as usize];
        let mut best = label[at as usize];
        while let Some(below) = path.pop() {
            let below = below as usize;
            ancestor[below] = root;
            if semi[best as usize] < semi[label[below] as usize] {
                label[below] = best;
            } else {
                best = label[below];
            }
        }
        label[node as usize]
    };

    for at in (1..reached as u32).rev() {
        let node = at as usize;
        for pred in graph.preds(preorder[node]) {
            let pred = position[pred as usize];
            if pred != NONE {
                let best = eval(pred, at + 1, &mut label, &semi);
                semi[node] = semi[node].min(semi[best as usize]);
            }
        }
        let list = semi[node] as usize;
        bucket_next[node] = bucket[list];
        bucket[list] = at;
        // `at` is now linked below its parent: the nodes in the parent's bucket can be resolved.
        let above = parent[node];
        let mut member = std::mem::replace(&mut bucket[above as usize], NONE);
        while member != NONE {
            let best = eval(member, at, &mut label, &semi);
            let member_at = member as usize;
            idom[member_at] = if semi[best as usize] < semi[member_at] { best } else { above };
            member = bucket_next[member_at];
        }
    }
    for at in 1..reached {
        if idom[at] != semi[at] {
            idom[at] = idom[idom[at] as usize];
        }
    }
    idom
}

/// The dominator tree of a function's blocks.
#[derive(Clone, Debug)]
pub struct Dominators {
    tree: DomTree,
}

impl Dominators {
    /// Computes the dominators of reachable blocks.
    pub fn new(function: &Function, cfg: &Cfg) -> Self {
        Dominators { tree: DomTree::new(cfg, function.entry.as_u32()) }
    }

    /// The immediate dominator of a block; `None` for the entry and unreachable blocks.
    pub fn idom(&self, block: Block) -> Option<Block> {
        self.tree.idom(block.as_u32()).map(Block::from_u32)
    }

    /// Whether `a` dominates `b`; each block dominates itself. False if one is unreachable and
    /// they differ.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        self.tree.dominates(a.as_u32(), b.as_u32())
    }

    /// Whether `a` dominates `b` and is not `b`.
    pub fn strictly_dominates(&self, a: Block, b: Block) -> bool {
        a != b && self.dominates(a, b)
    }

    /// The blocks that a block dominates immediately, in reverse postorder.
    pub fn children(&self, block: Block) -> impl ExactSizeIterator<Item = Block> + '_ {
        self.tree.children(block.as_u32()).iter().map(|&node| Block::from_u32(node))
    }

    /// The block that `block` dominates immediately and that is or dominates `below`, which
    /// `block` strictly dominates. Cost: O(log children).
    pub fn child_towards(&self, block: Block, below: Block) -> Block {
        Block::from_u32(self.tree.child_towards(block.as_u32(), below.as_u32()))
    }

    /// The reachable blocks, each after its dominators; the blocks below one follow it directly.
    pub fn preorder(&self) -> impl DoubleEndedIterator<Item = Block> + ExactSizeIterator + '_ {
        self.tree.preorder().iter().map(|&node| Block::from_u32(node))
    }

    /// The tree on numbers of blocks.
    pub fn tree(&self) -> &DomTree {
        &self.tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::{DirectedGraph, Edge};
    use crate::testing::{Rng, chain, fan, function_of, ladder, nest, random_function};

    /// The definition: a node dominates the nodes that the root does not reach without it.
    fn naive(graph: &impl DirectedGraph, root: u32) -> Vec<Vec<bool>> {
        let nodes = graph.nodes();
        let reached = |without: Option<u32>| {
            let mut seen = vec![false; nodes];
            let mut work = vec![root];
            while let Some(node) = work.pop() {
                if Some(node) == without || std::mem::replace(&mut seen[node as usize], true) {
                    continue;
                }
                work.extend((0..).map_while(|nth| graph.succ(node, nth)));
            }
            seen
        };
        let all = reached(None);
        (0..nodes as u32)
            .map(|a| {
                let rest = reached(Some(a));
                (0..nodes)
                    .map(|b| a as usize == b || (all[a as usize] && all[b] && !rest[b]))
                    .collect()
            })
            .collect()
    }

    #[test]
    fn random_graphs_agree_with_the_definition() {
        for seed in 0..4000 {
            let function = random_function(&mut Rng::new(seed), 40);
            let cfg = Cfg::new(&function);
            let doms = Dominators::new(&function, &cfg);
            let expected = naive(&cfg, 0);
            for a in function.blocks.keys() {
                let (above, below): (Vec<Block>, Vec<Block>) =
                    (doms.idom(a).into_iter().collect(), doms.children(a).collect());
                for b in function.blocks.keys() {
                    let dominates = expected[a.as_u32() as usize][b.as_u32() as usize];
                    assert_eq!(doms.dominates(a, b), dominates, "seed {seed}: {a} {b}");
                }
                assert!(above.iter().all(|&b| doms.strictly_dominates(b, a)));
                assert!(below.iter().all(|&b| doms.idom(b) == Some(a)));
                assert!(below.is_sorted_by_key(|&b| cfg.rpo_number[b]));
                // The immediate dominator is the closest: all other dominators dominate it.
                for b in function.blocks.keys().filter(|&b| doms.strictly_dominates(b, a)) {
                    assert!(doms.dominates(b, above[0]));
                }
            }
            assert_eq!(doms.preorder().count(), cfg.rpo.len());
        }
    }

    #[test]
    fn a_diamond() {
        let function = function_of(&[&[1, 2][..], &[3], &[3], &[], &[3]]);
        let cfg = Cfg::new(&function);
        let doms = Dominators::new(&function, &cfg);
        let block = Block::from_u32;
        assert_eq!(doms.idom(block(3)), Some(block(0)));
        assert_eq!(doms.children(block(0)).len(), 3);
        assert!(!doms.dominates(block(4), block(3)) && !doms.dominates(block(0), block(4)));
        assert!(doms.dominates(block(4), block(4)));
        assert_eq!(cfg.target(Edge { from: block(0), nth: 1 }), block(2));
    }

    #[test]
    fn deep_graphs_are_fast() {
        for function in [chain(200_000), nest(100_000), fan(100_000), ladder(100_000)] {
            let cfg = Cfg::new(&function);
            let doms = Dominators::new(&function, &cfg);
            assert_eq!(doms.preorder().len(), function.blocks.len());
        }
    }
}
