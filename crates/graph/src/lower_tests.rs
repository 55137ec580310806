//! Construction and lowering, and the passes between them, do not change what a function does:
//! random functions of the shape in which lowering has most to keep apart. Several exits lead to
//! one join and alternate between a few equal values, by two-way branches and jump tables, in
//! stages, with loops around stages, for variables of several types.
//!
//! Each function is executed beside its graph, and the graph beside what it is lowered to
//! ([`same_trace`]). `GRAPH_TEST_TIMES=n` takes n times as many functions.

use crate::check::same_trace;
use crate::construct::build;
use crate::{Around, lower, pass, round_trip, verify};
use invar_ir::{Body, Fuel, Func, Function, Goals, Module, PassContext, Summaries, parse_module};
use std::fmt::Write;

const TYPES: [&str; 4] = ["i32", "i64", "f64", "funcref"];
const PARAMS: [(&str, usize); 4] = [("i32", 6), ("i64", 2), ("f64", 2), ("funcref", 2)];

fn parse(blocks: &str) -> (Module, Function) {
    let params = PARAMS.iter().flat_map(|&(ty, count)| std::iter::repeat_n(ty, count));
    let params: Vec<&str> = params.collect();
    let text = format!(
        "module {{ ty0 = func ({}) -> ({})\nglobal g0 : mut i32 = i32.const 7\nfunc f0 : ty0 {{\n{blocks}\n}} }}",
        params.join(", "),
        TYPES.join(", ")
    );
    let module = parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let Body::Ssa(function) = &module.funcs[Func::from_u32(0)].body else { panic!("no body") };
    let function = (**function).clone();
    (module, function)
}

/// Checks the trip of a function with nothing in between, and with all passes (which check
/// themselves in debug builds).
fn check(blocks: &str, runs: u32) {
    let (module, function) = parse(blocks);
    let summaries = Summaries::default();
    let around = Around { module: &module, goals: &Goals::default(), summaries: &summaries };
    let graph = build(&function, &around).unwrap_or_else(|error| panic!("{error:?}\n{blocks}"));
    verify(&graph).unwrap_or_else(|error| panic!("{error}\n{graph}"));
    let built = same_trace(&function, &graph, 1, runs);
    built.unwrap_or_else(|error| panic!("construction: {error}\n{blocks}\n{graph}"));
    let lowered = lower(&graph, &function.results);
    let lowered = lowered.unwrap_or_else(|error| panic!("{error:?}\n{blocks}\n{graph}"));
    let back = same_trace(&lowered, &graph, 2, runs);
    back.unwrap_or_else(|error| {
        panic!("lowering: {error}\n{blocks}\n{graph}\n{}", lowered.display(&module))
    });
    let fuel = Fuel::unlimited();
    let mut cx = PassContext::new(&module, Goals::default(), &fuel, &summaries);
    round_trip::run(&mut function.clone(), &mut cx, &round_trip::Config);
    cx.analyses.clear();
    pass::run(&mut function.clone(), &mut cx, &pass::Config::default());
}

/// Random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ bits >> 31) % n as u64) as usize
    }
}

/// Values that may be handed on, by type.
#[derive(Clone)]
struct Pool([Vec<String>; 4]);

/// Blocks of a random function.
fn random_blocks(random: &mut Random) -> String {
    let mut pool = Pool(Default::default());
    let mut next_value = 0;
    let mut header = Vec::new();
    for (n, (ty, count)) in PARAMS.into_iter().enumerate() {
        for _ in 0..count {
            header.push(format!("v{next_value}: {ty}"));
            pool.0[n].push(format!("v{next_value}"));
            next_value += 1;
        }
    }
    let conditions: Vec<String> = pool.0[0].clone();
    let mut text = format!("b0({}):\n", header.join(", "));
    for (n, ty) in TYPES[..3].iter().enumerate() {
        for constant in ["0", "1", "7"] {
            let constant = if *ty == "f64" { format!("{constant}.0") } else { constant.to_owned() };
            writeln!(text, " v{next_value} = {ty}.const {constant}").expect("text grows");
            pool.0[n].push(format!("v{next_value}"));
            next_value += 1;
        }
    }
    let stages = 1 + random.below(3);
    // The types of the parameters of each stage's first block; the last one returns.
    let variables: Vec<Vec<usize>> = (0..=stages)
        .map(|stage| match stage == stages {
            true => vec![0, 1, 2, 3],
            false => (0..random.below(4)).map(|_| random.below(4)).collect(),
        })
        .collect();
    let sizes: Vec<usize> = (0..stages).map(|_| 2 + random.below(9)).collect();
    let firsts: Vec<usize> =
        (0..=stages).map(|stage| 1 + sizes[..stage].iter().sum::<usize>()).collect();
    let pick = |list: &[String], random: &mut Random| list[random.below(list.len())].clone();
    let args = |pool: &Pool, stage: usize, random: &mut Random| {
        let args = variables[stage].iter().map(|&ty| {
            // Few values, so that exits agree often; not always the same few.
            let list = &pool.0[ty];
            let from = list.len().saturating_sub(3 + random.below(2));
            pick(&list[from..], random)
        });
        args.collect::<Vec<String>>().join(", ")
    };
    writeln!(text, " jump b{}({})", firsts[0], args(&pool, 0, random)).expect("text grows");
    for stage in 0..=stages {
        let mut params = Vec::new();
        for &ty in &variables[stage] {
            params.push(format!("v{next_value}: {}", TYPES[ty]));
            pool.0[ty].push(format!("v{next_value}"));
            next_value += 1;
        }
        let first = firsts[stage];
        if stage == stages {
            let results: Vec<String> =
                pool.0.iter().map(|list| list[list.len() - 1].clone()).collect();
            writeln!(text, "b{first}({}):\n return {}", params.join(", "), results.join(", "))
                .expect("text grows");
            break;
        }
        let loops = random.below(3) == 0;
        for n in 0..sizes[stage] {
            let block = first + n;
            let list = if n == 0 { format!("({})", params.join(", ")) } else { String::new() };
            writeln!(text, "b{block}{list}:").expect("text grows");
            if random.below(3) == 0 {
                let value = pick(&conditions, random);
                writeln!(text, " global.set g0 {value}").expect("text grows");
            }
            let mut condition = pick(&conditions, random);
            if loops || random.below(4) == 0 {
                condition = format!("v{next_value}");
                writeln!(text, " {condition} = global.get g0").expect("text grows");
                next_value += 1;
            }
            let left = sizes[stage] - 1 - n;
            let target = |random: &mut Random| {
                if loops && random.below(5) == 0 {
                    return format!("b{first}({})", args(&pool, stage, random));
                }
                if left == 0 || random.below(5) < 2 {
                    return format!("b{}({})", firsts[stage + 1], args(&pool, stage + 1, random));
                }
                // The next ones more often: all are reached then, and exits nest.
                let ahead = 1 + random.below(left).min(random.below(left));
                format!("b{}", block + ahead)
            };
            let ways: Vec<String> = match random.below(6) {
                0 if left == 0 => (0..1).map(|_| target(random)).collect(),
                0 => (0..3 + random.below(3)).map(|_| target(random)).collect(),
                _ => (0..2).map(|_| target(random)).collect(),
            };
            match &ways[..] {
                [one] => writeln!(text, " jump {one}"),
                [then, els] => writeln!(text, " br_if {condition}, {then}, {els}"),
                many => writeln!(text, " br_table {condition}, {}", many.join(", ")),
            }
            .expect("text grows");
        }
    }
    text
}

#[test]
fn exits_that_alternate_between_values_stay_apart() {
    let times: u64 = match std::env::var("GRAPH_TEST_TIMES") {
        Ok(times) => times.parse().expect("a number"),
        Err(_) => 1,
    };
    for seed in 0..2000 * times {
        let blocks = random_blocks(&mut Random::new(seed));
        check(&blocks, 16);
    }
}

#[test]
fn a_sibling_does_not_replace_what_an_exit_left_unsaid() {
    let function = |last: &str| {
        format!(
            "b0(v0: i32, v1: i32, v2: i32, v3: i32, v4: i32, v5: i32, v6: i64, v7: i64, v8: f64, v9: f64, v10: funcref, v11: funcref):
 v12 = i32.const 0
 v13 = i32.const 9
 v14 = i32.const 1
 v15 = i32.const 7
 br_if v0, b3, b1
b1:
 br_if v1, b5, b2
b2:
 br_if v2, b9(v12), b3
b3:
 br_if v3, b5, b4
b4:
 jump b9(v13)
b5:
 br_if v4, b9(v14), b6
b6:
 {last}
b7:
 global.set g0 v4
 jump b9(v13)
b8:
 jump b9(v15)
b9(v16: i32):
 return v16, v6, v8, v10"
        )
    };
    check(
        &function("br_if v5, b9(v12), b8").replace("b7:\n global.set g0 v4\n jump b9(v13)\n", ""),
        300,
    );
    check(&function("br_table v5, b7, b8, b9(v12)"), 300);
}
