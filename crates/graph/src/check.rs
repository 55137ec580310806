//! A checker of redirections that knows nothing of how they are found, and shares nothing with the
//! passes: it executes a graph on random arguments and looks at both origins of each edge that was
//! redirected.
//!
//! Handles are never reused, so the edges whose origin differs between a graph and what a pass
//! made of it are its redirections ([`redirects`]). [`confirm`] executes the graph as it was
//! *before*. Whenever an edge is used that was redirected, what the old origin holds is compared
//! with what the new one holds at that moment: values, control, state and order alike. Undefined
//! agrees with anything. An origin that is not there at that moment (made later, or in a region
//! that is not being executed) disagrees. If no edge ever disagrees, then by induction over an
//! execution the graph after does what the graph before does.
//!
//! One thing alone is asked of the graph *after*: what is used there. The post value of a loop
//! variable counts only if the variable is used in the next iteration, where the loop repeats, or
//! after the loop, where it is left. What the pass gave no use to need not be right.
//!
//! The executor is in `check/machine.rs`; what memory holds in `check/memory.rs`; what is made up in
//! `check/answers.rs`. [`same`] compares what is seen from outside of two whole graphs, for passes
//! that do more than redirect; [`same_trace`] a graph with the function that it was built from, or
//! that it was lowered to.
//!
//! Cost: bounded by [`Setting::runs`], and by nodes and iterations of each run. Never proves: an
//! edge that no run came to has no answer, which [`Checked::times`] tells.

mod answers;
mod compare;
mod machine;
mod memory;
mod trace;

use crate::rvsdg::graph::Graph;
use answers::{Held, Run, Script, hash, words};
use compare::Checks;
use machine::{Activation, Stop};

pub use answers::Callees;
pub use compare::{Checked, Redirect, Way, redirects};
pub use trace::same_trace;

/// How a graph is executed.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// What is known of callees.
    pub callees: Callees<'a>,
    /// What all random numbers follow from.
    pub seed: u64,
    /// How many runs that come to nothing new are made at most, one after the other.
    pub runs: u32,
}

/// Compares both origins of each edge that differs between a graph and what a pass made of it. The
/// error says why the graph before cannot be executed.
pub fn confirm<'a>(
    before: &'a Graph,
    after: &'a Graph,
    setting: &Setting<'a>,
) -> Result<Vec<Checked>, String> {
    let mut checks = Checks::new(before, after);
    let words = words(before);
    // Runs that came to something new, and how many questions they asked. Most runs are as one of
    // those up to a question, and go another way from there.
    let mut known: Vec<(Script, u32)> = Vec::new();
    let mut last_new = 0;
    for n in 0.. {
        if n - last_new > setting.runs || checks.list.iter().all(Checked::is_settled) {
            break;
        }
        let random = |what: u32| hash(&(setting.seed, n, what));
        let script = match known.get(known_at(random(0), known.len())) {
            Some((script, asked)) if n % 4 != 0 => {
                let back = random(1) as u32 % (asked + 1);
                let at = if n % 4 == 1 { back } else { asked.saturating_sub(back % 16) };
                script.fork(at, random(2), random(3) & 3 == 0)
            }
            _ => Script::new(random(2)),
        };
        (checks.run, checks.is_new) = (n, false);
        let mut run = Run::new(setting.callees, script.clone(), &words);
        let params = run.params(before);
        match Activation::new(before, 0, Some(&mut checks)).execute(&mut run, &params) {
            Err(Stop::Broken(why)) => return Err(format!("run {n}: {why}")),
            Ok(_) | Err(Stop::Trap(_) | Stop::Spent | Stop::Left(_)) => {}
        }
        if checks.is_new {
            last_new = n;
            known.push((script, run.asked));
        }
    }
    Ok(checks.list)
}

/// One of so many, the last ones more often.
fn known_at(bits: u64, count: usize) -> usize {
    let of = |bits: u64| (bits % count.max(1) as u64) as usize;
    of(bits >> 32).max(of(bits & 0xffff_ffff))
}

/// Whether two graphs of one function do the same: they end in the same way, with the same results,
/// state and order. A run of the graph before that does not end within its bounds tells nothing.
pub fn same<'a>(before: &'a Graph, after: &'a Graph, setting: &Setting<'a>) -> Result<(), String> {
    let words = words(before);
    for n in 0..setting.runs {
        let script = Script::new(hash(&(setting.seed, n)));
        let seen = |graph: &'a Graph| {
            let mut run = Run::new(setting.callees, script.clone(), &words);
            let params = run.params(graph);
            match Activation::new(graph, 0, None).execute(&mut run, &params) {
                Ok(results) => Ok(Some(("ends", results))),
                Err(Stop::Left(results)) => Ok(Some(("calls", results))),
                Err(Stop::Trap(token)) => Ok(Some(("traps", vec![Held::Token(token)]))),
                Err(Stop::Spent) => Ok(None),
                Err(Stop::Broken(why)) => Err(format!("run {n}: {why}")),
            }
        };
        let Some(old) = seen(before)? else { continue };
        let new = seen(after)?;
        let agree = |pair: (&Held, &Held)| *pair.0 == Held::Undef || pair.0 == pair.1;
        if !new.as_ref().is_some_and(|new| old.0 == new.0 && old.1.iter().zip(&new.1).all(agree)) {
            return Err(format!("run {n}: {old:?} became {new:?}"));
        }
    }
    Ok(())
}
