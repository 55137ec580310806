//! Peephole optimization of the flat code, when locals and constructs are known.
//!
//! - `local.set x; local.get x` is `local.tee x`; a `tee` or `get` that is dropped vanishes.
//! - A branch to where control falls anyway vanishes; `if` around nothing but a branch is
//!   `br_if`; an arm that never reaches its end needs no `else`.
//! - Code behind the last branch back to a loop moves behind the loop.
//! - Blocks and loops that no branch targets vanish.
//! - Zero is not assigned to a local that is zero ([`zeros`](super::zeros)).
//! - A local of non-nullable type that is read where validation does not see its assignment is
//!   made nullable.
//!
//! Cost: linear per sweep, a bounded number of sweeps.

use super::code::{Code, FUNCTION_LABEL, Item, Label, Origin, Typed, invert};
use super::zeros::drop_zero_assignments;
use invar_ir::Op;
use invar_ir::{is_defaultable, nullable};
use invar_rules::is_constant;
use rustc_hash::{FxHashMap, FxHashSet};

/// Improves code.
pub(super) fn improve(code: &mut Code) {
    let items = &mut code.items;
    for _ in 0..3 {
        let before = items.len();
        shorten_loops(items);
        simplify(items);
        drop_unused_labels(items);
        if items.len() == before {
            break;
        }
    }
    if drop_zero_assignments(code) {
        tidy(&mut code.items);
    }
    relax_non_nullable(code);
}

/// The part that a later rewrite of the code needs again.
pub(super) fn tidy(items: &mut Vec<Item>) {
    simplify(items);
    drop_unused_labels(items);
}

/// Matches patterns at the end of the output while items are copied to it, so that one rewrite
/// enables the next.
fn simplify(items: &mut Vec<Item>) {
    let input = std::mem::take(items);
    let mut out: Vec<Item> = Vec::with_capacity(input.len());
    // Of each open construct: where it opens, and whether an `else` was dropped from it.
    let mut open: Vec<usize> = Vec::new();
    let mut read = input.into_iter().peekable();
    while let Some(item) = read.next() {
        match item {
            Item::Get(x) if out.last() == Some(&Item::Set(x)) => {
                *out.last_mut().expect("just seen") = Item::Tee(x);
            }
            Item::Drop => match out.last() {
                Some(Item::Get(_)) => {
                    out.pop();
                }
                Some(&Item::Tee(x)) => *out.last_mut().expect("just seen") = Item::Set(x),
                Some(Item::Op(op, _)) if is_constant(op) => {
                    out.pop();
                }
                _ => out.push(Item::Drop),
            },
            item if item.opens() => {
                open.push(out.len());
                out.push(item);
            }
            Item::Else => {
                let start = *open.last().expect("`else` is in an `if`");
                match read.peek() {
                    // Nothing in the other arm.
                    Some(Item::End) => {}
                    _ if out.len() == start + 1 => {
                        // Nothing in this arm: the other one, on the inverse condition.
                        let Some(Item::If(typed, hint)) = out.pop() else { unreachable!("an if") };
                        invert(&mut out);
                        *open.last_mut().expect("still open") = out.len();
                        out.push(Item::If(typed, hint.map(|likely| !likely)));
                    }
                    _ => out.push(Item::Else),
                }
            }
            Item::End => {
                if let Some(start) = open.pop() {
                    if let Item::Block(label, _) = out[start]
                        && out.last() == Some(&Item::Br(label))
                    {
                        out.pop();
                    }
                    if let [Item::If(_, hint), Item::Br(to)] = out[start..] {
                        out.truncate(start);
                        out.push(Item::BrIf(to, hint));
                        continue;
                    }
                    if let [Item::If(..)] = out[start..] {
                        out.truncate(start);
                        out.push(Item::Drop);
                        continue;
                    }
                }
                out.push(Item::End);
            }
            other => out.push(other),
        }
    }
    // The end of the function returns.
    if matches!(out.last(), Some(Item::Return | Item::Br(FUNCTION_LABEL))) {
        out.pop();
    }
    *items = out;
}

/// Moves what follows the last branch back, on the loop's own level, behind the loop. Not after a
/// `br_on_*`, which leaves its operand on the stack for what follows.
fn shorten_loops(items: &mut Vec<Item>) {
    // For each loop: where its `end` belongs.
    struct Open {
        label: Option<Label>,
        typed: bool,
        /// The position after which no branch back was seen.
        last_branch: usize,
    }
    let mut open: Vec<Open> = Vec::new();
    let mut level_of: FxHashMap<Label, usize> = FxHashMap::default();
    let mut moved_end: FxHashSet<usize> = FxHashSet::default();
    let mut end_after: FxHashMap<usize, u32> = FxHashMap::default();
    let mut loops_untyped: FxHashSet<Label> = FxHashSet::default();
    for (n, item) in items.iter().enumerate() {
        let branch = |to: Label, open: &mut Vec<Open>| {
            if let Some(&level) = level_of.get(&to) {
                // A branch from inside a construct pins the loop's end behind that construct.
                open[level].last_branch =
                    if level + 1 == open.len() || invar_ir::mutant!(WasmLoopEndsInside) {
                        n
                    } else {
                        usize::MAX
                    };
            }
        };
        match item {
            Item::Block(_, typed) | Item::If(typed, _) | Item::Try(typed, _) => {
                // A clause branches from inside of the construct.
                if let Item::Try(_, clauses) = item {
                    for level in clauses.iter().filter_map(|clause| level_of.get(&clause.to)) {
                        open[*level].last_branch = usize::MAX;
                    }
                }
                open.push(Open { label: None, typed: !typed.is_none(), last_branch: 0 });
            }
            Item::LegacyTry(_, typed) | Item::Delegated(typed, _) => {
                open.push(Open { label: None, typed: !typed.is_none(), last_branch: 0 });
            }
            &Item::Loop(label, typed) => {
                level_of.insert(label, open.len());
                open.push(Open { label: Some(label), typed: !typed.is_none(), last_branch: 0 });
            }
            Item::Br(to) | Item::BrIf(to, _) | Item::BrOn(_, to) => branch(*to, &mut open),
            Item::BrTable(labels) => labels.iter().for_each(|&to| branch(to, &mut open)),
            Item::End => {
                if let Some(closed) = open.pop() {
                    if let Some(label) = closed.label {
                        level_of.remove(&label);
                        let last = closed.last_branch;
                        if last != 0
                            && last + 1 < n
                            && !matches!(items[last], Item::Br(_) | Item::BrOn(..))
                        {
                            moved_end.insert(n);
                            *end_after.entry(last).or_default() += 1;
                            loops_untyped.insert(label);
                        }
                    }
                    // A branch back in the construct that ends here: the loop ends no earlier.
                    if let Some(outer) = open.last_mut()
                        && outer.last_branch == usize::MAX
                    {
                        // What a typed construct leaves on the stack stays in the loop.
                        outer.last_branch = if closed.typed { 0 } else { n };
                    }
                }
            }
            _ => {}
        }
    }
    if moved_end.is_empty() {
        return;
    }
    let input = std::mem::take(items);
    for (n, item) in input.into_iter().enumerate() {
        match item {
            Item::End if moved_end.contains(&n) => continue,
            Item::Loop(label, _) if loops_untyped.contains(&label) => {
                items.push(Item::Loop(label, Typed::None));
            }
            other => items.push(other),
        }
        if let Some(&ends) = end_after.get(&n) {
            items.extend((0..ends).map(|_| Item::End));
        }
    }
}

/// Removes blocks and loops that no branch targets.
fn drop_unused_labels(items: &mut Vec<Item>) {
    let mut named: FxHashSet<Label> = FxHashSet::default();
    for item in items.iter() {
        match item {
            Item::Br(to) | Item::BrIf(to, _) | Item::BrOn(_, to) => {
                named.insert(*to);
            }
            Item::BrTable(labels) => named.extend(labels.iter().copied()),
            Item::Try(_, clauses) => named.extend(clauses.iter().map(|clause| clause.to)),
            _ => {}
        }
    }
    let mut kept: Vec<bool> = Vec::new();
    items.retain(|item| match item {
        Item::Block(label, _) | Item::Loop(label, _) => {
            kept.push(named.contains(label));
            named.contains(label)
        }
        item if item.opens() => {
            kept.push(true);
            true
        }
        Item::End => kept.pop().unwrap_or(true),
        _ => true,
    });
}

/// Gives locals that validation would not accept as assigned their nullable type, and reads of
/// them `ref.as_non_null`, unless what follows takes null as well.
fn relax_non_nullable(code: &mut Code) {
    let (params, types) = (code.params, &code.locals);
    let strict = |local: u32| local >= params && !is_defaultable(types[(local - params) as usize]);
    if !types.iter().any(|&ty| !is_defaultable(ty)) {
        return;
    }
    // An assignment counts until the end of the construct it is in.
    let mut assigned: FxHashSet<u32> = FxHashSet::default();
    let mut scopes: Vec<Vec<u32>> = vec![Vec::new()];
    let mut relaxed: FxHashSet<u32> = FxHashSet::default();
    for item in &code.items {
        match *item {
            ref item if item.opens() => scopes.push(Vec::new()),
            Item::Else | Item::Catch(_) | Item::End => {
                for local in scopes.pop().unwrap_or_default() {
                    assigned.remove(&local);
                }
                if *item != Item::End || scopes.is_empty() {
                    scopes.push(Vec::new());
                }
            }
            Item::Set(local) | Item::Tee(local) if strict(local) && assigned.insert(local) => {
                scopes.last_mut().expect("the function's scope").push(local);
            }
            Item::Get(local)
                if strict(local)
                    && !assigned.contains(&local)
                    && !invar_ir::mutant!(WasmNonNullUnassigned) =>
            {
                relaxed.insert(local);
            }
            _ => {}
        }
    }
    if relaxed.is_empty() {
        return;
    }
    for &local in &relaxed {
        let ty = &mut code.locals[(local - params) as usize];
        *ty = nullable(*ty);
    }
    let mut input = std::mem::take(&mut code.items).into_iter().peekable();
    while let Some(item) = input.next() {
        let reads = matches!(item, Item::Get(local) | Item::Tee(local) if relaxed.contains(&local));
        code.items.push(item);
        if reads && !input.peek().is_some_and(takes_null) {
            code.items.push(Item::Op(Op::RefAsNonNull, Origin::NONE));
        }
    }
}

/// Whether what comes next takes a nullable reference from the top of the stack, and leaves what it would leave for one
/// that is not.
fn takes_null(next: &Item) -> bool {
    let Item::Op(op, _) = next else { return false };
    matches!(
        op,
        Op::StructGet { .. }
            | Op::StructGetS { .. }
            | Op::StructGetU { .. }
            | Op::ArrayLen
            | Op::I31GetS
            | Op::I31GetU
            | Op::RefIsNull
            | Op::RefTestNonNull { .. }
            | Op::RefTestNullable { .. }
            | Op::RefCastNonNull { .. }
            | Op::RefCastNullable { .. }
            | Op::RefAsNonNull
    )
}

#[cfg(test)]
mod tests {
    use super::{drop_unused_labels, shorten_loops, simplify};
    use crate::write::code::Item;
    use crate::write::testing::{items, show};

    #[track_caller]
    fn check(rewrite: fn(&mut Vec<Item>), before: &str, after: &str) {
        let mut code = items(before);
        rewrite(&mut code);
        assert_eq!(show(&code), after);
    }

    #[test]
    fn an_assignment_that_is_read_next_is_a_tee() {
        check(simplify, "get 0; set 1; get 1; drop", "get 0; set 1");
        check(simplify, "get 0; set 1; get 1; set 2", "get 0; tee 1; set 2");
        check(simplify, "get 0; set 1; get 2; set 3", "get 0; set 1; get 2; set 3");
    }

    #[test]
    fn a_dropped_value_is_not_computed_if_that_does_nothing() {
        check(
            simplify,
            "i32.const 1; drop; get 0; drop; get 0; i32.eqz; drop",
            "get 0; i32.eqz; drop",
        );
    }

    #[test]
    fn empty_arms_and_arms_that_only_branch_need_no_if() {
        check(simplify, "get 0; if; br 1; end; nop", "get 0; br_if 1; nop");
        check(simplify, "get 0; if; else; nop; end; nop", "get 0; i32.eqz; if; nop; end; nop");
        check(simplify, "get 0; if; nop; else; end; nop", "get 0; if; nop; end; nop");
        check(simplify, "get 0; if; end; nop", "get 0; drop; nop");
        // The other arm is not empty.
        let both = "get 0; if; br 1; else; nop; end; nop";
        check(simplify, both, both);
    }

    #[test]
    fn code_behind_the_last_branch_back_leaves_the_loop() {
        let before = "loop 1; get 0; br_if 1; get 0; set 2; end";
        check(shorten_loops, before, "loop 1; get 0; br_if 1; end; get 0; set 2");
        // Behind the construct that the branch is in, not into it.
        let before = "loop 1; get 0; if; get 2; br_if 1; nop; end; get 0; set 2; end";
        let after = "loop 1; get 0; if; get 2; br_if 1; nop; end; end; get 0; set 2";
        check(shorten_loops, before, after);
    }

    #[test]
    fn code_that_takes_what_the_loop_leaves_on_the_stack_stays_in_it() {
        let typed = "loop 1; get 0; if i32; get 2; br_if 1; get 3; else; get 2; end; set 2; end";
        check(shorten_loops, typed, typed);
        let unconditional = "loop 1; get 0; br_if 2; br 1; end";
        check(shorten_loops, unconditional, unconditional);
    }

    #[test]
    fn constructs_that_no_branch_targets_vanish() {
        check(
            drop_unused_labels,
            "block 1; loop 2; get 0; br_if 1; if; nop; end; end; end",
            "block 1; get 0; br_if 1; if; nop; end; end",
        );
    }
}
