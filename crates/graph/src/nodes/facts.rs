//! Implements `ValueFacts` and `Rewrite` of `invar_ir` for the graph; takes unused operators off the order edge.

use crate::rvsdg::graph::{Graph, Kind, Node, Output, Ty};
use invar_analysis::transform::rewrite::Rewrite;
use invar_ir::{Op, ValType};
use invar_rules::ValueFacts;
use smallvec::SmallVec;

impl ValueFacts for Graph {
    type Value = Output;

    fn op(&self, value: Output) -> Option<&Op> {
        let node = self.node_of(value)?;
        let Kind::Op(op) = &self.nodes[node].kind else { return None };
        // The operator has one result: what comes after it are states and the order.
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

impl Rewrite for Graph {
    /// The node before which an operator is inserted.
    type Place = Node;

    fn insert(&mut self, before: Node, ty: ValType, op: Op, args: &[Output]) -> Output {
        let loc = self.nodes[before].loc;
        let node = self.add_node_before(before, Kind::Op(op), args, &[Ty::Value(ty)], loc);
        self.outputs(node)[0]
    }
}

impl Graph {
    /// The origins of a node that are values: the operands of an operator.
    pub(crate) fn operands(&self, node: Node) -> SmallVec<[Output; 4]> {
        let is_value = |output: &Output| matches!(Graph::ty(self, *output), Ty::Value(_));
        self.origins(node).filter(is_value).collect()
    }

    /// The last input of a node, if it is the order.
    pub(crate) fn order_in(&self, node: Node) -> Option<Output> {
        let last = self.inputs(node).last().map(|&input| self.inputs[input].origin)?;
        (Graph::ty(self, last) == Ty::Order).then_some(last)
    }

    /// Removes an operator whose values are unused; the order edge bypasses it.
    pub(crate) fn bypass(&mut self, node: Node) {
        let last = self.outputs(node).last().copied();
        // A load that is proved in bounds only follows the order.
        if let Some(order) = self.order_in(node)
            && let Some(out) = last.filter(|&out| Graph::ty(self, out) == Ty::Order)
        {
            self.divert_uses(out, order);
        }
        self.remove_node(node);
    }
}
