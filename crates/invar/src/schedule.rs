//! Which passes run at which level, in which order, and why in that order.
//!
//! A level is a list of phases ([`phases_of`]), a phase a list of passes. The order is a decision with reasons,
//! and the reasons are data: [`CONSTRAINTS`] is checked against the schedule of each level by a test, and
//! when a debug build makes a schedule. What a pass needs and keeps is in the pass table
//! ([`passes`](crate::passes)).

use crate::custom::{CustomPass, Point};
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
    Before(Arc, MergeFunctions): "ownership conventions differ between functions with equal bodies";
    Before(Arc, Inline): "retains and releases are recognized by their callees";
    Before(Arc, GlobalDce): "functions that are no longer called are unused only then";
    Before(MergeFunctions, GlobalDce): "functions that were merged into others are unused only then";
    Before(MergeFunctions, MergeSimilar): "equal functions need no parameters for constants";
    Before(MergeSimilar, CallFacts): "a call in a function that is replaced by a call says nothing of arguments";
    Before(UncalledFunctions, GlobalDce): "what only such functions use is unused then";
    Before(Annotations, Gvn): "a call of an annotation hides that its result is its argument";
    Before(Annotations, Inline): "a call of an annotation would count as work";
    Before(RefineTypes, ConstantFields): "a field that is never assigned is immutable";
    Before(GlobalDce, ConstantFields): "functions without use make no objects";
    Before(ConstantFields, CallFacts): "fields hold functions that are called";
    Before(GlobalDce, CallFacts): "calls in functions without use say nothing of arguments";
    Before(GlobalDce, NestGlobals): "a global without use mentions none";
    Before(GlobalDce, MemoryPacking): "segments of unused memories are gone";
    Before(NestGlobals, ReorderTypes): "the types of globals that are parts of others are not mentioned";
    Before(GlobalDce, ReorderFunctions): "a removed function takes no index";
    Before(GlobalDce, ReorderTypes): "a removed type takes no index";
    Before(Unreachable, Gvn): "dominance is defined on reachable blocks";
    Before(Unreachable, SsaCleanup): "an edge from a dead block would count as another value";
    Before(Unreachable, Mem2Reg): "unreachable code would count as a use of the frame";
    Then(Mem2Reg, SsaCleanup): "a slot gets a block parameter at each join where it is live";
    Before(SsaCleanup, SwitchFormation): "a chain tests one value";
    Before(Globals, SwitchFormation): "constants may be globals";
    Before(Globals, Inline): "constants among the arguments make a call more worth it";
    Before(SwitchFormation, Inline): "the targets of a table are equally likely, those of a chain each half as likely as the one before";
    Then(SwitchFormation, Dce): "the tests that a table replaces are dead";
    Then(Inline, Unreachable): "code behind a call that never returns is unreachable";
    Then(Inline, SsaCleanup): "results of a body are block parameters";
    Then(Inline, SimplifyCfg): "the blocks around a body are joined with it";
    Then(Inline, Dce): "arguments that a body does not use are dead";
    Before(Mem2Reg, Inline): "an inlined callee stores addresses of its caller's frame in its own, where they escape";
    Then(Inline, Mem2Reg): "an address that was passed to an inlined call does not escape any more";
    Before(Inline, PrivateMemory): "the body of a callee may access the memory of its caller";
    Before(Mem2Reg, PrivateMemory): "an address that is kept in a frame is a value then";
    Before(PrivateMemory, LoadElim): "an operator `private` counts as an access of memory";
    Then(PrivateMemory, SsaCleanup): "a variable gets a block parameter at each join where it is live";
    Before(Inline, ScalarReplacement): "an object that was passed to an inlined call does not escape there";
    Before(Unreachable, ScalarReplacement): "functions with unreachable blocks are left alone";
    Before(SsaCleanup, ScalarReplacement): "a redundant parameter is another name of an object";
    Then(ScalarReplacement, Gvn): "what fields hold is known to be equal only as values";
    Then(ScalarReplacement, SsaCleanup): "a field gets a block parameter at each join where its object is live";
    Then(ScalarReplacement, Dce): "operands of removed allocations may be unused";
    Before(Inline, Fold): "a body is folded with its arguments";
    Before(Fold, SimplifyCfg): "a branch is decided once its condition is folded";
    Before(SimplifyCfg, BranchFacts): "edges that skip blocks are nearer to the branches above them";
    Then(BranchFacts, SimplifyCfg): "a copy of a merge is joined with what is before it";
    Then(BranchFacts, Dce): "operands of decided comparisons may be unused";
    Then(SimplifyCfg, SsaCleanup): "a parameter is redundant once the other edges into its block are gone";
    Then(Fold, Dce): "operands of what was folded are unused";
    Before(SimplifyCfg, TailMerging): "blocks are compared after threading and joining";
    Then(TailMerging, SsaCleanup): "a parameter is redundant once equal edges into its block are one";
    Before(Dce, Graph): "building the graph costs more than finding dead code";
    Then(Graph, SsaCleanup): "parameters that lowering makes may be redundant";
    Then(Graph, Dce): "redirection leaves dead code where the graph was given up";
    Then(LoopRotate, SsaCleanup): "values of the header become block parameters, needed or not";
    Before(Graph, LoopRotate): "rotation hides that a loop's test and a branch in it are correlated";
    Before(Licm, NarrowCounters): "bounds are outside of the loop then";
    Before(LoopRotate, NarrowCounters): "the range of a counter follows from a test at the bottom";
    Before(NarrowCounters, StrengthReduction): "addresses are sums of a 32-bit counter then";
    Before(NarrowCounters, LoopIdiom): "addresses are sums of a 32-bit counter then";
    Before(NarrowCounters, LoopVectorize): "addresses are sums of a 32-bit counter then";
    Then(NarrowCounters, SsaCleanup): "the parameter of the old counter is redundant";
    Before(LoopRotate, Licm): "instructions that may trap are hoisted only where they are always executed";
    Then(Licm, SimplifyCfg): "empty preheaders are joined with the blocks around them";
    Before(Licm, ScalarPromotion): "invariant addresses are outside of the loop then";
    Before(ScalarPromotion, PredictiveCommoning): "a promoted cell needs no load";
    Then(ScalarPromotion, SsaCleanup): "a promoted cell may have the same value throughout";
    Before(Licm, PredictiveCommoning): "invariant loads need not be passed to the next iteration";
    Then(PredictiveCommoning, Dce): "the addresses of removed loads are dead";
    Before(Licm, LoopDeletion): "hoisted code does not keep a loop alive";
    Then(LoopDeletion, Fold): "closed forms of constants are constants";
    Then(LoopDeletion, Dce): "operands that only a removed loop used are dead";
    Before(LoopDeletion, LoopIdiom): "values that are used behind a loop have their closed forms then";
    Then(LoopIdiom, Fold): "bounds checks between constants are folded";
    Then(LoopIdiom, Dce): "operands that only a removed loop used are dead";
    Before(LoopIdiom, FullUnroll): "one bulk operator is better than copies of a loop";
    Before(FullUnroll, StrengthReduction): "unrolled copies need no induction variables";
    Before(Licm, Unswitch): "invariant conditions are outside of the loop then";
    Before(FullUnroll, Unswitch): "a loop of few iterations is unrolled rather than copied";
    Then(Unswitch, SimplifyCfg): "blocks around decided branches are joined";
    Then(Unswitch, SsaCleanup): "exit values of both copies may be the same";
    Before(Unswitch, StrengthReduction): "each copy needs induction variables of its own";
    Before(LoopDeletion, FullUnroll): "a deleted loop need not be unrolled";
    Then(FullUnroll, Fold): "an induction variable is a constant in each copy";
    Then(FullUnroll, SimplifyCfg): "copies are joined with each other";
    Then(FullUnroll, SsaCleanup): "parameters of copies have one source now";
    Before(FullUnroll, LoopPeel): "a loop of few iterations is unrolled rather than copied once";
    Then(LoopPeel, Fold): "variables are constants in the first iteration";
    Then(LoopPeel, SimplifyCfg): "the copy is joined with what is before it";
    Then(LoopPeel, SsaCleanup): "parameters of the copy have one source";
    Then(LoopPeel, Dce): "what folded is dead";
    Before(ScalarPromotion, AliasVersioning): "cells that are known not to alias need no test";
    Before(Licm, AliasVersioning): "invariant addresses are outside of the loop then";
    Then(AliasVersioning, Licm): "values computed from removed loads may be invariant";
    Then(AliasVersioning, StrengthReduction): "a promoted variable may be an induction variable";
    Then(AliasVersioning, Dce): "sums for alias tests may be unused";
    Then(AliasVersioning, SsaCleanup): "a variable may have been kept both in memory and in a value";
    Before(FullUnroll, LoopVectorize): "a loop around one that was unrolled is an innermost one";
    Before(LoopDeletion, LoopVectorize): "values that are used behind a loop have their closed forms then";
    Before(LoopIdiom, LoopVectorize): "one bulk operator is better than a vector loop";
    Before(LoopVectorize, PredictiveCommoning): "a vector that is loaded again costs less than shuffles";
    Before(LoopVectorize, StrengthReduction): "addresses are compared as sums of the same variables";
    Before(LoopVectorize, AliasVersioning): "a copy of a loop would be vectorized, too";
    Before(LoopVectorize, PartialUnroll): "iterations that are unrolled are no longer alike";
    Then(LoopVectorize, Gvn): "vectors that several operators use are computed for each";
    Then(LoopVectorize, Dce): "tests that another one implies are unused";
    Before(LoopVectorize, SlpVectorize): "a loop that holds vectors already is not vectorized";
    Before(Gvn, SlpVectorize): "equal addresses are one value then";
    Before(LoadElim, SlpVectorize): "a stored value that is loaded again is a scalar";
    Before(PartialUnroll, SlpVectorize): "iterations that are unrolled are adjacent";
    Before(OffsetFolding, SlpVectorize): "distances of addresses are known as offsets, which do not wrap";
    Then(SlpVectorize, Gvn): "constants and splats that several vectors use are made for each";
    Then(SlpVectorize, Dce): "addresses and constants of scalar accesses are unused";
    Before(AliasVersioning, LoopVersioning): "a loop whose counter is in memory has no trip count";
    Before(Licm, LoopVersioning): "only loads that stores of the loop may change are left in it then";
    Then(LoopVersioning, Licm): "values computed from removed loads may be invariant";
    Then(LoopVersioning, StrengthReduction): "an induction variable that only checks used may be removed";
    Then(LoopVersioning, Dce): "hoisted loads and the conditions of removed checks are dead";
    Then(LoopVersioning, SsaCleanup): "exit values of two loops are block parameters";
    Before(LoopVersioning, PartialUnroll): "a loop without checks is cheaper to unroll";
    Before(StrengthReduction, PartialUnroll): "a loop with fewer induction variables is cheaper to unroll";
    Then(PartialUnroll, Fold): "an induction variable is a sum in each copy";
    Then(PartialUnroll, StrengthReduction): "more addresses of an unrolled body differ by constants only";
    Then(PartialUnroll, SsaCleanup): "parameters of copies have one source";
    Before(OffsetFolding, PartialUnroll): "a sum that is an offset is no instruction of the loop";
    Before(StrengthReduction, OffsetFolding): "the start of an induction variable takes up constants, too";
    Then(PartialUnroll, Dce): "sums that became offsets are dead";
    Before(PredictiveCommoning, StrengthReduction): "addresses are compared as sums of the same variables";
    Then(StrengthReduction, Dce): "the old computation of a variable is dead";
    Before(Unreachable, LoadElim): "paths are those of reachable blocks";
    Before(Gvn, LoadElim): "equal addresses are one value then";
    Before(Inline, LoadElim): "a body reads what its caller has written";
    Then(LoadElim, SsaCleanup): "new block parameters may be redundant";
    Then(LoadElim, Dce): "the addresses of removed loads are dead";
    Before(Unreachable, DeadStoreElim): "paths are those of reachable blocks";
    Before(Gvn, DeadStoreElim): "a load whose value is known does not observe a store";
    Then(DeadStoreElim, Dce): "the addresses and values of removed stores are dead";
    Before(Unreachable, CastElim): "types are joined over reachable edges";
    Before(Inline, CastElim): "a body gets references whose types its caller knows";
    Before(Gvn, CastElim): "equal references are one value then";
    Then(CastElim, SimplifyCfg): "blocks around decided branches are joined";
    Then(CastElim, SsaCleanup): "a parameter is redundant once the other edges into its block are gone";
    Then(CastElim, Dce): "tests whose branches became branches on references are unused";
    Then(Gvn, Dce): "operands of removed computations may be unused";
    Then(SsaCleanup, Dce): "arguments of removed parameters may be unused";
}

/// When a pass of a phase runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Always.
    Always,
    /// Where an earlier pass of the phase changed the function: it follows up on that.
    AfterChange,
    /// Where a loop of the function was copied.
    AfterCopies,
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
pub struct SchedulePhase {
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
        $($(#[$doc])* pub const $name: SchedulePhase = SchedulePhase {
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
    (@when copied) => { When::AfterCopies };
}

phases! {
    /// Of the module, first of all. Global DCE looks twice: here, so that no work is done on dead
    /// functions, and when the module is written, when bodies mention less. Types are refined around the driver
    /// (`driver/retype.rs`), ahead of all others.
    MODULE "module" of module {
        RefineTypes, Arc, MergeFunctions, UncalledFunctions, GlobalDce, ConstantFields, CallFacts,
    }
    /// The same where size counts.
    MODULE_SMALL "module-small" of module {
        RefineTypes, Arc, MergeFunctions, MergeSimilar, UncalledFunctions, GlobalDce, ConstantFields,
        CallFacts,
    }
    /// Of each function that counts references, before that is removed.
    BEFORE_ARC "before-arc" { Gvn }
    /// Small functions that count references go into their callers.
    ARC_INLINE "arc-inline" { Inline }
    /// Of each function into which one went.
    ARC_INLINED "arc-inlined" { Fold, SimplifyCfg, SsaCleanup }
    /// One quick round.
    QUICK "quick" {
        Annotations, Unreachable, SsaCleanup, Globals, SwitchFormation, Mem2Reg, Inline, Unreachable,
        SsaCleanup, Mem2Reg, PrivateMemory, ScalarReplacement, Fold, Gvn, Globals, CastElim, SimplifyCfg, BranchFacts,
        SimplifyCfg, Dce, Graph, DeadStoreElim, TailMerging, SsaCleanup, Dce,
    }
    /// Inlining, and a first round of scalar optimization: constants and equal values.
    SCALAR "scalar" {
        Annotations, Unreachable, SsaCleanup, Globals, SwitchFormation, Mem2Reg, Inline, Unreachable,
        SsaCleanup, Mem2Reg, PrivateMemory, ScalarReplacement, Fold, Gvn, Globals, CastElim, SimplifyCfg, SsaCleanup,
        Dce, Graph, LoadElim, DeadStoreElim,
    }
    /// Loops, where speed counts: all of it takes code.
    LOOPS "loops" {
        LoopRotate, SsaCleanup, Licm, NarrowCounters, SsaCleanup, ScalarPromotion, LoopDeletion, LoopIdiom,
    }
    /// Loops that run a few times. What is left of one is folded, and with it the loop around it may be as short.
    UNROLL "unroll" {
        FullUnroll, SsaCleanup if changed, Fold if changed, SimplifyCfg if changed, FullUnroll if changed,
        SsaCleanup if changed, Fold if changed, Gvn if changed,
    }
    /// What is the same in each iteration, or follows from the one before.
    REDUCE "reduce" { Unswitch, SsaCleanup, PredictiveCommoning, StrengthReduction }
    /// The same where loops are vectorized late: without what lets an iteration depend on the one before.
    REDUCE_BEFORE_VECTORS "reduce" { Unswitch, SsaCleanup }
    /// A second round, which sees what the first exposed.
    CLEANUP "cleanup" {
        BranchFacts, Fold, Gvn, Globals, OffsetFolding, CastElim, SimplifyCfg, DeadStoreElim, TailMerging,
        SsaCleanup, Dce,
    }
    /// The same, before loops are vectorized: sums of variables stay as they are.
    CLEANUP_BEFORE_VECTORS "cleanup" {
        BranchFacts, Fold, Gvn, Globals, CastElim, SimplifyCfg, DeadStoreElim, TailMerging, SsaCleanup, Dce,
    }
    /// Loops that are copied, where a module may grow. Once the body has been offered to callers:
    /// copies are made in the caller.
    LATE "late" after offer {
        LoopPeel, AliasVersioning, SsaCleanup if changed, Gvn if changed, LoopVersioning,
        BranchFacts if changed, Fold if changed, SimplifyCfg if changed, SsaCleanup if changed, Gvn if changed,
        Dce if changed, Licm if changed, PredictiveCommoning if changed, StrengthReduction if changed, PartialUnroll,
        Fold if changed, Gvn if changed, StrengthReduction if changed, Fold if changed, OffsetFolding,
        SimplifyCfg if changed, SsaCleanup if changed, Dce if changed,
        Graph if copied, SsaCleanup if copied, SimplifyCfg if copied, SsaCleanup if copied,
        Dce if copied,
    }
    /// The same where loops and straight-line code are vectorized.
    LATE_VECTORS "late" after offer {
        LoopVectorize, Gvn if changed, PredictiveCommoning, StrengthReduction, OffsetFolding, SsaCleanup if changed,
        LoopPeel, AliasVersioning, SsaCleanup if changed, Gvn if changed, LoopVersioning,
        BranchFacts if changed, Fold if changed, SimplifyCfg if changed, SsaCleanup if changed, Gvn if changed,
        Dce if changed, Licm if changed, PredictiveCommoning if changed, StrengthReduction if changed, PartialUnroll,
        Fold if changed, Gvn if changed, StrengthReduction if changed, Fold if changed, OffsetFolding,
        SimplifyCfg if changed, SlpVectorize, Gvn if changed, SsaCleanup if changed, Dce if changed,
        Graph if copied, SsaCleanup if copied, SimplifyCfg if copied, SsaCleanup if copied,
        Dce if copied,
    }
    /// Of the module as it is written.
    OUTPUT "output" of output { GlobalDce, NestGlobals, MemoryPacking, ReorderTypes }
    /// The same where size counts.
    OUTPUT_SMALL "output-small" of output {
        GlobalDce, NestGlobals, MemoryPacking, ReorderFunctions, ReorderTypes,
    }
}

/// Phases that a pass over the module runs on functions while it works.
pub const INNER_PHASES: &[(Pass, &[SchedulePhase])] =
    &[(Arc, &[BEFORE_ARC, ARC_INLINE, ARC_INLINED])];

/// The phases of a level, in order, where the output may not use SIMD.
pub fn phases_of(level: Level) -> Vec<SchedulePhase> {
    phases(level, false)
}

/// The same, with vectorization in levels for speed if the output may use SIMD. These have phases of their own: in
/// their order, code without vectors would be slower, since induction variables and shared loads come later.
fn phases(level: Level, vectorize: bool) -> Vec<SchedulePhase> {
    let (reduce, cleanup, late) = if vectorize {
        (REDUCE_BEFORE_VECTORS, CLEANUP_BEFORE_VECTORS, LATE_VECTORS)
    } else {
        (REDUCE, CLEANUP, LATE)
    };
    match level {
        Level::O0 => Vec::new(),
        Level::O1 => vec![MODULE, QUICK, OUTPUT],
        Level::O2 => vec![MODULE, SCALAR, LOOPS, UNROLL, REDUCE, CLEANUP, OUTPUT],
        Level::O3 | Level::O4 => vec![MODULE, SCALAR, LOOPS, UNROLL, reduce, cleanup, late, OUTPUT],
        Level::Os | Level::Oz => vec![MODULE_SMALL, SCALAR, CLEANUP, OUTPUT_SMALL],
    }
}

/// The passes of a level, in order.
pub fn of_level(level: Level) -> Vec<Pass> {
    passes_of(&phases_of(level))
}

fn passes_of(phases: &[SchedulePhase]) -> Vec<Pass> {
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

/// A phase without the passes that are switched off, and with custom passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Steps {
    /// The name of the phase.
    pub name: &'static str,
    /// The passes in order.
    pub steps: Vec<Step>,
    /// See [`SchedulePhase::after_offer`].
    pub after_offer: bool,
}

/// A step of a phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A pass of the pass table.
    Pass(Pass, When),
    /// The custom pass that was added as the one of this number.
    Custom(usize),
}

impl Schedule {
    /// What these options ask for. Loops and straight-line code are vectorized if the output may use SIMD.
    pub fn of_options(options: &Options, simd: bool) -> Schedule {
        let mut schedule = Schedule::of_built_in(options, simd);
        if !options.custom.is_empty() {
            schedule.insert(&options.custom);
        }
        schedule
    }

    /// Inserts custom passes at their points; of several at one point, the one that was added first comes first.
    fn insert(&mut self, custom: &[(Point, CustomPass)]) {
        let at = |is_here: &dyn Fn(Point) -> bool| {
            let here = custom.iter().enumerate().filter(|(_, (point, _))| is_here(*point));
            here.map(|(number, _)| Step::Custom(number)).collect::<Vec<_>>()
        };
        if self.phases.is_empty() {
            self.phases.push(Steps { name: "custom", steps: Vec::new(), after_offer: false });
        }
        for phase in &mut self.phases {
            let name = phase.name;
            let mut steps = at(&|point| matches!(point, Point::BeforePhase(it) if it.name == name));
            for step in std::mem::take(&mut phase.steps) {
                let Step::Pass(pass, _) = step else { continue };
                steps.extend(at(&|point| point == Point::BeforePass(pass)));
                steps.push(step);
                steps.extend(at(&|point| point == Point::AfterPass(pass)));
            }
            steps.extend(at(&|point| matches!(point, Point::AfterPhase(it) if it.name == name)));
            phase.steps = steps;
        }
        let first = at(&|point| point == Point::First);
        self.phases[0].steps.splice(..0, first);
        let last = self.phases.last_mut().expect("there is one");
        last.steps.extend(at(&|point| point == Point::Last));
    }

    /// The passes of the pass table that these options ask for.
    fn of_built_in(options: &Options, simd: bool) -> Schedule {
        if let Some(passes) = &options.passes {
            // Those over the module run at their places, those over functions as they are named.
            let named = |phase: SchedulePhase| {
                let steps = phase.steps.iter().map(|&(pass, _)| pass);
                steps.filter(|pass| passes.contains(pass)).collect()
            };
            let function = passes.iter().filter(|pass| !pass.is_module_pass());
            let steps = function.map(|&pass| Step::Pass(pass, When::Always)).collect();
            let phases = vec![Steps { name: "passes", steps, after_offer: false }];
            return Schedule {
                module: named(MODULE_SMALL),
                phases,
                output: named(OUTPUT_SMALL),
                exact: true,
            };
        }
        let phases = phases(options.level, simd && options.vectorize);
        debug_assert_eq!(check(&passes_of(&phases)), Ok(()));
        let is_on = |step: &&(Pass, When)| !options.disabled.contains(&step.0);
        let mut schedule =
            Schedule { module: Vec::new(), phases: Vec::new(), output: Vec::new(), exact: false };
        for phase in phases {
            let steps: Vec<_> = phase.steps.iter().filter(is_on).copied().collect();
            let passes = steps.iter().map(|&(pass, _)| pass);
            match phase.scope {
                Scope::Module => schedule.module.extend(passes),
                Scope::Output => schedule.output.extend(passes),
                Scope::Function => {
                    let steps = steps.iter().map(|&(pass, when)| Step::Pass(pass, when)).collect();
                    let SchedulePhase { name, after_offer, .. } = phase;
                    schedule.phases.push(Steps { name, steps, after_offer });
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

    /// The passes over functions, without custom ones.
    pub fn function_passes(&self) -> impl Iterator<Item = Pass> {
        let steps = self.phases.iter().flat_map(|phase| &phase.steps);
        steps.filter_map(|step| match *step {
            Step::Pass(pass, _) => Some(pass),
            Step::Custom(_) => None,
        })
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
            assert_eq!(check(&passes_of(&phases(level, true))), Ok(()), "{level} with SIMD");
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
    fn phases_for_vectors_have_the_passes_of_those_without() {
        let plain = phases(Level::O3, false);
        for (plain, vectors) in plain.iter().zip(&phases(Level::O3, true)) {
            for (pass, _) in plain.steps {
                // Of the loops phase, what would let an iteration depend on the one before: it comes behind
                // vectorization.
                let late = matches!(pass, PredictiveCommoning | StrengthReduction | OffsetFolding);
                let is_in = vectors.steps.iter().any(|(other, _)| other == pass);
                assert!(is_in || late, "`{pass}` is in one phase `{}` only", plain.name);
            }
        }
    }

    #[test]
    fn every_pass_is_in_a_level() {
        let mut scheduled = Level::ALL.iter().copied().map(of_level).collect::<Vec<_>>().concat();
        scheduled.extend(passes_of(&phases(Level::O3, true)));
        // The trip alone is there to be measured.
        for pass in Pass::ALL.iter().filter(|&&pass| pass != GraphRoundTrip) {
            assert!(scheduled.contains(pass), "`{pass}` is in no level");
        }
    }
}
