//! Compares two bodies of a function on unknown bits: on all inputs at once, as far as addresses need no numbers.
//!
//! Both are executed in the domain of circuits, each block under the condition that control comes to it; where
//! branches meet, values are selected by these conditions. Parameters, globals and what memory holds are unknown.
//! What the bodies return, whether they trap, and the bytes that they write are compared. What an address depends on
//! becomes a number, chosen anew for each attempt.
//!
//! Only functions without loops, calls and operations on floats are compared. Cost: a bounded number of nodes.

use crate::circuits::bits::{Bit, ONE, Word, ZERO, constant};
use crate::circuits::operators::width_of;
use crate::circuits::{Circuits, Entries, Outside, Source, UNMODELLED, World};
use crate::domain::Stop;
use crate::held::{bits, hash};
use crate::machine::Machine;
use crate::memory::Place;
use invar_analysis::claims::Verdict;
use invar_ir::{BlockCall, Cfg, Function, Module, Op, Terminator, Value};
use invar_rules::Const;
use rustc_hash::FxHashMap;

/// How often numbers are chosen.
const MOST_ATTEMPTS: u64 = 12;
/// Larger functions are not compared.
const MOST_INSTS: usize = 400;

/// Whether two bodies of a function do the same on unknown bits, given parameters that are constants. An error says
/// what differs. [`Verdict::Proved`]: on all inputs.
pub fn same_bits(
    old: &Function,
    new: &Function,
    module: &Module,
    constants: &[(u32, Op)],
) -> Result<Verdict, String> {
    let is_small = |f: &Function| f.insts.len() <= MOST_INSTS;
    let (Some(before), Some(after)) = (order(old), order(new)) else {
        return Ok(Verdict::Unchecked);
    };
    if !is_small(old) || !is_small(new) {
        return Ok(Verdict::Unchecked);
    }
    let mut world = World::new(module, true);
    for attempt in 0..MOST_ATTEMPTS {
        world.reset(|source| chosen(source, attempt));
        let mut both = || {
            let was = execute(old, &before, &mut world, constants)?;
            let is = execute(new, &after, &mut world, constants)?;
            Ok::<_, Stop>((was, is))
        };
        match both() {
            Ok((was, is)) => {
                let found = compare(&mut world, was, is)
                    .map_err(|name| format!("{name} differs for some values of unknown bits"))?;
                let is_for_all = found == Verdict::Proved && !world.has_numbers();
                return Ok(if is_for_all { Verdict::Proved } else { Verdict::Tried });
            }
            Err(Stop::Again) => {}
            Err(_) => return Ok(Verdict::Unchecked),
        }
    }
    Ok(Verdict::Unchecked)
}

/// A number for what an address depends on: small, or a multiple of a large power of two.
fn chosen(source: Source, attempt: u64) -> u64 {
    let random = hash(&(source, attempt));
    match random >> 62 {
        0 => random >> 8 & 15,
        1 => random >> 8 & 0xff,
        _ => (random >> 8 & 0xfff) << 3,
    }
}

/// The blocks of a function in reverse postorder, if there are no cycles.
fn order(f: &Function) -> Option<Vec<invar_ir::Block>> {
    let cfg = Cfg::new(f);
    let at: FxHashMap<_, _> = cfg.rpo.iter().enumerate().map(|(n, &block)| (block, n)).collect();
    let goes_on = |&block: &invar_ir::Block| {
        f.blocks[block].term.targets().all(|call| at[&call.block] > at[&block])
    };
    cfg.rpo.iter().all(goes_on).then(|| cfg.rpo.clone())
}

/// There is nothing around a function.
struct Nothing;

impl Outside for Nothing {
    fn value(&mut self, _: &mut World<'_>, _: &Function, value: Value) -> Result<Word, Stop> {
        Err(Stop::Broken(format!("{value} is not defined")))
    }
}

/// What a function does.
struct Done {
    /// Whether it traps.
    traps: Bit,
    /// What it returns, if it does.
    results: Vec<Word>,
    written: FxHashMap<Place, Word>,
}

fn execute(
    f: &Function,
    order: &[invar_ir::Block],
    world: &mut World<'_>,
    constants: &[(u32, Op)],
) -> Result<Done, Stop> {
    let params = f.blocks[f.entry].params.iter().enumerate();
    let params: Result<Vec<Word>, Stop> = params
        .map(|(n, &param)| {
            let width = width_of(f.ty(param)).ok_or(UNMODELLED)?;
            let known = constants.iter().find(|(number, _)| *number as usize == n);
            let known = known.and_then(|(_, op)| Const::from_op(op));
            Ok(match known {
                Some(known) => constant(width, bits(known)),
                None => world.input(Source::Param(n as u32), width).0,
            })
        })
        .collect();
    let mut entries = Entries::default();
    entries.add(&mut world.bits, f.entry, ONE, params?);
    let (mut traps, mut results): (Bit, Option<Vec<Word>>) = (ZERO, None);
    let mut nothing = Nothing;
    let mut circuits = Circuits::new(world, &mut nothing);
    let mut machine = Machine::new(f, &mut circuits);
    for &block in order {
        let Some((entered, args)) = entries.take(block) else { continue };
        machine.enter(block, args);
        machine.domain.entered = entered;
        machine.block(block)?;
        let mut calls: Vec<(Bit, &BlockCall)> = Vec::new();
        match &f.blocks[block].term {
            Terminator::Jump(call) => calls.push((ONE, call)),
            Terminator::BrIf { cond, then, els } => {
                let cond = machine.value(*cond)?;
                let cond = machine.domain.holds(&cond);
                calls.extend([(cond, then), (!cond, els)]);
            }
            Terminator::BrTable { index, targets, default } => {
                let index = machine.value(*index)?;
                let mut rest = ONE;
                for (n, call) in targets.iter().enumerate() {
                    let bits = &mut machine.domain.world.bits;
                    let cond = bits.equal(&index, &constant(index.len(), n as u128));
                    calls.push((cond, call));
                    rest = bits.and(rest, !cond);
                }
                calls.push((rest, default));
            }
            Terminator::Return(values) => {
                let values = machine.all(f.list(values))?;
                let bits = &mut machine.domain.world.bits;
                let merged = results.map(|others| {
                    let both = values.iter().zip(&others);
                    both.map(|(new, old)| bits.select(entered, new, old)).collect()
                });
                results = Some(merged.unwrap_or(values));
            }
            Terminator::Unreachable => traps = machine.domain.world.bits.or(traps, entered),
            _ => return Err(UNMODELLED),
        }
        for (cond, call) in calls {
            let args = machine.all(f.list(&call.args))?;
            let bits = &mut machine.domain.world.bits;
            let taken = bits.and(entered, cond);
            entries.add(bits, call.block, taken, args);
        }
    }
    let written = circuits.memory.written().clone();
    Ok(Done { traps, results: results.unwrap_or_default(), written })
}

fn compare(world: &mut World<'_>, was: Done, is: Done) -> Result<Verdict, String> {
    let mut pairs = vec![("whether it traps".to_owned(), vec![was.traps], vec![is.traps])];
    let count = was.results.len().max(is.results.len());
    for n in 0..count {
        // A function that always traps returns nothing.
        let mut result = |done: &Done| {
            let word = done.results.get(n).cloned().unwrap_or_default();
            word.iter().map(|&bit| world.bits.and(!done.traps, bit)).collect::<Word>()
        };
        let (mut old, mut new) = (result(&was), result(&is));
        let width = old.len().max(new.len());
        old.resize(width, ZERO);
        new.resize(width, ZERO);
        pairs.push((format!("result {n}"), old, new));
    }
    let mut places: Vec<Place> = was.written.keys().chain(is.written.keys()).copied().collect();
    places.sort_unstable();
    places.dedup();
    for place in places {
        let mut of = |written: &FxHashMap<Place, Word>| match written.get(&place) {
            Some(byte) => byte.clone(),
            None => world.byte(place),
        };
        let (old, new) = (of(&was.written), of(&is.written));
        pairs.push((format!("byte {:#x} of memory {}", place.1, place.0), old, new));
    }
    world.bits.compare(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_generate::functions::parse;

    fn verdict(old: &str, new: &str) -> Result<Verdict, String> {
        let read = |body: &str| {
            parse(&format!("func f1 : (i32, i32) -> (i32) {{\nb0(v0: i32, v1: i32):\n{body}\n}}"))
        };
        let ((module, old), (_, new)) = (read(old), read(new));
        same_bits(&old, &new, &module, &[])
    }

    #[test]
    fn equal_circuits_are_proved() {
        let shift = "v2 = i32.const 3\nv3 = i32.shl v0, v2\nreturn v3";
        let product = "v2 = i32.const 8\nv3 = i32.mul v0, v2\nreturn v3";
        assert_eq!(verdict(shift, product), Ok(Verdict::Proved));
        // A branch and a selection.
        let branch = "br_if v0, b1, b2\nb1:\nreturn v1\nb2:\nv2 = i32.const 7\nreturn v2";
        let select = "v2 = i32.const 7\nv3 = select v1, v2, v0\nreturn v3";
        assert_eq!(verdict(branch, select), Ok(Verdict::Proved));
        // Addresses are numbers.
        let twice = "v2 = i32.load v0\ni32.store v0, v1 offset=4\nv3 = i32.load v0\nreturn v3";
        let once = "v2 = i32.load v0\ni32.store v0, v1 offset=4\nreturn v2";
        assert_eq!(verdict(twice, once), Ok(Verdict::Tried));
    }

    #[test]
    fn differences_in_few_inputs_are_noticed() {
        // Equal but for one number.
        let old = "v2 = i32.const 3\nv3 = i32.div_u v0, v2\nreturn v0";
        assert_eq!(verdict(old, "return v0"), Ok(Verdict::Unchecked));
        for (old, new) in [
            ("return v0", "v2 = i32.const -2\nv3 = i32.and v0, v2\nreturn v3"),
            ("i32.store8 v0, v1\nreturn v1", "return v1"),
            ("br_if v0, b1, b2\nb1:\nreturn v1\nb2:\nunreachable", "return v1"),
            (
                "i32.store8 v0, v1\nreturn v1",
                "br_if v1, b1, b2\nb1:\ni32.store8 v0, v1\njump b2\nb2:\nreturn v1",
            ),
        ] {
            assert!(verdict(old, new).is_err(), "{old}\n became \n{new}");
        }
    }

    #[test]
    fn loops_and_calls_are_not_compared() {
        let endless = "jump b1\nb1:\njump b1";
        assert_eq!(verdict(endless, "unreachable"), Ok(Verdict::Unchecked));
        let call = "v2 = call f0 v0\nreturn v2";
        assert_eq!(verdict(call, "return v0"), Ok(Verdict::Unchecked));
    }
}
