//! Merging of nodes that several alternatives compute.

use super::{MAX_FREQUENCY_RATIO, Motion, Use};
use crate::code_motion::dependences::{Dependences, Freedom};
use crate::rvsdg::graph::{Kind, Node, Output, Region, Ty};
use cranelift_entity::SecondaryMap;
use invar_ir::Op;
use invar_rules::is_constant;
use invar_rules::value_numbering::Expression;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The number of equal nodes that are remembered.
const MOST: usize = 8;

/// What makes nodes equal. Their type counts, too: with equal operands, that of a reference may still
/// be a supertype.
type Key = (Expression<Output>, Option<Ty>);

impl<D: Dependences> Motion<'_, D> {
    /// Merges equal nodes in alternatives that exclude each other, if one node around them is executed
    /// no more often than they are in sum. (If one dominates another, common node elimination has
    /// merged them.) Operands come first, so whole expressions are merged.
    pub(super) fn merge(&mut self) {
        let mut table: FxHashMap<Key, SmallVec<[Node; 2]>> = FxHashMap::default();
        let mut constants: FxHashMap<(Op, Ty), Output> = FxHashMap::default();
        // Whether a region is in an alternative. Enclosing regions are visited first.
        let mut is_arm: SecondaryMap<Region, bool> = SecondaryMap::new();
        for n in 0..self.nodes.len() {
            let node = self.nodes[n];
            let region = self.graph.nodes[node].region;
            for &inner in self.graph.subregions(node) {
                is_arm[inner] =
                    is_arm[region] || matches!(self.graph.nodes[node].kind, Kind::Gamma(_));
            }
            if !is_arm[region]
                || self.freedom[node] != Some(Freedom::Free)
                || !self.deps.soft(self.graph, node).is_empty()
            {
                continue;
            }
            let Kind::Op(op) = &self.graph.nodes[node].kind else { continue };
            // Constants are the same wherever they are.
            let origins = self.graph.origins(node).map(|origin| match self.graph.kind_of(origin) {
                Some(Kind::Op(op)) if is_constant(op) => {
                    *constants.entry((op.clone(), self.graph.ty(origin))).or_insert(origin)
                }
                _ => origin,
            });
            let Some(expression) = Expression::new(op, origins) else { continue };
            let ty = self.graph.outputs(node).first().map(|&output| self.graph.ty(output));
            let same = table.entry((expression, ty)).or_default();
            same.push(node);
            if same.len() < 2 || same.len() > MOST {
                continue;
            }
            let region = |node: Node| self.graph.nodes[node].region;
            let common = same
                .iter()
                .skip(1)
                .fold(region(same[0]), |common, &node| self.tree.common(common, region(node)));
            let early = self.early[node].expect("it is free");
            let sum: f64 = same.iter().map(|&node| self.tree.frequency(region(node))).sum();
            let best = self.tree.rarest(common, self.tree.depth(early));
            // A node that dominates the others is left alone: it may come later in its region.
            let dominates = same.iter().any(|&node| region(node) == common);
            let users: Vec<Use> = same.iter().flat_map(|&node| self.users(node)).collect();
            if self.anchor(node, common, &users).is_none() {
                continue;
            }
            if dominates
                || self.tree.frequency(best) * MAX_FREQUENCY_RATIO > sum
                || !self.fuel.take()
            {
                continue;
            }
            let (first, others) = (same[0], same[1..].to_vec());
            same.truncate(1);
            let count = others.len() + 1;
            for other in others {
                for n in 0..self.graph.outputs(other).len() {
                    let (from, to) = (self.graph.outputs(other)[n], self.graph.outputs(first)[n]);
                    self.graph.divert_uses(from, to);
                }
                self.freedom[other] = None;
                self.graph.remove_node(other);
                self.moved.merged += 1;
            }
            // Its place is decided later; for now, it is visible to all of its uses.
            let home = self.graph.nodes[first].region;
            self.home[first].get_or_insert(home);
            self.graph.nodes[first].region = common;
            self.applied(first, "merges equal operators", |graph| {
                let [node, common] = [graph.node_text(first), graph.region_text(common)];
                format!("{count} alternatives compute {node}: it is computed once, in {common}")
            });
        }
    }
}
