//! Extending loads: a load whose result is only extended becomes the load that extends it.
//!
//! Compilers load a `char` without its sign and extend it afterwards, by two shifts where they may not use
//! `i32.extend8_s`. The new load reads the same bytes, so it traps in the same cases.

use invar_analysis::Fuel;
use invar_analysis::inst_effects;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Cfg, Function, Inst, Module, Op, ValType, Value, ValueDef};
use invar_rules::{Const, ValueFacts};

/// Replaces loads in reachable blocks; how many.
pub(super) fn run(function: &mut Function, module: &Module, cfg: &Cfg, fuel: &Fuel) -> u64 {
    let is_extension = |&inst: &Inst| extension(function, inst).is_some();
    let mut insts = cfg.rpo.iter().flat_map(|&block| &function.blocks[block].insts);
    if !insts.any(is_extension) {
        return 0;
    }
    let (mut all, mut live) = uses(function, module, cfg);
    let mut count = 0;
    for &block in &cfg.rpo {
        let mut insts = std::mem::take(&mut function.blocks[block].insts);
        insts.retain(|&inst| {
            let Some((load, op, ty)) = extension(function, inst) else { return true };
            let (result, loaded) = (function.result(inst), function.result(load));
            let (Some(result), Some(loaded)) = (result, loaded) else { return true };
            // Dead code may have the value in another range, but not of another type.
            let uses = if ty == function.ty(loaded) { &live } else { &all };
            let is_shared = uses[loaded] != 1 && !invar_ir::mutant!(FoldExtendsShared);
            // If the extension itself is dead, the one use that is left is another one.
            let is_dead = live[result] == 0 && !invar_ir::mutant!(FoldExtendsDead);
            if is_shared || is_dead || !fuel.take() {
                return true;
            }
            function.insts[load].op = op;
            function.values[loaded].ty = ty;
            // Where shifts extend it, the first one still uses it, though it is dead.
            let is_direct = function.args(inst).iter().any(|&arg| function.resolve(arg) == loaded);
            all[loaded] = all[loaded] + all[result] - u32::from(is_direct);
            live[loaded] = live[result];
            function.alias(result, loaded);
            count += 1;
            false
        });
        function.blocks[block].insts = insts;
    }
    count
}

/// How often values are used.
type Uses = SecondaryMap<Value, u32>;

/// How often values are used in all code, and without what is dead: folding leaves the shifts that it replaced.
fn uses(function: &Function, module: &Module, cfg: &Cfg) -> (Uses, Uses) {
    let all = function.use_counts();
    let mut uses = all.clone();
    for &inst in cfg.rpo.iter().rev().flat_map(|&block| function.blocks[block].insts.iter().rev()) {
        let is_unused = function.results(inst).all(|result| uses[result] == 0);
        if is_unused && inst_effects(function, inst, module).is_pure_total() {
            function.args(inst).iter().for_each(|&arg| uses[function.resolve(arg)] -= 1);
        }
    }
    (all, uses)
}

/// If an instruction extends the result of a load: the load, and the operator and type of the one that does
/// both.
fn extension(function: &Function, inst: Inst) -> Option<(Inst, Op, ValType)> {
    let args = function.args(inst);
    let load_of = |n: usize| match function.values[function.resolve(*args.get(n)?)].def {
        ValueDef::Result(load, _) => Some(load),
        _ => None,
    };
    // The bits from which a sign is extended by two shifts, and what is shifted.
    let shifted = |width: i64| {
        let amount = function.constant(args[1]).and_then(Const::as_int)? & (width - 1);
        let shl = load_of(0)?;
        let is_shl = matches!(function.insts[shl].op, Op::I32Shl | Op::I64Shl);
        let [value, by] = function.args(shl) else { return None };
        let same = function.constant(*by).and_then(Const::as_int)? & (width - 1) == amount;
        match function.values[function.resolve(*value)].def {
            ValueDef::Result(load, _) if is_shl && same => Some((load, width - amount)),
            _ => None,
        }
    };
    use Op::*;
    let signed = |(load, bits): (Inst, i64)| {
        let op = match (&function.insts[load].op, bits) {
            (&I32Load8U { memarg } | &I32Load8S { memarg }, 8) => I32Load8S { memarg },
            (&I32Load16U { memarg } | &I32Load16S { memarg }, 16) => I32Load16S { memarg },
            (&I64Load8U { memarg } | &I64Load8S { memarg }, 8) => I64Load8S { memarg },
            (&I64Load16U { memarg } | &I64Load16S { memarg }, 16) => I64Load16S { memarg },
            (&I64Load32U { memarg } | &I64Load32S { memarg }, 32) => I64Load32S { memarg },
            _ => return None,
        };
        Some((load, op, function.ty(function.result(load)?)))
    };
    match function.insts[inst].op {
        I32ShrS => signed(shifted(32)?),
        I64ShrS => signed(shifted(64)?),
        I32Extend8S | I64Extend8S => signed((load_of(0)?, 8)),
        I32Extend16S | I64Extend16S => signed((load_of(0)?, 16)),
        I64Extend32S => signed((load_of(0)?, 32)),
        ref op @ (I64ExtendI32S | I64ExtendI32U) => {
            let load = load_of(0)?;
            let is_signed = matches!(op, I64ExtendI32S);
            let op = match function.insts[load].op {
                I32Load { memarg } if is_signed => I64Load32S { memarg },
                I32Load { memarg } => I64Load32U { memarg },
                I32Load8S { memarg } if is_signed => I64Load8S { memarg },
                I32Load16S { memarg } if is_signed => I64Load16S { memarg },
                I32Load8U { memarg } => I64Load8U { memarg },
                I32Load16U { memarg } => I64Load16U { memarg },
                _ => return None,
            };
            Some((load, op, ValType::I64))
        }
        _ => None,
    }
}
