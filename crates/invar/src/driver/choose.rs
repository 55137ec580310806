//! The guard: which of its [`Candidates`] a function takes. Bodies that are no better than their originals are
//! reverted. Growth is given back while the module is too large. The order of these steps is [`Run::fit`].
//!
//! A body is compared with its original by the cost model. If code was copied in it for the sake of speed (loop
//! versions, unrolling, unswitching), and that does not pay by the model, it is replaced by a body with fewer copies
//! where that is faster than the original. Candidates are the bodies before partial unrolling and before phase `late`
//! copied loops, and one that was made without any copies. A module that is too large gives back growth where it is
//! least useful, by the time that it saves for each byte: partial unrolling and the copies of phase `late` first,
//! then all copies, then all that was done to a function.

use super::candidates::Candidates;
use super::emit::{Checked, Encoded, Written};
use super::input::Input;
use super::{Run, growth};
use crate::error::Error;
use invar_analysis::Provenance;
use invar_analysis::cost::{BodyCost, BodyEstimate};
use invar_ir::Func;
use invar_ir::entities::EntitySet;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::time::Instant;

/// The costs that a new body must improve.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Its time, which is an estimate, or its size.
    Time,
    /// Its size or, at the same size, its time.
    Size,
}

/// What a module that is too large gives back, one step after the other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum GiveBack {
    /// The copies of loops that phase `late` made.
    LateCopies,
    /// All copies of code, and calls inlined for speed; and all that was done to functions that save very little.
    Copies,
    /// All that was done to a function.
    Everything,
}

/// What becomes of a module whose bodies are chosen.
enum Fit {
    /// It stays as it was written.
    Unchanged,
    /// It is this one.
    Chosen(Encoded),
    /// Whatever is chosen, it is larger than allowed.
    TooLarge,
}

impl Run<'_> {
    /// The module in bytes, as [`Run::write_chosen`] makes it. With option `validate`, without the bodies that do
    /// something else than their originals.
    pub fn write(&mut self) -> Result<Option<Written>, Error> {
        loop {
            let Some(written) = self.write_chosen()? else { return Ok(None) };
            if !self.input.options.validate || !self.revert_different(&written)? {
                return Ok(Some(written));
            }
        }
    }

    /// The module in bytes, valid and, with the guard on, if possible not larger than its input (at -O3:
    /// not much). `None` if it cannot be made valid.
    ///
    /// All new bodies are validated before some are reverted, so that no bug is hidden. Bodies are compared and chosen
    /// without encoding the module each time: mostly it is encoded twice.
    fn write_chosen(&mut self) -> Result<Option<Written>, Error> {
        let Some(mut written) = self.write_valid()? else { return Ok(None) };
        if !self.input.options.guard || self.input.source.input().is_none() {
            return Ok(Some(written));
        }
        loop {
            let encoded = match self.fit(&written)? {
                Some(Fit::Unchanged) => return Ok(Some(written)),
                Some(Fit::Chosen(encoded)) => encoded,
                Some(Fit::TooLarge) => {
                    self.report.input_kept = true;
                    return Ok(self.input_without_dropped());
                }
                None => return Ok(None),
            };
            match self.check(encoded)? {
                Checked::Valid(written) => return Ok(Some(written)),
                Checked::Never => return Ok(None),
                Checked::Changed => {
                    let Some(next) = self.write_valid()? else { return Ok(None) };
                    written = next;
                }
            }
        }
    }

    /// The size of the module that was read, without the sections that the output does not have, and by how much the
    /// output may be larger.
    pub fn size_and_growth(&self) -> (usize, usize) {
        let Input { module, options, proposals, .. } = &self.input;
        let (bytes, growth) = growth::limit(&module.bytes, options, proposals.simd);
        (bytes, self.most.map_or(growth, |most| most.saturating_sub(bytes)))
    }

    /// Chooses bodies until the module is no larger than allowed. `None` if it cannot be encoded.
    fn fit(&mut self, written: &Written) -> Result<Option<Fit>, Error> {
        let goal = if self.input.options.level.size() > 0 { Goal::Size } else { Goal::Time };
        let (bytes, growth) = self.size_and_growth();
        let most = bytes + growth;
        let mut compared = EntitySet::new();
        let funcs: Vec<Func> = written.bodies.iter().map(|&(func, _)| func).collect();
        if !self.revert_worse(&funcs, goal, &mut compared) && written.wasm.len() <= most {
            return Ok(Some(Fit::Unchanged));
        }
        let Some(mut encoded) = self.encode_better(goal, &mut compared)? else { return Ok(None) };
        for step in [GiveBack::LateCopies, GiveBack::Copies, GiveBack::Everything] {
            let for_speed = goal == Goal::Time && !self.input.goals.keep_size;
            let (mut made, mut round) = (EntitySet::new(), 0);
            while encoded.wasm.len() > most {
                let over = encoded.wasm.len() - most;
                if self.give_back(&encoded.funcs, over, step) {
                    // Bodies with fewer copies were not compared.
                    compared.clear();
                    let next = self.encode_better(goal, &mut compared)?;
                    let Some(next) = next else { return Ok(None) };
                    encoded = next;
                    continue;
                }
                round += 1;
                if step != GiveBack::Copies
                    || !for_speed
                    || !self.make_smaller(&encoded.funcs, over, &mut made, round)?
                {
                    break;
                }
            }
        }
        if encoded.wasm.len() > most && goal != Goal::Size {
            compared.clear();
            let smaller = self.encode_better(Goal::Size, &mut compared)?;
            let Some(smaller) = smaller else { return Ok(None) };
            encoded = smaller;
        }
        let is_too_large = encoded.wasm.len() > most && self.input.annotations().is_empty();
        Ok(Some(if is_too_large { Fit::TooLarge } else { Fit::Chosen(encoded) }))
    }

    /// [`Candidates::revert_worse`], timed.
    fn revert_worse(&mut self, funcs: &[Func], goal: Goal, compared: &mut EntitySet<Func>) -> bool {
        let start = Instant::now();
        let any = self.candidates.revert_worse(&self.input, funcs, goal, compared);
        self.phase("compare", start.elapsed());
        any
    }

    /// [`Candidates::give_back`], timed.
    fn give_back(&mut self, funcs: &[Func], bytes: usize, step: GiveBack) -> bool {
        let start = Instant::now();
        let any = self.candidates.give_back(&self.input, funcs, bytes, step);
        self.phase("compare", start.elapsed());
        any
    }

    /// Encodes the module without the bodies that are no better than their originals. `None` if it cannot be encoded.
    fn encode_better(
        &mut self,
        goal: Goal,
        compared: &mut EntitySet<Func>,
    ) -> Result<Option<Encoded>, Error> {
        loop {
            let output = self.used_parts();
            // Functions that an original uses again are compared then.
            if !self.revert_worse(&output.funcs, goal, compared) {
                let output = self.arranged(output);
                return self.encode(output);
            }
        }
    }
}

/// What inlined functions cost.
///
/// A caller is larger by the bodies that were inlined in it, so it is compared with its original
/// and the callees: in both, each call of a function that was inlined takes the time of that
/// function too; and the size of an inlined function that was removed is divided among its callers.
pub(crate) struct Inlining {
    /// The cost of each function that was inlined.
    callees: FxHashMap<Func, BodyCost>,
    /// The part of the size of a removed function that is added to each original caller.
    size: FxHashMap<Func, u64>,
}

impl Inlining {
    /// For the functions of an output.
    pub fn new(input: &Input<'_>, candidates: &Candidates, funcs: &[Func]) -> Self {
        let mut takers: FxHashMap<Func, u64> = FxHashMap::default();
        for &func in funcs {
            let inlined = &candidates.provenance(func).inlined;
            inlined.iter().for_each(|&callee| *takers.entry(callee).or_default() += 1);
        }
        let costs = takers.par_iter().map(|(&func, _)| (func, candidates.cost(input, func)));
        let callees: FxHashMap<Func, BodyCost> = costs.collect();
        let mut size: FxHashMap<Func, u64> = FxHashMap::default();
        for (func, takers) in takers {
            size.insert(func, (callees[&func].size + FUNCTION_BYTES) / takers);
        }
        for func in funcs {
            size.remove(func);
        }
        Inlining { callees, size }
    }

    /// The costs of the body that a function takes, and of another one of the same function.
    pub fn costs(
        &self,
        input: &Input<'_>,
        candidates: &Candidates,
        func: Func,
        other: &BodyEstimate,
    ) -> (BodyCost, BodyCost) {
        let Provenance { inlined, unrolled, .. } = candidates.provenance(func);
        let callee = |index: u32| {
            let callee = input.merged.resolve(Func::from_u32(index));
            inlined.contains(&callee).then(|| &self.callees[&callee])
        };
        let new = candidates.estimate(input, func).with_callees(callee).with_unrolled(unrolled);
        let mut old = other.with_callees(callee);
        old.size += inlined.iter().filter_map(|callee| self.size.get(callee)).sum::<u64>();
        (new, old)
    }
}

/// What a function would lose, and by how much it would become smaller.
pub(crate) struct Price {
    pub func: Func,
    /// Estimated time.
    saved: u64,
    /// More than 0.
    pub bytes: u64,
}

impl Price {
    /// What is lost with the first body, which costs this, if it is larger than the second.
    fn of(func: Func, mut with: BodyCost, without: BodyCost) -> Option<Self> {
        with.size = with.size.saturating_sub(without.size);
        let saved = without.time_by_frequency().saturating_sub(with.time_by_frequency());
        (with.size > 0).then_some(Price { func, saved, bytes: with.size })
    }

    /// Whether so little is lost that no smaller body is made in place of the original.
    fn is_low(&self) -> bool {
        self.saved < LOW.saturating_mul(self.bytes)
    }

    /// The order of time for each byte, without a division.
    fn by_time_per_byte(&self, other: &Self) -> Ordering {
        let [left, right] = [(self.saved, other.bytes), (other.saved, self.bytes)]
            .map(|(time, bytes)| u128::from(time) * u128::from(bytes));
        left.cmp(&right).then(self.func.cmp(&other.func))
    }
}

/// See [`Price::is_low`]: the sixteenth of an addition for each byte, in the unit of [`BodyCost::time_by_frequency`].
const LOW: u64 = (1 << 16) / 16;

/// Of at most so many functions that grew, bodies without copies are made at once, and none takes its original before.
pub(crate) const FEW: usize = 64;

/// The bytes of a function besides its body: the index of its type, the size of its body.
const FUNCTION_BYTES: u64 = 3;

impl Candidates {
    /// Reverts the bodies that are no better than their originals, and were not compared before, of the functions that
    /// are in the output. Returns whether there were any.
    pub fn revert_worse(
        &mut self,
        input: &Input<'_>,
        funcs: &[Func],
        goal: Goal,
        compared: &mut EntitySet<Func>,
    ) -> bool {
        let inlining = Inlining::new(input, self, funcs);
        let better = |(new, old): (BodyCost, BodyCost)| match goal {
            Goal::Time => new.size < old.size || new.is_faster_than(&old),
            Goal::Size => {
                let mut times = new.times().into_iter().zip(old.times());
                times.any(|(new_time, old_time)| (new.size, new_time) < (old.size, old_time))
            }
        };
        let annotations = input.annotations();
        let keeps_original = |&func: &Func| {
            if input.original(func).is_none() {
                return false;
            }
            if compared.contains(func) || !self.is_new(func) {
                return false;
            }
            // The original imports annotations, which hosts do not provide.
            if !annotations.is_empty() && input.is_annotated(func, &annotations) {
                return false;
            }
            let original = self.original(input, func).unwrap_or_default();
            !better(inlining.costs(input, self, func, &original))
        };
        let worse: Vec<Func> = funcs.par_iter().copied().filter(keeps_original).collect();
        compared.extend(funcs.iter().copied());
        let mut reverted = Vec::new();
        for &func in &worse {
            // With fewer copies it may be faster than the original. Not if some are those of
            // callees: the original calls these as they are, with their copies.
            let inlines = !self.provenance(func).inlined.is_empty();
            let mut is_better = false;
            while !inlines && !is_better && self.take_next(func) {
                is_better = self.is_faster_than_original(input, func);
            }
            if !is_better {
                reverted.push(func);
            }
        }
        self.revert(input, &reverted);
        !worse.is_empty()
    }

    /// Gives back at least so many bytes by which functions grew, the least useful ones first: by
    /// the time that a function saves for each byte that it is larger than with fewer copies or, in the last
    /// step, than its original. Returns whether there was anything to give back.
    pub fn give_back(
        &mut self,
        input: &Input<'_>,
        funcs: &[Func],
        bytes: usize,
        step: GiveBack,
    ) -> bool {
        self.drop_larger(input);
        let this = &*self;
        let inlining = Inlining::new(input, this, funcs);
        let annotations = input.annotations();
        let price = |&func: &Func| {
            let (with, without) = match (this.next(func), this.original(input, func)) {
                (Some(next), _) => {
                    let other = next.estimate(input, func);
                    let (with, mut without) = inlining.costs(input, this, func, other);
                    without.size = u64::from(next.bytes);
                    (with, without)
                }
                (None, Some(original)) if step != GiveBack::LateCopies && this.is_new(func) => {
                    if !annotations.is_empty() && input.is_annotated(func, &annotations) {
                        return None;
                    }
                    inlining.costs(input, this, func, &original)
                }
                _ => return None,
            };
            Price::of(func, with, without)
        };
        let mut prices: Vec<Price> = funcs.par_iter().filter_map(price).collect();
        if step == GiveBack::Copies {
            let few = prices.len() <= FEW;
            prices.retain(|price| this.next(price.func).is_some() || !few && price.is_low());
        }
        prices.sort_by(Price::by_time_per_byte);
        let (mut given, mut reverted, mut any) = (0, Vec::new(), false);
        for Price { func, bytes: less, .. } in prices {
            if given >= bytes as u64 {
                break;
            }
            (given, any) = (given + less, true);
            if !self.take_next(func) {
                reverted.push(func);
            }
        }
        self.revert(input, &reverted);
        any
    }

    /// The functions that are larger than their originals, with what is lost with these, the least useful growth first.
    pub fn least_useful(&self, input: &Input<'_>, funcs: &[Func]) -> Vec<Price> {
        let inlining = Inlining::new(input, self, funcs);
        let price = |&func: &Func| {
            if !self.is_new(func) {
                return None;
            }
            let Some(original) = input.original(func) else {
                // Nobody knows: it comes last.
                return Some(Price { func, saved: u64::MAX, bytes: 1 });
            };
            let estimate = self.original(input, func)?;
            let (with, mut without) = inlining.costs(input, self, func, &estimate);
            // Callees that are gone count as growth: without copies, they may stay.
            without.size = original.len() as u64;
            Price::of(func, with, without)
        };
        let mut prices: Vec<Price> = funcs.par_iter().filter_map(price).collect();
        prices.sort_by(Price::by_time_per_byte);
        prices
    }

    /// Whether the new body of a function is faster than the original.
    fn is_faster_than_original(&self, input: &Input<'_>, func: Func) -> bool {
        let original = self.original(input, func);
        original.is_some_and(|original| self.cost(input, func).is_faster_than(&original.own))
    }
}
