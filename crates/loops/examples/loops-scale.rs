//! How the time of the loop passes grows with the function.
//!
//! `cargo run --release -p invar-loops --example loops-scale -- [--json FILE]` prints a table: for each shape
//! and size, the blocks, the milliseconds of each pass, the least of three runs, and the exponent of their sum
//! against the size before (1 is linear).

#[path = "../../../tests/src/json_result.rs"]
mod json_result;

use invar_analysis::{Fuel, Goals, PassContext, Summaries};
use invar_ir::{
    Block, Function, MemArg, MemOrdering, MemSpace, MemoryData, Module, Op, SourceLoc, Terminator,
    TypeId, ValType, Value,
};
use invar_loops::transforms::{
    deletion, idiom, licm, predictive_commoning, rotate, strength_reduction,
};
use invar_loops::versions::{
    alias_versioning, full_unroll, loop_versioning, partial_unroll, peel, unswitch,
};
use json_result::{Cell, Measured};
use std::time::Instant;

/// The least of so many runs counts.
const RUNS: usize = 3;

/// A pass with its usual configuration.
type Run = fn(&mut Function, &mut PassContext<'_>);

macro_rules! passes {
    ($($name:literal $pass:ident),* $(,)?) => {
        [$(($name, (|f, cx| { $pass::run(f, cx, &Default::default()); }) as Run)),*]
    };
}

/// The passes, in the order in which they run.
const PASSES: [(&str, Run); 12] = passes![
    "loop-rotate" rotate,
    "licm" licm,
    "predictive-commoning" predictive_commoning,
    "loop-deletion" deletion,
    "loop-idiom" idiom,
    "full-unroll" full_unroll,
    "unswitch" unswitch,
    "loop-peel" peel,
    "alias-versioning" alias_versioning,
    "loop-versioning" loop_versioning,
    "strength-reduction" strength_reduction,
    "partial-unroll" partial_unroll,
];

struct Maker {
    f: Function,
}

impl Maker {
    fn op(&mut self, block: Block, op: Op, args: &[Value]) -> Value {
        let inst = self.f.append(block, op, args, &[ValType::I32], SourceLoc::default());
        self.f.result(inst).expect("it has a result")
    }

    fn int(&mut self, block: Block, value: i32) -> Value {
        self.op(block, Op::I32Const { value }, &[])
    }

    fn jump(&mut self, from: Block, to: Block, args: &[Value]) {
        let call = self.f.call(to, args);
        self.f.blocks[from].term = Terminator::Jump(call);
    }

    /// A loop `for (i = 0; i < n; i++)` with a body that loads and stores `a[i]`, from a block. Gives
    /// the first block of the body, where it goes on, and the block behind the loop.
    fn counted(&mut self, from: Block, n: Value, a: Value) -> (Block, Block, Block) {
        let (head, body, end, out) =
            (self.f.add_block(), self.f.add_block(), self.f.add_block(), self.f.add_block());
        let i = self.f.add_param(head, ValType::I32);
        let zero = self.int(from, 0);
        self.jump(from, head, &[zero]);
        let less = self.op(head, Op::I32LtS, &[i, n]);
        let (then, els) = (self.f.call(body, &[]), self.f.call(out, &[]));
        self.f.blocks[head].term = Terminator::BrIf { cond: less, then, els };
        let twelve = self.int(body, 12);
        let row = self.op(body, Op::I32Mul, &[i, twelve]);
        let at = self.op(body, Op::I32Add, &[row, a]);
        let memarg = MemArg {
            offset: 8,
            memory: 0,
            align: 2,
            max_align: 2,
            space: MemSpace::Memory,
            ordering: MemOrdering::Default,
        };
        let old = self.op(body, Op::I32Load { memarg }, &[at]);
        let new = self.op(body, Op::I32Add, &[old, n]);
        let store = Op::I32Store { memarg };
        self.f.append(body, store, &[at, new], &[], SourceLoc::default());
        let one = self.int(end, 1);
        let next = self.op(end, Op::I32Add, &[i, one]);
        self.jump(end, head, &[next]);
        (body, end, out)
    }
}

/// Loops one after the other.
fn in_a_row(count: usize) -> Function {
    let ty = TypeId::from_u32(0);
    let mut m = Maker { f: Function::new(ty, &[ValType::I32, ValType::I32], &[]) };
    let params = m.f.blocks[m.f.entry].params.clone();
    let (n, a) = (params[0], params[1]);
    let mut at = m.f.entry;
    for _ in 0..count {
        let (body, end, out) = m.counted(at, n, a);
        m.jump(body, end, &[]);
        at = out;
    }
    m.f.blocks[at].term = Terminator::Return(Default::default());
    m.f
}

/// Loops one after the other, where the index is checked against a length in memory. All checks share a trap.
fn checked(count: usize) -> Function {
    let ty = TypeId::from_u32(0);
    let mut m = Maker { f: Function::new(ty, &[ValType::I32, ValType::I32], &[]) };
    let params = m.f.blocks[m.f.entry].params.clone();
    let (n, a) = (params[0], params[1]);
    let mut at = m.f.entry;
    let trap = m.f.add_block();
    m.f.blocks[trap].term = Terminator::Unreachable;
    for _ in 0..count {
        let (body, end, out) = m.counted(at, n, a);
        let memarg = MemArg {
            offset: 4,
            memory: 0,
            align: 2,
            max_align: 2,
            space: MemSpace::Memory,
            ordering: MemOrdering::Default,
        };
        let header = m.int(body, 64);
        let length = m.op(body, Op::I32Load { memarg }, &[header]);
        let i = m.f.args(m.f.blocks[body].insts[1])[0];
        let holds = m.op(body, Op::I32LtU, &[i, length]);
        let (then, els) = (m.f.call(end, &[]), m.f.call(trap, &[]));
        m.f.blocks[body].term = Terminator::BrIf { cond: holds, then, els };
        at = out;
    }
    m.f.blocks[at].term = Terminator::Return(Default::default());
    m.f
}

/// Loops whose counter is in memory: `for (v.i = 0; v.i < n; v.i++) a[v.i] += n`.
fn variables(count: usize) -> Function {
    let ty = TypeId::from_u32(0);
    let mut m = Maker { f: Function::new(ty, &[ValType::I32, ValType::I32], &[]) };
    let params = m.f.blocks[m.f.entry].params.clone();
    let (n, a) = (params[0], params[1]);
    let mut at = m.f.entry;
    let memarg = |offset| MemArg {
        offset,
        memory: 0,
        align: 2,
        max_align: 2,
        space: MemSpace::Memory,
        ordering: MemOrdering::Default,
    };
    let store = |m: &mut Maker, block, offset, args: &[Value]| {
        let op = Op::I32Store { memarg: memarg(offset) };
        m.f.append(block, op, args, &[], SourceLoc::default());
    };
    for _ in 0..count {
        let (head, body, end, out) =
            (m.f.add_block(), m.f.add_block(), m.f.add_block(), m.f.add_block());
        let zero = m.int(at, 0);
        store(&mut m, at, 16, &[n, zero]);
        m.jump(at, head, &[]);
        let i = m.op(head, Op::I32Load { memarg: memarg(16) }, &[n]);
        let less = m.op(head, Op::I32LtS, &[i, n]);
        let (then, els) = (m.f.call(body, &[]), m.f.call(out, &[]));
        m.f.blocks[head].term = Terminator::BrIf { cond: less, then, els };
        let four = m.int(body, 4);
        let row = m.op(body, Op::I32Mul, &[i, four]);
        let place = m.op(body, Op::I32Add, &[row, a]);
        let old = m.op(body, Op::I32Load { memarg: memarg(0) }, &[place]);
        let new = m.op(body, Op::I32Add, &[old, n]);
        store(&mut m, body, 0, &[place, new]);
        m.jump(body, end, &[]);
        let i = m.op(end, Op::I32Load { memarg: memarg(16) }, &[n]);
        let one = m.int(end, 1);
        let next = m.op(end, Op::I32Add, &[i, one]);
        store(&mut m, end, 16, &[n, next]);
        m.jump(end, head, &[]);
        at = out;
    }
    m.f.blocks[at].term = Terminator::Return(Default::default());
    m.f
}

fn main() {
    let mut module = Module::default();
    module.func_type(&[ValType::I32, ValType::I32], &[]);
    let ty = invar_ir::wasmparser::MemoryType {
        memory64: false,
        shared: false,
        initial: 1,
        maximum: None,
        page_size_log2: None,
    };
    module.memories.push(MemoryData { ty, import: None });
    let (fuel, summaries) = (Fuel::unlimited(), Summaries::default());
    let names = PASSES.map(|(name, _)| name);
    println!("| shape | blocks | {} | exponent |", names.join(" | "));
    println!("|---|--:|{}--:|", "--:|".repeat(names.len()));
    let json = std::env::args().skip_while(|word| word != "--json").nth(1);
    let digits = |title| (title, Some(2));
    let mut titles = vec![("shape", None), ("blocks", None)];
    titles.extend(names.into_iter().chain(["exponent"]).map(digits));
    let mut measured = Measured::new(&titles);
    let mut steepest = 0.0f64;
    for (name, make, sizes) in [
        ("in a row", &in_a_row as &dyn Fn(usize) -> Function, &[25, 250, 2_500, 25_000][..]),
        ("in a row, checked", &checked, &[25, 250, 2_500, 25_000][..]),
        ("in a row, variables", &variables, &[25, 250, 2_500, 25_000][..]),
        ("nested, groups of 100", &groups, &[1, 10, 100, 1_000][..]),
    ] {
        let mut before: Option<(f64, f64)> = None;
        for &size in sizes {
            let function = make(size);
            let blocks = function.blocks.len();
            let mut least: Option<[f64; PASSES.len()]> = None;
            for _ in 0..RUNS {
                let mut f = function.clone();
                let mut cx = PassContext::new(&module, Goals::default(), &fuel, &summaries);
                let constants = [(1, Op::I32Const { value: 1024 })];
                cx.constants = &constants;
                let times = PASSES.map(|(_, pass)| {
                    let start = Instant::now();
                    pass(&mut f, &mut cx);
                    cx.analyses.keep_if_current(&f);
                    start.elapsed().as_secs_f64() * 1e3
                });
                if least.is_none_or(|least| times.iter().sum::<f64>() < least.iter().sum()) {
                    least = Some(times);
                }
            }
            let times = least.expect("there were runs");
            let total: f64 = times.iter().sum();
            let exponent =
                before.map(|(was, time)| (total / time).ln() / (blocks as f64 / was).ln());
            steepest = steepest.max(exponent.unwrap_or_default());
            let ends = [name.into(), blocks.into()].into_iter();
            let cells = ends.chain(times.map(Cell::from)).chain([exponent.into()]);
            measured.row(cells);
            let exponent = exponent.map_or(String::new(), |exponent| format!("{exponent:.2}"));
            let times = times.map(|time| format!("{time:.2}")).join(" | ");
            println!("| {name} | {blocks} | {times} | {exponent} |");
            before = Some((blocks as f64, total));
        }
    }
    measured.quote("exponent_most", steepest);
    if let Some(file) = json {
        let program = "cargo run --release -p invar-loops --example loops-scale";
        measured.write(file, program).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Nests of 100 loops, one after the other.
fn groups(count: usize) -> Function {
    let ty = TypeId::from_u32(0);
    let mut m = Maker { f: Function::new(ty, &[ValType::I32, ValType::I32], &[]) };
    let params = m.f.blocks[m.f.entry].params.clone();
    let mut at = m.f.entry;
    for _ in 0..count {
        let mut open = Vec::new();
        for _ in 0..100 {
            let (body, end, out) = m.counted(at, params[0], params[1]);
            open.push((end, out));
            at = body;
        }
        while let Some((end, out)) = open.pop() {
            m.jump(at, end, &[]);
            at = out;
        }
    }
    m.f.blocks[at].term = Terminator::Return(Default::default());
    m.f
}
