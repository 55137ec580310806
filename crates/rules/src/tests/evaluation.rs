//! Evaluation against a second way to compute the same: integers by 128-bit arithmetic, single
//! precision by double precision, vectors by the scalar operators that they repeat.

use super::expr::all_ops;
use super::random::Random;
use crate::{Const, evaluate, evaluate_wide};
use invar_ir::{Op, ValType};

fn i32_of(op: &Op, args: &[Const]) -> Option<i64> {
    evaluate(op, args)?.as_int()
}

/// An operator's meaning on unbounded numbers: signed and unsigned operands, the width.
fn unbounded(name: &str, (a, b): (i128, i128), (ua, ub): (i128, i128), bits: u32) -> Option<i128> {
    let by = (ub % i128::from(bits)) as u32;
    Some(match name {
        "Add" => a + b,
        "Sub" => a - b,
        "Mul" => a * b,
        "DivS" if b == 0 || a / b == 1 << (bits - 1) => return None,
        "DivU" | "RemS" | "RemU" if ub == 0 => return None,
        "DivS" => a / b,
        "DivU" => ua / ub,
        "RemS" => a % b,
        "RemU" => ua % ub,
        "And" => a & b,
        "Or" => a | b,
        "Xor" => a ^ b,
        "Shl" => a << by,
        "ShrS" => a >> by,
        "ShrU" => ua >> by,
        "Rotl" => ((ua as u128) << by | ua as u128 >> (bits - by)) as i128,
        "Rotr" => (ua as u128 >> by | (ua as u128) << (bits - by)) as i128,
        "Eq" => (a == b).into(),
        "Ne" => (a != b).into(),
        "LtS" => (a < b).into(),
        "LtU" => (ua < ub).into(),
        "GtS" => (a > b).into(),
        "GtU" => (ua > ub).into(),
        "LeS" => (a <= b).into(),
        "LeU" => (ua <= ub).into(),
        "GeS" => (a >= b).into(),
        "GeU" => (ua >= ub).into(),
        _ => panic!("no meaning for {name}"),
    })
}

#[test]
fn scalar_integers() {
    let mut random = Random(1);
    let mut seen = 0;
    for sig in all_ops() {
        let (name, bits) = match sig.params[..] {
            [ValType::I32, ValType::I32] => (&sig.op.variant_name()[3..], 32),
            [ValType::I64, ValType::I64] => (&sig.op.variant_name()[3..], 64),
            _ => continue,
        };
        seen += 1;
        for _ in 0..2000 {
            let args = [random.constant(sig.params[0]), random.constant(sig.params[1])];
            let signed = args.map(|arg| i128::from(arg.as_int().expect("an integer")));
            let unsigned = signed.map(|n| n & ((1 << bits) - 1));
            let expected =
                unbounded(name, signed.into(), unsigned.into(), bits).map(|n| match sig.result {
                    ValType::I32 => i64::from(n as i32),
                    _ => n as i64,
                });
            assert_eq!(i32_of(&sig.op, &args), expected, "{name} {args:?}");
        }
    }
    assert_eq!(seen, 50);
}

#[test]
fn counts_of_bits() {
    let mut random = Random(2);
    for _ in 0..2000 {
        let x = random.int();
        let bit = |n: i64| x >> n & 1 != 0;
        let i64 = [Const::I64(x)];
        assert_eq!(i32_of(&Op::I64Popcnt, &i64), Some((0..64).filter(|&n| bit(n)).count() as i64));
        assert_eq!(i32_of(&Op::I64Ctz, &i64), Some((0..64).find(|&n| bit(n)).unwrap_or(64)));
        assert_eq!(i32_of(&Op::I64Clz, &i64), Some((0..64).find(|&n| bit(63 - n)).unwrap_or(64)));
        let i32 = [Const::I32(x as i32)];
        assert_eq!(i32_of(&Op::I32Popcnt, &i32), Some((0..32).filter(|&n| bit(n)).count() as i64));
        assert_eq!(i32_of(&Op::I32Ctz, &i32), Some((0..32).find(|&n| bit(n)).unwrap_or(32)));
        assert_eq!(i32_of(&Op::I32Clz, &i32), Some((0..32).find(|&n| bit(31 - n)).unwrap_or(32)));
        // Sign extension is a shift up and down.
        for (op, bits) in [(Op::I64Extend8S, 8), (Op::I64Extend16S, 16), (Op::I64Extend32S, 32)] {
            assert_eq!(i32_of(&op, &i64), Some(x << (64 - bits) >> (64 - bits)));
        }
    }
}

/// Floats that matter: zeros, ones, halves, the ends of the ranges of integers and of floats.
fn special() -> Vec<f64> {
    let mut list = vec![
        0.0,
        0.25,
        0.5,
        0.75,
        1.0,
        1.5,
        2.5,
        3.5,
        0.49999999999999994,
        0.1,
        1e-310,
        1e300,
        4503599627370495.5,
        8388607.5,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
        f64::INFINITY,
        f64::NAN,
    ];
    for power in [31, 32, 63, 64, 23, 24, 52, 53] {
        let x = 2f64.powi(power);
        list.extend([x, x - 1.0, x + 1.0, x.next_down(), x.next_up(), x - 0.5]);
        list.extend([f64::from((x as f32).next_down()), f64::from((x as f32).next_up())]);
    }
    list.extend(list.clone().iter().map(|x| -x));
    list
}

/// Single precision is double precision, rounded once more: for these operators that is exact.
#[test]
fn single_precision_by_double_precision() {
    let mut random = Random(3);
    let mut numbers: Vec<f32> = special().iter().map(|&x| x as f32).collect();
    numbers.extend((0..300).map(|_| f32::from_bits(random.next() as u32)));
    for op in all_ops().iter().map(|sig| &sig.op) {
        type Double = fn(f64, f64) -> f64;
        let double: Double = match op {
            Op::F32Add => |a, b| a + b,
            Op::F32Sub => |a, b| a - b,
            Op::F32Mul => |a, b| a * b,
            Op::F32Div => |a, b| a / b,
            Op::F32Min => |a, b| if b.is_nan() || b.total_cmp(&a).is_lt() { b } else { a },
            Op::F32Max => |a, b| if b.is_nan() || b.total_cmp(&a).is_gt() { b } else { a },
            Op::F32Sqrt => |a, _| a.sqrt(),
            // Adding a number so large that no fraction is left rounds to the nearest.
            Op::F32Nearest => |a, _| match a.abs() {
                x if x < 8388608.0 => ((x + 4503599627370496.0) - 4503599627370496.0).copysign(a),
                _ => a,
            },
            Op::F32Trunc => |a, _| if a.abs() < 1e9 { (a as i64 as f64).copysign(a) } else { a },
            Op::F32Floor => |a, _| {
                let down = if a.abs() < 1e9 { (a as i64 as f64).copysign(a) } else { a };
                if down > a { down - 1.0 } else { down }
            },
            Op::F32Ceil => |a, _| {
                let up = if a.abs() < 1e9 { (a as i64 as f64).copysign(a) } else { a };
                if up < a { (up + 1.0).copysign(a) } else { up }
            },
            _ => continue,
        };
        for &a in &numbers {
            for &b in &numbers {
                let args = [Const::F32(a.to_bits()), Const::F32(b.to_bits())];
                let one = matches!(
                    op,
                    Op::F32Sqrt | Op::F32Nearest | Op::F32Trunc | Op::F32Floor | Op::F32Ceil
                );
                let found = evaluate(op, if one { &args[..1] } else { &args });
                let expected = if a.is_nan() { a } else { double(a.into(), b.into()) as f32 };
                let expected = (!expected.is_nan()).then(|| Const::F32(expected.to_bits()));
                assert_eq!(found, expected, "{op:?} {a:?} {b:?}");
                if one {
                    break;
                }
            }
        }
    }
}

/// Where both precisions have a number, they agree: on comparisons, roundings and conversions.
#[test]
fn double_precision_by_single_precision() {
    let numbers: Vec<f32> = special().iter().map(|&x| x as f32).collect();
    for (single, double) in [
        (Op::F32Eq, Op::F64Eq),
        (Op::F32Ne, Op::F64Ne),
        (Op::F32Lt, Op::F64Lt),
        (Op::F32Gt, Op::F64Gt),
        (Op::F32Le, Op::F64Le),
        (Op::F32Ge, Op::F64Ge),
        (Op::F32Min, Op::F64Min),
        (Op::F32Max, Op::F64Max),
        (Op::F32Ceil, Op::F64Ceil),
        (Op::F32Floor, Op::F64Floor),
        (Op::F32Trunc, Op::F64Trunc),
        (Op::F32Nearest, Op::F64Nearest),
        (Op::I32TruncF32S, Op::I32TruncF64S),
        (Op::I32TruncF32U, Op::I32TruncF64U),
        (Op::I64TruncF32S, Op::I64TruncF64S),
        (Op::I64TruncF32U, Op::I64TruncF64U),
    ] {
        let n = all_ops().iter().find(|sig| sig.op == single).expect("an operator").params.len();
        for &a in &numbers {
            for &b in &numbers {
                let of_single = [a, b].map(|x| Const::F32(x.to_bits()));
                let of_double = [a, b].map(|x| Const::F64(f64::from(x).to_bits()));
                let found = evaluate(&double, &of_double[..n]);
                let found = match found {
                    Some(value @ Const::F64(_)) => evaluate(&Op::F32DemoteF64, &[value]),
                    other => other,
                };
                assert_eq!(evaluate(&single, &of_single[..n]), found, "{single:?} {a:?} {b:?}");
            }
        }
    }
}

/// Truncation by 128-bit integers, which hold each result.
#[test]
fn truncations() {
    for x in special() {
        let args = [Const::F64(x.to_bits())];
        let whole = if x.is_nan() { None } else { Some(x as i128) };
        for (trap, saturate, min, max) in [
            (Op::I32TruncF64S, Op::I32TruncSatF64S, i128::from(i32::MIN), i128::from(i32::MAX)),
            (Op::I32TruncF64U, Op::I32TruncSatF64U, 0, i128::from(u32::MAX)),
            (Op::I64TruncF64S, Op::I64TruncSatF64S, i128::from(i64::MIN), i128::from(i64::MAX)),
            (Op::I64TruncF64U, Op::I64TruncSatF64U, 0, i128::from(u64::MAX)),
        ] {
            let result = |n: i128| match trap {
                Op::I32TruncF64S | Op::I32TruncF64U => i64::from(n as i32),
                _ => n as i64,
            };
            let exact = whole.filter(|n| (min..=max).contains(n)).map(result);
            assert_eq!(i32_of(&trap, &args), exact, "{trap:?} {x:?}");
            let clamped = result(whole.unwrap_or(0).clamp(min, max));
            assert_eq!(i32_of(&saturate, &args), Some(clamped), "{saturate:?} {x:?}");
        }
    }
}

/// Conversion of integers to floats: the float next below or above, whichever is nearer.
#[test]
fn conversions_round_to_nearest_even() {
    let mut random = Random(4);
    for _ in 0..20_000 {
        let x = random.int();
        for (op, exact) in
            [(Op::F32ConvertI64S, i128::from(x)), (Op::F32ConvertI64U, (x as u64).into())]
        {
            let Some(Const::F32(bits)) = evaluate(&op, &[Const::I64(x)]) else { panic!("{op:?}") };
            let found = f32::from_bits(bits);
            let distance = |float: f32| (float as i128 - exact).abs();
            for other in [found.next_down(), found.next_up()] {
                let even = bits & 1 == 0;
                let (near, far) = (distance(found), distance(other));
                assert!(near < far || near == far && even, "{op:?} {x} {found}");
            }
        }
        for (op, exact) in
            [(Op::F64ConvertI64S, i128::from(x)), (Op::F64ConvertI64U, (x as u64).into())]
        {
            let Some(Const::F64(bits)) = evaluate(&op, &[Const::I64(x)]) else { panic!("{op:?}") };
            let found = f64::from_bits(bits);
            let distance = |float: f64| (float as i128 - exact).abs();
            if found.abs() >= 2.0 {
                for other in [found.next_down(), found.next_up()] {
                    let (near, far) = (distance(found), distance(other));
                    let between = other as i128 as f64 != other;
                    assert!(between || near < far || near == far && bits & 1 == 0, "{op:?} {x}");
                }
            }
        }
    }
}

#[test]
fn signs_are_bits_and_arithmetic_is_not_folded_to_nan() {
    let signaling = Const::F32(0x7f80_0001);
    assert_eq!(evaluate(&Op::F32Neg, &[signaling]), Some(Const::F32(0xff80_0001)));
    assert_eq!(evaluate(&Op::F32Abs, &[Const::F32(0xff80_0001)]), Some(signaling));
    let one = Const::F32(1f32.to_bits());
    assert_eq!(
        evaluate(&Op::F32Copysign, &[signaling, Const::F32((-1f32).to_bits())]),
        Some(Const::F32(0xff80_0001))
    );
    assert_eq!(evaluate(&Op::I32ReinterpretF32, &[signaling]), Some(Const::I32(0x7f80_0001)));
    assert_eq!(evaluate(&Op::F32Add, &[signaling, one]), None);
    assert_eq!(evaluate(&Op::F32Ceil, &[signaling]), None);
    assert_eq!(evaluate(&Op::F64PromoteF32, &[signaling]), None);
    assert_eq!(evaluate(&Op::F32Sqrt, &[Const::F32((-1f32).to_bits())]), None);
    assert_eq!(evaluate(&Op::F32Lt, &[signaling, one]), Some(Const::I32(0)));
    assert_eq!(evaluate(&Op::Select, &[signaling, one, Const::I32(1)]), Some(signaling),);
    // A signaling NaN in one lane is enough.
    let lanes = Const::V128(0x7f80_0001);
    assert_eq!(evaluate(&Op::F32x4Add, &[lanes, Const::V128(0)]), None);
    assert_eq!(evaluate(&Op::F32x4PMin, &[lanes, Const::V128(0)]), Some(lanes));
    assert_eq!(evaluate(&Op::I8x16RelaxedSwizzle, &[lanes, lanes]), None);
}

// ---- Vectors by scalars ----------------------------------------------------------------------

/// The lanes of a vector in a shape (`I16x8`), as scalars of the type that holds them.
fn lanes(vector: u128, shape: &str, signed: bool) -> Vec<Const> {
    let bits = 128 / shape.split('x').nth(1).and_then(|n| n.parse::<u32>().ok()).expect("a shape");
    (0..128 / bits)
        .map(|n| {
            let raw = (vector >> (n * bits)) as u64 & (u64::MAX >> (64 - bits));
            let extended = ((raw << (64 - bits)) as i64) >> (64 - bits);
            match (shape.starts_with('F'), bits) {
                (true, 32) => Const::F32(raw as u32),
                (true, _) => Const::F64(raw),
                (false, 64) => Const::I64(raw as i64),
                (false, _) if signed => Const::I32(extended as i32),
                _ => Const::I32(raw as u32 as i32),
            }
        })
        .collect()
}

fn bits_of(scalar: Const) -> u64 {
    match scalar {
        Const::F32(bits) => bits.into(),
        Const::F64(bits) => bits,
        other => other.as_int().expect("a scalar") as u64,
    }
}

/// Lanewise operators whose scalar counterpart has the same name.
#[test]
fn vectors_by_scalars() {
    let ops = all_ops();
    let mut random = Random(5);
    let mut seen = 0;
    for sig in &ops {
        let name = sig.op.variant_name();
        let Some(kind) =
            name.split_once('x').map(|(_, rest)| rest.trim_start_matches(char::is_numeric))
        else {
            continue;
        };
        let shape = &name[..name.len() - kind.len()];
        let wide = shape == "I64x2" || shape == "F64x2";
        let scalar_name = match (shape.starts_with('F'), wide) {
            (true, true) => format!("F64{kind}"),
            (true, false) => format!("F32{kind}"),
            (false, true) => format!("I64{kind}"),
            (false, false) => format!("I32{kind}"),
        };
        let Some(scalar) = ops.iter().find(|scalar| scalar.op.variant_name() == scalar_name) else {
            continue;
        };
        let shift = matches!(kind, "Shl" | "ShrS" | "ShrU");
        if kind == "Popcnt"
            || sig.params.len() != scalar.params.len()
            || sig.result != ValType::V128
        {
            continue;
        }
        seen += 1;
        let lane_bits = if wide { 64 } else { 128 / lanes(0, shape, false).len() as u32 };
        let lane_mask = u64::MAX >> (64 - lane_bits);
        let compares = scalar.result == ValType::I32 && !matches!(scalar.params[0], ValType::I32)
            || matches!(&kind[..2], "Eq" | "Ne" | "Lt" | "Gt" | "Le" | "Ge")
                && kind != "Neg"
                && kind != "Nearest";
        for _ in 0..500 {
            let vectors: Vec<u128> = sig
                .params
                .iter()
                .map(|_| match random.constant(ValType::V128) {
                    Const::V128(bits) => bits,
                    _ => unreachable!(),
                })
                .collect();
            let by = random.next() as i32;
            let args: Vec<Const> = if shift {
                vec![Const::V128(vectors[0]), Const::I32(by)]
            } else {
                vectors.iter().map(|&bits| Const::V128(bits)).collect()
            };
            let signed = !kind.ends_with('U');
            let columns: Vec<Vec<Const>> =
                vectors.iter().map(|&bits| lanes(bits, shape, signed)).collect();
            let expected = (0..columns[0].len()).try_fold(0u128, |all, n| {
                let operands: Vec<Const> = if shift {
                    let by = i64::from(by) & i64::from(lane_bits - 1);
                    let by = if wide { Const::I64(by) } else { Const::I32(by as i32) };
                    vec![columns[0][n], by]
                } else {
                    columns.iter().map(|column| column[n]).collect()
                };
                let lane = bits_of(evaluate(&scalar.op, &operands)?);
                let lane = if compares { lane.wrapping_neg() } else { lane } & lane_mask;
                Some(all | u128::from(lane) << (n as u32 * lane_bits))
            });
            assert_eq!(evaluate(&sig.op, &args), expected.map(Const::V128), "{name} {args:x?}");
        }
    }
    assert!(seen > 80, "only {seen} operators have a scalar of the same name");
}

/// The narrow operators without a scalar counterpart, on all pairs of bytes.
#[test]
fn bytes_exhaustively() {
    type Meaning = fn(i64, i64, i64, i64) -> i64;
    let table: [(Op, Meaning); 12] = [
        (Op::I8x16AddSatS, |a, b, _, _| (a + b).clamp(-128, 127)),
        (Op::I8x16AddSatU, |_, _, a, b| (a + b).min(255)),
        (Op::I8x16SubSatS, |a, b, _, _| (a - b).clamp(-128, 127)),
        (Op::I8x16SubSatU, |_, _, a, b| (a - b).max(0)),
        (Op::I8x16MinS, |a, b, _, _| if a < b { a } else { b }),
        (Op::I8x16MinU, |_, _, a, b| if a < b { a } else { b }),
        (Op::I8x16MaxS, |a, b, _, _| if a > b { a } else { b }),
        (Op::I8x16MaxU, |_, _, a, b| if a > b { a } else { b }),
        (Op::I8x16AvgrU, |_, _, a, b| (a + b + 1) / 2),
        (Op::I8x16LtS, |a, b, _, _| if a < b { -1 } else { 0 }),
        (Op::I8x16GeU, |_, _, a, b| if a >= b { -1 } else { 0 }),
        (Op::I8x16Sub, |a, b, _, _| a - b),
    ];
    for (op, meaning) in table {
        for a in 0..=255u8 {
            for b in (0..=255u8).step_by(16) {
                // Sixteen pairs at once.
                let left = u128::from_le_bytes([a; 16]);
                let right = u128::from_le_bytes(std::array::from_fn(|n| b + n as u8));
                let Some(Const::V128(found)) =
                    evaluate(&op, &[Const::V128(left), Const::V128(right)])
                else {
                    panic!("{op:?} is not evaluated");
                };
                for (n, &lane) in found.to_le_bytes().iter().enumerate() {
                    let y = b + n as u8;
                    let expected = meaning((a as i8).into(), (y as i8).into(), a.into(), y.into());
                    assert_eq!(lane, expected as u8, "{op:?} {a} {y}");
                }
            }
        }
    }
}

#[test]
fn lanes_change_their_width() {
    let mut random = Random(6);
    let vector = |random: &mut Random| u128::from(random.next()) << 64 | u128::from(random.next());
    for _ in 0..500 {
        let (a, b) = (vector(&mut random), vector(&mut random));
        let (va, vb) = (Const::V128(a), Const::V128(b));
        let (bytes_a, bytes_b) = (a.to_le_bytes(), b.to_le_bytes());
        let eval = |op: Op, args: &[Const]| match evaluate(&op, args) {
            Some(Const::V128(bits)) => bits.to_le_bytes(),
            other => panic!("{op:?}: {other:?}"),
        };
        let halves = |bytes: &[u8]| -> Vec<i16> {
            bytes.chunks(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
        };
        let words = |bytes: &[u8]| -> Vec<i32> {
            bytes.chunks(4).map(|four| i32::from_le_bytes(four.try_into().expect("four"))).collect()
        };
        let (ha, hb) = (halves(&bytes_a), halves(&bytes_b));

        let low: Vec<i16> = bytes_a[..8].iter().map(|&x| i16::from(x as i8)).collect();
        let high: Vec<i16> = bytes_a[8..].iter().map(|&x| i16::from(x)).collect();
        assert_eq!(halves(&eval(Op::I16x8ExtendLowI8x16S, &[va])), low);
        assert_eq!(halves(&eval(Op::I16x8ExtendHighI8x16U, &[va])), high);

        let pairs: Vec<i32> = ha.chunks(2).map(|p| i32::from(p[0]) + i32::from(p[1])).collect();
        assert_eq!(words(&eval(Op::I32x4ExtAddPairwiseI16x8S, &[va])), pairs);

        let products: Vec<i32> =
            (0..4).map(|n| i32::from(ha[n + 4]) * i32::from(hb[n + 4])).collect();
        assert_eq!(words(&eval(Op::I32x4ExtMulHighI16x8S, &[va, vb])), products);

        let dot: Vec<i32> = (0..4)
            .map(|n| {
                let product = |n: usize| i64::from(ha[n]) * i64::from(hb[n]);
                (product(2 * n) + product(2 * n + 1)) as i32
            })
            .collect();
        assert_eq!(words(&eval(Op::I32x4DotI16x8S, &[va, vb])), dot);

        let narrow: Vec<u8> = ha.iter().chain(&hb).map(|&x| x.clamp(0, 255) as u8).collect();
        assert_eq!(eval(Op::I8x16NarrowI16x8U, &[va, vb])[..], narrow);

        let rounded: Vec<i16> = (0..8)
            .map(|n| {
                let product = f64::from(ha[n]) * f64::from(hb[n]) / 32768.0;
                (product + 0.5).floor().min(32767.0) as i16
            })
            .collect();
        assert_eq!(halves(&eval(Op::I16x8Q15MulrSatS, &[va, vb])), rounded);

        let swizzled: Vec<u8> =
            bytes_b.iter().map(|&n| bytes_a.get(usize::from(n)).copied().unwrap_or(0)).collect();
        assert_eq!(eval(Op::I8x16Swizzle, &[va, vb])[..], swizzled);

        let lanes: [u8; 16] = std::array::from_fn(|n| bytes_b[n] % 32);
        let both: Vec<u8> = bytes_a.iter().chain(&bytes_b).copied().collect();
        let shuffled: Vec<u8> = lanes.iter().map(|&n| both[usize::from(n)]).collect();
        assert_eq!(eval(Op::I8x16Shuffle { lanes }, &[va, vb])[..], shuffled);

        let mask = ha.iter().enumerate().map(|(n, &x)| i64::from(x < 0) << n).sum::<i64>();
        assert_eq!(i32_of(&Op::I16x8Bitmask, &[va]), Some(mask));
        let all = i64::from(ha.iter().all(|&x| x != 0));
        assert_eq!(i32_of(&Op::I16x8AllTrue, &[va]), Some(all));
        let counts: Vec<u8> = bytes_a.iter().map(|x| x.count_ones() as u8).collect();
        assert_eq!(eval(Op::I8x16Popcnt, &[va])[..], counts);
    }
}

#[test]
fn wide_arithmetic() {
    let int = |n: i64| Const::I64(n);
    assert_eq!(
        evaluate_wide(&Op::I64Add128, &[int(-1), int(0), int(1), int(0)]),
        Some([int(0), int(1)])
    );
    assert_eq!(
        evaluate_wide(&Op::I64Sub128, &[int(0), int(0), int(1), int(0)]),
        Some([int(-1), int(-1)])
    );
    assert_eq!(evaluate_wide(&Op::I64MulWideS, &[int(-1), int(2)]), Some([int(-2), int(-1)]));
    assert_eq!(evaluate_wide(&Op::I64MulWideU, &[int(-1), int(2)]), Some([int(-2), int(1)]));
}
