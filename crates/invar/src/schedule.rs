//! Which passes run at which level, in which order, and why in that order.
//!
//! The order is a decision with reasons, and the reasons are data: [`CONSTRAINTS`] is checked
//! against the schedule of each level by a test, and when a debug build makes a schedule.

use crate::options::{Level, Options};
use crate::passes::Pass::{self, *};

/// What must hold of the order of two passes, where both are in a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Each run of the second has a run of the first before it.
    Before(Pass, Pass),
    /// Each run of the first has a run of the second after it.
    Then(Pass, Pass),
}

/// A constraint on the order of passes, with its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// The order.
    pub order: Order,
    /// Why it must be so.
    pub why: &'static str,
}

macro_rules! constraints {
    ($($kind:ident($a:ident, $b:ident): $why:literal;)*) => {
        /// The constraints that each level's schedule keeps.
        pub const CONSTRAINTS: &[Constraint] = &[
            $(Constraint { order: Order::$kind($a, $b), why: $why },)*
        ];
    };
}

constraints! {
    Before(Arc, MergeFunctions): "conventions are those of each function by itself";
    Before(Arc, Inline): "retains and releases are told by the functions that are called";
    Before(Arc, Unused): "what is no longer called is unused only then";
    Before(MergeFunctions, Unused): "functions that others stand for are unused only then";
    Before(Annotations, Gvn): "a call of an annotation hides that its result is its argument";
    Before(Annotations, Inline): "a call of an annotation is no work";
    Before(Unused, Reorder): "what is removed takes no number";
    Before(Unreachable, Gvn): "dominance is that of reachable blocks";
    Before(Unreachable, Params): "an edge from a dead block would count as another value";
    Before(Unreachable, Frames): "a frame is what reachable code does with it";
    Then(Frames, Params): "a slot gets a parameter at each join where it is live";
    Before(Params, Switch): "a chain tests one value";
    Before(Globals, Switch): "constants may be globals";
    Before(Globals, Inline): "constants among the arguments make a call more worth it";
    Before(Switch, Inline): "the ways of a table are equally likely, those of a chain halve";
    Then(Switch, Dce): "the tests that a table replaces are left";
    Then(Inline, Unreachable): "what follows a call that never returns is dead";
    Then(Inline, Params): "what a body returns arrives in parameters";
    Then(Inline, Branches): "the blocks around a body are joined with it";
    Then(Inline, Dce): "arguments that a body does not use are left";
    Before(Frames, Inline): "a callee takes addresses of its caller's frame out of its own, where they escape";
    Then(Inline, Frames): "an address that a call was given does not escape any more";
    Before(Inline, Fold): "a body is folded with its arguments";
    Before(Fold, Branches): "a branch is decided once its condition is folded";
    Then(Branches, Params): "a parameter is redundant once the other edges into its block are gone";
    Then(Fold, Dce): "operands of what was folded are unused";
    Before(Branches, Unify): "blocks that are skipped or joined are compared as they end up";
    Then(Unify, Params): "a parameter is redundant once equal edges into its block are one";
    Then(Graph, Params): "a variable that went out and came back may have become redundant";
    Then(Graph, Dce): "what redirection made unused is left where the graph was given up";
    Then(Rotate, Params): "what a header computed arrives in parameters, needed or not";
    Before(Graph, Rotate): "rotation hides that a loop's test and a branch in it are correlated";
    Before(Rotate, Licm): "what may trap moves out of loops only where it is executed in any case";
    Then(Licm, Branches): "preheaders that stayed empty are joined with what is around them";
    Before(Licm, Promote): "addresses that do not change are outside then";
    Before(Promote, Carry): "a cell that is a value needs no load";
    Then(Promote, Params): "a cell may hold one value all the time";
    Before(Licm, Carry): "loads that do not change need not be handed on";
    Then(Carry, Dce): "the addresses of loads that are gone are left";
    Before(Licm, Delete): "what moved out does not keep a loop";
    Then(Delete, Fold): "closed forms of constants are constants";
    Then(Delete, Dce): "what only a removed loop used is left";
    Before(Delete, Idiom): "values that are needed behind a loop have their closed forms";
    Then(Idiom, Fold): "tests of bounds between constants are decided";
    Then(Idiom, Dce): "what only a removed loop used is left";
    Before(Idiom, Unroll): "one operator is better than copies of a loop";
    Before(Unroll, Induction): "copies need no variables";
    Before(Licm, Unswitch): "what does not change has moved out, conditions among it";
    Before(Unroll, Unswitch): "a loop of few iterations is no loop to copy twice";
    Then(Unswitch, Branches): "what the decided branches skipped is joined";
    Then(Unswitch, Params): "what leaves a loop in arguments may be one value";
    Before(Unswitch, Induction): "each copy needs variables of its own";
    Before(Delete, Unroll): "what goes need not be copied";
    Then(Unroll, Fold): "what a variable is in each copy is a constant";
    Then(Unroll, Branches): "copies are joined with each other";
    Then(Unroll, Params): "what the next iteration gets has one source now";
    Before(Promote, Disambiguate): "what is known to be alone needs no test";
    Before(Licm, Disambiguate): "addresses that do not change are outside then";
    Then(Disambiguate, Licm): "what follows from loads that are gone does not change";
    Then(Disambiguate, Induction): "a variable that was in memory is one of the loop";
    Then(Disambiguate, Dce): "sums for tests may not be needed";
    Then(Disambiguate, Params): "a variable may have been in memory and in a value";
    Before(Disambiguate, Version): "a loop whose counter is in memory is not counted";
    Before(Licm, Version): "what does not change is outside, and what only stores keep in is left";
    Then(Version, Licm): "what follows from loads that are gone does not change";
    Then(Version, Induction): "a variable that checks needed may go";
    Then(Version, Dce): "loads that were done before and conditions of checks are left";
    Then(Version, Params): "what leaves two loops arrives in parameters";
    Before(Version, UnrollPartial): "a loop without checks is worth more copies";
    Before(Induction, UnrollPartial): "a loop that counts has one variable less to copy";
    Then(UnrollPartial, Fold): "what a variable is in each copy is a sum";
    Then(UnrollPartial, Params): "what a copy gets from the one before has one source";
    Before(Calls, Bases): "calls tell which parameters are constants";
    Then(Fold, Bases): "a constant that is a parameter again folds no more";
    Then(UnrollPartial, Dce): "sums that became offsets are left";
    Before(Carry, Induction): "addresses are compared as sums of the same variables";
    Then(Induction, Dce): "what a variable was computed by is left";
    Before(Unreachable, Cells): "ways are those of reachable blocks";
    Before(Gvn, Cells): "a root has one name";
    Before(Inline, Cells): "a body shares the cells of its caller";
    Then(Cells, Params): "what a cell holds on all ways may be one value";
    Then(Cells, Dce): "the addresses of accesses that are gone are left";
    Before(Fold, Probes): "what a constant makes unused only traps";
    Before(Cells, Probes): "a load that is answered is none";
    Before(Licm, Probes): "a test in a loop is in the way of its other passes";
    Then(Probes, Dce): "the addresses of loads that are gone are left";
    Then(Globals, Dce): "a value that is no longer assigned may be unused";
    Then(Gvn, Dce): "computations that were shared leave their operands unused";
    Then(Params, Dce): "a parameter that is gone leaves its arguments unused";
}

/// The module passes of each level above 0. `Unused` looks twice: before the functions, so that no
/// work is done on dead ones, and after them, when bodies mention less.
const MODULE: &[Pass] = &[Arc, MergeFunctions, Calls, Unused];
/// And where size counts.
const SMALL: &[Pass] = &[Arc, MergeFunctions, Calls, Unused, Reorder];
/// Quick: one round.
const QUICK: &[Pass] = &[
    Annotations,
    Unreachable,
    Params,
    Globals,
    Switch,
    Frames,
    Inline,
    Unreachable,
    Params,
    Frames,
    Fold,
    Gvn,
    Branches,
    Graph,
    Globals,
    Unify,
    Params,
    Dce,
];
/// One round finds constants and equal values, a second sees what the first exposed.
const FIRST: &[Pass] = &[
    Annotations,
    Unreachable,
    Params,
    Globals,
    Switch,
    Frames,
    Inline,
    Unreachable,
    Params,
    Frames,
    Fold,
    Gvn,
    Branches,
    Globals,
    Params,
    Graph,
    Cells,
];
/// Loops, where speed counts: all of it takes code.
const LOOPS: &[Pass] =
    &[Rotate, Params, Licm, Promote, Carry, Delete, Idiom, Unroll, Unswitch, Params, Induction];
const SECOND: &[Pass] = &[Fold, Gvn, Branches, Globals, Unify, Params, Probes, Dce];
/// Loops again where a module may grow, once the body has been offered to callers: copies are made in
/// the caller then. See [`makes_copies`].
const LATE: &[Pass] = &[
    Disambiguate,
    Params,
    Gvn,
    Version,
    Licm,
    Carry,
    Induction,
    UnrollPartial,
    Fold,
    Gvn,
    Branches,
    Params,
    Dce,
    Bases,
];

/// Whether a pass makes copies of loops at the end of a level's schedule. The others there only follow
/// up on them, so that there is no need of them in a function that got none, but for [`Bases`].
pub fn makes_copies(pass: Pass) -> bool {
    matches!(pass, Disambiguate | Version | UnrollPartial)
}

/// Whether a pass does nothing to a function that does not go in circles. Most do not.
pub fn is_for_loops(pass: Pass) -> bool {
    LOOPS.contains(&pass) && pass != Params || makes_copies(pass) || pass == Bases
}

/// The passes of a level, in order.
pub fn of_level(level: Level) -> Vec<Pass> {
    match level {
        Level::O0 => Vec::new(),
        Level::O1 => [MODULE, QUICK].concat(),
        Level::O2 => [MODULE, FIRST, LOOPS, SECOND].concat(),
        Level::O3 | Level::O4 => [MODULE, FIRST, LOOPS, SECOND, LATE].concat(),
        Level::Os | Level::Oz => [SMALL, FIRST, SECOND].concat(),
    }
}

/// The passes that these options ask for, in order.
pub fn of_options(options: &Options) -> Vec<Pass> {
    if let Some(passes) = &options.passes {
        return passes.clone();
    }
    let mut schedule = of_level(options.level);
    debug_assert_eq!(check(&schedule), Ok(()));
    schedule.retain(|pass| !options.disabled.contains(pass));
    schedule
}

/// Checks a schedule against all constraints; the error says which is broken and why it exists.
pub fn check(schedule: &[Pass]) -> Result<(), String> {
    let first = |pass| schedule.iter().position(|&other| other == pass);
    let last = |pass| schedule.iter().rposition(|&other| other == pass);
    for Constraint { order, why } in CONSTRAINTS {
        let (kept, text) = match *order {
            Order::Before(a, b) => (
                first(a).zip(first(b)).is_none_or(|(a, b)| a < b),
                format!("`{b}` runs without `{a}` before it"),
            ),
            Order::Then(a, b) => (
                last(a).zip(last(b)).is_none_or(|(a, b)| a < b),
                format!("`{a}` runs without `{b}` after it"),
            ),
        };
        if !kept {
            return Err(format!("{text}, but {why}"));
        }
    }
    let module_pass_after_function_pass = schedule.is_sorted_by_key(|pass| !pass.is_module_pass());
    if !module_pass_after_function_pass {
        return Err("passes over the module run before those over functions".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_keeps_the_constraints() {
        for level in Level::ALL {
            assert_eq!(check(&of_level(level)), Ok(()), "{level}");
        }
    }

    #[test]
    fn every_constraint_can_be_broken() {
        for Constraint { order, why } in CONSTRAINTS {
            let (Order::Before(a, b) | Order::Then(a, b)) = *order;
            let error = check(&[b, a]).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn every_pass_is_in_a_level() {
        let scheduled = Level::ALL.map(of_level).concat();
        // The trip alone is there to be measured.
        for pass in Pass::ALL.iter().filter(|&&pass| pass != GraphTrip) {
            assert!(scheduled.contains(pass), "`{pass}` is in no level");
        }
    }
}
