//! The checker of vector loops accepts what the vectorizer makes, and notices what is made wrong on purpose.

use crate::loop_vectorize::{Config, vectorize};
use invar_analysis::Analyses;
use invar_analysis::claims::{VectorLoop, Verdict};
use invar_generate::functions::parse;
use invar_generate::testing::with_context;
use invar_ir::Block;
use invar_loops::analysis::ranges::Ranges;
use invar_loops::analysis::shape::Nest;
use invar_validate::same_lanes;

/// What the checker says of the loops that the vectorizer makes of a body, which is executed v0 times.
fn verdicts(body: &str, params: &str, next: &str, start: &str) -> Vec<Verdict> {
    let names: Vec<&str> = params.split(',').filter_map(|one| one.split(':').next()).collect();
    let result = names.last().expect("a parameter").trim();
    let text = format!(
        "func f1 : (i32, i32) -> (i32) {{
         b0(v0: i32, v1: i32):
           v80 = i32.const 0
           v81 = i32.lt_u v80, v0
           br_if v81, b3, b2(v1)
         b3:
           jump b1({start})
         b1({params}):
           {body}
           v90 = i32.const 1
           v91 = i32.add v2, v90
           v92 = i32.lt_u v91, v0
           br_if v92, b1({next}), b2({result})
         b2(v93: i32):
           return v93
         }}"
    );
    let (module, mut f) = parse(&text);
    let mut verdicts = Vec::new();
    with_context(&module, |cx| {
        vectorize(&mut f, cx, &Config::default(), &mut |verdict| verdicts.push(verdict));
    });
    verdicts
}

#[test]
fn loops_without_sums_are_proved() {
    // Bytes that are widened, changed and narrowed again.
    let body = "v3 = i32.add v1, v2
        v4 = i32.load8_u v3
        v5 = i32.const 3
        v6 = i32.mul v4, v5
        v7 = i32.const 2
        v8 = i32.shr_u v6, v7
        i32.store8 v3, v8 offset=4096";
    assert_eq!(verdicts(body, "v2: i32", "v91", "v80"), [Verdict::Proved]);
    // A branch that became a select, of floats.
    let body = "v3 = i32.const 2
        v4 = i32.shl v2, v3
        v5 = i32.add v1, v4
        v6 = f32.load v5
        v7 = f32.const 0
        v8 = f32.lt v6, v7
        v9 = f32.mul v6, v6
        v10 = select v9, v6, v8
        f32.store v5, v10";
    assert_eq!(verdicts(body, "v2: i32", "v91", "v80"), [Verdict::Proved]);
}

#[test]
fn sums_are_compared_on_inputs() {
    let body = "v4 = i32.const 2
        v5 = i32.shl v2, v4
        v6 = i32.add v1, v5
        v7 = i32.load v6
        v8 = i32.add v3, v7";
    assert_eq!(verdicts(body, "v2: i32, v3: i32", "v91, v8", "v80, v1"), [Verdict::Tried]);
}

/// What the checker says of a vector loop beside a scalar one that increments 32-bit numbers from v1 on and sums them
/// up.
fn of_vector_loop(body: &str, last: &str) -> Result<Verdict, String> {
    let text = format!(
        "func f1 : (i32, i32) -> (i32) {{
         b0(v0: i32, v1: i32):
           v2 = i32.const 0
           v3 = i32.const 2
           jump b1
         b1:
           v10 = memory.size m0
           v11 = i32.ge_u v10, v2
           jump b2
         b2:
           v20 = i32.const 8
           v21 = v128.const 0x00000000000000000000000000000000
           v22 = i32.shr_u v0, v3
           jump b3(v1, v21, v22)
         b3(v30: i32, v31: v128, v32: i32):
           v33 = v128.load v30
           {body}
           v38 = i32.const 1
           v39 = i32.sub v32, v38
           br_if v39, b3(v37, v36, v39), b4
         b4:
           v40 = i32x4.extract_lane 0 v36
           v41 = i32x4.extract_lane 1 v36
           v42 = i32x4.extract_lane 2 v36
           v43 = i32x4.extract_lane 3 v36
           v44 = i32.add v40, v41
           v45 = i32.add v42, v43
           v46 = i32.add v44, v45
           v47 = i32.shl v22, v3
           v48 = i32.sub v0, v47
           jump b5({last})
         b5(v50: i32, v51: i32, v52: i32):
           jump b6(v50, v51, v52)
         b6(v60: i32, v61: i32, v62: i32):
           v63 = i32.load v60
           v64 = i32.const 1
           v65 = i32.add v63, v64
           i32.store v60, v65
           v66 = i32.add v62, v65
           v67 = i32.const 4
           v68 = i32.add v60, v67
           v69 = i32.sub v61, v64
           br_if v69, b6(v68, v69, v66), b7
         b7:
           return v66
         }}"
    );
    let (module, f) = parse(&text);
    let block = |n: u32| Block::from_u32(n);
    let of = |n: &str| {
        let at = f.values.keys().find(|value| value.to_string() == n);
        at.unwrap_or_else(|| panic!("no {n}"))
    };
    let ranges = Ranges::new(&f, &Nest::of(&f, &mut Analyses::default()));
    let numbers = f.blocks[block(2)].insts.len();
    let count = f.result(f.blocks[block(2)].insts[numbers - 1]).expect("a result");
    let vector_loop = VectorLoop {
        entry: &[f.blocks[f.entry].params[1], f.blocks[f.entry].params[0], of("v2")],
        scalar: &[block(6)],
        checks: (block(1), None),
        setup: block(2),
        main: block(3),
        search: None,
        end: block(4),
        count,
        factor: 4,
    };
    same_lanes(&f, &module, &|value| ranges.facts(&f, value), &vector_loop)
}

#[test]
fn a_wrong_vector_loop_is_noticed() {
    let one = "v34 = v128.const 0x00000001000000010000000100000001";
    let right = format!(
        "{one}\nv35 = i32x4.add v33, v34\nv128.store v30, v35\nv36 = i32x4.add v31, v35\n\
         v70 = i32.const 16\nv37 = i32.add v30, v70"
    );
    // The pointer, the iterations that are left, and the sum.
    let last = "v37, v48, v46";
    assert_eq!(of_vector_loop(&right, last), Ok(Verdict::Tried));
    for (change, to) in [
        // Another number is added, in one lane only.
        ("01000000010000000100000001", "02000000010000000100000001"),
        ("i32x4.add v33, v34", "i32x4.sub v33, v34"),
        // Nothing is stored, or something else, or elsewhere.
        ("v128.store v30, v35", ""),
        ("v128.store v30, v35", "v128.store v30, v33"),
        ("v128.store v30, v35", "v128.store v30, v35 offset=4"),
        // The sum is of the wrong numbers, or of one iteration only.
        ("i32x4.add v31, v35", "i32x4.add v31, v33"),
        ("i32x4.add v31, v35", "i32x4.add v21, v35"),
        // The pointer moves too far, or by one lane.
        ("v70 = i32.const 16", "v70 = i32.const 32"),
        ("v70 = i32.const 16", "v70 = i32.const 4"),
    ] {
        assert!(right.contains(change), "{change}");
        let wrong = of_vector_loop(&right.replace(change, to), last);
        assert!(wrong.is_err(), "{to} in place of {change}: {wrong:?}");
    }
    for last in ["v30, v48, v46", "v37, v47, v46", "v37, v48, v44"] {
        assert!(of_vector_loop(&right, last).is_err(), "{last}");
    }
}
