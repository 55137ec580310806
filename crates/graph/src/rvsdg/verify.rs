//! The verifier: checks the invariants of a graph.
//!
//! 1. *Links*: each input of a node or result of a region knows its place and is in the use list of
//!    its origin.
//! 2. *Visible*: an origin is defined in the region of its use or in an enclosing one.
//! 3. *Before*: it is defined before it is used, in the order in which the nodes are linked.
//! 4. *Shape*: a gamma has an alternative for each control value that its predicate can have and
//!    as many results in each as it has outputs; a theta as many pre values, arguments, post values
//!    and outputs.
//! 5. *Types*: state, order and control edges keep their types through regions.
//! 6. *Soft*: a read of a state comes before the write that consumes that state, where the write
//!    is a node of the same region.
//!
//! Cost: linear. No recursion.

use crate::rvsdg::graph::{Graph, Input, Kind, Node, Output, Region, Ty, User};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

/// Checks a graph. The error names what is wrong and where.
pub fn verify(graph: &Graph) -> Result<(), String> {
    let mut linked = SecondaryMap::new();
    for output in graph.outputs.keys() {
        for input in graph.uses(output) {
            linked[input] = output.into();
        }
    }
    let (made, open) = (SecondaryMap::new(), SecondaryMap::new());
    Checker { graph, linked, made, open, consumed: SecondaryMap::new() }.graph()
}

struct Checker<'a> {
    graph: &'a Graph,
    /// The output in whose use list an input is.
    linked: SecondaryMap<Input, PackedOption<Output>>,
    made: SecondaryMap<Output, bool>,
    /// The current region and the enclosing ones: values defined in them are visible.
    open: SecondaryMap<Region, bool>,
    /// The node that consumed a state by writing, in the region where the state is defined.
    consumed: SecondaryMap<Output, Option<Node>>,
}

enum Work {
    Nodes(Option<Node>),
    Enter(Region),
    End(Region),
    Outputs(Node),
}

impl Checker<'_> {
    fn graph(&mut self) -> Result<(), String> {
        let mut work = vec![Work::Enter(self.graph.root)];
        while let Some(next) = work.pop() {
            match next {
                Work::Enter(region) => {
                    self.open[region] = true;
                    for &arg in self.graph.args(region) {
                        self.made[arg] = true;
                    }
                    work.push(Work::End(region));
                    work.push(Work::Nodes(self.graph.first(region)));
                }
                Work::End(region) => {
                    for n in 0..self.graph.results(region).len() {
                        let input = self.graph.results(region)[n];
                        self.edge(input, User::Result(region, n as u32), region)?;
                    }
                    self.open[region] = false;
                }
                Work::Nodes(None) => {}
                Work::Nodes(Some(node)) => {
                    self.node(node)?;
                    work.push(Work::Nodes(self.graph.next(node)));
                    work.push(Work::Outputs(node));
                    let regions = self.graph.subregions(node).iter().rev();
                    work.extend(regions.map(|&region| Work::Enter(region)));
                }
                Work::Outputs(node) => {
                    for &output in self.graph.outputs(node) {
                        self.made[output] = true;
                    }
                }
            }
        }
        Ok(())
    }

    fn edge(&self, input: Input, user: User, region: Region) -> Result<(), String> {
        let data = &self.graph.inputs[input];
        let origin = data.origin;
        if data.user != user {
            return Err(format!("{user:?}: {input} has the user {:?}", data.user));
        }
        if self.linked[input].expand() != Some(origin) {
            return Err(format!("{user:?}: it is not in the use list of {origin}"));
        }
        if !self.open[self.graph.region_of(origin)] {
            return Err(format!("{user:?}: {origin} is not visible"));
        }
        if !self.made[origin] {
            return Err(format!("{user:?}: {origin} is defined later"));
        }
        if let Ty::State(_) = self.graph.ty(origin)
            && self.graph.region_of(origin) == region
            && let (Some(writer), User::Node(node, _)) = (self.consumed[origin], user)
        {
            return Err(format!("{node} reads {origin} after {writer} has consumed it"));
        }
        Ok(())
    }

    fn node(&mut self, node: Node) -> Result<(), String> {
        let graph = self.graph;
        let region = graph.nodes[node].region;
        for (n, &input) in graph.inputs(node).iter().enumerate() {
            self.edge(input, User::Node(node, n as u32), region)?;
        }
        let outputs = graph.outputs(node);
        let results = |region: Region, extra: usize| -> Result<(), String> {
            if graph.regions[region].parent.expand() != Some(node) {
                return Err(format!("the parent of {region} is not {node}"));
            }
            if graph.results(region).len() != outputs.len() + extra {
                return Err(format!("the results of {region} do not match the outputs of {node}"));
            }
            for (n, &output) in outputs.iter().enumerate() {
                self.same_type(graph.result(region, n + extra), output)?;
            }
            Ok(())
        };
        match &graph.nodes[node].kind {
            Kind::Gamma(gamma) => {
                let predicate = graph.origin(node, 0);
                if graph.ty(predicate) != Ty::Control {
                    return Err(format!("{node}: its predicate is no control value"));
                }
                if let Some(Kind::Match(cases)) = graph.kind_of(predicate) {
                    let ways = cases.cases.iter().map(|case| case.1).chain([cases.default]);
                    if ways.max() >= Some(gamma.arms.len() as u32) {
                        return Err(format!("{node}: it has no alternative for a control value"));
                    }
                }
                if gamma.weights.len() != gamma.arms.len() {
                    return Err(format!("{node}: the weights do not match the alternatives"));
                }
                gamma.arms.iter().try_for_each(|&arm| results(arm, 0))?;
            }
            &Kind::Theta(body) => {
                results(body, 1)?;
                if graph.ty(graph.result(body, 0)) != Ty::Control {
                    return Err(format!("{node}: its predicate is no control value"));
                }
                let args = graph.args(body);
                if args.len() != outputs.len() || graph.inputs(node).len() != outputs.len() {
                    return Err(format!(
                        "{node}: pre values, arguments, post values and outputs do not match"
                    ));
                }
                for (n, &arg) in args.iter().enumerate() {
                    self.same_type(graph.origin(node, n), arg)?;
                }
            }
            Kind::Op(_) => {
                let states = outputs.iter().filter_map(|&output| match graph.ty(output) {
                    Ty::State(class) => Some(class),
                    _ => None,
                });
                for class in states {
                    let origin = graph.origins(node).find(|&o| graph.ty(o) == Ty::State(class));
                    let origin = origin.ok_or_else(|| {
                        format!("{node} writes class {class} without a state input")
                    })?;
                    if graph.region_of(origin) == region {
                        self.consumed[origin] = Some(node);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn same_type(&self, from: Output, to: Output) -> Result<(), String> {
        let (from_ty, to_ty) = (self.graph.ty(from), self.graph.ty(to));
        match (from_ty, to_ty) {
            (Ty::Value(_), Ty::Value(_)) => Ok(()),
            _ if from_ty == to_ty => Ok(()),
            _ => Err(format!("{from} becomes {to}, of another type")),
        }
    }
}
