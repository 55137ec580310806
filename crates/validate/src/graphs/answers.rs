//! Random results of operators that are not interpreted.
//!
//! Such an operator and the values of its operands are a *question*. Its answer is a hash of the
//! question and of a seed, truncated to a possible result of the operator. Small numbers, and
//! constants of the graph, are frequent, so that branches and loops take all paths. A [`Script`] says
//! which seed is used for which questions, so that a run can repeat another one up to some point.

use crate::held::{Held, hash};
use invar_graph::{Graph, Kind, Ty};
use invar_ir::{Func, Op, ValType};
use invar_rules::Const;
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::rc::Rc;

/// The graph of a callee before any redirection, if it is to be executed. Must be `None` for recursive
/// functions: random results do as well for these.
pub type Callees<'a> = &'a (dyn Fn(Func) -> Option<&'a Graph> + 'a);

/// The number of nodes that are executed in a run.
const MOST_NODES: u32 = 50_000;
/// The number of iterations of all loops in a run. More cost time and add little coverage: with 300,
/// four modules took seven times as long as with 100, for 0.7 % more edges.
const MOST_ITERATIONS: u32 = 60;

/// The seeds of the answers of a run: each is used up to a question. Two scripts with a common prefix
/// give the same answers to the first questions.
#[derive(Clone, Debug)]
pub(crate) struct Script(Vec<(u32, u64)>);

impl Script {
    pub fn new(seed: u64) -> Self {
        Script(vec![(u32::MAX, seed)])
    }

    /// Other answers to this question and, unless it is `alone`, to those after it.
    pub fn fork(&self, at: u32, seed: u64, alone: bool) -> Self {
        let kept = self.0.iter().take_while(|(until, _)| *until < at).copied();
        let mut parts: Vec<(u32, u64)> = kept.collect();
        parts.push((at, self.0[parts.len()].1));
        if alone {
            parts.push((at + 1, seed));
            parts.extend(self.0.iter().filter(|(until, _)| *until > at + 1));
        } else {
            parts.push((u32::MAX, seed));
        }
        Script(parts)
    }

    fn seed(&self, question: u32) -> u64 {
        self.0[self.0.partition_point(|(until, _)| *until <= question)].1
    }
}

/// A write, known by the token that it produced.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    pub before: u64,
    /// The number of the write among all writes of the run.
    pub number: u32,
    pub what: Written,
}

/// The written values.
#[derive(Clone, Debug)]
pub(crate) enum Written {
    /// The low bytes of a number, to an address of a memory.
    Bytes { memory: u32, address: u64, length: u32, bits: u128 },
    /// A global.
    Global(u32, Held),
}

/// A run: its remaining budget, and the source of its random answers.
pub(crate) struct Run<'a> {
    /// The graphs of callees.
    pub callees: Callees<'a>,
    script: Script,
    /// Constants of the graph.
    words: Rc<[u64]>,
    /// The number of questions that were answered.
    pub asked: u32,
    answers: FxHashMap<u64, (u64, u64)>,
    /// Writes, by the token of the state after them.
    pub writes: FxHashMap<u64, Write>,
    /// What the function leaves where it ends other than by a return: results, states and the order, or the token of a
    /// trap.
    pub left: Vec<Held>,
    nodes: u32,
    iterations: u32,
}

/// The constants of a graph and the keys of its matches: numbers that comparisons may test for.
pub(crate) fn words(graph: &Graph) -> Rc<[u64]> {
    let mut words = Vec::new();
    let constant = |op: &Op| Const::from_op(op).and_then(Const::as_int).map(|n| n as u64);
    for data in graph.nodes.values() {
        match &data.kind {
            Kind::Op(op) => words.extend(constant(op)),
            Kind::Cycle(cycle) => {
                let f = &cycle.source;
                let insts = cycle.blocks.iter().flat_map(|&block| &f.blocks[block].insts);
                words.extend(insts.filter_map(|&inst| constant(&f.insts[inst].op)));
            }
            Kind::Match(cases) => words.extend(cases.cases.iter().map(|case| u64::from(case.0))),
            _ => {}
        }
    }
    words.sort_unstable();
    words.dedup();
    words.into()
}

impl<'a> Run<'a> {
    pub fn new(callees: Callees<'a>, script: Script, words: &Rc<[u64]>) -> Self {
        Run {
            callees,
            script,
            words: words.clone(),
            asked: 0,
            answers: FxHashMap::default(),
            writes: FxHashMap::default(),
            left: Vec::new(),
            nodes: MOST_NODES,
            iterations: MOST_ITERATIONS,
        }
    }

    /// The values of the arguments of the root region.
    pub fn params(&mut self, graph: &Graph) -> Vec<Held> {
        let args = graph.args(graph.root).iter().enumerate();
        args.map(|(n, &arg)| self.answer(graph.ty(arg), &("parameter", n))).collect()
    }

    /// Counts the execution of a node, if the budget allows it.
    pub fn node(&mut self) -> Option<()> {
        self.nodes = self.nodes.checked_sub(1)?;
        Some(())
    }

    /// Counts an iteration, if the budget allows it.
    pub fn iteration(&mut self) -> Option<()> {
        self.iterations = self.iterations.checked_sub(1)?;
        Some(())
    }

    /// Random bits for a question, and the preferred size of the number that they give (0 to 3).
    pub fn bits(&mut self, question: &impl Hash) -> (u64, u64) {
        let key = hash(question);
        *self.answers.entry(key).or_insert_with(|| {
            let seed = self.script.seed(self.asked);
            self.asked += 1;
            (hash(&(seed, key)), seed & 3)
        })
    }

    /// A random answer of a type.
    pub fn answer(&mut self, ty: Ty, question: &impl Hash) -> Held {
        let ty = match ty {
            Ty::State(_) | Ty::Order => return Held::Token(hash(question)),
            Ty::Control => return Held::Undef,
            Ty::Value(ty) => ty,
        };
        let (bits, taste) = self.bits(question);
        let number = self.number(bits, taste);
        let is_whole = bits & 64 == 0;
        Held::Value(match ty {
            ValType::Ref(_) => return Held::Reference(bits),
            ValType::I32 => Const::I32(number as i32),
            ValType::I64 => Const::I64(number as i64),
            ValType::F32 if is_whole => Const::F32((number as i32 as f32).to_bits()),
            ValType::F32 => Const::F32(number as u32),
            ValType::F64 if is_whole => Const::F64(f64::from(number as i32).to_bits()),
            ValType::F64 => Const::F64(number),
            ValType::V128 => Const::V128(u128::from(hash(&bits)) << 64 | u128::from(number)),
        })
    }

    /// A random number; those that branches are likely to test for are more frequent.
    pub fn number(&self, bits: u64, taste: u64) -> u64 {
        match (taste, bits >> 59) {
            (0, pick @ 0..28) | (_, pick @ 0..10) => [0, 1, 0, 2, 1, 0, 3, 4][pick as usize & 7],
            (_, 28..32) if !self.words.is_empty() => {
                let word = self.words[(bits >> 8) as usize % self.words.len()];
                word.wrapping_add([0, 0, 1, u64::MAX][bits as usize & 3])
            }
            (0 | 1, _) | (_, 10..14) => bits & 15,
            (2, _) | (_, 14..16) => bits & 0xff,
            (_, 16..18) => u64::MAX,
            (_, 18..21) => bits & 0xf_fff8,
            _ => bits,
        }
    }
}

/// Truncates a random result to a possible result of the operator.
pub(crate) fn cut(op: &Op, held: Held) -> Held {
    let name = op.variant_name();
    let Some(value) = (match held {
        Held::Value(value) => value.as_int(),
        _ => None,
    }) else {
        return held;
    };
    let cut = match name.find("Load").map(|at| &name[at + 4..]) {
        Some("8U") => value & 0xff,
        Some("8S") => (value as i8).into(),
        Some("16U") => value & 0xffff,
        Some("16S") => (value as i16).into(),
        Some("32U") => value & 0xffff_ffff,
        Some("32S") => (value as i32).into(),
        _ if name.starts_with("Ref") || name.ends_with("True") => value & 1,
        _ => return held,
    };
    match held {
        Held::Value(Const::I32(_)) => Held::Value(Const::I32(cut as i32)),
        _ => Held::Value(Const::I64(cut)),
    }
}
