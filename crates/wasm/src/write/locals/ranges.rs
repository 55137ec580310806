//! Live ranges of values, as segments of positions in the linear order of the code.
//!
//! A segment goes from an assignment, or the start of a block that the value is live into, to the last
//! read, or the end of a block that it is live out of. Liveness is found value by value: from each block that
//! reads a value before it assigns it, the predecessors are walked up to the assignments.
//!
//! Cost: the sum of the live ranges in blocks, plus sorting; bounded by [`LIVENESS_BUDGET`].

use super::isolate;
use super::segments::{Segment, Segments, normalize};
use crate::write::code::Item;
use crate::write::treeify::BlockCode;
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::{Block, Cfg, Function, Value, ValueDef};
use rustc_hash::FxHashMap;

/// Blocks visited for the liveness of a function, before it is refused.
const LIVENESS_BUDGET: usize = 40_000_000;

/// Segments of all values; after coalescing, of the web at its root.
pub(super) struct Ranges {
    pub segments: Vec<Segments>,
    /// The positions of each block: its start, two per item (an item is at the even one), its end.
    pub start: SecondaryMap<Block, u32>,
    pub end: SecondaryMap<Block, u32>,
}

impl Ranges {
    /// The ranges of all values. `None` past the budget.
    pub fn compute(
        f: &Function,
        cfg: &Cfg,
        order: &[Block],
        code: &SecondaryMap<Block, BlockCode>,
    ) -> Option<Self> {
        Self::of_values(f, cfg, order, code, |_| true)
    }

    /// The ranges after parameters were isolated: only theirs are computed anew, those of the other
    /// values move with the code.
    pub fn after_isolation(
        &self,
        f: &Function,
        cfg: &Cfg,
        order: &[Block],
        code: &SecondaryMap<Block, BlockCode>,
        isolated: &[(Value, Value)],
    ) -> Option<Self> {
        let mut changed: SecondaryMap<Value, bool> = SecondaryMap::with_capacity(f.values.len());
        let mut inserted: SecondaryMap<Block, u32> = SecondaryMap::with_capacity(f.blocks.len());
        for &(param, fresh) in isolated {
            changed[param] = true;
            changed[fresh] = true;
            if let ValueDef::Param(block, _) = f.values[param].def {
                inserted[block] += 2 * isolate::AT_START;
            }
        }
        let mut new =
            Self::of_values(f, cfg, order, code, |value| changed[Value::from_u32(value)])?;
        // Where each position is now. What was appended to a block is behind all of them but its
        // end.
        let last = order.last().map_or(0, |&block| self.end[block]);
        let mut moved: Vec<u32> = Vec::with_capacity(last as usize + 1);
        for &block in order {
            let (start, end) = (new.start[block], self.end[block] - self.start[block]);
            // An assignment at the start itself, of a parameter of the function, is one position
            // long.
            moved.extend([start, start + 1]);
            moved.extend((2..end).map(|position| start + position + inserted[block]));
        }
        moved.push(order.last().map_or(0, |&block| new.end[block]));
        for (value, segments) in self.segments.iter().enumerate() {
            if !changed[Value::new(value)] {
                new.segments[value] = segments.map(|position| moved[position as usize]);
            }
        }
        debug_assert!(
            Self::compute(f, cfg, order, code).is_none_or(|all| all.segments == new.segments),
            "isolation changes other ranges than those of its parameters"
        );
        Some(new)
    }

    /// The ranges of the wanted values; the others have none.
    fn of_values(
        f: &Function,
        cfg: &Cfg,
        order: &[Block],
        code: &SecondaryMap<Block, BlockCode>,
        wanted: impl Fn(u32) -> bool,
    ) -> Option<Self> {
        let found = Occurrences::collect(f, order, code, wanted);
        let mut segments: Vec<Segments> = Vec::with_capacity(f.values.len());
        segments.resize_with(f.values.len(), Segments::default);
        let mut liveness = Liveness {
            cfg,
            start: &found.start,
            end: &found.end,
            visited: SecondaryMap::with_capacity(f.blocks.len()),
            stack: Vec::new(),
            budget: LIVENESS_BUDGET,
            segments: Vec::new(),
        };
        let (mut defs, mut uses, mut kept) = (&found.defs[..], &found.uses[..], &found.kept[..]);
        while let Some(&(value, _)) = defs.first() {
            let kept = of_value(&mut kept, value);
            liveness.segments.extend(kept.iter().map(|&(_, segment)| segment));
            let defs = of_value(&mut defs, value);
            liveness.add(value, defs, of_value(&mut uses, value))?;
            normalize(&mut liveness.segments);
            segments[value as usize] = Segments::new(&liveness.segments);
            liveness.segments.clear();
        }
        Some(Ranges { segments, start: found.start, end: found.end })
    }
}

/// Where a value is assigned or read: the block and the position.
type Place = (Block, u32);

/// The assignments and reads in a function, each list sorted, which groups it by value.
struct Occurrences {
    start: SecondaryMap<Block, u32>,
    end: SecondaryMap<Block, u32>,
    defs: Vec<(u32, Place)>,
    uses: Vec<(u32, Place)>,
    /// From the read of a move to its assignment. Where the copy vanishes, nothing else may be assigned to
    /// the local between the two.
    kept: Vec<(u32, Segment)>,
}

impl Occurrences {
    fn collect(
        f: &Function,
        order: &[Block],
        code: &SecondaryMap<Block, BlockCode>,
        wanted: impl Fn(u32) -> bool,
    ) -> Self {
        let mut found = Occurrences {
            start: SecondaryMap::with_capacity(f.blocks.len()),
            end: SecondaryMap::with_capacity(f.blocks.len()),
            defs: Vec::new(),
            uses: Vec::new(),
            kept: Vec::new(),
        };
        // Of the moves that were read and not assigned yet, by parameter: the value, and the position of the read.
        let mut copied: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
        let mut position = 0u32;
        for &block in order {
            found.start[block] = position;
            for item in &code[block].items {
                position += 2;
                let place = (block, position);
                match *item {
                    Item::Get(value) => found.uses.push((value, place)),
                    Item::MoveGet(value, param) => {
                        found.uses.push((value, place));
                        let other = copied.insert(param, (value, position));
                        debug_assert!(other.is_none(), "a parameter is moved to once on an edge");
                    }
                    Item::Set(value) | Item::Tee(value) => found.defs.push((value, place)),
                    Item::MoveSet(param) => {
                        found.defs.push((param, place));
                        if let Some((value, since)) = copied.remove(&param) {
                            found.kept.push((value, (since, position)));
                        }
                    }
                    _ => {}
                }
            }
            position += 2;
            found.end[block] = position;
        }
        let params = f.blocks[f.entry].params.iter();
        found.defs.extend(params.map(|param| (param.as_u32(), (f.entry, 0))));
        found.defs.retain(|&(value, _)| wanted(value));
        found.uses.retain(|&(value, _)| wanted(value));
        found.kept.retain(|&(value, _)| wanted(value));
        found.defs.sort_unstable();
        found.uses.sort_unstable();
        found.kept.sort_unstable();
        found
    }
}

/// Splits the entries of a value off the front of a list that is sorted by values, and drops those
/// of smaller ones.
fn of_value<'a, T>(list: &mut &'a [(u32, T)], value: u32) -> &'a [(u32, T)] {
    let smaller = list.iter().take_while(|&&(of, _)| of < value).count();
    let count = list[smaller..].iter().take_while(|&&(of, _)| of == value).count();
    let (mine, rest) = list[smaller..].split_at(count);
    *list = rest;
    mine
}

/// The segments of one value after another.
struct Liveness<'a> {
    cfg: &'a Cfg,
    start: &'a SecondaryMap<Block, u32>,
    end: &'a SecondaryMap<Block, u32>,
    /// For each block, the last value (plus one) that was found to be live into it.
    visited: SecondaryMap<Block, u32>,
    stack: Vec<Block>,
    budget: usize,
    /// The segments of the value, before they are joined: there may be many times more of them.
    segments: Vec<Segment>,
}

impl Liveness<'_> {
    /// Adds the segments from a value's assignments to its reads. `None` past the budget.
    fn add(&mut self, value: u32, defs: &[(u32, Place)], uses: &[(u32, Place)]) -> Option<()> {
        // Even an assignment that nobody reads writes its local.
        self.segments.extend(defs.iter().map(|&(_, (_, at))| (at, at + 1)));
        // The last assignment in a block before a position.
        let def_before = |block: Block, before: u32| -> Option<u32> {
            let first = defs.partition_point(|&(_, place)| place < (block, before));
            let &(_, (b, at)) = defs[..first].last()?;
            (b == block).then_some(at)
        };
        for &(_, (block, at)) in uses {
            match def_before(block, at) {
                Some(def) => self.segments.push((def, at)),
                None => {
                    self.segments.push((self.start[block], at));
                    self.live_in(value, block);
                }
            }
        }
        while let Some(block) = self.stack.pop() {
            for from in self.cfg.reachable_preds(block).map(|edge| edge.from) {
                self.budget = self.budget.checked_sub(1)?;
                if let Some(def) = def_before(from, u32::MAX) {
                    self.segments.push((def, self.end[from]));
                    continue;
                }
                self.segments.push((self.start[from], self.end[from]));
                self.live_in(value, from);
            }
        }
        Some(())
    }

    /// The value is live into a block, whose predecessors are walked once.
    fn live_in(&mut self, value: u32, block: Block) {
        if self.visited[block] != value + 1 {
            self.visited[block] = value + 1;
            self.stack.push(block);
        }
    }
}
