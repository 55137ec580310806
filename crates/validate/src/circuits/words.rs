//! Circuits of operators on integers of any width: what a scalar operator does, and what a vector operator does in
//! each lane.

use super::bits::{Bit, Bits, ONE, Word, ZERO, constant};
use invar_ir::Op;

/// Circuits of words.
impl Bits {
    /// `a + b + carry`, and the carry out.
    fn sum(&mut self, a: &[Bit], b: &[Bit], mut carry: Bit) -> (Word, Bit) {
        let mut sum = Word::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let either = self.xor(a, b);
            sum.push(self.xor(either, carry));
            let (both, passed) = (self.and(a, b), self.and(either, carry));
            carry = self.or(both, passed);
        }
        (sum, carry)
    }

    pub fn add(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        self.sum(a, b, ZERO).0
    }

    pub fn sub(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        self.sum(a, &not(b), ONE).0
    }

    /// Whether `a < b`.
    pub fn less(&mut self, a: &[Bit], b: &[Bit], signed: bool) -> Bit {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        if signed {
            // Bits that only repeat the sign of both.
            let repeats =
                |word: &Word| word.len() > 1 && word[word.len() - 1] == word[word.len() - 2];
            while repeats(&a) && repeats(&b) {
                a.pop();
                b.pop();
            }
            let top = a.len() - 1;
            (a[top], b[top]) = (!a[top], !b[top]);
        }
        !self.sum(&a, &not(&b), ONE).1
    }

    pub fn equal(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        a.iter().zip(b).fold(ONE, |all, (&a, &b)| {
            let differ = self.xor(a, b);
            self.and(all, !differ)
        })
    }

    pub fn any(&mut self, word: &[Bit]) -> Bit {
        word.iter().fold(ZERO, |any, &bit| self.or(any, bit))
    }

    /// `a` if the condition holds, else `b`.
    pub fn select(&mut self, cond: Bit, a: &[Bit], b: &[Bit]) -> Word {
        a.iter().zip(b).map(|(&a, &b)| self.choose(cond, a, b)).collect()
    }

    /// Bit by bit.
    pub fn zip(&mut self, a: &[Bit], b: &[Bit], op: fn(&mut Bits, Bit, Bit) -> Bit) -> Word {
        a.iter().zip(b).map(|(&a, &b)| op(self, a, b)).collect()
    }

    /// Shifted by an amount modulo the width: `move_by` moves a word by a constant.
    fn shift(
        &mut self,
        word: &[Bit],
        amount: &[Bit],
        move_by: impl Fn(&[Bit], usize) -> Word,
    ) -> Word {
        let mut word = word.to_vec();
        for (n, &bit) in amount.iter().enumerate().take(word.len().trailing_zeros() as usize) {
            let moved = move_by(&word, 1 << n);
            word = self.select(bit, &moved, &word);
        }
        word
    }

    /// An operator on integers of one width, by the last part of its name (`AddSatU`). A comparison is one bit.
    /// `None` if it is none of these.
    pub fn integer(&mut self, name: &str, args: &[&[Bit]]) -> Option<Word> {
        let a = args[0];
        let b = args.get(1).copied().unwrap_or(&[]);
        let width = a.len();
        let signed = name.ends_with('S');
        Some(match name {
            "Add" => self.add(a, b),
            "Sub" => self.sub(a, b),
            "Mul" => self.product(a, b),
            "And" => self.zip(a, b, Bits::and),
            "Or" => self.zip(a, b, Bits::or),
            "Xor" => self.zip(a, b, Bits::xor),
            "Neg" => self.sub(&constant(width, 0), a),
            "Abs" => {
                let negated = self.sub(&constant(width, 0), a);
                self.select(a[width - 1], &negated, a)
            }
            "Shl" => self.shift(a, b, |word, by| {
                let by = by.min(word.len());
                [&vec![ZERO; by][..], &word[..word.len() - by]].concat()
            }),
            "ShrS" | "ShrU" => {
                let fill = if signed { a[width - 1] } else { ZERO };
                self.shift(a, b, |word, by| {
                    let by = by.min(word.len());
                    [&word[by..], &vec![fill; by][..]].concat()
                })
            }
            "Rotl" => self.shift(a, b, |word, by| {
                [&word[word.len() - by..], &word[..word.len() - by]].concat()
            }),
            "Rotr" => self.shift(a, b, |word, by| [&word[by..], &word[..by]].concat()),
            "Eqz" => vec![!self.any(a)],
            "Eq" => vec![self.equal(a, b)],
            "Ne" => vec![!self.equal(a, b)],
            "LtS" | "LtU" => vec![self.less(a, b, signed)],
            "GtS" | "GtU" => vec![self.less(b, a, signed)],
            "LeS" | "LeU" => vec![!self.less(b, a, signed)],
            "GeS" | "GeU" => vec![!self.less(a, b, signed)],
            "MinS" | "MinU" => {
                let less = self.less(a, b, signed);
                self.select(less, a, b)
            }
            "MaxS" | "MaxU" => {
                let less = self.less(a, b, signed);
                self.select(less, b, a)
            }
            "AddSatS" | "AddSatU" | "SubSatS" | "SubSatU" => {
                let (a, b) = (extended(a, width + 2, signed), extended(b, width + 2, signed));
                let sum = if name.starts_with("Add") { self.add(&a, &b) } else { self.sub(&a, &b) };
                self.saturated(&sum, width, signed)
            }
            "AvgrU" => {
                let (a, b) = (extended(a, width + 1, false), extended(b, width + 1, false));
                self.sum(&a, &b, ONE).0[1..].to_vec()
            }
            "Popcnt" => {
                let mut sum = constant(width, 0);
                for byte in a.chunks(8) {
                    let ones = self.ones(byte);
                    sum = self.add(&sum, &extended(&ones, width, false));
                }
                sum
            }
            _ => return None,
        })
    }

    /// A signed number as the nearest one of so many bits.
    pub fn saturated(&mut self, number: &[Bit], width: usize, signed: bool) -> Word {
        let wide = number.len();
        let (least, most) = if signed {
            ((-1i128) << (width - 1), (1i128 << (width - 1)) - 1)
        } else {
            (0, (1i128 << width) - 1)
        };
        let (least, most) = (constant(wide, least as u128), constant(wide, most as u128));
        let (below, above) = (self.less(number, &least, true), self.less(&most, number, true));
        let some = self.select(above, &most, number);
        self.select(below, &least, &some)[..width].to_vec()
    }

    /// An operator on floats of one width, by the scalar operator. `None` if it is none of these.
    pub fn float(&mut self, op: &Op, name: &str, args: &[&[Bit]]) -> Option<Word> {
        let a = args[0];
        let top = a.len() - 1;
        let signed = |sign: Bit| {
            let mut word = a.to_vec();
            word[top] = sign;
            word
        };
        let both = |args: &[&[Bit]]| args.iter().map(|arg| arg.to_vec()).collect::<Vec<_>>();
        Some(match name {
            "Abs" => signed(ZERO),
            "Neg" => signed(!a[top]),
            "Copysign" => signed(args[1][top]),
            "Eq" | "Ne" | "Lt" | "Le" => self.op(op, both(args), 1),
            // As the one that is its mirror image.
            "Gt" | "Ge" => {
                let mirrored = match op {
                    Op::F32Gt => Op::F32Lt,
                    Op::F64Gt => Op::F64Lt,
                    Op::F32Ge => Op::F32Le,
                    _ => Op::F64Le,
                };
                self.op(&mirrored, both(&[args[1], args[0]]), 1)
            }
            "Add" | "Sub" | "Mul" | "Div" | "Sqrt" | "Min" | "Max" | "Ceil" | "Floor" | "Trunc"
            | "Nearest" => self.op(op, both(args), a.len()),
            _ => return None,
        })
    }
}

pub(crate) fn not(word: &[Bit]) -> Word {
    word.iter().map(|&bit| !bit).collect()
}

/// A number with more bits, or its low bits.
pub(crate) fn extended(word: &[Bit], width: usize, signed: bool) -> Word {
    let fill = if signed { word[word.len() - 1] } else { ZERO };
    let mut word = word.to_vec();
    word.resize(width, fill);
    word
}

/// A comparison's bit as an `i32`.
pub(crate) fn truth(bit: Bit) -> Word {
    extended(&[bit], 32, false)
}
