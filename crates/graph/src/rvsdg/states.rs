//! The classes of memory state of a function, and which of them its operators read and write.

use crate::rvsdg::graph::MAX_STATES;
use invar_analysis::inst_effects;
use invar_analysis::{Analyses, Goals, Summaries};
use invar_ir::{ClassSet, Effects, Function, Inst, Module, Op, terminator_effects, terminator_op};

/// The context of a function: its module, goals and callees.
#[derive(Clone, Copy)]
pub struct FunctionEnv<'a> {
    /// The module of the function.
    pub module: &'a Module,
    /// The optimization goals.
    pub goals: &'a Goals,
    /// The summaries of the functions that the function calls.
    pub summaries: &'a Summaries,
}

/// The states that a node reads and writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Touches {
    /// The classes of state that it reads, a bit each.
    pub reads: u16,
    /// The classes of state that it writes.
    pub writes: u16,
    /// Whether it is on the order edge: it has effects, may trap where it is executed, or may not return.
    pub ordered: bool,
}

impl Touches {
    /// The states that an operator with these effects touches, in a function with these classes of state.
    pub fn of(states: &[ClassSet], effects: Effects) -> Touches {
        let mask = |set: ClassSet| {
            let bits = states.iter().enumerate().filter(|(_, class)| class.intersects(set));
            bits.fold(0, |mask, (n, _)| mask | 1 << n)
        };
        Touches {
            reads: mask(effects.reads),
            writes: mask(effects.writes),
            ordered: !effects.may_be_deleted(),
        }
    }

    /// The classes of its state inputs: read or written.
    pub fn inputs(self) -> impl Iterator<Item = usize> {
        bits(self.reads | self.writes)
    }

    /// The classes of its state outputs: written.
    pub fn outputs(self) -> impl Iterator<Item = usize> {
        bits(self.writes)
    }
}

/// The numbers of the bits that are set.
pub(crate) fn bits(mask: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |n| mask & 1 << n != 0)
}

/// The effects of an instruction under the promises of the goals; of a call, those in the summary of its
/// callee.
pub(crate) fn effects_of(function: &Function, env: &FunctionEnv<'_>, inst: Inst) -> Effects {
    let op = &function.insts[inst].op;
    let of_callee = env.summaries.call_effects(op);
    let effects = of_callee.unwrap_or_else(|| inst_effects(function, inst, env.module));
    effects.with_promise(env.goals.traps_never_happen)
}

/// The effects of an operator that ends a function.
pub(crate) fn end_effects(op: &Op, env: &FunctionEnv<'_>) -> Effects {
    match op {
        Op::Unreachable => Effects::TRAP,
        _ => (env.summaries.call_effects(op)).unwrap_or_else(|| invar_ir::effects(op, env.module)),
    }
}

/// The effects of a call of a function: those of all its reachable blocks. One with a loop that may be
/// infinite may not return. Cost: linear.
pub fn function_effects(
    function: &Function,
    analyses: &mut Analyses,
    env: &FunctionEnv<'_>,
) -> Effects {
    let cfg = analyses.cfg(function);
    let mut all = Effects::PURE;
    all.may_not_return = !analyses.termination(function).all_finite();
    for &block in &cfg.rpo {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            all = all.union(effects_of(function, env, inst));
        }
        all = all.union(match terminator_op(&data.term) {
            Some(op) => end_effects(op, env),
            None => terminator_effects(&data.term, env.module),
        });
    }
    all
}

/// The classes of state of a function: all state, partitioned by the reads and writes of its
/// operators in order of appearance, then of its irreducible cycles, until there are [`MAX_STATES`]
/// classes. Cost: linear.
pub(crate) fn classes(
    function: &Function,
    of_cycles: impl Iterator<Item = Effects>,
    env: &FunctionEnv<'_>,
) -> Vec<ClassSet> {
    let mut classes = vec![ClassSet::ALL];
    let mut split = |set: ClassSet| {
        if set.is_empty() || set == ClassSet::ALL {
            return;
        }
        for n in 0..classes.len() {
            let rest = classes[n].minus(set);
            let common = classes[n].minus(rest);
            if !rest.is_empty() && !common.is_empty() && classes.len() < MAX_STATES {
                classes[n] = common;
                classes.push(rest);
            }
        }
    };
    for block in function.live_blocks() {
        for &inst in &function.blocks[block].insts {
            let effects = effects_of(function, env, inst);
            split(effects.writes);
            split(effects.reads);
        }
        let effects = terminator_effects(&function.blocks[block].term, env.module);
        split(effects.writes);
    }
    for effects in of_cycles {
        split(effects.writes);
        split(effects.reads);
    }
    classes
}
