//! Which functions of two modules are the same.
//!
//! A map of the optimizer says it, where there is one. Otherwise they are looked for.
//!
//! In this order, and no function twice:
//!
//! 1. by name, in the name section: as it is, then without the hash that the Rust compiler adds; imports by theirs;
//! 2. by export, and the start function;
//! 3. by hash, if one function of each module has it: the operators and immediates, without indices of the module;
//!    the functions that are called may not be known to differ;
//! 4. by call graph and contents: a *feature* is something that is seldom in two functions: a large constant, a
//!    function that is called, the function and the place there that calls it, a slot of a table. Features that few
//!    functions of each module have speak for each pair of these. Two functions match if each is by far the best for
//!    the other.
//!
//! Each match is a new feature of those around it, so the last two steps are repeated. At last, functions with the same
//! hash match in their order. A round is linear in the size of the modules but for sorting, and their number is
//! bounded.

use crate::fingerprint::{Fingerprint, fingerprints, hash};
use crate::module::{FunctionItem, ModuleItems};
use crate::names::Name;
use crate::operators::Space;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// How two functions were found to be the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum MatchedBy {
    /// A map of the optimizer that made the second module.
    Map,
    /// The name of the function in the name section, or that of an import.
    Name,
    /// An export.
    Export,
    /// The hash of the operators.
    Hash,
    /// The functions around it, its constants and slots in tables.
    CallGraph,
}

/// Which functions of two modules are the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matching {
    /// Of each function of the first module, the one of the second, and how it was found.
    pub after: Vec<Option<(u32, MatchedBy)>>,
    /// Of each function of the second module, the one of the first.
    pub before: Vec<Option<u32>>,
}

impl Matching {
    /// Finds out which functions of two modules are the same, given their bytes, too.
    pub fn of(before: (&ModuleItems, &[u8]), after: (&ModuleItems, &[u8])) -> Matching {
        matching(&Side::new(before.0, before.1), &Side::new(after.0, after.1))
    }
}

/// How far functions may be matched by call graph: a number of rounds that real modules do not need.
const ROUNDS: usize = 40;

/// A feature that more functions of a module have says nothing.
const FEW: usize = 8;

/// The first or the second module.
pub(crate) struct Side<'a> {
    pub module: &'a ModuleItems,
    pub prints: Vec<Fingerprint>,
}

impl<'a> Side<'a> {
    pub fn new(module: &'a ModuleItems, wasm: &[u8]) -> Self {
        Side { module, prints: fingerprints(module, wasm) }
    }

    fn function(&self, index: u32) -> &'a FunctionItem {
        &self.module.functions[index as usize]
    }

    fn indices(&self) -> std::ops::Range<u32> {
        0..self.module.functions.len() as u32
    }
}

/// Which functions are the same, by pairs of the numbers of those that have bodies.
pub(crate) fn mapped(before: &Side<'_>, after: &Side<'_>, pairs: &[(u32, u32)]) -> Matching {
    let mut matcher = Matcher::new(before, after);
    for &(before, after) in pairs {
        if matcher.is_defined(0, before) && matcher.is_defined(1, after) {
            matcher.add(before, after, MatchedBy::Map);
        }
    }
    matcher.imports_by_name();
    matcher.matching
}

/// Finds out which functions are the same.
pub(crate) fn matching(before: &Side<'_>, after: &Side<'_>) -> Matching {
    let mut matcher = Matcher::new(before, after);
    matcher.imports_by_name();
    matcher.by_name();
    matcher.by_export();
    matcher.by_hash();
    let mut margin = STRICT;
    for _ in 0..ROUNDS {
        let found = matcher.by_features(margin);
        if found + matcher.by_hash() == 0 {
            if margin == LOOSE {
                break;
            }
            margin = LOOSE;
        }
    }
    matcher.by_order();
    matcher.matching
}

/// How much better than the second best a pair has to be.
#[derive(Clone, Copy, PartialEq)]
struct Margin {
    /// The least score.
    score: f32,
    /// The score of the second best, in proportion.
    second: f32,
}

const STRICT: Margin = Margin { score: 1.0, second: 0.5 };
const LOOSE: Margin = Margin { score: 0.4, second: 0.8 };

struct Matcher<'a> {
    sides: [&'a Side<'a>; 2],
    matching: Matching,
}

/// The functions with a key: none, one, or several.
type Unique<K> = FxHashMap<K, Option<u32>>;

impl<'a> Matcher<'a> {
    fn new(before: &'a Side<'a>, after: &'a Side<'a>) -> Self {
        let matching = Matching {
            after: vec![None; before.prints.len()],
            before: vec![None; after.prints.len()],
        };
        Matcher { sides: [before, after], matching }
    }

    /// Whether a function of a side is matched.
    fn is_matched(&self, side: usize, index: u32) -> bool {
        self.identity(side, index).is_some()
    }

    /// What a matched function is called in both modules: its index in the first.
    fn identity(&self, side: usize, index: u32) -> Option<u32> {
        match side {
            0 => self.matching.after.get(index as usize)?.map(|_| index),
            _ => *self.matching.before.get(index as usize)?,
        }
    }

    fn add(&mut self, before: u32, after: u32, by: MatchedBy) -> bool {
        let free = !self.is_matched(0, before) && !self.is_matched(1, after);
        if free {
            self.matching.after[before as usize] = Some((after, by));
            self.matching.before[after as usize] = Some(before);
        }
        free
    }

    /// Matches functions whose key no other function of their module has. Gives how many.
    fn by_unique<K: Hash + Eq>(
        &mut self,
        by: MatchedBy,
        key: impl Fn(&Self, usize, u32) -> Option<K>,
    ) -> usize {
        let unique = |side: usize| {
            let mut unique: Unique<K> = FxHashMap::default();
            for index in self.sides[side].indices() {
                if !self.is_matched(side, index)
                    && let Some(key) = key(self, side, index)
                {
                    unique.entry(key).and_modify(|found| *found = None).or_insert(Some(index));
                }
            }
            unique
        };
        let (before, after) = (unique(0), unique(1));
        let both =
            before.iter().filter_map(|(key, before)| Some(((*before)?, (*after.get(key)?)?)));
        let mut pairs: Vec<(u32, u32)> = both.collect();
        pairs.sort_unstable();
        let agree = |pair: &&(u32, u32)| by != MatchedBy::Hash || self.agree(pair.0, pair.1);
        let pairs: Vec<(u32, u32)> = pairs.iter().filter(agree).copied().collect();
        pairs.into_iter().filter(|&(before, after)| self.add(before, after, by)).count()
    }

    fn imports_by_name(&mut self) {
        self.by_unique(MatchedBy::Name, |this, side, index| {
            let function = this.sides[side].function(index);
            let is_import = function.body.is_none();
            let name = is_import.then(|| &this.sides[side].module.items[function.item].name);
            name.and_then(|name| name.as_ref()).map(|name| name.raw.as_str())
        });
    }

    fn by_name(&mut self) {
        let name = |this: &Self, side: usize, index: u32| -> Option<&'a Name> {
            let function = this.sides[side].function(index);
            function.name.as_ref().filter(|_| function.body.is_some())
        };
        self.by_unique(MatchedBy::Name, |this, side, index| {
            name(this, side, index).map(|name| name.raw.as_str())
        });
        self.by_unique(MatchedBy::Name, |this, side, index| {
            name(this, side, index)?.demangled.as_deref()
        });
    }

    fn by_export(&mut self) {
        let exports = |side: usize| {
            let module = self.sides[side].module;
            let of_functions =
                module.exports.iter().filter(|(_, space, _)| *space == Space::Function);
            let named = of_functions.filter_map(|&(item, _, index)| {
                Some((module.items[item].name.as_ref()?.raw.as_str(), index))
            });
            // No export has the name of the start section.
            let start = module.start.map(|index| ("", index));
            named.chain(start).collect::<Vec<_>>()
        };
        let after: FxHashMap<&str, u32> = exports(1).into_iter().collect();
        for (name, before) in exports(0) {
            if let Some(&after) = after.get(name) {
                let in_range = self.is_defined(0, before) && self.is_defined(1, after);
                if in_range {
                    self.add(before, after, MatchedBy::Export);
                }
            }
        }
    }

    fn is_defined(&self, side: usize, index: u32) -> bool {
        let function = self.sides[side].module.functions.get(index as usize);
        function.is_some_and(|function| function.body.is_some())
    }

    /// Whether two functions of one shape do not call what is known to differ.
    fn agree(&self, before: u32, after: u32) -> bool {
        let calls = |side: usize, index: u32| &self.sides[side].prints[index as usize].calls;
        calls(0, before).iter().zip(calls(1, after)).all(|(&a, &b)| {
            let (a, b) = (self.identity(0, a), self.identity(1, b));
            a.is_none() || b.is_none() || a == b
        })
    }

    /// Matches functions by hash, the most exact one first. Gives how many.
    fn by_hash(&mut self) -> usize {
        let print = |this: &Self, side: usize, index: u32| -> Option<&'a Fingerprint> {
            this.is_defined(side, index).then(|| &this.sides[side].prints[index as usize])
        };
        let mut found = 0;
        for _ in 0..ROUNDS {
            let callees = self.by_unique(MatchedBy::Hash, |this, side, index| {
                let print = print(this, side, index)?;
                let callee = |&callee: &u32| {
                    let shape =
                        this.sides[side].prints.get(callee as usize).map(|print| print.shape);
                    this.identity(side, callee).ok_or(shape)
                };
                let callees = hash(print.calls.iter().map(callee).collect::<Vec<_>>());
                Some((print.shape, print.meanings, callees))
            });
            let exact = self.by_unique(MatchedBy::Hash, |this, side, index| {
                print(this, side, index).map(|print| (print.shape, print.meanings))
            });
            let shape = self.by_unique(MatchedBy::Hash, |this, side, index| {
                print(this, side, index).map(|print| print.shape)
            });
            found += callees + exact + shape;
            if callees + exact + shape == 0 {
                break;
            }
        }
        found
    }

    /// Matches functions that share features. Gives how many.
    fn by_features(&mut self, margin: Margin) -> usize {
        let pairs = self.scores();
        let mut best = [0, 1].map(|side| vec![Best::default(); self.sides[side].prints.len()]);
        for &((before, after), score) in &pairs {
            best[0][before as usize].take(score, after);
            best[1][after as usize].take(score, before);
        }
        let mut found = 0;
        for ((before, after), score) in pairs {
            let is_best =
                |best: &Best, other: u32| best.of == other && best.second <= score * margin.second;
            if score >= margin.score
                && is_best(&best[0][before as usize], after)
                && is_best(&best[1][after as usize], before)
            {
                found += usize::from(self.add(before, after, MatchedBy::CallGraph));
            }
        }
        found
    }

    /// How much speaks for each pair of functions that share a feature.
    fn scores(&self) -> Vec<((u32, u32), f32)> {
        let features = [0, 1].map(|side| self.features(side));
        let mut scores: FxHashMap<(u32, u32), f32> = FxHashMap::default();
        let mut after = features[1].chunk_by(|a, b| a.0 == b.0).peekable();
        for before in features[0].chunk_by(|a, b| a.0 == b.0) {
            let feature = before[0].0;
            while after.next_if(|group| group[0].0 < feature).is_some() {}
            let Some(after) = after.next_if(|group| group[0].0 == feature) else { continue };
            if before.len() > FEW || after.len() > FEW {
                continue;
            }
            let weight = 1.0 / before.len().max(after.len()) as f32;
            for &(_, before) in before {
                for &(_, after) in after {
                    *scores.entry((before, after)).or_default() += weight;
                }
            }
        }
        let mut scores: Vec<_> = scores.into_iter().collect();
        for ((before, after), score) in &mut scores {
            *score *= self.likeness(*before, *after);
        }
        scores.sort_unstable_by_key(|(pair, _)| *pair);
        scores
    }

    /// How alike two functions are by their operators: from a quarter to 1.
    fn likeness(&self, before: u32, after: u32) -> f32 {
        let histogram =
            |side: usize, index: u32| &self.sides[side].prints[index as usize].histogram;
        let pairs = histogram(0, before).iter().zip(histogram(1, after));
        let (common, all) =
            pairs.fold((1, 1), |(common, all), (&a, &b)| (common + a.min(b), all + a.max(b)));
        0.25 + 0.75 * common as f32 / all as f32
    }

    /// The features of the functions of a side that are not matched, sorted.
    fn features(&self, side: usize) -> Vec<(u64, u32)> {
        let Side { module, prints } = self.sides[side];
        let mut found: Vec<(u64, u32)> = Vec::new();
        for (index, print) in (0..).zip(prints) {
            let identity = self.identity(side, index);
            if identity.is_none() && self.is_defined(side, index) {
                found.extend(print.features.iter().map(|&feature| (feature, index)));
            }
            self.features_of_calls(side, index, print, &mut found);
        }
        for &(table, slot, function) in &module.slots {
            if self.is_defined(side, function) && !self.is_matched(side, function) {
                found.push((hash(("slot", table, slot)), function));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// What the calls of a function say of it, and of those that it calls.
    fn features_of_calls(
        &self,
        side: usize,
        index: u32,
        print: &Fingerprint,
        found: &mut Vec<(u64, u32)>,
    ) {
        let caller = self.identity(side, index);
        for backwards in [false, true] {
            // The last call of a function that is matched, and how many others there were since.
            let mut last = (None, 0_u32);
            let mut call = |callee: u32| {
                let identity = self.identity(side, callee);
                match (caller, identity) {
                    (_, Some(_)) => {
                        last = (identity, 0);
                        if caller.is_none() {
                            found.push((hash(("calls", identity)), index));
                        }
                    }
                    (Some(caller), None) if self.is_defined(side, callee) => {
                        found.push((hash(("caller", caller)), callee));
                        found.push((hash(("place", caller, backwards, last)), callee));
                        last.1 += 1;
                    }
                    _ => {}
                }
            };
            if backwards {
                print.calls.iter().rev().for_each(|&callee| call(callee));
            } else {
                print.calls.iter().for_each(|&callee| call(callee));
            }
        }
    }

    /// Matches what is left and has the same hash, in order.
    fn by_order(&mut self) {
        let left = |this: &Self, side: usize| {
            let mut left: FxHashMap<(u64, u64), Vec<u32>> = FxHashMap::default();
            for index in this.sides[side].indices() {
                if this.is_defined(side, index) && !this.is_matched(side, index) {
                    let print = &this.sides[side].prints[index as usize];
                    left.entry((print.shape, print.meanings)).or_default().push(index);
                }
            }
            left
        };
        let after = left(self, 1);
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (key, before) in left(self, 0) {
            let Some(after) = after.get(&key) else { continue };
            pairs.extend(before.into_iter().zip(after.iter().copied()));
        }
        pairs.sort_unstable();
        for (before, after) in pairs {
            if self.agree(before, after) {
                self.add(before, after, MatchedBy::Hash);
            }
        }
    }
}

/// The best match of a function, and the score of the second best.
#[derive(Clone, Copy, Default)]
struct Best {
    of: u32,
    score: f32,
    second: f32,
}

impl Best {
    fn take(&mut self, score: f32, of: u32) {
        if score > self.score {
            *self = Best { of, score, second: self.score };
        } else {
            self.second = self.second.max(score);
        }
    }
}
