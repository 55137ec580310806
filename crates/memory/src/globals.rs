//! Constant propagation for immutable globals, and dead store elimination for mutable ones.
//!
//! A read of an immutable global becomes its constant, if the global is not imported and is initialized with
//! one. Where size counts, large constants are left to the global.
//!
//! A `global.set` is dead if, in the same block, the same global is assigned again with nothing
//! between that reads the global, may trap or may not return: after a trap, whoever calls into the
//! instance again observes its globals. Compilers that keep a stack pointer in a global leave many,
//! where one frame is left and the next one entered. With `traps_never_happen` traps do not count.
//!
//! Cost: linear. Never looks across blocks.

use invar_ir::inst_effects;
use invar_ir::rules::{Const, is_constant};
use invar_ir::{
    EffectKind, Function, Global, Goals, Module, Op, PassContext, RemarkKind, ValType,
    constant_type,
};
use rustc_hash::FxHashSet;

/// There are no options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config;

invar_ir::counters! {
    /// What was replaced and removed.
    pub struct Stats {
        /// Reads that became constants.
        constants,
        /// Assignments removed.
        sets,
    }
}

/// The constant that an immutable global holds, and its type, unless the constant is too large for the goals.
fn constant(module: &Module, goals: &Goals, index: u32) -> Option<(Op, ValType)> {
    let global = &module.globals[Global::from_u32(index)];
    let [op] = &global.init[..] else { return None };
    let small = match Const::from_op(op) {
        Some(Const::I32(value)) => (-(1 << 13)..1 << 13).contains(&value),
        Some(Const::I64(value)) => (-(1 << 13)..1 << 13).contains(&value),
        _ => false,
    };
    let known = !global.ty.mutable && is_constant(op) && (small || goals.size == 0);
    let ty = constant_type(op, global.ty.content_type, module).filter(|_| known)?;
    Some((op.clone(), ty))
}

/// Replaces reads of constants and removes dead assignments; their operands are left to dead-code
/// elimination.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    let mut overwritten: FxHashSet<u32> = FxHashSet::default();
    for block in f.blocks.keys() {
        for &inst in &f.blocks[block].insts {
            if let Op::GlobalGet { global_index } = f.insts[inst].op
                && let Some((op, ty)) = constant(cx.module, &cx.goals, global_index)
                && cx.fuel.take()
            {
                let value = f.result(inst).expect("a read has a result");
                f.insts[inst].op = op;
                f.values[value].ty = ty;
                stats.constants += 1;
            }
        }
    }
    for block in f.blocks.keys() {
        overwritten.clear();
        let mut dead = Vec::new();
        for (n, &inst) in f.blocks[block].insts.iter().enumerate().rev() {
            match f.insts[inst].op {
                Op::GlobalSet { global_index } => {
                    if !overwritten.insert(global_index) && cx.fuel.take() {
                        dead.push(n);
                        let loc = f.insts[inst].loc;
                        cx.remarks.record("globals", RemarkKind::Applied, loc, "dead set", || {
                            format!("g{global_index} is assigned again before it is read")
                        });
                    }
                }
                Op::GlobalGet { global_index } => {
                    overwritten.remove(&global_index);
                    // Two imports may be one global.
                    if cx.module.globals[Global::from_u32(global_index)].import.is_some()
                        && !invar_ir::mutant!(GlobalsDeadImportRead)
                    {
                        overwritten.clear();
                    }
                }
                _ => {
                    let mut effects = inst_effects(f, inst, cx.module);
                    if cx.goals.traps_never_happen {
                        effects = effects.without_traps();
                    }
                    // An allocation or a load reads no global; an effect may be a call, or trap.
                    let unseen =
                        matches!(effects.kind(), EffectKind::PureTotal | EffectKind::Reading)
                            || invar_ir::mutant!(GlobalsDeadBeforeTrap) && effects.is_trapping();
                    if !unseen {
                        overwritten.clear();
                    }
                }
            }
        }
        stats.sets += dead.len() as u64;
        // Found from the end, removed from the start.
        let mut n = 0;
        f.blocks[block].insts.retain(|_| {
            n += 1;
            let gone = dead.last() == Some(&(n - 1));
            if gone {
                dead.pop();
            }
            !gone
        });
    }
    stats
}
