//! Reads: of the state that counts, and of what was written there.

use super::Pass;
use crate::rvsdg::graph::{Def, Graph, Kind, Node, Output, Ty};
use invar_ir::effects;
use invar_ir::rules::Term;
use invar_ir::{ClassSet, Op, Overlap, Place, forwarded, is_plain, memory_access, read_back};

/// How far a state is followed, alternatives of gammas counted.
const MOST_STEPS: usize = 64;

/// What a read looks for.
struct Wanted {
    /// The classes it reads.
    classes: ClassSet,
    /// Where it reads linear memory.
    place: Option<Place<Output>>,
}

impl Pass<'_> {
    /// A node that reads these classes, and may be merged with an equal one.
    pub(super) fn read(&mut self, node: Node, classes: ClassSet) {
        let wanted = Wanted { classes, place: self.place(node) };
        let is_state = |output: &Output| matches!(self.graph.ty(*output), Ty::State(_));
        let states: Vec<Output> = self.graph.origins(node).filter(is_state).collect();
        let states: Vec<Output> =
            states.into_iter().map(|state| self.last_write(state, &wanted)).collect();
        if let &[state] = &states[..]
            && self.config.stores
            && let Some(value) = self.written(node, state, &wanted)
            && self.fuel.take()
        {
            let loc = self.graph.nodes[node].loc;
            let value = self.graph.make_term(node, value, loc);
            let result = self.graph.outputs(node)[0];
            self.graph.divert_uses(result, value);
            self.graph.bypass(node);
            self.done.stores += 1;
            return;
        }
        let output = self.graph.outputs(node)[0];
        let key = self.key(node, &states);
        let Some(first) = key.and_then(|key| self.find(key, output)) else { return };
        if self.config.loads && self.replace(node, first) {
            self.done.loads += 1;
        }
    }

    fn place(&self, node: Node) -> Option<Place<Output>> {
        let graph = &*self.graph;
        let Kind::Op(op) = &graph.nodes[node].kind else { return None };
        Place::of_op(graph, self.around.module, op, |n| Some(graph.origin(node, n)))
    }

    /// The state before all that did not write what is wanted.
    fn last_write(&self, state: Output, wanted: &Wanted) -> Output {
        let graph = &*self.graph;
        let (mut at, mut steps) = (state, 0);
        while steps < MOST_STEPS {
            steps += 1;
            let before = match graph.outputs[at].def {
                Def::Node(node, n) => match &graph.nodes[node].kind {
                    Kind::Op(op) if !self.may_write(node, op, wanted) => state_in(graph, node, at),
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

    /// Whether a node that writes state may write what is wanted.
    fn may_write(&self, node: Node, op: &Op, wanted: &Wanted) -> bool {
        let of_callee = self.around.summaries.call_effects(op);
        let effects = of_callee.unwrap_or_else(|| effects(op, self.around.module));
        if !effects.writes.intersects(wanted.classes) {
            return false;
        }
        match (&wanted.place, self.place(node)) {
            (Some(wanted), Some(written)) => wanted.overlap(&written) != Overlap::Disjoint,
            _ => true,
        }
    }

    /// What a read of this state gives, if the node that made the state wrote just that.
    fn written(&self, node: Node, state: Output, wanted: &Wanted) -> Option<Term<Output>> {
        let graph = &*self.graph;
        let writer = graph.node_of(state)?;
        let (Kind::Op(read), Kind::Op(write)) =
            (&graph.nodes[node].kind, &graph.nodes[writer].kind)
        else {
            return None;
        };
        if is_plain(read) && is_plain(write) && memory_access(write)?.stored.is_some() {
            let is_same = invar_ir::mutant!(GraphForwardsOverlap)
                || wanted.place?.overlap(&self.place(writer)?) == Overlap::Equal;
            let value = graph.origin(writer, 1);
            return forwarded(graph, value, write.opcode(), read.opcode()).filter(|_| is_same);
        }
        let (op, count) = read_back(write)?;
        let same = (0..count).all(|n| graph.origin(writer, n) == graph.origin(node, n));
        (op == *read && same).then(|| Term::Value(graph.origin(writer, count)))
    }
}

/// The state of the same class that a node consumes for the one that it gives.
fn state_in(graph: &Graph, node: Node, state: Output) -> Option<Output> {
    graph.origins(node).find(|&origin| graph.ty(origin) == graph.ty(state))
}

/// Whether an output was there before a gamma in whose alternatives it is visible.
fn is_outside(graph: &Graph, gamma: Node, output: Output) -> bool {
    let depth = |region| graph.regions[region].depth;
    depth(graph.region_of(output)) <= depth(graph.nodes[gamma].region)
}
