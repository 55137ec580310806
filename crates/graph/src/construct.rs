//! Construction of the region graph from the control-flow graph.
//!
//! After Bahmann, Reissmann, Jahre and Meyer, *Perfect reconstructability of control flow from
//! demand dependence graphs* (TACO 2015): loops get a single entry and a single exit, branches a
//! single merge; where a construct has several exits, a control value tells which one is taken. The
//! three auxiliary variables of the paper, q (the entry or exit of a loop), r (whether it repeats)
//! and p (where a branch continues), are one here, `next`: its constants are block numbers, those of
//! the block that control reaches after all constructs that it leaves. A dispatch is a match on it.
//!
//! Dominators and loops are computed once. A block whose only predecessor is its immediate dominator
//! is an alternative of the gamma at the end of the dominator. The other children of a block in the
//! dominator tree are its *merges*: they follow that gamma in topological order, under a dispatch if
//! control may also go elsewhere. A block outside of a loop follows the theta of the outermost loop
//! that control leaves on the way to it. Irreducible cycles and calls with exception handlers are taken out first
//! (`outline.rs`): each becomes one block, and one node of the graph ([`Cycle`](crate::Cycle)), whose first input and
//! output are control values, for the entry and for the exit.
//!
//! The arguments, states and order for each target are kept apart (`Entry`), so that a path that
//! returns, or goes elsewhere, does not affect the values of others. A value from before a gamma that
//! only passes through it to a target further out, the same on all paths, does not become an exit
//! variable of it; it does become one of the gamma after which the paths meet, where redirection
//! finds it.
//!
//! Cost: near-linear in the sizes of the function and of the graph. The graph may be larger where
//! many values leave many nested constructs; past a budget construction gives up
//! ([`BuildError::TooLarge`]). No recursion.

mod close;
mod fork;
pub(crate) mod outline;
mod place;
mod values;

use crate::rvsdg::graph::{Cases, Graph, Kind, Node, Output, Region, Ty};
use crate::rvsdg::states;
use crate::rvsdg::states::{FunctionEnv, Touches};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
pub use fork::ways;
use invar_analysis::Analyses;
use invar_ir::{Block, Cfg, Function, Inst, Op, SourceLoc, Terminator, Value, memory_access};
use outline::{Outlined, Stub, outline};
use place::{Owner, Places};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Why a function has no graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuildError {
    /// Too many values leave too many nested constructs.
    TooLarge,
}

/// The target that represents the end of the function.
const EXIT: u32 = u32::MAX;

/// The values for one target.
#[derive(Clone, Debug)]
struct Entry {
    /// The parameters of the target, or the results of the function.
    params: Vec<Output>,
    /// The states of all classes, then the order.
    states: Vec<Output>,
}

/// The exits of a sequence of nodes.
#[derive(Clone, Debug, Default)]
struct Exits {
    /// By target: the number of a block, or [`EXIT`].
    entries: BTreeMap<u32, Entry>,
    /// The control value that tells the target, if there are several.
    next: Option<Output>,
    /// The order at the end, if control never leaves.
    dead: Option<Output>,
}

/// An enclosing construct that is being built; the work stack holds them from the outside in.
enum Frame {
    /// The merges of an owner, one after the other.
    Tail { region: Region, owner: Owner },
    /// The alternatives of a gamma.
    Gamma(Box<OpenGamma>),
    /// The body of a theta.
    Theta { theta: Node, header: Block, written: u16 },
}

/// A gamma whose alternatives are being built.
struct OpenGamma {
    region: Region,
    predicate: Output,
    loc: SourceLoc,
    arms: Vec<Arm>,
    weights: Vec<u32>,
    /// The number of alternatives that are done.
    done: usize,
    /// The owner of the merges that follow.
    owner: Owner,
}

/// An alternative of a gamma.
struct Arm {
    region: Region,
    content: Content,
}

/// The contents of an alternative.
enum Content {
    /// A block and those that it dominates.
    Block(Block, Vec<Output>),
    /// No nodes: control goes elsewhere.
    Exits(Exits),
    /// No nodes, and only values from before the gamma: the targets of a dispatch that are not ready
    /// yet.
    Pending(Exits),
}

/// The next step of construction.
enum Step {
    /// Build a block, and those that it dominates, with these states.
    Block(Region, Block, Vec<Output>),
    /// A sequence is complete.
    Done(Exits),
}

struct Builder<'a> {
    f: &'a Function,
    env: FunctionEnv<'a>,
    graph: Graph,
    places: Places,
    /// The blocks in the place of irreducible cycles.
    stubs: BTreeMap<Block, Stub>,
    /// The values that stand for the number of an entry of a cycle.
    numbers: FxHashMap<Value, u32>,
    /// The origin of each value, in the region where it is defined.
    values: SecondaryMap<Value, PackedOption<Output>>,
    /// Regions that are being built: values that are defined in them are visible.
    open: SecondaryMap<Region, bool>,
    /// The exit or loop variable for a value outside of the region where it is defined.
    routed: FxHashMap<Output, Output>,
    /// The order after each access of memory that is on the order edge.
    orders: SecondaryMap<Inst, PackedOption<Output>>,
    undefs: FxHashMap<Ty, Output>,
    controls: FxHashMap<u32, Output>,
    frames: Vec<Frame>,
    /// The number of exit and loop variables that may still be added.
    budget: usize,
}

/// Builds the graph of a function, without unreachable blocks.
pub fn build(function: &Function, env: &FunctionEnv<'_>) -> Result<Graph, BuildError> {
    let mut function = function.clone();
    function.resolve_aliases();
    build_with(&function, env, &mut Analyses::default())
}

/// Builds the graph of a function without aliases, whose analyses may be cached.
pub fn build_with(
    function: &Function,
    env: &FunctionEnv<'_>,
    analyses: &mut Analyses,
) -> Result<Graph, BuildError> {
    if analyses.loops(function).region_count() == 0 && !function.has_handlers() {
        let places = Places::new(function, env, &BTreeMap::new(), analyses);
        return Builder::new(function, env, places).function();
    }
    let budget = budget(function, &analyses.cfg(function));
    let Outlined { function: reducible, stubs, undefs, numbers } =
        outline(function, env, analyses, budget)?;
    let places = Places::new(&reducible, env, &stubs, &mut Analyses::default());
    let mut builder = Builder::new(&reducible, env, places);
    (builder.stubs, builder.numbers) = (stubs, numbers);
    for value in undefs {
        let undef = builder.undef(Ty::Value(reducible.ty(value)));
        builder.values[value] = undef.into();
    }
    builder.function()
}

/// The number of exit and loop variables that a graph may have.
fn budget(f: &Function, cfg: &Cfg) -> usize {
    4096 + 64 * (f.insts.len() + cfg.edge_count())
}

impl<'a> Builder<'a> {
    fn new(f: &'a Function, env: &FunctionEnv<'a>, places: Places) -> Builder<'a> {
        let mut graph = Graph::with_room(f.ty, f.insts.len() + f.blocks.len());
        graph.contexts = f.contexts.clone();
        graph.states = places.states.clone();
        let budget = budget(f, &places.cfg);
        Builder {
            f,
            env: *env,
            graph,
            places,
            stubs: BTreeMap::new(),
            numbers: FxHashMap::default(),
            values: SecondaryMap::with_capacity(f.values.len()),
            open: SecondaryMap::new(),
            routed: FxHashMap::default(),
            orders: SecondaryMap::new(),
            undefs: FxHashMap::default(),
            controls: FxHashMap::default(),
            frames: Vec::new(),
            budget,
        }
    }
}

impl Builder<'_> {
    fn function(mut self) -> Result<Graph, BuildError> {
        let root = self.graph.root;
        self.open[root] = true;
        self.graph.regions[root].joins = true;
        for &param in &self.f.blocks[self.f.entry].params {
            let arg = self.graph.add_arg(root, Ty::Value(self.f.ty(param)));
            self.values[param] = arg.into();
        }
        self.graph.params = self.f.blocks[self.f.entry].params.len() as u32;
        self.graph.results = self.f.results.len() as u32;
        let states = (0..self.places.states.len()).map(|n| Ty::State(n as u8));
        let states: Vec<Output> =
            states.chain([Ty::Order]).map(|ty| self.graph.add_arg(root, ty)).collect();

        let mut step = Step::Block(root, self.f.entry, states.clone());
        loop {
            step = match step {
                Step::Block(region, block, states) => self.block(region, block, states)?,
                Step::Done(exits) => match self.frames.pop() {
                    Some(frame) => self.resume(frame, exits)?,
                    None => {
                        self.finish(exits, states);
                        return Ok(self.graph);
                    }
                },
            }
        }
    }

    /// Continues with the construct that a complete sequence is part of.
    fn resume(&mut self, frame: Frame, exits: Exits) -> Result<Step, BuildError> {
        match frame {
            Frame::Tail { region, owner } => self.tail(region, owner, exits),
            Frame::Gamma(mut gamma) => {
                let done = gamma.done;
                self.open[gamma.arms[done].region] = false;
                gamma.arms[done].content = Content::Exits(exits);
                gamma.done += 1;
                self.gamma(gamma)
            }
            Frame::Theta { theta, header, written } => {
                let exits = self.close_theta(theta, header, written, exits)?;
                let region = self.graph.nodes[theta].region;
                self.tail(region, Owner::Loop(header), exits)
            }
        }
    }

    /// Adds the results of the function.
    fn finish(&mut self, exits: Exits, initial: Vec<Output>) {
        let root = self.graph.root;
        let (results, states) = match exits.entries.into_iter().next() {
            Some((target, entry)) => {
                debug_assert_eq!(target, EXIT, "control goes to the end of the function");
                (entry.params, entry.states)
            }
            // The function never returns. The order ends with its last effect.
            None => {
                let results = self.f.results.clone().into_iter();
                let results = results.map(|ty| self.undef(Ty::Value(ty))).collect();
                let mut states = initial;
                *states.last_mut().expect("the order") = exits.dead.expect("it ends somehow");
                (results, states)
            }
        };
        for origin in results.into_iter().chain(states) {
            self.graph.add_result(root, origin);
        }
    }

    /// Builds a block: the theta whose header it is, or its instructions.
    fn block(
        &mut self,
        region: Region,
        block: Block,
        states: Vec<Output>,
    ) -> Result<Step, BuildError> {
        if !self.places.is_header(block) {
            return self.straight(region, block, states);
        }
        let graph = &mut self.graph;
        let body = graph.add_region(region);
        graph.regions[body].frequency = self.places.frequency(block);
        self.open[body] = true;
        let loc = self.f.blocks[block].term_loc;
        let theta = graph.add_node(region, Kind::Theta(body), &[], &[], loc);
        graph.nodes[theta].finite = self.places.is_finite(block);
        for &param in &self.f.blocks[block].params {
            let pre = self.values[param].expect("the parameters of a header have their pre values");
            let ty = match self.graph.ty(pre) {
                Ty::Control => Ty::Control,
                _ => Ty::Value(self.f.ty(param)),
            };
            self.values[param] = self.graph.add_loop_var(theta, pre, ty).into();
        }
        let written = self.places.written(block);
        let mut inner = states;
        for class in states::bits(written).chain([inner.len() - 1]) {
            let ty = self.graph.ty(inner[class]);
            inner[class] = self.graph.add_loop_var(theta, inner[class], ty);
        }
        self.charge(self.graph.args(body).len())?;
        self.frames.push(Frame::Theta { theta, header: block, written });
        self.straight(body, block, inner)
    }

    fn charge(&mut self, vars: usize) -> Result<(), BuildError> {
        self.budget = self.budget.checked_sub(vars).ok_or(BuildError::TooLarge)?;
        Ok(())
    }

    /// Builds the instructions of a block and its terminator.
    fn straight(
        &mut self,
        region: Region,
        block: Block,
        mut states: Vec<Output>,
    ) -> Result<Step, BuildError> {
        let f = self.f;
        if let Some(stub) = self.stubs.get(&block).cloned() {
            self.cycle(region, block, &stub, &mut states)?;
        }
        for &inst in &f.blocks[block].insts {
            self.inst(region, inst, &mut states)?;
        }
        let loc = f.blocks[block].term_loc;
        match &f.blocks[block].term {
            Terminator::Jump(call) => {
                let params = self.args(f.list(&call.args), call.block)?;
                if self.places.is_arm(block, call.block, 1) {
                    self.bind(call.block, &params);
                    return Ok(Step::Block(region, call.block, states));
                }
                self.places.edge_done(block, call.block);
                Ok(Step::Done(leave(call.block.as_u32(), params, states)))
            }
            Terminator::Return(values) => {
                let values = self.values(f.list(values))?;
                Ok(Step::Done(leave(EXIT, values, states)))
            }
            Terminator::Unreachable => self.end(region, Op::Unreachable, &[], states, loc),
            Terminator::TailCall { op, args } | Terminator::Throw { op, args } => {
                self.end(region, op.clone(), f.list(args), states, loc)
            }
            Terminator::BrIf { .. } | Terminator::BrTable { .. } | Terminator::BrOn { .. } => {
                self.fork(region, block, states)
            }
            Terminator::Invoke { .. } => unreachable!("calls with handlers are outlined"),
            Terminator::None => unreachable!("a reachable block has a terminator"),
        }
    }

    fn inst(
        &mut self,
        region: Region,
        inst: Inst,
        states: &mut [Output],
    ) -> Result<(), BuildError> {
        let f = self.f;
        let data = &f.insts[inst];
        let effects = states::effects_of(f, &self.env, inst);
        let mut touches = Touches::of(&self.graph.states, effects);
        let operands = self.values(f.args(inst))?;
        let results: Vec<Ty> = f.results(inst).map(|value| Ty::Value(f.ty(value))).collect();
        // A load that another access proves in bounds cannot trap anywhere behind that access.
        let proof = self.places.proof(inst).filter(|_| effects.traps_if_speculated());
        let proof = proof.and_then(|access| self.orders[access].expand());
        let proof = proof.filter(|&order| self.is_visible(order));
        touches.ordered &= proof.is_none();
        let node = self.op(region, data.op.clone(), operands, &results, touches, states, data.loc);
        if let Some(order) = proof
            && !invar_ir::mutant!(GraphProvedAnywhere)
        {
            self.graph.add_operand(node, order);
        }
        if memory_access(&data.op).is_some() {
            let own = states.last().copied().filter(|_| touches.ordered);
            self.orders[inst] = proof.or(own).into();
        }
        for (n, value) in f.results(inst).enumerate() {
            self.values[value] = self.graph.outputs(node)[n].into();
        }
        Ok(())
    }

    /// The node for an irreducible cycle. The values that leave it are outputs of the node.
    fn cycle(
        &mut self,
        region: Region,
        block: Block,
        stub: &Stub,
        states: &mut [Output],
    ) -> Result<(), BuildError> {
        let cycle = &stub.cycle;
        let mut origins = self.values(&self.f.blocks[block].params)?;
        origins.extend(self.values(&cycle.live_ins)?);
        let mut tys = vec![Ty::Control];
        tys.extend(cycle.live_outs.iter().map(|out| Ty::Value(self.f.ty(out.value))));
        let touches = Touches::of(&self.graph.states, cycle.effects);
        let kind = Kind::Cycle(cycle.clone());
        let loc = self.f.blocks[block].term_loc;
        let node = self.effect(region, kind, origins, &tys, touches, states, loc);
        let outputs = self.graph.outputs(node);
        self.values[stub.exit] = outputs[0].into();
        for (out, &output) in cycle.live_outs.iter().zip(&outputs[1..]) {
            self.values[out.value] = output.into();
        }
        Ok(())
    }

    /// A node for an operator, with its states.
    fn op(
        &mut self,
        region: Region,
        op: Op,
        origins: Vec<Output>,
        results: &[Ty],
        touches: Touches,
        states: &mut [Output],
        loc: SourceLoc,
    ) -> Node {
        self.effect(region, Kind::Op(op), origins, results, touches, states, loc)
    }

    /// A node of some kind, with the states that it touches.
    fn effect(
        &mut self,
        region: Region,
        kind: Kind,
        mut origins: Vec<Output>,
        results: &[Ty],
        touches: Touches,
        states: &mut [Output],
        loc: SourceLoc,
    ) -> Node {
        let order = states.len() - 1;
        origins.extend(touches.inputs().map(|class| states[class]));
        let mut tys = results.to_vec();
        tys.extend(touches.outputs().map(|class| Ty::State(class as u8)));
        if touches.ordered {
            origins.push(states[order]);
            tys.push(Ty::Order);
        }
        let node = self.graph.add_node(region, kind, &origins, &tys, loc);
        let outputs = &self.graph.outputs(node)[results.len()..];
        for (class, &output) in touches.outputs().zip(outputs) {
            states[class] = output;
        }
        if touches.ordered {
            states[order] = *outputs.last().expect("it gives the order");
        }
        node
    }

    /// An operator that ends the function.
    fn end(
        &mut self,
        region: Region,
        op: Op,
        args: &[Value],
        mut states: Vec<Output>,
        loc: SourceLoc,
    ) -> Result<Step, BuildError> {
        let effects = states::end_effects(&op, &self.env);
        let mut touches = Touches::of(&self.graph.states, effects);
        touches.ordered = true;
        let operands = self.values(args)?;
        self.op(region, op, operands, &[], touches, &mut states, loc);
        Ok(Step::Done(Exits { dead: states.pop(), ..Exits::default() }))
    }

    /// Continues with a gamma: its next alternative, or what follows it.
    fn gamma(&mut self, mut gamma: Box<OpenGamma>) -> Result<Step, BuildError> {
        while let Some(arm) = gamma.arms.get_mut(gamma.done) {
            if let Content::Block(block, states) = &mut arm.content {
                let step = Step::Block(arm.region, *block, std::mem::take(states));
                self.open[arm.region] = true;
                self.frames.push(Frame::Gamma(gamma));
                return Ok(step);
            }
            gamma.done += 1;
        }
        let (region, owner) = (gamma.region, gamma.owner);
        let exits = self.close_gamma(*gamma)?;
        self.tail(region, owner, exits)
    }

    /// Continues with the merges of an owner that are ready: their predecessors are all done.
    fn tail(&mut self, region: Region, owner: Owner, mut exits: Exits) -> Result<Step, BuildError> {
        let ready = self.places.take_ready(owner);
        if ready.is_empty() {
            return Ok(Step::Done(exits));
        }
        self.frames.push(Frame::Tail { region, owner });
        if let ([block], 1) = (&ready[..], exits.entries.len()) {
            let entry = exits.entries.remove(&block.as_u32()).expect("it is ready");
            self.bind(*block, &entry.params);
            if let Some(last) = self.graph.last(region).filter(|_| !self.places.is_header(*block)) {
                self.graph.nodes[last].joins = true;
            }
            return Ok(Step::Block(region, *block, entry.states));
        }
        self.dispatch(region, owner, ready, exits)
    }

    /// A dispatch: a gamma on `next` with an alternative for each block that is ready, and one for all
    /// other targets.
    fn dispatch(
        &mut self,
        region: Region,
        owner: Owner,
        ready: Vec<Block>,
        mut exits: Exits,
    ) -> Result<Step, BuildError> {
        let next = exits.next.expect("there are several ways to go on");
        let mut arms = Vec::new();
        let mut cases: Vec<(u32, u32)> = Vec::new();
        // The frequency of all other targets.
        let mut rest = self.graph.regions[region].frequency;
        for &block in &ready {
            let target = block.as_u32();
            let entry = exits.entries.remove(&target).expect("edges of its predecessors lead here");
            self.bind(block, &entry.params);
            cases.push((target, arms.len() as u32));
            let arm = self.graph.add_region(region);
            // The frequency of a header includes the iterations of its loop, that of its entry edges
            // does not.
            let is_header = self.places.is_header(block);
            let outer = self.graph.regions[region].frequency;
            let often = self.places.entry_frequency(block).min(outer);
            rest = (rest - often).max(0.0);
            self.graph.regions[arm].frequency = often;
            self.graph.regions[arm].joins = !is_header;
            arms.push(Arm { region: arm, content: Content::Block(block, entry.states) });
        }
        if !exits.entries.is_empty() {
            let arm = self.graph.add_region(region);
            self.graph.regions[arm].frequency = rest;
            arms.push(Arm { region: arm, content: Content::Pending(exits) });
        }
        let other = arms.len() as u32 - 1;
        cases.retain(|case| case.1 != other);
        cases.sort_unstable();
        let cases = Cases::new(cases, other);
        let predicate = self.match_on(region, next, cases, SourceLoc::default());
        let weights = vec![0; arms.len()];
        self.gamma(Box::new(OpenGamma {
            region,
            predicate,
            loc: SourceLoc::default(),
            arms,
            weights,
            done: 0,
            owner,
        }))
    }

    /// Sets the values of the parameters of a block.
    fn bind(&mut self, block: Block, params: &[Output]) {
        for (&param, &origin) in self.f.blocks[block].params.iter().zip(params) {
            self.values[param] = origin.into();
        }
    }
}

/// The exit to one target.
fn leave(target: u32, params: Vec<Output>, states: Vec<Output>) -> Exits {
    Exits { entries: BTreeMap::from([(target, Entry { params, states })]), ..Exits::default() }
}
