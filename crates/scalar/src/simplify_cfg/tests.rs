use super::{Config, Stats, run};
use invar_analysis::Goals;
use invar_generate::testing::{
    chain, check, long_block, nest, out_of_fuel, parse, same_behaviour, verify, with_context,
    with_goals,
};
use invar_ir::Terminator;

const NONE: Config = Config {
    facts: false,
    terminators: false,
    selects: false,
    tests: false,
    thread: false,
    exits: false,
    join: false,
};

fn check_with(config: Config, before: &str, after: &str, expected: Stats) {
    check(
        |function, cx| {
            assert_eq!(run(function, cx, &config), expected);
            0
        },
        0,
        before,
        after,
    );
}

#[test]
fn branches_on_constants() {
    check_with(
        Config { terminators: true, ..NONE },
        "func f1 : (i32) -> (i32) {
         b0(v0: i32):
           v1 = i32.const 0
           br_if v1, b1(v0), b2
         b1(v2: i32):
           return v2
         b2:
           v3 = i32.const 1
           br_table v3, b1(v0), b3(v3), b1(v3)
         b3(v4: i32):
           br_if v0, b1(v4), b1(v4)
         }",
        "func f1 : (i32) -> (i32) {
         b0(v0: i32):
           v1 = i32.const 0
           jump b2
         b1(v2: i32):
           return v2
         b2:
           v3 = i32.const 1
           jump b3(v3)
         b3(v4: i32):
           jump b1(v4)
         }",
        Stats { folded: 3, ..Stats::default() },
    );
}

#[test]
fn jump_tables() {
    check_with(
        Config { terminators: true, ..NONE },
        "func f1 : (i32) -> (i32) {
         b0(v0: i32):
           br_table v0, b1, b2, b1 !weights 5 2 1
         b1:
           br_table v0, b2, b2, b3 !weights 4 3 2
         b2:
           br_table v0, b3, b1 !weights 8 9
         b3:
           v1 = i32.const 3
           v2 = i32.and v0, v1
           br_table v2, b4, b5, b4, b5, b6
         b4:
           br_table v0, b5, b6, b5, b5
         b5:
           br_table v0, b6, b6, b6
         b6:
           return v0
         }",
        "func f1 : (i32) -> (i32) {
         b0(v0: i32):
           v3 = i32.const 1
           v4 = i32.eq v0, v3
           br_if v4, b2, b1 !weights 2 6
         b1:
           v5 = i32.const 2
           v6 = i32.lt_u v0, v5
           br_if v6, b2, b3 !weights 7 2
         b2:
           br_if v0, b1, b3 !weights 9 8
         b3:
           v1 = i32.const 3
           v2 = i32.and v0, v1
           br_table v2, b4, b5, b4, b5
         b4:
           v7 = i32.const 1
           v8 = i32.eq v0, v7
           br_if v8, b6, b5
         b5:
           jump b6
         b6:
           return v0
         }",
        Stats { folded: 1, tables: 7, ..Stats::default() },
    );
}

#[test]
fn a_branch_that_only_chooses_is_a_select() {
    check_with(
        Config { terminators: true, selects: true, ..NONE },
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           br_if v0, b1(v0, v1), b1(v1, v1)
         b1(v2: i32, v3: i32):
           br_if v2, b2(v0, v1), b2(v1, v0)
         b2(v4: i32, v5: i32):
           return v5
         }",
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           v6 = select v0, v1, v0
           jump b1(v6, v1)
         b1(v2: i32, v3: i32):
           br_if v2, b2(v0, v1), b2(v1, v0)
         b2(v4: i32, v5: i32):
           return v5
         }",
        Stats { folded: 1, selects: 1, ..Stats::default() },
    );
}

#[test]
fn references_that_are_known() {
    check_with(
        Config { terminators: true, ..NONE },
        "func f1 : (i32, (ref ty0)) -> (i32) {
         b0(v0: i32, v1: (ref ty0)):
           br_if v0, b1, b4
         b1:
           v3 = ref.null ty0
           br_on_non_null v3, [v4] b2(v4), b3
         b2(v5: (ref ty0)):
           v6 = struct.get ty0 1 v5
           return v6
         b3:
           return v0
         b4:
           br_on_null v1, b1, [v2] b2(v2)
         }",
        "func f1 : (i32, (ref ty0)) -> (i32) {
         b0(v0: i32, v1: (ref ty0)):
           br_if v0, b1, b4
         b1:
           v3 = ref.null ty0
           jump b3
         b2(v5: (ref ty0)):
           v6 = struct.get ty0 1 v5
           return v6
         b3:
           return v0
         b4:
           jump b2(v1)
         }",
        Stats { folded: 2, ..Stats::default() },
    );
}

#[test]
fn one_of_two_ways_traps() {
    let text = "func f1 : (i32) -> (i32) {
         b0(v0: i32):
           br_if v0, b1, b2
         b1:
           unreachable
         b2:
           br_if v0, b3, b1
         b3:
           return v0
         }";
    let (module, mut function) = parse(text);
    let goals = Goals { traps_never_happen: true, ..Goals::default() };
    let config = Config { terminators: true, ..NONE };
    let stats = with_goals(&module, goals, |cx| run(&mut function, cx, &config));
    assert_eq!(stats, Stats { folded: 2, unreachable: 1, ..Stats::default() });
    check_with(config, text, text, Stats::default());
}

#[test]
fn edges_skip_what_computes_nothing() {
    check_with(
        Config { thread: true, ..NONE },
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           br_if v0, b1(v1), b2 !weights 1 2
         b1(v2: i32):
           v3 = i32.const 9
           jump b3(v3, v2)
         b2:
           jump b1(v0)
         b3(v4: i32, v5: i32):
           v6 = i32.add v4, v5
           br_if v6, b4(v6), b5
         b4(v7: i32):
           jump b5
         b5:
           return v7
         }"
        .replace("return v7", "return v6")
        .as_str(),
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           br_if v0, b1(v1), b1(v0) !weights 1 2
         b1(v2: i32):
           v3 = i32.const 9
           jump b3(v3, v2)
         b3(v4: i32, v5: i32):
           v6 = i32.add v4, v5
           br_if v6, b5, b5
         b5:
           return v6
         }",
        Stats { threaded: 2, unreachable: 2, ..Stats::default() },
    );
}

#[test]
fn edges_skip_branches_that_they_decide() {
    check_with(
        Config { thread: true, ..NONE },
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           br_if v0, b1, b2
         b1:
           v2 = i32.const 0
           v3 = i32.load v1
           jump b3(v2, v3)
         b2:
           v4 = i32.load v0
           br_if v4, b3(v1, v4), b3(v4, v4)
         b3(v5: i32, v6: i32):
           br_if v5, b4(v6), b5(v6)
         b4(v7: i32):
           return v7
         b5(v8: i32):
           v9 = i32.add v8, v8
           return v9
         }",
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           br_if v0, b1, b2
         b1:
           v2 = i32.const 0
           v3 = i32.load v1
           jump b5(v3)
         b2:
           v4 = i32.load v0
           br_if v4, b3(v1, v4), b5(v4)
         b3(v5: i32, v6: i32):
           br_if v5, b4(v6), b5(v6)
         b4(v7: i32):
           return v7
         b5(v8: i32):
           v9 = i32.add v8, v8
           return v9
         }",
        Stats { threaded: 2, ..Stats::default() },
    );
}

#[test]
fn what_is_used_elsewhere_and_headers_of_loops_are_not_skipped() {
    // v2 is used in b2; b3 is a header whose branch one of its edges decides.
    let text = "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           br_if v0, b1(v1), b1(v0)
         b1(v2: i32):
           jump b2
         b2:
           v3 = i32.add v2, v2
           v4 = i32.const 1
           br_if v3, b3(v4), b3(v1)
         b3(v5: i32):
           br_if v5, b4, b5
         b4:
           v6 = call f0 v3
           jump b3(v6)
         b5:
           return v3
         }";
    check_with(Config { thread: true, ..NONE }, text, text, Stats::default());
    // Endless loops of nothing stay.
    let text = "func f1 : () -> (i32) {
         b0:
           jump b1
         b1:
           jump b2
         b2:
           jump b1
         }";
    let (module, mut function) = parse(text);
    with_context(&module, |cx| run(&mut function, cx, &Config::default()));
    verify(&module, &function);
    let ends = |term: &Terminator| matches!(term, Terminator::Return(_) | Terminator::Unreachable);
    assert!(function.blocks.values().all(|data| !ends(&data.term)));
}

#[test]
fn jumps_to_exits() {
    check_with(
        Config { exits: true, ..NONE },
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           br_if v0, b1, b2
         b1:
           v2 = call f0 v0
           jump b3(v2)
         b2:
           br_if v1, b3(v1), b4
         b3(v3: i32):
           return v3
         b4:
           v4 = call f0 v1
           jump b5
         b5:
           unreachable
         }",
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           br_if v0, b1, b2
         b1:
           v2 = call f0 v0
           return v2
         b2:
           br_if v1, b3(v1), b4
         b3(v3: i32):
           return v3
         b4:
           v4 = call f0 v1
           unreachable
         }",
        Stats { exits: 2, unreachable: 1, ..Stats::default() },
    );
}

#[test]
fn blocks_are_joined() {
    check_with(
        Config { join: true, ..NONE },
        "func f1 : (i32, (ref null ty0)) -> (i32) {
         b0(v0: i32, v1: (ref null ty0)):
           jump b1(v0)
         b1(v2: i32):
           v3 = i32.add v2, v0
           jump b2(v3, v2)
         b2(v4: i32, v5: i32):
           v6 = i32.add v4, v5
           br_on_null v1, b3, [v7] b4(v7)
         b3:
           return v4
         b4(v8: (ref ty0)):
           jump b5(v8)
         b5(v9: (ref ty0)):
           v10 = struct.get ty0 1 v9
           return v10
         }",
        "func f1 : (i32, (ref null ty0)) -> (i32) {
         b0(v0: i32, v1: (ref null ty0)):
           v3 = i32.add v0, v0
           v6 = i32.add v3, v0
           br_on_null v1, b3, [v7] b4(v7)
         b3:
           return v3
         b4(v8: (ref ty0)):
           v10 = struct.get ty0 1 v8
           return v10
         }",
        Stats { joined: 3, ..Stats::default() },
    );
}

#[test]
fn all_together() {
    // `(a && b) ? 1 : 2`, as compilers write it.
    check_with(
        Config::default(),
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           br_if v0, b1, b2(v0)
         b1:
           jump b2(v1)
         b2(v2: i32):
           br_if v2, b3, b4
         b3:
           v3 = i32.const 1
           jump b5(v3)
         b4:
           v4 = i32.const 2
           jump b5(v4)
         b5(v5: i32):
           return v5
         }",
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           v8 = i32.const 2
           br_if v0, b2(v1), b5(v8)
         b2(v2: i32):
           v6 = i32.const 1
           v7 = i32.const 2
           v9 = select v6, v7, v2
           return v9
         b5(v5: i32):
           return v5
         }",
        Stats { folded: 1, selects: 1, threaded: 4, exits: 1, unreachable: 3, ..Stats::default() },
    );
}

#[test]
fn random_functions_do_the_same() {
    for goals in [Goals::default(), Goals { traps_never_happen: true, size: 2, ..Goals::default() }]
    {
        same_behaviour(0..4000, goals, |function, cx| {
            run(function, cx, &Config::default());
        });
    }
    for config in [
        Config { facts: true, ..NONE },
        Config { terminators: true, selects: true, ..NONE },
        Config { thread: true, exits: true, ..NONE },
        Config { join: true, ..NONE },
    ] {
        same_behaviour(0..1000, Goals::default(), |function, cx| {
            run(function, cx, &config);
        });
    }
}

/// All passes, over and over: each must find what the others leave valid.
#[test]
fn random_functions_do_the_same_after_all_passes() {
    same_behaviour(10_000..14_000, Goals::default(), |function, cx| {
        crate::unreachable::run(function, cx, &Default::default());
        for _ in 0..3 {
            crate::ssa_cleanup::run(function, cx, &Default::default());
            verify(cx.module, function);
            crate::fold::run(function, cx, &Default::default());
            verify(cx.module, function);
            cx.analyses.clear_of_instructions();
            crate::gvn::run(function, cx, &Default::default());
            verify(cx.module, function);
            run(function, cx, &Config::default());
            verify(cx.module, function);
            crate::branch_facts::run(function, cx, &Default::default());
            verify(cx.module, function);
        }
        invar_memory::globals::run(function, cx, &Default::default());
        crate::tail_merging::run(function, cx, &Default::default());
        verify(cx.module, function);
        crate::dce::run(function, cx, &Default::default());
    });
}

#[test]
fn fuel_runs_out_anywhere() {
    out_of_fuel(|function, cx| {
        run(function, cx, &Config::default());
    });
}

#[test]
fn large_functions() {
    for (module, mut function) in [long_block(100_000), nest(20_000)] {
        with_context(&module, |cx| run(&mut function, cx, &Config::default()));
    }
    for config in
        [Config { join: true, ..NONE }, Config { thread: true, ..NONE }, Config::default()]
    {
        let (module, mut function) = chain(100_000);
        with_context(&module, |cx| run(&mut function, cx, &config));
        assert!(function.live_blocks().count() <= 2, "{config:?}");
    }
}
