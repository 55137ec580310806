//! Translation validation of construction and lowering, by execution.
//!
//! A function and a graph are executed side by side on the same random arguments. Both keep a
//! *trace*: each operator that is not evaluated (loads, stores, calls, tables, references, traps),
//! with its operands, in the order of execution. Construction keeps the order of a block's
//! instructions and lowering that of a region's nodes, so the traces must be equal, operator by
//! operator, and so must the end: results, trap, tail call, exception.
//!
//! Operators that are not evaluated have random results: a hash of the seed, the operator, its
//! operands and the length of the trace, with small numbers preferred so that branches take all
//! paths. A value that is undefined in the graph may be anything in the function: a run that depends
//! on one ends without an answer; as a result of the function it agrees with anything.
//!
//! Cost: [`Setting::runs`] times at most [`MOST_STEPS`] operators. No recursion.
//!
//! [`Setting::runs`]: super::Setting::runs

mod blocks;

use super::answers::{Held, Run, Script, cut, hash, words};
use crate::construct::ways;
use crate::cycle::Cycle;
use crate::rvsdg::graph::{Graph, Kind, Node, Output, Region, Ty};
use blocks::FunctionRun;
use invar_ir::rules::{Const, evaluate, is_constant};
use invar_ir::{Function, Op, ValType};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The number of operators and branches that are executed in a run.
const MOST_STEPS: u32 = 500;

/// How an execution ended.
#[derive(Clone, PartialEq, Debug)]
enum End {
    /// With these results.
    Returns(Vec<Held>),
    /// By the last operator of the trace: a trap, a tail call, an exception.
    Left,
    /// The bounds of a run are reached, or the next step depends on an undefined value.
    Open,
    /// The graph or the function is wrong.
    Broken(String),
}

/// The operators executed so far.
struct Trace<'a> {
    answers: Run<'a>,
    events: Vec<(Op, Vec<Held>)>,
    steps: u32,
}

impl<'a> Trace<'a> {
    fn new(seed: u64, words: &Rc<[u64]>) -> Self {
        let answers = Run::new(&|_| None, Script::new(seed), words);
        Trace { answers, events: Vec::new(), steps: MOST_STEPS }
    }

    fn step(&mut self) -> Result<(), End> {
        self.steps = self.steps.checked_sub(1).ok_or(End::Open)?;
        Ok(())
    }

    fn params(&mut self, types: impl Iterator<Item = ValType>) -> Vec<Held> {
        let params = types.enumerate();
        params.map(|(n, ty)| self.answers.answer(Ty::Value(ty), &("parameter", n))).collect()
    }

    /// Executes an operator after which execution continues.
    fn op(&mut self, op: &Op, args: &[Held], results: &[ValType]) -> Result<Vec<Held>, End> {
        self.step()?;
        if matches!(op, Op::Select | Op::TypedSelect { .. }) {
            return Ok(vec![match args[2] {
                Held::Value(Const::I32(0)) => args[1],
                Held::Value(_) => args[0],
                _ => Held::Undef,
            }]);
        }
        let constant = |held: &Held| match *held {
            Held::Value(value) => Some(value),
            _ => None,
        };
        let constants: Option<Vec<Const>> = args.iter().map(constant).collect();
        if let Some(value) = constants.and_then(|constants| evaluate(op, &constants)) {
            return Ok(vec![Held::Value(value)]);
        }
        // Constants may be rematerialized, so the number of their executions is not compared.
        let at = if is_constant(op) {
            0
        } else {
            self.event(op, args)?;
            self.events.len()
        };
        let made_up = results
            .iter()
            .enumerate()
            .map(|(n, &ty)| cut(op, self.answers.answer(Ty::Value(ty), &(op, args, at, n))));
        Ok(made_up.collect())
    }

    /// Executes a call with exception handlers, or a `throw` with some: gives the edge on which it leaves, by its
    /// number, and the values that are made for that edge. `edges` has the types of these, the normal edge first.
    fn invoke(
        &mut self,
        op: &Op,
        args: &[Held],
        edges: &[Vec<ValType>],
    ) -> Result<(usize, Vec<Held>), End> {
        self.step()?;
        self.event(op, args)?;
        let at = self.events.len();
        let first = usize::from(matches!(op, Op::Throw { .. } | Op::ThrowRef));
        let nth = self.answers.bits(&(op, args, at)).0 as usize % (edges.len() - first) + first;
        let types = edges[nth].iter().enumerate();
        let made = types
            .map(|(n, &ty)| self.answers.answer(Ty::Value(ty), &(op, args, at, nth, n)))
            .collect();
        Ok((nth, made))
    }

    fn event(&mut self, op: &Op, args: &[Held]) -> Result<(), End> {
        if args.contains(&Held::Undef) {
            return Err(End::Open);
        }
        self.events.push((op.clone(), args.to_vec()));
        Ok(())
    }

    /// Executes the operator that ends the function.
    fn leave(&mut self, op: &Op, args: &[Held]) -> End {
        match self.event(op, args) {
            Ok(()) => End::Left,
            Err(end) => end,
        }
    }

    /// Whether a test of a reference branches. It has no effect, so its position is not compared.
    fn test(&mut self, op: &Op, args: &[Held]) -> Result<bool, End> {
        if args.contains(&Held::Undef) {
            Err(End::Open)
        } else {
            Ok(self.answers.bits(&(op, args)).0 & 1 == 1)
        }
    }
}

/// Whether a function and a graph do the same, where one was made of the other. The error says in which
/// run they differ, and where.
pub fn same_trace(function: &Function, graph: &Graph, seed: u64, runs: u32) -> Result<(), String> {
    let words = words(graph);
    for run in 0..runs {
        let seed = hash(&(seed, run));
        let (mut of_graph, mut of_function) = (Trace::new(seed, &words), Trace::new(seed, &words));
        let graph_end = GraphRun::new(graph).execute(&mut of_graph);
        let function_end = execute(function, &mut of_function);
        let fail = |what: String| Err(format!("run {run}: {what}"));
        for end in [&graph_end, &function_end] {
            if let End::Broken(why) = end {
                return fail(why.clone());
            }
        }
        let events = || of_graph.events.iter().zip(&of_function.events).enumerate();
        if let Some((n, (old, new))) = events().find(|(_, (old, new))| old != new) {
            return fail(format!("event {n}: {old:?} in the graph, {new:?} in the function"));
        }
        if graph_end == End::Open || function_end == End::Open {
            continue;
        }
        let ends_agree = match (&graph_end, &function_end) {
            (End::Returns(old), End::Returns(new)) => {
                let agree = |(old, new): (&Held, &Held)| *old == Held::Undef || old == new;
                old.len() == new.len() && old.iter().zip(new).all(agree)
            }
            (old, new) => old == new,
        };
        let counts = (of_graph.events.len(), of_function.events.len());
        if !ends_agree || counts.0 != counts.1 {
            return fail(format!(
                "{graph_end:?} after {} events in the graph, {function_end:?} after {} in the function",
                counts.0, counts.1
            ));
        }
    }
    Ok(())
}

/// A function that is executed.
fn execute(function: &Function, trace: &mut Trace<'_>) -> End {
    let params = &function.blocks[function.entry].params;
    let values = trace.params(params.iter().map(|&param| function.ty(param)));
    let held = params.iter().copied().zip(values).collect();
    match (FunctionRun { f: function, held }).run(function.entry, trace, |_| true) {
        Ok(_) => End::Broken("control leaves the function".into()),
        Err(end) => end,
    }
}

/// An item of the work stack, for a graph.
enum Work {
    /// This node of a region and those after it.
    Nodes(Node),
    /// The alternative of a gamma is done.
    Arm(Node, Region),
    /// An iteration is done.
    Body(Node, Region),
}

/// A graph that is executed.
struct GraphRun<'g> {
    graph: &'g Graph,
    held: FxHashMap<Output, Held>,
    work: Vec<Work>,
}

impl<'g> GraphRun<'g> {
    fn new(graph: &'g Graph) -> Self {
        GraphRun { graph, held: FxHashMap::default(), work: Vec::new() }
    }

    fn execute(mut self, trace: &mut Trace<'_>) -> End {
        match self.run(trace) {
            Ok(end) | Err(end) => end,
        }
    }

    fn run(&mut self, trace: &mut Trace<'_>) -> Result<End, End> {
        let graph = self.graph;
        let params = &graph.args(graph.root)[..graph.params as usize];
        let types = params.iter().filter_map(|&param| match graph.ty(param) {
            Ty::Value(ty) => Some(ty),
            _ => None,
        });
        let values = trace.params(types);
        self.enter(graph.root, &values);
        while let Some(work) = self.work.pop() {
            match work {
                Work::Nodes(node) => {
                    self.work.extend(graph.next(node).map(Work::Nodes));
                    self.node(trace, node)?;
                }
                Work::Arm(gamma, arm) => {
                    let results = self.results(arm, 0)?;
                    self.give(gamma, results);
                }
                Work::Body(theta, body) => {
                    trace.step()?;
                    let repeats = self.control(graph.result(body, 0))? != 0;
                    let posts = self.results(body, 1)?;
                    if repeats {
                        self.work.push(Work::Body(theta, body));
                        self.enter(body, &posts);
                    } else {
                        self.give(theta, posts);
                    }
                }
            }
        }
        let results = (0..graph.results as usize).map(|n| self.read(graph.result(graph.root, n)));
        Ok(End::Returns(results.collect::<Result<_, _>>()?))
    }

    fn enter(&mut self, region: Region, args: &[Held]) {
        self.held.extend(self.graph.args(region).iter().copied().zip(args.iter().copied()));
        self.work.extend(self.graph.first(region).map(Work::Nodes));
    }

    fn give(&mut self, node: Node, held: Vec<Held>) {
        self.held.extend(self.graph.outputs(node).iter().copied().zip(held));
    }

    /// The value of an output. States and the order have none.
    fn read(&self, output: Output) -> Result<Held, End> {
        match self.graph.ty(output) {
            Ty::State(_) | Ty::Order => Ok(Held::Token(0)),
            _ => {
                let held = self.held.get(&output).copied();
                held.ok_or_else(|| End::Broken(format!("{output} is not there")))
            }
        }
    }

    fn control(&self, output: Output) -> Result<u32, End> {
        match self.read(output)? {
            Held::Control(number) => Ok(number),
            Held::Undef => Err(End::Open),
            held => Err(End::Broken(format!("{output} holds {held:?}, not control"))),
        }
    }

    fn results(&self, region: Region, from: usize) -> Result<Vec<Held>, End> {
        let results = from..self.graph.results(region).len();
        results.map(|n| self.read(self.graph.result(region, n))).collect()
    }

    /// The values of the operands of a node.
    fn values(&self, node: Node) -> Result<Vec<Held>, End> {
        let is_value = |output: &Output| matches!(self.graph.ty(*output), Ty::Value(_));
        self.graph.origins(node).filter(is_value).map(|output| self.read(output)).collect()
    }

    /// Executes the blocks of an irreducible cycle.
    fn cycle(
        &mut self,
        trace: &mut Trace<'_>,
        node: Node,
        cycle: &Cycle,
    ) -> Result<Vec<Held>, End> {
        let (graph, f) = (self.graph, &*cycle.source);
        let inputs: Vec<Output> = graph.origins(node).collect();
        let entry = self.control(inputs[0])? as usize;
        let Some(&block) = cycle.entries.get(entry) else {
            return Err(End::Broken(format!("{node} has no entry {entry}")));
        };
        let mut held = FxHashMap::default();
        let params = f.blocks[block].params.iter().zip(&inputs[cycle.params_of(entry)]);
        let live_ins = cycle.live_ins.iter().zip(&inputs[cycle.inputs_of_live_ins()]);
        for (&value, &origin) in params.chain(live_ins) {
            held.insert(value, self.read(origin)?);
        }
        let mut run = FunctionRun { f, held };
        let is_inside = |block| cycle.position(block).is_some();
        let (from, nth) = run.run(block, trace, is_inside)?;
        let (way_of, _) = ways(f, &f.blocks[from].term);
        let Some(exit) = cycle.exit_of(from, way_of[nth]) else {
            return Err(End::Broken(format!("{node} has no exit for edge {nth} of {from}")));
        };
        let outputs = graph.outputs(node).iter().enumerate();
        outputs
            .map(|(n, &output)| match (graph.ty(output), n.checked_sub(1)) {
                (Ty::Control, _) => Ok(Held::Control(exit as u32)),
                (Ty::Value(_), Some(out)) if cycle.is_defined_at(out, exit) => {
                    run.read(cycle.live_outs[out].value)
                }
                (Ty::Value(_), _) => Ok(Held::Undef),
                (Ty::State(_) | Ty::Order, _) => Ok(Held::Token(0)),
            })
            .collect()
    }

    fn node(&mut self, trace: &mut Trace<'_>, node: Node) -> Result<(), End> {
        let graph = self.graph;
        match &graph.nodes[node].kind {
            Kind::Undef => self.give(node, vec![Held::Undef]),
            Kind::Control(number) => self.give(node, vec![Held::Control(*number)]),
            Kind::Match(cases) => {
                let held = match self.read(graph.origin(node, 0))? {
                    Held::Value(Const::I32(key)) => Held::Control(cases.of(key as u32)),
                    Held::Control(number) => Held::Control(cases.of(number)),
                    _ => Held::Undef,
                };
                self.give(node, vec![held]);
            }
            Kind::Test(op) => {
                let branches = trace.test(op, &self.values(node)?)?;
                self.give(node, vec![Held::Control(branches.into())]);
            }
            Kind::Op(op) => {
                let args = self.values(node)?;
                if matches!(op, Op::Unreachable | Op::Throw { .. } | Op::ThrowRef)
                    || op.is_tail_call()
                {
                    return Err(trace.leave(op, &args));
                }
                let types: Vec<ValType> = (graph.outputs(node).iter())
                    .filter_map(|&output| match graph.ty(output) {
                        Ty::Value(ty) => Some(ty),
                        _ => None,
                    })
                    .collect();
                let results = trace.op(op, &args, &types)?;
                self.give(node, results);
            }
            Kind::Cycle(cycle) => {
                let held = self.cycle(trace, node, cycle)?;
                self.give(node, held);
            }
            Kind::Gamma(gamma) => {
                trace.step()?;
                let way = self.control(graph.origin(node, 0))?;
                let Some(&arm) = gamma.arms.get(way as usize) else {
                    return Err(End::Broken(format!("{node} has no alternative {way}")));
                };
                // Only a test has an argument in the alternatives: the refined reference.
                let mut refined = Vec::new();
                if !graph.args(arm).is_empty()
                    && let Some(test) = graph.node_of(graph.origin(node, 0))
                {
                    refined.push(self.read(graph.origin(test, 0))?);
                }
                self.work.push(Work::Arm(node, arm));
                self.enter(arm, &refined);
            }
            &Kind::Theta(body) => {
                trace.step()?;
                let origins: Vec<Output> = graph.origins(node).collect();
                let pre: Result<Vec<Held>, End> =
                    origins.into_iter().map(|output| self.read(output)).collect();
                self.work.push(Work::Body(node, body));
                self.enter(body, &pre?);
            }
        }
        Ok(())
    }
}
