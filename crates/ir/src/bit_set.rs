//! Bit sets: sets of small numbers, one bit per number. Operations on several sets require sets of the same
//! length.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A set of numbers below a bound.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct BitSet {
    words: SmallVec<[u64; 2]>,
}

impl BitSet {
    /// The empty set of numbers below `len`.
    pub fn new(len: usize) -> Self {
        BitSet { words: SmallVec::from_elem(0, len.div_ceil(64)) }
    }

    /// Whether a number is in the set.
    pub fn contains(&self, n: usize) -> bool {
        self.words[n / 64] >> (n % 64) & 1 != 0
    }

    /// Adds a number. Returns whether it is new.
    pub fn insert(&mut self, n: usize) -> bool {
        let before = self.contains(n);
        self.words[n / 64] |= 1 << (n % 64);
        !before
    }

    /// Removes a number. Returns whether it was in the set.
    pub fn remove(&mut self, n: usize) -> bool {
        let before = self.contains(n);
        self.words[n / 64] &= !(1 << (n % 64));
        before
    }

    /// Adds or removes a number.
    pub fn set(&mut self, n: usize, is_member: bool) {
        if is_member {
            self.insert(n)
        } else {
            self.remove(n)
        };
    }

    /// Adds all members of another set. Returns whether the set changed.
    pub fn union(&mut self, other: &BitSet) -> bool {
        self.combine(other, |a, b| a | b)
    }

    /// Removes all numbers that are not in another set. Returns whether the set changed.
    pub fn intersect(&mut self, other: &BitSet) -> bool {
        self.combine(other, |a, b| a & b)
    }

    /// Removes all members of another set. Returns whether the set changed.
    pub fn subtract(&mut self, other: &BitSet) -> bool {
        self.combine(other, |a, b| a & !b)
    }

    fn combine(&mut self, other: &BitSet, with: impl Fn(u64, u64) -> u64) -> bool {
        let mut changed = false;
        for (word, &other) in self.words.iter_mut().zip(&other.words) {
            let new = with(*word, other);
            changed |= new != *word;
            *word = new;
        }
        changed
    }

    /// Whether three sets have a number in common.
    pub fn meet(&self, second: &BitSet, third: &BitSet) -> bool {
        let words = self.words.iter().zip(&second.words).zip(&third.words);
        words.into_iter().any(|((a, b), c)| a & b & c != 0)
    }

    /// Whether the set has no members.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(n, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(n * 64 + bit)
            })
        })
    }
}

/// An interner of sets: equal sets get the same number.
#[derive(Clone, Debug, Default)]
pub struct Sets {
    list: Vec<BitSet>,
    numbers: FxHashMap<BitSet, u32>,
}

impl Sets {
    /// The number of a set; a new one if no equal set has been interned.
    pub fn number(&mut self, set: BitSet) -> u32 {
        *self.numbers.entry(set).or_insert_with_key(|set| {
            self.list.push(set.clone());
            self.list.len() as u32 - 1
        })
    }

    /// The set with a number.
    pub fn get(&self, number: u32) -> &BitSet {
        &self.list[number as usize]
    }

    /// How many different sets there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are no sets.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
