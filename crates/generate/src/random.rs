//! Pseudorandom numbers from a seed: the same on every machine and with every version of a dependency. Or numbers that
//! the bytes of a fuzz input decide.

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014), or the bytes of an input.
#[derive(Clone, Debug)]
pub struct Random {
    /// The state of the generator.
    state: u64,
    /// The input that decides instead of the generator.
    input: Option<Input>,
}

/// The bytes of a fuzz input, and how many of them were taken.
#[derive(Clone, Debug)]
struct Input {
    bytes: Vec<u8>,
    taken: usize,
}

impl Input {
    /// A number of `count` bytes, at most eight. Behind the end of the input all bytes are 0.
    fn take(&mut self, count: usize) -> u64 {
        let rest = self.bytes.get(self.taken..).unwrap_or(&[]);
        let taken = &rest[..count.min(rest.len())];
        self.taken += count;
        taken.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed, input: None }
    }

    /// The sequence that an input decides: each number takes as few bytes as it needs, so that a change of one byte
    /// changes one decision. When the bytes are used up, all numbers are 0, so that a generator that ends on zeros
    /// ends.
    pub fn of_bytes(input: &[u8]) -> Random {
        Random { state: 0, input: Some(Input { bytes: input.to_vec(), taken: 0 }) }
    }

    /// How many bytes of the input were asked for, which may be more than it has. 0 for the sequence of a seed.
    pub fn taken(&self) -> usize {
        self.input.as_ref().map_or(0, |input| input.taken)
    }

    /// The sequence of a seed and a text.
    pub fn named(seed: u64, name: &str) -> Random {
        let mut random = Random::new(seed);
        for byte in name.bytes() {
            random.state = random.state.rotate_left(8) ^ u64::from(byte);
            random.word();
        }
        random
    }

    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        if let Some(input) = &mut self.input {
            return input.take(8);
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end` (which is not zero).
    pub fn below(&mut self, end: usize) -> usize {
        let word = match &mut self.input {
            Some(input) => {
                input.take((usize::BITS - (end - 1).leading_zeros()).div_ceil(8) as usize)
            }
            None => self.word(),
        };
        (word % end as u64) as usize
    }

    /// Whether one of `n` equally likely cases is the case.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A random element of a list, which is not empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Bytes.
    pub fn bytes(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(length + 8);
        while bytes.len() < length {
            bytes.extend_from_slice(&self.word().to_le_bytes());
        }
        bytes.truncate(length);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_is_that_of_the_paper() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.word(), 6_457_827_717_110_365_317);
        assert_eq!(random.word(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn an_input_decides_byte_by_byte() {
        let mut random = Random::of_bytes(&[7, 9, 1, 2, 3]);
        assert_eq!(random.below(1), 0, "one case needs no byte");
        assert_eq!(random.below(5), 2);
        assert_eq!(random.below(256), 9);
        assert_eq!(random.below(1000), 513);
        assert_eq!(random.below(1000), 3, "the second byte is missing");
        assert_eq!((random.below(10), random.word(), random.one_in(3)), (0, 0, true));
        assert_eq!(random.taken(), 16);
    }
}
