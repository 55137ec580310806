//! What code motion asks of a node: the four relations of the graph IR of LMS (Rompf, *Lightweight
//! Modular Staging and Embedded Compilers*, 2012, section 9.3.1), and which nodes are free to move.
//!
//! | there | here | |
//! |---|---|---|
//! | `syms` | [`Dependences::syms`] | must be computed before |
//! | `softSyms` | [`Dependences::soft`] | must not be computed after |
//! | `boundSyms` | [`Dependences::bound`] | exists inside of the node only |
//! | `symsFreq` | [`Dependences::frequency`] | how often a region uses what it uses |
//!
//! A dialect with operators of its own implements [`Dependences`] for them and hands all others on
//! to [`Standard`].

use crate::rvsdg::graph::{Graph, Kind, Node, Output, Region, Ty};
use crate::rvsdg::states::Around;
use invar_ir::effects;
use invar_ir::rules::is_constant;

/// Whether a node may be computed elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Freedom {
    /// Wherever its origins are; any number of times, also where it was not.
    Free,
    /// The same, and it costs nothing to be computed again: it is kept next to its users.
    Cheap,
    /// Nowhere else: it may trap.
    Trap,
    /// Nowhere else: it has effects, or an identity.
    Effect,
    /// Nowhere else: it is part of control.
    Control,
}

/// What code motion asks of a node.
pub trait Dependences {
    /// Whether a node may be computed elsewhere.
    fn freedom(&self, graph: &Graph, node: Node) -> Freedom;

    /// What must be computed before a node.
    fn syms(&self, graph: &Graph, node: Node) -> Vec<Output> {
        graph.origins(node).collect()
    }

    /// The origins that a node only reads: it must not come after a node that writes over them.
    fn soft(&self, graph: &Graph, node: Node) -> Vec<Output>;

    /// What is bound by a node: it exists in the regions of that node and nowhere else.
    fn bound(&self, graph: &Graph, node: Node) -> Vec<Output>;

    /// How often a region is executed per call of the function. More often than the region around
    /// it is *hot*, less often *cold*, else *normal*.
    fn frequency(&self, graph: &Graph, region: Region) -> f64;
}

/// The relations of WebAssembly's operators, gammas and thetas.
#[derive(Clone, Copy)]
pub struct Standard<'a> {
    /// What is known around the function.
    pub around: &'a Around<'a>,
}

impl Dependences for Standard<'_> {
    fn freedom(&self, graph: &Graph, node: Node) -> Freedom {
        let Kind::Op(op) = &graph.nodes[node].kind else { return Freedom::Control };
        let outputs = graph.outputs(node);
        let is_state = |&output: &Output| matches!(graph.ty(output), Ty::State(_));
        let effects = match self.around.summaries.call_effects(op) {
            // A call costs too much to be made where it was not.
            Some(_) => return Freedom::Effect,
            None => effects(op, self.around.module),
        };
        if effects.is_effect()
            || effects.allocates && !invar_ir::mutant!(GraphMovesAllocations)
            || outputs.iter().any(is_state)
        {
            Freedom::Effect
        } else if outputs.iter().any(|&output| graph.ty(output) == Ty::Order)
            && !invar_ir::mutant!(GraphSpeculatesTraps)
        {
            Freedom::Trap
        } else if is_constant(op) {
            Freedom::Cheap
        } else {
            Freedom::Free
        }
    }

    fn soft(&self, graph: &Graph, node: Node) -> Vec<Output> {
        let is_state = |output: &Output| matches!(graph.ty(*output), Ty::State(_));
        graph.origins(node).filter(is_state).collect()
    }

    fn bound(&self, graph: &Graph, node: Node) -> Vec<Output> {
        let regions = graph.subregions(node).iter();
        regions.flat_map(|&region| graph.args(region).iter().copied()).collect()
    }

    fn frequency(&self, graph: &Graph, region: Region) -> f64 {
        graph.regions[region].frequency
    }
}
