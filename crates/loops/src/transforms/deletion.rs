//! Loop deletion and final value replacement.
//!
//! A loop is deleted if it has no effect and cannot trap, terminates (it and the loops in it have known trip
//! counts, see [`trip_count`](crate::analysis::trip_count)), and each of its live-out values has a closed
//! form, which is computed in the preheader instead. Where a loop stays, live-out values are replaced by
//! their closed forms if these are constants or existing values and the uses are not arguments of edges, so
//! that the loop need not keep them.
//!
//! WebAssembly gives no guarantee that loops terminate: a loop without a known trip count stays.
//!
//! Outer loops come first, and are deleted with the loops in them. Deletion is repeated while it enables
//! more, at most `MOST_ROUNDS` times. Cost: near-linear; a loop with more than `MOST_HEIGHT` levels of loops
//! in it is not deleted as a whole.

use crate::analysis::final_values::{Emit, Final, Outside, closed_form, is_free};
use crate::analysis::memory::MemoryQueries;
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Nest, shaped_loops};
use crate::analysis::trip_count::{Counts, Trips};
use invar_analysis::transform::edges;
use invar_analysis::{Counters, Loop, PassContext, RemarkKind};
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{Block, BlockCall, Function, Terminator, Value, ValueDef};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// How many rounds.
const MOST_ROUNDS: usize = 3;
/// How many levels of inner loops are deleted with a loop.
const MOST_HEIGHT: u32 = 4;
/// How many closed forms that need code may replace a loop.
const MOST_FORMS: usize = 8;

invar_analysis::config! {
    /// Configuration of loop deletion.
    pub struct Config {
        /// Delete loops.
        loops: bool = true,
        /// Replace final values of loops that stay.
        finals: bool = true,
    }
}

invar_analysis::counters! {
    /// Counters of loop deletion.
    pub struct Deleted {
        /// Loops deleted, inner loops of deleted ones not counted.
        loops,
        /// Final values replaced by closed forms, after deleted loops and others.
        final_values,
        /// Loops with effects.
        refused_effect: Observed = "refused.effect",
        /// Loops that may trap.
        refused_trap: Observed = "refused.trap",
        /// Loops that may be infinite: a trip count is unknown.
        refused_may_be_infinite: Observed = "refused.may_be_infinite",
        /// Loops with a live-out value without closed form.
        refused_live_out: Observed = "refused.live_out",
        /// Nests that are too deep.
        refused_budget: Observed = "refused.budget",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Deleted>;

/// Deletes loops and replaces final values.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    for round in 1..=MOST_ROUNDS {
        let Some(nest) = shaped_loops(f, cx, &mut stats.shaped) else { break };
        let found = one_round(f, cx, config, &nest);
        f.resolve_aliases();
        cx.analyses.keep_if_current(f);
        stats.done.loops += found.loops;
        stats.done.final_values += found.final_values;
        // Refusals are counted in the last round only.
        if found.loops == 0 || round == MOST_ROUNDS {
            stats.done.add(&Deleted { loops: 0, final_values: 0, ..found });
            break;
        }
    }
    stats
}

fn one_round(f: &mut Function, cx: &mut PassContext<'_>, config: &Config, nest: &Nest) -> Deleted {
    let mut deleted = Deleted::default();
    // Some closed forms have more code than the loop.
    let may_grow = cx.goals.size == 0;
    let counts = Counts::new(f, nest);
    let ranges = Ranges::of(f, nest, &mut cx.analyses);
    let effects = MemoryQueries::of(cx, &ranges).loops(f, nest, &mut cx.analyses);
    let outside = Outside::new(f, nest, &counts.home);
    let mut trips: SecondaryMap<Loop, Option<Trips>> = SecondaryMap::new();
    // Whether all inner loops have known trip counts, and how many levels of them there are.
    let mut inner: SecondaryMap<Loop, (bool, u32)> = SecondaryMap::with_default((true, 0));
    for (id, data) in nest.forest.loops.iter().rev() {
        let found = if may_grow { counts.of_or_once(f, nest, id) } else { counts.of(f, nest, id) };
        trips[id] = found.ok();
        let (ends, height) = inner[id];
        if let Some(parent) = data.parent {
            inner[parent].0 &= ends && trips[id].is_some();
            inner[parent].1 = inner[parent].1.max(height + 1);
        }
    }
    let mut gone: EntitySet<Loop> = EntitySet::new();
    for (id, data) in &nest.forest.loops {
        if data.parent.is_some_and(|parent| gone.contains(parent)) {
            gone.insert(id);
            continue;
        }
        let site = LoopSite { nest, id, counts: &counts, outside: &outside };
        let is_large = |forms: &FxHashMap<Value, Final>| {
            forms.values().any(|form| matches!(form, Final::Square(..)))
        };
        let ends = inner[id].0 || invar_ir::mutant!(DeleteEndlessInner);
        let refused = match &trips[id] {
            _ if !config.loops => None,
            _ if effects[id].effects.is_effect() => Some(&mut deleted.refused_effect),
            _ if !effects[id].effects.may_be_deleted()
                && !invar_ir::mutant!(DeleteTrappingLoop) =>
            {
                Some(&mut deleted.refused_trap)
            }
            Some(_) if ends && inner[id].1 > MOST_HEIGHT => Some(&mut deleted.refused_budget),
            Some(trips) if ends => {
                match site.forms(f, trips).filter(|it| may_grow || !is_large(it)) {
                    Some(forms) if !cx.fuel.take() => {
                        drop(forms);
                        return deleted;
                    }
                    Some(forms) => {
                        deleted.loops += 1;
                        deleted.final_values += site.remove(f, trips, &forms, |_, _| ());
                        gone.insert(id);
                        let loc = f.blocks[nest.preheader[id].expect("in shape")].term_loc;
                        cx.remarks.record(
                            "loop-deletion",
                            RemarkKind::Applied,
                            loc,
                            "loop",
                            || format!("{id} deleted: it terminates and has no effect"),
                        );
                        continue;
                    }
                    None => Some(&mut deleted.refused_live_out),
                }
            }
            _ => Some(&mut deleted.refused_may_be_infinite),
        };
        if let Some(counter) = refused {
            *counter += 1;
        }
        if let Some(trips) = trips[id].as_ref().filter(|_| config.finals) {
            deleted.final_values += site.replace_free(f, cx, trips);
        }
    }
    deleted
}

/// A loop with the analyses that deletion needs.
pub(crate) struct LoopSite<'a> {
    pub nest: &'a Nest,
    pub id: Loop,
    pub counts: &'a Counts,
    pub outside: &'a Outside,
}

impl LoopSite<'_> {
    /// The closed forms of all live-out values and of the arguments of the exit edge; `None` if one has
    /// none.
    pub fn forms(&self, f: &Function, trips: &Trips) -> Option<FxHashMap<Value, Final>> {
        let inductions = self.counts.inductions(f, self.nest, self.id);
        let mut forms = FxHashMap::default();
        let mut code = 0;
        let values = self.outside.values(f, self.nest, self.id);
        for value in edges::args(f, trips.exit).iter().copied().chain(values) {
            if forms.contains_key(&value) {
                continue;
            }
            let LoopSite { nest, id, counts, .. } = *self;
            let form = closed_form(f, nest, id, counts, &inductions, trips, value)?;
            if !self.is_there(f, &form, trips) {
                return None;
            }
            code += usize::from(!is_free(&form));
            if code > MOST_FORMS {
                return None;
            }
            forms.insert(value, form);
        }
        Some(forms)
    }

    /// Deletes the loop: its preheader jumps to the exit block, after what `also` emits there. Returns how
    /// many closed forms were computed.
    pub fn remove(
        &self,
        f: &mut Function,
        trips: &Trips,
        forms: &FxHashMap<Value, Final>,
        also: impl FnOnce(&mut Function, Block),
    ) -> u64 {
        let (preheader, _) = self.nest.ends(self.id).expect("in shape");
        also(f, preheader);
        let before = f.blocks[preheader].insts.len();
        let exit_args = edges::args(f, trips.exit).to_vec();
        let values = self.outside.values(f, self.nest, self.id);
        let mut made: FxHashMap<Value, Value> = FxHashMap::default();
        for &value in exit_args.iter().chain(&values) {
            if let Entry::Vacant(slot) = made.entry(value) {
                let loc = f.blocks[trips.test].term_loc;
                slot.insert(Emit { f, block: preheader, loc }.closed(&forms[&value], trips));
            }
        }
        let target = self.nest.cfg.target(trips.exit);
        let args: Vec<Value> = exit_args.iter().map(|arg| made[arg]).collect();
        let args = f.make_list(&args);
        f.blocks[preheader].term = Terminator::Jump(BlockCall { block: target, args, weight: 0 });
        for &block in self.nest.forest.blocks(self.id) {
            f.kill_block(block);
        }
        for &value in &values {
            let users = self.outside.of(self.nest, self.id, value);
            self.uses(f, made[&value], &users);
            f.alias(value, made[&value]);
        }
        self.uses_of_new(f, preheader, before);
        exit_args.iter().for_each(|arg| self.uses(f, made[arg], &[preheader]));
        forms.values().filter(|form| !matches!(form, Final::Same(_) | Final::Constant(..))).count()
            as u64
    }

    /// Whether the values that a closed form is computed from exist. A sum is followed to its terms, also through
    /// another loop; if that was deleted, only those of its values are left that were used outside of it.
    fn is_there(&self, f: &Function, form: &Final, trips: &Trips) -> bool {
        let entered = trips.entered.iter().flat_map(|(least, most)| [least, most]);
        let sums = entered.chain([&trips.dividend]);
        let counted = sums.flat_map(|sum| sum.terms.iter().map(|&(value, _)| value));
        let mut terms = form.terms().into_iter().chain(counted);
        invar_ir::mutant!(DeleteTermsGone)
            || terms.all(|value| match f.values[f.resolve(value)].def {
                ValueDef::Param(block, _) | ValueDef::Edge(block, _) => !f.is_dead(block),
                ValueDef::Result(inst, _) => {
                    self.counts.home[inst].is_none_or(|block| !f.is_dead(block))
                }
                ValueDef::Alias(_) => false,
            })
    }

    /// Says that blocks use a value.
    fn uses(&self, f: &Function, value: Value, blocks: &[Block]) {
        self.outside.add(f, self.nest, &self.counts.home, value, blocks);
    }

    /// Says that a block uses the operands of instructions that were appended to it.
    fn uses_of_new(&self, f: &Function, block: Block, before: usize) {
        for &inst in &f.blocks[block].insts[before..] {
            f.args(inst).iter().for_each(|&arg| self.uses(f, arg, &[block]));
        }
    }

    /// Replaces live-out values of a loop that stays, where that needs no code. Returns how many.
    fn replace_free(&self, f: &mut Function, cx: &PassContext<'_>, trips: &Trips) -> u64 {
        let LoopSite { nest, id, counts, .. } = *self;
        let inductions = counts.inductions(f, nest, id);
        if inductions.is_empty() {
            return 0;
        }
        let (preheader, _) = nest.ends(id).expect("in shape");
        // Only the header and the exiting block are searched, for linear cost in nests.
        let header = nest.forest.loops[id].header;
        let mut values: Vec<Value> = f.blocks[header].params.clone();
        for block in [header, trips.test] {
            values.extend(f.blocks[block].insts.iter().flat_map(|&inst| f.results(inst)));
        }
        values.sort_unstable();
        values.dedup();
        let mut replaced = 0;
        for value in values {
            let users: Vec<Block> = self.outside.of(nest, id, value);
            // A parameter that receives the value may be coalesced with it: another value would take a
            // copy.
            let is_passed = |block: Block| {
                let mut calls = f.blocks[block].term.targets();
                calls.any(|call| f.list(&call.args).contains(&value))
            };
            let leaves = edges::args(f, trips.exit).contains(&value);
            if users.is_empty() || leaves || users.iter().copied().any(is_passed) {
                continue;
            }
            let form = closed_form(f, nest, id, counts, &inductions, trips, value);
            let there = |form: &Final| is_free(form) && self.is_there(f, form, trips);
            let Some(form @ Final::Sum(_)) = form.filter(there) else { continue };
            if !cx.fuel.take() {
                return replaced;
            }
            let loc = f.blocks[trips.test].term_loc;
            let before = f.blocks[preheader].insts.len();
            let new = Emit { f: &mut *f, block: preheader, loc }.closed(&form, trips);
            self.uses_of_new(f, preheader, before);
            self.uses(f, new, &users);
            for user in users {
                f.map_uses(user, |_, used| if used == value { new } else { used });
            }
            replaced += 1;
        }
        replaced
    }
}
