//! Hoists pure conditionals out of loops as a whole.

use super::{LESS, Motion, Use};
use crate::code_motion::dependences::{Dependences, Freedom};
use crate::rvsdg::graph::{Kind, Node, Region, Ty, User};
use cranelift_entity::SecondaryMap;

/// The number of nodes that a conditional may contain to be moved.
const MOST_NODES: usize = 64;

impl<D: Dependences> Motion<'_, D> {
    /// Hoists gammas with free nodes only out of the loops in which they are invariant. Their match
    /// moves with them, and their operands follow.
    pub(super) fn conditionals(&mut self) {
        // Regions of gammas that have moved, with all inner ones.
        let mut moved: SecondaryMap<Region, bool> = SecondaryMap::new();
        let mut any = false;
        for n in 0..self.nodes.len() {
            let node = self.nodes[n];
            if !matches!(self.graph.nodes[node].kind, Kind::Gamma(_)) {
                continue;
            }
            let here = self.graph.nodes[node].region;
            if moved[here] {
                self.graph.subregions(node).iter().for_each(|&region| moved[region] = true);
                continue;
            }
            // Outside of loops there is nothing to gain.
            let Some(body) = self.tree.body(here) else { continue };
            let Some((depth, ready)) = self.early_gamma(node) else { continue };
            if depth >= self.tree.depth(body) {
                continue;
            }
            let limit = self.limit(here, self.tree.at_depth(here, depth), 0);
            let best = self.tree.rarest(here, limit);
            if best == here || self.often(best) >= LESS * self.often(here) {
                continue;
            }
            let input = self.graph.inputs(node)[0];
            let used = Use { input, region: here, user: User::Node(node, 0) };
            let Some((before, rank)) = self.anchor(node, best, &[used]) else { continue };
            if self.tree.depth(best) == depth && ready > before || !self.fuel.take() {
                continue;
            }
            self.take_room(here, best);
            self.scale(node, self.often(best) / self.often(here));
            let predicate = self.graph.node_of(self.graph.origin(node, 0)).expect("a match");
            self.go(node, best, (before, rank));
            self.go(predicate, best, (before, rank - 1));
            self.graph.subregions(node).iter().for_each(|&region| moved[region] = true);
            self.moved.hoisted += 1;
            self.moves(node, "hoists a conditional", here, best);
            any = true;
        }
        if any {
            self.renew_tree();
        }
    }

    /// The depth of the innermost region that binds something that a gamma depends on, and the number
    /// of the node of that region after which it is available; if the gamma contains free nodes only
    /// and all its outputs are values.
    fn early_gamma(&self, gamma: Node) -> Option<(u32, u32)> {
        let graph = &*self.graph;
        let is_value = |&output: &_| matches!(graph.ty(output), Ty::Value(_));
        let predicate = graph.node_of(graph.origin(gamma, 0))?;
        let Kind::Match(_) = graph.nodes[predicate].kind else { return None };
        let tested = graph.origin(predicate, 0);
        if !graph.outputs(gamma).iter().all(is_value)
            || graph.outputs(gamma).is_empty()
            || !is_value(&tested)
        {
            return None;
        }
        // The match moves with the gamma, so it must have no other users.
        if graph.uses(graph.outputs(predicate)[0]).nth(1).is_some() {
            return None;
        }
        let own = self.tree.depth(graph.nodes[gamma].region);
        let (mut depth, mut ready) = (self.tree.depth(self.early(tested)), self.ready(tested));
        let mut count = 0;
        let mut regions: Vec<Region> = graph.subregions(gamma).to_vec();
        while let Some(region) = regions.pop() {
            if !graph.args(region).is_empty() {
                return None;
            }
            let mut see = |origin| {
                let early = self.tree.depth(self.early(origin));
                if early <= own && early >= depth {
                    let others = if early > depth { 0 } else { ready };
                    (depth, ready) = (early, others.max(self.ready(origin)));
                }
            };
            for node in graph.nodes(region) {
                count += 1;
                let free = match graph.nodes[node].kind {
                    Kind::Op(_) => {
                        matches!(self.freedom[node], Some(Freedom::Free | Freedom::Cheap))
                    }
                    Kind::Gamma(_) | Kind::Match(_) | Kind::Control(_) | Kind::Undef => true,
                    Kind::Theta(_) | Kind::Test(_) => false,
                };
                if !free || count > MOST_NODES || !self.deps.soft(graph, node).is_empty() {
                    return None;
                }
                graph.origins(node).for_each(&mut see);
                regions.extend(graph.subregions(node));
            }
            (0..graph.results(region).len()).for_each(|n| see(graph.result(region, n)));
        }
        Some((depth, ready))
    }

    /// Scales the frequencies of the contents of a gamma that has moved.
    fn scale(&mut self, gamma: Node, by: f64) {
        let mut regions: Vec<Region> = self.graph.subregions(gamma).to_vec();
        while let Some(region) = regions.pop() {
            self.graph.regions[region].frequency *= by;
            for node in self.graph.nodes(region) {
                regions.extend(self.graph.subregions(node));
            }
        }
    }
}
