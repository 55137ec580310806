//! The checker of passes: confirms what they claim of their results by executing both, or by deriving it again.

use crate::graphs::same_trace;
use crate::lanes::same_lanes;
use crate::numbers::Setting;
use crate::paths::same_paths;
use crate::runs::{same_accesses, same_effects};
use crate::sums::same_sums;
use invar_analysis::claims::{Checker, Claim, Verdict};
use invar_graph::Graph;
use invar_ir::{Function, Module, Op};

/// Checks all kinds of claims. It shares no code with the passes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Machines;

impl Checker for Machines {
    fn check(
        &self,
        claim: &Claim<'_>,
        module: &Module,
        constants: &[(u32, Op)],
    ) -> Result<Verdict, String> {
        let setting = Setting::of_pass(module, constants);
        match *claim {
            Claim::Paths(before, after) => same_paths(before, after)?,
            Claim::Sums(before, after) => same_sums(before, after)?,
            Claim::Accesses(before, after) => same_accesses(before, after, &setting)?,
            Claim::Effects(before, after) => same_effects(before, after, &setting)?,
            Claim::Lanes { function, facts, vector_loop } => {
                return same_lanes(function, module, facts, vector_loop);
            }
            Claim::Graph { function, graph } => {
                // The unit tests of the crate of graphs have a graph of another type than this crate is built with.
                let Some(graph) = graph.downcast_ref::<Graph>() else {
                    return Ok(Verdict::Unchecked);
                };
                same_trace(function, graph, 0, runs(function))?;
            }
        }
        Ok(Verdict::Tried)
    }
}

/// How often a function and its graph are executed side by side: more often if they are small, as few of many inputs
/// may reach some path.
fn runs(function: &Function) -> u32 {
    (1000 / function.blocks.len().max(1)).clamp(4, 16) as u32
}
