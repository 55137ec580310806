//! Construction, lowering and the passes between them preserve the behaviour of random functions, of a
//! shape that is hard for lowering: several exits lead to one merge and alternate between a few equal
//! values, by two-way branches and jump tables, in stages, with loops around stages, for variables of
//! several types.
//!
//! Each function is executed side by side with its graph, and the graph with the lowered function
//! ([`same_trace`]). `GRAPH_TEST_TIMES=n` tests n times as many functions.

use invar_analysis::{Fuel, Goals, PassContext, Summaries};
use invar_generate::Random;
use invar_generate::exits::{PARAMS, TYPES, exits};
use invar_graph::construct::build;
use invar_graph::{FunctionEnv, lower, pass, round_trip, verify};
use invar_ir::{Body, Func, Function, Module, parse_module};
use invar_validate::graphs::same_trace;

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

/// Checks the round trip of a function without passes, and with all of them (which check themselves in
/// debug builds).
fn check(blocks: &str, runs: u32) {
    let (module, function) = parse(blocks);
    let summaries = Summaries::default();
    let env = FunctionEnv { module: &module, goals: &Goals::default(), summaries: &summaries };
    let graph = build(&function, &env).unwrap_or_else(|error| panic!("{error:?}\n{blocks}"));
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
    cx.checker = Some(&invar_validate::Machines);
    round_trip::run(&mut function.clone(), &mut cx, &round_trip::Config);
    cx.analyses.clear();
    pass::run(&mut function.clone(), &mut cx, &pass::Config::default());
}

#[test]
fn exits_that_alternate_between_values_stay_apart() {
    let times: u64 = match std::env::var("GRAPH_TEST_TIMES") {
        Ok(times) => times.parse().expect("a number"),
        Err(_) => 1,
    };
    for seed in 0..2000 * times {
        let blocks = exits(&mut Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
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
