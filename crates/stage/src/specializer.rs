//! The specializer: partial evaluation of a function with actual values of its run-time constants.
//!
//! [`Prepared`] is a function with annotations, analyzed once for the parameters that are bound.
//! [`specialize`] follows its split graph from the entry with actual values (`versions`). Specialization is
//! polyvariant: a *version* of a node is identified by the values of the run-time constants that are live at its
//! entry, so a block is copied once for each set of values that it is reached with, edges with equal values lead
//! to the same version, and code that no values lead to is never made. Instructions on known operands are
//! evaluated; all others are emitted as residual code, with known operands as constants.
//!
//! Evaluation may fail, so that a kept variable is not known where the analysis expects it to be. Code for a running
//! program then has an exit, where the value is looked up ([`crate::specializer::continuations`]). Ahead of time
//! control goes to *generic* code: a copy of the rest of the function, made at most once, in
//! which annotations have no effect. If the value is loaded, it is compared first with the values of the variable that
//! were stored, each of which has a version ([`crate::specializer::dispatch`]). Generic code also follows, with a note,
//! once a limit is reached. Specialization itself never fails.
//!
//! Caching policies: at a merge with `replicate`, each edge gets a version of its own (up to the limit). The other
//! policies differ in what a lookup costs at run time; here all versions are kept and found by all their values.
//! Laziness: ahead of time the code behind lazy branches is made after all other, so that the limit is spent on code
//! that is certain to be reached; in a running program each lazy branch is an exit.
//!
//! What the scalar passes do is not done here again. Operators on known operands are evaluated by [`invar_rules`],
//! as in constant folding, and a branch on a known value goes where [`invar_ir::Terminator::decided`] says. No rule is
//! applied to residual code, and no values in it are numbered: the specializer emits it once, in the order of its
//! work list, where it does not know yet which uses and predecessors a block will have; the passes that take each
//! version (`fold`, `gvn`, `simplify-cfg`) see all of it. A table of constants per block is all that is shared before.
//!
//! Cost: linear in the code that is made, and in what is live where versions are entered.

pub mod calls;
mod compare;
pub mod continuations;
pub mod dispatch;
mod draw;
pub(crate) mod emit;
pub(crate) mod exits;
pub mod known;
pub mod prepared;
mod promotions;
pub(crate) mod reasons;
pub mod request;
pub mod special;
pub(crate) mod state;
pub(crate) mod versions;
pub mod world;

pub use calls::{CallVersion, SpecializedCallees};
pub use prepared::Prepared;
pub use request::{Exits, Request, RequestLimits};
pub use special::{Special, SpecializerNote, Stats};

use crate::specializer::continuations::KnownPoint;
use crate::specializer::world::World;
use invar_analysis::drawing::Drawing;
use invar_ir::{Module, Value};

/// Specializes a function. The values must have the types of the parameters, and
/// those that are bound must be the ones that the function was prepared for.
pub fn specialize(
    module: &Module,
    prepared: &Prepared,
    request: &Request<'_>,
    world: &mut dyn World,
) -> Special {
    versions::specialize(module, prepared, None, request, world).finish()
}

/// Specializes a function like [`specialize`], with a drawing of the versions of blocks and the values of kept
/// variables that they are for.
pub fn specialize_drawn(
    module: &Module,
    prepared: &Prepared,
    request: &Request<'_>,
    world: &mut dyn World,
) -> (Special, Drawing) {
    let specializer = versions::specialize(module, prepared, None, request, world);
    let drawing = draw::versions(&specializer);
    (specializer.finish(), drawing)
}

/// Makes the continuation from a place on. It takes these values, of which those of [`Prepared::params`] are used;
/// its results are those of the function. The caller sets its type. The request's bound values are ignored.
pub fn resume(
    module: &Module,
    prepared: &Prepared,
    place: &KnownPoint,
    takes: &[Value],
    request: &Request<'_>,
    world: &mut dyn World,
) -> Special {
    versions::specialize(module, prepared, Some((place, takes)), request, world).finish()
}
