//! If-conversion undone: `select`s between run-time constants on a dynamic condition become branches.
//!
//! Compilers make `select` of short conditionals, so in
//!
//! ```text
//! pc = accumulator < 0 ? codes[pc + 1] : codes[pc + 2];
//! ```
//!
//! the new value of `pc` may be a load at a selected address. The condition is dynamic, each of the two addresses is a
//! run-time constant. The pass is for a `select` between two candidates for run-time constants, on a condition that
//! is none, from which a kept variable is derived. It branches on the condition in front of the first such use in each
//! block ("the trick" of partial evaluation). From the branch to the last use in the block the
//! selected value is a variable of its own, kept by the policy of the variable that is derived from it; its first
//! value is a copy (`x & x`), so that it is not united with other variables.
//!
//! Only code that is about to be specialized is transformed; generic code keeps the `select`.
//!
//! Cost: linear; each use of a `select` gives one block, within a budget. A choice in a loop can give
//! as many versions as it has outcomes, as the same conditional without `select` would.

use crate::analysis::derive::{Bound, Derivations, How};
use crate::analysis::variables::{KeepPolicy, Variables};
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{
    Block, Cfg, Function, Inst, Module, Op, SourceLoc, Terminator, ValType, Value, ValueDef,
};
use invar_rules::is_constant;

/// At most this many choices become branches in a function.
const BUDGET: usize = 256;

/// Makes branches of dynamic `select`s. Returns how many; none if annotations contradict each other.
pub fn branch_on_choices(f: &mut Function, module: &Module, bound: &Bound) -> usize {
    let mut made = 0;
    let cfg = Cfg::new(f);
    let Ok(vars) = Variables::new(f, &cfg) else { return 0 };
    let derived = Derivations::new(f, module, &cfg, &vars, bound);
    let feeds = feeding(f, &vars, &derived);
    // New blocks contain the rest of the block that is split, and are visited next: each use is visited once.
    for &start in &cfg.rpo {
        let mut block = start;
        let mut at = 0;
        let mut done: EntitySet<Value> = EntitySet::new();
        while let Some((position, choice)) = next_choice(f, &derived, &feeds, &done, block, at) {
            if made == BUDGET {
                return made;
            }
            let position = first_use(f, &derived, block, at..position, choice);
            let together = alike(f, &derived, &feeds, &done, block, position, choice);
            done.extend(together.iter().copied());
            let keep = |value: Value| (value, feeds[value].expect("what it feeds"));
            let together: Vec<(Value, KeepPolicy)> = together.into_iter().map(keep).collect();
            block = branch(f, block, position, &together);
            made += 1;
            at = 0;
        }
    }
    made
}

/// For each value, the policy of the first kept variable that is derived from it.
fn feeding(
    f: &Function,
    vars: &Variables,
    derived: &Derivations,
) -> SecondaryMap<Value, Option<KeepPolicy>> {
    let mut feeds: SecondaryMap<Value, Option<KeepPolicy>> =
        SecondaryMap::with_capacity(f.values.len());
    let mut work = Vec::new();
    for data in vars.list.values() {
        let Some(keep) = data.keep else { continue };
        for &value in &data.values {
            if feeds[value].replace(keep).is_none() {
                work.push(value);
            }
        }
    }
    while let Some(value) = work.pop() {
        let Some(inst) = f.def_inst(value) else { continue };
        let keep = feeds[value];
        if !matches!(derived.how(inst), How::Never | How::Constant) {
            for &arg in f.args(inst) {
                let arg = f.resolve(arg);
                if feeds[arg].is_none() {
                    feeds[arg] = keep;
                    work.push(arg);
                }
            }
        }
    }
    feeds
}

/// The operands of a `select` between values that may be known, on a condition that may not.
fn choice(f: &Function, derived: &Derivations, value: Value) -> Option<[Value; 3]> {
    let inst = f.def_inst(value)?;
    let Op::Select = f.insts[inst].op else { return None };
    let [first, second, condition] = *f.args(inst) else { return None };
    let known = |value: Value| {
        let value = f.resolve(value);
        derived.number(value).is_some() || f.def_op(value).is_some_and(is_constant)
    };
    (known(first) && known(second) && !known(condition)).then_some([first, second, condition])
}

/// The next use in a block of a choice that feeds a kept variable: by an instruction whose result
/// feeds it too, or at the end as an argument for its parameter.
fn next_choice(
    f: &Function,
    derived: &Derivations,
    feeds: &SecondaryMap<Value, Option<KeepPolicy>>,
    done: &EntitySet<Value>,
    block: Block,
    at: usize,
) -> Option<(usize, Value)> {
    let wanted = |value: &Value| {
        let value = f.resolve(*value);
        feeds[value].is_some() && !done.contains(value) && choice(f, derived, value).is_some()
    };
    let insts = &f.blocks[block].insts;
    for (n, &inst) in insts.iter().enumerate().skip(at) {
        let feeds_on = |&inst: &Inst| f.results(inst).any(|result| feeds[result].is_some());
        if feeds_on(&inst)
            && let Some(&value) = f.args(inst).iter().find(|value| wanted(value))
        {
            return Some((n, f.resolve(value)));
        }
    }
    for call in f.blocks[block].term.targets() {
        let params = &f.blocks[call.block].params;
        for (value, &param) in f.list(&call.args).iter().zip(params) {
            if feeds[param].is_some() && wanted(value) {
                return Some((insts.len(), f.resolve(*value)));
            }
        }
    }
    None
}

/// The first use of a choice by an instruction that becomes computable once the choice is made: a comparison, say,
/// that would otherwise be the condition of another dynamic branch.
fn first_use(
    f: &Function,
    derived: &Derivations,
    block: Block,
    range: std::ops::Range<usize>,
    value: Value,
) -> usize {
    let uses = |&inst: &Inst| {
        derived.how(inst) == How::Compute && f.args(inst).iter().any(|&arg| f.resolve(arg) == value)
    };
    let (start, end) = (range.start, range.end);
    f.blocks[block].insts[range].iter().position(uses).map_or(end, |n| start + n)
}

/// The choices that one branch decides: a choice, and all others on the same condition that feed kept
/// variables, are defined before the branch, and are used behind it. Separate branches would give
/// versions for impossible combinations of outcomes.
fn alike(
    f: &Function,
    derived: &Derivations,
    feeds: &SecondaryMap<Value, Option<KeepPolicy>>,
    done: &EntitySet<Value>,
    block: Block,
    at: usize,
    first: Value,
) -> Vec<Value> {
    let condition = |value: Value| Some(f.resolve(choice(f, derived, value)?[2]));
    let wanted = condition(first);
    let mut later: EntitySet<Inst> = EntitySet::new();
    later.extend(f.blocks[block].insts[at..].iter().copied());
    let mut together = vec![first];
    let mut add = |used: Value| {
        let used = f.resolve(used);
        let is_made = f.def_inst(used).is_some_and(|inst| !later.contains(inst));
        if feeds[used].is_some()
            && !done.contains(used)
            && is_made
            && condition(used) == wanted
            && !together.contains(&used)
        {
            together.push(used);
        }
    };
    for &inst in &f.blocks[block].insts[at..] {
        f.args(inst).iter().for_each(|&used| add(used));
    }
    f.blocks[block].term.for_each_use(&f.pool, add);
    together
}

/// Splits a block in front of an instruction, by a branch that decides choices on one condition. Returns the
/// block with the rest.
///
/// Where the end of the block passes a value on, it belongs to the variable that it is passed for.
/// Otherwise it is kept from each arm of the branch to its last use.
fn branch(f: &mut Function, block: Block, at: usize, choices: &[(Value, KeepPolicy)]) -> Block {
    let select = f.def_inst(choices[0].0).expect("a choice is a `select`");
    let (loc, condition) = (f.insts[select].loc, f.args(select)[2]);
    let rest = f.add_block();
    let insts = f.blocks[block].insts.split_off(at);
    f.blocks[rest].insts = insts;
    f.blocks[rest].term = std::mem::take(&mut f.blocks[block].term);
    f.blocks[rest].term_loc = f.blocks[block].term_loc;
    for value in f.blocks[rest].term.edge_values() {
        if let ValueDef::Edge(_, n) = f.values[value].def {
            f.values[value].def = ValueDef::Edge(rest, n);
        }
    }
    let mut arms = [Vec::new(), Vec::new()];
    let mut kept = Vec::new();
    for &(value, keep) in choices {
        let chosen = f.add_param(rest, f.ty(value));
        f.map_uses(rest, |_, used| if used == value { chosen } else { used });
        let mut passed_on = false;
        f.blocks[rest].term.for_each_use(&f.pool, |value| passed_on |= value == chosen);
        if !passed_on {
            end_after_last_use(f, rest, chosen, loc);
        }
        kept.push((!passed_on).then_some(keep));
        let select = f.def_inst(value).expect("a choice is a `select`");
        let [first, second, _] = *f.args(select) else { unreachable!("it has three operands") };
        arms[0].push(first);
        arms[1].push(second);
    }
    let [then, els] = arms.map(|values| {
        if kept.iter().any(Option::is_some) {
            let arm = arm(f, rest, &values, &kept, loc);
            f.call(arm, &[])
        } else {
            f.call(rest, &values)
        }
    });
    f.blocks[block].term = Terminator::BrIf { cond: condition, then, els };
    f.blocks[block].term_loc = loc;
    rest
}

/// A block that passes values on to the rest. Some of them are copied, to be variables of their own, and kept.
fn arm(
    f: &mut Function,
    rest: Block,
    values: &[Value],
    kept: &[Option<KeepPolicy>],
    loc: SourceLoc,
) -> Block {
    let arm = f.add_block();
    let mut args = Vec::new();
    for (&value, keep) in values.iter().zip(kept) {
        let Some(keep) = keep else {
            args.push(value);
            continue;
        };
        let ty = f.ty(value);
        let same = match ty {
            ValType::I32 => Op::I32And,
            ValType::I64 => Op::I64And,
            ValType::F32 => Op::F32Copysign,
            ValType::F64 => Op::F64Copysign,
            _ => Op::V128And,
        };
        let copy = f.append(arm, same, &[value, value], &[ty], loc);
        let copy = f.result(copy).expect("it has a result");
        let annotation = Op::KeepConst { caching: keep.caching, laziness: keep.laziness };
        let kept = f.append(arm, annotation, &[copy], &[ty], loc);
        args.push(f.result(kept).expect("an annotation has a result"));
    }
    let call = f.call(rest, &args);
    f.blocks[arm].term = Terminator::Jump(call);
    f.blocks[arm].term_loc = loc;
    arm
}

/// Ends an annotation behind the last instruction that uses its result.
fn end_after_last_use(f: &mut Function, block: Block, kept: Value, loc: SourceLoc) {
    let last = f.blocks[block].insts.iter().rposition(|&inst| f.args(inst).contains(&kept));
    let end = f.make_inst(Op::UnkeepConst, &[kept], &[f.ty(kept)], loc);
    f.blocks[block].insts.insert(last.map_or(0, |last| last + 1), end);
}

/// Makes branches of choices in all functions that keep a variable; how many.
pub fn branch_on_all_choices(module: &mut Module) -> usize {
    let mut made = 0;
    crate::annotations::for_each_body(module, |f, module| {
        if crate::is_annotated(f) {
            made += branch_on_choices(f, module, &Bound::default());
        }
    });
    made
}
