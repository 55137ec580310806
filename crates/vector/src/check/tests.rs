use super::bits::{constant, number};
use super::operators::result;
use super::*;
use crate::loop_vectorize::{Config, vectorize};
use invar_generate::Random;
use invar_generate::functions::parse;
use invar_generate::testing::with_context;
use invar_ir::rules::{Const, evaluate};
use invar_ir::{Analyses, Op, ValType};
use invar_loops::analysis::shape::Nest;

/// The operator of this name, on operands of these types.
fn operator(name: &str, params: &[&str], to: &str) -> (Op, ValType) {
    let list =
        |part: &dyn Fn(usize) -> String| (0..params.len()).map(part).collect::<Vec<_>>().join(", ");
    let (types, typed) = (list(&|n| params[n].into()), list(&|n| format!("v{n}: {}", params[n])));
    let (name, immediate) = name.split_once(' ').unwrap_or((name, ""));
    let args = list(&|n| format!("v{n}"));
    let text = format!(
        "func f1 : ({types}) -> ({to}) {{\nb0({typed}):\nv9 = {name} {args} {immediate}\nreturn v9\n}}"
    );
    let (_, f) = parse(&text);
    let inst = f.blocks[f.entry].insts[0];
    (f.insts[inst].op.clone(), f.ty(f.result(inst).expect("a result")))
}

/// Constant folding, an implementation of its own, gives what the circuit gives.
fn agrees(name: &str, params: &[&str], to: &str) {
    let (op, ty) = operator(name, params, to);
    let mut random = Random::new(7);
    let mut compared = 0;
    for _ in 0..60 {
        let mut byte = || random.pick(&[0u8, 1, 2, 3, 5, 0x3f, 0x40, 0x7f, 0x80, 0x81, 0xfe, 0xff]);
        let args = params.iter().map(|&ty| {
            let number = u128::from_le_bytes([(); 16].map(|()| byte()));
            match ty {
                "i32" => (Const::I32(number as i32), constant(32, number)),
                "i64" => (Const::I64(number as i64), constant(64, number)),
                "f32" => (Const::F32(number as u32), constant(32, number)),
                "f64" => (Const::F64(number as u64), constant(64, number)),
                _ => (Const::V128(number), constant(128, number)),
            }
        });
        let (numbers, words): (Vec<Const>, Vec<Word>) = args.unzip();
        let Some(expected) = evaluate(&op, &numbers) else { continue };
        let found = result(&mut bits::Bits::new(), &op, &words, ty);
        let found = found.unwrap_or_else(|| panic!("{name} is not modelled"));
        let half = |n: usize| number(&found[n..(n + 64).min(found.len())]).expect("a number");
        let (low, high) = (half(0), if found.len() > 64 { half(64) } else { 0 });
        let expected = match expected {
            Const::I32(value) => (value as u32).into(),
            Const::I64(value) => (value as u64).into(),
            Const::F32(bits) => bits.into(),
            Const::F64(bits) => bits.into(),
            Const::V128(bits) => bits,
        };
        assert_eq!(u128::from(high) << 64 | u128::from(low), expected, "{name} of {numbers:?}");
        compared += 1;
    }
    assert!(compared > 10, "{name} was compared {compared} times");
}

#[test]
fn circuits_compute_what_constant_folding_does() {
    for lanes in ["i8x16", "i16x8", "i32x4", "i64x2"] {
        let both = "add sub eq ne lt_s gt_s le_s ge_s";
        let small = "lt_u gt_u le_u ge_u min_s min_u max_s max_u";
        let smallest = "add_sat_s add_sat_u sub_sat_s sub_sat_u avgr_u";
        let has = |op: &str| match lanes {
            "i64x2" => !small.contains(op) && !smallest.contains(op),
            "i32x4" => !smallest.contains(op),
            _ => true,
        };
        for op in [both, small, smallest].iter().flat_map(|list| list.split(' ')) {
            if both.split(' ').any(|it| it == op) || has(op) {
                agrees(&format!("{lanes}.{op}"), &["v128", "v128"], "v128");
            }
        }
        if lanes != "i8x16" {
            agrees(&format!("{lanes}.mul"), &["v128", "v128"], "v128");
        }
        for op in ["neg", "abs"] {
            agrees(&format!("{lanes}.{op}"), &["v128"], "v128");
        }
        for op in ["shl", "shr_s", "shr_u"] {
            agrees(&format!("{lanes}.{op}"), &["v128", "i32"], "v128");
        }
        for op in ["all_true", "bitmask"] {
            agrees(&format!("{lanes}.{op}"), &["v128"], "i32");
        }
    }
    for (to, from) in [("i16x8", "i8x16"), ("i32x4", "i16x8"), ("i64x2", "i32x4")] {
        for sign in ["s", "u"] {
            for part in ["low", "high"] {
                agrees(&format!("{to}.extend_{part}_{from}_{sign}"), &["v128"], "v128");
                agrees(&format!("{to}.extmul_{part}_{from}_{sign}"), &["v128", "v128"], "v128");
            }
            if to != "i64x2" {
                agrees(&format!("{to}.extadd_pairwise_{from}_{sign}"), &["v128"], "v128");
                agrees(&format!("{from}.narrow_{to}_{sign}"), &["v128", "v128"], "v128");
            }
        }
    }
    for op in ["and", "or", "xor", "andnot"] {
        agrees(&format!("v128.{op}"), &["v128", "v128"], "v128");
    }
    agrees("v128.not", &["v128"], "v128");
    agrees("v128.any_true", &["v128"], "i32");
    agrees("v128.bitselect", &["v128", "v128", "v128"], "v128");
    agrees("i8x16.popcnt", &["v128"], "v128");
    agrees("i8x16.swizzle", &["v128", "v128"], "v128");
    agrees("i32x4.dot_i16x8_s", &["v128", "v128"], "v128");
    for (lanes, ty) in [("i8x16", "i32"), ("i16x8", "i32"), ("i32x4", "i32"), ("i64x2", "i64")] {
        agrees(&format!("{lanes}.splat"), &[ty], "v128");
    }
    for (lanes, ty) in [("f32x4", "f32"), ("f64x2", "f64")] {
        agrees(&format!("{lanes}.splat"), &[ty], "v128");
        for op in ["add", "sub", "mul", "div", "min", "max", "lt", "gt", "le", "ge", "eq", "ne"] {
            agrees(&format!("{ty}.{op}"), &[ty, ty], if op.len() == 2 { "i32" } else { ty });
        }
    }
    for ty in ["i32", "i64"] {
        for op in [
            "add", "sub", "mul", "and", "or", "xor", "shl", "shr_s", "shr_u", "rotl", "rotr", "eq",
            "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u",
        ] {
            let compares = op.len() == 2 && op != "or" || op.contains("t_") || op.contains("e_");
            agrees(&format!("{ty}.{op}"), &[ty, ty], if compares { "i32" } else { ty });
        }
        agrees(&format!("{ty}.popcnt"), &[ty], ty);
        agrees(&format!("{ty}.eqz"), &[ty], "i32");
        agrees(&format!("{ty}.extend8_s"), &[ty], ty);
        agrees(&format!("{ty}.extend16_s"), &[ty], ty);
    }
    agrees("i64.extend_i32_s", &["i32"], "i64");
    agrees("i64.extend_i32_u", &["i32"], "i64");
    agrees("i32.wrap_i64", &["i64"], "i32");
}

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

/// What the checker says of a vector loop beside a scalar one that increments 32-bit numbers from v1 on and sums them up.
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
    same_lanes(&f, &module, &ranges, &vector_loop)
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
