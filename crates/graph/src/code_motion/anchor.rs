//! Places in a region where a node can be computed.
//!
//! No node can be computed between a node with a control output and the dispatch on it: lowering
//! connects the two by branches to several places. A node that is needed there is computed before the
//! first such node, if its operands are available by then.

use super::{Anchor, Motion, Use};
use crate::code_motion::dependences::{Dependences, Freedom};
use crate::rvsdg::dispatch::{dispatches_on, source};
use crate::rvsdg::graph::{Def, Node, Output, Region, User};

impl<D: Dependences> Motion<'_, D> {
    /// The number of the node of its early region after which a node can be computed.
    pub(super) fn ready_in(&self, node: Node, early: Region) -> u32 {
        let mut ready = 0;
        for origin in self.deps.syms(self.graph, node) {
            if self.early(origin) == early {
                ready = ready.max(self.ready(origin));
            }
        }
        ready
    }

    /// The number of the node of its early region after which an output is available.
    pub(super) fn ready(&self, output: Output) -> u32 {
        match self.graph.outputs[output].def {
            Def::Argument(..) => 0,
            Def::Node(made, _) => match self.freedom[made] {
                Some(Freedom::Free | Freedom::Cheap) => self.ready[made],
                _ => self.number[made] + 1,
            },
        }
    }

    /// The place in a region at which a node can be computed for these users, if there is one.
    pub(super) fn anchor(&self, node: Node, region: Region, users: &[Use]) -> Option<Anchor> {
        let mut anchor = (u32::MAX, i64::from(self.number[node]));
        for used in users {
            // Writers elsewhere come before or after the whole region.
            if !self.is_around(region, used.region) {
                continue;
            }
            let item = match self.tree.item(self.graph, region, used.region) {
                Some(item) => Some(item),
                None => match used.user {
                    User::Node(user, _) => Some(user),
                    User::Result(..) => None,
                },
            };
            let (before, rank) = match item {
                Some(item) => match self.anchor[item] {
                    Some((before, rank)) => (before, rank - 1),
                    None => (self.before(region, item)?, i64::MAX),
                },
                None => (self.at_end(region)?, i64::MAX),
            };
            if before < anchor.0 {
                anchor = (before, i64::from(self.number[node]));
            }
            if before == anchor.0 {
                anchor.1 = anchor.1.min(rank);
            }
        }
        let is_ready = invar_ir::mutant!(GraphPlacesBeforeReady)
            || self.early[node] != Some(region)
            || self.ready[node] <= anchor.0;
        is_ready.then_some(anchor)
    }

    /// The number of the node before which the operands of a node of a region must be computed.
    fn before(&self, region: Region, mut item: Node) -> Option<u32> {
        while let Some(control) = dispatches_on(self.graph, item) {
            item = self.hands_out(region, control)?;
        }
        Some(self.number[item])
    }

    /// The number of the node before which the operands of the results of a region must be computed.
    fn at_end(&self, region: Region) -> Option<u32> {
        let mut before = u32::MAX;
        for &result in &self.controls[region] {
            let origin = self.graph.inputs[result].origin;
            if let Some(control) = source(self.graph, origin)
                && self.graph.region_of(control) == region
            {
                let item = self.hands_out(region, control)?;
                before = before.min(self.before(region, item)?);
            }
        }
        Some(before)
    }

    /// The node of a region that defines a control value. A loop variable of the region has none.
    fn hands_out(&self, region: Region, control: Output) -> Option<Node> {
        let node = self.graph.node_of(control)?;
        (self.graph.nodes[node].region == region).then_some(node)
    }
}
