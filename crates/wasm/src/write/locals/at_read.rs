//! Assigns a loop's variable where the code already reads its next value.
//!
//! ```text
//! f(get $a, get $b); get $b; set $a; br $loop     f(get $a, get $b; tee $a); br $loop
//! ```
//!
//! A back edge copies one variable to another where variables of the loop change places (`a <- b <-
//! load`). The source is often read before, where the old value of the target is dead already: a
//! `local.tee` behind that read replaces the `local.get` and `local.set` of the edge, and later
//! reads are of the target. The source then ends earlier, so that its own next value may share its
//! local. Where the old value is read later, and the source gets a copy, too, a variable that is
//! assigned at the source's last read is copied instead of the source.
//!
//! Conditions: both are of one type, the target's old value is not live behind the read, and the
//! read is executed less than twice as often as the copy. It is in the block of the copy, or in the
//! only predecessor if this block holds nothing but moves.
//!
//! Cost: linear in the blocks with copies, and at most [`MOST_ROUNDS`] computations of live ranges
//! for each of the two ways, direct and through a variable.

use super::Coalesced;
use super::segments::Segments;
use crate::write::code::Item;
use crate::write::treeify::BlockCode;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Function, Value, ValueData};
use rustc_hash::{FxHashMap, FxHashSet};

/// A copy may end the live range of a value to which another one is copied: chains of so many
/// variables.
pub(super) const MOST_ROUNDS: usize = 4;

/// A copy at the end of a block: the block, the value that is read, and the parameter that is
/// assigned.
pub(super) type Copy = (Block, u32, u32);

/// What replaces copies.
#[derive(Default)]
pub(super) struct Assigned {
    /// How many assignments, and how often they are executed.
    pub count: usize,
    pub executed: u64,
    /// The blocks that were changed, as they were.
    before: Vec<(Block, BlockCode)>,
}

impl Assigned {
    /// Gives blocks the code back that they had.
    pub fn undo(self, code: &mut SecondaryMap<Block, BlockCode>) {
        for (block, before) in self.before {
            code[block] = before;
        }
    }
}

/// Replaces copies, directly or through a variable between source and target. The live ranges must
/// be computed anew if there were any.
pub(super) fn replace(
    f: &mut Function,
    cfg: &Cfg,
    code: &mut SecondaryMap<Block, BlockCode>,
    coalesced: &Coalesced,
    frequency: &SecondaryMap<Block, u32>,
    through: bool,
) -> Assigned {
    // Blocks whose items moved, so that the ranges are not theirs any more.
    let mut changed: FxHashSet<Block> = FxHashSet::default();
    let mut reads: FxHashMap<Block, Reads> = FxHashMap::default();
    // A block may have many copies.
    let mut blocks: FxHashMap<Block, Option<Block>> = FxHashMap::default();
    let live = coalesced.of_targets();
    let targets: FxHashSet<(Block, u32)> =
        coalesced.copies.iter().map(|&(end, _, to)| (end, to)).collect();
    let mut assigned = Assigned::default();
    for &copy in &coalesced.copies {
        let (end, from, to) = copy;
        if changed.contains(&end) {
            continue;
        }
        // What is read must be of the type of the source, also behind a `local.tee`.
        let ty = |value: u32| f.ty(Value::from_u32(value));
        let block = *blocks.entry(end).or_insert_with(|| block_of(cfg, code, end));
        let Some(block) = block.filter(|_| ty(from) == ty(to)) else { continue };
        // A `local.tee` for a `local.get` and `local.set`.
        let pays = frequency[block] < frequency[end].saturating_mul(2);
        if !pays || changed.contains(&block) {
            continue;
        }
        let reads = reads.entry(block).or_insert_with(|| Reads::of(&code[block].items));
        let start = coalesced.ranges.start[block];
        let index = match through {
            false => reads.first(from, start, live[&to]),
            // The source is assigned at the same place: with a variable between, it is free for
            // that earlier.
            true => reads.last(from).filter(|_| targets.contains(&(end, from))),
        };
        let Some(index) = index else { continue };
        for block in [block, end] {
            if changed.insert(block) {
                assigned.before.push((block, code[block].clone()));
            }
        }
        if through {
            let ValueData { ty, def } = f.values[Value::from_u32(from)];
            let between = f.values.push(ValueData { ty, def });
            copy_through(code, copy, block, index, between.as_u32());
        } else {
            assign(code, copy, block, index);
        }
        assigned.count += 1;
        assigned.executed += u64::from(frequency[block]);
    }
    assigned
}

/// The block that may read what is copied at the end of a block.
fn block_of(cfg: &Cfg, code: &SecondaryMap<Block, BlockCode>, end: Block) -> Option<Block> {
    let is_move = |item: &Item| {
        matches!(item, Item::MoveGet(..) | Item::MoveConst(..) | Item::MoveSet(_) | Item::Nothing)
    };
    if !code[end].items.iter().all(is_move) {
        return Some(end);
    }
    let mut preds = cfg.reachable_preds(end);
    match (preds.next(), preds.next()) {
        (Some(edge), None) => Some(edge.from),
        _ => None,
    }
}

/// Where a block reads each value: which items, in order.
struct Reads(FxHashMap<u32, Vec<usize>>);

impl Reads {
    fn of(items: &[Item]) -> Reads {
        let mut reads: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for (index, item) in items.iter().enumerate() {
            match *item {
                Item::Get(value) => reads.entry(value).or_default().push(index),
                // What is read before is the value of the iteration before.
                Item::Set(value) | Item::Tee(value) => {
                    reads.remove(&value);
                }
                _ => {}
            }
        }
        Reads(reads)
    }

    /// The first read of a value at which another one, live at these positions, is dead. The block
    /// starts at `start`.
    fn first(&self, value: u32, start: u32, live: &Segments) -> Option<usize> {
        let is_live = |&index: &usize| {
            let at = start + 2 * (index as u32 + 1);
            live.overlap(&Segments::new(&[(at, at + 1)])) && !invar_ir::mutant!(WasmAtReadLive)
        };
        // The other value is live up to its last read in the block.
        let reads = self.0.get(&value)?;
        let index = *reads.get(reads.partition_point(is_live))?;
        (!is_live(&index)).then_some(index)
    }

    /// The last read of a value.
    fn last(&self, value: u32) -> Option<usize> {
        self.0.get(&value)?.last().copied()
    }
}

/// Assigns a copy's target behind the read at an index of a block, and removes the copy.
fn assign(
    code: &mut SecondaryMap<Block, BlockCode>,
    (end, from, to): Copy,
    block: Block,
    index: usize,
) {
    let BlockCode { items, statements, .. } = &mut code[block];
    for item in &mut items[index + 1..] {
        if *item == Item::Get(from) {
            *item = Item::Get(to);
        }
    }
    items.insert(index + 1, Item::Tee(to));
    *statements += usize::from(index < *statements);
    code[end].items.retain(
        |item| !matches!(item, Item::MoveGet(_, param) | Item::MoveSet(param) if *param == to),
    );
}

/// Assigns a variable behind the read at an index of a block, and copies that one to the target.
fn copy_through(
    code: &mut SecondaryMap<Block, BlockCode>,
    (end, _, to): Copy,
    block: Block,
    index: usize,
    between: u32,
) {
    let BlockCode { items, statements, .. } = &mut code[block];
    items.insert(index + 1, Item::Tee(between));
    *statements += usize::from(index < *statements);
    for item in &mut code[end].items {
        if let Item::MoveGet(from, param) = item
            && *param == to
        {
            *from = between;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::write::testing::lowered;

    /// The code of a loop whose two variables change places, and whose body and result are given.
    fn rotating(body: &str, result: &str) -> String {
        lowered(&format!(
            "func f1 : (i32, i32) -> (i32) {{
             b0(v0: i32, v1: i32):
               jump b1(v0, v1)
             b1(v2: i32, v3: i32):
               {body}
               br_if v7, b1(v3, v5), b2
             b2:
               return {result}
             }}"
        ))
    }

    #[test]
    fn the_next_value_is_assigned_where_it_is_read_and_ends_there() {
        let body = "v4 = i32.sub v2, v3
                    v5 = call f0 v4
                    v6 = i32.mul v5, v3
                    v7 = call f0 v6";
        assert_eq!(
            rotating(body, "v7"),
            "loop 3; get 0; get 1; tee 0; i32.sub; call f0; tee 1; get 0; i32.mul; call f0; \
             tee 2; br_if 3; end; get 2"
        );
        // Behind the loop, the source is read.
        assert_eq!(
            rotating(body, "v3"),
            "loop 3; get 0; get 1; tee 0; i32.sub; call f0; tee 2; get 0; i32.mul; call f0; if; get 2; \
             set 1; br 3; end; end; get 1"
        );
    }

    #[test]
    fn an_old_value_that_is_read_below_keeps_the_copy() {
        let body = "v4 = i32.sub v3, v2
                    v5 = call f0 v4
                    v6 = i32.mul v5, v2
                    v7 = call f0 v6";
        let code = rotating(body, "v7");
        assert!(!code.contains("get 1; tee 0"), "{code}");
    }

    #[test]
    fn an_old_value_that_is_read_behind_the_loop_keeps_the_copy() {
        let body = "v4 = i32.sub v2, v3
                    v5 = call f0 v4
                    v6 = i32.mul v5, v3
                    v7 = call f0 v6";
        let code = rotating(body, "v2");
        assert!(!code.contains("get 1; tee 0"), "{code}");
    }

    #[test]
    fn a_source_that_is_read_before_the_old_value_is_copied_from_where_it_is_read() {
        let body = "v4 = i32.sub v3, v2
                    v5 = call f0 v4
                    v7 = call f0 v5";
        // The new value of v3 shares its local, and one copy is left of two.
        assert_eq!(
            rotating(body, "v7"),
            "loop 3; get 1; tee 3; get 0; i32.sub; call f0; tee 1; call f0; tee 2; get 3; set 0; \
             br_if 3; end; get 2"
        );
    }
}
