//! Common nodes: what was computed before is not computed again, across regions.
//!
//! A node is the same as an earlier one of its region, or of one around it, if it is the same
//! operator on the same origins: such a node dominates it. Operands of commutative operators are
//! taken in one order.
//!
//! - *Pure* operators, those that may trap (had it trapped, the first would have), matches, and
//!   calls of functions that write nothing. Matches on values, that is; each dispatch stays its own.
//! - *Reads*: two of the same state give the same. The state that counts is found along the state
//!   edges: what came after it wrote elsewhere. A load that finds the store (or load)
//!   of its place gives the value from there, converted where the types differ; so does what
//!   reads a global, a table or a field that was just written.
//!
//! The value goes to the users, the order around the node; states are not touched.
//!
//! Cost: near-linear: an edge of state is followed a bounded number of steps. No recursion on the
//! nest. Never merges allocations, never moves a node.

mod memory;

use crate::rvsdg::graph::{Cases, Graph, Kind, Node, Output, Region, Ty};
use crate::rvsdg::states::Around;
use invar_ir::rules::is_commutative;
use invar_ir::{Fuel, Op};
use rustc_hash::FxHashMap;

/// What to share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Operators that read nothing, and matches.
    pub pure: bool,
    /// Reads of the same state.
    pub loads: bool,
    /// Reads of what was just written.
    pub stores: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config { pure: true, loads: true, stores: true }
    }
}

invar_ir::counters! {
    /// What was shared.
    pub struct Shared {
        /// Operators that read nothing.
        pure = "share.pure",
        /// Matches.
        predicates = "share.predicates",
        /// Reads of a state that was read before.
        loads = "share.loads",
        /// Reads of what was written.
        stores = "share.stores",
    }
}

/// How many operands and states a node may have to be shared.
const MOST_ORIGINS: usize = 6;

/// What makes two nodes the same.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Op(Op, [Option<Output>; MOST_ORIGINS]),
    Match(Cases, Output),
}

/// Shares all nodes.
pub fn run(graph: &mut Graph, around: &Around<'_>, config: &Config, fuel: &Fuel) -> Shared {
    let root = graph.root;
    let mut pass = Pass {
        graph,
        around,
        config,
        fuel,
        table: FxHashMap::default(),
        inserted: Vec::new(),
        done: Shared::default(),
    };
    // The regions around the place at hand: where to go on in each, what is yet to be done of the
    // compound node there, and how many keys there were when it began.
    let first = |graph: &Graph, region: Region| graph.first(region);
    let mut stack = vec![(first(pass.graph, root), 0, 0)];
    while let Some((at, held, keys)) = stack.last_mut() {
        let Some(node) = *at else {
            pass.forget(*keys);
            stack.pop();
            continue;
        };
        if let Some(&inner) = pass.graph.subregions(node).get(*held) {
            *held += 1;
            stack.push((first(pass.graph, inner), 0, pass.inserted.len()));
            continue;
        }
        (*at, *held) = (pass.graph.next(node), 0);
        pass.node(node);
    }
    pass.done
}

struct Pass<'a> {
    graph: &'a mut Graph,
    around: &'a Around<'a>,
    config: &'a Config,
    fuel: &'a Fuel,
    /// The nodes that dominate the place at hand, by their first output.
    table: FxHashMap<Key, Output>,
    /// The keys of `table`, in the order of their insertion.
    inserted: Vec<Key>,
    done: Shared,
}

impl Pass<'_> {
    fn forget(&mut self, keys: usize) {
        for key in self.inserted.drain(keys..) {
            self.table.remove(&key);
        }
    }

    fn node(&mut self, node: Node) {
        match &self.graph.nodes[node].kind {
            Kind::Match(cases) => {
                let (value, output) = (self.graph.origin(node, 0), self.graph.outputs(node)[0]);
                // One on control is a dispatch, each its own: lowering lets flows pass it by that.
                let is_dispatch = self.graph.ty(value) == Ty::Control;
                if !self.config.pure || is_dispatch || self.graph.is_unused(output) {
                    return;
                }
                let key = Key::Match((**cases).clone(), value);
                let Some(first) = self.find(key, output) else { return };
                if self.fuel.take() {
                    self.done.predicates += 1;
                    self.graph.divert_uses(output, first);
                    self.graph.remove_node(node);
                }
            }
            Kind::Op(op) => {
                let Some(effects) = self.mergeable(node, op) else { return };
                match effects.is_empty() {
                    true if self.config.pure => self.pure(node),
                    false if self.config.loads || self.config.stores => self.read(node, effects),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// The classes that an operator reads, if two equal ones are one and it has a value.
    fn mergeable(&self, node: Node, op: &Op) -> Option<invar_ir::ClassSet> {
        let outputs = self.graph.outputs(node);
        let is_value = |output: &Output| matches!(self.graph.ty(*output), Ty::Value(_));
        if !outputs.first().is_some_and(is_value)
            || outputs.iter().any(|&output| matches!(self.graph.ty(output), Ty::State(_)))
        {
            return None;
        }
        match self.around.summaries.call_effects(op) {
            // If the second did not return, the first would not have.
            Some(effects) => {
                (effects.writes.is_empty() && !effects.allocates).then_some(effects.reads)
            }
            None => {
                let effects = invar_ir::effects(op, self.around.module);
                effects.is_mergeable().then_some(effects.reads)
            }
        }
    }

    /// The output that came first under a key; this one if there is none.
    fn find(&mut self, key: Key, output: Output) -> Option<Output> {
        match self.table.get(&key) {
            Some(&first) => Some(first),
            None => {
                self.table.insert(key.clone(), output);
                self.inserted.push(key);
                None
            }
        }
    }

    /// The key of an operator that reads these states.
    fn key(&self, node: Node, states: &[Output]) -> Option<Key> {
        let Kind::Op(op) = &self.graph.nodes[node].kind else { return None };
        let is_value = |output: &Output| matches!(self.graph.ty(*output), Ty::Value(_));
        let mut origins = [None; MOST_ORIGINS];
        let values = self.graph.origins(node).filter(is_value);
        for (n, origin) in values.chain(states.iter().copied()).enumerate() {
            *origins.get_mut(n)? = Some(origin);
        }
        if states.is_empty() && origins[0] > origins[1] && is_commutative(op) {
            origins.swap(0, 1);
        }
        Some(Key::Op(op.clone(), origins))
    }

    fn pure(&mut self, node: Node) {
        let output = self.graph.outputs(node)[0];
        let key = self.key(node, &[]);
        let Some(first) = key.and_then(|key| self.find(key, output)) else { return };
        if self.replace(node, first) {
            self.done.pure += 1;
        }
    }

    /// Lets the users of a node's values use those of an equal one. Whether there was fuel.
    fn replace(&mut self, node: Node, first: Output) -> bool {
        let first = self.graph.node_of(first).expect("an operator");
        let outputs = self.graph.outputs(node).to_vec();
        let values =
            outputs.iter().take_while(|&&output| matches!(self.graph.ty(output), Ty::Value(_)));
        let pairs: Vec<(Output, Output)> =
            values.copied().zip(self.graph.outputs(first).iter().copied()).collect();
        if pairs.iter().any(|&(a, b)| self.graph.ty(a) != self.graph.ty(b)) || !self.fuel.take() {
            return false;
        }
        for (value, first) in pairs {
            self.graph.divert_uses(value, first);
        }
        self.graph.bypass(node);
        true
    }
}
