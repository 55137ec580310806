//! Adjacent stores are executed before and after vectorization, on the interpreter: random ones of
//! records that may overlap, and small ones for what must be refused.

mod text;

use invar_analysis::{Counters, Fuel, Goals, PassContext, Summaries};
use invar_generate::Random;
use invar_generate::functions::parse;
use invar_generate::testing::{End, interpret, verify, with_goals};
use invar_ir::Op;
use invar_vector::slp_vectorize::{self, Stats};
use std::fmt::Write;
use text::random_records;

/// Instructions that a function may execute before the pass.
const FUEL: u64 = 4000;
/// Bases: at the start of memory, near its end, and near the end of the address space; some a few
/// bytes apart.
const BASES: [i32; 19] = [
    0, 4, 8, 12, 16, 20, 64, 65, 68, 512, 520, 65440, 65472, 65504, 65516, 65520, 65524, 65535, -16,
];

/// Vectorizes a function and compares what it does with these arguments.
#[track_caller]
fn compare_with(goals: Goals, text: &str, pairs: &[[i32; 2]]) -> Stats {
    let (module, before) = parse(text);
    verify(&module, &before);
    let mut after = before.clone();
    let done = with_goals(&module, goals, |cx| {
        slp_vectorize::run(&mut after, cx, &slp_vectorize::Config::default())
    });
    verify(&module, &after);
    let insts = after.blocks[after.entry].insts.iter();
    let stores = insts.filter(|&&inst| matches!(after.insts[inst].op, Op::V128Store { .. }));
    assert_eq!(stores.count() as u64, done.stores, "vector stores");
    if done.stores + done.reductions == 0 {
        return done;
    }
    for args in pairs {
        let expected = interpret(&module, &before, args, FUEL);
        if expected.end == End::Unknown || goals.traps_never_happen && expected.end == End::Trap {
            continue;
        }
        let found = interpret(&module, &after, args, 4 * FUEL);
        let at = (found.memory.iter().zip(&expected.memory)).position(|(a, b)| a != b);
        assert!(
            found == expected,
            "on {args:?}: {:?}, was {:?}, first byte that differs {at:?}\nbefore:\n{}\nafter:\n{}",
            found.end,
            expected.end,
            before.display(&module),
            after.display(&module)
        );
    }
    done
}

fn random_test(goals: Goals) -> Stats {
    let times: u64 = std::env::var("VECTOR_TEST_TIMES").map_or(1, |times| times.parse().unwrap());
    let from: u64 = std::env::var("VECTOR_TEST_SEED").map_or(0, |seed| seed.parse().unwrap());
    let mut sum = Stats::default();
    for seed in from..from + 500 * times {
        let mut random = Random::new(seed);
        let text = random_records(&mut random);
        let pairs = [(); 12].map(|()| [random.pick(&BASES), random.pick(&BASES)]);
        let done = std::panic::catch_unwind(|| compare_with(goals, &text, &pairs));
        sum.add(&done.unwrap_or_else(|_| panic!("seed {seed}\n{text}")));
    }
    println!("{sum:?}");
    assert!(sum.reductions > 40 * times && sum.extracted > 5 * times, "{sum:?}");
    assert!(sum.stores > 120 * times, "{sum:?}");
    sum
}

/// With `VECTOR_TEST_TIMES=n`, on n times as many functions.
#[test]
fn random_records_behave_as_before() {
    random_test(Goals::default());
}

#[test]
fn random_records_without_traps_behave_as_before() {
    let goals = Goals { traps_never_happen: true, ..Goals::default() };
    let sum = random_test(goals);
    assert_eq!((sum.refused_bounds.0, sum.refused_trap.0), (0, 0));
}

fn all_pairs() -> Vec<[i32; 2]> {
    BASES.iter().flat_map(|&a| BASES.iter().map(move |&b| [a, b])).collect()
}

#[track_caller]
fn compare(body: &str) -> Stats {
    let text = format!(
        "func f1 : (i32, i32) -> (i32) {{\n b0(v0: i32, v1: i32):\n {body}\n return v1\n }}"
    );
    compare_with(Goals::default(), &text, &all_pairs())
}

/// Four stores to `v0`, with this in front of the last.
fn four(probe: &str, between: &str) -> String {
    format!(
        "{probe}
         i32.store v0, v1
         i32.store v0, v1 offset=4
         i32.store v0, v1 offset=8
         {between}
         i32.store v0, v1 offset=12"
    )
}

const PROBE: &str = "v5 = i32.load v0 offset=12";

#[test]
fn stores_that_may_trap_in_the_middle_stay() {
    assert_eq!(compare(&four("", "")).refused_bounds, 1);
    assert_eq!(compare(&four("v5 = i32.load v0 offset=11", "")).refused_bounds, 1);
    // Of another base, and behind the first store.
    assert_eq!(compare(&four("v5 = i32.load v1 offset=12", "")).refused_bounds, 1);
    assert_eq!(compare(&four("", PROBE)).refused_bounds, 1);
    assert_eq!(compare(&four(PROBE, "")).stores, 1);
    // A store of a byte is enough.
    assert_eq!(compare(&four("i32.store8 v0, v1 offset=15", "")).stores, 1);
    let falling = "i32.store v0, v1 offset=12
         i32.store v0, v1 offset=8
         i32.store v0, v1 offset=4
         i32.store v0, v1";
    assert_eq!(compare(falling).stores, 1);
    let goals = Goals { traps_never_happen: true, ..Goals::default() };
    let text = format!(
        "func f1 : (i32, i32) -> (i32) {{\n b0(v0: i32, v1: i32):\n {}\n return v1\n }}",
        four("", "")
    );
    assert_eq!(compare_with(goals, &text, &all_pairs()).stores, 1);
}

#[test]
fn sums_that_may_wrap_are_other_bases() {
    let body = "v5 = i32.load v0 offset=12
         v6 = i32.const 8
         v7 = i32.add v0, v6
         i32.store v0, v1
         i32.store v0, v1 offset=4
         i32.store v7, v1
         i32.store v7, v1 offset=4";
    assert_eq!(compare(body), Stats::default());
}

#[test]
fn what_is_between_stores_stays_there() {
    let between = |between: &str| compare(&four(PROBE, between));
    assert_eq!(between("v6 = i32.add v0, v1").stores, 1);
    assert_eq!(between("v6 = i32.load v0 offset=4\n i32.store v0, v6 offset=12").stores, 0);
    assert_eq!(between("v6 = i32.load v0 offset=4\n i32.store v0, v6 offset=16").stores, 0);
    assert_eq!(between("v6 = i32.load v0").refused_dependence, 1);
    assert_eq!(between("v6 = i32.load v0 offset=12").stores, 1);
    assert_eq!(between("i32.store8 v0, v0 offset=11").refused_dependence, 1);
    // It comes ahead of the last store in either case.
    assert_eq!(between("i32.store8 v0, v0 offset=12").stores, 1);
    assert_eq!(between("v6 = i32.load v1").refused_trap, 1);
    assert_eq!(between("i32.store v1, v0").refused_trap, 1);
    assert_eq!(between("v6 = i32.div_u v0, v1").refused_trap, 1);
    assert_eq!(between("global.set g0 v0").stores, 1);
    assert_eq!(between("v6 = call f0 v0").stores, 0);
    assert_eq!(between("v6 = i32.const 1\n v7 = memory.grow m0 v6").stores, 0);
    let known = |between: &str| compare(&four(&format!("{PROBE}\n v8 = i32.load v1"), between));
    assert_eq!(known("i32.store v1, v0").refused_dependence, 1);
    assert_eq!(known("v6 = i32.load v1").refused_dependence, 1);
    // The first store traps if one does, which would come behind the other effect.
    let falling = "i32.store v0, v1 offset=12
         global.set g0 v0
         i32.store v0, v1 offset=8
         i32.store v0, v1 offset=4
         i32.store v0, v1";
    assert_eq!(compare(falling).refused_bounds, 1);
}

/// Copies four numbers from `v0` to 512, with this among the loads.
fn copy(between: &str, order: [u32; 4]) -> String {
    let load = |n: usize| format!("v1{n} = i32.load v0 offset={}", 4 * order[n]);
    format!(
        "v5 = i32.const 512
         {}
         {}
         {between}
         {}
         {}
         i32.store v5, v10
         i32.store v5, v11 offset=4
         i32.store v5, v12 offset=8
         i32.store v5, v13 offset=12",
        load(0),
        load(1),
        load(2),
        load(3)
    )
}

#[test]
fn loads_move_past_what_does_not_change_them() {
    assert_eq!(compare(&copy("", [0, 1, 2, 3])).scalars, 8);
    assert_eq!(compare(&copy("", [3, 2, 1, 0])).scalars, 8);
    assert_eq!(compare(&copy("", [1, 0, 3, 2])).scalars, 8);
    // Two of the same: not all bytes are loaded.
    assert_eq!(compare(&copy("", [0, 1, 2, 2])).stores, 0);
    assert_eq!(compare(&copy("", [0, 1, 2, 4])).stores, 0);
    // A trap would come behind the effect.
    assert_eq!(compare(&copy("global.set g0 v1", [0, 1, 2, 3])).stores, 0);
    let known = |between: &str| {
        let body = copy(between, [0, 1, 2, 3]);
        compare(&format!("v6 = i32.load v0 offset=12\n v7 = i32.load v1\n {body}"))
    };
    assert_eq!(known("global.set g0 v1").scalars, 8);
    assert_eq!(known("i32.store v1, v0").stores, 0);
    assert_eq!(known("i32.store v0, v1 offset=4").stores, 0);
    // It comes ahead of the load in either case.
    assert_eq!(known("i32.store v0, v1 offset=8").scalars, 8);
}

/// Stores four values with these operators, of numbers from `v0`, after this.
fn compute(element: &str, lanes: &[&str], after: &str) -> String {
    let size = if element.ends_with("64") { 8 } else { 4 };
    let mut text = format!("v5 = {element}.load v0 offset=48\n v6 = {element}.load v0 offset=4\n");
    for (n, lane) in lanes.iter().enumerate() {
        writeln!(text, " v1{n} = {element}.load v0 offset={}", size * n).unwrap();
        writeln!(text, " v2{n} = {element}.{}", lane.replace('x', &format!("v1{n}"))).unwrap();
    }
    text += after;
    for n in 0..lanes.len() {
        writeln!(text, "\n {element}.store v0, v2{n} offset={}", 16 + size * n).unwrap();
    }
    text
}

#[test]
fn operators_are_those_of_each_lane() {
    let with = |element: &str, lanes: &[&str]| compare(&compute(element, lanes, ""));
    assert_eq!(with("f32", &["mul x, v5"; 4]).scalars, 12);
    assert_eq!(with("f64", &["div v5, x"; 2]).scalars, 6);
    assert_eq!(with("i32", &["add x, v5", "add v5, x", "add x, v5", "add v5, x"]).scalars, 12);
    // Differences do not commute.
    assert_eq!(with("i32", &["sub x, v5", "sub v5, x", "sub x, v5", "sub v5, x"]).stores, 0);
    // Two equal operands are no splat of one.
    assert_eq!(with("i32", &["sub x, v5", "sub x, v5", "sub x, v6", "sub x, v5"]).scalars, 12);
    assert_eq!(with("i32", &["sub x, v5", "add x, v5", "sub x, v5", "add x, v5"]).scalars, 12);
    assert_eq!(with("f64", &["sub x, v5", "add x, v5"]).stores, 0);
    assert_eq!(with("i32", &["shl x, v5"; 4]).scalars, 12);
    assert_eq!(with("i32", &["shl x, v5", "shl x, v5", "shl x, v6", "shl x, v5"]).stores, 0);
    assert_eq!(with("i32", &["rotl x, v5"; 4]).stores, 0);
    assert_eq!(with("f32", &["copysign x, v5"; 4]).stores, 0);
}

#[test]
fn values_with_other_users_are_extracted_or_stay() {
    let lanes = ["mul x, v5"; 4];
    // Behind the store, a lane is extracted.
    let behind = format!("{}\n i32.store v0, v21 offset=40", compute("i32", &lanes, ""));
    assert_eq!((compare(&behind).extracted, compare(&behind).scalars), (1, 12));
    // Ahead of it, the scalar stays, and what it is computed from.
    let ahead = compute("i32", &lanes, "i32.store v0, v21 offset=40");
    assert_eq!((compare(&ahead).extracted, compare(&ahead).scalars), (0, 10));
    let next = compute("i32", &lanes, "v30 = i32.add v21, v0\n i32.store v0, v30 offset=40");
    assert_eq!((compare(&next).extracted, compare(&next).scalars), (0, 10));
}

#[test]
fn narrow_lanes_shift_by_less_than_their_width() {
    let bytes = |op: &str, by: i32| {
        let mut text = format!("v5 = i32.const {by}\n");
        for n in 0..16 {
            writeln!(text, " v{} = i32.load8_s v0 offset={n}", 10 + n).unwrap();
            writeln!(text, " v{} = i32.{op} v{}, v5", 30 + n, 10 + n).unwrap();
        }
        for n in 0..16 {
            writeln!(text, " i32.store8 v0, v{} offset={n}", 30 + n).unwrap();
        }
        compare(&text)
    };
    assert_eq!(bytes("shl", 3).scalars, 48);
    assert_eq!(bytes("shl", 8).stores, 0);
    assert_eq!(bytes("shl", 9).stores, 0);
    assert_eq!(bytes("shr_s", 3).stores, 0);
    assert_eq!(bytes("add", 3).scalars, 48);
}

#[test]
fn scalars_and_constants_are_gathered() {
    // Two scalars, two constants: no gain. With a product behind it, there is.
    let scalars = |op: &str| {
        compare(&format!(
            "v5 = i32.load v0 offset=12
             v6 = i32.load v0 offset=8
             v7 = i32.load v0 offset=4
             v8 = i32.load v0
             v9 = i32.const 7
             v10 = i32.load v1
             v11 = i32.load v1 offset=400
             {op}"
        ))
    };
    let store = "i32.store v0, v20\n i32.store v0, v21 offset=4
         i32.store v0, v22 offset=8\n i32.store v0, v23 offset=12";
    let sums = format!(
        "v20 = i32.add v8, v10\n v21 = i32.add v7, v11\n v22 = i32.add v6, v9\n v23 = i32.add v5, v9\n {store}"
    );
    assert_eq!(scalars(&sums).scalars, 12);
    let constants = "v20 = i32.const 1\n v21 = i32.const 2\n v22 = i32.const 3\n v23 = i32.const 4";
    assert_eq!(scalars(&format!("{constants}\n {store}")).scalars, 4);
}

#[test]
fn sums_become_vectors() {
    let sum = |first: &str, loads: [u32; 4], between: &str| {
        let mut text = first.to_string();
        for (n, at) in loads.iter().enumerate() {
            writeln!(text, " v1{n} = i32.load v0 offset={}", 4 * at).unwrap();
            writeln!(text, " v2{n} = i32.load v0 offset={}", 4 * at + 16).unwrap();
            writeln!(text, " v3{n} = i32.mul v1{n}, v2{n}").unwrap();
            if n == 1 {
                text += "v40 = i32.add v30, v31\n";
                text += between;
                text += "\n";
            }
        }
        text += "\n v41 = i32.add v32, v33\n v42 = i32.add v40, v41\n v43 = i32.add v42, v1
             v5 = i32.const 600\n i32.store v5, v43";
        compare(&text)
    };
    let known = "v6 = i32.load v0 offset=28\n v7 = i32.load v1\n";
    for order in [[0, 1, 2, 3], [3, 1, 2, 0]] {
        assert_eq!((sum("", order, "").reductions, sum("", order, "").scalars), (1, 16));
    }
    assert_eq!(sum("", [0, 1, 2, 4], "").reductions, 0);
    assert_eq!(sum("", [0, 1, 2, 3], "global.set g0 v1").reductions, 0);
    assert_eq!(sum(known, [0, 1, 2, 3], "global.set g0 v1").reductions, 1);
    assert_eq!(sum(known, [0, 1, 2, 3], "i32.store v1, v0").reductions, 0);
    // A part of the sum is used.
    assert_eq!(sum(known, [0, 1, 2, 3], "global.set g0 v40").reductions, 0);
}

#[test]
fn fuel_is_taken_for_each_seed() {
    let two = four(PROBE, "") + &four("", "").replace("v0, v1", "v0, v0");
    let text = format!(
        "func f1 : (i32, i32) -> (i32) {{\n b0(v0: i32, v1: i32):\n {two}\n return v1\n }}"
    );
    let (module, before) = parse(&text);
    for limit in 0..4 {
        let mut function = before.clone();
        let (fuel, summaries) = (Fuel::limited(limit), Summaries::default());
        let mut cx = PassContext::new(&module, Goals::default(), &fuel, &summaries);
        cx.checker = Some(&invar_validate::Machines);
        let done = slp_vectorize::run(&mut function, &mut cx, &slp_vectorize::Config::default());
        assert_eq!(done.stores, limit.min(2));
        if limit == 0 {
            assert_eq!(function.display(&module).to_string(), before.display(&module).to_string());
        }
    }
}

/// The work is linear in a block of adjacent stores, whatever is in between.
#[test]
fn large_blocks_have_a_budget() {
    let mut body = String::from("v5 = i32.load v0 offset=60000\n");
    for n in 0..10_000 {
        writeln!(body, " i32.store v0, v1 offset={}", 4 * (n * 7 % 10_000)).unwrap();
    }
    let text = format!(
        "func f1 : (i32, i32) -> (i32) {{\n b0(v0: i32, v1: i32):\n {body}\n return v1\n }}"
    );
    let (module, mut function) = parse(&text);
    let start = std::time::Instant::now();
    with_goals(&module, Goals::default(), |cx| {
        slp_vectorize::run(&mut function, cx, &slp_vectorize::Config::default())
    });
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    verify(&module, &function);
}
