//! Removes assignments of zero to locals that hold it: the first value of each local, or one assigned.
//!
//! Forward over the structured code: which locals may hold something else is joined where branches meet.
//! At the top of a loop it is also what is assigned anywhere in the loop.
//!
//! Cost: linear in the code times the words of a set of locals, only those that zero is assigned to; in a
//! function where that would be too much, the first of them.

use super::code::{Code, Item, Label};
use super::peephole::tidy;
use invar_ir::Op;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many words may be joined in all.
const MOST_WORDS: usize = 1 << 20;

/// A set of locals, by their numbers among those that are followed.
type Set = Vec<u64>;

fn join(into: &mut Set, from: &[u64]) {
    into.iter_mut().zip(from).for_each(|(into, from)| *into |= from);
}

/// Joins what arrives in one place, from nowhere so far if there is no set.
fn arrive(into: &mut Option<Set>, from: &[u64]) {
    match into {
        Some(into) => join(into, from),
        None => *into = Some(from.to_vec()),
    }
}

/// A construct that is open.
struct Open {
    /// What arrives behind it.
    end: Option<Set>,
    /// Of an `if` without `else` so far: what arrives at the other arm.
    other: Option<Set>,
}

/// Removes the assignments.
pub(super) fn drop_zero_assignments(code: &mut Code) {
    let zeros = zeros(&code.items);
    let Some(followed) = followed(code, &zeros) else { return };
    let words = followed.len().div_ceil(64);
    let at = |local: u32| followed.get(&local).map(|&n| (n / 64, 1u64 << (n % 64)));
    let mut assigned = assigned(&code.items, &followed, &zeros, words).into_iter();
    // The locals that may hold something other than zero; nothing where control does not come.
    let mut state: Option<Set> = Some(vec![0; words]);
    let mut open: Vec<Open> = Vec::new();
    let mut levels: FxHashMap<Label, usize> = FxHashMap::default();
    let mut dropped: FxHashSet<usize> = FxHashSet::default();
    for (n, item) in code.items.iter().enumerate() {
        let branch = |to: Label, open: &mut [Open], state: &Option<Set>| {
            // What a branch back brings is assigned in the loop; what leaves the function is seen by nobody.
            if let (Some(&level), Some(state)) = (levels.get(&to), state) {
                arrive(&mut open[level].end, state);
            }
        };
        match *item {
            Item::Block(label, _) => {
                levels.insert(label, open.len());
                open.push(Open { end: None, other: None });
            }
            Item::Loop(..) => {
                let assigned = assigned.next().expect("one for each loop");
                if let Some(state) = &mut state
                    && !invar_ir::mutant!(WasmZeroAtLoop)
                {
                    join(state, &assigned);
                }
                open.push(Open { end: None, other: None });
            }
            Item::If(..) => open.push(Open { end: None, other: state.clone() }),
            Item::Else => {
                let open = open.last_mut().expect("`else` is in an `if`");
                if let Some(state) = &state {
                    arrive(&mut open.end, state);
                }
                state = open.other.take();
            }
            // The last one ends the function.
            Item::End => {
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
        tidy(&mut code.items);
    }
}

/// The assignments of zero, each with where its operand is pushed. Operands of several may be pushed before the
/// first of them.
fn zeros(items: &[Item]) -> FxHashMap<usize, usize> {
    let mut zeros: FxHashMap<usize, usize> = FxHashMap::default();
    // What is known of the operand stack: where zeros were pushed, and other values.
    let mut pushed: Vec<Option<usize>> = Vec::new();
    for (n, item) in items.iter().enumerate() {
        match item {
            Item::Op(op) if is_zero(op) => pushed.push(Some(n)),
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
fn followed(code: &Code, zeros: &FxHashMap<usize, usize>) -> Option<FxHashMap<u32, usize>> {
    let mut followed: FxHashMap<u32, usize> = FxHashMap::default();
    let mut joins = 1;
    for (n, item) in code.items.iter().enumerate() {
        match *item {
            Item::Set(local) if local >= code.params && zeros.contains_key(&n) => {
                let next = followed.len();
                followed.entry(local).or_insert(next);
            }
            Item::BrTable(ref labels) => joins += labels.len(),
            Item::Loop(..) | Item::If(..) | Item::Else | Item::Br(_) | Item::BrIf(..) => joins += 1,
            _ => {}
        }
    }
    let most = 64 * (MOST_WORDS / joins).max(1);
    followed.retain(|_, n| *n < most);
    (!followed.is_empty()).then_some(followed)
}

/// For each loop, in order, what is assigned in it and is not zero.
fn assigned(
    items: &[Item],
    followed: &FxHashMap<u32, usize>,
    zeros: &FxHashMap<usize, usize>,
    words: usize,
) -> Vec<Set> {
    let mut sets: Vec<Set> = Vec::new();
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut loops: Vec<usize> = Vec::new();
    for (n, item) in items.iter().enumerate() {
        match *item {
            Item::Block(..) | Item::If(..) => open.push(None),
            Item::Loop(..) => {
                loops.push(sets.len());
                open.push(Some(sets.len()));
                sets.push(vec![0; words]);
            }
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
                if let (Some(&of), Some(&at)) = (loops.last(), followed.get(&local))
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

/// Whether an operator pushes what a local holds at first.
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
