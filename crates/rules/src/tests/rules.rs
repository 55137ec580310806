//! The rules one by one: `before => after`, where `-` says that no rule applies. (That they are
//! right is for `random` to say; here is what they do.)

use super::expr::{Nodes, all_ops, memarg};
use crate::{
    Allow, Const, Rule, RuleSet, Simpler, base_and_offset, exchanged, simplify, simplify_condition,
    simplify_store,
};
use invar_ir::Op;

fn check_with(allow: Allow, table: &str) {
    let ops = all_ops();
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (before, after) = line.split_once(" => ").expect("an arrow");
        let mut nodes = Nodes::new();
        let root = nodes.parse(before, &ops);
        let op = nodes.list[root].op.clone().expect("an operator");
        let args = nodes.list[root].args.clone();
        let found = match simplify(&nodes, &allow, &op, &args) {
            Some(simpler) => {
                let new = nodes.add_term(&simpler.to);
                nodes.print(new)
            }
            None => "-".to_string(),
        };
        assert_eq!(found, after, "of {before}");
    }
}

fn check(table: &str) {
    check_with(Allow::default(), table);
}

#[test]
fn rules_are_named_and_switched_off() {
    let (mut nodes, ops) = (Nodes::new(), all_ops());
    let mut applied = |before: &str, without: RuleSet| {
        let root = nodes.parse(before, &ops);
        let (op, args) =
            (nodes.list[root].op.clone().expect("an operator"), &nodes.list[root].args);
        let simpler = simplify(&nodes, &Allow { without, ..Allow::default() }, &op, args)?;
        Some(simpler.by.iter().map(Rule::name).collect::<Vec<_>>().join(" "))
    };
    for (before, names) in [
        ("(I32Mul x 8)", "mul-by-power-of-two"),
        ("(I32Add (I32Add x -128) 192)", "shorter-sum sum-of-sum"),
        ("(I32Shl (I32Add (I32And x 255) 256) 24)", "demanded-and demanded-sum"),
        (
            "(Select x y (I32Eqz (I32Mul z 3)))",
            "zero-odd-multiple condition-eqz select-by-condition",
        ),
        ("(I32Mul 3 5)", ""),
    ] {
        assert_eq!(applied(before, RuleSet::empty()).as_deref(), Some(names), "{before}");
        for name in names.split_whitespace() {
            let off: RuleSet = [name.parse::<Rule>().expect("a name")].into_iter().collect();
            let left = applied(before, off).unwrap_or_default();
            assert!(!left.split(' ').any(|applied| applied == name), "{before}: {left}");
        }
    }
    // A rule that is off does not stand in the way of others.
    let off: RuleSet = [Rule::SubSame].into_iter().collect();
    assert_eq!(applied("(I32Sub x x)", off), None);
    let off: RuleSet = [Rule::SumOfSum].into_iter().collect();
    assert_eq!(applied("(I32Sub (I32Add x 3) 4)", off).as_deref(), Some("shorter-sum"));
}

#[test]
fn integer_identities() {
    check(
        "(I32Add x 0) => x
         (I32Add 5 x) => (I32Add x 5)
         (I32Sub x 0) => x
         (I32Mul x 1) => x
         (I64Mul X 0L) => 0L
         (I32And x 0) => 0
         (I32And x -1) => x
         (I32Or x 0) => x
         (I64Or X -1L) => -1L
         (I32Xor x 0) => x
         (I32Shl x 0) => x
         (I32Shl x 32) => (I32Shl x 0)
         (I64ShrU X 65L) => (I64ShrU X 1L)
         (I32Shl 0 x) => 0
         (I32ShrS -1 x) => -1
         (I32ShrU -1 x) => -
         (I32Sub x x) => 0
         (I32Xor x x) => 0
         (I32And x x) => x
         (I32Or x x) => x
         (I32DivS x 1) => x
         (I32RemS x -1) => 0
         (I32DivS x x) => -
         (I32DivS x -1) => -
         (I32DivU 0 x) => -
         (I32DivU 0 (I32Or x 1)) => 0
         (I32DivS 1 0) => -",
    );
}

#[test]
fn constants_meet() {
    check(
        "(I32Add (I32Add x 3) 4) => (I32Add x 7)
         (I32Sub (I32Add x 3) 3) => x
         (I32Sub x 5) => (I32Add x -5)
         (I32Sub x -64) => -
         (I32Add x 64) => (I32Sub x -64)
         (I32Add (I32Sub 3 x) 4) => (I32Sub 7 x)
         (I32Sub 10 (I32Add x 4)) => (I32Sub 6 x)
         (I32Sub 10 (I32Sub 4 x)) => (I32Add x 6)
         (I32And (I32And x 12) 10) => (I32And x 8)
         (I32Or (I32Or x 12) 3) => (I32Or x 15)
         (I32Xor (I32Xor x 5) 3) => (I32Xor x 6)
         (I32Mul (I32Mul x 3) 5) => (I32Mul x 15)
         (I32Mul (I32Shl x 2) 5) => (I32Mul x 20)
         (I32Shl (I32Mul x 5) 2) => (I32Mul x 20)
         (I32Shl (I32Shl x 3) 4) => (I32Shl x 7)
         (I32Shl (I32Shl x 20) 20) => 0
         (I32ShrS (I32ShrS x 20) 20) => (I32ShrS x 31)
         (I32Rotl (I32Rotl x 20) 20) => (I32Rotl x 8)
         (I32Shl (I32ShrU x 8) 8) => (I32And x -256)
         (I32ShrU (I32Shl x 24) 24) => (I32And x 255)",
    );
    let size = Allow { size: true, ..Allow::default() };
    check_with(
        size,
        "(I64ShrU (I64Shl X 24L) 24L) => -
         (I64ShrU (I64Shl X 48L) 48L) => (I64And X 65535L)",
    );
}

#[test]
fn powers_of_two() {
    check(
        "(I32Mul x 8) => (I32Shl x 3)
         (I64Mul X 4294967296L) => (I64Shl X 32L)
         (I32Mul x -1) => (I32Sub 0 x)
         (I32DivU x 16) => (I32ShrU x 4)
         (I32RemU x 16) => (I32And x 15)
         (I32RemU x -2147483648) => (I32And x 2147483647)
         (I32DivS x 16) => -
         (I32DivS (I32ShrU x 1) 16) => (I32ShrU (I32ShrU x 1) 4)
         (I32RemS (I32ShrU x 1) 16) => (I32And (I32ShrU x 1) 15)
         (I32Eqz (I32RemS x 4)) => (I32Eqz (I32And x 3))
         (I32Ne (I32RemS x 2) 0) => (I32Ne (I32And x 1) 0)",
    );
}

#[test]
fn repeated_operands() {
    check(
        "(I32And x (I32Or y x)) => x
         (I32Or (I32And x y) x) => x
         (I32And (I32And x y) x) => (I32And x y)
         (I32Xor x (I32Xor x y)) => y
         (I32Sub (I32Add x y) y) => x
         (I32Sub (I32Add x y) x) => y
         (I32Add (I32Sub x y) y) => x
         (I32Sub x (I32Add x y)) => (I32Sub 0 y)
         (I32Sub x (I32Sub x y)) => y
         (I32Sub (I32Sub x y) x) => (I32Sub 0 y)
         (I32Sub 0 (I32Sub x y)) => (I32Sub y x)
         (I32Add x (I32Sub 0 y)) => (I32Sub x y)
         (I32Sub x (I32Sub 0 y)) => (I32Add x y)
         (I32Mul (I32Sub 0 x) (I32Sub 0 y)) => (I32Mul x y)
         (I32And x (I32Xor x -1)) => 0
         (I32Or (I32Xor x -1) x) => -1",
    );
}

#[test]
fn two_tests_are_one_of_an_interval() {
    check(
        "(I32And (I32GeU x 48) (I32LeU x 57)) => (I32LtU (I32Add x -48) 10)
         (I32And (I32GeS x 48) (I32LeS x 57)) => (I32LtU (I32Add x -48) 10)
         (I32Or (I32LtS x 48) (I32GtS x 57)) => (I32LtU (I32Add x -58) -10)
         (I32Or (I32LtU x 3) (I32Eq x 3)) => (I32LtU x 4)
         (I32Or (I32LtU x 3) (I32Eq x 4)) => -
         (I32Or (I32Eq x 8) (I32Eq x 7)) => (I32LtU (I32Add x -7) 2)
         (I32Or (I32Eqz x) (I32Eq x 1)) => (I32LtU x 2)
         (I32Or (I32Eqz x) (I32Eq x -1)) => (I32LtU (I32Add x 1) 2)
         (I32And (I32Ne x 5) (I32GtU x 4)) => (I32GeU x 6)
         (I32And (I32Ne x 5) (I32GtU x 3)) => -
         (I32And (I32LtS x 4) (I32GtS x 2)) => (I32Eq x 3)
         (I32And (I32LtS x 4) (I32GtS x 3)) => 0
         (I32Or (I32LtS x 4) (I32GtS x 3)) => 1
         (I32Or (I32LtS x 4) (I32GtS x 4)) => (I32Ne x 4)
         (I32And (I32GeS x 0) (I32LtS x 9)) => (I32LtU x 9)
         (I32Or (I32LtS x -5) (I32Eq x -5)) => (I32LtS x -4)
         (I32And (I32GtS x 7) (I32Ne x 8)) => (I32GeS x 9)
         (I32Or (I32LtU (I32Sub x 48) 10) (I32Eq x 58)) => (I32LtU (I32Add x -48) 11)
         (I32And (I64GeU X 48L) (I64LeU X 57L)) => (I64LtU (I64Add X -48L) 10L)
         (I32And (I64GeU X 48L) (I32LeU x 57)) => -
         (I32And (I32GeU x 48) (I32LeU y 57)) => -
         (I64And (I64Sub X 48L) (I64Sub X 57L)) => -",
    );
}

#[test]
fn rotations() {
    check(
        "(I32Or (I32Shl x 8) (I32ShrU x 24)) => (I32Rotl x 8)
         (I64Or (I64ShrU X 24L) (I64Shl X 40L)) => (I64Rotl X 40L)
         (I32Or (I32Shl x 8) (I32ShrU x 23)) => -
         (I32Or (I32Shl x y) (I32ShrU x (I32Sub 32 y))) => (I32Rotl x y)
         (I32Or (I32Shl x (I32Sub 0 y)) (I32ShrU x y)) => (I32Rotr x y)",
    );
}

#[test]
fn bits_that_are_known_or_not_looked_at() {
    check(
        "(I32And (I32ShrU x 24) 255) => (I32ShrU x 24)
         (I32And (I32And x 240) 15) => 0
         (I32And (I32Or x 255) 15) => 15
         (I32Or (I32And x 15) -16) => (I32Or x -16)
         (I32Shl x (I32And y 31)) => (I32Shl x y)
         (I32Shl (I32And x 255) 24) => (I32Shl x 24)
         (I32ShrU (I32And x -16) 4) => (I32ShrU x 4)
         (I32And (I32Extend8S x) 255) => (I32And x 255)
         (I32Extend8S (I32And x 255)) => (I32Extend8S x)
         (I32Extend16S (I32Extend8S x)) => (I32Extend8S x)
         (I32Extend8S (I32Extend16S x)) => (I32Extend8S x)
         (I32Extend8S (I32And x 127)) => (I32And x 127)
         (I32ShrS (I32ShrS x 31) 7) => (I32ShrS x 31)
         (I32ShrS (I32Shl (I32Extend8S x) 24) 24) => (I32Extend8S x)
         (I32ShrS (I32Shl x 24) 24) => -
         (I32Xor (I32Eqz x) 1) => (I32Eqz (I32Eqz x))
         (I32RemU (I32And x 7) 9) => (I32And x 7)
         (I32And x (I32And y 255)) => -",
    );
    check_with(
        Allow { sign_extension: true, ..Allow::default() },
        "(I32ShrS (I32Shl x 24) 24) => (I32Extend8S x)
         (I64ShrS (I64Shl X 32L) 32L) => (I64Extend32S X)
         (I64ExtendI32S (I32WrapI64 X)) => (I64Extend32S X)",
    );
}

#[test]
fn comparisons() {
    check(
        "(I32Eq x 0) => (I32Eqz x)
         (I64Eq X 0L) => (I64Eqz X)
         (I32Ne x 0) => -
         (I32LtU x 1) => (I32Eqz x)
         (I32GtU x 0) => (I32Ne x 0)
         (I32LtU x 0) => 0
         (I32GeU x 0) => 1
         (I32LeU x -1) => 1
         (I32GtS x -1) => (I32GeS x 0)
         (I32LtS 5 x) => (I32GtS x 5)
         (I32LtS x -2147483648) => 0
         (I32GtS x -2147483648) => (I32Ne x -2147483648)
         (I32LtS x x) => 0
         (I32GeU x x) => 1
         (I32Eqz (I32Eqz (I32Eqz x))) => (I32Eqz x)
         (I32Eqz (I32Eqz x)) => (I32Ne x 0)
         (I32Ne (I32Eqz x) 0) => (I32Eqz x)
         (I32Eq (I32Eqz x) 1) => (I32Eqz x)
         (I32Ne (I32Eqz x) 1) => (I32Eqz (I32Eqz x))
         (I32Eqz (I32LtS x y)) => (I32GeS x y)
         (I32Eqz (F32Eq f g)) => (F32Ne f g)
         (I32Eqz (F32Lt f g)) => -
         (I32Eqz (I32Sub x y)) => (I32Eq x y)
         (I32Eqz (I32Add x 5)) => (I32Eq x -5)
         (I32Eq (I32Add x 5) 7) => (I32Eq x 2)
         (I32Ne (I32Xor x 5) 1) => (I32Ne x 4)
         (I32Eq (I32Sub 9 x) 7) => (I32Eq x 2)
         (I32Eq (I32Add x y) x) => (I32Eqz y)
         (I32Eq (I32And x 4) 4) => (I32Ne (I32And x 4) 0)
         (I32Ne (I32And x 4) 4) => (I32Eqz (I32And x 4))
         (I32LtU (I32And x 7) 8) => 1
         (I32LtS (I32ShrU x 1) 0) => 0
         (I32Eq (I32And x 7) 8) => 0
         (I32Eqz (I32Or x 1)) => 0
         (I64LtS (I64ExtendI32U x) (I64ExtendI32U y)) => (I32LtU x y)
         (I64LtS (I64ExtendI32S x) (I64ExtendI32S y)) => (I32LtS x y)
         (I64LtU (I64ExtendI32S x) 7L) => (I32LtU x 7)
         (I64Eqz (I64ExtendI32U x)) => (I32Eqz x)
         (I32Eqz (I32Popcnt x)) => (I32Eqz x)",
    );
}

#[test]
fn conversions() {
    check(
        "(I32WrapI64 (I64ExtendI32U x)) => x
         (I32WrapI64 (I64And X 4294967295L)) => (I32WrapI64 X)
         (I32WrapI64 (I64Add (I64ExtendI32U x) (I64ExtendI32S y))) => (I32Add x y)
         (I32WrapI64 (I64Mul (I64ExtendI32U x) 8L)) => (I32Mul x 8)
         (I32WrapI64 (I64ShrU (I64ExtendI32U x) 8L)) => -
         (I64ExtendI32U (I32WrapI64 (I64ShrU X 32L))) => (I64ShrU X 32L)
         (I64ExtendI32S (I32WrapI64 (I64ShrS X 32L))) => (I64ShrS X 32L)
         (I64ExtendI32S (I32WrapI64 X)) => -
         (I64ExtendI32S (I32ShrU x 1)) => (I64ExtendI32U (I32ShrU x 1))
         (I64Extend32S (I64ExtendI32U x)) => (I64ExtendI32S x)
         (F64ConvertI32U (I32And x 255)) => (F64ConvertI32S (I32And x 255))
         (F64ConvertI64S (I64ExtendI32S x)) => (F64ConvertI32S x)
         (F32ConvertI64S (I64ExtendI32U x)) => (F32ConvertI32U x)
         (F64ConvertI64U (I64ShrU X 1L)) => (F64ConvertI64S (I64ShrU X 1L))
         (F32ReinterpretI32 (I32ReinterpretF32 f)) => f
         (F32DemoteF64 (F64PromoteF32 f)) => -
         (F32DemoteF64 (F64PromoteF32 (F32Sqrt f))) => (F32Sqrt f)
         (F32DemoteF64 (F64Add (F64PromoteF32 f) (F64PromoteF32 g))) => (F32Add f g)
         (F32DemoteF64 (F64Mul (F64PromoteF32 f) 0.5)) => (F32Mul f 0.5f)
         (F32DemoteF64 (F64Mul (F64PromoteF32 f) 0.1)) => -
         (I32TruncF64S (F64PromoteF32 f)) => (I32TruncF32S f)",
    );
}

#[test]
fn floats() {
    check(
        "(F32Neg (F32Neg f)) => f
         (F32Abs (F32Neg f)) => (F32Abs f)
         (F32Abs (F32Abs f)) => (F32Abs f)
         (F32Abs (F32Copysign f g)) => (F32Abs f)
         (F32Copysign f 1.0f) => (F32Abs f)
         (F32Copysign (F32Neg f) g) => (F32Copysign f g)
         (F32Copysign f (F32Abs g)) => (F32Abs f)
         (F32Copysign f f) => f
         (F64Mul F 1.0) => -
         (F64Mul (F64Sqrt F) 1.0) => (F64Sqrt F)
         (F64Add (F64Sqrt F) -0.0) => (F64Sqrt F)
         (F64Add (F64Sqrt F) 0.0) => -
         (F64Sub (F64Sqrt F) 0.0) => (F64Sqrt F)
         (F64Mul F 2.0) => (F64Add F F)
         (F64Mul 3.0 F) => (F64Mul F 3.0)
         (F64Div F 4.0) => (F64Mul F 0.25)
         (F64Div F 3.0) => -
         (F64Mul (F64Sqrt F) -1.0) => -
         (F64Add F (F64Neg G)) => -
         (F64Sub F (F64Neg G)) => -
         (F64Mul (F64Neg F) (F64Neg G)) => -
         (F32DemoteF64 (F64Abs (F64PromoteF32 (F32Sqrt f)))) => (F32Abs (F32Sqrt f))
         (F32DemoteF64 (F64Neg (F64PromoteF32 (F32Sqrt f)))) => -
         (F64Floor (F64Ceil F)) => (F64Ceil F)
         (F64Nearest (F64ConvertI32S x)) => (F64ConvertI32S x)
         (F32Lt (F32Neg f) (F32Neg g)) => (F32Lt g f)
         (F32Lt (F32Neg f) 1.0f) => (F32Gt f -1.0f)
         (F64Lt (F64PromoteF32 f) 0.5) => (F32Lt f 0.5f)
         (F64Lt (F64PromoteF32 f) 0.1) => -
         (F32Lt f nan:7fc00000) => 0
         (F32Ne f nan:7fc00000) => 1
         (F32Eq f f) => -",
    );
}

#[test]
fn selection() {
    check(
        "(Select (I32LtS x 5) 0 (I32GtS y 5)) => (I32And (I32GtS y 5) (I32LtS x 5))
         (Select 1 (I32LtS x 5) (I32GtS y 5)) => (I32Or (I32GtS y 5) (I32LtS x 5))
         (Select 0 (I32LtS x 5) (I32GtS y 5)) => (I32And (I32LeS y 5) (I32LtS x 5))
         (Select (I32LtS x 5) 1 (I32GtS y 5)) => (I32Or (I32LeS y 5) (I32LtS x 5))
         (Select (I32LtS x 5) 0 y) => -
         (Select x 0 (I32GtS y 5)) => -
         (Select x x y) => x
         (Select x y 1) => x
         (Select x y 0) => y
         (Select 1 0 x) => (I32Ne x 0)
         (Select 1 0 (I32Eqz x)) => (I32Eqz x)
         (Select 0 1 x) => (I32Eqz x)
         (Select 1L 0L (I32Eqz x)) => (I64ExtendI32U (I32Eqz x))
         (Select x y (I32Eqz z)) => (Select y x z)
         (Select x y (I32Ne z 0)) => (Select x y z)
         (Select x y (I32Or z 1)) => x
         (Select x y (I32Eq x y)) => y
         (Select x y (I32Ne x y)) => x
         (Select f g (F32Eq f g)) => -
         (Select (Select x 7 z) y z) => (Select x y z)
         (Select x (Select 7 y z) z) => (Select x y z)",
    );
}

#[test]
fn vectors() {
    check(
        "(V128Not (V128Not v)) => v
         (V128And v v:0) => v:0
         (V128Xor v v) => v:0
         (V128And v (V128Not w)) => (V128AndNot v w)
         (V128Bitselect v w v:0) => w
         (I32x4ExtractLane:1 (I32x4Splat x)) => x
         (I32x4ExtractLane:1 (I32x4ReplaceLane:1 v x)) => x
         (I32x4ExtractLane:0 (I32x4ReplaceLane:1 v x)) => (I32x4ExtractLane:0 v)
         (I8x16Shuffle:0 v w) => v
         (I8x16Shuffle:16 v w) => w
         (I8x16Shuffle:3 v w) => -
         (I8x16Splat (I32And x 255)) => (I8x16Splat x)
         (I16x8Shl v 16) => v
         (I32x4Add v v:0) => v",
    );
}

#[test]
fn conditions() {
    let ops = all_ops();
    for (before, after) in [
        ("(I32Eqz x)", "not x"),
        ("(I32Eqz (I32Eqz x))", "x"),
        ("(I32Ne x 0)", "x"),
        ("(I32Eqz (I32Ne (I32Eqz x) 0))", "x"),
        ("(I32LtS x y)", "-"),
        ("(Select 2 0 x)", "x"),
        ("(Select 0 3 x)", "not x"),
        ("(I32Or x 4)", "1"),
        ("(I32Sub 0 x)", "x"),
        ("(I32RemS x 8)", "(I32And x 7)"),
        ("(I32Mul x 3)", "x"),
        ("(I32Mul x 6)", "-"),
    ] {
        let mut nodes = Nodes::new();
        let root = nodes.parse(before, &ops);
        let found = match simplify_condition(&nodes, &Allow::default(), root).map(|found| found.to)
        {
            Some(condition) => {
                let new = nodes.add_term(&condition.value);
                let not = if condition.negated { "not " } else { "" };
                format!("{not}{}", nodes.print(new))
            }
            None => "-".to_string(),
        };
        assert_eq!(found, after, "of {before}");
    }
}

#[test]
fn stores() {
    let (ops, memarg) = (all_ops(), memarg());
    for (store, value, expected) in [
        (Op::I32Store8 { memarg }, "(I32And x 255)", Some((Op::I32Store8 { memarg }, "x"))),
        (Op::I32Store8 { memarg }, "(I32And x 15)", None),
        (Op::I64Store8 { memarg }, "(I64ExtendI32U x)", Some((Op::I32Store8 { memarg }, "x"))),
        (Op::I64Store { memarg }, "(I64ExtendI32U x)", None),
        (Op::I32Store { memarg }, "(I32WrapI64 X)", Some((Op::I64Store32 { memarg }, "X"))),
        (Op::I32Store { memarg }, "(I32ReinterpretF32 f)", Some((Op::F32Store { memarg }, "f"))),
    ] {
        let mut nodes = Nodes::new();
        let root = nodes.parse(value, &ops);
        let found = simplify_store(&nodes, &Allow::default(), &store, root);
        let found = found.map(|Simpler { to: (op, new), .. }| (op, nodes.print(new)));
        assert_eq!(found, expected.map(|(op, text)| (op, text.to_string())), "of {value}");
    }
}

#[test]
fn bases_and_offsets() {
    let ops = all_ops();
    let mut nodes = Nodes::new();
    let plus = nodes.parse("(I32Add x 5)", &ops);
    let minus = nodes.parse("(I32Sub x -64)", &ops);
    assert_eq!(base_and_offset(&nodes, plus), Some((0, 5)));
    assert_eq!(base_and_offset(&nodes, minus), Some((0, 64)));
    assert_eq!(base_and_offset(&nodes, 0), None);
}

/// `exchanged` against evaluation.
#[test]
fn operands_that_may_be_exchanged() {
    let mut random = super::random::Random(7);
    for sig in all_ops().iter().filter(|sig| sig.params.len() == 2) {
        let exchanged = exchanged(&sig.op);
        let mut commutes = sig.params[0] == sig.params[1];
        for _ in 0..500 {
            let (a, b) = (random.constant(sig.params[0]), random.constant(sig.params[1]));
            let value = |op: &Op, args: [Const; 2]| crate::evaluate(op, &args);
            if let Some(other) = &exchanged {
                assert_eq!(value(&sig.op, [a, b]), value(other, [b, a]), "{:?}", sig.op);
            }
            commutes = commutes && value(&sig.op, [a, b]) == value(&sig.op, [b, a]);
        }
        let extended = sig.op.variant_name().contains("ExtMul");
        let same = exchanged.as_ref() == Some(&sig.op);
        assert!(!commutes || extended || same, "{:?} is commutative", sig.op);
    }
}
