//! Dependences for code motion: the four relations of the graph IR of LMS (Rompf, *Lightweight
//! Modular Staging and Embedded Compilers*, 2012, section 9.3.1), and which nodes are free to move.
//!
//! | in LMS | here | |
//! |---|---|---|
//! | `syms` | [`Dependences::syms`] | data dependences: must be computed before |
//! | `softSyms` | [`Dependences::soft`] | anti-dependences: must not be computed after |
//! | `boundSyms` | [`Dependences::bound`] | exists inside of the node only |
//! | `symsFreq` | [`Dependences::frequency`] | how often a region is executed |
//!
//! A dialect with operators of its own implements [`Dependences`] for them and delegates all others
//! to [`Standard`].

use crate::rvsdg::graph::{Graph, Kind, Node, Output, Region, Ty};
use crate::rvsdg::states::FunctionEnv;
use invar_analysis::effects_on;
use invar_ir::{Effects, Op, effects};
use invar_rules::is_constant;

/// Whether a node may move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Freedom {
    /// To wherever its operands are available, speculatively and any number of times.
    Free,
    /// To wherever its operands are available, and it is rematerialized next to its users: it costs nothing.
    Cheap,
    /// To where it is executed no more often, and only if it was executed: a call without effects, a
    /// conditional or a finite loop. It may take long.
    Long,
    /// Into alternatives only: an allocation, which makes an identity, or an operator that traps only if it
    /// is executed where the program does not execute it.
    Sink,
    /// Only out of loops that execute it in any case: it may trap.
    Trap,
    /// No: it makes an identity and may trap.
    Allocation,
    /// No: it has effects.
    Effect,
    /// No: it is part of control.
    Control,
}

/// The dependences of nodes, for code motion.
pub trait Dependences {
    /// Whether a node may move.
    fn freedom(&self, graph: &Graph, node: Node) -> Freedom;

    /// The outputs that must be computed before a node.
    fn syms(&self, graph: &Graph, node: Node) -> Vec<Output> {
        graph.origins(node).collect()
    }

    /// The states that a node only reads: it must not come after a node that writes them.
    fn soft(&self, graph: &Graph, node: Node) -> Vec<Output>;

    /// The outputs that a node binds: they exist in the regions of that node only.
    fn bound(&self, graph: &Graph, node: Node) -> Vec<Output>;

    /// How often a region is executed per call of the function. More often than the region around
    /// it is *hot*, less often *cold*, else *normal*.
    fn frequency(&self, graph: &Graph, region: Region) -> f64;
}

/// The relations of WebAssembly's operators, gammas and thetas.
#[derive(Clone, Copy)]
pub struct Standard<'a> {
    /// The context of the function.
    pub env: &'a FunctionEnv<'a>,
}

impl Standard<'_> {
    /// Whether an operator, which is not on the order edge, may trap all the same where the program does not
    /// execute it: the user promises that it does not trap, and neither its operands nor another access
    /// prove it.
    fn is_promised(&self, graph: &Graph, node: Node, op: &Op, effects: Effects) -> bool {
        let FunctionEnv { goals, module, summaries } = self.env;
        goals.traps_never_happen
            && effects.traps_if_speculated()
            && graph.order_in(node).is_none()
            && (summaries.call_effects(op).is_some()
                || effects_on(graph, module, op, &graph.operands(node)).traps_if_speculated())
            && !invar_ir::mutant!(GraphSpeculatesPromised)
    }
}

impl Dependences for Standard<'_> {
    fn freedom(&self, graph: &Graph, node: Node) -> Freedom {
        let Kind::Op(op) = &graph.nodes[node].kind else { return Freedom::Control };
        let outputs = graph.outputs(node);
        let is_state = |&output: &Output| matches!(graph.ty(output), Ty::State(_));
        let of_callee = self.env.summaries.call_effects(op);
        let effects = of_callee.unwrap_or_else(|| effects(op, self.env.module));
        if effects.is_effect() || outputs.iter().any(is_state) {
            Freedom::Effect
        } else if outputs.iter().any(|&output| graph.ty(output) == Ty::Order)
            && !invar_ir::mutant!(GraphSpeculatesTraps)
        {
            let is_repeatable =
                effects.is_repeatable() || invar_ir::mutant!(GraphHoistsAllocations);
            if is_repeatable { Freedom::Trap } else { Freedom::Allocation }
        } else if effects.allocates && !invar_ir::mutant!(GraphMovesAllocations)
            || self.is_promised(graph, node, op, effects)
        {
            Freedom::Sink
        } else if of_callee.is_some() && !invar_ir::mutant!(GraphSpeculatesCalls) {
            Freedom::Long
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
