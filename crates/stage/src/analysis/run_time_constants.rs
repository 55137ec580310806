//! Run-time constants: which values are known, at each point, once the annotated ones are.
//!
//! A forward data-flow analysis over the split graph. Where specialization starts, the run-time constants are
//! those that `isConst` and `keepConst` name ("C(p0) = set of variables annotated as constant"); from
//! there each instruction has its flow function, and "each flow function is modified: Cflow \[\[ins\]\]
//! cs = f(ins) U Kconst(p)". Whether a merge is static depends on which branches are, that is on
//! the result: both are computed together, optimistically, from the assumption that all values are constant and all
//! merges static.
//!
//! The spec's sets hold variables that are assigned. In SSA form a value is defined once, and is
//! constant from its definition on or not at all, in each copy of the code. A second set, of values
//! that are defined and *not* constant, distinguishes a value that is dynamic on one path from one that is not
//! defined on it: what is dynamic on any path stays so at each merge.
//!
//! A parameter of a block is a new value, whatever its arguments are: constant if its variable is
//! kept; at a static merge if each argument is; at a dynamic merge only if all arguments are one
//! value, which is constant.
//!
//! Cost: a bit vector operation per node and visit; sets only shrink, and nodes are visited again
//! only where an input changed. Budgets for the bits and for the visits.

use crate::analysis::conditions::{Branches, PathCondition, mutually_exclusive};
use crate::analysis::config::Config;
use crate::analysis::derive::{Derivations, How, is_known_type};
use crate::analysis::split::{Node, SplitGraph, kconst};
use crate::analysis::variables::{Var, Variables};
use crate::error::Refusal;
use invar_analysis::transform::edges;
use invar_ir::bit_set::BitSet;
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::{Function, Inst, Op, Terminator, Value};
use invar_rules::is_constant;

/// The kind of merge at the entry of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Merge {
    /// At most one edge: no merge.
    #[default]
    None,
    /// Several edges; the run-time constants decide which one is taken.
    Static,
    /// Several edges; which one is taken is not known during specialization.
    Dynamic,
}

/// A dynamic-to-static promotion: the code for an actual value is looked up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Promotion {
    /// An annotation of an unknown value, or an assignment of one to a kept variable.
    Inst(Inst),
    /// An unknown argument for a parameter of a kept variable: target `nth` of the node's terminator.
    Edge(u32, Value),
}

/// The binding times of candidates at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BindingState {
    /// The values that are run-time constants, by their number as candidates.
    pub constant: BitSet,
    /// The candidates that are defined and no run-time constants.
    pub dynamic: BitSet,
}

/// The input of all flow functions.
#[derive(Clone, Copy, Debug)]
pub struct FlowInput<'a> {
    /// The function.
    pub f: &'a Function,
    /// The function's variables.
    pub vars: &'a Variables,
    /// What its values are derived from.
    pub derived: &'a Derivations,
}

impl FlowInput<'_> {
    /// Whether a value is known: a constant, or in the set.
    pub fn is_rtc(&self, constant: &BitSet, value: Value) -> bool {
        let value = self.f.resolve(value);
        match self.derived.number(value) {
            Some(number) => constant.contains(number),
            None => self.f.def_op(value).is_some_and(is_constant),
        }
    }

    /// Whether a variable is kept.
    pub(crate) fn is_kept(&self, kept: &BitSet, value: Value) -> Option<Var> {
        let var = self.vars.of(value).filter(|var| kept.contains(var.index()))?;
        is_known_type(self.f.ty(value)).then_some(var)
    }

    fn define(&self, state: &mut BindingState, value: Value, is_constant: bool) {
        if let Some(number) = self.derived.number(value) {
            state.constant.set(number, is_constant);
            state.dynamic.set(number, !is_constant);
        }
    }

    /// "Cflow \[\[isConst(x)\]\] cs = cs U {x}"; ahead of time only if x is known there.
    fn flow_is_const(&self, inst: Inst, state: &mut BindingState) -> bool {
        let known = self.is_rtc(&state.constant, self.f.args(inst)[0]);
        if known || self.derived.promotes() {
            return self.annotated(inst, state);
        }
        self.f.results(inst).for_each(|value| self.define(state, value, false));
        false
    }

    /// `keepConst(x)`: x is in Kconst from here on, and so it is constant.
    fn flow_keep_const(&self, inst: Inst, state: &mut BindingState) -> bool {
        self.annotated(inst, state)
    }

    /// Makes the result constant; whether the operand was not.
    fn annotated(&self, inst: Inst, state: &mut BindingState) -> bool {
        let promotes = !self.is_rtc(&state.constant, self.f.args(inst)[0]);
        self.f.results(inst).for_each(|value| self.define(state, value, true));
        promotes
    }

    /// f(ins) U Kconst(p): what is derived, and "the set of variables to be kept constant at the
    /// program point are always considered constant". Returns whether a kept variable gets a value
    /// that is not known.
    fn flow_other(&self, inst: Inst, kept: &BitSet, state: &mut BindingState) -> bool {
        let known = |value: &Value| self.is_rtc(&state.constant, *value);
        let args = self.f.args(inst);
        let derived = match self.derived.how(inst) {
            How::Never => false,
            How::Constant => true,
            How::Copy => known(&args[0]),
            How::Compute | How::Load | How::Call => args.iter().all(known),
        };
        let mut promotes = false;
        for value in self.f.results(inst) {
            let is_kept = self.is_kept(kept, value).is_some();
            promotes |= is_kept && !derived;
            self.define(state, value, derived || is_kept);
        }
        promotes
    }

    /// The flow function of an instruction, which also updates the kept variables; the promotion
    /// that it is, if it is one.
    pub fn flow(
        &self,
        inst: Inst,
        kept: &mut BitSet,
        state: &mut BindingState,
    ) -> Option<Promotion> {
        kconst(self.f, self.vars, inst, kept);
        let promotes = match self.f.insts[inst].op {
            Op::IsConst { .. } => self.flow_is_const(inst, state),
            Op::KeepConst { .. } => self.flow_keep_const(inst, state),
            _ => self.flow_other(inst, kept, state),
        };
        promotes.then_some(Promotion::Inst(inst))
    }

    /// Whether a block ends with a static branch: one that known values decide.
    pub fn is_static_branch(&self, constant: &BitSet, node: Node, graph: &SplitGraph) -> bool {
        let term = &self.f.blocks[graph.nodes[node].block].term;
        let operands = match term {
            Terminator::BrIf { .. } | Terminator::BrTable { .. } => term.operands(&self.f.pool),
            _ => return false,
        };
        operands.iter().all(|&value| self.is_rtc(constant, value))
    }
}

/// "Mconstant(cs1, cs2) = cs1 U cs2 if cs1 and cs2 are mutually exclusive (static merge)".
pub fn merge_static(states: &[&BindingState]) -> BindingState {
    let mut merged = states[0].clone();
    for state in &states[1..] {
        merged.constant.union(&state.constant);
        merged.dynamic.union(&state.dynamic);
    }
    merged.constant.subtract(&merged.dynamic);
    merged
}

/// "(cs1 \intersection cs2) U Kconst(p) otherwise". The kept variables that live through the merge
/// are in all sets; those that get a new value there are parameters, which follow.
pub fn merge_dynamic(states: &[&BindingState]) -> BindingState {
    let mut merged = states[0].clone();
    for state in &states[1..] {
        merged.constant.intersect(&state.constant);
        merged.dynamic.union(&state.dynamic);
    }
    merged
}

/// The run-time constants of a function, by node of its split graph.
#[derive(Clone, Debug)]
pub struct Rtc {
    entry: Vec<BindingState>,
    exit: Vec<BindingState>,
    merge: SecondaryMap<Node, Merge>,
    /// By [`Branches`].
    condition: [SecondaryMap<Node, PathCondition>; 2],
    static_branch: SecondaryMap<Node, bool>,
}

impl Rtc {
    /// Computes them.
    pub fn new(code: &FlowInput<'_>, graph: &SplitGraph, config: &Config) -> Result<Self, Refusal> {
        let (nodes, len) = (graph.nodes.len(), code.derived.candidates().len());
        let bits = nodes.saturating_mul(len).saturating_mul(4);
        Refusal::unless(bits <= config.bits, "bits of possible run-time constants", config.bits)?;
        let nothing = BindingState { constant: BitSet::new(len), dynamic: BitSet::new(len) };
        let mut rtc = Rtc {
            entry: vec![nothing.clone(); nodes],
            exit: vec![nothing; nodes],
            merge: SecondaryMap::with_capacity(nodes),
            condition: Branches::ALL.map(|_| SecondaryMap::with_capacity(nodes)),
            static_branch: SecondaryMap::with_capacity(nodes),
        };
        let order: Vec<Node> = graph.order().collect();
        let mut seen = vec![false; nodes];
        let mut dirty = vec![false; nodes];
        dirty[graph.entry().index()] = true;
        let mut visits = nodes.saturating_mul(config.visits);
        let mut again = true;
        while std::mem::take(&mut again) {
            for (at, &node) in order.iter().enumerate() {
                if !std::mem::take(&mut dirty[node.index()]) {
                    continue;
                }
                Refusal::unless(visits > 0, "visits of a block, on average,", config.visits)?;
                visits -= 1;
                let changed = rtc.visit(code, graph, node, &seen);
                if !std::mem::replace(&mut seen[node.index()], true) || changed {
                    for next in graph.succs(node) {
                        dirty[next.index()] = true;
                        let number = graph.cfg.rpo_number[crate::analysis::split::as_block(next)];
                        again |= number as usize <= at;
                    }
                }
            }
        }
        Ok(rtc)
    }

    /// Computes a node anew from the predecessors seen so far; whether what leaves it changed.
    fn visit(
        &mut self,
        code: &FlowInput<'_>,
        graph: &SplitGraph,
        node: Node,
        seen: &[bool],
    ) -> bool {
        let preds: Vec<(Node, u32)> =
            graph.preds(node).filter(|(from, _)| seen[from.index()]).collect();
        let conditions = Branches::ALL.map(|branches| -> Vec<PathCondition> {
            let of_edge = |&(from, nth): &(Node, u32)| {
                let several = graph.succs(from).len() > 1;
                let is_static = several && self.static_branch[from];
                let condition = &self.condition[branches as usize][from];
                condition.of_edge(branches, graph, from, nth, is_static)
            };
            preds.iter().map(of_edge).collect()
        });
        self.merge[node] = match graph.preds(node).len() {
            0 | 1 => Merge::None,
            _ if conditions.iter().any(|edges| mutually_exclusive(edges))
                || invar_ir::mutant!(StageMergeExclusive) =>
            {
                Merge::Static
            }
            _ => Merge::Dynamic,
        };
        let condition = conditions.map(|edges| PathCondition::of_merge(&edges));
        let states: Vec<&BindingState> =
            preds.iter().map(|(from, _)| &self.exit[from.index()]).collect();
        let mut state = match (states.is_empty(), self.merge[node]) {
            (true, _) => self.entry[node.index()].clone(),
            (_, Merge::Dynamic) => merge_dynamic(&states),
            _ => merge_static(&states),
        };
        let block = graph.nodes[node].block;
        let kept = graph.kept(node);
        for (n, &param) in code.f.blocks[block].params.iter().enumerate() {
            let is_constant = code.is_kept(kept, param).is_some()
                || code.derived.is_bound(param)
                || self.arguments_are_constant(code, graph, node, &preds, n);
            code.define(&mut state, param, is_constant);
        }
        self.entry[node.index()] = state.clone();
        let mut kept = kept.clone();
        for &inst in &code.f.blocks[block].insts {
            code.flow(inst, &mut kept, &mut state);
        }
        for value in code.f.blocks[block].term.edge_values() {
            code.define(&mut state, value, false);
        }
        let is_static = code.is_static_branch(&state.constant, node, graph);
        let changed = state != self.exit[node.index()]
            || is_static != self.static_branch[node]
            || (0..2).any(|n| condition[n] != self.condition[n][node]);
        self.exit[node.index()] = state;
        self.static_branch[node] = is_static;
        for (all, condition) in self.condition.iter_mut().zip(condition) {
            all[node] = condition;
        }
        changed
    }

    /// Whether parameter `n` is constant though its variable is not kept.
    fn arguments_are_constant(
        &self,
        code: &FlowInput<'_>,
        graph: &SplitGraph,
        node: Node,
        preds: &[(Node, u32)],
        n: usize,
    ) -> bool {
        let mut args = preds.iter().map(|&(from, nth)| {
            let arg = code.f.resolve(edges::args(code.f, graph.edge(from, nth))[n]);
            (arg, code.is_rtc(&self.exit[from.index()].constant, arg))
        });
        let Some((first, known)) = args.next() else { return false };
        let one = self.merge[node] == Merge::Dynamic;
        known
            && args.all(|(arg, known)| {
                known && (invar_ir::mutant!(StageMergeTakesEither) || !one || arg == first)
            })
    }

    /// The run-time constants at the entry of a node, its parameters included.
    pub fn entry(&self, node: Node) -> &BindingState {
        &self.entry[node.index()]
    }

    /// What is known at its end.
    pub fn exit(&self, node: Node) -> &BindingState {
        &self.exit[node.index()]
    }

    /// The kind of merge at the entry of a node.
    pub fn merge(&self, node: Node) -> Merge {
        self.merge[node]
    }

    /// The outcomes of static branches under which a node is reached.
    pub fn condition(&self, branches: Branches, node: Node) -> &PathCondition {
        &self.condition[branches as usize][node]
    }

    /// Whether a node ends with a static branch.
    pub fn is_static_branch(&self, node: Node) -> bool {
        self.static_branch[node]
    }

    /// The arguments of a node's edges, not known, for parameters of variables that are kept
    /// there.
    pub fn edge_promotions(
        &self,
        code: &FlowInput<'_>,
        graph: &SplitGraph,
        node: Node,
    ) -> Vec<Promotion> {
        let mut found = Vec::new();
        for (nth, next) in graph.succs(node).enumerate() {
            let args = edges::args(code.f, graph.edge(node, nth as u32));
            let params = &code.f.blocks[graph.nodes[next].block].params;
            for (&arg, &param) in args.iter().zip(params) {
                if code.is_kept(graph.kept(next), param).is_some()
                    && !code.is_rtc(&self.exit(node).constant, arg)
                {
                    found.push(Promotion::Edge(nth as u32, arg));
                }
            }
        }
        found
    }
}
