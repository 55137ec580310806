//! Destructs SSA form: assigns WebAssembly's locals to SSA values by liveness, coalescing and colouring.
//!
//! The live range of a value is a sorted list of segments of positions in the linear order of the
//! code, with its holes (`ranges`). Block parameters (phi functions) are coalesced with the arguments that jumps copy
//! to them where their ranges do not interfere, the most frequent copies first: by the depth of loops or, where that
//! leaves no more copies, by frequency. The resulting webs are coloured first-fit, the most used first, so that they
//! get the small indices, whose encoding is short. Copies that remain are replaced where that takes fewer operators:
//! `at_read` assigns where the source is read anyway; `isolate` splits live ranges where one copy can replace several;
//! `constants` and `early` move copies to where they cost less.
//!
//! Cost: the sum of the live ranges in blocks, plus sorting; bounded by a budget past which the
//! function is refused, so that it keeps the body it had. After Boissinot, Darte, Rastello, de Dinechin and Guillon,
//! "Revisiting Out-of-SSA Translation for Correctness, Code Quality, and Efficiency" (CGO 2009), with live ranges
//! as segments, as in linear-scan register allocation (Poletto and Sarkar, TOPLAS 1999; Wimmer and Franz, CGO 2010).

mod at_read;
mod colour;
mod constants;
mod early;
mod isolate;
mod ranges;
mod segments;
mod webs;

pub(super) use colour::Assignment;

use super::code::Item;
use super::treeify::BlockCode;
use at_read::Copy;
use colour::colour;
use invar_analysis::{Frequencies, LoopForest};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Dominators, Function, Value};
use isolate::Remaining;
use ranges::Ranges;
use rustc_hash::FxHashMap;
use segments::Segments;
use webs::Webs;

/// Estimates of how often blocks are executed.
pub(super) struct Weights {
    /// Ten to the number of loops around a block.
    depth: SecondaryMap<Block, u32>,
    /// The frequency of each block, in sixteenths of the executions of the function.
    frequency: SecondaryMap<Block, u32>,
}

impl Weights {
    pub fn of(f: &Function, cfg: &Cfg, loops: &LoopForest) -> Self {
        const MOST: f64 = 1e8;
        let count = f.blocks.len();
        let frequencies = Frequencies::new(f, cfg, loops);
        let mut depth = SecondaryMap::with_capacity(count);
        let mut frequency = SecondaryMap::with_capacity(count);
        for &block in &cfg.rpo {
            depth[block] = 10u32.saturating_pow(loops.depth(block).min(8));
            frequency[block] = (frequencies.block(block) * 16.0).clamp(1.0, MOST) as u32;
        }
        Weights { depth, frequency }
    }

    /// How often a block is executed, in sixteenths of the executions of the function.
    pub fn executed(&self, block: Block) -> u64 {
        u64::from(self.frequency[block])
    }
}

/// Assigns locals. `order` is the linear order of the blocks; `code` what they hold. `None` if
/// there are more locals than WebAssembly allows, or liveness is past its budget.
pub(super) fn assign(
    f: &mut Function,
    cfg: &Cfg,
    dominators: &Dominators,
    order: &[Block],
    code: &mut SecondaryMap<Block, BlockCode>,
    weights: &Weights,
) -> Option<Assignment> {
    let ranges = Ranges::compute(f, cfg, order, code)?;
    let Weights { depth, frequency } = weights;
    let mut weights = depth;
    let mut coalesced = Coalesced::new(f, ranges, order, code, depth);
    // By frequency, where that leaves no more copies: these take code, and frequencies are estimates.
    let by_depth = coalesced.left(frequency);
    if by_depth.0 > 0 && order.iter().any(|&block| depth[block] > 1) {
        let ranges = coalesced.undo().0;
        coalesced = Coalesced::new(f, ranges, order, code, frequency);
        let by_frequency = coalesced.left(frequency);
        if by_frequency.0 <= by_depth.0 && by_frequency.1 < by_depth.1 {
            weights = frequency;
        } else {
            let ranges = coalesced.undo().0;
            coalesced = Coalesced::new(f, ranges, order, code, depth);
        }
    }
    for through in [false, true] {
        for _ in 0..at_read::MOST_ROUNDS {
            let before = coalesced.left(frequency);
            let assigned = at_read::replace(f, cfg, code, &coalesced, frequency, through);
            if assigned.count == 0 {
                break;
            }
            let ranges = Ranges::compute(f, cfg, order, code)?;
            let second = Coalesced::new(f, ranges, order, code, weights);
            let after = second.left(frequency);
            // A copy is two operators.
            let is_less = 2 * after.0 + assigned.count <= 2 * before.0
                && 2 * after.1 + assigned.executed < 2 * before.1;
            if !is_less {
                assigned.undo(code);
                coalesced.add_values(f.values.len());
                break;
            }
            coalesced = second;
        }
    }
    let candidates = isolate::candidates(&coalesced.remaining);
    if !candidates.is_empty() {
        let before = code.clone();
        let (first, remaining) = coalesced.undo();
        let isolated = isolate::isolate(f, cfg, code, &candidates);
        let ranges = first.after_isolation(f, cfg, order, code, &isolated)?;
        let second = Coalesced::new(f, ranges, order, code, weights);
        let better: Vec<Value> = isolated
            .iter()
            .filter(|(param, fresh)| {
                let of = |remaining: &Remaining, value: Value| {
                    remaining.get(&value.as_u32()).copied().unwrap_or(0)
                };
                of(&second.remaining, *param) + of(&second.remaining, *fresh)
                    < of(&remaining, *param)
            })
            .map(|&(param, _)| param)
            .collect();
        coalesced = if better.len() == candidates.len() {
            second
        } else {
            *code = before;
            let isolated = isolate::isolate(f, cfg, code, &better);
            let ranges = first.after_isolation(f, cfg, order, code, &isolated)?;
            Coalesced::new(f, ranges, order, code, weights)
        };
    }
    let Coalesced { mut ranges, mut webs, counts, .. } = coalesced;
    constants::hoist(f, cfg, dominators, order, code, weights, &mut ranges, &mut webs);
    early::hoist(f, cfg, dominators, order, code, &mut ranges, &mut webs);
    colour(f, &mut webs, &mut ranges.segments, &counts)
}

/// Live ranges after coalescing.
struct Coalesced {
    ranges: Ranges,
    webs: Webs,
    /// How often each value is read or assigned.
    counts: Vec<u32>,
    remaining: Remaining,
    /// The copies that remain, the most frequent first.
    copies: Vec<Copy>,
}

impl Coalesced {
    fn new(
        f: &Function,
        mut ranges: Ranges,
        order: &[Block],
        code: &SecondaryMap<Block, BlockCode>,
        weights: &SecondaryMap<Block, u32>,
    ) -> Self {
        let mut webs = Webs::new(f, ranges.segments.len());
        // Copies, the most frequent first; equal ones in code order.
        let mut copies: Vec<Copy> = Vec::new();
        let mut counts = vec![0u32; f.values.len()];
        for &block in order {
            for item in &code[block].items {
                match *item {
                    Item::MoveGet(from, to) => {
                        copies.push((block, from, to));
                        counts[from as usize] += 1;
                    }
                    Item::Get(value)
                    | Item::Set(value)
                    | Item::Tee(value)
                    | Item::MoveSet(value) => counts[value as usize] += 1,
                    _ => {}
                }
            }
        }
        copies.sort_by_key(|&(block, ..)| std::cmp::Reverse(weights[block]));
        for &(_, from, to) in &copies {
            webs.coalesce(&mut ranges.segments, f, from, to);
        }
        let mut remaining = Remaining::default();
        copies.retain(|&(_, from, to)| webs.find(from) != webs.find(to));
        for &(_, _, to) in &copies {
            *remaining.entry(to).or_default() += 1;
        }
        Coalesced { ranges, webs, counts, remaining, copies }
    }

    /// Makes room for values that were made since, which have no live ranges.
    fn add_values(&mut self, count: usize) {
        self.ranges.segments.resize_with(count, Segments::default);
        self.counts.resize(count, 0);
        self.webs.add_values(count);
    }

    /// How many copies remain, and how often they are executed.
    fn left(&self, frequency: &SecondaryMap<Block, u32>) -> (usize, u64) {
        let executed = self.copies.iter().map(|&(block, ..)| u64::from(frequency[block]));
        (self.copies.len(), executed.sum())
    }

    /// The ranges, before coalescing, of the parameters to which copies remain.
    fn of_targets(&self) -> FxHashMap<u32, &Segments> {
        let targets = self.copies.iter().map(|&(.., to)| to);
        let mut found: FxHashMap<u32, &Segments> =
            targets.map(|to| (to, &self.ranges.segments[to as usize])).collect();
        for (value, segments) in &self.webs.before {
            if let Some(found) = found.get_mut(value) {
                *found = segments;
            }
        }
        found
    }

    /// The ranges of single values, as they were before, and the copies that could not be coalesced.
    fn undo(mut self) -> (Ranges, Remaining) {
        for (value, segments) in self.webs.before {
            self.ranges.segments[value as usize] = segments;
        }
        (self.ranges, self.remaining)
    }
}

#[cfg(test)]
mod tests {
    use crate::write::testing::lowered;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(lowered(text), expected);
    }

    #[test]
    fn the_variable_of_a_loop_is_one_local() {
        check(
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               jump b1(v0)
             b1(v1: i32):
               v2 = i32.const 1
               v3 = i32.sub v1, v2
               br_if v3, b1(v3), b2
             b2:
               return v3
             }",
            "loop 3; get 0; i32.const 1; i32.sub; tee 0; br_if 3; end; get 0",
        );
    }

    #[test]
    fn values_exchanged_in_a_loop_are_read_before_either_is_assigned() {
        check(
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               jump b1(v0, v1)
             b1(v2: i32, v3: i32):
               v4 = call f0 v2
               br_if v4, b1(v3, v2), b2
             b2:
               return v2
             }",
            "loop 3; get 0; call f0; if; get 1; get 0; set 1; set 0; br 3; end; end; get 0",
        );
    }

    #[test]
    fn the_value_before_an_update_that_is_read_after_it_has_a_local_of_its_own() {
        check(
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               jump b1(v0)
             b1(v1: i32):
               v2 = i32.const 1
               v3 = i32.sub v1, v2
               v4 = call f0 v3
               v5 = i32.mul v4, v1
               br_if v5, b1(v3), b2
             b2:
               return v3
             }",
            "loop 3; get 0; i32.const 1; i32.sub; tee 1; call f0; get 0; i32.mul; get 1; \
             set 0; br_if 3; end; get 1",
        );
    }

    #[test]
    fn a_constant_that_edges_pass_is_assigned_before_the_branch_if_its_local_is_free_there() {
        check(
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               v1 = i32.const 7
               br_if v0, b2(v1), b1
             b1:
               v2 = call f0 v0
               v3 = call f0 v2
               jump b2(v3)
             b2(v4: i32):
               v5 = call f0 v0
               v6 = i32.add v5, v4
               return v6
             }",
            "i32.const 7; set 1; block 4; get 0; br_if 4; get 0; call f0; call f0; \
             set 1; end; get 0; call f0; get 1; i32.add",
        );
    }

    #[test]
    fn a_constant_is_not_assigned_while_the_local_holds_another_value() {
        check(
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               jump b1(v0)
             b1(v1: i32):
               v2 = i32.const 7
               v3 = call f0 v1
               br_if v3, b1(v2), b2
             b2:
               v4 = i32.add v1, v3
               return v4
             }",
            "loop 3; get 0; call f0; tee 1; if; i32.const 7; set 0; br 3; end; \
             end; get 0; get 1; i32.add",
        );
    }

    #[test]
    fn the_moves_of_a_branch_back_are_before_it_if_the_other_way_reads_no_old_value() {
        check(
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               jump b1(v0)
             b1(v2: i32):
               v3 = call f0 v2
               v4 = call f0 v3
               br_if v3, b1(v1), b2
             b2:
               return v4
             }",
            "loop 3; get 0; call f0; tee 0; call f0; set 2; get 0; get 1; \
             set 0; br_if 3; end; get 2",
        );
    }

    #[test]
    fn the_moves_of_a_branch_back_are_behind_it_if_the_other_way_reads_an_old_value() {
        check(
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               jump b1(v0)
             b1(v2: i32):
               v3 = call f0 v2
               br_if v3, b1(v1), b2
             b2:
               v4 = i32.add v2, v3
               return v4
             }",
            "loop 3; get 0; call f0; tee 2; if; get 1; set 0; br 3; end; end; \
             get 0; get 2; i32.add",
        );
    }
}
