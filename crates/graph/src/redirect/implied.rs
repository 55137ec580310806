//! Which values are constants in an alternative of a gamma, since the alternative is taken.

use crate::rvsdg::graph::{Cases, Graph, Kind, Output, Region, Ty};
use invar_ir::{Op, ValType};
use invar_rules::{Compare, Const, IntOp, ValueFacts, known_bits};
use smallvec::SmallVec;

/// How many enclosing alternatives are looked at.
const MOST_REGIONS: usize = 8;
/// How many facts follow from one condition at most.
const MOST_FACTS: usize = 8;

/// A value, and the constant that it is.
pub type Implied = SmallVec<[(Output, Const); 4]>;

/// What is known of a value that was tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fact {
    Is(Const),
    NotZero,
}

/// The values that are constants in a region, by the conditions of the alternatives that it is in:
/// the tested value, and what it was computed from, where that follows:
///
/// - the only key of a `br_table` that leads here, or the condition of a `br_if`;
/// - an operand of an equality, where it holds;
/// - the operand of an operator that is a bijection: adding a constant (the first key of a table),
///   `xor`, a reinterpretation (a float by its bits), an extension;
/// - the operand of an `and` with a mask of all its bits that may be set.
///
/// Cost: constant.
pub fn implied(graph: &Graph, mut region: Region) -> Implied {
    let mut found = Implied::new();
    for _ in 0..MOST_REGIONS {
        let Some(node) = graph.regions[region].parent.expand() else { break };
        if matches!(graph.nodes[node].kind, Kind::Gamma(_)) {
            let mut arms = graph.subregions(node).iter();
            let arm = arms.position(|&arm| arm == region).expect("a region of its parent");
            condition(graph, graph.origin(node, 0), arm as u32, &mut found);
        }
        region = graph.nodes[node].region;
    }
    found
}

/// Adds what follows from the choice of an alternative.
fn condition(graph: &Graph, predicate: Output, arm: u32, found: &mut Implied) {
    let Some(Kind::Match(cases)) = graph.kind_of(predicate) else { return };
    let tested = graph.origin(graph.node_of(predicate).expect("a match is a node"), 0);
    if Graph::ty(graph, tested) != Ty::Value(ValType::I32) {
        return;
    }
    let mut facts: SmallVec<[(Output, Fact); MOST_FACTS]> = SmallVec::new();
    facts.extend(chosen(cases, arm).map(|fact| (tested, fact)));
    let mut next = 0;
    while let Some(&(value, fact)) = facts.get(next) {
        next += 1;
        if let Fact::Is(constant) = fact {
            found.push((value, constant));
        }
        if facts.len() < MOST_FACTS {
            facts.extend(operand(graph, value, fact));
        }
    }
}

/// What is known of the tested value where a match gives this number.
fn chosen(cases: &Cases, arm: u32) -> Option<Fact> {
    let is = |key: u32| Fact::Is(Const::I32(key as i32));
    if cases.default == arm {
        let nonzero = if invar_ir::mutant!(GraphImpliedByTrue) { is(1) } else { Fact::NotZero };
        return (cases.of(0) != arm).then_some(nonzero);
    }
    let mut keys = cases.cases.iter().filter(|case| case.1 == arm).map(|case| case.0);
    let only = keys.next()?;
    let is_only = keys.next().is_none() || invar_ir::mutant!(GraphImpliedByOneKey);
    is_only.then(|| is(only))
}

/// What follows for an operand of a value.
fn operand(graph: &Graph, value: Output, fact: Fact) -> Option<(Output, Fact)> {
    let op = graph.op(value)?;
    let arg = |n| graph.operand(value, n);
    let with_constant = || {
        let (a, b) = (arg(0), arg(1));
        match (graph.constant(a), graph.constant(b)) {
            (None, Some(constant)) => Some((a, constant)),
            (Some(constant), None) => Some((b, constant)),
            _ => None,
        }
    };
    let is_zero = fact == Fact::Is(Const::I32(0));
    let is_true = fact == Fact::NotZero || matches!(fact, Fact::Is(Const::I32(n)) if n != 0);
    match op {
        Op::I32Eqz if is_true => return Some((arg(0), Fact::Is(Const::I32(0)))),
        Op::I32Eqz if is_zero => return Some((arg(0), Fact::NotZero)),
        Op::I64Eqz if is_true => return Some((arg(0), Fact::Is(Const::I64(0)))),
        _ => {}
    }
    if let Some((_, kind)) = Compare::of(op) {
        let holds = match kind {
            Compare::Eq => is_true,
            Compare::Ne => is_zero || invar_ir::mutant!(GraphImpliedByUnequal),
            _ => false,
        };
        let (operand, constant) = with_constant().filter(|_| holds)?;
        return Some((operand, Fact::Is(constant)));
    }
    let Fact::Is(known) = fact else { return None };
    let inverse = |constant: Const, kind: IntOp, is_left: bool| {
        // The operand, from the result and the other operand.
        let number = |constant: Const| constant.as_int();
        let (result, other) = (number(known)?, number(constant)?);
        let operand = match kind {
            IntOp::Add => result.wrapping_sub(other),
            IntOp::Sub if is_left => result.wrapping_add(other),
            IntOp::Sub => other.wrapping_sub(result),
            IntOp::Xor => result ^ other,
            _ => return None,
        };
        Some(match known {
            Const::I32(_) => Const::I32(operand as i32),
            _ => Const::I64(operand),
        })
    };
    let is = match *op {
        Op::I32ReinterpretF32 | Op::I64ReinterpretF64 => match known {
            Const::I32(bits) => Const::F32(bits as u32),
            Const::I64(bits) => Const::F64(bits as u64),
            _ => return None,
        },
        Op::I64ExtendI32S | Op::I64ExtendI32U => Const::I32(known.as_int()? as i32),
        Op::I32And | Op::I64And => {
            let (operand, mask) = with_constant()?;
            let may_be_set = !known_bits(graph, operand).zeros;
            let covers = may_be_set & !(mask.as_int()? as u64) == 0;
            let covers = covers || invar_ir::mutant!(GraphImpliedByMask);
            return covers.then_some((operand, fact));
        }
        _ => {
            let (_, kind) = IntOp::of(op)?;
            let (operand, constant) = with_constant()?;
            let known = inverse(constant, kind, operand == arg(0))?;
            return Some((operand, Fact::Is(known)));
        }
    };
    Some((arg(0), Fact::Is(is)))
}
