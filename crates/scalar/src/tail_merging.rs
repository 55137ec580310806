//! Tail merging: merges equal blocks.
//!
//! Two blocks are equal if they compute the same operators on the same operands (values from
//! outside are the same values, or equal constants) and have equal terminators: the same return, trap,
//! tail call or `throw`, or a jump to the same block with the same arguments. Branches to one are
//! redirected to the other. Successors are compared before predecessors, so that equal sequences of
//! blocks are merged from their end.
//!
//! A value from outside dominates both blocks, and so the merged one; constants are rematerialized in
//! it. Only blocks without parameters, whose results are not used outside. When optimizing for speed,
//! only blocks that end in a trap or an exception are merged: they are cold, while elsewhere an
//! additional branch may cost more than the bytes are worth.
//!
//! Cost: linear.

use invar_analysis::{PassContext, RemarkKind};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Function, Inst, Op, Terminator, Value, ValueDef};
use invar_rules::{Const, is_constant};
use rustc_hash::FxHashMap;

/// There are no options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config;

invar_analysis::counters! {
    /// What was merged.
    pub struct Stats {
        /// Blocks that were replaced by an equal one.
        blocks,
    }
}

/// The content of a block: blocks with equal contents can replace each other.
#[derive(PartialEq, Eq, Hash)]
enum Part {
    Op(Op),
    /// The n-th result of the block's own instructions.
    Own(u32),
    Outside(Value),
    Constant(Op),
    Target(Block),
    Return,
    Unreachable,
    Leave(Op),
}

/// The least size of a block in bytes, estimated, that is worth a branch.
const LEAST_BYTES: u32 = 4;

/// Runs the pass.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    let cfg = cx.analyses.cfg(f);
    let uses = f.use_counts();
    let mut known: FxHashMap<Vec<Part>, Block> = FxHashMap::default();
    for &block in cfg.rpo.iter().rev() {
        let Some(parts) = content(f, &uses, block, cx.goals.size > 0) else { continue };
        let Some(&other) = known.get(&parts) else {
            known.insert(parts, block);
            continue;
        };
        if !cx.fuel.take() {
            continue;
        }
        let loc = f.blocks[block].term_loc;
        cx.remarks.record("tail-merging", RemarkKind::Applied, loc, "merged", || {
            format!("{block} is equal to {other}")
        });
        merge_locations(f, other, block);
        own_constants(f, other);
        // Also the edges of blocks that are not reached: passes before may leave some.
        for edge in cfg.preds(block) {
            for target in f.blocks[edge.from].term.targets_mut() {
                if target.block == block {
                    target.block = other;
                }
            }
        }
        f.kill_block(block);
        stats.blocks += 1;
    }
    cx.analyses.keep_if_current(f);
    stats
}

/// The content of a block, if it may be merged with an equal one.
fn content(
    f: &Function,
    uses: &SecondaryMap<Value, u32>,
    block: Block,
    for_size: bool,
) -> Option<Vec<Part>> {
    let data = &f.blocks[block];
    let cold = matches!(data.term, Terminator::Unreachable | Terminator::Throw { .. });
    if block == f.entry || !data.params.is_empty() || !(cold || for_size) {
        return None;
    }
    let mut own: FxHashMap<Value, u32> = FxHashMap::default();
    let mut used_here: FxHashMap<Value, u32> = FxHashMap::default();
    let mut parts = Vec::new();
    let mut bytes = 0;
    let mut operand = |own: &FxHashMap<Value, u32>, parts: &mut Vec<Part>, value: Value| {
        let value = f.resolve(value);
        *used_here.entry(value).or_default() += 1;
        if let Some(&n) = own.get(&value) {
            parts.push(Part::Own(n));
            return;
        }
        match f.def_op(value).filter(|op| is_constant(op)) {
            Some(op) => {
                bytes += Const::from_op(op).map_or(2, Const::encoded_size);
                parts.push(Part::Constant(op.clone()));
            }
            None => {
                bytes += 2;
                parts.push(Part::Outside(value));
            }
        }
    };
    let mut count = 0;
    let mut constants = Vec::new();
    for &inst in &data.insts {
        // A constant is part of its user, wherever it is defined.
        if is_constant(&f.insts[inst].op) {
            let result = f.result(inst).expect("a constant has a result");
            constants.push(result);
            continue;
        }
        parts.push(Part::Op(f.insts[inst].op.clone()));
        f.args(inst).iter().for_each(|&arg| operand(&own, &mut parts, arg));
        for result in f.results(inst) {
            own.insert(result, own.len() as u32);
        }
        count += 2;
    }
    match &data.term {
        Terminator::Jump(call) if call.block != block => {
            if !invar_ir::mutant!(UnifyIgnoresArguments) {
                f.list(&call.args).iter().for_each(|&arg| operand(&own, &mut parts, arg));
            }
            parts.push(Part::Target(call.block));
        }
        Terminator::Return(values) => {
            f.list(values).iter().for_each(|&value| operand(&own, &mut parts, value));
            parts.push(Part::Return);
        }
        Terminator::Unreachable => parts.push(Part::Unreachable),
        Terminator::TailCall { op, args } | Terminator::Throw { op, args } => {
            f.list(args).iter().for_each(|&arg| operand(&own, &mut parts, arg));
            parts.push(Part::Leave(op.clone()));
        }
        _ => return None,
    }
    let all_here = |value: &Value| uses[*value] == used_here.get(value).copied().unwrap_or(0);
    let private = own.keys().all(all_here) && constants.iter().all(all_here);
    (private && bytes + count >= LEAST_BYTES).then_some(parts)
}

/// Gives the operators of a block, and its end, the locations of both it and an equal one.
fn merge_locations(f: &mut Function, kept: Block, gone: Block) {
    let operators = |f: &Function, block: Block| -> Vec<Inst> {
        let insts = f.blocks[block].insts.iter().copied();
        insts.filter(|&inst| !is_constant(&f.insts[inst].op)).collect()
    };
    for (kept, gone) in operators(f, kept).into_iter().zip(operators(f, gone)) {
        f.insts[kept].loc = f.merged_loc(f.insts[kept].loc, f.insts[gone].loc);
    }
    f.blocks[kept].term_loc = f.merged_loc(f.blocks[kept].term_loc, f.blocks[gone].term_loc);
}

/// Copies constants from other blocks into a block that uses them.
fn own_constants(f: &mut Function, block: Block) {
    let mut made: Vec<(Value, Inst)> = Vec::new();
    let mut fresh = |f: &mut Function, value: Value| -> Value {
        let value = f.resolve(value);
        let ValueDef::Result(inst, _) = f.values[value].def else { return value };
        if !is_constant(&f.insts[inst].op) || f.blocks[block].insts.contains(&inst) {
            return value;
        }
        let made_before = made.iter().find(|(of, _)| *of == value);
        let constant = match made_before {
            Some(&(_, constant)) => constant,
            None => {
                let (op, ty, loc) = (f.insts[inst].op.clone(), f.ty(value), f.insts[inst].loc);
                let constant = f.make_inst(op, &[], &[ty], loc);
                made.push((value, constant));
                constant
            }
        };
        f.result(constant).expect("a constant has a result")
    };
    let insts = f.blocks[block].insts.clone();
    for inst in insts {
        for n in 0..f.args(inst).len() {
            let value = fresh(f, f.args(inst)[n]);
            f.args_mut(inst)[n] = value;
        }
    }
    let mut term = std::mem::take(&mut f.blocks[block].term);
    let mut values = Vec::new();
    term.for_each_use(&f.pool, |value| values.push(value));
    let mut values =
        values.into_iter().map(|value| fresh(f, value)).collect::<Vec<_>>().into_iter();
    term.for_each_use_mut(&mut f.pool, |value| *value = values.next().expect("as many"));
    f.blocks[block].term = term;
    f.blocks[block].insts.splice(0..0, made.into_iter().map(|(_, inst)| inst));
}

#[cfg(test)]
mod tests {
    use super::{Config, run};
    use invar_analysis::Goals;
    use invar_generate::testing::{check, out_of_fuel, same_behaviour};

    #[test]
    fn equal_cold_blocks_are_one() {
        check(
            |f, cx| run(f, cx, &Config).blocks,
            1,
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               v2 = i32.const 7
               br_if v0, b1, b2
             b1:
               v3 = call f0 v2
               unreachable
             b2:
               br_if v1, b3, b4
             b3:
               v4 = i32.const 7
               v5 = call f0 v4
               unreachable
             b4:
               return v1
             }",
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               v2 = i32.const 7
               br_if v0, b1, b2
             b1:
               v6 = i32.const 7
               v3 = call f0 v6
               unreachable
             b2:
               br_if v1, b1, b4
             b4:
               return v1
             }",
        );
    }

    #[test]
    fn edges_of_blocks_that_are_not_reached_are_redirected() {
        check(
            |f, cx| run(f, cx, &Config).blocks,
            1,
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               br_if v0, b1, b2
             b1:
               v3 = call f0 v1
               unreachable
             b2:
               br_if v1, b3, b4
             b3:
               v5 = call f0 v1
               unreachable
             b4:
               return v1
             b5:
               jump b3
             }",
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               br_if v0, b1, b2
             b1:
               v3 = call f0 v1
               unreachable
             b2:
               br_if v1, b1, b4
             b4:
               return v1
             b5:
               jump b1
             }",
        );
    }

    #[test]
    fn other_operands_warm_blocks_and_results_used_elsewhere_stay() {
        let text = "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               br_if v0, b1, b2
             b1:
               v2 = call f0 v0
               unreachable
             b2:
               br_if v1, b3, b4
             b3:
               v3 = call f0 v1
               unreachable
             b4:
               br_if v0, b5, b6
             b5:
               v4 = call f0 v1
               v5 = call f0 v4
               return v5
             b6:
               v6 = call f0 v1
               v7 = call f0 v6
               return v7
             }";
        check(|f, cx| run(f, cx, &Config).blocks, 0, text, text);
    }

    #[test]
    fn random_functions_do_the_same() {
        for size in [0, 2] {
            let goals = Goals { size, ..Goals::default() };
            same_behaviour(40_000..43_000, goals, |function, cx| {
                run(function, cx, &Config);
            });
        }
    }

    #[test]
    fn fuel_runs_out_anywhere() {
        out_of_fuel(|function, cx| {
            run(function, cx, &Config);
        });
    }
}
