//! What a run of a function starts from, and how one is made from another.
//!
//! An [`Input`] is arguments, a seed that fills a part of the memory (the arena) and answers for the
//! host, and changes to both. Values come from a [`Dictionary`]: the function's own constants and
//! their neighbours, small numbers, powers of two, addresses in the arena and in data, floats at
//! which something changes.
//!
//! A change is aimed at what the run before compared, read and called ([`Entry`]), after
//! Aschermann et al., "REDQUEEN: Fuzzing with Input-to-State Correspondence", 2019: where an operand of a
//! comparison is found in an argument, a word read, or an answer, it is made what the other operand
//! was; where it is not found, what was read last before it changes by the difference.

use super::instrument::{COMPARE, INDIRECT, READ, SWITCH, WRITE};
use crate::random::Random;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use wasmtime::ValType;

/// Bytes of the arena.
pub const ARENA: usize = 4096;

/// What values are drawn from.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    /// Of the function.
    pub constants: Vec<u64>,
    /// Where the arena is; zero without a memory.
    pub arena: u32,
    /// Where data is.
    pub data: Vec<Range<u64>>,
    /// Bytes of memory.
    pub memory: u64,
}

/// What a run starts from.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// Fills the arena and answers.
    pub seed: u64,
    /// The bits of arguments; of references, which.
    pub args: Vec<u128>,
    /// Words in memory: address, width and bits.
    pub patches: BTreeMap<u32, (u8, u64)>,
    /// What the host gives: number of the call, number of the value.
    pub answers: BTreeMap<(u32, u32), u64>,
    /// The call at which the host ends the run.
    pub stop: Option<u32>,
}

/// An entry of the log of a run.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// See [`super::instrument`].
    pub kind: u32,
    /// The edge that is decided next.
    pub site: u32,
    /// An operand, or an address.
    pub a: u64,
    /// The other operand, or what was in memory there.
    pub b: u64,
    /// Bytes read.
    pub width: u8,
}

/// A run that is worth changing.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Its input.
    pub input: Input,
    /// Its log.
    pub log: Vec<Entry>,
    /// What the host gave.
    pub answers: Vec<((u32, u32), u64)>,
    /// Whether it trapped.
    pub trapped: bool,
}

/// Floats at which something changes.
const FLOATS: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    3.25,
    1e-310,
    255.0,
    1e10,
    -2_147_483_649.0,
    4_294_967_296.0,
    1e300,
    f64::INFINITY,
    f64::NAN,
];

impl Dictionary {
    /// An integer.
    pub fn integer(&self, random: &mut Random) -> u64 {
        match random.below(20) {
            0..=5 => self.pointer(random),
            6..=9 if !self.constants.is_empty() => {
                let value = self.constants[random.below(self.constants.len())];
                value.wrapping_add(random.below(3) as u64).wrapping_sub(random.below(2) as u64)
            }
            10..=13 => random.below(17) as u64,
            14 => (1u64 << random.below(64)).wrapping_sub(random.below(2) as u64),
            15 => random.below(256) as u64,
            16 => (random.below(17) as u64).wrapping_neg(),
            17 => random.word(),
            18 => 0,
            _ => 1,
        }
    }

    /// An address.
    pub fn pointer(&self, random: &mut Random) -> u64 {
        if !self.data.is_empty() && random.one_in(6) {
            let range = &self.data[random.below(self.data.len())];
            let length = (range.end - range.start).max(1);
            return range.start + random.word() % length;
        }
        // Room for an object behind it.
        u64::from(self.arena) + random.below(ARENA / 16 - 32) as u64 * 16
    }

    /// The bits of a value of a type.
    pub fn value(&self, ty: &ValType, random: &mut Random) -> u128 {
        match ty {
            ValType::I32 => u128::from(self.integer(random) as u32),
            ValType::I64 => u128::from(self.integer(random)),
            ValType::F32 => u128::from((self.float(random) as f32).to_bits()),
            ValType::F64 => u128::from(self.float(random).to_bits()),
            ValType::V128 => {
                u128::from(self.integer(random)) << 64 | u128::from(self.integer(random))
            }
            ValType::Ref(_) => random.below(4) as u128,
        }
    }

    fn float(&self, random: &mut Random) -> f64 {
        match random.below(4) {
            0 => f64::from_bits(random.word()),
            1 => (random.below(2000) as f64 - 1000.0) / 8.0,
            2 if !self.constants.is_empty() => {
                let bits = self.constants[random.below(self.constants.len())];
                match u32::try_from(bits) {
                    Ok(bits) => f64::from(f32::from_bits(bits)),
                    Err(_) => f64::from_bits(bits),
                }
            }
            _ => FLOATS[random.below(FLOATS.len())],
        }
    }

    /// What a seed fills the arena with.
    pub fn fill(&self, seed: u64, arena: &mut [u8]) {
        let mut random = Random::named(seed, "arena");
        let profile = random.below(5);
        for word in arena.chunks_exact_mut(4) {
            let value = match (profile, random.below(8)) {
                (0, _) | (3, 0..=3) => 0,
                (1, 0..=3) | (3, 4..=5) => self.pointer(&mut random) as u32,
                (2, _) => {
                    let byte = |random: &mut Random| b" 09azAZ/.{\"\\\n"[random.below(13)];
                    u32::from_le_bytes([0; 4].map(|_: u8| byte(&mut random)))
                }
                (4, 0..=3) => random.below(5) as u32,
                _ => self.integer(&mut random) as u32,
            };
            word.copy_from_slice(&value.to_le_bytes());
        }
    }

    /// An input without a past.
    pub fn fresh(&self, types: &[ValType], random: &mut Random) -> Input {
        let args = types.iter().map(|ty| self.value(ty, random)).collect();
        Input { seed: random.word(), args, ..Input::default() }
    }

    /// A change of an input. `wanted` tells whether an edge of a site is missing; `callable` gives
    /// table indices of a type.
    pub fn change(
        &self,
        seen: &Seen,
        types: &[ValType],
        random: &mut Random,
        wanted: &dyn Fn(u32, u32) -> bool,
        callable: &dyn Fn(u32) -> Vec<u32>,
    ) -> Input {
        let mut input = seen.input.clone();
        let aimed = match random.below(10) {
            0 => false,
            _ => self.aim(seen, types, &mut input, random, wanted, callable),
        };
        if !aimed {
            self.anything(seen, types, &mut input, random);
        }
        if random.one_in(6) {
            self.anything(seen, types, &mut input, random);
        }
        input
    }

    fn aim(
        &self,
        seen: &Seen,
        types: &[ValType],
        input: &mut Input,
        random: &mut Random,
        wanted: &dyn Fn(u32, u32) -> bool,
        callable: &dyn Fn(u32) -> Vec<u32>,
    ) -> bool {
        let mut places: Vec<usize> = Vec::new();
        for (index, entry) in seen.log.iter().enumerate() {
            let edges = if entry.kind == SWITCH { entry.b as u32 + 1 } else { 2 };
            if matches!(entry.kind, COMPARE | SWITCH) && wanted(entry.site, edges.min(64)) {
                places.push(index);
            }
        }
        // What it ended at: an address without memory, or a call of nothing.
        let last = seen.trapped.then(|| {
            seen.log.iter().rposition(|entry| matches!(entry.kind, READ | WRITE | INDIRECT))
        });
        let last = last.flatten();
        if let Some(last) = last
            && (places.is_empty() || random.one_in(2))
        {
            places = vec![last];
        }
        if places.is_empty() {
            return false;
        }
        let at = places[random.below(places.len())];
        let entry = seen.log[at];
        let (from, to) = match entry.kind {
            COMPARE => {
                let (a, b) = match random.one_in(3) {
                    true => (entry.b, entry.a),
                    false => (entry.a, entry.b),
                };
                (a, b.wrapping_add(random.below(3) as u64).wrapping_sub(random.below(2) as u64))
            }
            SWITCH => (entry.a, random.below(entry.b as usize + 2) as u64),
            INDIRECT => {
                let all = callable(entry.b as u32);
                if all.is_empty() {
                    return false;
                }
                (entry.a, u64::from(all[random.below(all.len())]))
            }
            _ => (entry.a, self.pointer(random)),
        };
        self.make(seen, types, at, from, to, input, random)
    }

    /// Makes a value that was `from` at a place of the log `to`, if it can be found.
    fn make(
        &self,
        seen: &Seen,
        types: &[ValType],
        at: usize,
        from: u64,
        to: u64,
        input: &mut Input,
        random: &mut Random,
    ) -> bool {
        let mut written = HashSet::new();
        let mut reads = Vec::new();
        for entry in &seen.log[..at] {
            match entry.kind {
                WRITE => {
                    written.insert(entry.a);
                }
                READ if !written.contains(&entry.a) && entry.a + 8 < self.memory => {
                    reads.push(*entry);
                }
                _ => {}
            }
        }
        let mut exact: Vec<Source> = Vec::new();
        let address = matches!(seen.log[at].kind, READ | WRITE);
        let equal = |value: u64, bits: u32| {
            let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
            let sign = bits < 32 && from as u32 == sign_extended(value, bits);
            value & mask == from & mask && (from & !mask == 0 || sign || bits >= 32)
                || address && from.wrapping_sub(value & mask) < 4096
        };
        for (index, ty) in types.iter().enumerate() {
            let bits = if matches!(ty, ValType::I32) { 32 } else { 64 };
            if matches!(ty, ValType::I32 | ValType::I64)
                && equal(seen.input.args[index] as u64, bits)
            {
                exact.push(Source::Arg(index));
            }
        }
        for entry in reads.iter().rev().take(200) {
            if equal(entry.b, u32::from(entry.width) * 8) {
                exact.push(Source::Word(*entry));
            }
        }
        for (place, value) in seen.answers.iter().rev().take(64) {
            if equal(*value, 32) || *value == from {
                exact.push(Source::Answer(*place, *value));
            }
        }
        let difference = to.wrapping_sub(from);
        if !exact.is_empty() && !random.one_in(5) {
            // The nearest are at the end of the arguments, then the latest reads.
            let choice = exact[random.below(exact.len().min(6))];
            set(types, choice, to, input);
            return true;
        }
        let mut near: Vec<Source> = Vec::new();
        near.extend((0..types.len()).map(Source::Arg));
        near.extend(reads.iter().rev().take(6).map(|entry| Source::Word(*entry)));
        near.extend(
            seen.answers.iter().rev().take(4).map(|(at, value)| Source::Answer(*at, *value)),
        );
        if near.is_empty() {
            return false;
        }
        let choice = near[random.below(near.len())];
        let value = match choice {
            Source::Arg(index) => seen.input.args[index] as u64,
            Source::Word(entry) => entry.b,
            Source::Answer(_, value) => value,
        };
        let value = match random.below(6) {
            0 => value.wrapping_add(difference),
            1 => value.wrapping_sub(difference),
            2 => value ^ (from ^ to),
            3 => to << random.below(32),
            4 => value | to,
            _ => self.integer(random),
        };
        set(types, choice, value, input);
        true
    }

    fn anything(&self, seen: &Seen, types: &[ValType], input: &mut Input, random: &mut Random) {
        let reads = seen.log.iter().filter(|e| e.kind == READ && e.a + 8 < self.memory).count();
        match random.below(8) {
            0 => input.seed = random.word(),
            1 => input.stop = random.one_in(3).then(|| random.below(6) as u32),
            2 | 3 if !seen.answers.is_empty() => {
                let place = seen.answers[random.below(seen.answers.len())].0;
                input.answers.insert(place, self.integer(random));
            }
            4..=6 if reads > 0 => {
                let mut all = seen.log.iter().filter(|e| e.kind == READ && e.a + 8 < self.memory);
                let entry = all.nth(random.below(reads)).expect("there are so many");
                let value = self.integer(random);
                input.patches.insert(entry.a as u32, (entry.width, value));
            }
            _ if !types.is_empty() => {
                let index = random.below(types.len());
                input.args[index] = self.value(&types[index], random);
            }
            _ => input.seed = random.word(),
        }
    }
}

/// Changes what a value comes from.
fn set(types: &[ValType], source: Source, value: u64, input: &mut Input) {
    match source {
        Source::Arg(index) => {
            input.args[index] = match types[index] {
                ValType::I32 | ValType::F32 => u128::from(value as u32),
                ValType::Ref(_) => u128::from(value % 4),
                _ => u128::from(value),
            };
        }
        Source::Word(entry) => {
            input.patches.insert(entry.a as u32, (entry.width, value));
        }
        Source::Answer(place, _) => {
            input.answers.insert(place, value);
        }
    }
}

fn sign_extended(value: u64, bits: u32) -> u32 {
    let shift = 32 - bits;
    (((value as u32) << shift) as i32 >> shift) as u32
}

#[derive(Clone, Copy)]
enum Source {
    Arg(usize),
    Word(Entry),
    Answer((u32, u32), u64),
}
