//! Emission of nodes, and merging of flows.

use super::flows::{At, Flow, Flows, Group, Known};
use super::{GraphLowerError, Lowering, misread, value_ty};
use crate::rvsdg::graph::{Graph, Kind, Node, Output, Ty};
use invar_ir::{Block, Op, OpPlace, SourceLoc, Terminator, ValType, Value, ValueDef, zero_op};
use invar_rules::is_constant;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// Whether a control value can be computed again: it is matched from an integer.
pub(super) fn is_computable(graph: &Graph, key: Output) -> bool {
    match graph.node_of(key) {
        Some(node) if matches!(graph.nodes[node].kind, Kind::Match(_)) => {
            matches!(graph.ty(graph.origin(node, 0)), Ty::Value(_))
        }
        _ => false,
    }
}

impl Lowering<'_> {
    /// An operator.
    pub(super) fn op(&mut self, node: Node, op: &Op) -> Result<(), GraphLowerError> {
        let graph = self.graph;
        let outputs = graph.outputs(node);
        if is_constant(op) && outputs.iter().all(|&output| graph.is_unused(output)) {
            return Ok(());
        }
        let block = self.open()?;
        let is_value = |output: &Output| matches!(graph.ty(*output), Ty::Value(_));
        let operands: SmallVec<[Output; 8]> = graph.origins(node).filter(is_value).collect();
        let args: SmallVec<[Value; 8]> =
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
        let results: SmallVec<[Output; 2]> = outputs.iter().copied().filter(is_value).collect();
        let types: SmallVec<[ValType; 2]> =
            results.iter().map(|&output| value_ty(graph, output)).collect();
        let inst = self.f.append(block, op.clone(), &args, &types, loc);
        for (output, value) in results.into_iter().zip(self.f.results(inst)) {
            self.define(self.keys.of(output), value);
        }
        Ok(())
    }

    pub(super) fn use_inputs(&mut self, node: Node) {
        for origin in self.graph.origins(node) {
            self.keys.used(self.graph, origin);
        }
    }

    /// The value of an output, if there is one flow.
    pub(super) fn read(&mut self, output: Output) -> Result<Value, GraphLowerError> {
        let flow = self.current.groups[0].flows[0].clone();
        self.read_or_zero(output, &flow)
    }

    /// The value of an output in a flow, if it has one.
    pub(super) fn lookup(&self, output: Output, flow: &Flow) -> Option<Value> {
        self.say(flow, self.keys.of(output))
    }

    /// The value of a key in a flow: its own, or that of the environment it left with.
    pub(super) fn say(&self, flow: &Flow, key: Output) -> Option<Value> {
        if flow.base != self.scope.epoch {
            misread(&self.misread);
        }
        flow.get(key).or(self.values[key].expand())
    }

    /// The value of an output in a flow. An undefined one is zero, defined at the entry of the function.
    pub(super) fn read_or_zero(
        &mut self,
        output: Output,
        flow: &Flow,
    ) -> Result<Value, GraphLowerError> {
        if let Some(value) = self.lookup(output, flow) {
            return Ok(value);
        }
        if !matches!(self.graph.kind_of(self.keys.of(output)), Some(Kind::Undef)) {
            return Err(GraphLowerError::Undefined);
        }
        let ty = value_ty(self.graph, output);
        let op = zero_op(ty).ok_or(GraphLowerError::Undefined)?;
        let inst = self.f.make_inst(op, &[], &[ty], SourceLoc::default());
        let entry = self.f.entry;
        self.f.blocks[entry].insts.insert(0, inst);
        let value = self.f.result(inst).expect("a constant has a result");
        self.define(self.keys.of(output), value);
        Ok(value)
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

    /// The block that a flow is in; a new one for an edge. Values that only the edge defines are passed
    /// to it as parameters, which replace them in `values`.
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

    pub(super) fn is_edge_value(&self, value: Value) -> bool {
        matches!(self.f.values[value].def, ValueDef::Edge(..))
    }

    /// Merges all groups into one, if they differ only in control values that can be computed again:
    /// matches on integers.
    pub(super) fn unite(&mut self) -> Result<(), GraphLowerError> {
        self.current.forget(&self.keys);
        if self.current.groups.len() > 1 {
            let graph = self.graph;
            for group in &mut self.current.groups {
                group.control.retain(|entry| !is_computable(graph, entry.0));
            }
            self.current.forget(&self.keys);
        }
        if self.current.groups.len() > 1 {
            return Err(GraphLowerError::Residual);
        }
        Ok(())
    }

    /// Merges the flows in one block. Values in which they differ become block parameters.
    pub(super) fn open(&mut self) -> Result<Block, GraphLowerError> {
        self.unite()?;
        if let [Group { flows, .. }] = &mut self.current.groups[..]
            && let [Flow { at: At::End(block), base, env }] = &mut flows[..]
        {
            let (block, base, env) = (*block, *base, std::mem::take(env));
            if base != self.scope.epoch {
                misread(&self.misread);
            }
            for (key, value) in env {
                self.assign(key, value);
            }
            self.current.groups[0].flows[0].base = self.scope.epoch;
            return Ok(block);
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
            self.assign(key, value);
        }
        for key in passed {
            let param = self.f.add_param(block, value_ty(self.graph, key));
            self.assign(key, param);
        }
        group.flows = Group::one(Known::new(), At::End(block), self.scope.epoch).flows;
        self.current = Flows::one(group);
        Ok(block)
    }

    /// Opens a block, like [`Self::open`], where other flows of the region continue elsewhere: the environment stays
    /// as it is, since they refer to it.
    pub(super) fn open_beside(&mut self) -> Result<Block, GraphLowerError> {
        let (before, epoch) = (self.scope.changed.len(), self.scope.epoch);
        let block = self.open()?;
        let changed = self.scope.changed.split_off(before);
        self.scope.epoch = epoch;
        self.current.groups[0].flows[0].base = epoch;
        self.take_back(changed);
        Ok(block)
    }

    /// The values in which the flows of a group agree, and the keys, defined in all, in which they
    /// differ (or which only an edge defines); without keys that are passed otherwise.
    pub(super) fn agree(
        &self,
        group: &Group,
        less: &[Output],
    ) -> (Vec<(Output, Value)>, Vec<Output>) {
        let less: FxHashSet<Output> = less.iter().copied().collect();
        let held = group.flows.iter().flat_map(|flow| &flow.env).map(|entry| entry.0);
        let mut keys: Vec<Output> = held.filter(|key| !less.contains(key)).collect();
        keys.sort_unstable();
        keys.dedup();
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

    /// Ends flows that are unreachable.
    pub(super) fn drop_flows(&mut self, flows: impl IntoIterator<Item = Flow>) {
        for flow in flows {
            let block = self.block_of(flow.at, &mut []);
            self.f.blocks[block].term = Terminator::Unreachable;
        }
    }
}
