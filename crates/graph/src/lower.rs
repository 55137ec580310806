//! Lowering: from the region graph back to the control-flow graph.
//!
//! After predicative control flow recovery (Bahmann et al., TACO 2015, section 5), with jump threading
//! of dispatches. Code is emitted region by region, and control constants are propagated meanwhile.
//! Emitted code ends in *flows*: ends of blocks, or edges, whose target is not known yet. The flows at
//! the end of an alternative continue after the gamma; a gamma whose control value is known for each
//! flow connects each directly to its alternative; flows are merged in one block where code is
//! emitted, or where a block began before. So the dispatches of construction disappear, and control
//! flow that no pass has changed is restored. The blocks of an irreducible cycle are copied from the
//! function that the graph was built from (`cycle.rs`).
//!
//! *Values.* The value of a simple node is defined once and is the same for all flows. Exit variables
//! of gammas and thetas have several definitions. For these a region has an *environment*, and a flow
//! has the values in which it differs from the environment that it left with. Two rules determine
//! that environment:
//!
//! 1. The environment of a region changes only where all flows of the region are merged in one block
//!    (`open`), which then is the only flow: no other flow of that region refers to it.
//! 2. At the end of a region its environment is reset to that of the enclosing region, as it was at
//!    the start of the gamma or theta; the flows that leave get the values that are reset
//!    (`close_scope`). So all flows out of a compound node refer to one environment, that at the start
//!    of the node, which has not changed meanwhile.
//!
//! An alternative never changes the environment of its siblings. Each state of an environment has a
//! number (`flows::Epoch`), and each flow has that of the state it left with. They are compared when a
//! flow is read: a difference ends lowering with [`GraphLowerError::Environment`], and in debug builds with
//! a panic.
//!
//! Where flows are merged, variables in which they differ become block parameters. Flows with the same
//! known control values form a `Group`, so that these cost nothing per flow. A variable that leaves
//! several nested nodes unchanged has one name in all of them (`Keys`), so that this costs nothing per
//! level. Values that are assigned to all groups that wait for a later dispatch are stored once, and
//! copied to each group when it is taken out (`Flows::assign_parked`).
//!
//! Where a control value is needed that a merge has lost, lowering gives up
//! ([`GraphLowerError::Residual`]): construction and the passes do not produce such graphs.
//!
//! Cost: near-linear. No recursion.

mod cycle;
mod dispatch;
mod emit;
mod flows;
mod keys;
mod regions;

use crate::rvsdg::graph::{Cases, Graph, Kind, Node, Output, Region, Ty};
use crate::rvsdg::traverse::{Go, RegionScope, Traversal, traverse};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use flows::{At, Epoch, Flows, Group, Known};
use invar_analysis::transform::edges;
use invar_ir::{Block, BlockCall, Cfg, Function, Op, Terminator, ValType, Value, ValueDef};
use keys::Keys;
use smallvec::SmallVec;
use std::cell::Cell;

/// Why a graph could not be lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphLowerError {
    /// A control value is not known where it is needed.
    Residual,
    /// A value is used that only some of the paths there define.
    Undefined,
    /// A flow was read with another environment than the one it left with: a defect of lowering.
    Environment,
}

/// A branch, whose edges are connected one after the other.
#[derive(Clone)]
struct Fork {
    kind: ForkKind,
    /// The target of each way, once it is known.
    ways: SmallVec<[Option<BlockCall>; 2]>,
}

#[derive(Clone)]
enum ForkKind {
    /// On an integer: the way of each case.
    Match(Value, Cases),
    /// A test of a reference: way 1 is the branch.
    Test { op: Op, args: Vec<Value>, values: [Option<Value>; 2] },
    /// A branch in an irreducible cycle, with the way of each of its edges. Their targets are not set.
    Kept { term: Terminator, way_of: Vec<u32> },
}

/// A control value as far as it is known in a flow.
enum Control<'a> {
    Known(u32),
    /// Undefined: control does not get here.
    Undef,
    /// A match on an integer.
    Match(Output, &'a Cases),
    /// A test of a reference.
    Test(Node),
}

/// An enclosing compound node that is being lowered; the work stack holds them from the outside in.
enum Frame {
    Gamma {
        node: Node,
        /// The number of alternatives that are done.
        done: usize,
        /// The flows to each alternative.
        starts: Vec<Flows>,
        /// The flows out of those that are done.
        ends: Flows,
        /// Of the region that the node is in.
        outer: Environment,
    },
    Theta {
        node: Node,
        /// The block at its start.
        header: Block,
        /// The keys that the loop does not change, and that its header passes to itself.
        carried: Vec<Output>,
        /// The loop variables that need a block parameter.
        params: Vec<usize>,
        /// Of the region that the node is in.
        outer: Environment,
    },
}

/// The environment of a region, as its changes of [`Lowering::values`].
#[derive(Default)]
struct Environment {
    /// The number of its state.
    epoch: Epoch,
    /// The keys that were changed, and their former values.
    changed: Vec<(Output, PackedOption<Value>)>,
}

struct Lowering<'a> {
    graph: &'a Graph,
    f: Function,
    keys: Keys,
    /// By key: values with one definition, and the environment of the current region.
    values: SecondaryMap<Output, PackedOption<Value>>,
    scope: Environment,
    /// The last number that was given to a state of an environment.
    last_epoch: Epoch,
    /// Whether a flow was read with an environment that is not its own.
    misread: Cell<bool>,
    current: Flows,
    forks: SecondaryMap<Block, Option<Box<Fork>>>,
    frames: Vec<Frame>,
}

/// Lowers a graph to a function with these results.
pub fn lower(graph: &Graph, results: &[ValType]) -> Result<Function, GraphLowerError> {
    let params = graph.args(graph.root)[..graph.params as usize].iter();
    let params: Vec<ValType> = params.map(|&param| value_ty(graph, param)).collect();
    let mut f = Function::new(graph.ty, &params, results);
    f.contexts = graph.contexts.clone();
    let mut lowering = Lowering {
        graph,
        keys: Keys::new(graph),
        values: SecondaryMap::with_capacity(graph.outputs.len()),
        scope: Environment::default(),
        last_epoch: Epoch::default(),
        misread: Cell::new(false),
        current: Flows::default(),
        forks: SecondaryMap::new(),
        frames: Vec::new(),
        f,
    };
    lowering.function()?;
    if lowering.misread.get() {
        return Err(GraphLowerError::Environment);
    }
    lowering.finish();
    Ok(lowering.f)
}

impl Traversal for Lowering<'_> {
    type Error = GraphLowerError;

    fn node(&mut self, _: &Graph, node: Node, _: &RegionScope) -> Result<Go, GraphLowerError> {
        Ok(self.emit(node)?.map_or(Go::On, Go::In))
    }

    fn end(
        &mut self,
        _: &Graph,
        _: Node,
        region: Region,
        _: &RegionScope,
    ) -> Result<Go, GraphLowerError> {
        let frame = self.frames.pop().expect("the region was begun");
        Ok(self.region_done(region, frame)?.map_or(Go::On, Go::In))
    }
}

/// A flow was about to be read with another environment than its own.
fn misread(flag: &Cell<bool>) {
    debug_assert!(false, "a flow is read in the environment that it left with");
    flag.set(true);
}

/// The type of an edge that carries a value.
fn value_ty(graph: &Graph, output: Output) -> ValType {
    match graph.ty(output) {
        Ty::Value(ty) => ty,
        _ => unreachable!("only values are lowered"),
    }
}

impl<'a> Lowering<'a> {
    fn function(&mut self) -> Result<(), GraphLowerError> {
        let root = self.graph.root;
        for (n, &arg) in self.graph.args(root)[..self.graph.params as usize].iter().enumerate() {
            let key = self.keys.of(arg);
            self.define(key, self.f.blocks[self.f.entry].params[n]);
        }
        let entry = At::End(self.f.entry);
        self.current = Flows::one(Group::one(Known::new(), entry, self.scope.epoch));
        traverse(self.graph, self)?;
        self.returns()
    }

    /// Emits a node. Gives the region to continue with, if it is a compound one.
    fn emit(&mut self, node: Node) -> Result<Option<Region>, GraphLowerError> {
        if self.current.is_empty() {
            self.skip_node(node);
            return Ok(None);
        }
        if matches!(self.graph.nodes[node].kind, Kind::Op(_) | Kind::Theta(_) | Kind::Cycle(_)) {
            self.current.unpark(&self.keys);
        }
        match &self.graph.nodes[node].kind {
            Kind::Undef | Kind::Control(_) | Kind::Match(_) | Kind::Test(_) => Ok(None),
            Kind::Op(op) => {
                self.op(node, op)?;
                Ok(None)
            }
            Kind::Gamma(gamma) => {
                if let Some(starts) = self.choose_parked(node, gamma) {
                    let ends = std::mem::take(&mut self.current);
                    self.use_inputs(node);
                    return self.start_gamma(node, starts, ends);
                }
                let starts = self.choose(node, gamma)?;
                self.use_inputs(node);
                self.start_gamma(node, starts, Flows::default())
            }
            Kind::Theta(body) => self.start_theta(node, *body),
            Kind::Cycle(cycle) => {
                self.cycle(node, cycle)?;
                Ok(None)
            }
        }
    }

    fn start_gamma(
        &mut self,
        node: Node,
        mut starts: Vec<Flows>,
        ends: Flows,
    ) -> Result<Option<Region>, GraphLowerError> {
        self.forget_handed_on(node, &mut starts);
        self.next_arm(node, 0, starts, ends)
    }

    /// Where the last alternative passes an earlier variable on under the same name, that variable is
    /// unused in the others.
    fn forget_handed_on(&mut self, node: Node, starts: &mut [Flows]) {
        let graph = self.graph;
        let Some(&last) = graph.subregions(node).last() else { return };
        for (n, &output) in graph.outputs(node).iter().enumerate() {
            if !matches!(graph.ty(output), Ty::Value(_) | Ty::Control) {
                continue;
            }
            let key = self.keys.of(output);
            let result = graph.result(last, n);
            let passes =
                self.keys.of(result) == key && graph.region_of(result) == graph.nodes[node].region;
            if passes {
                let (_, others) = starts.split_last_mut().expect("there are alternatives");
                let groups = others.iter_mut().flat_map(|start| &mut start.groups);
                groups.for_each(|group| group.forget(key));
            }
        }
    }

    /// Starts the next reachable alternative, or ends the gamma.
    fn next_arm(
        &mut self,
        node: Node,
        mut done: usize,
        mut starts: Vec<Flows>,
        ends: Flows,
    ) -> Result<Option<Region>, GraphLowerError> {
        while starts.get(done).is_some_and(Flows::is_empty) {
            // Parked flows skip the last one.
            let is_last = done + 1 == starts.len();
            if !is_last || !ends.has_parked() {
                self.skip(vec![self.graph.subregions(node)[done]]);
            }
            done += 1;
        }
        let Some(start) = starts.get_mut(done) else {
            self.current = ends;
            if self.current.has_parked() {
                self.end_parked(node);
            }
            if self.graph.nodes[node].joins {
                self.join()?;
            }
            return Ok(None);
        };
        self.current = std::mem::take(start);
        let arm = self.graph.subregions(node)[done];
        let outer = self.open_scope();
        self.frames.push(Frame::Gamma { node, done, starts, ends, outer });
        if self.graph.regions[arm].joins {
            self.join()?;
        }
        Ok(Some(arm))
    }

    /// Skips an unreachable node: its uses no longer count.
    fn skip_node(&mut self, node: Node) {
        // The use by a match ends with the uses of the match.
        if !matches!(self.graph.nodes[node].kind, Kind::Match(_)) {
            self.use_inputs(node);
        }
        self.skip(self.graph.subregions(node).to_vec());
    }

    /// Skips unreachable regions: uses in them no longer count.
    fn skip(&mut self, mut regions: Vec<Region>) {
        let graph = self.graph;
        while let Some(region) = regions.pop() {
            for node in graph.nodes(region) {
                if !matches!(graph.nodes[node].kind, Kind::Match(_)) {
                    self.use_inputs(node);
                }
                regions.extend(graph.subregions(node));
            }
            for n in 0..graph.results(region).len() {
                self.keys.used(graph, graph.result(region, n));
            }
        }
    }

    /// Merges all flows, if there are several: a block began here.
    fn join(&mut self) -> Result<(), GraphLowerError> {
        self.current.unpark(&self.keys);
        self.current.forget(&self.keys);
        if self.current.groups.len() == 1 && self.current.count() > 1 {
            self.open()?;
        }
        Ok(())
    }

    /// Ends a region. Gives the next one of its node.
    fn region_done(
        &mut self,
        region: Region,
        frame: Frame,
    ) -> Result<Option<Region>, GraphLowerError> {
        self.current.unpark(&self.keys);
        match frame {
            Frame::Gamma { node, done, starts, mut ends, outer } => {
                self.split(region)?;
                self.close_scope(outer);
                self.end_arm(node, region);
                self.current.forget_at_times(&self.keys);
                ends.append(std::mem::take(&mut self.current));
                self.next_arm(node, done + 1, starts, ends)
            }
            Frame::Theta { node, header, carried, params, outer } => {
                self.split(region)?;
                self.close_scope(outer);
                self.end_theta(node, region, header, &carried, &params)?;
                self.current.forget(&self.keys);
                if self.graph.nodes[node].joins {
                    self.join()?;
                }
                Ok(None)
            }
        }
    }

    /// Sets a value with one definition.
    fn define(&mut self, key: Output, value: Value) {
        debug_assert!(self.values[key].is_none(), "{key} is defined once");
        self.values[key] = value.into();
    }

    /// Changes the environment of the region. The only flow that may refer to it is the one for which
    /// it is changed, which must be given the new number.
    fn assign(&mut self, key: Output, value: Value) {
        if self.values[key] == value.into() {
            return;
        }
        self.scope.changed.push((key, self.values[key]));
        self.values[key] = value.into();
        self.last_epoch.0 += 1;
        self.scope.epoch = self.last_epoch;
    }

    /// Enters a region, whose environment is at first that of the enclosing one, which is returned.
    fn open_scope(&mut self) -> Environment {
        let inner = Environment { epoch: self.scope.epoch, changed: Vec::new() };
        std::mem::replace(&mut self.scope, inner)
    }

    /// Leaves a region: the environment is reset to that at the entry of the region, and the flows get
    /// the values that are reset. (Before the results are assigned, which may have the same names.)
    fn close_scope(&mut self, outer: Environment) {
        let inner = std::mem::replace(&mut self.scope, outer);
        self.take_back(inner.changed);
        for flow in self.current.flows_mut() {
            if flow.base != inner.epoch {
                misread(&self.misread);
            }
            flow.base = self.scope.epoch;
        }
    }

    /// Undoes changes of the environment and assigns them to the flows instead.
    fn take_back(&mut self, changed: Vec<(Output, PackedOption<Value>)>) {
        for (key, before) in changed.into_iter().rev() {
            let value = std::mem::replace(&mut self.values[key], before);
            if self.keys.left(key) == 0 {
                continue;
            }
            let value = value.expect("it was assigned");
            for flow in self.current.flows_mut() {
                if flow.get(key).is_none() {
                    flow.set(key, value);
                }
            }
        }
    }

    /// Emits returns for the flows that reach the end of the function.
    fn returns(&mut self) -> Result<(), GraphLowerError> {
        let root = self.graph.root;
        self.current.unpark(&self.keys);
        for group in std::mem::take(&mut self.current).groups {
            for flow in group.flows {
                let results = 0..self.graph.results as usize;
                let mut values: Vec<Value> = results
                    .map(|n| self.read_or_zero(self.graph.result(root, n), &flow))
                    .collect::<Result<_, _>>()?;
                let block = self.block_of(flow.at, &mut values);
                let values = self.f.make_list(&values);
                self.f.blocks[block].term = Terminator::Return(values);
            }
        }
        Ok(())
    }

    /// Emits the terminators of the branches.
    fn finish(&mut self) {
        for block in self.f.blocks.keys() {
            let Some(fork) = self.forks[block].take() else { continue };
            let Fork { kind, mut ways } = *fork;
            // A list of arguments belongs to one edge: other edges of the same way get copies.
            let pool = &mut self.f.pool;
            let mut call = |n: u32| {
                let way = ways[n as usize].as_mut().expect("each way goes somewhere");
                let copy = way.args.deep_clone(pool);
                std::mem::replace(way, BlockCall { args: copy, ..*way })
            };
            self.f.blocks[block].term = match kind {
                ForkKind::Match(value, cases) => match &cases.cases[..] {
                    [(0, zero)] => Terminator::BrIf {
                        cond: value,
                        then: call(cases.default),
                        els: call(*zero),
                    },
                    listed => {
                        let count = listed.last().map_or(0, |case| case.0 + 1);
                        Terminator::BrTable {
                            index: value,
                            targets: (0..count).map(|key| call(cases.of(key))).collect(),
                            default: call(cases.default),
                        }
                    }
                },
                ForkKind::Kept { mut term, way_of } => {
                    for (edge, way) in term.targets_mut().zip(way_of) {
                        *edge = BlockCall { weight: edge.weight, ..call(way) };
                    }
                    term
                }
                ForkKind::Test { op, args, values } => {
                    let (taken, fallthrough) = (call(1), call(0));
                    Terminator::BrOn {
                        op,
                        args: self.f.make_list(&args),
                        taken_value: values[1].into(),
                        fallthrough_value: values[0].into(),
                        taken,
                        fallthrough,
                    }
                }
            };
        }
        // Loops whose header no flow reaches, and flows that are unreachable.
        let cfg = Cfg::new(&self.f);
        for block in self.f.blocks.keys() {
            if !cfg.is_reachable(block) {
                self.f.kill_block(block);
            }
        }
        remove_unused_params(&mut self.f, &cfg);
    }
}

/// Removes block parameters that are only used as arguments of each other: dead variables of merged
/// flows. Cost: linear.
fn remove_unused_params(f: &mut Function, cfg: &Cfg) {
    let mut used: SecondaryMap<Value, bool> = SecondaryMap::with_capacity(f.values.len());
    let mut work = Vec::new();
    let keep = |used: &mut SecondaryMap<Value, bool>, work: &mut Vec<Value>, value: Value| {
        if !std::mem::replace(&mut used[value], true) {
            work.push(value);
        }
    };
    for block in f.live_blocks() {
        let data = &f.blocks[block];
        let operands = data.insts.iter().flat_map(|&inst| f.args(inst));
        for &value in operands.chain(data.term.operands(&f.pool)) {
            keep(&mut used, &mut work, value);
        }
    }
    while let Some(value) = work.pop() {
        let ValueDef::Param(block, n) = f.values[value].def else { continue };
        for edge in cfg.reachable_preds(block) {
            keep(&mut used, &mut work, edges::args(f, edge)[n as usize]);
        }
    }
    for &param in &f.blocks[f.entry].params {
        used[param] = true;
    }
    edges::remove_params(f, |param| !used[param]);
}
