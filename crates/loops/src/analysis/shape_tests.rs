//! Loop simplify form, and the cost model of unrolling.

use crate::analysis::profitability::{instructions, saved};
use crate::analysis::shape::{Shaped, normalize};
use crate::analysis::trip_count::Counts;
use crate::testing::{check, counted_to_n, parse};
use invar_analysis::{Analyses, Counters, Observed};

#[test]
fn preheaders_latches_and_exits_are_inserted_once() {
    let text = "func f1 : (i32, i32) -> (i32) {
        b0(v0: i32, v1: i32):
          br_if v0, b1(v0), b1(v1)
        b1(v2: i32):
          v3 = i32.const 1
          v4 = i32.sub v2, v3
          br_if v4, b2, b4(v4)
        b2:
          v5 = i32.and v4, v3
          br_if v5, b1(v4), b3
        b3:
          v6 = i32.const 2
          v7 = i32.sub v4, v6
          br_if v7, b1(v7), b4(v7)
        b4(v8: i32):
          return v8
        }";
    let (first, again) = check(text, |f, cx| {
        let (mut first, mut again) = (Shaped::default(), Shaped::default());
        let nest = normalize(f, &mut cx.analyses, &mut first);
        let id = nest.forest.loops.keys().next().expect("a loop");
        assert!(nest.ends(id).is_some());
        assert!(
            nest.forest
                .exits(id, &nest.cfg)
                .all(|edge| { nest.cfg.preds(nest.cfg.target(edge)).len() == 1 })
        );
        normalize(f, &mut cx.analyses, &mut again);
        (first, again)
    });
    assert_eq!(first, Shaped { preheaders: 1, latches: 1, exits: 2, irreducible: Observed(0) });
    assert_eq!(again, Shaped::default());
    assert!(!again.changed());
}

#[test]
fn nothing_is_done_without_loops() {
    let text = "func f1 : (i32, i32) -> (i32) {
        b0(v0: i32, v1: i32):
          return v0
        }";
    check(text, |f, cx| {
        let nest = normalize(f, &mut cx.analyses, &mut Shaped::default());
        assert!(nest.forest.loops.is_empty());
    });
}

/// The size of a loop, and what unrolling saves of an iteration.
fn profit(body: &str) -> (usize, usize) {
    let (_, mut f) = parse(&counted_to_n(body));
    let nest = normalize(&mut f, &mut Analyses::default(), &mut Shaped::default());
    let id = nest.forest.loops.keys().next().expect("a loop");
    let counts = Counts::new(&f, &nest);
    let trips = counts.of(&f, &nest, id).expect("it is counted");
    let size = instructions(&f, &nest, id, 64).expect("it is small");
    (size, saved(&f, &nest, id, &counts, &trips))
}

#[test]
fn sums_that_are_data_are_not_saved() {
    let address = "v10 = i32.const 4
        v11 = i32.mul v5, v10
        v12 = i32.add v1, v11
        v13 = i32.load v12\n";
    // The branch, its comparison, the step, and both sums of the address.
    assert_eq!(profit(&format!("{address} global.set g0 v13")), (7, 5));
    assert_eq!(profit(&format!("{address} global.set g0 v12")), (7, 2));
}
