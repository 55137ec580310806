//! Reachability conditions: the outcomes of static branches under which a node is reached.
//!
//! A *condition* is a conjunction of outcomes. A merge is *static* if the conditions of its
//! predecessors are mutually exclusive: each two of them contain different outcomes of one branch. Then the
//! actual values decide which predecessor it is reached from.
//!
//! An outcome is that of one execution of the branch. It is dropped where a loop around the branch is left or
//! repeated, as the branch may then be executed again; outcomes of branches in irreducible cycles are not recorded.
//!
//! A condition holds at most [`CAP`] outcomes, further ones are not recorded: a missing outcome can make
//! a static merge dynamic, never the reverse.

use crate::analysis::split::{Node, SplitGraph, as_block};
use smallvec::SmallVec;

/// How many outcomes a condition holds at most.
pub const CAP: usize = 32;

/// More predecessors than this are compared by their first common branch only.
const PAIRWISE: usize = 64;

/// An outcome of a static branch: the node that it ends, and which target it took.
pub type BranchOutcome = (Node, u32);

/// A conjunction of outcomes, sorted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PathCondition(SmallVec<[BranchOutcome; 4]>);

impl PathCondition {
    /// The outcomes.
    pub fn outcomes(&self) -> &[BranchOutcome] {
        &self.0
    }

    /// Adds the outcome of a static branch.
    fn and(&mut self, graph: &SplitGraph, outcome: BranchOutcome) {
        let repeats = graph.loops.region(as_block(outcome.0)).is_some();
        if self.0.len() < CAP && !repeats {
            let at = self.0.partition_point(|&other| other < outcome);
            self.0.insert(at, outcome);
        }
    }

    /// Keeps the outcomes that another condition has, too: the condition at a merge of the two.
    fn or(&mut self, other: &PathCondition) {
        self.0.retain(|outcome| other.0.binary_search(outcome).is_ok());
    }

    /// Drops the outcomes that are outdated at the entry of a node: those of branches in loops that
    /// the node is not in, or is the header of.
    fn enter(&mut self, graph: &SplitGraph, node: Node) {
        let (loops, block) = (&graph.loops, as_block(node));
        self.0.retain(|&mut (branch, _)| match loops.innermost(as_block(branch)) {
            Some(id) => {
                invar_ir::mutant!(StageConditionOutlives)
                    || loops.contains(id, block) && loops.loops[id].header != block
            }
            None => true,
        });
    }

    /// The condition of an edge, of which `is_static` says whether it is one of several that
    /// run-time constants decide between.
    pub fn of_edge(
        &self,
        graph: &SplitGraph,
        from: Node,
        nth: u32,
        is_static: bool,
    ) -> PathCondition {
        let mut condition = self.clone();
        if is_static {
            condition.and(graph, (from, nth));
        }
        let target = graph.succs(from).nth(nth as usize).expect("an edge of the node");
        condition.enter(graph, target);
        condition
    }

    /// The condition at a merge of these: the outcomes that they have in common.
    pub fn of_merge(edges: &[PathCondition]) -> PathCondition {
        let mut all = edges.first().cloned().unwrap_or_default();
        let others = edges.iter().skip(1).filter(|_| !invar_ir::mutant!(StageConditionOfOneEdge));
        others.for_each(|condition| all.or(condition));
        all
    }
}

/// Whether two conditions exclude each other: "exclusive if they disagree on one".
fn exclusive(a: &PathCondition, b: &PathCondition) -> bool {
    a.0.iter().any(|&(branch, outcome)| {
        let from = b.0.partition_point(|&(other, _)| other < branch);
        b.0.get(from).is_some_and(|&(other, taken)| other == branch && taken != outcome)
    })
}

/// Whether each two of these conditions exclude each other, so that the merge of them is static.
pub fn mutually_exclusive(edges: &[PathCondition]) -> bool {
    if edges.len() > PAIRWISE {
        return by_first_branch(edges);
    }
    (0..edges.len()).all(|n| edges[..n].iter().all(|other| exclusive(other, &edges[n])))
}

/// Whether all conditions name a different outcome of one branch, the first of the first.
fn by_first_branch(edges: &[PathCondition]) -> bool {
    let Some(&(branch, _)) = edges[0].0.first() else { return false };
    let outcome = |condition: &PathCondition| {
        condition.0.iter().find(|(of, _)| *of == branch).map(|&(_, n)| n)
    };
    let Some(mut taken) = edges.iter().map(outcome).collect::<Option<Vec<u32>>>() else {
        return false;
    };
    taken.sort_unstable();
    taken.windows(2).all(|pair| pair[0] != pair[1])
}
