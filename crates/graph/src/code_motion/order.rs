//! Orders the nodes of the regions that have changed.

use super::Motion;
use crate::code_motion::dependences::Dependences;
use crate::rvsdg::graph::{Node, Region};

impl<D: Dependences> Motion<'_, D> {
    /// Links all moved nodes at their places: nodes that stayed keep their order (a topological one,
    /// soft dependences included), moved ones come right before their first user.
    pub(super) fn put_in_order(&mut self) {
        let mut touched: Vec<Region> = Vec::new();
        let mut arrivals: Vec<(Region, Node)> = Vec::new();
        for node in self.graph.nodes.keys().filter(|&node| self.anchor[node].is_some()) {
            let region = self.graph.nodes[node].region;
            touched.push(region);
            if let Some(home) = self.home[node].filter(|&home| home != region) {
                touched.push(home);
                arrivals.push((region, node));
            }
        }
        touched.sort_unstable();
        touched.dedup();
        arrivals.sort_unstable();
        // All lists are read before the first is changed, since nodes move between them.
        let mut arrivals = arrivals.into_iter().peekable();
        let mut nodes: Vec<Node> = Vec::new();
        let mut ends: Vec<usize> = Vec::new();
        for &region in &touched {
            let start = nodes.len();
            let here = |&node: &Node| self.graph.nodes[node].region == region;
            nodes.extend(self.graph.nodes(region).filter(here));
            while let Some((_, node)) = arrivals.next_if(|arrival| arrival.0 == region) {
                nodes.push(node);
            }
            nodes[start..].sort_by_key(|&node| match self.anchor[node] {
                Some((before, rank)) => (before, false, rank),
                None => (self.number[node], true, 0),
            });
            ends.push(nodes.len());
        }
        let mut start = 0;
        for (region, end) in touched.into_iter().zip(ends) {
            self.graph.set_nodes(region, &nodes[start..end]);
            start = end;
        }
        if self.reshaped {
            self.graph.renew_depths();
        }
    }
}
