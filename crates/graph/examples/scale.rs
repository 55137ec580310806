//! How the time of the trip through the graph grows with the function.
//!
//! `cargo run --release -p invar-graph --example scale -- [--json FILE] [SHAPE]...` prints a table: for each shape
//! and size, the nodes of the graph (and blocks of irreducible cycles), the time of construction, redirection and
//! removal, and lowering, and the exponent of the total against the size before (1 is linear).

#[path = "../../../tests/src/json_result.rs"]
mod json_result;

use invar_analysis::{Fuel, Goals, Remarks, Summaries};
use invar_graph::code_motion::dependences::Standard;
use invar_graph::nodes::{common, dead, reduce};
use invar_graph::{FunctionEnv, Kind, build, code_motion, lower, redirect};
use invar_ir::{Block, Function, Module, Op, SourceLoc, Terminator, TypeId, ValType, Value};
use invar_rules::Allow;
use json_result::Measured;
use std::time::{Duration, Instant};

/// A function of two parameters and one result that is being made.
struct Maker {
    f: Function,
}

impl Maker {
    fn new() -> Maker {
        Maker {
            f: Function::new(TypeId::from_u32(0), &[ValType::I32, ValType::I32], &[ValType::I32]),
        }
    }

    fn param(&self, n: usize) -> Value {
        self.f.blocks[self.f.entry].params[n]
    }

    fn op(&mut self, block: Block, op: Op, args: &[Value]) -> Value {
        let inst = self.f.append(block, op, args, &[ValType::I32], SourceLoc::default());
        self.f.result(inst).expect("it has a result")
    }

    fn block(&mut self, params: usize) -> Block {
        let block = self.f.add_block();
        (0..params).for_each(|_| {
            self.f.add_param(block, ValType::I32);
        });
        block
    }

    fn value(&self, block: Block, n: usize) -> Value {
        self.f.blocks[block].params[n]
    }

    fn jump(&mut self, from: Block, to: Block, args: &[Value]) {
        let call = self.f.call(to, args);
        self.f.blocks[from].term = Terminator::Jump(call);
    }

    fn branch(
        &mut self,
        from: Block,
        cond: Value,
        then: (Block, &[Value]),
        els: (Block, &[Value]),
    ) {
        let then = self.f.call(then.0, then.1);
        let els = self.f.call(els.0, els.1);
        self.f.blocks[from].term = Terminator::BrIf { cond, then, els };
    }

    fn ret(mut self, block: Block, value: Value) -> Function {
        let list = self.f.make_list(&[value]);
        self.f.blocks[block].term = Terminator::Return(list);
        self.f
    }
}

/// A single block.
fn straight(n: usize) -> Function {
    let mut m = Maker::new();
    let (entry, mut x) = (m.f.entry, m.param(0));
    let y = m.param(1);
    for _ in 0..n {
        x = m.op(entry, Op::I32Add, &[x, y]);
    }
    m.ret(entry, x)
}

/// Conditions one after the other, each changing a value.
fn diamonds(n: usize) -> Function {
    let mut m = Maker::new();
    let (mut at, mut x, y) = (m.f.entry, m.param(0), m.param(1));
    for _ in 0..n / 3 {
        let (then, join) = (m.block(0), m.block(1));
        m.branch(at, x, (then, &[]), (join, &[x]));
        let z = m.op(then, Op::I32Sub, &[x, y]);
        m.jump(then, join, &[z]);
        (at, x) = (join, m.value(join, 0));
        x = m.op(at, Op::I32Xor, &[x, y]);
    }
    m.ret(at, x)
}

/// Conditions within conditions; each level changes a value that is merged on the way out.
fn nest(n: usize) -> Function {
    let mut m = Maker::new();
    let (mut at, mut x, y) = (m.f.entry, m.param(0), m.param(1));
    let mut joins = Vec::new();
    for _ in 0..n / 3 {
        let (then, join) = (m.block(0), m.block(1));
        m.branch(at, x, (then, &[]), (join, &[y]));
        x = m.op(then, Op::I32Sub, &[x, y]);
        joins.push(join);
        at = then;
    }
    for join in joins.into_iter().rev() {
        m.jump(at, join, &[x]);
        let merged = m.value(join, 0);
        (at, x) = (join, m.op(join, Op::I32Xor, &[merged, y]));
    }
    m.ret(at, x)
}

/// Conditions within conditions that all end in one place.
fn funnel(n: usize) -> Function {
    let mut m = Maker::new();
    let (mut at, mut x, y) = (m.f.entry, m.param(0), m.param(1));
    let end = m.block(1);
    for _ in 0..n / 2 {
        let then = m.block(0);
        m.branch(at, x, (then, &[]), (end, &[x]));
        x = m.op(then, Op::I32Sub, &[x, y]);
        at = then;
    }
    m.jump(at, end, &[x]);
    let result = m.value(end, 0);
    m.ret(end, result)
}

/// Loops within loops.
fn loops(n: usize) -> Function {
    let mut m = Maker::new();
    let (mut at, mut x, y) = (m.f.entry, m.param(0), m.param(1));
    let mut heads = Vec::new();
    for _ in 0..n / 3 {
        let head = m.block(1);
        m.jump(at, head, &[x]);
        let i = m.value(head, 0);
        x = m.op(head, Op::I32Sub, &[i, y]);
        heads.push(head);
        at = head;
    }
    for head in heads.into_iter().rev() {
        let next = m.block(0);
        x = m.op(at, Op::I32Xor, &[x, y]);
        m.branch(at, x, (head, &[x]), (next, &[]));
        at = next;
    }
    m.ret(at, x)
}

/// An interpreter: a jump table in a loop.
fn interpreter(n: usize) -> Function {
    let mut m = Maker::new();
    let (entry, x, y) = (m.f.entry, m.param(0), m.param(1));
    let (head, end) = (m.block(2), m.block(1));
    m.jump(entry, head, &[x, y]);
    let (pc, acc) = (m.value(head, 0), m.value(head, 1));
    let mut targets = Vec::new();
    for _ in 0..n / 4 {
        let case = m.block(0);
        let a = m.op(case, Op::I32Add, &[acc, pc]);
        let b = m.op(case, Op::I32Xor, &[a, x]);
        m.jump(case, head, &[b, a]);
        targets.push(m.f.call(case, &[]));
    }
    let default = m.f.call(end, &[acc]);
    m.f.blocks[head].term = Terminator::BrTable { index: pc, targets, default };
    let result = m.value(end, 0);
    m.ret(end, result)
}

/// Resume points: a jump table into a chain.
fn resume(n: usize) -> Function {
    let mut m = Maker::new();
    let (entry, x, y) = (m.f.entry, m.param(0), m.param(1));
    let head = m.block(2);
    m.jump(entry, head, &[x, y]);
    let (pc, acc) = (m.value(head, 0), m.value(head, 1));
    let links: Vec<Block> = (0..(n / 4).max(2)).map(|_| m.block(1)).collect();
    let mut targets: Vec<_> = links.iter().map(|&link| m.f.call(link, &[acc])).collect();
    let default = targets.pop().expect("there are links");
    m.f.blocks[head].term = Terminator::BrTable { index: pc, targets, default };
    for pair in links.windows(2) {
        let a = m.value(pair[0], 0);
        let b = m.op(pair[0], Op::I32Add, &[a, y]);
        let c = m.op(pair[0], Op::I32Xor, &[b, x]);
        m.branch(pair[0], c, (head, &[c, b]), (pair[1], &[b]));
    }
    let last = *links.last().expect("there are links");
    let result = m.value(last, 0);
    m.ret(last, result)
}

/// Irreducible cycles in a row, in a loop.
fn cycles(n: usize) -> Function {
    let mut m = Maker::new();
    let (entry, x, y) = (m.f.entry, m.param(0), m.param(1));
    let head = m.block(1);
    m.jump(entry, head, &[x]);
    let (mut at, mut a) = (head, m.value(head, 0));
    for _ in 0..n / 6 {
        let (one, other, next) = (m.block(1), m.block(1), m.block(1));
        m.branch(at, a, (one, &[a]), (other, &[y]));
        let b = m.value(one, 0);
        let c = m.op(one, Op::I32Sub, &[b, y]);
        m.branch(one, c, (other, &[c]), (next, &[b]));
        let d = m.value(other, 0);
        let e = m.op(other, Op::I32Xor, &[d, x]);
        m.branch(other, e, (one, &[e]), (next, &[a]));
        (at, a) = (next, m.value(next, 0));
    }
    let end = m.block(0);
    m.branch(at, a, (head, &[a]), (end, &[]));
    m.ret(end, a)
}

/// An irreducible cycle, which each of its blocks may leave.
fn cycle(n: usize) -> Function {
    let mut m = Maker::new();
    let (entry, x, y) = (m.f.entry, m.param(0), m.param(1));
    let blocks: Vec<Block> = (0..(n / 3).max(3)).map(|_| m.block(1)).collect();
    let end = m.block(1);
    m.branch(entry, y, (blocks[0], &[x]), (blocks[blocks.len() / 2], &[y]));
    for (n, &block) in blocks.iter().enumerate() {
        let a = m.value(block, 0);
        let b = m.op(block, Op::I32Add, &[a, x]);
        m.branch(block, b, (blocks[(n + 1) % blocks.len()], &[b]), (end, &[b]));
    }
    let result = m.value(end, 0);
    let sum = m.op(end, Op::I32Mul, &[result, y]);
    m.ret(end, sum)
}

/// The least of so many runs counts.
const RUNS: usize = 3;

type Shape = (&'static str, fn(usize) -> Function, usize);

fn main() {
    let shapes: [Shape; 9] = [
        ("straight", straight, 1_000_000),
        ("diamonds", diamonds, 1_000_000),
        ("nest", nest, 1_000_000),
        ("funnel", funnel, 1_000_000),
        ("loops", loops, 1_000_000),
        ("interpreter", interpreter, 1_000_000),
        ("resume points", resume, 1_000_000),
        ("cycles", cycles, 1_000_000),
        ("cycle", cycle, 1_000_000),
    ];
    let mut module = Module::default();
    module.func_type(&[ValType::I32, ValType::I32], &[ValType::I32]);
    let (goals, summaries) = (Goals::default(), Summaries::default());
    let env = FunctionEnv { module: &module, goals: &goals, summaries: &summaries };
    let mut overall = Vec::new();
    println!("| shape | nodes | build ms | passes ms | motion ms | lower ms | exponent |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    let mut asked: Vec<String> = std::env::args().skip(1).collect();
    let json = asked.iter().position(|word| word == "--json").map(|at| {
        assert!(at + 1 < asked.len(), "--json: no value");
        asked.drain(at..at + 2).nth(1).expect("two are drained")
    });
    let titles = ["build ms", "passes ms", "motion ms", "lower ms", "exponent"];
    let titles = titles.map(|title| (title, Some(2)));
    let mut measured = Measured::new(&[&[("shape", None), ("nodes", None)], &titles[..]].concat());
    for (name, make, most) in shapes {
        if !asked.is_empty() && !asked.iter().any(|shape| shape == name) {
            continue;
        }
        let mut before: Option<(f64, f64)> = None;
        let mut thousand = None;
        let mut n = 100;
        while n <= most {
            let function = make(n);
            let fastest = fastest(&function, &env);
            if let Err(error) = &fastest {
                println!("| {name} | {n} | {error} | | | | |");
            }
            if let Ok((nodes, [built, passes, motion, lowered, total])) = fastest {
                let exponent = |(nodes_before, time): (f64, f64)| {
                    (total / time).ln() / (nodes as f64 / nodes_before).ln()
                };
                let growth = before.map_or("".into(), |before| format!("{:.2}", exponent(before)));
                println!(
                    "| {name} | {nodes} | {built:.2} | {passes:.2} | {motion:.2} | {lowered:.2} \
                     | {growth} |"
                );
                measured.row([
                    name.into(),
                    nodes.into(),
                    built.into(),
                    passes.into(),
                    motion.into(),
                    lowered.into(),
                    before.map(exponent).into(),
                ]);
                before = Some((nodes as f64, total));
                if n == 1000 {
                    thousand = before;
                }
                if n == most
                    && let Some(thousand) = thousand
                {
                    overall.push((name, exponent(thousand)));
                }
            }
            n *= 10;
        }
    }
    println!("\nfrom 1,000 to the largest:");
    for (name, exponent) in overall {
        println!("{exponent:.3} {name}");
        measured.quote(&name.replace(' ', "_"), exponent);
    }
    if let Some(file) = json {
        let program = "cargo run --release -p invar-graph --example scale";
        measured.write(file, program).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The fastest of several trips.
fn fastest(function: &Function, env: &FunctionEnv<'_>) -> Result<(usize, [f64; 5]), String> {
    let mut least = trip(function, env)?;
    for _ in 1..RUNS {
        let next = trip(function, env)?;
        if next.1[4] < least.1[4] {
            least = next;
        }
    }
    Ok(least)
}

/// The number of nodes, and milliseconds of construction, of the passes, of code motion, of
/// lowering, and of all of them.
fn trip(function: &Function, env: &FunctionEnv<'_>) -> Result<(usize, [f64; 5]), String> {
    let fuel = Fuel::unlimited();
    let start = Instant::now();
    let mut graph = build(function, env).map_err(|error| format!("{error:?}"))?;
    let built = start.elapsed();
    // The instructions of irreducible cycles are in no nodes.
    let blocks = graph.nodes.values().map(|node| match &node.kind {
        Kind::Cycle(cycle) => cycle.blocks.len(),
        _ => 0,
    });
    let nodes = graph.nodes.len() + blocks.sum::<usize>();
    reduce::run(&mut graph, env.module, &Allow::default(), &fuel, &mut Default::default());
    let remarks = &mut Remarks::default();
    common::run(&mut graph, env, &common::Config::default(), &fuel, remarks);
    redirect::run(&mut graph, &redirect::Config::default(), env.summaries, &fuel, remarks);
    dead::remove_dead(&mut graph, &fuel);
    let redirected = start.elapsed();
    let deps = Standard { env };
    code_motion::run(&mut graph, &deps, &code_motion::Config::default(), &fuel, remarks);
    let moved = start.elapsed();
    lower(&graph, &function.results).map_err(|error| format!("{error:?}"))?;
    let total = start.elapsed();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let parts = [built, redirected - built, moved - redirected, total - moved, total];
    Ok((nodes, parts.map(ms)))
}
