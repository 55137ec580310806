//! Merges `try_table`s with equal clauses: the structure has one for each call.
//!
//! ```text
//! try_table C; a; call f; end; b; try_table C; call g; end      try_table C; a; call f; b; call g; end
//! block; ... try_table C; call f; end; ... end                  try_table C; block; ... call f; ... end; end
//! ```
//!
//! Legal as long as nothing in between may throw, since where the clauses lead does not depend on where they are; and
//! nothing in between uses values that were on the operand stack before, which a construct does not see.
//!
//! Cost: linear in the code, times how deep calls with handlers are nested.

use super::code::{Clause, Item, Label, Typed};
use super::stack::arity;
use invar_ir::Module;
use rustc_hash::{FxHashMap, FxHashSet};

/// What in a construct may throw.
#[derive(Clone, Copy, PartialEq)]
enum Throws {
    Nothing,
    /// Calls in `try_table`s with equal clauses: of the one at this position.
    In(usize),
    /// Others as well.
    Other,
}

/// A sequence of `try_table`s on one level that become one.
struct Run {
    start: usize,
    clauses: usize,
    /// The end of the last of them.
    end: usize,
    /// Whether there is something to merge.
    gains: bool,
    /// The height of the operand stack above that at the start.
    height: usize,
}

/// Merges the `try_table`s of a function.
pub(super) fn merge(items: &mut Vec<Item>, module: &Module) {
    if !items.iter().any(|item| matches!(item, Item::Try(..))) {
        return;
    }
    let survey = Survey::of(items);
    let mut edits = Edits { removed: vec![false; items.len()], ..Edits::default() };
    // The levels to visit: the bodies of constructs in which not all calls have the same clauses.
    let mut levels = Vec::from([(0, items.len())]);
    while let Some((start, level_end)) = levels.pop() {
        let mut run: Option<Run> = None;
        let mut n = start;
        while n < level_end {
            let item = &items[n];
            if !item.opens() {
                let left = run.as_ref().and_then(|run| {
                    let (takes, gives) = survey.arity(item, module)?;
                    Some(run.height.checked_sub(takes)? + gives)
                });
                match (&mut run, left) {
                    (Some(run), Some(height)) => run.height = height,
                    _ => edits.close(run.take(), items, &survey),
                }
                n += 1;
                continue;
            }
            let end = survey.ends[&n];
            let results = typed(item).count();
            let takes = usize::from(matches!(item, Item::If(..)));
            match (survey.throws[&n], &mut run) {
                (Throws::Nothing, Some(run)) if run.height >= takes => {
                    run.height = run.height - takes + results;
                }
                (Throws::Nothing, _) => edits.close(run.take(), items, &survey),
                // Only the results are left at its end.
                (Throws::In(with), Some(run))
                    if clauses(items, run.clauses) == clauses(items, with)
                        && run.height == takes =>
                {
                    (run.end, run.gains, run.height) = (end, true, results);
                }
                (Throws::In(clauses), _) if takes == 0 => {
                    edits.close(run.take(), items, &survey);
                    let gains = !matches!(item, Item::Try(..));
                    run = Some(Run { start: n, clauses, end, gains, height: results });
                }
                (Throws::In(_) | Throws::Other, _) => {
                    edits.close(run.take(), items, &survey);
                    levels.push((n + 1, end));
                }
            }
            n = end + 1;
        }
        edits.close(run, items, &survey);
    }
    edits.apply(items);
}

/// What is changed.
#[derive(Default)]
struct Edits {
    /// The constructs that begin in front of items.
    begins: FxHashMap<usize, Item>,
    /// The items behind which they end.
    ends: FxHashSet<usize>,
    removed: Vec<bool>,
}

impl Edits {
    /// Makes one `try_table` of a sequence, if there is something to merge.
    fn close(&mut self, run: Option<Run>, items: &[Item], survey: &Survey) {
        let Some(run) = run.filter(|run| run.gains) else { return };
        let last = typed(&items[survey.starts[&run.end]]);
        self.begins.insert(run.start, Item::Try(last, clauses(items, run.clauses).into()));
        self.ends.insert(run.end);
        let range = run.start..=run.end;
        for n in range.filter(|&n| matches!(items[n], Item::Try(..))) {
            self.removed[n] = true;
            self.removed[survey.ends[&n]] = true;
        }
    }

    fn apply(mut self, items: &mut Vec<Item>) {
        for (n, item) in std::mem::take(items).into_iter().enumerate() {
            items.extend(self.begins.remove(&n));
            if !self.removed[n] {
                items.push(item);
            }
            if self.ends.contains(&n) {
                items.push(Item::End);
            }
        }
    }
}

fn throws(item: &Item) -> bool {
    item.may_throw() && !invar_ir::mutant!(WasmTriesMergeOverCalls)
}

fn clauses(items: &[Item], at: usize) -> &[Clause] {
    match &items[at] {
        Item::Try(_, clauses) => clauses,
        _ => unreachable!("it is a `try_table`"),
    }
}

/// The results of a construct, by its first item.
fn typed(item: &Item) -> Typed {
    match item {
        Item::Block(_, typed) | Item::Loop(_, typed) | Item::If(typed, _) | Item::Try(typed, _) => {
            *typed
        }
        _ => unreachable!("it opens a construct"),
    }
}

/// The constructs of a function.
#[derive(Default)]
struct Survey {
    /// Where each ends, by where it begins; and the other way round.
    ends: FxHashMap<usize, usize>,
    starts: FxHashMap<usize, usize>,
    throws: FxHashMap<usize, Throws>,
    /// Labels without operands.
    untyped: FxHashSet<Label>,
}

impl Survey {
    fn of(items: &[Item]) -> Survey {
        let mut survey = Survey::default();
        let mut open: Vec<(usize, Throws)> = Vec::new();
        for (n, item) in items.iter().enumerate() {
            match item {
                Item::Block(label, Typed::None) | Item::Loop(label, _) => {
                    _ = survey.untyped.insert(*label)
                }
                _ => {}
            }
            let found = if item.opens() {
                open.push((n, Throws::Nothing));
                continue;
            } else if *item == Item::End {
                let Some((start, inside)) = open.pop() else { continue };
                survey.ends.insert(start, n);
                survey.starts.insert(n, start);
                // Of one `try_table` in another each catches what it catches.
                let throws = match (&items[start], inside) {
                    (Item::Try(..), Throws::Nothing | Throws::Other) => Throws::In(start),
                    (Item::Try(..), Throws::In(_)) => Throws::Other,
                    // The handler is behind this construct, not behind one around it.
                    (Item::Block(label, _) | Item::Loop(label, _), Throws::In(with))
                        if clauses(items, with).iter().any(|clause| clause.to == *label) =>
                    {
                        Throws::Other
                    }
                    (_, inside) => inside,
                };
                survey.throws.insert(start, throws);
                throws
            } else if throws(item) {
                Throws::Other
            } else {
                continue;
            };
            if let Some((_, around)) = open.last_mut() {
                *around = match (*around, found) {
                    (Throws::Nothing, found) => found,
                    (around, Throws::Nothing) => around,
                    (Throws::In(a), Throws::In(b)) if clauses(items, a) == clauses(items, b) => {
                        Throws::In(a)
                    }
                    _ => Throws::Other,
                };
            }
        }
        survey
    }

    /// How many operands an item takes, and how many results it gives, if it does not throw and goes on.
    fn arity(&self, item: &Item, module: &Module) -> Option<(usize, usize)> {
        match item {
            item if throws(item) => None,
            Item::Op(op, _) => arity(op, module),
            Item::Get(_) => Some((0, 1)),
            Item::Set(_) | Item::Drop => Some((1, 0)),
            Item::Tee(_) => Some((1, 1)),
            // Others pass values.
            Item::BrIf(to, _) if self.untyped.contains(to) => Some((1, 0)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::merge;
    use crate::write::testing::rewritten;

    #[track_caller]
    fn check(before: &str, after: &str) {
        assert_eq!(rewritten(before, |code, module| merge(&mut code.items, module)), after);
    }

    #[test]
    fn calls_one_after_the_other_are_in_one() {
        check(
            "block 9; try 9 i32; get 0; call f0; end; drop; get 1; set 2; try 9 i32; get 2; call f0; end; set 1; end",
            "block 9; try 9 i32; get 0; call f0; drop; get 1; set 2; get 2; call f0; end; set 1; end",
        );
    }

    #[test]
    fn constructs_are_in_it_as_a_whole() {
        check(
            "block 9; loop 8; try 9 i32; get 0; call f0; end; br_if 8; end; end",
            "block 9; try 9; loop 8; get 0; call f0; br_if 8; end; end; end",
        );
        // The condition of an `if` is computed in front of it.
        let alone = "block 9; get 0; if; try 9 i32; get 0; call f0; end; drop; end; end";
        check(alone, alone);
        check(
            "block 9; try 9 i32; get 0; call f0; end; if; try 9 i32; get 0; call f0; end; drop; end; end",
            "block 9; try 9; get 0; call f0; if; get 0; call f0; drop; end; end; end",
        );
    }

    #[test]
    fn what_may_throw_elsewhere_parts_them() {
        for text in [
            // To another handler, or to none.
            "block 9; block 8; try 9 i32; get 0; call f0; end; drop; try 8 i32; get 0; call f0; end; drop; end; end",
            "block 9; try 9 i32; get 0; call f0; end; drop; get 0; call f0; drop; \
             try 9 i32; get 0; call f0; end; drop; end",
            // A value is below, or left over.
            "block 9; get 0; try 9 i32; get 0; call f0; end; i32.add; drop; try 9 i32; get 0; call f0; end; drop; end",
            "block 9; try 9 i32; get 0; call f0; end; try 9 i32; get 0; call f0; end; i32.add; drop; end",
            // The handler is in the loop.
            "loop 7; block 9; try 9 i32; get 0; call f0; end; drop; end; br 7; end",
        ] {
            check(text, text);
        }
    }
}
