//! Lets sums behind the increment of a loop's variable read the incremented value.
//!
//! Of `n = p + 8`, where the back edge passes `n` for the parameter `p`, rules that add constants make `p + 12` of
//! `n + 4`. Then `p` is live behind `n`, the two cannot share a local, and each iteration copies `n`. Here `p + c` becomes
//! `n + (c - 8)`, and `c - p` becomes `(c + 8) - n`, where all that reads `p` behind the increment has such a form.
//!
//! LLVM's loop strength reduction calls such uses post-increment users. Cost: linear in the function.

use invar_analysis::LoopForest;
use invar_ir::{Block, Dominators, Function, Inst, Op, Terminator, ValType, Value, ValueDef};
use invar_rules::ValueFacts;
use rustc_hash::FxHashMap;

/// The increment of a loop's variable.
struct Increment {
    /// The incremented value.
    next: Value,
    /// What is added, as an integer of the variable's type.
    step: i64,
    block: Block,
    /// The place of the addition in its block.
    position: usize,
    /// What reads the variable behind the increment: the block and the instruction.
    behind: Vec<(Block, Inst)>,
}

/// Where a use of a loop's variable lies.
enum Place {
    /// It is executed before the increment in each iteration.
    Before,
    /// The increment is always executed before it.
    Behind,
    Unknown,
}

/// Rewrites the sums of a function. Only jumps pass arguments, and there are no aliases; there are none afterwards.
pub(super) fn read_incremented(f: &mut Function, dominators: &Dominators, loops: &LoopForest) {
    let mut increments = find(f, loops);
    if increments.is_empty() {
        return;
    }
    for block in f.live_blocks() {
        let data = &f.blocks[block];
        for (n, &inst) in data.insts.iter().enumerate() {
            for &arg in f.args(inst) {
                let Some(increment) = increments.get_mut(&arg) else { continue };
                if f.result(inst) == Some(increment.next) {
                    continue;
                }
                match increment.place(block, n, dominators) {
                    Place::Before => {}
                    Place::Behind if is_sum(f, inst, arg) => increment.behind.push((block, inst)),
                    _ => drop(increments.remove(&arg)),
                }
            }
        }
        data.term.for_each_use(&f.pool, |arg| {
            let Some(increment) = increments.get(&arg) else { return };
            if !matches!(increment.place(block, usize::MAX, dominators), Place::Before) {
                increments.remove(&arg);
            }
        });
    }
    // How each sum is rewritten: the variable, its increment and what that adds.
    let mut sums: FxHashMap<Inst, (Value, Value, i64)> = FxHashMap::default();
    let mut blocks: Vec<Block> = Vec::new();
    for (param, Increment { next, step, behind, .. }) in increments {
        for (block, inst) in behind {
            sums.insert(inst, (param, next, step));
            blocks.push(block);
        }
    }
    blocks.sort_unstable();
    blocks.dedup();
    for block in blocks {
        let insts = std::mem::take(&mut f.blocks[block].insts);
        for inst in insts {
            match sums.get(&inst) {
                Some(&sum) => rewrite(f, block, inst, sum),
                None => f.blocks[block].insts.push(inst),
            }
        }
    }
    f.resolve_aliases();
}

impl Increment {
    /// Where the instruction of this number in a block lies, or its terminator.
    fn place(&self, block: Block, n: usize, dominators: &Dominators) -> Place {
        if block == self.block {
            return if n < self.position { Place::Before } else { Place::Behind };
        }
        if dominators.dominates(block, self.block) {
            Place::Before
        } else if dominators.dominates(self.block, block)
            || invar_ir::mutant!(WasmIncrementsAnywhere)
        {
            Place::Behind
        } else {
            Place::Unknown
        }
    }
}

/// The variables of loops that have one increment, which is executed at most once in an iteration.
fn find(f: &Function, loops: &LoopForest) -> FxHashMap<Value, Increment> {
    let mut found: FxHashMap<Value, (Value, i64)> = FxHashMap::default();
    for (id, data) in &loops.loops {
        for (n, &param) in f.blocks[data.header].params.iter().enumerate() {
            let mut increments = loops.back_edges(id).iter().filter_map(|edge| {
                let Terminator::Jump(call) = &f.blocks[edge.from].term else { return None };
                let next = f.list(&call.args)[n];
                Some((next, step(f, next, param)?))
            });
            if let Some(first) = increments.next()
                && increments.all(|other| other == first)
            {
                found.insert(param, first);
            }
        }
    }
    let wanted: FxHashMap<Inst, (Value, i64)> = found
        .into_iter()
        .filter_map(|(param, (next, step))| Some((f.def_inst(next)?, (param, step))))
        .collect();
    let mut increments = FxHashMap::default();
    if wanted.is_empty() {
        return increments;
    }
    for block in f.live_blocks() {
        for (position, inst) in f.blocks[block].insts.iter().enumerate() {
            let Some(&(param, step)) = wanted.get(inst) else { continue };
            let ValueDef::Param(header, _) = f.values[param].def else { continue };
            if loops.innermost(block) == loops.innermost(header) {
                let next = f.result(*inst).expect("a sum has a result");
                let increment = Increment { next, step, block, position, behind: Vec::new() };
                increments.insert(param, increment);
            }
        }
    }
    increments
}

/// What is added to a variable, if a value is a sum of that form.
fn step(f: &Function, next: Value, param: Value) -> Option<i64> {
    let inst = f.def_inst(next)?;
    match (&f.insts[inst].op, f.args(inst)) {
        (Op::I32Add | Op::I64Add, &[x, step]) if x == param => int(f, step),
        (Op::I32Sub | Op::I64Sub, &[x, step]) if x == param => int(f, step)?.checked_neg(),
        _ => None,
    }
}

/// The integer that a value is, if it is a constant.
fn int(f: &Function, value: Value) -> Option<i64> {
    f.constant(value)?.as_int()
}

/// Whether an instruction is the sum of a variable and a constant, or their difference.
fn is_sum(f: &Function, inst: Inst, param: Value) -> bool {
    match (&f.insts[inst].op, f.args(inst)) {
        (Op::I32Add | Op::I64Add | Op::I32Sub | Op::I64Sub, &[x, y]) => {
            let other = if x == param { y } else { x };
            int(f, other).is_some()
        }
        _ => false,
    }
}

/// Puts a sum at the end of a block, as one of the incremented value.
fn rewrite(f: &mut Function, block: Block, inst: Inst, (param, next, step): (Value, Value, i64)) {
    let is_first = f.args(inst)[0] == param;
    let constant = f.args(inst)[usize::from(is_first)];
    let constant = int(f, constant).expect("one operand is a constant");
    let subtracts = matches!(f.insts[inst].op, Op::I32Sub | Op::I64Sub);
    // With n - step for p: p + c is n + (c - step), p - c is n - (c + step), c - p is (c + step) - n.
    let constant =
        if subtracts { constant.wrapping_add(step) } else { constant.wrapping_sub(step) };
    let is_narrow = f.ty(param) == ValType::I32;
    let constant = if is_narrow { i64::from(constant as i32) } else { constant };
    if constant == 0 && (is_first || !subtracts) {
        let result = f.result(inst).expect("a sum has a result");
        f.alias(result, next);
        return;
    }
    let op = if is_narrow {
        Op::I32Const { value: constant as i32 }
    } else {
        Op::I64Const { value: constant }
    };
    let loc = f.insts[inst].loc;
    let made = f.append(block, op, &[], &[f.ty(param)], loc);
    let made = f.result(made).expect("a constant has a result");
    let args = if is_first { [next, made] } else { [made, next] };
    f.args_mut(inst).copy_from_slice(&args);
    f.blocks[block].insts.push(inst);
}

#[cfg(test)]
mod tests {
    use crate::write::testing::lowered;

    #[test]
    fn a_sum_behind_the_loop_reads_the_incremented_variable() {
        let text = "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               jump b1(v0)
             b1(v1: i32):
               v2 = i32.const 2
               v3 = i32.add v1, v2
               v4 = call f0 v3
               br_if v4, b1(v3), b2
             b2:
               v5 = i32.const 3
               v6 = i32.add v1, v5
               return v6
             }";
        let expected = "loop 3; get 0; i32.const 2; i32.add; tee 0; call f0; br_if 3; end; \
             get 0; i32.const 1; i32.add";
        assert_eq!(lowered(text), expected);
    }

    #[test]
    fn a_difference_behind_the_increment_reads_it() {
        let text = "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               jump b1(v0)
             b1(v1: i32):
               v2 = i32.const 4
               v3 = i32.sub v1, v2
               v4 = call f0 v3
               br_if v4, b1(v3), b2
             b2:
               v5 = i32.sub v2, v1
               return v5
             }";
        let expected = "loop 3; get 0; i32.const 4; i32.sub; tee 0; call f0; br_if 3; end; \
             i32.const 0; get 0; i32.sub";
        assert_eq!(lowered(text), expected);
    }

    #[test]
    fn a_sum_that_ways_around_the_increment_reach_stays() {
        let text = "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               jump b1(v0)
             b1(v1: i32):
               v2 = call f0 v1
               br_if v2, b2, b3
             b2:
               v3 = i32.const 2
               v4 = i32.add v1, v3
               v5 = call f0 v4
               br_if v5, b1(v4), b3
             b3:
               v6 = i32.const 3
               v7 = i32.add v1, v6
               return v7
             }";
        let expected = "loop 3; get 0; call f0; if; get 0; i32.const 2; i32.add; tee 1; call f0; if; \
             get 1; set 0; br 3; end; end; end; get 0; i32.const 3; i32.add";
        assert_eq!(lowered(text), expected);
    }
}
