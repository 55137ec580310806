//! Delayed retains: a copy is made where something may be released, or not at all.
//!
//! A count matters only where something may be released. The owner that an object had when it was copied still owns it
//! until then, so a copy can be *pending*: it is made not at its place in the code, but before the next point at which
//! something may be released. If a destroy of the same object comes first, neither is executed. Where it is
//! not certain that the object is the same, the two references are compared at run time.
//!
//! Two kinds of code need the comparison. Loops that shift references (`x = a[j]; copy x; old = a[i]; a[i] = x;
//! destroy old; i = j`) copy an object in one iteration that the next one destroys: the copy is pending over the back
//! edge. And in a doubly linked structure, a reference is overwritten near the copy of the object that it refers to.
//!
//! A destroy of another object on the way releases nothing unless it was the last reference. So its count is tested
//! before it, and what is pending is copied only if it is the last one: rarely, since who destroys an object's last
//! reference in the middle of other things is about to free it.
//!
//! Steps: [`candidates`] finds copies and the destroys that each may meet ([`similar`] guesses which, by how
//! addresses are computed), [`rewrite`] carries what is pending through the function as values, with block parameters
//! where paths join, [`emit`] writes comparisons and tests of counts. [`DelayPolicy`] says over what a copy may be
//! pending.
//!
//! Legal, since
//! - somebody else owns what is copied ([`Held`], or the function itself): while a copy is pending, no count falls to
//!   zero, so that the destroy it meets is not the last one either;
//! - the copy is made before whatever may release, call, look at a count, or end the function, and on edges to dead
//!   ends;
//! - where a division traps, its divisor is compared before it, and the copy made;
//! - of destroys in a row, one that meets its copy comes before others, if deinits are not ordered: the others may be
//!   the last ones of their objects. Nothing is used in between;
//! - where cycles are collected by trial deletion, a destroy that is not executed does not tell the collector of a
//!   possible root, so whatever takes the copied ownership must be rooted elsewhere ([`Rooted`]).
//!
//! No more counts are changed than before, on any path: each pending copy is made once at most.
//!
//! Cost: [`MOST_COPIES`](candidates::MOST_COPIES) copies, from each of which at most
//! [`MOST_STEPS`](candidates::MOST_STEPS) instructions are looked at, and one walk over the function.

mod candidates;
mod emit;
mod policy;
mod rewrite;
mod similar;

use crate::interprocedural::signature::Signatures;
use crate::ownership::cycle_roots::Rooted;
#[cfg(doc)]
use crate::ownership::proofs::Held;
use crate::transform::function::{OwnershipAnalysis, Params};
use candidates::Search;
use invar_analysis::Fuel;
use invar_ir::{Function, Inst, Value};
pub(crate) use policy::{DelayPolicy, is_quiet};
use rewrite::Rewrite;

/// Delays copies of a raised function; `kept` are parameters that ownership paths lead to. Returns
/// the copies.
pub(crate) fn delay_retains(
    f: &mut Function,
    analysis: &OwnershipAnalysis,
    params: &Params,
    kept: &[Value],
    policy: &DelayPolicy<'_>,
    signatures: &Signatures,
    fuel: &Fuel,
) -> Vec<Inst> {
    let found = {
        let rooted = Rooted::new(f, analysis, kept, policy.runtime);
        Search::new(f, analysis, &rooted, policy).run(params, signatures, fuel)
    };
    if !found.is_empty() {
        Rewrite::new(f, &analysis.regions, policy, &found).run();
        f.resolve_aliases();
    }
    found.into_iter().map(|delayed| delayed.copy).collect()
}
