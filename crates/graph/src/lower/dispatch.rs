//! Dispatches: connects flows to the alternatives of a gamma.

use super::flows::{At, Flows, Group};
use super::{Control, Fork, ForkKind, GraphLowerError, Lowering, value_ty};
use crate::rvsdg::graph::{Gamma, Kind, Node, Output, Region, Ty, User};
use invar_ir::{Block, BlockCall, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The number of users of a value that are searched for other predicates on it.
const MOST_CORRELATED: usize = 16;

impl<'a> Lowering<'a> {
    /// The value of a control value that the group of a flow knows.
    pub(super) fn control(
        &self,
        output: Output,
        group: &Group,
    ) -> Result<Control<'a>, GraphLowerError> {
        if let Some(known) = group.known(self.keys.of(output)) {
            return Ok(Control::Known(known));
        }
        match self.graph.kind_of(output) {
            Some(&Kind::Control(number)) => Ok(Control::Known(number)),
            Some(Kind::Undef) => Ok(Control::Undef),
            Some(Kind::Test(_)) => {
                Ok(Control::Test(self.graph.node_of(output).expect("a test is a node")))
            }
            Some(Kind::Match(cases)) => {
                let node = self.graph.node_of(output).expect("a match is a node");
                let origin = self.graph.origin(node, 0);
                if self.graph.ty(origin) != Ty::Control {
                    return Ok(if cases.cases.is_empty() {
                        Control::Known(cases.default)
                    } else {
                        Control::Match(origin, cases)
                    });
                }
                match self.control(origin, group)? {
                    Control::Known(number) => Ok(Control::Known(cases.of(number))),
                    Control::Undef => Ok(Control::Undef),
                    _ => Err(GraphLowerError::Residual),
                }
            }
            _ => Err(GraphLowerError::Residual),
        }
    }

    /// At a dispatch whose last alternative is empty, connects the flows for the others and leaves the
    /// rest parked; if the flows know the control variable, and the last alternative passes on no value
    /// that differs from flow to flow under a new name.
    pub(super) fn choose_parked(&mut self, node: Node, gamma: &Gamma) -> Option<Vec<Flows>> {
        let graph = self.graph;
        let predicate = graph.origin(node, 0);
        let Some(Kind::Match(cases)) = graph.kind_of(predicate) else { return None };
        let control = graph.origin(graph.node_of(predicate).expect("a match is a node"), 0);
        let last = gamma.arms.len() - 1;
        if graph.ty(control) != Ty::Control
            || cases.default as usize != last
            || cases.cases.iter().any(|case| case.1 as usize == last)
            || graph.first(gamma.arms[last]).is_some()
        {
            return None;
        }
        let is_simple = (0..graph.outputs(node).len()).all(|n| {
            let (result, output) = (graph.result(gamma.arms[last], n), graph.outputs(node)[n]);
            let key = self.keys.of(output);
            let is_value = matches!(graph.ty(output), Ty::Value(_));
            self.keys.of(result) == key
                || result == control
                || self.keys.left(key) == 0
                || matches!(graph.kind_of(result), Some(Kind::Undef))
                || !is_value && graph.ty(output) != Ty::Control
                || is_value && self.constant_value(result).is_some()
        });
        if !is_simple || !self.current.park(self.keys.of(control), &self.keys) {
            return None;
        }
        let mut starts = vec![Flows::default(); gamma.arms.len()];
        for &(number, arm) in &cases.cases {
            for group in self.current.take_parked(number, &self.keys) {
                starts[arm as usize].push(group);
            }
        }
        Some(starts)
    }

    /// Lowers the last alternative of a dispatch, for the flows that stayed parked.
    pub(super) fn end_parked(&mut self, gamma: Node) {
        let graph = self.graph;
        let Some(&last) = graph.subregions(gamma).last() else { return };
        let predicate = graph.node_of(graph.origin(gamma, 0)).expect("a match is a node");
        let control = graph.origin(predicate, 0);
        for (n, &output) in graph.outputs(gamma).iter().enumerate() {
            let (result, key) = (graph.result(last, n), self.keys.of(output));
            if self.keys.left(key) > 0
                && self.keys.of(result) != key
                && matches!(graph.ty(output), Ty::Value(_))
                && let Some(value) = self.constant_value(result)
            {
                self.current.assign_parked(key, value);
            } else if result == control {
                self.current.rename_parked(self.keys.of(control), key);
            }
        }
        for n in 0..graph.outputs(gamma).len() {
            self.keys.used(graph, graph.result(last, n));
        }
    }

    /// The value of an output that is the same for all flows: not one of a compound node.
    pub(super) fn constant_value(&self, output: Output) -> Option<Value> {
        let compound = |node: Node| {
            let is_cycle = matches!(self.graph.nodes[node].kind, Kind::Cycle(_));
            is_cycle || !self.graph.subregions(node).is_empty()
        };
        if self.graph.node_of(output).is_some_and(compound) {
            None
        } else {
            self.values[self.keys.of(output)].expand()
        }
    }

    /// Connects the flows to the alternatives of a gamma.
    pub(super) fn choose(
        &mut self,
        node: Node,
        gamma: &Gamma,
    ) -> Result<Vec<Flows>, GraphLowerError> {
        self.choose_among(node, &gamma.weights, &gamma.arms)
    }

    /// Connects the flows to the alternatives of a node, by the control value that is its first input.
    /// If they are regions, these are `arms`.
    pub(super) fn choose_among(
        &mut self,
        node: Node,
        weights: &[u32],
        arms: &[Region],
    ) -> Result<Vec<Flows>, GraphLowerError> {
        let predicate = self.graph.origin(node, 0);
        let mut starts = vec![Flows::default(); weights.len()];
        let mut others = Flows::default();
        self.current.unpark(&self.keys);
        for group in std::mem::take(&mut self.current).groups {
            match self.control(predicate, &group)? {
                Control::Known(n) => starts[n as usize].push(group),
                Control::Undef => self.drop_flows(group.flows),
                Control::Match(..) | Control::Test(_) => others.push(group),
            }
        }
        if others.is_empty() {
            return Ok(starts);
        }
        self.current = others;
        let block =
            if starts.iter().all(Flows::is_empty) { self.open()? } else { self.open_beside()? };
        let group = self.current.groups.pop().expect("they are one now");
        let kind = match self.control(predicate, &group)? {
            Control::Match(origin, cases) => {
                self.current = Flows::one(group.clone());
                let value = self.read(origin)?;
                ForkKind::Match(value, cases.clone())
            }
            Control::Test(test) => {
                self.current = Flows::one(group.clone());
                let Kind::Test(op) = &self.graph.nodes[test].kind else {
                    unreachable!("it is a test")
                };
                let origins: Vec<Output> = self.graph.origins(test).collect();
                let args = origins.into_iter().map(|origin| self.read(origin));
                let args = args.collect::<Result<_, _>>()?;
                let mut values = [None; 2];
                for (n, &arm) in arms.iter().enumerate() {
                    if let Some(&arg) = self.graph.args(arm).first() {
                        let ty = value_ty(self.graph, arg);
                        values[n] = Some(self.f.add_edge_value(block, 1 - n as u32, ty));
                    }
                }
                ForkKind::Test { op: op.clone(), args, values }
            }
            _ => return Err(GraphLowerError::Residual),
        };
        let edge_values = match &kind {
            ForkKind::Test { values, .. } => values.to_vec(),
            _ => vec![None; weights.len()],
        };
        let known = match &kind {
            ForkKind::Match(_, cases) if weights.iter().all(|&weight| weight == 0) => {
                cases.weights(weights.len())
            }
            _ => SmallVec::from_slice(weights),
        };
        self.fork(block, kind, &known, node);
        let correlated = self.correlated(predicate);
        for (n, start) in starts.iter_mut().enumerate() {
            let mut group = group.with_one(At::Edge(block, n as u32));
            for (key, by_arm) in &correlated {
                if let Some(number) = by_arm.get(&(n as u32)).copied().flatten() {
                    group.set(*key, number);
                }
            }
            if let Some(value) = edge_values[n] {
                let arg = self.graph.args(arms[n])[0];
                group.flows[0].set(self.keys.of(arg), value);
            }
            start.push(group);
        }
        Ok(starts)
    }

    /// The other matches on the value of a predicate that still have uses, with their control value
    /// for each control value of the predicate; `None` if that is not determined. So a test that is
    /// repeated right after the first one is not emitted.
    fn correlated(&self, predicate: Output) -> Vec<(Output, FxHashMap<u32, Option<u32>>)> {
        let graph = self.graph;
        let Some(Kind::Match(cases)) = graph.kind_of(predicate) else { return Vec::new() };
        let value = graph.origin(graph.node_of(predicate).expect("a match is a node"), 0);
        let others = graph.uses(value).take(MOST_CORRELATED).filter_map(|input| {
            let User::Node(node, _) = graph.inputs[input].user else { return None };
            let Kind::Match(other) = &graph.nodes[node].kind else { return None };
            let output = graph.outputs(node)[0];
            let key = self.keys.of(output);
            let is_used = self.keys.left(key) > u32::from(output == predicate);
            is_used.then(|| (key, cases.implies(other)))
        });
        others.collect()
    }

    /// Ends a block with a branch whose ways are connected later.
    pub(super) fn fork(&mut self, block: Block, kind: ForkKind, weights: &[u32], node: Node) {
        let way = |&weight: &u32| {
            // The weight is kept until the way is connected.
            Some(BlockCall { block, args: Default::default(), weight })
        };
        let ways = weights.iter().map(way).collect();
        self.f.blocks[block].term_loc = self.graph.nodes[node].loc;
        self.forks[block] = Some(Box::new(Fork { kind, ways }));
    }
}
