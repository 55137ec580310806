//! Circuits give what constant folding gives.

use super::bits::{Bits, Word, constant, number};
use super::operators::result;
use invar_generate::Random;
use invar_generate::functions::parse;
use invar_ir::{Op, ValType};
use invar_rules::{Const, evaluate};

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
        let found = result(&mut Bits::new(), &op, &words, ty);
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
