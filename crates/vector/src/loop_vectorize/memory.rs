//! The accesses of a loop to memory: where they go in each iteration, and which may be executed for several
//! iterations at once.
//!
//! In iteration k the address of an access is `first + step * k`, modulo 2^32 or 2^64. Accesses whose
//! first addresses differ by a constant and that have the same step form a *group*, with one base: the
//! lowest of them. A run-time test shows
//! before the loop that the bytes from the base in the first iteration up to the end of the highest access in the last
//! one are in bounds ([`checks`](super::checks)). So no address of the group wraps, and distances within it are exact.
//!
//! *Order.* A vector iteration executes an access for all of its iterations, then the next one. So of two accesses
//! of a group, one of them a store, that touch common bytes in iterations i and j of a vector iteration, the earlier
//! one in the order of iterations must be executed first: it is the first in the text, but stores of a row are executed
//! where the last of them is ([`interleaved`](super::interleaved)). Stores and accesses of other groups must touch
//! no common byte in any iteration, which the facts about their addresses prove, or another run-time test does.
//! (Allen and Kennedy, *Automatic translation of FORTRAN programs to vector form*, 1987.)
//!
//! Cost: quadratic in the accesses of a loop, since each store is compared with each other access. A loop has at most
//! [`Config::insts`](super::Config) instructions, and [`Config::groups`](super::Config) groups.

use super::{Config, Reason, VectorSite};
use invar_analysis::Linear;
use invar_ir::{Function, Inst, Memory, MemoryAccess, Value, memory_access};
use invar_loops::analysis::trip_count::{Induction, Trips};

/// No access of a group is farther from its base.
const FARTHEST: u64 = 1 << 28;

/// How the address of an access moves from an iteration to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stride {
    /// Not at all.
    Invariant,
    /// By so many elements, at most [`MOST_STRIDE`].
    Forward(u64),
    /// Down by one element.
    Backward,
}

impl Stride {
    /// By how many elements it moves, if by more than one: elements lie between those of two iterations.
    pub fn gap(self) -> Option<u64> {
        match self {
            Stride::Forward(stride) if stride > 1 => Some(stride),
            _ => None,
        }
    }
}

/// The greatest stride in elements.
const MOST_STRIDE: u64 = 8;

/// A load or store of the loop.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub inst: Inst,
    pub access: MemoryAccess,
    /// The number of its group.
    pub group: usize,
    /// How many bytes it starts behind the base of the group, its immediate offset included.
    pub delta: u64,
    pub stride: Stride,
    /// How many bytes its row starts behind the base of the group ([`interleaved`](super::interleaved)).
    pub row: u64,
    /// The number of the access behind which it is executed: its own, or that of the last store of the row.
    pub executed: usize,
}

impl Access {
    /// How many bytes of memory it touches.
    pub fn size(&self) -> u64 {
        u64::from(self.access.size)
    }

    pub fn is_store(&self) -> bool {
        !self.access.is_load()
    }
}

/// Accesses at constant distances from each other.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The memory.
    pub memory: u32,
    /// The address of the base in the first iteration, a sum of values that are defined before the loop.
    pub first: Linear,
    /// The address of the base, as a sum that may contain the loop's induction variables.
    pub base: Linear,
    /// The number of bytes by which the base moves in each iteration.
    pub step: i64,
    /// The end of the last access behind the base, and the start of the first one.
    pub from: u64,
    pub to: u64,
    /// All addresses are in bounds by what is known of them.
    pub proven: bool,
    /// The bytes that all accesses may touch, if known.
    pub span: Option<(u64, u64)>,
    /// The start of the first store and the end of the last one behind the base.
    pub stored: Option<(u64, u64)>,
}

/// The accesses of a loop.
#[derive(Clone, Debug, Default)]
pub(super) struct Accesses {
    /// In the order of the text.
    pub list: Vec<Access>,
    pub groups: Vec<Group>,
    /// Pairs of groups: a run-time test must show that the stores of the first touch no byte of the second.
    pub apart: Vec<(usize, usize)>,
}

/// The address of an access, before its group is known.
struct Found {
    inst: Inst,
    access: MemoryAccess,
    first: Linear,
    base: Linear,
    step: i64,
}

impl Accesses {
    /// The accesses among these instructions of a loop.
    pub fn of(
        f: &Function,
        site: &VectorSite<'_>,
        config: &Config,
        inductions: &[Induction],
        insts: &[Inst],
    ) -> Result<Accesses, Reason> {
        let mut accesses = Accesses::default();
        let mut found = Vec::new();
        for &inst in insts {
            let Some(access) = memory_access(&f.insts[inst].op) else { continue };
            found.push(address(f, site, inductions, inst, access)?);
        }
        for found in &found {
            accesses.enter(found, config)?;
        }
        // Each group's base is its lowest access.
        let mut lowest: Vec<i64> = vec![0; accesses.groups.len()];
        let apart = |accesses: &Accesses, n: usize| {
            let group = &accesses.groups[accesses.list[n].group];
            group.first.minus(&found[n].first).map(|by| -group.first.signed(by))
        };
        for n in 0..found.len() {
            let by = apart(&accesses, n).ok_or(Reason::Address)?;
            let lowest = &mut lowest[accesses.list[n].group];
            *lowest = by.min(*lowest);
        }
        let references = accesses.groups.clone();
        for (n, one) in found.iter().enumerate() {
            let at = accesses.list[n].group;
            let by = references[at].first.minus(&one.first).ok_or(Reason::Address)?;
            let by = -references[at].first.signed(by);
            let delta = by.wrapping_sub(lowest[at]) as u64;
            let offset = one.access.memarg.offset;
            if delta > FARTHEST || offset > FARTHEST {
                return Err(Reason::Address);
            }
            let access = &mut accesses.list[n];
            access.delta = delta + offset;
            let end = access.delta + access.size();
            let group = &mut accesses.groups[at];
            if delta == 0 {
                (group.first, group.base) = (one.first.clone(), one.base.clone());
            }
            let delta = accesses.list[n].delta;
            (group.from, group.to) = (group.from.min(delta), group.to.max(end));
            if accesses.list[n].is_store() {
                let (from, to) = group.stored.unwrap_or((delta, end));
                group.stored = Some((from.min(delta), to.max(end)));
            }
            // What lies between the elements is loaded, too.
            let is_dense = accesses.list[n].stride.gap().is_none();
            // Where only some iterations execute it, nothing is known of the addresses of the others.
            let always =
                !site.flat.some.contains(&one.inst) || invar_ir::mutant!(VectorizeSpeculatesProven);
            group.proven &= is_dense && always && site.is_proven(f, one.inst);
            let span = site.ranges.span(f, one.inst).filter(|_| always);
            let spans = group.span.zip(span);
            group.span = spans.map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
        }
        accesses.rows();
        Ok(accesses)
    }

    /// Adds an access to its group.
    fn enter(&mut self, found: &Found, config: &Config) -> Result<(), Reason> {
        let &Found { inst, access, step, .. } = found;
        let size = i64::from(access.size);
        let stride = match step {
            0 if access.is_load() => Stride::Invariant,
            _ if step == size => Stride::Forward(1),
            _ if step == -size => Stride::Backward,
            _ if step > 0 && step % size == 0 && (step / size) as u64 <= MOST_STRIDE => {
                Stride::Forward((step / size) as u64)
            }
            _ => return Err(Reason::Stride),
        };
        let memory = access.memarg.memory;
        let is_same = |group: &Group| {
            group.memory == memory && group.step == step && group.first.terms == found.first.terms
        };
        let group = self.groups.iter().position(is_same).unwrap_or_else(|| {
            self.groups.push(Group {
                memory,
                first: found.first.clone(),
                base: found.base.clone(),
                step,
                from: u64::MAX,
                to: 0,
                proven: true,
                span: Some((u64::MAX, 0)),
                stored: None,
            });
            self.groups.len() - 1
        });
        if self.groups.len() > config.groups {
            return Err(Reason::Budget);
        }
        let executed = self.list.len();
        self.list.push(Access { inst, access, group, delta: 0, stride, row: 0, executed });
        Ok(())
    }

    /// Whether `factor` iterations may be executed at once; finds which groups must be apart for that.
    pub fn order(
        &mut self,
        f: &Function,
        site: &VectorSite<'_>,
        trips: &Trips,
        factor: u64,
    ) -> Result<(), Reason> {
        let most = site.ranges.most_if_entered(f, site.nest, site.id, trips);
        self.apart.clear();
        let factor = factor as i64;
        for (n, first) in self.list.iter().enumerate() {
            for (k, second) in self.list.iter().enumerate().skip(n) {
                if !first.is_store() && !second.is_store() {
                    continue;
                }
                if first.group != second.group {
                    let pair = if first.is_store() {
                        (first.group, second.group)
                    } else {
                        (second.group, first.group)
                    };
                    if !self.apart.contains(&pair) && self.may_meet(site, pair)? {
                        if most.is_some_and(|again| self.likely_meet(f, site, pair, again)) {
                            return Err(Reason::Dependence);
                        }
                        self.apart.push(pair);
                    }
                    continue;
                }
                if n != k && first.executed == second.executed {
                    // Stores of one row: of other elements, or of the same one, whose order is kept.
                    continue;
                }
                let step = self.groups[first.group].step;
                let delta = first.delta as i64 - second.delta as i64;
                // The first in iteration i and the second in iteration i - m touch a common byte.
                let meet = |m: i64| {
                    let by = delta + step * m;
                    -(first.size() as i64) < by && by < second.size() as i64
                };
                // The one that is executed first must not be that of the later iteration; in the same iteration, not
                // the second.
                let is_delayed =
                    first.executed > second.executed && !invar_ir::mutant!(VectorizeRowsNotDelayed);
                let mut distances = if is_delayed { 1 - factor..1 } else { 1..factor };
                if distances.any(meet) && !invar_ir::mutant!(VectorizeOrderIgnored) {
                    return Err(Reason::Dependence);
                }
            }
        }
        Ok(())
    }

    /// Whether two groups may touch common bytes, as far as it is known before the program runs.
    fn may_meet(&self, site: &VectorSite<'_>, (a, b): (usize, usize)) -> Result<bool, Reason> {
        let (a, b) = (&self.groups[a], &self.groups[b]);
        if a.memory != b.memory {
            let imported = |group: &Group| {
                site.module.memories[Memory::from_u32(group.memory)].import.is_some()
            };
            // Two imported memories may be the same one.
            return if imported(a) && imported(b) { Err(Reason::Memory) } else { Ok(false) };
        }
        let apart = a.span.zip(b.span).is_some_and(|(a, b)| a.1 <= b.0 || b.1 <= a.0);
        Ok(!apart)
    }

    /// Whether stores to rising addresses mostly overwrite an invariant address, as a row of a matrix
    /// that is multiplied by one of its own elements: a run-time test that they do not would fail. The
    /// address is at a known distance from the first store, within what `again` more iterations store to.
    fn likely_meet(
        &self,
        f: &Function,
        site: &VectorSite<'_>,
        (stored, other): (usize, usize),
        again: u64,
    ) -> bool {
        let (stored, other) = (&self.groups[stored], &self.groups[other]);
        let (Some((from, to)), 0, true) = (stored.stored, other.step, stored.step > 0) else {
            return false;
        };
        // Of what is computed outside of the loop, too.
        let mut distance = Linear::constant(stored.first.wide, 0);
        for (sum, by) in [(&other.first, 1), (&stored.first, distance.mask())] {
            distance.add(&Linear::constant(sum.wide, sum.constant), by);
            for &(value, factor) in &sum.terms {
                let Some(value) = Linear::of(f, value) else { return false };
                distance.add(&value, by.wrapping_mul(factor));
            }
        }
        let &[(value, factor)] = &distance.terms[..] else { return false };
        let Some((low, high)) = site.ranges.facts(f, value).map(|facts| facts.signed) else {
            return false;
        };
        let at = |value: i64| {
            let sum = i128::from(value) * i128::from(distance.signed(factor));
            sum + i128::from(distance.signed(distance.constant))
        };
        let (first, last) = (at(low).min(at(high)), at(low).max(at(high)));
        let reach = i128::from(stored.step) * i128::from(again) + i128::from(to);
        first + i128::from(other.to) > from.into() && last + i128::from(other.from) < reach
    }
}

/// The address of an access as a recurrence.
fn address(
    f: &Function,
    site: &VectorSite<'_>,
    inductions: &[Induction],
    inst: Inst,
    access: MemoryAccess,
) -> Result<Found, Reason> {
    if access.is_atomic() || !invar_analysis::is_plain(&f.insts[inst].op) {
        return Err(Reason::Memory);
    }
    let memory = &site.module.memories[Memory::from_u32(access.memarg.memory)].ty;
    if memory.shared || memory.page_size_log2.is_some() {
        return Err(Reason::Memory);
    }
    let address: Value = f.resolve(f.args(inst)[access.address]);
    let inside = |value| !site.is_outside(f, value);
    let base = Linear::of_within(f, address, inside).ok_or(Reason::Address)?;
    let affine = site.affine(f, inductions, &base).ok_or(Reason::Address)?;
    let step = affine.first.signed(affine.step);
    Ok(Found { inst, access, first: affine.first, base, step })
}
