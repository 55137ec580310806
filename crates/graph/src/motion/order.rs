//! Puts regions that have changed in order.

use super::Motion;
use crate::deps::Dependences;
use crate::graph::{Node, Region};
use rustc_hash::{FxHashMap, FxHashSet};

impl<D: Dependences> Motion<'_, D> {
    /// Links all moved nodes where they are to be: what stayed keeps its order (a topological one,
    /// soft dependences included), what moved comes right before its first user.
    pub(super) fn put_in_order(&mut self) {
        let mut touched: FxHashSet<Region> = FxHashSet::default();
        let mut arrivals: FxHashMap<Region, Vec<Node>> = FxHashMap::default();
        for node in self.graph.nodes.keys() {
            if self.anchor[node].is_none() {
                continue;
            }
            let region = self.graph.nodes[node].region;
            touched.insert(region);
            if let Some(home) = self.home[node].filter(|&home| home != region) {
                touched.insert(home);
                arrivals.entry(region).or_default().push(node);
            }
        }
        let mut lists: Vec<(Region, Vec<Node>)> = Vec::new();
        for &region in &touched {
            let here = |&node: &Node| self.graph.nodes[node].region == region;
            let mut nodes: Vec<Node> = self.graph.nodes(region).filter(here).collect();
            nodes.extend(arrivals.remove(&region).unwrap_or_default());
            nodes.sort_by_key(|&node| match self.anchor[node] {
                Some((before, rank)) => (before, false, rank),
                None => (self.number[node], true, 0),
            });
            lists.push((region, nodes));
        }
        for (region, nodes) in lists {
            self.graph.set_nodes(region, &nodes);
        }
        if self.moved.hoisted > 0 {
            self.graph.renew_depths();
        }
    }
}
