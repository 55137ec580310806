//! Puts the blocks of an irreducible cycle back in the place of its node.
//!
//! Flows whose entry is known lead to that entry, and each exit becomes a flow whose exit is known.
//! So neither of the two dispatches of construction is emitted.
//!
//! *Values.* The cycle uses those from outside directly. Where a pass has removed the block in which
//! several ways to the cycle met, a variable may differ from flow to flow. It is *carried*: the
//! entries, and all blocks of the cycle where several edges meet, get a parameter for it.
//!
//! Cost: linear in the blocks, and in the values that are set at exits. A cycle with too many carried
//! variables is refused ([`MOST_CARRIED`]).

use super::emit::is_computable;
use super::flows::{At, Flow, Flows, Group, Known};
use super::{Fork, ForkKind, GraphLowerError, Lowering, value_ty};
use crate::construct::ways;
use crate::cycle::Cycle;
use crate::rvsdg::graph::{Node, Output};
use invar_ir::{Block, BlockCall, Handler, Terminator, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The number of variables that are carried through a cycle times that of its blocks.
const MOST_CARRIED: usize = 1 << 14;

/// A cycle whose blocks are being copied.
struct Copy<'c> {
    cycle: &'c Cycle,
    /// The copy of each block, by its position.
    blocks: Vec<Block>,
    /// The new value for each one of the cycle.
    values: FxHashMap<Value, Value>,
    /// The variables that are carried.
    carried: Vec<Output>,
    /// The values that use one of them: a live-in, and the position of the variable.
    by_carried: Vec<(Value, usize)>,
    /// Their values in each block, by its position.
    carried_in: Vec<Vec<Value>>,
}

impl Copy<'_> {
    fn value(&self, value: Value) -> Value {
        self.values[&value]
    }

    fn list(&self, values: &[Value]) -> SmallVec<[Value; 8]> {
        values.iter().map(|&value| self.value(value)).collect()
    }
}

impl Lowering<'_> {
    /// Emits a cycle.
    pub(super) fn cycle(&mut self, node: Node, cycle: &Cycle) -> Result<(), GraphLowerError> {
        let graph = self.graph;
        let weights = vec![0; cycle.entries.len()];
        let starts = self.choose_among(node, &weights, &[])?;
        self.current = Flows::default();
        // The flows that enter, with the entry and the arguments for its parameters.
        let inputs: Vec<Output> = graph.origins(node).collect();
        let mut passed: Vec<(usize, Vec<Value>)> = Vec::new();
        let mut groups: Vec<Group> = Vec::new();
        for (entry, start) in starts.into_iter().enumerate() {
            for group in start.groups {
                for flow in &group.flows {
                    let origins = inputs[cycle.params_of(entry)].iter();
                    let args = origins.map(|&origin| self.read_or_zero(origin, flow));
                    passed.push((entry, args.collect::<Result<_, _>>()?));
                }
                groups.push(group);
            }
        }
        self.use_inputs(node);
        let Some(control) = self.common_control(&mut groups)? else { return Ok(()) };
        let flows = groups.into_iter().flat_map(|group| group.flows).collect();
        let entering = Group { control, flows };

        let live_ins = &inputs[cycle.inputs_of_live_ins()];
        let live_in_keys: Vec<Output> =
            live_ins.iter().map(|&origin| self.keys.of(origin)).collect();
        let used: FxHashSet<Output> = live_in_keys.iter().copied().collect();
        let (mut agreed, mut carried) = self.agree(&entering, &[]);
        carried.retain(|key| self.keys.left(*key) > 0 || used.contains(key));
        if invar_ir::mutant!(GraphCycleCarriesOne) {
            let first = |key| self.say(&entering.flows[0], key).expect("all have it");
            agreed.extend(carried.drain(..).map(|key| (key, first(key))));
        }
        if carried.len().saturating_mul(cycle.blocks.len()) > MOST_CARRIED {
            return Err(GraphLowerError::Residual);
        }
        let blocks: Vec<Block> = cycle.blocks.iter().map(|_| self.f.add_block()).collect();
        for (flow, (entry, mut args)) in entering.flows.iter().zip(passed) {
            args.extend(carried.iter().map(|&key| self.say(flow, key).expect("all have it")));
            let to = cycle.position(cycle.entries[entry]).expect("an entry is in the cycle");
            self.connect(flow.at, blocks[to], &args);
        }
        for (key, value) in agreed {
            self.assign(key, value);
        }
        let mut copy = Copy {
            cycle,
            blocks,
            values: FxHashMap::default(),
            carried,
            by_carried: Vec::new(),
            carried_in: Vec::new(),
        };
        let at = At::End(copy.blocks[0]);
        let inside = Flow { at, base: self.scope.epoch, env: SmallVec::new() };
        for ((&value, &origin), key) in cycle.live_ins.iter().zip(live_ins).zip(live_in_keys) {
            // The keys of carried values are sorted.
            match copy.carried.binary_search(&key) {
                Ok(nth) => copy.by_carried.push((value, nth)),
                Err(_) => {
                    copy.values.insert(value, self.read_or_zero(origin, &inside)?);
                }
            }
        }
        for n in 0..cycle.blocks.len() {
            self.copy_block(&mut copy, n);
        }
        self.leave_cycle(node, &copy, &entering.control);
        if graph.nodes[node].joins {
            self.join()?;
        }
        Ok(())
    }

    /// The control values that all flows into a cycle know. `None` if there are no flows.
    fn common_control(&self, groups: &mut [Group]) -> Result<Option<Known>, GraphLowerError> {
        for group in &mut *groups {
            group.control.retain(|entry| self.keys.left(entry.0) > 0);
        }
        let agree =
            |groups: &[Group]| groups.windows(2).all(|pair| pair[0].control == pair[1].control);
        if !agree(groups) {
            for group in &mut *groups {
                group.control.retain(|entry| !is_computable(self.graph, entry.0));
            }
            if !agree(groups) {
                return Err(GraphLowerError::Residual);
            }
        }
        Ok(groups.first().map(|group| group.control.clone()))
    }

    /// Copies a block of a cycle. Those that dominate it are copied already.
    fn copy_block(&mut self, copy: &mut Copy<'_>, n: usize) {
        let cycle = copy.cycle;
        let source = &*cycle.source;
        let (data, to) = (&source.blocks[cycle.blocks[n]], copy.blocks[n]);
        for &param in &data.params {
            let param_copy = self.f.add_param(to, source.ty(param));
            copy.values.insert(param, param_copy);
        }
        let carried = match cycle.only_source[n] {
            Some(from) => copy.carried_in[from].clone(),
            None => {
                let types = copy.carried.iter().map(|&key| value_ty(self.graph, key));
                types.map(|ty| self.f.add_param(to, ty)).collect()
            }
        };
        for &(value, nth) in &copy.by_carried {
            copy.values.insert(value, carried[nth]);
        }
        copy.carried_in.push(carried);
        for &inst in &data.insts {
            let args = copy.list(source.args(inst));
            let types: SmallVec<[_; 2]> =
                source.results(inst).map(|value| source.ty(value)).collect();
            let inst_data = &source.insts[inst];
            let made = self.f.append(to, inst_data.op.clone(), &args, &types, inst_data.loc);
            copy.values.extend(source.results(inst).zip(self.f.results(made)));
        }
        self.f.blocks[to].term_loc = data.term_loc;
        self.copy_branch(copy, n);
    }

    /// Copies the branch of a block. Its edges within the cycle are connected, the others are flows.
    fn copy_branch(&mut self, copy: &mut Copy<'_>, n: usize) {
        let cycle = copy.cycle;
        let source = &*cycle.source;
        let (term, to) = (&source.blocks[cycle.blocks[n]].term, copy.blocks[n]);
        let (way_of, ways) = ways(source, term);
        let edge = |call: &BlockCall| BlockCall { block: to, args: Default::default(), ..*call };
        let kept = match term {
            Terminator::BrIf { cond, then, els } => {
                Some(Terminator::BrIf { cond: copy.value(*cond), then: edge(then), els: edge(els) })
            }
            Terminator::BrTable { index, targets, default } => Some(Terminator::BrTable {
                index: copy.value(*index),
                targets: targets.iter().map(edge).collect(),
                default: edge(default),
            }),
            Terminator::BrOn { op, args, taken_value, fallthrough_value, taken, fallthrough } => {
                let args = copy.list(source.list(args));
                let mut made = [*taken_value, *fallthrough_value];
                for (nth, value) in made.iter_mut().enumerate() {
                    if let Some(old) = value.expand() {
                        let new = self.f.add_edge_value(to, nth as u32, source.ty(old));
                        copy.values.insert(old, new);
                        *value = new.into();
                    }
                }
                Some(Terminator::BrOn {
                    op: op.clone(),
                    args: self.f.make_list(&args),
                    taken_value: made[0],
                    fallthrough_value: made[1],
                    taken: edge(taken),
                    fallthrough: edge(fallthrough),
                })
            }
            Terminator::Invoke { op, args, results, normal, handlers } => {
                let args = copy.list(source.list(args));
                let mut own = |nth: u32, values: &[Value]| -> Vec<Value> {
                    let own = values.iter().map(|&old| {
                        let new = self.f.add_edge_value(to, nth, source.ty(old));
                        copy.values.insert(old, new);
                        new
                    });
                    own.collect()
                };
                let results = own(0, results);
                let handlers = (1..).zip(handlers).map(|(nth, handler)| Handler {
                    tag: handler.tag,
                    values: own(nth, &handler.values),
                    target: edge(&handler.target),
                });
                let handlers = handlers.collect();
                Some(Terminator::Invoke {
                    op: op.clone(),
                    args: self.f.make_list(&args),
                    results,
                    normal: edge(normal),
                    handlers,
                })
            }
            Terminator::Jump(_) => None,
            _ => unreachable!("a block on a cycle branches"),
        };
        let is_branch = kept.is_some();
        if let Some(term) = kept {
            let ways = ways.iter().map(|_| None).collect();
            let kind = ForkKind::Kept { term, way_of };
            self.forks[to] = Some(Box::new(Fork { kind, ways }));
        }
        for (way, &(first, _)) in ways.iter().enumerate() {
            let call = term.target(first).expect("a way has an edge");
            if let Some(target) = cycle.position(call.block) {
                let mut args = copy.list(source.list(&call.args));
                if cycle.only_source[target].is_none() {
                    args.extend(copy.carried_in[n].iter().copied());
                }
                self.connect(place(to, way as u32, is_branch), copy.blocks[target], &args);
            }
        }
    }

    /// The flows out of a cycle.
    fn leave_cycle(&mut self, node: Node, copy: &Copy<'_>, control: &Known) {
        let (cycle, outputs) = (copy.cycle, self.graph.outputs(node));
        let (exit_key, values) = (self.keys.of(outputs[0]), &outputs[1..]);
        for (out, &output) in cycle.live_outs.iter().zip(values) {
            if out.everywhere {
                self.define(self.keys.of(output), copy.value(out.value));
            }
        }
        for (number, exit) in cycle.exits.iter().enumerate() {
            let n = cycle.position(exit.from).expect("an exit leaves the cycle");
            let is_branch = self.forks[copy.blocks[n]].is_some();
            let at = place(copy.blocks[n], exit.way, is_branch);
            let mut group = Group::one(control.clone(), at, self.scope.epoch);
            let mut give = |key: Output, value: Value| {
                if self.keys.left(key) > 0 {
                    group.flows[0].set(key, value);
                }
            };
            for (&key, &value) in copy.carried.iter().zip(&copy.carried_in[n]) {
                give(key, value);
            }
            for &out in &exit.values {
                let key = self.keys.of(values[out as usize]);
                give(key, copy.value(cycle.live_outs[out as usize].value));
            }
            group.set(exit_key, number as u32);
            self.current.push(group);
        }
        self.current.forget(&self.keys);
    }
}

/// The place of a flow: an edge of a branch, or the end of a block that jumps.
fn place(block: Block, way: u32, is_branch: bool) -> At {
    if is_branch { At::Edge(block, way) } else { At::End(block) }
}
