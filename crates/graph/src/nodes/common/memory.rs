//! Redundant reads: state edges are followed to the last write that counts, and stored values are
//! forwarded from there.

use super::Pass;
use crate::rvsdg::graph::{Def, Graph, Kind, Node, Output, Ty};
use crate::rvsdg::states::FunctionEnv;
use invar_analysis::transform::rewrite::Rewrite;
use invar_analysis::{Location, ObjectPlace, Overlap, RemarkKind, place_of};
use invar_ir::{ClassSet, Op, effects};
use invar_rules::Term;

/// The number of steps that a state edge is followed, alternatives of gammas counted.
const MAX_STEPS: usize = 64;

impl Pass<'_> {
    /// A node that reads these classes, and may be merged with an equal one.
    pub(super) fn read(&mut self, node: Node, reads: ClassSet) {
        let graph = &*self.graph;
        let Kind::Op(op) = &graph.nodes[node].kind else { return };
        let (module, operands) = (self.env.module, graph.operands(node));
        let Some(location) = Location::of_read(graph, module, op, &operands, reads) else { return };
        let is_state = |output: &Output| matches!(graph.ty(*output), Ty::State(_));
        let states = graph.origins(node).filter(is_state);
        let states: Vec<Output> = states.map(|state| self.last_write(state, &location)).collect();
        if let &[state] = &states[..]
            && self.config.stores
            && let Some(value) = self.written(state, &location)
            && self.fuel.take()
        {
            let value = self.graph.insert_term(node, value);
            let result = self.graph.outputs(node)[0];
            self.graph.divert_uses(result, value);
            self.graph.bypass(node);
            self.done.stores += 1;
            self.forwards(node, state);
        } else if self.config.loads
            && let Some(first) = self.merge(node, &states)
        {
            self.done.loads += 1;
            self.shares(node, first);
        }
    }

    /// Records the remark on a read of what the node that gives this state wrote.
    fn forwards(&mut self, node: Node, state: Output) {
        let (graph, loc) = (&*self.graph, self.graph.nodes[node].loc);
        let what = "forwards a written value to a read";
        self.remarks.record("graph", RemarkKind::Applied, loc, what, || {
            let writer = graph.node_of(state).expect("a node wrote it");
            let [node, writer] = [node, writer].map(|node| graph.node_text(node));
            format!("{node} reads what {writer} wrote")
        });
    }

    /// The state before all nodes that did not write the location.
    fn last_write(&self, state: Output, location: &Location<Output>) -> Output {
        let graph = &*self.graph;
        let (mut at, mut steps) = (state, 0);
        while steps < MAX_STEPS {
            steps += 1;
            let before = match graph.outputs[at].def {
                Def::Node(node, n) => match &graph.nodes[node].kind {
                    Kind::Op(op) if !self.may_write(node, op, location) => {
                        state_in(graph, node, at)
                    }
                    Kind::Gamma(gamma) => {
                        steps += gamma.arms.len();
                        let mut results =
                            gamma.arms.iter().map(|&arm| graph.result(arm, n as usize));
                        let first = results.next().filter(|&first| is_outside(graph, node, first));
                        first.filter(|&first| {
                            invar_ir::mutant!(GraphStateOfOneArm)
                                || results.all(|result| result == first)
                        })
                    }
                    _ => None,
                },
                Def::Argument(..) => None,
            };
            match before {
                Some(before) => at = before,
                None => break,
            }
        }
        at
    }

    fn may_write(&self, node: Node, op: &Op, location: &Location<Output>) -> bool {
        let FunctionEnv { module, summaries, .. } = *self.env;
        let effects = summaries.call_effects(op).unwrap_or_else(|| effects(op, module));
        let operands = self.graph.operands(node);
        if location.classes().intersects(effects.writes)
            && let Some(object) = location.object()
            && let Some(written) = ObjectPlace::of_op(&*self.graph, op, &operands)
        {
            let overlap = object.overlap(&written, &*self.graph, module, |_| false);
            return overlap != Overlap::Disjoint;
        }
        let place = place_of(&*self.graph, module, op, &operands);
        location.may_be_changed(effects.writes, place.as_ref())
    }

    /// The value of a read of a location in this state, if the node that produced the state wrote
    /// exactly that location.
    fn written(&self, state: Output, location: &Location<Output>) -> Option<Term<Output>> {
        let graph = &*self.graph;
        let writer = graph.node_of(state)?;
        let Kind::Op(op) = &graph.nodes[writer].kind else { return None };
        let operands = graph.operands(writer);
        let (known, value) = Location::of_write(graph, self.env.module, op, &operands)?;
        location.forwarded(graph, self.env.module, &known, value)
    }
}

/// The state of the same class that a node consumes for the one that it gives.
fn state_in(graph: &Graph, node: Node, state: Output) -> Option<Output> {
    graph.origins(node).find(|&origin| graph.ty(origin) == graph.ty(state))
}

/// Whether an output is defined before a gamma in whose alternatives it is visible.
fn is_outside(graph: &Graph, gamma: Node, output: Output) -> bool {
    let depth = |region| graph.regions[region].depth;
    depth(graph.region_of(output)) <= depth(graph.nodes[gamma].region)
}
