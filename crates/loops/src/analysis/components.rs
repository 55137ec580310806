//! Induction variables as components of the SSA graph.
//!
//! Header parameters need not be incremented by one step ([`Basic`](super::induction::Basic)). A *component* is a
//! set of values that are header parameters, parameters of inner blocks (merges), and additions and subtractions
//! of invariants, each computed from others of the set only: two header parameters that are passed to each
//! other, or a variable whose step differs by the way taken (after Cooper, Simpson and Vick, *Operator strength
//! reduction*, 2001, where it is a strongly connected component; here it is what is reached backwards from a
//! header parameter, which may also include a variable that this one trails).
//!
//! For any `a` and `b`, the values `a*v + b` form a component of the same shape, with the starts `a*start + b` and
//! the steps `a*step`, in wrapping arithmetic.
//!
//! Values in inner loops are not part of a component. Cost: linear in the values of a component, at most
//! [`MOST_MEMBERS`], times the header parameters that are no basic induction variables.

use crate::analysis::induction::Basic;
use crate::analysis::shape::{Homes, Nest};
use invar_analysis::transform::edges;
use invar_analysis::{Linear, Loop};
use invar_ir::{Block, Function, Inst, Op, Terminator, Value, ValueDef};
use rustc_hash::FxHashSet;

/// How many values a component may have.
pub(crate) const MOST_MEMBERS: usize = 32;

/// How a value of a component is computed.
#[derive(Clone, Debug)]
pub(crate) enum Member {
    /// A parameter of the loop's header, with the argument from the preheader and the one from the latch.
    Header { start: Value, next: Value },
    /// A parameter of another block, with the arguments of the edges into it, in order.
    Merge { block: Block, args: Vec<Value> },
    /// Another value plus an invariant sum.
    Sum { inst: Inst, of: Value, step: Linear },
}

/// See the module's documentation.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    /// The values; a sum comes after what is added to, if that is in the same block.
    pub members: Vec<(Value, Member)>,
}

impl Component {
    /// The parameters of the component: of the header, and merges.
    pub fn params(&self) -> impl Iterator<Item = Value> {
        let is_param = |member: &Member| !matches!(member, Member::Sum { .. });
        self.members.iter().filter(move |(_, member)| is_param(member)).map(|(value, _)| *value)
    }

    /// Whether all steps are constants.
    pub fn has_constant_steps(&self) -> bool {
        self.members.iter().all(|(_, member)| match member {
            Member::Sum { step, .. } => step.terms.is_empty(),
            _ => true,
        })
    }

    /// The additions of an iteration: for each header parameter, the most on a way to its next value.
    pub fn additions(&self) -> usize {
        let mut most = vec![0usize; self.members.len()];
        let at = |value: Value| self.members.iter().position(|(other, _)| *other == value);
        let of = |most: &[usize], value: Value| at(value).map_or(0, |at| most[at]);
        // As often as there are members: then all ways are complete.
        for _ in 0..self.members.len() {
            for (n, (_, member)) in self.members.iter().enumerate() {
                most[n] = match member {
                    Member::Header { .. } => 0,
                    Member::Sum { of: value, .. } => of(&most, *value) + 1,
                    Member::Merge { args, .. } => {
                        args.iter().map(|&arg| of(&most, arg)).max().unwrap_or(0)
                    }
                };
            }
        }
        let additions = self.members.iter().map(|(_, member)| match member {
            Member::Header { next, .. } => of(&most, *next),
            _ => 0,
        });
        additions.sum()
    }
}

/// The components of a loop in simplify form whose header parameters are not all basic.
pub(crate) fn components(
    f: &Function,
    nest: &Nest,
    home: &Homes,
    id: Loop,
    basics: &[Basic],
) -> Vec<Component> {
    let mut found: Vec<Component> = Vec::new();
    let mut known: FxHashSet<Value> = basics.iter().map(|basic| basic.param).collect();
    for &param in &f.blocks[nest.forest.loops[id].header].params {
        if !known.contains(&param)
            && let Some(component) = component(f, nest, home, id, param)
        {
            known.extend(component.params());
            found.push(component);
        }
    }
    found
}

/// The component of a header parameter.
fn component(f: &Function, nest: &Nest, home: &Homes, id: Loop, param: Value) -> Option<Component> {
    let (preheader, _) = nest.ends(id)?;
    let header = nest.forest.loops[id].header;
    let Terminator::Jump(entry) = &f.blocks[preheader].term else { return None };
    let back = nest.forest.back_edges(id)[0];
    let mut members: Vec<(Value, Member)> = Vec::new();
    let mut work = vec![param];
    let mut adds = false;
    while let Some(value) = work.pop() {
        if members.iter().any(|(other, _)| *other == value) {
            continue;
        }
        if members.len() == MOST_MEMBERS {
            return None;
        }
        let own = |block: Block| nest.forest.innermost(block) == Some(id);
        let member = match f.values[value].def {
            ValueDef::Param(block, n) if block == header => {
                let start = f.resolve(f.list(&entry.args)[n as usize]);
                let next = f.resolve(edges::args(f, back)[n as usize]);
                work.push(next);
                Member::Header { start, next }
            }
            ValueDef::Param(block, n) if own(block) => {
                let mut args = Vec::new();
                for &edge in nest.cfg.preds(block) {
                    // Behind an inner loop.
                    if !own(edge.from) {
                        return None;
                    }
                    args.push(f.resolve(*edges::args(f, edge).get(n as usize)?));
                }
                work.extend(&args);
                Member::Merge { block, args }
            }
            ValueDef::Result(inst, _) if home[inst].is_some_and(own) => {
                let (of, step) = addition(f, nest, home, id, inst)?;
                adds = true;
                work.push(of);
                Member::Sum { inst, of, step }
            }
            _ => return None,
        };
        members.push((value, member));
    }
    adds.then_some(Component { members })
}

/// An addition or subtraction of an invariant: the other operand, and the invariant.
fn addition(
    f: &Function,
    nest: &Nest,
    home: &Homes,
    id: Loop,
    inst: Inst,
) -> Option<(Value, Linear)> {
    let &[left, right] = f.args(inst) else { return None };
    let (left, right) = (f.resolve(left), f.resolve(right));
    let invariant = |value| nest.is_invariant(f, home, id, value);
    let sum = |value, factor: u64| {
        let invariant = Linear::of_within(f, value, |value| !invariant(value))?;
        let mut step = Linear::constant(invariant.wide, 0);
        step.add(&invariant, factor);
        Some(step)
    };
    match f.insts[inst].op {
        Op::I32Add | Op::I64Add if invariant(right) => Some((left, sum(right, 1)?)),
        Op::I32Add | Op::I64Add if invariant(left) => Some((right, sum(left, 1)?)),
        Op::I32Sub | Op::I64Sub if invariant(right) => Some((left, sum(right, u64::MAX)?)),
        _ => None,
    }
}
