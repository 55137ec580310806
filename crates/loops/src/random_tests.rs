//! Each loop pass on random loops, executed before and after: on small numbers in a memory of one page, and as the
//! checker of effective addresses does it.

use crate::testing::{ARGS, parse, random_loop, same, with_context};
use crate::transforms::{
    deletion, idiom, licm, narrow_counters, offset_folding, predictive_commoning, rotate,
    scalar_promotion, strength_reduction,
};
use crate::versions::{
    alias_versioning, full_unroll, loop_versioning, partial_unroll, peel, unswitch,
};
use invar_analysis::{Counters, PassContext};
use invar_generate::Random;
use invar_ir::Function;
use invar_validate::{Setting, same_effects};

type Run = fn(&mut Function, &mut PassContext<'_>) -> bool;

macro_rules! passes {
    ($($pass:ident),* $(,)?) => {
        [$((stringify!($pass), (|f, cx| $pass::run(f, cx, &Default::default()).changed()) as Run)),*]
    };
}

/// The passes, in the order of the pipeline.
const PASSES: [(&str, Run); 15] = passes![
    rotate,
    narrow_counters,
    licm,
    scalar_promotion,
    predictive_commoning,
    deletion,
    idiom,
    full_unroll,
    unswitch,
    peel,
    alias_versioning,
    loop_versioning,
    strength_reduction,
    partial_unroll,
    offset_folding,
];

/// Each pass by itself, after rotation, and all in a row. With `LOOPS_TEST_TIMES=n`, on n times as many loops.
#[test]
fn passes_keep_the_behaviour_of_random_loops() {
    let times: u64 = std::env::var("LOOPS_TEST_TIMES").map_or(1, |times| times.parse().unwrap());
    let mut changed = [0; PASSES.len()];
    for seed in 0..250 * times {
        let mut random = Random::new(seed);
        let text = random_loop(&mut random);
        let (module, before) = parse(&text);
        let pairs = [(); 5].map(|()| [random.pick(&ARGS), random.pick(&ARGS)]);
        let confirm = |after: &Function| {
            pairs.iter().for_each(|pair| same(&module, &before, after, pair));
        };
        // In memories as large as they may grow, and near the edges.
        let confirm_effects = |pass: &str, old: &Function, new: &Function| {
            let setting = Setting { runs: 8, ..Setting::of_pass(&module, &[]) };
            same_effects(old, new, &setting).unwrap_or_else(|why| {
                let texts = [old, new].map(|f| f.display(&module).to_string());
                panic!("seed {seed}, {pass}: {why}\nbefore:\n{}\nafter:\n{}", texts[0], texts[1])
            });
        };
        let mut rotated = before.clone();
        with_context(&module, |cx| rotate::run(&mut rotated, cx, &Default::default()));
        let mut all = before.clone();
        with_context(&module, |cx| {
            for (n, (_, run)) in PASSES.iter().enumerate() {
                for first in [&before, &rotated] {
                    let mut after = first.clone();
                    if with_context(&module, |cx| run(&mut after, cx)) {
                        changed[n] += 1;
                        confirm(&after);
                        if seed % 16 == 0 {
                            confirm_effects(PASSES[n].0, first, &after);
                        }
                    }
                }
                let changed = run(&mut all, cx);
                cx.analyses.after_pass(&all, changed);
            }
        });
        confirm(&all);
        if seed % 4 == 0 {
            confirm_effects("all passes", &before, &all);
        }
    }
    // Most passes find something, or this would test nothing.
    let idle: Vec<&str> =
        PASSES.iter().zip(changed).filter(|(_, n)| *n == 0).map(|((name, _), _)| *name).collect();
    assert!(idle.len() < PASSES.len() / 2, "{idle:?} changed nothing");
}

/// Peeling with any gain, of loops with and without a trip count.
#[test]
fn any_loop_can_be_peeled() {
    let config = peel::Config { insts: 1000, folds: 0, counted: true };
    let mut peeled = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let (module, before) = parse(&random_loop(&mut random));
        let mut after = before.clone();
        let done = with_context(&module, |cx| peel::run(&mut after, cx, &config)).done;
        if done.loops == 0 {
            continue;
        }
        peeled += 1;
        for _ in 0..5 {
            same(&module, &before, &after, &[random.pick(&ARGS), random.pick(&ARGS)]);
        }
    }
    assert!(peeled > 50, "{peeled} loops were peeled");
}
