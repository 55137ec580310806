//! Node reduction: constant folding and algebraic simplification of nodes.
//!
//! A single walk in the order of the node lists visits operands before users and runs the engine of
//! [`invar_analysis::transform::rewrite`] on each operator. New nodes are inserted right before the node that is
//! rewritten. An operator that can no longer trap is taken off the order edge. A match node tests the simplest value
//! that decides it: a match on `x == 0` or `x != 0` becomes a match on `x`, so that predicates of one value are
//! recognized as correlated; a match on a constant becomes a control constant.
//!
//! Cost: linear. No recursion. Never adds a trap, never changes state edges.

use crate::rvsdg::graph::{Cases, Graph, Kind, Node, Odds, Output, Region, Ty};
use invar_analysis::Fuel;
use invar_analysis::transform::rewrite::{Rewriter, Rewritten};
use invar_ir::{Module, Op, ValType, effects};
use invar_rules::{Allow, Const, RuleCounts, ValueFacts, never_traps, simplify};
use smallvec::SmallVec;

invar_analysis::counters! {
    /// What was reduced.
    pub struct ReducedNodes {
        /// Operators whose result is a constant.
        constants = "reduce.constants",
        /// Operators whose result is an existing value.
        values = "reduce.values",
        /// Operators replaced by simpler ones.
        simplified = "reduce.simplified",
        /// Match nodes on a simpler value, or on none.
        predicates = "reduce.predicates",
    }
}

/// Reduces all nodes; adds the rules that were applied to `rules`.
pub fn run(
    graph: &mut Graph,
    module: &Module,
    allow: &Allow,
    fuel: &Fuel,
    rules: &mut RuleCounts,
) -> ReducedNodes {
    let rewriter = Rewriter::new(*allow, fuel);
    let mut pass = Pass { graph, module, fuel, rewriter, predicates: 0 };
    let mut regions: Vec<Region> = vec![pass.graph.root];
    while let Some(region) = regions.pop() {
        let mut at = pass.graph.first(region);
        while let Some(node) = at {
            at = pass.graph.next(node);
            match pass.graph.nodes[node].kind {
                Kind::Op(_) => pass.op(node),
                Kind::Match(_) => pass.predicate(node),
                // Inner regions use values of outer ones, so they come later; values leave them only
                // as results, which no rule looks through.
                _ => regions.extend(pass.graph.subregions(node)),
            }
        }
    }
    let Rewriter { rules: applied, constants, values, operators, .. } = pass.rewriter;
    rules.add(&applied);
    ReducedNodes { constants, values, simplified: operators, predicates: pass.predicates }
}

struct Pass<'a> {
    graph: &'a mut Graph,
    module: &'a Module,
    fuel: &'a Fuel,
    rewriter: Rewriter<'a>,
    predicates: u64,
}

impl Pass<'_> {
    fn op(&mut self, node: Node) {
        let graph = &*self.graph;
        let (Kind::Op(op), Some(&result)) = (&graph.nodes[node].kind, graph.outputs(node).first())
        else {
            return;
        };
        let args = graph.operands(node);
        // The only other input may be the order.
        let others = graph.inputs(node).len() - args.len();
        if graph.op(result).is_none()
            || graph.is_unused(result)
            || others > usize::from(graph.order_in(node).is_some())
        {
            return;
        }
        let answer = simplify(graph, self.rewriter.allow(), op, &args);
        let Some(rewritten) = self.rewriter.apply(self.graph, node, answer) else { return };
        match rewritten {
            Rewritten::Value(value) => self.graph.divert_uses(result, value),
            Rewritten::Operator(ty, op, args) => self.replace(node, ty, op, args),
        }
        self.graph.bypass(node);
    }

    /// A new node in the place of another one, on the order if it may trap.
    fn replace(&mut self, node: Node, ty: ValType, op: Op, mut args: Vec<Output>) {
        let mut tys: SmallVec<[Ty; 2]> = [Ty::Value(ty)].into_iter().collect();
        let traps = effects(&op, self.module).traps_if_speculated()
            && !never_traps(&*self.graph, &op, &args);
        if let Some(order) = self.graph.order_in(node).filter(|_| traps) {
            args.push(order);
            tys.push(Ty::Order);
        }
        let loc = self.graph.nodes[node].loc;
        let made = self.graph.add_node_before(node, Kind::Op(op), &args, &tys, loc);
        let first_and_last = |graph: &Graph, node| {
            let outputs = graph.outputs(node);
            [outputs[0], *outputs.last().expect("a result")]
        };
        let (old, new) = (first_and_last(self.graph, node), first_and_last(self.graph, made));
        for (old, new) in old.into_iter().zip(new).take(tys.len()) {
            self.graph.divert_uses(old, new);
        }
    }

    /// Lets a match node test the simplest value that decides it.
    fn predicate(&mut self, node: Node) {
        let graph = &*self.graph;
        let Kind::Match(cases) = &graph.nodes[node].kind else { return };
        let (value, output) = (graph.origin(node, 0), graph.outputs(node)[0]);
        if Graph::ty(graph, value) != Ty::Value(ValType::I32) || graph.is_unused(output) {
            return;
        }
        if let [(0, zero)] = cases.cases[..] {
            let (nonzero, Odds([of_zero, of_others])) = (cases.default, cases.odds);
            let (value, negated, steps) = self.rewriter.condition(self.graph, node, value);
            if steps > 0 {
                let (zero, nonzero) = if negated { (nonzero, zero) } else { (zero, nonzero) };
                self.graph.divert(self.graph.inputs(node)[0], value);
                let odds = if negated { [of_others, of_zero] } else { [of_zero, of_others] };
                let cases = Cases { odds: Odds(odds), ..Cases::of_condition(zero, nonzero) };
                self.graph.nodes[node].kind = Kind::Match(Box::new(cases));
                self.predicates += steps;
            }
        }
        let Kind::Match(cases) = &self.graph.nodes[node].kind else { return };
        let Some(Const::I32(key)) = self.graph.constant(self.graph.origin(node, 0)) else { return };
        let number = cases.of(key as u32);
        if self.fuel.take() {
            let loc = self.graph.nodes[node].loc;
            let kind = Kind::Control(number);
            let known = self.graph.add_node_before(node, kind, &[], &[Ty::Control], loc);
            self.graph.divert_uses(output, self.graph.outputs(known)[0]);
            self.graph.remove_node(node);
            self.predicates += 1;
        }
    }
}
