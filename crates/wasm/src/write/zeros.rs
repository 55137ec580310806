//! Removes redundant assignments of zero: to locals that are zero, as each local but parameters is at first.
//!
//! A forward dataflow analysis over the structured code finds which locals may be other than zero. Sets are joined
//! (by union) where branches meet; at the header of a loop, what is assigned anywhere in the loop is added, so
//! that one sweep suffices.
//!
//! Cost: linear in the code times the words of a set. Only locals that zero is assigned to are in the sets, and
//! only the first of them in a function where that would be too much ([`MOST_WORDS`]).

use super::code::{Clause, Code, Item, Label};
use invar_ir::Op;
use rustc_hash::{FxHashMap, FxHashSet};

/// The budget: how many words may be joined in all.
const MOST_WORDS: usize = 1 << 20;

/// A bit set of locals that may be other than zero, by their numbers among the tracked ones.
type Set = Vec<u64>;

fn join(into: &mut Set, from: &[u64]) {
    into.iter_mut().zip(from).for_each(|(into, from)| *into |= from);
}

/// Joins the state of an edge into that of its target, which has none (is not reached) so far where there is no
/// set.
fn arrive(into: &mut Option<Set>, from: &[u64]) {
    match into {
        Some(into) => join(into, from),
        None => *into = Some(from.to_vec()),
    }
}

/// A construct that is open.
struct Open {
    /// The state behind it, of the edges so far.
    end: Option<Set>,
    /// Of an `if` without `else` so far: the state at the other arm.
    other: Option<Set>,
    /// Of a legacy `try`: the state at its `catch`es.
    caught: Option<Set>,
}

impl Open {
    fn new(other: Option<Set>) -> Open {
        Open { end: None, other, caught: None }
    }
}

/// Removes the assignments; whether there were any.
pub(super) fn drop_zero_assignments(code: &mut Code) -> bool {
    let zeros = zeros(&code.items);
    let Some(tracked) = tracked(code, &zeros) else { return false };
    let words = tracked.len().div_ceil(64);
    let at = |local: u32| tracked.get(&local).map(|&n| (n / 64, 1u64 << (n % 64)));
    let mut assigned = assigned(&code.items, &tracked, &zeros, words).into_iter();
    // None in unreachable code.
    let mut state: Option<Set> = Some(vec![0; words]);
    let mut open: Vec<Open> = Vec::new();
    let mut levels: FxHashMap<Label, usize> = FxHashMap::default();
    let mut dropped: FxHashSet<usize> = FxHashSet::default();
    // The `try_table`s that are open: each with its level.
    let mut tries: Vec<(usize, &[Clause])> = Vec::new();
    // The levels of the legacy tries whose bodies are open.
    let mut catches: Vec<usize> = Vec::new();
    for (n, item) in code.items.iter().enumerate() {
        let branch = |to: Label, open: &mut [Open], state: &Option<Set>| {
            // Loops have no entry: what a back edge brings was assigned in the loop, and is joined at its header.
            if let (Some(&level), Some(state)) = (levels.get(&to), state) {
                arrive(&mut open[level].end, state);
            }
        };
        if item.may_throw() {
            let clauses = tries.iter().flat_map(|(_, clauses)| *clauses);
            clauses.for_each(|clause| branch(clause.to, &mut open, &state));
            // Any of those around may catch it: where tries delegate to does not matter.
            for level in &catches {
                if let Some(state) = &state
                    && !invar_ir::mutant!(WasmZerosInCatch)
                {
                    arrive(&mut open[*level].caught, state);
                }
            }
        }
        match *item {
            Item::Block(label, _) => {
                levels.insert(label, open.len());
                open.push(Open::new(None));
            }
            Item::Loop(..) => {
                let assigned = assigned.next().expect("one for each loop");
                if let Some(state) = &mut state
                    && !invar_ir::mutant!(WasmZeroAtLoop)
                {
                    join(state, &assigned);
                }
                open.push(Open::new(None));
            }
            Item::If(..) => open.push(Open::new(state.clone())),
            Item::Try(_, ref clauses) => {
                tries.push((open.len(), clauses));
                open.push(Open::new(None));
            }
            Item::LegacyTry(..) => {
                catches.push(open.len());
                let caught = state.clone().filter(|_| invar_ir::mutant!(WasmZerosInCatch));
                open.push(Open { caught, ..Open::new(None) });
            }
            Item::Delegated(..) => open.push(Open::new(None)),
            Item::Catch(_) => {
                // What this part throws, others catch.
                if catches.last() == Some(&(open.len() - 1)) {
                    catches.pop();
                }
                let open = open.last_mut().expect("it is in a `try`");
                if let Some(state) = &state {
                    arrive(&mut open.end, state);
                }
                state = open.caught.clone();
            }
            Item::Else => {
                let open = open.last_mut().expect("`else` is in an `if`");
                if let Some(state) = &state {
                    arrive(&mut open.end, state);
                }
                state = open.other.take();
            }
            // The last one ends the function.
            Item::End => {
                if tries.last().is_some_and(|&(level, _)| level + 1 == open.len()) {
                    tries.pop();
                }
                if catches.last().is_some_and(|&level| level + 1 == open.len()) {
                    catches.pop();
                }
                if let Some(closed) = open.pop() {
                    for from in [closed.end, closed.other].into_iter().flatten() {
                        arrive(&mut state, &from);
                    }
                }
            }
            Item::BrIf(to, _) | Item::BrOn(_, to) => branch(to, &mut open, &state),
            Item::Br(to) => branch(to, &mut open, &state),
            Item::BrTable(ref labels) => {
                labels.iter().for_each(|&to| branch(to, &mut open, &state));
            }
            Item::Set(local) | Item::Tee(local) => {
                if let (Some((word, bit)), Some(state)) = (at(local), &mut state) {
                    match zeros.get(&n) {
                        None => state[word] |= bit,
                        Some(&operand) if state[word] & bit == 0 && *item == Item::Set(local) => {
                            dropped.extend([operand, n]);
                        }
                        Some(_) => state[word] &= !bit,
                    }
                }
            }
            _ => {}
        }
        if item.diverges() {
            state = None;
        }
    }
    if !dropped.is_empty() {
        let mut n = 0..;
        code.items.retain(|_| !dropped.contains(&n.next().expect("endless")));
    }
    !dropped.is_empty()
}

/// The assignments of zero, each with where its operand is pushed. Operands of several may be pushed before the
/// first of them.
fn zeros(items: &[Item]) -> FxHashMap<usize, usize> {
    let mut zeros: FxHashMap<usize, usize> = FxHashMap::default();
    // What is known of the operand stack: where zeros were pushed, and other values.
    let mut pushed: Vec<Option<usize>> = Vec::new();
    for (n, item) in items.iter().enumerate() {
        match item {
            Item::Op(op, _) if is_zero(op) => pushed.push(Some(n)),
            Item::Get(_) => pushed.push(None),
            Item::Set(_) | Item::Tee(_) => {
                if let Some(Some(operand)) = pushed.pop() {
                    zeros.insert(n, operand);
                }
                if let Item::Tee(_) = item {
                    pushed.push(None);
                }
            }
            _ => pushed.clear(),
        }
    }
    zeros
}

/// The locals, not parameters, that zero is assigned to, with numbers.
fn tracked(code: &Code, zeros: &FxHashMap<usize, usize>) -> Option<FxHashMap<u32, usize>> {
    let mut tracked: FxHashMap<u32, usize> = FxHashMap::default();
    let mut joins = 1;
    for (n, item) in code.items.iter().enumerate() {
        match *item {
            Item::Set(local) if local >= code.params && zeros.contains_key(&n) => {
                let next = tracked.len();
                tracked.entry(local).or_insert(next);
            }
            Item::BrTable(ref labels) => joins += labels.len(),
            Item::Loop(..) | Item::If(..) | Item::Else | Item::Br(_) | Item::BrIf(..) => joins += 1,
            _ => {}
        }
    }
    let most = 64 * (MOST_WORDS / joins).max(1);
    tracked.retain(|_, n| *n < most);
    (!tracked.is_empty()).then_some(tracked)
}

/// For each loop, in order, the locals that are assigned in it and may not be zero.
fn assigned(
    items: &[Item],
    tracked: &FxHashMap<u32, usize>,
    zeros: &FxHashMap<usize, usize>,
    words: usize,
) -> Vec<Set> {
    let mut sets: Vec<Set> = Vec::new();
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut loops: Vec<usize> = Vec::new();
    for (n, item) in items.iter().enumerate() {
        match *item {
            Item::Loop(..) => {
                loops.push(sets.len());
                open.push(Some(sets.len()));
                sets.push(vec![0; words]);
            }
            ref item if item.opens() => open.push(None),
            Item::End => {
                if let Some(Some(closed)) = open.pop() {
                    loops.pop();
                    if let Some(&around) = loops.last() {
                        let (outer, inner) = sets.split_at_mut(closed);
                        join(&mut outer[around], &inner[0]);
                    }
                }
            }
            Item::Set(local) | Item::Tee(local) => {
                if let (Some(&of), Some(&at)) = (loops.last(), tracked.get(&local))
                    && !zeros.contains_key(&n)
                {
                    sets[of][at / 64] |= 1 << (at % 64);
                }
            }
            _ => {}
        }
    }
    sets
}

/// Whether an operator pushes the value that locals have at first.
fn is_zero(op: &Op) -> bool {
    match op {
        Op::I32Const { value } => *value == 0,
        Op::I64Const { value } => *value == 0,
        Op::F32Const { value } => value.bits() == 0,
        Op::F64Const { value } => value.bits() == 0,
        Op::RefNull { .. } => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::drop_zero_assignments;
    use crate::write::testing::rewritten;

    /// Local 0 is a parameter.
    #[track_caller]
    fn check(before: &str, after: &str) {
        assert_eq!(rewritten(before, |code, _| _ = drop_zero_assignments(code)), after);
    }

    #[test]
    fn zero_is_not_assigned_to_a_local_that_holds_it() {
        check("i32.const 0; set 1; get 1; set 0", "get 1; set 0");
        // Assigned by the first of the two.
        let before = "i32.const 5; set 1; nop; i32.const 0; set 1; nop; i32.const 0; set 1; nop";
        check(before, "i32.const 5; set 1; nop; i32.const 0; set 1; nop; nop");
    }

    #[test]
    fn a_parameter_or_a_local_that_was_assigned_is_set() {
        let param = "i32.const 0; set 0; nop";
        check(param, param);
        let assigned = "get 0; set 1; nop; i32.const 0; set 1; nop";
        check(assigned, assigned);
    }

    #[test]
    fn where_branches_meet_any_of_them_may_have_assigned() {
        let one_arm = "get 0; if; i32.const 5; set 1; nop; end; i32.const 0; set 1; nop";
        check(one_arm, one_arm);
        let branch = "block 9; i32.const 5; set 1; get 0; br_if 9; i32.const 0; set 1; nop; end; \
                      i32.const 0; set 1; nop";
        check(branch, branch);
        // Nothing comes from the arm that returns.
        check(
            "get 0; if; i32.const 5; set 1; nop; return; end; i32.const 0; set 1; nop",
            "get 0; if; i32.const 5; set 1; nop; return; end; nop",
        );
    }

    #[test]
    fn a_loop_may_have_assigned_in_an_earlier_iteration() {
        let assigns = "loop 9; i32.const 0; set 1; nop; get 0; set 1; get 0; br_if 9; end";
        check(assigns, assigns);
        check(
            "loop 9; i32.const 0; set 1; get 1; set 2; get 0; br_if 9; end",
            "loop 9; get 1; set 2; get 0; br_if 9; end",
        );
        let inner = "loop 9; i32.const 0; set 1; nop; loop 8; get 0; set 1; get 0; br_if 8; end; \
                     get 0; br_if 9; end";
        check(inner, inner);
    }
}
