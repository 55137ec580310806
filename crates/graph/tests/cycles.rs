//! Irreducible cycles stay as they are, and the graph around them does the same as before.

use invar_analysis::{Counters, Goals, PassContext, Summaries};
use invar_generate::cycles::random_cycles;
use invar_generate::testing::{parse, same_behaviour, same_behaviour_of};
use invar_graph::construct::build;
use invar_graph::{Cycle, FunctionEnv, Graph, Kind, lower, pass, round_trip, verify};
use invar_ir::{Function, Module};
use invar_validate::graphs::same_trace;
use std::sync::Arc;

fn graph(module: &Module, function: &Function) -> Graph {
    let summaries = Summaries::default();
    let env = FunctionEnv { module, goals: &Goals::default(), summaries: &summaries };
    let graph = build(function, &env).expect("it has a graph");
    verify(&graph).unwrap_or_else(|error| panic!("{error}\n{graph}"));
    graph
}

fn cycles(graph: &Graph) -> Vec<Arc<Cycle>> {
    let cycle = |kind: &Kind| match kind {
        Kind::Cycle(cycle) => Some(cycle.clone()),
        _ => None,
    };
    graph.nodes.values().filter_map(|node| cycle(&node.kind)).collect()
}

/// The graph of the only function of a text, which it is compared with, and so is what becomes of it.
fn compared(text: &str) -> Graph {
    let (module, function) = parse(text);
    let graph = graph(&module, &function);
    same_trace(&function, &graph, 1, 200).unwrap_or_else(|error| panic!("{error}\n{graph}"));
    let lowered = lower(&graph, &function.results).expect("it can be lowered");
    same_trace(&lowered, &graph, 2, 200).unwrap_or_else(|error| panic!("{error}\n{graph}"));
    graph
}

#[test]
fn values_are_defined_at_the_exits_that_they_dominate() {
    // v2 is defined at the first exit only, v4 and v5 at the second one, and v3 is not used outside.
    let graph = compared(
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
          br_if v0, b1(v1), b2(v0)
         b1(v2: i32):
          v3 = i32.eqz v2
          br_if v3, b3, b2(v3)
         b2(v4: i32):
          v5 = call f0 v4
          br_if v5, b1(v5), b4
         b3:
          return v2
         b4:
          v6 = i32.add v4, v5
          return v6
         }",
    );
    let [cycle] = &cycles(&graph)[..] else { panic!("one cycle\n{graph}") };
    assert_eq!((cycle.blocks.len(), cycle.entries.len(), cycle.exits.len()), (2, 2, 2));
    assert!(cycle.live_ins.is_empty());
    assert_eq!(cycle.live_outs.len(), 3);
    assert!(cycle.live_outs.iter().all(|out| !out.everywhere));
    let defined = |exit: usize| (0..3).filter(|&out| cycle.is_defined_at(out, exit)).count();
    assert_eq!([defined(0), defined(1)], [1, 2]);
}

#[test]
fn a_loop_around_a_cycle_may_not_end() {
    let graph = compared(
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
          v2 = i32.const 0
          jump b1(v2)
         b1(v3: i32):
          br_if v0, b2(v3), b3
         b2(v4: i32):
          jump b3
         b3:
          v5 = global.get g0
          br_if v5, b2(v5), b4
         b4:
          v6 = i32.const 1
          v7 = i32.add v3, v6
          v8 = i32.lt_u v7, v1
          br_if v8, b1(v7), b5
         b5:
          return v7
         }",
    );
    assert_eq!(cycles(&graph).len(), 1);
    let finite = graph.nodes.values().filter(|node| matches!(node.kind, Kind::Theta(_)));
    assert_eq!(finite.map(|node| node.finite).collect::<Vec<_>>(), [false], "{graph}");
}

#[test]
fn a_cycle_in_a_loop_in_a_cycle_is_part_of_it() {
    // b2 is the header of a loop with the cycle of b3 and b4 in it, and is on a cycle with b1 and b6.
    let graph = compared(
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
          br_if v0, b1, b2
         b1:
          v2 = global.get g0
          br_if v2, b2, b7
         b2:
          v3 = call f0 v1
          br_table v3, b3, b4, b6
         b3:
          v4 = call f0 v3
          br_if v4, b4, b5
         b4:
          v5 = call f0 v3
          br_if v5, b3, b5
         b5:
          v6 = call f0 v0
          jump b2
         b6:
          v7 = call f0 v1
          br_if v7, b1, b7
         b7:
          return v0
         }",
    );
    let [cycle] = &cycles(&graph)[..] else { panic!("one cycle\n{graph}") };
    assert_eq!((cycle.blocks.len(), cycle.entries.len()), (6, 2));
}

#[test]
fn tables_into_and_out_of_cycles() {
    let graph = compared(
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
          br_table v0, b1(v0), b2(v1), b1(v1), b5(v0), b2(v0)
         b1(v2: i32):
          v3 = call f0 v2
          br_table v3, b2(v3), b5(v3), b3, b5(v2), b2(v2)
         b2(v4: i32):
          v5 = call f0 v4
          br_table v5, b1(v5), b4, b5(v5), b5(v5), b2(v5)
         b3:
          unreachable
         b4:
          return_call f0 v1
         b5(v6: i32):
          return v6
         }",
    );
    let [cycle] = &cycles(&graph)[..] else { panic!("one cycle\n{graph}") };
    assert_eq!(cycle.exits.len(), 5);
}

/// The passes on the graph, whatever they cost.
fn run(stats: &mut pass::Stats) -> impl FnMut(&mut Function, &mut PassContext<'_>) {
    |function, cx| {
        let config = pass::Config { compare: false, always_lower: true, ..pass::Config::default() };
        stats.add(&pass::run(function, cx, &config));
    }
}

/// Each function was lowered, with so many cycles in all.
fn all_lowered(stats: &pass::Stats, cycles: u64) {
    let pass::RoundTrips { functions, cycles: found, .. } = stats.trips;
    assert_eq!(
        stats.trips,
        pass::RoundTrips { functions, cycles: found, ..pass::RoundTrips::default() }
    );
    assert!(found.0 > cycles, "{found:?}");
}

#[test]
fn random_functions_with_cycles_do_the_same() {
    let mut stats = pass::Stats::default();
    same_behaviour_of(random_cycles, 0..400, Goals::default(), run(&mut stats));
    let small = Goals { size: 2, ..Goals::default() };
    same_behaviour_of(random_cycles, 600..700, small, run(&mut stats));
    all_lowered(&stats, 500);
}

#[test]
fn random_functions_of_any_shape_do_the_same() {
    let mut stats = pass::Stats::default();
    same_behaviour(0..300, Goals::default(), run(&mut stats));
    all_lowered(&stats, 10);
}

#[test]
fn the_round_trip_of_random_functions_does_the_same() {
    let mut stats = pass::Stats::default();
    same_behaviour_of(random_cycles, 1000..1200, Goals::default(), |function, cx| {
        stats.add(&round_trip::run(function, cx, &round_trip::Config));
    });
    all_lowered(&stats, 200);
}

#[test]
fn many_cycles_are_fast() {
    // A chain of cycles: each exit of one is an entry of the next.
    let count = 20_000;
    let mut text = String::from(
        "func f1 : (i32, i32) -> (i32) {\n b0(v0: i32, v1: i32):\n br_if v0, b1, b2\n",
    );
    for n in 0..count {
        let [a, b, next] = [2 * n + 1, 2 * n + 2, 2 * n + 3];
        text +=
            &format!("b{a}:\n br_if v1, b{b}, b{next}\nb{b}:\n br_if v0, b{a}, b{}\n", next + 1);
    }
    let [a, b] = [2 * count + 1, 2 * count + 2];
    text += &format!("b{a}:\n return v0\nb{b}:\n return v1\n}}");
    let (module, function) = parse(&text);
    let graph = graph(&module, &function);
    assert_eq!(cycles(&graph).len(), count);
    assert!(lower(&graph, &function.results).is_ok());
}
