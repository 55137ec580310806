//! Which scalar instructions a tree replaces, which values it has to give back, and whether that is
//! worth it.
//!
//! A scalar is gone if all its users are. If others use it behind the vector store, a lane is
//! extracted for them; otherwise the scalar stays, and so do its operands. Narrow lanes do not hold
//! the whole scalar.
//!
//! Cost: linear in the tree and the users of its values.

use super::code::{Code, Uses};
use super::emit::Goal;
use super::tree::{Amount, Node, Tree};
use crate::weight::weight;
use invar_ir::{Function, Inst, Op, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// What becomes of the scalars of a tree.
#[derive(Default)]
pub(super) struct Fate {
    /// Instructions that go, the stores among them.
    pub gone: Vec<Inst>,
    /// Values that are still used, with their node and lane.
    pub extracted: Vec<(Value, usize, usize)>,
    /// By how many uses of values the instructions that go have.
    pub dropped: FxHashMap<Value, u32>,
}

/// Decides that for a tree.
pub(super) fn fate(
    code: &Code<'_>,
    f: &Function,
    uses: &Uses,
    tree: &Tree,
    goal: &Goal<'_>,
) -> Fate {
    let mut fate = Fate::default();
    let mut gone: FxHashSet<Inst> = FxHashSet::default();
    let take = |fate: &mut Fate, inst: Inst, gone: &mut FxHashSet<Inst>| {
        gone.insert(inst);
        fate.gone.push(inst);
        for &arg in f.args(inst) {
            *fate.dropped.entry(f.resolve(arg)).or_default() += 1;
        }
    };
    for &inst in goal.insts() {
        take(&mut fate, inst, &mut gone);
    }
    let scalars = tree.nodes.iter().flat_map(scalars);
    let scalars: FxHashSet<Value> = scalars.chain(goal.rest().iter().copied()).collect();
    // Users come before operands.
    let mut members = tree.members.clone();
    members.sort_by_key(|&(inst, ..)| std::cmp::Reverse(code.slot(inst)));
    let last = code.slot(goal.last());
    let has_scalars = tree.element.width() >= 32;
    for (inst, node, lane) in members {
        let value = f.result(inst).expect("a lane");
        if gone.contains(&inst) || scalars.contains(&value) {
            continue;
        }
        let dropped = fate.dropped.get(&value).copied().unwrap_or_default();
        let is_used = uses[value] > dropped && !invar_ir::mutant!(SlpOtherUsesIgnored);
        let is_load = matches!(tree.nodes[node], Node::Load(..));
        let is_behind = |user: &Inst| {
            gone.contains(user)
                || code.slot(*user).is_none_or(|slot| Some(slot) > last)
                || invar_ir::mutant!(SlpExtractsForEarlier)
        };
        if is_used {
            // A load costs no more than a lane that is extracted.
            if is_load || !has_scalars || !code.users(value).iter().all(is_behind) {
                continue;
            }
            fate.extracted.push((value, node, lane));
        }
        take(&mut fate, inst, &mut gone);
    }
    fate
}

/// The scalars that a node uses.
fn scalars(node: &Node) -> Vec<Value> {
    match node {
        Node::Splat(value) => vec![*value],
        Node::Gather(_, lanes) => lanes.iter().map(|&(_, value)| value).collect(),
        Node::Shift(_, _, Amount::Value(value)) => vec![*value],
        _ => Vec::new(),
    }
}

/// What the vectors cost, among them the store, or the lane that is the result, and lanes that are
/// extracted.
pub(super) fn vector(tree: &Tree, fate: &Fate, goal: &Goal<'_>) -> u64 {
    let nodes = tree.nodes.iter().map(|node| match node {
        Node::Constant(_) | Node::Splat(_) | Node::Load(..) => 1,
        Node::Gather(start, lanes) => lanes.len() as u64 + u64::from(start.is_some()),
        Node::Shuffle(_, lanes) => weight(&Op::I8x16Shuffle { lanes: *lanes }),
        Node::Op(op, _) | Node::Shift(op, ..) => weight(op),
    });
    1 + nodes.sum::<u64>() + (fate.extracted.len() + goal.rest().len()) as u64
}

/// What the scalars that go cost.
pub(super) fn scalar(f: &Function, fate: &Fate) -> u64 {
    fate.gone.iter().map(|&inst| weight(&f.insts[inst].op)).sum()
}
