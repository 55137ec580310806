//! Loops before and after vectorization, executed by the interpreter: random ones over arrays of all types, and small
//! ones for what must be refused.

mod text;

use invar_analysis::Counters;
use invar_generate::Random;
use invar_generate::functions::parse;
use invar_generate::testing::{End, interpret, verify, with_context};
use invar_vector::loop_vectorize::{self, Config, Vectorized};
use text::{random_loop, random_search, random_sums};

/// Instructions that a function may execute before the pass.
const FUEL: u64 = 8000;
/// Trip counts: around the widths of vectors, and too many for the memory.
const COUNTS: [i32; 20] =
    [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 18, 31, 32, 33, 40, 49, 100, i32::MAX];
/// Bases: at the start of memory, near its end, and near the end of the address space.
const BASES: [i32; 12] = [0, 4, 64, 65, 512, 1000, 65136, 65440, 65504, 65535, -16, -256];

#[test]
fn float_sums_in_another_order_are_the_same_where_they_are_exact() {
    let mut all = Vectorized::default();
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let text = random_sums(&mut random);
        let pairs = [(); 5].map(|()| [random.pick(&COUNTS), random.pick(&BASES)]);
        let config = Config { relaxed: seed % 2 == 0, ..Config::default() };
        let done = std::panic::catch_unwind(|| compare_with(&text, &pairs, true, &config));
        all.add(&done.unwrap_or_else(|_| panic!("seed {seed}\n{text}")));
    }
    println!("{all:?}");
    assert!(all.loops > 60 && all.reductions > 60, "{all:?}");
}

#[track_caller]
fn compare(text: &str, pairs: &[[i32; 2]]) -> Vectorized {
    compare_with(text, pairs, false, &Config::default())
}

/// Vectorizes a function and compares what it does with these arguments.
#[track_caller]
fn compare_with(text: &str, pairs: &[[i32; 2]], fast_math: bool, config: &Config) -> Vectorized {
    let (module, before) = parse(text);
    verify(&module, &before);
    let mut after = before.clone();
    let done = with_context(&module, |cx| {
        cx.goals.fast_math = fast_math;
        loop_vectorize::run(&mut after, cx, config).done
    });
    verify(&module, &after);
    if done.loops == 0 {
        return done;
    }
    for args in pairs {
        let expected = interpret(&module, &before, args, FUEL);
        if expected.end == End::Unknown {
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

/// With `VECTOR_TEST_TIMES=n`, on n times as many loops.
fn random_loops(text: fn(&mut Random) -> String, least: u64) {
    let times: u64 = std::env::var("VECTOR_TEST_TIMES").map_or(1, |times| times.parse().unwrap());
    let from: u64 = std::env::var("VECTOR_TEST_SEED").map_or(0, |seed| seed.parse().unwrap());
    let mut all = Vectorized::default();
    for seed in from..from + 300 * times {
        let mut random = Random::new(seed);
        let text = text(&mut random);
        let mut pairs = [(); 5].map(|()| [random.pick(&COUNTS), random.pick(&BASES)]);
        // The last access may end at the end of memory.
        let bytes = random.pick(&[1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32]);
        let count = random.pick(&COUNTS[5..19]);
        pairs[0] = [count, 65536 - count * bytes + random.pick(&[-4, -1, 0, 0, 0, 1, 2, 4])];
        let done = std::panic::catch_unwind(|| compare(&text, &pairs));
        all.add(&done.unwrap_or_else(|_| panic!("seed {seed}\n{text}")));
    }
    println!("{all:?}");
    assert!(all.loops > least * times, "{all:?}");
}

#[test]
fn random_loops_behave_as_before() {
    random_loops(|random| random_loop(random, false), 45);
}

#[test]
fn random_loops_with_branches_behave_as_before() {
    random_loops(|random| random_loop(random, true), 30);
}

#[test]
fn random_searches_behave_as_before() {
    random_loops(random_search, 45);
}

/// A loop over `v4` from 0 to `v0` with this body.
fn counted(body: &str) -> String {
    format!(
        "func f1 : (i32, i32) -> (i32) {{
         b0(v0: i32, v1: i32):
           v2 = i32.const 0
           v3 = i32.lt_s v2, v0
           br_if v3, b1, b3
         b1:
           jump b2(v2)
         b2(v4: i32):
           v20 = i32.const 4
           v21 = i32.mul v4, v20
           v22 = i32.add v1, v21
           {body}
           v6 = i32.const 1
           v7 = i32.add v4, v6
           v8 = i32.lt_s v7, v0
           br_if v8, b2(v7), b3
         b3:
           return v0
         }}"
    )
}

fn all_pairs() -> Vec<[i32; 2]> {
    COUNTS.iter().flat_map(|&n| BASES.iter().map(move |&base| [n, base])).collect()
}

/// The load `distance` bytes from the store, in an array of `i32`.
fn at_distance(distance: i32, load_first: bool) -> Vectorized {
    let load = format!(
        "v30 = i32.const {distance}
         v31 = i32.add v22, v30
         v32 = i32.load v31"
    );
    let body = if load_first {
        format!("{load}\n v33 = i32.add v32, v4\n i32.store v22, v33")
    } else {
        format!("i32.store v22, v4\n {load}\n i32.store v31, v32 offset=4096")
    };
    compare(&counted(&body), &all_pairs())
}

#[test]
fn distances_between_iterations_are_respected() {
    for distance in 1..4 {
        // The value comes from an iteration of the same vector.
        assert_eq!(at_distance(-4 * distance, true).refused_dependence, 1, "{distance}");
        // What is loaded is overwritten by a later iteration only.
        assert_eq!(at_distance(4 * distance, true).loops, 1, "{distance}");
        // What is loaded was stored before the load in the text, in the same vector, by an earlier iteration.
        assert_eq!(at_distance(-4 * distance, false).loops, 1, "{distance}");
        // What is loaded would be stored by a later iteration ahead of the load.
        assert_eq!(at_distance(4 * distance, false).refused_dependence, 1, "{distance}");
    }
    for distance in [4, 5, 20] {
        assert_eq!(at_distance(-4 * distance, true).loops, 1, "{distance}");
    }
    // Parts of elements.
    assert_eq!(at_distance(-2, true).refused_dependence, 1);
    assert_eq!(at_distance(-14, true).refused_dependence, 1);
    assert_eq!(at_distance(-16, true).loops, 1);
}

#[test]
fn what_is_not_legal_is_refused() {
    let refused = |body: &str| compare(&counted(body), &all_pairs());
    let call = refused("v30 = call f0 v4\n i32.store v22, v30");
    assert_eq!((call.loops, call.refused_call.0), (0, 1));
    let division = refused("v30 = i32.load v22\n v31 = i32.div_s v30, v4\n i32.store v22, v31");
    assert_eq!((division.loops, division.refused_effect.0), (0, 1));
    let global = refused("global.set g0 v4\n i32.store v22, v4");
    assert_eq!((global.loops, global.refused_effect.0), (0, 1));
    let scatter = refused("v30 = i32.load v22\n i32.store v30, v4");
    assert_eq!((scatter.loops, scatter.refused_address.0), (0, 1));
    let rows = refused(
        "v30 = i32.mul v21, v20\n v31 = i32.mul v30, v20\n v32 = i32.add v1, v31\n i32.store v32, v4",
    );
    assert_eq!((rows.loops, rows.refused_stride.0), (0, 1));
    let gaps = refused("v30 = i32.mul v21, v20\n v31 = i32.add v1, v30\n i32.store v31, v4");
    assert_eq!((gaps.loops, gaps.refused_cost.0), (0, 1));
    let rotation = refused("v30 = i32.load v22\n v31 = i32.rotl v30, v30\n i32.store v22, v31");
    assert_eq!((rotation.loops, rotation.refused_operator.0), (0, 1));
}
