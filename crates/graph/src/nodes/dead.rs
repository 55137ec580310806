//! Dead node elimination (DNE): removes nodes that no result of the function depends on.
//!
//! Mark and sweep. Marked is the least fixpoint over hard edges (values, states, order) from the
//! results of the root region. Effects, traps and loops that may not terminate are on the order edge,
//! which is a result of the root region, so they are live. Soft edges keep nothing alive. A compound
//! node is live if one of its outputs is, and a node in it if the result for a live output depends on
//! it; dead exit and loop variables are removed.
//!
//! Cost: linear. No recursion.

use crate::rvsdg::graph::{Graph, Kind, Node, Output, Region, Ty};
use cranelift_entity::SecondaryMap;
use invar_analysis::Fuel;
use invar_ir::SourceLoc;
use rustc_hash::FxHashMap;

invar_analysis::counters! {
    /// What was removed.
    pub struct RemovedNodes {
        /// Nodes; those in removed compound nodes are not counted.
        nodes = "dead.nodes",
        /// Exit and loop variables.
        vars = "dead.vars",
    }
}

/// Removes dead nodes and variables.
pub fn remove_dead(graph: &mut Graph, fuel: &Fuel) -> RemovedNodes {
    let mut marks =
        Marks { outputs: SecondaryMap::new(), nodes: SecondaryMap::new(), work: Vec::new() };
    for n in 0..graph.results(graph.root).len() {
        marks.keep(graph.result(graph.root, n));
    }
    marks.propagate(graph);
    sweep(graph, &marks, fuel)
}

struct Marks {
    outputs: SecondaryMap<Output, bool>,
    nodes: SecondaryMap<Node, bool>,
    work: Vec<Output>,
}

impl Marks {
    fn keep(&mut self, output: Output) {
        if !std::mem::replace(&mut self.outputs[output], true) {
            self.work.push(output);
        }
    }

    /// Marks a node and the enclosing ones.
    fn keep_node(&mut self, graph: &Graph, mut node: Node) {
        while !std::mem::replace(&mut self.nodes[node], true) {
            match graph.nodes[node].kind {
                Kind::Gamma(_) => self.keep(graph.origin(node, 0)),
                Kind::Theta(body) => self.keep(graph.result(body, 0)),
                _ => graph.origins(node).for_each(|origin| self.keep(origin)),
            }
            match graph.regions[graph.nodes[node].region].parent.expand() {
                Some(outer) => node = outer,
                None => break,
            }
        }
    }

    fn propagate(&mut self, graph: &Graph) {
        while let Some(output) = self.work.pop() {
            match graph.outputs[output].def {
                crate::Def::Node(node, n) => {
                    self.keep_node(graph, node);
                    match &graph.nodes[node].kind {
                        Kind::Gamma(gamma) => {
                            for &arm in &gamma.arms {
                                self.keep(graph.result(arm, n as usize));
                            }
                        }
                        &Kind::Theta(body) => self.keep(graph.result(body, n as usize + 1)),
                        _ => {}
                    }
                }
                crate::Def::Argument(region, n) => {
                    let Some(parent) = graph.regions[region].parent.expand() else { continue };
                    if let Kind::Theta(body) = graph.nodes[parent].kind {
                        self.keep_node(graph, parent);
                        self.keep(graph.origin(parent, n as usize));
                        self.keep(graph.result(body, n as usize + 1));
                    }
                }
            }
        }
    }
}

fn sweep(graph: &mut Graph, marks: &Marks, fuel: &Fuel) -> RemovedNodes {
    let mut removed = RemovedNodes::default();
    // A single unit of fuel for all: dead nodes use each other, so that some cannot be removed alone.
    if !fuel.take() {
        return removed;
    }
    let mut dead: Vec<Node> = Vec::new();
    let mut compound: Vec<Node> = Vec::new();
    let mut regions: Vec<Region> = vec![graph.root];
    while let Some(region) = regions.pop() {
        for node in graph.nodes(region) {
            if !marks.nodes[node] {
                dead.push(node);
            } else if !graph.subregions(node).is_empty() {
                compound.push(node);
                regions.extend(graph.subregions(node));
            }
        }
    }
    // Where only the value after a loop is live, the pre value becomes undefined.
    let mut undefs: FxHashMap<Ty, Output> = FxHashMap::default();
    for &node in &compound {
        let Kind::Theta(body) = graph.nodes[node].kind else { continue };
        for n in 0..graph.args(body).len() {
            let (arg, input) = (graph.args(body)[n], graph.inputs(node)[n]);
            let pre = graph.inputs[input].origin;
            if marks.outputs[arg] || marks.outputs[pre] {
                continue;
            }
            let ty = graph.ty(pre);
            let undef = *undefs.entry(ty).or_insert_with(|| {
                let first = graph.first(graph.root).expect("the theta is in it");
                let loc = SourceLoc::default();
                let undef = graph.add_node_before(first, Kind::Undef, &[], &[ty], loc);
                graph.outputs(undef)[0]
            });
            graph.divert(input, undef);
        }
    }
    // Variables first, since their results use dead nodes. Then nodes in reverse order, users before
    // their operands, inner nodes (which were found later) before outer ones.
    for &node in &compound {
        let (count, is_live): (usize, Vec<bool>) = {
            let outputs = graph.outputs(node);
            let body_args = match graph.nodes[node].kind {
                Kind::Theta(body) => Some(graph.args(body)),
                _ => None,
            };
            let live = |n: usize| {
                marks.outputs[outputs[n]] || body_args.is_some_and(|args| marks.outputs[args[n]])
            };
            (outputs.len(), (0..outputs.len()).map(live).collect())
        };
        let gone = is_live.iter().filter(|live| !**live).count();
        if gone == 0 {
            continue;
        }
        debug_assert!(gone <= count);
        removed.vars += gone as u64;
        graph.retain_vars(node, |n| is_live[n]);
    }
    for &node in dead.iter().rev() {
        let unused = graph.outputs(node).iter().all(|&output| graph.is_unused(output));
        if unused {
            graph.remove_node(node);
            removed.nodes += 1;
        }
    }
    removed
}
