//! Confirms by execution that accesses of memory have the same effective addresses as before.
//!
//! The effective address of an access is its operand, read as unsigned, plus the immediate offset: a sum of
//! mathematical integers, which may exceed 2^32, or 2^64 in a memory with 64-bit addresses. A constant that moves
//! between operand and offset keeps the sum modulo 2^w only, which is what [`same_sums`] compares. Here both
//! functions are executed on the same start values, in memories as large as the module allows them to grow
//! ([`numbers`](crate::numbers)), and the events of both runs are compared: operator, effective address as an `i128`,
//! stored value, trap. Numbers that the function cannot know (parameters, contents of memory, results of calls) are
//! biased to those for which sums with its constants are close to 2^31, 2^32, 2^63, 2^64, or the end of memory
//! (`numbers/answers.rs`).
//!
//! - [`same_accesses`] compares event by event, for passes that neither remove nor reorder accesses. If both
//!   runs trap, loads ahead of the trap may differ: an access may trap earlier than before, if nothing can be
//!   observed in between.
//! - [`same_effects`] compares what can be observed: calls, with what memory and globals hold then, results,
//!   memory and globals at the end, and whether it is a trap. For passes that remove or move accesses.
//! - [`same_function`] compares the same of two bodies that differ by any number of passes, with the callees around them.
//!
//! The check is a test and no proof. It shares no code with the passes, and with them only the evaluation of single
//! operators. Cost: for each of the runs ([`Setting::runs`], and those of [`aims`]) at most [`MOST_STEPS`] operators.
//!
//! [`same_sums`]: crate::same_sums

use crate::domain::Stop;
use crate::numbers::answers::{self, Answers};
use crate::numbers::{Event, MOST_STEPS, Run, Setting, aims, execute};
use invar_ir::{Function, memory_access};

/// How many runs of a check of a pass do not aim.
pub const RUNS: u64 = 24;
/// How many operators a run of [`same_function`] executes, and how many all its runs execute together.
const MOST_STEPS_WHOLE: u64 = 2000;
/// How many numbers the runs of [`same_function`] aim with.
const AIMS_WHOLE: usize = 8;

/// How many parameters are moved, and how often each.
const MOST_PARAMS: usize = 3;
const MOST_MOVES: usize = 3;
/// By less than this, others are less: the number of elements that a vector loop leaves to the scalar one.
const FEWER: i128 = 8;

/// How two functions are executed: how often, and how long.
struct Bounds {
    /// How many numbers runs aim with.
    aims: Vec<i128>,
    /// How many operators a run executes.
    run: u64,
    /// How many operators all runs execute.
    all: u64,
}

impl Bounds {
    /// Of a check of a pass, in which most instructions have the same numbers before and after.
    fn of_pass(old: &Function, new: &Function) -> Self {
        Bounds { aims: aims::aims(old, Some(new), aims::MOST), run: MOST_STEPS, all: u64::MAX }
    }
}

/// Confirms that the same operators access the same effective addresses in the same order, or names a run
/// and an access that differ.
pub fn same_accesses(old: &Function, new: &Function, setting: &Setting<'_>) -> Result<(), String> {
    each_run(old, new, setting, Bounds::of_pass(old, new), |was, is| {
        let differs = |n: &usize| was.events.get(*n) != is.events.get(*n);
        let most = was.events.len().max(is.events.len());
        let is_open = |run: &Run, n: usize| run.is_open() && n >= run.events.len();
        match (0..most).find(differs) {
            // A run that goes on has no answer yet.
            Some(n) if is_open(was, n) || is_open(is, n) => Ok(()),
            Some(n) if both_trap_unseen(was, is, n) => Ok(()),
            Some(n) => {
                let name = |run: &Run| match run.events.get(n) {
                    Some(event) => event.to_string(),
                    None => format!("the end ({:?})", run.end),
                };
                Err(format!("event {n} is {}, not {}", name(is), name(was)))
            }
            None => same_end(was, is),
        }
    })
}

/// Confirms that both functions do the same as far as it can be observed, or names a run in which they differ.
pub fn same_effects(old: &Function, new: &Function, setting: &Setting<'_>) -> Result<(), String> {
    each_run(old, new, setting, Bounds::of_pass(old, new), same_seen)
}

/// How much of a comparison of two bodies has an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ComparedRuns {
    /// How many runs of both had an end, which was the same.
    pub runs: u64,
    /// At what the last run without an answer ended.
    pub open: Option<&'static str>,
}

/// Confirms that two bodies of a function do the same, as far as it can be observed, or names a run in which they
/// differ. The setting has a [`CalleeSource`](crate::CalleeSource). Runs that trap are not compared if `traps` is
/// false: the new body may have been made under the assumption that there are none.
///
/// At most `steps` operators are executed.
pub fn same_function(
    old: &Function,
    new: &Function,
    setting: &Setting<'_>,
    traps: bool,
    steps: u64,
) -> Result<ComparedRuns, String> {
    let aims = aims::aims(old, None, AIMS_WHOLE);
    let bounds = Bounds { aims, run: MOST_STEPS_WHOLE, all: steps };
    let mut shown = ComparedRuns::default();
    each_run(old, new, setting, bounds, |was, is| {
        let open = [was, is].into_iter().find_map(|run| match run.end {
            Err(Stop::Open(why)) => Some(why),
            Err(Stop::Trap) if !traps => Some("traps"),
            _ => None,
        });
        if open.is_some() {
            shown.open = open;
            return Ok(());
        }
        shown.runs += 1;
        same_seen(was, is)
    })?;
    Ok(shown)
}

/// Whether two runs are the same to an observer.
fn same_seen(was: &Run, is: &Run) -> Result<(), String> {
    if was.is_open() || is.is_open() {
        return Ok(());
    }
    let seen = |run: &Run| -> Vec<Event> {
        run.events.iter().filter(|event| event.is_outside()).cloned().collect()
    };
    let (before, after) = (seen(was), seen(is));
    if let Some(n) = (0..before.len().max(after.len())).find(|&n| before.get(n) != after.get(n)) {
        let name = |event: Option<&Event>| event.map_or("none".to_string(), Event::to_string);
        return Err(format!("call {n} is {}, not {}", name(after.get(n)), name(before.get(n))));
    }
    same_end(was, is)
}

fn same_end(was: &Run, is: &Run) -> Result<(), String> {
    match (was.end == is.end, was.state == is.state) {
        _ if was.is_open() || is.is_open() => Ok(()),
        (false, _) => Err(format!("it ends with {:?}, not {:?}", is.end, was.end)),
        (_, false) => Err("memory or globals differ at the end".to_string()),
        _ => Ok(()),
    }
}

fn each_run(
    old: &Function,
    new: &Function,
    setting: &Setting<'_>,
    Bounds { aims, run: steps, all: mut left }: Bounds,
    mut agree: impl FnMut(&Run, &Run) -> Result<(), String>,
) -> Result<(), String> {
    let words = answers::words([old, new], setting.module);
    let each = aims::STEPS.len() as u64;
    let (mut longest, mut most) = (None, 0);
    let named = |answers: &Answers<'_>, what: String| {
        let params = answers.params(old, setting.constants);
        format!("parameters {params:x?}, {answers}: {what}")
    };
    let both = |answers: &Answers<'_>| -> Result<(Run, Run), String> {
        // The new function may execute more operators for the same events.
        let was = execute(old, setting, answers, steps)?;
        Ok((was, execute(new, setting, answers, 4 * steps)?))
    };
    for run in 0..setting.runs + each * aims.len() as u64 {
        let aimed = run.checked_sub(setting.runs);
        let aim =
            aimed.map(|nth| (aims[(nth / each) as usize], aims::STEPS[(nth % each) as usize]));
        let answers = Answers::new(run, &words, aim, setting.module);
        let (was, is) = both(&answers)?;
        agree(&was, &is).map_err(|what| format!("run {run}, {}", named(&answers, what)))?;
        left = left.saturating_sub(was.steps + is.steps);
        if left == 0 {
            return Ok(());
        }
        if was.end.is_ok() && accesses(&was) > most {
            (most, longest) = (accesses(&was), Some((run, aim)));
        }
    }
    // The run with the most accesses, with the last one of them at the end of memory: a parameter may be the address,
    // and another one the number of accesses.
    let Some((run, aim)) = longest.filter(|_| most > 1) else { return Ok(()) };
    let params = old.blocks[old.entry].params.len().min(MOST_PARAMS);
    for (fewer, other, base) in moves(params) {
        let mut by = 0;
        for _ in 0..MOST_MOVES {
            let answers = Answers::new(run, &words, aim, setting.module);
            let answers = answers.moving(other, -fewer).moving(base, by);
            let (was, is) = both(&answers)?;
            agree(&was, &is).map_err(|what| named(&answers, what))?;
            left = left.saturating_sub(was.steps + is.steps);
            if left == 0 {
                return Ok(());
            }
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

fn accesses(run: &Run) -> usize {
    run.events.iter().filter(|event| matches!(event, Event::Access { .. })).count()
}

/// How many bytes of the first memory are left behind the last access of a run that returns.
fn rest(run: &Run, answers: &Answers<'_>) -> Option<i128> {
    let ends = run.events.iter().filter_map(|event| match event {
        Event::Access { op, address, .. } => {
            let access = memory_access(op).filter(|access| access.memarg.memory == 0)?;
            Some(address + i128::from(access.size))
        }
        Event::Other(..) => None,
    });
    let last = ends.max().filter(|_| run.end.is_ok())?;
    Some(*answers.memories.first()? as i128 - last)
}

/// Whether both runs trap, and neither does anything that can be observed from this event on. A run that was ended by
/// the number of its steps may still trap.
fn both_trap_unseen(was: &Run, is: &Run, n: usize) -> bool {
    let runs = [was, is];
    let may_trap = |run: &Run| matches!(run.end, Err(Stop::Trap | Stop::Open(_)));
    runs.iter().any(|run| run.end == Err(Stop::Trap))
        && runs.into_iter().all(|run| {
            let rest = &run.events[n.min(run.events.len())..];
            may_trap(run) && rest.iter().all(|event| !event.is_observed())
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::Op;

    /// The number of steps ends one run before its trap: it is not known to differ.
    #[test]
    fn a_run_that_has_not_trapped_yet_may_trap() {
        let run = |stop, events: usize| Run {
            events: vec![Event::Access { op: Op::Nop, address: 8, stored: None }; events],
            end: Err(stop),
            state: 0,
            steps: 0,
        };
        let open = Stop::Open("");
        assert!(both_trap_unseen(&run(open.clone(), 3), &run(Stop::Trap, 2), 2));
        assert!(!both_trap_unseen(&run(open.clone(), 3), &run(open.clone(), 2), 2));
        let mut stores = run(open, 2);
        stores.events.push(Event::Other(Op::Nop, Vec::new(), 0));
        assert!(!both_trap_unseen(&stores, &run(Stop::Trap, 2), 2));
    }
}
