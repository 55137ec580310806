//! The results, for single operators, of the analyses that rules rely on: known bits, copies of the sign,
//! whether a division may trap, sums with a constant; and the results of `evaluate` on constants.

use crate::operators::{ANY, Operators, Signature, name};
use crate::random::Random;
use crate::world::spell;
use invar_ir::{Op, Opcode, ValType};
use invar_rules::{
    Const, KnownBits, ValueFacts, Width, base_and_offset, evaluate, known_bits, never_traps,
    sign_bits,
};
use std::io::Write;

/// How often an operator is asked about.
const TIMES: usize = 300;

/// An operator (value 0) and its operands (from 1 on), of which bits are known.
struct Single<'a> {
    signature: &'a Signature,
    constants: Vec<Option<Const>>,
    known: Vec<Option<KnownBits>>,
}

impl ValueFacts for Single<'_> {
    type Value = usize;

    fn op(&self, value: usize) -> Option<&Op> {
        (value == 0).then_some(&self.signature.op)
    }

    fn operand(&self, _: usize, n: usize) -> usize {
        n + 1
    }

    fn ty(&self, value: usize) -> ValType {
        if value == 0 { self.signature.result } else { self.signature.params[value - 1] }
    }

    fn constant(&self, value: usize) -> Option<Const> {
        self.constants[value.checked_sub(1)?]
    }

    fn known_bits(&self, value: usize) -> Option<KnownBits> {
        self.known[value.checked_sub(1)?]
    }
}

impl<'a> Single<'a> {
    fn new(signature: &'a Signature, random: &mut Random, all_constant: bool) -> Self {
        let mut single = Single { signature, constants: Vec::new(), known: Vec::new() };
        for &ty in &signature.params {
            let others: Vec<Const> = single.constants.iter().flatten().copied().collect();
            let is_constant = all_constant || Width::of(ty).is_some() && random.chance(30);
            single.constants.push(is_constant.then(|| random.constant(ty, &others)));
            let known = Width::of(ty).map(|width| random.known_bits(width, &others));
            single.known.push(known.filter(|_| !is_constant));
        }
        single
    }

    /// The expression and what is known of its operands.
    fn text(&self) -> String {
        let (mut text, mut facts) = (format!("(n {}", name(&self.signature.op)), String::new());
        for (n, ty) in self.signature.params.iter().enumerate() {
            text += &match self.constants[n] {
                Some(constant) => format!(" c{n}:{}", spell(constant)),
                None => format!(
                    " x{n}:{}",
                    if Width::of(*ty).is_some() { ty.to_string() } else { "i64".into() }
                ),
            };
            if let Some(KnownBits { zeros, ones }) = self.known[n] {
                facts += &format!("known={n}:{zeros}:{ones} ");
            }
        }
        format!("{text})\t{}", facts.trim_end())
    }
}

pub fn print(out: &mut impl Write, operators: &Operators) -> std::io::Result<()> {
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    let extra = extra();
    let wanted = operators.wanted().into_iter();
    let plain = wanted.filter(|signature| signature.op.memarg().is_none());
    let extra = extra.iter().filter(|signature| operators.wants(signature));
    for signature in plain.clone() {
        // (A reference is no constant, as an operand or as a result.)
        let is_number = |ty: &ValType| !matches!(ty, ValType::Ref(_));
        let mut types = signature.params.iter().chain([&signature.result]);
        if !types.all(is_number) || signature.params.is_empty() {
            continue;
        }
        for _ in 0..12 {
            let single = Single::new(signature, &mut random, true);
            let args: Vec<Const> = single.constants.iter().flatten().copied().collect();
            let result = evaluate(&signature.op, &args);
            let result = result.map_or("none".into(), spell);
            writeln!(out, "evaluate\t{}\t{result}", single.text())?;
        }
    }
    let integers = |signature: &&Signature| Width::of(signature.result).is_some();
    for signature in plain.chain(extra).filter(integers) {
        for _ in 0..TIMES {
            let single = Single::new(signature, &mut random, false);
            let KnownBits { zeros, ones } = known_bits(&single, 0);
            let signs = sign_bits(&single, 0);
            writeln!(out, "known\t{}\t{zeros}:{ones}:{signs}", single.text())?;
            let args: Vec<usize> = (1..=signature.params.len()).collect();
            if never_traps(&single, &signature.op, &args) {
                writeln!(out, "never-traps\t{}", single.text())?;
            }
            if let Some((base, offset)) = base_and_offset(&single, 0) {
                writeln!(out, "offset\t{}\t{}\t{offset}", single.text(), base - 1)?;
            }
        }
    }
    Ok(())
}

/// Operators with effects, or on references, of whose results the analyses know something.
fn extra() -> Vec<Signature> {
    let wanted = |opcode: &&Opcode| {
        let name = opcode.name();
        (name.starts_with("i32.") || name.starts_with("i64."))
            && name.contains("load")
            && opcode.zeroed().memarg().is_some()
    };
    let loads = Opcode::ALL.iter().filter(wanted).map(|opcode| {
        let result = if opcode.name().starts_with("i32") { ValType::I32 } else { ValType::I64 };
        Signature { op: opcode.zeroed(), params: vec![ValType::I32], result }
    });
    let on_references =
        [Opcode::I31GetS, Opcode::I31GetU, Opcode::RefTestNonNull, Opcode::RefTestNullable];
    let on_references = on_references.into_iter().map(|opcode| Signature {
        op: opcode.zeroed(),
        params: vec![ANY],
        result: ValType::I32,
    });
    loads.chain(on_references).collect()
}
