//! Rematerialization of addresses next to their accesses, in loops with too many live values.

use super::{MOST_USERS, Motion, Use};
use crate::code_motion::dependences::{Dependences, Freedom};
use crate::rvsdg::graph::{Kind, Node, Region, User};
use invar_ir::{Op, memory_access};
use invar_rules::is_constant;

impl<D: Dependences> Motion<'_, D> {
    /// Whether a node is a sum that is only used as an address of loads and stores: with addressing
    /// modes it is hardly worth a register. Cost: O(uses).
    pub(super) fn is_address(&self, node: Node, users: &[Use]) -> bool {
        let graph = &*self.graph;
        self.freedom[node] == Some(Freedom::Free)
            && matches!(graph.nodes[node].kind, Kind::Op(Op::I32Add | Op::I64Add))
            && users.iter().all(|used| match used.user {
                User::Node(user, 0) => match &graph.nodes[user].kind {
                    Kind::Op(op) => memory_access(op).is_some(),
                    _ => false,
                },
                _ => false,
            })
    }

    /// The room that a loop must have left for a node to be live throughout: half of it is not
    /// available for addresses.
    pub(super) fn spare(&self, is_address: bool) -> u32 {
        if is_address { self.config.live_values / 2 } else { 0 }
    }

    /// The region in a loop without room in which an address is rematerialized for all of its uses,
    /// instead of being live throughout the loop; if its operands are live there anyway.
    pub(super) fn address_inside(&self, node: Node, common: Region) -> Option<Region> {
        let here = self.tree.depth(self.graph.nodes[node].region);
        let mut full = None;
        let mut at = common;
        while let Some(body) = self.tree.body(at).filter(|&body| self.tree.depth(body) > here) {
            if self.room[body] == Some(0) {
                full = Some(body);
            }
            at = self.tree.outer(body)?;
        }
        let full = full?;
        let lives = |origin| {
            let constant =
                matches!(self.graph.kind_of(origin), Some(Kind::Op(op)) if is_constant(op));
            constant
                || self.graph.uses(origin).take(MOST_USERS).any(|input| {
                    let other = self.use_of(input);
                    other.user != User::Node(node, 0)
                        && other.user != User::Node(node, 1)
                        && self.is_around(full, other.region)
                })
        };
        self.graph.origins(node).all(lives).then(|| self.tree.rarest(common, self.tree.depth(full)))
    }
}
