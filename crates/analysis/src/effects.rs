//! The effects of instructions: those of their operators, without the traps that their operands rule out.

use crate::never_traps;
use invar_ir::{Effects, Function, Inst, Module, Op, ValType, effects};
use invar_rules::ValueFacts;

/// The effects of an instruction: those of its operator, without the traps that its operands rule
/// out wherever they exist ([`effects_on`]).
pub fn inst_effects(function: &Function, inst: Inst, module: &Module) -> Effects {
    effects_on(function, module, &function.insts[inst].op, function.args(inst))
}

/// The effects of an operator on these operands, without the traps that they rule out wherever they
/// exist: on null by their types, out of bounds and of divisions by facts about integers
/// ([`never_traps`]). Cost: O(1).
pub fn effects_on<F: ValueFacts>(
    facts: &F,
    module: &Module,
    op: &Op,
    args: &[F::Value],
) -> Effects {
    let effects = effects(op, module);
    let null_is_the_only_trap = matches!(
        op,
        Op::StructGet { .. }
            | Op::StructGetS { .. }
            | Op::StructGetU { .. }
            | Op::StructSet { .. }
            | Op::ArrayLen
            | Op::I31GetS
            | Op::I31GetU
            | Op::RefAsNonNull
    );
    let non_null = || match args.first().map(|&value| facts.ty(value)) {
        Some(ValType::Ref(ty)) => !ty.is_nullable(),
        _ => false,
    };
    let is_excluded = || {
        if null_is_the_only_trap {
            invar_ir::mutant!(EffectsNullNeverTraps) || non_null()
        } else {
            never_traps(facts, module, op, args)
        }
    };
    if effects.traps_if_speculated() && is_excluded() { effects.without_traps() } else { effects }
}
