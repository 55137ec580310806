//! How the time of memory SSA and of the passes that ask it grows with the function.
//!
//! `cargo run --release -p invar-scalar --example memory-scale -- [--json FILE]` prints a table: for each shape and
//! size, the accesses, the milliseconds of each pass, the least of three runs, and the exponent of their sum
//! against the size before (1 is linear).

#[path = "../../../tests/src/json_result.rs"]
mod json_result;

use invar_analysis::{Fuel, Goals, PassContext, Summaries};
use invar_ir::{
    Block, Function, MemArg, MemOrdering, MemSpace, MemoryData, Module, Op, SourceLoc, Terminator,
    TypeId, ValType, Value,
};
use invar_memory::{dead_store_elim, load_elim};
use invar_scalar::gvn;
use json_result::{Cell, Measured};
use std::time::Instant;

/// The least of so many runs counts.
const RUNS: usize = 3;

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];

/// Makes a function with so many accesses.
type Make = fn(usize) -> Function;

type Run = fn(&mut Function, &mut PassContext<'_>);

const PASSES: [(&str, Run); 4] = [
    ("memory SSA", |f, cx| _ = cx.analyses.memory_ssa(f, cx.module, cx.summaries)),
    ("gvn", |f, cx| _ = gvn::run(f, cx, &Default::default())),
    ("load-elim", |f, cx| _ = load_elim::run(f, cx, &Default::default())),
    ("dead-store-elim", |f, cx| _ = dead_store_elim::run(f, cx, &Default::default())),
];

struct Maker {
    f: Function,
    params: Vec<Value>,
}

impl Maker {
    fn new() -> Maker {
        let f = Function::new(TypeId::from_u32(0), &[ValType::I32, ValType::I32], &[]);
        let params = f.blocks[f.entry].params.clone();
        Maker { f, params }
    }

    fn op(&mut self, block: Block, op: Op, args: &[Value]) -> Value {
        let inst = self.f.append(block, op, args, &[ValType::I32], SourceLoc::default());
        self.f.result(inst).expect("it has a result")
    }

    fn load(&mut self, block: Block, pointer: Value, offset: u64) -> Value {
        self.op(block, Op::I32Load { memarg: memarg(offset) }, &[pointer])
    }

    fn store(&mut self, block: Block, pointer: Value, offset: u64, value: Value) {
        let op = Op::I32Store { memarg: memarg(offset) };
        self.f.append(block, op, &[pointer, value], &[], SourceLoc::default());
    }

    fn branch(&mut self, from: Block, cond: Value, [then, els]: [Block; 2]) {
        let (then, els) = (self.f.call(then, &[]), self.f.call(els, &[]));
        self.f.blocks[from].term = Terminator::BrIf { cond, then, els };
    }

    fn finish(mut self, at: Block) -> Function {
        self.f.blocks[at].term = Terminator::Return(Default::default());
        self.f
    }
}

fn memarg(offset: u64) -> MemArg {
    let (space, ordering) = (MemSpace::Memory, MemOrdering::Default);
    MemArg { offset, memory: 0, align: 2, max_align: 2, space, ordering }
}

/// Loads and stores of 64 fields, in one block.
fn one_pointer(accesses: usize) -> Function {
    let mut m = Maker::new();
    let (entry, pointer, mut value) = (m.f.entry, m.params[0], m.params[1]);
    for n in 0..accesses as u64 / 2 {
        m.store(entry, pointer, 4 * (n * 7 % 64), value);
        value = m.load(entry, pointer, 4 * (n * 13 % 64));
    }
    m.finish(entry)
}

/// Each access is at a pointer that was loaded before.
fn many_pointers(accesses: usize) -> Function {
    let mut m = Maker::new();
    let (entry, mut pointer, value) = (m.f.entry, m.params[0], m.params[1]);
    for _ in 0..accesses / 3 {
        let next = m.load(entry, pointer, 8);
        m.store(entry, next, 4, value);
        m.store(entry, pointer, 4, value);
        pointer = next;
    }
    m.finish(entry)
}

/// Diamonds whose ways write different fields.
fn diamonds(accesses: usize) -> Function {
    let mut m = Maker::new();
    let (mut at, pointer, value) = (m.f.entry, m.params[0], m.params[1]);
    for n in 0..accesses as u64 / 4 {
        let ways = [m.f.add_block(), m.f.add_block()];
        let join = m.f.add_block();
        let condition = m.load(at, pointer, 4 * (n % 16));
        m.branch(at, condition, ways);
        for (way, block) in ways.into_iter().enumerate() {
            m.store(block, pointer, 4 * ((n + way as u64) % 16), value);
            let call = m.f.call(join, &[]);
            m.f.blocks[block].term = Terminator::Jump(call);
        }
        m.load(join, pointer, 4 * (n % 5));
        at = join;
    }
    m.finish(at)
}

/// Loops in groups of eight, one in the other, that update fields.
fn loops(accesses: usize) -> Function {
    let mut m = Maker::new();
    let (mut at, pointer, value) = (m.f.entry, m.params[0], m.params[1]);
    for n in 0..accesses as u64 / 24 {
        let heads: Vec<Block> = (0..8).map(|_| m.f.add_block()).collect();
        for (depth, &head) in heads.iter().enumerate() {
            let call = m.f.call(head, &[]);
            m.f.blocks[at].term = Terminator::Jump(call);
            let old = m.load(head, pointer, 4 * ((n + depth as u64) % 32));
            let new = m.op(head, Op::I32Add, &[old, value]);
            m.store(head, pointer, 4 * ((n + depth as u64) % 32), new);
            at = head;
        }
        for (depth, &head) in heads.iter().enumerate().rev() {
            let (end, out) = (m.f.add_block(), m.f.add_block());
            let call = m.f.call(end, &[]);
            m.f.blocks[at].term = Terminator::Jump(call);
            let again = m.load(end, pointer, 4 * (depth as u64));
            m.branch(end, again, [head, out]);
            at = out;
        }
    }
    m.finish(at)
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
    println!("| shape | accesses | {} | exponent |", names.join(" | "));
    println!("|---|--:|{}--:|", "--:|".repeat(names.len()));
    let json = std::env::args().skip_while(|word| word != "--json").nth(1);
    let digits = |title| (title, Some(2));
    let mut titles = vec![("shape", None), ("accesses", None)];
    titles.extend(names.into_iter().chain(["exponent"]).map(digits));
    let mut measured = Measured::new(&titles);
    let mut steepest = 0.0f64;
    let shapes: [(&str, Make); 4] = [
        ("one pointer", one_pointer),
        ("many pointers", many_pointers),
        ("diamonds", diamonds),
        ("loops", loops),
    ];
    for (name, make) in shapes {
        let mut before: Option<(f64, f64)> = None;
        for size in SIZES {
            let function = make(size);
            let mut least: Option<[f64; PASSES.len()]> = None;
            for _ in 0..RUNS {
                let mut f = function.clone();
                let mut cx = PassContext::new(&module, Goals::default(), &fuel, &summaries);
                cx.analyses.frequencies(&f);
                let times = PASSES.map(|(_, pass)| {
                    let start = Instant::now();
                    pass(&mut f, &mut cx);
                    cx.analyses.after_pass(&f, true);
                    start.elapsed().as_secs_f64() * 1e3
                });
                if least.is_none_or(|least| times.iter().sum::<f64>() < least.iter().sum()) {
                    least = Some(times);
                }
            }
            let times = least.expect("there were runs");
            let total: f64 = times.iter().sum();
            let exponent = before.map(|(was, time)| (total / time).ln() / (size as f64 / was).ln());
            steepest = steepest.max(exponent.unwrap_or_default());
            let ends = [name.into(), size.into()].into_iter();
            let cells = ends.chain(times.map(Cell::from)).chain([exponent.into()]);
            measured.row(cells);
            let exponent = exponent.map_or(String::new(), |exponent| format!("{exponent:.2}"));
            let times = times.map(|time| format!("{time:.2}")).join(" | ");
            println!("| {name} | {size} | {times} | {exponent} |");
            before = Some((size as f64, total));
        }
    }
    measured.quote("exponent_most", steepest);
    if let Some(file) = json {
        let program = "cargo run --release -p invar-scalar --example memory-scale";
        measured.write(file, program).unwrap_or_else(|error| panic!("{error}"));
    }
}
