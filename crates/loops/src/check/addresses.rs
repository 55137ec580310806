//! Confirms by execution that accesses of memory have the same effective addresses as before.
//!
//! The effective address of an access is its operand, read as unsigned, plus the immediate offset: a sum of
//! mathematical integers, which may exceed 2^32, or 2^64 in a memory with 64-bit addresses. A constant that
//! moves between operand and offset keeps the sum modulo 2^w only, which is what [`same_sums`] compares.
//! Here both functions are executed on the same start values, in memories as large as the module allows
//! them to grow, and the events of both runs are compared: operator, effective address as an `i128`, stored
//! value, trap. Numbers that the function cannot know (parameters, contents of memory, results of calls)
//! are biased to those for which sums with its constants are close to 2^31, 2^32, 2^63, 2^64, or the end of
//! memory (`answers`).
//!
//! - [`same_accesses`] compares event by event, for passes that neither remove nor reorder accesses. If both
//!   runs trap, loads ahead of the trap may differ: an access may trap earlier than before, if nothing can be
//!   observed in between.
//! - [`same_effects`] compares what can be observed: calls, with what memory and globals hold then, results,
//!   memory and globals at the end, and whether it is a trap. For passes that remove or move accesses.
//!
//! The check is a test and no proof. It shares no code with the passes, and with them only the evaluation of single
//! operators. Cost: for each of the runs ([`Setting::runs`], and those of [`aims`]) at most [`machine::MOST_STEPS`]
//! operators.
//!
//! [`same_sums`]: super::same_sums

mod aims;
mod answers;
mod machine;
#[cfg(test)]
mod tests;

use answers::Answers;
use invar_ir::{Function, Module, Op, memory_access};
use machine::{End, Event, Trace, execute};

/// How many runs of a check in passing do not aim.
pub const RUNS: u64 = 24;

/// How many parameters are moved, and how often each.
const MOST_PARAMS: usize = 3;
const MOST_MOVES: usize = 3;
/// By less than this, others are less: the number of elements that a vector loop leaves to the scalar one.
const FEWER: i128 = 8;

/// How two functions are executed.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The module of both.
    pub module: &'a Module,
    /// Parameters that have one value in each call, by number.
    pub constants: &'a [(u32, Op)],
    /// The number of runs that do not aim.
    pub runs: u64,
}

/// Confirms that the same operators access the same effective addresses in the same order, or names a run
/// and an access that differ.
pub fn same_accesses(old: &Function, new: &Function, setting: &Setting<'_>) -> Result<(), String> {
    each_run(old, new, setting, |was, is| {
        let differs = |n: &usize| was.events.get(*n) != is.events.get(*n);
        let most = was.events.len().max(is.events.len());
        let is_open = |trace: &Trace, n: usize| trace.end == End::Open && n >= trace.events.len();
        match (0..most).find(differs) {
            // A run that goes on has no answer yet.
            Some(n) if is_open(was, n) || is_open(is, n) => Ok(()),
            Some(n) if both_trap_unseen(was, is, n) => Ok(()),
            Some(n) => {
                let name = |trace: &Trace| match trace.events.get(n) {
                    Some(event) => event.to_string(),
                    None => format!("the end ({:?})", trace.end),
                };
                Err(format!("event {n} is {}, not {}", name(is), name(was)))
            }
            None => same_end(was, is),
        }
    })
}

/// Confirms that both functions do the same as far as it can be observed, or names a run in which they differ.
pub fn same_effects(old: &Function, new: &Function, setting: &Setting<'_>) -> Result<(), String> {
    each_run(old, new, setting, |was, is| {
        if was.end == End::Open || is.end == End::Open {
            return Ok(());
        }
        let seen = |trace: &Trace| -> Vec<Event> {
            trace.events.iter().filter(|event| event.is_outside()).cloned().collect()
        };
        let (before, after) = (seen(was), seen(is));
        if let Some(n) = (0..before.len().max(after.len())).find(|&n| before.get(n) != after.get(n))
        {
            let name = |event: Option<&Event>| event.map_or("none".to_string(), Event::to_string);
            return Err(format!("call {n} is {}, not {}", name(after.get(n)), name(before.get(n))));
        }
        same_end(was, is)
    })
}

fn same_end(was: &Trace, is: &Trace) -> Result<(), String> {
    match (was.end == is.end, was.state == is.state) {
        _ if was.end == End::Open || is.end == End::Open => Ok(()),
        (false, _) => Err(format!("it ends with {:?}, not {:?}", is.end, was.end)),
        (_, false) => Err("memory or globals differ at the end".to_string()),
        _ => Ok(()),
    }
}

fn each_run(
    old: &Function,
    new: &Function,
    setting: &Setting<'_>,
    agree: impl Fn(&Trace, &Trace) -> Result<(), String>,
) -> Result<(), String> {
    let words = answers::words([old, new], setting.module);
    let aims = aims::aims(old, new);
    let each = aims::STEPS.len() as u64;
    let (mut longest, mut most) = (None, 0);
    let named = |answers: &Answers<'_>, what: String| {
        let params = answers.params(old, setting.constants);
        format!("parameters {params:x?}, {answers}: {what}")
    };
    let both = |answers: &Answers<'_>| -> Result<(Trace, Trace), String> {
        // The new function may execute more operators for the same events.
        let was = execute(old, setting, answers, machine::MOST_STEPS)?;
        Ok((was, execute(new, setting, answers, 4 * machine::MOST_STEPS)?))
    };
    for run in 0..setting.runs + each * aims.len() as u64 {
        let aimed = run.checked_sub(setting.runs);
        let aim =
            aimed.map(|nth| (aims[(nth / each) as usize], aims::STEPS[(nth % each) as usize]));
        let answers = Answers::new(run, &words, aim, setting.module);
        let (was, is) = both(&answers)?;
        agree(&was, &is).map_err(|what| format!("run {run}, {}", named(&answers, what)))?;
        if matches!(was.end, End::Returns(_)) && accesses(&was) > most {
            (most, longest) = (accesses(&was), Some((run, aim)));
        }
    }
    // The run with the most accesses, with the last one of them at the end of memory: a parameter may be the address, and
    // another one the number of accesses.
    let Some((run, aim)) = longest.filter(|_| most > 1) else { return Ok(()) };
    let params = old.blocks[old.entry].params.len().min(MOST_PARAMS);
    for (fewer, other, base) in moves(params) {
        let mut by = 0;
        for _ in 0..MOST_MOVES {
            let answers = Answers::new(run, &words, aim, setting.module);
            let answers = answers.moving(other, -fewer).moving(base, by);
            let (was, is) = both(&answers)?;
            agree(&was, &is).map_err(|what| named(&answers, what))?;
            match rest(&was, &answers) {
                Some(rest) if rest != 0 => by += rest,
                _ => break,
            }
        }
    }
    Ok(())
}

/// By how much less than it was one parameter is, its number, and that of another one which moves.
fn moves(params: usize) -> impl Iterator<Item = (i128, usize, usize)> {
    let each = (0..params).flat_map(move |other| (0..params).map(move |base| (other, base)));
    let each = each.flat_map(|(other, base)| (0..FEWER).map(move |fewer| (fewer, other, base)));
    // None is less: once for each that moves.
    each.filter(move |&(fewer, other, base)| match fewer {
        0 => other == (base + 1) % params,
        _ => other != base,
    })
}

fn accesses(trace: &Trace) -> usize {
    trace.events.iter().filter(|event| matches!(event, Event::Access { .. })).count()
}

/// How many bytes of the first memory are left behind the last access of a run that returns.
fn rest(trace: &Trace, answers: &Answers<'_>) -> Option<i128> {
    let ends = trace.events.iter().filter_map(|event| match event {
        Event::Access { op, address, .. } => {
            let access = memory_access(op).filter(|access| access.memarg.memory == 0)?;
            Some(address + i128::from(access.size))
        }
        Event::Other(..) => None,
    });
    let is_left = matches!(trace.end, End::Returns(_));
    let last = ends.max().filter(|_| is_left)?;
    Some(*answers.memories.first()? as i128 - last)
}

/// Whether both runs trap, and neither does anything that can be observed from this event on. A run that was ended by
/// the number of its steps may still trap.
fn both_trap_unseen(was: &Trace, is: &Trace, n: usize) -> bool {
    let traces = [was, is];
    let may_trap = |trace: &Trace| matches!(trace.end, End::Trap | End::Open);
    traces.iter().any(|trace| trace.end == End::Trap)
        && traces.into_iter().all(|trace| {
            let rest = &trace.events[n.min(trace.events.len())..];
            may_trap(trace) && rest.iter().all(|event| !event.is_observed())
        })
}
