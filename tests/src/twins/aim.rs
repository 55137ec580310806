//! Mutation of inputs, directed at edges that are not covered yet.
//!
//! A mutation is directed by what the previous run compared, read and called ([`Entry`]), in two ways.
//! After Aschermann et al., "REDQUEEN: Fuzzing with Input-to-State Correspondence", 2019: where an
//! operand of a comparison is found in an argument, a global, a word read, or an answer, it is set
//! to the other operand. After Gan et al., "GREYONE: Data Flow Sensitive Fuzzing", 2020: a
//! run that differs from its parent in one place tells which comparisons depend on that place, and
//! by how much they change with it ([`Influences`]); the place is then changed by the distance. If
//! neither applies, what was read last is changed.

use super::input::{Dictionary, Entry, Input, Seen};
use super::instrument::{COMPARE, INDIRECT, READ, SWITCH, WRITE};
use invar_generate::Random;
use std::collections::{HashMap, HashSet};
use wasmtime::ValType;

/// Influences that are kept per site.
const KEPT: usize = 8;

/// A part of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Arg(usize),
    Global(u32),
    /// Address and bytes.
    Word(u32, u8),
    Answer((u32, u32)),
}

/// How the operands of a site change with a place.
#[derive(Clone, Copy, Debug)]
struct Influence {
    place: Place,
    step: u64,
    a: u64,
    b: u64,
}

/// The parts of inputs that the operands at each site depend on.
#[derive(Default)]
pub struct Influences {
    sites: HashMap<u32, Vec<Influence>>,
}

impl Influences {
    /// Learns from a run and the run that its input was made from, if they differ in one place.
    pub fn learn(&mut self, parent: &Seen, child: &Seen) {
        let Some((place, was, is)) = only_change(parent, child) else { return };
        for (before, after) in parent.log.iter().zip(&child.log) {
            if before.kind != after.kind || before.site != after.site {
                break;
            }
            let decides = matches!(before.kind, COMPARE | SWITCH | INDIRECT);
            if !decides || (before.a, before.b) == (after.a, after.b) {
                continue;
            }
            let known = self.sites.entry(before.site).or_default();
            let found = Influence {
                place,
                step: is.wrapping_sub(was),
                a: after.a.wrapping_sub(before.a),
                b: if before.kind == COMPARE { after.b.wrapping_sub(before.b) } else { 0 },
            };
            if let Some(old) = known.iter_mut().find(|influence| influence.place == place) {
                *old = found;
            } else if known.len() < KEPT {
                known.push(found);
            }
        }
    }
}

/// The single place in which two inputs differ, with both values; `None` if they differ in several.
fn only_change(parent: &Seen, child: &Seen) -> Option<(Place, u64, u64)> {
    let (a, b) = (&parent.input, &child.input);
    if a.seed != b.seed || a.stop != b.stop {
        return None;
    }
    let mut found = Vec::new();
    for (index, (a, b)) in a.args.iter().zip(&b.args).enumerate() {
        if a != b {
            found.push((Place::Arg(index), Some(*a as u64), *b as u64));
        }
    }
    for (place, value) in &b.globals {
        if a.globals.get(place) != Some(value) {
            found.push((Place::Global(*place), a.globals.get(place).copied(), *value));
        }
    }
    for (at, (width, value)) in &b.patches {
        if a.patches.get(at).is_none_or(|(_, old)| old != value) {
            let place = Place::Word(*at, *width);
            found.push((place, current(parent, place), *value));
        }
    }
    for (place, value) in &b.answers {
        if a.answers.get(place) != Some(value) {
            let place = Place::Answer(*place);
            found.push((place, current(parent, place), *value));
        }
    }
    match found[..] {
        [(place, Some(was), is)] if was != is => Some((place, was, is)),
        _ => None,
    }
}

/// The value at a place of an input.
fn current(seen: &Seen, place: Place) -> Option<u64> {
    match place {
        Place::Arg(index) => seen.input.args.get(index).map(|bits| *bits as u64),
        Place::Global(place) => seen.input.globals.get(&place).copied(),
        Place::Word(at, width) => {
            let read = |entry: &&Entry| {
                entry.kind == READ && entry.a == u64::from(at) && entry.width == width
            };
            let patched = seen.input.patches.get(&at).map(|(_, value)| *value);
            patched.or_else(|| seen.log.iter().find(read).map(|entry| entry.b))
        }
        Place::Answer(place) => {
            seen.answers.iter().find(|(at, _)| *at == place).map(|(_, value)| *value)
        }
    }
}

/// The context of a mutation.
pub struct Aim<'a> {
    /// The source of values.
    pub dictionary: &'a Dictionary,
    /// The types of the arguments.
    pub types: &'a [ValType],
    /// Whether one of that many edges from a site on is not covered.
    pub wanted: &'a dyn Fn(u32, u32) -> bool,
    /// Table indices of functions of a type.
    pub callable: &'a dyn Fn(u32) -> Vec<u32>,
    /// What was learned from earlier runs.
    pub influences: &'a Influences,
}

impl Aim<'_> {
    /// A mutated input.
    pub fn change(&self, seen: &Seen, random: &mut Random) -> Input {
        let mut input = seen.input.clone();
        let aimed = !random.one_in(10) && self.aim(seen, &mut input, random);
        if !aimed {
            self.anything(seen, &mut input, random);
        }
        if random.one_in(8) {
            self.anything(seen, &mut input, random);
        }
        input
    }

    fn aim(&self, seen: &Seen, input: &mut Input, random: &mut Random) -> bool {
        let mut places: Vec<usize> = Vec::new();
        for (index, entry) in seen.log.iter().enumerate() {
            let edges = if entry.kind == SWITCH { entry.b as u32 + 1 } else { 2 };
            if matches!(entry.kind, COMPARE | SWITCH) && (self.wanted)(entry.site, edges.min(64)) {
                places.push(index);
            }
        }
        // The cause of a trap: an address out of bounds, or an undefined table element.
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
        let near = |value: u64, random: &mut Random| {
            value.wrapping_add(random.below(3) as u64).wrapping_sub(random.below(2) as u64)
        };
        let mut other = false;
        let (from, to) = match entry.kind {
            COMPARE => {
                other = random.one_in(3);
                let (a, b) = if other { (entry.b, entry.a) } else { (entry.a, entry.b) };
                (a, near(b, random))
            }
            SWITCH => (entry.a, random.below(entry.b as usize + 2) as u64),
            INDIRECT => {
                let all = (self.callable)(entry.b as u32);
                if all.is_empty() {
                    return false;
                }
                (entry.a, u64::from(all[random.below(all.len())]))
            }
            _ => (entry.a, self.dictionary.pointer(random)),
        };
        let known = self.influences.sites.get(&entry.site);
        if let Some(known) = known
            && matches!(entry.kind, COMPARE | SWITCH | INDIRECT)
            && random.one_in(2)
        {
            let influence = known[random.below(known.len())];
            if let Some(value) = current(seen, influence.place) {
                let value = self.moved(influence, value, from, to, other, random);
                self.set(influence.place, value, input);
                return true;
            }
        }
        self.make(seen, at, from, to, input, random)
    }

    /// A value of a place that may make an operand that was `from` into `to`.
    fn moved(
        &self,
        influence: Influence,
        value: u64,
        from: u64,
        to: u64,
        other: bool,
        random: &mut Random,
    ) -> u64 {
        let distance = to.wrapping_sub(from) as i64;
        let slope = (if other { influence.b } else { influence.a }) as i64;
        let step = influence.step as i64;
        match random.below(6) {
            // Linear extrapolation from the two runs.
            0..=2 if slope != 0 => {
                let moved = i128::from(distance) * i128::from(step) / i128::from(slope);
                value.wrapping_add(moved as u64)
            }
            3 if slope < 0 => value.wrapping_sub(distance as u64),
            3 => value.wrapping_add(distance as u64),
            4 => to,
            _ => self.dictionary.integer(random),
        }
    }

    /// Changes a value that was `from` at an entry of the log to `to`, if its place in the input is found.
    fn make(
        &self,
        seen: &Seen,
        at: usize,
        from: u64,
        to: u64,
        input: &mut Input,
        random: &mut Random,
    ) -> bool {
        let memory = self.dictionary.memory;
        let mut written = HashSet::new();
        let mut reads = Vec::new();
        for entry in &seen.log[..at] {
            match entry.kind {
                WRITE => {
                    written.insert(entry.a);
                }
                READ if !written.contains(&entry.a) && entry.a + 8 < memory => {
                    reads.push(*entry);
                }
                _ => {}
            }
        }
        let mut exact: Vec<(Place, u64)> = Vec::new();
        let address = matches!(seen.log[at].kind, READ | WRITE);
        let equal = |value: u64, bits: u32| {
            let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
            let sign = bits < 32 && from as u32 == sign_extended(value, bits);
            value & mask == from & mask && (from & !mask == 0 || sign || bits >= 32)
                || address && from.wrapping_sub(value & mask) < 4096
        };
        let arg = |index: usize| (Place::Arg(index), seen.input.args[index] as u64);
        let word = |entry: &Entry| (Place::Word(entry.a as u32, entry.width), entry.b);
        for (index, ty) in self.types.iter().enumerate() {
            let bits = match ty {
                ValType::I32 | ValType::F32 => 32,
                ValType::I64 | ValType::F64 => 64,
                _ => continue,
            };
            if equal(seen.input.args[index] as u64, bits) {
                exact.push(arg(index));
            }
        }
        for (place, initial) in &self.dictionary.globals {
            let value = seen.input.globals.get(place).copied().unwrap_or(*initial);
            if equal(value, 32) {
                exact.push((Place::Global(*place), value));
            }
        }
        for entry in reads.iter().rev().take(200) {
            if equal(entry.b, u32::from(entry.width) * 8) {
                exact.push(word(entry));
            }
        }
        for (place, value) in seen.answers.iter().rev().take(64) {
            if equal(*value, 32) || *value == from {
                exact.push((Place::Answer(*place), *value));
            }
        }
        let difference = to.wrapping_sub(from);
        if !exact.is_empty() && !random.one_in(5) {
            // The most likely places are the last arguments, then the latest reads.
            let (place, _) = exact[random.below(exact.len().min(6))];
            self.set(place, to, input);
            return true;
        }
        let mut near: Vec<(Place, u64)> = Vec::new();
        near.extend((0..self.types.len()).map(arg));
        near.extend(reads.iter().rev().take(6).map(word));
        let answers = seen.answers.iter().rev().take(4);
        near.extend(answers.map(|(place, value)| (Place::Answer(*place), *value)));
        if near.is_empty() {
            return false;
        }
        let (place, value) = near[random.below(near.len())];
        let value = match random.below(6) {
            0 => value.wrapping_add(difference),
            1 => value.wrapping_sub(difference),
            2 => value ^ (from ^ to),
            3 => to << random.below(32),
            4 => value | to,
            _ => self.dictionary.integer(random),
        };
        self.set(place, value, input);
        true
    }

    fn anything(&self, seen: &Seen, input: &mut Input, random: &mut Random) {
        let memory = self.dictionary.memory;
        let reads = seen.log.iter().filter(|e| e.kind == READ && e.a + 8 < memory).count();
        match random.below(9) {
            0 => input.seed = random.word(),
            1 => input.stop = random.one_in(3).then(|| random.below(6) as u32),
            2 | 3 if !seen.answers.is_empty() => {
                let place = seen.answers[random.below(seen.answers.len())].0;
                input.answers.insert(place, self.dictionary.integer(random));
            }
            4..=6 if reads > 0 => {
                let mut all = seen.log.iter().filter(|e| e.kind == READ && e.a + 8 < memory);
                let entry = all.nth(random.below(reads)).expect("there are so many");
                let value = self.dictionary.integer(random);
                input.patches.insert(entry.a as u32, (entry.width, value));
            }
            7 if !self.dictionary.globals.is_empty() && random.one_in(4) => {
                let globals = &self.dictionary.globals;
                let place = globals[random.below(globals.len())].0;
                input.globals.insert(place, self.dictionary.integer(random));
            }
            _ if !self.types.is_empty() => {
                let index = random.below(self.types.len());
                input.args[index] = self.dictionary.value(&self.types[index], random);
            }
            _ => input.seed = random.word(),
        }
    }

    /// Changes a place.
    fn set(&self, place: Place, value: u64, input: &mut Input) {
        match place {
            Place::Arg(index) => {
                input.args[index] = match self.types[index] {
                    ValType::I32 | ValType::F32 => u128::from(value as u32),
                    ValType::Ref(_) => u128::from(value % 4),
                    _ => u128::from(value),
                };
            }
            Place::Global(place) => {
                input.globals.insert(place, value);
            }
            Place::Word(at, width) => {
                input.patches.insert(at, (width, value));
            }
            Place::Answer(place) => {
                input.answers.insert(place, value);
            }
        }
    }
}

fn sign_extended(value: u64, bits: u32) -> u32 {
    let shift = 32 - bits;
    (((value as u32) << shift) as i32 >> shift) as u32
}
