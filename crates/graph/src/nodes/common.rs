//! Common node elimination (CNE): value numbering across regions.
//!
//! A node is congruent to an earlier one of its region, or of a region around it, if it is the same
//! operator on the same origins: such a node dominates it. Operands of commutative operators are put
//! in one order ([`invar_rules::value_numbering`]).
//!
//! - *Pure* operators, those that may trap (had it trapped, the first would have), match nodes, and
//!   calls of functions that write nothing. Match nodes on control values are dispatches and are
//!   never merged.
//! - *Reads* (`memory`): two of the same state give the same value. The state edge is followed over
//!   nodes that write elsewhere. A load of what was stored there becomes the stored value, converted
//!   where the types differ; so does a read of a global, table element or field.
//!
//! The users of the values and of the order are diverted; state edges stay as they are.
//!
//! Cost: near-linear: a state edge is followed a bounded number of steps. No recursion on the
//! nesting. Never merges allocations, never moves a node.

mod memory;

use crate::rvsdg::graph::{Cases, Graph, Kind, Node, Output, Ty};
use crate::rvsdg::states::FunctionEnv;
use invar_analysis::{Fuel, RemarkKind, Remarks};
use invar_ir::{ClassSet, Op, effects};
use invar_rules::is_constant;
use invar_rules::value_numbering::{Expression, ScopedTable, mergeable};

invar_analysis::config! {
    /// What to merge.
    pub struct Config {
        /// Operators that read nothing, and match nodes.
        pure: bool = true,
        /// Reads of the same state.
        loads: bool = true,
        /// Reads of what was just written.
        stores: bool = true,
    }
}

invar_analysis::counters! {
    /// What was merged.
    pub struct MergedNodes {
        /// Operators that read nothing.
        pure = "cne.pure",
        /// Match nodes.
        predicates = "cne.predicates",
        /// Reads of a state that was read before.
        loads = "cne.loads",
        /// Reads of what was written.
        stores = "cne.stores",
    }
}

/// The key by which nodes are congruent. The origins of an operator are its operands and the states
/// that it reads.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Op(Expression<Output>),
    Match(Cases, Output),
}

/// Merges all congruent nodes.
pub fn run(
    graph: &mut Graph,
    env: &FunctionEnv<'_>,
    config: &Config,
    fuel: &Fuel,
    remarks: &mut Remarks,
) -> MergedNodes {
    let (first, table) = (graph.first(graph.root), ScopedTable::default());
    let mut pass = Pass { graph, env, config, fuel, remarks, table, done: MergedNodes::default() };
    // The regions around the current node, outermost first: the next node of each, the number of its
    // subregions that are done, and the scope of the region.
    let mut stack = vec![(first, 0, pass.table.enter())];
    while let Some((at, done, scope)) = stack.last_mut() {
        let Some(node) = *at else {
            pass.table.leave(*scope);
            stack.pop();
            continue;
        };
        if let Some(&inner) = pass.graph.subregions(node).get(*done) {
            *done += 1;
            stack.push((pass.graph.first(inner), 0, pass.table.enter()));
            continue;
        }
        (*at, *done) = (pass.graph.next(node), 0);
        pass.node(node);
    }
    pass.done
}

struct Pass<'a> {
    graph: &'a mut Graph,
    env: &'a FunctionEnv<'a>,
    config: &'a Config,
    fuel: &'a Fuel,
    remarks: &'a mut Remarks,
    /// The nodes that dominate the current place, by their first output.
    table: ScopedTable<Key, Output>,
    done: MergedNodes,
}

impl Pass<'_> {
    fn node(&mut self, node: Node) {
        match &self.graph.nodes[node].kind {
            Kind::Match(cases) => {
                let (value, output) = (self.graph.origin(node, 0), self.graph.outputs(node)[0]);
                // Lowering routes control around each dispatch by itself, so dispatches stay apart.
                let is_dispatch = self.graph.ty(value) == Ty::Control;
                if !self.config.pure || is_dispatch || self.graph.is_unused(output) {
                    return;
                }
                let key = Key::Match((**cases).clone(), value);
                let Some(first) = self.table.find_or_insert(key, output) else { return };
                if self.fuel.take() {
                    self.done.predicates += 1;
                    let odds = cases.odds;
                    if let Some(first) = self.graph.node_of(first)
                        && let Kind::Match(cases) = &mut self.graph.nodes[first].kind
                        && cases.odds.is_unknown()
                    {
                        cases.odds = odds;
                    }
                    self.graph.divert_uses(output, first);
                    self.graph.remove_node(node);
                }
            }
            Kind::Op(op) => {
                let Some(reads) = self.reads(node, op) else { return };
                let is_pure = reads.is_empty();
                if is_pure
                    && self.config.pure
                    && let Some(first) = self.merge(node, &[])
                {
                    self.done.pure += 1;
                    self.shares(node, first);
                }
                if !is_pure && (self.config.loads || self.config.stores) {
                    self.read(node, reads);
                }
            }
            _ => {}
        }
    }

    /// The classes that an operator reads, if it has a value and can be merged with an equal one.
    fn reads(&self, node: Node, op: &Op) -> Option<ClassSet> {
        let outputs = self.graph.outputs(node);
        let writes = outputs.iter().any(|&output| matches!(self.graph.ty(output), Ty::State(_)));
        let is_value = |&output: &Output| matches!(self.graph.ty(output), Ty::Value(_));
        if writes || !outputs.first().is_some_and(is_value) {
            return None;
        }
        mergeable(effects(op, self.env.module), self.env.summaries.call_effects(op))
    }

    /// Records the remark on an operator whose value an earlier node gives. Constants are not worth one.
    fn shares(&mut self, node: Node, first: Node) {
        let graph = &*self.graph;
        let Kind::Op(op) = &graph.nodes[node].kind else { return };
        if is_constant(op) {
            return;
        }
        let (what, loc) = ("shares a common operator", graph.nodes[node].loc);
        self.remarks.record("graph", RemarkKind::Applied, loc, what, || {
            let [node, first] = [node, first].map(|node| graph.node_text(node));
            format!("{node} gives what {first} gives")
        });
    }

    /// Lets the users of a node's values use those of a congruent one, which is returned, if there is one and fuel;
    /// `states` are those that the node reads.
    fn merge(&mut self, node: Node, states: &[Output]) -> Option<Node> {
        let Kind::Op(op) = &self.graph.nodes[node].kind else { return None };
        let origins = self.graph.operands(node).into_iter().chain(states.iter().copied());
        let key = Expression::new(op, origins)?;
        let output = self.graph.outputs(node)[0];
        let first = self.table.find_or_insert(Key::Op(key), output)?;
        let first = self.graph.node_of(first).expect("an operator");
        let values = |node: Node| {
            let outputs = self.graph.outputs(node).iter().copied();
            outputs.take_while(|&output| matches!(self.graph.ty(output), Ty::Value(_)))
        };
        let pairs: Vec<(Output, Output)> = values(node).zip(values(first)).collect();
        if pairs.iter().any(|&(a, b)| self.graph.ty(a) != self.graph.ty(b)) || !self.fuel.take() {
            return None;
        }
        for (value, first) in pairs {
            self.graph.divert_uses(value, first);
        }
        self.graph.bypass(node);
        Some(first)
    }
}
