//! Symbols for values: two places that have the same symbol hold the same value there.
//!
//! A symbol is a parameter, the stack pointer when the function was called, the last result of a call or load at some
//! place of the input, or computed from such ones. Sums have a normal form, so that it does not matter in which order
//! they were computed, or whether by shifts.

use invar_ir::{Opcode, ValType};
use rustc_hash::FxHashMap;

/// A value. Two that are equal have the same number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Symbol(u32);

/// What the result of an operator is the result of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Origin {
    /// Which function: 0 is that of the walk, or else the number of an inlined call, from 1 on.
    pub context: u32,
    /// The place of the operator in the input of that function, as an offset.
    pub place: u32,
    /// The operator. All calls count as [`Opcode::Call`].
    pub opcode: Opcode,
    /// Which of its results, and the type of those of calls.
    pub number: u32,
    pub ty: Option<ValType>,
}

/// What a symbol stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Meaning {
    /// A value of which nothing is known: not even whether it is that of another unknown symbol.
    Unknown,
    /// The argument for a parameter.
    Param(u32),
    /// The stack pointer when the function was called.
    Pointer,
    /// What an operator gave when it was last executed.
    Result(Origin),
    /// The sum of symbols, each times a number, and a constant: of 32 bits, or of 64.
    Sum { is_wide: bool, terms: Box<[(Symbol, i64)]>, constant: i64 },
    /// What an operator without immediates gives that depends on its operands only.
    Pure(Opcode, Box<[Symbol]>),
}

/// All symbols.
pub(crate) struct Symbols {
    /// What each means, and how many operators deep it is.
    all: Vec<(Meaning, u8)>,
    known: FxHashMap<Meaning, Symbol>,
}

/// A value that is computed by more operators in a row is not known.
const MOST_DEPTH: u8 = 24;
/// A sum of more symbols is not known.
const MOST_TERMS: usize = 6;

impl Symbol {
    pub const UNKNOWN: Symbol = Symbol(0);

    pub fn is_known(self) -> bool {
        self != Symbol::UNKNOWN
    }
}

impl Default for Symbols {
    fn default() -> Self {
        Symbols { all: vec![(Meaning::Unknown, 0)], known: FxHashMap::default() }
    }
}

impl Symbols {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn meaning(&self, symbol: Symbol) -> &Meaning {
        &self.all[symbol.0 as usize].0
    }

    /// The symbol of a parameter, a pointer or a result.
    pub fn leaf(&mut self, meaning: Meaning) -> Symbol {
        self.add(meaning, 0)
    }

    fn add(&mut self, meaning: Meaning, depth: u8) -> Symbol {
        let next = Symbol(self.all.len() as u32);
        if depth > MOST_DEPTH {
            return Symbol::UNKNOWN;
        }
        let symbol = *self.known.entry(meaning.clone()).or_insert(next);
        if symbol == next {
            self.all.push((meaning, depth));
        }
        symbol
    }

    fn depth(&self, operands: impl Iterator<Item = Symbol>) -> u8 {
        operands.map(|it| self.all[it.0 as usize].1).max().unwrap_or(0) + 1
    }

    pub fn constant(&mut self, is_wide: bool, constant: i64) -> Symbol {
        self.sum(is_wide, Vec::new(), constant)
    }

    /// The number that a symbol stands for.
    pub fn as_constant(&self, symbol: Symbol) -> Option<i64> {
        match self.meaning(symbol) {
            Meaning::Sum { terms, constant, .. } if terms.is_empty() => Some(*constant),
            _ => None,
        }
    }

    /// A sum of symbols times numbers, and a constant.
    fn sum(&mut self, is_wide: bool, mut terms: Vec<(Symbol, i64)>, constant: i64) -> Symbol {
        let wrapped = |number: i64| if is_wide { number } else { i64::from(number as i32) };
        terms.sort_unstable();
        terms.dedup_by(|later, earlier| {
            let is_same = later.0 == earlier.0;
            if is_same {
                earlier.1 = earlier.1.wrapping_add(later.1);
            }
            is_same
        });
        terms.iter_mut().for_each(|term| term.1 = wrapped(term.1));
        terms.retain(|term| term.1 != 0);
        let constant = wrapped(constant);
        match terms[..] {
            [(symbol, 1)] if constant == 0 => return symbol,
            _ if terms.len() > MOST_TERMS || terms.iter().any(|term| !term.0.is_known()) => {
                return Symbol::UNKNOWN;
            }
            _ => {}
        }
        let depth = if terms.is_empty() { 0 } else { self.depth(terms.iter().map(|term| term.0)) };
        self.add(Meaning::Sum { is_wide, terms: terms.into(), constant }, depth)
    }

    /// A symbol times a number, as a sum.
    fn scaled(&self, is_wide: bool, symbol: Symbol, by: i64) -> (Vec<(Symbol, i64)>, i64) {
        match self.meaning(symbol) {
            Meaning::Sum { is_wide: wide, terms, constant } if *wide == is_wide => {
                let terms = terms.iter().map(|&(symbol, times)| (symbol, times.wrapping_mul(by)));
                (terms.collect(), constant.wrapping_mul(by))
            }
            _ => (vec![(symbol, by)], 0),
        }
    }

    /// A sum of symbols times numbers, which may be sums themselves, and a constant.
    pub fn combined(
        &mut self,
        is_wide: bool,
        symbols: &[(Symbol, i64)],
        mut constant: i64,
    ) -> Symbol {
        let mut all = Vec::new();
        for &(symbol, by) in symbols {
            let (terms, other) = self.scaled(is_wide, symbol, by);
            all.extend(terms);
            constant = constant.wrapping_add(other);
        }
        self.sum(is_wide, all, constant)
    }

    /// What an operator gives that depends on its operands only.
    pub fn pure(&mut self, opcode: Opcode, operands: &[Symbol]) -> Symbol {
        use Opcode::*;
        if operands.iter().any(|it| !it.is_known()) {
            return Symbol::UNKNOWN;
        }
        let constant = |this: &Self, n: usize| this.as_constant(*operands.get(n)?);
        let is_wide = opcode.name().starts_with("i64");
        match (opcode, operands) {
            (I32Add | I64Add, &[left, right]) => {
                return self.combined(is_wide, &[(left, 1), (right, 1)], 0);
            }
            (I32Sub | I64Sub, &[left, right]) => {
                return self.combined(is_wide, &[(left, 1), (right, -1)], 0);
            }
            (I32Shl | I64Shl, &[left, _]) => {
                if let Some(by) = constant(self, 1) {
                    let by = by & if is_wide { 63 } else { 31 };
                    return self.combined(is_wide, &[(left, 1 << by)], 0);
                }
            }
            (I32Mul | I64Mul, &[left, right]) => {
                let factor = constant(self, 1).map(|by| (left, by));
                if let Some(factor) = factor.or_else(|| Some((right, constant(self, 0)?))) {
                    return self.combined(is_wide, &[factor], 0);
                }
            }
            _ => {}
        }
        let mut operands = operands.to_vec();
        if matches!(
            opcode,
            I32Mul
                | I64Mul
                | I32And
                | I64And
                | I32Or
                | I64Or
                | I32Xor
                | I64Xor
                | I32Eq
                | I64Eq
                | I32Ne
                | I64Ne
        ) {
            operands.sort_unstable();
        }
        let depth = self.depth(operands.iter().copied());
        self.add(Meaning::Pure(opcode, operands.into()), depth)
    }
}

/// Whether an operator gives what depends on its operands only, bit by bit.
pub(crate) fn is_pure(opcode: Opcode) -> bool {
    let name = opcode.name();
    let is_integer = name.starts_with("i32.") || name.starts_with("i64.");
    let others = ["load", "store", "atomic", "const"];
    opcode == Opcode::Select || is_integer && !others.iter().any(|other| name.contains(other))
}
