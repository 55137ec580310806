//! Cache keys: the variables whose values a lookup in the code cache compares.
//!
//! The key at a point contains the variables whose values identify the version of the code there, without those
//! that are derived from others in it. A variable is added where it becomes constant by an
//! annotation whose policy asks for a comparison. It is removed where it stops being constant, or
//! earlier, once no value that was derived from it is live.
//!
//! At a merge the key is the union of the keys of the predecessors: versions may differ in any of them.
//!
//! Cost: bit vectors of variables over nodes, until nothing changes; one walk over uses for each
//! variable that enters a key.

use crate::analysis::derive::Derivations;
use crate::analysis::live::Live;
use crate::analysis::merges::constant_vars;
use crate::analysis::run_time_constants::{BindingState, FlowInput, Rtc};
use crate::analysis::split::{Node, SplitGraph};
use crate::analysis::variables::{Current, Var, Variables};
use invar_ir::bit_set::BitSet;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::{Caching, Inst, Op, Value};

/// The caching policy of an annotation whose value is looked up, and whether the value is in the cache key.
///
/// "isConst(x1, .. xn :C): KeyOut = KeyIn if C == unchecked or x in RTC, KeyIn U {x1, .., xn} otherwise"; for
/// `keepConst` also "or C == replicate".
pub fn asks(op: &Op) -> Option<(Caching, bool)> {
    match *op {
        Op::IsConst { caching } => {
            Some((caching, caching != Caching::Unchecked && !invar_ir::mutant!(StageKeyLosesValue)))
        }
        Op::KeepConst { caching, .. } => Some((caching, is_kept_in_key(caching))),
        _ => None,
    }
}

/// Whether versions are told apart by the value of a variable that is kept constant with this policy.
pub fn is_kept_in_key(caching: Caching) -> bool {
    !matches!(caching, Caching::Unchecked | Caching::Replicate)
}

/// "unkeepConst(x1, .. xn): KeyOut = KeyIn - {x1, .. xn}".
pub fn key_unkeep_const(key: &mut BitSet, var: Var) {
    key.remove(var.index());
}

/// "Others: KeyOut = KeyIn \intersect RTC": a variable that loses its constancy ends implicitly.
pub fn key_other(key: &mut BitSet, known: &BitSet) {
    key.intersect(known);
}

/// Removes the variables from which no live run-time constant is derived: "{x | v => x} \intersect RTC = {}
/// (v => x denotes that variable v was used to derive that x is a rtc)", RTC being what is known
/// and used later.
pub fn key_without_unused(key: &mut BitSet, derived: &[BitSet], constant: &BitSet, live: &BitSet) {
    let unused: Vec<usize> = key.iter().filter(|&var| !derived[var].meet(constant, live)).collect();
    unused.into_iter().for_each(|var| _ = key.remove(var));
}

/// For each variable, the candidates that are its values or derived from them.
pub fn derivation_dag(vars: &Variables, derived: &Derivations) -> Vec<BitSet> {
    let mut all = Vec::with_capacity(vars.list.len());
    for data in vars.list.values() {
        let mut reached = BitSet::new(derived.candidates().len());
        let mut work: Vec<Value> = data.values.clone();
        while let Some(value) = work.pop() {
            if derived.number(value).is_some_and(|number| reached.insert(number)) {
                work.extend_from_slice(derived.users(value));
            }
        }
        all.push(reached);
    }
    all
}

/// Whether the first operand of an instruction is known before it.
pub fn operand_is_rtc(code: &FlowInput<'_>, inst: Inst, before: &BindingState) -> bool {
    code.f.args(inst).first().is_some_and(|&arg| code.is_rtc(&before.constant, arg))
}

/// The keys, by node.
#[derive(Clone, Debug)]
pub struct Keys {
    entry: SecondaryMap<Node, BitSet>,
    dag: Vec<BitSet>,
}

/// The state of a walk through a node's instructions.
#[derive(Clone, Debug)]
pub struct KeyState {
    /// The key.
    pub key: BitSet,
    /// The current values of all variables.
    pub current: Vec<PackedOption<Value>>,
}

impl Keys {
    /// Computes them.
    pub fn new(
        code: &FlowInput<'_>,
        graph: &SplitGraph,
        rtc: &Rtc,
        current: &Current,
        live: &Live,
    ) -> Self {
        let dag = derivation_dag(code.vars, code.derived);
        let mut keys = Keys { entry: SecondaryMap::with_default(code.vars.none()), dag };
        let mut exit = vec![code.vars.none(); graph.nodes.len()];
        // A node is visited again only if a key that arrives at it changed.
        let mut dirty = vec![true; graph.nodes.len()];
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for node in graph.order() {
                if !std::mem::take(&mut dirty[node.index()]) {
                    continue;
                }
                let mut key = code.vars.none();
                graph.preds(node).for_each(|(from, _)| _ = key.union(&exit[from.index()]));
                let block = graph.nodes[node].block;
                let values = current.at(block);
                let known = constant_vars(code, rtc.entry(node), &values, key.iter());
                key_other(&mut key, &known);
                let constant = &rtc.entry(node).constant;
                key_without_unused(&mut key, &keys.dag, constant, live.entry(block));
                keys.entry[node] = key;
                let out = keys.leaving(code, graph, rtc, current, live, node);
                if out != exit[node.index()] {
                    exit[node.index()] = out;
                    graph.succs(node).for_each(|next| dirty[next.index()] = true);
                    changed = true;
                }
            }
        }
        keys
    }

    fn leaving(
        &self,
        code: &FlowInput<'_>,
        graph: &SplitGraph,
        rtc: &Rtc,
        current: &Current,
        live: &Live,
        node: Node,
    ) -> BitSet {
        let block = graph.nodes[node].block;
        let insts = &code.f.blocks[block].insts;
        let names = |&inst: &Inst| code.vars.named(code.f, inst).is_some();
        let mut now = self.start(current, node, graph);
        if now.key.is_empty() && !insts.iter().any(names) {
            return now.key;
        }
        let (mut kept, mut state) = (graph.kept(node).clone(), rtc.entry(node).clone());
        let after = live.after_each(code.f, code.derived, block);
        for (&inst, live) in insts.iter().zip(&after) {
            let was_rtc = operand_is_rtc(code, inst, &state);
            code.flow(inst, &mut kept, &mut state);
            self.step(code, inst, was_rtc, &state, live, &mut now);
        }
        now.key
    }

    /// The state at the start of a node.
    pub fn start(&self, current: &Current, node: Node, graph: &SplitGraph) -> KeyState {
        KeyState { key: self.entry[node].clone(), current: current.at(graph.nodes[node].block) }
    }

    /// From the key before an instruction to the one after it, given whether its operand was
    /// known, what is known after it, and what is used later.
    pub fn step(
        &self,
        code: &FlowInput<'_>,
        inst: Inst,
        was_rtc: bool,
        after: &BindingState,
        live: &BitSet,
        now: &mut KeyState,
    ) {
        for value in code.f.results(inst) {
            if let Some(var) = code.vars.of(value) {
                now.current[var.index()] = value.into();
            }
        }
        match (&code.f.insts[inst].op, code.vars.named(code.f, inst)) {
            (Op::UnkeepConst, Some(var)) => key_unkeep_const(&mut now.key, var),
            (op, Some(var)) if !was_rtc && asks(op).is_some_and(|(_, is_key)| is_key) => {
                now.key.insert(var.index());
            }
            _ => {}
        }
        let known = constant_vars(code, after, &now.current, now.key.iter());
        key_other(&mut now.key, &known);
        key_without_unused(&mut now.key, &self.dag, &after.constant, live);
    }

    /// The key where a node is entered.
    pub fn entry(&self, node: Node) -> &BitSet {
        &self.entry[node]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(members: &[usize]) -> BitSet {
        let mut set = BitSet::new(4);
        members.iter().for_each(|&n| _ = set.insert(n));
        set
    }

    #[test]
    fn a_value_is_in_the_key_unless_its_policy_compares_nothing() {
        use Caching::{Cache, Cache1, Replicate, Unchecked};
        for (caching, is_const, keep_const) in [
            (Replicate, true, false),
            (Cache, true, true),
            (Cache1, true, true),
            (Unchecked, false, false),
        ] {
            assert_eq!(asks(&Op::IsConst { caching }), Some((caching, is_const)));
            assert_eq!(is_kept_in_key(caching), keep_const, "keep_const {caching:?}");
        }
        assert_eq!(asks(&Op::UnkeepConst), None);
    }

    #[test]
    fn a_variable_leaves_the_key_when_it_is_not_known_any_more() {
        let mut key = set(&[0, 1, 3]);
        key_unkeep_const(&mut key, Var::from_u32(3));
        assert_eq!(key, set(&[0, 1]));
        key_other(&mut key, &set(&[1, 2]));
        assert_eq!(key, set(&[1]));
    }

    #[test]
    fn a_variable_stays_in_the_key_while_something_derived_from_it_is_known_and_used() {
        let derived = [set(&[0, 2]), set(&[1]), set(&[3])];
        let left = |constant: &[usize], live: &[usize]| {
            let mut key = set(&[0, 1, 2]);
            key_without_unused(&mut key, &derived, &set(constant), &set(live));
            key
        };
        assert_eq!(left(&[0, 1, 2, 3], &[2, 1]), set(&[0, 1]));
        // Used and not known, known and not used.
        assert_eq!(left(&[0, 3], &[1, 2, 3]), set(&[2]));
        assert_eq!(left(&[0, 1], &[2, 3]), set(&[]));
    }
}
