//! Emission of nodes, and of the ends of regions.

use super::flows::{At, Flow, Flows, Group};
use super::{Control, Fork, ForkKind, Frame, Heads, LowerError, Lowering, value_ty};
use crate::graph::{Cases, Gamma, Graph, Kind, Node, Output, Region, Ty};
use invar_ir::fold::is_constant;
use invar_ir::{
    Block, BlockCall, Op, OpPlace, SourceLoc, Terminator, ValType, Value, ValueDef, zero_op,
};

impl<'a> Lowering<'a> {
    /// An operator.
    pub(super) fn op(&mut self, node: Node, op: &Op) -> Result<(), LowerError> {
        let graph = self.graph;
        let outputs = graph.outputs(node);
        if is_constant(op) && outputs.iter().all(|&output| graph.is_unused(output)) {
            return Ok(());
        }
        let block = self.open()?;
        let is_value = |output: &Output| matches!(graph.ty(*output), Ty::Value(_));
        let operands: Vec<Output> = graph.origins(node).filter(is_value).collect();
        let args: Vec<Value> =
            operands.into_iter().map(|origin| self.read(origin)).collect::<Result<_, _>>()?;
        self.use_inputs(node);
        let loc = graph.nodes[node].loc;
        let ends = match op {
            Op::Unreachable => Some(Terminator::Unreachable),
            _ if op.opcode().place() == OpPlace::Instruction => None,
            Op::Throw { .. } | Op::ThrowRef => {
                let args = self.f.make_list(&args);
                Some(Terminator::Throw { op: op.clone(), args })
            }
            _ => {
                let args = self.f.make_list(&args);
                Some(Terminator::TailCall { op: op.clone(), args })
            }
        };
        if let Some(term) = ends {
            self.f.blocks[block].term = term;
            self.f.blocks[block].term_loc = loc;
            self.current = Flows::default();
            return Ok(());
        }
        let results: Vec<Output> = outputs.iter().copied().filter(is_value).collect();
        let types: Vec<ValType> = results.iter().map(|&output| value_ty(graph, output)).collect();
        let inst = self.f.append(block, op.clone(), &args, &types, loc);
        for (output, value) in results.into_iter().zip(self.f.results(inst)) {
            let key = self.keys.of(output);
            self.values[key] = value.into();
        }
        Ok(())
    }

    pub(super) fn use_inputs(&mut self, node: Node) {
        for origin in self.graph.origins(node) {
            self.keys.used(self.graph, origin);
        }
    }

    /// The value of an output where there is one flow.
    fn read(&mut self, output: Output) -> Result<Value, LowerError> {
        let flow = self.current.groups[0].flows[0].clone();
        self.read_or_zero(output, &flow)
    }

    /// The value of an output for a flow, if it is known.
    fn lookup(&self, output: Output, flow: &Flow) -> Option<Value> {
        self.say(flow, self.keys.of(output))
    }

    /// What a flow knows of a key.
    fn say(&self, flow: &Flow, key: Output) -> Option<Value> {
        flow.get(key).or(self.values[key].expand())
    }

    /// The value of an output for a flow. An undefined one is zero, at the entry of the function.
    pub(super) fn read_or_zero(
        &mut self,
        output: Output,
        flow: &Flow,
    ) -> Result<Value, LowerError> {
        if let Some(value) = self.lookup(output, flow) {
            return Ok(value);
        }
        if !matches!(self.graph.kind_of(self.keys.of(output)), Some(Kind::Undef)) {
            return Err(LowerError::Undefined);
        }
        let ty = value_ty(self.graph, output);
        let op = zero_op(ty).ok_or(LowerError::Undefined)?;
        let inst = self.f.make_inst(op, &[], &[ty], SourceLoc::default());
        let entry = self.f.entry;
        self.f.blocks[entry].insts.insert(0, inst);
        let value = self.f.result(inst).expect("a constant has a result");
        let key = self.keys.of(output);
        self.values[key] = value.into();
        Ok(value)
    }

    /// What a flow's group knows of a control value.
    fn control(&self, output: Output, group: &Group) -> Result<Control<'a>, LowerError> {
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
                    return Ok(match cases.cases.is_empty() {
                        true => Control::Known(cases.default),
                        false => Control::Match(origin, cases),
                    });
                }
                match self.control(origin, group)? {
                    Control::Known(number) => Ok(Control::Known(cases.of(number))),
                    Control::Undef => Ok(Control::Undef),
                    _ => Err(LowerError::Residual),
                }
            }
            _ => Err(LowerError::Residual),
        }
    }

    /// At a dispatch whose last alternative holds nothing, sends the flows that are up to the others
    /// and leaves the rest parked; if the flows know the control variable, and the last alternative
    /// hands on nothing that differs from flow to flow under a new name.
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
        if !is_simple || !self.current.park(self.keys.of(control)) {
            return None;
        }
        let mut starts = vec![Flows::default(); gamma.arms.len()];
        for &(number, arm) in &cases.cases {
            for group in self.current.take_parked(number) {
                starts[arm as usize].push(group);
            }
        }
        Some(starts)
    }

    /// The last alternative of a dispatch, for the flows that stayed parked.
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
                self.open_key(key, value);
            } else if result == control {
                self.current.rename_parked(self.keys.of(control), key);
            }
        }
        for n in 0..graph.outputs(gamma).len() {
            self.keys.used(graph, graph.result(last, n));
        }
    }

    /// The value of an output that is the same for all flows: not one of a compound node.
    fn constant_value(&self, output: Output) -> Option<Value> {
        let compound = |node: Node| !self.graph.subregions(node).is_empty();
        match self.graph.node_of(output).is_some_and(compound) {
            true => None,
            false => self.values[self.keys.of(output)].expand(),
        }
    }

    /// Sends the flows to the alternatives of a gamma.
    pub(super) fn choose(&mut self, node: Node, gamma: &Gamma) -> Result<Vec<Flows>, LowerError> {
        let predicate = self.graph.origin(node, 0);
        let mut starts = vec![Flows::default(); gamma.arms.len()];
        let mut others = Flows::default();
        self.current.unpark();
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
        let block = self.open()?;
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
                for (n, &arm) in gamma.arms.iter().enumerate() {
                    if let Some(&arg) = self.graph.args(arm).first() {
                        let ty = value_ty(self.graph, arg);
                        values[n] = Some(self.f.add_edge_value(block, 1 - n as u32, ty));
                    }
                }
                ForkKind::Test { op: op.clone(), args, values }
            }
            _ => return Err(LowerError::Residual),
        };
        let edge_values = match &kind {
            ForkKind::Test { values, .. } => values.to_vec(),
            ForkKind::Match(..) => vec![None; gamma.arms.len()],
        };
        self.fork(block, kind, &gamma.weights, node);
        for (n, start) in starts.iter_mut().enumerate() {
            let mut group = Group::one(group.control.clone(), At::Edge(block, n as u32));
            if let Some(value) = edge_values[n] {
                let arg = self.graph.args(gamma.arms[n])[0];
                group.flows[0].env.push((self.keys.of(arg), value));
            }
            start.push(group);
        }
        Ok(starts)
    }

    /// Ends a block with a branch whose ways are yet to be connected.
    fn fork(&mut self, block: Block, kind: ForkKind, weights: &[u32], node: Node) {
        let way = |&weight: &u32| {
            // The weight is kept until the way is connected.
            Some(BlockCall { block, args: Default::default(), weight })
        };
        let ways = weights.iter().map(way).collect();
        self.f.blocks[block].term_loc = self.graph.nodes[node].loc;
        self.forks[block] = Some(Box::new(Fork { kind, ways }));
    }

    /// Connects a flow to a block.
    pub(super) fn connect(&mut self, at: At, to: Block, args: &[Value]) {
        let mut call = self.f.call(to, args);
        match at {
            At::End(block) => self.f.blocks[block].term = Terminator::Jump(call),
            At::Edge(block, way) => {
                let fork = self.forks[block].as_mut().expect("an edge leaves a branch");
                let slot = &mut fork.ways[way as usize];
                call.weight = slot.as_ref().map_or(0, |call| call.weight);
                *slot = Some(call);
            }
        }
    }

    /// The block that a flow is in; an edge gets one. Values that only the edge has are passed to
    /// it as parameters, which then stand for them in `values`.
    pub(super) fn block_of(&mut self, at: At, values: &mut [Value]) -> Block {
        if let At::End(block) = at {
            return block;
        }
        let block = self.f.add_block();
        let mut passed = Vec::new();
        for value in values {
            if self.is_edge_value(*value) {
                passed.push(*value);
                *value = self.f.add_param(block, self.f.ty(*value));
            }
        }
        self.connect(at, block, &passed);
        block
    }

    fn is_edge_value(&self, value: Value) -> bool {
        matches!(self.f.values[value].def, ValueDef::Edge(..))
    }

    /// Brings the flows together in one block. Where they differ on a value, that becomes a block
    /// parameter.
    pub(super) fn open(&mut self) -> Result<Block, LowerError> {
        self.current.forget(&self.keys);
        if let [Group { flows, .. }] = &mut self.current.groups[..]
            && let [Flow { at: At::End(block), env }] = &mut flows[..]
        {
            let block = *block;
            for (key, value) in std::mem::take(env) {
                self.open_key(key, value);
            }
            return Ok(block);
        }
        if self.current.groups.len() > 1 {
            return Err(LowerError::Residual);
        }
        let mut group = self.current.groups.pop().expect("there is a flow");
        let block = self.f.add_block();
        let (agreed, passed) = self.agree(&group, &[]);
        for flow in &group.flows {
            let args: Vec<Value> =
                passed.iter().map(|&key| self.say(flow, key).expect("all have it")).collect();
            self.connect(flow.at, block, &args);
        }
        for (key, value) in agreed {
            self.open_key(key, value);
        }
        for key in passed {
            let param = self.f.add_param(block, value_ty(self.graph, key));
            self.open_key(key, param);
        }
        group.flows = vec![Flow { at: At::End(block), env: Vec::new() }];
        self.current = Flows::one(group);
        Ok(block)
    }

    /// What the flows of a group agree on, and the keys, known to all, on which they do not (or
    /// which only an edge knows); less the keys that are handed over otherwise.
    fn agree(&self, group: &Group, less: &[Output]) -> (Vec<(Output, Value)>, Vec<Output>) {
        let mut keys: Vec<Output> = Vec::new();
        for &(key, _) in group.flows.iter().flat_map(|flow| &flow.env) {
            if !keys.contains(&key) && !less.contains(&key) {
                keys.push(key);
            }
        }
        let (mut agreed, mut differ) = (Vec::new(), Vec::new());
        for key in keys {
            let mut all = group.flows.iter().map(|flow| self.say(flow, key));
            let Some(first) = all.next().flatten() else { continue };
            let mut same = !self.is_edge_value(first);
            let mut missing = false;
            for value in all {
                missing |= value.is_none();
                same &= value == Some(first);
            }
            match (missing, same) {
                (true, _) => {}
                (false, true) => agreed.push((key, first)),
                (false, false) => differ.push(key),
            }
        }
        (agreed, differ)
    }

    /// Control never takes these flows.
    fn drop_flows(&mut self, flows: Vec<Flow>) {
        for flow in flows {
            let block = self.block_of(flow.at, &mut []);
            self.f.blocks[block].term = Terminator::Unreachable;
        }
    }

    /// Branches at the end of a region on the value that its control results follow from.
    pub(super) fn split(&mut self, region: Region) -> Result<(), LowerError> {
        let graph = self.graph;
        let mut matches: Vec<(Output, &Cases)> = Vec::new();
        let mut on = None;
        for n in 0..graph.results(region).len() {
            let result = graph.result(region, n);
            if graph.ty(result) != Ty::Control {
                continue;
            }
            for group in &self.current.groups {
                if let Control::Match(origin, cases) = self.control(result, group)? {
                    if *on.get_or_insert(origin) != origin {
                        return Err(LowerError::Residual);
                    }
                    if matches.iter().all(|entry| entry.0 != result) {
                        matches.push((result, cases));
                    }
                }
            }
        }
        let Some(origin) = on else { return Ok(()) };
        let block = self.open()?;
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
        let kind = ForkKind::Match(value, Cases { cases, default });
        let node = graph.regions[region].parent.expect("the root region has no control results");
        self.fork(block, kind, &vec![0; ways.len()], node);
        let group = self.current.groups.pop().expect("they are one now");
        for (n, outcome) in ways.iter().enumerate() {
            let mut group = Group::one(group.control.clone(), At::Edge(block, n as u32));
            for (entry, &control) in matches.iter().zip(outcome) {
                group.set(self.keys.of(entry.0), control);
            }
            self.current.push(group);
        }
        Ok(())
    }

    /// What an alternative hands on becomes the gamma's.
    pub(super) fn end_arm(&mut self, gamma: Node, arm: Region) -> Result<(), LowerError> {
        let outputs = self.graph.outputs(gamma);
        let is_last = self.graph.subregions(gamma).last() == Some(&arm);
        let is_empty = self.graph.first(arm).is_none();
        self.hand_all_on(gamma, is_last && is_empty, |graph, n| graph.result(arm, n))?;
        for n in 0..outputs.len() {
            self.keys.used(self.graph, self.graph.result(arm, n));
        }
        Ok(())
    }

    /// The flows know the outputs of a node as what the results are; control first, since it tells
    /// which of the values matter.
    fn hand_all_on(
        &mut self,
        node: Node,
        is_dispatch_end: bool,
        result: impl Fn(&Graph, usize) -> Output,
    ) -> Result<(), LowerError> {
        let graph = self.graph;
        for control in [true, false] {
            for (n, &output) in graph.outputs(node).iter().enumerate() {
                if (graph.ty(output) == Ty::Control) == control {
                    self.hand_on(result(graph, n), output, is_dispatch_end)?;
                }
            }
        }
        Ok(())
    }

    /// The flows know `output` as what `result` is. There may be many in the last alternative of a
    /// dispatch, those that are not up yet; where they agree, it is said once, for all flows that
    /// do not say otherwise: those of the other alternatives say so, or the variable has no
    /// meaning for them.
    fn hand_on(
        &mut self,
        result: Output,
        output: Output,
        is_dispatch_end: bool,
    ) -> Result<(), LowerError> {
        let key = self.keys.of(output);
        if self.keys.left(key) == 0 || self.keys.of(result) == key {
            return Ok(());
        }
        let is_control = self.graph.ty(output) == Ty::Control;
        let undefined = matches!(self.graph.kind_of(result), Some(Kind::Undef));
        if undefined || !is_control && !matches!(self.graph.ty(output), Ty::Value(_)) {
            return Ok(());
        }
        if is_dispatch_end
            && !is_control
            && let Some(value) = self.constant_value(result)
        {
            self.open_key(key, value);
            return Ok(());
        }
        let mut current = std::mem::take(&mut self.current);
        for group in &mut current.groups {
            if is_control {
                if let Control::Known(number) = self.control(result, group)? {
                    group.set(key, number);
                }
            } else {
                for flow in &mut group.flows {
                    if let Some(value) = self.lookup(result, flow) {
                        flow.set(key, value);
                    }
                }
            }
        }
        self.current = current;
        Ok(())
    }

    /// Enters a loop.
    pub(super) fn start_theta(
        &mut self,
        theta: Node,
        body: Region,
    ) -> Result<Option<Region>, LowerError> {
        let graph = self.graph;
        let args = graph.args(body);
        let changes = |n: usize| graph.result(body, n + 1) != args[n];
        let is_value = |n: usize| matches!(graph.ty(args[n]), Ty::Value(_));
        let params: Vec<usize> = (0..args.len())
            .filter(|&n| is_value(n) && changes(n) && !graph.is_unused(args[n]))
            .collect();
        let control = (0..args.len())
            .find(|&n| graph.ty(args[n]) == Ty::Control && changes(n) && !graph.is_unused(args[n]));
        self.use_inputs(theta);
        // Each flow knows the loop variables as what it hands to the loop.
        let mut current = std::mem::take(&mut self.current);
        for flow in current.flows_mut() {
            let pre = params.iter().map(|&n| self.read_or_zero(graph.origin(theta, n), flow));
            let pre = pre.collect::<Result<Vec<Value>, _>>()?;
            for (&n, value) in params.iter().zip(pre) {
                flow.set(self.keys.of(args[n]), value);
            }
        }
        self.current = current;
        if let Some(control) = control {
            return self.start_dispatched(theta, body, params, control);
        }
        self.current.forget(&self.keys);
        if self.current.groups.len() > 1 {
            return Err(LowerError::Residual);
        }
        // What else the flows differ on becomes a parameter of the header, handed to itself.
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
            self.open_key(key, value);
        }
        for &n in &params {
            let param = self.f.add_param(header, value_ty(graph, args[n]));
            let key = self.keys.of(args[n]);
            self.values[key] = param.into();
        }
        for &key in &carried {
            let param = self.f.add_param(header, value_ty(graph, key));
            self.open_key(key, param);
        }
        self.current = Flows::one(Group::one(control, At::End(header)));
        let opened = std::mem::take(&mut self.opened);
        let heads = Heads::One { header, carried };
        self.frames.push(Frame::Theta { node: theta, heads, params, opened });
        Ok(Some(body))
    }

    /// Enters a loop that begins with a dispatch: each alternative is entered directly.
    fn start_dispatched(
        &mut self,
        theta: Node,
        body: Region,
        params: Vec<usize>,
        var: usize,
    ) -> Result<Option<Region>, LowerError> {
        let graph = self.graph;
        let arg = graph.args(body)[var];
        let emits_nothing = |node: &Node| {
            matches!(graph.nodes[*node].kind, Kind::Undef | Kind::Control(_) | Kind::Match(_))
        };
        let gamma = graph.nodes(body).find(|node| !emits_nothing(node));
        let gamma = gamma.ok_or(LowerError::Residual)?;
        let Kind::Gamma(data) = &graph.nodes[gamma].kind else { return Err(LowerError::Residual) };
        let predicate = graph.origin(gamma, 0);
        let cases = match graph.kind_of(predicate) {
            _ if predicate == arg => None,
            Some(Kind::Match(cases))
                if graph.origin(graph.node_of(predicate).expect("a match"), 0) == arg =>
            {
                Some((**cases).clone())
            }
            _ => return Err(LowerError::Residual),
        };
        let blocks: Vec<Block> = data.arms.iter().map(|_| self.f.add_block()).collect();
        let heads = Heads::Many { var, cases, blocks };
        let mut starts = Vec::new();
        let Heads::Many { blocks, .. } = &heads else { unreachable!("just made") };
        for &block in blocks {
            let mut group = Group::one(Vec::new(), At::End(block));
            for &n in &params {
                let param = self.f.add_param(block, value_ty(graph, graph.args(body)[n]));
                group.flows[0].env.push((self.keys.of(graph.args(body)[n]), param));
            }
            starts.push(Flows::one(group));
        }
        let keys: Vec<Output> = params.iter().map(|&n| self.keys.of(graph.args(body)[n])).collect();
        for group in std::mem::take(&mut self.current).groups {
            let Control::Known(number) = self.control(graph.origin(theta, var), &group)? else {
                return Err(LowerError::Residual);
            };
            for flow in group.flows {
                let live = |key: &Output| !keys.contains(key) && self.keys.left(*key) > 0;
                if flow.env.iter().any(|(key, _)| live(key)) {
                    return Err(LowerError::Residual);
                }
                let args = keys.iter().map(|&key| flow.get(key));
                let args = args.collect::<Option<Vec<Value>>>().expect("all flows have it");
                self.connect(flow.at, heads.of(number), &args);
            }
        }
        self.dissolved = Some((gamma, starts));
        let opened = std::mem::take(&mut self.opened);
        self.frames.push(Frame::Theta { node: theta, heads, params, opened });
        Ok(Some(body))
    }

    /// The end of an iteration: flows repeat or leave.
    pub(super) fn end_theta(
        &mut self,
        theta: Node,
        body: Region,
        heads: Heads,
        params: &[usize],
    ) -> Result<(), LowerError> {
        let graph = self.graph;
        let predicate = graph.result(body, 0);
        let mut leaving = Flows::default();
        for group in std::mem::take(&mut self.current).groups {
            match self.control(predicate, &group)? {
                Control::Known(0) => leaving.push(group),
                Control::Known(_) => {
                    let head = match &heads {
                        Heads::One { header, .. } => *header,
                        Heads::Many { var, .. } => {
                            let post = graph.result(body, var + 1);
                            match self.control(post, &group)? {
                                Control::Known(number) => heads.of(number),
                                _ => return Err(LowerError::Residual),
                            }
                        }
                    };
                    for flow in group.flows {
                        let args = params.iter().map(|&n| {
                            let post = graph.result(body, n + 1);
                            self.read_or_zero(post, &flow)
                        });
                        let mut args = args.collect::<Result<Vec<Value>, _>>()?;
                        if let Heads::One { carried, .. } = &heads {
                            let kept = carried.iter().map(|&key| self.values[key].expand());
                            args.extend(kept.map(|value| value.expect("the header has it")));
                        }
                        self.connect(flow.at, head, &args);
                    }
                }
                Control::Undef => self.drop_flows(group.flows),
                _ => return Err(LowerError::Residual),
            }
        }
        self.current = leaving;
        let outputs = graph.outputs(theta);
        self.hand_all_on(theta, false, |graph, n| graph.result(body, n + 1))?;
        for n in 0..=outputs.len() {
            self.keys.used(self.graph, graph.result(body, n));
        }
        Ok(())
    }
}

impl Heads {
    /// Where an iteration with this control value begins.
    fn of(&self, number: u32) -> Block {
        match self {
            Heads::One { header, .. } => *header,
            Heads::Many { cases, blocks, .. } => {
                let arm = cases.as_ref().map_or(number, |cases| cases.of(number));
                blocks[arm as usize]
            }
        }
    }
}
