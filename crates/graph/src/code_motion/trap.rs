//! Hoists nodes that may trap out of loops that execute them in any case.
//!
//! A theta executes its body at least once. A node that may trap, comes before all effects and
//! all other nodes that may not return, and has operands from outside of the loop, is executed by the
//! first iteration in any case: right before the loop it traps in the same cases, and nothing
//! observable happens in between. Traps are not distinguished, so they need not keep their order. A
//! load gives the same value in all iterations if its state comes from outside.
//!
//! An allocation stays, since each iteration makes another object. Others that may trap are hoisted over it: if they
//! trap, that it was made is not observed.

use super::Motion;
use crate::code_motion::dependences::{Dependences, Freedom};
use crate::rvsdg::graph::{Graph, Kind, Node, Output, Region, Ty, User};

impl<D: Dependences> Motion<'_, D> {
    /// Hoists nodes that may trap in front of the loops in which they are invariant, inner loops first.
    pub(super) fn traps(&mut self) {
        for n in (0..self.nodes.len()).rev() {
            let theta = self.nodes[n];
            if let Kind::Theta(body) = self.graph.nodes[theta].kind {
                self.traps_of(theta, body);
            }
        }
    }

    fn traps_of(&mut self, theta: Node, body: Region) {
        let order = |&n: &usize| self.graph.ty(self.graph.args(body)[n]) == Ty::Order;
        // Of several order variables (one for each exit) the first is that of the iteration.
        let Some(nth) = (0..self.graph.args(body).len()).find(order) else { return };
        let mut at = self.graph.args(body)[nth];
        while let Some(node) = consumer(self.graph, at, body) {
            let Some(freedom @ (Freedom::Trap | Freedom::Allocation)) = self.freedom[node] else {
                break;
            };
            at = *self.graph.outputs(node).last().expect("it hands the order on");
            if freedom == Freedom::Allocation {
                continue;
            }
            let outside = self.graph.origins(node).all(|origin| {
                self.graph.ty(origin) == Ty::Order
                    || self.tree.depth(self.early(origin)) < self.tree.depth(body)
            });
            if !outside {
                continue;
            }
            if self.room[body] == Some(0) {
                self.moved.refused_budget += 1;
                self.too_many_live(node, body);
                continue;
            }
            if !self.fuel.take() {
                return;
            }
            let graph = &mut *self.graph;
            let before = graph.order_in(node).expect("it is on the order");
            graph.divert_uses(at, before);
            let (pre, input) = (graph.inputs(theta)[nth], graph.inputs(node).len() - 1);
            let origin = graph.inputs[pre].origin;
            let input = graph.inputs(node)[input];
            graph.divert(input, origin);
            graph.divert(pre, at);
            at = before;
            let region = graph.nodes[theta].region;
            self.take_room(body, region);
            let anchor = self.anchor[theta].unwrap_or((self.number[theta], i64::MAX));
            let rank = (anchor.1 - 1).min(i64::from(self.number[node]));
            self.go(node, region, (anchor.0, rank));
            self.moved.hoisted_traps += 1;
            self.applied(node, "hoists an operator that may trap", |graph| {
                let [node, theta] = [node, theta].map(|node| graph.node_text(node));
                format!("{node} is invariant in {theta}, which executes it in any case")
            });
        }
    }
}

/// The only user of an order in a region, without loads that only follow it.
fn consumer(graph: &Graph, order: Output, region: Region) -> Option<Node> {
    let hands_on = |node| graph.outputs(node).iter().any(|&output| graph.ty(output) == Ty::Order);
    let mut users = graph.uses(order).filter_map(|input| match graph.inputs[input].user {
        User::Node(node, _) if graph.nodes[node].region == region && hands_on(node) => Some(node),
        _ => None,
    });
    let first = users.next()?;
    users.next().is_none().then_some(first)
}
