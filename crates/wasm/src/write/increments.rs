//! Lets what is behind the increment of a loop's variable read the incremented value.
//!
//! Of `n = p + 8`, where a way around the loop passes `n` for the parameter `p`, rules that add constants make `p + 12`
//! of `n + 4`, and offset folding makes `load offset=12 p` of `load offset=4 n`. Then `p` is live behind `n`, the two
//! cannot share a local, and each iteration copies `n`. Here `p + c` becomes `n + (c - 8)`, `c - p` becomes
//! `(c + 8) - n`, and an access to `p + offset` one to `n + (offset - 8)`, if all that reads `p` behind the increment
//! has such a form. Anything else reads `n - 8`, if it is executed rarely beside the copies of `n`. The
//! increment moves behind what reads `p` in its block before anything reads `n`.
//!
//! An access is rewritten only if `n` does not wrap, because an access to `p` before the increment did not trap
//! ([`MemoryAccess::room`]).
//!
//! LLVM's loop strength reduction calls such uses post-increment users. Cost: near-linear in the function.

use super::locals::Weights;
use invar_analysis::LoopForest;
use invar_ir::{
    Block, Cfg, Dominators, Function, Inst, MemoryAccess, Module, Op, Terminator, UnionFind,
    ValType, Value, ValueDef, memory_access, set_address,
};
use invar_rules::ValueFacts;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many copies of the incremented value, by the estimate of frequencies, pay for computing the variable again. How
/// often a loop repeats is a guess: what is executed once behind it is not worth less than its copies.
const RARELY: u64 = 16;

/// The increment of a loop's variable.
struct Increment {
    /// The addition.
    inst: Inst,
    /// The incremented value.
    next: Value,
    /// What is added, as an integer of the variable's type.
    step: i64,
    block: Block,
    /// The number of the instruction of its block in front of which the addition is executed, or can be.
    position: usize,
    /// What reads the variable behind the increment: an instruction of the block, or its terminator.
    behind: Vec<(Block, Option<Inst>)>,
    /// The jumps that pass the incremented value for the variable: how many, and how often they are executed.
    jumps: (usize, u64),
    /// The variable plus a smaller number than this does not wrap, because of an access before the increment.
    room: u128,
}

/// Where a use of a loop's variable lies.
enum Place {
    /// It is executed before the increment in each iteration.
    Before,
    /// The increment is always executed before it.
    Behind,
    Unknown,
}

/// Rewrites what reads variables of loops behind their increments. Only jumps pass arguments, and there are no aliases;
/// there are none afterwards.
pub(super) fn read_incremented(
    module: &Module,
    f: &mut Function,
    cfg: &Cfg,
    dominators: &Dominators,
    loops: &LoopForest,
    weights: &Weights,
) {
    let mut increments = find(f, cfg, loops, weights);
    if increments.is_empty() {
        return;
    }
    for block in f.live_blocks() {
        let data = &f.blocks[block];
        let mut read = |param: Value, n: usize, inst: Option<Inst>| {
            let Some(increment) = increments.get_mut(&param) else { return };
            match increment.place(block, n, dominators) {
                _ if inst == Some(increment.inst) => {}
                Place::Before => {
                    let access = inst.and_then(|inst| access_to(f, inst, param));
                    let room = access.map_or(0, |access| access.room(module));
                    increment.room = increment.room.max(room);
                }
                Place::Behind => increment.behind.push((block, inst)),
                Place::Unknown => drop(increments.remove(&param)),
            }
        };
        for (n, &inst) in data.insts.iter().enumerate() {
            f.args(inst).iter().for_each(|&arg| read(arg, n, Some(inst)));
        }
        data.term.for_each_use(&f.pool, |arg| read(arg, usize::MAX, None));
    }
    increments.retain(|&param, increment| increment.pays(f, param, weights));
    apply(f, &increments);
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

    /// Whether an instruction behind the increment can read the incremented value in place of the variable, and do the
    /// same.
    fn fits(&self, f: &Function, param: Value, inst: Inst) -> bool {
        let offset = access_to(f, inst, param).map(|access| access.memarg.offset);
        offset.zip(u64::try_from(self.step).ok()).is_some_and(|(offset, step)| {
            let never_wraps = u128::from(step) < self.room;
            step <= offset && (never_wraps || invar_ir::mutant!(WasmIncrementsMayWrap))
        }) || is_sum(f, inst, param)
    }

    /// Whether something reads the variable behind the increment, and copies of the incremented value take more than
    /// what has to compute the variable again.
    fn pays(&self, f: &Function, param: Value, weights: &Weights) -> bool {
        let others = self
            .behind
            .iter()
            .filter(|(_, inst)| inst.is_none_or(|inst| !self.fits(f, param, inst)));
        let (count, executed) = others.fold((0, 0), |(count, executed), &(block, _)| {
            (count + 1, executed + weights.executed(block))
        });
        let is_less = count <= self.jumps.0 && executed * RARELY < self.jumps.1;
        !self.behind.is_empty() && (count == 0 || is_less)
    }
}

/// For each variable of a loop that may be passed the result of an addition to itself: the first such addition, if that
/// is executed at most once in an iteration.
fn find(
    f: &Function,
    cfg: &Cfg,
    loops: &LoopForest,
    weights: &Weights,
) -> FxHashMap<Value, Increment> {
    let mut increments = FxHashMap::default();
    if loops.loops.is_empty() {
        return increments;
    }
    let wanted = passed_sums(f, cfg, loops, weights);
    if wanted.is_empty() {
        return increments;
    }
    for &block in &cfg.rpo {
        let insts = &f.blocks[block].insts;
        for (n, &inst) in insts.iter().enumerate() {
            let Some(&(param, jumps)) = wanted.get(&inst) else { continue };
            let ValueDef::Param(header, _) = f.values[param].def else { continue };
            let (Some(next), false) = (f.result(inst), increments.contains_key(&param)) else {
                continue;
            };
            let Some((_, step)) = sum(f, next) else { continue };
            if loops.innermost(block) != loops.innermost(header) {
                continue;
            }
            let reads = |&inst: &Inst| {
                f.args(inst).contains(&next) && !invar_ir::mutant!(WasmIncrementsPassed)
            };
            let position = insts[n..].iter().position(reads).map_or(insts.len(), |at| n + at);
            let behind = Vec::new();
            let increment = Increment { inst, next, step, block, position, behind, jumps, room: 0 };
            increments.insert(param, increment);
        }
    }
    increments
}

/// Sums of a variable of a loop and a constant that jumps pass, through parameters of other blocks or not, for the same
/// variable: the variable, and the jumps as in [`Increment::jumps`].
fn passed_sums(
    f: &Function,
    cfg: &Cfg,
    loops: &LoopForest,
    weights: &Weights,
) -> FxHashMap<Inst, (Value, (usize, u64))> {
    let mut variables: FxHashSet<Value> = FxHashSet::default();
    for data in loops.loops.values() {
        variables.extend(&f.blocks[data.header].params);
    }
    // Parameters, with what is passed for them.
    let mut passed: Vec<(Value, Value, Block)> = Vec::new();
    // Parameters that are passed to each other, directly or not, are one variable.
    let mut webs: UnionFind<Value> = UnionFind::new(f.values.len());
    for &block in &cfg.rpo {
        let Terminator::Jump(call) = &f.blocks[block].term else { continue };
        for (&param, &arg) in f.blocks[call.block].params.iter().zip(f.list(&call.args)) {
            match f.values[arg].def {
                ValueDef::Param(..) => drop(webs.unite(param, arg)),
                _ => passed.push((param, arg, block)),
            }
        }
    }
    let mut sums = FxHashMap::default();
    for (param, arg, block) in passed {
        let Some((variable, _)) = sum(f, arg).filter(|(it, _)| variables.contains(it)) else {
            continue;
        };
        if webs.find(variable) == webs.find(param)
            && let Some(inst) = f.def_inst(arg)
        {
            let (_, (count, executed)) = sums.entry(inst).or_insert((variable, (0, 0)));
            *count += 1;
            *executed += weights.executed(block);
        }
    }
    sums
}

/// What a value is the sum of: another value, and a constant.
fn sum(f: &Function, value: Value) -> Option<(Value, i64)> {
    let inst = f.def_inst(value)?;
    match (&f.insts[inst].op, f.args(inst)) {
        (Op::I32Add | Op::I64Add, &[x, step]) => Some((x, int(f, step)?)),
        (Op::I32Sub | Op::I64Sub, &[x, step]) => Some((x, int(f, step)?.checked_neg()?)),
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

/// The access to memory that an instruction is, if a variable is its address and nothing else of it.
fn access_to(f: &Function, inst: Inst, param: Value) -> Option<MemoryAccess> {
    let access = memory_access(&f.insts[inst].op).filter(|access| !access.is_atomic())?;
    let mut args = f.args(inst).iter().enumerate();
    args.all(|(n, &arg)| (arg == param) == (n == access.address)).then_some(access)
}

/// Moves increments to their positions, and rewrites what is behind them.
fn apply(f: &mut Function, increments: &FxHashMap<Value, Increment>) {
    // What reads variables behind their increments.
    let mut readers: FxHashMap<(Block, Option<Inst>), Vec<Value>> = FxHashMap::default();
    // Increments, by the instruction or the terminator of a block in front of which they are put.
    let mut moved: FxHashMap<(Block, Option<Inst>), Vec<Inst>> = FxHashMap::default();
    let mut blocks: Vec<Block> = Vec::new();
    for (&param, increment) in increments {
        let &Increment { inst, block, position, .. } = increment;
        let before = f.blocks[block].insts.get(position).copied();
        moved.entry((block, before)).or_default().push(inst);
        blocks.push(block);
        for &reader in &increment.behind {
            readers.entry(reader).or_default().push(param);
            blocks.push(reader.0);
        }
    }
    let gone: FxHashSet<Inst> = moved.values().flatten().copied().collect();
    moved.values_mut().for_each(|insts| insts.sort_unstable());
    blocks.sort_unstable();
    blocks.dedup();
    for block in blocks {
        let insts = std::mem::take(&mut f.blocks[block].insts);
        for inst in insts.into_iter().map(Some).chain([None]) {
            let ready = moved.remove(&(block, inst)).unwrap_or_default();
            f.blocks[block].insts.extend(ready);
            if inst.is_some_and(|inst| gone.contains(&inst)) {
                continue;
            }
            let mut params = readers.remove(&(block, inst)).unwrap_or_default();
            params.sort_unstable();
            params.dedup();
            let is_replaced =
                params.iter().any(|&param| rewrite(f, block, inst, param, &increments[&param]));
            f.blocks[block].insts.extend(inst.filter(|_| !is_replaced));
        }
    }
}

/// Makes an instruction of a block, or its terminator, read the incremented value in place of a variable. What that
/// takes is put at the end of the block. `true` if the instruction is the incremented value.
fn rewrite(
    f: &mut Function,
    block: Block,
    reader: Option<Inst>,
    param: Value,
    increment: &Increment,
) -> bool {
    let &Increment { next, step, .. } = increment;
    let Some(inst) = reader.filter(|&inst| increment.fits(f, param, inst)) else {
        let constant = integer(f, block, reader, f.ty(param), step.wrapping_neg());
        let op = if f.ty(param) == ValType::I32 { Op::I32Add } else { Op::I64Add };
        let loc = reader.map_or(f.blocks[block].term_loc, |inst| f.insts[inst].loc);
        let sum = f.append(block, op, &[next, constant], &[f.ty(param)], loc);
        let sum = f.result(sum).expect("a sum has a result");
        replace(f, block, reader, param, sum);
        return false;
    };
    if let Some(access) = access_to(f, inst, param) {
        set_address(f, inst, access.address, next, access.memarg.offset - step as u64);
        return false;
    }
    let is_first = f.args(inst)[0] == param;
    let constant = f.args(inst)[usize::from(is_first)];
    let constant = int(f, constant).expect("one operand is a constant");
    let subtracts = matches!(f.insts[inst].op, Op::I32Sub | Op::I64Sub);
    // With n - step for p: p + c is n + (c - step), p - c is n - (c + step), c - p is (c + step) - n.
    let constant =
        if subtracts { constant.wrapping_add(step) } else { constant.wrapping_sub(step) };
    let constant = if f.ty(param) == ValType::I32 { i64::from(constant as i32) } else { constant };
    if constant == 0 && (is_first || !subtracts) {
        let result = f.result(inst).expect("a sum has a result");
        f.alias(result, next);
        return true;
    }
    let made = integer(f, block, reader, f.ty(param), constant);
    let args = if is_first { [next, made] } else { [made, next] };
    f.args_mut(inst).copy_from_slice(&args);
    false
}

/// Puts an integer at the end of a block, for a reader there.
fn integer(f: &mut Function, block: Block, reader: Option<Inst>, ty: ValType, value: i64) -> Value {
    let op = match ty {
        ValType::I32 => Op::I32Const { value: value as i32 },
        _ => Op::I64Const { value },
    };
    let loc = reader.map_or(f.blocks[block].term_loc, |inst| f.insts[inst].loc);
    let made = f.append(block, op, &[], &[ty], loc);
    f.result(made).expect("a constant has a result")
}

/// Replaces a value that an instruction or the terminator of a block reads.
fn replace(f: &mut Function, block: Block, reader: Option<Inst>, from: Value, to: Value) {
    let swap = |value: &mut Value| {
        if *value == from {
            *value = to;
        }
    };
    match reader {
        Some(inst) => f.args_mut(inst).iter_mut().for_each(swap),
        None => {
            let mut term = std::mem::take(&mut f.blocks[block].term);
            term.for_each_use_mut(&mut f.pool, swap);
            f.blocks[block].term = term;
        }
    }
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
    fn the_increment_stays_in_front_of_what_reads_it() {
        let text = "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               jump b1(v0)
             b1(v1: i32):
               v2 = i32.const 2
               v3 = i32.add v1, v2
               v4 = call f0 v1
               v5 = call f0 v3
               v6 = i32.const 3
               v7 = i32.add v1, v6
               v8 = call f0 v7
               v9 = call f0 v3
               br_if v9, b1(v3), b2
             b2:
               v10 = i32.const 5
               v11 = i32.add v1, v10
               v12 = call f0 v11
               return v4
             }";
        let expected = "loop 3; get 0; call f0; set 1; get 0; i32.const 2; i32.add; tee 0; call f0; drop; \
             get 0; i32.const 1; i32.add; call f0; drop; get 0; call f0; br_if 3; end; \
             get 0; i32.const 3; i32.add; call f0; drop; get 1";
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
    #[test]
    fn an_access_behind_reads_the_incremented_variable_where_that_does_not_wrap() {
        let text = |ty: &str| {
            format!(
                "func f1 : (i32) -> (i32) {{
                 b0(v0: i32):
                   jump b1(v0)
                 b1(v1: i32):
                   v2 = i32.const 4
                   v3 = i32.add v1, v2
                   v4 = {ty}.load v1
                   {ty}.store v1, v4
                   v5 = call f0 v1
                   br_if v5, b2, b3
                 b2:
                   v6 = i32.load v1 offset=8
                   br_if v6, b1(v3), b3
                 b3:
                   return v0
                 }}"
            )
        };
        // A variable at which eight bytes were read lies at least eight below the end of the address space.
        assert!(lowered(&text("i64")).contains("i32.load offset=4"));
        assert!(lowered(&text("i32")).contains("i32.load offset=8"));
    }

    #[test]
    fn what_is_executed_rarely_computes_the_variable_again() {
        let text = |often: &str| {
            format!(
                "func f1 : (i32) -> (i32) {{
                 b0(v0: i32):
                   jump b1(v0)
                 b1(v1: i32):
                   v2 = i32.const 2
                   v3 = i32.add v1, v2
                   v4 = call f0 v3
                   br_table v4, {often} b2, b4
                 b2:
                   v5 = i32.mul v1, v0
                   v6 = call f0 v5
                   jump b3
                 b3:
                   jump b1(v3)
                 b4:
                   return v3
                 }}"
            )
        };
        let again = "get 1; i32.const -2; i32.add; get 0; i32.mul";
        assert!(lowered(&text(&"b3, ".repeat(40))).contains(again));
        assert!(!lowered(&text("b3, b3, ")).contains(again));
    }
}
