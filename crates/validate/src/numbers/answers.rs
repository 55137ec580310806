//! Start values: parameters, contents of memory, results of operators that are not evaluated.
//!
//! An answer is a hash of the run and of what is asked for, so that both functions get the same ones. Most are small
//! numbers, so that accesses are in bounds and loops are entered, or *edges*: a power of two at which an
//! address wraps (or the end of memory), less one or two constants of the function, divided by one. For such
//! a start, `p + c`, `p * m + c` and the offsets of accesses to these reach or pass the edge. Other runs *aim*: half
//! of the numbers are near one for which an address reaches an edge (`aims`), and the others are small. Of the
//! run with the most accesses, others have a parameter that is greater by what was left of memory behind the last
//! access: if it is the address of what is accessed, the last access ends at the end of memory.

use crate::held::{Held, hash};
use invar_ir::{Function, Memory, Module, Op, ValType, memory_access};
use invar_rules::Const;
use std::fmt;
use std::hash::Hash;

/// How many constants of a function are used.
const MOST_WORDS: usize = 64;

/// What one run answers.
pub(crate) struct Answers<'a> {
    seed: u64,
    words: &'a [i128],
    /// The number that a run aims with, and how far from it.
    aim: Option<(i128, i128)>,
    /// Whether most numbers aim.
    is_first: bool,
    /// The sizes of memories at the start, in bytes.
    pub memories: Vec<u128>,
    /// What is added to parameters.
    moved: Vec<(usize, i128)>,
}

/// The constants of functions: immediate operands, offsets, sizes of accesses, segments of memory.
pub(crate) fn words(functions: [&Function; 2], module: &Module) -> Vec<i128> {
    let mut words: Vec<i128> = Vec::new();
    for f in functions {
        for block in f.live_blocks() {
            for &inst in &f.blocks[block].insts {
                let op = &f.insts[inst].op;
                words.extend(Const::from_op(op).and_then(Const::as_int).map(i128::from));
                words.extend(memory_access(op).map(|access| i128::from(access.memarg.offset)));
                words.extend(memory_access(op).map(|access| i128::from(access.size)));
            }
        }
    }
    words.extend(module.memories.values().map(|memory| i128::from(memory.ty.initial) << 16));
    words.retain(|&word| word != 0);
    words.sort_unstable();
    words.dedup();
    let nth = words.len().div_ceil(MOST_WORDS).max(1);
    words.into_iter().step_by(nth).collect()
}

impl<'a> Answers<'a> {
    /// The answers of a run of this number.
    pub fn new(run: u64, words: &'a [i128], aim: Option<(i128, i128)>, module: &Module) -> Self {
        let is_first = aim.is_some() && run.is_multiple_of(3);
        let seed = hash(&run);
        let mut answers =
            Answers { seed, words, aim, is_first, memories: Vec::new(), moved: Vec::new() };
        for (n, memory) in module.memories.values().enumerate() {
            let log2 = memory.ty.page_size_log2.unwrap_or(16);
            let most = most_pages(&memory.ty);
            let least = u128::from(memory.ty.initial);
            // In the largest memory only wrapping or the end of the address space makes accesses trap.
            let pages = match hash(&(answers.seed, "memory", n)) % 4 {
                _ if is_first => most,
                0 => least,
                1 => (least + 1).min(most),
                _ => most,
            };
            answers.memories.push(pages << log2);
        }
        answers
    }

    /// These answers with something added to a parameter: if that is an address, all that is computed from it moves,
    /// too.
    pub fn moving(mut self, param: usize, by: i128) -> Self {
        self.moved.push((param, by));
        self
    }

    /// The values of a function's parameters.
    pub fn params(&self, f: &Function, constants: &[(u32, Op)]) -> Vec<Held> {
        let params = f.blocks[f.entry].params.iter().enumerate();
        let constant = |n: usize| {
            let found = constants.iter().find(|one| one.0 as usize == n);
            found.and_then(|(_, op)| Const::from_op(op))
        };
        let param = |(n, &param)| match constant(n) {
            Some(value) => Held::Value(value),
            None => {
                let moves = self.moved.iter().filter(|moved| moved.0 == n);
                let by: i128 = moves.map(|moved| moved.1).sum();
                match self.answer(f.ty(param), &("parameter", n)) {
                    Held::Value(Const::I32(number)) => {
                        Held::Value(Const::I32(number.wrapping_add(by as i32)))
                    }
                    Held::Value(Const::I64(number)) => {
                        Held::Value(Const::I64(number.wrapping_add(by as i64)))
                    }
                    other => other,
                }
            }
        };
        params.map(param).collect()
    }

    /// An answer of a type.
    pub fn answer(&self, ty: ValType, question: &impl Hash) -> Held {
        let bits = hash(&(self.seed, hash(question)));
        let number = |wide: bool| self.number(bits, wide);
        let float = |bits: u64| bits as u32 as i32 >> (bits >> 59);
        Held::Value(match ty {
            ValType::Ref(_) => return Held::Reference(bits),
            ValType::I32 => Const::I32(number(false) as i32),
            ValType::I64 => Const::I64(number(true) as i64),
            ValType::F32 => Const::F32((float(bits) as f32).to_bits()),
            ValType::F64 => Const::F64(f64::from(float(bits)).to_bits()),
            ValType::V128 => Const::V128(u128::from(hash(&bits)) << 64 | u128::from(number(true))),
        })
    }

    /// Whether something holds.
    pub fn holds(&self, question: &impl Hash) -> bool {
        hash(&(self.seed, hash(question))) & 1 == 1
    }

    /// A number of 32 or 64 bits.
    fn number(&self, bits: u64, wide: bool) -> u64 {
        if let Some((aim, steps)) = self.aim {
            let few = [0, 1, -1, -2, -3, -6, -12, -20][bits as usize & 7];
            let most = if self.is_first { 14 } else { 6 };
            return match bits >> 60 {
                pick if pick < most => (aim + steps) as u64,
                6..8 => (aim + few) as u64,
                8..14 => bits >> 8 & 7,
                _ => bits >> 8 & 255,
            };
        }
        // How many of 16 numbers are small differs from run to run.
        let small = [14, 10, 6, 10][self.seed as usize & 3];
        match bits >> 60 {
            pick if pick < small => match bits >> 57 & 7 {
                0..5 => bits & 7,
                5 | 6 => bits & 63,
                _ => bits & 1023,
            },
            pick if pick == small => bits >> (bits >> 8 & 63),
            _ => self.edge(bits, wide),
        }
    }

    /// A number from which sums of constants reach an edge.
    fn edge(&self, bits: u64, wide: bool) -> u64 {
        let mut bits = hash(&bits);
        let mut take = |count: usize| {
            let taken = bits % count as u64;
            bits = hash(&bits);
            taken as usize
        };
        let memory = self.memories.first().map_or(1 << 16, |&bytes| bytes as i128);
        let base = if wide {
            [0, 1 << 64, 1 << 64, 1 << 63, 1 << 32, 1 << 31, memory][take(7)]
        } else {
            [0, 1 << 32, 1 << 32, 1 << 31, memory][take(5)]
        };
        let mut number: i128 = base;
        if !self.words.is_empty() {
            for _ in 0..take(3) {
                number -= self.words[take(self.words.len())];
            }
            if take(2) == 0 {
                number /= self.words[take(self.words.len())];
            }
        }
        // The iterations before the edge is reached.
        let steps = if take(2) == 0 { take(4) as i128 - 2 } else { -(take(40) as i128) };
        (number + steps) as u64
    }
}

impl fmt::Display for Answers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "memories of {:x?} bytes", self.memories)
    }
}

/// The greatest number of pages of a memory.
pub(crate) fn most_pages(ty: &invar_ir::wasmparser::MemoryType) -> u128 {
    let space = 1u128 << if ty.memory64 { 64 } else { 32 };
    let most = space >> ty.page_size_log2.unwrap_or(16);
    ty.maximum.map_or(most, |maximum| most.min(maximum.into()))
}

/// The memory of a number, if the module has it.
pub(crate) fn memory_type(
    module: &Module,
    memory: u32,
) -> Option<invar_ir::wasmparser::MemoryType> {
    Some(module.memories.get(Memory::from_u32(memory))?.ty)
}
