//! Duplication of a node into the alternatives of different conditionals: where that is no more often in
//! sum, or, of a single operator whose operands are at hand, where it takes fewer operators.

use super::{Anchor, MAX_FREQUENCY_RATIO, Motion, Use};
use crate::code_motion::dependences::{Dependences, Freedom};
use crate::rvsdg::graph::{Def, Kind, Node, Output, Region};
use invar_rules::is_constant;

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
        let pays = if one_conditional {
            sum < MAX_FREQUENCY_RATIO * once
        } else {
            sum <= once * (1.0 + 1e-9) || self.is_cheaper_twice(node, &groups, once, sum)
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
        if cheap {
            self.moved.rematerialized += copies as u64;
        } else {
            self.copies -= copies;
            self.moved.duplicated += copies as u64;
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

    /// Whether fewer operators are executed if a node is computed in each of its alternatives, though that
    /// is more often: a value that is computed in front of them is assigned to a local, and read where it is
    /// used. Only where it is known how often the alternatives are taken (branch hints, a profile), and if
    /// the operands are in locals in any case.
    fn is_cheaper_twice(
        &self,
        node: Node,
        groups: &[(Region, Region, Vec<Use>)],
        once: f64,
        sum: f64,
    ) -> bool {
        let graph = &*self.graph;
        let is_known = |region: Region| {
            let gamma = graph.regions[region].parent.expand();
            gamma.is_some_and(|node| match &graph.nodes[node].kind {
                Kind::Gamma(gamma) => gamma.weights.iter().any(|&weight| weight > 0),
                _ => false,
            })
        };
        let is_at_hand = |origin: Output| match graph.kind_of(origin) {
            Some(Kind::Op(op)) if is_constant(op) => true,
            Some(_) => graph.uses(origin).nth(1).is_some(),
            None => true,
        };
        let operators = 1.0 + graph.origins(node).len() as f64;
        groups.iter().all(|group| is_known(group.0) && group.2.len() == 1)
            && graph.outputs(node).len() == 1
            && graph.origins(node).all(is_at_hand)
            && operators * sum <= (operators + 1.0) * once + sum
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
