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

    /// Whether there was a step, and it changed nothing but the order of nodes.
    pub fn are_none(self, nodes: &[Node]) -> bool {
        let mut users = nodes.iter().copied().map(Some).chain([None]);
        self.before.is_some() && users.all(|user| self.origins_of_changed(user).is_none())
    }

    /// Of all nodes those that were changed, the origins of their edges and the nodes around these, as far as they fit
    /// in a drawing. `None` if there is no change that fits.
    pub fn shown(self, nodes: &[Node]) -> Option<FxHashSet<Node>> {
        let all: FxHashSet<Node> = nodes.iter().copied().collect();
        let mut shown: FxHashSet<Node> = FxHashSet::default();
        // Any argument of the root region may be used, and its results are a node.
        let mut room = MOST_NODES.checked_sub(self.graph.args(self.graph.root).len() + 1)?;
        let mut any = false;
        for user in nodes.iter().copied().map(Some).chain([None]) {
            let Some(origins) = self.origins_of_changed(user) else { continue };
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
            user.into_iter().for_each(&mut add);
            // The node of a former origin may be gone.
            let origins = origins.into_iter().filter_map(|origin| self.graph.node_of(origin));
            origins.filter(|node| all.contains(node)).for_each(add);
            let regions = new.iter().flat_map(|&node| self.graph.subregions(node));
            let inside: usize = regions.map(|&region| 1 + self.graph.args(region).len()).sum();
            if let Some(left) = room.checked_sub(new.len() + inside) {
                (room, any) = (left, true);
                shown.extend(new);
            }
        }
        any.then_some(shown)
    }

    /// The origins to show with a node (or with the results of the function) if it was changed: those of all its edges
    /// if it is new or was moved, else the new and the former ones of edges that were redirected.
    fn origins_of_changed(self, user: Option<Node>) -> Option<Vec<Output>> {
        let is_other = user.is_some_and(|node| self.is_new(node) || self.home(node).is_some());
        let mut origins = Vec::new();
        for input in inputs(self.graph, user) {
            let former = self.former(input);
            if is_other || former.is_some() {
                origins.push(self.graph.inputs[input].origin);
            }
            origins.extend(former);
        }
        (is_other || !origins.is_empty()).then_some(origins)
    }
}

/// The inputs of a node and the results of its regions, or the results of the function.
pub(super) fn inputs(graph: &Graph, user: Option<Node>) -> impl Iterator<Item = Input> + '_ {
    let (own, regions) = match user {
        Some(node) => (graph.inputs(node), graph.subregions(node)),
        None => (&[][..], std::slice::from_ref(&graph.root)),
    };
    let results = regions.iter().flat_map(|&region| graph.results(region));
    own.iter().chain(results).copied()
}
