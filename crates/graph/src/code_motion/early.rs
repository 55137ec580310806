//! The early region of each node: the innermost one that binds something that the node depends on, behind all nodes
//! that may write the state that it reads.

use super::{Motion, Use};
use crate::code_motion::dependences::{Dependences, Freedom};
use crate::rvsdg::graph::{Def, Kind, Node, Output, Region, Ty, User};
use invar_rules::is_constant;
use rustc_hash::FxHashSet;

impl<D: Dependences> Motion<'_, D> {
    /// Numbers all nodes, and computes which may move and their early regions.
    pub(super) fn number(&mut self) {
        let mut stack = vec![self.graph.first(self.graph.root)];
        let mut regions: Vec<Region> = Vec::new();
        // The outside values of each loop that are counted already.
        let mut taken: FxHashSet<(Region, Output)> = FxHashSet::default();
        let mut bound: FxHashSet<Output> = FxHashSet::default();
        while let Some(at) = stack.pop() {
            let Some(node) = at else { continue };
            stack.push(self.graph.next(node));
            self.number[node] = self.nodes.len() as u32;
            self.nodes.push(node);
            regions.clear();
            regions.extend(self.graph.subregions(node).iter().rev());
            stack.extend(regions.iter().map(|&region| self.graph.first(region)));
            if let Kind::Theta(body) = self.graph.nodes[node].kind {
                let is_value = |output: &&Output| matches!(self.graph.ty(**output), Ty::Value(_));
                let values = self.graph.args(body).iter().filter(is_value).count() as u32;
                self.room[body] = Some(self.config.live_values.saturating_sub(values));
            }
            let outer = self.guarded[self.graph.nodes[node].region];
            for &region in &regions {
                let is_guarded = self.config.rotates && self.is_guarded(node, region);
                self.guarded[region] = if is_guarded { self.tree.depth(region) } else { outer };
            }
            if !regions.is_empty() {
                bound.extend(self.deps.bound(self.graph, node));
            }
            self.take_from_outside(node, &mut taken);
        }
        for n in 0..self.nodes.len() {
            let node = self.nodes[n];
            if matches!(self.graph.nodes[node].kind, Kind::Op(_)) {
                // An output that an enclosing node binds stays in its region.
                let is_bound = self.graph.outputs(node).iter().any(|output| bound.contains(output));
                self.early[node] = Some(if is_bound {
                    self.graph.nodes[node].region
                } else {
                    self.early_region(node)
                });
                self.freedom[node] = Some(self.deps.freedom(self.graph, node));
                let early = self.reachable(node);
                self.early[node] = Some(early);
                self.ready[node] = self.ready_in(node, early);
            }
        }
        self.copies = 4 + self.nodes.len() / 64;
    }

    /// Whether an alternative of a conditional repeats a loop, and another one leaves it: the conditional is the test
    /// at the top of the loop.
    fn is_guarded(&self, gamma: Node, region: Region) -> bool {
        let graph = &*self.graph;
        let body = graph.nodes[gamma].region;
        let is_theta = |node: Node| matches!(graph.nodes[node].kind, Kind::Theta(_));
        if !matches!(graph.nodes[gamma].kind, Kind::Gamma(_))
            || !graph.regions[body].parent.expand().is_some_and(is_theta)
        {
            return false;
        }
        let mut repeats = graph.inputs[graph.results(body)[0]].origin;
        let mut cases = None;
        if let Some(Kind::Match(of)) = graph.kind_of(repeats) {
            cases = Some(of);
            repeats = graph.origin(graph.node_of(repeats).expect("a match is a node"), 0);
        }
        let Some(nth) = graph.outputs(gamma).iter().position(|&output| output == repeats) else {
            return false;
        };
        let value = |region: Region| {
            let result = graph.inputs[graph.results(region)[nth]].origin;
            match graph.kind_of(result) {
                Some(Kind::Control(value)) => Some(cases.map_or(*value, |cases| cases.of(*value))),
                _ => None,
            }
        };
        let mut others = graph.subregions(gamma).iter().filter(|&&other| other != region);
        value(region) != Some(0) && others.any(|&other| value(other) == Some(0))
    }

    /// Counts the values that a node uses from outside of its loop as live throughout that loop.
    fn take_from_outside(&mut self, node: Node, taken: &mut FxHashSet<(Region, Output)>) {
        let Some(body) = self.tree.body(self.graph.nodes[node].region) else { return };
        for origin in self.graph.origins(node) {
            let outside = self.tree.depth(self.graph.region_of(origin)) < self.tree.depth(body);
            let is_value = matches!(self.graph.ty(origin), Ty::Value(_));
            let is_constant =
                matches!(self.graph.kind_of(origin), Some(Kind::Op(op)) if is_constant(op));
            if outside
                && is_value
                && !is_constant
                && taken.insert((body, origin))
                && let Some(room) = &mut self.room[body]
            {
                *room = room.saturating_sub(1);
            }
        }
    }

    /// Computes the early region of a node from its operands.
    fn early_region(&self, node: Node) -> Region {
        let mut early = self.graph.root;
        for origin in self.deps.syms(self.graph, node) {
            let region = self.early(origin);
            if self.tree.depth(region) > self.tree.depth(early) {
                early = region;
            }
        }
        early
    }

    /// The outermost region between the early one and its own in which a node that reads state comes
    /// before all nodes that may write the state.
    fn reachable(&mut self, node: Node) -> Region {
        let early = self.early[node].expect("just found");
        let here = self.graph.nodes[node].region;
        if early == here || self.deps.soft(self.graph, node).is_empty() {
            return early;
        }
        let Some(mut writers) = self.writers(node) else { return here };
        let input = self.graph.inputs(node)[0];
        writers.push(Use { input, region: here, user: User::Node(node, 0) });
        let mut at = early;
        while at != here {
            self.early[node] = Some(at);
            self.ready[node] = self.ready_in(node, at);
            let inside: Vec<Use> =
                writers.iter().copied().filter(|used| self.is_around(at, used.region)).collect();
            if self.anchor(node, at, &inside).is_some() {
                break;
            }
            at = self.tree.at_depth(here, self.tree.depth(at) + 1);
        }
        at
    }

    /// The outermost region in which an output can be available.
    pub(super) fn early(&self, output: Output) -> Region {
        if let Def::Node(node, _) = self.graph.outputs[output].def
            && let Some(Freedom::Free | Freedom::Cheap) = self.freedom[node]
            && let Some(early) = self.early[node]
        {
            return early;
        }
        self.graph.region_of(output)
    }
}
