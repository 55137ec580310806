//! The guard: reverts bodies that are no better than their originals, and what makes a module too
//! large.
//!
//! A body is compared with its original by the cost model. If code was copied in it for the sake of
//! speed (loop versions, unrolling, unswitching), and that does not pay by the model, it is
//! replaced by a body with fewer copies where that is faster than the original. Candidates are the body
//! before phase `late` copied loops, and one that was made without any copies. A module that is too large
//! gives back growth where it is least useful, by the time that it saves for each byte: the copies of
//! phase `late` first, then all copies, then all that was done to a function.

use crate::bodies::{self, Code};
use crate::function::Smaller;
use crate::pipeline::Run;
use invar_interprocedural::uses::{self, BodyUses};
use invar_ir::cost::BodyCost;
use invar_ir::entities::EntitySet;
use invar_ir::{Body, Func, Provenance};
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
    /// All copies of code, and calls inlined for speed.
    Copies,
    /// All that was done to a function.
    Everything,
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
    pub fn new(run: &Run<'_>, funcs: &[Func]) -> Self {
        let mut takers: FxHashMap<Func, u64> = FxHashMap::default();
        for func in funcs {
            run.provenance[*func]
                .inlined
                .iter()
                .for_each(|&callee| *takers.entry(callee).or_default() += 1);
        }
        let costs = takers.par_iter().map(|(&func, _)| {
            let bytes = bodies::bytes(&run.module, func, run.codes[func].as_ref());
            let cost = BodyCost::of(&bytes).unwrap_or_default();
            (func, cost.with_unrolled(&run.provenance[func].unrolled))
        });
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

    /// The costs of a new body and of the original.
    pub fn costs(&self, run: &Run<'_>, func: Func, original: &[u8]) -> (BodyCost, BodyCost) {
        let inlined = &run.provenance[func].inlined;
        let callee = |index: u32| {
            let callee = run.merged.resolve(Func::from_u32(index));
            inlined.contains(&callee).then(|| &self.callees[&callee])
        };
        let new = bodies::bytes(&run.module, func, run.codes[func].as_ref());
        let new = BodyCost::with_callees(&new, callee)
            .unwrap_or_default()
            .with_unrolled(&run.provenance[func].unrolled);
        let mut old = BodyCost::with_callees(original, callee).unwrap_or_default();
        old.size += inlined.iter().filter_map(|callee| self.size.get(callee)).sum::<u64>();
        (new, old)
    }
}

/// What a function would lose, and by how much it would become smaller.
struct Price {
    func: Func,
    /// Estimated time.
    saved: u64,
    /// More than 0.
    bytes: u64,
}

impl Price {
    /// The order of time for each byte, without a division.
    fn by_use(&self, other: &Self) -> Ordering {
        let [left, right] = [(self.saved, other.bytes), (other.saved, self.bytes)]
            .map(|(time, bytes)| u128::from(time) * u128::from(bytes));
        left.cmp(&right).then(self.func.cmp(&other.func))
    }
}

/// The bytes of a function besides its body: the index of its type, the size of its body.
const FUNCTION_BYTES: u64 = 3;

impl Run<'_> {
    /// Reverts the bodies that are no better than their originals, and were not compared before, of the functions that
    /// are in the output. Returns whether there were any.
    pub(crate) fn revert_worse(
        &mut self,
        funcs: &[Func],
        goal: Goal,
        compared: &mut EntitySet<Func>,
    ) -> bool {
        let start = Instant::now();
        let inlining = Inlining::new(self, funcs);
        let better = |(new, old): (BodyCost, BodyCost)| match goal {
            Goal::Time => new.size < old.size || new.is_faster_than(&old),
            Goal::Size => {
                let mut times = new.times().into_iter().zip(old.times());
                times.any(|(new_time, old_time)| (new.size, new_time) < (old.size, old_time))
            }
        };
        let annotations = self.annotations();
        let keeps_original = |func: &Func| {
            let Body::Raw(original) = &self.module.funcs[*func].body else { return false };
            if compared.contains(*func) || self.codes[*func].is_none() {
                return false;
            }
            // The original imports annotations, which hosts do not provide.
            if !annotations.is_empty() && self.is_annotated(*func, &annotations) {
                return false;
            }
            let original = &self.module.bytes[original.clone()];
            let cost = |bytes| BodyCost::of(bytes).unwrap_or_default();
            !better(match self.provenance[*func].inlined.is_empty() {
                true => {
                    let new = bodies::bytes(&self.module, *func, self.codes[*func].as_ref());
                    let new = cost(&new);
                    (new.with_unrolled(&self.provenance[*func].unrolled), cost(original))
                }
                false => inlining.costs(self, *func, original),
            })
        };
        let worse: Vec<Func> =
            funcs.par_iter().copied().filter(|func| keeps_original(func)).collect();
        compared.extend(funcs.iter().copied());
        let mut reverted = Vec::new();
        for &func in &worse {
            // With fewer copies it may be faster than the original. Not if some are those of
            // callees: the original calls these as they are, with their copies.
            let inlines = !self.provenance[func].inlined.is_empty();
            let mut is_better = false;
            while !inlines && !is_better && self.take_smaller(func) {
                is_better = self.is_faster_than_original(func);
            }
            if !is_better {
                reverted.push(func);
            }
        }
        self.revert(&reverted);
        self.phase("compare", start.elapsed());
        !worse.is_empty()
    }

    /// Gives back at least so many bytes by which functions grew, the least useful ones first: by
    /// the time that a function saves for each byte that it is larger than with fewer copies or, in the last
    /// step, than its original. Returns whether there was anything to give back.
    pub(crate) fn give_back(&mut self, funcs: &[Func], bytes: usize, step: GiveBack) -> bool {
        let start = Instant::now();
        self.drop_larger();
        let this = &*self;
        let inlining = Inlining::new(this, funcs);
        let annotations = this.annotations();
        let price = |&func: &Func| {
            let (mut with, without) = match (this.smaller.get(&func), &this.module.funcs[func].body)
            {
                (Some(smaller), _) => {
                    let smaller = smaller.last().expect("there is one");
                    let bytes = bodies::bytes(&this.module, func, Some(&smaller.code));
                    let (with, mut without) = inlining.costs(this, func, &bytes);
                    without.size = bytes.len() as u64;
                    (with, without)
                }
                (None, Body::Raw(original))
                    if step == GiveBack::Everything && this.codes[func].is_some() =>
                {
                    if !annotations.is_empty() && this.is_annotated(func, &annotations) {
                        return None;
                    }
                    inlining.costs(this, func, &this.module.bytes[original.clone()])
                }
                _ => return None,
            };
            with.size = with.size.saturating_sub(without.size);
            let saved = without.time_by_frequency().saturating_sub(with.time_by_frequency());
            (with.size > 0).then_some(Price { func, saved, bytes: with.size })
        };
        let mut prices: Vec<Price> = funcs.par_iter().filter_map(price).collect();
        prices.sort_by(Price::by_use);
        let (mut given, mut reverted, mut any) = (0, Vec::new(), false);
        for Price { func, bytes: less, .. } in prices {
            if given >= bytes as u64 {
                break;
            }
            (given, any) = (given + less, true);
            if !self.take_smaller(func) {
                reverted.push(func);
            }
        }
        self.revert(&reverted);
        self.phase("compare", start.elapsed());
        any
    }

    /// Whether the new body of a function is faster than the original.
    fn is_faster_than_original(&self, func: Func) -> bool {
        let Body::Raw(original) = &self.module.funcs[func].body else { return false };
        let new = bodies::bytes(&self.module, func, self.codes[func].as_ref());
        let cost = |bytes| BodyCost::of(bytes).unwrap_or_default();
        let new = cost(&new).with_unrolled(&self.provenance[func].unrolled);
        new.is_faster_than(&cost(&self.module.bytes[original.clone()]))
    }

    /// Drops the bodies with fewer copies that are no smaller than the new ones.
    fn drop_larger(&mut self) {
        let Run { module, codes, smaller, .. } = self;
        smaller.retain(|&func, list| {
            let bytes = |code: Option<&Code>| bodies::bytes(module, func, code).len();
            let most = bytes(codes[func].as_ref());
            list.retain(|smaller| bytes(Some(&smaller.code)) < most);
            !list.is_empty()
        });
    }

    /// Takes the next body with fewer copies in place of the new one. Returns whether there is one.
    pub(crate) fn take_smaller(&mut self, func: Func) -> bool {
        let Some(list) = self.smaller.get_mut(&func) else { return false };
        let Smaller { code, uses, provenance } = list.pop().expect("there is one");
        if list.is_empty() {
            self.smaller.remove(&func);
        }
        self.codes[func] = Some(code);
        self.uses[func] = uses;
        self.provenance[func] = provenance;
        true
    }

    /// Reverts new bodies to the originals.
    pub(crate) fn revert(&mut self, funcs: &[Func]) {
        let module = &self.module;
        let uses: Vec<BodyUses> =
            funcs.par_iter().map(|&func| uses::of_func(module, func)).collect();
        for (&func, uses) in funcs.iter().zip(uses) {
            self.codes[func] = None;
            self.smaller.remove(&func);
            self.provenance[func] = Provenance::default();
            self.uses[func] = uses;
        }
    }
}
