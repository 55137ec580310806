//! How the bytes of a frame that are accessed at known places are divided into slots.
//!
//! Accesses that overlap form a *group*. In the frame of one function that is a union, or a
//! structure that is copied in larger units than its fields; where bodies were inlined, it is
//! mostly the frames of two of them, one after the other. If no access of a group reads what
//! another one of other bytes wrote, and nothing else touches it, each place and size is a slot of
//! its own. Otherwise, if the accesses are nested and only the outermost ones store, these are slots, and the others
//! load parts of one. Otherwise the group is divided at all bounds of accesses, and an access is of one or
//! several slots. What cannot be divided so stays in memory.

use super::events::{Bytes, Event, Frame};
use super::flow::{self, Reads};
use super::{Access, MOST_BITS, Slot};
use invar_ir::bit_set::BitSet;
use invar_ir::{Cfg, Function, Inst, MemoryAccess, Op, ValType, memory_access};
use rustc_hash::FxHashMap;

/// The most slots of one access.
const MOST_PIECES: usize = 8;

/// The slots of a frame, by where they start.
#[derive(Default)]
pub(super) struct Slots {
    pub list: Vec<Slot>,
    /// The group of each slot.
    group_of: Vec<usize>,
    /// The unit of each slot: the slots of one access become values together, or none of them.
    pub unit_of: Vec<usize>,
    /// The accesses of slots that can become values.
    pub accesses: FxHashMap<Inst, Access>,
    /// How many groups or units stay in memory.
    pub kept: u64,
}

/// A load or store at a known place.
#[derive(Clone, Copy)]
struct Found {
    inst: Inst,
    start: i64,
    size: u8,
    ty: ValType,
    is_store: bool,
}

impl Found {
    fn end(&self) -> i64 {
        self.start + i64::from(self.size)
    }
}

/// How the accesses of a group become slots.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Division {
    /// Each place, size and type is a slot.
    Separate,
    /// Each outermost access is a slot.
    Outermost,
    /// The group is divided at the bounds of all accesses.
    Pieces,
    /// The group stays in memory.
    None,
}

impl Slots {
    /// Divides the frame. `None` if there are too many slots for so many blocks.
    pub fn find(f: &Function, cfg: &Cfg, frame: &Frame) -> Option<Slots> {
        let mut found: Vec<Found> = Vec::new();
        for event in cfg.rpo.iter().flat_map(|&block| &frame.events[block]) {
            if let Event::Access { inst, start, size, is_store, .. } = event.1 {
                let ty = slot_type(f, &f.insts[inst].op, inst);
                found.push(Found { inst, start, size, ty, is_store });
            }
        }
        found.sort_by_key(|found| (found.start, found.size, found.inst));
        let groups = groups(&found);
        let mut division: Vec<Division> = groups
            .iter()
            .map(|group| {
                let is_within = |found: &Found| {
                    found.start >= frame.bounds.start && found.end() <= frame.bounds.end
                        || frame.inside.is_some() && invar_ir::mutant!(PrivateOutsideIsSlot)
                };
                if group.iter().all(is_within) { Division::Separate } else { Division::None }
            })
            .collect();
        let separate = Slots::divided(&groups, &division);
        if separate.list.len() * cfg.rpo.len() > MOST_BITS {
            return None;
        }
        let mixed = separate.mixed(cfg, frame);
        for (n, group) in groups.iter().enumerate() {
            if mixed.contains(&n) {
                division[n] = match outermost(group) {
                    Some(_) => Division::Outermost,
                    None if can_divide(group) => Division::Pieces,
                    None => Division::None,
                };
            }
        }
        let mut slots = Slots::divided(&groups, &division);
        if slots.list.len() * cfg.rpo.len() > MOST_BITS {
            return None;
        }
        let overwritten = slots.overwritten_by_calls(cfg, frame);
        slots.forget(|unit| overwritten.contains(unit));
        slots.kept = division.iter().filter(|&&division| division == Division::None).count() as u64
            + overwritten.iter().count() as u64;
        Some(slots)
    }

    /// The slots that can become values.
    pub fn accessed(&self) -> BitSet {
        let mut found = BitSet::new(self.list.len());
        for n in self.accesses.values().flat_map(|access| access.slots()) {
            found.insert(n);
        }
        found
    }

    /// Leaves units in memory.
    pub fn forget(&mut self, stays: impl Fn(usize) -> bool) {
        let unit_of = &self.unit_of;
        self.accesses.retain(|_, access| !stays(unit_of[access.first]));
    }

    /// The slots, if the groups are divided so.
    fn divided(groups: &[&[Found]], division: &[Division]) -> Slots {
        let mut slots = Slots::default();
        for (n, (group, division)) in groups.iter().zip(division).enumerate() {
            match division {
                Division::Separate => slots.separate(group),
                Division::Outermost => {
                    slots.divide(group, outermost(group).expect("they are nested"));
                }
                Division::Pieces => slots.divide(group, pieces(group)),
                Division::None => {}
            }
            slots.group_of.resize(slots.list.len(), n);
        }
        slots.unit_of = (0..slots.list.len()).collect();
        // From the first slot of each access to its last one, all are one unit.
        let mut last: Vec<usize> = slots.unit_of.clone();
        for access in slots.accesses.values() {
            last[access.first] = last[access.first].max(access.first + access.count - 1);
        }
        let mut reach = 0;
        for n in 1..slots.list.len() {
            reach = reach.max(last[n - 1]);
            if n <= reach {
                slots.unit_of[n] = slots.unit_of[n - 1];
            }
        }
        slots
    }

    fn separate(&mut self, group: &[Found]) {
        let mut numbers: FxHashMap<Slot, usize> = FxHashMap::default();
        for found in group {
            let slot = Slot { start: found.start, size: found.size, ty: found.ty };
            let first = *numbers.entry(slot).or_insert_with(|| {
                self.list.push(slot);
                self.list.len() - 1
            });
            let access = Access { first, count: 1, skip: 0, is_store: found.is_store };
            self.accesses.insert(found.inst, access);
        }
    }

    /// Divides a group into these slots.
    fn divide(&mut self, group: &[Found], pieces: Vec<Slot>) {
        let before = self.list.len();
        self.list.extend(pieces);
        let slots = &self.list[before..];
        for found in group {
            let first = slots.partition_point(|slot| slot.end() <= found.start);
            let after = slots.partition_point(|slot| slot.start < found.end());
            let access = Access {
                first: before + first,
                count: after - first,
                skip: (found.start - slots[first].start) as u8,
                is_store: found.is_store,
            };
            self.accesses.insert(found.inst, access);
        }
    }

    /// The groups of several slots that are not independent: one is live where an overlapping one
    /// is written, or code that does not access it at a known place may see the group.
    fn mixed(&self, cfg: &Cfg, frame: &Frame) -> Vec<usize> {
        let mut mixed = vec![false; self.group_of.last().map_or(0, |&last| last + 1)];
        let mut overlapping: Vec<Vec<usize>> = vec![Vec::new(); self.list.len()];
        for (n, slot) in self.list.iter().enumerate() {
            let later = self.list[n + 1..].iter().enumerate();
            for (more, _) in later.take_while(|(_, other)| other.start < slot.end()) {
                let other = n + 1 + more;
                overlapping[n].push(other);
                overlapping[other].push(n);
            }
        }
        let is_alone = |n: usize| overlapping[n].is_empty();
        let mut mix = |n: usize| mixed[self.group_of[n]] |= !is_alone(n);
        flow::backwards(cfg, frame, self, Reads::Known, |_, _, event, live| match *event {
            Event::Access { inst, is_store: true, .. } => {
                if let Some(access) = self.accesses.get(&inst)
                    && !invar_ir::mutant!(FramesOverlapUnseen)
                    && overlapping[access.first].iter().any(|&other| live.contains(other))
                {
                    mix(access.first);
                }
            }
            Event::Touch { reads, writes, .. } => {
                for bytes in [reads, writes].into_iter().flatten() {
                    self.within(bytes).for_each(&mut mix);
                }
            }
            Event::Escape { .. } | Event::Begin => (0..self.list.len()).for_each(&mut mix),
            _ => {}
        });
        mixed.iter().enumerate().filter(|&(_, &is)| is).map(|(n, _)| n).collect()
    }

    /// The units with a slot that is live across a call whose frame may overlap it.
    fn overwritten_by_calls(&self, cfg: &Cfg, frame: &Frame) -> BitSet {
        let mut found = BitSet::new(self.list.len());
        flow::backwards(cfg, frame, self, Reads::Known, |_, _, event, live| {
            if let Event::Call { at } = *event
                && !invar_ir::mutant!(FramesCallsKeepSlots)
            {
                for n in live.iter().take_while(|&n| self.list[n].start < at) {
                    found.insert(self.unit_of[n]);
                }
            }
        });
        found
    }

    /// The slots that share a byte with these.
    pub fn within(&self, bytes: Bytes) -> impl Iterator<Item = usize> + use<'_> {
        // No slot is longer than 16 bytes, and they are sorted by their start.
        let first = self.list.partition_point(|slot| slot.start < bytes.start.saturating_sub(16));
        let near = (first..self.list.len()).take_while(move |&n| self.list[n].start < bytes.end);
        near.filter(move |&n| self.list[n].end() > bytes.start)
    }
}

/// Runs of accesses that overlap, of accesses that are sorted by their start.
fn groups(found: &[Found]) -> Vec<&[Found]> {
    let mut groups = Vec::new();
    let mut rest = found;
    while let Some(first) = rest.first() {
        let (mut end, mut count) = (first.end(), 1);
        while let Some(next) = rest.get(count).filter(|next| next.start < end) {
            end = end.max(next.end());
            count += 1;
        }
        let (group, others) = rest.split_at(count);
        groups.push(group);
        rest = others;
    }
    groups
}

/// The outermost accesses of a group, if all accesses are nested, and only the outermost ones store.
fn outermost(group: &[Found]) -> Option<Vec<Slot>> {
    let mut sorted: Vec<&Found> = group.iter().collect();
    sorted.sort_by_key(|found| (found.start, std::cmp::Reverse(found.size)));
    let mut slots: Vec<Slot> = Vec::new();
    for found in sorted {
        match slots.last_mut() {
            Some(slot) if found.start < slot.end() => {
                let is_same = found.start == slot.start && found.size == slot.size;
                let is_load = !found.is_store || invar_ir::mutant!(PrivatePartsStored);
                let is_part = found.end() <= slot.end() && is_load && slot.size <= 8;
                if !is_same && !is_part {
                    return None;
                }
                if is_same && found.ty != slot.ty {
                    slot.ty = match slot.size {
                        16 => return None,
                        8 => ValType::I64,
                        _ => ValType::I32,
                    };
                }
            }
            _ => slots.push(Slot { start: found.start, size: found.size, ty: found.ty }),
        }
    }
    Some(slots)
}

/// The slots of a group that is divided at all bounds of accesses, further if a part's size is no
/// power of two.
fn pieces(group: &[Found]) -> Vec<Slot> {
    let mut bounds: Vec<i64> = group.iter().flat_map(|found| [found.start, found.end()]).collect();
    bounds.sort_unstable();
    bounds.dedup();
    // The type of the accesses of exactly these bytes, if they agree.
    let mut types: FxHashMap<(i64, i64), Option<ValType>> = FxHashMap::default();
    for found in group {
        let ty = types.entry((found.start, found.end())).or_insert(Some(found.ty));
        *ty = ty.filter(|&ty| ty == found.ty);
    }
    let mut pieces = Vec::new();
    for pair in bounds.windows(2) {
        let mut at = pair[0];
        while at < pair[1] {
            let size = [16, 8, 4, 2, 1].into_iter().find(|&size| at + size <= pair[1]);
            let size = size.expect("at least one byte");
            let ty = match (size, types.get(&(at, at + size)).copied().flatten()) {
                (16, _) => ValType::V128,
                (8, Some(ValType::F64)) => ValType::F64,
                (8, _) => ValType::I64,
                (4, Some(ValType::F32)) => ValType::F32,
                _ => ValType::I32,
            };
            pieces.push(Slot { start: at, size: size as u8, ty });
            at += size;
        }
    }
    pieces
}

/// Whether all accesses of a group consist of few pieces. Vectors are not put together.
fn can_divide(group: &[Found]) -> bool {
    let pieces = pieces(group);
    let before = |at: i64| pieces.partition_point(|piece| piece.start < at);
    group.iter().all(|found| {
        before(found.end()) - before(found.start) <= if found.size == 16 { 1 } else { MOST_PIECES }
    })
}

/// The type of the slot that an operator accesses.
fn slot_type(f: &Function, op: &Op, inst: Inst) -> ValType {
    let ty = match memory_access(op) {
        Some(MemoryAccess { stored: Some(n), .. }) => f.ty(f.resolve(f.args(inst)[n])),
        _ => f.ty(f.result(inst).expect("a load has a result")),
    };
    match memory_access(op).map(|access| access.size) {
        // Loads and stores of a part of an `i64`.
        Some(1 | 2 | 4) if ty == ValType::I64 => ValType::I32,
        _ => ty,
    }
}
