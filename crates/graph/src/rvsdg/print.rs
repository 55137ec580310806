//! The text form of a graph, for people and for tests.
//!
//! Edges are numbered in the order in which they are made: `v` values, `c` control, `s` states (with
//! their class), `e` the order. A node gives them on the left of `=`:
//!
//! ```text
//! graph (v0: i32, s1.0, e2) {
//!   c3 = match v0 {0 => 0, _ => 1}
//!   v7, e8 = gamma c3 {
//!     0:
//!       v4 = i32.const 7
//!     => v4, e2
//!     1:
//!       v5, e6 = i32.load v0, s1.0, e2
//!     => v5, e6
//!   }
//! } => v7, s1.0, e8
//! ```
//!
//! A loop variable is written `argument = pre`, and its post value after `repeat`.
//!
//! Cost: linear. No recursion.

use crate::rvsdg::graph::{Cases, Graph, Kind, Node, Output, Region, Ty};
use crate::rvsdg::traverse::{Go, RegionScope, Traversal, next_region, traverse};
use cranelift_entity::SecondaryMap;
use invar_ir::display_op;
use std::fmt::{self, Display};

impl Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::new(self, f);
        traverse(self, &mut printer)?;
        write!(printer.f, "}} => ")?;
        printer.edges((0..self.results(self.root).len()).map(|n| self.result(self.root, n)))?;
        writeln!(printer.f)
    }
}

/// Prints the lines of a graph, in the order of a traversal: edges are numbered as they come.
pub(crate) struct Printer<'a, W> {
    graph: &'a Graph,
    /// What is printed to.
    pub f: W,
    numbers: SecondaryMap<Output, Option<u32>>,
    next: u32,
}

impl<'a, W> Printer<'a, W> {
    /// A printer for this graph.
    pub fn new(graph: &'a Graph, f: W) -> Self {
        Printer { graph, f, numbers: SecondaryMap::new(), next: 0 }
    }
}

/// The indentation of a region's contents: alternatives have a line of their own before it.
fn indent(graph: &Graph, regions: &[Region]) -> usize {
    let is_arm = |region: &Region| {
        let parent = graph.regions[*region].parent.expand();
        parent.is_some_and(|node| matches!(graph.nodes[node].kind, Kind::Gamma(_)))
    };
    regions.iter().map(|region| if is_arm(region) { 4 } else { 2 }).sum()
}

impl<W: fmt::Write> Traversal for Printer<'_, W> {
    type Error = fmt::Error;

    fn begin(&mut self, graph: &Graph, region: Region, scope: &RegionScope) -> fmt::Result {
        let args = self.graph.args(region);
        let Some(node) = graph.regions[region].parent.expand() else {
            write!(self.f, "graph (")?;
            self.define(args, true)?;
            return writeln!(self.f, ") {{");
        };
        if let Kind::Gamma(gamma) = &graph.nodes[node].kind {
            let n = gamma.arms.iter().position(|&arm| arm == region).expect("it is its own");
            let width = indent(graph, scope.regions()) - 2;
            write!(self.f, "{:width$}{n}:", "")?;
            if !args.is_empty() {
                write!(self.f, " ")?;
                self.define(args, true)?;
            }
            writeln!(self.f)?;
        }
        Ok(())
    }

    fn node(&mut self, graph: &Graph, node: Node, scope: &RegionScope) -> Result<Go, fmt::Error> {
        let width = indent(graph, scope.regions());
        write!(self.f, "{:width$}", "")?;
        self.line(node)?;
        writeln!(self.f)?;
        Ok(Go::into_first(graph, node))
    }

    fn end(
        &mut self,
        graph: &Graph,
        node: Node,
        region: Region,
        scope: &RegionScope,
    ) -> Result<Go, fmt::Error> {
        let outer = indent(graph, scope.regions());
        let mut results = (0..graph.results(region).len()).map(|n| graph.result(region, n));
        let width = outer + 2;
        write!(self.f, "{:width$}=> ", "")?;
        if matches!(graph.nodes[node].kind, Kind::Theta(_)) {
            let predicate = results.next().expect("a theta has a predicate");
            self.edge(predicate)?;
            write!(self.f, " repeat ")?;
        }
        self.edges(results)?;
        writeln!(self.f)?;
        if let Some(next) = next_region(graph, node, region) {
            return Ok(Go::In(next));
        }
        writeln!(self.f, "{:outer$}}}", "")?;
        Ok(Go::On)
    }
}

impl<W: fmt::Write> Printer<'_, W> {
    /// A node, up to the brace before its first region.
    pub fn line(&mut self, node: Node) -> fmt::Result {
        let graph = self.graph;
        // A theta's outputs are made after its arguments are read; numbers do not mind.
        let outputs = graph.outputs(node);
        if !outputs.is_empty() {
            self.define(outputs, false)?;
            write!(self.f, " = ")?;
        }
        match &graph.nodes[node].kind {
            Kind::Op(op) => write!(self.f, "{}", display_op(op))?,
            Kind::Test(op) => write!(self.f, "test {}", display_op(op))?,
            Kind::Undef => write!(self.f, "undef {}", ty_name(graph.ty(outputs[0])))?,
            Kind::Control(number) => write!(self.f, "control {number}")?,
            Kind::Cycle(cycle) => {
                write!(self.f, "cycle {{")?;
                for (n, block) in cycle.blocks.iter().enumerate() {
                    write!(self.f, "{}{block}", if n > 0 { ", " } else { "" })?;
                }
                write!(self.f, "}}")?;
            }
            Kind::Match(cases) => {
                write!(self.f, "match ")?;
                self.edge(graph.origin(node, 0))?;
                return write!(self.f, " {}", display_cases(cases));
            }
            Kind::Gamma(_) => {
                write!(self.f, "gamma ")?;
                self.edge(graph.origin(node, 0))?;
                return write!(self.f, " {{");
            }
            &Kind::Theta(body) => {
                write!(self.f, "theta (")?;
                for (n, &arg) in graph.args(body).iter().enumerate() {
                    if n > 0 {
                        write!(self.f, ", ")?;
                    }
                    self.define(&[arg], false)?;
                    write!(self.f, " = ")?;
                    self.edge(graph.origin(node, n))?;
                }
                return write!(self.f, ") {{");
            }
        }
        if graph.inputs(node).is_empty() {
            return Ok(());
        }
        write!(self.f, " ")?;
        self.edges(graph.origins(node))
    }

    /// Numbers outputs and prints them, with their types if `typed`.
    pub fn define(&mut self, outputs: &[Output], typed: bool) -> fmt::Result {
        for (n, &output) in outputs.iter().enumerate() {
            self.numbers[output] = Some(self.next);
            self.next += 1;
            write!(self.f, "{}", if n > 0 { ", " } else { "" })?;
            self.edge(output)?;
            if let (true, Ty::Value(ty)) = (typed, self.graph.ty(output)) {
                write!(self.f, ": {ty}")?;
            }
        }
        Ok(())
    }

    fn edges(&mut self, edges: impl Iterator<Item = Output>) -> fmt::Result {
        for (n, edge) in edges.enumerate() {
            write!(self.f, "{}", if n > 0 { ", " } else { "" })?;
            self.edge(edge)?;
        }
        Ok(())
    }

    fn edge(&mut self, output: Output) -> fmt::Result {
        let number = match self.numbers[output] {
            Some(number) => number.to_string(),
            None => format!("?{output}"),
        };
        match self.graph.ty(output) {
            Ty::Value(_) => write!(self.f, "v{number}"),
            Ty::Control => write!(self.f, "c{number}"),
            Ty::State(class) => write!(self.f, "s{number}.{class}"),
            Ty::Order => write!(self.f, "e{number}"),
        }
    }
}

fn ty_name(ty: Ty) -> String {
    match ty {
        Ty::Value(ty) => ty.to_string(),
        Ty::Control => "control".into(),
        Ty::State(class) => format!("state.{class}"),
        Ty::Order => "order".into(),
    }
}

fn display_cases(cases: &Cases) -> impl Display + '_ {
    fmt::from_fn(move |f| {
        write!(f, "{{")?;
        for (key, value) in &cases.cases {
            write!(f, "{key} => {value}, ")?;
        }
        write!(f, "_ => {}}}", cases.default)
    })
}
