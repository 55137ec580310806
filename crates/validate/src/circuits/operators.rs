//! What operators compute, bit by bit: those on numbers, and those on vectors, which the names of the operators
//! describe (`I16x8ExtMulLowI8x16S`: 8 products of 16 bits, of the lower lanes of 8 bits, signed).

use super::bits::{Bit, Bits, Word, ZERO, constant};
use super::words::{extended, not, truth};
use invar_ir::{Op, ValType};

/// The types of lanes and of numbers, by how names of operators begin: longer names first.
const SHAPES: [(&str, usize); 10] = [
    ("I8x16", 8),
    ("I16x8", 16),
    ("I32x4", 32),
    ("I64x2", 64),
    ("F32x4", 32),
    ("F64x2", 64),
    ("I32", 32),
    ("I64", 64),
    ("F32", 32),
    ("F64", 64),
];

/// The operators on floats that vectors have, too.
const OF_FLOATS: [Op; 38] = [
    Op::F32Add,
    Op::F32Sub,
    Op::F32Mul,
    Op::F32Div,
    Op::F32Sqrt,
    Op::F32Min,
    Op::F32Max,
    Op::F32Ceil,
    Op::F32Floor,
    Op::F32Trunc,
    Op::F32Nearest,
    Op::F32Abs,
    Op::F32Neg,
    Op::F32Eq,
    Op::F32Ne,
    Op::F32Lt,
    Op::F32Le,
    Op::F32Gt,
    Op::F32Ge,
    Op::F64Add,
    Op::F64Sub,
    Op::F64Mul,
    Op::F64Div,
    Op::F64Sqrt,
    Op::F64Min,
    Op::F64Max,
    Op::F64Ceil,
    Op::F64Floor,
    Op::F64Trunc,
    Op::F64Nearest,
    Op::F64Abs,
    Op::F64Neg,
    Op::F64Eq,
    Op::F64Ne,
    Op::F64Lt,
    Op::F64Le,
    Op::F64Gt,
    Op::F64Ge,
];

/// The width of a type; `None` for references.
pub(crate) fn width_of(ty: ValType) -> Option<usize> {
    match ty {
        ValType::I32 | ValType::F32 => Some(32),
        ValType::I64 | ValType::F64 => Some(64),
        ValType::V128 => Some(128),
        _ => None,
    }
}

/// The first part of a name: the width of lanes or numbers, and the rest.
fn shape(name: &str) -> Option<(&'static str, usize, &str)> {
    SHAPES.iter().find_map(|&(start, width)| Some((start, width, name.strip_prefix(start)?)))
}

/// The result of an operator without memory. `None` if it is not modelled, or has not one result.
pub(crate) fn result(bits: &mut Bits, op: &Op, args: &[Word], ty: ValType) -> Option<Word> {
    let width = width_of(ty)?;
    match op {
        Op::I32Const { value } => return Some(constant(32, (*value as u32).into())),
        Op::I64Const { value } => return Some(constant(64, (*value as u64).into())),
        Op::F32Const { value } => return Some(constant(32, value.bits().into())),
        Op::F64Const { value } => return Some(constant(64, value.bits().into())),
        Op::V128Const { value } => return Some(constant(128, value.i128() as u128)),
        Op::Select | Op::TypedSelect { .. } => {
            let cond = bits.any(&args[2]);
            return Some(bits.select(cond, &args[0], &args[1]));
        }
        Op::I32WrapI64 => return Some(args[0][..32].to_vec()),
        Op::I32ReinterpretF32
        | Op::F32ReinterpretI32
        | Op::I64ReinterpretF64
        | Op::F64ReinterpretI64 => return Some(args[0].clone()),
        _ => {}
    }
    let name = op.variant_name();
    let slices: Vec<&[Bit]> = args.iter().map(|arg| &arg[..]).collect();
    if let Some(rest) = name.strip_prefix("V128") {
        return of_bits(bits, rest, &slices);
    }
    let (start, lane, rest) = shape(name)?;
    if start.contains('x') {
        return vector(bits, op, start, lane, rest, &slices);
    }
    if let Some(from) = rest.strip_prefix("Extend") {
        let from =
            from.trim_start_matches('I').trim_end_matches(['S', 'U']).parse::<usize>().ok()?;
        return Some(extended(&args[0][..from], width, rest.ends_with('S')));
    }
    let known = if start.starts_with('F') {
        bits.float(op, rest, &slices)
    } else {
        bits.integer(rest, &slices)
    };
    if let Some(known) = known {
        return Some(if known.len() == 1 { truth(known[0]) } else { known });
    }
    let is_other = rest.contains("Convert")
        || rest.contains("TruncSat")
        || ["Clz", "Ctz", "PromoteF32", "DemoteF64", "DivS", "DivU", "RemS", "RemU"]
            .contains(&rest);
    is_other.then(|| bits.op(op, args.to_vec(), width))
}

/// Operators on all bits of vectors.
fn of_bits(bits: &mut Bits, name: &str, args: &[&[Bit]]) -> Option<Word> {
    Some(match name {
        "And" => bits.zip(args[0], args[1], Bits::and),
        "Or" => bits.zip(args[0], args[1], Bits::or),
        "Xor" => bits.zip(args[0], args[1], Bits::xor),
        "AndNot" => bits.zip(args[0], &not(args[1]), Bits::and),
        "Not" => not(args[0]),
        "AnyTrue" => truth(bits.any(args[0])),
        "Bitselect" => {
            let lanes = args[2].iter().zip(args[0]).zip(args[1]);
            lanes.map(|((&cond, &a), &b)| bits.choose(cond, a, b)).collect()
        }
        _ => return None,
    })
}

/// Operators on lanes.
fn vector(
    bits: &mut Bits,
    op: &Op,
    start: &str,
    width: usize,
    name: &str,
    args: &[&[Bit]],
) -> Option<Word> {
    let signed = name.ends_with('S');
    let lanes = |word: &[Bit], width: usize| -> Vec<Word> {
        word.chunks(width).map(<[Bit]>::to_vec).collect()
    };
    match op {
        Op::I8x16Shuffle { lanes: of } => {
            let both = [args[0], args[1]].concat();
            return Some(of.iter().flat_map(|&n| both[8 * n as usize..][..8].to_vec()).collect());
        }
        Op::I8x16Swizzle => return Some(swizzled(bits, args[0], args[1])),
        Op::I8x16ExtractLaneS { lane } | Op::I8x16ExtractLaneU { lane } => {
            return Some(extended(&args[0][8 * *lane as usize..][..8], 32, signed));
        }
        Op::I16x8ExtractLaneS { lane } | Op::I16x8ExtractLaneU { lane } => {
            return Some(extended(&args[0][16 * *lane as usize..][..16], 32, signed));
        }
        Op::I32x4ExtractLane { lane }
        | Op::F32x4ExtractLane { lane }
        | Op::I64x2ExtractLane { lane }
        | Op::F64x2ExtractLane { lane } => {
            return Some(args[0][width * *lane as usize..][..width].to_vec());
        }
        Op::I8x16ReplaceLane { lane }
        | Op::I16x8ReplaceLane { lane }
        | Op::I32x4ReplaceLane { lane }
        | Op::F32x4ReplaceLane { lane }
        | Op::I64x2ReplaceLane { lane }
        | Op::F64x2ReplaceLane { lane } => {
            let mut vector = args[0].to_vec();
            vector[width * *lane as usize..][..width].copy_from_slice(&args[1][..width]);
            return Some(vector);
        }
        Op::I32x4DotI16x8S => {
            let products = lane_products(bits, args, 16, true);
            return Some(products.chunks(2).flat_map(|two| bits.add(&two[0], &two[1])).collect());
        }
        _ => {}
    }
    // What the name says of the operands' lanes.
    let from = |part: &str| {
        let rest = name.strip_prefix(part)?;
        let shape = shape(rest)?;
        (shape.2 == "S" || shape.2 == "U" || shape.2.is_empty()).then_some(shape.1)
    };
    for (part, upper) in [("Low", false), ("High", true)] {
        if let Some(from) = from(&format!("Extend{part}")) {
            let half = &args[0][if upper { 64 } else { 0 }..][..64];
            return Some(
                half.chunks(from).flat_map(|lane| extended(lane, width, signed)).collect(),
            );
        }
        if let Some(from) = from(&format!("ExtMul{part}")) {
            let half = |arg: &[Bit]| arg[if upper { 64 } else { 0 }..][..64].to_vec();
            let halves = [half(args[0]), half(args[1])];
            let products = lane_products(bits, &[&halves[0], &halves[1]], from, signed);
            return Some(products.concat());
        }
    }
    if let Some(from) = from("ExtAddPairwise") {
        let mut sums = Word::new();
        for two in args[0].chunks(2 * from) {
            let (a, b) = two.split_at(from);
            sums.extend(bits.add(&extended(a, width, signed), &extended(b, width, signed)));
        }
        return Some(sums);
    }
    if let Some(from) = from("Narrow") {
        let both = [args[0], args[1]].concat();
        return Some(
            both.chunks(from).flat_map(|lane| bits.saturated(lane, width, signed)).collect(),
        );
    }
    let converted = |op: Op, bits: &mut Bits, lanes: &[Bit], from: usize| -> Word {
        lanes.chunks(from).flat_map(|lane| bits.op(&op, vec![lane.to_vec()], width)).collect()
    };
    match op {
        Op::F32x4ConvertI32x4S => return Some(converted(Op::F32ConvertI32S, bits, args[0], 32)),
        Op::F32x4ConvertI32x4U => return Some(converted(Op::F32ConvertI32U, bits, args[0], 32)),
        Op::F64x2ConvertLowI32x4S => {
            return Some(converted(Op::F64ConvertI32S, bits, &args[0][..64], 32));
        }
        Op::F64x2ConvertLowI32x4U => {
            return Some(converted(Op::F64ConvertI32U, bits, &args[0][..64], 32));
        }
        Op::F64x2PromoteLowF32x4 => {
            return Some(converted(Op::F64PromoteF32, bits, &args[0][..64], 32));
        }
        Op::F32x4DemoteF64x2Zero => {
            return Some(extended(&converted(Op::F32DemoteF64, bits, args[0], 64), 128, false));
        }
        Op::I32x4TruncSatF32x4S => return Some(converted(Op::I32TruncSatF32S, bits, args[0], 32)),
        Op::I32x4TruncSatF32x4U => return Some(converted(Op::I32TruncSatF32U, bits, args[0], 32)),
        Op::I32x4TruncSatF64x2SZero => {
            return Some(extended(&converted(Op::I32TruncSatF64S, bits, args[0], 64), 128, false));
        }
        Op::I32x4TruncSatF64x2UZero => {
            return Some(extended(&converted(Op::I32TruncSatF64U, bits, args[0], 64), 128, false));
        }
        _ => {}
    }
    match name {
        "Splat" => return Some(args[0][..width].repeat(128 / width)),
        "AllTrue" => {
            let all = args[0].chunks(width).fold(!ZERO, |all, lane| {
                let any = bits.any(lane);
                bits.and(all, any)
            });
            return Some(truth(all));
        }
        "Bitmask" => {
            let tops: Word = args[0].chunks(width).map(|lane| lane[width - 1]).collect();
            return Some(extended(&tops, 32, false));
        }
        // The amount of a shift is a scalar.
        "Shl" | "ShrS" | "ShrU" => {
            let mut all = Word::new();
            for lane in args[0].chunks(width) {
                all.extend(bits.integer(name, &[lane, args[1]])?);
            }
            return Some(all);
        }
        _ => {}
    }
    let split: Vec<Vec<Word>> = args.iter().map(|arg| lanes(arg, width)).collect();
    let mut all = Word::new();
    for n in 0..128 / width {
        let args: Vec<&[Bit]> = split.iter().map(|arg| &arg[n][..]).collect();
        let lane = if start.starts_with('F') {
            float_lane(bits, start, name, &args)?
        } else {
            bits.integer(name, &args)?
        };
        // A comparison fills its lane.
        all.extend(if lane.len() == 1 { lane.repeat(width) } else { lane });
    }
    Some(all)
}

fn float_lane(bits: &mut Bits, start: &str, name: &str, args: &[&[Bit]]) -> Option<Word> {
    let scalar = |name: &str| {
        let name = format!("{}{name}", &start[..3]);
        OF_FLOATS.iter().find(|op| op.variant_name() == name)
    };
    let (a, b) = (args[0], args.get(1).copied().unwrap_or(&[]));
    match name {
        "PMin" => {
            let less = bits.float(scalar("Lt")?, "Lt", &[b, a])?;
            Some(bits.select(less[0], b, a))
        }
        "PMax" => {
            let less = bits.float(scalar("Lt")?, "Lt", &[a, b])?;
            Some(bits.select(less[0], b, a))
        }
        _ => bits.float(scalar(name)?, name, args),
    }
}

/// The products of lanes, of twice their width.
fn lane_products(bits: &mut Bits, args: &[&[Bit]], width: usize, signed: bool) -> Vec<Word> {
    let pairs = args[0].chunks(width).zip(args[1].chunks(width));
    pairs
        .map(|(a, b)| {
            let (a, b) = (extended(a, 2 * width, signed), extended(b, 2 * width, signed));
            bits.product(&a, &b)
        })
        .collect()
}

/// The bytes of a table at these places; zero for those outside.
fn swizzled(bits: &mut Bits, table: &[Bit], places: &[Bit]) -> Word {
    let mut all = Word::new();
    for place in places.chunks(8) {
        let mut level: Vec<Word> = table.chunks(8).map(<[Bit]>::to_vec).collect();
        for &bit in &place[..4] {
            level = level.chunks(2).map(|two| bits.select(bit, &two[1], &two[0])).collect();
        }
        let outside = bits.any(&place[4..]);
        all.extend(bits.select(outside, &constant(8, 0), &level[0]));
    }
    all
}

/// What a load gives, by the bytes that it reads. `args` are its operands. `None` if it is not modelled.
pub(crate) fn loaded(op: &Op, bytes: &[Bit], args: &[Word], ty: ValType) -> Option<Word> {
    let width = width_of(ty)?;
    let name = op.variant_name();
    let signed = name.ends_with('S');
    Some(match *op {
        Op::V128Load8Lane { lane, .. }
        | Op::V128Load16Lane { lane, .. }
        | Op::V128Load32Lane { lane, .. }
        | Op::V128Load64Lane { lane, .. } => {
            let mut vector = args[1].clone();
            vector[bytes.len() * lane as usize..][..bytes.len()].copy_from_slice(bytes);
            vector
        }
        _ if name.ends_with("Splat") => bytes.repeat(width / bytes.len()),
        _ if name.ends_with("Zero") || bytes.len() == width => extended(bytes, width, false),
        _ => match name.strip_prefix("V128Load") {
            // 8x8, 16x4, 32x2.
            Some(lanes) => {
                let from: usize = lanes.split_once('x')?.0.parse().ok()?;
                bytes.chunks(from).flat_map(|lane| extended(lane, 2 * from, signed)).collect()
            }
            None => extended(bytes, width, signed),
        },
    })
}

/// The bits that a store writes, of the value that it is given.
pub(crate) fn stored(op: &Op, value: &[Bit], bytes: usize) -> Word {
    let lane = match *op {
        Op::V128Store8Lane { lane, .. }
        | Op::V128Store16Lane { lane, .. }
        | Op::V128Store32Lane { lane, .. }
        | Op::V128Store64Lane { lane, .. } => lane as usize,
        _ => 0,
    };
    value[8 * bytes * lane..][..8 * bytes].to_vec()
}
