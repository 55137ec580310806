//! Random expressions: whatever a rule answers must evaluate to what the expression did, and
//! applying rules must come to an end.

use super::expr::{INPUTS, Nans, Nodes, Outcome, Signature, all_ops};
use crate::{
    Allow, Const, Rule, RuleSet, Term, ValueFacts, known_bits, never_traps, sign_bits, simplify,
    simplify_condition, simplify_operand,
};
use invar_ir::ValType;

/// A small generator (xorshift), seeded by hand so that failures repeat.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 16) as usize % n
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Edge cases half of the time.
    pub fn int(&mut self) -> i64 {
        const EDGES: [i64; 28] = [
            0,
            0,
            1,
            1,
            -1,
            2,
            3,
            4,
            7,
            8,
            16,
            24,
            31,
            32,
            33,
            48,
            56,
            63,
            64,
            -64,
            127,
            255,
            256,
            0xffff,
            0xffff_ffff,
            0x7fff_ffff,
            i64::MAX,
            i64::MIN,
        ];
        match self.below(6) {
            0 => self.next() as i64,
            1 => (self.next() as i64) >> self.below(64),
            2 => i64::from(self.next() as i32),
            3 => 1 << self.below(64),
            _ => self.pick(&EDGES),
        }
    }

    fn f64(&mut self) -> u64 {
        const EDGES: [f64; 14] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            2.0,
            0.5,
            1.5,
            -2.5,
            1e300,
            -1e-300,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::MIN_POSITIVE,
            2147483648.5,
        ];
        match self.below(8) {
            0 => self.next(),
            1 => f64::from(f32::from_bits(self.next() as u32)).to_bits(),
            2 => ((self.next() as i64 >> self.below(64)) as f64).to_bits(),
            3 => self.pick(&[f64::NAN.to_bits(), 0xfff8 << 48, 0x7ff0 << 48 | 1, 0x7ff4 << 48]),
            _ => self.pick(&EDGES).to_bits(),
        }
    }

    fn f32(&mut self) -> u32 {
        match self.below(8) {
            0 => self.next() as u32,
            1 => self.pick(&[f32::NAN.to_bits(), 0xffc0_0000, 0x7f80_0001, 0x7fa0_0000]),
            2 => self.pick(&[f32::MAX, f32::MIN_POSITIVE, f32::from_bits(1)]).to_bits(),
            _ => (f64::from_bits(self.f64()) as f32).to_bits(),
        }
    }

    pub fn constant(&mut self, ty: ValType) -> Const {
        match ty {
            ValType::I32 => Const::I32(self.int() as i32),
            ValType::I64 => Const::I64(self.int()),
            ValType::F32 => Const::F32(self.f32()),
            ValType::F64 => Const::F64(self.f64()),
            _ => match self.below(4) {
                0 => Const::V128(0),
                1 => Const::V128(u128::MAX),
                2 => Const::V128(u128::from(self.f64()) << 64 | u128::from(self.f64())),
                _ => Const::V128(u128::from(self.next()) << 64 | u128::from(self.next())),
            },
        }
    }

    /// No rules half of the time, else some, to be switched off.
    fn without(&mut self) -> RuleSet {
        let none = self.below(2) == 0;
        Rule::ALL.iter().copied().filter(|_| !none && self.below(2) == 0).collect()
    }

    fn inputs(&mut self) -> Vec<Const> {
        INPUTS.iter().map(|&(_, ty)| self.constant(ty)).collect()
    }

    /// An expression of some operators of `ops`. Few inputs and a preference for the newest
    /// nodes make the coincidences that rules look for likely.
    fn expression(&mut self, ops: &[Signature]) -> (Nodes, usize) {
        let mut nodes = Nodes::new();
        let size = 1 + self.below(6);
        let mut last = 0;
        for _ in 0..size {
            let sig = &ops[self.below(ops.len())];
            let args: Vec<usize> =
                sig.params.iter().map(|&ty| self.operand(&mut nodes, ty)).collect();
            last = nodes.add(sig.op.clone(), &args, sig.result);
        }
        (nodes, last)
    }

    fn operand(&mut self, nodes: &mut Nodes, ty: ValType) -> usize {
        let fitting: Vec<usize> =
            (0..nodes.list.len()).filter(|&node| nodes.list[node].ty == ty).collect();
        match self.below(8) {
            0..=2 => {
                let constant = self.constant(ty);
                nodes.add_const(constant)
            }
            3..=5 => fitting[fitting.len() - 1],
            _ => self.pick(&fitting),
        }
    }
}

/// Groups of operators that have rules with one another.
fn families() -> Vec<Vec<Signature>> {
    let of = |wanted: &dyn Fn(&Signature) -> bool| all_ops().into_iter().filter(wanted).collect();
    use ValType::{F32, F64, I32, I64, V128};
    let within = |types: &'static [ValType]| {
        move |sig: &Signature| {
            types.contains(&sig.result) && sig.params.iter().all(|ty| types.contains(ty))
        }
    };
    vec![
        of(&within(&[I32])),
        of(&within(&[I64, I32])),
        of(&within(&[F32, I32])),
        of(&within(&[F64, I32])),
        of(&within(&[F32, F64])),
        of(&within(&[I32, I64, F32, F64])),
        of(&|sig| {
            let name = sig.op.variant_name();
            name.starts_with("V128") || name.contains("Lane") || name.contains("Splat")
        }),
        of(&within(&[V128])),
        of(&within(&[V128, I32])),
    ]
}

/// How many expressions of each family; more with `FOLD_TEST_ROUNDS=n`.
fn rounds() -> usize {
    std::env::var("FOLD_TEST_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000)
}

#[test]
fn an_answer_is_equal_to_the_question() {
    let mut answered = 0;
    for (family, ops) in families().iter().enumerate() {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 + family as u64);
        for round in 0..rounds() {
            let (mut nodes, root) = random.expression(ops);
            let allow = Allow {
                sign_extension: round % 2 == 0,
                size: round % 3 == 0,
                without: random.without(),
            };
            let op = nodes.list[root].op.clone().expect("not an input");
            let args = nodes.list[root].args.clone();
            let Some(simpler) = simplify(&nodes, &allow, &op, &args) else { continue };
            answered += 1;
            assert!(simpler.by.iter().all(|rule| !allow.without.contains(rule)));
            let new = nodes.add_term(&simpler.to);
            assert_eq!(nodes.list[new].ty, nodes.list[root].ty, "{}", nodes.print(root));
            assert_ne!(new, root, "no progress: {}", nodes.print(root));
            for _ in 0..12 {
                let inputs = random.inputs();
                for nans in [Nans::Any, Nans::Passed, Nans::Canonical] {
                    let outcomes = nodes.evaluate_on(nans, &inputs);
                    // An operand that traps does so before, and still there.
                    if outcomes[..root].contains(&Outcome::Trap) {
                        continue;
                    }
                    assert!(
                        outcomes[root].allows(outcomes[new]),
                        "{} => {}\n{:?} => {:?}\non {inputs:x?}, NaNs: {nans:?}",
                        nodes.print(root),
                        nodes.print(new),
                        outcomes[root],
                        outcomes[new],
                    );
                }
            }
        }
    }
    assert!(answered > rounds(), "only {answered} rules were applied");
}

#[test]
fn conditions_and_operands_keep_what_counts() {
    let ops: Vec<Signature> = families().swap_remove(1);
    let mut random = Random(0x0dd_ba11);
    for _ in 0..rounds() {
        let (mut nodes, root) = random.expression(&ops);
        let allow = Allow { without: random.without(), ..Allow::default() };
        let condition = simplify_condition(&nodes, &allow, root)
            .filter(|_| nodes.list[root].ty == ValType::I32)
            .map(|found| (nodes.add_term(&found.to.value), found.to.negated));
        // The low bits of the root, as a narrow store takes them.
        let memarg = super::expr::memarg();
        let (store, mask) = match nodes.list[root].ty {
            ValType::I32 => (invar_ir::Op::I32Store8 { memarg }, 0xff),
            _ => (invar_ir::Op::I64Store16 { memarg }, 0xffff),
        };
        let narrow = simplify_operand(&nodes, &allow, &store, &[root, root], 1);
        for _ in 0..12 {
            let outcomes = nodes.evaluate(&random.inputs());
            let Outcome::Is(old) = outcomes[root] else { continue };
            let old = old.as_int().expect("an integer");
            let int = |node: usize| match outcomes[node] {
                Outcome::Is(new) => new.as_int().expect("an integer"),
                other => panic!("{} => {other:?}", nodes.print(root)),
            };
            if let Some((new, negated)) = condition {
                let what = format!("{} => {}", nodes.print(root), nodes.print(new));
                assert_eq!((int(new) != 0) != negated, old != 0, "{what}");
            }
            if let Some(new) = &narrow {
                assert_eq!(int(new.to) & mask, old & mask, "{}", nodes.print(root));
            }
        }
    }
}

#[test]
fn known_bits_and_sign_bits_hold() {
    let ops: Vec<Signature> = families().swap_remove(1);
    let mut random = Random(0xb175);
    for _ in 0..rounds() {
        let (nodes, root) = random.expression(&ops);
        let (known, signs) = (known_bits(&nodes, root), sign_bits(&nodes, root));
        let width = crate::Width::of(nodes.ty(root)).expect("an integer");
        for _ in 0..12 {
            let Outcome::Is(value) = nodes.evaluate(&random.inputs())[root] else { continue };
            let value = value.as_int().expect("an integer");
            let bits = value as u64 & width.mask();
            let what = || format!("{}: {bits:x}, {known:x?}", nodes.print(root));
            assert_eq!(bits & known.zeros, 0, "{}", what());
            assert_eq!(!bits & known.ones, 0, "{}", what());
            let copies =
                if value < 0 { !value } else { value }.leading_zeros() - (64 - width.bits());
            assert!(signs <= copies, "{} {signs}", what());
            let (min, max) = known.signed_range(width);
            assert!((min..=max).contains(&value), "{}", what());
        }
    }
}

#[test]
fn what_never_traps_does_not() {
    let ops: Vec<Signature> = families().swap_remove(0);
    let (mut random, mut seen) = (Random(0xd1f), 0);
    for _ in 0..rounds() {
        let (nodes, root) = random.expression(&ops);
        let node = &nodes.list[root];
        if !never_traps(&nodes, node.op.as_ref().expect("an operator"), &node.args) {
            continue;
        }
        seen += 1;
        for _ in 0..12 {
            let outcomes = nodes.evaluate(&random.inputs());
            let before = outcomes[..root].contains(&Outcome::Trap);
            assert!(before || outcomes[root] != Outcome::Trap, "{}", nodes.print(root));
        }
    }
    assert!(seen > rounds() / 200, "only {seen}");
}

#[test]
fn rules_come_to_an_end() {
    for (family, ops) in families().iter().enumerate() {
        let mut random = Random(0x7e57 + family as u64);
        for _ in 0..rounds() / 4 {
            let (mut nodes, root) = random.expression(ops);
            let (mut at, mut trace) = (root, vec![nodes.print(root)]);
            while let Some(op) = nodes.list[at].op.clone() {
                let args = nodes.list[at].args.clone();
                let allow = Allow { sign_extension: true, ..Allow::default() };
                let Some(simpler) = simplify(&nodes, &allow, &op, &args) else { break };
                if !matches!(simpler.to, Term::Node(..)) {
                    break;
                }
                at = nodes.add_term(&simpler.to);
                trace.push(nodes.print(at));
                assert!(trace.len() < 24, "{trace:#?}");
            }
        }
    }
}
