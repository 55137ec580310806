//! Loop rotation (inversion) on the flat code: the test at the top of a loop is executed before it and at its bottom.
//!
//! ```text
//! loop $l; test; br_if $out; body; br $l; end     test; br_if $out; loop $l; body; test'; br_if $l; end; br $out
//! loop $l; test; if; body; br $l; end; end        test; if; loop $l; body; test; br_if $l; end; end
//! ```
//!
//! `test` is straight-line code of a few items that leaves the condition on the operand stack and
//! nothing else; `test'` is its negation, where that takes no more operators. Each iteration then
//! takes one branch instead of two. On locals this is legal whatever the test does: the same
//! sequence of operators is executed. (In SSA form, values of the header would need new block parameters;
//! here they are in locals already.)
//!
//! Cost: linear, and what is copied. Not done: loops that are repeated from several places, loops
//! with results, longer tests.

use super::code::{Item, Label, Typed, invert, inverts_freely};
use invar_ir::{Module, operand_types, result_types};
use rustc_hash::FxHashMap;

/// How many items a test may have: they are copied.
const MOST: usize = 6;

/// Rotates loops, outer ones before those inside them. Each is looked at once.
pub(super) fn rotate(items: &mut Vec<Item>, module: &Module) {
    let survey = Survey::of(items);
    let mut out: Vec<Item> = Vec::with_capacity(items.len());
    // What comes instead of the items at these positions.
    let mut instead: FxHashMap<usize, Vec<Item>> = FxHashMap::default();
    let mut at = 0;
    while at < items.len() {
        if let Some(items) = instead.remove(&at) {
            out.extend(items);
            at += 1;
            continue;
        }
        let rotated = match items[at] {
            Item::Loop(label, Typed::None) if survey.branches.get(&label) == Some(&1) => {
                rotated(items, at, label, &survey, module)
            }
            _ => None,
        };
        match rotated {
            Some(rotated) => {
                out.extend_from_slice(&items[at + 1..=rotated.test_end]);
                out.push(items[at].clone());
                at = rotated.test_end + 1;
                instead.extend(rotated.instead);
            }
            None => {
                out.push(items[at].clone());
                at += 1;
            }
        }
    }
    *items = out;
}

/// The extents of constructs and the uses of labels.
#[derive(Default)]
struct Survey {
    /// Where each ends, by where it begins.
    ends: FxHashMap<usize, usize>,
    /// How often each label is branched to.
    branches: FxHashMap<Label, u32>,
    /// The labels of blocks without results, and where they end.
    blocks: FxHashMap<Label, usize>,
}

impl Survey {
    fn of(items: &[Item]) -> Survey {
        let mut survey = Survey::default();
        let mut open = Vec::new();
        for (n, item) in items.iter().enumerate() {
            let mut to = |label: Label| *survey.branches.entry(label).or_insert(0) += 1;
            match item {
                item if item.opens() => {
                    if let Item::Try(_, clauses) = item {
                        clauses.iter().for_each(|clause| to(clause.to));
                    }
                    open.push(n);
                }
                Item::End => {
                    if let Some(start) = open.pop() {
                        survey.ends.insert(start, n);
                        if let Item::Block(label, Typed::None) = items[start] {
                            survey.blocks.insert(label, n);
                        }
                    }
                }
                &Item::Br(label) | &Item::BrIf(label, _) | &Item::BrOn(_, label) => to(label),
                Item::BrTable(labels) => labels.iter().for_each(|&label| to(label)),
                _ => {}
            }
        }
        survey
    }
}

/// How a loop is rotated.
struct Rotated {
    /// The last item before the body.
    test_end: usize,
    instead: Vec<(usize, Vec<Item>)>,
}

fn rotated(
    items: &[Item],
    at: usize,
    label: Label,
    survey: &Survey,
    module: &Module,
) -> Option<Rotated> {
    let end = *survey.ends.get(&at)?;
    let test_end = (at + 1..end).take(MOST + 1).find(|&n| !is_straight(&items[n]))?;
    let test = &items[at + 1..test_end];
    if test.is_empty() || !gives_one(test, module) {
        return None;
    }
    match items[test_end] {
        Item::BrIf(out, hint) if out != label && items[end - 1] == Item::Br(label) => {
            let block_end = *survey.blocks.get(&out)?;
            if !inverts_freely(test) {
                return None;
            }
            let mut bottom = test.to_vec();
            invert(&mut bottom);
            bottom.push(Item::BrIf(label, hint.map(|likely| !likely)));
            let mut after = vec![Item::End];
            if block_end != end + 1 {
                after.push(Item::Br(out));
            }
            Some(Rotated { test_end, instead: vec![(end - 1, bottom), (end, after)] })
        }
        Item::If(Typed::None, hint) => {
            let end_if = *survey.ends.get(&test_end)?;
            let is_all = end_if + 1 == end && items[end_if - 1] == Item::Br(label);
            if !is_all || has_else(items, test_end, end_if) {
                return None;
            }
            let mut bottom = test.to_vec();
            bottom.push(Item::BrIf(label, hint));
            Some(Rotated { test_end, instead: vec![(end_if - 1, bottom)] })
        }
        _ => None,
    }
}

fn is_straight(item: &Item) -> bool {
    matches!(item, Item::Op(..) | Item::Get(_) | Item::Set(_) | Item::Tee(_) | Item::Drop)
}

/// Whether straight-line code takes nothing from the operand stack and leaves one value.
fn gives_one(items: &[Item], module: &Module) -> bool {
    let mut height = 0usize;
    for item in items {
        let (takes, gives) = match item {
            Item::Get(_) => (0, 1),
            Item::Set(_) | Item::Drop => (1, 0),
            Item::Tee(_) => (1, 1),
            Item::Op(op, _) => {
                match (operand_types(op, &[], module), result_types(op, &[], module)) {
                    (Ok(operands), Ok(results)) => (operands.len(), results.len()),
                    _ => return false,
                }
            }
            _ => return false,
        };
        match height.checked_sub(takes) {
            Some(left) => height = left + gives,
            None => return false,
        }
    }
    height == 1
}

fn has_else(items: &[Item], start: usize, end: usize) -> bool {
    let mut depth = 0;
    items[start + 1..end].iter().any(|item| {
        match item {
            item if item.opens() => depth += 1,
            Item::End => depth -= 1,
            _ => {}
        }
        depth == 0 && *item == Item::Else
    })
}

#[cfg(test)]
mod tests {
    use super::rotate;
    use crate::write::testing::rewritten;

    #[track_caller]
    fn check(before: &str, after: &str) {
        assert_eq!(rewritten(before, |code, module| rotate(&mut code.items, module)), after);
    }

    #[test]
    fn a_loop_that_leaves_by_a_branch_at_its_top_is_tested_at_its_bottom() {
        check(
            "block 2; loop 1; get 0; i32.eqz; br_if 2; nop; br 1; end; end",
            "block 2; get 0; i32.eqz; br_if 2; loop 1; nop; get 0; br_if 1; end; end",
        );
        // More code behind the loop: control goes where the branch went.
        check(
            "block 2; loop 1; get 0; i32.eqz; br_if 2; nop; br 1; end; nop; end",
            "block 2; get 0; i32.eqz; br_if 2; loop 1; nop; get 0; br_if 1; end; br 2; nop; end",
        );
    }

    #[test]
    fn a_loop_around_one_if_is_tested_at_its_bottom() {
        check(
            "loop 1; get 0; if; nop; br 1; end; end",
            "get 0; if; loop 1; nop; get 0; br_if 1; end; end",
        );
    }

    #[test]
    fn other_loops_stay() {
        for text in [
            // The inverse takes one more operator.
            "block 2; loop 1; get 0; br_if 2; nop; br 1; end; end",
            // Repeated from two places.
            "block 2; loop 1; get 0; i32.eqz; br_if 2; get 0; br_if 1; br 1; end; end",
            // A test that is too long, one that does more than test, and one that takes an operand.
            "block 2; loop 1; get 0; get 0; get 0; get 0; get 0; drop; drop; drop; drop; i32.eqz; \
             br_if 2; br 1; end; end",
            "block 2; loop 1; get 0; get 0; i32.eqz; br_if 2; drop; br 1; end; end",
            // Code behind the `if`, and another arm.
            "loop 1; get 0; if; nop; br 1; end; nop; end",
            "loop 1; get 0; if; nop; else; nop; br 1; end; end",
            // With a result.
            "loop 1 i32; get 0; if; nop; br 1; end; get 0; end",
        ] {
            check(text, text);
        }
    }
}
