//! Traversals of a graph as a tree: nodes in the order of their list, regions within their nodes,
//! with the current scope.
//!
//! After section 9.3.2 of LMS (Rompf, *Lightweight Modular Staging and Embedded Compilers*, 2012), where
//! `traverseBlock` and `traverseStm` call each other. Here the driver keeps an explicit stack, and a
//! visitor is called for nodes and for the beginning and end of each region. Code motion
//! ([`code_motion`](crate::code_motion)) has already moved nodes to where they are to be computed.
//!
//! The printer, the drawings and the lowering are traversals.

use crate::rvsdg::graph::{Graph, Kind, Node, Region};

/// Where a traversal goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Go {
    /// Into a region of the node.
    In(Region),
    /// To what follows the node.
    On,
}

impl Go {
    /// Into the first region of a node, if it has one.
    pub fn into_first(graph: &Graph, node: Node) -> Go {
        graph.subregions(node).first().map_or(Go::On, |&region| Go::In(region))
    }
}

/// The regions around the current place.
#[derive(Debug)]
pub struct RegionScope {
    regions: Vec<Region>,
}

impl RegionScope {
    /// The regions, from the root to the innermost.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }
}

/// The visitor of a traversal. By default all nodes and regions are visited.
pub trait Traversal {
    /// The error that ends a traversal early.
    type Error;

    /// A region begins.
    fn begin(
        &mut self,
        graph: &Graph,
        region: Region,
        scope: &RegionScope,
    ) -> Result<(), Self::Error> {
        let _ = (graph, region, scope);
        Ok(())
    }

    /// A node, in the innermost region of the scope. By default, its first region is visited next, if
    /// it has one.
    fn node(&mut self, graph: &Graph, node: Node, scope: &RegionScope) -> Result<Go, Self::Error> {
        let _ = scope;
        Ok(Go::into_first(graph, node))
    }

    /// A region of a node ends; the scope is that of the node. By default, the next region of the
    /// node is visited next, if there is one.
    fn end(
        &mut self,
        graph: &Graph,
        node: Node,
        region: Region,
        scope: &RegionScope,
    ) -> Result<Go, Self::Error> {
        let _ = scope;
        Ok(next_region(graph, node, region).map_or(Go::On, Go::In))
    }
}

/// The region of a node after another one.
pub fn next_region(graph: &Graph, node: Node, region: Region) -> Option<Region> {
    let Kind::Gamma(gamma) = &graph.nodes[node].kind else { return None };
    let at = gamma.arms.iter().position(|&arm| arm == region)?;
    gamma.arms.get(at + 1).copied()
}

/// Traverses a graph from its root region. Cost: linear in what is visited, and in the alternatives
/// of gammas where the visitor uses [`next_region`].
pub fn traverse<T: Traversal>(graph: &Graph, visitor: &mut T) -> Result<(), T::Error> {
    let mut scope = RegionScope { regions: vec![graph.root] };
    visitor.begin(graph, graph.root, &scope)?;
    let mut at = graph.first(graph.root);
    loop {
        let (node, go) = match at {
            Some(node) => (node, visitor.node(graph, node, &scope)?),
            None => {
                let region = scope.regions.pop().expect("it is being traversed");
                let Some(node) = graph.regions[region].parent.expand() else { return Ok(()) };
                (node, visitor.end(graph, node, region, &scope)?)
            }
        };
        at = match go {
            Go::In(region) => {
                scope.regions.push(region);
                visitor.begin(graph, region, &scope)?;
                graph.first(region)
            }
            Go::On => graph.next(node),
        };
    }
}
