//! Random constants, with edge cases and values related to other constants preferred.

use invar_ir::ValType;
use invar_rules::{Const, KnownBits, Width};

/// A xorshift generator with a fixed seed: each run is the same.
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 20) as usize % n
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A constant of a number or vector type, which may have to do with one that is there already.
    pub fn constant(&mut self, ty: ValType, others: &[Const]) -> Const {
        let related = !others.is_empty() && self.chance(35);
        match ty {
            ValType::I32 | ValType::I64 => {
                let number = if related { self.related(others) } else { self.integer() };
                if ty == ValType::I32 { Const::I32(number as i32) } else { Const::I64(number) }
            }
            ValType::F32 => match self.float() {
                number if self.chance(80) => Const::F32((number as f32).to_bits()),
                _ => Const::F32(
                    [0x7fc0_0000, 0x7fa0_0001, 0xffc0_0000, self.next() as u32][self.below(4)],
                ),
            },
            ValType::F64 => match self.float() {
                number if self.chance(80) => Const::F64(number.to_bits()),
                _ => {
                    let nans = [0x7ff8 << 48, 0x7ff4_0000_0000_0001, 0xfff8 << 48, self.next()];
                    Const::F64(nans[self.below(4)])
                }
            },
            ValType::V128 => Const::V128(match self.below(5) {
                0 | 1 => 0,
                2 | 3 => u128::MAX,
                _ => u128::from(self.next()) << 64 | u128::from(self.next()),
            }),
            ValType::Ref(_) => unreachable!("references have no constants"),
        }
    }

    fn related(&mut self, others: &[Const]) -> i64 {
        let other = others[self.below(others.len())];
        let bits = if other.ty() == ValType::I32 { 32 } else { 64 };
        let Some(c) = other.as_int() else { return self.integer() };
        let low = 1i64.wrapping_shl(c as u32);
        match self.below(10) {
            0 | 1 => c,
            2 => c.wrapping_neg(),
            3 => !c,
            4 => c.wrapping_neg().wrapping_add(bits),
            5 => c.wrapping_add(bits),
            6 => low.wrapping_sub(1),
            7 => low.wrapping_neg(),
            8 => c & self.next() as i64,
            _ => c ^ 1 << self.below(64),
        }
    }

    pub fn integer(&mut self) -> i64 {
        const EDGES: [i64; 20] = [
            0,
            0,
            1,
            1,
            -1,
            -1,
            2,
            -2,
            3,
            7,
            31,
            32,
            63,
            64,
            255,
            0xffff,
            0xffff_ffff,
            0x7fff_ffff,
            i64::MAX,
            i64::MIN,
        ];
        match self.below(10) {
            0 => self.next() as i64,
            1 => (self.next() as i64) >> self.below(64),
            2 => 1i64 << self.below(64),
            3 => (1i64 << self.below(64)).wrapping_sub(1),
            4 => i64::from(i32::MIN) << self.below(2),
            5 => self.below(64) as i64,
            6 => [8, 16, 24, 32, 48, 56][self.below(6)],
            _ => EDGES[self.below(EDGES.len())],
        }
    }

    fn float(&mut self) -> f64 {
        const EDGES: [f64; 16] = [
            0.0,
            -0.0,
            0.0,
            -0.0,
            1.0,
            -1.0,
            1.0,
            2.0,
            2.0,
            0.5,
            4.0,
            -0.25,
            1e300,
            5e-324,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ];
        match self.below(8) {
            0 => f64::from_bits(self.next()),
            1 => f64::from(f32::from_bits(self.next() as u32)),
            2 => 2f64.powi(self.below(2200) as i32 - 1100),
            3 => 2f64.powi(self.below(300) as i32 - 150),
            4 => self.below(100) as f64 / 8.0,
            _ => EDGES[self.below(EDGES.len())],
        }
    }

    /// Bits that may be known of an integer, which may have to do with a constant that is there.
    pub fn known_bits(&mut self, width: Width, others: &[Const]) -> KnownBits {
        let one = 1u64 << self.below(width.bits() as usize);
        let other = 1u64 << self.below(width.bits() as usize);
        let (zeros, ones) = match self.below(12) {
            0 | 1 => (0, 0),
            2 => (!1, 0),
            3 => (!(one - 1), 0),
            4 => (!one, 0),
            5 => (0, one | other),
            6 => (self.next(), self.next()),
            7 => (!(one - 1), other),
            8 => (!0, 0),
            9 => {
                let value = self.integer() as u64;
                (!value, value)
            }
            _ => {
                let c =
                    if others.is_empty() { self.integer() } else { self.related(others) } as u64;
                let (more, less) = (self.next(), self.next());
                match self.below(4) {
                    0 => (c, 0),
                    1 => (!c, 0),
                    2 => (c | more & less, !c & more),
                    _ => (!c | more & less, c & more),
                }
            }
        };
        KnownBits { zeros: zeros | !width.mask(), ones: ones & width.mask() & !zeros }
    }
}
