//! Node reduction: constant folding, and the algebraic rules of [`invar_ir::rules`] on nodes.
//!
//! One walk in the order of the links reaches operands before users. Rules apply to a node until
//! none does; what they make comes right before it and is reduced, too. An operator that cannot
//! trap any more leaves the order. Matches go by the simplest value that tells the same: one on
//! `x == 0` or `x != 0` becomes one on `x`, so that correlated predicates are seen to be; one on a
//! constant becomes a control constant.
//!
//! Cost: linear. No recursion. Never adds a trap, never touches state.

use crate::rvsdg::graph::{Cases, Graph, Kind, Node, Output, Region, Ty};
use invar_ir::rules::{
    Allow, Const, RuleCounts, Term, ValueFacts, never_traps, simplify, simplify_condition,
};
use invar_ir::{Fuel, Module, Op, ValType, effects};

invar_ir::counters! {
    /// What was reduced.
    pub struct Reduced {
        /// Operators whose result is a constant.
        constants = "reduce.constants",
        /// Operators whose result is a value that was there before.
        values = "reduce.values",
        /// Operators replaced by simpler ones.
        simplified = "reduce.simplified",
        /// Predicates that go by a simpler value, or none.
        predicates = "reduce.predicates",
    }
}

/// How many rules may apply one after another to one node; they come to an end by themselves.
const MOST_STEPS: usize = 32;

/// Reduces all nodes; counts the rules that are applied for it.
pub fn run(
    graph: &mut Graph,
    module: &Module,
    allow: &Allow,
    fuel: &Fuel,
    rules: &mut RuleCounts,
) -> Reduced {
    let mut pass = Pass { graph, module, allow, fuel, rules, done: Reduced::default() };
    let mut regions: Vec<Region> = vec![pass.graph.root];
    while let Some(region) = regions.pop() {
        let mut at = pass.graph.first(region);
        while let Some(node) = at {
            at = pass.graph.next(node);
            match pass.graph.nodes[node].kind {
                Kind::Op(_) => pass.op(node),
                Kind::Match(_) => pass.predicate(node),
                // What is inside uses what is outside, so it comes later; but for what leaves
                // through results, which no rule looks through.
                _ => regions.extend(pass.graph.subregions(node)),
            }
        }
    }
    pass.done
}

struct Pass<'a> {
    graph: &'a mut Graph,
    module: &'a Module,
    allow: &'a Allow,
    fuel: &'a Fuel,
    rules: &'a mut RuleCounts,
    done: Reduced,
}

impl Pass<'_> {
    fn op(&mut self, mut node: Node) {
        for _ in 0..MOST_STEPS {
            let graph = &*self.graph;
            let (Kind::Op(op), Some(&result)) =
                (&graph.nodes[node].kind, graph.outputs(node).first())
            else {
                return;
            };
            if graph.op(result).is_none() || graph.is_unused(result) {
                return;
            }
            let is_value = |output: &Output| matches!(Graph::ty(graph, *output), Ty::Value(_));
            let args: Vec<Output> = graph.origins(node).filter(is_value).collect();
            // Neither states nor anything else than a value may be in the way.
            let others = graph.inputs(node).len() - args.len();
            if others > usize::from(graph.order_in(node).is_some()) {
                return;
            }
            let Some(simpler) = simplify(graph, self.allow, op, &args) else { return };
            if !self.fuel.take() {
                return;
            }
            self.rules.count(simpler.by);
            let term = simpler.to;
            let loc = graph.nodes[node].loc;
            let next = match term {
                Term::Value(value) => {
                    self.done.values += 1;
                    self.graph.divert_uses(result, value);
                    None
                }
                Term::Const(_) => {
                    self.done.constants += 1;
                    let value = self.graph.make_term(node, term, loc);
                    self.graph.divert_uses(result, value);
                    None
                }
                Term::Node(ty, op, terms) => {
                    self.done.simplified += 1;
                    Some(self.replace(node, result, ty, op, terms))
                }
            };
            self.graph.bypass(node);
            match next {
                Some(next) => node = next,
                None => return,
            }
        }
    }

    /// A new node in the place of another one, on the order if it may trap.
    fn replace(
        &mut self,
        node: Node,
        result: Output,
        ty: ValType,
        op: Op,
        terms: Vec<Term<Output>>,
    ) -> Node {
        let loc = self.graph.nodes[node].loc;
        let args = terms.into_iter().map(|term| self.graph.make_term(node, term, loc));
        let mut args: Vec<Output> = args.collect();
        let mut tys = vec![Ty::Value(ty)];
        let traps = effects(&op, self.module).may_trap && !never_traps(&*self.graph, &op, &args);
        let order = self.graph.order_in(node).filter(|_| traps);
        if let Some(order) = order {
            args.push(order);
            tys.push(Ty::Order);
        }
        let made = self.graph.add_node_before(node, Kind::Op(op), &args, &tys, loc);
        self.graph.divert_uses(result, self.graph.outputs(made)[0]);
        if order.is_some() {
            let old = *self.graph.outputs(node).last().expect("it hands the order on");
            let new = self.graph.outputs(made)[1];
            self.graph.divert_uses(old, new);
        }
        made
    }

    /// A predicate by the simplest value that tells it.
    fn predicate(&mut self, node: Node) {
        for _ in 0..MOST_STEPS {
            let graph = &*self.graph;
            let Kind::Match(cases) = &graph.nodes[node].kind else { return };
            let value = graph.origin(node, 0);
            let output = graph.outputs(node)[0];
            if Graph::ty(graph, value) != Ty::Value(ValType::I32) || graph.is_unused(output) {
                return;
            }
            let loc = graph.nodes[node].loc;
            if let Some(Const::I32(key)) = graph.constant(value) {
                let number = cases.of(key as u32);
                if !self.fuel.take() {
                    return;
                }
                let kind = Kind::Control(number);
                let known = self.graph.add_node_before(node, kind, &[], &[Ty::Control], loc);
                self.done.predicates += 1;
                self.graph.divert_uses(output, self.graph.outputs(known)[0]);
                self.graph.remove_node(node);
                return;
            }
            let [(0, zero)] = cases.cases[..] else { return };
            let Some(simpler) = simplify_condition(graph, self.allow, value) else { return };
            if !self.fuel.take() {
                return;
            }
            self.rules.count(simpler.by);
            let simpler = simpler.to;
            let (mut if_zero, mut otherwise) = (zero, cases.default);
            if simpler.negated {
                std::mem::swap(&mut if_zero, &mut otherwise);
            }
            let value = self.graph.make_term(node, simpler.value, loc);
            let input = self.graph.inputs(node)[0];
            self.graph.divert(input, value);
            let cases = Cases::of_condition(if_zero, otherwise);
            self.graph.nodes[node].kind = Kind::Match(Box::new(cases));
            self.done.predicates += 1;
        }
    }
}
