//! Which slots of a frame can be promoted to values.
//!
//! Slots that overlap form a *group*. In the frame of one function that means a union, or a value
//! accessed by parts; where bodies were inlined, it is mostly the frames of two of them, one after
//! the other. The slots of a group become values if none of them is live where another is written:
//! each load then gets what was stored to its own slot last, or an undefined value.

use super::find::Frame;
use super::{Access, MOST_BITS, Slot, ssa};
use invar_ir::{Cfg, Function, Inst};
use rustc_hash::FxHashMap;

/// The most slots of a group.
const MOST_TOGETHER: usize = 32;

/// The slots that can become values, their accesses, and how many groups cannot. `None` if there are
/// too many slots.
pub(super) fn find(
    f: &Function,
    cfg: &Cfg,
    frame: &Frame,
) -> Option<(Vec<Slot>, FxHashMap<Inst, Access>, u64)> {
    let mut slots = Slots::default();
    slots.group(frame);
    if slots.list.len() * cfg.rpo.len() > MOST_BITS {
        return None;
    }
    slots.interfere(f, cfg, frame);
    Some(slots.finish())
}

#[derive(Default)]
struct Slots {
    /// By where they start.
    list: Vec<Slot>,
    accesses: FxHashMap<Inst, Access>,
    /// The group of each slot.
    group_of: Vec<usize>,
    /// Whether each group stays in memory.
    stays: Vec<bool>,
    /// For each slot, those that overlap it.
    overlapping: Vec<Vec<usize>>,
    /// How many groups stay in memory since one of their accesses has no type or is above the frame, or they
    /// are too large.
    kept: u64,
}

impl Slots {
    /// Finds groups, in one sweep over the accesses by their offset.
    fn group(&mut self, frame: &Frame) {
        let accesses = &frame.accesses;
        let mut order: Vec<usize> = (0..accesses.len()).collect();
        order.sort_by_key(|&n| (accesses[n].start, accesses[n].size, n));
        let mut rest = &order[..];
        while let Some(&first) = rest.first() {
            let mut end = accesses[first].start + i64::from(accesses[first].size);
            let mut count = 1;
            while let Some(&n) = rest.get(count).filter(|&&n| accesses[n].start < end) {
                end = end.max(accesses[n].start + i64::from(accesses[n].size));
                count += 1;
            }
            let (group, others) = rest.split_at(count);
            rest = others;
            let before = self.list.len();
            let mut numbers: FxHashMap<Slot, usize> = FxHashMap::default();
            let mut all = Vec::with_capacity(count);
            for &n in group {
                let access = &accesses[n];
                let Some(ty) = access.ty else { break };
                let slot = Slot { start: access.start, size: access.size, ty };
                let number = *numbers.entry(slot).or_insert_with(|| {
                    self.list.push(slot);
                    self.list.len() - 1
                });
                all.push((access.inst, Access { slot: number, is_store: access.is_store }));
            }
            // What is above the frame is the caller's.
            if all.len() < count || end > 0 || self.list.len() - before > MOST_TOGETHER {
                self.list.truncate(before);
                self.kept += 1;
                continue;
            }
            self.accesses.extend(all);
            self.group_of.resize(self.list.len(), self.stays.len());
            self.stays.push(false);
            for n in before..self.list.len() {
                let shares = |other: &usize| *other != n && self.list[*other].meets(self.list[n]);
                self.overlapping.push((before..self.list.len()).filter(shares).collect());
            }
        }
    }

    /// Finds the groups with a slot that is live where an overlapping one is written, or across a call.
    fn interfere(&mut self, f: &Function, cfg: &Cfg, frame: &Frame) {
        let live_in = ssa::live_in(f, cfg, self.list.len(), &self.accesses);
        for &block in &cfg.rpo {
            let mut live = ssa::live_out(cfg, block, &live_in, self.list.len());
            for inst in f.blocks[block].insts.iter().rev() {
                if let Some(&at) = frame.calls.get(inst) {
                    for n in live.iter().take_while(|&n| {
                        !invar_ir::mutant!(FramesCallsKeepSlots) && self.list[n].start < at
                    }) {
                        self.stays[self.group_of[n]] = true;
                    }
                }
                let Some(access) = self.accesses.get(inst) else { continue };
                if !access.is_store {
                    live.insert(access.slot);
                    continue;
                }
                if !invar_ir::mutant!(FramesOverlapUnseen)
                    && self.overlapping[access.slot].iter().any(|&other| live.contains(other))
                {
                    self.stays[self.group_of[access.slot]] = true;
                }
                live.remove(access.slot);
            }
        }
    }

    /// The slots that become values.
    fn finish(mut self) -> (Vec<Slot>, FxHashMap<Inst, Access>, u64) {
        let kept = self.kept + self.stays.iter().filter(|&&stays| stays).count() as u64;
        let stays = |n: usize| self.stays[self.group_of[n]];
        let mut slots = Vec::new();
        let mut numbers = vec![None; self.list.len()];
        for (n, &slot) in self.list.iter().enumerate().filter(|&(n, _)| !stays(n)) {
            numbers[n] = Some(slots.len());
            slots.push(slot);
        }
        self.accesses.retain(|_, access| {
            let number = numbers[access.slot];
            access.slot = number.unwrap_or_default();
            number.is_some()
        });
        (slots, self.accesses, kept)
    }
}

impl Slot {
    /// Whether two slots share a byte.
    fn meets(self, other: Slot) -> bool {
        self.start < other.start + i64::from(other.size)
            && other.start < self.start + i64::from(self.size)
    }
}
