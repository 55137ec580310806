//! Moves conditionals, finite loops, calls without effects and allocations as a whole.
//!
//! *Out of loops.* A conditional of total operators goes where it is executed least often, like an
//! operator. What contains a loop, or is a call, may take long, so it goes out of a loop only if each
//! iteration comes to it: no conditional is around it within the loop. (A theta executes its body at
//! least once.) All of it must be invariant: it reads no state, and depends on nothing in the loop.
//! *Into alternatives.* What only one alternative uses is computed there, if it was computed in front
//! of it: not in an inner loop, and before all that may write what it reads.
//!
//! An allocation has an identity. It is never hoisted, merged or duplicated, nor is a conditional or
//! loop with one in it.
//!
//! Cost: linear. Each node is looked at once for each compound node around it that might move, at most
//! [`MOST_NODES`] times in all; the regions of a node that moves are put into the tree of regions again.

use super::{MAX_FREQUENCY_RATIO, Motion, Use};
use crate::code_motion::dependences::{Dependences, Freedom};
use crate::rvsdg::graph::{Kind, Node, Output, Region, Ty, User};
use cranelift_entity::SecondaryMap;
use invar_ir::Op;
use invar_ir::allocated;

/// The number of nodes that a conditional or loop may contain to be moved.
const MOST_NODES: usize = 64;

impl<D: Dependences> Motion<'_, D> {
    /// Finds the freedom of conditionals and loops, inner ones first.
    pub(super) fn classify(&mut self) {
        for n in (0..self.nodes.len()).rev() {
            let node = self.nodes[n];
            if !self.graph.subregions(node).is_empty() {
                self.freedom[node] = self.freedom_of_compound(node);
            }
        }
    }

    /// [`Freedom::Long`] if a compound node has no effects, cannot trap and ends; [`Freedom::Sink`] if it
    /// contains an operator that may only be sunk.
    fn freedom_of_compound(&self, node: Node) -> Option<Freedom> {
        let graph = &*self.graph;
        let is_value = |&output: &Output| matches!(graph.ty(output), Ty::Value(_));
        match graph.nodes[node].kind {
            Kind::Theta(_) if !graph.nodes[node].finite => return None,
            Kind::Gamma(_) => {
                // The match moves with the gamma, so it must have no other users.
                let predicate = graph.node_of(graph.origin(node, 0))?;
                let Kind::Match(_) = graph.nodes[predicate].kind else { return None };
                if !is_value(&graph.origin(predicate, 0))
                    || graph.uses(graph.outputs(predicate)[0]).nth(1).is_some()
                {
                    return None;
                }
            }
            _ => {}
        }
        if graph.outputs(node).is_empty() || !graph.outputs(node).iter().all(is_value) {
            return None;
        }
        let own = self.tree.depth(graph.nodes[node].region);
        let mut freedom = Freedom::Long;
        let mut left = MOST_NODES;
        let mut regions: Vec<Region> = graph.subregions(node).to_vec();
        while let Some(region) = regions.pop() {
            if !graph.args(region).iter().all(is_value) {
                return None;
            }
            for node in graph.nodes(region) {
                left = left.checked_sub(1)?;
                if graph.origins(node).any(|origin| self.is_dispatched_from(origin, own)) {
                    return None;
                }
                match (&graph.nodes[node].kind, self.freedom[node]) {
                    (Kind::Op(_), Some(Freedom::Free | Freedom::Cheap | Freedom::Long)) => {}
                    (Kind::Op(_), Some(Freedom::Sink))
                        if invar_ir::mutant!(GraphHoistsWithAllocations) => {}
                    (Kind::Op(_), Some(Freedom::Sink)) => freedom = Freedom::Sink,
                    (Kind::Op(_), _) | (Kind::Test(_), _) => return None,
                    (Kind::Gamma(_), _) => {}
                    (Kind::Theta(_), Some(Freedom::Long | Freedom::Sink)) => {}
                    (Kind::Theta(_) | Kind::Cycle(_), _) => return None,
                    (Kind::Match(_) | Kind::Control(_) | Kind::Undef, _) => {}
                }
                regions.extend(graph.subregions(node));
            }
        }
        Some(freedom)
    }

    /// Whether an origin is a control value that a gamma or theta up to a depth defines: a dispatch on it
    /// stays next to that.
    fn is_dispatched_from(&self, origin: Output, depth: u32) -> bool {
        let graph = &*self.graph;
        graph.ty(origin) == Ty::Control
            && self.tree.depth(graph.region_of(origin)) <= depth
            && !matches!(
                graph.kind_of(origin),
                Some(Kind::Match(_) | Kind::Control(_) | Kind::Undef)
            )
    }

    /// Hoists conditionals, loops and calls out of the loops in which they are invariant. The match of
    /// a conditional moves with it, and operands follow.
    pub(super) fn hoist_compounds(&mut self) {
        // Regions of nodes that have moved, with all inner ones.
        let mut moved: SecondaryMap<Region, bool> = SecondaryMap::new();
        let mut any = false;
        for n in 0..self.nodes.len() {
            let node = self.nodes[n];
            if self.freedom[node] != Some(Freedom::Long) {
                continue;
            }
            let here = self.graph.nodes[node].region;
            if moved[here] {
                self.graph.subregions(node).iter().for_each(|&region| moved[region] = true);
                continue;
            }
            // Outside of loops there is nothing to gain.
            let Some(body) = self.tree.body(here) else { continue };
            let Some((mut depth, ready)) = self.invariant(node) else { continue };
            if depth >= self.tree.depth(body) {
                continue;
            }
            let bound = depth;
            if self.is_long(node) {
                depth = depth.max(self.depth_without_conditional(here));
            }
            let limit = self.limit(here, self.tree.at_depth(here, depth), 0);
            let best = self.tree.rarest(here, limit);
            if best == here || self.often(best) >= MAX_FREQUENCY_RATIO * self.often(here) {
                continue;
            }
            let Some(&input) = self.graph.inputs(node).first() else { continue };
            let used = Use { input, region: here, user: User::Node(node, 0) };
            let Some(anchor) = self.anchor(node, best, &[used]) else { continue };
            if self.tree.depth(best) == bound && ready > anchor.0 || !self.fuel.take() {
                continue;
            }
            self.take_room(here, best);
            self.go_whole(node, best, anchor);
            self.graph.subregions(node).iter().for_each(|&region| moved[region] = true);
            let what = match self.graph.nodes[node].kind {
                Kind::Gamma(_) => {
                    self.moved.hoisted_conditionals += 1;
                    "hoists a conditional"
                }
                Kind::Theta(_) => {
                    self.moved.hoisted_loops += 1;
                    "hoists a loop"
                }
                _ => {
                    self.moved.hoisted_calls += 1;
                    "hoists a call"
                }
            };
            self.moves(node, what, here, best);
            any = true;
        }
        if any {
            self.renew_tree();
        }
    }

    /// Whether a node contains a loop or a call, or is one.
    fn is_long(&self, node: Node) -> bool {
        let graph = &*self.graph;
        let mut nodes = vec![node];
        while let Some(node) = nodes.pop() {
            match graph.nodes[node].kind {
                Kind::Theta(_) | Kind::Op(Op::Call { .. }) => return true,
                _ => {}
            }
            for &region in graph.subregions(node) {
                nodes.extend(graph.nodes(region));
            }
        }
        false
    }

    /// The depth of the outermost region of which each execution comes to a region.
    fn depth_without_conditional(&self, mut region: Region) -> u32 {
        while let Some(body) = self.tree.body(region)
            && (body == region || invar_ir::mutant!(GraphHoistsUnexecuted))
        {
            region = self.tree.outer(body).expect("a loop is in a region");
        }
        self.tree.depth(region)
    }

    /// The depth of the innermost region that binds something that a node depends on, with all that is
    /// in it, and the number of the node of that region after which it is available; if it reads no
    /// state.
    fn invariant(&self, node: Node) -> Option<(u32, u32)> {
        let graph = &*self.graph;
        let own = self.tree.depth(graph.nodes[node].region);
        let (mut depth, mut ready) = (0, 0);
        let mut see = |origin| {
            let early = self.tree.depth(self.early(origin));
            if early <= own && early >= depth {
                let others = if early > depth { 0 } else { ready };
                (depth, ready) = (early, others.max(self.ready(origin)));
            }
        };
        // The match of the gamma itself moves with it, and those in it do. One in front of it, on which something in it
        // is dispatched as well, stays where it is.
        let moves = |user: Node, origin: Output| {
            user == node
                || self.tree.depth(graph.region_of(origin)) > own
                || invar_ir::mutant!(GraphHoistsOverMatch)
        };
        let mut nodes = vec![node];
        while let Some(node) = nodes.pop() {
            if !self.deps.soft(graph, node).is_empty() {
                return None;
            }
            for origin in graph.origins(node) {
                let is_control = graph.ty(origin) == Ty::Control && moves(node, origin);
                match graph.node_of(origin).filter(|_| is_control) {
                    Some(control) => graph.origins(control).for_each(&mut see),
                    None => see(origin),
                }
            }
            for &region in graph.subregions(node) {
                (0..graph.results(region).len()).for_each(|n| see(graph.result(region, n)));
                nodes.extend(graph.nodes(region));
            }
        }
        Some((depth, ready))
    }

    /// Sinks a node into the alternative that alone uses it.
    pub(super) fn sink_whole(&mut self, node: Node) {
        let mut users = self.users(node);
        if !self.config.sink || users.is_empty() {
            return;
        }
        let here = self.graph.nodes[node].region;
        let Some(common) = self.common(&users) else { return };
        // Most are used where they are.
        if common == here || !self.add_writers(node, &mut users) {
            return;
        }
        let Some(mut best) = self.common(&users).filter(|&common| self.is_around(here, common))
        else {
            return;
        };
        // Not into a loop, whatever frequencies say.
        let is_inside = |&body: &Region| self.tree.depth(body) > self.tree.depth(here);
        while let Some(body) = self.tree.body(best).filter(is_inside) {
            best = self.tree.outer(body).expect("a loop is in a region");
        }
        let best = self.tree.rarest(best, self.tree.depth(here));
        if best == here || self.often(best) >= MAX_FREQUENCY_RATIO * self.often(here) {
            return;
        }
        let Some(anchor) = self.anchor(node, best, &users) else { return };
        if !self.fuel.take() {
            return;
        }
        self.go_whole(node, best, anchor);
        let (graph, deps) = (&*self.graph, self.deps);
        self.tree.moved(graph, node, |region| deps.frequency(graph, region));
        let what = match (&self.graph.nodes[node].kind, self.freedom[node]) {
            (Kind::Gamma(_), _) => {
                self.moved.sunk_conditionals += 1;
                "sinks a conditional"
            }
            (Kind::Theta(_), _) => {
                self.moved.sunk_loops += 1;
                "sinks a loop"
            }
            (Kind::Op(op), Some(Freedom::Sink)) if allocated(op).is_none() => {
                self.moved.sunk_promised += 1;
                "sinks an operator that does not trap, by promise"
            }
            (_, Some(Freedom::Sink)) => {
                self.moved.sunk_allocations += 1;
                "sinks an allocation"
            }
            _ => {
                self.moved.sunk_calls += 1;
                "sinks a call"
            }
        };
        self.moves(node, what, here, best);
    }

    /// Adds the nodes that may write what a node, or one in it, reads; `false` if there are too many, or
    /// if a compound node in it has moved: its regions are not where the lists of nodes say.
    fn add_writers(&self, node: Node, users: &mut Vec<Use>) -> bool {
        let mut nodes = vec![node];
        while let Some(at) = nodes.pop() {
            let regions = self.graph.subregions(at);
            if at != node && !regions.is_empty() && self.anchor[at].is_some() {
                return false;
            }
            let Some(writers) = self.writers(at) else { return false };
            users.extend(writers);
            regions.iter().for_each(|&region| nodes.extend(self.graph.nodes(region)));
        }
        true
    }

    /// Moves a node, and the match of a gamma, and scales the frequencies of what is in it.
    fn go_whole(&mut self, node: Node, region: Region, (before, rank): (u32, i64)) {
        let here = self.graph.nodes[node].region;
        let by = self.often(region) / self.often(here);
        let mut regions: Vec<Region> = self.graph.subregions(node).to_vec();
        self.reshaped |= !regions.is_empty();
        while let Some(inner) = regions.pop() {
            self.graph.regions[inner].frequency *= by;
            for node in self.graph.nodes(inner) {
                regions.extend(self.graph.subregions(node));
            }
        }
        self.go(node, region, (before, rank));
        if let Kind::Gamma(_) = self.graph.nodes[node].kind {
            let predicate = self.graph.node_of(self.graph.origin(node, 0)).expect("a match");
            self.go(predicate, region, (before, rank - 1));
        }
    }
}
