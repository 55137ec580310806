//! Reachability conditions: the outcomes of static branches under which a node is reached.
//!
//! A *condition* is a conjunction of outcomes. A merge is *static* if the conditions of its
//! predecessors are mutually exclusive: each two of them contain different outcomes of one branch. Then the
//! actual values decide which predecessor it is reached from. Where paths of a branch meet, its outcome is any of theirs.
//!
//! An outcome is that of one execution of the branch. It is dropped where a loop around the branch is left or
//! repeated, as the branch may then be executed again; outcomes of branches in irreducible cycles are not recorded.
//!
//! There are two conditions of a node ([`Branches`]): one of branches of the function, whose copies for different kept
//! variables have one outcome, so that alternatives which the copies share still exclude each other; and one of branches
//! of the split graph, in which copies of one alternative may. A merge is static if it is by either.
//!
//! A condition holds at most [`CAP`] outcomes, further ones are not recorded: a missing outcome can make
//! a static merge dynamic, never the reverse.

use crate::analysis::split::{Node, SplitGraph, as_block};
use invar_analysis::LoopForest;
use invar_ir::Block;
use smallvec::SmallVec;

/// How many outcomes a condition holds at most.
pub const CAP: usize = 32;

/// More predecessors than this are compared by their first common branch only.
const PAIRWISE: usize = 64;

/// Which branches a condition is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Branches {
    /// Those of the function.
    OfFunction,
    /// Those of its split graph.
    OfSplitGraph,
}

impl Branches {
    /// Both.
    pub const ALL: [Branches; 2] = [Branches::OfFunction, Branches::OfSplitGraph];

    /// The name of the branch that ends a node.
    fn block(self, graph: &SplitGraph, node: Node) -> Block {
        match self {
            Branches::OfFunction => graph.nodes[node].block,
            Branches::OfSplitGraph => as_block(node),
        }
    }

    fn loops(self, graph: &SplitGraph) -> &LoopForest {
        match self {
            Branches::OfFunction => &graph.block_loops,
            Branches::OfSplitGraph => &graph.loops,
        }
    }
}

/// What is known of a static branch: which targets it may have taken, some of all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchOutcome {
    /// The block that it ends, or the node as a block of the split graph's shape.
    pub branch: Block,
    /// The targets, sorted.
    pub taken: SmallVec<[u32; 2]>,
    /// How many targets there are.
    targets: u32,
}

impl BranchOutcome {
    /// The targets that one of two outcomes of a branch took.
    fn join(&mut self, other: &BranchOutcome) {
        self.taken.extend_from_slice(&other.taken);
        self.taken.sort_unstable();
        self.taken.dedup();
    }

    /// Whether it says anything.
    fn is_known(&self) -> bool {
        self.taken.len() < self.targets as usize
    }

    /// Whether both are of one branch, and no target is one of both.
    fn excludes(&self, other: &BranchOutcome) -> bool {
        self.branch == other.branch
            && (self.taken.iter().all(|nth| other.taken.binary_search(nth).is_err())
                || self.taken != other.taken && invar_ir::mutant!(StageOutcomesOverlap))
    }
}

/// A conjunction of outcomes, by branch.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PathCondition(SmallVec<[BranchOutcome; 2]>);

impl PathCondition {
    /// The outcomes.
    pub fn outcomes(&self) -> &[BranchOutcome] {
        &self.0
    }

    /// The outcome of a branch, if it is known.
    fn of(&self, branch: Block) -> Option<&BranchOutcome> {
        let at = self.0.binary_search_by_key(&branch, |outcome| outcome.branch);
        at.ok().map(|at| &self.0[at])
    }

    /// Adds the outcome of a static branch.
    fn and(&mut self, loops: &LoopForest, outcome: BranchOutcome) {
        let repeats = loops.region(outcome.branch).is_some();
        if self.0.len() < CAP && !repeats {
            let at = self.0.partition_point(|other| other.branch < outcome.branch);
            self.0.insert(at, outcome);
        }
    }

    /// Keeps the outcomes of branches that another condition names, too: the condition at a merge of the two.
    fn or(&mut self, other: &PathCondition) {
        self.0.retain(|outcome| {
            let other = other.of(outcome.branch);
            other.is_some_and(|other| {
                outcome.join(other);
                outcome.is_known()
            })
        });
    }

    /// Drops the outcomes that are outdated at the entry of a block: those of branches in loops that
    /// the block is not in, or is the header of.
    fn enter(&mut self, loops: &LoopForest, block: Block) {
        self.0.retain(|outcome| match loops.innermost(outcome.branch) {
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
        branches: Branches,
        graph: &SplitGraph,
        from: Node,
        nth: u32,
        is_static: bool,
    ) -> PathCondition {
        let mut condition = self.clone();
        if is_static {
            let (branch, taken) = (branches.block(graph, from), SmallVec::from_slice(&[nth]));
            let targets = graph.succs(from).len() as u32;
            condition.and(branches.loops(graph), BranchOutcome { branch, taken, targets });
        }
        let target = graph.succs(from).nth(nth as usize).expect("an edge of the node");
        condition.enter(branches.loops(graph), branches.block(graph, target));
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
    a.0.iter().any(|outcome| b.of(outcome.branch).is_some_and(|other| outcome.excludes(other)))
}

/// Whether each two of these conditions exclude each other, so that the merge of them is static.
pub fn mutually_exclusive(edges: &[PathCondition]) -> bool {
    if edges.len() > PAIRWISE {
        return by_first_branch(edges);
    }
    (0..edges.len()).all(|n| edges[..n].iter().all(|other| exclusive(other, &edges[n])))
}

/// Whether all conditions name different outcomes of one branch, the first of the first.
fn by_first_branch(edges: &[PathCondition]) -> bool {
    let Some(first) = edges[0].0.first() else { return false };
    let outcomes = edges.iter().map(|condition| condition.of(first.branch));
    let Some(outcomes) = outcomes.collect::<Option<Vec<_>>>() else { return false };
    let mut taken: Vec<u32> = outcomes.into_iter().flat_map(|it| it.taken.to_vec()).collect();
    taken.sort_unstable();
    taken.windows(2).all(|pair| pair[0] != pair[1])
}
