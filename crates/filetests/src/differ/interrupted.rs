//! What an interrupted program shows: compares the state of calls that do not end.
//!
//! In a loop that is not proved finite, a program may be interrupted, and then others read all state that outlives
//! the function (docs/observable.md). When that happens is not defined: the versions of a program
//! execute different numbers of operators. So the original is interrupted at [`MOMENTS`] times in a row, after it has
//! had enough fuel to come to the loop where it stays. Each *place* then holds some values: a global, a byte of
//! memory, an element of a table. In a variant that is interrupted, each place must hold one of them. A write that
//! the variant has lost, or delays until the loop ends, leaves a place at a value from before the loop.
//!
//! This comparison presumes that the original repeats its states within so many operators, as most generated programs
//! do ([`invar_generate::endless`]). So the original is interrupted later, too, and if a place then holds another
//! value, nothing is compared. Each place is compared on its own: writes of different places keep no order in
//! between. Cost: [`MOMENTS`] calls of the original, of [`FUEL`] operators each.

use super::{Difference, End, Engine, Limit, Observed, Side, at};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Operators up to the first interruption.
const FUEL: u64 = 800;
/// How often the original is interrupted, each time after one more operator.
const MOMENTS: u64 = 320;
/// How often before a variant is said to be wrong.
const MOST_MOMENTS: u64 = 4_000;
/// Operators up to the interruptions of the others: they may take longer to the loop, and stay there.
const LATER: [u64; 2] = [3_000, 3_013];
/// How many bytes of a memory are places of their own.
const BYTES: usize = 64;

/// A place, and what it holds.
type Held = (String, u64);

/// Makes a call on the first module and its variants, in new instances, and compares their states when they are
/// interrupted. `None` if the call of the original ends or does not repeat its states, else the number of comparisons.
pub fn interrupted<E: Engine>(
    engine: &E,
    modules: &[E::Module],
    call: impl Fn(&mut E::Side, u64) -> Option<End>,
) -> Result<Option<usize>, Difference> {
    let mut held: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    let sample = |held: &mut BTreeMap<String, BTreeSet<u64>>, moments: Range<u64>| {
        for moment in moments {
            let places = state(engine, &modules[0], FUEL + moment, &call).ok().flatten()?;
            for (place, value) in places {
                held.entry(place).or_default().insert(value);
            }
        }
        Some(())
    };
    if sample(&mut held, 0..MOMENTS).is_none() {
        return Ok(None);
    }
    let mut compared = 0;
    for (side, module) in modules.iter().enumerate() {
        for fuel in LATER {
            let is_known = |held: &BTreeMap<String, BTreeSet<u64>>, (place, value): &Held| {
                held.get(place).is_some_and(|values| values.contains(value))
            };
            let places = state(engine, module, fuel, &call);
            if let Ok(Some(places)) = &places
                && side > 0
                && !places.iter().all(|place| is_known(&held, place))
            {
                // Most programs repeat their states sooner.
                sample(&mut held, MOMENTS..MOST_MOMENTS);
            }
            let what = match places {
                Err(end) => format!("it does not stay: {end}"),
                Ok(None) => continue,
                Ok(Some(places)) => match places.iter().find(|place| !is_known(&held, place)) {
                    Some((place, _)) => {
                        format!("interrupted: {place} holds what it never holds in the original")
                    }
                    None => {
                        compared += usize::from(side > 0);
                        continue;
                    }
                },
            };
            return if side == 0 { Ok(None) } else { Err(at(side, what)) };
        }
    }
    Ok(Some(compared))
}

/// What all exported places hold when a call in a new instance is interrupted after so many operators. `None` if it is
/// not executed; an error is the end of a call that ends.
fn state<E: Engine>(
    engine: &E,
    module: &E::Module,
    fuel: u64,
    call: impl Fn(&mut E::Side, u64) -> Option<End>,
) -> Result<Option<Vec<Held>>, String> {
    let Ok(mut side) = engine.instantiate(module, FUEL) else { return Ok(None) };
    match call(&mut side, fuel) {
        Some(End::Limit(Limit::Fuel)) => {}
        None | Some(End::Limit(_) | End::NotExecuted(_)) => return Ok(None),
        Some(end) => return Err(format!("{end:?}")),
    }
    let mut held = Vec::new();
    for name in side.exports() {
        match side.observe(&name) {
            Some(Observed::Global(value)) => held.push((name, hash(&value))),
            Some(Observed::Memory(bytes)) => {
                let (first, rest) = bytes.split_at(BYTES.min(bytes.len()));
                let each = first.iter().enumerate();
                held.extend(each.map(|(n, &byte)| (format!("{name}[{n}]"), u64::from(byte))));
                held.push((format!("{name}[{BYTES}..]"), super::hash(rest)));
            }
            Some(Observed::Shared(hash)) => held.push((name, hash)),
            Some(Observed::Table(size, elements)) => {
                held.push((format!("size of {name}"), size));
                let each = elements.iter().enumerate();
                held.extend(each.map(|(n, element)| (format!("{name}[{n}]"), hash(element))));
            }
            Some(Observed::Func | Observed::Tag) | None => {}
        }
    }
    Ok(Some(held))
}

/// A number for a value: equal ones have equal numbers.
fn hash(value: &super::Seen) -> u64 {
    let text = format!("{value:?}");
    text.bytes().fold(0, |hash: u64, byte| {
        hash.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(byte)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Interpreter;
    use invar_interp::Const;

    /// What is said of a variant of `f`, whose bodies are given.
    fn compared(before: &str, after: &str) -> Result<Option<usize>, String> {
        let module = |body: &str| {
            let text = format!(
                "(module (global $g (export \"g\") (mut i32) (i32.const 0)) (memory (export \"m\") 1)
                  (func (export \"f\") (param i32) {body}))"
            );
            Interpreter.module(&wat::parse_str(text).expect("text")).expect("it is valid")
        };
        let call = |side: &mut _, fuel| Some(Side::invoke(side, "f", &[Const::I32(1)], fuel));
        interrupted(&Interpreter, &[module(before), module(after)], call)
            .map_err(|difference| difference.what)
    }

    #[test]
    fn lost_and_delayed_writes_are_seen() {
        let set = |n: i32| format!("(global.set $g (i32.const {n}))");
        let store = "(i32.store8 (i32.const 3) (i32.const 7))";
        let stay = "(loop $l (br_if $l (local.get 0)))";
        let count = "(loop $l (global.set $g (i32.or (i32.and (i32.add (global.get $g) \
                     (i32.const 1)) (i32.const 3)) (i32.const 16))) (br_if $l (local.get 0)))";
        let all = format!("{}{store}{stay}{}", set(1), set(2));
        assert_eq!(compared(&all, &all), Ok(Some(2)));
        // Before the loop, the order of the two does not matter, nor what is written over.
        assert_eq!(compared(&all, &format!("{}{store}{}{stay}", set(3), set(1))), Ok(Some(2)));
        assert!(compared(&all, &format!("{store}{stay}{}", set(2))).is_err());
        assert!(compared(&all, &format!("{}{stay}{store}", set(1))).is_err());
        assert!(compared(&all, &format!("{}{store}{}", set(1), set(2))).is_err());
        assert_eq!(compared(count, count), Ok(Some(2)));
        assert!(compared(count, stay).is_err());
        // A call that ends is compared elsewhere.
        assert_eq!(compared(&set(1), &set(2)), Ok(None));
    }
}
