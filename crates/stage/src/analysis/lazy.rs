//! Lazy branches: the code behind them is made when they are first taken.
//!
//! Annotations ask for laziness at merges, and it is applied at branches. Behind an edge from which a
//! lazy merge is certain to be reached, the code up to the merge and behind it is made together; so
//! the edge itself is lazy.
//!
//! For one merge the earliest edges are those that enter its subtree of the post-dominator tree. For all merges at
//! once it is enough to find, for each node, the nearest lazy merge that post-dominates it: if that merge is certain
//! to be reached from the source of an edge already, so are those further up in the tree.
//!
//! Cost: that of the post-dominators, then linear.

use crate::analysis::merges::Merges;
use crate::analysis::run_time_constants::{Merge, Rtc};
use crate::analysis::split::{Node, SplitGraph, as_block, as_node};
use invar_analysis::PostDominators;
use invar_ir::entities::SecondaryMap;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::{Edge, Laziness};

/// The lazy edges and branches of a split graph.
#[derive(Clone, Debug)]
pub struct Lazy {
    /// For each lazy edge, as an edge of the graph's shape, the nearest merge that it is lazy for.
    edges: Vec<(Edge, Node)>,
    branch: SecondaryMap<Node, bool>,
}

/// Whether an edge is one of the earliest post-dominating edges of a merge M.
///
/// "When edge E post-dominates node p we are sure that when we follow edge E we are guaranteed to
/// pass through p later." Earliest: its source has not that property, where a source has it only
/// if M is passed strictly after it.
pub fn is_earliest_edge(
    graph: &SplitGraph,
    post: &PostDominators,
    merge: Node,
    edge: Edge,
) -> bool {
    post.block_postdominates_edge(as_block(merge), edge)
        && !post.passed_after(&graph.cfg, as_block(merge), edge.from)
}

/// The earliest post-dominating edges of all lazy merges, each with the nearest of those that it
/// is one for.
pub fn earliest_edges(
    graph: &SplitGraph,
    post: &PostDominators,
    is_lazy_merge: impl Fn(Node) -> bool,
) -> Vec<(Edge, Node)> {
    let nearest = nearest_lazy(graph, post, is_lazy_merge);
    let mut found = Vec::new();
    for from in graph.nodes.keys() {
        for edge in graph.cfg.out_edges(as_block(from)) {
            let target = as_node(graph.cfg.target(edge));
            if let Some(merge) = nearest[target].expand()
                && is_earliest_edge(graph, post, merge, edge)
            {
                found.push((edge, merge));
            }
        }
    }
    found
}

/// For each node the nearest lazy merge that post-dominates it, which may be the node itself.
fn nearest_lazy(
    graph: &SplitGraph,
    post: &PostDominators,
    is_lazy_merge: impl Fn(Node) -> bool,
) -> SecondaryMap<Node, PackedOption<Node>> {
    let mut nearest: SecondaryMap<Node, PackedOption<Node>> = SecondaryMap::new();
    let mut done = vec![false; graph.nodes.len()];
    let mut path = Vec::new();
    for start in graph.nodes.keys() {
        let mut at = Some(start);
        while let Some(node) = at.filter(|node| !done[node.as_u32() as usize]) {
            path.push(node);
            at = post.ipostdom(as_block(node)).map(as_node);
        }
        let mut above = at.and_then(|node| nearest[node].expand());
        while let Some(node) = path.pop() {
            above = if is_lazy_merge(node) { Some(node) } else { above };
            nearest[node] = above.into();
            done[node.as_u32() as usize] = true;
        }
    }
    nearest
}

/// "For each dynamic branch D: if any outgoing edge of D is marked lazy mark D as lazy, otherwise
/// as eager." None for what is no dynamic branch.
pub fn branch_laziness(
    graph: &SplitGraph,
    rtc: &Rtc,
    node: Node,
    has_lazy_edge: bool,
) -> Option<Laziness> {
    let is_dynamic = graph.succs(node).len() > 1 && !rtc.is_static_branch(node);
    is_dynamic.then_some(if has_lazy_edge { Laziness::Lazy } else { Laziness::Eager })
}

impl Lazy {
    /// Computes them.
    pub fn new(graph: &SplitGraph, rtc: &Rtc, merges: &Merges) -> Self {
        let is_lazy_merge = |node: Node| {
            rtc.merge(node) == Merge::Dynamic
                && merges.policy(node).is_some_and(|policy| policy.laziness == Laziness::Lazy)
        };
        let mut lazy = Lazy { edges: Vec::new(), branch: SecondaryMap::new() };
        if graph.nodes.keys().any(is_lazy_merge) {
            let post = PostDominators::new(&graph.shape, &graph.cfg);
            lazy.edges = earliest_edges(graph, &post, is_lazy_merge);
            for (edge, _) in &lazy.edges {
                lazy.branch[as_node(edge.from)] = true;
            }
        }
        lazy
    }

    /// The lazy edges from a node: the number of the target, and the nearest merge that it is lazy for.
    pub fn edges_of(&self, node: Node) -> impl Iterator<Item = (u32, Node)> + '_ {
        let from = self.edges.partition_point(|(edge, _)| edge.from < as_block(node));
        let of_node = move |(edge, _): &&(Edge, Node)| edge.from == as_block(node);
        self.edges[from..].iter().take_while(of_node).map(|&(edge, merge)| (edge.nth, merge))
    }

    /// The laziness of a dynamic branch: whether the code behind it is made when it is first taken, or at once.
    pub fn branch(&self, graph: &SplitGraph, rtc: &Rtc, node: Node) -> Option<Laziness> {
        branch_laziness(graph, rtc, node, self.branch[node])
    }
}
