//! Sums that only address memory: computed again next to the access where loops are full.

use super::{MOST_USERS, Motion, Use};
use crate::code_motion::dependences::{Dependences, Freedom};
use crate::rvsdg::graph::{Kind, Node, Region, User};
use invar_ir::rules::is_constant;
use invar_ir::{Op, memory_access};

impl<D: Dependences> Motion<'_, D> {
    /// Whether all that a node does is to add up an address for loads and stores: engines have
    /// addressing modes, so it is hardly worth a register of its own. Cost: O(uses).
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

    /// How much room a loop must have for a node to be kept in a register throughout: half of it
    /// is not for addresses.
    pub(super) fn spare(&self, is_address: bool) -> u32 {
        if is_address { self.config.live_values / 2 } else { 0 }
    }

    /// Computes an address inside a full loop around all of its uses again and again, where what
    /// it is made of lives anyway, instead of keeping it live throughout. Gives the region.
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
