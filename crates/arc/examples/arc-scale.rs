//! How the time of the ownership passes grows with the function.
//!
//! `cargo run --release -p invar-arc --example arc-scale` prints a table: for each shape and size, the
//! instructions, the milliseconds of analysis and of the rewriting, the least of three runs, visits
//! of blocks, what was removed and refused for want of budget, and the exponent of the time against
//! the size before (1 is linear). A word after the command takes only the shapes whose name has it.
//!
//! Shapes: copies nested in copies; ladders of diamonds, a copy before each and a destroy in both arms;
//! references carried round one loop, each exchanged for the next of a list; the same with a call in
//! the loop, so that each must be owned; and copies of one object, region after region.

use invar_arc::optimize::{Config, Params, analyze, optimize};
use invar_arc::runtime::Table;
use invar_arc::signature::Signatures;
use invar_ir::{
    Block, BlockCall, Fuel, Function, MemArg, MemOrdering, MemSpace, Op, SourceLoc, Terminator,
    TypeId, ValType, Value,
};
use std::time::Instant;

/// The command's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The least of so many runs counts.
const RUNS: usize = 3;

struct Maker {
    f: Function,
}

impl Maker {
    fn new() -> Self {
        Maker { f: Function::new(TypeId::from_u32(0), &[ValType::I32, ValType::I32], &[]) }
    }

    fn op(&mut self, block: Block, op: Op, args: &[Value]) -> Value {
        let inst = self.f.append(block, op, args, &[ValType::I32], SourceLoc::default());
        self.f.result(inst).expect("it has a result")
    }

    fn effect(&mut self, block: Block, op: Op, args: &[Value]) {
        self.f.append(block, op, args, &[], SourceLoc::default());
    }

    fn copy(&mut self, block: Block, of: Value) -> Value {
        self.op(block, Op::CopyValue, &[of])
    }

    fn destroy(&mut self, block: Block, value: Value) {
        self.effect(block, Op::DestroyValue, &[value]);
    }

    fn unknown(&mut self, block: Block) {
        self.effect(block, Op::Call { function_index: 2 }, &[]);
    }

    fn load(&mut self, block: Block, from: Value) -> Value {
        let memarg = MemArg {
            offset: 4,
            memory: 0,
            align: 2,
            max_align: 2,
            space: MemSpace::Memory,
            ordering: MemOrdering::Default,
        };
        self.op(block, Op::I32Load { memarg }, &[from])
    }

    fn call(&mut self, block: Block, args: &[Value]) -> BlockCall {
        self.f.call(block, args)
    }

    fn finish(mut self, block: Block) -> Function {
        self.f.blocks[block].term = Terminator::Return(Default::default());
        self.f
    }

    fn params(&self) -> (Block, Value, Value) {
        let entry = self.f.entry;
        (entry, self.f.blocks[entry].params[0], self.f.blocks[entry].params[1])
    }
}

fn nested(size: usize) -> Function {
    let mut m = Maker::new();
    let (block, mut value, _) = m.params();
    let copies: Vec<Value> = (0..size / 3)
        .map(|_| {
            value = m.copy(block, value);
            m.unknown(block);
            value
        })
        .collect();
    copies.into_iter().rev().for_each(|copy| m.destroy(block, copy));
    m.finish(block)
}

fn ladder(size: usize) -> Function {
    let mut m = Maker::new();
    let (mut block, value, cond) = m.params();
    let outer = m.copy(block, value);
    for _ in 0..size / 5 {
        let copy = m.copy(block, outer);
        m.unknown(block);
        let (then, els, join) = (m.f.add_block(), m.f.add_block(), m.f.add_block());
        m.unknown(then);
        m.destroy(then, copy);
        m.destroy(els, copy);
        let (to_then, to_els) = (m.call(then, &[]), m.call(els, &[]));
        m.f.blocks[block].term = Terminator::BrIf { cond, then: to_then, els: to_els };
        for arm in [then, els] {
            let to = m.call(join, &[]);
            m.f.blocks[arm].term = Terminator::Jump(to);
        }
        block = join;
    }
    m.destroy(block, outer);
    m.finish(block)
}

fn carried(size: usize, call: bool) -> Function {
    let mut m = Maker::new();
    let (entry, value, cond) = m.params();
    let (body, out) = (m.f.add_block(), m.f.add_block());
    let count = size / 5;
    let mut first = Vec::new();
    for _ in 0..count {
        let loaded = m.load(entry, value);
        first.push(m.copy(entry, loaded));
    }
    let carried: Vec<Value> = (0..count).map(|_| m.f.add_param(body, ValType::I32)).collect();
    if call {
        m.unknown(body);
    }
    let mut next = Vec::new();
    for &reference in &carried {
        let loaded = m.load(body, reference);
        next.push(m.copy(body, loaded));
        m.destroy(body, reference);
    }
    let enter = m.call(body, &first);
    m.f.blocks[entry].term = Terminator::Jump(enter);
    let (then, els) = (m.call(body, &next), m.call(out, &[]));
    m.f.blocks[body].term = Terminator::BrIf { cond, then, els };
    next.into_iter().for_each(|reference| m.destroy(out, reference));
    m.finish(out)
}

fn regions(size: usize) -> Function {
    let mut m = Maker::new();
    let (block, value, _) = m.params();
    for _ in 0..size / 4 {
        let copy = m.copy(block, value);
        m.unknown(block);
        m.destroy(block, copy);
        m.unknown(block);
    }
    m.finish(block)
}

fn main() {
    let wat = "(module (memory 1) (func $arc_retain (param i32)) (func $arc_release (param i32))
        (func $unknown) (type (func (param i32 i32))))";
    let wasm = wat::parse_str(wat).expect("it is text");
    let (module, _) = invar_wasm::read(wasm.into()).expect("it is a module");
    let runtime = Table::built_in().iter().find_map(|table| table.find(&module));
    let runtime = runtime.expect("it has a runtime");
    let signatures = Signatures::new(module.funcs.len(), false);
    let (config, fuel, params) = (Config::default(), Fuel::unlimited(), Params::default());
    println!(
        "| shape | instructions | analysis | rewriting | visits | copies gone | over budget | exponent |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    type Shape = (&'static str, fn(usize) -> Function);
    let shapes: [Shape; 5] = [
        ("nested copies", nested),
        ("ladder of diamonds", ladder),
        ("carried round a loop", |size| carried(size, false)),
        ("carried, with a call", |size| carried(size, true)),
        ("regions in a row", regions),
    ];
    let only = std::env::args().nth(1).unwrap_or_default();
    for (name, shape) in shapes.into_iter().filter(|(name, _)| name.contains(&only)) {
        let mut before: Option<(f64, f64)> = None;
        for size in [1_000, 10_000, 100_000, 1_000_000] {
            let function = shape(size);
            let insts = function.insts.len();
            let mut least: Option<(f64, f64, invar_arc::optimize::Counted)> = None;
            for _ in 0..RUNS {
                let mut f = function.clone();
                let start = Instant::now();
                let analysis = analyze(&f, &runtime, &signatures, &config);
                let analyzed = start.elapsed().as_secs_f64() * 1e3;
                let counted =
                    optimize(&mut f, &analysis, &params, &runtime, &signatures, &config, &fuel);
                let total = start.elapsed().as_secs_f64() * 1e3;
                if least.is_none_or(|least| total < least.0 + least.1) {
                    least = Some((analyzed, total - analyzed, counted));
                }
            }
            let (analyzed, rewritten, counted) = least.expect("there were runs");
            let total = analyzed + rewritten;
            let exponent = before.map_or(String::new(), |(was, time)| {
                format!("{:.2}", (total / time).ln() / (insts as f64 / was).ln())
            });
            println!(
                "| {name} | {insts} | {analyzed:.2} | {rewritten:.2} | {} | {} | {} | {exponent} |",
                counted.visits, counted.copies, counted.refused_budget,
            );
            before = Some((insts as f64, total));
        }
    }
}
