//! Interleaved accesses: loads and stores that move by several elements, as those of a structure's fields or of the
//! channels of a pixel.
//!
//! ```text
//! for i in 0..n { p[i].x += 1; p[i].y = 0 }
//! ->
//! [x0 y0 x1 y1], [x2 y2 x3 y3] loaded; shuffled to [x0 x1 x2 x3]; ...; shuffled back; stored
//! ```
//!
//! A *row* is what consecutive iterations access of a group in steps of the same size: `stride` elements for each
//! iteration, of which loads or stores take some, the *slots*. Its vectors are loaded as they are, and shuffles put
//! the lanes of a slot together. The stores of a row are executed together, where the last of them is in the text;
//! which other accesses that may cross is decided in [`memory`](super::memory). Slots that are not stored, or under a
//! condition that does not hold, are stored as they were loaded just before: no other thread sees that, and no other
//! access comes between.
//!
//! *Bounds.* The vectors of a row reach from the first slot that is accessed in the first iteration to the end of the
//! last iteration, which may be behind its last slot. As the vector loop ends before the last iteration, that is below
//! what a later iteration accesses. A row has a multiple of 8 bytes: if that is no multiple of 16, only the lower half
//! of its last vector is loaded.
//!
//! *Shuffles.* Where the stride is a power of two, lanes are exchanged in stages (zip and unzip), each of which takes as
//! many shuffles as there are vectors, and slots share stages. Otherwise each vector is put together from those that
//! hold its lanes, one by one.
//!
//! Source: D. Nuzman, I. Rosen, A. Zaks, *Auto-vectorization of interleaved data for SIMD*, PLDI 2006. Cost: a vector
//! of a row takes at most as many shuffles as it has lanes.

use super::emit::Vectors;
use super::memory::{Access, Accesses};
use crate::lanes;
use invar_ir::{Op, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

impl Accesses {
    /// Divides the accesses with strides of several elements into rows.
    pub(super) fn rows(&mut self) {
        let key = |access: &Access| (access.group, access.size(), access.is_store());
        let gaps = |n: &usize| self.list[*n].stride.gap().is_some();
        let mut order: Vec<usize> = (0..self.list.len()).filter(gaps).collect();
        order.sort_by_key(|&n| (key(&self.list[n]), self.list[n].delta, n));
        while let Some(&first) = order.first() {
            let Access { delta: row, ref stride, .. } = self.list[first];
            let bytes = stride.gap().expect("it has gaps") * self.list[first].size();
            let is_member = |n: &usize| {
                let access = &self.list[*n];
                let distance = access.delta.wrapping_sub(row);
                key(access) == key(&self.list[first])
                    && distance < bytes
                    && distance.is_multiple_of(access.size())
            };
            let (members, rest): (Vec<usize>, Vec<usize>) = order.into_iter().partition(is_member);
            let last = members.iter().copied().max().expect("there is the first");
            for n in members {
                let access = &mut self.list[n];
                access.row = row;
                if access.is_store() {
                    access.executed = last;
                }
            }
            order = rest;
        }
    }
}

/// A stage of taking a row apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stage {
    group: usize,
    row: u64,
    size: u64,
    /// Which vector of an iteration it is about, if an iteration takes several.
    vector: u64,
    /// How many slots its lanes belong to, and the first of them.
    slots: u64,
    first: u64,
}

/// Vectors of rows, until something is stored.
#[derive(Default)]
pub(super) struct Rows {
    /// By group, row and number.
    loaded: FxHashMap<(usize, u64, u64), Value>,
    stages: FxHashMap<Stage, Vec<Value>>,
}

impl Rows {
    /// Memory has changed.
    pub fn clear(&mut self) {
        self.loaded.clear();
        self.stages.clear();
    }
}

/// What is stored to a slot: a vector for each part, and masks if that is under a condition.
struct Slot {
    parts: Vec<Value>,
    masks: Option<Vec<Value>>,
}

impl Vectors<'_> {
    /// A vector of the row of an access.
    fn row_vector(&mut self, access: &Access, base: Value, number: u64) -> Value {
        let key = (access.group, access.row, number);
        if let Some(&vector) = self.rows.loaded.get(&key) {
            return vector;
        }
        let bytes = access.stride.gap().expect("it is in a row") * self.bytes(access);
        let is_half = bytes < 16 * (number + 1) && !invar_ir::mutant!(VectorizeRowsPastEnd);
        let mut memarg = self.memarg(access, 0, if is_half { 8 } else { 16 });
        memarg.offset = access.row + 16 * number;
        let op = if is_half { Op::V128Load64Zero { memarg } } else { Op::V128Load { memarg } };
        let vector = self.op(op, &[base]);
        self.rows.loaded.insert(key, vector);
        vector
    }

    /// A shuffle of two vectors.
    fn shuffle(&mut self, lanes: [u8; 16], vectors: [Value; 2]) -> Value {
        self.op(Op::I8x16Shuffle { lanes }, &vectors)
    }

    /// The parts of a slot, loaded.
    pub(super) fn load_interleaved(
        &mut self,
        access: &Access,
        base: Value,
        stride: u64,
    ) -> Vec<Value> {
        let size = access.size();
        let slot = (access.delta - access.row) / size;
        let in_vector = 16 / size;
        if stride.is_power_of_two() && self.bytes(access) >= 16 {
            let (vector, slot) = (slot / in_vector, slot % in_vector);
            let stage =
                Stage { group: access.group, row: access.row, size, vector, slots: 1, first: slot };
            return self.stage(access, base, stride, stage);
        }
        let parts = self.parts(8 * size as u32) as u64;
        (0..parts)
            .map(|part| {
                let iterations = part * in_vector..((part + 1) * in_vector).min(self.factor);
                let lanes: SmallVec<[(Value, usize); 16]> = iterations
                    .map(|iteration| {
                        let at = iteration * stride + slot;
                        let vector = self.row_vector(access, base, at / in_vector);
                        (vector, (at % in_vector) as usize)
                    })
                    .collect();
                self.gathered(&lanes, size as usize)
            })
            .collect()
    }

    /// The vectors that hold the lanes of some slots: every second lane of those of twice as many.
    fn stage(&mut self, access: &Access, base: Value, stride: u64, stage: Stage) -> Vec<Value> {
        if let Some(vectors) = self.rows.stages.get(&stage) {
            return vectors.clone();
        }
        let in_vector = 16 / access.size();
        let each = stride.min(in_vector);
        let vectors: Vec<Value> = if stage.slots == each {
            let vectors_of_row = self.factor * each / in_vector;
            let step = stride / each;
            (0..vectors_of_row)
                .map(|n| self.row_vector(access, base, n * step + stage.vector))
                .collect()
        } else {
            // The numbers of a stage's slots are equal modulo `each / slots`.
            let twice = 2 * stage.slots;
            let first = stage.first % (each / twice);
            let is_odd = stage.first != first;
            let all = self.stage(access, base, stride, Stage { slots: twice, first, ..stage });
            let width = 8 * access.size() as u32;
            let lanes = if is_odd { lanes::odd(width) } else { lanes::even(width) };
            all.chunks(2).map(|pair| self.shuffle(lanes, [pair[0], pair[1]])).collect()
        };
        self.rows.stages.insert(stage, vectors.clone());
        vectors
    }

    /// A vector of these lanes, put together one by one. Lanes that are missing are arbitrary.
    fn gathered(&mut self, lanes: &[(Value, usize)], size: usize) -> Value {
        let mut sources: SmallVec<[Value; 16]> = SmallVec::new();
        for &(source, _) in lanes {
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        let mut gathered = sources[0];
        let others = sources.len().max(2) - 1;
        for n in 1..=others {
            let next = sources.get(n).copied().unwrap_or(sources[0]);
            let bytes = std::array::from_fn(|byte| {
                let Some(&(source, lane)) = lanes.get(byte / size) else { return 0 };
                let at = lane * size + byte % size;
                match sources.iter().position(|&one| one == source) {
                    Some(0) if n == 1 => at as u8,
                    Some(of) if of == n => 16 + at as u8,
                    // The byte is in its place since an earlier shuffle, or comes with a later one.
                    _ => byte as u8,
                }
            });
            gathered = self.shuffle(bytes, [gathered, next]);
        }
        gathered
    }

    /// The vectors of a row whose slots have these parts; of those with slots that are stored.
    fn interleaved(
        &mut self,
        mut slots: Vec<Vec<Value>>,
        stored: &[bool],
        size: usize,
    ) -> Vec<Option<Value>> {
        let (stride, in_vector, width) = (slots.len(), 16 / size, 8 * size as u32);
        let vectors = self.factor as usize * stride / in_vector;
        if !stored.contains(&true) {
            return vec![None; vectors];
        }
        if !stride.is_power_of_two() {
            return (0..vectors)
                .map(|vector| {
                    let all = vector * in_vector..(vector + 1) * in_vector;
                    let lanes: SmallVec<[(Value, usize); 16]> = all
                        .clone()
                        .map(|at| {
                            let iteration = at / stride;
                            let part = slots[at % stride][iteration / in_vector];
                            (part, iteration % in_vector)
                        })
                        .collect();
                    let is_stored = all.into_iter().any(|at| stored[at % stride]);
                    is_stored.then(|| self.gathered(&lanes, size))
                })
                .collect();
        }
        if stride > in_vector {
            // An iteration takes several vectors.
            let mut vectors: Vec<Vec<Option<Value>>> = Vec::new();
            for (chunk, stored) in slots.chunks(in_vector).zip(stored.chunks(in_vector)) {
                vectors.push(self.interleaved(chunk.to_vec(), stored, size));
            }
            let of_iteration = |n: usize| vectors.iter().map(move |vectors| vectors[n]);
            return (0..vectors[0].len()).flat_map(of_iteration).collect();
        }
        let (lower, upper) = (lanes::zip(width, false), lanes::zip(width, true));
        while slots.len() > 1 {
            let (first, second) = slots.split_at(slots.len() / 2);
            let pairs = first.iter().zip(second);
            let mut zip = |(first, second): (&Vec<Value>, &Vec<Value>)| -> Vec<Value> {
                let pairs = first.iter().zip(second);
                let both = |(&a, &b): (&Value, &Value)| {
                    [self.shuffle(lower, [a, b]), self.shuffle(upper, [a, b])]
                };
                pairs.flat_map(both).collect()
            };
            slots = pairs.map(&mut zip).collect();
        }
        slots.pop().expect("there is one").into_iter().map(Some).collect()
    }

    /// Executes the stores of a row, of which this access is the last one.
    pub(super) fn store_interleaved(&mut self, last: usize, stride: u64) {
        let accesses = self.accesses;
        let access = &accesses.list[last];
        let size = access.size();
        let base = self.base(access);
        let mut slots: Vec<Option<Slot>> = (0..stride).map(|_| None).collect();
        let is_member = |one: &&Access| one.is_store() && one.executed == last;
        for member in accesses.list.iter().filter(is_member) {
            let slot = &mut slots[((member.delta - member.row) / size) as usize];
            *slot = Some(self.stored(member, slot.take()));
        }
        let filler = slots.iter().flatten().next().expect("the last one").parts.clone();
        let parts = |slot: &Option<Slot>| slot.as_ref().map_or(&filler, |slot| &slot.parts).clone();
        let stored: Vec<bool> = slots.iter().map(Option::is_some).collect();
        let new = self.interleaved(slots.iter().map(parts).collect(), &stored, size as usize);
        let is_masked = slots.iter().flatten().any(|slot| slot.masks.is_some());
        let masks = is_masked.then(|| self.interleaved_masks(&slots, &stored, size as usize));
        let in_vector = 16 / size;
        for (n, vector) in new.into_iter().enumerate() {
            let Some(vector) = vector else { continue };
            let first = n as u64 * in_vector;
            let of_lane = |lane: u64| &slots[((first + lane) % stride) as usize];
            let is_whole = |slot: &Option<Slot>| slot.as_ref().is_some_and(|s| s.masks.is_none());
            let mut value = vector;
            if !(0..in_vector).all(|lane| is_whole(of_lane(lane)))
                && !invar_ir::mutant!(VectorizeGapsOverwritten)
            {
                let old = self.row_vector(access, base, n as u64);
                value = match &masks {
                    Some(masks) => {
                        let mask = masks[n].expect("there is one for each vector");
                        self.op(Op::V128Bitselect, &[vector, old, mask])
                    }
                    None => {
                        let lanes = std::array::from_fn(|byte| {
                            let is_new = of_lane(byte as u64 / size).is_some();
                            if is_new { byte as u8 } else { 16 + byte as u8 }
                        });
                        self.shuffle(lanes, [vector, old])
                    }
                };
            }
            let mut memarg = self.memarg(access, 0, 16);
            memarg.offset = access.row + 16 * n as u64;
            self.f.append(self.main, Op::V128Store { memarg }, &[base, value], &[], self.loc);
        }
    }

    /// What a slot holds after this store.
    fn stored(&mut self, access: &Access, before: Option<Slot>) -> Slot {
        let width = 8 * access.size() as u32;
        let value = self.f.args(access.inst)[access.access.stored.expect("a store")];
        let parts = self.number(value, width);
        let Some(&condition) = self.site.flat.conditions.get(&access.inst) else {
            return Slot { parts, masks: None };
        };
        let mask = self.mask(condition, width);
        let Some(before) = before else { return Slot { parts, masks: Some(mask) } };
        let parts = (parts.iter().zip(&before.parts).zip(&mask))
            .map(|((&new, &old), &mask)| self.op(Op::V128Bitselect, &[new, old, mask]))
            .collect();
        let masks = before.masks.map(|masks| {
            let either = masks.iter().zip(&mask);
            either.map(|(&a, &b)| self.op(Op::V128Or, &[a, b])).collect()
        });
        Slot { parts, masks }
    }

    /// Which lanes of a row are stored, as masks.
    fn interleaved_masks(
        &mut self,
        slots: &[Option<Slot>],
        stored: &[bool],
        size: usize,
    ) -> Vec<Option<Value>> {
        let (none, all) = (self.constant(0), self.constant(u128::MAX));
        let parts = self.parts(8 * size as u32);
        let masks = slots.iter().map(|slot| match slot {
            None => vec![none; parts],
            Some(Slot { masks: None, .. }) => vec![all; parts],
            Some(Slot { masks: Some(masks), .. }) => masks.clone(),
        });
        let masks = masks.collect();
        self.interleaved(masks, stored, size)
    }
}
