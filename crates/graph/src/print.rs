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

use crate::graph::{Cases, Graph, Kind, Node, Output, Region, Ty};
use cranelift_entity::SecondaryMap;
use invar_ir::display_op;
use std::fmt::{self, Display, Write};

impl Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer { graph: self, numbers: SecondaryMap::new(), next: 0 }.graph(f)
    }
}

struct Printer<'a> {
    graph: &'a Graph,
    numbers: SecondaryMap<Output, Option<u32>>,
    next: u32,
}

/// What is still to be printed, the next thing last.
enum Work {
    Nodes(Option<Node>),
    Results(Region, usize),
    Arm(Region, usize),
    Close,
}

impl Printer<'_> {
    fn graph(&mut self, f: &mut impl Write) -> fmt::Result {
        let root = self.graph.root;
        write!(f, "graph (")?;
        self.define(f, self.graph.args(root), true)?;
        writeln!(f, ") {{")?;
        let mut depth = 1;
        let mut work = vec![Work::Nodes(self.graph.first(root))];
        while let Some(next) = work.pop() {
            match next {
                Work::Nodes(None) => {}
                Work::Nodes(Some(node)) => {
                    work.push(Work::Nodes(self.graph.next(node)));
                    let regions = self.graph.subregions(node);
                    write!(f, "{:width$}", "", width = 2 * depth)?;
                    self.node(f, node)?;
                    writeln!(f)?;
                    if regions.is_empty() {
                        continue;
                    }
                    work.push(Work::Close);
                    depth += 1;
                    if let Kind::Theta(body) = self.graph.nodes[node].kind {
                        work.push(Work::Results(body, depth));
                        work.push(Work::Nodes(self.graph.first(body)));
                    } else {
                        let arms = regions.iter().enumerate().rev();
                        work.extend(arms.map(|(n, &arm)| Work::Arm(arm, n)));
                    }
                }
                Work::Arm(arm, n) => {
                    write!(f, "{:width$}{n}:", "", width = 2 * depth)?;
                    if !self.graph.args(arm).is_empty() {
                        write!(f, " ")?;
                        self.define(f, self.graph.args(arm), true)?;
                    }
                    writeln!(f)?;
                    depth += 1;
                    work.push(Work::Results(arm, depth - 1));
                    work.push(Work::Nodes(self.graph.first(arm)));
                }
                Work::Results(region, at) => {
                    let is_arm = at + 1 == depth;
                    depth = at;
                    let results = 0..self.graph.results(region).len();
                    let mut results = results.map(|n| self.graph.result(region, n));
                    write!(f, "{:width$}=> ", "", width = 2 * depth)?;
                    if !is_arm {
                        let predicate = results.next().expect("a theta has a predicate");
                        self.edge(f, predicate)?;
                        write!(f, " repeat ")?;
                    }
                    self.edges(f, results)?;
                    writeln!(f)?;
                }
                Work::Close => {
                    depth -= 1;
                    writeln!(f, "{:width$}}}", "", width = 2 * depth)?;
                }
            }
        }
        write!(f, "}} => ")?;
        let results: Vec<Output> =
            (0..self.graph.results(root).len()).map(|n| self.graph.result(root, n)).collect();
        self.edges(f, results.into_iter())?;
        writeln!(f)
    }

    fn node(&mut self, f: &mut impl Write, node: Node) -> fmt::Result {
        let graph = self.graph;
        // A theta's outputs are made after its arguments are read; numbers do not mind.
        let outputs = graph.outputs(node);
        if !outputs.is_empty() {
            self.define(f, outputs, false)?;
            write!(f, " = ")?;
        }
        match &graph.nodes[node].kind {
            Kind::Op(op) => write!(f, "{}", display_op(op))?,
            Kind::Test(op) => write!(f, "test {}", display_op(op))?,
            Kind::Undef => write!(f, "undef {}", ty_name(graph.ty(outputs[0])))?,
            Kind::Control(number) => write!(f, "control {number}")?,
            Kind::Match(cases) => {
                write!(f, "match ")?;
                self.edge(f, graph.origin(node, 0))?;
                return write!(f, " {}", display_cases(cases));
            }
            Kind::Gamma(_) => {
                write!(f, "gamma ")?;
                self.edge(f, graph.origin(node, 0))?;
                return write!(f, " {{");
            }
            &Kind::Theta(body) => {
                write!(f, "theta (")?;
                for (n, &arg) in graph.args(body).iter().enumerate() {
                    if n > 0 {
                        write!(f, ", ")?;
                    }
                    self.define(f, &[arg], false)?;
                    write!(f, " = ")?;
                    self.edge(f, graph.origin(node, n))?;
                }
                return write!(f, ") {{");
            }
        }
        if graph.inputs(node).is_empty() {
            return Ok(());
        }
        write!(f, " ")?;
        self.edges(f, graph.origins(node))
    }

    fn define(&mut self, f: &mut impl Write, outputs: &[Output], typed: bool) -> fmt::Result {
        for (n, &output) in outputs.iter().enumerate() {
            self.numbers[output] = Some(self.next);
            self.next += 1;
            write!(f, "{}", if n > 0 { ", " } else { "" })?;
            self.edge(f, output)?;
            if let (true, Ty::Value(ty)) = (typed, self.graph.ty(output)) {
                write!(f, ": {ty}")?;
            }
        }
        Ok(())
    }

    fn edges(&self, f: &mut impl Write, edges: impl Iterator<Item = Output>) -> fmt::Result {
        for (n, edge) in edges.enumerate() {
            write!(f, "{}", if n > 0 { ", " } else { "" })?;
            self.edge(f, edge)?;
        }
        Ok(())
    }

    fn edge(&self, f: &mut impl Write, output: Output) -> fmt::Result {
        let number = match self.numbers[output] {
            Some(number) => number.to_string(),
            None => format!("?{output}"),
        };
        match self.graph.ty(output) {
            Ty::Value(_) => write!(f, "v{number}"),
            Ty::Control => write!(f, "c{number}"),
            Ty::State(class) => write!(f, "s{number}.{class}"),
            Ty::Order => write!(f, "e{number}"),
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
