use super::condition::implied;
use super::*;
use crate::{Place, is_in_bounds, least_bytes};
use Compare::{Eq, GeS, GeU, GtS, GtU, LeS, LeU, LtS, LtU, Ne};
use invar_ir::testing::Rng;
use invar_ir::{MemArg, MemOrdering, MemSpace, Memory, MemoryData, Module, Value};
use invar_rules::{Const, evaluate};

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
        3 => rng.number() as i64 >> rng.below(60),
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

/// All pairs of small distances, at bases where sums wrap and where they do not.
#[test]
fn an_access_that_is_reached_ends_no_later() {
    for (wide, root) in [(false, true), (true, true), (false, false), (true, false)] {
        let mask = if wide { u64::MAX } else { u64::from(u32::MAX) };
        let place = |(added, offset, size): (i64, u64, u64)| Place {
            memory: Memory::from_u32(0),
            imported: false,
            root: root.then_some(Value::from_u32(0)),
            added: added as u64 & mask,
            offset,
            size,
            wide,
        };
        let offsets =
            |added| (0..6).flat_map(move |offset| [1, 4].map(|size| (added, offset, size)));
        let places: Vec<Place> = (-3..=3).flat_map(offsets).map(place).collect();
        let mut reached = 0;
        for (made, asked) in places.iter().flat_map(|made| places.iter().map(move |p| (made, p))) {
            let is_reached = in_bounds::reaches(made, asked);
            reached += u32::from(is_reached);
            for base in (0..8).chain(mask - 8..=mask) {
                let base = if root { base } else { 0 };
                let end = |place: &Place| {
                    let address = base.wrapping_add(place.added) & mask;
                    u128::from(address) + u128::from(place.offset) + u128::from(place.size)
                };
                if is_reached && end(made) <= u128::from(mask) + 1 {
                    assert!(end(asked) <= end(made), "{base}: {made:?} {asked:?}");
                }
            }
        }
        assert!(reached > 1000, "{reached}");
    }
}

#[test]
fn the_minimum_of_a_memory_is_in_pages_of_its_size() {
    let mut module = Module::default();
    for (initial, page_size_log2) in [(2, None), (259, Some(0)), (u64::MAX, None)] {
        let (maximum, memory64, shared) = (None, initial == u64::MAX, false);
        let ty = wasmparser::MemoryType { memory64, shared, initial, maximum, page_size_log2 };
        module.memories.push(MemoryData { ty, import: None });
    }
    let least = |memory| least_bytes(&module, Memory::from_u32(memory));
    assert_eq!((least(0), least(1), least(3)), (131_072, 259, 0));
    let byte = IntFacts::of_bits(Width::W32, KnownBits::up_to(255));
    let load = |memory, offset| Op::I32Load {
        memarg: MemArg {
            offset,
            memory,
            align: 0,
            max_align: 2,
            space: MemSpace::Memory,
            ordering: MemOrdering::Default,
        },
    };
    assert!(is_in_bounds(&module, &load(1, 0), |_| Some(byte)));
    assert!(!is_in_bounds(&module, &load(1, 1), |_| Some(byte)));
    let any = IntFacts::any(Width::W64);
    assert!(is_in_bounds(&module, &load(2, u64::MAX), |_| Some(any)));
}
