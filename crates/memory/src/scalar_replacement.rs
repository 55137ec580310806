//! Scalar replacement of objects: the fields of objects that do not escape become values.
//!
//! Struct and array operators of garbage collection only; arrays of a small constant length. After Stadler,
//! Würthinger and Mössenböck (*Partial Escape Analysis and Scalar Replacement for Java*, CGO 2014), on SSA form with
//! block parameters:
//!
//! - which values are references to which objects (`objects.rs`): allocations, their copies, and parameters that
//!   always get such objects, as the state of an iterator around a loop;
//! - where each object has to exist (`escape.rs`): from the first point on where a reference to it is stored, passed to
//!   a call, returned, thrown, or used in another way that is not known;
//! - its fields are values up to there, and it is made there, with the values that they have (*partial escape*). Each
//!   path makes it once at most, so it is never allocated more often than before;
//! - fields become values in SSA form (`rewrite.rs`), comparisons, casts and lengths that are known constants.
//!
//! Objects that move from root to root are replaced together, where less is executed then: an allocation counts as
//! much as eight operators.
//!
//! What may trap, traps as before: an access to a virtual object is not to null; one out of bounds, a cast that
//! fails or is not known to succeed, makes the object and stays. That an allocation is executed later, or not at
//! all, cannot be observed, nor can a field of an object that nobody else has a reference to.
//!
//! An object in a field of another one is replaced in the next round, when that field is a value.
//!
//! Cost: near linear; the product of blocks and roots (bits) is limited, and so is the number of rounds. Functions
//! without allocations are not visited.

mod escape;
mod objects;
mod rewrite;
mod shape;
#[cfg(test)]
mod tests;

use escape::{Escapes, Event, Use};
use invar_analysis::{Counters, Frequencies, Observed, PassContext, RemarkKind};
use invar_ir::{Cfg, Edge, Function};
use objects::{Birth, Objects};

invar_analysis::config! {
    /// What to do.
    pub struct Config {
        /// Replace objects that escape on some paths, too.
        partial: bool = true,
        /// Replace arrays.
        arrays: bool = true,
    }
}

invar_analysis::counters! {
    /// What was replaced.
    pub struct Stats {
        /// Allocations whose objects are values, at least up to where they escape.
        allocations,
        /// Block parameters that were references to such objects.
        params,
        /// Accesses, tests and casts removed.
        accesses,
        /// Objects made where they escape.
        made,
        /// Allocations left as they are: their objects escape before that is of use.
        refused_escape: Observed = "refused.escape",
        /// Allocations left as they are: they would be made at too many places.
        refused_size: Observed = "refused.size",
        /// Functions of which some allocations were not looked at: there are too many for so many blocks.
        refused_large: Observed = "refused.large",
    }
}

/// How often the pass runs on one function: an object in a field is one round deeper.
const MOST_ROUNDS: usize = 6;

/// How much an allocation takes, as a number of operators.
const ALLOCATION: f64 = 8.0;

/// How many operators objects that are made may take for each allocation that is removed, beside those that are saved.
const MOST_OPERATORS: usize = 16;

/// Runs the pass.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    f.resolve_aliases();
    for _ in 0..MOST_ROUNDS {
        let round = replace(f, cx, config);
        let changed = round.changed();
        stats = Stats {
            allocations: stats.allocations + round.allocations,
            params: stats.params + round.params,
            accesses: stats.accesses + round.accesses,
            made: stats.made + round.made,
            // What is refused is what the last round refuses.
            ..round
        };
        if !changed {
            break;
        }
    }
    stats
}

/// Replaces what one round can replace.
fn replace(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let cfg = cx.analyses.cfg(f);
    if f.live_blocks().any(|block| !cfg.is_reachable(block)) {
        return stats;
    }
    let mut objects = Objects::find(f, cx.module, &cfg, config.arrays);
    stats.refused_large = Observed(u64::from(objects.is_truncated));
    if !objects.roots.iter().any(|root| root.is_root) {
        return stats;
    }
    let frequencies = cx.analyses.frequencies(f);
    let escapes = Escapes::find(f, cx.module, &cfg, &objects);
    let groups = objects.groups();
    let gains = gains(f, &cfg, &frequencies, &objects, &escapes, &groups);
    let mut accepted: Vec<Option<bool>> = vec![None; objects.roots.len()];
    for (n, &group) in groups.iter().enumerate() {
        if !objects.roots[n].is_root {
            continue;
        }
        let gain = &gains[group];
        let is_wanted = gain.is_wanted(cx.goals.size) && (config.partial || gain.made == 0);
        let is_accepted = *accepted[group].get_or_insert_with(|| is_wanted && cx.fuel.take());
        let is_allocation = objects.roots[n].birth.inst().is_some();
        if !is_accepted {
            objects.roots[n].is_root = false;
            let refused =
                if gain.saves() { &mut stats.refused_size } else { &mut stats.refused_escape };
            *refused += u64::from(is_allocation);
            continue;
        }
        match objects.roots[n].birth {
            Birth::Inst(inst, _) => {
                stats.allocations += 1;
                let loc = f.insts[inst].loc;
                let name = f.insts[inst].op.opcode().name();
                cx.remarks.record("scalar-replacement", RemarkKind::Applied, loc, name, || {
                    match gain.made {
                        0 => "its fields are values".to_string(),
                        _ => "its fields are values until it escapes".to_string(),
                    }
                });
            }
            Birth::Param(_) => stats.params += 1,
        }
    }
    if stats.changed() {
        let done = rewrite::rewrite(f, cx.module, &cfg, &objects, escapes);
        (stats.accesses, stats.made) = (done.accesses, done.made);
        cx.analyses.clear_of_instructions();
        cx.analyses.keep_if_current(f);
    }
    stats
}

/// What replacing the roots of a group saves.
#[derive(Clone, Default)]
struct Gain {
    /// How often they are allocated, made, and accessed.
    allocated: f64,
    made_often: f64,
    accessed: f64,
    /// At how many places.
    allocations: usize,
    made: usize,
    accesses: usize,
    /// How many operators it takes to make the objects.
    operators: usize,
}

impl Gain {
    fn saves(&self) -> bool {
        let saved = ALLOCATION * (self.allocated - self.made_often) + self.accessed;
        saved > 1e-6 * ALLOCATION * self.allocated
    }

    fn is_wanted(&self, size: u8) -> bool {
        // What is made as often as before is made at another place only if that takes no more code.
        let is_rarer = self.made_often < 0.9 * self.allocated;
        let spare = if size > 0 || !is_rarer { 0 } else { MOST_OPERATORS * self.allocations };
        // An allocation took its operands, too.
        self.saves() && self.operators <= self.accesses + 2 * self.allocations + spare
    }
}

/// What replacing each group saves.
fn gains(
    f: &Function,
    cfg: &Cfg,
    frequencies: &Frequencies,
    objects: &Objects,
    escapes: &Escapes,
    groups: &[usize],
) -> Vec<Gain> {
    let mut gains = vec![Gain::default(); groups.len()];
    let made = |gains: &mut Vec<Gain>, root: usize, often: f64| {
        let gain = &mut gains[groups[root]];
        gain.made += 1;
        gain.made_often += often;
        gain.operators += 1 + objects.shape(root).fields.len();
    };
    for &block in &cfg.rpo {
        let often = frequencies.block(block);
        let mut real = escapes.real_in[block].clone();
        for event in &escapes.events[block] {
            match *event {
                Event::Birth(root) => {
                    real.remove(root);
                    let gain = &mut gains[groups[root]];
                    gain.allocations += 1;
                    gain.allocated += often;
                }
                Event::Escape(root) => {
                    if real.insert(root) {
                        made(&mut gains, root, often);
                    }
                }
                Event::Use(used) => {
                    let (root, is_always) = match used {
                        Use::Get { root, .. } | Use::Set { root, .. } => (root, false),
                        Use::Compare { root } => (root, false),
                        Use::Known { root, .. } | Use::Copy { root } => (root, true),
                    };
                    if is_always || !real.contains(root) {
                        let gain = &mut gains[groups[root]];
                        gain.accesses += 1;
                        gain.accessed += often;
                    }
                }
            }
        }
        for nth in 0..cfg.succs(block).len() as u32 {
            let edge = Edge { from: block, nth };
            for root in escapes.made_on(f, objects, &real, edge) {
                made(&mut gains, root, frequencies.edge(edge));
            }
        }
    }
    gains
}
