//! Constant propagation for immutable globals.
//!
//! A read of an immutable global becomes its constant, if the global is not imported and is initialized with
//! one. Where size counts, large constants are left to the global.
//!
//! Cost: linear.

use invar_ir::rules::{Const, is_constant};
use invar_ir::{Function, Global, Goals, Module, Op, PassContext, ValType, constant_type};

/// There are no options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config;

invar_ir::counters! {
    /// What was replaced.
    pub struct Stats {
        /// Reads that became constants.
        constants,
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

/// Replaces reads of constants.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
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
    stats
}
