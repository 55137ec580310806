//! An interpreter of graphs.
//!
//! *Interpreted* are the operators that [`evaluate`] knows, `select`, plain loads and stores,
//! globals, control flow (irreducible cycles excepted), and calls of functions whose graph is given. All others (imports,
//! references, NaNs, tables) are not: their result is a hash of the operator and all that it depends
//! on, states and order included. So the same question has the same answer within a run, and another
//! one in the next. No access to memory is out of bounds.
//!
//! States and the order are tokens, hashes like the rest: a write computes a new one from the one
//! before. After a loop the order is a new one, since the loop might not terminate, unless it is marked
//! as finite. Such a loop must not come to an iteration that starts like the one before it: it would
//! never end.
//!
//! Work is kept on an explicit stack; only calls recurse, to [`DEEPEST_CALL`].

use super::answers::{Held, Run, cut, hash};
use super::compare::Checks;
use crate::cycle::Cycle;
use crate::rvsdg::graph::{Graph, Input, Kind, Node, Output, Region, Ty};
use invar_ir::rules::{Const, evaluate};
use invar_ir::{Func, Op};
use rustc_hash::FxHashMap;

/// The depth to which calls are executed.
const DEEPEST_CALL: u32 = 40;

/// Why an execution ended before the end of the graph.
#[derive(Debug)]
pub(super) enum Stop {
    /// A trap or an exception, with the state and order that it left.
    Trap(u64),
    /// By a tail call: the results, state and order.
    Left(Vec<Held>),
    /// The bounds of a run are reached.
    Spent,
    /// The graph is wrong.
    Broken(String),
}

/// An item of the work stack.
enum Work {
    /// Execute this node of a region and those after it.
    Nodes(Node),
    /// End the alternative of a gamma.
    Arm(Node, Region),
    /// End an iteration.
    Body(Node, Region),
}

/// A function that is being executed.
pub(super) struct Activation<'a, 'c> {
    graph: &'a Graph,
    depth: u32,
    checks: Option<&'c mut Checks<'a>>,
    /// The values of outputs, with the number of the entry to their region.
    held: FxHashMap<Output, (u32, Held)>,
    /// The regions that are being executed, and when each was entered.
    open: FxHashMap<Region, u32>,
    entered: u32,
    work: Vec<Work>,
}

impl<'a, 'c> Activation<'a, 'c> {
    pub fn new(graph: &'a Graph, depth: u32, checks: Option<&'c mut Checks<'a>>) -> Self {
        Activation {
            graph,
            depth,
            checks,
            held: FxHashMap::default(),
            open: FxHashMap::default(),
            entered: 0,
            work: Vec::new(),
        }
    }

    /// Executes the graph. Gives the values of its results.
    pub fn execute(mut self, run: &mut Run<'a>, params: &[Held]) -> Result<Vec<Held>, Stop> {
        let root = self.graph.root;
        self.enter(root, params);
        while let Some(work) = self.work.pop() {
            match work {
                Work::Nodes(node) => {
                    run.node().ok_or(Stop::Spent)?;
                    self.work.extend(self.graph.next(node).map(Work::Nodes));
                    self.node(run, node)?;
                }
                Work::Arm(gamma, arm) => {
                    let held = self.results(arm, 0, None)?;
                    self.open.remove(&arm);
                    self.give(gamma, held);
                }
                Work::Body(theta, body) => self.iterated(run, theta, body)?,
            }
        }
        self.results(root, 0, None)
    }

    /// Enters a region. Values from earlier executions of it are gone.
    fn enter(&mut self, region: Region, args: &[Held]) {
        self.entered += 1;
        if let Some(checks) = &mut self.checks {
            checks.enter(region);
        }
        self.open.insert(region, self.entered);
        for (&arg, &held) in self.graph.args(region).iter().zip(args) {
            self.held.insert(arg, (self.entered, held));
        }
        self.work.extend(self.graph.first(region).map(Work::Nodes));
    }

    fn give(&mut self, node: Node, held: Vec<Held>) {
        let entered = self.open[&self.graph.nodes[node].region];
        for (&output, held) in self.graph.outputs(node).iter().zip(held) {
            self.held.insert(output, (entered, held));
        }
    }

    /// The value of the origin of an edge when it is used.
    fn read(&mut self, input: Input, repeats: Option<bool>) -> Result<Held, Stop> {
        let (graph, all, open) = (self.graph, &self.held, &self.open);
        let get = |output: Output| {
            let &(entered, held) = all.get(&output)?;
            (open.get(&graph.region_of(output)) == Some(&entered)).then_some(held)
        };
        let origin = graph.inputs[input].origin;
        let held = get(origin);
        let held = held.ok_or_else(|| Stop::Broken(format!("{input}: {origin} is not there")))?;
        if let Some(checks) = &mut self.checks {
            checks.compare(input, repeats, held, &get);
        }
        Ok(held)
    }

    fn control(&mut self, input: Input) -> Result<u32, Stop> {
        match self.read(input, None)? {
            Held::Control(number) => Ok(number),
            held => Err(Stop::Broken(format!("{input} holds {held:?}, not control"))),
        }
    }

    /// The values of the results of a region, from the n-th on.
    fn results(
        &mut self,
        region: Region,
        from: usize,
        repeats: Option<bool>,
    ) -> Result<Vec<Held>, Stop> {
        let results = self.graph.results(region)[from..].iter();
        results.map(|&input| self.read(input, repeats)).collect()
    }

    fn inputs(&mut self, node: Node) -> Result<Vec<Held>, Stop> {
        self.graph.inputs(node).iter().map(|&input| self.read(input, None)).collect()
    }

    fn node(&mut self, run: &mut Run<'a>, node: Node) -> Result<(), Stop> {
        let graph = self.graph;
        match &graph.nodes[node].kind {
            Kind::Undef => self.give(node, vec![Held::Undef]),
            Kind::Control(number) => self.give(node, vec![Held::Control(*number)]),
            Kind::Match(cases) => {
                let held = match self.inputs(node)?[0] {
                    Held::Value(Const::I32(key)) => Held::Control(cases.of(key as u32)),
                    Held::Control(number) => Held::Control(cases.of(number)),
                    _ => Held::Undef,
                };
                self.give(node, vec![held]);
            }
            Kind::Test(op) => {
                let (bits, _) = run.bits(&(op, self.inputs(node)?));
                self.give(node, vec![Held::Control(bits as u32 & 1)]);
            }
            Kind::Op(op) => {
                let held = self.op(run, node, op)?;
                self.give(node, held);
            }
            Kind::Cycle(cycle) => {
                let held = self.cycle(run, node, cycle)?;
                self.give(node, held);
            }
            Kind::Gamma(gamma) => {
                let way = self.control(graph.inputs(node)[0])?;
                let Some(&arm) = gamma.arms.get(way as usize) else {
                    return Err(Stop::Broken(format!("{node} has no alternative {way}")));
                };
                // Only a test has an argument in the alternatives: the refined reference.
                let mut refined = Vec::new();
                if !graph.args(arm).is_empty()
                    && let Some(test) = graph.node_of(graph.origin(node, 0))
                {
                    refined.push(self.read(graph.inputs(test)[0], None)?);
                }
                self.work.push(Work::Arm(node, arm));
                self.enter(arm, &refined);
            }
            &Kind::Theta(body) => {
                let args = self.inputs(node)?;
                self.iterate(run, node, body, &args)?;
            }
        }
        Ok(())
    }

    fn iterate(
        &mut self,
        run: &mut Run<'a>,
        theta: Node,
        body: Region,
        args: &[Held],
    ) -> Result<(), Stop> {
        run.iteration().ok_or(Stop::Spent)?;
        self.work.push(Work::Body(theta, body));
        self.enter(body, args);
        Ok(())
    }

    fn iterated(&mut self, run: &mut Run<'a>, theta: Node, body: Region) -> Result<(), Stop> {
        let repeats = self.control(self.graph.results(body)[0])? != 0;
        let mut posts = self.results(body, 1, Some(repeats))?;
        let is_finite = self.graph.nodes[theta].finite;
        if repeats {
            let args = self.graph.args(body).iter().map(|arg| self.held[arg].1);
            if is_finite && args.eq(posts.iter().copied()) && !posts.contains(&Held::Undef) {
                return Err(Stop::Broken(format!("{theta} is marked as finite, and is endless")));
            }
            return self.iterate(run, theta, body, &posts);
        }
        self.open.remove(&body);
        for (held, &output) in posts.iter_mut().zip(self.graph.outputs(theta)) {
            if self.graph.ty(output) == Ty::Order && !is_finite {
                *held = Held::Token(hash(&("after a loop", *held)));
            }
        }
        self.give(theta, posts);
        Ok(())
    }

    /// A cycle is not interpreted: where it leaves, and with which values, is a hash of what it gets.
    fn cycle(&mut self, run: &mut Run<'a>, node: Node, cycle: &Cycle) -> Result<Vec<Held>, Stop> {
        let graph = self.graph;
        let all = self.inputs(node)?;
        let entry = match all[0] {
            Held::Control(number) if (number as usize) < cycle.entries.len() => number,
            held => return Err(Stop::Broken(format!("{node} has no entry {held:?}"))),
        };
        // The parameters of other entries are undefined.
        let own = cycle.params_of(entry as usize);
        let is_seen = |n: &usize| own.contains(n) || *n >= cycle.inputs_of_live_ins().start;
        let seen: Vec<Held> = (1..all.len()).filter(is_seen).map(|n| all[n]).collect();
        let what = |n: usize| ("cycle", &cycle.blocks, entry, &seen, n);
        let exits = cycle.exits.len();
        if exits == 0 || seen.contains(&Held::Undef) {
            return Err(Stop::Spent);
        }
        let exit = run.bits(&what(0)).0 as usize % exits;
        let outputs = graph.outputs(node).iter().enumerate();
        Ok(outputs
            .map(|(n, &output)| match n.checked_sub(1) {
                None => Held::Control(exit as u32),
                Some(out) if out < cycle.live_outs.len() && !cycle.is_defined_at(out, exit) => {
                    Held::Undef
                }
                Some(_) => run.answer(graph.ty(output), &what(n)),
            })
            .collect())
    }

    fn op(&mut self, run: &mut Run<'a>, node: Node, op: &Op) -> Result<Vec<Held>, Stop> {
        let graph = self.graph;
        let held = self.inputs(node)?;
        let count = graph.origins(node).filter(|&o| matches!(graph.ty(o), Ty::Value(_))).count();
        let (values, tokens) = held.split_at(count);
        let trap = || Stop::Trap(hash(&(op, &held)));
        if matches!(op, Op::Unreachable | Op::Throw { .. } | Op::ThrowRef) {
            return Err(trap());
        }
        let tys: Vec<Ty> = if op.is_tail_call() {
            (0..graph.results as usize)
                .map(|n| graph.ty(graph.result(graph.root, n)))
                .chain([Ty::Order])
                .collect()
        } else {
            graph.outputs(node).iter().map(|&output| graph.ty(output)).collect()
        };
        let known = match *op {
            Op::Call { function_index } | Op::ReturnCall { function_index } => {
                self.call(run, node, Func::from_u32(function_index), values, tokens)?
            }
            Op::Select | Op::TypedSelect { .. } => match values[2] {
                Held::Value(Const::I32(0)) => Some(vec![values[1]]),
                Held::Value(_) => Some(vec![values[0]]),
                _ => Some(vec![Held::Undef]),
            },
            _ if values.contains(&Held::Undef) => Some(vec![Held::Undef; tys.len()]),
            _ => {
                let constant = |held: &Held| match *held {
                    Held::Value(value) => Some(value),
                    _ => None,
                };
                let args: Option<Vec<Const>> = values.iter().map(constant).collect();
                match args.map(|args| evaluate(op, &args)) {
                    Some(Some(value)) => Some(vec![Held::Value(value)]),
                    Some(None) if may_trap(op) => return Err(trap()),
                    _ => match tys[..] {
                        [Ty::Value(ty)] | [Ty::Value(ty), Ty::Order] => {
                            let states = self.states(graph.origins(node).zip(held.iter().copied()));
                            let states: Vec<u64> = states.map(|(_, token)| token).collect();
                            run.read(op, ty, values, &states).map(|held| vec![held])
                        }
                        _ => None,
                    },
                }
            }
        };
        let mut known = known.unwrap_or_default().into_iter();
        let results = tys.iter().enumerate().map(|(n, &ty)| match ty {
            Ty::Value(_) => {
                known.next().unwrap_or_else(|| cut(op, run.answer(ty, &(op, &held, n))))
            }
            _ => run.answer(ty, &(op, &held, n)),
        });
        let results: Vec<Held> = results.collect();
        let before = self.states(graph.origins(node).zip(held.iter().copied()));
        let before: Vec<(Ty, u64)> = before.collect();
        let after = graph.outputs(node).iter().copied().zip(results.iter().copied());
        let written = self.states(after).filter_map(|(ty, after)| {
            let before = before.iter().find(|before| before.0 == ty)?;
            Some((before.1, after))
        });
        run.write(op, values, &written.collect::<Vec<_>>());
        if op.is_tail_call() { Err(Stop::Left(results)) } else { Ok(results) }
    }

    /// The tokens of the states among some outputs.
    fn states(
        &self,
        held: impl Iterator<Item = (Output, Held)>,
    ) -> impl Iterator<Item = (Ty, u64)> {
        held.filter_map(|(output, held)| match (self.graph.ty(output), held) {
            (ty @ Ty::State(_), Held::Token(token)) => Some((ty, token)),
            _ => None,
        })
    }

    /// The results of a callee, if it is to be executed: in a graph that is checked this matters only
    /// for calls that redirected values pass through, elsewhere always.
    fn call(
        &mut self,
        run: &mut Run<'a>,
        node: Node,
        func: Func,
        values: &[Held],
        tokens: &[Held],
    ) -> Result<Option<Vec<Held>>, Stop> {
        if self.checks.as_ref().is_some_and(|checks| !checks.nodes.contains(&node)) {
            return Ok(None);
        }
        let Some(callee) = (run.callees)(func) else { return Ok(None) };
        if self.depth == DEEPEST_CALL {
            return Err(Stop::Spent);
        }
        let params = (0..callee.args(callee.root).len()).map(|n| match values.get(n) {
            Some(&value) => value,
            None => Held::Token(hash(&(tokens, n))),
        });
        let params: Vec<Held> = params.collect();
        match Activation::new(callee, self.depth + 1, None).execute(run, &params) {
            Ok(results) | Err(Stop::Left(results)) => {
                Ok(Some(results[..callee.results as usize].to_vec()))
            }
            Err(stop) => Err(stop),
        }
    }
}

/// Whether an operator that [`evaluate`] knows traps on operands for which it has no result.
fn may_trap(op: &Op) -> bool {
    use Op::*;
    matches!(op, I32DivS | I32DivU | I32RemS | I32RemU | I64DivS | I64DivU | I64RemS | I64RemU)
        || matches!(op, I32TruncF32S | I32TruncF32U | I32TruncF64S | I32TruncF64U)
        || matches!(op, I64TruncF32S | I64TruncF32U | I64TruncF64S | I64TruncF64U)
}
