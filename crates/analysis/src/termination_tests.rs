use super::*;
use invar_ir::testing::Rng;
use invar_ir::{Body, Func, parse_verified};

/// What is found in a function, and its loops and blocks.
fn analyzed(function: &str) -> (Termination, LoopForest, Vec<Block>) {
    let module = parse_verified(&format!("module {{ {function} }}")).expect("it is valid");
    let Body::Ssa(f) = &module.funcs[Func::from_u32(0)].body else { panic!("it has a body") };
    let cfg = Cfg::new(f);
    let dominators = Dominators::new(f, &cfg);
    let loops = LoopForest::new(f, &cfg, &dominators);
    let found = Termination::new(f, &cfg, &dominators, &loops);
    (found, loops, f.live_blocks().collect())
}

/// Whether the outermost loop of a function is finite.
fn is_finite(function: &str) -> bool {
    let (found, loops, _) = analyzed(function);
    let first = loops.loops.keys().next().expect("it has a loop");
    assert!(!found.all_finite() || loops.loops.keys().all(|id| found.is_finite(id)));
    found.is_finite(first)
}

/// A loop with a counter that starts at v0 and a bound v1, which goes on while the test of `v3` (the
/// counter) or `v4` (the next one) is not zero.
fn counted(ty: &str, step: i64, test: &str) -> bool {
    is_finite(&format!(
        "func f0 : ({ty}, {ty}) -> () {{
         b0(v0: {ty}, v1: {ty}):
           v2 = {ty}.const {step}
           v9 = {ty}.const 1000
           jump b1(v0)
         b1(v3: {ty}):
           v4 = {ty}.add v3, v2
           v5 = {test}
           br_if v5, b1(v4), b2
         b2:
           return
         }}"
    ))
}

#[test]
fn counters_take_every_value_or_cannot_step_over_the_end() {
    for (step, test, finite) in [
        (1, "i32.ne v4, v1", true),
        (-3, "i32.ne v4, v1", true),
        (2, "i32.ne v4, v1", false),
        (0, "i32.ne v4, v1", false),
        (1, "i32.lt_u v4, v1", true),
        (1, "i32.lt_s v3, v1", true),
        (5, "i32.lt_u v4, v1", true),
        (4, "i32.lt_u v4, v1", false),
        (4, "i32.lt_u v4, v9", true),
        (4, "i32.lt_s v4, v9", true),
        (1, "i32.le_u v4, v1", false),
        (1, "i32.le_u v4, v9", true),
        (-1, "i32.gt_s v4, v1", true),
        (-2, "i32.gt_u v9, v4", true),
        (-1, "i32.ge_u v4, v1", false),
        (-1, "i32.ge_u v4, v9", true),
        (-1, "i32.le_u v1, v4", false),
        (8, "i32.eq v4, v1", true),
        (0, "i32.eq v4, v1", false),
        (0, "i32.lt_u v4, v1", false),
    ] {
        assert_eq!(counted("i32", step, test), finite, "{step} {test}");
        assert_eq!(counted("i64", step, &test.replace("i32", "i64")), finite, "i64 {step} {test}");
    }
    // Four numbers in a row end it, and three do not.
    for (bound, finite) in [(-4, true), (-3, false)] {
        let bound = format!(
            "func f0 : (i32) -> () {{
             b0(v0: i32):
               v1 = i32.const 4
               v2 = i32.const {bound}
               jump b1(v0)
             b1(v3: i32):
               v4 = i32.add v3, v1
               v5 = i32.lt_u v4, v2
               br_if v5, b1(v4), b2
             b2:
               return
             }}"
        );
        assert_eq!(is_finite(&bound), finite);
    }
}

#[test]
fn an_end_by_equality_needs_a_start_that_is_a_multiple_of_the_step_away() {
    let pointer = |distance: &str| {
        is_finite(&format!(
            "func f0 : (i32, i32) -> () {{
             b0(v0: i32, v1: i32):
               v2 = i32.const {distance}
               v3 = i32.mul v1, v2
               v4 = i32.add v0, v3
               v5 = i32.const 4
               jump b1(v0)
             b1(v6: i32):
               v7 = i32.add v6, v5
               v8 = i32.ne v7, v4
               br_if v8, b1(v7), b2
             b2:
               return
             }}"
        ))
    };
    assert!(pointer("4"));
    assert!(pointer("8"));
    assert!(!pointer("2"));
}

#[test]
fn numbers_shrink() {
    let next = |op: &str, test: &str| {
        is_finite(&format!(
            "func f0 : (i32) -> () {{
             b0(v0: i32):
               v1 = i32.const 1
               v2 = i32.const 10
               v9 = i32.const 0
               jump b1(v0)
             b1(v3: i32):
               v4 = i32.sub v3, v1
               v5 = {op}
               v6 = {test}
               br_if v6, b1(v5), b2
             b2:
               return
             }}"
        ))
    };
    assert!(next("i32.shr_u v3, v1", "i32.ne v5, v9"));
    assert!(next("i32.shr_u v3, v1", "i32.ge_u v3, v2"));
    assert!(next("i32.div_u v3, v2", "i32.gt_u v3, v2"));
    assert!(next("i32.div_u v3, v2", "i32.lt_u v2, v5"));
    assert!(next("i32.and v3, v4", "i32.ne v5, v9"));
    assert!(!next("i32.shr_s v3, v1", "i32.ne v5, v9"));
    assert!(!next("i32.shr_u v3, v9", "i32.ne v5, v9"));
    assert!(!next("i32.div_u v3, v1", "i32.ne v5, v9"));
    assert!(!next("i32.shr_u v3, v1", "i32.ge_u v5, v9"));
    assert!(!next("i32.shr_u v3, v1", "i32.lt_u v5, v2"));
}

#[test]
fn the_test_is_made_in_each_iteration_and_inner_loops_end() {
    // Another latch skips the test.
    assert!(!is_finite(
        "func f0 : (i32, i32) -> () {
         b0(v0: i32, v1: i32):
           v2 = i32.const 1
           jump b1(v0)
         b1(v3: i32):
           v4 = i32.add v3, v2
           br_if v1, b1(v4), b2
         b2:
           v5 = i32.lt_u v4, v0
           br_if v5, b1(v4), b3
         b3:
           return
         }"
    ));
    assert!(!is_finite(
        "func f0 : (i32, i32) -> () {
         b0(v0: i32, v1: i32):
           v2 = i32.const 1
           jump b1(v0)
         b1(v3: i32):
           v4 = i32.add v3, v2
           br_if v1, b2, b3
         b2:
           v5 = i32.lt_u v4, v0
           br_if v5, b1(v4), b4
         b3:
           jump b1(v4)
         b4:
           return
         }"
    ));
    // An inner loop without a counter, and one with.
    let nested = |test: &str| {
        is_finite(&format!(
            "func f0 : (i32, i32) -> () {{
             b0(v0: i32, v1: i32):
               v2 = i32.const 1
               v3 = i32.const 0
               jump b1(v3)
             b1(v4: i32):
               jump b2(v3)
             b2(v5: i32):
               v6 = i32.add v5, v2
               v7 = {test}
               br_if v7, b2(v6), b3
             b3:
               v8 = i32.add v4, v2
               v9 = i32.lt_u v8, v0
               br_if v9, b1(v8), b4
             b4:
               return
             }}"
        ))
    };
    assert!(nested("i32.lt_u v6, v1"));
    assert!(!nested("i32.and v0, v1"));
}

/// The blocks where others may see the state, by number.
fn observed(function: &str) -> Vec<u32> {
    let (found, _, blocks) = analyzed(function);
    let blocks = blocks.into_iter().filter(|&block| found.is_observed(block));
    blocks.map(|block| block.as_u32()).collect()
}

#[test]
fn state_is_observed_where_control_may_stay() {
    // A counted loop, one that may never end, and a counted one around such a loop.
    let loops = "func f0 : (i32) -> () {
        b0(v0: i32):
          v1 = i32.const 1
          v2 = i32.const 9
          jump b1(v1)
        b1(v3: i32):
          v4 = i32.add v3, v1
          v5 = i32.lt_u v4, v2
          br_if v5, b1(v4), b2
        b2:
          br_if v0, b2, b3(v1)
        b3(v6: i32):
          v7 = i32.add v6, v1
          br_if v0, b4, b5
        b4:
          br_if v0, b4, b5
        b5:
          v8 = i32.lt_u v7, v2
          br_if v8, b3(v7), b6
        b6:
          return
        }";
    assert_eq!(observed(loops), [2, 3, 4]);
    let irreducible = "func f0 : (i32) -> () {
        b0(v0: i32):
          br_if v0, b1, b2
        b1:
          br_if v0, b2, b3
        b2:
          br_if v0, b1, b3
        b3:
          return
        }";
    assert_eq!(observed(irreducible), [1, 2]);
}

#[test]
fn loops_between_constants_end_if_simulation_does() {
    let mut rng = Rng::new(7);
    let (mut finite, mut endless, mut missed) = (0, 0, 0);
    for _ in 0..4000 {
        // Such steps return to their start after few iterations, so simulation decides.
        let shift = 20 + rng.below(12);
        let step = ((rng.below(64) as u32) << shift) as i32;
        let near = [0i64, 1 << 31, 1 << 32, -(1 << 20)][rng.below(4)];
        let mut number = || (near + [-1i64, 0, 1, 1 << 20, -(1 << 21)][rng.below(5)]) as i32;
        let (start, bound) = (number(), number());
        let name = ["ne", "eq", "lt_u", "le_u", "gt_u", "ge_u", "lt_s", "le_s", "gt_s", "ge_s"]
            [rng.below(10)];
        let goes_on = |x: i32| match name {
            "ne" => x != bound,
            "eq" => x == bound,
            "lt_u" => (x as u32) < bound as u32,
            "le_u" => x as u32 <= bound as u32,
            "gt_u" => x as u32 > bound as u32,
            "ge_u" => x as u32 >= bound as u32,
            "lt_s" => x < bound,
            "le_s" => x <= bound,
            "gt_s" => x > bound,
            _ => x >= bound,
        };
        let mut x = start;
        let ends = (0..10_000).any(|_| {
            x = x.wrapping_add(step);
            !goes_on(x)
        });
        let found = is_finite(&format!(
            "func f0 : () -> () {{
             b0:
               v0 = i32.const {start}
               v1 = i32.const {bound}
               v2 = i32.const {step}
               jump b1(v0)
             b1(v3: i32):
               v4 = i32.add v3, v2
               v5 = i32.{name} v4, v1
               br_if v5, b1(v4), b2
             b2:
               return
             }}"
        ));
        assert!(ends || !found, "{start} + {step}: {name} {bound}");
        match (ends, found) {
            (true, true) => finite += 1,
            (true, false) => missed += 1,
            _ => endless += 1,
        }
    }
    // What depends on the start alone is missed.
    assert!(finite > 500 && endless > 500 && missed < 2500, "{finite} {endless} {missed}");
}
