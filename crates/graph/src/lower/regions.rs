//! Lowers the ends of gammas' alternatives, whose results become the gamma's outputs in each flow, and the starts
//! and ends of thetas.

use super::flows::{At, Flows, Group};
use super::{Control, ForkKind, Frame, GraphLowerError, Lowering, value_ty};
use crate::rvsdg::graph::{Cases, Graph, Kind, Node, Output, Region, Ty};
use invar_ir::{Block, Value};

impl Lowering<'_> {
    /// Emits a branch at the end of a region on the value that its control results are matched from.
    pub(super) fn split(&mut self, region: Region) -> Result<(), GraphLowerError> {
        let graph = self.graph;
        let mut matches: Vec<(Output, &Cases)> = Vec::new();
        let mut on = None;
        // Groups whose targets are known.
        let mut settled = vec![true; self.current.groups.len()];
        for n in 0..graph.results(region).len() {
            let result = graph.result(region, n);
            if graph.ty(result) != Ty::Control {
                continue;
            }
            for (group, settled) in self.current.groups.iter().zip(&mut settled) {
                // A control value that is not known is undefined here, or lost: then its dispatch finds that out.
                if let Ok(Control::Match(origin, cases)) = self.control(result, group) {
                    if *on.get_or_insert(origin) != origin {
                        return Err(GraphLowerError::Residual);
                    }
                    *settled = false;
                    if matches.iter().all(|entry| entry.0 != result) {
                        matches.push((result, cases));
                    }
                }
            }
        }
        let Some(origin) = on else { return Ok(()) };
        let mut settled = settled.into_iter();
        let rest = self.current.groups.extract_if(.., |_| settled.next() == Some(true));
        let rest: Vec<Group> = rest.collect();
        let block = if rest.is_empty() { self.open()? } else { self.open_beside()? };
        let value = self.read(origin)?;
        // A way for each combination of outcomes.
        let mut ways: Vec<Vec<u32>> = Vec::new();
        let mut way_of = |key: Option<u32>| {
            let of = |cases: &Cases| key.map_or(cases.default, |key| cases.of(key));
            let outcome: Vec<u32> = matches.iter().map(|entry| of(entry.1)).collect();
            ways.iter().position(|way| *way == outcome).unwrap_or_else(|| {
                ways.push(outcome);
                ways.len() - 1
            }) as u32
        };
        let default = way_of(None);
        let mut keys: Vec<u32> =
            matches.iter().flat_map(|entry| entry.1.cases.iter().map(|case| case.0)).collect();
        keys.sort_unstable();
        keys.dedup();
        let cases: Vec<(u32, u32)> = keys.into_iter().map(|key| (key, way_of(Some(key)))).collect();
        let cases = cases.into_iter().filter(|case| case.1 != default).collect();
        // All are of one value.
        let odds = matches.iter().map(|entry| entry.1.odds).find(|odds| !odds.is_unknown());
        let cases = Cases { cases, default, odds: odds.unwrap_or_default() };
        let node = graph.regions[region].parent.expect("the root region has no control results");
        let weights = cases.weights(ways.len());
        self.fork(block, ForkKind::Match(value, cases), &weights, node);
        let group = self.current.groups.pop().expect("they are one now");
        for (n, outcome) in ways.iter().enumerate() {
            let mut group = group.with_one(At::Edge(block, n as u32));
            for (entry, &control) in matches.iter().zip(outcome) {
                group.set(self.keys.of(entry.0), control);
            }
            self.current.push(group);
        }
        self.current.groups.extend(rest);
        Ok(())
    }

    /// The results of an alternative become the outputs of the gamma.
    pub(super) fn end_arm(&mut self, gamma: Node, arm: Region) {
        let outputs = self.graph.outputs(gamma);
        let handed = self.hand_all_on(gamma, |graph, n| graph.result(arm, n));
        for n in 0..outputs.len() {
            self.keys.used(self.graph, self.graph.result(arm, n));
        }
        if handed {
            self.current.forget_values_at_times(&self.keys);
        }
    }

    /// Assigns the results to the outputs of a node in all flows; control values first, since they
    /// tell which other values matter. Returns whether flows were visited.
    fn hand_all_on(&mut self, node: Node, result: impl Fn(&Graph, usize) -> Output) -> bool {
        let graph = self.graph;
        let mut values: Vec<(Output, Output)> = Vec::new();
        for (n, &output) in graph.outputs(node).iter().enumerate() {
            let (result, key) = (result(graph, n), self.keys.of(output));
            if self.keys.left(key) == 0
                || self.keys.of(result) == key
                || matches!(graph.kind_of(result), Some(Kind::Undef))
            {
                continue;
            }
            match graph.ty(output) {
                Ty::Control => self.hand_control_on(result, key),
                Ty::Value(_) => values.push((key, result)),
                Ty::State(_) | Ty::Order => {}
            }
        }
        if values.is_empty() {
            return false;
        }
        values.sort_unstable();
        let mut current = std::mem::take(&mut self.current);
        let mut handed: Vec<(Output, Value)> = Vec::new();
        for flow in current.flows_mut() {
            let known = values
                .iter()
                .filter_map(|&(key, result)| self.lookup(result, flow).map(|value| (key, value)));
            handed.clear();
            handed.extend(known);
            flow.set_all(&handed);
        }
        self.current = current;
        true
    }

    /// Gives a control value another name in all groups.
    fn hand_control_on(&mut self, result: Output, key: Output) {
        let mut current = std::mem::take(&mut self.current);
        for group in &mut current.groups {
            if let Ok(Control::Known(number)) = self.control(result, group) {
                group.set(key, number);
            }
        }
        self.current = current;
    }

    /// Emits the start of a loop.
    pub(super) fn start_theta(
        &mut self,
        theta: Node,
        body: Region,
    ) -> Result<Option<Region>, GraphLowerError> {
        let graph = self.graph;
        let args = graph.args(body);
        let changes = |n: usize| graph.result(body, n + 1) != args[n];
        let is_value = |n: usize| matches!(graph.ty(args[n]), Ty::Value(_));
        let params: Vec<usize> = (0..args.len())
            .filter(|&n| is_value(n) && changes(n) && !graph.is_unused(args[n]))
            .collect();
        self.use_inputs(theta);
        // In each flow the loop variables are their initial values.
        let mut current = std::mem::take(&mut self.current);
        for flow in current.flows_mut() {
            let pre = params.iter().map(|&n| self.read_or_zero(graph.origin(theta, n), flow));
            let pre = pre.collect::<Result<Vec<Value>, _>>()?;
            for (&n, value) in params.iter().zip(pre) {
                flow.set(self.keys.of(args[n]), value);
            }
        }
        self.current = current;
        self.unite()?;
        // Other values in which the flows differ become parameters of the header, passed to itself.
        let group = self.current.groups.pop().expect("there is a flow");
        let keys: Vec<Output> = params.iter().map(|&n| self.keys.of(args[n])).collect();
        let (agreed, carried) = self.agree(&group, &keys);
        let header = self.f.add_block();
        let Group { control, flows } = group;
        for flow in flows {
            let passed = keys.iter().chain(&carried).map(|&key| self.say(&flow, key));
            let passed = passed.collect::<Option<Vec<Value>>>().expect("all flows have it");
            self.connect(flow.at, header, &passed);
        }
        for (key, value) in agreed {
            self.assign(key, value);
        }
        for &n in &params {
            let param = self.f.add_param(header, value_ty(graph, args[n]));
            self.define(self.keys.of(args[n]), param);
        }
        for &key in &carried {
            let param = self.f.add_param(header, value_ty(graph, key));
            self.assign(key, param);
        }
        self.current = Flows::one(Group::one(control, At::End(header), self.scope.epoch));
        let outer = self.open_scope();
        self.frames.push(Frame::Theta { node: theta, header, carried, params, outer });
        Ok(Some(body))
    }

    /// Ends an iteration: flows repeat the loop or exit.
    pub(super) fn end_theta(
        &mut self,
        theta: Node,
        body: Region,
        header: Block,
        carried: &[Output],
        params: &[usize],
    ) -> Result<(), GraphLowerError> {
        let graph = self.graph;
        let predicate = graph.result(body, 0);
        let mut leaving = Flows::default();
        for group in std::mem::take(&mut self.current).groups {
            match self.control(predicate, &group)? {
                Control::Known(0) => leaving.push(group),
                Control::Known(_) => {
                    for flow in group.flows {
                        let args = params.iter().map(|&n| {
                            let post = graph.result(body, n + 1);
                            self.read_or_zero(post, &flow)
                        });
                        let mut args = args.collect::<Result<Vec<Value>, _>>()?;
                        let kept = carried.iter().map(|&key| self.values[key].expand());
                        args.extend(kept.map(|value| value.expect("the header has it")));
                        self.connect(flow.at, header, &args);
                    }
                }
                Control::Undef => self.drop_flows(group.flows),
                _ => return Err(GraphLowerError::Residual),
            }
        }
        self.current = leaving;
        let outputs = graph.outputs(theta);
        self.hand_all_on(theta, |graph, n| graph.result(body, n + 1));
        for n in 0..=outputs.len() {
            self.keys.used(self.graph, graph.result(body, n));
        }
        Ok(())
    }
}
