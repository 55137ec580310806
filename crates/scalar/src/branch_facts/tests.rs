use super::{Config, Stats, run};
use invar_analysis::Goals;
use invar_generate::Random;
use invar_generate::comparisons::{ARGUMENTS, random_comparisons};
use invar_generate::testing::{
    check, compare, nest, out_of_fuel, same_behaviour, verify, with_context,
};

fn check_with(ranges: bool, before: &str, after: &str, expected: Stats) {
    check(
        |function, cx| {
            assert_eq!(run(function, cx, &Config { ranges }), expected);
            0
        },
        0,
        before,
        after,
    );
}

#[test]
fn what_a_branch_tells_below_it() {
    check_with(
        false,
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           v2 = i32.lt_s v0, v1
           br_if v2, b1, b2(v2)
         b1:
           v3 = i32.ge_s v0, v1
           br_if v3, b2(v0), b3
         b2(v4: i32):
           return v4
         b3:
           v5 = i32.gt_u v1, v0
           br_if v5, b2(v1), b2(v2)
         }",
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           v2 = i32.lt_s v0, v1
           br_if v2, b1, b2(v2)
         b1:
           v3 = i32.const 0
           jump b3
         b2(v4: i32):
           return v4
         b3:
           v5 = i32.gt_u v1, v0
           br_if v5, b2(v1), b2(v2)
         }",
        Stats { decided: 1, ranges: 1, ..Stats::default() },
    );
}

#[test]
fn equal_to_a_constant_below_a_comparison() {
    check_with(
        false,
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           v2 = i32.const 7
           v3 = i32.ne v0, v2
           v4 = i32.or v3, v1
           br_if v4, b1, b2
         b1:
           return v1
         b2:
           v5 = i32.add v0, v1
           br_table v0, b1, b1, b1, b1, b1, b1, b1, b3(v5), b1
         b3(v6: i32):
           return v6
         }",
        "func f1 : (i32, i32) -> (i32) {
         b0(v0: i32, v1: i32):
           v2 = i32.const 7
           v3 = i32.ne v0, v2
           v4 = i32.or v3, v1
           br_if v4, b1, b2
         b1:
           return v1
         b2:
           v7 = i32.const 7
           v8 = i32.const 0
           v5 = i32.add v7, v8
           jump b3(v5)
         b3(v6: i32):
           return v6
         }",
        Stats { decided: 1, values: 2, ..Stats::default() },
    );
}

#[test]
fn random_functions_do_the_same() {
    for ranges in [false, true] {
        same_behaviour(0..2000, Goals::default(), |function, cx| {
            run(function, cx, &Config { ranges });
        });
    }
}

#[test]
fn random_comparisons_do_the_same() {
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let (module, before) = random_comparisons(&mut random);
        verify(&module, &before);
        let mut after = before.clone();
        with_context(&module, |cx| {
            crate::simplify_cfg::run(&mut after, cx, &Default::default());
            run(&mut after, cx, &Config::default());
            crate::simplify_cfg::run(&mut after, cx, &Default::default());
        });
        verify(&module, &after);
        for _ in 0..12 {
            let args = [(); 2].map(|()| random.pick(&ARGUMENTS));
            if let Err(difference) = compare(&module, &before, &after, Goals::default(), &args) {
                panic!("seed {seed}, {args:?}: {difference}");
            }
        }
    }
}

#[test]
fn fuel_runs_out_anywhere() {
    out_of_fuel(|function, cx| {
        run(function, cx, &Config::default());
    });
}

#[test]
fn large_functions() {
    let (module, mut function) = nest(20_000);
    with_context(&module, |cx| run(&mut function, cx, &Config::default()));
}
