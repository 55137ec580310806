//! Removes assignments of globals that are overwritten before anyone can see them.
//!
//! A `global.set` is dead if, in the same block, the same global is assigned again with nothing
//! between that reads the global, may trap or may not return: after a trap, whoever calls into the
//! instance again sees its globals. Compilers that keep a stack pointer in a global leave many,
//! where one frame is left and the next one entered. With `traps_never_happen` traps do not count.
//!
//! Cost: linear. Never looks across blocks.

use invar_ir::{EffectKind, Function, Global, Op, PassContext, RemarkKind, effects};
use rustc_hash::FxHashSet;

/// No switches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config;

invar_ir::counters! {
    /// What was removed.
    pub struct Stats {
        /// Assignments removed.
        sets,
    }
}

/// Removes dead assignments; their operands are left to dead-code elimination.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    let mut overwritten: FxHashSet<u32> = FxHashSet::default();
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
                            format!("g{global_index} is assigned again before it is seen")
                        });
                    }
                }
                Op::GlobalGet { global_index } => {
                    overwritten.remove(&global_index);
                    // Two imports may be one global.
                    if cx.module.globals[Global::from_u32(global_index)].import.is_some() {
                        overwritten.clear();
                    }
                }
                ref op => {
                    let mut effects = effects(op, cx.module);
                    if cx.goals.traps_never_happen {
                        effects = effects.without_traps();
                    }
                    // An allocation or a load sees no global; an effect may be a call, or trap.
                    if !matches!(effects.kind(), EffectKind::PureTotal | EffectKind::Reading) {
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
