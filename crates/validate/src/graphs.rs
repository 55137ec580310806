//! Checkers of region graphs by execution. They are independent of the passes: [`confirm`] executes a graph on
//! random arguments and compares both origins of each redirected edge.
//!
//! Handles are never reused, so the edges whose origin differs between a graph and the result of a
//! pass are its redirections ([`redirects`]). [`confirm`] executes the graph from *before* the pass.
//! Whenever a redirected edge is used, the current values of its old and its new origin are compared:
//! values, control, state and order alike. Undefined agrees with anything. An origin that has no value
//! at that moment (it is computed later, or in a region that is not being executed) disagrees. If no
//! edge ever disagrees, then by induction over an execution both graphs do the same.
//!
//! Of the graph *after* the pass only the uses matter: the post value of a loop variable is compared
//! only if the variable is used in the next iteration, where the loop repeats, or after the loop,
//! where it exits. Values that are unused after the pass may be wrong.
//!
//! `graphs/walk.rs` executes graphs; `graphs/tokens.rs` has the operators, with memory in `graphs/memory.rs` and random
//! results in `graphs/answers.rs`; `graphs/edges.rs` has the comparisons. [`same`] compares the observable behaviour of
//! two whole graphs, for passes that do more than redirect; [`same_trace`] that of a graph and the
//! function that it was built from or lowered to.
//!
//! Cost: bounded by [`GraphSetting::runs`], and by nodes and iterations of each run. It is a test and no
//! proof: an edge that no run reached has no answer, see [`Checked::times`].

mod answers;
mod edges;
mod memory;
mod tokens;
pub(crate) mod trace;
mod walk;

use crate::domain::Stop;
use crate::held::{Held, hash};
use answers::{Run, Script, words};
use edges::Checks;
use invar_graph::Graph;
use tokens::Tokens;

pub use answers::Callees;
pub use edges::{Checked, Redirect, Way, redirects};
pub use trace::same_trace;

/// How a graph is executed.
#[derive(Clone, Copy)]
pub struct GraphSetting<'a> {
    /// The graphs of callees.
    pub callees: Callees<'a>,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of consecutive runs without new coverage after which checking ends.
    pub runs: u32,
}

/// Compares both origins of each edge that differs between a graph and what a pass made of it. The
/// error says why the graph before cannot be executed.
pub fn confirm<'a>(
    before: &'a Graph,
    after: &'a Graph,
    setting: &GraphSetting<'a>,
) -> Result<Vec<Checked>, String> {
    let mut checks = Checks::new(before, after);
    let words = words(before);
    // Runs with new coverage, and the number of their questions. Most runs repeat one of these up to
    // some question, and diverge from there.
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
        if let Err(Stop::Broken(why)) = Tokens::new(&mut run, Some(&mut checks)).execute(before) {
            return Err(format!("run {n}: {why}"));
        }
        if checks.is_new {
            last_new = n;
            known.push((script, run.asked));
        }
    }
    Ok(checks.list)
}

/// An index below `count`, more often a high one.
fn known_at(bits: u64, count: usize) -> usize {
    let of = |bits: u64| (bits % count.max(1) as u64) as usize;
    of(bits >> 32).max(of(bits & 0xffff_ffff))
}

/// Whether two graphs of one function have the same behaviour: they end in the same way, with the same
/// results, state and order. Runs of the graph before that exceed their bounds are ignored.
pub fn same<'a>(
    before: &'a Graph,
    after: &'a Graph,
    setting: &GraphSetting<'a>,
) -> Result<(), String> {
    let words = words(before);
    for n in 0..setting.runs {
        let script = Script::new(hash(&(setting.seed, n)));
        let seen = |graph: &'a Graph| {
            let mut run = Run::new(setting.callees, script.clone(), &words);
            match Tokens::new(&mut run, None).execute(graph) {
                Ok(results) => Ok(Some(("ends", results))),
                Err(Stop::Leaves) => Ok(Some(("calls", run.left))),
                Err(Stop::Trap) => Ok(Some(("traps", run.left))),
                Err(Stop::Open(_) | Stop::Again) => Ok(None),
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
