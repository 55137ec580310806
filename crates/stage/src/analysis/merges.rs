//! Annotations that reach merges, and the caching policy and laziness of the merges.
//!
//! `keepConst` annotations reach a merge as Kconst. An `isConst` annotation is propagated as long as
//! its variable stays a run-time constant. From both together a dynamic merge gets its caching policy and
//! its laziness, the minimum of theirs; a merge that no annotation reaches has neither.
//!
//! Cost: bit vectors of variables over nodes, until nothing changes.

use crate::analysis::run_time_constants::{BindingState, FlowInput, Merge, Rtc};
use crate::analysis::split::{Node, SplitGraph};
use crate::analysis::variables::{Current, Var, Variables};
use invar_ir::bit_set::BitSet;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::{Caching, Inst, Laziness, Op, Value};

/// The policies of a dynamic merge at which something is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// How versions are cached.
    pub caching: Caching,
    /// When versions are made, as the annotations ask for.
    pub asked: Laziness,
    /// When versions are made: `looplazy` is resolved to eager or lazy.
    pub laziness: Laziness,
}

/// Annotations and policies, by node.
#[derive(Clone, Debug)]
pub struct Merges {
    propagated: Vec<BitSet>,
    policy: SecondaryMap<Node, Option<Policy>>,
}

/// The variables of `vars` whose current values are known.
pub fn constant_vars(
    code: &FlowInput<'_>,
    state: &BindingState,
    current: &[PackedOption<Value>],
    vars: impl Iterator<Item = usize>,
) -> BitSet {
    let mut known = code.vars.none();
    for var in vars {
        if current[var].expand().is_some_and(|value| code.is_rtc(&state.constant, value)) {
            known.insert(var);
        }
    }
    known
}

/// "At Merge M: Out = + In(p) \intersect RTC(M)": the annotation is only propagated for variables
/// that are still run-time constants after the merge.
pub fn propagate(ins: &[&BitSet], known: &BitSet) -> BitSet {
    let mut out = known.clone();
    out.subtract(known);
    ins.iter().for_each(|set| _ = out.union(set));
    out.intersect(known);
    out
}

/// "L({(x1,C1,L1), .. (xn,Cn,Ln)}) = min(L1, .. Ln) where min is the minimum of the following order:
/// lazy < looplazy < eager". An `isConst` counts as eager.
pub fn laziness(vars: &Variables, kept: &BitSet, propagated: &BitSet) -> Option<Laziness> {
    let kept = kept.iter().filter_map(|n| vars.list[Var::from_u32(n as u32)].keep);
    let announced = propagated.iter().map(|_| Laziness::Eager);
    kept.map(|keep| keep.laziness).chain(announced).min()
}

/// "C({(x1,C1,L1), .. (xn,Cn,Ln)}) = min(C1, .. Cn) where min is the minimum of the following
/// order: replicate < cache < cache1 < unchecked".
pub fn caching(vars: &Variables, kept: &BitSet, propagated: &BitSet) -> Option<Caching> {
    let of = |n: usize| &vars.list[Var::from_u32(n as u32)];
    let kept = kept.iter().filter_map(|n| of(n).keep.map(|keep| keep.caching));
    kept.chain(propagated.iter().filter_map(|n| of(n).is_const)).min()
}

/// "All dynamic merges annotated as looplazy are changed to eager iff they are not loop head merges,
/// lazy iff they are loop head merges".
pub fn looplazy(asked: Laziness, is_loop_head: bool) -> Laziness {
    match (asked, is_loop_head) {
        (Laziness::LoopLazy, true) => Laziness::Lazy,
        (Laziness::LoopLazy, false) => Laziness::Eager,
        (other, _) => other,
    }
}

impl Merges {
    /// Computes them.
    pub fn new(code: &FlowInput<'_>, graph: &SplitGraph, rtc: &Rtc, current: &Current) -> Self {
        let mut merges = Merges {
            propagated: vec![code.vars.none(); graph.nodes.len()],
            policy: SecondaryMap::new(),
        };
        merges.propagate_all(code, graph, rtc, current);
        for node in graph.nodes.keys().filter(|&node| rtc.merge(node) == Merge::Dynamic) {
            let (kept, propagated) = (graph.kept(node), merges.propagated(node));
            let asked = laziness(code.vars, kept, propagated);
            merges.policy[node] =
                asked.zip(caching(code.vars, kept, propagated)).map(|(asked, caching)| {
                    let laziness = looplazy(asked, graph.is_loop_head(node));
                    Policy { caching, asked, laziness }
                });
        }
        merges
    }

    fn propagate_all(
        &mut self,
        code: &FlowInput<'_>,
        graph: &SplitGraph,
        rtc: &Rtc,
        current: &Current,
    ) {
        let announced = |var: &Var| code.vars.list[*var].is_const.is_some();
        let vars: Vec<usize> =
            code.vars.list.keys().filter(announced).map(|var| var.index()).collect();
        if vars.is_empty() {
            return;
        }
        let mut exit = self.propagated.clone();
        let mut dirty = vec![true; graph.nodes.len()];
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for node in graph.order() {
                if !std::mem::take(&mut dirty[node.index()]) {
                    continue;
                }
                let block = graph.nodes[node].block;
                let ins: Vec<&BitSet> =
                    graph.preds(node).map(|(from, _)| &exit[from.index()]).collect();
                let values = current.at(block);
                let known = constant_vars(code, rtc.entry(node), &values, vars.iter().copied());
                let mut set = match ins.as_slice() {
                    [one] => (*one).clone(),
                    ins => propagate(ins, &known),
                };
                self.propagated[node.index()] = set.clone();
                for &inst in &code.f.blocks[block].insts {
                    announce(code, inst, &mut set);
                }
                if set != exit[node.index()] {
                    exit[node.index()] = set;
                    graph.succs(node).for_each(|next| dirty[next.index()] = true);
                    changed = true;
                }
            }
        }
    }

    /// The variables whose `isConst` annotation reaches a node.
    pub fn propagated(&self, node: Node) -> &BitSet {
        &self.propagated[node.index()]
    }

    /// The policies of a dynamic merge at which something is kept.
    pub fn policy(&self, node: Node) -> Option<Policy> {
        self.policy[node]
    }
}

/// What an instruction does to the `isConst` annotations in force: `isConst` starts one, and
/// `unkeepConst`, which says that a variable is no longer of interest, ends it.
pub fn announce(code: &FlowInput<'_>, inst: Inst, set: &mut BitSet) {
    let Some(var) = code.vars.named(code.f, inst) else { return };
    match code.f.insts[inst].op {
        Op::IsConst { .. } => set.set(var.index(), true),
        Op::UnkeepConst => set.set(var.index(), false),
        _ => {}
    }
}
