//! Sets of numbers with a fast search for the next element.

/// A set of numbers below a bound.
///
/// A bit for each number, with a bit for each word of the level below. Each operation takes as many steps
/// as there are levels, the logarithm of the bound to the base of 64: four for whatever fits into memory.
#[derive(Default)]
pub struct HierarchicalBitSet {
    /// From one bit for each number up to a single word.
    levels: Vec<Vec<u64>>,
}

impl HierarchicalBitSet {
    /// An empty set of numbers below `bound`.
    pub fn new(bound: usize) -> Self {
        let (mut levels, mut words) = (Vec::new(), bound);
        loop {
            words = words.div_ceil(64);
            levels.push(vec![0; words]);
            if words <= 1 {
                return HierarchicalBitSet { levels };
            }
        }
    }

    /// Adds a number below the bound. Returns whether it is new.
    pub fn insert(&mut self, mut n: usize) -> bool {
        let mut new = None;
        for level in &mut self.levels {
            let (word, bit) = (&mut level[n / 64], 1 << (n % 64));
            let was = std::mem::replace(word, *word | bit);
            new.get_or_insert(was & bit == 0);
            if was != 0 {
                break;
            }
            n /= 64;
        }
        new.unwrap_or(false)
    }

    /// Removes a number below the bound. Returns whether it was in the set.
    pub fn remove(&mut self, mut n: usize) {
        for level in &mut self.levels {
            level[n / 64] &= !(1 << (n % 64));
            if level[n / 64] != 0 {
                return;
            }
            n /= 64;
        }
    }

    /// The least number in the set.
    pub fn first(&self) -> Option<usize> {
        self.next(0)
    }

    /// The greatest number in the set.
    pub fn last(&self) -> Option<usize> {
        self.down(self.levels.len(), 0, |word| word.ilog2())
    }

    /// The least number in the set from `from` on.
    pub fn next(&self, from: usize) -> Option<usize> {
        let mut at = from;
        for (n, level) in self.levels.iter().enumerate() {
            let word = level.get(at / 64)? & (!0 << (at % 64));
            if word != 0 {
                let found = at / 64 * 64 + word.trailing_zeros() as usize;
                return self.down(n, found, u64::trailing_zeros);
            }
            at = at / 64 + 1;
        }
        None
    }

    /// From bit `n` of a level down to a number; `of` selects a bit of a word that is not zero.
    fn down(&self, level: usize, mut n: usize, of: impl Fn(u64) -> u32) -> Option<usize> {
        for level in self.levels[..level].iter().rev() {
            let word = *level.get(n)?;
            if word == 0 {
                return None;
            }
            n = n * 64 + of(word) as usize;
        }
        Some(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_is_there() {
        for bound in [0, 1, 64, 65, 5000, 300_000] {
            let mut bits = HierarchicalBitSet::new(bound);
            assert_eq!((bits.first(), bits.last(), bits.next(bound)), (None, None, None));
            let some: Vec<usize> = (0..bound).filter(|n| n * n % 7919 < 60).collect();
            assert!(some.iter().rev().all(|&n| bits.insert(n)));
            assert!(!some.iter().any(|&n| bits.insert(n)));
            assert!(some.iter().all(|&n| bits.next(n) == Some(n)));
            assert_eq!((0..bound).filter(|&n| bits.next(n) == Some(n)).count(), some.len());
            assert_eq!((bits.first(), bits.last()), (some.first().copied(), some.last().copied()));
            for from in (0..bound).step_by(13) {
                let next = some[some.partition_point(|&n| n < from)..].first();
                assert_eq!(bits.next(from), next.copied());
            }
            some.iter().step_by(2).for_each(|&n| bits.remove(n));
            let left: Vec<usize> = some.iter().copied().skip(1).step_by(2).collect();
            let mut at = 0;
            let found = std::iter::from_fn(|| {
                let found = bits.next(at)?;
                at = found + 1;
                Some(found)
            });
            assert_eq!(found.collect::<Vec<_>>(), left);
        }
    }
}
