//! Which nodes dispatch on a control value that another node gives.
//!
//! Lowering connects the two directly, so that nothing can be computed between them: flows with
//! different control values would have to be merged there.

use crate::rvsdg::graph::{Def, Graph, Kind, Node, Output, Ty};

/// The control value that a gamma dispatches on, or the number of the entry of an irreducible cycle:
/// an output of a gamma, theta or cycle, or a loop variable.
pub(crate) fn dispatches_on(graph: &Graph, node: Node) -> Option<Output> {
    let (Kind::Gamma(_) | Kind::Cycle(_)) = graph.nodes[node].kind else { return None };
    source(graph, graph.origin(node, 0))
}

/// The control value that another one is, or is matched from, if that is no constant or test.
pub(crate) fn source(graph: &Graph, mut control: Output) -> Option<Output> {
    loop {
        match graph.kind_of(control) {
            Some(Kind::Match(_)) => {
                control = graph.origin(graph.node_of(control)?, 0);
                if graph.ty(control) != Ty::Control {
                    return None;
                }
            }
            Some(Kind::Gamma(_) | Kind::Theta(_) | Kind::Cycle(_)) | None => return Some(control),
            Some(_) => return None,
        }
    }
}

/// The last node before a node, or around it, before which new nodes can be put: not between a
/// dispatch and what gives its control value.
pub(crate) fn computable_before(graph: &Graph, mut node: Node) -> Node {
    while let Some(control) = dispatches_on(graph, node) {
        let Some(next) = (match graph.outputs[control].def {
            Def::Node(made, _) => Some(made),
            Def::Argument(region, _) => graph.regions[region].parent.expand(),
        }) else {
            break;
        };
        node = next;
    }
    node
}
