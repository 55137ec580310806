//! Seeded bugs, to test the tests: each drops one condition of legality.
//!
//! A *mutant* is a place in a crate where a condition is left out if the environment variable
//! `INVAR_MUTANT` names it. That exists in builds with the feature `mutants` of this crate alone;
//! in all others [`is_on`] is `false` at compile time, and nothing is left of the place.
//!
//! `cargo run --release -p invar-tests --features mutants --bin mutants` runs the tests with each
//! of them; `docs/mutants.md` is what came of it. A site is one short condition:
//!
//! ```text
//! if does.traps_if_speculated() && !certain && !invar_ir::mutant!(LicmHoistsAnyTrap) {
//! ```
//!
//! A mutant is a condition that somebody could forget: never a heuristic, and never one whose
//! absence changes no behaviour. Cost: nothing without the feature.

/// The kind of the dropped condition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MutantKind {
    /// Two things may be one.
    Alias,
    /// Something may trap.
    Trap,
    /// A number may not fit, or wrap.
    Overflow,
    /// Something comes before something else.
    Order,
    /// How often: iterations, references, versions.
    Count,
    /// A fact of one edge is used on another.
    Edge,
}

/// A seeded bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seeded {
    /// Which one.
    pub mutant: Mutant,
    /// The mutant's name in `INVAR_MUTANT`.
    pub name: &'static str,
    /// The crate that it is in, without `invar-`.
    pub krate: &'static str,
    /// The kind of the condition.
    pub kind: MutantKind,
    /// The wrong assumption without the condition.
    pub assumes: &'static str,
}

macro_rules! mutants {
    ($($mutant:ident: $name:literal $krate:ident $kind:ident $assumes:literal;)*) => {
        /// The seeded bugs.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Mutant {
            $(#[doc = $assumes] $mutant,)*
        }

        /// All of them, crate by crate.
        pub const MUTANTS: &[Seeded] = &[$(Seeded {
            mutant: Mutant::$mutant,
            name: $name,
            krate: stringify!($krate),
            kind: MutantKind::$kind,
            assumes: $assumes,
        },)*];
    };
}

mutants! {
    // ir
    GlobalsImportedApart: "globals-imported-apart" ir Alias "two imported globals are given classes of their own";
    EffectsCopyReadsNothing: "effects-copy-reads-nothing" ir Alias "memory.copy reads nothing from its source";
    EffectsTrapsCrossEffects: "effects-traps-cross-effects" ir Order "an operator that may trap is moved across an observable effect before it";
    PromiseProves: "promise-proves" ir Trap "what the user promises not to trap is taken to trap nowhere, also where the program does not execute it";
    TypesLookAlike: "types-look-alike" ir Count "two declared types are one if they are of one kind and have as many supertypes";
    TypesOfTwoGroupsDiffer: "types-of-two-groups-differ" ir Count "types of two recursion groups are never equal";
    // rules
    NeverTrapsQuotientFits: "never-traps-quotient-fits" rules Overflow "a signed division by what is not zero cannot trap, though the quotient may not fit";
    FoldZeroByAnything: "fold-zero-by-anything" rules Trap "0 / x is 0, whether or not x may be 0";
    FoldSignedDivisionShifts: "fold-signed-division-shifts" rules Overflow "a signed division by a power of two is a shift, also of a negative number";
    FoldSumKeepsSignBits: "fold-sum-keeps-sign-bits" rules Overflow "a sum has as many copies of its sign as its operands, though there may be a carry into them";
    FoldCarryNotDemanded: "fold-carry-not-demanded" rules Overflow "an addend is dropped if its bits are not demanded, though its carry may be";
    FoldBitsOfOneArm: "fold-bits-of-one-arm" rules Edge "facts about one arm of a select are used for its result";
    FoldIntervalsApart: "fold-intervals-apart" rules Trap "two tests of a value are one, though numbers between theirs pass neither";
    FoldCompareConstantFits: "fold-compare-constant-fits" rules Overflow "a comparison of an extended value is done in 32 bits, also with a constant that has more";
    FoldEvenFactor: "fold-even-factor" rules Overflow "a product is zero only if the factor is, also for an even constant";
    // analysis
    AliasApartOneWay: "alias-apart-one-way" analysis Alias "two accesses at one root are told apart by the distance in one direction only";
    AliasImportsDistinct: "alias-imports-distinct" analysis Alias "two imported memories are taken for different ones";
    AliasOffsetMayWrap: "alias-offset-may-wrap" analysis Overflow "addresses that are equal modulo 2^w are taken for the same effective address";
    EffectsNullNeverTraps: "effects-null-never-traps" analysis Trap "an access to a field cannot trap, whether or not its reference may be null";
    CountersMayWrap: "counters-may-wrap" analysis Overflow "a counter is below the bound that the next one is compared with, though the sum may wrap";
    ForwardWithoutTruncation: "forward-without-truncation" analysis Overflow "a narrow load gives all of the wider value that was stored there";
    SsaRepairIgnoresJoins: "ssa-repair-ignores-joins" analysis Edge "the definition that dominates a use reaches it, though others meet below";
    InBoundsSizeIgnored: "in-bounds-size-ignored" analysis Trap "an access is in bounds if its first byte is";
    InBoundsOffsetIgnored: "in-bounds-offset-ignored" analysis Trap "an access is in bounds if its address is, whatever the offset";
    InBoundsOtherMemory: "in-bounds-other-memory" analysis Trap "an access is in bounds by the minimum of the first memory";
    InBoundsReachIgnored: "in-bounds-reach-ignored" analysis Trap "an access is in bounds behind a narrower one at its place";
    MemoryRootRedefined: "memory-root-redefined" analysis Edge "a walk up the states of a memory goes on above its base, around a loop in which that is another value";
    MemoryPhiOneWay: "memory-phi-one-way" analysis Edge "where ways meet, a location is unchanged since the definition on the first of them";
    MemoryPartsApart: "memory-parts-apart" analysis Alias "a store to a part of a location leaves its value known";
    ReadsSharedElsewhere: "reads-shared-elsewhere" analysis Order "the value of a shared location is known in other blocks, though another thread may have written it";
    ReadsAnywhere: "reads-anywhere" analysis Edge "a value is known at a point that its definition does not dominate";
    ReadsPartUnmasked: "reads-part-unmasked" analysis Overflow "a narrow read in the middle of a stored value also gives the bits above";
    ReadsFillOtherBytes: "reads-fill-other-bytes" analysis Alias "a read past the end of a fill gives its byte";
    ObjectsSupertypesApart: "objects-supertypes-apart" analysis Alias "an access through a supertype does not touch the field of its subtype";
    ObjectsInitialPastEnd: "objects-initial-past-end" analysis Trap "a read past the end of a new array gives what its elements were given";
    ObjectsStoredPrivate: "objects-stored-private" analysis Alias "an object whose reference is stored is known to the function alone";
    ForwardPackedWhole: "forward-packed-whole" analysis Overflow "a packed field gives all bits of what was stored there";
    FiniteInnerIgnored: "finite-inner-ignored" analysis Count "a loop is finite though a loop in it may be infinite";
    FiniteStayUnseen: "finite-stay-unseen" analysis Order "nobody sees the state of a program that stays in a loop";
    FiniteRegionsEnd: "finite-regions-end" analysis Order "nobody sees the state of a program that stays in an irreducible cycle";
    FiniteTestSkipped: "finite-test-skipped" analysis Count "a loop is finite by an exit test that some iterations skip";
    FiniteStepsOver: "finite-steps-over" analysis Overflow "a counter ends its loop, though it may step over all numbers that do";
    FiniteShrinksFromZero: "finite-shrinks-from-zero" analysis Count "a loop ends since a number shrinks, though it goes on when that is zero";
    SubtypesAreDeclared: "subtypes-are-declared" analysis Count "an object of a type is of none of its subtypes, though the type is not final";
    ImportedFunctionIsExact: "imported-function-is-exact" analysis Count "an imported function is of the type of its import, not of a subtype";
    MutableGlobalKeepsItsType: "mutable-global-keeps-its-type" analysis Order "a global holds a value of the type of its initializer, though it may be assigned";
    EachPartOfAConjunctionFails: "each-part-of-a-conjunction-fails" analysis Edge "where a conjunction does not hold, no part of it holds";
    FailedTestIsNotNull: "failed-test-is-not-null" analysis Edge "a reference that is not of a type is not null";
    ReferencesOfOneEdge: "references-of-one-edge" analysis Edge "what an edge says of a reference holds where other edges join it";
    ReferencesOfFirstIteration: "references-of-first-iteration" analysis Count "a reference in a loop is what it is in the first iteration";
    AllocationIsNewLater: "allocation-is-new-later" analysis Order "an object is no reference that is found after its allocation";
    // wasm
    LocalsShareWhileLive: "locals-share-while-live" wasm Alias "too many locals of one type share a number, though their values are needed at one time";
    LocalsShareAcrossIterations: "locals-share-across-iterations" wasm Count "a local that is assigned ahead of a loop is free behind its last use in it";
    LocalsStartAssigned: "locals-start-assigned" wasm Order "a local that is read before it is assigned may share its number";
    SegmentsJoinedOutOfBounds: "segments-joined-out-of-bounds" wasm Trap "segments are joined, though the second may be out of bounds";
    SegmentsOverlap: "segments-overlap" wasm Order "segments are sorted by address, though a later one writes over an earlier one";
    LimitsOfRetypedIgnored: "limits-of-retyped-ignored" wasm Count "a body with other types has no more locals than engines accept";
    WasmTablesUnlimited: "wasm-tables-unlimited" wasm Count "a jump table may have any number of targets, and a handler any number of clauses";
    LocalsAssignedOnOneWay: "locals-assigned-on-one-way" wasm Edge "a local that is assigned in one arm is assigned behind the arms";
    WasmLeapsOverWrites: "wasm-leaps-over-writes" wasm Edge "a local is read from far above, though it is assigned in between";
    WasmTreesCrossEffects: "wasm-trees-cross-effects" wasm Order "an expression is evaluated at its use, past what conflicts with it";
    WasmCoalescesLive: "wasm-coalesces-live" wasm Alias "two values that are live at once get one local since one is copied to the other";
    WasmColoursLive: "wasm-colours-live" wasm Alias "two values that are live at once get one local, being of one type";
    WasmConstantSetLive: "wasm-constant-set-live" wasm Order "a constant is assigned ahead of branches, over what the local holds there";
    WasmEarlySetLive: "wasm-early-set-live" wasm Edge "a variable is assigned ahead of the branch back, though the other way reads the old value";
    WasmAtReadLive: "wasm-at-read-live" wasm Order "a variable is assigned where its next value is read, though its old value is read below";
    WasmZeroAtLoop: "wasm-zero-at-loop" wasm Edge "a local that is zero before a loop is zero in it, whatever the loop assigns";
    WasmStackHeight: "wasm-stack-height" wasm Order "a value is left on the operand stack, whatever is above it at its use";
    WasmLoopEndsInside: "wasm-loop-ends-inside" wasm Edge "the end of a loop moves up to its last branch, also to one in an inner construct";
    WasmNonNullUnassigned: "wasm-non-null-unassigned" wasm Edge "a local of a type without null may be read where validation knows no assignment";
    PromoteGlobalPastCalls: "promote-global-past-calls" loops Alias "a global is promoted in a loop, though a call in it accesses the global";
    DeleteTermsGone: "delete-terms-gone" loops Count "a closed form uses values of a loop that was deleted";
    DeleteNewUsesUnseen: "delete-new-uses-unseen" loops Count "a closed form of one loop uses a value of another, which is deleted as if nothing did";
    InlineLosesHandlers: "inline-loses-handlers" interprocedural Edge "what throws in a body that is inlined at a call with handlers is not caught by them";
    HandlersDroppedFirst: "handlers-dropped-first" scalar Edge "a handler that only throws on is dropped, though others come after it";
    HandlersOfOtherTags: "handlers-of-other-tags" scalar Count "handlers of a throw are kept though they are for other tags";
    SummaryThrowsUnseen: "summary-throws-unseen" analysis Edge "a throw at the end of a block is no exception for the callers";
    WasmCallMovesIntoTry: "wasm-call-moves-into-try" wasm Edge "an operand of a call with handlers is computed in its try_table, though it is a call without";
    WasmTriesMergeOverCalls: "wasm-tries-merge-over-calls" wasm Edge "two try_tables become one, with calls in between that have other handlers or none";
    WasmDelegatesToNext: "wasm-delegates-to-next" wasm Edge "what a try delegates goes to the next one around it, whatever its label";
    WasmCallsCaughtAround: "wasm-calls-caught-around" wasm Edge "a legacy try around several calls catches what others in it throw, too";
    WasmLeavesCatchWithLoop: "wasm-leaves-catch-with-loop" wasm Edge "code that throws an exception again moves out of a loop, and so out of the catch";
    WasmUncaughtStaysIn: "wasm-uncaught-stays-in" wasm Edge "what the clauses of a legacy try do not catch reaches the try around all calls of another handler";
    WasmOperandsDelegated: "wasm-operands-delegated" wasm Edge "a call that computes an operand is put into the try that delegates, though a handler around is for it";
    WasmCatchesOther: "wasm-catches-other" wasm Edge "a handler that passes another reference than its own gets its own thrown again";
    WasmZerosInCatch: "wasm-zeros-in-catch" wasm Edge "locals that calls of a legacy try find assigned count as zero in its catch";
    WasmHandlersHidden: "wasm-handlers-hidden" wasm Edge "the handlers of an outer try_table are not those of calls in an inner one";
    WasmCustomsStale: "wasm-customs-stale" wasm Order "custom sections with offsets in the code are passed on";
    WasmReferenceUndeclared: "wasm-reference-undeclared" wasm Count "a function that code refers to stays undeclared where its declaration is removed";
    WasmIncrementsAnywhere: "wasm-increments-anywhere" wasm Order "a sum reads the incremented variable of a loop where the increment may not have been executed";
    WasmIncrementsMayWrap: "wasm-increments-may-wrap" wasm Overflow "an access reads the incremented variable of a loop though the increment may wrap";
    WasmIncrementsPassed: "wasm-increments-passed" wasm Order "an addition to a variable of a loop moves behind what reads its result";
    WasmNarrowTypes: "wasm-narrow-types" wasm Count "locals have the types that are known of values, though the output may not use them";
    // scalar
    GvnStoresApart: "gvn-stores-apart" scalar Alias "a store changes no other place than its own, though the two may overlap";
    GvnSharesCallsThatAllocate: "gvn-shares-calls-that-allocate" rules Count "two calls with equal arguments return one object, though each makes another one";
    GvnSharesAllocations: "gvn-shares-allocations" scalar Alias "two allocations with equal operands are one object";
    BranchDefaultIsCase: "branch-default-is-case" scalar Edge "the default edge of a jump table tells the index";
    BranchFactsPassMerges: "branch-facts-pass-merges" scalar Edge "facts of one edge are kept at merges";
    PlaceExtremeIsAny: "place-extreme-is-any" analysis Overflow "a select of the values that its condition compares is the least or greatest of them, whatever is compared";
    PlaceOrHasAllBits: "place-or-has-all-bits" analysis Overflow "a bit of an `or` is a bit of both operands";
    PlaceSumsMayWrap: "place-sums-may-wrap" analysis Overflow "a sum in a relation of two values does not wrap";
    PlaceIntervalsWrap: "place-intervals-wrap" analysis Overflow "the interval of a sum, moved back, does not wrap";
    BranchSignednessIgnored: "branch-signedness-ignored" scalar Overflow "a signed comparison decides an unsigned one";
    BranchMergesDisagree: "branch-merges-disagree" scalar Edge "a branch is decided by the facts of the first edge into a merge";
    OneTestEntered: "one-test-entered" scalar Edge "two branches are one, though the second is reached from elsewhere, too";
    OneTestEffects: "one-test-effects" scalar Trap "what is computed between two branches that become one is computed ahead of both, also where it may trap or has effects";
    OneTestArguments: "one-test-arguments" scalar Edge "two branches to one block are one, whatever they pass to it";
    BranchSelectsOneOfSeveral: "branch-selects-one-of-several" scalar Edge "a branch to one block is a select of the first argument that differs, though others do too";
    ThreadUsedElsewhere: "thread-used-elsewhere" scalar Edge "a block is skipped, though what it defines is used elsewhere";
    ParamsTakeEdgeValues: "params-take-edge-values" scalar Edge "a parameter that only gets a value made for an edge is that value";
    UnifyIgnoresArguments: "unify-ignores-arguments" scalar Edge "two blocks are one, though they pass different arguments";
    SwitchLastTestWins: "switch-last-test-wins" scalar Order "of two tests for one constant in a chain, the later one decides";
    SwitchTableUnlimited: "switch-table-unlimited" scalar Count "a jump table may have any number of targets";
    SwitchOtherValue: "switch-other-value" scalar Edge "a test of another value belongs to the chain";
    DceRemovesTraps: "dce-removes-traps" scalar Trap "an operator that may trap is removed if its result is unused";
    CastPassesNull: "cast-passes-null" scalar Trap "a cast that lets null pass traps on null";
    SmallIntegersFit: "small-integers-fit" scalar Overflow "an i31 has all bits of the number that it was made of";
    NarrowedByOneEdge: "narrowed-by-one-edge" scalar Edge "a block parameter has a type, whatever the arguments have";
    NullTrapsLater: "null-traps-later" scalar Order "a test for null is left to an access behind an effect";
    TypesAreNotNeeded: "types-are-not-needed" scalar Trap "a cast that cannot fail is removed though its type is needed";
    FoldExtendsShared: "fold-extends-shared" scalar Overflow "a load extends its result, though it is also used without that";
    FoldExtendsDead: "fold-extends-dead" scalar Overflow "a load extends its result as a dead operator does, though another use is live";
    FoldBitsOfFirstEdge: "fold-bits-of-first-edge" scalar Edge "a parameter has the bits that the first edge passes";
    // memory
    GlobalsCopyAllocations: "globals-copy-allocations" memory Count "each read of a global allocates the object that it is initialized with";
    GlobalsObjectChanges: "globals-object-changes" memory Alias "a mutable field of the object in an immutable global is what it was initialized with";
    LoadsInsertedEarly: "loads-inserted-early" memory Order "a load is inserted on a path, though a store comes before the load that it replaces";
    LoadsInsertedAnywhere: "loads-inserted-anywhere" memory Trap "a load is inserted at the end of a block that may branch elsewhere";
    DeadBeforeTrap: "dead-before-trap" memory Trap "a store is dead if another one follows, though a trap in between shows it";
    DeadThoughTraps: "dead-though-traps" memory Trap "a store that is overwritten is removed, though it may trap itself";
    DeadAtEnd: "dead-at-end" memory Edge "a store that the function itself does not read is dead where it ends";
    DeadOneWay: "dead-one-way" memory Edge "a store is dead if it is overwritten on one of the paths from it";
    DeadInPart: "dead-in-part" memory Alias "a store is dead if a part of its bytes is overwritten";
    DeadReadsApart: "dead-reads-apart" memory Alias "a load at another base does not read what was stored";
    DeadShared: "dead-shared" memory Order "a store that is overwritten is dead, though other threads may read it";
    FramesCallsKeepSlots: "frames-calls-keep-slots" memory Alias "a slot below the stack pointer outlives a call";
    FramesOverlapUnseen: "frames-overlap-unseen" memory Alias "a slot is a value, though a store to an overlapping one changes it";
    FramesAddressStored: "frames-address-stored" memory Alias "an address of the frame that is stored does not escape";
    FramesAlignedMoves: "frames-aligned-moves" memory Alias "variables of a rounded stack pointer are given back when the stack pointer moves relative to the one at entry";
    FramesAlignedTrials: "frames-aligned-trials" memory Alias "a trial compares offsets from a rounded stack pointer with offsets from the one at entry";
    FramesAlignedMixed: "frames-aligned-mixed" memory Alias "offsets from a rounded stack pointer are compared with offsets from the one at entry";
    FramesContentsUnseen: "frames-contents-unseen" memory Alias "what is loaded from the frame is no address of it, though one was stored there";
    FramesEscapesUnseen: "frames-escapes-unseen" memory Alias "values are not stored before their addresses escape";
    FramesEdgesUnseen: "frames-edges-unseen" memory Edge "values are not stored on edges behind which their addresses have escaped";
    FramesReadsUnseen: "frames-reads-unseen" memory Alias "values are not stored before an access at an unknown place of the frame";
    FramesWritesUnseen: "frames-writes-unseen" memory Alias "values are not loaded again after a store to an unknown place of the frame";
    PrivateBeginsUndefined: "private-begins-undefined" memory Order "what a private region holds where it begins is not loaded";
    PrivateEndsUnseen: "private-ends-unseen" memory Order "values of a private region are not stored where the function ends";
    PrivateCallsUnseen: "private-calls-unseen" memory Order "calls are taken not to access a private region";
    PrivateAboveFrame: "private-above-frame" memory Order "a private region in the frame of the caller is not stored where the function ends";
    PrivateGenericThroughParams: "private-generic-through-params" memory Alias "functions that are no versions are taken to access private memory only through their parameters";
    PrivateGoesOn: "private-goes-on" memory Order "values of a private region are not stored where control leaves what its beginning dominates";
    PrivateNestedToo: "private-nested-too" memory Alias "a private region is promoted by itself, though values of the one around it are stored and loaded";
    PrivateTailCallsUnseen: "private-tail-calls-unseen" memory Order "values of a private region are not stored before a tail call";
    PrivateHoldsUnseen: "private-holds-unseen" memory Alias "a version accesses private memory only through what it is passed, though it may find an address of it there";
    PrivateResultsKnown: "private-results-known" memory Alias "what a call returns is no address of a private region that it was passed";
    PrivateCapturedUnseen: "private-captured-unseen" memory Alias "a version accesses private memory only as far as that is seen, though it hands an address of it on";
    PrivateLeftoverCalls: "private-leftover-calls" memory Order "a call does not access private memory that stays in memory";
    PrivateLeftoverUnsure: "private-leftover-unsure" memory Alias "what may be an address of a private region is one";
    PrivateLeftoverStores: "private-leftover-stores" memory Alias "a store at an unknown place of a private region changes no known value";
    PrivateLeftoverAtEnd: "private-leftover-at-end" memory Order "what a private region holds where the function ends is never read";
    PrivateLeftoverRoot: "private-leftover-root" memory Alias "an address in a private region is the same in the next iteration of a loop";
    PrivateLeftoverReads: "private-leftover-reads" memory Alias "a load at an unknown place of a private region reads no dead store";
    PrivateLeftoverPart: "private-leftover-part" memory Alias "a store in private memory is dead if a part of it is overwritten";
    PrivateOutsideIsSlot: "private-outside-is-slot" memory Alias "bytes next to a private region that are accessed through its address are private";
    PrivatePartsStored: "private-parts-stored" memory Alias "accesses of parts of a larger one share its slot, though they store";
    PrivateInitialRead: "private-initial-read" memory Order "what is stored before private memory begins is not read before that";
    PrivateInitialTouched: "private-initial-touched" memory Alias "what is stored before private memory begins is read at known places only";
    PrivateInitialBeyond: "private-initial-beyond" memory Order "what is stored before private memory begins is not read where other addresses may be used";
    FramesPartsStoredWhole: "frames-parts-stored-whole" memory Alias "a stored value is stored again as a whole, though only some of its parts are wanted";
    FramesPartsUnchanged: "frames-parts-unchanged" memory Alias "a load gives all of a stored value, though a part was overwritten";
    PrivateRecursionOnce: "private-recursion-once" memory Count "what recursive functions do through their parameters is what they do without their own calls";
    FramesMergesLate: "frames-merges-late" memory Order "a load through merged addresses is done before them, though a store comes first";
    ParamsStoredKept: "params-stored-kept" memory Alias "a parameter that a function stores somewhere is not captured";
    ParamsAtStart: "params-at-start" memory Alias "a function accesses memory at its parameter, whatever was added to it";
    FramesTrialsUnchecked: "frames-trials-unchecked" memory Alias "an index is taken to stay away from promoted slots, and not checked";
    FramesMovesEndAll: "frames-moves-end-all" memory Alias "what a slot in a frame that is given back holds is never read again";
    ReplaceCastsBySight: "replace-casts-by-sight" memory Alias "a cast of an object fails if the type is no declared supertype, though the two may be equal";
    ReplaceMovesLive: "replace-moves-live" memory Alias "an object that is passed to a block parameter has no other name behind the edge";
    ReplaceMovesTwice: "replace-moves-twice" memory Alias "an object that is passed to two block parameters is two objects";
    ReplaceCopiesAny: "replace-copies-any" memory Alias "an object with two names is copied, though it is written to, compared or escapes";
    ReplaceComparesReal: "replace-compares-real" memory Alias "an object that has escaped is no other reference's";
    ReplaceUnsigned: "replace-unsigned" memory Overflow "a packed field is read without its sign";
    ReplaceUnpacked: "replace-unpacked" memory Overflow "a packed field gives all bits of what was stored there";
    ReplaceAnyElement: "replace-any-element" memory Trap "an access past the end of an array is one of its last element";
    ReplaceJoinsUnseen: "replace-joins-unseen" memory Edge "an object that has escaped on one of the paths that meet is virtual behind them";
    ReplaceHandlersUnseen: "replace-handlers-unseen" memory Edge "an object that is passed to a call is virtual in the handlers of the call";
    // interprocedural
    FieldsSetAboveUnseen: "fields-set-above-unseen" interprocedural Alias "a field that is assigned through a supertype is taken for constant";
    FieldsOutsideUnseen: "fields-outside-unseen" interprocedural Alias "fields of types that imports and exports mention are taken for constant";
    TypesPublicUnseen: "types-public-unseen" wasm Alias "fields of types that imports and exports mention change";
    TypesReadOfRootOnly: "types-read-of-root-only" wasm Alias "a field that is read through a subtype only is removed";
    TypesSetOfRootOnly: "types-set-of-root-only" wasm Alias "a field that is assigned through a subtype only is immutable";
    TypesNullSetIsSilent: "types-null-set-is-silent" wasm Trap "an assignment to a removed field does not trap on null";
    TypesRefinedPerType: "types-refined-per-type" wasm Alias "the type of a field of a supertype leaves out what subtypes store";
    TypesBelowHaveNoObjects: "types-below-have-no-objects" wasm Alias "a cast to a type fails, though objects of subtypes are made";
    TypesOfExportedGlobals: "types-of-exported-globals" wasm Alias "an exported global changes its type";
    TypesReturnsUnseen: "types-returns-unseen" wasm Alias "a result is removed though the body may return it by a branch under a condition";
    TypesMergedThoughCast: "types-merged-though-cast" wasm Alias "two types are one, though a cast tells them apart";
    TypesBecomeEqual: "types-become-equal" wasm Alias "two types of small recursion groups become one, though a cast tells them apart";
    FieldsReadThroughNull: "fields-read-through-null" interprocedural Trap "a read of a constant field through null does not trap";
    FieldsOfGlobalsNeverChange: "fields-of-globals-never-change" interprocedural Alias "a mutable field of the object in an immutable global is taken for constant";
    InlineTailCallLeaves: "inline-tail-call-leaves" interprocedural Edge "a tail call of the callee returns from the caller";
    PartialCutsReturns: "partial-cuts-returns" interprocedural Edge "a part of a callee that may return is left to a call behind which nothing is executed";
    PartialForgetsWrites: "partial-forgets-writes" interprocedural Order "what a callee did before its cold part is done twice, though it has effects";
    PartialKeepsGlobals: "partial-keeps-globals" interprocedural Order "the cold part of a callee begins with the stack pointer that the copy has set";
    PeelsEveryIteration: "peels-every-iteration" loops Edge "the back edge of a copied first iteration leads to the copy";
    HandlersOfNull: "handlers-of-null" scalar Edge "a reference that may be null is thrown on, and caught: that traps";
    MemoryPackingImported: "memory-packing-imported" interprocedural Alias "an imported memory is taken to begin with zeros";
    MemoryPackingOverlap: "memory-packing-overlap" interprocedural Alias "zeros that replace the bytes of another segment are left out";
    MemoryPackingOutOfBounds: "memory-packing-out-of-bounds" interprocedural Trap "a segment that does not fit into the memory is made shorter";
    NestGlobalsTwice: "nest-globals-twice" interprocedural Alias "an object of a global that another global mentions twice is made twice";
    InlineIntoPrivate: "inline-into-private" interprocedural Alias "a function that accesses private memory through other addresses is inlined where it is private";
    InlineEdgeValuesStay: "inline-edge-values-stay" interprocedural Edge "values that a terminator makes stay with the block that was split";
    MergeSimilarOtherText: "merge-similar-other-text" interprocedural Edge "two functions are one, though they differ in more than constants";
    MergeSimilarOtherParameter: "merge-similar-other-parameter" interprocedural Edge "places that are equal in one function share a parameter";
    MergeSimilarKeepsFrame: "merge-similar-keeps-frame" interprocedural Order "a function whose shared code calls in tail position keeps its frame";
    MergeSimilarWraps: "merge-similar-wraps" interprocedural Trap "the address of a load that traps wraps around";
    UncalledTypes: "uncalled-types" interprocedural Edge "a function in a table is called by nobody though a call has its type";
    UncalledSupertypes: "uncalled-supertypes" interprocedural Edge "a function in a table is called by nobody though a call has a supertype";
    UncalledElementsRead: "uncalled-elements-read" interprocedural Alias "a function in a table is called by nobody though an element is read";
    UncalledInExports: "uncalled-in-exports" interprocedural Alias "a function in a table that hosts see is called by nobody";
    MergeFunctionsOtherCallee: "merge-functions-other-callee" interprocedural Edge "two functions are one, though they call different functions";
    CallsExportedGlobal: "calls-exported-global" interprocedural Alias "a global that no function writes is taken to be constant, though the host may write it";
    CallsExportedTable: "calls-exported-table" interprocedural Alias "an exported table is taken to hold the contents of its segments";
    CallsOtherType: "calls-other-type" interprocedural Trap "an indirect call is direct, though the type differs and it would trap";
    UnusedSegmentTraps: "unused-segment-traps" interprocedural Trap "an active segment is removed, though it may be out of bounds";
    // loops
    LicmHoistsAnyTrap: "licm-hoists-any-trap" loops Trap "an operator that may trap is hoisted out of a loop that need not execute it";
    LicmTrapsBeforeStores: "licm-traps-before-stores" loops Order "a trap is hoisted over a store that comes before it";
    LicmPromisedBeforeCalls: "licm-promised-before-calls" loops Order "an operator that does not trap, by promise, is hoisted over a call that may not return";
    AliasHoistsAllocations: "alias-hoists-allocations" loops Count "an allocation is hoisted out of the copy of a loop under an alias check";
    VersionHoistsAllocations: "version-hoists-allocations" loops Count "an allocation is hoisted out of the copy of a loop without range checks";
    LicmHoistsAllocations: "licm-hoists-allocations" loops Count "an allocation is hoisted out of a loop, whose iterations share the object";
    LicmIgnoresStores: "licm-ignores-stores" loops Alias "a load is hoisted out of a loop that may write its place";
    LicmForgetsManyStores: "licm-forgets-many-stores" loops Count "stores of a loop beyond those that are kept with their addresses are ignored";
    CarryIgnoresStores: "carry-ignores-stores" loops Alias "a value is passed to the next iteration across a store to its location";
    CarryFirstLoadTraps: "carry-first-load-traps" loops Trap "the first load is made ahead of the loop, which need not execute it";
    PromoteInTrappingLoop: "promote-in-trapping-loop" loops Trap "a cell is written behind a loop that may trap";
    CopySpeculatesTraps: "copy-speculates-traps" loops Trap "an invariant operator that may trap is hoisted out of the copy with variables in values, which need not execute it";
    VersionSpeculatesTraps: "version-speculates-traps" loops Trap "an invariant operator that may trap is hoisted out of the copy without range checks, which need not execute it";
    PromotePromised: "promote-promised" loops Trap "a cell that a loop need not access is loaded ahead of it, as traps never happen";
    PromoteOtherType: "promote-other-type" loops Alias "a cell is a value, though some accesses of its bytes are of another type";
    PromoteInEndlessLoop: "promote-in-endless-loop" loops Order "a location is stored behind a loop that may never be left";
    PromoteConditionalStore: "promote-conditional-store" loops Edge "a cell is a value, though only some iterations write it";
    RangesStepPastEnd: "ranges-step-past-end" loops Overflow "an induction variable stays below its bound, though its last step may wrap";
    RangesEnteredUnasked: "ranges-entered-unasked" loops Count "an induction variable stays below its bound, though it may start above";
    RangesUnsignedAsSigned: "ranges-unsigned-as-signed" loops Overflow "a value below a bound as unsigned is taken to be below it as signed, also if the bound is negative";
    TripsEnteredUnproved: "trips-entered-unproved" loops Count "the trip count follows from the bound, though the loop may start above it";
    EvolutionOneMore: "evolution-one-more" loops Count "a loop that was executed to count its iterations has one more";
    TripsMayWrap: "trips-may-wrap" loops Overflow "the trip count follows from the bound, though the variable may wrap before it";
    TripsFallingMayWrap: "trips-falling-may-wrap" loops Overflow "of two counters that approach each other, the falling one may wrap";
    TripsStepPastZero: "trips-step-past-zero" loops Count "a loop ends at zero, though its step may go past it";
    DeleteTrappingLoop: "delete-trapping-loop" loops Trap "a loop without effects is deleted, though it may trap";
    LicmSpeculatesCalls: "licm-speculates-calls" loops Count "a call without effects is made ahead of a loop, though no iteration may come to it";
    DeleteEndlessInner: "delete-endless-inner" loops Count "a loop is deleted, though a loop in it may be infinite";
    IdiomCopiesForwards: "idiom-copies-forwards" loops Order "a loop that reads what it wrote is one memory.copy";
    IdiomPastTheEnd: "idiom-past-the-end" loops Trap "a loop is one bulk operator, though it may trap after some stores";
    UnswitchChangingCondition: "unswitch-changing-condition" loops Edge "a loop is split on a condition that changes in it";
    UnswitchOperandIsOne: "unswitch-operand-is-one" loops Overflow "a condition that is not zero is 1 in an `or` of which more matters than whether it is zero";
    VersionStoresApart: "version-stores-apart" loops Alias "a load is hoisted without the check that no store of the loop overlaps it";
    VersionWraps: "version-wraps" loops Overflow "a range check is hoisted without the check that its bound does not wrap";
    VersionIgnoresSign: "version-ignores-sign" loops Overflow "a signed test bounds a number in a version of a loop, though it may be negative";
    VersionRisingMayWrap: "version-rising-may-wrap" loops Overflow "a counter with an unknown step is taken to stay below its bound without a test that it does not wrap";
    FinalPairsOfEven: "final-pairs-of-even" loops Overflow "the sum of a counter is right for even numbers of iterations only";
    FinalIgnoresEntry: "final-ignores-entry" loops Count "the closed form of a loop that executes at least once does not ask whether its bound was passed on entry";
    DisambiguateUntested: "disambiguate-untested" loops Alias "variables in memory become values without the check that no access aliases them";
    VectorizeOrderIgnored: "vectorize-order-ignored" vector Order "accesses of a vector iteration are executed in any order";
    VectorizeRowsNotDelayed: "vectorize-rows-not-delayed" vector Order "stores of a row are executed together, as if each was in its own place";
    VectorizeGapsOverwritten: "vectorize-gaps-overwritten" vector Count "what lies between the stores of a row is overwritten";
    VectorizeRowsPastEnd: "vectorize-rows-past-end" vector Trap "the last vector of a row is loaded as a whole, though a row may end in the middle of it";
    VectorizeSaturatesAny: "vectorize-saturates-any" vector Overflow "sums of any numbers between limits saturate in narrow lanes";
    VectorizeSearchAlways: "vectorize-search-always" vector Alias "what is known of addresses in a loop that may be left early is known of lanes behind the one that leaves";
    VectorizeSearchChanges: "vectorize-search-changes" vector Order "a loop that may be left early is vectorized though it stores or sums";
    VectorizeSearchFirstPart: "vectorize-search-first-part" vector Edge "lanes leave a loop only where its first vector says so";
    VectorizeBoundsUntested: "vectorize-bounds-untested" vector Trap "the vector loop is entered without a test that its accesses are in bounds";
    VectorizeOverlapUntested: "vectorize-overlap-untested" vector Alias "the vector loop is entered without a test that stores touch no bytes of other accesses";
    VersionFallsBelowZero: "version-falls-below-zero" loops Overflow "addresses that fall may wrap below zero in a copy of a loop, or in a vector loop";
    VectorizeLanesEqual: "vectorize-lanes-equal" vector Count "all lanes have the induction variable of the first";
    VectorizeNarrowUnproved: "vectorize-narrow-unproved" vector Overflow "numbers are taken to fit in narrow lanes";
    VectorizeEntersShort: "vectorize-enters-short" vector Count "the vector loop is entered for fewer iterations than it executes at once";
    VectorizeAnyBound: "vectorize-any-bound" vector Overflow "a select by a comparison with any constant is taken for a minimum or maximum";
    VectorizeMinimumOfZero: "vectorize-minimum-of-zero" vector Count "minima and maxima of iterations start with zero";
    VectorizePartialDecides: "vectorize-partial-decides" vector Order "whether a store is executed may depend on the sum of some iterations";
    VectorizeMixedReduction: "vectorize-mixed-reduction" vector Order "a reduction may combine numbers by several operators";
    VectorizeFactsOfPartial: "vectorize-facts-of-partial" vector Overflow "what is known of a reduction's value is taken to hold for its lanes";
    VectorizeUnusedLanesAdded: "vectorize-unused-lanes-added" vector Count "lanes that no iteration fills are added to a sum";
    VectorizeSpeculatesProven: "vectorize-speculates-proven" vector Trap "what is in bounds where a branch leads to it is loaded in each iteration without a test";
    VectorizeWideBaseUntested: "vectorize-wide-base-untested" vector Overflow "addresses of 64 bits may wrap in the tests before a vector loop";
    VectorizePreviousUnmoved: "vectorize-previous-unmoved" vector Order "the value of the iteration before is that of the same iteration";
    VectorizePreviousStart: "vectorize-previous-start" vector Count "the value of the iteration before is zero in the first vector iteration";
    VectorizeStoresAlways: "vectorize-stores-always" vector Edge "a store that only some iterations execute is done in each";
    VectorizeInnerConditionOnly: "vectorize-inner-condition-only" vector Edge "of nested branches only the inner one decides whether a store is done";
    VectorizeNumberAsCondition: "vectorize-number-as-condition" vector Edge "a number that a branch tests is combined with others as if it were 0 or 1";
    VectorizeJoinAlways: "vectorize-join-always" vector Edge "a block that several edges enter is taken to be executed in each iteration";
    SlpProofBehind: "slp-proof-behind" vector Order "an access is in bounds because of one behind it";
    SlpStoresMayTrap: "slp-stores-may-trap" vector Trap "adjacent stores become one, though a later one may trap when earlier ones are done";
    SlpTrapBetweenStores: "slp-trap-between-stores" vector Trap "a store moves down past an operator that may trap";
    SlpEffectBeforeTrap: "slp-effect-before-trap" vector Order "a store that may trap moves down past another effect";
    SlpEffectBetweenLoads: "slp-effect-between-loads" vector Order "a load that may trap moves down past an effect";
    SlpLoadBetweenStores: "slp-load-between-stores" vector Alias "a store moves down past a load of the same bytes";
    SlpStoreBetweenStores: "slp-store-between-stores" vector Alias "a store moves down past another access of the same bytes";
    SlpStoreBetweenLoads: "slp-store-between-loads" vector Alias "a load moves down past a store to the same bytes";
    SlpCallBetween: "slp-call-between" vector Order "a store moves down past a call";
    SlpBasesEqual: "slp-bases-equal" vector Alias "loads from several bases are consecutive if their offsets are";
    SlpLanesInOrder: "slp-lanes-in-order" vector Order "loads in another order are lanes in the order of memory";
    SlpSplatOfFirst: "slp-splat-of-first" vector Count "all lanes are equal if the first two are";
    SlpShiftsAlike: "slp-shifts-alike" vector Count "all lanes are shifted by the amount of the first";
    SlpShiftWraps: "slp-shift-wraps" vector Overflow "a shift of narrow lanes by their width or more gives what a wide one does";
    SlpSwapsAny: "slp-swaps-any" vector Order "operands of any operator may be exchanged";
    SlpOtherUsesIgnored: "slp-other-uses-ignored" vector Count "a scalar that became a lane has no other users";
    SlpExtractsForEarlier: "slp-extracts-for-earlier" vector Order "a lane is extracted for a user ahead of the vector";
    SlpGathersFirstLane: "slp-gathers-first-lane" vector Count "scalars that are gathered all go to the first lane";
    SlpReductionShared: "slp-reduction-shared" vector Count "a part of a sum that becomes a vector has no other users";
    SlpReductionRest: "slp-reduction-rest" vector Count "all operands of a sum fit in vectors";
    PartialEntersShort: "partial-enters-short" loops Count "the unrolled loop is entered for fewer iterations than the unroll factor";
    PartialConditionalBase: "partial-conditional-base" loops Edge "an offset is relative to an access that only some iterations execute";
    OffsetSumWraps: "offset-sum-wraps" loops Overflow "the sum of two offsets of a 64-bit memory is small, though it has wrapped";
    OffsetOfOtherMember: "offset-of-other-member" loops Overflow "the range of one variable of a component bounds an address that another one gives";
    OffsetMayWrap: "offset-may-wrap" loops Overflow "a constant becomes an immediate offset, though its sum with the address may wrap";
    OffsetAfterEffect: "offset-after-effect" loops Order "a constant becomes an immediate offset by a later access, though something can be observed in between";
    OffsetIgnoresStart: "offset-ignores-start" loops Overflow "the low bits of an induction variable are taken from its step, not from its start";
    InductionIgnoresStart: "induction-ignores-start" loops Overflow "a header parameter that the latch passes a sum of counters is taken for that sum, whatever it starts as";
    NarrowIgnoresRange: "narrow-ignores-range" loops Overflow "a counter is compared by its low half, though it may not fit 32 bits";
    NarrowTestsStaySigned: "narrow-tests-stay-signed" loops Overflow "low halves of numbers up to 2^32 are compared as signed ones";
    ReductionExtendWraps: "reduction-extend-wraps" loops Overflow "an extended index becomes a wide induction variable, though the index may wrap";
    ReductionOneStep: "reduction-one-step" loops Edge "all ways through a loop add the step of one of them";
    RotateForgetsValues: "rotate-forgets-values" loops Edge "values of the second test that is rotated are not defined in its copy";
    VersionUncounted: "version-uncounted" loops Count "what a trip count takes for granted is not tested before a copy of the loop";
    TestMeetsEndTwice: "test-meets-end-twice" loops Overflow "the exit test uses another variable, which may have its final value earlier";
    // graph
    GraphForwardsOverlap: "graph-forwards-overlap" graph Alias "a load gives what was stored, though the two places may only overlap";
    GraphStateOfOneArm: "graph-state-of-one-arm" graph Edge "a branch writes nothing if its first alternative does not";
    GraphOriginOfOneArm: "graph-origin-of-one-arm" graph Edge "the origin of a branch's output is that of its first alternative";
    GraphImpliedByTrue: "graph-implied-by-true" graph Overflow "a condition that holds is 1";
    GraphImpliedByOneKey: "graph-implied-by-one-key" graph Edge "the value that a table is indexed by is the first of several keys";
    GraphImpliedByUnequal: "graph-implied-by-unequal" graph Edge "a value is the constant that it is compared with, whether they are equal or not";
    GraphImpliedByMask: "graph-implied-by-mask" graph Overflow "a value is what its low bits are";
    GraphConditionNotBoolean: "graph-condition-not-boolean" graph Overflow "a condition that may be greater than one is taken for a boolean";
    GraphHoistsOverMatch: "graph-hoists-over-match" graph Order "a conditional goes out of a loop, though one in it is dispatched on a match that stays in the loop";
    GraphTailCallPasses: "graph-tail-call-passes" graph Edge "a function passes a parameter through, though a tail call gives another result";
    GraphCorrelatedBothNeeded: "graph-correlated-both-needed" graph Edge "a loop variable is redirected for the way out, though the next iteration needs it too";
    GraphEndlessThetaSkipped: "graph-endless-theta-skipped" graph Count "a loop without effects may be skipped, whether or not it ends";
    GraphMovesAllocations: "graph-moves-allocations" graph Alias "an allocation is moved as if it were arithmetic";
    GraphHoistsAllocations: "graph-hoists-allocations" graph Count "an allocation that may trap is hoisted ahead of a loop, whose iterations share the object";
    GraphHoistsWithAllocations: "graph-hoists-with-allocations" graph Count "a conditional or loop that allocates is hoisted out of a loop as if it had no identity";
    GraphSpeculatesCalls: "graph-speculates-calls" graph Count "a call without effects is moved as if it were arithmetic";
    GraphHoistsUnexecuted: "graph-hoists-unexecuted" graph Count "a finite loop is moved ahead of the loop around it, though no iteration may come to it";
    GraphCycleEnds: "graph-cycle-ends" graph Count "an irreducible cycle without effects ends, so it is dead if its values are unused";
    GraphCycleWritesNothing: "graph-cycle-writes-nothing" graph Alias "an irreducible cycle writes nothing";
    GraphCycleInFiniteLoop: "graph-cycle-in-finite-loop" graph Count "a loop is finite by its own test, though there is an irreducible cycle in it";
    GraphCycleWithoutLoops: "graph-cycle-without-loops" graph Edge "the loops of headers in an irreducible cycle are not part of it";
    GraphCycleDefinedAnywhere: "graph-cycle-defined-anywhere" graph Edge "a value that leaves an irreducible cycle is defined at all exits";
    GraphCycleCarriesOne: "graph-cycle-carries-one" graph Edge "a variable has the same value on all ways into an irreducible cycle";
    GraphSpeculatesTraps: "graph-speculates-traps" graph Trap "an operator that may trap is moved as if it were total";
    GraphSpeculatesPromised: "graph-speculates-promised" graph Trap "an operator that the program need not execute is hoisted, as traps never happen";
    GraphProvedAnywhere: "graph-proved-anywhere" graph Trap "a load that an access proves in bounds does not trap ahead of that access either";
    GraphReadsPassWrites: "graph-reads-pass-writes" graph Order "a read is moved without regard to the write that comes after it";
    GraphPlacesBeforeReady: "graph-places-before-ready" graph Order "a node is placed ahead of what it depends on";
    // arc
    ArcIntersectsOverRelease: "arc-intersects-over-release" arc Count "a destroy moves up to where the object is given away, over something that may release it";
    ArcSplitReleasesNothing: "arc-split-releases-nothing" arc Count "a destroy that was split releases nothing, though it is executed on the edges into its block";
    ArcExtendsOverTest: "arc-extends-over-test" arc Count "a destroy and the copy behind it are removed, though the count is tested in between";
    ArcGivesToUnrooted: "arc-gives-to-unrooted" arc Count "an object is moved into another one that nothing else keeps alive";
    ArcBorrowsUnheld: "arc-borrows-unheld" arc Count "an object is borrowed, though nobody else is known to own it";
    ArcBorrowsOverRelease: "arc-borrows-over-release" arc Count "an object is borrowed over something that may release it";
    ArcGuaranteedUnowned: "arc-guaranteed-unowned" arc Count "a parameter is guaranteed, though a call passes what its caller does not own";
    ArcBornAfterRelease: "arc-born-after-release" arc Count "an allocation and the first retain are one, though something may release the object in between";
    ArcSinksOverCount: "arc-sinks-over-count" arc Order "a destroy comes later than a load that may read the count";
    ArcHandsOverEarly: "arc-hands-over-early" arc Count "a parameter is handed over, though it is used behind the last take";
    ArcCursorUnowned: "arc-cursor-unowned" arc Count "a cursor of a loop is not counted, though its root is not owned throughout";
    ArcResultUncounted: "arc-result-uncounted" arc Count "a result is returned without its copy, though nobody else may own it";
    ArcConsumesBeforeEnd: "arc-consumes-before-end" arc Order "a call gets the only ownership of an object, though it does something behind its release";
    ArcConsumesBeforeUse: "arc-consumes-before-use" arc Count "a call gets the only ownership of an object that is used behind it";
    ArcSplitsOverUse: "arc-splits-over-use" arc Count "a destroy of a merge block comes earlier on some paths, over a use";
    ArcLateUnread: "arc-late-unread" arc Count "a reference is owned from later on, though nothing overwrites the place that it was read from";
    ArcShapeSharesGlobals: "arc-shape-shares-globals" arc Order "a runtime without names is recognized, though the program uses its globals";
    ArcShapeStoresAnywhere: "arc-shape-stores-anywhere" arc Order "a runtime without names is recognized, wherever its functions write";
    ArcShapeCounterIsBase: "arc-shape-counter-is-base" arc Order "each private global of a runtime holds the address of its own data";
    ArcShapeNoBase: "arc-shape-no-base" arc Order "a runtime's function writes to numbers, which are addresses of nothing that is its own";
    ArcShapeStaticOffset: "arc-shape-static-offset" arc Order "the immediate offset of a runtime's store is no address of static data";
    ArcShapeAllocatorWrites: "arc-shape-allocator-writes" arc Order "what is passed to the allocator is no address that it writes to";
    ArcDeinitsNoBase: "arc-deinits-no-base" arc Order "a function that counts, by its name, writes to numbers";
    ArcShapeAllocatorReturns: "arc-shape-allocator-returns" arc Alias "what a function of the allocator returns is never what it was given";
    ArcShapeAllocatorLoads: "arc-shape-allocator-loads" arc Alias "what a function of the allocator loads is the allocator's, wherever it is loaded from";
    ArcShapeAllocatorLists: "arc-shape-allocator-lists" arc Alias "what a function of the allocator loads from a list of objects is the allocator's";
    ArcShapeEitherSums: "arc-shape-either-sums" arc Alias "an address that is one of several parameters, by the path, is their sum";
    ArcShapeInFront: "arc-shape-in-front" arc Order "a runtime's function writes at any constant distance from the runtime's own data";
    ArcShapeAborts: "arc-shape-aborts" arc Order "a runtime's function aborts, whatever decides that";
    ArcWaitsOverSame: "arc-waits-over-same" arc Count "a copy is delayed over the destroy of what may be the same object";
    // stage
    StageReadsPastPromise: "stage-reads-past-promise" stage Alias "a load is done at specialization, though it lies outside of what was promised";
    StagePromiseLeadsOn: "stage-promise-leads-on" stage Alias "memory that a promised pointer leads to is promised, too";
    StageMergeExclusive: "stage-merge-exclusive" stage Edge "a merge is static, though two of its edges do not exclude each other";
    StageOutcomesOverlap: "stage-outcomes-overlap" stage Edge "alternatives that may follow the same outcome of a branch exclude each other";
    StageConditionOfOneEdge: "stage-condition-of-one-edge" stage Edge "conditions of the first edge into a merge are kept behind it";
    StageConditionOutlives: "stage-condition-outlives" stage Edge "the outcome of a branch in a loop is known behind it";
    StageMergeTakesEither: "stage-merge-takes-either" stage Edge "a parameter is constant at a dynamic merge if each argument is";
    StageKeyLosesValue: "stage-key-loses-value" stage Count "the key of a lookup leaves out a value that is not known";
    StageDispatchesToNext: "stage-dispatches-to-next" stage Edge "a value that was stored goes on in the version for the next greater one";
    StageDispatchUntested: "stage-dispatch-untested" stage Edge "a value that is loaded is one of those that were stored";
    StagePrivateCallsUnseen: "stage-private-calls-unseen" stage Alias "what a version calls accesses memory of its callers only through parameters";
    StagePrivateNotApart: "stage-private-not-apart" stage Alias "a parameter is private, though another argument is in the same region";
    StagePrivateStored: "stage-private-stored" stage Alias "a parameter is private, though an address of the region is in memory";
    StagePrivateOutside: "stage-private-outside" stage Alias "a parameter is private, though it is an address before its region";
    StagePrivateTailCall: "stage-private-tail-call" stage Order "a parameter is private, though the region ends with the tail call";
    StagePrivateLargest: "stage-private-largest" stage Alias "of a parameter as much is private as at the call that passes most";
    StageConstantsOfOtherBlock: "stage-constants-of-other-block" stage Edge "a constant that another block makes is used";
    StageTableUnlimited: "stage-table-unlimited" stage Count "the table of a dispatch may have any number of targets";
    // invar
    LimitsOfOutputsIgnored: "limits-of-outputs-ignored" invar Count "engines take any function that is valid";
}

impl MutantKind {
    /// The kind's name.
    pub fn name(self) -> &'static str {
        match self {
            MutantKind::Alias => "alias",
            MutantKind::Trap => "trap",
            MutantKind::Overflow => "overflow",
            MutantKind::Order => "order",
            MutantKind::Count => "count",
            MutantKind::Edge => "edge",
        }
    }
}

/// Whether a mutant is on: never, without the feature `mutants`.
#[cfg(not(feature = "mutants"))]
#[inline(always)]
pub const fn is_on(_: Mutant) -> bool {
    false
}

/// Whether a mutant is the one that `INVAR_MUTANT` names.
///
/// # Panics
///
/// If the variable names none that is known.
#[cfg(feature = "mutants")]
pub fn is_on(mutant: Mutant) -> bool {
    static ON: std::sync::OnceLock<Option<Mutant>> = std::sync::OnceLock::new();
    let on = ON.get_or_init(|| {
        let name = std::env::var("INVAR_MUTANT").ok().filter(|name| !name.is_empty())?;
        let found = MUTANTS.iter().find(|seeded| seeded.name == name);
        Some(found.unwrap_or_else(|| panic!("INVAR_MUTANT: no mutant is called {name}")).mutant)
    });
    *on == Some(mutant)
}

/// Whether a mutant is on; see [`mutants`](crate::mutants).
#[macro_export]
macro_rules! mutant {
    ($mutant:ident) => {
        $crate::mutants::is_on($crate::mutants::Mutant::$mutant)
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_variants_in_lower_case() {
        for (n, seeded) in MUTANTS.iter().enumerate() {
            let mut name = String::new();
            for letter in format!("{:?}", seeded.mutant).chars() {
                if letter.is_uppercase() && !name.is_empty() {
                    name.push('-');
                }
                name.extend(letter.to_lowercase());
            }
            assert_eq!(seeded.name, name);
            assert_eq!(seeded.mutant as usize, n);
        }
    }
}
