//! What the rules of [`invar_ir::rules`] ask, answered by the graph.

use crate::rvsdg::graph::{Graph, Kind, Node, Output, Ty};
use invar_ir::rules::{Term, ValueFacts};
use invar_ir::{Op, SourceLoc, ValType};

impl ValueFacts for Graph {
    type Value = Output;

    fn op(&self, value: Output) -> Option<&Op> {
        let node = self.node_of(value)?;
        let Kind::Op(op) = &self.nodes[node].kind else { return None };
        // One result: what comes after it are states and the order.
        let outputs = self.outputs(node);
        let is_only = outputs[0] == value
            && outputs.get(1).is_none_or(|&output| !matches!(self.ty(output), Ty::Value(_)));
        is_only.then_some(op)
    }

    fn operand(&self, value: Output, n: usize) -> Output {
        self.origin(self.node_of(value).expect("a value with an operator"), n)
    }

    fn ty(&self, value: Output) -> ValType {
        match Graph::ty(self, value) {
            Ty::Value(ty) => ty,
            _ => unreachable!("the rules are about values"),
        }
    }

    fn is_shared(&self, value: Output) -> bool {
        self.uses(value).nth(1).is_some()
    }
}

impl Graph {
    /// The value of an expression, computed by new nodes before `before`. Expressions are a few
    /// operators deep; all are pure.
    pub(crate) fn make_term(&mut self, before: Node, term: Term<Output>, loc: SourceLoc) -> Output {
        let (ty, op, args) = match term {
            Term::Value(value) => return value,
            Term::Const(constant) => (constant.ty(), constant.to_op(), Vec::new()),
            Term::Node(ty, op, terms) => {
                let args = terms.into_iter().map(|term| self.make_term(before, term, loc));
                (ty, op, args.collect())
            }
        };
        let node = self.add_node_before(before, Kind::Op(op), &args, &[Ty::Value(ty)], loc);
        self.outputs(node)[0]
    }

    /// The last input of a node, if it is the order.
    pub(crate) fn order_in(&self, node: Node) -> Option<Output> {
        let last = self.inputs(node).last().map(|&input| self.inputs[input].origin)?;
        (Graph::ty(self, last) == Ty::Order).then_some(last)
    }

    /// Removes an operator's node whose values have no users: the order goes around it.
    pub(crate) fn bypass(&mut self, node: Node) {
        if let Some(order) = self.order_in(node) {
            let out = *self.outputs(node).last().expect("it hands the order on");
            self.divert_uses(out, order);
        }
        self.remove_node(node);
    }
}
