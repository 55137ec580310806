//! Inputs of a run of a function.
//!
//! An [`Input`] is arguments, a seed for the contents of a part of the memory (the arena) and for the
//! results of host calls, and changes to both. Values come from a [`Dictionary`]: the constants of the
//! function plus and minus one, small numbers, powers of two, addresses in the arena and in data, and
//! floats at boundaries (zeros, infinities, limits of integers).
//!
//! [`super::aim`] mutates inputs.

use invar_generate::Random;
use std::collections::BTreeMap;
use std::ops::Range;
use wasmtime::ValType;

/// Bytes of the arena.
pub const ARENA: usize = 4096;

/// The source of generated values.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    /// The constants of the function.
    pub constants: Vec<u64>,
    /// The address of the arena; zero without a memory.
    pub arena: u32,
    /// The ranges of active data.
    pub data: Vec<Range<u64>>,
    /// The size of memory in bytes.
    pub memory: u64,
    /// The mutable globals of integer types, by position, with their values after instantiation.
    pub globals: Vec<(u32, u64)>,
}

/// The input of a run.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// The seed for the arena and for results of host calls.
    pub seed: u64,
    /// The bits of the arguments; for references, a number that selects one.
    pub args: Vec<u128>,
    /// Words in memory: address, width and bits.
    pub patches: BTreeMap<u32, (u8, u64)>,
    /// Results of host calls: (number of the call, number of the value).
    pub answers: BTreeMap<(u32, u32), u64>,
    /// The initial values of mutable globals of integer types, by position.
    pub globals: BTreeMap<u32, u64>,
    /// The call at which the host ends the run.
    pub stop: Option<u32>,
}

/// An entry of the log of a run.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// See [`super::instrument`].
    pub kind: u32,
    /// The edge whose branch is decided next.
    pub site: u32,
    /// An operand, or an address.
    pub a: u64,
    /// The other operand, or the contents of memory there.
    pub b: u64,
    /// Bytes read.
    pub width: u8,
}

/// A run whose input is worth mutating.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The run's input.
    pub input: Input,
    /// The run's log.
    pub log: Vec<Entry>,
    /// The results of host calls.
    pub answers: Vec<((u32, u32), u64)>,
    /// Whether it trapped.
    pub trapped: bool,
}

/// Floats at boundaries.
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
        // Leaves room for an object after it.
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

    /// Fills the arena from a seed.
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

    /// A new random input.
    pub fn fresh(&self, types: &[ValType], random: &mut Random) -> Input {
        let args = types.iter().map(|ty| self.value(ty, random)).collect();
        let mut globals = BTreeMap::new();
        for (place, initial) in &self.globals {
            // A global that is zero is often set by the program's start-up code: a stack pointer, the current
            // thread.
            let change = if *initial == 0 { random.one_in(2) } else { random.one_in(64) };
            if change {
                globals.insert(*place, self.pointer(random));
            }
        }
        Input { seed: random.word(), args, globals, ..Input::default() }
    }
}
