//! What a step changed in a graph: a comparison with the graph before it.

use super::MOST_NODES;
use crate::rvsdg::graph::{Graph, Input, Node, Output, Region};
use rustc_hash::FxHashSet;

/// A graph, and the same one before a step.
#[derive(Clone, Copy)]
pub(super) struct Changes<'a> {
    pub graph: &'a Graph,
    /// `None` if there was no step.
    pub before: Option<&'a Graph>,
}

impl Changes<'_> {
    /// The former origin of an edge that was redirected.
    pub fn former(self, input: Input) -> Option<Output> {
        let origin = self.before?.inputs.get(input)?.origin;
        (origin != self.graph.inputs[input].origin).then_some(origin)
    }

    /// The former region of a node that was moved.
    pub fn home(self, node: Node) -> Option<Region> {
        let home = self.before?.nodes.get(node)?.region;
        (home != self.graph.nodes[node].region).then_some(home)
    }

    /// Whether a node was added.
    pub fn is_new(self, node: Node) -> bool {
        self.before.is_some_and(|before| !before.nodes.is_valid(node))
    }

    /// Of all nodes those that were changed, the origins of their edges and the nodes around these, as far as they fit
    /// in a drawing.
    pub fn shown(self, nodes: &[Node]) -> FxHashSet<Node> {
        let all: FxHashSet<Node> = nodes.iter().copied().collect();
        let (mut shown, mut room) = (FxHashSet::default(), MOST_NODES);
        // Of the arguments of the root region only those that are used are drawn.
        let mut arguments: FxHashSet<Output> = FxHashSet::default();
        for &node in nodes {
            let Some(origins) = self.origins_of_changed(node) else { continue };
            let mut new = Vec::new();
            let mut add = |node: Node| {
                let mut at = Some(node);
                while let Some(node) = at.filter(|node| !shown.contains(node)) {
                    if new.contains(&node) {
                        break;
                    }
                    new.push(node);
                    at = self.graph.regions[self.graph.nodes[node].region].parent.expand();
                }
            };
            add(node);
            let mut wanted = 0;
            for origin in origins {
                match self.graph.node_of(origin) {
                    // The node of a former origin may be gone.
                    Some(node) if all.contains(&node) => add(node),
                    None if arguments.insert(origin) => wanted += 1,
                    _ => {}
                }
            }
            let regions = new.iter().flat_map(|&node| self.graph.subregions(node));
            let inside: usize = regions.map(|&region| 1 + self.graph.args(region).len()).sum();
            if let Some(left) = room.checked_sub(wanted + new.len() + inside) {
                room = left;
                shown.extend(new);
            }
        }
        shown
    }

    /// The origins to show with a node if it was changed: those of all its edges if it is new or was moved, else the new
    /// and the former ones of edges that were redirected, to it or to the results of its regions.
    fn origins_of_changed(self, node: Node) -> Option<Vec<Output>> {
        let is_other = self.is_new(node) || self.home(node).is_some();
        let mut origins = Vec::new();
        for input in inputs(self.graph, node) {
            let former = self.former(input);
            if is_other || former.is_some() {
                origins.push(self.graph.inputs[input].origin);
            }
            origins.extend(former);
        }
        (is_other || !origins.is_empty()).then_some(origins)
    }
}

/// The inputs of a node, and the results of its regions.
pub(super) fn inputs(graph: &Graph, node: Node) -> impl Iterator<Item = Input> + '_ {
    let results = graph.subregions(node).iter().flat_map(|&region| graph.results(region));
    graph.inputs(node).iter().chain(results).copied()
}
