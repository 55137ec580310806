//! Transformers: build a new graph while another one is traversed.

use crate::rvsdg::graph::{Gamma, Graph, Kind, Node, Output, Region, Ty};
use crate::rvsdg::traverse::{Go, RegionScope, Traversal, traverse};
use cranelift_entity::SecondaryMap;
use std::convert::Infallible;

/// What a gamma or theta is transformed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rebuild {
    /// The gamma or theta, with its regions transformed.
    Keep,
    /// The contents of this alternative of a gamma, in its place.
    Only(Region),
}

/// A graph that is being built from another one.
pub struct TransformTarget<'a> {
    /// The graph that is traversed.
    pub old: &'a Graph,
    /// The graph that is built.
    pub new: Graph,
    /// The new output for each old one, once it is built.
    map: SecondaryMap<Output, Option<Output>>,
    /// The regions that nodes are added to, innermost last.
    regions: Vec<Region>,
}

impl TransformTarget<'_> {
    /// The region that nodes are added to.
    pub fn region(&self) -> Region {
        *self.regions.last().expect("the root is around everything")
    }

    /// The new output for an old one.
    pub fn of(&self, output: Output) -> Output {
        self.map[output].expect("origins come before their users")
    }

    /// Sets the new output for an old one.
    pub fn set(&mut self, old: Output, new: Output) {
        self.map[old] = Some(new);
    }

    /// A new node in the current region, with the source location of a node of the old graph.
    pub fn add(&mut self, kind: Kind, origins: &[Output], results: &[Ty], like: Node) -> Node {
        let loc = self.old.nodes[like].loc;
        self.new.add_node(self.region(), kind, origins, results, loc)
    }

    /// A copy of a node in the new graph, whose outputs are set for those of the old one.
    pub fn copy(&mut self, node: Node) -> Node {
        let origins: Vec<Output> = self.old.origins(node).map(|origin| self.of(origin)).collect();
        let outputs = self.old.outputs(node);
        let tys: Vec<Ty> = outputs.iter().map(|&output| self.old.ty(output)).collect();
        let copy = self.add(self.old.nodes[node].kind.clone(), &origins, &tys, node);
        for (n, &output) in outputs.iter().enumerate() {
            self.map[output] = Some(self.new.outputs(copy)[n]);
        }
        copy
    }
}

/// How nodes are transformed. By default a graph is copied, without unreachable parts.
pub trait Transformer {
    /// A simple node: builds its replacement ([`TransformTarget::set`] for each of its outputs), or copies it
    /// ([`TransformTarget::copy`]).
    fn node(&mut self, target: &mut TransformTarget<'_>, node: Node, scope: &RegionScope) {
        let _ = scope;
        target.copy(node);
    }

    /// A gamma or theta. Its inputs are built, its regions are not.
    fn compound(
        &mut self,
        target: &mut TransformTarget<'_>,
        node: Node,
        scope: &RegionScope,
    ) -> Rebuild {
        let _ = (target, node, scope);
        Rebuild::Keep
    }
}

/// Transforms a graph. Cost: linear, and that of the transformer.
pub fn transform<T: Transformer>(graph: &Graph, transformer: &mut T) -> Graph {
    let mut new = Graph::new(graph.ty);
    (new.params, new.results) = (graph.params, graph.results);
    new.states = graph.states.clone();
    new.contexts = graph.contexts.clone();
    let root = new.root;
    let target = TransformTarget { old: graph, new, map: SecondaryMap::new(), regions: vec![root] };
    let mut builder = Builder { target, transformer, open: Vec::new() };
    let Ok(()) = traverse(graph, &mut builder);
    let mut target = builder.target;
    for n in 0..graph.results(graph.root).len() {
        let origin = target.of(graph.result(graph.root, n));
        target.new.add_result(root, origin);
    }
    target.new
}

/// A compound node that is being built.
enum Open {
    /// A gamma, and its alternatives as far as they are built.
    Gamma(Vec<Region>),
    /// A theta, which is built except for its post values.
    Theta(Node),
    /// A gamma that is replaced by one alternative.
    Only,
}

struct Builder<'a, 'b, T> {
    target: TransformTarget<'a>,
    transformer: &'b mut T,
    open: Vec<Open>,
}

impl<T> Builder<'_, '_, T> {
    /// A region of the new graph for one of the old one.
    fn region(&mut self, old: Region) -> Region {
        let region = self.target.new.add_region(self.target.region());
        let data = &self.target.old.regions[old];
        self.target.new.regions[region].frequency = data.frequency;
        self.target.new.regions[region].joins = data.joins;
        region
    }

    /// The next alternative of a gamma.
    fn arm(&mut self, arm: Region) {
        let region = self.region(arm);
        for &arg in self.target.old.args(arm) {
            let ty = self.target.old.ty(arg);
            let new = self.target.new.add_arg(region, ty);
            self.target.set(arg, new);
        }
        if let Some(Open::Gamma(arms)) = self.open.last_mut() {
            arms.push(region);
        }
        self.target.regions.push(region);
    }

    fn finish_gamma(&mut self, node: Node, arms: Vec<Region>) {
        let target = &mut self.target;
        let old = target.old;
        let Kind::Gamma(gamma) = &old.nodes[node].kind else { unreachable!("it is a gamma") };
        let kind =
            Kind::Gamma(Box::new(Gamma { arms: arms.into(), weights: gamma.weights.clone() }));
        let predicate = target.of(old.origin(node, 0));
        let new = target.add(kind, &[predicate], &[], node);
        target.new.nodes[new].joins = old.nodes[node].joins;
        for (n, &output) in old.outputs(node).iter().enumerate() {
            let origins = gamma.arms.iter().map(|&arm| target.of(old.result(arm, n)));
            let origins: Vec<Output> = origins.collect();
            let exit = target.new.add_exit_var(new, old.ty(output), &origins);
            target.set(output, exit);
        }
    }

    fn start_theta(&mut self, node: Node, body: Region) {
        let region = self.region(body);
        let theta = self.target.add(Kind::Theta(region), &[], &[], node);
        self.target.new.nodes[theta].joins = self.target.old.nodes[node].joins;
        self.target.new.nodes[theta].finite = self.target.old.nodes[node].finite;
        for (n, &arg) in self.target.old.args(body).iter().enumerate() {
            let pre = self.target.of(self.target.old.origin(node, n));
            let ty = self.target.old.ty(arg);
            let new = self.target.new.add_loop_var(theta, pre, ty);
            self.target.set(arg, new);
        }
        self.open.push(Open::Theta(theta));
        self.target.regions.push(region);
    }

    fn finish_theta(&mut self, node: Node, body: Region, theta: Node) {
        let target = &mut self.target;
        let region = target.new.subregions(theta)[0];
        let predicate = target.of(target.old.result(body, 0));
        target.new.add_result(region, predicate);
        for (n, &output) in target.old.outputs(node).iter().enumerate() {
            let post = target.of(target.old.result(body, n + 1));
            let after = target.new.add_post(theta, post);
            target.set(output, after);
        }
    }
}

impl<T: Transformer> Traversal for Builder<'_, '_, T> {
    type Error = Infallible;

    fn begin(&mut self, graph: &Graph, region: Region, _: &RegionScope) -> Result<(), Infallible> {
        if region == graph.root {
            for &arg in graph.args(region) {
                let new = self.target.new.add_arg(self.target.new.root, graph.ty(arg));
                self.target.set(arg, new);
            }
        }
        Ok(())
    }

    fn node(&mut self, graph: &Graph, node: Node, scope: &RegionScope) -> Result<Go, Infallible> {
        let Some(&first) = graph.subregions(node).first() else {
            self.transformer.node(&mut self.target, node, scope);
            return Ok(Go::On);
        };
        Ok(Go::In(match self.transformer.compound(&mut self.target, node, scope) {
            Rebuild::Only(region) => {
                self.open.push(Open::Only);
                region
            }
            Rebuild::Keep => {
                match graph.nodes[node].kind {
                    Kind::Theta(body) => self.start_theta(node, body),
                    _ => {
                        self.open.push(Open::Gamma(Vec::new()));
                        self.arm(first);
                    }
                }
                first
            }
        }))
    }

    fn end(
        &mut self,
        graph: &Graph,
        node: Node,
        region: Region,
        _: &RegionScope,
    ) -> Result<Go, Infallible> {
        match self.open.pop().expect("it was begun") {
            Open::Only => {
                for (n, &output) in graph.outputs(node).iter().enumerate() {
                    let result = self.target.of(graph.result(region, n));
                    self.target.set(output, result);
                }
            }
            Open::Theta(theta) => {
                self.target.regions.pop();
                self.finish_theta(node, region, theta);
            }
            Open::Gamma(arms) => {
                self.target.regions.pop();
                let Some(&next) = graph.subregions(node).get(arms.len()) else {
                    self.finish_gamma(node, arms);
                    return Ok(Go::On);
                };
                self.open.push(Open::Gamma(arms));
                self.arm(next);
                return Ok(Go::In(next));
            }
        }
        Ok(Go::On)
    }
}
