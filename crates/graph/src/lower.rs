//! From the region graph back to the control-flow graph.
//!
//! Code is emitted region by region; control constants are followed while it is. What is emitted
//! so far ends in *flows*: ends of blocks, or edges, of which it is not settled where they go. At
//! the end of an alternative its flows go up to what follows the gamma; a gamma on a control value
//! that each flow knows sends each straight to its alternative; flows come together in one block
//! where code is emitted, or where there was a block before. So a dispatch that construction made
//! leaves no trace, and control flow that nobody changed comes back as it was (predicative control
//! flow recovery; see Bahmann et al., TACO 2015, section 5).
//!
//! A flow carries the values of exit and loop variables that differ from flow to flow (its
//! environment); where flows come together, they become block parameters. Flows that agree on
//! control form a `Group`, so that knowing it costs nothing per flow. A variable that is handed
//! up through a nest unchanged has one name for all of it (`Keys`), so that going up costs
//! nothing per level.
//!
//! Where a control value is needed that a join has lost, lowering gives up
//! ([`LowerError::Residual`]): nothing that construction makes and the passes keep is like that.
//!
//! Cost: near-linear. No recursion.

mod dispatch;
mod emit;
mod flows;
mod keys;
mod regions;

use crate::graph::{Cases, Graph, Kind, Node, Output, Region, Ty};
use crate::traverse::{Go, Scope, Traversal, traverse};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use flows::{At, Flows, Group, Known};
use invar_ir::{Block, BlockCall, Cfg, Function, Op, Terminator, ValType, Value, ValueDef, edges};
use keys::Keys;
use smallvec::SmallVec;

/// Why a graph has no control-flow graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LowerError {
    /// A control value is not known where it is needed.
    Residual,
    /// A value that only some paths make is used where others lead too.
    Undefined,
}

/// A branch whose edges are being connected.
#[derive(Clone)]
struct Fork {
    kind: ForkKind,
    /// Where each way goes, once that is settled.
    ways: SmallVec<[Option<BlockCall>; 2]>,
}

#[derive(Clone)]
enum ForkKind {
    /// On a value: the way of each case.
    Match(Value, Cases),
    /// On the nature of a reference: way 1 is taken.
    Test { op: Op, args: Vec<Value>, values: [Option<Value>; 2] },
}

/// A control value, as far as a flow knows it.
enum Control<'a> {
    Known(u32),
    /// Control does not come here.
    Undef,
    /// It follows from a value.
    Match(Output, &'a Cases),
    /// It follows from the nature of a reference.
    Test(Node),
}

/// What is being lowered, from the outside in.
enum Frame {
    Gamma {
        node: Node,
        /// How many alternatives are done.
        done: usize,
        /// What goes to each alternative.
        starts: Vec<Flows>,
        /// What comes out of those that are done.
        ends: Flows,
        opened: Opened,
    },
    Theta {
        node: Node,
        heads: Heads,
        /// The loop variables that need a block parameter.
        params: Vec<usize>,
        opened: Opened,
    },
}

/// Where an iteration begins.
enum Heads {
    /// In one block. It hands the carried keys, which the loop does not change, to itself.
    One { header: Block, carried: Vec<Output> },
    /// In one of several blocks, by the control value of a loop variable.
    Many { var: usize, cases: Option<Cases>, blocks: Vec<Block> },
}

/// Keys whose values a region changed, with the values outside.
type Opened = Vec<(Output, PackedOption<Value>)>;

struct Lowering<'a> {
    graph: &'a Graph,
    f: Function,
    keys: Keys,
    /// Values that hold wherever emission is, by key, for flows that do not say otherwise.
    values: SecondaryMap<Output, PackedOption<Value>>,
    /// The keys that came into `values` in the current region, and what they were before.
    opened: Opened,
    current: Flows,
    forks: SecondaryMap<Block, Option<Box<Fork>>>,
    frames: Vec<Frame>,
    /// A gamma that begins a loop body and what goes to its alternatives.
    dissolved: Option<(Node, Vec<Flows>)>,
}

/// Lowers a graph to a function with these results.
pub fn lower(graph: &Graph, results: &[ValType]) -> Result<Function, LowerError> {
    let params = graph.args(graph.root)[..graph.params as usize].iter();
    let params: Vec<ValType> = params.map(|&param| value_ty(graph, param)).collect();
    let mut f = Function::new(graph.ty, &params, results);
    f.contexts = graph.contexts.clone();
    let mut lowering = Lowering {
        graph,
        keys: Keys::new(graph),
        values: SecondaryMap::with_capacity(graph.outputs.len()),
        opened: Vec::new(),
        current: Flows::default(),
        forks: SecondaryMap::new(),
        frames: Vec::new(),
        dissolved: None,
        f,
    };
    lowering.function()?;
    lowering.finish();
    Ok(lowering.f)
}

impl Traversal for Lowering<'_> {
    type Error = LowerError;

    fn node(&mut self, _: &Graph, node: Node, _: &Scope) -> Result<Go, LowerError> {
        Ok(self.emit(node)?.map_or(Go::On, Go::In))
    }

    fn end(&mut self, _: &Graph, _: Node, region: Region, _: &Scope) -> Result<Go, LowerError> {
        let frame = self.frames.pop().expect("the region was begun");
        Ok(self.region_done(region, frame)?.map_or(Go::On, Go::In))
    }
}

/// The type of an edge that carries a value.
fn value_ty(graph: &Graph, output: Output) -> ValType {
    match graph.ty(output) {
        Ty::Value(ty) => ty,
        _ => unreachable!("only values are lowered"),
    }
}

impl<'a> Lowering<'a> {
    fn function(&mut self) -> Result<(), LowerError> {
        let root = self.graph.root;
        for (n, &arg) in self.graph.args(root)[..self.graph.params as usize].iter().enumerate() {
            let key = self.keys.of(arg);
            self.values[key] = self.f.blocks[self.f.entry].params[n].into();
        }
        self.current = Flows::one(Group::one(Known::new(), At::End(self.f.entry)));
        traverse(self.graph, self)?;
        self.returns()
    }

    /// Emits a node. Gives the region to go on with, if it is a compound one.
    fn emit(&mut self, node: Node) -> Result<Option<Region>, LowerError> {
        if self.dissolved.as_ref().is_some_and(|(gamma, _)| *gamma == node) {
            let (_, starts) = self.dissolved.take().expect("just seen");
            self.use_inputs(node);
            return self.start_gamma(node, starts, Flows::default());
        }
        if self.current.is_empty() {
            self.skip_node(node);
            return Ok(None);
        }
        if matches!(self.graph.nodes[node].kind, Kind::Op(_) | Kind::Theta(_)) {
            self.current.unpark();
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
        }
    }

    fn start_gamma(
        &mut self,
        node: Node,
        mut starts: Vec<Flows>,
        ends: Flows,
    ) -> Result<Option<Region>, LowerError> {
        self.forget_handed_on(node, &mut starts);
        let opened = std::mem::take(&mut self.opened);
        self.next_arm(node, 0, starts, ends, opened)
    }

    /// Where the last alternative hands on a variable of before under the same name, that one has
    /// no use any more in the others.
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

    /// Starts the next alternative that control comes to, or ends the gamma.
    fn next_arm(
        &mut self,
        node: Node,
        mut done: usize,
        mut starts: Vec<Flows>,
        ends: Flows,
        opened: Opened,
    ) -> Result<Option<Region>, LowerError> {
        while starts.get(done).is_some_and(Flows::is_empty) {
            // Parked flows pass by the last one without a start.
            let is_last = done + 1 == starts.len();
            if !is_last || !ends.has_parked() {
                self.skip(vec![self.graph.subregions(node)[done]]);
            }
            done += 1;
        }
        let Some(start) = starts.get_mut(done) else {
            self.opened = opened;
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
        self.frames.push(Frame::Gamma { node, done, starts, ends, opened });
        if self.graph.regions[arm].joins {
            self.join()?;
        }
        Ok(Some(arm))
    }

    /// Control does not come to a node: what it uses is used.
    fn skip_node(&mut self, node: Node) {
        // The use that a match makes ends with its own.
        if !matches!(self.graph.nodes[node].kind, Kind::Match(_)) {
            self.use_inputs(node);
        }
        self.skip(self.graph.subregions(node).to_vec());
    }

    /// The same for regions.
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

    /// Brings all flows together, if there are several: there was a block here.
    fn join(&mut self) -> Result<(), LowerError> {
        self.current.unpark();
        self.current.forget(&self.keys);
        if self.current.groups.len() == 1 && self.current.count() > 1 {
            self.open()?;
        }
        Ok(())
    }

    /// A region is complete. Gives the next one of its node to go into.
    fn region_done(&mut self, region: Region, frame: Frame) -> Result<Option<Region>, LowerError> {
        self.current.unpark();
        match frame {
            Frame::Gamma { node, done, starts, mut ends, opened } => {
                self.split(region)?;
                self.close_opened();
                self.opened = opened;
                self.end_arm(node, region)?;
                let opened = std::mem::take(&mut self.opened);
                self.current.forget_at_times(&self.keys);
                ends.append(std::mem::take(&mut self.current));
                self.next_arm(node, done + 1, starts, ends, opened)
            }
            Frame::Theta { node, heads, params, opened } => {
                self.split(region)?;
                self.close_opened();
                self.opened = opened;
                self.end_theta(node, region, heads, &params)?;
                self.current.forget(&self.keys);
                if self.graph.nodes[node].joins {
                    self.join()?;
                }
                Ok(None)
            }
        }
    }

    /// Within a region, a key has this value from here on, unless a flow says otherwise.
    fn open_key(&mut self, key: Output, value: Value) {
        self.opened.push((key, self.values[key]));
        self.values[key] = value.into();
    }

    /// What flows agreed on in this region is theirs again: outside, flows may differ on it. (Before
    /// the results are handed on, since they may go by the same names.)
    fn close_opened(&mut self) {
        while let Some((key, outside)) = self.opened.pop() {
            let value = std::mem::replace(&mut self.values[key], outside);
            if self.keys.left(key) == 0 || value == outside {
                continue;
            }
            let value = value.expect("it was opened");
            for flow in self.current.flows_mut() {
                if flow.get(key).is_none() {
                    flow.set(key, value);
                }
            }
        }
    }

    /// The flows that reach the end of the function return.
    fn returns(&mut self) -> Result<(), LowerError> {
        let root = self.graph.root;
        self.current.unpark();
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

    /// Makes the terminators of the branches.
    fn finish(&mut self) {
        for block in self.f.blocks.keys() {
            let Some(fork) = self.forks[block].take() else { continue };
            let Fork { kind, mut ways } = *fork;
            // A list of arguments belongs to one edge: others of the same way get copies.
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
        // Loops whose head no flow reached, and flows that control never takes.
        let cfg = Cfg::new(&self.f);
        for block in self.f.blocks.keys() {
            if !cfg.is_reachable(block) {
                self.f.kill_block(block);
            }
        }
        remove_unused_params(&mut self.f, &cfg);
    }
}

/// Removes block parameters that serve at most one another: variables that flows still carried, but
/// that have no meaning where they came together. Linear.
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
