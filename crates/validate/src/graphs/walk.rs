//! Executes region graphs: regions, conditionals and loops. What operators do, and what states are, is up to a
//! [`Semantics`].
//!
//! Work is kept on an explicit stack. Cost: linear in what is executed.

use crate::domain::Stop;
use crate::held::Held;
use invar_graph::{Cycle, Graph, Input, Kind, Node, Output, Region};
use invar_ir::Op;
use invar_rules::Const;
use rustc_hash::FxHashMap;

/// Gives the value of an output at the moment, if it has one.
pub(super) type Get<'a> = &'a dyn Fn(Output) -> Option<Held>;

/// What operators of a graph do.
pub(super) trait Semantics {
    /// Whether states and the order are known by tokens, so that all that a node depends on is seen. Nothing may
    /// depend on an undefined control value then.
    const HAS_STATES: bool;

    /// Counts a node, if the bounds of the run allow it.
    fn node(&mut self, kind: &Kind) -> Result<(), Stop>;

    /// Counts an iteration, if the bounds of the run allow it.
    fn iteration(&mut self) -> Result<(), Stop>;

    /// A region is entered.
    fn entered(&mut self, _: Region) {}

    /// The origin of an edge is used. `repeats`: of a post value of a loop, whether the loop repeats.
    fn used(&mut self, _: Input, _: Option<bool>, _: Held, _: Get<'_>) {}

    /// Whether a test of a reference branches.
    fn test(&mut self, op: &Op, held: &[Held]) -> Result<bool, Stop>;

    /// Executes an operator: gives a value for each output of the node. `held` are the values of its inputs.
    fn op(&mut self, graph: &Graph, node: Node, op: &Op, held: &[Held]) -> Result<Vec<Held>, Stop>;

    /// Executes an irreducible cycle, from an entry: gives a value for each output of the node.
    fn cycle(
        &mut self,
        graph: &Graph,
        node: Node,
        cycle: &Cycle,
        entry: usize,
        held: &[Held],
    ) -> Result<Vec<Held>, Stop>;

    /// The order behind a loop that may not end, given that of its last iteration.
    fn behind_loop(&self, order: Held) -> Held {
        order
    }
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

/// A graph that is executed.
pub(super) struct Walk<'g, 's, S> {
    graph: &'g Graph,
    semantics: &'s mut S,
    /// The values of outputs, with the number of the entry to their region.
    held: FxHashMap<Output, (u32, Held)>,
    /// The regions that are being executed, and when each was entered.
    open: FxHashMap<Region, u32>,
    entered: u32,
    work: Vec<Work>,
}

impl<'g, 's, S: Semantics> Walk<'g, 's, S> {
    pub fn new(graph: &'g Graph, semantics: &'s mut S) -> Self {
        Walk {
            graph,
            semantics,
            held: FxHashMap::default(),
            open: FxHashMap::default(),
            entered: 0,
            work: Vec::new(),
        }
    }

    /// Executes the graph. Gives the values of its results, states and the order included.
    pub fn execute(mut self, params: &[Held]) -> Result<Vec<Held>, Stop> {
        let root = self.graph.root;
        self.enter(root, params);
        while let Some(work) = self.work.pop() {
            match work {
                Work::Nodes(node) => {
                    self.work.extend(self.graph.next(node).map(Work::Nodes));
                    self.node(node)?;
                }
                Work::Arm(gamma, arm) => {
                    let held = self.results(arm, 0, None)?;
                    self.open.remove(&arm);
                    self.give(gamma, held);
                }
                Work::Body(theta, body) => self.iterated(theta, body)?,
            }
        }
        self.results(root, 0, None)
    }

    /// Enters a region. Values from earlier executions of it are gone.
    fn enter(&mut self, region: Region, args: &[Held]) {
        self.entered += 1;
        self.semantics.entered(region);
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
        self.semantics.used(input, repeats, held, &get);
        Ok(held)
    }

    fn control(&mut self, input: Input) -> Result<u32, Stop> {
        let held = self.read(input, None)?;
        Self::number(input, held)
    }

    /// The number of a control value.
    fn number(input: Input, held: Held) -> Result<u32, Stop> {
        match held {
            Held::Control(number) => Ok(number),
            Held::Undef if !S::HAS_STATES => Err(Stop::Open("undefined values")),
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

    fn node(&mut self, node: Node) -> Result<(), Stop> {
        let graph = self.graph;
        let kind = &graph.nodes[node].kind;
        self.semantics.node(kind)?;
        match kind {
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
                let held = self.inputs(node)?;
                let branches = self.semantics.test(op, &held)?;
                self.give(node, vec![Held::Control(branches.into())]);
            }
            Kind::Op(op) => {
                let held = self.inputs(node)?;
                let results = self.semantics.op(graph, node, op, &held)?;
                self.give(node, results);
            }
            Kind::Cycle(cycle) => {
                let held = self.inputs(node)?;
                let entry = Self::number(graph.inputs(node)[0], held[0])? as usize;
                if entry >= cycle.entries.len() {
                    return Err(Stop::Broken(format!("{node} has no entry {entry}")));
                }
                let results = self.semantics.cycle(graph, node, cycle, entry, &held)?;
                self.give(node, results);
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
                self.iterate(node, body, &args)?;
            }
        }
        Ok(())
    }

    fn iterate(&mut self, theta: Node, body: Region, args: &[Held]) -> Result<(), Stop> {
        self.semantics.iteration()?;
        self.work.push(Work::Body(theta, body));
        self.enter(body, args);
        Ok(())
    }

    fn iterated(&mut self, theta: Node, body: Region) -> Result<(), Stop> {
        let repeats = self.control(self.graph.results(body)[0])? != 0;
        let mut posts = self.results(body, 1, Some(repeats))?;
        let is_finite = self.graph.nodes[theta].finite;
        if repeats {
            let args = self.graph.args(body).iter().map(|arg| self.held[arg].1);
            let is_same = S::HAS_STATES && args.eq(posts.iter().copied());
            if is_finite && is_same && !posts.contains(&Held::Undef) {
                return Err(Stop::Broken(format!("{theta} is marked as finite, and is endless")));
            }
            return self.iterate(theta, body, &posts);
        }
        self.open.remove(&body);
        for (held, &output) in posts.iter_mut().zip(self.graph.outputs(theta)) {
            if self.graph.ty(output) == invar_graph::Ty::Order && !is_finite {
                *held = self.semantics.behind_loop(*held);
            }
        }
        self.give(theta, posts);
        Ok(())
    }
}
