//! Which passes run at which level, in which order, and why in that order.
//!
//! A level is a list of phases ([`phases_of`]), a phase a list of passes. The order is a decision with reasons,
//! and the reasons are data: [`CONSTRAINTS`] is checked against the schedule of each level by a test, and
//! when a debug build makes a schedule. What a pass needs and keeps is in the pass table
//! ([`passes`](crate::passes)).

use crate::options::{Level, Options};
use crate::passes;
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
    Before(Arc, GlobalDce): "what is no longer called is unused only then";
    Before(MergeFunctions, GlobalDce): "functions that others stand for are unused only then";
    Before(Annotations, Gvn): "a call of an annotation hides that its result is its argument";
    Before(Annotations, Inline): "a call of an annotation is no work";
    Before(GlobalDce, CallFacts): "calls in functions without use say nothing of arguments";
    Before(GlobalDce, ReorderFunctions): "what is removed takes no number";
    Before(Unreachable, Gvn): "dominance is that of reachable blocks";
    Before(Unreachable, SsaCleanup): "an edge from a dead block would count as another value";
    Before(Unreachable, Mem2Reg): "a frame is what reachable code does with it";
    Then(Mem2Reg, SsaCleanup): "a slot gets a parameter at each join where it is live";
    Before(SsaCleanup, SwitchFormation): "a chain tests one value";
    Before(Globals, SwitchFormation): "constants may be globals";
    Before(Globals, Inline): "constants among the arguments make a call more worth it";
    Before(SwitchFormation, Inline): "the ways of a table are equally likely, those of a chain halve";
    Then(SwitchFormation, Dce): "the tests that a table replaces are left";
    Then(Inline, Unreachable): "what follows a call that never returns is dead";
    Then(Inline, SsaCleanup): "what a body returns arrives in parameters";
    Then(Inline, SimplifyCfg): "the blocks around a body are joined with it";
    Then(Inline, Dce): "arguments that a body does not use are left";
    Before(Mem2Reg, Inline): "a callee takes addresses of its caller's frame out of its own, where they escape";
    Then(Inline, Mem2Reg): "an address that a call was given does not escape any more";
    Before(Inline, Fold): "a body is folded with its arguments";
    Before(Fold, SimplifyCfg): "a branch is decided once its condition is folded";
    Then(SimplifyCfg, SsaCleanup): "a parameter is redundant once the other edges into its block are gone";
    Then(Fold, Dce): "operands of what was folded are unused";
    Before(SimplifyCfg, TailMerging): "blocks that are skipped or joined are compared as they end up";
    Then(TailMerging, SsaCleanup): "a parameter is redundant once equal edges into its block are one";
    Before(Dce, Graph): "the graph costs more than to find what is dead";
    Then(Graph, SsaCleanup): "a variable that went out and came back may have become redundant";
    Then(Graph, Dce): "what redirection made unused is left where the graph was given up";
    Then(LoopRotate, SsaCleanup): "what a header computed arrives in parameters, needed or not";
    Before(Graph, LoopRotate): "rotation hides that a loop's test and a branch in it are correlated";
    Before(LoopRotate, Licm): "what may trap moves out of loops only where it is executed in any case";
    Then(Licm, SimplifyCfg): "preheaders that stayed empty are joined with what is around them";
    Before(Licm, ScalarPromotion): "addresses that do not change are outside then";
    Before(ScalarPromotion, PredictiveCommoning): "a cell that is a value needs no load";
    Then(ScalarPromotion, SsaCleanup): "a cell may hold one value all the time";
    Before(Licm, PredictiveCommoning): "loads that do not change need not be handed on";
    Then(PredictiveCommoning, Dce): "the addresses of loads that are gone are left";
    Before(Licm, LoopDeletion): "what moved out does not keep a loop";
    Then(LoopDeletion, Fold): "closed forms of constants are constants";
    Then(LoopDeletion, Dce): "what only a removed loop used is left";
    Before(LoopDeletion, LoopIdiom): "values that are needed behind a loop have their closed forms";
    Then(LoopIdiom, Fold): "tests of bounds between constants are decided";
    Then(LoopIdiom, Dce): "what only a removed loop used is left";
    Before(LoopIdiom, FullUnroll): "one operator is better than copies of a loop";
    Before(FullUnroll, StrengthReduction): "copies need no variables";
    Before(Licm, Unswitch): "what does not change has moved out, conditions among it";
    Before(FullUnroll, Unswitch): "a loop of few iterations is no loop to copy twice";
    Then(Unswitch, SimplifyCfg): "what the decided branches skipped is joined";
    Then(Unswitch, SsaCleanup): "what leaves a loop in arguments may be one value";
    Before(Unswitch, StrengthReduction): "each copy needs variables of its own";
    Before(LoopDeletion, FullUnroll): "what goes need not be copied";
    Then(FullUnroll, Fold): "what a variable is in each copy is a constant";
    Then(FullUnroll, SimplifyCfg): "copies are joined with each other";
    Then(FullUnroll, SsaCleanup): "what the next iteration gets has one source now";
    Before(ScalarPromotion, AliasVersioning): "what is known to be alone needs no test";
    Before(Licm, AliasVersioning): "addresses that do not change are outside then";
    Then(AliasVersioning, Licm): "what follows from loads that are gone does not change";
    Then(AliasVersioning, StrengthReduction): "a variable that was in memory is one of the loop";
    Then(AliasVersioning, Dce): "sums for tests may not be needed";
    Then(AliasVersioning, SsaCleanup): "a variable may have been in memory and in a value";
    Before(AliasVersioning, LoopVersioning): "a loop whose counter is in memory is not counted";
    Before(Licm, LoopVersioning): "what does not change is outside, and what only stores keep in is left";
    Then(LoopVersioning, Licm): "what follows from loads that are gone does not change";
    Then(LoopVersioning, StrengthReduction): "a variable that checks needed may go";
    Then(LoopVersioning, Dce): "loads that were done before and conditions of checks are left";
    Then(LoopVersioning, SsaCleanup): "what leaves two loops arrives in parameters";
    Before(LoopVersioning, PartialUnroll): "a loop without checks is worth more copies";
    Before(StrengthReduction, PartialUnroll): "a loop that counts has one variable less to copy";
    Then(PartialUnroll, Fold): "what a variable is in each copy is a sum";
    Then(PartialUnroll, SsaCleanup): "what a copy gets from the one before has one source";
    Before(CallFacts, BaseRematerialization): "calls tell which parameters are constants";
    Then(Fold, BaseRematerialization): "a constant that is a parameter again folds no more";
    Then(PartialUnroll, Dce): "sums that became offsets are left";
    Before(PredictiveCommoning, StrengthReduction): "addresses are compared as sums of the same variables";
    Then(StrengthReduction, Dce): "what a variable was computed by is left";
    Before(Unreachable, LoadStoreElim): "ways are those of reachable blocks";
    Before(Gvn, LoadStoreElim): "a root has one name";
    Before(Inline, LoadStoreElim): "a body shares the cells of its caller";
    Then(LoadStoreElim, SsaCleanup): "what a cell holds on all ways may be one value";
    Then(LoadStoreElim, Dce): "the addresses of accesses that are gone are left";
    Before(Fold, RedundantTraps): "what a constant makes unused only traps";
    Before(LoadStoreElim, RedundantTraps): "a load that is answered is none";
    Before(Licm, RedundantTraps): "a test in a loop is in the way of its other passes";
    Then(RedundantTraps, Dce): "the addresses of loads that are gone are left";
    Then(Globals, Dce): "a value that is no longer assigned may be unused";
    Then(Gvn, Dce): "computations that were shared leave their operands unused";
    Then(SsaCleanup, Dce): "a parameter that is gone leaves its arguments unused";
}

/// When a pass of a phase runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Always.
    Always,
    /// Where an earlier pass of the phase changed the function: it follows up on that.
    AfterChange,
}

/// What the passes of a phase work on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// The module, before its functions.
    Module,
    /// Each function.
    Function,
    /// The module, each time that it is written.
    Output,
}

/// Passes that run in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase {
    /// Its name.
    pub name: &'static str,
    /// What they work on.
    pub scope: Scope,
    /// The passes in order.
    pub steps: &'static [(Pass, When)],
    /// Callers inline a body as it is before this phase.
    pub after_offer: bool,
}

macro_rules! phases {
    ($($(#[$doc:meta])* $name:ident $text:literal $(of $scope:ident)? $(after $offer:ident)? { $($pass:ident $(if $when:ident)?),* $(,)? })*) => {
        $($(#[$doc])* pub const $name: Phase = Phase {
            name: $text,
            scope: phases!(@scope $($scope)?),
            steps: &[$((Pass::$pass, phases!(@when $($when)?)),)*],
            after_offer: phases!(@after $($offer)?),
        };)*
    };
    (@scope) => { Scope::Function };
    (@scope module) => { Scope::Module };
    (@scope output) => { Scope::Output };
    (@after) => { false };
    (@after offer) => { true };
    (@when) => { When::Always };
    (@when changed) => { When::AfterChange };
}

phases! {
    /// Of the module, first of all. Global DCE looks twice: here, so that no work is done on dead
    /// functions, and when the module is written, when bodies mention less.
    MODULE "module" of module { Arc, MergeFunctions, GlobalDce, CallFacts }
    /// Of each function that counts references, before that is removed.
    BEFORE_ARC "before-arc" { Gvn }
    /// Small functions that count references go into their callers.
    ARC_INLINE "arc-inline" { Inline }
    /// Of each function into which one went.
    ARC_INLINED "arc-inlined" { Fold, SimplifyCfg, SsaCleanup }
    /// One quick round.
    QUICK "quick" {
        Annotations, Unreachable, SsaCleanup, Globals, SwitchFormation, Mem2Reg, Inline, Unreachable,
        SsaCleanup, Mem2Reg, Fold, Gvn, SimplifyCfg, Dce, Graph, Globals, TailMerging, SsaCleanup,
        Dce,
    }
    /// Inlining, and a first round of scalar optimization: constants and equal values.
    SCALAR "scalar" {
        Annotations, Unreachable, SsaCleanup, Globals, SwitchFormation, Mem2Reg, Inline, Unreachable,
        SsaCleanup, Mem2Reg, Fold, Gvn, SimplifyCfg, Globals, SsaCleanup, Dce, Graph, LoadStoreElim,
    }
    /// Loops, where speed counts: all of it takes code.
    LOOPS "loops" {
        LoopRotate, SsaCleanup, Licm, ScalarPromotion, PredictiveCommoning, LoopDeletion, LoopIdiom,
        FullUnroll, Unswitch, SsaCleanup, StrengthReduction,
    }
    /// A second round, which sees what the first exposed.
    CLEANUP "cleanup" {
        Fold, Gvn, SimplifyCfg, Globals, TailMerging, SsaCleanup, RedundantTraps, Dce,
    }
    /// Loops that are copied, where a module may grow. Once the body has been offered to callers:
    /// copies are made in the caller.
    LATE "late" after offer {
        AliasVersioning, SsaCleanup if changed, Gvn if changed, LoopVersioning, Licm if changed,
        PredictiveCommoning if changed, StrengthReduction if changed, PartialUnroll,
        Fold if changed, Gvn if changed, SimplifyCfg if changed, SsaCleanup if changed,
        Dce if changed, BaseRematerialization,
    }
    /// Of the module as it is written.
    OUTPUT "output" of output { GlobalDce }
    /// The same where size counts.
    OUTPUT_SMALL "output-small" of output { GlobalDce, ReorderFunctions }
}

/// Phases that a pass over the module runs on functions while it works.
pub const INNER_PHASES: &[(Pass, &[Phase])] = &[(Arc, &[BEFORE_ARC, ARC_INLINE, ARC_INLINED])];

/// The phases of a level, in order.
pub fn phases_of(level: Level) -> Vec<Phase> {
    match level {
        Level::O0 => Vec::new(),
        Level::O1 => vec![MODULE, QUICK, OUTPUT],
        Level::O2 => vec![MODULE, SCALAR, LOOPS, CLEANUP, OUTPUT],
        Level::O3 | Level::O4 => vec![MODULE, SCALAR, LOOPS, CLEANUP, LATE, OUTPUT],
        Level::Os | Level::Oz => vec![MODULE, SCALAR, CLEANUP, OUTPUT_SMALL],
    }
}

/// The passes of a level, in order.
pub fn of_level(level: Level) -> Vec<Pass> {
    let phases = phases_of(level);
    phases.iter().flat_map(|phase| phase.steps).map(|&(pass, _)| pass).collect()
}

/// What runs on a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The passes over the module that come before its functions.
    pub module: Vec<Pass>,
    /// The phases of each function.
    pub phases: Vec<Steps>,
    /// The passes over the module each time that it is written.
    pub output: Vec<Pass>,
    /// Each pass runs that the user named, also where it is known to find nothing.
    pub exact: bool,
}

/// A phase without the passes that are switched off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Steps {
    /// The passes in order.
    pub steps: Vec<(Pass, When)>,
    /// See [`Phase::after_offer`].
    pub after_offer: bool,
}

impl Schedule {
    /// What these options ask for.
    pub fn of_options(options: &Options) -> Schedule {
        if let Some(passes) = &options.passes {
            // Those over the module run at their places, those over functions as they are named.
            let named = |phase: Phase| {
                let steps = phase.steps.iter().map(|&(pass, _)| pass);
                steps.filter(|pass| passes.contains(pass)).collect()
            };
            let function = passes.iter().filter(|pass| !pass.is_module_pass());
            let steps = function.map(|&pass| (pass, When::Always)).collect();
            let phases = vec![Steps { steps, after_offer: false }];
            return Schedule {
                module: named(MODULE),
                phases,
                output: named(OUTPUT_SMALL),
                exact: true,
            };
        }
        debug_assert_eq!(check(&of_level(options.level)), Ok(()));
        let is_on = |step: &&(Pass, When)| !options.disabled.contains(&step.0);
        let mut schedule =
            Schedule { module: Vec::new(), phases: Vec::new(), output: Vec::new(), exact: false };
        for phase in phases_of(options.level) {
            let steps: Vec<_> = phase.steps.iter().filter(is_on).copied().collect();
            let passes = steps.iter().map(|&(pass, _)| pass);
            match phase.scope {
                Scope::Module => schedule.module.extend(passes),
                Scope::Output => schedule.output.extend(passes),
                Scope::Function => {
                    schedule.phases.push(Steps { steps, after_offer: phase.after_offer });
                }
            }
        }
        schedule
    }

    /// Whether a pass is in it.
    pub fn contains(&self, pass: Pass) -> bool {
        self.module.contains(&pass)
            || self.output.contains(&pass)
            || self.function_passes().any(|other| other == pass)
    }

    /// Whether calls are inlined: bodies are offered to callers then.
    pub fn inlines(&self) -> bool {
        self.function_passes().any(passes::adds_operators)
    }

    /// Whether a pass looks at what is known of callees: these come first then.
    pub fn looks_at_callees(&self) -> bool {
        self.function_passes().any(passes::looks_at_callees)
    }

    /// The passes over functions.
    pub fn function_passes(&self) -> impl Iterator<Item = Pass> {
        self.phases.iter().flat_map(|phase| &phase.steps).map(|&(pass, _)| pass)
    }
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
    let functions = schedule.split(|pass| pass.is_module_pass());
    if functions.filter(|passes| !passes.is_empty()).nth(1).is_some() {
        return Err("a pass over the module runs between those over functions".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_keeps_the_constraints() {
        for &level in Level::ALL {
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
    fn phases_hold_passes_of_their_scope() {
        for phase in Level::ALL.iter().copied().flat_map(phases_of) {
            let over_module = phase.scope != Scope::Function;
            let fits = phase.steps.iter().all(|(pass, _)| pass.is_module_pass() == over_module);
            assert!(fits, "{}", phase.name);
        }
    }

    #[test]
    fn every_pass_is_in_a_level() {
        let scheduled = Level::ALL.iter().copied().map(of_level).collect::<Vec<_>>().concat();
        // The trip alone is there to be measured.
        for pass in Pass::ALL.iter().filter(|&&pass| pass != GraphRoundTrip) {
            assert!(scheduled.contains(pass), "`{pass}` is in no level");
        }
    }
}
