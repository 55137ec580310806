//! Duplication of a node into the alternatives of different conditionals.

use super::{Anchor, LESS, Motion, Use};
use crate::code_motion::dependences::{Dependences, Freedom};
use crate::rvsdg::graph::{Def, Node, Output, Region};

/// The number of alternatives into which a node is copied at most.
const MOST_COPIES: usize = 8;

impl<D: Dependences> Motion<'_, D> {
    /// Copies a node into the alternatives that use it, if it is to be computed there.
    pub(super) fn duplicate(
        &mut self,
        node: Node,
        users: &[Use],
        common: Region,
        must: bool,
    ) -> bool {
        let depth = self.tree.depth(common);
        if !self.config.duplicate
            || self.copies == 0
            || users.len() < 2
            || !self.deps.soft(self.graph, node).is_empty()
        {
            return false;
        }
        // The uses, by the child of the common region that they are in.
        let mut groups: Vec<(Region, Region, Vec<Use>)> = Vec::new();
        for &used in users {
            if used.region == common {
                return false;
            }
            let child = self.tree.at_depth(used.region, depth + 1);
            match groups.iter().position(|group| group.0 == child) {
                Some(at) => {
                    let group = &mut groups[at];
                    group.1 = self.tree.common(group.1, used.region);
                    group.2.push(used);
                }
                None if groups.len() == MOST_COPIES => return false,
                None => groups.push((child, used.region, vec![used])),
            }
        }
        let parent = |region: Region| self.graph.regions[region].parent.expand();
        let first = parent(groups[0].0);
        let one_conditional = groups.iter().all(|group| parent(group.0) == first);
        let cold = groups.iter().all(|group| self.often(group.0) < self.often(common));
        if groups.len() < 2 || !cold || groups.len() - 1 > self.copies {
            return false;
        }
        let early = self.tree.depth(self.early[node].expect("it may move"));
        let best =
            |group: &(Region, Region, Vec<Use>)| self.tree.rarest(group.1, early.max(depth + 1));
        let sum: f64 = groups.iter().map(|group| self.often(best(group))).sum();
        let here = self.graph.nodes[node].region;
        let stays = if must { f64::MAX } else { self.often(here) };
        let once = self.often(self.tree.rarest(common, early)).min(stays);
        let pays = match one_conditional {
            true => sum < LESS * once,
            false => sum <= once * (1.0 + 1e-9),
        };
        let anchors = groups.iter().map(|group| self.anchor(node, best(group), &group.2));
        let Some(anchors) = anchors.collect::<Option<Vec<Anchor>>>().filter(|_| pays) else {
            return false;
        };
        let regions: Vec<Region> = groups.iter().map(best).collect();
        if !self.fuel.take() {
            return false;
        }
        let cheap = self.freedom[node] == Some(Freedom::Cheap);
        let copies = groups.len() - 1;
        match cheap {
            true => self.moved.rematerialized += copies as u64,
            false => {
                self.copies -= copies;
                self.moved.duplicated += copies as u64;
            }
        }
        for (n, group) in groups.iter().enumerate() {
            let copy = match n {
                0 => node,
                _ => self.copy(node, regions[n], &group.2),
            };
            self.go(copy, regions[n], anchors[n]);
        }
        if !cheap {
            self.applied(node, "computes an operator where it is used", |graph| {
                let [node, here] = [graph.node_text(node), graph.region_text(here)];
                let count = regions.len();
                format!("{node} moves from {here} to {count} alternatives, which use it")
            });
        }
        true
    }

    /// A copy of an operator for some of its users.
    fn copy(&mut self, node: Node, region: Region, users: &[Use]) -> Node {
        let graph = &mut *self.graph;
        let origins: Vec<Output> = graph.origins(node).collect();
        let tys: Vec<_> = graph.outputs(node).iter().map(|&output| graph.ty(output)).collect();
        let (kind, loc) = (graph.nodes[node].kind.clone(), graph.nodes[node].loc);
        let copy = graph.add_node(region, kind, &origins, &tys, loc);
        for used in users {
            let input = used.input;
            let Def::Node(_, n) = graph.outputs[graph.inputs[input].origin].def else {
                unreachable!("it is used")
            };
            let output = graph.outputs(copy)[n as usize];
            graph.divert(input, output);
        }
        self.number[copy] = self.number[node];
        copy
    }
}
