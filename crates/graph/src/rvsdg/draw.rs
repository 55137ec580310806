//! A graph as a drawing for a report, with what a step changed in it.
//!
//! Nodes are drawn with the regions inside of them. An argument of a region is a node of its own if it is used, and
//! the results of a region are one node. An edge goes to where its value is: the initial value of a loop variable to
//! the argument in the loop. Beside edges are the numbers that remarks give: of the output of a compound node, and of
//! the result of a region.
//!
//! Inputs and nodes keep their handles, so that a comparison with the graph before a step shows which edges it
//! redirected, and which nodes it moved or added.
//!
//! Of a large graph only what changed is drawn, with the origins of its edges and the nodes around it.

mod changes;
#[cfg(test)]
mod tests;

use crate::describe::place;
use crate::rvsdg::graph::{Def, Graph, Input, Kind, Node, Output, Region, Ty, User};
use crate::rvsdg::print::Printer;
use crate::rvsdg::traverse::{Go, RegionScope, Traversal, next_region, traverse};
use changes::{Changes, inputs};
use invar_analysis::drawing::{Class, Drawing, DrawingEdge, DrawingNode};
use invar_ir::display_op;
use rustc_hash::{FxHashMap, FxHashSet};
use std::convert::Infallible;

/// The number of nodes that are drawn at most, those for arguments and results included.
const MOST_NODES: usize = 300;
/// The number of characters of a label at most.
const LONGEST: usize = 28;

/// Draws a graph, with what was changed since `before`; `None` if that is nothing, or if a large graph is to be drawn
/// as a whole.
pub(crate) fn graph(graph: &Graph, before: Option<&Graph>, title: &str) -> Option<Drawing> {
    let changes = Changes { graph, before };
    let mut title = title.to_owned();
    let mut all = Nodes::default();
    let Ok(()) = traverse(graph, &mut all);
    if changes.are_none(&all.list) {
        return None;
    }
    let shown: FxHashSet<Node> = if all.size <= MOST_NODES {
        all.list.iter().copied().collect()
    } else {
        changes.shown(&all.list)?
    };
    let count = shown.len();
    if count < all.list.len() {
        title += &format!(" (what changed and its operands: {count} of {} nodes)", all.list.len());
    }
    let lines = lines(changes, &all.list, &shown);
    let arguments = lines.iter().filter_map(|line| match line.from {
        End::Argument(argument) => Some(argument),
        _ => None,
    });
    let mut artist = Artist {
        changes,
        shown: &shown,
        arguments: arguments.collect(),
        printer: Printer::new(graph, String::new()),
        drawing: Drawing { pass: "graph", title, ..Drawing::default() },
        numbers: FxHashMap::default(),
        contents: Vec::new(),
    };
    let Ok(()) = traverse(graph, &mut artist);
    artist.results(graph.root, "return");
    artist.drawing.root = artist.contents.pop().expect("the root region");
    for Line { from, to, label, class } in lines {
        let ends = [from, to].map(|end| artist.numbers.get(&end).copied());
        if let [Some(from), Some(to)] = ends {
            artist.drawing.edges.push(DrawingEdge { from, to, label, class });
        }
    }
    Some(artist.drawing)
}

/// The nodes of a graph in order, and the number of nodes that its drawing needs at most.
#[derive(Default)]
struct Nodes {
    list: Vec<Node>,
    size: usize,
}

impl Traversal for Nodes {
    type Error = Infallible;

    fn begin(&mut self, graph: &Graph, region: Region, _: &RegionScope) -> Result<(), Infallible> {
        self.size += graph.args(region).len() + 1;
        Ok(())
    }

    fn node(&mut self, graph: &Graph, node: Node, _: &RegionScope) -> Result<Go, Infallible> {
        self.list.push(node);
        self.size += 1;
        Ok(Go::into_first(graph, node))
    }
}

/// What a node of the drawing stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum End {
    Node(Node),
    Argument(Output),
    Results(Region),
}

/// An edge of the drawing.
struct Line {
    from: End,
    to: End,
    label: String,
    class: Class,
}

/// The edges that nodes are shown with. Those that were redirected are preceded by what they were.
fn lines(changes: Changes<'_>, nodes: &[Node], shown: &FxHashSet<Node>) -> Vec<Line> {
    let graph = changes.graph;
    let mut lines = Vec::new();
    let mut draw = |input: Input| {
        let origin = graph.inputs[input].origin;
        let class = match (graph.ty(origin), changes.former(input)) {
            (_, Some(former)) => {
                lines.push(line(graph, former, input, Class::Removed));
                Class::Redirected
            }
            (Ty::State(_) | Ty::Order, None) => Class::State,
            (Ty::Value(_) | Ty::Control, None) => Class::Plain,
        };
        lines.push(line(graph, origin, input, class));
    };
    let users = nodes.iter().filter(|node| shown.contains(node)).copied();
    for user in users.map(Some).chain([None]) {
        inputs(graph, user).for_each(&mut draw);
    }
    lines
}

fn line(graph: &Graph, origin: Output, input: Input, class: Class) -> Line {
    let (from, output) = match graph.outputs[origin].def {
        Def::Node(node, _) if graph.subregions(node).is_empty() => (End::Node(node), None),
        Def::Node(node, n) => (End::Node(node), Some(n)),
        Def::Argument(..) => (End::Argument(origin), None),
    };
    let (to, result) = match graph.inputs[input].user {
        User::Node(node, n) => match graph.nodes[node].kind {
            Kind::Theta(body) => (End::Argument(graph.args(body)[n as usize]), None),
            Kind::Gamma(_) => (End::Node(node), Some("predicate".to_owned())),
            _ => (End::Node(node), None),
        },
        User::Result(region, n) => (End::Results(region), Some(result_name(graph, region, n))),
    };
    let label = match (output, result) {
        (Some(output), Some(result)) => format!("{output} to {result}"),
        (Some(output), None) => output.to_string(),
        (None, result) => result.unwrap_or_default(),
    };
    Line { from, to, label, class }
}

/// The number of a result of a region; that of the loop variable in a loop.
fn result_name(graph: &Graph, region: Region, n: u32) -> String {
    let parent = graph.regions[region].parent.expand();
    match parent.map(|node| &graph.nodes[node].kind) {
        Some(Kind::Theta(_)) if n == 0 => "repeat".into(),
        Some(Kind::Theta(_)) => (n - 1).to_string(),
        _ => n.to_string(),
    }
}

/// Makes the nodes of a drawing.
struct Artist<'a> {
    changes: Changes<'a>,
    shown: &'a FxHashSet<Node>,
    /// The arguments that are used.
    arguments: FxHashSet<Output>,
    printer: Printer<'a, String>,
    drawing: Drawing,
    numbers: FxHashMap<End, u32>,
    /// The nodes in each region that is being drawn, innermost last.
    contents: Vec<Vec<u32>>,
}

impl Artist<'_> {
    fn add(&mut self, end: End, label: String, detail: String) -> &mut DrawingNode {
        let number = self.drawing.nodes.len() as u32;
        self.numbers.insert(end, number);
        self.contents.last_mut().expect("a region was begun").push(number);
        let label = match label.char_indices().nth(LONGEST) {
            Some((at, _)) => format!("{}...", &label[..at]),
            None => label,
        };
        self.drawing.nodes.push(DrawingNode { label, detail, ..DrawingNode::default() });
        self.drawing.nodes.last_mut().expect("just added")
    }

    /// What the printer has printed since the last time.
    fn printed(&mut self) -> String {
        std::mem::take(&mut self.printer.f)
    }

    /// The node for the results of a region, which ends.
    fn results(&mut self, region: Region, label: &str) {
        if !self.changes.graph.results(region).is_empty() {
            let detail = format!("the results of {}", self.changes.graph.region_text(region));
            self.add(End::Results(region), label.into(), detail);
        }
    }

    fn argument(&mut self, region: Region, n: usize) {
        let graph = self.changes.graph;
        let output = graph.args(region)[n];
        let is_printed = self.printer.define(&[output], true);
        debug_assert!(is_printed.is_ok(), "a string takes everything");
        let (ty, detail) = (graph.ty(output), self.printed());
        let parent = graph.regions[region].parent.expand();
        let is_variable =
            parent.is_some_and(|node| matches!(graph.nodes[node].kind, Kind::Theta(_)));
        if !is_variable && !self.arguments.contains(&output) {
            return;
        }
        let label = match ty {
            _ if is_variable => format!("variable {n}"),
            Ty::State(class) => format!("state {class}"),
            Ty::Order => "order".into(),
            Ty::Value(_) | Ty::Control if parent.is_none() => format!("parameter {n}"),
            Ty::Value(_) | Ty::Control => "reference".into(),
        };
        let detail = format!("{detail}: {}", graph.output_text(output));
        self.add(End::Argument(output), label, detail);
    }

    /// How often a region is executed, for its title.
    fn title(&self, node: Node, region: Region) -> String {
        let graph = self.changes.graph;
        let around = graph.regions[graph.nodes[node].region].frequency;
        let times = graph.regions[region].frequency / around.max(f64::MIN_POSITIVE);
        match &graph.nodes[node].kind {
            Kind::Gamma(gamma) => {
                let n = gamma.arms.iter().position(|&arm| arm == region).unwrap_or(0);
                format!("alternative {n}, taken {:.0} % of the time", 100.0 * times.min(1.0))
            }
            _ => format!("body, executed {times:.1} times"),
        }
    }
}

impl Traversal for Artist<'_> {
    type Error = Infallible;

    fn begin(&mut self, graph: &Graph, region: Region, _: &RegionScope) -> Result<(), Infallible> {
        self.contents.push(Vec::new());
        (0..graph.args(region).len()).for_each(|n| self.argument(region, n));
        Ok(())
    }

    fn node(&mut self, graph: &Graph, node: Node, _: &RegionScope) -> Result<Go, Infallible> {
        let is_printed = self.printer.line(node);
        debug_assert!(is_printed.is_ok(), "a string takes everything");
        let printed = self.printed();
        if !self.shown.contains(&node) {
            return Ok(Go::On);
        }
        let data = &graph.nodes[node];
        let label = match &data.kind {
            Kind::Op(op) | Kind::Test(op) => display_op(op).to_string(),
            Kind::Undef => "undefined".into(),
            Kind::Control(number) => format!("control {number}"),
            Kind::Match(_) => "match".into(),
            Kind::Gamma(_) => "conditional".into(),
            Kind::Theta(_) => "loop".into(),
            Kind::Cycle(cycle) if cycle.is_call() => "call with handlers".into(),
            Kind::Cycle(_) => "irreducible cycle".into(),
        };
        let mut detail = printed.trim_end_matches(" {").to_owned() + &place(data.loc);
        let class = match self.changes.home(node) {
            Some(home) => {
                let [from, to] = [home, data.region].map(|region| graph.region_text(region));
                detail += &format!("\nmoved from {from} to {to}");
                Class::Moved
            }
            None if self.changes.is_new(node) => Class::Redirected,
            None => Class::Plain,
        };
        self.add(End::Node(node), label, detail).class = class;
        Ok(Go::into_first(graph, node))
    }

    fn end(
        &mut self,
        graph: &Graph,
        node: Node,
        region: Region,
        _: &RegionScope,
    ) -> Result<Go, Infallible> {
        let label =
            if matches!(graph.nodes[node].kind, Kind::Theta(_)) { "next" } else { "results" };
        self.results(region, label);
        let (title, inside) =
            (self.title(node, region), self.contents.pop().expect("it was begun"));
        let number = self.numbers[&End::Node(node)] as usize;
        self.drawing.nodes[number].regions.push((title, inside));
        Ok(next_region(graph, node, region).map_or(Go::On, Go::In))
    }
}
