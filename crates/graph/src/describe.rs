//! Names of nodes, edges and regions for people, in remarks and drawings: what it is, and where it is in the input.

use crate::rvsdg::graph::{Def, Graph, Kind, Node, Output, Region, Ty};
use invar_ir::{SourceLoc, display_op};

impl Graph {
    /// A node: `` `i32.load` at 0x2c ``, `the loop at 0x30`.
    pub(crate) fn node_text(&self, node: Node) -> String {
        let text = match &self.nodes[node].kind {
            Kind::Op(op) => format!("`{}`", display_op(op)),
            Kind::Test(op) => format!("the test `{}`", display_op(op)),
            Kind::Undef => "an undefined value".into(),
            Kind::Control(number) => format!("control value {number}"),
            Kind::Match(_) => "the predicate".into(),
            Kind::Gamma(_) => "the conditional".into(),
            Kind::Theta(_) => "the loop".into(),
            Kind::Cycle(cycle) if cycle.is_call() => "the call with handlers".into(),
            Kind::Cycle(_) => "the irreducible cycle".into(),
        };
        text + &place(self.nodes[node].loc)
    }

    /// A source of edges: `parameter 0`, `` `i32.add` at 0x2c ``, `result 1 of the conditional at 0x30`.
    pub(crate) fn output_text(&self, output: Output) -> String {
        let ty = self.ty(output);
        match self.outputs[output].def {
            Def::Argument(region, n) => match self.regions[region].parent.expand() {
                None if n < self.params => format!("parameter {n}"),
                None => format!("{} at the entry", state_text(ty)),
                Some(node) => match self.nodes[node].kind {
                    Kind::Theta(_) => format!("variable {n} of {}", self.node_text(node)),
                    _ => format!("the tested reference in {}", self.region_text(region)),
                },
            },
            Def::Node(node, n) => match (&self.nodes[node].kind, ty) {
                (Kind::Gamma(_), _) => format!("result {n} of {}", self.node_text(node)),
                (Kind::Theta(_), _) => format!("variable {n} after {}", self.node_text(node)),
                (_, Ty::Value(_) | Ty::Control) if self.outputs(node).len() == 1 || n == 0 => {
                    self.node_text(node)
                }
                (_, Ty::Value(_) | Ty::Control) => {
                    format!("result {n} of {}", self.node_text(node))
                }
                (_, Ty::State(_) | Ty::Order) => {
                    format!("{} after {}", state_text(ty), self.node_text(node))
                }
            },
        }
    }

    /// Where a node is in the input. For a conditional that no branch of the input is (its place is not known), that of
    /// the first node in it.
    pub(crate) fn place(&self, node: Node) -> SourceLoc {
        let own = self.nodes[node].loc;
        let inside = self.subregions(node).iter().flat_map(|&region| self.nodes(region));
        let mut places = inside.map(|node| self.nodes[node].loc);
        let is_known = |loc: &SourceLoc| loc.known_offset().is_some();
        if is_known(&own) { own } else { places.find(is_known).unwrap_or(own) }
    }

    /// A region: `the function`, `alternative 1 of the conditional at 0x30`, `the loop at 0x40`.
    pub(crate) fn region_text(&self, region: Region) -> String {
        let Some(node) = self.regions[region].parent.expand() else { return "the function".into() };
        let text = self.node_text(node);
        match self.subregions(node).iter().position(|&inner| inner == region) {
            Some(n) if matches!(self.nodes[node].kind, Kind::Gamma(_)) => {
                format!("alternative {n} of {text}")
            }
            _ => text,
        }
    }
}

/// The n-th result of a conditional: what it is, where it is no value.
pub(crate) fn result_text(n: usize, ty: Ty) -> String {
    match ty {
        Ty::Value(_) | Ty::Control => format!("result {n}"),
        Ty::State(_) | Ty::Order => format!("result {n}, {},", state_text(ty)),
    }
}

/// What an edge other than that of a value stands for.
fn state_text(ty: Ty) -> String {
    match ty {
        Ty::State(class) => format!("the state of class {class}"),
        Ty::Order => "the order of effects".into(),
        Ty::Value(_) | Ty::Control => "the value".into(),
    }
}

/// ` at 0x2c`, or nothing where the place in the input is not known.
pub(crate) fn place(loc: SourceLoc) -> String {
    loc.known_offset().map_or(String::new(), |offset| format!(" at 0x{offset:x}"))
}

/// How much less often code is executed at another place: `, estimated to be executed 0.10 times as often`.
pub(crate) fn frequencies(from: f64, to: f64) -> String {
    let part = to / from;
    let shown = (0.0005..0.995).contains(&part);
    if shown {
        format!(", estimated to be executed {part:.2} times as often")
    } else {
        String::new()
    }
}
