use super::condition::implied;
use super::*;
use crate::analysis::cfg::testing::Rng;
use crate::rules::{Const, evaluate};
use Compare::{Eq, GeS, GeU, GtS, GtU, LeS, LeU, LtS, LtU, Ne};

const KINDS: [Compare; 10] = [Eq, Ne, LtS, LtU, GtS, GtU, LeS, LeU, GeS, GeU];

fn holds(kind: Compare, width: Width, (a, b): (i64, i64)) -> bool {
    evaluate(&kind.at(width), &[width.constant(a), width.constant(b)]) == Some(Const::I32(1))
}

/// All comparisons of all pairs of a few numbers.
#[test]
fn what_one_comparison_implies_for_another() {
    let numbers = [0, 1, 2, -1, -2, i64::from(i32::MIN), i64::from(i32::MAX)];
    let pairs: Vec<(i64, i64)> = numbers.iter().flat_map(|&a| numbers.map(|b| (a, b))).collect();
    let holds = |kind, pair| holds(kind, Width::W32, pair);
    for known in KINDS {
        for outcome in [true, false] {
            for asked in KINDS {
                let of = |&pair: &(i64, i64)| (holds(known, pair) == outcome).then_some(pair);
                let answers: Vec<bool> =
                    pairs.iter().filter_map(of).map(|pair| holds(asked, pair)).collect();
                let expected = match (answers.contains(&true), answers.contains(&false)) {
                    (true, false) => Some(true),
                    (false, true) => Some(false),
                    _ => None,
                };
                assert_eq!(implied(known, outcome, asked), expected, "{known:?} {asked:?}");
            }
        }
    }
}

/// A number near a place where something wraps, or any.
fn number(rng: &mut Rng, width: Width) -> i64 {
    let near = rng.below(9) as i64 - 4;
    let number = match rng.below(6) {
        0 => near.wrapping_add(width.min()),
        1 => near.wrapping_add(1 << 31),
        2 => near.wrapping_add(1 << rng.below(40)),
        3 => rng.next() as i64 >> rng.below(60),
        _ => near,
    };
    width.wrap(number)
}

fn contains(facts: IntFacts, number: i64) -> bool {
    let bits = number as u64 & facts.width.mask();
    facts.bits.allows(bits)
        && (facts.unsigned.0..=facts.unsigned.1).contains(&bits)
        && (facts.signed.0..=facts.signed.1).contains(&number)
}

/// Facts that are true of some numbers, one of which is given.
fn facts(rng: &mut Rng, width: Width) -> (IntFacts, i64) {
    let some: Vec<i64> = (0..1 + rng.below(3)).map(|_| number(rng, width)).collect();
    let all = some.iter().map(|&number| IntFacts::constant(width, number));
    let mut facts = all.reduce(IntFacts::join).expect("one at least");
    if rng.below(3) == 0 {
        facts = IntFacts::of_bits(width, facts.bits);
    }
    (facts, some[0])
}

#[test]
fn what_is_said_of_numbers_is_true_of_them() {
    use IntOp::*;
    let ops = [Add, Sub, Mul, DivS, DivU, RemS, RemU, And, Or, Xor, Shl, ShrS, ShrU, Rotl, Rotr];
    let mut rng = Rng::new(7);
    let mut known = 0;
    for _ in 0..40_000 {
        let width = if rng.below(2) == 0 { Width::W32 } else { Width::W64 };
        let ((a, x), (b, y)) = (facts(&mut rng, width), facts(&mut rng, width));
        assert!(contains(a, x) && contains(b, y), "{a:?} {x} {b:?} {y}");
        assert!(contains(a.join(b), x) && contains(a.join(b), y));
        let op = ops[rng.below(ops.len())].at(width);
        if let Some(result) = evaluate(&op, &[width.constant(x), width.constant(y)])
            && let Some(said) = IntFacts::result(&op, width, |n| Some([a, b][n]))
        {
            known += u32::from(said != IntFacts::any(width));
            assert!(
                contains(said, result.as_int().unwrap()),
                "{op:?} {a:?} {x} {b:?} {y}: {said:?}"
            );
        }
        for kind in KINDS {
            let truth = holds(kind, width, (x, y));
            if let Some(said) = a.compare(kind, b) {
                assert_eq!(said, truth, "{kind:?} {a:?} {x} {b:?} {y}");
            }
            if truth {
                let (left, right) = (a.where_it(kind, b), b.where_it(kind.swapped(), a));
                assert!(contains(left, x) && contains(right, y), "{kind:?} {a:?} {x} {b:?} {y}");
            }
        }
        if contains(b, x) {
            assert!(contains(a.meet(b), x), "{a:?} {b:?} {x}");
        }
    }
    assert!(known > 10_000, "{known}");
}

#[test]
fn the_parts_tell_of_one_another() {
    let width = Width::W32;
    let small = IntFacts::between(width, None, Some((0, 99)));
    assert_eq!((small.unsigned, small.bits.max()), ((0, 99), 127));
    let negative = IntFacts::between(width, None, Some((-4, -1)));
    assert_eq!(negative.unsigned, (0xffff_fffc, 0xffff_ffff));
    let byte = IntFacts::of_bits(width, KnownBits::up_to(0xff));
    assert_eq!((byte.signed, byte.unsigned), ((0, 255), (0, 255)));
    // Nothing is both: the first is kept.
    assert_eq!(negative.meet(small), negative);
    assert!(IntFacts::nonzero(width).is_nonzero() && !small.is_nonzero());
    assert_eq!(small.where_it(LtU, IntFacts::constant(width, 1)).as_constant(), Some(0));
}
